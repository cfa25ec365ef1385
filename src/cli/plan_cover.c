// SPDX-License-Identifier: MIT
// How much of the free space a channel tells of (section 5.6 of "Real-Time Path Planning in Large
// Environments Based on the Dynamic Voronoi Diagram"): the empty circles along a way on the
// diagram, against the triangles of the mesh that the shortest path of the same disc crosses.
#include "cli/plan.h"

#include <math.h>
#include <stdlib.h>

/// A search for the shortest path is given up after so many expansions, a tenth of a second: then
/// there is nothing to compare with.
enum { MOST_EXPANSIONS = 100000 };

/// The area of the circles is added up by so many lines across them.
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

/// The area that circles cover together. Negative: out of memory.
static double area_of_circles(const wend_circle *circles, uint32_t count)
{
    interval *cut = malloc((count + (size_t)1) * sizeof *cut);
    double low = INFINITY, high = -INFINITY, area = 0;
    if (!cut)
        return -1;
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
                cut[met++] = (interval){circles[i].centre.x - half, circles[i].centre.x + half};
            }
        }
        area += step * length_of(cut, met);
    }
    free(cut);
    return area;
}

// ---- triangles ----------------------------------------------------------------------------------

typedef struct crossing {
    const wend_vec2 *points; ///< of the path
    uint32_t count;
    plan_way *way;
    uint32_t capacity; ///< of the way's triangles
    double area;
    bool failed;
} crossing;

static double cross(wend_vec2 o, wend_vec2 a, wend_vec2 b)
{
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

/// True if some of the line lies inside the triangle, which is counter-clockwise.
static bool crosses(const wend_vec2 *triangle, wend_vec2 a, wend_vec2 b)
{
    double low = 0, high = 1;
    for (int i = 0; i < 3; ++i) {
        double from = cross(triangle[i], triangle[(i + 1) % 3], a);
        double to = cross(triangle[i], triangle[(i + 1) % 3], b);
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

static bool take_triangle(void *context, const wend_vec2 *points, const bool *walls, uint32_t count)
{
    crossing *c = context;
    (void)walls;
    (void)count;
    if (!is_crossed(c, points))
        return true;
    plan_way *way = c->way;
    if (way->triangle_count == c->capacity) {
        c->capacity = c->capacity ? 2 * c->capacity : 64;
        wend_vec2 *more = realloc(way->triangles, 3 * sizeof *more * c->capacity);
        if (!more) {
            c->failed = true;
            return false;
        }
        way->triangles = more;
    }
    for (int i = 0; i < 3; ++i)
        way->triangles[3 * (size_t)way->triangle_count + i] = points[i];
    way->triangle_count++;
    c->area += 0.5 * cross(points[0], points[1], points[2]);
    return true;
}

/// The triangles that the shortest path of the same disc crosses. False: out of memory.
static bool take_triangles(const plan *p, const plan_path *found, plan_way *way)
{
    wend_path_request request = wend_default_path_request();
    request.from = p->start;
    request.goal = (wend_goal){p->to.points, p->to.count};
    request.radius = found->radius;
    request.budget = MOST_EXPANSIONS;
    wend_path path;
    wend_result result = wend_path_find(p->query, p->built.mesh, &request, &path, NULL);
    if (result != WEND_OK) // the disc does not fit at an end, or it is too far
        return result != WEND_NO_MEMORY;
    uint32_t count = 0;
    double error = plan_points_error(found->radius);
    wend_path_points(&path, error, NULL, 0, &count);
    wend_vec2 *points = malloc((count + (size_t)1) * sizeof *points);
    if (!points)
        return false;
    wend_path_points(&path, error, points, count, &count);
    crossing c = {.points = points, .count = count, .way = way};
    result = wend_mesh_triangles(p->built.mesh, take_triangle, &c);
    free(points);
    way->triangles_area = c.area;
    return result == WEND_OK && !c.failed;
}

bool plan_cover(const plan *p, const plan_path *found, plan_way *way)
{
    bool bounded = p->s->bounds_count > 0;
    way->free_area = bounded ? wend_mesh_measure(p->built.mesh).area : INFINITY;
    way->circles_area = area_of_circles(way->circles, way->circle_count);
    return way->circles_area >= 0 && take_triangles(p, found, way);
}
