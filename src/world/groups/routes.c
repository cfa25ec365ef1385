// SPDX-License-Identifier: MIT
// Plans of groups. A plan is searched when a group is added or sent, when obstacles have changed
// and the rest of its plan is no longer free, and when another group has blocked it for long.
// Groups that meet are in meet.c.
#include "world/groups/search.h"

#include "group/motion.h"
#include "wend/vec2.h"
#include "world/planners/planner.h"

#include <math.h>

/// A group searches a path around another that has blocked it for this time: HELD_LONG if the other
/// comes before it, HELD_LONGER if it comes after it, so that not both move. A group that lets
/// another pass waits longer. [Units: s]
#define HELD_LONG    3.0
#define HELD_LONGER  6.0
#define YIELDED_LONG 15.0

/// Minimum time between such searches. [Units: s]
#define AGAIN 5.0

/// After a search without result, the next may take this number of times as many samples, up to a
/// maximum.
enum { MORE_SAMPLES = 4, MAX_STEP_SAMPLES = 16 * WEND_GROUP_STEP_SAMPLES };

typedef wend_group_search search;

void wend_group_search_adopt(search *s)
{
    wend_moving_group *g = &s->world->groups.list.data[s->group];
    wend_group_plan_destroy(g->plan);
    g->plan = s->plan;
    s->plan = NULL;
    g->plan_hash = wend_groups_hash_plan(g->plan);
    g->along = s->along;
    g->length = wend_group_plan_length(g->plan);
    g->shape = wend_group_plan_shape(g->plan, g->along);
    g->status = WEND_GROUP_FOUND;
    g->trail = s->world->obstacles.trail;
    g->held = 0;
    g->again = s->world->time + AGAIN;
    g->failures = 0;
    g->walled = g->outdated = g->arrived = g->aside = g->lane = g->went_back = false;
}

/// No plan was found: the group stands. If other standing groups may be the cause, or the limit of
/// samples in a step, it tries again later.
static void note_failure(search *s)
{
    wend_moving_group *g = &s->world->groups.list.data[s->group];
    // With other groups as obstacles, a failure is no proof that no path exists.
    g->status = s->obstacles.count > 0 ? WEND_GROUP_NOT_FOUND : s->status;
    bool limited = s->max_samples > 0 && s->max_samples < g->def.max_samples &&
                   s->max_samples < MAX_STEP_SAMPLES && g->status == WEND_GROUP_NOT_FOUND;
    ++g->failures;
    g->trail = s->world->obstacles.trail;
    g->held = 0;
    g->again = s->obstacles.count > 0 || limited ? s->world->time + AGAIN : INFINITY;
    g->arrived = false;
}

wend_result wend_groups_find_way(wend_world *world, uint32_t group, const wend_group_pose *to,
                                 uint32_t max_samples, wend_error *error)
{
    search s = {.world = world, .group = group, .max_samples = max_samples};
    wend_moving_group *g = &world->groups.list.data[group];
    wend_group_shape shape = g->shape;
    bool is_new = shape.count == 0;
    wend_result result = wend_group_search_begin(&s, WEND_GROUPS_STANDING, error);
    if (result == WEND_OK)
        result = is_new ? wend_group_search_from(&s, &g->def.from, to, &shape, error)
                        : wend_group_search_from_here(&s, to, error);
    if (!wend_failed(result)) {
        ++g->plans;
        g->def.to = *to;
        g->shape = shape;
    }
    if (result == WEND_OK) {
        wend_group_search_adopt(&s);
    } else if (result == WEND_NOT_FOUND) {
        note_failure(&s);
        g->outdated = true;
    }
    wend_group_search_end(&s);
    return result;
}

// ---- in the step --------------------------------------------------------------------------------

/// True if the rest of the plan is free.
static bool is_rest_free(const wend_moving_group *g, const wend_floor *floor)
{
    wend_group_walls walls = {.floor = floor};
    uint32_t first = wend_group_plan_motion_at(g->plan, g->along);
    for (uint32_t i = first; i < wend_group_plan_motions(g->plan); ++i) {
        double begins;
        const wend_group_motion *motion = wend_group_plan_motion(g->plan, i, &begins);
        double from = i == first ? fmin(fmax(g->along - begins, 0), motion->length) : 0;
        if (!wend_group_motion_part_is_free(motion, g->def.size.area, from, motion->length, &walls,
                                            0))
            return false;
    }
    return true;
}

/// Checks a group's shape and plan against changed obstacles.
static void check_walls(wend_world *world, wend_moving_group *g, const wend_floor *floor)
{
    g->walled = !(wend_group_shape_clearance(floor, &g->shape, g->shape.width, NULL, NULL) > 0);
    bool goes_on = g->plan && !g->outdated && !g->walled && is_rest_free(g, floor);
    if (goes_on)
        g->status = WEND_GROUP_FOUND;
    if (goes_on || g->arrived)
        g->trail = world->obstacles.trail;
}

static bool is_held_up(const wend_moving_group *g, uint32_t group)
{
    double patience = g->yields ? YIELDED_LONG : g->blocker1 - 1 < group ? HELD_LONG : HELD_LONGER;
    return g->status == WEND_GROUP_FOUND && g->blocker1 > 0 && g->held >= patience;
}

/// True if a group needs a search now.
static bool needs_plan(const wend_world *world, uint32_t group)
{
    const wend_moving_group *g = &world->groups.list.data[group];
    if (g->pending || g->arrived || (g->populated && !wend_group_is_there(world, group)))
        return false;
    if (g->trail != world->obstacles.trail)
        return true;
    if (g->aside && g->along >= g->length)
        return world->time >= g->again;
    return world->time >= g->again && (g->status != WEND_GROUP_FOUND || is_held_up(g, group));
}

/// True if a path around is worth taking: the extra length takes no more time than was lost so far,
/// or the blocking group stands, or waits for this one in turn.
static bool is_worth_it(const search *s)
{
    const wend_world *world = s->world;
    const wend_moving_group *g = &world->groups.list.data[s->group];
    const wend_moving_group *other = &world->groups.list.data[g->blocker1 - 1];
    if (wend_group_stands(other) || other->blocker1 == s->group + 1)
        return true;
    double speed = g->def.potential.speed;
    for (uint32_t i = 0; i < world->crowd.slots; ++i)
        if (world->crowd.walkers[i].shape.raw.slot1 == s->group + 1)
            speed = fmin(speed, wend_planner_speed(world, i));
    double longer = wend_group_plan_length(s->plan) - s->along - (g->length - g->along);
    return longer <= speed * g->held;
}

/// True if the target is occupied by a group that stays there.
static bool is_goal_taken(const wend_world *world, uint32_t group)
{
    const wend_moving_group *g = &world->groups.list.data[group];
    const wend_group_shape end = wend_group_plan_shape(g->plan, g->length);
    double gap = WEND_GROUPS_GAP * g->def.size.min_width;
    for (uint32_t i = 0; i < world->groups.list.count; ++i) {
        const wend_moving_group *other = &world->groups.list.data[i];
        if (i != group && other->arrived && wend_group_stands(other) &&
            wend_group_is_there(world, i) && wend_group_shapes_distance(&end, &other->shape) <= gap)
            return true;
    }
    return false;
}

/// There is no plan from a place aside, to which a group has come on a snake: it goes back to where
/// it came from, once, to search from there.
static wend_result go_back(search *s)
{
    wend_moving_group *g = &s->world->groups.list.data[s->group];
    if (!g->plan || !g->aside || g->went_back || g->walled)
        return WEND_NOT_FOUND;
    double along = fmax(wend_group_plan_length(g->plan) - g->along, 0);
    wend_group_plan_destroy(s->plan);
    s->plan = wend_group_plan_backwards(g->plan, &s->world->allocator);
    s->along = along;
    if (!s->plan)
        return WEND_OUT_OF_MEMORY;
    wend_group_search_adopt(s);
    g->aside = g->went_back = true;
    return WEND_OK;
}

/// Sample limit of a search for a plan to the goal.
static uint32_t samples_for(const wend_moving_group *g)
{
    uint32_t samples = WEND_GROUP_STEP_SAMPLES;
    for (uint32_t i = 0; i < g->failures && samples < MAX_STEP_SAMPLES; ++i)
        samples *= MORE_SAMPLES;
    return samples;
}

/// Searches another plan. False: out of memory.
static bool replan(wend_world *world, uint32_t group)
{
    wend_moving_group *g = &world->groups.list.data[group];
    bool around =
        g->status == WEND_GROUP_FOUND && g->trail == world->obstacles.trail && g->blocker1 > 0;
    search s = {.world = world,
                .group = group,
                .max_samples = around ? WEND_GROUP_STEP_SAMPLES : samples_for(g)};
    wend_result result =
        wend_group_search_begin(&s, around ? WEND_GROUPS_ALL : WEND_GROUPS_STANDING, NULL);
    if (result == WEND_OK)
        result = wend_group_search_from_here(&s, &g->def.to, NULL);
    if (result != WEND_OUT_OF_MEMORY) {
        ++g->plans;
        world->groups.planned = world->steps + 1;
        if (result == WEND_OK && (!around || is_worth_it(&s))) {
            wend_group_search_adopt(&s);
        } else if (around) {
            g->again = world->time + AGAIN;
        } else {
            note_failure(&s);
            result = go_back(&s);
        }
    }
    wend_group_search_end(&s);
    return result != WEND_OUT_OF_MEMORY;
}

bool wend_groups_replan(wend_world *world)
{
    wend_floor *floor = NULL;
    bool fits = wend_groups_shunt(world);
    for (uint32_t i = 0; i < world->groups.list.count && fits; ++i) {
        wend_moving_group *g = &world->groups.list.data[i];
        if (g->trail != world->obstacles.trail && !g->pending) {
            fits = floor ||
                   wend_obstacles_floor(&world->obstacles, &world->allocator, &floor) == WEND_OK;
            if (fits)
                check_walls(world, g, floor);
        }
        if (!fits || world->groups.planned == world->steps + 1 ||
            wend_group_stands_for_others(world, i) || !needs_plan(world, i))
            continue;
        // As agents do whose goal is occupied, the group counts as arrived.
        if (g->trail == world->obstacles.trail && is_held_up(g, i) && is_goal_taken(world, i))
            wend_group_end_leg(world, i);
        else
            fits = replan(world, i);
    }
    wend_floor_destroy(floor);
    return fits && (world->groups.planned == world->steps + 1 ||
                    world->groups.shunting.phase == WEND_SHUNT_MOVES || wend_groups_meet(world));
}
