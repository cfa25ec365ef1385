// SPDX-License-Identifier: MIT
// Round obstacles between an entrance and an exit, and lanes through them.
#ifndef WEND_SCENE_BUILTIN_LANES_H
#define WEND_SCENE_BUILTIN_LANES_H

#include "scene/scene.h"

/// As figure 4.14 of Farias 2020 (max-flow maps). NULL: out of memory. [Limit: 40, 400 or 4000
/// obstacles]
scene *builtin_lanes(uint32_t obstacles);

#endif
