// SPDX-License-Identifier: MIT
// A recording has the scene as JSON, and a run is repeated from that: so a scene that was written
// and read again must make the same world, bit for bit.
#include "repair/repair.h"
#include "scene/check/check.h"
#include "tests/record/record_support.h"

#include "scene/builtin/builtin.h"
#include "scene/populate/random_agents.h"
#include "wend/random.h"

#include <unistd.h>

/// Written and read again, a scene makes the same world, bit for bit.
static void check_again(const char *name, const scene *s, int steps)
{
    char *json = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&json, &size);
    assert_true(scene_write_json(s, out));
    assert_int_equal(fclose(out), 0);
    scene *again = read_scene(json);
    uint64_t before = hash_of(s, steps), after = hash_of(again, steps);
    if (before != after)
        print_message("%s is another world when it has been written and read\n", name);
    assert_true(before == after);
    scene_free(again);
    free(json);
}

static void test_again_builtins(void **state)
{
    (void)state;
    for (size_t i = 0; i < builtin_count(); ++i) {
        problem_list problems = {.file = builtin_at(i).name};
        scene *s = builtin_load(builtin_at(i), &problems);
        assert_non_null(s);
        // The largest have their time in the long tier only.
        if (long_tier() || s->obstacle_count < 500)
            check_again(builtin_at(i).name, s, long_tier() ? 50 : 20);
        scene_free(s);
    }
}

/// A plan with agents anywhere in it, if it is there and sound.
static void check_plan(const char *file)
{
    char path[500];
    problem_list problems = {.file = file};
    snprintf(path, sizeof path, "%s/%s", data_folder(), file);
    if (access(path, R_OK) != 0) {
        print_message("%s is not there: skipped\n", path);
        return;
    }
    scene *s = scene_load(path, &problems);
    assert_non_null(s);
    if (!scene_check(s, &problems)) {
        problem_free(&problems);
        assert_true(scene_repair(s, NULL, NULL, &problems));
    }
    if (s->agents_count == 0)
        assert_int_equal(random_agents(s, 100, 0.2, 3, NULL), WEND_OK);
    check_again(file, s, long_tier() ? 50 : 20);
    problem_free(&problems);
    scene_free(s);
}

static void test_again_plans(void **state)
{
    (void)state;
    static const char *const plans[] = {
        "jupedsim/BUW.wkt",
        "jupedsim/bottleneck.wkt",
        "jupedsim/office_rooms.wkt",
        "city/kaiserslautern_richard_wagner_strasse.geojson",
        "vadere/rimea_09_public_room_4_exits_pso.scenario",
    };
    for (size_t i = 0; i < sizeof plans / sizeof plans[0]; ++i)
        check_plan(plans[i]);
}

/// Circles of a map far from (0, 0), which was shifted when it was read; and zeros with a sign.
static void test_again_circles(void **state)
{
    (void)state;
    scene *s = scene_new();
    wend_random random = wend_random_stream(4, 2);
    assert_non_null(s);
    wend_vec2 corners[] = {{3e5, 5e6}, {3e5 + 40, 5e6}, {3e5 + 40, 5e6 + 40}, {3e5, 5e6 + 40}};
    scene_shape shape;
    assert_true(scene_shape_ring(s, corners, 4, &shape));
    s->bounds = shape.points;
    s->bounds_count = 4;
    for (int i = 0; i < 16; ++i) {
        scene_obstacle *circle = scene_add_obstacle(s);
        wend_vec2 centre = {3e5 + 5 + i % 4 * 9 + wend_random_unit(&random),
                            5e6 + 5 + i / 4 * 9 + wend_random_unit(&random)};
        assert_true(circle && scene_circle(s, circle, centre, 0.5 + wend_random_unit(&random)));
    }
    scene_localise(s);
    assert_true(s->origin.x > 0 && s->bounds[0].x < 0);
    for (int i = 0; i < 20; ++i) {
        scene_agents *agent = scene_add_agents(s);
        assert_non_null(agent);
        agent->def.agent.position =
            (wend_vec2){s->bounds[0].x + 0.6 + 1.9 * i, s->bounds[0].y + 0.6};
        agent->goal = (scene_goal){.kind = SCENE_GOAL_POINT,
                                   .segment.a = {-agent->def.agent.position.x, s->bounds[2].y - 1}};
    }
    s->agents[3].goal.segment.a = (wend_vec2){-0.0, 19};
    scene_clear_zeros(s);
    check_again("circles", s, 50);
    scene_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_again_builtins),
        cmocka_unit_test(test_again_plans),
        cmocka_unit_test(test_again_circles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
