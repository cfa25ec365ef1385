// SPDX-License-Identifier: MIT
// The labels of a raster: nearest and second-nearest sites of every pixel against the slow way;
// culling and vectors that change no bit; the document's culling, which does; blobs; what is solid.
#include "tests/raster/raster_support.h"

// Distances of labels are trusted to a few ties, and to the rounding of floats in a block.
#define LABEL_TIES         4
#define LABEL_GRAIN_ROUNDS 1e-4

static wend_raster_site sites[MOST_RASTER_SITES];
static site_plan plan;

static wend_raster_def def_of_plan(uint32_t width, uint32_t height)
{
    return raster_def_of(sites, sites_of_plan(&plan, sites), box_around_plan(&plan), width, height);
}

// ---- labels -------------------------------------------------------------------------------------

static bool pixel_is_right(const wend_raster *raster, uint32_t pixel, uint32_t site_count)
{
    wend_raster_view view = wend_raster_view_of(raster);
    wend_vec2 p = raster_pixel_centre(raster, pixel);
    uint32_t first =
        view.first[pixel] == WEND_RASTER_NONE ? WEND_RASTER_NONE : view.site_of[view.first[pixel]];
    if (site_count == 0)
        return first == WEND_RASTER_NONE;
    double least = INFINITY, second_least = INFINITY, tie = LABEL_TIES * WEND_RASTER_TIE;
    double rounding = LABEL_GRAIN_ROUNDS * raster_grain(raster);
    for (uint32_t i = 0; i < site_count; ++i) {
        double distance = distance_to_shape(&sites[i], p);
        least = fmin(least, distance);
        if (i != first)
            second_least = fmin(second_least, distance);
    }
    double distance = distance_to_shape(&sites[first], p);
    bool right = distance <= least * (1 + tie) + rounding &&
                 fabs(view.first_distance[pixel] - distance) <= distance * tie + rounding;
    bool asked = sites[first].radius > 0 && site_count > 1;
    if (!asked)
        return right && view.second[pixel] == WEND_RASTER_NONE;
    distance = distance_to_shape(&sites[view.site_of[view.second[pixel]]], p);
    return right && view.site_of[view.second[pixel]] != first &&
           distance <= second_least * (1 + tie) + rounding &&
           fabs(view.second_distance[pixel] - distance) <= distance * tie + rounding;
}

// Some pixels of scenes of all kinds: those around a place, and others anywhere.
static void every_pixel_has_its_two_nearest(void **state)
{
    (void)state;
    wend_raster *raster;
    assert_int_equal(wend_raster_create(NULL, &raster, NULL), WEND_OK);
    uint32_t rounds = long_tier() ? 40 : 2;
    for (uint32_t round = 0; round < rounds; ++round)
        for (uint32_t kind = 0; kind < MANG_KINDS; ++kind) {
            wend_random random = wend_random_stream(round, kind);
            make_mang_plan(&plan, kind, &random);
            uint32_t width = 1 + wend_random_below(&random, 300);
            uint32_t height = 1 + wend_random_below(&random, 300);
            wend_raster_def def = def_of_plan(width, height);
            def.keep_undersampled = true; // labels as they are defined
            assert_int_equal(wend_raster_build(raster, &def, NULL, NULL), WEND_OK);
            for (uint32_t i = 0; i < 500; ++i) {
                uint32_t pixel = wend_random_below(&random, width * height);
                if (pixel_is_right(raster, pixel, def.site_count))
                    continue;
                print_plan(&plan);
                fail_msg("round %u, kind %u: pixel %u of %u x %u", (unsigned)round, (unsigned)kind,
                         (unsigned)pixel, (unsigned)width, (unsigned)height);
            }
        }
    wend_raster_destroy(raster);
}

// All pieces for every block give the same bits as those that the quadtree has kept, and so do
// vectors of any width.
static void culling_and_vectors_change_nothing(void **state)
{
    (void)state;
    for (uint32_t kind = 0; kind < MANG_KINDS; ++kind) {
        wend_random random = wend_random_stream(7, kind);
        make_mang_plan(&plan, kind, &random);
        wend_raster_def def = def_of_plan(203, 131);
        wend_raster *raster = raster_of(&def, NULL);
        uint64_t kept = wend_raster_timing(raster).candidates;
        uint64_t hash = hash_of_raster(raster);
        raster_kernel *kernels[] = {wend_raster_kernel_plain(), wend_raster_kernel_8(),
                                    wend_raster_kernel_16()};
        for (uint32_t i = 0; i < COUNT(kernels); ++i) {
            raster->everything = i == 0;
            if (!kernels[i])
                continue;
            raster->kernel = kernels[i];
            assert_int_equal(wend_raster_build(raster, &def, NULL, NULL), WEND_OK);
            if (hash_of_raster(raster) != hash)
                fail_msg("kind %u, kernel %u: another hash", (unsigned)kind, (unsigned)i);
            assert_true(wend_raster_timing(raster).candidates >= kept);
        }
        wend_raster_destroy(raster);
    }
}

// ---- the document's bounds ----------------------------------------------------------------------

enum { SQUARE = 320, LEAVES = SQUARE / RASTER_LEAF };

// Where the document draws a site: the quad of section 6.1, between the bisectors of the centre of
// its leaf and those of the nearest leaves with a site in the same row and column, and a leaf more.
static wend_box quad_of(wend_vec2 site, const uint8_t *occupied)
{
    wend_box quad = {{0, 0}, {SQUARE, SQUARE}};
    int x = (int)site.x / RASTER_LEAF, y = (int)site.y / RASTER_LEAF;
    for (int i = LEAVES - 1; i >= 0; --i) {
        double between_x = RASTER_LEAF * (x + i + 1) / 2.0;
        double between_y = RASTER_LEAF * (y + i + 1) / 2.0;
        if (i > x && occupied[y * LEAVES + i])
            quad.max.x = between_x + RASTER_LEAF;
        if (i > y && occupied[i * LEAVES + x])
            quad.max.y = between_y + RASTER_LEAF;
    }
    for (int i = 0; i < LEAVES; ++i) {
        double between_x = RASTER_LEAF * (x + i + 1) / 2.0;
        double between_y = RASTER_LEAF * (y + i + 1) / 2.0;
        if (i < x && occupied[y * LEAVES + i])
            quad.min.x = between_x - RASTER_LEAF;
        if (i < y && occupied[i * LEAVES + x])
            quad.min.y = between_y - RASTER_LEAF;
    }
    return quad;
}

// How many pixels lie outside of the quad of the site that is nearest to them.
static uint32_t missed_by_quads(const wend_vec2 *places, uint32_t count)
{
    static uint8_t occupied[LEAVES * LEAVES];
    uint32_t missed = 0;
    memset(occupied, 0, sizeof occupied);
    for (uint32_t i = 0; i < count; ++i) {
        occupied[(int)places[i].y / RASTER_LEAF * LEAVES + (int)places[i].x / RASTER_LEAF] = 1;
        sites[i] = (wend_raster_site){.shape = {&places[i], NULL, 0, 1}, .radius = 1};
    }
    wend_raster_def def =
        raster_def_of(sites, count, (wend_box){{0, 0}, {SQUARE, SQUARE}}, SQUARE, SQUARE);
    wend_raster *raster = raster_of(&def, NULL);
    wend_raster_view view = wend_raster_view_of(raster);
    for (uint32_t i = 0; i < SQUARE * SQUARE; ++i) {
        wend_box quad = quad_of(places[view.site_of[view.first[i]]], occupied);
        missed += wend_box_distance(quad, raster_pixel_centre(raster, i)) > 0;
    }
    wend_raster_destroy(raster);
    return missed;
}

static void the_documents_bounds_are_not_safe(void **state)
{
    (void)state;
    // Side by side in two leaves, but one nearly above the other: they part the square into an
    // upper and a lower half, and each quad ends a leaf beyond the leaves' common border.
    const wend_vec2 two[] = {{159, 130}, {161, 158}};
    assert_true(missed_by_quads(two, 2) > SQUARE * SQUARE / 3);
    wend_random random = wend_random_stream(1, 1);
    uint32_t missed = 0, rounds = 10;
    for (uint32_t round = 0; round < rounds; ++round) {
        wend_vec2 places[20];
        for (uint32_t i = 0; i < COUNT(places); ++i)
            places[i] = (wend_vec2){wend_random_between(&random, 0, SQUARE),
                                    wend_random_between(&random, 0, SQUARE)};
        missed += missed_by_quads(places, COUNT(places));
    }
    print_message("the document's quads miss %.2f %% of the pixels of 20 random sites\n",
                  100.0 * missed / rounds / (SQUARE * SQUARE));
    assert_true(missed > 0);
}

// ---- blobs --------------------------------------------------------------------------------------

enum { BITMAP = 40 };

static void flood(const uint8_t *occupied, uint32_t *labels, uint32_t pixel, uint32_t label)
{
    static uint32_t stack[4 * BITMAP * BITMAP];
    uint32_t count = 0;
    stack[count++] = pixel;
    while (count > 0) {
        uint32_t p = stack[--count];
        if (!occupied[p] || labels[p])
            continue;
        labels[p] = label;
        if (p % BITMAP > 0)
            stack[count++] = p - 1;
        if (p % BITMAP < BITMAP - 1)
            stack[count++] = p + 1;
        if (p >= BITMAP)
            stack[count++] = p - BITMAP;
        if (p < BITMAP * (BITMAP - 1))
            stack[count++] = p + BITMAP;
    }
}

static void blobs_hang_together(void **state)
{
    (void)state;
    static uint8_t occupied[BITMAP * BITMAP];
    static uint32_t blobs[BITMAP * BITMAP], wanted[BITMAP * BITMAP];
    for (uint32_t round = 0; round < 50; ++round) {
        wend_random random = wend_random_stream(3, round);
        uint32_t count = 0, share = 1 + round % 9;
        for (uint32_t i = 0; i < BITMAP * BITMAP; ++i)
            occupied[i] = wend_random_below(&random, 10) < share;
        memset(wanted, 0, sizeof wanted);
        for (uint32_t i = 0; i < BITMAP * BITMAP; ++i)
            if (occupied[i] && !wanted[i])
                flood(occupied, wanted, i, ++count);
        assert_int_equal(wend_raster_blobs(occupied, BITMAP, BITMAP, blobs), count);
        assert_memory_equal(blobs, wanted, sizeof blobs);
    }
}

static double distance_to_blob(const uint32_t *blobs, uint32_t blob, double x, double y)
{
    double least = INFINITY;
    for (uint32_t i = 0; i < BITMAP * BITMAP; ++i)
        if (blobs[i] == blob + 1)
            least = fmin(least, hypot(fmax(fabs(i % BITMAP + 0.5 - x) - 0.5, 0),
                                      fmax(fabs(i / BITMAP + 0.5 - y) - 0.5, 0)));
    return least;
}

// Blobs are squares, not points; and they mix with agents.
static void blobs_are_sites(void **state)
{
    (void)state;
    static uint8_t occupied[BITMAP * BITMAP];
    static uint32_t blobs[BITMAP * BITMAP];
    wend_raster *raster;
    assert_int_equal(wend_raster_create(NULL, &raster, NULL), WEND_OK);
    for (uint32_t round = 0; round < 20; ++round) {
        wend_random random = wend_random_stream(4, round);
        const wend_vec2 agent = {wend_random_between(&random, 0, BITMAP),
                                 wend_random_between(&random, 0, BITMAP)};
        sites[0] = (wend_raster_site){.shape = {&agent, NULL, 0, 1}, .radius = 0.3};
        for (uint32_t i = 0; i < BITMAP * BITMAP; ++i)
            occupied[i] = wend_random_below(&random, 12) <= round / 7;
        wend_raster_def def =
            raster_def_of(sites, 1, (wend_box){{0, 0}, {BITMAP, BITMAP}}, BITMAP, BITMAP);
        def.blobs = blobs;
        def.blob_count = wend_raster_blobs(occupied, BITMAP, BITMAP, blobs);
        def.keep_undersampled = true;
        assert_int_equal(wend_raster_build(raster, &def, NULL, NULL), WEND_OK);
        wend_raster_view view = wend_raster_view_of(raster);
        for (uint32_t n = 0; n < 20; ++n) {
            uint32_t i = wend_random_below(&random, BITMAP * BITMAP), blob = 0;
            double x = i % BITMAP + 0.5, y = i / BITMAP + 0.5, least = INFINITY;
            for (uint32_t k = 0; k < def.blob_count; ++k) {
                double distance = distance_to_blob(blobs, k, x, y);
                blob = distance < least ? k : blob;
                least = fmin(least, distance);
            }
            double away = hypot(agent.x - x, agent.y - y);
            bool agents = away < least;
            double found = agents ? view.second_distance[i] : view.first_distance[i];
            assert_true(fabs(found - least) <= 1e-4);
            assert_int_equal(view.site_of[view.first[i]] == 0, agents);
            if (blobs[i])
                assert_int_equal(view.site_of[view.first[i]], blobs[i]);
        }
    }
    wend_raster_destroy(raster);
}

// ---- solid --------------------------------------------------------------------------------------

// A square with a courtyard in a room: each of its places is told.
static void solid_pixels_are_the_sites_own(void **state)
{
    (void)state;
    memset(&plan, 0, sizeof plan);
    plan_bounds(&plan, 0, 0, 20, 20);
    plan_box(&plan, 4, 4, 16, 16);
    plan_hole(&plan, (wend_vec2[]){{8, 8}, {12, 8}, {12, 12}, {8, 12}}, 4);
    plan_agent(&plan, 10, 10, 0.2);
    plan.centre = (wend_vec2){10, 10};
    plan.size = 10;
    wend_raster_def def = def_of_plan(220, 220);
    wend_raster *raster = raster_of(&def, NULL);
    wend_raster_view view = wend_raster_view_of(raster);
    const struct {
        double x, y;
        uint32_t site;
        double distance;
    } wanted[] = {{-0.5, 10, 0, 0},       {10, 20.5, 0, 0},   {1.05, 10.05, 0, 1.05},
                  {3.05, 10.05, 1, 0.95}, {5.05, 5.05, 1, 0}, {10.05, 10.05, 2, 0.0707},
                  {8.55, 10.05, 1, 0.55}};
    for (uint32_t i = 0; i < COUNT(wanted); ++i) {
        uint32_t x = (uint32_t)floor((wanted[i].x + 1) * 10);
        uint32_t y = (uint32_t)floor((wanted[i].y + 1) * 10), pixel = y * 220 + x;
        assert_int_equal(view.site_of[view.first[pixel]], wanted[i].site);
        assert_true(fabs(view.first_distance[pixel] - wanted[i].distance) < 1e-3);
    }
    wend_raster_destroy(raster);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pixel_has_its_two_nearest),
        cmocka_unit_test(culling_and_vectors_change_nothing),
        cmocka_unit_test(the_documents_bounds_are_not_safe),
        cmocka_unit_test(blobs_hang_together),
        cmocka_unit_test(blobs_are_sites),
        cmocka_unit_test(solid_pixels_are_the_sites_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
