// SPDX-License-Identifier: MIT
// Demand for maps: agents with the same goal and radius class share one. Such agents mostly have
// consecutive slots.
#include "world/planners/planner.h"

#include <math.h>

// ---- classes ------------------------------------------------------------------------------------

/// Preferred numbers of the series R20 of ISO 3: it contains common radii, and has 20 values per
/// power of ten.
enum { SERIES = 20 };
static const double series[SERIES] = {1,    1.12, 1.25, 1.4, 1.6, 1.8, 2,   2.24, 2.5, 2.8,
                                      3.15, 3.55, 4,    4.5, 5,   5.6, 6.3, 7.1,  8,   9};

/// Radii are between these powers of ten (state/agents.c).
enum { POWERS = 15 };
static const double powers[POWERS] = {1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1,
                                      1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7};

/// A radius greater than a class's by at most this part belongs to the class: radii are floats.
#define ROUNDING 1e-6

double wend_maps_class_radius(double radius)
{
    double least = radius * (1 - ROUNDING);
    int power = 0;
    while (power + 1 < POWERS && powers[power + 1] <= least)
        ++power;
    for (int i = 0; i < SERIES; ++i)
        if (series[i] * powers[power] >= least)
            return series[i] * powers[power];
    return power + 1 < POWERS ? powers[power + 1] : radius;
}

// ---- wants --------------------------------------------------------------------------------------

/// The maps that an agent needs; false: none.
static bool want_of(const wend_world *world, uint32_t slot, wend_map_want *want)
{
    const wend_walker *walker = &world->crowd.walkers[slot];
    if (!wend_planner_walks(walker))
        return false;
    wend_options options;
    wend_options_of(world, slot, &options);
    // A goal of a single agent does not justify a map.
    if (options.count == 0 || !wend_pursuit_id_is_null(walker->pursuit))
        return false;
    bool nearest = options.count > 1 && options.choice == WEND_CHOICE_NEAREST;
    bool several = options.count > 1 && !nearest;
    *want = (wend_map_want){
        .key = {.what = options.count > 1 ? options.stop : options.goals[0],
                .is_stop = nearest,
                .tolled = world->barriers.list.count > 0 &&
                          (several || wend_barriers_diverts(world, slot))},
        .several = several,
        .twin = WEND_NO_MAP,
    };
    return true;
}

static bool is_same(const wend_map_want *a, const wend_map_want *b)
{
    return a->key.what == b->key.what && a->key.is_stop == b->key.is_stop &&
           a->key.tolled == b->key.tolled && a->several == b->several &&
           a->key.radius == b->key.radius;
}

/// The index of a want, which is added if missing; memory is reserved. Wants for the same goal or
/// waypoint form a chain.
static uint32_t number_of(const wend_world *world, wend_map_memory *memory,
                          const wend_map_want *want)
{
    bool is_goal = !want->several && !want->key.is_stop;
    size_t chain = want->key.what + (is_goal ? 0 : world->goals.goals.count);
    uint32_t i = memory->chains.data[chain];
    while (i != WEND_NO_MAP && !is_same(&memory->wants.data[i], want))
        i = memory->wants.data[i].next;
    if (i != WEND_NO_MAP)
        return i;
    i = (uint32_t)memory->wants.count++;
    memory->wants.data[i] = *want;
    memory->wants.data[i].next = memory->chains.data[chain];
    memory->chains.data[chain] = i;
    return i;
}

/// Reserves memory for a want of every agent. False: out of memory.
static bool reserve(wend_world *world)
{
    wend_map_memory *memory = &world->map_memory;
    size_t chains = world->goals.goals.count + world->goals.stops.count;
    memory->chains.count = 0;
    if (!wend_array_reserve(&memory->wants, &world->allocator, 2 * world->crowd.slots) ||
        !wend_array_reserve(&memory->of_slot, &world->allocator, world->crowd.slots) ||
        !wend_array_reserve(&memory->weights, &world->allocator, world->crowd.slots) ||
        !wend_array_reserve(&memory->chains, &world->allocator, chains))
        return false;
    while (memory->chains.count < chains)
        memory->chains.data[memory->chains.count++] = WEND_NO_MAP;
    return true;
}

void wend_maps_count(wend_world *world)
{
    const wend_crowd *crowd = &world->crowd;
    if (crowd->by_planner[WEND_PLANNER_MAP] == 0)
        return;
    for (uint32_t i = 0; i < crowd->slots; ++i)
        world->times.maps.by_mesh += !wend_agent_id_is_null(crowd->id[i]) &&
                                     crowd->walkers[i].planner == WEND_PLANNER_MAP &&
                                     crowd->walkers[i].doing == WEND_ACTIVITY_WALKING &&
                                     !(world->paths.ways.data[i].state & WEND_WAY_MAPPED);
}

/// Adds to every want for one map its twin with tolls or without, after all others: agents compare
/// both (barrier_choices.c). Memory is reserved.
static void add_twins(const wend_world *world, wend_map_memory *memory)
{
    size_t count = memory->wants.count;
    for (uint32_t i = 0; i < count; ++i) {
        wend_map_want twin = memory->wants.data[i];
        if (twin.several || twin.twin != WEND_NO_MAP)
            continue;
        twin.key.tolled = !twin.key.tolled;
        twin.agents = 0;
        uint32_t k = number_of(world, memory, &twin);
        wend_map_want *one = &memory->wants.data[i], *other = &memory->wants.data[k];
        one->twin = k;
        other->twin = i;
        one->agents = other->agents = one->agents + other->agents;
    }
}

bool wend_maps_list_wants(wend_world *world)
{
    wend_map_memory *memory = &world->map_memory;
    const wend_crowd *crowd = &world->crowd;
    memory->wants.count = memory->picks.count = memory->of_slot.count = memory->weights.count = 0;
    if (crowd->by_planner[WEND_PLANNER_MAP] == 0 || world->def.maps == 0)
        return true;
    if (!reserve(world))
        return false;
    float radius = -1;
    double class_radius = 0;
    for (uint32_t i = 0; i < crowd->slots; ++i) {
        memory->of_slot.data[i] = WEND_NO_MAP;
        memory->weights.data[i] = WEND_MAP_NONE;
        wend_map_want want;
        if (wend_agent_id_is_null(crowd->id[i]) || crowd->walkers[i].planner != WEND_PLANNER_MAP ||
            !want_of(world, i, &want))
            continue;
        if (crowd->bodies[i].radius != radius) {
            radius = crowd->bodies[i].radius;
            class_radius = wend_maps_class_radius(radius);
        }
        want.key.radius = class_radius;
        // An agent that is back on its map drops its path on the mesh.
        if (i < world->paths.ways.count && world->paths.ways.data[i].state & WEND_WAY_MAPPED)
            wend_paths_clear(&world->paths, i);
        memory->of_slot.data[i] = number_of(world, memory, &want);
        ++memory->wants.data[memory->of_slot.data[i]].agents;
    }
    memory->of_slot.count = memory->weights.count = crowd->slots;
    if (world->barriers.list.count > 0)
        add_twins(world, memory);
    return true;
}
