// SPDX-License-Identifier: MIT
// Parallel ranges on the host's job system or on threads of our own.
//
// A parallel_for is one counter. The caller, as worker 0, and up to worker_count - 1 helpers claim
// blocks of it until none is left; each helper is one task, with its own worker number. So the host
// only has to run a function once, and the worker number is stable whatever thread it uses.
#include "wend/tasks.h"

#include "core/memory.h"

#include <pthread.h>
#include <stdatomic.h>

#define TASKS_COOKIE 0x7461736bu

typedef struct job {
    wend_range_fn *work;
    void *argument;
    uint32_t count, grain;
    _Atomic uint64_t next; ///< 64 bits: every worker may step beyond count once
} job;

typedef struct helper {
    struct wend_tasks *tasks;
    uint32_t worker;
    pthread_t thread;
} helper;

struct wend_tasks {
    wend_allocator allocator;
    wend_task_callbacks callbacks;
    uint32_t worker_count;
    uint32_t thread_count; ///< threads of our own that run
    bool own_threads;

    job *current;
    // For threads of our own: a generation starts when current is set and all threads wake; it ends
    // when busy is back to 0.
    pthread_mutex_t mutex;
    pthread_cond_t wake, done;
    uint64_t generation;
    uint32_t busy;
    bool stopping;

    helper helpers[]; ///< [worker_count - 1]
};

wend_tasks_def wend_default_tasks_def(void)
{
    return (wend_tasks_def){.worker_count = 1, .cookie = TASKS_COOKIE};
}

static void run_blocks(job *j, uint32_t worker)
{
    for (;;) {
        uint64_t begin = atomic_fetch_add_explicit(&j->next, j->grain, memory_order_relaxed);
        if (begin >= j->count)
            return;
        uint64_t end = begin + j->grain < j->count ? begin + j->grain : j->count;
        j->work(j->argument, (uint32_t)begin, (uint32_t)end, worker);
    }
}

static void run_task(void *argument)
{
    helper *h = argument;
    run_blocks(h->tasks->current, h->worker);
}

static void *thread_main(void *argument)
{
    helper *h = argument;
    wend_tasks *tasks = h->tasks;
    uint64_t seen = 0;
    pthread_mutex_lock(&tasks->mutex);
    for (;;) {
        while (!tasks->stopping && tasks->generation == seen)
            pthread_cond_wait(&tasks->wake, &tasks->mutex);
        if (tasks->stopping)
            break;
        seen = tasks->generation;
        pthread_mutex_unlock(&tasks->mutex);
        run_task(h);
        pthread_mutex_lock(&tasks->mutex);
        if (--tasks->busy == 0)
            pthread_cond_signal(&tasks->done);
    }
    pthread_mutex_unlock(&tasks->mutex);
    return NULL;
}

static size_t tasks_size(uint32_t worker_count)
{
    return sizeof(wend_tasks) + (worker_count - 1) * sizeof(helper);
}

static wend_result start_threads(wend_tasks *tasks, wend_error *error)
{
    if (pthread_mutex_init(&tasks->mutex, NULL) != 0)
        return wend_fail(error, WEND_NO_MEMORY, "the system has no mutex left: close programs");
    pthread_cond_init(&tasks->wake, NULL);
    pthread_cond_init(&tasks->done, NULL);
    tasks->own_threads = true;
    for (uint32_t i = 0; i + 1 < tasks->worker_count; ++i) {
        if (pthread_create(&tasks->helpers[i].thread, NULL, thread_main, &tasks->helpers[i]) != 0)
            return wend_fail(error, WEND_NO_MEMORY,
                             "the system refused thread %u of %u: ask for fewer workers", i + 1,
                             tasks->worker_count - 1);
        ++tasks->thread_count;
    }
    return WEND_OK;
}

wend_result wend_tasks_create(const wend_tasks_def *def, wend_tasks **tasks, wend_error *error)
{
    *tasks = NULL;
    if (def->cookie != TASKS_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT, "start from wend_default_tasks_def()");
    if (def->worker_count < 1 || def->worker_count > WEND_MAX_WORKERS)
        return wend_fail(error, WEND_BAD_ARGUMENT, "worker_count is %u: give 1 to %d",
                         def->worker_count, WEND_MAX_WORKERS);
    if (!def->callbacks.enqueue != !def->callbacks.finish)
        return wend_fail(error, WEND_BAD_ARGUMENT, "give both enqueue and finish, or neither");
    wend_tasks *made = wend_allocate(&def->allocator, tasks_size(def->worker_count), 1);
    if (!made)
        return wend_fail_memory(error);
    *made = (wend_tasks){.allocator = def->allocator,
                         .callbacks = def->callbacks,
                         .worker_count = def->worker_count};
    for (uint32_t i = 0; i + 1 < def->worker_count; ++i)
        made->helpers[i] = (helper){.tasks = made, .worker = i + 1};
    if (def->worker_count > 1 && !def->callbacks.enqueue) {
        wend_result result = start_threads(made, error);
        if (wend_failed(result)) {
            wend_tasks_destroy(made);
            return result;
        }
    }
    *tasks = made;
    return WEND_OK;
}

void wend_tasks_destroy(wend_tasks *tasks)
{
    if (!tasks)
        return;
    if (tasks->own_threads) {
        pthread_mutex_lock(&tasks->mutex);
        tasks->stopping = true;
        pthread_cond_broadcast(&tasks->wake);
        pthread_mutex_unlock(&tasks->mutex);
        for (uint32_t i = 0; i < tasks->thread_count; ++i)
            pthread_join(tasks->helpers[i].thread, NULL);
        pthread_cond_destroy(&tasks->wake);
        pthread_cond_destroy(&tasks->done);
        pthread_mutex_destroy(&tasks->mutex);
    }
    wend_allocator allocator = tasks->allocator;
    wend_release(&allocator, tasks, tasks_size(tasks->worker_count), 1);
}

uint32_t wend_tasks_workers(const wend_tasks *tasks)
{
    return tasks ? tasks->worker_count : 1;
}

static void run_with_threads(wend_tasks *tasks, job *j)
{
    pthread_mutex_lock(&tasks->mutex);
    tasks->current = j;
    tasks->busy = tasks->thread_count;
    ++tasks->generation;
    pthread_cond_broadcast(&tasks->wake);
    pthread_mutex_unlock(&tasks->mutex);
    run_blocks(j, 0);
    pthread_mutex_lock(&tasks->mutex);
    while (tasks->busy > 0)
        pthread_cond_wait(&tasks->done, &tasks->mutex);
    pthread_mutex_unlock(&tasks->mutex);
}

static void run_with_callbacks(wend_tasks *tasks, job *j, uint32_t blocks)
{
    const wend_task_callbacks *host = &tasks->callbacks;
    uint32_t wanted = blocks < tasks->worker_count ? blocks : tasks->worker_count;
    void *handles[WEND_MAX_WORKERS];
    tasks->current = j;
    for (uint32_t i = 0; i + 1 < wanted; ++i)
        handles[i] = host->enqueue(host->context, run_task, &tasks->helpers[i]);
    run_blocks(j, 0);
    for (uint32_t i = 0; i + 1 < wanted; ++i)
        if (handles[i])
            host->finish(host->context, handles[i]);
}

void wend_parallel_for(wend_tasks *tasks, uint32_t count, uint32_t grain, wend_range_fn *work,
                       void *argument)
{
    WEND_ASSERT(grain >= 1);
    if (count == 0)
        return;
    uint32_t blocks = (count - 1) / grain + 1;
    job j = {.work = work, .argument = argument, .count = count, .grain = grain};
    if (!tasks || tasks->worker_count == 1 || blocks == 1)
        run_blocks(&j, 0);
    else if (tasks->own_threads)
        run_with_threads(tasks, &j);
    else
        run_with_callbacks(tasks, &j, blocks);
}
