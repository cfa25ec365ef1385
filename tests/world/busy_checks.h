// SPDX-License-Identifier: MIT
// What holds for a busy world whatever planners and moves its agents: the same calls give the same
// bits for any number of threads and after going back, and memory may run out.
#ifndef WEND_TESTS_WORLD_BUSY_CHECKS_H
#define WEND_TESTS_WORLD_BUSY_CHECKS_H

#include "tests/world/busy_world.h"

/// What is other than usual.
typedef struct busy_kind {
    void (*prepare)(busy *b); ///< [opt] adds to the world
    busy_change *change;      ///< everybody who is new
} busy_kind;

static inline busy busy_of_kind(const busy_kind *kind, wend_allocator allocator, wend_tasks *tasks)
{
    busy b = busy_made(allocator, tasks);
    if (kind->prepare)
        kind->prepare(&b);
    return b;
}

/// One step, with what the host does before it.
static inline uint64_t busy_advance(busy *b, const busy_kind *kind, uint64_t branch)
{
    busy_meddle_on(b, branch);
    change_new(b->world, kind->change);
    step(b->world);
    return wend_world_hash(b->world);
}

enum { BUSY_STEPS = 48 };

static inline void assert_same_for_all_threads(const busy_kind *kind)
{
    uint64_t hashes[BUSY_STEPS];
    static const uint32_t THREADS[] = {1, 2, 8};
    for (int i = 0; i < 3; ++i) {
        wend_tasks *tasks = threads(THREADS[i]);
        busy b = busy_of_kind(kind, (wend_allocator){0}, tasks);
        for (uint32_t k = 0; k < BUSY_STEPS; ++k) {
            uint64_t hash = busy_advance(&b, kind, 2);
            if (i == 0)
                hashes[k] = hash;
            if (hash != hashes[k])
                fail_msg("step %u with %u threads is another", k, THREADS[i]);
        }
        wend_world_destroy(b.world);
        wend_tasks_destroy(tasks);
    }
}

static inline void assert_goes_back(const busy_kind *kind)
{
    busy b = busy_of_kind(kind, (wend_allocator){0}, NULL);
    wend_snapshot *snapshot = NULL;
    uint64_t hashes[BUSY_STEPS];
    for (uint32_t round = 0; round < 3; ++round) {
        assert_int_equal(wend_world_save(b.world, &snapshot, NULL), WEND_OK);
        for (uint32_t again = 0; again < 3; ++again) {
            for (uint32_t k = 0; k < BUSY_STEPS / 4; ++k) {
                uint64_t hash = busy_advance(&b, kind, 3);
                if (again == 0)
                    hashes[k] = hash;
                if (hash != hashes[k])
                    fail_msg("round %u, try %u, step %u is another", round, again, k);
            }
            if (again < 2)
                assert_int_equal(wend_world_restore(b.world, snapshot, NULL), WEND_OK);
        }
    }
    wend_snapshot_destroy(snapshot);
    wend_world_destroy(b.world);
}

/// The n-th allocation fails (0: none): nothing leaks, and a second try goes on.
static inline uint64_t busy_run_failing(const busy_kind *kind, size_t n, int steps, bool *failed,
                                        bool *told)
{
    failing_allocator memory = {0};
    busy b = busy_of_kind(kind, failing_allocator_of(&memory), NULL);
    *told = false;
    memory.fail_at = n > 0 ? memory.calls + n : 0;
    for (int k = 0; k < steps; ++k) {
        change_new(b.world, kind->change);
        if (step_twice_if_told(b.world))
            *told = true;
    }
    *failed = n == 0 || memory.calls >= memory.fail_at;
    uint64_t hash = wend_world_hash(b.world);
    wend_world_destroy(b.world);
    assert_int_equal(memory.bytes, 0);
    return hash;
}

/// Every so many-th allocation of the first steps fails, one in a run.
static inline void assert_memory_may_run_out(const busy_kind *kind, size_t every)
{
    enum { FEW = 12 };
    bool failed = true, told;
    uint32_t tellers = 0;
    uint64_t wanted = busy_run_failing(kind, 0, FEW, &failed, &told);
    for (size_t n = 1; failed; n += every) {
        uint64_t hash = busy_run_failing(kind, n, FEW, &failed, &told);
        if (failed && told && hash != wanted)
            fail_msg("allocation %zu failed, and the end is another", n);
        tellers += failed && told;
    }
    assert_true(tellers > 5);
}

#endif
