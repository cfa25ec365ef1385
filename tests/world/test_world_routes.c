// SPDX-License-Identifier: MIT
// The ways of agents: they react, walk, stop, wait, repeat, choose an exit, arrive, get stuck or
// lost, and events tell of it.
#include "tests/world/world_support.h"

static const double HALL[][4] = {{0, 0, 20, 10}};

static wend_world *hall(void)
{
    return box_world(wend_default_world_def(), HALL, 1);
}

// ---- the way of one agent -----------------------------------------------------------------------

static void walks_and_leaves(void **state)
{
    (void)state;
    for (int planner = 0; planner < 2; ++planner) {
        wend_world *world = hall();
        wend_agent_def def = walker_at(2, 5, point_goal(world, 15, 5));
        def.planner = planner ? WEND_PLANNER_DIRECT : WEND_PLANNER_MESH;
        wend_agent_id id = add_agent(world, &def);
        assert_int_equal(state_of(world, id).activity, WEND_ACTIVITY_WALKING);
        wend_event event = {0};
        assert_true(step_until(world, WEND_EVENT_ARRIVED, 15, &event));
        assert_true(wend_agent_id_equal(event.agent, id));
        // 13 m, less the radius, at 1.3 m/s; the chord of a far goal's arc may be 10 % slower.
        assert_true(event.time > 9.7 && event.time < 11.5);
        assert_true(hypot(event.position.x - 15, event.position.y - 5) <= 0.28);
        assert_stale(world, id);
        assert_int_equal(wend_world_agents(world).count, 0);
        step(world);
        assert_int_equal(count_events(world, WEND_EVENT_ARRIVED, NULL), 0);
        wend_world_destroy(world);
    }
}

static void reacts_first(void **state)
{
    (void)state;
    wend_world *world = hall();
    wend_agent_def def = walker_at(2, 5, point_goal(world, 15, 5));
    def.premovement_time = 1;
    wend_agent_id id = add_agent(world, &def);
    for (int i = 0; i < 10; ++i) {
        assert_int_equal(state_of(world, id).activity, WEND_ACTIVITY_PREMOVEMENT);
        assert_true(position_of(world, id).x == 2);
        step(world);
    }
    assert_int_equal(state_of(world, id).activity, WEND_ACTIVITY_WALKING);
    for (int i = 0; i < 10; ++i)
        step(world);
    assert_true(position_of(world, id).x > 2.9);
    wend_world_destroy(world);
}

static void stands_without_goal(void **state)
{
    (void)state;
    wend_world *world = hall();
    wend_agent_def def = walker_at(2, 5, (wend_goal_id){0});
    wend_agent_id id = add_agent(world, &def);
    for (int i = 0; i < 50; ++i)
        step(world);
    assert_true(position_of(world, id).x == 2 && position_of(world, id).y == 5);
    assert_int_equal(state_of(world, id).activity, WEND_ACTIVITY_IDLE);
    // It is given a goal, later another one.
    def.goal = point_goal(world, 18, 5);
    assert_int_equal(wend_world_change_agent(world, id, &def, NULL), WEND_OK);
    for (int i = 0; i < 30; ++i)
        step(world);
    assert_true(position_of(world, id).x > 4);
    assert_int_equal(wend_world_agent(world, id, &def, NULL), WEND_OK);
    def.goal = point_goal(world, 2, 5);
    assert_int_equal(wend_world_change_agent(world, id, &def, NULL), WEND_OK);
    wend_event event = {0};
    assert_true(step_until(world, WEND_EVENT_ARRIVED, 15, &event));
    assert_true(event.position.x < 2.3);
    wend_world_destroy(world);
}

// A tour of three stops and what the events say of it.
static void stops_and_waits(void **state)
{
    (void)state;
    for (int end = 0; end < 3; ++end) {
        wend_world *world = hall();
        wend_goal_id goals[3] = {point_goal(world, 5, 5), box_goal(world, 8, 7, 10, 9),
                                 point_goal(world, 3, 2)};
        wend_waypoint stops[3];
        for (int i = 0; i < 3; ++i)
            stops[i] = (wend_waypoint){.goals = &goals[i], .goal_count = 1, .wait = i};
        wend_route_def route = {stops, 3, 2, (wend_on_arrival)end};
        wend_agent_def def = walker_at(2, 5, (wend_goal_id){0});
        def.route = add_route(world, &route);
        wend_agent_id id = add_agent(world, &def);
        for (int round = 0; round < (end == WEND_ON_ARRIVAL_REPEAT ? 2 : 1); ++round)
            for (uint32_t i = 0; i < 3; ++i) {
                wend_event event = {0};
                assert_int_equal(state_of(world, id).waypoint, i);
                assert_true(step_until(world, WEND_EVENT_WAYPOINT, 20, &event));
                assert_int_equal(event.number, i);
                assert_true(wend_agent_id_equal(event.agent, id));
                if (i == 0)
                    continue;
                assert_int_equal(state_of(world, id).activity, WEND_ACTIVITY_WAITING);
                assert_true(wend_goal_id_equal(state_of(world, id).goal, goals[i]));
                while (wend_world_time(world) < event.time + i - 0.05) {
                    assert_int_equal(state_of(world, id).activity, WEND_ACTIVITY_WAITING);
                    step(world);
                }
            }
        wend_event event = {0};
        assert_int_equal(count_events(world, WEND_EVENT_ARRIVED, &event), 1);
        if (end == WEND_ON_ARRIVAL_STAY) {
            assert_int_equal(state_of(world, id).activity, WEND_ACTIVITY_IDLE);
            for (int i = 0; i < 20; ++i)
                step(world);
            assert_true(hypot(position_of(world, id).x - 3, position_of(world, id).y - 2) < 0.4);
        } else {
            assert_stale(world, id);
        }
        wend_world_destroy(world);
    }
}

// How long agents wait at a stop with a spread: by id, so the same in every run.
static void measure_waits(uint64_t seed, double waits[10])
{
    wend_world_def world_def = wend_default_world_def();
    world_def.seed = seed;
    wend_world *world = box_world(world_def, HALL, 1);
    wend_goal_id goal = box_goal(world, 1, 0.5, 3, 9.5), exit = box_goal(world, 18, 0, 20, 10);
    wend_waypoint stops[2] = {{&goal, 1, WEND_CHOICE_NEAREST, 1, 2}, {&exit, 1, 0, 0, 0}};
    wend_route_def route = {stops, 2, 0, WEND_ON_ARRIVAL_LEAVE};
    wend_agent_id ids[10];
    wend_agent_def def = walker_at(2, 0, (wend_goal_id){0});
    def.route = add_route(world, &route);
    for (int i = 0; i < 10; ++i) {
        def.position.y = 0.7 + 0.9 * i;
        ids[i] = add_agent(world, &def);
        waits[i] = 0;
    }
    for (int k = 0; k < 50; ++k) {
        step(world);
        for (int i = 0; i < 10; ++i)
            if (state_of(world, ids[i]).activity == WEND_ACTIVITY_WAITING)
                waits[i] += 0.1;
    }
    wend_world_destroy(world);
}

static void waits_spread(void **state)
{
    (void)state;
    double waits[10], again[10], others[10];
    measure_waits(1, waits);
    measure_waits(1, again);
    measure_waits(2, others);
    bool differ = false, seeds_differ = false;
    for (int i = 0; i < 10; ++i) {
        assert_true(waits[i] > 0.99 && waits[i] < 3.11);
        assert_true(waits[i] == again[i]);
        differ |= fabs(waits[i] - waits[0]) > 0.15;
        seeds_differ |= fabs(waits[i] - others[i]) > 0.15;
    }
    assert_true(differ && seeds_differ);
}

static void host_moves(void **state)
{
    (void)state;
    wend_world_def world_def = wend_default_world_def();
    world_def.host_moves = true;
    wend_world *world = box_world(world_def, HALL, 1);
    wend_agent_def def = walker_at(2, 5, point_goal(world, 15, 5));
    wend_agent_id id = add_agent(world, &def);
    step(world);
    step(world);
    wend_agent_def now;
    assert_int_equal(wend_world_agent(world, id, &now, NULL), WEND_OK);
    assert_true(now.position.x == 2 && now.position.y == 5);
    assert_true(now.velocity.x > 1);
    bool arrived = false;
    for (int i = 0; i < 150 && !arrived; ++i) {
        assert_int_equal(wend_world_agent(world, id, &now, NULL), WEND_OK);
        now.position.x += 0.1 * now.velocity.x;
        now.position.y += 0.1 * now.velocity.y;
        assert_int_equal(wend_world_place_agent(world, id, now.position, &now.velocity, NULL),
                         WEND_OK);
        step(world);
        arrived = count_events(world, WEND_EVENT_ARRIVED, NULL) == 1;
    }
    assert_true(arrived);
    wend_world_destroy(world);
}

// ---- troubles -----------------------------------------------------------------------------------

static void stuck_is_told_once(void **state)
{
    (void)state;
    // Somebody who never gives way stands in a corridor.
    static const double CORRIDOR[][4] = {{0, 0, 20, 0.8}};
    wend_world *world = box_world(wend_default_world_def(), CORRIDOR, 1);
    wend_agent_def plug = walker_at(10, 0.4, (wend_goal_id){0});
    plug.avoidance_share = 0;
    wend_agent_id plug_id = add_agent(world, &plug);
    wend_agent_def def = walker_at(8, 0.4, point_goal(world, 18, 0.4));
    wend_agent_id id = add_agent(world, &def);
    wend_event event = {0};
    assert_true(step_until(world, WEND_EVENT_STUCK, 20, &event));
    assert_true(wend_agent_id_equal(event.agent, id));
    assert_true(event.time > 3);
    assert_false(step_until(world, WEND_EVENT_STUCK, 10, &event));
    assert_int_equal(wend_world_remove_agent(world, plug_id, NULL), WEND_OK);
    assert_true(step_until(world, WEND_EVENT_ARRIVED, 15, &event));
    wend_world_destroy(world);
}

static void no_way(void **state)
{
    (void)state;
    static const double ROOMS[][4] = {{0, 0, 20, 10}, {9, 0, 10, 10}};
    wend_world *world = box_world(wend_default_world_def(), ROOMS, 2);
    wend_agent_def def = walker_at(5, 5, point_goal(world, 15, 5));
    wend_agent_id id = add_agent(world, &def);
    wend_event event = {0};
    assert_true(step_until(world, WEND_EVENT_NO_PATH, 2, &event));
    assert_true(wend_agent_id_equal(event.agent, id));
    assert_int_equal(state_of(world, id).activity, WEND_ACTIVITY_NO_PATH);
    assert_false(step_until(world, WEND_EVENT_NO_PATH, 2, &event));
    // Another goal, or the wall gone: it walks.
    assert_int_equal(wend_world_remove_obstacle(world, wend_world_shape(world, 0), NULL), WEND_OK);
    assert_true(step_until(world, WEND_EVENT_ARRIVED, 15, &event));
    wend_world_destroy(world);
}

// Thirty agents meet at a point and stay: all arrive, none pushes for ever.
static void a_point_for_many(void **state)
{
    (void)state;
    wend_world *world = hall();
    wend_goal_id goal = point_goal(world, 10, 5);
    wend_waypoint stop = {.goals = &goal, .goal_count = 1};
    wend_route_def route = {&stop, 1, 0, WEND_ON_ARRIVAL_STAY};
    wend_agent_def def = walker_at(0, 0, (wend_goal_id){0});
    def.route = add_route(world, &route);
    for (int i = 0; i < 30; ++i) {
        def.position = (wend_vec2){1 + 0.6 * i, i % 2 ? 1 : 9};
        add_agent(world, &def);
    }
    uint32_t arrived = 0;
    for (int i = 0; i < 400 && arrived < 30; ++i) {
        step(world);
        arrived += count_events(world, WEND_EVENT_ARRIVED, NULL);
    }
    assert_int_equal(arrived, 30);
    // 30 discs of radius 0.25 fill a circle of 1.5 m when they are packed.
    wend_agents agents = wend_world_agents(world);
    assert_int_equal(agents.count, 30);
    for (uint32_t i = 0; i < agents.slots; ++i)
        assert_true(hypot(agents.bodies[i].position.x - 10, agents.bodies[i].position.y - 5) < 3);
    wend_world_destroy(world);
}

// ---- exits --------------------------------------------------------------------------------------

// How many of 60 agents in the left half leave through the left one of two exits.
static uint32_t leave_left(wend_choice choice)
{
    wend_world *world = hall();
    wend_goal_id goals[2] = {box_goal(world, 0, 4.5, 0.3, 5.5),
                             box_goal(world, 19.7, 4.5, 20, 5.5)};
    wend_waypoint stop = {.goals = goals, .goal_count = 2, .choice = choice};
    wend_route_def route = {&stop, 1, 0, WEND_ON_ARRIVAL_LEAVE};
    wend_agent_def def = walker_at(0, 0, (wend_goal_id){0});
    def.route = add_route(world, &route);
    for (int i = 0; i < 60; ++i) {
        def.position = (wend_vec2){2 + i % 10 * 0.7, 2 + i / 10 * 1.1};
        add_agent(world, &def);
    }
    uint32_t left = 0, all = 0;
    for (int k = 0; k < 1200 && all < 60; ++k) {
        step(world);
        uint32_t count;
        const wend_event *events = wend_world_events(world, &count);
        for (uint32_t i = 0; i < count; ++i)
            if (events[i].kind == WEND_EVENT_ARRIVED) {
                ++all;
                left += events[i].position.x < 10;
            }
    }
    assert_int_equal(all, 60);
    wend_world_destroy(world);
    return left;
}

static void exit_choice(void **state)
{
    (void)state;
    assert_int_equal(leave_left(WEND_CHOICE_NEAREST), 60);
    assert_int_equal(leave_left(WEND_CHOICE_IN_TURN), 30);
    uint32_t left = leave_left(WEND_CHOICE_QUICKEST);
    assert_true(left > 20 && left < 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walks_and_leaves),    cmocka_unit_test(reacts_first),
        cmocka_unit_test(stands_without_goal), cmocka_unit_test(stops_and_waits),
        cmocka_unit_test(waits_spread),        cmocka_unit_test(host_moves),
        cmocka_unit_test(stuck_is_told_once),  cmocka_unit_test(no_way),
        cmocka_unit_test(a_point_for_many),    cmocka_unit_test(exit_choice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
