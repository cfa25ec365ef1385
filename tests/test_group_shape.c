// SPDX-License-Identifier: MIT
// Shapes of groups: sizes, areas, depths, places and outlines, against many points.
#include "support.h"

#include "core/angle.h"
#include "group/spine.h"
#include "group_shapes.h"
#include "wend/geometry.h"

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
        wend_vec2 local = wend_group_shape_local(&shape, p);
        assert_true(apart(wend_group_shape_place(&shape, local), p) <= 1e-10);
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
        cmocka_unit_test(areas_are_those_of_their_points_however_bent),
        cmocka_unit_test(depths_are_those_of_many_steps),
        cmocka_unit_test(places_come_back_from_their_own_frame),
        cmocka_unit_test(distances_are_those_of_many_steps),
        cmocka_unit_test(outlines_lie_on_the_border_and_have_the_area),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
