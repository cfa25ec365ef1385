// SPDX-License-Identifier: MIT
// The same bits: for any number of threads, and again after going back. A world in which everything
// happens is run forth and back at random, also on other branches, and every time it comes to a
// step it must have the hash that it had there before.
#include "tests/world/busy_world.h"

static busy make(wend_tasks *tasks)
{
    return busy_made((wend_allocator){0}, tasks);
}

static uint64_t advance(busy *b, uint64_t branch)
{
    busy_meddle_on(b, branch);
    step(b->world);
    return wend_world_hash(b->world);
}

enum { STEPS = 150, LONG_STEPS = 1000 };

static uint32_t steps_to_run(void)
{
    return long_tier() ? LONG_STEPS : STEPS;
}

static void same_for_all_threads(void **state)
{
    (void)state;
    static uint64_t hashes[LONG_STEPS];
    static const uint32_t THREADS[] = {1, 2, 8};
    for (int i = 0; i < 3; ++i) {
        wend_tasks *tasks = threads(THREADS[i]);
        busy b = make(tasks);
        for (uint32_t k = 0; k < steps_to_run(); ++k) {
            uint64_t hash = advance(&b, 0);
            if (i == 0)
                hashes[k] = hash;
            if (hash != hashes[k])
                fail_msg("step %u with %u threads: %016llx, with 1: %016llx", k, THREADS[i],
                         (unsigned long long)hash, (unsigned long long)hashes[k]);
        }
        wend_world_destroy(b.world);
        wend_tasks_destroy(tasks);
    }
}

// Threads may change while it runs.
static void threads_change(void **state)
{
    (void)state;
    wend_tasks *two = threads(2), *five = threads(5);
    busy a = make(NULL), b = make(two);
    for (int k = 0; k < 60; ++k) {
        assert_int_equal(advance(&a, 0), advance(&b, 0));
        wend_world_set_tasks(b.world, k % 3 == 0 ? five : k % 3 == 1 ? NULL : two);
    }
    wend_world_destroy(a.world);
    wend_world_destroy(b.world);
    wend_tasks_destroy(two);
    wend_tasks_destroy(five);
}

static void seeds_and_changes_show(void **state)
{
    (void)state;
    busy a = make(NULL), b = make(NULL);
    for (int k = 0; k < 5; ++k)
        assert_int_equal(advance(&a, 0), advance(&b, 0));
    wend_agent_id id = busy_somebody(&b, 0);
    wend_agent_def def;
    wend_world_agent(b.world, id, &def, NULL);
    def.user ^= 1;
    assert_int_equal(wend_world_change_agent(b.world, id, &def, NULL), WEND_OK);
    assert_true(wend_world_hash(a.world) != wend_world_hash(b.world));
    def.user ^= 1;
    assert_int_equal(wend_world_change_agent(b.world, id, &def, NULL), WEND_OK);
    assert_int_equal(wend_world_hash(a.world), wend_world_hash(b.world));
    bool shut;
    assert_int_equal(wend_world_door(b.world, b.doors[1], &shut, NULL), WEND_OK);
    assert_int_equal(wend_world_set_door(b.world, b.doors[1], !shut, NULL), WEND_OK);
    assert_true(wend_world_hash(a.world) != wend_world_hash(b.world));
    wend_world_destroy(a.world);
    wend_world_destroy(b.world);
}

// ---- going back ---------------------------------------------------------------------------------

enum { SNAPSHOTS = 3 };

static void rollback_fuzz(void **state)
{
    (void)state;
    static uint64_t hashes[LONG_STEPS + 1];
    for (uint64_t seed = 0; seed < (long_tier() ? 20 : 2); ++seed) {
        wend_random random = wend_random_stream(seed, 99);
        busy b = make(NULL);
        wend_snapshot *snapshots[SNAPSHOTS] = {0};
        uint32_t saved[SNAPSHOTS] = {0}, known = 0, goes_back = 0;
        hashes[0] = wend_world_hash(b.world);
        while (known < steps_to_run()) {
            uint32_t i = wend_random_below(&random, SNAPSHOTS), k;
            switch (wend_random_below(&random, 12)) {
            case 0: // keep
                assert_int_equal(wend_world_save(b.world, &snapshots[i], NULL), WEND_OK);
                saved[i] = (uint32_t)wend_world_steps(b.world);
                break;
            case 1: // another future, which is then given up
                if (!snapshots[i])
                    break;
                for (k = wend_random_below(&random, 10); k > 0; --k)
                    advance(&b, 1 + seed);
                // fall through
            case 2:
                if (!snapshots[i])
                    break;
                assert_int_equal(wend_world_restore(b.world, snapshots[i], NULL), WEND_OK);
                assert_int_equal(wend_world_steps(b.world), saved[i]);
                assert_int_equal(wend_world_hash(b.world), hashes[saved[i]]);
                ++goes_back;
                break;
            default:
                k = (uint32_t)wend_world_steps(b.world);
                uint64_t hash = advance(&b, 0);
                if (k == known)
                    hashes[++known] = hash;
                else if (hash != hashes[k + 1])
                    fail_msg("seed %llu: step %u gives %016llx, at first it gave %016llx",
                             (unsigned long long)seed, k + 1, (unsigned long long)hash,
                             (unsigned long long)hashes[k + 1]);
            }
        }
        assert_true(goes_back > 5);
        wend_world_destroy(b.world);
        for (int i = 0; i < SNAPSHOTS; ++i)
            wend_snapshot_destroy(snapshots[i]);
    }
}

static void snapshot_of_another_world(void **state)
{
    (void)state;
    busy a = make(NULL);
    wend_world *other = box_world(wend_default_world_def(), BUSY_BOXES, 1);
    wend_snapshot *snapshot = NULL;
    wend_error error;
    assert_int_equal(wend_world_save(a.world, &snapshot, NULL), WEND_OK);
    assert_true(wend_snapshot_bytes(snapshot) > 10000);
    uint64_t hash = wend_world_hash(other);
    assert_int_equal(wend_world_restore(other, snapshot, &error), WEND_BAD_ARGUMENT);
    assert_int_equal(wend_world_hash(other), hash);
    // A twin may take it, also when the first is gone.
    busy b = make(NULL);
    uint64_t before = advance(&a, 0);
    wend_world_destroy(a.world);
    assert_int_equal(wend_world_restore(b.world, snapshot, NULL), WEND_OK);
    assert_int_equal(advance(&b, 0), before);
    wend_world_destroy(b.world);
    wend_world_destroy(other);
    wend_snapshot_destroy(snapshot);
    wend_snapshot_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_for_all_threads),      cmocka_unit_test(threads_change),
        cmocka_unit_test(seeds_and_changes_show),    cmocka_unit_test(rollback_fuzz),
        cmocka_unit_test(snapshot_of_another_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
