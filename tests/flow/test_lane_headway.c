// SPDX-License-Identifier: MIT
// Headways: the closed forms against all pairs of places in small steps, and by hand.
#include "tests/support/support.h"

#include "core/angle.h"
#include "flow/lanes.h"
#include "wend/random.h"

/// Steps along a piece.
enum { STEPS = 300 };

#define ROUNDING 1e-9

static wend_vec2 on_circle(wend_vec2 centre, double radius, double angle)
{
    return (wend_vec2){centre.x + radius * wend_cos(angle), centre.y + radius * wend_sin(angle)};
}

/// The headway of a lane of these pieces, for a radius of 0.5.
static double headway_of(const wend_curve_piece *pieces, size_t count)
{
    wend_lanes *lanes = wend_lanes_new(NULL, 0.5);
    assert_non_null(lanes);
    assert_true(wend_lanes_add(lanes, pieces, count, 0, 1));
    assert_true(wend_lanes_measure(lanes, 1));
    double headway = lanes->lanes.data[0].headway;
    wend_lanes_destroy(lanes);
    return headway;
}

static void a_straight_lane_needs_two_radii(void **state)
{
    (void)state;
    const wend_curve_piece pieces[] = {wend_curve_piece_line((wend_vec2){0, 0}, (wend_vec2){3, 0}),
                                       wend_curve_piece_line((wend_vec2){3, 0}, (wend_vec2){4, 0}),
                                       wend_curve_piece_line((wend_vec2){4, 0}, (wend_vec2){9, 0})};
    assert_true(fabs(headway_of(pieces, 3) - 1) <= ROUNDING);
    // One that is shorter than that, too.
    const wend_curve_piece dot = wend_curve_piece_line((wend_vec2){0, 0}, (wend_vec2){0.1, 0});
    assert_true(headway_of(&dot, 1) == 1);
}

static void a_bend_needs_more(void **state)
{
    (void)state;
    // Two lines at a right angle: a chord of 1 over the corner, 45 degrees to both.
    const wend_curve_piece corner[] = {wend_curve_piece_line((wend_vec2){0, 0}, (wend_vec2){5, 0}),
                                       wend_curve_piece_line((wend_vec2){5, 0}, (wend_vec2){5, 5})};
    assert_true(fabs(headway_of(corner, 2) - sqrt(2)) <= ROUNDING);
    // A full turn of 2r: an arc of 60 degrees has a chord of its radius.
    wend_vec2 centre = {0, 0};
    const wend_curve_piece turn =
        wend_curve_piece_arc(on_circle(centre, 1, 0), on_circle(centre, 1, 3), centre, 1);
    assert_true(fabs(headway_of(&turn, 1) - 2 * WEND_HALF_PI / 3) <= ROUNDING);
    // Around a corner at r by 90 degrees: as far from the arc before it as after it.
    const wend_curve_piece round[] = {
        wend_curve_piece_line((wend_vec2){-5, 0.5}, (wend_vec2){0, 0.5}),
        wend_curve_piece_arc((wend_vec2){0, 0.5}, (wend_vec2){0.5, 0}, centre, -1),
        wend_curve_piece_line((wend_vec2){0.5, 0}, (wend_vec2){0.5, -5})};
    // The chord meets both lines x from the arc: (0.5 + x) sqrt(2) = 1.
    double x = sqrt(0.5) - 0.5;
    assert_true(fabs(headway_of(round, 3) - (2 * x + 0.5 * WEND_HALF_PI)) <= ROUNDING);
}

static void a_lane_that_comes_by_itself_needs_the_way_between(void **state)
{
    (void)state;
    // Along a wall, around its end and back, 0.8 beside the way there.
    const wend_curve_piece pieces[] = {
        wend_curve_piece_line((wend_vec2){0, 0}, (wend_vec2){6, 0}),
        wend_curve_piece_arc((wend_vec2){6, 0}, (wend_vec2){6, 0.8}, (wend_vec2){6, 0.4}, 1),
        wend_curve_piece_line((wend_vec2){6, 0.8}, (wend_vec2){0, 0.8})};
    double length = 12 + 0.4 * 2 * WEND_HALF_PI;
    assert_true(fabs(headway_of(pieces, 3) - length) <= ROUNDING);
    // So wide that nobody meets: a lane and its way back are two lanes.
    const wend_curve_piece wide[] = {
        wend_curve_piece_line((wend_vec2){0, 0}, (wend_vec2){6, 0}),
        wend_curve_piece_arc((wend_vec2){6, 0}, (wend_vec2){6, 4}, (wend_vec2){6, 2}, 1),
        wend_curve_piece_line((wend_vec2){6, 4}, (wend_vec2){0, 4})};
    assert_true(headway_of(wide, 3) < 1.02);
}

/// The longest way between near places, by steps: too short by two steps at most.
static double stepped(const wend_curve_piece *p, const wend_curve_piece *q, double apart,
                      double *step)
{
    double longest = 0, s_length = wend_curve_piece_length(p),
           t_length = wend_curve_piece_length(q);
    wend_vec2 places[STEPS + 1];
    for (int k = 0; k <= STEPS; ++k)
        places[k] = wend_curve_piece_at(q, t_length * k / STEPS, NULL);
    for (int i = 0; i <= STEPS; ++i) {
        wend_vec2 at = wend_curve_piece_at(p, s_length * i / STEPS, NULL);
        for (int k = 0; k <= STEPS; ++k)
            if (hypot(places[k].x - at.x, places[k].y - at.y) < apart)
                longest = fmax(longest,
                               q->begin + t_length * k / STEPS - p->begin - s_length * i / STEPS);
    }
    *step = (s_length + t_length) / STEPS;
    return longest;
}

static wend_curve_piece random_piece(wend_random *random, double begin)
{
    wend_vec2 p = {wend_random_between(random, 0, 3), wend_random_between(random, 0, 3)};
    wend_vec2 q = {wend_random_between(random, 0, 3), wend_random_between(random, 0, 3)};
    bool grid = wend_random_below(random, 3) == 0;
    if (grid) {
        p = (wend_vec2){floor(p.x), floor(p.y)};
        q = (wend_vec2){floor(q.x) + 0.5, floor(q.y)};
    }
    wend_curve_piece piece = wend_curve_piece_line(p, q);
    if (wend_random_below(random, 3)) {
        double radius = grid ? 1 : wend_random_between(random, 0.1, 2);
        double from = wend_random_between(random, -3, 3),
               turn = wend_random_between(random, 0.1, 6);
        int sense = wend_random_below(random, 2) ? 1 : -1;
        piece = wend_curve_piece_arc(on_circle(p, radius, from),
                                     on_circle(p, radius, from + sense * turn), p, sense);
    }
    piece.begin = begin;
    return piece;
}

/// Nobody is farther along the lane and near; and somebody is as far and as near.
static void closed_forms_hold_against_steps(void **state)
{
    (void)state;
    uint32_t near = 0;
    for (uint32_t i = 0; i < (long_tier() ? 20000u : 500u); ++i) {
        wend_random random = wend_random_stream(i, 94);
        wend_curve_piece p = random_piece(&random, 0);
        wend_curve_piece q =
            random_piece(&random, wend_curve_piece_length(&p) + wend_random_between(&random, 0, 2));
        double apart = wend_random_between(&random, 0.2, 2), step;
        double told = wend_lane_pieces_headway(&p, &q, apart, 0);
        double longest = stepped(&p, &q, apart, &step);
        if (told < longest - ROUNDING)
            fail_msg("seed %u: a headway of %.17g is too short: %.17g", (unsigned)i, told, longest);
        // With a little more room by steps it is reached: steps miss a touch.
        double wider = stepped(&p, &q, apart + step, &step);
        if (told > wider + step + ROUNDING)
            fail_msg("seed %u: a headway of %.17g is too long: %.17g", (unsigned)i, told, wider);
        near += told > 0;
    }
    assert_true(near > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_straight_lane_needs_two_radii),
        cmocka_unit_test(a_bend_needs_more),
        cmocka_unit_test(a_lane_that_comes_by_itself_needs_the_way_between),
        cmocka_unit_test(closed_forms_hold_against_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
