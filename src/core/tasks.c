// SPDX-License-Identifier: MIT
// Parallel ranges on the host's job system or on threads of the library.
//
// A parallel_for is one counter. The caller (worker 0) and up to worker_count - 1 helpers claim
// blocks of it until none remains; each helper is one task with its own worker number. The host
// only has to run a function once, and the worker number does not depend on the thread.
//
// The library's threads spin briefly for the next parallel_for before they sleep, and so does the
// caller for the end: a step consists of several in a row, and waking a thread takes longer than
// many of them last.
#include "wend/tasks.h"

#include "core/memory.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#define TASKS_COOKIE 0x7461736bu

/// Number of polls before a thread sleeps, about 0.1 ms, and the interval at which it yields
/// meanwhile, as there may be more threads than processors.
enum { POLLS = 2000, POLLS_PER_YIELD = 64 };

typedef struct job {
    wend_range_fn *work;
    void *argument;
    uint32_t count, grain;
    _Atomic uint64_t next; ///< 64 bits: every worker may exceed count once
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
    uint32_t thread_count; ///< running threads of the library
    bool own_threads;

    job *current;
    // For the library's threads: a generation starts when `current` is set and all threads see it;
    // it ends when `busy` is 0 again. A thread announces that it sleeps, then checks once more; a
    // change is made first, then sleepers are checked. Therefore no wake-up is lost.
    _Atomic uint64_t generation;
    _Atomic uint32_t busy;
    _Atomic uint32_t sleepers;  ///< threads waiting for wake
    _Atomic bool caller_sleeps; ///< the caller is waiting for done
    _Atomic bool stopping;
    pthread_mutex_t mutex;
    pthread_cond_t wake, done;

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

static void yield_sometimes(int poll)
{
    if (poll % POLLS_PER_YIELD == POLLS_PER_YIELD - 1)
        sched_yield();
#if defined(__SSE2__)
    _mm_pause();
#endif
}

static bool is_called(wend_tasks *tasks, uint64_t seen)
{
    return atomic_load(&tasks->generation) != seen || atomic_load(&tasks->stopping);
}

static void wait_for_call(wend_tasks *tasks, uint64_t seen)
{
    for (int poll = 0; poll < POLLS; ++poll) {
        if (is_called(tasks, seen))
            return;
        yield_sometimes(poll);
    }
    pthread_mutex_lock(&tasks->mutex);
    atomic_fetch_add(&tasks->sleepers, 1);
    while (!is_called(tasks, seen))
        pthread_cond_wait(&tasks->wake, &tasks->mutex);
    atomic_fetch_sub(&tasks->sleepers, 1);
    pthread_mutex_unlock(&tasks->mutex);
}

static void wait_for_threads(wend_tasks *tasks)
{
    for (int poll = 0; poll < POLLS; ++poll) {
        if (atomic_load(&tasks->busy) == 0)
            return;
        yield_sometimes(poll);
    }
    pthread_mutex_lock(&tasks->mutex);
    atomic_store(&tasks->caller_sleeps, true);
    while (atomic_load(&tasks->busy) > 0)
        pthread_cond_wait(&tasks->done, &tasks->mutex);
    atomic_store(&tasks->caller_sleeps, false);
    pthread_mutex_unlock(&tasks->mutex);
}

static void wake_sleepers(wend_tasks *tasks)
{
    if (atomic_load(&tasks->sleepers) == 0)
        return;
    pthread_mutex_lock(&tasks->mutex);
    pthread_cond_broadcast(&tasks->wake);
    pthread_mutex_unlock(&tasks->mutex);
}

static void *thread_main(void *argument)
{
    helper *h = argument;
    wend_tasks *tasks = h->tasks;
    for (uint64_t seen = 0;; ++seen) {
        wait_for_call(tasks, seen);
        if (atomic_load(&tasks->stopping))
            return NULL;
        run_task(h);
        if (atomic_fetch_sub(&tasks->busy, 1) == 1 && atomic_load(&tasks->caller_sleeps)) {
            pthread_mutex_lock(&tasks->mutex);
            pthread_cond_signal(&tasks->done);
            pthread_mutex_unlock(&tasks->mutex);
        }
    }
}

static size_t tasks_size(uint32_t worker_count)
{
    return sizeof(wend_tasks) + (worker_count - 1) * sizeof(helper);
}

static wend_result start_threads(wend_tasks *tasks, wend_error *error)
{
    if (pthread_mutex_init(&tasks->mutex, NULL) != 0)
        return wend_fail(error, WEND_OUT_OF_MEMORY, "cannot create a mutex");
    pthread_cond_init(&tasks->wake, NULL);
    pthread_cond_init(&tasks->done, NULL);
    tasks->own_threads = true;
    for (uint32_t i = 0; i + 1 < tasks->worker_count; ++i) {
        if (pthread_create(&tasks->helpers[i].thread, NULL, thread_main, &tasks->helpers[i]) != 0)
            return wend_fail(error, WEND_OUT_OF_MEMORY,
                             "cannot start thread %u of %u: reduce worker_count", i + 1,
                             tasks->worker_count - 1);
        ++tasks->thread_count;
    }
    return WEND_OK;
}

wend_result wend_tasks_create(const wend_tasks_def *def, wend_tasks **tasks, wend_error *error)
{
    *tasks = NULL;
    if (def->cookie != TASKS_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "def is not initialised: use wend_default_tasks_def()");
    if (def->worker_count < 1 || def->worker_count > WEND_MAX_WORKERS)
        return wend_fail(error, WEND_BAD_ARGUMENT, "worker_count is %u: must be 1 to %d",
                         def->worker_count, WEND_MAX_WORKERS);
    if (!def->callbacks.enqueue != !def->callbacks.finish)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "enqueue and finish must both be set, or neither");
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
        atomic_store(&tasks->stopping, true);
        wake_sleepers(tasks);
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
    tasks->current = j;
    atomic_store(&tasks->busy, tasks->thread_count);
    atomic_fetch_add(&tasks->generation, 1);
    wake_sleepers(tasks);
    run_blocks(j, 0);
    wait_for_threads(tasks);
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
