// SPDX-License-Identifier: MIT
// What the files of `bench groups` share: a scene with one group.
#ifndef WEND_BENCH_BENCH_GROUPS_H
#define WEND_BENCH_BENCH_GROUPS_H

#include "io/scene_groups.h"

typedef struct groups_scene {
    scene *s;
    wend_floor *floor;
    scene_held_group held;
} groups_scene;

/// Opens a built-in scene. False, with a message on standard error, if that fails; else close it.
bool groups_open(groups_scene *g, const char *name);
void groups_close(groups_scene *g);

/// How a run went.
typedef struct groups_run {
    double together; ///< the share of time in which all were inside one shape of the group's area
    uint32_t arrived;
    double seconds; ///< until the last arrived, or it was broken off
} groups_run;

/// Runs the scene with that guide and motion for all. False, with a message on standard error, if
/// it can't be run; here and below.
bool groups_run_scene(const groups_scene *g, const char *guide, const char *motion,
                      groups_run *run);

/// What the motion inside of a shape costs.
typedef struct groups_inside {
    uint32_t entities, steps;
    double us_per_step, worst_us;
} groups_inside;

/// A larger group follows its plan from the scene's start to its goal.
bool groups_time_inside(const groups_scene *g, groups_inside *inside);

#endif
