// SPDX-License-Identifier: MIT
// Who is near whom: for motions whose neighbours are those that the diagram knows.
#ifndef WEND_WORLD_MODELS_NEIGHBOURS_H
#define WEND_WORLD_MODELS_NEIGHBOURS_H

#include "core/array.h"
#include "wend/neighbour.h"
#include "wend/world.h"

/// By slot. Only memory: it is found anew in each step.
typedef struct wend_neighbours {
    wend_array(wend_neighbour) list; ///< WEND_MAX_NEIGHBOURS for each
    wend_array(uint32_t) counts;     ///< 0 for those whose motion does not ask
    wend_array(wend_vec2) scratch;   ///< WEND_MOTION_SCRATCH for each: what motions work in
    wend_array(bool) moved;          ///< who has the motion that works now
    wend_array(uint32_t)
        social_groups; ///< for the motion flock: with whom one social_groups; 0: nobody
} wend_neighbours;

void wend_neighbours_free(wend_neighbours *neighbours, const wend_allocator *allocator);

/// Room for all agents there are. False: out of memory.
bool wend_neighbours_reserve(wend_world *world);

/// Finds the neighbours of all agents whose motion asks for them (WEND_NEEDS_NEIGHBOURS). There
/// is room.
void wend_neighbours_find(wend_world *world);

/// What a step of the agents with that motion reads, and where it writes.
wend_motion_input wend_neighbours_input(wend_world *world, wend_motion_kind kind);
wend_motion_output wend_neighbours_output(const wend_world *world);

#endif
