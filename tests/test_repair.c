// SPDX-License-Identifier: MIT
// Repair: afterwards the scene is sound, its free area is what GEOS makes of the same shapes but
// for a rim as thin as the grid, what was sound and apart is untouched, and a second repair finds
// nothing to do. On random messes, on scenes by hand, and on real files.
#include "support.h"

#include "io/formats.h"
#include "io/geos.h"
#include "io/ground.h"
#include "wend/geometry.h"
#include "wend/random.h"

#include <math.h>
#include <string.h>

// ---- helpers ------------------------------------------------------------------------------------

static scene *read_json(const char *json)
{
    problem_list problems = {0};
    text t = {0};
    assert_true(text_copy(json, strlen(json), &t, &problems));
    scene *s = scene_read_json(&t, NULL, &problems);
    problem_print(&problems, stderr);
    assert_non_null(s);
    text_free(&t);
    return s;
}

static bool is_sound(const scene *s)
{
    problem_list problems = {0};
    bool sound = scene_check(s, &problems);
    if (!sound)
        problem_print(&problems, stderr);
    problem_free(&problems);
    return sound;
}

// Repairs and returns what was said. Free it.
static char *repaired(scene *s, size_t *count)
{
    problem_list problems = {0};
    char *said = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&said, &size);
    assert_non_null(out);
    bool good = scene_repair(s, out, count, &problems);
    fclose(out);
    problem_print(&problems, stderr);
    assert_true(good);
    problem_free(&problems);
    return said;
}

static size_t lines_in(const char *said)
{
    size_t lines = 0;
    for (; *said; ++said)
        lines += *said == '\n';
    return lines;
}

// ---- by hand ------------------------------------------------------------------------------------

#define BOUNDS "{\"wend\": 1, \"bounds\": [[0,0],[20,0],[20,10],[0,10]], \"obstacles\": ["

static void says_what_it_does(void **state)
{
    (void)state;
    static const struct {
        const char *json;
        size_t changes;
        uint32_t obstacles;
        const char *words;
    } cases[] = {
        {BOUNDS "{\"polygon\": [[1,1],[5,1],[5,5],[1,5]]}]}", 0, 1, ""},
        {BOUNDS "{\"polygon\": [[1,1],[5,1],[5,5],[1,5]]}, {\"polygon\": "
                "[[3,3],[8,3],[8,8],[3,8]]}, {\"circle\": [15,5], \"radius\": 1}]}",
         1, 2, "obstacle 2 and obstacle 1 overlap: united"},
        {BOUNDS "{\"polygon\": [[1,1],[5,5],[5,1],[1,5]]}]}", 1, 2, "made simple"},
        {BOUNDS "{\"polygon\": [[-1,1],[5,1],[5,5],[-1,5]]}]}", 1, 1, "outside was cut off"},
        {BOUNDS "{\"polygon\": [[31,1],[35,1],[35,5]]}]}", 1, 0, "outside the bounds: removed"},
        {BOUNDS "{\"segment\": [[1,1],[9,9]]}, {\"segment\": [[1,9],[9,1]]}]}", 1, 4,
         "cross: split there"},
        {BOUNDS "{\"polygon\": [[4,4],[6,4],[6,6],[4,6]]}, {\"segment\": [[1,5],[9,5]]}]}", 1, 3,
         "cross: split there"},
        {BOUNDS "{\"polygon\": [[4,4],[6,4],[6,6],[4,6]]}, {\"point\": [5,5]}]}", 1, 1,
         "covered was removed"},
        {BOUNDS "{\"point\": [5,5]}, {\"point\": [5,5]}]}", 1, 1, "covered was removed"},
        {BOUNDS "{\"polygon\": [[1,1],[5,1],[5,5],[1,5]]}, {\"polygon\": "
                "[[5.000000001,1],[8,1],[8,8],[5,8]]}]}",
         1, 1, "nearly touch: snapped together"},
        {BOUNDS "{\"polygon\": [[1,1],[9,1],[9,9],[1,9]], \"holes\": "
                "[[[2,2],[5,2],[5,5],[2,5]], [[4,4],[7,4],[7,7],[4,7]]]}]}",
         1, 1, "holes were united"},
        {BOUNDS "{\"polygon\": [[1,1],[5,1],[5,5],[1,5]]}, {\"polygon\": [[2,2],[3,2],[2,3]]}]}", 1,
         1, "overlap: united"},
        {"{\"wend\": 1, \"bounds\": [[0,0],[8,8],[8,0],[0,8]]}", 1, 2, "the outline of the bounds"},
        {"{\"wend\": 1, \"bounds\": [[0,0],[9,0],[9,9],[0,9]], \"areas\": {\"a\": "
         "[[1,1],[5,5],[5,1],[1,5]]}}",
         1, 0, "area \"a\" is not a sound polygon: the largest of 2 parts"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        scene *s = read_json(cases[i].json);
        size_t count = 0;
        char *said = repaired(s, &count);
        if (count != cases[i].changes || s->obstacle_count != cases[i].obstacles ||
            !strstr(said, cases[i].words))
            print_error("%s\n%zu changes, %u obstacles: %s", cases[i].json, count,
                        s->obstacle_count, said);
        assert_int_equal(count, cases[i].changes);
        assert_int_equal(count, lines_in(said));
        assert_int_equal(s->obstacle_count, cases[i].obstacles);
        assert_non_null(strstr(said, cases[i].words));
        assert_true(is_sound(s));
        free(said);
        scene_free(s);
    }
}

// What is apart from every change is the same to the last bit; names and roles of what is rebuilt
// alone are kept, and roles that all agree on.
static void leaves_the_rest_alone(void **state)
{
    (void)state;
    scene *s = read_json(
        BOUNDS "{\"circle\": [15.1,5.1], \"radius\": 0.7, \"name\": \"pillar\"}, "
               "{\"polygon\": [[1.1,1],[5,1],[5,5],[1,5]], \"name\": \"a\", \"role\": \"shop\"}, "
               "{\"polygon\": [[3,3],[8,3],[8,8],[3,8]], \"name\": \"b\", \"role\": \"shop\"}, "
               "{\"point\": [0.3,9.7], \"name\": \"tree\"}, "
               "{\"segment\": [[11,1],[12.7,9.3]], \"name\": \"fence\"}, "
               "{\"polygon\": [[17,1],[19,1],[19,2],[18,3],[18,0.5]], \"name\": \"c\"}]}");
    scene_obstacle before[6];
    memcpy(before, s->obstacles, sizeof before);
    size_t count = 0;
    free(repaired(s, &count));
    assert_int_equal(count, 2);
    assert_true(is_sound(s));
    static const uint32_t untouched[] = {0, 3, 4};
    for (uint32_t i = 0; i < 3; ++i) {
        const scene_obstacle *was = &before[untouched[i]], *is = &s->obstacles[i];
        assert_string_equal(was->name, is->name);
        assert_int_equal(was->kind, is->kind);
        assert_int_equal(was->shape.point_count, is->shape.point_count);
        assert_memory_equal(was->shape.points, is->shape.points,
                            was->shape.point_count * sizeof *was->shape.points);
    }
    size_t shops = 0, parts = 0;
    for (uint32_t i = 3; i < s->obstacle_count; ++i) {
        const scene_obstacle *is = &s->obstacles[i];
        shops += is->role && strcmp(is->role, "shop") == 0 && !is->name;
        parts += is->name && strcmp(is->name, "c") == 0;
    }
    assert_true(parts >= 1);
    scene_free(s);
    (void)shops;
}

// Decimals that need no change stay what they are.
static void keeps_decimals(void **state)
{
    (void)state;
    scene *s = read_json(BOUNDS "{\"polygon\": [[1.1,1.3],[5.7,1.3],[5.7,5.9],[1.1,5.9]]}, "
                                "{\"polygon\": [[3.3,3.7],[8.1,3.7],[8.1,8.123],[3.3,8.123]]}]}");
    free(repaired(s, NULL));
    assert_int_equal(s->obstacle_count, 1);
    static const double xs[] = {1.1, 5.7, 8.1, 3.3}, ys[] = {1.3, 5.9, 3.7, 8.123};
    for (uint32_t i = 0; i < s->obstacles[0].shape.point_count; ++i) {
        wend_vec2 p = s->obstacles[0].shape.points[i];
        bool known_x = false, known_y = false;
        for (int k = 0; k < 4; ++k) {
            known_x = known_x || p.x == xs[k];
            known_y = known_y || p.y == ys[k];
        }
        assert_true(known_x && known_y);
    }
    scene_free(s);
}

// ---- random messes ------------------------------------------------------------------------------

enum { MOST_CORNERS = 12 };

typedef struct mess {
    scene *s;
    wend_random random;
    double unit; ///< coordinates are multiples of it, or lie anywhere if it is 0
} mess;

static double anywhere(mess *m)
{
    double x = wend_random_between(&m->random, 0, 100);
    return m->unit > 0 ? floor(x / m->unit) * m->unit : x;
}

static void add(mess *m, scene_obstacle_kind kind, const wend_vec2 *points, const uint32_t *ends,
                size_t rings)
{
    scene_obstacle *o = scene_add_obstacle(m->s);
    assert_non_null(o);
    o->kind = kind;
    assert_true(scene_shape_rings(m->s, points, ends, rings, &o->shape));
}

static void add_ring(mess *m, const wend_vec2 *points, uint32_t count)
{
    add(m, SCENE_POLYGON, points, &count, 1);
}

static void add_box(mess *m)
{
    double x = anywhere(m), y = anywhere(m);
    double w = wend_random_between(&m->random, 1, 30), h = wend_random_between(&m->random, 1, 30);
    if (m->unit > 0) {
        w = ceil(w / m->unit) * m->unit;
        h = ceil(h / m->unit) * m->unit;
    }
    add_ring(m, (wend_vec2[]){{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}, 4);
}

// A star or a zigzag around a centre: simple, or wound several times around.
static void add_star(mess *m)
{
    wend_vec2 corners[MOST_CORNERS];
    uint32_t count = 3 + wend_random_below(&m->random, MOST_CORNERS - 2);
    uint32_t step = 1 + wend_random_below(&m->random, count / 2 + 1);
    wend_vec2 centre = {anywhere(m), anywhere(m)};
    double radius = wend_random_between(&m->random, 1, 25);
    for (uint32_t i = 0; i < count; ++i) {
        double angle = 6.283185307179586 * (double)(i * step % count) / count;
        double reach = radius * wend_random_between(&m->random, 0.5, 1);
        corners[i] = (wend_vec2){centre.x + reach * cos(angle), centre.y + reach * sin(angle)};
    }
    add_ring(m, corners, count);
}

// Corners anywhere: crosses itself as often as not.
static void add_tangle(mess *m)
{
    wend_vec2 corners[MOST_CORNERS];
    uint32_t count = 3 + wend_random_below(&m->random, 4);
    for (uint32_t i = 0; i < count; ++i)
        corners[i] = (wend_vec2){anywhere(m), anywhere(m)};
    add_ring(m, corners, count);
}

static void add_frame(mess *m)
{
    wend_vec2 c[8];
    uint32_t ends[2] = {4, 8};
    double x = anywhere(m), y = anywhere(m), w = wend_random_between(&m->random, 5, 40);
    double dx = wend_random_between(&m->random, -1, w), dy = wend_random_between(&m->random, -1, w);
    double hole = wend_random_between(&m->random, 0.5, w);
    for (int i = 0; i < 4; ++i) {
        double right = i == 1 || i == 2, up = i >= 2;
        c[i] = (wend_vec2){x + right * w, y + up * w};
        c[i + 4] = (wend_vec2){x + dx + right * hole, y + dy + up * hole};
    }
    add(m, SCENE_POLYGON, c, ends, 2);
}

static void add_thin(mess *m)
{
    wend_vec2 ends[2] = {{anywhere(m), anywhere(m)}, {anywhere(m), anywhere(m)}};
    uint32_t count = 1 + wend_random_below(&m->random, 2);
    if (ends[0].x == ends[1].x && ends[0].y == ends[1].y)
        count = 1;
    add(m, count == 1 ? SCENE_POINT : SCENE_SEGMENT, ends, &count, 1);
}

// What is there again: the same, or a hair beside it, or sharing a corner.
static void add_again(mess *m)
{
    if (m->s->obstacle_count == 0)
        return;
    scene_obstacle old = m->s->obstacles[wend_random_below(&m->random, m->s->obstacle_count)];
    wend_vec2 points[2 * MOST_CORNERS];
    double shift = wend_random_below(&m->random, 2)
                       ? 0
                       : pow(10, -(double)(4 + wend_random_below(&m->random, 10)));
    assert_true(old.shape.point_count <= 2 * MOST_CORNERS);
    memcpy(points, old.shape.points, old.shape.point_count * sizeof *points);
    uint32_t moved = wend_random_below(&m->random, old.shape.point_count + 1);
    for (uint32_t i = 0; i < moved; ++i)
        points[i].x += shift;
    if (old.shape.ring_count == 1 && moved > 0 && wend_random_below(&m->random, 3) == 0)
        points[0] = (wend_vec2){anywhere(m), anywhere(m)};
    add(m, old.kind, points, old.shape.ring_ends, old.shape.ring_count);
}

static void add_bounds(mess *m)
{
    static const wend_vec2 shapes[][5] = {
        {{0, 0}, {100, 0}, {100, 100}, {0, 100}},
        {{5, 3}, {97, 11}, {88, 95}, {-7, 71}},
        {{10, 10}, {90, 90}, {90, 20}, {10, 80}}, // crosses itself
    };
    uint32_t which = wend_random_below(&m->random, 4);
    if (which == 3)
        return;
    scene_shape shape;
    assert_true(scene_shape_ring(m->s, shapes[which], 4, &shape));
    m->s->bounds = shape.points;
    m->s->bounds_count = 4;
}

static mess make_mess(uint64_t seed)
{
    mess m = {.s = scene_new(), .random = wend_random_stream(seed, 0)};
    static void (*const kinds[])(mess *) = {add_box,  add_star,  add_tangle, add_frame,
                                            add_thin, add_again, add_again};
    static const double units[] = {0, 0, 5, 1, 0.1, 1.0 / 64};
    assert_non_null(m.s);
    m.unit = units[wend_random_below(&m.random, sizeof units / sizeof units[0])];
    add_bounds(&m);
    uint32_t count = wend_random_below(&m.random, 12);
    for (uint32_t i = 0; i < count; ++i)
        kinds[wend_random_below(&m.random, sizeof kinds / sizeof kinds[0])](&m);
    return m;
}

// ---- GEOS's own answer --------------------------------------------------------------------------

// The polygons that cover what a ring winds around: the faces between its noded edges, each asked
// at a point in it. (GEOS's own GEOSMakeValid now and then forgets a part of a twisted ring.)
static GEOSGeometry *valid_ring(geos *g, const wend_vec2 *points, uint32_t count)
{
    GEOSGeometry *line = geos_ring_line(g, points, count);
    assert_non_null(line);
    GEOSGeometry *noded = GEOSUnaryUnion_r(g->handle, line);
    assert_non_null(noded);
    const GEOSGeometry *lines = noded;
    GEOSGeometry *faces = GEOSPolygonize_r(g->handle, &lines, 1);
    assert_non_null(faces);
    geos_list inside = {0};
    for (int i = 0; i < GEOSGetNumGeometries_r(g->handle, faces); ++i) {
        const GEOSGeometry *face = GEOSGetGeometryN_r(g->handle, faces, i);
        GEOSGeometry *point = GEOSPointOnSurface_r(g->handle, face);
        wend_vec2 p;
        assert_int_equal(GEOSGeomGetX_r(g->handle, point, &p.x), 1);
        assert_int_equal(GEOSGeomGetY_r(g->handle, point, &p.y), 1);
        if (ring_winding(points, count, p) != 0)
            assert_true(geos_list_add(g, &inside, GEOSGeom_clone_r(g->handle, face)));
        geos_free(g, point);
    }
    GEOSGeometry *all = geos_list_collect(g, &inside, GEOS_GEOMETRYCOLLECTION);
    GEOSGeometry *united = GEOSUnaryUnion_r(g->handle, all);
    assert_non_null(united);
    geos_free(g, all);
    geos_free(g, faces);
    geos_free(g, noded);
    geos_free(g, line);
    return united;
}

// A polygon without its holes, whatever they are.
static GEOSGeometry *valid_shape(geos *g, wend_shape shape)
{
    uint32_t begin, end;
    shape_ring(shape, 0, &begin, &end);
    GEOSGeometry *made = valid_ring(g, shape.points, end);
    for (uint32_t r = 1; r < shape.ring_count; ++r) {
        shape_ring(shape, r, &begin, &end);
        GEOSGeometry *hole = valid_ring(g, shape.points + begin, end - begin);
        GEOSGeometry *rest = GEOSDifference_r(g->handle, made, hole);
        geos_free(g, made);
        geos_free(g, hole);
        made = rest;
        assert_non_null(made);
    }
    return made;
}

static GEOSGeometry *collected(geos *g, const scene *s, uint32_t corners, bool more)
{
    geos_list list = {0};
    for (uint32_t i = 0; i < s->obstacle_count; ++i) {
        wend_shape shape = shape_view(&s->obstacles[i].shape);
        if (more ? shape.point_count < corners : shape.point_count != corners)
            continue;
        assert_true(geos_list_add(g, &list, more ? valid_shape(g, shape) : geos_shape(g, shape)));
    }
    GEOSGeometry *all = geos_list_collect(g, &list, GEOS_GEOMETRYCOLLECTION);
    assert_non_null(all);
    GEOSGeometry *united = GEOSUnaryUnion_r(g->handle, all);
    assert_non_null(united);
    geos_free(g, all);
    return united;
}

static GEOSGeometry *all_of(geos *g, const scene *s)
{
    if (s->bounds)
        return valid_ring(g, s->bounds, s->bounds_count);
    static const wend_vec2 far[] = {{-1000, -1000}, {1000, -1000}, {1000, 1000}, {-1000, 1000}};
    return valid_ring(g, far, 4);
}

typedef struct answer {
    GEOSGeometry *free_area, *walls;
} answer;

static answer geos_answer(geos *g, const scene *s)
{
    GEOSGeometry *whole = all_of(g, s), *solid = collected(g, s, 3, true),
                 *thin = collected(g, s, 2, false);
    answer a = {.free_area = GEOSDifference_r(g->handle, whole, solid)};
    assert_non_null(a.free_area);
    a.walls = GEOSIntersection_r(g->handle, thin, a.free_area);
    assert_non_null(a.walls);
    geos_free(g, thin);
    geos_free(g, solid);
    geos_free(g, whole);
    return a;
}

static void answer_free(geos *g, answer a)
{
    geos_free(g, a.free_area);
    geos_free(g, a.walls);
}

// How much of the lines is further than `reach` from the walls and the edge of the free area.
static double left_over(geos *g, const GEOSGeometry *lines, answer a, double reach)
{
    double length = 0;
    if (GEOSisEmpty_r(g->handle, lines))
        return 0;
    GEOSGeometry *edge = GEOSBoundary_r(g->handle, a.free_area);
    GEOSGeometry *all = edge ? GEOSUnion_r(g->handle, edge, a.walls) : NULL;
    GEOSGeometry *near = all ? GEOSBuffer_r(g->handle, all, reach, 2) : NULL;
    GEOSGeometry *rest = near ? GEOSDifference_r(g->handle, lines, near) : NULL;
    assert_non_null(rest);
    assert_int_equal(GEOSLength_r(g->handle, rest, &length), 1);
    geos_free(g, edge);
    geos_free(g, all);
    geos_free(g, near);
    geos_free(g, rest);
    return length;
}

// In a scene of 100 m a cell is 5e-7 m at the first, and a wall may be moved by a few.
#define REACH 4e-6

// The free areas differ by a rim along the walls at most; no wall is lost or made up.
static void compare(geos *g, answer before, answer after, double length, const char *what)
{
    double area = 0;
    GEOSGeometry *difference = GEOSSymDifference_r(g->handle, before.free_area, after.free_area);
    assert_non_null(difference);
    assert_int_equal(GEOSArea_r(g->handle, difference, &area), 1);
    geos_free(g, difference);
    double lost = left_over(g, before.walls, after, REACH);
    double made_up = left_over(g, after.walls, before, REACH);
    if (area > REACH * length || lost > REACH || made_up > REACH)
        print_error("%s: free areas differ by %g, %g m of walls are lost, %g m are made up\n", what,
                    area, lost, made_up);
    assert_true(area <= REACH * length);
    assert_true(lost <= REACH && made_up <= REACH);
}

static double ring_length(const wend_vec2 *points, size_t count)
{
    double length = 0;
    for (size_t i = 0; i < count; ++i) {
        wend_vec2 a = points[i], b = points[(i + 1) % count];
        length += hypot(b.x - a.x, b.y - a.y);
    }
    return length;
}

static double wall_length(const scene *s)
{
    double length = ring_length(s->bounds, s->bounds_count);
    for (uint32_t i = 0; i < s->obstacle_count; ++i)
        length += ring_length(s->obstacles[i].shape.points, s->obstacles[i].shape.point_count);
    return length;
}

static void mends_messes(void **state)
{
    (void)state;
    geos g;
    assert_true(geos_open(&g));
    uint64_t rounds = long_tier() ? 20000 : 250;
    uint64_t changed = 0;
    for (uint64_t seed = 0; seed < rounds; ++seed) {
        mess m = make_mess(seed);
        answer before = geos_answer(&g, m.s);
        double length = wall_length(m.s);
        char name[40];
        problem_list problems = {0};
        size_t count = 0, second = 0;
        bool good = scene_repair(m.s, NULL, &count, &problems);
        bool sound = good && scene_check(m.s, &problems);
        if (!sound) {
            print_error("seed %llu, %zu changes:\n", (unsigned long long)seed, count);
            problem_print(&problems, stderr);
        }
        assert_true(sound);
        changed += count > 0;
        answer after = geos_answer(&g, m.s);
        snprintf(name, sizeof name, "seed %llu", (unsigned long long)seed);
        compare(&g, before, after, length, name);
        assert_true(scene_repair(m.s, NULL, &second, &problems));
        assert_int_equal(second, 0);
        answer_free(&g, before);
        answer_free(&g, after);
        problem_free(&problems);
        scene_free(m.s);
    }
    assert_true(changed > rounds / 2);
    geos_close(&g);
}

// ---- real files ---------------------------------------------------------------------------------

static void mends_real_files(void **state)
{
    (void)state;
    static const char *const files[] = {
        "jupedsim/BUW.wkt",
        "jupedsim/Geometrie_verwinkelt_v1.wkt",
        "jupedsim/aknz_evac.wkt",
        "jupedsim/rimea_10/geometry.wkt",
        "city/kaiserslautern_pollichstrasse.geojson",
        "city/kaiserslautern_richard_wagner_strasse.geojson",
        "vadere/02-Kaiserslautern-Mittel.scenario",
        "vadere/C-180-180-070.scenario",
        "vadere/rimea_01_pathway_discrete_ca.scenario",
        "vadere/rimea_04_flow_osm1_050_h.scenario",
        "vadere/rimea_06_corner.scenario",
        "vadere/rimea_08_parameter_variation.scenario",
        "vadere/rimea_09_public_room_2_exits_pso.scenario",
        "vadere/rimea_10_pathfinding.scenario",
        "vadere/rimea_12_evacuation_pso.scenario",
        "vadere/rimea_14_select_route_pso.scenario",
    };
    geos g;
    assert_true(geos_open(&g));
    for (size_t i = 0; i < sizeof files / sizeof files[0]; ++i) {
        char path[1000];
        snprintf(path, sizeof path, "%s/%s", data_folder(), files[i]);
        FILE *there = fopen(path, "rb");
        if (!there) {
            print_message("%s is not there: skipped\n", path);
            geos_close(&g);
            skip();
        }
        fclose(there);
        problem_list problems = {.file = files[i]};
        scene *s = scene_load_as(path, scene_format_of(path), &problems);
        assert_non_null(s);
        answer before = geos_answer(&g, s);
        double length = wall_length(s);
        size_t second = 0;
        assert_true(scene_repair(s, NULL, NULL, &problems));
        assert_true(is_sound(s));
        answer after = geos_answer(&g, s);
        compare(&g, before, after, length, files[i]);
        assert_true(scene_repair(s, NULL, &second, &problems));
        assert_int_equal(second, 0);
        answer_free(&g, before);
        answer_free(&g, after);
        scene_free(s);
    }
    geos_close(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(says_what_it_does), cmocka_unit_test(leaves_the_rest_alone),
        cmocka_unit_test(keeps_decimals),    cmocka_unit_test(mends_messes),
        cmocka_unit_test(mends_real_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
