// SPDX-License-Identifier: MIT
// The multi-agent navigation graph as a part of a world in which everything happens: the same bits
// for any number of threads and after going back, no memory while warm, whatever fails.
#include "tests/world/busy_world.h"

static const wend_motion_kind MOTIONS[] = {WEND_MOTION_ORCA, WEND_MOTION_SOCIAL_FORCE,
                                           WEND_MOTION_STEER, WEND_MOTION_PEDESTRIAN};
enum { MOTION_COUNT = sizeof MOTIONS / sizeof *MOTIONS };

/// Gives everybody this planner, and a motion by its slot.
static void by_the_graph(const wend_world *world, wend_agent_def *def, uint32_t slot)
{
    (void)world;
    def->planner = WEND_PLANNER_MANG;
    def->motion = MOTIONS[slot % MOTION_COUNT];
}

static uint64_t advance(busy *b)
{
    busy_meddle_on(b, 0);
    change_new(b->world, by_the_graph);
    step(b->world);
    return wend_world_hash(b->world);
}

/// The same bits for any number of threads, and again after going back.
static void test_same_bits(void **state)
{
    (void)state;
    enum { STEPS = 60 };
    uint64_t hashes[STEPS];
    for (uint32_t count = 1; count <= 8; count *= count == 1 ? 2 : 4) {
        wend_tasks *tasks = threads(count);
        busy b = busy_made((wend_allocator){0}, tasks);
        wend_snapshot *snapshot = NULL;
        for (int k = 0; k < STEPS; ++k) {
            if (k == STEPS / 2)
                assert_int_equal(wend_world_save(b.world, &snapshot, NULL), WEND_OK);
            uint64_t hash = advance(&b);
            if (count == 1)
                hashes[k] = hash;
            assert_true(hash == hashes[k]);
        }
        assert_non_null(wend_world_mang(b.world));
        assert_int_equal(wend_world_restore(b.world, snapshot, NULL), WEND_OK);
        assert_null(wend_world_mang(b.world)); // of another diagram
        for (int k = STEPS / 2; k < STEPS; ++k)
            assert_true(advance(&b) == hashes[k]);
        wend_snapshot_destroy(snapshot);
        wend_world_destroy(b.world);
        wend_tasks_destroy(tasks);
    }
}

/// A crowd that walks to and fro in a room. Nobody has two ways that are equally good: which of
/// those is taken depends on how the diagram's arcs are numbered.
static wend_world *make_patrol(wend_allocator allocator)
{
    static const double ROOM[][4] = {{0, 0, 20, 10}, {9, 3, 11, 7}};
    wend_world_def def = def_of(0.1);
    def.allocator = allocator;
    wend_world *world = box_world(def, ROOM, 2);
    wend_goal_id ends[2] = {point_goal(world, 2, 5), point_goal(world, 18, 5)};
    wend_waypoint stops[2] = {{.goals = &ends[0], .goal_count = 1},
                              {.goals = &ends[1], .goal_count = 1}};
    wend_route_id route = add_route(world, &(wend_route_def){stops, 2, 0, WEND_ON_ARRIVAL_REPEAT});
    for (int i = 0; i < 20; ++i) {
        wend_agent_def agent =
            walker_at(2 + i % 5 + 0.017 * i, 1.5 + i / 5 * 2 + 0.001 * i * i, (wend_goal_id){0});
        agent.planner = WEND_PLANNER_MANG;
        agent.motion = WEND_MOTION_SOCIAL_FORCE;
        agent.route = route;
        add_agent(world, &agent);
    }
    return world;
}

static void assert_same_places(const wend_world *one, const wend_world *other)
{
    wend_agents a = wend_world_agents(one), b = wend_world_agents(other);
    assert_int_equal(a.slots, b.slots);
    for (uint32_t i = 0; i < a.slots; ++i)
        assert_true(hypot(a.bodies[i].position.x - b.bodies[i].position.x,
                          a.bodies[i].position.y - b.bodies[i].position.y) < 1e-9);
}

static void test_memory(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    wend_world *world = make_patrol(failing_allocator_of(&memory));
    for (int k = 0; k < 700; ++k)
        step(world);
    assert_warm(world, &memory, 50);
    wend_world_destroy(world);
    assert_int_equal(memory.bytes, 0);

    // Whatever allocation of the first steps fails, a second try goes on as if nothing had been,
    // but for roundings: the diagram's arcs have other numbers then, so sums have another order.
    enum { STEPS = 4 };
    world = make_patrol((wend_allocator){0});
    for (int k = 0; k < STEPS; ++k)
        step(world);
    memory = (failing_allocator){0};
    wend_world_destroy(make_patrol(failing_allocator_of(&memory)));
    size_t fail_at = memory.calls, told = 0;
    do {
        fail_at += long_tier() ? 1 : 7;
        memory = (failing_allocator){.fail_at = fail_at};
        wend_world *other = make_patrol(failing_allocator_of(&memory));
        for (int k = 0; k < STEPS; ++k)
            told += step_twice_if_told(other);
        assert_same_places(world, other);
        wend_world_destroy(other);
        assert_int_equal(memory.bytes, 0);
    } while (fail_at <= memory.calls);
    assert_true(told > 10);
    wend_world_destroy(world);
}

static void test_defs_are_checked(void **state)
{
    (void)state;
    wend_world *world;
    for (int i = 0; i < 6; ++i) {
        wend_world_def def = def_of(0.1);
        wend_mang_plan_def *mang = &def.mang;
        double *values[] = {&mang->graph.comfort,    &mang->graph.min_clearance,
                            &mang->replan_threshold, &mang->replan_threshold,
                            &mang->replan_interval,  &mang->graph.min_clearance};
        const double bad[] = {0, -1, -0.1, 1.1, 0, 2};
        *values[i] = bad[i];
        assert_int_equal(wend_world_create(&def, &world, NULL), WEND_BAD_ARGUMENT);
        assert_null(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_bits),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_defs_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
