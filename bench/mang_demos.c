// SPDX-License-Identifier: MIT
// Runs of the demos (see mang_demos.h).
#include "bench/mang_demos.h"

#include "core/memory.h"
#include "formats/formats.h"

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

static wend_result failed(const mang_run *run, wend_error *error)
{
    *error = run->error;
    return error->result;
}

wend_result mang_run_open(mang_run *run, const char *name, const mang_setup *setup,
                          wend_error *error)
{
    *run = (mang_run){0};
    problem_list problems = {.file = name};
    scene *s = scene_load(name, &problems);
    problem_free(&problems);
    if (!s)
        return wend_fail(error, WEND_BAD_ARGUMENT, "%s cannot be loaded", name);
    wend_world_def def = wend_default_world_def();
    def.mang.first_order = setup->first_order;
    const run_def how = {.s = s,
                         .world = {.def = &def,
                                   .seed = setup->seed > 0 ? &setup->seed : NULL,
                                   .tasks = setup->tasks},
                         .monitored = setup->monitored};
    return run_open(run, &how) ? WEND_OK : failed(run, error);
}

wend_result mang_run_step(mang_run *run, wend_error *error)
{
    return run_step(run) == RUN_COMPLETE ? WEND_OK : failed(run, error);
}

wend_result mang_run_until(mang_run *run, double seconds, wend_error *error)
{
    run->def.seconds = seconds;
    return run_to_end(run, NULL, NULL) == RUN_COMPLETE ? WEND_OK : failed(run, error);
}

void mang_run_close(mang_run *run)
{
    scene *s = (scene *)run->def.s;
    run_close(run);
    scene_free(s);
}
