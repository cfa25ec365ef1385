// SPDX-License-Identifier: MIT
// Shapes of groups: sizes, areas, depths, places and outlines, against many points.
#include "tests/support/support.h"

#include "core/angle.h"
#include "group/spine.h"
#include "tests/group/group_shapes.h"
#include "wend/geometry.h"

#include <string.h>

/// Results that are exact but for rounding, for coordinates up to some 10 m.
#define ROUNDING 1e-12

static double apart(wend_vec2 a, wend_vec2 b)
{
    return hypot(b.x - a.x, b.y - a.y);
}

// ---- sizes --------------------------------------------------------------------------------------

static void widths_and_lengths_belong_together(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(1, 1001);
    for (int i = 0; i < 1000; ++i) {
        double area = wend_random_between(&random, 0.1, 100), disc = wend_group_disc_width(area);
        double width = wend_random_between(&random, 0.01, 1) * disc;
        double spine = wend_group_spine(area, width);
        assert_true(fabs(wend_group_width(area, spine) - width) <= ROUNDING * width);
        wend_group_pose pose = {{1, 2}, wend_random_between(&random, -9, 9), width};
        wend_group_shape shape = wend_group_shape_of(&pose, area);
        assert_true(fabs(wend_group_shape_area(&shape) - area) <= 1e-11 * area);
        assert_true(wend_group_spine(area, disc * 1.01) == 0);
        assert_true(fabs(wend_group_width(area, 0) - disc) <= ROUNDING * disc);
    }
}

static int larger_first(const void *a, const void *b)
{
    double p = *(const double *)a, q = *(const double *)b;
    return (p < q) - (p > q);
}

/// Puts discs, the largest first, into columns across a shape along x, and checks that all are in
/// it and none in another.
static void assert_columns_fit(double *radii, uint32_t count, const wend_group_shape *shape)
{
    static wend_vec2 places[500];
    qsort(radii, count, sizeof *radii, larger_first);
    double height = shape->width / 1.1 * (1 + 1e-9), length = wend_spine_length(shape);
    double x = -(length + sqrt(shape->width * shape->width - height * height)) / 2, used = 0;
    double column = 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (i == 0 || used + 2 * radii[i] > height) {
            x += column;
            column = 2 * radii[i];
            used = 0;
        }
        places[i] = (wend_vec2){x + column / 2, used + radii[i] - height / 2};
        used += 2 * radii[i];
        assert_true(wend_group_shape_depth(shape, places[i], NULL) >= radii[i] - 1e-9);
        for (uint32_t k = 0; k < i; ++k)
            assert_true(apart(places[i], places[k]) >= radii[i] + radii[k] - 1e-9);
    }
}

static void all_stand_in_the_narrowest_shape(void **state)
{
    (void)state;
    static double radii[500];
    wend_random random = wend_random_stream(1, 1007);
    int narrow = 0, cases = 400;
    for (int i = 0; i < cases; ++i) {
        uint32_t count = 1 + wend_random_below(&random, i % 2 ? 500 : 12);
        double density = i % 4 < 2 ? WEND_GROUP_DENSITY : wend_random_between(&random, 0.05, 0.5);
        double least = wend_random_below(&random, 3) ? 0.3 : 0.01, squares = 0, largest = 0;
        for (uint32_t k = 0; k < count; ++k) {
            radii[k] = wend_random_between(&random, least, 0.3);
            squares += radii[k] * radii[k];
            largest = fmax(largest, radii[k]);
        }
        wend_group_size size;
        assert_int_equal(wend_group_size_for(radii, count, density, &size, NULL), WEND_OK);
        assert_true(fabs(size.area * density - 2 * WEND_HALF_PI * squares) <= 1e-9);
        double disc = wend_group_disc_width(size.area);
        assert_true(size.min_width > 0 && size.min_width <= disc);
        if (size.min_width == disc)
            continue; // they fit, by the theorem
        narrow++;
        assert_true(size.min_width >= 4.4 * largest * (1 - 1e-12));
        wend_group_pose pose = {{0, 0}, 0, size.min_width};
        wend_group_shape shape = wend_group_shape_of(&pose, size.area);
        assert_columns_fit(radii, count, &shape);
    }
    assert_true(narrow > cases * 3 / 4);
}

static void groups_of_equals_get_as_narrow_as_two_of_them(void **state)
{
    (void)state;
    double radii[200];
    wend_group_size size;
    for (int i = 0; i < 200; ++i)
        radii[i] = 0.25;
    for (uint32_t count = 2; count <= 200; ++count) {
        wend_group_size_for(radii, count, WEND_GROUP_DENSITY, &size, NULL);
        assert_true(fabs(size.min_width - 1.1) <= ROUNDING);
    }
}

static void what_is_no_size_is_refused(void **state)
{
    (void)state;
    wend_group_size size = {1, 1};
    wend_error error;
    const double radii[] = {1, 0, -1, NAN, INFINITY};
    assert_int_equal(wend_group_size_for(radii, 0, 0.2, &size, &error), WEND_BAD_ARGUMENT);
    for (int i = 1; i < 5; ++i)
        assert_int_equal(wend_group_size_for(radii + i, 1, 0.2, &size, &error), WEND_BAD_ARGUMENT);
    const double densities[] = {0, -1, NAN, 0.51};
    for (int i = 0; i < 4; ++i)
        assert_int_equal(wend_group_size_for(radii, 1, densities[i], &size, &error),
                         WEND_BAD_ARGUMENT);
    assert_true(size.area == 1 && strstr(error.text, "density"));
}

/// The area of a shape by the rows of a grid.
static double counted_area(const wend_group_shape *shape, int rows)
{
    wend_box box = wend_group_shape_box(shape);
    double step = fmax(box.max.x - box.min.x, box.max.y - box.min.y) / rows;
    uint64_t inside = 0;
    for (double y = box.min.y + step / 2; y < box.max.y; y += step)
        for (double x = box.min.x + step / 2; x < box.max.x; x += step)
            inside += wend_group_shape_depth(shape, (wend_vec2){x, y}, NULL) >= 0;
    return (double)inside * step * step;
}

static void areas_are_those_of_their_points_however_bent(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(1, 1002);
    for (int i = 0; i < 30; ++i) {
        wend_group_shape shape = random_shape(&random, 5);
        double area = wend_group_shape_area(&shape);
        assert_true(fabs(counted_area(&shape, 300) - area) <= 0.01 * area);
    }
}

// ---- points -------------------------------------------------------------------------------------

/// The distance from p to the spine by many steps along it.
static double stepped_distance(const wend_group_shape *shape, wend_vec2 p, int steps)
{
    double length = wend_spine_length(shape), least = INFINITY;
    for (int k = 0; k <= steps; ++k)
        least = fmin(least, apart(p, wend_spine_at(shape, length * k / steps, NULL)));
    return least;
}

static void depths_are_those_of_many_steps(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(1, 1003);
    for (int i = 0; i < 200; ++i) {
        wend_group_shape shape = random_shape(&random, 5);
        double length = wend_spine_length(&shape), step = length / 400;
        wend_box box = wend_group_shape_box(&shape);
        for (int k = 0; k < 20; ++k) {
            wend_vec2 p = {wend_random_between(&random, box.min.x - 1, box.max.x + 1),
                           wend_random_between(&random, box.min.y - 1, box.max.y + 1)};
            wend_vec2 nearest;
            double depth = wend_group_shape_depth(&shape, p, &nearest);
            double off = shape.width / 2 - depth;
            assert_true(fabs(wend_group_shape_depth(&shape, p, NULL) - depth) <= ROUNDING);
            assert_true(fabs(apart(p, nearest) - off) <= ROUNDING);
            double stepped = stepped_distance(&shape, p, 400);
            assert_true(off <= stepped + ROUNDING && off >= stepped - step - ROUNDING);
            if (depth >= 0)
                assert_true(p.x >= box.min.x - ROUNDING && p.x <= box.max.x + ROUNDING &&
                            p.y >= box.min.y - ROUNDING && p.y <= box.max.y + ROUNDING);
        }
    }
}

static void places_come_back_from_their_own_frame(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(1, 1004);
    for (int i = 0; i < 2000; ++i) {
        wend_group_shape shape = random_shape(&random, 5);
        wend_box box = wend_group_shape_box(&shape);
        wend_vec2 p = {wend_random_between(&random, box.min.x, box.max.x),
                       wend_random_between(&random, box.min.y, box.max.y)};
        double depth = wend_group_shape_depth(&shape, p, NULL);
        if (depth < 0)
            continue;
        wend_vec2 local = wend_group_shape_to_local(&shape, p);
        assert_true(apart(wend_group_shape_from_local(&shape, local), p) <= 1e-10);
        double half = wend_spine_length(&shape) / 2;
        if (fabs(local.x) <= half)
            assert_true(fabs(fabs(local.y) + depth - shape.width / 2) <= ROUNDING);
        else
            assert_true(fabs(hypot(fabs(local.x) - half, local.y) + depth - shape.width / 2) <=
                        ROUNDING);
    }
}

// ---- two shapes ---------------------------------------------------------------------------------

static void distances_are_those_of_many_steps(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(1, 1005);
    for (int i = 0; i < 500; ++i) {
        wend_group_shape a = random_shape(&random, 5), b = random_shape(&random, 5);
        double distance = wend_group_shapes_distance(&a, &b), length = wend_spine_length(&a);
        double least = INFINITY;
        for (int k = 0; k <= 400; ++k) {
            wend_vec2 p = wend_spine_at(&a, length * k / 400, NULL);
            least = fmin(least, -wend_group_shape_depth(&b, p, NULL) - a.width / 2);
        }
        assert_true(distance <= fmax(0, least) + ROUNDING);
        assert_true(distance >= least - length / 400 - ROUNDING);
        assert_true(fabs(wend_group_shapes_distance(&b, &a) - distance) <= ROUNDING);
    }
}

// ---- outlines -----------------------------------------------------------------------------------

static void outlines_lie_on_the_border_and_have_the_area(void **state)
{
    (void)state;
    enum { MOST = 4096 };
    static wend_vec2 points[MOST];
    wend_random random = wend_random_stream(1, 1006);
    for (int i = 0; i < 500; ++i) {
        wend_group_shape shape = random_shape(&random, 5);
        double error = wend_random_between(&random, 0.0005, 0.05);
        uint32_t count, again;
        assert_int_equal(wend_group_shape_outline(&shape, error, points, MOST, &count), WEND_OK);
        assert_int_equal(wend_group_shape_outline(&shape, error, NULL, 0, &again),
                         WEND_BUFFER_TOO_SMALL);
        assert_true(count == again && count >= 3);
        double around = 0;
        for (uint32_t k = 0; k < count; ++k) {
            wend_vec2 p = points[k], q = points[(k + 1) % count];
            wend_vec2 middle = {(p.x + q.x) / 2, (p.y + q.y) / 2};
            assert_true(fabs(wend_group_shape_depth(&shape, p, NULL)) <= 1e-10);
            assert_true(fabs(wend_group_shape_depth(&shape, middle, NULL)) <= error + ROUNDING);
            assert_true(apart(p, q) > 0);
            around += apart(p, q);
        }
        double area = wend_polygon_area(points, count);
        assert_true(fabs(area - wend_group_shape_area(&shape)) <= around * error);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(widths_and_lengths_belong_together),
        cmocka_unit_test(all_stand_in_the_narrowest_shape),
        cmocka_unit_test(groups_of_equals_get_as_narrow_as_two_of_them),
        cmocka_unit_test(what_is_no_size_is_refused),
        cmocka_unit_test(areas_are_those_of_their_points_however_bent),
        cmocka_unit_test(depths_are_those_of_many_steps),
        cmocka_unit_test(places_come_back_from_their_own_frame),
        cmocka_unit_test(distances_are_those_of_many_steps),
        cmocka_unit_test(outlines_lie_on_the_border_and_have_the_area),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
