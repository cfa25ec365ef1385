// SPDX-License-Identifier: MIT
// Pursuits in a world where other things happen: they change, agents come and leave, it goes back,
// with any number of threads, and memory runs out.
#include "tests/world/pursuit_support.h"

static void pursuits_can_change(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), HALL, HALL_BOXES);
    wend_pursuit_id roam = roam_box(world, 11, 1, 17, 19, 0);
    wend_goal_id goal = point_goal(world, 3, 3);
    wend_agent_def def = pursuer_at(13, 3, roam);
    def.premovement_time = 1;
    wend_agent_id id = add_agent(world, &def);
    step(world);
    assert_int_equal(state_of(world, id).activity, WEND_ACTIVITY_PREMOVEMENT);
    assert_false(pursuer_of(world, id).has_goal);
    for (int i = 0; i < 300; ++i)
        step(world);
    assert_true(pursuer_of(world, id).sums.goals_reached > 0);
    // To a goal, where it leaves;
    assert_int_equal(wend_world_agent(world, id, &def, NULL), WEND_OK);
    assert_true(wend_pursuit_id_equal(def.pursuit, roam));
    def.pursuit = (wend_pursuit_id){0};
    def.goal = goal;
    assert_int_equal(wend_world_change_agent(world, id, &def, NULL), WEND_OK);
    step(world);
    assert_true(wend_goal_id_equal(state_of(world, id).goal, goal));
    // back to roaming, and to nothing.
    def.goal = (wend_goal_id){0};
    def.pursuit = roam;
    assert_int_equal(wend_world_change_agent(world, id, &def, NULL), WEND_OK);
    step(world);
    assert_true(pursuer_of(world, id).has_goal);
    assert_int_equal(pursuer_of(world, id).sums.goals_reached, 0);
    def.pursuit = (wend_pursuit_id){0};
    assert_int_equal(wend_world_change_agent(world, id, &def, NULL), WEND_OK);
    step(world);
    assert_int_equal(state_of(world, id).activity, WEND_ACTIVITY_IDLE);
    // Whoever gets its slot has nothing of it.
    assert_int_equal(wend_world_remove_agent(world, id, NULL), WEND_OK);
    def.pursuit = roam;
    id = add_agent(world, &def);
    assert_int_equal(pursuer_of(world, id).sums.goals_reached, 0);
    assert_int_equal(sums_of(world, roam).goals_reached > 0, 1);
    wend_world_destroy(world);
}

/// The goal that a pursuer heads for can be seen, but is not for others to move.
static void goals_of_their_own_stay(void **state)
{
    (void)state;
    wend_world *world = box_world(def_of(0.1), HALL, HALL_BOXES);
    wend_pursuit_id roam = roam_box(world, 11, 1, 17, 19, 0);
    wend_agent_def def = pursuer_at(13, 3, roam);
    wend_agent_id id = add_agent(world, &def);
    step(world);
    wend_goal_id own = state_of(world, id).goal;
    assert_false(wend_goal_id_is_null(own));
    uint64_t hash = wend_world_hash(world);
    wend_segment elsewhere = {{12, 2}, {16, 18}};
    assert_int_equal(wend_world_move_goal(world, own, &elsewhere, NULL), WEND_BAD_ARGUMENT);
    assert_int_equal(wend_world_move_goal(world, own, NULL, NULL), WEND_BAD_ARGUMENT);
    assert_true(wend_world_hash(world) == hash);
    step(world);
    wend_world_destroy(world);
}

/// A world with all kinds, from spawners, some with the diagram.
static wend_result orchard_make(wend_allocator allocator, wend_tasks *tasks, wend_world **made,
                                wend_error *error)
{
    static const wend_vec2 rim[4] = {{11, 0.5}, {17.5, 0.5}, {17.5, 19.5}, {11, 19.5}};
    static const wend_vec2 end[4] = {{27, 0.5}, {29.5, 0.5}, {29.5, 14}, {27, 14}};
    static const wend_patch patches[] = {{{4, 4}, 2, 60, 1}, {{25, 5}, 3, 90, 2}};
    wend_floor *floor = box_floor(HALL, HALL_BOXES);
    wend_world_def def = def_of(0.1);
    def.floor = floor;
    def.tasks = tasks;
    def.allocator = allocator;
    def.seed = 11;
    wend_world *world = NULL;
    wend_result result = wend_world_create(&def, &world, error);
    wend_floor_destroy(floor);
    wend_resource_def field = wend_default_resource_def();
    field.patches = patches;
    field.patch_count = 2;
    wend_pursuit_def pursuits[3];
    for (int i = 0; i < 3; ++i)
        pursuits[i] = wend_default_pursuit_def((wend_pursuit_kind)i);
    pursuits[0].area = (wend_goal){rim, 4};
    pursuits[0].wait_spread = 2;
    pursuits[2].role = 1;
    if (result == WEND_OK)
        result = wend_world_add_resource(world, &field, &pursuits[1].resource, error);
    for (uint32_t i = 0; i < 3 && result == WEND_OK; ++i) {
        wend_spawner_def spawner = wend_default_spawner_def();
        spawner.area = (wend_goal){i == 2 ? end : rim, 4};
        spawner.count = i == 2 ? 2 : 20;
        spawner.rate = i == 1 ? 4 : 0;
        spawner.agent.role = i;
        static const wend_planner_kind planners[] = {WEND_PLANNER_MESH, WEND_PLANNER_MANG,
                                                     WEND_PLANNER_DIRECT};
        spawner.agent.planner = planners[i];
        spawner.agent.motion = i == 0   ? WEND_MOTION_ORCA
                               : i == 1 ? WEND_MOTION_PEDESTRIAN
                                        : WEND_MOTION_SOCIAL_FORCE;
        wend_spawner_id id;
        result = wend_world_add_pursuit(world, &pursuits[i], &spawner.agent.pursuit, error);
        if (result == WEND_OK)
            result = wend_world_add_spawner(world, &spawner, &id, error);
    }
    if (result != WEND_OK) {
        wend_world_destroy(world);
        world = NULL;
    }
    *made = world;
    return result;
}

static wend_world *orchard(wend_allocator allocator, wend_tasks *tasks)
{
    wend_world *world;
    wend_error error = {0};
    if (orchard_make(allocator, tasks, &world, &error) != WEND_OK)
        fail_msg("%s", wend_error_text(&error));
    return world;
}

enum { STEPS = 200 };

static void same_for_all_threads_and_again(void **state)
{
    (void)state;
    static uint64_t hashes[STEPS];
    static const uint32_t threads[] = {1, 2, 8};
    for (int k = 0; k < 3; ++k) {
        wend_tasks_def def = wend_default_tasks_def();
        wend_tasks *tasks;
        def.worker_count = threads[k];
        assert_int_equal(wend_tasks_create(&def, &tasks, NULL), WEND_OK);
        wend_world *world = orchard((wend_allocator){0}, tasks);
        wend_snapshot *snapshot = NULL;
        for (int i = 0; i < STEPS; ++i) {
            // Every so often it goes some steps ahead and comes back.
            if (i % 50 == 20) {
                assert_int_equal(wend_world_save(world, &snapshot, NULL), WEND_OK);
                for (int j = 0; j < 15; ++j)
                    step(world);
                assert_int_equal(wend_world_restore(world, snapshot, NULL), WEND_OK);
            }
            step(world);
            if (k == 0)
                hashes[i] = wend_world_hash(world);
            assert_true(wend_world_hash(world) == hashes[i]);
        }
        wend_pursuit_totals sums = sums_of(world, (wend_pursuit_id){0});
        assert_true(sums.gathered > 10 && sums.goals_reached > 10 && sums.caught > 0);
        wend_snapshot_destroy(snapshot);
        wend_world_destroy(world);
        wend_tasks_destroy(tasks);
    }
}

static void warm_steps_take_nothing(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    wend_world_def def = def_of(0.1);
    def.allocator = failing_allocator_of(&memory);
    wend_world *world = box_world(def, HALL, HALL_BOXES);
    wend_pursuit_id roam = roam_box(world, 0, 0, 30, 20, 0), chase = chase_role(world, 5);
    wend_pursuit_id gather = gather_from(world, add_orchard(world), 0.01, 0.25);
    for (int i = 0; i < 30; ++i) {
        wend_agent_def agent = pursuer_at(11 + i % 6, 2 + i / 6, i % 3 ? roam : gather);
        add_agent(world, &agent);
    }
    // One who can't be caught: it is faster.
    wend_agent_def agent = pursuer_at(2, 2, chase);
    agent.preferred_speed = 0.3;
    add_agent(world, &agent);
    agent = pursuer_at(20, 15, roam_box(world, 20, 1, 23, 15, 0));
    agent.role = 5;
    add_agent(world, &agent);
    for (int i = 0; i < 1500; ++i)
        step(world);
    assert_warm(world, &memory, 200);
    wend_world_destroy(world);
    assert_int_equal(memory.bytes, 0);
}

enum { FAILING_STEPS = 25 };

/// Runs the world with the n-th allocation failing (0: none), and tells its hash at the end; 0: it
/// was not made. *told: a step said so, and was done again.
static uint64_t run_failing(size_t n, size_t *calls, bool *told)
{
    failing_allocator memory = {.fail_at = n};
    wend_error error = {0};
    wend_world *world;
    uint64_t hash = 0;
    *told = false;
    wend_result result = orchard_make(failing_allocator_of(&memory), NULL, &world, &error);
    if (result == WEND_OK) {
        for (int i = 0; i < FAILING_STEPS; ++i)
            *told |= step_twice_if_told(world);
        hash = wend_world_hash(world);
        wend_world_destroy(world);
    } else {
        assert_int_equal(result, WEND_OUT_OF_MEMORY);
    }
    assert_int_equal(memory.bytes, 0);
    *calls = memory.calls;
    return hash;
}

// Where a step failed the end is as without a failure. Where none did, somebody may have had to
// wait for a path.
static void any_allocation_may_fail(void **state)
{
    (void)state;
    size_t all, calls;
    bool told;
    uint64_t wanted = run_failing(0, &all, &told);
    uint32_t tellers = 0;
    for (size_t n = 1; n <= all; n += long_tier() ? 1 : 1 + all / 50) {
        uint64_t hash = run_failing(n, &calls, &told);
        if (told && hash != wanted)
            fail_msg("allocation %zu failed, and the end is another", n);
        tellers += told;
    }
    assert_true(tellers > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pursuits_can_change),
        cmocka_unit_test(goals_of_their_own_stay),
        cmocka_unit_test(same_for_all_threads_and_again),
        cmocka_unit_test(warm_steps_take_nothing),
        cmocka_unit_test(any_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
