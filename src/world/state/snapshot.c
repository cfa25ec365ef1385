// SPDX-License-Identifier: MIT
// Copies, hashes and snapshots of a world's state. A restore first copies the state to a spare one
// and then swaps that with the world's: it takes effect completely or not at all, and the second
// and later restores reuse the memory of the spare state.
#include "world/world.h"

struct wend_snapshot {
    wend_allocator memory; ///< the world's
    size_t bytes;          ///< allocated from it, this struct included
    uint64_t made;         ///< that of the world; its complement: incomplete
    wend_state state;
};

// ---- counted memory -----------------------------------------------------------------------------

static void *counted_allocate(void *context, size_t size)
{
    wend_snapshot *snapshot = context;
    void *memory = wend_allocate(&snapshot->memory, size, 1);
    if (memory)
        snapshot->bytes += size;
    return memory;
}

static void counted_release(void *context, void *memory, size_t size)
{
    wend_snapshot *snapshot = context;
    snapshot->bytes -= size;
    wend_release(&snapshot->memory, memory, size, 1);
}

static wend_allocator allocator_of(wend_snapshot *snapshot)
{
    return (wend_allocator){counted_allocate, counted_release, snapshot};
}

static wend_snapshot *make(const wend_world *world)
{
    wend_snapshot *made = wend_allocate(&world->allocator, 1, sizeof *made);
    if (made)
        *made = (wend_snapshot){.memory = world->allocator, .bytes = sizeof *made};
    return made;
}

// ---- the parts ----------------------------------------------------------------------------------

static bool copy_state(wend_state *to, const wend_state *from, const wend_allocator *allocator)
{
    to->steps = from->steps;
    to->time = from->time;
    to->halfway = from->halfway;
#define COPY(type, part) type##_copy(&to->part, &from->part, allocator) &&
    return WEND_STATE_PARTS(COPY) true;
}

void wend_state_free(wend_state *state, const wend_allocator *allocator)
{
#define FREE(type, part) type##_free(&state->part, allocator);
    WEND_STATE_PARTS(FREE)
}

uint64_t wend_world_hash(const wend_world *world)
{
    wend_hash hash = wend_hash_start();
    wend_hash_u64(&hash, world->made);
    wend_hash_u64(&hash, world->steps);
    wend_hash_u64(&hash, world->halfway);
#define HASH(type, part) type##_hash(&world->part, &hash);
    WEND_STATE_PARTS(HASH)
    return wend_hash_end(&hash);
}

// ---- snapshots ----------------------------------------------------------------------------------

wend_result wend_world_save(const wend_world *world, wend_snapshot **snapshot, wend_error *error)
{
    if (!world || !snapshot)
        return wend_fail(error, WEND_BAD_ARGUMENT, "world and snapshot must not be NULL");
    wend_snapshot *to = *snapshot ? *snapshot : make(world);
    if (!to)
        return wend_fail_memory(error);
    const wend_allocator allocator = allocator_of(to);
    to->made = world->made;
    if (!copy_state(&to->state, &world->state, &allocator)) {
        // An incomplete copy must not match any world.
        to->made = ~world->made;
        if (!*snapshot)
            wend_snapshot_destroy(to);
        return wend_fail_memory(error);
    }
    *snapshot = to;
    return WEND_OK;
}

wend_result wend_world_restore(wend_world *world, const wend_snapshot *snapshot, wend_error *error)
{
    if (!world || !snapshot)
        return wend_fail(error, WEND_BAD_ARGUMENT, "world and snapshot must not be NULL");
    if (snapshot->made != world->made)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the snapshot is incomplete or belongs to another world");
    if (!world->spare) {
        world->spare = wend_allocate(&world->allocator, 1, sizeof *world->spare);
        if (!world->spare)
            return wend_fail_memory(error);
        *world->spare = (wend_state){0};
    }
    if (!copy_state(world->spare, &snapshot->state, &world->allocator))
        return wend_fail_memory(error);
    const wend_state kept = world->state;
    world->state = *world->spare;
    *world->spare = kept;
    return WEND_OK;
}

void wend_snapshot_destroy(wend_snapshot *snapshot)
{
    if (!snapshot)
        return;
    const wend_allocator allocator = allocator_of(snapshot), memory = snapshot->memory;
    wend_state_free(&snapshot->state, &allocator);
    wend_release(&memory, snapshot, 1, sizeof *snapshot);
}

size_t wend_snapshot_bytes(const wend_snapshot *snapshot)
{
    return snapshot ? snapshot->bytes : 0;
}
