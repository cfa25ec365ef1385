// SPDX-License-Identifier: MIT
// Checks the agents of a run after each step, independently of the world's own guards: which
// agents cross a wall, stand in one or overlap another.
#ifndef WEND_RUN_MONITOR_H
#define WEND_RUN_MONITOR_H

#include "record/tracker.h"
#include "scene/build/world.h"

/// Agent-steps, and the deepest overlap as a share of the smaller radius.
typedef struct run_checks {
    uint64_t walls_crossed, in_walls, overlaps;
    double deepest;
} run_checks;

typedef struct run_monitor run_monitor;

/// Starts to check the agents of a tracker that has been started. step: of the world [Units: s].
run_monitor *run_monitor_start(const scene *s, const scene_names *names, const tracker *agents,
                               double step);
/// Call it after each tracker_step.
void run_monitor_step(run_monitor *m);
run_checks run_monitor_checks(const run_monitor *m);
void run_monitor_free(run_monitor *m);

#endif
