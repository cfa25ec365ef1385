// SPDX-License-Identifier: MIT
// Entities in the shape of their group: the forces by hand, what is refused, and that nobody ever
// leaves the shape or enters another disc while it turns, narrows and bends.
#include "tests/group/group_walk.h"

#include "group/potential.h"

static const double PI = 3.141592653589793;

// ---- the border ---------------------------------------------------------------------------------

/// The field's own account of depth is the shape's.
static void test_border(void **state)
{
    (void)state;
    static const wend_group_size size = {.area = 30, .min_width = 1};
    uint64_t rounds = long_tier() ? 20000 : 200;
    for (uint64_t seed = 0; seed < rounds; ++seed) {
        wend_random random = wend_random_stream(seed, 1);
        wend_group_pose poses[4];
        walk_poses(&random, size, 9, poses, 4);
        wend_group_plan *plan =
            walk_plan(seed % 2 ? WEND_GROUP_HINGED : WEND_GROUP_DEFORMABLE, size, poses, 4);
        for (int k = 0; k < 20; ++k) {
            double along = wend_random_between(&random, 0, wend_group_plan_length(plan));
            wend_group_shape shape = wend_group_plan_shape(plan, along);
            potential_border border = wend_potential_border(&shape);
            wend_box box = wend_group_shape_box(&shape);
            wend_vec2 p = {wend_random_between(&random, box.min.x - 1, box.max.x + 1),
                           wend_random_between(&random, box.min.y - 1, box.max.y + 1)};
            wend_vec2 inwards, nearest;
            double depth = wend_group_shape_depth(&shape, p, &nearest);
            if (!(fabs(wend_potential_depth(&border, p, &inwards) - depth) < WALK_ROUNDING))
                fail_msg("seed %llu: %.12g, not %.12g", (unsigned long long)seed,
                         wend_potential_depth(&border, p, NULL), depth);
            // A bit further inwards it is as much deeper, unless that is across the spine.
            if (shape.width / 2 - depth > 0.01) {
                wend_vec2 q = {p.x + 0.01 * inwards.x, p.y + 0.01 * inwards.y};
                assert_true(fabs(wend_group_shape_depth(&shape, q, NULL) - depth - 0.01) <
                            WALK_ROUNDING);
            }
        }
        wend_group_plan_destroy(plan);
    }
}

// ---- the forces ---------------------------------------------------------------------------------

/// Equations 1 to 3, as they are printed.
static wend_vec2 force_by_hand(const walk *w, uint32_t i)
{
    const wend_group_potential_def *d = &w->def;
    wend_group_shape shape = wend_group_plan_shape(w->plan, w->state.along);
    wend_vec2 nearest, p = w->places[i], sum;
    double depth = wend_group_shape_depth(&shape, p, &nearest), half = shape.width / 2;
    double size = d->c3 / pow(fmax(depth - w->radii[i], d->min_gap), d->sigma3);
    size *= fmin(1, (half - depth) / (0.25 * half));
    sum = (wend_vec2){size * (nearest.x - p.x) / (half - depth),
                      size * (nearest.y - p.y) / (half - depth)};
    for (uint32_t k = 0; k < w->state.count + w->state.other_count; ++k) {
        bool other = k >= w->state.count;
        wend_vec2 q = other ? w->others[k - w->state.count] : w->places[k];
        double radius = other ? w->other_radii[k - w->state.count] : w->radii[k];
        double r = walk_distance(p, q), z = r - w->radii[i] - radius;
        if (k == i || z >= d->reach)
            continue;
        z = fmax(z, d->min_gap);
        size = -d->c1 / pow(z, d->sigma1) + d->c2 / pow(z, d->sigma2);
        if (other)
            size = fmax(size, 0);
        sum.x += size * (p.x - q.x) / r;
        sum.y += size * (p.y - q.y) / r;
    }
    return sum;
}

/// Forces are as printed up to this part of them.
#define FORCE_ROUNDING 1e-9

static void test_forces_by_hand(void **state)
{
    (void)state;
    static const double exponents[] = {1.5, 2, 2.5, 3, 7.5, 1.25, 3.3, 9};
    uint64_t rounds = long_tier() ? 20000 : 300;
    for (uint64_t seed = 0; seed < rounds; ++seed) {
        wend_random random = wend_random_stream(seed, 2);
        walk *w = walk_create(2 + wend_random_below(&random, 30), 0.1, 0.5, 0.3, &random);
        wend_group_pose poses[3];
        walk_poses(&random, w->size, 5, poses, 3);
        walk_begin(w, WEND_GROUP_DEFORMABLE, poses, 3, seed);
        w->def.sigma1 = exponents[wend_random_below(&random, 8)];
        w->def.sigma2 = w->def.sigma1 + exponents[wend_random_below(&random, 8)];
        w->def.sigma3 = exponents[wend_random_below(&random, 8)];
        w->def.c3 = wend_random_between(&random, 0.01, 1);
        w->def.reach = wend_random_between(&random, 0, 5);
        w->state.other_count = 3;
        for (int k = 0; k < 3; ++k) {
            w->others[k] = (wend_vec2){wend_random_between(&random, -5, 5), k};
            w->other_radii[k] = 0.1 * k;
        }
        for (uint32_t i = 0; i < w->state.count; ++i) {
            wend_vec2 f = wend_group_potential_force(&w->def, &w->state, i),
                      g = force_by_hand(w, i);
            if (!(walk_distance(f, g) <= FORCE_ROUNDING * (1 + fabs(g.x) + fabs(g.y))))
                fail_msg("seed %llu: (%g, %g), not (%g, %g)", (unsigned long long)seed, f.x, f.y,
                         g.x, g.y);
        }
        walk_destroy(w);
    }
}

/// A walk whose shape is a disc that stands at 0.
static walk *in_a_disc(uint32_t count, double radius, double width)
{
    wend_random random = wend_random_stream(1, 1);
    walk *w = walk_create(count, radius, radius, 0.25, &random);
    w->size.area = PI / 4 * width * width;
    const wend_group_pose poses[] = {{{0, 0}, 0, width}, {{100, 0}, 0, width}};
    walk_begin(w, WEND_GROUP_DEFORMABLE, poses, 2, 1);
    return w;
}

/// Two and nobody else: what one does to the other the other does to it. They repel each other when
/// near and attract each other when not, as far as they reach.
static void test_pairs(void **state)
{
    (void)state;
    walk *w = in_a_disc(2, 0.3, 1000);
    w->def.c3 = 1e-12;
    double even = pow(w->def.c2 / w->def.c1, 1 / (w->def.sigma2 - w->def.sigma1));
    w->def.reach = 2 * even;
    for (double gap = 0.001; gap < 3 * even; gap *= 1.1) {
        double angle = 40 * gap;
        w->places[0] = (wend_vec2){3, 4};
        w->places[1] = (wend_vec2){3 + (0.6 + gap) * cos(angle), 4 + (0.6 + gap) * sin(angle)};
        wend_vec2 a = wend_group_potential_force(&w->def, &w->state, 0);
        wend_vec2 b = wend_group_potential_force(&w->def, &w->state, 1);
        assert_true(fabs(a.x + b.x) < FORCE_ROUNDING && fabs(a.y + b.y) < FORCE_ROUNDING);
        double away = -a.x * cos(angle) - a.y * sin(angle);
        if (gap < even)
            assert_true(away > 0);
        else if (gap < 2 * even)
            assert_true(away < 0);
        else
            assert_true(fabs(away) < FORCE_ROUNDING);
    }
    walk_destroy(w);
}

/// Where discs touch, overlap or lie at one place, forces are large but no larger than at
/// min_gap, and part them.
static void test_bounded(void **state)
{
    (void)state;
    walk *w = in_a_disc(2, 0.3, 1000);
    double least = w->def.min_gap,
           touching = w->def.c2 / pow(least, w->def.sigma2) - w->def.c1 / pow(least, w->def.sigma1);
    for (double distance = 0; distance <= 0.6 + least; distance += 0.02) {
        w->places[0] = (wend_vec2){100, 0};
        w->places[1] = (wend_vec2){100 + distance, 0};
        wend_vec2 a = wend_group_potential_force(&w->def, &w->state, 0);
        wend_vec2 b = wend_group_potential_force(&w->def, &w->state, 1);
        assert_true(fabs(hypot(a.x, a.y) / touching - 1) < 1e-3); // the border is far
        assert_true(fabs(a.x + b.x) < 1e-3 && fabs(a.y + b.y) < 1e-3);
        assert_true(distance == 0 || a.x < 0);
    }
    // Beyond the border, inwards; at the centre of a shape, nowhere.
    w->state.count = 1;
    w->places[0] = (wend_vec2){600, 0};
    wend_vec2 out = wend_group_potential_force(&w->def, &w->state, 0);
    assert_true(fabs(out.x + w->def.c3 / pow(least, w->def.sigma3)) < 1e-6 && fabs(out.y) < 1e-9);
    w->places[0] = (wend_vec2){0, 0};
    out = wend_group_potential_force(&w->def, &w->state, 0);
    assert_true(out.x == 0 && out.y == 0);
    walk_destroy(w);
}

// ---- refused ------------------------------------------------------------------------------------

static void refuses(wend_group_potential_def def, const char *text)
{
    wend_error error;
    assert_int_equal(wend_group_potential_def_check(&def, &error), WEND_BAD_ARGUMENT);
    assert_string_equal(error.text, text);
    assert_int_equal(wend_group_potential_def_check(&def, NULL), WEND_BAD_ARGUMENT);
}

#define REFUSES(potential, value, text)                                                            \
    do {                                                                                           \
        wend_group_potential_def def = wend_default_group_potential_def();                         \
        def.potential = value;                                                                     \
        refuses(def, text);                                                                        \
    } while (0)

static void test_refused(void **state)
{
    (void)state;
    wend_group_potential_def good = wend_default_group_potential_def();
    assert_int_equal(wend_group_potential_def_check(&good, NULL), WEND_OK);
    refuses((wend_group_potential_def){0},
            "initialise the definition with wend_default_group_potential_def()");
    assert_int_equal(wend_group_potential_def_check(NULL, NULL), WEND_BAD_ARGUMENT);
    // The document's constraints.
    good.c1 = 2;
    good.c2 = 2;
    refuses(good, "c1 (attraction) must be less than c2 (repulsion), found 2 and 2");
    good = wend_default_group_potential_def();
    good.sigma1 = 3;
    good.sigma2 = 2.5;
    refuses(good, "sigma1 (attraction) must be less than sigma2 (repulsion), found 3 and 2.5");
    REFUSES(sigma1, 1, "sigma1 must be above 1, found 1");
    REFUSES(sigma1, NAN, "sigma1 must be above 1, found nan");
    REFUSES(sigma3, 1, "sigma3 must be above 1, found 1");
    REFUSES(sigma3, INFINITY, "sigma3 must be above 1, found inf");
    REFUSES(c3, 0, "c3 must be above 0, found 0");
    good = wend_default_group_potential_def();
    good.c1 = 0;
    good.c2 = 1;
    refuses(good, "c1 must be above 0, found 0");
    // And ours.
    REFUSES(min_gap, 0, "min_gap must be above 0, found 0");
    REFUSES(max_speed, -1, "max_speed must be above 0, found -1");
    REFUSES(speed, 0, "speed must be above 0, found 0");
    REFUSES(max_acceleration, NAN, "max_acceleration must be above 0, found nan");
    REFUSES(substep, 0, "substep must be above 0, found 0");
    REFUSES(reach, -1, "reach must be 0 or more, found -1");
    REFUSES(drag, 0, "drag is a time and must be above 0 (INFINITY: none), found 0");
    good = wend_default_group_potential_def();
    good.speed = 3;
    good.max_speed = 2;
    refuses(good, "speed must not exceed max_speed, found 3 and 2");
}

static void test_refused_step(void **state)
{
    (void)state;
    walk *w = in_a_disc(3, 0.3, 5);
    wend_group_potential_outcome outcome;
    wend_error error;
    static const double steps[] = {0, -1, NAN, INFINITY};
    for (int k = 0; k < 4; ++k)
        assert_int_equal(
            wend_group_potential_step(&w->def, steps[k], &w->state, w->scratch, &outcome, &error),
            WEND_BAD_ARGUMENT);
    w->places[1].y = NAN;
    assert_int_equal(
        wend_group_potential_step(&w->def, 0.1, &w->state, w->scratch, &outcome, &error),
        WEND_BAD_ARGUMENT);
    w->places[1].y = 0;
    w->state.other_count = 1;
    w->other_radii[0] = -1;
    assert_int_equal(
        wend_group_potential_step(&w->def, 0.1, &w->state, w->scratch, &outcome, &error),
        WEND_BAD_ARGUMENT);
    w->def.sigma1 = 1;
    assert_int_equal(
        wend_group_potential_step(&w->def, 0.1, &w->state, w->scratch, &outcome, &error),
        WEND_BAD_ARGUMENT);
    walk_destroy(w);
}

// ---- temporal distortion ------------------------------------------------------------------------

/// Definition 5.1: one that goes for the border, with a speed just below and just above that from
/// which it can stop. The shape waits for the second, until it has stopped, and then goes on.
static void test_waits_for_one_who_cannot_stop(void **state)
{
    (void)state;
    static const double gaps[] = {0.02, 0.1, 0.3};
    for (int k = 0; k < 3; ++k)
        for (int fast = 0; fast < 2; ++fast) {
            walk *w = in_a_disc(1, 0.3, 5);
            w->def.substep = 0.01;
            // Half a sub-step of braking is between a speed that is fine and one that is not.
            double limit = sqrt(2 * gaps[k] * w->def.max_acceleration);
            double v = limit + (fast ? 1 : -2) * w->def.max_acceleration * w->def.substep;
            w->places[0] = (wend_vec2){0, 2.5 - 0.3 - gaps[k]};
            w->velocities[0] = (wend_vec2){0, v};
            wend_group_potential_outcome outcome = walk_checked(w, w->def.substep);
            assert_true(outcome.waited == (fast == 1));
            assert_true(fast ? outcome.moved == 0 : outcome.moved > 0);
            int waited = 0;
            for (; waited < 200 && walk_checked(w, w->def.substep).waited; ++waited)
                ;
            assert_true(waited < 100);
            walk_destroy(w);
        }
}

static void test_halts(void **state)
{
    (void)state;
    walk *w = in_a_disc(5, 0.3, 5);
    w->state.halt = true;
    for (int i = 0; i < 20; ++i) {
        wend_group_potential_outcome outcome = walk_checked(w, 0.1);
        assert_true(outcome.waited && outcome.moved == 0);
    }
    w->state.halt = false;
    while (!walk_arrived(w))
        walk_checked(w, 0.1);
    // At its end it waits for nothing any more.
    for (int i = 0; i < 2; ++i) {
        w->state.halt = i;
        assert_true(!walk_checked(w, 0.1).waited);
    }
    assert_true(w->time < 2 + 100 / w->def.speed + 0.4);
    walk_destroy(w);
}

/// A shape without anybody goes its way.
static void test_nobody(void **state)
{
    (void)state;
    walk *w = in_a_disc(1, 0.3, 5);
    w->state.count = 0;
    while (!walk_arrived(w))
        assert_true(walk_checked(w, 0.1).min_depth == INFINITY);
    walk_destroy(w);
}

// ---- rest and energy ----------------------------------------------------------------------------

/// Kinetic and potential energy, the latter by the integral of equations 1 and 2.
static double energy(const walk *w)
{
    const wend_group_potential_def *d = &w->def;
    double sum = 0;
    for (uint32_t i = 0; i < w->state.count; ++i) {
        sum += 0.5 *
               (w->velocities[i].x * w->velocities[i].x + w->velocities[i].y * w->velocities[i].y);
        sum += d->c3 / (d->sigma3 - 1) * pow(walk_depth(w, i), 1 - d->sigma3);
        for (uint32_t k = i + 1; k < w->state.count; ++k) {
            double z = walk_distance(w->places[i], w->places[k]) - w->radii[i] - w->radii[k];
            sum += d->c2 / (d->sigma2 - 1) * pow(z, 1 - d->sigma2) -
                   d->c1 / (d->sigma1 - 1) * pow(z, 1 - d->sigma1);
        }
    }
    return sum;
}

/// Without drag and limits, energy is kept as well as Runge-Kutta keeps it: for minutes it hardly
/// changes. (The border's force fades at the spine, which costs none.)
static void test_energy(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 4; ++seed) {
        walk *w = in_a_disc(12, 0.2, 6);
        wend_random random = wend_random_stream(seed, 3);
        w->state.halt = true;
        w->def.drag = INFINITY;
        w->def.reach = 20;
        w->def.max_acceleration = w->def.max_speed = 1e6;
        w->def.min_gap = 1e-6;
        w->def.substep = 0.005;
        for (uint32_t i = 0; i < w->state.count; ++i)
            w->velocities[i] = (wend_vec2){wend_random_between(&random, -0.3, 0.3),
                                           wend_random_between(&random, -0.3, 0.3)};
        double begin = energy(w), kinetic = 0.5 * 0.06 * w->state.count;
        for (int i = 0; i < (long_tier() ? 36000 : 1200); ++i) {
            walk_step(w, 0.1);
            if (!(fabs(energy(w) - begin) < 0.05 * kinetic))
                fail_msg("seed %llu: after %g s energy is %g, not %g", (unsigned long long)seed,
                         w->time, energy(w), begin);
        }
        walk_destroy(w);
    }
}

/// With it, all come to rest in a shape that stands, as dense as may be, at any length of step.
static void test_rest(void **state)
{
    (void)state;
    static const double steps[] = {0.05, 0.1, 0.5};
    for (int k = 0; k < 3; ++k)
        for (int narrow = 0; narrow < 2; ++narrow) {
            wend_random random = wend_random_stream(1, 4);
            walk *w = walk_create(20, 0.2, 0.3, WEND_GROUP_DENSITY, &random);
            double width = narrow ? w->size.min_width : wend_group_disc_width(w->size.area);
            const wend_group_pose poses[] = {{{0, 0}, 0, width}, {{9, 0}, 0, width}};
            walk_begin(w, WEND_GROUP_DEFORMABLE, poses, 2, 1);
            w->state.halt = true;
            for (uint32_t i = 0; i < 20; ++i)
                w->velocities[i].x = 1;
            while (w->time < 180)
                walk_checked(w, steps[k]);
            for (uint32_t i = 0; i < 20; ++i)
                if (!(hypot(w->velocities[i].x, w->velocities[i].y) < 0.01))
                    fail_msg("%d, %d: member %u still goes at (%g, %g) m/s", k, narrow, i,
                             w->velocities[i].x, w->velocities[i].y);
            walk_destroy(w);
        }
}

// ---- whole plans --------------------------------------------------------------------------------

/// Any plan is followed to its end in this time, as a factor of what its length and speed give.
#define MOST_TIME 2

static void walk_all(walk *w, double step, uint64_t seed)
{
    double most = MOST_TIME * wend_group_plan_length(w->plan) / w->def.speed + 10;
    while (!walk_arrived(w)) {
        walk_checked(w, step);
        if (!(w->time < most))
            fail_msg("seed %llu: stuck at %g of %g m", (unsigned long long)seed, w->state.along,
                     wend_group_plan_length(w->plan));
    }
}

static void test_plans(void **state)
{
    (void)state;
    uint64_t rounds = long_tier() ? 400 : 6;
    for (uint64_t seed = 0; seed < rounds; ++seed) {
        wend_random random = wend_random_stream(seed, 7);
        wend_group_pose poses[10];
        bool even = seed % 2;
        uint32_t count = seed == 0 ? 1 : 2 + wend_random_below(&random, 59);
        double density = wend_random_between(&random, 0.15, 0.3);
        walk *w = walk_create(count, even ? 0.3 : 0.15, even ? 0.3 : 0.4, density, &random);
        // On the outer side of a bend one is carried twice as fast as in its middle.
        if (seed % 5 == 0)
            w->def.max_speed = w->def.speed;
        walk_poses(&random, w->size, 20, poses, 10);
        walk_begin(w, seed % 3 ? WEND_GROUP_HINGED : WEND_GROUP_DEFORMABLE, poses, 10, seed);
        walk_all(w, seed % 4 < 2 ? 0.1 : 0.05, seed);
        walk_destroy(w);
    }
}

/// Nobody leaves the shape and nobody overlaps, for minutes, in the long tier for hours: plan after
/// plan, each of which starts where the last one ended.
static void test_hours(void **state)
{
    (void)state;
    double time = 0, most = long_tier() ? 6 * 3600 : 300;
    wend_random random = wend_random_stream(9, 8);
    walk *w = walk_create(50, 0.3, 0.3, WEND_GROUP_DENSITY, &random);
    wend_group_pose poses[10];
    walk_poses(&random, w->size, 30, poses, 10);
    walk_begin(w, WEND_GROUP_HINGED, poses, 10, 1);
    for (uint64_t round = 0; time < most; ++round) {
        walk_all(w, 0.1, round);
        time += w->time;
        w->time = 0;
        wend_group_pose last = poses[9];
        walk_poses(&random, w->size, 30, poses, 10);
        for (int i = 1; i < 10; ++i) {
            poses[i].centre.x += last.centre.x;
            poses[i].centre.y += last.centre.y;
        }
        poses[0] = last;
        wend_group_plan_destroy(w->plan);
        w->plan =
            walk_plan(round % 2 ? WEND_GROUP_HINGED : WEND_GROUP_DEFORMABLE, w->size, poses, 10);
        w->state.plan = w->plan;
        w->state.along = 0;
    }
    walk_destroy(w);
}

/// A thousand kilometres from the origin, where places are rounded to a tenth of a nanometre.
static void test_far_away(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(4, 13);
    walk *w = walk_create(30, 0.2, 0.3, WEND_GROUP_DENSITY, &random);
    wend_group_pose poses[6];
    walk_poses(&random, w->size, 20, poses, 6);
    for (int i = 0; i < 6; ++i) {
        poses[i].centre.x += 1e6;
        poses[i].centre.y -= 1e6;
    }
    walk_begin(w, WEND_GROUP_HINGED, poses, 6, 1);
    walk_all(w, 0.1, 0);
    walk_destroy(w);
}

/// Dense groups may be slow, but nobody leaves and nobody overlaps; whatever the constants.
static void test_bad_constants(void **state)
{
    (void)state;
    uint64_t rounds = long_tier() ? 300 : 6;
    for (uint64_t seed = 0; seed < rounds; ++seed) {
        wend_random random = wend_random_stream(seed, 9);
        wend_group_pose poses[6];
        walk *w =
            walk_create(2 + wend_random_below(&random, 39), 0.1, 0.4, WEND_GROUP_DENSEST, &random);
        walk_poses(&random, w->size, 9, poses, 6);
        walk_begin(w, seed % 2 ? WEND_GROUP_HINGED : WEND_GROUP_DEFORMABLE, poses, 6, seed);
        w->def.c2 = wend_random_between(&random, 0.01, 10);
        w->def.c1 = wend_random_between(&random, 0.001, 0.999) * w->def.c2;
        w->def.c3 = wend_random_between(&random, 1e-6, 1);
        w->def.reach = wend_random_between(&random, 0, 9);
        w->def.drag = wend_random_between(&random, 0.02, 9);
        w->def.max_acceleration = wend_random_between(&random, 0.5, 50);
        w->def.max_speed = wend_random_between(&random, w->def.speed, 9);
        w->def.substep = wend_random_between(&random, 0.01, 0.5);
        for (int i = 0; i < 600; ++i)
            walk_checked(w, 0.1);
        walk_destroy(w);
    }
}

// ---- others -------------------------------------------------------------------------------------

/// Some stand in the way: nobody walks into them, and the shape waits until they are gone.
static void test_others_in_the_way(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(3, 10);
    walk *w = walk_create(20, 0.25, 0.3, WEND_GROUP_DENSITY, &random);
    double width = wend_group_disc_width(w->size.area);
    const wend_group_pose poses[] = {{{0, 0}, 0, width}, {{30, 0}, 0, width}};
    walk_begin(w, WEND_GROUP_DEFORMABLE, poses, 2, 1);
    // A fence, too dense to pass through, at 10 m.
    for (int k = 0; k < 40; ++k) {
        w->others[k] = (wend_vec2){10, -4 + 0.2 * k};
        w->other_radii[k] = 0.2;
    }
    w->state.other_count = 40;
    double before = -1;
    for (int i = 0; i < 600; ++i) {
        if (i == 500)
            before = w->state.along;
        walk_checked(w, 0.1);
    }
    // They are pressed together before the fence, which the shape reaches over.
    assert_true(w->state.along > 7 && w->state.along - before < 0.01);
    for (uint32_t i = 0; i < w->state.count; ++i)
        assert_true(w->places[i].x < 10);
    w->state.other_count = 0;
    while (!walk_arrived(w))
        walk_checked(w, 0.1);
    assert_true(w->time < 60 + 30 / w->def.speed * MOST_TIME);
    walk_destroy(w);
}

/// A single one stands in the way: the group passes around it.
static void test_around_another(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 8; ++seed) {
        wend_random random = wend_random_stream(seed, 11);
        walk *w = walk_create(20, 0.25, 0.3, WEND_GROUP_DENSITY, &random);
        double width = wend_group_disc_width(w->size.area);
        const wend_group_pose poses[] = {{{0, 0}, 0, width}, {{30, 0}, 0, width}};
        walk_begin(w, WEND_GROUP_DEFORMABLE, poses, 2, 1);
        w->others[0] = (wend_vec2){10, wend_random_between(&random, -width / 2, width / 2)};
        w->other_radii[0] = 0.3;
        w->state.other_count = 1;
        walk_all(w, 0.1, seed);
        walk_destroy(w);
    }
}

// ---- put elsewhere ------------------------------------------------------------------------------

/// Who was put out of the shape, or into another, gets out of there; the shape waits, then goes on.
static void test_brought_back(void **state)
{
    (void)state;
    walk *w = in_a_disc(9, 0.3, 6);
    w->places[0] = (wend_vec2){-6, 5};
    w->places[1] = w->places[2] = w->places[3];
    w->velocities[4] = (wend_vec2){50, 0};
    double slack = WEND_GROUP_POTENTIAL_SLACK;
    wend_group_potential_outcome outcome = walk_step(w, 0.1);
    assert_true(outcome.waited && outcome.moved == 0 && outcome.min_depth < -4);
    assert_true(hypot(w->velocities[4].x, w->velocities[4].y) <= w->def.max_speed * 1.001);
    while ((walk_gap(w) < -slack || walk_depth(w, 0) < -slack) && w->time < 10)
        outcome = walk_step(w, 0.1);
    assert_true(w->time < 6);
    for (int i = 0; i < 100; ++i)
        outcome = walk_checked(w, 0.1);
    assert_true(w->state.along > 9);
    walk_destroy(w);
}

// ---- the same again -----------------------------------------------------------------------------

static void test_same_bits(void **state)
{
    (void)state;
    walk *pair[2];
    for (int k = 0; k < 2; ++k) {
        wend_random random = wend_random_stream(5, 12);
        wend_group_pose poses[5];
        pair[k] = walk_create(30, 0.2, 0.3, WEND_GROUP_DENSITY, &random);
        walk_poses(&random, pair[k]->size, 20, poses, 5);
        walk_begin(pair[k], WEND_GROUP_HINGED, poses, 5, 3);
    }
    // The second has its members in another order.
    walk *a = pair[0], *b = pair[1];
    for (uint32_t i = 0; i < 30; ++i) {
        b->places[(i * 7) % 30] = a->places[i];
        b->radii[(i * 7) % 30] = a->radii[i];
    }
    for (int step = 0; step < 300; ++step) {
        walk_checked(a, 0.1);
        walk_checked(b, 0.1);
        assert_true(a->state.along == b->state.along);
        for (uint32_t i = 0; i < 30; ++i) {
            assert_memory_equal(&a->places[i], &b->places[(i * 7) % 30], sizeof *a->places);
            assert_memory_equal(&a->velocities[i], &b->velocities[(i * 7) % 30],
                                sizeof *a->velocities);
        }
    }
    walk_destroy(a);
    walk_destroy(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_border),
        cmocka_unit_test(test_forces_by_hand),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_bounded),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_refused_step),
        cmocka_unit_test(test_waits_for_one_who_cannot_stop),
        cmocka_unit_test(test_halts),
        cmocka_unit_test(test_nobody),
        cmocka_unit_test(test_energy),
        cmocka_unit_test(test_rest),
        cmocka_unit_test(test_plans),
        cmocka_unit_test(test_hours),
        cmocka_unit_test(test_far_away),
        cmocka_unit_test(test_bad_constants),
        cmocka_unit_test(test_others_in_the_way),
        cmocka_unit_test(test_around_another),
        cmocka_unit_test(test_brought_back),
        cmocka_unit_test(test_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
