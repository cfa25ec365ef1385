// SPDX-License-Identifier: MIT
// What every planner that plans around walls must do, whatever the motion: get around corners,
// through the gaps that are wide enough, and wait before a door that is shut.
#ifndef WEND_TESTS_WORLD_PLANNED_WORLDS_H
#define WEND_TESTS_WORLD_PLANNED_WORLDS_H

#include "tests/world/world_support.h"

/// A field with a U in it that is open to the left: who starts inside has to walk away from a goal
/// on the right.
static const double DEAD_END[][4] = {
    {0, 0, 60, 40}, {20, 10, 40, 11}, {20, 29, 40, 30}, {39, 11, 40, 29}};
enum { DEAD_END_BOXES = sizeof DEAD_END / sizeof *DEAD_END };

static inline wend_agent_def guided_at(double x, double y, wend_goal_id goal,
                                       wend_planner_kind planner, wend_motion_kind motion)
{
    wend_agent_def def = walker_at(x, y, goal);
    def.planner = planner;
    def.motion = motion;
    return def;
}

/// Looks at a world after a step.
typedef void world_watch(const wend_world *world);

/// Steps until nobody is left, which is in time. Returns how long it took.
static inline double run_empty(wend_world *world, double seconds, world_watch *watch)
{
    while (wend_world_agents(world).count > 0 && wend_world_time(world) < seconds) {
        step(world);
        if (watch)
            watch(world);
    }
    if (wend_world_agents(world).count > 0)
        fail_msg("%u are still on their way after %g s", wend_world_agents(world).count, seconds);
    return wend_world_time(world);
}

static inline double time_around_corners(wend_planner_kind planner, wend_motion_kind motion,
                                         world_watch *watch)
{
    static const double ROOM[][4] = {{0, 0, 24, 12}, {7, 0, 9, 9}, {15, 3, 17, 12}};
    wend_world *world = box_world(def_of(0.1), ROOM, 3);
    wend_agent_def def = guided_at(2, 2, point_goal(world, 22, 10), planner, motion);
    add_agent(world, &def);
    double time = run_empty(world, 120, watch);
    wend_world_destroy(world);
    return time;
}

/// Around two corners; not much slower than by the mesh.
static inline void assert_turns_corners(wend_planner_kind planner, wend_motion_kind motion,
                                        world_watch *watch)
{
    double mesh_time = time_around_corners(WEND_PLANNER_MESH, WEND_MOTION_ORCA, NULL);
    double time = time_around_corners(planner, motion, watch);
    if (time > 1.5 * mesh_time)
        fail_msg("it took %g s, by the mesh %g s", time, mesh_time);
}

/// One that does not fit through the near gap takes the far one; a thin one the near one. They go
/// together, with one goal.
static inline void assert_radii_take_their_ways(wend_planner_kind planner, wend_motion_kind motion,
                                                double gap, double thick)
{
    const double room[][4] = {{0, 0, 20, 20}, {9, 0, 10, 10 - gap / 2}, {9, 10 + gap / 2, 10, 17}};
    wend_world *world = box_world(def_of(0.1), room, 3);
    wend_goal_id goal = point_goal(world, 17, 10);
    wend_agent_id ids[2];
    double highest[2] = {0, 0};
    for (int i = 0; i < 2; ++i) {
        wend_agent_def def = guided_at(2, 8 + 4 * i, goal, planner, motion);
        def.radius = i ? 0.3 : thick;
        ids[i] = add_agent(world, &def);
    }
    while (wend_world_agents(world).count > 0 && wend_world_time(world) < 100) {
        for (int i = 0; i < 2; ++i) {
            wend_agent_def def;
            if (wend_world_agent(world, ids[i], &def, NULL) == WEND_OK)
                highest[i] = fmax(highest[i], def.position.y);
        }
        step(world);
    }
    assert_int_equal(wend_world_agents(world).count, 0);
    assert_true(highest[0] > 17 && highest[1] < 13);
    wend_world_destroy(world);
}

/// The street is closed from y = 8 on: they are told lost, each once, and wait at the kerb, past
/// `kerb`. It opens, and they cross.
static inline void assert_waits_at_the_kerb(wend_planner_kind planner, wend_motion_kind motion,
                                            double kerb, world_watch *watch)
{
    enum { PEOPLE = 6 };
    static const double STREET[][4] = {{0, 0, 20, 20}};
    static const wend_vec2 CLOSED[4] = {{0, 8}, {20, 8}, {20, 12}, {0, 12}};
    wend_world *world = box_world(def_of(0.1), STREET, 1);
    wend_door_def door = wend_default_door_def();
    wend_obstacle_id gate;
    wend_agent_id people[PEOPLE];
    door.shape = (wend_shape){.points = CLOSED, .point_count = 4};
    door.shut = true;
    assert_int_equal(wend_world_add_door(world, &door, &gate, NULL), WEND_OK);
    for (int i = 0; i < PEOPLE; ++i) {
        wend_agent_def def =
            guided_at(4 + 2 * i, 1 + i % 2, point_goal(world, 5 + 2 * i, 18), planner, motion);
        people[i] = add_agent(world, &def);
    }
    uint32_t lost = 0;
    for (int k = 0; k < 150; ++k) {
        step(world);
        lost += count_events(world, WEND_EVENT_NO_PATH, NULL);
    }
    assert_int_equal(lost, PEOPLE);
    for (int i = 0; i < PEOPLE; ++i) {
        wend_vec2 p = position_of(world, people[i]);
        double touching = 8 - wend_default_agent_def().radius;
        assert_int_equal(state_of(world, people[i]).activity, WEND_ACTIVITY_NO_PATH);
        // A step may end a hair in a wall, which is put right in the next.
        if (!(p.y > kerb && p.y <= touching + 1e-4))
            fail_msg("pedestrian %d waits at (%g, %g)", i, p.x, p.y);
    }
    assert_int_equal(wend_world_set_door(world, gate, false, NULL), WEND_OK);
    run_empty(world, 60, watch);
    wend_world_destroy(world);
}

#endif
