// SPDX-License-Identifier: MIT
// The motion "steer".
#include "world/move.h"

static bool move(wend_world *world)
{
    const wend_crowd *crowd = &world->crowd;
    const wend_nears *nears = &world->nears;
    const wend_steer_input input = {
        .bodies = crowd->bodies,
        .wishes = crowd->wishes,
        .steered = wend_nears_moved_by(world, WEND_MOTION_STEER),
        .count = crowd->slots,
        .nears = nears->list.data,
        .near_counts = nears->counts.data,
        .scratch = nears->scratch.data,
        .step = world->def.step,
        .tasks = world->tasks,
    };
    const wend_steer_output output = {crowd->next_positions, crowd->next_velocities};
    return wend_steer_step(&world->def.steer, &input, &output, NULL) == WEND_OK;
}

const wend_motion wend_motion_steer = {
    .name = "steer",
    .takes_nears = true,
    .move = move,
};
