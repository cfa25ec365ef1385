// SPDX-License-Identifier: MIT
// The pool of portals. Unused blocks form a chain. The next block taken depends only on the order
// of calls, so copies of a world behave alike.
#include "world/planners/paths.h"
#include "world/world.h"

#include <string.h>

static const wend_way no_way = {.first = WEND_NO_BLOCK, .block = WEND_NO_BLOCK};

// ---- memory -------------------------------------------------------------------------------------

// The capacity is exact: the crowd, which calls this, already grows by more than it needs.
bool wend_paths_reserve(wend_paths *paths, uint32_t slots, const wend_allocator *allocator)
{
    size_t have = paths->ways.capacity;
    if (slots > have) {
        wend_way *grown = wend_allocate(allocator, slots, sizeof *grown);
        if (!grown)
            return false;
        if (paths->ways.count > 0)
            memcpy(grown, paths->ways.data, paths->ways.count * sizeof *grown);
        wend_release(allocator, paths->ways.data, have, sizeof *grown);
        paths->ways.data = grown;
        paths->ways.capacity = slots;
    }
    for (; paths->ways.count < slots; ++paths->ways.count)
        paths->ways.data[paths->ways.count] = no_way;
    return true;
}

static uint32_t blocks_for(uint32_t portals)
{
    return (portals + WEND_PATH_BLOCK - 1) / WEND_PATH_BLOCK;
}

/// Grows the pool to this number of blocks. False: out of memory; the chunks that were allocated
/// stay.
static bool grow_pool(wend_paths *paths, size_t blocks, const wend_allocator *allocator)
{
    while (paths->chunks.count * WEND_PATH_CHUNK < blocks) {
        if (!wend_array_reserve(&paths->chunks, allocator, 1))
            return false;
        wend_path_block *chunk = wend_allocate(allocator, WEND_PATH_CHUNK, sizeof *chunk);
        if (!chunk)
            return false;
        paths->chunks.data[paths->chunks.count++] = chunk;
    }
    return true;
}

bool wend_paths_reserve_portals(wend_paths *paths, uint32_t portals,
                                const wend_allocator *allocator)
{
    size_t need = blocks_for(portals), spare = paths->free_count;
    size_t blocks = paths->block_count + (need > spare ? need - spare : 0);
    return blocks < WEND_NO_BLOCK && grow_pool(paths, blocks, allocator);
}

static uint32_t acquire_block(wend_paths *paths)
{
    uint32_t block = paths->free_block;
    if (block == WEND_NO_BLOCK) {
        WEND_ASSERT(paths->block_count < paths->chunks.count * WEND_PATH_CHUNK);
        block = paths->block_count++;
    } else {
        paths->free_block = wend_path_block_of(paths, block)->next;
        --paths->free_count;
    }
    // Unused entries are initialised too, since whole blocks are copied.
    *wend_path_block_of(paths, block) = (wend_path_block){.next = WEND_NO_BLOCK};
    return block;
}

// ---- paths --------------------------------------------------------------------------------------

static void release_blocks(wend_paths *paths, wend_way *way)
{
    uint32_t block = way->first;
    while (block != WEND_NO_BLOCK) {
        wend_path_block *gone = wend_path_block_of(paths, block);
        uint32_t next = gone->next;
        gone->next = paths->free_block;
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
    release_blocks(paths, way);
    uint32_t last = WEND_NO_BLOCK;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t at = i % WEND_PATH_BLOCK;
        if (at == 0) {
            uint32_t block = acquire_block(paths);
            if (last == WEND_NO_BLOCK)
                way->first = way->block = block;
            else
                wend_path_block_of(paths, last)->next = block;
            last = block;
        }
        wend_path_block *block = wend_path_block_of(paths, last);
        block->a[at] = portals[i].a;
        block->right_x[at] = portals[i].right_x;
        block->right_y[at] = portals[i].right_y;
        block->width[at] = portals[i].width;
        block->crossing[at] = portals[i].crossing;
        block->rest[at] = portals[i].rest;
    }
    way->left = (uint8_t)count;
}

void wend_paths_clear(wend_paths *paths, uint32_t slot)
{
    release_blocks(paths, &paths->ways.data[slot]);
}

void wend_paths_drop(wend_paths *paths, uint32_t slot)
{
    if (slot >= paths->ways.count)
        return;
    release_blocks(paths, &paths->ways.data[slot]);
    paths->ways.data[slot] = no_way;
}

// ---- free, copy, hash ---------------------------------------------------------------------------

void wend_paths_free(wend_paths *paths, const wend_allocator *allocator)
{
    for (size_t i = 0; i < paths->chunks.count; ++i)
        wend_release(allocator, paths->chunks.data[i], WEND_PATH_CHUNK,
                     sizeof *paths->chunks.data[i]);
    wend_array_free(&paths->chunks, allocator);
    wend_array_free(&paths->ways, allocator);
    *paths = (wend_paths){.free_block = WEND_NO_BLOCK};
}

bool wend_paths_copy(wend_paths *to, const wend_paths *from, const wend_allocator *allocator)
{
    to->block_count = to->free_count = 0;
    to->free_block = WEND_NO_BLOCK;
    if (!wend_array_copy(&to->ways, &from->ways, allocator) ||
        !grow_pool(to, from->block_count, allocator)) {
        to->ways.count = 0; // they would refer to missing blocks
        return false;
    }
    for (uint32_t i = 0; i < from->block_count; i += WEND_PATH_CHUNK) {
        uint32_t rest = from->block_count - i,
                 count = rest < WEND_PATH_CHUNK ? rest : WEND_PATH_CHUNK;
        memcpy(wend_path_block_of(to, i), wend_path_block_of(from, i),
               count * sizeof(wend_path_block));
    }
    to->block_count = from->block_count;
    to->free_block = from->free_block;
    to->free_count = from->free_count;
    to->turn = from->turn;
    return true;
}

static void hash_portal(wend_way_portal portal, wend_hash *hash)
{
    wend_hash_vec2(hash, portal.a);
    wend_hash_doubles(hash, portal.right_x, portal.right_y, portal.width, portal.crossing,
                      portal.rest);
}

// Hashes the portals ahead of each agent. Positions in the pool and spare capacity do not count.
void wend_paths_hash(const wend_paths *paths, wend_hash *hash)
{
    wend_hash_u64(hash, paths->turn);
    for (size_t i = 0; i < paths->ways.count; ++i) {
        const wend_way *way = &paths->ways.data[i];
        uint32_t block = way->block, at = way->at;
        if (!wend_way_has_path(way) && way->state == 0 && way->again == 0 && way->dead_end == 0)
            continue;
        wend_hash_u64(hash, i);
        wend_hash_u64(hash, (uint64_t)way->left << 16 | (uint64_t)way->state << 8 | way->failures);
        wend_hash_double(hash, way->again);
        wend_hash_double(hash, way->dead_end);
        wend_hash_u64(hash, way->version);
        wend_hash_doubles(hash, way->bias, way->approach_x, way->approach_y);
        for (uint32_t k = 0; k < way->left; ++k) {
            hash_portal(wend_path_portal(wend_path_block_of(paths, block), at), hash);
            if (++at == WEND_PATH_BLOCK) {
                at = 0;
                block = wend_path_block_of(paths, block)->next;
            }
        }
    }
}
