// SPDX-License-Identifier: MIT
// Thieves and farmers in an orchard, as in Sud et al. 2008, section 7.2.
#ifndef WEND_SCENE_BUILTIN_ORCHARD_H
#define WEND_SCENE_BUILTIN_ORCHARD_H

#include "scene/scene.h"

/// An orchard of 64 trees and 64,000 fruits with that number of agents; one in 25, but at least
/// one, is a farmer. NULL: out of memory.
scene *builtin_fruit(uint32_t people);

#endif
