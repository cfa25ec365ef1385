// SPDX-License-Identifier: MIT
// A piece of the diagram as a curve with one parameter, for measuring: length, clearance, and how
// much of it is narrow. There are three kinds:
//
//     flat      between two sides; s is the length, the clearance c is linear in s
//     round     between two corners, h half their distance; s is the length from their middle,
//               c = sqrt(s^2 + h^2)
//     parabola  between a side and a corner h in front of it; s is the foot on the side from that
//               of the corner, c = (s^2 + h^2) / (2 h)
//
// In all of them c is convex in s, and the integral of 1/c over the length is elementary:
// log, asinh(s / h), 2 asinh(s / h).
#ifndef WEND_PLAN_ROADMAP_STROKE_H
#define WEND_PLAN_ROADMAP_STROKE_H

#include "voronoi/diagram.h"

#include <math.h>

typedef enum wend_stroke_kind {
    WEND_STROKE_FLAT,
    WEND_STROKE_ROUND,
    WEND_STROKE_PARABOLA,
} wend_stroke_kind;

typedef struct wend_stroke {
    wend_stroke_kind kind;
    double from, to;    ///< s at its ends; from may be the greater
    double h;           ///< not of a flat one
    double base, slope; ///< of a flat one: c = base + slope s
    wend_vec2 origin;   ///< where s is 0
    wend_vec2 along;    ///< s grows in this direction, of length 1
} wend_stroke;

static inline wend_vec2 wend_difference(wend_vec2 a, wend_vec2 b)
{
    return (wend_vec2){a.x - b.x, a.y - b.y};
}

static inline double wend_product(wend_vec2 a, wend_vec2 b)
{
    return a.x * b.x + a.y * b.y;
}

static inline double wend_apart(wend_vec2 a, wend_vec2 b)
{
    double x = a.x - b.x, y = a.y - b.y;
    return sqrt(x * x + y * y);
}

/// The point a share of the way from a to b.
static inline wend_vec2 wend_part_way(wend_vec2 a, wend_vec2 b, double share)
{
    return (wend_vec2){a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
}

/// The ends of a stroke, and the distance to the sites there.
typedef struct wend_stroke_ends {
    wend_vec2 a, b;
    double radius_a, radius_b;
} wend_stroke_ends;

wend_stroke wend_stroke_flat(const wend_stroke_ends *ends);
wend_stroke wend_stroke_round(const wend_stroke_ends *ends, wend_vec2 corner, wend_vec2 other);
/// `along` is the direction of the side, of length 1, either way; `height` that of the corner over
/// it.
wend_stroke wend_stroke_parabola(const wend_stroke_ends *ends, wend_vec2 corner, wend_vec2 along,
                                 double height);
wend_stroke wend_stroke_of_arc(const wend_voronoi *voronoi, uint32_t arc);
wend_stroke wend_stroke_of_piece(const wend_voronoi_piece *piece);

double wend_stroke_clearance(const wend_stroke *stroke, double s);

/// The least clearance between two parameters, in either order.
double wend_stroke_least(const wend_stroke *stroke, double from, double to);

/// The length between two parameters, in either order.
double wend_stroke_length(const wend_stroke *stroke, double from, double to);

/// What is narrow costs more: the integral of max(0, comfort / c - 1) over the length between two
/// parameters, in either order. Finite also where it comes to a clearance of 0.
double wend_stroke_narrow(const wend_stroke *stroke, double from, double to, double comfort);

/// The parameter of a place on the stroke.
static inline double wend_stroke_at(const wend_stroke *stroke, wend_vec2 place)
{
    return wend_product(wend_difference(place, stroke->origin), stroke->along);
}

/// On the way from one parameter to the other, the first place with that clearance behind which it
/// is wider; NAN: there is none.
double wend_stroke_widens(const wend_stroke *stroke, double from, double to, double clearance);

/// Where on the piece a parameter is: 0 at its start, 1 at its end.
static inline double wend_stroke_share(const wend_stroke *stroke, double s)
{
    double span = stroke->to - stroke->from;
    return span == 0 ? 0 : fmin(fmax((s - stroke->from) / span, 0), 1);
}

#endif
