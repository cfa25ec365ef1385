// SPDX-License-Identifier: MIT
// Guides of many agents: searches are shared out, threads make no difference, copies go on alike,
// doors are passed, and memory that is out is waited for.
#include "tests/world/walking.h"

// ---- many ---------------------------------------------------------------------------------------

static void threads_make_no_difference(void **state)
{
    (void)state;
    plan p;
    uint64_t first = 0;
    make_office(&p);
    for (uint32_t threads = 1; threads <= 4; threads += threads) {
        wend_tasks_def tasks_def = wend_default_tasks_def();
        wend_tasks *tasks;
        tasks_def.worker_count = threads;
        assert_int_equal(wend_tasks_create(&tasks_def, &tasks, NULL), WEND_OK);
        wend_world_def def = default_def();
        def.tasks = tasks;
        def.max_searches = 16;
        wend_world *world = make_crowd(&p, def, 200);
        for (int i = 0; i < 60; i++)
            walk(world);
        uint64_t hash = state_of(world);
        if (threads == 1)
            first = hash;
        assert_true(hash == first);
        wend_world_destroy(world);
        wend_tasks_destroy(tasks);
    }
}

// Nobody waits for ever though few may search in a step; and no more than those do.
static void searches_are_shared_out(void **state)
{
    (void)state;
    plan p;
    make_office(&p);
    wend_world_def def = default_def();
    def.max_searches = 4;
    wend_world *world = make_crowd(&p, def, 100);
    for (int i = 0; i < 100; i++) {
        uint32_t before = 0, after = 0;
        for (uint32_t k = 0; k < world->crowd.slots; k++)
            before += wend_way_has_path(&world->paths.ways.data[k]);
        assert_true(wend_phase_plan(world));
        for (uint32_t k = 0; k < world->crowd.slots; k++)
            after += wend_way_has_path(&world->paths.ways.data[k]);
        assert_true(after <= before + 4);
        world->steps++;
        world->time = (double)world->steps * world->def.step;
    }
    for (uint32_t k = 0; k < world->crowd.slots; k++)
        assert_true(wend_way_has_path(&world->paths.ways.data[k]));
    wend_world_destroy(world);
}

// A step stops searching after the batch that spends its budget; who waited is served next.
static void a_step_has_a_budget(void **state)
{
    (void)state;
    plan p;
    make_office(&p);
    wend_world_def def = default_def();
    def.step_budget = 1;
    wend_world *world = make_crowd(&p, def, 100);
    for (int i = 0; i < 4; i++) {
        uint32_t found = 0;
        assert_true(wend_phase_plan(world));
        for (uint32_t k = 0; k < world->crowd.slots; k++)
            found += wend_way_has_path(&world->paths.ways.data[k]);
        assert_int_equal(found, i < 3 ? 32 * (i + 1) : 100);
        world->steps++;
        world->time = (double)world->steps * world->def.step;
    }
    wend_world_destroy(world);
}

static void small_budgets_lead_there_too(void **state)
{
    (void)state;
    plan p;
    make_office(&p);
    wend_world_def def = default_def();
    def.search_budget = 4;
    wend_world *world = make_world(&p, def);
    const wend_vec2 to = {27, 2};
    wend_agent_def walker = walker_at(3, 12, add_goal(world, &to, 1));
    add_agent(world, &walker);
    walk_until_empty(world, 120);
    assert_int_equal(world->crowd.count, 0);
    wend_world_destroy(world);
}

// A copy of all parts goes on as the first does.
static void copies_go_on_alike(void **state)
{
    (void)state;
    plan p;
    make_museum(&p);
    wend_world_def def = default_def();
    def.max_searches = 16;
    wend_world *world = make_crowd(&p, def, 100);
    for (int i = 0; i < 30; i++)
        walk(world);
    wend_paths paths = {.free_block = WEND_NO_BLOCK};
    wend_goals goals = {0};
    wend_crowd crowd = {0};
    for (int k = 0; k < 2; k++) {
        assert_true(wend_paths_copy(&paths, &world->paths, &world->allocator));
        assert_true(wend_goals_copy(&goals, &world->goals, &world->allocator));
        assert_true(wend_crowd_copy(&crowd, &world->crowd, &world->allocator));
    }
    uint64_t steps = world->steps, then = state_of(world);
    for (int i = 0; i < 30; i++)
        walk(world);
    uint64_t after = state_of(world);
    assert_true(wend_paths_copy(&world->paths, &paths, &world->allocator));
    assert_true(wend_goals_copy(&world->goals, &goals, &world->allocator));
    assert_true(wend_crowd_copy(&world->crowd, &crowd, &world->allocator));
    world->steps = steps;
    world->time = (double)steps * world->def.step;
    assert_true(state_of(world) == then);
    for (int i = 0; i < 30; i++)
        walk(world);
    assert_true(state_of(world) == after);
    wend_paths_free(&paths, &world->allocator);
    wend_goals_free(&goals, &world->allocator);
    wend_crowd_free(&crowd, &world->allocator);
    wend_world_destroy(world);
}

// ---- with everything else -----------------------------------------------------------------------

static void crowds_pass_doors(void **state)
{
    (void)state;
    plan p;
    make_hall(&p, 1);
    const wend_vec2 area[4] = {{17, 1}, {19, 1}, {19, 9}, {17, 9}};
    for (int bias = WEND_BIAS_PATH; bias <= WEND_BIAS_MIDDLE; bias++) {
        wend_world_def def = default_def();
        def.bias = (wend_bias)bias;
        wend_world *world = make_world(&p, def);
        wend_goal_id goal = add_goal(world, area, 4);
        for (int i = 0; i < 60; i++) {
            wend_agent_def walker = walker_at(1 + 0.7 * (i / 10), 1 + 0.8 * (i % 10), goal);
            add_agent(world, &walker);
        }
        while (world->crowd.count > 0 && world->time < 150) {
            assert_int_equal(wend_world_step(world, NULL), WEND_OK);
            assert_int_equal(count_events(world, WEND_EVENT_NO_PATH), 0);
        }
        if (world->crowd.count > 0)
            fail_msg("bias %d: %u are left after %g s", bias, world->crowd.count, world->time);
        wend_world_destroy(world);
    }
}

// Many steps in which all search, arrive and search again, and none that takes memory.
static void warm_steps_take_no_memory(void **state)
{
    (void)state;
    plan p;
    failing_allocator memory = {0};
    make_office(&p);
    wend_world_def def = default_def();
    def.allocator = failing_allocator_of(&memory);
    wend_world *world = make_crowd(&p, def, 100);
    for (int i = 0; i < 300; i++)
        walk(world);
    size_t calls = memory.calls;
    for (int i = 0; i < 100; i++)
        walk(world);
    assert_int_equal(memory.calls, calls);
    wend_world_destroy(world);
    assert_int_equal(memory.bytes, 0);
}

// Out of memory, an agent waits or the step fails; the next one does what was left.
static void memory_runs_out(void **state)
{
    (void)state;
    plan p;
    make_hall(&p, 1);
    const wend_vec2 to[4] = {{17, 1}, {19, 1}, {19, 9}, {17, 9}};
    size_t whole = 0;
    for (size_t fail_at = 0; fail_at <= whole; fail_at++) {
        failing_allocator memory = {0};
        wend_world_def def = default_def();
        def.allocator = failing_allocator_of(&memory);
        wend_world *world = make_world(&p, def);
        wend_goal_id goals[2] = {add_goal(world, to, 4), add_goal(world, to, 1)};
        wend_agent_def walker = walker_at(2, 2, (wend_goal_id){0});
        walker.route = add_route(world, goals, 2, WEND_CHOICE_QUICKEST, WEND_ON_ARRIVAL_LEAVE);
        add_agent(world, &walker);
        size_t before = memory.calls;
        memory.fail_at = fail_at ? before + fail_at : 0;
        for (int i = 0; i < 3; i++) {
            if (!wend_phase_plan(world))
                assert_true(wend_phase_plan(world));
            world->steps++;
            world->time = (double)world->steps * world->def.step;
        }
        assert_true(wend_way_has_path(&world->paths.ways.data[0]));
        if (fail_at == 0)
            whole = memory.calls - before;
        wend_world_destroy(world);
        assert_int_equal(memory.bytes, 0);
    }
    assert_true(whole > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_make_no_difference),
        cmocka_unit_test(searches_are_shared_out),
        cmocka_unit_test(a_step_has_a_budget),
        cmocka_unit_test(small_budgets_lead_there_too),
        cmocka_unit_test(copies_go_on_alike),
        cmocka_unit_test(crowds_pass_doors),
        cmocka_unit_test(warm_steps_take_no_memory),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
