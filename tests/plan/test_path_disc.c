// SPDX-License-Identifier: MIT
// Paths of discs against the tangent graph: shortest, never too near to a wall, never missed; in
// slices; to segments and areas; and out of memory.
#include "tests/support/support.h"

#include "bench/radius_cases.h"
#include "tests/oracle/tangent.h"
#include "wend/geometry.h"

#include <string.h>

/// One in so many paths may be longer than the shortest, by ALLOWED_EXCESS at most.
#define ALLOWED_ONE_IN 10000
#define ALLOWED_EXCESS 0.01

/// A search that takes as many expansions in these small scenes will never end.
#define ENDLESS 1000000

/// Everything to ask questions about one scene and radius.
typedef struct fixture {
    uint32_t number;
    uint64_t seed;
    uint32_t rank;
    double radius;
    radius_case c;
    plain_walls plain;
    wend_mesh *mesh;
    wend_path_query *query;
    oracle o; ///< only after set_up_with_oracle
    oracle_path shortest;
} fixture;

static void set_up_at(fixture *f, uint32_t number, uint64_t seed, uint32_t rank, wend_vec2 at)
{
    wend_error error = {0};
    f->number = number;
    f->seed = seed;
    f->rank = rank;
    assert_true(radius_case_make(number, seed, &f->c));
    if (at.x != 0 || at.y != 0)
        assert_true(radius_case_shift(&f->c, at));
    f->radius = f->c.radii[rank];
    wend_mesh_def def = wend_default_mesh_def();
    if (wend_mesh_create(f->c.floor, &def, &f->mesh, &error) != WEND_OK)
        fail_msg("scene %u, seed %llu: %s", number, (unsigned long long)seed,
                 wend_error_text(&error));
    assert_int_equal(wend_path_query_create(NULL, &f->query, NULL), WEND_OK);
    assert_true(plain_walls_of(f->c.floor, &f->plain));
    f->o = (oracle){0};
    f->shortest.length = NAN;
}

static void set_up(fixture *f, uint32_t number, uint64_t seed, uint32_t rank)
{
    set_up_at(f, number, seed, rank, (wend_vec2){0, 0});
}

// The tangent graph takes time: only where it is asked.
static void set_up_with_oracle(fixture *f, uint32_t number, uint64_t seed, uint32_t rank)
{
    set_up(f, number, seed, rank);
    assert_true(oracle_make(f->c.floor, f->radius, &f->o));
}

static void tear_down(fixture *f)
{
    wend_path_query_destroy(f->query);
    wend_mesh_destroy(f->mesh);
    plain_walls_free(&f->plain);
    oracle_free(&f->o);
    radius_case_free(&f->c);
}

static wend_result find(fixture *f, wend_vec2 from, const wend_vec2 *goal, uint32_t count,
                        uint32_t budget, wend_path *path)
{
    wend_path_request request = wend_default_path_request();
    request.from = from;
    request.goal = (wend_goal){goal, count};
    request.radius = f->radius;
    request.budget = budget;
    *path = (wend_path){.length = NAN, .bound = NAN};
    return wend_path_find(f->query, f->mesh, &request, path, NULL);
}

// One line that says all, to ask the question again.
static void print_query(const fixture *f, wend_vec2 from, wend_vec2 to, const wend_path *path)
{
    print_message("scene %u seed %llu radius %.17g from %.17g,%.17g to %.17g,%.17g: "
                  "length %.17g, oracle %.17g\n",
                  f->number, (unsigned long long)f->seed, f->radius, from.x, from.y, to.x, to.y,
                  path->length, f->shortest.length);
}

// ---- shortest -----------------------------------------------------------------------------------

static void compare(fixture *f, uint32_t k, oracle_tally *tally)
{
    wend_vec2 from, to;
    wend_path path;
    if (!radius_query(&f->c, f->rank, k, &from, &to))
        return;
    assert_true(oracle_find(&f->o, from, &to, 1, &f->shortest));
    wend_result result = find(f, from, &to, 1, ENDLESS, &path);
    const char *wrong = oracle_judge(&f->o, &f->shortest, result, &path, from, &to, tally);
    if (wrong) {
        print_message("%s (%s): ", wrong, wend_result_name(result));
        print_query(f, from, to, &path);
    }
}

static void print_tally(const oracle_tally *tally)
{
    print_message("%u queries: %u invalid, %u missed, %u invented, %u too long, %u too short, "
                  "worst excess %g\n",
                  tally->queries, tally->invalid, tally->missed, tally->invented, tally->wrong,
                  tally->shorter, tally->worst_excess);
}

static void assert_flawless(const oracle_tally *tally)
{
    assert_int_equal(tally->invalid + tally->missed + tally->invented + tally->shorter, 0);
    assert_true(tally->wrong <= tally->queries / ALLOWED_ONE_IN);
    assert_true(tally->worst_excess <= ALLOWED_EXCESS);
}

static void paths_are_shortest(void **state)
{
    (void)state;
    static fixture f;
    oracle_tally tally = {0};
    // The last scene has so many corners that its oracle takes a second.
    uint32_t scenes = long_tier() ? RADIUS_SCENES : RADIUS_SCENES - 1;
    uint32_t queries = long_tier() ? 200 : 8;
    uint64_t seeds = long_tier() ? 5 : 1;
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        for (uint32_t i = 0; i < scenes * RADIUS_CLASSES; i++) {
            set_up_with_oracle(&f, i / RADIUS_CLASSES, seed, i % RADIUS_CLASSES);
            for (uint32_t k = 0; k < queries; k++)
                compare(&f, k, &tally);
            tear_down(&f);
        }
    }
    print_tally(&tally);
    assert_flawless(&tally);
    assert_true(tally.queries >= scenes * RADIUS_CLASSES * queries * seeds * 9 / 10);
}

// 10 km from the origin a rounding is a thousand times as large. The radii are those that fit well
// or just fit: where the disc is too large by less than the floor's tolerance, the oracle lets it
// through.
static void far_away_they_are_shortest(void **state)
{
    (void)state;
    static fixture f;
    oracle_tally tally = {0};
    uint32_t queries = long_tier() ? 100 : 3;
    for (uint32_t i = 0; i < 10 * 3; i++) {
        set_up_at(&f, i / 3, 1, i % 3, (wend_vec2){10000.3, -20000.6});
        assert_true(oracle_make(f.c.floor, f.radius, &f.o));
        for (uint32_t k = 0; k < queries; k++)
            compare(&f, k, &tally);
        tear_down(&f);
    }
    print_tally(&tally);
    assert_flawless(&tally);
}

// Queries that were hard once: a start on the line between two corners, one that just touches a
// corner, a gap that the disc just fits through, a corner that touches sooner than one before it.
static void hard_ones_are_shortest(void **state)
{
    (void)state;
    static fixture f;
    const uint32_t hard[][4] = {
        {0, 1, 2, 80},  {2, 1, 0, 67},  {2, 1, 1, 37},  {2, 1, 2, 116}, {2, 3, 2, 76},
        {3, 1, 2, 85},  {3, 9, 1, 14},  {3, 11, 1, 65}, {5, 1, 4, 35},  {6, 1, 2, 8},
        {6, 2, 3, 24},  {7, 1, 0, 197}, {7, 1, 2, 130}, {7, 1, 3, 36},  {7, 10, 1, 108},
        {9, 1, 3, 119}, {9, 1, 3, 148}, {9, 3, 2, 0},   {9, 3, 2, 44},  {9, 3, 2, 145},
    };
    oracle_tally tally = {0};
    for (uint32_t i = 0; i < sizeof hard / sizeof *hard; i++) {
        set_up_with_oracle(&f, hard[i][0], hard[i][1], hard[i][2]);
        compare(&f, hard[i][3], &tally);
        tear_down(&f);
    }
    print_tally(&tally);
    assert_flawless(&tally);
}

// A start or a goal that is too near to a wall is told, by however little.
static void too_near_is_nothing(void **state)
{
    (void)state;
    static fixture f;
    for (uint32_t number = 0; number < 10; number++) {
        set_up(&f, number, 3, 1);
        double radius = f.radius;
        for (uint32_t k = 0; k < 10; k++) {
            wend_vec2 from, to;
            wend_path path;
            if (!radius_query(&f.c, f.rank, k, &from, &to))
                continue;
            f.radius = wend_floor_clearance(f.c.floor, from, NULL, NULL) * (1 + 1e-6);
            assert_int_equal(find(&f, from, &to, 1, 0, &path), WEND_NOT_FOUND);
            assert_int_equal(find(&f, to, &from, 1, 0, &path), WEND_NOT_FOUND);
            f.radius = radius;
        }
        tear_down(&f);
    }
}

// ---- in slices ----------------------------------------------------------------------------------

static void slices_change_nothing(void **state)
{
    (void)state;
    static fixture f;
    static wend_path_piece pieces[ORACLE_PIECES];
    uint32_t rounds = long_tier() ? 600 : 40;
    for (uint32_t i = 0; i < rounds; i++) {
        set_up(&f, i % 10, 1 + i / 10, i % RADIUS_CLASSES);
        wend_vec2 from, to;
        wend_path whole, path;
        assert_true(radius_query(&f.c, f.rank, i, &from, &to));
        wend_result expected = find(&f, from, &to, 1, 0, &whole);
        assert_true(whole.piece_count <= ORACLE_PIECES);
        if (whole.piece_count)
            memcpy(pieces, whole.pieces, whole.piece_count * sizeof *pieces);
        double bound = 0;
        wend_result result = find(&f, from, &to, 1, 1 + i % 7, &path);
        while (result == WEND_BUDGET_EXHAUSTED) {
            const char *wrong = isinf(path.length) ? NULL : check_path(&f.plain, &path, from);
            if (wrong || path.bound < bound ||
                (expected == WEND_OK && path.bound > whole.length * (1 + ORACLE_EQUAL))) {
                print_query(&f, from, to, &path);
                fail_msg("%s: bound %.17g after %.17g", wrong ? wrong : "in between", path.bound,
                         bound);
            }
            bound = path.bound;
            result = wend_path_continue(f.query, 1 + i % 5, &path, NULL);
        }
        assert_int_equal(result, expected);
        if (result == WEND_OK) {
            assert_true(path.length == whole.length && path.bound == path.length);
            assert_int_equal(path.piece_count, whole.piece_count);
            assert_int_equal(path.expansions, whole.expansions);
            if (whole.piece_count)
                assert_memory_equal(path.pieces, pieces, whole.piece_count * sizeof *pieces);
        }
        assert_int_equal(wend_path_continue(f.query, 1, &path, NULL), WEND_BAD_ARGUMENT);
        tear_down(&f);
    }
}

// ---- goals that are not points ------------------------------------------------------------------

// A segment, or a polygon with three to five corners, around some place or beside it.
static uint32_t random_goal(wend_random *random, wend_vec2 at, wend_vec2 goal[5])
{
    uint32_t count = 2 + wend_random_below(random, 4);
    double size = wend_random_between(random, 0.2, 4), angle = wend_random_between(random, 0, 6);
    if (wend_random_below(random, 3) == 0) // square to the axes, as many walls are
        angle = TWO_PI / 8;
    int turn = wend_random_below(random, 2) ? 1 : -1;
    for (uint32_t i = 0; i < count; i++)
        goal[i] = vec(at.x + size * cos(angle + turn * TWO_PI * i / count),
                      at.y + size * sin(angle + turn * TWO_PI * i / count));
    return count;
}

static double goal_distance(const wend_vec2 *goal, uint32_t count, wend_vec2 p)
{
    double least = INFINITY;
    if (count > 2 && wend_polygon_locate(goal, count, p) != WEND_OUTSIDE)
        return 0;
    for (uint32_t i = 0; i < count; i++)
        least = fmin(least, point_distance(p, (wend_segment){goal[i], goal[(i + 1) % count]}));
    return least;
}

static void goals_with_a_size(void **state)
{
    (void)state;
    static fixture f;
    static oracle_goals goals;
    oracle_tally tally = {0};
    uint32_t rounds = long_tier() ? 400 : 20;
    for (uint32_t i = 0; i < rounds; i++) {
        wend_random random = wend_random_stream(5, i);
        set_up_with_oracle(&f, i % 10, 1 + i / 10, i / 2 % RADIUS_CLASSES);
        for (uint32_t k = 0; k < 5; k++) {
            wend_vec2 from, at, goal[5];
            wend_path path;
            if (!radius_query(&f.c, f.rank, k, &from, &at))
                continue;
            uint32_t count = random_goal(&random, at, goal);
            goals.count = 0;
            if (goal_distance(goal, count, from) == 0)
                goals.at[goals.count++] = from;
            for (uint32_t s = 0; s < (count > 2 ? count : 1); s++)
                oracle_goals_on(&f.o, from, (wend_segment){goal[s], goal[(s + 1) % count]}, &goals);
            assert_true(oracle_find(&f.o, from, goals.at, goals.count, &f.shortest));
            wend_result result = find(&f, from, goal, count, 0, &path);
            const char *wrong = oracle_judge(&f.o, &f.shortest, result, &path, from, NULL, &tally);
            wend_vec2 end = path.piece_count ? path.pieces[path.piece_count - 1].b : from;
            if (!wrong && result == WEND_OK && goal_distance(goal, count, end) > f.plain.slack)
                wrong = "it does not end in the goal";
            if (wrong) {
                for (uint32_t s = 0; s < count; s++)
                    print_message("goal %.17g,%.17g\n", goal[s].x, goal[s].y);
                print_query(&f, from, end, &path);
                fail_msg("%s", wrong);
            }
        }
        tear_down(&f);
    }
    assert_true(tally.queries > 4 * rounds);
}

// ---- what can be asked of a path ----------------------------------------------------------------

static double piece_clearance(const plain_walls *plain, const wend_path_piece *piece, double radius,
                              double limit)
{
    plain_arc arc = {0};
    if (piece->turn)
        arc = arc_of(piece, radius);
    for (uint32_t i = 0; i < plain->wall_count; i++)
        limit = fmin(limit, piece->turn ? arc_distance(&arc, plain->walls[i])
                                        : straight_distance((wend_segment){piece->a, piece->b},
                                                            plain->walls[i]));
    return limit;
}

static void clearance_is_exact(void **state)
{
    (void)state;
    static fixture f;
    uint32_t rounds = long_tier() ? 1000 : 50, pieces = 0;
    for (uint32_t i = 0; i < rounds; i++) {
        wend_random random = wend_random_stream(6, i);
        set_up(&f, i % 10, 1 + i / 10, i % RADIUS_CLASSES);
        wend_vec2 from, to;
        wend_path path;
        assert_true(radius_query(&f.c, f.rank, i, &from, &to));
        if (find(&f, from, &to, 1, 0, &path) != WEND_OK)
            path.piece_count = 0;
        for (uint32_t k = 0; k < path.piece_count; k++, pieces++) {
            double limit = f.radius * wend_random_between(&random, 0.9, 4);
            wend_path_piece piece = path.pieces[k];
            double expected = piece_clearance(&f.plain, &piece, f.radius, limit);
            double said = wend_path_clearance(f.query, f.mesh, &piece, limit);
            if (fabs(said - expected) > f.plain.slack) {
                print_query(&f, from, to, &path);
                fail_msg("piece %u, turn %d: clearance %.17g, by hand %.17g (limit %.17g)", k,
                         piece.turn, said, expected, limit);
            }
        }
        tear_down(&f);
    }
    assert_true(pieces > rounds);
}

// As points, a path is a little longer and stays clear of the corners it goes around.
static void points_lie_outside(void **state)
{
    (void)state;
    enum { POINTS = 4096 };
    static fixture f;
    static wend_vec2 points[POINTS];
    for (uint32_t i = 0; i < 50; i++) {
        wend_random random = wend_random_stream(7, i);
        set_up(&f, i % 10, 1 + i / 10, i % RADIUS_CLASSES);
        wend_vec2 from, to;
        wend_path path;
        assert_true(radius_query(&f.c, f.rank, i, &from, &to));
        double error = pow(10, wend_random_between(&random, -4, -1)), length = 0;
        if (find(&f, from, &to, 1, 0, &path) == WEND_OK && path.piece_count) {
            uint32_t count, again;
            assert_int_equal(wend_path_points(&path, error, points, POINTS, &count), WEND_OK);
            assert_true(count >= 2 && wend_equal(points[0], from) &&
                        wend_equal(points[count - 1], to));
            for (uint32_t k = 0; k + 1 < count; k++) {
                wend_segment s = {points[k], points[k + 1]};
                length += distance(s.a, s.b);
                assert_true(straight_is_clear(&f.plain, s, f.radius - error));
                for (uint32_t p = 0; p < path.piece_count; p++)
                    if (path.pieces[p].turn)
                        assert_true(point_distance(path.pieces[p].corner, s) >=
                                    f.radius - f.plain.slack);
            }
            assert_true(length >= path.length * (1 - 1e-9));
            assert_int_equal(wend_path_points(&path, error, points, count - 1, &again),
                             WEND_BUFFER_TOO_SMALL);
            assert_int_equal(again, count);
        }
        tear_down(&f);
    }
}

// ---- what can go wrong --------------------------------------------------------------------------

static void bad_radii_are_refused(void **state)
{
    (void)state;
    static fixture f;
    const double bad[] = {-1, -1e-300, NAN, INFINITY};
    set_up(&f, 0, 1, 0);
    for (uint32_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        wend_path path;
        wend_vec2 to = vec(5, 10);
        f.radius = bad[i];
        wend_result result = find(&f, vec(2, 10), &to, 1, 0, &path);
        // Infinite is a number, but no disc of that size is anywhere.
        assert_int_equal(result, isinf(bad[i]) && result == WEND_NOT_FOUND ? WEND_NOT_FOUND
                                                                           : WEND_BAD_ARGUMENT);
    }
    tear_down(&f);
}

// Fails at every single allocation in turn; the same query object then finds the path.
static void out_of_memory_is_told(void **state)
{
    (void)state;
    static fixture f;
    set_up(&f, 1, 1, 3);
    wend_path_query *own = f.query;
    wend_vec2 from, to;
    wend_path path;
    uint32_t k = 0;
    do
        assert_true(radius_query(&f.c, f.rank, k++, &from, &to));
    while (find(&f, from, &to, 1, 0, &path) != WEND_OK || path.piece_count < 8);
    double length = path.length;
    for (size_t fail_at = 1, failed = 1; failed; fail_at++) {
        failing_allocator memory = {.fail_at = fail_at};
        wend_allocator allocator = failing_allocator_of(&memory);
        f.query = NULL;
        wend_result result = wend_path_query_create(&allocator, &f.query, NULL);
        if (result == WEND_OK)
            result = find(&f, from, &to, 1, 0, &path);
        failed = memory.calls >= fail_at;
        assert_int_equal(result, failed ? WEND_OUT_OF_MEMORY : WEND_OK);
        if (f.query) {
            assert_int_equal(find(&f, from, &to, 1, 0, &path), WEND_OK);
            assert_true(path.length == length);
            wend_path_query_destroy(f.query);
        }
        assert_int_equal(memory.bytes, 0);
    }
    f.query = own;
    tear_down(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(far_away_they_are_shortest), cmocka_unit_test(paths_are_shortest),
        cmocka_unit_test(hard_ones_are_shortest),     cmocka_unit_test(too_near_is_nothing),
        cmocka_unit_test(slices_change_nothing),      cmocka_unit_test(goals_with_a_size),
        cmocka_unit_test(clearance_is_exact),         cmocka_unit_test(points_lie_outside),
        cmocka_unit_test(bad_radii_are_refused),      cmocka_unit_test(out_of_memory_is_told),
    };
    return cmocka_run_group_tests_name("path_disc", tests, NULL, NULL);
}
