// SPDX-License-Identifier: MIT
#include "core/arena.h"

#include <stdalign.h>

// The block grows to this much beyond what was needed, so that a slowly growing crowd does not
// make it grow at every step.
enum { SLACK_PERCENT = 50 };

static size_t rounded(size_t bytes)
{
    const size_t unit = alignof(max_align_t);
    return bytes == 0 ? unit : (bytes + unit - 1) / unit * unit;
}

void wend_arena_init(wend_arena *arena, const wend_allocator *allocator, size_t size)
{
    *arena = (wend_arena){.needed = size};
    if (allocator)
        arena->allocator = *allocator;
}

void wend_arena_free(wend_arena *arena)
{
    WEND_ASSERT(arena->entries.count == 0);
    wend_release(&arena->allocator, arena->block, arena->block_size, 1);
    wend_array_free(&arena->entries, &arena->allocator);
    arena->block = NULL;
    arena->block_size = arena->block_used = arena->taken = arena->needed = 0;
}

void *wend_arena_take(wend_arena *arena, size_t count, size_t size, const char *name)
{
    if (size > 0 && count > (SIZE_MAX / 2) / size)
        return NULL;
    wend_arena_entry entry = {.size = rounded(count * size), .name = name};
    if (!wend_array_reserve(&arena->entries, &arena->allocator, 1))
        return NULL;
    entry.in_block = entry.size <= arena->block_size - arena->block_used;
    if (entry.in_block) {
        entry.memory = arena->block + arena->block_used;
        arena->block_used += entry.size;
    } else {
        entry.memory = wend_allocate(&arena->allocator, entry.size, 1);
        if (!entry.memory)
            return NULL;
    }
    arena->taken += entry.size;
    if (arena->needed < arena->taken)
        arena->needed = arena->taken;
    arena->entries.data[arena->entries.count++] = entry;
    return entry.memory;
}

void wend_arena_give(wend_arena *arena, void *memory)
{
    WEND_ASSERT(arena->entries.count > 0);
    wend_arena_entry entry = arena->entries.data[arena->entries.count - 1];
    WEND_ASSERT(entry.memory == memory && "pieces are given back in reverse order");
    (void)memory;
    --arena->entries.count;
    arena->taken -= entry.size;
    if (entry.in_block)
        arena->block_used -= entry.size;
    else
        wend_release(&arena->allocator, entry.memory, entry.size, 1);
}

size_t wend_arena_pieces(const wend_arena *arena)
{
    return arena->entries.count;
}

bool wend_arena_settle(wend_arena *arena)
{
    WEND_ASSERT(arena->entries.count == 0);
    if (arena->needed <= arena->block_size)
        return true;
    size_t wanted = rounded(arena->needed + arena->needed / 100 * SLACK_PERCENT);
    char *block = wend_allocate(&arena->allocator, wanted, 1);
    if (!block)
        return false;
    wend_release(&arena->allocator, arena->block, arena->block_size, 1);
    arena->block = block;
    arena->block_size = wanted;
    return true;
}
