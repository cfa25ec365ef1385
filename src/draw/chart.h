// SPDX-License-Identifier: MIT
// Charts: figures on axes, as SVG, PNG or PDF. Lines, steps, points, filled areas, box plots,
// rules, a map of cells with a bar that explains its colours, and the floor below them; a legend;
// ticks at round numbers, or with names. Several charts may stand below each other on one sheet.
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
// The same sheet gives the same bytes. An SVG in a page of HTML goes into an <img> (as a data URI):
// inlined, the names in several of them would collide.
#ifndef WEND_DRAW_CHART_H
#define WEND_DRAW_CHART_H

#include "draw/canvas.h"
#include "draw/ramp.h"

typedef enum chart_mark {
    CHART_LINE,   ///< a point with a NAN breaks it
    CHART_STEPS,  ///< holds a value until the next point
    CHART_POINTS, ///< a dot each; points that fall onto each other are drawn once
    CHART_AREA,   ///< a ring, filled faintly
    /// Box plots. Five points each, at one x: the mark below, the first quartile, the median, the
    /// third quartile, and the mark above.
    CHART_BOXES,
} chart_mark;

/// What the colours of values mean. Zeroed limits (least == most): those of the data.
typedef struct chart_scale {
    const char *title; ///< over the colour bar, "density [1/m²]"
    ramp ramp;
    double least, most;
} chart_scale;

typedef struct chart_series {
    const char *name; ///< for the legend; NULL: not there. Neighbours of one name have one entry
    const wend_vec2 *points;
    size_t count;
    chart_mark mark;
    wend_colour colour;   ///< 0: by its place among the series
    double width;         ///< of the line, of a dot or a box; 0: the usual [Units: points]
    double dash;          ///< of lines; 0: solid [Units: points]
    const double *values; ///< [opt] [count] lines and points are coloured by chart.scale; NAN: grey
} chart_series;

/// A line across the whole chart: a limit, a criterion.
typedef struct chart_rule {
    const char *name; ///< for the legend; NULL: not there
    double at;
    bool upright;       ///< at this x, not this y
    wend_colour colour; ///< 0: dark grey
} chart_rule;

/// Rings (even-odd): a floor, an obstacle. They lie below the series, their outlines above the map.
typedef struct chart_shape {
    const wend_vec2 *points;
    const uint32_t *ring_ends;
    uint32_t ring_count;
    bool above; ///< what fills it lies above the map, too
    wend_ink ink;
} chart_shape;

/// Values in cells, coloured by chart.scale.
typedef struct chart_map {
    wend_box box;
    uint32_t columns, rows;
    const double *values; ///< [rows * columns] from the lowest row up; NAN: nothing is drawn
} chart_map;

typedef struct chart_axis {
    const char *title;  ///< "time [s]"
    double least, most; ///< equal: by what is shown
    bool zero;          ///< 0 is shown, whatever the data
    bool whole;         ///< ticks only at whole numbers
    bool down;          ///< of y: it grows downwards, as in images
    /// [opt] [name_count] What stands at the ticks first_name, first_name + 1 ... instead of
    /// numbers: kinds of things, or powers of ten for values that are logarithms. The limits should
    /// be given then.
    const char *const *names;
    int first_name;
    size_t name_count;
} chart_axis;

/// Zeroed it is empty. Figures must be finite, apart from the NANs named above; what lies beyond
/// limits that are given is cut off.
typedef struct chart {
    const char *title; ///< [opt] over this one
    chart_axis x, y;
    bool same_scale; ///< both axes have one scale: a map of a place
    double height;   ///< of the frame; 0: the usual, or what same_scale asks for [Units: points]
    const chart_shape *shapes;
    const chart_map *map; ///< [opt]
    const chart_series *series;
    const chart_rule *rules;
    size_t shape_count, series_count, rule_count;
    chart_scale scale; ///< of the map, or of series with values
} chart;

/// What to paint.
typedef struct chart_sheet {
    const char *title; ///< [opt]
    const char *note;  ///< [opt] small, below the title
    const chart *charts;
    size_t count; ///< [Limit: <= CHART_MOST]
    canvas_kind kind;
    uint32_t width; ///< as canvas_def's: CANVAS_LEAST_WIDTH to CANVAS_MOST_SIZE, or 0: the usual
    pen_write_fn *write;
    void *write_context;
} chart_sheet;

enum { CHART_MOST = 16 };

typedef struct chart_report {
    uint32_t width, height;       ///< in the units of the sheet's width
    char error[CANVAS_TEXT_SIZE]; ///< a sentence, empty if done
} chart_report;

/// Paints the sheet; what would make it higher than CANVAS_MOST_SIZE is cut off. False with an
/// error: out of memory, or write returned false.
bool chart_paint(const chart_sheet *sheet, chart_report *report);

/// The colour that a series gets by its place, for whoever draws a legend of their own.
wend_colour chart_colour(size_t place);

#endif
