// SPDX-License-Identifier: MIT
// Routes of groups: waypoints, waiting times, and the choice between several goals.
//
// The route is one of the world's (goals.h). The middle of the shape moves to the centroid of a
// goal. When the shape is there, the group waits, and its members with it; then it plans the path
// to its next waypoint. A member notes each waypoint once (events_phase.c).
#include "wend/geometry.h"
#include "wend/random.h"
#include "world/groups/search.h"
#include "world/planners/planner.h"

#include <math.h>

/// Tolerance in comparisons of times, which are rounded sums. [Units: steps]
#define TIME_SLACK 0x1p-20

/// Time until the next attempt to plan a path to a waypoint that is not free. [Units: s]
#define RETRY 5.0

// Streams of random numbers for waiting times of groups.
#define WAIT_STREAMS (UINT64_C(7) << 61)

static const wend_world_route *route_of(const wend_world *world, const wend_moving_group *g)
{
    if (wend_route_id_is_null(g->def.route))
        return NULL;
    return &world->goals.routes.data[wend_id_slot(g->def.route.raw)];
}

wend_result wend_group_check_route(const wend_world *world, wend_route_id route, wend_error *error)
{
    if (wend_route_id_is_null(route) || wend_id_valid(&world->goals.route_ids, route.raw))
        return WEND_OK;
    return wend_fail(error, WEND_STALE, "unknown route id");
}

// ---- choice -------------------------------------------------------------------------------------

static wend_group_pose pose_at(const wend_world *world, uint32_t goal)
{
    const wend_goal shape = wend_goals_goal(&world->goals, goal);
    return (wend_group_pose){.centre = wend_polygon_centroid(shape.points, shape.count)};
}

/// The next goal in turn that exists.
static uint32_t goal_in_turn(wend_goals *goals, wend_world_stop *stop)
{
    uint32_t goal = 0;
    for (uint32_t i = 0; i < stop->count; ++i) {
        goal = goals->stop_goals.data[stop->first + stop->turn++ % stop->count];
        if (!goals->goals.data[goal].is_absent)
            break;
    }
    return goal;
}

/// The goal with the shortest plan. WEND_NOT_FOUND: there is a plan to none.
static wend_result nearest_goal(wend_world *world, uint32_t group, const wend_world_stop *stop,
                                uint32_t max_samples, uint32_t *goal)
{
    const wend_moving_group *g = &world->groups.list.data[group];
    wend_group_search s = {.world = world, .group = group, .max_samples = max_samples};
    wend_result result = wend_group_search_begin(&s, WEND_GROUPS_STANDING, NULL);
    double least = INFINITY;
    for (uint32_t i = 0; i < stop->count && result != WEND_OUT_OF_MEMORY; ++i) {
        const uint32_t option = world->goals.stop_goals.data[stop->first + i];
        const wend_group_pose to = pose_at(world, option);
        wend_group_shape shape = g->shape;
        if (world->goals.goals.data[option].is_absent)
            continue;
        result = shape.count == 0 ? wend_group_search_from(&s, &g->def.from, &to, &shape, NULL)
                                  : wend_group_search_from_here(&s, &to, NULL);
        double length = result == WEND_OK ? wend_group_plan_length(s.plan) - s.along : INFINITY;
        if (length < least) {
            least = length;
            *goal = option;
        }
    }
    wend_group_search_end(&s);
    if (result == WEND_OUT_OF_MEMORY)
        return result;
    return least < INFINITY ? WEND_OK : WEND_NOT_FOUND;
}

wend_result wend_group_head_for_stop(wend_world *world, uint32_t group, uint32_t max_samples,
                                     wend_error *error)
{
    wend_moving_group *g = &world->groups.list.data[group];
    const wend_world_route *route = route_of(world, g);
    wend_world_stop *stop = route ? &world->goals.stops.data[route->first + g->stop] : NULL;
    const uint32_t turn = stop ? stop->turn : 0;
    wend_group_pose to = g->def.to;
    if (stop) {
        uint32_t goal = world->goals.stop_goals.data[stop->first];
        if (stop->choice == WEND_CHOICE_IN_TURN)
            goal = goal_in_turn(&world->goals, stop);
        else if (stop->count > 1 &&
                 nearest_goal(world, group, stop, max_samples, &goal) == WEND_OUT_OF_MEMORY)
            return wend_fail_memory(error);
        to = pose_at(world, goal);
    }
    wend_result result = wend_groups_find_way(world, group, &to, max_samples, error);
    if (stop && wend_failed(result))
        stop->turn = turn;
    return result;
}

// ---- waiting ------------------------------------------------------------------------------------

/// True if the route ends at the current waypoint.
static bool is_last(const wend_world_route *route, const wend_moving_group *g)
{
    return g->stop + 1 >= route->count &&
           (route->end != WEND_ON_ARRIVAL_REPEAT || g->rounds + 1 == route->repeats);
}

/// Waiting time at the current waypoint: a function of group, waypoint and round.
static double drawn_wait(const wend_world *world, uint32_t group, const wend_world_stop *stop)
{
    const wend_moving_group *g = &world->groups.list.data[group];
    if (stop->wait_spread == 0)
        return stop->wait;
    wend_hash hash = wend_hash_start();
    wend_hash_u64(&hash, group);
    wend_hash_u64(&hash, (uint64_t)g->rounds << 32 | g->stop);
    wend_random random =
        wend_random_stream(world->def.seed, WAIT_STREAMS | wend_hash_end(&hash) >> 3);
    return stop->wait + stop->wait_spread * wend_random_unit(&random);
}

void wend_group_end_leg(wend_world *world, uint32_t group)
{
    wend_moving_group *g = &world->groups.list.data[group];
    const wend_world_route *route = route_of(world, g);
    if (g->waits)
        return;
    double wait =
        route ? drawn_wait(world, group, &world->goals.stops.data[route->first + g->stop]) : 0;
    g->waits = route && (wait > 0 || !is_last(route, g));
    g->arrived = !g->waits;
    g->resumes = (double)(world->steps + 1) * world->def.step + wait;
}

bool wend_group_member_reaches_stop(const wend_world *world, uint32_t slot)
{
    const wend_moving_group *g = wend_group_of(world, slot);
    const wend_walker *walker = &world->crowd.walkers[slot];
    return g->waits && (walker->stop != g->stop + 1 || walker->rounds != g->rounds);
}

// ---- onwards ------------------------------------------------------------------------------------

/// Plans the path to the next waypoint. False: out of memory, nothing has changed.
static bool head_for_next(wend_world *world, uint32_t group)
{
    const wend_moving_group before = world->groups.list.data[group];
    wend_moving_group *g = &world->groups.list.data[group];
    bool wraps = ++g->stop == route_of(world, g)->count;
    if (wraps) {
        g->stop = 0;
        ++g->rounds;
    }
    g->waits = false;
    wend_result result = wend_group_head_for_stop(world, group, WEND_GROUP_STEP_SAMPLES, NULL);
    if (result == WEND_OUT_OF_MEMORY) {
        *g = before;
        return false;
    }
    world->groups.planned = world->steps + 1;
    if (wend_failed(result)) { // its goal is not free at present
        const wend_world_stop *stop = &world->goals.stops.data[route_of(world, g)->first + g->stop];
        g->def.to = pose_at(world, world->goals.stop_goals.data[stop->first]);
        g->status = WEND_GROUP_NOT_FOUND;
        g->again = world->time + RETRY;
        g->outdated = true;
    }
    return true;
}

bool wend_groups_continue(wend_world *world)
{
    bool fits = true;
    for (uint32_t i = 0; i < world->groups.list.count && fits; ++i) {
        wend_moving_group *g = &world->groups.list.data[i];
        if (!g->waits || world->groups.planned == world->steps + 1 ||
            g->resumes > world->time + TIME_SLACK * world->def.step)
            continue;
        if (!is_last(route_of(world, g), g)) {
            fits = head_for_next(world, i);
        } else {
            g->waits = false;
            g->arrived = true;
        }
    }
    return fits;
}
