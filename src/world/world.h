// SPDX-License-Identifier: MIT
// The inside of a world: one struct for each idea, each with its own file.
//
// Every part X has, in its header,
//     void wend_X_free(wend_X *x, const wend_allocator *allocator);
//     bool wend_X_copy(wend_X *to, const wend_X *from, const wend_allocator *allocator);
//     void wend_X_hash(const wend_X *x, wend_hash *hash);
// copy makes `to` (zeroed, or an earlier copy whose memory is used again) equal to `from`; false:
// out of memory, `to` may be freed or copied to again. So a snapshot is a copy of all parts, and
// nothing that changes in a step lives elsewhere. hash takes in whatever makes two worlds differ.
#ifndef WEND_WORLD_WORLD_H
#define WEND_WORLD_WORLD_H

#include "core/memory.h"
#include "wend/world.h"
#include "world/barriers.h"
#include "world/crowd.h"
#include "world/diagram.h"
#include "world/events.h"
#include "world/fields.h"
#include "world/goals.h"
#include "world/groups.h"
#include "world/lanes.h"
#include "world/mangs.h"
#include "world/maps.h"
#include "world/nears.h"
#include "world/obstacles.h"
#include "world/paths.h"
#include "world/pursuits.h"
#include "world/spawners.h"
#include "world/weights.h"

struct wend_guides;

struct wend_world {
    wend_allocator allocator;
    wend_world_def def; ///< without its pointers
    wend_arc arc;
    wend_tasks *tasks;
    uint64_t made; ///< tells worlds apart, for snapshots: a hash of the def, not an address

    // What changes; snapshot.c knows this list.
    uint64_t steps;
    double time;      ///< steps * def.step
    bool halfway;     ///< the last step failed: the next is another try of it
    wend_crowd crowd; ///< the agents
    wend_goals goals; ///< goals, routes, zones
    wend_paths paths; ///< the portals that agents have before them
    wend_spawners spawners;
    wend_lane_sets lanes;     ///< lanes, and who is where on them
    wend_groups groups;       ///< groups whose shape moves on, and their members
    wend_fields fields;       ///< what there is to gather
    wend_pursuits pursuits;   ///< what agents do who have no goal of the host's
    wend_obstacles obstacles; ///< the mesh, the walls, doors and movers
    wend_diagram diagram;     ///< the Voronoi diagram, if somebody needs it
    wend_mang_keeps keeps;    ///< plans on the graph of it
    wend_weights weights;     ///< corners that make faster
    wend_maps maps;           ///< path maps, if somebody needs them
    wend_barriers barriers;   ///< lines in them that cost something to cross
    wend_events events;

    // What is only memory or speed.
    wend_orca *orca;
    wend_nears nears;
    wend_mang_memory mang;
    wend_map_memory map_memory;
    wend_barrier_memory barrier_memory;
    wend_lane_memory lane_memory;
    wend_group_memory group_memory;
    wend_phase_times times;
    struct wend_guides *guides; ///< memory for searches (guide.h); made when first needed
    wend_world *spare;          ///< of it, only the parts above (snapshot.c); NULL: none yet
};

/// Frees all parts, of a world, a spare or a snapshot. (snapshot.c)
void wend_world_free_parts(wend_world *world, const wend_allocator *allocator);

/// Room for `more` agents in every part that has something for each. False: out of memory, nothing
/// changed. (world.c)
bool wend_world_reserve_agents(wend_world *world, uint32_t more);

/// Room for all that the step to come may need for its agents. False: as above. (world.c)
bool wend_world_reserve_step(wend_world *world);

/// An agent leaves. (agents.c)
void wend_world_drop_agent(wend_world *world, uint32_t slot);

/// An agent needs another path: it has been moved, or goes elsewhere. (agents.c)
void wend_world_set_out(wend_world *world, uint32_t slot);

// The phases, in their order. A phase returns false only when out of memory; what it needs for each
// agent was reserved before the first. What edit has done stays done when it or a later phase
// fails, and the next try does only what is left of it; the others have changed nothing when they
// fail. The time is that of the step's start, in observe that of its end.

bool wend_phase_edit(wend_world *world);      ///< edit.c
bool wend_phase_spawn(wend_world *world);     ///< spawn.c
bool wend_phase_index(wend_world *world);     ///< move.c: the diagram; ORCA has its own part of it
bool wend_phase_guide(wend_world *world);     ///< guide.c
bool wend_phase_move(wend_world *world);      ///< move.c
bool wend_phase_integrate(wend_world *world); ///< integrate.c
bool wend_phase_observe(wend_world *world);   ///< observe.c

#endif
