// SPDX-License-Identifier: MIT
// Multi-agent navigation graphs of scenes at random: all that wend/mang.h promises, who is near
// whom, and sizes that grow with the number of agents. `make test-long` looks at thousands of
// scenes.
#include "tests/oracle/mang.h"

enum { SEED = 73 };

typedef struct trial {
    site_plan plan;
    wend_voronoi *voronoi;
    wend_mang *mang;
    wend_mang_def def;
    wend_random random;
    uint32_t number;
} trial;

static trial one; // too large for the stack

static void start(trial *t, uint32_t number)
{
    wend_voronoi_def def = wend_default_voronoi_def();
    wend_error error;
    t->number = number;
    t->random = wend_random_stream(SEED, number);
    make_mang_plan(&t->plan, number % MANG_KINDS, &t->random);
    t->voronoi = try_plan(&t->plan, 0, &def, &error);
    if (!t->voronoi)
        fail_msg("scene %u: %s", (unsigned)number, wend_error_text(&error));
    t->def = wend_default_mang_def();
    t->def.comfort = wend_random_between(&t->random, 0.1, 3);
    t->def.agent_comfort = t->def.comfort * wend_random_between(&t->random, 0, 1);
    t->def.min_clearance = t->def.comfort * wend_random_between(&t->random, 0.01, 1);
    if (wend_mang_build(t->mang, t->voronoi, &t->def, NULL, &error) != WEND_OK)
        fail_msg("scene %u: %s", (unsigned)number, wend_error_text(&error));
}

static void stumble(const trial *t, const mang_view *v)
{
    print_plan(&t->plan);
    fail_msg("scene %u of seed %d, %s, at %.17g %.17g: %s", (unsigned)t->number, SEED, t->plan.kind,
             v->place.x, v->place.y, v->fault);
}

static bool neighbours_are_right(trial *t, mang_view *v)
{
    static wend_proximity near[MOST_AGENTS];
    uint32_t points = long_tier() ? 40 : 4;
    assert_true(v->graph->cell_count <= MOST_AGENTS);
    wend_mang_proximity(t->mang, t->voronoi, near);
    for (uint32_t i = 0; i < v->graph->cell_count; ++i)
        if (!proximity_is_right(v, i, &near[i]))
            return false;
    for (uint32_t i = 0; i < points; ++i)
        if (!nearest_two_are_right(v, place_in_plan(&t->plan, &t->random)))
            return false;
    return true;
}

// One graph is used for all scenes, as worlds do: nothing of the last one may be left over.
static void test_scenes(void **state)
{
    (void)state;
    trial *t = &one;
    uint32_t scenes = (long_tier() ? 400 : 8) * MANG_KINDS, cells = 0, links = 0;
    assert_int_equal(wend_mang_create(NULL, &t->mang, NULL), WEND_OK);
    for (uint32_t i = 0; i < scenes; ++i) {
        start(t, i);
        mang_view v = view_of(t->voronoi, t->mang, &t->def);
        if (!graph_is_right(&v) || !neighbours_are_right(t, &v))
            stumble(t, &v);
        cells += v.graph->cell_count;
        for (uint32_t c = 0; c < v.graph->cell_count; ++c)
            links += v.graph->cells[c].link_count;
        wend_voronoi_destroy(t->voronoi);
    }
    assert_true(cells > 10 * scenes && links > 3 * cells); // there was something to look at
    wend_mang_destroy(t->mang);
}

// ---- how it grows -------------------------------------------------------------------------------

// Each red edge is in the list of a cell at most twice, and a tree of k leaves has no more than
// 2 k - 3 edges; a planar graph has fewer than three edges for each site.
static void test_size(void **state)
{
    (void)state;
    wend_mang *mang;
    wend_mang_def def = wend_default_mang_def();
    assert_int_equal(wend_mang_create(NULL, &mang, NULL), WEND_OK);
    for (uint32_t count = 500; count <= 8000; count *= 4) {
        wend_voronoi_def voronoi_def = wend_default_voronoi_def();
        wend_random random = wend_random_stream(SEED, count);
        scene s = {0};
        double size = 2 * sqrt(count);
        set_box_bounds(&s, 0, 0, size, size);
        wend_floor *floor = make_floor(&s);
        wend_voronoi *voronoi;
        assert_int_equal(wend_voronoi_create(floor, &voronoi_def, &voronoi, NULL), WEND_OK);
        wend_floor_destroy(floor);
        wend_vec2 *places = malloc(count * sizeof *places);
        wend_site_change *changes = calloc(count, sizeof *changes);
        assert_true(places && changes);
        for (uint32_t i = 0; i < count; ++i) {
            places[i] = (wend_vec2){wend_random_between(&random, 0.1, size - 0.1),
                                    wend_random_between(&random, 0.1, size - 0.1)};
            changes[i].shape = (wend_shape){&places[i], NULL, 0, 1};
            changes[i].radius = 0.2;
        }
        assert_int_equal(wend_voronoi_change(voronoi, changes, count, NULL, NULL), WEND_OK);
        assert_int_equal(wend_mang_build(mang, voronoi, &def, NULL, NULL), WEND_OK);
        wend_mang_size found = wend_mang_measure(mang);
        assert_int_equal(wend_mang_graph_of(mang)->cell_count, count);
        assert_true(found.red_edges < 3 * (count + 4) && found.black_edges < 9 * (count + 4));
        assert_true(found.black_edges > 4 * count);
        assert_true(found.bytes < 4000 * (size_t)count + 100000);
        free(places);
        free(changes);
        wend_voronoi_destroy(voronoi);
    }
    wend_mang_destroy(mang);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_size),
        cmocka_unit_test(test_scenes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
