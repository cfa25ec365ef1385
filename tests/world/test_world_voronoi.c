// SPDX-License-Identifier: MIT
// The Voronoi diagram in a world: it is there when somebody needs it and is what a fresh one would
// be, whatever the world went through; and with it, too, the same calls give the same bits, a world
// goes back as it was, and memory may run out.
#include "tests/world/busy_checks.h"

#include "world/world.h"

// ---- the diagram --------------------------------------------------------------------------------

static void test_built_when_needed(void **state)
{
    (void)state;
    static const double ROOM[][4] = {{0, 0, 20, 10}, {9, 0, 11, 6}};
    wend_world *world = box_world(def_of(0.1), ROOM, 2);
    wend_goal_id goal = point_goal(world, 18, 2);
    wend_agent_def walker = walker_at(2, 2, goal);
    wend_agent_id plain = add_agent(world, &walker);
    step(world);
    assert_null(wend_world_voronoi(world));
    walker.planner = WEND_PLANNER_VORONOI;
    walker.position.y = 4;
    wend_agent_id planned = add_agent(world, &walker);
    step(world);
    const wend_voronoi *voronoi = wend_world_voronoi(world);
    assert_non_null(voronoi);
    assert_int_equal(wend_voronoi_measure(voronoi).sites, 2); // the bounds and the box
    // One that steers makes sites of all of them.
    wend_agent_def steerer = steerer_at(4, 8, goal);
    wend_agent_id steered = add_agent(world, &steerer);
    step(world);
    assert_int_equal(wend_voronoi_measure(wend_world_voronoi(world)).sites, 5);
    wend_agent_def now;
    assert_int_equal(wend_world_agent(world, steered, &now, NULL), WEND_OK);
    assert_int_equal(now.motion, WEND_MOTION_STEER);
    now.motion = WEND_MOTION_ORCA;
    assert_int_equal(wend_world_change_agent(world, steered, &now, NULL), WEND_OK);
    assert_int_equal(wend_world_remove_agent(world, plain, NULL), WEND_OK);
    step(world);
    assert_int_equal(wend_voronoi_measure(wend_world_voronoi(world)).sites, 2);
    assert_true(isfinite(state_of(world, planned).remaining));
    wend_world_destroy(world);
}

/// A fresh diagram of everything that is in the world now.
static wend_voronoi *fresh_diagram(const wend_world *world)
{
    enum { MOST = 64 };
    wend_shape shapes[MOST];
    wend_floor_def def = wend_default_floor_def();
    const wend_obstacles *obstacles = &world->obstacles;
    const wend_diagram *diagram = &world->diagram;
    def.bounds = obstacles->bounds.data;
    def.bounds_count = (uint32_t)obstacles->bounds.count;
    def.shapes = shapes;
    def.tolerance = wend_mesh_tolerance(obstacles->mesh);
    for (uint32_t i = 0; i < obstacles->list.count; ++i)
        if (!wend_site_id_is_null(diagram->obstacles.data[i].site)) {
            assert_true(def.shape_count < MOST);
            shapes[def.shape_count++] = wend_obstacle_shape(obstacles, &obstacles->list.data[i]);
        }
    wend_floor *floor;
    wend_voronoi *voronoi;
    wend_error error = {0};
    wend_voronoi_def options = wend_default_voronoi_def();
    assert_int_equal(wend_floor_create(&def, &floor, NULL), WEND_OK);
    if (wend_voronoi_create(floor, &options, &voronoi, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    wend_floor_destroy(floor);
    for (uint32_t i = 0; i < diagram->agents.count; ++i) {
        const wend_diagram_agent *agent = &diagram->agents.data[i];
        if (wend_site_id_is_null(agent->site))
            continue;
        wend_site_id id;
        wend_shape shape = {.points = &agent->place, .point_count = 1};
        if (wend_voronoi_insert(voronoi, &shape, agent->radius, &id, &error) != WEND_OK)
            fail_msg("%s", wend_error_text(&error));
    }
    return voronoi;
}

/// Gives everybody who is new a planner and a motion by its slot, so that all mixes are there.
static void mix(const wend_world *world, wend_agent_def *def, uint32_t slot)
{
    (void)world;
    // Those that go with a goal, and those that avoid others: lanes and follow come last.
    def->planner = (wend_planner_kind)(slot % WEND_PLANNER_LANES);
    def->motion = (wend_motion_kind)(slot / WEND_PLANNER_LANES % WEND_MOTION_FOLLOW);
}

static const busy_kind MIXED = {.change = mix};

static uint64_t advance(busy *b, uint64_t branch)
{
    return busy_advance(b, &MIXED, branch);
}

static void test_what_a_fresh_one_would_be(void **state)
{
    (void)state;
    busy b = busy_made((wend_allocator){0}, NULL);
    uint32_t steps = long_tier() ? 1000 : 100;
    for (uint32_t k = 0; k < steps; ++k) {
        advance(&b, 0);
        wend_error error = {0};
        const wend_voronoi *voronoi = wend_world_voronoi(b.world);
        assert_non_null(voronoi);
        if (k % 10 != 0)
            continue;
        if (wend_voronoi_check(voronoi, &error) != WEND_OK)
            fail_msg("step %u: %s", k, wend_error_text(&error));
        wend_voronoi *fresh = fresh_diagram(b.world);
        if (wend_voronoi_equal(voronoi, fresh, &error) != WEND_OK)
            fail_msg("step %u: %s", k, wend_error_text(&error));
        wend_voronoi_destroy(fresh);
    }
    wend_world_destroy(b.world);
}

/// Every agent where it is, every obstacle as it is: nobody has been forgotten.
static void test_everybody_is_a_site(void **state)
{
    (void)state;
    busy b = busy_made((wend_allocator){0}, NULL);
    for (int k = 0; k < 60; ++k) {
        advance(&b, 1);
        // Agents move and come after the diagram was made good, so what it has is a step old.
        const wend_diagram *diagram = &b.world->diagram;
        const wend_obstacles *obstacles = &b.world->obstacles;
        uint32_t sites = 1; // the bounds
        for (uint32_t i = 0; i < obstacles->list.count; ++i) {
            const wend_world_obstacle *thing = &obstacles->list.data[i];
            bool wanted = wend_diagram_holds(thing);
            if (thing->kind != WEND_OBSTACLE_MOVING)
                assert_true(wanted == !wend_site_id_is_null(diagram->obstacles.data[i].site));
            sites += !wend_site_id_is_null(diagram->obstacles.data[i].site);
        }
        for (uint32_t i = 0; i < diagram->agents.count; ++i)
            sites += !wend_site_id_is_null(diagram->agents.data[i].site);
        assert_int_equal(wend_voronoi_measure(diagram->voronoi).sites, sites);
    }
    wend_world_destroy(b.world);
}

/// A mover drives through a wall and over an agent that the host holds there: while they overlap,
/// the diagram goes without them, and has them again afterwards.
static void test_what_overlaps_is_left_out(void **state)
{
    (void)state;
    static const double ROOM[][4] = {{0, 0, 30, 10}, {10, 4, 11, 6}};
    static const wend_vec2 CART[4] = {{2, 4.5}, {3, 4.5}, {3, 5.5}, {2, 5.5}};
    static const wend_vec2 LINE[2] = {{2, 4.5}, {26, 4.5}};
    wend_world_def def = def_of(0.1);
    def.host_moves = true;
    wend_world *world = box_world(def, ROOM, 2);
    wend_moving_obstacle_def mover = wend_default_moving_obstacle_def();
    wend_obstacle_id cart;
    mover.shape = (wend_shape){.points = CART, .point_count = 4};
    mover.path = LINE;
    mover.path_count = 2;
    mover.speed = 2;
    assert_int_equal(wend_world_add_moving_obstacle(world, &mover, &cart, NULL), WEND_OK);
    wend_agent_def agent = steerer_at(20.2, 5.05, (wend_goal_id){0});
    wend_agent_id id = add_agent(world, &agent);
    uint32_t slot = id.raw.slot1 - 1, thing = cart.raw.slot1 - 1, without_cart = 0,
             without_agent = 0;
    for (int k = 0; k < 130; ++k) {
        step(world);
        wend_error error = {0};
        if (wend_voronoi_check(wend_world_voronoi(world), &error) != WEND_OK)
            fail_msg("step %d: %s", k, wend_error_text(&error));
        double x = 2 + world->obstacles.list.data[thing].offset.x;
        bool overlaps_wall = x > 9 && x < 11;
        without_cart += wend_site_id_is_null(world->diagram.obstacles.data[thing].site);
        without_agent += wend_site_id_is_null(wend_diagram_site(&world->diagram, slot));
        assert_true(overlaps_wall ==
                    wend_site_id_is_null(world->diagram.obstacles.data[thing].site));
        // The cart waits rather than run over somebody; the host puts it under it all the same.
        if (k == 60)
            assert_int_equal(
                wend_world_place_agent(world, id, (wend_vec2){x + 0.5, 5.05}, NULL, NULL), WEND_OK);
        if (k == 64)
            assert_int_equal(wend_world_place_agent(world, id, (wend_vec2){20.2, 8}, NULL, NULL),
                             WEND_OK);
    }
    assert_true(without_cart > 3 && without_agent >= 2);
    assert_false(wend_site_id_is_null(world->diagram.obstacles.data[thing].site));
    assert_false(wend_site_id_is_null(wend_diagram_site(&world->diagram, slot)));
    assert_int_equal(wend_world_remove_obstacle(world, cart, NULL), WEND_OK);
    step(world);
    assert_int_equal(wend_voronoi_measure(wend_world_voronoi(world)).sites, 3);
    wend_world_destroy(world);
}

// ---- the same bits ------------------------------------------------------------------------------

static void test_same_for_all_threads(void **state)
{
    (void)state;
    assert_same_for_all_threads(&MIXED);
}

static void test_going_back(void **state)
{
    (void)state;
    assert_goes_back(&MIXED);
}

static void test_memory_runs_out(void **state)
{
    (void)state;
    assert_memory_may_run_out(&MIXED, long_tier() ? 1 : 29);
}

/// Twelve who go to and fro among boxes.
static wend_world *rounds(failing_allocator *memory)
{
    static const double BOXES[][4] = {{0, 0, 30, 20},  {6, 4, 9, 8},   {6, 12, 9, 16},
                                      {13, 7, 17, 13}, {21, 4, 24, 8}, {21, 12, 24, 16}};
    wend_world_def def = def_of(0.1);
    def.allocator = failing_allocator_of(memory);
    wend_world *world = box_world(def, BOXES, 6);
    wend_goal_id goals[2] = {point_goal(world, 2, 10), point_goal(world, 28, 10)};
    wend_waypoint stops[2] = {{.goals = &goals[0], .goal_count = 1},
                              {.goals = &goals[1], .goal_count = 1}};
    wend_route_def route = {stops, 2, 0, WEND_ON_ARRIVAL_REPEAT};
    wend_agent_def agent = steerer_at(0, 0, (wend_goal_id){0});
    agent.route = add_route(world, &route);
    for (int i = 0; i < 12; ++i) {
        agent.position = (wend_vec2){1.5 + i % 6 * 5, i < 6 ? 2 : 18};
        add_agent(world, &agent);
    }
    return world;
}

static void test_warm_steps_take_nothing(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    wend_world *world = rounds(&memory);
    // Until they have met in every way.
    for (int i = 0; i < 3000; ++i)
        step(world);
    assert_warm(world, &memory, 100);
    wend_world_destroy(world);
    assert_int_equal(memory.bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_built_when_needed),
        cmocka_unit_test(test_what_a_fresh_one_would_be),
        cmocka_unit_test(test_everybody_is_a_site),
        cmocka_unit_test(test_what_overlaps_is_left_out),
        cmocka_unit_test(test_same_for_all_threads),
        cmocka_unit_test(test_going_back),
        cmocka_unit_test(test_memory_runs_out),
        cmocka_unit_test(test_warm_steps_take_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
