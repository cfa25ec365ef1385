// SPDX-License-Identifier: MIT
// Social forces, alone, on arrays: the forces are the document's formulas; and who is moved by them
// takes its wish, is not touched, stays out of walls, fits through every door that is wide enough,
// passes on the right, gets out of the way of a mover, and is the same for steps of any length.
#include "tests/motion/near_crowd.h"

#include "wend/social_force.h"

#include <string.h>

static void go_by(const wend_social_force_def *def, crowd *c, double step, const bool *moved)
{
    find_nears(c);
    wend_motion_input input = input_of(c, step);
    input.moved = moved;
    assert_int_equal(wend_social_force_step(
                         def, &input, &(wend_motion_output){c->positions, c->velocities}, NULL),
                     WEND_OK);
    for (uint32_t i = 0; i < c->count; ++i) {
        wend_body *body = &c->bodies[i];
        if (moved && !moved[i]) {
            body->position.x += step * body->velocity.x;
            body->position.y += step * body->velocity.y;
            continue;
        }
        body->position = c->positions[i];
        body->velocity = c->velocities[i];
    }
}

static void go(crowd *c, double step)
{
    wend_social_force_def def = wend_default_social_force_def();
    go_by(&def, c, step, NULL);
}

/// What float velocities make of a gap in a step of a second.
#define ROUNDING 1e-5
/// The limit for overlaps: a part of the radius.
#define MOST_OVERLAP 0.05

// ---- the formulas -------------------------------------------------------------------------------

/// The formulas hold to a few roundings.
#define FORMULA 1e-12

static wend_social_force_def bare_def(void)
{
    wend_social_force_def def = wend_default_social_force_def();
    def.keep_right = 0;
    return def;
}

static wend_vec2 force_on(const wend_social_force_def *def, crowd *c, uint32_t body,
                          const uint32_t *groups)
{
    find_nears(c);
    wend_motion_input input = input_of(c, 0.05);
    input.social_groups = groups;
    return wend_social_force_on(def, &input, body);
}

/// Repulsion between two, as the document has it with the exponent put right: A exp((ri + rj - d) /
/// B) n (lambda + (1 - lambda) (1 + cos phi) / 2), at angles all around.
static void test_repulsion(void **state)
{
    (void)state;
    wend_social_force_def def = bare_def();
    for (int i = 0; i < 24; ++i)
        for (int k = 1; k <= 6; ++k) {
            double angle = i * 0.2618, d = 0.5 + 0.2 * k;
            wend_vec2 to = {cos(angle), sin(angle)};
            crowd c = {.count = 0};
            add_body(&c, 3, -2, (wend_vec2){1.25, 0});
            add_body(&c, 3 + d * to.x, -2 + d * to.y, (wend_vec2){0, 0});
            c.bodies[0].velocity = (wend_vec2){0.25, 0.5};
            wend_vec2 found = force_on(&def, &c, 0, NULL);
            double seen = def.lambda + (1 - def.lambda) * (1 + cos(angle)) / 2;
            double push = def.strength * exp((0.25 + 0.25 - d) / def.range) * seen;
            if (d - 0.5 >= def.interaction_distance)
                push = 0;
            assert_true(fabs(found.x - (1.0 / def.relaxation - push * to.x)) < FORMULA);
            assert_true(fabs(found.y - (-0.5 / def.relaxation - push * to.y)) < FORMULA);
        }
}

static void test_attraction_within_groups(void **state)
{
    (void)state;
    wend_social_force_def def = bare_def();
    def.strength = 0;
    def.attraction = 0.7;
    crowd c = {.count = 0};
    for (int i = 0; i < 4; ++i)
        add_body(&c, i == 3 ? 0 : i * 1.5, i == 3 ? 1 : 0, (wend_vec2){0, 0});
    static const uint32_t GROUPS[] = {1, 1, 2, 0}, NONE[] = {0, 0, 0, 0};
    assert_true(fabs(force_on(&def, &c, 0, GROUPS).x - 0.7) < FORMULA);
    assert_true(fabs(force_on(&def, &c, 1, GROUPS).x + 0.7) < FORMULA);
    for (uint32_t i = 0; i < 4; ++i) {
        wend_vec2 found = force_on(&def, &c, i, i < 2 ? NONE : GROUPS);
        assert_true(found.x == 0 && found.y == 0);
    }
}

/// A wall that stands pushes the same all around; one that moves most those before it.
static void test_walls_and_movers_push(void **state)
{
    (void)state;
    wend_social_force_def def = bare_def();
    def.prediction_time = 0;
    const wend_segment wall = {{-5, 0}, {5, 0}};
    crowd c = {.walls = &wall, .wall_count = 1};
    add_body(&c, 0, 0.4, (wend_vec2){0, 0});
    add_body(&c, 0, -0.4, (wend_vec2){0, 0});
    def.strength = 0;
    double push = def.wall_strength * exp((0.25 - 0.4) / def.wall_range);
    assert_true(fabs(force_on(&def, &c, 0, NULL).y - push) < FORMULA);
    assert_true(fabs(force_on(&def, &c, 1, NULL).y + push) < FORMULA);
    // The same wall in two pieces is the same wall.
    const wend_segment halves[] = {{{-5, 0}, {0, 0}}, {{0, 0}, {0, 0}}, {{0, 0}, {5, 0}}};
    c.walls = halves;
    c.wall_count = 3;
    assert_true(fabs(force_on(&def, &c, 0, NULL).y - push) < FORMULA);
    const wend_vec2 up = {0, 1};
    c.walls = &wall;
    c.wall_count = 1;
    c.wall_velocities = &up;
    push = def.moving_wall_strength * exp((0.25 - 0.4) / def.wall_range);
    assert_true(fabs(force_on(&def, &c, 0, NULL).y - push) < FORMULA);
    assert_true(fabs(force_on(&def, &c, 1, NULL).y + def.moving_wall_lambda * push) < FORMULA);
}

/// What walls hold back of a wish is bounded, so that every door it fits through is open.
static void test_walls_do_not_hold_back(void **state)
{
    (void)state;
    wend_social_force_def def = bare_def();
    def.wall_strength = 100;
    const wend_segment wall = {{-5, 0}, {5, 0}};
    crowd c = {.walls = &wall, .wall_count = 1};
    add_body(&c, 0, 0.26, (wend_vec2){0.5, -1});
    wend_vec2 force = force_on(&def, &c, 0, NULL);
    assert_true(0.5 * force.x - force.y > 0);
    c.wishes[0] = (wend_preferred_velocity){0, 1, 0, 1, 0, 0};
    assert_true(force_on(&def, &c, 0, NULL).y > 80);
}

// ---- one and two --------------------------------------------------------------------------------

/// Half-implicit steps of an 80th of a second follow the exponential to this.
#define RELAXING 0.02

static void test_alone(void **state)
{
    (void)state;
    crowd c = {.count = 0};
    add_body(&c, 1, 2, (wend_vec2){1.25, -0.5});
    wend_social_force_def def = wend_default_social_force_def();
    for (int i = 1; i <= 100; ++i) {
        go(&c, 0.05);
        double part = 1 - exp(-0.05 * i / def.relaxation);
        assert_true(fabs(c.bodies[0].velocity.x - 1.25 * part) < RELAXING);
        assert_true(fabs(c.bodies[0].velocity.y + 0.5 * part) < RELAXING);
    }
    // The wish at its bias, as fast as its ends; and not faster than one can.
    c.wishes[0] = (wend_preferred_velocity){1, 0.75f, 1, -0.75f, 0.5f, 0};
    for (int i = 0; i < 200; ++i)
        go(&c, 0.05);
    assert_true(fabs(c.velocities[0].x - 1.25) < ROUNDING);
    assert_true(fabs(c.velocities[0].y) < ROUNDING);
    c.wishes[0] = (wend_preferred_velocity){9, 0, 9, 0, 0, 0};
    for (int i = 0; i < 200; ++i)
        go(&c, 0.05);
    assert_true(hypot(c.velocities[0].x, c.velocities[0].y) <= 2 + ROUNDING);
}

/// Walks straight on, the wall holds it, and it goes on along the wall, at any length of step.
static void test_a_wall_holds(void **state)
{
    (void)state;
    static const double steps[] = {0.05, 0.1, 0.5, 1};
    static const wend_segment kerb = {{-20, 3}, {20, 3}};
    wend_social_force_def def = wend_default_social_force_def();
    def.wall_strength = 0;
    for (size_t k = 0; k < sizeof steps / sizeof *steps; ++k) {
        crowd c = {.walls = &kerb, .wall_count = 1};
        add_body(&c, 0, 0, (wend_vec2){0.5, 1.3});
        for (double time = 0; time < 20; time += steps[k]) {
            go_by(&def, &c, steps[k], NULL);
            assert_true(c.bodies[0].position.y <= 2.75 + ROUNDING);
        }
        assert_true(c.bodies[0].position.y > 2.74);
        assert_true(c.bodies[0].position.x > 9);
        assert_true(fabs(c.bodies[0].velocity.y) < 0.01);
    }
}

/// Two posts and a body that fits between them to a hundredth of a millimetre; slow ones, too.
static void test_through_a_narrow_door(void **state)
{
    (void)state;
    static const wend_segment posts[] = {{{0, 0.25001}, {0, 9}}, {{0, -9}, {0, -0.25001}}};
    static const double speeds[] = {0.2, 0.6, 1.3};
    for (int k = 0; k < 3; ++k) {
        crowd c = {.walls = posts, .wall_count = 2};
        add_body(&c, -2, 0, (wend_vec2){speeds[k], 0});
        for (double time = 0; time < 6 / speeds[k]; time += 0.05)
            go(&c, 0.05);
        if (!(c.bodies[0].position.x > 1))
            fail_msg("at %g m/s it is held at %g m", speeds[k], c.bodies[0].position.x);
    }
}

/// A wall opposite the corner that a body turns around does not hold it there: it fits through to a
/// millimetre, and its target lies behind the corner.
static void test_around_a_corner_beside_a_wall(void **state)
{
    (void)state;
    static const wend_segment walls[] = {{{0, -9}, {0, 0}}, {{-9, 0.501}, {9, 0.501}}};
    for (int k = 0; k < 16; ++k) {
        double angle = 0.1 + 0.09 * k, speed = 0.2 + 0.1 * (k % 4);
        crowd c = {.walls = walls, .wall_count = 2};
        add_body(&c, -0.2501 * cos(angle), 0.2501 * sin(angle), (wend_vec2){0, 0});
        for (double time = 0; time < 30 && c.bodies[0].position.x < 0.2; time += 0.05) {
            wend_vec2 p = c.bodies[0].position, to = {0.25 - p.x, -p.y};
            double part = speed / hypot(to.x, to.y);
            float x = (float)(part * to.x), y = (float)(part * to.y);
            c.wishes[0] = (wend_preferred_velocity){x, y, x, y, 0, 0};
            go(&c, 0.05);
        }
        if (!(c.bodies[0].position.x >= 0.2))
            fail_msg("from %g rad at %g m/s it is held at %g, %g", angle, speed,
                     c.bodies[0].position.x, c.bodies[0].position.y);
    }
}

/// Two who come head-on pass each other on the right, at any length of step.
static void test_head_on(void **state)
{
    (void)state;
    static const double steps[] = {0.05, 0.1, 0.5, 1};
    for (size_t k = 0; k < sizeof steps / sizeof *steps; ++k) {
        crowd c = {.count = 0};
        add_body(&c, -5, 0, (wend_vec2){1.3, 0});
        add_body(&c, 5, 0, (wend_vec2){-1.3, 0});
        for (double time = 0; time < 12; time += steps[k]) {
            go(&c, steps[k]);
            assert_true(min_gap(&c) > -ROUNDING);
        }
        assert_true(c.bodies[0].position.x > 5 && c.bodies[1].position.x < -5);
        assert_true(c.bodies[0].position.y < 0 && c.bodies[1].position.y > 0);
    }
}

/// The steps may be long or short: the way is the same, as long as they are cut into the same
/// parts.
static void test_same_way_for_all_steps(void **state)
{
    (void)state;
    static const int parts[] = {1, 4, 8};
    crowd ends[3];
    for (int k = 0; k < 3; ++k) {
        crowd c = {.count = 0};
        add_body(&c, -3, 0.1, (wend_vec2){1.3, 0});
        add_body(&c, 3, 0, (wend_vec2){-1.3, 0});
        add_body(&c, 0, 2, (wend_vec2){0, -1});
        for (int i = 0; i < 320 / parts[k]; ++i)
            go(&c, 0.0125 * parts[k]);
        ends[k] = c;
    }
    for (int k = 1; k < 3; ++k)
        for (int i = 0; i < 3; ++i)
            assert_true(distance_of(ends[k].bodies[i].position, ends[0].bodies[i].position) <
                        ROUNDING);
}

/// Who stands is pushed aside by one that comes, is not touched, and comes to rest.
static void test_who_stands_makes_room(void **state)
{
    (void)state;
    crowd c = {.count = 0};
    add_body(&c, 0, 0, (wend_vec2){0, 0});
    add_body(&c, -4, 0.1, (wend_vec2){1, 0});
    for (int i = 0; i < 200; ++i) {
        go(&c, 0.05);
        assert_true(min_gap(&c) > -ROUNDING);
    }
    assert_true(distance_of(c.bodies[0].position, (wend_vec2){0, 0}) > 0.1);
    assert_true(c.bodies[1].position.x > 3);
    assert_true(hypot(c.bodies[0].velocity.x, c.bodies[0].velocity.y) < 0.01);
}

/// Of two who are not both moved by forces, the one that is gives way alone.
static void test_others_go_on(void **state)
{
    (void)state;
    static const bool moved[] = {true, false};
    wend_social_force_def def = wend_default_social_force_def();
    for (int k = 0; k < 20; ++k) {
        crowd c = {.count = 0};
        add_body(&c, 0, 0.05 * (k - 10), (wend_vec2){0.3, 0});
        add_body(&c, 4, 0, (wend_vec2){-1.3, 0});
        c.bodies[1].velocity.x = -1.3;
        for (int i = 0; i < 120; ++i) {
            go_by(&def, &c, 0.05, moved);
            assert_true(min_gap(&c) > -MOST_OVERLAP * 0.25);
        }
        assert_true(fabs(c.bodies[1].position.y) == 0 && c.bodies[1].position.x < -3.7);
    }
}

/// Two at one place go apart, and so do some that overlap.
static void test_overlaps_dissolve(void **state)
{
    (void)state;
    crowd c = {.count = 0};
    add_body(&c, 3, 3, (wend_vec2){0, 0});
    add_body(&c, 3, 3, (wend_vec2){0, 0});
    add_body(&c, 3.1, 3, (wend_vec2){0, 0});
    add_body(&c, 3, 3.2, (wend_vec2){0, 0});
    for (int i = 0; i < 100; ++i)
        go(&c, 0.05);
    assert_true(min_gap(&c) > 0);
}

/// The sides and corners of a car that comes at 3 m/s, from where its front is.
enum { CAR = 5 };
static const wend_vec2 CAR_VELOCITIES[CAR] = {{3, 0}, {3, 0}, {3, 0}, {3, 0}, {3, 0}};
static const double CAR_HALF = 0.9;

static void put_car(wend_segment car[CAR], double x)
{
    const wend_vec2 left = {x, CAR_HALF}, right = {x, -CAR_HALF};
    car[0] = (wend_segment){right, left};
    car[1] = (wend_segment){{x - 4, CAR_HALF}, left};
    car[2] = (wend_segment){{x - 4, -CAR_HALF}, right};
    car[3] = (wend_segment){left, left};
    car[4] = (wend_segment){right, right};
}

/// A car comes along the street. Whoever is before it gets out of its way, to the nearer side, and
/// who is beside it stays.
static void test_out_of_the_way_of_a_mover(void **state)
{
    (void)state;
    for (int k = 0; k < 9; ++k) {
        double y = 0.2 * (k - 4) - 0.05;
        wend_segment car[CAR];
        put_car(car, -8);
        crowd c = {.walls = car, .wall_velocities = CAR_VELOCITIES, .wall_count = CAR};
        add_body(&c, 0, y, (wend_vec2){0, 0});
        for (int i = 0; i < 100; ++i) {
            go(&c, 0.05);
            put_car(car, car[0].a.x + 0.15);
            wend_vec2 p = c.bodies[0].position;
            bool beside = p.x - 0.25 > car[0].a.x || p.x + 0.25 < car[1].a.x;
            if (!beside && fabs(p.y) < CAR_HALF + 0.25 * (1 - MOST_OVERLAP))
                fail_msg("from %g m: it is hit at %g, %g", y, p.x, p.y);
        }
        assert_true((c.bodies[0].position.y > 0) == (y > 0));
    }
}

/// A car has somebody at its front who would like to walk on before it. The car is faster and
/// pushes, but does not take that one along: after two seconds it is beside.
static void test_a_fast_mover_takes_nobody_along(void **state)
{
    (void)state;
    for (int k = 0; k < 9; ++k) {
        double y = 0.2 * (k - 4) - 0.05;
        wend_segment car[CAR];
        put_car(car, 0);
        crowd c = {.walls = car, .wall_velocities = CAR_VELOCITIES, .wall_count = CAR};
        add_body(&c, 0.25, y, (wend_vec2){1.3, 0});
        wend_vec2 *p = &c.bodies[0].position;
        for (int i = 0; i < 40; ++i) {
            go(&c, 0.05);
            put_car(car, car[0].a.x + 0.15);
            if (fabs(p->y) < CAR_HALF)
                p->x = fmax(p->x, car[0].a.x + 0.25);
        }
        if (fabs(p->y) < CAR_HALF)
            fail_msg("from %g m: it is taken along at %g m", y, p->y);
    }
}

// ---- many ---------------------------------------------------------------------------------------

static void test_pairs_never_touch(void **state)
{
    (void)state;
    uint64_t rounds = long_tier() ? 300000 : 3000;
    for (uint64_t seed = 0; seed < rounds; ++seed) {
        wend_random random = wend_random_stream(seed, 0);
        crowd c = random_crowd(&random, 2, 2);
        go(&c, wend_random_between(&random, 0.01, 2));
        if (!(min_gap(&c) > -ROUNDING))
            fail_msg("seed %llu: the gap is %g", (unsigned long long)seed, min_gap(&c));
    }
}

/// Forty who walk anywhere in a room of 6 x 6 m: nobody leaves it, and nobody is deeper in another
/// than is allowed.
static void test_crowds_do_not_touch(void **state)
{
    (void)state;
    static const wend_segment room[] = {
        {{0, 0}, {6, 0}}, {{6, 0}, {6, 6}}, {{6, 6}, {0, 6}}, {{0, 6}, {0, 0}}};
    uint64_t rounds = long_tier() ? 500 : 6;
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
            go(&c, 0.05);
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

/// Those who stand about come to rest: forces do not make them dance, at 0.05 s and at 0.1 s.
static void test_a_standing_crowd_rests(void **state)
{
    (void)state;
    for (int k = 1; k <= 2; ++k) {
        wend_random random = wend_random_stream(7, 3);
        crowd c = random_crowd(&random, 5, 40);
        double fastest = 0;
        for (uint32_t i = 0; i < c.count; ++i)
            c.wishes[i] = (wend_preferred_velocity){0};
        for (int i = 0; i < 1200 / k; ++i)
            go(&c, 0.05 * k);
        for (uint32_t i = 0; i < c.count; ++i)
            fastest = fmax(fastest, hypot(c.velocities[i].x, c.velocities[i].y));
        // They spread until all but the last of three neighbours' pushes is gone.
        wend_social_force_def def = wend_default_social_force_def();
        if (!(fastest <
              3 * def.relaxation * def.strength * exp(-def.interaction_distance / def.range)))
            fail_msg("somebody still goes at %g m/s", fastest);
    }
}

static wend_result step_by(const void *def, const wend_motion_input *input,
                           const wend_motion_output *output, wend_error *error)
{
    return wend_social_force_step(def, input, output, error);
}

static void test_threads_and_others(void **state)
{
    (void)state;
    const wend_social_force_def def = wend_default_social_force_def();
    check_threads_and_others(&def, step_by);
}

// ---- refused ------------------------------------------------------------------------------------

static void refuses(wend_social_force_def def, double step)
{
    check_refused(&def, step_by, step);
}

static void test_refused(void **state)
{
    (void)state;
    const wend_social_force_def good = wend_default_social_force_def();
    refuses(good, 0);
    refuses(good, NAN);
    refuses(good, INFINITY);
    refuses((wend_social_force_def){0}, 1);
    static const double bad[] = {-1, NAN};
    // All but the cookie are numbers that can be wrong.
    for (size_t at = 0; at < offsetof(wend_social_force_def, cookie); at += sizeof(double))
        for (int k = 0; k < 2; ++k) {
            wend_social_force_def def = good;
            memcpy((char *)&def + at, &bad[k], sizeof bad[k]);
            refuses(def, 1);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_repulsion),
        cmocka_unit_test(test_attraction_within_groups),
        cmocka_unit_test(test_walls_and_movers_push),
        cmocka_unit_test(test_walls_do_not_hold_back),
        cmocka_unit_test(test_alone),
        cmocka_unit_test(test_a_wall_holds),
        cmocka_unit_test(test_through_a_narrow_door),
        cmocka_unit_test(test_around_a_corner_beside_a_wall),
        cmocka_unit_test(test_head_on),
        cmocka_unit_test(test_same_way_for_all_steps),
        cmocka_unit_test(test_who_stands_makes_room),
        cmocka_unit_test(test_others_go_on),
        cmocka_unit_test(test_overlaps_dissolve),
        cmocka_unit_test(test_out_of_the_way_of_a_mover),
        cmocka_unit_test(test_a_fast_mover_takes_nobody_along),
        cmocka_unit_test(test_pairs_never_touch),
        cmocka_unit_test(test_crowds_do_not_touch),
        cmocka_unit_test(test_a_standing_crowd_rests),
        cmocka_unit_test(test_threads_and_others),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
