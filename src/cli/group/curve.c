// SPDX-License-Identifier: MIT
// Execution of a group's plan: the members move inside the shape, which waits for them. The
// completed share of the plan over time is the temporal distortion function of the paper
// (section 5.2, Figure 9); its constant intervals are waits.
#include "base/xalloc.h"
#include "cli/group/group.h"
#include "cli/picture.h"
#include "cli/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// Time limit: this multiple of the duration without waiting, plus a constant. [Units: s]
#define MOST_TIMES 10.0
#define MOST_MORE  120.0

typedef wend_array(wend_vec2) curve;

/// A run of a group inside its shape.
typedef struct march {
    wend_group_potential_def def;
    wend_group_potential_state state;
    wend_vec2 *scratch;
    double step, time;
    double length;       ///< of all plans
    curve parts, depths; ///< over time
} march;

static void add_point(curve *c, double x, double y)
{
    xreserve(c, 1);
    c->data[c->count++] = (wend_vec2){x, y};
}

static void fill_radii(const group_job *job, const group_item *item, double *radii)
{
    uint32_t count = 0;
    for (uint32_t i = item->held.first; i <= item->held.last; ++i)
        if (scene_group_has(job->s, item->held.first, i, job->planner))
            for (uint32_t k = 0; k < job->s->agents[i].def.count; ++k)
                radii[count++] = job->s->agents[i].def.agent.radius;
}

static wend_result start_march(const group_job *job, const group_item *item, double *radii,
                               wend_vec2 *memory, march *m, wend_error *error)
{
    const uint32_t count = item->held.members;
    m->def = wend_default_group_potential_def();
    m->def.speed = fmin(m->def.speed, item->held.speed);
    m->def.max_speed = fmax(m->def.speed, m->def.max_speed);
    m->step = job->s->world.step;
    m->state = (wend_group_potential_state){.plan = item->answer.legs.data[0].plan,
                                            .positions = memory,
                                            .velocities = memory + count,
                                            .radii = radii,
                                            .count = count};
    m->scratch = memory + 2 * (size_t)count;
    wend_group_shape shape = wend_group_plan_shape(item->answer.legs.data[0].plan, 0);
    return wend_group_potential_place(&shape, radii, count, item->search.seed, memory, error);
}

/// Along the plan of one leg, of which `before` is the length of those before.
static wend_result run_leg(march *m, double before, group_inside *inside, wend_error *error)
{
    const double length = wend_group_plan_length(m->state.plan);
    const double most = m->time + MOST_MORE + MOST_TIMES * length / m->def.speed;
    wend_result result = WEND_OK;
    while (result == WEND_OK && m->state.along < length && m->time < most) {
        wend_group_potential_outcome outcome;
        result =
            wend_group_potential_step(&m->def, m->step, &m->state, m->scratch, &outcome, error);
        m->time += m->step;
        inside->waited += outcome.waited ? m->step : 0;
        inside->min_depth = fmin(inside->min_depth, outcome.min_depth);
        add_point(&m->parts, m->time, (before + m->state.along) / m->length);
        add_point(&m->depths, m->time, outcome.min_depth);
    }
    inside->arrived = m->state.along >= length;
    return result;
}

/// Leg after leg. Members stand while the group waits at a waypoint.
static wend_result run_march(march *m, const group_item *item, group_inside *inside,
                             wend_error *error)
{
    const group_answer *answer = &item->answer;
    double before = 0;
    wend_result result = WEND_OK;
    add_point(&m->parts, 0, 0);
    m->length = answer->length;
    inside->min_depth = INFINITY;
    inside->arrived = true;
    for (uint32_t i = 0; i < answer->legs.count && result == WEND_OK && inside->arrived; ++i) {
        m->state.plan = answer->legs.data[i].plan;
        m->state.along = 0;
        result = run_leg(m, before, inside, error);
        before += wend_group_plan_length(m->state.plan);
        m->time += item->stops.data[i].wait;
        if (item->stops.data[i].wait > 0)
            add_point(&m->parts, m->time, before / m->length);
    }
    inside->seconds = m->time;
    inside->ran = result == WEND_OK;
    return result;
}

static int draw_march(group_job *job, const group_item *item, const march *m, const char *path)
{
    const double quickest = m->length / m->def.speed;
    const wend_vec2 identity[] = {{0, 0}, {quickest, 1}, {fmax(m->time, quickest), 1}};
    const chart_series parts[] = {
        {.name = "without waiting", .points = identity, .count = 3, .colour = WEND_GREY, .dash = 4},
        {.name = "T", .points = m->parts.data, .count = m->parts.count, .colour = WEND_BLUE},
    };
    const chart_series depth = {.name = "minimum over all members",
                                .points = m->depths.data,
                                .count = m->depths.count,
                                .colour = WEND_VERMILION};
    const chart charts[] = {
        {.title = "Progress of the shape along its plan",
         .x = {.title = "time [s]"},
         .y = {.title = "T", .zero = true},
         .series = parts,
         .series_count = 2},
        {.title = "Depth of members in the shape",
         .x = {.title = "time [s]"},
         .y = {.title = "depth [m]", .zero = true},
         .series = &depth,
         .series_count = 1},
    };
    char title[200], note[200], name[100];
    scene_title(job->s, job->args->operands[0], name, sizeof name);
    snprintf(title, sizeof title, "%s: %u members inside their shape", name, item->held.members);
    snprintf(note, sizeof note, "%.1f s; the shape slowed down or waited for %.1f s", m->time,
             item->inside.waited);
    const chart_sheet sheet = {.title = title, .note = note, .charts = charts, .count = 2};
    chart_report report;
    int code = picture_write_charts(job->args, path, sheet, &report);
    if (code == EXIT_DONE)
        xneed(json_array_append_new(job->files, text_to_json(path)) == 0);
    return code;
}

int group_draw_curve(group_job *job, const char *path)
{
    group_item *item = &job->groups.data[0];
    const uint32_t count = item->held.members;
    march m = {0};
    wend_error error = {0};
    if (!item->answer.found)
        return EXIT_DONE; // no plan to follow, which is reported
    double *radii = xmalloc(count * sizeof *radii);
    wend_vec2 *memory =
        xcalloc(2 * (size_t)count + wend_group_potential_scratch(count, 0), sizeof *memory);
    fill_radii(job, item, radii);
    wend_result result = xresult(start_march(job, item, radii, memory, &m, &error));
    if (result == WEND_OK)
        result = xresult(run_march(&m, item, &item->inside, &error));
    int code = result == WEND_OK ? draw_march(job, item, &m, path)
                                 : fail(job->args, "%s: %s", job->file, wend_error_text(&error));
    wend_array_free(&m.parts, NULL);
    wend_array_free(&m.depths, NULL);
    free(radii);
    free(memory);
    return code;
}
