// SPDX-License-Identifier: MIT
// Floor: bounds and obstacles as one set of walls with a free side.
//
// A floor can be created from any finite shapes. wend_floor_validate lists its defects; structures
// built on a floor require a valid one. In a valid floor obstacles may touch (share corners or
// parts of walls, or end on another's wall) but not overlap. In detail:
// - Polygons and the bounds may share corners and parts of walls.
// - A segment may end on a wall or a corner of any shape, and may run along a polygon's wall. Two
//   segments must not cross in an X (split them there) nor run along each other (duplicate wall).
// - A point may lie on any wall, but not at the position of another point.
// - A hole may touch the outline or another hole in single points, but must not share a wall with
//   it. Obstacles may lie in holes.
#ifndef WEND_FLOOR_H
#define WEND_FLOOR_H

#include <math.h>

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Largest absolute value of a coordinate; larger ones are rejected. Squares and products of four
/// coordinates stay well within the range of a double. [Units: m]
#define WEND_MAX_COORDINATE 1e9

/// True if both coordinates are within WEND_MAX_COORDINATE of 0; false for NaN.
static inline bool wend_is_in_range(wend_vec2 p)
{
    return fabs(p.x) <= WEND_MAX_COORDINATE && fabs(p.y) <= WEND_MAX_COORDINATE;
}

/// One obstacle: a point (1 vertex), a segment (2), or a polygon (3 or more) that may have holes.
typedef struct wend_shape {
    const wend_vec2 *points;   ///< rings one after the other, in any orientation
    const uint32_t *ring_ends; ///< [ring_count] end of each ring in points; the first ring is the
                               ///< outline, the others are holes. NULL: one ring, no holes.
    uint32_t ring_count;       ///< ignored if ring_ends is NULL
    uint32_t point_count;
} wend_shape;

/// Definition of a floor. Nothing in it is retained.
typedef struct wend_floor_def {
    const wend_vec2 *bounds; ///< [bounds_count] ring; NULL: the whole plane except the obstacles is
                             ///< free
    uint32_t bounds_count;
    const wend_shape *shapes; ///< [shape_count] obstacles
    uint32_t shape_count;
    double tolerance; ///< 0: wend_tolerance of the bounding box [Units: m]
    wend_allocator allocator;
    uint32_t cookie; ///< set by wend_default_floor_def
} wend_floor_def;

/// No bounds, no shapes, default tolerance, malloc.
WEND_API wend_floor_def wend_default_floor_def(void);

/// Tolerance for a scene of this size: 2^-36 of the box's longer side or of its largest coordinate,
/// whichever is greater, rounded up to a power of two; 1.9e-9 m for 100 m. Constructed points are
/// accurate to this distance. An empty box counts as 1 m.
WEND_API double wend_tolerance(wend_box box);

/// Minimum distance of features that do not touch, in tolerances.
#define WEND_GAP_TOLERANCES 10

/// A floor. Immutable.
typedef struct wend_floor wend_floor;

/// Creates a floor. Returns WEND_INVALID_GEOMETRY (with the position, if there is one) only for
/// non-finite coordinates, coordinates beyond WEND_MAX_COORDINATE and rings with fewer than 3
/// vertices; wend_floor_validate reports all other defects. No reference to def or its arrays is
/// retained.
WEND_API wend_result wend_floor_create(const wend_floor_def *def, wend_floor **floor,
                                       wend_error *error);

/// Destroys a floor. NULL is allowed.
WEND_API void wend_floor_destroy(wend_floor *floor);

/// Tolerance of the floor: that of its definition, or the default. [Units: m]
WEND_API double wend_floor_tolerance(const wend_floor *floor);

/// Bounding box of the bounds and all shapes.
WEND_API wend_box wend_floor_box(const wend_floor *floor);

/// Shape number of the bounds, in a wend_defect.
#define WEND_BOUNDS UINT32_MAX

/// Kinds of defects, the most severe first.
typedef enum wend_defect_kind {
    WEND_DEFECT_NOT_SIMPLE, ///< a ring touches or crosses itself, or has no area
    WEND_DEFECT_CROSSING,  ///< walls of two shapes (or rings of one) cross, or one enters the other
    WEND_DEFECT_OVERLAP,   ///< a shape lies inside another, or is a duplicate
    WEND_DEFECT_OUTSIDE,   ///< a shape lies outside the bounds
    WEND_DEFECT_HOLE,      ///< a hole is not inside its polygon
    WEND_DEFECT_TOO_CLOSE, ///< two features nearly touch (WEND_GAP_TOLERANCES)
} wend_defect_kind;

/// Maximum number of defects that wend_floor_validate finds before it stops.
#define WEND_MAX_DEFECTS 65536

/// One defect.
typedef struct wend_defect {
    wend_defect_kind kind;
    /// The shape at fault (of two conflicting shapes the later one, or the inner one) and its
    /// vertex, counted through all its rings. If the defect lies on a wall, the vertex is the
    /// wall's first.
    uint32_t shape, vertex;
    uint32_t other; ///< the other shape; equal to shape if there is none
    wend_vec2 position;
    char text[240]; ///< what is wrong and how to correct it, without the position
} wend_defect;

/// Finds all defects: at most one per pair of shapes, the most severe (in the order of the kinds),
/// sorted by shape and vertex. The interior of a shape that is not simple is not compared with
/// other shapes; of several shapes around another only the innermost is reported. Writes at most
/// capacity defects and their total number to *count. Returns WEND_OK if there are none, else
/// WEND_INVALID_GEOMETRY (even if they do not all fit), or WEND_OUT_OF_MEMORY. Exact, except for
/// WEND_DEFECT_TOO_CLOSE. O(n log n + k) for n walls and k pairs of walls with intersecting
/// bounding boxes.
/// Allocates from the floor's allocator: concurrent calls need a thread-safe allocator. All other
/// queries are thread-safe.
WEND_API wend_result wend_floor_validate(const wend_floor *floor, wend_defect *defects,
                                         uint32_t capacity, uint32_t *count, wend_error *error);

/// Location of a point relative to a floor or mesh.
typedef enum wend_location {
    WEND_LOCATION_FREE,
    WEND_LOCATION_BOUNDARY, ///< exactly on a wall
    WEND_LOCATION_SOLID,    ///< inside an obstacle
    WEND_LOCATION_OUTSIDE,  ///< outside the bounds
} wend_location;

/// Location of p on a valid floor. *shape [opt] is the obstacle for SOLID; for BOUNDARY the first
/// shape with that wall (WEND_BOUNDS if there is no other); not written for FREE. Exact. O(log n)
/// for evenly spread walls. [Limit: p finite]
WEND_API wend_location wend_floor_locate(const wend_floor *floor, wend_vec2 p, uint32_t *shape);

/// Distance from p to the nearest wall; INFINITY if there are no walls. *point and *shape [opt] are
/// the closest point and its shape (WEND_BOUNDS for the bounds).
/// [Limit: p within WEND_MAX_COORDINATE]
WEND_API double wend_floor_clearance(const wend_floor *floor, wend_vec2 p, wend_vec2 *point,
                                     uint32_t *shape);

#ifdef __cplusplus
}
#endif

#endif
