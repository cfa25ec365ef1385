// SPDX-License-Identifier: MIT
// Roadmaps of groups: their edges, the cheapest way on them, and queries of all kinds.
#include "group_roadmaps.h"

static void expect_plan(wend_group_roadmap *roadmap, const wend_group_query *query)
{
    wend_group_plan *plan;
    wend_group_status status;
    wend_error error = {0};
    wend_result result = wend_group_roadmap_find(roadmap, query, &plan, &status, &error);
    if (result != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    assert_int_equal(status, WEND_GROUP_FOUND);
    if (wend_group_plan_check(plan, roadmap->def.floor, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    wend_group_shape first = wend_group_plan_shape(plan, 0);
    wend_group_shape last = wend_group_plan_shape(plan, wend_group_plan_length(plan));
    assert_true(wend_group_shape_depth(&first, query->from.centre, NULL) > 0);
    assert_true(wend_group_shape_depth(&last, query->to.centre, NULL) > 0);
    wend_group_plan_destroy(plan);
}

static void test_every_sampler(void **state)
{
    (void)state;
    scene scenes[3];
    make_rooms(&scenes[0], 1.2 * SIZE.least_width);
    make_pillars(&scenes[1]);
    make_blocks(&scenes[2], 2 * SIZE.least_width);
    wend_group_query queries[] = {query_between(4, 4, 27, 10), query_between(4, 8, 28, 8),
                                  query_between(-1.5, 10.5, 34.5, 4)};
    for (size_t i = 0; i < COUNT(scenes); ++i) {
        wend_floor *floor = make_floor(&scenes[i]);
        for (int sampler = WEND_GROUP_MEDIAL; sampler < WEND_GROUP_SAMPLERS; ++sampler) {
            wend_group_roadmap *roadmap =
                roadmap_of(floor, (wend_group_sampler)sampler, WEND_GROUP_HINGED, 1);
            expect_plan(roadmap, &queries[i]);
            wend_group_roadmap_destroy(roadmap);
        }
        wend_floor_destroy(floor);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_sampler),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
