// SPDX-License-Identifier: MIT
// The open list: a heap of windows by their bounds, smallest first. Four children to a node, no
// lowering of keys, room reserved beforehand; core/heap.h has the general one.
#ifndef WEND_PLAN_POINT_OPEN_H
#define WEND_PLAN_POINT_OPEN_H

#include "plan/point_search.h"

/// Adds an entry; there must be room.
static inline void wend_open_push(wend_point_search *search, double f, uint32_t window)
{
    wend_open_entry *heap = search->open.data;
    size_t i = search->open.count++;
    while (i > 0) {
        size_t parent = (i - 1) / 4;
        if (heap[parent].f <= f)
            break;
        heap[i] = heap[parent];
        i = parent;
    }
    heap[i] = (wend_open_entry){f, window};
}

/// Takes out the entry with the smallest bound; there must be one.
static inline wend_open_entry wend_open_pop(wend_point_search *search)
{
    wend_open_entry *heap = search->open.data, top = heap[0];
    size_t count = --search->open.count, i = 0;
    wend_open_entry moved = heap[count];
    for (;;) {
        size_t child = 4 * i + 1, least = child;
        if (child >= count)
            break;
        size_t end = child + 4 < count ? child + 4 : count;
        for (size_t k = child + 1; k < end; k++)
            least = heap[k].f < heap[least].f ? k : least;
        if (heap[least].f >= moved.f)
            break;
        heap[i] = heap[least];
        i = least;
    }
    heap[i] = moved;
    return top;
}

#endif
