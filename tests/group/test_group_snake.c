// SPDX-License-Identifier: MIT
// Snakes: windows on random tracks against the same points computed one by one; the proofs of room
// and of self-contact against many points; searches in random switchbacks and in rings; plans
// backwards, from any of their shapes, and without memory.
#include "tests/group/group_switchbacks.h"

#include "group/motion.h"
#include "group/spine.h"
#include "tests/geometry/floor_scenes.h"
#include "wend/vec2.h"

#include <string.h>

#define ROUNDING 1e-9

// ---- tracks -------------------------------------------------------------------------------------

/// A snake on a track of lines and arcs with at least that radius, that goes to and fro at random.
static void make_snake(wend_group_snake *snake, wend_random *random, double radius, double area,
                       double sharpest)
{
    wend_vec2 at = {0, 0}, ahead = {1, 0};
    *snake = (wend_group_snake){.area = area, .track.cell = 0.05};
    for (int i = 0; i < 12; ++i) {
        wend_path_piece piece = {.a = at, .corner = at};
        if (i % 2 == 0) {
            piece.b = wend_add_scaled(at, wend_random_between(random, 0.1, 4), ahead);
        } else {
            double r = radius * wend_random_between(random, 1, 3), s, c;
            piece.turn = wend_random_below(random, 4) ? 1 : -1;
            wend_vec2 in = piece.turn > 0 ? wend_perp_left(ahead) : wend_perp_right(ahead);
            piece.corner = wend_add_scaled(at, r, in);
            wend_sin_cos(piece.turn * wend_random_between(random, 0.05, sharpest), &s, &c);
            piece.b = wend_add(piece.corner, wend_rotate(wend_sub(at, piece.corner), c, s));
            ahead = wend_rotate(ahead, c, s);
        }
        at = piece.b;
        assert_true(wend_array_push(&snake->track.pieces, NULL, piece));
    }
    assert_true(wend_group_track_measure(&snake->track, NULL));
    double length = wend_group_track_length(&snake->track), along = 0;
    double longest = fmin(length, wend_group_spine(area, 2 * radius));
    wend_group_knot last = {0, 0, 0};
    for (int i = 0; i < 8; ++i) {
        wend_group_knot knot = {.spine =
                                    longest * (i == 0 ? 1 : wend_random_between(random, 0, 1))};
        knot.middle = wend_random_between(random, 0.5 * knot.spine, length - 0.5 * knot.spine);
        if (i > 0)
            along += fabs(knot.middle - last.middle) + 0.5 * fabs(knot.spine - last.spine);
        knot.along = along;
        assert_true(wend_array_push(&snake->knots, NULL, knot));
        last = knot;
    }
}

/// The point of a track, piece by piece.
static wend_vec2 track_point(const wend_group_track *track, double along)
{
    for (size_t i = 0;; ++i) {
        double length = wend_group_piece_length(&track->pieces.data[i]);
        if (along > length && i + 1 < track->pieces.count) {
            along -= length;
            continue;
        }
        wend_curve_piece curve = wend_spine_curve(&track->pieces.data[i]);
        return wend_curve_piece_at(&curve, along, NULL);
    }
}

static void test_windows(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 40; ++seed) {
        wend_random random = wend_random_stream(seed, 0);
        double area = wend_random_between(&random, 5, 40), radius = 0.5;
        wend_group_snake snake;
        make_snake(&snake, &random, radius, area, 1.5);
        wend_group_motion motion = wend_group_track_motion(&snake, area);
        wend_group_motion back = wend_group_motion_reversed(&motion);
        for (int i = 0; i <= 200; ++i) {
            double along = motion.length * i / 200;
            wend_group_knot knot = wend_group_snake_at(&snake, along);
            wend_group_shape shape = wend_group_motion_shape(&motion, area, along);
            wend_group_shape other = wend_group_motion_shape(&back, area, motion.length - along);
            assert_true(fabs(wend_group_shape_area(&shape) / area - 1) < ROUNDING);
            assert_true(fabs(shape.width - other.width) < ROUNDING);
            double begin = knot.middle - 0.5 * knot.spine;
            for (int k = 0; k <= 20; ++k) {
                wend_vec2 p = track_point(&snake.track, begin + knot.spine * k / 20);
                wend_vec2 q = wend_spine_at(&shape, knot.spine * k / 20, NULL);
                assert_true(wend_distance(p, q) < 1e-8);
                assert_true(wend_group_shape_depth(&other, p, NULL) > 0.5 * shape.width - 1e-8);
                // Local coordinates there and back, also beside the spine.
                wend_vec2 local = {(k / 20.0 - 0.5) * knot.spine,
                                   wend_random_between(&random, -0.4, 0.4) * shape.width};
                p = wend_group_shape_from_local(&shape, local);
                q = wend_group_shape_from_local(&shape, wend_group_shape_to_local(&shape, p));
                assert_true(wend_distance(p, q) < 1e-7);
            }
            // No point of the shape outruns the parameter.
            double step = wend_random_between(&random, 0, 1);
            wend_group_shape next = wend_group_motion_shape(&motion, area, along + step);
            for (int k = 0; k <= 20; ++k) {
                wend_vec2 p = wend_spine_at(&next, wend_spine_length(&next) * k / 20, NULL);
                assert_true(wend_group_shape_depth(&shape, p, NULL) >
                            0.5 * next.width - step - 1e-8);
            }
        }
        wend_group_snake_free(&snake, NULL);
    }
}

/// A part of a motion is that part, forwards and backwards; a copy is the same.
static void test_parts(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(3, 0);
    wend_group_snake snake;
    make_snake(&snake, &random, 0.5, 12, 1.5);
    wend_group_motion motion = wend_group_track_motion(&snake, 12);
    wend_group_plan *plan = wend_group_plan_make(&motion, 1, 12, NULL);
    for (int i = 0; i < 100; ++i) {
        double from = wend_random_between(&random, 0, motion.length);
        double to = wend_random_between(&random, from, motion.length);
        double at = wend_random_between(&random, 0, to - from);
        wend_group_motion part = wend_group_track_part(&motion, from, to);
        wend_group_motion back = wend_group_motion_reversed(&part);
        wend_group_motion inner = wend_group_track_part(&back, at, to - from);
        const wend_group_shape shapes[] = {
            wend_group_motion_shape(&motion, 12, from + at),
            wend_group_motion_shape(&part, 12, at),
            wend_group_motion_shape(&back, 12, to - from - at),
            wend_group_motion_shape(&inner, 12, fmax(to - from - 2 * at, 0)),
            wend_group_plan_shape(plan, from + at),
        };
        for (int k = 1; k < 5; ++k)
            if (k != 3 || to - from >= 2 * at) {
                assert_true(fabs(shapes[k].width - shapes[0].width) < ROUNDING);
                assert_true(wend_distance(shapes[k].spine[0].a, shapes[0].spine[0].a) < 1e-8);
            }
    }
    wend_group_plan_destroy(plan);
    wend_group_snake_free(&snake, NULL);
}

// ---- proofs -------------------------------------------------------------------------------------

/// The least clearance of a motion, at many places.
static double least_clearance(const wend_group_motion *motion, const wend_floor *floor, int places)
{
    double least = INFINITY;
    for (int i = 0; i <= places; ++i) {
        wend_group_shape shape =
            wend_group_motion_shape(motion, motion->area, motion->length * i / places);
        least = fmin(least, wend_group_shape_clearance(floor, &shape, 1, NULL, NULL));
    }
    return least;
}

static void test_room(void **state)
{
    (void)state;
    int free_ones = 0, blocked = 0;
    for (uint64_t seed = 0; seed < 150; ++seed) {
        wend_random random = wend_random_stream(seed, 1);
        wend_group_snake snake;
        scene s = {0};
        make_snake(&snake, &random, 0.5, 10, 1.5);
        set_box_bounds(&s, -60, -60, 60, 60);
        for (int i = 0; i < 3; ++i) { // posts beside the track
            wend_vec2 p = track_point(&snake.track, wend_random_between(&random, 0, 40));
            p.x += wend_random_between(&random, -2.5, 2.5);
            p.y += wend_random_between(&random, -2.5, 2.5);
            add_box(&s, p.x, p.y, p.x + 0.1, p.y + 0.1);
        }
        wend_floor *floor = make_floor(&s);
        wend_group_motion motion = wend_group_track_motion(&snake, 10);
        wend_group_walls walls = {.floor = floor};
        double least = least_clearance(&motion, floor, 4000);
        bool free_one = wend_group_motion_is_free(&motion, 10, &walls, 0);
        // Cells that are covered in part need all of their room.
        if (free_one)
            assert_true(least > 0);
        else
            assert_true(least < 0.1);
        free_ones += free_one;
        blocked += !free_one;
        // Shapes of others are walls, too.
        wend_group_shape post = wend_group_shape_of(
            &(wend_group_pose){track_point(&snake.track, 5), 0, 1}, WEND_HALF_PI / 2);
        walls.obstacles = &post;
        walls.obstacle_count = 1;
        bool meets = false;
        for (int i = 0; i <= 1000; ++i) {
            wend_group_shape shape = wend_group_motion_shape(&motion, 10, motion.length * i / 1000);
            meets |= !(wend_group_shapes_distance(&shape, &post) > 0);
        }
        if (meets)
            assert_false(wend_group_motion_is_free(&motion, 10, &walls, 0));
        wend_floor_destroy(floor);
        wend_group_snake_free(&snake, NULL);
    }
    assert_true(free_ones > 10 && blocked > 10);
}

static void test_contact(void **state)
{
    (void)state;
    int touching = 0, clear = 0;
    for (uint64_t seed = 0; seed < 60; ++seed) {
        wend_random random = wend_random_stream(seed, 2);
        wend_group_snake snake;
        make_snake(&snake, &random, 0.5, 25, seed % 2 ? 1.5 : 2.8);
        bool touches = wend_group_snake_touches_itself(&snake);
        double deepest = 0; // overlap of two points of a spine
        wend_group_motion motion = wend_group_track_motion(&snake, 25);
        for (int i = 0; i <= 100; ++i) {
            double along = motion.length * i / 100;
            wend_group_knot knot = wend_group_snake_at(&snake, along);
            double width = wend_group_width(25, knot.spine);
            for (int k = 0; k < 80; ++k)
                for (int m = k + 1; m <= 80; ++m)
                    if (knot.spine * (m - k) / 80 > WEND_HALF_PI * width) {
                        double begin = knot.middle - 0.5 * knot.spine;
                        wend_vec2 p = track_point(&snake.track, begin + knot.spine * k / 80);
                        wend_vec2 q = track_point(&snake.track, begin + knot.spine * m / 80);
                        deepest = fmax(deepest, width - wend_distance(p, q));
                    }
        }
        if (touches)
            assert_true(deepest > -0.3);
        else
            assert_true(deepest < 1e-6);
        touching += touches;
        clear += !touches;
        wend_group_snake_free(&snake, NULL);
    }
    assert_true(touching > 10 && clear > 10);
}

// ---- searches -----------------------------------------------------------------------------------

static wend_group_roadmap *roadmap_on(const wend_floor *floor, wend_group_size size,
                                      const wend_allocator *allocator)
{
    wend_group_roadmap_def def = wend_default_group_roadmap_def();
    wend_group_roadmap *roadmap;
    def.floor = floor;
    def.size = size;
    if (allocator)
        def.allocator = *allocator;
    return wend_group_roadmap_create(&def, &roadmap, NULL) == WEND_OK ? roadmap : NULL;
}

static wend_group_query query_of(const switchback *s)
{
    wend_group_query query = wend_default_group_query();
    query.from.centre = s->from;
    query.to.centre = s->to;
    query.max_samples = 2000;
    return query;
}

static double touches_at(const wend_group_shape *shape)
{
    double length = wend_spine_length(shape), deepest = 0;
    for (int k = 0; k < 60; ++k)
        for (int m = k + 1; m <= 60; ++m)
            if (length * (m - k) / 60 > WEND_HALF_PI * shape->width)
                deepest =
                    fmax(deepest,
                         shape->width - wend_distance(wend_spine_at(shape, length * k / 60, NULL),
                                                      wend_spine_at(shape, length * m / 60, NULL)));
    return deepest;
}

/// What must hold for every plan that is a snake, maybe with a motion before and after it.
static void check_plan(const wend_group_plan *plan, const switchback *s, const wend_floor *floor)
{
    wend_error error = {0};
    double length = wend_group_plan_length(plan), begin;
    wend_random random = wend_random_stream(9, 9);
    if (wend_group_plan_check(plan, floor, &error) != WEND_OK)
        fail_msg("%s", error.text);
    wend_group_motion back[3];
    uint32_t count = wend_group_plan_motions(plan);
    assert_true(count <= 3);
    for (uint32_t i = 0; i < count; ++i)
        back[count - 1 - i] = wend_group_motion_reversed(wend_group_plan_motion(plan, i, &begin));
    wend_group_plan *reversed = wend_group_plan_make(back, count, s->size.area, NULL);
    assert_int_equal(wend_group_plan_check(reversed, floor, &error), WEND_OK);
    for (int i = 0; i <= 1000; ++i) {
        double along = length * i / 1000;
        wend_group_shape shape = wend_group_plan_shape(plan, along);
        wend_group_shape other = wend_group_plan_shape(reversed, length - along);
        assert_true(fabs(wend_group_shape_area(&shape) / s->size.area - 1) < ROUNDING);
        assert_true(shape.width >= s->size.min_width - ROUNDING);
        assert_true(wend_group_shape_clearance(floor, &shape, 1, NULL, NULL) > 0);
        assert_true(fabs(shape.width - other.width) < ROUNDING);
        assert_true(wend_distance(shape.spine[0].a, other.spine[0].a) < 1e-8);
        if (i % 20 == 0)
            assert_true(touches_at(&shape) < 1e-6);
        // Carried there and back.
        double to = wend_random_between(&random, 0, length);
        wend_group_shape there = wend_group_plan_shape(plan, to);
        double spine = fmin(wend_spine_length(&shape), wend_spine_length(&there));
        wend_vec2 local = {wend_random_between(&random, -0.4, 0.4) * spine,
                           wend_random_between(&random, -0.4, 0.4) * s->size.min_width};
        wend_vec2 p = wend_group_shape_from_local(&shape, local);
        wend_vec2 q =
            wend_group_plan_carry(plan, to, along, wend_group_plan_carry(plan, along, to, p));
        bool one_motion =
            wend_group_plan_motion_at(plan, along) == wend_group_plan_motion_at(plan, to);
        if (spine > 0.1 && one_motion)
            assert_true(wend_distance(p, q) < ROUNDING);
    }
    wend_group_shape first = wend_group_plan_shape(plan, 0);
    wend_group_shape last = wend_group_plan_shape(plan, length);
    assert_true(wend_group_shape_depth(&first, s->from, NULL) > 0);
    assert_true(wend_group_shape_depth(&last, s->to, NULL) > 0);
    wend_group_plan_destroy(reversed);
}

/// Wherever the street is wide enough, there is a plan: in the narrowest rooms the shape becomes
/// long on a coil.
static void test_switchbacks(void **state)
{
    (void)state;
    uint64_t first = long_tier() ? 1000 : 0, count = long_tier() ? 200 : 40, found = 0;
    for (uint64_t seed = first; seed < first + count; ++seed) {
        static switchback s;
        make_switchback(&s, seed);
        wend_floor *floor = switchback_floor(&s);
        wend_group_roadmap *roadmap = roadmap_on(floor, s.size, NULL);
        wend_group_query query = query_of(&s);
        query.max_samples = 9600;
        wend_group_plan *plan;
        wend_group_status status;
        wend_result result = wend_group_roadmap_find(roadmap, &query, &plan, &status, NULL);
        assert_true(result == WEND_OK ||
                    (result == WEND_NOT_FOUND && status == WEND_GROUP_NOT_FOUND));
        found += result == WEND_OK;
        if (plan)
            check_plan(plan, &s, floor);
        else
            print_message("not found: seed %u, %u members, street %.2f m\n", (unsigned)seed,
                          s.members, s.street);
        wend_group_plan_destroy(plan);
        wend_group_roadmap_destroy(roadmap);
        wend_floor_destroy(floor);
    }
    print_message("found %u of %u\n", (unsigned)found, (unsigned)count);
    assert_true(found * 50 >= count * 49);
    assert_true(long_tier() || found == count);
}

static double ring_length(uint32_t sides, uint64_t *queries)
{
    static switchback s;
    make_ring(&s, sides, 12, 3.5);
    wend_floor *floor = switchback_floor(&s);
    wend_group_roadmap *roadmap = roadmap_on(floor, s.size, NULL);
    wend_group_query query = query_of(&s);
    wend_group_plan *plan;
    wend_group_status status;
    assert_int_equal(wend_group_roadmap_find(roadmap, &query, &plan, &status, NULL), WEND_OK);
    assert_int_equal(wend_group_plan_motions(plan), 1);
    check_plan(plan, &s, floor);
    double length = wend_group_plan_length(plan);
    *queries = wend_group_roadmap_count(roadmap).clearance;
    wend_group_plan_destroy(plan);
    wend_group_roadmap_destroy(roadmap);
    wend_floor_destroy(floor);
    return length;
}

/// The number of sides of a ring does not matter.
static void test_rings(void **state)
{
    (void)state;
    uint64_t few, many;
    double coarse = ring_length(45, &few), fine = ring_length(450, &many);
    assert_true(fabs(coarse / fine - 1) < 0.01);
    assert_true(many < 3 * few);
}

/// A group that plans again on its way: from any shape of its plan to the goal, and back.
static void test_from_any_shape(void **state)
{
    (void)state;
    int tries = 0, found = 0;
    for (uint64_t seed = 0; seed < 12; ++seed) {
        static switchback s;
        make_switchback(&s, seed);
        wend_floor *floor = switchback_floor(&s);
        wend_group_roadmap *roadmap = roadmap_on(floor, s.size, NULL);
        wend_group_query query = query_of(&s);
        query.max_samples = 100;
        wend_group_plan *plan, *again;
        wend_group_status status;
        if (wend_group_roadmap_find(roadmap, &query, &plan, &status, NULL) == WEND_OK) {
            double length = wend_group_plan_length(plan);
            for (int i = 1; i < 10; ++i) {
                wend_group_shape shape = wend_group_plan_shape(plan, length * i / 10);
                query.from_shape = &shape;
                query.to.centre = i % 2 ? s.to : s.from;
                wend_result result =
                    wend_group_roadmap_find(roadmap, &query, &again, &status, NULL);
                ++tries;
                found += result == WEND_OK;
                if (result != WEND_OK)
                    continue;
                assert_int_equal(wend_group_plan_check(again, floor, NULL), WEND_OK);
                wend_group_shape start = wend_group_plan_shape(again, 0);
                double spine = wend_spine_length(&shape);
                assert_true(fabs(start.width - shape.width) < ROUNDING);
                for (int k = 0; k <= 10; ++k)
                    assert_true(wend_group_shape_depth(&start,
                                                       wend_spine_at(&shape, spine * k / 10, NULL),
                                                       NULL) > 0.5 * shape.width - 1e-7);
                wend_group_plan_destroy(again);
            }
        }
        wend_group_plan_destroy(plan);
        wend_group_roadmap_destroy(roadmap);
        wend_floor_destroy(floor);
    }
    print_message("found %d of %d\n", found, tries);
    assert_true(found >= 0.9 * tries);
}

/// Each allocation fails once, or some of them: with straight tails, and with coils.
static void fail_in(uint64_t seed, uint32_t samples, size_t some)
{
    static switchback s;
    make_switchback(&s, seed);
    wend_floor *floor = switchback_floor(&s);
    for (size_t fail_at = 1;; fail_at += 1 + fail_at / some) {
        failing_allocator memory = {.fail_at = fail_at};
        wend_allocator allocator = failing_allocator_of(&memory);
        wend_group_roadmap *roadmap = roadmap_on(floor, s.size, &allocator);
        wend_group_query query = query_of(&s);
        query.max_samples = samples;
        wend_group_plan *plan = NULL;
        wend_group_status status;
        wend_result result = WEND_OUT_OF_MEMORY;
        if (roadmap)
            result = wend_group_roadmap_find(roadmap, &query, &plan, &status, NULL);
        assert_true(result == WEND_OK || result == WEND_OUT_OF_MEMORY);
        wend_group_plan_destroy(plan);
        wend_group_roadmap_destroy(roadmap);
        assert_int_equal(memory.bytes, 0);
        if (result == WEND_OK)
            break;
    }
    wend_floor_destroy(floor);
}

static void test_no_memory(void **state)
{
    (void)state;
    fail_in(3, 2000, 16);
    fail_in(1031, 2000, 16);
}

// ---- bending motions ----------------------------------------------------------------------------

/// A disc becomes an arc: its area is constant, no point is faster than the parameter, backwards it
/// is the same, and it is too sharp only where the arc is.
static void test_bending(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(11, 0);
    for (int i = 0; i < 200; ++i) {
        double area = wend_random_between(&random, 5, 60), disc = wend_group_disc_width(area);
        double width = disc * wend_random_between(&random, 0.5, 0.95);
        double spine = wend_group_spine(area, width), s, c, at;
        double radius = 0.5 * width * wend_random_between(&random, 1.001, 3);
        wend_vec2 middle = {0, 0}, arm;
        wend_sin_cos(wend_random_between(&random, 0, 6), &arm.y, &arm.x);
        arm = wend_scale(arm, radius);
        wend_sin_cos(0.5 * spine / radius, &s, &c);
        wend_group_pose pose = {{wend_random_between(&random, -3, 3), 1}, 0, disc};
        wend_group_shape from = wend_group_shape_of(&pose, area);
        wend_group_shape to = {
            .spine = {{wend_rotate(arm, c, -s), wend_rotate(arm, c, s), middle, 1}},
            .count = 1,
            .width = width};
        wend_group_motion motion;
        if (spine >= 2 * WEND_HALF_PI * 0.49 * width)
            continue;
        assert_true(wend_group_bending(&from, &to, area, &motion));
        wend_group_motion back = wend_group_motion_reversed(&motion);
        for (int k = 0; k <= 50; ++k) {
            double along = motion.length * k / 50;
            wend_group_shape shape = wend_group_motion_shape(&motion, area, along);
            wend_group_shape other = wend_group_motion_shape(&back, area, motion.length - along);
            double length = wend_spine_length(&shape), step = wend_random_between(&random, 0, 1);
            wend_group_shape next = wend_group_motion_shape(&motion, area, along + step);
            assert_true(fabs(wend_group_shape_area(&shape) / area - 1) < ROUNDING);
            assert_true(wend_distance(shape.spine[0].a, other.spine[0].a) < 1e-8);
            for (int m = 0; m <= 20; ++m) {
                wend_vec2 p = wend_spine_at(&next, wend_spine_length(&next) * m / 20, NULL);
                assert_true(wend_group_shape_depth(&shape, p, NULL) >
                            0.5 * shape.width - step - 1e-7);
                p = wend_spine_at(&shape, length * m / 20, NULL);
                assert_true(wend_group_shape_depth(&next, p, NULL) >
                            0.5 * next.width - step - 1e-7);
            }
        }
        wend_group_shape last = wend_group_motion_shape(&motion, area, motion.length);
        at = wend_spine_length(&last);
        assert_true(wend_distance(wend_spine_at(&last, 0, NULL), to.spine[0].a) < 1e-8 &&
                    wend_distance(wend_spine_at(&last, at, NULL), to.spine[0].b) < 1e-8);
        // Sharper than its width permits.
        arm = wend_scale(arm, 0.49 * width / radius);
        wend_sin_cos(0.5 * spine / (0.49 * width), &s, &c);
        to.spine[0] = (wend_path_piece){wend_rotate(arm, c, -s), wend_rotate(arm, c, s), middle, 1};
        assert_false(wend_group_bending(&from, &to, area, &motion));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_windows),        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_room),           cmocka_unit_test(test_contact),
        cmocka_unit_test(test_switchbacks),    cmocka_unit_test(test_rings),
        cmocka_unit_test(test_from_any_shape), cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_bending),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
