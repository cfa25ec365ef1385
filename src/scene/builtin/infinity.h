// SPDX-License-Identifier: MIT
// The scene "infinity": a corridor in the shape of a lying eight.
#ifndef WEND_SCENE_BUILTIN_INFINITY_H
#define WEND_SCENE_BUILTIN_INFINITY_H

#include "scene/scene.h"

/// How wide the built-in's corridor is: twelve agents side by side. [Units: m]
#define INFINITY_WIDTH 6.0
/// From the crossing to either end of its middle line. [Units: m]
#define INFINITY_REACH 57.0

/// The scene with a corridor of that width. NULL: out of memory. [Limit: 3 to 13]
scene *infinity_scene(double width);

/// The built-in one.
scene *builtin_infinity(uint32_t unused);

/// The corridor's middle line, as agents walk it: from the left end (t = -1) below to the crossing
/// (0) and above to the right end (1). The way back is its mirror image in the y axis.
wend_vec2 infinity_middle(double t);

#endif
