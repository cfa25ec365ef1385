// SPDX-License-Identifier: MIT
// The motion model "boids". Who is in a group's shape is kept together by that: to be drawn to the
// middle besides would hold it off from a place at the shape's end, and the shape would wait for
// ever.
#include "world/models/motion.h"

/// With whom agents flock.
static const uint32_t *list_flocks(wend_world *world)
{
    const wend_crowd *crowd = &world->crowd;
    uint32_t *flocks = world->nears.flocks.data;
    for (uint32_t i = 0; i < crowd->slots; ++i)
        flocks[i] = crowd->walkers[i].planner == WEND_PLANNER_GROUP ? 0 : crowd->groups[i];
    return flocks;
}

static bool move(wend_world *world)
{
    wend_motion_input input = wend_nears_input(world, WEND_MOTION_BOIDS);
    input.social_groups = list_flocks(world);
    const wend_motion_output output = wend_nears_output(world);
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
        },
    .move = move,
};
