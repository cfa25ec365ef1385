// SPDX-License-Identifier: MIT
// Charts of the tests of `wend verify`. Their data are copied, so that recordings can be freed.
#include "verify/verify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WALL_COLOUR 0xd5d5d5ffu
#define WALL_LINE   0x707070ffu
#define PATH_COLOUR WEND_ALPHA(WEND_BLUE, 150)
#define BAND_COLOUR WEND_GREY

/// Approximate number of points of a path or a curve.
enum { LINE_POINTS = 300 };

/// Height of charts other than maps, so that two fit on a screen. [Units: points]
#define CHART_HEIGHT 190

static void *allocate(verify *v, size_t count, size_t size)
{
    return xcheck(pool_allocate(&v->finding->memory, count, size));
}

static void *keep(verify *v, const void *data, size_t count, size_t size)
{
    void *copy = allocate(v, count, size);
    if (count > 0)
        memcpy(copy, data, count * size);
    return copy;
}

chart *verify_chart(verify *v, const char *title, const char *x, const char *y)
{
    verify_finding *finding = v->finding;
    if (finding->chart_count == VERIFY_CHARTS)
        return NULL;
    chart_series *series = allocate(v, VERIFY_SERIES, sizeof *series);
    finding->series[finding->chart_count] = series;
    chart *c = &finding->charts[finding->chart_count++];
    *c = (chart){.title = title,
                 .x.title = x,
                 .y = {.title = y, .zero = true},
                 .height = CHART_HEIGHT,
                 .series = series};
    return c;
}

/// Adds points that are in the finding's memory; NULL: too many series.
static chart_series *add(verify *v, chart *c, const char *name, chart_mark mark,
                         const wend_vec2 *points, size_t count)
{
    if (!c || c->series_count == VERIFY_SERIES)
        return NULL;
    chart_series *series = &v->finding->series[c - v->finding->charts][c->series_count++];
    *series = (chart_series){.name = name, .points = points, .count = count, .mark = mark};
    return series;
}

chart_series *verify_series(verify *v, chart *c, const char *name, chart_mark mark,
                            const wend_vec2 *points, size_t count)
{
    return add(v, c, name, mark, keep(v, points, count, sizeof *points), count);
}

void verify_rule(verify *v, chart *c, const char *name, double at, bool upright)
{
    if (!c)
        return;
    chart_rule *rules = allocate(v, c->rule_count + 1, sizeof *rules);
    if (c->rule_count > 0)
        memcpy(rules, c->rules, c->rule_count * sizeof *rules);
    rules[c->rule_count++] = (chart_rule){.name = name, .at = at, .upright = upright};
    c->rules = rules;
}

// ---- curves of recordings -----------------------------------------------------------------------

/// Stride of rows or frames, so that about LINE_POINTS are drawn.
static size_t stride_of(size_t count)
{
    return count / LINE_POINTS + 1;
}

void verify_n_t(verify *v, chart *c, const char *name, const recording *r,
                const measure_crossings *crossings)
{
    size_t count = crossings->items.count;
    wend_vec2 *points = allocate(v, count + 2, sizeof *points);
    points[0] = (wend_vec2){0, 0};
    for (size_t i = 0; i < count; ++i)
        points[i + 1] = (wend_vec2){measure_time(r, crossings->items.data[i].frame), (double)i + 1};
    points[count + 1] = (wend_vec2){measure_time(r, r->frame_count - 1), (double)count};
    add(v, c, name, CHART_STEPS, points, count + 2);
}

void verify_inside(verify *v, chart *c, const char *name, const recording *r)
{
    size_t stride = stride_of(r->frame_count), count = 0;
    wend_vec2 *points = allocate(v, r->frame_count / stride + 1, sizeof *points);
    for (size_t f = 0; f < r->frame_count; f += stride)
        points[count++] = (wend_vec2){measure_time(r, (uint32_t)f),
                                      (double)(r->frame_starts[f + 1] - r->frame_starts[f])};
    add(v, c, name, CHART_LINE, points, count);
}

static int by_x(const void *a, const void *b)
{
    double x = ((const wend_vec2 *)a)->x, y = ((const wend_vec2 *)b)->x;
    return (x > y) - (x < y);
}

void verify_arrivals(verify *v, chart *c, const char *name, const recording *r, double least,
                     double most)
{
    wend_vec2 *points = allocate(v, (size_t)r->agent_count + 1, sizeof *points);
    size_t count = 1;
    for (uint32_t i = 0; i < r->agent_count; ++i) {
        double x = verify_end_of(r, i).x;
        if (r->agents[i].arrived && x > least && x < most)
            points[count++].x = r->agents[i].left;
    }
    qsort(points, count, sizeof *points, by_x);
    for (size_t i = 0; i < count; ++i)
        points[i].y = (double)i;
    add(v, c, name, CHART_STEPS, points, count);
}

void verify_band(verify *v, chart *c, const verify_speed_data *data)
{
    wend_vec2 *ring = allocate(v, 2 * data->count, sizeof *ring);
    for (size_t i = 0; i < data->count; ++i) {
        // A few measured speeds are slightly negative; the axis starts at 0.
        ring[i] = (wend_vec2){data->bands[i].density, fmax(data->bands[i].low, 0)};
        ring[2 * data->count - 1 - i] = (wend_vec2){data->bands[i].density, data->bands[i].high};
    }
    chart_series *band = add(v, c, data->name, CHART_AREA, ring, 2 * data->count);
    if (band)
        band->colour = BAND_COLOUR;
}

// ---- paths --------------------------------------------------------------------------------------

static void keep_shape(verify *v, const wend_vec2 *points, const uint32_t *ends, uint32_t rings,
                       chart_shape *shape)
{
    shape->points = keep(v, points, ends[rings - 1], sizeof *points);
    shape->ring_ends = keep(v, ends, rings, sizeof *ends);
    shape->ring_count = rings;
}

static void add_floor(verify *v, chart *c, const scene *floor)
{
    if (!c || !floor)
        return;
    chart_shape *shapes = allocate(v, (size_t)floor->obstacle_count + 1, sizeof *shapes);
    if (floor->bounds) {
        shapes[c->shape_count].ink = (wend_ink){.line = WALL_LINE, .width = 1};
        keep_shape(v, floor->bounds, &floor->bounds_count, 1, &shapes[c->shape_count++]);
    }
    for (uint32_t i = 0; i < floor->obstacle_count; ++i) {
        const scene_shape *s = &floor->obstacles[i].shape;
        shapes[c->shape_count].ink =
            (wend_ink){.fill = WALL_COLOUR, .line = WALL_LINE, .width = 0.8};
        keep_shape(v, s->points, s->ring_ends, s->ring_count, &shapes[c->shape_count++]);
    }
    c->shapes = shapes;
}

void verify_paths(verify *v, const char *title, const recording *r)
{
    chart *c = verify_chart(v, title, "x [m]", "y [m]");
    if (!c)
        return;
    c->same_scale = true;
    c->height = 0;
    c->y.zero = false;
    add_floor(v, c, r->frame_count > 0 ? recording_floor(r, 0) : NULL);
    size_t count = 0;
    for (uint32_t i = 0; i < r->agent_count; ++i)
        count += r->agents[i].count / stride_of(r->agents[i].count) + 3;
    wend_vec2 *points = allocate(v, count, sizeof *points);
    count = 0;
    for (uint32_t i = 0; i < r->agent_count; ++i) {
        const recorded_agent *agent = &r->agents[i];
        for (size_t k = 0; k < agent->count; k += stride_of(agent->count))
            points[count++] = r->at[agent->first + k];
        if (agent->count > 0)
            points[count++] = r->at[agent->first + agent->count - 1];
        points[count++] = (wend_vec2){NAN, NAN}; // the next path is another line
    }
    chart_series *lines = add(v, c, NULL, CHART_LINE, points, count);
    if (lines) {
        lines->colour = PATH_COLOUR;
        lines->width = r->agent_count > 30 ? 0.6 : 1.2;
    }
}
