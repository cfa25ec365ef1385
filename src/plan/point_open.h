// SPDX-License-Identifier: MIT
// Open list: a heap of windows by their bounds, smallest first, with memory reserved beforehand.
#ifndef WEND_PLAN_POINT_OPEN_H
#define WEND_PLAN_POINT_OPEN_H

#include "core/heap_template.h"
#include "plan/point_search.h"

/// Reserves memory for more windows on the open list, and for all of them among the holes. False:
/// out of memory.
bool wend_open_grow(wend_path_query *query, size_t more);

static inline bool wend_open_reserve(wend_path_query *query, size_t more)
{
    const wend_point_search *search = query->point;
    return (search->windows.count + more <= search->windows.capacity &&
            search->windows.count + more <= search->holes.capacity &&
            search->open.count + more <= search->open.capacity) ||
           wend_open_grow(query, more);
}

static inline bool wend_open_precedes(const void *context, wend_open_entry a, wend_open_entry b)
{
    (void)context;
    return a.f < b.f;
}
WEND_HEAP_TEMPLATE(wend_open_entry, wend_open_entry, wend_open_precedes)

/// Adds an entry, within reserved memory.
static inline void wend_open_push(wend_point_search *search, double f, uint32_t window)
{
    wend_open_entry_push(search->open.data, &search->open.count, (wend_open_entry){f, window},
                         NULL);
}

/// Adds a window to the open list, within reserved memory.
static inline void wend_open_window(wend_point_search *search, const wend_window *window, double f)
{
    uint32_t slot = search->holes.count > 0 ? search->holes.data[--search->holes.count]
                                            : (uint32_t)search->windows.count++;
    search->windows.data[slot] = *window;
    wend_open_push(search, f, slot);
}

/// Removes the entry with the smallest bound. [Limit: not empty]
static inline wend_open_entry wend_open_pop(wend_point_search *search)
{
    return wend_open_entry_pop(search->open.data, &search->open.count, NULL);
}

#endif
