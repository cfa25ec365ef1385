// SPDX-License-Identifier: MIT
// Lower envelopes of quadratics against the least value at many places, and frames against
// distances.
#include "tests/support/support.h"
#include "voronoi/envelope.h"
#include "wend/random.h"
#include "wend/vec2.h"

#include <math.h>

enum { ROOM = 256, FUNCTIONS = 24, PLACES = 200 };

/// Values that are as near as this are the same: the coefficients are of the order of 10.
#define SAME 1e-9

static wend_envelope_part first_room[ROOM], second_room[ROOM];

static wend_envelope new_envelope(void)
{
    return (wend_envelope){.parts = first_room, .spare = second_room, .capacity = ROOM};
}

/// cmocka compares floats, not doubles.
static void assert_near(double a, double b, double error)
{
    if (!(fabs(a - b) <= error))
        fail_msg("%.17g is not %.17g", a, b);
}

typedef struct bounded {
    wend_quadratic f;
    double low, high;
} bounded;

/// A random quadratic; often one with small whole coefficients and bounds, so that ties are common.
static bounded random_bounded(wend_random *random, uint32_t number)
{
    bounded b = {.f = {.element = number}};
    bool whole = wend_random_below(random, 2) == 0;
    for (int i = 0; i < 3; ++i)
        b.f.c[i] =
            whole ? (double)wend_random_below(random, 7) - 3 : wend_random_between(random, -5, 5);
    b.low = whole ? (double)wend_random_below(random, 5) - 2 : wend_random_between(random, -2, 2);
    b.high = b.low + (whole ? (double)wend_random_below(random, 3) : wend_random_unit(random));
    return b;
}

static double least_at(const bounded *all, int count, double x)
{
    double least = 100;
    for (int i = 0; i < count; ++i)
        if (x >= all[i].low && x <= all[i].high)
            least = fmin(least, wend_quadratic_at(&all[i].f, x));
    return least;
}

static double envelope_at(const wend_envelope *envelope, double x)
{
    uint32_t part = 0;
    while (part + 1 < envelope->count && envelope->parts[part + 1].x <= x)
        ++part;
    return wend_quadratic_at(&envelope->parts[part].f, x);
}

static void assert_is_partition(const wend_envelope *envelope, double low, double high)
{
    assert_true(envelope->parts[0].x == low && envelope->high == high);
    for (uint32_t i = 0; i < envelope->count; ++i) {
        assert_true(envelope->parts[i].x < wend_envelope_end(envelope, i));
        if (i > 0)
            assert_int_not_equal(envelope->parts[i].f.element, envelope->parts[i - 1].f.element);
    }
}

static void is_the_least_of_all(void **state)
{
    (void)state;
    int rounds = long_tier() ? 20000 : 2000;
    for (int round = 0; round < rounds; ++round) {
        wend_random random = wend_random_stream(11, (uint64_t)round);
        wend_envelope envelope = new_envelope();
        wend_quadratic nothing = {{100, 0, 0}, WEND_NO_ELEMENT};
        bounded all[FUNCTIONS];
        wend_envelope_start(&envelope, &nothing, -2, 2);
        for (int i = 0; i < FUNCTIONS; ++i) {
            all[i] = random_bounded(&random, (uint32_t)i);
            wend_envelope_lower(&envelope, &all[i].f, fmax(all[i].low, -2), fmin(all[i].high, 2));
            assert_is_partition(&envelope, -2, 2);
        }
        assert_false(envelope.starved);
        for (int i = 0; i < PLACES; ++i) {
            double x = wend_random_between(&random, -2, 2);
            double least = least_at(all, FUNCTIONS, x), found = envelope_at(&envelope, x);
            if (fabs(least - found) > SAME)
                fail_msg("round %d: at %.17g the least is %.17g, not %.17g", round, x, least,
                         found);
        }
    }
}

/// The order makes no difference, but for ties.
static void order_does_not_matter(void **state)
{
    (void)state;
    for (int round = 0; round < 500; ++round) {
        wend_random random = wend_random_stream(12, (uint64_t)round);
        bounded all[FUNCTIONS];
        for (int i = 0; i < FUNCTIONS; ++i)
            all[i] = random_bounded(&random, (uint32_t)i);
        double found[2][PLACES];
        for (int way = 0; way < 2; ++way) {
            wend_envelope envelope = new_envelope();
            wend_quadratic nothing = {{100, 0, 0}, WEND_NO_ELEMENT};
            wend_envelope_start(&envelope, &nothing, -2, 2);
            for (int i = 0; i < FUNCTIONS; ++i) {
                const bounded *b = &all[way ? FUNCTIONS - 1 - i : i];
                wend_envelope_lower(&envelope, &b->f, fmax(b->low, -2), fmin(b->high, 2));
            }
            for (int i = 0; i < PLACES; ++i)
                found[way][i] = envelope_at(&envelope, -2 + 4.0 * (i + 0.37) / PLACES);
        }
        for (int i = 0; i < PLACES; ++i)
            assert_near(found[0][i], found[1][i], SAME);
    }
}

static void an_equal_one_changes_nothing(void **state)
{
    (void)state;
    wend_envelope envelope = new_envelope();
    wend_quadratic f = {{1, 2, 3}, 1}, same = {{1, 2, 3}, 2}, above = {{2, 2, 3}, 3};
    wend_envelope_start(&envelope, &f, 0, 1);
    assert_false(wend_envelope_lower(&envelope, &same, 0, 1));
    assert_false(wend_envelope_lower(&envelope, &above, 0, 1));
    assert_false(wend_envelope_lower(&envelope, &same, 0.5, 0.5));
    assert_int_equal(envelope.count, 1);
    assert_int_equal(envelope.parts[0].f.element, 1);
}

static void tells_when_there_is_no_room(void **state)
{
    (void)state;
    wend_envelope envelope = new_envelope();
    envelope.capacity = 4;
    wend_quadratic nothing = {{100, 0, 0}, WEND_NO_ELEMENT};
    wend_envelope_start(&envelope, &nothing, 0, 100);
    for (uint32_t i = 0; i < 8; ++i) {
        wend_quadratic f = {{0, 0, 0}, i};
        wend_envelope_lower(&envelope, &f, 10.0 * i + 1, 10.0 * i + 2);
    }
    assert_true(envelope.starved);
}

// ---- frames -------------------------------------------------------------------------------------

static wend_vec2 unit(double angle)
{
    return (wend_vec2){cos(angle), sin(angle)};
}

/// In any frame, the point that a bisector tells is as far from both.
static void bisectors_are_equally_far(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(13, 0);
    for (int round = 0; round < 20000; ++round) {
        double turn = wend_random_between(&random, -3.1, 3.1),
               half = 0.1 + wend_random_unit(&random);
        wend_vec2 p = {wend_random_between(&random, -5, 5), wend_random_between(&random, -5, 5)};
        wend_vec2 normal = unit(turn), along = {-normal.y, normal.x};
        wend_element side = {p, {p.x + 4 * along.x, p.y + 4 * along.y}, normal, normal};
        wend_element corner = {p, p, unit(turn - half), unit(turn + half)};
        bool is_side = round & 1;
        wend_frame frame =
            is_side ? wend_side_frame(&side, 1000) : wend_corner_frame(&corner, 1000);
        double x = wend_random_between(&random, frame.low, frame.high);

        // A place in front.
        wend_vec2 d = {0, 0};
        while (!(wend_dot(d, normal) > 0.1))
            d = (wend_vec2){wend_random_between(&random, -3, 3),
                            wend_random_between(&random, -3, 3)};
        wend_quadratic f = wend_frame_point_bisector(&frame, d, 0);
        double radius, y = wend_quadratic_at(&f, x);
        if (is_side || y < -1e-3) {
            wend_vec2 at = wend_frame_point(&frame, x, y, &radius);
            double to_place = hypot(at.x - p.x - d.x, at.y - p.y - d.y);
            wend_vec2 off = wend_sub(at, p);
            double to_own = is_side ? wend_dot(off, normal) : hypot(off.x, off.y);
            assert_near(radius, to_own, 1e-9 * (1 + radius));
            assert_near(radius, to_place, 1e-9 * (1 + radius));
        }
        // A joint: where its normal meets.
        wend_vec2 place = {p.x + d.x, p.y + d.y},
                  w = unit(turn + 2 + wend_random_unit(&random) * 2);
        double joint = wend_joint(&frame, place, w);
        y = wend_quadratic_at(&f, joint);
        if (isfinite(joint) && fabs(joint) < 100 && (is_side || y < -1e-2)) {
            wend_vec2 at = wend_frame_point(&frame, joint, y, &radius);
            assert_near(at.x, place.x + radius * w.x, 1e-8 * (1 + radius));
            assert_near(at.y, place.y + radius * w.y, 1e-8 * (1 + radius));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_the_least_of_all),
        cmocka_unit_test(order_does_not_matter),
        cmocka_unit_test(an_equal_one_changes_nothing),
        cmocka_unit_test(tells_when_there_is_no_room),
        cmocka_unit_test(bisectors_are_equally_far),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
