// SPDX-License-Identifier: MIT
// Axis limits from the data of a chart.
#include "draw/chart_frame.h"

#include <math.h>
#include <stdio.h>

// Minimum relative range of an axis; smaller differences are rounding.
#define LEAST_RANGE 1e-12
// Margin around a map, as a fraction of its size.
#define PLACE_RIM 0.02
// Values beyond this are not shown, and differences below its inverse are 0: paper sizes are found
// by dividing by both.
#define FARTHEST 1e100

// Maximum range of an axis with named ticks, which are 1 apart; beyond it ticks have numbers.
#define MOST_NAMED 200.0

typedef struct range {
    double least, most; // least > most: empty
} range;

static void include(range *r, double value)
{
    if (!(fabs(value) <= FARTHEST))
        return;
    r->least = fmin(r->least, value);
    r->most = fmax(r->most, value);
}

static void include_point(range *x, range *y, wend_vec2 point)
{
    if (isnan(point.x) || isnan(point.y))
        return;
    include(x, point.x);
    include(y, point.y);
}

static void find_ranges(const chart *c, range *x, range *y)
{
    for (size_t i = 0; i < c->series_count; ++i)
        for (size_t k = 0; k < c->series[i].count; ++k)
            include_point(x, y, c->series[i].points[k]);
    for (size_t i = 0; i < c->shape_count; ++i) {
        const chart_shape *shape = &c->shapes[i];
        uint32_t count = shape->ring_count > 0 ? shape->ring_ends[shape->ring_count - 1] : 0;
        for (uint32_t k = 0; k < count; ++k)
            include_point(x, y, shape->points[k]);
    }
    for (size_t i = 0; i < c->rule_count; ++i)
        include(c->rules[i].upright ? x : y, c->rules[i].at);
    if (c->map && c->map->columns > 0 && c->map->rows > 0) {
        include_point(x, y, c->map->box.min);
        include_point(x, y, c->map->box.max);
    }
}

// Makes a range usable for an axis: neither empty nor a point.
static range usable(range r)
{
    if (r.least > r.most)
        return (range){0, 1};
    r = (range){fmin(fmax(r.least, -FARTHEST), FARTHEST), fmin(fmax(r.most, -FARTHEST), FARTHEST)};
    double size = fmax(fabs(r.least), fabs(r.most));
    if (r.most - r.least > fmax(LEAST_RANGE * size, 1 / FARTHEST))
        return r;
    double half = size > 1 / FARTHEST ? size / 2 : 0.5;
    return (range){r.least - half, r.most + half};
}

static range range_of(const chart_axis *axis, range data)
{
    if (axis->least < axis->most)
        return usable((range){axis->least, axis->most});
    if (axis->zero)
        include(&data, 0);
    // A single value above 0 gets a range from 0, not one around it.
    if (axis->zero && data.least == data.most)
        data.most = data.least + 1;
    return usable(data);
}

void chart_plan_spans(chart_frame *f)
{
    const chart *c = f->chart;
    range x = {INFINITY, -INFINITY}, y = x;
    find_ranges(c, &x, &y);
    x = range_of(&c->x, x);
    y = range_of(&c->y, y);
    if (c->same_scale) {
        double rim = PLACE_RIM * fmax(x.most - x.least, y.most - y.least);
        x = (range){x.least - rim, x.most + rim};
        y = (range){y.least - rim, y.most + rim};
    }
    f->x = (chart_span){.least = x.least, .most = x.most};
    f->y = (chart_span){.least = y.least, .most = y.most};

    range values = {INFINITY, -INFINITY};
    f->has_scale = c->map && c->map->columns > 0 && c->map->rows > 0;
    for (size_t i = 0; f->has_scale && i < (size_t)c->map->columns * c->map->rows; ++i)
        include(&values, c->map->values[i]);
    for (size_t i = 0; i < c->series_count; ++i) {
        const chart_series *s = &c->series[i];
        f->has_scale = f->has_scale || (s->values && s->count > 0);
        for (size_t k = 0; s->values && k < s->count; ++k)
            include(&values, s->values[k]);
    }
    if (c->scale.least < c->scale.most)
        values = (range){c->scale.least, c->scale.most};
    // Colours show amounts, so they start at 0.
    if (values.least > 0 && c->scale.least == c->scale.most)
        values.least = 0;
    values = usable(values);
    f->scale = (chart_span){.least = values.least, .most = values.most};
}

void chart_plan_ticks(chart_span *span, double most, const chart_axis *axis, bool extend)
{
    const bool named = axis && axis->names && span->most - span->least <= MOST_NAMED;
    span->ticks = named ? (ticks){1, 0}
                        : ticks_plan(span->most - span->least, fmax(most, 1), axis && axis->whole);
    if (!extend || named || (axis && axis->least < axis->most))
        return;
    double step = ticks_step(span->ticks);
    double low = ticks_below(span->ticks, span->least) * step;
    double high = ticks_above(span->ticks, span->most) * step;
    span->least = fmin(low, span->least);
    span->most = fmax(high, span->most);
}

void chart_label(const chart_axis *axis, ticks t, double number, char label[TICK_LABEL_SIZE])
{
    if (!axis || !axis->names || t.digit != 1 || t.power != 0) {
        ticks_label(t, number, label);
        return;
    }
    const double place = number - axis->first_name;
    const bool known = place >= 0 && place < (double)axis->name_count;
    snprintf(label, TICK_LABEL_SIZE, "%s", known ? axis->names[(size_t)place] : "");
}
