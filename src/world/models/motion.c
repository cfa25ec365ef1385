// SPDX-License-Identifier: MIT
// The index phase, which updates the structures that need positions, and the avoid phase, which
// runs the motion models.
#include "world/models/motion.h"

#include <string.h>

static const wend_motion *const MOTIONS[WEND_MOTION_COUNT] = {
    [WEND_MOTION_ORCA] = &wend_motion_orca,
    [WEND_MOTION_STEER] = &wend_motion_steer,
    [WEND_MOTION_SOCIAL_FORCE] = &wend_motion_social_force,
    [WEND_MOTION_FOLLOW] = &wend_motion_follow,
    [WEND_MOTION_BOIDS] = &wend_motion_boids,
    [WEND_MOTION_GROUP_POTENTIAL] = &wend_motion_group_potential,
    [WEND_MOTION_PEDESTRIAN] = &wend_motion_pedestrian,
};

const wend_motion_info *wend_motion_info_of(wend_motion_kind kind)
{
    return (unsigned)kind < WEND_MOTION_COUNT ? &MOTIONS[kind]->info : NULL;
}

const wend_motion_info *wend_motion_info_named(const char *name)
{
    for (int kind = 0; name && kind < WEND_MOTION_COUNT; ++kind) {
        const wend_motion_info *info = &MOTIONS[kind]->info;
        if (strcmp(info->name, name) == 0 || (info->old_name && strcmp(info->old_name, name) == 0))
            return info;
    }
    return NULL;
}

static bool in_group(const wend_world *world, uint32_t slot)
{
    return wend_walker_planner(&world->crowd.walkers[slot])->needs & WEND_NEEDS_GROUP;
}

wend_motion_kind wend_motion_now(const wend_world *world, uint32_t slot)
{
    wend_motion_kind kind = (wend_motion_kind)world->crowd.walkers[slot].motion;
    const wend_motion_info *info = &MOTIONS[kind]->info;
    bool away = info->needs & WEND_NEEDS_GROUP && !wend_group_members_in(world, slot);
    if (kind == WEND_MOTION_FOLLOW && wend_lane_walks_off(world, slot))
        away = true;
    return away || (info->keeps_headway && in_group(world, slot)) ? WEND_MOTION_ORCA : kind;
}

bool wend_motion_can_be_led(const wend_world *world, uint32_t slot)
{
    const wend_crowd *crowd = &world->crowd;
    if (wend_agent_id_is_null(crowd->id[slot]) ||
        crowd->walkers[slot].doing != WEND_ACTIVITY_WALKING)
        return false;
    return wend_walker_motion(&crowd->walkers[slot])->passes_gates && !in_group(world, slot) &&
           !wend_lane_walks_on(world, slot);
}

wend_orca_input wend_motion_discs(const wend_world *world)
{
    const wend_crowd *crowd = &world->crowd;
    return (wend_orca_input){
        .bodies = crowd->bodies,
        .preferred = crowd->wishes,
        .count = crowd->slots,
        .walls = world->obstacles.walls,
        .moving_walls = world->obstacles.movers,
        .step = world->def.step,
        .tasks = world->tasks,
    };
}

bool wend_phase_index(wend_world *world)
{
    // Memory of motion models is reserved here, so that the avoid phase does not fail after the
    // planners have run.
    return wend_diagram_follow(world) && wend_mangs_follow(world) && wend_maps_follow(world) &&
           (!(world->crowd.needs & WEND_NEEDS_NEIGHBOURS) || wend_neighbours_reserve(world)) &&
           (world->crowd.by_motion[WEND_MOTION_GROUP_POTENTIAL] == 0 ||
            wend_group_potential_reserve(world));
}

/// ORCA moves agents that have another model.
static bool orca_stands_in(const wend_world *world)
{
    const wend_crowd *crowd = &world->crowd;
    return world->group_memory.strays > 0 ||
           (crowd->by_planner[WEND_PLANNER_LANES] > 0 && world->lane_memory.strays > 0) ||
           (crowd->by_planner[WEND_PLANNER_GROUP] > 0 &&
            crowd->by_motion[WEND_MOTION_PEDESTRIAN] > 0);
}

bool wend_phase_avoid(wend_world *world)
{
    if (world->crowd.needs & WEND_NEEDS_NEIGHBOURS)
        wend_neighbours_find(world);
    for (int kind = 0; kind < WEND_MOTION_COUNT; ++kind) {
        bool needed =
            world->crowd.by_motion[kind] > 0 || (kind == WEND_MOTION_ORCA && orca_stands_in(world));
        if (needed && !MOTIONS[kind]->move(world))
            return false;
    }
    wend_priority_walk(world);
    return true;
}
