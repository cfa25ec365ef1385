// SPDX-License-Identifier: MIT
#include "core/array.h"

#include <string.h>

enum { FIRST_CAPACITY = 8 };

void *wend_array_grown_(void *data, size_t count, size_t *capacity, size_t item_size, size_t more,
                        const wend_allocator *allocator)
{
    if (more <= *capacity - count || more > SIZE_MAX - count)
        return data;
    size_t wanted = *capacity > SIZE_MAX / 2 ? SIZE_MAX : *capacity * 2;
    if (wanted < FIRST_CAPACITY)
        wanted = FIRST_CAPACITY;
    if (wanted < count + more)
        wanted = count + more;
    void *grown = wend_allocate(allocator, wanted, item_size);
    if (!grown)
        return data;
    if (count > 0)
        memcpy(grown, data, count * item_size);
    wend_release(allocator, data, *capacity, item_size);
    *capacity = wanted;
    return grown;
}

size_t wend_array_filled_(void *to, const void *from, size_t count, size_t item_size)
{
    if (count > 0)
        memcpy(to, from, count * item_size);
    return count;
}
