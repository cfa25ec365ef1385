// SPDX-License-Identifier: MIT
// Path queries at the corners of what is allowed: edits that are refused, budgets that are huge,
// discs that have no room where they start, radii that are next to nothing, no bounds at all, goals
// far away.
#include "tests/support/support.h"

#include "wend/path.h"

#include <math.h>

typedef struct place {
    wend_floor *floor;
    wend_mesh *mesh;
    wend_path_query *query;
} place;

static place make_place(const wend_vec2 *bounds, uint32_t bounds_count, const wend_shape *shapes,
                        uint32_t shape_count)
{
    place p = {0};
    wend_floor_def def = wend_default_floor_def();
    def.bounds = bounds;
    def.bounds_count = bounds_count;
    def.shapes = shapes;
    def.shape_count = shape_count;
    assert_int_equal(wend_floor_create(&def, &p.floor, NULL), WEND_OK);
    wend_mesh_def mesh_def = wend_default_mesh_def();
    if (!bounds)
        mesh_def.frame = (wend_box){{-500, -500}, {500, 500}};
    assert_int_equal(wend_mesh_create(p.floor, &mesh_def, &p.mesh, NULL), WEND_OK);
    assert_int_equal(wend_path_query_create(NULL, &p.query, NULL), WEND_OK);
    return p;
}

static void free_place(place p)
{
    wend_path_query_destroy(p.query);
    wend_mesh_destroy(p.mesh);
    wend_floor_destroy(p.floor);
}

static wend_result ask(place p, wend_vec2 from, wend_vec2 to, double radius, uint32_t budget,
                       wend_path *path)
{
    wend_path_request request = wend_default_path_request();
    request.from = from;
    request.goal = (wend_goal){&to, 1};
    request.radius = radius;
    request.budget = budget;
    return wend_path_find(p.query, p.mesh, &request, path, NULL);
}

// Four rooms in a row, with doors in turn at the top and at the bottom of the walls.
static place rooms(void)
{
    static const wend_vec2 bounds[] = {{0, 0}, {40, 0}, {40, 10}, {0, 10}};
    static const wend_vec2 walls[][2] = {
        {{10, 0}, {10, 8}}, {{20, 2}, {20, 10}}, {{30, 0}, {30, 8}}};
    wend_shape shapes[3];
    for (int i = 0; i < 3; i++)
        shapes[i] = (wend_shape){.points = walls[i], .point_count = 2};
    return make_place(bounds, 4, shapes, 3);
}

// An edit that is refused has moved things in memory and put them back: paths are the same, and a
// search from before it knows that it can't go on.
static void refused_edits_change_nothing(void **state)
{
    (void)state;
    const wend_vec2 from = {1, 1}, to = {39, 1};
    const wend_vec2 across[] = {{5, 1}, {35, 9}};
    const wend_shape shape = {.points = across, .point_count = 2};
    for (int disc = 0; disc < 2; disc++) {
        place p = rooms();
        wend_path path;
        wend_mesh_shape_id id;
        assert_int_equal(ask(p, from, to, 0.4 * disc, 0, &path), WEND_OK);
        double length = path.length;
        for (int i = 0; i < 40; i++) {
            assert_int_equal(wend_mesh_insert(p.mesh, &shape, &id, NULL), WEND_INVALID_GEOMETRY);
            assert_int_equal(ask(p, from, to, 0.4 * disc, 0, &path), WEND_OK);
            assert_true(path.length == length);
        }
        assert_int_equal(ask(p, from, to, 0.4 * disc, 1, &path), WEND_BUDGET_EXHAUSTED);
        assert_int_equal(wend_mesh_insert(p.mesh, &shape, &id, NULL), WEND_INVALID_GEOMETRY);
        wend_result result = wend_path_continue(p.query, 0, &path, NULL);
        assert_true(result == WEND_STALE || (result == WEND_OK && path.length == length));
        free_place(p);
    }
}

static void huge_budgets_end(void **state)
{
    (void)state;
    for (int disc = 0; disc < 2; disc++) {
        place p = rooms();
        wend_path path;
        assert_int_equal(ask(p, (wend_vec2){1, 1}, (wend_vec2){39, 1}, 0.4 * disc, 1, &path),
                         WEND_BUDGET_EXHAUSTED);
        assert_int_equal(wend_path_continue(p.query, UINT32_MAX, &path, NULL), WEND_OK);
        assert_true(path.bound == path.length);
        free_place(p);
    }
}

static void a_disc_needs_room_where_it_is(void **state)
{
    (void)state;
    place p = rooms();
    wend_path path;
    const wend_vec2 tight = {0.3, 5}, roomy = {5, 5};
    assert_int_equal(ask(p, tight, tight, 0.5, 0, &path), WEND_NOT_FOUND);
    assert_int_equal(ask(p, tight, roomy, 0.5, 0, &path), WEND_NOT_FOUND);
    assert_int_equal(ask(p, roomy, tight, 0.5, 0, &path), WEND_NOT_FOUND);
    assert_int_equal(ask(p, roomy, roomy, 0.5, 0, &path), WEND_OK);
    assert_true(path.length == 0 && path.bound == 0);
    free_place(p);
}

// The length grows with the radius from that of a point, however small it is.
static void next_to_no_radius_is_none(void **state)
{
    (void)state;
    place p = rooms();
    wend_path path;
    const wend_vec2 from = {1, 1}, to = {39, 1};
    assert_int_equal(ask(p, from, to, 0, 0, &path), WEND_OK);
    double length = path.length, before = length;
    for (double radius = 1e-300; radius < 0.5; radius *= 10) {
        assert_int_equal(ask(p, from, to, radius, 0, &path), WEND_OK);
        assert_true(path.length >= before * (1 - 1e-14));
        assert_true(path.length <= length + 20 * radius + 1e-9);
        before = path.length;
    }
    free_place(p);
}

// One post in the whole plane: around it by the closed form, for discs of any size.
static void without_bounds(void **state)
{
    (void)state;
    const wend_vec2 post = {0, 0};
    const wend_shape shape = {.points = &post, .point_count = 1};
    place p = make_place(NULL, 0, &shape, 1);
    for (double r = 0.001; r < 90; r *= 1.7) {
        wend_path path;
        wend_vec2 from = {-1.3 * r - 1, 0.1 * r}, to = {2.1 * r + 2, -0.05 * r};
        double d = hypot(from.x, from.y), e = hypot(to.x, to.y);
        double angle = acos((from.x * to.x + from.y * to.y) / (d * e));
        double expected =
            sqrt(d * d - r * r) + sqrt(e * e - r * r) + r * (angle - acos(r / d) - acos(r / e));
        assert_int_equal(ask(p, from, to, r, 0, &path), WEND_OK);
        if (fabs(path.length - expected) > 1e-9 * expected)
            fail_msg("radius %g: length %.15g, by hand %.15g", r, path.length, expected);
        assert_true(path.bound == path.length);
    }
    free_place(p);
}

static void far_goals_are_refused(void **state)
{
    (void)state;
    place p = rooms();
    wend_path path;
    assert_int_equal(ask(p, (wend_vec2){1, 1}, (wend_vec2){1e18, 1}, 0, 0, &path),
                     WEND_BAD_ARGUMENT);
    assert_int_equal(ask(p, (wend_vec2){1, 1}, (wend_vec2){NAN, 1}, 0, 0, &path),
                     WEND_BAD_ARGUMENT);
    assert_int_equal(ask(p, (wend_vec2){1, INFINITY}, (wend_vec2){1, 1}, 0.5, 0, &path),
                     WEND_BAD_ARGUMENT);
    assert_int_equal(ask(p, (wend_vec2){1, 1}, (wend_vec2){100, 1}, 0.5, 0, &path), WEND_NOT_FOUND);
    free_place(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refused_edits_change_nothing),
        cmocka_unit_test(huge_budgets_end),
        cmocka_unit_test(a_disc_needs_room_where_it_is),
        cmocka_unit_test(next_to_no_radius_is_none),
        cmocka_unit_test(without_bounds),
        cmocka_unit_test(far_goals_are_refused),
    };
    return cmocka_run_group_tests_name("path_corners", tests, NULL, NULL);
}
