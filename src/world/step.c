// SPDX-License-Identifier: MIT
// A step: reads the current generation of the world and writes the next, phase by phase.
#include "core/clock.h"
#include "world/world.h"

static bool timed(wend_world *world, wend_phase phase, bool (*run)(wend_world *))
{
    double begin = wend_clock();
    bool done = run(world);
    world->times.seconds[phase] = wend_clock() - begin;
    return done;
}

// ORCA builds its neighbour index at the start of the avoid phase; this counts it as index time.
static void split_move(wend_phase_times *times, wend_orca_times orca)
{
    double *move = &times->seconds[WEND_PHASE_AVOID];
    double index = orca.index < *move ? orca.index : *move;
    times->orca.index += orca.index;
    times->orca.neighbours += orca.neighbours;
    times->orca.planes += orca.planes;
    times->orca.programs += orca.programs;
    times->orca.move += orca.move;
    times->seconds[WEND_PHASE_INDEX] += index;
    *move -= index;
}

wend_result wend_world_step(wend_world *world, wend_error *error)
{
    if (!wend_world_reserve_step(world))
        return wend_fail_memory(error);
    if (!world->halfway)
        wend_events_clear(&world->events);
    world->halfway = true;
    world->times = (wend_phase_times){0};

    if (!timed(world, WEND_PHASE_OBSTACLES, wend_phase_obstacles) ||
        !timed(world, WEND_PHASE_SPAWN, wend_phase_spawn) ||
        !timed(world, WEND_PHASE_INDEX, wend_phase_index) ||
        !timed(world, WEND_PHASE_PLAN, wend_phase_plan) ||
        !timed(world, WEND_PHASE_AVOID, wend_phase_avoid) ||
        !timed(world, WEND_PHASE_INTEGRATE, wend_phase_integrate))
        return wend_fail_memory(error);

    const uint32_t *by_motion = world->crowd.by_motion;
    bool orca = by_motion[WEND_MOTION_ORCA] > 0, walks = by_motion[WEND_MOTION_PEDESTRIAN] > 0;
    ++world->steps;
    world->time = (double)world->steps * world->def.step;
    timed(world, WEND_PHASE_EVENTS, wend_phase_events);

    if (orca)
        split_move(&world->times, wend_orca_last_times(world->orca));
    if (walks)
        split_move(&world->times, wend_pedestrian_last_times(world->pedestrian));
    world->halfway = false;
    return WEND_OK;
}

const char *wend_phase_name(wend_phase phase)
{
    static const char *const NAMES[WEND_PHASES] = {"obstacles", "spawn",     "index", "plan",
                                                   "avoid",     "integrate", "events"};
    return (unsigned)phase < WEND_PHASES ? NAMES[phase] : "unknown phase";
}

wend_phase_times wend_world_last_times(const wend_world *world)
{
    return world->times;
}
