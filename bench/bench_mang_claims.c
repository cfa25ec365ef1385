// SPDX-License-Identifier: MIT
// Benefits of the graph (see bench_mang.c): distinct first goals, amount of fruit gathered, and
// safety. Runs are independent, so several run at once, each on one thread.
#include "bench/bench_mang.h"
#include "bench/bench_mesh.h"
#include "measure/statistics.h"

#include <math.h>

enum {
    THREADS = 2,
    SEEDS = 20,
    LOOKS = 50, ///< evaluations of first goals
    ORDERS = 2, ///< the graph, and its first order alone
    HARVESTS = SEEDS * ORDERS,
};
#define LOOK_EVERY  0.5   ///< [Units: s]
#define LOOK_FROM   10.0  ///< [Units: s]
#define FRUIT_TIME  60.0  ///< [Units: s]
#define SAFETY_TIME 300.0 ///< [Units: s]

/// A run and its results.
typedef struct trial {
    const char *demo;
    mang_setup setup;
    wend_result result;
    wend_error error;
    double share;             ///< share of agents with the first goal of another
    wend_pursuit_totals sums; ///< what was gathered
    run_figures figures;
} trial;

typedef wend_result trial_fn(trial *t, mang_run *run);

typedef struct trials {
    trial *list;
    trial_fn *work;
} trials;

static void run_trials(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    const trials *all = argument;
    for (uint32_t i = begin; i < end; ++i) {
        trial *t = &all->list[i];
        mang_run run;
        t->result = mang_run_open(&run, t->demo, &t->setup, &t->error);
        if (t->result == WEND_OK)
            t->result = all->work(t, &run);
        mang_run_close(&run);
    }
}

/// Runs all trials. False: out of memory. Other failures are reported.
static bool run_all(trial *list, uint32_t count, trial_fn *work)
{
    wend_tasks_def def = wend_default_tasks_def();
    wend_tasks *tasks = NULL;
    def.worker_count = THREADS;
    bool good = wend_tasks_create(&def, &tasks, NULL) != WEND_OUT_OF_MEMORY;
    if (good)
        wend_parallel_for(tasks, count, 1, run_trials, &(trials){list, work});
    wend_tasks_destroy(tasks);
    for (uint32_t i = 0; good && i < count; ++i)
        good = bench_mang_done(list[i].demo, list[i].result, &list[i].error);
    return good;
}

// ---- first goals --------------------------------------------------------------------------------

static wend_result compare_goals(trial *t, mang_run *run)
{
    double all = 0, alike = 0;
    wend_result result = WEND_OK;
    for (int i = 0; i < LOOKS && result == WEND_OK; ++i) {
        uint32_t heading = 0, common = 0;
        result = mang_run_until(run, LOOK_FROM + i * LOOK_EVERY, &t->error);
        if (result == WEND_OK)
            result = wend_world_common_first_goals(run->world, &heading, &common, &t->error);
        all += heading;
        alike += common;
    }
    t->share = alike / all;
    return result;
}

static bool add_goals(json_t *rows)
{
    trial list[MANG_DEMOS * ORDERS] = {0};
    for (int i = 0; i < MANG_DEMOS * ORDERS; ++i) {
        list[i].demo = mang_demos[i / ORDERS].scene;
        list[i].setup.first_order = i % ORDERS;
    }
    bool good = run_all(list, MANG_DEMOS * ORDERS, compare_goals);
    for (int i = 0; good && i < MANG_DEMOS; ++i) {
        const trial *both = &list[i * ORDERS];
        if (both[0].result != WEND_OK || both[1].result != WEND_OK)
            continue;
        json_t *row = bench_mang_row(rows, "first_goals", both->demo);
        good = row && bench_real(row, "mang_share", both[0].share) &&
               bench_real(row, "first_order_share", both[1].share);
    }
    return good;
}

// ---- fruit --------------------------------------------------------------------------------------

static wend_result gather(trial *t, mang_run *run)
{
    wend_result result = mang_run_until(run, FRUIT_TIME, &t->error);
    if (result == WEND_OK)
        result = wend_world_pursuit_totals(run->world, (wend_pursuit_id){0}, &t->sums, &t->error);
    return result;
}

/// Sets the mean of values and its 95 % interval.
static bool set_interval(json_t *row, const double *values, const char *mean, const char *low,
                         const char *high)
{
    measure_interval all = measure_interval_of(values, SEEDS);
    return bench_real(row, mean, all.mean) && bench_real(row, low, all.low) &&
           bench_real(row, high, all.high);
}

static bool set_mean(json_t *row, const double *values, const char *mean)
{
    return bench_real(row, mean, measure_interval_of(values, SEEDS).mean);
}

static bool add_harvest(json_t *rows, const trial *list)
{
    double ratios[SEEDS], values[SEEDS], with[SEEDS], without[SEEDS], caught[ORDERS][SEEDS];
    for (int i = 0; i < SEEDS; ++i) {
        const trial *both = &list[i * ORDERS];
        if (both[0].result != WEND_OK || both[1].result != WEND_OK)
            return true;
        with[i] = both[0].sums.gathered;
        without[i] = both[1].sums.gathered;
        ratios[i] = with[i] / without[i];
        values[i] = both[0].sums.value / both[1].sums.value;
        for (int k = 0; k < ORDERS; ++k)
            caught[k][i] = (double)both[k].sums.caught;
    }
    json_t *row = bench_mang_row(rows, "fruit", list->demo);
    return row && bench_whole(row, "seeds", SEEDS) && bench_real(row, "seconds", FRUIT_TIME) &&
           set_interval(row, ratios, "ratio", "low", "high") &&
           set_interval(row, values, "worth_ratio", "worth_low", "worth_high") &&
           set_mean(row, with, "gathered") && set_mean(row, without, "gathered_first_order") &&
           set_mean(row, caught[0], "caught") && set_mean(row, caught[1], "caught_first_order");
}

static bool add_fruit(json_t *rows, const char *demo)
{
    trial list[HARVESTS] = {0};
    for (int i = 0; i < HARVESTS; ++i) {
        list[i].demo = demo;
        list[i].setup = (mang_setup){.first_order = i % ORDERS, .seed = (uint64_t)i / ORDERS + 1};
    }
    return run_all(list, HARVESTS, gather) && add_harvest(rows, list);
}

// ---- safety -------------------------------------------------------------------------------------

static wend_result watch(trial *t, mang_run *run)
{
    wend_result result = mang_run_until(run, SAFETY_TIME, &t->error);
    t->figures = run->figures;
    return result;
}

static bool add_safety(json_t *rows)
{
    trial list[MANG_DEMOS] = {0};
    for (int i = 0; i < MANG_DEMOS; ++i) {
        list[i].demo = mang_demos[i].scene;
        list[i].setup.monitored = true;
    }
    bool good = run_all(list, MANG_DEMOS, watch);
    for (int i = 0; good && i < MANG_DEMOS; ++i) {
        const run_figures *f = &list[i].figures;
        if (list[i].result != WEND_OK)
            continue;
        json_t *row = bench_mang_row(rows, "safety", list[i].demo);
        good = row && bench_real(row, "seconds", SAFETY_TIME) &&
               bench_real(row, "deepest_overlap", f->deepest) &&
               bench_whole(row, "walls_crossed", f->walls_crossed) &&
               bench_whole(row, "in_walls", f->in_walls) && bench_whole(row, "agents", f->agents) &&
               bench_whole(row, "arrived", f->arrived);
    }
    return good;
}

bool bench_mang_claims(json_t *rows)
{
    return add_goals(rows) && add_fruit(rows, "fruit-10") && add_fruit(rows, "fruit-100") &&
           add_safety(rows);
}
