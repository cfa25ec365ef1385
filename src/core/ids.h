// SPDX-License-Identifier: MIT
// Ids with generations: a reusable slot number and a counter of its uses. The id of a removed
// object is detected as stale and never refers to its successor.
#ifndef WEND_CORE_IDS_H
#define WEND_CORE_IDS_H

#include "core/array.h"
#include "core/hash.h"
#include "wend/ids.h"

/// What the ids of a pool name: the upper bits of their generations.
typedef enum wend_id_kind {
    WEND_ID_AGENT, ///< 0: random streams of agents depend on their ids
    WEND_ID_GOAL,
    WEND_ID_ROUTE,
    WEND_ID_ZONE,
    WEND_ID_OBSTACLE,
    WEND_ID_SPAWNER,
    WEND_ID_PURSUIT,
    WEND_ID_RESOURCE,
    WEND_ID_LANES,
    WEND_ID_GROUP,
    WEND_ID_BOOST,
    WEND_ID_SITE,
    WEND_ID_MESH_SHAPE,
} wend_id_kind;

/// Allocates slots.
typedef struct wend_id_pool {
    wend_id_kind kind;
    wend_allocator allocator;
    wend_array(uint32_t) generations; ///< [slots] odd while the slot is in use
    wend_array(uint32_t) free_slots;  ///< stack; the last one is reused first
    uint32_t in_use;
} wend_id_pool;

/// Makes an empty pool.
static inline wend_id_pool wend_id_pool_make(wend_id_kind kind, const wend_allocator *allocator)
{
    return (wend_id_pool){.kind = kind, .allocator = *allocator};
}

void wend_id_pool_free(wend_id_pool *pool);

/// Reserves memory for `more` further ids, so that wend_id_take cannot fail. False: out of memory,
/// unchanged.
bool wend_id_pool_reserve(wend_id_pool *pool, uint32_t more);

/// Copies the state of `from` to `to` (zeroed, or an earlier copy), with memory from that
/// allocator: both then allocate the same ids. False: out of memory, `to` may be freed or copied to
/// again.
bool wend_id_pool_copy(wend_id_pool *to, const wend_id_pool *from, const wend_allocator *allocator);

/// Adds the ids in use and the order of future ids to a hash.
void wend_id_pool_hash(const wend_id_pool *pool, wend_hash *hash);

static inline bool wend_id_is_null(wend_id id)
{
    return id.slot1 == 0;
}

/// Allocates an id; null if out of memory (or after 2^32 - 2 slots). Slots count from 0 without
/// gaps.
wend_id wend_id_take(wend_id_pool *pool);

/// Frees an id. False if it is null or stale; nothing changes.
bool wend_id_give(wend_id_pool *pool, wend_id id);

/// True if the id is in use.
bool wend_id_valid(const wend_id_pool *pool, wend_id id);

/// Slot of a valid id: an index into the owner's arrays.
static inline uint32_t wend_id_slot(wend_id id)
{
    return id.slot1 - 1;
}

/// Id in use in a slot; null if the slot is free or does not exist.
wend_id wend_id_of_slot(const wend_id_pool *pool, uint32_t slot);

/// The same, if the slot was never used for another object.
wend_id wend_id_first_of_slot(const wend_id_pool *pool, uint32_t slot);

#endif
