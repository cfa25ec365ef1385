// SPDX-License-Identifier: MIT
#include "run/run.h"

#include "base/xalloc.h"
#include "core/clock.h"
#include "run/coherence_sink.h"
#include "wend/world_groups.h"

#include <math.h>

/// A time that is a whole number of steps up to this share of one is that number.
#define STEP_ROUNDING 1e-6

// ---- figures ------------------------------------------------------------------------------------

static void take_figures(scene_run *r)
{
    run_figures *f = &r->figures;
    const tracker *t = &r->agents;
    f->agents = t->agents;
    f->arrived = t->arrived;
    f->inside = t->inside;
    f->to_come = wend_world_pending(r->world);
    f->stuck = t->stuck;
    for (int i = 0; i < TRACKER_BLOCKERS; ++i)
        f->blocked[i] = t->blocked[i];
    f->last_s = t->last_arrival;
    f->barriers = t->barriers;
    f->first_barrier = t->first_barrier;
    for (int i = 0; i < RUN_EVENT_KINDS; ++i)
        f->events[i] = t->events[i];
    if (r->monitor) {
        run_checks checks = run_monitor_checks(r->monitor);
        f->walls_crossed = checks.walls_crossed;
        f->in_walls = checks.in_walls;
        f->overlaps = checks.overlaps;
        f->deepest = checks.deepest;
    }
}

/// The items with the greatest values, the greatest first; of equal ones the earlier.
typedef struct ranking {
    uint32_t items[RUN_MOST_LISTED];
    double values[RUN_MOST_LISTED];
    uint32_t count;
} ranking;

static void rank(ranking *r, uint32_t item, double value)
{
    uint32_t at = r->count;
    while (at > 0 && r->values[at - 1] < value)
        --at;
    if (at == RUN_MOST_LISTED)
        return;
    r->count += r->count < RUN_MOST_LISTED;
    for (uint32_t i = r->count - 1; i > at; --i) {
        r->items[i] = r->items[i - 1];
        r->values[i] = r->values[i - 1];
    }
    r->items[at] = item;
    r->values[at] = value;
}

static void take_gates(const wend_world *world, run_gates *gates)
{
    wend_world_gate_state gate;
    ranking most = {.count = 0};
    *gates = (run_gates){0};
    for (uint32_t i = 0; i < wend_world_gate_count(world); ++i) {
        if (wend_world_gate(world, i, &gate, NULL) != WEND_OK || gate.changes == 0)
            continue;
        rank(&most, i, gate.waited);
        ++gates->count;
        gates->changes += gate.changes;
        gates->waited += gate.waited;
    }
    for (uint32_t i = 0; i < most.count; ++i)
        (void)wend_world_gate(world, most.items[i], &gates->list[i], NULL);
}

static void take_stuck(const scene_run *r, run_stuck *stuck)
{
    wend_agents agents = wend_world_agents(r->world);
    ranking longest = {.count = 0};
    *stuck = (run_stuck){0};
    for (uint32_t i = 0; i < r->agents.slots.count && i < agents.slots; ++i)
        if (r->agents.slots.data[i].present && r->agents.slots.data[i].is_stuck) {
            rank(&longest, i, -r->agents.slots.data[i].since);
            ++stuck->count;
        }
    for (uint32_t i = 0; i < longest.count; ++i) {
        stuck->list[i] = r->agents.slots.data[longest.items[i]];
        stuck->positions[i] = agents.bodies[longest.items[i]].position;
    }
}

/// What is known only at the end.
static void complete_figures(scene_run *r)
{
    run_figures *f = &r->figures;
    wend_agents agents = wend_world_agents(r->world);
    f->lost = 0;
    for (uint32_t i = 0; i < agents.slots; ++i) {
        wend_agent_state state;
        if (!wend_agent_id_is_null(agents.ids[i]) &&
            wend_world_agent_state(r->world, agents.ids[i], &state, NULL) == WEND_OK)
            f->lost += state.activity == WEND_ACTIVITY_NO_PATH;
    }
    if (f->arrived > 0)
        f->mean_s = r->agents.travelled / (double)f->arrived;
    wend_world_pursuit_totals(r->world, (wend_pursuit_id){0}, &f->pursued, NULL);
    take_stuck(r, &f->stuck_now);
    take_gates(r->world, &f->gates);
    f->priorities = wend_world_priorities_given(r->world);
    f->coherence = coherence_total(&r->groups);
    f->seconds = wend_world_time(r->world);
    f->steps = wend_world_steps(r->world);
    f->hash = wend_world_hash(r->world);
}

// ---- a run --------------------------------------------------------------------------------------

/// Measures the coherence of groups in the frames that a recording would have.
static void start_coherence(scene_run *r)
{
    r->groups_about = run_about(r, NULL, r->def.every);
    r->groups_sink = xcheck(coherence_sink_create(r->groups_about.fps, &r->groups));
    r->groups_recorder =
        xcheck(recorder_start(&r->agents, &r->groups_about, r->def.every, r->groups_sink, NULL));
}

bool run_open(scene_run *r, const run_def *def)
{
    *r = (scene_run){.def = *def,
                     .step = def->world.step > 0 ? def->world.step : def->s->world.step};
    r->figures.seed = def->world.seed ? *def->world.seed : def->s->world.seed;
    r->figures.mean_s = NAN;
    if (!r->def.clock)
        r->def.clock = wend_clock;
    wend_result result = xresult(scene_world(def->s, &def->world, &r->world, &r->names, &r->error));
    r->error.result = result;
    if (result != WEND_OK)
        return false;
    xneed(tracker_start(&r->agents, r->world));
    if (def->every > 0 && wend_world_group_count(r->world) > 0)
        start_coherence(r);
    if (def->monitored)
        r->monitor = run_monitor_start(def->s, &r->names, &r->agents, r->step);
    take_figures(r);
    return true;
}

void run_close(scene_run *r)
{
    recorder_free(r->recorder);
    recorder_free(r->groups_recorder);
    if (r->groups_sink)
        r->groups_sink->kind->discard(r->groups_sink);
    coherence_free(&r->groups);
    run_monitor_free(r->monitor);
    tracker_free(&r->agents);
    scene_names_free(&r->names);
    wend_world_destroy(r->world);
    *r = (scene_run){0};
}

record_about run_about(const scene_run *r, const char *file, uint64_t every)
{
    return (record_about){.s = r->def.s,
                          .names = &r->names,
                          .file = file,
                          .step = r->step,
                          .fps = 1 / (r->step * (double)every),
                          .seconds = r->def.seconds,
                          .seed = r->figures.seed};
}

bool run_record(scene_run *r, const record_about *about, uint64_t every, record_sink *sink)
{
    bool sink_failed;
    double begin = wend_clock();
    r->recorder = recorder_start(&r->agents, about, every, sink, &sink_failed);
    r->figures.recording += wend_clock() - begin;
    xneed(r->recorder || sink_failed);
    return r->recorder != NULL;
}

static run_outcome record(scene_run *r)
{
    if (!r->recorder)
        return RUN_COMPLETE;
    double begin = wend_clock();
    bool good = recorder_step(r->recorder);
    r->figures.recording += wend_clock() - begin;
    xneed(good || recorder_sink_failed(r->recorder));
    return good ? RUN_COMPLETE : RUN_SINK_FAILED;
}

run_outcome run_step(scene_run *r)
{
    run_figures *f = &r->figures;
    double begin = r->def.clock();
    wend_result result = xresult(wend_world_step(r->world, &r->error));
    f->cost += r->def.clock() - begin;
    r->error.result = result;
    if (result != WEND_OK)
        return RUN_FAILED;
    wend_phase_times times = wend_world_last_times(r->world);
    for (int i = 0; i < WEND_PHASES; ++i)
        f->phases[i] += times.seconds[i];
    f->agent_steps += wend_world_agents(r->world).count;
    begin = wend_clock();
    xneed(tracker_step(&r->agents));
    if (r->monitor)
        run_monitor_step(r->monitor);
    if (r->groups_recorder)
        xneed(recorder_step(r->groups_recorder));
    take_figures(r);
    f->measuring += wend_clock() - begin;
    return record(r);
}

run_outcome run_to_end(scene_run *r, bool (*before)(void *context), void *context)
{
    double steps = ceil(r->def.seconds / r->step - STEP_ROUNDING);
    run_outcome outcome = RUN_COMPLETE;
    while (outcome == RUN_COMPLETE && (double)wend_world_steps(r->world) < steps) {
        if (r->def.until_empty && r->figures.inside == 0 && r->figures.to_come == 0)
            break;
        outcome = before && !before(context) ? RUN_STOPPED : run_step(r);
    }
    if (outcome != RUN_FAILED)
        complete_figures(r);
    return outcome;
}
