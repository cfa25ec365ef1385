// SPDX-License-Identifier: MIT
// Paths of discs are searched for in two ways: by classes, and where these can't tell, by windows
// of tangents. Here the one is held against the other, which test_path_disc.c holds against an
// oracle; and it is counted how often the first way is enough.
#include "tests/support/support.h"

#include "bench/radius_cases.h"
#include "plan/disc.h"

/// Lengths of the two ways may differ by this share.
#define EQUAL 1e-9

/// All but the last, which has many more corners than the others.
#define SCENES (RADIUS_SCENES - 1)

typedef struct fixture {
    uint32_t number;
    uint64_t seed;
    radius_case c;
    wend_mesh *mesh;
    wend_path_query *query;
    uint32_t bends;     ///< paths that are not straight
    uint32_t fallbacks; ///< of these, how many classes could not tell
} fixture;

static void set_up(fixture *f, uint32_t number, uint64_t seed)
{
    f->number = number;
    f->seed = seed;
    assert_true(radius_case_make(number, seed, &f->c));
    wend_mesh_def def = wend_default_mesh_def();
    assert_int_equal(wend_mesh_create(f->c.floor, &def, &f->mesh, NULL), WEND_OK);
    assert_int_equal(wend_path_query_create(NULL, &f->query, NULL), WEND_OK);
}

static void tear_down(fixture *f)
{
    wend_path_query_destroy(f->query);
    wend_mesh_destroy(f->mesh);
    radius_case_free(&f->c);
}

static void ask_both(fixture *f, const wend_path_request *request)
{
    wend_path path, other;
    f->query->windows_only = true;
    wend_result expected = wend_path_find(f->query, f->mesh, request, &other, NULL);
    f->query->windows_only = false;
    wend_result result = wend_path_find(f->query, f->mesh, request, &path, NULL);
    if (result != expected || fabs(path.length - other.length) > EQUAL * (1 + other.length) ||
        (result == WEND_OK && path.bound != path.length))
        fail_msg("scene %u seed %llu radius %.17g from %.17g,%.17g to %.17g,%.17g (%u points): "
                 "%s, length %.17g, bound %.17g; by windows %s, %.17g",
                 f->number, (unsigned long long)f->seed, request->radius, request->from.x,
                 request->from.y, request->goal.points[0].x, request->goal.points[0].y,
                 request->goal.count, wend_result_name(result), path.length, path.bound,
                 wend_result_name(expected), other.length);
    if (result == WEND_OK && path.piece_count > 1) {
        ++f->bends;
        f->fallbacks += !f->query->disc->by_classes;
    }
}

// A segment, or a polygon of three to five corners, around some place.
static uint32_t random_goal(wend_random *random, wend_vec2 at, wend_vec2 goal[5])
{
    uint32_t count = 2 + wend_random_below(random, 4);
    double size = wend_random_between(random, 0.1, 4), angle = wend_random_between(random, 0, 6);
    for (uint32_t i = 0; i < count; i++) {
        double turn = angle + 6.283185307179586 * i / count;
        goal[i] = (wend_vec2){at.x + size * cos(turn), at.y + size * sin(turn)};
    }
    return count;
}

// The radii are those of the scene, which just fit through its gaps, or smaller ones.
static void ask_questions(fixture *f, uint32_t rank, uint32_t count, bool smaller)
{
    for (uint32_t k = 0; k < count; k++) {
        wend_random random = wend_random_stream(f->seed, 1000 * rank + k);
        wend_path_request request = wend_default_path_request();
        wend_vec2 goal[5];
        if (!radius_query(&f->c, rank, k, &request.from, &goal[0]))
            continue;
        request.goal = (wend_goal){goal, 1};
        request.radius = f->c.radii[rank];
        if (smaller)
            request.radius *= wend_random_between(&random, 0.05, 1);
        ask_both(f, &request);
        request.goal.count = random_goal(&random, goal[0], goal);
        ask_both(f, &request);
    }
}

static void both_ways_agree(void **state)
{
    (void)state;
    static fixture f;
    uint64_t seeds = long_tier() ? 20 : 1;
    uint32_t count = long_tier() ? 50 : 12;
    f.bends = f.fallbacks = 0;
    for (uint64_t seed = 1; seed <= seeds; seed++)
        for (uint32_t number = 0; number < SCENES; number++) {
            set_up(&f, number, seed);
            for (uint32_t rank = 0; rank < RADIUS_CLASSES; rank++)
                ask_questions(&f, rank, count, seed % 2 == 0);
            tear_down(&f);
        }
    print_message("%u paths with bends, %u of them not by classes\n", f.bends, f.fallbacks);
    assert_true(f.bends > 10 * count * seeds);
    assert_true(f.fallbacks < f.bends / 4);
}

// A pedestrian among walls: the other way is hardly ever needed.
static void classes_are_enough_for_small_discs(void **state)
{
    (void)state;
    static fixture f;
    f.bends = f.fallbacks = 0;
    for (uint32_t number = 0; number < SCENES; number++) {
        set_up(&f, number, 1);
        ask_questions(&f, 0, long_tier() ? 200 : 20, false);
        tear_down(&f);
    }
    print_message("%u paths with bends, %u of them not by classes\n", f.bends, f.fallbacks);
    assert_true(f.bends > 100);
    assert_true(f.fallbacks <= f.bends / 20);
}

// A point cuts the disc's way but not the point's: the path bends at a corner without walls. And it
// does so on the shorter side.
static void discs_bend_at_points(void **state)
{
    (void)state;
    const wend_vec2 bounds[] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}}, post = {5, 5.1};
    const wend_shape shape = {.points = &post, .point_count = 1};
    wend_floor *floor = NULL;
    wend_mesh *mesh = NULL;
    wend_path_query *query = NULL;
    wend_floor_def floor_def = wend_default_floor_def();
    floor_def.bounds = bounds;
    floor_def.bounds_count = 4;
    floor_def.shapes = &shape;
    floor_def.shape_count = 1;
    assert_int_equal(wend_floor_create(&floor_def, &floor, NULL), WEND_OK);
    wend_mesh_def def = wend_default_mesh_def();
    assert_int_equal(wend_mesh_create(floor, &def, &mesh, NULL), WEND_OK);
    assert_int_equal(wend_path_query_create(NULL, &query, NULL), WEND_OK);
    wend_path path;
    wend_vec2 to = {9, 5};
    wend_path_request request = wend_default_path_request();
    request.from = (wend_vec2){1, 5};
    request.goal = (wend_goal){&to, 1};
    request.radius = 1;
    assert_int_equal(wend_path_find(query, mesh, &request, &path, NULL), WEND_OK);
    assert_true(query->disc->by_classes);
    assert_int_equal(path.piece_count, 3);
    assert_int_equal(path.pieces[1].turn, 1);
    assert_true(path.pieces[1].corner.x == post.x && path.pieces[1].corner.y == post.y);
    wend_path_query_destroy(query);
    wend_mesh_destroy(mesh);
    wend_floor_destroy(floor);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_ways_agree),
        cmocka_unit_test(classes_are_enough_for_small_discs),
        cmocka_unit_test(discs_bend_at_points),
    };
    return cmocka_run_group_tests_name("path_classes", tests, NULL, NULL);
}
