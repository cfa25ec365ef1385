// SPDX-License-Identifier: MIT
// Spawners: sources of agents.
#ifndef WEND_WORLD_GOALS_SPAWNERS_H
#define WEND_WORLD_GOALS_SPAWNERS_H

#include "core/hash.h"
#include "core/ids.h"
#include "wend/agent.h"
#include "wend/random.h"
#include "world/goals/placement.h"

enum { WEND_MAX_SPAWNERS = 1 << 30 };

typedef struct wend_spawner {
    wend_spawner_def def; ///< area.points is not used; area.count is 0 for lanes
    uint32_t first;       ///< first corner of the area in points
    uint32_t room;        ///< upper bound on the number of agents that fit at once
    uint32_t done;        ///< number of agents spawned so far
    bool waits;           ///< agents that are due have not been added yet
    bool reported_waiting;
    uint64_t tried;     ///< last step whose spawn phase is done, counted from 1
    wend_random random; ///< stream for positions
} wend_spawner;

typedef struct wend_spawners {
    wend_id_pool ids;
    wend_array(wend_spawner) list; ///< by slot; none is ever removed
    wend_array(wend_vec2) points;
    wend_placement placement; ///< only memory: not copied, not hashed
} wend_spawners;

/// Number of agents that are due before that time, at least those spawned so far.
uint32_t wend_spawner_due(const wend_spawner *spawner, double time);

/// Definition of agent k of a spawner, without its position.
wend_agent_def wend_spawner_agent(const wend_world *world, uint32_t slot, uint32_t k);

/// Adds the definition of an agent that is not in the world yet to a hash, without its position.
void wend_agent_def_hash(const wend_agent_def *def, wend_hash *hash);

/// Upper bound on the number of agents that are spawned in the next step.
uint32_t wend_spawners_due(const wend_world *world);

/// Reserves memory for the agents of the spawners first <= i < last that are due before `end`.
/// False: out of memory, nothing changed.
bool wend_spawners_reserve(wend_world *world, uint32_t first, uint32_t last, double end);
/// Adds these agents, as far as there are free positions.
void wend_spawners_bring(wend_world *world, uint32_t first, uint32_t last, double end);

#endif
