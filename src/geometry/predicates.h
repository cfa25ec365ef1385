// SPDX-License-Identifier: MIT
// Predicates for internal use: an inlined floating-point filter, with the exact stages behind a
// call. The filter computes the determinant and a bound of its error, and decides if the
// determinant is larger. After an overflow the bound is infinite or NaN, or the determinant is NaN,
// and no comparison with such values decides.
//
// In the proofs e = 2^-52 bounds the relative error of one operation, and h = 2^-1074 the absolute
// error that a product adds when it underflows (sums and differences never do). Second-order terms
// and the rounding of the bound itself are covered by the margin between the proven factor and the
// one used.
#ifndef WEND_GEOMETRY_PREDICATES_H
#define WEND_GEOMETRY_PREDICATES_H

#include <math.h>

#include "core/strict_math.h"
#include "wend/geometry.h"

/// Each of the two products carries 3e, their difference e more: 4e of the sum of their sizes.
#define WEND_ORIENT2D_BOUND 0x1p-49

/// Minors and lifts carry 4e each, their products 9e, the sum of three of those 11e.
#define WEND_INCIRCLE_BOUND 0x1p-48

/// Underflow costs orient2d at most 4h. In incircle the minors (off by 4h) are multiplied by the
/// lifts and the lifts (off by 4h) by the minors, whose terms are at most as large as the lifts
/// together: less than 16h (1 + sum of the lifts).
#define WEND_UNDERFLOW_BOUND 0x1p-1000

/// Inlined exact stages would make gcc keep the points in memory, which makes the filter five times
/// slower.
#if defined(__GNUC__)
#define WEND_NOT_INLINED __attribute__((noinline))
#else
#define WEND_NOT_INLINED
#endif

/// The exact stages (in exact.c), for cases that the filter cannot decide; correct for any finite
/// input.
WEND_NOT_INLINED int wend_orient2d_slow(wend_vec2 a, wend_vec2 b, wend_vec2 c);
WEND_NOT_INLINED int wend_incircle_slow(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d);

/// Writes the result of wend_orient2d to *sign and returns true, or returns false.
static inline bool wend_orient2d_filter(wend_vec2 a, wend_vec2 b, wend_vec2 c, int *sign)
{
    double left = (a.x - c.x) * (b.y - c.y);
    double right = (a.y - c.y) * (b.x - c.x);
    double determinant = left - right;
    double bound = WEND_ORIENT2D_BOUND * (fabs(left) + fabs(right)) + WEND_UNDERFLOW_BOUND;
    *sign = determinant > 0 ? 1 : -1;
    return fabs(determinant) > bound;
}

/// Writes the result of wend_incircle to *sign and returns true, or returns false.
static inline bool wend_incircle_filter(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d,
                                        int *sign)
{
    double ax = a.x - d.x, ay = a.y - d.y;
    double bx = b.x - d.x, by = b.y - d.y;
    double cx = c.x - d.x, cy = c.y - d.y;
    double a_lift = ax * ax + ay * ay, bc = bx * cy, cb = by * cx;
    double b_lift = bx * bx + by * by, ca = cx * ay, ac = cy * ax;
    double c_lift = cx * cx + cy * cy, ab = ax * by, ba = ay * bx;
    double determinant = a_lift * (bc - cb) + b_lift * (ca - ac) + c_lift * (ab - ba);
    double size = a_lift * (fabs(bc) + fabs(cb)) + b_lift * (fabs(ca) + fabs(ac)) +
                  c_lift * (fabs(ab) + fabs(ba));
    double bound =
        WEND_INCIRCLE_BOUND * size + WEND_UNDERFLOW_BOUND * (1 + a_lift + b_lift + c_lift);
    *sign = determinant > 0 ? 1 : -1;
    return fabs(determinant) > bound;
}

/// wend_orient2d, inlined.
static inline int wend_orient2d_fast(wend_vec2 a, wend_vec2 b, wend_vec2 c)
{
    int sign;
    return wend_orient2d_filter(a, b, c, &sign) ? sign : wend_orient2d_slow(a, b, c);
}

/// wend_incircle, inlined.
static inline int wend_incircle_fast(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d)
{
    int sign;
    return wend_incircle_filter(a, b, c, d, &sign) ? sign : wend_incircle_slow(a, b, c, d);
}

#endif
