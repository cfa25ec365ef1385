// SPDX-License-Identifier: MIT
// Scratch memory for one step: taken in order, given back in reverse order, empty at the end.
//
// The arena is one block. What does not fit goes to the allocator, and wend_arena_settle, called
// between steps, then grows the block to what the step needed: a warm arena allocates nothing.
#ifndef WEND_CORE_ARENA_H
#define WEND_CORE_ARENA_H

#include "core/array.h"

typedef struct wend_arena_entry {
    void *memory;
    size_t size;
    const char *name; ///< of the taker, for the assertion that finds what was not given back
    bool in_block;
} wend_arena_entry;

typedef struct wend_arena {
    wend_allocator allocator;
    char *block;
    size_t block_size;
    size_t block_used;
    size_t taken;  ///< bytes in use now, inside the block and outside
    size_t needed; ///< the most that was ever in use at once
    wend_array(wend_arena_entry) entries;
} wend_arena;

/// An empty arena. [allocator: opt] A first block of `size` bytes is made at the first settle.
void wend_arena_init(wend_arena *arena, const wend_allocator *allocator, size_t size);
void wend_arena_free(wend_arena *arena);

/// count * size bytes, not zeroed, aligned for any type; NULL when out of memory. Never NULL for
/// zero bytes. name must outlive the arena: give a literal.
void *wend_arena_take(wend_arena *arena, size_t count, size_t size, const char *name);

/// Gives back the last piece that was taken and not given back. [Limit: memory is that piece]
void wend_arena_give(wend_arena *arena, void *memory);

/// The number of pieces in use, 0 at the end of a step.
size_t wend_arena_pieces(const wend_arena *arena);

/// Between steps: asserts that the arena is empty and grows the block to what was needed. False:
/// out of memory; the arena works on with the block it had.
bool wend_arena_settle(wend_arena *arena);

#endif
