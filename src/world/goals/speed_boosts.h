// SPDX-License-Identifier: MIT
// Corners that make faster, as bicycles that stand there, for agents whose planner is map (Farias
// 2020, sections 3.5 and 3.6). Maps count them in (maps.c); here is how many are left and who has
// taken which.
#ifndef WEND_WORLD_GOALS_SPEED_BOOSTS_H
#define WEND_WORLD_GOALS_SPEED_BOOSTS_H

#include "core/ids.h"
#include "wend/agent.h"

typedef struct wend_weight {
    wend_vec2 at;
    double weight;
    uint32_t left;   ///< that can still be taken
    uint32_t riders; ///< agents that are as fast as this now
} wend_weight;

/// A part of the world.
typedef struct wend_weights {
    wend_id_pool ids;
    wend_array(wend_weight) list; ///< by slot; none is ever removed
    uint64_t changes;             ///< counts what changes for maps
} wend_weights;

/// How fast somebody is who has taken that weight, counted from 1; 0: none. What a walker keeps of
/// it is rounded.
static inline double wend_weights_speed(const wend_weights *weights, uint32_t ride1)
{
    return ride1 > 0 ? weights->list.data[ride1 - 1].weight : 1;
}

/// Everybody has moved: those who are at the corner that their way leads to take what is there.
void wend_weights_act(wend_world *world);

/// Whoever is in that slot leaves.
void wend_weights_forget(wend_world *world, uint32_t slot);

#endif
