// SPDX-License-Identifier: MIT
// Places of discs in a shape: all are in it, and apart.
#include "tests/group/group_walk.h"

/// A shape with a bend: straight, an arc of that turn at the least radius or more, straight.
static wend_group_shape bent(double width, double radius, double turn, double arm)
{
    double s = sin(turn), c = cos(turn);
    wend_vec2 corner = {arm, turn > 0 ? radius : -radius};
    double side = turn > 0 ? -radius : radius;
    wend_vec2 end = {corner.x - side * s, corner.y + side * c};
    return (wend_group_shape){
        .spine = {{.a = {0, 0}, .b = {arm, 0}},
                  {.a = {arm, 0}, .b = end, .corner = corner, .turn = turn > 0 ? 1 : -1},
                  {.a = end, .b = {end.x + arm * c, end.y + arm * s}}},
        .count = 3,
        .width = width};
}

static double min_gap(const wend_vec2 *places, const double *radii, uint32_t count)
{
    double least = INFINITY;
    for (uint32_t i = 0; i < count; ++i)
        for (uint32_t k = i + 1; k < count; ++k)
            least = fmin(least, walk_distance(places[i], places[k]) - radii[i] - radii[k]);
    return least;
}

static void check_places(const wend_group_shape *shape, const double *radii, uint32_t count,
                         uint64_t seed, double gap)
{
    wend_vec2 places[WALK_MOST];
    wend_error error;
    if (wend_group_potential_place(shape, radii, count, seed, places, &error) != WEND_OK)
        fail_msg("seed %llu: %s", (unsigned long long)seed, error.text);
    for (uint32_t i = 0; i < count; ++i) {
        double depth = wend_group_shape_depth(shape, places[i], NULL);
        if (!(depth >= radii[i] - WALK_ROUNDING))
            fail_msg("seed %llu: disc %u is %g m out of the shape", (unsigned long long)seed, i,
                     radii[i] - depth);
    }
    if (!(min_gap(places, radii, count) >= gap))
        fail_msg("seed %llu: the least gap is %g m, not %g m", (unsigned long long)seed,
                 min_gap(places, radii, count), gap);
}

static void test_one(void **state)
{
    (void)state;
    const double radii[] = {0.5, 0};
    wend_group_pose pose = {{3, 4}, 1, 1};
    // As wide as the shape, which is a disc of the same size, or has a spine.
    wend_group_shape disc = wend_group_shape_of(&pose, 3.141592653589793 / 4);
    wend_group_shape box = wend_group_shape_of(&pose, 3);
    for (uint64_t seed = 0; seed < 50; ++seed) {
        check_places(&disc, radii, 1, seed, 0);
        check_places(&box, radii, 2, seed, 0);
    }
    check_places(&box, radii, 0, 1, 0);
}

/// At the usual density, in shapes of all widths, straight and bent: with room between them.
static void test_groups(void **state)
{
    (void)state;
    uint64_t rounds = long_tier() ? 2000 : 60;
    for (uint64_t seed = 0; seed < rounds; ++seed) {
        wend_random random = wend_random_stream(seed, 5);
        uint32_t count = 2 + wend_random_below(&random, 119);
        walk *w = walk_create(count, 0.2, 0.4, WEND_GROUP_DENSITY, &random);
        double widest = wend_group_disc_width(w->size.area);
        double width = wend_random_between(&random, w->size.min_width, widest);
        wend_group_pose pose = {
            {wend_random_between(&random, -9, 9), 5}, wend_random_between(&random, -3, 3), width};
        wend_group_shape shape = wend_group_shape_of(&pose, w->size.area);
        check_places(&shape, w->radii, count, seed, 0.05);
        double radius = width * wend_random_between(&random, 0.5, 2);
        double turn = wend_random_between(&random, 0.1, 3) * (seed % 2 ? 1 : -1);
        double arm = (wend_group_spine(w->size.area, width) - radius * fabs(turn)) / 2;
        if (arm > 0) {
            shape = bent(width, radius, turn, arm);
            assert_true(fabs(wend_group_shape_area(&shape) / w->size.area - 1) < WALK_ROUNDING);
            check_places(&shape, w->radii, count, seed, 0.05);
        }
        walk_destroy(w);
    }
}

/// The densest groups that there may be, in the narrowest shapes.
static void test_dense(void **state)
{
    (void)state;
    uint64_t rounds = long_tier() ? 500 : 20;
    for (uint64_t seed = 0; seed < rounds; ++seed) {
        wend_random random = wend_random_stream(seed, 6);
        uint32_t count = 2 + wend_random_below(&random, 99);
        walk *w = walk_create(count, 0.15, 0.3, WEND_GROUP_DENSEST, &random);
        wend_group_pose pose = {{0, 0}, wend_random_between(&random, -3, 3), w->size.min_width};
        wend_group_shape shape = wend_group_shape_of(&pose, w->size.area);
        check_places(&shape, w->radii, count, seed, 0);
        pose.width = wend_group_disc_width(w->size.area);
        shape = wend_group_shape_of(&pose, w->size.area);
        check_places(&shape, w->radii, count, seed, 0);
        walk_destroy(w);
    }
}

/// Spread evenly: no part of a shape is left empty, wherever it is looked at.
static void test_even(void **state)
{
    (void)state;
    double radii[200];
    wend_vec2 places[200];
    wend_error error;
    for (int i = 0; i < 200; ++i)
        radii[i] = 0.3;
    for (uint64_t seed = 0; seed < 10; ++seed) {
        double area = 226;
        wend_group_pose pose = {{0, 0}, 0.3, 3 + 1.4 * (double)seed};
        wend_group_shape shape = wend_group_shape_of(&pose, area);
        assert_int_equal(wend_group_potential_place(&shape, radii, 200, seed, places, &error),
                         WEND_OK);
        wend_random random = wend_random_stream(seed, 0);
        for (int k = 0; k < 2000; ++k) {
            wend_vec2 p = {wend_random_between(&random, -40, 40),
                           wend_random_between(&random, -15, 15)};
            double far = INFINITY;
            for (int i = 0; i < 200; ++i)
                far = fmin(far, walk_distance(p, places[i]));
            // Each has 1.13 m2. In a perfect pattern nobody is farther than 0.66 m from all.
            if (wend_group_shape_depth(&shape, p, NULL) > 0.4 && far > 1.5)
                fail_msg("seed %llu: (%g, %g) is %g m from all", (unsigned long long)seed, p.x, p.y,
                         far);
        }
    }
}

static void test_again(void **state)
{
    (void)state;
    const double radii[] = {0.3, 0.2, 0.3, 0.25, 0.3};
    wend_vec2 a[5], b[5];
    wend_group_pose pose = {{0, 0}, 0.3, 1.5};
    wend_group_shape shape = wend_group_shape_of(&pose, 5);
    assert_int_equal(wend_group_potential_place(&shape, radii, 5, 7, a, NULL), WEND_OK);
    assert_int_equal(wend_group_potential_place(&shape, radii, 5, 7, b, NULL), WEND_OK);
    assert_memory_equal(a, b, sizeof a);
    assert_int_equal(wend_group_potential_place(&shape, radii, 5, 8, b, NULL), WEND_OK);
    assert_memory_not_equal(a, b, sizeof a);
}

static void test_too_many(void **state)
{
    (void)state;
    double radii[40];
    wend_vec2 places[40];
    wend_error error;
    wend_group_pose pose = {{0, 0}, 0.3, 1.5};
    wend_group_shape shape = wend_group_shape_of(&pose, 8);
    for (int i = 0; i < 40; ++i)
        radii[i] = 0.3;
    assert_int_equal(wend_group_potential_place(&shape, radii, 40, 7, places, &error),
                     WEND_NOT_FOUND);
    assert_string_equal(error.text, "no positions found for 40 discs in a shape of 8 m^2");
    radii[3] = 0.76;
    assert_int_equal(wend_group_potential_place(&shape, radii, 40, 7, places, &error),
                     WEND_NOT_FOUND);
    radii[3] = -1;
    assert_int_equal(wend_group_potential_place(&shape, radii, 40, 7, places, &error),
                     WEND_BAD_ARGUMENT);
    radii[3] = NAN;
    assert_int_equal(wend_group_potential_place(&shape, radii, 40, 7, places, &error),
                     WEND_BAD_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one),  cmocka_unit_test(test_groups), cmocka_unit_test(test_dense),
        cmocka_unit_test(test_even), cmocka_unit_test(test_again),  cmocka_unit_test(test_too_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
