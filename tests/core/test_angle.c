// SPDX-License-Identifier: MIT
// The library's own sin, cos, atan2, acos, exp and log against the C library's in long double.
#include "tests/support/support.h"

#include "core/angle.h"
#include "wend/random.h"

#include <float.h>
#include <math.h>
#include <string.h>

// The limits that angle.h states. [Units: ulp]
static const double sine_limit = 1, atan2_limit = 1.5, acos_limit = 2.5, exp_limit = 1.5,
                    log_limit = 1;

#if LDBL_MANT_DIG > DBL_MANT_DIG
// How far got is from wanted, in units of the last place of a double of wanted's size.
static double ulps(double got, long double wanted)
{
    if (isnan(got) || isnan((double)wanted))
        return isnan(got) && isnan((double)wanted) ? 0 : INFINITY;
    if (got == (double)wanted)
        return 0;
    int power;
    frexpl(wanted, &power);
    if (power < DBL_MIN_EXP)
        power = DBL_MIN_EXP;
    return (double)(fabsl((long double)got - wanted) / ldexpl(1, power - DBL_MANT_DIG));
}
#else
// Without a wider type the C library's own rounding is part of what is seen.
static double ulps(double got, long double wanted)
{
    if (isnan(got) && isnan((double)wanted))
        return 0;
    double unit = nextafter(fabs((double)wanted), INFINITY) - fabs((double)wanted);
    return fmax(0, fabs(got - (double)wanted) / unit - 1);
}
#endif

static void expect(const char *name, double x, double got, long double wanted, double limit)
{
    double far = ulps(got, wanted);
    if (far > limit)
        fail_msg("%s(%a = %.17g): got %.17g, wanted %.17g, %.2f ulp", name, x, x, got,
                 (double)wanted, far);
}

static void expect_bits(const char *name, double got, double wanted)
{
    if (isnan(wanted) ? !isnan(got) : memcmp(&got, &wanted, sizeof got) != 0)
        fail_msg("%s: got %a, wanted %a", name, got, wanted);
}

static uint32_t rounds(uint32_t few)
{
    return long_tier() ? 50 * few : few;
}

// Of any size between 2^low and 2^high, of either sign.
static double of_any_size(wend_random *random, int low, int high)
{
    double fraction = 0.5 + 0.5 * wend_random_unit(random);
    int exponent = low + (int)wend_random_below(random, (uint32_t)(high - low + 1));
    double size = ldexp(fraction, exponent);
    return wend_random_u32(random) & 1 ? -size : size;
}

// ---- sine and cosine ----------------------------------------------------------------------------

static void check_sine(double angle)
{
    double s, c;
    wend_sin_cos(angle, &s, &c);
    expect("sin", angle, s, sinl(angle), sine_limit);
    expect("cos", angle, c, cosl(angle), sine_limit);
    expect_bits("sin alone", wend_sin(angle), s);
    expect_bits("cos alone", wend_cos(angle), c);
    expect_bits("sin is odd", wend_sin(-angle), -s);
    expect_bits("cos is even", wend_cos(-angle), c);
}

static void test_sine_of_random_angles(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(1, 1);
    for (uint32_t k = 0; k < rounds(100000); ++k) {
        check_sine(wend_random_between(&random, -7, 7));
        check_sine(wend_random_between(&random, -1e6, 1e6));
        check_sine(of_any_size(&random, -1074, 20));
    }
}

static void test_sine_around_multiples(void **state)
{
    (void)state;
    // The doubles around multiples of pi/4: most bits cancel, or the quarter changes.
    const long double quarter = 0.785398163397448309615660845819875721L;
    for (int k = 0; k < 800000; k += 1 + k / (long_tier() ? 1000 : 50)) {
        double angle = (double)(k * quarter);
        check_sine(angle);
        check_sine(nextafter(angle, INFINITY));
        check_sine(nextafter(angle, -INFINITY));
    }
}

static void test_sine_of_special_values(void **state)
{
    (void)state;
    double s, c;
    expect_bits("sin 0", wend_sin(0.0), 0.0);
    expect_bits("sin -0", wend_sin(-0.0), -0.0);
    expect_bits("cos -0", wend_cos(-0.0), 1.0);
    expect_bits("sin tiny", wend_sin(DBL_TRUE_MIN), DBL_TRUE_MIN);
    const double none[] = {NAN, INFINITY, -INFINITY};
    for (int k = 0; k < 3; ++k) {
        wend_sin_cos(none[k], &s, &c);
        expect_bits("sin of no angle", s, NAN);
        expect_bits("cos of no angle", c, NAN);
    }
    // Far out the angle itself is rounded that much; whatever comes out is a sine and a cosine.
    wend_random random = wend_random_stream(1, 2);
    for (uint32_t k = 0; k < rounds(10000); ++k) {
        double angle = of_any_size(&random, 20, 1024);
        wend_sin_cos(angle, &s, &c);
        assert_true(fabs(s * s + c * c - 1) < 1e-15);
        if (fabs(angle) < 0x1p50) {
            double room = 1e-15 + fabs(angle) * DBL_EPSILON;
            assert_true(fabsl(s - sinl(angle)) <= room && fabsl(c - cosl(angle)) <= room);
        }
    }
}

// ---- the angle of a vector ----------------------------------------------------------------------

static void check_atan2(double y, double x)
{
    double got = wend_atan2(y, x), far = ulps(got, atan2l(y, x));
    if (far > atan2_limit)
        fail_msg("atan2(%a, %a): got %.17g, wanted %.17g, %.2f ulp", y, x, got, atan2(y, x), far);
    if (signbit(got) != signbit(y))
        fail_msg("atan2(%a, %a) has the wrong sign", y, x);
}

static void test_atan2_of_random_vectors(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(2, 1);
    for (uint32_t k = 0; k < rounds(100000); ++k) {
        double y = wend_random_between(&random, -1, 1), x = wend_random_between(&random, -1, 1);
        check_atan2(y, x);
        y = of_any_size(&random, -60, 60), x = of_any_size(&random, -60, 60);
        check_atan2(y, x);
        y = of_any_size(&random, -1073, 1024), x = of_any_size(&random, -1073, 1024);
        check_atan2(y, x);
    }
}

static void test_atan2_of_special_vectors(void **state)
{
    (void)state;
    const double values[] = {0.0, 1.0, 2.0, DBL_MIN, DBL_TRUE_MIN, DBL_MAX, 1e300, INFINITY};
    enum { COUNT = sizeof values / sizeof *values };
    for (int i = 0; i < 4 * COUNT * COUNT; ++i) {
        double y = values[i / 4 % COUNT] * (i & 1 ? -1 : 1);
        double x = values[i / 4 / COUNT] * (i & 2 ? -1 : 1);
        check_atan2(y, x);
    }
    expect_bits("NaN, 1", wend_atan2(NAN, 1), NAN);
    expect_bits("1, NaN", wend_atan2(1, NAN), NAN);
    expect_bits("inf, NaN", wend_atan2(INFINITY, NAN), NAN);
    // Slopes of the table and halfway between them, on all eight octants.
    for (int k = 0; k <= 64; ++k)
        for (int octant = 0; octant < 8; ++octant) {
            double y = k / 64.0 * (octant & 1 ? -1 : 1), x = octant & 2 ? -1 : 1;
            check_atan2(octant & 4 ? x : y, octant & 4 ? y : x);
        }
}

static void test_acos(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(2, 3);
    for (uint32_t k = 0; k < rounds(100000); ++k) {
        double x = wend_random_between(&random, -1, 1),
               near_one = 1 - fabs(of_any_size(&random, -53, -1));
        expect("acos", x, wend_acos(x), acosl(x), acos_limit);
        expect("acos", near_one, wend_acos(near_one), acosl(near_one), acos_limit);
        expect("acos", -near_one, wend_acos(-near_one), acosl(-near_one), acos_limit);
    }
    expect_bits("acos 1", wend_acos(1), 0.0);
    expect_bits("acos beyond 1", wend_acos(1 + 1e-15), 0.0);
    expect_bits("acos -1", wend_acos(-1), acos(-1));
    expect_bits("acos beyond -1", wend_acos(-2), acos(-1));
    expect_bits("acos 0", wend_acos(-0.0), acos(0));
    expect_bits("acos NaN", wend_acos(NAN), NAN);
}

// ---- exponentials -------------------------------------------------------------------------------

static void test_exp(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(3, 1);
    for (uint32_t k = 0; k < rounds(100000); ++k) {
        double wide = wend_random_between(&random, -746, 710),
               tiny = of_any_size(&random, -1074, 1);
        expect("exp", wide, wend_exp(wide), expl(wide), exp_limit);
        expect("exp", tiny, wend_exp(tiny), expl(tiny), exp_limit);
    }
    expect_bits("exp 0", wend_exp(0.0), 1.0);
    expect_bits("exp -0", wend_exp(-0.0), 1.0);
    expect_bits("exp inf", wend_exp(INFINITY), INFINITY);
    expect_bits("exp -inf", wend_exp(-INFINITY), 0.0);
    expect_bits("exp 710", wend_exp(710), INFINITY);
    expect_bits("exp -746", wend_exp(-746), 0.0);
    expect_bits("exp NaN", wend_exp(NAN), NAN);
    const double edges[] = {709.782712893384, 709.78271289338397, -708.39641853226408,
                            -745.1332191019411};
    for (int k = 0; k < 4; ++k)
        expect("exp", edges[k], wend_exp(edges[k]), expl(edges[k]), exp_limit);
}

static void test_log(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(3, 2);
    for (uint32_t k = 0; k < rounds(100000); ++k) {
        double wide = fabs(of_any_size(&random, -1074, 1024));
        double near_one = 1 + of_any_size(&random, -53, -1), plain = wend_random_unit(&random) * 3;
        expect("log", wide, wend_log(wide), logl(wide), log_limit);
        expect("log", near_one, wend_log(near_one), logl(near_one), log_limit);
        expect("log", plain, wend_log(plain), logl(plain), log_limit);
    }
    expect_bits("log 1", wend_log(1), 0.0);
    expect_bits("log 0", wend_log(0.0), -INFINITY);
    expect_bits("log -0", wend_log(-0.0), -INFINITY);
    expect_bits("log -1", wend_log(-1), NAN);
    expect_bits("log -inf", wend_log(-INFINITY), NAN);
    expect_bits("log inf", wend_log(INFINITY), INFINITY);
    expect_bits("log NaN", wend_log(NAN), NAN);
    const double edges[] = {DBL_TRUE_MIN, DBL_MIN, DBL_MAX, 0.70710678118654752,
                            1.4142135623730951};
    for (int k = 0; k < 5; ++k)
        expect("log", edges[k], wend_log(edges[k]), logl(edges[k]), log_limit);
}

// The same bits everywhere: a sum over many results that only another rounding would change.
static void check_short(double angle)
{
    double s, c, size = 1 + fabs(angle);
    wend_short_sin_cos(angle, &s, &c);
    assert_true(fabs(s - sin(angle)) <= WEND_SHORT_ERROR);
    assert_true(fabs(c - cos(angle)) <= WEND_SHORT_ERROR);
    double back = wend_short_atan2(size * sin(angle), size * cos(angle));
    if (!(fabs(back - angle) <= WEND_SHORT_ERROR))
        fail_msg("the angle of a vector at %.17g is %.17g", angle, back);
}

static void test_short_ones(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(5, 1);
    for (uint32_t k = 0; k < rounds(20000); ++k)
        check_short(wend_random_between(&random, -WEND_HALF_PI, WEND_HALF_PI));
    for (int k = -8; k <= 8; ++k)
        check_short(k * WEND_HALF_PI / 8);
    check_short(1e-300);
    // Straight up and down, and a rounding to the left of that.
    assert_true(wend_short_atan2(2, 0) == WEND_HALF_PI);
    assert_true(wend_short_atan2(-2, 0) == -WEND_HALF_PI);
    assert_true(fabs(wend_short_atan2(1, -1e-15) - WEND_HALF_PI) < 2e-15);
    assert_true(wend_short_atan2(0, 1) == 0);
}

static void test_bits_are_fixed(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(4, 1);
    uint64_t sum = 0;
    for (uint32_t k = 0; k < 10000; ++k) {
        double a = wend_random_between(&random, -100, 100), b = wend_random_between(&random, -1, 1);
        const double results[] = {wend_sin(a),  wend_cos(a), wend_atan2(a, b),
                                  wend_acos(b), wend_exp(a), wend_log(fabs(a))};
        for (int r = 0; r < 6; ++r) {
            uint64_t bits;
            memcpy(&bits, &results[r], sizeof bits);
            sum = (sum ^ bits) * UINT64_C(0x100000001b3);
        }
    }
    assert_int_equal(sum, UINT64_C(0x0f373f075fc900f4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sine_of_random_angles),
        cmocka_unit_test(test_sine_around_multiples),
        cmocka_unit_test(test_sine_of_special_values),
        cmocka_unit_test(test_atan2_of_random_vectors),
        cmocka_unit_test(test_atan2_of_special_vectors),
        cmocka_unit_test(test_acos),
        cmocka_unit_test(test_exp),
        cmocka_unit_test(test_log),
        cmocka_unit_test(test_short_ones),
        cmocka_unit_test(test_bits_are_fixed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
