// SPDX-License-Identifier: MIT
// Random agents for a plan that has none.
#ifndef WEND_SCENE_POPULATE_RANDOM_AGENTS_H
#define WEND_SCENE_POPULATE_RANDOM_AGENTS_H

#include "scene/scene.h"

/// Adds count agents of that radius to a valid scene. Each is an entry of its own, at a free
/// position without contact to walls or other new agents; its goal is a random point that a disc of
/// its radius can reach. The same seed gives the same agents. WEND_NOT_FOUND if there is not enough
/// space, and the scene is unchanged; WEND_INVALID_GEOMETRY, WEND_OUT_OF_MEMORY. [Limit: radius >
/// 0]
wend_result random_agents(scene *s, uint32_t count, double radius, uint64_t seed,
                          wend_error *error);

#endif
