// SPDX-License-Identifier: MIT
// Goals on walls, which a disc reaches by touching them: distances in a map whose sources are the
// borders of the touching positions, against the disc's shortest paths to the area of these, and to
// many sampled positions from which it touches the goal.
#include "tests/support/support.h"

#include "bench/radius_cases.h"
#include "wend/geometry.h"
#include "wend/map.h"
#include "wend/path.h"
#include "wend/vec2.h"

#include <math.h>

/// Arcs of walls are farther out by this share of the radius, and discs this much farther away
/// touch.
#define ARC_SHARE 0.01

#define LENGTH_SLACK 1e-8
#define BUDGET       200000

enum { ALONG = 9, AROUND = 96, GOALS = 6, STARTS = 2 };

typedef struct fixture {
    radius_case c;
    double radius, slack;
    wend_mesh *mesh, *grown;
    wend_path_query *query;
    wend_map *map;
    uint32_t asked, reached, far;
} fixture;

static void set_up(fixture *f, uint32_t number, uint64_t seed, uint32_t rank)
{
    wend_error error;
    assert_true(radius_case_make(number, seed, &f->c));
    f->radius = f->c.radii[rank];
    wend_box box = wend_floor_box(f->c.floor);
    f->slack = LENGTH_SLACK * fmax(box.max.x - box.min.x, box.max.y - box.min.y);
    wend_mesh_def def = wend_default_mesh_def();
    if (wend_mesh_create(f->c.floor, &def, &f->mesh, &error) != WEND_OK ||
        wend_mesh_create_inflated(f->c.floor, f->radius, ARC_SHARE * f->radius, &def, &f->grown,
                                  &error) != WEND_OK ||
        wend_path_query_create(NULL, &f->query, &error) != WEND_OK ||
        wend_map_create(NULL, &f->map, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
}

static void tear_down(fixture *f)
{
    wend_map_destroy(f->map);
    wend_path_query_destroy(f->query);
    wend_mesh_destroy(f->grown);
    wend_mesh_destroy(f->mesh);
    radius_case_free(&f->c);
}

/// The length of a disc's shortest path; INFINITY: there is none; NAN: not known.
static double disc_length(fixture *f, double radius, wend_vec2 from, wend_goal goal)
{
    wend_path_request request = wend_default_path_request();
    request.from = from;
    request.goal = goal;
    request.radius = radius;
    request.budget = BUDGET;
    wend_path path;
    wend_result result = wend_path_find(f->query, f->mesh, &request, &path, NULL);
    return result == WEND_OK ? path.length : result == WEND_NOT_FOUND ? INFINITY : NAN;
}

/// A point on a wall, or a piece of one.
static bool draw_goal(const fixture *f, wend_random *random, wend_segment *goal)
{
    wend_vec2 p, q, on_p, on_q;
    if (!radius_place(&f->c, 0, random, &p))
        return false;
    wend_floor_clearance(f->c.floor, p, &on_p, NULL);
    *goal = (wend_segment){on_p, on_p};
    q = (wend_vec2){p.x + wend_random_between(random, -1, 1) * f->radius,
                    p.y + wend_random_between(random, -1, 1) * f->radius};
    wend_floor_clearance(f->c.floor, q, &on_q, NULL);
    if (wend_random_unit(random) < 0.5 && wend_distance(on_p, on_q) < 4 * f->radius)
        goal->b = on_q;
    return true;
}

/// The shortest path of a disc to a sampled position from which one of f->radius touches the goal.
static double sampled_length(fixture *f, wend_vec2 from, wend_segment goal, double radius,
                             double reach)
{
    double least = INFINITY;
    for (int i = 0; i < ALONG; ++i)
        for (int k = 0; k < AROUND; ++k) {
            wend_vec2 on = wend_lerp(goal.a, goal.b, i / (double)(ALONG - 1));
            double angle = 2 * 3.14159265358979323846 * k / AROUND;
            wend_vec2 p = {on.x + reach * cos(angle), on.y + reach * sin(angle)};
            if (wend_distance(from, p) >= least ||
                wend_floor_locate(f->c.floor, p, NULL) != WEND_LOCATION_FREE ||
                wend_floor_clearance(f->c.floor, p, NULL, NULL) < radius)
                continue;
            double length = disc_length(f, radius, from, (wend_goal){&p, 1});
            least = length < least ? length : least;
        }
    return least;
}

static void judge(fixture *f, wend_vec2 from, wend_segment goal)
{
    double reach = (1 + ARC_SHARE) * f->radius;
    double distance = wend_map_query(f->map, from).distance;
    distance = distance < 0 ? INFINITY : distance;
    ++f->asked;
    f->reached += !isinf(distance);
    // A disc that is there already.
    if (wend_segment_distance(goal, from) <= reach)
        return;
    // Every position of the map touches the goal, and is free.
    wend_vec2 border[WEND_TOUCH_POINTS];
    const wend_goal touching = {border, wend_touch_border(goal, reach, border)};
    double least = disc_length(f, f->radius, from, touching);
    if (distance < least - f->slack)
        fail_msg("%s, seed %llu, radius %.17g: from %.17g,%.17g to %.17g,%.17g:%.17g,%.17g the map "
                 "says %.17g, but the shortest path is %.17g",
                 f->c.name, (unsigned long long)f->c.seed, f->radius, from.x, from.y, goal.a.x,
                 goal.a.y, goal.b.x, goal.b.y, distance, least);
    // Positions that are free for certain, and touch: the chords of the border are farther in.
    double most = sampled_length(f, from, goal, (1 + ARC_SHARE * 0.4) * f->radius + f->slack,
                                 (1 + ARC_SHARE * 0.4) * f->radius + 2 * f->slack);
    f->far += !isinf(most);
    double corners = 0.02 * f->radius * 64;
    if (distance > most + corners + f->slack)
        fail_msg("%s, seed %llu, radius %.17g: from %.17g,%.17g to %.17g,%.17g:%.17g,%.17g the map "
                 "says %.17g, but a disc gets there in %.17g",
                 f->c.name, (unsigned long long)f->c.seed, f->radius, from.x, from.y, goal.a.x,
                 goal.a.y, goal.b.x, goal.b.y, distance, most);
}

static void judge_case(fixture *f, wend_random *random)
{
    double room = (1 + ARC_SHARE) * f->radius + 2 * f->slack;
    for (uint32_t i = 0; i < GOALS; ++i) {
        wend_segment goal;
        wend_vec2 border[WEND_TOUCH_POINTS], from;
        wend_map_source sources[WEND_TOUCH_POINTS];
        if (!draw_goal(f, random, &goal))
            return;
        uint32_t count = wend_touch_border(goal, (1 + ARC_SHARE) * f->radius, border);
        uint32_t used = 0;
        wend_box box = wend_mesh_box(f->grown);
        for (uint32_t k = 0; k < count; ++k) {
            wend_vec2 a = border[k], b = border[(k + 1) % count];
            if (wend_box_distance(box, a) == 0 && wend_box_distance(box, b) == 0)
                sources[used++] = (wend_map_source){a, b, 0};
        }
        wend_error error;
        if (wend_map_build(f->map, f->grown, sources, used, &error) != WEND_OK)
            fail_msg("%s", wend_error_text(&error));
        for (uint32_t k = 0; k < STARTS && radius_place(&f->c, room, random, &from); ++k)
            judge(f, from, goal);
    }
}

static void touching_is_arriving(void **state)
{
    (void)state;
    static fixture f;
    uint64_t seeds = long_tier() ? 6 : 1;
    uint32_t scenes = RADIUS_SCENES - 1;
    for (uint64_t seed = 1; seed <= seeds; ++seed)
        for (uint32_t i = 0; i < scenes * RADIUS_CLASSES; ++i) {
            wend_random random = wend_random_stream(seed ^ 77, i);
            set_up(&f, i / RADIUS_CLASSES, seed, i % RADIUS_CLASSES);
            judge_case(&f, &random);
            tear_down(&f);
        }
    print_message("%u distances, %u of them finite, %u with an upper bound\n", f.asked, f.reached,
                  f.far);
    assert_true(f.reached > f.asked / 8 && f.far > f.asked / 8);
}

/// The polygon is convex, counter-clockwise, and its border is at the distance, or less than half a
/// percent nearer.
static void border_is_at_reach(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(1, 1);
    for (int i = 0; i < 1000; ++i) {
        wend_vec2 a = {wend_random_between(&random, -9, 9), wend_random_between(&random, -9, 9)};
        wend_vec2 b = {wend_random_between(&random, -9, 9), wend_random_between(&random, -9, 9)};
        wend_segment s = {a, i % 3 == 0 ? a : b};
        double reach = wend_random_between(&random, 0.01, 3);
        wend_vec2 p[WEND_TOUCH_POINTS];
        assert_int_equal(wend_touch_border(s, reach, p), WEND_TOUCH_POINTS);
        assert_true(wend_polygon_area(p, WEND_TOUCH_POINTS) > 0);
        for (int k = 0; k < WEND_TOUCH_POINTS; ++k) {
            wend_vec2 q = p[(k + 1) % WEND_TOUCH_POINTS];
            assert_true(fabs(wend_segment_distance(s, p[k]) - reach) < 1e-12);
            double middle = wend_segment_distance(s, wend_lerp(p[k], q, 0.5));
            assert_true(middle < reach + 1e-12 && middle > 0.995 * reach);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(border_is_at_reach),
        cmocka_unit_test(touching_is_arriving),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
