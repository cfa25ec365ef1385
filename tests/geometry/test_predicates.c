// SPDX-License-Identifier: MIT
// The exact predicates against GMP's rational numbers, on input that is degenerate or nearly so.
// Every stage is asked by itself too, and the counts prove that each of them had work to do.
#include "tests/support/support.h"

#include <gmp.h>
#include <math.h>
#include <string.h>

#include "geometry/exact.h"
#include "geometry/predicates.h"
#include "wend/random.h"

#define SEED 20240501u

// ---- the oracle ---------------------------------------------------------------------------------

/// Rational copies of four points and room for the computation.
typedef struct oracle {
    mpq_t x[4], y[4], lift[4], minor, term, sum;
} oracle;

static void oracle_init(oracle *o)
{
    for (int i = 0; i < 4; i++)
        mpq_inits(o->x[i], o->y[i], o->lift[i], (mpq_ptr)NULL);
    mpq_inits(o->minor, o->term, o->sum, (mpq_ptr)NULL);
}

static void oracle_clear(oracle *o)
{
    for (int i = 0; i < 4; i++)
        mpq_clears(o->x[i], o->y[i], o->lift[i], (mpq_ptr)NULL);
    mpq_clears(o->minor, o->term, o->sum, (mpq_ptr)NULL);
}

/// Reads count points as seen from the last one.
static void oracle_read(oracle *o, const wend_vec2 *p, int count)
{
    for (int i = count - 1; i >= 0; i--) {
        mpq_set_d(o->x[i], p[i].x);
        mpq_set_d(o->y[i], p[i].y);
    }
    for (int i = 0; i < count - 1; i++) {
        mpq_sub(o->x[i], o->x[i], o->x[count - 1]);
        mpq_sub(o->y[i], o->y[i], o->y[count - 1]);
    }
}

/// minor = x_i y_j - x_j y_i
static void oracle_minor(oracle *o, int i, int j)
{
    mpq_mul(o->minor, o->x[i], o->y[j]);
    mpq_mul(o->term, o->x[j], o->y[i]);
    mpq_sub(o->minor, o->minor, o->term);
}

static int oracle_orient2d(oracle *o, const wend_vec2 *p)
{
    oracle_read(o, p, 3);
    oracle_minor(o, 0, 1);
    return mpq_sgn(o->minor);
}

static int oracle_incircle(oracle *o, const wend_vec2 *p)
{
    oracle_read(o, p, 4);
    mpq_set_ui(o->sum, 0, 1);
    for (int i = 0; i < 3; i++) {
        mpq_mul(o->lift[i], o->x[i], o->x[i]);
        mpq_mul(o->term, o->y[i], o->y[i]);
        mpq_add(o->lift[i], o->lift[i], o->term);
        oracle_minor(o, (i + 1) % 3, (i + 2) % 3);
        mpq_mul(o->term, o->minor, o->lift[i]);
        mpq_add(o->sum, o->sum, o->term);
    }
    return mpq_sgn(o->sum);
}

/// p[2] is on the segment if it is on the line and sees the ends in opposite directions.
static bool oracle_on_segment(oracle *o, const wend_vec2 *p)
{
    if (oracle_orient2d(o, p) != 0)
        return false;
    mpq_mul(o->sum, o->x[0], o->x[1]);
    mpq_mul(o->term, o->y[0], o->y[1]);
    mpq_add(o->sum, o->sum, o->term);
    return mpq_sgn(o->sum) <= 0;
}

// ---- families of input --------------------------------------------------------------------------

static int below(wend_random *random, int bound)
{
    return (int)wend_random_below(random, (uint32_t)bound);
}

/// A few units in the last place up or down, or as it is.
static double nudge(wend_random *random, double value)
{
    int steps = below(random, 7) - 3;
    for (; steps > 0; steps--)
        value = nextafter(value, INFINITY);
    for (; steps < 0; steps++)
        value = nextafter(value, -INFINITY);
    return isfinite(value) ? value : DBL_MAX;
}

static void nudge_one(wend_random *random, wend_vec2 *p)
{
    int i = below(random, 4);
    if (below(random, 2))
        p[i].x = nudge(random, p[i].x);
    else
        p[i].y = nudge(random, p[i].y);
}

/// Any finite double, each bit pattern equally likely.
static double any_double(wend_random *random)
{
    double value;
    do {
        uint64_t bits = wend_random_u64(random);
        memcpy(&value, &bits, sizeof value);
    } while (!isfinite(value));
    return value;
}

/// One random number per statement: in which order an initialiser or a call computes its values is
/// the compiler's choice, and a seed should give the same points everywhere.
static wend_vec2 any_point(wend_random *random)
{
    double x = any_double(random), y = any_double(random);
    return (wend_vec2){x, y};
}

static double scale_of(wend_random *random)
{
    return below(random, 2) ? 1 : ldexp(1, below(random, 2000) - 1020);
}

static void scale(wend_vec2 *p, double factor)
{
    for (int i = 0; i < 4; i++) {
        p[i].x *= factor;
        p[i].y *= factor;
        if (!isfinite(p[i].x))
            p[i].x = DBL_MAX;
        if (!isfinite(p[i].y))
            p[i].y = DBL_MAX;
    }
}

/// Points along a line to the last bit, at all scales.
static void fill_line(wend_random *random, wend_vec2 *p)
{
    for (int i = 0; i < 2; i++) {
        p[i].x = wend_random_between(random, -100, 100);
        p[i].y = wend_random_between(random, -100, 100);
    }
    for (int i = 2; i < 4; i++) {
        double t = wend_random_between(random, -1, 2);
        p[i].x = nudge(random, p[0].x + t * (p[1].x - p[0].x));
        p[i].y = nudge(random, p[0].y + t * (p[1].y - p[0].y));
    }
    scale(p, scale_of(random));
}

/// Exact multiples of one vector, with exponents far apart: zero but for the nudge.
static void fill_line_mixed(wend_random *random, wend_vec2 *p)
{
    double x = wend_random_between(random, 1, 2), y = wend_random_between(random, -2, 2);
    int spread = 1 + below(random, 1000);
    for (int i = 0; i < 4; i++) {
        double factor = ldexp(1, below(random, 2 * spread) - spread);
        factor = below(random, 2) ? factor : -factor;
        p[i] = (wend_vec2){factor * x, factor * y};
    }
    if (below(random, 2))
        nudge_one(random, p);
}

/// A small grid, of binary or decimal steps.
static void fill_grid(wend_random *random, wend_vec2 *p)
{
    double step = below(random, 2) ? 0.25 : 0.1;
    for (int i = 0; i < 4; i++) {
        p[i].x = step * below(random, 6);
        p[i].y = step * below(random, 6);
    }
    scale(p, scale_of(random));
}

/// Whole points on a circle around a whole centre: (m^2 - n^2, 2mn) and its mirror images.
static void fill_circle_whole(wend_random *random, wend_vec2 *p)
{
    int m = 2 + below(random, 1000), n = 1 + below(random, m - 1);
    int x = m * m - n * n, y = 2 * m * n;
    int centre_x = below(random, 1 << 22), centre_y = below(random, 1 << 22);
    for (int i = 0; i < 4; i++) {
        int mirror = below(random, 8);
        int u = mirror & 1 ? x : y, v = mirror & 1 ? y : x;
        p[i].x = centre_x + (mirror & 2 ? u : -u);
        p[i].y = centre_y + (mirror & 4 ? v : -v);
    }
    scale(p, scale_of(random));
    if (below(random, 3) == 0)
        nudge_one(random, p);
}

/// Points of a circle, rounded and nudged.
static void fill_circle(wend_random *random, wend_vec2 *p)
{
    double x = wend_random_between(random, -100, 100), y = wend_random_between(random, -100, 100);
    double radius = wend_random_between(random, 0.1, 100);
    for (int i = 0; i < 4; i++) {
        double angle = wend_random_between(random, 0, 6.3);
        p[i].x = nudge(random, x + radius * cos(angle));
        p[i].y = nudge(random, y + radius * sin(angle));
    }
    scale(p, scale_of(random));
}

/// Corners of rectangles and trapezoids with any coordinates: exactly on a circle but for a nudge.
static void fill_circle_mixed(wend_random *random, wend_vec2 *p)
{
    double u = any_double(random), v = any_double(random);
    double s = any_double(random), t = any_double(random);
    if (below(random, 2)) {
        wend_vec2 rectangle[4] = {{u, s}, {v, s}, {v, t}, {u, t}};
        memcpy(p, rectangle, sizeof rectangle);
    } else {
        wend_vec2 trapezoid[4] = {{u, s}, {-u, s}, {-v, t}, {v, t}};
        memcpy(p, trapezoid, sizeof trapezoid);
    }
    if (below(random, 2))
        nudge_one(random, p);
}

/// A large circle and its tangent at the origin, with the last point but one so close to the origin
/// that the minors lose bits to underflow while the lifts are large. The shift is smaller than that
/// loss and larger than the rounding elsewhere.
static void fill_underflow(wend_random *random, wend_vec2 *p)
{
    double x = 1 + below(random, 8), y = 1 + below(random, 8);
    double radius = ldexp(1, 36 + below(random, 10));
    for (int i = 0; i < 2; i++) {
        double angle = wend_random_between(random, 0, 6.3);
        p[i].x = radius * (-y / hypot(x, y) + cos(angle));
        p[i].y = radius * (x / hypot(x, y) + sin(angle));
        p[i].x *= 1 + wend_random_between(random, -0x1p-42, 0x1p-42);
    }
    p[2] = (wend_vec2){x * DBL_TRUE_MIN, y * DBL_TRUE_MIN};
    p[3] = (wend_vec2){0, 0};
}

/// Few different points, so that some are equal.
static void fill_equal(wend_random *random, wend_vec2 *p)
{
    wend_vec2 pool[2];
    for (int i = 0; i < 2; i++)
        pool[i] = any_point(random);
    for (int i = 0; i < 4; i++)
        p[i] = pool[below(random, 2)];
    if (below(random, 2))
        nudge_one(random, p);
}

static void fill_any(wend_random *random, wend_vec2 *p)
{
    for (int i = 0; i < 4; i++)
        p[i] = any_point(random);
}

/// The values at the edges of what a double can be.
static void fill_edges(wend_random *random, wend_vec2 *p)
{
    // clang-format off
    static const double values[] = {
        0, DBL_TRUE_MIN, 2 * DBL_TRUE_MIN, DBL_MIN - DBL_TRUE_MIN, DBL_MIN, 1e-308,
        0x1p-537, 0x1p-500, 0x1p-250, 1 - 0x1p-53, 1, 1 + DBL_EPSILON, 3, 1e17,
        0x1p255, 0x1p511, 0x1p512, 0x1p1023, 1e308, DBL_MAX,
    };
    // clang-format on
    for (int i = 0; i < 8; i++) {
        double value = values[below(random, (int)(sizeof values / sizeof values[0]))];
        value = below(random, 2) ? value : -value;
        if (i % 2 == 0)
            p[i / 2].x = value;
        else
            p[i / 2].y = value;
    }
}

typedef struct family {
    const char *name;
    void (*fill)(wend_random *random, wend_vec2 *p);
} family;

static const family families[] = {
    {"line", fill_line},
    {"line-mixed", fill_line_mixed},
    {"grid", fill_grid},
    {"circle-whole", fill_circle_whole},
    {"circle", fill_circle},
    {"circle-mixed", fill_circle_mixed},
    {"underflow", fill_underflow},
    {"equal", fill_equal},
    {"any", fill_any},
    {"edges", fill_edges},
};

#define FAMILY_COUNT ((int)(sizeof families / sizeof families[0]))

static void show(const family *f, int index, const wend_vec2 *p)
{
    print_error("seed %u, family %s, case %d:", SEED, f->name, index);
    for (int i = 0; i < 4; i++)
        print_error(" (%a, %a)", p[i].x, p[i].y);
    print_error("\n");
}

#define CHECK(condition, f, index, p)                                                              \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            show(f, index, p);                                                                     \
            fail_msg("%s", #condition);                                                            \
        }                                                                                          \
    } while (0)

// ---- against the oracle -------------------------------------------------------------------------

/// How many cases each stage was the first to decide.
typedef struct stages {
    int filter, near, far, zero;
} stages;

static void check_stages(const char *name, const stages *s)
{
    print_message("%s: filter %d, 62 bits %d, long sum %d; zero %d\n", name, s->filter, s->near,
                  s->far, s->zero);
    assert_true(s->filter > 1000 && s->near > 1000 && s->far > 1000 && s->zero > 1000);
}

static void check_orient2d(const family *f, int index, const wend_vec2 *p, oracle *o, stages *s)
{
    int expected = oracle_orient2d(o, p), sign;
    bool filtered = wend_orient2d_filter(p[0], p[1], p[2], &sign);
    CHECK(!filtered || sign == expected, f, index, p);
    bool near = wend_orient2d_exact_near(p[0], p[1], p[2], &sign);
    CHECK(!near || sign == expected, f, index, p);
    CHECK(wend_orient2d_exact(p[0], p[1], p[2]) == expected, f, index, p);
    CHECK(wend_orient2d_slow(p[0], p[1], p[2]) == expected, f, index, p);
    CHECK(wend_orient2d(p[0], p[1], p[2]) == expected, f, index, p);
    CHECK(wend_orient2d(p[1], p[2], p[0]) == expected, f, index, p);
    CHECK(wend_orient2d(p[2], p[0], p[1]) == expected, f, index, p);
    CHECK(wend_orient2d(p[1], p[0], p[2]) == -expected, f, index, p);
    CHECK(wend_orient2d(p[0], p[2], p[1]) == -expected, f, index, p);
    CHECK(wend_orient2d(p[2], p[1], p[0]) == -expected, f, index, p);
    s->filter += filtered;
    s->near += !filtered && near;
    s->far += !filtered && !near;
    s->zero += expected == 0;
}

static void test_orient2d_is_exact(void **state)
{
    (void)state;
    oracle o;
    oracle_init(&o);
    stages s = {0};
    int count = long_tier() ? 400000 : 12000;
    for (int k = 0; k < FAMILY_COUNT; k++) {
        wend_random random = wend_random_stream(SEED, (uint64_t)k);
        for (int i = 0; i < count; i++) {
            wend_vec2 p[4];
            families[k].fill(&random, p);
            check_orient2d(&families[k], i, p, &o, &s);
        }
    }
    check_stages("orient2d", &s);
    oracle_clear(&o);
}

/// Swapping two points turns the sign.
static void check_swap(const family *f, int index, wend_random *random, const wend_vec2 *p)
{
    wend_vec2 q[4];
    memcpy(q, p, sizeof q);
    int i = below(random, 4), j = (i + 1 + below(random, 3)) % 4;
    q[i] = p[j];
    q[j] = p[i];
    int sign = wend_incircle(p[0], p[1], p[2], p[3]);
    CHECK(wend_incircle(q[0], q[1], q[2], q[3]) == -sign, f, index, p);
}

static void check_incircle(const family *f, int index, const wend_vec2 *p, oracle *o, stages *s)
{
    int expected = oracle_incircle(o, p), sign;
    bool filtered = wend_incircle_filter(p[0], p[1], p[2], p[3], &sign);
    CHECK(!filtered || sign == expected, f, index, p);
    bool near = wend_incircle_exact_near(p[0], p[1], p[2], p[3], &sign);
    CHECK(!near || sign == expected, f, index, p);
    CHECK(wend_incircle_exact(p[0], p[1], p[2], p[3]) == expected, f, index, p);
    CHECK(wend_incircle(p[0], p[1], p[2], p[3]) == expected, f, index, p);
    s->filter += filtered;
    s->near += !filtered && near;
    s->far += !filtered && !near;
    s->zero += expected == 0;
}

static void test_incircle_is_exact(void **state)
{
    (void)state;
    oracle o;
    oracle_init(&o);
    stages s = {0};
    int count = long_tier() ? 400000 : 4000;
    for (int k = 0; k < FAMILY_COUNT; k++) {
        wend_random random = wend_random_stream(SEED, 100 + (uint64_t)k);
        for (int i = 0; i < count; i++) {
            wend_vec2 p[4];
            families[k].fill(&random, p);
            check_incircle(&families[k], i, p, &o, &s);
            check_swap(&families[k], i, &random, p);
        }
    }
    check_stages("incircle", &s);
    oracle_clear(&o);
}

/// p[2] on the segment from p[0] to p[1].
static void check_on_segment(const family *f, int index, const wend_vec2 *p, oracle *o, int *hits)
{
    bool expected = oracle_on_segment(o, p);
    CHECK(wend_on_segment((wend_segment){p[0], p[1]}, p[2]) == expected, f, index, p);
    CHECK(wend_on_segment((wend_segment){p[1], p[0]}, p[2]) == expected, f, index, p);
    CHECK(wend_on_segment((wend_segment){p[0], p[1]}, p[0]), f, index, p);
    CHECK(wend_on_segment((wend_segment){p[0], p[1]}, p[1]), f, index, p);
    *hits += expected;
}

static void test_on_segment_is_exact(void **state)
{
    (void)state;
    oracle o;
    oracle_init(&o);
    int hits = 0, count = long_tier() ? 400000 : 4000;
    for (int k = 0; k < FAMILY_COUNT; k++) {
        wend_random random = wend_random_stream(SEED, 200 + (uint64_t)k);
        for (int i = 0; i < count; i++) {
            wend_vec2 p[4];
            families[k].fill(&random, p);
            check_on_segment(&families[k], i, p, &o, &hits);
        }
    }
    assert_true(hits > 1000);
    oracle_clear(&o);
}

// ---- by hand ------------------------------------------------------------------------------------

static void test_signs_by_hand(void **state)
{
    (void)state;
    wend_vec2 o = {0, 0}, east = {1, 0}, north = {0, 1}, west = {-1, 0}, south = {0, -1};
    assert_int_equal(wend_orient2d(o, east, north), 1);
    assert_int_equal(wend_orient2d(o, east, south), -1);
    assert_int_equal(wend_orient2d(o, east, west), 0);
    assert_int_equal(wend_incircle(east, north, west, o), 1);
    assert_int_equal(wend_incircle(east, north, west, (wend_vec2){2, 2}), -1);
    assert_int_equal(wend_incircle(east, north, west, south), 0);
    assert_int_equal(wend_incircle(west, north, east, o), -1);
    // One unit in the last place to either side.
    wend_vec2 in = {0, nextafter(-1, 0)}, out = {0, nextafter(-1, -2)};
    assert_int_equal(wend_incircle(east, north, west, in), 1);
    assert_int_equal(wend_incircle(east, north, west, out), -1);
    // The least there is, beside the greatest there is.
    wend_vec2 huge = {DBL_MAX, DBL_MAX}, opposite = {-DBL_MAX, -DBL_MAX};
    assert_int_equal(wend_orient2d(huge, opposite, (wend_vec2){DBL_TRUE_MIN, 0}), 1);
    assert_int_equal(wend_orient2d(huge, opposite, (wend_vec2){0, DBL_TRUE_MIN}), -1);
    assert_int_equal(wend_orient2d(huge, opposite, o), 0);
}

static void test_on_segment_by_hand(void **state)
{
    (void)state;
    wend_segment s = {{1, 1}, {4, 7}};
    assert_true(wend_on_segment(s, (wend_vec2){2, 3}));
    assert_false(wend_on_segment(s, (wend_vec2){5, 9}));
    assert_false(wend_on_segment(s, (wend_vec2){2, nextafter(3, 4)}));
    wend_segment point = {{0.1, 0.2}, {0.1, 0.2}};
    assert_true(wend_on_segment(point, point.a));
    assert_false(wend_on_segment(point, (wend_vec2){0.1, nextafter(0.2, 1)}));
    wend_segment upright = {{3, 5}, {3, -5}};
    assert_true(wend_on_segment(upright, (wend_vec2){3, 4.9}));
    assert_false(wend_on_segment(upright, (wend_vec2){3, nextafter(5, 6)}));
}

/// Values that are not finite give some sign, and nothing that a sanitizer would report.
static void test_not_finite(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(SEED, 400);
    for (int i = 0; i < 10000; i++) {
        double v[8];
        for (int j = 0; j < 8; j++) {
            uint64_t bits = wend_random_u64(&random);
            memcpy(&v[j], &bits, sizeof v[j]);
            int kind = below(&random, 6);
            static const double extremes[] = {NAN, INFINITY, -INFINITY, DBL_TRUE_MIN};
            v[j] = kind < 4 ? extremes[kind] : v[j];
        }
        wend_vec2 a = {v[0], v[1]}, b = {v[2], v[3]}, c = {v[4], v[5]}, d = {v[6], v[7]};
        assert_in_range(1 + wend_orient2d(a, b, c), 0, 2);
        assert_in_range(1 + wend_orient2d_exact(a, b, c), 0, 2);
        assert_in_range(1 + wend_incircle(a, b, c, d), 0, 2);
        assert_in_range(1 + wend_incircle_exact(a, b, c, d), 0, 2);
        wend_on_segment((wend_segment){a, b}, c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_signs_by_hand),       cmocka_unit_test(test_on_segment_by_hand),
        cmocka_unit_test(test_orient2d_is_exact),   cmocka_unit_test(test_incircle_is_exact),
        cmocka_unit_test(test_on_segment_is_exact), cmocka_unit_test(test_not_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
