// SPDX-License-Identifier: MIT
// Every planner goes with every motion: the rows of `bench matrix`. Nobody gets through a wall,
// what is refused is refused in a sentence, and who keeps contacts exact touches nobody; in the
// long tier all get where they want to.
#include "tests/support/support.h"

#include "bench/bench_matrix.h"
#include "scene/build/world.h"

#include <string.h>

/// In the short tier only the last scene is run, and for so long: by then most are there.
/// [Units: s]
#define SHORT_SECONDS 15.0
enum { SHORT_SCENE = MATRIX_SCENES - 1 };

static const char *text_of(const json_t *row, const char *key)
{
    const char *found = json_string_value(json_object_get(row, key));
    return found ? found : "";
}

static size_t count_names(scene_name_fn *names)
{
    unsigned count = 0;
    while (names(count, false))
        ++count;
    return count;
}

static bool is_one_of(const char *name, const char *const *names)
{
    for (; *names; ++names)
        if (strcmp(name, *names) == 0)
            return true;
    return false;
}

/// A sentence for people: some words, no line breaks.
static void assert_refused(const json_t *row)
{
    const char *why = text_of(row, "rejected");
    assert_true(strlen(why) > 20 && strchr(why, ' ') && !strchr(why, '\n'));
    static const char *const figures[] = {"arrived",       "seconds",           "walls_crossed",
                                          "overlap_share", "us_per_agent_step", "hash"};
    for (size_t i = 0; i < sizeof figures / sizeof *figures; ++i)
        assert_true(json_is_null(json_object_get(row, figures[i])));
}

static void assert_ran(const json_t *row, double seconds)
{
    static const char *const exact[] = {"social_force", "boids", "group_potential", NULL};
    const char *planner = text_of(row, "planner"), *motion = text_of(row, "motion");
    double agents = json_number_value(json_object_get(row, "agents"));
    double arrived = json_number_value(json_object_get(row, "arrived"));
    if (!json_is_null(json_object_get(row, "rejected")))
        fail_msg("%s: %s", text_of(row, "case"), text_of(row, "rejected"));
    assert_true(json_is_integer(json_object_get(row, "walls_crossed")));
    if (json_integer_value(json_object_get(row, "walls_crossed")) != 0)
        fail_msg("%s: somebody got through a wall", text_of(row, "case"));
    double overlaps = json_real_value(json_object_get(row, "overlap_share"));
    if ((is_one_of(motion, exact) || (!strcmp(motion, "follow") && !strcmp(planner, "lanes"))) &&
        overlaps != 0)
        fail_msg("%s: overlaps for %g of the time", text_of(row, "case"), overlaps);
    assert_int_equal(strlen(text_of(row, "hash")), 16);
    if (seconds == MATRIX_SECONDS && strcmp(planner, "direct") != 0 && arrived != agents)
        fail_msg("%s: %g of %g arrived", text_of(row, "case"), arrived, agents);
}

static void test_every_pair(void **state)
{
    (void)state;
    double seconds = long_tier() ? MATRIX_SECONDS : SHORT_SECONDS;
    size_t planners = count_names(scene_planner_name), motions = count_names(scene_motion_name);
    for (int which = 0; which < MATRIX_SCENES; ++which) {
        if (!long_tier() && which != SHORT_SCENE)
            continue;
        json_t *rows = json_array();
        assert_true(matrix_rows(rows, which, seconds));
        assert_int_equal(json_array_size(rows), planners * motions);
        for (size_t i = 0; i < json_array_size(rows); ++i) {
            const json_t *row = json_array_get(rows, i);
            assert_string_equal(text_of(row, "planner"),
                                scene_planner_name((unsigned)(i / motions), false));
            assert_string_equal(text_of(row, "motion"),
                                scene_motion_name((unsigned)(i % motions), false));
            // There is no field where there is no shape.
            if (!strcmp(text_of(row, "motion"), "group_potential") &&
                strcmp(text_of(row, "planner"), "group"))
                assert_refused(row);
            else
                assert_ran(row, seconds);
        }
        json_decref(rows);
    }
}

static void test_tables(void **state)
{
    (void)state;
    for (int i = 0; i < WEND_PLANNER_COUNT; ++i) {
        const wend_planner_info *info = wend_planner_info_of((wend_planner_kind)i);
        assert_int_equal(info->kind, i);
        assert_ptr_equal(wend_planner_info_named(info->name), info);
        assert_true(info->needs & WEND_NEEDS_DIAGRAM || !(info->needs & WEND_NEEDS_AGENT_SITES));
    }
    for (int i = 0; i < WEND_MOTION_COUNT; ++i) {
        const wend_motion_info *info = wend_motion_info_of((wend_motion_kind)i);
        assert_int_equal(info->kind, i);
        assert_ptr_equal(wend_motion_info_named(info->name), info);
        assert_true(info->needs & WEND_NEEDS_AGENT_SITES || !(info->needs & WEND_NEEDS_NEIGHBOURS));
    }
    assert_ptr_equal(wend_motion_info_named("field"),
                     wend_motion_info_of(WEND_MOTION_GROUP_POTENTIAL));
    assert_null(wend_planner_info_of(WEND_PLANNER_COUNT));
    assert_null(wend_motion_info_of((wend_motion_kind)-1));
    assert_null(wend_planner_info_named("teleport"));
    assert_null(wend_motion_info_named(NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_pair),
                                       cmocka_unit_test(test_tables)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
