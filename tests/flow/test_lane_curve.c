// SPDX-License-Identifier: MIT
// Lines and arcs: lengths, places and distances against many small steps along them.
#include "tests/support/support.h"

#include "core/angle.h"
#include "flow/rounding.h"
#include "geometry/curve.h"
#include "wend/random.h"

/// Steps along a piece.
enum { STEPS = 400 };

/// Results that are exact but for rounding, for coordinates up to 10.
#define ROUNDING 1e-13

static double apart(wend_vec2 a, wend_vec2 b)
{
    return hypot(b.x - a.x, b.y - a.y);
}

static wend_vec2 on_circle(wend_vec2 centre, double radius, double angle)
{
    return (wend_vec2){centre.x + radius * wend_cos(angle), centre.y + radius * wend_sin(angle)};
}

/// A line, or an arc of any turn; some on a grid, so that pieces touch and are parallel.
static wend_curve_piece random_piece(wend_random *random)
{
    bool grid = wend_random_below(random, 3) == 0;
    wend_vec2 p = {wend_random_between(random, 0, 4), wend_random_between(random, 0, 4)};
    wend_vec2 q = {wend_random_between(random, 0, 4), wend_random_between(random, 0, 4)};
    if (grid) {
        p = (wend_vec2){floor(p.x), floor(p.y)};
        q = (wend_vec2){floor(q.x), floor(q.y)};
    }
    uint32_t kind = wend_random_below(random, 3);
    if (kind == 0)
        return wend_curve_piece_line(p, q);
    double radius = grid ? 1 : wend_random_between(random, 0.01, 3);
    double from = wend_random_between(random, -3, 3), turn = wend_random_between(random, 0, 6);
    if (grid) {
        from = WEND_HALF_PI * wend_random_below(random, 4);
        turn = WEND_HALF_PI * (1 + wend_random_below(random, 3));
    }
    int sense = kind == 1 ? 1 : -1;
    return wend_curve_piece_arc(on_circle(p, radius, from),
                                on_circle(p, radius, from + sense * turn), p, sense);
}

static void pieces_are_as_long_as_their_steps(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(1, 91);
    for (int i = 0; i < 400; ++i) {
        wend_curve_piece piece = random_piece(&random);
        double length = wend_curve_piece_length(&piece), sum = 0;
        wend_vec2 direction, last = wend_curve_piece_at(&piece, 0, &direction);
        wend_box box = wend_curve_piece_box(&piece);
        assert_true(apart(last, piece.a) == 0);
        assert_true(apart(wend_curve_piece_at(&piece, length, NULL), piece.b) == 0);
        for (int k = 1; k <= STEPS; ++k) {
            double along = length * k / STEPS, off;
            wend_vec2 p = wend_curve_piece_at(&piece, along, &direction);
            sum += apart(last, p);
            last = p;
            assert_true(wend_curve_piece_distance(&piece, p) <= ROUNDING);
            assert_true(fabs(wend_curve_piece_along(&piece, p, &off) - along) <= 1e-12);
            assert_true(off <= ROUNDING);
            assert_true(length == 0 || fabs(hypot(direction.x, direction.y) - 1) <= ROUNDING);
            assert_true(p.x >= box.min.x - ROUNDING && p.x <= box.max.x + ROUNDING);
            assert_true(p.y >= box.min.y - ROUNDING && p.y <= box.max.y + ROUNDING);
        }
        // A chord of an angle a is shorter than its arc by a^2 / 24.
        double step = fabs(wend_curve_piece_turning(&piece)) / STEPS;
        assert_true(fabs(length - sum) <= length * (step * step / 20 + 1e-12));
    }
}

static void parts_and_the_way_back_are_the_same_curve(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(2, 91);
    for (int i = 0; i < 400; ++i) {
        wend_curve_piece piece = random_piece(&random);
        double length = wend_curve_piece_length(&piece);
        double from = length * wend_random_unit(&random) / 2, to = length - from / 2;
        wend_curve_piece part = wend_curve_piece_part(&piece, from, to);
        assert_true(fabs(wend_curve_piece_length(&part) - (to - from)) <= 1e-12);
        assert_true(part.begin == piece.begin + from);
        wend_curve_piece back = wend_curve_piece_reversed(&piece);
        assert_true(fabs(wend_curve_piece_length(&back) - length) <= ROUNDING);
        wend_vec2 p = wend_curve_piece_at(&part, (to - from) / 3, NULL);
        wend_vec2 q = wend_curve_piece_at(&back, length - from - (to - from) / 3, NULL);
        assert_true(apart(p, q) <= 1e-12);
    }
}

/// The distance by steps along p: too long by at most half a step.
static double stepped_distance(const wend_curve_piece *p, const wend_curve_piece *q, double *step)
{
    double least = INFINITY, length = wend_curve_piece_length(p);
    for (int k = 0; k <= STEPS; ++k) {
        wend_vec2 at = wend_curve_piece_at(p, length * k / STEPS, NULL);
        least = fmin(least, wend_curve_piece_distance(q, at));
    }
    *step = length / STEPS;
    return least;
}

static void distances_are_the_least(void **state)
{
    (void)state;
    uint32_t meeting = 0;
    for (uint32_t i = 0; i < (long_tier() ? 200000u : 3000u); ++i) {
        wend_random random = wend_random_stream(i, 92);
        wend_curve_piece p = random_piece(&random), q = random_piece(&random);
        wend_vec2 on_p, on_q;
        double step, told = wend_lane_pieces_distance(&p, &q, &on_p, &on_q);
        double least = stepped_distance(&p, &q, &step);
        if (!(told <= least + ROUNDING && told >= least - step / 2 - ROUNDING))
            fail_msg("seed %u: the distance is %.17g, not %.17g", (unsigned)i, told, least);
        // It is that of two places on the pieces.
        assert_true(fabs(apart(on_p, on_q) - told) <= ROUNDING);
        assert_true(wend_curve_piece_distance(&p, on_p) <= ROUNDING);
        assert_true(wend_curve_piece_distance(&q, on_q) <= ROUNDING);
        assert_true(fabs(wend_lane_pieces_distance(&q, &p, NULL, NULL) - told) <= ROUNDING);
        meeting += told == 0;
    }
    assert_true(meeting > 100);
}

static void an_arc_without_a_turn_is_a_place(void **state)
{
    (void)state;
    wend_vec2 a = {1, 0}, b = {1, -1e-16}, centre = {0, 0};
    wend_curve_piece arc = wend_curve_piece_arc(a, b, centre, 1);
    assert_true(wend_curve_piece_length(&arc) == 0);
    assert_true(wend_curve_piece_distance(&arc, (wend_vec2){-1, 0}) == 2);
    // Concentric arcs, one within the other's angle.
    wend_curve_piece inner = wend_curve_piece_arc((wend_vec2){1, 0}, (wend_vec2){0, 1}, centre, 1);
    wend_curve_piece outer =
        wend_curve_piece_arc((wend_vec2){0, -3}, (wend_vec2){-3, 0}, centre, 1);
    assert_true(fabs(wend_lane_pieces_distance(&inner, &outer, NULL, NULL) - 2) <= ROUNDING);
}

static void fillets_touch_both_pieces_smoothly(void **state)
{
    (void)state;
    uint32_t found = 0;
    for (uint32_t i = 0; i < (long_tier() ? 100000u : 3000u); ++i) {
        wend_random random = wend_random_stream(i, 93);
        wend_curve_piece p = random_piece(&random), q = random_piece(&random);
        int side = wend_random_below(&random, 2) ? 1 : -1;
        double radius = wend_random_between(&random, 0.05, 1);
        wend_lane_fillet_arc fillet;
        if (!wend_lane_fillet(&p, &q, radius, side, 1e-9, &fillet))
            continue;
        ++found;
        assert_true(fabs(wend_curve_piece_radius(&fillet.arc) - radius) <= 1e-8);
        wend_vec2 leave, come, first = wend_curve_piece_start_direction(&fillet.arc),
                               last = wend_curve_piece_end_direction(&fillet.arc);
        wend_vec2 a = wend_curve_piece_at(&p, fillet.p_along, &leave);
        wend_vec2 b = wend_curve_piece_at(&q, fillet.q_along, &come);
        assert_true(apart(a, fillet.arc.a) <= 1e-8 && apart(b, fillet.arc.b) <= 1e-8);
        // Touching within an end's slack the direction may be off by the root of it.
        bool inner_p = fillet.p_along < wend_curve_piece_length(&p);
        bool inner_q = fillet.q_along > 0;
        if (inner_p && apart(leave, first) > 1e-3)
            fail_msg("seed %u: a bend at the start", (unsigned)i);
        if (inner_q && fillet.q_along < wend_curve_piece_length(&q) && apart(come, last) > 1e-3)
            fail_msg("seed %u: a bend at the end", (unsigned)i);
    }
    assert_true(found > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_as_long_as_their_steps),
        cmocka_unit_test(parts_and_the_way_back_are_the_same_curve),
        cmocka_unit_test(distances_are_the_least),
        cmocka_unit_test(an_arc_without_a_turn_is_a_place),
        cmocka_unit_test(fillets_touch_both_pieces_smoothly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
