// SPDX-License-Identifier: MIT
// Conversion of a scene to the library's floor.
#ifndef WEND_SCENE_BUILD_FLOOR_H
#define WEND_SCENE_BUILD_FLOOR_H

#include "scene/scene.h"

/// The bounds and obstacles as a floor, which may be invalid; shape i of the floor is obstacle i.
/// Results are those of wend_floor_create.
wend_result scene_floor(const scene *s, wend_floor **floor, wend_error *error);

/// The same with the doors that are initially shut, behind the obstacles.
wend_result scene_floor_with_doors(const scene *s, wend_floor **floor, wend_error *error);

/// Makes every door one that is, and stays, as it is at that time by its timetable.
void scene_hold_doors(scene *s, double time);

#endif
