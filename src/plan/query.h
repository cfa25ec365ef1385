// SPDX-License-Identifier: MIT
// Internals of a path query, shared by the searches for a point and for a disc.
//
// A search is started once and run in slices. It leaves its current path in pieces, length and
// bound.
#ifndef WEND_PLAN_QUERY_H
#define WEND_PLAN_QUERY_H

#include "mesh/mesh.h"
#include "wend/path.h"

/// A piece of the goal in one cell: a segment, or a point where a and b are equal.
typedef struct wend_goal_piece {
    wend_segment at;
    uint32_t cell;
} wend_goal_piece;

typedef wend_array(uint32_t) wend_numbers;

typedef enum wend_query_state {
    WEND_QUERY_IDLE,
    WEND_QUERY_RUNNING, ///< the budget is exhausted: can be continued
} wend_query_state;

struct wend_path_query {
    wend_allocator allocator;
    wend_query_state state;

    // Request.
    const wend_mesh *mesh;
    uint64_t layout; ///< of the mesh
    wend_vec2 from;
    double requested_radius;
    double radius;                    ///< used in the search: see disc_search.c
    wend_numbers start_cells;         ///< that contain from: several on an edge or a corner
    wend_array(wend_goal_piece) goal; ///< sorted by cell; the boundary only, if it is an area
    wend_box goal_box;
    bool goal_is_point;

    // Result.
    wend_array(wend_path_piece) pieces;
    double length, bound;
    uint32_t expansions;

    // For goals other than points (goal.c).
    wend_numbers visited; ///< triangles
    wend_numbers seen;    ///< [triangles] stamps
    uint32_t seen_stamp;

    struct wend_point_search *point; ///< created when first needed
    struct wend_disc_search *disc;
    bool windows_only; ///< discs are never searched by homotopy classes: for tests that compare
                       ///< both methods
};

// ---- goal.c -------------------------------------------------------------------------------------

/// Fills goal, goal_box and goal_is_point with the parts of the goal in free cells that are
/// connected with the start; possibly none. *anywhere: there is free space at the goal at all.
/// False: out of memory.
bool wend_goal_cut(wend_path_query *query, const wend_mesh *mesh, wend_goal goal, bool *anywhere);

/// The first piece in a cell, or a later one, of pieces that are sorted by cell.
static inline uint32_t wend_goal_first(const wend_goal_piece *pieces, uint32_t count, uint32_t cell)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (pieces[middle].cell < cell)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/// The free cells that contain p, each once. False: out of memory.
bool wend_cells_at(const wend_mesh *mesh, const wend_allocator *allocator, wend_vec2 p,
                   wend_numbers *cells);

// ---- the searches -------------------------------------------------------------------------------

/// begin reads the request; run continues for at most budget expansions (0: to the end) and returns
/// WEND_OK, WEND_BUDGET_EXHAUSTED, WEND_NOT_FOUND or WEND_OUT_OF_MEMORY.
wend_result wend_point_begin(wend_path_query *query, wend_error *error);
wend_result wend_point_run(wend_path_query *query, uint32_t budget, wend_error *error);
void wend_point_free(wend_path_query *query);

wend_result wend_disc_begin(wend_path_query *query, wend_error *error);
wend_result wend_disc_run(wend_path_query *query, uint32_t budget, wend_error *error);
void wend_disc_free(wend_path_query *query);

/// Accuracy of lengths on this mesh: the floor's tolerance, or that of its frame, which may be much
/// larger if there are no bounds.
double wend_disc_tolerance(const wend_mesh *mesh);

/// WEND_OK if the disc fits at its start, else WEND_NOT_FOUND.
wend_result wend_disc_stay(wend_path_query *query, wend_error *error);

#endif
