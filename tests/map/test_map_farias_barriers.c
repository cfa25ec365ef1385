// SPDX-License-Identifier: MIT
// Weighted barriers as printed: without any they are the exact map, and with one each leg counts as
// the formula says, and no more than that.
#include "tests/oracle/ray.h"

#include "map/farias_barriers.h"

/// A few square roots and sums.
#define ROUNDING 1e-9

enum { SIDE = 24 };

typedef struct printed_raster {
    wend_map_raster raster;
    double distance[SIDE * SIDE];
    uint32_t root[SIDE * SIDE];
    wend_vec2 next[SIDE * SIDE];
} printed_raster;

static printed_raster painted; // large; filled anew each time
static plan p;                 // likewise

static void paint(const wend_mesh *mesh, double size, const wend_map_source *source,
                  const wend_farias_barrier *barriers, uint32_t count)
{
    wend_error error = {0};
    wend_farias_map *printed;
    painted.raster = (wend_map_raster){.box = {{0, 0}, {size, size}},
                                       .width = SIDE,
                                       .height = SIDE,
                                       .distance = painted.distance,
                                       .root = painted.root,
                                       .next = painted.next};
    if (wend_farias_map_create(mesh, source, 1, barriers, count, &printed, &error) != WEND_OK ||
        wend_farias_map_paint(printed, &painted.raster, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    uint32_t roots;
    assert_non_null(wend_farias_map_roots(printed, &roots));
    for (uint32_t i = 0; i < SIDE * SIDE; ++i)
        assert_true(painted.distance[i] < 0 ? painted.root[i] == WEND_MAP_NONE
                                            : painted.root[i] < roots);
    wend_farias_map_destroy(printed);
}

// Without barriers it is a path map, by another way.
static void test_without_barriers_it_is_the_map(void **state)
{
    (void)state;
    uint32_t seeds = long_tier() ? 300 : 20, reached = 0, asked = 0;
    wend_map *map;
    assert_int_equal(wend_map_create(NULL, &map, NULL), WEND_OK);
    for (uint64_t seed = 1; seed <= seeds; ++seed) {
        wend_random random = wend_random_stream(seed, 5);
        plan_random(&p, seed);
        world w = make_world(&p);
        wend_vec2 a = {wend_random_between(&random, 0, p.size),
                       wend_random_between(&random, 0, p.size)};
        wend_vec2 b = {a.x + 0.7, a.y + 0.3};
        wend_map_source source = {a, seed % 2 ? a : b, 0.5};
        bool inside = b.x < p.size && b.y < p.size && wend_mesh_locate(w.mesh, a) == 0;
        wend_ray ray;
        if (inside && wend_mesh_raycast(w.mesh, a, b, &ray, NULL) == WEND_OK && !ray.hit) {
            assert_int_equal(wend_map_build(map, w.mesh, &source, 1, NULL), WEND_OK);
            paint(w.mesh, p.size * 1.0009765625, &source, NULL, 0);
            for (uint32_t i = 0; i < SIDE * SIDE; ++i) {
                wend_vec2 at = wend_map_pixel(&painted.raster, i % SIDE, i / SIDE);
                if (wend_floor_clearance(w.floor, at, NULL, NULL) < ROUNDING)
                    continue; // what is seen along a wall has no width
                double truth = wend_map_query(map, at).distance;
                ++asked;
                reached += truth >= 0;
                if (fabs(painted.distance[i] - truth) > ROUNDING)
                    fail_msg("seed %llu at %.17g,%.17g: %.17g, not %.17g", (unsigned long long)seed,
                             at.x, at.y, painted.distance[i], truth);
            }
        }
        free_world(w);
    }
    wend_map_destroy(map);
    assert_true(asked > 1000 && 4 * reached > asked);
}

static double distance_at(uint32_t column, uint32_t row)
{
    return painted.distance[row * SIDE + column];
}

static void test_a_leg_counts_as_printed(void **state)
{
    (void)state;
    plan_clear(&p, 24, true); // a pixel for each metre, its centre at half metres
    world w = make_world(&p);
    const wend_map_source source = {{20.5, 12.5}, {20.5, 12.5}, 0};
    const wend_farias_barrier barriers[] = {{{{10, 0}, {10, 24}}, 1.5}, {{{5, 24}, {5, 0}}, 2}};
    paint(w.mesh, 24, &source, barriers, 2);
    assert_true(fabs(distance_at(15, 12) - 5) <= ROUNDING);
    assert_true(fabs(distance_at(7, 12) - (10.5 + 1.5 * 2.5)) <= ROUNDING);
    assert_true(fabs(distance_at(2, 12) - (10.5 + 1.5 * 5 + 3 * 2.5)) <= ROUNDING);
    // Aslant: 13 m across and 9 m up, of which 10.5 / 13 come before the barrier.
    double length = hypot(13, 9), before = 10.5 / 13;
    assert_true(fabs(distance_at(7, 21) - length * (before + 1.5 * (1 - before))) <= ROUNDING);
    free_world(w);
}

// Behind a corner that lies beyond the barrier nothing is weighted any more: no length of paths.
static void test_behind_a_corner_it_is_forgotten(void **state)
{
    (void)state;
    plan_clear(&p, 24, true);
    assert_true(plan_add(&p, (wend_vec2[]){{6, 0}, {6, 12}}, 2));
    world w = make_world(&p);
    const wend_map_source source = {{20.5, 2.5}, {20.5, 2.5}, 0};
    const wend_farias_barrier barrier = {{{10, 0}, {10, 24}}, 2};
    paint(w.mesh, 24, &source, &barrier, 1);
    double length = hypot(14.5, 9.5), before = 10.5 / 14.5;
    double corner = length * (before + 2 * (1 - before));
    assert_true(fabs(distance_at(2, 2) - (corner + hypot(3.5, 9.5))) <= ROUNDING);
    assert_true(painted.next[2 * SIDE + 2].x == 6 && painted.next[2 * SIDE + 2].y == 12);
    free_world(w);
}

static void test_running_out_of_memory(void **state)
{
    (void)state;
    plan_clear(&p, 24, true);
    assert_true(plan_add(&p, (wend_vec2[]){{6, 0}, {6, 12}}, 2));
    wend_floor *floor = plan_floor(&p);
    failing_allocator memory = {0};
    wend_mesh_def def = wend_default_mesh_def();
    def.allocator = failing_allocator_of(&memory);
    wend_mesh *mesh;
    assert_int_equal(wend_mesh_create(floor, &def, &mesh, NULL), WEND_OK);
    const wend_map_source source = {{20.5, 2.5}, {20.5, 2.5}, 0};
    size_t held = memory.bytes;
    wend_result result = WEND_OUT_OF_MEMORY;
    for (size_t more = 1; result == WEND_OUT_OF_MEMORY; ++more) {
        wend_farias_map *printed;
        memory.fail_at = memory.calls + more;
        result = wend_farias_map_create(mesh, &source, 1, NULL, 0, &printed, NULL);
        painted.raster =
            (wend_map_raster){{{0, 0}, {24, 24}}, SIDE, SIDE, painted.distance, NULL, NULL};
        if (result == WEND_OK)
            result = wend_farias_map_paint(printed, &painted.raster, NULL);
        wend_farias_map_destroy(printed);
        assert_int_equal(memory.bytes, held);
    }
    assert_int_equal(result, WEND_OK);
    wend_mesh_destroy(mesh);
    wend_floor_destroy(floor);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_without_barriers_it_is_the_map),
        cmocka_unit_test(test_a_leg_counts_as_printed),
        cmocka_unit_test(test_behind_a_corner_it_is_forgotten),
        cmocka_unit_test(test_running_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
