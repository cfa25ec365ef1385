// SPDX-License-Identifier: MIT
// Paths of a point against the visibility graph: random and hand-made floors full of contacts, and
// goals of all kinds.
#include "tests/plan/point_paths.h"

static uint32_t found; // paths

static void check_query(fixture *f, wend_vec2 from, const wend_vec2 *goal, uint32_t count,
                        double truth)
{
    wend_path path;
    wend_result result = ask(f, from, goal, count, 0, &path);
    bool right = truth == INFINITY ? result == WEND_NOT_FOUND && path.bound == INFINITY
                                   : result == WEND_OK && are_equal(path.length, truth) &&
                                         path.bound == path.length && is_whole(f, &path, from);
    found += result == WEND_OK;
    if (right && result == WEND_OK && count == 1 && path.piece_count > 0)
        right = wend_equal(path.pieces[path.piece_count - 1].b, goal[0]);
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
    uint64_t count = long_tier() ? 600 : 10;
    for (f.seed = 1; f.seed <= count; f.seed++) {
        wend_random random = wend_random_stream(f.seed, 2);
        plan_random(&f.p, f.seed);
        set_up_with_oracle(&f);
        found = 0;
        check_points(&f, &random, 6, 20);
        assert_true(found > 0);
        tear_down(&f);
    }
}

// ---- floors made by hand ------------------------------------------------------------------------

static void floors_by_hand(void **state)
{
    (void)state;
    static fixture f;
    uint32_t starts = long_tier() ? 120 : 6;
    for (uint32_t i = 0; i < HAND_PLANS; i++) {
        wend_random random = wend_random_stream(i, 3);
        f.seed = i;
        hand_plans[i](&f.p);
        set_up_with_oracle(&f);
        check_points(&f, &random, starts, 20);
        tear_down(&f);
    }
}

// ---- floors that are nearly degenerate ----------------------------------------------------------

// Turned around the middle of everything.
static wend_vec2 turned(const plan *p, wend_vec2 q, double angle)
{
    double middle = p->size / 2, x = q.x - middle, y = q.y - middle;
    return (wend_vec2){middle + x * cos(angle) - y * sin(angle),
                       middle + x * sin(angle) + y * cos(angle)};
}

// A corner of the squares' grid or the middle of one.
static wend_vec2 square_place(const plan *p, wend_random *random)
{
    double shift = wend_random_below(random, 2) / 2.0;
    double x = on_grid(random, p->size, 0) + shift, y = on_grid(random, p->size, 0) + shift;
    return (wend_vec2){x, y};
}

// Squares that are turned by some angle: what was on one line is so no more, by a rounding.
static void turned_floors(void **state)
{
    (void)state;
    static fixture f;
    for (f.seed = 1; f.seed <= (long_tier() ? 200 : 6); f.seed++) {
        wend_random random = wend_random_stream(f.seed, 8);
        double angle = wend_random_between(&random, 1, 2);
        plan_clear(&f.p, 7, false); // corners would not be on the bounds when turned
        plan_squares(&f.p, &random, 2 + wend_random_below(&random, 2));
        wend_floor *straight = plan_floor(&f.p);
        sight_graph *graph = sight_make(straight);
        for (uint32_t i = 0; i < f.p.point_count; i++)
            f.p.points[i] = turned(&f.p, f.p.points[i], angle);
        set_up(&f);
        for (uint32_t i = 0; i < 100; i++) {
            wend_vec2 from = square_place(&f.p, &random), to = square_place(&f.p, &random);
            if (i % 10 == 0)
                sight_from(graph, from);
            from = graph->places[graph->corner_count].at;
            double truth = sight_to(graph, to);
            wend_path path;
            to = turned(&f.p, to, angle);
            wend_result result = ask(&f, turned(&f.p, from, angle), &to, 1, 0, &path);
            if (result != (truth < INFINITY ? WEND_OK : WEND_NOT_FOUND) ||
                (result == WEND_OK && !are_equal(path.length, truth)))
                fail_query(&f, turned(&f.p, from, angle), &to, 1, &path, truth);
        }
        tear_down(&f);
        sight_free(graph);
        wend_floor_destroy(straight);
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
        set_up_with_oracle(&f);
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
    set_up_with_oracle(&f);
    const wend_vec2 from = {2, 5}, line[] = {{8, -1000}, {8, 1000}}, aside[] = {{11, -9}, {11, 9}};
    const wend_vec2 around[] = {{-100, -100}, {100, -100}, {100, 100}, {-100, 100}};
    sight_from(f.graph, from);
    check_query(&f, from, line, 2, sight_to_segment(f.graph, (wend_segment){{8, 0}, {8, 10}}));
    check_query(&f, from, aside, 2, INFINITY);
    check_query(&f, from, around, 4, 0);
    tear_down(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_floors),          cmocka_unit_test(floors_by_hand),
        cmocka_unit_test(turned_floors),          cmocka_unit_test(segments_and_areas),
        cmocka_unit_test(goals_beyond_the_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
