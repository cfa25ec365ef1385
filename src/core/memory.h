// SPDX-License-Identifier: MIT
// Memory from the user's allocator, and error messages. All memory of the library is allocated and
// released by the two functions below, so tests can make every allocation fail.
#ifndef WEND_CORE_MEMORY_H
#define WEND_CORE_MEMORY_H

#include "wend/base.h"

#include <assert.h>

// A build may define WEND_ASSERT(condition) to redirect programming errors to its own reporter. A
// compile-time hook, because the library has no global state.
#ifndef WEND_ASSERT
#define WEND_ASSERT(condition) assert(condition)
#endif

#if defined(__MINGW32__)
#include <stdio.h> // identifies the C library's printf: the oldest does not support %zu
#define WEND_PRINTF(at, first) __attribute__((format(__MINGW_PRINTF_FORMAT, at, first)))
#elif defined(__GNUC__)
#define WEND_PRINTF(at, first) __attribute__((format(printf, at, first)))
#else
#define WEND_PRINTF(at, first)
#endif

/// Allocates count * size bytes. NULL: out of memory, overflow of the product, or 0 bytes. A NULL
/// or zeroed allocator means malloc.
void *wend_allocate(const wend_allocator *allocator, size_t count, size_t size);

/// Releases memory from wend_allocate(allocator, count, size); NULL is allowed.
void wend_release(const wend_allocator *allocator, void *memory, size_t count, size_t size);

/// Writes the error [opt] and returns result.
wend_result wend_fail(wend_error *error, wend_result result, const char *format, ...)
    WEND_PRINTF(3, 4);

/// wend_fail with a position.
wend_result wend_fail_at(wend_error *error, wend_result result, wend_vec2 position,
                         const char *format, ...) WEND_PRINTF(4, 5);

/// wend_fail for WEND_OUT_OF_MEMORY.
wend_result wend_fail_memory(wend_error *error);

#endif
