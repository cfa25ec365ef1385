// SPDX-License-Identifier: MIT
// The demos of multi-agent navigation graphs and of path maps in the middle of their run: what
// follows is the same bit for bit for any number of threads, after going back, and in another world
// of the same scene that takes over the snapshot.
#include "tests/support/support.h"

#include "bench/mang_demos.h"

static const uint32_t THREADS[] = {1, 2, 8};
enum { THREAD_COUNTS = sizeof THREADS / sizeof *THREADS, MOST_STEPS = 100 };

/// What a demo comes to, step by step, from a snapshot on.
typedef struct course {
    wend_snapshot *begin;
    uint64_t hashes[MOST_STEPS];
    int steps;
} course;

static wend_tasks *make_tasks(uint32_t count)
{
    wend_tasks_def def = wend_default_tasks_def();
    wend_tasks *tasks = NULL;
    def.worker_count = count;
    assert_int_equal(wend_tasks_create(&def, &tasks, NULL), WEND_OK);
    return tasks;
}

static mang_run open_demo(const char *name, wend_tasks *tasks)
{
    mang_run run;
    wend_error error = {0};
    if (mang_run_open(&run, name, &(mang_setup){.tasks = tasks}, &error) != WEND_OK)
        fail_msg("%s: %s", name, wend_error_text(&error));
    return run;
}

static uint64_t advance(mang_run *run)
{
    wend_error error = {0};
    if (mang_run_step(run, &error) != WEND_OK)
        fail_msg("%s: %s", run->def.s->name, wend_error_text(&error));
    return wend_world_hash(run->world);
}

/// Goes back to where the course begins, and on as it did.
static void assert_same_course(mang_run *run, const course *c, const char *name, uint32_t threads)
{
    assert_int_equal(wend_world_restore(run->world, c->begin, NULL), WEND_OK);
    for (int k = 0; k < c->steps; ++k)
        if (advance(run) != c->hashes[k])
            fail_msg("%s, %u threads: step %d is another", name, (unsigned)threads, k);
}

static void check(const char *name, int before)
{
    course c = {.steps = long_tier() ? MOST_STEPS : 8};
    wend_tasks *tasks = make_tasks(THREADS[0]);
    mang_run run = open_demo(name, tasks);
    for (int k = 0; k < before; ++k)
        advance(&run);
    assert_int_equal(wend_world_save(run.world, &c.begin, NULL), WEND_OK);
    for (int k = 0; k < c.steps; ++k)
        c.hashes[k] = advance(&run);
    assert_same_course(&run, &c, name, THREADS[0]);
    for (int i = 1; i < THREAD_COUNTS; ++i) {
        wend_tasks *others = make_tasks(THREADS[i]);
        mang_run other = open_demo(name, others);
        assert_same_course(&other, &c, name, THREADS[i]);
        mang_run_close(&other);
        wend_tasks_destroy(others);
    }
    wend_snapshot_destroy(c.begin);
    mang_run_close(&run);
    wend_tasks_destroy(tasks);
}

static void test_demos(void **state)
{
    (void)state;
    check("fruit-100", 40);
    check("crowd-50", 60);
    check("mars-10", 60);
}

/// Goals that move, weights that are taken, and maps that follow them.
static void test_maps(void **state)
{
    (void)state;
    check("subway", 60);
    check("trains", 60);
    check("bicycles", 108); // somebody takes one at 112
    check("pockets", 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_demos), cmocka_unit_test(test_maps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
