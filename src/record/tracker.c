// SPDX-License-Identifier: MIT
// Tracks agents by slot (see tracker.h). After every step it reads the events and then looks at
// each slot, so that an agent that comes and leaves between two looks is not missed.
#include "record/tracker.h"

#include <math.h>
#include <string.h>

static bool note(tracker *t, tracker_change_kind kind, const tracked_agent *agent, double time,
                 wend_vec2 position)
{
    return wend_array_push(&t->changes, NULL,
                           (tracker_change){.kind = kind,
                                            .id = agent->id,
                                            .number = agent->number,
                                            .time = time,
                                            .position = position,
                                            .blocker = agent->blocker});
}

/// The agent of a slot is no longer in the world.
static bool note_removal(tracker *t, tracked_agent *agent)
{
    bool noted = !agent->present || agent->arrived;
    agent->present = false;
    return noted ||
           note(t, TRACKER_REMOVED, agent, wend_world_time(t->world), (wend_vec2){NAN, NAN});
}

/// The agent with that id; one that is not known yet came at that time. NULL: out of memory.
static tracked_agent *find(tracker *t, wend_agent_id id, double time)
{
    uint32_t slot = id.raw.slot1 - 1;
    if (slot >= t->slots.count) {
        size_t more = slot + 1 - t->slots.count;
        if (!wend_array_reserve(&t->slots, NULL, more))
            return NULL;
        memset(t->slots.data + t->slots.count, 0, more * sizeof *t->slots.data);
        t->slots.count += more;
    }
    tracked_agent *agent = &t->slots.data[slot];
    if (wend_agent_id_equal(agent->id, id))
        return agent;
    if (!note_removal(t, agent))
        return NULL;
    wend_agent_state state;
    *agent = (tracked_agent){.id = id, .number = t->agents++, .came = time, .present = true};
    agent->idle = wend_world_agent_state(t->world, id, &state, NULL) == WEND_OK &&
                  state.activity == WEND_ACTIVITY_IDLE;
    return note(t, TRACKER_CAME, agent, time, (wend_vec2){NAN, NAN}) ? agent : NULL;
}

static bool note_arrival(tracker *t, tracked_agent *agent, const wend_event *event)
{
    bool first = !agent->arrived;
    agent->arrived = true;
    ++t->arrived;
    t->travelled += event->time - agent->came;
    t->last_arrival = fmax(t->last_arrival, event->time);
    return !first || note(t, TRACKER_ARRIVED, agent, event->time, event->position);
}

static bool note_stuck(tracker *t, wend_agent_id id, const wend_event *event)
{
    const wend_blocker *by = &event->blocker;
    tracked_blocker blocker = {.kind = by->kind};
    if (by->kind == WEND_BLOCKER_AGENT) {
        const tracked_agent *other = find(t, by->agent, event->time); // may move the slots
        if (!other)
            return false;
        blocker.number = other->number;
    } else if (by->kind == WEND_BLOCKER_GROUP) {
        blocker.number = by->group.raw.slot1 - 1;
    } else if (by->kind == WEND_BLOCKER_GATE) {
        blocker.number = by->gate;
    }
    tracked_agent *agent = find(t, id, event->time);
    t->stuck += !agent->stuck;
    ++t->blocked[by->kind];
    agent->stuck = agent->is_stuck = true;
    agent->since = event->time;
    agent->blocker = blocker;
    return note(t, TRACKER_STUCK, agent, event->time, event->position);
}

/// Looks whether an agent that was stuck makes progress again, or is gone.
static bool note_freed(tracker *t, tracked_agent *agent)
{
    wend_agent_state state;
    if (!agent->is_stuck ||
        (wend_world_agent_state(t->world, agent->id, &state, NULL) == WEND_OK && state.stuck))
        return true;
    agent->is_stuck = false;
    return note(t, TRACKER_FREED, agent, wend_world_time(t->world), (wend_vec2){NAN, NAN});
}

static bool is_of_agent(wend_event_kind kind)
{
    return kind == WEND_EVENT_SPAWNED || kind == WEND_EVENT_ARRIVED || kind == WEND_EVENT_STUCK ||
           kind == WEND_EVENT_MOVED;
}

static bool take_events(tracker *t)
{
    uint32_t count;
    const wend_event *events = wend_world_events(t->world, &count);
    for (uint32_t i = 0; i < count; ++i) {
        const wend_event *event = &events[i];
        ++t->events[event->kind];
        if (event->kind == WEND_EVENT_BARRIER && event->number == 1 && t->barriers++ == 0)
            t->first_barrier = *event;
        if (!is_of_agent(event->kind) || wend_agent_id_is_null(event->agent))
            continue;
        tracked_agent *agent = find(t, event->agent, event->time);
        if (!agent || (event->kind == WEND_EVENT_ARRIVED && !note_arrival(t, agent, event)))
            return false;
        if (event->kind == WEND_EVENT_STUCK && !note_stuck(t, event->agent, event))
            return false;
        if (event->kind == WEND_EVENT_MOVED)
            agent->moved_step = wend_world_steps(t->world);
    }
    return true;
}

static bool take_slots(tracker *t)
{
    wend_agents agents = wend_world_agents(t->world);
    double now = wend_world_time(t->world);
    t->inside = 0;
    for (uint32_t i = 0; i < agents.slots || i < t->slots.count; ++i) {
        if (i < t->slots.count && !note_freed(t, &t->slots.data[i]))
            return false;
        if (i >= agents.slots || wend_agent_id_is_null(agents.ids[i])) {
            if (i < t->slots.count && !note_removal(t, &t->slots.data[i]))
                return false;
            continue;
        }
        const tracked_agent *agent = find(t, agents.ids[i], now);
        if (!agent)
            return false;
        t->inside += !agent->arrived && !agent->idle;
    }
    return true;
}

bool tracker_start(tracker *t, const wend_world *world)
{
    // Slots come first: agents that are present from the start are numbered as the scene has them.
    *t = (tracker){.world = world, .last_arrival = NAN};
    return take_slots(t) && take_events(t);
}

bool tracker_step(tracker *t)
{
    t->changes.count = 0;
    return take_events(t) && take_slots(t);
}

void tracker_free(tracker *t)
{
    wend_array_free(&t->slots, NULL);
    wend_array_free(&t->changes, NULL);
    *t = (tracker){0};
}
