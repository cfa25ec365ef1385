// SPDX-License-Identifier: MIT
// A raster as a PNG with its colour scale (see scale_png.h).
#include "draw/scale_png.h"

#include "draw/lettering.h"
#include "draw/ticks.h"

#include <math.h>
#include <stdio.h>

// [Units: pixels]
enum { STRIP = 44, LEAST_WIDTH = 160, MARGIN = 12, BAR_TOP = 8, BAR_HEIGHT = 14 };
#define TEXT_SIZE  12.0
#define TICK_APART 80.0

uint32_t scale_png_strip(uint32_t width)
{
    return width < LEAST_WIDTH ? 0 : STRIP;
}

static void draw_colours(const scale_png *what, pen *p, double top)
{
    double width = what->width - 2.0 * MARGIN;
    for (int i = 0; i < (int)width; ++i) {
        double x = MARGIN + i;
        const wend_vec2 column[] = {
            {x, top}, {x + 1, top}, {x + 1, top + BAR_HEIGHT}, {x, top + BAR_HEIGHT}};
        p->class->path(p, column, (const uint32_t[]){4}, 1, true,
                       (wend_ink){.fill = ramp_colour(what->ramp, (i + 0.5) / floor(width))});
    }
}

static void draw_ticks(const scale_png *what, pen *p, double top)
{
    double width = what->width - 2.0 * MARGIN;
    ticks t = ticks_plan(what->most, fmax(1, floor(width / TICK_APART)), false);
    for (double i = 0; i <= ticks_below(t, what->most); ++i) {
        char label[TICK_LABEL_SIZE], words[TICK_LABEL_SIZE + 20];
        double share = i * ticks_step(t) / what->most;
        ticks_label(t, i, label);
        snprintf(words, sizeof words, "%s%s%s", label, i > 0 ? "" : " ", i > 0 ? "" : what->unit);
        const wend_vec2 mark[] = {{MARGIN + share * width, top}, {MARGIN + share * width, top + 4}};
        p->class->path(p, mark, (const uint32_t[]){2}, 1, false, (wend_ink){.line = WEND_BLACK});
        // The last label may be at the edge.
        pen_anchor anchor = i == 0 ? PEN_LEFT : share > 0.9 ? PEN_RIGHT : PEN_CENTRE;
        p->class->text(p, words,
                       &(pen_text){.at = {mark[1].x, top + 4 + TEXT_SIZE},
                                   .anchor = anchor,
                                   .size = TEXT_SIZE,
                                   .colour = WEND_BLACK});
    }
}

const char *scale_png_paint(const scale_png *what)
{
    double strip = scale_png_strip(what->width);
    wend_box all = {{0, 0}, {what->width, what->height + strip}};
    const pen_def def = {
        .width = what->width,
        .height = what->height + strip,
        .pixels_per_point = 1,
        .clip = all,
        .title = "",
        .write = what->write,
        .write_context = what->write_context,
    };
    pen *p = pen_open_png(&def);
    if (!p)
        return "out of memory";
    wend_box raster = {{0, 0}, {what->width, what->height}};
    p->class->image(p, raster, what->pixels, what->width, what->height);
    if (strip > 0 && what->most > 0) {
        draw_colours(what, p, what->height + (double)BAR_TOP);
        draw_ticks(what, p, what->height + (double)BAR_TOP + BAR_HEIGHT);
    }
    return p->class->close(p);
}
