// SPDX-License-Identifier: MIT
// Goals and weights of a scene: read, written, drawn, moved with it, and what a world makes of
// them. (tests/bad has what is refused.)
#include "formats/formats.h"
#include "scene/build/world.h"
#include "tests/scene/scene_text.h"

#define FLOOR                                                                                      \
    "\"wend\": 1, \"bounds\": [[0, 0], [40, 0], [40, 20], [0, 20]], \"obstacles\": "               \
    "[{\"polygon\": "                                                                              \
    "[[18, 6], [22, 6], [22, 14], [18, 14]]}]"

static const char PLATFORM[] =
    "{" FLOOR ", \"areas\": {\"hall\": [[1, 1], [6, 1], [6, 19], [1, 19]]}, \"goals\": {\"exit\": "
    "{\"segment\": [[40, 8], [40, 12]]}, \"kiosk\": {\"point\": [30, 3]}, \"door\": {\"frames\": "
    "[{\"time\": 2, \"point\": [30, 20]}, {\"time\": 4, \"segment\": [[28, 20], [32, 20]]}], "
    "\"gone\": 30, \"period\": 60}}, \"weights\": [{\"at\": [18, 6], \"weight\": 2, \"count\": 3}, "
    "{\"at\": [22, 14], \"weight\": 1.5}], \"agents\": [{\"in\": \"hall\", \"count\": 20, "
    "\"goal\": "
    "[\"exit\", \"door\"]}, {\"at\": [10, 2], \"goal\": \"kiosk\"}, {\"at\": [10, 4], \"goal\": "
    "\"exit\", \"stops\": [{\"goal\": \"kiosk\", \"wait\": 1}]}], \"guide\": \"map\", \"seconds\": "
    "60, \"until\": \"empty\"}";

static void test_read_and_written(void **state)
{
    (void)state;
    scene *s = read_sound_scene(PLATFORM);
    assert_int_equal(s->goal_count, 3);
    const scene_goal_place *exit = scene_goal_named(s, "exit"), *door = scene_goal_named(s, "door");
    assert_true(scene_goal_rests(exit) && !scene_goal_rests(door));
    assert_null(scene_goal_named(s, "hall"));
    assert_int_equal(door->def.frame_count, 2);
    assert_true(door->def.end == 30 && door->def.period == 60 && door->def.frames[1].b.x == 32);
    wend_segment place;
    assert_true(scene_goal_at(exit, 1000, &place) && place.b.y == 12);
    assert_true(!scene_goal_at(door, 1, &place) && scene_goal_at(door, 63, &place));
    assert_true(place.a.x == 29 && place.b.x == 31);
    assert_int_equal(s->boost_count, 2);
    assert_true(s->boosts[0].count == 3 && s->boosts[1].count == 1);
    assert_true(s->boosts[1].factor == 1.5 && s->boosts[1].at.y == 14);
    char *once = write_out(s);
    scene *again = read_sound_scene(once);
    char *twice = write_out(again);
    assert_string_equal(once, twice);
    assert_non_null(strstr(once, "\"exit\": {\"segment\": [[40, 8], [40, 12]]}"));
    free(once);
    free(twice);
    scene_free(again);
    scene_free(s);
}

/// Everything is shifted together, and counts for where the scene is.
static void test_shifted(void **state)
{
    (void)state;
    scene *s =
        read_sound_scene("{\"wend\": 1, \"goals\": {\"a\": {\"frames\": [{\"time\": 0, "
                         "\"point\": [3, 4]}, {\"time\": 1, \"segment\": [[5, 6], [70, 8]]}]}}}");
    assert_true(scene_box(s).min.x == 3 && scene_box(s).max.x == 70);
    scene_shift(s, (wend_vec2){1, 2});
    assert_true(s->goals[0].def.frames[0].a.x == 2 && s->goals[0].def.frames[0].b.y == 2);
    assert_true(s->goals[0].def.frames[1].b.x == 69 && s->goals[0].def.frames[1].b.y == 6);
    scene_free(s);
}

/// Named goals are one goal for all who name them; weights stand in the world.
static void test_in_a_world(void **state)
{
    (void)state;
    scene *s = read_sound_scene(PLATFORM);
    wend_world *world;
    scene_names names;
    wend_error error = {0};
    if (scene_world(s, &(scene_world_options){0}, &world, &names, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    assert_int_equal(names.goal_count, 3);
    for (uint32_t i = 0; i < 3; ++i)
        assert_false(wend_goal_id_is_null(names.places[i]));
    wend_goal goal;
    uint32_t left;
    wend_agent_def agent;
    assert_int_equal(wend_world_goal_now(world, names.places[2], &goal, NULL), WEND_OK);
    assert_int_equal(goal.count, 0); // the door is not there yet
    assert_int_equal(wend_world_boost_remaining(world, names.boosts[0], &left, NULL), WEND_OK);
    assert_int_equal(left, 3);
    assert_int_equal(wend_world_agent(world, names.agents[1], &agent, NULL), WEND_OK);
    assert_int_equal(agent.planner, WEND_PLANNER_MAP);
    assert_true(wend_goal_id_equal(agent.goal, names.places[1]));
    while (wend_world_agents(world).count > 0 && wend_world_time(world) < 60)
        assert_int_equal(wend_world_step(world, NULL), WEND_OK);
    assert_int_equal(wend_world_agents(world).count, 0);
    scene_names_free(&names);
    wend_world_destroy(world);
    scene_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read_and_written),
        cmocka_unit_test(test_shifted),
        cmocka_unit_test(test_in_a_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
