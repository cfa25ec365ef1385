// SPDX-License-Identifier: MIT
// Goals that appear, grow, move and go, by a timetable and by the host's hand: where they are when,
// and that agents of every planner find them.
#include "tests/world/planned_worlds.h"

#include <string.h>

static const double FIELD[][4] = {{0, 0, 60, 20}, {20, 4, 40, 12}};

static wend_goal_id moving_goal(wend_world *world, const wend_moving_goal_def *def)
{
    wend_goal_id id;
    wend_error error = {0};
    if (wend_world_add_moving_goal(world, def, &id, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return id;
}

static wend_goal goal_now(const wend_world *world, wend_goal_id id)
{
    wend_goal goal;
    assert_int_equal(wend_world_goal_now(world, id, &goal, NULL), WEND_OK);
    return goal;
}

// ---- timetables ---------------------------------------------------------------------------------

static const wend_goal_frame DOOR[] = {
    {5, {30, 2}, {30, 2}}, {7, {28, 2}, {32, 2}}, {9, {28, 2}, {32, 2}}};

/// As a door that opens: not there, a point, growing, a segment, gone; and again.
static void test_where_it_is(void **state)
{
    (void)state;
    wend_moving_goal_def def = wend_default_moving_goal_def();
    wend_segment place;
    def.frames = DOOR;
    def.frame_count = 3;
    assert_false(wend_moving_goal_at(&def, 4.999, &place));
    assert_true(wend_moving_goal_at(&def, 5, &place));
    assert_true(place.a.x == 30 && place.b.x == 30);
    assert_true(wend_moving_goal_at(&def, 6, &place));
    assert_true(place.a.x == 29 && place.b.x == 31 && place.a.y == 2);
    assert_true(wend_moving_goal_at(&def, 1e6, &place));
    assert_true(place.a.x == 28 && place.b.x == 32);
    def.end = 12;
    assert_true(wend_moving_goal_at(&def, 11.999, &place));
    assert_false(wend_moving_goal_at(&def, 12, &place));
    def.period = 20;
    for (int i = 0; i < 3; ++i) {
        assert_false(wend_moving_goal_at(&def, 20 * i + 4, &place));
        assert_true(wend_moving_goal_at(&def, 20 * i + 6, &place));
        assert_true(fabs(place.a.x - 29) < 1e-9);
        assert_false(wend_moving_goal_at(&def, 20 * i + 15, &place));
    }
}

/// In a world frames are met exactly, however steps are rounded; points are points.
static void test_in_a_world(void **state)
{
    (void)state;
    static const double STEPS[] = {0.1, 0.05, 1.0 / 3, 0.7};
    for (int i = 0; i < 4; ++i) {
        wend_world *world = box_world(def_of(STEPS[i]), FIELD, 2);
        wend_moving_goal_def def = wend_default_moving_goal_def();
        def.frames = DOOR;
        def.frame_count = 3;
        def.end = 12;
        wend_goal_id id = moving_goal(world, &def);
        assert_int_equal(goal_now(world, id).count, 0);
        while (wend_world_time(world) < 14) {
            double time = wend_world_time(world);
            step(world);
            wend_segment place;
            // What a step sees is where the goal was at its start.
            bool there = wend_moving_goal_at(&def, time + 1e-9, &place);
            wend_goal goal = goal_now(world, id);
            assert_int_equal(goal.count > 0, there);
            if (!there)
                continue;
            assert_int_equal(goal.count, fabs(time - 5) < 1e-6 ? 1 : 2);
            assert_true(fabs(goal.points[0].x - place.a.x) < 1e-6);
            assert_true(fabs(goal.points[goal.count - 1].x - place.b.x) < 1e-6);
        }
        wend_world_destroy(world);
    }
}

static void refuse(wend_moving_goal_def def, const char *words)
{
    wend_world *world = box_world(def_of(0.1), FIELD, 2);
    wend_error error = {0};
    wend_goal_id id = {{1, 1}};
    assert_int_equal(wend_world_add_moving_goal(world, &def, &id, &error), WEND_BAD_ARGUMENT);
    assert_true(wend_goal_id_is_null(id));
    if (!strstr(wend_error_text(&error), words))
        fail_msg("\"%s\" is not in \"%s\"", words, wend_error_text(&error));
    wend_world_destroy(world);
}

static void test_what_is_refused(void **state)
{
    (void)state;
    const wend_goal_frame late[] = {{5, {1, 1}, {1, 1}}, {5, {2, 2}, {2, 2}}};
    const wend_goal_frame far[] = {{0, {1, 1}, {NAN, 1}}}, early[] = {{-1, {1, 1}, {1, 1}}};
    wend_moving_goal_def def = wend_default_moving_goal_def();
    refuse((wend_moving_goal_def){0}, "wend_default_moving_goal_def");
    refuse(def, "one frame or more");
    def.frames = late;
    def.frame_count = 2;
    refuse(def, "must ascend");
    def.frames = far;
    def.frame_count = 1;
    refuse(def, "within");
    def.frames = early;
    refuse(def, "0 to 1e+07");
    def.frames = late;
    def.end = 4;
    refuse(def, "not be before the last frame (5 s)");
    def.end = 8;
    def.period = 7;
    refuse(def, "the period is 7");
    wend_world *world = box_world(def_of(0.1), FIELD, 2);
    wend_goal_id area = box_goal(world, 1, 1, 3, 3);
    wend_goal goal;
    wend_segment place = {{1, 1}, {1, INFINITY}};
    assert_int_equal(wend_world_move_goal(world, area, &place, NULL), WEND_BAD_ARGUMENT);
    place.b.y = 1;
    assert_int_equal(wend_world_move_goal(world, area, &place, NULL), WEND_BAD_ARGUMENT);
    assert_int_equal(wend_world_move_goal(world, (wend_goal_id){{9, 1}}, &place, NULL), WEND_STALE);
    assert_int_equal(wend_world_goal_now(world, (wend_goal_id){{9, 1}}, &goal, NULL), WEND_STALE);
    assert_int_equal(goal_now(world, area).count, 4);
    wend_world_destroy(world);
}

// ---- agents -------------------------------------------------------------------------------------

static const wend_planner_kind PLANNERS[] = {WEND_PLANNER_MESH, WEND_PLANNER_DIRECT,
                                             WEND_PLANNER_VORONOI, WEND_PLANNER_MANG,
                                             WEND_PLANNER_MAP};
enum { PLANNER_COUNT = sizeof PLANNERS / sizeof *PLANNERS };

/// They stand while it is not there, and are told lost once; then they go, and get there.
static void test_it_appears(void **state)
{
    (void)state;
    for (int k = 0; k < PLANNER_COUNT; ++k) {
        wend_world *world = box_world(def_of(0.1), FIELD, 2);
        wend_moving_goal_def def = wend_default_moving_goal_def();
        def.frames = DOOR;
        def.frame_count = 3;
        wend_goal_id goal = moving_goal(world, &def);
        uint32_t lost = 0;
        for (int i = 0; i < 6; ++i) {
            wend_agent_def agent =
                guided_at(10 + i, 2 + i % 3, goal, PLANNERS[k], WEND_MOTION_ORCA);
            add_agent(world, &agent);
        }
        while (wend_world_time(world) < 4.9) {
            step(world);
            lost += count_events(world, WEND_EVENT_NO_PATH, NULL);
            wend_agents agents = wend_world_agents(world);
            for (uint32_t i = 0; i < agents.slots; ++i)
                assert_true(agents.bodies[i].position.x < 16);
        }
        assert_int_equal(lost, 6);
        run_empty(world, 60, NULL);
        wend_world_destroy(world);
    }
}

/// A train that drives past them, slower than they walk: all catch it.
static void test_it_moves(void **state)
{
    (void)state;
    static const wend_goal_frame TRAIN[] = {{0, {4, 16}, {12, 16}}, {50, {44, 16}, {52, 16}}};
    for (int k = 0; k < PLANNER_COUNT; ++k) {
        wend_world *world = box_world(def_of(0.1), FIELD, 2);
        wend_moving_goal_def def = wend_default_moving_goal_def();
        def.frames = TRAIN;
        def.frame_count = 2;
        wend_goal_id goal = moving_goal(world, &def);
        for (int i = 0; i < 6; ++i) {
            wend_agent_def agent =
                guided_at(10 + i, 1 + i % 3, goal, PLANNERS[k], WEND_MOTION_ORCA);
            add_agent(world, &agent);
        }
        run_empty(world, 80, NULL);
        wend_world_destroy(world);
    }
}

/// The host takes a goal away and puts it elsewhere: those who were on their way turn round.
static void test_by_hand(void **state)
{
    (void)state;
    for (int k = 0; k < PLANNER_COUNT; ++k) {
        wend_world *world = box_world(def_of(0.1), FIELD, 2);
        wend_goal_id goal = point_goal(world, 56, 2);
        wend_agent_def agent = guided_at(6, 2, goal, PLANNERS[k], WEND_MOTION_ORCA);
        wend_agent_id id = add_agent(world, &agent);
        for (int i = 0; i < 50; ++i)
            step(world);
        double x = position_of(world, id).x;
        assert_true(x > 11);
        assert_int_equal(wend_world_move_goal(world, goal, NULL, NULL), WEND_OK);
        for (int i = 0; i < 20; ++i)
            step(world);
        assert_int_equal(state_of(world, id).activity, WEND_ACTIVITY_NO_PATH);
        assert_true(fabs(position_of(world, id).x - x) < 0.5);
        wend_segment place = {{2, 2}, {2, 6}};
        assert_int_equal(wend_world_move_goal(world, goal, &place, NULL), WEND_OK);
        assert_int_equal(goal_now(world, goal).count, 2);
        run_empty(world, 40, NULL);
        wend_world_destroy(world);
    }
}

/// Of two goals one goes: those who headed for it choose the other.
static void test_another_one(void **state)
{
    (void)state;
    static const wend_goal_frame NEAR[] = {{0, {10, 10}, {10, 10}}};
    for (int k = 0; k < PLANNER_COUNT; ++k)
        for (int choice = 0; choice < 3; ++choice) {
            wend_world *world = box_world(def_of(0.1), FIELD, 2);
            wend_moving_goal_def def = wend_default_moving_goal_def();
            def.frames = NEAR;
            def.frame_count = 1;
            def.end = 2;
            wend_goal_id goals[2] = {moving_goal(world, &def), point_goal(world, 16, 18)};
            wend_waypoint stop = {.goals = goals, .goal_count = 2, .choice = (wend_choice)choice};
            wend_route_def route = {&stop, 1, 0, WEND_ON_ARRIVAL_LEAVE};
            wend_agent_def agent =
                guided_at(2, 2, (wend_goal_id){0}, PLANNERS[k], WEND_MOTION_ORCA);
            agent.route = add_route(world, &route);
            wend_agent_id id = add_agent(world, &agent);
            step(world);
            assert_true(wend_goal_id_equal(state_of(world, id).goal, goals[0]));
            while (wend_world_time(world) < 2.5)
                step(world);
            assert_true(wend_goal_id_equal(state_of(world, id).goal, goals[1]));
            run_empty(world, 60, NULL);
            wend_world_destroy(world);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_where_it_is),     cmocka_unit_test(test_in_a_world),
        cmocka_unit_test(test_what_is_refused), cmocka_unit_test(test_it_appears),
        cmocka_unit_test(test_it_moves),        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_another_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
