// SPDX-License-Identifier: MIT
// The demos of Sud et al. 2008, measured by `bench mang` and checked by its test.
#ifndef WEND_BENCH_MANG_DEMOS_H
#define WEND_BENCH_MANG_DEMOS_H

#include "run/run.h"

/// A row of Table 1. Times are milliseconds per frame.
typedef struct mang_demo {
    const char *scene;
    double vertices, edges;
    double diagram, graph, plan, motion, total; ///< total includes 25 ms for reading pixels back
} mang_demo;

enum { MANG_DEMOS = 9 };
extern const mang_demo mang_demos[MANG_DEMOS];

/// A demo in progress; its scene is def.s.
typedef scene_run mang_run;

/// Overrides of the scene. Zeroed: none.
typedef struct mang_setup {
    bool first_order; ///< plans on the first-order graph, for comparison
    uint64_t seed;    ///< 0: the scene's
    wend_tasks *tasks;
    bool monitored; ///< walls and overlaps are checked as well
} mang_setup;

/// Loads a built-in scene and creates its world. WEND_OK or an error; call mang_run_close in any
/// case.
wend_result mang_run_open(mang_run *run, const char *name, const mang_setup *setup,
                          wend_error *error);
wend_result mang_run_step(mang_run *run, wend_error *error);
/// Steps until that time.
wend_result mang_run_until(mang_run *run, double seconds, wend_error *error);
void mang_run_close(mang_run *run);

#endif
