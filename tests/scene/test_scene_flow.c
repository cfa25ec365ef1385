// SPDX-License-Identifier: MIT
// Flows in scenes: read with their defaults, written and read back, shifted, drawn, and the lanes
// that agents follow in a world. What is refused, and in which words, is in tests/bad.
#include "scene/check/check.h"
#include "tests/scene/scene_text.h"
#include "tests/support/failing_malloc.h"

#include "scene/build/flow.h"
#include "scene/build/world.h"
#include "scene/draw/draw.h"
#include "wend/geometry.h"

// As scene_write_json writes it.
static const char HALL[] =
    "{\n"
    "  \"wend\": 2,\n"
    "  \"bounds\": [[0, 0], [12, 0], [12, 6], [0, 6]],\n"
    "  \"obstacles\": [\n"
    "    {\"polygon\": [[5, 2.5], [6, 2], [7, 2.5], [7, 3.5], [6, 4], [5, 3.5]]}\n"
    "  ],\n"
    "  \"areas\": {\n"
    "    \"entry\": [[0, 1], [1, 1], [1, 5], [0, 5]]\n"
    "  },\n"
    "  \"flow\": {\"sources\": [[[0, 1], [0, 2.5]], [[0, 3.5], [0, 5]]], \"sinks\": [[[12, 1], "
    "[12, 3], [12, 5]]], \"radius\": 0.25, \"lanes\": \"plain\", "
    "\"side\": \"top\", \"shorten\": true, \"snap\": 0.02},\n"
    "  \"agents\": [\n"
    "    {\"on\": \"lanes\", \"in\": \"entry\", \"count\": 40, \"goal\": [[12, 1], [12, 5]], "
    "\"radius\": 0.22},\n"
    "    {\"on\": \"lanes\", \"count\": 10, \"rate\": 2, \"spawn_start\": 3, \"radius\": 0.22},\n"
    "    {\"at\": [3, 5.5], \"radius\": 0.22, \"motion\": \"orca\"}\n"
    "  ],\n"
    "  \"planner\": \"lanes\",\n"
    "  \"motion\": \"follow\"\n"
    "}\n";

// ---- read, written, moved -----------------------------------------------------------------------

static void test_every_field_is_kept(void **state)
{
    (void)state;
    scene *s = read_sound_scene(HALL);
    const scene_flow *flow = &s->flow;
    assert_int_equal(flow->def.opening_count, 3);
    assert_int_equal(flow->point_count, 7);
    assert_true(!flow->openings[0].is_sink && !flow->openings[1].is_sink &&
                flow->openings[2].is_sink);
    assert_int_equal(flow->openings[2].count, 3);
    assert_true(flow->openings[1].points[1].y == 5 && flow->openings[2].points[1].y == 3);
    assert_true(flow->lanes.radius == 0.25 && flow->def.snap == 0.02 && flow->shorten);
    assert_int_equal(flow->lanes.kind, WEND_LANES_PLAIN);
    assert_int_equal(flow->lanes.side, WEND_LANES_TOP);
    assert_true(s->agents[0].on_lanes && s->agents[1].on_lanes && !s->agents[2].on_lanes);
    assert_true(!scene_agents_have_place(&s->agents[1]) && scene_agents_have_place(&s->agents[2]));
    assert_true(scene_agents_spawn(&s->agents[1]) && !scene_agents_spawn(&s->agents[2]));
    char *json = write_out(s);
    assert_string_equal(json, HALL);
    free(json);
    scene_free(s);
}

static const char PLAIN[] = "{\"wend\": 1, \"bounds\": [[0, 0], [9, 0], [9, 4], [0, 4]],"
                            " \"flow\": {\"sources\": [[[0, 1], [0, 3]]], \"sinks\": "
                            "[[[9, 1], [9, 3]]]}%s}";

static scene *plain_scene(const char *agents)
{
    char json[1000];
    snprintf(json, sizeof json, PLAIN, agents);
    return read_sound_scene(json);
}

static void test_defaults(void **state)
{
    (void)state;
    scene *s = plain_scene("");
    wend_lanes_def def = wend_default_lanes_def();
    assert_true(s->flow.def.snap == wend_default_flow_def().snap && !s->flow.shorten);
    assert_int_equal(s->flow.lanes.kind, def.kind);
    assert_int_equal(s->flow.lanes.side, def.side);
    assert_true(s->flow.lanes.radius == 0 &&
                scene_flow_radius(s) == wend_default_agent_def().radius);
    scene_free(s);
    // The largest of those who follow lanes; of all, if nobody does.
    s = plain_scene(", \"agents\": [{\"at\": [2, 2], \"radius\": 0.4}, {\"on\": \"lanes\", "
                    "\"guide\": \"lanes\", \"radius\": {\"mean\": 0.2, \"deviation\": 0.1, "
                    "\"most\": 0.3}}]");
    assert_true(scene_flow_radius(s) == 0.3);
    s->agents[1].def.agent.planner = (wend_planner_kind)SCENE_INHERITED;
    assert_true(scene_flow_radius(s) == 0.4);
    s->flow.lanes.radius = 0.1;
    assert_true(scene_flow_radius(s) == 0.1);
    scene_free(s);
}

static void test_shifted(void **state)
{
    (void)state;
    scene *s = plain_scene("");
    scene_shift(s, (wend_vec2){1, 2});
    assert_true(s->flow.openings[0].points[0].x == -1 && s->flow.openings[0].points[0].y == -1);
    assert_true(s->flow.openings[1].points[1].x == 8 && s->flow.openings[1].points[1].y == 1);
    // An opening that sticks out counts for the box.
    s->flow.points[0].x = -50;
    assert_true(scene_box(s).min.x == -50);
    scene_free(s);
}

// ---- drawn --------------------------------------------------------------------------------------

typedef struct heard {
    bool in_flow;
    uint32_t layers, lines, points;
    char titles[2][80];
} heard;

static bool hear_layer(void *context, const char *name, const char *title, wend_ink ink)
{
    heard *h = context;
    (void)ink;
    h->in_flow = strcmp(name, "flow") == 0;
    if (h->in_flow && h->layers < 2)
        snprintf(h->titles[h->layers], sizeof h->titles[0], "%s", title);
    h->layers += h->in_flow;
    return h->in_flow;
}

static void hear_line(void *context, const wend_vec2 *points, uint32_t count, wend_ink ink)
{
    heard *h = context;
    (void)points;
    (void)ink;
    h->lines += h->in_flow;
    h->points += h->in_flow ? count : 0;
}

static void test_drawn(void **state)
{
    (void)state;
    scene *s = read_scene(HALL);
    heard h = {0};
    const wend_draw draw = {.context = &h, .layer = hear_layer, .line = hear_line};
    scene_describe_flow(s, &draw);
    assert_int_equal(h.layers, 2);
    assert_string_equal(h.titles[0], "sources, 2");
    assert_string_equal(h.titles[1], "sinks, 1");
    assert_int_equal(h.lines, 3);
    assert_int_equal(h.points, 7);
    scene_free(s);
}

// ---- in a world ---------------------------------------------------------------------------------

static wend_world *world_of(const scene *s, const scene_world_options *options)
{
    wend_world *world = NULL;
    wend_error error = {0};
    if (scene_world(s, options, &world, NULL, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return world;
}

static void run_until_empty(wend_world *world, double seconds)
{
    while (wend_world_agents(world).count + wend_world_pending(world) > 0) {
        assert_int_equal(wend_world_step(world, NULL), WEND_OK);
        assert_true(wend_world_time(world) < seconds);
    }
}

// Those on lanes, those who come later, and one who walks to a lane: all get to the sink.
static void test_runs(void **state)
{
    (void)state;
    scene *s = read_scene(HALL);
    for (int kind = 0; kind < 4; ++kind) {
        s->flow.lanes.kind = kind % 2 ? WEND_LANES_PLAIN : WEND_LANES_CLEAR;
        s->flow.shorten = kind / 2;
        wend_world *world = world_of(s, &(scene_world_options){0});
        assert_int_equal(wend_world_agents(world).count + wend_world_pending(world), 51);
        run_until_empty(world, 60);
        wend_world_destroy(world);
    }
    scene_free(s);
}

// The same scene with another planner: they come in their area and go to their goal.
static void test_runs_otherwise(void **state)
{
    (void)state;
    scene *s = read_scene(HALL);
    s->agents_count = 1;
    wend_world *world = world_of(s, &(scene_world_options){.planner = "map", .motion = "orca"});
    wend_agents agents = wend_world_agents(world);
    assert_true(agents.count > 0 && agents.bodies[0].position.x <= 1);
    wend_agent_def def;
    assert_int_equal(wend_world_agent(world, agents.ids[0], &def, NULL), WEND_OK);
    assert_int_equal(def.planner, WEND_PLANNER_MAP);
    assert_true(wend_lanes_id_is_null(def.lanes) && !wend_goal_id_is_null(def.goal));
    run_until_empty(world, 120);
    wend_world_destroy(world);
    scene_free(s);
}

static void assert_refused(const scene *s, const scene_world_options *options, const char *words)
{
    wend_world *world = NULL;
    wend_error error = {0};
    assert_int_equal(scene_world(s, options, &world, NULL, &error), WEND_BAD_ARGUMENT);
    assert_null(world);
    if (!strstr(wend_error_text(&error), words))
        fail_msg("\"%s\" does not say \"%s\"", wend_error_text(&error), words);
}

static void test_refused(void **state)
{
    (void)state;
    scene *s = read_scene(HALL);
    // Whoever is only on lanes has nowhere to come with another planner.
    assert_refused(s, &(scene_world_options){.planner = "mesh"},
                   "agents entry 2: they spawn on lanes");
    s->flow.lanes.radius = 2.5;
    assert_refused(s, &(scene_world_options){0}, "no lane for a radius of 2.5 m fits");
    s->flow.def.opening_count = 0;
    assert_refused(s, &(scene_world_options){0},
                   "agents entry 1: the planner lanes needs a \"flow\"");
    scene_free(s);
}

// ---- out of memory ------------------------------------------------------------------------------

// Reads, writes and makes a world; false if some of that was refused.
static bool read_and_run(const void *argument)
{
    problem_list problems = {.file = "test"};
    wend_world *world = NULL;
    text t = {0};
    scene *s = NULL;
    if (text_copy(argument, strlen(argument), &t, &problems))
        s = scene_read_json(&t, NULL, &problems);
    bool good = s && scene_check(s, &problems) &&
                scene_world(s, &(scene_world_options){0}, &world, NULL, NULL) == WEND_OK;
    assert_true(good || problems.count > 0 || s);
    wend_world_destroy(world);
    scene_free(s);
    problem_free(&problems);
    text_free(&t);
    return good;
}

static void test_memory_runs_out(void **state)
{
    (void)state;
    char json[1000];
    snprintf(json, sizeof json, PLAIN,
             ", \"agents\": [{\"on\": \"lanes\", \"count\": 4, \"guide\": \"lanes\"}]");
    assert_true(count_failures(read_and_run, json) > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_field_is_kept),
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_shifted),
        cmocka_unit_test(test_drawn),
        cmocka_unit_test(test_runs),
        cmocka_unit_test(test_runs_otherwise),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
