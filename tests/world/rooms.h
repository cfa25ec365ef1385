// SPDX-License-Identifier: MIT
// Two rooms and a doorway between them, for the tests of a world's obstacles, and a check that its
// structures are what its obstacles say.
#ifndef WEND_TESTS_WORLD_ROOMS_H
#define WEND_TESTS_WORLD_ROOMS_H

#include "geometry/walls.h"
#include "tests/support/support.h"
#include "wend/geometry.h"
#include "wend/random.h"
#include "wend/world.h"
#include "world/world.h"

#include <math.h>

static inline wend_vec2 at(double x, double y)
{
    return (wend_vec2){x, y};
}

// ---- small worlds -------------------------------------------------------------------------------

/// Two rooms of 10 m, with a door of 2 m in the wall between them; the door is not there yet.
static const wend_vec2 BOUNDS[] = {{0, 0}, {21, 0}, {21, 10}, {0, 10}};
static const wend_vec2 LOWER[] = {{10, 0}, {11, 0}, {11, 4}, {10, 4}};
static const wend_vec2 UPPER[] = {{10, 6}, {11, 6}, {11, 10}, {10, 10}};
static const wend_vec2 DOOR[] = {{10, 4}, {11, 4}, {11, 6}, {10, 6}};
static const wend_vec2 THIN_DOOR[] = {{10.5, 4}, {10.5, 6}};

static inline wend_floor *two_rooms(void)
{
    const wend_shape shapes[] = {{LOWER, NULL, 0, 4}, {UPPER, NULL, 0, 4}};
    wend_floor_def def = wend_default_floor_def();
    def.bounds = BOUNDS;
    def.bounds_count = 4;
    def.shapes = shapes;
    def.shape_count = 2;
    wend_floor *floor;
    assert_int_equal(wend_floor_create(&def, &floor, NULL), WEND_OK);
    return floor;
}

static inline wend_world *world_on(const wend_floor *floor, const wend_allocator *allocator)
{
    wend_world_def def = wend_default_world_def();
    def.floor = floor;
    if (allocator)
        def.allocator = *allocator;
    wend_world *world;
    wend_error error;
    if (wend_world_create(&def, &world, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return world;
}

static inline wend_world *world_of_rooms(void)
{
    wend_floor *floor = two_rooms();
    wend_world *world = world_on(floor, NULL);
    wend_floor_destroy(floor);
    return world;
}

static inline void step(wend_world *world)
{
    wend_error error;
    if (wend_world_step(world, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
}

static inline wend_agent_id add_agent(wend_world *world, double x, double y, double radius)
{
    wend_agent_def def = wend_default_agent_def();
    def.position = at(x, y);
    def.radius = radius;
    wend_agent_id id;
    wend_error error;
    if (wend_world_add_agent(world, &def, &id, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return id;
}

static inline wend_vec2 place_of(const wend_world *world, wend_agent_id id)
{
    wend_agent_def def;
    assert_int_equal(wend_world_agent(world, id, &def, NULL), WEND_OK);
    return def.position;
}

/// How many events of a kind there were in the last step; *last [opt] is the last of them.
static inline uint32_t count_events(const wend_world *world, wend_event_kind kind, wend_event *last)
{
    uint32_t count, found = 0;
    if (last)
        *last = (wend_event){0};
    const wend_event *events = wend_world_events(world, &count);
    for (uint32_t i = 0; i < count; ++i) {
        if (events[i].kind != kind)
            continue;
        ++found;
        if (last)
            *last = events[i];
    }
    return found;
}

static inline wend_obstacle_id add_door(wend_world *world, const wend_vec2 *points, uint32_t count,
                                        bool shut)
{
    wend_door_def def = wend_default_door_def();
    def.shape = (wend_shape){points, NULL, 0, count};
    def.shut = shut;
    wend_obstacle_id id;
    wend_error error;
    if (wend_world_add_door(world, &def, &id, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return id;
}

// ---- the same as a fresh one --------------------------------------------------------------------

typedef struct collected {
    wend_shape shapes[64];
    wend_obstacle_kind kinds[64];
    uint32_t count;
    const wend_obstacles *obstacles;
} collected;

static inline bool collect(void *context, wend_obstacle_id id, wend_obstacle_kind kind, bool shut,
                           const wend_shape *shape)
{
    collected *all = context;
    const wend_world_obstacle *thing = &all->obstacles->list.data[wend_id_slot(id.raw)];
    assert_int_equal(kind, thing->kind);
    if (kind != WEND_OBSTACLE_MOVING)
        assert_int_equal(shut, !wend_mesh_shape_id_is_null(thing->in_mesh));
    if (!wend_mesh_shape_id_is_null(thing->in_mesh)) {
        all->kinds[all->count] = kind;
        all->shapes[all->count++] = *shape;
    }
    return true;
}

static inline bool is_listed(const wend_walls *walls, wend_vec2 a, wend_vec2 b)
{
    for (uint32_t i = 0; i < walls->count; ++i) {
        wend_segment s = wend_walls_segment(walls, i);
        if ((s.a.x == a.x && s.a.y == a.y && s.b.x == b.x && s.b.y == b.y) ||
            (s.a.x == b.x && s.a.y == b.y && s.b.x == a.x && s.b.y == a.y))
            return true;
    }
    return false;
}

// The mesh equals one that is built afresh of what is in place, and the walls are their walls.
static inline void check_structures(const wend_world *world, const wend_vec2 *bounds,
                                    uint32_t corners)
{
    collected all = {.obstacles = &world->obstacles};
    wend_world_obstacles(world, collect, &all);
    wend_floor_def def = wend_default_floor_def();
    def.bounds = bounds;
    def.bounds_count = corners;
    def.shapes = all.shapes;
    def.shape_count = all.count;
    def.tolerance = wend_mesh_tolerance(wend_world_mesh(world));
    wend_floor *floor;
    wend_mesh *mesh;
    wend_error error;
    wend_mesh_def mesh_def = wend_default_mesh_def();
    assert_int_equal(wend_floor_create(&def, &floor, NULL), WEND_OK);
    assert_int_equal(wend_mesh_create(floor, &mesh_def, &mesh, NULL), WEND_OK);
    if (wend_mesh_check(wend_world_mesh(world), &error) != WEND_OK ||
        wend_mesh_equal(wend_world_mesh(world), mesh, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    const wend_walls *walls = wend_world_walls(world);
    uint32_t expected = corners;
    for (uint32_t i = 0; i < corners; ++i)
        assert_true(is_listed(walls, bounds[i], bounds[(i + 1) % corners]));
    for (uint32_t i = 0; i < all.count; ++i) {
        const wend_shape *shape = &all.shapes[i];
        // Movers are in the mesh, not in the walls.
        if (all.kinds[i] == WEND_OBSTACLE_MOVING)
            continue;
        uint32_t sides = shape->point_count > 2 ? shape->point_count : 1;
        for (uint32_t k = 0; k < sides; ++k)
            assert_true(
                is_listed(walls, shape->points[k], shape->points[(k + 1) % shape->point_count]));
        expected += sides;
    }
    assert_int_equal(wend_walls_count(walls), expected);
    wend_mesh_destroy(mesh);
    wend_floor_destroy(floor);
}

#endif
