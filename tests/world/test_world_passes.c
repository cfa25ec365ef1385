// SPDX-License-Identifier: MIT
// Passing sides: two agents that meet pass each other, on the same side whichever of them comes
// first and however the scene is turned, with every motion model; and the sides are a part of the
// world's state.
#include "tests/world/busy_world.h"
#include "tests/world/planned_worlds.h"
#include "wend/random.h"
#include "world/world.h"

static const wend_motion_kind MOTIONS[] = {WEND_MOTION_ORCA, WEND_MOTION_SOCIAL_FORCE,
                                           WEND_MOTION_STEER, WEND_MOTION_BOIDS,
                                           WEND_MOTION_PEDESTRIAN};
enum { MOTION_COUNT = sizeof MOTIONS / sizeof *MOTIONS };

/// Two agents in a room of that size, each with its goal.
typedef struct pair {
    double width, height;
    wend_vec2 from[2], to[2];
} pair;

static pair random_pair(wend_random *random, double width, double height, double depth)
{
    pair p = {.width = width, .height = height};
    for (int i = 0; i < 2; ++i) {
        double near = wend_random_between(random, 0.5, depth);
        double far = wend_random_between(random, width - depth, width - 0.5);
        p.from[i] = (wend_vec2){i ? far : near, wend_random_between(random, 0.4, height - 0.4)};
        p.to[i] = (wend_vec2){i ? wend_random_between(random, 0.5, depth)
                                : wend_random_between(random, width - depth, width - 0.5),
                              wend_random_between(random, 0.4, height - 0.4)};
    }
    return p;
}

/// The pairs of the campaign: rooms of 30 x 6 m, and corridors of 20 m with 1.8 to 4 m.
static pair campaign_pair(uint32_t number, wend_random *random)
{
    *random = wend_random_stream(8, number);
    return number % 3 ? random_pair(random, 30, 6, 4)
                      : random_pair(random, 20, wend_random_between(random, 1.8, 4), 2);
}

/// A world of the pair, or of one of the two: `which` is a set of bits.
static wend_world *pair_world(const pair *p, int which, bool swapped, double length,
                              wend_motion_kind motion, wend_tasks *tasks)
{
    const double room[][4] = {{0, 0, p->width, p->height}};
    wend_world_def world_def = def_of(length);
    world_def.tasks = tasks;
    wend_world *world = box_world(world_def, room, 1);
    for (int k = 0; k < 2; ++k) {
        int i = swapped ? 1 - k : k;
        if (!(which & 1 << i))
            continue;
        wend_goal_id goal = point_goal(world, p->to[i].x, p->to[i].y);
        wend_agent_def def = guided_at(p->from[i].x, p->from[i].y, goal, WEND_PLANNER_MANG, motion);
        add_agent(world, &def);
    }
    return world;
}

static double walk_out(wend_world *world)
{
    double time = run_empty(world, 100, NULL);
    wend_world_destroy(world);
    return time;
}

static void test_pairs_pass(void **state)
{
    (void)state;
    uint32_t count = long_tier() ? 300 : 12;
    for (uint32_t number = 0; number < count; ++number)
        for (int kind = 0; kind < MOTION_COUNT; ++kind)
            for (int half = 0; half < 2; ++half) {
                wend_random random;
                pair p = campaign_pair(number, &random);
                double length = half ? 0.05 : 0.1;
                double alone = 0;
                for (int which = 1; which <= 2; ++which)
                    alone = fmax(
                        alone, walk_out(pair_world(&p, which, false, length, MOTIONS[kind], NULL)));
                double time = walk_out(pair_world(&p, 3, false, length, MOTIONS[kind], NULL));
                if (time > 1.3 * alone)
                    fail_msg("pair %u, motion %d, step %g: %g s, alone %g s", (unsigned)number,
                             kind, length, time, alone);
            }
}

// ---- sides --------------------------------------------------------------------------------------

/// The side on which an agent passes the other one: 1 left, 0 right, -1 none yet.
static int side_of(const wend_world *world, uint32_t slot)
{
    const wend_mang_meeting *meeting = &world->passes.list.data[slot];
    assert_true(meeting->count <= 1);
    return meeting->count == 0 ? -1 : meeting->passes[0].on_left;
}

/// Walks until both have decided, and returns the side. They never disagree.
static int decided_side(wend_world *world)
{
    int side = -1;
    while (wend_world_agents(world).count == 2) {
        step(world);
        if (wend_world_agents(world).count < 2)
            break;
        int one = side_of(world, 0), other = side_of(world, 1);
        assert_int_equal(one, other);
        if (side >= 0 && one >= 0)
            assert_int_equal(one, side); // kept until they have passed
        if (one >= 0)
            side = one;
    }
    wend_world_destroy(world);
    return side;
}

static pair turned(const pair *p)
{
    pair t = *p;
    for (int i = 0; i < 2; ++i) {
        t.from[i] = (wend_vec2){p->width - p->from[i].x, p->height - p->from[i].y};
        t.to[i] = (wend_vec2){p->width - p->to[i].x, p->height - p->to[i].y};
    }
    return t;
}

static void test_sides_are_symmetric(void **state)
{
    (void)state;
    uint32_t count = long_tier() ? 300 : 30, sides[2] = {0, 0};
    for (uint32_t number = 0; number < count; ++number) {
        wend_random random;
        pair p = campaign_pair(number, &random);
        if (number == 0) // each clearly to the right of the other's course
            p = (pair){30, 6, {{8, 4.5}, {18, 1.5}}, {{28, 4.5}, {2, 1.5}}};
        pair t = turned(&p);
        wend_motion_kind motion = MOTIONS[number % MOTION_COUNT];
        int side = decided_side(pair_world(&p, 3, false, 0.1, motion, NULL));
        assert_true(side >= 0);
        assert_int_equal(decided_side(pair_world(&p, 3, true, 0.1, motion, NULL)), side);
        assert_int_equal(decided_side(pair_world(&t, 3, false, 0.1, motion, NULL)), side);
        ++sides[side];
    }
    assert_true(sides[0] > 0 && sides[1] > 0);
}

// ---- more than two ------------------------------------------------------------------------------

enum { CIRCLE = 12 };

/// Agents on a circle that change places with those opposite.
static wend_world *circle_world(wend_motion_kind motion, wend_tasks *tasks)
{
    static const double ROOM[][4] = {{0, 0, 24, 24}};
    wend_world_def world_def = def_of(0.1);
    world_def.tasks = tasks;
    wend_world *world = box_world(world_def, ROOM, 1);
    for (int i = 0; i < CIRCLE; ++i) {
        double angle = 6.283185307179586 * i / CIRCLE + 0.01 * (i % 5);
        double x = 8 * cos(angle), y = 8 * sin(angle);
        wend_goal_id goal = point_goal(world, 12 - x, 12 - y);
        wend_agent_def def = guided_at(12 + x, 12 + y, goal, WEND_PLANNER_MANG, motion);
        add_agent(world, &def);
    }
    return world;
}

static void test_circles_swap(void **state)
{
    (void)state;
    for (int kind = 0; kind < MOTION_COUNT; ++kind)
        walk_out(circle_world(MOTIONS[kind], NULL));
}

/// Each pass that both have stored has the same side.
static uint32_t count_passes(const wend_world *world)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->passes.list.count; ++i) {
        const wend_mang_meeting *one = &world->passes.list.data[i];
        for (uint32_t k = 0; k < one->count; ++k) {
            const wend_mang_meeting *other =
                &world->passes.list.data[wend_id_slot(one->others[k].raw)];
            for (uint32_t n = 0; n < other->count; ++n)
                if (wend_agent_id_equal(other->others[n], one->agent)) {
                    assert_int_equal(other->passes[n].on_left, one->passes[k].on_left);
                    ++count;
                }
        }
    }
    return count;
}

/// The same bits for 1 to 4 threads, and again after going back to a moment in which they pass.
static void test_same_bits(void **state)
{
    (void)state;
    enum { STEPS = 100 };
    uint64_t hashes[STEPS];
    for (uint32_t threads_count = 1; threads_count <= 4; ++threads_count) {
        wend_tasks *tasks = threads(threads_count);
        wend_world *world = circle_world(WEND_MOTION_SOCIAL_FORCE, tasks);
        wend_snapshot *snapshot = NULL;
        for (int k = 0; k < STEPS; ++k) {
            if (k == STEPS / 2) {
                assert_int_equal(wend_world_save(world, &snapshot, NULL), WEND_OK);
                assert_true(count_passes(world) > 0);
            }
            step(world);
            uint64_t hash = wend_world_hash(world);
            if (threads_count == 1)
                hashes[k] = hash;
            assert_true(hash == hashes[k]);
        }
        assert_int_equal(wend_world_restore(world, snapshot, NULL), WEND_OK);
        for (int k = STEPS / 2; k < STEPS; ++k) {
            step(world);
            assert_true(wend_world_hash(world) == hashes[k]);
        }
        wend_snapshot_destroy(snapshot);
        wend_world_destroy(world);
        wend_tasks_destroy(tasks);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs_pass),
        cmocka_unit_test(test_sides_are_symmetric),
        cmocka_unit_test(test_circles_swap),
        cmocka_unit_test(test_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
