// SPDX-License-Identifier: MIT
// The phases in which everybody's place is noted and velocities are chosen: every motion model gets
// its agents as arrays.
#include "world/move.h"

static const wend_motion *const MOTIONS[WEND_MOTION_KINDS] = {
    [WEND_MOTION_ORCA] = &wend_motion_orca,   [WEND_MOTION_STEER] = &wend_motion_steer,
    [WEND_MOTION_FORCE] = &wend_motion_force, [WEND_MOTION_FOLLOW] = &wend_motion_follow,
    [WEND_MOTION_FLOCK] = &wend_motion_flock, [WEND_MOTION_FIELD] = &wend_motion_field,
};

const wend_motion *wend_motion_of(wend_motion_kind kind)
{
    return MOTIONS[kind];
}

wend_motion_kind wend_motion_now(const wend_world *world, uint32_t slot)
{
    wend_motion_kind kind = (wend_motion_kind)world->crowd.walkers[slot].motion;
    bool away = kind == WEND_MOTION_FIELD && !wend_group_members_in(world, slot);
    return away ? WEND_MOTION_ORCA : kind;
}

bool wend_motions_take_nears(const wend_world *world)
{
    for (int kind = 0; kind < WEND_MOTION_KINDS; ++kind)
        if (world->crowd.by_motion[kind] > 0 && MOTIONS[kind]->takes_nears)
            return true;
    return false;
}

bool wend_phase_index(wend_world *world)
{
    // What moving needs for each agent is taken here: once they are guided, nothing fails.
    return wend_diagram_follow(world) && wend_mangs_follow(world) && wend_maps_follow(world) &&
           (!wend_motions_take_nears(world) || wend_nears_reserve(world)) &&
           (world->crowd.by_motion[WEND_MOTION_FIELD] == 0 || wend_group_field_reserve(world));
}

bool wend_phase_move(wend_world *world)
{
    if (wend_motions_take_nears(world))
        wend_nears_find(world);
    for (int kind = 0; kind < WEND_MOTION_KINDS; ++kind) {
        bool needed = world->crowd.by_motion[kind] > 0 ||
                      (kind == WEND_MOTION_ORCA && world->group_memory.strays > 0);
        if (needed && !MOTIONS[kind]->move(world))
            return false;
    }
    return true;
}
