// SPDX-License-Identifier: MIT
// The mesh for the centre of a disc: small floors with known answers, random ones against the
// floor's own clearance, what is refused, and out of memory.
#include "tests/voronoi/voronoi_scenes.h"

#include "wend/mesh.h"

static wend_mesh *grow(const wend_floor *floor, double radius, double arc_error)
{
    wend_mesh_def def = wend_default_mesh_def();
    wend_mesh *mesh;
    wend_error error;
    if (wend_mesh_create_inflated(floor, radius, arc_error, &def, &mesh, &error) != WEND_OK ||
        wend_mesh_check(mesh, &error) != WEND_OK)
        fail_msg("radius %.17g, error %.17g: %s", radius, arc_error, wend_error_text(&error));
    return mesh;
}

static wend_mesh *grow_scene(const scene *s, double radius, double arc_error)
{
    wend_floor *floor = make_floor(s);
    wend_mesh *mesh = grow(floor, radius, arc_error);
    wend_floor_destroy(floor);
    return mesh;
}

// ---- known answers ------------------------------------------------------------------------------

/// What rounding to the lattice moves, and the little that is added for it, per metre of wall: the
/// scenes here are 32 m across at most, where the tolerance is 2^-31 m.
#define ROUNDED 1e-9

static void assert_area(const wend_mesh *mesh, double least, double most)
{
    double area = wend_mesh_measure(mesh).area;
    if (!(area >= least - 100 * ROUNDED && area <= most + 100 * ROUNDED))
        fail_msg("an area of %.17g, not %.17g to %.17g", area, least, most);
}

static bool is_free(const wend_mesh *mesh, double x, double y)
{
    return wend_mesh_locate(mesh, (wend_vec2){x, y}) == WEND_LOCATION_FREE;
}

static bool are_connected(const wend_mesh *mesh, double ax, double ay, double bx, double by)
{
    return wend_mesh_connected(mesh, (wend_vec2){ax, ay}, (wend_vec2){bx, by});
}

static void a_room_gets_smaller(void **state)
{
    (void)state;
    scene s = {0};
    set_box_bounds(&s, 0, 0, 10, 8);
    wend_mesh *mesh = grow_scene(&s, 1, 0);
    assert_area(mesh, 8 * 6, 8 * 6);
    assert_int_equal(wend_mesh_measure(mesh).vertices, 4);
    assert_true(is_free(mesh, 1.001, 1.001) && !is_free(mesh, 0.999, 4));
    assert_int_equal(wend_mesh_locate(mesh, (wend_vec2){0.5, 0.5}), WEND_LOCATION_SOLID);
    assert_int_equal(wend_mesh_locate(mesh, (wend_vec2){-1, 0.5}), WEND_LOCATION_OUTSIDE);
    wend_mesh_destroy(mesh);
}

// The tangents around a corner of 90 degrees, three of them, are 2 r tan(15 degrees) long each.
static void corners_become_tangents(void **state)
{
    (void)state;
    scene s = {0};
    set_box_bounds(&s, 0, 0, 20, 20);
    add_box(&s, 8, 8, 12, 12);
    wend_mesh *mesh = grow_scene(&s, 2, 0);
    double round = 3 * 2 * 2 * tan(3.14159265358979323846 / 12); // of one corner
    double free = 16 * 16 - 4 * 4 - 4 * 4 * 2 - 4 * round;
    assert_area(mesh, free, free);
    assert_int_equal(wend_mesh_measure(mesh).vertices, 4 + 4 * 3);
    wend_mesh_destroy(mesh);
}

// The discs around a point, and around the two ends of a segment, between the true circle and the
// largest that the error allows.
static void points_and_segments_grow(void **state)
{
    (void)state;
    const double pi = 3.14159265358979323846, r = 1.5;
    for (double error = 0.001; error < 1; error *= 3) {
        scene s = {0};
        set_box_bounds(&s, 0, 0, 20, 10);
        add_point(&s, 5, 5);
        add_segment(&s, 10, 5, 14, 5);
        wend_mesh *mesh = grow_scene(&s, r, error);
        double room = 17 * 7, most = r + error;
        assert_area(mesh, room - 2 * pi * most * most - 4 * 2 * r, room - 2 * pi * r * r - 8 * r);
        wend_mesh_destroy(mesh);
    }
}

// A doorway of 2 r lets the disc through if it is wider than that, and not if it is narrower.
static void doorways_open_and_shut(void **state)
{
    (void)state;
    for (int i = -1; i <= 1; i += 2) {
        double gap = 1 + i * 1e-6;
        scene s = {0};
        set_box_bounds(&s, 0, 0, 10, 5);
        add_box(&s, 4, 0, 6, 2);
        add_box(&s, 4, 2 + gap, 6, 5);
        wend_mesh *mesh = grow_scene(&s, 0.5, 0);
        assert_int_equal(are_connected(mesh, 1, 1, 9, 1), i > 0);
        assert_int_equal(wend_mesh_measure(mesh).components, i > 0 ? 1 : 2);
        wend_mesh_destroy(mesh);
    }
}

// Thin walls that share corners leave no seams, nor does a wall in pieces.
static void touching_walls_are_one(void **state)
{
    (void)state;
    scene s = {0};
    set_box_bounds(&s, 0, 0, 10, 10);
    for (int i = 0; i < 8; ++i)
        add_segment(&s, 1.25 * i, 5, 1.25 * (i + 1), 5);
    wend_mesh *mesh = grow_scene(&s, 0.5, 0);
    assert_int_equal(wend_mesh_measure(mesh).components, 2);
    assert_area(mesh, 2 * 9 * 4, 2 * 9 * 4);
    assert_int_equal(wend_mesh_measure(mesh).vertices, 8);
    wend_mesh_destroy(mesh);
}

// A building with a courtyard: the courtyard's walls grow inwards, until nothing is left of it.
static void courtyards_fill(void **state)
{
    (void)state;
    for (double r = 0.5; r < 4; r += 0.5) {
        scene s = {0};
        set_box_bounds(&s, 0, 0, 30, 30);
        add_box(&s, 10, 10, 18, 16);
        add_box_hole(&s, 11, 11, 16, 15);
        wend_mesh *mesh = grow_scene(&s, r, 0);
        assert_int_equal(is_free(mesh, 13.5, 13), r < 2);
        assert_true(is_free(mesh, 3.999, 3.999));
        assert_int_equal(wend_mesh_measure(mesh).components, r < 2 ? 2 : 1);
        wend_mesh_destroy(mesh);
    }
}

// The narrow end of a wedge: walls that meet at a sharp angle, their ends shorter than the radius.
static void wedges_are_cut_off(void **state)
{
    (void)state;
    scene s = {0};
    set_bounds(&s, (wend_vec2[]){{0, 0}, {20, -1}, {20, 1}}, 3);
    wend_mesh *mesh = grow_scene(&s, 0.5, 0);
    // The incircle's centre and the corners of the triangle within, by hand.
    double slope = sqrt(401), inner = 0.5 * slope;
    double low = inner, high = 19.5, half = (high - low) / 20;
    assert_area(mesh, (high - low) * half, (high - low) * half);
    assert_true(!is_free(mesh, low - 1e-6, 0) && is_free(mesh, low + 1e-6, 0));
    wend_mesh_destroy(mesh);
}

static void obstacles_may_overlap(void **state)
{
    (void)state;
    scene s = {0};
    set_box_bounds(&s, 0, 0, 20, 20);
    add_box(&s, 5, 5, 12, 12);
    add_box(&s, 8, 8, 15, 15);
    add_box(&s, 18, 18, 25, 25);
    add_segment(&s, 2, 10, 19, 10);
    wend_mesh *mesh = grow_scene(&s, 0.25, 0);
    assert_true(!is_free(mesh, 10, 10) && !is_free(mesh, 17, 10.2) && is_free(mesh, 17, 10.3));
    assert_true(!is_free(mesh, 17.8, 19) && is_free(mesh, 17.7, 19));
    assert_int_equal(wend_mesh_measure(mesh).components, 1);
    wend_mesh_destroy(mesh);
}

// A disc that fits nowhere leaves a mesh without free space, which answers all questions.
static void nothing_may_be_left(void **state)
{
    (void)state;
    for (double r = 4; r < 1e6; r *= 3) {
        scene s = {0};
        set_box_bounds(&s, 0, 0, 10, 8);
        add_box(&s, 4, 4, 5, 5);
        wend_mesh *mesh = grow_scene(&s, r, 0), *copy;
        wend_mesh_size size = wend_mesh_measure(mesh);
        assert_int_equal(size.triangles + size.cells + size.components, 0);
        assert_true(size.area == 0);
        assert_int_equal(wend_mesh_locate(mesh, (wend_vec2){1, 1}), WEND_LOCATION_SOLID);
        assert_false(are_connected(mesh, 1, 1, 1, 1));
        wend_ray ray;
        assert_int_equal(wend_mesh_raycast(mesh, (wend_vec2){1, 1}, (wend_vec2){2, 2}, &ray, NULL),
                         WEND_BAD_ARGUMENT);
        assert_int_equal(wend_mesh_copy(mesh, NULL, &copy, NULL), WEND_OK);
        assert_int_equal(wend_mesh_check(copy, NULL), WEND_OK);
        wend_mesh_destroy(copy);
        wend_mesh_destroy(mesh);
    }
}

static void a_point_needs_no_growth(void **state)
{
    (void)state;
    scene s = {0};
    set_box_bounds(&s, 0, 0, 10, 8);
    add_box(&s, 4, 4, 5, 5);
    wend_floor *floor = make_floor(&s);
    wend_mesh_def def = wend_default_mesh_def();
    wend_mesh *plain;
    assert_int_equal(wend_mesh_create(floor, &def, &plain, NULL), WEND_OK);
    wend_mesh *grown = grow(floor, 0, 0);
    assert_int_equal(wend_mesh_equal(plain, grown, NULL), WEND_OK);
    wend_mesh_destroy(grown);
    wend_mesh_destroy(plain);
    wend_floor_destroy(floor);
}

// Without bounds the frame holds what has grown, also if less was asked for; and without anything
// all is free.
static void frames_are_wide_enough(void **state)
{
    (void)state;
    scene s = {0};
    wend_floor *floor = make_floor(&s);
    wend_mesh *mesh = grow(floor, 3, 0);
    assert_int_equal(wend_mesh_measure(mesh).triangles, 2);
    wend_mesh_destroy(mesh);
    wend_floor_destroy(floor);

    add_box(&s, 0, 0, 2, 2);
    floor = make_floor(&s);
    wend_mesh_def def = wend_default_mesh_def();
    def.frame = (wend_box){{-1, -20}, {3, 20}};
    wend_error error;
    assert_int_equal(wend_mesh_create_inflated(floor, 5, 0, &def, &mesh, &error), WEND_OK);
    assert_int_equal(wend_mesh_check(mesh, NULL), WEND_OK);
    wend_box box = wend_mesh_box(mesh);
    assert_true(box.min.x < -5 && box.max.x > 7 && box.min.y == -20 && box.max.y == 20);
    assert_true(!is_free(mesh, -4.9, 1) && is_free(mesh, -5.1, 1));
    assert_true(are_connected(mesh, -5.1, 1, 7.1, 1));
    wend_mesh_destroy(mesh);
    wend_floor_destroy(floor);
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    scene s = {0};
    set_box_bounds(&s, 0, 0, 10, 8);
    wend_floor *floor = make_floor(&s);
    wend_mesh_def def = wend_default_mesh_def();
    const double bad[][2] = {{-1, 0}, {NAN, 0},  {INFINITY, 0}, {2e9, 0},
                             {1, -1}, {1, 1e-7}, {1, NAN},      {1, INFINITY}};
    for (size_t i = 0; i < COUNT(bad); ++i) {
        wend_mesh *mesh = (wend_mesh *)&s;
        wend_error error = {0};
        assert_int_equal(
            wend_mesh_create_inflated(floor, bad[i][0], bad[i][1], &def, &mesh, &error),
            WEND_BAD_ARGUMENT);
        assert_null(mesh);
        assert_true(error.text[0]);
    }
    def.cookie = 0;
    wend_mesh *mesh;
    assert_int_equal(wend_mesh_create_inflated(floor, 1, 0, &def, &mesh, NULL), WEND_BAD_ARGUMENT);
    wend_floor_destroy(floor);
}

// ---- random floors against their clearance ------------------------------------------------------

/// One random floor, grown.
typedef struct trial {
    uint64_t seed;
    site_plan plan;
    wend_floor *floor;
    wend_mesh *mesh;
    double radius, arc_error;
    double slack; ///< the tolerance of a floor of that size
} trial;

// Makes all of a plan so many times as large.
static void scale(site_plan *plan, double by)
{
    for (uint32_t i = 0; i < plan->point_count; ++i)
        plan->points[i] = (wend_vec2){by * plan->points[i].x, by * plan->points[i].y};
    for (uint32_t i = 0; i < plan->bounds_count; ++i)
        plan->bounds[i] = (wend_vec2){by * plan->bounds[i].x, by * plan->bounds[i].y};
    plan->centre = (wend_vec2){by * plan->centre.x, by * plan->centre.y};
    plan->size *= by;
}

// From a thousandth of the scene to half of it, and now and then far too large or too small.
static double random_radius(const trial *t, wend_random *random)
{
    double share = pow(10, wend_random_between(random, -3, -0.3));
    uint32_t kind = wend_random_below(random, 16);
    // Half of a gap, in some of the scenes, or far too small or too large. [Units: m, sizes]
    static const double gaps[] = {2.5, 1, 0.5};
    if (kind < COUNT(gaps))
        return gaps[kind];
    return t->plan.size * (kind == 3 ? 1e-7 : kind == 4 ? 10 : share);
}

static void make_trial(trial *t, uint64_t seed, uint32_t kind)
{
    static const double errors[] = {0, 0.3, 0.04, 1e-3, 1}, scales[] = {1, 1, 0x1p-30, 0x1p12};
    wend_random random = wend_random_stream(seed, kind);
    t->seed = seed;
    make_plan_of(&t->plan, kind, &random);
    scale(&t->plan, scales[wend_random_below(&random, COUNT(scales))]);
    t->floor = floor_of_plan(&t->plan, 0);
    t->radius = random_radius(t, &random);
    t->arc_error = t->radius * errors[wend_random_below(&random, COUNT(errors))];
    t->mesh = grow(t->floor, t->radius, t->arc_error);
    t->arc_error = t->arc_error > 0 ? t->arc_error : WEND_ARC_ERROR * t->radius;
    if (t->radius <= wend_floor_tolerance(t->floor))
        t->radius = t->arc_error = 0; // a point
    wend_box box = wend_floor_box(t->floor);
    double reach = t->radius + t->arc_error;
    box = wend_box_add(box, (wend_vec2){box.min.x - reach, box.min.y - reach});
    box = wend_box_add(box, (wend_vec2){box.max.x + reach, box.max.y + reach});
    t->slack = wend_tolerance(box);
}

static void end_trial(trial *t)
{
    wend_mesh_destroy(t->mesh);
    wend_floor_destroy(t->floor);
}

static void judge_place(const trial *t, wend_vec2 p, uint32_t *near)
{
    wend_box box = wend_mesh_box(t->mesh);
    if (!(p.x > box.min.x && p.x < box.max.x && p.y > box.min.y && p.y < box.max.y))
        return;
    bool open = wend_floor_locate(t->floor, p, NULL) == WEND_LOCATION_FREE;
    double clearance = wend_floor_clearance(t->floor, p, NULL, NULL);
    bool free = wend_mesh_locate(t->mesh, p) == WEND_LOCATION_FREE;
    bool must_not = !open || clearance < t->radius;
    bool must = open && clearance > t->radius + t->arc_error + t->slack;
    *near += !must && !must_not;
    if ((free && must_not) || (!free && must)) {
        print_plan(&t->plan);
        fail_msg("seed %llu: radius %.17g, error %.17g: %.17g,%.17g with a clearance of %.17g is "
                 "%s",
                 (unsigned long long)t->seed, t->radius, t->arc_error, p.x, p.y,
                 open ? clearance : -1.0, free ? "free" : "not free");
    }
}

// Anywhere, or about as far from a wall as the radius.
static wend_vec2 trial_place(const trial *t, wend_random *random)
{
    wend_vec2 p = place_in_plan(&t->plan, random), on;
    if (wend_random_below(random, 2) || isinf(wend_floor_clearance(t->floor, p, &on, NULL)))
        return p;
    double x = p.x - on.x, y = p.y - on.y, length = hypot(x, y);
    double off = pow(10, -(double)wend_random_below(random, 9));
    double wanted = t->radius + wend_random_below(random, 2) * t->arc_error;
    wanted *= 1 + wend_random_between(random, -off, off);
    return length > 0 ? (wend_vec2){on.x + x / length * wanted, on.y + y / length * wanted} : p;
}

static void free_is_what_keeps_the_radius(void **state)
{
    (void)state;
    static trial t;
    uint32_t near = 0, asked = 0;
    for (uint64_t seed = 1; seed <= (long_tier() ? 400 : 12); ++seed)
        for (uint32_t kind = 0; kind < COUNT(plan_kinds); ++kind) {
            make_trial(&t, seed, kind);
            wend_random random = wend_random_stream(seed, 100 + kind);
            for (uint32_t i = 0; i < 200; ++i, ++asked)
                judge_place(&t, trial_place(&t, &random), &near);
            end_trial(&t);
        }
    // Most places decide something.
    assert_true(near < asked / 4);
}

// A heap of walls that cross each other, some of them in pieces, all around one place, or nearly
// along each other: grown, everything crosses everything. Walls that cross are no sound floor, but
// where there are no polygons the clearance says it all.
static void make_thicket(trial *t, uint64_t seed)
{
    wend_random random = wend_random_stream(seed, 1000);
    site_plan *plan = &t->plan;
    memset(plan, 0, sizeof *plan);
    plan->kind = "thicket";
    plan->centre = (wend_vec2){10, 10};
    plan->size = 12;
    plan_bounds(plan, 0, 0, 20, 20);
    uint32_t kind = wend_random_below(&random, 3);
    for (uint32_t i = 0; i < 60; ++i) {
        double x = wend_random_between(&random, 4, 16), y = wend_random_between(&random, 4, 16);
        double dx = wend_random_between(&random, -4, 4), dy = wend_random_between(&random, -4, 4);
        double off = pow(10, -(double)wend_random_below(&random, 14));
        if (kind == 0) // a star of walls
            plan_segment(plan, 10 - dx, 10 - dy, 10 + dx, 10 + dy);
        else if (kind == 1) // a sheaf
            plan_segment(plan, 3, 10, 17 + dx / 2, 10 + off);
        else
            plan_segment(plan, x, y, x + dx, y + dy);
    }
    t->seed = seed;
    t->floor = floor_of_plan(plan, 0);
    t->radius = pow(10, wend_random_between(&random, -3, 0.5));
    t->arc_error = WEND_ARC_ERROR * t->radius;
    t->mesh = grow(t->floor, t->radius, 0);
    t->slack = wend_tolerance(wend_floor_box(t->floor));
}

static void thickets_are_grown_too(void **state)
{
    (void)state;
    static trial t;
    uint32_t near = 0, asked = 0;
    for (uint64_t seed = 1; seed <= (long_tier() ? 2000 : 30); ++seed) {
        make_thicket(&t, seed);
        wend_random random = wend_random_stream(seed, 1001);
        for (uint32_t i = 0; i < 200; ++i, ++asked)
            judge_place(&t, trial_place(&t, &random), &near);
        end_trial(&t);
    }
    assert_true(near < asked / 4);
}

// The same floor gives the same mesh, number for number.
static void growth_is_the_same_twice(void **state)
{
    (void)state;
    static trial one, other;
    for (uint32_t kind = 0; kind < COUNT(plan_kinds); ++kind) {
        make_trial(&one, 77, kind);
        make_trial(&other, 77, kind);
        assert_int_equal(wend_mesh_equal(one.mesh, other.mesh, NULL), WEND_OK);
        wend_mesh_size a = wend_mesh_measure(one.mesh), b = wend_mesh_measure(other.mesh);
        assert_true(a.area == b.area && a.bytes == b.bytes && a.vertices == b.vertices);
        end_trial(&one);
        end_trial(&other);
    }
}

// ---- out of memory ------------------------------------------------------------------------------

static void memory_may_run_out(void **state)
{
    (void)state;
    static trial t;
    for (uint32_t kind = 0; kind < COUNT(plan_kinds); kind += 3) {
        make_trial(&t, 5, kind);
        wend_result result = WEND_OUT_OF_MEMORY;
        for (size_t fail_at = 1; result != WEND_OK; ++fail_at) {
            failing_allocator memory = {.fail_at = fail_at};
            wend_mesh_def def = wend_default_mesh_def();
            def.allocator = failing_allocator_of(&memory);
            wend_mesh *mesh;
            result = wend_mesh_create_inflated(t.floor, t.radius, t.arc_error, &def, &mesh, NULL);
            if (result == WEND_OK) {
                memory.fail_at = 0;
                assert_int_equal(wend_mesh_equal(t.mesh, mesh, NULL), WEND_OK);
                wend_mesh_destroy(mesh);
            } else {
                assert_int_equal(result, WEND_OUT_OF_MEMORY);
                assert_null(mesh);
            }
            assert_int_equal(memory.bytes, 0);
        }
        end_trial(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_room_gets_smaller),
        cmocka_unit_test(corners_become_tangents),
        cmocka_unit_test(points_and_segments_grow),
        cmocka_unit_test(doorways_open_and_shut),
        cmocka_unit_test(touching_walls_are_one),
        cmocka_unit_test(courtyards_fill),
        cmocka_unit_test(wedges_are_cut_off),
        cmocka_unit_test(obstacles_may_overlap),
        cmocka_unit_test(nothing_may_be_left),
        cmocka_unit_test(a_point_needs_no_growth),
        cmocka_unit_test(frames_are_wide_enough),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(free_is_what_keeps_the_radius),
        cmocka_unit_test(thickets_are_grown_too),
        cmocka_unit_test(growth_is_the_same_twice),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
