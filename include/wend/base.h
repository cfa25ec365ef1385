// SPDX-License-Identifier: MIT
// What every other header speaks of: points, boxes, results, errors, memory.
//
// Units are metres and seconds, angles are radians and counter-clockwise. wend keeps no global
// state: an error is written where the caller says, an allocator travels with the object.
#ifndef WEND_BASE_H
#define WEND_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wend/version.h"

#if defined(WEND_SHARED) && defined(_WIN32)
#ifdef WEND_BUILDING
#define WEND_API __declspec(dllexport)
#else
#define WEND_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
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

/// The straight line from a to b. A segment of length zero is a point.
typedef struct wend_segment {
    wend_vec2 a, b;
} wend_segment;

/// An axis-parallel box. It is empty when min.x > max.x (see wend_box_empty).
typedef struct wend_box {
    wend_vec2 min, max;
} wend_box;

/// What a function that can fail returns. Zero is plain success, positive values are success with a
/// reservation ("yes, but"), negative values are failures.
typedef enum wend_result {
    WEND_OK = 0,

    WEND_PARTIAL = 1,          ///< the best answer so far, not the whole one
    WEND_BUDGET_SPENT = 2,     ///< stopped by the caller's budget; may be continued
    WEND_BUFFER_TOO_SMALL = 3, ///< the count says how much room the whole answer needs
    WEND_NOTHING = 4,          ///< there is no such thing (no path, nothing within the radius)

    WEND_NO_MEMORY = -1, ///< the allocator returned NULL; the object is as it was before the call
    WEND_BAD_ARGUMENT = -2, ///< a value is outside the limits that its declaration states
    WEND_UNSOUND = -3,      ///< the geometry crosses itself, overlaps, or is not finite
    WEND_STALE = -4,        ///< the id names something that has been removed
} wend_result;

/// True for the negative results.
static inline bool wend_failed(wend_result result)
{
    return result < 0;
}

/// The name of a result in lower case, "no memory" for WEND_NO_MEMORY. Never NULL.
WEND_API const char *wend_result_name(wend_result result);

/// Why a call did not simply succeed. The caller owns it and may pass NULL where it is not wanted;
/// a call writes it only when it returns something else than WEND_OK.
typedef struct wend_error {
    wend_result result;
    bool has_place;  ///< place is meant: the error is at a point of the plane
    wend_vec2 place; ///< [Units: m]
    char text[240];  ///< a sentence that a person can act on, with no full stop at the end
} wend_error;

/// The sentence in error, or the result's name if it has none. Never NULL.
WEND_API const char *wend_error_text(const wend_error *error);

/// Where memory comes from. Zero-initialised means malloc and free. Objects keep a copy, so context
/// must outlive them. Called from one thread at a time per object, never while a step's tasks run.
typedef struct wend_allocator {
    /// Returns size bytes [Limit: size > 0] aligned for any standard type, or NULL.
    void *(*allocate)(void *context, size_t size);
    /// Takes back what allocate gave, with the same size. memory is never NULL.
    void (*release)(void *context, void *memory, size_t size);
    void *context;
} wend_allocator;

#ifdef __cplusplus
}
#endif

#endif
