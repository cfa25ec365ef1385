// SPDX-License-Identifier: MIT
// Walls for those who move among them: which are near, and how far can a disc go?
//
// A grid of segments, made at once. Walls may move: then each has a velocity. Queries are const and
// take no memory: any number of threads may ask at once.
#ifndef WEND_WALLS_H
#define WEND_WALLS_H

#include "wend/base.h"
#include "wend/floor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_walls wend_walls;

/// A grid of count walls (a point where both ends are equal); velocities [opt, count] says how they
/// move. reach is the distance within which they will be looked for; a greater one is allowed and
/// slower. No reference is retained. O(count + cells). [Limit: coordinates up to
/// WEND_MAX_COORDINATE]
WEND_API wend_result wend_walls_create(const wend_segment *segments, const wend_vec2 *velocities,
                                       uint32_t count, double reach,
                                       const wend_allocator *allocator, wend_walls **walls,
                                       wend_error *error);

/// Makes it again of other walls, in the memory it has where that is enough. When it fails it is
/// empty.
WEND_API wend_result wend_walls_rebuild(wend_walls *walls, const wend_segment *segments,
                                        const wend_vec2 *velocities, uint32_t count, double reach,
                                        wend_error *error);

/// NULL is allowed, here and in all questions: no walls.
WEND_API void wend_walls_destroy(wend_walls *walls);

WEND_API uint32_t wend_walls_count(const wend_walls *walls);

/// A wall near a point.
typedef struct wend_wall_near {
    wend_vec2 point;    ///< its point closest to the asked one
    wend_vec2 velocity; ///< [Units: m/s]
    double distance;    ///< [Units: m]
    uint32_t wall;
} wend_wall_near;

/// The walls no further than distance from p, the nearest first (equal ones by number), at most
/// capacity of them: then the nearest. Returns how many were written. Of walls that meet in a
/// corner which is their closest point, only the first is written: one corner is one thing to
/// avoid.
WEND_API uint32_t wend_walls_near(const wend_walls *walls, wend_vec2 p, double distance,
                                  wend_wall_near *near, uint32_t capacity);

/// The distance from p to the nearest wall, no more than limit.
WEND_API double wend_walls_clearance(const wend_walls *walls, wend_vec2 p, double limit);

/// Where a disc ends that starts at p and wants to move by `by`: it stops where it touches a wall
/// and slides along with what is left of its move. On the way its centre never comes closer to a
/// wall than the radius (less wend_walls_slack), or, if it starts closer, not closer than it is;
/// it never crosses a wall. The velocities of walls are not looked at.
WEND_API wend_vec2 wend_walls_slide(const wend_walls *walls, wend_vec2 p, wend_vec2 by,
                                    double radius);

/// What rounding may take from the distance that wend_walls_slide keeps, in moves that are no
/// longer than the walls' coordinates: 2^-40 of the largest of these, 1e-10 for 100 m. That no wall
/// is crossed is exact. [Units: m]
WEND_API double wend_walls_slack(const wend_walls *walls);

#ifdef __cplusplus
}
#endif

#endif
