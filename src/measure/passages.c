// SPDX-License-Identifier: MIT
// Passages through a strip from one line to the other: density around the agents, and their speeds.
#include "measure/inside.h"

#include <stdlib.h>

void measure_strip(wend_segment line, double width, wend_vec2 ring[4])
{
    double x = line.b.x - line.a.x, y = line.b.y - line.a.y, length = sqrt(x * x + y * y);
    wend_vec2 left = {-y / length * width, x / length * width};
    ring[0] = line.a;
    ring[1] = line.b;
    ring[2] = (wend_vec2){line.b.x + left.x, line.b.y + left.y};
    ring[3] = (wend_vec2){line.a.x + left.x, line.a.y + left.y};
}

/// The strip, tested for every agent.
typedef struct strip {
    const recording *r;
    wend_segment lines[2];
    measure_inside area;
    double width;
    uint64_t *until; ///< [frame_count + 1] cumulative number of agents inside in earlier frames
} strip;

static void count_inside(strip *s)
{
    const recording *r = s->r;
    for (size_t row = 0; row < r->row_count; ++row)
        s->until[r->frames[row] + 1] += measure_is_inside(&s->area, r->at[row]);
    for (uint32_t frame = 0; frame < r->frame_count; ++frame)
        s->until[frame + 1] += s->until[frame];
}

/// True if the path from a row to the next, in the next frame, meets the line.
static bool meets(const strip *s, size_t row, int line)
{
    const recording *r = s->r;
    wend_segment way = {r->at[row], r->at[row + 1]};
    return r->frames[row + 1] == r->frames[row] + 1 &&
           wend_segments_meet(way, s->lines[line], NULL) != WEND_APART;
}

/// True if the rows from first to last, all inside, are a passage.
static bool passes(const strip *s, const recorded_agent *a, size_t first, size_t last)
{
    if (first == a->first || last + 1 == a->first + a->count)
        return false;
    return (meets(s, first - 1, 0) && meets(s, last, 1)) ||
           (meets(s, first - 1, 1) && meets(s, last, 0));
}

static measure_passage describe(const strip *s, uint32_t agent, uint32_t from, uint32_t to)
{
    double frames = to - from;
    return (measure_passage){
        .agent = agent,
        .from = from,
        .to = to,
        .density = (double)(s->until[to] - s->until[from]) / frames / s->area.size,
        .speed = s->r->fps * s->width / frames,
    };
}

static bool walk(const strip *s, uint32_t agent, measure_passages *out)
{
    const recording *r = s->r;
    const recorded_agent *a = &r->agents[agent];
    size_t end = a->first + a->count, row = a->first;
    while (row < end) {
        if (!measure_is_inside(&s->area, r->at[row])) {
            ++row;
            continue;
        }
        size_t first = row++;
        while (row < end && r->frames[row] == r->frames[row - 1] + 1 &&
               measure_is_inside(&s->area, r->at[row]))
            ++row;
        if (!passes(s, a, first, row - 1))
            continue;
        if (!wend_array_reserve(&out->items, NULL, 1))
            return false;
        out->items.data[out->items.count++] =
            describe(s, agent, r->frames[first], r->frames[row - 1] + 1);
    }
    return true;
}

bool measure_find_passages(const recording *r, wend_segment line, double width,
                           measure_passages *out)
{
    *out = (measure_passages){0};
    wend_vec2 ring[4];
    measure_strip(line, width, ring);
    strip s = {.r = r,
               .lines = {line, {ring[3], ring[2]}},
               .area = measure_inside_of((measure_area){ring, 4}),
               .width = width,
               .until = calloc((size_t)r->frame_count + 1, sizeof *s.until)};
    if (!s.until)
        return false;
    count_inside(&s);
    bool done = true;
    for (uint32_t i = 0; done && i < r->agent_count; ++i)
        done = walk(&s, i, out);
    free(s.until);
    if (!done)
        measure_passages_free(out);
    return done;
}

void measure_passages_free(measure_passages *passages)
{
    wend_array_free(&passages->items, NULL);
}
