// SPDX-License-Identifier: MIT
// The motion model "boids". Members of a coherent group have no cohesion or alignment: the group's
// shape keeps them together, and cohesion would keep a member from its position at the end of the
// shape, for which the shape would wait forever.
#include "world/models/motion.h"

/// Social groups of the agents; 0 for members of coherent groups.
static const uint32_t *list_social_groups(wend_world *world)
{
    const wend_crowd *crowd = &world->crowd;
    uint32_t *groups = world->neighbours.social_groups.data;
    for (uint32_t i = 0; i < crowd->slots; ++i)
        groups[i] = crowd->walkers[i].planner == WEND_PLANNER_GROUP ? 0 : crowd->groups[i];
    return groups;
}

static bool move(wend_world *world)
{
    wend_motion_input input = wend_neighbours_input(world, WEND_MOTION_BOIDS);
    input.social_groups = list_social_groups(world);
    const wend_motion_output output = wend_neighbours_output(world);
    return wend_boids_step(&world->def.boids, &input, &output, NULL) == WEND_OK;
}

const wend_motion wend_motion_boids = {
    .info =
        {
            .kind = WEND_MOTION_BOIDS,
            .name = "boids",
            .old_name = "flock",
            .summary = "separation, alignment and cohesion within social groups",
            .needs = WEND_NEEDS_DIAGRAM | WEND_NEEDS_AGENT_SITES | WEND_NEEDS_NEIGHBOURS,
            .takes_turns = true,
            .passes_gates = true,
        },
    .move = move,
};
