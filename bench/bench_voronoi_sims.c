// SPDX-License-Identifier: MIT
// `bench voronoi-sims`: the simulations of UFRGS 2010, chapter 5, in which agents are sites of the
// diagram, move in it and plan in every step: Tables 5.1 to 5.4, one row per scene, with the
// published figures. One thread.
//
// step_us excludes the first step, which builds the diagram (build_ms). wend's agents replan the
// far part of a path less often than the near part; plan_us is the time of a complete plan, which
// the thesis computes in every step, for each agent after the first step.
#include "bench/bench.h"

#include <math.h>

#include "bench/bench_mesh.h"
#include "bench/bench_scenes.h"
#include "scene/build/world.h"
#include "wend/roadmap.h"
#include "world/planners/planner.h"
#include "world/world.h"

enum {
    LOOK_EVERY = 25, ///< steps between measurements of the diagram's size, which is slow
    PLAN_RUNS = 5,   ///< complete plans; the fastest counts
};

/// A column of the published tables.
typedef struct simulation {
    const char *scene;
    double segments, step_us, iterations, length_m;
    uint32_t most_steps; ///< maximum number of steps here; 0: until all have arrived
} simulation;

static const simulation simulations[] = {
    {"lines-20", 212, 200, 24.98, 796.61, 0},
    {"lines-40", 430, 300, 49.52, 766.15, 0},
    {"lines-60", 682, 300, 62.94, 772.22, 0},
    {"lines-100", 1280, 400, 90.05, 765.77, 0},
    {"lines-200", 2031, 800, 99.77, 1930.95, 0},
    {"city-random-10", 105960, 500, 11, 3.1, 0},
    {"city-random-20", 106040, 500, 3.93, 6.04, 0},
    {"city-random-50", 106338, 700, 38.71, 88.08, 0},
    // Later paths are shorter and cost less, which the published mean does not include.
    {"city-diagonal", 105877, 36000, 48376.64, 3927.82, 100},
    {"city-cross-10", 106009, 500, 334.62, 1988.33, 0},
    {"city-cross-40", 106177, 300, 314.49, 392.92, 0},
};

/// Sums of a run.
typedef struct tally {
    uint32_t agents, remaining, steps;
    double build;  ///< of the first step [Units: s]
    double worked; ///< of the other steps [Units: s]
    double phases[WEND_PHASES],
        clock; ///< time of the phases in the other steps, wall clock, and its sum [Units: s]
    double agent_steps;
    double plans, iterations, longest;
    uint32_t pieces;
    double plan_us, plan_iterations; ///< means of complete plans
} tally;

static void look(const wend_world *world, tally *t)
{
    const wend_voronoi *voronoi = wend_world_voronoi(world);
    uint32_t pieces = voronoi ? wend_voronoi_measure(voronoi).pieces : 0;
    t->pieces = pieces > t->pieces ? pieces : t->pieces;
}

static void add_step(const wend_world *world, uint32_t agents, double seconds, tally *t)
{
    t->plans += (double)world->planners->roadmap.plans;
    t->iterations += (double)world->planners->roadmap.iterations;
    t->longest = fmax(t->longest, world->planners->roadmap.longest);
    if (t->steps++ == 0) {
        t->build = seconds;
        return;
    }
    t->worked += seconds;
    t->agent_steps += agents;
    wend_phase_times times = wend_world_last_times(world);
    for (int i = 0; i < WEND_PHASES; ++i) {
        t->phases[i] += times.seconds[i];
        t->clock += times.seconds[i];
    }
}

/// Request of a complete plan of the agent in that slot. [Limit: slots are as the scene's entries]
static wend_roadmap_request request_of(const scene *s, const wend_world *world, uint32_t slot)
{
    wend_roadmap_request request = wend_default_roadmap_request();
    request.agent = wend_diagram_site(&world->diagram, slot);
    request.goal = (wend_goal){&s->agents[slot].goal.segment.a, 1};
    request.radius = s->agents[slot].def.agent.radius;
    request.iterations = s->world.search_budget;
    return request;
}

/// Complete plans of all agents, as separate queries.
static wend_result plan_all(const scene *s, const wend_world *world, tally *t, wend_error *error)
{
    wend_roadmap *roadmap = NULL;
    wend_result result = wend_roadmap_create(NULL, &roadmap, error);
    t->plan_us = INFINITY;
    for (int run = 0; run < PLAN_RUNS && result == WEND_OK; ++run) {
        double iterations = 0, start = bench_worked();
        for (uint32_t i = 0; i < s->agents_count && result == WEND_OK; ++i) {
            wend_roadmap_path path;
            wend_roadmap_request request = request_of(s, world, i);
            result = wend_roadmap_find(roadmap, wend_world_voronoi(world), &request, &path, error);
            if (result == WEND_BUDGET_EXHAUSTED || result == WEND_NOT_FOUND)
                result = WEND_OK;
            iterations += path.iterations;
        }
        t->plan_us = fmin(t->plan_us, 1e6 * (bench_worked() - start) / s->agents_count);
        t->plan_iterations = iterations / s->agents_count;
    }
    wend_roadmap_destroy(roadmap);
    return result;
}

/// Steps until all have arrived, or the time or step limit is reached.
static wend_result walk(const simulation *sim, const scene *s, wend_world *world, tally *t,
                        wend_error *error)
{
    for (;;) {
        uint32_t agents = wend_world_agents(world).count;
        bool over = agents == 0 || wend_world_time(world) >= s->duration;
        if (over || (sim->most_steps > 0 && t->steps >= sim->most_steps)) {
            t->remaining = agents;
            return WEND_OK;
        }
        double start = bench_worked();
        wend_result result = wend_world_step(world, error);
        if (result != WEND_OK)
            return result;
        add_step(world, agents, bench_worked() - start, t);
        if (t->steps == 1)
            result = plan_all(s, world, t, error);
        if (result != WEND_OK)
            return result;
        if (t->steps % LOOK_EVERY == 1)
            look(world, t);
    }
}

static bool add_row(json_t *rows, const simulation *sim, const tally *t)
{
    json_t *row = json_pack("{s:s}", "case", sim->scene);
    double share = 1e6 * t->worked / t->agent_steps / t->clock; // from wall-clock to CPU time
    return row && json_array_append_new(rows, row) == 0 && bench_whole(row, "agents", t->agents) &&
           bench_whole(row, "segments", t->pieces) &&
           bench_real(row, "step_us", 1e6 * t->worked / t->agent_steps) &&
           bench_real(row, "iterations", t->iterations / t->plans) &&
           bench_real(row, "length_m", t->longest) &&
           bench_real(row, "paper_segments", sim->segments) &&
           bench_real(row, "paper_step_us", sim->step_us) &&
           bench_real(row, "paper_iterations", sim->iterations) &&
           bench_real(row, "paper_length_m", sim->length_m) &&
           bench_real(row, "index_us", share * t->phases[WEND_PHASE_INDEX]) &&
           bench_real(row, "planning_us", share * t->phases[WEND_PHASE_PLAN]) &&
           bench_real(row, "avoid_us", share * t->phases[WEND_PHASE_AVOID]) &&
           bench_real(row, "plan_us", t->plan_us) &&
           bench_real(row, "plan_iterations", t->plan_iterations) &&
           bench_real(row, "build_ms", 1e3 * t->build) && bench_whole(row, "steps", t->steps) &&
           bench_whole(row, "remaining", t->remaining);
}

/// False: out of memory.
static bool row_of(json_t *rows, const simulation *sim)
{
    scene *s = bench_scene_load(sim->scene);
    if (!s)
        return true;
    wend_world *world = NULL;
    wend_error error = {0};
    tally t = {0};
    wend_result result = scene_world(s, &(scene_world_options){0}, &world, NULL, &error);
    if (result == WEND_OK) {
        t.agents = wend_world_agents(world).count;
        result = walk(sim, s, world, &t, &error);
    }
    wend_world_destroy(world);
    scene_free(s);
    if (result != WEND_OK && result != WEND_OUT_OF_MEMORY)
        bench_note("%s: %s", sim->scene, wend_error_text(&error));
    return result == WEND_OK ? add_row(rows, sim, &t) : result != WEND_OUT_OF_MEMORY;
}

bool bench_voronoi_sims(json_t *rows)
{
    bool good = true;
    for (size_t i = 0; good && i < sizeof simulations / sizeof simulations[0]; ++i)
        good = row_of(rows, &simulations[i]);
    return good;
}
