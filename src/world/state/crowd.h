// SPDX-License-Identifier: MIT
// The agents, as arrays by slot. What motion reads every step lies apart from what is rarely used.
#ifndef WEND_WORLD_STATE_CROWD_H
#define WEND_WORLD_STATE_CROWD_H

#include "core/hash.h"
#include "core/ids.h"
#include "wend/agent.h"

/// What is not needed in every inner loop.
typedef struct wend_walker {
    double speed;        ///< that it likes
    double begins;       ///< when its reaction time is over
    double resumes;      ///< when its wait at a stop is over
    double nearest;      ///< the way that was left when it last got nearer; INFINITY: just set out
    double nearest_time; ///< and when that was
    double added;        ///< when
    uint64_t user;
    wend_route_id route;     ///< null: none
    wend_goal_id goal;       ///< the def's single goal; null: none
    wend_pursuit_id pursuit; ///< null: none
    wend_lanes_id lanes;     ///< null: none
    wend_group_id shape;     ///< the group that it belongs to; null: none
    uint32_t chosen; ///< slot of the goal it heads for, or stands at; WEND_NO_GOAL: not chosen yet
    uint32_t stop;   ///< of its route
    uint32_t rounds; ///< that it has gone of its route
    uint32_t role;
    uint32_t ride1;      ///< the weight that it took, plus 1; 0: none (weights.h)
    float faster;        ///< by which factor it is faster for that
    float max_speed;     ///< without that
    float held;          ///< how long it was slowed, as barriers count it [Units: s]
    float share;         ///< its own; that of its body may be another while it is stuck (turns.h)
    uint8_t doing;       ///< wend_agent_activity
    uint8_t planner;     ///< wend_planner_kind
    uint8_t motion;      ///< wend_motion_kind
    uint8_t transition;  ///< within observe: what its parallel pass found
    bool reported_stuck; ///< the event was sent
    uint8_t opposed;     ///< > 0: stuck against others who come the opposite way (turns.h)
} wend_walker;

#define WEND_NO_GOAL UINT32_MAX

/// The speed that it likes now.
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
    uint32_t count;                          ///< in use
    uint32_t by_planner[WEND_PLANNER_COUNT]; ///< how many have it
    uint32_t by_motion[WEND_MOTION_COUNT];   ///< the same
    uint32_t needs;                          ///< wend_needs of all their planners and models
    wend_agent_id *id;                       ///< null: nobody
    wend_body *bodies;                       ///< radius < 0: nobody
    uint32_t *groups;
    wend_preferred_velocity *wishes; ///< written by the planners
    wend_steering_target *aims;      ///< the immediate goals that the wishes came from
    wend_walker *walkers;
    wend_vec2 *next_positions, *next_velocities; ///< the next generation
} wend_crowd;

/// Room for `more` agents. False: out of memory, nothing changed.
bool wend_crowd_reserve(wend_crowd *crowd, uint32_t more, const wend_allocator *allocator);

/// Puts an agent in; there must be room. The def is valid; `now` is the world's time.
wend_agent_id wend_crowd_add(wend_crowd *crowd, const wend_agent_def *def, double now);
/// Only the crowd: its path is another part (wend_paths_drop).
void wend_crowd_remove(wend_crowd *crowd, uint32_t slot);

/// Gives an agent another planner and motion.
void wend_crowd_set_kinds(wend_crowd *crowd, uint32_t slot, wend_planner_kind planner,
                          wend_motion_kind motion);

/// An agent that has a goal begins its way to it, or what is left of its reaction time.
void wend_crowd_set_out(wend_crowd *crowd, uint32_t slot, double now);

/// The way that an agent has left: to its aim at the bias, and on. INFINITY: not known yet.
double wend_crowd_remaining(const wend_crowd *crowd, uint32_t slot);

/// Is everything in the def in order but its position? (agents.c)
wend_result wend_agent_def_check(const wend_world *world, const wend_agent_def *def,
                                 wend_error *error);

#endif
