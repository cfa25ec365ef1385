// SPDX-License-Identifier: MIT
// Guides: agents that walk alone take their shortest path, and find another one when they have to.
#include "tests/world/walking.h"

// ---- alone --------------------------------------------------------------------------------------

/// Walks one agent from a place to a goal; the way it went, and how near it came to walls, in
/// radii.
static double walk_alone(wend_world *world, wend_vec2 from, wend_goal_id goal, double *nearest)
{
    wend_agent_def def = walker_at(from.x, from.y, goal);
    wend_agent_id id = add_agent(world, &def);
    uint32_t slot = wend_id_slot(id.raw);
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
    wend_agent_id id = add_agent(world, &def);
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
        def.planner = WEND_PLANNER_DIRECT;
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
    wend_obstacle_id id;
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
        assert_int_equal(count_events(world, WEND_EVENT_NO_PATH), 0);
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
    wend_obstacle_id id;
    assert_int_equal(wend_world_add_door(world, &door, &id, NULL), WEND_OK);
    wend_agent_def def = walker_at(2, 5, add_goal(world, &to, 1));
    wend_agent_id agent = add_agent(world, &def);
    uint32_t told = 0;
    for (int i = 0; i < 200; i++) {
        walk(world);
        told += count_events(world, WEND_EVENT_NO_PATH);
    }
    assert_int_equal(told, 1);
    wend_agent_state now;
    assert_int_equal(wend_world_agent_state(world, agent, &now, NULL), WEND_OK);
    assert_int_equal(now.activity, WEND_ACTIVITY_NO_PATH);
    assert_true(distance(world->crowd.bodies[0].position, def.position) < 1e-9);
    assert_int_equal(wend_world_set_door(world, id, false, NULL), WEND_OK);
    walk(world);
    assert_int_equal(wend_world_agent_state(world, agent, &now, NULL), WEND_OK);
    assert_int_equal(now.activity, WEND_ACTIVITY_WALKING);
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
        wend_agent_id id = add_agent(world, &def);
        for (uint32_t k = wend_random_below(&random, 100); k > 0; k--)
            walk(world);
        wend_vec2 place = {wend_random_between(&random, 0.3, 29.7),
                           wend_random_between(&random, 0.3, 13.7)};
        if (wend_mesh_locate(world->obstacles.mesh, place) == WEND_LOCATION_FREE &&
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
