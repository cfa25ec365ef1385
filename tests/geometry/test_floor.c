// SPDX-License-Identifier: MIT
// The floor: making it, where points lie and how far the next wall is (against loops over
// everything), and many walls at once. Its defects have tests of their own.
#include "tests/geometry/floor_scenes.h"

#include <time.h>

// ---- oracles ------------------------------------------------------------------------------------

static bool ring_is_on(const wend_vec2 *ring, uint32_t count, wend_vec2 p)
{
    for (uint32_t i = 0; i < count; i++)
        if (wend_on_segment((wend_segment){ring[i], ring[(i + 1) % count]}, p))
            return true;
    return false;
}

// Where p lies by the even-odd rule over each shape's rings.
static wend_location locate_slowly(const scene *s, wend_vec2 p, uint32_t *shape)
{
    for (uint32_t i = 0; i < s->shape_count; i++) {
        uint32_t begin = 0;
        for (uint32_t r = 0; r < s->shapes[i].ring_count; r++) {
            *shape = i;
            if (ring_is_on(s->points[i] + begin, s->ring_ends[i][r] - begin, p))
                return WEND_LOCATION_BOUNDARY;
            begin = s->ring_ends[i][r];
        }
    }
    *shape = WEND_BOUNDS;
    if (ring_is_on(s->bounds, s->bounds_count, p))
        return WEND_LOCATION_BOUNDARY;
    if (s->bounds_count && wend_polygon_locate(s->bounds, s->bounds_count, p) == WEND_OUTSIDE)
        return WEND_LOCATION_OUTSIDE;
    for (uint32_t i = 0; i < s->shape_count; i++) {
        bool inside = false;
        uint32_t begin = 0;
        for (uint32_t r = 0; r < s->shapes[i].ring_count; r++) {
            uint32_t count = s->ring_ends[i][r] - begin;
            inside ^= wend_polygon_locate(s->points[i] + begin, count, p) == WEND_INSIDE;
            begin = s->ring_ends[i][r];
        }
        *shape = i;
        if (inside)
            return WEND_LOCATION_SOLID;
    }
    return WEND_LOCATION_FREE;
}

typedef struct nearest {
    wend_vec2 from;
    double distance;
    uint32_t claimed; ///< a shape
    double claimed_distance;
} nearest;

static void visit_nearest(void *context, uint32_t shape, wend_segment wall)
{
    nearest *n = context;
    double distance = wend_segment_distance(wall, n->from);
    n->distance = fmin(n->distance, distance);
    if (shape == n->claimed)
        n->claimed_distance = fmin(n->claimed_distance, distance);
}

// ---- the tolerance ------------------------------------------------------------------------------

static void tolerance_follows_the_size(void **state)
{
    (void)state;
    assert_true(wend_tolerance((wend_box){{-90, 0}, {-80, 1}}) == 0x1p-29);
    assert_true(wend_tolerance((wend_box){{0, 80}, {1, 90}}) == 0x1p-29);
    assert_true(wend_tolerance((wend_box){{0, 0}, {100, 50}}) == 0x1p-29);
    assert_true(wend_tolerance((wend_box){{0, 0}, {128, 50}}) == 0x1p-29);
    assert_true(wend_tolerance((wend_box){{0, 0}, {128.5, 50}}) == 0x1p-28);
    assert_true(wend_tolerance((wend_box){{-100, 0}, {100, 50}}) == 0x1p-28);
    assert_true(wend_tolerance((wend_box){{1000, 1000}, {1001, 1001}}) == 0x1p-26);
    assert_true(wend_tolerance((wend_box){{0, 0}, {0, 0}}) == 0x1p-36);
    assert_true(wend_tolerance(wend_box_empty()) == 0x1p-36);
}

// ---- places and clearances ----------------------------------------------------------------------

static void ask_around(const scene *s, const wend_floor *floor, wend_random *random, uint64_t round)
{
    wend_box box = wend_floor_box(floor);
    double width = box.max.x - box.min.x + 2, height = box.max.y - box.min.y + 2;
    for (int k = 0; k < 60; k++) {
        wend_vec2 p = {box.min.x - 1 + rint(2 * width * wend_random_unit(random)) / 2,
                       box.min.y - 1 + rint(2 * height * wend_random_unit(random)) / 2};
        if (k % 3 == 1)
            p.x = nextafter(p.x, k % 2 ? 1e9 : -1e9);
        if (k % 3 == 2)
            p.y = nextafter(p.y, k % 2 ? 1e9 : -1e9);
        uint32_t shape = 77, expected_shape;
        wend_location expected = locate_slowly(s, p, &expected_shape);
        wend_location place = wend_floor_locate(floor, p, &shape);
        if (place != expected || (place != WEND_LOCATION_FREE && shape != expected_shape)) {
            print_scene(s);
            fail_msg("%.17g,%.17g is %d of %u, not %d of %u (round %llu)", p.x, p.y, (int)place,
                     (unsigned)shape, (int)expected, (unsigned)expected_shape,
                     (unsigned long long)round);
        }
        assert_int_equal(wend_floor_locate(floor, p, NULL), expected);
        wend_vec2 point = {0, 0};
        double clearance = wend_floor_clearance(floor, p, &point, &shape);
        nearest n = {p, INFINITY, shape, INFINITY};
        visit_walls(s, visit_nearest, &n);
        assert_true(fabs(clearance - n.distance) <= 1e-12 * (1 + n.distance));
        assert_true(fabs(hypot(point.x - p.x, point.y - p.y) - clearance) <= 1e-9);
        if (isfinite(clearance))
            assert_true(n.claimed_distance - n.distance <= 1e-12 * (1 + n.distance));
        assert_true((clearance == 0) == (place == WEND_LOCATION_BOUNDARY) || clearance < 1e-9);
    }
}

static void places_agree_with_even_odd(void **state)
{
    (void)state;
    const uint64_t seed = 23, rounds = long_tier() ? 100000 : 6000;
    int asked = 0;
    for (uint64_t round = 0; round < rounds; round++) {
        wend_random random = wend_random_stream(seed, round);
        scene s;
        make_scene(&s, &random);
        wend_floor *floor = make_floor(&s);
        uint32_t defects;
        if (wend_floor_validate(floor, NULL, 0, &defects, NULL) == WEND_OK) {
            ask_around(&s, floor, &random, round);
            asked++;
        }
        wend_floor_destroy(floor);
    }
    assert_true(asked > 500);
}

static void a_floor_may_be_empty_or_far_away(void **state)
{
    (void)state;
    scene s = {0};
    wend_floor *floor = make_floor(&s);
    uint32_t shape = 5;
    wend_vec2 point = {3, 3};
    assert_int_equal(wend_floor_locate(floor, (wend_vec2){1, 2}, &shape), WEND_LOCATION_FREE);
    assert_true(isinf(wend_floor_clearance(floor, (wend_vec2){1, 2}, &point, &shape)));
    assert_true(wend_floor_box(floor).min.x > wend_floor_box(floor).max.x);
    wend_floor_destroy(floor);

    set_box_bounds(&s, 1e8, 1e8, 1e8 + 10, 1e8 + 10);
    add_box(&s, 1e8 + 2, 1e8 + 2, 1e8 + 4, 1e8 + 4);
    findings found;
    find_flaws(&s, &found);
    assert_int_equal(found.count, 0);
    floor = make_floor(&s);
    assert_int_equal(wend_floor_locate(floor, (wend_vec2){1e8 + 3, 1e8 + 3}, &shape),
                     WEND_LOCATION_SOLID);
    assert_int_equal(shape, 0);
    assert_int_equal(wend_floor_locate(floor, (wend_vec2){1e8 + 3, 1e300}, &shape),
                     WEND_LOCATION_OUTSIDE);
    assert_int_equal(wend_floor_locate(floor, (wend_vec2){1e8 + 3, -1e300}, &shape),
                     WEND_LOCATION_OUTSIDE);
    assert_int_equal(wend_floor_locate(floor, (wend_vec2){0, 0}, &shape), WEND_LOCATION_OUTSIDE);
    assert_true(shape == WEND_BOUNDS);
    assert_true(wend_floor_clearance(floor, (wend_vec2){1e8 + 5, 1e8 + 3}, &point, &shape) == 1);
    assert_true(point.x == 1e8 + 4 && point.y == 1e8 + 3 && shape == 0);
    wend_floor_destroy(floor);
}

// ---- what is refused ----------------------------------------------------------------------------

static void create_refuses_what_is_no_shape(void **state)
{
    (void)state;
    const wend_vec2 good[] = {{0, 0}, {1, 0}, {0, 1}, {5, 5}, {6, 5}, {5, 6}};
    const wend_vec2 not_finite[] = {{0, 0}, {NAN, 0}, {0, 1}}, far[] = {{0, 0}, {2e9, 0}, {0, 1}};
    const uint32_t short_ring[] = {3, 5}, backwards[] = {5, 3}, beyond[] = {3, 9}, whole[] = {3, 6};
    const struct {
        wend_shape shape;
        wend_result result;
        const char *word;
    } cases[] = {
        {{not_finite, NULL, 0, 3}, WEND_INVALID_GEOMETRY, "finite"},
        {{far, NULL, 0, 3}, WEND_INVALID_GEOMETRY, "too far"},
        {{good, NULL, 0, 0}, WEND_INVALID_GEOMETRY, "0 vertices"},
        {{good, short_ring, 2, 5}, WEND_INVALID_GEOMETRY, "at least 3"},
        {{good, backwards, 2, 3}, WEND_BAD_ARGUMENT, "ring_ends"},
        {{good, beyond, 2, 6}, WEND_BAD_ARGUMENT, "point_count"},
        {{good, whole, 0, 6}, WEND_BAD_ARGUMENT, "point_count"},
        {{NULL, NULL, 0, 6}, WEND_BAD_ARGUMENT, "points"},
        {{good, whole, 2, 6}, WEND_OK, ""},
    };
    wend_floor_def def = wend_default_floor_def();
    wend_floor *floor;
    wend_error error;
    for (size_t i = 0; i < COUNT(cases); i++) {
        def.shapes = &cases[i].shape;
        def.shape_count = 1;
        error = (wend_error){0};
        assert_int_equal(wend_floor_create(&def, &floor, &error), cases[i].result);
        assert_true(strstr(error.text, cases[i].word) != NULL);
        assert_true((floor != NULL) == (cases[i].result == WEND_OK));
        wend_floor_destroy(floor);
    }
    def = wend_default_floor_def();
    def.bounds = good;
    def.bounds_count = 2;
    assert_int_equal(wend_floor_create(&def, &floor, &error), WEND_INVALID_GEOMETRY);
    def.bounds = not_finite;
    def.bounds_count = 3;
    assert_int_equal(wend_floor_create(&def, &floor, NULL), WEND_INVALID_GEOMETRY);
    def = wend_default_floor_def();
    def.tolerance = -1;
    assert_int_equal(wend_floor_create(&def, &floor, &error), WEND_BAD_ARGUMENT);
    def = (wend_floor_def){0};
    assert_int_equal(wend_floor_create(&def, &floor, &error), WEND_BAD_ARGUMENT);
    assert_null(floor);
}

static void every_failure_of_memory_is_said(void **state)
{
    (void)state;
    scene s = {0};
    set_box_bounds(&s, 0, 0, 30, 30);
    add_box(&s, 0, 0, 4, 4);
    add_box_hole(&s, 1, 1, 3, 3);
    for (int i = 0; i < 4; i++)
        add_box(&s, 2, 2, 6 + i, 6); // defects
    add_segment(&s, 10, 10, 20, 20);
    add_segment(&s, 10, 20, 20, 20 + 1e-9);
    uint32_t expected = 0;
    int failures = 0;
    for (size_t fail_at = 1;; fail_at++) {
        failing_allocator memory = {.fail_at = fail_at};
        wend_floor_def def = wend_default_floor_def();
        def.allocator = failing_allocator_of(&memory);
        def.shapes = s.shapes;
        def.shape_count = s.shape_count;
        def.bounds = s.bounds;
        def.bounds_count = s.bounds_count;
        wend_floor *floor;
        wend_error error;
        wend_result result = wend_floor_create(&def, &floor, &error);
        if (result == WEND_OK) {
            wend_defect defects[2];
            uint32_t count;
            result = wend_floor_validate(floor, defects, 2, &count, &error);
            assert_true(result == WEND_OUT_OF_MEMORY || result == WEND_INVALID_GEOMETRY);
            // The index does not mind if it gets no smaller array for what it has built.
            if (result == WEND_INVALID_GEOMETRY && expected == 0)
                expected = count;
            if (result == WEND_INVALID_GEOMETRY)
                assert_int_equal(count, expected);
        }
        wend_floor_destroy(floor);
        assert_int_equal(memory.bytes, 0);
        if (memory.calls < fail_at) {
            assert_int_equal(result, WEND_INVALID_GEOMETRY);
            assert_true(expected > 2 && failures > 10);
            break;
        }
        assert_int_equal(error.result, result);
        failures += result == WEND_OUT_OF_MEMORY;
    }
}

// ---- many walls ---------------------------------------------------------------------------------

typedef struct many {
    wend_vec2 *points;
    wend_shape *shapes;
    uint32_t count;
} many;

static many make_many(uint32_t shapes, uint32_t points_each)
{
    many m = {malloc((size_t)shapes * points_each * sizeof *m.points),
              malloc((size_t)shapes * sizeof *m.shapes), shapes};
    assert_true(m.points && m.shapes);
    for (uint32_t i = 0; i < shapes; i++)
        m.shapes[i] = (wend_shape){m.points + (size_t)i * points_each, NULL, 0, points_each};
    return m;
}

static void put_box(many *m, uint32_t i, double x, double y, double width, double height)
{
    wend_vec2 *p = m->points + (size_t)i * 4;
    p[0] = (wend_vec2){x, y};
    p[1] = (wend_vec2){x + width, y};
    p[2] = (wend_vec2){x + width, y + height};
    p[3] = (wend_vec2){x, y + height};
}

static void free_many(many *m)
{
    free(m->points);
    free(m->shapes);
}

static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

// Makes the floor, counts its defects, and says how long both took, if it has a name.
static uint32_t flaws_of_many(const many *m, double bounds, const char *name)
{
    const wend_vec2 ring[] = {{0, 0}, {bounds, 0}, {bounds, bounds}, {0, bounds}};
    wend_floor_def def = wend_default_floor_def();
    def.shapes = m->shapes;
    def.shape_count = m->count;
    def.bounds = bounds > 0 ? ring : NULL;
    def.bounds_count = 4;
    wend_floor *floor;
    uint32_t count;
    double start = seconds();
    assert_int_equal(wend_floor_create(&def, &floor, NULL), WEND_OK);
    double made = seconds();
    wend_result result = wend_floor_validate(floor, NULL, 0, &count, NULL);
    double checked = seconds();
    assert_int_equal(result, count ? WEND_INVALID_GEOMETRY : WEND_OK);
    if (name)
        print_message("%s: made in %.3f s, checked in %.3f s, %u flaws\n", name, made - start,
                      checked - made, (unsigned)count);
    wend_floor_destroy(floor);
    return count;
}

static void a_city_is_sound(void **state)
{
    (void)state;
    enum { BLOCKS = 98 };
    many city = make_many(BLOCKS * BLOCKS, 4);
    wend_random random = wend_random_stream(24, 0);
    for (uint32_t i = 0; i < city.count; i++) {
        double x = 10.0 * (i % BLOCKS) + wend_random_between(&random, 1, 4);
        double y = 10.0 * (i / BLOCKS) + wend_random_between(&random, 1, 4);
        put_box(&city, i, x, y, 5, 5);
    }
    assert_int_equal(flaws_of_many(&city, 10.0 * BLOCKS, "city"), 0);
    put_box(&city, 5000, city.points[4 * 5001].x, city.points[4 * 5001].y + 1, 3, 3);
    assert_int_equal(flaws_of_many(&city, 10.0 * BLOCKS, "city with one overlap"), 1);
    free_many(&city);
}

static void a_large_grid_is_sound(void **state)
{
    (void)state;
    const uint32_t side = long_tier() ? 500 : 60;
    many squares = make_many(side * side, 4);
    for (uint32_t i = 0; i < squares.count; i++)
        put_box(&squares, i, i % side, i / side, 1, 1);
    assert_int_equal(flaws_of_many(&squares, side, "touching squares"), 0);
    free_many(&squares);
}

// Turned by any angle, neighbours still have their corners in common.
static void turned_grids_are_sound(void **state)
{
    (void)state;
    enum { SIDE = 12 };
    many squares = make_many(SIDE * SIDE, 4);
    for (int turn = 1; turn < 12; turn++) {
        double c = 7 * cos(0.13 * turn), s = 7 * sin(0.13 * turn);
        for (uint32_t i = 0; i < squares.count; i++) {
            put_box(&squares, i, i % SIDE, i / SIDE, 1, 1);
            for (uint32_t k = 4 * i; k < 4 * i + 4; k++) {
                wend_vec2 p = squares.points[k];
                squares.points[k] = (wend_vec2){c * p.x - s * p.y, s * p.x + c * p.y};
            }
        }
        assert_int_equal(flaws_of_many(&squares, 0, NULL), 0);
        // Moved by a hundredth they overlap a neighbour, or leave it and overlap another.
        for (uint32_t k = 4 * 50; k < 4 * 51; k++)
            squares.points[k].x += 0.07;
        assert_true(flaws_of_many(&squares, 0, NULL) > 0);
    }
    free_many(&squares);
}

static void many_may_share_a_corner(void **state)
{
    (void)state;
    many wedges = make_many(1000, 3), rays = make_many(2000, 2);
    for (uint32_t i = 0; i < wedges.count; i++) {
        double a = 6.28318530717958648 * i / wedges.count, b = a + 3.0 / wedges.count;
        wedges.points[3 * i] = (wend_vec2){0, 0};
        wedges.points[3 * i + 1] = (wend_vec2){cos(a), sin(a)};
        wedges.points[3 * i + 2] = (wend_vec2){cos(b), sin(b)};
    }
    for (uint32_t i = 0; i < rays.count; i++) {
        double a = 6.28318530717958648 * i / rays.count;
        rays.points[2 * i] = (wend_vec2){cos(a), sin(a)};
        rays.points[2 * i + 1] = (wend_vec2){0, 0};
    }
    assert_int_equal(flaws_of_many(&wedges, 0, "wedges"), 0);
    assert_int_equal(flaws_of_many(&rays, 0, "rays"), 0);
    free_many(&wedges);
    free_many(&rays);
}

static void there_is_an_end_to_flaws(void **state)
{
    (void)state;
    many squares = make_many(1000, 4), points = make_many(20000, 1);
    for (uint32_t i = 0; i < squares.count; i++)
        put_box(&squares, i, 0, 0, 1, 1);
    for (uint32_t i = 0; i < points.count; i++)
        points.points[i] = (wend_vec2){1, 1};
    assert_int_equal(flaws_of_many(&squares, 0, "equal squares"), WEND_MAX_DEFECTS);
    assert_int_equal(flaws_of_many(&points, 0, "equal points"), WEND_MAX_DEFECTS);
    free_many(&squares);
    free_many(&points);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tolerance_follows_the_size),
        cmocka_unit_test(places_agree_with_even_odd),
        cmocka_unit_test(a_floor_may_be_empty_or_far_away),
        cmocka_unit_test(create_refuses_what_is_no_shape),
        cmocka_unit_test(every_failure_of_memory_is_said),
        cmocka_unit_test(a_city_is_sound),
        cmocka_unit_test(a_large_grid_is_sound),
        cmocka_unit_test(turned_grids_are_sound),
        cmocka_unit_test(many_may_share_a_corner),
        cmocka_unit_test(there_is_an_end_to_flaws),
    };
    return cmocka_run_group_tests_name("floor", tests, NULL, NULL);
}
