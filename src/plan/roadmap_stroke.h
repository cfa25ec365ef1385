// SPDX-License-Identifier: MIT
// A piece of the diagram as a parametrised curve, for its length, clearance and cost. There are
// three kinds:
//
//     flat      between two sides; s is the length, the clearance c is linear in s
//     round     between two corners, h half their distance; s is the length from their middle,
//               c = sqrt(s^2 + h^2)
//     parabola  between a side and a corner h in front of it; s is the projection onto the side
//               relative to that of the corner, c = (s^2 + h^2) / (2 h)
//
// In all of them c is convex in s, and the integral of 1/c over the length is elementary:
// log, asinh(s / h), 2 asinh(s / h).
#ifndef WEND_PLAN_ROADMAP_STROKE_H
#define WEND_PLAN_ROADMAP_STROKE_H

#include "voronoi/diagram.h"
#include "wend/vec2.h"

#include <math.h>

typedef enum wend_stroke_kind {
    WEND_STROKE_FLAT,
    WEND_STROKE_ROUND,
    WEND_STROKE_PARABOLA,
} wend_stroke_kind;

typedef struct wend_stroke {
    wend_stroke_kind kind;
    double from, to;    ///< s at its ends; from may be the greater
    double h;           ///< undefined for a flat one
    double base, slope; ///< flat: c = base + slope s
    wend_vec2 origin;   ///< point with s = 0
    wend_vec2 along;    ///< unit direction of increasing s
} wend_stroke;

/// The ends of a stroke, and the distance to the sites there.
typedef struct wend_stroke_ends {
    wend_vec2 a, b;
    double radius_a, radius_b;
} wend_stroke_ends;

wend_stroke wend_stroke_flat(const wend_stroke_ends *ends);
wend_stroke wend_stroke_round(const wend_stroke_ends *ends, wend_vec2 corner, wend_vec2 other);
/// `along` is the unit direction of the side, in either orientation; `height` that of the corner
/// above it.
wend_stroke wend_stroke_parabola(const wend_stroke_ends *ends, wend_vec2 corner, wend_vec2 along,
                                 double height);
wend_stroke wend_stroke_of_arc(const wend_voronoi *voronoi, uint32_t arc);
wend_stroke wend_stroke_of_piece(const wend_voronoi_piece *piece);

double wend_stroke_clearance(const wend_stroke *stroke, double s);

/// Minimum clearance between two parameters, in either order.
double wend_stroke_minimum(const wend_stroke *stroke, double from, double to);

/// Length between two parameters, in either order.
double wend_stroke_length(const wend_stroke *stroke, double from, double to);

/// Additional cost of narrow parts: the integral of max(0, comfort / c - 1) over the length between
/// two parameters, in either order. Finite even for clearance 0.
double wend_stroke_narrow(const wend_stroke *stroke, double from, double to, double comfort);

/// The parameter of a point on the stroke.
static inline double wend_stroke_at(const wend_stroke *stroke, wend_vec2 position)
{
    return wend_dot(wend_sub(position, stroke->origin), stroke->along);
}

/// From one parameter to the other, the first point with that clearance after which it is wider;
/// NAN: none.
double wend_stroke_widens(const wend_stroke *stroke, double from, double to, double clearance);

/// Share of the piece at a parameter: 0 at its start, 1 at its end.
static inline double wend_stroke_share(const wend_stroke *stroke, double s)
{
    double span = stroke->to - stroke->from;
    return span == 0 ? 0 : fmin(fmax((s - stroke->from) / span, 0), 1);
}

#endif
