// SPDX-License-Identifier: MIT
// The agents, as arrays by slot. Data that motion models read in every step is separate from data
// that is rarely used.
#ifndef WEND_WORLD_STATE_CROWD_H
#define WEND_WORLD_STATE_CROWD_H

#include "core/hash.h"
#include "core/ids.h"
#include "wend/agent.h"
#include "wend/pedestrian.h"
#include "wend/vec2.h"

/// The data of an agent that inner loops do not read.
typedef struct wend_walker {
    double speed;        ///< preferred speed without boost [Units: m/s]
    double begins;       ///< time at which the pre-movement time ends [Units: s]
    double resumes;      ///< time at which the wait at a waypoint ends [Units: s]
    double nearest;      ///< remaining path at the last progress; INFINITY: just set out [Units: m]
    double nearest_time; ///< time of the last progress [Units: s]
    double best;      ///< least remaining path since it set out; INFINITY: just set out [Units: m]
    double best_time; ///< time when that was [Units: s]
    double added;     ///< time at which the agent was added [Units: s]
    uint64_t user;
    wend_route_id route;     ///< null: none
    wend_goal_id goal;       ///< the def's single goal; null: none
    wend_pursuit_id pursuit; ///< null: none
    wend_lanes_id lanes;     ///< null: none
    wend_group_id shape;     ///< coherent group; null: none
    uint32_t chosen; ///< slot of the current goal, kept on arrival; WEND_NO_GOAL: none chosen
    uint32_t stop;   ///< current waypoint of the route
    uint32_t rounds; ///< completed rounds of the route
    uint32_t role;
    uint32_t blocker1;   ///< agent that blocks it, slot plus 1; 0: none. Valid in the events phase
    uint32_t ride1;      ///< slot of the current speed boost, plus 1; 0: none (speed_boosts.h)
    float faster;        ///< factor of that boost; 1: none
    float max_speed;     ///< without boost [Units: m/s]
    float held;          ///< duration of being slowed, as barriers count it [Units: s]
    float share;         ///< avoidance share; that of the body may differ while stuck (turns.h)
    uint8_t doing;       ///< wend_agent_activity
    uint8_t planner;     ///< wend_planner_kind
    uint8_t motion;      ///< wend_motion_kind
    uint8_t transition;  ///< enum transition: result of the parallel pass (events_phase.c)
    bool reported_stuck; ///< WEND_EVENT_STUCK was sent
    uint8_t detours;     ///< changes to a longer path since `best`
    uint8_t opposed;     ///< > 0: stuck against oncoming agents (turns.h)
    uint8_t gate_mouth;  ///< where it enters that gate, or has entered it
    uint8_t gate_place;  ///< wend_gate_place there
    uint8_t priorities; ///< times that it got priority since it set out (priority.h), up to a limit
    uint32_t gate1;     ///< gate that it passes, plus 1; 0: none (gates.h)
} wend_walker;

#define WEND_NO_GOAL UINT32_MAX

/// An agent that changes to a longer path this often and comes no nearer than before wavers.
enum { WEND_WAVERS = 3 };

/// Time of the last progress. [Units: s]
static inline double wend_walker_progress_time(const wend_walker *walker)
{
    bool wavers = walker->detours == WEND_WAVERS && walker->best_time > walker->nearest_time;
    return wavers ? walker->best_time : walker->nearest_time;
}

/// Preferred speed, with boost. [Units: m/s]
static inline double wend_walker_speed(const wend_walker *walker)
{
    return walker->speed * walker->faster;
}

static inline const wend_planner_info *wend_walker_planner(const wend_walker *walker)
{
    return wend_planner_info_of((wend_planner_kind)walker->planner);
}

static inline const wend_motion_info *wend_walker_motion(const wend_walker *walker)
{
    return wend_motion_info_of((wend_motion_kind)walker->motion);
}

typedef struct wend_crowd {
    wend_id_pool ids;
    uint32_t slots;                          ///< highest in use, plus one
    uint32_t capacity;                       ///< of all arrays
    uint32_t count;                          ///< number of agents
    uint32_t by_planner[WEND_PLANNER_COUNT]; ///< number of agents with each planner
    uint32_t by_motion[WEND_MOTION_COUNT];   ///< number of agents with each motion model
    uint32_t needs;                          ///< wend_needs of all their planners and models
    wend_agent_id *id;                       ///< null: free slot
    wend_body *bodies;                       ///< radius < 0: free slot
    uint32_t *groups;                        ///< social groups
    wend_preferred_velocity *wishes;         ///< written by the planners
    wend_steering_target *aims;              ///< steering targets, the origin of the wishes
    wend_walker *walkers;
    wend_pedestrian_memory *memories;            ///< zero while no agent is a pedestrian
    wend_vec2 *next_positions, *next_velocities; ///< the next generation
} wend_crowd;

/// Reserves memory for `more` agents. False: out of memory, nothing changed.
bool wend_crowd_reserve(wend_crowd *crowd, uint32_t more, const wend_allocator *allocator);

/// Adds an agent. The def is valid, and `now` is the world's time. [Limit: memory was reserved]
wend_agent_id wend_crowd_add(wend_crowd *crowd, const wend_agent_def *def, double now);
/// Removes an agent from the crowd only: its path is another part (wend_paths_drop).
void wend_crowd_remove(wend_crowd *crowd, uint32_t slot);

/// Sets an agent's planner and motion model.
void wend_crowd_set_kinds(wend_crowd *crowd, uint32_t slot, wend_planner_kind planner,
                          wend_motion_kind motion);

/// Restarts the walk of an agent that has a goal, or the rest of its pre-movement time. Other
/// agents become idle.
void wend_crowd_set_out(wend_crowd *crowd, uint32_t slot, double now);

/// Point that an agent heads for: its steering target at the bias.
static inline wend_vec2 wend_crowd_target(const wend_crowd *crowd, uint32_t slot)
{
    const wend_steering_target *aim = &crowd->aims[slot];
    return wend_lerp(aim->a, aim->b, aim->bias);
}

/// Remaining path of an agent: to its steering target, and from there to the goal. INFINITY: not
/// known yet. [Units: m]
double wend_crowd_remaining(const wend_crowd *crowd, uint32_t slot);

/// Checks everything in a def except the position. (agents.c)
wend_result wend_agent_def_check(const wend_world *world, const wend_agent_def *def,
                                 wend_error *error);

#endif
