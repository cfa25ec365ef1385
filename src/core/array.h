// SPDX-License-Identifier: MIT
// Growable arrays of any type.
//
//     wend_array(wend_vec2) points = {0};
//     if (!wend_array_reserve(&points, allocator, 1)) return wend_fail_memory(error);
//     points.data[points.count++] = p;
//     wend_array_free(&points, allocator);
//
// A zeroed array is empty. Growth doubles, so n pushes cost O(n).
#ifndef WEND_CORE_ARRAY_H
#define WEND_CORE_ARRAY_H

#include "core/memory.h"

#define wend_array(type)                                                                           \
    struct {                                                                                       \
        type *data;                                                                                \
        size_t count, capacity;                                                                    \
    }

/// Makes room for `more` items beyond count. False: out of memory, the array is unchanged. `array`
/// and `more` are evaluated several times.
#define wend_array_reserve(array, allocator, more)                                                 \
    ((array)->data = wend_array_grown_((array)->data, (array)->count, &(array)->capacity,          \
                                       sizeof *(array)->data, (more), (allocator)),                \
     (array)->capacity - (array)->count >= (more))

/// Gives the memory back and leaves the array empty.
#define wend_array_free(array, allocator)                                                          \
    (wend_release((allocator), (array)->data, (array)->capacity, sizeof *(array)->data),           \
     (array)->data = NULL, (array)->count = (array)->capacity = 0)

/// Makes `to` hold what `from` holds, in the memory it has where that is enough. False: out of
/// memory, `to` is empty. Both are evaluated several times and are arrays of the same type.
#define wend_array_copy(to, from, allocator)                                                       \
    ((to)->count = 0, wend_array_reserve((to), (allocator), (from)->count) &&                      \
                          ((to)->count = wend_array_filled_((to)->data, (from)->data,              \
                                                            (from)->count, sizeof *(to)->data),    \
                           true))

/// The array's memory with room for `more` items, moved if need be; as it was when out of memory.
void *wend_array_grown_(void *data, size_t count, size_t *capacity, size_t item_size, size_t more,
                        const wend_allocator *allocator);

/// Copies count items and returns count.
size_t wend_array_filled_(void *to, const void *from, size_t count, size_t item_size);

#endif
