// SPDX-License-Identifier: MIT
// Positions of agents on their lanes: joining a lane, being pushed, reaching the end.
// lane_advance.c computes how far they get in a step.
#include "world/planners/planner.h"

#include "wend/vec2.h"

#include <math.h>

/// Distance within which an agent is exactly at its position on the lane; rounding is less. [Units:
/// radii]
#define ON_LANE 1e-6

/// An agent that was pushed off its lane is searched along it within this multiple of the distance,
/// so that another stretch that passes nearby is not found.
#define SOUGHT_WITHIN 2.0

// ---- memory -------------------------------------------------------------------------------------

bool wend_lane_walks_reserve(wend_world *world)
{
    wend_lane_sets *sets = &world->lanes;
    wend_lane_memory *memory = &world->lane_memory;
    const wend_allocator *allocator = &world->allocator;
    if (sets->list.count == 0)
        return true;
    size_t capacity = world->crowd.capacity, known = sets->walks.count;
    memory->order.count = memory->next.count = memory->keeps.count = memory->last.count = 0;
    return wend_array_reserve(&sets->walks, allocator, capacity > known ? capacity - known : 0) &&
           wend_array_reserve(&memory->order, allocator, capacity) &&
           wend_array_reserve(&memory->next, allocator, capacity) &&
           wend_array_reserve(&memory->keeps, allocator, capacity) &&
           wend_array_reserve(&memory->last, allocator, sets->lanes.count);
}

wend_lane_walk *wend_lane_walk_of(wend_lane_sets *sets, uint32_t slot)
{
    WEND_ASSERT(slot < sets->walks.capacity);
    for (; sets->walks.count <= slot; ++sets->walks.count)
        sets->walks.data[sets->walks.count] = (wend_lane_walk){0};
    return &sets->walks.data[slot];
}

bool wend_lane_walks_on(const wend_world *world, uint32_t slot)
{
    return slot < world->lanes.walks.count && world->lanes.walks.data[slot].lane1 > 0;
}

void wend_lane_walks_forget(wend_lane_sets *sets, uint32_t slot)
{
    if (slot < sets->walks.count)
        sets->walks.data[slot] = (wend_lane_walk){.goal1 = sets->walks.data[slot].goal1};
}

void wend_lane_walks_leave(wend_world *world, uint32_t slot)
{
    if (wend_lanes_id_is_null(world->crowd.walkers[slot].lanes))
        return;
    wend_lane_walks_forget(&world->lanes, slot);
    world->crowd.walkers[slot].chosen = WEND_NO_GOAL;
}

// ---- to a lane ----------------------------------------------------------------------------------

/// The nearest position on an agent's lanes, in *walk; returns its distance.
static double find_nearest(const wend_world *world, uint32_t slot, wend_lane_walk *walk)
{
    const wend_lane_sets *sets = &world->lanes;
    const wend_lane_set *set = &sets->list.data[wend_id_slot(world->crowd.walkers[slot].lanes.raw)];
    double least = INFINITY;
    for (uint32_t i = set->first; i < set->first + set->count; ++i) {
        const wend_world_lane *lane = &sets->lanes.data[i];
        double distance, along = wend_lane_sets_along(sets, i, world->crowd.bodies[slot].position,
                                                      lane->begin, lane->end, &distance);
        if (distance < least) {
            least = distance;
            walk->along = along;
            walk->lane1 = i + 1;
        }
    }
    return least;
}

/// True if an agent needs a lane.
static bool seeks(const wend_world *world, uint32_t slot)
{
    const wend_walker *walker = &world->crowd.walkers[slot];
    return !wend_agent_id_is_null(world->crowd.id[slot]) && !wend_lanes_id_is_null(walker->lanes) &&
           wend_planner_walks(walker) && walker->chosen == WEND_NO_GOAL &&
           !wend_lane_walks_on(world, slot);
}

static void head_for_lane(wend_world *world, uint32_t slot)
{
    wend_walker *walker = &world->crowd.walkers[slot];
    wend_lane_walk *walk = wend_lane_walk_of(&world->lanes, slot), nearest = *walk;
    double distance = find_nearest(world, slot, &nearest);
    wend_vec2 place = wend_lane_sets_at(&world->lanes, nearest.lane1 - 1, nearest.along, NULL);
    if (distance <= WEND_TOUCHES * world->crowd.bodies[slot].radius) {
        *walk = nearest;
    } else {
        if (walk->goal1 == 0)
            walk->goal1 = wend_goals_add_own(&world->goals, place) + 1;
        walker->chosen = walk->goal1 - 1;
        wend_goals_move(&world->goals, walker->chosen, place);
    }
    walker->doing = WEND_ACTIVITY_WALKING;
    wend_world_set_out(world, slot);
}

bool wend_lane_walks_aim(wend_world *world)
{
    if (world->crowd.by_planner[WEND_PLANNER_LANES] == 0)
        return true;
    uint32_t seekers = 0;
    for (uint32_t i = 0; i < world->crowd.slots; ++i)
        seekers += seeks(world, i);
    if (seekers == 0)
        return true;
    if (!wend_goals_reserve_own(&world->goals, seekers, &world->allocator))
        return false;
    for (uint32_t i = 0; i < world->crowd.slots; ++i)
        if (seeks(world, i))
            head_for_lane(world, i);
    return true;
}

void wend_lane_walks_join(wend_world *world, uint32_t slot)
{
    find_nearest(world, slot, wend_lane_walk_of(&world->lanes, slot));
    world->crowd.walkers[slot].chosen = WEND_NO_GOAL;
    wend_world_set_out(world, slot);
}

// ---- along a lane -------------------------------------------------------------------------------

bool wend_lane_walks_at(const wend_world *world, uint32_t slot, double along)
{
    const wend_body *body = &world->crowd.bodies[slot];
    uint32_t lane = world->lanes.walks.data[slot].lane1 - 1;
    return wend_distance(body->position, wend_lane_sets_at(&world->lanes, lane, along, NULL)) <=
           ON_LANE * body->radius;
}

bool wend_lane_walks_locate(wend_world *world, uint32_t slot)
{
    wend_lane_sets *sets = &world->lanes;
    wend_lane_walk *walk = &sets->walks.data[slot];
    uint32_t lane = walk->lane1 - 1;
    wend_vec2 p = world->crowd.bodies[slot].position;
    if (wend_lane_walks_at(world, slot, walk->along))
        return true;
    double off = wend_distance(p, wend_lane_sets_at(sets, lane, walk->along, NULL));
    double from = fmax(walk->along - SOUGHT_WITHIN * off, 0);
    double to = fmin(walk->along + SOUGHT_WITHIN * off, sets->lanes.data[lane].length);
    walk->along = wend_lane_sets_along(sets, lane, p, from, to, &off);
    return off <= ON_LANE * world->crowd.bodies[slot].radius;
}

bool wend_lane_walks_moved(wend_world *world, uint32_t slot)
{
    wend_lane_walk *walk = &world->lanes.walks.data[slot];
    const wend_world_lane *lane = &world->lanes.lanes.data[walk->lane1 - 1];
    double radius = world->crowd.bodies[slot].radius;
    bool follows = wend_walker_motion(&world->crowd.walkers[slot])->reaches_target;
    double planned = fmin(world->lane_memory.next.data[slot], lane->end);
    if (follows && wend_lane_walks_at(world, slot, planned))
        walk->along = planned;
    else
        wend_lane_walks_locate(world, slot);
    double short_of = (follows ? ON_LANE : WEND_TOUCHES - 1) * radius;
    return walk->along >= lane->end - short_of;
}
