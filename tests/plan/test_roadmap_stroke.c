// SPDX-License-Identifier: MIT
// Pieces of the diagram as strokes: lengths, costs and clearances in closed form against sums of
// small steps.
#include "plan/roadmap_stroke.h"
#include "tests/support/support.h"
#include "wend/random.h"

static void assert_near(double value, double wanted, double error)
{
    if (!(fabs(value - wanted) <= error))
        fail_msg("%.17g is not %.17g", value, wanted);
}

/// A parabola over the x axis, whose free side is above: on its right going left.
static wend_voronoi_piece make_parabola(wend_vec2 corner, double u, double v)
{
    wend_voronoi_piece piece = {
        .left = {{10, 0}, {-10, 0}}, .right = {corner, corner}, .parabola = true};
    double d = u - corner.x, e = v - corner.x;
    piece.radius_a = 0.5 * (d * d / corner.y + corner.y);
    piece.radius_b = 0.5 * (e * e / corner.y + corner.y);
    piece.a = (wend_vec2){u, piece.radius_a};
    piece.b = (wend_vec2){v, piece.radius_b};
    return piece;
}

/// On the x axis, between a corner and its mirror image.
static wend_voronoi_piece make_round(wend_vec2 corner, double u, double v)
{
    wend_vec2 other = {corner.x, -corner.y};
    wend_voronoi_piece piece = {
        .a = {u, 0}, .b = {v, 0}, .left = {other, other}, .right = {corner, corner}};
    piece.radius_a = wend_distance(piece.a, corner);
    piece.radius_b = wend_distance(piece.b, corner);
    return piece;
}

/// On the x axis, between two sides; even now and then.
static wend_voronoi_piece make_flat(wend_random *random, double u, double v)
{
    double radius = wend_random_between(random, 0.1, 5), other = radius;
    if (wend_random_below(random, 2))
        other = wend_random_between(random, 0.1, 5);
    return (wend_voronoi_piece){.a = {u, 0},
                                .b = {v, 0},
                                .radius_a = radius,
                                .radius_b = other,
                                .left = {{0, 5}, {1, 5}},
                                .right = {{0, -5}, {1, -5}}};
}

static wend_voronoi_piece make_piece(wend_random *random)
{
    wend_vec2 corner = {wend_random_between(random, -3, 3), wend_random_between(random, 0.1, 4)};
    double u = wend_random_between(random, -5, 5), v = wend_random_between(random, -5, 5);
    uint32_t kind = wend_random_below(random, 3);
    return kind == 0   ? make_parabola(corner, u, v)
           : kind == 1 ? make_round(corner, u, v)
                       : make_flat(random, u, v);
}

/// What many small steps along a part of a piece add up to.
typedef struct sums {
    double length, narrow, least;
} sums;

static sums add_up(const wend_voronoi_piece *piece, double from, double to, double comfort)
{
    enum { STEPS = 2000 };
    sums s = {0};
    wend_vec2 before = wend_piece_point(piece, from, &s.least);
    for (int k = 1; k <= STEPS; ++k) {
        double middle, radius;
        wend_piece_point(piece, from + (to - from) * (k - 0.5) / STEPS, &middle);
        wend_vec2 p = wend_piece_point(piece, from + (to - from) * k / STEPS, &radius);
        s.length += wend_distance(before, p);
        s.narrow += wend_distance(before, p) * fmax(0, comfort / middle - 1);
        s.least = fmin(s.least, fmin(middle, radius));
        before = p;
    }
    return s;
}

static void test_measures(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(1, 0);
    for (int i = 0; i < 600; ++i) {
        wend_voronoi_piece piece = make_piece(&random);
        wend_stroke stroke = wend_stroke_of_piece(&piece);
        double from = wend_random_unit(&random), to = wend_random_unit(&random), radius;
        double comfort = wend_random_between(&random, 0.2, 6);
        double s = stroke.from + from * (stroke.to - stroke.from);
        double t = stroke.from + to * (stroke.to - stroke.from);
        sums sum = add_up(&piece, from, to, comfort);
        assert_near(wend_stroke_length(&stroke, s, t), sum.length, 1e-5 * (1 + sum.length));
        assert_near(wend_stroke_length(&stroke, stroke.from, stroke.to), wend_piece_length(&piece),
                    1e-9);
        assert_near(wend_stroke_narrow(&stroke, s, t, comfort), sum.narrow,
                    1e-4 * (1 + sum.narrow));
        assert_near(wend_stroke_narrow(&stroke, t, s, comfort), sum.narrow,
                    1e-4 * (1 + sum.narrow));
        assert_near(wend_stroke_minimum(&stroke, s, t), sum.least, 1e-3);
        wend_vec2 place = wend_piece_point(&piece, to, &radius);
        assert_near(wend_stroke_clearance(&stroke, t), radius, 1e-9);
        assert_near(wend_stroke_at(&stroke, place), t, 1e-9);
        assert_near(wend_stroke_share(&stroke, t), to, 1e-9);
    }
}

/// Where a stroke widens to some clearance it has that, and more behind it.
static void test_widens(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(2, 0);
    uint32_t found = 0;
    for (int i = 0; i < 2000; ++i) {
        wend_voronoi_piece piece = make_piece(&random);
        wend_stroke stroke = wend_stroke_of_piece(&piece);
        double wanted = wend_random_between(&random, 0.1, 5), from = stroke.from, to = stroke.to;
        double at = wend_stroke_widens(&stroke, from, to, wanted);
        if (isnan(at)) {
            bool narrow = wend_stroke_clearance(&stroke, from) < wanted;
            assert_true(!narrow || wend_stroke_clearance(&stroke, to) < wanted + 1e-9);
            continue;
        }
        found++;
        assert_near(wend_stroke_clearance(&stroke, at), wanted, 1e-9);
        assert_true(wend_stroke_clearance(&stroke, at + 1e-3 * (to - from)) >= wanted);
    }
    assert_true(found > 300);
}

/// A way out of a concave corner has a cost.
static void test_from_nothing(void **state)
{
    (void)state;
    wend_voronoi_piece piece = {
        .b = {3, 0}, .radius_b = 3, .left = {{0, 0}, {3, 3}}, .right = {{3, -3}, {0, 0}}};
    wend_stroke stroke = wend_stroke_of_piece(&piece);
    double cost = wend_stroke_narrow(&stroke, stroke.from, stroke.to, 3);
    assert_true(isfinite(cost) && cost > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_measures),
        cmocka_unit_test(test_widens),
        cmocka_unit_test(test_from_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
