// SPDX-License-Identifier: MIT
// Shared by the files of `bench groups`: a scene with one group.
#ifndef WEND_BENCH_BENCH_GROUPS_H
#define WEND_BENCH_BENCH_GROUPS_H

#include "scene/build/groups.h"

typedef struct groups_scene {
    scene *s;
    wend_floor *floor;
    scene_held_group held;
} groups_scene;

/// Opens a built-in scene. False, with a message on standard error, on failure; otherwise close it.
bool groups_open(groups_scene *g, const char *name);
void groups_close(groups_scene *g);

/// Result of a run.
typedef struct groups_run {
    double
        together; ///< share of time in which all members were inside one shape of the group's area
    uint32_t arrived;
    double seconds; ///< until the last arrival, or the time limit
} groups_run;

/// Runs the scene with that planner and motion model for all agents. False, with a message on
/// standard error, on failure; here and below.
bool groups_run_scene(const groups_scene *g, const char *planner, const char *motion,
                      groups_run *run);

/// Cost of the motion inside a shape.
typedef struct groups_inside {
    uint32_t entities, steps;
    double us_per_step, worst_us;
} groups_inside;

/// A larger group follows its plan from the scene's start to its goal.
bool groups_time_inside(const groups_scene *g, groups_inside *inside);

#endif
