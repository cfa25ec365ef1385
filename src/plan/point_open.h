// SPDX-License-Identifier: MIT
// The open list: a heap of windows by their bounds, smallest first. Four children to a node, no
// lowering of keys, room reserved beforehand; core/heap.h has the general one.
#ifndef WEND_PLAN_POINT_OPEN_H
#define WEND_PLAN_POINT_OPEN_H

#include "plan/point_search.h"

/// Makes room for more windows on the open list, and for all of them among the holes. False: out of
/// memory.
bool wend_open_grow(wend_path_query *query, size_t more);

static inline bool wend_open_reserve(wend_path_query *query, size_t more)
{
    const wend_point_search *search = query->point;
    return (search->windows.count + more <= search->windows.capacity &&
            search->windows.count + more <= search->holes.capacity &&
            search->open.count + more <= search->open.capacity) ||
           wend_open_grow(query, more);
}

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

/// Puts a window on the open list; there must be room.
static inline void wend_open_window(wend_point_search *search, const wend_window *window, double f)
{
    uint32_t slot = search->holes.count > 0 ? search->holes.data[--search->holes.count]
                                            : (uint32_t)search->windows.count++;
    search->windows.data[slot] = *window;
    wend_open_push(search, f, slot);
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
