// SPDX-License-Identifier: MIT
// The motion model "group_potential": members of a coherent group are pushed by each other and by
// the border of the group's shape, which waits for them (wend/group_potential.h). Groups are
// computed in parallel. It is the last motion model, so that it uses the new positions of agents
// with other models. Agents on their way to the shape use ORCA.
#include "world/models/motion.h"
#include "world/planners/planner.h"

#include "geometry/points.h"
#include "wend/geometry.h"

#include <math.h>

/// Position of an agent at the end of the step if it is known, otherwise its current one.
static wend_vec2 next_position_of(const wend_world *world, uint32_t slot)
{
    const wend_crowd *crowd = &world->crowd;
    bool known = wend_motion_now(world, slot) != WEND_MOTION_GROUP_POTENTIAL &&
                 !world->def.host_moves && isfinite(crowd->next_positions[slot].x) &&
                 isfinite(crowd->next_positions[slot].y);
    return known ? crowd->next_positions[slot] : crowd->bodies[slot].position;
}

static void stay(const wend_world *world, uint32_t slot)
{
    world->crowd.next_positions[slot] = world->crowd.bodies[slot].position;
    world->crowd.next_velocities[slot] = (wend_vec2){0, 0};
}

// ---- members inside a shape ---------------------------------------------------------------------

/// Lists, for a worker, the agents near a group's shape that are not held by it. Returns their
/// number.
static uint32_t list_others(const wend_world *world, uint32_t group, uint32_t worker)
{
    const wend_crowd *crowd = &world->crowd;
    const wend_group_memory *memory = &world->group_memory;
    const wend_moving_group *g = &world->groups.list.data[group];
    const wend_group_turn *turn = &memory->turns.data[group];
    wend_vec2 *places = memory->other_places.data + (size_t)worker * crowd->slots;
    double *radii = memory->other_radii.data + (size_t)worker * crowd->slots;
    wend_box box = wend_group_shape_box(&g->shape);
    double near = g->def.potential.reach + turn->max_speed * world->def.step;
    uint32_t count = 0;
    for (uint32_t i = 0; i < crowd->slots; ++i) {
        const wend_body *body = &crowd->bodies[i];
        if (body->radius < 0 || wend_group_members_held(world, i, group))
            continue;
        wend_vec2 p = next_position_of(world, i);
        if (wend_box_distance(box, p) > near + body->radius)
            continue;
        places[count] = p;
        radii[count++] = body->radius;
    }
    return count;
}

/// True if a member may move to its new position: it is inside the shape before and after, where
/// there are no walls, and no moving obstacle is in the way.
static bool is_allowed(const wend_world *world, const wend_group_shape *before,
                       const wend_group_shape *after, uint32_t slot, wend_vec2 next)
{
    const wend_obstacles *obstacles = &world->obstacles;
    wend_vec2 p = world->crowd.bodies[slot].position;
    double radius = world->crowd.bodies[slot].radius;
    double least = radius * (1 - WEND_BODY_GIVE);
    if (wend_group_shape_depth(before, p, NULL) < least - WEND_GROUP_POTENTIAL_SLACK ||
        wend_group_shape_depth(after, next, NULL) < least - WEND_GROUP_POTENTIAL_SLACK)
        return false;
    wend_vec2 by = wend_sub(next, p), end = wend_add(p, by);
    return obstacles->mover_count == 0 ||
           wend_equal(wend_walls_slide(obstacles->movers, p, by, least), end);
}

static void apply_result(wend_world *world, uint32_t group)
{
    wend_crowd *crowd = &world->crowd;
    const wend_group_memory *memory = &world->group_memory;
    const wend_moving_group *g = &world->groups.list.data[group];
    const wend_group_turn *turn = &memory->turns.data[group];
    const wend_group_shape after = wend_group_plan_shape(g->plan, turn->next);
    double step = world->def.step;
    for (uint32_t i = turn->first; i < turn->first + turn->held; ++i) {
        uint32_t slot = memory->members.data[i];
        wend_vec2 p = crowd->bodies[slot].position, next = memory->places.data[i];
        crowd->next_positions[slot] = next;
        crowd->next_velocities[slot] = (wend_vec2){(next.x - p.x) / step, (next.y - p.y) / step};
        memory->keeps.data[slot] =
            g->trail == world->obstacles.trail && is_allowed(world, &g->shape, &after, slot, next);
    }
}

static void move_group(wend_world *world, uint32_t group, uint32_t worker)
{
    const wend_crowd *crowd = &world->crowd;
    const wend_group_memory *memory = &world->group_memory;
    const wend_moving_group *g = &world->groups.list.data[group];
    wend_group_turn *turn = &memory->turns.data[group];
    for (uint32_t i = turn->first; i < turn->first + turn->held; ++i) {
        uint32_t slot = memory->members.data[i];
        memory->places.data[i] = crowd->bodies[slot].position;
        memory->radii.data[i] = crowd->bodies[slot].radius;
        memory->velocities.data[i] = world->groups.members.data[slot].velocity;
        stay(world, slot);
        memory->keeps.data[slot] = false;
    }
    if (turn->held == 0 || !g->plan || g->walled || !(turn->max_speed > 0))
        return;
    wend_group_potential_def def = g->def.potential;
    def.max_speed = turn->max_speed;
    def.speed = turn->pace > 0 ? fmin(turn->pace, def.max_speed) : def.max_speed;
    wend_group_potential_state state = {
        .plan = g->plan,
        .along = g->along,
        .positions = memory->places.data + turn->first,
        .velocities = memory->velocities.data + turn->first,
        .radii = memory->radii.data + turn->first,
        .count = turn->held,
        .other_positions = memory->other_places.data + (size_t)worker * crowd->slots,
        .other_radii = memory->other_radii.data + (size_t)worker * crowd->slots,
        .other_count = list_others(world, group, worker),
        .halt = !(turn->pace > 0),
    };
    wend_group_potential_outcome outcome;
    wend_vec2 *scratch =
        memory->scratch.data + worker * wend_group_potential_scratch(crowd->slots, 0);
    if (wend_group_potential_step(&def, world->def.step, &state, scratch, &outcome, NULL) !=
        WEND_OK) {
        // The def was checked when it was added; only negligible speeds of members can be invalid.
        turn->next = g->along;
        return;
    }
    turn->next = fmin(state.along, g->length);
    apply_result(world, group);
}

static void move_some(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    for (uint32_t i = begin; i < end; ++i)
        move_group(argument, i, worker);
}

// ---- all members --------------------------------------------------------------------------------

static bool move(wend_world *world)
{
    const wend_group_memory *memory = &world->group_memory;
    wend_parallel_for(world->tasks, (uint32_t)memory->turns.count, 1, move_some, world);
    for (uint32_t i = 0; i < world->crowd.slots; ++i) {
        const wend_walker *walker = &world->crowd.walkers[i];
        if (wend_agent_id_is_null(world->crowd.id[i]) ||
            walker->motion != WEND_MOTION_GROUP_POTENTIAL)
            continue;
        // Agents on their way to the shape were moved by ORCA.
        if (!wend_group_members_held(world, i, walker->shape.raw.slot1 - 1))
            memory->keeps.data[i] = false;
        if (walker->doing == WEND_ACTIVITY_IDLE)
            stay(world, i);
    }
    return true;
}

const wend_motion wend_motion_group_potential = {
    .info =
        {
            .kind = WEND_MOTION_GROUP_POTENTIAL,
            .name = "group_potential",
            .old_name = "field",
            .summary = "potentials inside a coherent group (planner group only)",
            .needs = WEND_NEEDS_GROUP,
        },
    .move = move,
};
