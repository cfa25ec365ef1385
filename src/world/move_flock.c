// SPDX-License-Identifier: MIT
// The motion "flock".
#include "world/move.h"

static bool move(wend_world *world)
{
    const wend_motion_input input = wend_nears_input(world, WEND_MOTION_FLOCK);
    const wend_motion_output output = wend_nears_output(world);
    return wend_flock_step(&world->def.flock, &input, &output, NULL) == WEND_OK;
}

const wend_motion wend_motion_flock = {
    .name = "flock",
    .takes_turns = true,
    .takes_nears = true,
    .move = move,
};
