// SPDX-License-Identifier: MIT
// Conversion of a scene to the library's floor.
#ifndef WEND_SCENE_BUILD_FLOOR_H
#define WEND_SCENE_BUILD_FLOOR_H

#include "scene/scene.h"

/// The bounds and obstacles as a floor, which may be invalid; shape i of the floor is obstacle i.
/// Results are those of wend_floor_create.
wend_result scene_floor(const scene *s, wend_floor **floor, wend_error *error);

#endif
