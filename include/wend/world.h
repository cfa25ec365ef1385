// SPDX-License-Identifier: MIT
// A world that moves: a floor, agents on it, and steps.
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
// The same def, calls and seed give the same bits, whatever the number of threads. A step reads one
// generation and writes the next; between steps anything may be added, changed or removed. wend/
// agent.h has the agents and where they go, wend/obstacles.h what stands in their way.
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
#include "wend/social_force.h"
#include "wend/steer.h"
#include "wend/voronoi.h"
#include "wend/world_groups.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Where on its next portal an agent heads (section 5.2).
typedef enum wend_bias {
    WEND_BIAS_PATH,    ///< where its shortest path crosses it (t* of equation 11)
    WEND_BIAS_AHEAD,   ///< on the line to the middle of the portal `ahead` further on
    WEND_BIAS_VISIBLE, ///< on the line to the middle of the first portal it does not see
    WEND_BIAS_MIDDLE,  ///< 0.5: groups that stay together (section 6)
} wend_bias;

typedef struct wend_world_def {
    const wend_floor *floor; ///< sound (wend_floor_validate); NULL: the empty plane. Not retained.
    wend_box frame; ///< as in wend_mesh_def, for a floor without bounds; empty: 1e5 m around
    double step;    ///< [Units: s] [Limit: > 0]
    uint64_t seed;
    wend_orca_def orca; ///< its allocator is ignored
    wend_steer_def steer;
    wend_social_force_def social_force;
    wend_boids_def boids;
    wend_mang_plan_def mang;
    wend_arc_def arc;
    wend_bias bias;
    uint32_t portals_ahead; ///< k of WEND_BIAS_AHEAD
    double approach_angle;  ///< the bias is found again when the way to it has turned so far [rad]
    uint32_t max_searches;  ///< most searches for a path in a step; the others wait their turn
    uint32_t search_budget; ///< most expansions of one search; 0: no limit
    double
        clearance_weight; ///< of safety for the planner voronoi: 0 the shortest way, 1 the safest
    /// Once the searches of a step have made so many expansions, the others wait their turn: what a
    /// game sets to bound the time of a step. 0: no limit
    uint32_t step_budget;
    double stuck_after;      ///< an agent that gets no nearer for so long is stuck [Units: s]
    double rest_before_wall; ///< a mover at rest for so long is a wall to the mesh [Units: s]
    /// Most maps that are kept for the planner map: one for each goal (or stop with several, the
    /// nearest of which is taken) and class of radii. Who finds none goes by the mesh. About a
    /// megabyte each for a plan with 1,600 corners. [Limit: 0..WEND_MAX_MAPS]
    uint32_t maps;
    /// When obstacles change all the time, maps are made again no more often than this. [Units: s]
    double map_refresh;
    wend_barriers_def barriers; ///< for the planner map
    /// The host moves the agents: steps give velocities and leave the positions as they are.
    bool host_moves;
    wend_tasks *tasks; ///< [opt] must outlive the world
    wend_allocator allocator;
    uint32_t cookie; ///< set by wend_default_world_def
} wend_world_def;

#define WEND_MAX_MAPS 4096

/// Step 0.1 s, WEND_BIAS_AHEAD with 2, 256 searches, stuck after 3 s, 32 maps, made again after 1
/// s; else what the parts have.
WEND_API wend_world_def wend_default_world_def(void);

WEND_API wend_result wend_world_create(const wend_world_def *def, wend_world **world,
                                       wend_error *error);
/// NULL is allowed.
WEND_API void wend_world_destroy(wend_world *world);

/// One step. Takes no memory once the world is warm. When it fails (WEND_OUT_OF_MEMORY) nobody has
/// moved and no time has gone; it may be tried again and then goes on as if nothing had been. Doors
/// and movers whose time has come may have changed already.
WEND_API wend_result wend_world_step(wend_world *world, wend_error *error);

WEND_API double wend_world_time(const wend_world *world);
WEND_API uint64_t wend_world_steps(const wend_world *world);

/// Another runner for the steps to come, or NULL.
WEND_API void wend_world_set_tasks(wend_world *world, wend_tasks *tasks);

/// One number for the whole state: equal worlds have equal hashes. O(agents).
WEND_API uint64_t wend_world_hash(const wend_world *world);

/// The mesh of the obstacles as they are now, for questions. Valid until the next edit or step.
WEND_API const wend_mesh *wend_world_mesh(const wend_world *world);

/// The walls as they are now: without doors that are open, without movers. Valid as the mesh. The
/// first time after an edit this takes memory, so not from two threads at once; NULL: there is
/// none.
WEND_API const wend_walls *wend_world_walls(const wend_world *world);

/// The Voronoi diagram as it was in the last step: of walls, movers and, where somebody's motion is
/// steer, force or flock or its planner is mang, agents. NULL: nobody's planner or motion needs it,
/// or there was no step since. Valid as the mesh.
WEND_API const wend_voronoi *wend_world_voronoi(const wend_world *world);

/// The multi-agent navigation graph of that diagram. NULL: nobody's planner is mang, or there was
/// no step since. Valid as the mesh.
WEND_API const wend_mang *wend_world_mang(const wend_world *world);

/// How many agents head for a first goal on that graph, and how many of them for one that is
/// another's, too. Those that see their goal and walk straight to it don't count. 0 with mang;
/// with def.mang.first_order, as many as it is. Takes memory.
WEND_API wend_result wend_world_common_first_goals(const wend_world *world, uint32_t *heading,
                                                   uint32_t *common, wend_error *error);

/// The barriers that stand now (wend/barriers.h): valid until the next step.
WEND_API const wend_barrier *wend_world_barriers(const wend_world *world, uint32_t *count);

// ---- what a step is made of ---------------------------------------------------------------------

typedef enum wend_phase {
    WEND_PHASE_OBSTACLES, ///< doors, movers, walls
    WEND_PHASE_SPAWN,     ///< new agents
    WEND_PHASE_INDEX,     ///< who is where
    WEND_PHASE_PLAN,      ///< paths, aims, wishes
    WEND_PHASE_AVOID,     ///< velocities
    WEND_PHASE_INTEGRATE, ///< positions
    WEND_PHASE_EVENTS,    ///< arrivals, events
    WEND_PHASES
} wend_phase;

/// "obstacles", "spawn", "index", "plan", "avoid", "integrate", "events".
WEND_API const char *wend_phase_name(wend_phase phase);

/// What the last step did for agents whose planner is mang.
typedef struct wend_mang_times {
    double graph;        ///< to build the graph: a part of the phase "index" [Units: s]
    double plan;         ///< to plan on it: a part of the phase "planner" [Units: s]
    uint32_t far_plans;  ///< agents that planned up to their goal
    uint32_t near_plans; ///< ... up to a mark on their way
    uint32_t kept_plans; ///< ... kept their plan, and only found their first goal anew
    uint64_t iterations; ///< vertices that were expanded
} wend_mang_times;

/// What the last step did for agents whose planner is map.
typedef struct wend_map_times {
    double seconds;    ///< to bring maps up to date: a part of the phase "index" [Units: s]
    uint32_t maps;     ///< that somebody needed
    uint32_t built;    ///< of these, so many were built,
    uint32_t updated;  ///< and so many brought up to date
    uint32_t inflated; ///< meshes of classes of radii that were made
    uint32_t by_mesh;  ///< agents that went by the mesh
} wend_map_times;

/// What the phases of the last step took. [Units: s]
typedef struct wend_phase_times {
    double seconds[WEND_PHASES];
    wend_orca_times orca; ///< the parts of the move; its index is the phase "index"
    wend_mang_times mang;
    wend_map_times maps;
} wend_phase_times;
WEND_API wend_phase_times wend_world_last_times(const wend_world *world);

// ---- events -------------------------------------------------------------------------------------

/// The comment names the member of the union that an event of that kind has; agent if it names
/// none.
typedef enum wend_event_kind {
    WEND_EVENT_SPAWNED,
    WEND_EVENT_ARRIVED,  ///< at the end of its route, its last wait included
    WEND_EVENT_WAYPOINT, ///< at a waypoint; number is its index. An agent with a pursuit: at its
                         ///< goal; number counts them
    WEND_EVENT_STUCK,    ///< has got no nearer to its goal for stuck_after; reported once
    WEND_EVENT_NO_PATH,  ///< there is no path to its goal (now)
    WEND_EVENT_MOVED,    ///< moved out of the way of a door or an obstacle
    WEND_EVENT_DOOR,     ///< obstacle: has opened (number 1) or shut (number 0)
    WEND_EVENT_DOOR_REFUSED,     ///< obstacle: a door that could not shut because of `position`
    WEND_EVENT_OBSTACLE_BLOCKED, ///< obstacle: waits because it would crush the agent in slot
                                 ///< `number`
    WEND_EVENT_SPAWN_WAITING,    ///< spawner: no space in its area for `number` agents
    WEND_EVENT_CAUGHT,           ///< by the agent in slot `number`, and removed
    WEND_EVENT_BOOSTED,          ///< took speed boost `number` (from 0)
    WEND_EVENT_BARRIER,          ///< barrier: was placed (number 1) or removed (number 0)
} wend_event_kind;

typedef struct wend_event {
    wend_event_kind kind; ///< selects the member of the union
    uint32_t number;
    union {
        wend_agent_id agent;
        wend_obstacle_id obstacle;
        wend_spawner_id spawner;
        uint32_t barrier; ///< wend_barrier.number
    };
    double time;
    wend_vec2 position;
} wend_event;

/// "spawned", "arrived", "no_path" and so on.
WEND_API const char *wend_event_name(wend_event_kind kind);

/// What happened in the last step (and, before the first, while the world was made): valid until
/// the next. In the order of phases, within one by slots.
WEND_API const wend_event *wend_world_events(const wend_world *world, uint32_t *count);

// ---- going back ---------------------------------------------------------------------------------

/// A world as it was, bit for bit.
typedef struct wend_snapshot wend_snapshot;

/// Keeps the state in *snapshot: NULL makes one, otherwise its memory is used again.
WEND_API wend_result wend_world_save(const wend_world *world, wend_snapshot **snapshot,
                                     wend_error *error);
/// Makes the world what it was, or what another one made from the same def was. WEND_BAD_ARGUMENT
/// for a snapshot of one made from another def; WEND_OUT_OF_MEMORY: the world is as before the
/// call.
WEND_API wend_result wend_world_restore(wend_world *world, const wend_snapshot *snapshot,
                                        wend_error *error);
WEND_API void wend_snapshot_destroy(wend_snapshot *snapshot);
WEND_API size_t wend_snapshot_bytes(const wend_snapshot *snapshot);

#ifdef __cplusplus
}
#endif

#endif
