// SPDX-License-Identifier: MIT
// Grids to polygons, and MovingAI maps. The oracle for random grids: the centre of a cell lies in
// exactly one obstacle if the cell is blocked and in none if it is free; each ring is simple; there
// is one obstacle for each component that a flood fill finds.
#include "tests/formats/import_support.h"

#include "formats/grid.h"
#include "wend/random.h"

// A grid from rows of '#' and '.', the top row first.
static grid make_grid(const char *const *rows, uint32_t height)
{
    grid g;
    problem_list problems = {0};
    uint32_t width = (uint32_t)strlen(rows[0]);
    assert_true(grid_create(width, height, &g, &problems));
    for (uint32_t y = 0; y < height; ++y)
        for (uint32_t x = 0; x < width; ++x)
            g.cells[y * width + x] = rows[height - 1 - y][x] == '#';
    return g;
}

static scene *make_scene(const char *const *rows, uint32_t height)
{
    problem_list problems = {0};
    grid g = make_grid(rows, height);
    scene *s = grid_to_scene(&g, grid_unit_frame(), &problems);
    assert_non_null(s);
    grid_free(&g);
    return s;
}

// The obstacles as text: "0,0 1,0 1,1 0,1", holes after a bar, obstacles after a semicolon. Rings
// start at their lowest, then leftmost vertex.
static void expect_outlines(const char *const *rows, uint32_t height, const char *expected)
{
    scene *s = make_scene(rows, height);
    char found[1000];
    size_t used = 0;
    found[0] = 0;
    for (uint32_t i = 0; i < s->obstacle_count; ++i) {
        const scene_shape *shape = &s->obstacles[i].shape;
        for (uint32_t r = 0, begin = 0; r < shape->ring_count; begin = shape->ring_ends[r++]) {
            uint32_t count = shape->ring_ends[r] - begin, first = 0;
            const wend_vec2 *ring = shape->points + begin;
            for (uint32_t k = 1; k < count; ++k)
                if (ring[k].y < ring[first].y ||
                    (ring[k].y == ring[first].y && ring[k].x < ring[first].x))
                    first = k;
            for (uint32_t k = 0; k < count; ++k)
                used += (size_t)snprintf(found + used, sizeof found - used, "%s%g,%g",
                                         k > 0   ? " "
                                         : r > 0 ? " | "
                                         : i > 0 ? "; "
                                                 : "",
                                         ring[(first + k) % count].x, ring[(first + k) % count].y);
        }
    }
    assert_string_equal(found, expected);
    assert_int_equal(s->bounds_count, 4);
    assert_true(wend_polygon_area(s->bounds, 4) == (double)height * (double)strlen(rows[0]));
    assert_sound(s);
    scene_free(s);
}

static void test_small_outlines(void **state)
{
    (void)state;
    expect_outlines((const char *[]){"."}, 1, "");
    expect_outlines((const char *[]){"#"}, 1, "0,0 1,0 1,1 0,1");
    expect_outlines((const char *[]){"...", "...", "..."}, 3, "");
    expect_outlines((const char *[]){"###", "###"}, 2, "0,0 3,0 3,2 0,2");
    expect_outlines((const char *[]){"...", ".#.", "..."}, 3, "1,1 2,1 2,2 1,2");
    // Collinear sides are one.
    expect_outlines((const char *[]){"##.", "###"}, 2, "0,0 3,0 3,1 2,1 2,2 0,2");
}

static void test_diagonal_cells_are_apart(void **state)
{
    (void)state;
    expect_outlines((const char *[]){"#.", ".#"}, 2, "1,0 2,0 2,1 1,1; 0,1 1,1 1,2 0,2");
    expect_outlines((const char *[]){".#", "#."}, 2, "0,0 1,0 1,1 0,1; 1,1 2,1 2,2 1,2");
    expect_outlines((const char *[]){"#.#", ".#.", "#.#"}, 3,
                    "0,0 1,0 1,1 0,1; 2,0 3,0 3,1 2,1; 1,1 2,1 2,2 1,2; 0,2 1,2 1,3 0,3; "
                    "2,2 3,2 3,3 2,3");
}

static void test_pockets_are_holes(void **state)
{
    (void)state;
    // A ring of cells closed by a diagonal touch: the pocket is a hole that touches the outside.
    expect_outlines((const char *[]){"###", "#.#", ".##"}, 3,
                    "1,0 3,0 3,3 0,3 0,1 1,1 | 1,1 1,2 2,2 2,1");
    // Two pockets that touch each other in the middle.
    expect_outlines((const char *[]){"####", "##.#", "#.##", "####"}, 4,
                    "0,0 4,0 4,4 0,4 | 1,1 1,2 2,2 2,1 | 2,2 2,3 3,3 3,2");
    // An obstacle in the hole of another, and one in its own hole.
    expect_outlines((const char *[]){"#####", "#...#", "#.#.#", "#...#", "#####"}, 5,
                    "0,0 5,0 5,5 0,5 | 1,1 1,4 4,4 4,1; 2,2 3,2 3,3 2,3");
    // One that touches the wall around it at a corner.
    expect_outlines((const char *[]){"####", "#..#", "#.#.", "###."}, 4,
                    "0,0 3,0 3,2 4,2 4,4 0,4 | 1,1 1,3 3,3 3,2 2,2 2,1");
}

// ---- random grids -------------------------------------------------------------------------------

static void random_grid(wend_random *random, grid *g)
{
    problem_list problems = {0};
    uint32_t width = 1 + wend_random_below(random, 12), height = 1 + wend_random_below(random, 12);
    uint32_t share = 1 + wend_random_below(random, 9);
    assert_true(grid_create(width, height, g, &problems));
    for (uint32_t i = 0; i < width * height; ++i)
        g->cells[i] = wend_random_below(random, 10) < share;
}

static void flood(const grid *g, uint8_t *seen, uint32_t x, uint32_t y)
{
    if (x >= g->width || y >= g->height || seen[y * g->width + x] || !g->cells[y * g->width + x])
        return;
    seen[y * g->width + x] = 1;
    flood(g, seen, x + 1, y);
    flood(g, seen, x - 1, y);
    flood(g, seen, x, y + 1);
    flood(g, seen, x, y - 1);
}

static uint32_t count_components(const grid *g)
{
    uint8_t seen[144] = {0};
    uint32_t count = 0;
    for (uint32_t y = 0; y < g->height; ++y)
        for (uint32_t x = 0; x < g->width; ++x)
            if (g->cells[y * g->width + x] && !seen[y * g->width + x]) {
                flood(g, seen, x, y);
                ++count;
            }
    return count;
}

static void check_rings(const scene *s)
{
    for (uint32_t i = 0; i < s->obstacle_count; ++i) {
        const scene_shape *shape = &s->obstacles[i].shape;
        assert_int_equal(shape->ring_ends[shape->ring_count - 1], shape->point_count);
        for (uint32_t r = 0, begin = 0; r < shape->ring_count; begin = shape->ring_ends[r++]) {
            uint32_t count = shape->ring_ends[r] - begin;
            wend_error error;
            if (wend_polygon_check(shape->points + begin, count, NULL, &error) != WEND_OK)
                fail_msg("%s", wend_error_text(&error));
            assert_int_equal(wend_polygon_orientation(shape->points + begin, count),
                             r == 0 ? 1 : -1);
        }
    }
}

static void check_random_grid(uint64_t seed, bool turned)
{
    wend_random random = wend_random_stream(seed, turned);
    problem_list problems = {0};
    grid_frame frame = grid_unit_frame();
    grid g;
    random_grid(&random, &g);
    if (turned) {
        frame.cell = wend_random_between(&random, 0.01, 3);
        frame.origin.x = wend_random_between(&random, -100, 100);
        frame.origin.y = wend_random_between(&random, -100, 100);
        frame.yaw = wend_random_between(&random, -7, 7);
    }
    uint8_t blocked[144];
    uint32_t components = count_components(&g), free_count = 0;
    memcpy(blocked, g.cells, (size_t)g.width * g.height);
    scene *s = grid_to_scene(&g, frame, &problems);
    assert_non_null(s);
    assert_int_equal(s->obstacle_count, components);
    check_rings(s);
    for (uint32_t y = 0; y < g.height; ++y)
        for (uint32_t x = 0; x < g.width; ++x) {
            double u = frame.cell * (x + 0.5), v = frame.cell * (y + 0.5);
            wend_vec2 centre = {frame.origin.x + u * cos(frame.yaw) - v * sin(frame.yaw),
                                frame.origin.y + u * sin(frame.yaw) + v * cos(frame.yaw)};
            assert_int_equal(solid_at(s, centre), blocked[y * g.width + x]);
            assert_int_equal(wend_polygon_locate(s->bounds, s->bounds_count, centre), WEND_INSIDE);
            free_count += !blocked[y * g.width + x];
        }
    double area = free_count * frame.cell * frame.cell;
    assert_true(fabs(free_area(s) - area) <= (turned ? 1e-9 * (1 + area) : 0));
    assert_sound(s);
    scene_free(s);
    grid_free(&g);
}

static void test_random_grids(void **state)
{
    (void)state;
    uint64_t count = long_tier() ? 20000 : 400;
    for (uint64_t seed = 0; seed < count; ++seed) {
        check_random_grid(seed, false);
        check_random_grid(seed, true);
    }
}

// Every grid of three by three cells, and of two by four.
static void test_all_small_grids(void **state)
{
    (void)state;
    static const uint32_t sizes[2][2] = {{3, 3}, {2, 4}};
    for (int k = 0; k < 2; ++k)
        for (uint32_t bits = 0; bits < 1u << (sizes[k][0] * sizes[k][1]); ++bits) {
            problem_list problems = {0};
            grid g;
            assert_true(grid_create(sizes[k][0], sizes[k][1], &g, &problems));
            for (uint32_t i = 0; i < g.width * g.height; ++i)
                g.cells[i] = bits >> i & 1;
            scene *s = grid_to_scene(&g, grid_unit_frame(), &problems);
            assert_non_null(s);
            check_rings(s);
            for (uint32_t i = 0; i < g.width * g.height; ++i) {
                wend_vec2 centre = {i % g.width + 0.5, i / g.width + 0.5};
                assert_int_equal(solid_at(s, centre), bits >> i & 1);
            }
            assert_sound(s);
            scene_free(s);
            grid_free(&g);
        }
}

// ---- frames -------------------------------------------------------------------------------------

static void test_quarter_turns_are_exact(void **state)
{
    (void)state;
    static const double yaws[] = {1.5708, -1.5708, 3.1416, 4.7124, 6.2832};
    static const wend_vec2 opposite[] = {{-1, 2}, {1, -2}, {-2, -1}, {1, -2}, {2, 1}};
    for (int i = 0; i < 5; ++i) {
        problem_list problems = {0};
        grid g = make_grid((const char *[]){".#"}, 1);
        scene *s = grid_to_scene(&g, (grid_frame){.cell = 1, .yaw = yaws[i]}, &problems);
        assert_non_null(s);
        assert_int_equal(s->bounds_count, 4);
        assert_true(s->bounds[2].x == opposite[i].x && s->bounds[2].y == opposite[i].y);
        assert_sound(s);
        scene_free(s);
        grid_free(&g);
    }
}

static void test_far_away_is_moved_near(void **state)
{
    (void)state;
    problem_list problems = {0};
    grid g = make_grid((const char *[]){"#.#", "..#"}, 2);
    grid_frame frame = {.cell = 0.05, .origin = {3500000.5, 5480000.25}, .yaw = 0.3};
    scene *s = grid_to_scene(&g, frame, &problems);
    assert_non_null(s);
    wend_box box = scene_box(s);
    assert_true(fabs(box.min.x) < 10 && fabs(box.min.y) < 10);
    assert_true(fabs(s->bounds[0].x + s->origin.x - 3500000.5) < 1e-8);
    assert_sound(s);
    scene_free(s);
    grid_free(&g);
}

static void test_limits(void **state)
{
    (void)state;
    problem_list problems = {0};
    grid g;
    assert_false(grid_create(0, 5, &g, &problems));
    assert_false(grid_create(1 << 14, 1 << 13, &g, &problems));
    assert_false(grid_create(UINT64_MAX, UINT64_MAX, &g, &problems));
    assert_int_equal(problems.count, 3);
    g = make_grid((const char *[]){"#"}, 1);
    assert_null(grid_to_scene(&g, (grid_frame){.cell = 1, .origin = {1e9, 0}}, &problems));
    assert_null(grid_to_scene(&g, (grid_frame){.cell = 1, .origin = {NAN, 0}}, &problems));
    assert_int_equal(problems.count, 5);
    grid_free(&g);
    problem_free(&problems);
}

// ---- MovingAI -----------------------------------------------------------------------------------

static void test_map(void **state)
{
    (void)state;
    scene *s = read_good(scene_read_map, "type octile\nheight 2\nwidth 3\nmap\n.@G\nSOT\n");
    assert_true(free_area(s) == 3);
    assert_int_equal(solid_at(s, (wend_vec2){1.5, 1.5}), 1);
    assert_int_equal(solid_at(s, (wend_vec2){2.5, 1.5}), 0);
    assert_int_equal(solid_at(s, (wend_vec2){2.5, 0.5}), 1);
    assert_sound(s);
    scene_free(s);
    s = read_good(scene_read_map, "width 1\r\nheight 2\r\ntype octile\r\nmap\r\nW\r\n.\r\n\r\n");
    assert_int_equal(solid_at(s, (wend_vec2){0.5, 1.5}), 1);
    assert_true(free_area(s) == 1);
    scene_free(s);
    scene_free(read_good(scene_read_map, "type octile\nheight 1\nwidth 1\nmap\n."));
}

static void test_bad_maps(void **state)
{
    (void)state;
    read_bad(scene_read_map, "", "1:1", "ends in the header");
    read_bad(scene_read_map, "hello", "1:1", "not a MovingAI map");
    read_bad(scene_read_map, "type octile\nheight two\n", "2:8", "'two'");
    read_bad(scene_read_map, "type octile\nheight 2\nheight 2\n", "3:1", "twice");
    read_bad(scene_read_map, "type octile\nheight 2\nmap\n", "3:1", "'width' is missing");
    read_bad(scene_read_map, "type octile\nheight -2\n", "2:8", "whole number");
    read_bad(scene_read_map, "type octile\nheight 99999999999999999999\n", "2:8", "whole number");
    read_bad(scene_read_map, "height 0\nwidth 1\nmap\n", "", "no cells");
    read_bad(scene_read_map, "height 67108864\nwidth 67108864\nmap\n", "", "million");
    read_bad(scene_read_map, "height 2\nwidth 3\nmap\n...\n..\n", "5:3", "row 2 has 2 cells");
    read_bad(scene_read_map, "height 2\nwidth 3\nmap\n....\n...\n", "4:4", "row 1 has 4 cells");
    read_bad(scene_read_map, "height 2\nwidth 3\nmap\n...\n", "5:1", "after 1 of 2 rows");
    read_bad(scene_read_map, "height 1\nwidth 3\nmap\n...\n...\n", "5:1", "more after the last");
    read_bad(scene_read_map, "height 1\nwidth 3\nmap\n.x.\n", "4:2", "'x' is not a cell");
    read_bad(scene_read_map, "height 1\nwidth 3\nmap ...\n", "3:5", "on the line after");
}

static void test_real_maps(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double free_cells;
    } maps[] = {
        {"movingai/arena.map", 2054},          {"movingai/brc202d.map", 43151},
        {"movingai/orz900d.map", 96603},       {"movingai/AR0602SR.map", 66372},
        {"movingai/CatwalkAlley.map", 225934}, {"movingai/Aurora.map", 493772},
    };
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; ++i) {
        scene *s = read_data(scene_read_map, maps[i].name);
        if (!s)
            skip();
        assert_true(free_area(s) == maps[i].free_cells);
        assert_sound(s);
        scene_free(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_outlines),
        cmocka_unit_test(test_diagonal_cells_are_apart),
        cmocka_unit_test(test_pockets_are_holes),
        cmocka_unit_test(test_all_small_grids),
        cmocka_unit_test(test_random_grids),
        cmocka_unit_test(test_quarter_turns_are_exact),
        cmocka_unit_test(test_far_away_is_moved_near),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_map),
        cmocka_unit_test(test_bad_maps),
        cmocka_unit_test(test_real_maps),
    };
    return cmocka_run_group_tests_name("import_grids", tests, NULL, NULL);
}
