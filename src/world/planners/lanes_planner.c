// SPDX-License-Identifier: MIT
// The planner "lanes": along a lane of a flow to its end (Farias 2020, §4.4.3, §4.7.1). The
// steering target is the position on the lane where the step ends, so an agent with motion model
// "follow" stays exactly on the lane. Agents without a lane walk to the nearest one on the mesh.
#include "world/planners/mesh.h"

#include "wend/vec2.h"

#include <math.h>

static void plan(const wend_planner_step *step)
{
    wend_lane_walks_plan(step->world);
}

static bool follow(const wend_planner_step *step, uint32_t slot, wend_steering_target *aim)
{
    const wend_world *world = step->world;
    const wend_body *body = &world->crowd.bodies[slot];
    if (!wend_lane_walks_on(world, slot))
        return world->crowd.walkers[slot].chosen != WEND_NO_GOAL &&
               wend_portals_follow(step, slot, aim);
    const wend_lane_walk *walk = &world->lanes.walks.data[slot];
    const wend_world_lane *lane = &world->lanes.lanes.data[walk->lane1 - 1];
    double next, least_rest = 0;
    if (wend_walker_motion(&world->crowd.walkers[slot])->reaches_target) {
        next = fmin(world->lane_memory.next.data[slot], lane->end);
    } else {
        // After a push off the lane: a target as far ahead as the agent is off, neither backwards
        // nor straight across.
        wend_vec2 p = body->position,
                  on = wend_lane_sets_at(&world->lanes, walk->lane1 - 1, walk->along, NULL);
        double off = wend_distance(p, on);
        next = walk->along + fmax(wend_planner_speed(world, slot) * world->def.step, off);
        // No slowing down at the end.
        least_rest = body->radius;
    }
    aim->a = aim->b = wend_lane_sets_at(&world->lanes, walk->lane1 - 1, next, NULL);
    aim->bias = 0;
    aim->remaining = fmax(lane->end - next, least_rest);
    return true;
}

const wend_planner wend_planner_lanes = {
    .info =
        {
            .kind = WEND_PLANNER_LANES,
            .name = "lanes",
            .summary = "lanes of a maximum flow",
            .needs = WEND_NEEDS_MESH | WEND_NEEDS_LANES,
            .keeps_path = true,
        },
    .plan = plan,
    .follow = follow,
    .find = wend_mesh_find_way,
};
