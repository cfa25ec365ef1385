// SPDX-License-Identifier: MIT
// For tests of code that takes its memory from malloc: the linker sends wend's own allocations
// through here (wend_test(NAME FAILING_MALLOC)), and one of them fails. Those of the libraries that
// wend uses are not touched.
#ifndef WEND_TESTS_SUPPORT_FAILING_MALLOC_H
#define WEND_TESTS_SUPPORT_FAILING_MALLOC_H

#include <stdbool.h>
#include <stddef.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

static size_t allocations, failing_allocation; // counted from 1; 0: none fails, none is counted

static bool fails_now(void)
{
    return failing_allocation && ++allocations == failing_allocation;
}

void *__wrap_malloc(size_t size)
{
    return fails_now() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails_now() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return fails_now() ? NULL : __real_realloc(memory, size);
}

/// Calls `work` once for each of its allocations, which fails, and how often that was told; until
/// it succeeds without one that fails.
static inline size_t count_failures(bool (*work)(const void *argument), const void *argument)
{
    size_t failures = 0;
    for (failing_allocation = 1;; ++failing_allocation) {
        allocations = 0;
        if (!work(argument))
            ++failures;
        else if (allocations < failing_allocation)
            break;
    }
    failing_allocation = 0;
    return failures;
}

#endif
