// SPDX-License-Identifier: MIT
// How far shapes are from walls and how deep in them, on random floors whose obstacles touch,
// against many steps along the spine and moves in many directions.
#include "geometry/floor.h"
#include "group/clearance.h"
#include "group/spine.h"
#include "tests/geometry/floor_scenes.h"
#include "tests/group/group_shapes.h"

/// Results that are exact but for rounding, for coordinates up to some 10 m.
#define ROUNDING 1e-12

enum { STEPS = 300, DIRECTIONS = 720 };

/// A floor of obstacles that touch but don't overlap, on a grid of that size.
static wend_floor *random_floor(wend_random *random, uint32_t size)
{
    static scene s;
    static findings found;
    memset(&s, 0, sizeof s);
    if (wend_random_below(random, 3))
        set_box_bounds(&s, -1, -1, size + 1.0, size + 1.0);
    for (uint32_t tries = 4 + wend_random_below(random, 12); tries-- > 0;) {
        if (s.shape_count == MAX_SHAPES)
            break;
        add_random_shape(&s, random, size);
        find_flaws(&s, &found);
        if (found.count) {
            s.shape_count--;
            memset(&s.shapes[s.shape_count], 0, sizeof s.shapes[0]);
        }
    }
    return make_floor(&s);
}

/// A shape that may touch the grid's lines exactly.
static wend_group_shape random_shape_on_grid(wend_random *random, uint32_t size)
{
    if (wend_random_below(random, 3))
        return random_shape(random, size);
    wend_vec2 a = {grid(random, size), grid(random, size)};
    wend_vec2 b = {a.x + grid(random, 4) - 2, a.y + grid(random, 4) - 2};
    return (wend_group_shape){.spine = {{a, b, a, 0}}, .count = 1, .width = 1 + grid(random, 2)};
}

/// What steps along the spine know.
typedef struct stepped {
    double distance; ///< to the nearest wall
    double step;
    bool all_free, none_free;
} stepped;

static stepped step_along(const wend_floor *floor, const wend_group_shape *shape)
{
    double length = wend_spine_length(shape);
    stepped result = {INFINITY, length / STEPS, true, true};
    for (int k = 0; k <= STEPS; ++k) {
        wend_vec2 p = wend_spine_at(shape, length * k / STEPS, NULL);
        result.distance = fmin(result.distance, wend_floor_clearance(floor, p, NULL, NULL));
        bool is_free = wend_floor_locate(floor, p, NULL) == WEND_LOCATION_FREE;
        result.all_free &= is_free;
        result.none_free &= !is_free;
    }
    return result;
}

/// The distance from the spine to the nearest of all walls.
static double wall_distance(const wend_floor *floor, const wend_group_shape *shape)
{
    double least = INFINITY;
    for (uint32_t i = 0; i < floor->wall_count; ++i)
        for (uint32_t k = 0; k < shape->count; ++k) {
            wend_curve_piece curve = wend_spine_curve(&shape->spine[k]);
            wend_segment wall = wend_wall_segment(floor, i);
            least = fmin(least, wend_curve_piece_wall_distance(&curve, wall, NULL, NULL));
        }
    return least;
}

static void check_distance(const wend_floor *floor, const wend_group_shape *shape)
{
    stepped by_steps = step_along(floor, shape);
    double half = shape->width / 2, distance = wall_distance(floor, shape);
    double clearance = wend_group_shape_clearance(floor, shape, INFINITY, NULL, NULL);
    double gap = wend_group_shape_gap(floor, shape, INFINITY);
    if (isinf(by_steps.distance)) { // no walls at all
        assert_true(clearance == INFINITY && gap == INFINITY);
        return;
    }
    assert_true(distance <= by_steps.distance + ROUNDING);
    assert_true(distance >= by_steps.distance - by_steps.step - ROUNDING);
    if (distance > half)
        assert_true(fabs(gap + half - distance) <= ROUNDING);
    else
        assert_true(gap >= distance - half - ROUNDING && gap <= ROUNDING);
    if (clearance == -INFINITY) {
        assert_true(by_steps.none_free && distance > 0);
    } else if (distance > 0) {
        assert_true(by_steps.all_free && fabs(clearance + half - distance) <= ROUNDING);
    } else {
        assert_true(clearance <= -half);
        assert_true(shape->count == 1 || clearance == -half);
    }
}

static void distances_are_those_of_many_steps(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(1, 1011);
    int floors = long_tier() ? 5000 : 150;
    for (int i = 0; i < floors; ++i) {
        wend_floor *floor = random_floor(&random, 8);
        for (int k = 0; k < 10; ++k) {
            wend_group_shape shape = random_shape_on_grid(&random, 8);
            check_distance(floor, &shape);
        }
        wend_floor_destroy(floor);
    }
}

static void limits_only_cut_the_answer(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(1, 1012);
    for (int i = 0; i < 300; ++i) {
        wend_floor *floor = random_floor(&random, 8);
        for (int k = 0; k < 20; ++k) {
            wend_group_shape shape = random_shape_on_grid(&random, 8);
            double limit = k % 4 ? wend_random_between(&random, 0, 4) : 0;
            wend_vec2 point = {0, 0}, direction = {0, 0}, point_again, direction_again;
            double all = wend_group_shape_clearance(floor, &shape, INFINITY, &point, &direction);
            double cut =
                wend_group_shape_clearance(floor, &shape, limit, &point_again, &direction_again);
            assert_true(cut == fmin(all, limit));
            if (all < limit && all > -INFINITY) {
                assert_memory_equal(&point, &point_again, sizeof point);
                assert_memory_equal(&direction, &direction_again, sizeof direction);
                assert_true(fabs(hypot(direction.x, direction.y) - 1) <= ROUNDING);
                assert_true(wend_floor_clearance(floor, point, NULL, NULL) <= ROUNDING);
            }
        }
        wend_floor_destroy(floor);
    }
}

// ---- depths -------------------------------------------------------------------------------------

static wend_segment moved(wend_segment s, double by, wend_vec2 n)
{
    return (wend_segment){{s.a.x + by * n.x, s.a.y + by * n.y},
                          {s.b.x + by * n.x, s.b.y + by * n.y}};
}

/// How far a spine must move in a direction to be `half` away from a wall. Both are convex: once
/// out, it stays out.
static double way_out(wend_segment spine, wend_segment wall, double half, wend_vec2 n)
{
    double low = 0, high = 100;
    for (int k = 0; k < 40; ++k) {
        double middle = (low + high) / 2;
        bool out = wend_segments_distance(moved(spine, middle, n), wall, NULL, NULL) >= half;
        *(out ? &high : &low) = middle;
    }
    return high;
}

/// The shortest way out of a wall: for one with a solid square to it or to the spine, and not into
/// the solid; else in any of many directions.
static double shortest_way_out(const wend_floor *floor, wend_segment spine, uint32_t number,
                               double half)
{
    wend_segment wall = wend_wall_segment(floor, number);
    wend_ring_role role = floor->rings[floor->ring_of[number]].role;
    bool solid = role != WEND_RING_POINT && role != WEND_RING_SEGMENT;
    wend_vec2 free = {wall.b.y - wall.a.y, wall.a.x - wall.b.x};
    double toward_free = wend_atan2(free.y, free.x), least = INFINITY;
    double along = wend_atan2(spine.b.y - spine.a.y, spine.b.x - spine.a.x);
    const double angles[] = {toward_free, along + WEND_HALF_PI, along - WEND_HALF_PI};
    for (int k = 0; k < (solid ? 3 : DIRECTIONS); ++k) {
        wend_vec2 n;
        wend_sin_cos(solid ? angles[k] : 4 * WEND_HALF_PI * k / DIRECTIONS, &n.y, &n.x);
        if (!solid || n.x * free.x + n.y * free.y >= -1e-10)
            least = fmin(least, way_out(spine, wall, half, n));
    }
    return least;
}

/// A way out in the best of the directions is longer than the shortest by this part at most: they
/// are half of 1/720 of a turn off, and a way through a side is 1 / cosine of that longer.
#define OFF_DIRECTION 1e-4

static void check_depth(const wend_floor *floor, const wend_group_shape *shape)
{
    wend_segment spine = {shape->spine[0].a, shape->spine[0].b};
    wend_vec2 point, direction;
    double clearance = wend_group_shape_clearance(floor, shape, 0, &point, &direction);
    double half = shape->width / 2, deepest = -INFINITY;
    if (clearance >= 0 || clearance == -INFINITY)
        return;
    bool left = false; // a wall at the point is left by the move
    wend_segment out = moved(spine, -clearance, direction);
    for (uint32_t i = 0; i < floor->wall_count; ++i) {
        wend_segment wall = wend_wall_segment(floor, i);
        if (wend_segment_distance(wall, point) <= ROUNDING)
            left |= wend_segments_distance(out, wall, NULL, NULL) >= half - ROUNDING;
        if (wend_segments_meet(spine, wall, NULL) != WEND_APART)
            deepest = fmax(deepest, shortest_way_out(floor, spine, i, half));
    }
    assert_true(left);
    if (deepest == -INFINITY) { // the spine is clear: the nearest wall counts
        assert_true(fabs(clearance + half - wall_distance(floor, shape)) <= ROUNDING);
        assert_true(clearance > -half);
        return;
    }
    assert_true(-clearance <= deepest + ROUNDING);
    assert_true(-clearance >= deepest * (1 - OFF_DIRECTION) - 1e-9);
}

static void depths_are_the_shortest_ways_out(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(1, 1013);
    int floors = long_tier() ? 2000 : 40;
    for (int i = 0; i < floors; ++i) {
        wend_floor *floor = random_floor(&random, 8);
        for (int k = 0; k < 10; ++k) {
            wend_group_shape shape = random_shape_on_grid(&random, 8);
            if (shape.count == 1)
                check_depth(floor, &shape);
        }
        wend_floor_destroy(floor);
    }
}

// ---- by hand ------------------------------------------------------------------------------------

static wend_group_shape straight(double ax, double ay, double bx, double by, double width)
{
    return (wend_group_shape){
        .spine = {{{ax, ay}, {bx, by}, {ax, ay}, 0}}, .count = 1, .width = width};
}

static void ways_out_by_hand(void **state)
{
    (void)state;
    static scene s;
    memset(&s, 0, sizeof s);
    set_box_bounds(&s, 0, 0, 20, 20);
    add_box(&s, 5, 5, 15, 15);
    add_segment(&s, 17, 5, 17, 15);
    wend_floor *floor = make_floor(&s);
    wend_vec2 point, out;
    wend_group_shape shape = straight(3, 10, 6.5, 10, 1);
    double clearance = wend_group_shape_clearance(floor, &shape, 1, &point, &out);
    assert_true(fabs(clearance + 2) <= ROUNDING && fabs(out.x + 1) <= ROUNDING);
    assert_true(point.x == 5 && point.y == 10);
    // A thin wall may be left on both sides.
    shape = straight(16.75, 10, 18, 10, 1);
    clearance = wend_group_shape_clearance(floor, &shape, 1, &point, &out);
    assert_true(fabs(clearance + 0.75) <= ROUNDING && fabs(out.x - 1) <= ROUNDING);
    // Inside, outside, clear.
    shape = straight(8, 10, 9, 10, 1);
    assert_true(wend_group_shape_clearance(floor, &shape, 1, NULL, NULL) == -INFINITY);
    shape = straight(30, 10, 31, 10, 1);
    assert_true(wend_group_shape_clearance(floor, &shape, 1, NULL, NULL) == -INFINITY);
    shape = straight(2, 3, 2, 8, 2);
    assert_true(wend_group_shape_clearance(floor, &shape, 9, &point, &out) == 1);
    assert_true(point.x == 0 && out.x == 1);
    wend_floor_destroy(floor);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_out_by_hand),
        cmocka_unit_test(distances_are_those_of_many_steps),
        cmocka_unit_test(limits_only_cut_the_answer),
        cmocka_unit_test(depths_are_the_shortest_ways_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
