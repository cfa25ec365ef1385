// SPDX-License-Identifier: MIT
// Agents that the Voronoi diagram planners get where they want to, with every motion: around
// corners, out of dead ends, past those who come and walls that appear; and where there is no way
// they wait at the kerb.
#include "tests/world/planned_worlds.h"

#include "world/world.h"

static void test_alone_gets_there(void **state)
{
    (void)state;
    for (int motion = 0; motion < WEND_MOTION_GROUP_POTENTIAL; ++motion)
        assert_turns_corners(WEND_PLANNER_VORONOI, (wend_motion_kind)motion, NULL);
}

static void test_radii_take_their_ways(void **state)
{
    (void)state;
    for (int motion = 0; motion < WEND_MOTION_GROUP_POTENTIAL; ++motion)
        assert_radii_take_their_ways(WEND_PLANNER_VORONOI, (wend_motion_kind)motion, 1, 0.7);
}

/// Section 4.4.3: out of a U, with a budget of five iterations.
static void test_leaves_a_dead_end(void **state)
{
    (void)state;
    wend_world_def def = def_of(0.5);
    def.search_budget = 5;
    wend_world *world = box_world(def, DEAD_END, DEAD_END_BOXES);
    wend_agent_def agent = steerer_at(24, 21, point_goal(world, 55, 20));
    add_agent(world, &agent);
    run_empty(world, 300, NULL);
    wend_world_destroy(world);
}

/// Goal focus (section 4.5.3).
static void test_wait_at_the_kerb(void **state)
{
    (void)state;
    assert_waits_at_the_kerb(WEND_PLANNER_VORONOI, WEND_MOTION_STEER, 7.5, NULL);
}

/// Exploration (figure 4.1): walls appear before those who walk, and they find another way.
static void test_walls_appear(void **state)
{
    (void)state;
    static const double FIELD[][4] = {{0, 0, 40, 20}};
    static const wend_vec2 WALLS[3][4] = {{{10, 4}, {11, 4}, {11, 16}, {10, 16}},
                                          {{20, 0}, {21, 0}, {21, 14}, {20, 14}},
                                          {{30, 6}, {31, 6}, {31, 20}, {30, 20}}};
    for (int motion = 0; motion < WEND_MOTION_GROUP_POTENTIAL; ++motion) {
        wend_world *world = box_world(def_of(0.1), FIELD, 1);
        wend_door_def door = wend_default_door_def();
        for (int i = 0; i < 3; ++i) {
            double time = 1 + 6 * i;
            wend_obstacle_id id;
            door.shape = (wend_shape){.points = WALLS[i], .point_count = 4};
            door.toggle_times = &time;
            door.toggle_count = 1;
            assert_int_equal(wend_world_add_door(world, &door, &id, NULL), WEND_OK);
        }
        for (int i = 0; i < 3; ++i) {
            wend_agent_def agent = steerer_at(3, 6 + 4 * i, point_goal(world, 37, 6 + 4 * i));
            agent.motion = (wend_motion_kind)motion;
            add_agent(world, &agent);
        }
        run_empty(world, 120, NULL);
        wend_world_destroy(world);
    }
}

/// All planners with all motions, two crowds through each other: everybody arrives, hardly anybody
/// is touched.
static void test_any_mix(void **state)
{
    (void)state;
    static const double ROOM[][4] = {{0, 0, 30, 20}, {14, 4, 16, 8}, {14, 12, 16, 16}};
    wend_world *world = box_world(def_of(0.1), ROOM, 3);
    for (int i = 0; i < 34; ++i) {
        bool right = i % 2;
        double y = 2 + i / 2;
        wend_goal_id goal = point_goal(world, right ? 2 : 28, y);
        wend_agent_def agent = walker_at(right ? 27 : 3, y, goal);
        agent.planner = (wend_planner_kind)(i / 2 % WEND_PLANNER_LANES);
        agent.motion = (wend_motion_kind)(i / 6 % WEND_MOTION_FOLLOW);
        // Straight on leads into the boxes.
        if (agent.planner == WEND_PLANNER_DIRECT && ((y > 3 && y < 9) || (y > 11 && y < 17)))
            agent.planner = WEND_PLANNER_VORONOI;
        add_agent(world, &agent);
    }
    double deepest = 0;
    while (wend_world_agents(world).count > 0 && wend_world_time(world) < 120) {
        step(world);
        deepest = fmax(deepest, deepest_overlap(world));
    }
    print_message("all there after %.1f s, overlaps up to %.3f of a radius\n",
                  wend_world_time(world), deepest);
    assert_int_equal(wend_world_agents(world).count, 0);
    assert_true(deepest < 0.1);
    wend_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alone_gets_there),  cmocka_unit_test(test_radii_take_their_ways),
        cmocka_unit_test(test_leaves_a_dead_end), cmocka_unit_test(test_wait_at_the_kerb),
        cmocka_unit_test(test_walls_appear),      cmocka_unit_test(test_any_mix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
