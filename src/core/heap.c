// SPDX-License-Identifier: MIT
#include "core/heap.h"

#include <string.h>

enum { WAYS = 4 };

static bool before(wend_heap_entry a, wend_heap_entry b)
{
    return a.key < b.key || (a.key == b.key && a.item < b.item);
}

void wend_heap_init(wend_heap *heap, const wend_allocator *allocator)
{
    *heap = (wend_heap){0};
    if (allocator)
        heap->allocator = *allocator;
}

void wend_heap_free(wend_heap *heap)
{
    wend_array_free(&heap->entries, &heap->allocator);
    wend_release(&heap->allocator, heap->positions, heap->limit, sizeof *heap->positions);
    heap->positions = NULL;
    heap->limit = 0;
}

bool wend_heap_reserve(wend_heap *heap, uint32_t limit)
{
    if (limit <= heap->limit)
        return true;
    if (!wend_array_reserve(&heap->entries, &heap->allocator, limit - heap->entries.count))
        return false;
    uint32_t *positions = wend_allocate(&heap->allocator, limit, sizeof *positions);
    if (!positions)
        return false;
    if (heap->limit > 0)
        memcpy(positions, heap->positions, heap->limit * sizeof *positions);
    for (uint32_t i = heap->limit; i < limit; ++i)
        positions[i] = WEND_HEAP_ABSENT;
    wend_release(&heap->allocator, heap->positions, heap->limit, sizeof *heap->positions);
    heap->positions = positions;
    heap->limit = limit;
    return true;
}

static void put(wend_heap *heap, size_t position, wend_heap_entry entry)
{
    heap->entries.data[position] = entry;
    heap->positions[entry.item] = (uint32_t)position;
}

// Moves entry, whose final position is `position` or above it, up to that position.
static void rise(wend_heap *heap, size_t position, wend_heap_entry entry)
{
    while (position > 0) {
        size_t parent = (position - 1) / WAYS;
        if (!before(entry, heap->entries.data[parent]))
            break;
        put(heap, position, heap->entries.data[parent]);
        position = parent;
    }
    put(heap, position, entry);
}

// Moves entry down from the top to its final position.
static void sink(wend_heap *heap, wend_heap_entry entry)
{
    size_t position = 0;
    const wend_heap_entry *entries = heap->entries.data;
    for (;;) {
        size_t child = position * WAYS + 1;
        if (child >= heap->entries.count)
            break;
        size_t end = child + WAYS < heap->entries.count ? child + WAYS : heap->entries.count;
        size_t best = child;
        for (size_t i = child + 1; i < end; ++i)
            if (before(entries[i], entries[best]))
                best = i;
        if (!before(entries[best], entry))
            break;
        put(heap, position, entries[best]);
        position = best;
    }
    put(heap, position, entry);
}

bool wend_heap_push(wend_heap *heap, uint32_t item, double key)
{
    WEND_ASSERT(item < heap->limit && key == key);
    size_t position = heap->positions[item];
    if (position == WEND_HEAP_ABSENT)
        position = heap->entries.count++;
    else if (key >= heap->entries.data[position].key)
        return false;
    rise(heap, position, (wend_heap_entry){key, item});
    return true;
}

wend_heap_entry wend_heap_pop(wend_heap *heap)
{
    WEND_ASSERT(heap->entries.count > 0);
    wend_heap_entry top = heap->entries.data[0], last = heap->entries.data[--heap->entries.count];
    heap->positions[top.item] = WEND_HEAP_ABSENT;
    if (heap->entries.count > 0)
        sink(heap, last);
    return top;
}

void wend_heap_clear(wend_heap *heap)
{
    for (size_t i = 0; i < heap->entries.count; ++i)
        heap->positions[heap->entries.data[i].item] = WEND_HEAP_ABSENT;
    heap->entries.count = 0;
}
