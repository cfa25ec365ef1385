// SPDX-License-Identifier: MIT
// The last phase of a step: detects arrival, the end of waiting times, and stuck agents.
//
// The first pass determines the transition of each agent alone, in parallel. The second pass
// applies the transitions in the order of slots; only this pass has effects beyond the agent: it
// sends events, removes agents and releases paths.
//
// An agent has arrived when its disc has reached the goal (wend_goals_reached). Agents that stay at
// a point or segment keep later ones from reaching it. An agent at its last waypoint has therefore
// also arrived if it has made no progress for SETTLE_AFTER, and its remaining path is at most that
// of the outermost agent standing there plus both radii and one more radius for the gap between
// them. The occupied region thus grows outward from the goal along paths, not through walls.
#include "motion/orca.h"
#include "wend/random.h"
#include "world/models/blocker.h"
#include "world/models/turns.h"
#include "world/world.h"

#include <math.h>

// Least progress. [Units: radii] Movements of an agent that is jostled in a crowd are below it. An
// agent reported as stuck needs more progress, so that it is not reported again and again.
#define PROGRESS_RADII       0.5
#define PROGRESS_RADII_STUCK 2.0

// The remaining path to a moving goal may grow all the time. An agent that walks at this fraction
// of its preferred speed is not stuck then.
#define GOOD_PACE 0.5

// An increase of the remaining path by more than this means another path, which restarts the timer
// of stuck agents. [m] An agent that changes its path this often and comes no nearer than before is
// stuck, too: it wavers.
#define OTHER_WAY 2.0
enum { WAVERS = 3 };

// An agent without progress for this multiple of stuck_after is stuck for long.
#define PATIENCE 2.0

// Time without progress after which an agent settles at a goal that others occupy. [s]
#define SETTLE_AFTER 1.0

// Tolerance in comparisons of times, which are rounded sums. [Units: steps]
#define TIME_SLACK 0x1p-20

// Streams of random numbers for waiting times.
#define WAIT_STREAMS (UINT64_C(3) << 62)

// Agents per task.
enum { GRAIN = 512 };

/// Results of the first pass.
enum transition {
    TRANSITION_NONE,
    TRANSITION_STARTS,
    TRANSITION_RESUMES,
    TRANSITION_ARRIVES,
    TRANSITION_STUCK
};

static const wend_world_route *route_of(const wend_world *world, const wend_walker *walker)
{
    if (wend_route_id_is_null(walker->route))
        return NULL;
    return &world->goals.routes.data[wend_id_slot(walker->route.raw)];
}

static bool is_over(const wend_world *world, double moment)
{
    return moment <= world->time + TIME_SLACK * world->def.step;
}

// ---- first pass, in parallel --------------------------------------------------------------------

// True if an agent makes no progress because agents that stay occupy its goal.
static bool has_settled(const wend_world *world, uint32_t slot, double left)
{
    const wend_walker *walker = &world->crowd.walkers[slot];
    const wend_world_goal *goal = &world->goals.goals.data[walker->chosen];
    const wend_world_route *route = route_of(world, walker);
    if (goal->standing <= 0 || goal->count > 2 || !route || route->end != WEND_ON_ARRIVAL_STAY ||
        walker->stop + 1 < route->count)
        return false;
    return left <= goal->standing + 2 * world->crowd.bodies[slot].radius &&
           world->time - walker->nearest_time >= SETTLE_AFTER;
}

// True if an agent walks after a goal that moves.
static bool follows_goal(const wend_world *world, uint32_t slot)
{
    const wend_walker *walker = &world->crowd.walkers[slot];
    wend_vec2 v = world->crowd.bodies[slot].velocity;
    double pace = GOOD_PACE * wend_walker_speed(walker);
    return walker->chosen != WEND_NO_GOAL &&
           world->goals.goals.data[walker->chosen].frame_count > 1 &&
           v.x * v.x + v.y * v.y > pace * pace;
}

// Updates what is known of an agent's progress along its remaining path. True if it makes progress.
static bool note_progress(const wend_world *world, uint32_t slot, double left)
{
    wend_walker *walker = &world->crowd.walkers[slot];
    double progress = (walker->reported_stuck ? PROGRESS_RADII_STUCK : PROGRESS_RADII) *
                      world->crowd.bodies[slot].radius;
    bool follows = follows_goal(world, slot), longer = left > walker->nearest + OTHER_WAY;
    if (left < walker->best - progress || follows) {
        walker->best = left;
        walker->best_time = world->time;
        walker->detours = 0;
    }
    if (longer && !follows && walker->detours < WEND_WAVERS)
        ++walker->detours;
    // Once it wavers, only coming nearer than ever counts.
    if (walker->detours == WEND_WAVERS || !(left < walker->nearest - progress || longer || follows))
        return false;
    walker->nearest = left;
    walker->nearest_time = world->time;
    return true;
}

static bool is_stuck(const wend_world *world, const wend_walker *walker)
{
    return world->time - wend_walker_progress_time(walker) >= world->def.stuck_after;
}

static enum transition check_walker(wend_world *world, uint32_t slot)
{
    wend_walker *walker = &world->crowd.walkers[slot];
    const wend_body *body = &world->crowd.bodies[slot];
    bool on_lane = wend_lane_walks_on(world, slot), held = wend_group_members_in(world, slot);
    if (walker->chosen == WEND_NO_GOAL && !on_lane && !held)
        return TRANSITION_NONE;
    double left = wend_crowd_remaining(&world->crowd, slot);
    if (on_lane ? wend_lane_walks_moved(world, slot)
        : held
            ? wend_group_members_arrived(world, slot) || wend_group_member_reaches_stop(world, slot)
            : wend_goals_reached(&world->goals, walker->chosen, body->position, body->radius)) {
        walker->nearest = fmin(left, body->radius);
        return TRANSITION_ARRIVES;
    }
    if (!isfinite(left))
        return TRANSITION_NONE;
    if (note_progress(world, slot, left)) {
        walker->reported_stuck = false;
        return TRANSITION_NONE;
    }
    if (!on_lane && !held && has_settled(world, slot, left)) {
        walker->nearest = left;
        return TRANSITION_ARRIVES;
    }
    return is_stuck(world, walker) && !walker->reported_stuck ? TRANSITION_STUCK : TRANSITION_NONE;
}

static enum transition check_agent(wend_world *world, uint32_t slot)
{
    const wend_walker *walker = &world->crowd.walkers[slot];
    switch ((wend_agent_activity)walker->doing) {
    case WEND_ACTIVITY_WALKING:
        return check_walker(world, slot);
    case WEND_ACTIVITY_PREMOVEMENT:
        return is_over(world, walker->begins) ? TRANSITION_STARTS : TRANSITION_NONE;
    case WEND_ACTIVITY_WAITING:
        return is_over(world, walker->resumes) ? TRANSITION_RESUMES : TRANSITION_NONE;
    case WEND_ACTIVITY_IDLE:
    case WEND_ACTIVITY_NO_PATH:
        break;
    }
    return TRANSITION_NONE;
}

static void check_some(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    wend_world *world = argument;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i)
        world->crowd.walkers[i].transition = wend_agent_id_is_null(world->crowd.id[i])
                                                 ? TRANSITION_NONE
                                                 : (uint8_t)check_agent(world, i);
}

// ---- second pass, in the order of slots ---------------------------------------------------------

// Waiting time at a waypoint: a function of agent, waypoint and round, the same in every run.
static double drawn_wait(const wend_world *world, uint32_t slot, const wend_world_stop *stop)
{
    if (stop->wait_spread == 0)
        return stop->wait;
    const wend_walker *walker = &world->crowd.walkers[slot];
    wend_hash hash = wend_hash_start();
    wend_hash_u64(&hash, wend_id_pack(world->crowd.id[slot].raw));
    wend_hash_u64(&hash, (uint64_t)walker->rounds << 32 | walker->stop);
    wend_random random =
        wend_random_stream(world->def.seed, WAIT_STREAMS | wend_hash_end(&hash) >> 2);
    return stop->wait + stop->wait_spread * wend_random_unit(&random);
}

static void continue_route(wend_world *world, uint32_t slot, uint32_t stop)
{
    wend_walker *walker = &world->crowd.walkers[slot];
    walker->stop = stop;
    walker->chosen = WEND_NO_GOAL;
    walker->doing = WEND_ACTIVITY_WALKING;
    wend_world_set_out(world, slot);
}

// The agent has arrived at its last goal.
static void end_route(wend_world *world, uint32_t slot, bool stays)
{
    wend_events_add_agent(world, WEND_EVENT_ARRIVED, slot, world->crowd.walkers[slot].stop);
    if (stays)
        world->crowd.walkers[slot].doing = WEND_ACTIVITY_IDLE;
    else
        wend_world_drop_agent(world, slot);
}

// Proceeds from the current waypoint: to the next one, to another round, or to the end.
static void leave_waypoint(wend_world *world, uint32_t slot)
{
    wend_walker *walker = &world->crowd.walkers[slot];
    const wend_world_route *route = route_of(world, walker);
    bool grouped = !wend_group_id_is_null(walker->shape);
    if (grouped && !wend_group_of(world, slot)->arrived)
        continue_route(world, slot, walker->stop);
    else if (!route)
        end_route(world, slot,
                  grouped && wend_group_of(world, slot)->def.on_arrival == WEND_ON_ARRIVAL_STAY);
    else if (walker->stop + 1 < route->count)
        continue_route(world, slot, walker->stop + 1);
    else if (route->end != WEND_ON_ARRIVAL_REPEAT)
        end_route(world, slot, route->end == WEND_ON_ARRIVAL_STAY);
    else if (++walker->rounds == route->repeats)
        end_route(world, slot, false);
    else
        continue_route(world, slot, 0);
}

// A member notes that its group has reached a waypoint, and waits there with it. Its own count of
// waypoints is that of the group after this one.
static void reach_group_stop(wend_world *world, uint32_t slot)
{
    wend_walker *walker = &world->crowd.walkers[slot];
    const wend_moving_group *group = wend_group_of(world, slot);
    wend_events_add_agent(world, WEND_EVENT_WAYPOINT, slot, group->stop);
    walker->rounds = group->rounds;
    walker->stop = group->stop + 1;
    if (is_over(world, group->resumes)) {
        continue_route(world, slot, walker->stop);
        return;
    }
    walker->doing = WEND_ACTIVITY_WAITING;
    walker->resumes = group->resumes;
}

static void reach_waypoint(wend_world *world, uint32_t slot)
{
    wend_walker *walker = &world->crowd.walkers[slot];
    const wend_world_route *route = route_of(world, walker);
    wend_paths_drop(&world->paths, slot);
    if (!wend_group_id_is_null(walker->shape) && !wend_group_of(world, slot)->arrived) {
        reach_group_stop(world, slot);
        return;
    }
    double wait = 0;
    bool last = true;
    if (route) {
        wait = drawn_wait(world, slot, &world->goals.stops.data[route->first + walker->stop]);
        last = walker->stop + 1 == route->count && route->end != WEND_ON_ARRIVAL_REPEAT;
    }
    if (wait > 0 || !last)
        wend_events_add_agent(world, WEND_EVENT_WAYPOINT, slot, walker->stop);
    if (wait > 0) {
        walker->doing = WEND_ACTIVITY_WAITING;
        walker->resumes = world->time + wait;
    } else {
        leave_waypoint(world, slot);
    }
}

static void apply_transition(wend_world *world, uint32_t slot)
{
    wend_walker *walker = &world->crowd.walkers[slot];
    switch ((enum transition)walker->transition) {
    case TRANSITION_NONE:
        break;
    case TRANSITION_STARTS:
        walker->begins = fmin(walker->begins, world->time);
        wend_crowd_set_out(&world->crowd, slot, world->time);
        break;
    case TRANSITION_RESUMES:
        if (wend_pursuit_id_is_null(walker->pursuit))
            leave_waypoint(world, slot);
        else
            wend_pursuits_resume(world, slot);
        break;
    case TRANSITION_ARRIVES:
        if (!wend_pursuit_id_is_null(walker->pursuit))
            wend_pursuits_reached(world, slot);
        else if (!wend_lanes_id_is_null(walker->lanes) && !wend_lane_walks_on(world, slot) &&
                 wend_lane_walks_join(world, slot))
            break;
        else if (!wend_group_id_is_null(walker->shape) && !wend_group_members_in(world, slot))
            wend_group_members_join(world, slot);
        else
            reach_waypoint(world, slot);
        break;
    case TRANSITION_STUCK:
        walker->reported_stuck = true;
        world->gates.wanted = true;
        wend_events_add(&world->events, &world->allocator,
                        (wend_event){.kind = WEND_EVENT_STUCK,
                                     .number = walker->stop,
                                     .agent = world->crowd.id[slot],
                                     .time = world->time,
                                     .position = world->crowd.bodies[slot].position,
                                     .blocker = wend_blocker_of(world, slot)});
        break;
    }
}

// Updates wend_world_goal.standing for an agent that has arrived and stays.
static void note_standing(wend_world *world, uint32_t slot)
{
    const wend_walker *walker = &world->crowd.walkers[slot];
    if (walker->doing != WEND_ACTIVITY_IDLE || walker->chosen == WEND_NO_GOAL)
        return;
    double *standing = &world->goals.goals.data[walker->chosen].standing;
    *standing = fmax(*standing, walker->nearest + world->crowd.bodies[slot].radius);
}

bool wend_phase_events(wend_world *world)
{
    wend_crowd *crowd = &world->crowd;
    if (crowd->count == 0) {
        wend_barriers_act(world);
        return true;
    }
    wend_gates_count(world);
    // A step early, because the difference of times is rounded.
    const wend_turn_times times = {.stuck = world->time - world->def.stuck_after + world->def.step,
                                   .long_stuck = world->time - PATIENCE * world->def.stuck_after};
    if (crowd->by_motion[WEND_MOTION_PEDESTRIAN] > 0)
        wend_turns_update(crowd, wend_pedestrian_orca(world->pedestrian), times);
    else if (crowd->by_motion[WEND_MOTION_ORCA] > 0)
        wend_turns_update(crowd, world->orca, times);
    if (crowd->needs & WEND_NEEDS_NEIGHBOURS)
        wend_turns_update_listed(crowd, &world->neighbours, times);
    wend_parallel_for(world->tasks, crowd->slots, GRAIN, check_some, world);
    for (size_t i = 0; i < world->goals.goals.count; ++i)
        world->goals.goals.data[i].standing = 0;
    // The number of slots may decrease when agents leave.
    for (uint32_t i = 0; i < crowd->slots; ++i) {
        if (crowd->walkers[i].transition != TRANSITION_NONE)
            apply_transition(world, i);
        note_standing(world, i);
    }
    wend_weights_act(world);
    wend_pursuits_act(world);
    wend_barriers_act(world);
    wend_priority_choose(world);
    return true;
}
