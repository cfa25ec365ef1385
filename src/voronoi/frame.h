// SPDX-License-Identifier: MIT
// The frame of an element, in which every other element's bisector is a quadratic.
//
// In the frame of a side, x is the foot on the side and y the height over it: a corner's bisector
// is a parabola, another side's a line. In the frame of a corner or a point, x is the tangent of
// half the angle from the frame's axis, and y is -(1 + x^2) / radius: what a radius' reciprocal,
// which is linear in the direction's sine and cosine, becomes when it is multiplied by 1 + x^2. In
// both, the nearest site is the one with the least y, so a cell is a lower envelope of quadratics,
// each on an interval of x. A lone point has two frames, one for each half of its directions.
//
// There are no angles and no trigonometry anywhere. Where an element's interval ends, the next
// one's starts, from the same numbers by the same function: bit for bit.
#ifndef WEND_VORONOI_FRAME_H
#define WEND_VORONOI_FRAME_H

#include "voronoi/element.h"

#include <math.h>
#include <stdbool.h>

/// y = c[0] + c[1] x + c[2] x^2
typedef struct wend_quadratic {
    double c[3];
    uint32_t element; ///< whose bisector it is; WEND_NO_ELEMENT: nobody's, the radius is `most`
} wend_quadratic;

typedef struct wend_frame {
    wend_vec2 origin;
    wend_vec2 along, away; ///< unit: of a side, its direction and its normal; else the axis (angle
                           ///< 0) and, to its left, a right angle from it
    double low, high;      ///< where the cell begins and ends
    double most;           ///< a greater radius is none
    bool is_side;
} wend_frame;

/// A side that is seen from nearly all directions, because it is so near, leaves out more than this
/// part of a half turn: a few hundred roundings, and a thousandth of what the least distance to a
/// wall makes of it.
#define WEND_LEAST_GAP 0x1p-43

/// At a concave corner the intervals of two sides overlap, and where they go straight on one ends
/// where the other begins; but where normals differ in their last bits, rounding may leave a gap.
/// There each goes on by this part of its size: some roundings, and far less than a tie. It can't
/// be nearer there than the other.
#define WEND_JOINT_MARGIN 0x1p-46

/// Two sides that are turned from each other by less than twice the reciprocal of this count as
/// facing the same way: they lie well apart, so a circle that touches both is larger than any
/// scene.
#define WEND_PARALLEL_SLOPE 0x1p35

// Unlike fmin and fmax these become one instruction; nothing here is NaN.
static inline double wend_less(double a, double b)
{
    return a < b ? a : b;
}

static inline double wend_more(double a, double b)
{
    return a > b ? a : b;
}

static inline double wend_dot(wend_vec2 a, wend_vec2 b)
{
    return a.x * b.x + a.y * b.y;
}

static inline wend_vec2 wend_minus(wend_vec2 a, wend_vec2 b)
{
    return (wend_vec2){a.x - b.x, a.y - b.y};
}

/// The square of the distance between two places.
static inline double wend_square_between(wend_vec2 a, wend_vec2 b)
{
    wend_vec2 d = wend_minus(a, b);
    return wend_dot(d, d);
}

static inline wend_frame wend_side_frame(const wend_element *side, double most)
{
    wend_vec2 along = {-side->from.y, side->from.x};
    return (wend_frame){
        .origin = side->p,
        .along = along,
        .away = side->from,
        .low = 0,
        .high = wend_dot(wend_minus(side->q, side->p), along),
        .most = most,
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

static inline wend_frame wend_corner_frame(const wend_element *corner, double most)
{
    wend_vec2 from = corner->from, to = corner->to;
    // The axis halves the cone. A cone of a half turn has no sum to go by, but a right angle.
    wend_vec2 axis = {from.x + to.x, from.y + to.y};
    if (wend_dot(axis, axis) < 1) // more than 120 degrees: the difference is longer
        axis = (wend_vec2){to.y - from.y, from.x - to.x};
    double length = sqrt(wend_dot(axis, axis));
    axis = (wend_vec2){axis.x / length, axis.y / length};
    wend_frame frame = {
        .origin = corner->p,
        .along = axis,
        .away = {-axis.y, axis.x},
        .most = most,
        .is_side = false,
    };
    frame.low = wend_half_tangent_of(&frame, from);
    frame.high = wend_half_tangent_of(&frame, to);
    return frame;
}

/// The half of a lone point's directions to the right (half 0) or to the left (1).
static inline wend_frame wend_point_frame(const wend_element *point, int half, double most)
{
    double sign = half ? -1 : 1;
    return (wend_frame){
        .origin = point->p,
        .along = {sign, 0},
        .away = {0, sign},
        .low = -1,
        .high = 1,
        .most = most,
        .is_side = false,
    };
}

/// How the bisector of a side's frame with another side rises: the tangent of the angle between
/// them and half of it. Infinite if they face the same way.
static inline double wend_frame_slope(const wend_frame *frame, wend_vec2 normal)
{
    double wx = wend_dot(normal, frame->along), wy = wend_dot(normal, frame->away);
    return wy > 0 ? (1 + wy) / wx : wx / (1 - wy);
}

/// x of the point that is as far from the frame's element as from a joint: the place with normals
/// in just that direction.
static inline double wend_joint(const wend_frame *frame, wend_vec2 place, wend_vec2 normal)
{
    wend_vec2 d = wend_minus(place, frame->origin);
    if (frame->is_side) {
        double a = wend_dot(d, frame->along), b = wend_dot(d, frame->away);
        return a + b * wend_frame_slope(frame, normal);
    }
    double part = 2 * wend_dot(d, normal) / wend_dot(d, d);
    wend_vec2 direction = {normal.x - part * d.x, normal.y - part * d.y};
    return wend_half_tangent_of(frame, direction);
}

/// The point of the frame at x with that y, and its radius.
static inline wend_vec2 wend_frame_place(const wend_frame *frame, double x, double y,
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

/// The quadratic of "nothing is nearer than `most`".
static inline wend_quadratic wend_frame_nothing(const wend_frame *frame)
{
    double per = 1 / frame->most;
    return frame->is_side ? (wend_quadratic){{frame->most, 0, 0}, WEND_NO_ELEMENT}
                          : (wend_quadratic){{-per, 0, -per}, WEND_NO_ELEMENT};
}

/// The radius that belongs to a y at x, no more than `most`.
static inline double wend_frame_radius(const wend_frame *frame, double x, double y)
{
    if (frame->is_side)
        return y < frame->most ? y : frame->most;
    double square = 1 + x * x;
    return -y * frame->most > square ? -square / y : frame->most;
}

/// The bisector with a place. [Limit: of a side's frame, the place lies in front of it: b > 0]
static inline wend_quadratic wend_frame_place_bisector(const wend_frame *frame, wend_vec2 d,
                                                       uint32_t element)
{
    double a = wend_dot(d, frame->along), b = wend_dot(d, frame->away);
    if (frame->is_side) {
        double half = 0.5 / b;
        return (wend_quadratic){{a * a * half + 0.5 * b, -2 * a * half, half}, element};
    }
    double scale = 2 / wend_dot(d, d);
    return (wend_quadratic){{-a * scale, -2 * b * scale, a * scale}, element};
}

/// The bisector of a corner's or point's frame with a side that the corner lies `height` in front
/// of.
static inline wend_quadratic wend_frame_side_bisector(const wend_frame *frame, wend_vec2 normal,
                                                      double height, uint32_t element)
{
    double x = wend_dot(normal, frame->along), y = wend_dot(normal, frame->away);
    double per = 1 / height;
    return (wend_quadratic){{-(1 - x) * per, 2 * y * per, -(1 + x) * per}, element};
}

/// The bisector of a side's frame with another side, given its slope and the two ends of that side
/// in the frame. The end that is nearer, so better known, carries the line.
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
