// SPDX-License-Identifier: MIT
// Lengths and tolls of the queues behind barriers. The toll is (weight - 1) times the length; the
// weight is the ratio of the agents' preferred speed to their progress.
//
// An agent waits at the first barrier on its path, which is that on the current map: an agent that
// was sent around is in no queue.
#include "wend/geometry.h"
#include "world/planners/planner.h"

#include <math.h>

/// Part of the difference to the current jam by which a toll changes in each interval.
#define FOLLOWS 0.5

/// Maximum distance of the first agents of a queue from their barrier, which stands in the middle
/// of where they were in the whole interval. [Units: m]
#define BEGINS_WITHIN 3.0

/// Maximum toll. [Units: m]
#define MAX_TOLL 1e6

/// Maximum number of corners of a path that are used: barriers are near the agents that wait at
/// them.
enum { MAX_CORNERS = 32 };

/// Agents per task.
enum { GRAIN = 64 };

/// The path of an agent on a map, with at least two points; returns their number.
static uint32_t way_of(const wend_world *world, uint32_t slot, const wend_shared_map *map,
                       wend_time_point stops[MAX_CORNERS])
{
    const wend_walker *walker = &world->crowd.walkers[slot];
    const wend_steering_target *aim = &world->crowd.aims[slot];
    wend_vec2 at = world->crowd.bodies[slot].position;
    uint32_t count = 0;
    if (map) {
        uint32_t layer =
            wend_time_map_layer(map->map, wend_weights_speed(&world->weights, walker->ride1));
        wend_time_map_path(map->map, layer, at, stops, MAX_CORNERS, &count);
    }
    if (count >= 2)
        return count < MAX_CORNERS ? count : MAX_CORNERS;
    // The agent is off its map, or has none.
    stops[0].position = at;
    stops[1].position = wend_lerp(aim->a, aim->b, aim->bias);
    return 2;
}

/// True if a leg crosses a line to its left.
static bool crosses(wend_segment leg, wend_segment line, wend_vec2 *at)
{
    return wend_orient2d(line.a, line.b, leg.a) <= 0 &&
           wend_segments_meet(leg, line, at) != WEND_APART;
}

/// Adds the barriers that a leg crosses to its left, and notes the first; `gone` is the length of
/// the path up to it.
static void add_leg(const wend_barriers *barriers, wend_segment leg, double gone,
                    wend_barrier_wait *wait)
{
    for (uint32_t i = 0; i < barriers->list.count; ++i) {
        wend_segment line = {barriers->list.data[i].a, barriers->list.data[i].b};
        wend_vec2 at;
        if (!crosses(leg, line, &at))
            continue;
        double way = gone + wend_distance(leg.a, at);
        wait->tolls += barriers->list.data[i].toll;
        if (way < wait->way) {
            wait->way = way;
            wait->barrier = i;
        }
    }
}

wend_barrier_wait wend_barriers_first_on(const wend_world *world, uint32_t slot,
                                         const wend_shared_map *map)
{
    wend_time_point stops[MAX_CORNERS];
    wend_barrier_wait wait = {.way = INFINITY, .barrier = WEND_NO_BARRIER};
    uint32_t count = way_of(world, slot, map, stops);
    double gone = 0;
    for (uint32_t k = 0; k + 1 < count; ++k) {
        wend_segment leg = {stops[k].position, stops[k + 1].position};
        add_leg(&world->barriers, leg, gone, &wait);
        gone += wend_distance(leg.a, leg.b);
    }
    return wait;
}

static void find_waits(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    wend_world *world = argument;
    wend_barrier_memory *memory = &world->barrier_memory;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        uint32_t slot = memory->jammed.data[i].slot;
        const wend_walker *walker = &world->crowd.walkers[slot];
        bool mapped = walker->planner == WEND_PLANNER_MAP;
        memory->waits.data[i] = wend_barriers_first_on(
            world, slot, mapped ? wend_maps_of(world, slot, walker->chosen) : NULL);
    }
}

void wend_barriers_list_waits(wend_world *world)
{
    wend_parallel_for(world->tasks, (uint32_t)world->barrier_memory.jammed.count, GRAIN, find_waits,
                      world);
}

// ---- flow ---------------------------------------------------------------------------------------

void wend_barriers_count_crossings(wend_world *world)
{
    const wend_crowd *crowd = &world->crowd;
    for (size_t k = 0; k < world->barriers.list.count; ++k) {
        wend_barrier *barrier = &world->barriers.list.data[k];
        wend_segment line = {barrier->a, barrier->b};
        wend_box box = wend_box_add(wend_box_add(wend_box_empty(), line.a), line.b);
        for (uint32_t i = 0; i < crowd->slots; ++i) {
            const wend_body *body = &crowd->bodies[i];
            wend_vec2 from = wend_add_scaled(body->position, -world->def.step, body->velocity), at;
            wend_box step = wend_box_add(wend_box_add(wend_box_empty(), from), body->position);
            barrier->crossed += !wend_agent_id_is_null(crowd->id[i]) && wend_box_meets(box, step) &&
                                wend_orient2d(line.a, line.b, body->position) > 0 &&
                                crosses((wend_segment){from, body->position}, line, &at);
        }
    }
}

// ---- queues -------------------------------------------------------------------------------------

/// The agents that wait to cross a barrier.
typedef struct queue {
    uint32_t agents;
    double length;   ///< longest path to the barrier [Units: m]
    double full;     ///< sum of preferred speeds [Units: m/s]
    double progress; ///< sum of progress [Units: m/s]
} queue;

/// Measures a barrier's queue: crowds of which an agent waits within BEGINS_WITHIN of it.
static queue measure(wend_world *world, uint32_t barrier)
{
    wend_barrier_memory *memory = &world->barrier_memory;
    uint32_t many = (uint32_t)memory->jammed.count;
    const wend_barrier_wait *waits = memory->waits.data;
    queue q = {0};
    for (uint32_t i = 0; i < many; ++i)
        memory->marks.data[i] = false;
    for (uint32_t i = 0; i < many; ++i)
        if (waits[i].barrier == barrier && waits[i].way <= BEGINS_WITHIN)
            memory->marks.data[memory->jammed.data[i].group] = true;
    for (uint32_t i = 0; i < many; ++i) {
        const wend_jammed *who = &memory->jammed.data[i];
        if (waits[i].barrier != barrier || !memory->marks.data[who->group])
            continue;
        ++q.agents;
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
    bool is_new = barrier->since == world->time;
    // In a queue at rest, flow is density times speed.
    double flow = is_new ? (q.length > 0 ? q.progress / q.length : 0)
                         : (double)barrier->crossed / def->interval;
    barrier->crossed = 0;
    barrier->flow = is_new ? flow : barrier->flow + FOLLOWS * (flow - barrier->flow);
    barrier->queue = q.length;
    // The time for the whole queue to cross, as a multiple of the time to walk its length.
    double walks = barrier->flow * q.length;
    double slower = q.full < def->max_weight * walks ? q.full / walks : def->max_weight;
    barrier->weight = fmin(fmax(slower, def->weight), def->max_weight);
    double toll = fmin((barrier->weight - 1) * q.length, MAX_TOLL);
    barrier->toll = is_new ? toll : barrier->toll + FOLLOWS * (toll - barrier->toll);
}
