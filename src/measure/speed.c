// SPDX-License-Identifier: MIT
// Speeds by central differences, with PedPy's three treatments of the ends of a trajectory.
#include "measure/speed.h"

#include "wend/vec2.h"

#include <math.h>

measure_window measure_default_window(const recording *r)
{
    double frames = round(MEASURE_WINDOW_SECONDS / 2 * r->fps);
    if (!(frames >= 1))
        frames = 1;
    if (frames > r->frame_count + 1.0)
        frames = r->frame_count + 1.0;
    return (measure_window){(uint32_t)frames, MEASURE_SINGLE_SIDED};
}

/// Two rows of one agent.
typedef struct span {
    size_t from, to;
} span;

/// Equal number of frames on both sides, as many as exist and at most n.
static bool adaptive(const recording *r, size_t row, uint32_t n, span *out)
{
    uint32_t agent = r->row_agent[row], frame = r->frames[row];
    const recorded_agent *a = &r->agents[agent];
    uint32_t before = frame - r->frames[a->first];
    uint32_t after = r->frames[a->first + a->count - 1] - frame;
    if (n > before)
        n = before;
    if (n > after)
        n = after;
    out->from = recording_row(r, agent, frame - n);
    out->to = recording_row(r, agent, frame + n);
    return out->from != SIZE_MAX && out->to != SIZE_MAX;
}

static bool find_span(const recording *r, size_t row, measure_window window, span *out)
{
    const recorded_agent *a = &r->agents[r->row_agent[row]];
    uint32_t n = window.frames;
    if (window.border == MEASURE_ADAPTIVE)
        return adaptive(r, row, n, out);
    bool has_past = row - a->first >= n, has_future = a->first + a->count - 1 - row >= n;
    *out = (span){has_past ? row - n : row, has_future ? row + n : row};
    return window.border == MEASURE_SINGLE_SIDED || (has_past && has_future);
}

bool measure_velocity(const recording *r, size_t row, measure_window window, wend_vec2 *velocity)
{
    span s;
    if (!find_span(r, row, window, &s) || s.from == s.to)
        return false;
    double rate = r->fps / (double)(r->frames[s.to] - r->frames[s.from]);
    *velocity = (wend_vec2){(r->at[s.to].x - r->at[s.from].x) * rate,
                            (r->at[s.to].y - r->at[s.from].y) * rate};
    return true;
}

double measure_speed(const recording *r, size_t row, measure_window window)
{
    wend_vec2 v;
    return measure_velocity(r, row, window, &v) ? wend_length(v) : NAN;
}

double measure_speed_along(const recording *r, size_t row, measure_window window, wend_vec2 along)
{
    wend_vec2 v;
    if (!measure_velocity(r, row, window, &v))
        return NAN;
    double length = wend_length(along);
    return v.x * (along.x / length) + v.y * (along.y / length);
}
