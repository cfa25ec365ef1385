// SPDX-License-Identifier: MIT
// Roadmaps of groups: how they grow, their edges, the cheapest way on them, and pictures.
#include "tests/group/group_roadmaps.h"

static void test_growth(void **state)
{
    (void)state;
    scene s;
    make_pillars(&s);
    wend_floor *floor = make_floor(&s);
    for (int local = 0; local < WEND_GROUP_LOCALS; ++local)
        for (int sampler = 0; sampler < WEND_GROUP_SAMPLERS; ++sampler) {
            wend_group_roadmap *roadmap =
                roadmap_of(floor, (wend_group_sampler)sampler, (wend_group_local)local, 1);
            wend_group_roadmap_counts before = wend_group_roadmap_count(roadmap), after;
            assert_true(before.nodes == 0 && before.parts == 0);
            for (int i = 0; i < 3; ++i) {
                assert_int_equal(wend_group_roadmap_grow(roadmap, 20, NULL), WEND_OK);
                after = wend_group_roadmap_count(roadmap);
                assert_true(after.tries == before.tries + 20 && after.nodes >= before.nodes &&
                            after.edges >= before.edges && after.clearance > before.clearance);
                before = after;
            }
            assert_true(after.nodes > 5 && after.edges > 0 && after.motions >= after.edges);
            check_roadmap(roadmap);
            wend_group_roadmap_destroy(roadmap);
        }
    wend_floor_destroy(floor);
}

/// Parts that are large take no more nodes that are of no use; corridors come to an end.
static void test_much_growth(void **state)
{
    (void)state;
    scene s;
    make_rooms(&s, 2);
    wend_floor *floor = make_floor(&s);
    wend_group_roadmap *roadmap = roadmap_of(floor, WEND_GROUP_MEDIAL, WEND_GROUP_HINGED, 1);
    assert_int_equal(wend_group_roadmap_grow(roadmap, 4000, NULL), WEND_OK);
    wend_group_roadmap_counts counts = wend_group_roadmap_count(roadmap);
    // Four times as many in passages, and what slides out of these.
    assert_true(counts.nodes <= counts.parts * (4 * roadmap->crowd + 3));
    check_roadmap(roadmap);
    wend_group_roadmap_destroy(roadmap);
    roadmap = roadmap_of(floor, WEND_GROUP_CORRIDOR, WEND_GROUP_HINGED, 1);
    wend_error error = {0};
    assert_int_equal(wend_group_roadmap_grow(roadmap, 1000000, &error), WEND_NOT_FOUND);
    assert_non_null(strstr(error.text, "exhausted"));
    assert_int_equal(wend_group_roadmap_grow(roadmap, 1, &error), WEND_NOT_FOUND);
    check_roadmap(roadmap);
    wend_group_query query = query_between(4, 4, 27, 10);
    expect_plan(roadmap, &query);
    wend_group_roadmap_destroy(roadmap);
    wend_floor_destroy(floor);
}

// ---- the cheapest way
// ----------------------------------------------------------------------------

static void test_search(void **state)
{
    (void)state;
    scene s;
    make_blocks(&s, 3);
    wend_floor *floor = make_floor(&s);
    for (uint64_t seed = 1; seed <= 4; ++seed) {
        wend_group_roadmap *roadmap = roadmap_of(floor, WEND_GROUP_MEDIAL, WEND_GROUP_HINGED, seed);
        assert_int_equal(wend_group_roadmap_grow(roadmap, 150, NULL), WEND_OK);
        // More ways than one.
        for (uint32_t i = 0; i + 7 < roadmap->nodes.count; i += 3) {
            uint32_t edge;
            assert_true(wend_group_nodes_join(roadmap, i, i + 7, INFINITY, &edge));
        }
        wend_random random = wend_random_stream(seed, 1);
        uint32_t count = (uint32_t)roadmap->nodes.count;
        int found = 0;
        for (int i = 0; i < 50; ++i) {
            roadmap->from = wend_random_below(&random, count);
            roadmap->to = wend_random_below(&random, count);
            double cost = cheapest(roadmap, roadmap->from, roadmap->to, SIZE.area);
            wend_result result = wend_group_roadmap_search(roadmap);
            assert_int_equal(result, cost < INFINITY ? WEND_OK : WEND_NOT_FOUND);
            if (result != WEND_OK)
                continue;
            ++found;
            uint32_t at = roadmap->from;
            double sum = 0;
            for (size_t k = 0; k < roadmap->path.count; ++k) {
                uint32_t half = roadmap->path.data[k];
                assert_int_equal(roadmap->ends.data[half ^ 1], at);
                at = roadmap->ends.data[half];
                sum += roadmap->edges.data[half / 2].motion.cost;
            }
            assert_int_equal(at, roadmap->to);
            assert_true(fabs(sum - cost) < ROUNDING * (1 + cost));
        }
        assert_true(found > 10);
        wend_group_roadmap_destroy(roadmap);
    }
    wend_floor_destroy(floor);
}

/// The same seed gives the same roadmap and the same plan, to the bit.
static void test_same_seed(void **state)
{
    (void)state;
    scene s;
    make_rooms(&s, 1.2 * SIZE.min_width);
    wend_floor *floor = make_floor(&s);
    wend_group_query query = query_between(4, 4, 27, 10);
    for (int sampler = 0; sampler < WEND_GROUP_SAMPLERS; ++sampler) {
        wend_group_roadmap_counts counts[3];
        double lengths[3];
        for (int i = 0; i < 3; ++i) {
            wend_group_roadmap *roadmap =
                roadmap_of(floor, (wend_group_sampler)sampler, WEND_GROUP_HINGED, i < 2 ? 1 : 2);
            wend_group_plan *plan = find_plan(roadmap, &query);
            counts[i] = wend_group_roadmap_count(roadmap);
            lengths[i] = wend_group_plan_length(plan);
            wend_group_plan_destroy(plan);
            wend_group_roadmap_destroy(roadmap);
        }
        assert_memory_equal(&counts[0], &counts[1], sizeof *counts);
        assert_true(lengths[0] == lengths[1]);
        assert_true((lengths[0] == lengths[2]) == (sampler >= WEND_GROUP_CORRIDOR));
    }
    wend_floor_destroy(floor);
}

typedef struct drawn {
    uint32_t layers, lines;
    bool wanted;
} drawn;

static bool on_layer(void *context, const char *name, const char *title, wend_ink sample)
{
    drawn *seen = context;
    (void)sample;
    assert_string_equal(name, "roadmap");
    assert_non_null(strstr(title, "poses"));
    ++seen->layers;
    return seen->wanted;
}

static void on_line(void *context, const wend_vec2 *points, uint32_t count, wend_ink ink)
{
    (void)ink;
    assert_true(count >= 1 && count <= 3 && isfinite(points[0].x));
    ++((drawn *)context)->lines;
}

static void test_draw(void **state)
{
    (void)state;
    scene s;
    make_pillars(&s);
    wend_floor *floor = make_floor(&s);
    wend_group_roadmap *roadmap = roadmap_of(floor, WEND_GROUP_UNIFORM, WEND_GROUP_HINGED, 1);
    assert_int_equal(wend_group_roadmap_grow(roadmap, 100, NULL), WEND_OK);
    wend_group_roadmap_counts counts = wend_group_roadmap_count(roadmap);
    for (int wanted = 0; wanted < 2; ++wanted) {
        drawn seen = {.wanted = wanted};
        wend_draw draw = {.context = &seen, .layer = on_layer, .line = on_line};
        wend_group_roadmap_draw(roadmap, &draw);
        assert_int_equal(seen.layers, 1);
        assert_int_equal(seen.lines, wanted ? counts.nodes + counts.edges : 0);
    }
    wend_group_roadmap_destroy(roadmap);
    wend_floor_destroy(floor);
}

/// The share of free poses, against poses that are made here.
static void test_free_share(void **state)
{
    (void)state;
    scene s;
    make_rooms(&s, 2);
    wend_floor *floor = make_floor(&s);
    wend_group_roadmap *roadmap = roadmap_of(floor, WEND_GROUP_UNIFORM, WEND_GROUP_HINGED, 1);
    double share = wend_group_roadmap_free_share(roadmap, 4000);
    int free_ones = 0;
    for (int i = 0; i < 4000; ++i) {
        wend_group_pose pose;
        wend_group_sampler_uniform.sample(&roadmap->sampling, &pose);
        wend_group_shape shape = wend_group_shape_of(&pose, SIZE.area);
        free_ones += wend_group_shape_clearance(floor, &shape, 1, NULL, NULL) > 0;
    }
    assert_true(fabs(share - free_ones / 4000.0) < 0.05);
    assert_true(share == wend_group_roadmap_free_share(roadmap, 4000));
    assert_true(wend_group_roadmap_free_share(roadmap, 0) == 0);
    wend_group_roadmap_destroy(roadmap);
    wend_floor_destroy(floor);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_growth), cmocka_unit_test(test_much_growth),
        cmocka_unit_test(test_search), cmocka_unit_test(test_same_seed),
        cmocka_unit_test(test_draw),   cmocka_unit_test(test_free_share),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
