// SPDX-License-Identifier: MIT
// Members of groups: which are in their shape; those that are not walk there on the mesh, to a goal
// of their own.
#include "world/planners/planner.h"

#include <math.h>

/// Protrusion that still counts as inside the shape: radii are floats, and positions are rounded.
/// [Units: radii]
#define IN_SHAPE WEND_BODY_GIVE

/// A member that the group potential does not move slows the shape down if it protrudes by more
/// than SLOWS; at STANDS the shape would stand still. Beyond AWAY the member is away: it walks on
/// the mesh, and the shape waits. [Units: radii]
#define SLOWS  1.0
#define STANDS 4.0
#define AWAY   3.0

/// A group stops waiting for an away member that has come no nearer for this time, until it is
/// back. [Units: s]
#define GIVE_UP 15.0

// ---- memory -------------------------------------------------------------------------------------

bool wend_group_members_reserve(wend_world *world)
{
    wend_groups *groups = &world->groups;
    wend_group_memory *memory = &world->group_memory;
    const wend_allocator *allocator = &world->allocator;
    if (groups->list.count == 0)
        return true;
    size_t capacity = world->crowd.capacity, known = groups->members.count;
    memory->turns.count = memory->members.count = memory->paces.count = memory->keeps.count = 0;
    memory->groups.count = 0;
    return wend_array_reserve(&groups->members, allocator,
                              capacity > known ? capacity - known : 0) &&
           wend_array_reserve(&memory->turns, allocator, groups->list.count) &&
           wend_array_reserve(&memory->members, allocator, capacity) &&
           wend_array_reserve(&memory->paces, allocator, capacity) &&
           wend_array_reserve(&memory->groups, allocator, capacity) &&
           wend_array_reserve(&memory->keeps, allocator, capacity);
}

bool wend_group_potential_reserve(wend_world *world)
{
    wend_group_memory *memory = &world->group_memory;
    const wend_allocator *allocator = &world->allocator;
    size_t workers = wend_tasks_workers(world->tasks);
    uint32_t slots = world->crowd.slots;
    return wend_array_reserve(&memory->places, allocator, slots) &&
           wend_array_reserve(&memory->velocities, allocator, slots) &&
           wend_array_reserve(&memory->radii, allocator, slots) &&
           wend_array_reserve(&memory->other_places, allocator, workers * slots) &&
           wend_array_reserve(&memory->other_radii, allocator, workers * slots) &&
           wend_array_reserve(&memory->scratch, allocator,
                              workers * wend_group_potential_scratch(slots, 0));
}

/// The state of a slot; memory is reserved.
static wend_group_member *member_of(wend_groups *groups, uint32_t slot)
{
    WEND_ASSERT(slot < groups->members.capacity);
    for (; groups->members.count <= slot; ++groups->members.count)
        groups->members.data[groups->members.count] = (wend_group_member){0};
    return &groups->members.data[slot];
}

void wend_group_members_forget(wend_groups *groups, uint32_t slot)
{
    if (slot < groups->members.count)
        groups->members.data[slot] = (wend_group_member){.goal1 = groups->members.data[slot].goal1};
}

// ---- in the shape -------------------------------------------------------------------------------

wend_moving_group *wend_group_of(const wend_world *world, uint32_t slot)
{
    return &world->groups.list.data[world->crowd.walkers[slot].shape.raw.slot1 - 1];
}

static bool is_member(const wend_world *world, uint32_t slot)
{
    return !wend_agent_id_is_null(world->crowd.id[slot]) &&
           !wend_group_id_is_null(world->crowd.walkers[slot].shape);
}

bool wend_group_members_in(const wend_world *world, uint32_t slot)
{
    return is_member(world, slot) &&
           (slot >= world->groups.members.count || !world->groups.members.data[slot].away);
}

wend_vec2 wend_group_nearest_place(const wend_group_shape *shape, wend_vec2 p, double radius)
{
    wend_vec2 on;
    double depth = wend_group_shape_depth(shape, p, &on);
    if (depth >= radius)
        return p;
    double room = fmax(0.5 * shape->width - radius, 0), off = 0.5 * shape->width - depth;
    double part = off > 0 ? room / off : 0;
    return (wend_vec2){on.x + part * (p.x - on.x), on.y + part * (p.y - on.y)};
}

/// Distance by which a member's disc protrudes from its group's shape; 0: it is inside.
static double protrusion(const wend_world *world, uint32_t slot)
{
    const wend_body *body = &world->crowd.bodies[slot];
    double depth = wend_group_shape_depth(&wend_group_of(world, slot)->shape, body->position, NULL);
    return fmax(body->radius * (1 - IN_SHAPE) - depth, 0);
}

static bool is_moved_by_group(const wend_walker *walker)
{
    return wend_walker_motion(walker)->needs & WEND_NEEDS_GROUP;
}

bool wend_group_members_held(const wend_world *world, uint32_t slot, uint32_t group)
{
    const wend_walker *walker = &world->crowd.walkers[slot];
    return walker->shape.raw.slot1 == group + 1 && is_moved_by_group(walker) &&
           walker->doing != WEND_ACTIVITY_IDLE && wend_group_members_in(world, slot);
}

bool wend_group_members_keep(const wend_world *world, uint32_t slot)
{
    const wend_walker *walker = &world->crowd.walkers[slot];
    return is_moved_by_group(walker) && !wend_agent_id_is_null(world->crowd.id[slot]) &&
           world->group_memory.keeps.data[slot];
}

bool wend_group_members_arrived(const wend_world *world, uint32_t slot)
{
    // A member that the group potential does not move has arrived when its centre is in the shape.
    return wend_group_members_in(world, slot) && wend_group_of(world, slot)->arrived &&
           protrusion(world, slot) <= world->crowd.bodies[slot].radius;
}

// ---- to the shape -------------------------------------------------------------------------------

/// True if a member is on its way to the shape, or has to set out for it. A member stays away until
/// its whole disc is inside (if the group potential will move it), or its centre.
static bool is_away(const wend_world *world, uint32_t slot, bool was_away)
{
    const wend_walker *walker = &world->crowd.walkers[slot];
    double radius = world->crowd.bodies[slot].radius, out = protrusion(world, slot);
    bool strict = is_moved_by_group(walker);
    if (!wend_planner_walks(walker))
        return was_away;
    if (was_away)
        return out > (strict ? 0 : radius);
    return out > (strict ? radius : AWAY * radius);
}

static bool was_away(const wend_world *world, uint32_t slot)
{
    return slot < world->groups.members.count && world->groups.members.data[slot].away;
}

/// True if a member has no goal of its own, or the shape has moved off it.
static bool needs_goal(const wend_world *world, uint32_t slot)
{
    const wend_walker *walker = &world->crowd.walkers[slot];
    if (walker->chosen == WEND_NO_GOAL)
        return true;
    wend_vec2 place = wend_goals_goal(&world->goals, walker->chosen).points[0];
    double radius = world->crowd.bodies[slot].radius;
    return wend_group_shape_depth(&wend_group_of(world, slot)->shape, place, NULL) <
           radius * (1 - IN_SHAPE);
}

static void head_for_shape(wend_world *world, uint32_t slot)
{
    wend_walker *walker = &world->crowd.walkers[slot];
    wend_group_member *member = member_of(&world->groups, slot);
    const wend_body *body = &world->crowd.bodies[slot];
    wend_vec2 place =
        wend_group_nearest_place(&wend_group_of(world, slot)->shape, body->position, body->radius);
    if (member->goal1 == 0)
        member->goal1 = wend_goals_add_own(&world->goals, place) + 1;
    walker->chosen = member->goal1 - 1;
    wend_goals_move(&world->goals, walker->chosen, place);
    member->away = true;
    member->velocity = (wend_vec2){0, 0};
    wend_world_set_out(world, slot);
}

void wend_group_members_join(wend_world *world, uint32_t slot)
{
    wend_group_member *member = member_of(&world->groups, slot);
    member->away = member->left_behind = false;
    world->crowd.walkers[slot].chosen = WEND_NO_GOAL;
    wend_world_set_out(world, slot);
}

/// True if a member needs a goal in the shape.
static bool seeks(const wend_world *world, uint32_t slot)
{
    return is_member(world, slot) && wend_planner_walks(&world->crowd.walkers[slot]) &&
           is_away(world, slot, was_away(world, slot)) &&
           (!was_away(world, slot) || needs_goal(world, slot));
}

static bool is_stuck(const wend_world *world, uint32_t slot)
{
    const wend_walker *walker = &world->crowd.walkers[slot];
    return walker->doing == WEND_ACTIVITY_WALKING && world->time - walker->nearest_time >= GIVE_UP;
}

/// Sends members outside their group's shape there. False: out of memory, nothing has changed.
static bool send_away(wend_world *world)
{
    uint32_t seekers = 0, slots = world->crowd.slots;
    for (uint32_t i = 0; i < slots; ++i)
        seekers += seeks(world, i) && member_of(&world->groups, i)->goal1 == 0;
    if (seekers > 0 && !wend_goals_reserve_own(&world->goals, seekers, &world->allocator))
        return false;
    for (uint32_t i = 0; i < slots; ++i) {
        if (seeks(world, i))
            head_for_shape(world, i);
        else if (!is_member(world, i) || !was_away(world, i))
            continue;
        else if (!is_away(world, i, true))
            wend_group_members_join(world, i);
        else
            world->groups.members.data[i].left_behind |= is_stuck(world, i);
    }
    return true;
}

// ---- lists --------------------------------------------------------------------------------------

/// Factor of the group's speed due to a member that protrudes by `out`.
static double patience_for(double out, double radius)
{
    double part = (STANDS * radius - out) / ((STANDS - SLOWS) * radius);
    return fmin(fmax(part, 0), 1);
}

/// Adds a member to the totals of its group.
static void count(wend_world *world, uint32_t slot)
{
    const wend_walker *walker = &world->crowd.walkers[slot];
    const wend_moving_group *group = wend_group_of(world, slot);
    wend_group_turn *turn = &world->group_memory.turns.data[group - world->groups.list.data];
    ++turn->count;
    world->group_memory.strays += is_moved_by_group(walker) && was_away(world, slot);
    turn->speed = fmin(turn->speed, wend_planner_speed(world, slot));
    turn->max_speed = fmin(turn->max_speed, world->crowd.bodies[slot].max_speed);
    if (walker->doing == WEND_ACTIVITY_PREMOVEMENT)
        turn->patience = 0;
    // The group does not wait for members that have no path or stay where they are.
    if (walker->doing != WEND_ACTIVITY_WALKING)
        return;
    if (was_away(world, slot))
        turn->patience = world->groups.members.data[slot].left_behind ? turn->patience : 0;
    else if (!is_moved_by_group(walker))
        turn->patience = fmin(turn->patience, patience_for(protrusion(world, slot),
                                                           world->crowd.bodies[slot].radius));
}

const uint32_t *wend_group_members_groups(const wend_world *world)
{
    return world->crowd.by_planner[WEND_PLANNER_GROUP] > 0 ? world->group_memory.groups.data : NULL;
}

/// Lists the members of each group, first those that the group potential moves.
static void list_members(wend_world *world)
{
    wend_group_memory *memory = &world->group_memory;
    uint32_t first = 0;
    for (size_t i = 0; i < memory->turns.count; ++i) {
        memory->turns.data[i].first = first;
        first += memory->turns.data[i].count;
        memory->turns.data[i].count = 0;
    }
    memory->members.count = first;
    for (int pass = 0; pass < 2; ++pass)
        for (uint32_t i = 0; i < world->crowd.slots; ++i) {
            if (!is_member(world, i))
                continue;
            uint32_t group = world->crowd.walkers[i].shape.raw.slot1 - 1;
            if (wend_group_members_held(world, i, group) != (pass == 0))
                continue;
            wend_group_turn *turn = &memory->turns.data[group];
            memory->members.data[turn->first + turn->count++] = i;
            turn->held += pass == 0;
        }
}

bool wend_group_members_aim(wend_world *world)
{
    wend_groups *groups = &world->groups;
    wend_group_memory *memory = &world->group_memory;
    memory->strays = 0;
    if (world->crowd.by_planner[WEND_PLANNER_GROUP] == 0)
        return true;
    for (uint32_t i = 0; i < world->crowd.slots; ++i) {
        memory->groups.data[i] = is_member(world, i) ? world->crowd.walkers[i].shape.raw.slot1 : 0;
        if (is_member(world, i))
            (void)member_of(groups, i);
    }
    if (!send_away(world))
        return false;
    memory->turns.count = groups->list.count;
    for (size_t i = 0; i < groups->list.count; ++i) {
        const wend_moving_group *group = &groups->list.data[i];
        memory->turns.data[i] = (wend_group_turn){.speed = group->def.potential.speed,
                                                  .max_speed = group->def.potential.max_speed,
                                                  .patience = 1,
                                                  .next = group->along};
    }
    for (uint32_t i = 0; i < world->crowd.slots; ++i)
        if (is_member(world, i))
            count(world, i);
    list_members(world);
    for (size_t i = 0; i < groups->list.count; ++i)
        groups->list.data[i].populated |= memory->turns.data[i].count > 0;
    return true;
}
