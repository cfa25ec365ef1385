// SPDX-License-Identifier: MIT
// wend group as its users meet it: ways that are found, proven impossible or not found, in words
// and as JSON; pictures; comparisons; and what is refused.
#include "tests/cli/cli_json.h"

#include "tests/support/picture_check.h"
#include "wend/group_plan.h"

// Two rooms with a gap of 3 m between them, and a second group that goes the other way.
#define ROOMS                                                                                      \
    "{\"wend\": 1, \"name\": \"rooms\", \"bounds\": [[0, 0], [41, 0], [41, 20], [0, 20]],\n"       \
    " \"obstacles\": [{\"polygon\": [[20, 0], [21, 0], [21, 8.5], [20, 8.5]]},\n"                  \
    "                 {\"polygon\": [[20, 11.5], [21, 11.5], [21, 20], [20, 20]]}],\n"             \
    " \"areas\": {\"left\": [[2, 2], [10, 2], [10, 10], [2, 10]],\n"                               \
    "             \"right\": [[30, 10], [38, 10], [38, 18], [30, 18]]},\n"                         \
    " \"agents\": [{\"in\": \"left\", \"count\": 30, \"goal\": \"right\", \"radius\": 0.25,\n"     \
    "               \"group\": {\"name\": \"sheep\", \"width\": %s}},\n"                           \
    "              {\"in\": \"right\", \"count\": 9, \"goal\": [6, 6],\n"                          \
    "               \"radius\": 0.25}%s],\n"                                                       \
    " \"guide\": \"%s\"}\n"

static int setup(void **state)
{
    char json[2000];
    int failed = enter_folder(state);
    if (failed)
        return failed;
    snprintf(json, sizeof json, ROOMS, "2", "", "group");
    write_file("rooms.json", json);
    snprintf(json, sizeof json, ROOMS, "3.2", "", "group");
    write_file("wide.json", json);
    snprintf(json, sizeof json, ROOMS, "2", "", "mesh");
    write_file("mesh.json", json);
    snprintf(json, sizeof json, ROOMS, "2", ", {\"at\": [30, 5], \"goal\": [6, 6]}", "mesh");
    write_file("place.json", json);
    write_file("parted.json",
               "{\"wend\": 1, \"bounds\": [[0, 0], [20, 0], [20, 9], [0, 9]], \"obstacles\": "
               "[{\"segment\": [[10, 0], [10, 9]]}], \"areas\": {\"a\": [[1, 1], [7, 1], [7, 7], "
               "[1, 7]]}, \"agents\": [{\"in\": \"a\", \"count\": 5, \"goal\": [15, 4]}]}");
    // A waypoint that is one of two areas, and one that no shape reaches.
    const char *stops = "{\"wend\": 2, \"bounds\": [[0, 0], [40, 0], [40, 12], [0, 12]], "
                        "\"obstacles\": [{\"segment\": [[30, 0], [30, 12]]}], \"areas\": {"
                        "\"a\": [[1, 1], [7, 1], [7, 7], [1, 7]], "
                        "\"near\": [[10, 1], [14, 1], [14, 7], [10, 7]], "
                        "\"far\": [[20, 1], [24, 1], [24, 7], [20, 7]]}, \"agents\": [{"
                        "\"in\": \"a\", \"count\": 5, \"waypoints\": [{\"goal\": "
                        "[\"far\", \"near\"], \"wait\": 4}, {\"goal\": %s}], "
                        "\"goal\": [4, 8]}]}";
    snprintf(json, sizeof json, stops, "\"far\"");
    write_file("stops.json", json);
    snprintf(json, sizeof json, stops, "[35, 6]");
    write_file("cut.json", json);
    write_file("empty.json", "{\"wend\": 1, \"bounds\": [[0, 0], [9, 0], [9, 9], [0, 9]]}");
    return 0;
}

static json_t *group_json(int code, const char *words)
{
    return command_json(code, "group", words);
}

// ---- figures ------------------------------------------------------------------------------------

static void test_text(void **state)
{
    (void)state;
    ran *r = run_expect(0, "\"$WEND\" group rooms.json --runs 3");
    assert_contains(r->out, "group               sheep\nstatus              found\n");
    assert_contains(
        r->out,
        "members             30\narea                23.56 m\xc2\xb2\nmin width           2 m\n");
    assert_contains(r->out, "from                6,6\nto                  34,14\n");
    assert_contains(r->out, "sampler             snake\nlocal planner       hinged\n");
    assert_contains(r->out, "free samples        ");
    assert_contains(r->out, "runs                runs 3, found 3, mean_ms ");
    assert_contains(r->out, "\n\nscene               rooms.json\nstatus              found\n");
    assert_contains(r->out, "members             9\n");
    assert_string_equal(r->err, "");
    r = run_expect(0, "\"$WEND\" group -q rooms.json");
    assert_string_equal(r->out, "");
}

static void test_json(void **state)
{
    (void)state;
    json_t *object =
        group_json(0, "rooms.json --seed 4 --sampler medial --local-planner deformable");
    assert_string_equal(string(object, "status"), "found");
    assert_string_equal(string(object, "name"), "sheep");
    assert_string_equal(string(object, "sampler"), "medial");
    assert_string_equal(string(object, "local"), "deformable");
    // Not nearer than around the gap, and no point moves less than the middle.
    assert_true(number(object, "path_length") > 29 && number(object, "path_length") < 100);
    assert_true(number(object, "length") >= number(object, "path_length") - 1e-9);
    assert_true(number(object, "time_ms") > 0 && number(object, "samples") > 0);
    assert_true(number(object, "nodes") >= 3 && number(object, "edges") >= 2);
    assert_near(number(object, "members"), 30, 0);
    assert_near(number(object, "min_width"), 2, 0);
    assert_near(number(object, "seed"), 4, 0);
    wend_vec2 from = point(json_object_get(object, "from"));
    assert_true(from.x == 6 && from.y == 6);
    assert_true(number(object, "free_share") > 0.05 && number(object, "free_share") < 0.95);
    assert_true(json_is_null(json_object_get(object, "runs")));
    assert_true(json_is_null(json_object_get(object, "inside")));
    json_t *groups = json_object_get(object, "groups");
    assert_int_equal(json_array_size(groups), 2);
    assert_near(number(json_array_get(groups, 1), "members"), 9, 0);
    json_decref(object);
    // One group has no list; others than the scene's.
    object = group_json(0, "group-narrow --runs 2 --group-size 30 --min-width 2");
    assert_null(json_object_get(object, "groups"));
    assert_near(number(object, "members"), 30, 0);
    assert_near(number(object, "min_width"), 2, 0);
    assert_near(number(json_object_get(object, "runs"), "runs"), 2, 0);
    assert_near(number(json_object_get(object, "runs"), "found"), 2, 0);
    json_decref(object);
}

// What there is no way for: the exit code tells, and the words tell which.
static void test_no_way(void **state)
{
    (void)state;
    ran *r = run_expect(1, "\"$WEND\" group wide.json");
    assert_contains(r->out, "group               sheep\nstatus              impossible\n");
    assert_contains(r->out, "reason              ");
    assert_contains(
        r->out, "hint                the widest passage is 3 m wide: widen it, or make the group "
                "narrower, --min-width 2.7\n");
    json_t *object = group_json(1, "wide.json -o wide.svg");
    assert_string_equal(string(object, "status"), "impossible");
    assert_true(json_is_null(json_object_get(object, "path_length")));
    assert_true(string(object, "why")[0] != 0);
    assert_near(number(object, "passable"), 3, 2e-3);
    json_decref(object);
    assert_int_equal(access("wide.svg", R_OK), 0); // the roadmap as far as it got
    r = run_expect(1, "\"$WEND\" group parted.json");
    assert_contains(r->out, "hint                the goal is enclosed by walls\n");
    r = run_expect(1, "\"$WEND\" group group-city --sampler uniform --samples 3");
    assert_contains(r->out, "status              not found\n");
    assert_contains(r->out,
                    "hint                try more samples, --samples 30, or --sampler snake\n");
    r = run_expect(1, "\"$WEND\" group group-city --local-planner deformable --samples 300");
    assert_contains(r->out, "status              not found\n");
    object = group_json(1, "group-city --sampler uniform --samples 3");
    assert_string_equal(string(object, "status"), "not found");
    json_decref(object);
}

// A plan for each leg, and the sums of their figures.
static void test_waypoints(void **state)
{
    (void)state;
    json_t *object = group_json(0, "stops.json");
    json_t *legs = json_object_get(object, "legs");
    double length = 0, path_length = 0, seconds = 0;
    static const double ends[][2] = {{12, 4}, {22, 4}, {4, 8}};
    assert_int_equal(json_array_size(legs), 3);
    for (size_t i = 0; i < 3; ++i) {
        json_t *leg = json_array_get(legs, i), *to = json_object_get(leg, "to");
        assert_string_equal(json_string_value(json_object_get(leg, "status")), "found");
        for (size_t k = 0; k < 2; ++k)
            assert_true(fabs(json_number_value(json_array_get(to, k)) - ends[i][k]) < 1e-9);
        assert_near(number(leg, "wait"), i == 0 ? 4 : 0, 0);
        length += number(leg, "length");
        path_length += number(leg, "path_length");
        seconds += number(leg, "seconds");
    }
    assert_near(number(object, "wait"), 4, 0);
    assert_near(number(object, "length"), length, 1e-9);
    assert_near(number(object, "path_length"), path_length, 1e-9);
    assert_near(number(object, "seconds"), seconds, 1e-9);
    json_decref(object);
    ran *r = run_expect(0, "\"$WEND\" group stops.json -o stops.svg");
    assert_contains(r->out, "leg 1               to 12,4: path length");
    assert_contains(r->out, ", wait 4 s\nleg 2               to 22,4: path length");
    // The proof is about the leg that fails.
    r = run_expect(1, "\"$WEND\" group cut.json --time-curve none.svg");
    assert_contains(r->out, "status              impossible\n");
    assert_contains(r->out, "leg 2               to 35,6: impossible\n");
    object = group_json(1, "cut.json");
    assert_int_equal(json_array_size(json_object_get(object, "legs")), 2);
    assert_true(json_is_null(json_object_get(object, "length")));
    json_decref(object);
    // Waiting is a part of the time.
    object = group_json(0, "stops.json --time-curve stops-curve.svg");
    json_t *inside = json_object_get(object, "inside");
    assert_true(json_is_true(json_object_get(inside, "arrived")));
    assert_true(number(inside, "seconds") >= seconds + 4);
    json_decref(object);
}

// Where nobody's planner is group, the agents of every entry are one.
static void test_other_planners(void **state)
{
    (void)state;
    json_t *object = group_json(0, "mesh.json");
    assert_int_equal(json_array_size(json_object_get(object, "groups")), 2);
    json_decref(object);
    ran *r = run_expect(2, "\"$WEND\" group place.json");
    assert_contains(r->err, "place.json: agents entry 3: ");
    assert_contains(r->err, "starts in an area");
}

// The same seed gives the same way, another one another.
static void test_seeds(void **state)
{
    (void)state;
    double length[3];
    static const char *const words[] = {"group-cylinders --sampler uniform --seed 1",
                                        "group-cylinders --sampler uniform --seed 1",
                                        "group-cylinders --sampler uniform --seed 2"};
    for (int i = 0; i < 3; ++i) {
        json_t *object = group_json(0, words[i]);
        length[i] = number(object, "length");
        json_decref(object);
    }
    assert_true(length[0] == length[1] && length[0] != length[2]);
}

// ---- pictures -----------------------------------------------------------------------------------

static void test_pictures(void **state)
{
    (void)state;
    static const char *const names[] = {"way.svg", "way.png", "way.pdf"};
    for (int i = 0; i < 3; ++i) {
        json_t *object =
            group_json(0, i == 0   ? "rooms.json -o way.svg"
                          : i == 1 ? "rooms.json -o way.png --width 400"
                                   : "rooms.json -o way.pdf --layers sweep --spacing 1");
        assert_string_equal(json_string_value(json_array_get(json_object_get(object, "files"), 0)),
                            names[i]);
        json_decref(object);
    }
    char *svg = file_content("way.svg");
    check_xml(svg);
    assert_contains(svg, "rooms");
    assert_contains(svg, "start");
    free(svg);
    ran *r = run_expect(0, "\"$WEND\" group rooms.json -o -");
    check_xml(r->out);
    r = run_expect(2, "\"$WEND\" group rooms.json -o way.svg --layers sweeps");
    assert_contains(r->err, "sweep");
}

// Nobody leaves the shape, and it is no sooner at its end than without waiting.
static void test_time_curve(void **state)
{
    (void)state;
    json_t *object = group_json(0, "rooms.json --time-curve curve.svg");
    json_t *inside = json_object_get(object, "inside");
    assert_true(json_is_true(json_object_get(inside, "arrived")));
    assert_true(number(inside, "min_depth") > -1e-6);
    assert_true(number(inside, "seconds") > number(object, "length") / number(object, "speed") - 1);
    json_decref(object);
    char *svg = file_content("curve.svg");
    check_xml(svg);
    assert_contains(svg, "without waiting");
    free(svg);
    ran *r = run_expect(0, "\"$WEND\" group rooms.json --time-curve curve.svg");
    assert_contains(r->out, "members inside      arrived yes, seconds ");
    run_expect(1, "\"$WEND\" group wide.json --time-curve none.svg");
    assert_int_not_equal(access("none.svg", F_OK), 0);
}

static void test_compare(void **state)
{
    (void)state;
    json_t *object = group_json(0, "rooms.json group-narrow --compare --runs 2 --samples 300 -o "
                                   "boxes.svg");
    json_t *rows = json_object_get(object, "rows");
    assert_int_equal(json_array_size(rows), 2 * WEND_GROUP_LOCALS * WEND_GROUP_SAMPLERS);
    for (size_t i = 0; i < json_array_size(rows); ++i) {
        const json_t *row = json_array_get(rows, i);
        assert_near(number(row, "runs"), 2, 0);
        assert_true(number(row, "found") <= 2 && number(row, "mean_ms") > 0);
        if (strcmp(string(row, "sampler"), "corridor") == 0 &&
            strcmp(string(row, "local"), "hinged") == 0)
            assert_near(number(row, "found"), 2, 0);
    }
    json_decref(object);
    char *svg = file_content("boxes.svg");
    check_xml(svg);
    assert_contains(svg, "local planner hinged");
    assert_contains(svg, "penetration");
    free(svg);
    ran *r = run_expect(0, "\"$WEND\" group rooms.json --compare --runs 1 --samples 50");
    assert_contains(r->out, "deformable  uniform");
}

// ---- refused ------------------------------------------------------------------------------------

static void refused(const char *words, const char *what)
{
    char line[300];
    snprintf(line, sizeof line, "\"$WEND\" group %s", words);
    ran *r = run_expect(2, line);
    assert_contains(r->err, what);
    assert_string_equal(r->out, "");
}

static void test_refused(void **state)
{
    (void)state;
    refused("", "missing argument");
    refused("rooms.json mesh.json", "several scenes require --compare");
    refused("rooms.json --sampler uniforn",
            "--sampler uniforn: unknown value: did you mean uniform?");
    refused("rooms.json --local-planner bent",
            "--local-planner bent: unknown value (expected one of deformable, hinged)");
    refused("rooms.json --samples 0", "--samples 0");
    refused("rooms.json --layers way", "--layers requires --output");
    refused("rooms.json --width 300", "--width requires --output or --time-curve");
    refused("rooms.json -o way.gif", ".svg, .png, .pdf");
    refused("rooms.json --time-curve way.gif", ".svg, .png, .pdf");
    refused("rooms.json -o a.svg --time-curve a.svg", "output file given twice");
    refused("rooms.json -o rooms.json", ".svg, .png, .pdf");
    refused("rooms.json --compare --sampler medial", "--compare and --sampler exclude");
    refused("rooms.json --group-size 30 --min-width 9", "never wider than a disc");
    refused("empty.json", "there are no agents");
    ran *r = run_expect(2, "\"$WEND\" group rooms.json --json -o -");
    assert_contains(r->err, "use standard output");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),       cmocka_unit_test(test_json),
        cmocka_unit_test(test_no_way),     cmocka_unit_test(test_other_planners),
        cmocka_unit_test(test_seeds),      cmocka_unit_test(test_pictures),
        cmocka_unit_test(test_time_curve), cmocka_unit_test(test_compare),
        cmocka_unit_test(test_waypoints),  cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests_name("cli_group", tests, setup, leave_folder);
}
