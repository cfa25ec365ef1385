// SPDX-License-Identifier: MIT
// ORCA's programs and half-planes against a slow and obvious account of them (oracle_orca.h), and
// one step of crowds against both. What crowds do over time is in test_orca_crowd.c.
#include "tests/support/support.h"

#include "tests/oracle/orca.h"
#include "wend/random.h"

static const double pi = 3.14159265358979323846;

/// Part of the greatest speed by which an answer may violate what it must keep: it is a float.
static const double kept = 4e-6;
/// The half-planes are moved this way and that by this part of the greatest speed: an answer that
/// hardly changes by it is compared with the oracle's, others hang on a rounding.
static const double nudge = 2e-5;

static uint32_t rounds(uint32_t few)
{
    return long_tier() ? 30 * few : few;
}

static double between(wend_random *random, double low, double high)
{
    return wend_random_between(random, low, high);
}

// ---- the oracle's own half-planes ---------------------------------------------------------------

static wend_body random_body(wend_random *random, double size)
{
    double share = wend_random_below(random, 4) / 3.0;
    return (wend_body){.position = {between(random, -size, size), between(random, -size, size)},
                       .velocity = {between(random, -2, 2), between(random, -2, 2)},
                       .radius = (float)between(random, 0.05, 0.6),
                       .max_speed = (float)between(random, 0.5, 3),
                       .time_horizon = (float)between(random, 0.3, 5),
                       .avoidance_share = (float)share};
}

// With that relative velocity they collide within tau: the definition. For two that overlap only
// the end of the time counts.
static bool collides(wend_vec2 p, double radii, double tau, wend_vec2 v)
{
    double v2 = oracle_dot(v, v), t = v2 > 0 ? oracle_dot(v, p) / v2 : 0;
    t = fmin(fmax(t, 0), tau);
    if (oracle_length(p) <= radii)
        t = tau;
    return oracle_length(oracle_vec(p.x - t * v.x, p.y - t * v.y)) < radii;
}

static void test_oracle_leaves_the_cone(void **state)
{
    (void)state;
    wend_random random = wend_random_stream(1, 1);
    const double margin = 0.1, seconds = 0.1, bit = 1e-6;
    for (uint32_t k = 0; k < rounds(2000); ++k) {
        wend_body me = random_body(&random, 2), other = random_body(&random, 2);
        me.avoidance_share = 1, other.avoidance_share = 0; // all of u is this one's
        wend_half_plane plane = oracle_pair_plane(&me, &other, seconds, margin, 0);
        wend_vec2 p = oracle_minus(other.position, me.position),
                  v = oracle_minus(me.velocity, other.velocity), n = {plane.nx, plane.ny};
        double radii = ((double)me.radius + other.radius) * (1 + margin);
        double tau = oracle_length(p) <= radii ? seconds : me.time_horizon;
        double out = plane.c - oracle_dot(n, me.velocity);
        assert_true(fabs(oracle_length(n) - 1) < 1e-12);
        // Its end is on the rim of what collides, and n points away.
        double in = out - bit, beyond = out + bit;
        assert_true(collides(p, radii, tau, oracle_vec(v.x + in * n.x, v.y + in * n.y)));
        assert_false(collides(p, radii, tau, oracle_vec(v.x + beyond * n.x, v.y + beyond * n.y)));
        // Nothing of the rim is nearer.
        bool inside = collides(p, radii, tau, v);
        assert_int_equal(inside, out > 0);
        for (int i = 0; i < 60; ++i) {
            double angle = 2 * pi * i / 60, length = (fabs(out) - bit) * (i % 3 + 1) / 3;
            wend_vec2 near = {v.x + length * cos(angle), v.y + length * sin(angle)};
            assert_int_equal(collides(p, radii, tau, near), inside);
        }
    }
}

// ---- programs -----------------------------------------------------------------------------------

static wend_half_plane plane_at(double angle, double c, bool hard)
{
    return (wend_half_plane){cos(angle), sin(angle), c, hard};
}

// Half-planes of every kind: anywhere, on a raster of directions (parallel, opposite, twice the
// same), and nearly so. Hard ones allow zero.
static uint32_t random_planes(wend_random *random, wend_half_plane *planes, double speed)
{
    uint32_t count = wend_random_below(random, 13), kind = wend_random_below(random, 4);
    double tight = between(random, 0.05, 1);
    for (uint32_t k = 0; k < count; ++k) {
        bool hard = wend_random_below(random, 4) == 0;
        double angle = between(random, 0, 2 * pi), c = speed * between(random, -1, tight);
        if (kind == 0) {
            angle = pi / 4 * wend_random_below(random, 8);
            c = speed * 0.25 * ((double)wend_random_below(random, 7) - 4);
        } else if (kind == 1 && k > 0) { // nearly the same or opposite direction
            angle = atan2(planes[k - 1].ny, planes[k - 1].nx) + pi * wend_random_below(random, 2);
            angle += pow(10, between(random, -8, -1));
        }
        planes[k] = plane_at(angle, hard && c > 0 ? 0 : c, hard);
    }
    return count;
}

static wend_preferred_velocity random_wish(wend_random *random, double max_speed)
{
    double speed = max_speed * between(random, 0, 1.2), from = between(random, 0, 2 * pi);
    double theta = wend_random_below(random, 3) ? between(random, 0, 1.5) : 0;
    if (wend_random_below(random, 4) == 0)
        from = pi / 4 * wend_random_below(random, 8) - theta / 2; // square to a raster plane
    wend_preferred_velocity wish = {(float)(speed * cos(from)),
                                    (float)(speed * sin(from)),
                                    (float)(speed * cos(from + theta)),
                                    (float)(speed * sin(from + theta)),
                                    (float)(0.25 * wend_random_below(random, 5)),
                                    theta > 0.17 && wend_random_below(random, 2)};
    if (theta == 0) {
        wish.bx = wish.ax;
        wish.by = wish.ay;
    }
    return wish;
}

static void print_program(const wend_half_plane *planes, uint32_t count,
                          const wend_preferred_velocity *wish, double max_speed)
{
    print_message("wish (%.9g, %.9g) to (%.9g, %.9g) bias %g wedge %g, max_speed %.9g\n", wish->ax,
                  wish->ay, wish->bx, wish->by, wish->bias, wish->wedge, max_speed);
    for (uint32_t k = 0; k < count; ++k)
        print_message("  {%.17g, %.17g, %.17g, %d},\n", planes[k].nx, planes[k].ny, planes[k].c,
                      planes[k].hard);
}

// The rule that answers, and its answer, with all half-planes moved inwards by `by`.
static oracle_rule nudged(const oracle_program *program, bool wedge, double by, wend_vec2 *v)
{
    oracle_program moved = *program;
    for (uint32_t k = 0; k < moved.count; ++k)
        moved.planes[k].c += moved.planes[k].hard && moved.planes[k].c + by > 0 ? 0 : by;
    return oracle_keep(&moved, wedge, 0, v);
}

/// What was checked, so that a test can see that all of it was.
typedef struct rule_counts {
    uint32_t rules[4], vague;
} rule_counts;

// NULL if v is right, else what is wrong with it.
static const char *flaw_of(const wend_half_plane *planes, uint32_t count,
                           const wend_preferred_velocity *wish, double max_speed, wend_vec2 v,
                           double room, rule_counts *tally)
{
    oracle_program program = oracle_program_of(planes, count, wish, max_speed);
    double scale = max_speed > 0 ? max_speed : 1, slack = (kept + room) * scale;
    if (!(oracle_hard_violation(&program, v) <= slack))
        return "a wall or the greatest speed is violated";
    wend_vec2 wanted, tighter, looser, deeper;
    oracle_rule rule = oracle_solve(planes, count, wish, max_speed, &wanted);
    tally->rules[rule]++;
    double least = fmax(oracle_soft_violation(&program, wanted), 0);
    // Between two half-planes that are opposite but for 1e-5, all velocities count as equally good.
    if (!(oracle_soft_violation(&program, v) <= least + 12 * slack))
        return "another velocity violates less";
    if (rule == ORACLE_LEAST)
        return NULL; // not the only one, perhaps
    if (rule != nudged(&program, wish->wedge > 0, nudge * scale, &tighter) ||
        rule != nudged(&program, wish->wedge > 0, -nudge * scale, &looser)) {
        tally->vague++;
        return NULL;
    }
    oracle_keep(&program, wish->wedge > 0, slack, &deeper);
    double spread = fmax(oracle_length(oracle_minus(wanted, tighter)),
                         oracle_length(oracle_minus(wanted, looser)));
    spread = fmax(spread, oracle_length(oracle_minus(wanted, deeper)));
    if (oracle_length(oracle_minus(v, wanted)) > spread + 20 * slack)
        return "the oracle has another answer";
    return NULL;
}

static void test_solve_is_the_oracles(void **state)
{
    (void)state;
    rule_counts tally = {{0}, 0};
    uint32_t total = rounds(4000);
    for (uint32_t seed = 0; seed < total; ++seed) {
        wend_random random = wend_random_stream(seed, 2);
        double max_speed = seed % 50 == 0 ? 0 : exp(between(&random, -2, 2));
        wend_half_plane planes[ORACLE_MOST];
        uint32_t count = random_planes(&random, planes, max_speed > 0 ? max_speed : 1);
        wend_preferred_velocity wish = random_wish(&random, max_speed);
        wend_vec2 v, wanted;
        double violation = wend_orca_solve(planes, count, &wish, max_speed, &v);
        const char *defect = flaw_of(planes, count, &wish, max_speed, v, 0, &tally);
        oracle_program program = oracle_program_of(planes, count, &wish, max_speed);
        double real = fmax(oracle_soft_violation(&program, v), 0);
        if (!defect && !(fabs(violation - real) <= kept * fmax(max_speed, 1)))
            defect = "the violation is not what is returned";
        if (defect) {
            oracle_rule rule = oracle_solve(planes, count, &wish, max_speed, &wanted);
            print_program(planes, count, &wish, max_speed);
            fail_msg("seed %u: %s: (%.9g, %.9g), oracle (%.9g, %.9g) by rule %d", seed, defect, v.x,
                     v.y, wanted.x, wanted.y, rule);
        }
    }
    for (int rule = 0; rule < 4; ++rule)
        assert_true(tally.rules[rule] > total / 100);
    assert_true(tally.vague < total / 20);
}

static void check_samples(const oracle_program *program, wend_vec2 v, uint32_t grid,
                          oracle_is_better_fn *is_better, uint32_t seed, const char *rule)
{
    wend_vec2 sample;
    if (oracle_sample(program, v, grid, is_better, 50 * kept * program->max_speed, &sample))
        fail_msg("seed %u, %s: (%.9g, %.9g) is better than (%.9g, %.9g)", seed, rule, sample.x,
                 sample.y, v.x, v.y);
}

// No velocity of the disc does better than the answer.
static void test_solve_beats_all_samples(void **state)
{
    (void)state;
    uint32_t grid = long_tier() ? 120 : 60;
    for (uint32_t seed = 0; seed < rounds(300); ++seed) {
        wend_random random = wend_random_stream(seed, 3);
        double max_speed = exp(between(&random, -2, 2));
        wend_half_plane planes[ORACLE_MOST];
        uint32_t count = random_planes(&random, planes, max_speed);
        wend_preferred_velocity wish = random_wish(&random, max_speed);
        wend_vec2 v, answer;
        wend_orca_solve(planes, count, &wish, max_speed, &v);
        oracle_program program = oracle_program_of(planes, count, &wish, max_speed);
        check_samples(&program, v, grid, oracle_is_milder, seed, "violation");
        // The oracle's answer, too, and before it is stretched to the arc.
        if (oracle_closest(&program, &answer)) {
            check_samples(&program, answer, grid, oracle_is_closer, seed, "oracle");
            wish.wedge = 0;
            wend_orca_solve(planes, count, &wish, max_speed, &v);
            if (oracle_from_chord(&program, answer) > 10 * kept * max_speed)
                check_samples(&program, v, grid, oracle_is_closer, seed, "closest");
        } else {
            oracle_least(&program, &answer);
            check_samples(&program, answer, grid, oracle_is_milder, seed, "oracle's least");
        }
    }
}

static void assert_velocity(wend_vec2 v, double x, double y)
{
    if (!(fabs(v.x - x) < 1e-5 && fabs(v.y - y) < 1e-5))
        fail_msg("got (%.9g, %.9g), wanted (%.9g, %.9g)", v.x, v.y, x, y);
}

static wend_preferred_velocity wish_of(double ax, double ay, double bx, double by, double bias,
                                       bool wedge)
{
    return (wend_preferred_velocity){(float)ax, (float)ay,   (float)bx,
                                     (float)by, (float)bias, wedge};
}

static void test_solve_by_hand(void **state)
{
    (void)state;
    wend_vec2 v;
    // Nothing in the way: the bias, at the speed of the ends.
    wend_preferred_velocity wish = wish_of(0.8, -0.6, 0.8, 0.6, 0.5, true);
    assert_true(wend_orca_solve(NULL, 0, &wish, 2, &v) == 0);
    assert_velocity(v, 1, 0);
    wish.bias = 0;
    wend_orca_solve(NULL, 0, &wish, 2, &v);
    assert_velocity(v, 0.8, -0.6);
    // The bias is cut off: the next of the chord that is not.
    wend_half_plane up = {0, 1, 0, false};
    wend_orca_solve(&up, 1, &wish, 2, &v);
    assert_velocity(v, 1, 0);
    // The chord is cut off by its parallel (the document's parallel case): below the bias.
    wish.bias = 0.75;
    wend_half_plane back = {-1, 0, -0.5, false};
    wend_orca_solve(&back, 1, &wish, 2, &v);
    assert_velocity(v, 0.5, 0.3);
    // ... and where the wedge cuts that off, at its edge.
    wish.bias = 1;
    wend_orca_solve(&back, 1, &wish, 2, &v);
    assert_velocity(v, 0.5, 0.375);
    wish.wedge = 0;
    wend_orca_solve(&back, 1, &wish, 2, &v);
    assert_velocity(v, 0.5, 0.6);
    // Stretched only as far as a half-plane allows.
    wish.bias = 0.5;
    back.c = -0.9;
    wend_orca_solve(&back, 1, &wish, 2, &v);
    assert_velocity(v, 0.9, 0);
    // Between two that contradict each other: as far from both.
    wend_half_plane pair[3] = {{1, 0, 1.5, false}, {-1, 0, 1, false}, {0, 1, 0, true}};
    assert_true(fabs(wend_orca_solve(pair, 2, &wish, 2, &v) - 1.25) < 1e-5);
    assert_true(fabs(v.x - 0.25) < 1e-5);
    // A wall is kept though the others would have it otherwise.
    wend_half_plane down[2] = {{0, -1, 1, false}, {0, 1, 0, true}};
    assert_true(fabs(wend_orca_solve(down, 2, &wish, 2, &v) - 1) < 1e-5);
    assert_true(fabs(v.y) < 1e-5);
    // Who cannot move stands.
    wend_orca_solve(pair, 3, &wish, 0, &v);
    assert_velocity(v, 0, 0);
}

// Two half-planes that are opposite but for 5e-6: along their line one end is hardly better than
// the other, and a third decides.
static void test_solve_nearly_opposite(void **state)
{
    (void)state;
    const wend_half_plane planes[] = {
        {-0.939896762, -0.341458648, 0.244080827, false},
        {-0.39163065, -0.920122445, -0.0609860867, false},
        {0.425903201, -0.904768765, 0.10045623, false},
        {0.939901114, 0.341446787, -0.116975114, false},
        {-0.992860734, -0.119279467, -0.408145815, false},
        {-0.988521874, -0.151077911, -1.18322527, false},
        {-0.237113133, -0.971482038, -0.925693274, false},
        {-0.439110249, -0.898433208, -1.3496424, false},
    };
    wend_preferred_velocity wish = wish_of(-1.00922, 2.10833, -1.00922, 2.10833, 0, false);
    wend_vec2 v;
    assert_true(wend_orca_solve(planes, 8, &wish, 1.97178, &v) < 0.064);
}

// ---- half-planes of a crowd ---------------------------------------------------------------------

enum { CROWD = 40, WALLS = 6 };

typedef struct crowd {
    wend_orca_def def;
    wend_orca *orca;
    wend_body bodies[CROWD];
    wend_preferred_velocity wishes[CROWD];
    wend_segment segments[WALLS], moving[WALLS];
    wend_vec2 speeds[WALLS]; ///< of the moving
    wend_walls *walls, *movers;
    wend_orca_input input;
} crowd;

static wend_segment random_wall(wend_random *random, double size)
{
    wend_vec2 a = {between(random, -size, size), between(random, -size, size)};
    return (wend_segment){a, {a.x + between(random, -2, 2), a.y + between(random, -2, 2)}};
}

static void make_crowd(crowd *c, uint64_t seed)
{
    wend_random random = wend_random_stream(seed, 4);
    double size = exp(between(&random, 0, 2.5)), away = seed % 3 == 0 ? 1e5 : 0;
    memset(c, 0, sizeof *c);
    c->def = wend_default_orca_def();
    c->def.max_neighbours = 1 + wend_random_below(&random, WEND_ORCA_MAX_NEIGHBOURS);
    c->def.neighbour_distance = between(&random, 1, 10);
    // The oracle has one search and one update for the whole step, and no pushes.
    c->def.substeps = 1;
    c->def.interval = INFINITY;
    c->def.separations = 0;
    c->def.margin = between(&random, 0, 0.1);
    c->def.symmetry_angle = between(&random, -0.1, 0.1);
    c->def.wall_time_horizon = between(&random, 0.1, 2);
    assert_int_equal(wend_orca_create(&c->def, &c->orca, NULL), WEND_OK);
    for (uint32_t i = 0; i < CROWD; ++i) {
        c->bodies[i] = random_body(&random, size);
        c->bodies[i].position.x += away;
        c->bodies[i].position.y -= away;
        c->wishes[i] = random_wish(&random, c->bodies[i].max_speed);
        if (wend_random_below(&random, 8) == 0)
            c->bodies[i].radius = -1;
    }
    c->input = (wend_orca_input){.bodies = c->bodies,
                                 .preferred = c->wishes,
                                 .count = CROWD,
                                 .step = between(&random, 0.02, 0.3)};
    for (int k = 0; k < WALLS; ++k) {
        c->segments[k] = random_wall(&random, size);
        c->moving[k] = random_wall(&random, size);
        wend_vec2 *ends[4] = {&c->segments[k].a, &c->segments[k].b, &c->moving[k].a,
                              &c->moving[k].b};
        for (int e = 0; e < 4; ++e)
            *ends[e] = oracle_vec(ends[e]->x + away, ends[e]->y - away);
        c->speeds[k].x = between(&random, -1, 1);
        c->speeds[k].y = between(&random, -1, 1);
    }
    wend_allocator memory = {0};
    if (seed & 1)
        assert_int_equal(wend_walls_create(c->segments, NULL, WALLS, 5, &memory, &c->walls, NULL),
                         WEND_OK);
    if (seed & 2)
        assert_int_equal(
            wend_walls_create(c->moving, c->speeds, WALLS, 5, &memory, &c->movers, NULL), WEND_OK);
    c->input.walls = c->walls;
    c->input.moving_walls = c->movers;
}

static void free_crowd(crowd *c)
{
    wend_orca_destroy(c->orca);
    wend_walls_destroy(c->walls);
    wend_walls_destroy(c->movers);
}

// Planes of the nearest others of body i, found by asking everybody.
static uint32_t oracle_neighbour_planes(const crowd *c, uint32_t i, wend_half_plane *planes)
{
    bool taken[CROWD] = {false};
    uint32_t count = 0;
    for (uint32_t minded = 0; minded < c->def.max_neighbours; ++minded) {
        uint32_t nearest = CROWD;
        double least = c->def.neighbour_distance;
        for (uint32_t j = 0; j < CROWD; ++j) {
            double d = oracle_length(oracle_minus(c->bodies[j].position, c->bodies[i].position));
            if (j != i && !taken[j] && c->bodies[j].radius >= 0 && d <= least) {
                least = d;
                nearest = j;
            }
        }
        if (nearest == CROWD)
            break;
        taken[nearest] = true;
        if (c->bodies[i].avoidance_share > 0) // who never gives way minds nobody
            planes[count++] = oracle_pair_plane(&c->bodies[i], &c->bodies[nearest], c->input.step,
                                                c->def.margin, c->def.symmetry_angle);
    }
    return count;
}

static uint32_t oracle_planes(const crowd *c, uint32_t i, wend_half_plane *planes)
{
    const wend_body *body = &c->bodies[i];
    double radius = body->radius * (1 - WEND_BODY_GIVE);
    uint32_t count = oracle_neighbour_planes(c, i, planes);
    double horizon = fmax(c->def.wall_time_horizon, c->input.step);
    for (int k = 0; k < WALLS && c->movers; ++k)
        planes[count++] = oracle_mover_plane(body->position, radius, body->max_speed, c->moving[k],
                                             c->speeds[k], horizon);
    for (int k = 0; k < WALLS && c->walls; ++k)
        planes[count++] = oracle_wall_plane(body->position, radius, c->segments[k], horizon);
    return count;
}

// How far two half-planes are from each other, for velocities of that size.
static double apart(const wend_half_plane *j, const wend_half_plane *k, double speed)
{
    return speed * hypot(j->nx - k->nx, j->ny - k->ny) + fabs(j->c - k->c);
}

/// Part of the greatest speed (or 1 m/s) by which a half-plane in float may be off: positions are
/// seconds / radius larger than velocities.
static const double plane_room = 2e-4;

// What the step minds is what the oracle has; what it leaves out cannot matter.
static void check_planes(crowd *c, uint64_t seed, uint32_t i)
{
    wend_half_plane wanted[ORACLE_MOST], got[ORACLE_MOST];
    uint32_t want = oracle_planes(c, i, wanted),
             have = wend_orca_planes(c->orca, &c->input, i, got, ORACLE_MOST);
    double speed = c->bodies[i].max_speed;
    for (uint32_t k = 0; k < want; ++k) {
        double least = HUGE_VAL;
        for (uint32_t j = 0; j < have; ++j)
            if (got[j].hard == wanted[k].hard)
                least = fmin(least, apart(&wanted[k], &got[j], speed));
        bool idle = wanted[k].c <= -speed; // keeps no velocity from anyone
        if (least > plane_room * (1 + fabs(wanted[k].c) + speed) && !idle)
            fail_msg("seed %u, body %u: no half-plane (%g, %g, %g) %s, the next is off by %g",
                     (unsigned)seed, i, wanted[k].nx, wanted[k].ny, wanted[k].c,
                     wanted[k].hard ? "hard" : "soft", least);
    }
    for (uint32_t j = 0; j < have; ++j) {
        double least = HUGE_VAL;
        for (uint32_t k = 0; k < want; ++k)
            if (got[j].hard == wanted[k].hard)
                least = fmin(least, apart(&wanted[k], &got[j], speed));
        if (least > plane_room * (1 + fabs(got[j].c) + speed))
            fail_msg("seed %u, body %u: half-plane (%g, %g, %g) is of nothing", (unsigned)seed, i,
                     got[j].nx, got[j].ny, got[j].c);
    }
}

static void test_planes_are_the_oracles(void **state)
{
    (void)state;
    crowd c;
    for (uint64_t seed = 0; seed < rounds(60); ++seed) {
        make_crowd(&c, seed);
        for (uint32_t i = 0; i < CROWD; ++i)
            if (c.bodies[i].radius >= 0)
                check_planes(&c, seed, i);
        free_crowd(&c);
    }
}

// One step with one sub-step: everybody's velocity answers the program of the oracle's half-planes.
static void check_step(crowd *c, uint64_t seed, rule_counts *tally)
{
    wend_vec2 positions[CROWD], velocities[CROWD];
    for (uint32_t i = 0; i < CROWD; ++i)
        positions[i] = velocities[i] = oracle_vec(12345, 54321);
    wend_orca_output output = {positions, velocities};
    assert_int_equal(wend_orca_step(c->orca, &c->input, &output, NULL), WEND_OK);
    for (uint32_t i = 0; i < CROWD; ++i) {
        const wend_body *body = &c->bodies[i];
        wend_vec2 v = velocities[i], p = body->position;
        if (body->radius < 0) {
            assert_true(positions[i].x == 12345 && v.y == 54321);
            continue;
        }
        wend_vec2 moved = oracle_vec((positions[i].x - p.x) / c->input.step,
                                     (positions[i].y - p.y) / c->input.step);
        assert_true(oracle_length(oracle_minus(moved, v)) < 1e-6);
        // Walls hold a body also where the half-planes would not: then it is another velocity.
        if (c->walls &&
            wend_walls_clearance(c->walls, p, 10) < body->radius + body->max_speed * c->input.step)
            continue;
        wend_half_plane planes[ORACLE_MOST];
        uint32_t count = oracle_planes(c, i, planes);
        const char *defect =
            flaw_of(planes, count, &c->wishes[i], body->max_speed, v, plane_room, tally);
        if (defect)
            fail_msg("seed %u, body %u: %s: (%g, %g)", (unsigned)seed, i, defect, v.x, v.y);
    }
}

static void test_step_is_the_oracles(void **state)
{
    (void)state;
    crowd c;
    rule_counts tally = {{0}, 0};
    for (uint64_t seed = 1000; seed < 1000 + rounds(60); ++seed) {
        make_crowd(&c, seed);
        check_step(&c, seed, &tally);
        free_crowd(&c);
    }
    for (int rule = 0; rule < 4; ++rule)
        assert_true(tally.rules[rule] > 0);
}

// ---- limits -------------------------------------------------------------------------------------

static void test_bad_definitions(void **state)
{
    (void)state;
    wend_orca *orca = NULL;
    for (int k = 0; k < 9; ++k) {
        wend_orca_def def = wend_default_orca_def();
        if (k == 0)
            def.cookie = 0;
        if (k == 1)
            def.max_neighbours = 0;
        if (k == 2)
            def.max_neighbours = WEND_ORCA_MAX_NEIGHBOURS + 1;
        if (k == 3)
            def.substeps = 0;
        if (k == 4)
            def.neighbour_distance = 0;
        if (k == 5)
            def.neighbour_distance = NAN;
        if (k == 6)
            def.margin = -1;
        if (k == 7)
            def.symmetry_angle = NAN;
        if (k == 8)
            def.wall_time_horizon = -1;
        wend_error error = {0};
        assert_int_equal(wend_orca_create(&def, &orca, &error), WEND_BAD_ARGUMENT);
        assert_true(strlen(error.text) > 0);
    }
    crowd c;
    make_crowd(&c, 1);
    wend_vec2 positions[CROWD], velocities[CROWD];
    wend_orca_output output = {positions, velocities};
    const double bad_steps[] = {0, -1, NAN, INFINITY};
    for (int k = 0; k < 4; ++k) {
        c.input.step = bad_steps[k];
        assert_int_equal(wend_orca_step(c.orca, &c.input, &output, NULL), WEND_BAD_ARGUMENT);
    }
    assert_int_equal(wend_orca_set_lanes(c.orca, 3), WEND_BAD_ARGUMENT);
    free_crowd(&c);
}

static void test_nobody(void **state)
{
    (void)state;
    wend_orca_def def = wend_default_orca_def();
    wend_orca *orca;
    assert_int_equal(wend_orca_create(&def, &orca, NULL), WEND_OK);
    wend_orca_input input = {.step = 0.1};
    wend_orca_output output = {NULL, NULL};
    assert_int_equal(wend_orca_step(orca, &input, &output, NULL), WEND_OK);
    wend_body bodies[3] = {{.radius = -1}, {.radius = -1}, {.radius = -1}};
    wend_preferred_velocity wishes[3] = {{0}};
    wend_vec2 untouched[3] = {{1, 2}, {3, 4}, {5, 6}};
    input = (wend_orca_input){.bodies = bodies, .preferred = wishes, .count = 3, .step = 0.1};
    output = (wend_orca_output){untouched, untouched};
    assert_int_equal(wend_orca_step(orca, &input, &output, NULL), WEND_OK);
    assert_true(untouched[1].x == 3 && untouched[2].y == 6);
    wend_orca_destroy(orca);
    wend_orca_destroy(NULL);
}

// Every request for memory fails once: nothing is written, nothing leaks, the next try works. And
// once warm, a step asks for none.
static void test_bad_values(void **state)
{
    (void)state;
    const double bad[] = {NAN, INFINITY, 1.5e308, -2e9};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
        for (int where = 0; where < 5; ++where) {
            wend_body bodies[2] = {{{0, 0}, {0, 0}, 0.25f, 2, 2, 0.5f},
                                   {{3, 0}, {0, 0}, 0.25f, 2, 2, 0.5f}};
            wend_preferred_velocity wishes[2] = {{1, 0, 1, 0, 0, 0}, {1, 0, 1, 0, 0, 0}};
            double *places[] = {&bodies[1].position.x, &bodies[1].position.y, &bodies[1].velocity.x,
                                &bodies[1].velocity.y};
            if (where < 4)
                *places[where] = bad[i];
            else
                wishes[1].by = isnan(bad[i]) ? NAN : INFINITY;
            wend_vec2 positions[2] = {{7, 7}}, velocities[2] = {{7, 7}};
            wend_orca_input input = {bodies, wishes, 2, NULL, NULL, 0.1, NULL, NULL};
            wend_orca_output output = {positions, velocities};
            wend_orca_def def = wend_default_orca_def();
            wend_orca *orca;
            assert_int_equal(wend_orca_create(&def, &orca, NULL), WEND_OK);
            assert_int_equal(wend_orca_step(orca, &input, &output, NULL), WEND_BAD_ARGUMENT);
            assert_true(positions[0].x == 7 && velocities[0].y == 7);
            wend_orca_destroy(orca);
        }
}

// Neighbours are found at any distance that is asked for, also at the far end of a wide crowd.
static void test_far_neighbours(void **state)
{
    (void)state;
    enum { HERE = 5, ALL = 25 };
    wend_body bodies[ALL];
    wend_preferred_velocity wishes[ALL];
    for (int i = 0; i < ALL; ++i) {
        bodies[i] = (wend_body){{i < HERE ? 0 : 1e6, i}, {0, 0}, 0.25f, 2, 2, 0.5f};
        wishes[i] = (wend_preferred_velocity){1, 0, 1, 0, 0, 0};
    }
    wend_orca_input input = {bodies, wishes, ALL, NULL, NULL, 0.1, NULL, NULL};
    wend_orca_def def = wend_default_orca_def();
    def.neighbour_distance = 1e9;
    def.max_neighbours = WEND_ORCA_MAX_NEIGHBOURS;
    wend_orca *orca;
    wend_half_plane planes[32];
    assert_int_equal(wend_orca_create(&def, &orca, NULL), WEND_OK);
    assert_int_equal(wend_orca_planes(orca, &input, 0, planes, 32), WEND_ORCA_MAX_NEIGHBOURS);
    wend_orca_destroy(orca);
}

static void test_memory(void **state)
{
    (void)state;
    for (size_t fail_at = 1; fail_at < 100; ++fail_at) {
        failing_allocator memory = {.fail_at = fail_at};
        crowd c;
        make_crowd(&c, 3);
        wend_orca *orca = NULL;
        c.def.allocator = failing_allocator_of(&memory);
        wend_vec2 positions[CROWD] = {{7, 7}}, velocities[CROWD] = {{7, 7}};
        wend_orca_output output = {positions, velocities};
        wend_result result = wend_orca_create(&c.def, &orca, NULL);
        if (result == WEND_OK) {
            result = wend_orca_step(orca, &c.input, &output, NULL);
            if (result != WEND_OK) {
                assert_int_equal(result, WEND_OUT_OF_MEMORY);
                assert_true(positions[0].x == 7 && velocities[0].y == 7);
                assert_int_equal(wend_orca_step(orca, &c.input, &output, NULL), WEND_OK);
            }
            size_t calls = memory.calls;
            assert_int_equal(wend_orca_step(orca, &c.input, &output, NULL), WEND_OK);
            assert_int_equal(memory.calls, calls);
        }
        wend_orca_destroy(orca);
        free_crowd(&c);
        assert_int_equal(memory.bytes, 0);
        if (memory.calls < fail_at)
            return;
    }
    fail_msg("it never stops asking for memory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_oracle_leaves_the_cone),
        cmocka_unit_test(test_solve_by_hand),
        cmocka_unit_test(test_solve_nearly_opposite),
        cmocka_unit_test(test_solve_is_the_oracles),
        cmocka_unit_test(test_solve_beats_all_samples),
        cmocka_unit_test(test_planes_are_the_oracles),
        cmocka_unit_test(test_step_is_the_oracles),
        cmocka_unit_test(test_bad_definitions),
        cmocka_unit_test(test_bad_values),
        cmocka_unit_test(test_far_neighbours),
        cmocka_unit_test(test_nobody),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
