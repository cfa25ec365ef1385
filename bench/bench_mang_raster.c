// SPDX-License-Identifier: MIT
// Raster rows of `bench mang` (see bench_mang.c): the same demos, with some frames at 1,000 x 1,000
// pixels, as in Sud et al. 2008: both diagrams and the repair, the graph, and a plan for every
// agent. Agents move by the exact graph in between; the cost of motion is the same.
#include "bench/bench.h"

#include <math.h>
#include <string.h>

#include "bench/bench_mang.h"
#include "bench/bench_mesh.h"
#include "core/array.h"
#include "wend/geometry.h"
#include "wend/mang_plan.h"
#include "wend/raster.h"
#include "world/obstacles/diagram.h"
#include "world/world.h"

enum {
    THREADS = 2,
    FRAMES = 10,
    BUILDS = 3,  ///< repetitions of a frame; the fastest counts
    TARGETS = 8, ///< nearest red vertices that a goal is connected to
};
#define WARM_UP 10.0 ///< [Units: s]
#define EVERY   1.0  ///< [Units: s]

/// Working state.
typedef struct work {
    mang_run run;
    wend_tasks *tasks;
    wend_raster *raster;
    wend_mang_planner *planner;
    wend_array(wend_raster_site) sites;
    wend_array(uint32_t) slots; ///< of the crowd, by site; agents only
    uint32_t first_agent;       ///< among the sites
    uint32_t agents;
    double vertices, edges;
    double diagram, graph, plan, motion; ///< sums [Units: s]
    double motion_frames;
} work;

// ---- sites --------------------------------------------------------------------------------------

static bool add_site(work *w, wend_raster_site site)
{
    if (!wend_array_reserve(&w->sites, NULL, 1))
        return false;
    w->sites.data[w->sites.count++] = site;
    return true;
}

/// Lists all sites at their current positions.
static bool list_sites(work *w)
{
    const wend_world *world = w->run.world;
    const wend_obstacles *obstacles = &world->obstacles;
    const wend_shape bounds = {.points = obstacles->bounds.data,
                               .point_count = (uint32_t)obstacles->bounds.count};
    w->sites.count = 0;
    bool good =
        bounds.point_count == 0 || add_site(w, (wend_raster_site){.shape = bounds, .hollow = true});
    for (size_t i = 0; good && i < obstacles->list.count; ++i) {
        const wend_world_obstacle *obstacle = &obstacles->list.data[i];
        if (wend_diagram_holds(obstacle))
            good =
                add_site(w, (wend_raster_site){.shape = wend_obstacle_shape(obstacles, obstacle)});
    }
    w->first_agent = (uint32_t)w->sites.count;
    w->slots.count = 0;
    for (uint32_t i = 0; good && i < world->crowd.slots; ++i) {
        const wend_body *body = &world->crowd.bodies[i];
        if (body->radius <= 0)
            continue;
        const wend_shape place = {.points = &body->position, .point_count = 1};
        good = add_site(w, (wend_raster_site){.shape = place, .radius = body->radius}) &&
               wend_array_reserve(&w->slots, NULL, 1);
        if (good)
            w->slots.data[w->slots.count++] = i;
    }
    return good;
}

// ---- plans --------------------------------------------------------------------------------------

/// Connects a point to its nearest red vertices.
static void join(const wend_mang_graph *graph, wend_vec2 place, wend_mang_goal *goal)
{
    *goal = (wend_mang_goal){.box = {place, place}};
    for (uint32_t i = 0; i < graph->vertex_count; ++i) {
        wend_vec2 at = graph->vertices[i].position;
        double cost = wend_distance(at, place);
        if (goal->count == TARGETS && cost >= goal->targets[TARGETS - 1].cost)
            continue;
        uint32_t k = goal->count < TARGETS ? goal->count++ : TARGETS - 1;
        for (; k > 0 && goal->targets[k - 1].cost > cost; --k)
            goal->targets[k] = goal->targets[k - 1];
        goal->targets[k] = (wend_mang_target){i, cost};
    }
}

/// Plans for all agents.
static wend_result plan_all(work *w, wend_error *error)
{
    const wend_world *world = w->run.world;
    const wend_mang_graph *graph = wend_raster_graph(w->raster);
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < graph->cell_count && result == WEND_OK; ++i) {
        uint32_t slot = w->slots.data[graph->cells[i].agent.raw.slot1 - 1 - w->first_agent];
        wend_agent_state state;
        wend_mang_goal goal;
        wend_mang_path path;
        if (wend_world_agent_state(world, world->crowd.id[slot], &state, NULL) != WEND_OK ||
            wend_goal_id_is_null(state.goal))
            continue;
        const wend_body *body = &world->crowd.bodies[slot];
        uint32_t to = wend_id_slot(state.goal.raw);
        join(graph, wend_goals_nearest(&world->goals, to, body->position, NULL), &goal);
        wend_mang_request request = wend_default_mang_request();
        request.cell = i;
        request.from = body->position;
        request.radius = body->radius;
        request.goal = &goal;
        result = wend_mang_find(w->planner, graph, &request, &path, error);
        if (result == WEND_NOT_FOUND)
            result = WEND_OK;
    }
    return result;
}

// ---- frames -------------------------------------------------------------------------------------

static wend_result build(work *w, wend_raster_times *best, wend_error *error)
{
    wend_raster_def def = wend_default_raster_def();
    def.box = wend_mesh_box(wend_world_mesh(w->run.world));
    def.sites = w->sites.data;
    def.site_count = (uint32_t)w->sites.count;
    wend_result result = WEND_OK;
    double least = INFINITY;
    for (int i = 0; i < BUILDS && result == WEND_OK; ++i) {
        double start = bench_now();
        result = wend_raster_build(w->raster, &def, w->tasks, error);
        double seconds = bench_now() - start;
        if (seconds < least)
            *best = wend_raster_timing(w->raster);
        least = fmin(least, seconds);
    }
    return result;
}

/// Counts as wend_mang_measure does.
static void count(work *w)
{
    const wend_mang_graph *graph = wend_raster_graph(w->raster);
    for (uint32_t i = 0; i < graph->vertex_count; ++i)
        w->vertices += graph->vertices[i].degree > 1;
    for (uint32_t i = 0; i < graph->edge_count; ++i)
        w->edges += graph->vertices[graph->edges[i].from].degree > 1 &&
                    graph->vertices[graph->edges[i].to].degree > 1;
    w->edges += graph->link_count;
    for (uint32_t i = 0; i < graph->node_count; ++i) {
        w->vertices += graph->nodes[i].red == WEND_MANG_NONE && !graph->nodes[i].joint;
        w->edges -= graph->nodes[i].joint;
    }
}

static wend_result add_frame(work *w, wend_error *error)
{
    wend_raster_times times;
    if (!list_sites(w))
        return WEND_OUT_OF_MEMORY;
    wend_result result = build(w, &times, error);
    double start = bench_worked();
    if (result == WEND_OK)
        result = plan_all(w, error);
    if (result != WEND_OK)
        return result;
    w->plan += bench_worked() - start;
    w->diagram += times.cull + times.nearest + times.repair;
    w->graph += times.trace + times.measure + times.join;
    w->agents += (uint32_t)w->slots.count;
    count(w);
    return WEND_OK;
}

/// Steps to the next frame.
static wend_result step_to(work *w, double time, wend_error *error)
{
    wend_result result = WEND_OK;
    while (result == WEND_OK && wend_world_time(w->run.world) < time) {
        result = mang_run_step(&w->run, error);
        wend_phase_times times = wend_world_last_times(w->run.world);
        w->motion += times.seconds[WEND_PHASE_AVOID] + times.seconds[WEND_PHASE_INTEGRATE];
        w->motion_frames += 1;
    }
    return result;
}

static bool add_row(json_t *rows, const mang_demo *demo, const work *w)
{
    double ms = 1e3 / FRAMES, motion = 1e3 * w->motion / w->motion_frames;
    json_t *row = bench_mang_row(rows, demo->scene, demo->scene);
    return row && json_object_set_new(row, "kind", json_string("raster")) == 0 &&
           bench_whole(row, "threads", THREADS) &&
           bench_real(row, "agents", (double)w->agents / FRAMES) &&
           bench_real(row, "vertices", w->vertices / FRAMES) &&
           bench_real(row, "edges", w->edges / FRAMES) &&
           bench_real(row, "diagram_ms", ms * w->diagram) &&
           bench_real(row, "graph_ms", ms * w->graph) && bench_real(row, "plan_ms", ms * w->plan) &&
           bench_real(row, "motion_ms", motion) &&
           bench_real(row, "total_ms", ms * (w->diagram + w->graph + w->plan) + motion) &&
           bench_mang_paper(row, demo);
}

static wend_result start(work *w, const mang_demo *demo, wend_error *error)
{
    wend_tasks_def def = wend_default_tasks_def();
    def.worker_count = THREADS;
    wend_result result = mang_run_open(&w->run, demo->scene, &(mang_setup){0}, error);
    if (result == WEND_OK)
        result = wend_tasks_create(&def, &w->tasks, error);
    if (result == WEND_OK)
        result = wend_raster_create(NULL, &w->raster, error);
    return result == WEND_OK ? wend_mang_planner_create(NULL, &w->planner, error) : result;
}

static bool row_of(json_t *rows, const mang_demo *demo)
{
    work w = {0};
    wend_error error = {0};
    wend_result result = start(&w, demo, &error);
    for (int i = 0; i < FRAMES && result == WEND_OK; ++i) {
        result = step_to(&w, WARM_UP + i * EVERY, &error);
        if (result == WEND_OK)
            result = add_frame(&w, &error);
    }
    bool good =
        result == WEND_OK ? add_row(rows, demo, &w) : bench_mang_done(demo->scene, result, &error);
    wend_mang_planner_destroy(w.planner);
    wend_raster_destroy(w.raster);
    wend_tasks_destroy(w.tasks);
    wend_array_free(&w.sites, NULL);
    wend_array_free(&w.slots, NULL);
    mang_run_close(&w.run);
    return good;
}

bool bench_mang_raster(json_t *rows)
{
    bool good = true;
    for (size_t i = 0; good && i < MANG_DEMOS; ++i)
        good = row_of(rows, &mang_demos[i]);
    return good;
}
