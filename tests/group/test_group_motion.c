// SPDX-License-Identifier: MIT
// Motions of groups' shapes, all along them: how fast they are, their area, their ends, and the
// proof that they are free against looking at many places.
#include "tests/group/group_motions.h"

#include "group/spine.h"
#include "wend/floor.h"
#include "wend/geometry.h"

enum { PLACES = 12 };

/// A spine is one smooth line that bends no tighter than half of the width; and the area is that of
/// the outline, too.
static void check_shape(const wend_group_shape *shape, double area)
{
    assert_true(fabs(wend_group_shape_area(shape) - area) <= ROUNDING * area);
    wend_vec2 before = {0, 0};
    for (uint32_t i = 0; i < shape->count; ++i) {
        const wend_path_piece *piece = &shape->spine[i];
        wend_curve_piece curve = wend_spine_curve(piece);
        if (i > 0)
            assert_true(piece->a.x == piece[-1].b.x && piece->a.y == piece[-1].b.y);
        if (piece->turn) {
            double a = hypot(piece->a.x - piece->corner.x, piece->a.y - piece->corner.y);
            double b = hypot(piece->b.x - piece->corner.x, piece->b.y - piece->corner.y);
            assert_true(fabs(a - b) <= ROUNDING && a >= shape->width / 2 - ROUNDING);
            assert_true(fabs(wend_curve_piece_turning(&curve)) < PI);
        }
        if (wend_curve_piece_length(&curve) < 1e-6)
            continue; // rounding turns it
        wend_vec2 start = wend_curve_piece_start_direction(&curve);
        if (before.x != 0 || before.y != 0)
            assert_true(hypot(start.x - before.x, start.y - before.y) <= 1e-6);
        before = wend_curve_piece_end_direction(&curve);
    }
    wend_vec2 points[2048];
    uint32_t count;
    assert_int_equal(wend_group_shape_outline(shape, 1e-4 * shape->width, points, 2048, &count),
                     WEND_OK);
    double outlined = wend_polygon_area(points, count);
    assert_true(outlined <= area * (1 + ROUNDING) && outlined >= area * (1 - 1e-3));
}

/// What is true of every motion, of its own area or a smaller one.
static void check_motion(wend_random *random, const wend_group_motion *motion, double area,
                         const wend_group_pose *from, const wend_group_pose *to)
{
    wend_group_shape first = wend_group_pose_shape(from, area);
    wend_group_shape last = wend_group_pose_shape(to, area);
    wend_group_shape start = wend_group_motion_shape(motion, area, 0);
    wend_group_shape end = wend_group_motion_shape(motion, area, motion->length);
    assert_true(shapes_differ(&first, &start) <= ROUNDING);
    assert_true(shapes_differ(&last, &end) <= ROUNDING);
    assert_true(motion->length >= 0 && motion->length < 1e6 &&
                motion->path_length <= motion->length);
    assert_true(motion->cost >= motion->path_length - ROUNDING);
    double straight = hypot(to->centre.x - from->centre.x, to->centre.y - from->centre.y);
    assert_true(motion->path_length >= straight - ROUNDING);

    wend_group_motion back = wend_group_motion_reversed(motion);
    for (int i = 0; i < PLACES; ++i) {
        double s = wend_random_unit(random) * motion->length;
        // Far from it, or near: there a jump would show.
        double t = i % 2 ? wend_random_unit(random) * motion->length
                         : fmin(motion->length, s + wend_random_between(random, 0, 0.01));
        wend_group_shape shape = wend_group_motion_shape(motion, area, s);
        wend_group_shape other = wend_group_motion_shape(motion, area, t);
        check_shape(&shape, area);
        if (shapes_differ(&shape, &other) > fabs(s - t) + ROUNDING)
            fail_msg("from %.17g to %.17g of %g it moves by %.17g", s, t, motion->length,
                     shapes_differ(&shape, &other));
        wend_group_shape again = wend_group_motion_shape(&back, area, motion->length - s);
        assert_true(shapes_differ(&shape, &again) <= ROUNDING);
        // That of a smaller group lies in that of the whole.
        wend_group_shape whole = wend_group_motion_shape(motion, motion->area, s);
        assert_true(sticks_out(&shape, &whole) <= ROUNDING);
        assert_true(shape.width <= whole.width + ROUNDING);
    }
}

static void motions_keep_what_they_promise(wend_group_local local, uint64_t seed)
{
    int rounds = long_tier() ? 10000 : 120, all = 0, bent = 0, folded = 0;
    for (int round = 0; round < rounds; ++round) {
        wend_random random = wend_random_stream(seed, (uint64_t)round);
        wend_group_size size = random_size(&random);
        double square = wend_random_between(&random, 0.1, 30);
        wend_group_pose from = random_pose(&random, size, square);
        wend_group_pose to = related_pose(&random, size, square, &from);
        wend_group_motion motions[WEND_GROUP_MAX_MOTIONS];
        uint32_t count = wend_group_local_motions(local, &METRIC, size, &from, &to, motions);
        assert_in_range(count, 1, WEND_GROUP_MAX_MOTIONS);
        for (uint32_t i = 0; i < count; ++i) {
            assert_true(i == 0 || motions[i].cost >= motions[i - 1].cost);
            ++all;
            bent += motions[i].kind == WEND_GROUP_HINGE;
            folded += motions[i].arms[0].folds[WEND_GROUP_FOLDS - 1] > 0;
            check_motion(&random, &motions[i], size.area, &from, &to);
            double smaller = size.area * wend_random_between(&random, 0.05, 1);
            check_motion(&random, &motions[i], smaller, &from, &to);
        }
    }
    if (local == WEND_GROUP_HINGED)
        assert_true(bent > all / 2 && folded > all / 10);
}

static void boxes(void **state)
{
    (void)state;
    motions_keep_what_they_promise(WEND_GROUP_DEFORMABLE, 1);
}

static void hinges(void **state)
{
    (void)state;
    motions_keep_what_they_promise(WEND_GROUP_HINGED, 2);
}

// ---- by hand ------------------------------------------------------------------------------------

static uint32_t box_motions(const wend_group_pose *from, const wend_group_pose *to,
                            wend_group_motion *motions)
{
    return wend_group_local_motions(WEND_GROUP_DEFORMABLE, &METRIC, (wend_group_size){12, 1}, from,
                                    to, motions);
}

static bool is_exchanged(const wend_group_motion *motion)
{
    return motion->spines[2] < 0;
}

static void a_box_is_as_fast_as_it_looks(void **state)
{
    (void)state;
    wend_group_motion motions[WEND_GROUP_MAX_MOTIONS];
    double spine = wend_group_spine(12, 2);
    // A translation: its length is that of the way.
    wend_group_pose from = {{0, 0}, 0.3, 2}, to = {{3, 4}, 0.3 + 3 * PI, 2};
    assert_int_equal(box_motions(&from, &to, motions), 2);
    assert_true(fabs(motions[0].length - 5) < ROUNDING && fabs(motions[0].cost - 5) < ROUNDING);
    // A turn: the ends of the spine move on an arc, the shorter way round.
    to = (wend_group_pose){{0, 0}, 0.3 + 0.5 - PI, 2};
    assert_int_equal(box_motions(&from, &to, motions), 2);
    assert_true(!is_exchanged(&motions[0]) && fabs(motions[0].turn - 0.5) < ROUNDING);
    assert_true(fabs(motions[0].length - 0.5 * spine / 2) < ROUNDING);
    assert_true(fabs(motions[0].cost - 1) < ROUNDING);
    // Longer: what is gained by the ends, which are rounder.
    to = (wend_group_pose){{0, 0}, 0.3, 1};
    double longer = wend_group_spine(12, 1) + 1 - spine - 2;
    assert_true(box_motions(&from, &to, motions) == 2 &&
                motions[0].length >= longer / 2 - ROUNDING);
    assert_true(motions[0].length <= longer / 2 * 1.2);
    assert_true(fabs(motions[0].cost - longer / 2) < ROUNDING);
    // A right angle may as well be made by exchanging width and length, without any turn.
    wend_group_pose wide = {{0, 0}, 0, 3.5}, tall = {{0, 0}, WEND_HALF_PI, 3.5};
    assert_true(box_motions(&wide, &tall, motions) == 2);
    assert_true(is_exchanged(&motions[0]) && fabs(motions[0].turn) < ROUNDING);
    wend_group_shape disc = wend_group_motion_shape(&motions[0], 12, motions[0].length / 2);
    assert_true(fabs(disc.width - wend_group_disc_width(12)) < ROUNDING);
    // Or the other way round, by another metric.
    wend_group_metric soft = {0.01, 100};
    assert_int_equal(wend_group_local_motions(WEND_GROUP_DEFORMABLE, &soft,
                                              (wend_group_size){12, 1}, &wide, &tall, motions),
                     2);
    assert_true(!is_exchanged(&motions[0]) && is_exchanged(&motions[1]));
    // Turning a disc costs nothing.
    wend_group_pose round = {{0, 0}, 1, wend_group_disc_width(12)};
    assert_true(box_motions(&round, &tall, motions) == 1 && motions[0].turn == 0);
    assert_true(box_motions(&tall, &round, motions) == 1 && motions[0].turn == 0);
}

// ---- walls --------------------------------------------------------------------------------------

enum { MOST_SHAPES = 8 };

/// Segments, points and triangles in a square, not always sound: clearance does not mind.
static wend_floor *random_floor(wend_random *random, double size)
{
    wend_vec2 bounds[] = {{0, 0}, {size, 0}, {size, size}, {0, size}};
    wend_vec2 points[MOST_SHAPES][3];
    wend_shape shapes[MOST_SHAPES];
    uint32_t count = wend_random_below(random, MOST_SHAPES + 1);
    for (uint32_t i = 0; i < count; ++i) {
        wend_vec2 at = {wend_random_between(random, 0.1, 0.9) * size,
                        wend_random_between(random, 0.1, 0.9) * size};
        for (int k = 0; k < 3; ++k)
            points[i][k] = (wend_vec2){at.x + wend_random_between(random, 0, 0.1) * size,
                                       at.y + wend_random_between(random, 0, 0.1) * size};
        shapes[i] = (wend_shape){points[i], NULL, 0, 1 + wend_random_below(random, 3)};
    }
    wend_floor_def def = wend_default_floor_def();
    def.bounds = bounds;
    def.bounds_count = 4;
    def.shapes = shapes;
    def.shape_count = count;
    wend_floor *floor;
    wend_error error;
    if (wend_floor_create(&def, &floor, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    uint32_t defects;
    if (wend_floor_validate(floor, NULL, 0, &defects, NULL) == WEND_OK)
        return floor;
    wend_floor_destroy(floor);
    return random_floor(random, size);
}

/// The least clearance at places all along.
static double least_clearance(const wend_group_motion *motion, double area, wend_group_walls *walls,
                              int places)
{
    double least = INFINITY;
    for (int i = 0; i <= places; ++i) {
        wend_group_shape shape = wend_group_motion_shape(motion, area, motion->length * i / places);
        least = fmin(least, wend_group_walls_clearance(walls, &shape, 100));
    }
    return least;
}

static void proofs_agree_with_looking(wend_group_local local, uint64_t seed)
{
    int rounds = long_tier() ? 6000 : 80, free = 0, all = 0;
    for (int round = 0; round < rounds; ++round) {
        wend_random random = wend_random_stream(seed, (uint64_t)round);
        wend_floor *floor = random_floor(&random, 20);
        double area = wend_random_between(&random, 1, 20);
        wend_group_size size = {area, wend_group_disc_width(area) * 0.3};
        wend_group_pose from = random_pose(&random, size, 20);
        wend_group_pose to = random_pose(&random, size, 20);
        wend_group_shape other = wend_group_shape_of(&(wend_group_pose){{15, 15}, 1, 1}, 3);
        wend_group_walls walls = {floor, &other, round % 2, 0};
        wend_group_motion motions[WEND_GROUP_MAX_MOTIONS];
        uint32_t count = wend_group_local_motions(local, &METRIC, size, &from, &to, motions);
        for (uint32_t i = 0; i < count; ++i) {
            const int places = 100;
            double slack = wend_random_between(&random, 0.01, 0.2);
            double spacing = motions[i].length / places;
            double least = least_clearance(&motions[i], area, &walls, places);
            bool is_free = wend_group_motion_is_free(&motions[i], area, &walls, slack);
            // Never free where a place is not, always free where no place is near.
            assert_false(is_free && least < 0);
            assert_false(!is_free && least > slack + spacing);
            free += is_free;
            ++all;
            // The proof needs no more than about twice the length over the slack.
            walls.queries = 0;
            wend_group_motion_is_free(&motions[i], area, &walls, slack);
            assert_true((double)walls.queries <= 2 + 2 * motions[i].length / slack);
        }
        wend_floor_destroy(floor);
    }
    // The case must not be one-sided.
    assert_true(free > all / 20 && free < all * 19 / 20);
}

static void proofs_of_boxes(void **state)
{
    (void)state;
    proofs_agree_with_looking(WEND_GROUP_DEFORMABLE, 3);
}

static void proofs_of_hinges(void **state)
{
    (void)state;
    proofs_agree_with_looking(WEND_GROUP_HINGED, 4);
}

/// Around the corner of two corridors, which a box that long can't turn in: a hinge can, and a
/// narrow one between two discs, too.
static void hinges_take_corners(void **state)
{
    (void)state;
    // Two corridors of 2 m, from the left to the middle and from there up, each with a hall of 10
    // m.
    const wend_vec2 bounds[] = {{-10, -5}, {0, -5},  {0, -1},  {21, -1}, {21, 20},
                                {25, 20},  {25, 30}, {15, 30}, {15, 20}, {19, 20},
                                {19, 1},   {0, 1},   {0, 5},   {-10, 5}};
    wend_floor_def def = wend_default_floor_def();
    def.bounds = bounds;
    def.bounds_count = sizeof bounds / sizeof *bounds;
    wend_floor *floor;
    assert_int_equal(wend_floor_create(&def, &floor, NULL), WEND_OK);
    wend_group_walls walls = {.floor = floor};
    wend_group_size size = {12, 1.5};
    double disc = wend_group_disc_width(size.area);
    wend_group_motion motions[WEND_GROUP_MAX_MOTIONS];
    uint32_t count;
    // In the corridors, as near to the corner as they get: the spine is 6.8 m long.
    for (double far = 5; far < 14; ++far) {
        wend_group_pose from = {{20 - far, 0}, 0, 1.5}, to = {{20, far}, WEND_HALF_PI, 1.5};
        count = wend_group_local_motions(WEND_GROUP_DEFORMABLE, &METRIC, size, &from, &to, motions);
        for (uint32_t i = 0; i < count; ++i)
            assert_false(wend_group_motion_is_free(&motions[i], size.area, &walls, 0));
        count = wend_group_local_motions(WEND_GROUP_HINGED, &METRIC, size, &from, &to, motions);
        assert_true(count >= 1 && motions[0].kind == WEND_GROUP_HINGE);
        assert_true(wend_group_motion_is_free(&motions[0], size.area, &walls, 0.2));
    }
    // From hall to corridor, where a disc enters the axis of the other.
    wend_group_pose hall = {{-5, 0}, 1, disc}, inside = {{14, 0}, PI, 1.5};
    count = wend_group_local_motions(WEND_GROUP_HINGED, &METRIC, size, &hall, &inside, motions);
    int free = 0;
    for (uint32_t i = 0; i < count; ++i)
        free += wend_group_motion_is_free(&motions[i], size.area, &walls, 0.01);
    assert_true(free >= 1);
    // From hall to hall: as wide as they are they don't get through, narrow they do.
    wend_group_pose wide = {{-5, 0}, 0, 3}, goal = {{20, 25}, WEND_HALF_PI, 3};
    count = wend_group_local_motions(WEND_GROUP_HINGED, &METRIC, size, &wide, &goal, motions);
    assert_int_equal(count, WEND_GROUP_SQUEEZES);
    assert_false(wend_group_motion_is_free(&motions[0], size.area, &walls, 0.01));
    free = 0;
    for (uint32_t i = 1; i < count; ++i)
        free += wend_group_motion_is_free(&motions[i], size.area, &walls, 0.01);
    assert_true(free >= 1);
    wend_floor_destroy(floor);
}

/// A wall as thin as a line across a long way, wherever it is, is never jumped.
static void no_wall_is_jumped(void **state)
{
    (void)state;
    wend_vec2 bounds[] = {{-10, -10}, {210, -10}, {210, 10}, {-10, 10}};
    wend_random random = wend_random_stream(5, 0);
    for (int round = 0; round < 100; ++round) {
        double x = wend_random_between(&random, 2, 198), y = wend_random_between(&random, -2, 2);
        wend_vec2 line[] = {{x, y}, {x, y + wend_random_between(&random, 0.001, 0.1)}};
        wend_shape shape = {line, NULL, 0, 1 + (uint32_t)round % 2};
        wend_floor_def def = wend_default_floor_def();
        def.bounds = bounds;
        def.bounds_count = 4;
        def.shapes = &shape;
        def.shape_count = 1;
        wend_floor *floor;
        assert_int_equal(wend_floor_create(&def, &floor, NULL), WEND_OK);
        wend_group_walls walls = {.floor = floor};
        wend_group_size size = {3, 1};
        wend_group_pose from = {{0, 0}, 0, 1}, to = {{200, 0}, 0, 1};
        for (int local = 0; local < WEND_GROUP_LOCALS; ++local) {
            wend_group_motion motions[WEND_GROUP_MAX_MOTIONS];
            uint32_t count = wend_group_local_motions((wend_group_local)local, &METRIC, size, &from,
                                                      &to, motions);
            for (uint32_t i = 0; i < count; ++i) {
                // Half of the width to both sides, where it does not widen on its way.
                bool in_way = fabs(y) < 0.5;
                bool is_free = wend_group_motion_is_free(&motions[i], size.area, &walls, 0.001);
                assert_false(in_way && is_free);
            }
        }
        wend_floor_destroy(floor);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes),
        cmocka_unit_test(hinges),
        cmocka_unit_test(a_box_is_as_fast_as_it_looks),
        cmocka_unit_test(proofs_of_boxes),
        cmocka_unit_test(proofs_of_hinges),
        cmocka_unit_test(hinges_take_corners),
        cmocka_unit_test(no_wall_is_jumped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
