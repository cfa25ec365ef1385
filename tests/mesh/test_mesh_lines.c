// SPDX-License-Identifier: MIT
// Lines in meshes: what of them is in free space, and nothing else, becomes edges that know their
// line and its direction.
#include "tests/oracle/ray.h"

#include "wend/geometry.h"

/// Lines are moved by less than a step of the lattice where they cross something: lengths agree to
/// this share of the scene's size.
#define LENGTH_ERROR 1e-9

enum { MOST_LINES = 8 };

static wend_mesh *mesh_with_lines(const wend_floor *floor, double radius, const wend_segment *lines,
                                  uint32_t count)
{
    wend_mesh_def def = wend_default_mesh_def();
    def.lines = lines;
    def.line_count = count;
    def.frame = (wend_box){{-20, -20}, {30, 30}};
    wend_error error = {0};
    wend_mesh *mesh;
    if (wend_mesh_create_inflated(floor, radius, 0, &def, &mesh, &error) != WEND_OK ||
        wend_mesh_check(mesh, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return mesh;
}

/// The length of all edges of a line; each runs as the line does.
static double length_of_line(const wend_mesh *mesh, uint32_t line, wend_segment s)
{
    double length = 0;
    for (size_t i = 0; i < mesh->lines.count; ++i) {
        wend_mesh_line piece = mesh->lines.data[i];
        if (piece.line != line)
            continue;
        wend_vec2 a = wend_at(mesh, wend_origin(mesh, piece.edge)),
                  b = wend_at(mesh, wend_target(mesh, piece.edge));
        assert_true((b.x - a.x) * (s.b.x - s.a.x) + (b.y - a.y) * (s.b.y - s.a.y) > 0);
        length += hypot(b.x - a.x, b.y - a.y);
    }
    return length;
}

static bool clip_at(double at_a, double at_b, double share[2])
{
    double change = at_b - at_a;
    if (change == 0)
        return at_a > 0;
    double zero = -at_a / change;
    if (change > 0)
        share[0] = fmax(share[0], zero);
    else
        share[1] = fmin(share[1], zero);
    return share[0] < share[1];
}

/// How much of a segment lies in a triangle.
static double length_within(const wend_vec2 *points, wend_segment s)
{
    double share[2] = {0, 1};
    for (uint32_t i = 0; i < 3; ++i) {
        wend_vec2 p = points[i], q = points[(i + 1) % 3];
        double x = q.x - p.x, y = q.y - p.y;
        if (!clip_at(x * (s.a.y - p.y) - y * (s.a.x - p.x), x * (s.b.y - p.y) - y * (s.b.x - p.x),
                     share))
            return 0;
    }
    return (share[1] - share[0]) * hypot(s.b.x - s.a.x, s.b.y - s.a.y);
}

typedef struct walk {
    wend_segment line;
    double length;
} walk;

static bool add_length(void *context, const wend_vec2 *points, const bool *walls, uint32_t count)
{
    walk *w = context;
    (void)walls;
    assert_int_equal(count, 3);
    w->length += length_within(points, w->line);
    return true;
}

// ---- by hand ------------------------------------------------------------------------------------

static wend_floor *room_with_block(void)
{
    static plan p; // large
    plan_clear(&p, 10, true);
    plan_add(&p, (wend_vec2[]){{4, 4}, {6, 4}, {6, 6}, {4, 6}}, 4);
    return plan_floor(&p);
}

static void test_what_is_in_walls_does_not_count(void **state)
{
    (void)state;
    wend_floor *floor = room_with_block();
    const wend_segment lines[] = {{{-5, 5}, {15, 5}}, {{5, 5}, {5, 12}},  {{4.5, 4.5}, {5.5, 5.5}},
                                  {{4, 6}, {6, 6}},   {{20, 1}, {20, 9}}, {{2, 2}, {2, 2}}};
    const double lengths[2][6] = {{8, 4, 0, 0, 0, 0}, {6, 3, 0, 0, 0, 0}};
    for (int i = 0; i < 2; ++i) {
        wend_mesh *mesh = mesh_with_lines(floor, 0.5 * i, lines, 6);
        wend_mesh *bare = mesh_with_lines(floor, 0.5 * i, NULL, 0);
        assert_int_equal(mesh->line_count, 6);
        for (uint32_t k = 0; k < 6; ++k)
            assert_true(fabs(length_of_line(mesh, k, lines[k]) - lengths[i][k]) <=
                        10 * LENGTH_ERROR);
        assert_true(fabs(wend_mesh_measure(mesh).area - wend_mesh_measure(bare).area) <=
                    10 * LENGTH_ERROR);
        wend_mesh_destroy(bare);
        wend_mesh_destroy(mesh);
    }
    wend_floor_destroy(floor);
}

static void test_lines_are_walls_to_others(void **state)
{
    (void)state;
    wend_floor *floor = room_with_block();
    wend_mesh *mesh = mesh_with_lines(floor, 0, (wend_segment[]){{{-1, 5}, {11, 5}}}, 1);
    wend_ray ray;
    assert_false(wend_mesh_connected(mesh, (wend_vec2){1, 1}, (wend_vec2){1, 9}));
    assert_int_equal(wend_mesh_locate(mesh, (wend_vec2){1, 5}), WEND_LOCATION_BOUNDARY);
    assert_int_equal(wend_mesh_raycast(mesh, (wend_vec2){1, 1}, (wend_vec2){1, 9}, &ray, NULL),
                     WEND_OK);
    assert_true(ray.hit && ray.at.y == 5);
    assert_int_equal(wend_mesh_measure(mesh).components, 2);
    wend_mesh_destroy(mesh);
    wend_floor_destroy(floor);
}

static void test_lines_cross_and_run_along_each_other(void **state)
{
    (void)state;
    wend_floor *floor = room_with_block();
    const wend_segment lines[] = {{{0, 2}, {10, 2}}, {{8, 2}, {3, 2}}, {{5, 0}, {5, 3}}};
    wend_mesh *mesh = mesh_with_lines(floor, 0, lines, 3);
    const double lengths[] = {10, 5, 3};
    for (uint32_t k = 0; k < 3; ++k)
        assert_true(length_of_line(mesh, k, lines[k]) == lengths[k]);
    // The second lies on two of the edges of the first, the other way.
    uint32_t shared = 0;
    for (size_t i = 0; i < mesh->lines.count; ++i)
        for (size_t k = 0; k < mesh->lines.count; ++k)
            shared += mesh->lines.data[i].line == 0 && mesh->lines.data[k].line == 1 &&
                      wend_twin(mesh, mesh->lines.data[i].edge) == mesh->lines.data[k].edge;
    assert_int_equal(shared, 2);
    wend_mesh_destroy(mesh);
    wend_floor_destroy(floor);
}

static void test_walls_of_a_point_stay_exact(void **state)
{
    (void)state;
    static plan p; // large
    plan_clear(&p, 10, false);
    plan_add(&p, (wend_vec2[]){{0.1, 0.1}, {0.7, 0.1}, {0.7, 0.3}, {0.1, 0.3}}, 4);
    plan_add(&p, (wend_vec2[]){{2.1, 0.1}, {2.1, 0.9}}, 2);
    wend_floor *floor = plan_floor(&p);
    const wend_segment lines[] = {{{0.3, -1}, {0.4, 2}}, {{-1, 0.2}, {9, 0.9}}};
    wend_mesh *mesh = mesh_with_lines(floor, 0, lines, 2);
    for (int i = 0; i <= 60; ++i) {
        wend_vec2 on_box = {0.1 + 0.01 * i, 0.1}, on_segment = {2.1, 0.1 + 0.0125 * i};
        assert_int_equal(wend_mesh_locate(mesh, on_box), WEND_LOCATION_BOUNDARY);
        assert_int_equal(wend_mesh_locate(mesh, on_segment), WEND_LOCATION_BOUNDARY);
    }
    assert_int_equal(wend_mesh_locate(mesh, (wend_vec2){0.5, 0.2}), WEND_LOCATION_SOLID);
    assert_true(wend_mesh_connected(mesh, (wend_vec2){2, 0.2}, (wend_vec2){2.2, 0.2}));
    wend_mesh_destroy(mesh);
    wend_floor_destroy(floor);
}

// A line that ends at a slanted wall but for rounding leaves no gap.
static void test_ends_reach_their_walls(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(9, 1);
    static plan p; // large
    for (int i = 0; i < 200; ++i) {
        double turn = wend_random_between(&random, 0, 1.5), c = cos(turn), s = sin(turn);
        plan_clear(&p, 10, false);
        wend_vec2 room[4] = {{0, 0}, {6, 0}, {6, 4}, {0, 4}};
        for (int k = 0; k < 4; ++k)
            room[k] = (wend_vec2){c * room[k].x - s * room[k].y, s * room[k].x + c * room[k].y};
        wend_floor_def def = wend_default_floor_def();
        def.bounds = room;
        def.bounds_count = 4;
        wend_floor *floor;
        assert_int_equal(wend_floor_create(&def, &floor, NULL), WEND_OK);
        double x = wend_random_between(&random, 1, 5);
        const wend_segment line = {{c * x, s * x}, {c * x - s * 4, s * x + c * 4}};
        wend_mesh *mesh = mesh_with_lines(floor, 0, &line, 1);
        assert_int_equal(wend_mesh_measure(mesh).components, 2);
        wend_mesh_destroy(mesh);
        wend_floor_destroy(floor);
    }
}

static void test_bad_lines_are_refused(void **state)
{
    (void)state;
    wend_floor *floor = room_with_block();
    wend_mesh_def def = wend_default_mesh_def();
    const double bad[] = {NAN, INFINITY, -INFINITY, 1e10};
    for (int i = 0; i < 4; ++i) {
        const wend_segment lines[] = {{{0, 0}, {1, 1}}, {{0, 0}, {1, bad[i]}}};
        def.lines = lines;
        def.line_count = 2;
        for (int k = 0; k < 2; ++k) {
            wend_error error = {0};
            wend_mesh *mesh;
            assert_int_equal(wend_mesh_create_inflated(floor, 0.3 * k, 0, &def, &mesh, &error),
                             WEND_BAD_ARGUMENT);
            assert_null(mesh);
            assert_non_null(strstr(wend_error_text(&error), "line 1"));
        }
    }
    wend_floor_destroy(floor);
}

// ---- at random ----------------------------------------------------------------------------------

static void check_lengths(const plan *p, uint64_t seed, double radius)
{
    wend_random random = wend_random_stream(seed, 2);
    wend_segment lines[MOST_LINES];
    uint32_t count = 1 + wend_random_below(&random, MOST_LINES);
    for (uint32_t i = 0; i < count; ++i)
        lines[i] = (wend_segment){point_on_grid(&random, p->size, 20),
                                  point_on_grid(&random, p->size, 20)};
    wend_floor *floor = plan_floor(p);
    wend_mesh *mesh = mesh_with_lines(floor, radius, lines, count);
    wend_mesh *bare = mesh_with_lines(floor, radius, NULL, 0);
    for (uint32_t i = 0; i < count; ++i) {
        walk w = {.line = lines[i]};
        assert_int_equal(wend_mesh_triangles(bare, add_length, &w), WEND_OK);
        double length = length_of_line(mesh, i, lines[i]);
        if (!(fabs(length - w.length) <= LENGTH_ERROR * p->size))
            fail_msg("seed %llu, radius %g, line %u: %.17g of it is in free space, the mesh has "
                     "%.17g",
                     (unsigned long long)seed, radius, i, w.length, length);
    }
    assert_true(fabs(wend_mesh_measure(mesh).area - wend_mesh_measure(bare).area) <=
                LENGTH_ERROR * (1 + wend_mesh_measure(bare).area));
    wend_mesh_destroy(bare);
    wend_mesh_destroy(mesh);
    wend_floor_destroy(floor);
}

static void test_lengths_are_those_in_free_space(void **state)
{
    (void)state;
    static plan p; // large
    static const double radii[] = {0, 0.05, 0.3};
    uint32_t seeds = long_tier() ? 5000 : 200;
    for (uint64_t seed = 1; seed <= seeds; ++seed) {
        plan_random(&p, seed);
        check_lengths(&p, seed, radii[seed % 3]);
    }
}

// ---- memory -------------------------------------------------------------------------------------

static void test_copies_have_the_same_lines(void **state)
{
    (void)state;
    wend_floor *floor = room_with_block();
    const wend_segment lines[] = {{{-5, 5}, {15, 5}}, {{5, 0}, {2, 9}}};
    wend_mesh *mesh = mesh_with_lines(floor, 0.25, lines, 2), *copy;
    assert_int_equal(wend_mesh_copy(mesh, NULL, &copy, NULL), WEND_OK);
    assert_int_equal(wend_mesh_check(copy, NULL), WEND_OK);
    assert_true(copy->line_count == 2 && copy->lines.count == mesh->lines.count);
    assert_memory_equal(copy->lines.data, mesh->lines.data,
                        mesh->lines.count * sizeof *mesh->lines.data);
    wend_mesh_destroy(copy);
    wend_mesh_destroy(mesh);
    wend_floor_destroy(floor);
}

static void test_running_out_of_memory(void **state)
{
    (void)state;
    wend_floor *floor = room_with_block();
    const wend_segment lines[] = {{{-5, 5}, {15, 5}}, {{5, 0}, {2, 9}}, {{0, 5}, {3, 5}}};
    for (int i = 0; i < 2; ++i) {
        failing_allocator memory = {0};
        wend_result result = WEND_OUT_OF_MEMORY;
        for (size_t fail_at = 1; result == WEND_OUT_OF_MEMORY; ++fail_at) {
            memory = (failing_allocator){.fail_at = fail_at};
            wend_mesh_def def = wend_default_mesh_def();
            def.allocator = failing_allocator_of(&memory);
            def.lines = lines;
            def.line_count = 3;
            wend_mesh *mesh;
            result = wend_mesh_create_inflated(floor, 0.3 * i, 0, &def, &mesh, NULL);
            assert_true((result == WEND_OK) == (mesh != NULL));
            wend_mesh_destroy(mesh);
            assert_int_equal(memory.bytes, 0);
        }
        assert_int_equal(result, WEND_OK);
        assert_true(memory.calls > 10);
    }
    wend_floor_destroy(floor);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_in_walls_does_not_count),
        cmocka_unit_test(test_lines_are_walls_to_others),
        cmocka_unit_test(test_lines_cross_and_run_along_each_other),
        cmocka_unit_test(test_walls_of_a_point_stay_exact),
        cmocka_unit_test(test_ends_reach_their_walls),
        cmocka_unit_test(test_bad_lines_are_refused),
        cmocka_unit_test(test_lengths_are_those_in_free_space),
        cmocka_unit_test(test_copies_have_the_same_lines),
        cmocka_unit_test(test_running_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
