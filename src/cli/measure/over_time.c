// SPDX-License-Identifier: MIT
// Plots over time of the crowd as a whole: the share of agents in collision, in several recordings
// (Figure 6 of Curtis, Snape and Manocha 2012, with a curve for each time step); and the coherence
// of groups, with the width of their shapes.
#include "cli/measure/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Default of --interval. [Units: s]
#define COLLISION_INTERVAL 1.0
#define TIME_WIDTH         1.1

// ---- collisions ---------------------------------------------------------------------------------

static const recording *recording_at(const measured *m, int i)
{
    return i == 0 ? &m->run : &m->others[i - 1];
}

/// True if the recordings differ in their time steps, which are known.
static bool differ_in_steps(const measured *m)
{
    for (int i = 0; i <= m->other_count; ++i)
        for (int k = 0; k <= i; ++k)
            if (!(recording_at(m, i)->step > 0) ||
                (i != k && recording_at(m, i)->step == recording_at(m, k)->step))
                return false;
    return m->other_count > 0;
}

static bool find_curve(const measured *m, int i, measure_curve *curve)
{
    return measure_collision_curve(recording_at(m, i), m->radius,
                                   option_number(m->args, "interval", COLLISION_INTERVAL), curve);
}

/// Adds the curve of a recording. False: out of memory.
static bool add_curve(const measured *m, int i, bool steps, measured_plot *plot,
                      chart_series *series)
{
    char name[120];
    measure_curve curve;
    if (!find_curve(m, i, &curve))
        return false;
    if (steps)
        snprintf(name, sizeof name, "time step %g s", recording_at(m, i)->step);
    else
        snprintf(name, sizeof name, "%s", m->names[i]);
    size_t count = curve.points.count;
    wend_vec2 *points = pool_allocate(&plot->memory, count, sizeof *points);
    const char *kept = pool_string(&plot->memory, name, strlen(name));
    if (points)
        for (size_t k = 0; k < count; ++k)
            points[k] = (wend_vec2){curve.points.data[k].x, 100 * curve.points.data[k].y};
    measure_curve_free(&curve);
    *series = (chart_series){.name = kept, .points = points, .count = count, .width = TIME_WIDTH};
    return points && kept;
}

bool measured_draw_collisions(const measured *m, measured_plot *plot)
{
    chart *c = &plot->charts[plot->count++];
    chart_series *series = pool_allocate(&plot->memory, (size_t)m->other_count + 1, sizeof *series);
    bool good = series, steps = differ_in_steps(m);
    *c = (chart){.x = {.title = "time [s]", .zero = true},
                 .y = {.title = "agents in collision [%]", .zero = true},
                 .series = series};
    for (int i = 0; good && i <= m->other_count; ++i, ++c->series_count)
        good = add_curve(m, i, steps, plot, &series[i]);
    snprintf(plot->title, sizeof plot->title, "Collisions: %.100s", m->file);
    snprintf(plot->note, sizeof plot->note,
             "overlaps above %g %% of the smaller radius; means over %g s",
             100 * MEASURE_COLLISION_DEPTH, option_number(m->args, "interval", COLLISION_INTERVAL));
    return good;
}

bool measured_write_collisions(const measured *m, FILE *out)
{
    fputs("recording,time,share\n", out);
    for (int i = 0; i <= m->other_count; ++i) {
        measure_curve curve;
        if (!find_curve(m, i, &curve))
            return false;
        for (size_t k = 0; k < curve.points.count; ++k)
            fprintf(out, "%d,%.10g,%.10g\n", i + 1, curve.points.data[k].x, curve.points.data[k].y);
        measure_curve_free(&curve);
    }
    return true;
}

// ---- coherence ----------------------------------------------------------------------------------

/// A group at a time.
typedef struct coherence_moment {
    uint32_t group;
    double time, inside, width;
    bool together;
} coherence_moment;

typedef struct coherence_moments {
    wend_array(coherence_moment) items; ///< by time, then group
} coherence_moments;

/// Adds a frame, with what it has added to the sums of the groups that are there.
static bool add_moments(const recording *r, uint32_t frame, coherence *c, coherence_moments *out)
{
    coherence_group before[SCENE_MAX_GROUPS];
    size_t known = c->groups.count;
    if (known > 0)
        memcpy(before, c->groups.data, known * sizeof *before);
    if (!coherence_add(c, r, frame) || !wend_array_reserve(&out->items, NULL, c->groups.count))
        return false;
    for (size_t i = 0, k = 0; i < c->groups.count; ++i) {
        const coherence_group *g = &c->groups.data[i];
        while (k < known && before[k].group < g->group)
            ++k;
        bool old = k < known && before[k].group == g->group;
        const coherence_group was = old ? before[k] : (coherence_group){0};
        const wend_group_shape *shape = recording_shape(r, g->group, frame);
        if (g->frames > was.frames && shape)
            out->items.data[out->items.count++] =
                (coherence_moment){g->group, c->time, g->inside - was.inside, shape->width,
                                   g->together > was.together};
    }
    return true;
}

static bool find_moments(const recording *r, coherence_moments *out)
{
    coherence c = {0};
    bool good = true;
    *out = (coherence_moments){0};
    for (uint32_t f = 0; good && r->coherent_count > 0 && f < r->frame_count; ++f)
        good = add_moments(r, f, &c, out);
    coherence_free(&c);
    if (!good)
        wend_array_free(&out->items, NULL);
    return good;
}

/// Adds the curve of a group to both charts.
static bool add_group(const coherence_moments *all, uint32_t group, measured_plot *plot,
                      chart_series series[2])
{
    char name[40];
    size_t count = 0;
    snprintf(name, sizeof name, "group %u", group + 1);
    for (size_t i = 0; i < all->items.count; ++i)
        count += all->items.data[i].group == group;
    wend_vec2 *inside = pool_allocate(&plot->memory, count, sizeof *inside);
    wend_vec2 *width = pool_allocate(&plot->memory, count, sizeof *width);
    const char *kept = pool_string(&plot->memory, name, strlen(name));
    if (!inside || !width || !kept)
        return false;
    count = 0;
    for (size_t i = 0; i < all->items.count; ++i) {
        const coherence_moment *now = &all->items.data[i];
        if (now->group != group)
            continue;
        inside[count] = (wend_vec2){now->time, 100 * now->inside};
        width[count++] = (wend_vec2){now->time, now->width};
    }
    // The names are in one legend, below both.
    series[0] = (chart_series){.points = inside, .count = count, .width = TIME_WIDTH};
    series[1] = (chart_series){.name = kept, .points = width, .count = count, .width = TIME_WIDTH};
    return true;
}

bool measured_draw_coherence(const measured *m, measured_plot *plot)
{
    const recording *r = &m->run;
    chart *in = &plot->charts[plot->count++], *wide = &plot->charts[plot->count++];
    chart_series *first = pool_allocate(&plot->memory, r->coherent_count, sizeof *first);
    chart_series *second = pool_allocate(&plot->memory, r->coherent_count, sizeof *second);
    coherence_moments all;
    if (!first || !second || !find_moments(r, &all))
        return false;
    *in = (chart){.x = {.title = "time [s]", .zero = true},
                  .y = {.title = "members in the shape [%]", .zero = true},
                  .series = first};
    *wide = (chart){.x = {.title = "time [s]", .zero = true},
                    .y = {.title = "width of the shape [m]", .zero = true},
                    .series = second};
    bool good = true;
    for (uint32_t g = 0; good && g < r->coherent_count; ++g) {
        chart_series both[2];
        good = add_group(&all, g, plot, both);
        if (good) {
            first[in->series_count++] = both[0];
            second[wide->series_count++] = both[1];
        }
    }
    wend_array_free(&all.items, NULL);
    snprintf(plot->title, sizeof plot->title, "Coherence: %.100s", m->file);
    return good;
}

bool measured_write_coherence(const measured *m, FILE *out)
{
    coherence_moments all;
    if (!find_moments(&m->run, &all))
        return false;
    fputs("group,time,in_shape,coherent,width\n", out);
    for (size_t i = 0; i < all.items.count; ++i) {
        const coherence_moment *now = &all.items.data[i];
        fprintf(out, "%u,%.10g,%.10g,%d,%.10g\n", now->group + 1, now->time, now->inside,
                now->together, now->width);
    }
    wend_array_free(&all.items, NULL);
    return true;
}
