// SPDX-License-Identifier: MIT
// The events of a step, as an array.
#ifndef WEND_WORLD_STATE_EVENTS_H
#define WEND_WORLD_STATE_EVENTS_H

#include "core/array.h"
#include "core/hash.h"
#include "wend/world.h"

typedef struct wend_events {
    wend_array(wend_event) list;
    uint64_t lost; ///< events that were dropped because memory ran out
} wend_events;

/// Removes all events, at the start of a step.
void wend_events_clear(wend_events *events);
/// Reserves memory for `more` events. False: out of memory, nothing changed.
bool wend_events_reserve(wend_events *events, uint32_t more, const wend_allocator *allocator);
/// Adds an event. Never fails: without memory the event is counted as lost.
void wend_events_add(wend_events *events, const wend_allocator *allocator, wend_event event);
/// Adds an event of an agent, at its position and the current time.
void wend_events_add_agent(wend_world *world, wend_event_kind kind, uint32_t slot, uint32_t number);

#endif
