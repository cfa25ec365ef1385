// SPDX-License-Identifier: MIT
// Thieves and farmers in an orchard, as in the document on multi-agent navigation graphs (Sud et
// al. 2008, section 7.2).
#ifndef WEND_SCENE_BUILTIN_ORCHARD_H
#define WEND_SCENE_BUILTIN_ORCHARD_H

#include "scene/scene.h"

/// An orchard of 64 trees and 64,000 fruits with so many people: one of 25 is a farmer, at least
/// one. NULL when out of memory.
scene *builtin_fruit(uint32_t people);

#endif
