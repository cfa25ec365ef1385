// SPDX-License-Identifier: MIT
// Groups in a world: nobody leaves the shape, shapes don't meet, ways are found again.
#include "tests/world/group_scenes.h"

#include <string.h>

#define R 0.25

// ---- strict -------------------------------------------------------------------------------------

static void through_a_gap(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), GAP, 3);
    const wend_world_group_def def = group_def(50, R, (wend_vec2){8, 10}, (wend_vec2){32, 10});
    wend_group_id id = new_group(world, &def, 50, R, WEND_MOTION_GROUP_POTENTIAL);
    assert_held(world);
    double length = group_state(world, id).length;
    double took = step_until_gone(world, 200, assert_held);
    print_message("50 through a gap of 2.4 m: %g m in %g s, waited %g s\n", length, took,
                  group_state(world, id).waited);
    // All arrive at once.
    assert_int_equal(count_events(world, WEND_EVENT_ARRIVED, NULL), 50);
    assert_true(group_state(world, id).arrived);
    assert_int_equal(group_state(world, id).members, 0);
    wend_world_destroy(world);
}

// Its speed is that of the slowest; steps of any length will do.
static void as_the_slowest(void **state)
{
    (void)state;
    static const double STEPS[] = {0.02, 0.1, 0.5};
    for (int i = 0; i < 3; ++i) {
        wend_world *world = box_world(def_of(STEPS[i]), GAP, 3);
        const wend_world_group_def def = group_def(5, R, (wend_vec2){4, 10}, (wend_vec2){34, 10});
        wend_agent_def agents[5];
        for (int k = 0; k < 5; ++k) {
            agents[k] = member_of_group(R, WEND_MOTION_GROUP_POTENTIAL);
            agents[k].preferred_speed = k == 2 ? 0.5 : 1.25;
        }
        wend_group_id id = add_group(world, &def);
        assert_int_equal(wend_world_fill_group(world, id, agents, 5, NULL, NULL), WEND_OK);
        double length = group_state(world, id).length;
        double took = step_until_gone(world, 200, assert_held);
        assert_true(took >= length / 0.5 - STEPS[i] && took <= 1.2 * length / 0.5);
        wend_world_destroy(world);
    }
}

// Others walk among them and around them, and nobody gets into anybody.
static void among_others(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), HALL, 1);
    const wend_world_group_def def = group_def(30, R, (wend_vec2){7, 15}, (wend_vec2){33, 15});
    new_group(world, &def, 30, R, WEND_MOTION_GROUP_POTENTIAL);
    wend_goal_id goals[2] = {box_goal(world, 10, 1, 30, 2), box_goal(world, 10, 28, 30, 29)};
    for (int i = 0; i < 40; ++i) {
        wend_agent_def walker =
            walker_at(12 + i % 10 * 1.6, i < 20 ? 4 + i / 10 : 24 + i / 10, goals[i < 20]);
        add_agent(world, &walker);
    }
    double deepest = 0, took = 0;
    while (wend_world_agents(world).count > 0 && took < 300) {
        step(world);
        assert_true(sticks_out_of_group(world, wend_world_group_at(world, 0)) <=
                    WEND_GROUP_POTENTIAL_SLACK);
        deepest = fmax(deepest, deepest_overlap(world));
        took = wend_world_time(world);
    }
    print_message("30 among 40 others: %g s, overlap %g of a radius\n", took, deepest);
    assert_int_equal(wend_world_agents(world).count, 0);
    assert_true(deepest < 0.02);
    wend_world_destroy(world);
}

// ---- loose --------------------------------------------------------------------------------------

/// Runs a group with a motion through the gap; how long after the first the last one arrived.
static double run_loose(wend_motion_kind motion, uint32_t count, double *out, double *overlap)
{
    wend_world *world = box_world(def_of(0.1), GAP, 3);
    const wend_world_group_def def = group_def(count, R, (wend_vec2){8, 10}, (wend_vec2){32, 10});
    wend_agent_def agents[64];
    for (uint32_t i = 0; i < count; ++i) {
        agents[i] = member_of_group(R, motion);
        agents[i].preferred_speed = i == 0 ? 0.5 : 1.25;
    }
    wend_group_id id = add_group(world, &def);
    assert_int_equal(wend_world_fill_group(world, id, agents, count, NULL, NULL), WEND_OK);
    double first = INFINITY, length = group_state(world, id).length;
    *out = *overlap = 0;
    while (wend_world_agents(world).count > 0 && wend_world_time(world) < 300) {
        step(world);
        if (count_events(world, WEND_EVENT_ARRIVED, NULL) > 0)
            first = fmin(first, wend_world_time(world));
        *out = fmax(*out, sticks_out_of_group(world, id));
        *overlap = fmax(*overlap, deepest_overlap(world));
        assert_true(deepest_in_wall(world) < 0.02);
    }
    double last = wend_world_time(world);
    wend_world_group_state state = group_state(world, id);
    print_message("%u with motion %d: %g m in %g s, spread %g s, %g m out, overlap %g\n", count,
                  (int)motion, length, last, last - first, *out, *overlap);
    if (wend_world_agents(world).count > 0)
        fail_msg("%u are left, at %g of %g m", state.members, state.along, state.length);
    wend_world_destroy(world);
    return last - first;
}

static void loose(void **state)
{
    (void)state;
    static const wend_motion_kind MOTIONS[] = {WEND_MOTION_ORCA, WEND_MOTION_SOCIAL_FORCE,
                                               WEND_MOTION_STEER, WEND_MOTION_BOIDS,
                                               WEND_MOTION_PEDESTRIAN};
    double out, overlap;
    for (int i = 0; i < 5; ++i) {
        assert_true(run_loose(MOTIONS[i], 5, &out, &overlap) <= 10);
        assert_true(out < 1.5 && overlap < 0.05);
    }
    assert_true(run_loose(WEND_MOTION_ORCA, 40, &out, &overlap) <= 10);
    assert_true(out < 2.5 && overlap < 0.1);
}

// ---- several ------------------------------------------------------------------------------------

/// Steps two groups until all have gone.
static void run_two(wend_world *world, const char *what)
{
    wend_world_group_state a = group_state(world, wend_world_group_at(world, 0)),
                           b = group_state(world, wend_world_group_at(world, 1));
    double took = step_until_gone(world, 400, assert_held), longest = fmax(a.length, b.length);
    a = group_state(world, wend_world_group_at(world, 0));
    b = group_state(world, wend_world_group_at(world, 1));
    print_message("%s: %g m in %g s, waited %g and %g s, %u and %u plans\n", what, longest, took,
                  a.waited, b.waited, a.plans, b.plans);
}

static void two_that_cross(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), HALL, 1);
    wend_world_group_def def = group_def(20, R, (wend_vec2){6, 15}, (wend_vec2){34, 15});
    new_group(world, &def, 20, R, WEND_MOTION_GROUP_POTENTIAL);
    def = group_def(20, R, (wend_vec2){20, 4}, (wend_vec2){20, 26});
    new_group(world, &def, 20, R, WEND_MOTION_GROUP_POTENTIAL);
    run_two(world, "across");
    wend_world_destroy(world);
}

static void two_that_meet(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), HALL, 1);
    wend_world_group_def def = group_def(20, R, (wend_vec2){6, 15}, (wend_vec2){34, 15});
    new_group(world, &def, 20, R, WEND_MOTION_GROUP_POTENTIAL);
    def = group_def(20, R, (wend_vec2){34, 15}, (wend_vec2){6, 15});
    new_group(world, &def, 20, R, WEND_MOTION_GROUP_POTENTIAL);
    run_two(world, "head on");
    wend_world_destroy(world);
}

// One after the other through one gap.
static void two_through_a_gap(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), GAP, 3);
    wend_world_group_def def = group_def(20, R, (wend_vec2){8, 5}, (wend_vec2){34, 5});
    new_group(world, &def, 20, R, WEND_MOTION_GROUP_POTENTIAL);
    def = group_def(20, R, (wend_vec2){8, 15}, (wend_vec2){34, 15});
    new_group(world, &def, 20, R, WEND_MOTION_GROUP_POTENTIAL);
    run_two(world, "through one gap");
    wend_world_destroy(world);
}

// They meet in a corridor where nobody can pass, each on its way to where the other came from: one
// goes back, and out of the way.
static void two_change_places(void **state)
{
    (void)state;
    static const double ROOMS[][4] = {{0, 0, 44, 14}, {16, 0, 28, 5.8}, {16, 8.2, 28, 14}};
    wend_world *world = box_world(def_of(0.1), ROOMS, 3);
    wend_world_group_def def = group_def(12, R, (wend_vec2){8, 7}, (wend_vec2){36, 7});
    new_group(world, &def, 12, R, WEND_MOTION_GROUP_POTENTIAL);
    def = group_def(12, R, (wend_vec2){36, 7}, (wend_vec2){8, 7});
    new_group(world, &def, 12, R, WEND_MOTION_GROUP_POTENTIAL);
    run_two(world, "in a corridor");
    wend_world_destroy(world);
}

// A group that stays where it has arrived is in the way of those who come later.
static void past_one_that_stays(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), HALL, 1);
    wend_world_group_def def = group_def(20, R, (wend_vec2){20, 4}, (wend_vec2){20, 15});
    def.on_arrival = WEND_ON_ARRIVAL_STAY;
    wend_group_id first = new_group(world, &def, 20, R, WEND_MOTION_GROUP_POTENTIAL);
    while (!group_state(world, first).arrived && wend_world_time(world) < 60)
        step(world);
    assert_int_equal(count_events(world, WEND_EVENT_ARRIVED, NULL), 20);
    wend_vec2 before = position_of(world, wend_world_agents(world).ids[3]);
    def = group_def(20, R, (wend_vec2){6, 15}, (wend_vec2){34, 15});
    wend_group_id second = new_group(world, &def, 20, R, WEND_MOTION_GROUP_POTENTIAL);
    assert_true(group_state(world, second).length > 28.5);
    while (group_state(world, second).members > 0 && wend_world_time(world) < 200) {
        step(world);
        assert_held(world);
    }
    assert_int_equal(group_state(world, second).members, 0);
    assert_true(group_state(world, second).waited < 10);
    wend_vec2 after = position_of(world, wend_world_agents(world).ids[3]);
    assert_true(before.x == after.x && before.y == after.y);
    // And goes on when it is sent elsewhere.
    wend_group_pose to = {.centre = {8, 25}};
    assert_int_equal(wend_world_send_group(world, first, &to, NULL), WEND_OK);
    assert_false(group_state(world, first).arrived);
    while (!group_state(world, first).arrived && wend_world_time(world) < 300) {
        step(world);
        assert_held(world);
    }
    assert_true(group_state(world, first).arrived);
    assert_int_equal(group_state(world, first).members, 20);
    assert_int_equal(state_of(world, wend_world_agents(world).ids[3]).activity, WEND_ACTIVITY_IDLE);
    wend_world_destroy(world);
}

// ---- obstacles that change ----------------------------------------------------------------------

static wend_obstacle_id add_door(wend_world *world, double x, double y0, double y1, bool shut)
{
    const wend_vec2 line[2] = {{x, y0}, {x, y1}};
    wend_door_def def = wend_default_door_def();
    def.shape = (wend_shape){.points = line, .point_count = 2};
    def.shut = shut;
    wend_obstacle_id id;
    assert_int_equal(wend_world_add_door(world, &def, &id, NULL), WEND_OK);
    return id;
}

// Whenever the door shuts, also on the group itself, it gets there by the other one.
static void another_door(void **state)
{
    (void)state;
    static const double TIMES[] = {2, 6, 8.5, 10, 13, 16};
    for (int i = 0; i < 6; ++i) {
        wend_world *world = box_world(def_of(0.1), GAPS, 4);
        wend_obstacle_id door = add_door(world, 20, 8.8, 11.2, false);
        const wend_world_group_def def = group_def(30, R, (wend_vec2){7, 12}, (wend_vec2){33, 12});
        wend_group_id id = new_group(world, &def, 30, R, WEND_MOTION_GROUP_POTENTIAL);
        while (wend_world_time(world) < TIMES[i]) {
            step(world);
            assert_held(world);
        }
        const wend_group_shape before = group_state(world, id).shape;
        wend_box box = wend_group_shape_box(&before);
        bool in_door = box.min.x < 20 && box.max.x > 20;
        uint32_t moved = 0;
        assert_int_equal(wend_world_set_door(world, door, true, NULL), WEND_OK);
        while (wend_world_agents(world).count > 0 && wend_world_time(world) < 300) {
            step(world);
            moved += count_events(world, WEND_EVENT_MOVED, NULL);
            assert_true(deepest_in_wall(world) < 0.01);
            if (!in_door)
                assert_held(world);
        }
        wend_world_group_state now = group_state(world, id);
        print_message("shut at %g s: %u moved away, there at %g s, %u plans\n", TIMES[i], moved,
                      wend_world_time(world), now.plans);
        if (wend_world_agents(world).count > 0)
            fail_msg("%u left at %g of %g", now.members, now.along, now.length);
        wend_world_destroy(world);
    }
}

// The only door shuts: they are lost, told once, and go on when it opens.
static void the_only_door(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), GAP, 3);
    wend_obstacle_id door = add_door(world, 20, 8.8, 11.2, false);
    const wend_world_group_def def = group_def(20, R, (wend_vec2){7, 10}, (wend_vec2){33, 10});
    wend_group_id id = new_group(world, &def, 20, R, WEND_MOTION_GROUP_POTENTIAL);
    while (wend_world_time(world) < 3)
        step(world);
    assert_int_equal(wend_world_set_door(world, door, true, NULL), WEND_OK);
    uint32_t lost = 0;
    while (wend_world_time(world) < 20) {
        step(world);
        assert_held(world);
        lost += count_events(world, WEND_EVENT_NO_PATH, NULL);
    }
    assert_int_equal(lost, 20);
    assert_int_equal(group_state(world, id).status, WEND_GROUP_IMPOSSIBLE);
    assert_int_equal(state_of(world, wend_world_agents(world).ids[0]).activity,
                     WEND_ACTIVITY_NO_PATH);
    assert_int_equal(wend_world_set_door(world, door, false, NULL), WEND_OK);
    step_until_gone(world, 100, assert_held);
    wend_world_destroy(world);
}

static void no_way_at_first(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), GAP, 3);
    wend_obstacle_id door = add_door(world, 20, 8.8, 11.2, true);
    wend_group_id id;
    const wend_world_group_def def = group_def(20, R, (wend_vec2){7, 10}, (wend_vec2){33, 10});
    wend_error error = {0};
    assert_int_equal(wend_world_add_group(world, &def, &id, &error), WEND_NOT_FOUND);
    assert_non_null(strstr(error.text, "no path exists"));
    assert_int_equal(group_state(world, id).status, WEND_GROUP_IMPOSSIBLE);
    assert_null(wend_world_group_plan(world, id));
    const wend_agent_def agent = member_of_group(R, WEND_MOTION_GROUP_POTENTIAL);
    fill_group(world, id, 20, &agent);
    for (int i = 0; i < 20; ++i)
        step(world);
    assert_held(world);
    assert_int_equal(wend_world_set_door(world, door, false, NULL), WEND_OK);
    step_until_gone(world, 100, assert_held);
    assert_int_equal(group_state(world, id).status, WEND_GROUP_FOUND);
    wend_world_destroy(world);
}

// ---- those who are elsewhere --------------------------------------------------------------------

static void put_elsewhere(void **state)
{
    (void)state;
    static const wend_motion_kind MOTIONS[] = {WEND_MOTION_GROUP_POTENTIAL, WEND_MOTION_ORCA};
    for (int i = 0; i < 2; ++i) {
        wend_world *world = box_world(def_of(0.1), GAP, 3);
        const wend_world_group_def def = group_def(10, R, (wend_vec2){25, 10}, (wend_vec2){35, 10});
        wend_group_id id = new_group(world, &def, 10, R, MOTIONS[i]);
        wend_agent_id one = wend_world_agents(world).ids[4];
        for (int k = 0; k < 10; ++k)
            step(world);
        double along = group_state(world, id).along;
        assert_true(along > 1);
        // Behind the wall: it comes by the gap, and the shape waits.
        assert_int_equal(wend_world_place_agent(world, one, (wend_vec2){18, 3}, NULL, NULL),
                         WEND_OK);
        for (int k = 0; k < 30; ++k) {
            step(world);
            assert_true(deepest_in_wall(world) < 1e-5);
        }
        assert_true(group_state(world, id).along <= along + 0.3);
        assert_true(isfinite(state_of(world, one).remaining));
        assert_int_equal(state_of(world, one).activity, WEND_ACTIVITY_WALKING);
        step_until_gone(world, 100, NULL);
        wend_world_destroy(world);
    }
}

// One that is added far away, and one that reacts late: the shape does not start without them.
static void waits_for_all(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), HALL, 1);
    const wend_world_group_def def = group_def(10, R, (wend_vec2){8, 15}, (wend_vec2){30, 15});
    wend_group_id id = add_group(world, &def);
    wend_agent_def agents[9];
    for (int i = 0; i < 9; ++i)
        agents[i] = member_of_group(R, WEND_MOTION_GROUP_POTENTIAL);
    agents[5].premovement_time = 2;
    assert_int_equal(wend_world_fill_group(world, id, agents, 9, NULL, NULL), WEND_OK);
    wend_agent_def late = agents[0];
    late.planner = WEND_PLANNER_GROUP;
    late.coherent_group = id;
    late.position = (wend_vec2){8, 23};
    wend_agent_id last = add_agent(world, &late);
    for (int i = 0; i < 40; ++i) {
        step(world);
        assert_true(group_state(world, id).along == 0);
    }
    step_until_gone(world, 100, NULL);
    assert_stale(world, last);
    wend_world_destroy(world);
}

// ---- misuse -------------------------------------------------------------------------------------

static void assert_refused(wend_world *world, const wend_agent_def *def, wend_result wanted,
                           const char *words)
{
    wend_error error = {0};
    wend_agent_id id;
    assert_int_equal(wend_world_add_agent(world, def, &id, &error), wanted);
    if (!strstr(error.text, words))
        fail_msg("\"%s\" does not say \"%s\"", error.text, words);
}

static void misuse(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), GAP, 3);
    wend_world_group_def def = group_def(10, R, (wend_vec2){8, 10}, (wend_vec2){32, 10});
    wend_group_id id = add_group(world, &def), other = {{7, 1}}, none;
    wend_agent_def agent = member_of_group(R, WEND_MOTION_GROUP_POTENTIAL);
    agent.position = (wend_vec2){8, 10};
    assert_refused(
        world, &agent, WEND_BAD_ARGUMENT,
        "motion model group_potential moves members of a coherent group: use planner group");
    agent.planner = WEND_PLANNER_GROUP;
    assert_refused(world, &agent, WEND_BAD_ARGUMENT, "planner group needs a coherent group");
    agent.coherent_group = other;
    assert_refused(world, &agent, WEND_STALE, "unknown group id");
    agent.coherent_group = id;
    agent.goal = point_goal(world, 3, 3);
    assert_refused(world, &agent, WEND_BAD_ARGUMENT, "only one");
    agent.goal = (wend_goal_id){0};
    agent.radius = 3;
    assert_refused(world, &agent, WEND_BAD_ARGUMENT, "min_width");
    agent.radius = R;
    agent.planner = WEND_PLANNER_MESH;
    agent.motion = WEND_MOTION_ORCA;
    assert_refused(world, &agent, WEND_BAD_ARGUMENT, "use planner group");

    wend_error error = {0};
    wend_world_group_state group;
    uint64_t before = wend_world_hash(world);
    assert_int_equal(wend_world_group(world, other, &group, &error), WEND_STALE);
    assert_null(wend_world_group_plan(world, other));
    assert_int_equal(wend_world_fill_group(world, other, &agent, 1, NULL, NULL), WEND_STALE);
    assert_int_equal(wend_world_send_group(world, other, &def.to, NULL), WEND_STALE);
    assert_int_equal(wend_world_send_group(world, id, NULL, NULL), WEND_BAD_ARGUMENT);
    assert_int_equal(wend_world_send_group(world, id, &(wend_group_pose){.centre = {20, 3}}, NULL),
                     WEND_BAD_ARGUMENT);
    assert_int_equal(wend_world_fill_group(world, id, NULL, 0, NULL, NULL), WEND_BAD_ARGUMENT);
    // The same place again.
    assert_int_equal(wend_world_add_group(world, &def, &none, &error), WEND_BAD_ARGUMENT);
    assert_non_null(strstr(error.text, "start"));
    assert_true(wend_group_id_is_null(none));
    def.from.centre.x = 20;
    def.from.centre.y = 3;
    assert_int_equal(wend_world_add_group(world, &def, &none, &error), WEND_BAD_ARGUMENT);
    def.from.centre.y = NAN;
    assert_int_equal(wend_world_add_group(world, &def, &none, &error), WEND_BAD_ARGUMENT);
    def.from.centre = (wend_vec2){30, 10};
    def.on_arrival = WEND_ON_ARRIVAL_REPEAT;
    assert_int_equal(wend_world_add_group(world, &def, &none, &error), WEND_BAD_ARGUMENT);
    def.on_arrival = WEND_ON_ARRIVAL_STAY;
    def.size.area = -1;
    assert_int_equal(wend_world_add_group(world, &def, &none, &error), WEND_BAD_ARGUMENT);
    def = group_def(10, R, (wend_vec2){30, 10}, (wend_vec2){8, 10});
    def.potential.c1 = -1;
    assert_int_equal(wend_world_add_group(world, &def, &none, &error), WEND_BAD_ARGUMENT);
    def = (wend_world_group_def){0};
    assert_int_equal(wend_world_add_group(world, &def, &none, &error), WEND_BAD_ARGUMENT);
    assert_int_equal(wend_world_hash(world), before);
    assert_int_equal(wend_world_group_count(world), 1);

    // Too many for the shape, and a second time.
    wend_agent_def agents[100];
    for (int i = 0; i < 100; ++i)
        agents[i] = agent;
    assert_int_equal(wend_world_fill_group(world, id, agents, 100, NULL, NULL), WEND_NOT_FOUND);
    assert_int_equal(wend_world_hash(world), before);
    wend_agent_id ids[10];
    assert_int_equal(wend_world_fill_group(world, id, agents, 10, ids, NULL), WEND_OK);
    assert_int_equal(wend_world_fill_group(world, id, agents, 10, NULL, NULL), WEND_BAD_ARGUMENT);
    wend_agent_def got;
    assert_int_equal(wend_world_agent(world, ids[3], &got, NULL), WEND_OK);
    assert_true(wend_group_id_equal(got.coherent_group, id) && got.planner == WEND_PLANNER_GROUP &&
                got.social_group == 1);
    wend_world_destroy(world);
}

// On a floor without walls, and in a world whose host moves everybody.
static void on_the_plane(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), NULL, 0);
    const wend_world_group_def group = group_def(10, R, (wend_vec2){0, 0}, (wend_vec2){20, 5});
    new_group(world, &group, 10, R, WEND_MOTION_GROUP_POTENTIAL);
    step_until_gone(world, 60, assert_held);
    wend_world_destroy(world);

    wend_world_def def = def_of(0.1);
    def.host_moves = true;
    world = box_world(def, HALL, 1);
    const wend_world_group_def other = group_def(10, R, (wend_vec2){8, 10}, (wend_vec2){30, 10});
    new_group(world, &other, 10, R, WEND_MOTION_GROUP_POTENTIAL);
    while (wend_world_agents(world).count > 0 && wend_world_time(world) < 100) {
        step(world);
        wend_agents agents = wend_world_agents(world);
        for (uint32_t i = 0; i < agents.slots; ++i)
            if (!wend_agent_id_is_null(agents.ids[i])) {
                wend_vec2 p = agents.bodies[i].position, v = agents.bodies[i].velocity;
                p = (wend_vec2){p.x + 0.1 * v.x, p.y + 0.1 * v.y};
                wend_world_place_agent(world, agents.ids[i], p, NULL, NULL);
            }
        assert_true(deepest_overlap(world) < 1e-4);
    }
    assert_int_equal(wend_world_agents(world).count, 0);
    wend_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(through_a_gap),
        cmocka_unit_test(as_the_slowest),
        cmocka_unit_test(among_others),
        cmocka_unit_test(loose),
        cmocka_unit_test(two_that_cross),
        cmocka_unit_test(two_that_meet),
        cmocka_unit_test(two_through_a_gap),
        cmocka_unit_test(two_change_places),
        cmocka_unit_test(past_one_that_stays),
        cmocka_unit_test(another_door),
        cmocka_unit_test(the_only_door),
        cmocka_unit_test(no_way_at_first),
        cmocka_unit_test(put_elsewhere),
        cmocka_unit_test(waits_for_all),
        cmocka_unit_test(misuse),
        cmocka_unit_test(on_the_plane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
