// SPDX-License-Identifier: MIT
// Going back. A snapshot is a copy of all parts of a world that change. A restore copies them to
// spare parts first and, when there was memory for all, exchanges those with the world's: so it
// takes effect whole or not at all, and from the second time on in memory that is there already.
#include "world/world.h"

struct wend_snapshot {
    wend_allocator memory; ///< the world's
    size_t bytes;          ///< taken from it, this struct included
    uint64_t made;         ///< of the world
    wend_world state;      ///< only its parts
};

// ---- memory that is counted ---------------------------------------------------------------------

static void *take(void *context, size_t size)
{
    wend_snapshot *snapshot = context;
    void *memory = wend_allocate(&snapshot->memory, size, 1);
    if (memory)
        snapshot->bytes += size;
    return memory;
}

static void give(void *context, void *memory, size_t size)
{
    wend_snapshot *snapshot = context;
    snapshot->bytes -= size;
    wend_release(&snapshot->memory, memory, size, 1);
}

static wend_allocator allocator_of(wend_snapshot *snapshot)
{
    return (wend_allocator){take, give, snapshot};
}

static wend_snapshot *make(const wend_world *world)
{
    wend_snapshot *made = wend_allocate(&world->allocator, 1, sizeof *made);
    if (made)
        *made = (wend_snapshot){.memory = world->allocator, .bytes = sizeof *made};
    return made;
}

// ---- the parts ----------------------------------------------------------------------------------

static bool copy_parts(wend_world *to, const wend_world *from, const wend_allocator *allocator)
{
    to->steps = from->steps;
    to->time = from->time;
    to->halfway = from->halfway;
    return wend_crowd_copy(&to->crowd, &from->crowd, allocator) &&
           wend_goals_copy(&to->goals, &from->goals, allocator) &&
           wend_paths_copy(&to->paths, &from->paths, allocator) &&
           wend_spawners_copy(&to->spawners, &from->spawners, allocator) &&
           wend_lane_sets_copy(&to->lanes, &from->lanes, allocator) &&
           wend_groups_copy(&to->groups, &from->groups, allocator) &&
           wend_fields_copy(&to->fields, &from->fields, allocator) &&
           wend_pursuits_copy(&to->pursuits, &from->pursuits, allocator) &&
           wend_obstacles_copy(&to->obstacles, &from->obstacles, allocator) &&
           wend_diagram_copy(&to->diagram, &from->diagram, allocator) &&
           wend_mang_keeps_copy(&to->keeps, &from->keeps, allocator) &&
           wend_weights_copy(&to->weights, &from->weights, allocator) &&
           wend_maps_copy(&to->maps, &from->maps, allocator) &&
           wend_barriers_copy(&to->barriers, &from->barriers, allocator) &&
           wend_events_copy(&to->events, &from->events, allocator);
}

#define EXCHANGE(type, part)                                                                       \
    do {                                                                                           \
        type kept = a->part;                                                                       \
        a->part = b->part;                                                                         \
        b->part = kept;                                                                            \
    } while (0)

static void exchange_parts(wend_world *a, wend_world *b)
{
    EXCHANGE(uint64_t, steps);
    EXCHANGE(double, time);
    EXCHANGE(bool, halfway);
    EXCHANGE(wend_crowd, crowd);
    EXCHANGE(wend_goals, goals);
    EXCHANGE(wend_paths, paths);
    EXCHANGE(wend_spawners, spawners);
    EXCHANGE(wend_lane_sets, lanes);
    EXCHANGE(wend_groups, groups);
    EXCHANGE(wend_fields, fields);
    EXCHANGE(wend_pursuits, pursuits);
    EXCHANGE(wend_obstacles, obstacles);
    EXCHANGE(wend_diagram, diagram);
    EXCHANGE(wend_mang_keeps, keeps);
    EXCHANGE(wend_weights, weights);
    EXCHANGE(wend_maps, maps);
    EXCHANGE(wend_barriers, barriers);
    EXCHANGE(wend_events, events);
}

void wend_world_free_parts(wend_world *world, const wend_allocator *allocator)
{
    wend_crowd_free(&world->crowd, allocator);
    wend_goals_free(&world->goals, allocator);
    wend_paths_free(&world->paths, allocator);
    wend_spawners_free(&world->spawners, allocator);
    wend_lane_sets_free(&world->lanes, allocator);
    wend_groups_free(&world->groups, allocator);
    wend_fields_free(&world->fields, allocator);
    wend_pursuits_free(&world->pursuits, allocator);
    wend_obstacles_free(&world->obstacles, allocator);
    wend_diagram_free(&world->diagram, allocator);
    wend_mang_keeps_free(&world->keeps, allocator);
    wend_weights_free(&world->weights, allocator);
    wend_maps_free(&world->maps, allocator);
    wend_barriers_free(&world->barriers, allocator);
    wend_events_free(&world->events, allocator);
}

// ---- snapshots ----------------------------------------------------------------------------------

wend_result wend_world_save(const wend_world *world, wend_snapshot **snapshot, wend_error *error)
{
    if (!world || !snapshot)
        return wend_fail(error, WEND_BAD_ARGUMENT, "there must be a world and a place to save to");
    wend_snapshot *to = *snapshot ? *snapshot : make(world);
    if (!to)
        return wend_fail_memory(error);
    const wend_allocator allocator = allocator_of(to);
    to->made = world->made;
    if (!copy_parts(&to->state, world, &allocator)) {
        // A copy that is not whole is of no world.
        to->made = ~world->made;
        if (!*snapshot)
            wend_snapshot_destroy(to);
        return wend_fail_memory(error);
    }
    *snapshot = to;
    return WEND_OK;
}

wend_result wend_world_restore(wend_world *world, const wend_snapshot *snapshot, wend_error *error)
{
    if (!world || !snapshot)
        return wend_fail(error, WEND_BAD_ARGUMENT, "there must be a world and a snapshot");
    if (snapshot->made != world->made)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the snapshot is of another world, or was not saved whole");
    if (!world->spare) {
        world->spare = wend_allocate(&world->allocator, 1, sizeof *world->spare);
        if (!world->spare)
            return wend_fail_memory(error);
        *world->spare = (wend_world){0};
    }
    if (!copy_parts(world->spare, &snapshot->state, &world->allocator))
        return wend_fail_memory(error);
    exchange_parts(world, world->spare);
    return WEND_OK;
}

void wend_snapshot_destroy(wend_snapshot *snapshot)
{
    if (!snapshot)
        return;
    const wend_allocator allocator = allocator_of(snapshot), memory = snapshot->memory;
    wend_world_free_parts(&snapshot->state, &allocator);
    wend_release(&memory, snapshot, 1, sizeof *snapshot);
}

size_t wend_snapshot_bytes(const wend_snapshot *snapshot)
{
    return snapshot ? snapshot->bytes : 0;
}
