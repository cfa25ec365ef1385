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
    wend_release(&heap->allocator, heap->places, heap->limit, sizeof *heap->places);
    heap->places = NULL;
    heap->limit = 0;
}

bool wend_heap_reserve(wend_heap *heap, uint32_t limit)
{
    if (limit <= heap->limit)
        return true;
    if (!wend_array_reserve(&heap->entries, &heap->allocator, limit - heap->entries.count))
        return false;
    uint32_t *places = wend_allocate(&heap->allocator, limit, sizeof *places);
    if (!places)
        return false;
    if (heap->limit > 0)
        memcpy(places, heap->places, heap->limit * sizeof *places);
    for (uint32_t i = heap->limit; i < limit; ++i)
        places[i] = WEND_HEAP_ABSENT;
    wend_release(&heap->allocator, heap->places, heap->limit, sizeof *heap->places);
    heap->places = places;
    heap->limit = limit;
    return true;
}

static void put(wend_heap *heap, size_t place, wend_heap_entry entry)
{
    heap->entries.data[place] = entry;
    heap->places[entry.item] = (uint32_t)place;
}

// Moves entry, which belongs at place or above it, up to where it belongs.
static void rise(wend_heap *heap, size_t place, wend_heap_entry entry)
{
    while (place > 0) {
        size_t parent = (place - 1) / WAYS;
        if (!before(entry, heap->entries.data[parent]))
            break;
        put(heap, place, heap->entries.data[parent]);
        place = parent;
    }
    put(heap, place, entry);
}

// Moves entry, which belongs at place or below it, down to where it belongs.
static void sink(wend_heap *heap, size_t place, wend_heap_entry entry)
{
    const wend_heap_entry *entries = heap->entries.data;
    for (;;) {
        size_t child = place * WAYS + 1;
        if (child >= heap->entries.count)
            break;
        size_t end = child + WAYS < heap->entries.count ? child + WAYS : heap->entries.count;
        size_t best = child;
        for (size_t i = child + 1; i < end; ++i)
            if (before(entries[i], entries[best]))
                best = i;
        if (!before(entries[best], entry))
            break;
        put(heap, place, entries[best]);
        place = best;
    }
    put(heap, place, entry);
}

bool wend_heap_push(wend_heap *heap, uint32_t item, double key)
{
    WEND_ASSERT(item < heap->limit && key == key);
    size_t place = heap->places[item];
    if (place == WEND_HEAP_ABSENT)
        place = heap->entries.count++;
    else if (key >= heap->entries.data[place].key)
        return false;
    rise(heap, place, (wend_heap_entry){key, item});
    return true;
}

static void take_out(wend_heap *heap, size_t place)
{
    heap->places[heap->entries.data[place].item] = WEND_HEAP_ABSENT;
    wend_heap_entry last = heap->entries.data[--heap->entries.count];
    if (place == heap->entries.count)
        return;
    if (place > 0 && before(last, heap->entries.data[(place - 1) / WAYS]))
        rise(heap, place, last);
    else
        sink(heap, place, last);
}

wend_heap_entry wend_heap_pop(wend_heap *heap)
{
    WEND_ASSERT(heap->entries.count > 0);
    wend_heap_entry top = heap->entries.data[0];
    take_out(heap, 0);
    return top;
}

bool wend_heap_remove(wend_heap *heap, uint32_t item)
{
    WEND_ASSERT(item < heap->limit);
    if (heap->places[item] == WEND_HEAP_ABSENT)
        return false;
    take_out(heap, heap->places[item]);
    return true;
}

void wend_heap_clear(wend_heap *heap)
{
    for (size_t i = 0; i < heap->entries.count; ++i)
        heap->places[heap->entries.data[i].item] = WEND_HEAP_ABSENT;
    heap->entries.count = 0;
}

wend_result wend_heap_check(const wend_heap *heap, wend_error *error)
{
    size_t present = 0;
    for (uint32_t i = 0; i < heap->limit; ++i)
        present += heap->places[i] != WEND_HEAP_ABSENT;
    if (present != heap->entries.count)
        return wend_fail(error, WEND_UNSOUND, "%zu items have a place in a heap of %zu", present,
                         heap->entries.count);
    for (size_t i = 0; i < heap->entries.count; ++i) {
        wend_heap_entry entry = heap->entries.data[i];
        if (heap->places[entry.item] != i)
            return wend_fail(error, WEND_UNSOUND, "item %u is at %zu but says %u", entry.item, i,
                             heap->places[entry.item]);
        if (i > 0 && before(entry, heap->entries.data[(i - 1) / WAYS]))
            return wend_fail(error, WEND_UNSOUND, "entry %zu is before its parent", i);
    }
    return WEND_OK;
}
