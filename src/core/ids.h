// SPDX-License-Identifier: MIT
// Ids with a generation: a slot number that can be used again, and a count that tells its uses
// apart, so that an id of something removed is caught and never names its successor.
#ifndef WEND_CORE_IDS_H
#define WEND_CORE_IDS_H

#include "core/array.h"
#include "core/hash.h"
#include "wend/id.h"

/// Gives out slots and takes them back. A zeroed pool with an allocator is ready.
typedef struct wend_id_pool {
    wend_allocator allocator;
    wend_array(uint32_t) generations; ///< [slots] odd while the slot is in use
    wend_array(uint32_t) free_slots;  ///< the last one is used next
    uint32_t in_use;
} wend_id_pool;

void wend_id_pool_free(wend_id_pool *pool);

/// Room for so many more ids in use at once: taking them then needs no memory. False: out of
/// memory, nothing has changed.
bool wend_id_pool_reserve(wend_id_pool *pool, uint32_t more);

/// Makes `to` (zeroed, or an earlier copy) give the same ids as `from` from here on, with memory
/// from that allocator. False: out of memory, `to` may be freed or copied to again.
bool wend_id_pool_copy(wend_id_pool *to, const wend_id_pool *from, const wend_allocator *allocator);

/// Takes in which ids are in use and which will be given next.
void wend_id_pool_hash(const wend_id_pool *pool, wend_hash *hash);

/// A new id; null when out of memory (or after 2^32 - 2 slots). Slots count from 0 without gaps.
wend_id wend_id_take(wend_id_pool *pool);

/// Takes an id back. False if it is null or stale: nothing happens.
bool wend_id_give(wend_id_pool *pool, wend_id id);

/// True if the id is in use.
bool wend_id_valid(const wend_id_pool *pool, wend_id id);

/// The slot of a valid id: an index into the owner's arrays.
static inline uint32_t wend_id_slot(wend_id id)
{
    return id.slot1 - 1;
}

/// The id that is in use in a slot now; null if the slot is free or does not exist.
wend_id wend_id_of_slot(const wend_id_pool *pool, uint32_t slot);

#endif
