// SPDX-License-Identifier: MIT
// `bench barriers`: last and mean arrival, without and with adaptive barriers: the scene of Farias
// 2020, section 5.6, an office floor, and every other built-in scene whose agents walk to goals,
// with planner map, so that harmful cases are included. Then evacuations of
// real floor plans, if they are there.
//
// Each seed gives one run without and one with barriers. Runs are independent, so several run at
// once, each on one thread. If the first seeds of a scene place no barrier, its runs are the same
// with and without, and no more seeds are run.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/bench_mesh.h"
#include "bench/bench_scenes.h"
#include "measure/statistics.h"
#include "run/run.h"
#include "scene/build/world.h"
#include "scene/builtin/builtin.h"
#include "scene/builtin/parts.h"

enum {
    THREADS = 2,
    SEEDS = 20,
    FIRST_SEEDS = 3,
    WAYS = 2,             ///< without and with
    MOST_AGENTS = 1000,   ///< maximum of a scene
    MOST_CORNERS = 20000, ///< maximum of a plan for path maps
};

/// Published values. [Units: s]
#define PAPER_SCENE   "barrier"
#define PAPER_WITHOUT 135.96
#define PAPER_WITH    105.44

/// A run and its results.
typedef struct trial {
    const scene *s;
    uint64_t seed;
    const char *barriers; ///< "on" or "off"
    double last;          ///< last arrival, or the end of the scene's time [Units: s]
    double mean;          ///< mean arrival [Units: s]
    uint64_t remaining;   ///< agents that had not arrived
    uint64_t placed;      ///< number of barriers
    bool done;            ///< false with an error
    wend_error error;
} trial;

static void run_trial(trial *t)
{
    scene_run r;
    const run_def def = {.s = t->s,
                         .world = {.planner = "map", .seed = &t->seed, .barriers = t->barriers},
                         .seconds = t->s->duration,
                         .until_empty = true};
    t->done = run_open(&r, &def) && run_to_end(&r, NULL, NULL) == RUN_COMPLETE;
    t->error = r.error;
    t->last = r.figures.seconds;
    t->mean = r.figures.mean_s;
    t->remaining = r.figures.inside + r.figures.to_come;
    t->placed = r.figures.barriers;
    run_close(&r);
}

static void run_range(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    trial *list = argument;
    for (uint32_t i = begin; i < end; ++i)
        run_trial(&list[i]);
}

/// Runs the seeds from `first` on, both ways. False: one failed, with a message.
static bool run_seeds(wend_tasks *tasks, const scene *s, trial (*list)[WAYS], uint32_t first,
                      uint32_t end)
{
    for (uint32_t i = first; i < end; ++i)
        for (int way = 0; way < WAYS; ++way)
            list[i][way] = (trial){.s = s, .seed = i + 1, .barriers = way ? "on" : "off"};
    wend_parallel_for(tasks, (end - first) * WAYS, 1, run_range, list[first]);
    for (uint32_t i = first; i < end; ++i)
        for (int way = 0; way < WAYS; ++way)
            if (!list[i][way].done) {
                bench_note("%s: %s", s->name, wend_error_text(&list[i][way].error));
                return false;
            }
    return true;
}

// ---- rows ---------------------------------------------------------------------------------------

static bool add_row(json_t *rows, const scene *s, trial (*list)[WAYS], uint32_t seeds)
{
    double times[WAYS][SEEDS], means[WAYS][SEEDS], savings[SEEDS], mean_savings[SEEDS];
    double placed[SEEDS], worst = INFINITY;
    uint64_t remaining[WAYS] = {0};
    for (uint32_t i = 0; i < seeds; ++i) {
        for (int way = 0; way < WAYS; ++way) {
            times[way][i] = list[i][way].last;
            means[way][i] = list[i][way].mean;
            remaining[way] += list[i][way].remaining;
        }
        savings[i] = 1 - times[1][i] / times[0][i];
        mean_savings[i] = 1 - means[1][i] / means[0][i];
        placed[i] = (double)list[i][1].placed;
        worst = fmin(worst, savings[i]);
    }
    const measure_interval saving = measure_interval_of(savings, seeds);
    const measure_interval mean_saving = measure_interval_of(mean_savings, seeds);
    json_t *row = json_pack("{s:s}", "case", s->name);
    if (!row || json_array_append_new(rows, row) != 0)
        return false;
    bool good = bench_whole(row, "seeds", seeds) &&
                bench_real(row, "without_s", measure_interval_of(times[0], seeds).mean) &&
                bench_real(row, "with_s", measure_interval_of(times[1], seeds).mean) &&
                bench_real(row, "saving", saving.mean) && bench_real(row, "low", saving.low) &&
                bench_real(row, "high", saving.high) && bench_real(row, "worst_seed", worst) &&
                bench_real(row, "mean_without_s", measure_interval_of(means[0], seeds).mean) &&
                bench_real(row, "mean_with_s", measure_interval_of(means[1], seeds).mean) &&
                bench_real(row, "mean_saving", mean_saving.mean) &&
                bench_real(row, "mean_low", mean_saving.low) &&
                bench_real(row, "mean_high", mean_saving.high) &&
                bench_real(row, "barriers", measure_interval_of(placed, seeds).mean) &&
                bench_whole(row, "remaining_without", remaining[0]) &&
                bench_whole(row, "remaining_with", remaining[1]);
    if (strcmp(s->name, PAPER_SCENE) == 0)
        good = good && bench_real(row, "paper_without_s", PAPER_WITHOUT) &&
               bench_real(row, "paper_with_s", PAPER_WITH) &&
               bench_real(row, "paper_saving", 1 - PAPER_WITH / PAPER_WITHOUT);
    return good;
}

static bool add_scene(json_t *rows, wend_tasks *tasks, const scene *s)
{
    trial list[SEEDS][WAYS];
    uint64_t placed = 0;
    if (!run_seeds(tasks, s, list, 0, FIRST_SEEDS))
        return true;
    for (uint32_t i = 0; i < FIRST_SEEDS; ++i)
        placed += list[i][1].placed;
    if (placed > 0 && !run_seeds(tasks, s, list, FIRST_SEEDS, SEEDS))
        return true;
    return add_row(rows, s, list, placed > 0 ? SEEDS : FIRST_SEEDS);
}

/// True if all agents walk to a goal and leave there, and can use a path map.
static bool is_walk(const scene *s)
{
    uint64_t count = 0, corners = s->bounds_count;
    for (uint32_t i = 0; i < s->obstacle_count; ++i)
        corners += s->obstacles[i].shape.point_count;
    for (uint32_t i = 0; i < s->agents_count; ++i) {
        const scene_agents *agents = &s->agents[i];
        count += agents->def.count;
        if (agents->goal.kind == SCENE_GOAL_NONE ||
            agents->route.on_arrival != WEND_ON_ARRIVAL_LEAVE || agents->on_lanes)
            return false;
    }
    return count > 0 && count <= MOST_AGENTS && corners <= MOST_CORNERS;
}

// ---- floor plans --------------------------------------------------------------------------------

/// Agents from one box of a plan to another.
typedef struct evacuation {
    const char *name, *file;
    wend_box from, to;
    uint32_t agents;
    double seconds;
} evacuation;

#define BUW  "jupedsim/BUW.wkt"
#define AKNZ "jupedsim/aknz_evac.wkt"

static const evacuation evacuations[] = {
    {"BUW, hall to south-east", BUW, {{12, 19}, {28, 36}}, {{56, 9}, {58.5, 11.4}}, 150, 400},
    {"BUW, all to south-east", BUW, {{11.5, 11.5}, {55, 37}}, {{56, 9}, {58.5, 11.4}}, 200, 600},
    {"BUW, all to east", BUW, {{11.5, 11.5}, {55, 37}}, {{58.4, 26.9}, {58.7, 28.7}}, 200, 600},
    {"BUW, hall to east", BUW, {{12, 19}, {28, 36}}, {{58.4, 26.9}, {58.7, 28.7}}, 250, 600},
    {"BUW, hall to south", BUW, {{12, 19}, {28, 36}}, {{30.1, 8.3}, {32, 8.5}}, 250, 600},
    {"aknz_evac, hall to north",
     AKNZ,
     {{480, 1768}, {566, 1776}},
     {{730, 1945}, {738, 1950}},
     300,
     1500},
    {"aknz_evac, south to road",
     AKNZ,
     {{500, 1708}, {620, 1719}},
     {{768.8, 1684.5}, {770.6, 1685.3}},
     300,
     1500},
};

/// The scene of an evacuation. NULL: the plan is not there, or out of memory.
static scene *evacuation_scene(const evacuation *e)
{
    char path[512];
    scene *s = bench_data(e->file, path, sizeof path) ? bench_scene_load(path) : NULL;
    scene_agents *agents = NULL;
    if (s && builtin_area(s, "from", e->from) && builtin_area(s, "to", e->to))
        agents = scene_add_agents(s);
    if (!agents) {
        scene_free(s);
        return NULL;
    }
    agents->in = "from";
    agents->goal = (scene_goal){.kind = SCENE_GOAL_AREA, .area = "to"};
    agents->def.count = e->agents;
    s->name = e->name;
    s->duration = e->seconds;
    return s;
}

bool bench_barriers(json_t *rows)
{
    wend_tasks_def def = wend_default_tasks_def();
    wend_tasks *tasks = NULL;
    def.worker_count = THREADS;
    bool good = wend_tasks_create(&def, &tasks, NULL) != WEND_OUT_OF_MEMORY;
    for (size_t i = 0; good && i < builtin_count(); ++i) {
        scene *s = bench_scene_load(builtin_at(i).name);
        good = !s || !is_walk(s) || add_scene(rows, tasks, s);
        scene_free(s);
    }
    for (size_t i = 0; good && i < sizeof evacuations / sizeof *evacuations; ++i) {
        scene *s = evacuation_scene(&evacuations[i]);
        good = !s || add_scene(rows, tasks, s);
        scene_free(s);
    }
    wend_tasks_destroy(tasks);
    return good;
}
