// SPDX-License-Identifier: MIT
// Lanes of plans made by hand: how many, where, in which order; places on them; what is refused;
// out of memory; and that the check finds every fault.
#include "tests/flow/flow_rooms.h"

#include "flow/lanes.h"

/// Rounding of a few additions in plans of some metres.
#define BY_HAND 1e-12

static open_plan plan; // large; filled anew for each test

/// A room from 0,0 to width,height with a source on all of the left and a sink on all of the right.
static void start_room(double width, double height)
{
    clear_plan(&plan);
    set_box_bounds(&plan.plan, 0, 0, width, height);
    add_line(&plan, SOURCE, 0, 0, 0, height);
    add_line(&plan, SINK, width, 0, width, height);
}

static wend_lanes *make_lanes(wend_flow *flow, double radius, wend_lane_side side,
                              wend_lane_kind kind)
{
    wend_lanes_def def = wend_default_lanes_def();
    wend_lanes *lanes;
    wend_error error = {0};
    def.radius = radius;
    def.side = side;
    def.kind = kind;
    if (wend_failed(wend_lanes_create(flow, &def, &lanes, &error)) ||
        wend_lanes_check(lanes, flow, NULL, NULL, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return lanes;
}

static uint32_t count_of(const wend_lanes *lanes)
{
    uint32_t count;
    (void)wend_lanes_all(lanes, &count);
    return count;
}

/// How many lanes a flow has, whichever side they are laid from.
static uint32_t count_from_all_sides(wend_flow *flow, double radius)
{
    uint32_t first = 0;
    for (int side = WEND_LANES_DIRECT; side <= WEND_LANES_TOP; ++side) {
        wend_lanes *lanes = make_lanes(flow, radius, (wend_lane_side)side, WEND_LANES_CLEAR);
        if (side == WEND_LANES_DIRECT)
            first = count_of(lanes);
        assert_int_equal(count_of(lanes), first);
        wend_lanes_destroy(lanes);
    }
    return first;
}

// ---- how many, and where ------------------------------------------------------------------------

static void an_empty_room_is_full_of_straight_lanes(void **state)
{
    (void)state;
    start_room(10, 4);
    wend_flow *flow = make_flow(&plan);
    for (int side = WEND_LANES_SHORTER; side <= WEND_LANES_TOP; ++side) {
        wend_lanes *lanes = make_lanes(flow, 0.3, (wend_lane_side)side, WEND_LANES_CLEAR);
        uint32_t count;
        const wend_lane *all = wend_lanes_all(lanes, &count);
        assert_int_equal(count, 6); // 4 / 0.6
        for (uint32_t i = 0; i < count; ++i) {
            // From the bottom they are counted up, from the top down.
            double y = side == WEND_LANES_TOP ? 4 - 0.3 - 0.6 * (5 - i) : 0.3 + 0.6 * i;
            wend_vec2 ahead, p = wend_lane_at(lanes, i, 5, &ahead);
            assert_int_equal(all[i].source, 0);
            assert_int_equal(all[i].sink, 1);
            assert_true(fabs(all[i].length - 10) <= BY_HAND);
            assert_true(fabs(all[i].headway - 0.6) <= BY_HAND);
            assert_true(side == WEND_LANES_SHORTER || fabs(p.y - y) <= BY_HAND);
            assert_true(fabs(p.x - 5) <= BY_HAND && fabs(ahead.x - 1) <= BY_HAND);
        }
        wend_lanes_destroy(lanes);
    }
    wend_flow_destroy(flow);
}

static void a_gap_of_just_two_radii_has_a_lane(void **state)
{
    (void)state;
    // A wall across the room with a gap.
    for (int i = 0; i < 3; ++i) {
        double gap = 0.6 + (i - 1) * 1e-6;
        start_room(10, 4);
        add_box(&plan.plan, 4, 0, 5, 2);
        add_box(&plan.plan, 4, 2 + gap, 5, 4);
        wend_flow *flow = make_flow(&plan);
        wend_lanes *lanes = make_lanes(flow, 0.3, WEND_LANES_BOTTOM, WEND_LANES_CLEAR);
        assert_int_equal(count_of(lanes), i > 0);
        wend_lanes_destroy(lanes);
        wend_flow_destroy(flow);
    }
}

static void lanes_part_around_a_block(void **state)
{
    (void)state;
    start_room(12, 4);
    add_box(&plan.plan, 5, 1.3, 7, 2.5); // 1.3 below: 2 lanes, 1.5 above: 2
    wend_flow *flow = make_flow(&plan);
    assert_int_equal(count_from_all_sides(flow, 0.3), 4);
    wend_lanes *lanes = make_lanes(flow, 0.3, WEND_LANES_BOTTOM, WEND_LANES_CLEAR);
    for (uint32_t i = 0; i < 4; ++i) {
        double along = wend_lane_along(lanes, i, (wend_vec2){6, 1.9}, NULL);
        assert_int_equal(wend_lane_at(lanes, i, along, NULL).y > 1.9, i >= 2);
    }
    wend_lanes_destroy(lanes);
    wend_flow_destroy(flow);
}

static void touching_obstacles_are_one(void **state)
{
    (void)state;
    start_room(12, 4);
    add_box(&plan.plan, 4, 1, 5, 2);
    add_box(&plan.plan, 5, 2, 6, 3); // in a corner
    add_segment(&plan.plan, 6, 3, 7, 3);
    add_point(&plan.plan, 9, 2);
    wend_flow *flow = make_flow(&plan);
    assert_int_equal(count_from_all_sides(flow, 0.25), 4);
    assert_int_equal(count_from_all_sides(flow, 0.5), 2);
    wend_flow_destroy(flow);
}

static void lanes_turn_around_corners(void **state)
{
    (void)state;
    clear_plan(&plan);
    set_bounds(&plan.plan, (wend_vec2[]){{0, 0}, {6, 0}, {6, 6}, {4, 6}, {4, 2}, {0, 2}}, 6);
    add_line(&plan, SOURCE, 0, 0, 0, 2);
    add_line(&plan, SINK, 4, 6, 6, 6);
    wend_flow *flow = make_flow(&plan);
    assert_int_equal(count_from_all_sides(flow, 0.25), 4);
    wend_lanes *lanes = make_lanes(flow, 0.25, WEND_LANES_TOP, WEND_LANES_CLEAR);
    uint32_t count;
    const wend_lane *all = wend_lanes_all(lanes, &count);
    // The inner one is the last: 4 m, a quarter of a circle of 0.25 m, 4 m.
    assert_true(fabs(all[3].length - (8 + 0.25 * acos(-1) / 2)) <= BY_HAND);
    assert_true(all[3].length < all[2].length && all[2].length < all[1].length);
    wend_lanes_destroy(lanes);
    wend_flow_destroy(flow);
}

/// The document's Figure 4.8: points squeeze through a gap where no lane fits, and close off a
/// place.
static void plain_lanes_are_fewer(void **state)
{
    (void)state;
    start_room(14, 3);
    add_box(&plan.plan, 4, 0.5, 5, 2.2); // 0.5 below, 0.8 above: one lane of 0.8
    wend_flow *flow = make_flow(&plan);
    wend_lanes *clear = make_lanes(flow, 0.35, WEND_LANES_BOTTOM, WEND_LANES_CLEAR);
    wend_lanes *plain = make_lanes(flow, 0.35, WEND_LANES_BOTTOM, WEND_LANES_PLAIN);
    assert_int_equal(count_of(clear), 1);
    assert_true(count_of(plain) <= 1);
    wend_lanes_destroy(clear);
    wend_lanes_destroy(plain);
    // Where all gaps are whole lanes there is no difference.
    wend_lanes *both[2];
    for (int kind = 0; kind < 2; ++kind)
        both[kind] = make_lanes(flow, 0.05, WEND_LANES_SHORTER, (wend_lane_kind)kind);
    assert_int_equal(count_of(both[0]), 13);
    assert_int_equal(count_of(both[1]), 13);
    wend_lanes_destroy(both[0]);
    wend_lanes_destroy(both[1]);
    wend_flow_destroy(flow);
}

// ---- places -------------------------------------------------------------------------------------

static void places_go_on_beyond_the_ends(void **state)
{
    (void)state;
    start_room(10, 1);
    wend_flow *flow = make_flow(&plan);
    wend_lanes *lanes = make_lanes(flow, 0.5, WEND_LANES_BOTTOM, WEND_LANES_CLEAR), *copy;
    double distance;
    wend_vec2 p = wend_lane_at(lanes, 0, -2, NULL), q = wend_lane_at(lanes, 0, 12, NULL);
    assert_true(fabs(p.x + 2) <= BY_HAND && fabs(p.y - 0.5) <= BY_HAND);
    assert_true(fabs(q.x - 12) <= BY_HAND && fabs(q.y - 0.5) <= BY_HAND);
    assert_true(fabs(wend_lane_along(lanes, 0, (wend_vec2){3, 0.9}, &distance) - 3) <= BY_HAND);
    assert_true(fabs(distance - 0.4) <= BY_HAND);
    assert_true(wend_lane_along(lanes, 0, (wend_vec2){-3, 0.5}, &distance) == 0);
    assert_true(fabs(distance - 3) <= BY_HAND);
    assert_int_equal(wend_lanes_copy(lanes, NULL, &copy, NULL), WEND_OK);
    wend_lanes_destroy(lanes);
    assert_true(wend_lanes_radius(copy) == 0.5);
    assert_true(fabs(wend_lane_at(copy, 0, 4, NULL).x - 4) <= BY_HAND);
    assert_int_equal(wend_lanes_check(copy, flow, NULL, NULL, NULL), WEND_OK);
    wend_lanes_destroy(copy);
    wend_lanes_destroy(NULL);
    wend_flow_destroy(flow);
}

// ---- what is refused ----------------------------------------------------------------------------

static void no_lane_fits(void **state)
{
    (void)state;
    start_room(10, 1);
    wend_flow *flow = make_flow(&plan);
    wend_lanes_def def = wend_default_lanes_def();
    wend_lanes *lanes;
    wend_error error = {0};
    def.radius = 0.6;
    for (int side = WEND_LANES_DIRECT; side <= WEND_LANES_TOP; ++side) {
        def.side = (wend_lane_side)side;
        assert_int_equal(wend_lanes_create(flow, &def, &lanes, &error), WEND_NOT_FOUND);
        assert_int_equal(count_of(lanes), 0);
        assert_int_equal(wend_lanes_check(lanes, flow, NULL, NULL, NULL), WEND_OK);
        wend_lanes_destroy(lanes);
    }
    def.radius = 0;
    assert_int_equal(wend_lanes_create(flow, &def, &lanes, &error), WEND_BAD_ARGUMENT);
    assert_null(lanes);
    def = (wend_lanes_def){.radius = 0.2};
    assert_int_equal(wend_lanes_create(flow, &def, &lanes, &error), WEND_BAD_ARGUMENT);
    wend_flow_destroy(flow);
}

/// A fault for each thing that the check looks at.
static void spoil(wend_lanes *lanes, int fault)
{
    wend_lane *lane = &lanes->lanes.data[0];
    wend_curve_piece *pieces = lanes->pieces.data + lane->first;
    switch (fault) {
    case 0: // off its source
        pieces[0].a.x += 0.01;
        break;
    case 1: // short of its sink
        pieces[lane->count - 1].b.x -= 0.01;
        break;
    case 2: // a sink is no source
        lane->source = lane->sink;
        break;
    case 3: // too near to a wall
        for (uint32_t i = 0; i < lane->count; ++i) {
            pieces[i].a.y -= 0.01;
            pieces[i].b.y -= 0.01;
            pieces[i].centre.y -= 0.01;
        }
        break;
    case 4: // too near to the next one
        for (uint32_t i = 0; i < lane->count; ++i) {
            pieces[i].a.y += 0.01;
            pieces[i].b.y += 0.01;
            pieces[i].centre.y += 0.01;
        }
        break;
    case 5:
        lane->headway *= 0.999;
        break;
    case 6:
        lane->length += 0.01;
        break;
    default: // a gap
        pieces[1].a.x += 0.01;
    }
}

static void the_check_finds_every_fault(void **state)
{
    (void)state;
    start_room(12, 4.2);
    add_box(&plan.plan, 5, 0, 6, 0.6);
    wend_flow *flow = make_flow(&plan);
    wend_lanes *lanes = make_lanes(flow, 0.3, WEND_LANES_BOTTOM, WEND_LANES_CLEAR);
    double clearance, separation;
    assert_int_equal(count_of(lanes), 6);
    assert_true(lanes->lanes.data[0].count > 2);
    assert_int_equal(wend_lanes_check(lanes, flow, &clearance, &separation, NULL), WEND_OK);
    assert_true(fabs(clearance - 0.3) <= BY_HAND && fabs(separation - 0.6) <= BY_HAND);
    for (int fault = 0; fault < 8; ++fault) {
        wend_lanes *copy;
        wend_error error = {0};
        assert_int_equal(wend_lanes_copy(lanes, NULL, &copy, NULL), WEND_OK);
        spoil(copy, fault);
        if (wend_lanes_check(copy, flow, NULL, NULL, &error) != WEND_INVALID_GEOMETRY)
            fail_msg("fault %d is not found", fault);
        assert_true(error.text[0]);
        wend_lanes_destroy(copy);
    }
    wend_lanes_destroy(lanes);
    wend_flow_destroy(flow);
}

static void out_of_memory_leaves_nothing_behind(void **state)
{
    (void)state;
    start_room(12, 4);
    add_box(&plan.plan, 5, 1.3, 7, 2.5);
    wend_flow *flow = make_flow(&plan);
    for (int kind = 0; kind < 2; ++kind) {
        failing_allocator memory = {.fail_at = 1};
        wend_lanes_def def = wend_default_lanes_def();
        def.allocator = failing_allocator_of(&memory);
        def.kind = (wend_lane_kind)kind;
        def.radius = 0.3;
        bool failed; // some memory is not needed: then the result is the same
        do {
            wend_lanes *lanes;
            memory.calls = 0;
            wend_result result = wend_lanes_create(flow, &def, &lanes, NULL);
            failed = memory.calls >= memory.fail_at;
            assert_true(result == WEND_OK || (result == WEND_OUT_OF_MEMORY && !lanes));
            if (lanes) {
                failing_allocator own = {.fail_at = 2};
                wend_allocator other = failing_allocator_of(&own);
                wend_lanes *copy;
                assert_int_equal(wend_lanes_copy(lanes, &other, &copy, NULL), WEND_OUT_OF_MEMORY);
                assert_null(copy);
                assert_int_equal(own.bytes, 0);
            }
            wend_lanes_destroy(lanes);
            assert_int_equal(memory.bytes, 0);
            ++memory.fail_at;
        } while (failed);
        assert_true(memory.fail_at > 20);
    }
    wend_flow_destroy(flow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_room_is_full_of_straight_lanes),
        cmocka_unit_test(a_gap_of_just_two_radii_has_a_lane),
        cmocka_unit_test(lanes_part_around_a_block),
        cmocka_unit_test(touching_obstacles_are_one),
        cmocka_unit_test(lanes_turn_around_corners),
        cmocka_unit_test(plain_lanes_are_fewer),
        cmocka_unit_test(places_go_on_beyond_the_ends),
        cmocka_unit_test(no_lane_fits),
        cmocka_unit_test(the_check_finds_every_fault),
        cmocka_unit_test(out_of_memory_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
