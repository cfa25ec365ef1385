// SPDX-License-Identifier: MIT
// Exact shortest paths on a mesh, for a point or a disc of any radius; the radius belongs to the
// query.
//
// The length is returned with a proven lower bound; the two are equal unless the budget stopped the
// search. The centre of a disc never comes closer to a wall than the radius: every piece of a path
// is checked for this before it is returned.
#ifndef WEND_PATH_H
#define WEND_PATH_H

#include "wend/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Goal region: a point (1 vertex), a segment (2) or an area (3 or more: a simple polygon in any
/// orientation). A disc reaches the goal when its centre does.
typedef struct wend_goal {
    const wend_vec2 *points;
    uint32_t count; ///< [Limit: 1..WEND_MAX_GOAL_POINTS; coordinates up to WEND_MAX_COORDINATE]
} wend_goal;

/// Maximum number of points of a goal.
#define WEND_MAX_GOAL_POINTS 65536

typedef struct wend_path_request {
    wend_vec2 from;
    wend_goal goal;
    double radius;   ///< disc radius; a point up to the floor's tolerance [Limit: >= 0] [Units: m]
    uint32_t budget; ///< maximum number of expansions; 0: no limit
    uint32_t cookie; ///< set by wend_default_path_request
} wend_path_request;

/// Radius 0, no limit, no goal yet.
WEND_API wend_path_request wend_default_path_request(void);

/// A piece of a path: a straight segment, or an arc around a corner.
typedef struct wend_path_piece {
    wend_vec2 a, b;
    wend_vec2 corner; ///< centre of an arc; equal to a for a straight piece
    int turn;         ///< 0: straight, 1: counter-clockwise around corner, -1: clockwise
} wend_path_piece;

typedef struct wend_path {
    const wend_path_piece *pieces; ///< from start to goal; none if the start is in the goal. Valid
                                   ///< until the next call with this query.
    uint32_t piece_count;
    double length; ///< length of the path [Units: m]
    double bound;  ///< lower bound of the length of any path to the goal; INFINITY if there is none
    double radius; ///< radius of the request
    uint32_t expansions; ///< expanded windows since wend_path_find
} wend_path;

/// A search: its memory, reused between queries, and its state between slices. Use one per thread;
/// any number of queries may search one mesh concurrently.
typedef struct wend_path_query wend_path_query;

/// Creates a search. allocator [opt].
WEND_API wend_result wend_path_query_create(const wend_allocator *allocator,
                                            wend_path_query **query, wend_error *error);
/// Destroys a search. NULL is allowed.
WEND_API void wend_path_query_destroy(wend_path_query *query);

/// Finds the shortest path. Results:
/// - WEND_OK: path is the shortest, length equals bound.
/// - WEND_BUDGET_EXHAUSTED: path leads as close to the goal as was found (or to the goal, if its
///   last piece ends there, but may not be shortest); bound is the proven lower bound.
///   wend_path_continue resumes the search.
/// - WEND_NOT_FOUND: there is no path. error states whether the start, the goal or the space
///   between them is the cause. Returned without a search if not even a point has a path.
/// - WEND_BAD_ARGUMENT, WEND_OUT_OF_MEMORY.
///
/// The mesh must not change until the last wend_path_continue. The first query after an edit, in
/// any thread, also determines which parts of the mesh are dead ends: about 50 ns per cell.
WEND_API wend_result wend_path_find(wend_path_query *query, const wend_mesh *mesh,
                                    const wend_path_request *request, wend_path *path,
                                    wend_error *error);

/// Resumes a search whose budget was exhausted, with `budget` more expansions. Returns WEND_STALE
/// if the mesh has changed since, WEND_BAD_ARGUMENT if there is no search to resume.
WEND_API wend_result wend_path_continue(wend_path_query *query, uint32_t budget, wend_path *path,
                                        wend_error *error);

/// Converts the path to points. Arcs become tangents that lie at most error outside the arc
/// [Units: m], never closer to its corner. Writes at most capacity points and their total number to
/// *count. Returns WEND_BUFFER_TOO_SMALL if they do not all fit.
WEND_API wend_result wend_path_points(const wend_path *path, double error, wend_vec2 *points,
                                      uint32_t capacity, uint32_t *count);

/// Minimum distance from a piece to the walls, at most limit; exact up to rounding.
/// [Limit: the piece lies in free space]
WEND_API double wend_path_clearance(wend_path_query *query, const wend_mesh *mesh,
                                    const wend_path_piece *piece, double limit);

#ifdef __cplusplus
}
#endif

#endif
