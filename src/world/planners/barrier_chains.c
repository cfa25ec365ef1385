// SPDX-License-Identifier: MIT
// Bottlenecked agents, and chains of them from wall to wall (Farias 2020, §5.4).
//
// Progress is the speed at which an agent approaches where it heads: the paper's difference of two
// distances on the map, but on the current map, so a changed map is no progress.
#include "geometry/sort.h"
#include "wend/geometry.h"
#include "world/planners/planner.h"

#include <math.h>

/// Upper limit of the counters, in thresholds: an agent that was blocked for long and walks again
/// is soon free.
#define MAX_HELD 2.0

/// Agents that head against each other are not in one queue: the cosine of the angle between their
/// directions is less than this.
#define AGAINST -0.5

/// A chord lies across the direction of the agents at its ends: the sine of the angle between is
/// greater than this.
#define ACROSS 0.5

/// Maximum number of other contacts tried from each contact, the nearest first.
enum { MAX_TRIES = 8 };

/// Agents per task.
enum { GRAIN = 512 };

// ---- counters -----------------------------------------------------------------------------------

bool wend_barriers_heading(const wend_crowd *crowd, uint32_t slot, wend_vec2 *way)
{
    const wend_steering_target *aim = &crowd->aims[slot];
    wend_vec2 p = crowd->bodies[slot].position;
    wend_vec2 to = wend_lerp(aim->a, aim->b, aim->bias);
    double length = wend_distance(p, to);
    if (!(length > 0))
        return false;
    *way = (wend_vec2){(to.x - p.x) / length, (to.y - p.y) / length};
    return true;
}

double wend_barriers_progress(const wend_world *world, uint32_t slot, wend_vec2 way)
{
    return wend_dot(world->crowd.bodies[slot].velocity, way);
}

static void count(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    wend_world *world = argument;
    const wend_barriers_def *def = &world->def.barriers;
    double step = world->def.step;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        wend_walker *walker = &world->crowd.walkers[i];
        wend_vec2 way;
        if (walker->doing != WEND_ACTIVITY_WALKING) {
            walker->held = 0;
        } else if (!wend_agent_id_is_null(world->crowd.id[i]) &&
                   wend_barriers_heading(&world->crowd, i, &way)) {
            bool slowed =
                wend_barriers_progress(world, i, way) < def->slowed * wend_planner_speed(world, i);
            double held = walker->held + (slowed ? step : -step);
            // At least one step: with a threshold of 0 no agent would ever exceed it.
            walker->held = (float)fmin(fmax(held, 0), fmax(MAX_HELD * def->threshold, step));
        }
    }
}

void wend_barriers_count(wend_world *world)
{
    wend_parallel_for(world->tasks, world->crowd.slots, GRAIN, count, world);
}

size_t wend_barriers_most_jammed(const wend_world *world)
{
    const wend_crowd *crowd = &world->crowd;
    size_t most = 0;
    for (uint32_t i = 0; i < crowd->slots; ++i)
        // One step more than possible, since counters are rounded.
        most += crowd->walkers[i].held + 2 * world->def.step > world->def.barriers.threshold;
    return most;
}

// ---- crowds -------------------------------------------------------------------------------------

/// The first agent of a crowd, with path compression.
static uint32_t first_of(wend_jammed *list, uint32_t i)
{
    while (list[i].group != i)
        i = list[i].group = list[list[i].group].group;
    return i;
}

static void unite(wend_jammed *list, uint32_t i, uint32_t k)
{
    uint32_t one = first_of(list, i), other = first_of(list, k);
    list[one > other ? one : other].group = one < other ? one : other;
}

static bool are_neighbours(const wend_jammed *one, const wend_jammed *other)
{
    double reach = one->radius + other->radius + WEND_QUEUE_GAP * fmin(one->radius, other->radius);
    wend_vec2 by = wend_sub(other->at, one->at);
    return wend_length_squared(by) < reach * reach && wend_dot(one->way, other->way) > AGAINST;
}

static bool in_order(const void *context, const void *one, const void *other)
{
    const wend_jammed *a = one, *b = other;
    (void)context;
    return a->along < b->along || (a->along == b->along && a->slot < b->slot);
}

/// Sorts the agents along the longer side of their bounding box, so that few overlap in this order.
static void sort_jammed(wend_jammed *jammed, uint32_t many)
{
    wend_box box = wend_box_empty();
    for (uint32_t i = 0; i < many; ++i)
        box = wend_box_add(box, jammed[i].at);
    bool wide = box.max.x - box.min.x >= box.max.y - box.min.y;
    for (uint32_t i = 0; i < many; ++i)
        jammed[i].along = wide ? jammed[i].at.x : jammed[i].at.y;
    if (many > 1)
        wend_sort(jammed, many, sizeof *jammed, in_order, NULL);
}

void wend_barriers_list_jammed(wend_world *world)
{
    wend_barrier_memory *memory = &world->barrier_memory;
    const wend_crowd *crowd = &world->crowd;
    double widest = 0;
    memory->jammed.count = 0;
    for (uint32_t i = 0; i < crowd->slots; ++i) {
        wend_vec2 way;
        const wend_body *body = &crowd->bodies[i];
        if (wend_agent_id_is_null(crowd->id[i]) ||
            crowd->walkers[i].doing != WEND_ACTIVITY_WALKING ||
            crowd->walkers[i].held <= world->def.barriers.threshold ||
            !wend_barriers_heading(crowd, i, &way))
            continue;
        memory->jammed.data[memory->jammed.count++] =
            (wend_jammed){.at = body->position, .way = way, .radius = body->radius, .slot = i};
        widest = fmax(widest, body->radius);
    }
    uint32_t many = (uint32_t)memory->jammed.count;
    wend_jammed *jammed = memory->jammed.data;
    sort_jammed(jammed, many);
    for (uint32_t i = 0; i < many; ++i)
        jammed[i].group = i;
    for (uint32_t i = 0; i < many; ++i)
        for (uint32_t k = i + 1;
             k < many && jammed[k].along - jammed[i].along < (2 + WEND_QUEUE_GAP) * widest; ++k)
            if (are_neighbours(&jammed[i], &jammed[k]))
                unite(jammed, i, k);
    for (uint32_t i = 0; i < many; ++i)
        jammed[i].group = first_of(jammed, i);
}

// ---- from wall to wall --------------------------------------------------------------------------

static bool by_group(const void *context, const void *one, const void *other)
{
    const wend_wall_touch *a = one, *b = other;
    (void)context;
    if (a->group != b->group)
        return a->group < b->group;
    return a->jammed < b->jammed || (a->jammed == b->jammed && a->wall < b->wall);
}

/// Lists the contacts with walls, ordered by crowd.
static void list_touches(wend_world *world)
{
    wend_barrier_memory *memory = &world->barrier_memory;
    memory->touches.count = 0;
    for (uint32_t i = 0; i < memory->jammed.count; ++i) {
        const wend_jammed *who = &memory->jammed.data[i];
        wend_wall_near near[WEND_MOST_TOUCHED];
        uint32_t found =
            wend_walls_near(world->obstacles.walls, who->at, (1 + WEND_QUEUE_GAP) * who->radius,
                            near, WEND_MOST_TOUCHED);
        for (uint32_t k = 0; k < found; ++k)
            memory->touches.data[memory->touches.count++] =
                (wend_wall_touch){near[k].point, i, near[k].wall, who->group};
    }
    if (memory->touches.count > 1)
        wend_sort(memory->touches.data, memory->touches.count, sizeof *memory->touches.data,
                  by_group, NULL);
}

/// The line between two contacts, if the agents there head across it; directed so that they cross
/// to its left.
static bool chord_between(const wend_barrier_memory *memory, const wend_wall_touch *from,
                          const wend_wall_touch *to, wend_segment *chord, wend_vec2 stands[2])
{
    const wend_jammed *one = &memory->jammed.data[from->jammed];
    const wend_jammed *other = &memory->jammed.data[to->jammed];
    wend_vec2 way = wend_add(one->way, other->way);
    wend_vec2 by = wend_sub(to->at, from->at);
    double cross = wend_cross(by, way);
    if (!(cross * cross > ACROSS * ACROSS * wend_length_squared(by) * wend_length_squared(way)))
        return false;
    bool left = cross > 0;
    *chord = left ? (wend_segment){from->at, to->at} : (wend_segment){to->at, from->at};
    stands[0] = left ? one->at : other->at;
    stands[1] = left ? other->at : one->at;
    return true;
}

/// Finds the shortest chord from a contact to others of its crowd, which are in first <= i < end.
static void find_chord(wend_world *world, uint32_t from, uint32_t first, uint32_t end)
{
    const wend_barrier_memory *memory = &world->barrier_memory;
    const wend_wall_touch *touches = memory->touches.data;
    double last = -1;
    uint32_t last_number = 0;
    for (int tries = 0; tries < MAX_TRIES; ++tries) {
        double best = INFINITY;
        uint32_t best_number = end;
        wend_segment chord = {{0, 0}, {0, 0}}, shortest = chord;
        wend_vec2 stands[2], seen_from[2] = {{0, 0}, {0, 0}};
        for (uint32_t i = first; i < end; ++i) {
            double length = wend_distance(touches[from].at, touches[i].at);
            bool later = length > last || (length == last && i > last_number);
            if (touches[i].wall == touches[from].wall || !later || !(length < best) ||
                !chord_between(memory, &touches[from], &touches[i], &chord, stands))
                continue;
            best = length;
            best_number = i;
            shortest = chord;
            seen_from[0] = stands[0];
            seen_from[1] = stands[1];
        }
        if (best_number == end)
            return;
        if (wend_barriers_is_across(world->obstacles.mesh, shortest, seen_from)) {
            world->barriers.chords.data[world->barriers.chords.count++] = shortest;
            return;
        }
        last = best;
        last_number = best_number;
    }
}

void wend_barriers_find_chords(wend_world *world)
{
    const wend_barrier_memory *memory = &world->barrier_memory;
    list_touches(world);
    uint32_t many = (uint32_t)memory->touches.count;
    for (uint32_t first = 0, end; first < many; first = end) {
        for (end = first; end < many; ++end)
            if (memory->touches.data[end].group != memory->touches.data[first].group)
                break;
        for (uint32_t i = first; i < end && world->barriers.chords.count < WEND_MOST_CHORDS; ++i)
            find_chord(world, i, first, end);
    }
}
