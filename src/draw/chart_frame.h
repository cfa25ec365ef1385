// SPDX-License-Identifier: MIT
// A chart with its position on the sheet: output of the layout, input of the drawing functions.
#ifndef WEND_DRAW_CHART_FRAME_H
#define WEND_DRAW_CHART_FRAME_H

#include "draw/chart.h"
#include "draw/lettering.h"
#include "draw/ticks.h"

/// An axis with its limits and ticks.
typedef struct chart_span {
    double least, most; ///< least < most
    ticks ticks;
} chart_span;

typedef struct chart_frame {
    const chart *chart;
    chart_span x, y, scale;
    bool has_scale; ///< values are coloured
    wend_box paper; ///< box of the axes [Units: points]
    double top;     ///< top of the whole chart
} chart_frame;

/// Determines the limits of the axes and of the colour scale.
void chart_plan_spans(chart_frame *f);

/// Chooses at most `most` ticks; extend: limits that are not given are extended to the next tick.
void chart_plan_ticks(chart_span *span, double most, const chart_axis *axis, bool extend);

/// Label of a tick: its name if the axis has names, otherwise its number.
void chart_label(const chart_axis *axis, ticks t, double number, char label[TICK_LABEL_SIZE]);

/// Position of a data point on paper.
wend_vec2 chart_place(const chart_frame *f, wend_vec2 point);

/// Position on the colour scale: 0 to 1 within its limits.
double chart_share(const chart_frame *f, double value);

/// Drawing functions for the inside of the axes. False: out of memory. Shapes are drawn twice:
/// below and above the map.
bool chart_draw_shapes(const chart_frame *f, pen *p, bool above);
bool chart_draw_map(const chart_frame *f, pen *p);
bool chart_draw_series(const chart_frame *f, pen *p);
void chart_draw_rules(const chart_frame *f, pen *p);
void chart_draw_boxes(const chart_frame *f, pen *p, const chart_series *s, wend_ink ink);

/// Ink of a series or rule.
wend_ink chart_series_ink(const chart_series *s, size_t place);
wend_ink chart_rule_ink(const chart_rule *r);

/// Default width of a dot and of a box. [Units: points]
#define CHART_DOT 3.0
#define CHART_BOX 12.0

#endif
