// SPDX-License-Identifier: MIT
// What scene_check lets pass, what it refuses, and the exact rule for blocked areas. The words of
// its problems are in tests/bad.
#include "scene/check/check.h"
#include "tests/scene/scene_text.h"

#include "formats/formats.h"
#include "wend/geometry.h"
#include "wend/random.h"

#include <math.h>
#include <string.h>

static void check_sound(const char *json)
{
    scene *s = read_scene(json);
    problem_list problems = {0};
    bool sound = scene_check(s, &problems);
    problem_print(&problems, stderr);
    assert_true(sound);
    scene_free(s);
}

static void test_sound_scenes_pass(void **state)
{
    (void)state;
    static const char *const sound[] = {
        "{\"wend\": 1}",
        "{\"wend\": 1, \"agents\": [{\"at\": [1e8, 0], \"goal\": [0, 0]}]}",
        // Touching is allowed: corners, walls, ends on walls, and the bounds.
        "{\"wend\": 1, \"bounds\": [[0, 0], [9, 0], [9, 9], [0, 9]], \"obstacles\": ["
        "{\"polygon\": [[0, 0], [3, 0], [3, 3]]}, {\"polygon\": [[3, 3], [5, 3], [5, 5]]}, "
        "{\"segment\": [[5, 4], [9, 4]]}, {\"segment\": [[7, 4], [7, 9]]}]}",
        // An agent that just fits between two walls.
        "{\"wend\": 1, \"bounds\": [[0, 0], [9, 0], [9, 1], [0, 1]], \"agents\": [{\"at\": [4, "
        "0.5], \"radius\": 0.5}]}",
        // A goal on the bounds; a room inside an obstacle.
        "{\"wend\": 1, \"bounds\": [[0, 0], [9, 0], [9, 9], [0, 9]], \"obstacles\": [{\"polygon\": "
        "[[1, 1], [5, 1], [5, 5], [1, 5]], \"holes\": [[[2, 2], [4, 2], [4, 4], [2, 4]]]}], "
        "\"areas\": {\"room\": [[2, 2], [4, 2], [4, 4], [2, 4]]}, "
        "\"agents\": [{\"in\": \"room\", \"goal\": [[9, 4], [9, 6]]}]}",
        // An area that is larger than the bounds, one whose sides are all in walls, one whose
        // corners are all in walls: there is free ground in each.
        "{\"wend\": 1, \"bounds\": [[0, 0], [9, 0], [9, 9], [0, 9]], \"obstacles\": [{\"polygon\": "
        "[[1, 1], [5, 1], [5, 5], [1, 5]], \"holes\": [[[2, 2], [4, 2], [4, 4], [2, 4]]]}], "
        "\"areas\": {\"all\": [[-1, -1], [10, -1], [10, 10], [-1, 10]], \"ring\": [[1.5, 1.5], "
        "[4.5, 1.5], [4.5, 4.5], [1.5, 4.5]], \"strip\": [[1.5, 2.5], [4.5, 2.5], [4.5, 3], [1.5, "
        "3]]}, \"agents\": [{\"in\": \"all\"}, {\"in\": \"ring\"}, {\"in\": \"strip\"}]}",
        // Holes that touch the outline and each other at points.
        "{\"wend\": 1, \"obstacles\": [{\"polygon\": [[0, 0], [9, 0], [9, 9], [0, 9]], \"holes\": "
        "[[[0, 5], [2, 3], [4, 5], [2, 7]], [[4, 5], [6, 3], [8, 5], [6, 7]]]}]}",
        // Doors that touch walls and each other; agents in one that is open, or will be.
        "{\"wend\": 1, \"bounds\": [[0, 0], [9, 0], [9, 9], [0, 9]], \"obstacles\": "
        "[{\"segment\": [[5, 0], [5, 3]]}, {\"segment\": [[5, 6], [5, 9]]}], \"doors\": "
        "[{\"segment\": [[5, 3], [5, 4]], \"shut\": true}, {\"segment\": [[5, 4], [5, 6]]}, "
        "{\"polygon\": [[7, 0], [9, 0], [9, 2], [7, 2]], \"shut\": true}], \"agents\": [{\"at\": "
        "[5, 5]}, {\"at\": [8, 1], \"start\": 5}]}",
        // Movers in walls, out of bounds and in each other.
        "{\"wend\": 1, \"bounds\": [[0, 0], [9, 0], [9, 9], [0, 9]], \"obstacles\": "
        "[{\"segment\": [[5, 0], [5, 3]]}], \"movers\": [{\"circle\": [5, 2], \"radius\": 1, "
        "\"path\": [[5, 2], [50, 2]]}, {\"polygon\": [[4, 1], [6, 1], [6, 2]], \"path\": [[0, "
        "0]]}]}",
        // A way through areas that overlap, and a zone partly in a wall.
        "{\"wend\": 1, \"obstacles\": [{\"polygon\": [[1, 1], [5, 1], [5, 5]]}], \"areas\": "
        "{\"a\": [[4, 2], [8, 2], [8, 5]], \"b\": [[4, 2], [8, 2], [8, 6]]}, \"zones\": "
        "[{\"area\": \"a\", \"factor\": 0}], \"agents\": [{\"in\": \"b\", \"stops\": "
        "[{\"goal\": [\"a\", \"b\", \"a\"]}], \"goal\": [5, 1]}]}",
        // A blocked area that nobody uses.
        "{\"wend\": 1, \"obstacles\": [{\"polygon\": [[1, 1], [5, 1], [5, 5]]}], \"areas\": "
        "{\"in\": [[4, 2], [4.5, 2], [4.5, 2.5]]}}",
    };
    for (size_t i = 0; i < sizeof sound / sizeof *sound; ++i)
        check_sound(sound[i]);
}

static void expect_one(const scene *s, const char *where, const char *what)
{
    problem_list problems = {0};
    assert_false(scene_check(s, &problems));
    assert_int_equal(problems.count, 1);
    assert_string_equal(problems.items[0].where, where);
    assert_non_null(strstr(problems.items[0].what, what));
    problem_free(&problems);
}

// Imports have no JSON text: problems are at points of the plane.
static void test_imported_scenes_get_coordinates(void **state)
{
    (void)state;
    scene *s = scene_new();
    assert_non_null(s);
    const wend_vec2 square[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}}, tie[] = {{7, 5}, {9, 9}, {9, 5}};
    scene_obstacle *obstacle = scene_add_obstacle(s);
    assert_true(obstacle && scene_shape_ring(s, square, 4, &obstacle->shape));
    obstacle->role = "building";
    for (int i = 0; i < 2; ++i) {
        scene_area *area = scene_add_area(s);
        assert_true(area && scene_shape_ring(s, tie, 3, &area->shape));
        area->name = "hall";
    }
    expect_one(s, "(7, 5)", "two areas are called \"hall\"");
    s->areas[1].name = "yard";
    scene_agents *agents = scene_add_agents(s);
    assert_non_null(agents);
    *agents =
        (scene_agents){.def.agent.position = {2, 3}, .def.count = 1, .def.agent.radius = 0.25};
    expect_one(s, "(2, 3)", "inside obstacle 1 (\"building\")");
    agents->in = "hell";
    expect_one(s, "", "did you mean \"hall\"?");
    agents->in = "hall";
    s->areas[1].shape.points[0].x = NAN;
    problem_list problems = {0};
    assert_false(scene_check(s, &problems));
    problem_free(&problems);
    scene_free(s);
}

// Outside the bounds is not the same as all over them, also where a corner of theirs is touched.
static void test_covered_bounds_are_told(void **state)
{
    (void)state;
    static const char *const rings[][2] = {
        {"[[-1, -1], [10, -1], [10, 10], [-1, 10]]", "covers the bounds"},
        {"[[20, 1], [21, 1], [21, 2]]", "lies outside the bounds"},
        {"[[0, 0], [-5, 0], [-5, -5], [0, -5]]", "lies outside the bounds"},
        {"[[0, -1], [0, 10], [-5, 5]]", "lies outside the bounds"},
    };
    for (size_t i = 0; i < sizeof rings / sizeof *rings; ++i) {
        char json[300];
        snprintf(json, sizeof json,
                 "{\"wend\": 1, \"bounds\": [[0, 0], [9, 0], [9, 9], [0, 9]], \"obstacles\": "
                 "[{\n\"polygon\": %s}]}",
                 rings[i][0]);
        scene *s = read_scene(json);
        problem_list problems = {0};
        assert_false(scene_check(s, &problems));
        assert_int_equal(problems.count, 1);
        assert_non_null(strstr(problems.items[0].what, rings[i][1]));
        problem_free(&problems);
        scene_free(s);
    }
}

// Blocked areas, with the wall rules met head on: equal to an obstacle, touching its walls.
static void test_blocked_areas_are_refused(void **state)
{
    (void)state;
    static const char *const rings[] = {
        "[[1, 1], [5, 1], [5, 5], [1, 5]]", "[[1, 1], [3, 1], [3, 3], [1, 3]]",
        "[[2, 2], [3, 2], [3, 3]]",         "[[1, 3], [3, 1], [5, 3], [3, 5]]",
        "[[9, 1], [12, 1], [12, 5]]",       "[[20, 20], [21, 20], [21, 21]]",
    };
    for (size_t i = 0; i < sizeof rings / sizeof *rings; ++i) {
        char json[400];
        snprintf(json, sizeof json,
                 "{\"wend\": 1, \"bounds\": [[0, 0], [9, 0], [9, 9], [0, 9]], \"obstacles\": "
                 "[{\"polygon\": [[1, 1], [5, 1], [5, 5], [1, 5]]}], \"areas\": {\n\"a\": %s}, "
                 "\"agents\": [{\"in\": \"a\"}]}",
                 rings[i]);
        scene *s = read_scene(json);
        expect_one(s, "2:7", "where no agent can be");
        scene_free(s);
    }
}

// ---- blocked areas against an oracle ------------------------------------------------------------

enum { GRID = 5 }; // coordinates are 0 to GRID: shared corners and walls are the rule

// A simple ring on the grid.
static void random_ring(wend_random *random, wend_vec2 *ring, size_t count)
{
    do {
        for (size_t i = 0; i < count; ++i)
            ring[i] = (wend_vec2){wend_random_below(random, GRID + 1),
                                  wend_random_below(random, GRID + 1)};
    } while (wend_polygon_check(ring, count, NULL, NULL) != WEND_OK);
}

// True if the check says that the area is blocked. It must have nothing else to say.
static bool is_refused(const wend_vec2 *bounds, const wend_vec2 *obstacle, const wend_vec2 *area,
                       size_t area_count)
{
    scene *s = scene_new();
    assert_non_null(s);
    scene_shape shape;
    if (bounds) {
        assert_true(scene_shape_ring(s, bounds, 3, &shape));
        s->bounds = shape.points;
        s->bounds_count = 3;
    }
    if (obstacle)
        assert_true(scene_shape_ring(s, obstacle, 3, &scene_add_obstacle(s)->shape));
    scene_area *added = scene_add_area(s);
    assert_true(added && scene_shape_ring(s, area, area_count, &added->shape));
    added->name = "a";
    *scene_add_agents(s) = (scene_agents){.in = "a", .def.count = 1, .def.agent.radius = 0.25};
    problem_list problems = {0};
    bool refused = !scene_check(s, &problems);
    if (refused) {
        assert_int_equal(problems.count, 1);
        assert_non_null(strstr(problems.items[0].what, "where no agent can be"));
    }
    problem_free(&problems);
    scene_free(s);
    return refused;
}

// An area lies in a convex obstacle if all its corners do.
static void test_an_area_in_an_obstacle_is_refused_and_no_other(void **state)
{
    (void)state;
    int rounds = long_tier() ? 200000 : 4000, refusals = 0;
    for (int seed = 0; seed < rounds; ++seed) {
        wend_random random = wend_random_stream((uint64_t)seed, 2);
        wend_vec2 obstacle[3] = {{0, 0}, {GRID, 0}, {0, GRID}}, area[5];
        size_t count = 3 + wend_random_below(&random, 3);
        if (seed % 2) // small ones hold few areas
            random_ring(&random, obstacle, 3);
        random_ring(&random, area, count);
        bool inside = true;
        for (size_t i = 0; i < count; ++i)
            inside = inside && wend_polygon_locate(obstacle, 3, area[i]) != WEND_OUTSIDE;
        if (is_refused(NULL, obstacle, area, count) != inside)
            fail_msg("seed %d", seed);
        refusals += inside;
    }
    assert_true(refusals > rounds / 20);
}

// True if one side of a has all of b on its outer side.
static bool separates(const wend_vec2 a[3], const wend_vec2 b[3])
{
    int turn = wend_polygon_orientation(a, 3);
    for (int i = 0; i < 3; ++i) {
        bool all_outside = true;
        for (int k = 0; k < 3; ++k)
            all_outside = all_outside && wend_orient2d(a[i], a[(i + 1) % 3], b[k]) * turn <= 0;
        if (all_outside)
            return true;
    }
    return false;
}

// Two triangles have no inside in common if a side of one separates them.
static void test_an_area_out_of_bounds_is_refused_and_no_other(void **state)
{
    (void)state;
    int rounds = long_tier() ? 200000 : 4000, refusals = 0;
    for (int seed = 0; seed < rounds; ++seed) {
        wend_random random = wend_random_stream((uint64_t)seed, 3);
        wend_vec2 bounds[3], area[3];
        random_ring(&random, bounds, 3);
        random_ring(&random, area, 3);
        bool outside = separates(bounds, area) || separates(area, bounds);
        if (is_refused(bounds, NULL, area, 3) != outside)
            fail_msg("seed %d", seed);
        refusals += outside;
    }
    assert_true(refusals > rounds / 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sound_scenes_pass),
        cmocka_unit_test(test_imported_scenes_get_coordinates),
        cmocka_unit_test(test_covered_bounds_are_told),
        cmocka_unit_test(test_blocked_areas_are_refused),
        cmocka_unit_test(test_an_area_in_an_obstacle_is_refused_and_no_other),
        cmocka_unit_test(test_an_area_out_of_bounds_is_refused_and_no_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
