// SPDX-License-Identifier: MIT
// Meshes of Polyanya and Menge. The oracle for random ones is how they were made: from the cells of
// a slanted grid, whole or halved, with some of the sides between them closed. Whatever the format,
// the scene must have exactly these cells as free ground and exactly these sides as thin walls.
#include "scene/check/check.h"
#include "tests/formats/failing_read.h"

#include "wend/random.h"

static bool is_free(const scene *s, wend_vec2 p)
{
    return wend_polygon_locate(s->bounds, s->bounds_count, p) == WEND_INSIDE && solid_at(s, p) == 0;
}

static uint32_t count_kind(const scene *s, scene_obstacle_kind kind)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->obstacle_count; ++i)
        count += s->obstacles[i].kind == kind;
    return count;
}

// ---- small meshes -------------------------------------------------------------------------------

// Two squares beside each other.
#define TWO_SQUARES "0 0 0\n1 0 0\n2 0 0\n0 1 0\n1 1 0\n2 1 0\n"

static void test_versions(void **state)
{
    (void)state;
    static const char *const files[] = {
        "mesh\n2\n6 2\n" TWO_SQUARES "4 0 1 4 3 -1 -1 1 -1\n4 1 2 5 4 0 -1 -1 -1\n",
        "mesh\n1\n6 2\n" TWO_SQUARES "4 0 1 4 3 -1 1 -1 -1\n4 1 2 5 4 -1 -1 -1 0\n",
        "mesh 3 6 3 0 0 1 0 2 0 0 1 1 1 2 1\n1 4 1 2 5 4 0 0 2 0\n1 4 5 6 3 2 1 0 0 0\n"
        "0 3 1 2 3 1 2 -2\n",
        "6 0 0 1 0 2 0 0 1 1 1 2 1\n1 4 1 0 1\n1 0 1 0 -1\nrooms 1\n.5 .5 4 0 1 4 3 0 0 0 1 0 1 0\n"
        "more 1\n1.5 .5 4 4 5 2 1 0 0 0 1 0 0\n",
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; ++i) {
        scene *s = read_good(i < 3 ? scene_read_mesh : scene_read_nav, files[i]);
        assert_int_equal(s->bounds_count, 4);
        assert_int_equal(s->obstacle_count, 0);
        assert_true(free_area(s) == 2);
        assert_sound(s);
        scene_free(s);
    }
}

static void test_thin_walls(void **state)
{
    (void)state;
    static const char *const files[] = {
        "mesh\n2\n6 2\n" TWO_SQUARES "4 0 1 4 3 -1 -1 -1 -1\n4 1 2 5 4 -1 -1 -1 -1\n",
        "mesh 3 6 2 0 0 1 0 2 0 0 1 1 1 2 1\n1 4 1 2 5 4 0 0 -2 0\n1 4 2 3 6 5 -1 0 0 0\n",
        ("6 0 0 1 0 2 0 0 1 1 1 2 1\n0\n0\nrooms 2\n.5 .5 4 0 1 4 3 0 0 0 0 0\n"
         "1.5 .5 4 1 2 5 4 0 0 0 0 0\n"),
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; ++i) {
        scene *s = read_good(i < 2 ? scene_read_mesh : scene_read_nav, files[i]);
        assert_int_equal(s->obstacle_count, 1);
        assert_int_equal(s->obstacles[0].kind, SCENE_SEGMENT);
        assert_true(s->obstacles[0].shape.points[0].x == 1);
        assert_true(s->obstacles[0].shape.points[1].x == 1);
        assert_true(free_area(s) == 2);
        assert_sound(s);
        scene_free(s);
    }
}

static void test_sides_that_meet_in_part(void **state)
{
    (void)state;
    // A hall, and two rooms beside it: the lower one open, the upper one closed, with a stretch of
    // the hall's side between and above them.
    scene *s = read_good(scene_read_nav, "12\n0 0 4 0 4 9 0 9\n4 1 6 1 6 3 4 3\n4 5 6 5 6 7 4 7\n"
                                         "1 4 7 1 0\n0\nall 3\n"
                                         "2 4 4 0 1 2 3 0 0 0 1 0 0\n5 2 4 4 5 6 7 0 0 0 1 0 0\n"
                                         "5 6 4 8 9 10 11 0 0 0 0 0\n");
    assert_int_equal(s->bounds_count, 12);
    assert_int_equal(s->obstacle_count, 1);
    assert_int_equal(s->obstacles[0].kind, SCENE_SEGMENT);
    assert_true(s->obstacles[0].shape.points[0].y == 5 && s->obstacles[0].shape.points[1].y == 7);
    assert_true(free_area(s) == 36 + 8);
    assert_sound(s);
    scene_free(s);
    // Polyanya's meshes have no such passages, but such walls.
    s = read_good(scene_read_mesh, "mesh 2 8 2 0 0 0 4 0 0 4 9 0 0 9 0\n4 1 0 6 1 0 6 3 0 4 3 0\n"
                                   "4 0 1 2 3 -1 -1 -1 -1\n4 4 5 6 7 -1 -1 -1 -1\n");
    assert_int_equal(s->obstacle_count, 1);
    assert_true(free_area(s) == 40);
    assert_sound(s);
    scene_free(s);
}

static void test_parts(void **state)
{
    (void)state;
    // Two rooms that meet in a corner, and a third on its own: bounds around, one obstacle with
    // three holes.
    scene *s = read_good(scene_read_mesh, "mesh 2 11 3 0 0 0 4 0 0 4 4 0 0 4 0\n8 4 0 8 8 0 4 8 0\n"
                                          "20 0 0 24 0 0 24 4 0 20 4 0\n"
                                          "4 0 1 2 3 -1 -1 -1 -1\n4 2 4 5 6 -1 -1 -1 -1\n"
                                          "4 7 8 9 10 -1 -1 -1 -1\n");
    assert_int_equal(s->obstacle_count, 1);
    assert_int_equal(s->obstacles[0].shape.ring_count, 4);
    assert_true(is_free(s, (wend_vec2){1, 1}) && is_free(s, (wend_vec2){5, 5}));
    assert_true(is_free(s, (wend_vec2){21, 1}) && !is_free(s, (wend_vec2){12, 2}));
    assert_true(free_area(s) == 48);
    assert_sound(s);
    scene_free(s);
}

// A ring of four trapezoids around a square, with a smaller square in it: a yard in an obstacle.
#define RING                                                                                       \
    "0 0 0 9 0 0 9 9 0 0 9 0\n3 3 0 6 3 0 6 6 0 3 6 0\n4 4 0 5 4 0 5 5 0 4 5 0\n"                  \
    "4 0 1 5 4 3 -1 1 -1\n4 1 2 6 5 0 -1 2 -1\n4 2 3 7 6 1 -1 3 -1\n4 3 0 4 7 2 -1 0 -1\n"

static void test_nested(void **state)
{
    (void)state;
    scene *s = read_good(scene_read_mesh, "mesh 2 12 5\n" RING "4 8 9 10 11 -1 -1 -1 -1\n");
    assert_int_equal(s->bounds_count, 4);
    assert_int_equal(s->obstacle_count, 1);
    assert_int_equal(s->obstacles[0].shape.ring_count, 2);
    assert_true(free_area(s) == 81 - 9 + 1);
    assert_true(is_free(s, (wend_vec2){4.5, 4.5}) && !is_free(s, (wend_vec2){3.5, 4.5}));
    assert_sound(s);
    scene_free(s);
}

static void test_rounded_coordinates(void **state)
{
    (void)state;
    // The middle vertex is a little inside of the straight side that it should be on.
    scene *s =
        read_good(scene_read_mesh, "mesh 2 5 1 0 0 0 100 50.0001 0 200 100 0 200 200 0 0 200 0\n"
                                   "5 0 1 2 3 4 -1 -1 -1 -1 -1\n");
    assert_int_equal(s->bounds_count, 5);
    assert_sound(s);
    scene_free(s);
}

static void test_large_coordinates(void **state)
{
    (void)state;
    scene *s = read_good(scene_read_mesh, "mesh 2 3 1 3500000.25 5600000 0 3500004 5600000 0 "
                                          "3500004 5600003 0\n3 0 1 2 -1 -1 -1\n");
    assert_true(s->origin.x > 1e6 && fabs(s->bounds[0].x) < 100);
    assert_true(fmin(s->bounds[0].x, fmin(s->bounds[1].x, s->bounds[2].x)) + s->origin.x ==
                3500000.25);
    scene_free(s);
}

// ---- what is refused ----------------------------------------------------------------------------

#define SQUARE "0 0 0\n4 0 0\n4 4 0\n0 4 0\n"

static void test_bad_form(void **state)
{
    (void)state;
    read_bad(scene_read_mesh, "", "1:1", "must start with 'mesh'");
    read_bad(scene_read_mesh, "mesh\n4\n", "2:1", "version 4");
    read_bad(scene_read_mesh, "mesh\n2\n", "3:1", "ends where the number of vertices");
    read_bad(scene_read_mesh, "mesh\n2\n3\n", "4:1", "ends where the number of polygons");
    read_bad(scene_read_mesh, "mesh\n2\n0 0\n", "", "no polygons");
    read_bad(scene_read_mesh, "mesh\n2\n1 1\n0 zero 0\n", "4:3", "not 'zero'");
    read_bad(scene_read_mesh, "mesh\n2\n1 1\n0 2e9 0\n", "4:3", "beyond");
    read_bad(scene_read_mesh, "mesh\n2\n1 1\n0 0 1 1\n", "4:7", "no polygon 1");
    read_bad(scene_read_mesh, "mesh\n2\n1 1\n0 0 1 -2\n", "4:8", "-1 for none");
    read_bad(scene_read_mesh, "mesh\n2\n1 1\n0 0 1 --1\n", "4:8", "whole number");
    read_bad(scene_read_mesh, "mesh\n2\n4 1\n" SQUARE "3 0 1 4 -1 -1 -1\n", "8:7", "no vertex 4");
    read_bad(scene_read_mesh, "mesh\n3\n1 1\n0 0\n1 3 0 1 1 0 0 0\n", "5:5", "no vertex 0");
    read_bad(scene_read_mesh, "mesh\n3\n1 1\n0 0\n2 3 1 1 1 0 0 0\n", "5:1", "can be walked on");
    read_bad(scene_read_mesh, "mesh\n3\n1 1\n0 0\n0 3 1 1 1 0 0 2\n", "5:15", "no polygon 2");
    read_bad(scene_read_mesh, "mesh\n2\n4 1\n" SQUARE "2 0 1 -1 -1\n", "8:1", "at least 3");
    read_bad(scene_read_mesh, "mesh\n2\n4 1\n" SQUARE "3 0 1 2 -1 -1\n", "9:1", "ends where");
    read_bad(scene_read_mesh, "mesh\n2\n4 1\n" SQUARE "3 0 1 2 -1 -1 -1 7\n", "8:18", "more after");
}

static void test_bad_polygons(void **state)
{
    (void)state;
    read_bad(scene_read_mesh, "mesh\n2\n4 1\n" SQUARE "4 0 3 2 1 -1 -1 -1 -1\n", "8:1",
             "clockwise");
    read_bad(scene_read_mesh, "mesh\n2\n4 1\n" SQUARE "4 0 1 3 2 -1 -1 -1 -1\n", "8:1",
             "not simple");
    read_bad(scene_read_mesh, "mesh\n2\n4 1\n" SQUARE "4 0 1 1 2 -1 -1 -1 -1\n", "8:1",
             "not simple");
    read_bad(scene_read_mesh, "mesh\n2\n4 1\n0 0 0\n1 1 0\n3 3 0\n0 4 0\n3 0 1 2 -1 -1 -1\n", "8:1",
             "not simple");
    read_bad(scene_read_mesh, "mesh\n2\n4 1\n0 0 0\n4 0 0\n1 1 0\n0 4 0\n4 0 1 2 3 -1 -1 -1 -1\n",
             "8:1", "not convex");
}

static void test_bad_neighbours(void **state)
{
    (void)state;
    read_bad(scene_read_mesh,
             "mesh\n2\n6 2\n" TWO_SQUARES "4 0 1 4 3 -1 -1 1 -1\n4 1 2 5 4 -1 -1 -1 -1\n", "10:17",
             "no way back");
    read_bad(scene_read_mesh,
             "mesh\n2\n6 2\n" TWO_SQUARES "4 0 1 4 3 -1 1 -1 -1\n4 1 2 5 4 0 -1 -1 -1\n", "11:11",
             "no way back");
    read_bad(scene_read_mesh,
             "mesh\n2\n6 2\n" TWO_SQUARES "4 0 1 4 3 -1 1 1 -1\n4 1 2 5 4 0 -1 -1 -1\n", "10:14",
             "share no side from (0, 0) to (1, 0)");
    read_bad(scene_read_mesh,
             "mesh\n3\n4 2\n0 0\n4 0\n4 4\n0 4\n1 3 1 2 3 2 0 0\n0 3 1 3 4 0 1 0\n", "8:11",
             "polygon 1 leads to polygon 2, which cannot be walked on");
    read_bad(scene_read_mesh, "mesh\n2\n4 1\n" SQUARE "4 0 1 2 3 0 -1 -1 -1\n", "8:11",
             "share no side");
}

// Floors upon each other, however they meet.
static void test_levels(void **state)
{
    (void)state;
    // The same square twice.
    read_bad(scene_read_mesh,
             "mesh\n2\n4 2\n" SQUARE "4 0 1 2 3 -1 -1 -1 -1\n4 0 1 2 3 -1 -1 -1 -1\n", "(0, 0)",
             "polygons 0 and 1 overlap");
    // Squares that cross.
    read_bad(scene_read_mesh,
             "mesh\n2\n8 2\n" SQUARE "2 1 0 6 1 0 6 3 0 2 3 0\n4 0 1 2 3 -1 -1 -1 -1\n"
             "4 4 5 6 7 -1 -1 -1 -1\n",
             "(4, 1)", "overlap here");
    // One inside of another, at the end of a chain of others.
    read_bad(scene_read_mesh,
             "mesh\n2\n11 3\n" SQUARE "1 1 0 2 1 0 2 2 0 1 2 0\n2.5 1 0 3 1 0 3 2 0\n"
             "4 0 1 2 3 -1 -1 -1 -1\n4 4 5 6 7 -1 -1 -1 -1\n3 8 9 10 -1 -1 -1\n",
             "(1, 1)", "overlap here");
    // Triangles around a common corner that overlap there.
    read_bad(scene_read_mesh,
             "mesh\n2\n5 2\n0 0 0 4 0 0 4 4 0 2 -1 0 3 2 0\n3 0 1 2 -1 -1 -1\n3 0 3 4 -1 -1 -1\n",
             "(2.333333333, 0)", "overlap here");
    read_bad(scene_read_mesh,
             "mesh\n2\n5 2\n0 0 0 4 0 0 4 4 0 2 0.5 0 2 1.5 0\n3 0 1 2 -1 -1 -1\n"
             "3 0 3 4 -1 -1 -1\n",
             "(0, 0)", "overlap here");
    // A corner in the middle of a side, from inside.
    read_bad(scene_read_mesh,
             "mesh\n2\n7 2\n" SQUARE "4 2 0 2 3 0 2 1 0\n4 0 1 2 3 -1 -1 -1 -1\n"
             "3 4 5 6 -1 -1 -1\n",
             "(4, 2)", "overlap here");
    // Part of a side, from inside.
    read_bad(scene_read_mesh,
             "mesh\n2\n7 2\n" SQUARE "4 3 0 2 2 0 4 1 0\n4 0 1 2 3 -1 -1 -1 -1\n"
             "3 4 5 6 -1 -1 -1\n",
             "(4, 1)", "polygons 0 and 1 overlap");
    // A spiral stair that goes round more than once.
    read_bad(scene_read_nav,
             "8\n0 0  9 0  9 9  -9 9  -9 -9  9 -9  12 -3  10 3\n"
             "5\n0 2 0 1  0 3 1 2  0 4 2 3  0 5 3 4  0 6 4 5\n0\nstair 6\n"
             "0 0 3 0 1 2 0 0 0 0 0\n0 0 3 0 2 3 0 0 0 0 0\n0 0 3 0 3 4 0 0 0 0 0\n"
             "0 0 3 0 4 5 0 0 0 0 0\n0 0 3 0 5 6 0 0 0 0 0\n0 0 3 0 6 7 0 0 0 0 0\n",
             "(9, 2.7)", "overlap here");
}

static void test_bad_nav(void **state)
{
    (void)state;
    read_bad(scene_read_nav, "", "1:1", "ends where the number of vertices");
    read_bad(scene_read_nav, "1\n0 0\n1\n0 1 0 0\n", "4:3", "only 1, numbered from 0");
    read_bad(scene_read_nav, "2\n0 0 1 1\n1\n0 1 0 7\n0\n", "4:7", "no node 7: the groups have 0");
    read_bad(scene_read_nav, "2\n0 0 1 1\n0\n1\n0 1 3 0\n", "5:5", "no node 3");
    read_bad(scene_read_nav, "2\n0 0 1 1\n0\n1\n0 1 3 -2\n", "5:7", "whole number");
    read_bad(scene_read_nav, "2\n0 0 1 1\n0\n1\n0 1 3 1\n", "5:7", "the next obstacle is 1");
    read_bad(scene_read_nav, "0 0 0\n", "", "no polygons");
    read_bad(scene_read_nav, "3\n0 0 4 0 0 4\n0 0\nname x\n", "4:6", "nodes in a group");
    read_bad(scene_read_nav, "3\n0 0 4 0 0 4\n0 0\nname 1\n0 0 3 0 1 2 0 0 0 1 0 0\n", "5:21",
             "an edge is 0, but there are only 0");
    read_bad(scene_read_nav, "3\n0 0 4 0 0 4\n1 0 1 0 0\n0\nname 1\n0 0 3 0 1 2 0 0 0 1 0 0\n",
             "3:3", "share no side");
    read_bad(scene_read_nav, "3\n0 0 4 0 0 4\n1 0 0 0 0\n0\nname 1\n0 0 3 0 1 2 0 0 0 1 0 0\n",
             "3:3", "the same place");
}

// ---- random meshes ------------------------------------------------------------------------------

enum {
    CELLS = 7,                ///< in a row and in a column
    ROW = CELLS + 1,          ///< vertices
    MOST = 2 * CELLS * CELLS, ///< polygons
    CELL_AREA = 7,
};

typedef struct tile {
    uint32_t count, corners[4];
    int neighbours[4]; ///< across the side from corner i to the next; -1: none
    bool closed[4];
} tile;

typedef struct tiling {
    bool free[CELLS][CELLS];
    tile tiles[MOST];
    uint32_t count, walls;
} tiling;

static wend_vec2 slanted(double x, double y)
{
    return (wend_vec2){3 * x + y, 2 * y - x};
}

static void add_tile(tiling *t, uint32_t count, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    t->tiles[t->count++] = (tile){count, {a, b, c, d}, {-1, -1, -1, -1}, {false}};
}

static void find_neighbours(tiling *t, wend_random *random, uint32_t closed)
{
    for (uint32_t i = 0; i < t->count; ++i)
        for (uint32_t k = 0; k < i; ++k)
            for (uint32_t a = 0; a < t->tiles[i].count; ++a)
                for (uint32_t b = 0; b < t->tiles[k].count; ++b) {
                    tile *one = &t->tiles[i], *other = &t->tiles[k];
                    if (one->corners[a] != other->corners[(b + 1) % other->count] ||
                        other->corners[b] != one->corners[(a + 1) % one->count])
                        continue;
                    one->neighbours[a] = (int)k;
                    other->neighbours[b] = (int)i;
                    one->closed[a] = other->closed[b] = wend_random_below(random, 100) < closed;
                    t->walls += one->closed[a];
                }
}

static void make_tiling(tiling *t, wend_random *random)
{
    *t = (tiling){0};
    uint32_t density = 20 + wend_random_below(random, 80), closed = wend_random_below(random, 40);
    for (uint32_t y = 0; y < CELLS; ++y)
        for (uint32_t x = 0; x < CELLS; ++x) {
            uint32_t a = y * ROW + x, b = a + 1, c = b + ROW, d = a + ROW;
            t->free[y][x] = wend_random_below(random, 100) < density || (x == 3 && y == 3);
            if (!t->free[y][x])
                continue;
            switch (wend_random_below(random, 3)) {
            case 0:
                add_tile(t, 4, b, c, d, a);
                break;
            case 1:
                add_tile(t, 3, a, b, c, 0);
                add_tile(t, 3, c, d, a, 0);
                break;
            default:
                add_tile(t, 3, a, b, d, 0);
                add_tile(t, 3, b, c, d, 0);
            }
        }
    find_neighbours(t, random, closed);
}

static int link_of(const tile *one, uint32_t side)
{
    return one->closed[side] ? -1 : one->neighbours[side];
}

static void write_polyanya(const tiling *t, unsigned version, FILE *out)
{
    unsigned base = version == 3;
    fprintf(out, "mesh\n%u\n%u %u\n", version, ROW * ROW, (unsigned)t->count);
    for (unsigned i = 0; i < ROW * ROW; ++i) {
        wend_vec2 at = slanted(i % ROW, i / ROW);
        fprintf(out, "%g %g%s\n", at.x, at.y, version < 3 ? " 1 -1" : "");
    }
    for (uint32_t i = 0; i < t->count; ++i) {
        const tile *one = &t->tiles[i];
        fprintf(out, version == 3 ? "1 %u" : "%u", (unsigned)one->count);
        for (uint32_t k = 0; k < one->count; ++k)
            fprintf(out, " %u", (unsigned)one->corners[k] + base);
        for (uint32_t k = 0; k < one->count; ++k) {
            uint32_t side = version == 1 ? k : (k + one->count - 1) % one->count;
            int link = link_of(one, side);
            if (version == 3 && one->closed[side])
                fprintf(out, " -%d", one->neighbours[side] + 1);
            else
                fprintf(out, " %d", link + (int)base);
        }
        fputs("\n", out);
    }
}

// Every other node runs clockwise.
static void write_menge(const tiling *t, FILE *out)
{
    unsigned edges = 0;
    fprintf(out, "%u\n", ROW * ROW);
    for (unsigned i = 0; i < ROW * ROW; ++i) {
        wend_vec2 at = slanted(i % ROW, i / ROW);
        fprintf(out, "%g %g\n", at.x, at.y);
    }
    for (int pass = 0; pass < 2; ++pass) {
        if (pass == 1)
            fprintf(out, "%u\n", edges);
        for (uint32_t i = 0; i < t->count; ++i)
            for (uint32_t k = 0; k < t->tiles[i].count; ++k) {
                const tile *one = &t->tiles[i];
                if (link_of(one, k) <= (int)i)
                    continue;
                if (pass == 0)
                    ++edges;
                else
                    fprintf(out, "%u %u %u %d\n", (unsigned)one->corners[k],
                            (unsigned)one->corners[(k + 1) % one->count], (unsigned)i,
                            link_of(one, k));
            }
    }
    fprintf(out, "0\ngroup %u\n", (unsigned)t->count);
    for (uint32_t i = 0; i < t->count; ++i) {
        const tile *one = &t->tiles[i];
        fprintf(out, "0 0 %u", (unsigned)one->count);
        for (uint32_t k = 0; k < one->count; ++k)
            fprintf(out, " %u", (unsigned)one->corners[i % 2 ? one->count - 1 - k : k]);
        fputs(" 0 0 0 0 0\n", out);
    }
}

static void check_tiling(const tiling *t, const scene *s, uint64_t seed, const char *what)
{
    uint32_t cells = 0;
    for (uint32_t y = 0; y < CELLS; ++y)
        for (uint32_t x = 0; x < CELLS; ++x) {
            cells += t->free[y][x];
            if (is_free(s, slanted(x + 0.4, y + 0.3)) != t->free[y][x])
                fail_msg("seed %llu, %s: cell %u, %u", (unsigned long long)seed, what, (unsigned)x,
                         (unsigned)y);
        }
    // The frame around several parts has no whole numbers as corners.
    if (fabs(free_area(s) - (double)cells * CELL_AREA) > 1e-9 ||
        count_kind(s, SCENE_SEGMENT) != t->walls)
        fail_msg("seed %llu, %s: area %.17g for %u cells, %u walls for %u",
                 (unsigned long long)seed, what, free_area(s), (unsigned)cells,
                 (unsigned)count_kind(s, SCENE_SEGMENT), (unsigned)t->walls);
    problem_list problems = {.file = what};
    if (!scene_check(s, &problems)) {
        problem_print(&problems, stderr);
        fail_msg("seed %llu, %s: not sound", (unsigned long long)seed, what);
    }
}

static void test_random_tilings(void **state)
{
    (void)state;
    static const char *const names[] = {"nav", "mesh 1", "mesh 2", "mesh 3"};
    uint64_t rounds = long_tier() ? 5000 : 300;
    for (uint64_t seed = 1; seed <= rounds; ++seed) {
        wend_random random = wend_random_stream(seed, 31);
        tiling t;
        make_tiling(&t, &random);
        for (unsigned version = 0; version < 4; ++version) {
            char *bytes = NULL;
            size_t size = 0;
            FILE *out = open_memstream(&bytes, &size);
            assert_non_null(out);
            if (version == 0)
                write_menge(&t, out);
            else
                write_polyanya(&t, version, out);
            fclose(out);
            scene *s = read_good(version == 0 ? scene_read_nav : scene_read_mesh, bytes);
            check_tiling(&t, s, seed, names[version]);
            scene_free(s);
            free(bytes);
        }
    }
}

// ---- memory -------------------------------------------------------------------------------------

static void test_memory(void **state)
{
    (void)state;
    fail_everywhere(scene_read_mesh, "mesh 2 12 5\n" RING "4 8 9 10 11 -1 -1 -1 -1\n");
    fail_everywhere(scene_read_mesh, "mesh 3 6 2 0 0 1 0 2 0 0 1 1 1 2 1\n"
                                     "1 4 4 5 2 1 0 0 -2 0\n1 4 2 3 6 5 -1 0 0 0\n");
    fail_everywhere(scene_read_nav, "8\n0 0 4 0 4 9 0 9\n4 1 6 1 6 3 4 3\n1 4 7 1 0\n0\nall 2\n"
                                    "2 4 4 0 1 2 3 0 0 0 1 0 0\n5 2 4 4 5 6 7 0 0 0 1 0 0\n");
}

// ---- real files ---------------------------------------------------------------------------------

static void test_real_files(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double area;
        uint32_t segments;
    } files[] = {
        {"mesh/arena.mesh", 2054, 0},
        {"mesh/arena-merged.mesh", 2054, 0},
        {"mesh/brc202d-merged.mesh", 43151, 0},
        {"mesh/AR0602SR-merged.mesh", 66372, 0},
        {"mesh/orz900d-merged.mesh", 96603, 0},
        {"mesh/CatwalkAlley-merged.mesh", 225934, 0},
        {"mesh/Aurora-merged.mesh", 493772, 0},
        {"mesh/tests/square.mesh", 2, 0},
        {"mesh/tests/bad-ambig.mesh", 4, 0},
        {"mesh/tests/bad-collinear.mesh", 23, 0},
        {"mesh/tests/bad-collinear2-rot45.mesh", 17, 0},
        {"menge/navMesh/simple.nav", 36, 1},
        {"menge/stadium/stadium.nav", 305, 0},
        {"menge/globalNavSwap/navmesh.nav", 0, 0},
        {"menge/maze/maze.nav", 0, 0},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; ++i) {
        scene *s = read_data(strstr(files[i].name, ".nav") ? scene_read_nav : scene_read_mesh,
                             files[i].name);
        if (!s)
            skip();
        if (files[i].area > 0)
            assert_true(fabs(free_area(s) - files[i].area) < 1e-6);
        assert_int_equal(count_kind(s, SCENE_SEGMENT), files[i].segments);
        assert_sound(s);
        scene_free(s);
    }
}

// The map of the same name, cell by cell: its y points up, the mesh's down.
static void test_mesh_against_map(void **state)
{
    (void)state;
    enum { SIZE = 49 };
    scene *mesh = read_data(scene_read_mesh, "mesh/arena-merged.mesh");
    scene *map = read_data(scene_read_map, "movingai/arena.map");
    if (!mesh || !map)
        skip();
    for (unsigned y = 0; y < SIZE; ++y)
        for (unsigned x = 0; x < SIZE; ++x)
            assert_int_equal(is_free(mesh, (wend_vec2){x + 0.5, y + 0.5}),
                             is_free(map, (wend_vec2){x + 0.5, SIZE - y - 0.5}));
    scene_free(mesh);
    scene_free(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_versions),
        cmocka_unit_test(test_thin_walls),
        cmocka_unit_test(test_sides_that_meet_in_part),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_nested),
        cmocka_unit_test(test_rounded_coordinates),
        cmocka_unit_test(test_large_coordinates),
        cmocka_unit_test(test_bad_form),
        cmocka_unit_test(test_bad_polygons),
        cmocka_unit_test(test_bad_neighbours),
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_bad_nav),
        cmocka_unit_test(test_random_tilings),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_real_files),
        cmocka_unit_test(test_mesh_against_map),
    };
    return cmocka_run_group_tests_name("import_mesh", tests, NULL, NULL);
}
