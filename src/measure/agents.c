// SPDX-License-Identifier: MIT
// Figures of each agent, and their summary.
#include "measure/agents.h"

#include "measure/ways.h"
#include "wend/vec2.h"

#include <math.h>
#include <stdlib.h>

measure_agents_rule measure_default_agents_rule(const recording *r)
{
    return (measure_agents_rule){
        .window = measure_default_window(r),
        .waiting_speed = MEASURE_WAITING_SPEED,
        .radius = NAN,
        .shortest = true,
    };
}

/// Last row before the agent moves away from its start; SIZE_MAX: it never does.
static size_t find_start(const recording *r, size_t first, size_t end)
{
    for (size_t row = first + 1; row < end; ++row)
        if (wend_distance(r->at[first], r->at[row]) >= MEASURE_STILL)
            return row - 1;
    return SIZE_MAX;
}

/// Time that belongs to a row after `ready`: half the interval to the previous and to the next row.
/// Times in frames.
static double share_of(const recording *r, size_t row, size_t first, size_t end, double ready)
{
    double here = r->frames[row];
    double from = row > first ? (r->frames[row - 1] + here) / 2 : here;
    double to = row + 1 < end ? (here + r->frames[row + 1]) / 2 : here;
    return fmax(to - fmax(from, ready), 0);
}

/// Frame in which the pre-movement time of an agent ends.
static double ready_frame(const recording *r, const recorded_agent *a)
{
    double first = r->frames[a->first];
    return isnan(a->premovement_time) ? first
                                      : fmax(first, (a->came + a->premovement_time) * r->fps);
}

static void walk(const recording *r, const recorded_agent *a, const measure_agents_rule *rule,
                 measure_agent *out)
{
    size_t first = a->first, end = measure_way_end(r, a);
    double ready = ready_frame(r, a);
    out->length = out->waiting = 0;
    for (size_t row = first; row < end; ++row) {
        if (row > first)
            out->length += wend_distance(r->at[row - 1], r->at[row]);
        if (measure_speed(r, row, rule->window) < rule->waiting_speed)
            out->waiting += share_of(r, row, first, end, ready) / r->fps;
    }
    size_t start = find_start(r, first, end);
    if (start != SIZE_MAX)
        out->set_out = measure_time(r, r->frames[start]);
    uint32_t frames = r->frames[end - 1] - r->frames[first];
    if (frames > 0)
        out->speed = out->length * r->fps / frames;
}

/// Time from its first to its last row, without the pre-movement time.
static double walking_time(const recording *r, const recorded_agent *a)
{
    double last = r->frames[measure_way_end(r, a) - 1];
    return fmax(last - ready_frame(r, a), 0) / r->fps;
}

bool measure_agents(const recording *r, const measure_agents_rule *rule, measure_agent *agents,
                    problem_list *problems)
{
    for (uint32_t i = 0; i < r->agent_count; ++i) {
        const recorded_agent *a = &r->agents[i];
        agents[i] = (measure_agent){
            a->came, a->left, a->left - a->came, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
        if (a->count > 0)
            walk(r, a, rule, &agents[i]);
    }
    if (rule->shortest && !measure_find_shortest(r, rule->radius, agents, problems))
        return false;
    for (uint32_t i = 0; i < r->agent_count; ++i) {
        const recorded_agent *a = &r->agents[i];
        measure_agent *m = &agents[i];
        if (a->count == 0)
            continue;
        if (m->shortest > 0)
            m->detour = m->length / m->shortest;
        if (a->speed > 0) {
            double time = walking_time(r, a);
            m->lost = time - m->shortest / a->speed;
            m->slowed = time - m->length / a->speed;
        }
    }
    return true;
}

// ---- summary ------------------------------------------------------------------------------------

/// Statistics of one field over all agents, collected in values.
static bool statistics_of(const measure_agent *agents, uint32_t count, size_t field, double *values,
                          measure_statistics *out)
{
    for (uint32_t i = 0; i < count; ++i)
        values[i] = *(const double *)((const char *)&agents[i] + field);
    return measure_statistics_of(values, count, out);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// Exit times. Uses values.
static void summarise_leaving(const recording *r, double *values, measure_agents_summary *out)
{
    double sum = 0;
    for (uint32_t i = 0; i < r->agent_count; ++i) {
        const recorded_agent *a = &r->agents[i];
        out->arrived += a->arrived;
        out->inside += isnan(a->left);
        values[i] = isnan(a->left) ? INFINITY : a->left;
        if (isnan(a->left))
            continue;
        ++out->left;
        sum += a->left;
        out->left_last = fmax(out->left_last, a->left);
    }
    if (out->left > 0)
        out->left_mean = sum / out->left;
    if (r->agent_count == 0)
        return;
    qsort(values, r->agent_count, sizeof *values, ascending);
    double time = measure_quantile(values, r->agent_count, 0.95);
    out->left_95 = isinf(time) ? NAN : time;
}

bool measure_summarise(const recording *r, const measure_agent *agents, measure_agents_summary *out)
{
    *out = (measure_agents_summary){
        .agents = r->agent_count, .left_last = NAN, .left_mean = NAN, .left_95 = NAN};
    const struct {
        size_t field;
        measure_statistics *statistics;
    } fields[] = {
        {offsetof(measure_agent, travel), &out->travel},
        {offsetof(measure_agent, length), &out->length},
        {offsetof(measure_agent, shortest), &out->shortest},
        {offsetof(measure_agent, detour), &out->detour},
        {offsetof(measure_agent, speed), &out->speed},
        {offsetof(measure_agent, waiting), &out->waiting},
        {offsetof(measure_agent, lost), &out->lost},
        {offsetof(measure_agent, slowed), &out->slowed},
    };
    double *values = malloc(((size_t)r->agent_count + 1) * sizeof *values);
    if (!values)
        return false;
    summarise_leaving(r, values, out);
    bool done = true;
    for (size_t i = 0; done && i < sizeof fields / sizeof fields[0]; ++i)
        done = statistics_of(agents, r->agent_count, fields[i].field, values, fields[i].statistics);
    free(values);
    return done;
}
