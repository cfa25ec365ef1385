// SPDX-License-Identifier: MIT
// What else one asks a flow: wider gates, useful places, sources and sinks that take turns; and
// what happens to wrong questions and without memory. All by hand.
#include "tests/flow/flow_by_hand.h"

// ---- widening -----------------------------------------------------------------------------------

static double value_if_wider(uint32_t gate, double widening)
{
    assert_int_equal(wend_flow_solve(f.flow, &(wend_flow_request){0}, NULL), WEND_OK);
    wend_flow_request wider = {.widened = gate + 1, .widening = widening};
    assert_int_equal(wend_flow_solve(f.flow, &wider, NULL), WEND_OK);
    return wend_flow_value(f.flow);
}

static void wider_gates(void **state)
{
    (void)state;
    start_doors(1.5, 2);
    finish_plan();
    assert_true(fabs(value_if_wider(0, 0.25) - 1.75) <= BY_HAND);
    assert_true(fabs(value_if_wider(0, 5) - 2) <= BY_HAND); // then the other door is narrower
    end_plan();
    start_room(10, 6);
    plan_box(&f.s.plan, 4, 1, 6, 4);
    finish_plan();
    assert_true(fabs(value_if_wider(0, 0.5) - 3.5) <= BY_HAND);
    assert_true(fabs(value_if_wider(1, 0.5) - 3.5) <= BY_HAND);
    end_plan();
}

// ---- useful places ------------------------------------------------------------------------------

static void assert_useful(double x, double y, bool useful)
{
    if (wend_flow_is_useful(f.flow, (wend_vec2){x, y}) != useful)
        fail_msg("%g,%g is %suseful", x, y, useful ? "" : "not ");
}

static void useful_places(void **state)
{
    (void)state;
    start_doors(2, 2);
    finish_plan();
    assert_useful(5, 1, true); // along the bottom
    assert_useful(0.5, 2.9, true);
    assert_useful(5, 3, false); // beyond the level of the top
    assert_useful(5, 5.5, false);
    assert_useful(12, 3, false);
    end_plan();
    start_room(10, 6);
    plan_box(&f.s.plan, 4, 2, 6, 4);
    finish_plan();
    assert_useful(3.75, 3, true); // around the block
    assert_useful(5, 1.5, true);
    assert_useful(5, 5, true);
    assert_useful(1, 5, false); // 5 from the bottom, but only 4 get through
    end_plan();
}

// ---- turns --------------------------------------------------------------------------------------

static void start_turns(void)
{
    wend_vec2 ring[16];
    for (uint32_t i = 0; i < 4; ++i) { // a door of 2 m in the middle of each side of 10 m
        static const wend_vec2 corner[] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
        static const wend_vec2 along[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
        const double at[] = {0, 4, 6, 8};
        for (uint32_t k = 0; k < 4; ++k)
            ring[4 * i + k] =
                (wend_vec2){corner[i].x + at[k] * along[i].x, corner[i].y + at[k] * along[i].y};
    }
    start_plan(ring, 16);
    for (uint32_t i = 0; i < 4; ++i)
        open_sides(&f.s, 4 * i + 1, 1, i % 2);
    give_openings(&f.s, NULL);
    bounds_behind(&f.s, 0, 0);
}

static void sources_and_sinks_in_turns(void **state)
{
    (void)state;
    wend_error error;
    double value = -1;
    start_turns();
    f.flow = flow_of_scene(&f.s, &error);
    assert_non_null(f.flow);
    assert_true(wend_flow_is_alternating(f.flow));
    assert_int_equal(wend_flow_solve(f.flow, &(wend_flow_request){0}, &error),
                     WEND_INVALID_GEOMETRY);
    assert_true(strlen(error.text) > 20);
    assert_int_equal(wend_flow_pair(f.flow, &value, &error), WEND_OK);
    assert_true(fabs(value - 4) <= BY_HAND); // all of both doors
    assert_int_equal(gates_of(), 2);
    end_plan();
    // A wall with a gap of 1 m in the way of one of the sources.
    start_turns();
    plan_segment(&f.s.plan, 0, 2, 4.5, 2);
    plan_segment(&f.s.plan, 5.5, 2, 10, 2);
    f.flow = flow_of_scene(&f.s, &error);
    assert_non_null(f.flow);
    assert_int_equal(wend_flow_pair(f.flow, &value, &error), WEND_OK);
    assert_true(fabs(value - 3) <= BY_HAND);
    end_plan();
}

// ---- wrong questions, no memory -----------------------------------------------------------------

static void assert_refused(wend_flow_request question)
{
    wend_error error = {0};
    assert_int_equal(wend_flow_solve(f.flow, &question, &error), WEND_BAD_ARGUMENT);
    assert_true(strlen(error.text) > 10);
}

static void wrong_questions(void **state)
{
    (void)state;
    start_room(10, 6);
    finish_plan();
    assert_refused((wend_flow_request){.width = -1});
    assert_refused((wend_flow_request){.width = NAN});
    assert_refused((wend_flow_request){.width = INFINITY});
    assert_refused((wend_flow_request){.widened = 2, .widening = 1});
    assert_refused((wend_flow_request){.widened = 1, .widening = -1});
    assert_true(wend_flow_value(f.flow) == 0 && gates_of() == 0);
    assert_level(5, 2, -1);
    assert_value(0, 6);
    end_plan();
    wend_flow_destroy(NULL);
}

static void before_the_first_solution(void **state)
{
    (void)state;
    start_room(10, 6);
    finish_plan();
    end_plan();
    f.flow = flow_of_scene(&f.s, NULL);
    assert_non_null(f.flow);
    assert_true(wend_flow_value(f.flow) == 0 && gates_of() == 0);
    assert_level(5, 2, -1);
    assert_false(wend_flow_is_useful(f.flow, (wend_vec2){5, 2}));
    end_plan();
}

/// Creates and solves with an allocator; false without memory.
static bool try_with(const wend_floor *floor, failing_allocator *memory)
{
    wend_flow_def def = wend_default_flow_def();
    wend_flow *flow = NULL;
    def.floor = floor;
    def.openings = f.s.given;
    def.opening_count = f.s.opening_count;
    def.allocator = failing_allocator_of(memory);
    wend_result result = wend_flow_create(&def, &flow, NULL);
    if (result == WEND_OK)
        result = wend_flow_solve(flow, &(wend_flow_request){.width = 0.5}, NULL);
    if (result == WEND_OK)
        assert_true(wend_flow_is_useful(flow, (wend_vec2){5, 0.25}) || memory->fail_at > 0);
    assert_true(result == WEND_OK || result == WEND_OUT_OF_MEMORY);
    wend_flow_destroy(flow);
    assert_int_equal(memory->bytes, 0);
    return result == WEND_OK;
}

static void without_memory(void **state)
{
    (void)state;
    start_room(10, 6);
    plan_box(&f.s.plan, 4, 1, 6, 4);
    plan_point(&f.s.plan, 8, 3);
    finish_plan();
    wend_floor *floor = floor_of_plan(&f.s.plan, 0);
    failing_allocator all = {0};
    assert_true(try_with(floor, &all));
    uint32_t failed = 0;
    for (size_t i = 1; i <= all.calls; ++i)
        failed += !try_with(floor, &(failing_allocator){.fail_at = i});
    assert_true(2 * failed > all.calls);
    wend_floor_destroy(floor);
    end_plan();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wider_gates),
        cmocka_unit_test(useful_places),
        cmocka_unit_test(sources_and_sinks_in_turns),
        cmocka_unit_test(wrong_questions),
        cmocka_unit_test(before_the_first_solution),
        cmocka_unit_test(without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
