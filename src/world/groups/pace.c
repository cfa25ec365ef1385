// SPDX-License-Identifier: MIT
// Speeds of group shapes: the speed of the slowest member, reduced while members are left behind,
// and 0 where the shape would meet that of another group.
//
// Two groups whose paths cross must not block each other. So one gives way and does not enter what
// the other has still to pass: the later one, unless it already stands in the other's path and has
// to leave it. A group that stands in the path of an earlier one has its rank meanwhile. If both
// stand in each other's path, that has been seen before they were near (meet.c).
//
// No point of a shape moves further than the shape advances along its plan, so two shapes at some
// distance cannot meet before one has advanced by it.
#include "group/motion.h"
#include "wend/vec2.h"
#include "world/planners/planner.h"

#include <math.h>

/// Members head for where their position in the shape will be after this time: long enough for
/// steady motion, short enough not to cut corners. [Units: s]
#define LOOK_AHEAD 0.5

/// Maximum number of checks along the path of one step.
enum { MAX_LOOKS = 16 };

/// Maximum length of chains of groups that block each other; longer chains are resolved by searches
/// for another path.
enum { MAX_RANKS = 3 };

/// Minimum step of checks along the plan of another group, and the distance that counts as a
/// contact there. [Units: least widths]
#define MIN_LOOK 0.02

// ---- other groups -------------------------------------------------------------------------------

/// wend_group_is_there, from the member counts of this step.
static bool is_there(const wend_world *world, uint32_t group)
{
    const wend_moving_group *g = &world->groups.list.data[group];
    return !g->pending && (!g->populated || world->group_memory.turns.data[group].count > 0);
}

bool wend_group_moves(const wend_world *world, uint32_t group)
{
    const wend_moving_group *g = &world->groups.list.data[group];
    return g->status == WEND_GROUP_FOUND && !g->arrived && !g->waits && g->populated;
}

/// Lower bound of the distance of two boxes.
static double apart(wend_box a, wend_box b)
{
    return fmax(fmax(a.min.x - b.max.x, b.min.x - a.max.x),
                fmax(a.min.y - b.max.y, b.min.y - a.max.y));
}

bool wend_group_is_in_way(const wend_world *world, const wend_group_shape *shape, uint32_t other,
                          double gap)
{
    const wend_moving_group *o = &world->groups.list.data[other];
    double least = MIN_LOOK * o->def.size.min_width, along = o->along;
    const wend_box box = wend_group_shape_box(shape);
    if (!wend_group_moves(world, other))
        return wend_group_shapes_distance(shape, &o->shape) < gap + least;
    while (along < o->length) {
        const wend_group_shape then = wend_group_plan_shape(o->plan, along);
        double clear = apart(box, wend_group_shape_box(&then));
        if (clear < gap + least)
            clear = wend_group_shapes_distance(shape, &then);
        if (clear < gap + least)
            return true;
        along += clear - gap;
    }
    const wend_group_shape last = wend_group_plan_shape(o->plan, o->length);
    return wend_group_shapes_distance(shape, &last) < gap + least;
}

/// True if a group lets another pass where their paths cross.
static bool gives_way(const wend_world *world, uint32_t group, uint32_t other)
{
    const wend_moving_group *g = &world->groups.list.data[group];
    const wend_moving_group *o = &world->groups.list.data[other];
    if (!wend_group_moves(world, other) || wend_group_is_in_way(world, &g->shape, other, 0))
        return false;
    const wend_group_turn *turns = world->group_memory.turns.data;
    double own = turns[group].rank, others = turns[other].rank;
    return own > others || (own == others && group > other) ||
           wend_group_is_in_way(world, &o->shape, group, 0);
}

/// Ranks groups in the order in which they were added. A group that blocks an earlier one gets its
/// rank: it has to advance before the other can. This matters only while a group waits.
static void rank(wend_world *world)
{
    wend_group_turn *turns = world->group_memory.turns.data;
    uint32_t count = (uint32_t)world->groups.list.count;
    bool any_waits = false;
    for (uint32_t i = 0; i < count; ++i) {
        const wend_moving_group *g = &world->groups.list.data[i];
        turns[i].rank = wend_group_moves(world, i) ? i : INFINITY;
        any_waits |= g->blocker1 > 0;
    }
    for (int round = 0; any_waits && round < MAX_RANKS; ++round)
        for (uint32_t i = 0; i < count; ++i)
            for (uint32_t k = 0; k < count; ++k)
                if (i != k && turns[k].rank < turns[i].rank && wend_group_moves(world, i) &&
                    wend_group_is_in_way(world, &world->groups.list.data[i].shape, k, 0))
                    turns[i].rank = turns[k].rank;
}

/// True if a group may not advance because it would come too near to the current shape of another.
static bool is_blocked_by(const wend_world *world, uint32_t group, uint32_t other, double way)
{
    const wend_moving_group *g = &world->groups.list.data[group];
    const wend_moving_group *o = &world->groups.list.data[other];
    // Groups decide one after the other: earlier ones may move in this step.
    double gap = WEND_GROUPS_GAP * g->def.size.min_width;
    if (other < group)
        gap += world->group_memory.turns.data[other].pace * world->def.step;
    double end = fmin(g->along + way, g->length), before = 0;
    const wend_box box = wend_group_shape_box(&o->shape);
    if (apart(box, wend_group_shape_box(&g->shape)) > way + gap)
        return false;
    for (double along = g->along;;) {
        const wend_group_shape then = wend_group_plan_shape(g->plan, along);
        double clear = wend_group_shapes_distance(&then, &o->shape);
        // A group that is too near already may move away.
        if (along == g->along)
            before = clear;
        else if (clear < fmin(gap, before))
            return true;
        if (along >= end)
            return false;
        along = fmin(along + fmax(clear - gap, way / MAX_LOOKS), end);
    }
}

/// True if the next shape of a group enters what another has still to pass. A group that has just
/// left it is near for a while, and may go on.
static bool enters(const wend_world *world, uint32_t group, const wend_group_shape *next,
                   uint32_t other, double gap)
{
    const wend_group_shape *now = &world->groups.list.data[group].shape;
    return wend_group_is_in_way(world, next, other, gap) &&
           (wend_group_is_in_way(world, next, other, 0) ||
            !wend_group_is_in_way(world, now, other, gap));
}

/// True if a group lets another pass before it goes on to its next shape.
static bool lets_pass(const wend_world *world, uint32_t group, uint32_t other,
                      const wend_group_shape *next, double gap)
{
    uint32_t leader1 = wend_groups_leader1(world);
    if (leader1 == group + 1 || wend_group_stands_for_others(world, other))
        return false;
    if (leader1 == other + 1)
        return wend_group_is_in_way(world, next, other, gap);
    return enters(world, group, next, other, gap) && gives_way(world, group, other);
}

/// Finds a group that blocks this one.
static void find_blocker(const wend_world *world, uint32_t group, double way, wend_group_turn *turn)
{
    const wend_moving_group *g = &world->groups.list.data[group];
    const wend_group_shape next = wend_group_plan_shape(g->plan, fmin(g->along + way, g->length));
    for (uint32_t i = 0; i < world->groups.list.count; ++i) {
        if (i == group || !is_there(world, i))
            continue;
        bool blocked = is_blocked_by(world, group, i, way);
        bool yields = !blocked && lets_pass(world, group, i, &next, 0.5 * way);
        if (blocked || yields) {
            turn->blocker1 = i + 1;
            turn->yields = yields;
            return;
        }
    }
}

// ---- before the step ----------------------------------------------------------------------------

/// Determines where members head for.
static void look_ahead(const wend_world *world, const wend_moving_group *g, wend_group_turn *turn)
{
    double look = fmax(LOOK_AHEAD, world->def.step);
    turn->ahead = fmin(g->along + turn->pace * look, g->length);
    turn->ahead_shape = g->shape;
    turn->carry = WEND_CARRY_SHIFTED;
    turn->shift = (wend_vec2){0, 0};
    if (!g->plan || turn->ahead == g->along)
        return;
    turn->ahead_shape = wend_group_plan_shape(g->plan, turn->ahead);
    uint32_t number = wend_group_plan_motion_at(g->plan, g->along);
    if (number != wend_group_plan_motion_at(g->plan, turn->ahead)) {
        turn->carry = WEND_CARRY_ASKED;
        return;
    }
    double begins;
    const wend_group_motion *motion = wend_group_plan_motion(g->plan, number, &begins);
    turn->from_shape =
        wend_group_motion_shape(motion, g->def.size.area, fmax(g->along - begins, 0));
    wend_vec2 was = wend_group_shape_from_local(&turn->from_shape, (wend_vec2){0, 0});
    wend_vec2 is = wend_group_shape_from_local(&turn->ahead_shape, (wend_vec2){0, 0});
    turn->shift = wend_sub(is, was);
    bool shifted = motion->kind == WEND_GROUP_BOX || wend_group_shape_is_round(&turn->from_shape) ||
                   wend_group_shape_is_round(&turn->ahead_shape);
    turn->carry = shifted ? WEND_CARRY_SHIFTED : WEND_CARRY_ALONG;
}

static wend_vec2 carried(const wend_moving_group *g, const wend_group_turn *turn, wend_vec2 p)
{
    switch (turn->carry) {
    case WEND_CARRY_SHIFTED:
        break;
    case WEND_CARRY_ALONG:
        return wend_group_shape_from_local(&turn->ahead_shape,
                                           wend_group_shape_to_local(&turn->from_shape, p));
    case WEND_CARRY_ASKED:
        return wend_group_plan_carry(g->plan, g->along, turn->ahead, p);
    }
    return wend_add(p, turn->shift);
}

/// True if a group would enter a door that waits for another.
static bool is_stopped_by_door(const wend_world *world, const wend_moving_group *g, double way)
{
    const wend_group_shape next = wend_group_plan_shape(g->plan, fmin(g->along + way, g->length));
    return wend_door_stops(world, &g->shape, &next);
}

static void decide(wend_world *world, uint32_t group)
{
    const wend_moving_group *g = &world->groups.list.data[group];
    wend_group_turn *turn = &world->group_memory.turns.data[group];
    double way = turn->pace * world->def.step;
    if (way > 0)
        find_blocker(world, group, way, turn);
    if (turn->blocker1 > 0 || (way > 0 && is_stopped_by_door(world, g, way)))
        turn->pace = way = 0;
    turn->next = fmin(g->along + way, g->length);
    look_ahead(world, g, turn);
}

/// Members whose group has no plan have no path; once it has one again they set out.
static void update_members(wend_world *world, uint32_t group)
{
    const wend_moving_group *g = &world->groups.list.data[group];
    const wend_group_turn *turn = &world->group_memory.turns.data[group];
    for (uint32_t i = 0; i < turn->count; ++i) {
        uint32_t slot = world->group_memory.members.data[turn->first + i];
        const wend_walker *walker = &world->crowd.walkers[slot];
        if (!wend_group_members_in(world, slot))
            continue;
        bool found = g->status == WEND_GROUP_FOUND;
        if (!found && walker->doing == WEND_ACTIVITY_WALKING)
            wend_planner_set_lost(world, slot);
        else if (found && walker->doing == WEND_ACTIVITY_NO_PATH)
            wend_world_set_out(world, slot);
    }
}

void wend_groups_pace(wend_world *world)
{
    for (uint32_t i = 0; i < world->groups.list.count; ++i) {
        wend_group_turn *turn = &world->group_memory.turns.data[i];
        bool goes = wend_group_moves(world, i) && turn->count > 0 &&
                    world->groups.list.data[i].trail == world->obstacles.trail &&
                    !wend_group_stands_for_others(world, i);
        turn->pace = goes ? turn->speed * turn->patience : 0;
    }
    rank(world);
    for (uint32_t i = 0; i < world->groups.list.count; ++i) {
        decide(world, i);
        update_members(world, i);
    }
}

void wend_group_members_follow(const wend_world *world, uint32_t slot, wend_steering_target *aim)
{
    const wend_moving_group *group = wend_group_of(world, slot);
    const wend_group_turn *turn =
        &world->group_memory.turns.data[world->crowd.walkers[slot].shape.raw.slot1 - 1];
    const wend_body *body = &world->crowd.bodies[slot];
    wend_vec2 place = wend_group_nearest_place(&group->shape, body->position, body->radius);
    place = carried(group, turn, place);
    place = wend_group_nearest_place(&turn->ahead_shape, place, body->radius);
    double look = fmax(LOOK_AHEAD, world->def.step);
    world->group_memory.paces.data[slot] = wend_distance(place, body->position) / look;
    *aim = (wend_steering_target){.a = place, .b = place, .remaining = group->length - turn->ahead};
}

// ---- after the step -----------------------------------------------------------------------------

static void advance(wend_world *world, uint32_t group)
{
    wend_moving_group *g = &world->groups.list.data[group];
    const wend_group_memory *memory = &world->group_memory;
    const wend_group_turn *turn = &memory->turns.data[group];
    for (uint32_t i = turn->first; i < turn->first + turn->held; ++i)
        world->groups.members.data[memory->members.data[i]].velocity = memory->velocities.data[i];
    g->blocker1 = turn->blocker1;
    g->yields = turn->yields;
    if (g->status != WEND_GROUP_FOUND || g->arrived || turn->count == 0)
        return;
    double step = world->def.step, wanted = fmin(turn->speed * step, g->length - g->along);
    double went = wanted > 0 ? (turn->next - g->along) / wanted : 1;
    g->waited += (1 - fmin(went, 1)) * step;
    g->held = fmax(g->held + (turn->blocker1 > 0 ? step : -went * step), 0);
    if (wanted > 0)
        g->stalled = fmax(g->stalled + (turn->blocker1 > 0 ? step : -went * step), 0);
    g->along = turn->next;
    g->shape = wend_group_plan_shape(g->plan, g->along);
    if (g->along >= g->length && !g->aside) {
        g->stalled = 0;
        wend_group_end_leg(world, group);
    }
}

void wend_groups_advance(wend_world *world)
{
    if (world->crowd.by_planner[WEND_PLANNER_GROUP] == 0)
        return;
    for (uint32_t i = 0; i < world->groups.list.count; ++i)
        advance(world, i);
}
