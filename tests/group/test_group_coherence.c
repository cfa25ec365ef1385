// SPDX-License-Identifier: MIT
// Coherence: the smallest straight shape around discs against all angles, widths and heights, and
// shapes with a bend found again from discs that were strewn into one.
#include "tests/support/support.h"

#include "group/coherence_hull.h"
#include "tests/group/group_shapes.h"
#include "wend/geometry.h"

#include <math.h>

#define PI (2 * WEND_HALF_PI)

enum { MOST = 300 };

typedef struct crowd {
    wend_vec2 places[MOST];
    double radii[MOST];
    uint32_t count;
} crowd;

static void assert_held(const crowd *c, const wend_group_shape *shape)
{
    for (uint32_t i = 0; i < c->count; ++i)
        assert_true(wend_group_shape_depth(shape, c->places[i], NULL) >= c->radii[i] - 1e-9);
}

/// Spread in a box that is turned somehow; some on a grid, some all in one line.
static void strew(crowd *c, wend_random *random)
{
    double angle = wend_random_between(random, 0, 2 * PI), s, k;
    double flat = wend_random_below(random, 3) ? wend_random_unit(random) : 0;
    bool grid = wend_random_below(random, 4) == 0;
    wend_sin_cos(angle, &s, &k);
    c->count = 1 + wend_random_below(random, 12);
    for (uint32_t i = 0; i < c->count; ++i) {
        double x = wend_random_between(random, -5, 5),
               y = flat * wend_random_between(random, -5, 5);
        c->places[i] = (wend_vec2){k * x - s * y, s * x + k * y};
        if (grid)
            c->places[i] = (wend_vec2){round(x), round(y)};
        c->radii[i] = grid ? 0.5 : wend_random_between(random, 0.05, 0.6);
    }
}

// ---- straight shapes ----------------------------------------------------------------------------

/// The discs in the frame of an angle.
static void turn_crowd(crowd *to, const crowd *from, double angle)
{
    double s, k;
    wend_sin_cos(-angle, &s, &k);
    *to = *from;
    for (uint32_t i = 0; i < from->count; ++i) {
        wend_vec2 p = from->places[i];
        to->places[i] = (wend_vec2){k * p.x - s * p.y, s * p.x + k * p.y};
    }
}

/// The area of the shape along x that is so wide and at that height; INFINITY if it is too narrow.
static double area_along(const crowd *c, double half, double height)
{
    double from = INFINITY, to = -INFINITY;
    for (uint32_t i = 0; i < c->count; ++i) {
        double room = half - c->radii[i], off = c->places[i].y - height;
        if (room < fabs(off))
            return INFINITY;
        double s = sqrt(room * room - off * off);
        from = fmin(from, c->places[i].x + s);
        to = fmax(to, c->places[i].x - s);
    }
    return 2 * half * fmax(0, to - from) + PI * half * half;
}

/// The least area found by trying everything, in `steps` steps.
static double tried_area(const crowd *c, int steps)
{
    static crowd turned;
    double best = INFINITY;
    for (int i = 0; i < steps; ++i) {
        turn_crowd(&turned, c, PI * i / steps);
        double low = INFINITY, high = -INFINITY;
        for (uint32_t k = 0; k < c->count; ++k) {
            low = fmin(low, turned.places[k].y - c->radii[k]);
            high = fmax(high, turned.places[k].y + c->radii[k]);
        }
        double least = (high - low) / 2 * (1 + 1e-9);
        for (double half = least; PI * half * half < best; half *= 1 + 1.0 / steps)
            for (int k = 0; k <= 40; ++k) {
                double height = (high - half) + (low + half - (high - half)) * k / 40;
                best = fmin(best, area_along(&turned, half, height));
            }
    }
    return best;
}

static void straight_shapes_are_the_smallest(void **state)
{
    (void)state;
    static crowd c;
    int cases = long_tier() ? 400 : 40;
    for (int seed = 0; seed < cases; ++seed) {
        wend_random random = wend_random_stream((uint64_t)seed, 1021);
        strew(&c, &random);
        wend_discs discs = {c.places, c.radii, c.count};
        wend_group_shape shape = wend_coherence_straight(&discs, 0);
        assert_int_equal(shape.count, 1);
        assert_held(&c, &shape);
        double tried = tried_area(&c, long_tier() ? 400 : 100);
        if (wend_group_shape_area(&shape) > tried * 1.001)
            fail_msg("seed %d: %.9g, but there is one of %.9g", seed, wend_group_shape_area(&shape),
                     tried);
    }
}

static void shapes_known_by_hand(void **state)
{
    (void)state;
    wend_group_shape shape;
    double area;
    // One disc, two discs, a row.
    const wend_vec2 row[] = {{1, 1}, {4, 5}, {2.5, 3}, {1.6, 1.8}};
    const double radii[] = {0.5, 0.5, 0.5, 0.5};
    assert_int_equal(wend_group_coherent(row, radii, 1, 1, &shape, &area, NULL), WEND_OK);
    assert_true(fabs(area - PI / 4) <= 1e-3);
    for (uint32_t count = 2; count <= 4; ++count) {
        assert_int_equal(wend_group_coherent(row, radii, count, 6, &shape, &area, NULL), WEND_OK);
        assert_true(area >= 5 + PI / 4 - 1e-9 && area <= (5 + PI / 4) * 1.001);
    }
    // Around a circle.
    wend_vec2 ring[60];
    double small[60];
    for (int i = 0; i < 60; ++i) {
        ring[i] = (wend_vec2){3 * cos(PI * i / 30), 3 * sin(PI * i / 30)};
        small[i] = 0.1;
    }
    wend_error error;
    assert_int_equal(wend_group_coherent(ring, small, 60, 31, &shape, &area, NULL), WEND_OK);
    assert_true(area <= 3.1 * 3.1 * PI * 1.001);
    assert_int_equal(wend_group_coherent(ring, small, 60, 25, NULL, &area, &error), WEND_NOT_FOUND);
    assert_string_equal(wend_result_name(error.result), "not found");
    // As far away as the earth is large.
    for (int i = 0; i < 60; ++i)
        ring[i].x += 4e7;
    assert_int_equal(wend_group_coherent(ring, small, 60, 31, &shape, &area, NULL), WEND_OK);
}

static void what_is_no_group_is_refused(void **state)
{
    (void)state;
    wend_error error;
    wend_vec2 place = {0, 0};
    double radius = 1, none = 0;
    assert_int_equal(wend_group_coherent(&place, &radius, 0, 9, NULL, NULL, &error),
                     WEND_BAD_ARGUMENT);
    assert_int_equal(wend_group_coherent(&place, &none, 1, 9, NULL, NULL, &error),
                     WEND_BAD_ARGUMENT);
    assert_int_equal(wend_group_coherent(&place, &radius, 1, NAN, NULL, NULL, &error),
                     WEND_BAD_ARGUMENT);
    place.x = NAN;
    assert_int_equal(wend_group_coherent(&place, &radius, 1, 9, NULL, NULL, &error),
                     WEND_BAD_ARGUMENT);
}

static void asking_only_whether_says_the_same(void **state)
{
    (void)state;
    static crowd c;
    for (int seed = 0; seed < 200; ++seed) {
        wend_random random = wend_random_stream((uint64_t)seed, 1022);
        strew(&c, &random);
        wend_discs discs = {c.places, c.radii, c.count};
        wend_group_shape smallest = wend_coherence_straight(&discs, 0), shape;
        double area = wend_group_shape_area(&smallest);
        wend_result more =
            wend_group_coherent(c.places, c.radii, c.count, area * 1.01, &shape, NULL, NULL);
        assert_int_equal(more, WEND_OK);
        assert_true(wend_group_shape_area(&shape) <= area * 1.01);
        assert_held(&c, &shape);
        assert_true(wend_group_shape_area(&smallest) > area * 0.9989);
        shape = wend_coherence_straight(&discs, area * 0.998);
        assert_true(wend_group_shape_area(&shape) > area * 0.998);
        assert_held(&c, &shape);
    }
}

// ---- those around all ---------------------------------------------------------------------------

static void discs_around_all_are_the_farthest_in_every_direction(void **state)
{
    (void)state;
    static crowd c;
    static wend_outer_discs outer;
    for (int seed = 0; seed < 2000; ++seed) {
        wend_random random = wend_random_stream((uint64_t)seed, 1023);
        strew(&c, &random);
        wend_discs discs = {c.places, c.radii, c.count};
        wend_outer_discs_find(&discs, &outer);
        for (int k = 0; k < 360; ++k) {
            wend_vec2 n;
            wend_sin_cos(PI * k / 180, &n.y, &n.x);
            double all = -INFINITY, told = -INFINITY;
            for (uint32_t i = 0; i < c.count; ++i)
                all = fmax(all, c.places[i].x * n.x + c.places[i].y * n.y + c.radii[i]);
            for (uint32_t i = 0; i < outer.count; ++i)
                told = fmax(told, outer.positions[i].x * n.x + outer.positions[i].y * n.y +
                                      outer.radii[i]);
            assert_true(told <= all && told >= all - WEND_OUTER_SLACK * outer.largest * 1.01);
        }
    }
}

// ---- bent shapes --------------------------------------------------------------------------------

/// As many discs as it takes, anywhere in a shape.
static void strew_into(crowd *c, const wend_group_shape *shape, uint32_t count, double radius,
                       wend_random *random)
{
    wend_box box = wend_group_shape_box(shape);
    for (c->count = 0; c->count < count;) {
        wend_vec2 p = {wend_random_between(random, box.min.x, box.max.x),
                       wend_random_between(random, box.min.y, box.max.y)};
        c->places[c->count] = p;
        c->radii[c->count] = radius;
        c->count += wend_group_shape_depth(shape, p, NULL) >= radius;
    }
}

/// How many of so many groups of 50 in bent shapes are found to be coherent, in the area of the
/// shape that they are in.
static void groups_in_a_bend_are_coherent(void **state)
{
    (void)state;
    static crowd c;
    int cases = long_tier() ? 1000 : 60, found = 0, straight = 0;
    for (int seed = 0; seed < cases; ++seed) {
        wend_random random = wend_random_stream((uint64_t)seed, 1024);
        double width = wend_random_between(&random, 2, 3);
        double radius = width * wend_random_between(&random, 0.5, 1.5);
        double turning = wend_random_between(&random, 0.3, 2.6);
        double angle = wend_random_between(&random, 0, 6);
        double before = wend_random_between(&random, 2, 10);
        double bend = wend_random_below(&random, 2) ? radius : width / 2;
        double after = wend_random_between(&random, 2, 10);
        wend_group_shape shape =
            bent_shape((wend_vec2){3, 4}, angle, before, turning, bend, after, width);
        double alpha = wend_group_shape_area(&shape), area;
        strew_into(&c, &shape, 50, 0.2, &random);
        wend_group_shape held;
        wend_result result =
            wend_group_coherent(c.places, c.radii, c.count, alpha, &held, &area, NULL);
        assert_held(&c, &held);
        assert_true(fabs(wend_group_shape_area(&held) - area) <= 1e-9);
        assert_true((result == WEND_OK) == (area <= alpha));
        found += result == WEND_OK;
        straight += result == WEND_OK && held.count == 1;
        for (uint32_t i = 0; i < held.count; ++i) { // no bend is tighter than it may be
            const wend_path_piece *p = &held.spine[i];
            if (p->turn)
                assert_true(hypot(p->a.x - p->corner.x, p->a.y - p->corner.y) >=
                            held.width / 2 * (1 - 1e-6));
        }
    }
    if (found < cases * 98 / 100 || straight > cases / 3)
        fail_msg("%d of %d found, %d of them straight", found, cases, straight);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_known_by_hand),
        cmocka_unit_test(what_is_no_group_is_refused),
        cmocka_unit_test(straight_shapes_are_the_smallest),
        cmocka_unit_test(asking_only_whether_says_the_same),
        cmocka_unit_test(discs_around_all_are_the_farthest_in_every_direction),
        cmocka_unit_test(groups_in_a_bend_are_coherent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
