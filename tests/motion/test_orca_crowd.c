// SPDX-License-Identifier: MIT
// What ORCA makes of crowds over time: symmetry does not stop them, piles come apart, walls hold,
// doors drain; and the bits are the same for every number of threads and every width of vectors.
#include "tests/support/support.h"

#include "wend/arc.h"
#include "wend/orca.h"
#include "wend/random.h"
#include "wend/walls.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

enum { MOST = 1000, MOST_WALLS = 16 };

typedef struct crowd {
    wend_orca_def def;
    wend_orca *orca;
    wend_arc arc;
    wend_body bodies[MOST];
    wend_preferred_velocity wishes[MOST];
    wend_steering_target aims[MOST];
    double speeds[MOST];
    uint32_t count;
    wend_segment segments[MOST_WALLS];
    uint32_t segment_count;
    wend_walls *walls;
    wend_tasks *tasks;
    double step, time;
} crowd;

static crowd *new_crowd(void)
{
    crowd *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->def = wend_default_orca_def();
    c->step = 0.1;
    wend_arc_def arc = wend_default_arc_def();
    assert_int_equal(wend_arc_make(&arc, &c->arc, NULL), WEND_OK);
    return c;
}

static void free_crowd(crowd *c)
{
    wend_orca_destroy(c->orca);
    wend_walls_destroy(c->walls);
    wend_tasks_destroy(c->tasks);
    free(c);
}

static void add(crowd *c, wend_vec2 from, wend_vec2 to)
{
    uint32_t i = c->count++;
    assert_true(i < MOST);
    c->bodies[i] = (wend_body){.position = from,
                               .radius = 0.25f,
                               .max_speed = 2,
                               .time_horizon = 2,
                               .avoidance_share = 0.5f};
    c->aims[i] = (wend_steering_target){to, to, 0.5, 0};
    c->speeds[i] = 1.3;
}

static void add_wall(crowd *c, double ax, double ay, double bx, double by)
{
    c->segments[c->segment_count++] = (wend_segment){{ax, ay}, {bx, by}};
}

// Makes what the first step needs, where it is not there yet.
static void begin(crowd *c)
{
    if (!c->orca)
        assert_int_equal(wend_orca_create(&c->def, &c->orca, NULL), WEND_OK);
    if (!c->walls && c->segment_count) {
        wend_allocator memory = {0};
        assert_int_equal(
            wend_walls_create(c->segments, NULL, c->segment_count, 2, &memory, &c->walls, NULL),
            WEND_OK);
    }
}

static void step(crowd *c)
{
    static wend_vec2 positions[MOST], velocities[MOST];
    begin(c);
    for (uint32_t i = 0; i < c->count; ++i)
        c->wishes[i] = wend_arc_preferred_velocity(&c->arc, &c->aims[i], c->bodies[i].position,
                                                   c->speeds[i], c->step);
    wend_orca_input input = {.bodies = c->bodies,
                             .preferred = c->wishes,
                             .count = c->count,
                             .walls = c->walls,
                             .step = c->step,
                             .tasks = c->tasks};
    wend_orca_output output = {positions, velocities};
    assert_int_equal(wend_orca_step(c->orca, &input, &output, NULL), WEND_OK);
    for (uint32_t i = 0; i < c->count; ++i)
        if (c->bodies[i].radius >= 0) {
            c->bodies[i].position = positions[i];
            c->bodies[i].velocity = velocities[i];
        }
    c->time += c->step;
}

static double distance(wend_vec2 p, wend_vec2 q)
{
    return hypot(q.x - p.x, q.y - p.y);
}

// How deep the deepest pair is in each other, as a part of their radii.
static double deepest(const crowd *c)
{
    double worst = 0;
    for (uint32_t i = 0; i < c->count; ++i)
        for (uint32_t j = 0; j < i; ++j) {
            const wend_body *a = &c->bodies[i], *b = &c->bodies[j];
            double radii = (double)a->radius + b->radius;
            if (a->radius >= 0 && b->radius >= 0)
                worst = fmax(worst, 1 - distance(a->position, b->position) / radii);
        }
    return worst;
}

static bool all_arrived(const crowd *c, double near)
{
    for (uint32_t i = 0; i < c->count; ++i)
        if (distance(c->bodies[i].position, c->aims[i].a) > near)
            return false;
    return true;
}

// Until all are near their goals, or so long. Returns the deepest overlap on the way.
static double run(crowd *c, double near, double seconds)
{
    double worst = 0;
    for (uint32_t k = 0; c->time < seconds && !all_arrived(c, near); ++k) {
        step(c);
        if (k % 3 == 0) // all pairs take longer than the step
            worst = fmax(worst, deepest(c));
    }
    if (!all_arrived(c, near))
        fail_msg("not all arrived in %g s", seconds);
    return worst;
}

// ---- symmetry -----------------------------------------------------------------------------------

// Exactly head-on, on an axis and on a diagonal; early seen, they would wait for each other.
static void test_head_on(void **state)
{
    (void)state;
    for (int k = 0; k < 8; ++k) {
        crowd *c = new_crowd();
        c->def.neighbour_distance = k & 1 ? 20 : 5;
        c->def.substeps = k & 2 ? 1 : 4;
        double y = k & 4 ? 8 : 0;
        add(c, (wend_vec2){-8, -y}, (wend_vec2){8, y});
        add(c, (wend_vec2){8, y}, (wend_vec2){-8, -y});
        double worst = run(c, 0.1, 1.2 * hypot(16, 2 * y) / 1.3 + 1);
        assert_true(worst < 0.02);
        free_crowd(c);
    }
}

static void test_circles(void **state)
{
    (void)state;
    // Free walking time over the circle's width, and how much more is allowed.
    const struct {
        uint32_t count;
        double radius, factor;
    } circles[] = {{2, 5, 1.5}, {3, 5, 2},    {4, 5, 2},   {8, 5, 2},
                   {24, 10, 3}, {100, 20, 4}, {250, 30, 5}};
    for (size_t k = 0; k < sizeof circles / sizeof *circles; ++k) {
        crowd *c = new_crowd();
        double r = circles[k].radius;
        for (uint32_t i = 0; i < circles[k].count; ++i) {
            double angle = 2 * pi * i / circles[k].count;
            add(c, (wend_vec2){r * cos(angle), r * sin(angle)},
                (wend_vec2){-r * cos(angle), -r * sin(angle)});
        }
        double worst = run(c, 0.3, circles[k].factor * 2 * r / 1.3);
        if (worst > 0.15)
            fail_msg("circle of %u: %g of the radii overlap", circles[k].count, worst);
        free_crowd(c);
    }
}

// Slow and fast, small and large, one that never gives way and one that always does.
static void test_unequal_pairs(void **state)
{
    (void)state;
    for (int k = 0; k < 16; ++k) {
        crowd *c = new_crowd();
        add(c, (wend_vec2){-6, 0}, (wend_vec2){6, 0});
        add(c, (wend_vec2){6, 0}, (wend_vec2){-6, 0});
        c->bodies[0].avoidance_share = k & 1 ? 0 : 0.5f;
        c->bodies[1].radius = k & 2 ? 0.8f : 0.25f;
        c->speeds[1] = k & 4 ? 0.4 : 1.3;
        c->bodies[1].time_horizon = k & 8 ? 6 : 2;
        double worst = run(c, 0.1, 60);
        assert_true(worst < 0.05);
        free_crowd(c);
    }
}

// A standing body that does not give way is walked around.
static void test_someone_stands_in_the_way(void **state)
{
    (void)state;
    crowd *c = new_crowd();
    add(c, (wend_vec2){-6, 0}, (wend_vec2){6, 0});
    add(c, (wend_vec2){0, 0}, (wend_vec2){0, 0});
    c->bodies[1].avoidance_share = 0;
    double worst = run(c, 0.1, 14);
    assert_true(worst < 0.02);
    assert_true(distance(c->bodies[1].position, (wend_vec2){0, 0}) < 1e-6);
    free_crowd(c);
}

static void test_piles_come_apart(void **state)
{
    (void)state;
    for (uint32_t count = 2; count <= 20; ++count) {
        crowd *c = new_crowd();
        for (uint32_t i = 0; i < count; ++i)
            add(c, (wend_vec2){3, 4}, (wend_vec2){3, 4});
        for (int k = 0; k < 100; ++k)
            step(c);
        // They all want to be where the others are, so they stay in touch.
        if (deepest(c) > 0.1)
            fail_msg("%u at one place: still %g of the radii deep", count, deepest(c));
        free_crowd(c);
    }
}

// ---- the same bits ------------------------------------------------------------------------------

// 900 in a square of 30 m with a few walls, each to a random place; unequal in everything.
static crowd *mixed_crowd(double away)
{
    crowd *c = new_crowd();
    wend_random random = wend_random_stream(7, 7);
    for (uint32_t i = 0; i < 900; ++i) {
        wend_vec2 from = {1 + i % 30 + away, 1 + i / 30 - away};
        add(c, from,
            (wend_vec2){wend_random_between(&random, 1, 30) + away,
                        wend_random_between(&random, 1, 30) - away});
        c->bodies[i].radius = i % 37 == 36 ? -1 : (float)wend_random_between(&random, 0.1, 0.3);
        c->bodies[i].time_horizon = (float)wend_random_between(&random, 0.5, 3);
        c->bodies[i].avoidance_share = i % 50 ? (float)wend_random_unit(&random) : 0;
        c->speeds[i] = wend_random_between(&random, 0, 1.8);
        c->aims[i].remaining = i % 3;
        c->aims[i].b.x += i % 2;
    }
    for (int k = 0; k < 8; ++k)
        add_wall(c, 3.5 + 3 * k + away, 5.5 - away, 3.5 + 3 * k + away, 25.5 - away);
    return c;
}

static void assert_same_bits(const crowd *c, const crowd *d, const char *what, uint32_t number)
{
    for (uint32_t i = 0; i < c->count; ++i)
        if (memcmp(&c->bodies[i], &d->bodies[i], offsetof(wend_body, radius)) != 0)
            fail_msg("%s %u: body %u is at (%.17g, %.17g), not at (%.17g, %.17g)", what, number, i,
                     d->bodies[i].position.x, d->bodies[i].position.y, c->bodies[i].position.x,
                     c->bodies[i].position.y);
}

static const int bit_steps = 25;

static void test_same_bits_for_all_threads(void **state)
{
    (void)state;
    crowd *one = mixed_crowd(0);
    for (int k = 0; k < bit_steps; ++k)
        step(one);
    const uint32_t workers[] = {2, 3, 8};
    for (int w = 0; w < 3; ++w) {
        crowd *c = mixed_crowd(0);
        wend_tasks_def tasks = wend_default_tasks_def();
        tasks.worker_count = workers[w];
        assert_int_equal(wend_tasks_create(&tasks, &c->tasks, NULL), WEND_OK);
        for (int k = 0; k < bit_steps; ++k)
            step(c);
        assert_same_bits(one, c, "threads:", workers[w]);
        free_crowd(c);
    }
    free_crowd(one);
}

static void test_same_bits_for_all_lanes(void **state)
{
    (void)state;
    crowd *widest = mixed_crowd(0);
    for (int k = 0; k < bit_steps; ++k)
        step(widest);
    uint32_t lanes = wend_orca_lanes(widest->orca);
    assert_true(lanes == 1 || lanes == 4 || lanes == 8 || lanes == 16);
    for (uint32_t narrow = 1; narrow < lanes; narrow *= 2) {
        crowd *c = mixed_crowd(0);
        begin(c);
        if (wend_orca_set_lanes(c->orca, narrow) == WEND_OK) {
            assert_int_equal(wend_orca_lanes(c->orca), narrow);
            for (int k = 0; k < bit_steps; ++k)
                step(c);
            assert_same_bits(widest, c, "lanes:", narrow);
        } else {
            assert_true(narrow != 1);
        }
        free_crowd(c);
    }
    free_crowd(widest);
}

// What is kept between steps makes no difference: a new wend_orca in each step gives the same bits.
static void test_same_bits_without_memory_of_steps(void **state)
{
    (void)state;
    crowd *c = mixed_crowd(0), *d = mixed_crowd(0);
    for (int k = 0; k < bit_steps; ++k) {
        step(c);
        wend_orca_destroy(d->orca);
        d->orca = NULL;
        step(d);
    }
    assert_same_bits(c, d, "step", (uint32_t)bit_steps);
    free_crowd(c);
    free_crowd(d);
}

// 100 km from the origin a crowd does what it does at the origin, but for the rounding of
// positions.
static void test_far_from_the_origin(void **state)
{
    (void)state;
    const double away = 1e5;
    crowd *here = mixed_crowd(0), *there = mixed_crowd(away);
    double worst = 0;
    for (int k = 0; k < 3; ++k) {
        step(here);
        step(there);
    }
    uint32_t off = 0;
    for (uint32_t i = 0; i < here->count; ++i) {
        wend_vec2 p = here->bodies[i].position, q = there->bodies[i].position;
        double d = hypot(q.x - away - p.x, q.y + away - p.y);
        worst = fmax(worst, d);
        off += d > 1e-5;
    }
    // A few stand where two answers are equally good.
    if (off > here->count / 50)
        fail_msg("%u of %u are elsewhere, the furthest by %g m", off, here->count, worst);
    for (int k = 0; k < 200; ++k)
        step(there);
    assert_true(deepest(there) < 0.2);
    free_crowd(here);
    free_crowd(there);
}

static double clearance_of_all(const crowd *c)
{
    double least = 1;
    for (uint32_t i = 0; i < c->count; ++i)
        if (c->bodies[i].radius >= 0)
            least = fmin(least, wend_walls_clearance(c->walls, c->bodies[i].position, 10) -
                                    (double)c->bodies[i].radius);
    return least;
}

// ---- pushed apart -------------------------------------------------------------------------------

// A step in which no body can walk.
static void push(crowd *c)
{
    for (uint32_t i = 0; i < c->count; ++i)
        c->bodies[i].max_speed = 0;
    step(c);
}

// Pairs, threes and small piles that overlap, and cannot walk: apart after a step. Without
// separations they stay where they are, as in RVO2.
static void test_overlapping_bodies_are_pushed_apart(void **state)
{
    (void)state;
    for (uint32_t separations = 0; separations <= WEND_ORCA_MAX_SUBSTEPS; separations += 32)
        for (uint64_t seed = 0; seed < 20; ++seed) {
            wend_random random = wend_random_stream(seed, 11);
            crowd *c = new_crowd();
            c->def.separations = separations;
            for (uint32_t i = 0; i < 120; ++i) {
                uint32_t pile = i / 4;
                wend_vec2 p = {5.0 * (pile % 6) + wend_random_between(&random, -0.2, 0.2),
                               5.0 * (pile / 6) + wend_random_between(&random, -0.2, 0.2)};
                add(c, p, p);
                c->bodies[i].radius = (float)wend_random_between(&random, 0.1, 0.3);
                c->bodies[i].avoidance_share = (float)wend_random_between(&random, 0.1, 1);
            }
            crowd *before = new_crowd();
            memcpy(before->bodies, c->bodies, sizeof c->bodies);
            before->count = c->count;
            assert_true(deepest(c) > 0.3);
            push(c);
            for (uint32_t i = 0; i < c->count; ++i) {
                wend_vec2 p = c->bodies[i].position, q = before->bodies[i].position;
                // No body has walked, and a push is no velocity.
                assert_true(c->bodies[i].velocity.x == 0 && c->bodies[i].velocity.y == 0);
                assert_true(distance(p, q) < 1.2);
                assert_true(separations > 0 || (p.x == q.x && p.y == q.y));
            }
            if (separations > 0 && deepest(c) > 1e-4)
                fail_msg("seed %u: still %g of the radii deep", (unsigned)seed, deepest(c));
            free_crowd(before);
            free_crowd(c);
        }
}

// Each takes its share of the overlap: in one pass two are apart.
static void test_pushes_are_shared(void **state)
{
    (void)state;
    for (int k = 0; k < 4; ++k) {
        crowd *c = new_crowd();
        c->def.separations = 1;
        add(c, (wend_vec2){0, 0}, (wend_vec2){0, 0});
        add(c, (wend_vec2){0.4, 0}, (wend_vec2){0.4, 0});
        c->bodies[0].avoidance_share = 0.25f * (float)k;
        c->bodies[1].avoidance_share = k < 3 ? 0.5f : 0;
        double left = k == 3 ? 1 : 0.25 * k / (0.25 * k + 0.5);
        push(c);
        assert_true(fabs(c->bodies[0].position.x + 0.1 * left) < 1e-6);
        assert_true(fabs(c->bodies[1].position.x - 0.4 - 0.1 * (1 - left)) < 1e-6);
        free_crowd(c);
    }
    // Two that never give way are left as they are.
    crowd *c = new_crowd();
    add(c, (wend_vec2){0, 0}, (wend_vec2){0, 0});
    add(c, (wend_vec2){0.4, 0}, (wend_vec2){0.4, 0});
    c->bodies[0].avoidance_share = c->bodies[1].avoidance_share = 0;
    push(c);
    assert_true(c->bodies[0].position.x == 0 && c->bodies[1].position.x == 0.4);
    free_crowd(c);
}

// Who stands at a wall or in a corner is not pushed into it: the others make room.
static void test_pushes_respect_walls(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 30; ++seed) {
        wend_random random = wend_random_stream(seed, 12);
        crowd *c = new_crowd();
        c->def.separations = WEND_ORCA_MAX_SUBSTEPS;
        add_wall(c, 0, 0, 10, 0);
        add_wall(c, 0, 0, 0, 10);
        add_wall(c, 2, 1, 2, 10); // thin: pushed through it they would be free
        for (uint32_t i = 0; i < 6; ++i) {
            wend_vec2 p = {wend_random_between(&random, 0.25, 0.8),
                           wend_random_between(&random, 0.25, 0.8)};
            if (i >= 3)
                p = (wend_vec2){1.75 - 0.1 * i + 0.3, 5 + wend_random_between(&random, -0.2, 0.2)};
            add(c, p, p);
        }
        push(c);
        if (deepest(c) > 1e-3)
            fail_msg("seed %u: still %g of the radii deep", (unsigned)seed, deepest(c));
        assert_true(clearance_of_all(c) >= -wend_walls_slack(c->walls) - WEND_BODY_GIVE);
        for (uint32_t i = 0; i < c->count; ++i) {
            wend_vec2 p = c->bodies[i].position;
            assert_true(p.x > 0 && p.y > 0 && (i < 3 || p.x < 2));
        }
        free_crowd(c);
    }
}

// ---- parts of a step, and bodies that are not moved ---------------------------------------------

static void set_threads(crowd *c, uint32_t count)
{
    wend_tasks_def tasks = wend_default_tasks_def();
    tasks.worker_count = count;
    assert_int_equal(wend_tasks_create(&tasks, &c->tasks, NULL), WEND_OK);
}

static void fixed_wishes(const crowd *c, wend_preferred_velocity *wishes)
{
    for (uint32_t i = 0; i < c->count; ++i)
        wishes[i] = wend_arc_preferred_velocity(&c->arc, &c->aims[i], c->bodies[i].position,
                                                c->speeds[i], 0.1);
}

static void step_of(crowd *c, const wend_preferred_velocity *wishes, double seconds,
                    const bool *moved, const wend_orca_output *output)
{
    begin(c);
    wend_orca_input input = {.bodies = c->bodies,
                             .preferred = wishes,
                             .count = c->count,
                             .walls = c->walls,
                             .step = seconds,
                             .tasks = c->tasks,
                             .moved = moved};
    assert_int_equal(wend_orca_step(c->orca, &input, output, NULL), WEND_OK);
}

static void take(crowd *c, const wend_orca_output *output)
{
    for (uint32_t i = 0; i < c->count; ++i)
        if (c->bodies[i].radius >= 0) {
            c->bodies[i].position = output->positions[i];
            c->bodies[i].velocity = output->velocities[i];
        }
}

// A step is its intervals one after the other.
static void test_a_long_step_is_several(void **state)
{
    (void)state;
    static wend_preferred_velocity wishes[MOST];
    static wend_vec2 positions[MOST], velocities[MOST];
    const wend_orca_output output = {positions, velocities};
    for (uint32_t threads = 1; threads <= 3; threads += 2) {
        crowd *whole = mixed_crowd(0), *parts = mixed_crowd(0);
        set_threads(whole, threads);
        for (int k = 0; k < 8; ++k) {
            fixed_wishes(whole, wishes);
            step_of(whole, wishes, 0.4, NULL, &output);
            take(whole, &output);
            for (int part = 0; part < 4; ++part) {
                step_of(parts, wishes, 0.1, NULL, &output);
                take(parts, &output);
            }
            assert_same_bits(whole, parts, "long step", (uint32_t)k);
        }
        free_crowd(whole);
        free_crowd(parts);
    }
    // Without an interval it is another step.
    crowd *one = mixed_crowd(0), *parts = mixed_crowd(0);
    one->def.interval = INFINITY;
    fixed_wishes(one, wishes);
    for (int i = 0; i < 2; ++i) {
        step_of(i ? parts : one, wishes, 0.4, NULL, &output);
        take(i ? parts : one, &output);
    }
    uint32_t other = 0;
    for (uint32_t i = 0; i < one->count; ++i)
        other += one->bodies[i].position.x != parts->bodies[i].position.x;
    assert_true(other > one->count / 2);
    free_crowd(one);
    free_crowd(parts);
}

// A step that is an interval but for rounding is not divided.
static void test_rounding_divides_nothing(void **state)
{
    (void)state;
    static wend_preferred_velocity wishes[MOST];
    static wend_vec2 positions[2][MOST], velocities[2][MOST];
    crowd *c = mixed_crowd(0);
    fixed_wishes(c, wishes);
    const double steps[2] = {0.1, 0.30000000000000004 - 0.2}; // the next above 0.1, and one more
    for (int i = 0; i < 2; ++i)
        step_of(c, wishes, steps[i], NULL, &(wend_orca_output){positions[i], velocities[i]});
    assert_true(steps[1] > steps[0]);
    for (uint32_t i = 0; i < c->count; ++i)
        if (c->bodies[i].radius >= 0)
            assert_true(distance(positions[0][i], positions[1][i]) < 1e-6);
    free_crowd(c);
}

// Who is not moved is not written, and the others are as if it were.
static void test_moved(void **state)
{
    (void)state;
    static wend_preferred_velocity wishes[MOST];
    static wend_vec2 positions[2][MOST], velocities[2][MOST];
    static bool moved[MOST];
    crowd *c = mixed_crowd(0);
    wend_vec2 untouched;
    memset(&untouched, 0x55, sizeof untouched);
    fixed_wishes(c, wishes);
    for (uint32_t i = 0; i < c->count; ++i)
        moved[i] = i % 3 != 0;
    const double steps[] = {0.05, 0.1, 0.4};
    for (int k = 0; k < 3; ++k) {
        memset(positions, 0x55, sizeof positions);
        memset(velocities, 0x55, sizeof velocities);
        for (int some = 0; some < 2; ++some)
            step_of(c, wishes, steps[k], some ? moved : NULL,
                    &(wend_orca_output){positions[some], velocities[some]});
        for (uint32_t i = 0; i < c->count; ++i) {
            bool writes = moved[i] && c->bodies[i].radius >= 0;
            assert_memory_equal(&positions[1][i], writes ? &positions[0][i] : &untouched,
                                sizeof untouched);
            assert_memory_equal(&velocities[1][i], writes ? &velocities[0][i] : &untouched,
                                sizeof untouched);
            assert_true(!writes || isfinite(positions[1][i].x));
        }
    }
    free_crowd(c);
}

// ---- walls --------------------------------------------------------------------------------------

// Along a wall, around its convex corner and along the next, while wishing to go straight through:
// from touching, from a little off, and with the corner exactly on a raster.
static void test_corner_is_passed(void **state)
{
    (void)state;
    for (int k = 0; k < 6; ++k) {
        crowd *c = new_crowd();
        add_wall(c, -10, 0, 0, 0);
        add_wall(c, 0, 0, 0, -10);
        double off = 0.25 + 0.1 * (k % 3);
        add(c, (wend_vec2){-3, off}, (wend_vec2){off, k < 3 ? -3 : -2});
        double least = 1, wanted = k < 3 ? 6.5 : 5.5;
        while (c->time < 2 * wanted / 1.3 && !all_arrived(c, 0.05)) {
            step(c);
            least = fmin(least, clearance_of_all(c));
        }
        if (!all_arrived(c, 0.05))
            fail_msg("case %d is stuck at (%g, %g)", k, c->bodies[0].position.x,
                     c->bodies[0].position.y);
        assert_true(least >= -wend_walls_slack(c->walls) - WEND_BODY_GIVE);
        free_crowd(c);
    }
}

// Two walls that meet in a T, a narrow slot: walls hold whatever the crowd pushes.
static void test_walls_hold(void **state)
{
    (void)state;
    crowd *c = new_crowd();
    // A room with a wall in it; all want to a place behind that.
    add_wall(c, 0, 0, 8, 0);
    add_wall(c, 8, 0, 8, 8);
    add_wall(c, 8, 8, 0, 8);
    add_wall(c, 0, 8, 0, 0);
    add_wall(c, 5, 1, 5, 7);
    for (uint32_t i = 0; i < 50; ++i)
        add(c, (wend_vec2){0.6 + 0.8 * (i % 5), 0.7 + 0.7 * (i / 5)}, (wend_vec2){7, 4});
    begin(c);
    double least = 1;
    for (int k = 0; k < 150; ++k) {
        step(c);
        least = fmin(least, clearance_of_all(c));
        for (uint32_t i = 0; i < c->count; ++i) {
            wend_vec2 p = c->bodies[i].position;
            assert_true(p.x > 0 && p.x < 8 && p.y > 0 && p.y < 8);
        }
    }
    assert_true(least >= -wend_walls_slack(c->walls) - WEND_BODY_GIVE);
    free_crowd(c);
}

// A crowd leaves through a door of 1 m, whose portal is what is left of it beside the radius.
static void test_door_drains(void **state)
{
    (void)state;
    for (int points = 0; points < 2; ++points) {
        crowd *c = new_crowd();
        wend_arc_def arc = wend_default_arc_def();
        arc.points = points;
        assert_int_equal(wend_arc_make(&arc, &c->arc, NULL), WEND_OK);
        const double half = 0.5, radius = 0.25;
        add_wall(c, 0, -10, 0, -half);
        add_wall(c, 0, half, 0, 10);
        for (uint32_t i = 0; i < 80; ++i)
            add(c, (wend_vec2){-1.5 - 0.7 * (i / 8), 0.7 * (i % 8) - 2.45}, (wend_vec2){0, 0});
        begin(c);
        uint32_t inside = c->count;
        double least = 1;
        while (inside > 0 && c->time < 100) {
            inside = 0;
            for (uint32_t i = 0; i < c->count; ++i) {
                wend_vec2 p = c->bodies[i].position;
                if (p.x < 0) {
                    c->aims[i] =
                        (wend_steering_target){{0, half - radius}, {0, radius - half}, 0.5, 5};
                    ++inside;
                } else {
                    c->aims[i] = (wend_steering_target){{30, p.y}, {30, p.y}, 0.5, 5};
                }
            }
            step(c);
            least = fmin(least, clearance_of_all(c));
        }
        if (inside > 0)
            fail_msg("%u of %u are left before the door (%s)", inside, c->count,
                     points ? "points" : "portal");
        // Nobody pushes here: bottlenecks of that width let 1.2 a second through and more.
        assert_true(c->time < 80);
        assert_true(least >= -wend_walls_slack(c->walls) - WEND_BODY_GIVE);
        free_crowd(c);
    }
}

// A lone agent walks as fast as it likes, also where its arc is wide, and straight to its bias.
static void test_free_walk_has_full_speed(void **state)
{
    (void)state;
    crowd *c = new_crowd();
    add(c, (wend_vec2){0, 0}, (wend_vec2){0, 0});
    c->aims[0] = (wend_steering_target){{40, 3}, {40, -3}, 0.25, 1};
    while (c->time < 29.95)
        step(c);
    wend_vec2 p = c->bodies[0].position;
    double wanted = 1.3 * c->time;
    assert_true(fabs(hypot(p.x, p.y) - wanted) < 0.001 * wanted);
    assert_true(fabs(p.y / p.x - 1.5 / 40) < 1e-4);
    free_crowd(c);
}

// Who never gives way walks straight on; the other goes round it. Two of them meet.
static void test_share_of_none(void **state)
{
    (void)state;
    for (int both = 0; both < 2; ++both) {
        crowd *c = new_crowd();
        add(c, (wend_vec2){-6, 0}, (wend_vec2){6, 0});
        add(c, (wend_vec2){6, 0}, (wend_vec2){-6, 0});
        c->bodies[0].avoidance_share = 0;
        c->bodies[1].avoidance_share = both ? 0 : 0.5f;
        double aside = 0, nearest = INFINITY;
        while (c->time < 8) {
            step(c);
            wend_vec2 p = c->bodies[0].position, q = c->bodies[1].position;
            aside = fmax(aside, fabs(p.y));
            nearest = fmin(nearest, hypot(p.x - q.x, p.y - q.y));
        }
        assert_true(aside < 1e-6);
        assert_true(both ? nearest < 0.2 : nearest > 0.49);
        free_crowd(c);
    }
}

static void *allocate_dirty(void *context, size_t size)
{
    (void)context;
    void *memory = malloc(size);
    return memory ? memset(memory, 0xff, size) : NULL;
}

static void release_dirty(void *context, void *memory, size_t size)
{
    (void)context;
    (void)size;
    free(memory);
}

// A tile that is not full, beside a wall, in memory that is not zero: nothing is read or written
// that was not set.
static void test_part_of_a_tile_beside_a_wall(void **state)
{
    (void)state;
    const wend_segment wall = {{0, -5}, {0, 5}};
    wend_walls *walls;
    assert_int_equal(wend_walls_create(&wall, NULL, 1, 2, NULL, &walls, NULL), WEND_OK);
    for (uint32_t lanes = 1; lanes <= 16; lanes *= lanes == 1 ? 4 : 2)
        for (uint32_t count = 1; count <= 20; ++count) {
            wend_orca_def def = wend_default_orca_def();
            def.allocator = (wend_allocator){allocate_dirty, release_dirty, NULL};
            wend_orca *orca;
            assert_int_equal(wend_orca_create(&def, &orca, NULL), WEND_OK);
            bool there = wend_orca_set_lanes(orca, lanes) == WEND_OK;
            wend_body bodies[20];
            wend_preferred_velocity wishes[20];
            wend_vec2 positions[20], velocities[20];
            for (uint32_t i = 0; i < count; ++i) {
                bodies[i] = (wend_body){{-0.3, i * 0.5 - 4.9}, {0, 0}, 0.25f, 2, 2, 0.5f};
                wishes[i] = (wend_preferred_velocity){1, 0, 1, 0, 0, 0};
            }
            wend_orca_input input = {bodies, wishes, count, walls, walls, 0.1, NULL, NULL};
            wend_orca_output output = {positions, velocities};
            wend_half_plane planes[32];
            if (there)
                assert_int_equal(wend_orca_step(orca, &input, &output, NULL), WEND_OK);
            assert_true(wend_orca_planes(orca, &input, count - 1, planes, 32) >= 2);
            for (uint32_t i = 0; there && i < count; ++i)
                assert_true(positions[i].x <= -0.25 * (1 - 2 * WEND_BODY_GIVE));
            wend_orca_destroy(orca);
        }
    wend_walls_destroy(walls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_head_on),
        cmocka_unit_test(test_circles),
        cmocka_unit_test(test_unequal_pairs),
        cmocka_unit_test(test_someone_stands_in_the_way),
        cmocka_unit_test(test_piles_come_apart),
        cmocka_unit_test(test_same_bits_for_all_threads),
        cmocka_unit_test(test_same_bits_for_all_lanes),
        cmocka_unit_test(test_same_bits_without_memory_of_steps),
        cmocka_unit_test(test_far_from_the_origin),
        cmocka_unit_test(test_overlapping_bodies_are_pushed_apart),
        cmocka_unit_test(test_pushes_are_shared),
        cmocka_unit_test(test_pushes_respect_walls),
        cmocka_unit_test(test_a_long_step_is_several),
        cmocka_unit_test(test_rounding_divides_nothing),
        cmocka_unit_test(test_moved),
        cmocka_unit_test(test_corner_is_passed),
        cmocka_unit_test(test_walls_hold),
        cmocka_unit_test(test_door_drains),
        cmocka_unit_test(test_free_walk_has_full_speed),
        cmocka_unit_test(test_share_of_none),
        cmocka_unit_test(test_part_of_a_tile_beside_a_wall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
