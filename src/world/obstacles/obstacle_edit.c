// SPDX-License-Identifier: MIT
// Editing obstacles: adding, removing, and inserting them into the mesh. An edit first reserves all
// the memory that it needs; the mesh then accepts it whole or not at all; what follows cannot fail.
#include "world/obstacles/obstacles.h"

#include "wend/geometry.h"
#include "world/world.h"

#include <string.h>

// ---- one obstacle -------------------------------------------------------------------------------

wend_shape wend_obstacle_shape(const wend_obstacles *obstacles, const wend_world_obstacle *obstacle)
{
    uint32_t first =
        obstacle->kind == WEND_OBSTACLE_MOVING ? obstacle->first_now : obstacle->first_point;
    return (wend_shape){obstacles->points.data + first,
                        obstacles->ring_ends.data + obstacle->first_end, obstacle->ring_count,
                        obstacle->point_count};
}

bool wend_obstacle_contains(const wend_obstacles *obstacles, const wend_world_obstacle *obstacle,
                            wend_vec2 p)
{
    wend_shape shape = wend_obstacle_shape(obstacles, obstacle);
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

wend_result wend_obstacle_check(const wend_obstacles *obstacles, const wend_shape *shape,
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

// ---- memory -------------------------------------------------------------------------------------

/// All points of an obstacle are contiguous: its shape; for a moving one, its current shape and its
/// path.
static uint32_t count_points(const wend_world_obstacle *obstacle)
{
    uint32_t shapes = obstacle->kind == WEND_OBSTACLE_MOVING ? 2 : 1;
    return shapes * obstacle->point_count + obstacle->stop_count;
}

bool wend_obstacles_reserve(wend_obstacles *obstacles, const wend_shape *shape, size_t more_points,
                            size_t times, const wend_allocator *allocator)
{
    uint32_t rings = shape->ring_ends ? shape->ring_count : 1;
    size_t points = (size_t)shape->point_count + more_points;
    return obstacles->points.count + points < UINT32_MAX / 2 &&
           obstacles->times.count + times < UINT32_MAX / 2 &&
           wend_id_pool_reserve(&obstacles->ids, 1) &&
           wend_array_reserve(&obstacles->list, allocator, 1) &&
           wend_array_reserve(&obstacles->points, allocator, points) &&
           wend_array_reserve(&obstacles->ring_ends, allocator, rings) &&
           wend_array_reserve(&obstacles->times, allocator, times);
}

/// Copies the shape and the times; memory is reserved.
static void take_shape(wend_obstacles *obstacles, wend_world_obstacle *obstacle,
                       const wend_shape *shape, const double *times)
{
    obstacle->first_point = (uint32_t)obstacles->points.count;
    obstacle->point_count = shape->point_count;
    obstacle->first_end = (uint32_t)obstacles->ring_ends.count;
    obstacle->ring_count = shape->ring_ends ? shape->ring_count : 1;
    obstacle->first_time = (uint32_t)obstacles->times.count;
    memcpy(obstacles->points.data + obstacles->points.count, shape->points,
           shape->point_count * sizeof *shape->points);
    obstacles->points.count += shape->point_count;
    for (uint32_t i = 0; i < obstacle->ring_count; ++i)
        obstacles->ring_ends.data[obstacles->ring_ends.count++] =
            shape->ring_ends ? shape->ring_ends[i] : shape->point_count;
    for (uint32_t i = 0; i < obstacle->time_count; ++i)
        obstacles->times.data[obstacles->times.count++] = times[i];
}

wend_obstacle_id wend_obstacles_add(wend_obstacles *obstacles, wend_world_obstacle obstacle,
                                    const wend_shape *shape, const double *times)
{
    take_shape(obstacles, &obstacle, shape, times);
    obstacles->timed_count += obstacle.time_count > 0;
    wend_obstacle_id id = {wend_id_take(&obstacles->ids)};
    uint32_t slot = wend_id_slot(id.raw);
    if (slot == obstacles->list.count)
        ++obstacles->list.count;
    obstacles->list.data[slot] = obstacle;
    return id;
}

/// Removes a range from an array and moves up what follows.
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

static void drop_obstacle(wend_obstacles *obstacles, uint32_t slot)
{
    wend_world_obstacle gone = obstacles->list.data[slot];
    uint32_t points = count_points(&gone);
    CUT(&obstacles->points, gone.first_point, points);
    CUT(&obstacles->ring_ends, gone.first_end, gone.ring_count);
    CUT(&obstacles->times, gone.first_time, gone.time_count);
    for (size_t i = 0; i < obstacles->list.count; ++i) {
        wend_world_obstacle *obstacle = &obstacles->list.data[i];
        move_up(&obstacle->first_point, gone.first_point, points);
        move_up(&obstacle->first_now, gone.first_point, points);
        move_up(&obstacle->first_stop, gone.first_point, points);
        move_up(&obstacle->first_end, gone.first_end, gone.ring_count);
        move_up(&obstacle->first_time, gone.first_time, gone.time_count);
    }
    obstacles->list.data[slot] = (wend_world_obstacle){0};
}

// ---- in the mesh --------------------------------------------------------------------------------

static void note_edit(wend_obstacles *obstacles, uint32_t slot, bool in)
{
    const wend_world_obstacle *obstacle = &obstacles->list.data[slot];
    wend_hash hash = {obstacles->trail};
    wend_hash_u64(&hash, (uint64_t)slot << 1 | in);
    wend_hash_u64(&hash, wend_mesh_version(obstacles->mesh));
    wend_shape shape = wend_obstacle_shape(obstacles, obstacle);
    for (uint32_t i = 0; i < shape.point_count; ++i)
        wend_hash_vec2(&hash, shape.points[i]);
    obstacles->trail = wend_hash_end(&hash);
    if (obstacle->kind != WEND_OBSTACLE_MOVING)
        ++obstacles->version;
}

static void note_insert(wend_obstacles *obstacles, uint32_t slot, wend_mesh_shape_id in_mesh)
{
    wend_world_obstacle *obstacle = &obstacles->list.data[slot];
    obstacle->in_mesh = in_mesh;
    // Moving obstacles push agents before they enter the mesh.
    if (obstacle->kind != WEND_OBSTACLE_MOVING)
        obstacle->came = obstacles->any_came = true;
    note_edit(obstacles, slot, true);
}

wend_result wend_obstacle_insert(wend_obstacles *obstacles, uint32_t slot, wend_error *error)
{
    wend_shape shape = wend_obstacle_shape(obstacles, &obstacles->list.data[slot]);
    wend_mesh_shape_id in_mesh;
    wend_result result = wend_mesh_insert(obstacles->mesh, &shape, &in_mesh, error);
    if (result == WEND_OK)
        note_insert(obstacles, slot, in_mesh);
    return result;
}

wend_result wend_obstacles_add_shut(wend_obstacles *obstacles, wend_world_obstacle obstacle,
                                    const wend_shape *shape, const double *times,
                                    wend_obstacle_id *id, wend_error *error)
{
    wend_mesh_shape_id in_mesh;
    wend_result result = wend_mesh_insert(obstacles->mesh, shape, &in_mesh, error);
    if (result != WEND_OK)
        return result;
    *id = wend_obstacles_add(obstacles, obstacle, shape, times);
    note_insert(obstacles, wend_id_slot(id->raw), in_mesh);
    return WEND_OK;
}

void wend_obstacle_take_out(wend_obstacles *obstacles, uint32_t slot)
{
    wend_world_obstacle *obstacle = &obstacles->list.data[slot];
    if (wend_mesh_shape_id_is_null(obstacle->in_mesh))
        return;
    wend_mesh_remove(obstacles->mesh, obstacle->in_mesh, NULL);
    obstacle->in_mesh = (wend_mesh_shape_id){0};
    if (obstacle->kind != WEND_OBSTACLE_MOVING)
        obstacle->came = false;
    note_edit(obstacles, slot, false);
}

// ---- public functions ---------------------------------------------------------------------------

wend_obstacle_id wend_world_shape(const wend_world *world, uint32_t shape)
{
    // The first id of the slot, which may hold another obstacle now.
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
    const wend_world_obstacle obstacle = {.kind = WEND_OBSTACLE_FIXED};
    wend_result result;
    if (wend_obstacles_reserve(obstacles, shape, 0, 0, &world->allocator))
        result = wend_obstacles_add_shut(obstacles, obstacle, shape, NULL, &added, error);
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
    const wend_world_obstacle *obstacle = &obstacles->list.data[slot];
    wend_obstacle_take_out(obstacles, slot);
    obstacles->timed_count -= obstacle->time_count > 0;
    if (obstacle->kind == WEND_OBSTACLE_MOVING) {
        --obstacles->mover_count;
        obstacles->movers_stale = true;
    }
    drop_obstacle(obstacles, slot);
    wend_id_give(&obstacles->ids, id.raw);
    return WEND_OK;
}

void wend_world_obstacles(const wend_world *world, wend_obstacle_fn *visit, void *context)
{
    const wend_obstacles *obstacles = &world->obstacles;
    for (uint32_t i = 0; i < obstacles->list.count; ++i) {
        const wend_world_obstacle *obstacle = &obstacles->list.data[i];
        if (obstacle->point_count == 0)
            continue;
        wend_shape shape = wend_obstacle_shape(obstacles, obstacle);
        bool shut = obstacle->kind != WEND_OBSTACLE_DOOR || obstacle->shut;
        if (!visit(context, (wend_obstacle_id){wend_id_of_slot(&obstacles->ids, i)}, obstacle->kind,
                   shut, &shape))
            return;
    }
}
