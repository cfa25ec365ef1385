// SPDX-License-Identifier: MIT
// Arcs of velocities against the document's equations, written down with the C library's angles;
// then what must hold of every wish, on random and on degenerate aims.
#include "tests/support/support.h"

#include "wend/arc.h"
#include "wend/random.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/// Wishes are floats: two roundings of a speed of 1.
static const double wish_tolerance = 3e-7;

static uint32_t rounds(uint32_t few)
{
    return long_tier() ? 50 * few : few;
}

static wend_arc arc_of(wend_arc_def def)
{
    wend_arc arc;
    assert_int_equal(wend_arc_make(&def, &arc, NULL), WEND_OK);
    return arc;
}

// ---- the equations ------------------------------------------------------------------------------

typedef struct expected {
    double from, theta; ///< the arc is from..from + theta
    double bias;        ///< direction of the bias
} expected;

static double wrapped(double angle)
{
    return remainder(angle, 2 * pi);
}

static double least_of(double x, double y)
{
    return x < y ? x : y;
}

// theta_max of both bounds.
static double widest(const wend_arc_def *def, double speed)
{
    double relative = acos(2 * pow(1 - def->relative_error, 2) - 1);
    if (def->absolute_error <= 0)
        return relative;
    if (speed <= def->absolute_error)
        return least_of(relative, pi);
    return least_of(relative, acos(2 * pow(1 - def->absolute_error / speed, 2) - 1));
}

// Equations 8 and 9, the lower limit as corrected.
static double detour_angle(const wend_arc_def *def, double theta_max, double d)
{
    double delta = def->detour, gamma = def->deviation;
    if (delta == 0 || d <= 2 * delta / (1 + gamma))
        return 0;
    double d_max = 2 * delta * (cos(theta_max / 2) - gamma) / (1 - gamma * gamma);
    if (d > d_max)
        return theta_max;
    return 2 * acos((2 * delta * gamma + d - gamma * gamma * d) / (2 * delta));
}

static expected expect_of(const wend_arc_def *def, const wend_steering_target *aim, wend_vec2 p,
                          double speed)
{
    double a = atan2(aim->a.y - p.y, aim->a.x - p.x), b = atan2(aim->b.y - p.y, aim->b.x - p.x);
    double turn = wrapped(b - a), goal = fabs(turn), from = turn >= 0 ? a : b;
    double x = (1 - aim->bias) * aim->a.x + aim->bias * aim->b.x - p.x,
           y = (1 - aim->bias) * aim->a.y + aim->bias * aim->b.y - p.y;
    double bias = atan2(y, x), before = fabs(wrapped(bias - from));
    double d =
        least_of(hypot(aim->a.x - p.x, aim->a.y - p.y), hypot(aim->b.x - p.x, aim->b.y - p.y));
    double most = widest(def, speed), detour = detour_angle(def, most, d);
    double theta = least_of(most, goal > detour ? goal : detour); // equation 10
    if (theta < goal)                                             // equations 6 and 7 as corrected
        from += goal > 0 ? (goal - theta) * before / goal : 0;
    else
        from -= (theta - goal) / 2;
    return (expected){from, theta, bias};
}

static wend_vec2 at_bias(const wend_preferred_velocity *wish)
{
    return (wend_vec2){wish->ax + wish->bias * (wish->bx - wish->ax),
                       wish->ay + wish->bias * (wish->by - wish->ay)};
}

static void assert_near(const char *what, double got, double wanted, double tolerance,
                        uint32_t round)
{
    if (!(fabs(got - wanted) <= tolerance))
        fail_msg("round %u: %s is %.9g, wanted %.9g", round, what, got, wanted);
}

static void check_wish(const wend_arc_def *def, const wend_steering_target *aim, wend_vec2 p,
                       double speed, uint32_t round)
{
    wend_arc arc = arc_of(*def);
    wend_preferred_velocity wish = wend_arc_preferred_velocity(&arc, aim, p, speed, 0.1);
    expected e = expect_of(def, aim, p, speed);
    double room = wish_tolerance * speed;
    assert_near("ax", wish.ax, speed * cos(e.from), room, round);
    assert_near("ay", wish.ay, speed * sin(e.from), room, round);
    assert_near("bx", wish.bx, speed * cos(e.from + e.theta), room, round);
    assert_near("by", wish.by, speed * sin(e.from + e.theta), room, round);
    assert_true(wish.bias >= 0 && wish.bias <= 1);
    wend_vec2 v = at_bias(&wish);
    assert_near("across the bias", v.x * sin(e.bias) - v.y * cos(e.bias), 0, 3 * room, round);
    if (fabs(e.theta - pi / 18) > 1e-6)
        assert_int_equal(wish.wedge, e.theta > pi / 18);
}

// ---- random aims --------------------------------------------------------------------------------

static wend_vec2 somewhere(wend_random *random, double size)
{
    return (wend_vec2){wend_random_between(random, -size, size),
                       wend_random_between(random, -size, size)};
}

static wend_steering_target random_aim(wend_random *random, double size)
{
    return (wend_steering_target){somewhere(random, size), somewhere(random, size),
                                  wend_random_unit(random), 1};
}

static void test_equations(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(1, 1);
    for (uint32_t k = 0; k < rounds(20000); ++k) {
        wend_arc_def def = wend_default_arc_def();
        def.relative_error = wend_random_between(&random, 0.001, 0.9);
        def.absolute_error = k & 1 ? wend_random_between(&random, 0, 0.5) : 0;
        def.detour = k & 2 ? wend_random_between(&random, 0, 3) : 0;
        def.deviation = wend_random_between(&random, 1.001, 1.5);
        double size = exp(wend_random_between(&random, -2, 4));
        wend_steering_target aim = random_aim(&random, size);
        if (k % 5 == 0)
            aim.bias = k / 5 % 2;
        wend_vec2 place = somewhere(&random, size);
        check_wish(&def, &aim, place, wend_random_between(&random, 0.1, 3), k);
    }
}

static void test_order_of_ends_does_not_matter(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(1, 2);
    wend_arc arc = arc_of(wend_default_arc_def());
    for (uint32_t k = 0; k < rounds(5000); ++k) {
        wend_steering_target aim = random_aim(&random, 5),
                             back = {aim.b, aim.a, 1 - aim.bias, aim.remaining};
        wend_vec2 p = somewhere(&random, 5);
        wend_preferred_velocity one = wend_arc_preferred_velocity(&arc, &aim, p, 1.3, 0.1),
                                two = wend_arc_preferred_velocity(&arc, &back, p, 1.3, 0.1);
        assert_near("ax", one.ax, two.ax, 1e-6, k);
        assert_near("ay", one.ay, two.ay, 1e-6, k);
        assert_near("bx", one.bx, two.bx, 1e-6, k);
        assert_near("by", one.by, two.by, 1e-6, k);
        assert_near("bias", one.bias, two.bias, 1e-6, k);
        // Counter-clockwise, as the two half-planes need it.
        assert_true((double)one.ax * one.by - (double)one.ay * one.bx >= -1e-6);
    }
}

static void test_chord_keeps_the_error_bounds(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(1, 3);
    for (uint32_t k = 0; k < rounds(5000); ++k) {
        wend_arc_def def = wend_default_arc_def();
        def.relative_error = wend_random_unit(&random);
        def.absolute_error = k & 1 ? wend_random_unit(&random) : 0;
        wend_arc arc = arc_of(def);
        wend_steering_target aim = random_aim(&random, 2);
        double speed = wend_random_between(&random, 0.01, 3);
        wend_preferred_velocity wish =
            wend_arc_preferred_velocity(&arc, &aim, somewhere(&random, 2), speed, 0.1);
        double middle = hypot(0.5 * (wish.ax + wish.bx), 0.5 * (wish.ay + wish.by));
        double lost = speed - middle; // equation 3
        assert_true(lost <= def.relative_error * speed + 1e-6 * speed);
        assert_true(def.absolute_error == 0 || lost <= def.absolute_error + 1e-6 * speed);
        assert_near("|a|", hypot(wish.ax, wish.ay), speed, 1e-6 * speed, k);
        assert_near("|b|", hypot(wish.bx, wish.by), speed, 1e-6 * speed, k);
    }
}

static void test_far_from_the_origin(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(1, 4);
    wend_arc arc = arc_of(wend_default_arc_def());
    const double away = 1e5;
    for (uint32_t k = 0; k < rounds(2000); ++k) {
        wend_steering_target aim = random_aim(&random, 8);
        wend_vec2 p = somewhere(&random, 8);
        wend_steering_target far_aim = {
            {aim.a.x + away, aim.a.y - away}, {aim.b.x + away, aim.b.y - away}, aim.bias, 1};
        wend_preferred_velocity here = wend_arc_preferred_velocity(&arc, &aim, p, 1.3, 0.1),
                                there = wend_arc_preferred_velocity(
                                    &arc, &far_aim, (wend_vec2){p.x + away, p.y - away}, 1.3, 0.1);
        // A rounding of the coordinates, 1.5e-11 m, seen from a centimetre.
        assert_near("ax", there.ax, here.ax, 1e-6, k);
        assert_near("ay", there.ay, here.ay, 1e-6, k);
        assert_near("bx", there.bx, here.bx, 1e-6, k);
        assert_near("by", there.by, here.by, 1e-6, k);
    }
}

// ---- the figures of the document ----------------------------------------------------------------

static double arc_angle(const wend_preferred_velocity *wish)
{
    return atan2((double)wish->ax * wish->by - (double)wish->ay * wish->bx,
                 (double)wish->ax * wish->bx + (double)wish->ay * wish->by);
}

static void test_default_limits(void **state)
{
    (void)state;
    wend_arc arc = arc_of(wend_default_arc_def());
    assert_near("theta_max", arc.max_angle * 180 / pi, 51.684, 1e-3, 0);
    assert_near("expand from", arc.expand_from, 2 / 2.01, 1e-12, 0);
}

// The angle of a point's arc over the distance has no jump, at neither end of the expansion.
static void test_expansion_is_continuous(void **state)
{
    (void)state;
    wend_arc arc = arc_of(wend_default_arc_def());
    double before = 0;
    for (uint32_t k = 1; k <= 12000; ++k) {
        wend_steering_target aim = {{0.001 * k, 0}, {0.001 * k, 0}, 0.5, 1};
        wend_preferred_velocity wish =
            wend_arc_preferred_velocity(&arc, &aim, (wend_vec2){0, 0}, 1, 0);
        double angle = arc_angle(&wish);
        assert_true(angle >= before - 1e-6 && angle <= arc.max_angle + 1e-6);
        // It starts like a square root: 2 acos(1 - x) is about 2 sqrt(2 x).
        assert_true(angle - before < 2 * sqrt(2 * 0.001 * 0.011));
        assert_near("middle", at_bias(&wish).y, 0, 1e-6, k);
        before = angle;
    }
    assert_near("widest", before, arc.max_angle, 1e-6, 0);
}

// Right where it begins, in any direction: a cosine that rounding makes more than 1 is none.
static void test_expansion_begins_softly(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(1, 7);
    wend_arc arc = arc_of(wend_default_arc_def());
    for (uint32_t k = 0; k < rounds(20000); ++k) {
        double angle = wend_random_between(&random, -pi, pi),
               d = arc.expand_from * (1 + 2e-16 * wend_random_below(&random, 100));
        wend_steering_target aim = {{d * cos(angle), d * sin(angle)}, {0, 0}, 0.5, 1};
        aim.b = aim.a;
        wend_preferred_velocity wish =
            wend_arc_preferred_velocity(&arc, &aim, (wend_vec2){0, 0}, 1, 0.1);
        assert_near("ax", wish.ax, cos(angle), 1e-6, k);
        assert_near("by", wish.by, sin(angle), 1e-6, k);
        assert_true(wish.bias >= 0 && wish.bias <= 1);
    }
}

// The detour that an expanded arc allows costs no more than gamma: walk Delta at its edge, then
// straight to the goal.
static void test_expansion_keeps_the_deviation(void **state)
{
    (void)state;
    wend_arc arc = arc_of(wend_default_arc_def());
    for (double d = 1; d < 100; d *= 1.1) {
        wend_steering_target aim = {{d, 0}, {d, 0}, 0, 1};
        wend_preferred_velocity wish =
            wend_arc_preferred_velocity(&arc, &aim, (wend_vec2){0, 0}, 1, 0.1);
        double way = 1 + hypot(d - (double)wish.bx, (double)wish.by);
        assert_true(way <= 1.01 * d + 1e-6);
    }
}

// Straight before a portal of 2 m, closer and closer: the arc never jumps.
static void test_contraction_is_continuous(void **state)
{
    (void)state;
    wend_arc_def def = wend_default_arc_def();
    def.detour = 0;
    wend_arc arc = arc_of(def);
    for (uint32_t bias = 0; bias <= 4; ++bias) {
        wend_preferred_velocity before = {0};
        for (uint32_t k = 0; k < 4000; ++k) {
            wend_steering_target aim = {{-1, 0}, {1, 0}, 0.25 * bias, 1};
            wend_preferred_velocity wish =
                wend_arc_preferred_velocity(&arc, &aim, (wend_vec2){0.2, 0.001 * k - 4}, 1, 0.1);
            if (k)
                assert_true(hypot(wish.ax - before.ax, wish.ay - before.ay) < 0.01 &&
                            hypot(wish.bx - before.bx, wish.by - before.by) < 0.01);
            before = wish;
        }
    }
}

// ---- degenerate aims ----------------------------------------------------------------------------

static void assert_wish(wend_preferred_velocity wish, double ax, double ay, double bx, double by)
{
    assert_near("ax", wish.ax, ax, 1e-6, 0);
    assert_near("ay", wish.ay, ay, 1e-6, 0);
    assert_near("bx", wish.bx, bx, 1e-6, 0);
    assert_near("by", wish.by, by, 1e-6, 0);
}

static void test_points(void **state)
{
    (void)state;
    wend_arc_def def = wend_default_arc_def();
    def.points = true;
    wend_arc arc = arc_of(def);
    wend_steering_target aim = {{10, -10}, {10, 10}, 0.75, 3};
    wend_preferred_velocity wish =
        wend_arc_preferred_velocity(&arc, &aim, (wend_vec2){0, 5}, 1.5, 0.1);
    assert_wish(wish, 1.5, 0, 1.5, 0);
    assert_int_equal(wish.wedge, 0);
    // A point is one without the flag, too; near by it is not expanded.
    def.points = false;
    arc = arc_of(def);
    aim = (wend_steering_target){{0, 0.5}, {0, 0.5}, 0.5, 3};
    wish = wend_arc_preferred_velocity(&arc, &aim, (wend_vec2){0, 0}, 1.5, 0.1);
    assert_wish(wish, 0, 1.5, 0, 1.5);
    assert_int_equal(wish.wedge, 0);
}

static void test_last_point_is_not_overrun(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(1, 5);
    for (uint32_t k = 0; k < rounds(2000); ++k) {
        wend_arc_def def = wend_default_arc_def();
        def.points = k & 1;
        wend_arc arc = arc_of(def);
        wend_vec2 p = somewhere(&random, 100), goal = somewhere(&random, 0.2);
        goal = (wend_vec2){goal.x + p.x, goal.y + p.y};
        double far = hypot(goal.x - p.x, goal.y - p.y),
               step = wend_random_between(&random, 0.01, 0.3);
        wend_steering_target aim = {goal, goal, 0.5, 0};
        wend_preferred_velocity wish = wend_arc_preferred_velocity(&arc, &aim, p, 1.3, step);
        assert_near("speed", hypot(wish.ax, wish.ay), least_of(1.3, far / step), 1e-5, k);
        aim.remaining = 1; // and one that is not the last is
        wish = wend_arc_preferred_velocity(&arc, &aim, p, 1.3, step);
        assert_near("speed", hypot(wish.ax, wish.ay), 1.3, 1e-5, k);
    }
    // There, nothing is wished for.
    wend_arc arc = arc_of(wend_default_arc_def());
    wend_steering_target aim = {{3, 4}, {3, 4}, 0.5, 0};
    assert_wish(wend_arc_preferred_velocity(&arc, &aim, (wend_vec2){3, 4}, 1.3, 0.1), 0, 0, 0, 0);
    aim.remaining = 5;
    assert_wish(wend_arc_preferred_velocity(&arc, &aim, (wend_vec2){3, 4}, 1.3, 0.1), 0, 0, 0, 0);
}

static void test_on_the_portal(void **state)
{
    (void)state;
    wend_arc arc = arc_of(wend_default_arc_def());
    double half = arc.max_angle / 2;
    // Walking to the right, a is on the left: above.
    wend_steering_target aim = {{0, 1}, {0, -1}, 0.5, 1};
    // On the bias: straight through.
    wend_preferred_velocity wish =
        wend_arc_preferred_velocity(&arc, &aim, (wend_vec2){0, 0}, 1, 0.1);
    assert_wish(wish, cos(half), -sin(half), cos(half), sin(half));
    assert_near("bias", wish.bias, 0.5, 1e-6, 0);
    // Beside it: along, and as much forward as may be.
    wish = wend_arc_preferred_velocity(&arc, &aim, (wend_vec2){0, -0.5}, 1, 0.1);
    assert_wish(wish, sin(2 * half), cos(2 * half), 0, 1);
    assert_near("bias", wish.bias, 1, 1e-6, 0);
    // At an end, with the bias elsewhere and with the bias there.
    wish = wend_arc_preferred_velocity(&arc, &aim, (wend_vec2){0, 1}, 1, 0.1);
    assert_wish(wish, 0, -1, sin(2 * half), -cos(2 * half));
    assert_near("bias", wish.bias, 0, 1e-6, 0);
    aim.bias = 0;
    wish = wend_arc_preferred_velocity(&arc, &aim, (wend_vec2){0, 1}, 1, 0.1);
    assert_wish(wish, cos(half), -sin(half), cos(half), sin(half));
    // On its line, outside: a point at its nearer end.
    aim.bias = 0.5;
    wish = wend_arc_preferred_velocity(&arc, &aim, (wend_vec2){0, 1.5}, 1, 0.1);
    assert_wish(wish, 0, -1, 0, -1);
}

// Whatever the aim, the wish is finite, of the right speed and its bias on the chord.
static void test_no_aim_breaks_it(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(1, 6);
    const double errors[] = {0, 0.1, 0.5, 1};
    for (uint32_t k = 0; k < rounds(20000); ++k) {
        wend_arc_def def = wend_default_arc_def();
        def.relative_error = errors[wend_random_below(&random, 4)];
        def.absolute_error = errors[wend_random_below(&random, 4)];
        def.detour = wend_random_below(&random, 3);
        wend_arc arc = arc_of(def);
        // Few places, so that they coincide or are in line; some closer than can be told.
        double unit = k & 1 ? 1 : 1e-9;
        double at[6];
        for (int i = 0; i < 6; ++i)
            at[i] = unit * wend_random_below(&random, 3);
        wend_steering_target aim = {
            {at[0], at[1]}, {at[2], at[3]}, 0.5 * wend_random_below(&random, 5) - 0.5, k & 2};
        double speed = 0.5 * wend_random_below(&random, 3);
        wend_preferred_velocity wish =
            wend_arc_preferred_velocity(&arc, &aim, (wend_vec2){at[4], at[5]}, speed, 0.1);
        double a = hypot(wish.ax, wish.ay), b = hypot(wish.bx, wish.by);
        assert_true(isfinite(a) && isfinite(b) && fabs(a - b) < 1e-6 && a <= speed + 1e-6);
        assert_true(wish.bias >= 0 && wish.bias <= 1);
        assert_true(wish.wedge == 0 || (wish.wedge == 1 && a > 0));
        bool is_there = at[0] == at[2] && at[1] == at[3] && at[0] == at[4] && at[1] == at[5];
        if (unit == 1 && aim.remaining > 0 && !is_there)
            assert_near("speed", a, speed, 1e-6, k);
    }
}

static void test_bad_definitions(void **state)
{
    (void)state;
    const struct {
        double relative, absolute, detour, deviation;
    } bad[] = {{-0.1, 0, 1, 1.01},    {1.1, 0, 1, 1.01},    {NAN, 0, 1, 1.01}, {0.1, -1, 1, 1.01},
               {0.1, INFINITY, 1, 2}, {0.1, 0, -1, 1.01},   {0.1, 0, NAN, 2},  {0.1, 0, 1, 1},
               {0.1, 0, 1, NAN},      {0.1, 0, 1, INFINITY}};
    wend_arc arc;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; ++k) {
        wend_arc_def def = wend_default_arc_def();
        def.relative_error = bad[k].relative;
        def.absolute_error = bad[k].absolute;
        def.detour = bad[k].detour;
        def.deviation = bad[k].deviation;
        wend_error error = {0};
        assert_int_equal(wend_arc_make(&def, &arc, &error), WEND_BAD_ARGUMENT);
        assert_true(strlen(error.text) > 0);
    }
    wend_arc_def def = {.relative_error = 0.1, .deviation = 1.01};
    assert_int_equal(wend_arc_make(&def, &arc, NULL), WEND_BAD_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equations),
        cmocka_unit_test(test_order_of_ends_does_not_matter),
        cmocka_unit_test(test_chord_keeps_the_error_bounds),
        cmocka_unit_test(test_far_from_the_origin),
        cmocka_unit_test(test_default_limits),
        cmocka_unit_test(test_expansion_is_continuous),
        cmocka_unit_test(test_expansion_begins_softly),
        cmocka_unit_test(test_expansion_keeps_the_deviation),
        cmocka_unit_test(test_contraction_is_continuous),
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_last_point_is_not_overrun),
        cmocka_unit_test(test_on_the_portal),
        cmocka_unit_test(test_no_aim_breaks_it),
        cmocka_unit_test(test_bad_definitions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
