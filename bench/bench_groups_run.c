// SPDX-License-Identifier: MIT
// Runs of `bench groups`: the share of time in which all members are inside one shape of the
// group's area, with the guide group and as a flock (Figure 10 of the document, as a number); and
// what a step inside of a shape costs.
//
// Members that have arrived count where they were last: who comes to the goal alone has left the
// others all the same. A group is in one shape if it is in its own, or if wend_group_coherent finds
// one.
#include "bench/bench_groups.h"

#include <math.h>
#include <stdlib.h>

#include "bench/bench.h"
#include "bench/bench_mesh.h"
#include "bench/bench_scenes.h"
#include "cli/group.h"
#include "io/scene_world.h"

/// Looked at so often, and for so long at most. [Units: s]
#define LOOK    0.5
#define SECONDS 300.0
/// A shape found within a thousandth of the smallest counts as that.
#define ALMOST 1.001
/// In the row "inside".
enum { ENTITIES = 200, LEAST_STEPS = 500 };
#define STEP 0.1 ///< [Units: s]

/// Where all members are, or were when they arrived.
typedef struct herd {
    wend_vec2 *places;
    double *radii;
    uint32_t count; ///< of those who have come
} herd;

static void look_at(const wend_world *world, uint32_t members, herd *h)
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
    if (wend_world_group_count(world) == 0 ||
        wend_world_group(world, (wend_id){1, 1}, &group, NULL) != WEND_OK)
        return false;
    for (uint32_t i = 0; i < h->count; ++i)
        if (wend_group_shape_depth(&group.shape, h->places[i], NULL) <
            h->radii[i] - WEND_GROUP_FIELD_SLACK)
            return false;
    return true;
}

static bool is_coherent(const wend_world *world, const herd *h, double area)
{
    return in_own_shape(world, h) ||
           wend_group_coherent(h->places, h->radii, h->count, area * ALMOST, NULL, NULL, NULL) ==
               WEND_OK;
}

/// The share of looks at which all are in one shape.
static wend_result run_world(wend_world *world, const groups_scene *g, herd *h, groups_run *run,
                             wend_error *error)
{
    const uint32_t every = (uint32_t)(LOOK / g->s->step + 0.5);
    wend_result result = WEND_OK;
    uint32_t looks = 0, together = 0;
    for (uint32_t step = 0; result == WEND_OK && wend_world_time(world) < SECONDS; ++step) {
        bool someone = wend_world_agents(world).count + wend_world_to_come(world) > 0;
        if (!someone)
            break;
        look_at(world, g->held.members, h);
        if (step % every == 0 && h->count == g->held.members) {
            ++looks;
            together += is_coherent(world, h, g->held.size.area);
        }
        result = wend_world_step(world, error);
    }
    run->together = looks > 0 ? (double)together / looks : NAN;
    run->arrived = g->held.members - wend_world_agents(world).count;
    run->seconds = wend_world_time(world);
    return result;
}

bool groups_run_scene(const groups_scene *g, const char *guide, const char *motion, groups_run *run)
{
    const scene_world_options options = {.guide = guide, .motion = motion};
    wend_world *world = NULL;
    wend_error error = {0};
    herd h = {.places = calloc(g->held.members, sizeof *h.places),
              .radii = calloc(g->held.members, sizeof *h.radii)};
    wend_result result = h.places && h.radii ? WEND_OK : WEND_NO_MEMORY;
    if (result == WEND_OK)
        result = scene_world(g->s, &options, &world, NULL, &error);
    if (result == WEND_OK)
        result = run_world(world, g, &h, run, &error);
    if (result != WEND_OK)
        bench_say("%s: %s", g->s->name, wend_error_text(&error));
    wend_world_destroy(world);
    free(h.places);
    free(h.radii);
    return result == WEND_OK;
}

// ---- inside -------------------------------------------------------------------------------------

/// Steps from one end of the plan to the other, again until there were enough of them.
static wend_result time_steps(const group_search *search, const wend_group_plan *plan,
                              wend_vec2 *memory, double *radii, groups_inside *inside,
                              wend_error *error)
{
    wend_group_field_def def = wend_default_group_field_def();
    wend_vec2 *places = memory, *velocities = places + ENTITIES, *scratch = velocities + ENTITIES;
    const wend_group_shape first = wend_group_plan_shape(plan, 0);
    double spent = 0;
    uint32_t steps = 0;
    wend_result result = WEND_OK;
    while (result == WEND_OK && steps < LEAST_STEPS) {
        wend_group_field_state state = {.plan = plan,
                                        .places = places,
                                        .velocities = velocities,
                                        .radii = radii,
                                        .count = ENTITIES};
        for (uint32_t i = 0; i < ENTITIES; ++i)
            velocities[i] = (wend_vec2){0, 0};
        result = wend_group_field_place(&first, radii, ENTITIES, search->seed, places, error);
        while (result == WEND_OK && state.along < wend_group_plan_length(plan)) {
            wend_group_field_outcome outcome;
            const double start = bench_worked();
            result = wend_group_field_step(&def, STEP, &state, scratch, &outcome, error);
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
    group_search search = {.floor = g->floor,
                           .from = {.centre = g->held.start},
                           .to = {.centre = g->held.goal},
                           .sampler = WEND_GROUP_CORRIDOR,
                           .local = WEND_GROUP_HINGED,
                           .samples = g->s->agents[0].held.samples};
    *inside = (groups_inside){.entities = ENTITIES};
    for (uint32_t i = 0; i < ENTITIES; ++i)
        radii[i] = g->s->agents[0].radius;
    wend_vec2 *memory =
        malloc((2 * ENTITIES + wend_group_field_scratch(ENTITIES, 0)) * sizeof *memory);
    wend_result result =
        memory ? wend_group_size_for(radii, ENTITIES, WEND_GROUP_DENSITY, &search.size, &error)
               : WEND_NO_MEMORY;
    if (result == WEND_OK)
        result = group_find(&search, &answer);
    if (result == WEND_OK && answer.plan)
        result = time_steps(&search, answer.plan, memory, radii, inside, &error);
    else
        error = answer.error;
    const bool good = result == WEND_OK && answer.plan;
    if (!good)
        bench_say("%u in %s: %s", ENTITIES, g->s->name, wend_error_text(&error));
    group_answer_free(&answer);
    free(memory);
    return good;
}
