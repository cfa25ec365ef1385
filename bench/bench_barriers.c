// SPDX-License-Identifier: MIT
// `bench barriers`: when the last agent has arrived, without and with barriers that learn. The
// document's scene (Farias 2020, section 5.6), an office floor, and every other built-in scene
// whose people walk to goals, by the guide map, so that nothing hides where barriers do harm.
//
// A seed gives one run without and one with barriers. Runs are independent of each other, so
// several go on at once, each on one thread. Scenes in which the first seeds place no barrier have
// the same runs with and without, and no more seeds are run there.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/bench_mesh.h"
#include "bench/bench_scenes.h"
#include "cli/run.h"
#include "io/builtin.h"
#include "io/scene_world.h"

enum {
    THREADS = 2,
    SEEDS = 20,
    FIRST_SEEDS = 3,
    WAYS = 2,             ///< without and with
    MOST_AGENTS = 1000,   ///< of a scene that is run
    MOST_CORNERS = 20000, ///< in larger plans nobody goes by a map
};

/// The document's. [Units: s]
#define PAPER_SCENE   "barrier"
#define PAPER_WITHOUT 135.96
#define PAPER_WITH    105.44

/// A run, and what it gave.
typedef struct trial {
    const scene *s;
    uint64_t seed;
    const char *barriers; ///< "on" or "off"
    double last;          ///< when the last has arrived, or the scene's time is over [Units: s]
    uint32_t left;        ///< who has not arrived then
    uint32_t placed;      ///< barriers
    wend_result result;
    wend_error error;
} trial;

static uint32_t still_there(const wend_world *world)
{
    return wend_world_agents(world).count + wend_world_to_come(world);
}

static void count_placed(trial *t, const wend_world *world)
{
    uint32_t count;
    const wend_event *events = wend_world_events(world, &count);
    for (uint32_t i = 0; i < count; ++i)
        t->placed += events[i].kind == WEND_EVENT_BARRIER && events[i].number == 1;
}

static void run_trial(trial *t)
{
    const scene_world_options options = {.guide = "map", .seed = &t->seed, .barriers = t->barriers};
    wend_world *world = NULL;
    t->result = scene_world(t->s, &options, &world, NULL, &t->error);
    while (t->result == WEND_OK && still_there(world) > 0 &&
           wend_world_time(world) < t->s->seconds) {
        t->result = wend_world_step(world, &t->error);
        count_placed(t, world);
    }
    if (t->result == WEND_OK) {
        t->last = wend_world_time(world);
        t->left = still_there(world);
    }
    wend_world_destroy(world);
}

static void run_range(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    trial *list = argument;
    for (uint32_t i = begin; i < end; ++i)
        run_trial(&list[i]);
}

/// Runs the seeds from `first` on, both ways. False: one failed, which is told.
static bool run_seeds(wend_tasks *tasks, const scene *s, trial (*list)[WAYS], uint32_t first,
                      uint32_t end)
{
    for (uint32_t i = first; i < end; ++i)
        for (int way = 0; way < WAYS; ++way)
            list[i][way] = (trial){.s = s, .seed = i + 1, .barriers = way ? "on" : "off"};
    wend_parallel_for(tasks, (end - first) * WAYS, 1, run_range, list[first]);
    for (uint32_t i = first; i < end; ++i)
        for (int way = 0; way < WAYS; ++way)
            if (list[i][way].result != WEND_OK) {
                bench_say("%s: %s", s->name, wend_error_text(&list[i][way].error));
                return false;
            }
    return true;
}

// ---- rows ---------------------------------------------------------------------------------------

static bool add_row(json_t *rows, const scene *s, trial (*list)[WAYS], uint32_t seeds)
{
    double times[WAYS][SEEDS], savings[SEEDS], placed[SEEDS], worst = INFINITY;
    uint32_t left[WAYS] = {0};
    for (uint32_t i = 0; i < seeds; ++i) {
        for (int way = 0; way < WAYS; ++way) {
            times[way][i] = list[i][way].last;
            left[way] += list[i][way].left;
        }
        savings[i] = 1 - times[1][i] / times[0][i];
        placed[i] = list[i][1].placed;
        worst = fmin(worst, savings[i]);
    }
    const run_interval saving = run_interval_of(savings, seeds);
    json_t *row = json_pack("{s:s}", "case", s->name);
    if (!row || json_array_append_new(rows, row) != 0)
        return false;
    bool good = bench_whole(row, "seeds", seeds) &&
                bench_real(row, "without_s", run_interval_of(times[0], seeds).mean) &&
                bench_real(row, "with_s", run_interval_of(times[1], seeds).mean) &&
                bench_real(row, "saving", saving.mean) && bench_real(row, "low", saving.low) &&
                bench_real(row, "high", saving.high) && bench_real(row, "worst_seed", worst) &&
                bench_real(row, "barriers", run_interval_of(placed, seeds).mean) &&
                bench_whole(row, "left_without", left[0]) && bench_whole(row, "left_with", left[1]);
    if (strcmp(s->name, PAPER_SCENE) == 0)
        good = good && bench_real(row, "paper_without_s", PAPER_WITHOUT) &&
               bench_real(row, "paper_with_s", PAPER_WITH) &&
               bench_real(row, "paper_saving", 1 - PAPER_WITH / PAPER_WITHOUT);
    return good;
}

static bool add_scene(json_t *rows, wend_tasks *tasks, const scene *s)
{
    trial list[SEEDS][WAYS];
    uint32_t placed = 0;
    if (!run_seeds(tasks, s, list, 0, FIRST_SEEDS))
        return true;
    for (uint32_t i = 0; i < FIRST_SEEDS; ++i)
        placed += list[i][1].placed;
    if (placed > 0 && !run_seeds(tasks, s, list, FIRST_SEEDS, SEEDS))
        return true;
    return add_row(rows, s, list, placed > 0 ? SEEDS : FIRST_SEEDS);
}

/// True if everybody in it walks to a goal and leaves there, and can do so by a map.
static bool is_walk(const scene *s)
{
    uint64_t count = 0, corners = s->bounds_count;
    for (uint32_t i = 0; i < s->obstacle_count; ++i)
        corners += s->obstacles[i].shape.point_count;
    for (uint32_t i = 0; i < s->agents_count; ++i) {
        const scene_agents *agents = &s->agents[i];
        count += agents->count;
        if (agents->goal.kind == SCENE_GOAL_NONE || agents->end != SCENE_END_LEAVE ||
            agents->on_lanes)
            return false;
    }
    return count > 0 && count <= MOST_AGENTS && corners <= MOST_CORNERS;
}

bool bench_barriers(json_t *rows)
{
    wend_tasks_def def = wend_default_tasks_def();
    wend_tasks *tasks = NULL;
    def.worker_count = THREADS;
    bool good = wend_tasks_create(&def, &tasks, NULL) != WEND_NO_MEMORY;
    for (size_t i = 0; good && i < builtin_count(); ++i) {
        scene *s = bench_scene_load(builtin_at(i).name);
        good = !s || !is_walk(s) || add_scene(rows, tasks, s);
        scene_free(s);
    }
    wend_tasks_destroy(tasks);
    return good;
}
