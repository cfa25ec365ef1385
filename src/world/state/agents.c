// SPDX-License-Identifier: MIT
// The host's interface to agents: definitions are checked before anything changes.
#include "wend/vec2.h"
#include "world/world.h"

#include <math.h>

#define AGENT_COOKIE 0x6167656eu

// Limits of lengths [m], speeds [m/s] and times [s]. Within them the floats of motion models, and
// their squares, neither vanish nor overflow.
#define MIN_RADIUS   1e-6
#define MAX_QUANTITY 1e6
// Pre-movement time is only compared with the world's time. [s]
#define MAX_PREMOVEMENT_TIME 1e7

wend_agent_def wend_default_agent_def(void)
{
    return (wend_agent_def){
        .radius = 0.25,
        .preferred_speed = 1.3,
        .max_speed = 2,
        .time_horizon = 2,
        .avoidance_share = 0.5,
        .planner = WEND_PLANNER_MESH,
        .motion = WEND_MOTION_ORCA,
        .cookie = AGENT_COOKIE,
    };
}

// ---- checks -------------------------------------------------------------------------------------

// False for NaN.
static bool is_between(double value, double least, double most)
{
    return value >= least && value <= most;
}

static wend_result check_numbers(const wend_agent_def *def, wend_error *error)
{
    if (!is_between(def->radius, MIN_RADIUS, MAX_QUANTITY))
        return wend_fail(error, WEND_BAD_ARGUMENT, "radius must be %g to %g m, found %g",
                         MIN_RADIUS, MAX_QUANTITY, def->radius);
    if (!is_between(def->preferred_speed, 0, MAX_QUANTITY))
        return wend_fail(error, WEND_BAD_ARGUMENT, "preferred_speed must be 0 to %g m/s, found %g",
                         MAX_QUANTITY, def->preferred_speed);
    // Compared as floats, as they are stored and returned.
    if (!is_between(def->max_speed, 0, MAX_QUANTITY) ||
        (float)def->max_speed < (float)def->preferred_speed)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "max_speed must be %g (preferred_speed) to %g m/s, found %g",
                         def->preferred_speed, MAX_QUANTITY, def->max_speed);
    if (!is_between(def->time_horizon, MIN_RADIUS, MAX_QUANTITY))
        return wend_fail(error, WEND_BAD_ARGUMENT, "time_horizon must be %g to %g s, found %g",
                         MIN_RADIUS, MAX_QUANTITY, def->time_horizon);
    if (!is_between(def->avoidance_share, 0, 1))
        return wend_fail(error, WEND_BAD_ARGUMENT, "avoidance_share must be 0 to 1, found %g",
                         def->avoidance_share);
    if (!is_between(def->premovement_time, 0, MAX_PREMOVEMENT_TIME))
        return wend_fail(error, WEND_BAD_ARGUMENT, "premovement_time must be 0 to %g s, found %g",
                         MAX_PREMOVEMENT_TIME, def->premovement_time);
    return WEND_OK;
}

static wend_result check_velocity(wend_vec2 velocity, wend_error *error)
{
    if (is_between(velocity.x, -MAX_QUANTITY, MAX_QUANTITY) &&
        is_between(velocity.y, -MAX_QUANTITY, MAX_QUANTITY))
        return WEND_OK;
    return wend_fail(error, WEND_BAD_ARGUMENT,
                     "velocity components must be at most %g m/s, found (%g, %g)", MAX_QUANTITY,
                     velocity.x, velocity.y);
}

static wend_result check_goal(const wend_world *world, const wend_agent_def *def, wend_error *error)
{
    const wend_goals *goals = &world->goals;
    if (!wend_route_id_is_null(def->route) + !wend_goal_id_is_null(def->goal) +
            !wend_pursuit_id_is_null(def->pursuit) + !wend_lanes_id_is_null(def->lanes) +
            !wend_group_id_is_null(def->coherent_group) >
        1)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "set only one of route, goal, pursuit, lanes and coherent_group");
    if (!wend_route_id_is_null(def->route) && !wend_id_valid(&goals->route_ids, def->route.raw))
        return wend_fail(error, WEND_STALE, "unknown route id");
    if (!wend_goal_id_is_null(def->goal) && !wend_id_valid(&goals->goal_ids, def->goal.raw))
        return wend_fail(error, WEND_STALE, "unknown goal id");
    if (!wend_pursuit_id_is_null(def->pursuit) &&
        !wend_id_valid(&world->pursuits.ids, def->pursuit.raw))
        return wend_fail(error, WEND_STALE, "unknown pursuit id");
    return WEND_OK;
}

wend_result wend_agent_def_check(const wend_world *world, const wend_agent_def *def,
                                 wend_error *error)
{
    if (!def || def->cookie != AGENT_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "initialise the definition with wend_default_agent_def()");
    wend_result result = check_numbers(def, error);
    if (result == WEND_OK)
        result = check_velocity(def->velocity, error);
    if (result == WEND_OK)
        result = check_goal(world, def, error);
    if (result != WEND_OK)
        return result;
    if (!wend_planner_info_of(def->planner))
        return wend_fail(error, WEND_BAD_ARGUMENT, "unknown planner %d", (int)def->planner);
    if (!wend_motion_info_of(def->motion))
        return wend_fail(error, WEND_BAD_ARGUMENT, "unknown motion model %d", (int)def->motion);
    result = wend_lane_sets_check(&world->lanes, def, error);
    return result == WEND_OK ? wend_groups_check(&world->groups, def, error) : result;
}

static wend_result check_position(const wend_world *world, wend_vec2 p, wend_error *error)
{
    if (!wend_is_in_range(p))
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the agent's position (%g, %g) is not within %g m of the origin", p.x, p.y,
                         WEND_MAX_COORDINATE);
    switch (wend_mesh_locate(world->obstacles.mesh, p)) {
    case WEND_LOCATION_FREE:
        return WEND_OK;
    case WEND_LOCATION_BOUNDARY:
        return wend_fail_at(error, WEND_BAD_ARGUMENT, p, "the agent's centre is on a wall");
    case WEND_LOCATION_SOLID:
        return wend_fail_at(error, WEND_BAD_ARGUMENT, p, "the agent's centre is in an obstacle");
    case WEND_LOCATION_OUTSIDE:
        break;
    }
    return wend_fail_at(error, WEND_BAD_ARGUMENT, p, "the agent's centre is outside the bounds");
}

static wend_result check_id(const wend_world *world, wend_agent_id id, wend_error *error)
{
    if (wend_id_valid(&world->crowd.ids, id.raw))
        return WEND_OK;
    return wend_fail(error, WEND_STALE,
                     wend_agent_id_is_null(id) ? "the agent id is null"
                                               : "unknown or removed agent id");
}

// ---- adding and removing ------------------------------------------------------------------------

wend_result wend_world_add_agent(wend_world *world, const wend_agent_def *def, wend_agent_id *id,
                                 wend_error *error)
{
    if (id)
        *id = (wend_agent_id){0};
    wend_result result = wend_agent_def_check(world, def, error);
    if (result == WEND_OK)
        result = check_position(world, def->position, error);
    if (result != WEND_OK)
        return result;
    if (!wend_world_reserve_agents(world, 1))
        return wend_fail_memory(error);
    wend_agent_id added = wend_crowd_add(&world->crowd, def, world->time);
    if (id)
        *id = added;
    return WEND_OK;
}

void wend_world_drop_agent(wend_world *world, uint32_t slot)
{
    wend_paths_drop(&world->paths, slot);
    wend_pursuits_forget(&world->pursuits, slot);
    wend_weights_forget(world, slot);
    wend_lane_walks_forget(&world->lanes, slot);
    wend_group_members_forget(&world->groups, slot);
    wend_crowd_remove(&world->crowd, slot);
}

wend_result wend_world_remove_agent(wend_world *world, wend_agent_id id, wend_error *error)
{
    wend_result result = check_id(world, id, error);
    if (result == WEND_OK)
        wend_world_drop_agent(world, wend_id_slot(id.raw));
    return result;
}

// ---- queries ------------------------------------------------------------------------------------

wend_result wend_world_agent(const wend_world *world, wend_agent_id id, wend_agent_def *def,
                             wend_error *error)
{
    wend_result result = check_id(world, id, error);
    if (result != WEND_OK)
        return result;
    uint32_t slot = wend_id_slot(id.raw);
    const wend_body *body = &world->crowd.bodies[slot];
    const wend_walker *walker = &world->crowd.walkers[slot];
    *def = (wend_agent_def){
        .position = body->position,
        .velocity = body->velocity,
        .radius = body->radius,
        .preferred_speed = walker->speed,
        .max_speed = walker->max_speed,
        .time_horizon = body->time_horizon,
        .avoidance_share = walker->share,
        .route = walker->route,
        .goal = walker->goal,
        .pursuit = walker->pursuit,
        .lanes = walker->lanes,
        .coherent_group = walker->shape,
        .social_group = world->crowd.groups[slot],
        .role = walker->role,
        .premovement_time = fmax(0, walker->begins - world->time),
        .planner = (wend_planner_kind)walker->planner,
        .motion = (wend_motion_kind)walker->motion,
        .user = walker->user,
        .cookie = AGENT_COOKIE,
    };
    return WEND_OK;
}

wend_agents wend_world_agents(const wend_world *world)
{
    const wend_crowd *crowd = &world->crowd;
    return (wend_agents){.bodies = crowd->bodies,
                         .ids = crowd->id,
                         .social_groups = crowd->groups,
                         .slots = crowd->slots,
                         .count = crowd->count};
}

wend_result wend_world_agent_state(const wend_world *world, wend_agent_id id,
                                   wend_agent_state *state, wend_error *error)
{
    wend_result result = check_id(world, id, error);
    if (result != WEND_OK)
        return result;
    uint32_t slot = wend_id_slot(id.raw);
    const wend_walker *walker = &world->crowd.walkers[slot];
    *state = (wend_agent_state){
        .activity = (wend_agent_activity)walker->doing,
        .waypoint = walker->stop,
        .target = world->crowd.aims[slot],
        .since = walker->added,
        .stuck = walker->doing == WEND_ACTIVITY_WALKING && walker->reported_stuck,
    };
    if (walker->chosen != WEND_NO_GOAL)
        state->goal = (wend_goal_id){wend_id_of_slot(&world->goals.goal_ids, walker->chosen)};
    if (walker->doing == WEND_ACTIVITY_WALKING)
        state->remaining = wend_crowd_remaining(&world->crowd, slot);
    return WEND_OK;
}

// ---- changing -----------------------------------------------------------------------------------

// Moves an agent to a position. Only a jump further than the agent could have walked needs another
// path: hosts that move the agents themselves move them a little in every frame.
static void set_position(wend_world *world, uint32_t slot, wend_vec2 position)
{
    wend_body *body = &world->crowd.bodies[slot];
    double near = body->radius + 2 * world->def.step * body->max_speed;
    bool jumps = wend_distance_squared(body->position, position) > near * near;
    body->position = position;
    if (jumps) {
        wend_lane_walks_leave(world, slot);
        wend_world_set_out(world, slot);
    }
}

void wend_world_set_out(wend_world *world, uint32_t slot)
{
    wend_walker *walker = &world->crowd.walkers[slot];
    wend_paths_drop(&world->paths, slot);
    world->crowd.aims[slot].remaining = INFINITY;
    if (walker->doing == WEND_ACTIVITY_NO_PATH)
        walker->chosen = WEND_NO_GOAL;
    if (walker->doing == WEND_ACTIVITY_WALKING || walker->doing == WEND_ACTIVITY_NO_PATH)
        wend_crowd_set_out(&world->crowd, slot, world->time);
}

// Starts the route, goal, pursuit, lanes or group of the def at the first waypoint.
static void restart(wend_world *world, uint32_t slot, const wend_agent_def *def)
{
    wend_walker *walker = &world->crowd.walkers[slot];
    walker->route = def->route;
    walker->goal = def->goal;
    walker->pursuit = def->pursuit;
    walker->lanes = def->lanes;
    walker->shape = def->coherent_group;
    walker->chosen = WEND_NO_GOAL;
    walker->stop = 0;
    walker->rounds = 0;
    walker->doing = WEND_ACTIVITY_WALKING;
    wend_pursuits_forget(&world->pursuits, slot);
    wend_lane_walks_forget(&world->lanes, slot);
    wend_group_members_forget(&world->groups, slot);
    wend_world_set_out(world, slot);
}

static void change(wend_world *world, uint32_t slot, const wend_agent_def *def)
{
    wend_crowd *crowd = &world->crowd;
    wend_body *body = &crowd->bodies[slot];
    wend_walker *walker = &crowd->walkers[slot];
    bool other_path =
        (float)def->radius != body->radius || (uint8_t)def->planner != walker->planner;
    body->velocity = def->velocity;
    body->radius = (float)def->radius;
    walker->max_speed = (float)def->max_speed;
    body->max_speed = walker->max_speed * walker->faster;
    body->time_horizon = (float)def->time_horizon;
    body->avoidance_share = walker->share = (float)def->avoidance_share;
    walker->speed = def->preferred_speed;
    walker->role = def->role;
    wend_crowd_set_kinds(crowd, slot, def->planner, def->motion);
    walker->user = def->user;
    crowd->groups[slot] = def->social_group;
    if (!wend_route_id_equal(def->route, walker->route) ||
        !wend_goal_id_equal(def->goal, walker->goal) ||
        !wend_pursuit_id_equal(def->pursuit, walker->pursuit) ||
        !wend_lanes_id_equal(def->lanes, walker->lanes) ||
        !wend_group_id_equal(def->coherent_group, walker->shape))
        restart(world, slot, def);
    else if (other_path)
        wend_world_set_out(world, slot);
}

wend_result wend_world_change_agent(wend_world *world, wend_agent_id id, const wend_agent_def *def,
                                    wend_error *error)
{
    wend_agent_def old;
    wend_result result = wend_world_agent(world, id, &old, error);
    if (result == WEND_OK)
        result = wend_agent_def_check(world, def, error);
    if (result != WEND_OK)
        return result;
    bool moved = !wend_equal(def->position, old.position);
    if (moved)
        result = check_position(world, def->position, error);
    if (result != WEND_OK)
        return result;
    uint32_t slot = wend_id_slot(id.raw);
    wend_walker *walker = &world->crowd.walkers[slot];
    if (def->premovement_time != old.premovement_time) {
        walker->begins = world->time + def->premovement_time;
        if (walker->doing == WEND_ACTIVITY_WALKING || walker->doing == WEND_ACTIVITY_PREMOVEMENT)
            wend_crowd_set_out(&world->crowd, slot, world->time);
    }
    change(world, slot, def);
    if (moved)
        set_position(world, slot, def->position);
    return WEND_OK;
}

wend_result wend_world_place_agent(wend_world *world, wend_agent_id id, wend_vec2 position,
                                   const wend_vec2 *velocity, wend_error *error)
{
    wend_result result = check_id(world, id, error);
    if (result == WEND_OK && velocity)
        result = check_velocity(*velocity, error);
    if (result == WEND_OK)
        result = check_position(world, position, error);
    if (result != WEND_OK)
        return result;
    uint32_t slot = wend_id_slot(id.raw);
    set_position(world, slot, position);
    if (velocity)
        world->crowd.bodies[slot].velocity = *velocity;
    return WEND_OK;
}
