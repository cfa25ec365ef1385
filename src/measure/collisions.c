// SPDX-License-Identifier: MIT
// Overlapping discs, frame by frame. Pairs are compared with those of the previous frame, so that a
// lasting collision counts once.
#include "measure/crowd.h"

#include "measure/overlaps.h"
#include "measure/ways.h"

#include <stdlib.h>

/// Tolerance of the end of an interval: frame rates are rounded. [Units: intervals]
#define ROUNDING 1e-9

/// Two agents, a < b.
typedef struct pair {
    uint32_t a, b;
} pair;

typedef struct pairs {
    wend_array(pair) items; ///< sorted at the end of the frame
} pairs;

/// State kept from frame to frame.
typedef struct search {
    const recording *r;
    double radius;
    overlaps *overlaps;
    wend_array(wend_body) bodies; ///< of the frame
    wend_array(uint32_t) agents;  ///< their agents
    wend_array(bool) colliding;   ///< in collision
    pairs now, before;
    uint32_t frame;
    bool no_memory;
    measure_collisions *out;
} search;

static void close_search(search *s)
{
    overlaps_free(s->overlaps);
    wend_array_free(&s->bodies, NULL);
    wend_array_free(&s->agents, NULL);
    wend_array_free(&s->colliding, NULL);
    wend_array_free(&s->now.items, NULL);
    wend_array_free(&s->before.items, NULL);
}

/// Collects the agents of a frame with a known radius. False: out of memory.
static bool collect(search *s)
{
    const recording *r = s->r;
    size_t from = r->frame_starts[s->frame], to = r->frame_starts[s->frame + 1];
    s->bodies.count = s->agents.count = s->colliding.count = 0;
    if (!wend_array_reserve(&s->bodies, NULL, to - from) ||
        !wend_array_reserve(&s->agents, NULL, to - from) ||
        !wend_array_reserve(&s->colliding, NULL, to - from))
        return false;
    for (size_t i = from; i < to; ++i) {
        size_t row = r->by_frame[i];
        double radius = measure_radius(&r->agents[r->row_agent[row]], s->radius);
        if (!(radius >= 0))
            continue;
        s->bodies.data[s->bodies.count++] =
            (wend_body){.position = r->at[row], .radius = (float)radius};
        s->agents.data[s->agents.count++] = r->row_agent[row];
        s->colliding.data[s->colliding.count++] = false;
    }
    return true;
}

/// An overlaps_visit_fn.
static void add_pair(void *context, uint32_t i, uint32_t k, double depth)
{
    search *s = context;
    uint32_t a = s->agents.data[i < k ? i : k], b = s->agents.data[i < k ? k : i];
    measure_collisions *out = s->out;
    // Of equal depths the first pair by agents wins, because pairs come in no fixed order.
    bool first = out->deepest_frame == s->frame && depth == out->deepest &&
                 (a < out->deepest_a || (a == out->deepest_a && b < out->deepest_b));
    if (depth > out->deepest || first) {
        out->deepest = depth;
        out->deepest_frame = s->frame;
        out->deepest_a = a;
        out->deepest_b = b;
    }
    float smaller = fminf(s->bodies.data[i].radius, s->bodies.data[k].radius);
    if (depth <= MEASURE_COLLISION_DEPTH * smaller)
        return;
    s->colliding.data[i] = s->colliding.data[k] = true;
    if (wend_array_reserve(&s->now.items, NULL, 1))
        s->now.items.data[s->now.items.count++] = (pair){a, b};
    else
        s->no_memory = true;
}

static int by_agents(const void *a, const void *b)
{
    const pair *x = a, *y = b;
    if (x->a != y->a)
        return x->a < y->a ? -1 : 1;
    return (x->b > y->b) - (x->b < y->b);
}

/// Number of pairs that were not in the previous frame. Sorts the current pairs.
static uint64_t count_new(search *s)
{
    const pair *before = s->before.items.data;
    pair *now = s->now.items.data;
    size_t count = s->now.items.count, old = s->before.items.count;
    uint64_t found = 0;
    if (count > 0)
        qsort(now, count, sizeof *now, by_agents);
    for (size_t i = 0, k = 0; i < count; ++i) {
        if (i > 0 && by_agents(&now[i - 1], &now[i]) == 0)
            continue; // duplicate
        while (k < old && by_agents(&before[k], &now[i]) < 0)
            ++k;
        found += k == old || by_agents(&before[k], &now[i]) != 0;
    }
    return found;
}

static bool add_frame(search *s)
{
    measure_collisions *out = s->out;
    s->now.items.count = 0;
    if (!collect(s) ||
        !overlaps_each(s->overlaps, s->bodies.data, (uint32_t)s->bodies.count, add_pair, s) ||
        s->no_memory)
        return false;
    uint32_t colliding = 0;
    for (size_t i = 0; i < s->colliding.count; ++i)
        colliding += s->colliding.data[i];
    out->rows += s->bodies.count;
    out->colliding += colliding;
    out->most = colliding > out->most ? colliding : out->most;
    out->collisions += count_new(s);
    pairs swap = s->now;
    s->now = s->before;
    s->before = swap;
    return true;
}

/// Passes all frames; calls `each` [opt] after every one. False: out of memory.
static bool pass(search *s, bool (*each)(search *s, void *context), void *context)
{
    s->overlaps = overlaps_create();
    bool done = s->overlaps != NULL;
    for (; done && s->frame < s->r->frame_count; ++s->frame)
        done = add_frame(s) && (!each || each(s, context));
    close_search(s);
    return done;
}

bool measure_find_collisions(const recording *r, double radius, measure_collisions *out)
{
    *out = (measure_collisions){.share = NAN};
    bool done = pass(&(search){.r = r, .radius = radius, .out = out}, NULL, NULL);
    if (done && out->rows > 0)
        out->share = (double)out->colliding / (double)out->rows;
    return done;
}

// ---- over time ----------------------------------------------------------------------------------

/// Sums of the current interval.
typedef struct interval_sums {
    double interval;
    uint64_t number;          ///< of the interval, from 0
    uint64_t rows, colliding; ///< before it, of all frames
    measure_curve *out;
} interval_sums;

/// Adds the point of an interval that ends after the rows so far.
static bool end_interval(const search *s, interval_sums *sums)
{
    uint64_t rows = s->out->rows - sums->rows, colliding = s->out->colliding - sums->colliding;
    const wend_vec2 point = {((double)sums->number + 0.5) * sums->interval,
                             rows > 0 ? (double)colliding / (double)rows : 0};
    sums->rows = s->out->rows;
    sums->colliding = s->out->colliding;
    return rows == 0 || wend_array_push(&sums->out->points, NULL, point);
}

static bool end_interval_if_over(search *s, void *context)
{
    interval_sums *sums = context;
    double next = (double)(s->frame + 1) / s->r->fps;
    uint64_t number = (uint64_t)(next / sums->interval + ROUNDING);
    bool good = number == sums->number || end_interval(s, sums);
    sums->number = number;
    return good;
}

bool measure_collision_curve(const recording *r, double radius, double interval, measure_curve *out)
{
    measure_collisions sums = {.share = NAN};
    interval_sums over_time = {.interval = interval, .out = out};
    search s = {.r = r, .radius = radius, .out = &sums};
    *out = (measure_curve){0};
    bool done = pass(&s, end_interval_if_over, &over_time) && end_interval(&s, &over_time);
    if (!done)
        measure_curve_free(out);
    return done;
}

void measure_curve_free(measure_curve *curve)
{
    wend_array_free(&curve->points, NULL);
}
