// SPDX-License-Identifier: MIT
// The side from which lanes are laid, compared after shortening: against every split shortened
// completely.
#include "flow/lanes.h"
#include "tests/flow/lanes_sampled.h"

static flow_fixture f; // large; filled anew for each scene

/// The shortest of all splits, each shortened completely, and of the pure sides.
typedef struct splits {
    double best, bottom, top;
} splits;

static double shortened(wend_lanes *lanes, const wend_flow *flow, const wend_lanes_shortening *how)
{
    wend_lanes_gain gain;
    assert_non_null(lanes);
    assert_int_equal(wend_lanes_shorten(lanes, flow, how, &gain, NULL), WEND_OK);
    wend_lanes_destroy(lanes);
    return gain.after;
}

static splits try_every_split(wend_flow *flow, const wend_lanes_def *def,
                              const wend_lanes_shortening *how)
{
    wend_lanes *bottom, *top;
    splits s = {.best = INFINITY};
    assert_int_equal(wend_lanes_find_from(flow, def, false, &bottom, NULL), WEND_OK);
    assert_int_equal(wend_lanes_find_from(flow, def, true, &top, NULL), WEND_OK);
    size_t count = bottom->lanes.count;
    for (size_t i = 0; i <= count; ++i) {
        double length = shortened(wend_lanes_join(flow, bottom, top, i), flow, how);
        s.best = fmin(s.best, length);
        if (i == 0)
            s.top = length;
        if (i == count)
            s.bottom = length;
    }
    wend_lanes_destroy(bottom);
    wend_lanes_destroy(top);
    return s;
}

/// Lanes of the fixture's flow, held against every split. The number of lanes.
static uint32_t check_side(double radius, uint32_t *gains)
{
    wend_lanes_def def = wend_default_lanes_def();
    wend_lanes_shortening how = wend_default_lanes_shortening();
    wend_lanes *lanes;
    wend_lanes_gain gain;
    wend_error error;
    uint32_t count;
    def.radius = radius;
    how.seed = 3;
    wend_result result = wend_lanes_create_shortest(f.flow, &def, &how, &lanes, &gain, &error);
    if (result < 0)
        fail_msg("%s", wend_error_text(&error));
    (void)wend_lanes_all(lanes, &count);
    if (count > 0) {
        splits s = try_every_split(f.flow, &def, &how);
        assert_true(gain.after <= s.bottom && gain.after <= s.top);
        assert_true(gain.after <= 1.01 * s.best);
        assert_true(gain.shortest <= 1.001 * gain.after);
        assert_int_equal(wend_lanes_check(lanes, f.flow, NULL, NULL, NULL), WEND_OK);
        *gains += gain.after < 0.999 * fmin(s.bottom, s.top);
    }
    wend_lanes_destroy(lanes);
    return count;
}

static void random_rooms(void **state)
{
    (void)state;
    uint32_t rooms = 0, lanes = 0, gains = 0;
    uint32_t wanted = long_tier() ? 200 : 12;
    for (uint64_t seed = 0; rooms < wanted; ++seed) {
        wend_random random = wend_random_stream(seed, 31);
        make_flow_scene(&f.s, 7000000 + seed);
        oracle_make(&f.o, &f.s);
        f.flow = flow_of_scene(&f.s, NULL);
        if (f.flow && !f.o.blocked) {
            oracle_solve(&f.o, WEND_FLOW_BOTTOM, 0);
            double number = wend_random_between(&random, 1, seed % 4 == 0 ? 14 : 7);
            lanes += check_side(f.o.levels[WEND_FLOW_TOP] / (2 * number), &gains);
            ++rooms;
        }
        wend_flow_destroy(f.flow);
        oracle_free(&f.o);
    }
    print_message("%u rooms, %u lanes; shorter than both pure sides in %u\n", (unsigned)rooms,
                  (unsigned)lanes, (unsigned)gains);
    assert_true(lanes > rooms);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_rooms)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
