// SPDX-License-Identifier: MIT
// How many lanes there are: as many as whole lanes fit through the shortest cut of the critical
// graph, and no arrangement has more. On random scenes; what the lanes promise is checked at many
// places along them.
//
// Why there are no more: lanes that lie between two bodies all cross the shortest way between the
// two, at places two radii apart and a radius from both ends, so they are no more than that way is
// long in lanes. An arrangement of lanes puts each body above some number of them, which differs
// between two bodies by no more than that. On small scenes all such numbers are tried.
#include "tests/flow/lanes_sampled.h"

#include "tests/flow/flow_by_hand.h" // last: it has the fixture

enum { SEARCHED_BODIES = 6, SEARCHED_LANES = 6 };

/// A radius such that some lanes fit: of any size, or so that a gap between two bodies is a whole
/// number of lanes.
static double make_radius(wend_random *random, double value)
{
    double lanes = wend_random_between(random, 1, 8), width = value / lanes;
    if (wend_random_below(random, 2)) {
        uint32_t a = wend_random_below(random, f.o.body_count),
                 b = wend_random_below(random, f.o.body_count);
        double gap = f.o.ways[a][b];
        if (a != b && gap > value / 8 && gap < INFINITY)
            width = gap / (1 + wend_random_below(random, 3));
    }
    return width / 2;
}

// ---- all arrangements ---------------------------------------------------------------------------

/// True if body number `body` and those after it can be put above numbers of lanes.
static bool can_arrange(uint32_t *above, uint32_t body, uint32_t lanes, double width)
{
    if (body == f.o.body_count)
        return true;
    uint32_t first = body == WEND_FLOW_TOP ? lanes : 0;
    uint32_t last = body == WEND_FLOW_BOTTOM ? 0 : lanes;
    for (above[body] = first; above[body] <= last; ++above[body]) {
        bool fits = true;
        for (uint32_t i = 0; i < body && fits; ++i) {
            double between = fabs((double)above[body] - above[i]);
            fits = between <= floor(f.o.ways[body][i] / width + WEND_FLOW_TIE);
        }
        if (fits && can_arrange(above, body + 1, lanes, width))
            return true;
    }
    return false;
}

// ---- random scenes ------------------------------------------------------------------------------

typedef struct tally {
    uint32_t systems, lanes, searched, sampled;
    double before, after; ///< lengths, in sizes of their rings
} tally;

static void fail_scene(double radius, const char *wrong)
{
    print_flow_scene(&f.s);
    fail_msg("radius %.17g: %s", radius, wrong);
}

static wend_lanes *sound_lanes(double radius, wend_lane_side side, wend_lane_kind kind, tally *t)
{
    wend_lanes *lanes = make_lanes(&f, radius, side, kind);
    uint32_t count;
    bool skipped;
    if (!lanes)
        fail_scene(radius, f.wrong);
    const char *wrong = check_lane_system(&f, lanes, &skipped);
    if (wrong)
        fail_scene(radius, wrong);
    (void)wend_lanes_all(lanes, &count);
    t->systems++;
    t->lanes += count;
    t->sampled += !skipped;
    return lanes;
}

typedef void system_fn(double radius, wend_lane_side side, tally *t);

static void check_scenes(uint64_t first, uint64_t count, system_fn *check, tally *t)
{
    for (uint64_t seed = first; seed < first + count; ++seed) {
        wend_random random = wend_random_stream(seed, 23);
        make_flow_scene(&f.s, seed);
        oracle_make(&f.o, &f.s);
        f.flow = f.o.blocked ? NULL : flow_of_scene(&f.s, NULL);
        for (uint32_t i = 0; i < 2 && f.flow; ++i) {
            oracle_solve(&f.o, WEND_FLOW_BOTTOM, 0);
            double radius = make_radius(&random, f.o.levels[WEND_FLOW_TOP]);
            if (!is_ambiguous(&f.o, 2 * radius))
                check(radius, (wend_lane_side)wend_random_below(&random, 4), t);
        }
        wend_flow_destroy(f.flow);
        oracle_free(&f.o);
    }
    assert_true(t->systems > count);
    assert_true(10 * t->sampled > 9 * t->systems);
}

static void check_number(double radius, wend_lane_side side, tally *t)
{
    uint32_t count, above[SEARCHED_BODIES], fit = lanes_that_fit(&f, radius);
    wend_lanes *lanes = sound_lanes(radius, side, WEND_LANES_CLEAR, t);
    (void)wend_lanes_all(lanes, &count);
    wend_lanes_destroy(lanes);
    if (count != fit)
        fail_scene(radius, say(&f, "%u lanes, but %u fit", (unsigned)count, (unsigned)fit));
    if (f.o.body_count > SEARCHED_BODIES || count >= SEARCHED_LANES)
        return;
    t->searched++;
    assert_true(can_arrange(above, 0, count, 2 * radius));
    assert_false(can_arrange(above, 0, count + 1, 2 * radius));
}

static void as_many_as_fit(void **state)
{
    (void)state;
    tally t = {0};
    check_scenes(4000000, long_tier() ? 8000 : 60, check_number, &t);
    print_message("%u systems with %u lanes, %u searched\n", (unsigned)t.systems, (unsigned)t.lanes,
                  (unsigned)t.searched);
    assert_true(t.lanes > 2 * t.systems);
    assert_true(10 * t.searched > t.systems);
}

// ---- other lanes --------------------------------------------------------------------------------

static void check_plain(double radius, wend_lane_side side, tally *t)
{
    wend_lanes_destroy(sound_lanes(radius, side, WEND_LANES_PLAIN, t));
}

/// Lanes that know nothing of clearance are fewer, but sound.
static void plain_lanes(void **state)
{
    (void)state;
    tally t = {0};
    check_scenes(4100000, long_tier() ? 1000 : 15, check_plain, &t);
    check_scenes(4100292, 1, check_plain, &t); // a lane that ends too near to its sink's corner
    assert_true(t.lanes > t.systems);
}

static void check_shortened(double radius, wend_lane_side side, tally *t)
{
    wend_lanes *lanes = sound_lanes(radius, side, WEND_LANES_CLEAR, t);
    wend_lanes_shortening how = wend_default_lanes_shortening();
    wend_lanes_gain gain = {0};
    wend_error error;
    uint32_t before, after;
    bool skipped;
    how.max_rounds = 30;
    (void)wend_lanes_all(lanes, &before);
    if (before > 0 && wend_lanes_shorten(lanes, f.flow, &how, &gain, &error) < 0)
        fail_scene(radius, say(&f, "not shortened: %s", wend_error_text(&error)));
    (void)wend_lanes_all(lanes, &after);
    const char *wrong = check_lane_system(&f, lanes, &skipped);
    if (wrong)
        fail_scene(radius, wrong);
    if (after != before || gain.after > gain.before ||
        gain.shortest > gain.after * (1 + LANE_SLACK))
        fail_scene(radius,
                   say(&f, "%u lanes of %.17g m, then %u of %.17g m; the shortest %.17g m",
                       (unsigned)before, gain.before, (unsigned)after, gain.after, gain.shortest));
    t->before += gain.before / f.s.size;
    t->after += gain.after / f.s.size;
    wend_lanes_destroy(lanes);
}

static void shortened_lanes(void **state)
{
    (void)state;
    tally t = {0};
    check_scenes(4200000, long_tier() ? 500 : 8, check_shortened, &t);
    assert_true(t.after < 0.95 * t.before);
}

// ---- by hand ------------------------------------------------------------------------------------

/// A row of points, four and a half lanes from the bottom: the line of the lane that would pass
/// right through them goes around each by half a circle.
static void a_line_through_points(void **state)
{
    (void)state;
    tally t = {0};
    const double radius = 1 / 3.0;
    start_room(10, 6);
    for (double x = 2; x <= 8; ++x)
        plan_point(&f.s.plan, x, 3);
    finish_plan();
    oracle_make(&f.o, &f.s);
    for (int side = WEND_LANES_DIRECT; side <= WEND_LANES_TOP; ++side) {
        uint32_t count;
        wend_lanes *lanes = sound_lanes(radius, (wend_lane_side)side, WEND_LANES_CLEAR, &t);
        (void)wend_lanes_all(lanes, &count);
        assert_int_equal(count, 8); // 9 without the points
        wend_lanes_destroy(lanes);
    }
    oracle_free(&f.o);
    end_plan();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_through_points),
        cmocka_unit_test(as_many_as_fit),
        cmocka_unit_test(plain_lanes),
        cmocka_unit_test(shortened_lanes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
