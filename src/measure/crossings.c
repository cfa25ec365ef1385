// SPDX-License-Identifier: MIT
// Crossings of a line. Sides are exact orientations, so that an agent that stands on the line for
// some frames is neither lost nor counted twice.
#include "measure/line.h"

#include "wend/geometry.h"

#include <math.h>
#include <stdlib.h>

void measure_crossings_free(measure_crossings *crossings)
{
    wend_array_free(&crossings->items, NULL);
}

/// Time at which the path between two rows crosses the line, from their distances to it.
static double time_between(const recording *r, size_t from, size_t to, wend_segment line)
{
    wend_vec2 along = {line.b.x - line.a.x, line.b.y - line.a.y};
    wend_vec2 p = r->at[from], q = r->at[to];
    double before = along.x * (p.y - line.a.y) - along.y * (p.x - line.a.x);
    double after = along.x * (q.y - line.a.y) - along.y * (q.x - line.a.x);
    // On different sides; rounding may make them equal for a line that is very short.
    double share = before != after ? before / (before - after) : 0;
    if (!(share > 0))
        share = 0;
    if (share > 1)
        share = 1;
    double frames = (double)(r->frames[to] - r->frames[from]);
    return ((double)r->frames[from] + share * frames) / r->fps;
}

/// True if the path from the previous row to this one crosses the line.
static bool goes_through(const recording *r, size_t row, wend_segment line)
{
    return wend_segments_meet((wend_segment){r->at[row - 1], r->at[row]}, line, NULL) != WEND_APART;
}

static bool walk(const recording *r, uint32_t agent, const measure_line *line,
                 measure_crossings *out)
{
    const recorded_agent *a = &r->agents[agent];
    int side = 0; // last side of the line, 0: none yet
    for (size_t row = a->first; row < a->first + a->count; ++row) {
        int now = wend_orient2d(line->at.a, line->at.b, r->at[row]);
        if (now == 0)
            continue;
        bool crosses = row > a->first && now != side && goes_through(r, row, line->at);
        side = now;
        measure_direction direction = now > 0 ? MEASURE_TO_LEFT : MEASURE_TO_RIGHT;
        if (!crosses || (line->direction != MEASURE_BOTH && direction != line->direction))
            continue;
        if (!wend_array_reserve(&out->items, NULL, 1))
            return false;
        out->items.data[out->items.count++] = (measure_crossing){
            agent, r->frames[row], row, time_between(r, row - 1, row, line->at), direction};
        if (!line->every)
            return true;
    }
    return true;
}

static int by_frame(const void *a, const void *b)
{
    const measure_crossing *x = a, *y = b;
    if (x->frame != y->frame)
        return x->frame < y->frame ? -1 : 1;
    return (x->agent > y->agent) - (x->agent < y->agent);
}

bool measure_find_crossings(const recording *r, const measure_line *line, measure_crossings *out)
{
    *out = (measure_crossings){0};
    for (uint32_t i = 0; i < r->agent_count; ++i)
        if (!walk(r, i, line, out)) {
            measure_crossings_free(out);
            return false;
        }
    if (out->items.count > 0)
        qsort(out->items.data, out->items.count, sizeof *out->items.data, by_frame);
    return true;
}

void measure_n_t(const recording *r, const measure_crossings *crossings, uint32_t *counts)
{
    size_t done = 0;
    for (uint32_t frame = 0; frame < r->frame_count; ++frame) {
        while (done < crossings->items.count && crossings->items.data[done].frame <= frame)
            ++done;
        counts[frame] = (uint32_t)done;
    }
}

measure_bursts measure_bursts_of(const measure_crossings *crossings)
{
    const measure_crossing *items = crossings->items.data;
    size_t count = crossings->items.count, left = 0;
    measure_bursts bursts = {0, NAN, NAN};
    for (size_t i = 0; i < count; ++i) {
        left += items[i].direction == MEASURE_TO_LEFT;
        bursts.count += i == 0 || items[i].direction != items[i - 1].direction;
    }
    double n = (double)count, a = (double)left, b = n - a;
    if (count > 0)
        bursts.mean = n / (double)bursts.count;
    if (a > 0 && b > 0)
        bursts.chance = n * n / (n + 2 * a * b);
    return bursts;
}
