// SPDX-License-Identifier: MIT
// The demos of the document on multi-agent navigation graphs (Sud et al. 2008), as they run: what
// `bench mang` measures and its test holds them to.
#ifndef WEND_BENCH_MANG_DEMOS_H
#define WEND_BENCH_MANG_DEMOS_H

#include "cli/run.h"
#include "io/scene_world.h"

/// A row of the document's Table 1. Times are milliseconds a frame.
typedef struct mang_demo {
    const char *scene;
    double vertices, edges;
    double diagram, graph, plan, motion, total; ///< total has 25 ms for reading pixels back
} mang_demo;

enum { MANG_DEMOS = 9 };
extern const mang_demo mang_demos[MANG_DEMOS];

/// A demo on its way.
typedef struct mang_run {
    scene *s;
    wend_world *world;
    scene_names names;
    run_watch watch; ///< of mang_run_watch
    run_figures figures;
} mang_run;

/// How it is run other than its scene says. Zeroed: as that says.
typedef struct mang_setup {
    bool first_order; ///< plans on the first-order graph, for comparison
    uint64_t seed;    ///< 0: the scene's
    wend_tasks *tasks;
} mang_setup;

/// Loads a built-in scene and makes its world. WEND_OK, or what failed with a sentence;
/// mang_run_close in any case.
wend_result mang_run_open(mang_run *run, const char *name, const mang_setup *setup,
                          wend_error *error);
/// From now on mang_run_step looks at walls and overlaps, too. False: out of memory.
bool mang_run_watch(mang_run *run);
wend_result mang_run_step(mang_run *run, wend_error *error);
/// Steps until that time.
wend_result mang_run_until(mang_run *run, double seconds, wend_error *error);
void mang_run_close(mang_run *run);

#endif
