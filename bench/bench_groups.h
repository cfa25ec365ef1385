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

#endif
