// SPDX-License-Identifier: MIT
// Agents of Vadere's scenarios: how many come when, where they go, what they are like, and what the
// user is told. The rest of the format is tested in test_import_geos.c.
#include "tests/support/support.h"

#include "formats/formats.h"

#include <math.h>
#include <string.h>

#define BOX(x, y)                                                                                  \
    "\"shape\": {\"type\": \"RECTANGLE\", \"x\": " #x ", \"y\": " #y                               \
    ", \"width\": 1, \"height\": 1}"

static const char targets[] =
    "\"targets\": ["
    "{\"id\": 1, \"shape\": {\"type\": \"RECTANGLE\", \"x\": 10, \"y\": 1, \"width\": 1, "
    "\"height\": 1}}, "
    "{\"id\": 2, \"shape\": {\"type\": \"RECTANGLE\", \"x\": 10, \"y\": 3, \"width\": 1, "
    "\"height\": 1}, \"absorber\": {\"enabled\": false}, \"waiter\": {\"enabled\": true, "
    "\"distribution\": {\"type\": \"AttributesConstantDistribution\", \"updateFrequency\": 4}}}, "
    "{\"id\": 3, \"shape\": {\"type\": \"RECTANGLE\", \"x\": 10, \"y\": 5, \"width\": 1, "
    "\"height\": 1}, \"absorbing\": false, \"waitingTime\": 2}, "
    "{\"id\": 4, \"shape\": {\"type\": \"RECTANGLE\", \"x\": 10, \"y\": 7, \"width\": 1, "
    "\"height\": 1}, \"waitingTime\": -1}, "
    "{\"id\": 4, \"shape\": {\"type\": \"RECTANGLE\", \"x\": 12, \"y\": 7, \"width\": 1, "
    "\"height\": 1}}]";

// A scenario of 100 s with those targets and what else is given.
static scene *try_read(const char *rest, problem_list *problems)
{
    char json[8000];
    int size = snprintf(json, sizeof json,
                        "{\"name\": \"v\", \"scenario\": {\"attributesSimulation\": "
                        "{\"finishTime\": 100}, \"topography\": {\"attributes\": {\"bounds\": "
                        "{\"x\": 0, \"y\": 0, \"width\": 20, \"height\": 10}}, %s, %s}}}",
                        targets, rest);
    assert_true(size > 0 && (size_t)size < sizeof json);
    text t = {0};
    assert_true(text_copy(json, (size_t)size, &t, problems));
    scene *s = scene_read_vadere(&t, NULL, problems);
    text_free(&t);
    return s;
}

static scene *must_read(const char *rest)
{
    problem_list problems = {0};
    scene *s = try_read(rest, &problems);
    problem_print(&problems, stderr);
    assert_non_null(s);
    return s;
}

// A source whose spawner has these fields.
static scene *read_source(const char *spawner)
{
    char rest[4000];
    snprintf(rest, sizeof rest,
             "\"sources\": [{\"id\": 7, " BOX(1, 1) ", \"targetIds\": [1], \"spawner\": {%s}}]",
             spawner);
    return must_read(rest);
}

static scene *read_old_source(const char *fields)
{
    char rest[4000];
    snprintf(rest, sizeof rest, "\"sources\": [{\"id\": 7, " BOX(1, 1) ", \"targetIds\": [1], %s}]",
             fields);
    return must_read(rest);
}

#define EVERY(seconds)                                                                             \
    "\"distribution\": {\"type\": \"org.vadere.AttributesConstantDistribution\", "                 \
    "\"updateFrequency\": " #seconds "}"
#define FROM_TO(start, end)                                                                        \
    "\"constraintsTimeStart\": " #start ", \"constraintsTimeEnd\": " #end ", "

static void expect_agents(scene *s, uint32_t count, double rate, double start, const char *note)
{
    assert_int_equal(s->agents_count, 1);
    const scene_agents *agents = &s->agents[0];
    assert_string_equal(agents->in, "source-7");
    assert_string_equal(agents->goal.area, "target-1");
    assert_int_equal(agents->def.count, count);
    assert_true(fabs(agents->def.rate - rate) <= 1e-12 && agents->def.start == start);
    assert_int_equal(s->note != NULL, note != NULL);
    if (note)
        assert_non_null(strstr(s->note, note));
    scene_free(s);
}

static void test_sources(void **state)
{
    (void)state;
    // One event, at once or later.
    expect_agents(read_source("\"eventElementCount\": 5, " FROM_TO(0, 0) EVERY(1)), 5, 0, 0, NULL);
    expect_agents(read_source("\"eventElementCount\": 5, " FROM_TO(8, 8) EVERY(1)), 5, 0, 8, NULL);
    expect_agents(read_source("\"eventElementCount\": 5, \"constraintsElementsMax\": 3"), 3, 0, 0,
                  NULL);
    // One every 10 s from 5 s on: at 5, 15, 25.
    expect_agents(read_source("\"eventElementCount\": 1, " FROM_TO(5, 25) EVERY(10)), 3, 0.1, 5,
                  NULL);
    // Not after the end of the simulation.
    expect_agents(read_source("\"eventElementCount\": 1, " FROM_TO(0, 1e300) EVERY(10)), 11, 0.1, 0,
                  NULL);
    // Several at a time come one by one, at the same rate; a limit counts.
    expect_agents(read_source("\"eventElementCount\": 4, " FROM_TO(0, 10) EVERY(2)), 24, 2, 0,
                  "at the same rate");
    expect_agents(read_source("\"eventElementCount\": 4, \"constraintsElementsMax\": 10, " FROM_TO(
                      0, 10) EVERY(2)),
                  10, 2, 0, "at the same rate");
    // Random times have a mean.
    expect_agents(read_source(FROM_TO(0, 50) "\"distribution\": {\"type\": "
                                             "\"AttributesPoissonDistribution\", "
                                             "\"numberPedsPerSecond\": 2}"),
                  101, 2, 0, "random times");
    expect_agents(read_source(FROM_TO(0, 50) "\"distribution\": {\"type\": "
                                             "\"AttributesNormalDistribution\", \"mean\": 5}"),
                  11, 0.2, 0, "random times");
    // What is not known gives one event.
    expect_agents(read_source("\"eventElementCount\": 4, " FROM_TO(
                      0, 50) "\"distribution\": {\"type\": \"AttributesTimeSeries\"}"),
                  4, 0, 0, "only the first event");
    // The older releases.
    expect_agents(read_old_source("\"spawnNumber\": 2, \"maxSpawnNumberTotal\": -1, \"startTime\": "
                                  "1, \"endTime\": 7, \"interSpawnTimeDistribution\": "
                                  "\"org.vadere.state.scenario.ConstantDistribution\", "
                                  "\"distributionParameters\": [3]"),
                  6, 2.0 / 3, 1, "at the same rate");
    expect_agents(read_old_source("\"spawnNumber\": 1, \"endTime\": 60, "
                                  "\"interSpawnTimeDistribution\": \"constant\", "
                                  "\"distributionParameters\": {\"updateFrequency\": 30}"),
                  3, 1.0 / 30, 0, NULL);
    expect_agents(read_old_source("\"spawnNumber\": 9"), 9, 0, 0, NULL);
}

static void test_sources_of_nobody(void **state)
{
    (void)state;
    static const char *const none[] = {"\"eventElementCount\": 0", "\"constraintsElementsMax\": 0",
                                       "\"eventElementCount\": 0, " FROM_TO(0, 9) EVERY(1e-300)};
    for (size_t i = 0; i < sizeof none / sizeof *none; ++i) {
        scene *s = read_source(none[i]);
        assert_int_equal(s->agents_count, 0);
        scene_free(s);
    }
}

static void test_too_many(void **state)
{
    (void)state;
    problem_list problems = {0};
    assert_null(try_read("\"sources\": [{\"id\": 7, " BOX(1, 1) ", \"spawner\": {" FROM_TO(0, 90)
                             EVERY(1e-300) "}}]",
                         &problems));
    assert_int_equal(problems.count, 1);
    assert_non_null(strstr(problems.items[0].what, "too many agents: the limit is 10000000"));
    problem_free(&problems);
    static const char two[] = "\"sources\": [{\"id\": 7, " BOX(
        1, 1) ", \"spawnNumber\": 9000000}, "
              "{\"id\": 8, " BOX(2, 1) ", \"spawnNumber\": 9000000}]";
    assert_null(try_read(two, &problems));
    assert_non_null(strstr(problems.items[0].what, "too many agents: the limit is 10000000"));
    problem_free(&problems);
}

// ---- ways ---------------------------------------------------------------------------------------

static scene *read_way(const char *ids)
{
    char rest[1000];
    snprintf(rest, sizeof rest,
             "\"sources\": [{\"id\": 7, " BOX(1, 1) ", \"spawnNumber\": 2, \"targetIds\": %s}]",
             ids);
    return must_read(rest);
}

static void test_ways(void **state)
{
    (void)state;
    // Target 1 absorbs; 2 does not, and agents wait 4 s there; 3 neither; 4 is twice.
    scene *s = read_way("[2, 3, 1, 4]");
    const scene_agents *agents = &s->agents[0];
    assert_int_equal(agents->waypoint_count, 2);
    assert_string_equal(agents->waypoints[0].goal.area, "target-2");
    assert_true(agents->waypoints[0].wait == 4 && agents->waypoints[1].wait == 2);
    assert_string_equal(agents->waypoints[1].goal.area, "target-3");
    assert_string_equal(agents->goal.area, "target-1");
    assert_int_equal(agents->route.on_arrival, WEND_ON_ARRIVAL_LEAVE);
    scene_free(s);

    s = read_way("[3, 2]");
    assert_int_equal(s->agents[0].waypoint_count, 1);
    assert_string_equal(s->agents[0].goal.area, "target-2");
    assert_int_equal(s->agents[0].route.on_arrival, WEND_ON_ARRIVAL_STAY);
    scene_free(s);

    s = read_way("[4]");
    assert_int_equal(s->agents[0].goal.kind, SCENE_GOAL_AREAS);
    assert_int_equal(s->agents[0].goal.area_count, 2);
    assert_string_equal(s->agents[0].goal.areas[1], "target-4-2");
    assert_int_equal(s->agents[0].goal.choice, WEND_CHOICE_NEAREST);
    scene_free(s);

    s = read_way("[]");
    assert_int_equal(s->agents[0].goal.kind, SCENE_GOAL_NONE);
    assert_int_equal(s->agents[0].route.on_arrival, WEND_ON_ARRIVAL_LEAVE);
    scene_free(s);
}

static void test_agents_on_their_way(void **state)
{
    (void)state;
    scene *s = must_read("\"dynamicElements\": [{\"type\": \"PEDESTRIAN\", \"attributes\": {}, "
                         "\"position\": {\"x\": 3, \"y\": 3}, \"targetIds\": [2, 3, 1], "
                         "\"nextTargetListIndex\": 1, \"freeFlowSpeed\": 1.5}, {\"type\": "
                         "\"PEDESTRIAN\", \"position\": {\"x\": 5, \"y\": 3}, \"targetIds\": [1], "
                         "\"nextTargetListIndex\": -1}]");
    assert_int_equal(s->agents_count, 2);
    assert_int_equal(s->agents[0].waypoint_count, 1);
    assert_string_equal(s->agents[0].waypoints[0].goal.area, "target-3");
    assert_true(s->agents[0].def.agent.preferred_speed == 1.5 &&
                s->agents[0].def.preferred_speed.std == 0);
    assert_int_equal(s->agents[1].waypoint_count, 0);
    scene_free(s);
}

// ---- what they are like -------------------------------------------------------------------------

static void test_speeds(void **state)
{
    (void)state;
    scene *s = must_read(
        "\"attributesPedestrian\": {\"radius\": 0.2, \"speedDistributionMean\": 1.34, "
        "\"speedDistributionStandardDeviation\": 0.26, \"minimumSpeed\": 0.5, \"maximumSpeed\": "
        "2.2}, \"sources\": [{\"id\": 7, " BOX(1, 1) ", \"spawnNumber\": 2}, {\"id\": 8, " BOX(
            3, 1) ", \"spawner\": {\"eventElement\": {\"radius\": 0.3, \"speedDistributionMean\": "
                  "1, \"speedDistributionStandardDeviation\": 0}}}, {\"id\": 9, " BOX(
                      5, 1) ", "
                            "\"spawner\": {\"eventElement\": {\"speedDistributionMean\": 3}}}]");
    const scene_agents *agents = s->agents;
    assert_true(agents[0].def.agent.preferred_speed == 1.34 &&
                agents[0].def.agent.max_speed == 2.2 && agents[0].def.agent.radius == 0.2);
    assert_true(agents[0].def.preferred_speed.std == 0.26 &&
                agents[0].def.preferred_speed.min == 0.5 &&
                agents[0].def.preferred_speed.max == 2.2);
    assert_true(agents[1].def.agent.radius == 0.3 && agents[1].def.agent.preferred_speed == 1);
    assert_true(agents[1].def.preferred_speed.std == 0);
    // A mean beyond the maximum: no spread that a scene could say.
    assert_true(agents[2].def.agent.preferred_speed == 3 && agents[2].def.agent.max_speed == 3);
    assert_true(agents[2].def.preferred_speed.std == 0);
    scene_free(s);
}

static void test_the_note_says_what_is_left_out(void **state)
{
    (void)state;
    scene *s = must_read("\"stairs\": [{\"id\": 5, " BOX(
        15, 1) "}], \"targetChangers\": [{}], "
               "\"absorbingAreas\": [{}], \"sources\": [{\"id\": 7, " BOX(
                   1, 1) ", \"groupSizeDistribution\": [0.5, 0.5]}]");
    static const char *const words[] = {"stairs", "groups", "target changers", "absorbing areas"};
    assert_non_null(s->note);
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
        assert_non_null(strstr(s->note, words[i]));
    scene_free(s);
    s = must_read("\"stairs\": [], \"sources\": []");
    assert_null(s->note);
    scene_free(s);
}

// ---- real files ---------------------------------------------------------------------------------

static void test_real_files(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint64_t agents;
        bool has_goal;
    } files[] = {
        {"C-180-180-070", 148, true},
        {"rimea_01_pathway_discrete_ca", 41, true},
        {"rimea_04_flow_osm1_050_h", 50, true},
        {"rimea_06_corner", 22, true},
        {"rimea_09_public_room_4_exits_pso", 1000, true},
        {"rimea_10_pathfinding", 23, true},
        {"rimea_12_evacuation_pso", 150, true},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
        char path[1000];
        snprintf(path, sizeof path, "%s/vadere/%s.scenario", data_folder(), files[i].name);
        FILE *there = fopen(path, "rb");
        if (!there) {
            print_message("%s is not there\n", path);
            skip();
        }
        fclose(there);
        problem_list problems = {.file = path};
        scene *s = scene_load(path, &problems);
        problem_print(&problems, stderr);
        assert_non_null(s);
        uint64_t agents = 0;
        for (uint32_t k = 0; k < s->agents_count; ++k)
            agents += s->agents[k].def.count;
        assert_int_equal(agents, files[i].agents);
        assert_int_equal(s->agents[0].goal.kind != SCENE_GOAL_NONE, files[i].has_goal);
        scene_free(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sources),
        cmocka_unit_test(test_sources_of_nobody),
        cmocka_unit_test(test_too_many),
        cmocka_unit_test(test_ways),
        cmocka_unit_test(test_agents_on_their_way),
        cmocka_unit_test(test_speeds),
        cmocka_unit_test(test_the_note_says_what_is_left_out),
        cmocka_unit_test(test_real_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
