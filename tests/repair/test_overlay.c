// SPDX-License-Identifier: MIT
// Repair must not turn a room inside out: slivers that collapse on the grid, wherever they lie,
// take away no more than themselves.
#include "repair/repair.h"
#include "scene/check/check.h"
#include "tests/support/support.h"

#include "formats/formats.h"
#include "wend/geometry.h"
#include "wend/random.h"

#include <math.h>
#include <string.h>

static void add_polygon(scene *s, const wend_vec2 *outline, uint32_t count, const wend_vec2 *hole)
{
    wend_vec2 points[16];
    uint32_t ends[2] = {count, count + 4};
    memcpy(points, outline, count * sizeof *points);
    if (hole)
        memcpy(points + count, hole, 4 * sizeof *points);
    scene_obstacle *obstacle = scene_add_obstacle(s);
    assert_non_null(obstacle);
    assert_true(scene_shape_rings(s, points, ends, hole ? 2 : 1, &obstacle->shape));
}

static double solid_area(const scene *s)
{
    double area = 0;
    for (uint32_t i = 0; i < s->obstacle_count; ++i) {
        const scene_shape *shape = &s->obstacles[i].shape;
        for (uint32_t r = 0, begin = 0; r < shape->ring_count; begin = shape->ring_ends[r++]) {
            double ring = wend_polygon_area(shape->points + begin, shape->ring_ends[r] - begin);
            area += r == 0 ? fabs(ring) : -fabs(ring);
        }
    }
    return area;
}

static scene *room(void)
{
    static wend_vec2 bounds[] = {{0, 0}, {20, 0}, {20, 20}, {0, 20}};
    scene *s = scene_new();
    assert_non_null(s);
    s->bounds = bounds;
    s->bounds_count = 4;
    return s;
}

static void check_area(scene *s, double expected)
{
    problem_list problems = {0};
    if (!scene_repair(s, NULL, NULL, &problems) || !scene_check(s, &problems))
        problem_print(&problems, stderr);
    assert_int_equal(problems.count, 0);
    // The perimeters are below 400 m and the cells below a micrometre.
    assert_true(fabs(solid_area(s) - expected) < 1e-3);
    assert_true(fabs(wend_polygon_area(s->bounds, s->bounds_count) - 400) < 1e-3);
    problem_free(&problems);
    scene_free(s);
}

// A sliver from a to b, thinner than a cell.
static void sliver(wend_vec2 a, wend_vec2 b, wend_vec2 corners[4])
{
    const double half = 2e-10;
    double x = b.x - a.x, y = b.y - a.y, length = hypot(x, y);
    wend_vec2 side = {-y / length * half, x / length * half};
    corners[0] = (wend_vec2){a.x + side.x, a.y + side.y};
    corners[1] = (wend_vec2){a.x - side.x, a.y - side.y};
    corners[2] = (wend_vec2){b.x - side.x, b.y - side.y};
    corners[3] = (wend_vec2){b.x + side.x, b.y + side.y};
}

static void slivers_in_the_middle(void **state)
{
    (void)state;
    const wend_vec2 ends[][2] = {{{10, 5}, {10, 15}}, {{5, 10}, {15, 10}}, {{5, 5}, {15, 15}}};
    const wend_vec2 building[] = {{2, 2}, {18, 2}, {18, 18}, {2, 18}};
    for (int i = 0; i < 3; ++i) {
        wend_vec2 corners[4];
        sliver(ends[i][0], ends[i][1], corners);
        scene *s = room();
        add_polygon(s, corners, 4, NULL);
        check_area(s, 0); // an obstacle in a room
        s = room();
        add_polygon(s, building, 4, corners);
        check_area(s, 256); // a hole in a building
    }
    const wend_vec2 slit[] = {{2, 2},  {9.9999999999, 2}, {10, 15}, {10.0000000001, 2},
                              {18, 2}, {18, 18},          {2, 18}};
    scene *s = room();
    add_polygon(s, slit, 7, NULL);
    check_area(s, 256);
}

static void slivers_anywhere(void **state)
{
    (void)state;
    const uint64_t seed = 71, rounds = long_tier() ? 5000 : 150;
    for (uint64_t round = 0; round < rounds; ++round) {
        wend_random random = wend_random_stream(seed, round);
        scene *s = room();
        for (uint32_t i = 1 + wend_random_below(&random, 12); i > 0; --i) {
            wend_vec2 ends[2], corners[4];
            for (int k = 0; k < 2; ++k) {
                ends[k].x = wend_random_between(&random, 1, 19);
                ends[k].y = wend_random_between(&random, 1, 19);
            }
            if (wend_random_below(&random, 3) == 0)
                ends[1].x = ends[0].x = 10;
            sliver(ends[0], ends[1], corners);
            add_polygon(s, corners, 4, NULL);
        }
        double expected = 0;
        if (wend_random_below(&random, 2)) {
            const wend_vec2 box[] = {{4, 3}, {16, 3}, {16, 17}, {4, 17}};
            add_polygon(s, box, 4, NULL);
            expected = 168;
        }
        check_area(s, expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slivers_in_the_middle),
        cmocka_unit_test(slivers_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
