// SPDX-License-Identifier: MIT
// Agents for a plan that has none: at random places, with random goals that they can reach.
#ifndef WEND_SCENE_POPULATE_RANDOM_AGENTS_H
#define WEND_SCENE_POPULATE_RANDOM_AGENTS_H

#include "scene/scene.h"

/// Adds count agents of that radius to a sound scene: each is an entry of its own, at a free place
/// where it touches neither walls nor the others of them, with a point as its goal that a disc of
/// its radius can get to. The same seed gives the same agents. WEND_NOT_FOUND, and the scene as it
/// was, where there is no room for so many; WEND_INVALID_GEOMETRY, WEND_OUT_OF_MEMORY. [Limit:
/// radius > 0]
wend_result random_agents(scene *s, uint32_t count, double radius, uint64_t seed,
                          wend_error *error);

#endif
