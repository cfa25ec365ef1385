// SPDX-License-Identifier: MIT
// The area that discs sweep, held against the distance of every cell.
#include "tests/support/failing_malloc.h"
#include "tests/support/support.h"

#include "measure/swept_area.h"
#include "wend/geometry.h"
#include "wend/random.h"

#include <math.h>

#define PI 3.14159265358979323846

static const wend_box room = {{-3, -2}, {5, 4}};

static void test_sweep(void **state)
{
    (void)state;
    int rounds = long_tier() ? 2000 : 200;
    for (int i = 0; i < rounds; ++i) {
        wend_random random = wend_random_stream(2012, (uint64_t)i);
        swept s;
        assert_true(swept_create(&s, room, wend_random_between(&random, 0.05, 0.6)));
        // Also ways beyond the raster, along the axes, and of no length.
        wend_vec2 a = {wend_random_between(&random, -5, 7), wend_random_between(&random, -4, 6)};
        wend_vec2 b = {wend_random_between(&random, -5, 7), wend_random_between(&random, -4, 6)};
        uint32_t kind = wend_random_below(&random, 4);
        b.x = kind == 1 || kind == 3 ? a.x : b.x;
        b.y = kind == 2 || kind == 3 ? a.y : b.y;
        double radius = wend_random_between(&random, 0, 2);
        swept_add(&s, a, b, radius);
        double cells = 0;
        for (uint32_t row = 0; row < s.height; ++row)
            for (uint32_t column = 0; column < s.width; ++column) {
                wend_vec2 centre = {s.origin.x + (column + 0.5) * s.cell,
                                    s.origin.y + (row + 0.5) * s.cell};
                double distance = wend_segment_distance((wend_segment){a, b}, centre);
                bool used = swept_at(&s, column, row);
                cells += used;
                if (used != (distance <= radius) && fabs(distance - radius) > 1e-12)
                    fail_msg("round %d: cell %u, %u", i, (unsigned)column, (unsigned)row);
            }
        assert_true(fabs(swept_area(&s) - cells * s.cell * s.cell) < 1e-9);
        swept_free(&s);
    }
}

static void test_areas(void **state)
{
    (void)state;
    swept a, b;
    assert_true(swept_create(&a, room, 0) && swept_create(&b, room, 0));
    assert_true(a.cell == SWEPT_CELL && swept_area(&a) == 0);
    // A disc of 0.5 m that goes 2 m, and the same way twice.
    swept_add(&a, (wend_vec2){0, 0}, (wend_vec2){2, 0}, 0.5);
    swept_add(&a, (wend_vec2){2, 0}, (wend_vec2){0, 0}, 0.5);
    assert_true(fabs(swept_area(&a) - (2 + PI / 4)) < 0.03);
    assert_true(swept_area_beyond(&a, &b) == swept_area(&a));
    assert_true(swept_area_beyond(&b, &a) == 0);
    swept_add(&b, (wend_vec2){1, 0}, (wend_vec2){3, 0}, 0.5);
    assert_true(fabs(swept_area_beyond(&a, &b) - 1) < 0.03);
    assert_true(fabs(swept_area_beyond(&b, &a) - 1) < 0.03);
    swept_free(&a);
    swept_free(&b);
    // The box makes no difference to what is counted in it.
    assert_true(swept_create(&a, room, 0) &&
                swept_create(&b, (wend_box){{-3.33, -7}, {50, 60}}, 0));
    swept_add(&a, (wend_vec2){0.1, 0.7}, (wend_vec2){2, 1}, 0.3);
    swept_add(&b, (wend_vec2){0.1, 0.7}, (wend_vec2){2, 1}, 0.3);
    assert_true(swept_area(&a) == swept_area(&b));
    swept_free(&a);
    swept_free(&b);
}

static void test_limits(void **state)
{
    (void)state;
    swept s;
    assert_true(swept_create(&s, (wend_box){{-1e9, -1e9}, {1e9, 1e9}}, 0));
    assert_true((uint64_t)s.width * s.height <= SWEPT_MAX_CELLS);
    swept_add(&s, (wend_vec2){-1e9, -1e9}, (wend_vec2){1e9, 1e9}, 1e6);
    assert_true(swept_area(&s) > 0);
    swept_free(&s);
    assert_true(swept_create(&s, wend_box_empty(), 0));
    assert_true(s.width == 1 && s.height == 1);
    swept_free(&s);
    allocations = 0;
    failing_allocation = 1;
    assert_false(swept_create(&s, room, 0));
    failing_allocation = 0;
    swept_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sweep),
        cmocka_unit_test(test_areas),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests_name("swept", tests, NULL, NULL);
}
