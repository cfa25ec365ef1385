// SPDX-License-Identifier: MIT
// A world and memory: a warm step takes none, 100,000 agents fit in 100 MB, and whatever allocation
// fails, nothing leaks, nothing is half done, and a second try goes on as if nothing had been.
#include "tests/world/busy_world.h"

static busy make(failing_allocator *memory)
{
    return busy_made(failing_allocator_of(memory), NULL);
}

// Agents go round for ever between two goals, through a door that opens and shuts.
static wend_world *rounds(failing_allocator *memory)
{
    wend_world_def def = wend_default_world_def();
    def.allocator = failing_allocator_of(memory);
    wend_world *world = box_world(def, BUSY_BOXES, sizeof BUSY_BOXES / sizeof *BUSY_BOXES);
    wend_goal_id goals[2] = {box_goal(world, 1, 8, 4, 12), box_goal(world, 26, 8, 29, 12)};
    wend_waypoint stops[2] = {{.goals = &goals[0], .goal_count = 1, .wait_spread = 1},
                              {.goals = &goals[1], .goal_count = 1, .wait_spread = 1}};
    wend_route_def route = {stops, 2, 0, WEND_ON_ARRIVAL_REPEAT};
    wend_agent_def agent = walker_at(0, 0, (wend_goal_id){0});
    agent.route = add_route(world, &route);
    for (int i = 0; i < 150; ++i) {
        agent.position = (wend_vec2){8 + i % 10 * 0.6, 1 + i / 10 * 1.2};
        add_agent(world, &agent);
    }
    return world;
}

static void warm_steps_take_nothing(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    wend_world *world = rounds(&memory);
    // All have been to both goals once.
    for (int i = 0; i < 1200; ++i)
        step(world);
    assert_warm(world, &memory, 200);
    // Nor do snapshots and restores, from the second on.
    size_t calls = 0;
    wend_snapshot *snapshot = NULL;
    for (int i = 0; i < 4; ++i) {
        if (i == 2)
            calls = memory.calls;
        assert_int_equal(wend_world_save(world, &snapshot, NULL), WEND_OK);
        step(world);
        assert_int_equal(wend_world_restore(world, snapshot, NULL), WEND_OK);
        step(world);
    }
    assert_int_equal(memory.calls, calls);
    wend_world_destroy(world);
    wend_snapshot_destroy(snapshot);
    assert_int_equal(memory.bytes, 0);
}

/// Counts what is held, and the most that ever was.
typedef struct peak_allocator {
    size_t bytes, most;
} peak_allocator;

static void *peak_allocate(void *context, size_t size)
{
    peak_allocator *memory = context;
    memory->bytes += size;
    memory->most = memory->bytes > memory->most ? memory->bytes : memory->most;
    return malloc(size);
}

static void peak_release(void *context, void *p, size_t size)
{
    ((peak_allocator *)context)->bytes -= size;
    free(p);
}

static void a_hundred_thousand(void **state)
{
    (void)state;
    peak_allocator memory = {0};
    wend_world_def def = wend_default_world_def();
    def.allocator = (wend_allocator){peak_allocate, peak_release, &memory};
    def.max_searches = 5000; // all have a path after 20 steps
    static const double FIELD[][4] = {{-5, -5, 325, 325}, {100, 100, 110, 110}};
    wend_world *world = box_world(def, FIELD, 2);
    wend_goal_id goal = box_goal(world, 310, -5, 325, 325);
    wend_agent_def agent = walker_at(0, 0, goal);
    for (uint32_t i = 0; i < 100000; ++i) {
        agent.position = (wend_vec2){i % 317 * 1.0, i / 317 * 1.0};
        wend_agent_id id;
        if (agent.position.x >= 99 && agent.position.x <= 111 && agent.position.y >= 99 &&
            agent.position.y <= 111)
            agent.position.x = agent.position.y = 319;
        assert_int_equal(wend_world_add_agent(world, &agent, &id, NULL), WEND_OK);
    }
    for (int i = 0; i < 22; ++i)
        step(world);
    print_message("100,000 agents: %.1f MB, at most %.1f MB\n", (double)memory.bytes / 1e6,
                  (double)memory.most / 1e6);
    assert_true(memory.most <= 100000000);
    wend_agents agents = wend_world_agents(world);
    for (uint32_t i = 0; i < agents.slots; ++i)
        if (!wend_agent_id_is_null(agents.ids[i]))
            assert_true(isfinite(state_of(world, agents.ids[i]).remaining));
    wend_world_destroy(world);
    assert_int_equal(memory.bytes, 0);
}

// ---- every allocation fails in its turn ---------------------------------------------------------

static void failing_create(void **state)
{
    (void)state;
    size_t fail_at = 0;
    wend_result result;
    do {
        failing_allocator memory = {.fail_at = ++fail_at};
        busy b;
        wend_error error = {0};
        result = busy_make(&b, failing_allocator_of(&memory), NULL, &error);
        if (result != WEND_OK) {
            assert_int_equal(result, WEND_OUT_OF_MEMORY);
            assert_true(error.text[0] != 0);
        } else {
            // The failure was survived, or is still to come.
            if (wend_world_step(b.world, NULL) != WEND_OK)
                step(b.world);
            wend_world_destroy(b.world);
        }
        assert_int_equal(memory.bytes, 0);
        if (result == WEND_OK && memory.calls < memory.fail_at)
            break;
    } while (fail_at < 100000);
    assert_true(fail_at > 20);
}

// Runs the world with the n-th allocation of its steps failing (0: none). A call that fails is
// tried again. *failed: there was an n-th one; *told: a call said so.
static uint64_t run_failing(size_t n, int steps, bool *failed, bool *told)
{
    *told = false;
    failing_allocator memory = {0};
    busy b = make(&memory);
    if (n > 0)
        memory.fail_at = memory.calls + n;
    for (int k = 0; k < steps; ++k) {
        wend_error error = {0};
        uint64_t before = wend_world_hash(b.world);
        if (busy_meddle(&b, (uint64_t)k, 0, &error) == WEND_OUT_OF_MEMORY) {
            *told = true;
            assert_int_equal(wend_world_hash(b.world), before);
            assert_true(busy_meddle(&b, (uint64_t)k, 0, &error) != WEND_OUT_OF_MEMORY);
        }
        if (step_twice_if_told(b.world))
            *told = true;
    }
    *failed = n == 0 || memory.calls >= memory.fail_at;
    uint64_t hash = wend_world_hash(b.world);
    wend_world_destroy(b.world);
    assert_int_equal(memory.bytes, 0);
    return hash;
}

// Where a call failed the end is as without a failure. Where none did, somebody may have had to
// wait for a path.
static void failing_steps(void **state)
{
    (void)state;
    enum { STEPS = 30 };
    bool failed, told;
    uint64_t wanted = run_failing(0, STEPS, &failed, &told);
    uint32_t runs = 0, tellers = 0;
    for (size_t n = 1;; n += long_tier() ? 1 : 5) {
        uint64_t hash = run_failing(n, STEPS, &failed, &told);
        if (!failed)
            break;
        if (told && hash != wanted)
            fail_msg("allocation %zu failed, and the end is another", n);
        ++runs;
        tellers += told;
    }
    print_message("%u allocations of %d steps failed in turn, %u made a call fail\n", runs, STEPS,
                  tellers);
    assert_true(tellers > 5);
}

static void failing_snapshots(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    busy b = make(&memory);
    wend_error error;
    for (int k = 0; k < 20; ++k) {
        busy_meddle(&b, (uint64_t)k, 0, &error);
        step(b.world);
    }
    uint64_t hash = wend_world_hash(b.world);
    wend_snapshot *snapshot = NULL;
    uint32_t failures = 0;
    for (size_t n = 1; !snapshot; ++n) {
        memory.fail_at = memory.calls + n;
        wend_result result = wend_world_save(b.world, &snapshot, &error);
        assert_true(result == WEND_OK ? snapshot != NULL
                                      : result == WEND_OUT_OF_MEMORY && !snapshot);
        failures += result != WEND_OK;
    }
    assert_true(failures > 10);
    memory.fail_at = 0;
    for (int k = 20; k < 40; ++k) {
        busy_meddle(&b, (uint64_t)k, 0, &error);
        step(b.world);
    }
    uint64_t later = wend_world_hash(b.world);
    failures = 0;
    for (size_t n = 1;; ++n) {
        memory.fail_at = memory.calls + n;
        wend_result result = wend_world_restore(b.world, snapshot, &error);
        if (result == WEND_OK)
            break;
        assert_int_equal(result, WEND_OUT_OF_MEMORY);
        assert_int_equal(wend_world_hash(b.world), later);
        ++failures;
    }
    memory.fail_at = 0;
    assert_true(failures > 10);
    assert_int_equal(wend_world_hash(b.world), hash);
    // A save that fails on an older snapshot spoils that one only, and says so when it is used.
    for (int k = 0; k < 300; ++k) {
        wend_agent_def agent = walker_at(26, 8, b.goals[0]);
        add_agent(b.world, &agent);
    }
    hash = wend_world_hash(b.world);
    memory.fail_at = memory.calls + 1;
    assert_int_equal(wend_world_save(b.world, &snapshot, &error), WEND_OUT_OF_MEMORY);
    assert_int_equal(wend_world_restore(b.world, snapshot, &error), WEND_BAD_ARGUMENT);
    assert_int_equal(wend_world_hash(b.world), hash);
    assert_int_equal(wend_world_save(b.world, &snapshot, &error), WEND_OK);
    assert_int_equal(wend_world_restore(b.world, snapshot, &error), WEND_OK);
    assert_int_equal(wend_world_hash(b.world), hash);
    wend_world_destroy(b.world);
    wend_snapshot_destroy(snapshot);
    assert_int_equal(memory.bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(warm_steps_take_nothing), cmocka_unit_test(a_hundred_thousand),
        cmocka_unit_test(failing_create),          cmocka_unit_test(failing_steps),
        cmocka_unit_test(failing_snapshots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
