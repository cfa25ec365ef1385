// SPDX-License-Identifier: MIT
// Steering by free space, alone, on arrays: who is alone does as it wishes, nobody is touched
// however long the strides are, walls hold, those who stand make room, nobody waits for ever for
// one who comes head-on, and nobody turns sharply.
#include "tests/motion/near_crowd.h"

#include "wend/steer.h"

#include <string.h>

static void go(crowd *c, double step)
{
    wend_steer_def def = wend_default_steer_def();
    find_nears(c);
    wend_motion_input input = input_of(c, step);
    assert_int_equal(
        wend_steer_step(&def, &input, &(wend_motion_output){c->positions, c->velocities}, NULL),
        WEND_OK);
    for (uint32_t i = 0; i < c->count; ++i) {
        c->bodies[i].position = c->positions[i];
        c->bodies[i].velocity = c->velocities[i];
    }
}

/// What float velocities make of a gap in a step of a second.
#define ROUNDING 1e-5

static void test_alone(void **state)
{
    (void)state;
    crowd c = {.count = 0};
    add_body(&c, 1, 2, (wend_vec2){1.25, -0.5});
    c.bodies[0].velocity = (wend_vec2){1.25, -0.5};
    go(&c, 0.5);
    assert_true(distance_of(c.velocities[0], (wend_vec2){1.25, -0.5}) < ROUNDING);
    assert_true(distance_of(c.bodies[0].position, (wend_vec2){1.625, 1.75}) < ROUNDING);
    // The wish at its bias; and not faster than one can.
    c.wishes[0] = (wend_preferred_velocity){0, 4, 0, -4, 0.25f, 0};
    go(&c, 0.5);
    assert_true(hypot(c.velocities[0].x, c.velocities[0].y) <= 2 + ROUNDING);
}

/// Goal focus: walks straight on, and the kerb holds it, at any length of step.
static void test_a_wall_holds(void **state)
{
    (void)state;
    static const double steps[] = {0.05, 0.1, 0.5, 1};
    static const wend_segment kerb = {{-10, 3}, {10, 3}};
    for (size_t k = 0; k < sizeof steps / sizeof *steps; ++k) {
        crowd c = {.walls = &kerb, .wall_count = 1};
        add_body(&c, 0, 0, (wend_vec2){0.5, 1.3});
        for (double time = 0; time < 20; time += steps[k]) {
            go(&c, steps[k]);
            assert_true(c.bodies[0].position.y <= 2.75 + ROUNDING);
        }
        assert_true(c.bodies[0].position.y > 2.74);
        // It goes on along the wall.
        assert_true(c.bodies[0].position.x > 9);
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
        for (double time = 0; time < 30; time += steps[k]) {
            go(&c, steps[k]);
            assert_true(min_gap(&c) > -ROUNDING);
        }
        assert_true(c.bodies[0].position.x > 5 && c.bodies[1].position.x < -5);
        assert_true(c.bodies[0].position.y < 0 && c.bodies[1].position.y > 0);
    }
}

/// Whatever the wish does, the velocity changes by no more than the acceleration allows, so a
/// walker never turns sharply.
static void test_turns_smoothly(void **state)
{
    (void)state;
    const double limit = wend_default_steer_def().acceleration, step = 0.1;
    wend_random random = wend_random_stream(7, 0);
    crowd c = {.count = 0};
    add_body(&c, 0, 0, (wend_vec2){1.3, 0});
    for (int i = 0; i < 500; ++i) {
        double angle = wend_random_between(&random, 0, 6.28);
        float x = (float)(1.3 * cos(angle)), y = (float)(1.3 * sin(angle));
        wend_vec2 before = c.bodies[0].velocity;
        c.wishes[0] = (wend_preferred_velocity){x, y, x, y, 0, 0};
        go(&c, step);
        assert_true(distance_of(c.velocities[0], before) <= limit * step + ROUNDING);
    }
}

/// Sideways velocity of a walker to the east, after one step, before someone who comes from the
/// east at that distance, so far to its left. Both have their velocity already.
static double aside_before(double distance, double left, double speed)
{
    crowd c = {.count = 0};
    add_body(&c, 0, 0, (wend_vec2){1.3, 0});
    add_body(&c, distance, left, (wend_vec2){-speed, 0});
    c.bodies[0].velocity = (wend_vec2){1.3, 0};
    c.bodies[1].velocity = (wend_vec2){-speed, 0};
    go(&c, 0.1);
    return c.velocities[0].y;
}

/// Those who come head-on are seen from afar, and passed on their left; the nearer, the more.
static void test_keeps_right_from_afar(void **state)
{
    (void)state;
    double last = 0;
    for (double distance = 5.5; distance > 2.6; distance -= 0.25) {
        double aside = aside_before(distance, 0, 1.3);
        assert_true(aside < last);
        last = aside;
    }
    // The lateral speed is what is missing, over the time until they meet: (0.6 - 0.1) / 2 m of
    // passing gap and radii in (4 - 0.6) m / 2.6 m/s.
    double needed = 0.25 * 2.6 / 3.4, expected = 1.3 * needed / sqrt(1.3 * 1.3 + needed * needed);
    assert_true(fabs(aside_before(4, 0.1, 1.3) + expected) < 1e-3);
    // Beyond sight, beside the course, or walking the same way: straight on.
    assert_true(fabs(aside_before(6.5, 0, 1.3)) < ROUNDING);
    assert_true(fabs(aside_before(4, 0.7, 1.3)) < ROUNDING);
    assert_true(fabs(aside_before(4, -0.7, 1.3)) < ROUNDING);
    assert_true(fabs(aside_before(4, 0, -1.3)) < ROUNDING);
}

/// Two abreast in a corridor too narrow for three meet one who comes: the one on the left lets the
/// other go first, and all pass.
static void test_files_in(void **state)
{
    (void)state;
    static const wend_segment walls[] = {{{-30, 0}, {30, 0}}, {{-30, 1.3}, {30, 1.3}}};
    static const double steps[] = {0.05, 0.1, 0.2};
    for (size_t k = 0; k < sizeof steps / sizeof *steps; ++k) {
        crowd c = {.walls = walls, .wall_count = 2};
        add_body(&c, -8, 0.3, (wend_vec2){1.3, 0});
        add_body(&c, -8, 1, (wend_vec2){1.3, 0});
        add_body(&c, 8, 0.9, (wend_vec2){-1.3, 0});
        double time = 0;
        while (time < 20 && !(c.bodies[0].position.x > 8 && c.bodies[1].position.x > 8 &&
                              c.bodies[2].position.x < -8)) {
            go(&c, steps[k]);
            assert_true(min_gap(&c) > -0.01);
            time += steps[k];
        }
        if (!(time < 20))
            fail_msg("step %g: they are at %g, %g and %g", steps[k], c.bodies[0].position.x,
                     c.bodies[1].position.x, c.bodies[2].position.x);
        assert_true(c.bodies[1].position.x < c.bodies[0].position.x);
    }
}

/// Eight that swap places on a small circle all have somebody on their right; without walls nobody
/// waits for that one, and all get there.
static void test_circles_do_not_wait(void **state)
{
    (void)state;
    for (uint32_t count = 4; count <= 12; ++count) {
        crowd c = {.count = 0};
        wend_vec2 goals[12];
        for (uint32_t i = 0; i < count; ++i) {
            double angle = 6.283185307179586 * i / count;
            goals[i] = (wend_vec2){-4 * cos(angle), -4 * sin(angle)};
            add_body(&c, -goals[i].x, -goals[i].y, (wend_vec2){0, 0});
        }
        bool arrived = false;
        for (int k = 0; k < 600 && !arrived; ++k) {
            arrived = true;
            for (uint32_t i = 0; i < count; ++i) {
                wend_vec2 p = c.bodies[i].position;
                double x = goals[i].x - p.x, y = goals[i].y - p.y, far = hypot(x, y);
                double speed = fmin(1.3, 2 * far) / fmax(far, 1e-9);
                c.wishes[i] = (wend_preferred_velocity){(float)(x * speed),
                                                        (float)(y * speed),
                                                        (float)(x * speed),
                                                        (float)(y * speed),
                                                        0,
                                                        0};
                arrived = arrived && far < 0.5;
            }
            go(&c, 0.1);
            assert_true(min_gap(&c) > -0.01);
        }
        if (!arrived)
            fail_msg("%u do not get across", count);
    }
}

/// Of two one behind the other, the one ahead goes on as it wishes, while the other brakes.
static void test_ahead_is_not_pushed(void **state)
{
    (void)state;
    crowd c = {.count = 0};
    add_body(&c, 0.6, 0, (wend_vec2){0.5, 0});
    add_body(&c, 0, 0, (wend_vec2){1.3, 0});
    c.bodies[0].velocity = (wend_vec2){0.5, 0};
    c.bodies[1].velocity = (wend_vec2){1.3, 0};
    for (int i = 0; i < 20; ++i) {
        go(&c, 0.1);
        assert_true(min_gap(&c) > -ROUNDING);
        assert_true(c.velocities[0].x < 0.65);
    }
}

/// One that stands is pushed on by one that comes, and is not touched.
static void test_who_stands_makes_room(void **state)
{
    (void)state;
    crowd c = {.count = 0};
    add_body(&c, 0, 0, (wend_vec2){0, 0});
    add_body(&c, -4, 0.1, (wend_vec2){1, 0});
    for (int i = 0; i < 100; ++i) {
        go(&c, 0.1);
        assert_true(min_gap(&c) > -ROUNDING);
    }
    assert_true(distance_of(c.bodies[0].position, (wend_vec2){0, 0}) > 0.1);
    assert_true(c.bodies[1].position.x > 3);
    wend_vec2 rest = c.bodies[0].position;
    // When nobody is near it stands.
    go(&c, 0.1);
    assert_true(distance_of(c.bodies[0].position, rest) == 0);
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
        go(&c, 0.1);
    assert_true(min_gap(&c) > -0.01);
}

/// Whatever two wish, neither the one is touched nor the other, for every length of step.
static void test_pairs_never_touch(void **state)
{
    (void)state;
    uint64_t rounds = long_tier() ? 1000000 : 20000;
    for (uint64_t seed = 0; seed < rounds; ++seed) {
        wend_random random = wend_random_stream(seed, 0);
        crowd c = random_crowd(&random, 2, 2);
        go(&c, wend_random_between(&random, 0.01, 2));
        if (!(min_gap(&c) > -ROUNDING))
            fail_msg("seed %llu: the gap is %g", (unsigned long long)seed, min_gap(&c));
    }
}

/// In a crowd the half-planes may contradict each other; even so few touch, and not deep.
static void test_crowds_hardly_touch(void **state)
{
    (void)state;
    uint64_t rounds = long_tier() ? 2000 : 40;
    double deepest = 0;
    for (uint64_t seed = 0; seed < rounds; ++seed) {
        wend_random random = wend_random_stream(seed, 1);
        crowd c = random_crowd(&random, 6, 40);
        for (int i = 0; i < 50; ++i) {
            go(&c, 0.1);
            deepest = fmin(deepest, min_gap(&c));
        }
    }
    if (deepest < -0.05)
        fail_msg("the deepest overlap is %g m", -deepest);
}

static wend_result step_by(const void *def, const wend_motion_input *input,
                           const wend_motion_output *output, wend_error *error)
{
    return wend_steer_step(def, input, output, error);
}

static void test_threads_and_others(void **state)
{
    (void)state;
    const wend_steer_def def = wend_default_steer_def();
    check_threads_and_others(&def, step_by);
}

static void refuses(wend_steer_def def, double step)
{
    check_refused(&def, step_by, step);
}

static void test_refused(void **state)
{
    (void)state;
    wend_steer_def good = wend_default_steer_def(), def = good;
    refuses(good, 0);
    refuses(good, NAN);
    refuses(good, INFINITY);
    refuses((wend_steer_def){0}, 1);
    def.interaction_distance = -1;
    refuses(def, 1);
    def = good;
    def.gap_time = NAN;
    refuses(def, 1);
    def = good;
    def.wall_gap_time = INFINITY;
    refuses(def, 1);
    def = good;
    def.lateral_bias = 1.5;
    refuses(def, 1);
    double *const fields[] = {&def.sight,        &def.passing_gap,   &def.keep_right,
                              &def.file_gap,     &def.step_back,     &def.file_distance,
                              &def.acceleration, &def.priority_ahead};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; ++i) {
        def = good;
        *fields[i] = -0.1;
        refuses(def, 1);
        *fields[i] = NAN;
        refuses(def, 1);
    }
    def = good;
    def.acceleration = 0;
    refuses(def, 1);
    def = good;
    def.priority_ahead = 0.6;
    refuses(def, 1);
    def = good;
    def.step_back = 1.1;
    refuses(def, 1);
    def = good;
    def.substeps = 0;
    refuses(def, 1);
    def.substeps = WEND_STEER_MAX_SUBSTEPS + 1;
    refuses(def, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alone),
        cmocka_unit_test(test_a_wall_holds),
        cmocka_unit_test(test_head_on),
        cmocka_unit_test(test_turns_smoothly),
        cmocka_unit_test(test_keeps_right_from_afar),
        cmocka_unit_test(test_files_in),
        cmocka_unit_test(test_circles_do_not_wait),
        cmocka_unit_test(test_ahead_is_not_pushed),
        cmocka_unit_test(test_who_stands_makes_room),
        cmocka_unit_test(test_overlaps_dissolve),
        cmocka_unit_test(test_pairs_never_touch),
        cmocka_unit_test(test_crowds_hardly_touch),
        cmocka_unit_test(test_threads_and_others),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
