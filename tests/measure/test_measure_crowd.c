// SPDX-License-Identifier: MIT
// What agents go through and do to each other, on trajectories whose answers are known by hand.
#include "tests/record/recorded.h"
#include "tests/support/failing_malloc.h"

#include "measure/measure.h"
#include "measure/overlaps.h"
#include "wend/geometry.h"
#include "wend/random.h"

#define PI 3.14159265358979323846

static measure_agent *measure_each(const recording *r, bool shortest)
{
    measure_agent *agents = calloc(r->agent_count, sizeof *agents);
    assert_non_null(agents);
    measure_agents_rule rule = measure_default_agents_rule(r);
    rule.window.frames = 1;
    rule.shortest = shortest;
    problem_list problems = {.file = "test"};
    bool done = measure_agents(r, &rule, agents, &problems);
    problem_print(&problems, stderr);
    assert_true(done && problems.count == 0);
    problem_free(&problems);
    return agents;
}

// ---- each agent ---------------------------------------------------------------------------------

static void test_straight_way(void **state)
{
    (void)state;
    recording_build b;
    recording_build_start(&b);
    add_walk(&b, 1, 5, 101, (wend_vec2){1, 2}, (wend_vec2){0.06, 0.08}); // 10 m in 10 s
    add_walk(&b, 2, 0, 120, (wend_vec2){5, 5}, (wend_vec2){0, 0});       // stands to the end
    recording r = finish_recording(&b, 10);
    r.agents[0].speed = 1.25;
    give_floor(&r, (wend_box){{0, 0}, {20, 20}});
    measure_agent *agents = measure_each(&r, true), *one = &agents[0], *two = &agents[1];
    assert_near(one->came, 0.5, ROUNDING);
    assert_near(one->left, 10.5, ROUNDING);
    assert_near(one->travel, 10, ROUNDING);
    assert_near(one->set_out, 0.5, ROUNDING);
    assert_near(one->length, 10, 1e-9);
    assert_near(one->shortest, 10, 1e-9);
    assert_near(one->detour, 1, 1e-9);
    assert_near(one->speed, 1, 1e-9);
    assert_near(one->waiting, 0, 0);
    assert_near(one->lost, 2, 1e-9); // it could have been there in 8 s
    assert_near(one->slowed, 2, 1e-9);
    assert_true(isnan(two->left) && isnan(two->travel) && isnan(two->set_out));
    assert_near(two->length, 0, 0);
    assert_near(two->shortest, 0, 0);
    assert_true(isnan(two->detour) && isnan(two->lost) && isnan(two->slowed));
    assert_near(two->waiting, 11.9, 1e-9);
    free(agents);
    recording_free(&r);
}

/// From (0, 0) up to y = 6, across to x = 8 and down again: 20 m, 1 m a frame, 1 frame a second.
static recording detour(void)
{
    recording_build b;
    recording_build_start(&b);
    add_walk(&b, 1, 0, 6, (wend_vec2){0, 0}, (wend_vec2){0, 1});
    add_walk(&b, 1, 6, 8, (wend_vec2){0, 6}, (wend_vec2){1, 0});
    add_walk(&b, 1, 14, 7, (wend_vec2){8, 6}, (wend_vec2){0, -1});
    return finish_recording(&b, 1);
}

static void test_detour(void **state)
{
    (void)state;
    // A wall up to (4, 3): the shortest way over its end is 5 m and 5 m.
    const wend_vec2 wall[] = {{4, -5}, {4, 3}};
    recording r = detour();
    add_obstacle(give_floor(&r, (wend_box){{-5, -5}, {15, 15}}), SCENE_SEGMENT, wall, 2);
    r.agents[0].speed = 2;
    measure_agent *agents = measure_each(&r, true);
    assert_near(agents[0].length, 20, ROUNDING);
    assert_near(agents[0].shortest, 10, ROUNDING);
    assert_near(agents[0].detour, 2, ROUNDING);
    assert_near(agents[0].lost, 15, ROUNDING);
    assert_near(agents[0].slowed, 10, ROUNDING);
    free(agents);

    // A disc goes around the end: two tangents, and the arc that they leave of the outer angle.
    r.agents[0].radius = 0.6;
    agents = measure_each(&r, true);
    double arc = 2 * PI - 2 * atan2(4, 3) - 2 * acos(0.6 / 5);
    assert_near(agents[0].shortest, 2 * sqrt(25 - 0.36) + 0.6 * arc, 1e-9);
    free(agents);

    // Not known: without asking, without a floor, on a floor that is not sound.
    agents = measure_each(&r, false);
    assert_true(isnan(agents[0].shortest) && isnan(agents[0].detour) && isnan(agents[0].lost));
    assert_near(agents[0].slowed, 10, ROUNDING);
    free(agents);
    const wend_vec2 across[] = {{-20, 0}, {20, 0}};
    add_obstacle(r.floors[0].floor, SCENE_SEGMENT, across, 2);
    measure_agent one;
    measure_agents_rule rule = measure_default_agents_rule(&r);
    problem_list problems = {.file = "test"};
    assert_true(measure_agents(&r, &rule, &one, &problems));
    assert_int_equal(problems.count, 1);
    assert_true(isnan(one.shortest));
    problem_free(&problems);
    recording_free(&r);
}

static void test_shortest_near_walls(void **state)
{
    (void)state;
    // A disc of 1 m whose way begins 0.2 m from a wall, and ends on one; and one in a wall.
    recording_build b;
    recording_build_start(&b);
    add_walk(&b, 1, 0, 5, (wend_vec2){0.2, 5}, (wend_vec2){1.2, 0});
    add_walk(&b, 2, 0, 5, (wend_vec2){3, 3}, (wend_vec2){0, 0.5});
    recording r = finish_recording(&b, 1);
    const wend_vec2 block[] = {{5, 4}, {7, 4}, {7, 6}, {5, 6}};
    const wend_vec2 pillar[] = {{2.5, 2.5}, {3.5, 2.5}, {3.5, 3.5}, {2.5, 3.5}};
    scene *s = give_floor(&r, (wend_box){{0, 0}, {10, 10}});
    add_obstacle(s, SCENE_POLYGON, block, 4);
    add_obstacle(s, SCENE_POLYGON, pillar, 4);
    r.agents[0].radius = r.agents[1].radius = 1;
    measure_agent *agents = measure_each(&r, true);
    assert_near(agents[0].shortest, 4.8, 1e-9);
    assert_true(isnan(agents[1].shortest));
    assert_near(agents[1].length, 2, 1e-9);
    free(agents);
    recording_free(&r);
}

static void test_shortest_through_doors(void **state)
{
    (void)state;
    // A room of wend's own recording with a wall and a door in it, which is open in frame 2.
    recording_build b;
    recording_build_start(&b);
    add_walk(&b, 1, 0, 5, (wend_vec2){2, 1}, (wend_vec2){1.5, 0});
    recording r = finish_recording(&b, 1);
    scene *s = r.s = scene_new();
    assert_non_null(s);
    const wend_vec2 ring[] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
    const wend_vec2 wall[] = {{5, 2}, {5, 5}}, leaf[] = {{5, 0}, {5, 2}};
    scene_shape shape;
    assert_true(scene_shape_ring(s, ring, 4, &shape));
    s->bounds = shape.points;
    s->bounds_count = 4;
    add_obstacle(s, SCENE_SEGMENT, wall, 2);
    scene_door *door = scene_add_door(s);
    assert_non_null(door);
    door->body.kind = SCENE_SEGMENT;
    assert_true(scene_shape_ring(s, leaf, 2, &door->body.shape));
    r.shut = malloc(5);
    assert_non_null(r.shut);
    for (int f = 0; f < 5; ++f)
        r.shut[f] = f != 2;
    measure_agent *agents = measure_each(&r, true);
    assert_near(agents[0].shortest, 6, ROUNDING);
    free(agents);
    r.shut[2] = true; // never: over the end of the wall, from (2, 1) and to (8, 1)
    agents = measure_each(&r, true);
    assert_near(agents[0].shortest, 10, ROUNDING);
    free(agents);
    recording_free(&r);
}

static void test_waiting(void **state)
{
    (void)state;
    recording_build b;
    recording_build_start(&b);
    // Walks, stands in frames 10 to 30, walks on. Speeds are taken from one frame before to one
    // after, so frames 11 to 29 are still: 1.9 s.
    add_walk(&b, 1, 0, 10, (wend_vec2){0, 0}, (wend_vec2){0.1, 0});
    add_walk(&b, 1, 10, 21, (wend_vec2){1, 0}, (wend_vec2){0, 0});
    add_walk(&b, 1, 31, 10, (wend_vec2){1.1, 0}, (wend_vec2){0.1, 0});
    // Stands in frames 0 to 20, but for the first second it may.
    add_walk(&b, 2, 0, 21, (wend_vec2){0, 5}, (wend_vec2){0, 0});
    add_walk(&b, 2, 21, 20, (wend_vec2){0.1, 5}, (wend_vec2){0.1, 0});
    // Arrives after 2 s and stays where it is.
    add_walk(&b, 3, 0, 21, (wend_vec2){0, 9}, (wend_vec2){0.1, 0});
    add_walk(&b, 3, 21, 20, (wend_vec2){2, 9}, (wend_vec2){0, 0});
    recording r = finish_recording(&b, 10);
    r.agents[1].premovement_time = 1;
    r.agents[1].speed = 1;
    r.agents[2].left = 2;
    r.agents[2].arrived = true;
    r.agents[2].speed = 1;
    measure_agent *agents = measure_each(&r, true);
    assert_near(agents[0].waiting, 1.9, 1e-9);
    assert_near(agents[0].set_out, 0, 0);
    assert_near(agents[1].waiting, 0.95, 1e-9); // from 1 s to half way from frame 19 to 20
    assert_near(agents[1].set_out, 2, 1e-9);
    assert_near(agents[1].slowed, 1, 1e-9); // 3 s without its reaction, for 2 m
    assert_near(agents[2].waiting, 0, 0);
    assert_near(agents[2].length, 2, 1e-9);
    assert_near(agents[2].slowed, 0, 1e-9);
    assert_near(agents[2].speed, 1, 1e-9);
    assert_true(isnan(agents[0].shortest)); // there is no floor
    free(agents);
    recording_free(&r);
}

/// Who came and left between two frames has no row.
static void test_agent_without_rows(void **state)
{
    (void)state;
    recording_build b;
    recording_build_start(&b);
    uint32_t number;
    assert_true(recording_build_agent(&b, 9, &number));
    b.agents.data[number].came = 0.25;
    b.agents.data[number].left = 0.5;
    b.agents.data[number].group = 1;
    add_walk(&b, 10, 0, 3, (wend_vec2){1, 1}, (wend_vec2){1, 0});
    recording r = finish_recording(&b, 1);
    give_floor(&r, (wend_box){{0, 0}, {10, 10}});
    r.agents[0].group = 0;
    measure_agent *agents = measure_each(&r, true);
    assert_near(agents[0].travel, 0.25, 0);
    assert_true(isnan(agents[0].length) && isnan(agents[0].shortest) && isnan(agents[0].waiting));
    assert_near(agents[1].shortest, 2, ROUNDING);
    measure_agents_summary summary;
    assert_true(measure_summarise(&r, agents, &summary));
    assert_int_equal(summary.left, 1);
    assert_int_equal(summary.inside, 1);
    double order[3];
    assert_true(measure_lane_order(&r, (wend_vec2){1, 0}, 1, wend_box_empty(), order));
    measure_collisions c;
    assert_true(measure_find_collisions(&r, 0.3, &c));
    assert_int_equal(c.rows, 3);
    measure_space space;
    assert_true(measure_find_space(&r, 0.3, &space));
    free(agents);
    recording_free(&r);
}

/// Nobody is there, and there is nothing on the floor.
static void test_empty_recording(void **state)
{
    (void)state;
    recording_build b;
    recording_build_start(&b);
    uint32_t number;
    assert_true(recording_build_agent(&b, 1, &number));
    recording r = finish_recording(&b, 1);
    r.s = scene_new();
    assert_non_null(r.s);
    measure_agent *agents = measure_each(&r, true);
    assert_true(isnan(agents[0].length) && isnan(agents[0].shortest));
    measure_agents_summary summary;
    assert_true(measure_summarise(&r, agents, &summary));
    assert_int_equal(summary.inside, 1);
    measure_collisions c;
    assert_true(measure_find_collisions(&r, 1, &c));
    assert_true(isnan(c.share));
    measure_space space;
    assert_true(measure_find_space(&r, 1, &space));
    assert_near(space.used, 0, 0);
    measure_groups groups;
    assert_true(measure_find_groups(&r, &groups));
    assert_int_equal(groups.items.count, 0);
    const measure_line line = {.at = {{0, 0}, {1, 0}}};
    measure_crossings crossings;
    assert_true(measure_find_crossings(&r, &line, &crossings));
    assert_int_equal(crossings.items.count, 0);
    double none;
    assert_true(measure_lane_order(&r, (wend_vec2){1, 0}, 1, wend_box_empty(), &none));
    free(agents);
    recording_free(&r);
}

static void test_summary(void **state)
{
    (void)state;
    recording_build b;
    recording_build_start(&b);
    for (uint32_t i = 0; i < 20; ++i)
        add_walk(&b, i, 0, 2 + i, (wend_vec2){0, i}, (wend_vec2){1, 0}); // left at 1 s, 2 s ..
    recording r = finish_recording(&b, 1);
    measure_agent *agents = measure_each(&r, false);
    measure_agents_summary s;
    assert_true(measure_summarise(&r, agents, &s));
    // The last of them is there in the last frame, so it has not left.
    assert_int_equal(s.agents, 20);
    assert_int_equal(s.left, 19);
    assert_int_equal(s.inside, 1);
    assert_int_equal(s.arrived, 0);
    assert_near(s.left_last, 19, 0);
    assert_near(s.left_mean, 10, ROUNDING);
    assert_near(s.left_95, 19, 0); // 19 of 20
    assert_int_equal(s.travel.count, 19);
    assert_near(s.travel.median, 10, 0);
    assert_int_equal(s.length.count, 20);
    assert_near(s.length.most, 20, ROUNDING);
    assert_int_equal(s.shortest.count, 0);
    r.agents[3].left = NAN; // now two are left inside
    r.agents[4].arrived = true;
    assert_true(measure_summarise(&r, agents, &s));
    assert_int_equal(s.arrived, 1);
    assert_true(isnan(s.left_95));
    for (uint32_t i = 0; i < 20; ++i)
        r.agents[i].left = NAN;
    assert_true(measure_summarise(&r, agents, &s));
    assert_true(isnan(s.left_last) && isnan(s.left_mean) && isnan(s.left_95));
    free(agents);
    recording_free(&r);
}

// ---- collisions ---------------------------------------------------------------------------------

static void test_collisions(void **state)
{
    (void)state;
    recording_build b;
    recording_build_start(&b);
    // Apart by 0.5 m, but for frames 2 and 3 (0.3 m), 5 (0.499: too shallow) and 7 (0.4).
    const double apart[] = {0.6, 0.6, 0.3, 0.3, 0.6, 0.499, 0.6, 0.4, 0.5};
    for (uint32_t f = 0; f < 9; ++f) {
        add_row(&b, 1, f, 1000, 2000);
        add_row(&b, 2, f, 1000, 2000 + apart[f]);
        add_row(&b, 3, f, 1000.1, 2000); // nobody knows its radius
    }
    recording r = finish_recording(&b, 10);
    r.agents[0].radius = r.agents[1].radius = 0.25;
    measure_collisions c;
    assert_true(measure_find_collisions(&r, NAN, &c));
    assert_int_equal(c.rows, 18);
    assert_int_equal(c.colliding, 6);
    assert_near(c.share, 1 / 3.0, ROUNDING);
    assert_int_equal(c.collisions, 2);
    assert_int_equal(c.most, 2);
    assert_near(c.deepest, 0.2, 1e-9);
    assert_int_equal(c.deepest_frame, 2);
    assert_int_equal(c.deepest_a, 0);
    assert_int_equal(c.deepest_b, 1);
    assert_true(measure_find_collisions(&r, 0.125, &c));
    assert_int_equal(c.rows, 27);
    assert_int_equal(c.most, 3);
    assert_int_equal(c.collisions, 2 + 2); // with the third: in all frames, and in 2 and 3
    r.agents[0].radius = 1e300;            // none that a scene could have
    r.agents[1].radius = NAN;
    assert_true(measure_find_collisions(&r, NAN, &c));
    assert_int_equal(c.rows, 0);
    assert_true(isnan(c.share));
    measure_curve curve;
    assert_true(measure_collision_curve(&r, NAN, 1, &curve)); // nobody's radius is known
    assert_int_equal(curve.points.count, 0);
    measure_curve_free(&curve);
    recording_free(&r);
}

static void test_collisions_by_definition(void **state)
{
    (void)state;
    enum { AGENTS = 60, FRAMES = 12 };
    const uint64_t seed = 3;
    wend_random random = wend_random_stream(seed, 0);
    for (int round = 0; round < (long_tier() ? 300 : 20); ++round) {
        recording_build b;
        recording_build_start(&b);
        double size = round % 2 ? 8 : 3;
        for (uint32_t f = 0; f < FRAMES; ++f)
            for (uint32_t i = 0; i < AGENTS; ++i) { // on a lattice, so that there are ties
                double x = wend_random_below(&random, (uint32_t)(size * 8)) / 8.0;
                double y = wend_random_below(&random, (uint32_t)(size * 8)) / 8.0;
                add_row(&b, i, f, x - size / 2, y);
            }
        recording r = finish_recording(&b, 10);
        for (uint32_t i = 0; i < AGENTS; ++i)
            r.agents[i].radius = i % 20 == 0 ? 1.5 : i % 7 == 0 ? 0 : 0.25;
        bool before[AGENTS][AGENTS] = {{false}};
        uint64_t colliding = 0, collisions = 0;
        double deepest = 0, of_interval[FRAMES / 3] = {0};
        for (uint32_t f = 0; f < FRAMES; ++f) {
            bool found[AGENTS] = {false};
            for (uint32_t i = 0; i < AGENTS; ++i)
                for (uint32_t k = i + 1; k < AGENTS; ++k) {
                    wend_vec2 p = r.at[recording_row(&r, i, f)], q = r.at[recording_row(&r, k, f)];
                    double sum = r.agents[i].radius + r.agents[k].radius;
                    double depth = sum - hypot(p.x - q.x, p.y - q.y);
                    deepest = fmax(deepest, depth);
                    bool now = depth > MEASURE_COLLISION_DEPTH *
                                           fmin(r.agents[i].radius, r.agents[k].radius);
                    collisions += now && !before[i][k];
                    before[i][k] = now;
                    found[i] = found[i] || now;
                    found[k] = found[k] || now;
                }
            for (uint32_t i = 0; i < AGENTS; ++i) {
                colliding += found[i];
                of_interval[f / 3] += found[i];
            }
        }
        // Three frames are 0.3 s.
        measure_curve curve;
        assert_true(measure_collision_curve(&r, NAN, 0.3, &curve));
        assert_int_equal(curve.points.count, FRAMES / 3);
        for (uint32_t i = 0; i < FRAMES / 3; ++i) {
            assert_near(curve.points.data[i].x, 0.3 * i + 0.15, 1e-9);
            assert_near(curve.points.data[i].y, of_interval[i] / (3 * AGENTS), 1e-12);
        }
        measure_curve_free(&curve);
        measure_collisions c;
        assert_true(measure_find_collisions(&r, NAN, &c));
        if (c.colliding != colliding || c.collisions != collisions ||
            fabs(c.deepest - deepest) > 1e-9)
            fail_msg("seed %llu, round %d", (unsigned long long)seed, round);
        recording_free(&r);
    }
}

// ---- the floor ----------------------------------------------------------------------------------

static void test_space(void **state)
{
    (void)state;
    recording_build b;
    recording_build_start(&b);
    add_walk(&b, 1, 0, 9, (wend_vec2){2, 2}, (wend_vec2){0.5, 0});
    add_walk(&b, 2, 0, 9, (wend_vec2){6, 2}, (wend_vec2){-0.5, 0}); // over the same place
    recording r = finish_recording(&b, 1);
    scene *s = give_floor(&r, (wend_box){{0, 0}, {10, 4}});
    const wend_vec2 block[] = {{7, 1}, {9, 1}, {9, 3}, {7, 3}}; // clockwise or not
    add_obstacle(s, SCENE_POLYGON, block, 4);
    measure_space space;
    assert_true(measure_find_space(&r, 0.5, &space));
    double used = 4 + PI / 4;
    assert_near(space.used, used, used / 100);
    assert_near(space.floor, 36, ROUNDING);
    assert_near(space.share, used / 36, used / 3600);
    s->bounds = NULL;
    assert_true(measure_find_space(&r, NAN, &space)); // no radius, no bounds
    assert_near(space.used, 0, 0);
    assert_true(isnan(space.floor) && isnan(space.share));
    recording_free(&r);
}

static void test_outside(void **state)
{
    (void)state;
    recording_build b;
    recording_build_start(&b);
    add_row(&b, 1, 0, 5, 2);       // free
    add_row(&b, 1, 1, 0, 2);       // on the wall
    add_row(&b, 1, 2, 10.0005, 2); // outside, but within the margin
    add_row(&b, 1, 3, 8, 2);       // in the block
    add_row(&b, 2, 2, -1, 2);      // outside
    add_row(&b, 2, 3, 7.0005, 2);  // in the block, within the margin
    recording r = finish_recording(&b, 1);
    measure_outside out;
    assert_true(measure_find_outside(&r, 0.001, &out));
    assert_false(out.known);
    const wend_vec2 block[] = {{7, 1}, {9, 1}, {9, 3}, {7, 3}};
    add_obstacle(give_floor(&r, (wend_box){{0, 0}, {10, 4}}), SCENE_POLYGON, block, 4);
    assert_true(measure_find_outside(&r, 0.001, &out));
    assert_true(out.known);
    assert_int_equal(out.rows, 2);
    assert_int_equal(out.first, recording_row(&r, 1, 2));
    assert_true(measure_find_outside(&r, 0, &out));
    assert_int_equal(out.rows, 4);
    recording_free(&r);
}

// ---- groups and lanes ---------------------------------------------------------------------------

static void test_groups(void **state)
{
    (void)state;
    recording_build b;
    recording_build_start(&b);
    uint32_t friends, lone;
    assert_true(recording_build_name(&b, "friends", &friends));
    assert_true(recording_build_name(&b, "lone", &lone));
    // 2 m apart for 4 frames, then 6 m for 2 more; the second leaves 1 s earlier.
    for (uint32_t f = 0; f < 8; ++f) {
        add_row(&b, 1, f, 100 + f, 0);
        if (f < 6)
            add_row(&b, 2, f, 100 + f, f < 4 ? 2 : 6);
        add_row(&b, 3, f, 0, 0);
        add_row(&b, 4, f, 50, 50);
    }
    add_row(&b, 4, 9, 50, 50);
    recording r = finish_recording(&b, 2);
    r.agents[0].group = r.agents[1].group = friends;
    r.agents[2].group = lone;
    measure_groups g;
    assert_true(measure_find_groups(&r, &g));
    assert_int_equal(g.items.count, 2);
    assert_string_equal(r.names[g.items.data[0].name], "friends");
    assert_int_equal(g.items.data[0].members, 2);
    assert_near(g.items.data[0].spread, (4 * 1 + 2 * 3) / 6.0, ROUNDING);
    assert_near(g.items.data[0].most, 3, ROUNDING);
    assert_near(g.items.data[0].last_apart, 1, ROUNDING);
    assert_int_equal(g.items.data[1].members, 1);
    assert_true(isnan(g.items.data[1].spread) && isnan(g.items.data[1].most));
    assert_near(g.items.data[1].last_apart, 0, 0);
    measure_groups_free(&g);
    r.agents[1].left = NAN;
    assert_true(measure_find_groups(&r, &g));
    assert_true(isnan(g.items.data[0].last_apart));
    measure_groups_free(&g);
    recording_free(&r);
}

static double first_order(const recording *r, wend_vec2 along, double width, wend_box box)
{
    double order[8];
    assert_true(r->frame_count <= 8);
    assert_true(measure_lane_order(r, along, width, box, order));
    return order[0];
}

static void test_lane_order(void **state)
{
    (void)state;
    const wend_vec2 right = {3, 0};
    // Two lanes, 1 m apart, one for each direction.
    recording_build b;
    recording_build_start(&b);
    for (uint32_t i = 0; i < 4; ++i) {
        add_walk(&b, i, 0, 2, (wend_vec2){i, 0.1 * i}, (wend_vec2){1, 0});
        add_walk(&b, 10 + i, 0, 2, (wend_vec2){i, 2 - 0.1 * i}, (wend_vec2){-1, 0});
    }
    recording r = finish_recording(&b, 1);
    assert_near(first_order(&r, right, 0.5, wend_box_empty()), 1, 0);
    assert_near(first_order(&r, right, 10, wend_box_empty()), 0, 0); // all in one lane
    assert_true(isnan(first_order(&r, right, 0.5, (wend_box){{-9, -1}, {9, 1}}))); // one way only
    assert_true(isnan(first_order(&r, (wend_vec2){0, 1}, 0.5, wend_box_empty()))); // nobody
    recording_free(&r);
    // Three against one in a lane: (2 / 4)^2 for each. In another, one alone.
    recording_build_start(&b);
    for (uint32_t i = 0; i < 3; ++i)
        add_walk(&b, i, 0, 2, (wend_vec2){i, 0}, (wend_vec2){1, 0});
    add_walk(&b, 3, 0, 2, (wend_vec2){9, 0.25}, (wend_vec2){-1, 0});
    add_walk(&b, 4, 0, 2, (wend_vec2){9, 0.75}, (wend_vec2){-1, 0}); // exactly the width away
    recording two = finish_recording(&b, 1);
    assert_near(first_order(&two, right, 0.5, wend_box_empty()), (4 * 0.25 + 1) / 5, ROUNDING);
    recording_free(&two);
}

/// In an area: along the axis on which those walk who were there, whatever others do elsewhere.
static void test_lane_order_in_an_area(void **state)
{
    (void)state;
    const wend_vec2 ring[] = {{-1, -1}, {9, -1}, {9, 9}, {-1, 9}};
    const measure_area area = {ring, 4};
    double order[2];
    recording_build b;
    recording_build_start(&b);
    // Two lanes on the diagonal, 2 m apart, one for each direction; and some far away who cross it.
    for (uint32_t i = 0; i < 4; ++i) {
        add_walk(&b, i, 0, 2, (wend_vec2){i + 2, i}, (wend_vec2){1, 1});
        add_walk(&b, 10 + i, 0, 2, (wend_vec2){i + 1, i + 3}, (wend_vec2){-1, -1});
        add_walk(&b, 20 + i, 0, 2, (wend_vec2){40 + i, 30 + i}, (wend_vec2){-9, 9});
    }
    recording r = finish_recording(&b, 1);
    assert_true(measure_lane_order_in(&r, area, 0.5, order));
    assert_near(order[0], 1, 0);
    assert_near(order[1], 1, 0);
    assert_true(measure_lane_order_in(&r, area, 5, order));
    assert_near(order[0], 0, 0);
    // Where nobody was there is no axis, and no order.
    const wend_vec2 off[] = {{-9, -9}, {-8, -9}, {-8, -8}};
    assert_true(measure_lane_order_in(&r, (measure_area){off, 3}, 0.5, order));
    assert_true(isnan(order[0]) && isnan(order[1]));
    recording_free(&r);
}

static void test_lane_order_by_definition(void **state)
{
    (void)state;
    enum { AGENTS = 40 };
    const uint64_t seed = 8;
    wend_random random = wend_random_stream(seed, 0);
    for (int round = 0; round < 200; ++round) {
        recording_build b;
        recording_build_start(&b);
        double side[AGENTS];
        int way[AGENTS];
        for (uint32_t i = 0; i < AGENTS; ++i) {
            side[i] = wend_random_below(&random, 40) / 8.0;
            way[i] = (int)wend_random_below(&random, 3) - 1;
            add_walk(&b, i, 0, 2, (wend_vec2){i, side[i]}, (wend_vec2){way[i], 0});
        }
        recording r = finish_recording(&b, 1);
        double sum = 0;
        int count = 0;
        for (int i = 0; i < AGENTS; ++i) {
            double same = 0, other = 0;
            for (int k = 0; k < AGENTS; ++k)
                if (way[i] != 0 && fabs(side[i] - side[k]) < 0.5) {
                    same += way[k] == way[i];
                    other += way[k] == -way[i];
                }
            if (way[i] == 0)
                continue;
            ++count;
            sum += pow((same - other) / (same + other), 2);
        }
        assert_near(first_order(&r, (wend_vec2){1, 0}, 0.5, wend_box_empty()), sum / count, 1e-9);
        recording_free(&r);
    }
}

static void test_alignment(void **state)
{
    (void)state;
    recording_build b;
    recording_build_start(&b);
    add_walk(&b, 1, 0, 4, (wend_vec2){0, 0}, (wend_vec2){1, 0});
    add_walk(&b, 2, 0, 4, (wend_vec2){0, 1}, (wend_vec2){0, 1});
    add_walk(&b, 3, 0, 4, (wend_vec2){0, 5}, (wend_vec2){0, 0});  // stands
    add_walk(&b, 4, 0, 4, (wend_vec2){0, 9}, (wend_vec2){-1, 0}); // has no aim
    recording r = finish_recording(&b, 1);
    const measure_window window = {1, MEASURE_SINGLE_SIDED};
    double alignment[4];
    for (int i = 0; i < 4; ++i)
        r.agents[i].aim = (wend_vec2){NAN, NAN};
    measure_alignment(&r, window, alignment);
    assert_true(isnan(alignment[0]));
    r.agents[0].aim = (wend_vec2){10, 0};
    r.agents[1].aim = (wend_vec2){7, 1}; // to its right, at first
    r.agents[2].aim = (wend_vec2){7, 1};
    measure_alignment(&r, window, alignment);
    assert_near(alignment[0], 0.5, ROUNDING);
    assert_near(alignment[1], (1 - 1 / sqrt(50)) / 2, ROUNDING); // it has passed its aim by 1 m
    recording_free(&r);
}

// ---- memory -------------------------------------------------------------------------------------

static bool measure_all(const void *argument)
{
    const recording *r = argument;
    measure_agent agents[2];
    measure_agents_rule rule = measure_default_agents_rule(r);
    problem_list problems = {.file = "test"};
    measure_agents_summary summary;
    measure_collisions collisions;
    measure_space space;
    measure_outside outside;
    measure_groups groups = {0};
    double order[21];
    bool done = measure_agents(r, &rule, agents, &problems);
    assert_true(done || problems.count == 1 || !problems.items);
    problem_free(&problems);
    done = done && measure_summarise(r, agents, &summary) &&
           measure_find_collisions(r, 0.3, &collisions) && measure_find_space(r, 0.3, &space) &&
           measure_find_outside(r, 0, &outside) && measure_find_groups(r, &groups) &&
           measure_lane_order(r, (wend_vec2){1, 0}, 1, wend_box_empty(), order);
    measure_groups_free(&groups);
    return done;
}

static void test_memory(void **state)
{
    (void)state;
    recording_build b;
    recording_build_start(&b);
    add_walk(&b, 1, 0, 21, (wend_vec2){1, 1}, (wend_vec2){0.2, 0});
    add_walk(&b, 2, 0, 21, (wend_vec2){5, 1.1}, (wend_vec2){-0.2, 0});
    uint32_t name;
    assert_true(recording_build_name(&b, "group", &name));
    recording r = finish_recording(&b, 10);
    r.agents[0].group = name;
    const wend_vec2 block[] = {{7, 1}, {9, 1}, {9, 3}, {7, 3}};
    add_obstacle(give_floor(&r, (wend_box){{0, 0}, {10, 4}}), SCENE_POLYGON, block, 4);
    assert_true(count_failures(measure_all, &r) > 20);
    recording_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_straight_way),
        cmocka_unit_test(test_detour),
        cmocka_unit_test(test_shortest_near_walls),
        cmocka_unit_test(test_shortest_through_doors),
        cmocka_unit_test(test_waiting),
        cmocka_unit_test(test_agent_without_rows),
        cmocka_unit_test(test_empty_recording),
        cmocka_unit_test(test_summary),
        cmocka_unit_test(test_collisions),
        cmocka_unit_test(test_collisions_by_definition),
        cmocka_unit_test(test_space),
        cmocka_unit_test(test_outside),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_lane_order),
        cmocka_unit_test(test_lane_order_in_an_area),
        cmocka_unit_test(test_lane_order_by_definition),
        cmocka_unit_test(test_alignment),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
