// SPDX-License-Identifier: MIT
// The floor: the bounds and the obstacles in them, as one set of walls that knows its free side.
//
// A floor can be made of any finite shapes; wend_floor_flaws says what is unsound about it, and the
// structures that are built on a floor want it sound. Obstacles may touch (share corners, stretches
// of wall, or have an end in the middle of another's wall) but not overlap. In detail:
// - Polygons, and the bounds around them, may have corners and stretches of wall in common.
// - A segment may end on a wall or a corner of anything, and run along a polygon's wall. But two
//   segments may not cross in an X (split them there), nor run along each other (the same wall
//   twice).
// - A point may lie on any wall, but not where another point is.
// - A hole may touch the outline or another hole in single points, but not share a wall with it.
//   Obstacles may stand in holes.
#ifndef WEND_FLOOR_H
#define WEND_FLOOR_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Coordinates beyond this are refused: squares and products of four of them stay well in range,
/// and no plan is as large. [Units: m]
#define WEND_MAX_COORDINATE 1e9

/// One obstacle: a point (1 vertex), a segment (2), or a polygon (3 or more) that may have holes.
typedef struct wend_shape {
    const wend_vec2 *points;   ///< the rings one after the other, in any orientation
    const uint32_t *ring_ends; ///< [ring_count] where each ring ends in points; the first is the
                               ///< outside, the others are holes. NULL: one ring, no holes.
    uint32_t ring_count;       ///< ignored if ring_ends is NULL
    uint32_t point_count;
} wend_shape;

typedef struct wend_floor_def {
    const wend_vec2 *bounds; ///< a ring; NULL: the whole plane is free but for the obstacles
    uint32_t bounds_count;
    const wend_shape *shapes;
    uint32_t shape_count;
    double tolerance; ///< 0: wend_tolerance of everything's box [Units: m]
    wend_allocator allocator;
    uint32_t cookie; ///< set by wend_default_floor_def
} wend_floor_def;

WEND_API wend_floor_def wend_default_floor_def(void);

/// The one tolerance of a scene of that size: 2^-36 of the box's longer side or the greatest
/// coordinate in it, whichever is greater, rounded up to a power of two; 1.9e-9 m for 100 m.
/// Constructed points are trusted to this much. An empty box counts as 1 m.
WEND_API double wend_tolerance(wend_box box);

/// Features that do not touch must lie this many tolerances apart.
#define WEND_GAP_TOLERANCES 10

typedef struct wend_floor wend_floor;

/// Makes a floor. Refuses (WEND_UNSOUND, with the place if it has one) only what is not finite,
/// beyond WEND_MAX_COORDINATE, or a ring with fewer than 3 vertices; other flaws are for
/// wend_floor_flaws. No reference to def or its arrays is retained.
WEND_API wend_result wend_floor_create(const wend_floor_def *def, wend_floor **floor,
                                       wend_error *error);

WEND_API void wend_floor_destroy(wend_floor *floor);

WEND_API double wend_floor_tolerance(const wend_floor *floor);

/// The box around the bounds and all shapes.
WEND_API wend_box wend_floor_box(const wend_floor *floor);

/// In a wend_flaw: the bounds, not one of the shapes.
#define WEND_BOUNDS UINT32_MAX

typedef enum wend_flaw_kind {
    WEND_FLAW_NOT_SIMPLE, ///< a ring that touches or crosses itself, or has no area
    WEND_FLAW_CROSSING,   ///< walls of two shapes (or rings of one) cross, or one enters the other
    WEND_FLAW_OVERLAP,    ///< a shape inside another, or the same twice
    WEND_FLAW_OUTSIDE,    ///< a shape outside the bounds
    WEND_FLAW_HOLE,       ///< a hole that is not inside its polygon
    WEND_FLAW_TOO_CLOSE,  ///< two features nearly touch (WEND_GAP_TOLERANCES)
} wend_flaw_kind;

/// wend_floor_flaws stops looking when it has found this many.
#define WEND_MAX_FLAWS 65536

/// One thing that is unsound.
typedef struct wend_flaw {
    wend_flaw_kind kind;
    /// The shape at fault (of two that clash the later one, or the one inside) and its vertex, the
    /// one before the place where that is on a wall; counted through all its rings.
    uint32_t shape, vertex;
    uint32_t other; ///< the other shape, equal to shape where there is none
    wend_vec2 place;
    char text[240]; ///< what is wrong and what would be right, without the place
} wend_flaw;

/// Everything that is unsound: one flaw for each pair of shapes at most, the gravest (in the order
/// of the kinds), in order of shape, vertex. Not compared with others: the inside of a shape that
/// is not simple; and of several shapes around another only the innermost is named. Writes at most
/// capacity flaws and their whole number to *count: WEND_OK if 0, else WEND_UNSOUND (also when they
/// do not all fit), or WEND_NO_MEMORY. Exact but for near misses. Takes O(n log n + k) for n walls
/// of which k pairs have boxes that meet. Uses the floor's allocator, so not from two threads at
/// once unless that allows it; the other questions may be asked from any number of threads.
WEND_API wend_result wend_floor_flaws(const wend_floor *floor, wend_flaw *flaws, uint32_t capacity,
                                      uint32_t *count, wend_error *error);

typedef enum wend_place {
    WEND_PLACE_FREE,
    WEND_PLACE_WALL,  ///< exactly on a wall
    WEND_PLACE_SOLID, ///< inside an obstacle
    WEND_PLACE_OUT,   ///< outside the bounds
} wend_place;

/// Where p lies on a sound floor; *shape [opt] is the obstacle for SOLID, for WALL the first one
/// whose wall it is (WEND_BOUNDS if only theirs), and untouched for FREE. Exact, in O(log n) for
/// walls that are spread out. [Limit: p finite]
WEND_API wend_place wend_floor_locate(const wend_floor *floor, wend_vec2 p, uint32_t *shape);

/// The distance from p to the nearest wall, INFINITY if there is none; *point and *shape [opt] say
/// where and whose (WEND_BOUNDS for the bounds). [Limit: p within WEND_MAX_COORDINATE]
WEND_API double wend_floor_clearance(const wend_floor *floor, wend_vec2 p, wend_vec2 *point,
                                     uint32_t *shape);

#ifdef __cplusplus
}
#endif

#endif
