// SPDX-License-Identifier: MIT
// Priority queue of numbered items with decreasing keys, smallest key first, for graph searches.
//
// A 4-ary heap: half as deep as a binary one, and the four children of a node are adjacent in
// memory. Items are numbers below a limit. Of equal keys the smaller item comes first, so the order
// does not depend on the order of insertion.
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
    uint32_t *positions; ///< [limit] position of an item in entries, or WEND_HEAP_ABSENT
    uint32_t limit;
} wend_heap;

#define WEND_HEAP_ABSENT UINT32_MAX

/// An empty heap without capacity. [allocator: opt]
void wend_heap_init(wend_heap *heap, const wend_allocator *allocator);
void wend_heap_free(wend_heap *heap);

/// Reserves memory for the items 0 <= i < limit, so that pushing cannot fail. Items in the heap are
/// kept. False: out of memory, unchanged.
bool wend_heap_reserve(wend_heap *heap, uint32_t limit);

/// Inserts an item, or decreases its key; a key that is not smaller changes nothing. True if the
/// heap changed. [Limit: item < limit, key is not NaN]
bool wend_heap_push(wend_heap *heap, uint32_t item, double key);

/// Removes and returns the entry with the smallest key. [Limit: not empty]
wend_heap_entry wend_heap_pop(wend_heap *heap);

/// Removes all entries, in time proportional to their number.
void wend_heap_clear(wend_heap *heap);

static inline bool wend_heap_empty(const wend_heap *heap)
{
    return heap->entries.count == 0;
}

#endif
