// SPDX-License-Identifier: MIT
// Positions from which a disc touches a segment.
#include "core/angle.h"
#include "wend/geometry.h"
#include "wend/vec2.h"

enum { HALF = WEND_TOUCH_POINTS / 2 };

uint32_t wend_touch_border(wend_segment s, double reach, wend_vec2 points[WEND_TOUCH_POINTS])
{
    const double pi = 3.14159265358979323846;
    double length = wend_distance(s.a, s.b);
    wend_vec2 u = {1, 0};
    if (length > 0)
        u = (wend_vec2){(s.b.x - s.a.x) / length, (s.b.y - s.a.y) / length};
    for (int i = 0; i < HALF; ++i) {
        double sine, cosine;
        wend_sin_cos(pi * (i / (double)(HALF - 1) - 0.5), &sine, &cosine);
        wend_vec2 off = {reach * (cosine * u.x - sine * u.y), reach * (cosine * u.y + sine * u.x)};
        points[i] = wend_add(s.b, off);
        points[HALF + i] = wend_sub(s.a, off);
    }
    return WEND_TOUCH_POINTS;
}
