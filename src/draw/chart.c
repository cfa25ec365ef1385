// SPDX-License-Identifier: MIT
// Sheet of charts: layout, axes and legends. Axis titles are horizontal, that of y above its axis,
// so that all text reads upright.
//
// All charts of a sheet have the same left and right edge, so that time axes align.
#include "draw/chart.h"

#include "draw/chart_frame.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Sizes on paper. [Units: points]
#define USUAL_WIDTH  640.0
#define LEAST_SHEET  360.0 // minimum width of a sheet if none is given
#define USUAL_HEIGHT 250.0
#define MARGIN       16.0 // around everything
#define TITLE_SIZE   13.0
#define TITLE_HEIGHT 22.0
#define NOTE_SIZE    8.5
#define NOTE_HEIGHT  14.0
#define CHART_TITLE  10.0 // size of a chart's own title
#define LABEL_SIZE   8.5  // tick labels
#define AXIS_SIZE    9.0  // axis titles and legend
#define ROW_HEIGHT   15.0 // title and legend rows
#define TICK         4.0  // length of a tick
#define GAP          5.0  // between a tick and its label
#define CHART_GAP    14.0 // between charts
#define BAR_GAP      16.0 // between the axes and the colour bar
#define BAR_WIDTH    11.0
#define BAR_HEIGHT   200.0 // maximum
#define SWATCH_WIDTH 18.0
#define ENTRY_GAP    16.0 // between entries of the legend
#define LABEL_GAP    26.0 // minimum between x labels
#define X_TICK_GAP   40.0 // minimum between x ticks
#define Y_TICK_GAP   34.0 // between two ticks of the y axis
#define LEAST_FRAME  40.0 // minimum height of the axes

// Ratio of axis height to sheet width, within limits.
#define USUAL_SHAPE 0.39
#define LEAST_USUAL 120.0
#define MOST_USUAL  420.0
// Maximum ratio of height to width of a map.
#define TALLEST 1.1
// Colours of the bar; minimum opacity of a legend dot.
enum { BAR_STEPS = 64, LEAST_SWATCH = 120 };
// Maximum number of x ticks at any width.
enum { MOST_X_TICKS = 11 };

#define GRID_COLOUR  0xe4e4e4ffu
#define AXIS_COLOUR  0x606060ffu
#define FRAME_COLOUR 0xb4b4b4ffu
#define TEXT_COLOUR  0x303030ffu

typedef struct sheet {
    const chart_sheet *def;
    cairo_t *ruler;
    pen *pen; // NULL during layout
    double width, height;
    double left, right; // edges of all axes
    double tallest;     // maximum height of axes with the same scale
    chart_frame frames[CHART_MOST];
} sheet;

static bool has_text(const char *s)
{
    return s && s[0];
}

static double width_of(const sheet *s, const char *text, double size)
{
    return lettering_width(s->ruler, text, size, false);
}

// Writes any caller's text, shortened to a width.
static void write_text(const sheet *s, const char *text, pen_text how, double room)
{
    char clean[LETTERING_SIZE];
    lettering_clean(text ? text : "", clean);
    lettering_fit(s->ruler, clean, how.size, how.bold, room);
    if (clean[0])
        s->pen->class->text(s->pen, clean, &how);
}

// Width of the widest label of an axis.
static double widest_label(const sheet *s, const chart_span *span, const chart_axis *axis)
{
    double widest = 0, last = ticks_below(span->ticks, span->most);
    for (double n = ticks_above(span->ticks, span->least); n <= last; ++n) {
        char label[TICK_LABEL_SIZE];
        chart_label(axis, span->ticks, n, label);
        widest = fmax(widest, width_of(s, label, LABEL_SIZE));
    }
    return widest;
}

// ---- legend -------------------------------------------------------------------------------------

// Position of the next legend entry.
typedef struct legend {
    double left, right, x, base;
    int rows;
} legend;

static void draw_swatch(const sheet *s, const chart_series *series, wend_ink ink, wend_vec2 at)
{
    pen *p = s->pen;
    double middle = at.y - AXIS_SIZE * 0.34;
    wend_vec2 ends[] = {{at.x, middle}, {at.x + SWATCH_WIDTH, middle}};
    if (series && series->mark == CHART_POINTS) {
        uint32_t opacity = (ink.fill & 0xff) < LEAST_SWATCH ? LEAST_SWATCH : ink.fill & 0xff;
        p->class->circle(p, (wend_vec2){at.x + SWATCH_WIDTH / 2, middle}, CHART_DOT / 2 + 0.5,
                         (wend_ink){.fill = WEND_ALPHA(ink.fill, opacity)});
    } else if (series && (series->mark == CHART_AREA || series->mark == CHART_BOXES)) {
        wend_vec2 corners[] = {{at.x, middle - 4},
                               {at.x + SWATCH_WIDTH, middle - 4},
                               {at.x + SWATCH_WIDTH, middle + 4},
                               {at.x, middle + 4}};
        p->class->path(p, corners, &(uint32_t){4}, 1, true, ink);
    } else {
        ink.width = fmin(fmax(ink.width, 1), 3);
        p->class->path(p, ends, &(uint32_t){2}, 1, false, ink);
    }
}

static void add_entry(const sheet *s, legend *l, const char *name, const chart_series *series,
                      wend_ink ink)
{
    char clean[LETTERING_SIZE];
    lettering_clean(name, clean);
    double room = l->right - l->left - SWATCH_WIDTH - GAP;
    lettering_fit(s->ruler, clean, AXIS_SIZE, false, room);
    double width = SWATCH_WIDTH + GAP + width_of(s, clean, AXIS_SIZE);
    if (l->rows == 0 || l->x + width > l->right) {
        l->base += l->rows > 0 ? ROW_HEIGHT : 0;
        l->x = l->left;
        ++l->rows;
    }
    if (s->pen) {
        draw_swatch(s, series, ink, (wend_vec2){l->x, l->base});
        s->pen->class->text(s->pen, clean,
                            &(pen_text){.at = {l->x + SWATCH_WIDTH + GAP, l->base},
                                        .size = AXIS_SIZE,
                                        .colour = TEXT_COLOUR});
    }
    l->x += width + ENTRY_GAP;
}

// Lays out the legend from a base line on, and draws it if there is a pen. Returns its number of
// rows.
static int lay_legend(const sheet *s, const chart_frame *f, double base)
{
    const chart *c = f->chart;
    legend l = {.left = s->left, .right = s->width - MARGIN, .base = base};
    for (size_t i = 0; i < c->series_count; ++i) {
        const char *name = c->series[i].name, *before = i > 0 ? c->series[i - 1].name : NULL;
        if (has_text(name) && !(before && strcmp(before, name) == 0))
            add_entry(s, &l, name, &c->series[i], chart_series_ink(&c->series[i], i));
    }
    for (size_t i = 0; i < c->rule_count; ++i)
        if (has_text(c->rules[i].name))
            add_entry(s, &l, c->rules[i].name, NULL, chart_rule_ink(&c->rules[i]));
    return l.rows;
}

// ---- layout -------------------------------------------------------------------------------------

static double wanted_height(const sheet *s, const chart *c)
{
    if (c->height > 0)
        return fmax(c->height, LEAST_FRAME);
    return fmin(fmax(USUAL_SHAPE * s->width, LEAST_USUAL), MOST_USUAL);
}

// Ticks of y and of the colour scale, as far as they are known before the axes are placed, and the
// edges that their labels leave for the axes.
static void plan_edges(sheet *s)
{
    double left = 0, right = 0;
    for (size_t i = 0; i < s->def->count; ++i) {
        chart_frame *f = &s->frames[i];
        f->chart = &s->def->charts[i];
        chart_plan_spans(f);
        double height = wanted_height(s, f->chart);
        chart_plan_ticks(&f->y, height / Y_TICK_GAP, &f->chart->y, !f->chart->same_scale);
        chart_plan_ticks(&f->scale, fmin(height, BAR_HEIGHT) / Y_TICK_GAP, NULL,
                         f->chart->scale.least == f->chart->scale.most);
        left = fmax(left, widest_label(s, &f->y, &f->chart->y));
        if (f->has_scale)
            right = fmax(right, BAR_GAP + BAR_WIDTH + GAP + widest_label(s, &f->scale, NULL));
    }
    s->left = MARGIN + left + TICK + GAP;
    s->right = s->width - MARGIN - fmax(right, GAP);
    s->right = fmax(s->right, s->left + LEAST_FRAME);
}

// Ticks of the x axis: as many as their labels permit.
static void plan_x(const sheet *s, chart_frame *f)
{
    const chart_span span = f->x;
    double width = f->paper.max.x - f->paper.min.x, most = fmin(width / X_TICK_GAP, MOST_X_TICKS);
    for (int i = 0; i < 2; ++i) {
        f->x = span;
        chart_plan_ticks(&f->x, most, &f->chart->x, !f->chart->same_scale);
        most = fmin(most, width / (widest_label(s, &f->x, &f->chart->x) + LABEL_GAP));
    }
}

// Same scale for both axes: sets the height of the axes, or makes the chart narrower than the
// sheet.
static void plan_place(const sheet *s, chart_frame *f)
{
    double wide = f->x.most - f->x.least, high = f->y.most - f->y.least;
    double room = f->paper.max.x - f->paper.min.x;
    double tallest = f->chart->height > 0 ? f->chart->height : s->tallest;
    double scale = fmin(room / wide, fmax(tallest, LEAST_FRAME) / high);
    double height = fmax(high * scale, LEAST_FRAME), width = fmax(wide * scale, LEAST_FRAME);
    double more_x = width / scale - wide, more_y = height / scale - high;
    f->x.least -= more_x / 2;
    f->x.most += more_x / 2;
    f->y.least -= more_y / 2;
    f->y.most += more_y / 2;
    f->paper.max = (wend_vec2){f->paper.min.x + width, f->paper.min.y + height};
    chart_plan_ticks(&f->y, height / Y_TICK_GAP, &f->chart->y, false);
}

// Height below the axes: labels, x title, legend.
static double strip_height(const sheet *s, const chart_frame *f)
{
    double height = TICK + GAP + LABEL_SIZE;
    if (has_text(f->chart->x.title))
        height += ROW_HEIGHT;
    return height + lay_legend(s, f, 0) * ROW_HEIGHT;
}

// Places the charts one below the other on a sheet of s->width.
static void plan_charts(sheet *s)
{
    const chart_sheet *def = s->def;
    plan_edges(s);
    if (s->tallest == 0)
        s->tallest = TALLEST * (s->right - s->left);
    double y = MARGIN;
    if (has_text(def->title))
        y += TITLE_HEIGHT;
    if (has_text(def->note))
        y += NOTE_HEIGHT;
    for (size_t i = 0; i < def->count; ++i) {
        chart_frame *f = &s->frames[i];
        f->top = y + (i > 0 ? CHART_GAP : 0);
        y = f->top;
        if (has_text(f->chart->title))
            y += ROW_HEIGHT;
        if (has_text(f->chart->y.title) || (f->has_scale && has_text(f->chart->scale.title)))
            y += ROW_HEIGHT;
        y += LABEL_SIZE / 2;
        f->paper = (wend_box){{s->left, y}, {s->right, y + wanted_height(s, f->chart)}};
        if (f->chart->same_scale)
            plan_place(s, f);
        plan_x(s, f);
        y = f->paper.max.y + strip_height(s, f);
    }
    s->height = y + MARGIN;
}

static void plan(sheet *s)
{
    double units = s->def->kind == CANVAS_PNG ? CANVAS_PIXELS_PER_POINT : 1;
    s->width = s->def->width > 0 ? s->def->width / units : USUAL_WIDTH;
    plan_charts(s);
    if (s->def->width == 0) {
        // Tall maps leave space on the right: the sheet may be narrower.
        double used = 0;
        for (size_t i = 0; i < s->def->count; ++i)
            used = fmax(used, s->frames[i].paper.max.x);
        double narrow = fmax(ceil(s->width - (s->right - used)), LEAST_SHEET);
        if (s->def->count > 0 && narrow < s->width) {
            s->width = narrow;
            plan_charts(s);
        }
    }
    s->height = fmin(ceil(s->height), CANVAS_MOST_SIZE / units);
}

// ---- axes ---------------------------------------------------------------------------------------

static void draw_segment(const sheet *s, wend_vec2 a, wend_vec2 b, wend_colour colour)
{
    s->pen->class->path(s->pen, (wend_vec2[]){a, b}, &(uint32_t){2}, 1, false,
                        (wend_ink){.line = colour, .width = 0.7});
}

// Ticks of both axes: grid lines, or (on_axis) the ticks with labels.
static void draw_ticks(const sheet *s, const chart_frame *f, bool on_axis)
{
    wend_box box = f->paper;
    double last = ticks_below(f->x.ticks, f->x.most);
    for (double n = ticks_above(f->x.ticks, f->x.least); n <= last; ++n) {
        double x = chart_place(f, (wend_vec2){n * ticks_step(f->x.ticks), f->y.least}).x;
        if (!on_axis) {
            draw_segment(s, (wend_vec2){x, box.min.y}, (wend_vec2){x, box.max.y}, GRID_COLOUR);
            continue;
        }
        char label[TICK_LABEL_SIZE];
        chart_label(&f->chart->x, f->x.ticks, n, label);
        draw_segment(s, (wend_vec2){x, box.max.y}, (wend_vec2){x, box.max.y + TICK}, AXIS_COLOUR);
        s->pen->class->text(s->pen, label,
                            &(pen_text){.at = {x, box.max.y + TICK + GAP / 2 + LABEL_SIZE},
                                        .anchor = PEN_CENTRE,
                                        .size = LABEL_SIZE,
                                        .colour = TEXT_COLOUR});
    }
    last = ticks_below(f->y.ticks, f->y.most);
    for (double n = ticks_above(f->y.ticks, f->y.least); n <= last; ++n) {
        double y = chart_place(f, (wend_vec2){f->x.least, n * ticks_step(f->y.ticks)}).y;
        if (!on_axis) {
            draw_segment(s, (wend_vec2){box.min.x, y}, (wend_vec2){box.max.x, y}, GRID_COLOUR);
            continue;
        }
        char label[TICK_LABEL_SIZE];
        chart_label(&f->chart->y, f->y.ticks, n, label);
        draw_segment(s, (wend_vec2){box.min.x - TICK, y}, (wend_vec2){box.min.x, y}, AXIS_COLOUR);
        s->pen->class->text(s->pen, label,
                            &(pen_text){.at = {box.min.x - TICK - GAP, y + LABEL_SIZE * 0.35},
                                        .anchor = PEN_RIGHT,
                                        .size = LABEL_SIZE,
                                        .colour = TEXT_COLOUR});
    }
}

static void draw_axes(const sheet *s, const chart_frame *f)
{
    wend_box box = f->paper;
    const wend_ink ink = {.line = f->chart->same_scale ? FRAME_COLOUR : AXIS_COLOUR, .width = 0.9};
    wend_vec2 corners[] = {
        {box.min.x, box.min.y}, {box.min.x, box.max.y}, box.max, {box.max.x, box.min.y}};
    // A map has a frame, other charts two axes.
    bool framed = f->chart->same_scale;
    s->pen->class->path(s->pen, corners, &(uint32_t){framed ? 4 : 3}, 1, framed, ink);
    draw_ticks(s, f, true);
}

// Colour bar beside the axes.
static void draw_bar(const sheet *s, const chart_frame *f)
{
    pen *p = s->pen;
    double height = fmin(f->paper.max.y - f->paper.min.y, BAR_HEIGHT);
    double left = f->paper.max.x + BAR_GAP, right = left + BAR_WIDTH;
    double bottom = f->paper.min.y + height, top = f->paper.min.y;
    // From the bottom, each up to the top: no seams between colours.
    for (int i = 0; i < BAR_STEPS; ++i) {
        double y = bottom - height * i / BAR_STEPS;
        wend_vec2 corners[] = {{left, y}, {right, y}, {right, top}, {left, top}};
        wend_colour colour = ramp_colour(f->chart->scale.ramp, (i + 0.5) / BAR_STEPS);
        p->class->path(p, corners, &(uint32_t){4}, 1, true, (wend_ink){.fill = colour});
    }
    double last = ticks_below(f->scale.ticks, f->scale.most);
    for (double n = ticks_above(f->scale.ticks, f->scale.least); n <= last; ++n) {
        double y = bottom - height * chart_share(f, n * ticks_step(f->scale.ticks));
        char label[TICK_LABEL_SIZE];
        ticks_label(f->scale.ticks, n, label);
        draw_segment(s, (wend_vec2){right, y}, (wend_vec2){right + TICK - 1, y}, AXIS_COLOUR);
        p->class->text(p, label,
                       &(pen_text){.at = {right + GAP, y + LABEL_SIZE * 0.35},
                                   .size = LABEL_SIZE,
                                   .colour = TEXT_COLOUR});
    }
}

static void draw_titles(const sheet *s, const chart_frame *f)
{
    const chart *c = f->chart;
    wend_box box = f->paper;
    double y = f->top + CHART_TITLE;
    if (has_text(c->title)) {
        write_text(
            s, c->title,
            (pen_text){.at = {s->left, y}, .size = CHART_TITLE, .colour = WEND_BLACK, .bold = true},
            s->width - MARGIN - s->left);
    }
    y = box.min.y - LABEL_SIZE / 2 - GAP;
    bool scaled = f->has_scale && has_text(c->scale.title);
    double right = s->width - MARGIN, room = right - MARGIN;
    if (scaled) {
        // Above the bar if it fits there, otherwise as far left as necessary.
        room = (room - ENTRY_GAP) / 2;
        char clean[LETTERING_SIZE];
        lettering_clean(c->scale.title, clean);
        lettering_fit(s->ruler, clean, AXIS_SIZE, false, room);
        double width = width_of(s, clean, AXIS_SIZE);
        double left = fmin(box.max.x + BAR_GAP, right - width);
        write_text(s, clean, (pen_text){.at = {left, y}, .size = AXIS_SIZE, .colour = TEXT_COLOUR},
                   room);
    }
    write_text(s, c->y.title,
               (pen_text){.at = {MARGIN, y}, .size = AXIS_SIZE, .colour = TEXT_COLOUR}, room);
    write_text(s, c->x.title,
               (pen_text){.at = {box.max.x, box.max.y + TICK + GAP / 2 + LABEL_SIZE + ROW_HEIGHT},
                          .anchor = PEN_RIGHT,
                          .size = AXIS_SIZE,
                          .colour = TEXT_COLOUR},
               box.max.x - MARGIN);
}

// ---- drawing ------------------------------------------------------------------------------------

static void begin_layer(const sheet *s, const char *name, size_t place)
{
    char id[32];
    if (place == 0)
        snprintf(id, sizeof id, "%s", name);
    else
        snprintf(id, sizeof id, "%s-%zu", name, place + 1);
    s->pen->class->begin_layer(s->pen, id);
}

static bool draw_chart(const sheet *s, size_t place)
{
    const chart_frame *f = &s->frames[place];
    pen *p = s->pen;
    begin_layer(s, "ground", place);
    if (!f->chart->same_scale)
        draw_ticks(s, f, false);
    bool enough = chart_draw_shapes(f, p, false);
    p->class->end_layer(p);
    begin_layer(s, "data", place);
    enough =
        enough && chart_draw_map(f, p) && chart_draw_shapes(f, p, true) && chart_draw_series(f, p);
    chart_draw_rules(f, p);
    p->class->end_layer(p);
    begin_layer(s, "axes", place);
    draw_axes(s, f);
    if (f->has_scale)
        draw_bar(s, f);
    draw_titles(s, f);
    double base = f->paper.max.y + TICK + GAP / 2 + LABEL_SIZE + ROW_HEIGHT;
    lay_legend(s, f, base + (has_text(f->chart->x.title) ? ROW_HEIGHT : 0));
    p->class->end_layer(p);
    return enough;
}

static void draw_heading(const sheet *s)
{
    double y = MARGIN, room = s->width - 2 * MARGIN;
    if (has_text(s->def->title)) {
        write_text(s, s->def->title,
                   (pen_text){.at = {MARGIN, y + TITLE_SIZE * 0.8},
                              .size = TITLE_SIZE,
                              .colour = WEND_BLACK,
                              .bold = true},
                   room);
        y += TITLE_HEIGHT;
    }
    write_text(
        s, s->def->note,
        (pen_text){.at = {MARGIN, y + NOTE_SIZE * 0.6}, .size = NOTE_SIZE, .colour = AXIS_COLOUR},
        room);
}

static pen *open_pen(const sheet *s)
{
    char title[LETTERING_SIZE];
    lettering_clean(s->def->title ? s->def->title : "", title);
    const pen_def def = {
        .width = s->width,
        .height = s->height,
        .pixels_per_point = CANVAS_PIXELS_PER_POINT,
        .clip = {{0, 0}, {s->width, s->height}},
        .title = title,
        .write = s->def->write,
        .write_context = s->def->write_context,
    };
    return s->def->kind == CANVAS_SVG   ? pen_open_svg(&def)
           : s->def->kind == CANVAS_PNG ? pen_open_png(&def)
                                        : pen_open_pdf(&def);
}

static const char *paint(sheet *s, chart_report *report)
{
    if (cairo_status(s->ruler) != CAIRO_STATUS_SUCCESS)
        return "out of memory";
    plan(s);
    double units = s->def->kind == CANVAS_PNG ? CANVAS_PIXELS_PER_POINT : 1;
    report->width = (uint32_t)lround(s->width * units);
    report->height = (uint32_t)lround(s->height * units);
    s->pen = open_pen(s);
    if (!s->pen)
        return "out of memory";
    draw_heading(s);
    bool enough = true;
    for (size_t i = 0; i < s->def->count && enough; ++i)
        enough = draw_chart(s, i);
    const char *error = s->pen->class->close(s->pen);
    return enough ? error : "out of memory";
}

bool chart_paint(const chart_sheet *def, chart_report *report)
{
    *report = (chart_report){0};
    sheet s = {.def = def, .ruler = lettering_open()};
    const char *error = paint(&s, report);
    if (error)
        snprintf(report->error, sizeof report->error, "%s", error);
    cairo_destroy(s.ruler);
    return !error;
}
