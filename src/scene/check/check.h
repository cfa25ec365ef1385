// SPDX-License-Identifier: MIT
// Validation of a scene's geometry.
#ifndef WEND_SCENE_CHECK_CHECK_H
#define WEND_SCENE_CHECK_CHECK_H

#include "scene/scene.h"

/// Adds a problem for every violation of the rules in docs/scene.md. True if there is none.
bool scene_check(const scene *s, problem_list *problems);

/// The same; on success *floor is the valid floor, for scene_world_options, otherwise NULL.
bool scene_check_floor(const scene *s, wend_floor **floor, problem_list *problems);

#endif
