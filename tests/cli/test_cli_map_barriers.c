// SPDX-License-Identifier: MIT
// Barriers of wend map as its users meet them, in a room with a wall that has two doors: one
// straight ahead, one aside.
#include "tests/cli/cli_json.h"

#define ROOM                                                                                       \
    "{\"wend\": 1, \"name\": \"room\", \"bounds\": [[0, 0], [20, 0], [20, 10], [0, 10]],\n"        \
    " \"obstacles\": [{\"segment\": [[10, 0], [10, 4]]}, {\"segment\": [[10, 6], [10, 9]]}],\n"    \
    " \"agents\": [{\"at\": [4, 5], \"goal\": [16, 5]}]}\n"

/// What rounding may do to distances of some ten metres. [Units: m]
#define ROUNDING 1e-12

static int setup(void **state)
{
    int failed = enter_folder(state);
    if (failed)
        return failed;
    write_file("room.json", ROOM);
    return 0;
}

/// The distance from 4,5 to 16,5: straight ahead 12, by the other door 14.4222.
static double ask(const char *barrier)
{
    char arguments[200];
    snprintf(arguments, sizeof arguments, "room.json --query 4,5 %s", barrier);
    json_t *object = command_json(0, "map", arguments), *points = json_object_get(object, "points");
    assert_int_equal(json_array_size(points), 1);
    double found = number(json_array_get(points, 0), "distance");
    json_decref(object);
    return found;
}

static void test_a_barrier_costs_its_toll(void **state)
{
    (void)state;
    double aside = 2 * hypot(6, 4);
    assert_near(ask(""), 12, ROUNDING);
    assert_near(ask("--barrier 10,3:10,7=1.1,10"), 13, ROUNDING);
    assert_near(ask("--barrier 8,0:8,10=1.1,10"), 13, ROUNDING);
    assert_near(ask("--barrier 8,10:8,0=1.1,10 --barrier 12,0:12,10=2,3"), 16, ROUNDING);
    assert_near(ask("--barrier 10,3:10,7"), aside, ROUNDING);
    assert_near(ask("--barrier 10,3:10,7=1.25"), aside, ROUNDING);
    assert_near(ask("--barrier 10,3:10,7=3,0"), 12, ROUNDING);
    assert_true(ask("--radius 0.2 --barrier 10,3:10,7") > aside);
}

static void test_json_tells_of_barriers(void **state)
{
    (void)state;
    json_t *object = command_json(0, "map", "room.json --barrier 10,3:10,7=3,4 --query 1,1");
    json_t *barriers = json_object_get(object, "barriers"), *one = json_array_get(barriers, 0);
    assert_int_equal(json_array_size(barriers), 1);
    wend_vec2 a = point(json_object_get(one, "a")), b = point(json_object_get(one, "b"));
    assert_true(a.x == 10 && a.y == 3 && b.x == 10 && b.y == 7);
    assert_true(number(one, "weight") == 3 && number(one, "queue") == 4);
    assert_true(number(one, "toll") == 8);
    json_decref(object);
}

static void test_pictures(void **state)
{
    (void)state;
    run_expect(0, "\"$WEND\" map room.json --barrier 10,3:10,7 --width 300 -o toll.svg");
    char *svg = file_content("toll.svg");
    assert_contains(svg, "<g id=\"barriers\"");
    assert_contains(svg, "<g id=\"isolines\"");
    assert_contains(svg, "+ 5 m");
    free(svg);
    run_expect(
        0,
        "\"$WEND\" map room.json --barrier 10,3:10,7 --paper-barriers --width 300 -o printed.svg "
        "--layers regions,borders,barriers --raster printed.png --size 80");
    svg = file_content("printed.svg");
    assert_contains(svg, "<g id=\"regions\"");
    assert_contains(svg, "\xc3\x97 1.5");
    free(svg);
}

static void test_usage(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"--barrier 1,1 --query 1,1", "--barrier 1,1: invalid value (expected X,Y:X,Y"},
        {"--barrier 1,1:2,2=0.5 --query 1,1", "invalid value (expected X,Y:X,Y"},
        {"--barrier 1,1:2,2=1.5,-1 --query 1,1", "invalid value (expected X,Y:X,Y"},
        {"--barrier 1,1:2,2=1.5,1, --query 1,1", "invalid value (expected X,Y:X,Y"},
        {"--barrier 1,1:1,1 --query 1,1", "invalid value (expected X,Y:X,Y"},
        {"--barrier 1,1:2e12,2 --query 1,1", "out of range (expected coordinates from"},
        {"--barrier 21,1:30,9 --query 1,1", "outside the bounds of the scene"},
        {"--paper-barriers -o a.svg", "--paper-barriers requires --barrier"},
        {"--paper-barriers --barrier 1,1:2,2 --query 1,1",
         "--paper-barriers and --query exclude each other"},
        {"--paper-barriers --barrier 1,1:2,2 --array a.npy",
         "--paper-barriers and --array exclude each other"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        char line[300];
        snprintf(line, sizeof line, "\"$WEND\" map room.json %s", wrong[i][0]);
        assert_contains(run_expect(2, line)->err, wrong[i][1]);
    }
    assert_string_equal(run("ls -A | grep '^a\\.'")->out, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_barrier_costs_its_toll),
        cmocka_unit_test(test_json_tells_of_barriers),
        cmocka_unit_test(test_pictures),
        cmocka_unit_test(test_usage),
    };
    return cmocka_run_group_tests(tests, setup, leave_folder);
}
