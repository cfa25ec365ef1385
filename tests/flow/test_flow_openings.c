// SPDX-License-Identifier: MIT
// Openings in walls: where they are put, what lies between them, and what is refused.
#include "tests/flow/flow_rooms.h"

/// Rounding of coordinates up to 100 m.
#define ROUNDING 1e-11

static open_plan s; // large; filled anew for each test

static void a_room(void)
{
    clear_plan(&s);
    set_box_bounds(&s.plan, 0, 0, 10, 6);
}

static void expect(uint32_t bodies, uint32_t turns, double area)
{
    wend_flow *flow = make_flow(&s);
    wend_flow_size size = wend_flow_measure(flow);
    if (size.bodies != bodies || flow->turns != turns || fabs(size.area - area) > ROUNDING * 100)
        fail_msg("%u bodies, %u turns, area %.17g; expected %u, %u, %.17g", (unsigned)size.bodies,
                 (unsigned)flow->turns, size.area, (unsigned)bodies, (unsigned)turns, area);
    assert_int_equal(wend_flow_is_alternating(flow), turns > 2 && !wend_flow_is_split(flow));
    assert_int_equal(wend_flow_has_sides(flow), turns == 2 && !wend_flow_is_split(flow));
    wend_flow_destroy(flow);
}

static void expect_refused(const char *why, double x, double y)
{
    wend_flow *flow;
    wend_error error = {0};
    assert_int_equal(try_flow(&s, NULL, &flow, &error), WEND_INVALID_GEOMETRY);
    assert_null(flow);
    if (!strstr(error.text, why))
        fail_msg("refused with \"%s\", not with \"%s\"", error.text, why);
    assert_true(error.has_position);
    if (!(fabs(error.position.x - x) <= ROUNDING && fabs(error.position.y - y) <= ROUNDING))
        fail_msg("refused at %g, %g, not at %g, %g (%s)", error.position.x, error.position.y, x, y,
                 error.text);
}

/// The body of the wall from a to b, with the free space on its left.
static uint32_t body_of_wall(const wend_flow *flow, double ax, double ay, double bx, double by)
{
    for (uint32_t h = 0; h < flow->kinds.count; ++h) {
        if (flow->kinds.data[h] == WEND_NONE)
            continue;
        wend_vec2 a = wend_at(flow->mesh, wend_origin(flow->mesh, h));
        wend_vec2 b = wend_at(flow->mesh, wend_target(flow->mesh, h));
        if (a.x == ax && a.y == ay && b.x == bx && b.y == by)
            return flow->kinds.data[h];
    }
    fail_msg("there is no wall from %g, %g to %g, %g", ax, ay, bx, by);
    return WEND_NONE;
}

// ---- openings by hand ---------------------------------------------------------------------------

static void test_along_walls(void **state)
{
    (void)state;
    a_room();
    add_line(&s, SOURCE, 0, 6, 0, 0);
    add_line(&s, SINK, 10, 1, 10, 5);
    add_box(&s.plan, 4, 2, 6, 4);
    add_point(&s.plan, 8, 3);
    wend_flow *flow = make_flow(&s);
    assert_int_equal(body_of_wall(flow, 0, 0, 10, 0), WEND_FLOW_BOTTOM);
    assert_int_equal(body_of_wall(flow, 10, 0, 10, 1), WEND_FLOW_BOTTOM);
    assert_int_equal(body_of_wall(flow, 10, 6, 0, 6), WEND_FLOW_TOP);
    assert_int_equal(body_of_wall(flow, 0, 6, 0, 0), WEND_FLOW_OPENING + 0);
    assert_int_equal(body_of_wall(flow, 10, 1, 10, 5), WEND_FLOW_OPENING + 1);
    assert_int_equal(flow->body_points.count, 1);
    wend_flow_destroy(flow);
    expect(4, 2, 56);
}

// The other way around, what was the bottom is the top.
static void test_which_is_the_bottom(void **state)
{
    (void)state;
    a_room();
    add_line(&s, SINK, 0, 6, 0, 0);
    add_line(&s, SOURCE, 10, 1, 10, 5);
    wend_flow *flow = make_flow(&s);
    assert_int_equal(body_of_wall(flow, 0, 0, 10, 0), WEND_FLOW_TOP);
    assert_int_equal(body_of_wall(flow, 10, 6, 0, 6), WEND_FLOW_BOTTOM);
    wend_flow_destroy(flow);
}

// What is behind an opening across a corridor does not count.
static void test_across(void **state)
{
    (void)state;
    a_room();
    add_box(&s.plan, 4, 0, 5, 2);
    add_box(&s.plan, 4, 4, 5, 6);
    add_box(&s.plan, 8, 2, 9, 3); // behind
    add_line(&s, SOURCE, 0, 5, 0, 1);
    add_line(&s, SINK, 4, 2, 4, 4);
    expect(2, 2, 24);
    s.openings[0].points = (wend_vec2[]){{7, 0}, {7, 6}}; // from the other side
    expect(2, 2, 14);
    // The way back is the same.
    s.openings[0].points = (wend_vec2[]){{7, 6}, {7, 0}};
    expect(2, 2, 14);
}

static void test_bent(void **state)
{
    (void)state;
    a_room();
    // Around a corner of the room, and through free space around a corner.
    add_opening(&s, SOURCE, (wend_vec2[]){{0, 3}, {0, 0}, {2, 0}}, 3);
    add_opening(&s, SINK, (wend_vec2[]){{8, 6}, {8, 4}, {10, 4}}, 3);
    expect(2, 2, 56);
}

static void test_meeting(void **state)
{
    (void)state;
    a_room();
    add_line(&s, SOURCE, 0, 6, 0, 0);
    add_line(&s, SINK, 0, 0, 10, 0);
    wend_flow *flow = make_flow(&s);
    assert_int_equal(flow->body_points.count, 1);
    wend_map_body_point bottom = flow->body_points.data[0];
    assert_int_equal(bottom.body, WEND_FLOW_BOTTOM);
    wend_vec2 at = wend_at(flow->mesh, wend_origin(flow->mesh, bottom.spoke));
    assert_true(at.x == 0 && at.y == 0);
    wend_flow_destroy(flow);
    expect(2, 2, 60);
    // Nothing is between two sources that meet, but an obstacle that is a point is something.
    a_room();
    add_line(&s, SOURCE, 0, 5, 0, 3);
    add_line(&s, SOURCE, 0, 3, 0, 1);
    add_line(&s, SINK, 10, 1, 10, 5);
    expect(2, 2, 60);
    add_point(&s.plan, 0, 3);
    add_point(&s.plan, 5, 0); // on a wall: part of it
    expect(3, 2, 60);
}

static void test_several(void **state)
{
    (void)state;
    a_room();
    add_line(&s, SOURCE, 0, 2, 0, 1);
    add_line(&s, SOURCE, 0, 5, 0, 4);
    add_line(&s, SINK, 10, 2, 10, 1);
    add_line(&s, SINK, 10, 4, 10, 5);
    expect(4, 2, 60);
    // In turns.
    s.openings[1].is_sink = true;
    s.openings[3].is_sink = false;
    expect(4, 4, 60);
    wend_flow *flow = make_flow(&s);
    for (uint32_t i = 0; i < 4; ++i)
        assert_int_equal(flow->changes.data[i], i);
    // Opposite walls are two changes apart.
    assert_int_equal(body_of_wall(flow, 10, 2, 10, 4), body_of_wall(flow, 0, 4, 0, 2) ^ 2u);
    assert_int_equal(body_of_wall(flow, 0, 0, 10, 0), body_of_wall(flow, 10, 6, 0, 6) ^ 2u);
    wend_flow_destroy(flow);
}

// Obstacles that touch, one that touches the wall, and walls that are segments.
static void test_touching(void **state)
{
    (void)state;
    a_room();
    add_line(&s, SOURCE, 0, 5, 0, 1);
    add_line(&s, SINK, 10, 1, 10, 5);
    add_box(&s.plan, 2, 2, 3, 3);
    add_box(&s.plan, 3, 3, 4, 4);       // at a corner
    add_box(&s.plan, 4, 3.25, 5, 3.75); // along a wall
    expect(3, 2, 57.5);
    add_segment(&s.plan, 6, 0, 6, 2); // a part of the bottom
    expect(3, 2, 57.5);
    add_segment(&s.plan, 6, 2, 7, 3);
    add_segment(&s.plan, 8, 1, 8, 2); // by itself
    expect(4, 2, 57.5);
}

// An opening along walls that others touch goes from corner to corner; one past a pillar that
// stands in its way goes along it.
static void test_corners_on_the_way(void **state)
{
    (void)state;
    a_room();
    add_line(&s, SOURCE, 0, 0, 0, 6);
    add_line(&s, SINK, 10, 0, 10, 6);
    add_box(&s.plan, 0, 2, 1, 3);      // in the source
    add_point(&s.plan, 10, 4);         // in the sink
    add_segment(&s.plan, 10, 2, 9, 2); // so, too
    expect(5, 2, 59);
    wend_flow *flow = make_flow(&s);
    const wend_vec2 *points;
    assert_int_equal(wend_flow_opening(flow, 0, &points), 4);
    assert_true(points[1].y == 2 && points[2].y == 3);
    assert_int_equal(wend_flow_opening(flow, 1, &points), 4);
    wend_flow_destroy(flow);
    // 5 mm of a pillar are in the way.
    a_room();
    add_line(&s, SOURCE, 2, 0, 2, 6);
    add_line(&s, SINK, 10, 0, 10, 6);
    add_box(&s.plan, 1, 2, 2.005, 3);
    expect(2, 2, 48 - 0.0175);
    // A wall that is not quite straight, inwards or outwards.
    for (int side = -1; side <= 1; side += 2) {
        double off = 0.005 * side;
        clear_plan(&s);
        set_bounds(&s.plan, (wend_vec2[]){{0, 0}, {4, off}, {7, off}, {10, 0}, {10, 6}, {0, 6}}, 6);
        add_line(&s, SOURCE, 0, 0, 10, 0);
        add_line(&s, SINK, 10, 6, 0, 6);
        expect(2, 2, 60 - 6.5 * off);
    }
    // Behind a thin wall there are corners, too.
    a_room();
    add_line(&s, SOURCE, 2, 0.005, 8, 0.005);
    add_line(&s, SINK, 2, 6, 8, 6);
    add_box(&s.plan, 0, 0, 10, 0.005);
    add_point(&s.plan, 5, 0);
    expect(2, 2, 60 - 0.05);
}

// What touched a slanted wall still does after the wall was cut at places that are rounded.
static void test_slanted(void **state)
{
    (void)state;
    clear_plan(&s);
    set_bounds(&s.plan, (wend_vec2[]){{0, 0}, {12, 4}, {12, 10}, {0, 10}}, 4);
    add_shape(&s.plan, (wend_vec2[]){{3, 1}, {6, 2}, {4, 4}}, 3); // a stretch of wall in common
    add_segment(&s.plan, 9, 3, 9, 5);                             // an end on the wall
    add_point(&s.plan, 10.5, 3.5);
    add_line(&s, SOURCE, 7, 7.0 / 3, 8, 8.0 / 3);
    add_line(&s, SOURCE, 1, 1.0 / 3, 2, 2.0 / 3);
    add_line(&s, SOURCE, 10, 10.0 / 3, 11, 11.0 / 3); // through the point
    add_line(&s, SINK, 0, 10, 12, 10);
    expect(5, 2, 92);
}

// Walls that are segments: cut in their middle, and opened along one side.
static void test_segments(void **state)
{
    (void)state;
    a_room();
    add_segment(&s.plan, 4, 0, 5, 6); // from wall to wall
    add_line(&s, SOURCE, 6, 0, 8, 0);
    add_line(&s, SINK, 4 + 1.0 / 3, 2, 10, 2);
    expect(2, 2, 12 - 1.0 / 3);
    s.openings[1].points = (wend_vec2[]){{4 + 1.0 / 3, 2}, {4 + 2.0 / 3, 4}};
    expect(2, 2, 60 - 27);
    // One can walk around that wall: both sides of the opening count.
    s.plan.points[0][1] = (wend_vec2){4.75, 4.5};
    s.openings[1].points = (wend_vec2[]){{4.25, 1.5}, {4.5, 3}};
    expect(3, 2, 60);
}

static void test_snap(void **state)
{
    (void)state;
    a_room();
    add_opening(&s, SOURCE, (wend_vec2[]){{-0.004, 5.993}, {0.006, 3}, {0.001, 0.008}}, 3);
    add_opening(&s, SINK, (wend_vec2[]){{10.009, 1}, {9.995, 2}, {10, 5}}, 3);
    wend_flow *flow = make_flow(&s);
    const wend_vec2 *points;
    assert_int_equal(wend_flow_opening(flow, 0, &points), 3);
    assert_true(points[0].x == 0 && points[0].y == 6);
    assert_true(points[1].x == 0 && points[1].y == 3);
    assert_true(points[2].x == 0 && points[2].y == 0);
    assert_int_equal(wend_flow_opening(flow, 1, &points), 3);
    assert_true(points[0].x == 10 && points[0].y == 1);
    wend_flow_destroy(flow);
    s.snap = 0.001;
    wend_error error;
    assert_int_equal(try_flow(&s, NULL, &flow, &error), WEND_INVALID_GEOMETRY);
    assert_non_null(strstr(error.text, "crosses a wall"));
    s.snap = 20; // everything is put into corners
    expect(2, 2, 60);
}

// All openings on the walls of one obstacle: the outer wall is then a body like others.
static void test_around_an_obstacle(void **state)
{
    (void)state;
    a_room();
    add_box(&s.plan, 4, 2, 6, 4);
    add_line(&s, SOURCE, 4, 2, 4, 4);
    add_line(&s, SINK, 6, 2, 6, 4);
    expect(3, 2, 56);
}

// ---- what is refused ----------------------------------------------------------------------------

static void test_refused_places(void **state)
{
    (void)state;
    a_room();
    add_line(&s, SOURCE, 0, 5, 0, 1);
    add_line(&s, SINK, 9, 1, 9, 5);
    s.openings[1].points = (wend_vec2[]){{10, 0.001}, {10.001, 0.002}};
    expect_refused("has no length after snapping", 10, 0.001);
    s.plan.bounds_count = 0;
    wend_flow *flow;
    assert_int_equal(try_flow(&s, NULL, &flow, NULL), WEND_INVALID_GEOMETRY); // no outer wall
}

static void test_refused_crossings(void **state)
{
    (void)state;
    a_room();
    add_box(&s.plan, 4, 2, 6, 4);
    add_line(&s, SOURCE, 0, 5, 0, 1);
    add_line(&s, SINK, 5, 0, 5, 6);
    expect_refused("opening 1 (counted from 0, a sink) crosses a wall", 5, 2);
    s.openings[1].points = (wend_vec2[]){{8, 0}, {10, 4}};
    add_line(&s, SINK, 8, 6, 10, 2);
    expect_refused("openings 1 and 2 (counted from 0) cross", 9.5, 3);
    s.opening_count = 2;
    add_segment(&s.plan, 5, 3, 7, 3); // walls that cross are nobody else's fault
    expect_refused("two walls cross", 6, 3);
    --s.plan.shape_count;
    s.openings[1].points = (wend_vec2[]){{0, 3}, {0, 0}};
    expect_refused("openings 0 and 1 (counted from 0) overlap", 0, 2);
    s.openings[1] = (wend_opening){(wend_vec2[]){{10, 1}, {10, 4}, {10, 2}}, 3, true};
    expect_refused("opening 1 (counted from 0, a sink) overlaps itself", 10, 3);
}

static void test_refused_sides(void **state)
{
    (void)state;
    a_room();
    add_box(&s.plan, 4, 2, 6, 4);
    add_line(&s, SOURCE, 0, 5, 0, 1);
    add_line(&s, SINK, 6, 2, 6, 4);
    expect(2, 0, 56); // on separate walls
    s.openings[1].points = (wend_vec2[]){{6, 3}, {10, 3}};
    expect(3, 2, 56);               // with the region on both sides
    add_line(&s, SINK, 4, 4, 6, 2); // inside
    s.openings[1].points = (wend_vec2[]){{10, 1}, {10, 2}};
    expect_refused("opening 2 (counted from 0, a sink) is not connected", 4, 4);
    s.opening_count = 1;
    add_line(&s, SINK, 4, 4, 6, 2);
    expect_refused("opening 1 (counted from 0, a sink) has no free space beside it", 4, 4);
}

static void test_refused_domains(void **state)
{
    (void)state;
    a_room();
    add_box(&s.plan, 4, 0, 5, 6);
    add_line(&s, SOURCE, 0, 5, 0, 1);
    add_line(&s, SINK, 10, 1, 10, 5);
    expect_refused("no free space between sources and sinks", 0, 5);
    add_line(&s, SOURCE, 10, 5.5, 10, 6);
    expect_refused("opening 0 (counted from 0, a source) is not connected", 0, 5);
    add_line(&s, SINK, 0, 5.5, 0, 6);
    expect(4, 4, 54); // two regions
    // A ring: there is a way from the source to the sink on both sides.
    a_room();
    add_box(&s.plan, 2, 2, 8, 4);
    add_line(&s, SOURCE, 0, 3, 2, 3);
    add_line(&s, SINK, 8, 3, 10, 3);
    expect(4, 4, 48);
    wend_flow *flow;
    wend_error error;
    // No end: around a wall there is nothing.
    clear_plan(&s);
    add_box(&s.plan, 0, 0, 2, 2);
    add_line(&s, SOURCE, 0, 0, 2, 0);
    add_line(&s, SINK, 0, 2, 2, 2);
    assert_int_equal(try_flow(&s, NULL, &flow, &error), WEND_INVALID_GEOMETRY);
    assert_non_null(strstr(error.text, "has no outer wall: add bounds to the plan"));
}

static void expect_bad(const wend_flow_def *def, wend_result expected, const char *why)
{
    wend_flow *flow;
    wend_error error = {0};
    assert_int_equal(wend_flow_create(def, &flow, &error), expected);
    assert_null(flow);
    if (!strstr(error.text, why))
        fail_msg("refused with \"%s\", not with \"%s\"", error.text, why);
}

static void test_bad_definitions(void **state)
{
    (void)state;
    a_room();
    wend_floor *floor = make_floor(&s.plan);
    wend_vec2 points[2] = {{0, 5}, {0, 1}};
    wend_opening openings[2] = {{points, 2, false}, {points, 2, false}};
    wend_flow_def def = wend_default_flow_def();
    expect_bad(&def, WEND_BAD_ARGUMENT, "floor must not be NULL");
    def.floor = floor;
    expect_bad(&def, WEND_BAD_ARGUMENT, "add a source");
    def.openings = openings;
    def.opening_count = 2;
    expect_bad(&def, WEND_BAD_ARGUMENT, "add a sink");
    openings[1].is_sink = true;
    openings[1].count = 1;
    expect_bad(&def, WEND_BAD_ARGUMENT, "opening 1 (counted from 0) has 1 vertices");
    openings[1].count = 2;
    points[1].y = NAN;
    expect_bad(&def, WEND_INVALID_GEOMETRY, "vertex 1 of opening 0");
    points[1].y = 2e9;
    expect_bad(&def, WEND_INVALID_GEOMETRY, "the coordinate limit of 1e+09 m");
    points[1].y = 1;
    def.snap = NAN;
    expect_bad(&def, WEND_BAD_ARGUMENT, "snap must be 0 m or more");
    def.snap = 0.01;
    def.opening_count = WEND_MAX_OPENINGS + 1;
    expect_bad(&def, WEND_BAD_ARGUMENT, "the limit is 1024");
    def.cookie = 0;
    expect_bad(&def, WEND_BAD_ARGUMENT, "wend_default_flow_def");
    wend_floor_destroy(floor);
    wend_flow_destroy(NULL);
}

static void test_out_of_memory(void **state)
{
    (void)state;
    a_room();
    add_line(&s, SOURCE, 0, 0, 0, 5);
    add_line(&s, SOURCE, 0, 6, 3, 6);
    add_line(&s, SINK, 10, 1, 10, 5);
    add_box(&s.plan, 4, 2, 6, 4);
    add_segment(&s.plan, 7, 2, 8, 3);
    add_point(&s.plan, 8, 1);
    for (size_t fail_at = 1;; ++fail_at) {
        failing_allocator memory = {.fail_at = fail_at};
        wend_allocator allocator = failing_allocator_of(&memory);
        wend_flow *flow;
        wend_error error;
        wend_result result = try_flow(&s, &allocator, &flow, &error);
        wend_flow_destroy(flow);
        assert_int_equal(memory.bytes, 0);
        if (result == WEND_OK)
            break;
        assert_int_equal(result, WEND_OUT_OF_MEMORY);
        assert_true(fail_at < 1000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_along_walls),
        cmocka_unit_test(test_which_is_the_bottom),
        cmocka_unit_test(test_across),
        cmocka_unit_test(test_bent),
        cmocka_unit_test(test_meeting),
        cmocka_unit_test(test_several),
        cmocka_unit_test(test_touching),
        cmocka_unit_test(test_corners_on_the_way),
        cmocka_unit_test(test_slanted),
        cmocka_unit_test(test_segments),
        cmocka_unit_test(test_snap),
        cmocka_unit_test(test_around_an_obstacle),
        cmocka_unit_test(test_refused_places),
        cmocka_unit_test(test_refused_crossings),
        cmocka_unit_test(test_refused_sides),
        cmocka_unit_test(test_refused_domains),
        cmocka_unit_test(test_bad_definitions),
        cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests_name("flow_openings", tests, NULL, NULL);
}
