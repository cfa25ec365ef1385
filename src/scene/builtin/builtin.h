// SPDX-License-Identifier: MIT
// Scenes in the binary: files of scenes/ embedded at build time, and generators of large ones.
#ifndef WEND_SCENE_BUILTIN_BUILTIN_H
#define WEND_SCENE_BUILTIN_BUILTIN_H

#include "scene/scene.h"

typedef struct builtin_scene {
    const char *name;
    const char *json; ///< text of the file; NULL if generated
    /// NULL for a file. Returns NULL when out of memory.
    scene *(*generate)(uint32_t number);
    uint32_t number; ///< argument of generate: agents, rows, obstacles or percent
} builtin_scene;

size_t builtin_count(void);

/// Scenes in the order of `wend scenes`. [Limit: index < builtin_count()]
builtin_scene builtin_at(size_t index);

/// False if no scene has that name.
bool builtin_find(const char *name, builtin_scene *found);

/// The name nearest to a misspelt one; NULL if none is similar.
const char *builtin_suggest(const char *typed);

/// Reads or generates a scene. NULL with problems on failure.
scene *builtin_load(builtin_scene builtin, problem_list *problems);

#endif
