// SPDX-License-Identifier: MIT
// Isolines and borders of regions in the image of a map. The map stores only the rings of areas;
// lines inside areas, where the distance is 0, are omitted here.
#include "base/xalloc.h"
#include "cli/map/draw.h"
#include "cli/report.h"
#include "draw/ticks.h"

#include <stdio.h>
#include <stdlib.h>

/// Approximate and maximum number of isolines.
enum { USUAL_LINES = 16, MOST_LINES = 10000 };

/// Maximum distance of drawn lines from the true ones. [Units: cells]
#define LINE_ERROR 0.25

#define LINE_WIDTH 0.7 // [Units: points]

// ---- levels -------------------------------------------------------------------------------------

int map_choose_levels(map_sketch *k)
{
    const arguments *args = k->job->args;
    double most = k->cells.farthest;
    if (!(most > 0))
        return EXIT_DONE;
    double step =
        option_number(args, "isoline-spacing", ticks_step(ticks_plan(most, USUAL_LINES, false)));
    if (most / step > MOST_LINES)
        return fail_usage(args,
                          "--isoline-spacing %g: %.0f lines are too many (expected %g or more)",
                          step, most / step, most / MOST_LINES);
    k->levels = xmalloc((size_t)(most / step + 2) * sizeof *k->levels);
    for (uint32_t i = 1; i * step <= most; ++i)
        k->levels[k->level_count++] = i * step;
    k->step = step;
    return EXIT_DONE;
}

// ---- drawing ------------------------------------------------------------------------------------

/// Target of lines.
typedef struct line_pen {
    const map_job *job;
    const wend_draw *draw;
    wend_ink ink;
} line_pen;

/// Draws the parts of a line outside areas that are goals.
static void draw_outside(const line_pen *p, const wend_vec2 *points, uint32_t count)
{
    uint32_t start = 0;
    for (uint32_t i = 1; i <= count; ++i) {
        bool inside = false;
        if (i < count) {
            wend_vec2 a = points[i - 1], b = points[i];
            inside = map_place_around(p->job, (wend_vec2){(a.x + b.x) / 2, (a.y + b.y) / 2}) !=
                     MAP_NO_PLACE;
        }
        if (i < count && !inside)
            continue;
        if (i - start > 1)
            p->draw->line(p->draw->context, points + start, i - start, p->ink);
        start = i;
    }
}

static bool draw_isoline(void *context, double level, const wend_vec2 *points, uint32_t count)
{
    (void)level;
    draw_outside(context, points, count);
    return true;
}

static bool draw_border(void *context, uint32_t root, uint32_t other, const wend_vec2 *points,
                        uint32_t count)
{
    (void)root, (void)other;
    draw_outside(context, points, count);
    return true;
}

static void draw_isolines(const map_sketch *k, const wend_draw *draw)
{
    char title[100] = "";
    // White is visible on the colours of distances, but not on the pale ones of regions.
    wend_colour colour = k->regions ? WEND_ALPHA(WEND_BLACK, 110) : WEND_ALPHA(WEND_WHITE, 190);
    line_pen lines = {k->job, draw, {.line = colour, .width = LINE_WIDTH}};
    const wend_ink sample = {.line = k->regions ? colour : WEND_GREY, .width = LINE_WIDTH};
    if (k->level_count > 0)
        snprintf(title, sizeof title, "isolines every %.6g %s", k->step, map_unit(k->job));
    if (!draw->layer(draw->context, "isolines", title, sample) || k->level_count == 0)
        return;
    xresult(wend_time_map_isolines(k->job->map, WEND_TIME_DEFAULT_LAYER, k->levels, k->level_count,
                                   LINE_ERROR * k->cells.frame.cell, draw_isoline, &lines, NULL));
}

void map_draw_lines(const map_sketch *k, const wend_draw *draw)
{
    static const char *const title = "borders of regions";
    line_pen lines = {
        k->job, draw, {.line = WEND_ALPHA(MAP_BORDER_COLOUR, 190), .width = LINE_WIDTH}};
    draw_isolines(k, draw);
    if (map_borders_are_cells(k->job))
        map_describe_image(k, "borders", title, k->borders, lines.ink, draw);
    else if (draw->layer(draw->context, "borders", title, lines.ink))
        xresult(wend_map_borders(wend_time_map_plain(k->job->map, 0),
                                 LINE_ERROR * k->cells.frame.cell, draw_border, &lines, NULL));
}
