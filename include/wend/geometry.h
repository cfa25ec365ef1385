// SPDX-License-Identifier: MIT
// Plane geometry: exact predicates, boxes, segments, polygons.
//
// Predicates are exact for all finite doubles: they return the sign that real arithmetic would
// give. Constructed points (closest points, intersections) are rounded; each function documents its
// error.
#ifndef WEND_GEOMETRY_H
#define WEND_GEOMETRY_H

#include "wend/vec2.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- predicates (exact) -------------------------------------------------------------------------

/// +1 if c lies to the left of the line from a to b, -1 to the right, 0 on the line.
WEND_API int wend_orient2d(wend_vec2 a, wend_vec2 b, wend_vec2 c);

/// +1 if d lies inside the circle through a, b, c (counter-clockwise), -1 outside, 0 on it. The
/// sign is reversed if a, b, c are clockwise; for collinear a, b, c it is the sign of the
/// determinant.
WEND_API int wend_incircle(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d);

/// True if p lies on the closed segment.
WEND_API bool wend_on_segment(wend_segment s, wend_vec2 p);

// ---- boxes --------------------------------------------------------------------------------------

/// The empty box, neutral element of wend_box_add and wend_box_join.
WEND_API wend_box wend_box_empty(void);

/// The smallest box that contains box and p.
WEND_API wend_box wend_box_add(wend_box box, wend_vec2 p);

/// The smallest box that contains a and b.
WEND_API wend_box wend_box_join(wend_box a, wend_box b);

/// Bounding box of count points; empty if count is 0.
WEND_API wend_box wend_box_of(const wend_vec2 *points, size_t count);

/// True if the closed boxes share a point.
WEND_API bool wend_box_meets(wend_box a, wend_box b);

/// Distance from p to the closed box; 0 inside.
WEND_API double wend_box_distance(wend_box box, wend_vec2 p);

// ---- segments -----------------------------------------------------------------------------------
// [Limit for constructed points and distances: coordinates up to 1e150]

/// The point of the segment closest to p. It lies in the bounding box of the segment, within 5e-15
/// of the largest coordinate (or 1e-140) of the exact point. If an end is closest, it is returned
/// exactly.
WEND_API wend_vec2 wend_segment_closest(wend_segment s, wend_vec2 p);

/// Distance from p to wend_segment_closest; never less than the distance to a box around the
/// segment.
WEND_API double wend_segment_distance(wend_segment s, wend_vec2 p);

/// Distance between two segments; 0 if and only if they meet (decided exactly). *on_s and *on_t
/// [opt] are closest points, equal if the segments meet.
WEND_API double wend_segments_distance(wend_segment s, wend_segment t, wend_vec2 *on_s,
                                       wend_vec2 *on_t);

/// Number of points of wend_touch_border.
#define WEND_TOUCH_POINTS 34

/// A convex polygon, counter-clockwise, of positions within `reach` of a segment or point: those
/// from which a disc of about that radius touches it. Its corners are at that distance, its arcs
/// are chords inside the true ones by less than 0.5 % of reach. Returns WEND_TOUCH_POINTS.
WEND_API uint32_t wend_touch_border(wend_segment s, double reach,
                                    wend_vec2 points[WEND_TOUCH_POINTS]);

/// Relation of two segments.
typedef enum wend_meeting {
    WEND_APART,   ///< no common point
    WEND_TOUCH,   ///< one common point, an end of at least one segment
    WEND_CROSS,   ///< one common point, interior to both
    WEND_OVERLAP, ///< a common part of positive length
} wend_meeting;

/// Relation of s and t, decided exactly. *at [opt] is a common point if there is one: exact if it
/// is an end, rounded but in both bounding boxes for a crossing, the first end of the common part
/// (in the order of s) for an overlap.
WEND_API wend_meeting wend_segments_meet(wend_segment s, wend_segment t, wend_vec2 *at);

// ---- curves -------------------------------------------------------------------------------------

/// A straight segment, or an arc of less than 360 degrees.
typedef struct wend_curve_piece {
    wend_vec2 a, b;
    wend_vec2 centre; ///< centre of the arc; unused for a straight piece
    int turn;         ///< 0: straight, 1: left (counter-clockwise) around centre, -1: right
    double begin;     ///< arc length from the start of the curve [Units: m]
} wend_curve_piece;

// ---- polygons: rings of vertices, the last joined to the first ---------------------------------

/// Signed area, positive if the ring is counter-clockwise. Summed relative to the first vertex, so
/// rings far from the origin lose no precision.
WEND_API double wend_polygon_area(const wend_vec2 *ring, size_t count);

/// Centroid of the area of a ring; the mean of the vertices if that is 0. [Limit: count >= 1]
WEND_API wend_vec2 wend_polygon_centroid(const wend_vec2 *ring, size_t count);

/// +1: counter-clockwise, -1: clockwise, 0: no area. Exact for a simple ring.
WEND_API int wend_polygon_orientation(const wend_vec2 *ring, size_t count);

typedef enum wend_side {
    WEND_OUTSIDE = -1,
    WEND_ON = 0,
    WEND_INSIDE = 1,
} wend_side;

/// Location of p by the even-odd rule. Exact. O(count).
WEND_API wend_side wend_polygon_locate(const wend_vec2 *ring, size_t count, wend_vec2 p);

/// Checks that the ring is simple: no two edges have a common point, except neighbours their common
/// vertex. Exact. O(count log count). Otherwise returns WEND_INVALID_GEOMETRY; error contains the
/// edges and the position, if there is one. Fewer than 3 vertices, equal neighbours and non-finite
/// coordinates are invalid too. Scratch memory comes from allocator [opt].
WEND_API wend_result wend_polygon_check(const wend_vec2 *ring, size_t count,
                                        const wend_allocator *allocator, wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
