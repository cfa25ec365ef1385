// SPDX-License-Identifier: MIT
// Flocking, alone, on arrays: each rule is the header's formula; who is seen is found by looking at
// everybody; and who is moved takes its wish, touches nobody, stays out of walls, and goes as its
// mirror image does.
#include "tests/motion/near_crowd.h"

#include "wend/boids.h"

#include <string.h>

static void go_by(const wend_boids_def *def, crowd *c, double step, const uint32_t *groups)
{
    find_nears(c);
    wend_motion_input input = input_of(c, step);
    input.social_groups = groups;
    assert_int_equal(
        wend_boids_step(def, &input, &(wend_motion_output){c->positions, c->velocities}, NULL),
        WEND_OK);
    for (uint32_t i = 0; i < c->count; ++i) {
        c->bodies[i].position = c->positions[i];
        c->bodies[i].velocity = c->velocities[i];
    }
}

static void go(crowd *c, double step, const uint32_t *groups)
{
    wend_boids_def def = wend_default_boids_def();
    go_by(&def, c, step, groups);
}

/// What float velocities make of a gap in a step of a second.
#define ROUNDING 1e-5
/// The limit for overlaps: a part of the radius.
#define MOST_OVERLAP 0.05

// ---- the rules ----------------------------------------------------------------------------------

/// The formulas hold to a few roundings, some of them of velocities as floats.
#define FORMULA 1e-6

/// Only one rule has a weight.
static wend_boids_def only(double separation, double alignment, double cohesion, double goal)
{
    wend_boids_def def = wend_default_boids_def();
    def.separation = separation;
    def.alignment = alignment;
    def.cohesion = cohesion;
    def.goal = goal;
    return def;
}

static wend_vec2 steering_of(const wend_boids_def *def, crowd *c, uint32_t body,
                             const uint32_t *groups)
{
    wend_motion_input input = input_of(c, 0.1);
    input.social_groups = groups;
    return wend_boids_on(def, &input, body);
}

static void assert_steered(wend_vec2 found, double x, double y)
{
    if (!(fabs(found.x - x) < FORMULA && fabs(found.y - y) < FORMULA))
        fail_msg("steered by %g, %g and not by %g, %g", found.x, found.y, x, y);
}

static void test_separation(void **state)
{
    (void)state;
    wend_boids_def def = only(0.8, 0, 0, 0);
    static const uint32_t GROUPS[] = {1, 2};
    for (int i = 0; i < 24; ++i)
        for (int k = -2; k <= 6; ++k) {
            double angle = i * 0.2618, gap = 0.1 * k;
            crowd c = {.count = 0};
            add_body(&c, 3, -2, (wend_vec2){1, 0});
            add_body(&c, 3 + (0.5 + gap) * cos(angle), -2 + (0.5 + gap) * sin(angle),
                     (wend_vec2){0, 0});
            find_nears(&c);
            double push =
                0.8 * 2 * fmax(1 - fmax(gap, 0) / def.personal_distance, 0) / def.relaxation;
            // Whatever the groups.
            assert_steered(steering_of(&def, &c, 0, i % 2 ? GROUPS : NULL), -push * cos(angle),
                           -push * sin(angle));
            assert_steered(steering_of(&def, &c, 1, i % 2 ? GROUPS : NULL), push * cos(angle),
                           push * sin(angle));
        }
}

/// 0 and 1 are of a group, 2 of another, 3 and 4 of none.
static crowd five(void)
{
    static const wend_vec2 PLACES[] = {{0, 0}, {1.5, 0.5}, {-1, 1}, {0, -1.5}, {1, -2}};
    static const wend_vec2 VELOCITIES[] = {{0.5, 0}, {-0.25, 1}, {1, 1}, {0, -0.5}, {-1, 0.25}};
    crowd c = {.count = 0};
    for (int i = 0; i < 5; ++i) {
        add_body(&c, PLACES[i].x, PLACES[i].y, (wend_vec2){0.75, 0.25});
        c.bodies[i].velocity = VELOCITIES[i];
    }
    find_nears(&c);
    return c;
}

static const uint32_t FIVE_GROUPS[] = {1, 1, 2, 0, 0}, ALL_ONE[] = {7, 7, 7, 7, 7};

static void test_alignment(void **state)
{
    (void)state;
    crowd c = five();
    wend_boids_def def = only(0, 0.6, 0, 0);
    assert_steered(steering_of(&def, &c, 0, FIVE_GROUPS), 0.6 * -0.75 / 0.5, 0.6 * 1 / 0.5);
    assert_steered(steering_of(&def, &c, 1, FIVE_GROUPS), 0.6 * 0.75 / 0.5, 0.6 * -1 / 0.5);
    for (uint32_t i = 2; i < 5; ++i)
        assert_steered(steering_of(&def, &c, i, FIVE_GROUPS), 0, 0);
    for (uint32_t i = 0; i < 5; ++i)
        assert_steered(steering_of(&def, &c, i, NULL), 0, 0);
    // The mean of the four others, less its own.
    assert_steered(steering_of(&def, &c, 0, ALL_ONE), 0.6 * (-0.25 / 4 - 0.5) / 0.5,
                   0.6 * (1.75 / 4) / 0.5);
}

static void test_cohesion(void **state)
{
    (void)state;
    crowd c = five();
    wend_boids_def def = only(0, 0, 0.6, 0);
    double pull = 0.6 * 2 / (def.perception_distance * def.relaxation);
    assert_steered(steering_of(&def, &c, 0, FIVE_GROUPS), 1.5 * pull, 0.5 * pull);
    assert_steered(steering_of(&def, &c, 1, FIVE_GROUPS), -1.5 * pull, -0.5 * pull);
    for (uint32_t i = 2; i < 5; ++i)
        assert_steered(steering_of(&def, &c, i, FIVE_GROUPS), 0, 0);
    assert_steered(steering_of(&def, &c, 0, ALL_ONE), 1.5 / 4 * pull, -2.0 / 4 * pull);
    // 4 is no more in sight of 0 then: the gap is 1.74 m.
    def.perception_distance = 1.7;
    pull = 0.6 * 2 / (def.perception_distance * def.relaxation);
    assert_steered(steering_of(&def, &c, 0, ALL_ONE), 0.5 / 3 * pull, 0);
}

static void test_goal(void **state)
{
    (void)state;
    crowd c = five();
    wend_boids_def def = only(0, 0, 0, 0.6);
    for (uint32_t i = 0; i < 5; ++i)
        assert_steered(steering_of(&def, &c, i, FIVE_GROUPS),
                       0.6 * (0.75 - c.bodies[i].velocity.x) / def.relaxation,
                       0.6 * (0.25 - c.bodies[i].velocity.y) / def.relaxation);
}

/// All at once is the sum; and a portal's wish is taken where the others pull.
static void test_all_together(void **state)
{
    (void)state;
    crowd c = five();
    wend_boids_def all = wend_default_boids_def();
    all.cohesion = 0.3; // below its limit
    for (uint32_t i = 0; i < 5; ++i) {
        wend_vec2 sum = {0, 0};
        for (int k = 0; k < 4; ++k) {
            wend_boids_def one = only(k == 0 ? all.separation : 0, k == 1 ? all.alignment : 0,
                                      k == 2 ? all.cohesion : 0, k == 3 ? all.goal : 0);
            wend_vec2 found = steering_of(&one, &c, i, ALL_ONE);
            sum = (wend_vec2){sum.x + found.x, sum.y + found.y};
        }
        assert_steered(steering_of(&all, &c, i, ALL_ONE), sum.x, sum.y);
    }
    wend_boids_def def = only(0, 0, 0.6, 1);
    c.bodies[0].velocity = (wend_vec2){0, 0};
    for (int side = 0; side < 2; ++side) {
        c.wishes[0] = (wend_preferred_velocity){1, side ? -1 : 0, 1, side ? 0 : 1, side ? 1 : 0, 0};
        // Its group is to the upper right: with the portal there, it is not straight on.
        wend_vec2 found = steering_of(&def, &c, 0, FIVE_GROUPS);
        double up = 0.6 * 2 * 0.5 / (def.perception_distance * def.relaxation);
        if (side == 0)
            assert_true(found.y > up + 0.05);
        else
            assert_true(fabs(found.y - up) < FORMULA);
    }
}

/// Who is in sight: neighbours and their neighbours, each once, nobody else.
static void test_sight(void **state)
{
    (void)state;
    // 0 and 1 see each other, 1 and 2, 2 and 3; 1 is of no group. 2 lists 0 and 1 twice.
    crowd c = {.count = 0};
    for (int i = 0; i < 4; ++i)
        add_body(&c, 2 * i, 0, (wend_vec2){0, 0});
    static const uint32_t GROUPS[] = {1, 0, 1, 1};
    static const uint32_t LISTS[4][4] = {{1}, {0, 2}, {1, 0, 1, 3}, {2}};
    static const uint32_t COUNTS[4] = {1, 2, 4, 1};
    for (int i = 0; i < 4; ++i) {
        c.neighbour_counts[i] = COUNTS[i];
        for (uint32_t k = 0; k < COUNTS[i]; ++k)
            c.nears[(size_t)i * WEND_MAX_NEIGHBOURS + k] = (wend_neighbour){.body = LISTS[i][k]};
    }
    wend_boids_def def = only(0, 0, 1, 0);
    def.perception_distance = 10;
    double pull = 2 / (def.perception_distance * def.relaxation);
    assert_steered(steering_of(&def, &c, 0, GROUPS), 4 * pull, 0);
    assert_steered(steering_of(&def, &c, 1, GROUPS), 0, 0);
    assert_steered(steering_of(&def, &c, 2, GROUPS), (2 - 4) / 2.0 * pull, 0);
    assert_steered(steering_of(&def, &c, 3, GROUPS), (-2 - 6) / 2.0 * pull, 0);
}

// ---- one and two --------------------------------------------------------------------------------

static void test_alone(void **state)
{
    (void)state;
    crowd c = {.count = 0};
    add_body(&c, 0, 0, (wend_vec2){1.25, -0.5});
    static const uint32_t GROUP[] = {1};
    for (int i = 0; i < 100; ++i)
        go(&c, 0.1, GROUP);
    assert_true(fabs(c.bodies[0].velocity.x - 1.25) < FORMULA &&
                fabs(c.bodies[0].velocity.y + 0.5) < FORMULA);
}

static void test_a_wall_holds(void **state)
{
    (void)state;
    static const wend_segment WALL[] = {{{2, -500}, {2, 500}}};
    static const double STEPS[] = {0.02, 0.1, 0.5, 3};
    for (int k = 0; k < 4; ++k) {
        crowd c = {.walls = WALL, .wall_count = 1};
        add_body(&c, 0, 0, (wend_vec2){1.5, 0.5});
        for (int i = 0; i < 100; ++i) {
            go(&c, STEPS[k], NULL);
            assert_true(c.bodies[0].position.x <= 1.75 + ROUNDING);
        }
        assert_true(c.bodies[0].position.x > 1.75 - 0.05 || STEPS[k] < 0.05);
    }
}

/// A group that comes from two sides walks on as one: nobody is out of sight, all go one way.
static void test_a_group_gathers(void **state)
{
    (void)state;
    crowd c = {.count = 0};
    uint32_t groups[MOST];
    for (int i = 0; i < 12; ++i) {
        groups[i] = 3;
        add_body(&c, i % 3, i / 3 + (i < 6 ? 0 : 2.5), (wend_vec2){1, 0});
    }
    for (int i = 0; i < 300; ++i)
        go(&c, 0.1, groups);
    double low = INFINITY, high = -INFINITY;
    for (uint32_t i = 0; i < c.count; ++i) {
        low = fmin(low, c.bodies[i].position.y);
        high = fmax(high, c.bodies[i].position.y);
        assert_true(fabs(c.bodies[i].velocity.x - 1) < 0.1 && fabs(c.bodies[i].velocity.y) < 0.1);
    }
    print_message("from 5.5 m to %.2f m across, the least gap is %.2f m\n", high - low,
                  min_gap(&c));
    assert_true(high - low < 3 && min_gap(&c) > 0);
}

/// Everything the other way round is done the other way round, to a few roundings a step.
static void test_symmetric(void **state)
{
    (void)state;
    wend_boids_def def = wend_default_boids_def();
    def.symmetry_angle = 0; // all else knows no side
    for (uint64_t seed = 0; seed < 20; ++seed) {
        wend_random random = wend_random_stream(seed, 4);
        crowd c = random_crowd(&random, 6, 14), other = c;
        uint32_t groups[MOST];
        for (uint32_t i = 0; i < c.count; ++i) {
            groups[i] = i % 3;
            other.bodies[i].position.y *= -1;
            other.wishes[i].ay *= -1;
            other.wishes[i].by *= -1;
        }
        for (int i = 0; i < 5; ++i) {
            go_by(&def, &c, 0.1, groups);
            go_by(&def, &other, 0.1, groups);
        }
        for (uint32_t i = 0; i < c.count; ++i) {
            wend_vec2 p = c.bodies[i].position, q = other.bodies[i].position;
            if (!(fabs(p.x - q.x) < 1e-4 && fabs(p.y + q.y) < 1e-4))
                fail_msg("seed %llu: %g, %g and %g, %g", (unsigned long long)seed, p.x, p.y, q.x,
                         q.y);
        }
    }
}

// ---- many ---------------------------------------------------------------------------------------

static void test_pairs_never_touch(void **state)
{
    (void)state;
    uint64_t rounds = long_tier() ? 300000 : 3000;
    static const uint32_t GROUPS[] = {1, 1};
    for (uint64_t seed = 0; seed < rounds; ++seed) {
        wend_random random = wend_random_stream(seed, 0);
        crowd c = random_crowd(&random, 2, 2);
        go(&c, wend_random_between(&random, 0.01, 2), GROUPS);
        if (!(min_gap(&c) > -ROUNDING))
            fail_msg("seed %llu: the gap is %g", (unsigned long long)seed, min_gap(&c));
    }
}

/// Forty who walk anywhere in a room of 6 x 6 m, in three groups and none: nobody leaves it, and
/// nobody is deeper in another than is allowed.
static void test_crowds_do_not_touch(void **state)
{
    (void)state;
    static const wend_segment room[] = {
        {{0, 0}, {6, 0}}, {{6, 0}, {6, 6}}, {{6, 6}, {0, 6}}, {{0, 6}, {0, 0}}};
    uint64_t rounds = long_tier() ? 500 : 6;
    uint32_t groups[MOST];
    for (uint32_t i = 0; i < MOST; ++i)
        groups[i] = i % 4;
    for (uint64_t seed = 0; seed < rounds; ++seed) {
        wend_random random = wend_random_stream(seed, 1);
        crowd c = random_crowd(&random, 5.4, 60);
        c.walls = room;
        c.wall_count = 4;
        for (uint32_t i = 0; i < c.count; ++i) {
            c.bodies[i].position.x += 0.3;
            c.bodies[i].position.y += 0.3;
        }
        for (int i = 0; i < 100; ++i) {
            go(&c, 0.1, groups);
            if (min_gap(&c) < -MOST_OVERLAP * 0.25)
                fail_msg("seed %llu: overlap of %g m", (unsigned long long)seed, -min_gap(&c));
            for (uint32_t k = 0; k < c.count; ++k) {
                wend_vec2 p = c.bodies[k].position;
                double wall = fmin(fmin(p.x, 6 - p.x), fmin(p.y, 6 - p.y));
                if (wall < 0.25 - ROUNDING)
                    fail_msg("seed %llu: %g m from a wall", (unsigned long long)seed, wall);
            }
        }
    }
}

/// Two at one place go apart, and so do some that overlap.
static void test_overlaps_dissolve(void **state)
{
    (void)state;
    crowd c = {.count = 0};
    static const uint32_t GROUPS[] = {1, 1, 1, 0};
    add_body(&c, 3, 3, (wend_vec2){0, 0});
    add_body(&c, 3, 3, (wend_vec2){0, 0});
    add_body(&c, 3.1, 3, (wend_vec2){0, 0});
    add_body(&c, 3, 3.2, (wend_vec2){0, 0});
    for (int i = 0; i < 100; ++i)
        go(&c, 0.1, GROUPS);
    assert_true(min_gap(&c) > 0);
}

/// A flock that stands comes to rest: the rules do not make it dance.
static void test_a_standing_flock_rests(void **state)
{
    (void)state;
    for (int k = 1; k <= 2; ++k) {
        wend_random random = wend_random_stream(7, 3);
        crowd c = random_crowd(&random, 5, 40);
        uint32_t groups[MOST];
        double fastest = 0;
        for (uint32_t i = 0; i < c.count; ++i) {
            c.wishes[i] = (wend_preferred_velocity){0};
            groups[i] = 1;
        }
        for (int i = 0; i < 1200 / k; ++i)
            go(&c, 0.05 * k, groups);
        for (uint32_t i = 0; i < c.count; ++i)
            fastest = fmax(fastest, hypot(c.velocities[i].x, c.velocities[i].y));
        print_message("the fastest still goes at %.4f m/s\n", fastest);
        assert_true(fastest < 0.02);
    }
}

static wend_result step_by(const void *def, const wend_motion_input *input,
                           const wend_motion_output *output, wend_error *error)
{
    wend_motion_input grouped = *input;
    uint32_t groups[MOST];
    for (uint32_t i = 0; i < MOST; ++i)
        groups[i] = i % 4;
    grouped.social_groups = groups;
    return wend_boids_step(def, &grouped, output, error);
}

static void test_threads_and_others(void **state)
{
    (void)state;
    const wend_boids_def def = wend_default_boids_def();
    check_threads_and_others(&def, step_by);
}

// ---- refused ------------------------------------------------------------------------------------

static void refuses(wend_boids_def def, double step)
{
    check_refused(&def, step_by, step);
}

static void test_refused(void **state)
{
    (void)state;
    const wend_boids_def good = wend_default_boids_def();
    refuses(good, 0);
    refuses(good, NAN);
    refuses(good, INFINITY);
    refuses((wend_boids_def){0}, 1);
    static const double bad[] = {-1, NAN, INFINITY};
    // All but the cookie are numbers that can be wrong.
    for (size_t at = 0; at < offsetof(wend_boids_def, cookie); at += sizeof(double))
        for (int k = 0; k < 3; ++k) {
            wend_boids_def def = good;
            memcpy((char *)&def + at, &bad[k], sizeof bad[k]);
            refuses(def, 1);
        }
    for (int k = 0; k < 4; ++k) {
        wend_boids_def def = good;
        *(double *[]){&def.personal_distance, &def.perception_distance, &def.relaxation,
                      &def.substep}[k] = 0;
        refuses(def, 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_separation),
        cmocka_unit_test(test_alignment),
        cmocka_unit_test(test_cohesion),
        cmocka_unit_test(test_goal),
        cmocka_unit_test(test_all_together),
        cmocka_unit_test(test_sight),
        cmocka_unit_test(test_alone),
        cmocka_unit_test(test_a_wall_holds),
        cmocka_unit_test(test_a_group_gathers),
        cmocka_unit_test(test_symmetric),
        cmocka_unit_test(test_pairs_never_touch),
        cmocka_unit_test(test_crowds_do_not_touch),
        cmocka_unit_test(test_overlaps_dissolve),
        cmocka_unit_test(test_a_standing_flock_rests),
        cmocka_unit_test(test_threads_and_others),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
