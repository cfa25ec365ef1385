// SPDX-License-Identifier: MIT
#include "core/ids.h"

/// The lower bits of a generation count the uses of a slot.
enum { USE_BITS = 28, USES = (1 << USE_BITS) - 1 };

void wend_id_pool_free(wend_id_pool *pool)
{
    wend_array_free(&pool->generations, &pool->allocator);
    wend_array_free(&pool->free_slots, &pool->allocator);
    pool->in_use = 0;
}

bool wend_id_pool_reserve(wend_id_pool *pool, uint32_t more)
{
    if (more <= pool->free_slots.count)
        return true;
    size_t fresh = more - pool->free_slots.count;
    size_t slots = pool->generations.count + fresh;
    // As in wend_id_take: all slots may be free at the same time.
    return wend_array_reserve(&pool->generations, &pool->allocator, fresh) &&
           wend_array_reserve(&pool->free_slots, &pool->allocator, slots - pool->free_slots.count);
}

bool wend_id_pool_copy(wend_id_pool *to, const wend_id_pool *from, const wend_allocator *allocator)
{
    to->kind = from->kind;
    to->allocator = allocator ? *allocator : (wend_allocator){0};
    to->in_use = 0;
    if (!wend_array_copy(&to->generations, &from->generations, allocator) ||
        !wend_array_copy(&to->free_slots, &from->free_slots, allocator) ||
        !wend_array_reserve(&to->free_slots, allocator,
                            to->generations.count - to->free_slots.count))
        return false;
    to->in_use = from->in_use;
    return true;
}

void wend_id_pool_hash(const wend_id_pool *pool, wend_hash *hash)
{
    wend_hash_u64(hash, pool->generations.count);
    for (size_t i = 0; i < pool->generations.count; ++i)
        wend_hash_u64(hash, pool->generations.data[i]);
    for (size_t i = 0; i < pool->free_slots.count; ++i)
        wend_hash_u64(hash, pool->free_slots.data[i]);
}

wend_id wend_id_take(wend_id_pool *pool)
{
    const wend_id null = {0, 0};
    uint32_t slot;
    if (pool->free_slots.count > 0) {
        slot = pool->free_slots.data[--pool->free_slots.count];
    } else {
        if (pool->generations.count >= UINT32_MAX - 1)
            return null;
        // Capacity for all slots to be free at the same time, so that wend_id_give cannot fail.
        size_t slots = pool->generations.count + 1;
        if (!wend_array_reserve(&pool->generations, &pool->allocator, 1) ||
            !wend_array_reserve(&pool->free_slots, &pool->allocator,
                                slots - pool->free_slots.count))
            return null;
        slot = (uint32_t)pool->generations.count++;
        pool->generations.data[slot] = (uint32_t)pool->kind << USE_BITS;
    }
    ++pool->generations.data[slot];
    ++pool->in_use;
    return (wend_id){slot + 1, pool->generations.data[slot]};
}

bool wend_id_give(wend_id_pool *pool, wend_id id)
{
    if (!wend_id_valid(pool, id))
        return false;
    uint32_t slot = wend_id_slot(id);
    --pool->in_use;
    // A slot whose generations are exhausted is retired: it would repeat an old id.
    if ((++pool->generations.data[slot] & USES) != 0)
        pool->free_slots.data[pool->free_slots.count++] = slot;
    return true;
}

bool wend_id_valid(const wend_id_pool *pool, wend_id id)
{
    return id.slot1 != 0 && id.slot1 <= pool->generations.count && id.generation % 2 == 1 &&
           pool->generations.data[id.slot1 - 1] == id.generation;
}

wend_id wend_id_of_slot(const wend_id_pool *pool, uint32_t slot)
{
    if (slot >= pool->generations.count || pool->generations.data[slot] % 2 == 0)
        return (wend_id){0, 0};
    return (wend_id){slot + 1, pool->generations.data[slot]};
}

wend_id wend_id_first_of_slot(const wend_id_pool *pool, uint32_t slot)
{
    wend_id id = wend_id_of_slot(pool, slot);
    return (id.generation & USES) == 1 ? id : (wend_id){0, 0};
}
