// SPDX-License-Identifier: MIT
// The motion model "social_force".
#include "world/models/motion.h"

static bool move(wend_world *world)
{
    const wend_motion_input input = wend_neighbours_input(world, WEND_MOTION_SOCIAL_FORCE);
    const wend_motion_output output = wend_neighbours_output(world);
    return wend_social_force_step(&world->def.social_force, &input, &output, NULL) == WEND_OK;
}

const wend_motion wend_motion_social_force = {
    .info =
        {
            .kind = WEND_MOTION_SOCIAL_FORCE,
            .name = "social_force",
            .old_name = "force",
            .summary = "social forces with hard contacts",
            .needs = WEND_NEEDS_DIAGRAM | WEND_NEEDS_AGENT_SITES | WEND_NEEDS_NEIGHBOURS,
            .takes_turns = true,
            .passes_gates = true,
        },
    .move = move,
};
