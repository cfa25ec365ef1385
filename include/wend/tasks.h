// SPDX-License-Identifier: MIT
// Who runs parallel work: the host's own job system, or threads that wend starts.
#ifndef WEND_TASKS_H
#define WEND_TASKS_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// [Limit: 1 <= worker_count <= WEND_MAX_WORKERS]
#define WEND_MAX_WORKERS 64

/// Work on the items begin <= i < end. worker is below the runner's worker count, and no two calls
/// with the same worker run at once, so it may index scratch memory.
typedef void wend_range_fn(void *argument, uint32_t begin, uint32_t end, uint32_t worker);

/// The host's job system. Two functions are all that wend asks of it.
typedef struct wend_task_callbacks {
    /// Arranges for run(argument) to be called once, on any thread, and returns a handle for
    /// finish. May call it before returning, and then may return NULL.
    void *(*enqueue)(void *context, void (*run)(void *argument), void *argument);
    /// Waits until the task of this handle is done. Not called for a NULL handle.
    void (*finish)(void *context, void *handle);
    void *context;
} wend_task_callbacks;

/// Runs ranges of work on one or more workers.
typedef struct wend_tasks wend_tasks;

typedef struct wend_tasks_def {
    uint32_t worker_count; ///< the caller's own thread included [Limit: 1..WEND_MAX_WORKERS]
    wend_task_callbacks callbacks; ///< all NULL: wend starts worker_count - 1 threads itself
    wend_allocator allocator;
    uint32_t cookie; ///< set by wend_default_tasks_def
} wend_tasks_def;

/// One worker, no callbacks, malloc.
WEND_API wend_tasks_def wend_default_tasks_def(void);

/// Makes a runner in *tasks. No reference to def is retained.
WEND_API wend_result wend_tasks_create(const wend_tasks_def *def, wend_tasks **tasks,
                                       wend_error *error);

/// Stops the threads and frees the runner. NULL is allowed.
WEND_API void wend_tasks_destroy(wend_tasks *tasks);

/// How many workers there are; 1 for NULL.
WEND_API uint32_t wend_tasks_workers(const wend_tasks *tasks);

/// Calls work for every item of 0 <= i < count, in ranges of at most grain items, and returns when
/// all are done. The caller is worker 0. tasks may be NULL: then everything runs here and now.
/// Which worker takes which range may differ from run to run: results must not depend on it.
/// Not to be called from inside work, nor by two threads at once on one runner. [Limit: grain >= 1]
WEND_API void wend_parallel_for(wend_tasks *tasks, uint32_t count, uint32_t grain,
                                wend_range_fn *work, void *argument);

#ifdef __cplusplus
}
#endif

#endif
