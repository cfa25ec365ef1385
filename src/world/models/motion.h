// SPDX-License-Identifier: MIT
// Motion models: how agents choose velocities. A model is a const table at the bottom of its own
// file, with its description (wend/motion.h) and its function, listed in motion.c.
#ifndef WEND_WORLD_MODELS_MOTION_H
#define WEND_WORLD_MODELS_MOTION_H

#include "world/world.h"

typedef struct wend_motion {
    wend_motion_info info;
    /// Writes the next positions and velocities of at least its own agents. Models run in the order
    /// of the list, each only if an agent has it, so a later one may overwrite the results of an
    /// earlier one for agents that are not its own. False: out of memory.
    bool (*move)(wend_world *world);
} wend_motion;

extern const wend_motion wend_motion_orca, wend_motion_steer, wend_motion_social_force,
    wend_motion_follow, wend_motion_boids, wend_motion_group_potential, wend_motion_pedestrian;

/// All agents as discs: the input of the models that avoid as ORCA does.
wend_orca_input wend_motion_discs(const wend_world *world);

/// The model that moves an agent now: ORCA while an agent with a group's model is on its way to the
/// group's shape, or one that follows lanes is on its way to one; otherwise its own.
wend_motion_kind wend_motion_now(const wend_world *world, uint32_t slot);

/// True if an agent can be led by a right of way: it walks, is not a member of a group's shape and
/// not on a lane, and its motion model avoids others.
bool wend_motion_can_be_led(const wend_world *world, uint32_t slot);

#endif
