// SPDX-License-Identifier: MIT
// The raster of a path map: every pixel is told what its centre would be told, with the same bits
// for any number of threads and any width of vectors.
#include "tests/map/map_plain.h"

#include "map/paint.h"
#include "wend/vec2.h"

enum { MOST_PIXELS = 120 * 120 };

static double distance[MOST_PIXELS], distance_again[MOST_PIXELS];
static uint32_t root[MOST_PIXELS], root_again[MOST_PIXELS];
static wend_vec2 next[MOST_PIXELS], next_again[MOST_PIXELS];

/// How far a pixel may be from its centre's answer, in sizes of the scene and of its coordinates:
/// on an edge of the mesh two triangles tell the same distance, but for rounding.
#define RASTER_ERROR 1e-12

static wend_map_raster raster_of(wend_box box, uint32_t width, uint32_t height)
{
    assert_true(width * height <= MOST_PIXELS);
    return (wend_map_raster){box, width, height, distance, root, next};
}

static void paint(const wend_map *map, const wend_map_raster *raster, wend_tasks *tasks)
{
    wend_error error = {0};
    if (wend_map_paint(map, raster, tasks, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
}

/// True if a pixel says what the map says there: the root may be another one that is as near.
static bool says_the_same(const wend_map *map, wend_vec2 p, size_t at, double slack)
{
    wend_map_result answer = wend_map_query(map, p);
    wend_map_result pixel = {distance[at], next[at], root[at]};
    return (answer.root == WEND_MAP_NONE) == (pixel.root == WEND_MAP_NONE) &&
           fabs(answer.distance - pixel.distance) <= slack &&
           (pixel.root == answer.root || is_consistent(map, p, pixel, slack)) &&
           (pixel.root != answer.root || wend_equal(pixel.next, answer.next));
}

static void check_raster(const wend_map_raster *raster)
{
    wend_box box = raster->box;
    double coordinate =
        fmax(fmax(fabs(box.min.x), fabs(box.max.x)), fmax(fabs(box.min.y), fabs(box.max.y)));
    double slack = RASTER_ERROR * (ldexp(f.s.size, f.s.moved.exponent) + coordinate);
    paint(f.map, raster, NULL);
    for (uint32_t row = 0; row < raster->height; ++row)
        for (uint32_t column = 0; column < raster->width; ++column) {
            wend_vec2 p = wend_map_pixel(raster, column, row);
            size_t at = (size_t)row * raster->width + column;
            if (says_the_same(f.map, p, at, slack))
                continue;
            print_message("pixel %u,%u of %u x %u: %.17g, root %u\n", column, row, raster->width,
                          raster->height, distance[at], root[at]);
            fail_at(&f, p, "a pixel does not say so");
        }
}

// ---- random scenes ------------------------------------------------------------------------------

/// All of the scene and a bit more, or a part of it.
static wend_box random_box(wend_random *random)
{
    double half = f.s.plan.size * (wend_random_below(random, 2) ? 1.25 : 0.125);
    wend_vec2 c = f.s.plan.centre;
    if (half < f.s.plan.size)
        c = plain_place(&f.s, random);
    wend_box box = wend_box_empty();
    for (int i = 0; i < 4; ++i) {
        wend_vec2 corner = {i % 2 ? c.x + half : c.x - half, i / 2 ? c.y + half : c.y - half};
        box = wend_box_add(box, displaced(&f.s, corner));
    }
    return box;
}

/// A box whose pixels have their centres on a grid of powers of two, where scenes have corners.
static wend_map_raster aligned_raster(wend_random *random)
{
    double pixel = ldexp(1, f.s.moved.exponent - (int)wend_random_below(random, 4));
    wend_vec2 c = displaced(&f.s, f.s.plan.centre);
    wend_vec2 min = {pixel * (floor(c.x / pixel) - 30.5), pixel * (floor(c.y / pixel) - 30.5)};
    return raster_of((wend_box){min, {min.x + 60 * pixel, min.y + 60 * pixel}}, 60, 60);
}

static void pixels_say_what_the_map_says(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < (long_tier() ? 3000u : 60u); ++seed) {
        wend_random random;
        start_random(seed, 31, 200, &random);
        uint32_t width = 1 + wend_random_below(&random, 90);
        uint32_t height = 1 + wend_random_below(&random, 90);
        wend_map_raster raster = raster_of(random_box(&random), width, height);
        check_raster(&raster);
        wend_map_raster aligned = aligned_raster(&random);
        check_raster(&aligned);
        end_plain();
    }
}

static void any_number_of_threads(void **state)
{
    (void)state;
    for (uint32_t workers = 2; workers <= 8; workers *= 2) {
        wend_random random;
        wend_tasks *tasks;
        wend_tasks_def def = wend_default_tasks_def();
        def.worker_count = workers;
        assert_int_equal(wend_tasks_create(&def, &tasks, NULL), WEND_OK);
        start_random(workers, 31, 300, &random);
        wend_map_raster raster = raster_of(random_box(&random), 110, 120), again = raster;
        again.distance = distance_again;
        again.root = root_again;
        again.next = next_again;
        paint(f.map, &raster, NULL);
        paint(f.map, &again, tasks);
        assert_memory_equal(distance, distance_again, 110 * 120 * sizeof *distance);
        assert_memory_equal(root, root_again, 110 * 120 * sizeof *root);
        assert_memory_equal(next, next_again, 110 * 120 * sizeof *next);
        end_plain();
        wend_tasks_destroy(tasks);
    }
}

// ---- kernels ------------------------------------------------------------------------------------

static paint_tile tile; // large

/// A tile around a triangle's first corner; kernels don't mind pixels outside of the triangle.
static void make_tile(paint_tile *out, const wend_mesh *mesh, uint32_t triangle, double pixel)
{
    wend_vec2 a = wend_at(mesh, wend_origin(mesh, 3 * triangle));
    memset(out, 0, sizeof *out);
    out->rows = PAINT_ROWS;
    for (uint32_t i = 0; i < PAINT_CAPACITY; ++i)
        out->x[i] = a.x + (i - 15.5) * pixel;
    for (uint32_t i = 0; i < PAINT_ROWS; ++i) {
        out->y[i] = a.y + (i - 15.5) * pixel;
        out->begin[i] = i % 7;
        out->end[i] = PAINT_COLUMNS - i % 5;
    }
}

/// A kernel tells what wend_window_distance tells, bit for bit.
static void check_kernel(paint_kernel *kernel, const wend_map_window *windows, uint32_t count,
                         const wend_mesh *mesh, uint32_t triangle, double pixel)
{
    paint_window ready[64] = {0};
    count = count < 64 ? count : 64;
    for (uint32_t i = 0; i < count; ++i)
        ready[i].window = &windows[i];
    make_tile(&tile, mesh, triangle, pixel);
    kernel(ready, count, &tile);
    for (uint32_t row = 0; row < PAINT_ROWS; ++row)
        for (uint32_t column = tile.begin[row]; column < tile.end[row]; ++column) {
            double least = INFINITY, whose = WEND_MAP_NONE;
            for (uint32_t i = 0; i < count; ++i) {
                wend_vec2 p = {tile.x[column], tile.y[row]};
                double here = wend_window_distance(&windows[i], p);
                whose = here < least ? windows[i].root : whose;
                least = here < least ? here : least;
            }
            assert_true(tile.min[row][column] == least);
            assert_true(tile.roots[row][column] == whose);
        }
}

static void any_width_of_vectors(void **state)
{
    (void)state;
    paint_kernel *kernels[] = {wend_paint_kernel_plain(), wend_paint_kernel_4(),
                               wend_paint_kernel_8()};
    for (uint64_t seed = 0; seed < 10; ++seed) {
        wend_random random;
        start_random(seed, 31, 60, &random);
        const wend_map_lookup *lookup = wend_map_lookup_of(f.map);
        double pixel = ldexp(f.s.size, f.s.moved.exponent) / 200;
        for (uint32_t triangle = 0; triangle < lookup->triangle_limit; ++triangle) {
            wend_map_block block = lookup->blocks[triangle];
            for (int i = 0; i < 3 && block.count > 0; ++i)
                if (kernels[i])
                    check_kernel(kernels[i], lookup->windows + block.first, block.count, f.s.mesh,
                                 triangle, pixel);
        }
        end_plain();
    }
}

// ---- by hand ------------------------------------------------------------------------------------

static const wend_map_source LOW_LEFT = {{1, 1}, {1, 1}, 0};

// A wall without thickness from wall to wall: who stands on it can go to either side.
static void centres_on_a_thin_wall(void **state)
{
    (void)state;
    for (int across = 0; across < 2; ++across) {
        begin_by_hand(4);
        const wend_vec2 up[] = {{2, 0}, {2, 3}}, right[] = {{0, 2}, {3, 2}};
        plan_shape(&f.s.plan, across ? right : up, 2);
        start_by_hand(&LOW_LEFT);
        // Centres at 0, 0.5, 1, ... 4.
        wend_map_raster raster = raster_of((wend_box){{-0.25, -0.25}, {4.25, 4.25}}, 9, 9);
        check_raster(&raster);
        size_t on_wall = across ? 4 * 9 + 2 : 2 * 9 + 4;
        assert_true(distance[on_wall] == 1);
        assert_true(wend_equal(next[on_wall], LOW_LEFT.a));
        assert_true(distance[0] > 1.41 && distance[80] > 4);
        end_plain();
    }
}

static void solid_and_unreachable(void **state)
{
    (void)state;
    begin_by_hand(4);
    plan_box(&f.s.plan, 2, 0, 3, 4); // from wall to wall: nobody gets to its other side
    start_by_hand(&LOW_LEFT);
    wend_map_raster raster = raster_of((wend_box){{-0.5, -0.5}, {4.5, 4.5}}, 10, 10);
    check_raster(&raster);
    for (uint32_t row = 0; row < 10; ++row)
        for (uint32_t column = 0; column < 10; ++column) {
            wend_vec2 p = wend_map_pixel(&raster, column, row);
            bool reached = p.x > 0 && p.x < 2 && p.y > 0 && p.y < 4;
            size_t at = row * 10 + column;
            assert_true((distance[at] >= 0) == reached);
            assert_true((root[at] != WEND_MAP_NONE) == reached);
            assert_true(reached ? wend_equal(next[at], LOW_LEFT.a)
                                : distance[at] == -1 && wend_equal(next[at], p));
        }
    end_plain();
}

static void only_what_is_asked_for(void **state)
{
    (void)state;
    begin_by_hand(4);
    start_by_hand(&LOW_LEFT);
    wend_map_raster all = raster_of((wend_box){{0, 0}, {4, 4}}, 8, 8);
    paint(f.map, &all, NULL);
    for (int which = 0; which < 3; ++which) {
        wend_map_raster one = all;
        one.distance = which == 0 ? distance_again : NULL;
        one.root = which == 1 ? root_again : NULL;
        one.next = which == 2 ? next_again : NULL;
        paint(f.map, &one, NULL);
    }
    assert_memory_equal(distance, distance_again, 64 * sizeof *distance);
    assert_memory_equal(root, root_again, 64 * sizeof *root);
    assert_memory_equal(next, next_again, 64 * sizeof *next);
    end_plain();
}

static void nothing_after_an_edit(void **state)
{
    (void)state;
    static const wend_vec2 POST[] = {{3, 3}};
    begin_by_hand(4);
    start_by_hand(&LOW_LEFT);
    wend_map_raster raster = raster_of((wend_box){{0, 0}, {4, 4}}, 4, 4);
    wend_map *empty = new_map();
    paint(empty, &raster, NULL);
    for (int i = 0; i < 16; ++i)
        assert_true(distance[i] == -1 && root[i] == WEND_MAP_NONE);
    wend_mesh_shape_id id;
    assert_int_equal(wend_mesh_insert(f.s.mesh, &(wend_shape){POST, NULL, 0, 1}, &id, NULL),
                     WEND_OK);
    paint(f.map, &raster, NULL);
    for (int i = 0; i < 16; ++i)
        assert_true(distance[i] == -1 && root[i] == WEND_MAP_NONE);
    wend_map_destroy(empty);
    end_plain();
}

static void refused(const wend_map_raster *raster)
{
    wend_error error = {0};
    assert_int_equal(wend_map_paint(f.map, raster, NULL, &error), WEND_BAD_ARGUMENT);
    assert_true(*wend_error_text(&error));
}

static void rasters_that_make_no_sense(void **state)
{
    (void)state;
    begin_by_hand(4);
    start_by_hand(&LOW_LEFT);
    wend_map_raster good = raster_of((wend_box){{0, 0}, {4, 4}}, 4, 4), bad = good;
    bad.width = 0;
    refused(&bad);
    bad.width = bad.height = 1u << 15;
    refused(&bad);
    bad = good;
    bad.box.max.x = 0;
    refused(&bad);
    bad.box.max.x = NAN;
    refused(&bad);
    bad.box.max.x = INFINITY;
    refused(&bad);
    bad.box = (wend_box){{1000, 1000}, {1000 + 1e-11, 1001}}; // a few doubles wide
    refused(&bad);
    end_plain();
}

static void without_memory(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    wend_allocator allocator = failing_allocator_of(&memory);
    begin_by_hand(4);
    assert_true(start_scene(&f.s));
    wend_map *map;
    assert_int_equal(wend_map_create(&allocator, &map, NULL), WEND_OK);
    build_map(map, f.s.mesh, &LOW_LEFT, 1);
    wend_map_raster raster = raster_of((wend_box){{0, 0}, {4, 4}}, 8, 8);
    size_t before = memory.bytes, start = memory.calls;
    wend_result result = WEND_OUT_OF_MEMORY;
    for (size_t fail_at = 1; result == WEND_OUT_OF_MEMORY; ++fail_at) {
        memory.fail_at = start + fail_at;
        memory.calls = start;
        result = wend_map_paint(map, &raster, NULL, NULL);
        assert_int_equal(memory.bytes, before);
        assert_true(fail_at > 1 || result == WEND_OUT_OF_MEMORY);
    }
    assert_int_equal(result, WEND_OK);
    wend_map_destroy(map);
    assert_int_equal(memory.bytes, 0);
    end_scene(&f.s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pixels_say_what_the_map_says),
        cmocka_unit_test(any_number_of_threads),
        cmocka_unit_test(any_width_of_vectors),
        cmocka_unit_test(centres_on_a_thin_wall),
        cmocka_unit_test(solid_and_unreachable),
        cmocka_unit_test(only_what_is_asked_for),
        cmocka_unit_test(nothing_after_an_edit),
        cmocka_unit_test(rasters_that_make_no_sense),
        cmocka_unit_test(without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
