// SPDX-License-Identifier: MIT
// Scene "infinity": a corridor in the shape of a lying eight.
#ifndef WEND_SCENE_BUILTIN_INFINITY_H
#define WEND_SCENE_BUILTIN_INFINITY_H

#include "scene/scene.h"

/// Width of the built-in corridor: twelve agents side by side. [Units: m]
#define INFINITY_WIDTH 6.0
/// Distance from the crossing to either end of the centre line. [Units: m]
#define INFINITY_REACH 57.0

/// The scene with a corridor of that width. NULL: out of memory. [Limit: 3 to 13]
scene *infinity_scene(double width);

/// The built-in scene.
scene *builtin_infinity(uint32_t unused);

/// The corridor's centre line in walking direction: from the left end (t = -1) below to the
/// crossing (0) and above to the right end (1). The return half is its mirror image in the y axis.
wend_vec2 infinity_middle(double t);

#endif
