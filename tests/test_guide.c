// SPDX-License-Identifier: MIT
// Guides: agents that walk alone take their shortest path, and find another one when they have to.
//
// Most tests walk without a motion model: each agent takes the velocity that it would like, stopped
// by walls. So what goes wrong here is the guide's fault.
#include "support.h"

#include "wend/geometry.h"
#include "wend/random.h"
#include "world/guide.h"

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

static void add_shape(plan *p, const wend_vec2 *points, uint32_t count)
{
    assert_true(p->count < MOST_SHAPES);
    wend_vec2 *own = p->points + p->points_used;
    memcpy(own, points, count * sizeof *own);
    p->points_used += count;
    p->shapes[p->count++] = (wend_shape){.points = own, .point_count = count};
}

static void add_wall(plan *p, double ax, double ay, double bx, double by)
{
    add_shape(p, (wend_vec2[]){{ax, ay}, {bx, by}}, 2);
}

static void add_block(plan *p, double ax, double ay, double bx, double by)
{
    add_shape(p, (wend_vec2[]){{ax, ay}, {bx, ay}, {bx, by}, {ax, by}}, 4);
}

/// Two rooms and a door of that width in the middle, from y = 5 on.
static void make_hall(plan *p, double door)
{
    *p = (plan){.width = 20, .height = 10};
    add_wall(p, 10, 0, 10, 5);
    add_wall(p, 10, 5 + door, 10, 10);
}

/// A corridor with rooms on both sides, each with a door.
static void make_office(plan *p)
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
static void make_museum(plan *p)
{
    *p = (plan){.width = 24, .height = 24};
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 5; k++)
            add_block(p, 3 + 4 * i, 3 + 4 * k, 3 + 4 * i + (k % 2 ? 0.6 : 2.2),
                      3 + 4 * k + (i % 2 ? 0.6 : 2.6));
}

/// Walls that hang down and stand up in turns: a long way.
static void make_comb(plan *p)
{
    *p = (plan){.width = 41, .height = 8};
    for (int i = 1; i < 40; i++)
        add_wall(p, i, i % 2 ? 0 : 1, i, i % 2 ? 7 : 8);
}

// ---- worlds -------------------------------------------------------------------------------------

static wend_world_def default_def(void)
{
    return wend_default_world_def();
}

/// Everybody walks at full speed: the middle of a chord is slower than its ends.
static wend_world_def brisk_def(void)
{
    wend_world_def def = wend_default_world_def();
    def.arc.points = true;
    return def;
}

static wend_world *make_world(const plan *p, wend_world_def def)
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
    uint32_t flaws;
    assert_int_equal(wend_floor_create(&floor_def, &floor, &error), WEND_OK);
    assert_int_equal(wend_floor_flaws(floor, NULL, 0, &flaws, &error), WEND_OK);
    def.floor = floor;
    if (wend_world_create(&def, &world, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    wend_floor_destroy(floor);
    return world;
}

static wend_id add_goal(wend_world *world, const wend_vec2 *points, uint32_t count)
{
    wend_id id;
    wend_error error = {0};
    if (wend_world_add_goal(world, &(wend_goal){points, count}, &id, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return id;
}

static wend_agent_def walker_at(double x, double y, wend_id goal)
{
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_vec2){x, y};
    def.goal = goal;
    return def;
}

static wend_id add_agent(wend_world *world, const wend_agent_def *def)
{
    wend_id id;
    wend_error error = {0};
    if (wend_world_add_agent(world, def, &id, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return id;
}

static wend_id add_route(wend_world *world, const wend_id *goals, uint32_t count,
                         wend_choice choice, wend_end end)
{
    wend_stop stop = {.goals = goals, .goal_count = count, .choice = choice};
    wend_route_def def = {.stops = &stop, .stop_count = 1, .end = end};
    wend_id id;
    assert_int_equal(wend_world_add_route(world, &def, &id, NULL), WEND_OK);
    return id;
}

/// What the walls give way, so that one fits through a door of its own width.
#define GIVE 1e-6

/// A step in which everybody does what the guide wishes, and walls stop them.
static void walk(wend_world *world)
{
    wend_crowd *crowd = &world->crowd;
    wend_events_clear(&world->events);
    assert_true(wend_phase_edit(world));
    assert_true(wend_phase_guide(world));
    for (uint32_t i = 0; i < crowd->slots; i++) {
        if (wend_id_null(crowd->id[i]))
            continue;
        wend_wish w = crowd->wishes[i];
        wend_body *body = &crowd->bodies[i];
        body->velocity = (wend_vec2){w.ax + w.bias * (w.bx - w.ax), w.ay + w.bias * (w.by - w.ay)};
        wend_vec2 by = {body->velocity.x * world->def.step, body->velocity.y * world->def.step};
        body->position =
            wend_walls_slide(world->obstacles.walls, body->position, by, body->radius * (1 - GIVE));
    }
    world->steps++;
    world->time = (double)world->steps * world->def.step;
    assert_true(wend_phase_observe(world));
}

static uint32_t count_events(const wend_world *world, wend_event_kind kind)
{
    uint32_t count, found = 0;
    const wend_event *events = wend_world_events(world, &count);
    for (uint32_t i = 0; i < count; i++)
        found += events[i].kind == kind;
    return found;
}

/// Walks until the world is empty or so many seconds have gone. Returns the time.
static double walk_until_empty(wend_world *world, double seconds)
{
    while (world->crowd.count > 0 && world->time < seconds)
        walk(world);
    return world->time;
}

static double distance(wend_vec2 a, wend_vec2 b)
{
    return hypot(b.x - a.x, b.y - a.y);
}

static bool shortest(const wend_world *world, wend_vec2 from, wend_goal goal, double radius,
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

// ---- alone --------------------------------------------------------------------------------------

/// Walks one agent from a place to a goal; the way it went, and how near it came to walls, in
/// radii.
static double walk_alone(wend_world *world, wend_vec2 from, wend_id goal, double *nearest)
{
    wend_agent_def def = walker_at(from.x, from.y, goal);
    wend_id id = add_agent(world, &def);
    uint32_t slot = wend_id_slot(id);
    double way = 0, limit = world->time + 400;
    wend_vec2 at = from;
    *nearest = INFINITY;
    for (; world->crowd.count > 0 && world->time < limit;) {
        const wend_body body = world->crowd.bodies[slot];
        walk(world);
        if (world->crowd.count > 0) {
            way += distance(at, world->crowd.bodies[slot].position);
            at = world->crowd.bodies[slot].position;
            *nearest =
                fmin(*nearest, wend_walls_clearance(world->obstacles.walls, at, 1) / body.radius);
        } else {
            way += hypot(body.velocity.x, body.velocity.y) * world->def.step;
        }
    }
    if (world->crowd.count > 0) {
        print_message("from %.17g,%.17g stays at %g,%g aim %g,%g %g,%g\n", from.x, from.y, at.x,
                      at.y, world->crowd.aims[slot].a.x, world->crowd.aims[slot].a.y,
                      world->crowd.aims[slot].b.x, world->crowd.aims[slot].b.y);
        wend_world_remove_agent(world, id, NULL);
        return INFINITY;
    }
    return way;
}

static void try_bias(const plan *p, wend_bias bias, double worst, double mean, uint64_t seed)
{
    wend_world_def def = default_def();
    def.bias = bias;
    wend_world *world = make_world(p, def);
    wend_random random = wend_random_stream(seed, 7);
    uint32_t walks = long_tier() ? 200 : 12;
    double sum = 0;
    for (uint32_t i = 0; i < walks;) {
        wend_vec2 from = {wend_random_between(&random, 0, p->width),
                          wend_random_between(&random, 0, p->height)};
        wend_vec2 to[4] = {{wend_random_between(&random, 0, p->width),
                            wend_random_between(&random, 0, p->height)}};
        to[1] = (wend_vec2){to[0].x + 1, to[0].y};
        to[2] = (wend_vec2){to[0].x + 1, to[0].y + 1};
        to[3] = (wend_vec2){to[0].x, to[0].y + 1};
        wend_goal goal = {to, i % 3 == 2 ? 4 : 1 + i % 3};
        double length, nearest;
        if (!shortest(world, from, goal, 0.25, &length) || length < 1)
            continue;
        double way = walk_alone(world, from, add_goal(world, to, goal.count), &nearest);
        // A point or a segment is touched a radius before its end.
        if (!(way <= worst * length + 0.25) || !(way >= 0.99 * length - 0.4) || nearest < 0.999)
            fail_msg("bias %d seed %llu walk %u: from %g,%g to %g,%g (%u) %g m, shortest %g m, "
                     "nearest %g radii",
                     (int)bias, (unsigned long long)seed, i, from.x, from.y, to[0].x, to[0].y,
                     goal.count, way, length, nearest);
        sum += way / length;
        i++;
    }
    if (sum / walks > mean)
        fail_msg("bias %d: %g of the shortest path on average", (int)bias, sum / walks);
    wend_world_destroy(world);
}

static void lone_agents_take_short_ways(void **state)
{
    (void)state;
    plan plans[3];
    make_hall(&plans[0], 1);
    make_office(&plans[1]);
    make_museum(&plans[2]);
    for (uint32_t i = 0; i < COUNT(plans); i++) {
        try_bias(&plans[i], WEND_BIAS_PATH, 1.05, 1.02, i);
        try_bias(&plans[i], WEND_BIAS_AHEAD, 1.25, 1.06, i);
        try_bias(&plans[i], WEND_BIAS_VISIBLE, 1.25, 1.06, i);
        try_bias(&plans[i], WEND_BIAS_MIDDLE, 2.5, 1.5, i);
    }
}

// The path has more portals than an agent keeps.
static void long_ways_are_walked_in_parts(void **state)
{
    (void)state;
    plan p;
    make_comb(&p);
    wend_world *world = make_world(&p, default_def());
    wend_vec2 to = {40.5, 4};
    double length, nearest;
    assert_true(shortest(world, (wend_vec2){0.5, 4}, (wend_goal){&to, 1}, 0.25, &length));
    wend_agent_def def = walker_at(0.5, 4, add_goal(world, &to, 1));
    wend_id id = add_agent(world, &def);
    walk(world);
    assert_int_equal(world->paths.ways.data[0].left, WEND_PATH_LONGEST);
    wend_world_remove_agent(world, id, NULL);
    double way = walk_alone(world, def.position, add_goal(world, &to, 1), &nearest);
    assert_true(way <= 1.1 * length);
    assert_true(nearest > 0.999);
    wend_world_destroy(world);
}

static void tight_doors_are_passed(void **state)
{
    (void)state;
    plan p;
    make_hall(&p, 0.5);
    wend_vec2 to = {15, 2};
    double length, nearest;
    for (int bias = WEND_BIAS_PATH; bias <= WEND_BIAS_MIDDLE; bias++) {
        wend_world_def def = default_def();
        def.bias = (wend_bias)bias;
        wend_world *world = make_world(&p, def);
        assert_true(shortest(world, (wend_vec2){3, 9}, (wend_goal){&to, 1}, 0.25, &length));
        double way = walk_alone(world, (wend_vec2){3, 9}, add_goal(world, &to, 1), &nearest);
        assert_true(way <= 1.1 * length);
        wend_world_destroy(world);
    }
}

static void straight_on_is_straight(void **state)
{
    (void)state;
    plan p = {.width = 20, .height = 10};
    const wend_vec2 area[4] = {{15, 3}, {18, 3}, {18, 7}, {15, 7}};
    for (uint32_t count = 1; count <= 4; count++) {
        wend_world *world = make_world(&p, brisk_def());
        wend_agent_def def = walker_at(2, 5, add_goal(world, area, count));
        def.guide = WEND_GUIDE_DIRECT;
        add_agent(world, &def);
        double time = walk_until_empty(world, 60);
        assert_int_equal(world->crowd.count, 0);
        assert_float_equal(time, 10, 0.5);
        wend_world_destroy(world);
    }
}

// ---- off the path -------------------------------------------------------------------------------

static void doors_that_shut_send_around(void **state)
{
    (void)state;
    plan p;
    make_hall(&p, 1);
    // Another door, far away.
    p.shapes[1].point_count = 2;
    p.points[3] = (wend_vec2){10, 8.5};
    wend_world *world = make_world(&p, default_def());
    const wend_vec2 leaf[2] = {{10, 5}, {10, 6}}, to = {18, 5};
    wend_door_def door = wend_default_door_def();
    door.shape = (wend_shape){.points = leaf, .point_count = 2};
    wend_id id;
    wend_error error = {0};
    if (wend_world_add_door(world, &door, &id, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    wend_agent_def def = walker_at(2, 5, add_goal(world, &to, 1));
    add_agent(world, &def);
    while (world->crowd.bodies[0].position.x < 7)
        walk(world);
    assert_int_equal(wend_world_set_door(world, id, true, NULL), WEND_OK);
    double highest = 0;
    while (world->crowd.count > 0 && world->time < 60) {
        highest = fmax(highest, world->crowd.bodies[0].position.y);
        walk(world);
        assert_int_equal(count_events(world, WEND_EVENT_NO_WAY), 0);
    }
    assert_int_equal(world->crowd.count, 0);
    assert_true(highest > 8.5);
    assert_true(world->time < 25);
    wend_world_destroy(world);
}

// No way: told once; when the door opens again, it goes on.
static void the_lost_wait_for_a_way(void **state)
{
    (void)state;
    plan p;
    make_hall(&p, 1);
    wend_world *world = make_world(&p, default_def());
    const wend_vec2 leaf[2] = {{10, 5}, {10, 6}}, to = {18, 5};
    wend_door_def door = wend_default_door_def();
    door.shape = (wend_shape){.points = leaf, .point_count = 2};
    door.shut = true;
    wend_id id;
    assert_int_equal(wend_world_add_door(world, &door, &id, NULL), WEND_OK);
    wend_agent_def def = walker_at(2, 5, add_goal(world, &to, 1));
    wend_id agent = add_agent(world, &def);
    uint32_t told = 0;
    for (int i = 0; i < 200; i++) {
        walk(world);
        told += count_events(world, WEND_EVENT_NO_WAY);
    }
    assert_int_equal(told, 1);
    wend_agent_state now;
    assert_int_equal(wend_world_agent_state(world, agent, &now, NULL), WEND_OK);
    assert_int_equal(now.doing, WEND_DOING_LOST);
    assert_true(distance(world->crowd.bodies[0].position, def.position) < 1e-9);
    assert_int_equal(wend_world_set_door(world, id, false, NULL), WEND_OK);
    walk(world);
    assert_int_equal(wend_world_agent_state(world, agent, &now, NULL), WEND_OK);
    assert_int_equal(now.doing, WEND_DOING_WALKS);
    walk_until_empty(world, 60);
    assert_int_equal(world->crowd.count, 0);
    wend_world_destroy(world);
}

static void those_pushed_off_come_back(void **state)
{
    (void)state;
    plan p;
    make_office(&p);
    wend_random random = wend_random_stream(5, 5);
    uint32_t tries = long_tier() ? 200 : 12;
    for (uint32_t i = 0; i < tries; i++) {
        wend_world *world = make_world(&p, default_def());
        const wend_vec2 to = {27, 2};
        wend_agent_def def = walker_at(3, 12, add_goal(world, &to, 1));
        wend_id id = add_agent(world, &def);
        for (uint32_t k = wend_random_below(&random, 100); k > 0; k--)
            walk(world);
        wend_vec2 place = {wend_random_between(&random, 0.3, 29.7),
                           wend_random_between(&random, 0.3, 13.7)};
        if (wend_mesh_locate(world->obstacles.mesh, place) == WEND_PLACE_FREE &&
            wend_walls_clearance(world->obstacles.walls, place, 1) > 0.25)
            assert_int_equal(wend_world_place_agent(world, id, place, NULL, NULL), WEND_OK);
        double left = world->time + 60;
        walk_until_empty(world, left);
        if (world->crowd.count > 0)
            fail_msg("try %u, placed at %g,%g: stays at %g,%g", i, place.x, place.y,
                     world->crowd.bodies[0].position.x, world->crowd.bodies[0].position.y);
        wend_world_destroy(world);
    }
}

// Closer to a wall than the radius, in corners, and goals that are drawn on walls.
static void walls_are_left_and_touched(void **state)
{
    (void)state;
    plan p;
    make_hall(&p, 1);
    const wend_vec2 from[] = {{0.1, 0.1}, {9.95, 2}, {9.9, 4.95}, {5, 9.99}, {10.01, 4.9}};
    const wend_vec2 exits[][2] = {{{20, 2}, {20, 4}}, {{0, 5}, {0, 6}}, {{10, 5}, {10, 3}}};
    for (uint32_t i = 0; i < COUNT(from); i++)
        for (uint32_t k = 0; k < 2 * COUNT(exits); k++) {
            wend_world *world = make_world(&p, default_def());
            wend_agent_def def =
                walker_at(from[i].x, from[i].y, add_goal(world, exits[k / 2], 1 + k % 2));
            add_agent(world, &def);
            walk_until_empty(world, 60);
            if (world->crowd.count > 0)
                fail_msg("from %g,%g to exit %u: stays at %g,%g", from[i].x, from[i].y, k,
                         world->crowd.bodies[0].position.x, world->crowd.bodies[0].position.y);
            wend_world_destroy(world);
        }
}

// ---- choices ------------------------------------------------------------------------------------

static void the_nearest_is_nearest_by_path(void **state)
{
    (void)state;
    plan p;
    make_hall(&p, 1);
    wend_world *world = make_world(&p, default_def());
    // Just behind the wall, and further away in the same room.
    const wend_vec2 behind = {11, 1}, same = {2, 1};
    wend_id goals[2] = {add_goal(world, &behind, 1), add_goal(world, &same, 1)};
    wend_agent_def def = walker_at(8, 1, (wend_id){0});
    def.route = add_route(world, goals, 2, WEND_CHOICE_NEAREST, WEND_END_LEAVE);
    wend_id id = add_agent(world, &def);
    walk(world);
    wend_agent_state now;
    assert_int_equal(wend_world_agent_state(world, id, &now, NULL), WEND_OK);
    assert_true(wend_id_equal(now.goal, goals[1]));
    wend_world_destroy(world);
}

static void turns_are_even(void **state)
{
    (void)state;
    plan p = {.width = 20, .height = 20};
    wend_world *world = make_world(&p, default_def());
    const wend_vec2 places[3] = {{2, 2}, {18, 2}, {2, 18}};
    wend_id goals[3];
    uint32_t count[3] = {0};
    for (int i = 0; i < 3; i++)
        goals[i] = add_goal(world, &places[i], 1);
    wend_id route = add_route(world, goals, 3, WEND_CHOICE_IN_TURN, WEND_END_LEAVE);
    for (int i = 0; i < 30; i++) {
        wend_agent_def def = walker_at(5 + i % 6, 5 + i / 6, (wend_id){0});
        def.route = route;
        def.guide = i % 2 ? WEND_GUIDE_MESH : WEND_GUIDE_DIRECT;
        add_agent(world, &def);
    }
    walk(world);
    for (int i = 0; i < 30; i++)
        count[world->crowd.walkers[i].chosen]++;
    for (int i = 0; i < 3; i++)
        assert_int_equal(count[i], 10);
    wend_world_destroy(world);
}

// Before the near exit stand fifty; who comes later takes the far one, and nobody runs to and fro.
static void queues_are_avoided(void **state)
{
    (void)state;
    plan p = {.width = 40, .height = 10};
    wend_world *world = make_world(&p, default_def());
    const wend_vec2 near[2] = {{0.5, 4.5}, {0.5, 5.5}}, far[2] = {{39.5, 4.5}, {39.5, 5.5}};
    wend_id goals[2] = {add_goal(world, near, 2), add_goal(world, far, 2)};
    wend_id quick = add_route(world, goals, 2, WEND_CHOICE_QUICKEST, WEND_END_LEAVE);
    for (int i = 0; i < 50; i++) {
        wend_agent_def def = walker_at(2 + 0.6 * (i / 10), 1 + 0.8 * (i % 10), goals[0]);
        def.speed = 0.01;
        add_agent(world, &def);
    }
    for (int i = 0; i < 2; i++)
        walk(world);
    wend_agent_def def = walker_at(15, 5, (wend_id){0});
    def.route = quick;
    uint32_t late = wend_id_slot(add_agent(world, &def));
    def.position.x = 3;
    uint32_t close = wend_id_slot(add_agent(world, &def));
    uint32_t changes = 0, last[2] = {WEND_NO_GOAL, WEND_NO_GOAL};
    for (int i = 0; i < 100; i++) {
        walk(world);
        uint32_t chosen[2] = {world->crowd.walkers[late].chosen,
                              world->crowd.walkers[close].chosen};
        for (int k = 0; k < 2; k++) {
            changes += last[k] != WEND_NO_GOAL && last[k] != chosen[k];
            last[k] = chosen[k];
        }
        if (i == 0) {
            assert_int_equal(chosen[0], wend_id_slot(goals[1]));
            assert_int_equal(chosen[1], wend_id_slot(goals[0]));
        }
    }
    assert_true(changes <= 1);
    wend_world_destroy(world);
}

// Everybody chooses before there is a queue; then some think again.
static void choices_are_thought_over(void **state)
{
    (void)state;
    plan p = {.width = 40, .height = 10};
    wend_world_def all_at_once = default_def();
    all_at_once.searches = 1000;
    wend_world *world = make_world(&p, all_at_once);
    const wend_vec2 near[2] = {{0.5, 4.5}, {0.5, 5.5}}, far[2] = {{39.5, 4.5}, {39.5, 5.5}};
    wend_id goals[2] = {add_goal(world, near, 2), add_goal(world, far, 2)};
    wend_id quick = add_route(world, goals, 2, WEND_CHOICE_QUICKEST, WEND_END_LEAVE);
    for (int i = 0; i < 200; i++) {
        wend_agent_def def = walker_at(5 + 0.6 * (i / 10), 1 + 0.8 * (i % 10), (wend_id){0});
        def.route = quick;
        add_agent(world, &def);
    }
    walk(world);
    uint32_t to_near = 0;
    for (int i = 0; i < 200; i++)
        to_near += world->crowd.walkers[i].chosen == wend_id_slot(goals[0]);
    assert_int_equal(to_near, 200);
    for (int i = 0; i < 40; i++)
        walk(world);
    uint32_t after = 0;
    for (int i = 0; i < 200; i++)
        after += world->crowd.walkers[i].chosen == wend_id_slot(goals[0]);
    assert_true(after < 190 && after > 50);
    wend_world_destroy(world);
}

static void zones_slow_down(void **state)
{
    (void)state;
    plan p = {.width = 30, .height = 10};
    const wend_vec2 zone[4] = {{10, 0}, {20, 0}, {20, 10}, {10, 10}}, to = {28, 5};
    double times[3];
    for (int i = 0; i < 3; i++) {
        wend_world *world = make_world(&p, brisk_def());
        wend_id id, other;
        assert_int_equal(wend_world_add_zone(world, &(wend_goal){zone, 4}, 0.5, &id, NULL),
                         WEND_OK);
        assert_int_equal(wend_world_add_zone(world, &(wend_goal){zone, 4}, 0.25, &other, NULL),
                         WEND_OK);
        if (i < 2)
            assert_int_equal(wend_world_remove_zone(world, other, NULL), WEND_OK);
        if (i < 1)
            assert_int_equal(wend_world_remove_zone(world, id, NULL), WEND_OK);
        wend_agent_def def = walker_at(2, 5, add_goal(world, &to, 1));
        add_agent(world, &def);
        times[i] = walk_until_empty(world, 100);
        assert_int_equal(world->crowd.count, 0);
        assert_int_equal(wend_world_remove_zone(world, other, NULL), i < 2 ? WEND_STALE : WEND_OK);
        wend_world_destroy(world);
    }
    assert_float_equal(times[1] - times[0], 10 / 1.3, 0.5);
    assert_float_equal(times[2] - times[0], 30 / 1.3, 0.8);
}

// ---- many ---------------------------------------------------------------------------------------

static wend_world *make_crowd(const plan *p, wend_world_def def, uint32_t count)
{
    wend_world *world = make_world(p, def);
    wend_random random = wend_random_stream(11, 1);
    wend_id goals[4];
    for (int i = 0; i < 4; i++) {
        wend_vec2 to = {p->width * (i % 2 ? 0.95 : 0.05), p->height * (i / 2 ? 0.95 : 0.05)};
        goals[i] = add_goal(world, &to, 1);
    }
    wend_id routes[3] = {add_route(world, goals, 4, WEND_CHOICE_NEAREST, WEND_END_REPEAT),
                         add_route(world, goals, 4, WEND_CHOICE_QUICKEST, WEND_END_REPEAT),
                         add_route(world, goals, 4, WEND_CHOICE_IN_TURN, WEND_END_REPEAT)};
    for (uint32_t i = 0; i < count;) {
        wend_vec2 at = {wend_random_between(&random, 0, p->width),
                        wend_random_between(&random, 0, p->height)};
        if (wend_mesh_locate(world->obstacles.mesh, at) != WEND_PLACE_FREE)
            continue;
        wend_agent_def walker = walker_at(at.x, at.y, goals[i % 4]);
        if (i % 2) {
            walker.goal = (wend_id){0};
            walker.route = routes[i / 2 % 3];
        }
        add_agent(world, &walker);
        i++;
    }
    return world;
}

static uint64_t state_of(const wend_world *world)
{
    wend_hash hash = wend_hash_start();
    wend_crowd_hash(&world->crowd, &hash);
    wend_goals_hash(&world->goals, &hash);
    wend_paths_hash(&world->paths, &hash);
    return wend_hash_end(&hash);
}

static void threads_make_no_difference(void **state)
{
    (void)state;
    plan p;
    uint64_t first = 0;
    make_office(&p);
    for (uint32_t threads = 1; threads <= 4; threads += threads) {
        wend_tasks_def tasks_def = wend_default_tasks_def();
        wend_tasks *tasks;
        tasks_def.worker_count = threads;
        assert_int_equal(wend_tasks_create(&tasks_def, &tasks, NULL), WEND_OK);
        wend_world_def def = default_def();
        def.tasks = tasks;
        def.searches = 16;
        wend_world *world = make_crowd(&p, def, 200);
        for (int i = 0; i < 60; i++)
            walk(world);
        uint64_t hash = state_of(world);
        if (threads == 1)
            first = hash;
        assert_true(hash == first);
        wend_world_destroy(world);
        wend_tasks_destroy(tasks);
    }
}

// Nobody waits for ever though few may search in a step; and no more than those do.
static void searches_are_shared_out(void **state)
{
    (void)state;
    plan p;
    make_office(&p);
    wend_world_def def = default_def();
    def.searches = 4;
    wend_world *world = make_crowd(&p, def, 100);
    for (int i = 0; i < 100; i++) {
        uint32_t before = 0, after = 0;
        for (uint32_t k = 0; k < world->crowd.slots; k++)
            before += wend_way_has_path(&world->paths.ways.data[k]);
        assert_true(wend_phase_guide(world));
        for (uint32_t k = 0; k < world->crowd.slots; k++)
            after += wend_way_has_path(&world->paths.ways.data[k]);
        assert_true(after <= before + 4);
        world->steps++;
        world->time = (double)world->steps * world->def.step;
    }
    for (uint32_t k = 0; k < world->crowd.slots; k++)
        assert_true(wend_way_has_path(&world->paths.ways.data[k]));
    wend_world_destroy(world);
}

static void small_budgets_lead_there_too(void **state)
{
    (void)state;
    plan p;
    make_office(&p);
    wend_world_def def = default_def();
    def.search_budget = 4;
    wend_world *world = make_world(&p, def);
    const wend_vec2 to = {27, 2};
    wend_agent_def walker = walker_at(3, 12, add_goal(world, &to, 1));
    add_agent(world, &walker);
    walk_until_empty(world, 120);
    assert_int_equal(world->crowd.count, 0);
    wend_world_destroy(world);
}

// A copy of all parts goes on as the first does.
static void copies_go_on_alike(void **state)
{
    (void)state;
    plan p;
    make_museum(&p);
    wend_world_def def = default_def();
    def.searches = 16;
    wend_world *world = make_crowd(&p, def, 100);
    for (int i = 0; i < 30; i++)
        walk(world);
    wend_paths paths = {.free_block = WEND_NO_BLOCK};
    wend_goals goals = {0};
    wend_crowd crowd = {0};
    for (int k = 0; k < 2; k++) {
        assert_true(wend_paths_copy(&paths, &world->paths, &world->allocator));
        assert_true(wend_goals_copy(&goals, &world->goals, &world->allocator));
        assert_true(wend_crowd_copy(&crowd, &world->crowd, &world->allocator));
    }
    uint64_t steps = world->steps, then = state_of(world);
    for (int i = 0; i < 30; i++)
        walk(world);
    uint64_t after = state_of(world);
    assert_true(wend_paths_copy(&world->paths, &paths, &world->allocator));
    assert_true(wend_goals_copy(&world->goals, &goals, &world->allocator));
    assert_true(wend_crowd_copy(&world->crowd, &crowd, &world->allocator));
    world->steps = steps;
    world->time = (double)steps * world->def.step;
    assert_true(state_of(world) == then);
    for (int i = 0; i < 30; i++)
        walk(world);
    assert_true(state_of(world) == after);
    wend_paths_free(&paths, &world->allocator);
    wend_goals_free(&goals, &world->allocator);
    wend_crowd_free(&crowd, &world->allocator);
    wend_world_destroy(world);
}

// ---- with everything else -----------------------------------------------------------------------

static void crowds_pass_doors(void **state)
{
    (void)state;
    plan p;
    make_hall(&p, 1);
    const wend_vec2 area[4] = {{17, 1}, {19, 1}, {19, 9}, {17, 9}};
    for (int bias = WEND_BIAS_PATH; bias <= WEND_BIAS_MIDDLE; bias++) {
        wend_world_def def = default_def();
        def.bias = (wend_bias)bias;
        wend_world *world = make_world(&p, def);
        wend_id goal = add_goal(world, area, 4);
        for (int i = 0; i < 60; i++) {
            wend_agent_def walker = walker_at(1 + 0.7 * (i / 10), 1 + 0.8 * (i % 10), goal);
            add_agent(world, &walker);
        }
        while (world->crowd.count > 0 && world->time < 150) {
            assert_int_equal(wend_world_step(world, NULL), WEND_OK);
            assert_int_equal(count_events(world, WEND_EVENT_NO_WAY), 0);
        }
        if (world->crowd.count > 0)
            fail_msg("bias %d: %u are left after %g s", bias, world->crowd.count, world->time);
        wend_world_destroy(world);
    }
}

// Many steps in which all search, arrive and search again, and none that takes memory.
static void warm_steps_take_no_memory(void **state)
{
    (void)state;
    plan p;
    failing_allocator memory = {0};
    make_office(&p);
    wend_world_def def = default_def();
    def.allocator = failing_allocator_of(&memory);
    wend_world *world = make_crowd(&p, def, 100);
    for (int i = 0; i < 300; i++)
        walk(world);
    size_t calls = memory.calls;
    for (int i = 0; i < 100; i++)
        walk(world);
    assert_int_equal(memory.calls, calls);
    wend_world_destroy(world);
    assert_int_equal(memory.bytes, 0);
}

// Out of memory, an agent waits or the step fails; the next one does what was left.
static void memory_runs_out(void **state)
{
    (void)state;
    plan p;
    make_hall(&p, 1);
    const wend_vec2 to[4] = {{17, 1}, {19, 1}, {19, 9}, {17, 9}};
    size_t whole = 0;
    for (size_t fail_at = 0; fail_at <= whole; fail_at++) {
        failing_allocator memory = {0};
        wend_world_def def = default_def();
        def.allocator = failing_allocator_of(&memory);
        wend_world *world = make_world(&p, def);
        wend_id goals[2] = {add_goal(world, to, 4), add_goal(world, to, 1)};
        wend_agent_def walker = walker_at(2, 2, (wend_id){0});
        walker.route = add_route(world, goals, 2, WEND_CHOICE_QUICKEST, WEND_END_LEAVE);
        add_agent(world, &walker);
        size_t before = memory.calls;
        memory.fail_at = fail_at ? before + fail_at : 0;
        for (int i = 0; i < 3; i++) {
            if (!wend_phase_guide(world))
                assert_true(wend_phase_guide(world));
            world->steps++;
            world->time = (double)world->steps * world->def.step;
        }
        assert_true(wend_way_has_path(&world->paths.ways.data[0]));
        if (fail_at == 0)
            whole = memory.calls - before;
        wend_world_destroy(world);
        assert_int_equal(memory.bytes, 0);
    }
    assert_true(whole > 10);
}

// ---- what is refused ----------------------------------------------------------------------------

static void bad_goals_are_refused(void **state)
{
    (void)state;
    plan p = {.width = 10, .height = 10};
    wend_world *world = make_world(&p, default_def());
    const wend_vec2 bow[4] = {{0, 0}, {1, 1}, {1, 0}, {0, 1}}, far = {2e9, 0}, odd = {NAN, 0};
    wend_id id;
    wend_error error;
    assert_int_equal(wend_world_add_goal(world, NULL, &id, &error), WEND_BAD_ARGUMENT);
    assert_int_equal(wend_world_add_goal(world, &(wend_goal){bow, 0}, &id, &error),
                     WEND_BAD_ARGUMENT);
    assert_int_equal(wend_world_add_goal(world, &(wend_goal){&far, 1}, &id, &error),
                     WEND_BAD_ARGUMENT);
    assert_int_equal(wend_world_add_goal(world, &(wend_goal){&odd, 1}, &id, &error),
                     WEND_BAD_ARGUMENT);
    assert_int_equal(wend_world_add_goal(world, &(wend_goal){bow, 4}, &id, &error), WEND_UNSOUND);
    assert_int_equal(wend_world_add_zone(world, &(wend_goal){bow, 2}, 1, &id, &error),
                     WEND_BAD_ARGUMENT);
    assert_int_equal(wend_world_add_zone(world, &(wend_goal){bow, 3}, -1, &id, &error),
                     WEND_BAD_ARGUMENT);
    assert_int_equal(wend_world_remove_zone(world, (wend_id){0}, &error), WEND_STALE);

    wend_id good = add_goal(world, bow, 1), null = {0};
    const wend_stop stops[] = {{.goals = &good, .goal_count = 0},
                               {.goals = &null, .goal_count = 1},
                               {.goals = &good, .goal_count = 1, .wait = -1},
                               {.goals = &good, .goal_count = 1, .wait_spread = INFINITY},
                               {.goals = &good, .goal_count = 1, .choice = (wend_choice)7}};
    for (uint32_t i = 0; i < COUNT(stops); i++) {
        wend_route_def route = {.stops = &stops[i], .stop_count = 1};
        assert_true(wend_failed(wend_world_add_route(world, &route, &id, &error)));
        assert_true(error.text[0] != 0);
    }
    assert_int_equal(wend_world_add_route(world, &(wend_route_def){.stops = stops}, &id, &error),
                     WEND_BAD_ARGUMENT);
    assert_int_equal(world->goals.stops.count, 0);
    wend_world_destroy(world);
}

// Zones that come and go leave the points of others where they are.
static void zones_come_and_go(void **state)
{
    (void)state;
    plan p = {.width = 100, .height = 10};
    wend_world *world = make_world(&p, default_def());
    wend_id zones[10];
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 10; i++) {
            double x = 10 * i;
            const wend_vec2 area[4] = {{x, 0}, {x + 5, 0}, {x + 5, 10}, {x, 10}};
            assert_int_equal(
                wend_world_add_zone(world, &(wend_goal){area, 4}, 0.1 * i, &zones[i], NULL),
                WEND_OK);
        }
        for (int i = 0; i < 10; i += 3)
            assert_int_equal(wend_world_remove_zone(world, zones[i], NULL), WEND_OK);
        for (int i = 0; i < 10; i++) {
            double factor = wend_goals_factor(&world->goals, (wend_vec2){10 * i + 2.5, 5});
            double truth = i % 3 ? 0.1 * i : 1;
            assert_float_equal(factor, truth, 1e-6);
            assert_float_equal(wend_goals_factor(&world->goals, (wend_vec2){10 * i + 7, 5}), 1, 0);
        }
        for (int i = 0; i < 10; i++)
            if (i % 3)
                assert_int_equal(wend_world_remove_zone(world, zones[i], NULL), WEND_OK);
        assert_int_equal(world->goals.points.count, 0);
    }
    wend_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lone_agents_take_short_ways),
        cmocka_unit_test(long_ways_are_walked_in_parts),
        cmocka_unit_test(tight_doors_are_passed),
        cmocka_unit_test(straight_on_is_straight),
        cmocka_unit_test(doors_that_shut_send_around),
        cmocka_unit_test(the_lost_wait_for_a_way),
        cmocka_unit_test(those_pushed_off_come_back),
        cmocka_unit_test(walls_are_left_and_touched),
        cmocka_unit_test(the_nearest_is_nearest_by_path),
        cmocka_unit_test(turns_are_even),
        cmocka_unit_test(queues_are_avoided),
        cmocka_unit_test(choices_are_thought_over),
        cmocka_unit_test(zones_slow_down),
        cmocka_unit_test(threads_make_no_difference),
        cmocka_unit_test(searches_are_shared_out),
        cmocka_unit_test(small_budgets_lead_there_too),
        cmocka_unit_test(copies_go_on_alike),
        cmocka_unit_test(crowds_pass_doors),
        cmocka_unit_test(warm_steps_take_no_memory),
        cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(bad_goals_are_refused),
        cmocka_unit_test(zones_come_and_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
