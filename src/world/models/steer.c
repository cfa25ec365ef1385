// SPDX-License-Identifier: MIT
// The motion model "steer".
#include "world/models/motion.h"

static bool move(wend_world *world)
{
    const wend_motion_input input = wend_neighbours_input(world, WEND_MOTION_STEER);
    const wend_motion_output output = wend_neighbours_output(world);
    return wend_steer_step(&world->def.steer, &input, &output, NULL) == WEND_OK;
}

const wend_motion wend_motion_steer = {
    .info =
        {
            .kind = WEND_MOTION_STEER,
            .name = "steer",
            .summary = "steering behaviours with neighbours from the Voronoi diagram",
            .needs = WEND_NEEDS_DIAGRAM | WEND_NEEDS_AGENT_SITES | WEND_NEEDS_NEIGHBOURS,
            .takes_turns = true,
            .passes_gates = true,
        },
    .move = move,
};
