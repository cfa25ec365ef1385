// SPDX-License-Identifier: MIT
// Where agents go: which goal they choose, zones that slow them down, and what is refused.
#include "tests/world/walking.h"

// ---- choices ------------------------------------------------------------------------------------

static void the_nearest_is_nearest_by_path(void **state)
{
    (void)state;
    plan p;
    make_hall(&p, 1);
    wend_world *world = make_world(&p, default_def());
    // Just behind the wall, and further away in the same room.
    const wend_vec2 behind = {11, 1}, same = {2, 1};
    wend_goal_id goals[2] = {add_goal(world, &behind, 1), add_goal(world, &same, 1)};
    wend_agent_def def = walker_at(8, 1, (wend_goal_id){0});
    def.route = add_route(world, goals, 2, WEND_CHOICE_NEAREST, WEND_ON_ARRIVAL_LEAVE);
    wend_agent_id id = add_agent(world, &def);
    walk(world);
    wend_agent_state now;
    assert_int_equal(wend_world_agent_state(world, id, &now, NULL), WEND_OK);
    assert_true(wend_goal_id_equal(now.goal, goals[1]));
    wend_world_destroy(world);
}

static void turns_are_even(void **state)
{
    (void)state;
    plan p = {.width = 20, .height = 20};
    wend_world *world = make_world(&p, default_def());
    const wend_vec2 places[3] = {{2, 2}, {18, 2}, {2, 18}};
    wend_goal_id goals[3];
    uint32_t count[3] = {0};
    for (int i = 0; i < 3; i++)
        goals[i] = add_goal(world, &places[i], 1);
    wend_route_id route = add_route(world, goals, 3, WEND_CHOICE_IN_TURN, WEND_ON_ARRIVAL_LEAVE);
    for (int i = 0; i < 30; i++) {
        wend_agent_def def = walker_at(5 + i % 6, 5 + i / 6, (wend_goal_id){0});
        def.route = route;
        def.planner = i % 2 ? WEND_PLANNER_MESH : WEND_PLANNER_DIRECT;
        add_agent(world, &def);
    }
    walk(world);
    for (int i = 0; i < 30; i++)
        count[world->crowd.walkers[i].chosen]++;
    for (int i = 0; i < 3; i++)
        assert_int_equal(count[i], 10);
    wend_world_destroy(world);
}

// Before the near exit stand fifty; who comes later takes the far one, and nobody runs to and fro.
static void queues_are_avoided(void **state)
{
    (void)state;
    plan p = {.width = 40, .height = 10};
    wend_world *world = make_world(&p, default_def());
    const wend_vec2 near[2] = {{0.5, 4.5}, {0.5, 5.5}}, far[2] = {{39.5, 4.5}, {39.5, 5.5}};
    wend_goal_id goals[2] = {add_goal(world, near, 2), add_goal(world, far, 2)};
    wend_route_id quick = add_route(world, goals, 2, WEND_CHOICE_QUICKEST, WEND_ON_ARRIVAL_LEAVE);
    for (int i = 0; i < 50; i++) {
        wend_agent_def def = walker_at(2 + 0.6 * (i / 10), 1 + 0.8 * (i % 10), goals[0]);
        def.preferred_speed = 0.01;
        add_agent(world, &def);
    }
    for (int i = 0; i < 2; i++)
        walk(world);
    wend_agent_def def = walker_at(15, 5, (wend_goal_id){0});
    def.route = quick;
    uint32_t late = wend_id_slot(add_agent(world, &def).raw);
    def.position.x = 3;
    uint32_t close = wend_id_slot(add_agent(world, &def).raw);
    uint32_t changes = 0, last[2] = {WEND_NO_GOAL, WEND_NO_GOAL};
    for (int i = 0; i < 100; i++) {
        walk(world);
        uint32_t chosen[2] = {world->crowd.walkers[late].chosen,
                              world->crowd.walkers[close].chosen};
        for (int k = 0; k < 2; k++) {
            changes += last[k] != WEND_NO_GOAL && last[k] != chosen[k];
            last[k] = chosen[k];
        }
        if (i == 0) {
            assert_int_equal(chosen[0], wend_id_slot(goals[1].raw));
            assert_int_equal(chosen[1], wend_id_slot(goals[0].raw));
        }
    }
    assert_true(changes <= 1);
    wend_world_destroy(world);
}

// Everybody chooses before there is a queue; then some think again.
static void choices_are_thought_over(void **state)
{
    (void)state;
    plan p = {.width = 40, .height = 10};
    wend_world_def all_at_once = default_def();
    all_at_once.max_searches = 1000;
    wend_world *world = make_world(&p, all_at_once);
    const wend_vec2 near[2] = {{0.5, 4.5}, {0.5, 5.5}}, far[2] = {{39.5, 4.5}, {39.5, 5.5}};
    wend_goal_id goals[2] = {add_goal(world, near, 2), add_goal(world, far, 2)};
    wend_route_id quick = add_route(world, goals, 2, WEND_CHOICE_QUICKEST, WEND_ON_ARRIVAL_LEAVE);
    for (int i = 0; i < 200; i++) {
        wend_agent_def def = walker_at(5 + 0.6 * (i / 10), 1 + 0.8 * (i % 10), (wend_goal_id){0});
        def.route = quick;
        add_agent(world, &def);
    }
    walk(world);
    uint32_t to_near = 0;
    for (int i = 0; i < 200; i++)
        to_near += world->crowd.walkers[i].chosen == wend_id_slot(goals[0].raw);
    assert_int_equal(to_near, 200);
    for (int i = 0; i < 40; i++)
        walk(world);
    uint32_t after = 0;
    for (int i = 0; i < 200; i++)
        after += world->crowd.walkers[i].chosen == wend_id_slot(goals[0].raw);
    assert_true(after < 190 && after > 50);
    wend_world_destroy(world);
}

static void zones_slow_down(void **state)
{
    (void)state;
    plan p = {.width = 30, .height = 10};
    const wend_vec2 zone[4] = {{10, 0}, {20, 0}, {20, 10}, {10, 10}}, to = {28, 5};
    double times[3];
    for (int i = 0; i < 3; i++) {
        wend_world *world = make_world(&p, brisk_def());
        wend_zone_id id, other;
        assert_int_equal(wend_world_add_zone(world, &(wend_goal){zone, 4}, 0.5, &id, NULL),
                         WEND_OK);
        assert_int_equal(wend_world_add_zone(world, &(wend_goal){zone, 4}, 0.25, &other, NULL),
                         WEND_OK);
        if (i < 2)
            assert_int_equal(wend_world_remove_zone(world, other, NULL), WEND_OK);
        if (i < 1)
            assert_int_equal(wend_world_remove_zone(world, id, NULL), WEND_OK);
        wend_agent_def def = walker_at(2, 5, add_goal(world, &to, 1));
        add_agent(world, &def);
        times[i] = walk_until_empty(world, 100);
        assert_int_equal(world->crowd.count, 0);
        assert_int_equal(wend_world_remove_zone(world, other, NULL), i < 2 ? WEND_STALE : WEND_OK);
        wend_world_destroy(world);
    }
    assert_float_equal(times[1] - times[0], 10 / 1.3, 0.5);
    assert_float_equal(times[2] - times[0], 30 / 1.3, 0.8);
}

// ---- what is refused ----------------------------------------------------------------------------

static void bad_goals_are_refused(void **state)
{
    (void)state;
    plan p = {.width = 10, .height = 10};
    wend_world *world = make_world(&p, default_def());
    const wend_vec2 bow[4] = {{0, 0}, {1, 1}, {1, 0}, {0, 1}}, far = {2e9, 0}, odd = {NAN, 0};
    wend_goal_id id;
    wend_zone_id zone;
    wend_route_id way;
    wend_error error;
    assert_int_equal(wend_world_add_goal(world, NULL, &id, &error), WEND_BAD_ARGUMENT);
    assert_int_equal(wend_world_add_goal(world, &(wend_goal){bow, 0}, &id, &error),
                     WEND_BAD_ARGUMENT);
    assert_int_equal(wend_world_add_goal(world, &(wend_goal){&far, 1}, &id, &error),
                     WEND_BAD_ARGUMENT);
    assert_int_equal(wend_world_add_goal(world, &(wend_goal){&odd, 1}, &id, &error),
                     WEND_BAD_ARGUMENT);
    assert_int_equal(wend_world_add_goal(world, &(wend_goal){bow, 4}, &id, &error),
                     WEND_INVALID_GEOMETRY);
    assert_int_equal(wend_world_add_zone(world, &(wend_goal){bow, 2}, 1, &zone, &error),
                     WEND_BAD_ARGUMENT);
    assert_int_equal(wend_world_add_zone(world, &(wend_goal){bow, 3}, -1, &zone, &error),
                     WEND_BAD_ARGUMENT);
    assert_int_equal(wend_world_remove_zone(world, (wend_zone_id){0}, &error), WEND_STALE);

    wend_goal_id good = add_goal(world, bow, 1), null = {0};
    const wend_waypoint stops[] = {{.goals = &good, .goal_count = 0},
                                   {.goals = &null, .goal_count = 1},
                                   {.goals = &good, .goal_count = 1, .wait = -1},
                                   {.goals = &good, .goal_count = 1, .wait_spread = INFINITY},
                                   {.goals = &good, .goal_count = 1, .choice = (wend_choice)7}};
    for (uint32_t i = 0; i < COUNT(stops); i++) {
        wend_route_def route = {.waypoints = &stops[i], .waypoint_count = 1};
        assert_true(wend_failed(wend_world_add_route(world, &route, &way, &error)));
        assert_true(error.text[0] != 0);
    }
    assert_int_equal(
        wend_world_add_route(world, &(wend_route_def){.waypoints = stops}, &way, &error),
        WEND_BAD_ARGUMENT);
    assert_int_equal(world->goals.stops.count, 0);
    wend_world_destroy(world);
}

// Zones that come and go leave the points of others where they are.
static void zones_come_and_go(void **state)
{
    (void)state;
    plan p = {.width = 100, .height = 10};
    wend_world *world = make_world(&p, default_def());
    wend_zone_id zones[10];
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 10; i++) {
            double x = 10 * i;
            const wend_vec2 area[4] = {{x, 0}, {x + 5, 0}, {x + 5, 10}, {x, 10}};
            assert_int_equal(
                wend_world_add_zone(world, &(wend_goal){area, 4}, 0.1 * i, &zones[i], NULL),
                WEND_OK);
        }
        for (int i = 0; i < 10; i += 3)
            assert_int_equal(wend_world_remove_zone(world, zones[i], NULL), WEND_OK);
        for (int i = 0; i < 10; i++) {
            double factor = wend_goals_factor(&world->goals, (wend_vec2){10 * i + 2.5, 5});
            double truth = i % 3 ? 0.1 * i : 1;
            assert_float_equal(factor, truth, 1e-6);
            assert_float_equal(wend_goals_factor(&world->goals, (wend_vec2){10 * i + 7, 5}), 1, 0);
        }
        for (int i = 0; i < 10; i++)
            if (i % 3)
                assert_int_equal(wend_world_remove_zone(world, zones[i], NULL), WEND_OK);
        assert_int_equal(world->goals.points.count, 0);
    }
    wend_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_is_nearest_by_path),
        cmocka_unit_test(turns_are_even),
        cmocka_unit_test(queues_are_avoided),
        cmocka_unit_test(choices_are_thought_over),
        cmocka_unit_test(zones_slow_down),
        cmocka_unit_test(bad_goals_are_refused),
        cmocka_unit_test(zones_come_and_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
