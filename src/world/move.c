// SPDX-License-Identifier: MIT
// The phase in which velocities are chosen: every motion model gets its agents as arrays. ORCA
// takes all of them, for all are discs that others avoid; one that another model moves takes no
// part in giving way (share 0).
#include "world/world.h"

bool wend_phase_move(wend_world *world)
{
    const wend_crowd *crowd = &world->crowd;
    if (crowd->count == 0)
        return true;
    const wend_orca_input input = {
        .bodies = crowd->bodies,
        .wishes = crowd->wishes,
        .count = crowd->slots,
        .walls = world->obstacles.walls,
        .movers = world->obstacles.movers,
        .step = world->def.step,
        .tasks = world->tasks,
    };
    const wend_orca_output output = {crowd->next_positions, crowd->next_velocities};
    return wend_orca_step(world->orca, &input, &output, NULL) == WEND_OK;
}
