// SPDX-License-Identifier: MIT
// Speed boosts at corners, like bicycles parked there, for agents with the planner "map" (Farias
// 2020, §3.5 and §3.6; full citation in wend/map.h). Maps include them (maps.c); this part stores
// how many are left and which agents have one.
#ifndef WEND_WORLD_GOALS_SPEED_BOOSTS_H
#define WEND_WORLD_GOALS_SPEED_BOOSTS_H

#include "core/ids.h"
#include "wend/agent.h"

typedef struct wend_weight {
    wend_vec2 at;
    double weight;
    uint32_t left;   ///< number of boosts that can still be taken
    uint32_t riders; ///< number of agents that have this boost now
} wend_weight;

/// A part of the world.
typedef struct wend_weights {
    wend_id_pool ids;
    wend_array(wend_weight) list; ///< by slot; none is ever removed
    uint64_t changes;             ///< number of changes that affect maps
} wend_weights;

/// Speed factor of an agent with that boost (slot plus 1); 0 (no boost): 1. wend_walker.faster is
/// the same, rounded to a float.
static inline double wend_weights_speed(const wend_weights *weights, uint32_t ride1)
{
    return ride1 > 0 ? weights->list.data[ride1 - 1].weight : 1;
}

/// Lets agents take the boost at the corner that their path leads to, after all have moved.
void wend_weights_act(wend_world *world);

/// Releases the boost of an agent that leaves.
void wend_weights_forget(wend_world *world, uint32_t slot);

#endif
