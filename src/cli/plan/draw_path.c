// SPDX-License-Identifier: MIT
// The layers of a plan on the Voronoi diagram: the channel of empty circles, the triangles for
// comparison, the diagram, the way portals and the smooth curve.
#include "cli/plan/plan.h"

#include <math.h>
#include <stdio.h>

#define CURVE_WIDTH    2.0 // [Units: points]
#define CURVE_DASH     3.0 // [Units: points]
#define PORTAL_WIDTH   0.8 // [Units: points]
#define TRIANGLE_WIDTH 0.7 // [Units: points]

/// Share of a channel's colour; the rest is white. Circles are opaque because they overlap.
#define PALE 0.22

static wend_colour pale(wend_colour colour)
{
    uint32_t mixed = 0xff;
    for (int shift = 24; shift > 0; shift -= 8) {
        double part = (double)(colour >> shift & 0xff);
        mixed |= (uint32_t)(255 + PALE * (part - 255)) << shift;
    }
    return mixed;
}

/// A title with the share of the free area, if that is bounded.
static void share_title(const char *what, const plan_way *way, double area, char *title,
                        size_t size)
{
    if (isfinite(way->free_area) && way->free_area > 0)
        snprintf(title, size, "%s, %.3g %% of the free area", what, 100 * area / way->free_area);
    else
        snprintf(title, size, "%s", what);
}

static void draw_channel(const plan_way *way, wend_colour colour, const wend_draw *draw)
{
    wend_ink ink = {.fill = pale(colour)};
    char title[100];
    share_title("channel", way, way->circles_area, title, sizeof title);
    if (draw->layer(draw->context, "channel", title, ink))
        for (uint32_t i = 0; i < way->circle_count; ++i)
            draw->circle(draw->context, way->circles[i].centre, way->circles[i].radius, ink);
}

static void draw_triangles(const plan_way *way, const wend_draw *draw)
{
    wend_ink ink = {.line = WEND_VERMILION, .width = TRIANGLE_WIDTH};
    char title[100];
    share_title("triangles", way, way->triangles_area, title, sizeof title);
    if (draw->layer(draw->context, "triangles", title, ink))
        for (uint32_t i = 0; i < way->triangle_count; ++i)
            draw->polygon(draw->context, way->triangles + 3 * (size_t)i, (uint32_t[]){3}, 1, ink);
}

void plan_draw_channels(const plan *p, const wend_draw *draw)
{
    int order[PLAN_MOST_RADII];
    plan_sort_by_radius(p, order);
    for (int i = 0; i < p->path_count; ++i)
        if (p->paths[order[i]].way)
            draw_channel(p->paths[order[i]].way, plan_colour(order[i]), draw);
    for (int i = 0; i < p->path_count; ++i)
        if (p->paths[i].way)
            draw_triangles(p->paths[i].way, draw);
    wend_voronoi_draw(p->voronoi, draw);
}

static void draw_portals(const plan_way *way, wend_colour colour, const wend_draw *draw)
{
    wend_ink ink = {.line = colour, .width = PORTAL_WIDTH};
    char title[100];
    snprintf(title, sizeof title, "way portals, %u", (unsigned)way->portal_count);
    if (draw->layer(draw->context, "portals", title, ink))
        for (uint32_t i = 0; i < way->portal_count; ++i)
            draw->line(draw->context, (wend_vec2[]){way->portals[i].a, way->portals[i].b}, 2, ink);
}

void plan_draw_portals(const plan *p, const wend_draw *draw)
{
    for (int i = 0; i < p->path_count; ++i)
        if (p->paths[i].way)
            draw_portals(p->paths[i].way, plan_colour(i), draw);
}

/// One legend entry for all curves, which are all black: their lengths, in the order of the radii.
static void curves_title(const plan *p, char *title, size_t size)
{
    int used = snprintf(title, size, "smooth curve%s", p->path_count > 1 ? "s" : "");
    for (int i = 0; i < p->path_count; ++i)
        if (p->paths[i].way && used >= 0 && (size_t)used < size)
            used += snprintf(title + used, size - (size_t)used, ", %.2f m",
                             p->paths[i].way->curve_length);
}

void plan_draw_curves(const plan *p, const wend_draw *draw)
{
    wend_ink ink = {.line = WEND_BLACK, .width = CURVE_WIDTH, .dash = CURVE_DASH};
    char title[150];
    curves_title(p, title, sizeof title);
    if (p->voronoi && draw->layer(draw->context, "curve", title, ink))
        for (int i = 0; i < p->path_count; ++i)
            if (p->paths[i].way)
                draw->line(draw->context, p->paths[i].way->curve, p->paths[i].way->curve_count,
                           ink);
}
