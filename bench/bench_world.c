// SPDX-License-Identifier: MIT
// `bench world`: complete simulation step by phase, with planner mesh and ORCA, on one thread.
//
// `castle` has the scene's own agents. Elsewhere agents start at random free positions and each
// walks for ever between three of them: all agents need new paths all the time, and there is
// traffic in all doors.
#include "bench/bench.h"
#include "bench/bench_mesh.h"
#include "bench/bench_scenes.h"
#include "repair/repair.h"
#include "scene/check/check.h"

#include <math.h>
#include <stdlib.h>

#include "formats/formats.h"
#include "scene/build/floor.h"
#include "scene/build/world.h"
#include "scene/builtin/builtin.h"
#include "wend/geometry.h"
#include "wend/random.h"
#include "world/planners/planner.h"

enum {
    AGENTS = 1000,
    STOPS = 3,     // waypoints of each agent
    STEPS = 600,   // measured, from the first on
    REPEATS = 2,   // the fastest counts
    MAX_TRIES = 64 // tries for a reachable waypoint
};

#define RADIUS 0.2 // [m]

static const char *const plans[] = {
    "jupedsim/BUW.wkt",
    "jupedsim/aknz_evac.wkt",
    "jupedsim/Geometrie_verwinkelt_v1.wkt",
    "vadere/rimea_09_public_room_4_exits_pso.scenario",
};

// ---- worlds -------------------------------------------------------------------------------------

static wend_result make_empty(const scene *s, wend_world **world, wend_box *box, wend_error *error)
{
    wend_floor *floor = NULL;
    wend_world_def def = wend_default_world_def();
    wend_result result = scene_floor(s, &floor, error);
    if (result != WEND_OK)
        return result;
    def.floor = floor;
    def.frame = scene_world_frame(s);
    *box = wend_floor_box(floor);
    result = wend_world_create(&def, world, error);
    wend_floor_destroy(floor);
    return result;
}

// A position of another agent that is reachable from p.
static wend_vec2 other_place(const wend_world *world, wend_vec2 p, wend_random *random)
{
    wend_agents agents = wend_world_agents(world);
    for (int i = 0; i < MAX_TRIES; ++i) {
        wend_vec2 q = agents.bodies[wend_random_below(random, agents.slots)].position;
        if ((q.x != p.x || q.y != p.y) && wend_mesh_connected(wend_world_mesh(world), p, q))
            return q;
    }
    return p;
}

static wend_result give_route(wend_world *world, wend_agent_id id, wend_random *random,
                              wend_error *error)
{
    wend_agent_def agent;
    wend_goal_id goals[STOPS];
    wend_waypoint stops[STOPS];
    wend_result result = wend_world_agent(world, id, &agent, error);
    for (int i = 0; i < STOPS && result == WEND_OK; ++i) {
        wend_vec2 p = i == 0 ? agent.position : other_place(world, agent.position, random);
        stops[i] = (wend_waypoint){.goals = &goals[i], .goal_count = 1};
        result = wend_world_add_goal(world, &(wend_goal){&p, 1}, &goals[i], error);
    }
    const wend_route_def route = {stops, STOPS, 0, WEND_ON_ARRIVAL_REPEAT};
    if (result == WEND_OK)
        result = wend_world_add_route(world, &route, &agent.route, error);
    if (result == WEND_OK)
        result = wend_world_change_agent(world, id, &agent, error);
    return result;
}

static wend_result fill(wend_world *world, wend_box box, wend_error *error)
{
    const wend_vec2 area[] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    wend_spawner_def def = wend_default_spawner_def();
    def.area = (wend_goal){area, 4};
    def.agent.radius = RADIUS;
    def.preferred_speed = (wend_spread){.std = 0.2, .min = 0.8, .max = 1.8};
    def.count = AGENTS;
    wend_random random = wend_random_stream(41, 1);
    wend_result result = wend_world_add_spawner(world, &def, NULL, error);
    wend_agents agents = wend_world_agents(world);
    for (uint32_t i = 0; i < agents.slots && result == WEND_OK; ++i)
        result = give_route(world, agents.ids[i], &random, error);
    return result;
}

// The world of a scene with the scene's own agents, or with others. NULL after a message.
static wend_world *make_world(const char *name, const scene *s, bool own_agents)
{
    wend_error error = {0};
    wend_world *world = NULL;
    wend_result result;
    if (own_agents) {
        result = scene_world(s, &(scene_world_options){0}, &world, NULL, &error);
    } else {
        wend_box box = wend_box_empty();
        result = make_empty(s, &world, &box, &error);
        if (result == WEND_OK)
            result = fill(world, box, &error);
    }
    if (result == WEND_OK)
        return world;
    bench_note("%s: %s", name, wend_error_text(&error));
    wend_world_destroy(world);
    return NULL;
}

// ---- measured -----------------------------------------------------------------------------------

typedef struct figures {
    double seconds;             // of all steps
    double phases[WEND_PHASES]; // of that
    double agent_steps, searches;
    uint32_t agents, steps;
} figures;

// False after a message.
static bool measure(const char *name, wend_world *world, figures *f)
{
    *f = (figures){.agents = wend_world_agents(world).count};
    for (; f->steps < STEPS && wend_world_agents(world).count > 0; ++f->steps) {
        wend_error error = {0};
        uint32_t count = wend_world_agents(world).count;
        double start = bench_worked();
        if (wend_world_step(world, &error) != WEND_OK) {
            bench_note("%s: %s", name, wend_error_text(&error));
            return false;
        }
        f->seconds += bench_worked() - start;
        f->agent_steps += count;
        f->searches += (double)world->planners->turns.count;
        wend_phase_times times = wend_world_last_times(world);
        for (int i = 0; i < WEND_PHASES; ++i)
            f->phases[i] += times.seconds[i];
    }
    return f->agent_steps > 0;
}

static bool add_row(json_t *rows, const char *name, const figures *f)
{
    json_t *row = json_pack("{s:s}", "case", name);
    if (!row || json_array_append_new(rows, row) != 0 || !bench_whole(row, "agents", f->agents) ||
        !bench_whole(row, "steps", f->steps) ||
        !bench_real(row, "searches_per_agent", f->searches / f->agents) ||
        !bench_real(row, "us_per_agent_step", 1e6 * f->seconds / f->agent_steps))
        return false;
    // Phases are measured in wall-clock time: only their shares are reliable.
    double all = 0;
    for (int i = 0; i < WEND_PHASES; ++i)
        all += f->phases[i];
    double scale = 1e6 * f->seconds / f->agent_steps / all;
    for (int i = 0; i < WEND_PHASES; ++i)
        if (!bench_real(row, wend_phase_name((wend_phase)i), scale * f->phases[i]))
            return false;
    return true;
}

// Takes ownership of the scene; NULL: no row. False: out of memory.
static bool row_of_scene(json_t *rows, const char *name, scene *s, bool own_agents)
{
    figures best = {.seconds = INFINITY};
    bool good = s;
    for (int i = 0; good && i < REPEATS; ++i) {
        figures f = {0};
        wend_world *world = make_world(name, s, own_agents);
        good = world && measure(name, world, &f);
        if (good && f.seconds < best.seconds)
            best = f;
        wend_world_destroy(world);
    }
    scene_free(s);
    return !good || add_row(rows, name, &best);
}

static scene *load_sound(const char *path)
{
    scene *s = bench_scene_load(path);
    problem_list problems = {.file = path};
    if (s && !scene_check(s, &problems)) {
        problem_free(&problems);
        problems = (problem_list){.file = path};
        if (!scene_repair(s, NULL, NULL, &problems)) {
            problem_print(&problems, stderr);
            scene_free(s);
            s = NULL;
        }
    }
    problem_free(&problems);
    return s;
}

static const char *name_of(const char *path)
{
    const char *name = path;
    for (; *path; ++path)
        if (*path == '/')
            name = path + 1;
    return name;
}

bool bench_world(json_t *rows)
{
    builtin_scene castle;
    bool good = true;
    if (builtin_find("castle", &castle))
        good = row_of_scene(rows, "castle", bench_scene_load("castle"), true);
    else
        bench_note("scene castle not found");
    good = good && row_of_scene(rows, "museum", bench_scene_load("museum"), false) &&
           row_of_scene(rows, "office", bench_scene_load("office"), false);
    for (size_t i = 0; good && i < sizeof plans / sizeof plans[0]; ++i) {
        char path[1000];
        if (bench_data(plans[i], path, sizeof path))
            good = row_of_scene(rows, name_of(plans[i]), load_sound(path), false);
        else
            bench_note("%s not found: set WEND_DATA to the folder of the real data", plans[i]);
    }
    return good;
}
