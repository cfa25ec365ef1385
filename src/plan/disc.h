// SPDX-License-Identifier: MIT
// Search for a disc of any radius, on the cells of the one mesh.
//
// There are two methods. The first, by homotopy classes, is fast and nearly always decides if the
// disc is small relative to the gaps (disc_homotopy.c, disc_taut.c). If it cannot decide, the
// second one, which always can, starts. It is described here.
//
// The shortest path of a disc's centre consists of straight segments and arcs around corners, each
// at distance radius from its corner. A path is therefore a chain of roots: a corner with the side
// on which it lies, or the start. From a root the centre leaves on a line tangent to the circle
// around the corner, after some turn around it.
//
// A window is a range of such lines, between a right and a left limit, that cross a sequence of
// sides of cells. It is always a superset of the lines on which the disc fits: it is cut only by
// conditions that hold for every disc (a side is crossed at least a radius from its ends; a corner
// that has been passed is a radius away). A corner that a line of the window touches is a candidate
// for the next root. Candidates and the goal are checked when they are popped, in the order of a
// lower bound of the total length: the straight piece must keep a radius from all walls. If it does
// not, the corners in its way become candidates instead. So nothing that fits is lost, nothing that
// does not fit is returned, and the first goal that is popped is reached by the shortest path.
//
// In formulas: direction d, root centre c on side k (1 left, -1 right, 0 the start), radius r. The
// line leaves at c - k r left(d), and a point p lies at k r + cross(d, p - c) to its left.
#ifndef WEND_PLAN_DISC_H
#define WEND_PLAN_DISC_H

#include "plan/query.h"
#include "wend/vec2.h"

#include <math.h>

typedef struct wend_disc_root {
    wend_vec2 centre; ///< a corner, or the start
    wend_vec2 in;     ///< unit direction of arrival; for the start towards the goal
    double length;    ///< path length up to where it touches the circle
    double turn;      ///< maximum turn around the corner [Units: radians]
    double turned;    ///< windows exist up to this turn
    uint32_t vertex;  ///< WEND_NONE: the start
    uint32_t parent;  ///< a root
    uint32_t cell;    ///< its cell after `turned`
    uint32_t next;    ///< another root at the same corner and side
    int side;
    bool open; ///< there is no wall within 2 r of the corner except its own
} wend_disc_root;

typedef enum wend_disc_kind {
    WEND_DISC_WINDOW, ///< lines that are about to cross a side
    WEND_DISC_CORNER, ///< a candidate for the next root
    WEND_DISC_GOAL,   ///< a straight segment to the goal
    WEND_DISC_TURN,   ///< a root that can turn further
} wend_disc_kind;

/// An entry of the queue.
typedef struct wend_disc_node {
    wend_vec2 right, left; ///< limits of a window; else `right` is the direction
    wend_vec2 end;         ///< of a goal: its position
    double length;         ///< of a corner or a goal: length of the straight piece
    uint32_t root;
    uint32_t position; ///< of a window the side, in the ring of the cell that it enters; of a
                       ///< corner the vertex
    uint32_t cell;     ///< where the lines leave the root
    wend_disc_kind kind;
    int side; ///< of a corner
} wend_disc_node;

typedef struct wend_disc_entry {
    double key;
    uint32_t node;
} wend_disc_entry;

/// A corner in the way of a straight piece, and its side.
typedef struct wend_disc_blocker {
    uint32_t vertex;
    int side;
} wend_disc_blocker;

/// A part of a line, without its ends.
typedef struct wend_stretch {
    double low, high;
} wend_stretch;

/// A side that a homotopy class crosses, in path order.
typedef struct wend_disc_gap {
    wend_vec2 left, right;
    uint32_t left_vertex, right_vertex;
    uint32_t entry;          ///< the side, in the ring of the next cell
    uint32_t before, behind; ///< the cells
} wend_disc_gap;

/// Bound of the turns of the roots of a chain before these are known: less than three quarters.
/// [Units: radians]
#define WEND_TAUT_TURN 3.0

/// End of a path: straight on from its last root, or at it.
typedef struct wend_disc_end {
    wend_vec2 direction, at;
    bool at_root;
} wend_disc_end;

typedef struct wend_disc_search {
    wend_array(wend_disc_root) roots;
    wend_array(wend_disc_node) nodes;
    wend_array(uint32_t) free_nodes;
    wend_array(wend_disc_entry) queue;
    wend_array(wend_disc_root) chain; ///< the roots of the path being written
    wend_array(wend_disc_blocker) blockers;
    wend_array(uint32_t) flood;    ///< scratch: visited cells
    wend_array(wend_stretch) shut; ///< blocked parts of a piece of the goal, scratch
    wend_array(uint64_t) tried;    ///< hash table: root, vertex and side of repaired candidates
    size_t tried_count;
    wend_array(uint32_t) first_root;  ///< [2 vertices] the roots at a corner and side
    wend_array(uint32_t) first_stamp; ///< [2 vertices] whether first_root belongs to this search
    wend_array(uint32_t) cell_stamp;  ///< [cells]
    uint32_t stamp, flood_stamp;
    wend_array(wend_goal_piece) goal; ///< parts where the disc fits
    uint32_t first_goal, last_goal;   ///< minimum and maximum number of its cells (mesh->order)
    double slack;                     ///< lines count as touching this much too early
    double reach;                     ///< the disc does not fit closer to a wall than this
    double noise;                     ///< error of directions [Units: radians]
    double bound;                     ///< the key of the last entry popped
    uint32_t nearest;                 ///< the root closest to the goal so far
    double nearest_distance;
    bool failed; ///< out of memory

    // Search by homotopy classes (disc_homotopy.c).
    bool by_classes;      ///< active, or has found the result
    double point_length;  ///< length of a point's shortest path; negative: not known yet
    double best;          ///< length of the disc's shortest path so far
    uint32_t class_count; ///< number of classes evaluated
    uint32_t max_expansions;
    wend_array(wend_disc_gap) gaps; ///< of the class being evaluated
} wend_disc_search;

/// Signed distance of p to the left of the line that leaves the root in direction d.
static inline double wend_line_side(const wend_disc_root *root, double radius, wend_vec2 d,
                                    wend_vec2 p)
{
    return root->side * radius + wend_cross(d, wend_sub(p, root->centre));
}

/// Where the line in direction d leaves the root (or arrives at it).
static inline wend_vec2 wend_leave(const wend_disc_root *root, double radius, wend_vec2 d)
{
    return wend_add_scaled(root->centre, -root->side * radius, wend_perp_left(d));
}

/// Direction of the line from the root that has p at `offset` to its left, and the length to the
/// point next to p. False: none, p is too close.
bool wend_disc_touch(const wend_path_query *query, const wend_disc_root *root, wend_vec2 p,
                     double offset, wend_vec2 *direction, double *length);

/// Turn of the root when it leaves in that direction. [Units: radians, >= 0]
double wend_disc_turned(const wend_disc_root *root, wend_vec2 direction);

/// True if the root would have to turn back to leave in that direction.
bool wend_disc_turns_back(const wend_disc_root *root, wend_vec2 direction, double noise);

/// The direction after a turn.
wend_vec2 wend_disc_direction(const wend_disc_root *root, double turn);

// ---- disc_search.c ------------------------------------------------------------------------------

/// Writes the chain of roots as the query's path. False: out of memory.
bool wend_disc_write(wend_path_query *query, wend_disc_end end);

// ---- disc_homotopy.c ----------------------------------------------------------------------------

/// Starts the search by homotopy classes. False: out of memory.
bool wend_class_begin(wend_path_query *query);

/// State of that search.
typedef enum wend_class_state {
    WEND_CLASS_FOUND,    ///< the shortest path is written
    WEND_CLASS_NONE,     ///< there is no path
    WEND_CLASS_SPENT,    ///< the limit of expansions is reached
    WEND_CLASS_GIVEN_UP, ///< undecided
    WEND_CLASS_NO_MEMORY,
} wend_class_state;

/// Continues until the query has reached that number of expansions.
wend_class_state wend_class_run(wend_path_query *query, uint32_t limit);

// ---- disc_taut.c --------------------------------------------------------------------------------

typedef enum wend_taut {
    WEND_TAUT_BEST,    ///< the taut path of the class is shorter than the best, and written
    WEND_TAUT_WORSE,   ///< no path of the class is shorter, or there is none
    WEND_TAUT_UNKNOWN, ///< undecided: a wall that the class does not include is in the way; or out
                       ///< of memory
} wend_taut;

/// Pulls a disc's path taut in the class of a point's path to a piece of the goal. The chain has
/// the corners at which the point's path bends, the gaps are the sides that it crosses.
wend_taut wend_disc_pull(wend_path_query *query, wend_goal_piece goal);

/// Writes the path along the chain's corners as far as it is clear. False: out of memory.
bool wend_disc_pull_partly(wend_path_query *query);

// ---- disc_passage.c -----------------------------------------------------------------------------

/// False if a cell that the class passes through, from gap to gap, is too narrow for the disc.
bool wend_disc_passes(const wend_path_query *query);

// ---- disc_queue.c -------------------------------------------------------------------------------

/// Pushes a copy of the node, with a key of at least the current bound. Sets failed if out of
/// memory.
void wend_disc_push(wend_path_query *query, double key, const wend_disc_node *node);
wend_disc_entry wend_disc_pop(wend_disc_search *search);
/// Records that a candidate has been tried; false if it had been before.
bool wend_disc_try(wend_path_query *query, uint32_t root, uint32_t vertex, int side);
void wend_disc_forget(wend_disc_search *search);

/// Creates the search and its memory for the query's mesh. False: out of memory.
bool wend_disc_reserve(wend_path_query *query);

// ---- disc_clear.c -------------------------------------------------------------------------------

/// True if the straight piece keeps the radius from all walls. Otherwise the corners in its way are
/// in blockers. *cell is a cell with the piece's start, and then one with its end.
bool wend_disc_clear(wend_path_query *query, wend_vec2 from, wend_vec2 direction, double length,
                     uint32_t *cell);

/// The corner nearest to the piece, if the last check failed, that corner is in its way, beside it,
/// and no wall is nearer; else WEND_NONE.
wend_disc_blocker wend_disc_nearest(const wend_path_query *query, wend_vec2 from,
                                    wend_vec2 direction, double length);

/// Maximum turn of a disc around the root's corner before a wall other than the corner's own is in
/// the way, at most `turn`; *open: there is none.
double wend_disc_turn_limit(wend_path_query *query, const wend_disc_root *root, double turn,
                            bool *open);

/// Distance from p to the nearest wall, at most limit; cell contains p.
double wend_disc_clearance(wend_path_query *query, wend_vec2 p, uint32_t cell, double limit);

/// Flood fill of cells: starts with one, continues while there are cells after i in search->flood,
/// each once. False: out of memory.
bool wend_flood_begin(wend_path_query *query, uint32_t cell);
void wend_flood_add(wend_path_query *query, uint32_t cell);

/// A cell that contains p; WEND_NONE: none is free.
uint32_t wend_disc_cell(const wend_mesh *mesh, wend_vec2 p);

// ---- disc_goal.c --------------------------------------------------------------------------------

/// A straight line of possible positions of a disc's centre.
typedef struct wend_disc_line {
    wend_vec2 from, direction; ///< direction is a unit vector
    double length;
    double reach; ///< it does not fit closer to a wall than this
} wend_disc_line;

typedef void wend_stretch_fn(void *context, wend_stretch shut);

/// Reports every part of the line that is closer to a corner or wall than reach; they overlap and
/// are unordered. The cell contains a point of the line.
void wend_disc_shut(wend_path_query *query, const wend_disc_line *line, uint32_t cell,
                    wend_stretch_fn *shut, void *context);

/// The reach for lines whose ends must fit for certain: between the radius and the search's reach.
static inline double wend_disc_fit(const wend_path_query *query)
{
    return 0.5 * (query->disc->reach + query->requested_radius);
}

/// Fills the search's goal with the parts of the query's where the disc fits. WEND_NOT_FOUND:
/// nowhere.
wend_result wend_disc_find_goal(wend_path_query *query, wend_error *error);

// ---- disc_window.c ------------------------------------------------------------------------------

/// Propagates the lines between two limits through a cell that they enter through its side `entry`
/// (WEND_NONE: they leave the root in this cell): adds candidates, goals, and windows at its other
/// sides.
void wend_disc_expand(wend_path_query *query, const wend_disc_node *window, uint32_t cell,
                      uint32_t entry);

/// A lower bound of the distance from a point to the goal.
double wend_disc_to_goal(const wend_path_query *query, wend_vec2 p);

/// A candidate for the next root.
void wend_disc_offer_corner(wend_path_query *query, uint32_t root, uint32_t vertex, int side,
                            uint32_t cell);

// ---- disc_root.c --------------------------------------------------------------------------------

/// Maximum turn of the disc around the corner before it moves along one of the corner's own walls,
/// whose other end is *along (WEND_NONE: it can turn all the way around). Negative if it does not
/// fit here because that wall is too near.
double wend_disc_own_turn(const wend_mesh *mesh, const wend_disc_root *root, double noise,
                          uint32_t *along);

/// Checks a candidate that has been popped and makes it a root.
void wend_disc_arrive(wend_path_query *query, const wend_disc_node *node);
/// Creates windows for the next part of a root's turn.
void wend_disc_turn(wend_path_query *query, uint32_t root);
/// Adds the corners in the way of a piece from the root as candidates.
void wend_disc_repair(wend_path_query *query, uint32_t root);

#endif
