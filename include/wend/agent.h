// SPDX-License-Identifier: MIT
// Agents of a world: who they are, where they go, how they come and leave.
#ifndef WEND_AGENT_H
#define WEND_AGENT_H

#include "wend/id.h"
#include "wend/lanes.h"
#include "wend/orca.h"
#include "wend/path.h"
#include "wend/pursuit.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_world wend_world;

// ---- where to -----------------------------------------------------------------------------------

/// Adds a goal: a point, a segment or an area. An agent is there when its centre is in the area, or
/// within its radius of the point or segment.
WEND_API wend_result wend_world_add_goal(wend_world *world, const wend_goal *goal, wend_id *id,
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
    double gone;          ///< when it is not there any more [Limit: >= the last time] [Units: s]
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
                                                wend_id *id, wend_error *error);

/// Moves a goal that is no area, nor a pursuing agent's own, for hosts that have no timetable: it
/// becomes this segment, or a point if its ends are equal. NULL: it is not there until it is moved
/// again.
WEND_API wend_result wend_world_move_goal(wend_world *world, wend_id id, const wend_segment *place,
                                          wend_error *error);

/// Where a goal is now: valid until it is moved or one is added, or the next step. Its count is 0
/// while it is not there.
WEND_API wend_result wend_world_goal_now(const wend_world *world, wend_id id, wend_goal *goal,
                                         wend_error *error);

/// Which of several goals an agent takes.
typedef enum wend_choice {
    WEND_CHOICE_NEAREST,  ///< by the length of its path; with the guide map, always the nearest now
    WEND_CHOICE_QUICKEST, ///< by the time it will take, queues counted; thought over now and then
    WEND_CHOICE_IN_TURN,  ///< the next one for each agent that asks: assigned evenly
} wend_choice;

/// One stop of a way.
typedef struct wend_stop {
    const wend_id *goals; ///< one, or several to choose from
    uint32_t goal_count;
    wend_choice choice;
    double wait;        ///< how long it stays there [Units: s]
    double wait_spread; ///< and up to so much longer, at random [Units: s]
} wend_stop;

typedef enum wend_end {
    WEND_END_LEAVE, ///< is removed: a sink
    /// Stands where it arrived. One that cannot reach a point or segment because others who have
    /// arrived there stand in its way has arrived, too, when it has got no nearer for a second.
    WEND_END_STAY,
    WEND_END_REPEAT, ///< goes to the first stop again
} wend_end;

typedef struct wend_route_def {
    const wend_stop *stops;
    uint32_t stop_count;
    uint32_t repeats; ///< for WEND_END_REPEAT: rounds until it leaves; 0: for ever
    wend_end end;
} wend_route_def;

/// Adds a way with stops, which any number of agents may take.
WEND_API wend_result wend_world_add_route(wend_world *world, const wend_route_def *route,
                                          wend_id *id, wend_error *error);

// ---- who ----------------------------------------------------------------------------------------

/// How it finds its way.
typedef enum wend_guide_kind {
    WEND_GUIDE_MESH,   ///< the next portal on its shortest path
    WEND_GUIDE_DIRECT, ///< straight on
    /// The next portal on its way along the Voronoi diagram. In a world where somebody's motion is
    /// steer, force or flock, or somebody's guide is mang, agents are sites of the diagram: then it
    /// is planned again in every step, and leads around them, to the centre of the next empty
    /// circle.
    WEND_GUIDE_VORONOI,
    /// On the multi-agent navigation graph (wend/mang_plan.h), to a first goal of its own. Where
    /// somebody has this guide, agents are sites of the diagram.
    WEND_GUIDE_MANG,
    /// The next point of its shortest path, from a map (wend/map.h) that all share who have the
    /// same goal and nearly the same radius. A map is brought up to date when walls or goals have
    /// changed. Who has a goal of its own (a pursuit), or finds no map (see wend_world_def.maps) or
    /// no way on it, goes by the mesh; in a mesh of more than 32,768 triangles, everybody does.
    WEND_GUIDE_MAP,
    /// Along a lane (wend_world_add_lanes) to its end, where it leaves the world. Who does not
    /// stand on one goes to the nearest place of any first, by the mesh.
    WEND_GUIDE_LANES,
    /// With a group's shape as that moves on (wend_world_add_group), to its goal. Who is not in it
    /// goes there first, by the mesh.
    WEND_GUIDE_GROUP,
} wend_guide_kind;

/// How it avoids others.
typedef enum wend_motion_kind {
    WEND_MOTION_ORCA,
    WEND_MOTION_STEER, ///< the behaviours of wend/steer.h; to ORCA, one that never gives way
    WEND_MOTION_FORCE, ///< social forces, wend/force.h; to ORCA, the same
    /// Straight to its aim at its speed, and avoids nobody; to ORCA, the same. With the guide lanes
    /// it is where it should be on its lane to the last bit, arcs included, and never nearer to the
    /// one before it there than the headway.
    WEND_MOTION_FOLLOW,
    /// Reynolds' rules, wend/flock.h, with those of its group; to ORCA, one that never gives way.
    /// With the guide group the shape keeps them together: only separation and goal count.
    WEND_MOTION_FLOCK,
    /// Pushed by the others of its group and by the border of the group's shape
    /// (wend/group_field.h), which it never leaves; only with the guide group. To ORCA, one that
    /// never gives way.
    WEND_MOTION_FIELD,
} wend_motion_kind;

typedef struct wend_agent_def {
    wend_vec2 position, velocity;
    double radius;    ///< [Limit: 1e-6..1e6] [Units: m]
    double speed;     ///< that it likes [Limit: 0..1e6] [Units: m/s]
    double max_speed; ///< [Limit: speed..1e6]
    double horizon;   ///< see wend_body [Limit: 1e-6..1e6] [Units: s]
    double share;     ///< see wend_body [Limit: 0..1]
    wend_id route;    ///< where it goes; null: it stands. Or
    wend_id goal;     ///< one goal, where it leaves the world. Or
    wend_id pursuit;  ///< what finds it goals, one after the other (wend/pursuit.h). Or
    wend_id lanes;    ///< some to follow, with the guide lanes and only with that. Or
    wend_id shape;    ///< that of a group (wend/groups.h), with the guide group and only with that
    uint32_t group;   ///< 0: none
    uint32_t role;    ///< the host's; 0: none
    double reaction;  ///< it does not start before so long [Limit: 0..1e7] [Units: s]
    wend_guide_kind guide;
    wend_motion_kind motion;
    uint64_t user;   ///< the host's
    uint32_t cookie; ///< set by wend_default_agent_def
} wend_agent_def;

/// Radius 0.25, speed 1.3, max_speed 2, horizon 2, share 0.5, mesh, orca.
WEND_API wend_agent_def wend_default_agent_def(void);

/// Adds an agent. WEND_BAD_ARGUMENT where its centre is not in free space; one that is closer to a
/// wall than its radius, or to another agent, is taken and will be pushed apart.
WEND_API wend_result wend_world_add_agent(wend_world *world, const wend_agent_def *def, wend_id *id,
                                          wend_error *error);
WEND_API wend_result wend_world_remove_agent(wend_world *world, wend_id id, wend_error *error);

/// The def as the agent is now; change some of it and give it back with wend_world_change_agent.
WEND_API wend_result wend_world_agent(const wend_world *world, wend_id id, wend_agent_def *def,
                                      wend_error *error);
/// Changes an agent. Another route, goal or pursuit starts at its first stop. The reaction time is
/// what is left of it.
WEND_API wend_result wend_world_change_agent(wend_world *world, wend_id id,
                                             const wend_agent_def *def, wend_error *error);
/// Only the place, for hosts that move the agents themselves; velocity [opt].
WEND_API wend_result wend_world_place_agent(wend_world *world, wend_id id, wend_vec2 position,
                                            const wend_vec2 *velocity, wend_error *error);

/// Everybody, by slot: valid until the next change or step.
typedef struct wend_agents {
    const wend_body *bodies; ///< [slots] radius < 0: nobody
    const wend_id *ids;      ///< [slots] null: nobody
    const uint32_t *groups;  ///< [slots]
    uint32_t slots;
    uint32_t count; ///< how many there are
} wend_agents;
WEND_API wend_agents wend_world_agents(const wend_world *world);

typedef enum wend_agent_doing {
    WEND_DOING_NOTHING, ///< has no goal, or has reached it and stays
    WEND_DOING_REACTS,  ///< has not started yet
    WEND_DOING_WALKS,
    WEND_DOING_WAITS, ///< at a stop
    WEND_DOING_LOST,  ///< there is no way
} wend_agent_doing;

/// What an agent is about.
typedef struct wend_agent_state {
    wend_agent_doing doing;
    uint32_t stop; ///< of its route
    wend_id goal;  ///< that it has chosen; null: none yet
    wend_aim aim;  ///< its immediate goal
    double left;   ///< of its way, as the aim says; INFINITY: not known yet [Units: m]
    double since;  ///< when it was added [Units: s]
} wend_agent_state;
WEND_API wend_result wend_world_agent_state(const wend_world *world, wend_id id,
                                            wend_agent_state *state, wend_error *error);

// ---- lanes --------------------------------------------------------------------------------------

/// Adds lanes, which are copied, for agents whose guide is lanes. They come where a lane first
/// keeps clear of the world's walls as they are now, and leave where it last does: a source along a
/// wall is a wall, too. WEND_BAD_ARGUMENT for a lane that nowhere does.
WEND_API wend_result wend_world_add_lanes(wend_world *world, const wend_lanes *lanes, wend_id *id,
                                          wend_error *error);

/// Where on its lanes an agent is. WEND_NOTHING for one that follows none.
typedef struct wend_lane_place {
    uint32_t lane; ///< UINT32_MAX: on its way to one
    double along;  ///< [Units: m]
} wend_lane_place;
WEND_API wend_result wend_world_agent_lane(const wend_world *world, wend_id id,
                                           wend_lane_place *place, wend_error *error);

// ---- coming and slowing -------------------------------------------------------------------------

/// A value that differs from agent to agent: normal, cut off at both ends.
typedef struct wend_spread {
    double deviation;   ///< 0: all have the def's value
    double least, most; ///< [Limit: least <= most unless deviation is 0]
} wend_spread;

/// Where agents come from: their centres are in the area, free of walls and of each other.
typedef struct wend_spawner_def {
    /// 3 corners or more, or 1: a place. None, for agents with lanes: they come at the starts of
    /// these, on each as soon as the one before is a headway ahead and nobody is in the way.
    wend_goal area;
    wend_agent_def agent;                ///< its position is ignored
    wend_spread radius, speed, reaction; ///< max_speed is raised to the speed where it is less
    uint32_t count;                      ///< [Limit: >= 1]
    /// So many a second, the first at start: agent k is due at start + k / rate and comes in the
    /// step that this lies in. 0: all at once, as far as there is room.
    double rate;
    /// When it works; whoever has found no room by then does not come. A start in the past is now.
    /// [Units: s]
    double start, stop;
    uint32_t cookie; ///< set by wend_default_spawner_def
} wend_spawner_def;

/// One agent, at once, no spread, from 0 to INFINITY.
WEND_API wend_spawner_def wend_default_spawner_def(void);

/// Adds a spawner. If it starts now and has no rate, its agents are there when this returns, as
/// many as there is room for without overlap; the rest comes later (WEND_EVENT_SPAWN_WAITING).
WEND_API wend_result wend_world_add_spawner(wend_world *world, const wend_spawner_def *def,
                                            wend_id *id, wend_error *error);

/// How many agents of all spawners are still to come.
WEND_API uint32_t wend_world_to_come(const wend_world *world);

/// Adds an area in which the speed that agents like is multiplied by factor. Where several overlap
/// the least counts. [Limit: factor >= 0]
WEND_API wend_result wend_world_add_zone(wend_world *world, const wend_goal *area, double factor,
                                         wend_id *id, wend_error *error);
WEND_API wend_result wend_world_remove_zone(wend_world *world, wend_id id, wend_error *error);

/// Adds a corner that makes faster (wend/map_weights.h): as if bicycles stood there, `count` of
/// them. An agent whose guide is map counts it in when it looks for the quickest way. When it gets
/// there it takes one (WEND_EVENT_FASTER) and is faster by `weight` from then on, unless it is
/// already: its speed and max_speed are the def's times the greatest weight that it took. When none
/// is left the corner is as others are. [Limit: weight 1..1000] [Limit: count >= 1]
WEND_API wend_result wend_world_add_weight(wend_world *world, wend_vec2 at, double weight,
                                           uint32_t count, wend_id *id, wend_error *error);
/// How many are left there; and puts so many there.
WEND_API wend_result wend_world_weight_left(const wend_world *world, wend_id id, uint32_t *count,
                                            wend_error *error);
WEND_API wend_result wend_world_refill_weight(wend_world *world, wend_id id, uint32_t count,
                                              wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
