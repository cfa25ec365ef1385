// SPDX-License-Identifier: MIT
#include "plan/coverage.h"

#include "core/memory.h"
#include "wend/vec2.h"

#include <math.h>
#include <stdlib.h>

/// Number of scan lines across the circles.
enum { SCAN_LINES = 2048 };

// ---- circles ------------------------------------------------------------------------------------

typedef struct interval {
    double low, high;
} interval;

static int by_low(const void *one, const void *other)
{
    const interval *a = one, *b = other;
    return (a->low > b->low) - (a->low < b->low);
}

/// The length of what intervals cover together.
static double length_of(interval *intervals, uint32_t count)
{
    double length = 0, reached = -INFINITY;
    qsort(intervals, count, sizeof *intervals, by_low);
    for (uint32_t i = 0; i < count; ++i) {
        if (intervals[i].high > reached)
            length += intervals[i].high - fmax(intervals[i].low, reached);
        reached = fmax(reached, intervals[i].high);
    }
    return length;
}

wend_result wend_circles_area(const wend_circle *circles, uint32_t count, double *area,
                              wend_error *error)
{
    wend_array(interval) cut = {0};
    double low = INFINITY, high = -INFINITY;
    *area = 0;
    if (!wend_array_reserve(&cut, NULL, count))
        return wend_fail_memory(error);
    for (uint32_t i = 0; i < count; ++i) {
        low = fmin(low, circles[i].centre.y - circles[i].radius);
        high = fmax(high, circles[i].centre.y + circles[i].radius);
    }
    double step = count > 0 ? (high - low) / SCAN_LINES : 0;
    for (int line = 0; line < SCAN_LINES && count > 0; ++line) {
        double y = low + (line + 0.5) * step;
        uint32_t met = 0;
        for (uint32_t i = 0; i < count; ++i) {
            double up = y - circles[i].centre.y, r = circles[i].radius;
            if (fabs(up) < r) {
                double half = sqrt((r - up) * (r + up));
                cut.data[met++] =
                    (interval){circles[i].centre.x - half, circles[i].centre.x + half};
            }
        }
        *area += step * length_of(cut.data, met);
    }
    wend_array_free(&cut, NULL);
    return WEND_OK;
}

// ---- triangles ----------------------------------------------------------------------------------

typedef struct crossing {
    const wend_vec2 *points; ///< of the path
    uint32_t count;
    wend_crossed_triangles *found;
    bool failed;
} crossing;

/// True if some of the line lies inside the triangle, which is counter-clockwise.
static bool crosses(const wend_vec2 *triangle, wend_vec2 a, wend_vec2 b)
{
    double low = 0, high = 1;
    for (int i = 0; i < 3; ++i) {
        double from = wend_cross_from(triangle[i], triangle[(i + 1) % 3], a);
        double to = wend_cross_from(triangle[i], triangle[(i + 1) % 3], b);
        if (from <= 0 && to <= 0)
            return false;
        if (from < 0)
            low = fmax(low, from / (from - to));
        else if (to < 0)
            high = fmin(high, from / (from - to));
    }
    return low < high;
}

static bool is_crossed(const crossing *c, const wend_vec2 *triangle)
{
    double left = fmin(triangle[0].x, fmin(triangle[1].x, triangle[2].x));
    double right = fmax(triangle[0].x, fmax(triangle[1].x, triangle[2].x));
    double bottom = fmin(triangle[0].y, fmin(triangle[1].y, triangle[2].y));
    double top = fmax(triangle[0].y, fmax(triangle[1].y, triangle[2].y));
    for (uint32_t i = 1; i < c->count; ++i) {
        wend_vec2 a = c->points[i - 1], b = c->points[i];
        if (fmin(a.x, b.x) <= right && fmax(a.x, b.x) >= left && fmin(a.y, b.y) <= top &&
            fmax(a.y, b.y) >= bottom && crosses(triangle, a, b))
            return true;
    }
    return false;
}

static bool add_if_crossed(void *context, const wend_vec2 *points, const bool *walls,
                           uint32_t count)
{
    crossing *c = context;
    (void)walls;
    (void)count;
    if (!is_crossed(c, points))
        return true;
    if (!wend_array_reserve(&c->found->corners, NULL, 3)) {
        c->failed = true;
        return false;
    }
    for (int i = 0; i < 3; ++i)
        c->found->corners.data[c->found->corners.count++] = points[i];
    c->found->area += 0.5 * wend_cross_from(points[0], points[1], points[2]);
    return true;
}

wend_result wend_path_triangles(const wend_mesh *mesh, const wend_vec2 *path, uint32_t count,
                                wend_crossed_triangles *found, wend_error *error)
{
    crossing c = {.points = path, .count = count, .found = found};
    wend_result result = wend_mesh_triangles(mesh, add_if_crossed, &c);
    return c.failed ? wend_fail_memory(error) : result;
}
