// SPDX-License-Identifier: MIT
// Plots with axes: N-t, flow, density and speed over time, the fundamental diagram, and the number
// of agents. The points are in the plot's pool.
#include "cli/measure/plot.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define DENSITY_TITLE "density [1/m\xc2\xb2]"
/// End of Weidmann's curve in the fundamental diagram. [Units: 1/m^2]
#define WEIDMANN_END 5.4
enum { WEIDMANN_POINTS = 60 };
/// Width of curves over time. [Units: points]
#define TIME_WIDTH 1.1

double measured_seconds(const measured *m)
{
    return m->run.frame_count > 0 ? measure_time(&m->run, m->run.frame_count - 1) : 0;
}

/// A formatted legend entry; NULL: out of memory.
__attribute__((format(printf, 2, 3))) static const char *words(measured_plot *plot,
                                                               const char *format, ...)
{
    char name[200];
    va_list list;
    va_start(list, format);
    vsnprintf(name, sizeof name, format, list);
    va_end(list);
    return pool_string(&plot->memory, name, strlen(name));
}

static chart_series *add_series(measured_plot *plot, chart *c, size_t most)
{
    chart_series *series = pool_allocate(&plot->memory, most, sizeof *series);
    c->series = series;
    return series;
}

// ---- lines --------------------------------------------------------------------------------------

bool measured_draw_crossings(const measured *m, measured_plot *plot)
{
    chart *c = &plot->charts[plot->count++];
    c->x = (chart_axis){.title = "time [s]", .zero = true};
    c->y = (chart_axis){.title = "crossings N", .zero = true, .whole = true};
    chart_series *series = add_series(plot, c, (size_t)m->line_count);
    if (!series)
        return false;
    for (int i = 0; i < m->line_count; ++i) {
        const measured_line *line = &m->lines[i];
        size_t count = line->crossings.items.count;
        wend_vec2 *points = pool_allocate(&plot->memory, count + 2, sizeof *points);
        const char *name = words(plot, "%s: %zu", line->name, count);
        if (!points || !name)
            return false;
        for (size_t k = 0; k < count; ++k)
            points[k + 1] = (wend_vec2){measure_time(&m->run, line->crossings.items.data[k].frame),
                                        (double)k + 1};
        points[count + 1] = (wend_vec2){measured_seconds(m), (double)count};
        series[c->series_count++] =
            (chart_series){.name = name, .points = points, .count = count + 2, .mark = CHART_STEPS};
    }
    snprintf(plot->title, sizeof plot->title, "N-t: %.100s", m->file);
    return true;
}

bool measured_draw_flow(const measured *m, measured_plot *plot)
{
    chart *c = &plot->charts[plot->count++];
    c->x = (chart_axis){.title = "time [s]", .zero = true};
    c->y = (chart_axis){.title = "flow [1/s]", .zero = true};
    chart_series *series = add_series(plot, c, 2 * (size_t)m->line_count);
    if (!series)
        return false;
    for (int i = 0; i < m->line_count; ++i) {
        const measured_line *line = &m->lines[i];
        size_t count = line->parts.items.count;
        const measure_flow_part *parts = line->parts.items.data;
        wend_vec2 *points = pool_allocate(&plot->memory, count + 3, sizeof *points);
        const char *name = words(plot, "%s: %.3g 1/s overall", line->name, line->flow.flow);
        if (!points || !name)
            return false;
        for (size_t k = 0; k < count; ++k)
            points[k] = (wend_vec2){measure_time(&m->run, parts[k].from), parts[k].flow};
        if (count > 0)
            points[count] =
                (wend_vec2){measure_time(&m->run, parts[count - 1].to), parts[count - 1].flow};
        wend_colour colour = chart_colour((size_t)i);
        series[c->series_count++] = (chart_series){.name = name,
                                                   .points = points,
                                                   .count = count > 0 ? count + 1 : 0,
                                                   .mark = CHART_STEPS,
                                                   .colour = colour};
        wend_vec2 *mean = points + count + 1;
        mean[0] = (wend_vec2){line->flow.first, line->flow.flow};
        mean[1] = (wend_vec2){line->flow.last, line->flow.flow};
        series[c->series_count++] =
            (chart_series){.points = mean, .count = 2, .colour = colour, .width = 0.9, .dash = 3};
    }
    snprintf(plot->title, sizeof plot->title, "Flow: %.100s", m->file);
    snprintf(plot->note, sizeof plot->note,
             "intervals of about %.3g s; dashed: from the first to the last crossing", m->interval);
    return true;
}

/// Notes the method for density and speed if it is not counting.
static void note_method(const measured *m, measured_plot *plot)
{
    if (!m->by_cells)
        return;
    int used = snprintf(plot->note, sizeof plot->note, "by Voronoi cells");
    if (isfinite(m->cells.cutoff))
        snprintf(plot->note + used, sizeof plot->note - (size_t)used,
                 " that are cut off %.3g m from their agents", m->cells.cutoff);
}

// ---- areas --------------------------------------------------------------------------------------

/// Adds a curve over time for each area, of densities or of speeds.
static bool add_moments(const measured *m, measured_plot *plot, bool speeds)
{
    chart *c = &plot->charts[plot->count++];
    c->x = (chart_axis){.title = "time [s]", .zero = true};
    c->y = (chart_axis){.title = speeds ? "mean speed [m/s]" : DENSITY_TITLE, .zero = true};
    chart_series *series = add_series(plot, c, (size_t)m->area_count);
    if (!series)
        return false;
    uint32_t frames = m->run.frame_count;
    for (int i = 0; i < m->area_count; ++i) {
        const measured_area *area = &m->areas[i];
        wend_vec2 *points = pool_allocate(&plot->memory, frames, sizeof *points);
        if (!points)
            return false;
        const measure_moment *moments = measured_moments(m, area);
        for (uint32_t k = 0; k < frames; ++k)
            points[k] = (wend_vec2){measure_time(&m->run, k),
                                    speeds ? moments[k].speed : moments[k].density};
        // The names are in one legend, below both.
        series[c->series_count++] =
            (chart_series){.name = speeds ? area->name : NULL,
                           .points = points,
                           .count = frames,
                           .mark = speeds || m->by_cells ? CHART_LINE : CHART_STEPS,
                           .width = TIME_WIDTH};
    }
    return true;
}

bool measured_draw_moments(const measured *m, measured_plot *plot)
{
    snprintf(plot->title, sizeof plot->title, "Density and speed: %.100s", m->file);
    note_method(m, plot);
    return add_moments(m, plot, false) && add_moments(m, plot, true);
}

// ---- the fundamental diagram --------------------------------------------------------------------

static bool add_weidmann(measured_plot *plot, bool flow, chart_series *series)
{
    wend_vec2 *points = pool_allocate(&plot->memory, WEIDMANN_POINTS, sizeof *points);
    if (!points)
        return false;
    for (int i = 0; i < WEIDMANN_POINTS; ++i) {
        double density = WEIDMANN_END * (i + 0.5) / (WEIDMANN_POINTS - 0.5);
        double speed = measure_weidmann(density);
        points[i] = (wend_vec2){density, flow ? density * speed : speed};
    }
    *series = (chart_series){.name = "Weidmann 1993",
                             .points = points,
                             .count = WEIDMANN_POINTS,
                             .colour = WEND_DARK_GREY,
                             .width = 1.2,
                             .dash = 4};
    return true;
}

/// Adds the moments of an area as dots, and their means in bins as a line with larger dots.
static bool add_area_points(const measured *m, measured_plot *plot, const measured_area *area,
                            bool flow, wend_colour colour, chart_series series[3])
{
    uint32_t frames = m->run.frame_count;
    size_t bins = area->bins.items.count;
    wend_vec2 *points = pool_allocate(&plot->memory, frames, sizeof *points);
    wend_vec2 *means = pool_allocate(&plot->memory, bins, sizeof *means);
    const char *moments = words(plot, "%s, frames", area->name);
    if (!points || !means || !moments)
        return false;
    size_t count = 0;
    for (uint32_t i = 0; i < frames; ++i) {
        const measure_moment *at = &measured_moments(m, area)[i];
        if (!isnan(at->speed))
            points[count++] = (wend_vec2){at->density, flow ? at->density * at->speed : at->speed};
    }
    for (size_t i = 0; i < bins; ++i) {
        const measure_bin *bin = &area->bins.items.data[i];
        means[i] = (wend_vec2){bin->density, flow ? bin->flow : bin->speed};
    }
    series[0] = (chart_series){.name = moments,
                               .points = points,
                               .count = count,
                               .mark = CHART_POINTS,
                               .colour = WEND_ALPHA(colour, 70),
                               .width = 2.4};
    series[1] = (chart_series){
        .name = "mean of bins", .points = means, .count = bins, .colour = colour, .width = 1.4};
    series[2] = (chart_series){
        .points = means, .count = bins, .mark = CHART_POINTS, .colour = colour, .width = 5};
    return true;
}

static bool add_passages(measured_plot *plot, const measured_line *line, bool flow,
                         wend_colour colour, chart_series *series)
{
    size_t count = line->passages.items.count;
    wend_vec2 *points = pool_allocate(&plot->memory, count, sizeof *points);
    const char *name = words(plot, "%s, passages", line->name);
    if (!points || !name)
        return false;
    for (size_t i = 0; i < count; ++i) {
        const measure_passage *p = &line->passages.items.data[i];
        points[i] = (wend_vec2){p->density, flow ? p->density * p->speed : p->speed};
    }
    *series = (chart_series){
        .name = name, .points = points, .count = count, .mark = CHART_POINTS, .colour = colour};
    return true;
}

static bool add_diagram(const measured *m, measured_plot *plot, bool flow)
{
    chart *c = &plot->charts[plot->count++];
    c->x = (chart_axis){.title = DENSITY_TITLE, .zero = true};
    c->y = (chart_axis){.title = flow ? "specific flow, density \xc3\x97 speed [1/(m s)]"
                                      : "speed [m/s]",
                        .zero = true};
    chart_series *series =
        add_series(plot, c, 1 + 3 * (size_t)m->area_count + (size_t)m->line_count);
    if (!series)
        return false;
    size_t colours = 0;
    for (int i = 0; i < m->area_count; ++i, c->series_count += 3)
        if (!add_area_points(m, plot, &m->areas[i], flow, chart_colour(colours++),
                             series + c->series_count))
            return false;
    for (int i = 0; i < m->line_count && m->strip > 0; ++i)
        if (!add_passages(plot, &m->lines[i], flow, chart_colour(colours++),
                          series + c->series_count++))
            return false;
    // The names are in one legend, below both.
    for (size_t i = 0; !flow && i < c->series_count; ++i)
        series[i].name = NULL;
    bool enough = add_weidmann(plot, flow, series + c->series_count);
    if (enough && !flow)
        series[c->series_count].name = NULL;
    ++c->series_count;
    return enough;
}

bool measured_draw_diagram(const measured *m, measured_plot *plot)
{
    snprintf(plot->title, sizeof plot->title, "Fundamental diagram: %.100s", m->file);
    note_method(m, plot);
    return add_diagram(m, plot, false) && add_diagram(m, plot, true);
}

// ---- all ----------------------------------------------------------------------------------------

bool measured_draw_inside(const measured *m, measured_plot *plot)
{
    chart *c = &plot->charts[plot->count++];
    const recording *r = &m->run;
    c->x = (chart_axis){.title = "time [s]", .zero = true};
    c->y = (chart_axis){.title = "agents", .zero = true, .whole = true};
    chart_series *series = add_series(plot, c, 1);
    wend_vec2 *points = pool_allocate(&plot->memory, r->frame_count, sizeof *points);
    if (!series || !points)
        return false;
    for (uint32_t i = 0; i < r->frame_count; ++i)
        points[i] =
            (wend_vec2){measure_time(r, i), (double)(r->frame_starts[i + 1] - r->frame_starts[i])};
    series[c->series_count++] =
        (chart_series){.points = points, .count = r->frame_count, .mark = CHART_STEPS};
    snprintf(plot->title, sizeof plot->title, "Agents inside: %.100s", m->file);
    return true;
}
