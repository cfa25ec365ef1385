// SPDX-License-Identifier: MIT
// Sources and sinks that take turns: the cheapest cuts against all pairings that there are, over
// shortest ways in the critical graph.
#include "tests/flow/flow_rooms.h"

enum { MOST_BODIES = 64 };

/// Sums of a few square roots of numbers up to 100.
#define PAIR_ERROR 1e-11

static open_plan s; // large; filled anew for each scene

static double ways[MOST_BODIES][MOST_BODIES]; ///< between bodies, over the others

static bool take_edge(void *context, const wend_flow_gate *edge)
{
    (void)context;
    ways[edge->from][edge->to] = ways[edge->to][edge->from] = edge->width;
    return true;
}

static void find_ways(const wend_flow *flow)
{
    uint32_t count = flow->body_count;
    assert_true(count <= MOST_BODIES);
    for (uint32_t i = 0; i < count; ++i)
        for (uint32_t k = 0; k < count; ++k)
            ways[i][k] = i == k ? 0 : INFINITY;
    assert_int_equal(wend_flow_graph(flow, take_edge, NULL, NULL), WEND_OK);
    for (uint32_t via = 0; via < count; ++via)
        for (uint32_t i = 0; i < count; ++i)
            for (uint32_t k = 0; k < count; ++k)
                ways[i][k] = fmin(ways[i][k], ways[i][via] + ways[via][k]);
}

/// The cheapest pairing of those changes that are still alone. Cuts that cross are allowed: where
/// they do they could be joined the other way, so they are never cheaper.
static double cheapest(const wend_flow *flow, uint32_t alone)
{
    uint32_t first = 0;
    while (first < flow->turns && !(alone >> first & 1))
        ++first;
    if (first == flow->turns)
        return 0;
    double least = INFINITY;
    // At one end of a cut the source is on the left, at the other on the right.
    for (uint32_t k = first + 1; k < flow->turns; k += 2)
        if (alone >> k & 1)
            least = fmin(least, ways[first][k] + cheapest(flow, alone & ~(1u << first | 1u << k)));
    return least;
}

static void check_pairs(void)
{
    wend_flow *flow = make_flow(&s);
    wend_error error;
    double value;
    if (wend_flow_pair(flow, &value, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    find_ways(flow);
    double expected = cheapest(flow, (1u << flow->turns) - 1);
    if (!(fabs(value - expected) <= PAIR_ERROR))
        fail_msg("the value is %.17g, expected %.17g", value, expected);
    assert_true(wend_flow_value(flow) == value);
    uint32_t count, leg_count;
    const wend_flow_gate *gates = wend_flow_gates(flow, &count);
    const wend_segment *legs = wend_flow_legs(flow, &leg_count);
    double sum = 0, length = 0;
    for (uint32_t i = 0; i < count; ++i)
        sum += gates[i].width;
    for (uint32_t i = 0; i < leg_count; ++i)
        length += hypot(legs[i].b.x - legs[i].a.x, legs[i].b.y - legs[i].a.y);
    assert_true(fabs(sum - value) <= PAIR_ERROR && fabs(length - value) <= PAIR_ERROR);
    wend_flow_destroy(flow);
}

/// The room of 10 m by 6 m, with sources and sinks at its corners in turns.
static void four_corners(void)
{
    clear_plan(&s);
    set_box_bounds(&s.plan, 0, 0, 10, 6);
    add_opening(&s, SOURCE, (wend_vec2[]){{0, 1}, {0, 0}, {1, 0}}, 3);
    add_opening(&s, SINK, (wend_vec2[]){{8, 0}, {10, 0}, {10, 2}}, 3);
    add_opening(&s, SOURCE, (wend_vec2[]){{10, 5}, {10, 6}, {9, 6}}, 3);
    add_opening(&s, SINK, (wend_vec2[]){{2, 6}, {0, 6}, {0, 4}}, 3);
}

// Cutting off both sources is cheaper than both sinks: the diagonals are 2 sqrt(2), not 4 sqrt(2).
static void test_by_hand(void **state)
{
    (void)state;
    four_corners();
    wend_flow *flow = make_flow(&s);
    assert_true(wend_flow_is_alternating(flow));
    wend_error error;
    assert_int_equal(wend_flow_solve(flow, &(wend_flow_request){0}, &error), WEND_INVALID_GEOMETRY);
    assert_non_null(strstr(error.text, "wend_flow_pair"));
    double value;
    assert_int_equal(wend_flow_pair(flow, &value, &error), WEND_OK);
    assert_true(fabs(value - 2 * sqrt(2)) <= PAIR_ERROR);
    uint32_t count;
    (void)wend_flow_gates(flow, &count);
    assert_int_equal(count, 2);
    (void)wend_flow_bodies(flow, &count);
    assert_int_equal(count, 0);
    wend_flow_destroy(flow);
    check_pairs();
    // The other way around it is the same.
    for (uint32_t i = 0; i < 4; ++i)
        s.openings[i].is_sink = !s.openings[i].is_sink;
    check_pairs();
    // A wall through the middle: cutting it in two is cheaper.
    four_corners();
    add_box(&s.plan, 4.5, 0.25, 5.5, 5.75);
    check_pairs();
}

// Without turns there is one cut, as in a solution.
static void test_no_turns(void **state)
{
    (void)state;
    clear_plan(&s);
    set_box_bounds(&s.plan, 0, 0, 10, 6);
    add_line(&s, SOURCE, 0, 0, 0, 6);
    add_line(&s, SINK, 10, 1, 10, 5);
    add_box(&s.plan, 4, 1, 6, 3);
    wend_flow *flow = make_flow(&s);
    double value;
    assert_int_equal(wend_flow_pair(flow, &value, NULL), WEND_OK);
    assert_true(value == 4);
    assert_int_equal(wend_flow_solve(flow, &(wend_flow_request){0}, NULL), WEND_OK);
    assert_true(wend_flow_value(flow) == value);
    wend_flow_destroy(flow);
    check_pairs();
}

/// Openings in turns or as they come all around a square, and a few boxes in it.
static void test_random(void **state)
{
    (void)state;
    uint32_t with_turns = 0;
    for (uint64_t seed = 1; seed <= (long_tier() ? 5000u : 150u); ++seed) {
        wend_random random = wend_random_stream(seed, 13);
        clear_plan(&s);
        set_box_bounds(&s.plan, 0, 0, 12, 12);
        static const wend_vec2 starts[] = {{0, 0}, {12, 0}, {12, 12}, {0, 12}};
        static const wend_vec2 steps[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
        for (uint32_t i = 0; i < 8; ++i) {
            wend_vec2 a = starts[i / 2], step = steps[i / 2];
            double from = 6.0 * (i % 2) + wend_random_between(&random, 0, 2);
            double to = from + wend_random_between(&random, 0.5, 4);
            bool is_sink = i < 2 ? i == 1 : wend_random_below(&random, 2);
            add_line(&s, is_sink, a.x + from * step.x, a.y + from * step.y, a.x + to * step.x,
                     a.y + to * step.y);
        }
        for (uint32_t i = 0; i < 9; ++i) {
            double x = 3.0 * (i % 3) + 2, y = 3.0 * (i / 3) + 2;
            if (wend_random_below(&random, 2)) {
                double w = wend_random_between(&random, 0.1, 2.9);
                double h = wend_random_between(&random, 0.1, 2.9);
                add_box(&s.plan, x, y, x + w, y + h);
            }
        }
        wend_flow *flow = make_flow(&s);
        with_turns += wend_flow_is_alternating(flow);
        wend_flow_destroy(flow);
        check_pairs();
    }
    assert_true(with_turns > 100);
}

static void test_too_many_turns(void **state)
{
    (void)state;
    enum { DOORS = WEND_FLOW_MAX_ALTERNATIONS + 2 };
    clear_plan(&s);
    set_box_bounds(&s.plan, 0, 0, 2 * DOORS, 6);
    wend_floor *floor = make_floor(&s.plan);
    wend_vec2 points[DOORS][2];
    wend_opening doors[DOORS];
    for (uint32_t i = 0; i < DOORS; ++i) {
        points[i][0] = (wend_vec2){2 * i + 0.5, 0};
        points[i][1] = (wend_vec2){2 * i + 1.5, 0};
        doors[i] = (wend_opening){points[i], 2, i % 2};
    }
    wend_flow_def def = wend_default_flow_def();
    def.floor = floor;
    def.openings = doors;
    wend_error error;
    // The most there can be, and then one turn more.
    for (def.opening_count = DOORS - 2; def.opening_count <= DOORS; def.opening_count += 2) {
        wend_flow *flow;
        double value;
        assert_int_equal(wend_flow_create(&def, &flow, &error), WEND_OK);
        wend_result result = wend_flow_pair(flow, &value, &error);
        assert_int_equal(result, def.opening_count < DOORS ? WEND_OK : WEND_BAD_ARGUMENT);
        // Every source sends as much as it is wide.
        assert_true(value == (result == WEND_OK ? (DOORS - 2) / 2 : 0));
        wend_flow_destroy(flow);
    }
    wend_floor_destroy(floor);
}

static void test_out_of_memory(void **state)
{
    (void)state;
    four_corners();
    failing_allocator memory = {0};
    wend_allocator allocator = failing_allocator_of(&memory);
    wend_result result = WEND_OUT_OF_MEMORY;
    for (size_t fail_at = 1; result != WEND_OK; ++fail_at) {
        wend_flow *flow;
        wend_error error;
        memory = (failing_allocator){0};
        assert_int_equal(try_flow(&s, &allocator, &flow, &error), WEND_OK);
        memory.calls = 0;
        memory.fail_at = fail_at;
        double value;
        result = wend_flow_pair(flow, &value, &error);
        uint32_t count;
        (void)wend_flow_gates(flow, &count);
        assert_true(result == WEND_OK ? value > 0 && count == 2 : value == 0 && count == 0);
        assert_true(result == WEND_OK || result == WEND_OUT_OF_MEMORY);
        wend_flow_destroy(flow);
        assert_int_equal(memory.bytes, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),       cmocka_unit_test(test_no_turns),
        cmocka_unit_test(test_random),        cmocka_unit_test(test_too_many_turns),
        cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests_name("flow_pair", tests, NULL, NULL);
}
