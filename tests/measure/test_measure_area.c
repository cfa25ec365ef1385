// SPDX-License-Identifier: MIT
// Density and speed in areas, strips and cells, on trajectories whose answers are known by hand.
#include "tests/record/recorded.h"
#include "tests/support/failing_malloc.h"

#include "measure/measure.h"
#include "wend/geometry.h"
#include "wend/random.h"

#define PI 3.14159265358979323846

static const measure_window STEP = {1, MEASURE_SINGLE_SIDED};

// ---- areas --------------------------------------------------------------------------------------

static void test_moments(void **state)
{
    (void)state;
    recording_build b;
    recording_build_start(&b);
    // An L of 3 m^2, clockwise.
    const wend_vec2 ring[] = {{0, 0}, {0, 2}, {1, 2}, {1, 1}, {2, 1}, {2, 0}};
    add_walk(&b, 1, 0, 5, (wend_vec2){-0.5, 0.5}, (wend_vec2){1, 0}); // inside in frames 1 and 2
    add_walk(&b, 2, 0, 5, (wend_vec2){0.5, 1.5}, (wend_vec2){0, 0});  // always, and stands
    add_walk(&b, 3, 0, 5, (wend_vec2){1.5, 1.5}, (wend_vec2){0, 0});  // in the notch
    add_walk(&b, 4, 0, 5, (wend_vec2){0, 1}, (wend_vec2){0, 0});      // on the border
    add_row(&b, 5, 2, 0.5, 0.25); // in one frame only: counted, but without a speed
    recording r = finish_recording(&b, 2);
    measure_moment m[5];
    measure_moments(&r, (measure_area){ring, 6}, STEP, m);
    const uint32_t counts[] = {1, 2, 3, 1, 1};
    const double speeds[] = {0, 1, 1, 0, 0}; // of 2 m/s and 0 in frames 1 and 2
    for (int f = 0; f < 5; ++f) {
        assert_int_equal(m[f].count, counts[f]);
        assert_near(m[f].density, counts[f] / 3.0, ROUNDING);
        assert_near(m[f].speed, speeds[f], ROUNDING);
    }
    const wend_vec2 away[] = {{10, 10}, {11, 10}, {10, 11}};
    measure_moments(&r, (measure_area){away, 3}, STEP, m);
    assert_int_equal(m[0].count, 0);
    assert_near(m[0].density, 0, 0);
    assert_true(isnan(m[0].speed));
    recording_free(&r);
}

static void test_bins(void **state)
{
    (void)state;
    const measure_moment moments[] = {
        {1, 0.3, 1.2},  {1, 0.25, 1.0}, {0, 0, NAN},
        {3, 0.75, 0.5}, {1, 0.2, 1.5},  {3, 0.1 + 0.2, 1.1},
    };
    measure_bins bins;
    assert_true(measure_find_bins(moments, 6, 0.1, &bins));
    // 0.3 and 0.1 + 0.2 fall into the same one, whatever the rounding.
    const measure_bin *k = bins.items.data;
    assert_int_equal(bins.items.count, 3);
    assert_near(k[0].density, 0.25, ROUNDING);
    assert_int_equal(k[0].count, 2);
    assert_near(k[0].speed, 1.25, ROUNDING);
    assert_near(k[0].deviation, sqrt(0.125), ROUNDING);
    assert_near(k[0].flow, (0.25 * 1.0 + 0.2 * 1.5) / 2, ROUNDING);
    assert_near(k[1].density, 0.35, ROUNDING);
    assert_int_equal(k[1].count, 2);
    assert_near(k[2].density, 0.75, ROUNDING);
    assert_true(isnan(k[2].deviation));
    measure_bins_free(&bins);
    assert_true(measure_find_bins(moments + 2, 1, 0.1, &bins));
    assert_int_equal(bins.items.count, 0);
    measure_bins_free(&bins);
}

static void test_weidmann(void **state)
{
    (void)state;
    const double densities[] = {0, 0.5, 1, 2, 3, 4, 5, 5.4, 6};
    const double speeds[] = {1.34, 1.298, 1.058, 0.606, 0.331, 0.156, 0.037, 0, 0};
    for (size_t i = 0; i < sizeof speeds / sizeof speeds[0]; ++i)
        assert_near(measure_weidmann(densities[i]), speeds[i], 5e-4);
}

// ---- passing through a strip --------------------------------------------------------------------

/// Its left is x > 0.
static const wend_segment GATE = {{0, 2}, {0, 0}};

static void test_passages(void **state)
{
    (void)state;
    recording_build b;
    recording_build_start(&b);
    // At 1 m/s through 2 m: inside from frame 10 (x = 0.05) to 29, gone in frame 30.
    add_walk(&b, 1, 0, 40, (wend_vec2){-0.95, 1}, (wend_vec2){0.1, 0});
    // The same way back at half the speed, ten frames later: 20 to 59.
    add_walk(&b, 2, 10, 80, (wend_vec2){2.475, 0.5}, (wend_vec2){-0.05, 0});
    // Turns round inside; leaves sideways; was inside at first; is inside at last.
    add_walk(&b, 3, 0, 15, (wend_vec2){-0.95, 1.5}, (wend_vec2){0.1, 0});
    add_walk(&b, 3, 15, 15, (wend_vec2){0.45, 1.5}, (wend_vec2){-0.1, 0});
    add_walk(&b, 4, 0, 40, (wend_vec2){-0.95, 1}, (wend_vec2){0.1, 0.07});
    add_walk(&b, 5, 0, 40, (wend_vec2){0.05, 1}, (wend_vec2){0.1, 0});
    add_walk(&b, 6, 0, 20, (wend_vec2){-0.95, 1}, (wend_vec2){0.1, 0});
    // A frame is missing inside.
    add_walk(&b, 7, 0, 20, (wend_vec2){-0.95, 1}, (wend_vec2){0.1, 0});
    add_walk(&b, 7, 21, 19, (wend_vec2){1.15, 1}, (wend_vec2){0.1, 0});
    recording r = finish_recording(&b, 10);
    measure_passages p;
    assert_true(measure_find_passages(&r, GATE, 2, &p));
    assert_int_equal(p.items.count, 2);
    const measure_passage *one = &p.items.data[0], *two = &p.items.data[1];
    assert_int_equal(r.agents[one->agent].id, 1);
    assert_int_equal(one->from, 10);
    assert_int_equal(one->to, 30);
    assert_near(one->speed, 1, ROUNDING);
    assert_int_equal(r.agents[two->agent].id, 2);
    assert_int_equal(two->from, 20);
    assert_int_equal(two->to, 60);
    assert_near(two->speed, 0.5, ROUNDING);

    // Its density is the mean of the classic one from `from` on and before `to`.
    wend_vec2 ring[4];
    measure_strip(GATE, 2, ring);
    measure_moment m[90];
    measure_moments(&r, (measure_area){ring, 4}, STEP, m);
    for (size_t i = 0; i < 2; ++i) {
        double sum = 0;
        for (uint32_t f = p.items.data[i].from; f < p.items.data[i].to; ++f)
            sum += m[f].density;
        assert_near(p.items.data[i].density, sum / (p.items.data[i].to - p.items.data[i].from),
                    ROUNDING);
    }
    // In frames 50 to 59 agent 2 is alone: a quarter of a person on a square metre.
    assert_near(m[55].density, 0.25, ROUNDING);
    measure_passages_free(&p);
    recording_free(&r);
}

static void test_lone_passage(void **state)
{
    (void)state;
    recording_build b;
    recording_build_start(&b);
    add_walk(&b, 1, 0, 40, (wend_vec2){-0.95, 1}, (wend_vec2){0.1, 0});
    add_walk(&b, 2, 0, 2, (wend_vec2){-0.5, 1}, (wend_vec2){4, 0}); // over it in one step
    recording r = finish_recording(&b, 10);
    measure_passages p;
    assert_true(measure_find_passages(&r, GATE, 2, &p));
    assert_int_equal(p.items.count, 1);
    assert_near(p.items.data[0].density, 0.25, ROUNDING);
    measure_passages_free(&p);
    recording_free(&r);
}

// ---- maps ---------------------------------------------------------------------------------------

static double value_at(const measure_map *map, uint32_t column, uint32_t row)
{
    return map->values[(size_t)row * map->width + column];
}

static void test_classic_map(void **state)
{
    (void)state;
    recording_build b;
    recording_build_start(&b);
    add_walk(&b, 1, 0, 4, (wend_vec2){0.25, 0.25}, (wend_vec2){0, 0});
    add_walk(&b, 2, 0, 4, (wend_vec2){0.5, 0.25}, (wend_vec2){0.5, 0}); // one column a frame
    add_walk(&b, 3, 0, 4, (wend_vec2){2, 1}, (wend_vec2){0, 0});        // in the far corner
    add_walk(&b, 4, 0, 4, (wend_vec2){-3, 5}, (wend_vec2){0, 0});       // not on the map
    recording r = finish_recording(&b, 2);
    measure_map_rule rule = measure_default_map_rule(&r, MEASURE_DENSITY);
    rule.box = (wend_box){{0, 0}, {2, 1}};
    rule.window = STEP;
    measure_map map;
    assert_true(measure_make_map(&r, &rule, &map));
    assert_int_equal(map.width, 4);
    assert_int_equal(map.height, 2);
    assert_near(value_at(&map, 0, 0), 4, ROUNDING); // one in a quarter of a square metre, always
    assert_near(value_at(&map, 1, 0), 1, ROUNDING); // in one frame of four
    assert_near(value_at(&map, 2, 0), 1, ROUNDING);
    assert_near(value_at(&map, 3, 0), 2, ROUNDING); // x = 1.5, and x = 2, which is the border
    assert_near(value_at(&map, 3, 1), 4, ROUNDING);
    assert_near(value_at(&map, 0, 1), 0, 0);
    assert_near(map.least, 0, 0);
    assert_near(map.most, 4, ROUNDING);
    measure_map_free(&map);

    rule.kind = MEASURE_SPEED;
    assert_true(measure_make_map(&r, &rule, &map));
    assert_near(value_at(&map, 0, 0), 0, 0);
    assert_near(value_at(&map, 2, 0), 1, ROUNDING);
    assert_true(isnan(value_at(&map, 0, 1)));
    assert_near(map.most, 1, ROUNDING);
    measure_map_free(&map);

    rule.kind = MEASURE_DENSITY; // only frames 1 and 3
    rule.first = 1;
    rule.every = 2;
    assert_true(measure_make_map(&r, &rule, &map));
    assert_near(value_at(&map, 1, 0), 0, 0);
    assert_near(value_at(&map, 2, 0), 2, ROUNDING);
    measure_map_free(&map);
    rule.first = 2; // only frame 2
    rule.last = 2;
    assert_true(measure_make_map(&r, &rule, &map));
    assert_near(value_at(&map, 3, 0), 4, ROUNDING);
    measure_map_free(&map);
    rule.first = 4; // none
    assert_true(measure_make_map(&r, &rule, &map));
    assert_true(isnan(value_at(&map, 0, 0)) && isnan(map.most));
    measure_map_free(&map);
    recording_free(&r);
}

static void test_map_limits(void **state)
{
    (void)state;
    // Nobody; one person; two very far from each other.
    recording_build b;
    recording_build_start(&b);
    recording none = finish_recording(&b, 1);
    measure_map_rule rule = measure_default_map_rule(&none, MEASURE_SPEED);
    measure_map map;
    assert_true(measure_make_map(&none, &rule, &map));
    assert_int_equal(map.width * map.height, 1);
    assert_true(isnan(map.values[0]));
    measure_map_free(&map);
    recording_free(&none);

    recording_build_start(&b);
    add_row(&b, 1, 0, 7, 7);
    recording one = finish_recording(&b, 1);
    rule = measure_default_map_rule(&one, MEASURE_DENSITY);
    assert_true(measure_make_map(&one, &rule, &map));
    assert_int_equal(map.width * map.height, 1);
    assert_near(map.values[0], 4, ROUNDING);
    measure_map_free(&map);
    recording_free(&one);

    recording_build_start(&b);
    add_row(&b, 1, 0, -1e9, -1e9);
    add_row(&b, 2, 0, 1e9, 1e9);
    recording two = finish_recording(&b, 1);
    rule = measure_default_map_rule(&two, MEASURE_DENSITY);
    assert_true(measure_make_map(&two, &rule, &map));
    assert_true((uint64_t)map.width * map.height <= MEASURE_MAX_CELLS);
    double people = 0;
    for (size_t i = 0; i < (size_t)map.width * map.height; ++i)
        people += map.values[i] * map.cell * map.cell;
    assert_near(people, 2, 1e-9);
    measure_map_free(&map);
    recording_free(&two);
}

/// The full width at half the height of the Gaussians here.
#define WIDTH 0.6

static double sigma(void)
{
    return WIDTH / (2 * sqrt(2 * log(2)));
}

static void test_gaussian_map(void **state)
{
    (void)state;
    recording_build b;
    recording_build_start(&b);
    add_walk(&b, 1, 0, 3, (wend_vec2){0, 0}, (wend_vec2){0, 0});
    recording r = finish_recording(&b, 1);
    measure_map_rule rule = measure_default_map_rule(&r, MEASURE_DENSITY);
    rule.width = WIDTH;
    rule.cell = 0.1;
    rule.box = (wend_box){{-3.05, -3.05}, {3.05, 3.05}};
    measure_map map;
    assert_true(measure_make_map(&r, &rule, &map));
    assert_int_equal(map.width, 61);
    double people = 0;
    for (size_t i = 0; i < (size_t)map.width * map.height; ++i)
        people += map.values[i] * map.cell * map.cell;
    assert_near(people, 1, 1e-5);
    double peak = 1 / (2 * PI * sigma() * sigma());
    assert_near(value_at(&map, 30, 30), peak, 1e-9);
    assert_near(value_at(&map, 33, 30), peak / 2, 1e-9); // half the width away
    assert_near(value_at(&map, 30, 27), peak / 2, 1e-9);
    measure_map_free(&map);
    recording_free(&r);
}

/// The map's value by its definition, with no cut.
static double gaussian_by_definition(const recording *r, const measure_map *map, uint32_t column,
                                     uint32_t row, bool speed)
{
    double weights = 0, values = 0;
    for (size_t i = 0; i < r->row_count; ++i) {
        double x = r->at[i].x - map->origin.x - (column + 0.5) * map->cell;
        double y = r->at[i].y - map->origin.y - (row + 0.5) * map->cell;
        double weight =
            exp(-(x * x + y * y) / (2 * sigma() * sigma())) / (2 * PI * sigma() * sigma());
        weights += weight;
        values += weight * measure_speed(r, i, STEP);
    }
    return speed ? values / weights : weights / r->frame_count;
}

static void test_gaussian_map_by_definition(void **state)
{
    (void)state;
    const uint64_t seed = 11;
    wend_random random = wend_random_stream(seed, 0);
    recording_build b;
    recording_build_start(&b);
    for (uint32_t agent = 0; agent < 20; ++agent)
        for (uint32_t f = 0; f < 10; ++f) {
            double x = wend_random_between(&random, 100, 103);
            add_row(&b, agent, f, x, wend_random_between(&random, -50, -48));
        }
    recording r = finish_recording(&b, 5);
    for (int speed = 0; speed < 2; ++speed) {
        measure_map_rule rule =
            measure_default_map_rule(&r, speed ? MEASURE_SPEED : MEASURE_DENSITY);
        rule.width = WIDTH;
        rule.cell = 0.2;
        rule.window = STEP;
        measure_map map;
        assert_true(measure_make_map(&r, &rule, &map));
        for (uint32_t row = 0; row < map.height; ++row)
            for (uint32_t column = 0; column < map.width; ++column)
                assert_near(value_at(&map, column, row),
                            gaussian_by_definition(&r, &map, column, row, speed), 2e-4);
        measure_map_free(&map);
    }
    recording_free(&r);
}

// ---- memory -------------------------------------------------------------------------------------

static bool measure_all(const void *argument)
{
    const recording *r = argument;
    measure_passages p = {0};
    measure_bins bins = {0};
    measure_map map = {0};
    const measure_moment moments[] = {{1, 1, 1}};
    measure_map_rule rule = measure_default_map_rule(r, MEASURE_SPEED);
    rule.width = 1;
    bool done = measure_find_passages(r, GATE, 2, &p) && measure_find_bins(moments, 1, 1, &bins) &&
                measure_make_map(r, &rule, &map);
    measure_passages_free(&p);
    measure_bins_free(&bins);
    measure_map_free(&map);
    return done;
}

static void test_memory(void **state)
{
    (void)state;
    recording_build b;
    recording_build_start(&b);
    add_walk(&b, 1, 0, 40, (wend_vec2){-0.95, 1}, (wend_vec2){0.1, 0});
    recording r = finish_recording(&b, 10);
    assert_int_equal(count_failures(measure_all, &r), 7);
    recording_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moments),
        cmocka_unit_test(test_bins),
        cmocka_unit_test(test_weidmann),
        cmocka_unit_test(test_passages),
        cmocka_unit_test(test_lone_passage),
        cmocka_unit_test(test_classic_map),
        cmocka_unit_test(test_map_limits),
        cmocka_unit_test(test_gaussian_map),
        cmocka_unit_test(test_gaussian_map_by_definition),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
