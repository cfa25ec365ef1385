// SPDX-License-Identifier: MIT
// Which agents go around a barrier: a user equilibrium. Agents are assigned in the order in which
// they would reach the barrier. Each takes the path on which it arrives sooner, given those before
// it that stay. So an agent at the head of a queue, which waits for few others, stays, and no agent
// goes around that would be faster in the queue.
//
// The barrier is a server of one queue: an agent crosses it when it gets there, and no sooner than
// 1 / flow after the agent before it. The flow is measured (barrier_queues.c). On the other path,
// queues count by their tolls.
//
// The path through the queue is that on the map without tolls, the other one that on the map with
// them.
#include "geometry/sort.h"
#include "world/planners/map.h"
#include "world/planners/planner.h"

#include <math.h>

/// An agent changes its path if that saves more than this: less is noise. [Units: s]
#define MIN_SAVING 0.5

/// The difference of two path lengths beyond which the paths differ. [Units: m]
#define SAME_PATH 0.01

/// Agents per task.
enum { GRAIN = 64 };

bool wend_barriers_diverts(const wend_world *world, uint32_t slot)
{
    const wend_barriers *barriers = &world->barriers;
    return slot < barriers->diverted.count &&
           barriers->diverted.data[slot] == wend_id_pack(world->crowd.id[slot].raw);
}

static void find_choices(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    wend_world *world = argument;
    const wend_crowd *crowd = &world->crowd;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        wend_barrier_choice *choice = &world->barrier_memory.choices.data[i];
        *choice = (wend_barrier_choice){.barrier = WEND_NO_BARRIER, .slot = i};
        double speed = wend_agent_id_is_null(crowd->id[i]) ? 0 : wend_planner_speed(world, i);
        wend_map_pair pair;
        if (!(speed > 0) || crowd->walkers[i].doing != WEND_ACTIVITY_WALKING ||
            !wend_map_find_pair(world, i, &pair))
            continue;
        wend_barrier_wait wait = wend_barriers_first_on(world, i, pair.without);
        if (wait.barrier == WEND_NO_BARRIER)
            continue;
        double length = pair.length + wait.tolls;
        choice->barrier = wait.barrier;
        choice->reach = wait.way / speed;
        choice->stay = (length - world->barriers.list.data[wait.barrier].toll) / speed;
        choice->around = pair.around / speed;
        choice->differs = pair.around < length - SAME_PATH;
    }
}

static bool in_order(const void *context, const void *one, const void *other)
{
    const wend_barrier_choice *a = one, *b = other;
    (void)context;
    if (a->barrier != b->barrier)
        return a->barrier < b->barrier;
    return a->reach < b->reach || (a->reach == b->reach && a->slot < b->slot);
}

/// Assigns the agents of one barrier, in the order in which they reach it.
static void assign(wend_world *world, const wend_barrier_choice *list, uint32_t count, double flow)
{
    double gap = flow > 0 ? 1 / flow : 0, last = -INFINITY;
    for (uint32_t i = 0; i < count; ++i) {
        const wend_barrier_choice *c = &list[i];
        double crosses = fmax(c->reach, last + gap), stay = c->stay + crosses - c->reach;
        bool was = wend_barriers_diverts(world, c->slot);
        bool goes = c->differs && c->around < stay + (was ? MIN_SAVING : -MIN_SAVING);
        world->barriers.diverted.data[c->slot] =
            goes ? wend_id_pack(world->crowd.id[c->slot].raw) : 0;
        if (!goes)
            last = crosses;
    }
}

void wend_barriers_choose(wend_world *world)
{
    wend_barriers *barriers = &world->barriers;
    wend_barrier_memory *memory = &world->barrier_memory;
    const wend_crowd *crowd = &world->crowd;
    for (; barriers->diverted.count < crowd->slots; ++barriers->diverted.count)
        barriers->diverted.data[barriers->diverted.count] = 0;
    memory->choices.count = crowd->slots;
    wend_parallel_for(world->tasks, crowd->slots, GRAIN, find_choices, world);
    uint32_t many = 0;
    wend_barrier_choice *list = memory->choices.data;
    for (uint32_t i = 0; i < crowd->slots; ++i) {
        if (list[i].barrier != WEND_NO_BARRIER)
            list[many++] = list[i];
        else
            barriers->diverted.data[i] = 0;
    }
    if (many > 1)
        wend_sort(list, many, sizeof *list, in_order, NULL);
    for (uint32_t first = 0, end; first < many; first = end) {
        for (end = first; end < many && list[end].barrier == list[first].barrier;)
            ++end;
        assign(world, list + first, end - first, barriers->list.data[list[first].barrier].flow);
    }
}
