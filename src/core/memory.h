// SPDX-License-Identifier: MIT
// Memory from the user's allocator, and errors in words. Everything in the library that takes
// memory takes it through these two functions, so a test can make each of them fail.
#ifndef WEND_CORE_MEMORY_H
#define WEND_CORE_MEMORY_H

#include "wend/base.h"

#include <assert.h>

// Whoever builds wend may define WEND_ASSERT(condition) to bring programming errors to their own
// reporter. It is a compile-time hook because the library keeps no global state.
#ifndef WEND_ASSERT
#define WEND_ASSERT(condition) assert(condition)
#endif

#if defined(__GNUC__)
#define WEND_PRINTF(at, first) __attribute__((format(printf, at, first)))
#else
#define WEND_PRINTF(at, first)
#endif

/// count * size bytes, or NULL: out of memory, or a product that overflows. NULL also for 0 bytes.
/// allocator NULL or zero means malloc.
void *wend_allocate(const wend_allocator *allocator, size_t count, size_t size);

/// Gives back what wend_allocate(allocator, count, size) returned; NULL is allowed.
void wend_release(const wend_allocator *allocator, void *memory, size_t count, size_t size);

/// Writes the error [opt] and returns result, so that a failing function ends in one line.
wend_result wend_fail(wend_error *error, wend_result result, const char *format, ...)
    WEND_PRINTF(3, 4);

/// The same for an error at a place of the plane.
wend_result wend_fail_at(wend_error *error, wend_result result, wend_vec2 place, const char *format,
                         ...) WEND_PRINTF(4, 5);

/// The one sentence for WEND_NO_MEMORY.
wend_result wend_fail_memory(wend_error *error);

#endif
