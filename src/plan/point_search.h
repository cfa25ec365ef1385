// SPDX-License-Identifier: MIT
// Internals of the search for a point's shortest path. See point_search.c for the method.
#ifndef WEND_PLAN_POINT_SEARCH_H
#define WEND_PLAN_POINT_SEARCH_H

#include "plan/query.h"

/// A point where a path may bend: the start (the first of all roots), or a corner at which it is
/// taut.
typedef struct wend_root {
    wend_vec2 at;
    double g;        ///< path length up to here
    uint32_t parent; ///< the previous root; WEND_NONE: this is the start
    // A mesh has at most 2^32 / 6 vertices.
    unsigned vertex : 30; ///< undefined for the start
    unsigned left : 1;    ///< the corner lies to the left of the path
    unsigned detour : 1;  ///< a shorter path to the same corner is known
} wend_root;

/// Properties of a window. Left and right are in viewing direction.
enum {
    WEND_WINDOW_LEFT_END = 0x01,     ///< it extends to the left end of the side: `left` is that end
    WEND_WINDOW_RIGHT_END = 0x02,    ///< the same on the right
    WEND_WINDOW_LEFT_BEHIND = 0x04,  ///< the ray on the left comes from `left` through the root
    WEND_WINDOW_RIGHT_BEHIND = 0x08, ///< the same on the right
    WEND_WINDOW_ROOT_LEFT = 0x10,    ///< the root is the left end of the side: no limits
    WEND_WINDOW_ROOT_RIGHT = 0x20,   ///< the same on the right
};

/// The view from a root through a side of a cell: everything between two rays. A ray starts at the
/// root and passes through the limit, a corner; or, right after a turn, it continues in the
/// direction from the previous root, which then is the limit.
typedef struct wend_window {
    wend_vec2 left, right;
    uint32_t cell;  ///< the cell behind the window
    uint32_t entry; ///< the side, as one of that cell, in the mesh's sides
    uint32_t root;
    uint32_t flags;
    uint32_t trail; ///< the previous window, among the trails (disc_homotopy.c)
} wend_window;

/// A successor, with the ends of its side.
typedef struct wend_fresh_window {
    wend_window window;
    wend_vec2 left_end, right_end;
    double f;
} wend_fresh_window;

/// The best path to a corner found in the query with that stamp.
typedef struct wend_corner_label {
    double g; ///< -INFINITY: not a corner
    uint32_t stamp;
    uint32_t root;
} wend_corner_label;

typedef struct wend_open_entry {
    double f;
    uint32_t window;
} wend_open_entry;

/// The end of a path: from the root, over `via` if it has one, to `at`.
typedef struct wend_path_end {
    double length; ///< INFINITY: none
    uint32_t root;
    bool has_via;
    wend_vec2 via, at;
} wend_path_end;

/// A side that was expanded, in the ring of the cell behind it, and the previous one.
typedef struct wend_trail {
    uint32_t entry;
    uint32_t before; ///< WEND_NONE: expanded from the start
} wend_trail;

/// A path to a piece of the goal, after the last window of a trail.
typedef struct wend_class_end {
    wend_path_end path;
    uint32_t trail;
    uint32_t piece;
} wend_class_end;

typedef struct wend_point_search {
    // Mesh and goal, copied for the inner loop.
    const wend_cell *cells;
    const wend_cell_side *sides;
    const wend_gate *gates;
    uint32_t first_goal, last_goal; ///< numbers of cells, minimum and maximum
    wend_vec2 goal;                 ///< if it is a point
    uint32_t goal_cell;             ///< if it is in one cell
    bool goal_is_point;             ///< the bound is that of a point
    bool goal_in_one_cell;          ///< goal_cell is valid
    wend_box goal_box;
    const wend_goal_piece *pieces; ///< sorted by cell
    uint32_t piece_count;

    wend_corner_label *labels; ///< [label_capacity] by vertex
    uint32_t label_capacity;
    uint32_t stamp; ///< of this query

    wend_array(wend_root) roots;
    wend_array(wend_window) windows; ///< those on the open list, and holes
    wend_array(uint32_t) holes;
    wend_array(wend_fresh_window) fresh; ///< successors of the expanded window
    wend_array(wend_open_entry) open;    ///< a heap

    wend_window window; ///< to be expanded next
    double window_f;    ///< its bound, or a smaller one; INFINITY: none

    // For all paths rather than the shortest (disc_homotopy.c).
    double min_side2;  ///< sides of a smaller squared length are closed
    double max_detour; ///< paths to a corner that are longer by this are discarded; 0: all but one
    bool all_ends;     ///< the paths to the goal are collected in ends
    bool given_up;     ///< not all paths can be enumerated
    uint32_t trail;    ///< the window being expanded
    wend_array(wend_trail) trails;
    wend_array(wend_class_end) ends;
    wend_array(wend_fresh_window) aside; ///< after a detour, until its cost is known

    wend_path_end best;
    wend_path_end nearest; ///< the open end nearest to the goal; its length is that distance
} wend_point_search;

// ---- point_expand.c -----------------------------------------------------------------------------

/// Expands all sides of the start's cells: fills search->fresh. False: out of memory.
bool wend_point_expand_start(wend_path_query *query);

/// Expands a window into the next cell: fills search->fresh. False: out of memory.
bool wend_point_expand(wend_path_query *query, const wend_window *window);

// ---- point_goal.c -------------------------------------------------------------------------------

/// Offers the paths to the pieces of the goal in a cell behind a window; in the start's own cell if
/// window is NULL. False: out of memory.
bool wend_point_reach(wend_path_query *query, uint32_t cell, const wend_window *window);

/// A lower bound for all paths through a window to a goal that is not a point.
double wend_point_bound_to_area(const wend_point_search *search, const wend_fresh_window *fresh);

// ---- point_search.c -----------------------------------------------------------------------------

/// Creates the search, its memory for the query's mesh, and the start as its first root; everything
/// else is reset. The goal's pieces are sorted by cell. False: out of memory.
bool wend_point_prepare(wend_path_query *query, const wend_goal_piece *pieces, uint32_t count);

// ---- disc_homotopy.c ----------------------------------------------------------------------------

/// True if a disc can pass all the way around the corner.
bool wend_class_is_lone(wend_path_query *query, const wend_cell_side *corner);

// ---- point_path.c -------------------------------------------------------------------------------

/// Writes the path to an end to query->pieces and query->length. False: out of memory.
bool wend_point_trace(wend_path_query *query, const wend_path_end *end);

/// Finds the end nearest to the goal among the open windows, for a stopped search.
void wend_point_find_nearest(wend_point_search *search);

#endif
