// SPDX-License-Identifier: MIT
// Agents of a world: goals and routes, properties and state of agents, lanes, spawners, zones and
// speed boosts.
//
// Every call that adds an object writes its id to *id [opt]. Definitions and the arrays they point
// to are copied, never retained.
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

// ---- goals and routes ---------------------------------------------------------------------------

/// Adds a goal: a point, a segment or an area. An agent has reached it when its centre is in the
/// area, or within 1.1 times its radius of the point or segment.
WEND_API wend_result wend_world_add_goal(wend_world *world, const wend_goal *goal, wend_goal_id *id,
                                         wend_error *error);

/// Position of a moving goal at one time.
typedef struct wend_goal_frame {
    double time;    ///< simulated time [Limit: 0..1e7] [Units: s]
    wend_vec2 a, b; ///< end points of the segment; equal: a point
} wend_goal_frame;

/// A goal that appears, changes its size, moves and disappears by a timetable: a train, or its
/// doors.
typedef struct wend_moving_goal_def {
    /// [frame_count] In increasing order of time. Between two frames both ends move at constant
    /// speed. The goal is absent before the first frame and rests after the last.
    const wend_goal_frame *frames;
    uint32_t frame_count; ///< [Limit: >= 1]
    /// Time at which the goal disappears; INFINITY: never. [Limit: >= the last frame's time]
    /// [Units: s]
    double end;
    /// Period after which the timetable starts again; 0: none. [Limit: above the last frame's time,
    /// up to 1e7, and >= end unless end is INFINITY] [Units: s]
    double period;
    uint32_t cookie; ///< set by wend_default_moving_goal_def
} wend_moving_goal_def;

/// No frames yet, end INFINITY, no period.
WEND_API wend_moving_goal_def wend_default_moving_goal_def(void);

/// Computes the segment of a moving goal at a time. False if the goal is absent then. [Limit: the
/// definition is valid for wend_world_add_moving_goal]
WEND_API bool wend_moving_goal_at(const wend_moving_goal_def *def, double time,
                                  wend_segment *segment);

/// Adds a goal with a timetable. Agents whose goal disappears choose another one; without an
/// alternative they stand, with WEND_ACTIVITY_NO_PATH, until a goal appears.
WEND_API wend_result wend_world_add_moving_goal(wend_world *world, const wend_moving_goal_def *def,
                                                wend_goal_id *id, wend_error *error);

/// Moves a point or segment goal to `segment` (equal ends: a point), for hosts that need no
/// timetable. NULL: the goal is absent until the next move. WEND_BAD_ARGUMENT for an area or the
/// goal of an agent with a pursuit.
WEND_API wend_result wend_world_move_goal(wend_world *world, wend_goal_id id,
                                          const wend_segment *segment, wend_error *error);

/// Returns the current position of a goal in *goal; count is 0 while the goal is absent. Its points
/// are valid until the goal moves, a goal is added or the next step.
WEND_API wend_result wend_world_goal_now(const wend_world *world, wend_goal_id id, wend_goal *goal,
                                         wend_error *error);

/// Rule by which an agent chooses one of several goals.
typedef enum wend_choice {
    WEND_CHOICE_NEAREST,  ///< the goal with the shortest path; planner "map" re-evaluates it in
                          ///< every step
    WEND_CHOICE_QUICKEST, ///< the goal with the shortest travel time, including the queue in front
                          ///< of it; re-evaluated every 2 s
    WEND_CHOICE_IN_TURN,  ///< the next goal of the list for each agent that chooses: distributed
                          ///< evenly
} wend_choice;

/// A waypoint of a route.
typedef struct wend_waypoint {
    const wend_goal_id *goals; ///< [goal_count] one goal, or several to choose from
    uint32_t goal_count;       ///< [Limit: >= 1]
    wend_choice choice;
    double wait;        ///< waiting time at the waypoint [Limit: >= 0] [Units: s]
    double wait_spread; ///< maximum additional random waiting time [Limit: >= 0] [Units: s]
} wend_waypoint;

/// Behaviour of an agent at the end of its route.
typedef enum wend_on_arrival {
    WEND_ON_ARRIVAL_LEAVE, ///< the agent is removed: the goal is a sink
    /// The agent stands where it arrived. It also counts as arrived if other agents that stay at
    /// the point or segment block it and it has made no progress for 1 s.
    WEND_ON_ARRIVAL_STAY,
    WEND_ON_ARRIVAL_REPEAT, ///< the agent starts again at the first waypoint
} wend_on_arrival;

typedef struct wend_route_def {
    const wend_waypoint *waypoints; ///< [waypoint_count]
    uint32_t waypoint_count;        ///< [Limit: >= 1]
    /// For WEND_ON_ARRIVAL_REPEAT: rounds until the agent is removed; 0: no limit.
    uint32_t repeats;
    wend_on_arrival on_arrival;
} wend_route_def;

/// Adds a route: a sequence of waypoints, shared by any number of agents.
WEND_API wend_result wend_world_add_route(wend_world *world, const wend_route_def *route,
                                          wend_route_id *id, wend_error *error);

// ---- agents -------------------------------------------------------------------------------------

/// Properties of an agent. At most one of route, goal, pursuit, lanes and coherent_group is not
/// null; an agent with none stands.
typedef struct wend_agent_def {
    wend_vec2 position;           ///< centre [Limit: in free space] [Units: m]
    wend_vec2 velocity;           ///< [Limit: each coordinate -1e6..1e6] [Units: m/s]
    double radius;                ///< [Limit: 1e-6..1e6] [Units: m]
    double preferred_speed;       ///< speed without obstruction [Limit: 0..1e6] [Units: m/s]
    double max_speed;             ///< [Limit: preferred_speed..1e6] [Units: m/s]
    double time_horizon;          ///< see wend_body [Limit: 1e-6..1e6] [Units: s]
    double avoidance_share;       ///< see wend_body [Limit: 0..1]
    wend_route_id route;          ///< waypoints to visit
    wend_goal_id goal;            ///< a single goal, at which the agent is removed
    wend_pursuit_id pursuit;      ///< source of successive goals (wend/pursuit.h)
    wend_lanes_id lanes;          ///< lanes to follow; if and only if the planner is "lanes"
    wend_group_id coherent_group; ///< coherent group (wend/world_groups.h); if and only if the
                                  ///< planner is "group"
    uint32_t social_group;        ///< number of the social group; 0: none
    uint32_t role;                ///< number chosen by the host, target of a chase; 0: none
    /// Pre-movement time: delay before the agent starts to walk. [Limit: 0..1e7] [Units: s]
    double premovement_time;
    wend_planner_kind planner;
    wend_motion_kind motion;
    uint64_t user;   ///< for the host; not used by wend
    uint32_t cookie; ///< set by wend_default_agent_def
} wend_agent_def;

/// Radius 0.25 m, preferred speed 1.3 m/s, maximum speed 2 m/s, time horizon 2 s, avoidance share
/// 0.5, planner "mesh", motion model "orca".
WEND_API wend_agent_def wend_default_agent_def(void);

/// Adds an agent. WEND_BAD_ARGUMENT if its centre is not in free space. An agent closer to a wall
/// or to another agent than their radii allow is accepted and pushed apart in the next steps.
WEND_API wend_result wend_world_add_agent(wend_world *world, const wend_agent_def *def,
                                          wend_agent_id *id, wend_error *error);
/// Removes an agent.
WEND_API wend_result wend_world_remove_agent(wend_world *world, wend_agent_id id,
                                             wend_error *error);

/// Writes the current properties of an agent to *def, for wend_world_change_agent.
/// premovement_time is the remaining part.
WEND_API wend_result wend_world_agent(const wend_world *world, wend_agent_id id,
                                      wend_agent_def *def, wend_error *error);
/// Replaces the properties of an agent. A different route, goal, pursuit, lanes or coherent_group
/// starts at its beginning. A different premovement_time is counted from now.
WEND_API wend_result wend_world_change_agent(wend_world *world, wend_agent_id id,
                                             const wend_agent_def *def, wend_error *error);
/// Changes the position and the velocity [opt] of an agent, for hosts that move agents themselves.
WEND_API wend_result wend_world_place_agent(wend_world *world, wend_agent_id id, wend_vec2 position,
                                            const wend_vec2 *velocity, wend_error *error);

/// All agents, by slot; valid until the next change or step.
typedef struct wend_agents {
    const wend_body *bodies;       ///< [slots] radius < 0: unused slot
    const wend_agent_id *ids;      ///< [slots] null: unused slot
    const uint32_t *social_groups; ///< [slots]
    uint32_t slots;                ///< length of the arrays
    uint32_t count;                ///< number of agents
} wend_agents;
/// Returns all agents. O(1).
WEND_API wend_agents wend_world_agents(const wend_world *world);

typedef enum wend_agent_activity {
    WEND_ACTIVITY_IDLE,        ///< no goal, or arrived and staying
    WEND_ACTIVITY_PREMOVEMENT, ///< before the end of its pre-movement time
    WEND_ACTIVITY_WALKING,
    WEND_ACTIVITY_WAITING, ///< at a waypoint
    WEND_ACTIVITY_NO_PATH, ///< standing, because no path to its goal exists at present
} wend_agent_activity;

/// State of an agent.
typedef struct wend_agent_state {
    wend_agent_activity activity;
    uint32_t waypoint;           ///< index of the current waypoint of its route
    wend_goal_id goal;           ///< chosen goal; null: none yet
    wend_steering_target target; ///< current steering target
    double remaining; ///< path length to the goal; INFINITY: not known yet; 0 unless walking
                      ///< [Units: m]
    double since;     ///< simulated time at which the agent was added [Units: s]
    bool stuck;       ///< no progress since WEND_EVENT_STUCK was sent
} wend_agent_state;
/// Writes the state of an agent to *state.
WEND_API wend_result wend_world_agent_state(const wend_world *world, wend_agent_id id,
                                            wend_agent_state *state, wend_error *error);

// ---- lanes --------------------------------------------------------------------------------------

/// Adds a copy of lanes, for agents with planner "lanes". Agents spawn at the first point of a lane
/// that keeps clear of the current walls, and are removed at the last such point: the wall along
/// which a source lies counts too. WEND_BAD_ARGUMENT if a lane has no such point.
WEND_API wend_result wend_world_add_lanes(wend_world *world, const wend_lanes *lanes,
                                          wend_lanes_id *id, wend_error *error);

/// Definition of lanes that a world computes for its own walls. Nothing in it is retained.
typedef struct wend_world_flow_def {
    const wend_opening *openings;
    uint32_t opening_count;
    double snap;          ///< snapping distance, as in wend_flow_def [Units: m]
    wend_lanes_def lanes; ///< radius, kind and side
    bool shorten;
    wend_lanes_shortening shortening;
    uint32_t cookie; ///< set by wend_default_world_flow_def
} wend_world_flow_def;

/// No openings; the defaults of wend_flow_def, wend_lanes_def and wend_lanes_shortening.
WEND_API wend_world_flow_def wend_default_world_flow_def(void);

/// Adds the lanes of a flow past the current fixed obstacles and shut doors. When one of these
/// changes, the lanes are computed again at the start of the next step. Agents whose position is
/// exactly on a new lane continue on it; the others walk to the nearest new lane that they can
/// reach, by the mesh, or to the nearest sink if they can reach none. While no lane fits, the set
/// is empty: its spawners wait. Results are those of wend_flow_create and wend_lanes_create;
/// WEND_NOT_FOUND: no lane fits now, but the set was added.
WEND_API wend_result wend_world_add_flow(wend_world *world, const wend_world_flow_def *def,
                                         wend_lanes_id *id, wend_error *error);

/// Number of lanes of a set; 0 for an unknown id.
WEND_API uint32_t wend_world_lane_count(const wend_world *world, wend_lanes_id id);

/// Position of an agent on its lanes.
typedef struct wend_lane_position {
    uint32_t lane; ///< index of the lane; UINT32_MAX: the agent is walking to a lane
    double along;  ///< arc length from the start of the lane [Units: m]
} wend_lane_position;
/// Returns WEND_NOT_FOUND for an agent without lanes.
WEND_API wend_result wend_world_agent_lane(const wend_world *world, wend_agent_id id,
                                           wend_lane_position *position, wend_error *error);

// ---- spawners, zones, speed boosts --------------------------------------------------------------

typedef enum wend_distribution {
    WEND_DISTRIBUTION_NORMAL = 0,
    WEND_DISTRIBUTION_UNIFORM,   ///< between the limits; mean and std have no effect
    WEND_DISTRIBUTION_LOGNORMAL, ///< this and those below: mean > 0, std at most 10 times the mean
    WEND_DISTRIBUTION_GAMMA,
    WEND_DISTRIBUTION_WEIBULL,
} wend_distribution;

/// Distribution of a property over agents, with the value of the definition as its mean. All are
/// truncated at both ends; mean and std are those of the distribution that is not truncated.
typedef struct wend_spread {
    double std;      ///< standard deviation; 0: all agents have the value of the definition
    double min, max; ///< limits of the values [Limit: min <= max unless std is 0]
    wend_distribution distribution; ///< no effect if std is 0
} wend_spread;

/// A source of agents. Their centres are in its area; they overlap neither walls nor other agents.
typedef struct wend_spawner_def {
    /// An area (3 points or more) or a point (1). No points, for agents with lanes: these spawn at
    /// the starts of the lanes, on each as soon as the agent in front is one headway ahead and the
    /// position is free.
    wend_goal area;
    wend_agent_def agent; ///< its position is ignored
    /// Spreads around the values of `agent`. max_speed is raised to the preferred speed if it is
    /// lower.
    wend_spread radius, preferred_speed, premovement_time;
    uint32_t count; ///< number of agents [Limit: >= 1]
    /// Spawn rate: agent k (from 0) is due at start + k / rate and spawns in the step that contains
    /// this time. 0: all at once, as far as there is space. [Limit: >= 0] [Units: 1/s]
    double rate;
    /// Times at which spawning starts and ends; agents without space until then never spawn. A
    /// start in the past counts as the current time. [Limit: start < end, current time < end]
    /// [Units: s]
    double start, end;
    uint32_t cookie; ///< set by wend_default_spawner_def
} wend_spawner_def;

/// One default agent, at once, no spread, start 0, end INFINITY.
WEND_API wend_spawner_def wend_default_spawner_def(void);

/// Draws the agent with that number from the spreads of a definition: a function of both, the seed,
/// and nothing else. For agents that the host adds itself. [Limit: the definition is valid, number
/// < 2^61]
WEND_API wend_agent_def wend_spawner_def_draw(const wend_spawner_def *def, uint64_t seed,
                                              uint64_t number);

/// Adds a spawner. If its start is not in the future and its rate is 0, it spawns at once as many
/// agents as fit without overlap, and the others in later steps (WEND_EVENT_SPAWN_WAITING).
WEND_API wend_result wend_world_add_spawner(wend_world *world, const wend_spawner_def *def,
                                            wend_spawner_id *id, wend_error *error);

/// Number of agents that the spawners have still to spawn, and of members of groups that have not
/// appeared yet.
WEND_API uint32_t wend_world_pending(const wend_world *world);

/// Adds a zone: an area in which preferred speeds are multiplied by factor. Where zones overlap,
/// the smallest factor applies. [Limit: factor >= 0]
WEND_API wend_result wend_world_add_zone(wend_world *world, const wend_goal *area, double factor,
                                         wend_zone_id *id, wend_error *error);
/// Removes a zone.
WEND_API wend_result wend_world_remove_zone(wend_world *world, wend_zone_id id, wend_error *error);

/// Adds `count` speed boosts at a corner of an obstacle or the bounds (wend/map_boosts.h), like
/// bicycles parked there. Agents with planner "map" take the quickest path with boosts included. An
/// agent that reaches the corner on such a path takes one (WEND_EVENT_BOOSTED) unless it already
/// has one of the same or a greater factor; from then on its preferred speed and max_speed are
/// those of its definition times `factor`. After the last one is taken, the corner has no effect.
/// At most WEND_MAP_MAX_SPEEDS - 1 different factors above 1. [Limit: factor 1..1000, count >= 1]
WEND_API wend_result wend_world_add_boost(wend_world *world, wend_vec2 at, double factor,
                                          uint32_t count, wend_boost_id *id, wend_error *error);
/// Number of boosts left at a corner.
WEND_API wend_result wend_world_boost_remaining(const wend_world *world, wend_boost_id id,
                                                uint32_t *count, wend_error *error);
/// Sets the number of boosts left at a corner. [Limit: count >= 0]
WEND_API wend_result wend_world_refill_boost(wend_world *world, wend_boost_id id, uint32_t count,
                                             wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
