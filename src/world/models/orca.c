// SPDX-License-Identifier: MIT
// The motion model "orca". Its input is all agents, because all are discs that others avoid. An
// agent moved by another model does not give way (share 0), and its result is not used.
#include "world/models/motion.h"

static bool move(wend_world *world)
{
    const wend_crowd *crowd = &world->crowd;
    const wend_orca_input input = wend_motion_discs(world);
    const wend_orca_output output = {crowd->next_positions, crowd->next_velocities};
    return wend_orca_step(world->orca, &input, &output, NULL) == WEND_OK;
}

const wend_motion wend_motion_orca = {
    .info =
        {
            .kind = WEND_MOTION_ORCA,
            .name = "orca",
            .summary = "optimal reciprocal collision avoidance",
            .gives_way = true,
            .keeps_walls = true,
            .takes_turns = true,
            .passes_gates = true,
        },
    .move = move,
};
