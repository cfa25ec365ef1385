// SPDX-License-Identifier: MIT
// The guide "direct": straight on to the goal, whatever stands in the way. For open ground, and to
// see what the others are worth.
#include "world/guide.h"

#include "wend/geometry.h"

#include <math.h>

static double distance_to(wend_vec2 p, wend_vec2 q)
{
    double x = q.x - p.x, y = q.y - p.y;
    return sqrt(x * x + y * y);
}

/// The whole segment, or the side of the area that is nearest, at its nearest place.
static bool follow(const wend_guide_step *step, uint32_t slot, wend_aim *aim)
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
    double length = distance_to(side.a, side.b);
    *aim = (wend_aim){.a = side.a, .b = side.b};
    if (length > 0)
        aim->bias = fmin(distance_to(side.a, nearest) / length, 1);
    // Nobody slows down at the border of an area.
    if (world->goals.goals.data[goal].count > 2)
        aim->rest = body->radius;
    return true;
}

static wend_result find(const wend_guide_step *step, wend_searcher *searcher, uint32_t slot,
                        uint32_t goal, wend_found *found)
{
    (void)searcher;
    wend_vec2 p = step->world->crowd.bodies[slot].position;
    *found = (wend_found){
        .length = distance_to(p, wend_goals_nearest(&step->world->goals, goal, p, NULL))};
    return WEND_OK;
}

const wend_guide wend_guide_direct = {
    .name = "direct",
    .follow = follow,
    .find = find,
};
