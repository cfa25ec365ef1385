// SPDX-License-Identifier: MIT
// The crowd in a town of the document on multi-agent navigation graphs (Sud et al. 2008, section
// 7.2): people come out of buildings and along the side-walks, and leave by another door or
// side-walk, among cars that drive.
#ifndef WEND_SCENE_BUILTIN_TOWN_H
#define WEND_SCENE_BUILTIN_TOWN_H

#include "scene/scene.h"

/// A town with about so many people in it at any time. Up to 200 of them are in one quarter; more
/// have as many quarters as it takes. NULL when out of memory.
scene *builtin_crowd(uint32_t people);

#endif
