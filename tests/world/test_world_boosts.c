// SPDX-License-Identifier: MIT
// Corners that make faster in a world: who goes by them, who takes what stands there, and what
// those do who come too late.
#include "tests/world/planned_worlds.h"

#include <string.h>

/// A long wall with a bicycle at its far upper end, and a shorter way below (Figure 3.6).
static const double WALLS[][4] = {{0, 0, 100, 40}, {20, 18, 90, 20}, {40, 8, 60, 10}};

static wend_boost_id add_weight(wend_world *world, double x, double y, double weight,
                                uint32_t count)
{
    wend_boost_id id;
    wend_error error = {0};
    if (wend_world_add_boost(world, (wend_vec2){x, y}, weight, count, &id, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return id;
}

static uint32_t left_of(const wend_world *world, wend_boost_id weight)
{
    uint32_t left;
    assert_int_equal(wend_world_boost_remaining(world, weight, &left, NULL), WEND_OK);
    return left;
}

/// Walks alone to the goal; the highest place on the way, and when it arrives.
static double walk(wend_world *world, const wend_agent_def *def, double *highest, double *fastest)
{
    wend_agent_id id = add_agent(world, def);
    wend_agent_def now;
    double begin = wend_world_time(world);
    *highest = *fastest = 0;
    while (wend_world_agent(world, id, &now, NULL) == WEND_OK &&
           wend_world_time(world) - begin < 200) {
        *highest = fmax(*highest, now.position.y);
        *fastest = fmax(*fastest, hypot(now.velocity.x, now.velocity.y));
        assert_true(now.preferred_speed == def->preferred_speed &&
                    (float)now.max_speed == (float)def->max_speed);
        step(world);
    }
    assert_int_equal(wend_world_agents(world).count, 0);
    return wend_world_time(world) - begin;
}

/// Figure 3.13: one after the other, with the same start and end. The first takes the detour to the
/// bicycle and is faster for it; when there is none any more the others walk below.
static void test_one_after_the_other(void **state)
{
    (void)state;
    static const wend_motion_kind MOTIONS[] = {WEND_MOTION_ORCA, WEND_MOTION_SOCIAL_FORCE,
                                               WEND_MOTION_STEER, WEND_MOTION_PEDESTRIAN};
    for (int kind = 0; kind < 4; ++kind) {
        wend_world *world = box_world(def_of(0.1), WALLS, 3);
        wend_goal_id goal = point_goal(world, 95, 14);
        wend_boost_id weight = add_weight(world, 20, 20, 3, 2);
        wend_agent_def def = guided_at(5, 14, goal, WEND_PLANNER_MAP, MOTIONS[kind]);
        double times[4];
        for (int i = 0; i < 4; ++i) {
            double highest, fastest;
            times[i] = walk(world, &def, &highest, &fastest);
            bool rides = i < 2;
            assert_int_equal(highest > 20, rides);
            assert_int_equal(fastest > 2 * def.preferred_speed, rides);
            assert_int_equal(left_of(world, weight), rides ? 1 - i : 0);
        }
        assert_true(times[0] < 0.6 * times[2]);
        // By another planner nobody takes it.
        assert_int_equal(wend_world_refill_boost(world, weight, 1, NULL), WEND_OK);
        def.planner = WEND_PLANNER_MESH;
        double highest, fastest;
        walk(world, &def, &highest, &fastest);
        assert_true(highest < 20 && left_of(world, weight) == 1);
        // It stands there again.
        def.planner = WEND_PLANNER_MAP;
        walk(world, &def, &highest, &fastest);
        assert_true(highest > 20 && left_of(world, weight) == 0);
        wend_world_destroy(world);
    }
}

/// Whether the detour pays is a matter of the weight: just enough, and just not.
static void test_only_if_it_pays(void **state)
{
    (void)state;
    // From (5, 14) to (95, 14): 90 m and a little straight on. By the corner at (20, 20): about
    // 16 m there, then about 76 m at the greater speed.
    for (int i = 0; i < 2; ++i) {
        wend_world *world = box_world(def_of(0.1), WALLS, 3);
        wend_goal_id goal = point_goal(world, 95, 14);
        add_weight(world, 20, 20, i ? 1.1 : 1.01, 1);
        wend_agent_def def = guided_at(5, 14, goal, WEND_PLANNER_MAP, WEND_MOTION_ORCA);
        double highest, fastest;
        walk(world, &def, &highest, &fastest);
        assert_int_equal(highest > 20, i);
        wend_world_destroy(world);
    }
}

/// Two of the same weight on the way: who has one leaves the other, also where the weight is no
/// number of few binary digits.
static void test_one_is_enough(void **state)
{
    (void)state;
    static const double WEIGHTS_OF_BOTH[] = {1.3, 2, 2.7, 3.3};
    for (size_t i = 0; i < sizeof WEIGHTS_OF_BOTH / sizeof *WEIGHTS_OF_BOTH; ++i) {
        wend_world *world = box_world(def_of(0.1), WALLS, 3);
        wend_goal_id goal = point_goal(world, 95, 14);
        wend_boost_id near = add_weight(world, 20, 20, WEIGHTS_OF_BOTH[i], 1),
                      far = add_weight(world, 90, 20, WEIGHTS_OF_BOTH[i], 1);
        wend_agent_def def = guided_at(5, 14, goal, WEND_PLANNER_MAP, WEND_MOTION_ORCA);
        double highest, fastest;
        walk(world, &def, &highest, &fastest);
        assert_int_equal(left_of(world, near), 0);
        assert_int_equal(left_of(world, far), 1);
        wend_world_destroy(world);
    }
}

/// Two weights on the way: the greater counts from where it is, and the smaller is left to others.
static void test_the_greatest_counts(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), WALLS, 3);
    wend_goal_id goal = point_goal(world, 95, 14);
    wend_boost_id small = add_weight(world, 20, 20, 2, 1), great = add_weight(world, 90, 20, 4, 1);
    wend_agent_def def = guided_at(5, 14, goal, WEND_PLANNER_MAP, WEND_MOTION_ORCA);
    wend_agent_id id = add_agent(world, &def);
    uint32_t taken = 0;
    wend_event event;
    while (wend_world_agents(world).count > 0 && wend_world_time(world) < 200) {
        step(world);
        if (count_events(world, WEND_EVENT_BOOSTED, &event) > 0) {
            assert_true(wend_agent_id_equal(event.agent, id));
            assert_int_equal(event.number, taken++);
        }
    }
    assert_string_equal(wend_event_name(WEND_EVENT_BOOSTED), "boosted");
    assert_int_equal(taken, 2);
    assert_true(left_of(world, small) == 0 && left_of(world, great) == 0);
    // One that is faster already passes the small one.
    assert_int_equal(wend_world_refill_boost(world, small, 1, NULL), WEND_OK);
    wend_boost_id near = add_weight(world, 40, 10, 3, 1);
    def.position = (wend_vec2){38, 11};
    def.goal = point_goal(world, 5, 30);
    add_agent(world, &def);
    run_empty(world, 100, NULL);
    assert_true(left_of(world, near) == 0 && left_of(world, small) == 1);
    wend_world_destroy(world);
}

static void refuse(wend_vec2 at, double weight, uint32_t count, const char *words)
{
    wend_world *world = box_world(def_of(0.1), WALLS, 3);
    wend_error error = {0};
    wend_boost_id id = {{1, 1}};
    assert_int_equal(wend_world_add_boost(world, at, weight, count, &id, &error),
                     WEND_BAD_ARGUMENT);
    assert_true(wend_boost_id_is_null(id) && strstr(wend_error_text(&error), words));
    wend_world_destroy(world);
}

static void test_what_is_refused(void **state)
{
    (void)state;
    refuse((wend_vec2){20, NAN}, 2, 1, "within");
    refuse((wend_vec2){20, 20}, 0.5, 1, "1 to 1000, found 0.5");
    refuse((wend_vec2){20, 20}, NAN, 1, "must be 1 to");
    refuse((wend_vec2){20, 20}, 2, 0, "must be 1 or more");
    wend_world *world = box_world(def_of(0.1), WALLS, 3);
    uint32_t left;
    wend_error error = {0};
    for (int i = 0; i < 63; ++i)
        add_weight(world, 20, 20, 1.5 + 0.01 * i, 1);
    add_weight(world, 90, 20, 1.5, 1);
    assert_int_equal(wend_world_add_boost(world, (wend_vec2){20, 20}, 9, 1, NULL, &error),
                     WEND_BAD_ARGUMENT);
    assert_non_null(strstr(wend_error_text(&error), "63 different factors"));
    assert_int_equal(wend_world_boost_remaining(world, (wend_boost_id){{99, 1}}, &left, NULL),
                     WEND_STALE);
    assert_int_equal(wend_world_refill_boost(world, (wend_boost_id){0}, 1, NULL), WEND_STALE);
    wend_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_after_the_other), cmocka_unit_test(test_only_if_it_pays),
        cmocka_unit_test(test_one_is_enough),       cmocka_unit_test(test_the_greatest_counts),
        cmocka_unit_test(test_what_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
