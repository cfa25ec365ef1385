// SPDX-License-Identifier: MIT
// Box plots: half of the values are in the box, the line in it is the median, and the dots are the
// caller's marks.
#include "draw/chart_frame.h"

#include <math.h>

enum { POINTS_OF_A_BOX = 5 };
#define MEDIAN_WIDTH 2.0 // [Units: points]

// Clips to the axes.
static double within(const chart_frame *f, double y)
{
    return fmin(fmax(y, f->paper.min.y), f->paper.max.y);
}

static void draw_stroke(pen *p, wend_vec2 a, wend_vec2 b, wend_ink ink)
{
    p->class->path(p, (wend_vec2[]){a, b}, &(uint32_t){2}, 1, false, ink);
}

static void draw_box(const chart_frame *f, pen *p, const wend_vec2 *five, double half, wend_ink ink)
{
    double y[POINTS_OF_A_BOX];
    const double x = chart_place(f, five[0]).x;
    for (int i = 0; i < POINTS_OF_A_BOX; ++i) {
        if (isnan(five[i].x) || isnan(five[i].y))
            return;
        y[i] = within(f, chart_place(f, five[i]).y);
    }
    if (!(x - half >= f->paper.min.x && x + half <= f->paper.max.x))
        return;
    const wend_ink line = {.line = ink.line, .width = ink.width};
    const wend_ink median = {.line = ink.line, .width = MEDIAN_WIDTH};
    const wend_ink dot = {.fill = ink.line};
    const wend_vec2 corners[] = {
        {x - half, y[1]}, {x + half, y[1]}, {x + half, y[3]}, {x - half, y[3]}};
    p->class->path(p, corners, &(uint32_t){4}, 1, true, ink);
    draw_stroke(p, (wend_vec2){x, y[0]}, (wend_vec2){x, y[1]}, line);
    draw_stroke(p, (wend_vec2){x, y[3]}, (wend_vec2){x, y[4]}, line);
    draw_stroke(p, (wend_vec2){x - half, y[2]}, (wend_vec2){x + half, y[2]}, median);
    p->class->circle(p, (wend_vec2){x, y[0]}, CHART_DOT / 2, dot);
    p->class->circle(p, (wend_vec2){x, y[4]}, CHART_DOT / 2, dot);
}

void chart_draw_boxes(const chart_frame *f, pen *p, const chart_series *s, wend_ink ink)
{
    for (size_t i = 0; i + POINTS_OF_A_BOX <= s->count; i += POINTS_OF_A_BOX)
        draw_box(f, p, s->points + i, (s->width > 0 ? s->width : CHART_BOX) / 2, ink);
}
