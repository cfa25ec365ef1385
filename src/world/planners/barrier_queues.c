// SPDX-License-Identifier: MIT
// How long the queues behind barriers are, and what they are worth: a toll of (weight - 1) times
// the length, where the weight is how many times slower than they would like the people are.
//
// Somebody waits at the first barrier that its way leads over. Its way is that on the map as it is
// now: who has been sent around is in no queue.
#include "wend/geometry.h"
#include "world/planners/planner.h"

#include <math.h>

/// The toll follows the jam by this part of the difference in each interval.
#define FOLLOWS 0.5

/// The first of a queue are no further from their barrier: it stands in the middle of where they
/// were in the whole interval. [Units: m]
#define BEGINS_WITHIN 3.0

/// Nobody is told to make a way that is longer by more. [Units: m]
#define MOST_TOLL 1e6

/// Corners of a way that are looked at: barriers are near to those who wait at them.
enum { MOST_CORNERS = 32 };

/// Agents that one worker looks at in one go.
enum { GRAIN = 64 };

/// The way of an agent, with at least two places on it; returns how many.
static uint32_t way_of(const wend_world *world, const wend_jammed *who,
                       wend_time_point stops[MOST_CORNERS])
{
    const wend_walker *walker = &world->crowd.walkers[who->slot];
    const wend_steering_target *aim = &world->crowd.aims[who->slot];
    const wend_shared_map *map =
        walker->planner == WEND_PLANNER_MAP ? wend_maps_of(world, who->slot, walker->chosen) : NULL;
    uint32_t count = 0;
    if (map) {
        uint32_t layer =
            wend_time_map_layer(map->map, wend_weights_speed(&world->weights, walker->ride1));
        wend_time_map_path(map->map, layer, who->at, stops, MOST_CORNERS, &count);
    }
    if (count >= 2)
        return count < MOST_CORNERS ? count : MOST_CORNERS;
    // It is off its map, or has none.
    stops[0].position = who->at;
    stops[1].position = (wend_vec2){aim->a.x + aim->bias * (aim->b.x - aim->a.x),
                                    aim->a.y + aim->bias * (aim->b.y - aim->a.y)};
    return 2;
}

/// The first barrier that a leg crosses to its left, and how far it is to there.
static wend_barrier_wait first_on(const wend_barriers *barriers, wend_segment leg)
{
    wend_barrier_wait wait = {.barrier = WEND_NO_BARRIER, .way = INFINITY};
    for (uint32_t i = 0; i < barriers->list.count; ++i) {
        wend_segment line = {barriers->list.data[i].a, barriers->list.data[i].b};
        wend_vec2 at;
        if (wend_orient2d(line.a, line.b, leg.a) > 0 ||
            wend_segments_meet(leg, line, &at) == WEND_APART)
            continue;
        double way = wend_distance(leg.a, at);
        if (way < wait.way)
            wait = (wend_barrier_wait){way, i};
    }
    return wait;
}

static void look(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    wend_world *world = argument;
    wend_barrier_memory *memory = &world->barrier_memory;
    wend_time_point stops[MOST_CORNERS];
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        wend_barrier_wait wait = {.barrier = WEND_NO_BARRIER};
        uint32_t count = way_of(world, &memory->jammed.data[i], stops);
        double gone = 0;
        for (uint32_t k = 0; k + 1 < count && wait.barrier == WEND_NO_BARRIER; ++k) {
            wend_segment leg = {stops[k].position, stops[k + 1].position};
            wait = first_on(&world->barriers, leg);
            wait.way += gone;
            gone += wend_distance(leg.a, leg.b);
        }
        memory->waits.data[i] = wait;
    }
}

void wend_barriers_list_waits(wend_world *world)
{
    wend_parallel_for(world->tasks, (uint32_t)world->barrier_memory.jammed.count, GRAIN, look,
                      world);
}

/// Those who wait to cross a barrier.
typedef struct queue {
    double length;   ///< of the longest way to it
    double full;     ///< the speeds that they would have, added up,
    double progress; ///< and those that they have
} queue;

/// Those crowds count whose first are at the barrier, or near.
static queue measure(wend_world *world, uint32_t barrier)
{
    wend_barrier_memory *memory = &world->barrier_memory;
    uint32_t many = (uint32_t)memory->jammed.count;
    const wend_barrier_wait *waits = memory->waits.data;
    queue q = {0, 0, 0};
    for (uint32_t i = 0; i < many; ++i)
        memory->marks.data[i] = false;
    for (uint32_t i = 0; i < many; ++i)
        if (waits[i].barrier == barrier && waits[i].way <= BEGINS_WITHIN)
            memory->marks.data[memory->jammed.data[i].group] = true;
    for (uint32_t i = 0; i < many; ++i) {
        const wend_jammed *who = &memory->jammed.data[i];
        if (waits[i].barrier != barrier || !memory->marks.data[who->group])
            continue;
        q.length = fmax(q.length, waits[i].way);
        q.full += wend_planner_speed(world, who->slot);
        q.progress += fmax(wend_barriers_progress(world, who->slot, who->way), 0);
    }
    return q;
}

void wend_barriers_weigh(wend_world *world, uint32_t number)
{
    const wend_barriers_def *def = &world->def.barriers;
    wend_barrier *barrier = &world->barriers.list.data[number];
    queue q = measure(world, number);
    double slower = q.full > 0 ? q.full / fmax(q.progress, q.full / def->max_weight) : 1;
    barrier->queue = q.length;
    barrier->weight = fmin(fmax(slower, def->weight), def->max_weight);
    double toll = fmin((barrier->weight - 1) * q.length, MOST_TOLL);
    bool is_new = barrier->since == world->time;
    barrier->toll = is_new ? toll : barrier->toll + FOLLOWS * (toll - barrier->toll);
}
