// SPDX-License-Identifier: MIT
// Drawing of a plan: the shape at intervals, as in Kamphuis and Overmars 2003, Figure 6, and the
// path of its middle.
#include "group/motion.h"

#include <math.h>
#include <stdio.h>

// [Units: points]
#define SHAPE_LINE 0.6
#define PATH_LINE  1.2

/// Shapes overlap, so each is nearly transparent. 0 to 255.
#define FILL_ALPHA 24
#define LINE_ALPHA 200

/// Error of outlines, as a fraction of the width.
#define OUTLINE_ERROR 0.005

/// Points of the path per `spacing`.
#define PATH_STEPS 4

enum { MAX_POINTS = 512, MAX_SHAPES = 100000 };

/// The colour at fraction 0..1 of the plan: from blue at the start to vermilion at the goal.
static wend_colour colour_at(double part)
{
    wend_colour colour = 0;
    for (int shift = 24; shift > 0; shift -= 8) {
        double from = (double)(WEND_BLUE >> shift & 0xff);
        double to = (double)(WEND_VERMILION >> shift & 0xff);
        colour |= (wend_colour)lround(from + (to - from) * part) << shift;
    }
    return colour;
}

static wend_ink ink_at(double part)
{
    wend_colour colour = colour_at(part);
    return (wend_ink){.fill = WEND_ALPHA(colour, FILL_ALPHA),
                      .line = WEND_ALPHA(colour, LINE_ALPHA),
                      .width = SHAPE_LINE};
}

static void draw_shape(const wend_draw *draw, const wend_group_shape *shape, wend_ink ink)
{
    wend_vec2 points[MAX_POINTS];
    uint32_t count;
    if (wend_group_shape_outline(shape, OUTLINE_ERROR * shape->width, points, MAX_POINTS, &count) ==
        WEND_OK)
        draw->polygon(draw->context, points, &count, 1, ink);
}

/// The number of equal parts of a plan no longer than spacing.
static uint32_t parts_of(double length, double spacing)
{
    double parts = ceil(length / spacing);
    return parts >= 1 ? (uint32_t)fmin(parts, MAX_SHAPES) : 1;
}

static void draw_path(const wend_group_plan *plan, double spacing, const wend_draw *draw,
                      wend_ink ink)
{
    double length = wend_group_plan_length(plan);
    uint32_t parts = parts_of(length, spacing / PATH_STEPS);
    wend_vec2 points[MAX_POINTS];
    uint32_t count = 0;
    for (uint32_t i = 0; i <= parts; ++i) {
        wend_group_shape shape = wend_group_plan_shape(plan, length * i / parts);
        if (count == MAX_POINTS) {
            draw->line(draw->context, points, count, ink);
            points[0] = points[count - 1];
            count = 1;
        }
        points[count++] = wend_group_shape_from_local(&shape, (wend_vec2){0, 0});
    }
    draw->line(draw->context, points, count, ink);
}

/// Shapes of a leg, which is the part [from, to] of the route.
static void draw_sweep(const wend_group_plan *plan, double spacing, const wend_draw *draw,
                       double from, double to)
{
    double length = wend_group_plan_length(plan);
    uint32_t parts = parts_of(length, spacing);
    for (uint32_t i = 0; i <= parts; ++i) {
        double part = (double)i / parts;
        wend_group_shape shape = wend_group_plan_shape(plan, length * part);
        draw_shape(draw, &shape, ink_at(from + (to - from) * part));
    }
}

void wend_group_route_draw(const wend_group_plan *const *legs, uint32_t count, double spacing,
                           const wend_draw *draw)
{
    double whole = 0, along = 0;
    char title[64];
    for (uint32_t i = 0; i < count; ++i)
        whole += wend_group_plan_length(legs[i]);
    snprintf(title, sizeof title, "the shape, every %.3g m", spacing);
    bool wanted = draw->layer(draw->context, "sweep", title, ink_at(0));
    if (draw->layer(draw->context, "sweep", "... at the goal", ink_at(1)) && wanted)
        for (uint32_t i = 0; i < count; ++i) {
            double next = along + wend_group_plan_length(legs[i]);
            draw_sweep(legs[i], spacing, draw, whole > 0 ? along / whole : 0,
                       whole > 0 ? next / whole : 1);
            along = next;
        }
    const wend_ink path_ink = {.line = WEND_DARK_GREY, .width = PATH_LINE};
    if (draw->layer(draw->context, "way", "its middle", path_ink))
        for (uint32_t i = 0; i < count; ++i)
            draw_path(legs[i], spacing, draw, path_ink);
}

void wend_group_plan_draw(const wend_group_plan *plan, double spacing, const wend_draw *draw)
{
    wend_group_route_draw(&plan, 1, spacing, draw);
}
