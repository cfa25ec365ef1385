// SPDX-License-Identifier: MIT
#include "world/events.h"

#include "world/world.h"

void wend_events_clear(wend_events *events)
{
    events->list.count = 0;
    events->lost = 0;
}

bool wend_events_reserve(wend_events *events, uint32_t more, const wend_allocator *allocator)
{
    return wend_array_reserve(&events->list, allocator, more);
}

void wend_events_add(wend_events *events, const wend_allocator *allocator, wend_event event)
{
    if (wend_array_reserve(&events->list, allocator, 1))
        events->list.data[events->list.count++] = event;
    else
        ++events->lost;
}

void wend_events_free(wend_events *events, const wend_allocator *allocator)
{
    wend_array_free(&events->list, allocator);
    events->lost = 0;
}

bool wend_events_copy(wend_events *to, const wend_events *from, const wend_allocator *allocator)
{
    to->lost = from->lost;
    to->list.count = 0;
    // As much room as there is in the world: the next copy may have more to keep.
    return wend_array_reserve(&to->list, allocator, from->list.capacity) &&
           wend_array_copy(&to->list, &from->list, allocator);
}

void wend_events_hash(const wend_events *events, wend_hash *hash)
{
    wend_hash_u64(hash, events->list.count);
    for (size_t i = 0; i < events->list.count; ++i) {
        const wend_event *event = &events->list.data[i];
        wend_hash_u64(hash, (uint64_t)event->kind << 32 | event->number);
        wend_hash_u64(hash, wend_id_pack(event->subject));
        wend_hash_double(hash, event->time);
        wend_hash_vec2(hash, event->place);
    }
}

const char *wend_event_name(wend_event_kind kind)
{
    switch (kind) {
    case WEND_EVENT_SPAWNED:
        return "spawned";
    case WEND_EVENT_ARRIVED:
        return "arrived";
    case WEND_EVENT_STOPPED:
        return "stopped";
    case WEND_EVENT_STUCK:
        return "stuck";
    case WEND_EVENT_NO_WAY:
        return "no way";
    case WEND_EVENT_MOVED:
        return "moved";
    case WEND_EVENT_DOOR:
        return "door";
    case WEND_EVENT_DOOR_REFUSED:
        return "door refused";
    case WEND_EVENT_MOVER_BLOCKED:
        return "mover blocked";
    case WEND_EVENT_SPAWN_WAITING:
        return "spawn waiting";
    case WEND_EVENT_CAUGHT:
        return "caught";
    case WEND_EVENT_FASTER:
        return "faster";
    case WEND_EVENT_BARRIER:
        return "barrier";
    }
    return "unknown event";
}

const wend_event *wend_world_events(const wend_world *world, uint32_t *count)
{
    *count = (uint32_t)world->events.list.count;
    return world->events.list.data;
}
