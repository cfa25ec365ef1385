// SPDX-License-Identifier: MIT
// The three kinds of .poly files. The oracle for Polyanya's is the even-odd rule itself: random
// points are free if they lie in an odd number of the rings that were written.
#include "repair/repair.h"
#include "scene/check/check.h"
#include "tests/formats/import_support.h"

#include "wend/random.h"

static bool is_free(const scene *s, wend_vec2 p)
{
    return wend_polygon_locate(s->bounds, s->bounds_count, p) == WEND_INSIDE && solid_at(s, p) == 0;
}

// ---- Polyanya -----------------------------------------------------------------------------------

static void test_one_ring_is_the_bounds(void **state)
{
    (void)state;
    scene *s = read_good(scene_read_poly, "poly\n1\n1\n4 0 0 4 0 4 3 0 3\n");
    assert_int_equal(s->bounds_count, 4);
    assert_int_equal(s->obstacle_count, 0);
    assert_true(free_area(s) == 12);
    assert_sound(s);
    scene_free(s);
}

static void test_rings_by_nesting(void **state)
{
    (void)state;
    // A room, an obstacle in it, a yard in the obstacle, a well in the yard.
    scene *s = read_good(scene_read_poly, "poly 1 4\n"
                                          "4 0 0 20 0 20 20 0 20\n"
                                          "4 2 2 2 18 18 18 18 2\n"
                                          "4 5 5 15 5 15 15 5 15\n"
                                          "4 9 9 11 9 11 11 9 11\n");
    assert_int_equal(s->bounds_count, 4);
    assert_int_equal(s->obstacle_count, 2);
    assert_true(free_area(s) == 400 - 256 + 100 - 4);
    assert_sound(s);
    scene_free(s);
}

static void test_two_rooms(void **state)
{
    (void)state;
    scene *s = read_good(scene_read_poly, "poly\n1\n2\n3 0 0 4 0 0 4\n3 10 10 6 10 10 6\n");
    assert_true(is_free(s, (wend_vec2){1, 1}) && is_free(s, (wend_vec2){9, 9}));
    assert_false(is_free(s, (wend_vec2){5, 5}));
    assert_true(free_area(s) == 16);
    assert_sound(s);
    scene_free(s);
    // Rooms that share a wall are one: a wall of no width is no area.
    s = read_good(scene_read_poly, "poly\n1\n2\n4 0 0 4 0 4 4 0 4\n4 4 1 8 1 8 3 4 3\n");
    assert_int_equal(s->obstacle_count, 0);
    assert_true(free_area(s) == 24);
    assert_sound(s);
    scene_free(s);
    // Rooms that meet at a corner stay apart.
    s = read_good(scene_read_poly, "poly\n1\n2\n4 0 0 4 0 4 4 0 4\n4 4 4 8 4 8 8 4 8\n");
    assert_true(free_area(s) == 32);
    assert_sound(s);
    scene_free(s);
}

static void test_rings_that_cross(void **state)
{
    (void)state;
    // The symmetric difference: what lies in both rings is not free.
    scene *s = read_good(scene_read_poly, "poly\n1\n2\n4 0 0 4 0 4 4 0 4\n4 2 2 6 2 6 6 2 6\n");
    assert_true(is_free(s, (wend_vec2){1, 1}) && is_free(s, (wend_vec2){5, 5}));
    assert_false(is_free(s, (wend_vec2){3, 3}));
    assert_true(free_area(s) == 24);
    assert_sound(s);
    scene_free(s);
}

static void test_rings_at_fault_are_kept(void **state)
{
    (void)state;
    // A bow tie in a room: read, found unsound, mended.
    scene *s = read_good(scene_read_poly, "poly\n1\n2\n4 0 0 9 0 9 9 0 9\n4 2 2 6 6 6 2 2 6\n");
    problem_list problems = {0};
    assert_false(scene_check(s, &problems));
    assert_string_equal(problems.items[0].where, "(4, 4)");
    problem_free(&problems);
    assert_true(scene_repair(s, NULL, NULL, &problems));
    assert_true(fabs(free_area(s) - (81 - 8)) < 1e-9);
    assert_sound(s);
    scene_free(s);
    // A ring without an area.
    s = read_good(scene_read_poly, "poly\n1\n1\n3 0 0 1 1 2 2\n");
    assert_false(scene_check(s, &problems));
    problem_free(&problems);
    scene_free(s);
    // With an island in it, keeping the rings would change what they mean.
    read_bad(scene_read_poly,
             "poly\n1\n3\n4 0 0 9 0 9 9 0 9\n4 1 1 8 8 8 1 1 8\n3 1.5 4 2 4 2 4.2\n", "(4.5, 4.5)",
             "ring 2: ");
}

// Stars and boxes on a coarse grid, so that corners and sides often coincide.
static size_t random_ring(wend_random *random, wend_vec2 *ring)
{
    double x = wend_random_below(random, 16), y = wend_random_below(random, 16);
    double w = 1 + wend_random_below(random, 12), h = 1 + wend_random_below(random, 12);
    if (wend_random_below(random, 2)) {
        memcpy(ring, (wend_vec2[]){{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}},
               4 * sizeof *ring);
        return 4;
    }
    memcpy(ring, (wend_vec2[]){{x, y - h}, {x + w, y}, {x, y + h}, {x - w, y}}, 4 * sizeof *ring);
    return 3 + wend_random_below(random, 2);
}

static void test_random_rings(void **state)
{
    (void)state;
    enum { MOST = 6, POINTS = 200 };
    uint64_t count = long_tier() ? 5000 : 300;
    for (uint64_t seed = 0; seed < count; ++seed) {
        wend_random random = wend_random_stream(seed, 0);
        wend_vec2 rings[MOST][4];
        size_t sizes[MOST], used = 0, ring_count = 1 + wend_random_below(&random, MOST);
        char file[2000];
        used += (size_t)snprintf(file, sizeof file, "poly\n1\n%zu\n", ring_count);
        for (size_t i = 0; i < ring_count; ++i) {
            sizes[i] = random_ring(&random, rings[i]);
            used += (size_t)snprintf(file + used, sizeof file - used, "%zu", sizes[i]);
            for (size_t k = 0; k < sizes[i]; ++k)
                used += (size_t)snprintf(file + used, sizeof file - used, " %g %g", rings[i][k].x,
                                         rings[i][k].y);
            used += (size_t)snprintf(file + used, sizeof file - used, "\n");
        }
        problem_list problems = {0};
        scene *s = read_bytes(scene_read_poly, file, used, &problems);
        if (!s) { // twice the same ring leaves nothing
            if (!strstr(problems.items[0].what, "free"))
                fail_msg("seed %llu: %s\n%s", (unsigned long long)seed, problems.items[0].what,
                         file);
            problem_free(&problems);
            continue;
        }
        for (int i = 0; i < POINTS; ++i) {
            wend_vec2 p = {wend_random_between(&random, -13, 30),
                           wend_random_between(&random, -13, 30)};
            bool odd = false;
            for (size_t k = 0; k < ring_count; ++k)
                odd ^= wend_polygon_locate(rings[k], sizes[k], p) == WEND_INSIDE;
            if (is_free(s, p) != odd)
                fail_msg("seed %llu: (%g, %g) must%s be free in\n%s", (unsigned long long)seed, p.x,
                         p.y, odd ? "" : " not", file);
        }
        if (!scene_check(s, &problems)) {
            problem_print(&problems, stderr);
            fail_msg("seed %llu is not sound:\n%s", (unsigned long long)seed, file);
        }
        scene_free(s);
    }
}

static void test_bad_polyanya(void **state)
{
    (void)state;
    read_bad(scene_read_poly, "", "1:1", "not a polygon file");
    read_bad(scene_read_poly, "<xml>", "1:1", "not a polygon file");
    read_bad(scene_read_poly, "poly", "1:5", "ends where the version");
    read_bad(scene_read_poly, "poly\n2\n", "2:1", "version 2");
    read_bad(scene_read_poly, "poly\n1\n0\n", "3:1", "no rings");
    read_bad(scene_read_poly, "poly\n1\n2\n3 0 0 1 0 0 1\n", "5:1", "ends where the number of");
    read_bad(scene_read_poly, "poly\n1\n1\n3 0 0 1 0 0\n", "5:1", "ends where a y");
    read_bad(scene_read_poly, "poly\n1\n1\n3 0 0 1 nan 0 1\n", "4:9", "not 'nan'");
    read_bad(scene_read_poly, "poly\n1\n1\n3 0 0 1 1e300 0 1\n", "4:9", "beyond");
    read_bad(scene_read_poly, "poly\n1\n1\n2 0 0 1 1\n", "4:1", "at least 3");
    read_bad(scene_read_poly, "poly\n1\n1\n4 0 0 1 1 1 1 0 0\n", "4:1", "at least 3");
    read_bad(scene_read_poly, "poly\n1\n1\n3 0 0 1 0 0 1 7\n", "4:15", "more after");
    read_bad(scene_read_poly, "poly\n1\n-1\n", "3:1", "whole number");
}

// ---- Triangle -----------------------------------------------------------------------------------

#define SQUARE "1 0 0\n2 10 0\n3 10 10\n4 0 10\n"

static void test_triangle(void **state)
{
    (void)state;
    // A square with a triangular hole, a wall on its own, and one that ends at the outline.
    scene *s = read_good(scene_read_poly,
                         "# a comment\n11 2 0 0\n" SQUARE "5 2 2\n6 4 2\n7 2 4 # another\n"
                         "8 6 6\n9 8 8\n10 5 0\n11 5 1\n"
                         "9 0\n1 1 2\n2 2 3\n3 3 4\n4 4 1\n5 5 6\n6 6 7\n7 7 5\n"
                         "8 8 9\n9 10 11\n"
                         "1\n1 2.5 2.5\n");
    assert_int_equal(s->obstacle_count, 3);
    assert_int_equal(s->obstacles[0].kind, SCENE_POLYGON);
    assert_int_equal(s->obstacles[1].kind, SCENE_SEGMENT);
    assert_int_equal(s->obstacles[2].kind, SCENE_SEGMENT);
    assert_true(free_area(s) == 98);
    assert_sound(s);
    scene_free(s);
}

static void test_triangle_variants(void **state)
{
    (void)state;
    // Numbers from 0, attributes, markers, a region; a wall across parts the room in two.
    scene *s = read_good(scene_read_poly, "4 2 1 1\n0 0 0 9.5 1\n1 10 0 9.5 1\n2 10 10 9.5 1\n"
                                          "3 0 10 9.5 1\n"
                                          "5 1\n0 0 1 1\n1 1 2 1\n2 2 3 1\n3 3 0 1\n4 0 2 0\n"
                                          "0\n1\n0 5 5 1 0.1\n");
    assert_int_equal(s->obstacle_count, 1);
    assert_int_equal(s->obstacles[0].kind, SCENE_SEGMENT);
    assert_true(free_area(s) == 100);
    assert_sound(s);
    scene_free(s);
    // Half of the room is a hole: what is left has the diagonal as a side.
    s = read_good(scene_read_poly,
                  "4 2 0 0\n" SQUARE "5 0\n1 1 2\n2 2 3\n3 3 4\n4 4 1\n5 1 3\n1\n1 7 2\n");
    assert_int_equal(s->obstacle_count, 1);
    assert_true(free_area(s) == 50);
    assert_sound(s);
    scene_free(s);
    // Walls only: no bounds.
    s = read_good(scene_read_poly, "4 2 0 0\n" SQUARE "2 0\n1 1 2\n2 2 3\n0\n");
    assert_null(s->bounds);
    assert_int_equal(s->obstacle_count, 2);
    assert_sound(s);
    scene_free(s);
}

static void test_bad_triangle(void **state)
{
    (void)state;
    read_bad(scene_read_poly, "4 3 0 0\n", "1:3", "dimension must be 2");
    read_bad(scene_read_poly, "0 2 0 0\n", "1:7", ".node file");
    read_bad(scene_read_poly, "4 2 0 0\n1 0 0\n3 0 0\n", "3:1", "numbered one by one");
    read_bad(scene_read_poly, "4 2 0 0\n7 0 0\n", "2:1", "numbered one by one");
    read_bad(scene_read_poly, "4 2 0 0\n1 0 zero\n", "2:5", "'zero'");
    read_bad(scene_read_poly, "4 2 0 0\n" SQUARE "1 0\n1 1 5\n0\n", "7:5", "no vertex 5");
    read_bad(scene_read_poly, "4 2 0 0\n" SQUARE "1 0\n1 0 2\n0\n", "7:3", "no vertex 0");
    read_bad(scene_read_poly, "4 2 0 0\n" SQUARE "0 0\n0\n", "6:3", "no segments");
    read_bad(scene_read_poly, "4 2 0 0\n" SQUARE "1 0\n1 1 2\n1\n1 5 5\n", "9:1", "no closed ring");
    read_bad(scene_read_poly, "4 2 0 0\n" SQUARE "4 0\n1 1 2\n2 2 3\n3 3 4\n4 4 1\n1\n1 10 5\n",
             "12:1", "lies on a segment");
    read_bad(scene_read_poly, "4 2 0 0\n" SQUARE "4 0\n1 1 2\n2 2 3\n3 3 4\n4 4 1\n1\n1 5 5\n", "",
             "no free area");
    read_bad(scene_read_poly, "4 2 0 0\n" SQUARE "1 0\n1 1 2\n", "8:1", "number of holes");
}

// ---- Vadere -------------------------------------------------------------------------------------

#define MESH_VERTICES                                                                              \
    "#nVertices dimension boundaryMarker targetMarker nAttributes\n7 2 1 2 0\n"                    \
    "1 0 0 0 0\n2 0 0 9 0\n3 0 0 9 9\n4 0 0 0 9\n5 0 0 3 3\n6 0 0 5 3\n7 0 0 3 5\n"

static void test_vadere_mesh(void **state)
{
    (void)state;
    scene *s = read_good(scene_read_poly, MESH_VERTICES
                         "# nBorders\n1\n4 1 2 3 4\n# nTriangels\n2\n3 1 2 5\n3 2 3 6\n"
                         "# nHoles\n1\n3 5 6 7\n1 3.5 3.5\n");
    assert_int_equal(s->obstacle_count, 1);
    assert_true(free_area(s) == 79);
    assert_sound(s);
    scene_free(s);
    read_bad(scene_read_poly, MESH_VERTICES "1\n4 1 2 3 8\n", "11:9", "no vertex 8");
    read_bad(scene_read_poly, MESH_VERTICES "1\n2 1 2\n", "11:1", "at least 3");
    read_bad(scene_read_poly, MESH_VERTICES "1\n4 1 2 3 4\n1\n3 1 2\n", "14:1", "ends where");
}

// ---- real files ---------------------------------------------------------------------------------

static void test_real_files(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t obstacles;
        double area; ///< 0: not known from elsewhere
    } files[] = {
        {"polygons/brc202d.poly", 74, 43151},        {"polygons/Paris_0_1024.poly", 0, 0},
        {"polygons/NewYork_0_1024.poly", 0, 0},      {"polygons/au_parks_900.poly", 839, 0},
        {"city/kaiserslautern_mittel.poly", 216, 0}, {"city/kaiserslautern_tri.poly", 78, 0},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; ++i) {
        scene *s = read_data(scene_read_poly, files[i].name);
        if (!s)
            skip();
        if (files[i].obstacles)
            assert_int_equal(s->obstacle_count, files[i].obstacles);
        if (files[i].area > 0)
            assert_true(free_area(s) == files[i].area);
        assert_sound(s);
        scene_free(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_ring_is_the_bounds),
        cmocka_unit_test(test_rings_by_nesting),
        cmocka_unit_test(test_two_rooms),
        cmocka_unit_test(test_rings_that_cross),
        cmocka_unit_test(test_rings_at_fault_are_kept),
        cmocka_unit_test(test_random_rings),
        cmocka_unit_test(test_bad_polyanya),
        cmocka_unit_test(test_triangle),
        cmocka_unit_test(test_triangle_variants),
        cmocka_unit_test(test_bad_triangle),
        cmocka_unit_test(test_vadere_mesh),
        cmocka_unit_test(test_real_files),
    };
    return cmocka_run_group_tests_name("import_poly", tests, NULL, NULL);
}
