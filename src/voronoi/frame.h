// SPDX-License-Identifier: MIT
// Frame of an element, in which every other element's bisector is a quadratic.
//
// In the frame of a side, x is the projection onto the side and y the height above it: the bisector
// with a corner is a parabola, that with another side a line. In the frame of a corner or a point,
// x is the tangent of half the angle from the frame's axis, and y is -(1 + x^2) / radius: the
// reciprocal of the radius, which is linear in the sine and cosine of the direction, multiplied by
// 1 + x^2. In both, the nearest site is the one with the minimum y, so a cell is a lower envelope
// of quadratics, each on an interval of x. A lone point has two frames, one for each half of its
// directions.
//
// No angles or trigonometric functions are used. Where an element's interval ends, the next one's
// starts, from the same numbers by the same function: bit-identical.
#ifndef WEND_VORONOI_FRAME_H
#define WEND_VORONOI_FRAME_H

#include "geometry/points.h"
#include "voronoi/element.h"
#include "wend/vec2.h"

#include <math.h>
#include <stdbool.h>

/// y = c[0] + c[1] x + c[2] x^2
typedef struct wend_quadratic {
    double c[3];
    uint32_t element; ///< element of the bisector; WEND_NO_ELEMENT: none, the radius is the maximum
} wend_quadratic;

typedef struct wend_frame {
    wend_vec2 origin;
    wend_vec2 along, away; ///< unit vectors: of a side, its direction and its normal; else the axis
                           ///< (angle 0) and the direction to its left
    double low, high;      ///< where the cell begins and ends
    double max_radius;     ///< upper bound of the radius
    bool is_side;
} wend_frame;

/// A side that is visible from nearly all directions, because it is so near, excludes more than
/// this fraction of a half turn: a few hundred roundings, and a thousandth of the effect of the
/// minimum distance to a wall.
#define WEND_MIN_GAP 0x1p-43

/// At a concave corner the intervals of two sides overlap, and where they continue straight one
/// ends where the other begins; but where normals differ in their last bits, rounding may leave a
/// gap. There each is extended by this fraction of its size: some roundings, and far less than a
/// tie. It cannot be nearer there than the other.
#define WEND_JOINT_MARGIN 0x1p-46

/// Two sides whose angle is less than twice the reciprocal of this count as parallel: they are well
/// separated, so a circle that touches both is larger than any scene.
#define WEND_PARALLEL_SLOPE 0x1p35

static inline wend_frame wend_side_frame(const wend_element *side, double max_radius)
{
    wend_vec2 along = wend_perp_left(side->from);
    return (wend_frame){
        .origin = side->p,
        .along = along,
        .away = side->from,
        .low = 0,
        .high = wend_dot(wend_sub(side->q, side->p), along),
        .max_radius = max_radius,
        .is_side = true,
    };
}

/// The tangent of half the angle of a unit direction given by its cosine and sine.
static inline double wend_half_tangent(double cosine, double sine)
{
    return cosine > 0 ? sine / (1 + cosine) : (1 - cosine) / sine;
}

static inline double wend_half_tangent_of(const wend_frame *frame, wend_vec2 direction)
{
    return wend_half_tangent(wend_dot(direction, frame->along), wend_dot(direction, frame->away));
}

static inline wend_frame wend_corner_frame(const wend_element *corner, double max_radius)
{
    wend_vec2 from = corner->from, to = corner->to;
    // The axis bisects the cone. For a cone of a half turn the sum vanishes; a right angle is used.
    wend_vec2 axis = wend_add(from, to);
    if (wend_length_squared(axis) < 1) // more than 120 degrees: the difference is longer
        axis = (wend_vec2){to.y - from.y, from.x - to.x};
    double length = wend_length(axis);
    axis = (wend_vec2){axis.x / length, axis.y / length};
    wend_frame frame = {
        .origin = corner->p,
        .along = axis,
        .away = wend_perp_left(axis),
        .max_radius = max_radius,
        .is_side = false,
    };
    frame.low = wend_half_tangent_of(&frame, from);
    frame.high = wend_half_tangent_of(&frame, to);
    return frame;
}

/// The half of a lone point's directions to the right (half 0) or to the left (1).
static inline wend_frame wend_point_frame(const wend_element *point, int half, double max_radius)
{
    double sign = half ? -1 : 1;
    return (wend_frame){
        .origin = point->p,
        .along = {sign, 0},
        .away = {0, sign},
        .low = -1,
        .high = 1,
        .max_radius = max_radius,
        .is_side = false,
    };
}

/// Slope of the bisector of a side's frame with another side: the tangent of the angle between them
/// and half of it. Infinite if they face the same direction.
static inline double wend_frame_slope(const wend_frame *frame, wend_vec2 normal)
{
    double wx = wend_dot(normal, frame->along), wy = wend_dot(normal, frame->away);
    return wy > 0 ? (1 + wy) / wx : wx / (1 - wy);
}

/// x of the point that is equidistant from the frame's element and from a joint: the position with
/// normals in exactly that direction.
static inline double wend_joint(const wend_frame *frame, wend_vec2 position, wend_vec2 normal)
{
    wend_vec2 d = wend_sub(position, frame->origin);
    if (frame->is_side) {
        double a = wend_dot(d, frame->along), b = wend_dot(d, frame->away);
        return a + b * wend_frame_slope(frame, normal);
    }
    double part = 2 * wend_dot(d, normal) / wend_length_squared(d);
    wend_vec2 direction = {normal.x - part * d.x, normal.y - part * d.y};
    return wend_half_tangent_of(frame, direction);
}

/// The point of the frame at x with that y, and its radius.
static inline wend_vec2 wend_frame_point(const wend_frame *frame, double x, double y,
                                         double *radius)
{
    double u, v;
    if (frame->is_side) {
        *radius = y > 0 ? y : 0;
        u = x;
        v = *radius;
    } else {
        // radius times cosine and sine: (1 - x^2) / (1 + x^2) and 2 x / (1 + x^2).
        *radius = -(1 + x * x) / y;
        u = -(1 - x) * (1 + x) / y;
        v = -2 * x / y;
    }
    return (wend_vec2){frame->origin.x + u * frame->along.x + v * frame->away.x,
                       frame->origin.y + u * frame->along.y + v * frame->away.y};
}

/// The quadratic that represents the upper bound of the radius.
static inline wend_quadratic wend_frame_nothing(const wend_frame *frame)
{
    double per = 1 / frame->max_radius;
    return frame->is_side ? (wend_quadratic){{frame->max_radius, 0, 0}, WEND_NO_ELEMENT}
                          : (wend_quadratic){{-per, 0, -per}, WEND_NO_ELEMENT};
}

/// The radius of a y at x, bounded above.
static inline double wend_frame_radius(const wend_frame *frame, double x, double y)
{
    if (frame->is_side)
        return y < frame->max_radius ? y : frame->max_radius;
    double square = 1 + x * x;
    return -y * frame->max_radius > square ? -square / y : frame->max_radius;
}

/// The bisector with a point. [Limit: in a side's frame, the point lies in front of it: b > 0]
static inline wend_quadratic wend_frame_point_bisector(const wend_frame *frame, wend_vec2 d,
                                                       uint32_t element)
{
    double a = wend_dot(d, frame->along), b = wend_dot(d, frame->away);
    if (frame->is_side) {
        double half = 0.5 / b;
        return (wend_quadratic){{a * a * half + 0.5 * b, -2 * a * half, half}, element};
    }
    double scale = 2 / wend_length_squared(d);
    return (wend_quadratic){{-a * scale, -2 * b * scale, a * scale}, element};
}

/// The bisector of a corner's or point's frame with a side, at distance `height` in front of it.
static inline wend_quadratic wend_frame_side_bisector(const wend_frame *frame, wend_vec2 normal,
                                                      double height, uint32_t element)
{
    double x = wend_dot(normal, frame->along), y = wend_dot(normal, frame->away);
    double per = 1 / height;
    return (wend_quadratic){{-(1 - x) * per, 2 * y * per, -(1 + x) * per}, element};
}

/// The bisector of a side's frame with another side, given its slope and the two ends of that side
/// in the frame. The line is anchored at the nearer end, which is more accurate.
static inline wend_quadratic wend_frame_line_bisector(double slope, wend_vec2 p, wend_vec2 q,
                                                      uint32_t element)
{
    wend_vec2 end = fabs(q.y) < fabs(p.y) ? q : p;
    return (wend_quadratic){{-slope * end.x - 0.5 * end.y * (slope * slope - 1), slope, 0},
                            element};
}

static inline double wend_quadratic_at(const wend_quadratic *f, double x)
{
    return f->c[0] + x * (f->c[1] + x * f->c[2]);
}

static inline double wend_quadratic_slope(const wend_quadratic *f, double x)
{
    return f->c[1] + 2 * x * f->c[2];
}

#endif
