// SPDX-License-Identifier: MIT
// Building a raster: threads that change no bit, what is refused, memory that fails, and the
// pictures that are made of what was built.
#include "tests/raster/raster_support.h"

static wend_raster_site sites[MOST_RASTER_SITES];
static site_plan plan;

static wend_raster_def def_of_plan(uint32_t width, uint32_t height)
{
    return raster_def_of(sites, sites_of_plan(&plan, sites), box_around_plan(&plan), width, height);
}

static void threads_change_nothing(void **state)
{
    (void)state;
    for (uint32_t kind = 0; kind < MANG_KINDS; kind += long_tier() ? 1 : 4) {
        wend_random random = wend_random_stream(11, kind);
        make_mang_plan(&plan, kind, &random);
        wend_raster_def def = def_of_plan(300, 240);
        uint64_t hashes[3];
        for (uint32_t i = 0; i < COUNT(hashes); ++i) {
            const uint32_t workers[] = {1, 2, 5};
            wend_tasks_def tasks_def = wend_default_tasks_def();
            wend_tasks *tasks;
            tasks_def.worker_count = workers[i];
            assert_int_equal(wend_tasks_create(&tasks_def, &tasks, NULL), WEND_OK);
            wend_raster *raster = raster_of(&def, tasks);
            hashes[i] = hash_of_raster(raster);
            wend_raster_destroy(raster);
            wend_tasks_destroy(tasks);
        }
        assert_true(hashes[0] == hashes[1] && hashes[0] == hashes[2]);
    }
}

// One pixel, a row of them, a column, a block and one more.
static void rasters_of_any_size_are_built(void **state)
{
    (void)state;
    const uint32_t sizes[][2] = {{1, 1},  {1, 2},  {2, 1}, {2, 2},
                                 {1, 70}, {70, 1}, {3, 2}, {33, 32}};
    for (uint32_t kind = 0; kind < MANG_KINDS; ++kind) {
        wend_random random = wend_random_stream(13, kind);
        make_mang_plan(&plan, kind, &random);
        for (uint32_t i = 0; i < COUNT(sizes); ++i) {
            wend_raster_def def = def_of_plan(sizes[i][0], sizes[i][1]);
            wend_raster *raster = raster_of(&def, NULL);
            wend_raster_view view = wend_raster_view_of(raster);
            assert_int_equal(view.width * view.height, sizes[i][0] * sizes[i][1]);
            for (uint32_t p = 0; p < view.width * view.height; ++p)
                assert_true(view.first[p] < view.region_count || view.region_count == 0);
            wend_raster_destroy(raster);
        }
    }
}

static void pictures_show_labels(void **state)
{
    (void)state;
    static wend_colour pixels[60 * 50];
    memset(&plan, 0, sizeof plan);
    plan_bounds(&plan, 0, 0, 6, 5);
    plan_agent(&plan, 1.5, 2.5, 0.2);
    plan_agent(&plan, 4.5, 2.5, 0.2);
    wend_raster_def def =
        raster_def_of(sites, sites_of_plan(&plan, sites), (wend_box){{0, 0}, {6, 5}}, 60, 50);
    wend_raster *raster = raster_of(&def, NULL);
    for (uint32_t i = WEND_RASTER_FIRST; i <= WEND_RASTER_DISTANCE; ++i) {
        memset(pixels, 0, sizeof pixels);
        wend_raster_paint(raster, i, pixels);
        for (uint32_t k = 0; k < COUNT(pixels); ++k)
            assert_int_equal(pixels[k] & 0xff, 0xff);
    }
    wend_raster_paint(raster, WEND_RASTER_FIRST, pixels);
    assert_true(pixels[25 * 60 + 15] != pixels[25 * 60 + 45]);
    wend_raster_paint(raster, WEND_RASTER_SECOND_ORDER, pixels); // one pair on both sides
    assert_true(pixels[25 * 60 + 28] == pixels[25 * 60 + 31]);
    wend_raster_destroy(raster);
}

// ---- misuse, memory -----------------------------------------------------------------------------

static void bad_defs_are_refused(void **state)
{
    (void)state;
    const wend_vec2 line[] = {{0, 0}, {1, 1}}, far_away = {2e9, 0}, not_finite = {NAN, 0};
    static const uint32_t blobs[4] = {0, 3, 0, 0};
    wend_raster *raster;
    assert_int_equal(wend_raster_create(NULL, &raster, NULL), WEND_OK);
    const wend_raster_def good = {.box = {{0, 0}, {1, 1}},
                                  .width = 2,
                                  .height = 2,
                                  .mang = wend_default_mang_def(),
                                  .cookie = wend_default_raster_def().cookie};
    static const wend_vec2 corners[] = {{0, 0}, {1, 0}, {1, 1}};
    static const uint32_t ends[] = {2};
    wend_raster_def bad[18];
    wend_raster_site one[] = {{.shape = {line, NULL, 0, 2}, .radius = 1},
                              {.shape = {&far_away, NULL, 0, 1}},
                              {.shape = {&not_finite, NULL, 0, 1}},
                              {.shape = {line, NULL, 0, 2}, .hollow = true},
                              {.shape = {line, NULL, 0, 0}},
                              {.shape = {line, NULL, 0, 1}, .radius = -1},
                              {.shape = {NULL, NULL, 0, 1}},
                              {.shape = {corners, ends, 0, 3}, .hollow = true},
                              {.shape = {corners, ends, 1, 3}}};
    for (uint32_t i = 0; i < COUNT(bad); ++i)
        bad[i] = good;
    bad[0].cookie = 0;
    bad[1].width = 0;
    bad[2].width = bad[2].height = 1 << 14;
    bad[3].box.max.x = 0;
    bad[4].mang.min_clearance = 0;
    bad[5].blobs = blobs;
    bad[5].blob_count = 2;
    for (uint32_t i = 0; i < COUNT(one); ++i) {
        bad[6 + i].sites = &one[i];
        bad[6 + i].site_count = 1;
    }
    bad[15].site_count = 1;
    bad[16].mang.comfort = NAN;
    bad[17].mang.comfort = INFINITY;
    for (uint32_t i = 0; i < COUNT(bad); ++i) {
        wend_error error = {.result = WEND_OK};
        assert_true(wend_failed(wend_raster_build(raster, &bad[i], NULL, &error)));
        assert_true(wend_failed(error.result) && error.text[0]);
        assert_int_equal(wend_raster_view_of(raster).width, 0);
        assert_int_equal(wend_raster_graph(raster)->vertex_count, 0);
    }
    assert_int_equal(wend_raster_build(raster, &good, NULL, NULL), WEND_OK);
    wend_raster_view view = wend_raster_view_of(raster);
    assert_true(view.first[3] == WEND_RASTER_NONE && view.first_distance[0] == INFINITY);
    wend_raster_destroy(raster);
}

// Every request for memory fails once; and when it is warm there are none.
static void memory_may_fail(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(5, 5);
    make_mang_plan(&plan, 4, &random);
    wend_raster_def def = def_of_plan(90, 70);
    failing_allocator memory = {0};
    wend_allocator allocator = failing_allocator_of(&memory);
    for (bool done = false; !done;) {
        wend_raster *raster;
        wend_error error;
        memory.calls = 0;
        ++memory.fail_at;
        done = wend_raster_create(&allocator, &raster, &error) == WEND_OK &&
               wend_raster_build(raster, &def, NULL, &error) == WEND_OK;
        if (!done)
            assert_int_equal(error.result, WEND_OUT_OF_MEMORY);
        if (done) {
            memory.calls = 0;
            assert_int_equal(wend_raster_build(raster, &def, NULL, &error), WEND_OK);
            assert_int_equal(memory.calls, 0);
        }
        wend_raster_destroy(raster);
        assert_int_equal(memory.bytes, 0);
    }
    assert_true(memory.fail_at > 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_change_nothing), cmocka_unit_test(rasters_of_any_size_are_built),
        cmocka_unit_test(pictures_show_labels),   cmocka_unit_test(bad_defs_are_refused),
        cmocka_unit_test(memory_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
