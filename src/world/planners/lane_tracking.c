// SPDX-License-Identifier: MIT
// Positions of agents on their lanes: joining a lane, being pushed, reaching the end.
// lane_advance.c computes how far they get in a step.
#include "world/planners/planner.h"

#include "wend/geometry.h"
#include "wend/vec2.h"

#include <math.h>

/// An agent that was pushed off its lane is searched along it within this multiple of the distance,
/// so that another stretch that passes nearby is not found.
#define SOUGHT_WITHIN 2.0

/// One that was pushed farther off than this, behind a wall, seeks a lane again. [Units: radii]
#define SEEN_WITHIN 2.0

// ---- memory -------------------------------------------------------------------------------------

bool wend_lane_walks_reserve(wend_world *world)
{
    wend_lane_sets *sets = &world->lanes;
    wend_lane_memory *memory = &world->lane_memory;
    const wend_allocator *allocator = &world->allocator;
    if (sets->list.count == 0)
        return true;
    size_t capacity = world->crowd.capacity, known = sets->walks.count;
    memory->rest.count = memory->order.count = memory->next.count = memory->keeps.count =
        memory->last.count = 0;
    return wend_array_reserve(&sets->walks, allocator, capacity > known ? capacity - known : 0) &&
           wend_array_reserve(&memory->order, allocator, capacity) &&
           wend_array_reserve(&memory->rest, allocator, capacity) &&
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

bool wend_lane_walks_off(const wend_world *world, uint32_t slot)
{
    return !wend_lanes_id_is_null(world->crowd.walkers[slot].lanes) &&
           !wend_lane_walks_on(world, slot);
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

static uint32_t set_of(const wend_world *world, uint32_t slot)
{
    return wend_id_slot(world->crowd.walkers[slot].lanes.raw);
}

static bool is_connected(const wend_world *world, wend_vec2 p, wend_vec2 q)
{
    return wend_mesh_connected(world->obstacles.mesh, p, q);
}

/// The nearest position on those of an agent's lanes that it can reach, in *walk; returns its
/// distance. INFINITY: there is none. All lanes count if the world does not compute them: they are
/// not computed again when doors shut.
static double find_nearest(const wend_world *world, uint32_t slot, wend_lane_walk *walk)
{
    const wend_lane_sets *sets = &world->lanes;
    const wend_lane_set *set = &sets->list.data[set_of(world, slot)];
    bool all = !wend_lane_flow_of(sets, set_of(world, slot));
    wend_vec2 p = world->crowd.bodies[slot].position;
    double least = INFINITY;
    for (uint32_t i = set->first; i < set->first + set->count; ++i) {
        const wend_world_lane *lane = &sets->lanes.data[i];
        double distance,
            along = wend_lane_sets_along(sets, i, p, lane->begin, lane->end, &distance);
        if (distance < least &&
            (all || is_connected(world, p, wend_lane_sets_at(sets, i, along, NULL)))) {
            least = distance;
            walk->along = along;
            walk->lane1 = i + 1;
        }
    }
    return least;
}

/// The free position nearest to a sink of the agent's flow that it can reach. False: there is none.
static bool find_sink(const wend_world *world, uint32_t slot, wend_vec2 *place)
{
    const wend_lane_sets *sets = &world->lanes;
    const wend_lane_flow *flow = wend_lane_flow_of(sets, set_of(world, slot));
    const wend_body *body = &world->crowd.bodies[slot];
    double least = INFINITY;
    for (uint32_t i = 0; flow && i < flow->opening_count; ++i) {
        const wend_lane_opening *opening = &sets->openings.data[flow->first_opening + i];
        const wend_vec2 *points = sets->opening_points.data + opening->first;
        for (uint32_t k = 0; opening->is_sink && k + 1 < opening->count; ++k) {
            wend_vec2 free,
                on = wend_segment_closest((wend_segment){points[k], points[k + 1]}, body->position);
            double distance = wend_distance(on, body->position);
            if (distance < least &&
                wend_obstacles_free_place(&world->obstacles, on, body->radius, &free) &&
                is_connected(world, body->position, free)) {
                least = distance;
                *place = free;
            }
        }
    }
    return least < INFINITY;
}

/// True if an agent needs a lane.
static bool seeks(const wend_world *world, uint32_t slot)
{
    const wend_walker *walker = &world->crowd.walkers[slot];
    return !wend_agent_id_is_null(world->crowd.id[slot]) && !wend_lanes_id_is_null(walker->lanes) &&
           wend_planner_walks(walker) && walker->chosen == WEND_NO_GOAL &&
           !wend_lane_walks_on(world, slot) &&
           (slot >= world->lanes.walks.count || world->lanes.walks.data[slot].lost == 0 ||
            world->lanes.walks.data[slot].lost != world->obstacles.trail);
}

/// True if an agent that joins a lane there would touch another one on a lane that is ahead of it.
/// Those behind wait for it.
static bool is_taken(const wend_world *world, uint32_t slot, const wend_lane_walk *at)
{
    const wend_lane_sets *sets = &world->lanes;
    const wend_crowd *crowd = &world->crowd;
    wend_vec2 p = wend_lane_sets_at(sets, at->lane1 - 1, at->along, NULL);
    double rest = sets->lanes.data[at->lane1 - 1].end - at->along;
    for (uint32_t i = 0; i < crowd->slots; ++i) {
        const wend_body *body = &crowd->bodies[i];
        if (i == slot || body->radius < 0 || !wend_lane_walks_on(world, i))
            continue;
        const wend_lane_walk *walk = &sets->walks.data[i];
        double apart = (body->radius + crowd->bodies[slot].radius) * (1 - WEND_BODY_GIVE);
        if (sets->lanes.data[walk->lane1 - 1].end - walk->along <= rest &&
            wend_distance_squared(p, body->position) < apart * apart)
            return true;
    }
    return false;
}

static void head_for_lane(wend_world *world, uint32_t slot)
{
    wend_walker *walker = &world->crowd.walkers[slot];
    wend_lane_walk *walk = wend_lane_walk_of(&world->lanes, slot), nearest = *walk;
    double distance = find_nearest(world, slot, &nearest);
    wend_vec2 place = world->crowd.bodies[slot].position;
    bool found = distance < INFINITY;
    if (found)
        place = wend_lane_sets_at(&world->lanes, nearest.lane1 - 1, nearest.along, NULL);
    walk->to_sink = !found && find_sink(world, slot, &place);
    walk->lost = found || walk->to_sink ? 0 : world->obstacles.trail;
    if (walk->lost != 0) {
        wend_planner_set_lost(world, slot);
        return;
    }
    if (distance <= WEND_TOUCHES * world->crowd.bodies[slot].radius &&
        !is_taken(world, slot, &nearest)) {
        *walk = nearest;
        walk->to_sink = false;
        walk->lost = 0;
        walk->next1 = 0;
    } else {
        walk->next1 = found ? nearest.lane1 : 0;
        walk->along = nearest.along;
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

bool wend_lane_walks_join(wend_world *world, uint32_t slot)
{
    wend_lane_walk *walk = wend_lane_walk_of(&world->lanes, slot), nearest = *walk;
    if (walk->to_sink)
        return false;
    find_nearest(world, slot, &nearest);
    if (is_taken(world, slot, &nearest))
        return true;
    *walk = nearest;
    walk->next1 = 0;
    world->crowd.walkers[slot].chosen = WEND_NO_GOAL;
    wend_world_set_out(world, slot);
    return true;
}

// ---- along a lane -------------------------------------------------------------------------------

bool wend_lane_walks_at(const wend_world *world, uint32_t slot, double along)
{
    const wend_body *body = &world->crowd.bodies[slot];
    uint32_t lane = world->lanes.walks.data[slot].lane1 - 1;
    return wend_distance(body->position, wend_lane_sets_at(&world->lanes, lane, along, NULL)) <=
           WEND_ON_LANE * body->radius;
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
    return off <= WEND_ON_LANE * world->crowd.bodies[slot].radius;
}

static bool sees(const wend_world *world, wend_vec2 from, wend_vec2 to)
{
    wend_ray ray;
    return wend_mesh_raycast(world->obstacles.mesh, from, to, &ray, NULL) == WEND_OK && !ray.hit;
}

/// True if an agent was pushed off its lane, to where it does not see its position on it, or the
/// one that it heads for.
static bool is_out_of_sight(const wend_world *world, uint32_t slot)
{
    const wend_lane_walk *walk = &world->lanes.walks.data[slot];
    const wend_body *body = &world->crowd.bodies[slot];
    uint32_t lane = walk->lane1 - 1;
    wend_vec2 on = wend_lane_sets_at(&world->lanes, lane, walk->along, NULL);
    double off = wend_distance(body->position, on);
    if (off <= SEEN_WITHIN * body->radius)
        return false;
    double ahead = fmin(walk->along + off, world->lanes.lanes.data[lane].end);
    return !sees(world, body->position, on) ||
           !sees(world, body->position, wend_lane_sets_at(&world->lanes, lane, ahead, NULL));
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
    else if (!wend_lane_walks_locate(world, slot) && is_out_of_sight(world, slot))
        wend_lane_walks_leave(world, slot);
    double short_of = (follows ? WEND_ON_LANE : WEND_TOUCHES - 1) * radius;
    return walk->along >= lane->end - short_of;
}
