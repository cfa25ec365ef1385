// SPDX-License-Identifier: MIT
// Path queries of a point: in slices, between edits, from many threads, refused, out of memory; and
// paths as points.
#include "tests/plan/point_paths.h"

#include <pthread.h>

// ---- slices -------------------------------------------------------------------------------------

static void slices(void **state)
{
    (void)state;
    static fixture f;
    for (f.seed = 1; f.seed <= (long_tier() ? 200 : 10); f.seed++) {
        wend_random random = wend_random_stream(f.seed, 5);
        plan_random(&f.p, f.seed);
        set_up(&f);
        for (uint32_t i = 0; i < 20; i++) {
            wend_vec2 from = random_place(&f, &random), goal[2];
            goal[0] = random_place(&f, &random);
            goal[1] = random_place(&f, &random);
            uint32_t count = 1 + i % 2, budget = 1 + wend_random_below(&random, 3);
            wend_path path;
            wend_result whole = ask(&f, from, goal, count, 0, &path);
            double length = path.length, bound = 0, nearest = INFINITY;
            uint32_t expansions = path.expansions;
            wend_result result = ask(&f, from, goal, count, budget, &path);
            for (; result == WEND_BUDGET_EXHAUSTED;
                 result = wend_path_continue(f.query, budget, &path, NULL)) {
                if (!is_whole(&f, &path, from))
                    fail_query(&f, from, goal, count, &path, length);
                assert_true(path.bound >= bound && path.bound <= length * (1 + SAME_LENGTH));
                bound = path.bound;
                wend_vec2 end = path.piece_count ? path.pieces[path.piece_count - 1].b : from;
                if (count == 1)
                    assert_true(sight_distance(end, goal[0]) <= nearest);
                nearest = sight_distance(end, goal[0]);
                budget = 1 + wend_random_below(&random, 3);
            }
            assert_int_equal(result, whole);
            assert_true(whole != WEND_OK || are_equal(path.length, length));
            assert_true(path.expansions == expansions || whole != WEND_OK);
            assert_int_equal(wend_path_continue(f.query, 1, &path, NULL), WEND_BAD_ARGUMENT);
        }
        tear_down(&f);
    }
}

// ---- edits and threads --------------------------------------------------------------------------

static void after_edits(void **state)
{
    (void)state;
    static fixture f, fresh;
    for (f.seed = 1; f.seed <= (long_tier() ? 60 : 6); f.seed++) {
        wend_random random = wend_random_stream(f.seed, 6);
        plan_clear(&f.p, 8, true);
        plan_squares(&f.p, &random, 2);
        set_up(&f);
        wend_mesh_shape_id door = {0};
        for (uint32_t edit = 0; edit < 10; edit++) {
            fresh.p = f.p;
            for (uint32_t i = 0; i < f.p.shape_count; i++)
                fresh.p.shapes[i].points = fresh.p.points + (f.p.shapes[i].points - f.p.points);
            wend_vec2 line[2] = {point_on_grid(&random, 8, 0), point_on_grid(&random, 8, 0)};
            wend_path path, other;
            if (!wend_mesh_shape_id_is_null(door)) {
                assert_int_equal(wend_mesh_remove(f.w.mesh, door, NULL), WEND_OK);
                door = (wend_mesh_shape_id){0};
            } else if (plan_add(&fresh.p, line, 2)) {
                wend_shape shape = {.points = line, .point_count = 2};
                assert_int_equal(wend_mesh_insert(f.w.mesh, &shape, &door, NULL), WEND_OK);
            }
            set_up(&fresh);
            for (uint32_t i = 0; i < 20; i++) {
                wend_vec2 from = random_place(&f, &random), to = random_place(&f, &random);
                wend_result result = ask(&f, from, &to, 1, 0, &path);
                assert_int_equal(ask(&fresh, from, &to, 1, 0, &other), result);
                assert_true(result != WEND_OK || are_equal(path.length, other.length));
            }
            tear_down(&fresh);
        }
        tear_down(&f);
    }
}

static void stale_searches(void **state)
{
    (void)state;
    static fixture f;
    make_comb(&f.p);
    set_up(&f);
    wend_vec2 to = {8.5, 4};
    wend_path path;
    wend_error error;
    assert_int_equal(ask(&f, (wend_vec2){0.5, 4}, &to, 1, 2, &path), WEND_BUDGET_EXHAUSTED);
    wend_shape post = {.points = (wend_vec2[]){{0.25, 0.25}}, .point_count = 1};
    wend_mesh_shape_id id;
    assert_int_equal(wend_mesh_insert(f.w.mesh, &post, &id, NULL), WEND_OK);
    assert_int_equal(wend_path_continue(f.query, 0, &path, &error), WEND_STALE);
    tear_down(&f);
}

typedef struct worker {
    const wend_mesh *mesh;
    double sum;
} worker;

// Asserts would leave the wrong thread.
static void *work(void *context)
{
    worker *own = context;
    wend_path_query *query;
    if (wend_path_query_create(NULL, &query, NULL) != WEND_OK)
        return NULL;
    for (uint32_t i = 0; i < 200; i++) {
        wend_path_request request = wend_default_path_request();
        wend_vec2 to = {0.5 + i % 10, 10.5 - i % 7};
        request.from = (wend_vec2){0.5, 0.5 + i % 10};
        request.goal = (wend_goal){&to, 1};
        wend_path path;
        if (wend_path_find(query, own->mesh, &request, &path, NULL) == WEND_OK)
            own->sum += path.length * (1 + i);
    }
    wend_path_query_destroy(query);
    return NULL;
}

static void threads(void **state)
{
    (void)state;
    static fixture f;
    make_blocks(&f.p);
    f.w = make_world(&f.p);
    pthread_t others[3];
    worker workers[3];
    for (uint32_t i = 0; i < 3; i++) {
        workers[i] = (worker){f.w.mesh, 0};
        assert_int_equal(pthread_create(&others[i], NULL, work, &workers[i]), 0);
    }
    for (uint32_t i = 0; i < 3; i++)
        pthread_join(others[i], NULL);
    assert_true(workers[0].sum > 0);
    assert_true(workers[0].sum == workers[1].sum && workers[1].sum == workers[2].sum);
    free_world(f.w);
}

// ---- what is refused ----------------------------------------------------------------------------

static void refusals(void **state)
{
    (void)state;
    static fixture f;
    plan_clear(&f.p, 10, true);
    add_block(&f.p, 4, 0, 6, 10);
    add_block(&f.p, 1, 1, 2, 2);
    add_block(&f.p, 2, 1, 3, 2);
    set_up(&f);
    const struct {
        wend_vec2 from, to;
        const char *words;
    } cases[] = {
        {{5, 5}, {1, 5}, "the start is in an obstacle"},
        {{1, 5}, {5, 5}, "the goal is in an obstacle"},
        {{-1, 5}, {1, 5}, "the start is outside the bounds"},
        {{1, 5}, {1e6, 5}, "the goal is outside the bounds"},
        {{1, 5}, {2, 1.5}, "the goal is on a wall with no free space beside it"},
        {{1, 5}, {9, 5}, "no path: walls separate the start from the goal"},
    };
    wend_path_request request = wend_default_path_request();
    wend_path path;
    wend_error error;
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        request.from = cases[i].from;
        request.goal = (wend_goal){&cases[i].to, 1};
        assert_int_equal(wend_path_find(f.query, f.w.mesh, &request, &path, &error),
                         WEND_NOT_FOUND);
        assert_string_equal(error.text, cases[i].words);
        assert_true(path.bound == INFINITY && path.piece_count == 0);
    }
    wend_vec2 odd = {NAN, 0}, good = {1, 5};
    request.from = odd;
    assert_int_equal(wend_path_find(f.query, f.w.mesh, &request, &path, NULL), WEND_BAD_ARGUMENT);
    request.from = good;
    request.goal = (wend_goal){&odd, 1};
    assert_int_equal(wend_path_find(f.query, f.w.mesh, &request, &path, NULL), WEND_BAD_ARGUMENT);
    request.goal = (wend_goal){&good, 0};
    assert_int_equal(wend_path_find(f.query, f.w.mesh, &request, &path, NULL), WEND_BAD_ARGUMENT);
    request.goal.count = 1;
    request.radius = -1;
    assert_int_equal(wend_path_find(f.query, f.w.mesh, &request, &path, NULL), WEND_BAD_ARGUMENT);
    request.radius = 0;
    assert_int_equal(wend_path_find(f.query, f.w.mesh, &request, &path, NULL), WEND_OK);
    assert_true(path.length == 0 && path.bound == 0 && path.piece_count == 0);
    request.cookie = 0;
    assert_int_equal(wend_path_find(f.query, f.w.mesh, &request, &path, NULL), WEND_BAD_ARGUMENT);
    assert_int_equal(wend_path_continue(f.query, 1, &path, NULL), WEND_BAD_ARGUMENT);
    tear_down(&f);
}

static void out_of_memory(void **state)
{
    (void)state;
    static fixture f;
    make_spiral(&f.p);
    f.w = make_world(&f.p);
    const wend_vec2 goal[] = {{5.5, 5.5}, {6.5, 6.5}};
    wend_path_request request = wend_default_path_request();
    request.from = (wend_vec2){0.5, 0.5};
    for (uint32_t count = 1; count <= 2; count++) {
        request.goal = (wend_goal){goal, count};
        wend_result result = WEND_OUT_OF_MEMORY;
        for (size_t fail_at = 1; result == WEND_OUT_OF_MEMORY; fail_at++) {
            failing_allocator memory = {.fail_at = fail_at};
            wend_allocator allocator = failing_allocator_of(&memory);
            wend_path path;
            result = wend_path_query_create(&allocator, &f.query, NULL);
            if (result == WEND_OK) {
                result = wend_path_find(f.query, f.w.mesh, &request, &path, NULL);
                if (result == WEND_OUT_OF_MEMORY) // and then there is some again
                    assert_int_equal(wend_path_find(f.query, f.w.mesh, &request, &path, NULL),
                                     WEND_OK);
                assert_true(path.length > 30);
                size_t calls = memory.calls;
                assert_int_equal(wend_path_find(f.query, f.w.mesh, &request, &path, NULL), WEND_OK);
                assert_int_equal(memory.calls, calls); // warm
                wend_path_query_destroy(f.query);
            }
            assert_int_equal(memory.bytes, 0);
        }
        assert_int_equal(result, WEND_OK);
    }
    free_world(f.w);
}

// ---- points of a path ---------------------------------------------------------------------------

static void points_of_a_path(void **state)
{
    (void)state;
    const double error = 1e-3;
    const wend_path_piece pieces[] = {
        {.a = {-5, 2}, .b = {0, 2}, .corner = {-5, 2}},
        {.a = {0, 2}, .b = {0, -2}, .corner = {0, 0}, .turn = -1},
        {.a = {0, -2}, .b = {-3, -2}, .corner = {0, -2}},
        {.a = {-3, -2}, .b = {-2, -3}, .corner = {-3, -3}, .turn = -1},
    };
    wend_path path = {.pieces = pieces, .piece_count = 4};
    wend_vec2 points[400];
    uint32_t count, all;
    assert_int_equal(wend_path_points(&path, error, points, 400, &all), WEND_OK);
    assert_true(all > 20 && all < 200);
    assert_true(wend_equal(points[0], pieces[0].a));
    assert_true(wend_equal(points[all - 1], pieces[3].b));
    for (uint32_t i = 0; i + 1 < all; i++) {
        wend_segment piece = {points[i], points[i + 1]};
        assert_true(wend_segment_distance(piece, pieces[1].corner) >= 2 - 1e-12);
        assert_true(wend_segment_distance(piece, pieces[3].corner) >= 1 - 1e-12);
        double out = sight_distance(points[i], pieces[1].corner) - 2;
        assert_true(points[i].x <= 0 || out <= error * (1 + 1e-9));
    }
    assert_int_equal(wend_path_points(&path, error, points, 5, &count), WEND_BUFFER_TOO_SMALL);
    assert_int_equal(count, all);
    assert_int_equal(wend_path_points(&path, 0, points, 5, &count), WEND_BAD_ARGUMENT);
    path.piece_count = 0;
    assert_int_equal(wend_path_points(&path, error, NULL, 0, &count), WEND_OK);
    assert_int_equal(count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slices),           cmocka_unit_test(after_edits),
        cmocka_unit_test(stale_searches),   cmocka_unit_test(threads),
        cmocka_unit_test(refusals),         cmocka_unit_test(out_of_memory),
        cmocka_unit_test(points_of_a_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
