// SPDX-License-Identifier: MIT
// Rovers that explore terrain with rocks and a crater, as in Sud et al. 2008, section 7.2.
#ifndef WEND_SCENE_BUILTIN_MARS_H
#define WEND_SCENE_BUILTIN_MARS_H

#include "scene/scene.h"

/// Rovers of two kinds, calm and bold. NULL: out of memory.
scene *builtin_mars(uint32_t rovers);

#endif
