// SPDX-License-Identifier: MIT
// The crowd in a town of Sud et al. 2008, section 7.2: people come out of buildings and along the
// side-walks, and leave by another door or side-walk, among driving cars.
#ifndef WEND_SCENE_BUILTIN_TOWN_H
#define WEND_SCENE_BUILTIN_TOWN_H

#include "scene/scene.h"

/// A town with about that number of agents at any time. Up to 200 agents share one quarter; more
/// need further quarters. NULL: out of memory.
scene *builtin_crowd(uint32_t people);

#endif
