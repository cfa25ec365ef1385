// SPDX-License-Identifier: MIT
// Doors and coherent groups. A door that a timetable shuts waits until no group is in it, and lets
// no other group in meanwhile: otherwise a stream of groups would keep it open for ever.
#include "world/obstacles/obstacles.h"

#include "core/angle.h"
#include "wend/vec2.h"
#include "world/world.h"

/// Width of an edge of a door as a shape. [Units: m]
#define THIN 1e-6

#define PI 3.14159265358979324

static wend_group_shape edge_of(wend_vec2 a, wend_vec2 b)
{
    wend_vec2 by = wend_sub(b, a);
    const wend_group_pose pose = {wend_midpoint(a, b), wend_atan2(by.y, by.x), THIN};
    return wend_group_shape_of(&pose, THIN * wend_length(by) + 0.25 * PI * THIN * THIN);
}

bool wend_door_meets(const wend_obstacles *obstacles, const wend_world_obstacle *door,
                     const wend_group_shape *shape)
{
    wend_shape outline = wend_obstacle_shape(obstacles, door);
    wend_vec2 middle = wend_group_shape_from_local(shape, (wend_vec2){0, 0});
    uint32_t count = outline.point_count;
    const wend_box box = wend_group_shape_box(shape);
    if (wend_box_distance(wend_box_of(outline.points, count), middle) >
        wend_distance(box.min, box.max))
        return false;
    if (count > 2 && wend_obstacle_contains(obstacles, door, middle))
        return true;
    for (uint32_t i = 0; i + 1 < count || (count > 2 && i < count); ++i) {
        const wend_group_shape edge = edge_of(outline.points[i], outline.points[(i + 1) % count]);
        if (!(wend_group_shapes_distance(shape, &edge) > 0))
            return true;
    }
    return count == 1 && wend_group_shape_depth(shape, outline.points[0], NULL) > 0;
}

/// True if a group has members whose shape is in a door.
static bool is_in(const wend_world *world, const wend_world_obstacle *door, uint32_t group)
{
    const wend_moving_group *g = &world->groups.list.data[group];
    return g->populated && wend_group_is_there(world, group) &&
           wend_door_meets(&world->obstacles, door, &g->shape);
}

bool wend_door_is_held(const wend_world *world, const wend_world_obstacle *door)
{
    for (uint32_t i = 0; i < world->groups.list.count; ++i)
        if (is_in(world, door, i))
            return true;
    return false;
}

void wend_door_tell_splits(wend_world *world, const wend_world_obstacle *door)
{
    for (uint32_t i = 0; i < world->groups.list.count; ++i) {
        const wend_event event = {
            .kind = WEND_EVENT_GROUP_SPLIT,
            .group = {wend_id_of_slot(&world->groups.ids, i)},
            .time = world->time,
            .position = world->obstacles.points.data[door->first_point],
        };
        if (is_in(world, door, i))
            wend_events_add(&world->events, &world->allocator, event);
    }
}

bool wend_door_stops(const wend_world *world, const wend_group_shape *now,
                     const wend_group_shape *next)
{
    const wend_obstacles *obstacles = &world->obstacles;
    for (size_t i = 0; i < obstacles->list.count && obstacles->timed_count > 0; ++i) {
        const wend_world_obstacle *door = &obstacles->list.data[i];
        if (door->held && wend_door_meets(obstacles, door, next) &&
            !wend_door_meets(obstacles, door, now))
            return true;
    }
    return false;
}
