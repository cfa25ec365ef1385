// SPDX-License-Identifier: MIT
// Cells of points: answers known by hand, cutting by all points one after the other as an oracle,
// places whose nearest point is looked for, and guesses of every kind.
#include "tests/support/support.h"

#include "voronoi/point_cells.h"
#include "wend/geometry.h"
#include "wend/random.h"

#include <math.h>
#include <string.h>

static const wend_box BOX = {{0, 0}, {10, 8}};

/// What a test finds cells with.
typedef struct finder {
    wend_point_cells all;
    wend_convex cell;
} finder;

static void place(finder *f, const wend_vec2 *points, uint32_t count, wend_surrounding around)
{
    assert_true(wend_point_cells_place(&f->all, points, count, around, NULL));
    assert_true(wend_convex_reserve(&f->cell, wend_point_cells_room(&f->all), NULL));
}

static void finder_free(finder *f)
{
    wend_point_cells_free(&f->all, NULL);
    wend_convex_free(&f->cell, NULL);
}

static double area_of(finder *f, uint32_t number)
{
    wend_point_cell_find(&f->all, number, NULL, 0, &f->cell);
    return wend_convex_area(&f->cell);
}

static void check_near(double value, double wanted, double error, const char *what, uint64_t seed)
{
    if (!(fabs(value - wanted) <= error))
        fail_msg("%s: %.17g, not %.17g (seed %llu)", what, value, wanted, (unsigned long long)seed);
}

// ---- by hand ------------------------------------------------------------------------------------

static void test_one_and_two(void **state)
{
    (void)state;
    finder f = {0};
    const wend_vec2 points[] = {{2, 3}, {6, 3}};
    place(&f, points, 0, (wend_surrounding){.box = BOX});
    place(&f, points, 1, (wend_surrounding){.box = BOX});
    check_near(area_of(&f, 0), 80, 1e-12, "alone", 0);
    for (uint32_t i = 0; i < 4; ++i)
        assert_int_equal(f.cell.across[i], WEND_SURROUNDING_SIDE + i);
    place(&f, points, 2, (wend_surrounding){.box = BOX});
    check_near(area_of(&f, 0), 4 * 8, 1e-12, "left", 0);
    assert_true(wend_convex_has_side(&f.cell, 1));
    assert_false(wend_convex_has_side(&f.cell, WEND_SURROUNDING_SIDE + 1));
    check_near(area_of(&f, 1), 6 * 8, 1e-12, "right", 0);
    finder_free(&f);
}

/// A lattice: all four neighbours at a corner are equally far.
static void test_lattice(void **state)
{
    (void)state;
    finder f = {0};
    wend_vec2 points[80];
    for (uint32_t i = 0; i < 80; ++i)
        points[i] = (wend_vec2){0.5 + i % 10, 0.5 + i / 10};
    place(&f, points, 80, (wend_surrounding){.box = BOX});
    for (uint32_t i = 0; i < 80; ++i)
        check_near(area_of(&f, i), 1, 1e-12, "a square", i);
    finder_free(&f);
}

/// Many on a circle around one: it has as many corners.
static void test_circle(void **state)
{
    (void)state;
    enum { AROUND = 100 };
    finder f = {0};
    wend_vec2 points[AROUND + 1] = {{5, 4}};
    const double step = 6.283185307179586 / AROUND;
    for (uint32_t i = 0; i < AROUND; ++i)
        points[i + 1] = (wend_vec2){5 + 2 * cos(i * step), 4 + 2 * sin(i * step)};
    place(&f, points, AROUND + 1, (wend_surrounding){.box = BOX});
    check_near(area_of(&f, 0), AROUND * tan(step / 2), 1e-11, "in the middle", 0);
    assert_int_equal(f.cell.count, AROUND);
    double sum = 0;
    for (uint32_t i = 0; i <= AROUND; ++i)
        sum += area_of(&f, i);
    check_near(sum, 80, 1e-10, "all", 0);
    finder_free(&f);
}

/// Points at one place share a cell; points on a line have strips; one is outside.
static void test_degenerate(void **state)
{
    (void)state;
    finder f = {0};
    const wend_vec2 same[] = {{2, 2}, {7, 2}, {2, 2}, {2, 2}};
    place(&f, same, 4, (wend_surrounding){.box = BOX});
    assert_int_equal(wend_point_cell_find(&f.all, 2, NULL, 0, &f.cell), 3);
    check_near(wend_convex_area(&f.cell), 4.5 * 8, 1e-12, "shared", 0);
    assert_int_equal(wend_point_cell_find(&f.all, 1, NULL, 0, &f.cell), 1);
    wend_vec2 line[50];
    for (uint32_t i = 0; i < 50; ++i)
        line[i] = (wend_vec2){0.1 + 0.2 * i, 4};
    place(&f, line, 50, (wend_surrounding){.box = BOX});
    for (uint32_t i = 0; i < 50; ++i)
        check_near(area_of(&f, i), 0.2 * 8, 1e-12, "a strip", i);
    const wend_vec2 outside[] = {{12, 4}, {8, 4}, {14, 4}, {1e6, 4}};
    place(&f, outside, 4, (wend_surrounding){.box = BOX});
    check_near(area_of(&f, 0), 0, 1e-9, "at the border", 0);
    check_near(area_of(&f, 1), 80, 1e-9, "inside", 0);
    assert_int_equal((int)area_of(&f, 3), 0);
    assert_int_equal(f.cell.count, 0);
    finder_free(&f);
}

static void test_ring(void **state)
{
    (void)state;
    finder f = {0};
    const wend_vec2 square[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const wend_vec2 points[] = {{0, 0}, {1, 0}, {1e3, 1e3}};
    place(&f, points, 3, (wend_surrounding){.ring = square, .count = 4});
    check_near(area_of(&f, 0), 3, 1e-12, "cut once", 0);
    check_near(area_of(&f, 2), 4, 1e-12, "alone", 0);
    finder_free(&f);
}

// ---- at random ----------------------------------------------------------------------------------

enum { MOST = 300 };

/// Points of many kinds in the box.
static uint32_t make_points(wend_random *random, wend_vec2 *points)
{
    uint32_t count = 1 + wend_random_below(random, wend_random_below(random, 4) ? 60 : MOST);
    uint32_t kind = wend_random_below(random, 6);
    for (uint32_t i = 0; i < count; ++i) {
        double x = wend_random_unit(random) * 10, y = wend_random_unit(random) * 8;
        switch (kind) {
        case 0: // a lattice with holes and points at one place
            x = floor(x), y = floor(y);
            break;
        case 1: // nearly one
            x = floor(x) + 1e-13 * x, y = floor(y) + 1e-13 * y;
            break;
        case 2: // a cluster and some far away
            x = i % 10 ? 3 + x * 1e-3 : x, y = i % 10 ? 5 + y * 1e-3 : y;
            break;
        case 3: // nearly on a line
            y = 4 + 1e-9 * y;
            break;
        default:
            break;
        }
        points[i] = (wend_vec2){x, y};
    }
    return count;
}

/// The area of a cell by cutting with all points, each to the next: obviously right.
static double area_slowly(const wend_vec2 *points, uint32_t count, uint32_t number, wend_box box)
{
    static wend_vec2 a[MOST + 8], b[MOST + 8];
    wend_vec2 p = points[number];
    uint32_t corners = 4;
    a[0] = box.min;
    a[1] = (wend_vec2){box.max.x, box.min.y};
    a[2] = box.max;
    a[3] = (wend_vec2){box.min.x, box.max.y};
    for (uint32_t i = 0; i < 4; ++i)
        a[i] = (wend_vec2){a[i].x - p.x, a[i].y - p.y};
    for (uint32_t k = 0; k < count; ++k) {
        double x = points[k].x - p.x, y = points[k].y - p.y, most = (x * x + y * y) / 2;
        uint32_t left = 0;
        for (uint32_t i = 0; i < corners && most > 0; ++i) {
            wend_vec2 u = a[i], v = a[(i + 1) % corners];
            double du = x * u.x + y * u.y - most, dv = x * v.x + y * v.y - most;
            if (du <= 0)
                b[left++] = u;
            if ((du <= 0) != (dv <= 0)) {
                double t = du / (du - dv);
                b[left++] = (wend_vec2){u.x + t * (v.x - u.x), u.y + t * (v.y - u.y)};
            }
        }
        if (most > 0) {
            corners = left;
            memcpy(a, b, left * sizeof *a);
        }
    }
    return corners > 2 ? wend_polygon_area(a, corners) : 0;
}

static void check_crowd(finder *f, const wend_vec2 *points, uint32_t count, uint64_t seed)
{
    double sum = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t sharing = wend_point_cell_find(&f->all, i, NULL, 0, &f->cell), same = 0;
        double area = wend_convex_area(&f->cell);
        check_near(area, area_slowly(points, count, i, BOX), 1e-11, "a cell", seed);
        for (uint32_t k = 0; k < count; ++k)
            same += points[k].x == points[i].x && points[k].y == points[i].y;
        assert_int_equal(sharing, same);
        sum += area / sharing;
        for (uint32_t k = 0; k < f->cell.count; ++k) {
            double x = f->cell.x[k], y = f->cell.y[k];
            assert_true(x * x + y * y <= f->cell.reach * (1 + 1e-12));
        }
    }
    check_near(sum, 80, 1e-9, "all cells", seed);
}

/// Corners as far from their point as from what is across of both sides, and from nothing nearer.
static void check_corners(const finder *f, const wend_vec2 *points, uint32_t count, uint32_t number,
                          uint64_t seed)
{
    for (uint32_t k = 0; k < f->cell.count; ++k) {
        wend_vec2 at = {points[number].x + f->cell.x[k], points[number].y + f->cell.y[k]};
        double own = hypot(f->cell.x[k], f->cell.y[k]);
        for (uint32_t i = 0; i < count; ++i)
            if (hypot(points[i].x - at.x, points[i].y - at.y) < own - 1e-9)
                fail_msg("a corner of %u is nearer to %u (seed %llu)", (unsigned)number,
                         (unsigned)i, (unsigned long long)seed);
    }
}

/// Guesses: the cell's own sides, turned; those of another; with one left out; at random.
static void check_guesses(finder *f, uint32_t count, wend_random *random, uint64_t seed)
{
    uint32_t guess[64], number = wend_random_below(random, count);
    double area = area_of(f, number);
    uint32_t sides = f->cell.count < 64 ? f->cell.count : 64;
    uint32_t turned = wend_random_below(random, sides);
    for (uint32_t i = 0; i < sides; ++i)
        guess[i] = f->cell.across[(i + turned) % sides];
    uint32_t own = sides;
    for (int kind = 0; kind < 6; ++kind) {
        uint32_t given = own;
        if (kind == 1)
            given = own - 1;
        if (kind == 2) // twice around
            for (uint32_t i = 0; i < own && given < 64; ++i)
                guess[given++] = guess[i];
        if (kind == 3) {
            uint32_t wrong = wend_random_below(random, own);
            guess[wrong] = wend_random_below(random, count);
        }
        if (kind == 4)
            for (uint32_t i = 0; i < own; ++i)
                guess[i] = wend_random_below(random, count);
        if (kind == 5)
            for (uint32_t i = 0; i < own; ++i)
                guess[i] = wend_random_u32(random);
        wend_point_cell_find(&f->all, number, guess, given, &f->cell);
        check_near(wend_convex_area(&f->cell), area, 1e-11, "guessed", seed);
    }
}

static void test_random(void **state)
{
    (void)state;
    finder f = {0};
    wend_vec2 points[MOST];
    uint64_t crowds = long_tier() ? 20000 : 300;
    for (uint64_t seed = 1; seed <= crowds; ++seed) {
        wend_random random = wend_random_stream(seed, 0);
        uint32_t count = make_points(&random, points);
        place(&f, points, count, (wend_surrounding){.box = BOX});
        check_crowd(&f, points, count, seed);
        for (int i = 0; i < 5; ++i) {
            uint32_t number = wend_random_below(&random, count);
            area_of(&f, number);
            check_corners(&f, points, count, number, seed);
            check_guesses(&f, count, &random, seed);
        }
    }
    finder_free(&f);
}

/// A crowd that walks: each cell is guessed from the frame before. Who goes is guessed, too.
static void test_walk(void **state)
{
    (void)state;
    enum { WALKERS = 120, KEPT = 16 };
    finder f = {0};
    wend_vec2 points[WALKERS], velocity[WALKERS];
    static uint32_t sides[WALKERS][KEPT], counts[WALKERS];
    wend_random random = wend_random_stream(7, 0);
    for (uint32_t i = 0; i < WALKERS; ++i) {
        points[i] = (wend_vec2){wend_random_unit(&random) * 10, wend_random_unit(&random) * 8};
        velocity[i] = (wend_vec2){wend_random_between(&random, -0.05, 0.05),
                                  wend_random_between(&random, -0.05, 0.05)};
        counts[i] = 0;
    }
    int frames = long_tier() ? 5000 : 150;
    for (int frame = 0; frame < frames; ++frame) {
        uint32_t count = frame % 50 == 49 ? WALKERS / 2 : WALKERS;
        place(&f, points, count, (wend_surrounding){.box = BOX});
        double sum = 0;
        for (uint32_t i = 0; i < count; ++i) {
            wend_point_cell_find(&f.all, i, sides[i], counts[i], &f.cell);
            sum += wend_convex_area(&f.cell);
            counts[i] = f.cell.count <= KEPT ? f.cell.count : 0;
            memcpy(sides[i], f.cell.across, counts[i] * sizeof *sides[i]);
        }
        check_near(sum, 80, 1e-9, "all cells of a frame", (uint64_t)frame);
        for (uint32_t i = 0; i < WALKERS; ++i) {
            points[i] = (wend_vec2){points[i].x + velocity[i].x, points[i].y + velocity[i].y};
            if (points[i].x < 0 || points[i].x > 10)
                velocity[i].x = -velocity[i].x;
            if (points[i].y < 0 || points[i].y > 8)
                velocity[i].y = -velocity[i].y;
        }
    }
    finder_free(&f);
}

/// Far from the origin, and in units of any size.
static void test_far(void **state)
{
    (void)state;
    finder f = {0};
    wend_vec2 points[MOST];
    wend_random random = wend_random_stream(3, 0);
    uint32_t count = 100;
    for (uint32_t i = 0; i < count; ++i)
        points[i] = (wend_vec2){1e6 + wend_random_below(&random, 1024) / 128.0,
                                -1e6 + wend_random_below(&random, 1024) / 128.0};
    const wend_box box = {{1e6, -1e6}, {1e6 + 8, -1e6 + 8}};
    place(&f, points, count, (wend_surrounding){.box = box});
    double sum = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t sharing = wend_point_cell_find(&f.all, i, NULL, 0, &f.cell);
        check_near(wend_convex_area(&f.cell), area_slowly(points, count, i, box), 1e-11, "far", i);
        sum += wend_convex_area(&f.cell) / sharing;
    }
    check_near(sum, 64, 1e-10, "far", 0);
    for (uint32_t i = 0; i < count; ++i)
        points[i] = (wend_vec2){(points[i].x - 1e6) * 1e-7, (points[i].y + 1e6) * 1e-7};
    place(&f, points, count, (wend_surrounding){.box = {{0, 0}, {8e-7, 8e-7}}});
    sum = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t sharing = wend_point_cell_find(&f.all, i, NULL, 0, &f.cell);
        sum += wend_convex_area(&f.cell) / sharing;
    }
    check_near(sum * 1e14, 64, 1e-9, "tiny", 0);
    finder_free(&f);
}

static void test_memory(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    const wend_allocator allocator = failing_allocator_of(&memory);
    wend_vec2 points[50];
    wend_random random = wend_random_stream(4, 0);
    for (uint32_t i = 0; i < 50; ++i)
        points[i] = (wend_vec2){wend_random_unit(&random), wend_random_unit(&random)};
    const wend_surrounding around = {.box = {{0, 0}, {1, 1}}};
    size_t failures = 0;
    for (memory.fail_at = 1;; ++memory.fail_at) {
        memory.calls = 0;
        finder f = {0};
        bool enough = wend_point_cells_place(&f.all, points, 50, around, &allocator) &&
                      wend_convex_reserve(&f.cell, wend_point_cells_room(&f.all), &allocator);
        failures += !enough;
        // A second time it takes nothing.
        size_t calls = memory.calls;
        if (enough) {
            assert_true(wend_point_cells_place(&f.all, points, 50, around, &allocator));
            assert_true(wend_convex_reserve(&f.cell, wend_point_cells_room(&f.all), &allocator));
            assert_int_equal(memory.calls, calls);
        }
        wend_point_cells_free(&f.all, &allocator);
        wend_convex_free(&f.cell, &allocator);
        assert_int_equal(memory.bytes, 0);
        if (enough)
            break;
    }
    assert_int_equal(failures, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_and_two), cmocka_unit_test(test_lattice),
        cmocka_unit_test(test_circle),      cmocka_unit_test(test_degenerate),
        cmocka_unit_test(test_ring),        cmocka_unit_test(test_random),
        cmocka_unit_test(test_walk),        cmocka_unit_test(test_far),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
