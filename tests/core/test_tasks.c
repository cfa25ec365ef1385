// SPDX-License-Identifier: MIT
// parallel_for: every item once, worker numbers that are never shared, the host's own job system.
#include "tests/support/support.h"
#include "wend/tasks.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

enum { ITEMS = 20000 };

typedef struct count_job {
    atomic_uchar seen[ITEMS];
    atomic_int inside[WEND_MAX_WORKERS]; ///< how many calls with this worker run now
    uint64_t sums[WEND_MAX_WORKERS];     ///< written without a lock: tsan tells if that is wrong
    atomic_bool shared;
    uint32_t grain, workers;
} count_job;

static void count_range(void *argument, uint32_t begin, uint32_t end, uint32_t worker)
{
    count_job *job = argument;
    if (worker >= job->workers || end - begin > job->grain || begin >= end ||
        atomic_fetch_add(&job->inside[worker], 1) != 0)
        atomic_store(&job->shared, true);
    for (uint32_t i = begin; i < end; ++i) {
        atomic_fetch_add(&job->seen[i], 1);
        job->sums[worker] += i;
    }
    atomic_fetch_sub(&job->inside[worker], 1);
}

static void check_runner(wend_tasks *tasks, uint32_t workers)
{
    static count_job job;
    assert_int_equal(wend_tasks_workers(tasks), workers);
    const uint32_t counts[] = {0, 1, 2, 7, 1000, ITEMS}, grains[] = {1, 3, 64, ITEMS, UINT32_MAX};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; ++c)
        for (size_t g = 0; g < sizeof grains / sizeof *grains; ++g) {
            memset(&job, 0, sizeof job);
            job.grain = grains[g];
            job.workers = workers;
            wend_parallel_for(tasks, counts[c], grains[g], count_range, &job);
            uint64_t sum = 0;
            for (uint32_t w = 0; w < WEND_MAX_WORKERS; ++w)
                sum += job.sums[w];
            for (uint32_t i = 0; i < ITEMS; ++i)
                assert_int_equal(atomic_load(&job.seen[i]), i < counts[c]);
            assert_int_equal(sum, counts[c] ? (uint64_t)counts[c] * (counts[c] - 1) / 2 : 0);
            assert_false(atomic_load(&job.shared));
        }
}

static void own_threads_do_every_item_once(void **state)
{
    (void)state;
    check_runner(NULL, 1);
    for (uint32_t workers = 1; workers <= 8; workers += workers < 3 ? 1 : 5) {
        wend_tasks_def def = wend_default_tasks_def();
        def.worker_count = workers;
        wend_tasks *tasks;
        assert_int_equal(wend_tasks_create(&def, &tasks, NULL), WEND_OK);
        check_runner(tasks, workers);
        wend_tasks_destroy(tasks);
    }
}

// A host that starts a thread for each task.
typedef struct host_task {
    pthread_t thread;
    void (*run)(void *);
    void *argument;
} host_task;

static void *host_main(void *argument)
{
    host_task *task = argument;
    task->run(task->argument);
    return NULL;
}

static void *host_enqueue(void *context, void (*run)(void *), void *argument)
{
    host_task *task = malloc(sizeof *task);
    assert_non_null(task);
    *task = (host_task){.run = run, .argument = argument};
    assert_int_equal(pthread_create(&task->thread, NULL, host_main, task), 0);
    ++*(int *)context;
    return task;
}

static void host_finish(void *context, void *handle)
{
    host_task *task = handle;
    pthread_join(task->thread, NULL);
    free(task);
    --*(int *)context;
}

// A host that has no threads at all.
static void *inline_enqueue(void *context, void (*run)(void *), void *argument)
{
    (void)context;
    run(argument);
    return NULL;
}

static void inline_finish(void *context, void *handle)
{
    (void)context, (void)handle;
    fail_msg("a NULL handle was finished");
}

static void host_job_systems_work(void **state)
{
    (void)state;
    int open = 0;
    wend_tasks_def def = wend_default_tasks_def();
    def.worker_count = 4;
    def.callbacks = (wend_task_callbacks){host_enqueue, host_finish, &open};
    wend_tasks *tasks;
    assert_int_equal(wend_tasks_create(&def, &tasks, NULL), WEND_OK);
    check_runner(tasks, 4);
    assert_int_equal(open, 0);
    wend_tasks_destroy(tasks);

    def.callbacks = (wend_task_callbacks){inline_enqueue, inline_finish, NULL};
    assert_int_equal(wend_tasks_create(&def, &tasks, NULL), WEND_OK);
    check_runner(tasks, 4);
    wend_tasks_destroy(tasks);
}

static void bad_definitions_are_refused_in_words(void **state)
{
    (void)state;
    wend_error error;
    wend_tasks *tasks;
    wend_tasks_def def = wend_default_tasks_def();
    def.cookie = 0;
    assert_int_equal(wend_tasks_create(&def, &tasks, &error), WEND_BAD_ARGUMENT);
    assert_non_null(strstr(error.text, "wend_default_tasks_def"));
    def = wend_default_tasks_def();
    def.worker_count = 0;
    assert_int_equal(wend_tasks_create(&def, &tasks, &error), WEND_BAD_ARGUMENT);
    def.worker_count = WEND_MAX_WORKERS + 1;
    assert_int_equal(wend_tasks_create(&def, &tasks, &error), WEND_BAD_ARGUMENT);
    assert_non_null(strstr(error.text, "1 to 64"));
    def = wend_default_tasks_def();
    def.callbacks.enqueue = inline_enqueue;
    assert_int_equal(wend_tasks_create(&def, &tasks, &error), WEND_BAD_ARGUMENT);
    assert_null(tasks);

    failing_allocator memory = {.fail_at = 1};
    def = wend_default_tasks_def();
    def.allocator = failing_allocator_of(&memory);
    assert_int_equal(wend_tasks_create(&def, &tasks, &error), WEND_OUT_OF_MEMORY);
    assert_int_equal(wend_tasks_create(&def, &tasks, &error), WEND_OK);
    wend_tasks_destroy(tasks);
    wend_tasks_destroy(NULL);
    assert_int_equal(memory.bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_threads_do_every_item_once),
        cmocka_unit_test(host_job_systems_work),
        cmocka_unit_test(bad_definitions_are_refused_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
