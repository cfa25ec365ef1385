// SPDX-License-Identifier: MIT
// Discs that slide among walls: none may get closer to one than it must, or to its other side.
#include "tests/geometry/wall_plans.h"

#include "formats/formats.h"
#include "geometry/floor.h"
#include "scene/build/floor.h"
#include "wend/mesh.h"

static double distance_between(wend_vec2 p, wend_vec2 q)
{
    return hypot(p.x - q.x, p.y - q.y);
}

// ---- slides by hand -----------------------------------------------------------------------------

static void assert_at(wend_vec2 p, double x, double y)
{
    if (!(distance_between(p, at(x, y)) < 1e-9))
        fail_msg("ends at %.12g, %.12g and not at %.12g, %.12g", p.x, p.y, x, y);
}

static void a_disc_stops_and_slides(void **state)
{
    (void)state;
    // A floor of several collinear walls, a wall at its right end, and a post.
    wend_segment s[] = {{{0, 0}, {1, 0}},
                        {{1, 0}, {1.5, 0}},
                        {{4, 0}, {1.5, 0}},
                        {{4, 0}, {4, 5}},
                        {{2, 3}, {2, 3}}};
    wend_walls *walls = walls_of(s, 5, 1);
    double r = 0.25;
    assert_at(wend_walls_slide(walls, at(0.5, 1), at(0, -0.5), r), 0.5, 0.5);
    assert_at(wend_walls_slide(walls, at(0.5, 1), at(0, -3), r), 0.5, r);
    assert_at(wend_walls_slide(walls, at(0.5, 1), at(1, -3), r), 1.5, r);
    // Along the floor, exactly and pressed on, across the joints.
    assert_at(wend_walls_slide(walls, at(0.5, r), at(2, 0), r), 2.5, r);
    assert_at(wend_walls_slide(walls, at(0.5, r), at(2, -1), r), 2.5, r);
    assert_at(wend_walls_slide(walls, at(2.5, r), at(-2, -1), r), 0.5, r);
    // Into the corner, and up from there.
    assert_at(wend_walls_slide(walls, at(3, 1), at(10, -10), r), 4 - r, r);
    assert_at(wend_walls_slide(walls, at(4 - r, r), at(1, 0.5), r), 4 - r, r + 0.5);
    assert_at(wend_walls_slide(walls, at(4 - r, r), at(-1, -5), r), 3 - r, r);
    // Straight at a post, and past it.
    assert_at(wend_walls_slide(walls, at(1, 3), at(2, 0), r), 2 - r, 3);
    wend_vec2 past = wend_walls_slide(walls, at(1, 3.1), at(2, 0), r);
    assert_true(past.x > 1.9 && past.y > 3.1);
    // Around the end of a wall.
    assert_at(wend_walls_slide(walls, at(0.5, r), at(-1, 0), r), -0.5, r);
    assert_at(wend_walls_slide(walls, at(-0.5, 0), at(1, 0), r), -r, 0);
    // What is not finite stays.
    assert_at(wend_walls_slide(walls, at(1, 1), at(NAN, 0), r), 1, 1);
    assert_at(wend_walls_slide(walls, at(1, 1), at(0, INFINITY), r), 1, 1);
    assert_at(wend_walls_slide(walls, at(1, 1), at(1e308, 1e308), r), 1, 1);
    wend_walls_destroy(walls);
}

static void one_that_is_too_close_can_leave_and_gets_no_deeper(void **state)
{
    (void)state;
    wend_segment s[] = {{{-50, 0}, {50, 0}}, {{-50, 0.3}, {50, 0.3}}};
    double r = 0.25;
    wend_walls *one = walls_of(s, 1, 1);
    assert_at(wend_walls_slide(one, at(0, 0.1), at(0, 0.5), r), 0, 0.6);
    assert_at(wend_walls_slide(one, at(0, 0.1), at(1, 0), r), 1, 0.1);
    assert_at(wend_walls_slide(one, at(0, 0.1), at(1, -1), r), 1, 0.1);
    assert_at(wend_walls_slide(one, at(0, -0.1), at(1, 1), r), 1, -0.1);
    // On the wall itself one may go off to either side, but not come back through.
    assert_at(wend_walls_slide(one, at(0, 0), at(0, 1), r), 0, 1);
    assert_at(wend_walls_slide(one, at(0, 0), at(0, -1), r), 0, -1);
    assert_at(wend_walls_slide(one, at(0, 0), at(2, 0), r), 2, 0);
    wend_walls_destroy(one);
    // Between two walls that leave no room: along them it goes.
    wend_walls *two = walls_of(s, 2, 1);
    wend_vec2 p = at(0, 0.15);
    for (int i = 0; i < 400; ++i)
        p = wend_walls_slide(two, p, at(0.1, i % 3 == 0 ? 0.1 : -0.07), r);
    assert_at(p, 40, 0.15);
    wend_walls_destroy(two);
}

static void many_walls_in_one_corner(void **state)
{
    (void)state;
    // More than a short list holds.
    wend_segment s[200];
    for (int i = 0; i < 200; ++i)
        s[i] = (wend_segment){{0, 0}, {3 * cos(i * 0.005), -3 * sin(i * 0.005)}};
    wend_walls *walls = walls_of(s, 200, 1);
    wend_wall_near near[200];
    assert_int_equal(wend_walls_near(walls, at(-0.5, 0), 1, near, 200), 1);
    assert_int_equal(near[0].wall, 0);
    assert_at(wend_walls_slide(walls, at(-1, 0), at(3, 0), 0.2), -0.2, 0);
    assert_at(wend_walls_slide(walls, at(-1, 1.5), at(3, -3), 0.2), 2, 0.2);
    wend_walls_destroy(walls);
}

// ---- slides at random ---------------------------------------------------------------------------

/// One slide: the walls, the disc, its wish.
typedef struct trial {
    const wend_segment *segments;
    uint32_t count;
    const wend_walls *walls;
    wend_vec2 p, by;
    double radius;
    uint64_t seed;
} trial;

// Checks what can be said of every slide, and returns its end.
static wend_vec2 check_slide(const trial *t)
{
    wend_vec2 end = wend_walls_slide(t->walls, t->p, t->by, t->radius);
    wend_vec2 wish = {t->p.x + t->by.x, t->p.y + t->by.y};
    double slack = wend_walls_slack(t->walls), way = hypot(t->by.x, t->by.y);
    bool free = true;
    for (uint32_t i = 0; i < t->count; ++i) {
        double before = wend_segment_distance(t->segments[i], t->p);
        double after = wend_segment_distance(t->segments[i], end);
        if (after < fmin(before, t->radius) - slack)
            fail_msg("seed %llu: %.17g from wall %u, before %.17g, radius %.17g",
                     (unsigned long long)t->seed, after, i, before, t->radius);
        if (wend_on_segment(t->segments[i], end) && !wend_on_segment(t->segments[i], t->p))
            fail_msg("seed %llu: on wall %u", (unsigned long long)t->seed, i);
        free &= wend_segments_distance(t->segments[i], (wend_segment){t->p, wish}, NULL, NULL) >
                t->radius + 2 * slack;
    }
    double gone = distance_between(t->p, end);
    if (gone > way + 20 * slack)
        fail_msg("seed %llu: %g m gone of %g", (unsigned long long)t->seed, gone, way);
    if (free && (end.x != wish.x || end.y != wish.y))
        fail_msg("seed %llu: did not go freely", (unsigned long long)t->seed);
    return end;
}

static void random_move(trial *t, wend_random *random, double size)
{
    static const double radii[] = {0, 1e-300, 1e-14, 1e-6, 0.01, 0.03, 0.1, 1};
    static const double ways[] = {1e-13, 1e-6, 0.01, 0.05, 0.3, 1, 5, 300};
    t->radius = size * radii[wend_random_below(random, 8)];
    double way = size * ways[wend_random_below(random, 8)];
    t->by.x = wend_random_between(random, -way, way);
    t->by.y = wend_random_between(random, -way, way);
    if (wend_random_below(random, 4) == 0)
        t->by.x = 0;
    else if (wend_random_below(random, 4) == 0)
        t->by.y = 0;
}

static void discs_keep_their_distance(void **state)
{
    (void)state;
    uint32_t rounds = long_tier() ? 20000 : 60;
    static plan p;
    for (uint64_t seed = 0; seed < rounds; ++seed) {
        wend_random random = wend_random_stream(seed, 5);
        make_plan(&p, &random, wend_random_below(&random, 2));
        static const double parts[] = {0, 0.01, 0.05, 0.3};
        wend_walls *walls =
            walls_of(p.segments, p.count, p.size * parts[wend_random_below(&random, 4)]);
        trial t = {p.segments, p.count, walls, {0, 0}, {0, 0}, 0, seed};
        t.p = place_near(&p, &random);
        for (int i = 0; i < 25; ++i) {
            if (wend_random_below(&random, 6) == 0)
                t.p = place_near(&p, &random);
            random_move(&t, &random, p.size);
            t.p = check_slide(&t);
        }
        wend_walls_destroy(walls);
    }
}

// Rooms of a grid that are joined where a wall is missing.
static uint32_t room_of(const plan *p, uint32_t across, wend_vec2 q)
{
    double side = p->size / across;
    double x = (q.x - p->origin.x) / side, y = (q.y - p->origin.y) / side;
    if (x < 0 || y < 0 || x >= across || y >= across)
        return across * across;
    return (uint32_t)y * across + (uint32_t)x;
}

static uint32_t root_of(const uint32_t *parents, uint32_t room)
{
    while (parents[room] != room)
        room = parents[room];
    return room;
}

static void join_rooms(const plan *p, uint32_t across, uint32_t *parents)
{
    double side = p->size / across;
    for (uint32_t i = 0; i <= across * across; ++i)
        parents[i] = i;
    for (uint32_t room = 0; room < across * across; ++room) {
        for (uint32_t way = 0; way < 2; ++way) {
            uint32_t x = room % across + (way == 0), y = room / across + (way == 1);
            if (x == across || y == across)
                continue;
            wend_vec2 middle = {p->origin.x + (way == 0 ? x : x + 0.5) * side,
                                p->origin.y + (way == 1 ? y : y + 0.5) * side};
            bool wall = false;
            for (uint32_t i = 0; i < p->count; ++i)
                wall |= wend_segment_distance(p->segments[i], middle) < 0.1 * side;
            if (!wall)
                parents[root_of(parents, room)] = root_of(parents, y * across + x);
        }
    }
}

static void nobody_gets_to_the_other_side_of_a_wall(void **state)
{
    (void)state;
    uint32_t rounds = long_tier() ? 4000 : 30;
    static plan p;
    for (uint64_t seed = 0; seed < rounds; ++seed) {
        wend_random random = wend_random_stream(seed, 6);
        uint32_t across = 1 + wend_random_below(&random, 8), parents[65];
        p.count = 0;
        p.size = wend_random_below(&random, 2) ? across * 3.0 : 10;
        p.origin = wend_random_below(&random, 3) ? at(0, 0) : at(4.5e5, 5.4e6);
        make_rooms(&p, &random, across, 3);
        join_rooms(&p, across, parents);
        wend_walls *walls = walls_of(p.segments, p.count, wend_random_between(&random, 0.1, 3));
        trial t = {p.segments, p.count, walls, {0, 0}, {0, 0}, 0, seed};
        for (int start = 0; start < 4; ++start) {
            do {
                t.p.x = p.origin.x + wend_random_between(&random, 0, p.size);
                t.p.y = p.origin.y + wend_random_between(&random, 0, p.size);
            } while (wend_walls_clearance(walls, t.p, 1) == 0);
            uint32_t room = root_of(parents, room_of(&p, across, t.p));
            for (int i = 0; i < 30; ++i) {
                random_move(&t, &random, 3);
                t.p = check_slide(&t);
                if (root_of(parents, room_of(&p, across, t.p)) != room)
                    fail_msg("seed %llu: through a wall", (unsigned long long)seed);
            }
        }
        wend_walls_destroy(walls);
    }
}

// A disc pressed into walls for long does not creep into them.
static void pressing_for_long_does_not_help(void **state)
{
    (void)state;
    int steps = long_tier() ? 3000000 : 30000;
    wend_segment s[] = {{{0, 0}, {7, 3}}, {{7, 3}, {2, 9}}, {{2, 9}, {0, 0}}, {{3, 4}, {3, 4}}};
    wend_walls *walls = walls_of(s, 4, 1.5);
    wend_random random = wend_random_stream(1, 7);
    wend_vec2 p = at(2, 2);
    double least = 1;
    wend_vec2 by = {0, 0};
    for (int i = 0; i < steps; ++i) {
        if (i % 40 == 0) {
            by.x = wend_random_between(&random, -0.3, 0.3);
            by.y = wend_random_between(&random, -0.3, 0.3);
        }
        p = wend_walls_slide(walls, p, by, 0.25);
        least = fmin(least, wend_walls_clearance(walls, p, 1));
    }
    assert_true(least >= 0.25 - wend_walls_slack(walls));
    wend_walls_destroy(walls);
}

// ---- real plans ---------------------------------------------------------------------------------

static void walk_on_floor(const wend_floor *floor, uint64_t seed)
{
    wend_segment *segments = malloc(floor->wall_count * sizeof *segments);
    for (uint32_t i = 0; i < floor->wall_count; ++i)
        segments[i] = wend_wall_segment(floor, i);
    wend_walls *walls = walls_of(segments, floor->wall_count, 2);
    wend_random random = wend_random_stream(seed, 8);
    wend_mesh_def def = wend_default_mesh_def();
    wend_mesh *mesh;
    assert_int_equal(wend_mesh_create(floor, &def, &mesh, NULL), WEND_OK);
    int walkers = long_tier() ? 400 : 20;
    for (int k = 0; k < walkers; ++k) {
        wend_vec2 start, p;
        do {
            start.x = wend_random_between(&random, floor->box.min.x, floor->box.max.x);
            start.y = wend_random_between(&random, floor->box.min.y, floor->box.max.y);
        } while (wend_mesh_locate(mesh, start) != WEND_LOCATION_FREE);
        p = start;
        double radius = wend_random_between(&random, 0.01, 0.4);
        wend_vec2 by = {0, 0};
        for (int i = 0; i < 300; ++i) {
            if (i % 20 == 0) {
                by.x = wend_random_between(&random, -1, 1);
                by.y = wend_random_between(&random, -1, 1);
            }
            double before = wend_walls_clearance(walls, p, radius);
            wend_vec2 end = wend_walls_slide(walls, p, by, radius);
            double after = wend_walls_clearance(walls, end, radius);
            assert_true(after >= before - wend_walls_slack(walls) && after > 0);
            p = end;
        }
        if (!wend_mesh_connected(mesh, start, p))
            fail_msg("through a wall from %g, %g to %g, %g", start.x, start.y, p.x, p.y);
    }
    wend_mesh_destroy(mesh);
    wend_walls_destroy(walls);
    free(segments);
}

static void real_plans_hold_their_people(void **state)
{
    (void)state;
    static const char *const files[] = {
        "jupedsim/BUW.wkt",
        "jupedsim/aknz_evac.wkt",
        "jupedsim/office_rooms.wkt",
        "jupedsim/triangular_obstacles.wkt",
        "vadere/rimea_10_pathfinding.scenario",
        "vadere/02-Kaiserslautern-Mittel.scenario",
    };
    uint32_t found = 0;
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
        char path[1000];
        problem_list problems = {.file = path};
        snprintf(path, sizeof path, "%s/%s", data_folder(), files[i]);
        FILE *file = fopen(path, "rb");
        if (!file) {
            print_message("%s is not here\n", path);
            continue;
        }
        fclose(file);
        scene *s = scene_load(path, &problems);
        problem_free(&problems);
        wend_floor *floor;
        assert_non_null(s);
        assert_int_equal(scene_floor(s, &floor, NULL), WEND_OK);
        uint32_t defects;
        if (wend_floor_validate(floor, NULL, 0, &defects, NULL) == WEND_OK) {
            walk_on_floor(floor, i);
            ++found;
        }
        wend_floor_destroy(floor);
        scene_free(s);
    }
    if (found == 0)
        skip();
}

// The quick way to tell that nothing hinders must say so only where sliding would, too.
static void quick_and_careful_slides_are_the_same(void **state)
{
    (void)state;
    static const double radii[] = {0, 1e-9, 0.003, 0.01, 0.1};
    uint32_t rounds = long_tier() ? 20000 : 600, free_moves = 0;
    static plan p;
    for (uint64_t seed = 0; seed < rounds; ++seed) {
        wend_random random = wend_random_stream(seed, 5);
        make_plan(&p, &random, wend_random_below(&random, 2));
        wend_walls *walls = walls_of(p.segments, p.count, 0.2 * p.size);
        for (int i = 0; i < 100; ++i) {
            wend_vec2 from = place_near(&p, &random);
            double radius = p.size * radii[wend_random_below(&random, 5)];
            double way = p.size * (wend_random_below(&random, 2) ? 0.01 : 0.15);
            wend_vec2 by;
            by.x = wend_random_between(&random, -way, way);
            by.y = wend_random_between(&random, -way, way);
            // Towards the touch of a wall, give or take some roundings.
            wend_wall_near near;
            if (wend_random_below(&random, 2) &&
                wend_walls_near(walls, from, p.size, &near, 1) == 1 && near.distance > radius) {
                double part = (near.distance - radius) / near.distance +
                              wend_random_between(&random, -1, 1) * 0x1p-38;
                by = at(part * (near.point.x - from.x), part * (near.point.y - from.y));
            }
            wend_vec2 quick = wend_walls_slide(walls, from, by, radius);
            wend_vec2 careful = wend_walls_slide_along(walls, from, by, radius);
            if (quick.x != careful.x || quick.y != careful.y)
                fail_msg("seed %u, move %d: %.17g, %.17g and not %.17g, %.17g", (unsigned)seed, i,
                         quick.x, quick.y, careful.x, careful.y);
            free_moves += quick.x == from.x + by.x && quick.y == from.y + by.y;
        }
        wend_walls_destroy(walls);
    }
    assert_true(free_moves > 10 * rounds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disc_stops_and_slides),
        cmocka_unit_test(one_that_is_too_close_can_leave_and_gets_no_deeper),
        cmocka_unit_test(many_walls_in_one_corner),
        cmocka_unit_test(discs_keep_their_distance),
        cmocka_unit_test(nobody_gets_to_the_other_side_of_a_wall),
        cmocka_unit_test(pressing_for_long_does_not_help),
        cmocka_unit_test(quick_and_careful_slides_are_the_same),
        cmocka_unit_test(real_plans_hold_their_people),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
