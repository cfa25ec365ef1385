// SPDX-License-Identifier: MIT
// Doors: obstacles that are opened and closed by calls or by a timetable.
//
// A timetable is a list of times at which the door changes, counted from the start of the period.
// The state that it asks for is a function of time. It is applied only when the number of changes
// up to now differs from that of the last step, so a door that was set by a call keeps its state
// until the next change of the timetable.
#include "world/obstacles/obstacles.h"

#include "world/world.h"

#include <math.h>

#define DOOR_COOKIE 0x646f6f72u

/// A time counts as reached this part of a step early: times are rounded products.
#define TIME_SLACK 0x1p-20

/// Largest number of periods that is counted, up to which a double is exact; reached with tiny
/// periods only.
#define MAX_PERIODS 0x1p53

wend_door_def wend_default_door_def(void)
{
    return (wend_door_def){.cookie = DOOR_COOKIE};
}

// ---- timetables ---------------------------------------------------------------------------------

/// The number of changes that a timetable has asked for up to that time, the start of each period
/// included; *shut is the state at that time.
static uint64_t changes_until(const double *times, uint32_t count, double period, double time,
                              bool *shut)
{
    double periods = period > 0 ? fmin(floor(time / period), MAX_PERIODS) : 0;
    double since = time - periods * period;
    uint32_t done = 0;
    while (done < count && times[done] <= since)
        ++done;
    *shut ^= done % 2 == 1;
    return (uint64_t)periods * (count + (uint64_t)1) + done;
}

bool wend_door_shut_at(const wend_door_def *def, double time)
{
    bool shut = def->shut;
    changes_until(def->toggle_times, def->toggle_count, def->period, time, &shut);
    return shut;
}

// ---- by calls -----------------------------------------------------------------------------------

static wend_result check_times(const wend_door_def *def, wend_error *error)
{
    if (!(def->period >= 0 && def->period < INFINITY))
        return wend_fail(error, WEND_BAD_ARGUMENT, "the period of a door is %g s: give 0 s or more",
                         def->period);
    for (uint32_t i = 0; i < def->toggle_count; ++i) {
        if (!(def->toggle_times[i] >= 0 && def->toggle_times[i] < INFINITY))
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "toggle time %u of a door is %g s: give 0 s or more", i,
                             def->toggle_times[i]);
        if (i > 0 && !(def->toggle_times[i] > def->toggle_times[i - 1]))
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "the toggle times of a door must ascend, but %g s follows %g s",
                             def->toggle_times[i], def->toggle_times[i - 1]);
        if (def->period > 0 && !(def->toggle_times[i] < def->period))
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "toggle time %g s of a door is not less than its period of %g s",
                             def->toggle_times[i], def->period);
    }
    return WEND_OK;
}

static wend_result add_door(wend_world *world, const wend_door_def *def, wend_obstacle_id *id,
                            wend_error *error)
{
    wend_obstacles *obstacles = &world->obstacles;
    if (!wend_obstacles_reserve(obstacles, &def->shape, 0, def->toggle_count, &world->allocator))
        return wend_fail_memory(error);
    const wend_world_obstacle door = {.kind = WEND_OBSTACLE_DOOR,
                                      .shut = def->shut,
                                      .shut_at_first = def->shut,
                                      .time_count = def->toggle_count,
                                      .period = def->period,
                                      .force = def->force};
    if (def->shut)
        return wend_obstacles_add_shut(obstacles, door, &def->shape, def->toggle_times, id, error);
    *id = wend_obstacles_add(obstacles, door, &def->shape, def->toggle_times);
    return WEND_OK;
}

wend_result wend_world_add_door(wend_world *world, const wend_door_def *def, wend_obstacle_id *id,
                                wend_error *error)
{
    wend_obstacle_id added = {0};
    wend_result result = WEND_OK;
    if (!def || def->cookie != DOOR_COOKIE)
        result = wend_fail(error, WEND_BAD_ARGUMENT, "start from wend_default_door_def()");
    if (result == WEND_OK)
        result = check_times(def, error);
    // The mesh checks the shape of a closed door only.
    if (result == WEND_OK && !def->shut)
        result = wend_obstacle_check(&world->obstacles, &def->shape, &world->allocator, error);
    if (result == WEND_OK)
        result = add_door(world, def, &added, error);
    if (id)
        *id = added;
    return result;
}

static wend_result set_door(wend_obstacles *obstacles, uint32_t slot, bool shut, wend_error *error)
{
    wend_world_obstacle *door = &obstacles->list.data[slot];
    wend_result result = WEND_OK;
    if (shut && wend_mesh_shape_id_is_null(door->in_mesh))
        result = wend_obstacle_insert(obstacles, slot, error);
    else if (!shut)
        wend_obstacle_take_out(obstacles, slot);
    if (result == WEND_OK) {
        door->shut = shut;
        door->refused = door->held = false;
    }
    return result;
}

static wend_result check_door(const wend_obstacles *obstacles, wend_obstacle_id id,
                              wend_error *error)
{
    if (!wend_id_valid(&obstacles->ids, id.raw))
        return wend_fail(error, WEND_STALE, "unknown or removed obstacle id");
    if (obstacles->list.data[wend_id_slot(id.raw)].kind != WEND_OBSTACLE_DOOR)
        return wend_fail(error, WEND_BAD_ARGUMENT, "the obstacle is not a door");
    return WEND_OK;
}

wend_result wend_world_set_door(wend_world *world, wend_obstacle_id id, bool shut,
                                wend_error *error)
{
    wend_result result = check_door(&world->obstacles, id, error);
    return result == WEND_OK ? set_door(&world->obstacles, wend_id_slot(id.raw), shut, error)
                             : result;
}

wend_result wend_world_door(const wend_world *world, wend_obstacle_id id, bool *shut,
                            wend_error *error)
{
    wend_result result = check_door(&world->obstacles, id, error);
    if (result == WEND_OK)
        *shut = world->obstacles.list.data[wend_id_slot(id.raw)].shut;
    return result;
}

// ---- by timetable -------------------------------------------------------------------------------

static void add_event(wend_world *world, wend_event_kind kind, uint32_t slot, uint32_t number,
                      wend_vec2 place)
{
    const wend_event event = {.kind = kind,
                              .number = number,
                              .obstacle = {wend_id_of_slot(&world->obstacles.ids, slot)},
                              .time = world->time,
                              .position = place};
    wend_events_add(&world->events, &world->allocator, event);
}

/// False: out of memory; the door is unchanged, and the change is still due.
static bool follow(wend_world *world, uint32_t slot)
{
    wend_obstacles *obstacles = &world->obstacles;
    wend_world_obstacle *door = &obstacles->list.data[slot];
    bool shut = door->shut_at_first;
    double time = world->time + TIME_SLACK * world->def.step;
    uint64_t changes = changes_until(obstacles->times.data + door->first_time, door->time_count,
                                     door->period, time, &shut);
    if (changes == door->changes && !door->refused)
        return true;
    wend_vec2 place = obstacles->points.data[door->first_point];
    bool was = door->shut;
    wend_error error = {.position = place};
    wend_result result = WEND_INVALID_GEOMETRY;
    door->held = shut && !was && !door->force && wend_door_is_held(world, door);
    if (!door->held)
        result = set_door(obstacles, slot, shut, &error);
    if (result == WEND_OUT_OF_MEMORY)
        return false;
    door->changes = changes;
    if (result != WEND_OK) {
        if (!door->refused)
            add_event(world, WEND_EVENT_DOOR_REFUSED, slot, 0,
                      error.has_position ? error.position : place);
        door->refused = true;
    } else if (was != shut) {
        add_event(world, WEND_EVENT_DOOR, slot, !shut, place);
        if (shut)
            wend_door_tell_splits(world, door);
    }
    return true;
}

bool wend_doors_follow(wend_world *world)
{
    wend_obstacles *obstacles = &world->obstacles;
    if (obstacles->timed_count == 0)
        return true;
    for (uint32_t i = 0; i < obstacles->list.count; ++i) {
        const wend_world_obstacle *obstacle = &obstacles->list.data[i];
        if (obstacle->time_count > 0 && !follow(world, i))
            return false;
    }
    return true;
}
