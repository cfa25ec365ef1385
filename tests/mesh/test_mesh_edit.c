// SPDX-License-Identifier: MIT
// Obstacles come and go in small meshes full of shared corners, shared walls and ties. After every
// edit the mesh must pass its checker and equal one that is built afresh; and whether an obstacle
// is let in must be what wend_floor_validate says of the whole floor.
#include "tests/geometry/floor_scenes.h"

#include "core/memory.h"
#include "mesh/mesh.h"

enum { MAX_OBSTACLES = 40 };

// What is in a mesh, kept apart from it.
typedef struct world {
    double tolerance;
    scene base; // only its bounds are used
    uint32_t count;
    scene obstacles[MAX_OBSTACLES]; // one shape each
    wend_mesh_shape_id ids[MAX_OBSTACLES];
    wend_mesh *mesh;
    failing_allocator memory;
} world;

static const wend_box frame = {{-40, -40}, {70, 70}};

static wend_floor *floor_of(const world *w, const scene *extra)
{
    wend_shape shapes[MAX_OBSTACLES + 1];
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->count; i++)
        shapes[count++] = w->obstacles[i].shapes[0];
    if (extra)
        shapes[count++] = extra->shapes[0];
    wend_floor_def def = wend_default_floor_def();
    def.shapes = shapes;
    def.shape_count = count;
    def.bounds = w->base.bounds_count ? w->base.bounds : NULL;
    def.bounds_count = w->base.bounds_count;
    def.tolerance = w->tolerance;
    wend_floor *floor;
    assert_int_equal(wend_floor_create(&def, &floor, NULL), WEND_OK);
    return floor;
}

static wend_mesh *fresh_mesh(const world *w, wend_allocator allocator)
{
    wend_floor *floor = floor_of(w, NULL);
    wend_mesh_def def = wend_default_mesh_def();
    def.frame = frame;
    def.allocator = allocator;
    wend_mesh *mesh;
    wend_error error;
    if (wend_mesh_create(floor, &def, &mesh, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    wend_floor_destroy(floor);
    return mesh;
}

// Starts with what is in the world already.
static void start(world *w)
{
    w->tolerance = wend_tolerance(frame);
    w->mesh = fresh_mesh(w, failing_allocator_of(&w->memory));
    for (uint32_t i = 0; i < w->count; i++)
        w->ids[i] = wend_mesh_shape(w->mesh, i);
}

static void finish(world *w)
{
    wend_mesh_destroy(w->mesh);
    assert_int_equal(w->memory.bytes, 0);
}

static void print_world(const world *w, const scene *extra)
{
    print_scene(&w->base);
    for (uint32_t i = 0; i < w->count; i++)
        print_scene(&w->obstacles[i]);
    if (extra) {
        print_message("the new one:\n");
        print_scene(extra);
    }
}

static void assert_as_new(const world *w, uint32_t seed, const scene *extra)
{
    wend_error error = {0};
    wend_result result = wend_mesh_check(w->mesh, &error);
    if (result == WEND_OK) {
        wend_mesh *fresh = fresh_mesh(w, (wend_allocator){0});
        assert_int_equal(wend_mesh_check(fresh, NULL), WEND_OK);
        result = wend_mesh_equal(w->mesh, fresh, &error);
        wend_mesh_size one = wend_mesh_measure(w->mesh), other = wend_mesh_measure(fresh);
        if (result == WEND_OK && (one.vertices != other.vertices || one.edges != other.edges ||
                                  one.cells != other.cells || one.components != other.components))
            result =
                wend_fail(&error, WEND_INVALID_GEOMETRY, "not of the same size as a fresh mesh");
        wend_mesh_destroy(fresh);
    }
    if (result != WEND_OK) {
        print_world(w, extra);
        fail_msg("seed %u: %s at (%.17g, %.17g)", (unsigned)seed, wend_error_text(&error),
                 error.position.x, error.position.y);
    }
}

// ---- one edit -----------------------------------------------------------------------------------

static bool is_sound_with(const world *w, const scene *extra, wend_defect *defect)
{
    wend_floor *floor = floor_of(w, extra);
    uint32_t count;
    wend_result result = wend_floor_validate(floor, defect, 1, &count, NULL);
    wend_floor_destroy(floor);
    return result == WEND_OK;
}

// Returns whether it was let in.
static bool try_insert(world *w, const scene *extra, uint32_t seed)
{
    wend_error error = {0};
    wend_defect defect = {0};
    wend_mesh_shape_id id;
    bool sound = is_sound_with(w, extra, &defect);
    uint64_t version = wend_mesh_version(w->mesh);
    wend_result result = wend_mesh_insert(w->mesh, &extra->shapes[0], &id, &error);
    if (result != (sound ? WEND_OK : WEND_INVALID_GEOMETRY)) {
        print_world(w, extra);
        fail_msg("seed %u: floor says: %s at (%g, %g); mesh says: %s at (%g, %g)", (unsigned)seed,
                 sound ? "sound" : defect.text, defect.position.x, defect.position.y,
                 result == WEND_OK ? "sound" : error.text, error.position.x, error.position.y);
    }
    assert_true(wend_mesh_version(w->mesh) == version + sound);
    assert_true(wend_mesh_shape_id_is_null(id) == !sound);
    if (!sound) {
        assert_true(error.has_position && error.text[0]);
        return false;
    }
    copy_scene(&w->obstacles[w->count], extra);
    w->ids[w->count++] = id;
    return true;
}

static void remove_obstacle(world *w, uint32_t which)
{
    size_t calls = w->memory.calls;
    assert_int_equal(wend_mesh_remove(w->mesh, w->ids[which], NULL), WEND_OK);
    assert_int_equal(w->memory.calls, calls); // nothing that could fail
    assert_int_equal(wend_mesh_remove(w->mesh, w->ids[which], NULL), WEND_STALE);
    --w->count;
    if (which < w->count) {
        copy_scene(&w->obstacles[which], &w->obstacles[w->count]);
        w->ids[which] = w->ids[w->count];
    }
}

// ---- shapes -------------------------------------------------------------------------------------

static void add_rotated(scene *s, wend_random *random)
{
    wend_vec2 points[MAX_POINTS];
    uint32_t count = 3 + wend_random_below(random, 6);
    double x = wend_random_between(random, -2, 14), y = wend_random_between(random, -2, 14);
    double turn = wend_random_between(random, 0, 6), size = wend_random_between(random, 0.1, 3);
    for (uint32_t i = 0; i < count; i++) {
        double angle = turn + 6.28318 * i / count;
        double r = size * wend_random_between(random, 0.3, 1);
        points[i] = (wend_vec2){x + r * cos(angle), y + r * sin(angle)};
    }
    add_shape(s, points, count);
}

// Nearly the same grid: some of what would touch is now a little too close, or overlaps a little.
static void jitter(scene *s, wend_random *random, double by)
{
    for (uint32_t i = 0; i < s->shapes[0].point_count; i++) {
        s->points[0][i].x += by * wend_random_between(random, -1, 1);
        s->points[0][i].y += by * wend_random_between(random, -1, 1);
    }
}

static void make_obstacle(scene *s, wend_random *random, uint32_t size, double tolerance)
{
    memset(s, 0, sizeof *s);
    if (wend_random_below(random, 10) == 0)
        add_rotated(s, random);
    else
        add_random_shape(s, random, size);
    uint32_t kind = wend_random_below(random, 20);
    if (kind == 0)
        jitter(s, random, 15 * tolerance);
    else if (kind == 1)
        jitter(s, random, 1e-3);
}

// ---- tests --------------------------------------------------------------------------------------

static void edit_at_random(uint32_t seed)
{
    wend_random random = wend_random_stream(seed, 7);
    world *w = calloc(1, sizeof *w);
    uint32_t size = 4 + wend_random_below(&random, 10), kind = wend_random_below(&random, 3);
    if (kind == 0)
        set_box_bounds(&w->base, 0, 0, size, size);
    else if (kind == 1)
        set_bounds(&w->base,
                   (wend_vec2[]){{-1, -1}, {5, 0}, {size + 2.0, -1}, {size + 1.0, 9}, {3, 15}}, 5);
    start(w);
    uint32_t most = 2 + wend_random_below(&random, MAX_OBSTACLES - 2);
    uint32_t edits = 60, let_in = 0;
    for (uint32_t i = 0; i < edits; i++) {
        if (w->count > 0 && (w->count == most || wend_random_below(&random, 3) == 0)) {
            remove_obstacle(w, wend_random_below(&random, w->count));
            assert_as_new(w, seed, NULL);
        } else {
            scene extra;
            make_obstacle(&extra, &random, size, w->tolerance);
            let_in += try_insert(w, &extra, seed);
            assert_as_new(w, seed, &extra);
        }
    }
    while (w->count > 0)
        remove_obstacle(w, wend_random_below(&random, w->count));
    assert_as_new(w, seed, NULL);
    assert_true(let_in > 0);
    finish(w);
    free(w);
}

static void test_random_edits(void **state)
{
    (void)state;
    uint32_t rounds = long_tier() ? 1000 : 60;
    for (uint32_t seed = 0; seed < rounds; seed++)
        edit_at_random(seed);
}

// Unit squares of a small board, each in or out.
static void test_board(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(3, 0);
    world *w = calloc(1, sizeof *w);
    set_box_bounds(&w->base, 0, 0, 6, 6);
    start(w);
    uint32_t rounds = long_tier() ? 5000 : 300;
    for (uint32_t i = 0; i < rounds; i++) {
        double x = wend_random_below(&random, 6), y = wend_random_below(&random, 6);
        scene square = {0};
        add_box(&square, x, y, x + 1, y + 1);
        if (w->count == MAX_OBSTACLES - 4 || !try_insert(w, &square, i))
            remove_obstacle(w, wend_random_below(&random, w->count));
        assert_as_new(w, i, &square);
    }
    finish(w);
    free(w);
}

// A door between two walls, with something in the middle of it, of a wall, and of both.
static void test_door_and_points(void **state)
{
    (void)state;
    world *w = calloc(1, sizeof *w);
    set_box_bounds(&w->base, 0, 0, 10, 6);
    start(w);
    scene shapes[7];
    memset(shapes, 0, sizeof shapes);
    add_segment(&shapes[0], 4, 0, 4, 6);
    add_point(&shapes[1], 4, 3);
    add_segment(&shapes[2], 4, 2, 7, 2);
    add_point(&shapes[3], 4, 2);
    add_segment(&shapes[4], 0, 5, 4, 5);
    add_box(&shapes[5], 4, 4, 5, 5);
    add_point(&shapes[6], 0, 1);
    uint32_t orders = long_tier() ? 1000 : 60;
    wend_random random = wend_random_stream(5, 0);
    for (uint32_t i = 0; i < orders; i++) {
        for (uint32_t k = 0; k < 7; k++) {
            scene *shape = &shapes[(k + i) % 7];
            assert_true(try_insert(w, shape, i));
            assert_as_new(w, i, shape);
        }
        while (w->count > 0) {
            remove_obstacle(w, wend_random_below(&random, w->count));
            assert_as_new(w, i, NULL);
        }
    }
    finish(w);
    free(w);
}

// A hub with many neighbours goes and comes, in the open and in the middle of a wall.
static void test_large_star(void **state)
{
    (void)state;
    world *w = calloc(1, sizeof *w);
    enum { POSTS = 30 };
    for (uint32_t i = 0; i < POSTS; i++, w->count++) {
        scene *s = &w->obstacles[w->count];
        double angle = 6.283185 * i / POSTS;
        add_point(s, 20 * cos(angle), 20 * sin(angle));
    }
    start(w);
    scene hub = {0}, wall = {0};
    add_point(&hub, 0.25, 0);
    add_segment(&wall, -3, 0, 3, 0);
    for (uint32_t i = 0; i < 8; i++) {
        assert_true(try_insert(w, i & 1 ? &wall : &hub, i));
        assert_true(try_insert(w, i & 1 ? &hub : &wall, i));
        assert_as_new(w, i, NULL);
        remove_obstacle(w, w->count - 1 - (i >> 1 & 1));
        assert_as_new(w, i, NULL);
        remove_obstacle(w, w->count - 1);
        assert_as_new(w, i, NULL);
    }
    finish(w);
    free(w);
}

// The rules of wend/floor.h one by one, with the words that come out.
static void test_refusals(void **state)
{
    (void)state;
    world *w = calloc(1, sizeof *w);
    set_box_bounds(&w->base, 0, 0, 10, 10);
    add_box(&w->obstacles[w->count++], 2, 2, 4, 4);
    add_segment(&w->obstacles[w->count++], 6, 1, 6, 5);
    add_point(&w->obstacles[w->count++], 6, 3);
    add_point(&w->obstacles[w->count++], 8, 8);
    start(w);
    scene s[9];
    memset(s, 0, sizeof s);
    add_point(&s[0], 8, 8);
    add_point(&s[1], 3, 3);
    add_segment(&s[2], 6, 4, 6, 7);
    add_segment(&s[3], 5, 3, 7, 3);
    add_segment(&s[4], 5, 2, 7, 2.5);
    add_box(&s[5], 1, 1, 5, 5);
    add_box(&s[6], 7, 7, 9, 9);
    add_box(&s[7], 9, 9, 11, 10);
    add_box(&s[8], 4 + 2 * w->tolerance, 2, 5, 4);
    const char *words[] = {"another point",
                           "inside another",
                           "overlaps another",
                           "crosses another",
                           "crosses another",
                           "another obstacle lies inside",
                           "another obstacle lies inside",
                           "outside the bounds",
                           "nearly touches"};
    for (uint32_t i = 0; i < COUNT(words); i++) {
        wend_error error = {0};
        wend_mesh_shape_id id;
        assert_int_equal(wend_mesh_insert(w->mesh, &s[i].shapes[0], &id, &error),
                         WEND_INVALID_GEOMETRY);
        if (!strstr(error.text, words[i]))
            fail_msg("%u: expected \"%s\", got \"%s\"", (unsigned)i, words[i], error.text);
        assert_false(try_insert(w, &s[i], i));
        assert_as_new(w, i, &s[i]);
    }
    // Out of the frame, and what is no shape at all.
    const wend_vec2 far[] = {{1e6, 0}, {1e6, 1}}, bad[] = {{NAN, 0}};
    wend_mesh_shape_id id;
    wend_error error;
    assert_int_equal(wend_mesh_insert(w->mesh, &(wend_shape){far, NULL, 0, 2}, &id, &error),
                     WEND_INVALID_GEOMETRY);
    assert_non_null(strstr(error.text, "frame"));
    assert_int_equal(wend_mesh_insert(w->mesh, &(wend_shape){bad, NULL, 0, 1}, &id, &error),
                     WEND_INVALID_GEOMETRY);
    assert_int_equal(wend_mesh_insert(w->mesh, &(wend_shape){0}, &id, &error),
                     WEND_INVALID_GEOMETRY);
    assert_int_equal(wend_mesh_remove(w->mesh, (wend_mesh_shape_id){0}, &error), WEND_STALE);
    assert_int_equal(wend_mesh_remove(w->mesh, (wend_mesh_shape_id){{99, 1}}, &error), WEND_STALE);
    finish(w);
    free(w);
}

// A hole touches the outline in the middle of a wall, and a segment goes through there, from the
// outside along the hole: nothing overlaps, but two walls cross.
static void test_through_hole(void **state)
{
    (void)state;
    world *w = calloc(1, sizeof *w);
    start(w);
    scene frame_with_hole = {0}, segment = {0};
    add_box(&frame_with_hole, 1, 9, 8, 16);
    add_hole(&frame_with_hole, (wend_vec2[]){{4, 9}, {5, 10}, {4, 11}, {3, 10}}, 4);
    add_segment(&segment, 5, 10, 3, 8);
    assert_true(try_insert(w, &frame_with_hole, 0));
    assert_false(try_insert(w, &segment, 1));
    assert_as_new(w, 1, &segment);
    remove_obstacle(w, 0);
    assert_true(try_insert(w, &segment, 2));
    assert_false(try_insert(w, &frame_with_hole, 3));
    assert_as_new(w, 3, &frame_with_hole);
    finish(w);
    free(w);
}

// Every allocation of an edit fails once: it is refused, and nothing has changed.
static void test_no_memory(void **state)
{
    (void)state;
    world *w = calloc(1, sizeof *w);
    set_box_bounds(&w->base, 0, 0, 10, 10);
    add_segment(&w->obstacles[w->count++], 5, 0, 5, 4);
    start(w);
    wend_random random = wend_random_stream(11, 0);
    for (uint32_t i = 0; i < 25; i++) {
        scene extra = {0};
        do
            make_obstacle(&extra, &random, 10, w->tolerance);
        while (!is_sound_with(w, &extra, &(wend_defect){0}));
        wend_result result;
        wend_mesh_shape_id id;
        size_t failures = 0;
        do {
            w->memory.fail_at = w->memory.calls + ++failures;
            result = wend_mesh_insert(w->mesh, &extra.shapes[0], &id, NULL);
            w->memory.fail_at = 0;
            if (result == WEND_OK) {
                copy_scene(&w->obstacles[w->count], &extra);
                w->ids[w->count++] = id;
            } else {
                assert_int_equal(result, WEND_OUT_OF_MEMORY);
            }
            assert_as_new(w, i, &extra);
        } while (result != WEND_OK);
        assert_true(failures > 2);
    }
    finish(w);
    free(w);
}

static void test_equal_tells(void **state)
{
    (void)state;
    world *w = calloc(1, sizeof *w);
    set_box_bounds(&w->base, 0, 0, 10, 10);
    add_segment(&w->obstacles[w->count++], 0, 5, 4, 5);
    add_point(&w->obstacles[w->count++], 4, 5);
    start(w);
    wend_mesh *other = fresh_mesh(w, (wend_allocator){0});
    wend_error error;
    assert_int_equal(wend_mesh_equal(w->mesh, other, &error), WEND_OK);
    remove_obstacle(w, 1); // its vertex is still there
    assert_int_equal(wend_mesh_equal(w->mesh, other, &error), WEND_OK);
    remove_obstacle(w, 0);
    assert_int_equal(wend_mesh_equal(w->mesh, other, &error), WEND_INVALID_GEOMETRY);
    assert_true(error.has_position);
    // The same triangles, but a wall among them.
    const wend_vec2 diagonal[] = {{0, 0}, {10, 10}}, counter[] = {{0, 10}, {10, 0}};
    wend_mesh *plain = fresh_mesh(w, (wend_allocator){0});
    wend_mesh_shape_id id;
    assert_int_equal(wend_mesh_insert(w->mesh, &(wend_shape){diagonal, NULL, 0, 2}, &id, &error),
                     WEND_OK);
    assert_int_equal(wend_mesh_equal(w->mesh, plain, &error), WEND_INVALID_GEOMETRY);
    assert_int_equal(wend_mesh_remove(w->mesh, id, &error), WEND_OK);
    assert_int_equal(wend_mesh_insert(w->mesh, &(wend_shape){counter, NULL, 0, 2}, &id, &error),
                     WEND_OK);
    assert_int_equal(wend_mesh_equal(w->mesh, plain, &error), WEND_INVALID_GEOMETRY);
    wend_mesh_destroy(plain);
    wend_mesh_destroy(other);
    finish(w);
    free(w);
}

// ---- the checker --------------------------------------------------------------------------------

// Does one thing wrong to a mesh; false: there are no more.
static bool spoil(wend_mesh *mesh, uint32_t how)
{
    uint32_t plain = WEND_NONE, wall = WEND_NONE; // an edge that is no wall, and one that is
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; h++) {
        if (!wend_is_used(mesh, h / 3) || wend_twin(mesh, h) == WEND_NONE)
            continue;
        if (!wend_is_fixed(mesh, h) && !wend_is_solid(mesh, h / 3))
            plain = h;
        if (mesh->flags[h] & WEND_EDGE_WALLS)
            wall = h;
    }
    uint32_t vertex = wend_origin(mesh, wall), twin = wend_twin(mesh, wall);
    switch (how) {
    case 0:
        mesh->edges[plain].twin = plain;
        return true;
    case 1:
        mesh->edges[plain].origin = wend_target(mesh, plain);
        return true;
    case 2:
        mesh->vertices.data[vertex].at.x += 100;
        return true;
    case 3:
        mesh->vertices.data[vertex].spoke = wend_next(mesh->vertices.data[vertex].spoke);
        return true;
    case 4:
        mesh->vertices.data[vertex].uses++;
        return true;
    case 5:
        mesh->flags[wall] &= (uint8_t)~WEND_EDGE_FIXED;
        return true;
    case 6:
        mesh->flags[wall] &= (uint8_t) ~(WEND_EDGE_FIXED | WEND_EDGE_WALLS);
        mesh->flags[twin] &= (uint8_t) ~(WEND_EDGE_FIXED | WEND_EDGE_WALLS);
        return true;
    case 7:
        mesh->flags[wall]++;
        return true;
    case 8:
        mesh->flags[plain] |= WEND_EDGE_QUEUED;
        return true;
    case 9:
        mesh->flags[plain] |= WEND_EDGE_OWN;
        return true;
    case 10:
        mesh->state[plain / 3] ^= WEND_TRIANGLE_SOLID;
        return true;
    case 11:
        mesh->state[plain / 3] |= WEND_TRIANGLE_TOUCHED;
        return true;
    case 12:
        mesh->unused++;
        return true;
    case 13:
        mesh->vertex_count++;
        return true;
    case 14:
        mesh->frame.max.x += 1;
        return true;
    case 15:                   // a flip too many: what was Delaunay is not any more
        mesh->building = true; // the cells stay as they are
        for (uint32_t h = 0; h < 3 * mesh->triangle_count; h++) {
            uint32_t other = wend_twin(mesh, h);
            if (!wend_is_used(mesh, h / 3) || other == WEND_NONE || wend_is_fixed(mesh, h))
                continue;
            wend_vec2 c = wend_at(mesh, wend_origin(mesh, wend_prev(h)));
            wend_vec2 d = wend_at(mesh, wend_origin(mesh, wend_prev(other)));
            if (wend_orient2d(d, c, wend_at(mesh, wend_origin(mesh, h))) <= 0 ||
                wend_orient2d(d, c, wend_at(mesh, wend_target(mesh, h))) >= 0)
                continue;
            wend_mesh_flip(mesh, h);
            break;
        }
        mesh->building = false;
        return true;
    default:
        return false;
    }
}

static void test_check_tells(void **state)
{
    (void)state;
    bool more = true;
    for (uint32_t how = 0; more; how++) {
        world *w = calloc(1, sizeof *w);
        set_box_bounds(&w->base, 0, 0, 10, 10);
        add_segment(&w->obstacles[w->count++], 0, 5, 4, 5);
        add_box(&w->obstacles[w->count++], 5, 5, 7, 8);
        start(w);
        assert_int_equal(wend_mesh_check(w->mesh, NULL), WEND_OK);
        more = spoil(w->mesh, how);
        wend_error error = {0};
        if (more && wend_mesh_check(w->mesh, &error) != WEND_INVALID_GEOMETRY)
            fail_msg("the checker does not see flaw %u", (unsigned)how);
        assert_true(!more || error.text[0]);
        finish(w);
        free(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refusals),     cmocka_unit_test(test_door_and_points),
        cmocka_unit_test(test_large_star),   cmocka_unit_test(test_board),
        cmocka_unit_test(test_no_memory),    cmocka_unit_test(test_equal_tells),
        cmocka_unit_test(test_through_hole), cmocka_unit_test(test_random_edits),
        cmocka_unit_test(test_check_tells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
