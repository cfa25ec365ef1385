// SPDX-License-Identifier: MIT
// Parallel execution: on the host's job system, or on threads started by the library.
#ifndef WEND_TASKS_H
#define WEND_TASKS_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Maximum number of workers.
#define WEND_MAX_WORKERS 64

/// Processes the items begin <= i < end. worker is less than the number of workers, and no two
/// calls with the same worker run concurrently, so it can index scratch memory.
typedef void wend_range_fn(void *argument, uint32_t begin, uint32_t end, uint32_t worker);

/// The host's job system.
typedef struct wend_task_callbacks {
    /// Arranges for run(argument) to be called once, on any thread, and returns a handle for
    /// finish. May call it before returning, and may then return NULL.
    void *(*enqueue)(void *context, void (*run)(void *argument), void *argument);
    /// Waits for the task of this handle. Not called for NULL handles.
    void (*finish)(void *context, void *handle);
    void *context;
} wend_task_callbacks;

/// Executes ranges of items on one or more workers.
typedef struct wend_tasks wend_tasks;

typedef struct wend_tasks_def {
    uint32_t worker_count;         ///< including the calling thread [Limit: 1..WEND_MAX_WORKERS]
    wend_task_callbacks callbacks; ///< all NULL: wend starts worker_count - 1 threads
    wend_allocator allocator;
    uint32_t cookie; ///< set by wend_default_tasks_def
} wend_tasks_def;

/// One worker, no callbacks, malloc.
WEND_API wend_tasks_def wend_default_tasks_def(void);

/// Creates a task runner. No reference to def is retained.
WEND_API wend_result wend_tasks_create(const wend_tasks_def *def, wend_tasks **tasks,
                                       wend_error *error);

/// Stops the threads and frees the task runner. NULL is allowed.
WEND_API void wend_tasks_destroy(wend_tasks *tasks);

/// Number of workers; 1 for NULL.
WEND_API uint32_t wend_tasks_workers(const wend_tasks *tasks);

/// Calls work for all items 0 <= i < count, in ranges of at most grain items, and returns when all
/// are done. The caller is worker 0. If tasks is NULL, everything runs on the calling thread. The
/// assignment of ranges to workers may differ from run to run: results must not depend on it. Must
/// not be called from inside work, nor by two threads concurrently on one runner.
/// [Limit: grain >= 1]
WEND_API void wend_parallel_for(wend_tasks *tasks, uint32_t count, uint32_t grain,
                                wend_range_fn *work, void *argument);

#ifdef __cplusplus
}
#endif

#endif
