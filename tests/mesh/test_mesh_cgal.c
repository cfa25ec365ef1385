// SPDX-License-Identifier: MIT
// The mesh against CGAL's constrained Delaunay triangulation, which a program of its own builds
// (bench/peer_cgal.cpp): the same free area, as many free triangles, the same walls as edges, and,
// where no four points lie on a circle, the same triangles.
#include "tests/support/support.h"

#include "bench/bench_scenes.h"
#include "bench/peer.h"
#include "mesh/mesh.h"
#include "scene/build/floor.h"
#include "wend/random.h"

#include <math.h>
#include <string.h>

/// The two add up the same area in another order.
#define AREA_ERROR 1e-9

// ---- sets of faces ------------------------------------------------------------------------------

// An edge or a triangle by its corners, the least first; of an edge the third is the first again.
typedef struct face {
    wend_vec2 corners[3];
} face;

typedef struct faces {
    face *data;
    size_t count;
} faces;

static int compare_points(const void *a, const void *b)
{
    const wend_vec2 *p = a, *q = b;
    return p->x != q->x ? (p->x > q->x) - (p->x < q->x) : (p->y > q->y) - (p->y < q->y);
}

static int compare_faces(const void *a, const void *b)
{
    const face *one = a, *other = b;
    for (int i = 0; i < 3; ++i) {
        int order = compare_points(&one->corners[i], &other->corners[i]);
        if (order != 0)
            return order;
    }
    return 0;
}

static faces new_faces(size_t capacity)
{
    faces set = {malloc((capacity + 1) * sizeof *set.data), 0};
    assert_non_null(set.data);
    return set;
}

static void add_face(faces *set, wend_vec2 a, wend_vec2 b, wend_vec2 c)
{
    face *f = &set->data[set->count++];
    *f = (face){{a, b, c}};
    qsort(f->corners, 3, sizeof *f->corners, compare_points);
}

static void add_edge(faces *set, wend_vec2 a, wend_vec2 b)
{
    add_face(set, a, b, compare_points(&a, &b) < 0 ? a : b);
}

static void assert_same_faces(faces a, faces b, const char *what, const char *name)
{
    qsort(a.data, a.count, sizeof *a.data, compare_faces);
    qsort(b.data, b.count, sizeof *b.data, compare_faces);
    size_t same = 0;
    while (same < a.count && same < b.count && compare_faces(&a.data[same], &b.data[same]) == 0)
        ++same;
    if (same < a.count || same < b.count) {
        face f = same < a.count ? a.data[same] : b.data[same];
        print_message(
            "%s: %zu %s, CGAL has %zu; the first of the mesh that differs: (%.17g, %.17g) "
            "(%.17g, %.17g) (%.17g, %.17g)\n",
            name, a.count, what, b.count, f.corners[0].x, f.corners[0].y, f.corners[1].x,
            f.corners[1].y, f.corners[2].x, f.corners[2].y);
        fail();
    }
    free(a.data);
    free(b.data);
}

// ---- both sides ---------------------------------------------------------------------------------

static faces mesh_walls(const wend_mesh *mesh)
{
    faces set = new_faces(3 * (size_t)mesh->triangle_count);
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; ++h) {
        wend_vec2 a, b;
        if (!wend_is_used(mesh, h / 3) || !wend_is_fixed(mesh, h) ||
            wend_twin(mesh, h) == WEND_NONE || wend_twin(mesh, h) < h)
            continue;
        a = wend_at(mesh, wend_origin(mesh, h));
        b = wend_at(mesh, wend_target(mesh, h));
        add_edge(&set, a, b);
    }
    return set;
}

static faces mesh_triangles(const wend_mesh *mesh)
{
    faces set = new_faces(mesh->triangle_count);
    for (uint32_t t = 0; t < mesh->triangle_count; ++t)
        if (wend_is_used(mesh, t) && !wend_is_solid(mesh, t))
            add_face(&set, wend_at(mesh, wend_origin(mesh, 3 * t)),
                     wend_at(mesh, wend_origin(mesh, 3 * t + 1)),
                     wend_at(mesh, wend_origin(mesh, 3 * t + 2)));
    return set;
}

static faces peer_faces(const json_t *answer, const char *key, const peer_plan *plan)
{
    const json_t *list = json_object_get(answer, key), *item;
    assert_true(json_is_array(list));
    faces set = new_faces(json_array_size(list));
    size_t i;
    json_array_foreach(list, i, item)
    {
        wend_vec2 p[3];
        for (size_t k = 0; k < json_array_size(item); ++k)
            p[k] = plan->points[json_integer_value(json_array_get(item, k))];
        if (json_array_size(item) == 3)
            add_face(&set, p[0], p[1], p[2]);
        else
            add_edge(&set, p[0], p[1]);
    }
    return set;
}

// Takes the scene. unique: no four of its points lie on a circle.
static void compare(scene *s, const char *name, bool unique)
{
    assert_non_null(s);
    wend_floor *floor;
    wend_mesh *mesh = bench_mesh_of(s, &floor);
    if (!mesh)
        print_message("%s\n", name);
    assert_non_null(mesh);
    peer_plan plan;
    assert_true(peer_plan_make(floor, wend_mesh_box(mesh), &plan));
    json_t *answer = peer_run(WEND_PEER_CGAL, &plan, 1, true);
    assert_non_null(answer);

    wend_mesh_size size = wend_mesh_measure(mesh);
    double area = json_number_value(json_object_get(answer, "area"));
    json_int_t triangles = json_integer_value(json_object_get(answer, "triangles_free"));
    if (fabs(size.area - area) > AREA_ERROR * area || size.triangles != triangles)
        print_message("%s: %u free triangles with %.17g m^2, CGAL has %lld with %.17g\n", name,
                      (unsigned)size.triangles, size.area, (long long)triangles, area);
    assert_true(fabs(size.area - area) <= AREA_ERROR * area);
    assert_true(size.triangles == triangles);
    assert_same_faces(mesh_walls(mesh), peer_faces(answer, "edges", &plan), "walls", name);
    if (unique)
        assert_same_faces(mesh_triangles(mesh), peer_faces(answer, "triangles", &plan), "triangles",
                          name);
    json_decref(answer);
    peer_plan_free(&plan);
    wend_mesh_destroy(mesh);
    wend_floor_destroy(floor);
    scene_free(s);
}

// ---- scenes -------------------------------------------------------------------------------------

static void test_random(void **state)
{
    (void)state;
    const uint32_t sizes[] = {1, 10, 30, 100, 300, 1000, 3000, 30000};
    size_t count = long_tier() ? 8 : 6;
    for (size_t i = 0; i < count; ++i)
        for (uint32_t more = 0; more < 3; ++more) {
            uint32_t vertices = sizes[i] + more * (sizes[i] / 3);
            char name[40];
            snprintf(name, sizeof name, "random-%u", (unsigned)vertices);
            scene *s = bench_scene_random(vertices);
            // Without the bounds, whose corners and those of the frame lie on circles.
            assert_non_null(s);
            s->bounds = NULL;
            s->bounds_count = 0;
            compare(s, name, false);
            compare(bench_scene_random(vertices), name, true);
        }
}

enum { GRID = 12 };

static bool is_sound(const scene *s)
{
    wend_floor *floor;
    uint32_t count;
    assert_int_equal(scene_floor(s, &floor, NULL), WEND_OK);
    wend_result result = wend_floor_validate(floor, NULL, 0, &count, NULL);
    wend_floor_destroy(floor);
    return result == WEND_OK;
}

// Adds a segment or a point, unless that makes the scene unsound.
static void add_thin(scene *s, wend_vec2 a, wend_vec2 b)
{
    scene_obstacle *obstacle = scene_add_obstacle(s);
    assert_non_null(obstacle);
    bool is_point = a.x == b.x && a.y == b.y;
    obstacle->kind = is_point ? SCENE_POINT : SCENE_SEGMENT;
    assert_true(scene_shape_ring(s, (wend_vec2[]){a, b}, is_point ? 1 : 2, &obstacle->shape));
    if (!is_sound(s))
        --s->obstacle_count;
}

// Boxes, and triangles in some places that none covers, with corners on a grid: they share corners
// and walls and have corners in the middle of each other's walls.
static void add_blocks(scene *s, wend_random *random, double scale)
{
    bool taken[GRID][GRID] = {{false}};
    for (int i = 0; i < 40; ++i) {
        uint32_t x = wend_random_below(random, GRID), y = wend_random_below(random, GRID);
        uint32_t x1 = x + 1 + wend_random_below(random, 4), y1 = y + 1;
        bool is_free = x1 <= GRID;
        for (uint32_t c = x; is_free && c < x1; ++c)
            is_free = !taken[c][y];
        if (!is_free)
            continue;
        for (uint32_t c = x; c < x1; ++c)
            taken[c][y] = true;
        const wend_vec2 ring[] = {{x * scale, y * scale},
                                  {x1 * scale, y * scale},
                                  {x1 * scale, y1 * scale},
                                  {x * scale, y1 * scale}};
        bool is_box = wend_random_below(random, 4) > 0;
        assert_true(bench_add_polygon(s, ring + !is_box, is_box ? 4 : 3));
    }
}

static scene *make_grid(uint64_t seed)
{
    wend_random random = wend_random_stream(31, seed);
    const double scales[] = {1, 0.1, 1e6 / 3, 1e-3};
    double scale = scales[seed % 4], end = GRID * scale;
    scene *s = scene_new();
    assert_non_null(s);
    static wend_vec2 bounds[4];
    if (seed % 3 > 0) {
        memcpy(bounds, (wend_vec2[]){{0, 0}, {end, 0}, {end, end}, {0, end}}, sizeof bounds);
        s->bounds = bounds;
        s->bounds_count = 4;
    }
    add_blocks(s, &random, scale);
    for (int i = 0; i < 40; ++i) {
        uint32_t x = wend_random_below(&random, GRID + 1), y = wend_random_below(&random, GRID + 1);
        uint32_t kind = wend_random_below(&random, 3); // to the right, up, a point
        uint32_t x1 = x + (kind == 0), y1 = y + (kind == 1);
        if (x1 <= GRID && y1 <= GRID)
            add_thin(s, (wend_vec2){x * scale, y * scale}, (wend_vec2){x1 * scale, y1 * scale});
    }
    return s;
}

static void test_grids(void **state)
{
    (void)state;
    uint64_t count = long_tier() ? 1000 : 60;
    for (uint64_t seed = 0; seed < count; ++seed) {
        char name[40];
        snprintf(name, sizeof name, "grid, seed %llu", (unsigned long long)seed);
        compare(make_grid(seed), name, false);
    }
}

static void test_builtin(void **state)
{
    (void)state;
    const char *const names[] = {"hall",    "corridor", "bottleneck", "crossing",
                                 "pillars", "office",   "museum",     "contacts"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i)
        compare(bench_scene_load(names[i]), names[i], false);
    compare(bench_scene_rooms(10), "rooms", false);
    if (long_tier())
        compare(bench_scene_load("city"), "city", false);
}

static void test_real(void **state)
{
    (void)state;
    const char *const files[] = {
        "movingai/arena.map",         "jupedsim/BUW.wkt",      "movingai/brc202d.map",
        "polygons/Paris_0_1024.poly", "movingai/AR0602SR.map", "polygons/NewYork_0_1024.poly",
        "polygons/au_parks_900.poly", "movingai/orz900d.map",  "city/kaiserslautern_mittel.poly",
        "movingai/CatwalkAlley.map",  "movingai/Aurora.map",
    };
    size_t count = long_tier() ? sizeof files / sizeof files[0] : 4;
    for (size_t i = 0; i < count; ++i) {
        char path[1000];
        snprintf(path, sizeof path, "%s/%s", data_folder(), files[i]);
        FILE *file = fopen(path, "r");
        if (!file) {
            print_message("%s is not here: skipped\n", path);
            skip();
        }
        fclose(file);
        compare(bench_scene_load(path), files[i], false);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_grids),
        cmocka_unit_test(test_builtin),
        cmocka_unit_test(test_real),
    };
    if (!*WEND_PEER_CGAL) {
        print_message("wend-peer-cgal was not built (tools/setup bench installs CGAL): skipped\n");
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
