// SPDX-License-Identifier: MIT
// Axis-aligned boxes. All functions except the distance use comparisons only, so they are exact.
#include "wend/geometry.h"

#include <math.h>

wend_box wend_box_empty(void)
{
    return (wend_box){{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
}

wend_box wend_box_add(wend_box box, wend_vec2 p)
{
    return wend_box_join(box, (wend_box){p, p});
}

wend_box wend_box_join(wend_box a, wend_box b)
{
    return (wend_box){
        .min.x = a.min.x < b.min.x ? a.min.x : b.min.x,
        .min.y = a.min.y < b.min.y ? a.min.y : b.min.y,
        .max.x = a.max.x > b.max.x ? a.max.x : b.max.x,
        .max.y = a.max.y > b.max.y ? a.max.y : b.max.y,
    };
}

wend_box wend_box_of(const wend_vec2 *points, size_t count)
{
    wend_box box = wend_box_empty();
    for (size_t i = 0; i < count; i++)
        box = wend_box_add(box, points[i]);
    return box;
}

bool wend_box_meets(wend_box a, wend_box b)
{
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

// Distance of x from the interval low..high.
static double outside(double x, double low, double high)
{
    if (x < low)
        return low - x;
    return x > high ? x - high : 0;
}

double wend_box_distance(wend_box box, wend_vec2 p)
{
    double x = outside(p.x, box.min.x, box.max.x);
    double y = outside(p.y, box.min.y, box.max.y);
    return sqrt(x * x + y * y);
}
