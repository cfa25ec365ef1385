// SPDX-License-Identifier: MIT
// Charts as SVG, PNG or PDF: lines, steps, points, filled areas, box plots, rules, a map of cells
// with a colour bar, the floor below them; a legend; ticks at round numbers or with names. A sheet
// has one or more charts, one below the other.
//
//     const chart_series curve = {.name = "door", .points = points, .count = n, .mark =
//     CHART_STEPS}; const chart c = {.x.title = "time [s]", .y = {.title = "persons", .zero =
//     true},
//                      .series = &curve, .series_count = 1};
//     const chart_sheet sheet = {.title = "N-t", .charts = &c, .count = 1, .kind = CANVAS_SVG,
//                                .write = write, .write_context = file};
//     chart_report report;
//     if (!chart_paint(&sheet, &report)) ...report.error
//
// The same sheet gives the same bytes. Embed an SVG in HTML as an <img> with a data URI: ids of
// several inlined SVGs would collide.
#ifndef WEND_DRAW_CHART_H
#define WEND_DRAW_CHART_H

#include "draw/canvas.h"
#include "draw/ramp.h"

typedef enum chart_mark {
    CHART_LINE,   ///< interrupted at NAN
    CHART_STEPS,  ///< holds a value until the next point
    CHART_POINTS, ///< one dot each; coinciding dots are drawn once
    CHART_AREA,   ///< a ring with a light fill
    /// Box plots. Five points each, at one x: lower mark, first quartile, median, third quartile,
    /// upper mark.
    CHART_BOXES,
} chart_mark;

/// Colour scale of values. Equal limits: those of the data.
typedef struct chart_scale {
    const char *title; ///< above the colour bar, "density [1/m²]"
    ramp ramp;
    double least, most;
} chart_scale;

typedef struct chart_series {
    const char *name; ///< legend entry; NULL: none. Adjacent series with the same name share one
    const wend_vec2 *points;
    size_t count;
    chart_mark mark;
    wend_colour colour; ///< 0: by its index among the series
    double width;       ///< width of the line, dot or box; 0: default [Units: points]
    double dash;        ///< dash length; 0: solid [Units: points]
    const double
        *values; ///< [opt] [count] values for chart.scale, which colour lines and points; NAN: grey
} chart_series;

/// A line across the whole chart: a limit, a criterion.
typedef struct chart_rule {
    const char *name; ///< legend entry; NULL: none
    double at;
    bool upright;       ///< vertical, at this x
    wend_colour colour; ///< 0: dark grey
} chart_rule;

/// Rings (even-odd): a floor, an obstacle. Drawn below the series, outlines above the map.
typedef struct chart_shape {
    const wend_vec2 *points;
    const uint32_t *ring_ends;
    uint32_t ring_count;
    bool above; ///< fill above the map as well
    wend_ink ink;
} chart_shape;

/// Values in cells, coloured by chart.scale.
typedef struct chart_map {
    wend_box box;
    uint32_t columns, rows;
    const double *values; ///< [rows * columns] from the bottom row up; NAN: transparent
} chart_map;

typedef struct chart_axis {
    const char *title;  ///< "time [s]"
    double least, most; ///< limits; equal: from the data
    bool zero;          ///< include 0
    bool whole;         ///< ticks at whole numbers only
    bool down;          ///< y grows downwards, as in images
    /// [opt] [name_count] Labels of the ticks first_name, first_name + 1 ... instead of numbers:
    /// categories, or powers of ten on a logarithmic axis. Requires limits.
    const char *const *names;
    int first_name;
    size_t name_count;
} chart_axis;

/// Empty if zeroed. Values must be finite, except for the NANs named above; the given limits clip.
typedef struct chart {
    const char *title; ///< [opt] above this chart
    chart_axis x, y;
    bool same_scale; ///< both axes have the same scale: a map
    double
        height; ///< height of the frame; 0: default, or as required by same_scale [Units: points]
    const chart_shape *shapes;
    const chart_map *map; ///< [opt]
    const chart_series *series;
    const chart_rule *rules;
    size_t shape_count, series_count, rule_count;
    chart_scale scale; ///< for the map, or for series with values
} chart;

/// Input of chart_paint.
typedef struct chart_sheet {
    const char *title; ///< [opt]
    const char *note;  ///< [opt] small text below the title
    const chart *charts;
    size_t count; ///< [Limit: <= CHART_MOST]
    canvas_kind kind;
    uint32_t width; ///< as in canvas_def: CANVAS_LEAST_WIDTH to CANVAS_MOST_SIZE, or 0: default
    pen_write_fn *write;
    void *write_context;
} chart_sheet;

enum { CHART_MOST = 16 };

typedef struct chart_report {
    uint32_t width, height;       ///< in the units of the sheet's width
    char error[CANVAS_TEXT_SIZE]; ///< message, empty on success
} chart_report;

/// Paints the sheet, clipped to a height of CANVAS_MOST_SIZE. False with an error: out of memory,
/// or write returned false.
bool chart_paint(const chart_sheet *sheet, chart_report *report);

/// Default colour of the series with an index, for separate legends.
wend_colour chart_colour(size_t place);

#endif
