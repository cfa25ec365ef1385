// SPDX-License-Identifier: MIT
// The motion "force".
#include "world/move.h"

static bool move(wend_world *world)
{
    const wend_motion_input input = wend_nears_input(world, WEND_MOTION_FORCE);
    const wend_motion_output output = wend_nears_output(world);
    return wend_force_step(&world->def.force, &input, &output, NULL) == WEND_OK;
}

const wend_motion wend_motion_force = {
    .name = "force",
    .takes_turns = true,
    .takes_nears = true,
    .move = move,
};
