// SPDX-License-Identifier: MIT
// Looking on at a run: who came, who arrived and when, and what went wrong.
#include "cli/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Room for so many slots. False: out of memory.
static bool reserve(run_watch *watch, uint32_t slots)
{
    if (slots <= watch->capacity)
        return true;
    uint32_t capacity = slots + slots / 2;
    run_seen *seen = realloc(watch->seen, (size_t)capacity * sizeof *seen);
    if (!seen)
        return false;
    memset(seen + watch->capacity, 0, (size_t)(capacity - watch->capacity) * sizeof *seen);
    watch->seen = seen;
    watch->capacity = capacity;
    return true;
}

/// What is known of an agent; one that was not seen before came at that time. NULL: out of memory.
static run_seen *find(run_watch *watch, wend_id id, double time)
{
    uint32_t slot = id.slot1 - 1;
    if (!reserve(watch, slot + 1))
        return NULL;
    run_seen *seen = &watch->seen[slot];
    if (!wend_id_equal(seen->id, id)) {
        wend_agent_state state;
        ++watch->figures->agents;
        *seen = (run_seen){.id = id, .came = time};
        seen->stands = wend_world_agent_state(watch->world, id, &state, NULL) == WEND_OK &&
                       state.doing == WEND_DOING_NOTHING;
    }
    return seen;
}

static void note_arrival(run_watch *watch, run_seen *seen, double time)
{
    run_figures *figures = watch->figures;
    seen->arrived = true;
    ++figures->arrived;
    watch->travelled += time - seen->came;
    figures->last_s = isnan(figures->last_s) ? time : fmax(figures->last_s, time);
}

static bool is_of_agent(wend_event_kind kind)
{
    return kind == WEND_EVENT_SPAWNED || kind == WEND_EVENT_ARRIVED || kind == WEND_EVENT_STUCK ||
           kind == WEND_EVENT_MOVED;
}

static bool take_events(run_watch *watch)
{
    uint32_t count;
    const wend_event *events = wend_world_events(watch->world, &count);
    for (uint32_t i = 0; i < count; ++i) {
        const wend_event *event = &events[i];
        ++watch->figures->events[event->kind];
        if (event->kind == WEND_EVENT_BARRIER && event->number == 1 &&
            watch->figures->barriers++ == 0)
            watch->figures->first_barrier = *event;
        if (!is_of_agent(event->kind) || wend_id_null(event->subject))
            continue;
        run_seen *seen = find(watch, event->subject, event->time);
        if (!seen)
            return false;
        if (event->kind == WEND_EVENT_ARRIVED)
            note_arrival(watch, seen, event->time);
        if (event->kind == WEND_EVENT_STUCK && !seen->stuck) {
            seen->stuck = true;
            ++watch->figures->stuck;
        }
        seen->moved = seen->moved || event->kind == WEND_EVENT_MOVED;
    }
    return true;
}

/// Where everybody is now; measures is false for the beginning, which is no step.
static bool take_places(run_watch *watch, bool measures)
{
    run_figures *figures = watch->figures;
    wend_agents agents = wend_world_agents(watch->world);
    double now = wend_world_time(watch->world);
    figures->inside = 0;
    for (uint32_t i = 0; i < agents.slots; ++i) {
        if (wend_id_null(agents.ids[i]))
            continue;
        run_seen *seen = find(watch, agents.ids[i], now);
        bool crossed, deep;
        if (!seen ||
            !run_walls_look(watch->walls, seen, &agents.bodies[i], watch->step, &crossed, &deep))
            return false;
        seen->at = agents.bodies[i].position;
        seen->placed = true;
        seen->moved = false;
        figures->inside += !seen->arrived && !seen->stands;
        figures->walls_crossed += measures && crossed;
        figures->in_walls += measures && deep;
    }
    uint64_t overlapping = 0;
    if (measures && !overlaps_count(watch->overlaps, agents.bodies, agents.slots, &overlapping))
        return false;
    figures->overlaps += overlapping;
    if (overlapping > 0)
        figures->deepest = fmax(figures->deepest, overlaps_deepest(watch->overlaps));
    figures->agent_steps += measures ? agents.count : 0;
    figures->to_come = wend_world_to_come(watch->world);
    return true;
}

bool run_watch_start(run_watch *watch, const scene *s, const scene_names *names,
                     const wend_world *world, double step, run_figures *figures)
{
    *watch = (run_watch){.world = world, .step = step, .figures = figures};
    figures->last_s = figures->mean_s = NAN;
    watch->walls = run_walls_create(s, names);
    watch->overlaps = overlaps_create();
    return watch->walls && watch->overlaps && run_walls_update(watch->walls, world) &&
           take_events(watch) && take_places(watch, false);
}

bool run_watch_step(run_watch *watch)
{
    return run_walls_update(watch->walls, watch->world) && take_events(watch) &&
           take_places(watch, true);
}

void run_watch_end(run_watch *watch)
{
    run_figures *figures = watch->figures;
    wend_agents agents = wend_world_agents(watch->world);
    for (uint32_t i = 0; i < agents.slots; ++i) {
        wend_agent_state state;
        if (!wend_id_null(agents.ids[i]) &&
            wend_world_agent_state(watch->world, agents.ids[i], &state, NULL) == WEND_OK)
            figures->lost += state.doing == WEND_DOING_LOST;
    }
    if (figures->arrived > 0)
        figures->mean_s = watch->travelled / (double)figures->arrived;
    wend_world_pursuit_sums(watch->world, (wend_id){0, 0}, &figures->pursued, NULL);
    figures->seconds = wend_world_time(watch->world);
    figures->steps = wend_world_steps(watch->world);
    figures->hash = wend_world_hash(watch->world);
}

void run_watch_free(run_watch *watch)
{
    run_walls_free(watch->walls);
    overlaps_free(watch->overlaps);
    free(watch->seen);
    *watch = (run_watch){0};
}
