// SPDX-License-Identifier: MIT
// Rings: area, orientation, where a point lies, and whether they are simple, against loops over all
// pairs and known answers.
#include "tests/support/support.h"
#include "wend/geometry.h"
#include "wend/random.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

// ---- oracles ------------------------------------------------------------------------------------

static bool simple_by_pairs(const wend_vec2 *ring, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        wend_segment s = {ring[i], ring[(i + 1) % count]};
        if (s.a.x == s.b.x && s.a.y == s.b.y)
            return false;
        for (size_t j = i + 1; j < count; j++) {
            wend_segment t = {ring[j], ring[(j + 1) % count]};
            wend_meeting meeting = wend_segments_meet(s, t, NULL);
            bool neighbours = j == i + 1 || (i == 0 && j == count - 1);
            if (neighbours ? meeting != WEND_TOUCH : meeting != WEND_APART)
                return false;
        }
    }
    return true;
}

// By a ray to the left, where wend looks to the right, and edge by edge.
static wend_side locate_slowly(const wend_vec2 *ring, size_t count, wend_vec2 p)
{
    int crossings = 0;
    for (size_t i = 0; i < count; i++) {
        wend_vec2 a = ring[i], b = ring[(i + 1) % count];
        if (wend_on_segment((wend_segment){a, b}, p))
            return WEND_ON;
        wend_vec2 low = a.y < b.y ? a : b, high = a.y < b.y ? b : a;
        if (low.y < p.y && p.y <= high.y && wend_orient2d(low, high, p) < 0)
            crossings++;
    }
    return crossings % 2 ? WEND_INSIDE : WEND_OUTSIDE;
}

static void must_be(bool condition, uint64_t seed, uint64_t round, const char *what)
{
    if (!condition)
        fail_msg("%s (seed %llu, round %llu)", what, (unsigned long long)seed,
                 (unsigned long long)round);
}

static bool is_simple(const wend_vec2 *ring, size_t count)
{
    wend_error error;
    wend_result result = wend_polygon_check(ring, count, NULL, &error);
    if (result == WEND_OK)
        return true;
    assert_int_equal(result, WEND_INVALID_GEOMETRY);
    assert_int_equal(error.result, WEND_INVALID_GEOMETRY);
    assert_true(error.text[0]);
    if (!error.has_position)
        return false;
    // The place is on the ring, but for the rounding of a crossing.
    double nearest = INFINITY;
    for (size_t i = 0; i < count; i++)
        nearest =
            fmin(nearest, wend_segment_distance((wend_segment){ring[i], ring[(i + 1) % count]},
                                                error.position));
    wend_box box = wend_box_of(ring, count);
    assert_true(nearest <= 1e-9 * (1 + hypot(box.max.x - box.min.x, box.max.y - box.min.y)));
    return false;
}

// ---- rings --------------------------------------------------------------------------------------

// A ring around the origin, with a radius for each of the directions, which are in order: simple.
static void make_star(wend_random *random, wend_vec2 *ring, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double angle =
            6.28318530717958648 * ((double)i + 0.7 * wend_random_unit(random)) / (double)count;
        double radius = wend_random_between(random, 1, 10);
        ring[i] = (wend_vec2){radius * cos(angle), radius * sin(angle)};
    }
}

// Any points of a small grid: hardly ever simple, and full of ties.
static void make_grid_ring(wend_random *random, wend_vec2 *ring, size_t count, uint32_t size)
{
    for (size_t i = 0; i < count; i++)
        ring[i] = (wend_vec2){(double)wend_random_below(random, size),
                              (double)wend_random_below(random, size)};
}

// The outline of a connected set of grid cells that grows by edges: many collinear vertices, and
// simple more often than not. Starts from a square and pushes edges out.
static size_t make_grown_ring(wend_random *random, wend_vec2 *ring, size_t capacity)
{
    size_t count = 4;
    ring[0] = (wend_vec2){0, 0};
    ring[1] = (wend_vec2){1, 0};
    ring[2] = (wend_vec2){1, 1};
    ring[3] = (wend_vec2){0, 1};
    while (count + 2 <= capacity) {
        size_t i = wend_random_below(random, (uint32_t)count), j = (i + 1) % count;
        wend_vec2 a = ring[i], b = ring[j];
        wend_vec2 out = {b.y - a.y, a.x - b.x};
        memmove(ring + i + 3, ring + i + 1, (count - i - 1) * sizeof *ring);
        ring[i + 1] = (wend_vec2){a.x + out.x, a.y + out.y};
        ring[i + 2] = (wend_vec2){b.x + out.x, b.y + out.y};
        count += 2;
    }
    return count;
}

static void reverse(wend_vec2 *ring, size_t count)
{
    for (size_t i = 0; i < count / 2; i++) {
        wend_vec2 p = ring[i];
        ring[i] = ring[count - 1 - i];
        ring[count - 1 - i] = p;
    }
}

// ---- area and orientation -----------------------------------------------------------------------

static void area_is_signed_and_keeps_its_digits_far_away(void **state)
{
    (void)state;
    wend_vec2 square[] = {{0, 0}, {2, 0}, {2, 3}, {0, 3}};
    assert_true(wend_polygon_area(square, 4) == 6);
    reverse(square, 4);
    assert_true(wend_polygon_area(square, 4) == -6);
    assert_true(wend_polygon_area(square, 2) == 0);
    assert_true(wend_polygon_area(NULL, 0) == 0);
    for (size_t i = 0; i < 4; i++) {
        square[i].x += 5e8;
        square[i].y -= 5e8;
    }
    assert_true(wend_polygon_area(square, 4) == -6);
}

static void orientation_of_degenerate_rings(void **state)
{
    (void)state;
    const wend_vec2 line[] = {{0.1, 0.1}, {0.2, 0.2}, {0.7, 0.7}, {0.3, 0.3}};
    assert_int_equal(wend_polygon_orientation(line, COUNT(line)), 0);
    const wend_vec2 point[] = {{1, 1}, {1, 1}, {1, 1}};
    assert_int_equal(wend_polygon_orientation(point, COUNT(point)), 0);
    assert_int_equal(wend_polygon_orientation(point, 2), 0);
    // A bottom of several collinear pieces, in which the lowest vertex is the leftmost of them.
    const wend_vec2 chain[] = {{2, 0}, {3, 0}, {3, 1}, {0, 1}, {0, 0}, {1, 0}};
    assert_int_equal(wend_polygon_orientation(chain, COUNT(chain)), 1);
    // Repeated lowest vertices, also around the end of the array.
    const wend_vec2 repeated[] = {{0, 0}, {0, 0}, {0, 2}, {2, 0}, {0, 0}};
    assert_int_equal(wend_polygon_orientation(repeated, COUNT(repeated)), -1);
    // A spike at the lowest vertex: decided by the area.
    const wend_vec2 spike[] = {{0, -5}, {0, 0}, {2, 0}, {2, 2}, {-2, 2}, {-2, 0}, {0, 0}};
    assert_int_equal(wend_polygon_orientation(spike, COUNT(spike)), 1);
    // As thin as doubles can be: rounding gives no area, and the answer is right all the same.
    const wend_vec2 thin[] = {{0.5, 0.5}, {12, 12}, {nextafter(24, 25), 24}};
    assert_int_equal(wend_polygon_orientation(thin, 3), wend_orient2d(thin[0], thin[1], thin[2]));
    assert_int_equal(wend_polygon_orientation(thin, 3), -1);
}

static void orientation_of_random_stars(void **state)
{
    (void)state;
    const uint64_t seed = 11;
    for (uint64_t round = 0; round < 500; round++) {
        wend_random random = wend_random_stream(seed, round);
        wend_vec2 ring[40];
        size_t count = 3 + wend_random_below(&random, 38);
        make_star(&random, ring, count);
        // With three directions the origin may be outside, and the star need not run around it.
        int expected = count > 4 ? 1 : (wend_polygon_area(ring, count) > 0 ? 1 : -1);
        must_be(wend_polygon_orientation(ring, count) == expected, seed, round, "a star");
        reverse(ring, count);
        must_be(wend_polygon_orientation(ring, count) == -expected, seed, round, "reversed");
    }
}

// ---- where a point lies -------------------------------------------------------------------------

static void locate_agrees_with_another_ray(void **state)
{
    (void)state;
    const uint64_t seed = 12;
    for (uint64_t round = 0; round < 2000; round++) {
        wend_random random = wend_random_stream(seed, round);
        wend_vec2 ring[24];
        size_t count = 1 + wend_random_below(&random, (uint32_t)COUNT(ring));
        uint32_t size = 2 + wend_random_below(&random, 8);
        make_grid_ring(&random, ring, count, size);
        for (int k = 0; k < 30; k++) {
            wend_vec2 p = {wend_random_below(&random, 2 * size + 2) / 2.0 - 0.5,
                           wend_random_below(&random, 2 * size + 2) / 2.0 - 0.5};
            must_be(wend_polygon_locate(ring, count, p) == locate_slowly(ring, count, p), seed,
                    round, "locate");
        }
    }
    assert_int_equal(wend_polygon_locate(NULL, 0, (wend_vec2){0, 0}), WEND_OUTSIDE);
}

static void locate_is_exact(void **state)
{
    (void)state;
    const wend_vec2 triangle[] = {{0.1, 0.1}, {0.9, 0.3}, {0.3, 0.7}};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(wend_polygon_locate(triangle, 3, triangle[i]), WEND_ON);
        wend_vec2 a = triangle[i], b = triangle[(i + 1) % 3];
        wend_vec2 middle = {(a.x + b.x) / 2, (a.y + b.y) / 2};
        for (int dx = -1; dx <= 1; dx++) {
            wend_vec2 p = {dx ? nextafter(middle.x, dx * 9.0) : middle.x, middle.y};
            assert_int_equal(wend_polygon_locate(triangle, 3, p), wend_orient2d(a, b, p));
        }
    }
}

// ---- simple or not ------------------------------------------------------------------------------

static void known_faults_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *word;
        size_t count;
        wend_vec2 place;
        wend_vec2 ring[8];
    } cases[] = {
        {"cross", 4, {1, 1}, {{0, 0}, {2, 2}, {2, 0}, {0, 2}}},
        {"equal", 5, {2, 0}, {{0, 0}, {2, 0}, {2, 0}, {2, 2}, {0, 2}}},
        {"equal", 4, {0, 0}, {{0, 0}, {2, 0}, {2, 2}, {0, 0}}},
        {"split the ring", 6, {1, 1}, {{0, 0}, {1, 1}, {2, 0}, {2, 2}, {1, 1}, {0, 2}}},
        {"spike", 5, {3, 0}, {{0, 0}, {3, 0}, {2, 0}, {2, 2}, {0, 2}}},
        {"spike", 5, {-1, 0}, {{-1, 0}, {2, 0}, {2, 2}, {0, 2}, {0, 0}}},
        {"spike", 3, {0, 0}, {{0, 0}, {1, 1}, {2, 2}}},
        {"touch", 5, {1, 0}, {{0, 0}, {2, 0}, {2, 2}, {1, 0}, {0, 2}}},
        {"touch", 5, {0, 1}, {{0, 0}, {2, 0}, {0, 1}, {2, 2}, {0, 2}}},
        {"touch", 5, {2, 1}, {{0, 0}, {2, 0}, {2, 2}, {0, 2}, {2, 1}}},
        {"at least 3", 2, {0, 0}, {{0, 0}, {1, 1}}},
        {"finite", 3, {0, 0}, {{0, 0}, {1, NAN}, {0, 1}}},
        {"finite", 3, {0, 0}, {{0, 0}, {INFINITY, 0}, {0, 1}}},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        wend_error error = {0};
        wend_result result = wend_polygon_check(cases[i].ring, cases[i].count, NULL, &error);
        assert_int_equal(result, WEND_INVALID_GEOMETRY);
        if (!strstr(error.text, cases[i].word))
            fail_msg("case %zu: \"%s\" does not say \"%s\"", i, error.text, cases[i].word);
        // A ring of no area has its fault in several places.
        if (error.has_position && i != 6 &&
            (error.position.x != cases[i].place.x || error.position.y != cases[i].place.y))
            fail_msg("case %zu: at %g,%g", i, error.position.x, error.position.y);
        assert_int_equal(wend_polygon_check(cases[i].ring, cases[i].count, NULL, NULL),
                         WEND_INVALID_GEOMETRY);
    }
}

static void ordinary_rings_are_simple(void **state)
{
    (void)state;
    const wend_vec2 triangle[] = {{0, 0}, {1, 0}, {0, 1}};
    const wend_vec2 chain[] = {{0, 0}, {0, 1}, {0, 2}, {1, 2}, {2, 2}, {2, 1}, {2, 0}, {1, 0}};
    const wend_vec2 plus[] = {{1, 0}, {2, 0}, {2, 1}, {3, 1}, {3, 2}, {2, 2},
                              {2, 3}, {1, 3}, {1, 2}, {0, 2}, {0, 1}, {1, 1}};
    assert_true(is_simple(triangle, COUNT(triangle)));
    assert_true(is_simple(chain, COUNT(chain)));
    assert_true(is_simple(plus, COUNT(plus)));
    // The vertex is off the opposite edge by one unit in the last place.
    wend_vec2 notch[] = {{0, 0}, {2, 0}, {2, 2}, {1, DBL_MIN}, {0, 2}};
    assert_true(is_simple(notch, COUNT(notch)));
    notch[3].y = -DBL_MIN;
    assert_false(is_simple(notch, COUNT(notch)));
}

static void check_agrees_with_all_pairs(void **state)
{
    (void)state;
    const uint64_t seed = 13;
    const uint64_t rounds = long_tier() ? 400000 : 20000;
    int simple_seen = 0, faulty_seen = 0;
    for (uint64_t round = 0; round < rounds; round++) {
        wend_random random = wend_random_stream(seed, round);
        wend_vec2 ring[40];
        size_t count = 3 + wend_random_below(&random, 10);
        switch (wend_random_below(&random, 4)) {
        case 0:
            make_grid_ring(&random, ring, count, 3 + wend_random_below(&random, 8));
            break;
        case 1:
            make_grid_ring(&random, ring, count, 1000000);
            break;
        case 2:
            count = make_grown_ring(&random, ring, 6 + 2 * wend_random_below(&random, 16));
            break;
        default:
            count = 5 + wend_random_below(&random, 30);
            make_star(&random, ring, count);
            if (wend_random_below(&random, 2)) { // onto a coarse grid: touches and folds
                for (size_t i = 0; i < count; i++)
                    ring[i] = (wend_vec2){rint(ring[i].x), rint(ring[i].y)};
            }
        }
        bool expected = simple_by_pairs(ring, count);
        must_be(is_simple(ring, count) == expected, seed, round, "simple");
        reverse(ring, count);
        must_be(is_simple(ring, count) == expected, seed, round, "simple when reversed");
        for (size_t i = 0; i < count; i++)
            ring[i] = (wend_vec2){-ring[i].y, ring[i].x};
        must_be(is_simple(ring, count) == expected, seed, round, "simple when turned");
        *(expected ? &simple_seen : &faulty_seen) += 1;
    }
    assert_true(simple_seen > 1000 && faulty_seen > 1000);
}

// ---- many vertices ------------------------------------------------------------------------------

typedef void make_fn(wend_vec2 *ring, size_t count);

// Long teeth side by side; lean makes them diagonal, so that all their boxes meet.
static void make_comb(wend_vec2 *ring, size_t count, double lean)
{
    size_t teeth = (count - 2) / 2;
    double height = (double)teeth, end = (double)(2 * teeth);
    for (size_t i = 0; i < 2 * teeth; i++) {
        double y = i % 2 ? height : 0;
        ring[i] = (wend_vec2){(double)i + lean * y, y};
    }
    // The way back runs below all teeth.
    ring[2 * teeth] = (wend_vec2){end + lean * height, 0};
    ring[2 * teeth + 1] = (wend_vec2){0, -1};
}

static void make_upright_comb(wend_vec2 *ring, size_t count)
{
    make_comb(ring, count, 0);
}

static void make_leaning_comb(wend_vec2 *ring, size_t count)
{
    make_comb(ring, count, 1);
}

// A square spiral, out along one side of the wall and back along the other.
static void make_spiral(wend_vec2 *ring, size_t count)
{
    size_t half = count / 2;
    for (size_t i = 0; i < half; i++) {
        double r = (double)(i / 4 + 1) + (i % 4 == 3 ? 1 : 0);
        double x = i % 4 == 0 || i % 4 == 3 ? 1 : -1, y = i % 4 < 2 ? 1 : -1;
        ring[i] = (wend_vec2){x * r, y * (double)(i / 4 + 1)};
        ring[count - 1 - i] = (wend_vec2){x * (r + 0.5), y * ((double)(i / 4 + 1) + 0.5)};
    }
}

// Up along a zigzag and down along the same one, shifted: many equal x.
static void make_zigzag(wend_vec2 *ring, size_t count)
{
    size_t half = count / 2;
    for (size_t i = 0; i < half; i++) {
        double x = i % 2 ? 100 : 0;
        ring[i] = (wend_vec2){x + 1, (double)i};
        ring[count - 1 - i] = (wend_vec2){x, (double)i};
    }
}

static void large_rings_are_checked(void **state)
{
    (void)state;
    static make_fn *const makers[] = {make_upright_comb, make_leaning_comb, make_spiral,
                                      make_zigzag};
    static const char *const names[] = {"comb", "leaning comb", "spiral", "zigzag"};
    const size_t count = long_tier() ? 1000000 : 100000, small = 24;
    wend_vec2 *ring = malloc(count * sizeof *ring);
    assert_non_null(ring);
    for (size_t k = 0; k < COUNT(makers); k++) {
        makers[k](ring, small);
        if (!simple_by_pairs(ring, small))
            fail_msg("the %s itself is wrong", names[k]);
        makers[k](ring, count);
        assert_true(is_simple(ring, count));
        wend_vec2 kept = ring[count / 3];
        ring[count / 3] = ring[2 * count / 3 + 1];
        assert_false(is_simple(ring, count));
        ring[count / 3] = kept;
    }
    free(ring);
}

static void out_of_memory_is_said(void **state)
{
    (void)state;
    wend_vec2 ring[64];
    make_zigzag(ring, COUNT(ring));
    for (size_t fail_at = 1;; fail_at++) {
        failing_allocator memory = {.fail_at = fail_at};
        wend_allocator allocator = failing_allocator_of(&memory);
        wend_error error;
        wend_result result = wend_polygon_check(ring, COUNT(ring), &allocator, &error);
        assert_int_equal(memory.bytes, 0);
        if (result == WEND_OK) {
            assert_true(fail_at > 1);
            break;
        }
        assert_int_equal(result, WEND_OUT_OF_MEMORY);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(area_is_signed_and_keeps_its_digits_far_away),
        cmocka_unit_test(orientation_of_degenerate_rings),
        cmocka_unit_test(orientation_of_random_stars),
        cmocka_unit_test(locate_agrees_with_another_ray),
        cmocka_unit_test(locate_is_exact),
        cmocka_unit_test(known_faults_are_named),
        cmocka_unit_test(ordinary_rings_are_simple),
        cmocka_unit_test(check_agrees_with_all_pairs),
        cmocka_unit_test(large_rings_are_checked),
        cmocka_unit_test(out_of_memory_is_said),
    };
    return cmocka_run_group_tests_name("polygon", tests, NULL, NULL);
}
