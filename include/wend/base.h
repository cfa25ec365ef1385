// SPDX-License-Identifier: MIT
// Basic types: vectors, boxes, result codes, errors, allocators.
//
// Units are SI: metres, seconds, radians counter-clockwise. The library has no global state: errors
// are written to an object of the caller, and every object keeps a copy of its allocator.
#ifndef WEND_BASE_H
#define WEND_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wend/version.h"

// Windows programs that link the DLL define WEND_SHARED; the CMake target wend::shared does so.
#if defined(_WIN32) && defined(WEND_SHARED)
#define WEND_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32)
#define WEND_API __attribute__((visibility("default")))
#else
#define WEND_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// A point or a vector. [Units: m]
typedef struct wend_vec2 {
    double x, y;
} wend_vec2;

/// The straight segment from a to b. A segment of length zero is a point.
typedef struct wend_segment {
    wend_vec2 a, b;
} wend_segment;

/// An axis-aligned box. It is empty if min.x > max.x (see wend_box_empty).
typedef struct wend_box {
    wend_vec2 min, max;
} wend_box;

/// Result of a function that can fail. 0: success. Positive: the call worked but did not produce
/// everything that was asked for. Negative: failure; the object is unchanged unless the function
/// documents otherwise.
typedef enum wend_result {
    WEND_OK = 0,

    WEND_PARTIAL = 1,          ///< best result so far; the full result was not computed
    WEND_BUDGET_EXHAUSTED = 2, ///< the search budget ran out; the search can be continued
    WEND_BUFFER_TOO_SMALL = 3, ///< the count written is the capacity required for the full result
    WEND_NOT_FOUND = 4,        ///< no such path, neighbour or object

    WEND_OUT_OF_MEMORY = -1,    ///< the allocator returned NULL
    WEND_BAD_ARGUMENT = -2,     ///< an argument is outside its documented range
    WEND_INVALID_GEOMETRY = -3, ///< self-intersecting, overlapping or non-finite geometry
    WEND_STALE = -4,            ///< the id refers to a removed object
} wend_result;

/// True for negative results.
static inline bool wend_failed(wend_result result)
{
    return result < 0;
}

/// Name of a result in lower case, for example "out of memory". Never NULL.
WEND_API const char *wend_result_name(wend_result result);

/// Details of a result other than WEND_OK; not written on WEND_OK. Owned by the caller, who may
/// pass NULL.
typedef struct wend_error {
    wend_result result;
    bool has_position;  ///< the error has a position in the plane
    wend_vec2 position; ///< [Units: m]
    char text[240];     ///< message in English, without a full stop
} wend_error;

/// Text of error, or the name of its result if the text is empty. Never NULL.
WEND_API const char *wend_error_text(const wend_error *error);

/// Memory functions. Zero-initialised: malloc and free. Objects keep a copy, so context must
/// outlive them. Called by one thread at a time per object, never while the tasks of a step run.
typedef struct wend_allocator {
    /// Returns size bytes aligned for any standard type, or NULL. [Limit: size > 0]
    void *(*allocate)(void *context, size_t size);
    /// Frees memory from allocate; size is the same as there. memory is never NULL.
    void (*release)(void *context, void *memory, size_t size);
    void *context;
} wend_allocator;

#ifdef __cplusplus
}
#endif

#endif
