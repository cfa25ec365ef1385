// SPDX-License-Identifier: MIT
// What happened in a step, as an array.
#ifndef WEND_WORLD_STATE_EVENTS_H
#define WEND_WORLD_STATE_EVENTS_H

#include "core/array.h"
#include "core/hash.h"
#include "wend/world.h"

typedef struct wend_events {
    wend_array(wend_event) list;
    uint64_t lost; ///< that there was no memory for
} wend_events;

/// Forgets all: the start of a step.
void wend_events_clear(wend_events *events);
/// Room for `more`. False: out of memory, nothing changed.
bool wend_events_reserve(wend_events *events, uint32_t more, const wend_allocator *allocator);
/// Adds one. Never fails: one that there is no memory for is counted as lost.
void wend_events_add(wend_events *events, const wend_allocator *allocator, wend_event event);

#endif
