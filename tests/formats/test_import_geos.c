// SPDX-License-Identifier: MIT
// Readers and writers of WKT, GeoJSON and Vadere scenarios: what texts become, what is refused and
// where, what comes back from an export, and GEOS's own WKT reader as the oracle.
#include "repair/repair.h"
#include "scene/check/check.h"
#include "tests/support/failing_malloc.h"
#include "tests/support/support.h"

#include "formats/formats.h"
#include "repair/free_area.h"
#include "scene/geographic.h"
#include "wend/geometry.h"
#include "wend/random.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <string.h>

// ---- helpers ------------------------------------------------------------------------------------

static scene *try_read(scene_read_fn *read, const char *source, problem_list *problems)
{
    text t = {0};
    assert_true(text_copy(source, strlen(source), &t, problems));
    scene *s = read(&t, NULL, problems);
    text_free(&t);
    return s;
}

static scene *must_read(scene_read_fn *read, const char *source)
{
    problem_list problems = {0};
    scene *s = try_read(read, source, &problems);
    if (!s)
        problem_print(&problems, stderr);
    assert_non_null(s);
    assert_int_equal(problems.count, 0);
    return s;
}

// The reader refuses the text with `words` in what it says. A ~ in the text, which the reader does
// not see, marks the place; without one, the problem has none.
static void refused(scene_read_fn *read, const char *marked, const char *words)
{
    problem_list problems = {0};
    text t = {0};
    char where[PROBLEM_WHERE_SIZE] = "";
    assert_true(text_copy(marked, strlen(marked), &t, &problems));
    char *mark = strchr(t.data, '~');
    if (mark) {
        size_t offset = (size_t)(mark - t.data);
        text_position at = text_place(&t, offset);
        snprintf(where, sizeof where, "%zu:%zu", at.line, at.column);
        memmove(mark, mark + 1, t.size - offset);
        --t.size;
    }
    scene *s = read(&t, NULL, &problems);
    text_free(&t);
    if (s)
        print_error("was read: %s\n", marked);
    assert_null(s);
    assert_true(problem_kept(&problems) >= 1);
    if (strcmp(problems.items[0].where, where) != 0 || !strstr(problems.items[0].what, words))
        print_error("%.200s\n  said at %s: %s\n", marked, problems.items[0].where,
                    problems.items[0].what);
    assert_string_equal(problems.items[0].where, where);
    assert_non_null(strstr(problems.items[0].what, words));
    problem_free(&problems);
}

static bool is_sound(const scene *s)
{
    problem_list problems = {0};
    bool sound = scene_check(s, &problems);
    problem_free(&problems);
    return sound;
}

static char *written(scene_write_fn *write, const scene *s)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&bytes, &size);
    assert_non_null(out);
    assert_true(write(s, out));
    fclose(out);
    return bytes;
}

static double free_area(const scene *s)
{
    geos g;
    polygons area = {0};
    assert_true(geos_open(&g));
    assert_true(free_area_polygons(&g, s, &area));
    double sum = 0;
    for (size_t i = 0; i < area.spans.count; ++i) {
        wend_shape shape = polygons_get(&area, i);
        for (uint32_t r = 0; r < shape.ring_count; ++r) {
            uint32_t begin, end;
            shape_ring(shape, r, &begin, &end);
            double ring = fabs(wend_polygon_area(shape.points + begin, end - begin));
            sum += r == 0 ? ring : -ring;
        }
    }
    polygons_free(&area);
    geos_close(&g);
    return sum;
}

// ---- WKT ----------------------------------------------------------------------------------------

static void wkt_shapes(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t bounds, obstacles;
        double area;
    } cases[] = {
        {"POLYGON ((0 0, 4 0, 4 3, 0 3, 0 0))", 4, 0, 12},
        {"polygon((0 0,4 0,4 3,0 3,0 0),(1 1,2 1,2 2,1 1))\n", 4, 1, 11.5},
        {"SRID=25832;POLYGON Z ((0 0 7, 4 0 7, 4 3 7, 0 3 7, 0 0 7))", 4, 0, 12},
        {"POLYGONZM ((0 0 7 1, 4 0 7 1, 4 3 7 1, 0 0 7 1))", 3, 0, 6},
        {"LINEARRING (0 0, 4 0, 4 3, 0 0)", 3, 0, 6},
        {"\xef\xbb\xbfPOLYGON ((+0. -0e5, 4e0 .0, 40E-1 3, 0 0))", 3, 0, 6},
        // A corner twice says nothing new.
        {"POLYGON ((0 0, 4 0, 4 0, 4 3, 0 3, 0 0, 0 0))", 4, 0, 12},
        // United to one: overlapping, and side by side.
        {"MULTIPOLYGON (((0 0, 4 0, 4 3, 0 3, 0 0)), ((2 0, 6 0, 6 3, 2 3, 2 0)))", 8, 0, 18},
        {"GEOMETRYCOLLECTION (POLYGON ((0 0, 4 0, 4 3, 0 3, 0 0)), GEOMETRYCOLLECTION "
         "(POLYGON ((4 0, 6 0, 6 3, 4 3, 4 0)), POLYGON EMPTY), GEOMETRYCOLLECTION EMPTY)",
         8, 0, 18},
        // Four bars around a yard.
        {"MULTIPOLYGON (((0 0, 9 0, 9 1, 0 1, 0 0)), ((0 8, 9 8, 9 9, 0 9, 0 8)), ((0 0, 1 0, 1 9, "
         "0 9, 0 0)), ((8 0, 9 0, 9 9, 8 9, 8 0)))",
         12, 1, 32},
        // Apart: in a box, the rest of which is one obstacle.
        {"MULTIPOLYGON (((0 0, 1 0, 1 1, 0 1, 0 0)), ((3 0, 4 0, 4 1, 3 1, 3 0)))", 4, 1, 2},
        {"MULTIPOLYGON (((0 0, 1 0, 1 1, 0 1, 0 0)), ((1 1, 2 1, 2 2, 1 2, 1 1)))", 4, 2, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        scene *s = must_read(scene_read_wkt, cases[i].text);
        assert_true(is_sound(s));
        double area = free_area(s);
        if (s->obstacle_count != cases[i].obstacles || area != cases[i].area)
            print_error("%s\n", cases[i].text);
        assert_true(s->bounds_count >= 3 && s->bounds_count <= cases[i].bounds);
        assert_int_equal(s->obstacle_count, cases[i].obstacles);
        assert_true(area == cases[i].area);
        scene_free(s);
    }
}

static void wkt_positional(void **state)
{
    (void)state;
    scene *s = must_read(
        scene_read_wkt,
        "GEOMETRYCOLLECTION (GEOMETRYCOLLECTION (POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0))), "
        "GEOMETRYCOLLECTION (POLYGON ((8 0, 9 0, 9 1, 8 0)), POLYGON ((0 0, 1 0, 1 1, 0 0))), "
        "GEOMETRYCOLLECTION (POLYGON ((4 4, 5 4, 5 5, 4 4))), "
        "GEOMETRYCOLLECTION (POINT (3 3), POLYGON ((2 2, 3 2, 3 3, 2 2))), "
        "GEOMETRYCOLLECTION (LINESTRING (1 1, 2 2), POLYGON ((6 6, 7 6, 7 7, 6 6))))");
    static const char *const names[] = {"exit-1", "exit-2", "distribution-1", "waypoint-1"};
    static const char *const roles[] = {"exit", "exit", "distribution", "waypoint"};
    assert_int_equal(s->obstacle_count, 0);
    assert_int_equal(s->area_count, 4);
    for (uint32_t i = 0; i < 4; ++i) {
        assert_string_equal(s->areas[i].name, names[i]);
        assert_string_equal(s->areas[i].role, roles[i]);
    }
    assert_true(is_sound(s));
    scene_free(s);
}

static void wkt_refused(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"~", "expected POLYGON"},
        {"~POLYGO ((0 0, 1 0, 1 1, 0 0))", "found \"POLYGO\""},
        {"POLYGON ((0 0, 1 0, 1 1, 0 0)~", "found the end"},
        {"POLYGON ((0 0, 1 0, 1 1, 0 0))~)", "expected the end"},
        {"POLYGON (~0 0, 1 0, 1 1, 0 0)", "the points of a ring"},
        {"POLYGON ((0 0, 1 0,\n1 ~one, 0 0))", "expected a number, found \"one\""},
        {"POLYGON ((0 0, 1 ~nan, 1 1, 0 0))", "expected a number"},
        {"POLYGON ((0 0, 1 ~-inf, 1 1, 0 0))", "not a finite"},
        {"POLYGON ((0 0, 1 ~1e999, 1 1, 0 0))", "not a finite"},
        {"POLYGON ((0 0, 1 ~2e9, 1 1, 0 0))", "1e+09 m"},
        {"POLYGON (~(0 0, 1 0, 1 1, 0 1))", "not closed"},
        {"POLYGON (~(0 0, 1 0, 0 0))", "2 corners"},
        {"POLYGON EMPTY", "no walkable area"},
        {"~POINT (1 1)", "geometry 1 has no area"},
        {"GEOMETRYCOLLECTION (POLYGON ((0 0, 1 0, 1 1, 0 0)), ~LINESTRING (0 0, 1 1))",
         "geometry 2 has no area"},
        {"GEOMETRYCOLLECTION (POLYGON ((0 0, 1 0, 1 1, 0 0)), ~CURVEPOLYGON ((0 0, 1 1)))",
         "geometry 2 is a CURVEPOLYGON"},
        {"POLYGON ((0 0, 1 0, 1 1, 0 0)) ~POLYGON ((0 0, 1 0, 1 1, 0 0))", "one geometry"},
        {"GEOMETRYCOLLECTION (POLYGON ((0 0, 1 0, 1 1, 0 0)),~)", "expected POLYGON"},
        {"POLYGON ((0 0, 1 0, 1 1, 0 0)~\xff)", "UTF-8"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
        refused(scene_read_wkt, cases[i][0], cases[i][1]);
}

// As many brackets as one likes: a problem, no overflow of the stack.
static void wkt_deep(void **state)
{
    (void)state;
    enum { LEVELS = 200000 };
    const char *word = "GEOMETRYCOLLECTION(";
    char *deep = malloc(LEVELS * strlen(word) + 2), *to = deep;
    assert_non_null(deep);
    for (size_t i = 0; i < LEVELS; ++i) {
        if (i == 100)
            *to++ = '~';
        memcpy(to, word, strlen(word) + 1);
        to += strlen(word);
    }
    refused(scene_read_wkt, deep, "100 deep");
    memset(deep, '(', LEVELS);
    memcpy(deep, "POINT", 5);
    strcpy(deep + LEVELS, "~");
    refused(scene_read_wkt, deep, "expected a number");
    free(deep);
}

// Invalid polygons are not mended in silence: they stay in the scene, and the check finds them.
static void wkt_invalid(void **state)
{
    (void)state;
    static const char *const cases[] = {
        "POLYGON ((0 0, 4 4, 4 0, 0 4, 0 0))",
        "POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (1 1, 5 1, 5 5, 1 5, 1 1), (4 4, 7 4, 7 7, 4 4))",
        "MULTIPOLYGON (((0 0, 4 4, 4 0, 0 4, 0 0)), ((3 0, 9 0, 9 4, 3 4, 3 0)))",
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        scene *s = must_read(scene_read_wkt, cases[i]);
        problem_list problems = {0};
        assert_false(scene_check(s, &problems));
        assert_true(problems.items[0].where[0] == '(');
        problem_free(&problems);
        assert_true(scene_repair(s, NULL, NULL, &problems));
        assert_true(is_sound(s));
        scene_free(s);
    }
}

// ---- WKT against GEOS ---------------------------------------------------------------------------

// Some polygon or collection as text: rectangles on a small grid, some with a hole.
static void random_wkt(wend_random *random, int depth, FILE *out)
{
    uint32_t kind = wend_random_below(random, depth > 0 ? 3 : 2);
    uint32_t parts = kind == 0 ? 1 : 1 + wend_random_below(random, 4);
    fputs(kind == 0 ? "POLYGON " : kind == 1 ? "MULTIPOLYGON (" : "GEOMETRYCOLLECTION (", out);
    for (uint32_t i = 0; i < parts; ++i) {
        if (i > 0)
            fputs(", ", out);
        if (kind == 2) {
            random_wkt(random, depth - 1, out);
            continue;
        }
        int x = (int)wend_random_below(random, 20), y = (int)wend_random_below(random, 20);
        int w = 3 + (int)wend_random_below(random, 5), h = 3 + (int)wend_random_below(random, 5);
        fprintf(out, "((%d %d, %d %d, %d %d, %d %d, %d %d)", x, y, x + w, y, x + w, y + h, x, y + h,
                x, y);
        if (wend_random_below(random, 2))
            fprintf(out, ", (%d %d, %d %d, %d.5 %d.25, %d %d)", x + 1, y + 1, x + 2, y + 1, x + 1,
                    y + 2, x + 1, y + 1);
        putc(')', out);
    }
    if (kind > 0)
        putc(')', out);
}

static double geos_area(const char *wkt)
{
    geos g;
    double area = -1;
    assert_true(geos_open(&g));
    GEOSWKTReader *reader = GEOSWKTReader_create_r(g.handle);
    GEOSGeometry *read = GEOSWKTReader_read_r(g.handle, reader, wkt);
    assert_non_null(read);
    GEOSGeometry *united = GEOSUnaryUnion_r(g.handle, read);
    assert_non_null(united);
    assert_int_equal(GEOSArea_r(g.handle, united, &area), 1);
    geos_free(&g, united);
    geos_free(&g, read);
    GEOSWKTReader_destroy_r(g.handle, reader);
    geos_close(&g);
    return area;
}

static void wkt_like_geos(void **state)
{
    (void)state;
    uint64_t rounds = long_tier() ? 20000 : 300;
    for (uint64_t seed = 0; seed < rounds; ++seed) {
        wend_random random = wend_random_stream(seed, 0);
        char *wkt = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&wkt, &size);
        assert_non_null(out);
        random_wkt(&random, 2, out);
        fclose(out);
        scene *s = must_read(scene_read_wkt, wkt);
        double ours = free_area(s), theirs = geos_area(wkt);
        if (fabs(ours - theirs) > 1e-9 * theirs || !is_sound(s))
            print_error("seed %llu: %s\n", (unsigned long long)seed, wkt);
        assert_true(fabs(ours - theirs) <= 1e-9 * theirs);
        assert_true(is_sound(s));
        char *again = written(scene_write_wkt, s);
        assert_true(fabs(geos_area(again) - theirs) <= 1e-9 * theirs);
        free(again);
        scene_free(s);
        free(wkt);
    }
}

// ---- GeoJSON ------------------------------------------------------------------------------------

static void geojson_roles(void **state)
{
    (void)state;
    scene *s = must_read(
        scene_read_geojson,
        "{\"type\": \"FeatureCollection\", \"features\": ["
        "{\"type\": \"Feature\", \"properties\": {\"role\": \"walkable\"}, \"geometry\": "
        "{\"type\": \"Polygon\", \"coordinates\": [[[0,0],[90,0],[90,90],[0,90],[0,0]], "
        "[[10,10],[20,10],[20,20],[10,10]]]}},"
        "{\"type\": \"Feature\", \"id\": \"b7\", \"properties\": {\"role\": \"building\"}, "
        "\"geometry\": {\"type\": \"MultiPolygon\", \"coordinates\": "
        "[[[[30,30],[35,30],[35,35],[30,30]]], [[[40,30,5],[45,30,5],[45,35,5],[40,30,5]]]]}},"
        "{\"type\": \"Feature\", \"properties\": {\"role\": \"exit\", \"name\": \"north\"}, "
        "\"geometry\": {\"type\": \"Polygon\", \"coordinates\": [[[1,80],[9,80],[9,90],[1,80]]]}},"
        "{\"type\": \"Feature\", \"properties\": {\"role\": \"exit\", \"name\": null}, "
        "\"geometry\": {\"type\": \"Polygon\", \"coordinates\": [[[1,1],[9,1],[9,9],[1,1]]]}},"
        "{\"type\": \"Feature\", \"properties\": {\"role\": \"exit\", \"name\": \"north\"}, "
        "\"geometry\": {\"type\": \"Polygon\", \"coordinates\": "
        "[[[21,80],[29,80],[29,90],[21,80]]]}"
        "},"
        "{\"type\": \"Feature\", \"properties\": null, \"geometry\": null},"
        "{\"type\": \"Feature\", \"geometry\": {\"type\": \"GeometryCollection\", \"geometries\": "
        "[{\"type\": \"Point\", \"coordinates\": [50, 50]}, "
        "{\"type\": \"LineString\", \"coordinates\": [[60,60],[65,60],[65,65]]}]}}]}");
    assert_int_equal(s->bounds_count, 4);
    assert_int_equal(s->obstacle_count, 6);
    assert_string_equal(s->obstacles[0].role, "building");
    assert_string_equal(s->obstacles[1].name, "b7");
    assert_int_equal(s->obstacles[2].kind, SCENE_POINT);
    assert_int_equal(s->obstacles[3].kind, SCENE_SEGMENT);
    assert_int_equal(s->obstacles[5].kind, SCENE_POLYGON); // the hole
    assert_int_equal(s->area_count, 3);
    assert_string_equal(s->areas[0].name, "north");
    assert_string_equal(s->areas[1].name, "exit-1");
    assert_string_equal(s->areas[2].name, "north-2");
    assert_true(is_sound(s));
    scene_free(s);
}

static const char plain_square[] =
    "{\"type\": \"Polygon\", \"coordinates\": "
    "[[[%.10g,%.10g],[%.10g,%.10g],[%.10g,%.10g],[%.10g,%.10g],[%.10g,%.10g]]]%s}";

static scene *read_square(double x, double y, double size, const char *more)
{
    char json[600];
    snprintf(json, sizeof json, plain_square, x, y, x + size, y, x + size, y + size, x, y + size, x,
             y, more);
    return must_read(scene_read_geojson, json);
}

// One degree of latitude and of longitude at 50 degrees north, from tables of the ellipsoid.
static void geojson_degrees(void **state)
{
    (void)state;
    scene *s = read_square(8, 49.9995, 0.001, "");
    wend_box box = wend_box_of(s->obstacles[0].shape.points, 4);
    assert_true(fabs((box.max.y - box.min.y) - 111.2291) < 1e-3);
    assert_true(fabs((box.max.x - box.min.x) - 71.6957) < 1e-3);
    assert_non_null(strstr(s->about, "latitude 50.0000000"));
    wend_box bounds = wend_box_of(s->bounds, s->bounds_count);
    assert_true(fabs(bounds.min.x - (box.min.x - 10)) < 1e-9); // the stated margin
    assert_true(is_sound(s));
    scene_free(s);

    // Metres, because the file says so, or because no plan is that wide in degrees.
    s = read_square(8, 49, 0.5,
                    ", \"crs\": {\"type\": \"name\", \"properties\": {\"name\": "
                    "\"urn:ogc:def:crs:EPSG::25832\"}}");
    assert_true(s->obstacles[0].shape.points[0].x == 8);
    assert_null(s->note);
    scene_free(s);
    s = read_square(8, 49, 5, "");
    assert_true(s->obstacles[0].shape.points[0].x == 8);
    assert_non_null(strstr(s->note, "taken as metres"));
    scene_free(s);
    s = read_square(150, 49, 50, ""); // beyond 180: no doubt
    assert_null(s->note);
    scene_free(s);
    s = read_square(410000.5, 5470000.25, 8, ""); // and these move to a local origin
    assert_true(s->obstacles[0].shape.points[0].x + s->origin.x == 410000.5);
    assert_true(s->obstacles[0].shape.points[0].y + s->origin.y == 5470000.25);
    assert_true(fabs(s->obstacles[0].shape.points[0].x) < 10);
    scene_free(s);
}

// "obstacle" and "area" are what a shape is, not a role.
static void geojson_without_roles(void **state)
{
    (void)state;
    scene *s = must_read(
        scene_read_geojson,
        "{\"type\": \"FeatureCollection\", \"features\": ["
        "{\"type\": \"Feature\", \"properties\": {\"role\": \"obstacle\"}, \"geometry\": "
        "{\"type\": \"Polygon\", \"coordinates\": [[[300,0],[390,0],[390,90],[300,0]]]}},"
        "{\"type\": \"Feature\", \"properties\": {\"role\": \"area\"}, \"geometry\": "
        "{\"type\": \"Polygon\", \"coordinates\": [[[400,0],[490,0],[490,90],[400,0]]]}}]}");
    assert_int_equal(s->obstacle_count, 1);
    assert_null(s->obstacles[0].role);
    assert_int_equal(s->area_count, 1);
    assert_null(s->areas[0].role);
    assert_string_equal(s->areas[0].name, "area-1");
    scene_free(s);
    refused(scene_read_geojson,
            "{\"type\": \"Feature\", \"properties\": {\"role\": \"area\"}, \"geometry\": "
            "{\"type\": \"Point\", \"coordinates\": ~[1, 2]}}",
            "role \"area\" needs a polygon");
}

// Shifting to a local origin moves only the axes that are far away, and never rounds.
static void localise_is_exact(void **state)
{
    (void)state;
    enum { POINTS = 8 };
    for (uint64_t seed = 0; seed < 2000; ++seed) {
        wend_random random = wend_random_stream(seed, 0);
        double centre[2], wide[2];
        for (int axis = 0; axis < 2; ++axis) {
            double size = pow(10, 9 * wend_random_unit(&random) - 0.5);
            centre[axis] = wend_random_below(&random, 2) ? size : -size;
            wide[axis] = pow(10, 6 * wend_random_unit(&random));
        }
        scene *s = scene_new();
        assert_non_null(s);
        wend_vec2 points[POINTS];
        for (int i = 0; i < POINTS; ++i)
            points[i] = (wend_vec2){centre[0] + wide[0] * wend_random_unit(&random),
                                    centre[1] + wide[1] * wend_random_unit(&random)};
        scene_obstacle *obstacle = scene_add_obstacle(s);
        assert_non_null(obstacle);
        assert_true(scene_shape_ring(s, points, POINTS, &obstacle->shape));
        scene_localise(s);
        for (int i = 0; i < POINTS; ++i) {
            // Exact if the rounding error of the difference (Knuth's two-sum) is 0.
            const double from[] = {points[i].x, points[i].y};
            const double by[] = {s->origin.x, s->origin.y};
            const double got[] = {obstacle->shape.points[i].x, obstacle->shape.points[i].y};
            for (int axis = 0; axis < 2; ++axis) {
                double back = got[axis] - from[axis];
                double error = (from[axis] - (got[axis] - back)) + (-by[axis] - back);
                if (error != 0 || got[axis] != from[axis] - by[axis])
                    print_error("seed %llu\n", (unsigned long long)seed);
                assert_true(error == 0 && got[axis] == from[axis] - by[axis]);
            }
        }
        bool far = fabs(centre[0]) > 1e6 + SCENE_LOCAL_LIMIT && wide[0] < 1e5;
        assert_true(!far || s->origin.x != 0);
        bool near = fabs(centre[0]) + wide[0] < SCENE_LOCAL_LIMIT;
        assert_true(!near || s->origin.x == 0);
        scene_free(s);
    }
}

// A sound scene far from the origin along one axis is sound again when its export is read: the post
// stands exactly on the bounds.
static void far_again(void **state)
{
    (void)state;
    scene *s = must_read(
        scene_read_json,
        "{\"wend\": 1, \"bounds\": [[100000.1, 0], [100007.74269191301, 2.3641616532907164], "
        "[100005.37853025972, 10.006853566295565], [99997.73583834672, 7.642691913004848]], "
        "\"obstacles\": [{\"polygon\": [[100003.9213459565, 1.1820808266453582], "
        "[100002.14822471654, 6.914099761398995], [100005.01423418392, 7.800660381383013]]}]}");
    assert_true(is_sound(s));
    char *wkt = written(scene_write_wkt, s), *json = written(scene_write_geojson, s);
    scene *from_wkt = must_read(scene_read_wkt, wkt);
    scene *from_json = must_read(scene_read_geojson, json);
    assert_true(is_sound(from_wkt));
    assert_true(is_sound(from_json));
    scene_free(from_wkt);
    scene_free(from_json);
    free(wkt);
    free(json);
    scene_free(s);
}

// Nothing free, and the whole plane: no text that a reader would refuse.
static void wkt_of_nothing(void **state)
{
    (void)state;
    static const char *const cases[] = {
        "{\"wend\": 1}",
        "{\"wend\": 1, \"bounds\": [[0,0],[9,0],[9,9],[0,9]], "
        "\"obstacles\": [{\"polygon\": [[0,0],[9,0],[9,9],[0,9]]}]}",
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        scene *s = must_read(scene_read_json, cases[i]);
        char bytes[100] = "";
        FILE *out = fmemopen(bytes, sizeof bytes, "w");
        assert_non_null(out);
        errno = 0;
        assert_false(scene_write_wkt(s, out));
        assert_int_equal(errno, EDOM);
        fclose(out);
        assert_string_equal(bytes, "");
        scene_free(s);
    }
}

static void geojson_refused(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"~[1, 2]", "not GeoJSON"},
        {"~{\"type\": \"Polygon\"}", "no list of \"coordinates\""},
        {"~{\"type\": \"FeatureCollection\"}", "no list of \"features\""},
        {"{\"type\": \"FeatureCollection\", \"features\": []}", "no polygon"},
        {"{\"type\": ~\"Topology\"}", "unknown"},
        {"{\"type\": \"Polygon\", \"coordinates\": [~[[0,0],[1,0],[1,1],[0,1]]]}", "not closed"},
        {"{\"type\": \"Polygon\", \"coordinates\": [~[[0,0],[1,0],[0,0]]]}", "2 corners"},
        {"{\"type\": \"Polygon\", \"coordinates\": [~[]]}", "0 corners"},
        {"{\"type\": \"Polygon\", \"coordinates\": [[[0,0],[1,\n~\"0\"],[1,1],[0,0]]]}",
         "must be a number"},
        {"{\"type\": \"Polygon\", \"coordinates\": [[[0,0],~[1],[1,1],[0,0]]]}", "a position"},
        {"{\"type\": \"LineString\", \"coordinates\": ~[[0,0]]}", "2 positions"},
        {"{\"type\": \"Feature\", \"properties\": {\"role\": \"exit\"}, \"geometry\": {\"type\": "
         "\"Point\", \"coordinates\": ~[1, 2]}}",
         "role \"exit\" needs a polygon"},
        {"{\"type\": \"Polygon\", \"coordinates\": [[[0,0],[500,0],[1,1],[0,0]]], \"crs\": "
         "{\"properties\": {\"name\": \"EPSG:4326\"}}}",
         "longitudes and latitudes"},
        {"{\"type\": \"GeometryCollection\", \"geometries\": [{\"type\": \"GeometryCollection\", "
         "\"geometries\": [{\"type\": \"GeometryCollection\", \"geometries\": [~{\"type\": "
         "\"GeometryCollection\", \"geometries\": []}]}]}]}",
         "nested"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
        refused(scene_read_geojson, cases[i][0], cases[i][1]);
}

static bool same_shape(const scene_shape *a, const scene_shape *b)
{
    return a->point_count == b->point_count && a->ring_count == b->ring_count &&
           memcmp(a->points, b->points, a->point_count * sizeof *a->points) == 0 &&
           memcmp(a->ring_ends, b->ring_ends, a->ring_count * sizeof *a->ring_ends) == 0;
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

// What is exported as GeoJSON comes back bit by bit.
static void geojson_again(void **state)
{
    (void)state;
    scene *s = must_read(
        scene_read_json,
        "{\"wend\": 1, \"name\": \"n\", \"about\": \"An \\\"n\\\".\", \"origin\": [5, -7], "
        "\"bounds\": [[0,0],[30.1,0],[30.1,20],[0,20]], "
        "\"obstacles\": [{\"polygon\": [[1,1],[9,1],[9,9],[1,9]], \"holes\": "
        "[[[2,2],[3,2],[3,3]]], "
        "\"role\": \"kiosk\", \"name\": \"\\\"K\\\" \\u00e9\"}, {\"segment\": [[11,0],[11,8.3]]}, "
        "{\"point\": [12.7,10]}, {\"polygon\": [[20,1],[21,1],[21,2]], \"role\": \"wall\"}, "
        "{\"polygon\": [[23,1],[24,1],[24,2]], \"role\": \"obstacle\"}], "
        "\"areas\": {\"a\": [[12,1],[19,1],[19,2]], \"b\": {\"polygon\": [[12,3],[19,3],[19,4]], "
        "\"role\": \"wall\"}, \"c\": {\"polygon\": [[12,5],[19,5],[19,6]], \"role\": \"area\"}}}");
    char *bytes = written(scene_write_geojson, s);
    scene *again = must_read(scene_read_geojson, bytes);
    assert_string_equal(again->name, s->name);
    assert_string_equal(again->about, s->about);
    scene_shift(again, (wend_vec2){5, -7});
    assert_int_equal(again->bounds_count, s->bounds_count);
    assert_int_equal(again->obstacle_count, s->obstacle_count);
    assert_int_equal(again->area_count, s->area_count);
    for (uint32_t i = 0; i < s->obstacle_count; ++i) {
        const scene_obstacle *a = &s->obstacles[i], *b = &again->obstacles[i];
        assert_int_equal(a->kind, b->kind);
        assert_int_equal(a->shape.point_count, b->shape.point_count);
        assert_true(same_text(a->name, b->name));
        assert_true(same_text(a->role, b->role));
    }
    for (uint32_t i = 0; i < s->area_count; ++i) {
        assert_string_equal(s->areas[i].name, again->areas[i].name);
        assert_true(same_text(s->areas[i].role, again->areas[i].role));
    }
    char *twice = written(scene_write_geojson, again);
    scene *third = must_read(scene_read_geojson, twice);
    scene_shift(third, (wend_vec2){5, -7});
    for (uint32_t i = 0; i < s->obstacle_count; ++i)
        assert_true(same_shape(&again->obstacles[i].shape, &third->obstacles[i].shape));
    free(twice);
    free(bytes);
    scene_free(third);
    scene_free(again);
    scene_free(s);
}

// A comma as decimal point in the user's language must not reach the files.
static void numbers_in_any_locale(void **state)
{
    (void)state;
    static const char *const locales[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"};
    const char *set = NULL;
    for (size_t i = 0; !set && i < sizeof locales / sizeof locales[0]; ++i)
        set = setlocale(LC_ALL, locales[i]);
    if (!set)
        print_message("no locale with a decimal comma is installed: tested with the default\n");
    scene *s = must_read(scene_read_wkt, "POLYGON ((0.5 0, 4.25 0, 4.1 3e-1, 0.5 0))");
    assert_true(s->bounds[1].x == 4.25 && s->bounds[2].x == 4.1 && s->bounds[2].y == 0.3);
    char *wkt = written(scene_write_wkt, s), *json = written(scene_write_geojson, s);
    setlocale(LC_ALL, "C");
    assert_non_null(strstr(wkt, "4.25 0"));
    assert_non_null(strstr(wkt, "4.1 0.3"));
    assert_non_null(strstr(json, "[4.1, 0.3]"));
    free(wkt);
    free(json);
    scene_free(s);
}

// ---- Vadere -------------------------------------------------------------------------------------

#define VADERE(topography)                                                                         \
    "{\"name\": \"v\", \"scenario\": {\"attributesSimulation\": {\"finishTime\": 30.0}, "          \
    "\"topography\": {" topography "}}}"
#define VADERE_BOUNDS                                                                              \
    "\"attributes\": {\"bounds\": {\"x\": 0, \"y\": 0, \"width\": 20, \"height\": 10}, "           \
    "\"boundingBoxWidth\": 0.5, \"bounded\": true}"
#define VADERE_BOX(x, y, w, h)                                                                     \
    "\"shape\": {\"type\": \"RECTANGLE\", \"x\": " #x ", \"y\": " #y ", \"width\": " #w            \
    ", \"height\": " #h "}"

static void vadere_parts(void **state)
{
    (void)state;
    scene *s = must_read(
        scene_read_vadere,
        VADERE(VADERE_BOUNDS ", \"obstacles\": [{\"id\": 1, " VADERE_BOX(
            5.1, 0.5, 0.2,
            3) "}, "
               "{\"shape\": {\"type\": \"POLYGON\", \"points\": [{\"x\": 9, \"y\": 2}, {\"x\": 10, "
               "\"y\": 2}, {\"x\": 10, \"y\": 3}]}}, {\"shape\": {\"type\": \"CIRCLE\", "
               "\"center\": "
               "{\"x\": 12, \"y\": 5}, \"radius\": 0.5}}], "
               "\"targets\": [{\"id\": 3, " VADERE_BOX(
                   18, 4, 1,
                   2) "}], "
                      "\"sources\": [{\"id\": 7, " VADERE_BOX(
                          1, 1, 2,
                          2) ", \"targetIds\": [3], "
                             "\"spawner\": {\"eventElementCount\": 12, \"constraintsElementsMax\": "
                             "10}}, "
                             "{\"id\": -1, " VADERE_BOX(
                                 1, 5, 2,
                                 2) ", \"targetIds\": [3], \"spawnNumber\": 4, "
                                    "\"maxSpawnNumberTotal\": -1}, {\"id\": -1, " VADERE_BOX(
                                        1, 8, 1,
                                        1) ", \"targetIds\": []}], "
                                           "\"stairs\": [{\"id\": 9, " VADERE_BOX(
                                               7, 7, 1,
                                               1) "}], \"measurementAreas\": null, "
                                                  "\"dynamicElements\": [{\"type\": "
                                                  "\"PEDESTRIAN\", \"attributes\": {\"radius\": "
                                                  "0.2}, "
                                                  "\"position\": {\"x\": 8, \"y\": 5}, "
                                                  "\"freeFlowSpeed\": 1.1, \"targetIds\": [3]}], "
                                                  "\"attributesPedestrian\": {\"radius\": 0.3, "
                                                  "\"speedDistributionMean\": 1.2, "
                                                  "\"maximumSpeed\": 1.9}"));
    assert_string_equal(s->name, "v");
    assert_true(s->duration == 30);
    wend_box box = wend_box_of(s->bounds, s->bounds_count);
    assert_true(box.min.x == 0.5 && box.min.y == 0.5 && box.max.x == 19.5 && box.max.y == 9.5);
    assert_int_equal(s->obstacle_count, 3);
    assert_true(s->obstacles[0].shape.points[1].x == 5.3); // not 5.3 and a bit
    assert_int_equal(s->obstacles[2].kind, SCENE_CIRCLE);
    static const char *const names[] = {"target-3", "source-7", "source-1", "source-2", "stairs-9"};
    assert_int_equal(s->area_count, 5);
    for (uint32_t i = 0; i < 5; ++i)
        assert_string_equal(s->areas[i].name, names[i]);
    assert_string_equal(s->areas[0].role, "exit");
    assert_int_equal(s->agents_count, 4);
    assert_int_equal(s->agents[0].def.count, 10);
    assert_int_equal(s->agents[1].def.count, 4);
    assert_int_equal(s->agents[2].def.count, 1);
    assert_int_equal(s->agents[2].goal.kind, SCENE_GOAL_NONE);
    assert_string_equal(s->agents[1].in, "source-1");
    assert_string_equal(s->agents[1].goal.area, "target-3");
    assert_true(s->agents[0].def.agent.radius == 0.3 &&
                s->agents[0].def.agent.preferred_speed == 1.2);
    assert_true(s->agents[3].def.agent.position.x == 8 && s->agents[3].def.agent.radius == 0.2 &&
                s->agents[3].def.agent.preferred_speed == 1.1);
    assert_true(is_sound(s));
    scene_free(s);
}

static void vadere_refused(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"~{}", "not a Vadere scenario"},
        {"{\"scenario\": ~{}}", "not a Vadere scenario"},
        {"{\"scenario\": {\"topography\": ~{}}}", "\"bounds\" are missing"},
        {VADERE("\"attributes\": {\"bounds\": ~{\"x\": 0, \"y\": 0, \"width\": 1}}"),
         "\"height\" is missing"},
        {VADERE("\"attributes\": {\"bounds\": ~{\"x\": 0, \"y\": 0, \"width\": 1, \"height\": 9}}"),
         "no room"},
        {VADERE(VADERE_BOUNDS ", \"obstacles\": ~{}"), "must be a list"},
        {VADERE(VADERE_BOUNDS ", \"obstacles\": [~{\"id\": 1}]"), "\"shape\""},
        {VADERE(VADERE_BOUNDS ", \"obstacles\": [{\"shape\": {\"type\": ~\"BLOB\"}}]"),
         "unknown type"},
        {VADERE(VADERE_BOUNDS ", \"obstacles\": [{\"shape\": ~{\"type\": \"CIRCLE\"}}]"),
         "no \"center\""},
        {VADERE(VADERE_BOUNDS ", \"obstacles\": [{\"shape\": {\"type\": \"POLYGON\", \"points\": "
                              "~[{\"x\": 0, \"y\": 1}]}}]"),
         "1 corners"},
        {VADERE(VADERE_BOUNDS
                ", \"sources\": [{\"id\": 1, " VADERE_BOX(1, 1, 2, 2) ", \"targetIds\": [~5]}]"),
         "no target with the id 5"},
        {VADERE(VADERE_BOUNDS ", \"attributesPedestrian\": {\"radius\": ~-1}"), "a number above 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
        refused(scene_read_vadere, cases[i][0], cases[i][1]);
}

// ---- out of memory ------------------------------------------------------------------------------

// Reads, repairs and writes with the n-th allocation failing, for every n: each step succeeds or
// says why not, and nothing leaks (the address sanitizer looks).
static void fail_each(scene_read_fn *read, const char *source)
{
    text t = {0};
    problem_list none = {0};
    assert_true(text_copy(source, strlen(source), &t, &none));
    bool failed = true;
    for (size_t n = 1; failed; ++n) {
        problem_list problems = {0};
        allocations = 0;
        failing_allocation = n;
        scene *s = read(&t, NULL, &problems);
        bool good = s && scene_repair(s, NULL, NULL, &problems);
        failed = allocations >= n;
        failing_allocation = 0;
        assert_true(good == (problems.count == 0));
        assert_true(good || failed);
        scene_free(s);
        problem_free(&problems);
        assert_true(n < 10000);
    }
    text_free(&t);
}

static void out_of_memory(void **state)
{
    (void)state;
    fail_each(scene_read_wkt,
              "GEOMETRYCOLLECTION (POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (1 1, 2 1, 2 "
              "2, 1 1)), POLYGON ((20 0, 29 0, 29 9, 20 9, 20 0)))");
    fail_each(scene_read_wkt, "MULTIPOLYGON (((0 0, 4 4, 4 0, 0 4, 0 0)), ((3 0, 9 0, 9 4, 3 4, 3 "
                              "0)))");
    fail_each(scene_read_geojson,
              "{\"type\": \"FeatureCollection\", \"features\": [{\"type\": \"Feature\", "
              "\"properties\": {\"role\": \"exit\"}, \"geometry\": {\"type\": \"Polygon\", "
              "\"coordinates\": [[[0,0],[50,50],[50,0],[0,50],[0,0]]]}}, {\"type\": "
              "\"LineString\", \"coordinates\": [[0,0],[50,50],[90,0],[0,50]]}, {\"type\": "
              "\"MultiPoint\", \"coordinates\": [[3,3],[4,50],[4,50]]}]}");
    fail_each(
        scene_read_vadere,
        VADERE(VADERE_BOUNDS ", \"obstacles\": [{" VADERE_BOX(0, 0, 5, 5) "}, {" VADERE_BOX(
            4, 4, 5,
            5) "}], \"targets\": [{\"id\": 3, " VADERE_BOX(18, 4, 1,
                                                           2) "}], \"sources\": [{\"id\": "
                                                              "7, " VADERE_BOX(12, 1, 2,
                                                                               2) ", "
                                                                                  "\"targetIds\": "
                                                                                  "[3]}]"));
}

// ---- real files ---------------------------------------------------------------------------------

static void real_files(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        uint32_t bounds, obstacles, areas;
    } files[] = {
        {"jupedsim/BUW.wkt", 0, 0, 0},
        {"jupedsim/Geometrie_verwinkelt_v1.wkt", 0, 0, 6},
        {"jupedsim/aknz_arrival.wkt", 0, 0, 0},
        {"jupedsim/aknz_evac.wkt", 0, 5, 0},
        {"jupedsim/bottleneck.wkt", 12, 0, 0},
        {"jupedsim/corner_with_shortcut.wkt", 15, 1, 0},
        {"jupedsim/office_rooms.wkt", 52, 0, 0},
        {"jupedsim/triangular_obstacles.wkt", 10, 0, 0},
        {"jupedsim/rimea_10/geometry.wkt", 0, 3, 0},
        {"city/kaiserslautern_pollichstrasse.geojson", 4, 332, 0},
        {"city/kaiserslautern_richard_wagner_strasse.geojson", 4, 878, 0},
        {"vadere/02-Kaiserslautern-Mittel.scenario", 4, 1112, 0},
        {"vadere/C-180-180-070.scenario", 4, 11, 4},
        {"vadere/rimea_08_parameter_variation.scenario", 4, 164, 78},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; ++i) {
        char path[1000];
        snprintf(path, sizeof path, "%s/%s", data_folder(), files[i].path);
        FILE *there = fopen(path, "rb");
        if (!there) {
            print_message("%s is not there: skipped\n", path);
            skip();
        }
        fclose(there);
        problem_list problems = {.file = files[i].path};
        scene *s = scene_load_as(path, scene_format_of(path), &problems);
        problem_print(&problems, stderr);
        assert_non_null(s);
        if (files[i].bounds)
            assert_int_equal(s->bounds_count, files[i].bounds);
        if (files[i].obstacles)
            assert_int_equal(s->obstacle_count, files[i].obstacles);
        assert_int_equal(s->area_count, files[i].areas);
        scene_free(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wkt_shapes),
        cmocka_unit_test(wkt_positional),
        cmocka_unit_test(wkt_refused),
        cmocka_unit_test(wkt_deep),
        cmocka_unit_test(wkt_invalid),
        cmocka_unit_test(wkt_like_geos),
        cmocka_unit_test(geojson_roles),
        cmocka_unit_test(geojson_degrees),
        cmocka_unit_test(geojson_without_roles),
        cmocka_unit_test(localise_is_exact),
        cmocka_unit_test(far_again),
        cmocka_unit_test(wkt_of_nothing),
        cmocka_unit_test(geojson_refused),
        cmocka_unit_test(geojson_again),
        cmocka_unit_test(numbers_in_any_locale),
        cmocka_unit_test(vadere_parts),
        cmocka_unit_test(vadere_refused),
        cmocka_unit_test(out_of_memory),
        cmocka_unit_test(real_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
