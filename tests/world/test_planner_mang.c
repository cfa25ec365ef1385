// SPDX-License-Identifier: MIT
// Agents that the multi-agent navigation graph planners: first goals that are nobody else's, plans
// that don't flip, straight on to what is near, waiting where walls shut the way; and everybody
// arrives, with every motion.
#include "tests/world/planned_worlds.h"

static const wend_motion_kind MOTIONS[] = {WEND_MOTION_ORCA, WEND_MOTION_SOCIAL_FORCE,
                                           WEND_MOTION_STEER, WEND_MOTION_PEDESTRIAN};
enum { MOTION_COUNT = sizeof MOTIONS / sizeof *MOTIONS };

static wend_agent_def planner_at(double x, double y, wend_goal_id goal, wend_motion_kind motion)
{
    return guided_at(x, y, goal, WEND_PLANNER_MANG, motion);
}

/// How many share a first goal now.
static uint32_t common_goals(const wend_world *world, uint32_t *heading)
{
    uint32_t common, all;
    assert_int_equal(wend_world_common_first_goals(world, &all, &common, NULL), WEND_OK);
    if (heading)
        *heading += all;
    return common;
}

static void assert_goals_of_their_own(const wend_world *world)
{
    assert_int_equal(common_goals(world, NULL), 0);
}

static void test_alone_gets_there(void **state)
{
    (void)state;
    for (int kind = 0; kind < MOTION_COUNT; ++kind)
        assert_turns_corners(WEND_PLANNER_MANG, MOTIONS[kind], assert_goals_of_their_own);
}

static void test_radii_take_their_ways(void **state)
{
    (void)state;
    for (int kind = 0; kind < MOTION_COUNT; ++kind)
        assert_radii_take_their_ways(WEND_PLANNER_MANG, MOTIONS[kind], 2.4, 1.3);
}

/// Figure 5: four agents with goals in opposite corners, and fifty across a field. On the graph no
/// two have the same first goal, in first order many have. Nearly all plans are kept.
static void test_first_goals_are_unique(void **state)
{
    (void)state;
    static const double FIELD[][4] = {{0, 0, 24, 24}, {10, 11, 14, 13}};
    for (int first_order = 0; first_order < 2; ++first_order)
        for (int many = 0; many < 2; ++many) {
            wend_world_def world_def = def_of(0.1);
            world_def.mang.first_order = first_order;
            wend_world *world = box_world(world_def, FIELD, many ? 2 : 1);
            uint32_t heading = 0, common = 0, kept = 0, plans = 0;
            for (int i = 0; i < (many ? 50 : 4); ++i) {
                double x = many ? 2 + 2 * (i / 5 % 2) + 18 * (i / 25) : i & 1 ? 9 : 15;
                double y = many ? 2 + i % 5 * 4 + i / 10 % 5 * 0.7 : i & 2 ? 9 : 15;
                wend_goal_id goal = point_goal(world, 24 - x, 24 - y);
                wend_agent_def def = planner_at(x + 0.01 * i, y, goal, WEND_MOTION_SOCIAL_FORCE);
                add_agent(world, &def);
            }
            for (int k = 0; k < 100; ++k) {
                step(world);
                common += common_goals(world, &heading);
                wend_mang_times times = wend_world_last_times(world).mang;
                kept += times.kept_plans;
                plans += times.kept_plans + times.near_plans + times.far_plans;
            }
            assert_true(heading > 20);
            if (first_order)
                assert_true(!many || common > heading / 20);
            else
                assert_int_equal(common, 0);
            assert_true(kept > plans / 3);
            wend_world_destroy(world);
        }
}

/// A goal in its own cell or the next one is walked to straight, if no wall is between.
static void test_straight_to_what_is_near(void **state)
{
    (void)state;
    static const double ROOM[][4] = {{0, 0, 20, 10}, {9.9, 0, 10.1, 8}};
    wend_world *world = box_world(def_of(0.1), ROOM, 2);
    wend_goal_id seen = point_goal(world, 7, 3), hidden = point_goal(world, 13, 3);
    wend_agent_def def = planner_at(4, 3, seen, WEND_MOTION_SOCIAL_FORCE);
    wend_agent_id a = add_agent(world, &def);
    def = planner_at(8, 5, hidden, WEND_MOTION_SOCIAL_FORCE);
    wend_agent_id b = add_agent(world, &def);
    step(world);
    wend_steering_target aim = state_of(world, a).target;
    assert_true(aim.a.x == 7 && aim.a.y == 3 && aim.remaining == 0);
    aim = state_of(world, b).target;
    assert_true(aim.a.x < 9.9 && aim.remaining > 4);
    uint32_t heading = 0;
    assert_int_equal(common_goals(world, &heading), 0);
    assert_int_equal(heading, 1); // the other one sees its goal
    run_empty(world, 60, assert_goals_of_their_own);
    wend_world_destroy(world);
}

static void test_wait_for_a_door(void **state)
{
    (void)state;
    for (int kind = 0; kind < MOTION_COUNT; ++kind)
        assert_waits_at_the_kerb(WEND_PLANNER_MANG, MOTIONS[kind], 6, assert_goals_of_their_own);
}

// ---- coherence ----------------------------------------------------------------------------------

/// A flip: the direction of the first goal turns by more than 60 degrees, and back by no later
/// than this. [Units: s]
#define BACK_WITHIN 1.0

typedef struct heading {
    wend_vec2 now, before;
    double turned;
    bool is;
} heading;

static bool is_about(wend_vec2 u, wend_vec2 v)
{
    return u.x * v.x + u.y * v.y > 0.5;
}

/// Looks where everybody heads; returns how many have flipped.
static uint32_t count_flips(const wend_world *world, heading *headings, uint32_t most)
{
    wend_agents agents = wend_world_agents(world);
    uint32_t flips = 0;
    double time = wend_world_time(world);
    for (uint32_t i = 0; i < agents.slots && i < most; ++i) {
        heading *h = &headings[i];
        if (wend_agent_id_is_null(agents.ids[i])) {
            *h = (heading){.is = false};
            continue;
        }
        wend_vec2 aim = state_of(world, agents.ids[i]).target.a, p = agents.bodies[i].position;
        double x = aim.x - p.x, y = aim.y - p.y, length = hypot(x, y);
        if (!(length > 0))
            continue;
        wend_vec2 now = {x / length, y / length};
        if (!h->is)
            *h = (heading){.now = now, .turned = -INFINITY, .is = true};
        if (!is_about(now, h->now)) {
            flips += time - h->turned <= BACK_WITHIN && is_about(now, h->before);
            h->before = h->now;
            h->turned = time;
        }
        h->now = now;
    }
    return flips;
}

/// Two streams that meet, through a room with pillars or without.
static uint32_t flips_with(double replan_threshold, bool pillars, wend_motion_kind motion,
                           uint64_t seed)
{
    static const double ROOM[][4] = {
        {0, 0, 30, 8}, {12, 2, 13, 3}, {17, 5, 18, 6}, {14, 6.5, 15, 7.2}};
    enum { PEOPLE = 36 };
    static heading headings[PEOPLE];
    wend_world_def world_def = def_of(0.1);
    wend_random random = wend_random_stream(seed, 7);
    world_def.mang.replan_threshold = replan_threshold;
    wend_world *world = box_world(world_def, ROOM, pillars ? 4 : 1);
    for (int i = 0; i < PEOPLE; ++i) {
        bool right = i % 2;
        double y = 1 + i / 2 % 6 * 1.2, x = 1 + i / 12 * 1.5;
        wend_goal_id goal = point_goal(world, right ? 1 : 29, wend_random_between(&random, 1, 7));
        wend_agent_def def = planner_at((right ? 30 - x : x) + wend_random_between(&random, 0, 0.3),
                                        y, goal, motion);
        headings[i] = (heading){.is = false};
        add_agent(world, &def);
    }
    uint32_t flips = 0;
    while (wend_world_agents(world).count > 0 && wend_world_time(world) < 120) {
        step(world);
        flips += count_flips(world, headings, PEOPLE);
    }
    assert_int_equal(wend_world_agents(world).count, 0);
    wend_world_destroy(world);
    return flips;
}

static void test_plans_do_not_flip(void **state)
{
    (void)state;
    uint32_t without = 0, with = 0, seeds = long_tier() ? 10 : 1;
    double replan_threshold = wend_default_mang_plan_def().replan_threshold;
    for (uint32_t seed = 0; seed < seeds; ++seed)
        for (int pillars = 0; pillars < 2; ++pillars)
            for (int motion = 0; motion < 2; ++motion) {
                without += flips_with(0, pillars, MOTIONS[motion], seed);
                with += flips_with(replan_threshold, pillars, MOTIONS[motion], seed);
            }
    print_message("%u flips without regret, %u with %g\n", without, with, replan_threshold);
    assert_true(without > 20 && with < 0.75 * without);
}

// ---- everybody arrives --------------------------------------------------------------------------

/// Crossing crowds, a bottleneck, a pillar hall, a U: everybody gets to the other end.
static void test_everybody_arrives(void **state)
{
    (void)state;
    static const double HALL[][4] = {{0, 0, 20, 20},   {4, 4, 5, 5},    {9, 4, 10, 5},
                                     {14, 4, 15, 5},   {4, 9, 5, 10},   {9, 9, 10, 10},
                                     {14, 9, 15, 10},  {4, 14, 5, 15},  {9, 14, 10, 15},
                                     {14, 14, 15, 15}, {7, 11, 7.2, 13}};
    static const double NECK[][4] = {{0, 0, 20, 20}, {9, 0, 11, 9}, {9, 10.5, 11, 20}};
    static const double U[][4] = {
        {0, 0, 20, 20}, {8, 5, 15, 5.5}, {8, 14.5, 15, 15}, {14.5, 5.5, 15, 14.5}};
    static const struct {
        const double (*boxes)[4];
        uint32_t count, people;
        bool one_way;
    } rooms[] = {
        {HALL, 11, 40, false}, {NECK, 3, 30, true}, {U, 4, 20, false}, {HALL, 1, 40, false}};
    for (uint32_t i = 0; i < 4; ++i)
        for (int kind = 0; kind < 2; ++kind) {
            wend_world *world = box_world(def_of(0.1), rooms[i].boxes, rooms[i].count);
            for (uint32_t k = 0; k < rooms[i].people; ++k) {
                bool right = k % 2 && !rooms[i].one_way;
                double x = 1 + k / 16 * 0.8, y = 1.5 + k / 2 % 16 * 1.1 + k % 2 * 0.5;
                wend_goal_id goal = point_goal(world, right ? 1.5 : 18.5, 19.5 - y * 0.9);
                wend_agent_def def = planner_at(right ? 20 - x : x, y, goal, MOTIONS[kind]);
                def.radius = 0.2 + 0.05 * (k % 3);
                add_agent(world, &def);
            }
            double time = run_empty(world, 240, assert_goals_of_their_own);
            print_message("room %u, motion %d: all there after %.1f s\n", i, (int)MOTIONS[kind],
                          time);
            wend_world_destroy(world);
        }
}

/// With a budget of five iterations, out of a U, and in a crowd with a budget for each step.
static void test_budgets(void **state)
{
    (void)state;
    for (int many = 0; many < 2; ++many) {
        wend_world_def world_def = def_of(0.2);
        world_def.search_budget = many ? 0 : 5;
        world_def.step_budget = many ? 60 : 0;
        wend_world *world = box_world(world_def, DEAD_END, DEAD_END_BOXES);
        wend_goal_id goal = point_goal(world, 55, 20);
        uint32_t most = 0;
        for (int i = 0; i < (many ? 40 : 1); ++i) {
            wend_agent_def def = planner_at(24 + i / 8, 21 - i % 8, goal, WEND_MOTION_SOCIAL_FORCE);
            if (i % 3)
                def.goal = point_goal(world, 55, 5 + 0.8 * i);
            add_agent(world, &def);
        }
        while (wend_world_agents(world).count > 0 && wend_world_time(world) < 300) {
            step(world);
            uint32_t far_plans = wend_world_last_times(world).mang.far_plans;
            most = far_plans > most ? far_plans : most;
        }
        assert_int_equal(wend_world_agents(world).count, 0);
        if (many)
            assert_true(most < 40); // some had to wait
        wend_world_destroy(world);
    }
}

/// Two at one place share a cell, one stands on another's goal, one outside of the diagram's reach:
/// all go on.
static void test_odd_places(void **state)
{
    (void)state;
    static const double ROOM[][4] = {{0, 0, 20, 10}, {10, 4, 11, 6}};
    for (int kind = 0; kind < MOTION_COUNT; ++kind) {
        wend_world *world = box_world(def_of(0.1), ROOM, 2);
        wend_goal_id goal = point_goal(world, 18, 5);
        for (int i = 0; i < 5; ++i) {
            wend_agent_def def =
                planner_at(i < 3 ? 3 : 2, i < 3 ? 5 : 5 + 1e-9 * i, goal, MOTIONS[kind]);
            add_agent(world, &def);
        }
        wend_agent_def on_wall = planner_at(9.999, 5, goal, MOTIONS[kind]);
        add_agent(world, &on_wall);
        wend_agent_def idle = planner_at(15, 5, (wend_goal_id){0}, MOTIONS[kind]);
        wend_agent_id stands = add_agent(world, &idle);
        while (wend_world_agents(world).count > 1 && wend_world_time(world) < 60)
            step(world);
        assert_int_equal(wend_world_agents(world).count, 1);
        assert_int_equal(state_of(world, stands).activity, WEND_ACTIVITY_IDLE);
        wend_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alone_gets_there),
        cmocka_unit_test(test_radii_take_their_ways),
        cmocka_unit_test(test_first_goals_are_unique),
        cmocka_unit_test(test_straight_to_what_is_near),
        cmocka_unit_test(test_wait_for_a_door),
        cmocka_unit_test(test_plans_do_not_flip),
        cmocka_unit_test(test_everybody_arrives),
        cmocka_unit_test(test_budgets),
        cmocka_unit_test(test_odd_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
