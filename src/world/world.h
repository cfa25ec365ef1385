// SPDX-License-Identifier: MIT
// Internals of a world: one struct for each part of its state, each with its own file.
//
// Every part has a row in WEND_STATE_PARTS, and three functions in its own file: free, copy and
// hash. copy makes `to` (zeroed, or an earlier copy, whose memory is reused) equal to `from`;
// false: out of memory, `to` may be freed or copied to again. hash includes everything that makes
// two worlds differ. All data that a step changes belongs to a part, except scratch memory.
#ifndef WEND_WORLD_WORLD_H
#define WEND_WORLD_WORLD_H

#include "core/memory.h"
#include "wend/world.h"
#include "world/gates/gates.h"
#include "world/goals/goals.h"
#include "world/goals/pursuits.h"
#include "world/goals/resources.h"
#include "world/goals/spawners.h"
#include "world/goals/speed_boosts.h"
#include "world/groups/groups.h"
#include "world/models/neighbours.h"
#include "world/obstacles/diagram.h"
#include "world/obstacles/obstacles.h"
#include "world/planners/barriers.h"
#include "world/planners/lanes.h"
#include "world/planners/mang_graph.h"
#include "world/planners/mang_passes.h"
#include "world/planners/maps.h"
#include "world/planners/paths.h"
#include "world/priority/priority.h"
#include "world/state/crowd.h"
#include "world/state/events.h"

struct wend_planners;

/// The parts of a world that change, in the order in which they are hashed.
#define WEND_STATE_PARTS(PART)                                                                     \
    PART(wend_crowd, crowd) /* agents */                                                           \
    PART(wend_goals, goals) /* goals, routes, zones */                                             \
    PART(wend_paths, paths) /* next portals of agents */                                           \
    PART(wend_spawners, spawners)                                                                  \
    PART(wend_lane_sets, lanes)  /* lanes, and positions of agents on them */                      \
    PART(wend_groups, groups)    /* coherent groups and their members */                           \
    PART(wend_resources, fields) /* resources that agents gather */                                \
    PART(wend_pursuits, pursuits)                                                                  \
    PART(wend_obstacles, obstacles)   /* mesh, walls, doors and moving obstacles */                \
    PART(wend_diagram, diagram)       /* Voronoi diagram, if an agent needs it */                  \
    PART(wend_mang_keeps, keeps)      /* plans on the navigation graph */                          \
    PART(wend_mang_passes, passes)    /* passing sides of agents that meet */                      \
    PART(wend_weights, weights)       /* speed boosts */                                           \
    PART(wend_maps, maps)             /* path maps, if an agent needs them */                      \
    PART(wend_barriers, barriers)     /* lines in these maps with a toll */                        \
    PART(wend_world_gates, gates)     /* narrow passages with a right of way */                    \
    PART(wend_priorities, priorities) /* agents for whom others make way */                        \
    PART(wend_events, events)

#define WEND_STATE_MEMBER(type, part) type part;
#define WEND_STATE_MEMBERS                                                                         \
    uint64_t steps;                                                                                \
    double time;  /* steps * def.step */                                                           \
    bool halfway; /* the last step failed: the next one retries it */                              \
    WEND_STATE_PARTS(WEND_STATE_MEMBER)

typedef struct wend_state {
    WEND_STATE_MEMBERS
} wend_state;

#define WEND_STATE_FUNCTIONS(type, part)                                                           \
    void type##_free(type *, const wend_allocator *);                                              \
    bool type##_copy(type *to, const type *from, const wend_allocator *);                          \
    void type##_hash(const type *, wend_hash *);
WEND_STATE_PARTS(WEND_STATE_FUNCTIONS)

struct wend_world {
    wend_allocator allocator;
    wend_world_def def; ///< without its pointers
    wend_arc arc;
    wend_tasks *tasks;
    uint64_t made; ///< hash of the def and the floor, by which snapshots recognise their world

    union {
        struct {
            WEND_STATE_MEMBERS
        };
        wend_state state; ///< the same members, as a whole
    };

    // Scratch memory and statistics: not part of the state.
    wend_orca *orca;
    wend_pedestrian *pedestrian;
    wend_array(bool) walks; ///< by slot: moved by the model "pedestrian" now
    wend_neighbours neighbours;
    wend_mang_memory mang;
    wend_mang_pass_memory pass_memory;
    wend_map_memory map_memory;
    wend_barrier_memory barrier_memory;
    wend_lane_memory lane_memory;
    wend_group_memory group_memory;
    wend_gate_memory gate_memory;
    wend_priority_memory priority_memory;
    wend_phase_times times;
    struct wend_planners *planners; ///< memory for searches (planner.h); NULL until first use
    wend_state *spare;              ///< for wend_world_restore; NULL until first use
};

void wend_state_free(wend_state *state, const wend_allocator *allocator); ///< snapshot.c

/// Reserves memory for `more` agents in every part that stores data per agent. False: out of
/// memory, nothing changed. (world.c)
bool wend_world_reserve_agents(wend_world *world, uint32_t more);

/// Reserves the memory that the next step may need for its agents and events. False: out of memory,
/// nothing changed. (world.c)
bool wend_world_reserve_step(wend_world *world);

/// Removes an agent from all parts. (agents.c)
void wend_world_drop_agent(wend_world *world, uint32_t slot);

/// Discards the path of an agent that was moved or has another goal, and restarts its walk.
/// (agents.c)
void wend_world_set_out(wend_world *world, uint32_t slot);

// The phases, in their order. A phase returns false only when out of memory; the memory for each
// agent was reserved before the first phase. The changes of the obstacles phase persist when it or
// a later phase fails, and the next try does only the remaining work. Any other phase that fails
// has changed nothing. The world's time is that of the step's start; in the events phase, that of
// its end.

bool wend_phase_obstacles(wend_world *world); ///< edit.c
bool wend_phase_spawn(wend_world *world);     ///< spawn.c
bool wend_phase_index(wend_world *world);     ///< motion.c: the diagram; ORCA has its own index
bool wend_phase_plan(wend_world *world);      ///< planner.c
bool wend_phase_avoid(wend_world *world);     ///< motion.c
bool wend_phase_integrate(wend_world *world); ///< integrate.c
bool wend_phase_events(wend_world *world);    ///< events_phase.c

#endif
