// SPDX-License-Identifier: MIT
#include "world/state/events.h"

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

void wend_events_add_agent(wend_world *world, wend_event_kind kind, uint32_t slot, uint32_t number)
{
    const wend_event event = {.kind = kind,
                              .number = number,
                              .agent = world->crowd.id[slot],
                              .time = world->time,
                              .position = world->crowd.bodies[slot].position};
    wend_events_add(&world->events, &world->allocator, event);
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
    // Same capacity as the original: the next copy may have more events.
    return wend_array_reserve(&to->list, allocator, from->list.capacity) &&
           wend_array_copy(&to->list, &from->list, allocator);
}

static uint64_t subject_of(const wend_event *event)
{
    switch (event->kind) {
    case WEND_EVENT_DOOR:
    case WEND_EVENT_DOOR_REFUSED:
    case WEND_EVENT_OBSTACLE_BLOCKED:
        return wend_id_pack(event->obstacle.raw);
    case WEND_EVENT_SPAWN_WAITING:
        return wend_id_pack(event->spawner.raw);
    case WEND_EVENT_BARRIER:
        return event->barrier;
    default:
        return wend_id_pack(event->agent.raw);
    }
}

static void hash_blocker(wend_blocker blocker, wend_hash *hash)
{
    wend_hash_u64(hash, blocker.kind);
    if (blocker.kind == WEND_BLOCKER_AGENT)
        wend_hash_u64(hash, wend_id_pack(blocker.agent.raw));
    else if (blocker.kind == WEND_BLOCKER_GROUP)
        wend_hash_u64(hash, wend_id_pack(blocker.group.raw));
    else if (blocker.kind == WEND_BLOCKER_GATE)
        wend_hash_u64(hash, blocker.gate);
}

void wend_events_hash(const wend_events *events, wend_hash *hash)
{
    wend_hash_u64(hash, events->list.count);
    for (size_t i = 0; i < events->list.count; ++i) {
        const wend_event *event = &events->list.data[i];
        wend_hash_u64(hash, (uint64_t)event->kind << 32 | event->number);
        wend_hash_u64(hash, subject_of(event));
        wend_hash_double(hash, event->time);
        wend_hash_vec2(hash, event->position);
        if (event->kind == WEND_EVENT_STUCK)
            hash_blocker(event->blocker, hash);
    }
}

const char *wend_event_name(wend_event_kind kind)
{
    static const char *const NAMES[] = {
        [WEND_EVENT_SPAWNED] = "spawned",
        [WEND_EVENT_ARRIVED] = "arrived",
        [WEND_EVENT_WAYPOINT] = "waypoint",
        [WEND_EVENT_STUCK] = "stuck",
        [WEND_EVENT_NO_PATH] = "no_path",
        [WEND_EVENT_MOVED] = "moved",
        [WEND_EVENT_DOOR] = "door",
        [WEND_EVENT_DOOR_REFUSED] = "door_refused",
        [WEND_EVENT_OBSTACLE_BLOCKED] = "obstacle_blocked",
        [WEND_EVENT_SPAWN_WAITING] = "spawn_waiting",
        [WEND_EVENT_CAUGHT] = "caught",
        [WEND_EVENT_BOOSTED] = "boosted",
        [WEND_EVENT_BARRIER] = "barrier",
    };
    return (unsigned)kind < sizeof NAMES / sizeof *NAMES ? NAMES[kind] : "unknown event";
}

const wend_event *wend_world_events(const wend_world *world, uint32_t *count)
{
    *count = (uint32_t)world->events.list.count;
    return world->events.list.data;
}
