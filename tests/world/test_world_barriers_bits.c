// SPDX-License-Identifier: MIT
// A world with barriers: the same bits for any number of threads and after going back; memory that
// runs out.
#include "tests/world/busy_world.h"
#include "tests/world/jams.h"

enum { LATE = 330 };

static void test_threads(void **state)
{
    (void)state;
    uint64_t hashes[LATE / 10];
    static const uint32_t THREADS[] = {1, 3};
    for (int i = 0; i < 2; ++i) {
        jam j = USUAL;
        j.tasks = threads(THREADS[i]);
        wend_world *world = jam_world(&j);
        for (int k = 0; k < LATE; ++k) {
            step(world);
            if (k % 10 != 0)
                continue;
            if (i == 0)
                hashes[k / 10] = wend_world_hash(world);
            else if (hashes[k / 10] != wend_world_hash(world))
                fail_msg("step %d with %u threads is another", k, THREADS[i]);
        }
        uint32_t count;
        wend_world_barriers(world, &count);
        assert_int_equal(count, 1);
        wend_world_destroy(world);
        wend_tasks_destroy(j.tasks);
    }
}

/// From before there are barriers to when there are some, and on from there, in this world and in
/// another.
static void test_going_back(void **state)
{
    (void)state;
    wend_world *world = jam_world(&USUAL), *other = jam_world(&USUAL);
    wend_snapshot *early = NULL, *late = NULL;
    uint32_t count;
    uint64_t hashes[2];
    for (int k = 0; k < 85; ++k)
        step(world);
    assert_int_equal(wend_world_save(world, &early, NULL), WEND_OK);
    for (int k = 85; k < 225; ++k)
        step(world);
    wend_world_barriers(world, &count);
    assert_int_equal(count, 1);
    hashes[0] = wend_world_hash(world);
    assert_int_equal(wend_world_save(world, &late, NULL), WEND_OK);
    for (int k = 225; k < LATE; ++k)
        step(world);
    hashes[1] = wend_world_hash(world);
    for (int round = 0; round < 2; ++round) {
        wend_world *in = round ? other : world;
        assert_int_equal(wend_world_restore(in, early, NULL), WEND_OK);
        wend_world_barriers(in, &count);
        assert_int_equal(count, 0);
        for (int k = 85; k < 225; ++k)
            step(in);
        assert_true(wend_world_hash(in) == hashes[0]);
        assert_int_equal(wend_world_restore(in, late, NULL), WEND_OK);
        assert_true(wend_world_hash(in) == hashes[0]);
        for (int k = 225; k < LATE; ++k)
            step(in);
        assert_true(wend_world_hash(in) == hashes[1]);
    }
    wend_snapshot_destroy(early);
    wend_snapshot_destroy(late);
    wend_world_destroy(world);
    wend_world_destroy(other);
}

/// One allocation of the steps in which a barrier is placed fails: a second try goes on as if
/// nothing had been.
static void test_memory_runs_out(void **state)
{
    (void)state;
    failing_allocator memory = {0};
    jam j = USUAL;
    j.allocator = failing_allocator_of(&memory);
    wend_world *world = jam_world(&j);
    wend_snapshot *before = NULL;
    uint32_t count = 0, tellers = 0;
    uint64_t wanted = 0;
    // It is placed at the end of one of the first intervals.
    while (count == 0 && wend_world_time(world) < 40) {
        for (int k = 0; k < (before ? 97 : 99); ++k)
            step(world);
        assert_int_equal(wend_world_save(world, &before, NULL), WEND_OK);
        for (int k = 0; k < 3; ++k)
            step(world);
        wanted = wend_world_hash(world);
        wend_world_barriers(world, &count);
    }
    assert_int_equal(count, 1);
    size_t every = long_tier() ? 1 : 17;
    for (size_t n = 1;; n += every) {
        wend_world *again = jam_world(&j);
        assert_int_equal(wend_world_restore(again, before, NULL), WEND_OK);
        memory.fail_at = memory.calls + n;
        bool told = false;
        for (int k = 0; k < 3; ++k)
            told = step_twice_if_told(again) || told;
        bool failed = memory.calls >= memory.fail_at;
        memory.fail_at = 0;
        tellers += failed && told;
        if (told && wend_world_hash(again) != wanted)
            fail_msg("allocation %zu failed, and the end is another", n);
        wend_world_destroy(again);
        if (!failed)
            break;
    }
    assert_true(tellers > 5);
    wend_snapshot_destroy(before);
    wend_world_destroy(world);
    assert_int_equal(memory.bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_going_back),
        cmocka_unit_test(test_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
