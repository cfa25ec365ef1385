// SPDX-License-Identifier: MIT
// Narrow places in whole steps of a world: doors that are just as wide as who goes through, doors
// that people want to pass from both sides, those where they hold each other up, and a narrow way
// around a thing that stands in the straight one.
#include "tests/support/support.h"
#include "wend/world.h"

#include <math.h>

enum { BIASES = 4 };

/// A world 20 m long from y = low to y = high, with some walls.
static wend_world *make_world(double low, double high, const wend_shape *walls, uint32_t count,
                              wend_world_def world_def)
{
    const wend_vec2 bounds[] = {{0, low}, {20, low}, {20, high}, {0, high}};
    wend_floor_def def = wend_default_floor_def();
    def.bounds = bounds;
    def.bounds_count = 4;
    def.shapes = walls;
    def.shape_count = count;
    wend_floor *floor;
    assert_int_equal(wend_floor_create(&def, &floor, NULL), WEND_OK);
    world_def.floor = floor;
    wend_world *world;
    assert_int_equal(wend_world_create(&world_def, &world, NULL), WEND_OK);
    wend_floor_destroy(floor);
    return world;
}

/// A room of 20 m x 10 m with a thin wall at x = 10, open for `width` around y = 5.
static wend_world *rooms_with_gap(double width, wend_bias bias)
{
    const wend_vec2 lower[] = {{10, 0}, {10, 5 - width / 2}},
                    upper[] = {{10, 5 + width / 2}, {10, 10}};
    const wend_shape walls[] = {{lower, NULL, 0, 2}, {upper, NULL, 0, 2}};
    wend_world_def def = wend_default_world_def();
    def.bias = bias;
    return make_world(0, 10, walls, 2, def);
}

/// A corridor 1.8 m wide that ends at x = 14 at a door of that width, 0.3 m deep.
static wend_world *corridor_with_door(double width, uint64_t seed)
{
    const double low = 4.1, high = 5.9, a = 5 - width / 2, b = 5 + width / 2;
    const wend_vec2 lower[] = {{14, low}, {14.3, low}, {14.3, a}, {14, a}},
                    upper[] = {{14, b}, {14.3, b}, {14.3, high}, {14, high}};
    const wend_shape walls[] = {{lower, NULL, 0, 4}, {upper, NULL, 0, 4}};
    wend_world_def def = wend_default_world_def();
    def.seed = seed;
    return make_world(low, high, walls, 2, def);
}

static wend_goal_id goal_at(wend_world *world, double x, double y)
{
    wend_vec2 p = {x, y};
    wend_goal_id id;
    assert_int_equal(wend_world_add_goal(world, &(wend_goal){&p, 1}, &id, NULL), WEND_OK);
    return id;
}

static void add(wend_world *world, double x, double y, double radius, wend_goal_id goal)
{
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_vec2){x, y};
    def.radius = radius;
    def.goal = goal;
    wend_agent_id id;
    assert_int_equal(wend_world_add_agent(world, &def, &id, NULL), WEND_OK);
}

/// Steps until nobody is left; how long that took.
static double drain(wend_world *world, double most)
{
    while (wend_world_agents(world).count > 0 && wend_world_time(world) < most)
        assert_int_equal(wend_world_step(world, NULL), WEND_OK);
    return wend_world_time(world);
}

static void gaps_of_just_the_diameter(void **state)
{
    (void)state;
    const double radii[] = {0.1, 0.2, 0.25, 0.3, 0.45};
    for (size_t i = 0; i < sizeof radii / sizeof *radii; ++i)
        for (int bias = 0; bias < BIASES; ++bias) {
            wend_world *world = rooms_with_gap(2 * radii[i], (wend_bias)bias);
            add(world, 3, 2, radii[i], goal_at(world, 17, 8));
            double seconds = drain(world, 60);
            if (seconds >= 60)
                fail_msg("radius %g, bias %d: not through after %g s", radii[i], bias, seconds);
            wend_world_destroy(world);
        }
}

static void two_sides_want_through_one_door(void **state)
{
    (void)state;
    const double widths[] = {0.6, 0.8, 1.0, 1.4};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; ++i)
        for (int each = 1; each <= 6; each += each) {
            wend_world *world = rooms_with_gap(widths[i], WEND_BIAS_AHEAD);
            wend_goal_id right = goal_at(world, 17, 5), left = goal_at(world, 3, 5);
            for (int k = 0; k < each; ++k) {
                add(world, 4 - k % 3, 4 + k / 3, 0.25, right);
                add(world, 16 + k % 3, 4 + k / 3, 0.25, left);
            }
            if (drain(world, 60) >= 60)
                fail_msg("door of %g m, %d from each side: %u are left", widths[i], each,
                         wend_world_agents(world).count);
            wend_world_destroy(world);
        }
}

/// So many come from the left of x = `until` and go to the last 2 m, in a world from y = low to
/// high.
static void send_through(wend_world *world, double low, double high, double until, uint32_t count)
{
    const wend_vec2 here[] = {{0, low}, {until, low}, {until, high}, {0, high}},
                    there[] = {{18, low}, {20, low}, {20, high}, {18, high}};
    wend_spawner_def def = wend_default_spawner_def();
    def.area = (wend_goal){here, 4};
    def.count = count;
    assert_int_equal(wend_world_add_goal(world, &(wend_goal){there, 4}, &def.agent.goal, NULL),
                     WEND_OK);
    assert_int_equal(wend_world_add_spawner(world, &def, NULL, NULL), WEND_OK);
}

static void nobody_is_held_in_an_arch(void **state)
{
    (void)state;
    const double widths[] = {0.7, 0.95}, most = 400;
    uint64_t seeds = long_tier() ? 40 : 1;
    for (size_t i = 0; i < sizeof widths / sizeof *widths; ++i)
        for (uint64_t seed = 1; seed <= seeds; ++seed) {
            wend_world *world = corridor_with_door(widths[i], seed);
            send_through(world, 4.1, 5.9, 13, 50);
            if (drain(world, most) >= most)
                fail_msg("door of %g m, seed %llu: %u of 50 are left after %g s", widths[i],
                         (unsigned long long)seed, wend_world_agents(world).count, most);
            wend_world_destroy(world);
        }
}

static void all_get_around_a_thing_that_rests(void **state)
{
    (void)state;
    const wend_vec2 crate[] = {{8, 0.1}, {10, 0.1}, {10, 9}, {8, 9}}, path = {9, 5};
    for (int blocking = 0; blocking < 2; ++blocking) {
        wend_world *world = make_world(0, 10, NULL, 0, wend_default_world_def());
        wend_moving_obstacle_def def = wend_default_moving_obstacle_def();
        def.shape = (wend_shape){crate, NULL, 0, 4};
        def.path = &path;
        def.path_count = 1;
        def.blocking = blocking;
        assert_int_equal(wend_world_add_moving_obstacle(world, &def, NULL, NULL), WEND_OK);
        send_through(world, 0, 10, 4, 60);
        if (drain(world, 150) >= 150)
            fail_msg("blocking %d: %u of 60 are left", blocking, wend_world_agents(world).count);
        wend_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gaps_of_just_the_diameter),
        cmocka_unit_test(two_sides_want_through_one_door),
        cmocka_unit_test(nobody_is_held_in_an_arch),
        cmocka_unit_test(all_get_around_a_thing_that_rests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
