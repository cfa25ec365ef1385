// SPDX-License-Identifier: MIT
// Shortest paths on a mesh, for a point or a disc of any radius: the radius belongs to the query.
//
// The path is shortest, exactly: its length is returned with a proven lower bound, and the two are
// equal unless the search was stopped by its budget. The centre of a disc never comes closer to a
// wall than the radius; each piece of a path is checked for that before it is returned.
#ifndef WEND_PATH_H
#define WEND_PATH_H

#include "wend/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Where to go: a point (1), a segment (2) or an area (3 or more, a simple polygon, in any
/// orientation). A disc is there when its centre is.
typedef struct wend_goal {
    const wend_vec2 *points;
    uint32_t count; ///< [Limit: 1..WEND_MAX_GOAL_POINTS; coordinates up to WEND_MAX_COORDINATE]
} wend_goal;

#define WEND_MAX_GOAL_POINTS 65536

typedef struct wend_path_request {
    wend_vec2 from;
    wend_goal goal;
    double radius;   ///< of the disc; up to the floor's tolerance: a point [Limit: >= 0] [Units: m]
    uint32_t budget; ///< most expansions; 0: no limit
    uint32_t cookie; ///< set by wend_default_path_request
} wend_path_request;

/// Radius 0, no limit, no goal yet.
WEND_API wend_path_request wend_default_path_request(void);

/// A piece of a path: straight, or an arc around a corner.
typedef struct wend_path_piece {
    wend_vec2 a, b;
    wend_vec2 corner; ///< the centre of an arc; of a straight piece, a
    int turn;         ///< 0 straight, 1 counter-clockwise around corner, -1 clockwise
} wend_path_piece;

typedef struct wend_path {
    const wend_path_piece *pieces; ///< from the start on; none if it is there already. Valid until
                                   ///< the query is used again.
    uint32_t piece_count;
    double length;       ///< of the pieces
    double bound;        ///< no path to the goal is shorter; INFINITY if there is none
    double radius;       ///< as asked
    uint32_t expansions; ///< windows looked through, since wend_path_find
} wend_path;

/// A search: its memory, reused from query to query, and its state between slices. One for each
/// thread; any number may work on one mesh at once.
typedef struct wend_path_query wend_path_query;

WEND_API wend_result wend_path_query_create(const wend_allocator *allocator,
                                            wend_path_query **query, wend_error *error);
WEND_API void wend_path_query_destroy(wend_path_query *query);

/// Finds the shortest path. Results:
/// - WEND_OK: path is the shortest, length equals bound.
/// - WEND_BUDGET_SPENT: path leads as near to the goal as was found (or to it, if length is finite
///   and the last piece ends there, but may not be shortest); bound says what is proven.
///   wend_path_continue goes on.
/// - WEND_NOTHING: there is no path; error says whether the start, the goal or the way is at fault.
///   Said at once where not even a point could get there.
/// - WEND_BAD_ARGUMENT, WEND_NO_MEMORY.
/// The mesh must stay as it is until the last wend_path_continue. The first query after an edit, of
/// any thread, also finds out which parts of the mesh lead nowhere: about 50 ns for each cell.
WEND_API wend_result wend_path_find(wend_path_query *query, const wend_mesh *mesh,
                                    const wend_path_request *request, wend_path *path,
                                    wend_error *error);

/// Goes on with a search whose budget was spent, for so many more expansions. WEND_STALE if the
/// mesh has changed since; WEND_BAD_ARGUMENT if there is nothing to go on with.
WEND_API wend_result wend_path_continue(wend_path_query *query, uint32_t budget, wend_path *path,
                                        wend_error *error);

/// The path as points, arcs as tangents that lie outside the arc by at most error [Units: m] (and
/// never nearer to its corner). Writes at most capacity points and their whole number to *count;
/// WEND_BUFFER_TOO_SMALL if there were more.
WEND_API wend_result wend_path_points(const wend_path *path, double error, wend_vec2 *points,
                                      uint32_t capacity, uint32_t *count);

/// The least distance from a piece to the walls, no more than limit: exact but for rounding.
/// [Limit: the piece lies in free space]
WEND_API double wend_path_clearance(wend_path_query *query, const wend_mesh *mesh,
                                    const wend_path_piece *piece, double limit);

#ifdef __cplusplus
}
#endif

#endif
