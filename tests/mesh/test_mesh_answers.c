// SPDX-License-Identifier: MIT
// Questions to a mesh whose answers are known: rays and views by hand, who can get where on a grid,
// faces and pictures.
#include "tests/oracle/ray.h"

#include "wend/vec2.h"

static wend_ray cast(world w, wend_vec2 p, wend_vec2 q)
{
    wend_ray ray;
    assert_int_equal(wend_mesh_raycast(w.mesh, p, q, &ray, NULL), WEND_OK);
    return ray;
}

static void expect_pass(world w, wend_vec2 p, wend_vec2 q)
{
    wend_ray ray = cast(w, p, q);
    assert_false(ray.hit);
    assert_true(wend_equal(ray.at, q));
}

static void expect_stop(world w, wend_vec2 p, wend_vec2 q, wend_vec2 at)
{
    wend_ray ray = cast(w, p, q);
    assert_true(ray.hit);
    assert_true(wend_equal(ray.at, at));
}

static void test_rays_by_hand(void **state)
{
    (void)state;
    static plan p;
    plan_clear(&p, 10, true);
    // Two squares that touch at (4, 4), a segment, one across its end, a point.
    plan_add(&p, (wend_vec2[]){{2, 2}, {4, 2}, {4, 4}, {2, 4}}, 4);
    plan_add(&p, (wend_vec2[]){{4, 4}, {6, 4}, {6, 6}, {4, 6}}, 4);
    plan_add(&p, (wend_vec2[]){{1, 8}, {5, 8}}, 2);
    plan_add(&p, (wend_vec2[]){{5, 8}, {5, 7}}, 2);
    assert_true(plan_add(&p, (wend_vec2[]){{8, 8}}, 1));
    world w = make_world(&p);
    expect_stop(w, (wend_vec2){3, 5}, (wend_vec2){5, 3}, (wend_vec2){4, 4}); // between the squares
    expect_stop(w, (wend_vec2){1, 4}, (wend_vec2){9, 4}, (wend_vec2){4, 4}); // along a wall, to it
    expect_pass(w, (wend_vec2){4, 1}, (wend_vec2){4, 4});
    expect_stop(w, (wend_vec2){4, 0}, (wend_vec2){4, 5}, (wend_vec2){4, 4});
    expect_pass(w, (wend_vec2){6, 0}, (wend_vec2){6, 10}); // along a wall and past
    expect_pass(w, (wend_vec2){1, 3}, (wend_vec2){3, 1});  // grazes a corner
    expect_pass(w, (wend_vec2){0, 8}, (wend_vec2){10, 8}); // along the segment's other side
    expect_stop(w, (wend_vec2){0, 7.5}, (wend_vec2){10, 7.5}, (wend_vec2){5, 7.5});
    expect_pass(w, (wend_vec2){5, 0.5}, (wend_vec2){5, 4}); // onto a wall
    expect_stop(w, (wend_vec2){3, 7}, (wend_vec2){3, 9}, (wend_vec2){3, 8});
    expect_pass(w, (wend_vec2){3, 8}, (wend_vec2){3, 9}); // from a segment, to either side
    expect_pass(w, (wend_vec2){3, 8}, (wend_vec2){3, 7});
    expect_pass(w, (wend_vec2){7, 7}, (wend_vec2){9, 9}); // through a point
    expect_pass(w, (wend_vec2){8, 8}, (wend_vec2){8, 8});
    expect_stop(w, (wend_vec2){3, 4}, (wend_vec2){3, 1}, (wend_vec2){3, 4}); // into the solid
    expect_stop(w, (wend_vec2){4, 4}, (wend_vec2){5, 5}, (wend_vec2){4, 4});
    expect_stop(w, (wend_vec2){0, 0}, (wend_vec2){-1, 3}, (wend_vec2){0, 0});
    expect_stop(w, (wend_vec2){9, 9}, (wend_vec2){1e100, 9}, (wend_vec2){10, 9});
    wend_ray ray;
    wend_error error;
    assert_int_equal(wend_mesh_raycast(w.mesh, (wend_vec2){3, 3}, (wend_vec2){0, 0}, &ray, &error),
                     WEND_BAD_ARGUMENT);
    assert_true(error.has_position);
    assert_int_equal(wend_mesh_raycast(w.mesh, (wend_vec2){-1, 3}, (wend_vec2){0, 0}, &ray, NULL),
                     WEND_BAD_ARGUMENT);
    assert_int_equal(wend_mesh_raycast(w.mesh, (wend_vec2){1, 1}, (wend_vec2){NAN, 0}, &ray, NULL),
                     WEND_BAD_ARGUMENT);
    assert_int_equal(
        wend_mesh_raycast(w.mesh, (wend_vec2){1, 1}, (wend_vec2){0, INFINITY}, &ray, NULL),
        WEND_BAD_ARGUMENT);
    free_world(w);
}

// Without bounds the frame is the end: rays stop there, and one can stand on it.
static void test_frame(void **state)
{
    (void)state;
    static plan p;
    plan_clear(&p, 1, false);
    assert_true(plan_add(&p, (wend_vec2[]){{0, 0}, {1, 0}, {1, 1}, {0, 1}}, 4));
    world w = make_world(&p);
    wend_box box = wend_mesh_box(w.mesh);
    assert_true(box.min.x == -1 && box.max.x == 2);
    expect_stop(w, (wend_vec2){1.5, 0.5}, (wend_vec2){9, 0.5}, (wend_vec2){2, 0.5});
    expect_stop(w, (wend_vec2){1.5, 1.5}, (wend_vec2){9, 9}, (wend_vec2){2, 2});
    expect_stop(w, (wend_vec2){2, 0.5}, (wend_vec2){3, 0.5}, (wend_vec2){2, 0.5});
    expect_stop(w, (wend_vec2){2, 0.5}, (wend_vec2){2, 3}, (wend_vec2){2, 2});
    for (int i = 0; i < 4; ++i) {
        wend_vec2 here = {i == 1 || i == 2 ? 2 : -1, i > 1 ? 2 : -1};
        wend_vec2 there = {here.x, 1 - here.y}, across = {1 - here.x, here.y};
        expect_pass(w, here, there);
        expect_pass(w, here, across);
        expect_stop(w, here, (wend_vec2){2 * here.x, 2 * here.y}, here);
        expect_stop(w, here, (wend_vec2){1 - here.x, 1 - here.y},
                    (wend_vec2){here.x > 0, here.y > 0});
        wend_vec2 ring[20];
        uint32_t count;
        assert_int_equal(wend_mesh_visible(w.mesh, here, ring, 20, &count, NULL), WEND_OK);
        assert_true(fabs(wend_polygon_area(ring, count) - 5.5) < 1e-12);
        assert_int_equal(
            wend_mesh_visible(w.mesh, (wend_vec2){here.x, 0.5}, ring, 20, &count, NULL), WEND_OK);
        assert_int_equal(wend_mesh_locate(w.mesh, here), WEND_LOCATION_FREE);
        assert_true(wend_mesh_connected(w.mesh, here, (wend_vec2){0, 0}));
    }
    assert_int_equal(wend_mesh_locate(w.mesh, (wend_vec2){2.5, 0}), WEND_LOCATION_OUTSIDE);
    assert_int_equal(wend_mesh_locate(w.mesh, (wend_vec2){NAN, 0}), WEND_LOCATION_OUTSIDE);
    assert_false(wend_mesh_connected(w.mesh, (wend_vec2){2.5, 0}, (wend_vec2){2.5, 0}));
    free_world(w);
}

static void test_views_by_hand(void **state)
{
    (void)state;
    static plan p;
    plan_clear(&p, 10, true);
    wend_vec2 ring[20];
    uint32_t count;
    world w = make_world(&p);
    assert_int_equal(wend_mesh_visible(w.mesh, (wend_vec2){3, 4}, ring, 20, &count, NULL), 0);
    assert_int_equal(count, 4);
    assert_true(wend_polygon_area(ring, count) == 100);
    wend_error error;
    assert_int_equal(wend_mesh_visible(w.mesh, (wend_vec2){3, 4}, ring, 2, &count, &error),
                     WEND_BUFFER_TOO_SMALL);
    assert_int_equal(count, 4);
    assert_int_equal(wend_mesh_visible(w.mesh, (wend_vec2){3, 4}, NULL, 0, &count, NULL),
                     WEND_BUFFER_TOO_SMALL);
    assert_int_equal(wend_mesh_visible(w.mesh, (wend_vec2){11, 4}, ring, 20, &count, NULL),
                     WEND_BAD_ARGUMENT);
    // On a wall, on a corner: p is one of the ring's.
    assert_int_equal(wend_mesh_visible(w.mesh, (wend_vec2){3, 0}, ring, 20, &count, NULL), 0);
    assert_int_equal(count, 5);
    assert_int_equal(wend_mesh_visible(w.mesh, (wend_vec2){10, 0}, ring, 20, &count, NULL), 0);
    assert_int_equal(count, 4);
    free_world(w);
    // A point obstacle hides nothing and leaves no mark.
    assert_true(plan_add(&p, (wend_vec2[]){{5, 6}}, 1));
    w = make_world(&p);
    assert_int_equal(wend_mesh_visible(w.mesh, (wend_vec2){3, 4}, ring, 20, &count, NULL), 0);
    assert_true(count <= 5 && wend_polygon_area(ring, count) == 100);
    assert_int_equal(wend_mesh_visible(w.mesh, (wend_vec2){5, 6}, ring, 20, &count, NULL), 0);
    assert_true(count == 4 && wend_polygon_area(ring, count) == 100);
    free_world(w);
    // A segment hides what is behind it; from its own middle both sides are seen.
    assert_true(plan_add(&p, (wend_vec2[]){{4, 2}, {6, 2}}, 2));
    w = make_world(&p);
    assert_int_equal(wend_mesh_visible(w.mesh, (wend_vec2){5, 1}, ring, 20, &count, NULL), 0);
    assert_true(fabs(wend_polygon_area(ring, count) - 36) < 1e-12);
    assert_int_equal(wend_mesh_visible(w.mesh, (wend_vec2){5, 2}, ring, 20, &count, NULL), 0);
    assert_true(fabs(wend_polygon_area(ring, count) - 100) < 1e-12);
    free_world(w);
}

// ---- who can get where --------------------------------------------------------------------------

static void flood_grid(const bool *blocked, int size, int *part, int at, int number)
{
    if (blocked[at] || part[at])
        return;
    part[at] = number;
    if (at % size > 0)
        flood_grid(blocked, size, part, at - 1, number);
    if (at % size < size - 1)
        flood_grid(blocked, size, part, at + 1, number);
    if (at >= size)
        flood_grid(blocked, size, part, at - size, number);
    if (at < size * (size - 1))
        flood_grid(blocked, size, part, at + size, number);
}

/// The parts of the squares around a place of the grid, as bits.
static uint64_t parts_around(const int *part, int size, double x, double y)
{
    uint64_t parts = 0;
    for (int i = 0; i < 4; ++i) {
        double u = x + (i & 1 ? 0.25 : -0.25), v = y + (i & 2 ? 0.25 : -0.25);
        if (u > 0 && v > 0 && u < size && v < size && part[(int)v * size + (int)u])
            parts |= (uint64_t)1 << part[(int)v * size + (int)u];
    }
    return parts;
}

static void test_connected(void **state)
{
    (void)state;
    enum { SIZE = 7 };
    static plan p;
    for (uint64_t seed = 0; seed < (long_tier() ? 2000 : 40); ++seed) {
        wend_random random = wend_random_stream(seed, 4);
        bool blocked[SIZE * SIZE];
        int part[SIZE * SIZE] = {0}, parts = 0;
        plan_clear(&p, SIZE, true);
        for (int i = 0; i < SIZE * SIZE; ++i) {
            double x = i % SIZE, y = i / SIZE;
            blocked[i] = wend_random_below(&random, 5) < 2;
            if (blocked[i])
                assert_true(
                    plan_add(&p, (wend_vec2[]){{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}}, 4));
        }
        for (int i = 0; i < SIZE * SIZE; ++i)
            if (!blocked[i] && !part[i])
                flood_grid(blocked, SIZE, part, i, ++parts);
        world w = make_world(&p);
        assert_int_equal(wend_mesh_measure(w.mesh).components, parts);
        for (int i = 0; i < 300; ++i) {
            wend_vec2 a = point_on_grid(&random, SIZE, 1), b = point_on_grid(&random, SIZE, 1);
            uint64_t of_a = parts_around(part, SIZE, a.x, a.y);
            uint64_t of_b = parts_around(part, SIZE, b.x, b.y);
            if (wend_mesh_connected(w.mesh, a, b) != ((of_a & of_b) != 0))
                fail_msg("seed %u: %g, %g and %g, %g", (unsigned)seed, a.x, a.y, b.x, b.y);
        }
        free_world(w);
    }
}

// ---- faces and pictures -------------------------------------------------------------------------

typedef struct face_count {
    uint32_t faces, most, walls;
    double area;
} face_count;

static bool count_face(void *context, const wend_vec2 *points, const bool *walls, uint32_t count)
{
    face_count *f = context;
    ++f->faces;
    f->most = count > f->most ? count : f->most;
    f->area += wend_polygon_area(points, count);
    for (uint32_t i = 0; i < count; ++i) {
        f->walls += walls[i];
        assert_true(wend_orient2d(points[i], points[(i + 1) % count], points[(i + 2) % count]) >=
                    0);
    }
    return true;
}

static bool stop_at_once(void *context, const wend_vec2 *points, const bool *walls, uint32_t count)
{
    (void)points, (void)walls, (void)count;
    ++*(int *)context;
    return false;
}

static void test_faces(void **state)
{
    (void)state;
    // A round hall is one cell with many sides.
    enum { SIDES = 100 };
    wend_vec2 hall[SIDES];
    for (int i = 0; i < SIDES; ++i)
        hall[i] = (wend_vec2){cos(i * 2 * acos(-1) / SIDES), sin(i * 2 * acos(-1) / SIDES)};
    failing_allocator memory = {0};
    wend_floor_def def = wend_default_floor_def();
    def.bounds = hall;
    def.bounds_count = SIDES;
    wend_floor *floor;
    wend_mesh *mesh;
    wend_mesh_def mesh_def = wend_default_mesh_def();
    mesh_def.allocator = failing_allocator_of(&memory);
    assert_int_equal(wend_floor_create(&def, &floor, NULL), WEND_OK);
    assert_int_equal(wend_mesh_create(floor, &mesh_def, &mesh, NULL), WEND_OK);
    double area = wend_polygon_area(hall, SIDES);
    face_count triangles = {0}, cells = {0};
    assert_int_equal(wend_mesh_triangles(mesh, count_face, &triangles), WEND_OK);
    assert_int_equal(wend_mesh_cells(mesh, count_face, &cells), WEND_OK);
    assert_int_equal(triangles.faces, SIDES - 2);
    assert_int_equal(triangles.walls, SIDES);
    assert_int_equal(cells.walls, SIDES);
    assert_int_equal(cells.most, SIDES);
    assert_true(fabs(triangles.area - area) < 1e-12 && fabs(cells.area - area) < 1e-12);
    int calls = 0;
    assert_int_equal(wend_mesh_cells(mesh, stop_at_once, &calls), WEND_OK);
    assert_int_equal(wend_mesh_triangles(mesh, stop_at_once, &calls), WEND_OK);
    assert_int_equal(calls, 2);
    size_t held = memory.bytes;
    for (size_t i = 1; i <= 2; ++i) {
        memory.fail_at = memory.calls + i;
        assert_int_equal(wend_mesh_cells(mesh, count_face, &cells), WEND_OUT_OF_MEMORY);
        assert_int_equal(memory.bytes, held);
    }
    wend_mesh_destroy(mesh);
    assert_int_equal(memory.bytes, 0);
    wend_floor_destroy(floor);
}

typedef struct sketch {
    char titles[200];
    uint32_t polygons, lines;
    const char *refused;
} sketch;

static bool sketch_layer(void *context, const char *name, const char *title, wend_ink sample)
{
    sketch *s = context;
    (void)sample;
    strcat(s->titles, title);
    strcat(s->titles, ";");
    return !s->refused || strcmp(s->refused, name) != 0;
}

static void sketch_polygon(void *context, const wend_vec2 *points, const uint32_t *ring_ends,
                           uint32_t ring_count, wend_ink ink)
{
    (void)points, (void)ring_ends, (void)ink;
    assert_int_equal(ring_count, 1);
    ++((sketch *)context)->polygons;
}

static void sketch_line(void *context, const wend_vec2 *points, uint32_t count, wend_ink ink)
{
    (void)points, (void)ink;
    assert_int_equal(count, 2);
    ++((sketch *)context)->lines;
}

static void test_drawing(void **state)
{
    (void)state;
    static plan p;
    plan_clear(&p, 4, true);
    plan_add(&p, (wend_vec2[]){{1, 1}, {2, 1}, {2, 2}, {1, 2}}, 4);
    plan_add(&p, (wend_vec2[]){{3, 1}, {3, 3}}, 2);
    world w = make_world(&p);
    wend_mesh_size size = wend_mesh_measure(w.mesh);
    sketch s = {.titles = ""};
    wend_draw draw = {&s, sketch_layer, sketch_polygon, sketch_line, NULL, NULL, NULL};
    wend_mesh_draw(w.mesh, &draw);
    char expected[100];
    snprintf(expected, sizeof expected, "cells, %u;triangles, %u;", (unsigned)size.cells,
             (unsigned)size.triangles);
    assert_string_equal(s.titles, expected);
    assert_int_equal(s.polygons, size.cells);
    // Every edge once, the segment once from each of its sides.
    assert_int_equal(s.lines, size.edges + 1);
    s = (sketch){.refused = "cells"};
    wend_mesh_draw(w.mesh, &draw);
    assert_int_equal(s.polygons, 0);
    assert_int_equal(s.lines, size.edges + 1);
    free_world(w);
}

// ---- hints --------------------------------------------------------------------------------------

// The grid gets finer when many obstacles come into an empty mesh.
static void test_hints_grow(void **state)
{
    (void)state;
    static plan p;
    plan_clear(&p, 40, true);
    wend_floor *floor = plan_floor(&p);
    wend_mesh *mesh = make_mesh(floor, 0);
    size_t before = wend_hints_bytes(mesh);
    wend_mesh_shape_id id;
    for (double y = 0; y < 20; ++y)
        for (double x = 0; x < 20; ++x) {
            wend_vec2 at = {2 * x + 0.5, 2 * y + 0.5};
            wend_shape point = {.points = &at, .point_count = 1};
            assert_int_equal(wend_mesh_insert(mesh, &point, &id, NULL), WEND_OK);
        }
    assert_int_equal(wend_hints_check(mesh, NULL), WEND_OK);
    assert_true(wend_hints_bytes(mesh) > before + 800); // a square for 4 of its 800 triangles
    wend_mesh_destroy(mesh);
    wend_floor_destroy(floor);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rays_by_hand),  cmocka_unit_test(test_frame),
        cmocka_unit_test(test_views_by_hand), cmocka_unit_test(test_connected),
        cmocka_unit_test(test_faces),         cmocka_unit_test(test_drawing),
        cmocka_unit_test(test_hints_grow),
    };
    return cmocka_run_group_tests_name("mesh_answers", tests, NULL, NULL);
}
