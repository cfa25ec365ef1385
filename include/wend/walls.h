// SPDX-License-Identifier: MIT
// Grid of walls for local motion: nearby walls, clearance, and sliding of a disc along walls.
//
// The grid is built in bulk. Walls may have velocities. Queries are const, do not allocate, and may
// run in any number of threads concurrently.
#ifndef WEND_WALLS_H
#define WEND_WALLS_H

#include "wend/base.h"
#include "wend/floor.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A grid of walls.
typedef struct wend_walls wend_walls;

/// Creates a grid of count walls (equal ends: a point). velocities [opt, count] are the velocities
/// of the walls. reach is the expected query distance; greater query distances work but are slower.
/// No reference is retained. O(count + cells). [Limit: coordinates up to WEND_MAX_COORDINATE]
WEND_API wend_result wend_walls_create(const wend_segment *segments, const wend_vec2 *velocities,
                                       uint32_t count, double reach,
                                       const wend_allocator *allocator, wend_walls **walls,
                                       wend_error *error);

/// Replaces all walls; existing memory is reused if it is sufficient. On failure the grid is empty.
WEND_API wend_result wend_walls_rebuild(wend_walls *walls, const wend_segment *segments,
                                        const wend_vec2 *velocities, uint32_t count, double reach,
                                        wend_error *error);

/// Destroys a grid. In this function and in all queries NULL is allowed and means no walls.
WEND_API void wend_walls_destroy(wend_walls *walls);

/// Number of walls.
WEND_API uint32_t wend_walls_count(const wend_walls *walls);

/// A wall near a point.
typedef struct wend_wall_near {
    wend_vec2 point;    ///< the wall's point closest to the query point
    wend_vec2 velocity; ///< [Units: m/s]
    double distance;    ///< [Units: m]
    uint32_t wall;
} wend_wall_near;

/// The walls within distance of p, nearest first (equal distances by number), at most capacity of
/// them. Returns the number written. If several walls share their closest point, a corner, only the
/// first is written: a corner is one obstacle.
WEND_API uint32_t wend_walls_near(const wend_walls *walls, wend_vec2 p, double distance,
                                  wend_wall_near *near, uint32_t capacity);

/// Distance from p to the nearest wall, at most limit.
WEND_API double wend_walls_clearance(const wend_walls *walls, wend_vec2 p, double limit);

/// End position of a disc that starts at p and moves by `by`: it stops where it touches a wall and
/// slides along the wall with the rest of the move. On its path the centre keeps the radius from
/// all walls (minus wend_walls_slack); if it starts closer, it comes no closer. It never crosses a
/// wall. Velocities of walls are ignored.
WEND_API wend_vec2 wend_walls_slide(const wend_walls *walls, wend_vec2 p, wend_vec2 by,
                                    double radius);

/// Bound of the rounding error of the distance that wend_walls_slide keeps, for moves no longer
/// than the walls' coordinates: 2^-40 of the largest coordinate, 1e-10 m for 100 m. That no wall is
/// crossed is exact. [Units: m]
WEND_API double wend_walls_slack(const wend_walls *walls);

#ifdef __cplusplus
}
#endif

#endif
