// SPDX-License-Identifier: MIT
// The planner "direct": straight to the goal, through obstacles. For open ground, and as a baseline
// for other planners.
#include "world/planners/planner.h"

#include "wend/geometry.h"

#include <math.h>

/// The whole segment, or the nearest side of the area, with the nearest point on it as the crossing
/// point.
static bool follow(const wend_planner_step *step, uint32_t slot, wend_steering_target *aim)
{
    const wend_world *world = step->world;
    const wend_body *body = &world->crowd.bodies[slot];
    uint32_t goal = world->crowd.walkers[slot].chosen;
    if (goal == WEND_NO_GOAL) {
        world->paths.ways.data[slot].state |= WEND_WAY_WANTS;
        return false;
    }
    wend_segment side;
    wend_vec2 nearest = wend_goals_nearest(&world->goals, goal, body->position, &side);
    double length = wend_distance(side.a, side.b);
    *aim = (wend_steering_target){.a = side.a, .b = side.b};
    if (length > 0)
        aim->bias = fmin(wend_distance(side.a, nearest) / length, 1);
    // No slowing down at the border of an area.
    if (world->goals.goals.data[goal].count > 2)
        aim->remaining = body->radius;
    return true;
}

static wend_result find(const wend_planner_step *step, wend_searcher *searcher, uint32_t slot,
                        uint32_t goal, wend_found *found)
{
    (void)searcher;
    wend_vec2 p = step->world->crowd.bodies[slot].position;
    *found = (wend_found){
        .length = wend_distance(p, wend_goals_nearest(&step->world->goals, goal, p, NULL))};
    return WEND_OK;
}

const wend_planner wend_planner_direct = {
    .info =
        {
            .kind = WEND_PLANNER_DIRECT,
            .name = "direct",
            .summary = "straight line to the goal, through obstacles",
        },
    .follow = follow,
    .find = find,
};
