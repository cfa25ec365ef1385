// SPDX-License-Identifier: MIT
// Lists of neighbours from the Voronoi diagram, for motion models with WEND_NEEDS_NEIGHBOURS.
#ifndef WEND_WORLD_MODELS_NEIGHBOURS_H
#define WEND_WORLD_MODELS_NEIGHBOURS_H

#include "core/array.h"
#include "wend/neighbour.h"
#include "wend/world.h"

/// Arrays by slot. Scratch memory, computed again in each step.
typedef struct wend_neighbours {
    wend_array(wend_neighbour) list;    ///< WEND_MAX_NEIGHBOURS per agent
    wend_array(uint32_t) counts;        ///< 0 for models without WEND_NEEDS_NEIGHBOURS
    wend_array(wend_vec2) scratch;      ///< WEND_MOTION_SCRATCH per agent, for motion models
    wend_array(bool) moved;             ///< the agent has the motion model that runs now
    wend_array(uint32_t) social_groups; ///< for boids: groups that flock; 0: none
} wend_neighbours;

void wend_neighbours_free(wend_neighbours *neighbours, const wend_allocator *allocator);

/// Reserves memory for all agents. False: out of memory.
bool wend_neighbours_reserve(wend_world *world);

/// Finds the neighbours of all agents whose motion model has WEND_NEEDS_NEIGHBOURS. [Limit: memory
/// was reserved]
void wend_neighbours_find(wend_world *world);

/// Input and output of a step of the agents with that motion model.
wend_motion_input wend_neighbours_input(wend_world *world, wend_motion_kind kind);
wend_motion_output wend_neighbours_output(const wend_world *world);

#endif
