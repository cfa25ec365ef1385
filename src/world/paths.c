// SPDX-License-Identifier: MIT
// The pool of portals. Blocks that are not in use form a chain; which one is used next depends on
// the order of what was done and nothing else, so copies of a world go on alike.
#include "world/paths.h"

#include <string.h>

static const wend_way no_way = {.first = WEND_NO_BLOCK, .block = WEND_NO_BLOCK};

// ---- memory -------------------------------------------------------------------------------------

bool wend_paths_reserve(wend_paths *paths, uint32_t slots, const wend_allocator *allocator)
{
    size_t have = paths->ways.count;
    if (slots <= have)
        return true;
    if (!wend_array_reserve(&paths->ways, allocator, slots - have))
        return false;
    for (; paths->ways.count < slots; ++paths->ways.count)
        paths->ways.data[paths->ways.count] = no_way;
    return true;
}

static uint32_t blocks_for(uint32_t portals)
{
    return (portals + WEND_PATH_BLOCK - 1) / WEND_PATH_BLOCK;
}

// Grows by an eighth, not to the double: blocks are most of what an agent's path takes.
bool wend_paths_reserve_portals(wend_paths *paths, uint32_t portals,
                                const wend_allocator *allocator)
{
    size_t count = paths->blocks.count, have = paths->blocks.capacity;
    size_t spare = paths->free_count + (have - count), need = blocks_for(portals);
    if (need <= spare)
        return true;
    size_t wanted = have + (need - spare);
    wanted = wanted > have + have / 8 ? wanted : have + have / 8;
    if (wanted >= WEND_NO_BLOCK)
        return false;
    wend_path_block *grown = wend_allocate(allocator, wanted, sizeof *grown);
    if (!grown)
        return false;
    if (count > 0)
        memcpy(grown, paths->blocks.data, count * sizeof *grown);
    wend_release(allocator, paths->blocks.data, have, sizeof *grown);
    paths->blocks.data = grown;
    paths->blocks.capacity = wanted;
    return true;
}

static uint32_t take_block(wend_paths *paths)
{
    uint32_t block = paths->free_block;
    if (block == WEND_NO_BLOCK) {
        WEND_ASSERT(paths->blocks.count < paths->blocks.capacity);
        block = (uint32_t)paths->blocks.count++;
    } else {
        paths->free_block = paths->blocks.data[block].next;
        --paths->free_count;
    }
    // What is not used yet is written too: copies are of whole blocks.
    paths->blocks.data[block] = (wend_path_block){.next = WEND_NO_BLOCK};
    return block;
}

// ---- paths --------------------------------------------------------------------------------------

static void give_blocks(wend_paths *paths, wend_way *way)
{
    uint32_t block = way->first;
    while (block != WEND_NO_BLOCK) {
        uint32_t next = paths->blocks.data[block].next;
        paths->blocks.data[block].next = paths->free_block;
        paths->free_block = block;
        ++paths->free_count;
        block = next;
    }
    way->first = way->block = WEND_NO_BLOCK;
    way->at = way->left = 0;
    way->bias = way->approach_x = way->approach_y = 0;
}

void wend_paths_put(wend_paths *paths, uint32_t slot, const wend_way_portal *portals,
                    uint32_t count)
{
    wend_way *way = &paths->ways.data[slot];
    WEND_ASSERT(count >= 1 && count <= WEND_PATH_LONGEST);
    give_blocks(paths, way);
    uint32_t last = WEND_NO_BLOCK;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t at = i % WEND_PATH_BLOCK;
        if (at == 0) {
            uint32_t block = take_block(paths);
            if (last == WEND_NO_BLOCK)
                way->first = way->block = block;
            else
                paths->blocks.data[last].next = block;
            last = block;
        }
        wend_path_block *block = &paths->blocks.data[last];
        block->a[at] = portals[i].a;
        block->right_x[at] = portals[i].right_x;
        block->right_y[at] = portals[i].right_y;
        block->width[at] = portals[i].width;
        block->crossing[at] = portals[i].crossing;
        block->rest[at] = portals[i].rest;
    }
    way->left = (uint8_t)count;
}

void wend_paths_drop(wend_paths *paths, uint32_t slot)
{
    if (slot >= paths->ways.count)
        return;
    give_blocks(paths, &paths->ways.data[slot]);
    paths->ways.data[slot] = no_way;
}

// ---- free, copy, hash ---------------------------------------------------------------------------

void wend_paths_free(wend_paths *paths, const wend_allocator *allocator)
{
    wend_array_free(&paths->blocks, allocator);
    wend_array_free(&paths->ways, allocator);
    *paths = (wend_paths){.free_block = WEND_NO_BLOCK};
}

bool wend_paths_copy(wend_paths *to, const wend_paths *from, const wend_allocator *allocator)
{
    to->free_block = WEND_NO_BLOCK;
    to->free_count = 0;
    to->turn = from->turn;
    if (!wend_array_copy(&to->blocks, &from->blocks, allocator) ||
        !wend_array_copy(&to->ways, &from->ways, allocator))
        return false;
    to->free_block = from->free_block;
    to->free_count = from->free_count;
    return true;
}

static void hash_portal(wend_way_portal portal, wend_hash *hash)
{
    wend_hash_vec2(hash, portal.a);
    wend_hash_double(hash, portal.right_x);
    wend_hash_double(hash, portal.right_y);
    wend_hash_double(hash, portal.width);
    wend_hash_double(hash, portal.crossing);
    wend_hash_double(hash, portal.rest);
}

// What lies before each agent. Where in the pool that is makes no difference, nor how much room
// there is for agents to come.
void wend_paths_hash(const wend_paths *paths, wend_hash *hash)
{
    wend_hash_u64(hash, paths->turn);
    for (size_t i = 0; i < paths->ways.count; ++i) {
        const wend_way *way = &paths->ways.data[i];
        uint32_t block = way->block, at = way->at;
        if (!wend_way_has_path(way) && way->state == 0)
            continue;
        wend_hash_u64(hash, i);
        wend_hash_u64(hash, (uint64_t)way->left << 16 | (uint64_t)way->state << 8 | way->failures);
        wend_hash_double(hash, way->again);
        wend_hash_u64(hash, way->version);
        wend_hash_double(hash, way->bias);
        wend_hash_double(hash, way->approach_x);
        wend_hash_double(hash, way->approach_y);
        for (uint32_t k = 0; k < way->left; ++k) {
            hash_portal(wend_path_portal(&paths->blocks.data[block], at), hash);
            if (++at == WEND_PATH_BLOCK) {
                at = 0;
                block = paths->blocks.data[block].next;
            }
        }
    }
}
