// SPDX-License-Identifier: MIT
// The planner "group": members follow their group's shape, which moves along its plan (Kamphuis and
// Overmars 2003). The steering target is where an agent's position in the shape will be slightly
// later, and its speed is limited to what that needs, so a group keeps its arrangement while its
// shape does. Members outside the shape walk there on the mesh.
#include "world/planners/mesh.h"

#include <math.h>

static void plan(const wend_planner_step *step)
{
    wend_groups_pace(step->world);
}

static bool follow(const wend_planner_step *step, uint32_t slot, wend_steering_target *aim)
{
    wend_world *world = step->world;
    if (wend_group_members_in(world, slot)) {
        wend_group_members_follow(world, slot, aim);
        return true;
    }
    world->group_memory.paces.data[slot] = INFINITY;
    return world->crowd.walkers[slot].chosen != WEND_NO_GOAL &&
           wend_portals_follow(step, slot, aim);
}

const wend_planner wend_planner_group = {
    .info =
        {
            .kind = WEND_PLANNER_GROUP,
            .name = "group",
            .summary = "plan of a coherent group",
            .needs = WEND_NEEDS_MESH | WEND_NEEDS_GROUP,
            .keeps_path = true,
        },
    .plan = plan,
    .follow = follow,
    .find = wend_mesh_find_way,
};
