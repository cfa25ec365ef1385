// SPDX-License-Identifier: MIT
// The motion "flock". Who is in a group's shape is kept together by that: to be drawn to the middle
// besides would hold it off from a place at the shape's end, and the shape would wait for ever.
#include "world/move.h"

/// With whom agents flock.
static const uint32_t *list_flocks(wend_world *world)
{
    const wend_crowd *crowd = &world->crowd;
    uint32_t *flocks = world->nears.flocks.data;
    for (uint32_t i = 0; i < crowd->slots; ++i)
        flocks[i] = crowd->walkers[i].guide == WEND_GUIDE_GROUP ? 0 : crowd->groups[i];
    return flocks;
}

static bool move(wend_world *world)
{
    wend_motion_input input = wend_nears_input(world, WEND_MOTION_FLOCK);
    input.groups = list_flocks(world);
    const wend_motion_output output = wend_nears_output(world);
    return wend_flock_step(&world->def.flock, &input, &output, NULL) == WEND_OK;
}

const wend_motion wend_motion_flock = {
    .name = "flock",
    .takes_turns = true,
    .takes_nears = true,
    .move = move,
};
