// SPDX-License-Identifier: MIT
// Pedestrians: each of their rules where it alone shows, and what holds for every crowd: the same
// bits for every number of threads and every width of vectors, no walls crossed, no overlaps.
#include "tests/support/support.h"

#include "wend/pedestrian.h"
#include "wend/random.h"
#include "wend/walls.h"

#include <math.h>
#include <string.h>

enum { MOST = 600, MOST_WALLS = 16 };

typedef struct crowd {
    wend_pedestrian_def def;
    wend_pedestrian *pedestrian;
    wend_body bodies[MOST];
    wend_pedestrian_memory memory[MOST];
    wend_preferred_velocity wishes[MOST];
    wend_vec2 goals[MOST];
    double speeds[MOST]; ///< 0: a bystander
    wend_vec2 positions[MOST], velocities[MOST];
    uint32_t count;
    wend_segment segments[MOST_WALLS];
    uint32_t segment_count;
    wend_walls *walls;
    wend_tasks *tasks;
    const bool *moved;
    double step, time;
} crowd;

static crowd *new_crowd(void)
{
    crowd *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->def = wend_default_pedestrian_def();
    c->step = 0.1;
    return c;
}

static void free_crowd(crowd *c)
{
    wend_pedestrian_destroy(c->pedestrian);
    wend_walls_destroy(c->walls);
    wend_tasks_destroy(c->tasks);
    free(c);
}

static void add(crowd *c, wend_vec2 from, wend_vec2 to, double speed)
{
    uint32_t i = c->count++;
    assert_true(i < MOST);
    c->bodies[i] = (wend_body){.position = from,
                               .radius = 0.2f,
                               .max_speed = 2,
                               .time_horizon = 2,
                               .avoidance_share = 0.5f};
    c->goals[i] = to;
    c->speeds[i] = speed;
}

static void add_wall(crowd *c, double ax, double ay, double bx, double by)
{
    assert_true(c->segment_count < MOST_WALLS);
    c->segments[c->segment_count++] = (wend_segment){{ax, ay}, {bx, by}};
}

static double distance(wend_vec2 p, wend_vec2 q)
{
    return hypot(q.x - p.x, q.y - p.y);
}

static void begin(crowd *c)
{
    if (!c->pedestrian)
        assert_int_equal(wend_pedestrian_create(&c->def, &c->pedestrian, NULL), WEND_OK);
    wend_allocator memory = {0};
    if (!c->walls && c->segment_count)
        assert_int_equal(
            wend_walls_create(c->segments, NULL, c->segment_count, 2, &memory, &c->walls, NULL),
            WEND_OK);
}

/// All bodies prefer to go straight to their goal, and no further.
static void wish(crowd *c)
{
    for (uint32_t i = 0; i < c->count; ++i) {
        wend_vec2 p = c->bodies[i].position, by = {c->goals[i].x - p.x, c->goals[i].y - p.y};
        double length = hypot(by.x, by.y), speed = fmin(c->speeds[i], length / c->step);
        float x = length > 0 ? (float)(by.x / length * speed) : 0,
              y = length > 0 ? (float)(by.y / length * speed) : 0;
        c->wishes[i] = (wend_preferred_velocity){x, y, x, y, 0, 0};
    }
}

/// A step with the present wishes.
static wend_result try_step(crowd *c, double seconds)
{
    wend_orca_input input = {.bodies = c->bodies,
                             .preferred = c->wishes,
                             .count = c->count,
                             .walls = c->walls,
                             .step = seconds,
                             .tasks = c->tasks,
                             .moved = c->moved};
    wend_orca_output output = {c->positions, c->velocities};
    return wend_pedestrian_step(c->pedestrian, &input, c->memory, &output, NULL);
}

static void take(crowd *c)
{
    for (uint32_t i = 0; i < c->count; ++i)
        if (c->bodies[i].radius >= 0 && (!c->moved || c->moved[i])) {
            c->bodies[i].position = c->positions[i];
            c->bodies[i].velocity = c->velocities[i];
        }
}

static void step(crowd *c)
{
    begin(c);
    wish(c);
    assert_int_equal(try_step(c, c->step), WEND_OK);
    take(c);
    c->time += c->step;
}

static double speed_of(const crowd *c, uint32_t i)
{
    return hypot(c->bodies[i].velocity.x, c->bodies[i].velocity.y);
}

static double deepest(const crowd *c)
{
    double worst = 0;
    for (uint32_t i = 0; i < c->count; ++i)
        for (uint32_t j = 0; j < i; ++j) {
            const wend_body *a = &c->bodies[i], *b = &c->bodies[j];
            double radii = (double)a->radius + b->radius, least = fmin(a->radius, b->radius);
            if (a->radius >= 0 && b->radius >= 0)
                worst = fmax(worst, (radii - distance(a->position, b->position)) / least);
        }
    return worst;
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

// ---- definitions --------------------------------------------------------------------------------

static void assert_bad(const wend_pedestrian_def *def)
{
    wend_pedestrian *pedestrian = NULL;
    wend_error error = {0};
    assert_int_equal(wend_pedestrian_def_check(def, &error), WEND_BAD_ARGUMENT);
    assert_true(strlen(error.text) > 0);
    assert_int_equal(wend_pedestrian_create(def, &pedestrian, NULL), WEND_BAD_ARGUMENT);
    assert_null(pedestrian);
}

static void test_definitions(void **state)
{
    (void)state;
    wend_pedestrian_def def = wend_default_pedestrian_def();
    assert_int_equal(wend_pedestrian_def_check(&def, NULL), WEND_OK);
    assert_int_equal(wend_pedestrian_def_check(NULL, NULL), WEND_BAD_ARGUMENT);
    // None may be infinite or not a number; none but keep_right and side_offset negative.
    double *first = &def.headway, *last = &def.side_width;
    for (double *value = first; value <= last; ++value) {
        const double was = *value, bad[] = {NAN, INFINITY, -INFINITY, -1.5};
        for (int k = 0; k < (value == &def.side_offset ? 3 : 4); ++k) {
            *value = bad[k];
            assert_bad(&def);
        }
        *value = was;
    }
    double *positive[] = {&def.headway,       &def.side_slope,      &def.wall_headway,
                          &def.look_distance, &def.look_half_width, &def.look_interval,
                          &def.side_width,    &def.same_way_horizon};
    for (size_t i = 0; i < sizeof positive / sizeof *positive; ++i) {
        double was = *positive[i];
        *positive[i] = 0;
        assert_bad(&def);
        *positive[i] = was;
    }
    double *shares[] = {&def.ahead_share, &def.held_yields, &def.keep_right};
    for (int i = 0; i < 3; ++i) {
        double was = *shares[i];
        *shares[i] = 1.01;
        assert_bad(&def);
        *shares[i] = was;
    }
    def.overspeed = 0.99;
    assert_bad(&def);
    def.overspeed = 1;
    def.keep_right = -1;
    def.side_offset = -2;
    assert_int_equal(wend_pedestrian_def_check(&def, NULL), WEND_OK);
    def.flow_distance = def.look_distance * 1.01;
    assert_bad(&def);
    def.flow_distance = def.look_distance;
    def.flow_half_width = def.look_half_width * 1.01;
    assert_bad(&def);
    def.flow_half_width = def.look_half_width;
    assert_int_equal(wend_pedestrian_def_check(&def, NULL), WEND_OK);
    def.avoidance.substeps = 0;
    assert_bad(&def);
    def.avoidance.substeps = 1;
    def.avoidance.cookie = 0;
    assert_bad(&def);
    def = wend_default_pedestrian_def();
    def.cookie = 0;
    assert_bad(&def);
    wend_pedestrian_destroy(NULL);
}

static void test_bad_steps(void **state)
{
    (void)state;
    for (int k = 0; k < 8; ++k) {
        crowd *c = new_crowd();
        const double seconds[] = {0, -1, NAN, INFINITY};
        add(c, (wend_vec2){0, 0}, (wend_vec2){5, 0}, 1);
        add(c, (wend_vec2){2, 0}, (wend_vec2){-5, 0}, 1);
        begin(c);
        wish(c);
        c->positions[0] = c->velocities[1] = (wend_vec2){7, 7};
        c->memory[0] = (wend_pedestrian_memory){0.1f, 0.2f, 1, 0.3f, 0.4f};
        wend_pedestrian_memory before[2] = {c->memory[0], c->memory[1]};
        if (k == 4)
            c->bodies[1].position.x = NAN;
        if (k == 5)
            c->wishes[1].by = INFINITY;
        if (k == 6)
            c->bodies[0].velocity.y = 1e300;
        if (k == 7)
            c->bodies[1].radius = NAN;
        assert_int_equal(try_step(c, k < 4 ? seconds[k] : 0.1), WEND_BAD_ARGUMENT);
        assert_true(c->positions[0].x == 7 && c->velocities[1].y == 7);
        assert_memory_equal(c->memory, before, sizeof before);
        free_crowd(c);
    }
}

// ---- the same bits ------------------------------------------------------------------------------

/// Two streams and some who cross them, in a hall of 30 m with pillars: packed, unequal, with
/// bystanders and unused slots.
static crowd *dense_crowd(void)
{
    crowd *c = new_crowd();
    wend_random random = wend_random_stream(3, 8);
    add_wall(c, 0, 0, 30, 0);
    add_wall(c, 0, 12, 30, 12);
    for (int k = 0; k < 3; ++k) {
        double x = 8 + 7 * k;
        add_wall(c, x, 4, x + 0.6, 4);
        add_wall(c, x + 0.6, 4, x + 0.6, 7);
        add_wall(c, x + 0.6, 7, x, 7);
        add_wall(c, x, 7, x, 4);
    }
    for (uint32_t i = 0; i < 560; ++i) {
        wend_vec2 from = {0.5 + 0.7 * (i % 41), 0.6 + 0.8 * (i / 41)};
        from.x += wend_random_between(&random, -0.1, 0.1);
        from.y += wend_random_between(&random, -0.1, 0.1);
        wend_vec2 to = {i % 2 ? -5 : 35, from.y};
        if (i % 11 == 0)
            to = (wend_vec2){from.x, i % 22 ? 0.5 : 11.5};
        add(c, from, to, i % 17 == 0 ? 0 : wend_random_between(&random, 0.5, 1.8));
        c->bodies[i].radius = (float)wend_random_between(&random, 0.12, 0.25);
        c->bodies[i].time_horizon = (float)wend_random_between(&random, 0.5, 3);
        c->bodies[i].avoidance_share = i % 29 ? (float)wend_random_unit(&random) : 0;
    }
    begin(c);
    for (uint32_t i = 0; i < c->count; ++i)
        if (i % 37 == 36 || wend_walls_clearance(c->walls, c->bodies[i].position, 1) < 0.26)
            c->bodies[i].radius = -1;
    return c;
}

static void set_threads(crowd *c, uint32_t count)
{
    wend_tasks_def tasks = wend_default_tasks_def();
    tasks.worker_count = count;
    assert_int_equal(wend_tasks_create(&tasks, &c->tasks, NULL), WEND_OK);
}

static void assert_same_bits(const crowd *c, const crowd *d, const char *what, uint32_t number)
{
    for (uint32_t i = 0; i < c->count; ++i) {
        if (memcmp(&c->bodies[i], &d->bodies[i], offsetof(wend_body, radius)) != 0)
            fail_msg("%s %u: body %u is at (%.17g, %.17g), not at (%.17g, %.17g)", what, number, i,
                     d->bodies[i].position.x, d->bodies[i].position.y, c->bodies[i].position.x,
                     c->bodies[i].position.y);
        if (memcmp(&c->memory[i], &d->memory[i], sizeof c->memory[i]) != 0)
            fail_msg("%s %u: body %u remembers something else", what, number, i);
    }
}

static const int bit_steps = 30;

static void test_same_bits_for_all_threads(void **state)
{
    (void)state;
    crowd *one = dense_crowd();
    for (int k = 0; k < bit_steps; ++k)
        step(one);
    const uint32_t workers[] = {2, 3, 8};
    for (int w = 0; w < 3; ++w) {
        crowd *c = dense_crowd();
        set_threads(c, workers[w]);
        for (int k = 0; k < bit_steps; ++k)
            step(c);
        assert_same_bits(one, c, "threads:", workers[w]);
        free_crowd(c);
    }
    // The test proves little if all memories are zero.
    uint32_t aside = 0, flow = 0, held = 0;
    for (uint32_t i = 0; i < one->count; ++i) {
        aside += fabsf(one->memory[i].side) > 0.05f;
        flow += one->memory[i].flow != 0;
        held += one->memory[i].held > 0.1f;
    }
    assert_true(aside > 50 && flow > 100 && held > 100);
    free_crowd(one);
}

static void test_same_bits_for_all_lanes(void **state)
{
    (void)state;
    crowd *widest = dense_crowd();
    for (int k = 0; k < bit_steps; ++k)
        step(widest);
    uint32_t lanes = wend_pedestrian_lanes(widest->pedestrian);
    assert_int_equal(wend_pedestrian_set_lanes(widest->pedestrian, 3), WEND_BAD_ARGUMENT);
    for (uint32_t narrow = 1; narrow < lanes; narrow *= narrow == 1 ? 4 : 2) {
        crowd *c = dense_crowd();
        if (wend_pedestrian_set_lanes(c->pedestrian, narrow) == WEND_OK) {
            assert_int_equal(wend_pedestrian_lanes(c->pedestrian), narrow);
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

// All that counts of the past is in bodies and memory: a new wend_pedestrian in each step gives the
// same bits.
static void test_no_state_of_its_own(void **state)
{
    (void)state;
    crowd *c = dense_crowd(), *d = dense_crowd();
    for (int k = 0; k < bit_steps; ++k) {
        step(c);
        wend_pedestrian_destroy(d->pedestrian);
        d->pedestrian = NULL;
        step(d);
    }
    assert_same_bits(c, d, "step", (uint32_t)bit_steps);
    free_crowd(c);
    free_crowd(d);
}

// A step is its intervals one after the other.
static void test_a_long_step_is_several(void **state)
{
    (void)state;
    crowd *whole = dense_crowd(), *parts = dense_crowd();
    for (int k = 0; k < 10; ++k) {
        wish(whole);
        memcpy(parts->wishes, whole->wishes, sizeof whole->wishes);
        assert_int_equal(try_step(whole, 0.4), WEND_OK);
        take(whole);
        for (int part = 0; part < 4; ++part) {
            assert_int_equal(try_step(parts, 0.1), WEND_OK);
            take(parts);
        }
        assert_same_bits(whole, parts, "long step", (uint32_t)k);
    }
    free_crowd(whole);
    free_crowd(parts);
}

// ---- memory -------------------------------------------------------------------------------------

// Somebody new in a slot that was in use, or never was, needs nothing but zeros: it does as it does
// in a crowd of its own, and the others do as if that slot had always been the last.
static void test_zeros_are_enough(void **state)
{
    (void)state;
    crowd *c = dense_crowd();
    for (int k = 0; k < 10; ++k)
        step(c);
    // Far from all others, where only its own memory counts.
    const wend_vec2 from = {100, 100}, to = {110, 103};
    crowd *alone = new_crowd();
    add(alone, from, to, 1.3);
    uint32_t used = 40, first = c->count;
    c->bodies[used] = alone->bodies[0];
    c->memory[used] = (wend_pedestrian_memory){0};
    c->goals[used] = to;
    c->speeds[used] = 1.3;
    add(c, (wend_vec2){200, 100}, (wend_vec2){210, 103}, 1.3);
    for (int k = 0; k < 20; ++k) {
        step(c);
        step(alone);
        wend_vec2 p = alone->bodies[0].position, q = c->bodies[used].position,
                  r = c->bodies[first].position;
        assert_true(distance(p, q) < 1e-6);
        assert_true(distance(p, (wend_vec2){r.x - 100, r.y}) < 1e-6);
        assert_true(c->memory[used].side == 0 && c->memory[first].side == 0);
    }
    free_crowd(alone);
    free_crowd(c);
}

static void test_moved(void **state)
{
    (void)state;
    static bool moved[MOST];
    const double steps[] = {0.05, 0.1, 0.4};
    for (int k = 0; k < 3; ++k) {
        crowd *all = dense_crowd(), *some = dense_crowd();
        wend_vec2 untouched;
        memset(&untouched, 0x55, sizeof untouched);
        for (uint32_t i = 0; i < all->count; ++i)
            moved[i] = i % 3 != 0;
        wish(all);
        wish(some);
        some->moved = moved;
        memset(some->positions, 0x55, sizeof some->positions);
        memset(some->velocities, 0x55, sizeof some->velocities);
        assert_int_equal(try_step(all, steps[k]), WEND_OK);
        assert_int_equal(try_step(some, steps[k]), WEND_OK);
        for (uint32_t i = 0; i < all->count; ++i) {
            bool writes = moved[i] && all->bodies[i].radius >= 0;
            assert_memory_equal(&some->positions[i], writes ? &all->positions[i] : &untouched,
                                sizeof untouched);
            assert_memory_equal(&some->velocities[i], writes ? &all->velocities[i] : &untouched,
                                sizeof untouched);
            assert_true(!writes || isfinite(some->positions[i].x));
        }
        free_crowd(all);
        free_crowd(some);
    }
}

static void test_failing_memory(void **state)
{
    (void)state;
    for (size_t fail_at = 1; fail_at < 100; ++fail_at) {
        failing_allocator memory = {.fail_at = fail_at};
        crowd *c = dense_crowd();
        wend_pedestrian_destroy(c->pedestrian);
        c->pedestrian = NULL;
        c->def.avoidance.allocator = failing_allocator_of(&memory);
        wend_result result = wend_pedestrian_create(&c->def, &c->pedestrian, NULL);
        wish(c);
        for (uint32_t i = 0; i < c->count; ++i) {
            c->memory[i] = (wend_pedestrian_memory){0.1f, 0.2f, 1, 0.3f, 0.4f};
            c->positions[i] = c->velocities[i] = (wend_vec2){7, 7};
        }
        crowd *before = malloc(sizeof *before);
        assert_non_null(before);
        memcpy(before, c, sizeof *c);
        // Longer than an interval: with parts.
        if (result == WEND_OK && (result = try_step(c, 0.25)) != WEND_OK) {
            assert_memory_equal(c->memory, before->memory, sizeof c->memory);
            assert_memory_equal(c->positions, before->positions, sizeof c->positions);
            assert_memory_equal(c->velocities, before->velocities, sizeof c->velocities);
            assert_int_equal(result, WEND_OUT_OF_MEMORY);
            assert_int_equal(try_step(c, 0.25), WEND_OK);
        } else if (result != WEND_OK) {
            assert_int_equal(result, WEND_OUT_OF_MEMORY);
            assert_null(c->pedestrian);
        }
        if (c->pedestrian) {
            size_t calls = memory.calls;
            assert_int_equal(try_step(c, 0.25), WEND_OK); // warm
            assert_int_equal(memory.calls, calls);
        }
        free(before);
        free_crowd(c);
        assert_int_equal(memory.bytes, 0);
        if (memory.calls < fail_at) {
            assert_true(fail_at > 5);
            return;
        }
    }
    fail_msg("it never stops asking for memory");
}

// ---- rules --------------------------------------------------------------------------------------

enum { FILE_LENGTH = 12 };

// A slow leader and a file behind it that would walk faster.
static crowd *file_of_walkers(double spacing)
{
    crowd *c = new_crowd();
    for (int i = 0; i < FILE_LENGTH; ++i)
        add(c, (wend_vec2){-spacing * i, 0}, (wend_vec2){200, 0}, i == 0 ? 0.5 : 1.3);
    return c;
}

// Nobody is faster than the free distance to the one before allows; in the end all are as fast as
// the leader, at the distance for that.
static void test_headway(void **state)
{
    (void)state;
    for (int k = 0; k < 4; ++k) {
        crowd *c = file_of_walkers(k % 2 ? 0.6 : 2);
        c->def.headway = k < 2 ? 1 : 0.7;
        c->def.flow_distance = 0; // without the flow
        while (c->time < 60) {
            double gaps[FILE_LENGTH] = {0};
            for (int i = 1; i < FILE_LENGTH; ++i)
                gaps[i] = distance(c->bodies[i].position, c->bodies[i - 1].position) - 0.4;
            step(c);
            for (uint32_t i = 1; i < FILE_LENGTH; ++i) {
                double limit = fmin(fmax(gaps[i], 0) / c->def.headway, 1.3);
                if (speed_of(c, i) > limit * 1.001 + 0.001)
                    fail_msg("walker %u: %g m/s with %g m before it, %g s", i, speed_of(c, i),
                             gaps[i], c->time);
            }
        }
        double wanted = 0.5 * c->def.headway;
        for (uint32_t i = 1; i < FILE_LENGTH; ++i) {
            double gap = distance(c->bodies[i].position, c->bodies[i - 1].position) - 0.4;
            assert_true(fabs(speed_of(c, i) - 0.5) < 0.02);
            assert_true(gap > wanted - 0.01 && gap < wanted * 1.05);
            assert_true(fabs(c->bodies[i].position.y) < 0.01);
        }
        free_crowd(c);
    }
}

// With the flow, too, nobody is faster than they like by more than the overspeed, nor touches the
// one before.
static void test_overspeed(void **state)
{
    (void)state;
    const wend_pedestrian_def def = wend_default_pedestrian_def();
    for (int k = 0; k < 4; ++k) {
        crowd *c = k < 2 ? file_of_walkers(k ? 0.6 : 2) : dense_crowd();
        while (c->time < (k < 2 ? 60 : 15)) {
            step(c);
            for (uint32_t i = 0; i < c->count; ++i)
                if (c->bodies[i].radius >= 0 &&
                    speed_of(c, i) >
                        fmax(1.1 * c->speeds[i], c->speeds[i] > 0 ? 0 : def.sidestep_speed) *
                            1.0001)
                    fail_msg("walker %u: %g m/s, it likes %g m/s", i, speed_of(c, i), c->speeds[i]);
            assert_true(k > 1 || deepest(c) < 1e-6);
        }
        free_crowd(c);
    }
}

// Two who meet pass each other on the right, whether they are exactly head-on or a little aside,
// and hardly lose time.
static void test_pass_on_the_right(void **state)
{
    (void)state;
    for (int direction = 0; direction < 8; ++direction)
        for (int aside = -2; aside <= 2; ++aside) {
            crowd *c = new_crowd();
            double angle = 0.7853981633974483 * direction, x = cos(angle), y = sin(angle);
            double off = 0.1 * aside; // of both, to the left
            add(c, (wend_vec2){-6 * x - off * y, -6 * y + off * x},
                (wend_vec2){6 * x - off * y, 6 * y + off * x}, 1.3);
            add(c, (wend_vec2){6 * x + off * y, 6 * y - off * x},
                (wend_vec2){-6 * x + off * y, -6 * y - off * x}, 1.3);
            bool passed = false;
            while (c->time < 1.15 * 12 / 1.3) {
                step(c);
                wend_vec2 p = c->bodies[0].position, q = c->bodies[1].position;
                wend_vec2 by = {q.x - p.x, q.y - p.y};
                double ahead = by.x * x + by.y * y, right = by.x * y - by.y * x;
                assert_true(hypot(by.x, by.y) >= 0.4 * (1 - 1e-6));
                if (!passed && ahead <= 0) { // each is to the left of the other
                    passed = true;
                    if (right > -0.4)
                        fail_msg("direction %d, %d aside: passed at %g m on the right", direction,
                                 aside, right);
                }
            }
            assert_true(passed);
            for (uint32_t i = 0; i < 2; ++i)
                if (distance(c->bodies[i].position, c->goals[i]) > 0.1)
                    fail_msg("direction %d, %d aside: %g m from the goal", direction, aside,
                             distance(c->bodies[i].position, c->goals[i]));
            free_crowd(c);
        }
}

// Of two who walk towards each other on both sides of a long wall, each walks as if alone; without
// the wall they step aside.
static void test_walls_hide_people(void **state)
{
    (void)state;
    double aside[3] = {0}; // both and the wall, one and the wall, both without it
    for (int i = 0; i < 3; ++i) {
        crowd *c = new_crowd();
        add(c, (wend_vec2){-4, -0.5}, (wend_vec2){4, -0.5}, 1.3);
        if (i != 1)
            add(c, (wend_vec2){4, 0.2}, (wend_vec2){-4, 0.2}, 1.3);
        if (i != 2)
            add_wall(c, -6, -0.15, 6, -0.15);
        while (c->time < 6) {
            step(c);
            aside[i] = fmax(aside[i], fabs(c->bodies[0].position.y + 0.5));
        }
        assert_true(distance(c->bodies[0].position, c->goals[0]) < 0.3);
        free_crowd(c);
    }
    assert_true(aside[0] == aside[1]);
    assert_true(aside[2] > aside[0] + 0.05);
}

// Somebody who stands about is walked around, by one and by many; they make room, but slowly, and
// no faster than that.
static void test_a_bystander(void **state)
{
    (void)state;
    for (int many = 0; many < 2; ++many) {
        crowd *c = new_crowd();
        add(c, (wend_vec2){0, 0}, (wend_vec2){0, 0}, 0);
        for (int i = 0; i < (many ? 30 : 1); ++i)
            add(c, (wend_vec2){-5 - 1.2 * (i / 3), 0.6 * (i % 3 - (many ? 1 : 0))},
                (wend_vec2){20 - 1.2 * (i / 3), 0.6 * (i % 3 - (many ? 1 : 0))}, 1.3);
        double quickest = 0, moved = 0;
        while (c->time < 30) {
            wend_vec2 before = c->bodies[0].position;
            step(c);
            quickest = fmax(quickest, distance(before, c->bodies[0].position) / c->step);
            moved = fmax(moved, distance(c->bodies[0].position, (wend_vec2){0, 0}));
            assert_true(deepest(c) < 0.01);
            c->goals[0] = c->bodies[0].position; // it does not want back
        }
        print_message("bystander, %s: moved %.2f m, at most %.2f m/s\n", many ? "30" : "1", moved,
                      quickest);
        assert_true(quickest <= c->def.sidestep_speed + 0.01);
        assert_true(moved < (many ? 3 : 0.4));
        for (uint32_t i = 1; i < c->count; ++i)
            assert_true(distance(c->bodies[i].position, c->goals[i]) < 0.5);
        free_crowd(c);
    }
}

// ---- every crowd --------------------------------------------------------------------------------

// Through random crowds with walls in random steps: nobody is in anybody by more than one percent
// of a radius, nor in or beyond a wall.
static void test_random_crowds(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < (long_tier() ? 300 : 15); ++seed) {
        wend_random random = wend_random_stream(seed, 21);
        crowd *c = new_crowd();
        add_wall(c, 0, 0, 12, 0);
        add_wall(c, 12, 0, 12, 12);
        add_wall(c, 12, 12, 0, 12);
        add_wall(c, 0, 12, 0, 0);
        for (int k = 0; k < 6; ++k) {
            wend_vec2 a = {wend_random_between(&random, 1, 11),
                           wend_random_between(&random, 1, 11)};
            add_wall(c, a.x, a.y, a.x + wend_random_between(&random, -1, 1),
                     a.y + wend_random_between(&random, -1, 1));
        }
        begin(c);
        uint32_t count = 40 + wend_random_below(&random, 120);
        for (int tries = 0; tries < 3000 && c->count < count; ++tries) {
            wend_vec2 p = {wend_random_between(&random, 0, 12),
                           wend_random_between(&random, 0, 12)};
            double radius = wend_random_between(&random, 0.15, 0.3);
            bool free = wend_walls_clearance(c->walls, p, 1) > radius;
            for (uint32_t i = 0; free && i < c->count; ++i)
                free = distance(p, c->bodies[i].position) > radius + c->bodies[i].radius;
            if (!free)
                continue;
            add(c, p,
                (wend_vec2){wend_random_between(&random, 0.5, 11.5),
                            wend_random_between(&random, 0.5, 11.5)},
                c->count % 10 ? wend_random_between(&random, 0.5, 2) : 0);
            c->bodies[c->count - 1].radius = (float)radius;
        }
        double slack = wend_walls_slack(c->walls) + 0.3 * WEND_BODY_GIVE;
        for (int k = 0; k < 120; ++k) {
            wend_vec2 before[MOST];
            for (uint32_t i = 0; i < c->count; ++i)
                before[i] = c->bodies[i].position;
            const double steps[] = {0.02, 0.1, 0.1, 0.25, 0.5, 1};
            c->step = steps[wend_random_below(&random, 6)];
            step(c);
            if (deepest(c) > 0.01)
                fail_msg("seed %u, step %d of %g s: %g of a radius deep", (unsigned)seed, k,
                         c->step, deepest(c));
            if (clearance_of_all(c) < -slack)
                fail_msg("seed %u, step %d: %g m into a wall", (unsigned)seed, k,
                         -clearance_of_all(c));
            for (uint32_t i = 0; i < c->count; ++i) {
                wend_vec2 p = c->bodies[i].position;
                assert_true(p.x > 0 && p.x < 12 && p.y > 0 && p.y < 12);
                // A short step is straight: it crosses no wall.
                if (c->step > 0.1)
                    continue;
                wend_vec2 by = {p.x - before[i].x, p.y - before[i].y},
                          to = wend_walls_slide(c->walls, before[i], by, 0);
                assert_true(distance(to, p) < 1e-9);
            }
        }
        free_crowd(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_definitions),
        cmocka_unit_test(test_bad_steps),
        cmocka_unit_test(test_same_bits_for_all_threads),
        cmocka_unit_test(test_same_bits_for_all_lanes),
        cmocka_unit_test(test_no_state_of_its_own),
        cmocka_unit_test(test_a_long_step_is_several),
        cmocka_unit_test(test_zeros_are_enough),
        cmocka_unit_test(test_moved),
        cmocka_unit_test(test_failing_memory),
        cmocka_unit_test(test_headway),
        cmocka_unit_test(test_overspeed),
        cmocka_unit_test(test_pass_on_the_right),
        cmocka_unit_test(test_walls_hide_people),
        cmocka_unit_test(test_a_bystander),
        cmocka_unit_test(test_random_crowds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
