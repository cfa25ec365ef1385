// SPDX-License-Identifier: MIT
// A priority queue of numbered items, smallest key first, whose keys can be lowered: the queue of
// every graph search.
//
// A 4-ary heap: half as deep as a binary one, and the four children of a node lie together in
// memory. Items are numbers below a limit given at the start; equal keys go to the smaller item, so
// that the order never depends on how the heap was filled.
#ifndef WEND_CORE_HEAP_H
#define WEND_CORE_HEAP_H

#include "core/array.h"

typedef struct wend_heap_entry {
    double key;
    uint32_t item;
} wend_heap_entry;

typedef struct wend_heap {
    wend_allocator allocator;
    wend_array(wend_heap_entry) entries;
    uint32_t *places; ///< [limit] where an item is in entries; WEND_HEAP_ABSENT: it isn't
    uint32_t limit;
} wend_heap;

#define WEND_HEAP_ABSENT UINT32_MAX

/// An empty heap with no room. [allocator: opt]
void wend_heap_init(wend_heap *heap, const wend_allocator *allocator);
void wend_heap_free(wend_heap *heap);

/// Makes room for the items 0 <= i < limit, all at once, so that pushing never fails. The heap
/// keeps what is in it. False: out of memory, unchanged.
bool wend_heap_reserve(wend_heap *heap, uint32_t limit);

/// Adds an item, or lowers its key if it is in the heap with a larger one; a key that is not
/// smaller changes nothing. True if the heap changed. [Limit: item < limit, key is not NaN]
bool wend_heap_push(wend_heap *heap, uint32_t item, double key);

/// Takes out the entry with the smallest key. [Limit: not empty]
wend_heap_entry wend_heap_pop(wend_heap *heap);

/// Takes out an item if it is there. True if it was.
bool wend_heap_remove(wend_heap *heap, uint32_t item);

/// Takes out everything, in time proportional to what is there.
void wend_heap_clear(wend_heap *heap);

static inline bool wend_heap_empty(const wend_heap *heap)
{
    return heap->entries.count == 0;
}

/// WEND_OK if every entry is not before its parent and knows its place.
wend_result wend_heap_check(const wend_heap *heap, wend_error *error);

#endif
