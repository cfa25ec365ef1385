// SPDX-License-Identifier: MIT
// One run of a scene (see bench_portals.h).
#include "bench/bench_portals.h"

#include <math.h>
#include <stdlib.h>

#include "bench/bench.h"
#include "bench/bench_scenes.h"
#include "measure/overlaps.h"
#include "scene/build/world.h"
#include "world/planners/planner.h"
#include "world/world.h"

/// The sums of a run.
typedef struct tally {
    uint64_t agent_steps;
    uint64_t hits; ///< agent-steps in a collision
    double offset; ///< sum
    uint64_t offset_count;
    wend_phase_times spent; ///< by the clock [Units: s]
    double worked;          ///< by this thread, of the whole steps [Units: s]
    double followed;        ///< planner time in steps without path searches [Units: s]
    uint64_t follow_steps;  ///< agent-steps of those
    overlaps *memory;
    wend_vec2 *before;  ///< [capacity] previous positions by slot
    wend_agent_id *ids; ///< [capacity]
    uint32_t capacity;
} tally;

uint32_t portals_substeps(double step)
{
    return (uint32_t)fmax(1, round(step / PORTALS_SUBSTEP));
}

static void tally_free(tally *t)
{
    overlaps_free(t->memory);
    free(t->before);
    free(t->ids);
}

static bool tally_reserve(tally *t, uint32_t slots)
{
    if (slots <= t->capacity)
        return true;
    wend_vec2 *before = realloc(t->before, slots * sizeof *before);
    if (before)
        t->before = before;
    wend_agent_id *ids = realloc(t->ids, slots * sizeof *ids);
    if (ids)
        t->ids = ids;
    if (!before || !ids)
        return false;
    for (; t->capacity < slots; ++t->capacity)
        ids[t->capacity] = (wend_agent_id){0};
    return true;
}

static void add_times(wend_phase_times *sum, const wend_phase_times *step)
{
    for (int i = 0; i < WEND_PHASES; ++i)
        sum->seconds[i] += step->seconds[i];
    sum->orca.index += step->orca.index;
    sum->orca.neighbours += step->orca.neighbours;
    sum->orca.planes += step->orca.planes;
    sum->orca.programs += step->orca.programs;
    sum->orca.move += step->orca.move;
}

// Evaluates the agents after a step. False: out of memory.
static bool evaluate(const portals_setup *setup, wend_agents agents, tally *t)
{
    uint64_t hits;
    if (!t->memory)
        t->memory = overlaps_create();
    if (!t->memory || !tally_reserve(t, agents.slots) ||
        !overlaps_count(t->memory, agents.bodies, agents.slots, &hits))
        return false;
    t->agent_steps += agents.count;
    t->hits += hits;
    for (uint32_t i = 0; i < agents.slots; ++i) {
        const wend_body *body = &agents.bodies[i];
        if (body->radius < 0)
            continue;
        bool known = wend_agent_id_equal(t->ids[i], agents.ids[i]);
        if (setup->used)
            swept_add(setup->used, known ? t->before[i] : body->position, body->position,
                      body->radius);
        double offset = setup->offset ? setup->offset(body->position) : NAN;
        if (!isnan(offset)) {
            t->offset += offset;
            ++t->offset_count;
        }
        t->before[i] = body->position;
        t->ids[i] = agents.ids[i];
    }
    return true;
}

// Steps until all have arrived or the time is over.
static wend_result walk(const portals_setup *setup, wend_world *world, tally *t, wend_error *error)
{
    for (;;) {
        wend_agents agents = wend_world_agents(world);
        if (!evaluate(setup, agents, t))
            return WEND_OUT_OF_MEMORY;
        bool empty = agents.count == 0 && wend_world_pending(world) == 0;
        if (empty || wend_world_time(world) >= setup->s->duration)
            return WEND_OK;
        double start = bench_worked();
        wend_result result = wend_world_step(world, error);
        t->worked += bench_worked() - start;
        if (result != WEND_OK)
            return result;
        wend_phase_times times = wend_world_last_times(world);
        add_times(&t->spent, &times);
        if (world->planners->jobs.count == 0) {
            t->followed += times.seconds[WEND_PHASE_PLAN];
            t->follow_steps += agents.count;
        }
    }
}

// Phases are measured in wall-clock time, and scaled to the CPU time of this thread.
static portals_cost cost_of(const tally *t)
{
    const double *phase = t->spent.seconds;
    double by_clock = 0;
    for (int i = 0; i < WEND_PHASES; ++i)
        by_clock += phase[i];
    double share = fmin(1, t->worked / by_clock), scale = 1e6 * share / (double)t->agent_steps;
    portals_cost cost = {
        .planner = 1e6 * share * t->followed / (double)t->follow_steps,
        .index = scale * phase[WEND_PHASE_INDEX],
        .neighbours = scale * t->spent.orca.neighbours,
        .planes = scale * t->spent.orca.planes,
        .programs = scale * t->spent.orca.programs,
        .move = scale * t->spent.orca.move,
        .integrate = scale * phase[WEND_PHASE_INTEGRATE],
    };
    cost.all =
        cost.planner + cost.neighbours + cost.planes + cost.programs + cost.move + cost.integrate;
    return cost;
}

bool portals_measure(const portals_setup *setup, portals_run *run)
{
    wend_world_def def = wend_default_world_def();
    def.orca.substeps = portals_substeps(setup->step);
    scene_world_options options = {
        .step = setup->step, .points = setup->points, .bias = setup->bias, .def = &def};
    wend_world *world = NULL;
    wend_error error = {0};
    tally t = {0};
    wend_result result = scene_world(setup->s, &options, &world, NULL, &error);
    if (result == WEND_OK) {
        *run = (portals_run){.agents = wend_world_agents(world).count + wend_world_pending(world)};
        result = walk(setup, world, &t, &error);
    }
    if (result == WEND_OK) {
        run->remaining = wend_world_agents(world).count + wend_world_pending(world);
        run->last = run->remaining == 0 ? wend_world_time(world) : NAN;
        run->collisions = (double)t.hits / (double)t.agent_steps;
        run->drift = t.offset_count > 0 ? t.offset / (double)t.offset_count : NAN;
        run->cost = cost_of(&t);
    } else if (result != WEND_OUT_OF_MEMORY) {
        bench_note("%s: %s", setup->s->name ? setup->s->name : "scene", wend_error_text(&error));
    }
    tally_free(&t);
    wend_world_destroy(world);
    return result == WEND_OK;
}
