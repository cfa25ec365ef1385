// SPDX-License-Identifier: MIT
// Whether the geometry of a scene is valid.
#ifndef WEND_SCENE_CHECK_CHECK_H
#define WEND_SCENE_CHECK_CHECK_H

#include "scene/scene.h"

/// Adds a problem for everything that is unsound in a scene (see docs/scene.md); true if none.
bool scene_check(const scene *s, problem_list *problems);

/// The same, and hands the valid floor on, for scene_world_options; NULL if there are problems.
bool scene_check_floor(const scene *s, wend_floor **floor, problem_list *problems);

#endif
