// SPDX-License-Identifier: MIT
// What flows, lanes, tolls and barriers are not for: missing arrays, sizes that make no sense,
// places that are none. All are refused with a sentence, or answered.
#include "tests/world/world_support.h"
#include "wend/lanes.h"
#include "wend/map_tolls.h"

#include <string.h>

static const double ROOM[][4] = {{0, 0, 10, 4}, {4, 1, 6, 2.2}};
static const wend_vec2 LEFT[] = {{0, 0}, {0, 4}}, RIGHT[] = {{10, 0}, {10, 4}};
static const wend_opening OPENINGS[] = {{LEFT, 2, false}, {RIGHT, 2, true}};

static wend_flow_def room_def(const wend_floor *floor)
{
    wend_flow_def def = wend_default_flow_def();
    def.floor = floor;
    def.openings = OPENINGS;
    def.opening_count = 2;
    return def;
}

/// A room with a block, from the left to the right.
static wend_flow *room_flow(void)
{
    wend_floor *floor = box_floor(ROOM, 2);
    wend_flow_def def = room_def(floor);
    wend_flow *flow;
    assert_int_equal(wend_flow_create(&def, &flow, NULL), WEND_OK);
    wend_floor_destroy(floor);
    return flow;
}

/// A bad argument, with a sentence about it.
#define assert_bad(error, call)                                                                    \
    do {                                                                                           \
        (error) = (wend_error){0};                                                                 \
        assert_int_equal((call), WEND_BAD_ARGUMENT);                                               \
        assert_true(strlen((error).text) > 10);                                                    \
    } while (0)

static void test_openings(void **state)
{
    (void)state;
    wend_floor *floor = box_floor(ROOM, 2);
    wend_flow_def def = room_def(floor);
    wend_error error;
    wend_flow *flow;
    def.openings = NULL;
    assert_bad(error, wend_flow_create(&def, &flow, &error));
    def.opening_count = WEND_MAX_OPENINGS + 1;
    assert_bad(error, wend_flow_create(&def, &flow, &error));
    assert_null(flow);
    wend_floor_destroy(floor);
}

static void test_sizes(void **state)
{
    (void)state;
    static const double WIDTHS[] = {-1, NAN, INFINITY, 1e300, 5e-324, 1e-12};
    static const double RADII[] = {0, -1, NAN, INFINITY, 1e300, 5e-324, 1e-12, 1e-6};
    wend_flow *flow = room_flow();
    wend_error error;
    for (size_t i = 0; i < sizeof WIDTHS / sizeof *WIDTHS; ++i) {
        wend_flow_request question = {.width = WIDTHS[i]};
        assert_bad(error, wend_flow_solve(flow, &question, &error));
        assert_true(wend_flow_value(flow) == 0);
    }
    for (size_t i = 0; i < 2 * sizeof RADII / sizeof *RADII; ++i) {
        wend_lanes_def def = wend_default_lanes_def();
        wend_lanes *lanes;
        def.radius = RADII[i / 2];
        def.kind = i % 2 ? WEND_LANES_PLAIN : WEND_LANES_CLEAR;
        assert_bad(error, wend_lanes_create(flow, &def, &lanes, &error));
        assert_null(lanes);
    }
    wend_flow_destroy(flow);
}

static void test_places(void **state)
{
    (void)state;
    static const wend_vec2 NOWHERE[] = {{NAN, 1}, {1, INFINITY}, {1e300, 1}, {-1, 1}, {5, 1.5}};
    wend_flow *flow = room_flow();
    assert_int_equal(wend_flow_solve(flow, &(wend_flow_request){0}, NULL), WEND_OK);
    for (size_t i = 0; i < sizeof NOWHERE / sizeof *NOWHERE; ++i) {
        wend_flow_result answer = wend_flow_query(flow, NOWHERE[i]);
        assert_true(answer.level == -1 && answer.direction.x == 0 && answer.direction.y == 0);
        assert_true(answer.body == UINT32_MAX);
        assert_false(wend_flow_is_useful(flow, NOWHERE[i]));
    }
    wend_flow_destroy(flow);
}

/// What a flow says that it takes is what it holds.
static void test_bytes(void **state)
{
    (void)state;
    wend_floor *floor = box_floor(ROOM, 2);
    wend_flow_def def = room_def(floor);
    failing_allocator memory = {0};
    wend_flow *flow;
    def.allocator = failing_allocator_of(&memory);
    assert_int_equal(wend_flow_create(&def, &flow, NULL), WEND_OK);
    assert_int_equal(wend_flow_solve(flow, &(wend_flow_request){.width = 0.4}, NULL), WEND_OK);
    assert_int_equal(wend_flow_measure(flow).bytes, memory.bytes);
    wend_flow_destroy(flow);
    wend_floor_destroy(floor);
}

/// A copy of lanes is as good as they are: the same shortcuts make the same of both.
static void test_copies(void **state)
{
    (void)state;
    wend_flow *flow = room_flow();
    wend_lanes_def def = wend_default_lanes_def();
    wend_lanes_shortening how = wend_default_lanes_shortening();
    wend_lanes_gain gains[2];
    wend_lanes *lanes, *copy;
    def.side = WEND_LANES_BOTTOM;
    how.max_rounds = 3;
    assert_int_equal(wend_lanes_create(flow, &def, &lanes, NULL), WEND_OK);
    assert_int_equal(wend_lanes_copy(lanes, NULL, &copy, NULL), WEND_OK);
    assert_int_equal(wend_lanes_shorten(lanes, flow, &how, &gains[0], NULL), WEND_OK);
    assert_int_equal(wend_lanes_shorten(copy, flow, &how, &gains[1], NULL), WEND_OK);
    assert_true(gains[0].after < gains[0].before);
    assert_true(gains[0].after == gains[1].after);
    wend_lanes_destroy(lanes);
    wend_lanes_destroy(copy);
    wend_flow_destroy(flow);
}

static void test_lines_and_tolls(void **state)
{
    (void)state;
    static const wend_segment LINE = {{2, 0}, {2, 4}};
    wend_floor *floor = box_floor(ROOM, 2);
    wend_mesh_def def = wend_default_mesh_def();
    wend_error error;
    wend_mesh *mesh;
    wend_map *map;
    def.line_count = 1;
    assert_bad(error, wend_mesh_create_inflated(floor, 0.2, 0, &def, &mesh, &error));
    def.lines = &LINE;
    assert_int_equal(wend_mesh_create_inflated(floor, 0.2, 0, &def, &mesh, &error), WEND_OK);
    assert_int_equal(wend_map_create(NULL, &map, &error), WEND_OK);
    const wend_map_source source = {{9, 1}, {9, 1}, 0};
    assert_bad(error, wend_map_build_tolled(map, mesh, &source, 1, NULL, 1, &error));
    assert_bad(error, wend_map_build_tolled(map, mesh, &source, 1, NULL, 0, &error));
    assert_true(wend_map_query(map, (wend_vec2){1, 1}).distance < 0);
    wend_map_destroy(map);
    wend_mesh_destroy(mesh);
    wend_floor_destroy(floor);
}

/// With a threshold of next to nothing the very first who come are bottlenecked at once, in a step
/// before which nobody was there who could be.
static void test_first_to_come(void **state)
{
    (void)state;
    static const wend_vec2 AREA[] = {{0.5, 0.3}, {3, 0.3}, {3, 3.7}, {0.5, 3.7}};
    uint32_t placed = 0;
    for (int i = 0; i < 6; ++i) {
        wend_world_def def = def_of(0.1);
        def.barriers.enabled = true;
        def.barriers.threshold = i % 2 ? 0 : 0.01;
        def.barriers.slowed = 1;
        def.barriers.interval = 4 * def.step; // chains are looked for in every step
        wend_world *world = box_world(def, ROOM, 1);
        wend_spawner_def spawner = wend_default_spawner_def();
        spawner.agent.goal = point_goal(world, 9, 2);
        spawner.agent.planner = WEND_PLANNER_MAP;
        spawner.area = (wend_goal){AREA, 4};
        spawner.count = 30;
        spawner.start = 0.05 + def.step * i / 2;
        wend_spawner_id id;
        assert_int_equal(wend_world_add_spawner(world, &spawner, &id, NULL), WEND_OK);
        for (int step = 0; step < 30; ++step) {
            uint32_t count;
            assert_int_equal(wend_world_step(world, NULL), WEND_OK);
            (void)wend_world_barriers(world, &count);
            placed += count;
        }
        wend_world_destroy(world);
    }
    assert_true(placed > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_openings),      cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_places),        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_copies),        cmocka_unit_test(test_lines_and_tolls),
        cmocka_unit_test(test_first_to_come),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
