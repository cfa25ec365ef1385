// SPDX-License-Identifier: MIT
// Path maps with tolls, by hand: what a line costs, to whom, and when a way around it is better.
#include "tests/oracle/toll.h"

#include "map/map.h"

/// A few square roots and sums of numbers up to 100.
#define BY_HAND 1e-11

enum { MOST_TOLD = 4096 };

typedef struct tolled {
    plan p;
    wend_floor *floor;
    wend_mesh *mesh;
    wend_map *map;
} tolled;

static tolled t; // large; filled anew for each test

static const wend_map_source east = {{8, 5}, {8, 5}, 0};

/// A square room with sides of 10, for boxes and walls to be put in.
static void begin_room(void)
{
    plan_clear(&t.p, 10, true);
}

static void add_block(double x0, double y0, double x1, double y1)
{
    assert_true(plan_add(&t.p, (wend_vec2[]){{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, 4));
}

static void start_room(double radius, const wend_segment *lines, const wend_map_toll *tolls,
                       uint32_t count, wend_map_source source)
{
    wend_error error = {0};
    wend_mesh_def def = wend_default_mesh_def();
    def.lines = lines;
    def.line_count = count;
    t.floor = plan_floor(&t.p);
    if (wend_mesh_create_inflated(t.floor, radius, 0, &def, &t.mesh, &error) != WEND_OK ||
        wend_map_create(NULL, &t.map, &error) != WEND_OK ||
        wend_map_build_tolled(t.map, t.mesh, &source, 1, tolls, count, &error) != WEND_OK ||
        wend_map_check(t.map, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
}

static void end_room(void)
{
    wend_map_destroy(t.map);
    wend_mesh_destroy(t.mesh);
    wend_floor_destroy(t.floor);
}

static void expect(double x, double y, double distance)
{
    double found = wend_map_query(t.map, (wend_vec2){x, y}).distance;
    if (!(fabs(found - distance) <= BY_HAND))
        fail_msg("at %g,%g: %.17g, expected %.17g", x, y, found, distance);
}

/// The path from a place has these points, the place and the source included.
static void expect_path(double x, double y, const wend_vec2 *points, uint32_t count)
{
    wend_vec2 found[16];
    uint32_t found_count;
    assert_int_equal(wend_map_path(t.map, (wend_vec2){x, y}, found, 16, &found_count), WEND_OK);
    assert_int_equal(found_count, count);
    for (uint32_t i = 0; i < count; ++i)
        assert_true(toll_length(found[i], points[i]) <= BY_HAND);
}

// ---- what it costs ------------------------------------------------------------------------------

static void test_who_crosses_pays(void **state)
{
    (void)state;
    const wend_segment line = {{5, -1}, {5, 11}};
    for (int i = 0; i < 2; ++i) {
        begin_room();
        start_room(0.25 * i, &line, &(wend_map_toll){3, 3}, 1, east);
        expect(7, 5, 1);
        expect(5.5, 9, hypot(2.5, 4));
        expect(2, 5, 9);
        expect(4, 9, hypot(4, 4) + 3);
        expect_path(4, 9, (wend_vec2[]){{4, 9}, {8, 5}}, 2);
        end_room();
    }
}

static void test_each_direction_has_its_toll(void **state)
{
    (void)state;
    begin_room(); // the line runs up: who comes from the west crosses to its right
    start_room(0, &(wend_segment){{5, 0}, {5, 10}}, &(wend_map_toll){7, 2}, 1, east);
    expect(2, 5, 8);
    end_room();
    begin_room();
    start_room(0, &(wend_segment){{5, 10}, {5, 0}}, &(wend_map_toll){7, 2}, 1, east);
    expect(2, 5, 13);
    end_room();
}

static void test_tolls_add_up(void **state)
{
    (void)state;
    const wend_segment lines[] = {
        {{5, 0}, {5, 10}}, {{5, 10}, {5, 2}}, {{3, 0}, {3, 10}}, {{0, 6}, {10, 6}}};
    const wend_map_toll tolls[] = {{1, 1}, {0.5, 2}, {4, 4}, {8, 8}};
    begin_room();
    start_room(0, lines, tolls, 4, east);
    expect(4, 5, 4 + 1 + 0.5);
    expect(4, 1, hypot(4, 4) + 1); // the second ends where it crosses
    expect(2, 5, 6 + 1 + 0.5 + 4);
    expect(2, 8, hypot(6, 3) + 1 + 0.5 + 4 + 8);
    expect(8, 9, 4 + 8);
    end_room();
}

// ---- ways around --------------------------------------------------------------------------------

static void test_a_way_around_may_be_shorter(void **state)
{
    (void)state;
    // Two doors in a wall at x = 5: one straight ahead with a toll, one at the top.
    double detour = hypot(3, 4) + hypot(3, 4);
    for (double toll = 1; toll <= 8; toll += 7) {
        begin_room();
        add_block(4.5, 0, 5.5, 4);
        add_block(4.5, 6, 5.5, 9);
        start_room(0, &(wend_segment){{5, 3}, {5, 7}}, &(wend_map_toll){toll, toll}, 1, east);
        double around = hypot(2.5, 4) + 1 + hypot(2.5, 4);
        assert_true(around < detour + 1);
        expect(2, 5, fmin(6 + toll, around));
        if (toll == 8)
            expect_path(2, 5, (wend_vec2[]){{2, 5}, {4.5, 9}, {5.5, 9}, {8, 5}}, 4);
        end_room();
    }
}

static void test_a_line_that_ends_is_walked_around(void **state)
{
    (void)state;
    begin_room();
    start_room(0, &(wend_segment){{5, 0}, {5, 8}}, &(wend_map_toll){50, 50}, 1, east);
    expect(2, 5, 2 * hypot(3, 3));
    expect(5, 9, 5);
    expect_path(2, 5, (wend_vec2[]){{2, 5}, {5, 8}, {8, 5}}, 3);
    end_room();
}

static void test_paths_bend_where_lines_meet(void **state)
{
    (void)state;
    const wend_segment lines[] = {{{0, 5}, {5, 5}}, {{5, 5}, {10, 5}}};
    const wend_map_toll tolls[] = {{1, 1}, {100, 100}};
    begin_room();
    start_room(0, lines, tolls, 2, (wend_map_source){{7, 7}, {7, 7}, 0});
    expect(7, 3, 2 * hypot(2, 2) + 1);
    expect_path(7, 3, (wend_vec2[]){{7, 3}, {5, 5}, {7, 7}}, 3);
    expect(2, 3, hypot(5, 4) + 1);
    end_room();
}

static void test_paths_bend_at_a_corner_with_a_line(void **state)
{
    (void)state;
    begin_room();
    add_block(4, 0, 6, 5); // a barrier from its corner to the ceiling
    start_room(0, &(wend_segment){{4, 5}, {4, 10}}, &(wend_map_toll){2, 2}, 1,
               (wend_map_source){{8, 1}, {8, 1}, 0});
    double from_corner = hypot(2, 4) + 2;
    expect(2, 1, hypot(2, 4) + 2 + from_corner);
    expect(5, 7, hypot(1, 2) + hypot(2, 4));
    expect(3, 5, 1 + 2 + from_corner);
    end_room();
}

// ---- sources at lines ---------------------------------------------------------------------------

static void test_a_source_on_a_line_is_on_both_sides(void **state)
{
    (void)state;
    begin_room();
    start_room(0, &(wend_segment){{5, 0}, {5, 10}}, &(wend_map_toll){9, 9}, 1,
               (wend_map_source){{5, 5}, {5, 5}, 0});
    expect(2, 5, 3);
    expect(8, 5, 3);
    end_room();
    begin_room(); // at the end of a line, on a wall
    start_room(0, &(wend_segment){{5, 0}, {5, 10}}, &(wend_map_toll){9, 9}, 1,
               (wend_map_source){{5, 0}, {5, 0}, 0});
    expect(2, 4, 5);
    expect(8, 4, 5);
    end_room();
    begin_room(); // a segment across
    start_room(0, &(wend_segment){{5, 0}, {5, 10}}, &(wend_map_toll){9, 9}, 1,
               (wend_map_source){{4, 2}, {7, 2}, 0});
    expect(4.5, 5, 3);
    expect(6, 5, 3);
    expect(1, 6, 5);
    end_room();
}

// ---- what else can be done with it --------------------------------------------------------------

static void start_crossing(double radius)
{
    static const wend_segment lines[] = {{{5, 0}, {5, 8}}, {{0, 3}, {10, 3}}};
    static const wend_map_toll tolls[] = {{3, 3}, {2, 1}};
    begin_room();
    add_block(6, 6, 7, 7);
    start_room(radius, lines, tolls, 2, east);
}

static void test_without_tolls_lines_are_walls(void **state)
{
    (void)state;
    start_crossing(0);
    assert_int_equal(wend_map_build(t.map, t.mesh, &east, 1, NULL), WEND_OK);
    assert_int_equal(wend_map_check(t.map, NULL), WEND_OK);
    expect(7, 5, 1);
    expect(2, 1, -1);
    expect(2, 5, hypot(3, 3) + 2 * hypot(1, 2));
    end_room();
}

static void test_an_update_keeps_the_tolls(void **state)
{
    (void)state;
    start_crossing(0.125);
    const wend_map_source west = {{2, 5}, {2, 5}, 0.5};
    wend_map *fresh;
    assert_int_equal(wend_map_create(NULL, &fresh, NULL), WEND_OK);
    assert_int_equal(
        wend_map_build_tolled(fresh, t.mesh, &west, 1, (wend_map_toll[]){{3, 3}, {2, 1}}, 2, NULL),
        WEND_OK);
    assert_int_equal(wend_map_update(t.map, t.mesh, &west, 1, NULL), WEND_OK);
    assert_true(wend_map_measure(t.map).rebuilt);
    wend_random random = wend_random_stream(1, 1);
    for (int i = 0; i < 200; ++i) {
        wend_vec2 p = point_on_grid(&random, 10, 10);
        assert_true(wend_map_query(t.map, p).distance == wend_map_query(fresh, p).distance);
    }
    expect(2, 4, 1.5);
    wend_map_destroy(fresh);
    end_room();
}

static void test_a_copy_is_the_same(void **state)
{
    (void)state;
    start_crossing(0.125);
    wend_mesh *mesh;
    wend_map *copy;
    wend_error error = {0};
    assert_int_equal(wend_mesh_copy(t.mesh, NULL, &mesh, NULL), WEND_OK);
    assert_int_equal(wend_map_create(NULL, &copy, NULL), WEND_OK);
    assert_true(wend_map_copy(copy, t.map, mesh));
    assert_int_equal(wend_map_check(copy, &error), WEND_OK);
    const wend_map_source west = {{2, 5}, {2, 5}, 0};
    for (int round = 0; round < 2; ++round) {
        wend_random random = wend_random_stream(1, 1);
        for (int i = 0; i < 200; ++i) {
            wend_vec2 p = point_on_grid(&random, 10, 10);
            wend_map_result a = wend_map_query(t.map, p), b = wend_map_query(copy, p);
            assert_true(a.distance == b.distance && a.root == b.root);
        }
        assert_int_equal(wend_map_update(t.map, t.mesh, &west, 1, NULL), WEND_OK);
        assert_int_equal(wend_map_update(copy, mesh, &west, 1, NULL), WEND_OK);
    }
    wend_map_destroy(copy);
    wend_mesh_destroy(mesh);
    end_room();
}

static void test_a_raster_tells_the_same(void **state)
{
    (void)state;
    enum { SIDE = 97 };
    static double distance[SIDE * SIDE];
    start_crossing(0);
    wend_map_raster raster = {
        .box = {{0, 0}, {10, 10}}, .width = SIDE, .height = SIDE, .distance = distance};
    assert_int_equal(wend_map_paint(t.map, &raster, NULL, NULL), WEND_OK);
    uint32_t reached = 0;
    for (uint32_t y = 0; y < SIDE; ++y)
        for (uint32_t x = 0; x < SIDE; ++x) {
            double here = wend_map_query(t.map, wend_map_pixel(&raster, x, y)).distance;
            assert_true(fabs(distance[y * SIDE + x] - here) <= BY_HAND);
            reached += here >= 0;
        }
    assert_true(reached > SIDE * SIDE * 0.95);
    end_room();
}

/// Lines as they are told, each piece between two points.
typedef struct told_pieces {
    wend_segment pieces[MOST_TOLD];
    wend_vec2 ends[MOST_TOLD];
    uint32_t count, end_count;
} told_pieces;

static bool note_line(void *context, double level, const wend_vec2 *points, uint32_t count)
{
    told_pieces *told = context;
    (void)level;
    assert_true(told->count + count <= MOST_TOLD && told->end_count + 2 <= MOST_TOLD);
    for (uint32_t i = 0; i + 1 < count; ++i)
        told->pieces[told->count++] = (wend_segment){points[i], points[i + 1]};
    if (wend_equal(points[0], points[count - 1]))
        return true;
    told->ends[told->end_count++] = points[0];
    told->ends[told->end_count++] = points[count - 1];
    return true;
}

/// Distances jump at lines: lines of equal distance end there, and cross none of them.
static void test_isolines_end_at_lines(void **state)
{
    (void)state;
    static told_pieces told; // large
    const double levels[] = {2.25, 4, 6.5}, error = 1e-3;
    const wend_segment lines[] = {{{5, 0}, {5, 8}}, {{0, 3}, {10, 3}}};
    start_crossing(0);
    told.count = told.end_count = 0;
    assert_int_equal(wend_map_isolines(t.map, levels, 3, error, note_line, &told, NULL), WEND_OK);
    assert_true(told.count > 20 && told.end_count > 4);
    for (uint32_t i = 0; i < told.count; ++i) {
        wend_segment piece = told.pieces[i];
        wend_vec2 middle = {(piece.a.x + piece.b.x) / 2, (piece.a.y + piece.b.y) / 2};
        double here = wend_map_query(t.map, middle).distance, off = INFINITY;
        for (int k = 0; k < 3; ++k)
            off = fmin(off, fabs(here - levels[k]));
        assert_true(off <= 2 * error);
        for (int k = 0; k < 2; ++k)
            assert_true(wend_segments_meet(piece, lines[k], NULL) != WEND_CROSS);
    }
    for (uint32_t i = 0; i < told.end_count; ++i) {
        double off = wend_floor_clearance(t.floor, told.ends[i], NULL, NULL);
        for (int k = 0; k < 2; ++k)
            off = fmin(off, wend_segment_distance(lines[k], told.ends[i]));
        assert_true(off <= 2 * error);
    }
    end_room();
}

static bool check_border(void *context, uint32_t root, uint32_t other, const wend_vec2 *points,
                         uint32_t count)
{
    uint32_t root_count, *borders = context;
    const wend_map_root *roots = wend_map_roots(t.map, &root_count);
    ++*borders;
    assert_true(root < root_count && other < root_count && count >= 2);
    wend_vec2 p = {(points[0].x + points[1].x) / 2, (points[0].y + points[1].y) / 2};
    double one = roots[root].distance + toll_length(p, wend_map_projection(&roots[root], p)),
           two = roots[other].distance + toll_length(p, wend_map_projection(&roots[other], p));
    double here = wend_map_query(t.map, p).distance;
    assert_true(fabs(one - here) <= 1e-2 && fabs(two - here) <= 1e-2);
    return true;
}

static void test_borders_are_where_two_are_as_near(void **state)
{
    (void)state;
    uint32_t borders = 0;
    start_crossing(0);
    assert_int_equal(wend_map_borders(t.map, 1e-3, check_border, &borders, NULL), WEND_OK);
    assert_true(borders >= 4);
    end_room();
}

// ---- wrong calls, memory ------------------------------------------------------------------------

static void test_wrong_tolls_are_refused(void **state)
{
    (void)state;
    start_crossing(0);
    const wend_map_toll bad[] = {{-1, 0}, {0, NAN}, {NAN, 0}, {0, 1e13}, {INFINITY, 0}};
    for (int i = 0; i < 5; ++i) {
        wend_error error = {0};
        const wend_map_toll tolls[] = {{1, 1}, bad[i]};
        assert_int_equal(wend_map_build_tolled(t.map, t.mesh, &east, 1, tolls, 2, &error),
                         WEND_BAD_ARGUMENT);
        assert_non_null(strstr(wend_error_text(&error), "line 1"));
        expect(7, 5, -1);
    }
    wend_error error = {0};
    assert_int_equal(wend_map_build_tolled(t.map, t.mesh, &east, 1, bad, 1, &error),
                     WEND_BAD_ARGUMENT);
    assert_non_null(strstr(wend_error_text(&error), "2"));
    end_room();
}

static void test_running_out_of_memory(void **state)
{
    (void)state;
    start_crossing(0);
    wend_result result = WEND_OUT_OF_MEMORY;
    for (size_t fail_at = 2; result == WEND_OUT_OF_MEMORY; ++fail_at) {
        failing_allocator memory = {.fail_at = fail_at};
        wend_allocator allocator = failing_allocator_of(&memory);
        wend_map *map;
        assert_int_equal(wend_map_create(&allocator, &map, NULL), WEND_OK);
        result = wend_map_build_tolled(map, t.mesh, &east, 1, (wend_map_toll[]){{3, 3}, {2, 1}}, 2,
                                       NULL);
        assert_true((wend_map_query(map, (wend_vec2){7, 5}).distance == 1) == (result == WEND_OK));
        wend_map_destroy(map);
        assert_int_equal(memory.bytes, 0);
    }
    assert_int_equal(result, WEND_OK);
    end_room();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_who_crosses_pays),
        cmocka_unit_test(test_each_direction_has_its_toll),
        cmocka_unit_test(test_tolls_add_up),
        cmocka_unit_test(test_a_way_around_may_be_shorter),
        cmocka_unit_test(test_a_line_that_ends_is_walked_around),
        cmocka_unit_test(test_paths_bend_where_lines_meet),
        cmocka_unit_test(test_paths_bend_at_a_corner_with_a_line),
        cmocka_unit_test(test_a_source_on_a_line_is_on_both_sides),
        cmocka_unit_test(test_without_tolls_lines_are_walls),
        cmocka_unit_test(test_an_update_keeps_the_tolls),
        cmocka_unit_test(test_a_copy_is_the_same),
        cmocka_unit_test(test_a_raster_tells_the_same),
        cmocka_unit_test(test_isolines_end_at_lines),
        cmocka_unit_test(test_borders_are_where_two_are_as_near),
        cmocka_unit_test(test_wrong_tolls_are_refused),
        cmocka_unit_test(test_running_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
