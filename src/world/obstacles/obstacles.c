// SPDX-License-Identifier: MIT
// Storage of obstacles: creation from a floor, walls, copies and hashes.
#include "world/obstacles/obstacles.h"

#include "geometry/floor.h"
#include "geometry/walls.h"
#include "world/world.h"

#include <math.h>

/// Half the side of the square that the mesh covers if the world def has no frame. [Units: m]
#define FAR_AROUND 1e5

/// The walls are indexed for queries up to the radius plus the distance walked in the time horizon.
/// These values cover most agents; larger queries cost more. [Units: m, m/s]
#define USUAL_RADIUS 0.5
#define USUAL_SPEED  2.5

// ---- the walls ----------------------------------------------------------------------------------

static size_t count_walls(const wend_world_obstacle *obstacle)
{
    // A segment is one wall; a point is one wall of length 0.
    return obstacle->point_count > 2 ? obstacle->point_count : 1;
}

static void gather_ring(wend_obstacles *obstacles, const wend_vec2 *ring, uint32_t count)
{
    uint32_t walls = count > 2 ? count : 1;
    for (uint32_t i = 0; i < walls; ++i)
        obstacles->segments.data[obstacles->segments.count++] =
            (wend_segment){ring[i], ring[i + 1 < count ? i + 1 : 0]};
}

static void gather_obstacle(wend_obstacles *obstacles, const wend_world_obstacle *obstacle)
{
    wend_shape shape = wend_obstacle_shape(obstacles, obstacle);
    for (uint32_t ring = 0, first = 0; ring < shape.ring_count; ++ring) {
        gather_ring(obstacles, shape.points + first, shape.ring_ends[ring] - first);
        first = shape.ring_ends[ring];
    }
}

/// Moving obstacles have walls of their own.
static bool is_wall(const wend_world_obstacle *obstacle)
{
    return obstacle->kind != WEND_OBSTACLE_MOVING && !wend_mesh_shape_id_is_null(obstacle->in_mesh);
}

static bool refresh_walls(wend_obstacles *obstacles, const wend_allocator *allocator)
{
    size_t count = obstacles->bounds.count;
    for (size_t i = 0; i < obstacles->list.count; ++i)
        if (is_wall(&obstacles->list.data[i]))
            count += count_walls(&obstacles->list.data[i]);
    obstacles->segments.count = obstacles->owners.count = 0;
    if (count > UINT32_MAX || !wend_array_reserve(&obstacles->segments, allocator, count) ||
        !wend_array_reserve(&obstacles->owners, allocator, count))
        return false;
    if (obstacles->bounds.count > 0)
        gather_ring(obstacles, obstacles->bounds.data, (uint32_t)obstacles->bounds.count);
    while (obstacles->owners.count < obstacles->segments.count)
        obstacles->owners.data[obstacles->owners.count++] = WEND_BOUNDS;
    for (uint32_t i = 0; i < obstacles->list.count; ++i) {
        if (is_wall(&obstacles->list.data[i]))
            gather_obstacle(obstacles, &obstacles->list.data[i]);
        while (obstacles->owners.count < obstacles->segments.count)
            obstacles->owners.data[obstacles->owners.count++] = i;
    }
    return wend_walls_rebuild(obstacles->walls, obstacles->segments.data, NULL, (uint32_t)count,
                              obstacles->reach, NULL) == WEND_OK;
}

static bool refresh_movers(wend_obstacles *obstacles, const wend_allocator *allocator)
{
    size_t count = 0;
    for (size_t i = 0; i < obstacles->list.count; ++i)
        if (obstacles->list.data[i].kind == WEND_OBSTACLE_MOVING)
            count += count_walls(&obstacles->list.data[i]);
    obstacles->segments.count = obstacles->velocities.count = 0;
    if (count > UINT32_MAX || !wend_array_reserve(&obstacles->segments, allocator, count) ||
        !wend_array_reserve(&obstacles->velocities, allocator, count))
        return false;
    for (size_t i = 0; i < obstacles->list.count; ++i) {
        const wend_world_obstacle *obstacle = &obstacles->list.data[i];
        if (obstacle->kind == WEND_OBSTACLE_MOVING)
            gather_obstacle(obstacles, obstacle);
        while (obstacles->velocities.count < obstacles->segments.count)
            obstacles->velocities.data[obstacles->velocities.count++] = obstacle->velocity;
    }
    // Both the obstacle and the agent move, hence twice the distance.
    return wend_walls_rebuild(obstacles->movers, obstacles->segments.data,
                              obstacles->velocities.data, (uint32_t)count, 2 * obstacles->reach,
                              NULL) == WEND_OK;
}

bool wend_obstacles_refresh(wend_obstacles *obstacles, const wend_allocator *allocator)
{
    if (obstacles->walls_version != obstacles->version) {
        obstacles->walls_version = 0;
        if (!refresh_walls(obstacles, allocator))
            return false;
        obstacles->walls_version = obstacles->version;
    }
    if (obstacles->movers_stale) {
        if (!refresh_movers(obstacles, allocator))
            return false;
        obstacles->movers_stale = false;
    }
    return true;
}

// ---- creation from a floor ----------------------------------------------------------------------

/// Copies the floor's bounds and shapes. Obstacles get the slots of the floor's shapes.
static bool copy_floor(wend_obstacles *obstacles, const wend_floor *floor,
                       const wend_allocator *allocator)
{
    if (!wend_id_pool_reserve(&obstacles->ids, floor->shape_count) ||
        !wend_array_reserve(&obstacles->list, allocator, floor->shape_count) ||
        !wend_array_reserve(&obstacles->points, allocator, floor->wall_count) ||
        !wend_array_reserve(&obstacles->ring_ends, allocator, floor->ring_count) ||
        !wend_array_reserve(&obstacles->bounds, allocator, floor->wall_count))
        return false;
    obstacles->shape_count = floor->shape_count;
    for (uint32_t i = 0; i < floor->shape_count; ++i) {
        wend_id_take(&obstacles->ids);
        obstacles->list.data[obstacles->list.count++] =
            (wend_world_obstacle){.in_mesh = wend_mesh_shape(obstacles->mesh, i)};
    }
    for (uint32_t i = 0; i < floor->ring_count; ++i) {
        const wend_ring *ring = &floor->rings[i];
        const wend_vec2 *points = floor->points + ring->first;
        if (ring->shape == WEND_BOUNDS) {
            for (uint32_t k = 0; k < ring->count; ++k)
                obstacles->bounds.data[obstacles->bounds.count++] = points[k];
            continue;
        }
        wend_world_obstacle *obstacle = &obstacles->list.data[ring->shape];
        if (obstacle->point_count == 0) {
            obstacle->first_point = (uint32_t)obstacles->points.count;
            obstacle->first_end = (uint32_t)obstacles->ring_ends.count;
        }
        for (uint32_t k = 0; k < ring->count; ++k)
            obstacles->points.data[obstacles->points.count++] = points[k];
        obstacle->point_count += ring->count;
        ++obstacle->ring_count;
        obstacles->ring_ends.data[obstacles->ring_ends.count++] = obstacle->point_count;
    }
    return true;
}

/// The trail of a mesh without edits. It depends on the floor, so meshes of other floors have other
/// trails.
static void start_trail(wend_obstacles *obstacles)
{
    wend_hash hash = wend_hash_start();
    wend_box box = wend_mesh_box(obstacles->mesh);
    wend_hash_vec2(&hash, box.min);
    wend_hash_vec2(&hash, box.max);
    wend_hash_double(&hash, wend_mesh_tolerance(obstacles->mesh));
    wend_obstacles_hash(obstacles, &hash);
    obstacles->trail = wend_hash_end(&hash);
}

static bool is_usable(wend_box box)
{
    return box.min.x < box.max.x && box.min.y < box.max.y;
}

static wend_result create_from(wend_obstacles *obstacles, const wend_floor *floor, wend_box frame,
                               const wend_allocator *allocator, wend_error *error)
{
    wend_mesh_def def = wend_default_mesh_def();
    def.frame = frame;
    def.allocator = *allocator;
    wend_result result = wend_mesh_create(floor, &def, &obstacles->mesh, error);
    if (result == WEND_OK && !copy_floor(obstacles, floor, allocator))
        result = wend_fail_memory(error);
    if (result == WEND_OK)
        result =
            wend_walls_create(NULL, NULL, 0, obstacles->reach, allocator, &obstacles->walls, error);
    if (result == WEND_OK)
        result = wend_walls_create(NULL, NULL, 0, 2 * obstacles->reach, allocator,
                                   &obstacles->movers, error);
    if (result == WEND_OK && !wend_obstacles_refresh(obstacles, allocator))
        result = wend_fail_memory(error);
    if (result == WEND_OK)
        start_trail(obstacles);
    return result;
}

wend_result wend_obstacles_make(wend_obstacles *obstacles, const wend_world_def *def,
                                wend_error *error)
{
    const wend_allocator *allocator = &def->allocator;
    *obstacles =
        (wend_obstacles){.ids = wend_id_pool_make(WEND_ID_OBSTACLE, allocator), .version = 1};
    obstacles->reach =
        USUAL_RADIUS + USUAL_SPEED * (def->step + fmax(def->orca.wall_time_horizon, def->step));
    obstacles->reach = fmin(obstacles->reach, WEND_MAX_COORDINATE / 2);
    wend_box frame = {{-FAR_AROUND, -FAR_AROUND}, {FAR_AROUND, FAR_AROUND}};
    if (is_usable(def->frame))
        frame = def->frame;
    if (def->floor)
        return create_from(obstacles, def->floor, frame, allocator, error);
    wend_floor_def plane = wend_default_floor_def();
    plane.allocator = *allocator;
    plane.tolerance = wend_tolerance(frame);
    wend_floor *floor;
    wend_result result = wend_floor_create(&plane, &floor, error);
    if (result != WEND_OK)
        return result;
    result = create_from(obstacles, floor, frame, allocator, error);
    wend_floor_destroy(floor);
    return result;
}

// ---- free, copy, hash ---------------------------------------------------------------------------

void wend_obstacles_free(wend_obstacles *obstacles, const wend_allocator *allocator)
{
    wend_mesh_destroy(obstacles->mesh);
    wend_walls_destroy(obstacles->walls);
    wend_walls_destroy(obstacles->movers);
    wend_id_pool_free(&obstacles->ids);
    wend_array_free(&obstacles->list, allocator);
    wend_array_free(&obstacles->points, allocator);
    wend_array_free(&obstacles->ring_ends, allocator);
    wend_array_free(&obstacles->times, allocator);
    wend_array_free(&obstacles->bounds, allocator);
    wend_array_free(&obstacles->owners, allocator);
    wend_array_free(&obstacles->segments, allocator);
    wend_array_free(&obstacles->velocities, allocator);
    wend_array_free(&obstacles->near, allocator);
    *obstacles = (wend_obstacles){0};
}

static bool copy_mesh(wend_obstacles *to, const wend_obstacles *from,
                      const wend_allocator *allocator)
{
    // Equal trails: the last copy is still valid.
    if (to->mesh && to->trail == from->trail)
        return true;
    wend_mesh_destroy(to->mesh);
    to->mesh = NULL;
    if (wend_mesh_copy(from->mesh, allocator, &to->mesh, NULL) != WEND_OK)
        return false;
    to->trail = from->trail;
    return true;
}

static bool copy_walls(wend_obstacles *to, const wend_obstacles *from,
                       const wend_allocator *allocator)
{
    to->walls_version = 0;
    to->movers_stale = true;
    if (!wend_walls_copy(&to->walls, from->walls, allocator) ||
        !wend_walls_copy(&to->movers, from->movers, allocator) ||
        !wend_array_copy(&to->owners, &from->owners, allocator))
        return false;
    to->walls_version = from->walls_version;
    to->movers_stale = from->movers_stale;
    return true;
}

bool wend_obstacles_copy(wend_obstacles *to, const wend_obstacles *from,
                         const wend_allocator *allocator)
{
    to->shape_count = from->shape_count;
    to->mover_count = from->mover_count;
    to->timed_count = from->timed_count;
    to->any_came = from->any_came;
    to->version = from->version;
    to->reach = from->reach;
    return copy_mesh(to, from, allocator) && wend_id_pool_copy(&to->ids, &from->ids, allocator) &&
           wend_array_copy(&to->list, &from->list, allocator) &&
           wend_array_copy(&to->points, &from->points, allocator) &&
           wend_array_copy(&to->ring_ends, &from->ring_ends, allocator) &&
           wend_array_copy(&to->times, &from->times, allocator) &&
           wend_array_copy(&to->bounds, &from->bounds, allocator) &&
           copy_walls(to, from, allocator);
}

static void hash_points(const wend_vec2 *points, size_t count, wend_hash *hash)
{
    wend_hash_u64(hash, count);
    for (size_t i = 0; i < count; ++i)
        wend_hash_vec2(hash, points[i]);
}

static void hash_obstacle(const wend_obstacles *obstacles, const wend_world_obstacle *obstacle,
                          wend_hash *hash)
{
    hash_points(obstacles->points.data + obstacle->first_point, obstacle->point_count, hash);
    wend_hash_u64(hash, (uint64_t)obstacle->kind << 8 |
                            (uint64_t)!wend_mesh_shape_id_is_null(obstacle->in_mesh) << 1 |
                            obstacle->came);
    if (obstacle->kind == WEND_OBSTACLE_DOOR) {
        wend_hash_u64(hash, (uint64_t)obstacle->force << 4 | (uint64_t)obstacle->held << 3 |
                                (uint64_t)obstacle->shut << 2 |
                                (uint64_t)obstacle->shut_at_first << 1 | obstacle->refused);
        wend_hash_u64(hash, obstacle->changes);
        wend_hash_double(hash, obstacle->period);
        for (uint32_t i = 0; i < obstacle->time_count; ++i)
            wend_hash_double(hash, obstacles->times.data[obstacle->first_time + i]);
    } else if (obstacle->kind == WEND_OBSTACLE_MOVING) {
        hash_points(obstacles->points.data + obstacle->first_stop, obstacle->stop_count, hash);
        wend_hash_vec2(hash, obstacle->offset);
        wend_hash_vec2(hash, obstacle->velocity);
        wend_hash_doubles(hash, obstacle->speed, obstacle->start, obstacle->pause, obstacle->delay,
                          obstacle->rests_since);
        wend_hash_u64(hash, (uint64_t)obstacle->way << 2 | (uint64_t)obstacle->blocking << 1 |
                                obstacle->waits);
    }
}

void wend_obstacles_hash(const wend_obstacles *obstacles, wend_hash *hash)
{
    wend_id_pool_hash(&obstacles->ids, hash);
    hash_points(obstacles->bounds.data, obstacles->bounds.count, hash);
    for (size_t i = 0; i < obstacles->list.count; ++i)
        hash_obstacle(obstacles, &obstacles->list.data[i], hash);
}
