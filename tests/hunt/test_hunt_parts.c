// SPDX-License-Identifier: MIT
// The parts of the hunt for locks: cases are valid and the same again, the judge finds locks and
// nothing else, the shrinker keeps them, and the number of processes changes nothing.
#include "tests/hunt/known.h"
#include "tests/hunt/runner.h"
#include "tests/hunt/shrink.h"
#include "tests/support/support.h"

#include <string.h>

// ---- the generator ------------------------------------------------------------------------------

static void test_generator(void **state)
{
    (void)state;
    hunt_case *c = malloc(sizeof *c);
    assert_non_null(c);
    for (uint32_t pair = 0; pair < hunt_pair_count; ++pair)
        for (uint64_t seed = 0; seed < 4; ++seed) {
            assert_true(hunt_generate(seed, pair, HUNT_ANY, c));
            assert_true(c->crew_count > 0 && c->seconds > HUNT_PATIENCE);
            char *first = hunt_case_json(c);
            assert_true(hunt_generate(seed, pair, HUNT_ANY, c));
            char *again = hunt_case_json(c);
            assert_string_equal(first, again);
            free(first);
            free(again);
        }
    free(c);
}

/// Every family is drawn for the pairs that suit it.
static void test_families(void **state)
{
    (void)state;
    hunt_case *c = malloc(sizeof *c);
    assert_non_null(c);
    for (uint32_t family = 0; family < hunt_family_count; ++family) {
        uint32_t found = 0;
        for (uint32_t pair = 0; pair < hunt_pair_count; ++pair)
            if (hunt_generate(7, pair, family, c)) {
                ++found;
                assert_string_equal(c->family, hunt_families[family].name);
            }
        assert_true(found > 0);
    }
    free(c);
}

// ---- the judge ----------------------------------------------------------------------------------

/// A corridor of 12 x 0.6 m, where two agents cannot pass each other, with these agents.
#define CORRIDOR(agents)                                                                           \
    "{\"wend\": 2, \"bounds\": [[0, 0], [12, 0], [12, 0.6], [0, 0.6]], \"duration\": 200, "        \
    "\"motion\": \"social_force\", \"agents\": [" agents "]}"
#define WALKER(from, to)                                                                           \
    "{\"at\": [" from ", 0.3], \"goal\": [" to ", 0.3], \"radius\": 0.25, \"planner\": \"mesh\"}"

static hunt_verdict check(const char *json, hunt_outcome outcome)
{
    hunt_verdict v = hunt_judge_json(json);
    if (v.outcome != outcome)
        fail_msg("%s instead of %s: %s", hunt_outcome_name(v.outcome), hunt_outcome_name(outcome),
                 v.text);
    return v;
}

static void test_judge(void **state)
{
    (void)state;
    hunt_verdict v = check(CORRIDOR(WALKER("1", "11")), HUNT_ARRIVED);
    assert_int_equal(v.arrived, 1);
    assert_true(v.time < 10);
    // Two that want to pass each other where there is no room, nor beyond their goals.
    v = check(CORRIDOR(WALKER("1", "11.7") ", " WALKER("11", "0.3")), HUNT_LOCKED);
    assert_int_equal(v.locked, 2);
    assert_int_equal(v.stuck[1].entry, 1);
    assert_true(v.time > HUNT_PATIENCE && v.time < 190);
    // One that is slow makes progress until the time is over.
    check(CORRIDOR("{\"at\": [1, 0.3], \"goal\": [11, 0.3], \"preferred_speed\": 0.01}"),
          HUNT_SLOW);
    // One that never walks.
    check(CORRIDOR("{\"at\": [1, 0.3], \"goal\": [11, 0.3], \"preferred_speed\": 0}"), HUNT_LOCKED);
    check("{\"wend\": 2, \"bounds\": [[0, 0], [1, 1], [1, 0], [0, 1]]}", HUNT_INVALID);
    check("[]", HUNT_INVALID);
}

/// A wall between the agent and its goal, with an opening of the width.
static char *walled(const char *planner, double width)
{
    char *json = NULL;
    size_t size;
    FILE *out = open_memstream(&json, &size);
    assert_non_null(out);
    fprintf(out,
            "{\"wend\": 2, \"bounds\": [[0, 0], [12, 0], [12, 6], [0, 6]], \"duration\": 100,"
            "\"obstacles\": [{\"segment\": [[6, 0], [6, %g]]}], \"motion\": \"orca\", \"agents\":"
            "[{\"at\": [1, 1], \"goal\": [11, 1], \"radius\": 0.25, \"planner\": \"%s\"}]}",
            6 - width, planner);
    fclose(out);
    return json;
}

static void test_ways(void **state)
{
    (void)state;
    char *json = walled("mesh", 0.51);
    assert_int_equal(check(json, HUNT_ARRIVED).arrived, 1);
    free(json);
    // Too narrow, so it has no way; and "direct" does not look for one.
    json = walled("mesh", 0.49);
    assert_int_equal(check(json, HUNT_ARRIVED).no_way, 1);
    free(json);
    json = walled("direct", 1);
    assert_int_equal(check(json, HUNT_ARRIVED).strayed, 1);
    free(json);
}

// ---- the shrinker -------------------------------------------------------------------------------

static hunt_crew walker(double x, double y, double to)
{
    return (hunt_crew){.members = 1,
                       .at = {x, y},
                       .goal = {{to, y}, {to, y}},
                       .radius = 0.25,
                       .speed = 1.3,
                       .planner = WEND_PLANNER_MESH,
                       .motion = WEND_MOTION_SOCIAL_FORCE};
}

/// Two agents in a corridor for one, two posts and six agents beside it: the two are left, and the
/// walls of the corridor.
static void test_shrinker(void **state)
{
    (void)state;
    hunt_case *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->family = "test";
    c->bounds = (wend_box){{0, 0}, {12, 8}};
    c->step = 0.1;
    c->seconds = 400;
    c->walls[c->wall_count++] = (hunt_wall){{{0, 0.6}, {12, 0.6}}, 2};
    c->walls[c->wall_count++] = (hunt_wall){{{6, 3}}, 1};
    c->walls[c->wall_count++] = (hunt_wall){{{6, 5}}, 1};
    for (int i = 0; i < 6; ++i)
        c->crews[c->crew_count++] = walker(1, 1 + i, 11);
    c->crews[c->crew_count++] = walker(1, 0.3, 11.7);
    c->crews[c->crew_count++] = walker(11, 0.3, 0.3);
    hunt_verdict v;
    if (!hunt_locks(c, &v, NULL))
        fail_msg("%s after %g s: %s", hunt_outcome_name(v.outcome), v.time, v.text);
    hunt_shrink(c, &v, (hunt_budget){100, 1000000}, hunt_locks, NULL);
    assert_int_equal(c->crew_count, 2);
    assert_int_equal(c->wall_count, 1);
    assert_true(c->seconds < 400);
    assert_true(hunt_locks(c, &v, NULL));
    // Without a budget nothing changes.
    hunt_case *same = malloc(sizeof *same);
    assert_non_null(same);
    *same = *c;
    hunt_shrink(same, &v, (hunt_budget){0, 0}, hunt_locks, NULL);
    assert_int_equal(same->crew_count, 2);
    free(same);
    free(c);
}

// ---- the runner ---------------------------------------------------------------------------------

static void test_processes(void **state)
{
    (void)state;
    hunt_orders orders = {
        .first_seed = 100, .scenes = 24, .processes = 1, .pair = HUNT_ANY, .family = HUNT_ANY};
    hunt_orders two = orders;
    two.processes = 2;
    hunt_result *a = hunt_run(&orders), *b = hunt_run(&two);
    for (uint32_t i = 0; i < orders.scenes; ++i) {
        assert_int_equal(a[i].seed, 100 + i);
        assert_int_equal(a[i].verdict.outcome, b[i].verdict.outcome);
        assert_true(a[i].verdict.hash == b[i].verdict.hash);
    }
    hunt_results_free(a, &orders);
    hunt_results_free(b, &two);
}

static void test_patterns(void **state)
{
    (void)state;
    assert_true(hunt_known_matches("*", "mesh+orca"));
    assert_true(hunt_known_matches("*+orca", "mesh+orca"));
    assert_true(hunt_known_matches("mesh+*", "mesh+orca"));
    assert_true(hunt_known_matches("mesh+orca", "mesh+orca"));
    assert_false(hunt_known_matches("mesh+*", "map+orca"));
    assert_false(hunt_known_matches("*+orca", "mesh+boids"));
    assert_false(hunt_known_matches("mesh", "mesh+orca"));
    assert_false(hunt_known_matches("door", "doors"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_generator), cmocka_unit_test(test_families),
        cmocka_unit_test(test_judge),     cmocka_unit_test(test_ways),
        cmocka_unit_test(test_shrinker),  cmocka_unit_test(test_processes),
        cmocka_unit_test(test_patterns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
