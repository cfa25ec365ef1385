// SPDX-License-Identifier: MIT
// Agents of a world: who they are, where they go, how they come and leave.
#ifndef WEND_AGENT_H
#define WEND_AGENT_H

#include "wend/ids.h"
#include "wend/lanes.h"
#include "wend/motion.h"
#include "wend/orca.h"
#include "wend/path.h"
#include "wend/planner.h"
#include "wend/pursuit.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_world wend_world;

// ---- where to -----------------------------------------------------------------------------------

/// Adds a goal: a point, a segment or an area. An agent is there when its centre is in the area, or
/// within its radius of the point or segment.
WEND_API wend_result wend_world_add_goal(wend_world *world, const wend_goal *goal, wend_goal_id *id,
                                         wend_error *error);

/// Where a goal is at some time.
typedef struct wend_goal_frame {
    double time;    ///< [Limit: >= 0] [Units: s]
    wend_vec2 a, b; ///< equal: a point
} wend_goal_frame;

/// A goal that appears, grows, moves and goes by a timetable: a train, or its doors.
typedef struct wend_moving_goal_def {
    /// [frame_count] In the order of their times. Between two of them both ends move steadily; it
    /// is not there before the first, and stays where the last one says.
    const wend_goal_frame *frames;
    uint32_t frame_count; ///< [Limit: >= 1]
    double end;           ///< when it is not there any more [Limit: >= the last time] [Units: s]
    /// After so long its times start again; 0: never. [Limit: more than the last time, and not less
    /// than gone unless that is INFINITY] [Units: s]
    double period;
    uint32_t cookie; ///< set by wend_default_moving_goal_def
} wend_moving_goal_def;

/// Never gone, no period.
WEND_API wend_moving_goal_def wend_default_moving_goal_def(void);

/// Where such a goal is at that time; false: it is not there. [Limit: wend_world_add_moving_goal
/// takes the def]
WEND_API bool wend_moving_goal_at(const wend_moving_goal_def *def, double time,
                                  wend_segment *place);

/// Adds a goal with a timetable. Who heads for a goal that goes away chooses another one; if there
/// is none it stands, has lost its way, and sets out again when there is.
WEND_API wend_result wend_world_add_moving_goal(wend_world *world, const wend_moving_goal_def *def,
                                                wend_goal_id *id, wend_error *error);

/// Moves a goal that is no area, nor a pursuing agent's own, for hosts that have no timetable: it
/// becomes this segment, or a point if its ends are equal. NULL: it is not there until it is moved
/// again.
WEND_API wend_result wend_world_move_goal(wend_world *world, wend_goal_id id,
                                          const wend_segment *place, wend_error *error);

/// Where a goal is now: valid until it is moved or one is added, or the next step. Its count is 0
/// while it is not there.
WEND_API wend_result wend_world_goal_now(const wend_world *world, wend_goal_id id, wend_goal *goal,
                                         wend_error *error);

/// Which of several goals an agent takes.
typedef enum wend_choice {
    WEND_CHOICE_NEAREST,  ///< by the length of its path; with the planner map, always the nearest
                          ///< now
    WEND_CHOICE_QUICKEST, ///< by the time it will take, queues counted; thought over now and then
    WEND_CHOICE_IN_TURN,  ///< the next one for each agent that asks: assigned evenly
} wend_choice;

/// One stop of a way.
typedef struct wend_waypoint {
    const wend_goal_id *goals; ///< one, or several to choose from
    uint32_t goal_count;
    wend_choice choice;
    double wait;        ///< how long it stays there [Units: s]
    double wait_spread; ///< and up to so much longer, at random [Units: s]
} wend_waypoint;

typedef enum wend_on_arrival {
    WEND_ON_ARRIVAL_LEAVE, ///< is removed: a sink
    /// Stands where it arrived. One that cannot reach a point or segment because others who have
    /// arrived there stand in its way has arrived, too, when it has got no nearer for a second.
    WEND_ON_ARRIVAL_STAY,
    WEND_ON_ARRIVAL_REPEAT, ///< goes to the first stop again
} wend_on_arrival;

typedef struct wend_route_def {
    const wend_waypoint *waypoints;
    uint32_t waypoint_count;
    uint32_t repeats; ///< for WEND_ON_ARRIVAL_REPEAT: rounds until it leaves; 0: for ever
    wend_on_arrival on_arrival;
} wend_route_def;

/// Adds a way with stops, which any number of agents may take.
WEND_API wend_result wend_world_add_route(wend_world *world, const wend_route_def *route,
                                          wend_route_id *id, wend_error *error);

// ---- who ----------------------------------------------------------------------------------------

typedef struct wend_agent_def {
    wend_vec2 position, velocity;
    double radius;                ///< [Limit: 1e-6..1e6] [Units: m]
    double preferred_speed;       ///< that it likes [Limit: 0..1e6] [Units: m/s]
    double max_speed;             ///< [Limit: speed..1e6]
    double time_horizon;          ///< see wend_body [Limit: 1e-6..1e6] [Units: s]
    double avoidance_share;       ///< see wend_body [Limit: 0..1]
    wend_route_id route;          ///< where it goes; null: it stands. Or
    wend_goal_id goal;            ///< one goal, where it leaves the world. Or
    wend_pursuit_id pursuit;      ///< what finds it goals, one after the other (wend/pursuit.h). Or
    wend_lanes_id lanes;          ///< some to follow, with the planner lanes and only with that. Or
    wend_group_id coherent_group; ///< that of a group (wend/groups.h), with the planner group and
                                  ///< only with that
    uint32_t social_group;        ///< 0: none
    uint32_t role;                ///< the host's; 0: none
    double premovement_time;      ///< it does not start before so long [Limit: 0..1e7] [Units: s]
    wend_planner_kind planner;
    wend_motion_kind motion;
    uint64_t user;   ///< the host's
    uint32_t cookie; ///< set by wend_default_agent_def
} wend_agent_def;

/// Radius 0.25, speed 1.3, max_speed 2, horizon 2, share 0.5, mesh, orca.
WEND_API wend_agent_def wend_default_agent_def(void);

/// Adds an agent. WEND_BAD_ARGUMENT where its centre is not in free space; one that is closer to a
/// wall than its radius, or to another agent, is taken and will be pushed apart.
WEND_API wend_result wend_world_add_agent(wend_world *world, const wend_agent_def *def,
                                          wend_agent_id *id, wend_error *error);
WEND_API wend_result wend_world_remove_agent(wend_world *world, wend_agent_id id,
                                             wend_error *error);

/// The def as the agent is now; change some of it and give it back with wend_world_change_agent.
WEND_API wend_result wend_world_agent(const wend_world *world, wend_agent_id id,
                                      wend_agent_def *def, wend_error *error);
/// Changes an agent. Another route, goal or pursuit starts at its first stop. The reaction time is
/// what is left of it.
WEND_API wend_result wend_world_change_agent(wend_world *world, wend_agent_id id,
                                             const wend_agent_def *def, wend_error *error);
/// Only the place, for hosts that move the agents themselves; velocity [opt].
WEND_API wend_result wend_world_place_agent(wend_world *world, wend_agent_id id, wend_vec2 position,
                                            const wend_vec2 *velocity, wend_error *error);

/// Everybody, by slot: valid until the next change or step.
typedef struct wend_agents {
    const wend_body *bodies;       ///< [slots] radius < 0: nobody
    const wend_agent_id *ids;      ///< [slots] null: nobody
    const uint32_t *social_groups; ///< [slots]
    uint32_t slots;
    uint32_t count; ///< how many there are
} wend_agents;
WEND_API wend_agents wend_world_agents(const wend_world *world);

typedef enum wend_agent_activity {
    WEND_ACTIVITY_IDLE,        ///< has no goal, or has reached it and stays
    WEND_ACTIVITY_PREMOVEMENT, ///< has not started yet
    WEND_ACTIVITY_WALKING,
    WEND_ACTIVITY_WAITING, ///< at a stop
    WEND_ACTIVITY_NO_PATH, ///< there is no way
} wend_agent_activity;

/// What an agent is about.
typedef struct wend_agent_state {
    wend_agent_activity activity;
    uint32_t waypoint;           ///< of its route
    wend_goal_id goal;           ///< that it has chosen; null: none yet
    wend_steering_target target; ///< its immediate goal
    double remaining; ///< of its way, as the aim says; INFINITY: not known yet [Units: m]
    double since;     ///< when it was added [Units: s]
} wend_agent_state;
WEND_API wend_result wend_world_agent_state(const wend_world *world, wend_agent_id id,
                                            wend_agent_state *state, wend_error *error);

// ---- lanes --------------------------------------------------------------------------------------

/// Adds lanes, which are copied, for agents whose planner is lanes. They come where a lane first
/// keeps clear of the world's walls as they are now, and leave where it last does: a source along a
/// wall is a wall, too. WEND_BAD_ARGUMENT for a lane that nowhere does.
WEND_API wend_result wend_world_add_lanes(wend_world *world, const wend_lanes *lanes,
                                          wend_lanes_id *id, wend_error *error);

/// Where on its lanes an agent is. WEND_NOT_FOUND for one that follows none.
typedef struct wend_lane_position {
    uint32_t lane; ///< UINT32_MAX: on its way to one
    double along;  ///< [Units: m]
} wend_lane_position;
WEND_API wend_result wend_world_agent_lane(const wend_world *world, wend_agent_id id,
                                           wend_lane_position *place, wend_error *error);

// ---- coming and slowing -------------------------------------------------------------------------

/// A value that differs from agent to agent: normal, cut off at both ends.
typedef struct wend_spread {
    double std;      ///< 0: all have the def's value
    double min, max; ///< [Limit: least <= most unless deviation is 0]
} wend_spread;

/// Where agents come from: their centres are in the area, free of walls and of each other.
typedef struct wend_spawner_def {
    /// 3 corners or more, or 1: a place. None, for agents with lanes: they come at the starts of
    /// these, on each as soon as the one before is a headway ahead and nobody is in the way.
    wend_goal area;
    wend_agent_def agent; ///< its position is ignored
    wend_spread radius, preferred_speed,
        premovement_time; ///< max_speed is raised to the speed where it is less
    uint32_t count;       ///< [Limit: >= 1]
    /// So many a second, the first at start: agent k is due at start + k / rate and comes in the
    /// step that this lies in. 0: all at once, as far as there is room.
    double rate;
    /// When it works; whoever has found no room by then does not come. A start in the past is now.
    /// [Units: s]
    double start, end;
    uint32_t cookie; ///< set by wend_default_spawner_def
} wend_spawner_def;

/// One agent, at once, no spread, from 0 to INFINITY.
WEND_API wend_spawner_def wend_default_spawner_def(void);

/// Adds a spawner. If it starts now and has no rate, its agents are there when this returns, as
/// many as there is room for without overlap; the rest comes later (WEND_EVENT_SPAWN_WAITING).
WEND_API wend_result wend_world_add_spawner(wend_world *world, const wend_spawner_def *def,
                                            wend_spawner_id *id, wend_error *error);

/// How many agents of all spawners are still to come.
WEND_API uint32_t wend_world_pending(const wend_world *world);

/// Adds an area in which the speed that agents like is multiplied by factor. Where several overlap
/// the least counts. [Limit: factor >= 0]
WEND_API wend_result wend_world_add_zone(wend_world *world, const wend_goal *area, double factor,
                                         wend_zone_id *id, wend_error *error);
WEND_API wend_result wend_world_remove_zone(wend_world *world, wend_zone_id id, wend_error *error);

/// Adds a corner that makes faster (wend/map_weights.h): as if bicycles stood there, `count` of
/// them. An agent whose planner is map counts it in when it looks for the quickest way. When it
/// gets there it takes one (WEND_EVENT_BOOSTED) and is faster by `weight` from then on, unless it
/// is already: its speed and max_speed are the def's times the greatest weight that it took. When
/// none is left the corner is as others are. [Limit: weight 1..1000] [Limit: count >= 1]
WEND_API wend_result wend_world_add_boost(wend_world *world, wend_vec2 at, double weight,
                                          uint32_t count, wend_boost_id *id, wend_error *error);
/// How many are left there; and puts so many there.
WEND_API wend_result wend_world_boost_remaining(const wend_world *world, wend_boost_id id,
                                                uint32_t *count, wend_error *error);
WEND_API wend_result wend_world_refill_boost(wend_world *world, wend_boost_id id, uint32_t count,
                                             wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
