// SPDX-License-Identifier: MIT
// Vector arithmetic in the plane.
//
// Each function is one short expression, evaluated as written. Results are identical on every
// machine if the compiler does not contract products and sums (-ffp-contract=off, which the library
// is compiled with). Lengths are sqrt(x * x + y * y), not hypot: C libraries round hypot
// differently. [Limit: coordinates up to 1e150]
#ifndef WEND_VEC2_H
#define WEND_VEC2_H

#include <math.h>

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// True if both coordinates are equal. 0 and -0 are equal, NaN is not.
static inline bool wend_equal(wend_vec2 a, wend_vec2 b)
{
    return a.x == b.x && a.y == b.y;
}

/// a + b.
static inline wend_vec2 wend_add(wend_vec2 a, wend_vec2 b)
{
    wend_vec2 sum = {a.x + b.x, a.y + b.y};
    return sum;
}

/// a - b, the vector from b to a.
static inline wend_vec2 wend_sub(wend_vec2 a, wend_vec2 b)
{
    wend_vec2 difference = {a.x - b.x, a.y - b.y};
    return difference;
}

/// factor * v.
static inline wend_vec2 wend_scale(wend_vec2 v, double factor)
{
    wend_vec2 scaled = {factor * v.x, factor * v.y};
    return scaled;
}

/// a + factor * v.
static inline wend_vec2 wend_add_scaled(wend_vec2 a, double factor, wend_vec2 v)
{
    wend_vec2 sum = {a.x + factor * v.x, a.y + factor * v.y};
    return sum;
}

/// The point a + t * (b - a): a for t = 0; b, up to rounding, for t = 1.
static inline wend_vec2 wend_lerp(wend_vec2 a, wend_vec2 b, double t)
{
    wend_vec2 point = {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
    return point;
}

/// The point halfway between a and b.
static inline wend_vec2 wend_midpoint(wend_vec2 a, wend_vec2 b)
{
    wend_vec2 middle = {(a.x + b.x) / 2, (a.y + b.y) / 2};
    return middle;
}

/// Dot product.
static inline double wend_dot(wend_vec2 a, wend_vec2 b)
{
    return a.x * b.x + a.y * b.y;
}

/// Cross product: positive if b points to the left of a. wend_orient2d gives the exact sign.
static inline double wend_cross(wend_vec2 a, wend_vec2 b)
{
    return a.x * b.y - a.y * b.x;
}

/// Cross product of the vectors from origin to a and to b: twice the signed area of the triangle,
/// positive if it is counter-clockwise.
static inline double wend_cross_from(wend_vec2 origin, wend_vec2 a, wend_vec2 b)
{
    return (a.x - origin.x) * (b.y - origin.y) - (a.y - origin.y) * (b.x - origin.x);
}

/// Squared length of v.
static inline double wend_length_squared(wend_vec2 v)
{
    return v.x * v.x + v.y * v.y;
}

/// Length of v.
static inline double wend_length(wend_vec2 v)
{
    return sqrt(v.x * v.x + v.y * v.y);
}

/// Squared distance between a and b.
static inline double wend_distance_squared(wend_vec2 a, wend_vec2 b)
{
    return wend_length_squared(wend_sub(b, a));
}

/// Distance between a and b; symmetric to the bit.
static inline double wend_distance(wend_vec2 a, wend_vec2 b)
{
    return wend_length(wend_sub(b, a));
}

/// v rotated by 90 degrees to the left (counter-clockwise).
static inline wend_vec2 wend_perp_left(wend_vec2 v)
{
    wend_vec2 turned = {-v.y, v.x};
    return turned;
}

/// v rotated by 90 degrees to the right (clockwise).
static inline wend_vec2 wend_perp_right(wend_vec2 v)
{
    wend_vec2 turned = {v.y, -v.x};
    return turned;
}

/// v rotated counter-clockwise by the angle with the given cosine and sine.
static inline wend_vec2 wend_rotate(wend_vec2 v, double cosine, double sine)
{
    wend_vec2 turned = {cosine * v.x - sine * v.y, sine * v.x + cosine * v.y};
    return turned;
}

/// Unit vector in the direction of v; `otherwise` if v has length zero.
static inline wend_vec2 wend_unit_or(wend_vec2 v, wend_vec2 otherwise)
{
    double length = wend_length(v);
    if (!(length > 0))
        return otherwise;
    wend_vec2 unit = {v.x / length, v.y / length};
    return unit;
}

/// Unit vector in the direction of v; (0, 0) if v has length zero.
static inline wend_vec2 wend_unit(wend_vec2 v)
{
    wend_vec2 none = {0, 0};
    return wend_unit_or(v, none);
}

/// v, shortened to max_length if it is longer.
static inline wend_vec2 wend_limit_length(wend_vec2 v, double max_length)
{
    double square = wend_length_squared(v);
    return square > max_length * max_length ? wend_scale(v, max_length / sqrt(square)) : v;
}

#ifdef __cplusplus
}
#endif

#endif
