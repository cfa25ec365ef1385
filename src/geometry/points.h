// SPDX-License-Identifier: MIT
// Comparison of points by coordinates, and of numbers; exact.
#ifndef WEND_GEOMETRY_POINTS_H
#define WEND_GEOMETRY_POINTS_H

#include "wend/base.h"

/// From left to right, then upwards: the order of points along any line.
static inline bool wend_is_before(wend_vec2 p, wend_vec2 q)
{
    return p.x < q.x || (p.x == q.x && p.y < q.y);
}

/// The smaller number; b if either is NaN. A single instruction, unlike fmin.
static inline double wend_smaller(double a, double b)
{
    return a < b ? a : b;
}

/// The larger number; b if either is NaN. A single instruction, unlike fmax.
static inline double wend_larger(double a, double b)
{
    return a > b ? a : b;
}

#endif
