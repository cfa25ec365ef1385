// SPDX-License-Identifier: MIT
// Flows of plans made by hand, whose values and levels one can tell by looking at them.
#include "tests/flow/flow_by_hand.h"

// ---- rooms --------------------------------------------------------------------------------------

static void empty_room(void **state)
{
    (void)state;
    start_room(10, 6);
    finish_plan();
    assert_int_equal(bodies_of(), 2);
    assert_int_equal(gates_of(), 1);
    assert_level(5, 2, 2);
    assert_stream(5, 2, 1, 0);
    assert_level(5, 6, 6);
    assert_level(0, 3, 3);
    assert_level(10, 0, 0);
    assert_level(11, 3, -1);
    assert_value(0, 6);
    wend_flow_request from_top = {.from_top = true};
    assert_int_equal(wend_flow_solve(f.flow, &from_top, NULL), WEND_OK);
    assert_level(5, 2, 4);
    assert_stream(5, 2, 1, 0);
    end_plan();
}

static void one_block(void **state)
{
    (void)state;
    start_room(10, 6);
    plan_box(&f.s.plan, 4, 1, 6, 4);
    finish_plan();
    assert_int_equal(bodies_of(), 3);
    assert_int_equal(gates_of(), 2);
    assert_level(5, 0.5, 0.5);
    assert_level(5, 4, 1);
    assert_level(5, 5, 2);
    assert_level(3, 3, 2); // by way of the block
    assert_stream(3, 3, 0, 1);
    assert_level(5, 2, -1);
    assert_level(1, 3, 3);
    assert_value(0, 3);
    end_plan();
}

/// Obstacles that share a wall or a corner are one body, and so are those that touch a wall.
static void touching_blocks(void **state)
{
    (void)state;
    start_room(10, 6);
    plan_box(&f.s.plan, 2, 1, 4, 2);
    plan_box(&f.s.plan, 4, 1, 5, 3);
    plan_box(&f.s.plan, 5, 3, 6, 5);
    finish_plan();
    assert_int_equal(bodies_of(), 3);
    assert_level(6, 5, 1);
    assert_value(0, 2);
    end_plan();
    start_room(10, 6);
    plan_box(&f.s.plan, 4, 0, 6, 2.5);
    plan_box(&f.s.plan, 5, 5, 7, 6);
    finish_plan();
    assert_int_equal(bodies_of(), 2);
    assert_level(5, 2.5, 0);
    assert_value(0, 2.5);
    end_plan();
}

static void thin_walls(void **state)
{
    (void)state;
    start_room(10, 6);
    plan_segment(&f.s.plan, 3, 0, 3, 4); // stands on the bottom
    plan_segment(&f.s.plan, 7, 2, 7, 6); // hangs from the top
    plan_segment(&f.s.plan, 4.5, 1, 5.5, 1);
    finish_plan();
    assert_int_equal(bodies_of(), 3);
    assert_value(0, 2);
    assert_level(3, 4, 0);
    assert_level(7, 2, 2);
    assert_level(5, 1, 1);
    end_plan();
}

static void point_obstacles(void **state)
{
    (void)state;
    start_room(10, 6);
    plan_point(&f.s.plan, 5, 3);
    finish_plan();
    assert_int_equal(bodies_of(), 3);
    assert_level(5, 3, 3);
    assert_value(0, 6);
    assert_value(4, 0); // neither below nor above it is room for a lane of 4
    assert_value(3, 6);
    assert_value(2, 4);
    end_plan();
}

// A courtyard is no part of the domain, nor is what stands in it.
static void courtyards(void **state)
{
    (void)state;
    start_room(10, 6);
    plan_box(&f.s.plan, 3, 1, 7, 5);
    plan_hole(&f.s.plan, (wend_vec2[]){{4, 2}, {6, 2}, {6, 4}, {4, 4}}, 4);
    plan_point(&f.s.plan, 5, 3);
    finish_plan();
    assert_int_equal(bodies_of(), 3);
    assert_level(5, 2.5, -1);
    assert_value(0, 2);
    end_plan();
}

// ---- whole lanes --------------------------------------------------------------------------------

static void gaps_of_whole_lanes(void **state)
{
    (void)state;
    start_room(10, 6);
    finish_plan();
    assert_value(2, 6);
    assert_value(6, 6);
    assert_value(6 * (1 + 1e-12), 6 * (1 + 1e-12)); // short by less than WEND_FLOW_TIE
    assert_value(6 * (1 + 1e-6), 0);
    assert_value(2 * (1 - 1e-12), 6 * (1 - 1e-12));
    assert_value(4, 4);
    end_plan();
    start_room(1, 0.3); // three lanes of 0.1, which is no binary number
    plan_segment(&f.s.plan, 0.25, 0.1, 0.75, 0.1);
    finish_plan();
    assert_true(fabs(value_of(0.1) - 0.3) < BY_HAND);
    assert_value(0.2, 0.2);
    end_plan();
}

// Each gap counts for itself: 1.9 + 1.9 + 1.9 is 5 m but no lane of 2.
static void leftovers_are_lost(void **state)
{
    (void)state;
    start_room(20, 5.75);
    plan_box(&f.s.plan, 8, 1.75, 12, 2);
    plan_box(&f.s.plan, 8, 3.75, 12, 4);
    finish_plan();
    assert_value(0, 5.25);
    assert_value(2, 0);
    assert_value(1.75, 5.25);
    assert_value(1, 3);
    end_plan();
}

// ---- openings -----------------------------------------------------------------------------------

static void the_narrower_door(void **state)
{
    (void)state;
    start_doors(1.5, 2);
    finish_plan();
    assert_value(1, 1);
    assert_value(0, 1.5);
    assert_level(5, 1, 1);
    end_plan();
    start_doors(2, 1.25);
    plan_box(&f.s.plan, 4, 0.25, 6, 5.5);
    finish_plan();
    assert_value(0, 0.75);
    end_plan();
}

/// With free space behind them, openings are the same, and what is behind does not count.
static void doors_in_the_middle_of_corridors(void **state)
{
    (void)state;
    start_room(10, 6);
    f.s.plan.bounds_count = 4;
    memcpy(f.s.plan.bounds, (wend_vec2[]){{-3, 0}, {14, 0}, {14, 6}, {-3, 6}},
           4 * sizeof *f.s.plan.bounds);
    plan_box(&f.s.plan, 4, 1, 6, 4);
    finish_plan();
    assert_value(0, 3);
    assert_level(-1, 3, -1);
    assert_level(12, 3, -1);
    assert_true(fabs(wend_flow_measure(f.flow).area - 54) < BY_HAND * 60);
    end_plan();
}

/// The source is bent: around a corner of the room, and around a pillar that it stands on.
static void bent_sources(void **state)
{
    (void)state;
    start_plan((wend_vec2[]){{0, 0}, {2, 0}, {10, 0}, {10, 6}, {3, 6}, {0, 6}}, 6);
    open_sides(&f.s, 4, 3, false); // from 3,6 over the left side to 2,0
    open_sides(&f.s, 2, 1, true);
    finish_plan();
    assert_value(0, 6);
    assert_level(0, 0, 2); // to the bottom, which begins at 2,0
    end_plan();
    // The way from the bottom to the top at the source's side is by its corner.
    start_plan((wend_vec2[]){{0, 0}, {20, 0}, {20, 6}, {0, 6}, {4, 3}}, 5);
    open_sides(&f.s, 3, 2, false);
    open_sides(&f.s, 1, 1, true);
    finish_plan();
    assert_value(0, 6);
    assert_level(4, 3, 3);
    assert_level(3, 5, 3 + sqrt(5)); // around the corner
    end_plan();
}

/// A cut that bends around the corner of an opening has one gate with two legs.
static void bent_gates(void **state)
{
    (void)state;
    start_plan((wend_vec2[]){{0, 0}, {3, 2}, {6, 0}, {12, 0}, {12, 3}, {6, 3}, {3, 3}, {0, 3}}, 8);
    open_sides(&f.s, 0, 2, false); // a tent on the floor
    open_sides(&f.s, 3, 1, true);
    finish_plan();
    // From 6,0 up to the ceiling it is 3; on the left the ceiling is as far from the wall at 0,0.
    assert_value(0, 3);
    uint32_t legs;
    assert_int_equal(gates_of(), 1);
    (void)wend_flow_legs(f.flow, &legs);
    assert_true(legs >= 1);
    end_plan();
    // The way from the right to the wall on the left is over the roof of the source.
    start_plan((wend_vec2[]){{0, 0}, {1, 4}, {5, 4}, {6, 0}, {30, 0}, {30, 20}, {0, 20}}, 7);
    open_sides(&f.s, 0, 3, false);
    open_sides(&f.s, 5, 1, true);
    finish_plan();
    assert_int_equal(gates_of(), 1);
    (void)wend_flow_legs(f.flow, &legs);
    assert_int_equal(legs, 2);
    assert_value(0, 5 + sqrt(17));
    assert_level(3, 4, sqrt(17) + 2);
    end_plan();
}

/// Two sources and two sinks: what lies between two of a kind is a body.
static void several_openings(void **state)
{
    (void)state;
    start_plan((wend_vec2[]){{0, 0},
                             {12, 0},
                             {12, 1},
                             {12, 3},
                             {12, 6},
                             {12, 7},
                             {12, 8},
                             {0, 8},
                             {0, 7},
                             {0, 5},
                             {0, 2},
                             {0, 1}},
               12);
    open_sides(&f.s, 8, 1, false);  // 2 m
    open_sides(&f.s, 10, 1, false); // 1 m
    open_sides(&f.s, 2, 1, true);   // 2 m
    open_sides(&f.s, 4, 1, true);   // 1 m
    finish_plan();
    assert_int_equal(bodies_of(), 4);
    assert_int_equal(gates_of(), 2);
    assert_value(2, 2); // the doors of 1 m are of no use
    assert_value(0, 3);
    assert_level(0, 3, 1);
    assert_level(12, 5, 2);
    end_plan();
}

/// A source and a sink that meet in a corner: the bottom is that corner.
static void openings_that_meet(void **state)
{
    (void)state;
    start_plan((wend_vec2[]){{0, 0}, {8, 0}, {8, 6}, {0, 6}}, 4);
    open_sides(&f.s, 3, 1, false);
    open_sides(&f.s, 0, 1, true);
    finish_plan();
    assert_int_equal(bodies_of(), 2);
    assert_level(3, 4, 5);
    assert_value(0, 6);
    assert_value(4, 4);
    end_plan();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_room),          cmocka_unit_test(one_block),
        cmocka_unit_test(touching_blocks),     cmocka_unit_test(thin_walls),
        cmocka_unit_test(point_obstacles),     cmocka_unit_test(courtyards),
        cmocka_unit_test(gaps_of_whole_lanes), cmocka_unit_test(leftovers_are_lost),
        cmocka_unit_test(the_narrower_door),   cmocka_unit_test(doors_in_the_middle_of_corridors),
        cmocka_unit_test(bent_sources),        cmocka_unit_test(bent_gates),
        cmocka_unit_test(several_openings),    cmocka_unit_test(openings_that_meet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
