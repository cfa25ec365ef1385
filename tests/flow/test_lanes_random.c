// SPDX-License-Identifier: MIT
// Lanes and stream lines of random scenes: lines of equal level are where the level is, and go from
// source to sink; lanes from all sides pass the check, and bends that were rounded are round.
// (tests/test_lanes_count.c holds their number against search.)
#include "tests/flow/flow_check.h"

#include "flow/lanes.h"

static flow_scene s; // large; filled anew for each seed

/// Places asked on each piece of a line.
enum { PLACES = 3 };

/// The flow of a random scene that can be solved; NULL: it is blocked, or takes turns.
static wend_flow *random_flow(uint64_t seed)
{
    make_flow_scene(&s, seed);
    wend_flow *flow = flow_of_scene(&s, NULL);
    if (flow && (wend_flow_is_alternating(flow) ||
                 wend_flow_solve(flow, &(wend_flow_request){0}, NULL) != WEND_OK ||
                 !(wend_flow_value(flow) > 0))) {
        wend_flow_destroy(flow);
        return NULL;
    }
    return flow;
}

static void fail_scene(const char *what, double radius)
{
    print_flow_scene(&s);
    fail_msg("radius %.17g: %s", radius, what);
}

/// All places of a line have its level, and every piece begins where the one before ends.
static void check_line(const wend_stream *stream, const wend_stream_line *line, double level)
{
    const wend_curve_piece *pieces = stream->pieces.data + line->first;
    double slack = FLOW_ERROR * s.size;
    for (size_t i = 0; i < line->count; ++i) {
        double length = wend_curve_piece_length(&pieces[i]);
        assert_true(i == 0 || wend_equal(pieces[i].a, pieces[i - 1].b));
        for (int k = 0; k < PLACES; ++k) {
            wend_vec2 p = wend_curve_piece_at(&pieces[i], length * (k + 0.5) / PLACES, NULL);
            double here = wend_flow_query(stream->flow, p).level;
            // On an opening rounding may put the place outside.
            bool outside = here < 0 && (i == 0 || i + 1 == line->count);
            if (!outside && fabs(here - level) > slack) {
                print_message("at %.17g,%.17g the level is %.17g, not %.17g\n", p.x, p.y, here,
                              level);
                fail_scene("a line of equal level is not", level);
            }
        }
    }
}

static void lines_have_their_level(void **state)
{
    (void)state;
    uint32_t lines = 0, count = long_tier() ? 4000 : 80;
    for (uint64_t seed = 0; seed < count; ++seed) {
        wend_flow *flow = random_flow(5000000 + seed);
        if (!flow)
            continue;
        wend_random random = wend_random_stream(seed, 95);
        for (int i = 0; i < 4; ++i) {
            wend_flow_request question = {.from_top = i % 2};
            wend_stream stream = {.flow = flow};
            wend_stream_line line;
            assert_int_equal(wend_flow_solve(flow, &question, NULL), WEND_OK);
            double level = wend_flow_value(flow) * wend_random_between(&random, 0.01, 0.99);
            assert_true(wend_stream_prepare(&stream));
            if (wend_stream_find(&stream, level, &line) != WEND_OK)
                fail_scene("a level has no line from source to sink", level);
            assert_true(line.count > 0 && !flow->is_sink.data[line.source] &&
                        flow->is_sink.data[line.sink]);
            check_line(&stream, &line, level);
            wend_stream_free(&stream);
            ++lines;
        }
        wend_flow_destroy(flow);
    }
    assert_true(lines > 2 * count);
}

/// What lanes come to.
typedef struct tally {
    uint32_t systems, lanes;
    double share; ///< two radii over headways, added up
} tally;

static void check_lanes(wend_flow *flow, double radius, wend_lane_side side, wend_lane_kind kind,
                        tally *t)
{
    wend_lanes_def def = wend_default_lanes_def();
    wend_lanes *lanes;
    wend_error error = {0};
    uint32_t count;
    def.radius = radius;
    def.side = side;
    def.kind = kind;
    if (wend_failed(wend_lanes_create(flow, &def, &lanes, &error)) ||
        wend_lanes_check(lanes, flow, NULL, NULL, &error) != WEND_OK)
        fail_scene(wend_error_text(&error), radius);
    const wend_lane *all = wend_lanes_all(lanes, &count);
    if (kind == WEND_LANES_CLEAR) {
        wend_flow_request question = {.width = 2 * radius};
        assert_int_equal(wend_flow_solve(flow, &question, NULL), WEND_OK);
        assert_int_equal(count, (uint32_t)floor(wend_flow_value(flow) / (2 * radius) + 0.5));
        for (uint32_t i = 0; i < count; ++i)
            t->share += 2 * radius / all[i].headway;
        t->lanes += count;
    }
    t->systems++;
    wend_lanes_destroy(lanes);
}

static void lanes_from_all_sides_are_sound(void **state)
{
    (void)state;
    tally t = {0};
    uint32_t count = long_tier() ? 3000 : 50;
    for (uint64_t seed = 0; seed < count; ++seed) {
        wend_flow *flow = random_flow(6000000 + seed);
        if (!flow)
            continue;
        wend_random random = wend_random_stream(seed, 96);
        double radius = wend_flow_value(flow) / wend_random_between(&random, 2, 20);
        for (int side = WEND_LANES_DIRECT; side <= WEND_LANES_TOP; ++side)
            check_lanes(flow, radius, (wend_lane_side)side, WEND_LANES_CLEAR, &t);
        check_lanes(flow, radius, WEND_LANES_SHORTER, WEND_LANES_PLAIN, &t);
        wend_flow_destroy(flow);
    }
    print_message("%u systems with %u lanes, %.3f of what straight ones would carry\n",
                  (unsigned)t.systems, (unsigned)t.lanes, t.share / t.lanes);
    assert_true(t.systems > 3 * count && t.lanes > t.systems);
    // Without rounded bends it is 0.75.
    assert_true(t.share > 0.83 * t.lanes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_have_their_level),
        cmocka_unit_test(lanes_from_all_sides_are_sound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
