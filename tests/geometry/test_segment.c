// SPDX-License-Identifier: MIT
// Boxes and segments against rational arithmetic (GMP), degenerate input first.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <gmp.h>
#include <math.h>
#include <stdlib.h>

#include "wend/geometry.h"
#include "wend/random.h"

static uint32_t rounds(uint32_t few)
{
    const char *long_run = getenv("WEND_LONG");
    return long_run && *long_run ? 20 * few : few;
}

// ---- vectors of rationals -----------------------------------------------------------------------

typedef struct rational_vec {
    mpq_t x, y;
} rational_vec;

static void rational_init(rational_vec *v)
{
    mpq_init(v->x);
    mpq_init(v->y);
}

static void rational_clear(rational_vec *v)
{
    mpq_clear(v->x);
    mpq_clear(v->y);
}

static void rational_set(rational_vec *v, wend_vec2 p)
{
    mpq_set_d(v->x, p.x);
    mpq_set_d(v->y, p.y);
}

// v = to - from
static void rational_between(rational_vec *v, wend_vec2 from, wend_vec2 to)
{
    mpq_t t;
    mpq_init(t);
    mpq_set_d(t, from.x);
    mpq_set_d(v->x, to.x);
    mpq_sub(v->x, v->x, t);
    mpq_set_d(t, from.y);
    mpq_set_d(v->y, to.y);
    mpq_sub(v->y, v->y, t);
    mpq_clear(t);
}

static void rational_dot(mpq_t out, const rational_vec *v, const rational_vec *w)
{
    mpq_t t;
    mpq_init(t);
    mpq_mul(t, v->x, w->x);
    mpq_mul(out, v->y, w->y);
    mpq_add(out, out, t);
    mpq_clear(t);
}

static void rational_cross(mpq_t out, const rational_vec *v, const rational_vec *w)
{
    mpq_t t;
    mpq_init(t);
    mpq_mul(t, v->y, w->x);
    mpq_mul(out, v->x, w->y);
    mpq_sub(out, out, t);
    mpq_clear(t);
}

// out = from + f * direction
static void rational_point(rational_vec *out, wend_vec2 from, const mpq_t f,
                           const rational_vec *direction)
{
    rational_vec start;
    rational_init(&start);
    rational_set(&start, from);
    mpq_mul(out->x, f, direction->x);
    mpq_add(out->x, out->x, start.x);
    mpq_mul(out->y, f, direction->y);
    mpq_add(out->y, out->y, start.y);
    rational_clear(&start);
}

// How far p is from the rational point, rounded.
static double rational_error(const rational_vec *exact, wend_vec2 p)
{
    rational_vec q;
    rational_init(&q);
    rational_set(&q, p);
    mpq_sub(q.x, q.x, exact->x);
    mpq_sub(q.y, q.y, exact->y);
    double error = hypot(mpq_get_d(q.x), mpq_get_d(q.y));
    rational_clear(&q);
    return error;
}

// ---- the oracle: where two segments meet, by solving for both parameters ------------------------

static bool is_end(const mpq_t f)
{
    return mpq_sgn(f) == 0 || mpq_cmp_ui(f, 1, 1) == 0;
}

static bool is_inside(const mpq_t f)
{
    return mpq_sgn(f) >= 0 && mpq_cmp_ui(f, 1, 1) <= 0;
}

// The parameter of p on the line of s, which is not a point; p is on that line.
static void parameter(mpq_t out, wend_segment s, wend_vec2 p)
{
    rational_vec d, e;
    rational_init(&d);
    rational_init(&e);
    rational_between(&d, s.a, s.b);
    rational_between(&e, s.a, p);
    mpq_t length;
    mpq_init(length);
    rational_dot(out, &e, &d);
    rational_dot(length, &d, &d);
    mpq_div(out, out, length);
    mpq_clear(length);
    rational_clear(&d);
    rational_clear(&e);
}

static bool off_line(wend_segment s, wend_vec2 p)
{
    rational_vec d, e;
    rational_init(&d);
    rational_init(&e);
    rational_between(&d, s.a, s.b);
    rational_between(&e, s.a, p);
    mpq_t turn;
    mpq_init(turn);
    rational_cross(turn, &d, &e);
    bool off = mpq_sgn(turn) != 0;
    mpq_clear(turn);
    rational_clear(&d);
    rational_clear(&e);
    return off;
}

static wend_meeting oracle_on_line(wend_segment s, wend_segment t, rational_vec *at)
{
    if (off_line(s, t.a))
        return WEND_APART;
    mpq_t low, high;
    mpq_inits(low, high, NULL);
    parameter(low, s, t.a);
    parameter(high, s, t.b);
    if (mpq_cmp(low, high) > 0)
        mpq_swap(low, high);
    if (mpq_sgn(low) < 0)
        mpq_set_ui(low, 0, 1);
    if (mpq_cmp_ui(high, 1, 1) > 0)
        mpq_set_ui(high, 1, 1);
    int order = mpq_cmp(low, high);
    rational_vec d;
    rational_init(&d);
    rational_between(&d, s.a, s.b);
    rational_point(at, s.a, low, &d);
    rational_clear(&d);
    mpq_clears(low, high, NULL);
    return order > 0 ? WEND_APART : order == 0 ? WEND_TOUCH : WEND_OVERLAP;
}

static wend_meeting oracle_lines_cross(wend_segment s, wend_segment t, const mpq_t turn,
                                       rational_vec *at)
{
    rational_vec ds, dt, e;
    rational_init(&ds);
    rational_init(&dt);
    rational_init(&e);
    rational_between(&ds, s.a, s.b);
    rational_between(&dt, t.a, t.b);
    rational_between(&e, s.a, t.a);
    mpq_t f, g;
    mpq_inits(f, g, NULL);
    rational_cross(f, &e, &dt);
    mpq_div(f, f, turn);
    rational_cross(g, &e, &ds);
    mpq_div(g, g, turn);
    rational_point(at, s.a, f, &ds);
    wend_meeting meeting = WEND_APART;
    if (is_inside(f) && is_inside(g))
        meeting = is_end(f) || is_end(g) ? WEND_TOUCH : WEND_CROSS;
    mpq_clears(f, g, NULL);
    rational_clear(&ds);
    rational_clear(&dt);
    rational_clear(&e);
    return meeting;
}

// at is written where they meet. *slope [opt]: length of s times the sine of the angle.
static wend_meeting oracle_meet(wend_segment s, wend_segment t, rational_vec *at, double *slope)
{
    if (wend_equal(s.a, s.b) && wend_equal(t.a, t.b)) {
        rational_set(at, s.a);
        return s.a.x == t.a.x && s.a.y == t.a.y ? WEND_TOUCH : WEND_APART;
    }
    if (wend_equal(s.a, s.b)) {
        wend_segment swap = s;
        s = t;
        t = swap;
    }
    rational_vec ds, dt;
    rational_init(&ds);
    rational_init(&dt);
    rational_between(&ds, s.a, s.b);
    rational_between(&dt, t.a, t.b);
    mpq_t turn;
    mpq_init(turn);
    rational_cross(turn, &ds, &dt);
    wend_meeting meeting =
        mpq_sgn(turn) == 0 ? oracle_on_line(s, t, at) : oracle_lines_cross(s, t, turn, at);
    if (slope)
        *slope = fabs(mpq_get_d(turn)) / hypot(t.b.x - t.a.x, t.b.y - t.a.y);
    mpq_clear(turn);
    rational_clear(&ds);
    rational_clear(&dt);
    return meeting;
}

// ---- random input -------------------------------------------------------------------------------

static double largest(wend_segment s, wend_segment t)
{
    double m = 0;
    const double all[8] = {s.a.x, s.a.y, s.b.x, s.b.y, t.a.x, t.a.y, t.b.x, t.b.y};
    for (int i = 0; i < 8; i++)
        m = fmax(m, fabs(all[i]));
    return m;
}

static wend_vec2 random_point(wend_random *random, double size)
{
    return (wend_vec2){wend_random_between(random, -size, size),
                       wend_random_between(random, -size, size)};
}

static wend_vec2 grid_point(wend_random *random, uint32_t side)
{
    return (wend_vec2){wend_random_below(random, side), wend_random_below(random, side)};
}

// A point on, or by rounding very near, the line of s; now and then an end.
static wend_vec2 near_line(wend_random *random, wend_segment s)
{
    uint32_t choice = wend_random_below(random, 8);
    if (choice == 0)
        return s.a;
    if (choice == 1)
        return s.b;
    double f = wend_random_between(random, -0.5, 1.5);
    return (wend_vec2){s.a.x + f * (s.b.x - s.a.x), s.a.y + f * (s.b.y - s.a.y)};
}

static const double sizes[] = {1, 100, 1e9, 1e-9, 1e100, 1e-100};
#define SIZE_COUNT (sizeof sizes / sizeof *sizes)

// A pair that is degenerate in some way more often than not.
static void random_pair(wend_random *random, wend_segment *s, wend_segment *t)
{
    double size = sizes[wend_random_below(random, SIZE_COUNT)];
    uint32_t choice = wend_random_below(random, 6);
    if (choice == 0) {
        *s = (wend_segment){grid_point(random, 4), grid_point(random, 4)};
        *t = (wend_segment){grid_point(random, 4), grid_point(random, 4)};
        return;
    }
    *s = (wend_segment){random_point(random, size), random_point(random, size)};
    *t = (wend_segment){random_point(random, size), random_point(random, size)};
    if (choice == 1) // short and far from the origin
        s->b = (wend_vec2){s->a.x + 1e-3 * s->b.x, s->a.y + 1e-3 * s->b.y};
    if (choice == 2 || choice == 3)
        t->a = near_line(random, *s);
    if (choice == 3)
        t->b = near_line(random, *s);
    if (choice == 4)
        s->b = s->a;
    if (choice == 4 && wend_random_below(random, 2))
        t->b = near_line(random, (wend_segment){t->a, s->a});
}

// ---- which input failed -------------------------------------------------------------------------

static wend_segment last_s, last_t;

static void remember(wend_segment s, wend_segment t)
{
    last_s = s;
    last_t = t;
}

// The last line of a test: nothing failed.
static void passed(void **state)
{
    *state = &last_s;
}

// The teardown of a test.
static int tell_input(void **state)
{
    if (*state != &last_s)
        print_message("failed with %a,%a %a,%a and %a,%a %a,%a\n", last_s.a.x, last_s.a.y,
                      last_s.b.x, last_s.b.y, last_t.a.x, last_t.a.y, last_t.b.x, last_t.b.y);
    return 0;
}

// ---- tests: boxes -------------------------------------------------------------------------------

static void boxes_hold_what_was_added(void **state)
{
    wend_box empty = wend_box_empty();
    assert_true(empty.min.x > empty.max.x);
    assert_false(wend_box_meets(empty, empty));
    wend_box point = wend_box_add(empty, (wend_vec2){3, -2});
    assert_true(point.min.x == 3 && point.max.x == 3 && point.min.y == -2 && point.max.y == -2);
    wend_box both = wend_box_join(point, empty);
    assert_memory_equal(&both, &point, sizeof both);
    const wend_vec2 points[] = {{1, 5}, {-4, 2}, {0, 7}};
    wend_box three = wend_box_of(points, 3);
    assert_true(three.min.x == -4 && three.max.x == 1 && three.min.y == 2 && three.max.y == 7);
    wend_box none = wend_box_of(NULL, 0);
    assert_memory_equal(&none, &empty, sizeof none);
    assert_true(wend_box_distance(empty, points[0]) == INFINITY);
    passed(state);
}

static void boxes_meet_at_edges_and_corners(void **state)
{
    wend_box box = {{0, 0}, {2, 1}};
    assert_true(wend_box_meets(box, (wend_box){{2, 1}, {3, 3}}));
    assert_true(wend_box_meets(box, (wend_box){{1, 0.5}, {1, 0.5}}));
    assert_true(wend_box_meets(box, (wend_box){{-5, -5}, {5, 5}}));
    assert_false(wend_box_meets(box, (wend_box){{nextafter(2, 3), 0}, {3, 1}}));
    assert_false(wend_box_meets(box, (wend_box){{0, -3}, {2, -DBL_TRUE_MIN}}));
    assert_true(wend_box_distance(box, (wend_vec2){1, 0.5}) == 0);
    assert_true(wend_box_distance(box, (wend_vec2){2, 1}) == 0);
    assert_true(wend_box_distance(box, (wend_vec2){5, 5}) == 5);
    assert_true(wend_box_distance(box, (wend_vec2){-3, 0.5}) == 3);
    passed(state);
}

// ---- tests: closest points ----------------------------------------------------------------------

static void check_closest(wend_segment s, wend_vec2 p, double *worst)
{
    remember(s, (wend_segment){p, p});
    rational_vec d, e, exact;
    rational_init(&d);
    rational_init(&e);
    rational_init(&exact);
    rational_between(&d, s.a, s.b);
    rational_between(&e, s.a, p);
    mpq_t f, length;
    mpq_inits(f, length, NULL);
    rational_dot(length, &d, &d);
    if (mpq_sgn(length) > 0) {
        rational_dot(f, &e, &d);
        mpq_div(f, f, length);
        if (mpq_sgn(f) < 0)
            mpq_set_ui(f, 0, 1);
        if (mpq_cmp_ui(f, 1, 1) > 0)
            mpq_set_ui(f, 1, 1);
    }
    rational_point(&exact, s.a, f, &d);
    mpq_clears(f, length, NULL);
    wend_vec2 q = wend_segment_closest(s, p);
    double unit = largest(s, (wend_segment){p, p}) * DBL_EPSILON / 2;
    double error = rational_error(&exact, q);
    *worst = fmax(*worst, unit > 0 ? error / unit : 0);
    assert_true(error <= 40 * unit);
    wend_box box = wend_box_of((wend_vec2[]){s.a, s.b}, 2);
    assert_true(wend_box_distance(box, q) == 0);
    assert_true(wend_segment_distance(s, p) >= wend_box_distance(box, p));
    assert_true(wend_segment_distance(s, p) == sqrt((p.x - q.x) * (p.x - q.x) + //
                                                    (p.y - q.y) * (p.y - q.y)));
    rational_clear(&d);
    rational_clear(&e);
    rational_clear(&exact);
}

static void closest_is_near_the_exact_foot(void **state)
{
    wend_random random = wend_random_stream(1, 0);
    double worst = 0;
    for (uint32_t i = 0; i < rounds(20000); i++) {
        wend_segment s, t;
        random_pair(&random, &s, &t);
        check_closest(s, t.a, &worst);
        check_closest(t, s.a, &worst);
    }
    // A foot by an end of a segment whose ends differ much in size.
    for (uint32_t i = 0; i < rounds(20000); i++) {
        wend_vec2 a = random_point(&random, 1e9), b = random_point(&random, 1);
        wend_vec2 off = random_point(&random, 1e-6);
        wend_vec2 p = {b.x + off.x - a.y * 1e-9, b.y + off.y + a.x * 1e-9};
        check_closest((wend_segment){a, b}, p, &worst);
    }
    print_message("closest: worst error %.2f u M\n", worst);
    passed(state);
}

static void closest_of_ends_points_and_tiny_segments(void **state)
{
    wend_segment s = {{1, 1}, {4, 1}};
    wend_vec2 q = wend_segment_closest(s, (wend_vec2){0, 5});
    assert_true(q.x == 1 && q.y == 1);
    q = wend_segment_closest(s, (wend_vec2){9, 9});
    assert_true(q.x == 4 && q.y == 1);
    assert_true(wend_segment_distance(s, (wend_vec2){2, 3}) == 2);
    wend_segment point = {{0.1, 0.2}, {0.1, 0.2}};
    q = wend_segment_closest(point, (wend_vec2){7, 7});
    assert_true(q.x == 0.1 && q.y == 0.2);
    assert_true(wend_segment_distance(point, point.a) == 0);
    wend_segment tiny = {{0, 0}, {DBL_TRUE_MIN, 3 * DBL_TRUE_MIN}};
    q = wend_segment_closest(tiny, (wend_vec2){1, 1});
    assert_true(fabs(q.x) <= DBL_MIN && fabs(q.y) <= DBL_MIN);
    assert_true(wend_segment_distance(tiny, (wend_vec2){3, 4}) == 5);
    // An end that b - a + a would miss.
    wend_segment uneven = {{1e9, 0.1}, {0.3, 1e9}};
    q = wend_segment_closest(uneven, (wend_vec2){-1e9, 3e9});
    assert_true(q.x == uneven.b.x && q.y == uneven.b.y);
    passed(state);
}

// ---- tests: meetings ----------------------------------------------------------------------------

static void check_at(wend_segment s, wend_segment t, wend_meeting meeting, wend_vec2 at,
                     const rational_vec *exact, double slope)
{
    double m = largest(s, t), error = rational_error(exact, at);
    assert_true(wend_box_distance(wend_box_of((wend_vec2[]){s.a, s.b}, 2), at) == 0);
    assert_true(wend_box_distance(wend_box_of((wend_vec2[]){t.a, t.b}, 2), at) == 0);
    if (meeting == WEND_CROSS)
        assert_true(slope < 0x1p-45 * m || error <= 12 * m * DBL_EPSILON / 2);
    else
        assert_true(error == 0);
}

static void check_meet(wend_segment s, wend_segment t, uint32_t *seen)
{
    remember(s, t);
    rational_vec exact;
    rational_init(&exact);
    double slope = 0;
    wend_meeting expected = oracle_meet(s, t, &exact, &slope);
    wend_vec2 at = {NAN, NAN};
    assert_int_equal(wend_segments_meet(s, t, &at), expected);
    assert_int_equal(wend_segments_meet(s, t, NULL), expected);
    seen[expected]++;
    if (expected != WEND_APART)
        check_at(s, t, expected, at, &exact, slope);
    rational_clear(&exact);
    // Turned and exchanged they meet the same way.
    assert_int_equal(wend_segments_meet(t, s, NULL), expected);
    assert_int_equal(wend_segments_meet((wend_segment){s.b, s.a}, t, NULL), expected);

    wend_vec2 on_s, on_t;
    double distance = wend_segments_distance(s, t, &on_s, &on_t);
    assert_true((distance == 0) == (expected != WEND_APART));
    assert_true(wend_segments_distance(s, t, NULL, NULL) == distance);
    if (expected != WEND_APART) {
        assert_true(on_s.x == at.x && on_s.y == at.y && on_t.x == at.x && on_t.y == at.y);
        return;
    }
    double least = fmin(fmin(wend_segment_distance(s, t.a), wend_segment_distance(s, t.b)),
                        fmin(wend_segment_distance(t, s.a), wend_segment_distance(t, s.b)));
    assert_true(distance == fmax(least, DBL_MIN));
    assert_true(fabs(hypot(on_s.x - on_t.x, on_s.y - on_t.y) - distance) <=
                4 * DBL_EPSILON * distance + DBL_MIN);
}

// Every pair of segments on a 3 x 3 grid, points among them.
static void meetings_on_a_grid(void **state)
{
    uint32_t seen[4] = {0};
    for (int i = 0; i < 9 * 9 * 9 * 9; i++) {
        int n[4] = {i % 9, i / 9 % 9, i / 81 % 9, i / 729};
        wend_vec2 p[4];
        for (int k = 0; k < 4; k++)
            p[k] = (wend_vec2){n[k] % 3, n[k] / 3};
        check_meet((wend_segment){p[0], p[1]}, (wend_segment){p[2], p[3]}, seen);
    }
    for (int i = 0; i < 4; i++)
        assert_true(seen[i] > 0);
    passed(state);
}

static void meetings_of_random_pairs(void **state)
{
    wend_random random = wend_random_stream(2, 0);
    uint32_t seen[4] = {0};
    for (uint32_t i = 0; i < rounds(20000); i++) {
        wend_segment s, t;
        random_pair(&random, &s, &t);
        check_meet(s, t, seen);
    }
    for (int i = 0; i < 4; i++)
        assert_true(seen[i] > 0);
    passed(state);
}

static void overlap_starts_in_the_order_of_s(void **state)
{
    wend_segment s = {{0, 0}, {4, 0}}, t = {{6, 0}, {1, 0}};
    wend_vec2 at;
    assert_int_equal(wend_segments_meet(s, t, &at), WEND_OVERLAP);
    assert_true(at.x == 1 && at.y == 0);
    assert_int_equal(wend_segments_meet((wend_segment){s.b, s.a}, t, &at), WEND_OVERLAP);
    assert_true(at.x == 4 && at.y == 0);
    assert_int_equal(wend_segments_meet(t, s, &at), WEND_OVERLAP);
    assert_true(at.x == 4 && at.y == 0);
    passed(state);
}

// Long and nearly parallel: the crossing is still found to the last places.
static void crossing_of_nearly_parallel_segments(void **state)
{
    wend_segment s = {{0, 0}, {1e6, 1}}, t = {{0, 1e-9}, {1e6, 1 - 3e-9}};
    rational_vec exact;
    rational_init(&exact);
    assert_int_equal(oracle_meet(s, t, &exact, NULL), WEND_CROSS);
    wend_vec2 at;
    assert_int_equal(wend_segments_meet(s, t, &at), WEND_CROSS);
    assert_true(rational_error(&exact, at) <= 1e-9);
    rational_clear(&exact);
    passed(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(boxes_hold_what_was_added, tell_input),
        cmocka_unit_test_teardown(boxes_meet_at_edges_and_corners, tell_input),
        cmocka_unit_test_teardown(closest_of_ends_points_and_tiny_segments, tell_input),
        cmocka_unit_test_teardown(closest_is_near_the_exact_foot, tell_input),
        cmocka_unit_test_teardown(meetings_on_a_grid, tell_input),
        cmocka_unit_test_teardown(meetings_of_random_pairs, tell_input),
        cmocka_unit_test_teardown(overlap_starts_in_the_order_of_s, tell_input),
        cmocka_unit_test_teardown(crossing_of_nearly_parallel_segments, tell_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
