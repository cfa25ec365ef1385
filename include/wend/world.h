// SPDX-License-Identifier: MIT
// World: a simulation of agents on a floor, in steps of constant length.
//
//     wend_world_def def = wend_default_world_def();
//     def.floor = floor;
//     wend_world_create(&def, &world, &error);
//     wend_goal_id goal;
//     wend_world_add_goal(world, &exit, &goal, &error);
//     wend_agent_def walker = wend_default_agent_def();
//     walker.position = (wend_vec2){2, 3};
//     walker.goal = goal;
//     wend_world_add_agent(world, &walker, NULL, &error);
//     while (wend_world_step(world, &error) == WEND_OK)
//         draw(wend_world_agents(world));
//
// The same definition, calls and seed give bit-identical results, for any number of threads. In a
// step all agents decide from the state before it. Between steps objects can be added, changed and
// removed:
// - wend/agent.h: agents, goals, routes, lanes, spawners, zones, speed boosts
// - wend/obstacles.h: fixed obstacles, doors, moving obstacles
// - wend/pursuit.h: pursuits and resources
// - wend/world_groups.h: coherent groups
#ifndef WEND_WORLD_H
#define WEND_WORLD_H

#include "wend/agent.h"
#include "wend/arc.h"
#include "wend/barriers.h"
#include "wend/boids.h"
#include "wend/mang_plan.h"
#include "wend/mesh.h"
#include "wend/obstacles.h"
#include "wend/orca.h"
#include "wend/pedestrian.h"
#include "wend/social_force.h"
#include "wend/steer.h"
#include "wend/voronoi.h"
#include "wend/world_groups.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Preferred crossing point on the next portal: bias of the steering target of planner "mesh"
/// (Curtis et al. 2012, §5.2; full citation in wend/arc.h).
typedef enum wend_bias {
    WEND_BIAS_PATH,    ///< crossing point of the shortest path (t* in equation 11)
    WEND_BIAS_AHEAD,   ///< on the line to the middle of the portal `portals_ahead` further on
    WEND_BIAS_VISIBLE, ///< on the line to the middle of the first portal that is not visible
    WEND_BIAS_MIDDLE,  ///< the middle (0.5): keeps groups together (§6)
} wend_bias;

/// Definition of a world. No reference to it is retained, except to tasks and the allocator's
/// context.
typedef struct wend_world_def {
    const wend_floor *floor; ///< valid floor plan; NULL: the empty plane. Not retained.
    /// As in wend_mesh_def, for a floor without bounds; empty box without a floor: 1e5 m in every
    /// direction.
    wend_box frame;
    double step;                    ///< time step [Limit: > 0, up to 1e6] [Units: s]
    uint64_t seed;                  ///< random seed
    wend_orca_def orca;             ///< its allocator is ignored
    wend_pedestrian_def pedestrian; ///< the allocator of its collision avoidance is ignored
    wend_steer_def steer;
    wend_social_force_def social_force;
    wend_boids_def boids;
    wend_mang_plan_def mang;
    wend_arc_def arc;
    wend_bias bias;
    uint32_t portals_ahead; ///< k of WEND_BIAS_AHEAD [Limit: >= 1]
    /// The bias is recomputed when the direction to the crossing point has turned by more than
    /// this. [Limit: >= 0] [Units: rad]
    double approach_angle;
    /// Maximum number of path searches in one step; further agents search in later steps.
    /// [Limit: >= 1]
    uint32_t max_searches;
    /// Maximum number of expansions of one search, doubled for an agent after each search that does
    /// not find a complete path; 0: no limit.
    uint32_t search_budget;
    /// Weight of clearance for planner "voronoi": 0: shortest path, 1: safest. [Limit: 0..1]
    double clearance_weight;
    /// Maximum number of expansions in one step, to bound its time: searches that start beyond it
    /// are postponed to later steps. 0: no limit.
    uint32_t step_budget;
    double stuck_after; ///< time without progress after which an agent is stuck [Limit: > 0]
                        ///< [Units: s]
    /// Time without progress after which an agent gets priority, if nobody near it makes progress:
    /// it walks along its shortest path, and others make way. INFINITY: never. [Limit: > 0]
    /// [Units: s]
    double priority_after;
    double rest_before_wall; ///< time at rest after which a moving obstacle becomes part of the
                             ///< mesh [Limit: >= 0] [Units: s]
    /// Maximum number of maps kept for planner "map": one for each goal (or waypoint with several
    /// goals, for the nearest of them) and class of radii. Agents without a map use the mesh. A map
    /// takes about 1 MB for a floor plan with 1,600 corners. [Limit: 0..WEND_MAX_MAPS]
    uint32_t maps;
    /// Minimum interval between rebuilds of maps while obstacles keep changing. [Limit: >= 0]
    /// [Units: s]
    double map_refresh;
    wend_barriers_def barriers; ///< for planner "map"
    bool gates; ///< narrow passages where opposing agents are stuck get a right of way
                ///< (wend/world_gates.h)
    /// The host moves the agents: a step computes velocities and does not change positions (see
    /// wend_world_place_agent).
    bool host_moves;
    wend_tasks *tasks; ///< [opt] must outlive the world
    wend_allocator allocator;
    uint32_t cookie; ///< set by wend_default_world_def
} wend_world_def;

/// Limit of wend_world_def.maps.
#define WEND_MAX_MAPS 4096

/// Step 0.1 s, seed 0, WEND_BIAS_AHEAD with 2 portals, approach angle 0.2 rad, 256 searches per
/// step, no budgets, clearance weight 0, stuck after 3 s, priority after 20 s, wall after 5 s of
/// rest, 32 maps, map refresh 1 s, gates. All other fields use the defaults of their types.
WEND_API wend_world_def wend_default_world_def(void);

/// Creates a world. WEND_BAD_ARGUMENT if a value is outside its limits.
WEND_API wend_result wend_world_create(const wend_world_def *def, wend_world **world,
                                       wend_error *error);
/// Destroys a world. NULL is allowed.
WEND_API void wend_world_destroy(wend_world *world);

/// Computes one step. Does not allocate once all arrays have reached their sizes. After a failure
/// (WEND_OUT_OF_MEMORY) no agent has moved and the time is unchanged; only doors and moving
/// obstacles may have changed already. Calling it again completes the step, with the same result as
/// without the failure.
WEND_API wend_result wend_world_step(wend_world *world, wend_error *error);

/// Simulated time. [Units: s]
WEND_API double wend_world_time(const wend_world *world);
/// Number of steps so far.
WEND_API uint64_t wend_world_steps(const wend_world *world);

/// Replaces the task runner for subsequent steps; NULL: none.
WEND_API void wend_world_set_tasks(wend_world *world, wend_tasks *tasks);

/// Hash of the complete state: equal worlds have equal hashes. O(agents).
WEND_API uint64_t wend_world_hash(const wend_world *world);

/// Mesh of the current obstacles, for queries. Valid until the next edit or step.
WEND_API const wend_mesh *wend_world_mesh(const wend_world *world);

/// Current walls, without open doors and moving obstacles. Validity as wend_world_mesh. The first
/// call after an edit allocates, so it must not run concurrently with other calls. NULL: out of
/// memory.
WEND_API const wend_walls *wend_world_walls(const wend_world *world);

/// Voronoi diagram of the last step: of walls, moving obstacles and, if an agent has
/// WEND_NEEDS_AGENT_SITES, of agents. NULL: no agent needs it, or there has been no step since.
/// Validity as wend_world_mesh.
WEND_API const wend_voronoi *wend_world_voronoi(const wend_world *world);

/// Multi-agent navigation graph of that diagram. NULL: no agent has planner "mang", or there has
/// been no step since. Validity as wend_world_mesh.
WEND_API const wend_mang *wend_world_mang(const wend_world *world);

/// Counts the agents that head for a first goal on that graph (*heading), and those of them that
/// share it with another agent (*common). Agents that walk straight to a visible goal are not
/// counted. *common is 0 by Lemma 3 of Sud et al. 2008, unless def.mang.first_order is set.
/// Allocates.
WEND_API wend_result wend_world_common_first_goals(const wend_world *world, uint32_t *heading,
                                                   uint32_t *common, wend_error *error);

/// Current barriers (wend/barriers.h); valid until the next step.
WEND_API const wend_barrier *wend_world_barriers(const wend_world *world, uint32_t *count);

// ---- phases and times ---------------------------------------------------------------------------

/// Phases of a step, in order.
typedef enum wend_phase {
    WEND_PHASE_OBSTACLES, ///< moving goals, doors, moving obstacles, walls, paths of groups
    WEND_PHASE_SPAWN,     ///< new agents
    WEND_PHASE_INDEX,     ///< Voronoi diagram, navigation graph, path maps, sorting of agents
    WEND_PHASE_PLAN,      ///< paths, steering targets, preferred velocities
    WEND_PHASE_AVOID,     ///< velocities
    WEND_PHASE_INTEGRATE, ///< positions
    WEND_PHASE_EVENTS,    ///< arrivals, pursuits, barriers
    WEND_PHASES
} wend_phase;

/// Name of a phase: "obstacles", "spawn", "index", "plan", "avoid", "integrate" or "events".
WEND_API const char *wend_phase_name(wend_phase phase);

/// Work of the last step for agents with planner "mang".
typedef struct wend_mang_times {
    double graph;        ///< time to build the graph; part of the phase "index" [Units: s]
    double plan;         ///< time to plan on it; part of the phase "plan" [Units: s]
    uint32_t far_plans;  ///< agents that planned up to their goal
    uint32_t near_plans; ///< agents that planned up to an intermediate point of their last plan
    uint32_t kept_plans; ///< agents that kept their plan and only recomputed their first goal
    uint64_t iterations; ///< expanded vertices
} wend_mang_times;

/// Work of the last step for agents with planner "map".
typedef struct wend_map_times {
    double seconds;    ///< time to update maps; part of the phase "index" [Units: s]
    uint32_t maps;     ///< maps in use
    uint32_t built;    ///< maps that were built
    uint32_t updated;  ///< maps that were updated incrementally
    uint32_t inflated; ///< inflated meshes that were built, one for each class of radii
    uint32_t by_mesh;  ///< walking agents that used the mesh
} wend_map_times;

/// Time spent in the phases of the last step. [Units: s]
typedef struct wend_phase_times {
    double seconds[WEND_PHASES];
    wend_orca_times orca; ///< parts of the phase "avoid"; its index counts as phase "index"
    wend_mang_times mang;
    wend_map_times maps;
} wend_phase_times;
/// Returns the times of the last step.
WEND_API wend_phase_times wend_world_last_times(const wend_world *world);

// ---- events -------------------------------------------------------------------------------------

/// Kinds of events. A comment that starts with "obstacle", "spawner", "group" or "barrier" names
/// the member of the union in wend_event; the member of all others is agent.
typedef enum wend_event_kind {
    WEND_EVENT_SPAWNED,
    WEND_EVENT_ARRIVED,  ///< reached the end of its route, including its last waiting time
    WEND_EVENT_WAYPOINT, ///< reached a waypoint; number: its index. With a pursuit: reached a goal;
                         ///< number: goals reached before
    WEND_EVENT_STUCK, ///< no progress along its remaining path for stuck_after seconds, once until
                      ///< it makes progress; blocker: what blocks it
    WEND_EVENT_NO_PATH,          ///< no path to its goal exists at present
    WEND_EVENT_MOVED,            ///< moved out of the way of a door or an obstacle, to position
    WEND_EVENT_DOOR,             ///< obstacle: a door opened (number 1) or shut (number 0)
    WEND_EVENT_DOOR_REFUSED,     ///< obstacle: a door could not shut because of what is at position
    WEND_EVENT_OBSTACLE_BLOCKED, ///< obstacle: waits rather than crush the agent in slot `number`
    WEND_EVENT_SPAWN_WAITING,    ///< spawner: no space in its area for `number` agents
    WEND_EVENT_CAUGHT,           ///< caught by the agent in slot `number`, and removed
    WEND_EVENT_BOOSTED,          ///< took speed boost `number` (from 0)
    WEND_EVENT_BARRIER,          ///< barrier: was placed (number 1) or removed (number 0)
    WEND_EVENT_NO_PLACE_TO_PASS, ///< group: blocks, and is blocked by, the group with index
                                 ///< `number`, and none of the two has a place to let the other
                                 ///< pass
    WEND_EVENT_GROUP_SPLIT,      ///< group: a door that was forced to shut has divided its shape
} wend_event_kind;

/// What blocks an agent that is stuck.
typedef enum wend_blocker_kind {
    WEND_BLOCKER_NONE,  ///< nothing near; its planner may hesitate
    WEND_BLOCKER_AGENT, ///< the nearest agent in its direction
    WEND_BLOCKER_GATE,  ///< a narrow passage that the other direction uses (wend/world_gates.h)
    WEND_BLOCKER_GROUP, ///< a coherent group
    WEND_BLOCKER_WALL,
} wend_blocker_kind;

typedef struct wend_blocker {
    wend_blocker_kind kind; ///< selects the member of the union
    union {
        wend_agent_id agent;
        wend_group_id group;
        uint32_t gate; ///< for wend_world_gate
    };
} wend_blocker;

/// Name of a blocker, for messages: "agent".
WEND_API const char *wend_blocker_name(wend_blocker_kind kind);

typedef struct wend_event {
    wend_event_kind kind; ///< selects the member of the union
    uint32_t number;      ///< meaning depends on kind
    union {
        wend_agent_id agent;
        wend_obstacle_id obstacle;
        wend_spawner_id spawner;
        wend_group_id group;
        uint32_t barrier; ///< wend_barrier.number
    };
    double time;          ///< simulated time [Units: s]
    wend_vec2 position;   ///< [Units: m]
    wend_blocker blocker; ///< WEND_EVENT_STUCK
} wend_event;

/// Name of an event kind: "spawned", "arrived", "no_path" ...
WEND_API const char *wend_event_name(wend_event_kind kind);

/// Events of the last step (before the first step: of the calls that set up the world), ordered by
/// phase, then by slot; valid until the next step.
WEND_API const wend_event *wend_world_events(const wend_world *world, uint32_t *count);

// ---- snapshots ----------------------------------------------------------------------------------

/// A complete copy of the state of a world.
typedef struct wend_snapshot wend_snapshot;

/// Saves the state in *snapshot, reusing its memory; NULL: creates a snapshot, owned by the caller,
/// with memory from the world's allocator.
WEND_API wend_result wend_world_save(const wend_world *world, wend_snapshot **snapshot,
                                     wend_error *error);
/// Restores the saved state bit for bit, also that of another world with an equal definition.
/// WEND_BAD_ARGUMENT for a snapshot of a world with another definition; WEND_OUT_OF_MEMORY: the
/// world is unchanged.
WEND_API wend_result wend_world_restore(wend_world *world, const wend_snapshot *snapshot,
                                        wend_error *error);
/// Destroys a snapshot. NULL is allowed.
WEND_API void wend_snapshot_destroy(wend_snapshot *snapshot);
/// Memory used by a snapshot; 0 for NULL. [Units: bytes]
WEND_API size_t wend_snapshot_bytes(const wend_snapshot *snapshot);

#ifdef __cplusplus
}
#endif

#endif
