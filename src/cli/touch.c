// SPDX-License-Identifier: MIT
// Goals that discs touch. The largest disc that can is found by bisection: a smaller one inside a
// disc that touches the goal touches it as well.
#include "cli/touch.h"

#include "base/xalloc.h"

#include <stdio.h>

/// Share of the radius by which arcs of inflated walls are farther out.
#define ARC_ERROR (TOUCH_REACH - 1)

enum { HALVINGS = 12 };

/// A polygon, segment or point that is compared with the free triangles of a mesh.
typedef struct region {
    const wend_vec2 *points;
    uint32_t count;
    wend_box box;
    bool meets;
} region;

static bool has_corner_in(const wend_vec2 *points, uint32_t count, const wend_vec2 *ring,
                          uint32_t ring_count)
{
    for (uint32_t i = 0; i < count; ++i)
        if (wend_polygon_locate(ring, ring_count, points[i]) != WEND_OUTSIDE)
            return true;
    return false;
}

static bool visit(void *context, const wend_vec2 *points, const bool *walls, uint32_t count)
{
    region *r = context;
    (void)walls;
    if (!wend_box_meets(r->box, wend_box_of(points, count)))
        return true;
    r->meets = has_corner_in(r->points, r->count, points, count) ||
               (r->count > 2 && has_corner_in(points, count, r->points, r->count));
    for (uint32_t i = 0; i < count && !r->meets; ++i)
        for (uint32_t k = 0; k < r->count && !r->meets; ++k) {
            wend_segment side = {points[i], points[i + 1 < count ? i + 1 : 0]};
            wend_segment own = {r->points[k], r->points[k + 1 < r->count ? k + 1 : 0]};
            r->meets = wend_segments_distance(side, own, NULL, NULL) == 0;
        }
    return !r->meets;
}

bool touch_is_free(const wend_mesh *mesh, const wend_vec2 *points, uint32_t count)
{
    region r = {points, count, wend_box_of(points, count), false};
    xresult(wend_mesh_triangles(mesh, visit, &r));
    return r.meets;
}

bool touch_is_possible(const wend_mesh *mesh, wend_segment segment, double radius)
{
    wend_vec2 border[WEND_TOUCH_POINTS];
    uint32_t count = wend_touch_border(segment, TOUCH_REACH * radius, border);
    return touch_is_free(mesh, border, count);
}

static bool is_touched(const wend_mesh *mesh, const wend_segment *segments, uint32_t count,
                       double radius)
{
    for (uint32_t i = 0; i < count; ++i)
        if (touch_is_possible(mesh, segments[i], radius))
            return true;
    return false;
}

double touch_widest(const wend_floor *floor, wend_box frame, const wend_segment *segments,
                    uint32_t count, double limit)
{
    double least = 0, most = limit;
    for (int i = 0; i < HALVINGS; ++i) {
        double radius = 0.5 * (least + most);
        wend_mesh *mesh = NULL;
        wend_mesh_def def = wend_default_mesh_def();
        def.frame = frame;
        bool fits = xresult(wend_mesh_create_inflated(floor, radius, ARC_ERROR * radius, &def,
                                                      &mesh, NULL)) == WEND_OK &&
                    is_touched(mesh, segments, count, radius);
        wend_mesh_destroy(mesh);
        *(fits ? &least : &most) = radius;
    }
    return least;
}

void touch_describe(char *text, size_t size, double radius, double widest)
{
    if (widest == 0)
        snprintf(text, size,
                 radius > 0 ? "no disc can touch it: it is in a corner, in an obstacle or outside"
                            : "it is in an obstacle or outside");
    else
        snprintf(text, size,
                 "no disc of radius %.4g m can touch it, only one of up to %.3g m: the opening "
                 "before it is %.3g m wide and must be %.4g m",
                 radius, widest, 2 * widest, 2 * radius);
}
