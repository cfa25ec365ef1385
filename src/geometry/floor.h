// SPDX-License-Identifier: MIT
// Internals of a floor: points, rings and walls.
//
// Points are stored ring by ring; wall i runs from point i to the next point of its ring. Every
// ring has its solid to the left: outlines are counter-clockwise, holes and the bounds clockwise. A
// segment is a ring of two points whose walls are its two sides; a point is a ring of one point,
// whose wall has no length. Neither has a solid. Rings are in the order of the shapes, the bounds
// last, so of otherwise equal rings the smallest number belongs to the first shape.
#ifndef WEND_GEOMETRY_FLOOR_H
#define WEND_GEOMETRY_FLOOR_H

#include "core/array.h"
#include "geometry/points.h"
#include "wend/floor.h"
#include "wend/geometry.h"
#include "wend/index.h"

/// No ring, no wall.
#define WEND_NO_RING UINT32_MAX
#define WEND_NO_WALL WEND_NO_ITEM

typedef enum wend_ring_role {
    WEND_RING_POINT,
    WEND_RING_SEGMENT,
    WEND_RING_OUTLINE,
    WEND_RING_HOLE,
    WEND_RING_BOUNDS,
} wend_ring_role;

typedef struct wend_ring {
    uint32_t first, count; ///< its points and walls
    uint32_t shape;        ///< WEND_BOUNDS for the bounds
    uint32_t vertex; ///< vertex number of the ring's first vertex within the shape, in the caller's
                     ///< order
    wend_ring_role role;
    bool reversed; ///< stored against the caller's order
    wend_box box;
} wend_ring;

struct wend_floor {
    wend_allocator allocator;
    wend_vec2 *points;
    uint32_t *ring_of; ///< for each wall
    wend_ring *rings;
    uint32_t wall_count, ring_count;
    uint32_t shape_count;
    bool has_bounds;
    wend_index *index; ///< walls by number
    wend_box box;
    double tolerance;
    double first_window; ///< initial height of the search window of wend_floor_below
};

static inline uint32_t wend_wall_next(const wend_floor *floor, uint32_t wall)
{
    const wend_ring *ring = &floor->rings[floor->ring_of[wall]];
    return wall + 1 < ring->first + ring->count ? wall + 1 : ring->first;
}

static inline uint32_t wend_wall_previous(const wend_floor *floor, uint32_t wall)
{
    const wend_ring *ring = &floor->rings[floor->ring_of[wall]];
    return wall > ring->first ? wall - 1 : ring->first + ring->count - 1;
}

static inline wend_segment wend_wall_segment(const wend_floor *floor, uint32_t wall)
{
    return (wend_segment){floor->points[wall], floor->points[wend_wall_next(floor, wall)]};
}

/// The caller's number of a vertex for a position on a wall: that of the wall's first vertex if the
/// position is there, else that of the end that comes first in the caller's order.
static inline uint32_t wend_wall_vertex(const wend_floor *floor, uint32_t wall, wend_vec2 position)
{
    const wend_ring *ring = &floor->rings[floor->ring_of[wall]];
    if (ring->reversed && !wend_equal(floor->points[wall], position))
        wall = wend_wall_next(floor, wall);
    uint32_t k = wall - ring->first;
    return ring->vertex + (ring->reversed ? ring->count - 1 - k : k);
}

/// wend_on_segment, with a fast path for the ends, for which the exact predicate is slowest.
static inline bool wend_wall_holds(wend_segment wall, wend_vec2 p)
{
    return wend_equal(wall.a, p) || wend_equal(wall.b, p) || wend_on_segment(wall, p);
}

/// Selects the walls considered by wend_floor_below.
typedef struct wend_below_filter {
    const uint8_t *unclear; ///< [opt] per ring: not 0 if it is ignored
    bool one_shape;         ///< only walls of `shape`
    uint32_t shape;
} wend_below_filter;

/// Result of wend_floor_below.
typedef struct wend_below {
    uint32_t on;    ///< the first ring that contains the point; the other results ignore that ring
    uint32_t ring;  ///< the first polygon or bounds with a wall at the highest position below;
                    ///< WEND_NO_RING: none
    uint32_t solid; ///< the first ring there whose solid is above the wall; WEND_NO_RING: none
} wend_below;

/// Casts a ray straight down from p, ignoring walls that contain p. Exact if no walls cross.
wend_below wend_floor_below(const wend_floor *floor, wend_vec2 p, wend_below_filter filter);

#endif
