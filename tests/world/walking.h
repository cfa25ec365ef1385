// SPDX-License-Identifier: MIT
// Plans to walk in, and a way to walk there without a motion model: each agent takes the velocity
// that it would like, stopped by walls. So what goes wrong is the planner's fault.
#ifndef WEND_TESTS_WORLD_WALKING_H
#define WEND_TESTS_WORLD_WALKING_H

#include "tests/support/support.h"

#include "wend/geometry.h"
#include "wend/random.h"
#include "world/planners/planner.h"

#include <math.h>
#include <string.h>

#define COUNT(array) (uint32_t)(sizeof(array) / sizeof *(array))

// ---- plans --------------------------------------------------------------------------------------

enum { MOST_SHAPES = 80 };

/// A floor plan of rectangles and walls.
typedef struct plan {
    wend_vec2 points[4 * MOST_SHAPES];
    wend_shape shapes[MOST_SHAPES];
    uint32_t points_used, count;
    double width, height;
} plan;

static inline void add_shape(plan *p, const wend_vec2 *points, uint32_t count)
{
    assert_true(p->count < MOST_SHAPES);
    wend_vec2 *own = p->points + p->points_used;
    memcpy(own, points, count * sizeof *own);
    p->points_used += count;
    p->shapes[p->count++] = (wend_shape){.points = own, .point_count = count};
}

static inline void add_wall(plan *p, double ax, double ay, double bx, double by)
{
    add_shape(p, (wend_vec2[]){{ax, ay}, {bx, by}}, 2);
}

static inline void add_block(plan *p, double ax, double ay, double bx, double by)
{
    add_shape(p, (wend_vec2[]){{ax, ay}, {bx, ay}, {bx, by}, {ax, by}}, 4);
}

/// Two rooms and a door of that width in the middle, from y = 5 on.
static inline void make_hall(plan *p, double door)
{
    *p = (plan){.width = 20, .height = 10};
    add_wall(p, 10, 0, 10, 5);
    add_wall(p, 10, 5 + door, 10, 10);
}

/// A corridor with rooms on both sides, each with a door.
static inline void make_office(plan *p)
{
    *p = (plan){.width = 30, .height = 14};
    for (int side = 0; side < 2; side++) {
        double y = side ? 8 : 6, out = side ? 14 : 0;
        for (int i = 0; i < 5; i++) {
            add_wall(p, 6 * i, y, 6 * i + 2, y);
            add_wall(p, 6 * i + 3.2, y, 6 * i + 6, y);
            if (i > 0)
                add_wall(p, 6 * i, y, 6 * i, out);
        }
    }
}

/// Halls with pillars, and blocks in the way.
static inline void make_museum(plan *p)
{
    *p = (plan){.width = 24, .height = 24};
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 5; k++)
            add_block(p, 3 + 4 * i, 3 + 4 * k, 3 + 4 * i + (k % 2 ? 0.6 : 2.2),
                      3 + 4 * k + (i % 2 ? 0.6 : 2.6));
}

/// Walls that hang down and stand up in turns: a long way.
static inline void make_comb(plan *p)
{
    *p = (plan){.width = 41, .height = 8};
    for (int i = 1; i < 40; i++)
        add_wall(p, i, i % 2 ? 0 : 1, i, i % 2 ? 7 : 8);
}

// ---- worlds -------------------------------------------------------------------------------------

static inline wend_world_def default_def(void)
{
    return wend_default_world_def();
}

/// Everybody walks at full speed: the middle of a chord is slower than its ends.
static inline wend_world_def brisk_def(void)
{
    wend_world_def def = wend_default_world_def();
    def.arc.points = true;
    return def;
}

static inline wend_world *make_world(const plan *p, wend_world_def def)
{
    const wend_vec2 bounds[4] = {{0, 0}, {p->width, 0}, {p->width, p->height}, {0, p->height}};
    wend_floor_def floor_def = wend_default_floor_def();
    floor_def.bounds = bounds;
    floor_def.bounds_count = 4;
    floor_def.shapes = p->shapes;
    floor_def.shape_count = p->count;
    wend_floor *floor;
    wend_world *world;
    wend_error error = {0};
    uint32_t defects;
    assert_int_equal(wend_floor_create(&floor_def, &floor, &error), WEND_OK);
    assert_int_equal(wend_floor_validate(floor, NULL, 0, &defects, &error), WEND_OK);
    def.floor = floor;
    if (wend_world_create(&def, &world, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    wend_floor_destroy(floor);
    return world;
}

static inline wend_goal_id add_goal(wend_world *world, const wend_vec2 *points, uint32_t count)
{
    wend_goal_id id;
    wend_error error = {0};
    if (wend_world_add_goal(world, &(wend_goal){points, count}, &id, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return id;
}

static inline wend_agent_def walker_at(double x, double y, wend_goal_id goal)
{
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_vec2){x, y};
    def.goal = goal;
    return def;
}

static inline wend_agent_id add_agent(wend_world *world, const wend_agent_def *def)
{
    wend_agent_id id;
    wend_error error = {0};
    if (wend_world_add_agent(world, def, &id, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return id;
}

static inline wend_route_id add_route(wend_world *world, const wend_goal_id *goals, uint32_t count,
                                      wend_choice choice, wend_on_arrival end)
{
    wend_waypoint stop = {.goals = goals, .goal_count = count, .choice = choice};
    wend_route_def def = {.waypoints = &stop, .waypoint_count = 1, .on_arrival = end};
    wend_route_id id;
    assert_int_equal(wend_world_add_route(world, &def, &id, NULL), WEND_OK);
    return id;
}

/// What the walls give way, so that one fits through a door of its own width.
#define GIVE 1e-6

/// A step in which everybody does what the planner wishes, and walls stop them.
static inline void walk(wend_world *world)
{
    wend_crowd *crowd = &world->crowd;
    wend_events_clear(&world->events);
    assert_true(wend_phase_obstacles(world));
    assert_true(wend_phase_plan(world));
    for (uint32_t i = 0; i < crowd->slots; i++) {
        if (wend_agent_id_is_null(crowd->id[i]))
            continue;
        wend_preferred_velocity w = crowd->wishes[i];
        wend_body *body = &crowd->bodies[i];
        body->velocity = (wend_vec2){w.ax + w.bias * (w.bx - w.ax), w.ay + w.bias * (w.by - w.ay)};
        wend_vec2 by = {body->velocity.x * world->def.step, body->velocity.y * world->def.step};
        body->position =
            wend_walls_slide(world->obstacles.walls, body->position, by, body->radius * (1 - GIVE));
    }
    world->steps++;
    world->time = (double)world->steps * world->def.step;
    assert_true(wend_phase_events(world));
}

static inline uint32_t count_events(const wend_world *world, wend_event_kind kind)
{
    uint32_t count, found = 0;
    const wend_event *events = wend_world_events(world, &count);
    for (uint32_t i = 0; i < count; i++)
        found += events[i].kind == kind;
    return found;
}

/// Walks until the world is empty or so many seconds have gone. Returns the time.
static inline double walk_until_empty(wend_world *world, double seconds)
{
    while (world->crowd.count > 0 && world->time < seconds)
        walk(world);
    return world->time;
}

static inline double distance(wend_vec2 a, wend_vec2 b)
{
    return hypot(b.x - a.x, b.y - a.y);
}

static inline bool shortest(const wend_world *world, wend_vec2 from, wend_goal goal, double radius,
                            double *length)
{
    wend_path_query *query;
    wend_path path;
    assert_int_equal(wend_path_query_create(NULL, &query, NULL), WEND_OK);
    wend_path_request request = wend_default_path_request();
    request.from = from;
    request.goal = goal;
    request.radius = radius;
    wend_result result = wend_path_find(query, world->obstacles.mesh, &request, &path, NULL);
    *length = path.length;
    wend_path_query_destroy(query);
    return result == WEND_OK;
}

// ---- a crowd ------------------------------------------------------------------------------------

static inline wend_world *make_crowd(const plan *p, wend_world_def def, uint32_t count)
{
    wend_world *world = make_world(p, def);
    wend_random random = wend_random_stream(11, 1);
    wend_goal_id goals[4];
    for (int i = 0; i < 4; i++) {
        wend_vec2 to = {p->width * (i % 2 ? 0.95 : 0.05), p->height * (i / 2 ? 0.95 : 0.05)};
        goals[i] = add_goal(world, &to, 1);
    }
    wend_route_id routes[3] = {
        add_route(world, goals, 4, WEND_CHOICE_NEAREST, WEND_ON_ARRIVAL_REPEAT),
        add_route(world, goals, 4, WEND_CHOICE_QUICKEST, WEND_ON_ARRIVAL_REPEAT),
        add_route(world, goals, 4, WEND_CHOICE_IN_TURN, WEND_ON_ARRIVAL_REPEAT)};
    for (uint32_t i = 0; i < count;) {
        wend_vec2 at = {wend_random_between(&random, 0, p->width),
                        wend_random_between(&random, 0, p->height)};
        if (wend_mesh_locate(world->obstacles.mesh, at) != WEND_LOCATION_FREE)
            continue;
        wend_agent_def walker = walker_at(at.x, at.y, goals[i % 4]);
        if (i % 2) {
            walker.goal = (wend_goal_id){0};
            walker.route = routes[i / 2 % 3];
        }
        add_agent(world, &walker);
        i++;
    }
    return world;
}

static inline uint64_t state_of(const wend_world *world)
{
    wend_hash hash = wend_hash_start();
    wend_crowd_hash(&world->crowd, &hash);
    wend_goals_hash(&world->goals, &hash);
    wend_paths_hash(&world->paths, &hash);
    return wend_hash_end(&hash);
}

#endif
