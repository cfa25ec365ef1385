// SPDX-License-Identifier: MIT
// What the graph is good for (see bench_mang.c): nobody heads for the same first goal as another,
// more fruit is gathered or not, and nobody is run into.
#include "bench/bench_mang.h"
#include "bench/bench_mesh.h"

#include <math.h>

enum {
    SEEDS = 20,
    LOOKS = 50, ///< at first goals
};
#define LOOK_EVERY  0.5   ///< [Units: s]
#define LOOK_FROM   10.0  ///< [Units: s]
#define FRUIT_TIME  60.0  ///< [Units: s]
#define SAFETY_TIME 300.0 ///< [Units: s]

// ---- first goals --------------------------------------------------------------------------------

/// The mean share of agents that have the first goal of another.
static wend_result common_goals(const char *demo, bool first_order, double *share,
                                wend_error *error)
{
    mang_run run;
    wend_result result =
        mang_run_open(&run, demo, &(mang_setup){.first_order = first_order}, error);
    double all = 0, alike = 0;
    for (int i = 0; i < LOOKS && result == WEND_OK; ++i) {
        uint32_t heading = 0, common = 0;
        result = mang_run_until(&run, LOOK_FROM + i * LOOK_EVERY, error);
        if (result == WEND_OK)
            result = wend_world_common_first_goals(run.world, &heading, &common, error);
        all += heading;
        alike += common;
    }
    mang_run_close(&run);
    *share = alike / all;
    return result;
}

static bool goals_row(json_t *rows, const char *demo)
{
    double mang = NAN, first_order = NAN;
    wend_error error = {0};
    wend_result result = common_goals(demo, false, &mang, &error);
    if (result == WEND_OK)
        result = common_goals(demo, true, &first_order, &error);
    if (result != WEND_OK)
        return bench_mang_done(demo, result, &error);
    json_t *row = bench_mang_row(rows, "first_goals", demo);
    return row && bench_real(row, "mang_share", mang) &&
           bench_real(row, "first_order_share", first_order);
}

// ---- fruit --------------------------------------------------------------------------------------

/// What thieves have gathered after some time, and what it is worth.
static wend_result gather(const char *demo, const mang_setup *setup, wend_pursuit_sums *sums,
                          wend_error *error)
{
    mang_run run;
    wend_result result = mang_run_open(&run, demo, setup, error);
    if (result == WEND_OK)
        result = mang_run_until(&run, FRUIT_TIME, error);
    if (result == WEND_OK)
        result = wend_world_pursuit_sums(run.world, (wend_id){0}, sums, error);
    mang_run_close(&run);
    return result;
}

/// What all seeds gave.
typedef struct harvests {
    double amounts[SEEDS], worths[SEEDS]; ///< with the graph over without
    double mang[SEEDS], first_order[SEEDS];
    double caught[SEEDS], caught_first_order[SEEDS];
} harvests;

static wend_result gather_all(const char *demo, harvests *all, wend_error *error)
{
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < SEEDS && result == WEND_OK; ++i) {
        wend_pursuit_sums with = {0}, without = {0};
        result = gather(demo, &(mang_setup){.seed = i + 1}, &with, error);
        if (result == WEND_OK)
            result =
                gather(demo, &(mang_setup){.seed = i + 1, .first_order = true}, &without, error);
        all->amounts[i] = with.gathered / without.gathered;
        all->worths[i] = with.worth / without.worth;
        all->mang[i] = with.gathered;
        all->first_order[i] = without.gathered;
        all->caught[i] = (double)with.caught;
        all->caught_first_order[i] = (double)without.caught;
    }
    return result;
}

static bool fruit_row(json_t *rows, const char *demo)
{
    harvests all;
    wend_error error = {0};
    wend_result result = gather_all(demo, &all, &error);
    if (result != WEND_OK)
        return bench_mang_done(demo, result, &error);
    run_interval amount = run_interval_of(all.amounts, SEEDS);
    run_interval worth = run_interval_of(all.worths, SEEDS);
    json_t *row = bench_mang_row(rows, "fruit", demo);
    return row && bench_whole(row, "seeds", SEEDS) && bench_real(row, "seconds", FRUIT_TIME) &&
           bench_real(row, "ratio", amount.mean) && bench_real(row, "low", amount.low) &&
           bench_real(row, "high", amount.high) && bench_real(row, "worth_ratio", worth.mean) &&
           bench_real(row, "worth_low", worth.low) && bench_real(row, "worth_high", worth.high) &&
           bench_real(row, "gathered", run_interval_of(all.mang, SEEDS).mean) &&
           bench_real(row, "gathered_first_order", run_interval_of(all.first_order, SEEDS).mean) &&
           bench_real(row, "caught", run_interval_of(all.caught, SEEDS).mean) &&
           bench_real(row, "caught_first_order",
                      run_interval_of(all.caught_first_order, SEEDS).mean);
}

// ---- safety -------------------------------------------------------------------------------------

static bool safety_row(json_t *rows, const char *demo)
{
    mang_run run;
    wend_error error = {0};
    wend_result result = mang_run_open(&run, demo, &(mang_setup){0}, &error);
    if (result == WEND_OK && !mang_run_watch(&run))
        result = WEND_NO_MEMORY;
    if (result == WEND_OK)
        result = mang_run_until(&run, SAFETY_TIME, &error);
    run_figures f = run.figures;
    mang_run_close(&run);
    if (result != WEND_OK)
        return bench_mang_done(demo, result, &error);
    json_t *row = bench_mang_row(rows, "safety", demo);
    return row && bench_real(row, "seconds", SAFETY_TIME) &&
           bench_real(row, "deepest_overlap", f.deepest) &&
           bench_whole(row, "walls_crossed", f.walls_crossed) &&
           bench_whole(row, "in_walls", f.in_walls) && bench_whole(row, "agents", f.agents) &&
           bench_whole(row, "arrived", f.arrived);
}

bool bench_mang_claims(json_t *rows)
{
    bool good = true;
    for (size_t i = 0; good && i < MANG_DEMOS; ++i)
        good = goals_row(rows, mang_demos[i].scene);
    good = good && fruit_row(rows, "fruit-10") && fruit_row(rows, "fruit-100");
    for (size_t i = 0; good && i < MANG_DEMOS; ++i)
        good = safety_row(rows, mang_demos[i].scene);
    return good;
}
