// SPDX-License-Identifier: MIT
// Growable arrays of any type.
//
//     wend_array(wend_vec2) points = {0};
//     if (!wend_array_push(&points, allocator, p)) return wend_fail_memory(error);
//     wend_array_free(&points, allocator);
//
// A zeroed array is empty. The capacity doubles, so n pushes cost O(n).
#ifndef WEND_CORE_ARRAY_H
#define WEND_CORE_ARRAY_H

#include "core/memory.h"

#define wend_array(type)                                                                           \
    struct {                                                                                       \
        type *data;                                                                                \
        size_t count, capacity;                                                                    \
    }

/// Reserves memory for `more` items beyond count. False: out of memory, the array is unchanged.
/// `array` and `more` are evaluated several times.
#define wend_array_reserve(array, allocator, more)                                                 \
    ((array)->data = wend_array_grown_((array)->data, (array)->count, &(array)->capacity,          \
                                       sizeof *(array)->data, (more), (allocator)),                \
     (array)->capacity - (array)->count >= (more))

/// Appends an item, which is evaluated only if there is memory for it. False: out of memory.
#define wend_array_push(array, allocator, ...)                                                     \
    (wend_array_reserve(array, allocator, 1) &&                                                    \
     ((array)->data[(array)->count++] = (__VA_ARGS__), true))

/// Releases the memory; the array is then empty.
#define wend_array_free(array, allocator)                                                          \
    (wend_release((allocator), (array)->data, (array)->capacity, sizeof *(array)->data),           \
     (array)->data = NULL, (array)->count = (array)->capacity = 0)

/// Copies the items of `from` to `to`, whose memory is reused if it is sufficient. False: out of
/// memory, `to` is empty. Both are evaluated several times and must have the same type.
#define wend_array_copy(to, from, allocator)                                                       \
    ((to)->count = 0, wend_array_reserve((to), (allocator), (from)->count) &&                      \
                          ((to)->count = wend_array_filled_((to)->data, (from)->data,              \
                                                            (from)->count, sizeof *(to)->data),    \
                           true))

/// The array's memory with capacity for `more` items, reallocated if necessary; unchanged if out of
/// memory.
void *wend_array_grown_(void *data, size_t count, size_t *capacity, size_t item_size, size_t more,
                        const wend_allocator *allocator);

/// Copies count items and returns count.
size_t wend_array_filled_(void *to, const void *from, size_t count, size_t item_size);

#endif
