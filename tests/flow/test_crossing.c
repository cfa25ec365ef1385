// SPDX-License-Identifier: MIT
// Timetables of crossing lanes: the excluded differences against dense samples of both lanes, and
// timetables against a simulation of all agents over a period.
#include "core/angle.h"
#include "flow/crossing.h"
#include "geometry/curve.h"
#include "tests/support/support.h"
#include "wend/random.h"
#include "wend/vec2.h"

#include <string.h>

enum { MOST_PIECES = 8, MOST_LANES = 12, SAMPLES = 300 };

#define RADIUS 0.25
#define APART  (2 * RADIUS)

/// A random lane of lines and arcs without corners, from the border of a circle across its middle.
static uint32_t random_lane(wend_random *random, wend_curve_piece *pieces)
{
    double from = wend_random_between(random, 0, 6.28), sine, cosine;
    wend_sin_cos(from, &sine, &cosine);
    double side = wend_random_between(random, -2, 2);
    wend_vec2 at = {5 * cosine - side * sine, 5 * sine + side * cosine};
    wend_vec2 ahead = {-cosine, -sine};
    uint32_t count = 1 + 2 * wend_random_below(random, 3);
    for (uint32_t i = 0; i < count; ++i) {
        if (i % 2 == 0) {
            double length = wend_random_between(random, 5.0 / count, 14.0 / count);
            wend_vec2 to = wend_add_scaled(at, length, ahead);
            pieces[i] = wend_curve_piece_line(at, to);
            at = to;
            continue;
        }
        int turn = wend_random_below(random, 2) ? 1 : -1;
        double radius = wend_random_between(random, RADIUS, 2);
        double angle = turn * wend_random_between(random, 0.1, 2.5);
        wend_vec2 left = {-ahead.y, ahead.x};
        wend_vec2 centre = wend_add_scaled(at, turn * radius, left), out = wend_sub(at, centre);
        wend_sin_cos(angle, &sine, &cosine);
        wend_vec2 to = {centre.x + cosine * out.x - sine * out.y,
                        centre.y + sine * out.x + cosine * out.y};
        pieces[i] = wend_curve_piece_arc(at, to, centre, turn);
        ahead = (wend_vec2){cosine * ahead.x - sine * ahead.y, sine * ahead.x + cosine * ahead.y};
        at = to;
    }
    return count;
}

/// A set of one random lane.
static wend_lanes *random_set(wend_random *random)
{
    wend_curve_piece pieces[MOST_PIECES];
    uint32_t count = random_lane(random, pieces);
    wend_lanes *lanes = wend_lanes_new(NULL, RADIUS);
    assert_non_null(lanes);
    assert_true(wend_lanes_add(lanes, pieces, count, 0, 0));
    assert_true(wend_lanes_measure(lanes, APART));
    return lanes;
}

static void assert_near(double a, double b, double within)
{
    if (!(fabs(a - b) <= within))
        fail_msg("%g is not %g", a, b);
}

static bool is_in(const wend_spans *spans, double difference)
{
    for (size_t i = 0; i < spans->count; ++i)
        if (difference > spans->data[i].low && difference < spans->data[i].high)
            return true;
    return false;
}

/// The distance of a lane's positions from each other whose difference is nearest to `difference`:
/// the least over samples.
static double least_at(const wend_lanes *p, const wend_lanes *q, double difference)
{
    double least = INFINITY, length = p->lanes.data[0].length;
    for (int i = 0; i <= 20 * SAMPLES; ++i) {
        double s = length * i / (20 * SAMPLES), t = s - difference;
        if (t >= 0 && t <= q->lanes.data[0].length)
            least = fmin(least,
                         wend_distance(wend_lane_at(p, 0, s, NULL), wend_lane_at(q, 0, t, NULL)));
    }
    return least;
}

static void test_spans(void **state)
{
    (void)state;
    uint32_t some = 0;
    for (uint64_t seed = 0; seed < 60; ++seed) {
        wend_random random = wend_random_stream(24, seed);
        wend_lanes *p = random_set(&random), *q = random_set(&random);
        wend_spans spans = {0};
        assert_true(wend_crossing_spans(p->pieces.data, (uint32_t)p->pieces.count, q->pieces.data,
                                        (uint32_t)q->pieces.count, APART, NULL, &spans));
        double p_length = p->lanes.data[0].length, q_length = q->lanes.data[0].length;
        for (int i = 0; i <= SAMPLES; ++i)
            for (int k = 0; k <= SAMPLES; ++k) {
                double s = p_length * i / SAMPLES, t = q_length * k / SAMPLES;
                double apart =
                    wend_distance(wend_lane_at(p, 0, s, NULL), wend_lane_at(q, 0, t, NULL));
                if (apart < APART && !is_in(&spans, s - t))
                    fail_msg("seed %u: %g - %g is not excluded, %g apart", (unsigned)seed, s, t,
                             apart);
            }
        // Both ends of an interval touch.
        for (size_t i = 0; i < spans.count; ++i) {
            double low = least_at(p, q, spans.data[i].low + 1e-6);
            double high = least_at(p, q, spans.data[i].high - 1e-6);
            if (!(low < APART * 1.01 && high < APART * 1.01))
                fail_msg("seed %u: %g and %g apart at the ends of %g to %g", (unsigned)seed, low,
                         high, spans.data[i].low, spans.data[i].high);
            ++some;
        }
        wend_array_free(&spans, NULL);
        wend_lanes_destroy(p);
        wend_lanes_destroy(q);
    }
    assert_true(some > 30);
}

/// Simulates all agents over the longest period in small steps.
static void simulate(const wend_lanes *lanes, uint64_t seed)
{
    enum { STEPS = 400, MOST = 2000 };
    static wend_vec2 at[MOST];
    static uint32_t lane_of[MOST];
    double period = 0;
    for (size_t i = 0; i < lanes->lanes.count; ++i)
        period = fmax(period, lanes->lanes.data[i].period);
    for (int step = 0; step < STEPS; ++step) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < lanes->lanes.count; ++i) {
            const wend_lane *lane = &lanes->lanes.data[i];
            double first = period * step / STEPS - lane->phase;
            first -= lane->period * floor(first / lane->period);
            for (double along = first; along <= lane->length && count < MOST;
                 along += lane->period) {
                lane_of[count] = i;
                at[count++] = wend_lane_at(lanes, i, along, NULL);
            }
        }
        for (uint32_t i = 0; i < count; ++i)
            for (uint32_t k = i + 1; k < count; ++k)
                if (wend_distance(at[i], at[k]) < APART * (1 - 1e-6))
                    fail_msg("seed %u: agents on lanes %u and %u are %g apart", (unsigned)seed,
                             lane_of[i], lane_of[k], wend_distance(at[i], at[k]));
    }
}

static void test_timetables(void **state)
{
    (void)state;
    uint32_t solved = 0, refused = 0;
    for (uint64_t seed = 0; seed < 150; ++seed) {
        wend_random random = wend_random_stream(25, seed);
        wend_lanes *sets[MOST_LANES], *lanes;
        uint32_t count = 2 + wend_random_below(&random, MOST_LANES - 1);
        for (uint32_t i = 0; i < count; ++i)
            sets[i] = random_set(&random);
        wend_crossing_def def = wend_default_crossing_def();
        def.max_headway = 6;
        wend_crossing crossing;
        wend_error error = {0};
        wend_result result = wend_lanes_cross((const wend_lanes *const *)sets, count, &def, &lanes,
                                              &crossing, &error);
        if (result == WEND_OK) {
            for (uint32_t i = 0; i < count; ++i)
                assert_true(lanes->lanes.data[i].period >= lanes->lanes.data[i].headway);
            assert_true(crossing.conflicts == 0 || crossing.headway >= crossing.bound);
            simulate(lanes, seed);
            ++solved;
            wend_lanes_destroy(lanes);
        } else {
            assert_int_equal(result, WEND_NOT_FOUND);
            assert_null(lanes);
            assert_true(strstr(error.text, "no timetable"));
            ++refused;
        }
        for (uint32_t i = 0; i < count; ++i)
            wend_lanes_destroy(sets[i]);
    }
    printf("%u timetables, %u refused\n", solved, refused);
    assert_true(solved > 50);
}

/// A set of one straight lane.
static wend_lanes *straight(wend_vec2 a, wend_vec2 b)
{
    wend_curve_piece piece = wend_curve_piece_line(a, b);
    wend_lanes *lanes = wend_lanes_new(NULL, RADIUS);
    assert_true(lanes && wend_lanes_add(lanes, &piece, 1, 0, 0));
    assert_true(wend_lanes_measure(lanes, APART));
    return lanes;
}

static void test_by_hand(void **state)
{
    (void)state;
    wend_lanes *sets[2] = {straight((wend_vec2){-5, 0}, (wend_vec2){5, 0}),
                           straight((wend_vec2){0, -5}, (wend_vec2){0, 5})};
    wend_crossing_def def = wend_default_crossing_def();
    wend_crossing crossing;
    wend_lanes *lanes;
    assert_int_equal(
        wend_lanes_cross((const wend_lanes *const *)sets, 2, &def, &lanes, &crossing, NULL),
        WEND_OK);
    // At a right angle the difference of the distances to the crossing is at least apart * sqrt 2.
    assert_true(crossing.conflicts == 1 && crossing.networks == 1);
    assert_near(crossing.headway, 2 * APART * sqrt(2), 1e-5);
    assert_near(fabs(lanes->lanes.data[0].phase - lanes->lanes.data[1].phase), APART * sqrt(2),
                1e-5);
    simulate(lanes, 0);
    wend_lanes_destroy(lanes);
    // Below that there is none.
    wend_error error = {0};
    def.max_headway = 1.4;
    assert_int_equal(
        wend_lanes_cross((const wend_lanes *const *)sets, 2, &def, &lanes, &crossing, &error),
        WEND_NOT_FOUND);
    assert_true(strstr(error.text, "lanes 1 and 2 need 1.414 m"));
    // Nor for lanes that face each other.
    wend_lanes_destroy(sets[1]);
    sets[1] = straight((wend_vec2){5, 0}, (wend_vec2){-5, 0});
    def.max_headway = 18;
    assert_int_equal(
        wend_lanes_cross((const wend_lanes *const *)sets, 2, &def, &lanes, &crossing, &error),
        WEND_NOT_FOUND);
    assert_true(strstr(error.text, "face each other"));
    def.max_headway = 0;
    assert_int_equal(
        wend_lanes_cross((const wend_lanes *const *)sets, 2, &def, &lanes, NULL, &error),
        WEND_BAD_ARGUMENT);
    wend_lanes_destroy(sets[0]);
    wend_lanes_destroy(sets[1]);
}

static void test_out_of_memory(void **state)
{
    (void)state;
    wend_lanes *sets[2] = {straight((wend_vec2){-5, 0}, (wend_vec2){5, 0}),
                           straight((wend_vec2){0, -5}, (wend_vec2){0, 5})};
    wend_result result = WEND_OUT_OF_MEMORY;
    for (size_t fail_at = 1; result != WEND_OK; ++fail_at) {
        failing_allocator memory = {.fail_at = fail_at};
        wend_crossing_def def = wend_default_crossing_def();
        wend_lanes *lanes;
        def.allocator = failing_allocator_of(&memory);
        result = wend_lanes_cross((const wend_lanes *const *)sets, 2, &def, &lanes, NULL, NULL);
        assert_true(result == WEND_OK || (result == WEND_OUT_OF_MEMORY && !lanes));
        wend_lanes_destroy(lanes);
        assert_int_equal(memory.bytes, 0);
    }
    wend_lanes_destroy(sets[0]);
    wend_lanes_destroy(sets[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_spans),
        cmocka_unit_test(test_timetables),
        cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests_name("crossing", tests, NULL, NULL);
}
