// SPDX-License-Identifier: MIT
// Agents that path maps planner: around corners without a halt, out of pockets, through doors, to
// goals that can only be touched, to the nearest of several; with every motion.
#include "tests/world/planned_worlds.h"

#include "world/world.h"

static const wend_motion_kind MOTIONS[] = {WEND_MOTION_ORCA, WEND_MOTION_SOCIAL_FORCE,
                                           WEND_MOTION_STEER, WEND_MOTION_PEDESTRIAN};
enum { MOTION_COUNT = sizeof MOTIONS / sizeof *MOTIONS };

static wend_agent_def mapped_at(double x, double y, wend_goal_id goal, wend_motion_kind motion)
{
    return guided_at(x, y, goal, WEND_PLANNER_MAP, motion);
}

/// Nobody went by the mesh in the last step.
static void assert_by_maps(const wend_world *world)
{
    assert_int_equal(wend_world_last_times(world).maps.by_mesh, 0);
}

static void test_alone_gets_there(void **state)
{
    (void)state;
    for (int kind = 0; kind < MOTION_COUNT; ++kind)
        assert_turns_corners(WEND_PLANNER_MAP, MOTIONS[kind], assert_by_maps);
}

static void test_radii_take_their_ways(void **state)
{
    (void)state;
    for (int kind = 0; kind < MOTION_COUNT; ++kind)
        assert_radii_take_their_ways(WEND_PLANNER_MAP, MOTIONS[kind], 2.4, 1.3);
}

/// They stand where they are while there is no way.
static void test_wait_for_a_door(void **state)
{
    (void)state;
    for (int kind = 0; kind < MOTION_COUNT; ++kind)
        assert_waits_at_the_kerb(WEND_PLANNER_MAP, MOTIONS[kind], 0.5, NULL);
}

/// Figure 3.14: straight on they are trapped, by the map they are not.
static void test_out_of_a_pocket(void **state)
{
    (void)state;
    enum { PEOPLE = 12 };
    for (int kind = 0; kind < MOTION_COUNT; ++kind)
        for (int direct = 0; direct < 2; ++direct) {
            wend_world *world = box_world(def_of(0.1), DEAD_END, DEAD_END_BOXES);
            wend_goal_id goal = point_goal(world, 55, 20);
            for (int i = 0; i < PEOPLE; ++i) {
                wend_agent_def def = mapped_at(24 + i % 4, 18 + i / 4, goal, MOTIONS[kind]);
                def.planner = direct ? WEND_PLANNER_DIRECT : WEND_PLANNER_MAP;
                add_agent(world, &def);
            }
            if (direct) {
                for (int k = 0; k < 1200; ++k)
                    step(world);
                assert_int_equal(wend_world_agents(world).count, PEOPLE);
            } else {
                run_empty(world, 120, assert_by_maps);
            }
            wend_world_destroy(world);
        }
}

// ---- how they walk ------------------------------------------------------------------------------

/// Once it is at speed, an agent does not fall below this part of it at corners.
#define STEADY 0.85

/// It may walk further than the shortest path of its disc by this part: its map's arcs reach 4 % of
/// a radius beyond the true ones and its class is up to an eighth larger, and it turns in steps.
#define DETOUR 0.03

static const double CORNERS[][4] = {
    {0, 0, 30, 20}, {6, 0, 7, 14}, {12, 6, 13, 20}, {18, 0, 18.2, 14}, {24, 6, 24.2, 19}};

static double shortest_length(const wend_world *world, wend_vec2 from, wend_vec2 to, double radius)
{
    wend_path_query *query;
    wend_path path;
    wend_path_request request = wend_default_path_request();
    assert_int_equal(wend_path_query_create(NULL, &query, NULL), WEND_OK);
    request.from = from;
    request.goal = (wend_goal){&to, 1};
    request.radius = radius;
    assert_int_equal(wend_path_find(query, wend_world_mesh(world), &request, &path, NULL), WEND_OK);
    wend_path_query_destroy(query);
    return path.length;
}

/// Around thick and thin walls: steadily, and not much further than it has to.
static void test_no_halt_at_corners(void **state)
{
    (void)state;
    static const double RADII[] = {0.1, 0.25, 0.3, 0.5};
    static const double STEPS[] = {0.05, 0.1, 0.25};
    for (int i = 0; i < 12; ++i) {
        // Who makes a step of more than its own width cuts corners, and bumps into them.
        if (STEPS[i / 4] * wend_default_agent_def().preferred_speed > 2 * RADII[i % 4])
            continue;
        wend_world *world = box_world(def_of(STEPS[i / 4]), CORNERS, 5);
        wend_vec2 from = {2, 2}, to = {28, 2};
        wend_agent_def def =
            mapped_at(from.x, from.y, point_goal(world, to.x, to.y), WEND_MOTION_ORCA);
        def.radius = RADII[i % 4];
        wend_agent_id id = add_agent(world, &def);
        double walked = 0, shortest = shortest_length(world, from, to, def.radius);
        wend_vec2 last = from;
        while (wend_world_agent(world, id, &def, NULL) == WEND_OK && wend_world_time(world) < 200) {
            double speed = hypot(def.velocity.x, def.velocity.y);
            walked += hypot(def.position.x - last.x, def.position.y - last.y);
            last = def.position;
            if (wend_world_time(world) > 1 && state_of(world, id).remaining > 1 &&
                speed < STEADY * def.preferred_speed)
                fail_msg("radius %g, step %g: %g m/s at (%g, %g)", RADII[i % 4], STEPS[i / 4],
                         speed, def.position.x, def.position.y);
            step(world);
            assert_by_maps(world);
        }
        walked += hypot(to.x - last.x, to.y - last.y);
        if (walked > shortest * (1 + DETOUR))
            fail_msg("radius %g, step %g: %g m, the shortest has %g m", RADII[i % 4], STEPS[i / 4],
                     walked, shortest);
        wend_world_destroy(world);
    }
}

/// The way left is that of the disc, but for what arcs and class add.
static void test_distance_is_the_paths(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), CORNERS, 5);
    wend_vec2 to = {28, 2};
    wend_random random = wend_random_stream(3, 1);
    wend_agent_def def = mapped_at(2, 2, point_goal(world, to.x, to.y), WEND_MOTION_ORCA);
    def.preferred_speed = 0;
    wend_agent_id id = add_agent(world, &def);
    for (int i = 0; i < 100;) {
        wend_vec2 from = {wend_random_between(&random, 0.5, 29.5),
                          wend_random_between(&random, 0.5, 19.5)};
        if (wend_mesh_locate(wend_world_mesh(world), from) != WEND_LOCATION_FREE ||
            wend_walls_clearance(wend_world_walls(world), from, 1) < def.radius * 1.05)
            continue;
        assert_int_equal(wend_world_place_agent(world, id, from, NULL, NULL), WEND_OK);
        step(world);
        double left = state_of(world, id).remaining;
        double shortest = shortest_length(world, from, to, def.radius * (1 - 1e-5));
        // The map is for walls that are grown by 1e-5 of the radius less, as the path is.
        if (left < shortest * (1 - 1e-9) || left > shortest * (1 + DETOUR))
            fail_msg("from (%g, %g): %g m, shortest %g m", from.x, from.y, left, shortest);
        ++i;
    }
    wend_world_destroy(world);
}

// ---- goals --------------------------------------------------------------------------------------

/// Goals on walls, in corners of walls, lines through walls, areas along walls: all who can get
/// there do.
static void test_goals_of_every_kind(void **state)
{
    (void)state;
    static const struct {
        wend_vec2 points[4];
        uint32_t count;
    } goals[] = {
        {{{30, 5}, {30, 8}}, 2},                     // an exit, drawn on the bounds
        {{{13, 10}}, 1},                             // a place on a wall
        {{{28, 10}}, 1},                             // in the open
        {{{24, 10}, {28, 10}}, 2},                   // from within a wall into the open
        {{{29, 0}, {30, 0}, {30, 2}, {29, 2}}, 4},   // an area in a corner
        {{{8, 15}, {11, 15}, {11, 20}, {8, 20}}, 4}, // one along a wall
        {{{25, 18.5}, {26, 18.5}, {26, 20}, {25, 20}}, 4},
        {{{24.2, 12}}, 1},           // a place on a thin wall
        {{{20, 0.1}, {22, 0.1}}, 2}, // nearer to a wall than a radius
    };
    enum { GOALS = sizeof goals / sizeof *goals };
    for (int kind = 0; kind < MOTION_COUNT; ++kind) {
        wend_world *world = box_world(def_of(0.1), CORNERS, 5);
        for (uint32_t i = 0; i < GOALS; ++i)
            for (int k = 0; k < 2; ++k) {
                wend_goal_id goal = add_goal(world, goals[i].points, goals[i].count);
                wend_agent_def def = mapped_at(1 + 2 * k, 1 + 2 * (double)i, goal, MOTIONS[kind]);
                def.radius = k ? 0.25 : 0.3;
                add_agent(world, &def);
            }
        run_empty(world, 200, NULL);
        wend_world_destroy(world);
    }
}

/// Of several goals always the one that is nearest now: one that is put elsewhere goes there.
static void test_nearest_now(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), CORNERS, 5);
    wend_goal_id goals[2] = {point_goal(world, 2, 18), point_goal(world, 28, 2)};
    wend_waypoint stop = {.goals = goals, .goal_count = 2, .choice = WEND_CHOICE_NEAREST};
    wend_route_def route = {&stop, 1, 0, WEND_ON_ARRIVAL_LEAVE};
    wend_agent_def def = mapped_at(2, 2, (wend_goal_id){0}, WEND_MOTION_ORCA);
    def.route = add_route(world, &route);
    wend_agent_id id = add_agent(world, &def);
    step(world);
    assert_true(wend_goal_id_equal(state_of(world, id).goal, goals[0]));
    assert_int_equal(wend_world_last_times(world).maps.maps, 1);
    assert_int_equal(wend_world_place_agent(world, id, (wend_vec2){22, 2}, NULL, NULL), WEND_OK);
    step(world);
    assert_true(wend_goal_id_equal(state_of(world, id).goal, goals[1]));
    run_empty(world, 60, assert_by_maps);
    wend_world_destroy(world);
}

/// By the time it takes, and in turn: without a search, maps tell how far it is.
static void test_other_choices(void **state)
{
    (void)state;
    for (int kind = 0; kind < 2; ++kind) {
        wend_world_def world_def = def_of(0.1);
        wend_world *world = box_world(world_def, CORNERS, 5);
        wend_goal_id goals[3] = {box_goal(world, 1, 17, 3, 19), box_goal(world, 27, 1, 29, 3),
                                 box_goal(world, 14, 8, 16, 9)};
        wend_choice choice = kind ? WEND_CHOICE_QUICKEST : WEND_CHOICE_IN_TURN;
        wend_waypoint stop = {.goals = goals, .goal_count = 3, .choice = choice};
        wend_route_def route = {&stop, 1, 0, WEND_ON_ARRIVAL_LEAVE};
        uint32_t chosen[3] = {0};
        wend_route_id route_id = add_route(world, &route);
        for (int i = 0; i < 12; ++i) {
            wend_agent_def def =
                mapped_at(1 + i % 4, 1 + i / 4, (wend_goal_id){0}, WEND_MOTION_ORCA);
            def.route = route_id;
            add_agent(world, &def);
        }
        step(world);
        wend_agents agents = wend_world_agents(world);
        for (uint32_t i = 0; i < agents.slots; ++i)
            for (int k = 0; k < 3; ++k)
                chosen[k] += wend_goal_id_equal(state_of(world, agents.ids[i]).goal, goals[k]);
        assert_int_equal(chosen[0] + chosen[1] + chosen[2], 12);
        if (kind)
            assert_true(chosen[0] == 12);
        else
            assert_true(chosen[0] == 4 && chosen[1] == 4);
        assert_int_equal(wend_world_last_times(world).maps.maps, 3);
        run_empty(world, 120, assert_by_maps);
        wend_world_destroy(world);
    }
}

// ---- off the map --------------------------------------------------------------------------------

/// A class is larger than the agent: one that touches a wall is off its map, and finds back; where
/// only the agent itself fits through, it goes by the mesh.
static void test_between_the_radius_and_its_class(void **state)
{
    (void)state;
    static const double ROOM[][4] = {{0, 0, 20, 10}, {9, 0, 11, 4.69}, {9, 5.31, 11, 10}};
    static const double RADII[] = {0.26, 0.3, 0.305};
    for (int kind = 0; kind < MOTION_COUNT; ++kind)
        for (int i = 0; i < 3; ++i) {
            // 0.3 is of the class 0.315, which the gap of 0.62 is too narrow for.
            wend_world *world = box_world(def_of(0.1), ROOM, 3);
            wend_goal_id goal = point_goal(world, 18, 5);
            const wend_vec2 starts[] = {
                {RADII[i], RADII[i]}, {4, 10 - RADII[i]}, {9 - RADII[i], 2}};
            uint32_t by_mesh = 0;
            for (int k = 0; k < 3; ++k) {
                wend_agent_def def = mapped_at(starts[k].x, starts[k].y, goal, MOTIONS[kind]);
                def.radius = RADII[i];
                add_agent(world, &def);
            }
            while (wend_world_agents(world).count > 0 && wend_world_time(world) < 60) {
                step(world);
                by_mesh += wend_world_last_times(world).maps.by_mesh;
            }
            assert_int_equal(wend_world_agents(world).count, 0);
            assert_int_equal(by_mesh > 0, i > 0);
            wend_world_destroy(world);
        }
}

/// Pressed into corners and against walls by the host in every way: it always has an aim that leads
/// away.
static void test_pushed_about(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), CORNERS, 5);
    wend_agent_def def = mapped_at(2, 2, point_goal(world, 28, 2), WEND_MOTION_ORCA);
    wend_agent_id id = add_agent(world, &def);
    wend_random random = wend_random_stream(5, 1);
    for (int i = 0; i < 400; ++i) {
        wend_vec2 p = {wend_random_between(&random, 0, 30), wend_random_between(&random, 0, 20)};
        if (wend_walls_clearance(wend_world_walls(world), p, 1) < 0.02 ||
            wend_mesh_locate(wend_world_mesh(world), p) != WEND_LOCATION_FREE)
            continue;
        assert_int_equal(wend_world_place_agent(world, id, p, NULL, NULL), WEND_OK);
        step(world);
        wend_agent_state now = state_of(world, id);
        if (!isfinite(now.remaining) || now.activity != WEND_ACTIVITY_WALKING)
            fail_msg("nothing to head for at (%g, %g)", p.x, p.y);
        assert_by_maps(world);
    }
    wend_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alone_gets_there),
        cmocka_unit_test(test_radii_take_their_ways),
        cmocka_unit_test(test_wait_for_a_door),
        cmocka_unit_test(test_out_of_a_pocket),
        cmocka_unit_test(test_no_halt_at_corners),
        cmocka_unit_test(test_distance_is_the_paths),
        cmocka_unit_test(test_goals_of_every_kind),
        cmocka_unit_test(test_nearest_now),
        cmocka_unit_test(test_other_choices),
        cmocka_unit_test(test_between_the_radius_and_its_class),
        cmocka_unit_test(test_pushed_about),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
