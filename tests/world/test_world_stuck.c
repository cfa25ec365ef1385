// SPDX-License-Identifier: MIT
// Stuck agents: who is reported, when, how often, and as blocked by what.
#include "tests/world/world_support.h"
#include "world/world.h"

static const double CORRIDOR[][4] = {{0, 0, 20, 0.8}};

/// An agent that never gives way stands in a corridor.
static wend_agent_id add_plug(wend_world *world, double x)
{
    wend_agent_def plug = walker_at(x, 0.4, (wend_goal_id){0});
    plug.avoidance_share = 0;
    return add_agent(world, &plug);
}

static void test_blocked_by_an_agent(void **state)
{
    (void)state;
    for (int motion = 0; motion < WEND_MOTION_COUNT; ++motion) {
        const wend_motion_info *info = wend_motion_info_of((wend_motion_kind)motion);
        if (!info->gives_way && !info->takes_turns)
            continue; // no agent stops it
        wend_world *world = box_world(def_of(0.1), CORRIDOR, 1);
        wend_agent_id plug = add_plug(world, 10);
        wend_agent_def def = walker_at(8, 0.4, point_goal(world, 18, 0.4));
        def.motion = (wend_motion_kind)motion;
        wend_agent_id id = add_agent(world, &def);
        wend_event event = {0};
        if (!step_until(world, WEND_EVENT_STUCK, 20, &event))
            fail_msg("%s: not reported", info->name);
        assert_true(wend_agent_id_equal(event.agent, id));
        if (event.blocker.kind != WEND_BLOCKER_AGENT)
            fail_msg("%s: blocked by %s", info->name, wend_blocker_name(event.blocker.kind));
        assert_true(wend_agent_id_equal(event.blocker.agent, plug));
        wend_agent_state now;
        assert_int_equal(wend_world_agent_state(world, id, &now, NULL), WEND_OK);
        assert_true(now.stuck);
        // Once, until it makes progress.
        assert_false(step_until(world, WEND_EVENT_STUCK, 10, &event));
        assert_int_equal(wend_world_remove_agent(world, plug, NULL), WEND_OK);
        assert_true(step_until(world, WEND_EVENT_ARRIVED, 30, &event));
        wend_world_destroy(world);
    }
}

static void test_blocked_by_a_wall(void **state)
{
    (void)state;
    static const double WALL[][4] = {{0, 0, 20, 6}, {10, 1, 10.2, 5}};
    wend_world *world = box_world(def_of(0.1), WALL, 2);
    wend_agent_def def = walker_at(8, 3, point_goal(world, 18, 3));
    def.planner = WEND_PLANNER_DIRECT;
    (void)add_agent(world, &def);
    wend_event event = {0};
    assert_true(step_until(world, WEND_EVENT_STUCK, 20, &event));
    assert_int_equal(event.blocker.kind, WEND_BLOCKER_WALL);
    wend_world_destroy(world);
}

/// Two crowds at a door for one: those who wait for the others are blocked by the gate.
static void test_blocked_by_a_gate(void **state)
{
    (void)state;
    static const double ROOMS[][4] = {{0, 0, 16, 8}, {7.9, 0, 8.1, 3.6}, {7.9, 4.4, 8.1, 8}};
    wend_world *world = box_world(def_of(0.1), ROOMS, 3);
    wend_goal_id east = box_goal(world, 15, 0, 16, 8), west = box_goal(world, 0, 0, 1, 8);
    for (int i = 0; i < 40; ++i) {
        double y = 2 + 0.5 * (i % 8), x = 6.5 - 0.5 * (i / 8);
        wend_agent_def to_east = walker_at(x, y, east), to_west = walker_at(16 - x, y, west);
        (void)add_agent(world, &to_east);
        (void)add_agent(world, &to_west);
    }
    uint32_t by_gate = 0;
    for (int i = 0; i < 2000 && wend_world_agents(world).count > 0; ++i) {
        uint32_t count;
        step(world);
        const wend_event *events = wend_world_events(world, &count);
        for (uint32_t k = 0; k < count; ++k)
            if (events[k].kind == WEND_EVENT_STUCK && events[k].blocker.kind == WEND_BLOCKER_GATE) {
                ++by_gate;
                assert_true(events[k].blocker.gate < wend_world_gate_count(world));
            }
    }
    assert_int_equal(wend_world_agents(world).count, 0);
    assert_true(by_gate > 0);
    wend_world_destroy(world);
}

/// Sets the remaining path of an agent, as a planner would, and runs the events phase.
static bool is_reported(wend_world *world, uint32_t slot, double remaining)
{
    wend_vec2 p = world->crowd.bodies[slot].position;
    world->crowd.aims[slot] = (wend_steering_target){.a = p, .b = p, .remaining = remaining};
    world->time += world->def.step;
    wend_events_clear(&world->events);
    assert_true(wend_phase_events(world));
    return count_events(world, WEND_EVENT_STUCK, NULL) > 0;
}

/// Paths that get shorter and longer, as a planner might say. A walker whose path shortens is not
/// stuck, even if it gets longer by a detour; one that wavers between two paths is, though it
/// walks.
static void test_wavering(void **state)
{
    (void)state;
    enum { STEPS = 400 };
    for (int kind = 0; kind < 3; ++kind) {
        wend_world *world = box_world(def_of(0.1), NULL, 0);
        wend_agent_def def = walker_at(0, 0, point_goal(world, 1000, 0));
        wend_agent_id id = add_agent(world, &def);
        step(world);
        world->crowd.bodies[wend_id_slot(id.raw)].velocity = (wend_vec2){1.3, 0};
        double remaining = 100;
        int reports = 0, first = STEPS;
        for (int i = 0; i < STEPS; ++i) {
            remaining -= 0.13;
            if (kind == 1 && i == 50) // one detour
                remaining += 20;
            if (kind == 2 && i % 20 == 19) // every 2 s the other way seems better
                remaining += 2.6;
            if (is_reported(world, wend_id_slot(id.raw), remaining)) {
                ++reports;
                first = i < first ? i : first;
            }
        }
        assert_int_equal(reports, kind == 2);
        assert_true(kind != 2 || first < 150);
        wend_world_destroy(world);
    }
}

/// An agent that follows a goal that moves away is not stuck.
static void test_moving_goal(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), NULL, 0);
    const wend_goal_frame frames[] = {{0, {5, 0}, {5, 0}}, {100, {300, 0}, {300, 0}}};
    wend_moving_goal_def moving = wend_default_moving_goal_def();
    moving.frames = frames;
    moving.frame_count = 2;
    wend_goal_id goal;
    assert_int_equal(wend_world_add_moving_goal(world, &moving, &goal, NULL), WEND_OK);
    wend_agent_def def = walker_at(0, 0, goal);
    (void)add_agent(world, &def);
    wend_event event;
    assert_false(step_until(world, WEND_EVENT_STUCK, 30, &event));
    wend_world_destroy(world);
}

/// Reports are part of the state: the same after a rollback.
static void test_rollback(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), CORRIDOR, 1);
    (void)add_plug(world, 10);
    wend_agent_def def = walker_at(8, 0.4, point_goal(world, 18, 0.4));
    (void)add_agent(world, &def);
    for (int i = 0; i < 30; ++i)
        step(world);
    wend_snapshot *snapshot = NULL;
    assert_int_equal(wend_world_save(world, &snapshot, NULL), WEND_OK);
    wend_event first = {0}, second = {0};
    assert_true(step_until(world, WEND_EVENT_STUCK, 20, &first));
    uint64_t hash = wend_world_hash(world);
    assert_int_equal(wend_world_restore(world, snapshot, NULL), WEND_OK);
    assert_true(step_until(world, WEND_EVENT_STUCK, 20, &second));
    assert_true(first.time == second.time && first.blocker.kind == second.blocker.kind);
    assert_true(wend_world_hash(world) == hash);
    wend_snapshot_destroy(snapshot);
    wend_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocked_by_an_agent), cmocka_unit_test(test_blocked_by_a_wall),
        cmocka_unit_test(test_blocked_by_a_gate),   cmocka_unit_test(test_wavering),
        cmocka_unit_test(test_moving_goal),         cmocka_unit_test(test_rollback),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
