// SPDX-License-Identifier: MIT
// Maps for a disc, over walls grown by its radius r with arcs that are off by at most e: a distance
// is never shorter than the disc's own shortest path, and never longer than that of a disc with the
// radius r + e, whose centre keeps to places that are free for certain. Paths keep r from walls.
#include "tests/support/support.h"

#include "bench/radius_cases.h"
#include "wend/map.h"
#include "wend/path.h"

#include <math.h>

/// Lengths that are computed in two ways agree to this part of the scene's size: the mesh is grown
/// by a fraction of its tolerance more than was asked for, 1e-11 of the size, at every bend.
#define LENGTH_SLACK 1e-8

/// wend_path_find stops after so many windows in these small scenes, and then proves nothing.
#define BUDGET 200000

enum { MOST_PATH = 1024, SOURCES = 4, TARGETS = 6 };

typedef struct fixture {
    radius_case c;
    double radius, arc_error, slack;
    wend_mesh *mesh, *grown;
    wend_path_query *query;
    wend_map *map;
    uint32_t asked, reached, bounded; ///< distances, finite ones, those that have an upper bound
} fixture;

static void set_up(fixture *f, uint32_t number, uint64_t seed, uint32_t rank, double share)
{
    wend_error error;
    assert_true(radius_case_make(number, seed, &f->c));
    f->radius = f->c.radii[rank];
    f->arc_error = share * f->radius;
    wend_box box = wend_floor_box(f->c.floor);
    f->slack = LENGTH_SLACK * fmax(box.max.x - box.min.x, box.max.y - box.min.y);
    wend_mesh_def def = wend_default_mesh_def();
    if (wend_mesh_create(f->c.floor, &def, &f->mesh, &error) != WEND_OK ||
        wend_mesh_create_inflated(f->c.floor, f->radius, f->arc_error, &def, &f->grown, &error) !=
            WEND_OK ||
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

/// The shortest path of a disc; INFINITY: there is none; NAN: nobody knows.
static double disc_length(fixture *f, double radius, wend_vec2 from, wend_vec2 to)
{
    wend_path_request request = wend_default_path_request();
    request.from = from;
    request.goal = (wend_goal){&to, 1};
    request.radius = radius;
    request.budget = BUDGET;
    wend_path path;
    wend_result result = wend_path_find(f->query, f->mesh, &request, &path, NULL);
    return result == WEND_OK ? path.length : result == WEND_NOT_FOUND ? INFINITY : NAN;
}

static void judge_distance(fixture *f, wend_vec2 from, wend_vec2 to)
{
    double distance = wend_map_query(f->map, from).distance;
    distance = distance < 0 ? INFINITY : distance;
    double least = disc_length(f, f->radius, from, to);
    double most = disc_length(f, f->radius + f->arc_error + f->slack, from, to);
    ++f->asked;
    f->reached += !isinf(distance);
    f->bounded += !isinf(most);
    if (distance < least - f->slack || distance > most + f->slack)
        fail_msg("%s, seed %llu, radius %.17g, error %g: from %.17g,%.17g to %.17g,%.17g the map "
                 "says %.17g, but paths %.17g to %.17g",
                 f->c.name, (unsigned long long)f->c.seed, f->radius, f->arc_error, from.x, from.y,
                 to.x, to.y, distance, least, most);
}

static void judge_path(fixture *f, wend_vec2 from)
{
    static wend_vec2 points[MOST_PATH];
    uint32_t count;
    if (wend_map_path(f->map, from, points, MOST_PATH, &count) == WEND_NOT_FOUND)
        return;
    double length = 0;
    for (uint32_t i = 0; i + 1 < count; ++i) {
        wend_path_piece piece = {points[i], points[i + 1], points[i], 0};
        double clearance = wend_path_clearance(f->query, f->mesh, &piece, 2 * f->radius);
        if (clearance < f->radius - f->slack)
            fail_msg("%s, seed %llu, radius %.17g, error %g: a path from %.17g,%.17g comes as near "
                     "as %.17g",
                     f->c.name, (unsigned long long)f->c.seed, f->radius, f->arc_error, from.x,
                     from.y, clearance);
        length += hypot(points[i + 1].x - points[i].x, points[i + 1].y - points[i].y);
    }
    assert_true(fabs(length - wend_map_query(f->map, from).distance) <= f->slack);
}

static void judge_case(fixture *f, wend_random *random)
{
    // Places that are free on the grown mesh for certain.
    double room = f->radius + f->arc_error + 2 * f->slack;
    for (uint32_t i = 0; i < SOURCES; ++i) {
        wend_vec2 to, from;
        if (!radius_place(&f->c, room, random, &to))
            return;
        wend_map_source source = {to, to, 0};
        wend_error error;
        if (wend_map_build(f->map, f->grown, &source, 1, &error) != WEND_OK)
            fail_msg("%s", wend_error_text(&error));
        for (uint32_t k = 0; k < TARGETS && radius_place(&f->c, room, random, &from); ++k) {
            judge_distance(f, from, to);
            judge_path(f, from);
        }
    }
}

static void distances_lie_between_two_discs(void **state)
{
    (void)state;
    static fixture f;
    static const double shares[] = {0.3, WEND_ARC_ERROR, 1e-3};
    uint32_t scenes = long_tier() ? RADIUS_SCENES : RADIUS_SCENES - 1;
    uint64_t seeds = long_tier() ? 12 : 1;
    for (uint64_t seed = 1; seed <= seeds; ++seed)
        for (uint32_t i = 0; i < scenes * RADIUS_CLASSES; ++i) {
            double share = shares[(i + seed) % (sizeof shares / sizeof *shares)];
            wend_random random = wend_random_stream(seed, i);
            set_up(&f, i / RADIUS_CLASSES, seed, i % RADIUS_CLASSES, share);
            judge_case(&f, &random);
            tear_down(&f);
        }
    print_message("%u distances, %u of them finite, %u with an upper bound\n", f.asked, f.reached,
                  f.bounded);
    assert_true(f.reached > f.asked / 2 && f.bounded > f.asked / 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(distances_lie_between_two_discs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
