// SPDX-License-Identifier: MIT
// Obstacles one by one: added, removed, put into the mesh and taken out. An edit first takes all
// the memory that it needs; the mesh takes it whole or not at all; what comes after that cannot
// fail.
#include "world/obstacles/obstacles.h"

#include "wend/geometry.h"
#include "world/world.h"

#include <string.h>

// ---- one thing ----------------------------------------------------------------------------------

wend_shape wend_thing_shape(const wend_obstacles *obstacles, const wend_thing *thing)
{
    uint32_t first = thing->kind == WEND_OBSTACLE_MOVING ? thing->first_now : thing->first_point;
    return (wend_shape){obstacles->points.data + first,
                        obstacles->ring_ends.data + thing->first_end, thing->ring_count,
                        thing->point_count};
}

bool wend_thing_holds(const wend_obstacles *obstacles, const wend_thing *thing, wend_vec2 p)
{
    wend_shape shape = wend_thing_shape(obstacles, thing);
    if (shape.point_count < 3)
        return shape.point_count > 0 &&
               wend_on_segment((wend_segment){shape.points[0], shape.points[shape.point_count - 1]},
                               p);
    bool inside = false;
    for (uint32_t ring = 0, first = 0; ring < shape.ring_count; ++ring) {
        wend_side side =
            wend_polygon_locate(shape.points + first, shape.ring_ends[ring] - first, p);
        if (side == WEND_ON)
            return true;
        inside ^= side == WEND_INSIDE;
        first = shape.ring_ends[ring];
    }
    return inside;
}

wend_result wend_thing_check(const wend_obstacles *obstacles, const wend_shape *shape,
                             const wend_allocator *allocator, wend_error *error)
{
    wend_floor_def def = wend_default_floor_def();
    def.shapes = shape;
    def.shape_count = 1;
    def.tolerance = wend_mesh_tolerance(obstacles->mesh);
    def.allocator = *allocator;
    wend_floor *floor;
    wend_result result = wend_floor_create(&def, &floor, error);
    if (result != WEND_OK)
        return result;
    uint32_t defects;
    result = wend_floor_validate(floor, NULL, 0, &defects, error);
    wend_floor_destroy(floor);
    return result;
}

wend_thing *wend_thing_of(const wend_obstacles *obstacles, wend_obstacle_id id,
                          wend_obstacle_kind kind, wend_error *error)
{
    if (!wend_id_valid(&obstacles->ids, id.raw)) {
        wend_fail(error, WEND_STALE, "unknown or removed obstacle id");
        return NULL;
    }
    wend_thing *thing = &obstacles->things.data[wend_id_slot(id.raw)];
    if (thing->kind == kind)
        return thing;
    wend_fail(error, WEND_BAD_ARGUMENT, "the obstacle is not a %s",
              kind == WEND_OBSTACLE_DOOR ? "door" : "moving obstacle");
    return NULL;
}

// ---- memory -------------------------------------------------------------------------------------

/// All points of a thing lie together: its shape, for a mover where it is now, its path.
static uint32_t count_points(const wend_thing *thing)
{
    uint32_t shapes = thing->kind == WEND_OBSTACLE_MOVING ? 2 : 1;
    return shapes * thing->point_count + thing->stop_count;
}

bool wend_things_reserve(wend_obstacles *obstacles, const wend_shape *shape, size_t more_points,
                         size_t times, const wend_allocator *allocator)
{
    uint32_t rings = shape->ring_ends ? shape->ring_count : 1;
    size_t points = (size_t)shape->point_count + more_points;
    return obstacles->points.count + points < UINT32_MAX / 2 &&
           obstacles->times.count + times < UINT32_MAX / 2 &&
           wend_id_pool_reserve(&obstacles->ids, 1) &&
           wend_array_reserve(&obstacles->things, allocator, 1) &&
           wend_array_reserve(&obstacles->points, allocator, points) &&
           wend_array_reserve(&obstacles->ring_ends, allocator, rings) &&
           wend_array_reserve(&obstacles->times, allocator, times);
}

/// Copies the shape and the times; there is room.
static void take_shape(wend_obstacles *obstacles, wend_thing *thing, const wend_shape *shape,
                       const double *times)
{
    thing->first_point = (uint32_t)obstacles->points.count;
    thing->point_count = shape->point_count;
    thing->first_end = (uint32_t)obstacles->ring_ends.count;
    thing->ring_count = shape->ring_ends ? shape->ring_count : 1;
    thing->first_time = (uint32_t)obstacles->times.count;
    memcpy(obstacles->points.data + obstacles->points.count, shape->points,
           shape->point_count * sizeof *shape->points);
    obstacles->points.count += shape->point_count;
    for (uint32_t i = 0; i < thing->ring_count; ++i)
        obstacles->ring_ends.data[obstacles->ring_ends.count++] =
            shape->ring_ends ? shape->ring_ends[i] : shape->point_count;
    for (uint32_t i = 0; i < thing->time_count; ++i)
        obstacles->times.data[obstacles->times.count++] = times[i];
}

wend_obstacle_id wend_things_add(wend_obstacles *obstacles, wend_thing thing,
                                 const wend_shape *shape, const double *times)
{
    take_shape(obstacles, &thing, shape, times);
    obstacles->timed_count += thing.time_count > 0;
    wend_obstacle_id id = {wend_id_take(&obstacles->ids)};
    uint32_t slot = wend_id_slot(id.raw);
    if (slot == obstacles->things.count)
        ++obstacles->things.count;
    obstacles->things.data[slot] = thing;
    return id;
}

/// Takes a range out of an array and moves up what comes after it.
#define CUT(array, first, length)                                                                  \
    do {                                                                                           \
        size_t cut_end = (size_t)(first) + (length);                                               \
        if ((length) > 0)                                                                          \
            memmove((array)->data + (first), (array)->data + cut_end,                              \
                    ((array)->count - cut_end) * sizeof *(array)->data);                           \
        (array)->count -= (length);                                                                \
    } while (0)

static void move_up(uint32_t *first, uint32_t cut_first, uint32_t cut_count)
{
    if (*first > cut_first)
        *first -= cut_count;
}

static void drop_thing(wend_obstacles *obstacles, uint32_t slot)
{
    wend_thing gone = obstacles->things.data[slot];
    uint32_t points = count_points(&gone);
    CUT(&obstacles->points, gone.first_point, points);
    CUT(&obstacles->ring_ends, gone.first_end, gone.ring_count);
    CUT(&obstacles->times, gone.first_time, gone.time_count);
    for (size_t i = 0; i < obstacles->things.count; ++i) {
        wend_thing *thing = &obstacles->things.data[i];
        move_up(&thing->first_point, gone.first_point, points);
        move_up(&thing->first_now, gone.first_point, points);
        move_up(&thing->first_stop, gone.first_point, points);
        move_up(&thing->first_end, gone.first_end, gone.ring_count);
        move_up(&thing->first_time, gone.first_time, gone.time_count);
    }
    obstacles->things.data[slot] = (wend_thing){0};
}

// ---- in the mesh --------------------------------------------------------------------------------

static void note_edit(wend_obstacles *obstacles, uint32_t slot, bool in)
{
    const wend_thing *thing = &obstacles->things.data[slot];
    wend_hash hash = {obstacles->trail};
    wend_hash_u64(&hash, (uint64_t)slot << 1 | in);
    wend_hash_u64(&hash, wend_mesh_version(obstacles->mesh));
    wend_shape shape = wend_thing_shape(obstacles, thing);
    for (uint32_t i = 0; i < shape.point_count; ++i)
        wend_hash_vec2(&hash, shape.points[i]);
    obstacles->trail = wend_hash_end(&hash);
    if (thing->kind != WEND_OBSTACLE_MOVING)
        ++obstacles->version;
}

static void note_insert(wend_obstacles *obstacles, uint32_t slot, wend_mesh_shape_id in_mesh)
{
    wend_thing *thing = &obstacles->things.data[slot];
    thing->in_mesh = in_mesh;
    // Movers push people before they enter the mesh.
    if (thing->kind != WEND_OBSTACLE_MOVING)
        thing->came = obstacles->any_came = true;
    note_edit(obstacles, slot, true);
}

wend_result wend_thing_insert(wend_obstacles *obstacles, uint32_t slot, wend_error *error)
{
    wend_shape shape = wend_thing_shape(obstacles, &obstacles->things.data[slot]);
    wend_mesh_shape_id in_mesh;
    wend_result result = wend_mesh_insert(obstacles->mesh, &shape, &in_mesh, error);
    if (result == WEND_OK)
        note_insert(obstacles, slot, in_mesh);
    return result;
}

wend_result wend_things_add_shut(wend_obstacles *obstacles, wend_thing thing,
                                 const wend_shape *shape, const double *times, wend_obstacle_id *id,
                                 wend_error *error)
{
    wend_mesh_shape_id in_mesh;
    wend_result result = wend_mesh_insert(obstacles->mesh, shape, &in_mesh, error);
    if (result != WEND_OK)
        return result;
    *id = wend_things_add(obstacles, thing, shape, times);
    note_insert(obstacles, wend_id_slot(id->raw), in_mesh);
    return WEND_OK;
}

void wend_thing_take_out(wend_obstacles *obstacles, uint32_t slot)
{
    wend_thing *thing = &obstacles->things.data[slot];
    if (wend_mesh_shape_id_is_null(thing->in_mesh))
        return;
    wend_mesh_remove(obstacles->mesh, thing->in_mesh, NULL);
    thing->in_mesh = (wend_mesh_shape_id){0};
    if (thing->kind != WEND_OBSTACLE_MOVING)
        thing->came = false;
    note_edit(obstacles, slot, false);
}

// ---- for the host -------------------------------------------------------------------------------

wend_obstacle_id wend_world_shape(const wend_world *world, uint32_t shape)
{
    // The first use of its slot; the slot may have another one now.
    const wend_obstacles *obstacles = &world->obstacles;
    return shape < obstacles->shape_count
               ? (wend_obstacle_id){wend_id_first_of_slot(&obstacles->ids, shape)}
               : (wend_obstacle_id){0};
}

wend_result wend_world_add_obstacle(wend_world *world, const wend_shape *shape,
                                    wend_obstacle_id *id, wend_error *error)
{
    wend_obstacles *obstacles = &world->obstacles;
    wend_obstacle_id added = {0};
    const wend_thing thing = {.kind = WEND_OBSTACLE_FIXED};
    wend_result result;
    if (wend_things_reserve(obstacles, shape, 0, 0, &world->allocator))
        result = wend_things_add_shut(obstacles, thing, shape, NULL, &added, error);
    else
        result = wend_fail_memory(error);
    if (id)
        *id = added;
    return result;
}

wend_result wend_world_remove_obstacle(wend_world *world, wend_obstacle_id id, wend_error *error)
{
    if (!wend_id_valid(&world->obstacles.ids, id.raw))
        return wend_fail(error, WEND_STALE, "unknown or removed obstacle id");
    wend_obstacles *obstacles = &world->obstacles;
    uint32_t slot = wend_id_slot(id.raw);
    const wend_thing *thing = &obstacles->things.data[slot];
    wend_thing_take_out(obstacles, slot);
    obstacles->timed_count -= thing->time_count > 0;
    if (thing->kind == WEND_OBSTACLE_MOVING) {
        --obstacles->mover_count;
        obstacles->movers_stale = true;
    }
    drop_thing(obstacles, slot);
    wend_id_give(&obstacles->ids, id.raw);
    return WEND_OK;
}

void wend_world_obstacles(const wend_world *world, wend_obstacle_fn *visit, void *context)
{
    const wend_obstacles *obstacles = &world->obstacles;
    for (uint32_t i = 0; i < obstacles->things.count; ++i) {
        const wend_thing *thing = &obstacles->things.data[i];
        if (thing->point_count == 0)
            continue;
        wend_shape shape = wend_thing_shape(obstacles, thing);
        bool shut = thing->kind != WEND_OBSTACLE_DOOR || thing->shut;
        if (!visit(context, (wend_obstacle_id){wend_id_of_slot(&obstacles->ids, i)}, thing->kind,
                   shut, &shape))
            return;
    }
}
