// SPDX-License-Identifier: MIT
// Where agents come from.
#ifndef WEND_WORLD_SPAWNERS_H
#define WEND_WORLD_SPAWNERS_H

#include "core/array.h"
#include "core/hash.h"
#include "wend/agent.h"
#include "wend/random.h"
#include "world/placement.h"

enum { WEND_MAX_SPAWNERS = 1 << 30 };

typedef struct wend_spawner {
    wend_spawner_def def; ///< area.points is not used; area.count is 0 for lanes
    uint32_t first;       ///< of the area's corners in points
    uint32_t room;        ///< no more discs than this fit in the area at once
    uint32_t done;        ///< that have come
    bool waits;           ///< some that are due have found no room
    bool told_waiting;
    uint64_t tried;     ///< the number of the last step in which it had its turn, from 1 on
    wend_random random; ///< a stream of its own, for places
} wend_spawner;

typedef struct wend_spawners {
    wend_array(wend_spawner) list; ///< by slot; none is ever removed
    wend_array(wend_vec2) points;
    wend_placement placement; ///< only memory: not copied, not hashed
} wend_spawners;

void wend_spawners_free(wend_spawners *spawners, const wend_allocator *allocator);
bool wend_spawners_copy(wend_spawners *to, const wend_spawners *from,
                        const wend_allocator *allocator);
void wend_spawners_hash(const wend_spawners *spawners, wend_hash *hash);

/// The id of a spawner.
static inline wend_id wend_spawner_id(uint32_t slot)
{
    return (wend_id){slot + 1, 1};
}

/// How many of its agents should have come before that time, at least those that have.
uint32_t wend_spawner_due(const wend_spawner *spawner, double time);

/// Agent k of a spawner, without its place.
wend_agent_def wend_spawner_agent(const wend_world *world, uint32_t slot, uint32_t k);

/// No more agents than this come in the step to come.
uint32_t wend_spawners_due(const wend_world *world);

/// Brings those agents of the spawners first <= i < last that are due before `end`. False: out of
/// memory, nothing has changed.
bool wend_spawners_bring(wend_world *world, uint32_t first, uint32_t last, double end);

#endif
