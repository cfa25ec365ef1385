// SPDX-License-Identifier: MIT
// Paths of a point against the visibility graph: random and hand-made floors full of contacts,
// goals of all kinds, searches in slices, edits between queries, many threads.
#include "oracle_visibility.h"

#include "wend/path.h"

#include <pthread.h>

/// How much longer or shorter a path may be than the oracle's, relatively: rounding and no more.
#define SAME_LENGTH 1e-9

typedef struct fixture {
    uint64_t seed;
    plan p;
    world w;
    sight_graph *graph;
    wend_path_query *query;
} fixture;

static void set_up(fixture *f)
{
    f->w = make_world(&f->p);
    f->graph = sight_make(f->w.floor);
    assert_int_equal(wend_path_query_create(NULL, &f->query, NULL), WEND_OK);
}

static void tear_down(fixture *f)
{
    wend_path_query_destroy(f->query);
    sight_free(f->graph);
    free_world(f->w);
}

static void print_plan(const fixture *f)
{
    print_message("seed %llu, size %g%s\n", (unsigned long long)f->seed, f->p.size,
                  f->p.has_bounds ? ", with bounds" : "");
    for (uint32_t i = 0; i < f->p.shape_count; i++) {
        for (uint32_t k = 0; k < f->p.shapes[i].point_count; k++)
            print_message(" %.17g,%.17g", f->p.shapes[i].points[k].x, f->p.shapes[i].points[k].y);
        print_message("\n");
    }
}

static bool are_equal(double length, double truth)
{
    return length == truth || fabs(length - truth) <= SAME_LENGTH * fmax(1, truth);
}

// True if the straight way can be gone; its end may be rounded.
static bool is_open_way(const fixture *f, wend_vec2 a, wend_vec2 b)
{
    double x = (b.x - a.x) * SAME_LENGTH, y = (b.y - a.y) * SAME_LENGTH;
    return sides_at_end(f->w.floor, a, b, ON_BOTH) != 0 ||
           sides_at_end(f->w.floor, a, (wend_vec2){b.x - y, b.y + x}, ON_BOTH) != 0 ||
           sides_at_end(f->w.floor, a, (wend_vec2){b.x + y, b.y - x}, ON_BOTH) != 0;
}

// The pieces follow each other from the start on, have the length that is said, and can be gone.
static bool is_whole(const fixture *f, const wend_path *path, wend_vec2 from)
{
    double length = 0;
    wend_vec2 at = from;
    for (uint32_t i = 0; i < path->piece_count; i++) {
        const wend_path_piece *piece = &path->pieces[i];
        if (!wend_same_place(piece->a, at) || piece->turn != 0 ||
            !is_open_way(f, piece->a, piece->b))
            return false;
        length += sight_distance(piece->a, piece->b);
        at = piece->b;
    }
    return are_equal(path->length, length);
}

// A place to ask about: a corner, on a wall, on the grid, or anywhere.
static wend_vec2 random_place(const fixture *f, wend_random *random)
{
    const wend_floor *floor = f->w.floor;
    uint32_t kind = wend_random_below(random, 5);
    if (kind == 0 && floor->wall_count > 0)
        return floor->points[wend_random_below(random, floor->wall_count)];
    if (kind == 1 && floor->wall_count > 0) {
        wend_segment wall = wend_wall_segment(floor, wend_random_below(random, floor->wall_count));
        return (wend_vec2){(wall.a.x + wall.b.x) / 2, (wall.a.y + wall.b.y) / 2};
    }
    if (kind == 2)
        return point_on_grid(random, f->p.size, 20);
    return point_on_grid(random, f->p.size, kind == 3 ? 0 : 1);
}

static wend_result ask(fixture *f, wend_vec2 from, const wend_vec2 *goal, uint32_t count,
                       uint32_t budget, wend_path *path)
{
    wend_path_request request = wend_default_path_request();
    request.from = from;
    request.goal = (wend_goal){goal, count};
    request.budget = budget;
    wend_error error = {0};
    wend_result result = wend_path_find(f->query, f->w.mesh, &request, path, &error);
    assert_true(result == WEND_OK || error.text[0]);
    return result;
}

static void fail_query(const fixture *f, wend_vec2 from, const wend_vec2 *goal, uint32_t count,
                       const wend_path *path, double truth)
{
    print_plan(f);
    for (uint32_t i = 0; i < path->piece_count; i++)
        print_message("  %.17g,%.17g -> %.17g,%.17g\n", path->pieces[i].a.x, path->pieces[i].a.y,
                      path->pieces[i].b.x, path->pieces[i].b.y);
    for (uint32_t i = 0; i < count; i++)
        print_message("  goal %.17g,%.17g\n", goal[i].x, goal[i].y);
    fail_msg("from %.17g,%.17g: length %.17g, bound %.17g, truth %.17g", from.x, from.y,
             path->length, path->bound, truth);
}

static void check_query(fixture *f, wend_vec2 from, const wend_vec2 *goal, uint32_t count,
                        double truth)
{
    wend_path path;
    wend_result result = ask(f, from, goal, count, 0, &path);
    bool right = truth == INFINITY ? result == WEND_NOTHING && path.bound == INFINITY
                                   : result == WEND_OK && are_equal(path.length, truth) &&
                                         path.bound == path.length && is_whole(f, &path, from);
    if (right && result == WEND_OK && count == 1 && path.piece_count > 0)
        right = wend_same_place(path.pieces[path.piece_count - 1].b, goal[0]);
    if (!right)
        fail_query(f, from, goal, count, &path, truth);
}

static void check_points(fixture *f, wend_random *random, uint32_t starts, uint32_t goals)
{
    for (uint32_t i = 0; i < starts; i++) {
        wend_vec2 from = random_place(f, random);
        sight_from(f->graph, from);
        for (uint32_t k = 0; k < goals; k++) {
            wend_vec2 to = random_place(f, random);
            check_query(f, from, &to, 1, sight_to(f->graph, to));
        }
    }
}

static void random_floors(void **state)
{
    (void)state;
    static fixture f;
    uint64_t count = long_tier() ? 600 : 12;
    for (f.seed = 1; f.seed <= count; f.seed++) {
        wend_random random = wend_random_stream(f.seed, 2);
        plan_random(&f.p, f.seed);
        set_up(&f);
        check_points(&f, &random, 6, 20);
        tear_down(&f);
    }
}

// ---- floors made by hand ------------------------------------------------------------------------

static void add_wall(plan *p, double ax, double ay, double bx, double by)
{
    assert_true(plan_add(p, (wend_vec2[]){{ax, ay}, {bx, by}}, 2));
}

static void add_block(plan *p, double ax, double ay, double bx, double by)
{
    assert_true(plan_add(p, (wend_vec2[]){{ax, ay}, {bx, ay}, {bx, by}, {ax, by}}, 4));
}

// Walls that hang down and stand up in turns.
static void make_comb(plan *p)
{
    plan_clear(p, 9, true);
    for (double x = 1; x < 9; x++)
        add_wall(p, x, fmod(x, 2) == 0 ? 0 : 1, x, fmod(x, 2) == 0 ? 8 : 9);
}

static void make_spiral(plan *p)
{
    plan_clear(p, 12, true);
    double low = 1, high = 11;
    for (; high - low > 2; low++, high--) {
        add_wall(p, low, low, high, low);
        add_wall(p, high, low, high, high);
        add_wall(p, high, high, low, high);
        add_wall(p, low, high, low, low + 1);
        add_wall(p, low, low + 1, low + 1, low + 1);
    }
}

// All corners of all blocks on a few lines, with gaps between them.
static void make_blocks(plan *p)
{
    plan_clear(p, 11, true);
    for (double y = 1; y < 10; y += 2)
        for (double x = 1; x < 10; x += 2)
            add_block(p, x, y, x + 1, y + 1);
}

// Blocks that touch in their corners only, in a chessboard with a way around.
static void make_chessboard(plan *p)
{
    plan_clear(p, 8, true);
    for (double y = 1; y < 7; y++)
        for (double x = 1 + fmod(y, 2); x < 7; x += 2)
            add_block(p, x, y, x + 1, y + 1);
}

// Walls in one line with doors, walls that end on walls, points on the lines between corners.
static void make_doors(plan *p)
{
    plan_clear(p, 10, false);
    for (double x = 0; x < 10; x += 2)
        add_wall(p, x, 5, x + 1, 5);
    add_wall(p, 2.5, 5, 2.5, 9);
    add_wall(p, 2.5, 9, 7, 9);
    add_wall(p, 4.5, 5, 4.5, 1);
    add_block(p, 8, 6, 9, 7);
    for (double x = 1; x < 10; x += 2)
        assert_true(plan_add(p, (wend_vec2[]){{x + 0.5, 5}}, 1));
    for (double y = 1; y < 5; y++)
        assert_true(plan_add(p, (wend_vec2[]){{y, y}}, 1));
}

// Triangles whose tips meet in one place, which is open to all sides and closed between them.
static void make_star(plan *p)
{
    plan_clear(p, 8, true);
    assert_true(plan_add(p, (wend_vec2[]){{4, 4}, {7, 3}, {7, 5}}, 3));
    assert_true(plan_add(p, (wend_vec2[]){{4, 4}, {5, 7}, {3, 7}}, 3));
    assert_true(plan_add(p, (wend_vec2[]){{4, 4}, {1, 5}, {1, 3}}, 3));
    add_wall(p, 4, 4, 4, 1);
}

static void floors_by_hand(void **state)
{
    (void)state;
    static fixture f;
    void (*const makers[])(plan *) = {make_comb,       make_spiral, make_blocks,
                                      make_chessboard, make_doors,  make_star};
    uint32_t starts = long_tier() ? 120 : 12;
    for (uint32_t i = 0; i < sizeof makers / sizeof *makers; i++) {
        wend_random random = wend_random_stream(i, 3);
        f.seed = i;
        makers[i](&f.p);
        set_up(&f);
        check_points(&f, &random, starts, 20);
        tear_down(&f);
    }
}

// ---- goals that are no points -------------------------------------------------------------------

static double area_truth(sight_graph *graph, const wend_vec2 *ring, uint32_t count, wend_vec2 from)
{
    uint32_t sides = count == 2 ? 1 : count;
    double least = INFINITY;
    if (count > 2 && wend_polygon_locate(ring, count, from) != WEND_OUTSIDE)
        least = sight_to(graph, from);
    for (uint32_t i = 0; i < sides; i++)
        least =
            fmin(least, sight_to_segment(graph, (wend_segment){ring[i], ring[(i + 1) % count]}));
    return least;
}

static void segments_and_areas(void **state)
{
    (void)state;
    static fixture f;
    uint64_t count = long_tier() ? 200 : 8;
    for (f.seed = 1; f.seed <= count; f.seed++) {
        wend_random random = wend_random_stream(f.seed, 4);
        plan_random(&f.p, 1000 + f.seed);
        if (f.p.shape_count > 24)
            continue; // the oracle would take long
        set_up(&f);
        for (uint32_t i = 0; i < 6; i++) {
            wend_vec2 from = random_place(&f, &random), ring[4];
            uint32_t corners = 2 + wend_random_below(&random, 3);
            do
                for (uint32_t k = 0; k < corners; k++)
                    ring[k] = random_place(&f, &random);
            while (corners > 2 && wend_polygon_check(ring, corners, NULL, NULL) != WEND_OK);
            sight_from(f.graph, from);
            check_query(&f, from, ring, corners, area_truth(f.graph, ring, corners, from));
        }
        tear_down(&f);
    }
}

static void goals_beyond_the_frame(void **state)
{
    (void)state;
    static fixture f;
    plan_clear(&f.p, 10, true);
    add_block(&f.p, 4, 2, 6, 8);
    set_up(&f);
    const wend_vec2 from = {2, 5}, line[] = {{8, -1000}, {8, 1000}}, aside[] = {{11, -9}, {11, 9}};
    const wend_vec2 around[] = {{-100, -100}, {100, -100}, {100, 100}, {-100, 100}};
    sight_from(f.graph, from);
    check_query(&f, from, line, 2, sight_to_segment(f.graph, (wend_segment){{8, 0}, {8, 10}}));
    check_query(&f, from, aside, 2, INFINITY);
    check_query(&f, from, around, 4, 0);
    tear_down(&f);
}

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
            for (; result == WEND_BUDGET_SPENT;
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
        wend_id door = {0};
        for (uint32_t edit = 0; edit < 10; edit++) {
            fresh.p = f.p;
            for (uint32_t i = 0; i < f.p.shape_count; i++)
                fresh.p.shapes[i].points = fresh.p.points + (f.p.shapes[i].points - f.p.points);
            wend_vec2 line[2] = {point_on_grid(&random, 8, 0), point_on_grid(&random, 8, 0)};
            wend_path path, other;
            if (!wend_id_null(door)) {
                assert_int_equal(wend_mesh_remove(f.w.mesh, door, NULL), WEND_OK);
                door = (wend_id){0};
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
    assert_int_equal(ask(&f, (wend_vec2){0.5, 4}, &to, 1, 2, &path), WEND_BUDGET_SPENT);
    wend_shape post = {.points = (wend_vec2[]){{0.25, 0.25}}, .point_count = 1};
    wend_id id;
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
        {{1, 5}, {9, 5}, "walls part the start from the goal"},
    };
    wend_path_request request = wend_default_path_request();
    wend_path path;
    wend_error error;
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        request.from = cases[i].from;
        request.goal = (wend_goal){&cases[i].to, 1};
        assert_int_equal(wend_path_find(f.query, f.w.mesh, &request, &path, &error), WEND_NOTHING);
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
        wend_result result = WEND_NO_MEMORY;
        for (size_t fail_at = 1; result == WEND_NO_MEMORY; fail_at++) {
            failing_allocator memory = {.fail_at = fail_at};
            wend_allocator allocator = failing_allocator_of(&memory);
            wend_path path;
            result = wend_path_query_create(&allocator, &f.query, NULL);
            if (result == WEND_OK) {
                result = wend_path_find(f.query, f.w.mesh, &request, &path, NULL);
                if (result == WEND_NO_MEMORY) // and then there is some again
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
    assert_true(wend_same_place(points[0], pieces[0].a));
    assert_true(wend_same_place(points[all - 1], pieces[3].b));
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
        cmocka_unit_test(random_floors),
        cmocka_unit_test(floors_by_hand),
        cmocka_unit_test(segments_and_areas),
        cmocka_unit_test(goals_beyond_the_frame),
        cmocka_unit_test(slices),
        cmocka_unit_test(after_edits),
        cmocka_unit_test(stale_searches),
        cmocka_unit_test(threads),
        cmocka_unit_test(refusals),
        cmocka_unit_test(out_of_memory),
        cmocka_unit_test(points_of_a_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
