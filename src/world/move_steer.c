// SPDX-License-Identifier: MIT
// The motion "steer".
#include "world/move.h"

static bool move(wend_world *world)
{
    const wend_motion_input input = wend_nears_input(world, WEND_MOTION_STEER);
    const wend_motion_output output = wend_nears_output(world);
    return wend_steer_step(&world->def.steer, &input, &output, NULL) == WEND_OK;
}

const wend_motion wend_motion_steer = {
    .name = "steer",
    .takes_nears = true,
    .move = move,
};
