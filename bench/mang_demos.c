// SPDX-License-Identifier: MIT
// The demos as they run (see mang_demos.h).
#include "bench/mang_demos.h"

#include "core/memory.h"
#include "io/formats.h"

const mang_demo mang_demos[MANG_DEMOS] = {
    {"crowd-10", 206, 1051, 7, 20, 0.23, 0.18, 52},
    {"crowd-25", 330, 1949, 9, 22, 0.8, 0.45, 58},
    {"crowd-50", 560, 3500, 10, 36, 2.0, 0.95, 73},
    {"crowd-100", 946, 7058, 15, 65, 5.6, 2.23, 112},
    {"crowd-200", 1927, 14669, 20, 150, 18, 5.3, 217},
    {"fruit-10", 565, 2282, 8, 25, 1.0, 0.21, 59},
    {"fruit-100", 1378, 6099, 15, 70, 20, 2.4, 133},
    {"mars-10", 285, 1015, 9, 21, 0.23, 0.19, 55},
    {"mars-50", 790, 3580, 12, 36, 2.8, 0.98, 77},
};

wend_result mang_run_open(mang_run *run, const char *name, const mang_setup *setup,
                          wend_error *error)
{
    *run = (mang_run){0};
    problem_list problems = {.file = name};
    run->s = scene_load(name, &problems);
    wend_result result = WEND_OK;
    if (!run->s)
        result = wend_fail(error, WEND_BAD_ARGUMENT, "%s can't be loaded", name);
    problem_free(&problems);
    if (result != WEND_OK)
        return result;
    wend_world_def def = wend_default_world_def();
    def.mang.first_order = setup->first_order;
    const scene_world_options options = {
        .def = &def, .seed = setup->seed > 0 ? &setup->seed : NULL, .tasks = setup->tasks};
    return scene_world(run->s, &options, &run->world, &run->names, error);
}

bool mang_run_watch(mang_run *run)
{
    return run_watch_start(&run->watch, run->s, &run->names, run->world, run->s->step,
                           &run->figures);
}

wend_result mang_run_step(mang_run *run, wend_error *error)
{
    wend_result result = wend_world_step(run->world, error);
    if (result == WEND_OK && run->watch.world && !run_watch_step(&run->watch))
        result = wend_fail_memory(error);
    return result;
}

wend_result mang_run_until(mang_run *run, double seconds, wend_error *error)
{
    wend_result result = WEND_OK;
    // Half a step to spare: times are products that were rounded.
    while (result == WEND_OK && wend_world_time(run->world) < seconds - run->s->step / 2)
        result = mang_run_step(run, error);
    return result;
}

void mang_run_close(mang_run *run)
{
    run_watch_free(&run->watch);
    wend_world_destroy(run->world);
    scene_names_free(&run->names);
    scene_free(run->s);
    *run = (mang_run){0};
}
