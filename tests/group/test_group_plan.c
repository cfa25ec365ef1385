// SPDX-License-Identifier: MIT
// Plans: motions one after the other; places along them, what they carry, what is refused, memory.
#include "tests/group/group_motions.h"

#include "wend/draw.h"
#include "wend/floor.h"
#include "wend/geometry.h"

#include <string.h>

static const wend_group_size SIZE = {12, 1.5};

static wend_floor *room(const wend_shape *shapes, uint32_t count)
{
    static const wend_vec2 bounds[] = {{-10, -10}, {40, -10}, {40, 40}, {-10, 40}};
    wend_floor_def def = wend_default_floor_def();
    def.bounds = bounds;
    def.bounds_count = 4;
    def.shapes = shapes;
    def.shape_count = count;
    wend_floor *floor;
    assert_int_equal(wend_floor_create(&def, &floor, NULL), WEND_OK);
    return floor;
}

enum { POSES = 4, MOTIONS = POSES - 1 };

/// Along an axis, around a corner, and then to the side.
static const wend_group_pose poses[POSES] = {
    {{0, 0}, 0, 2}, {{8, 0}, 0, 1.5}, {{20, 12}, WEND_HALF_PI, 2.5}, {{14, 20}, 0.5, 3.5}};

static void make_motions(wend_group_local local, wend_group_motion *motions)
{
    for (int i = 0; i < MOTIONS; ++i) {
        wend_group_motion some[WEND_GROUP_MAX_MOTIONS];
        wend_group_local_motions(local, &METRIC, SIZE, &poses[i], &poses[i + 1], some);
        motions[i] = some[0];
    }
}

static wend_group_plan *plan_of(wend_group_local local, double area)
{
    wend_group_motion motions[MOTIONS];
    make_motions(local, motions);
    wend_group_plan *plan = wend_group_plan_make(motions, MOTIONS, area, NULL);
    assert_non_null(plan);
    return plan;
}

static void plans_are_their_motions(void **state)
{
    (void)state;
    for (int local = 0; local < WEND_GROUP_LOCALS; ++local)
        for (double area = 12; area > 5; area -= 6) {
            wend_group_motion motions[MOTIONS];
            make_motions((wend_group_local)local, motions);
            wend_group_plan *plan = plan_of((wend_group_local)local, area);
            assert_true(wend_group_plan_area(plan) == area);
            assert_int_equal(wend_group_plan_motions(plan), MOTIONS);
            double length = 0, way = 0;
            for (uint32_t i = 0; i < MOTIONS; ++i) {
                wend_group_shape shape = wend_group_plan_shape(plan, length);
                wend_group_shape pose = wend_group_pose_shape(&poses[i], area);
                assert_true(shapes_differ(&shape, &pose) <= ROUNDING);
                double part = 0.3 * motions[i].length;
                shape = wend_group_plan_shape(plan, length + part);
                wend_group_shape alone = wend_group_motion_shape(&motions[i], area, part);
                assert_true(shapes_differ(&shape, &alone) <= ROUNDING);
                length += motions[i].length;
                way += motions[i].path_length;
                assert_true(wend_group_plan_motion_end(plan, i) == length);
            }
            assert_true(wend_group_plan_length(plan) == length);
            assert_true(wend_group_plan_path_length(plan) == way);
            // Before the start it starts, beyond its end it ends.
            wend_group_shape start = wend_group_plan_shape(plan, -3);
            wend_group_shape end = wend_group_plan_shape(plan, length + 3);
            wend_group_shape first = wend_group_pose_shape(&poses[0], area);
            wend_group_shape last = wend_group_pose_shape(&poses[POSES - 1], area);
            assert_true(shapes_differ(&start, &first) <= ROUNDING);
            assert_true(shapes_differ(&end, &last) <= ROUNDING);
            wend_group_plan_destroy(plan);
        }
}

/// Entities that are carried keep their place: beside the centre of a box, beside the spine of what
/// slides.
static void places_are_carried(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(7, 0);
    for (int local = 0; local < WEND_GROUP_LOCALS; ++local) {
        wend_group_motion motions[MOTIONS];
        make_motions((wend_group_local)local, motions);
        wend_group_plan *plan = plan_of((wend_group_local)local, SIZE.area);
        for (int round = 0; round < 200; ++round) {
            uint32_t i = wend_random_below(&random, MOTIONS);
            double end = wend_group_plan_motion_end(plan, i), start = end - motions[i].length;
            double s = wend_random_between(&random, start, end), t;
            t = wend_random_between(&random, s, end);
            wend_group_shape before = wend_group_plan_shape(plan, s);
            wend_group_shape after = wend_group_plan_shape(plan, t);
            wend_vec2 local_place = {wend_random_between(&random, -2, 2),
                                     wend_random_between(&random, -0.7, 0.7)};
            wend_vec2 p = wend_group_shape_from_local(&before, local_place);
            wend_vec2 q = wend_group_plan_carry(plan, s, t, p), expected;
            if (motions[i].kind == WEND_GROUP_HINGE) {
                expected = wend_group_shape_from_local(&after, local_place);
            } else {
                wend_vec2 a = wend_group_shape_from_local(&before, (wend_vec2){0, 0});
                wend_vec2 b = wend_group_shape_from_local(&after, (wend_vec2){0, 0});
                expected = (wend_vec2){p.x + b.x - a.x, p.y + b.y - a.y};
            }
            assert_true(hypot(q.x - expected.x, q.y - expected.y) <= 1e-7);
            // It is the same in two steps, also from one motion to the next.
            double beyond = fmin(wend_group_plan_length(plan), t + 5);
            wend_vec2 once = wend_group_plan_carry(plan, s, beyond, p);
            wend_vec2 twice = wend_group_plan_carry(plan, t, beyond, q);
            assert_true(hypot(once.x - twice.x, once.y - twice.y) <= 1e-7);
        }
        wend_group_plan_destroy(plan);
    }
}

/// Nobody is carried far by a short step. All along, also where a motion begins, unfolds and ends,
/// and spines come to run the other way: a group would be turned over. Where a shape begins to fold
/// its spine moves by far less than what is beside it.
static void nobody_is_carried_far(void **state)
{
    (void)state;
    const double step = 0.01, disc = wend_group_disc_width(SIZE.area);
    uint64_t rounds = 30;
    for (uint64_t seed = 0; seed < rounds; ++seed) {
        wend_random random = wend_random_stream(seed, 1);
        wend_group_motion motions[POSES];
        wend_group_pose last = {{0, 0}, 0, disc};
        for (int i = 0; i < POSES; ++i) {
            wend_group_motion some[WEND_GROUP_MAX_MOTIONS];
            wend_group_pose next = {{last.centre.x + wend_random_between(&random, -9, 9),
                                     last.centre.y + wend_random_between(&random, -9, 9)},
                                    wend_random_between(&random, -3, 3),
                                    wend_random_between(&random, 1.5, 1.1 * disc)};
            next.width = fmin(next.width, disc);
            wend_group_local_motions(WEND_GROUP_HINGED, &METRIC, SIZE, &last, &next, some);
            motions[i] = some[0];
            last = next;
        }
        wend_group_plan *plan = wend_group_plan_make(motions, POSES, SIZE.area, NULL);
        for (double s = 0; s < wend_group_plan_length(plan); s += step) {
            wend_group_shape shape = wend_group_plan_shape(plan, s);
            double half = shape.width / 2;
            wend_vec2 local = {wend_random_between(&random, -1, 1) * half,
                               wend_random_between(&random, -1, 1) * half};
            wend_vec2 p = wend_group_shape_from_local(&shape, local);
            wend_vec2 q = wend_group_plan_carry(plan, s, s + step, p);
            if (!(hypot(q.x - p.x, q.y - p.y) <= 20 * step))
                fail_msg("seed %llu: at %g m one is carried by %g m", (unsigned long long)seed, s,
                         hypot(q.x - p.x, q.y - p.y));
        }
        wend_group_plan_destroy(plan);
    }
}

static void checks_find_faults(void **state)
{
    (void)state;
    wend_error error;
    wend_floor *empty = room(NULL, 0);
    wend_group_plan *plan = plan_of(WEND_GROUP_HINGED, SIZE.area);
    assert_int_equal(wend_group_plan_check(plan, empty, &error), WEND_OK);
    // A post in the middle of the last motion.
    wend_group_shape shape = wend_group_plan_shape(plan, wend_group_plan_length(plan) - 2);
    wend_vec2 post = wend_group_shape_from_local(&shape, (wend_vec2){0, 0});
    wend_floor *posted = room(&(wend_shape){&post, NULL, 0, 1}, 1);
    assert_int_equal(wend_group_plan_check(plan, posted, &error), WEND_INVALID_GEOMETRY);
    assert_string_equal(error.text, "motion 2 is not clear of walls");
    wend_floor_destroy(posted);
    wend_group_plan_destroy(plan);
    // A motion is left out.
    wend_group_motion motions[MOTIONS];
    make_motions(WEND_GROUP_HINGED, motions);
    motions[1] = motions[2];
    plan = wend_group_plan_make(motions, 2, SIZE.area, NULL);
    assert_int_equal(wend_group_plan_check(plan, empty, &error), WEND_INVALID_GEOMETRY);
    assert_string_equal(error.text, "motion 1 does not start where motion 0 ends");
    wend_group_plan_destroy(plan);
    wend_floor_destroy(empty);
}

static void memory_may_be_refused(void **state)
{
    (void)state;
    wend_group_motion motions[MOTIONS];
    make_motions(WEND_GROUP_HINGED, motions);
    for (size_t fail_at = 1;; ++fail_at) {
        failing_allocator memory = {.fail_at = fail_at};
        wend_allocator allocator = failing_allocator_of(&memory);
        wend_group_plan *plan = wend_group_plan_make(motions, MOTIONS, SIZE.area, &allocator);
        wend_group_plan *copy = NULL;
        wend_error error;
        wend_result result = WEND_OUT_OF_MEMORY;
        if (plan)
            result = wend_group_plan_copy(plan, &allocator, &copy, &error);
        assert_true((result == WEND_OK) == (copy != NULL));
        wend_group_plan_destroy(plan);
        if (copy) // lives on by itself
            assert_int_equal(wend_group_plan_motions(copy), MOTIONS);
        wend_group_plan_destroy(copy);
        assert_int_equal(memory.bytes, 0);
        if (result == WEND_OK)
            break;
    }
    wend_group_plan_destroy(NULL);
}

// ---- drawing ------------------------------------------------------------------------------------

typedef struct drawn {
    const char *unwanted;
    uint32_t polygons, lines;
    wend_vec2 first, last; // of lines
} drawn;

static bool draw_layer(void *context, const char *name, const char *title, wend_ink sample)
{
    (void)title;
    (void)sample;
    return strcmp(name, ((drawn *)context)->unwanted) != 0;
}

static void draw_polygon(void *context, const wend_vec2 *points, const uint32_t *ring_ends,
                         uint32_t ring_count, wend_ink ink)
{
    (void)ink;
    drawn *out = context;
    ++out->polygons;
    assert_int_equal(ring_count, 1);
    assert_true(fabs(wend_polygon_area(points, ring_ends[0]) / SIZE.area - 1) < 0.02);
}

static void draw_line(void *context, const wend_vec2 *points, uint32_t count, wend_ink ink)
{
    (void)ink;
    drawn *out = context;
    if (out->lines++ == 0)
        out->first = points[0];
    out->last = points[count - 1];
}

static void plans_show_themselves(void **state)
{
    (void)state;
    wend_group_plan *plan = plan_of(WEND_GROUP_HINGED, SIZE.area);
    drawn out = {.unwanted = ""};
    wend_draw draw = {
        .context = &out, .layer = draw_layer, .polygon = draw_polygon, .line = draw_line};
    wend_group_plan_draw(plan, 2, &draw);
    assert_int_equal(out.polygons, ceil(wend_group_plan_length(plan) / 2) + 1);
    assert_true(hypot(out.first.x - 0, out.first.y - 0) < ROUNDING);
    assert_true(hypot(out.last.x - 14, out.last.y - 20) < ROUNDING);
    // A line of many points is drawn in parts.
    out = (drawn){.unwanted = "sweep"};
    wend_group_plan_draw(plan, 0.1, &draw);
    assert_true(out.polygons == 0 && out.lines > 1);
    assert_true(hypot(out.last.x - 14, out.last.y - 20) < ROUNDING);
    out = (drawn){.unwanted = "way"};
    wend_group_plan_draw(plan, 1e9, &draw);
    assert_true(out.polygons == 2 && out.lines == 0);
    wend_group_plan_destroy(plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans_are_their_motions), cmocka_unit_test(places_are_carried),
        cmocka_unit_test(nobody_is_carried_far),   cmocka_unit_test(checks_find_faults),
        cmocka_unit_test(memory_may_be_refused),   cmocka_unit_test(plans_show_themselves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
