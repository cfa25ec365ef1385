// SPDX-License-Identifier: MIT
// Where areas border on the free space: by hand, and in random rooms against GEOS, whose difference
// of the free space and the areas is what is left of it.
#include "scene/shape.h"
#include "tests/support/support.h"

#include "tests/support/failing_malloc.h"

#include "formats/formats.h"
#include "repair/free_area.h"
#include "scene/build/floor.h"
#include "scene/build/opening_lines.h"
#include "wend/geometry.h"
#include "wend/random.h"

#include <math.h>

/// What rounding may do to areas of a hundred square metres, and to places in them.
#define ROUNDING 1e-9

typedef struct room {
    scene *s;
    wend_floor *floor;
    const scene_area *areas[4];
    uint32_t area_count;
} room;

static scene_shape rectangle(scene *s, double x0, double y0, double x1, double y1)
{
    const wend_vec2 corners[] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
    scene_shape shape;
    assert_true(scene_shape_ring(s, corners, 4, &shape));
    return shape;
}

/// A room of 10 by 10 m.
static void open_room(room *r)
{
    static wend_vec2 bounds[] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
    *r = (room){.s = scene_new()};
    assert_non_null(r->s);
    r->s->bounds = bounds;
    r->s->bounds_count = 4;
}

static void add_block(room *r, double x0, double y0, double x1, double y1)
{
    scene_obstacle *obstacle = scene_add_obstacle(r->s);
    assert_non_null(obstacle);
    *obstacle = (scene_obstacle){.kind = SCENE_POLYGON, .shape = rectangle(r->s, x0, y0, x1, y1)};
}

static void add_wall(room *r, wend_vec2 a, wend_vec2 b)
{
    scene_obstacle *obstacle = scene_add_obstacle(r->s);
    const wend_vec2 ends[] = {a, b};
    assert_non_null(obstacle);
    *obstacle = (scene_obstacle){.kind = SCENE_SEGMENT};
    assert_true(scene_shape_ring(r->s, ends, 2, &obstacle->shape));
}

static void add_area(room *r, double x0, double y0, double x1, double y1)
{
    scene_area *area = scene_add_area(r->s);
    assert_non_null(area);
    *area = (scene_area){.name = "area", .shape = rectangle(r->s, x0, y0, x1, y1)};
}

/// The areas are all there now, and stay where they are.
static void build_room(room *r)
{
    assert_int_equal(scene_floor(r->s, &r->floor, NULL), WEND_OK);
    for (uint32_t i = 0; i < r->s->area_count; ++i)
        r->areas[r->area_count++] = &r->s->areas[i];
}

static void close_room(room *r)
{
    wend_floor_destroy(r->floor);
    scene_free(r->s);
}

static opening_lines lines_of(const room *r, double reach)
{
    opening_lines o;
    problem_list problems = {0};
    bool found = opening_lines_find(&o, r->s, r->floor, r->areas, r->area_count, reach, &problems);
    if (!found)
        problem_print(&problems, stdout);
    assert_true(found);
    problem_free(&problems);
    return o;
}

static double length_of(const opening_lines *o, const opening_line *line)
{
    double length = 0;
    for (uint32_t i = line->first + 1; i < line->first + line->count; ++i)
        length += hypot(o->points.data[i].x - o->points.data[i - 1].x,
                        o->points.data[i].y - o->points.data[i - 1].y);
    return length;
}

// ---- by hand ------------------------------------------------------------------------------------

static void test_kinds(void **state)
{
    (void)state;
    room r;
    open_room(&r);
    add_area(&r, -1, 2, 2, 8);    // reaches into the room
    add_area(&r, 10, 1, 12, 4);   // lies outside, along the wall
    add_area(&r, 4, 4, 5, 5);     // stands free
    add_area(&r, 20, 20, 21, 21); // has nothing to do with it
    build_room(&r);
    opening_lines o = lines_of(&r, 0);
    assert_int_equal(o.parts.spans.count, 1);
    assert_int_equal(o.lines.count, 3);
    static const double lengths[] = {10, 3, 4};
    for (size_t i = 0; i < 3; ++i) {
        const opening_line *line = &o.lines.data[i];
        assert_true(line->area < 3 && line->part == 0);
        assert_true(fabs(length_of(&o, line) - lengths[line->area]) <= ROUNDING);
        assert_int_equal(line->adrift, line->area == 2);
    }
    opening_lines_free(&o);
    close_room(&r);
}

static void test_parts(void **state)
{
    (void)state;
    room r;
    open_room(&r);
    add_wall(&r, (wend_vec2){0, 5}, (wend_vec2){10, 5});
    add_block(&r, 1, 1, 3, 2);
    add_area(&r, 0, 0, 2, 10);        // in both halves, and over half of the block
    add_area(&r, 8, 5.5, 9.995, 9.9); // 5 mm off the wall on the right
    build_room(&r);
    opening_lines o = lines_of(&r, 0);
    assert_int_equal(o.parts.spans.count, 2);
    uint32_t adrift = 0, of_first = 0;
    for (size_t i = 0; i < o.lines.count; ++i) {
        of_first += o.lines.data[i].area == 0;
        adrift += o.lines.data[i].adrift;
    }
    assert_int_equal(of_first, 3); // two beside the block, one in the upper half
    assert_int_equal(adrift, 1);
    opening_lines_free(&o);
    // Wider by 1 cm the area reaches the wall.
    o = lines_of(&r, 0.01);
    for (size_t i = 0; i < o.lines.count; ++i)
        assert_false(o.lines.data[i].adrift);
    opening_lines_free(&o);
    close_room(&r);
}

// ---- at random ----------------------------------------------------------------------------------

static double union_area(geos *g, geos_list *list)
{
    double area;
    GEOSGeometry *all = geos_list_collect(g, list, GEOS_GEOMETRYCOLLECTION);
    GEOSGeometry *one = all ? GEOSUnaryUnion_r(g->handle, all) : NULL;
    assert_non_null(one);
    assert_int_equal(GEOSArea_r(g->handle, one, &area), 1);
    geos_free(g, one);
    geos_free(g, all);
    return area;
}

/// What is solid or in an area takes this much of the room. Only areas can stick out of it.
static double taken(const room *r)
{
    geos g;
    geos_list list = {0};
    const wend_vec2 room_corners[] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
    assert_true(geos_open(&g));
    GEOSGeometry *inside = geos_shape(&g, (wend_shape){.points = room_corners, .point_count = 4});
    assert_non_null(inside);
    for (uint32_t i = 0; i < r->s->obstacle_count + r->area_count; ++i) {
        const scene_shape *shape = i < r->s->obstacle_count
                                       ? &r->s->obstacles[i].shape
                                       : &r->areas[i - r->s->obstacle_count]->shape;
        GEOSGeometry *whole = geos_shape(&g, shape_view(shape));
        assert_non_null(whole);
        assert_true(geos_list_add(&g, &list, GEOSIntersection_r(g.handle, whole, inside)));
        geos_free(&g, whole);
    }
    double area = union_area(&g, &list);
    geos_free(&g, inside);
    geos_close(&g);
    return area;
}

static double left(const opening_lines *o)
{
    double area = 0;
    for (size_t i = 0; i < o->parts.spans.count; ++i) {
        wend_shape part = polygons_get(&o->parts, i);
        for (uint32_t ring = 0; ring < shape_rings(part); ++ring) {
            uint32_t begin, end;
            shape_ring(part, ring, &begin, &end);
            double size = fabs(wend_polygon_area(part.points + begin, end - begin));
            area += ring == 0 ? size : -size;
        }
    }
    return area;
}

/// Blocks on a lattice, and areas anywhere: along walls, over corners, over each other.
static void make_room(room *r, uint64_t seed)
{
    wend_random random = wend_random_stream(seed, 5);
    open_room(r);
    for (uint32_t i = 0; i < 4; ++i)
        if (wend_random_below(&random, 2))
            add_block(r, 2 + 4 * (i % 2), 2 + 4 * (i / 2), 4 + 4 * (i % 2), 4 + 4 * (i / 2));
    uint32_t count = 1 + wend_random_below(&random, 4);
    double step = wend_random_below(&random, 2) ? 1 : 0.37;
    for (uint32_t i = 0; i < count; ++i) {
        double x = step * wend_random_below(&random, 12) - 1,
               y = step * wend_random_below(&random, 12) - 1;
        double w = step * (1 + wend_random_below(&random, 6));
        double h = step * (1 + wend_random_below(&random, 6));
        add_area(r, x, y, x + w, y + h);
    }
    build_room(r);
}

static void check_room(uint64_t seed)
{
    room r;
    make_room(&r, seed);
    opening_lines o = lines_of(&r, 0);
    if (!(fabs(left(&o) - (100 - taken(&r))) <= ROUNDING))
        print_message("seed %llu: %.12g is left, not %.12g\n", (unsigned long long)seed, left(&o),
                      100 - taken(&r));
    assert_true(fabs(left(&o) - (100 - taken(&r))) <= ROUNDING);
    for (size_t i = 0; i < o.lines.count; ++i) {
        const opening_line *line = &o.lines.data[i];
        wend_shape area = shape_view(&r.areas[line->area]->shape);
        wend_box box = wend_box_of(area.points, area.point_count);
        for (uint32_t k = line->first; k < line->first + line->count; ++k) {
            wend_vec2 p = o.points.data[k];
            wend_location where = wend_floor_locate(r.floor, p, NULL);
            double deep = fmin(fmin(p.x - box.min.x, box.max.x - p.x),
                               fmin(p.y - box.min.y, box.max.y - p.y));
            assert_true(fabs(deep) <= ROUNDING);
            assert_true(where == WEND_LOCATION_FREE ||
                        wend_floor_clearance(r.floor, p, NULL, NULL) <= ROUNDING);
        }
        assert_true(length_of(&o, line) > 0);
    }
    opening_lines_free(&o);
    close_room(&r);
}

static void test_random(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= (long_tier() ? 5000 : 200); ++seed)
        check_room(seed);
}

// ---- memory -------------------------------------------------------------------------------------

static bool try_to_find(const void *argument)
{
    const room *r = argument;
    opening_lines o;
    problem_list problems = {0};
    bool found = opening_lines_find(&o, r->s, r->floor, r->areas, r->area_count, 0.01, &problems);
    opening_lines_free(&o);
    problem_free(&problems);
    return found;
}

static void test_memory(void **state)
{
    (void)state;
    room r;
    make_room(&r, 3);
    assert_true(count_failures(try_to_find, &r) > 10);
    close_room(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
