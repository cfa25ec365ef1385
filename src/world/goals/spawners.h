// SPDX-License-Identifier: MIT
// Where agents come from.
#ifndef WEND_WORLD_GOALS_SPAWNERS_H
#define WEND_WORLD_GOALS_SPAWNERS_H

#include "core/ids.h"
#include "wend/agent.h"
#include "wend/random.h"
#include "world/goals/placement.h"

enum { WEND_MAX_SPAWNERS = 1 << 30 };

typedef struct wend_spawner {
    wend_spawner_def def; ///< area.points is not used; area.count is 0 for lanes
    uint32_t first;       ///< of the area's corners in points
    uint32_t room;        ///< no more discs than this fit in the area at once
    uint32_t done;        ///< that have come
    bool waits;           ///< some that are due have found no room
    bool reported_waiting;
    uint64_t tried;     ///< the number of the last step in which it had its turn, from 1 on
    wend_random random; ///< a stream of its own, for places
} wend_spawner;

typedef struct wend_spawners {
    wend_id_pool ids;
    wend_array(wend_spawner) list; ///< by slot; none is ever removed
    wend_array(wend_vec2) points;
    wend_placement placement; ///< only memory: not copied, not hashed
} wend_spawners;

/// How many of its agents should have come before that time, at least those that have.
uint32_t wend_spawner_due(const wend_spawner *spawner, double time);

/// Agent k of a spawner, without its place.
wend_agent_def wend_spawner_agent(const wend_world *world, uint32_t slot, uint32_t k);

/// No more agents than this come in the step to come.
uint32_t wend_spawners_due(const wend_world *world);

/// Reserves memory for the agents of the spawners first <= i < last that are due before `end`.
/// False: out of memory, nothing has changed.
bool wend_spawners_reserve(wend_world *world, uint32_t first, uint32_t last, double end);
/// Adds them, as far as there is space.
void wend_spawners_bring(wend_world *world, uint32_t first, uint32_t last, double end);

#endif
