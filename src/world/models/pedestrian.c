// SPDX-License-Identifier: MIT
// The motion model "pedestrian". Its input is all agents, as for "orca"; only the results of its
// own agents are used.
#include "world/models/motion.h"

// Notes the agents that the model moves now. Returns NULL if these are all.
static const bool *find_own(wend_world *world)
{
    const wend_crowd *crowd = &world->crowd;
    if (crowd->by_motion[WEND_MOTION_PEDESTRIAN] == crowd->count &&
        crowd->by_planner[WEND_PLANNER_GROUP] == 0)
        return NULL;
    for (uint32_t i = 0; i < crowd->slots; ++i)
        world->walks.data[i] = !wend_agent_id_is_null(crowd->id[i]) &&
                               wend_motion_now(world, i) == WEND_MOTION_PEDESTRIAN;
    return world->walks.data;
}

static bool move(wend_world *world)
{
    const wend_crowd *crowd = &world->crowd;
    wend_orca_input input = wend_motion_discs(world);
    input.moved = find_own(world);
    const wend_orca_output output = {crowd->next_positions, crowd->next_velocities};
    return wend_pedestrian_step(world->pedestrian, &input, crowd->memories, &output, NULL) ==
           WEND_OK;
}

const wend_motion wend_motion_pedestrian = {
    .info =
        {
            .kind = WEND_MOTION_PEDESTRIAN,
            .name = "pedestrian",
            .summary = "people as measured: headway, keeping right, stepping aside",
            .gives_way = true,
            .keeps_headway = true,
            .keeps_walls = true,
            .takes_turns = true,
            .is_patient = true,
            .passes_gates = true,
        },
    .move = move,
};
