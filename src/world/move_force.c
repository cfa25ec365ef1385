// SPDX-License-Identifier: MIT
// The motion "force".
#include "world/move.h"

static bool move(wend_world *world)
{
    const wend_crowd *crowd = &world->crowd;
    const wend_nears *nears = &world->nears;
    const wend_force_input input = {
        .bodies = crowd->bodies,
        .wishes = crowd->wishes,
        .groups = crowd->groups,
        .moved = wend_nears_moved_by(world, WEND_MOTION_FORCE),
        .count = crowd->slots,
        .nears = nears->list.data,
        .near_counts = nears->counts.data,
        .scratch = nears->scratch.data,
        .step = world->def.step,
        .tasks = world->tasks,
    };
    const wend_force_output output = {crowd->next_positions, crowd->next_velocities};
    return wend_force_step(&world->def.force, &input, &output, NULL) == WEND_OK;
}

const wend_motion wend_motion_force = {
    .name = "force",
    .takes_turns = true,
    .takes_nears = true,
    .move = move,
};
