// SPDX-License-Identifier: MIT
// Plane geometry: exact predicates, segments, polygons, boxes.
//
// The predicates are exact for every finite double: they return the sign that real arithmetic
// would, whatever the rounding. Constructed points (closest, intersection) carry rounding, and say
// how much.
#ifndef WEND_GEOMETRY_H
#define WEND_GEOMETRY_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- predicates (exact) -------------------------------------------------------------------------

/// +1 if c lies to the left of the line from a to b, -1 to the right, 0 on it.
WEND_API int wend_orient2d(wend_vec2 a, wend_vec2 b, wend_vec2 c);

/// +1 if d lies inside the circle through a, b, c (counter-clockwise), -1 outside, 0 on it. The
/// sign is reversed if a, b, c run clockwise; for collinear a, b, c it is the sign of the
/// determinant.
WEND_API int wend_incircle(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d);

/// True if p lies on the closed segment.
WEND_API bool wend_on_segment(wend_segment s, wend_vec2 p);

// ---- boxes --------------------------------------------------------------------------------------

/// The box that holds nothing; wend_box_add makes it grow.
WEND_API wend_box wend_box_empty(void);

/// The smallest box with box and p in it.
WEND_API wend_box wend_box_add(wend_box box, wend_vec2 p);

/// The smallest box around both.
WEND_API wend_box wend_box_join(wend_box a, wend_box b);

/// The smallest box around count points; empty for none.
WEND_API wend_box wend_box_of(const wend_vec2 *points, size_t count);

/// True if the closed boxes share a point.
WEND_API bool wend_box_meets(wend_box a, wend_box b);

/// The distance from p to the closed box; 0 inside.
WEND_API double wend_box_distance(wend_box box, wend_vec2 p);

// ---- segments -----------------------------------------------------------------------------------
// [Limit for constructed points and distances: coordinates up to 1e150]

/// The point of the segment that is closest to p, in the box of the segment and within 5e-15 of the
/// largest coordinate (or within 1e-140); an end of the segment is returned as it is.
WEND_API wend_vec2 wend_segment_closest(wend_segment s, wend_vec2 p);

/// The distance from p to wend_segment_closest, hence never less than the distance to a box around
/// the segment.
WEND_API double wend_segment_distance(wend_segment s, wend_vec2 p);

/// The distance between two segments, 0 if and only if they meet (decided exactly); *on_s and *on_t
/// [opt] are closest points, equal when they meet.
WEND_API double wend_segments_distance(wend_segment s, wend_segment t, wend_vec2 *on_s,
                                       wend_vec2 *on_t);

/// How two segments meet. Decided exactly.
typedef enum wend_meeting {
    WEND_APART,   ///< no common point
    WEND_TOUCH,   ///< one common point, an end of at least one of them
    WEND_CROSS,   ///< one common point, inside both
    WEND_OVERLAP, ///< a common stretch of positive length
} wend_meeting;

/// How s and t meet; *at [opt] is written if they do. It is exact where it is an end, rounded but
/// in the boxes of both for a crossing, the first end of the common stretch (in the order of s) for
/// an overlap.
WEND_API wend_meeting wend_segments_meet(wend_segment s, wend_segment t, wend_vec2 *at);

// ---- polygons: rings of vertices, the last joined to the first ---------------------------------

/// The area, positive if the ring runs counter-clockwise. Summed around the first vertex, so that a
/// ring far from the origin loses nothing.
WEND_API double wend_polygon_area(const wend_vec2 *ring, size_t count);

/// +1 counter-clockwise, -1 clockwise, 0 no area. Exact for a simple ring.
WEND_API int wend_polygon_orientation(const wend_vec2 *ring, size_t count);

typedef enum wend_side {
    WEND_OUTSIDE = -1,
    WEND_ON = 0,
    WEND_INSIDE = 1,
} wend_side;

/// Where p lies, by the even-odd rule. Exact, in O(count).
WEND_API wend_side wend_polygon_locate(const wend_vec2 *ring, size_t count, wend_vec2 p);

/// WEND_OK if the ring is simple: no two edges have a point in common but neighbours their common
/// vertex. Otherwise WEND_UNSOUND with the place, if it has one, and the edges in error. Exact, in
/// O(count log count). Fewer than 3 vertices, equal neighbours and values that are not finite are
/// unsound too. Scratch memory comes from allocator [opt].
WEND_API wend_result wend_polygon_check(const wend_vec2 *ring, size_t count,
                                        const wend_allocator *allocator, wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
