// SPDX-License-Identifier: MIT
// Shorter lanes: they keep what lanes promise, their number and their order; none is shorter than
// the direct way; the same seed gives the same lanes.
#include "tests/flow/lanes_sampled.h"

static flow_fixture f; // large; filled anew for each scene

/// The direct way is found to a share of it: by then shortcuts save less than that in a round.
#define BOUND_SHARE 1e-3

static wend_lanes *lanes_of(wend_flow *flow, double radius)
{
    wend_lanes_def def = wend_default_lanes_def();
    wend_lanes *lanes;
    wend_error error;
    def.radius = radius;
    wend_result result = wend_lanes_create(flow, &def, &lanes, &error);
    if (result < 0)
        fail_msg("%s", wend_error_text(&error));
    return lanes;
}

static wend_lanes_gain shorten(wend_lanes *lanes, const wend_flow *flow, uint64_t seed)
{
    wend_lanes_shortening how = wend_default_lanes_shortening();
    wend_lanes_gain gain;
    wend_error error;
    how.seed = seed;
    if (wend_lanes_shorten(lanes, flow, &how, &gain, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return gain;
}

static double total_length(const wend_lanes *lanes)
{
    uint32_t count;
    const wend_lane *all = wend_lanes_all(lanes, &count);
    double sum = 0;
    for (uint32_t i = 0; i < count; ++i)
        sum += all[i].length;
    return sum;
}

/// Shortens lanes of the fixture and holds the outcome against all that was promised.
static void check_shortened(double radius, uint32_t *shorter)
{
    uint32_t before, after;
    bool skipped;
    wend_error error;
    wend_lanes *lanes = lanes_of(f.flow, radius);
    (void)wend_lanes_all(lanes, &before);
    double length = total_length(lanes);
    if (before > 0) {
        wend_lanes_gain gain = shorten(lanes, f.flow, 7);
        (void)wend_lanes_all(lanes, &after);
        assert_int_equal(after, before);
        assert_float_equal(gain.before, length, 1e-9 * length);
        assert_float_equal(gain.after, total_length(lanes), 1e-9 * length);
        assert_true(gain.after <= gain.before);
        assert_true(gain.shortest > 0 && gain.shortest <= (1 + BOUND_SHARE) * gain.after);
        assert_true(gain.converged && gain.rounds > 0);
        *shorter += gain.after < 0.999 * gain.before;
        const char *wrong = NULL;
        if (wend_lanes_check(lanes, f.flow, NULL, NULL, &error) != WEND_OK)
            wrong = wend_error_text(&error);
        wrong = wrong ? wrong : check_lanes(&f, lanes, &skipped);
        if (wrong) {
            print_flow_scene(&f.s);
            fail_msg("%s", wrong);
        }
    }
    wend_lanes_destroy(lanes);
}

static void random_lanes_stay_sound(void **state)
{
    (void)state;
    uint32_t systems = 0, shorter = 0;
    uint64_t count = long_tier() ? 1000 : 12;
    for (uint64_t seed = 0; seed < count; ++seed) {
        wend_random random = wend_random_stream(seed, 29);
        make_flow_scene(&f.s, 5000000 + seed);
        oracle_make(&f.o, &f.s);
        f.flow = flow_of_scene(&f.s, NULL);
        if (f.flow && !f.o.blocked) {
            oracle_solve(&f.o, WEND_FLOW_BOTTOM, 0);
            double lanes = wend_random_between(&random, 1, 6);
            check_shortened(f.o.levels[WEND_FLOW_TOP] / (2 * lanes), &shorter);
            ++systems;
        }
        wend_flow_destroy(f.flow);
        oracle_free(&f.o);
    }
    print_message("%u of %u systems became shorter\n", (unsigned)shorter, (unsigned)systems);
    assert_true(2 * systems > count && 4 * shorter > systems);
}

// ---- a room with two blocks
// ------------------------------------------------------------------------

enum { ROOM_LANES = 10 };

/// A room of 20 by 4 m, open at both ends, with blocks at its lower and its upper wall.
static wend_flow *weaving_room(void)
{
    static const wend_vec2 bounds[] = {{0, 0}, {20, 0}, {20, 4}, {0, 4}};
    static const wend_vec2 low[] = {{5, 0}, {7, 0}, {7, 2}, {5, 2}},
                           high[] = {{12, 2}, {14, 2}, {14, 4}, {12, 4}};
    static const wend_vec2 source[] = {{0, 4}, {0, 0}}, sink[] = {{20, 0}, {20, 4}};
    const wend_shape shapes[] = {{.points = low, .point_count = 4},
                                 {.points = high, .point_count = 4}};
    const wend_opening openings[] = {{source, 2, false}, {sink, 2, true}};
    wend_floor_def floor_def = wend_default_floor_def();
    floor_def.bounds = bounds;
    floor_def.bounds_count = 4;
    floor_def.shapes = shapes;
    floor_def.shape_count = 2;
    wend_floor *floor;
    assert_int_equal(wend_floor_create(&floor_def, &floor, NULL), WEND_OK);
    wend_flow_def def = wend_default_flow_def();
    def.floor = floor;
    def.openings = openings;
    def.opening_count = 2;
    wend_flow *flow = NULL;
    assert_int_equal(wend_flow_create(&def, &flow, NULL), WEND_OK);
    wend_floor_destroy(floor);
    return flow;
}

/// Ten lanes of 0.2 m pass above the lower block and below the upper one. Taut, each is straight
/// but for two arcs and the tangent between them: at radii that add up to 2 m around corners 5 m
/// apart, as long for all lanes. Alone, a lane passes both blocks at 0.1 m.
static void lanes_become_taut(void **state)
{
    (void)state;
    uint32_t count;
    wend_flow *flow = weaving_room();
    wend_lanes *lanes = lanes_of(flow, 0.1);
    wend_lanes_gain gain = shorten(lanes, flow, 0);
    const wend_lane *all = wend_lanes_all(lanes, &count);
    assert_int_equal(count, ROOM_LANES);
    double tangents = sqrt(25 - 4), arcs = 2 * asin(2.0 / 5),
           alone = sqrt(25 - 0.04) + 0.2 * asin(0.2 / 5);
    assert_float_equal(gain.shortest, ROOM_LANES * (15 + alone), 0.01);
    for (uint32_t i = 0; i < count; ++i)
        assert_float_equal(all[i].length, 15 + tangents + arcs, 0.02);
    wend_lanes_destroy(lanes);
    wend_flow_destroy(flow);
}

/// Without sliding the ends stay where they are, and without wrapping there are no arcs around
/// corners that were not there before; both make it longer.
static void sliding_and_wrapping_help(void **state)
{
    (void)state;
    wend_flow *flow = weaving_room();
    wend_lanes *lanes = lanes_of(flow, 0.1), *fixed = lanes_of(flow, 0.1);
    wend_lanes_shortening how = wend_default_lanes_shortening();
    wend_lanes_gain gain = shorten(lanes, flow, 0), stiff;
    how.slide = how.wrap = false;
    wend_vec2 start = wend_lane_at(fixed, 0, 0, NULL);
    assert_int_equal(wend_lanes_shorten(fixed, flow, &how, &stiff, NULL), WEND_OK);
    assert_float_equal(wend_lane_at(fixed, 0, 0, NULL).y, start.y, 0);
    assert_true(stiff.after > gain.after && stiff.after < stiff.before);
    wend_lanes_destroy(lanes);
    wend_lanes_destroy(fixed);
    wend_flow_destroy(flow);
}

static bool are_equal(const wend_lanes *one, const wend_lanes *other)
{
    uint32_t count, others;
    const wend_curve_piece *p = wend_lanes_pieces(one, &count),
                           *q = wend_lanes_pieces(other, &others);
    bool equal = count == others;
    for (uint32_t i = 0; i < count && equal; ++i)
        equal = p[i].a.x == q[i].a.x && p[i].a.y == q[i].a.y && p[i].b.x == q[i].b.x &&
                p[i].b.y == q[i].b.y && p[i].turn == q[i].turn;
    return equal;
}

static void the_same_seed_gives_the_same_lanes(void **state)
{
    (void)state;
    wend_lanes *lanes[3];
    wend_flow *flow = weaving_room();
    for (uint32_t i = 0; i < 3; ++i) {
        lanes[i] = lanes_of(flow, 0.15);
        shorten(lanes[i], flow, i / 2);
    }
    assert_true(are_equal(lanes[0], lanes[1]));
    assert_false(are_equal(lanes[0], lanes[2]));
    for (uint32_t i = 0; i < 3; ++i)
        wend_lanes_destroy(lanes[i]);
    wend_flow_destroy(flow);
}

/// Without memory lanes are as they were.
static void memory_may_run_out(void **state)
{
    (void)state;
    failing_allocator failing = {0};
    wend_flow *flow = weaving_room();
    wend_lanes_def def = wend_default_lanes_def();
    def.radius = 0.3;
    def.allocator = failing_allocator_of(&failing);
    wend_lanes *lanes;
    assert_int_equal(wend_lanes_create(flow, &def, &lanes, NULL), WEND_OK);
    double before = total_length(lanes);
    wend_lanes_shortening how = wend_default_lanes_shortening();
    how.max_rounds = 2;
    uint32_t failures = 0;
    for (size_t at = 1;; at += 1 + at / 8) {
        failing.calls = 0;
        failing.fail_at = at;
        wend_result result = wend_lanes_shorten(lanes, flow, &how, NULL, NULL);
        if (result == WEND_OK)
            break;
        assert_int_equal(result, WEND_OUT_OF_MEMORY);
        assert_float_equal(total_length(lanes), before, 0);
        ++failures;
    }
    assert_true(failures > 10);
    assert_true(total_length(lanes) < before);
    wend_lanes_destroy(lanes);
    wend_flow_destroy(flow);
    assert_int_equal(failing.bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_lanes_stay_sound),
        cmocka_unit_test(lanes_become_taut),
        cmocka_unit_test(sliding_and_wrapping_help),
        cmocka_unit_test(the_same_seed_gives_the_same_lanes),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
