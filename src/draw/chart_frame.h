// SPDX-License-Identifier: MIT
// A chart on its place on the sheet: what the layout tells those who draw in it.
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
    bool has_scale; ///< something is coloured by values
    wend_box paper; ///< of the axes [Units: points]
    double top;     ///< of everything that belongs to it
} chart_frame;

/// Finds the limits of the axes and of the scale of colours, from the data or as given.
void chart_plan_spans(chart_frame *f);

/// Chooses ticks, at most so many; extend: limits that are not given move out to the next ones.
void chart_plan_ticks(chart_span *span, double most, const chart_axis *axis, bool extend);

/// The label of a tick: its name if the axis has some, else its number.
void chart_label(const chart_axis *axis, ticks t, double number, char label[TICK_LABEL_SIZE]);

/// Where a point of the data is on paper.
wend_vec2 chart_place(const chart_frame *f, wend_vec2 point);

/// Between 0 and 1 for values within the scale's limits.
double chart_share(const chart_frame *f, double value);

/// Draw what is inside the axes. False: out of memory. Shapes are drawn twice: what lies below the
/// map, and what lies above it.
bool chart_draw_shapes(const chart_frame *f, pen *p, bool above);
bool chart_draw_map(const chart_frame *f, pen *p);
bool chart_draw_series(const chart_frame *f, pen *p);
void chart_draw_rules(const chart_frame *f, pen *p);
void chart_draw_boxes(const chart_frame *f, pen *p, const chart_series *s, wend_ink ink);

/// What a series or a rule is drawn with.
wend_ink chart_series_ink(const chart_series *s, size_t place);
wend_ink chart_rule_ink(const chart_rule *r);

/// The usual width of a dot and of a box. [Units: points]
#define CHART_DOT 3.0
#define CHART_BOX 12.0

#endif
