// SPDX-License-Identifier: MIT
// A world in which everything happens: doors on a timetable and by hand, a mover, spawners, routes
// with waits, three ways to choose an exit, all kinds of pursuits, and a host that meddles. What is
// done before step k depends on k (and a branch) alone, so any stretch can be done again.
#ifndef WEND_TESTS_WORLD_BUSY_WORLD_H
#define WEND_TESTS_WORLD_BUSY_WORLD_H

#include "tests/world/world_support.h"

#include <string.h>

typedef struct busy {
    wend_world *world;
    wend_obstacle_id doors[2];
    wend_goal_id goals[4];
    wend_route_id routes[3];
} busy;

static const double BUSY_BOXES[][4] = {
    {0, 0, 30, 20}, {14.5, 0, 15.5, 8}, {14.5, 10, 15.5, 15}, {14.5, 17, 15.5, 20},
    {5, 5, 7, 7},   {5, 12, 7, 14},     {20, 5, 23, 6},       {22, 12, 24, 16},
};

static inline wend_result busy_doors(busy *b, wend_error *error)
{
    static const wend_vec2 LOW[2] = {{15, 8}, {15, 10}}, HIGH[2] = {{15, 15}, {15, 17}};
    static const double TIMES[2] = {1.5, 2.7};
    wend_door_def door = wend_default_door_def();
    door.shape = (wend_shape){.points = LOW, .point_count = 2};
    door.toggle_times = TIMES;
    door.toggle_count = 2;
    door.period = 4;
    wend_result result = wend_world_add_door(b->world, &door, &b->doors[0], error);
    if (result != WEND_OK)
        return result;
    door.shape.points = HIGH;
    door.toggle_count = 0;
    door.period = 0;
    door.shut = true;
    return wend_world_add_door(b->world, &door, &b->doors[1], error);
}

static inline wend_result busy_mover(busy *b, wend_error *error)
{
    static const wend_vec2 CART[4] = {{9, 2}, {10, 2}, {10, 3}, {9, 3}};
    static const wend_vec2 LINE[2] = {{9, 2}, {9, 15}};
    wend_moving_obstacle_def mover = wend_default_moving_obstacle_def();
    mover.shape = (wend_shape){.points = CART, .point_count = 4};
    mover.path = LINE;
    mover.path_count = 2;
    mover.speed = 1.1;
    mover.pause = 0.5;
    mover.loop = WEND_LOOP_BACK_AND_FORTH;
    wend_obstacle_id id;
    return wend_world_add_moving_obstacle(b->world, &mover, &id, error);
}

static inline wend_result busy_goals(busy *b, wend_error *error)
{
    static const wend_vec2 POINTS[4][4] = {
        {{28, 2}, {29.5, 2}, {29.5, 4}, {28, 4}},
        {{28, 16}, {29.5, 16}, {29.5, 18}, {28, 18}},
        {{3, 10}},
        {{10, 18}, {12, 18}},
    };
    static const uint32_t COUNTS[4] = {4, 4, 1, 2};
    for (int i = 0; i < 4; ++i) {
        wend_result result =
            wend_world_add_goal(b->world, &(wend_goal){POINTS[i], COUNTS[i]}, &b->goals[i], error);
        if (result != WEND_OK)
            return result;
    }
    wend_waypoint stops[3] = {
        {.goals = b->goals, .goal_count = 2, .choice = WEND_CHOICE_QUICKEST},
        {.goals = &b->goals[2], .goal_count = 1, .wait = 0.3, .wait_spread = 1},
        {.goals = b->goals, .goal_count = 2, .choice = WEND_CHOICE_IN_TURN, .wait_spread = 2},
    };
    const wend_route_def routes[3] = {
        {stops, 1, 0, WEND_ON_ARRIVAL_LEAVE},
        {stops + 1, 2, 3, WEND_ON_ARRIVAL_REPEAT},
        {(wend_waypoint[]){stops[1], {.goals = &b->goals[3], .goal_count = 1}}, 2, 0,
         WEND_ON_ARRIVAL_STAY},
    };
    for (int i = 0; i < 3; ++i) {
        wend_result result = wend_world_add_route(b->world, &routes[i], &b->routes[i], error);
        if (result != WEND_OK)
            return result;
    }
    return WEND_OK;
}

static inline wend_result busy_spawners(busy *b, wend_error *error)
{
    static const wend_vec2 ROOM[4] = {{0.5, 0.5}, {4.5, 0.5}, {4.5, 19.5}, {0.5, 19.5}};
    wend_spawner_def spawner = wend_default_spawner_def();
    spawner.area = (wend_goal){ROOM, 4};
    spawner.count = 60;
    spawner.radius = (wend_spread){.std = 0.04, .min = 0.15, .max = 0.35};
    spawner.agent.route = b->routes[1];
    wend_spawner_id id;
    wend_result result = wend_world_add_spawner(b->world, &spawner, &id, error);
    if (result != WEND_OK)
        return result;
    spawner.agent.route = b->routes[0];
    spawner.agent.motion = WEND_MOTION_PEDESTRIAN;
    spawner.count = 100;
    spawner.rate = 12;
    spawner.premovement_time = (wend_spread){.std = 0.3, .min = 0, .max = 1};
    spawner.end = 8;
    result = wend_world_add_spawner(b->world, &spawner, &id, error);
    if (result != WEND_OK)
        return result;
    static const wend_vec2 CORNER[4] = {{16, 0.5}, {20, 0.5}, {20, 4}, {16, 4}};
    spawner.area = (wend_goal){CORNER, 4};
    spawner.agent.route = b->routes[2];
    spawner.agent.motion = WEND_MOTION_ORCA;
    spawner.rate = 3;
    spawner.count = 20;
    return wend_world_add_spawner(b->world, &spawner, &id, error);
}

// Some roam, some gather, and two chase those who gather.
static inline wend_result busy_pursuits(busy *b, wend_error *error)
{
    static const wend_vec2 EAST[4] = {{16, 0.5}, {29.5, 0.5}, {29.5, 19.5}, {16, 19.5}};
    static const wend_patch PATCHES[2] = {{{6, 6}, 3, 40, 1}, {{23, 14}, 4, 40, 2}};
    wend_pursuit_def def[3];
    wend_resource_def field = wend_default_resource_def();
    field.patches = PATCHES;
    field.patch_count = 2;
    for (int i = 0; i < 3; ++i)
        def[i] = wend_default_pursuit_def((wend_pursuit_kind)i);
    def[0].area = (wend_goal){EAST, 4};
    def[0].wait_spread = 1;
    def[2].role = 2;
    wend_result result = wend_world_add_resource(b->world, &field, &def[1].resource, error);
    for (uint32_t i = 0; i < 3 && result == WEND_OK; ++i) {
        wend_spawner_def spawner = wend_default_spawner_def();
        wend_spawner_id id;
        spawner.area = (wend_goal){EAST, 4};
        spawner.count = i == 2 ? 2 : 8;
        spawner.agent.role = i + 1;
        result = wend_world_add_pursuit(b->world, &def[i], &spawner.agent.pursuit, error);
        if (result == WEND_OK)
            result = wend_world_add_spawner(b->world, &spawner, &id, error);
    }
    return result;
}

/// The world, from that allocator. Not WEND_OK: nothing is left of it.
static inline wend_result busy_make(busy *b, wend_allocator allocator, wend_tasks *tasks,
                                    wend_error *error)
{
    *b = (busy){0};
    wend_floor *floor = box_floor(BUSY_BOXES, sizeof BUSY_BOXES / sizeof *BUSY_BOXES);
    wend_world_def def = wend_default_world_def();
    def.floor = floor;
    def.seed = 42;
    def.max_searches = 24; // so that some have to wait
    def.tasks = tasks;
    def.allocator = allocator;
    wend_result result = wend_world_create(&def, &b->world, error);
    wend_floor_destroy(floor);
    if (result == WEND_OK)
        result = busy_doors(b, error);
    if (result == WEND_OK)
        result = busy_mover(b, error);
    if (result == WEND_OK)
        result = busy_goals(b, error);
    if (result == WEND_OK)
        result = busy_spawners(b, error);
    if (result == WEND_OK)
        result = busy_pursuits(b, error);
    if (result != WEND_OK) {
        wend_world_destroy(b->world);
        b->world = NULL;
    }
    return result;
}

// The k-th living agent, counted around.
static inline wend_agent_id busy_somebody(const busy *b, uint32_t k)
{
    wend_agents agents = wend_world_agents(b->world);
    for (uint32_t i = 0; agents.count > 0 && i < agents.slots; ++i) {
        uint32_t slot = (k + i) % agents.slots;
        if (!wend_agent_id_is_null(agents.ids[slot]))
            return agents.ids[slot];
    }
    return (wend_agent_id){0};
}

/// What the host does before step k. Returns what the call did: WEND_OUT_OF_MEMORY may be tried
/// again.
static inline wend_result busy_meddle(busy *b, uint64_t k, uint64_t branch, wend_error *error)
{
    wend_random random = wend_random_stream(branch, k);
    wend_agent_id somebody = busy_somebody(b, wend_random_u32(&random));
    wend_agent_def def = wend_default_agent_def();
    bool shut;
    wend_agent_id id;
    switch (wend_random_below(&random, 8)) {
    case 0:
        return wend_world_door(b->world, b->doors[1], &shut, error) == WEND_OK
                   ? wend_world_set_door(b->world, b->doors[1], !shut, error)
                   : WEND_OK;
    case 1:
        return wend_agent_id_is_null(somebody) ? WEND_OK
                                               : wend_world_remove_agent(b->world, somebody, error);
    case 2:
        def.position.x = wend_random_between(&random, 25, 29);
        def.position.y = wend_random_between(&random, 5, 11);
        def.goal = b->goals[wend_random_below(&random, 4)];
        if (wend_random_below(&random, 2))
            def.motion = WEND_MOTION_PEDESTRIAN;
        return wend_world_add_agent(b->world, &def, &id, error);
    case 3:
        if (wend_agent_id_is_null(somebody))
            return WEND_OK;
        wend_world_agent(b->world, somebody, &def, NULL);
        def.route = b->routes[wend_random_below(&random, 3)];
        def.goal = (wend_goal_id){0};
        def.pursuit = (wend_pursuit_id){0};
        def.lanes = (wend_lanes_id){0};
        def.coherent_group = (wend_group_id){0};
        if (def.planner == WEND_PLANNER_LANES || def.planner == WEND_PLANNER_GROUP)
            def.planner = WEND_PLANNER_MESH;
        if (def.motion == WEND_MOTION_GROUP_POTENTIAL)
            def.motion = WEND_MOTION_ORCA;
        def.radius = wend_random_between(&random, 0.2, 0.3);
        return wend_world_change_agent(b->world, somebody, &def, error);
    default:
        return WEND_OK;
    }
}

/// One that can be made.
static inline busy busy_made(wend_allocator allocator, wend_tasks *tasks)
{
    busy b;
    wend_error error = {0};
    if (busy_make(&b, allocator, tasks, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return b;
}

/// Meddles as its step wants. A door may be refused where agents stand, a wall too; both are part
/// of what happens.
static inline void busy_meddle_on(busy *b, uint64_t branch)
{
    wend_error error = {0};
    wend_result result = busy_meddle(b, wend_world_steps(b->world), branch, &error);
    if (result == WEND_OUT_OF_MEMORY || result == WEND_BAD_ARGUMENT || result == WEND_STALE)
        fail_msg("%s", wend_error_text(&error));
}

/// Workers for a world. Destroy them.
static inline wend_tasks *threads(uint32_t count)
{
    wend_tasks_def def = wend_default_tasks_def();
    wend_tasks *tasks = NULL;
    def.worker_count = count;
    assert_int_equal(wend_tasks_create(&def, &tasks, NULL), WEND_OK);
    return tasks;
}

/// Changes everybody who is new, by slot.
/// What a kind of busy world makes of an agent that is new.
typedef void busy_change(const wend_world *world, wend_agent_def *def, uint32_t slot);

static inline void change_new(wend_world *world, busy_change *change)
{
    wend_agents agents = wend_world_agents(world);
    for (uint32_t i = 0; i < agents.slots; ++i) {
        wend_agent_def def;
        if (wend_agent_id_is_null(agents.ids[i]))
            continue;
        assert_int_equal(wend_world_agent(world, agents.ids[i], &def, NULL), WEND_OK);
        if (def.user != 0)
            continue;
        def.user = 1;
        change(world, &def, i);
        assert_int_equal(wend_world_change_agent(world, agents.ids[i], &def, NULL), WEND_OK);
    }
}

#endif
