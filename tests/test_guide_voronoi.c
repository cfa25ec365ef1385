// SPDX-License-Identifier: MIT
// Agents that the Voronoi diagram guides get where they want to, with every motion: around corners,
// out of dead ends, past those who come and walls that appear; and where there is no way they wait
// at the kerb.
#include "world_support.h"

#include "world/world.h"

/// Steps until nobody is left, at most for so long. Returns how long it took.
static double run_empty(wend_world *world, double seconds)
{
    while (wend_world_agents(world).count > 0 && wend_world_time(world) < seconds)
        step(world);
    return wend_world_time(world);
}

/// Around two corners, by every motion; not much slower than by the mesh.
static void test_alone_gets_there(void **state)
{
    (void)state;
    static const double ROOM[][4] = {{0, 0, 24, 12}, {7, 0, 9, 9}, {15, 3, 17, 12}};
    double mesh_time = 0;
    for (int kind = 0; kind < 3; ++kind) {
        wend_world *world = box_world(def_of(0.1), ROOM, 3);
        wend_id goal = point_goal(world, 22, 10);
        wend_agent_def def = walker_at(2, 2, goal);
        def.guide = kind == 0 ? WEND_GUIDE_MESH : WEND_GUIDE_VORONOI;
        def.motion = kind == 2 ? WEND_MOTION_STEER : WEND_MOTION_ORCA;
        add_agent(world, &def);
        double time = run_empty(world, 120);
        assert_int_equal(wend_world_agents(world).count, 0);
        if (kind == 0)
            mesh_time = time;
        if (time > 1.5 * mesh_time)
            fail_msg("it took %g s, by the mesh %g s", time, mesh_time);
        wend_world_destroy(world);
    }
}

/// One that does not fit through the near gap takes the far one; a thin one the near one.
static void test_radii_take_their_ways(void **state)
{
    (void)state;
    static const double ROOM[][4] = {{0, 0, 20, 20}, {9, 0, 10, 9.5}, {9, 10.5, 10, 17}};
    for (int kind = 0; kind < 4; ++kind) {
        wend_world *world = box_world(def_of(0.1), ROOM, 3);
        wend_id goal = point_goal(world, 18, 10);
        wend_agent_def def = kind % 2 ? steerer_at(2, 10, goal) : walker_at(2, 10, goal);
        def.guide = WEND_GUIDE_VORONOI;
        def.radius = kind / 2 ? 0.7 : 0.3;
        wend_id id = add_agent(world, &def);
        double highest = 0;
        while (wend_world_agents(world).count > 0 && wend_world_time(world) < 100) {
            highest = fmax(highest, position_of(world, id).y);
            step(world);
        }
        assert_int_equal(wend_world_agents(world).count, 0);
        assert_true(kind / 2 ? highest > 17 : highest < 12);
        wend_world_destroy(world);
    }
}

/// Section 4.4.3: out of a U, with a budget of five iterations.
static void test_leaves_a_dead_end(void **state)
{
    (void)state;
    static const double U[][4] = {
        {0, 0, 60, 40}, {20, 10, 40, 11}, {20, 29, 40, 30}, {39, 11, 40, 29}};
    wend_world_def def = def_of(0.5);
    def.search_budget = 5;
    wend_world *world = box_world(def, U, 4);
    wend_agent_def agent = steerer_at(24, 21, point_goal(world, 55, 20));
    add_agent(world, &agent);
    run_empty(world, 300);
    assert_int_equal(wend_world_agents(world).count, 0);
    wend_world_destroy(world);
}

/// Goal focus (section 4.5.3): the street is closed, so they wait at the kerb; it opens, and they
/// cross.
static void test_wait_at_the_kerb(void **state)
{
    (void)state;
    static const double STREET[][4] = {{0, 0, 20, 20}};
    static const wend_vec2 CLOSED[4] = {{0, 8}, {20, 8}, {20, 12}, {0, 12}};
    wend_world *world = box_world(def_of(0.1), STREET, 1);
    wend_door_def door = wend_default_door_def();
    wend_id gate, people[6];
    door.shape = (wend_shape){.points = CLOSED, .point_count = 4};
    door.shut = true;
    assert_int_equal(wend_world_add_door(world, &door, &gate, NULL), WEND_OK);
    for (int i = 0; i < 6; ++i) {
        wend_agent_def agent = steerer_at(4 + 2 * i, 1 + i % 2, point_goal(world, 5 + 2 * i, 18));
        people[i] = add_agent(world, &agent);
    }
    uint32_t lost = 0;
    for (int k = 0; k < 150; ++k) {
        step(world);
        lost += count_events(world, WEND_EVENT_NO_WAY, NULL);
    }
    assert_int_equal(lost, 6); // each is told once
    for (int i = 0; i < 6; ++i) {
        wend_vec2 p = position_of(world, people[i]);
        assert_int_equal(state_of(world, people[i]).doing, WEND_DOING_LOST);
        if (!(p.y > 7.5 && p.y <= 7.7501))
            fail_msg("pedestrian %d waits at (%g, %g)", i, p.x, p.y);
    }
    assert_int_equal(wend_world_set_door(world, gate, false, NULL), WEND_OK);
    run_empty(world, 60);
    assert_int_equal(wend_world_agents(world).count, 0);
    wend_world_destroy(world);
}

/// Exploration (figure 4.1): walls appear before those who walk, and they find another way.
static void test_walls_appear(void **state)
{
    (void)state;
    static const double FIELD[][4] = {{0, 0, 40, 20}};
    static const wend_vec2 WALLS[3][4] = {{{10, 4}, {11, 4}, {11, 16}, {10, 16}},
                                          {{20, 0}, {21, 0}, {21, 14}, {20, 14}},
                                          {{30, 6}, {31, 6}, {31, 20}, {30, 20}}};
    for (int motion = 0; motion < WEND_MOTION_KINDS; ++motion) {
        wend_world *world = box_world(def_of(0.1), FIELD, 1);
        wend_door_def door = wend_default_door_def();
        for (int i = 0; i < 3; ++i) {
            double time = 1 + 6 * i;
            wend_id id;
            door.shape = (wend_shape){.points = WALLS[i], .point_count = 4};
            door.times = &time;
            door.time_count = 1;
            assert_int_equal(wend_world_add_door(world, &door, &id, NULL), WEND_OK);
        }
        for (int i = 0; i < 3; ++i) {
            wend_agent_def agent = steerer_at(3, 6 + 4 * i, point_goal(world, 37, 6 + 4 * i));
            agent.motion = (wend_motion_kind)motion;
            add_agent(world, &agent);
        }
        run_empty(world, 120);
        assert_int_equal(wend_world_agents(world).count, 0);
        wend_world_destroy(world);
    }
}

/// All guides with all motions, two crowds through each other: everybody arrives, hardly anybody is
/// touched.
static void test_any_mix(void **state)
{
    (void)state;
    static const double ROOM[][4] = {{0, 0, 30, 20}, {14, 4, 16, 8}, {14, 12, 16, 16}};
    wend_world *world = box_world(def_of(0.1), ROOM, 3);
    for (int i = 0; i < 34; ++i) {
        bool right = i % 2;
        double y = 2 + i / 2;
        wend_id goal = point_goal(world, right ? 2 : 28, y);
        wend_agent_def agent = walker_at(right ? 27 : 3, y, goal);
        agent.guide = (wend_guide_kind)(i / 2 % WEND_GUIDE_KINDS);
        agent.motion = (wend_motion_kind)(i / 6 % WEND_MOTION_KINDS);
        // Straight on leads into the boxes.
        if (agent.guide == WEND_GUIDE_DIRECT && ((y > 3 && y < 9) || (y > 11 && y < 17)))
            agent.guide = WEND_GUIDE_VORONOI;
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
