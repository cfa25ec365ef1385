// SPDX-License-Identifier: MIT
// What holds for a world at any moment: the same bits for any number of threads, after going back
// to it, also in another world, and if memory runs out in the step after it.
#ifndef WEND_TESTS_WORLD_MOMENT_CHECKS_H
#define WEND_TESTS_WORLD_MOMENT_CHECKS_H

#include "tests/world/busy_world.h"

#include <stdlib.h>

/// A world and a moment of it.
typedef struct moment {
    wend_world *(*make)(const void *subject, wend_allocator allocator, wend_tasks *tasks);
    void (*reach)(wend_world *world); ///< steps until the moment
    const void *subject;
} moment;

static inline wend_world *moment_made(const moment *m, wend_allocator allocator, wend_tasks *tasks)
{
    wend_world *world = m->make(m->subject, allocator, tasks);
    m->reach(world);
    return world;
}

/// Steps, and stores their hashes or compares them.
static inline void moment_hashes(wend_world *world, uint64_t *hashes, int steps, bool compares)
{
    for (int k = 0; k < steps; ++k) {
        step(world);
        if (!compares)
            hashes[k] = wend_world_hash(world);
        assert_int_equal(wend_world_hash(world), hashes[k]);
    }
}

/// From the start of the world. `passed` [opt] checks that the moment was passed.
static inline void assert_same_for_threads(const moment *m, int steps,
                                           void (*passed)(const wend_world *))
{
    uint64_t *hashes = malloc((size_t)steps * sizeof *hashes);
    assert_non_null(hashes);
    for (uint32_t count = 1; count <= 4; ++count) {
        wend_tasks *tasks = threads(count);
        wend_world *world = m->make(m->subject, (wend_allocator){0}, tasks);
        moment_hashes(world, hashes, steps, count > 1);
        if (passed)
            passed(world);
        wend_world_destroy(world);
        wend_tasks_destroy(tasks);
    }
    free(hashes);
}

/// Goes back to the moment in the same world, and in one that has never reached it.
static inline void assert_goes_back_to(const moment *m, int steps)
{
    wend_world *world = moment_made(m, (wend_allocator){0}, NULL),
               *other = m->make(m->subject, (wend_allocator){0}, NULL);
    uint64_t *hashes = malloc((size_t)steps * sizeof *hashes);
    assert_non_null(hashes);
    wend_snapshot *snapshot = NULL;
    assert_int_equal(wend_world_save(world, &snapshot, NULL), WEND_OK);
    moment_hashes(world, hashes, steps, false);
    for (int from = 0; from < 2; ++from) {
        wend_world *back = from == 0 ? world : other;
        assert_int_equal(wend_world_restore(back, snapshot, NULL), WEND_OK);
        moment_hashes(back, hashes, steps, true);
    }
    wend_snapshot_destroy(snapshot);
    wend_world_destroy(world);
    wend_world_destroy(other);
    free(hashes);
}

/// Makes each allocation of the step after the moment fail once. Arrays that a world keeps are not
/// allocated again, so each failure has a new world. Returns the number of failures.
static inline int assert_step_survives(const moment *m)
{
    failing_allocator memory = {0};
    wend_world *world = moment_made(m, failing_allocator_of(&memory), NULL);
    step(world);
    uint64_t after = wend_world_hash(world);
    wend_world_destroy(world);
    assert_int_equal(memory.bytes, 0);
    int failures = 0;
    bool failed = true;
    for (size_t n = 1; failed; ++n) {
        failing_allocator own = {0};
        wend_world *again = moment_made(m, failing_allocator_of(&own), NULL);
        own.fail_at = own.calls + n;
        failed = step_twice_if_told(again);
        failures += failed;
        assert_int_equal(wend_world_hash(again), after);
        wend_world_destroy(again);
        assert_int_equal(own.bytes, 0);
    }
    return failures;
}

#endif
