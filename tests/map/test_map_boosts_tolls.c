// SPDX-License-Identifier: MIT
// Maps of time over lines with tolls: a toll takes the same time at every speed, and it is told how
// much of an answer is tolls.
#include "tests/world/world_support.h"

#include "map/boosts.h"

#include <string.h>

/// Two rooms with a line across the door between them, and one across a corridor around it.
static const double ROOMS[][4] = {{0, 0, 20, 10}, {9, 0, 11, 4}, {9, 6, 11, 8}};
static const wend_segment LINES[] = {{{10, 4}, {10, 6}}, {{10, 8}, {10, 10}}};
enum { LINE_COUNT = 2 };

static wend_mesh *mesh_of(double radius)
{
    wend_floor *floor = box_floor(ROOMS, 3);
    wend_mesh_def def = wend_default_mesh_def();
    wend_mesh *mesh = NULL;
    wend_error error = {0};
    def.lines = LINES;
    def.line_count = LINE_COUNT;
    if (wend_mesh_create_inflated(floor, radius, 0, &def, &mesh, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    wend_floor_destroy(floor);
    return mesh;
}

static wend_time_map_def def_with(const wend_map_source *source, const wend_map_toll *tolls,
                                  const double *speeds, uint32_t speed_count)
{
    wend_time_map_def def = wend_default_time_map_def();
    def.sources = source;
    def.source_count = 1;
    def.tolls = tolls;
    def.toll_count = LINE_COUNT;
    def.speeds = speeds;
    def.speed_count = speed_count;
    return def;
}

/// The same as plain maps with the tolls multiplied by the speed, at every speed; also after tolls
/// have changed, in a copy, and once there are none.
static void test_layers(void **state)
{
    (void)state;
    static const double SPEEDS[] = {2, 5};
    static const wend_map_toll TOLLS[][LINE_COUNT] = {
        {{0, 0}, {0, 0}}, {{3, 1}, {0.5, 7}}, {{0, 20}, {0, 2}}, {{3, 1}, {0.5, 7}}};
    const wend_map_source source = {{18, 5}, {18, 5}, 0};
    wend_mesh *mesh = mesh_of(0.2), *second = NULL;
    wend_time_map *times = NULL, *copy = NULL;
    wend_map *plain = NULL;
    wend_random random = wend_random_stream(1, 1);
    assert_int_equal(wend_mesh_copy(mesh, NULL, &second, NULL), WEND_OK);
    assert_int_equal(wend_time_map_create(NULL, &times, NULL), WEND_OK);
    assert_int_equal(wend_time_map_create(NULL, &copy, NULL), WEND_OK);
    assert_int_equal(wend_map_create(NULL, &plain, NULL), WEND_OK);
    uint32_t tolled = 0;
    for (size_t k = 0; k < sizeof TOLLS / sizeof *TOLLS; ++k) {
        wend_time_map_def def = def_with(&source, TOLLS[k], SPEEDS, 2);
        assert_int_equal(wend_time_map_update(times, mesh, &def, NULL), WEND_OK);
        assert_int_equal(wend_time_map_check(times, NULL), WEND_OK);
        assert_true(wend_time_map_copy(copy, times, second));
        for (uint32_t layer = 0; layer < 3; ++layer) {
            double speed = layer == 0 ? 1 : SPEEDS[layer - 1];
            wend_map_toll scaled[LINE_COUNT];
            for (int i = 0; i < LINE_COUNT; ++i)
                scaled[i] =
                    (wend_map_toll){speed * TOLLS[k][i].to_left, speed * TOLLS[k][i].to_right};
            assert_int_equal(
                wend_map_build_tolled(plain, mesh, &source, 1, scaled, LINE_COUNT, NULL), WEND_OK);
            for (int i = 0; i < 200; ++i) {
                wend_vec2 p = {wend_random_between(&random, 0, 20),
                               wend_random_between(&random, 0, 10)};
                wend_map_result should = wend_map_query(plain, p);
                wend_time_result is = wend_time_map_query(times, layer, p);
                assert_true((is.time < 0) == (should.distance < 0));
                if (is.time < 0)
                    continue;
                assert_true(fabs(is.time * speed - should.distance) < 1e-9);
                assert_true(wend_time_map_query(copy, layer, p).time == is.time);
                // What is not toll is walked, along the path.
                wend_time_point stops[32];
                uint32_t count;
                double length = 0;
                assert_int_equal(wend_time_map_path(times, layer, p, stops, 32, &count), WEND_OK);
                for (uint32_t m = 0; m + 1 < count; ++m)
                    length += hypot(stops[m + 1].position.x - stops[m].position.x,
                                    stops[m + 1].position.y - stops[m].position.y);
                double tolls = wend_time_map_tolls(times, &is);
                assert_true(fabs((is.time - tolls) * speed - length) < 1e-9);
                tolled += tolls > 0;
            }
        }
    }
    assert_true(tolled > 100);
    wend_map_destroy(plain);
    wend_time_map_destroy(copy);
    wend_time_map_destroy(times);
    wend_mesh_destroy(second);
    wend_mesh_destroy(mesh);
}

static void test_refused(void **state)
{
    (void)state;
    const wend_map_source source = {{18, 5}, {18, 5}, 0};
    wend_map_toll tolls[LINE_COUNT] = {{0, 0}, {0, -1}};
    wend_mesh *mesh = mesh_of(0.2);
    wend_time_map *times = NULL;
    wend_error error = {0};
    assert_int_equal(wend_time_map_create(NULL, &times, NULL), WEND_OK);
    wend_time_map_def def = def_with(&source, tolls, NULL, 0);
    assert_int_equal(wend_time_map_build(times, mesh, &def, &error), WEND_BAD_ARGUMENT);
    assert_non_null(strstr(wend_error_text(&error), "line 1: tolls are 0 s and -1 s"));
    tolls[1].to_right = 0;
    def.toll_count = 1;
    assert_int_equal(wend_time_map_build(times, mesh, &def, &error), WEND_BAD_ARGUMENT);
    assert_non_null(strstr(wend_error_text(&error), "one toll per line is required"));
    def.tolls = NULL;
    assert_int_equal(wend_time_map_build(times, mesh, &def, &error), WEND_BAD_ARGUMENT);
    wend_time_map_destroy(times);
    wend_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_layers),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
