// SPDX-License-Identifier: MIT
// Rovers that explore a terrain of rocks and a crater, as in the document on multi-agent navigation
// graphs (Sud et al. 2008, section 7.2).
#ifndef WEND_SCENE_BUILTIN_MARS_H
#define WEND_SCENE_BUILTIN_MARS_H

#include "scene/scene.h"

/// So many rovers of two tempers. NULL when out of memory.
scene *builtin_mars(uint32_t rovers);

#endif
