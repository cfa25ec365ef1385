// SPDX-License-Identifier: MIT
// Narrow places in whole steps of a world: doors that are just as wide as who goes through, and doors
// that people want to pass from both sides.
#include "support.h"
#include "wend/world.h"

#include <math.h>

enum { BIASES = 4 };

/// A room of 20 m x 10 m with a thin wall at x = 10, open for `width` around y = 5.
static wend_world *rooms_with_gap(double width, wend_bias bias)
{
    const wend_vec2 bounds[] = {{0, 0}, {20, 0}, {20, 10}, {0, 10}};
    const wend_vec2 lower[] = {{10, 0}, {10, 5 - width / 2}},
                    upper[] = {{10, 5 + width / 2}, {10, 10}};
    const wend_shape walls[] = {{lower, NULL, 0, 2}, {upper, NULL, 0, 2}};
    wend_floor_def def = wend_default_floor_def();
    def.bounds = bounds;
    def.bounds_count = 4;
    def.shapes = walls;
    def.shape_count = 2;
    wend_floor *floor;
    assert_int_equal(wend_floor_create(&def, &floor, NULL), WEND_OK);
    wend_world_def world_def = wend_default_world_def();
    world_def.floor = floor;
    world_def.bias = bias;
    wend_world *world;
    assert_int_equal(wend_world_create(&world_def, &world, NULL), WEND_OK);
    wend_floor_destroy(floor);
    return world;
}

static wend_id goal_at(wend_world *world, double x, double y)
{
    wend_vec2 p = {x, y};
    wend_id id;
    assert_int_equal(wend_world_add_goal(world, &(wend_goal){&p, 1}, &id, NULL), WEND_OK);
    return id;
}

static void add(wend_world *world, double x, double y, double radius, wend_id goal)
{
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_vec2){x, y};
    def.radius = radius;
    def.goal = goal;
    wend_id id;
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
            wend_id right = goal_at(world, 17, 5), left = goal_at(world, 3, 5);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gaps_of_just_the_diameter),
        cmocka_unit_test(two_sides_want_through_one_door),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
