// SPDX-License-Identifier: MIT
// Runs of `bench groups`: share of time in which all members are inside one shape of the group's
// area, with planner group and as a flock (Kamphuis and Overmars 2003, Figure 10, as a number); and
// the cost of a step inside a shape.
//
// Arrived members count at their last position: a member that arrives alone has left the others. A
// group is in one shape if it is in its own, or if wend_group_coherent finds one.
#include "bench/bench_groups.h"

#include <math.h>
#include <stdlib.h>

#include "base/xalloc.h"
#include "bench/bench.h"
#include "bench/bench_mesh.h"
#include "bench/bench_scenes.h"
#include "cli/group/group.h"
#include "run/run.h"

/// Interval of evaluation, and time limit. [Units: s]
#define LOOK    0.5
#define SECONDS 300.0
/// A shape within a thousandth of the smallest counts as that.
#define ALMOST 1.001
/// In the row "inside".
enum { ENTITIES = 200, LEAST_STEPS = 500 };
#define STEP 0.1 ///< [Units: s]

/// Current positions of all members, or their last.
typedef struct herd {
    wend_vec2 *places;
    double *radii;
    uint32_t count; ///< number of members so far
} herd;

static void update_members(const wend_world *world, uint32_t members, herd *h)
{
    const wend_agents agents = wend_world_agents(world);
    for (uint32_t i = 0; i < agents.slots && i < members; ++i) {
        const wend_body *body = &agents.bodies[i];
        if (body->radius < 0)
            continue;
        h->places[i] = (wend_vec2){body->position.x, body->position.y};
        h->radii[i] = body->radius;
        h->count = i + 1 > h->count ? i + 1 : h->count;
    }
}

static bool in_own_shape(const wend_world *world, const herd *h)
{
    wend_world_group_state group;
    if (wend_world_group(world, wend_world_group_at(world, 0), &group, NULL) != WEND_OK)
        return false;
    for (uint32_t i = 0; i < h->count; ++i)
        if (wend_group_shape_depth(&group.shape, h->places[i], NULL) <
            h->radii[i] - WEND_GROUP_POTENTIAL_SLACK)
            return false;
    return true;
}

static bool is_coherent(const wend_world *world, const herd *h, double area)
{
    return in_own_shape(world, h) ||
           wend_group_coherent(h->places, h->radii, h->count, area * ALMOST, NULL, NULL, NULL) ==
               WEND_OK;
}

/// A run whose members are evaluated.
typedef struct watched {
    scene_run run;
    const groups_scene *g;
    herd herd;
    uint32_t every, looks, together;
} watched;

static bool look(void *context)
{
    watched *w = context;
    const uint32_t members = w->g->held.members;
    update_members(w->run.world, members, &w->herd);
    if (wend_world_steps(w->run.world) % w->every == 0 && w->herd.count == members) {
        ++w->looks;
        w->together += is_coherent(w->run.world, &w->herd, w->g->held.size.area);
    }
    return true;
}

bool groups_run_scene(const groups_scene *g, const char *planner, const char *motion,
                      groups_run *out)
{
    const run_def def = {.s = g->s,
                         .world = {.planner = planner, .motion = motion},
                         .seconds = SECONDS,
                         .until_empty = true};
    watched w = {.g = g, .every = (uint32_t)(LOOK / g->s->world.step + 0.5)};
    w.herd.places = xcalloc(g->held.members, sizeof *w.herd.places);
    w.herd.radii = xcalloc(g->held.members, sizeof *w.herd.radii);
    const bool good = run_open(&w.run, &def) && run_to_end(&w.run, look, &w) == RUN_COMPLETE;
    if (good) {
        out->together = w.looks > 0 ? (double)w.together / w.looks : NAN;
        out->arrived = g->held.members - wend_world_agents(w.run.world).count;
        out->seconds = w.run.figures.seconds;
    } else {
        bench_note("%s: %s", g->s->name, wend_error_text(&w.run.error));
    }
    run_close(&w.run);
    free(w.herd.places);
    free(w.herd.radii);
    return good;
}

// ---- inside -------------------------------------------------------------------------------------

/// Steps from one end of the plan to the other, repeated until there are enough.
static wend_result time_steps(const group_search *search, const wend_group_plan *plan,
                              wend_vec2 *memory, double *radii, groups_inside *inside,
                              wend_error *error)
{
    wend_group_potential_def def = wend_default_group_potential_def();
    wend_vec2 *places = memory, *velocities = places + ENTITIES, *scratch = velocities + ENTITIES;
    const wend_group_shape first = wend_group_plan_shape(plan, 0);
    double spent = 0;
    uint32_t steps = 0;
    wend_result result = WEND_OK;
    while (result == WEND_OK && steps < LEAST_STEPS) {
        wend_group_potential_state state = {.plan = plan,
                                            .positions = places,
                                            .velocities = velocities,
                                            .radii = radii,
                                            .count = ENTITIES};
        for (uint32_t i = 0; i < ENTITIES; ++i)
            velocities[i] = (wend_vec2){0, 0};
        result = wend_group_potential_place(&first, radii, ENTITIES, search->seed, places, error);
        while (result == WEND_OK && state.along < wend_group_plan_length(plan)) {
            wend_group_potential_outcome outcome;
            const double start = bench_worked();
            result = wend_group_potential_step(&def, STEP, &state, scratch, &outcome, error);
            const double one = bench_worked() - start;
            spent += one;
            inside->worst_us = fmax(inside->worst_us, 1e6 * one);
            ++steps;
        }
    }
    inside->us_per_step = 1e6 * spent / steps;
    inside->steps = steps;
    return result;
}

bool groups_time_inside(const groups_scene *g, groups_inside *inside)
{
    double radii[ENTITIES];
    wend_error error = {0};
    group_answer answer = {0};
    static const group_stop goal = {.first = 0, .count = 1};
    group_search search = {.floor = g->floor,
                           .from = g->held.start,
                           .stops = &goal,
                           .stop_count = 1,
                           .targets = &g->held.goal,
                           .sampler = WEND_GROUP_CORRIDOR,
                           .local = WEND_GROUP_HINGED,
                           .samples = g->s->agents[0].shape.max_samples};
    *inside = (groups_inside){.entities = ENTITIES};
    for (uint32_t i = 0; i < ENTITIES; ++i)
        radii[i] = g->s->agents[0].def.agent.radius;
    wend_vec2 *memory =
        malloc((2 * ENTITIES + wend_group_potential_scratch(ENTITIES, 0)) * sizeof *memory);
    wend_result result =
        memory ? wend_group_size_for(radii, ENTITIES, WEND_GROUP_DENSITY, &search.size, &error)
               : WEND_OUT_OF_MEMORY;
    if (result == WEND_OK)
        result = group_find(&search, &answer);
    if (result == WEND_OK && answer.found)
        result = time_steps(&search, answer.legs.data[0].plan, memory, radii, inside, &error);
    else
        error = answer.error;
    const bool good = result == WEND_OK && answer.found;
    if (!good)
        bench_note("%u in %s: %s", ENTITIES, g->s->name, wend_error_text(&error));
    group_answer_free(&answer);
    free(memory);
    return good;
}
