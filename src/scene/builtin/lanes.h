// SPDX-License-Identifier: MIT
// Many round obstacles between an entrance and an exit, and lanes through them.
#ifndef WEND_SCENE_BUILTIN_LANES_H
#define WEND_SCENE_BUILTIN_LANES_H

#include "scene/scene.h"

/// As in figure 4.14 of the document on max-flow maps (Farias 2020): so many obstacles. NULL: out
/// of memory. [Limit: 40, 400 or 4000]
scene *builtin_lanes(uint32_t obstacles);

#endif
