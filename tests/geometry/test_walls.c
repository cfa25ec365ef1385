// SPDX-License-Identifier: MIT
// The grid of walls against a look at every wall, and its memory.
#include "tests/geometry/wall_plans.h"

#include <string.h>

// ---- near ---------------------------------------------------------------------------------------

static int by_distance(const void *a, const void *b)
{
    const wend_wall_near *x = a, *y = b;
    if (x->distance != y->distance)
        return x->distance < y->distance ? -1 : 1;
    return x->wall < y->wall ? -1 : x->wall > y->wall;
}

// The same by a look at every wall.
static uint32_t slow_near(const plan *p, wend_vec2 q, double distance, wend_wall_near *near)
{
    static wend_wall_near all[MOST_WALLS];
    uint32_t found = 0, count = 0;
    for (uint32_t i = 0; i < p->count; ++i) {
        wend_vec2 point = wend_segment_closest(p->segments[i], q);
        double away = wend_segment_distance(p->segments[i], q);
        if (away <= distance)
            all[found++] = (wend_wall_near){point, {0, 0}, away, i};
    }
    qsort(all, found, sizeof *all, by_distance);
    for (uint32_t i = 0; i < found; ++i) {
        bool seen = false;
        for (uint32_t k = 0; k < count; ++k)
            seen |= near[k].point.x == all[i].point.x && near[k].point.y == all[i].point.y;
        if (!seen)
            near[count++] = all[i];
    }
    return count;
}

static void check_near(const plan *p, const wend_walls *walls, wend_vec2 q, double distance,
                       uint32_t capacity, uint64_t seed)
{
    static wend_wall_near right[MOST_WALLS], got[MOST_WALLS];
    uint32_t expected = slow_near(p, q, distance, right);
    if (expected > capacity)
        expected = capacity;
    uint32_t count = wend_walls_near(walls, q, distance, got, capacity);
    if (count != expected)
        fail_msg("seed %llu: %u walls near, not %u", (unsigned long long)seed, count, expected);
    for (uint32_t i = 0; i < count; ++i) {
        if (got[i].wall != right[i].wall || got[i].distance != right[i].distance ||
            got[i].point.x != right[i].point.x || got[i].point.y != right[i].point.y)
            fail_msg("seed %llu: wall %u at %.17g, not %u at %.17g", (unsigned long long)seed,
                     got[i].wall, got[i].distance, right[i].wall, right[i].distance);
    }
    if (distance <= walls->reach && expected > 0)
        assert_true(wend_walls_maybe_near(walls, q));
}

static void check_clearance(const plan *p, const wend_walls *walls, wend_vec2 q, double limit)
{
    double right = limit;
    for (uint32_t i = 0; i < p->count; ++i)
        right = fmin(right, wend_segment_distance(p->segments[i], q));
    double got = wend_walls_clearance(walls, q, limit);
    if (got != right)
        fail_msg("clearance %.17g, not %.17g", got, right);
}

static void near_is_what_a_look_at_all_walls_finds(void **state)
{
    (void)state;
    uint32_t rounds = long_tier() ? 10000 : 300;
    static plan p;
    for (uint64_t seed = 0; seed < rounds; ++seed) {
        wend_random random = wend_random_stream(seed, 1);
        make_plan(&p, &random, wend_random_below(&random, 2));
        static const double parts[] = {0, 1e-6, 0.01, 0.05, 0.3, 3};
        double reach = p.size * parts[wend_random_below(&random, 6)];
        wend_walls *walls = walls_of(p.segments, p.count, reach);
        for (int i = 0; i < 30; ++i) {
            wend_vec2 q = place_near(&p, &random);
            double distance = wend_random_below(&random, 3) ? reach * wend_random_unit(&random)
                                                            : p.size * wend_random_unit(&random);
            if (wend_random_below(&random, 8) == 0) // exactly as far as a wall is
                distance =
                    wend_segment_distance(p.segments[wend_random_below(&random, p.count)], q);
            uint32_t capacity =
                wend_random_below(&random, 2) ? MOST_WALLS : 1 + wend_random_below(&random, 6);
            check_near(&p, walls, q, distance, capacity, seed);
            check_clearance(&p, walls, q, distance);
            check_clearance(&p, walls, q, INFINITY);
        }
        wend_walls_destroy(walls);
    }
}

// True: a wall shares a point with a box.
static bool slow_meets(wend_segment wall, wend_box box)
{
    wend_vec2 corners[] = {box.min, at(box.max.x, box.min.y), box.max, at(box.min.x, box.max.y)};
    if (wend_box_distance(box, wall.a) == 0 || wend_box_distance(box, wall.b) == 0)
        return true;
    for (int i = 0; i < 4; ++i)
        if (wend_segments_meet(wall, (wend_segment){corners[i], corners[(i + 1) % 4]}, NULL))
            return true;
    return false;
}

/// A scan of a box visits every wall that meets it, however little.
static void walls_that_meet_a_box_are_scanned(void **state)
{
    (void)state;
    uint32_t rounds = long_tier() ? 10000 : 300;
    static plan p;
    for (uint64_t seed = 0; seed < rounds; ++seed) {
        wend_random random = wend_random_stream(seed, 2);
        make_plan(&p, &random, wend_random_below(&random, 2));
        static const double parts[] = {0, 1e-6, 0.05, 0.3, 3};
        wend_walls *walls =
            walls_of(p.segments, p.count, p.size * parts[wend_random_below(&random, 5)]);
        for (int i = 0; i < 30; ++i) {
            wend_vec2 q = place_near(&p, &random);
            double wide = p.size * wend_random_unit(&random), high = wide / 3;
            wend_box box = {{q.x - high, q.y - wide}, {q.x + wide, q.y + high}};
            if (wend_random_below(&random, 4) == 0) // touches an end
                box.max = p.segments[wend_random_below(&random, p.count)].a;
            if (!(box.min.x <= box.max.x && box.min.y <= box.max.y))
                continue;
            static bool seen[MOST_WALLS];
            memset(seen, 0, sizeof seen);
            uint32_t wall;
            wend_wall_scan scan = wend_walls_scan_box(walls, box);
            while (wend_walls_next(&scan, &wall))
                seen[wall] = true;
            for (uint32_t k = 0; k < p.count; ++k)
                if (!seen[k] && slow_meets(p.segments[k], box))
                    fail_msg("seed %llu: wall %u meets the box", (unsigned long long)seed, k);
        }
        wend_walls_destroy(walls);
    }
}

static void no_walls_are_no_hindrance(void **state)
{
    (void)state;
    wend_wall_near near;
    wend_walls *none = walls_of(NULL, 0, 2);
    const wend_walls *both[] = {NULL, none};
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(wend_walls_near(both[i], at(1, 2), 5, &near, 1), 0);
        assert_true(wend_walls_clearance(both[i], at(1, 2), 5) == 5);
        assert_false(wend_walls_maybe_near(both[i], at(1, 2)));
        wend_wall_scan scan = wend_walls_scan_box(both[i], (wend_box){{-9, -9}, {9, 9}});
        assert_false(wend_walls_next(&scan, &(uint32_t){0}));
        wend_vec2 end = wend_walls_slide(both[i], at(1, 2), at(1e6, -3), 0.3);
        assert_true(end.x == 1e6 + 1 && end.y == -1);
        assert_true(wend_walls_slack(both[i]) > 0);
    }
    wend_walls_destroy(none);
    wend_walls_destroy(NULL);
}

static void bad_walls_are_refused(void **state)
{
    (void)state;
    wend_walls *walls;
    wend_error error;
    wend_segment bad[] = {{{0, 0}, {1, 1}}, {{0, 0}, {NAN, 1}}};
    assert_int_equal(wend_walls_create(bad, NULL, 2, 1, NULL, &walls, &error), WEND_BAD_ARGUMENT);
    assert_null(walls);
    bad[1].b = at(1, 2e9);
    assert_int_equal(wend_walls_create(bad, NULL, 2, 1, NULL, &walls, &error), WEND_BAD_ARGUMENT);
    bad[1].b = at(1, 2);
    assert_int_equal(wend_walls_create(bad, NULL, 2, NAN, NULL, &walls, &error), WEND_BAD_ARGUMENT);
    assert_int_equal(wend_walls_create(bad, NULL, 2, -1, NULL, &walls, &error), WEND_BAD_ARGUMENT);
    assert_int_equal(wend_walls_create(bad, NULL, 2, 1, NULL, &walls, &error), WEND_OK);
    // What is not finite is near nothing.
    wend_wall_near near;
    assert_int_equal(wend_walls_near(walls, at(NAN, 0), 1, &near, 1), 0);
    assert_int_equal(wend_walls_near(walls, at(INFINITY, 0), 9, &near, 1), 0);
    // A rebuild that fails leaves none.
    assert_int_equal(wend_walls_rebuild(walls, bad, NULL, 2, NAN, &error), WEND_BAD_ARGUMENT);
    assert_int_equal(wend_walls_count(walls), 0);
    assert_int_equal(wend_walls_near(walls, at(0, 0), 1, &near, 1), 0);
    wend_walls_destroy(walls);
}

static void velocities_come_with_the_walls(void **state)
{
    (void)state;
    wend_segment segments[] = {{{0, 0}, {1, 0}}, {{0, 2}, {1, 2}}};
    wend_vec2 velocities[] = {{1, 2}, {3, 4}};
    wend_walls *walls;
    wend_wall_near near[2];
    assert_int_equal(wend_walls_create(segments, velocities, 2, 3, NULL, &walls, NULL), WEND_OK);
    assert_int_equal(wend_walls_near(walls, at(0.5, 1.5), 3, near, 2), 2);
    assert_true(near[0].wall == 1 && near[0].velocity.x == 3 && near[0].velocity.y == 4);
    assert_true(near[1].wall == 0 && near[1].velocity.x == 1 && near[1].velocity.y == 2);
    wend_walls_destroy(walls);
}

// ---- memory -------------------------------------------------------------------------------------

static void memory_follows_the_walls(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    wend_allocator allocator = failing_allocator_of(&memory);
    static plan p;
    // Long diagonals over a huge plan, with a tiny reach: the worst for lists.
    wend_random random = wend_random_stream(1, 2);
    p.size = 1e9;
    for (uint32_t i = 0; i < MOST_WALLS; ++i) {
        double x = wend_random_between(&random, -1e9, 1e9);
        add_wall(&p, x, -1e9, wend_random_between(&random, -1e9, 1e9), 1e9);
    }
    wend_walls *walls;
    assert_int_equal(wend_walls_create(p.segments, NULL, p.count, 0.1, &allocator, &walls, NULL),
                     WEND_OK);
    assert_in_range(memory.bytes, 1, 400 * (size_t)p.count + 20000);
    wend_walls_destroy(walls);
    assert_int_equal(memory.bytes, 0);
}

static void walls_that_move_take_no_memory_when_warm(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    wend_allocator allocator = failing_allocator_of(&memory);
    wend_random random = wend_random_stream(1, 3);
    wend_segment segments[50];
    wend_walls *walls = NULL;
    size_t calls = 0;
    for (int round = 0; round < 300; ++round) {
        double size = round % 7 == 0 ? 1e4 : 30;
        for (int i = 0; i < 50; ++i) {
            segments[i].a.x = wend_random_between(&random, 0, size);
            segments[i].a.y = wend_random_between(&random, 0, size);
            segments[i].b = at(segments[i].a.x + wend_random_unit(&random), segments[i].a.y);
        }
        if (!walls)
            assert_int_equal(wend_walls_create(segments, NULL, 50, 2, &allocator, &walls, NULL),
                             WEND_OK);
        else
            assert_int_equal(wend_walls_rebuild(walls, segments, NULL, 50, 2, NULL), WEND_OK);
        if (round == 0)
            calls = memory.calls;
    }
    assert_int_equal(memory.calls, calls);
    wend_walls_destroy(walls);
    assert_int_equal(memory.bytes, 0);
}

static void out_of_memory_leaves_no_walls_and_no_leak(void **state)
{
    (void)state;
    static plan p;
    wend_random random = wend_random_stream(1, 4);
    make_plan(&p, &random, 1);
    for (size_t fail_at = 1;; ++fail_at) {
        failing_allocator memory = {.fail_at = fail_at};
        wend_allocator allocator = failing_allocator_of(&memory);
        wend_walls *walls;
        wend_result result = wend_walls_create(p.segments, NULL, 1, 0.5, &allocator, &walls, NULL);
        if (result == WEND_OK) {
            result = wend_walls_rebuild(walls, p.segments, NULL, p.count, 0.5, NULL);
            assert_int_equal(wend_walls_count(walls), result == WEND_OK ? p.count : 0);
            if (result != WEND_OK) {
                assert_true(wend_walls_clearance(walls, p.segments[0].a, 1) == 1);
                assert_int_equal(wend_walls_rebuild(walls, p.segments, NULL, p.count, 0.5, NULL),
                                 WEND_OK);
                assert_true(wend_walls_clearance(walls, p.segments[0].a, 1) == 0);
            }
            wend_walls_destroy(walls);
        }
        assert_int_equal(memory.bytes, 0);
        if (result == WEND_OK)
            break;
        assert_int_equal(result, WEND_OUT_OF_MEMORY);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(near_is_what_a_look_at_all_walls_finds),
        cmocka_unit_test(walls_that_meet_a_box_are_scanned),
        cmocka_unit_test(no_walls_are_no_hindrance),
        cmocka_unit_test(bad_walls_are_refused),
        cmocka_unit_test(velocities_come_with_the_walls),
        cmocka_unit_test(memory_follows_the_walls),
        cmocka_unit_test(walls_that_move_take_no_memory_when_warm),
        cmocka_unit_test(out_of_memory_leaves_no_walls_and_no_leak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
