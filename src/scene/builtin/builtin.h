// SPDX-License-Identifier: MIT
// The scenes inside the binary: files of scenes/ embedded at build time, and generators for large
// ones.
#ifndef WEND_SCENE_BUILTIN_BUILTIN_H
#define WEND_SCENE_BUILTIN_BUILTIN_H

#include "scene/scene.h"

typedef struct builtin_scene {
    const char *name;
    const char *json; ///< the file's text, or NULL
    /// Or NULL; returns NULL when out of memory.
    scene *(*generate)(uint32_t number);
    uint32_t number; ///< of agents or rows, where generate makes several scenes
} builtin_scene;

size_t builtin_count(void);

/// In the order of `wend scenes`. [Limit: index < builtin_count()]
builtin_scene builtin_at(size_t index);

/// False if there is none of that name.
bool builtin_find(const char *name, builtin_scene *found);

/// The name nearest to a misspelt one, or NULL if none is near.
const char *builtin_suggest(const char *typed);

/// Reads or makes it. NULL with problems when out of memory.
scene *builtin_load(builtin_scene builtin, problem_list *problems);

#endif
