// SPDX-License-Identifier: MIT
// What blocks an agent that is stuck.
#ifndef WEND_WORLD_MODELS_BLOCKER_H
#define WEND_WORLD_MODELS_BLOCKER_H

#include "wend/world.h"

/// What blocks an agent now. Valid in the events phase, after wend_turns_update.
wend_blocker wend_blocker_of(const wend_world *world, uint32_t slot);

#endif
