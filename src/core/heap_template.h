// SPDX-License-Identifier: MIT
// Inline functions of a 4-ary heap of any type, for queues without decreasing keys. core/heap.h has
// keys that can decrease.
#ifndef WEND_CORE_HEAP_TEMPLATE_H
#define WEND_CORE_HEAP_TEMPLATE_H

#include <stddef.h>

/// Defines name_push, which needs capacity for one more entry, and name_pop, which returns the
/// first of at least one entry. precedes(context, a, b) is the order of the entries.
#define WEND_HEAP_TEMPLATE(name, type, precedes)                                                   \
    static inline void name##_push(type *heap, size_t *count, type entry, const void *context)     \
    {                                                                                              \
        size_t i = (*count)++;                                                                     \
        for (; i > 0 && precedes(context, entry, heap[(i - 1) / 4]); i = (i - 1) / 4)              \
            heap[i] = heap[(i - 1) / 4];                                                           \
        heap[i] = entry;                                                                           \
    }                                                                                              \
    static inline type name##_pop(type *heap, size_t *count, const void *context)                  \
    {                                                                                              \
        type top = heap[0];                                                                        \
        size_t last = --*count, i = 0;                                                             \
        type moved = heap[last];                                                                   \
        for (size_t child; (child = 4 * i + 1) < last;) {                                          \
            size_t best = child, end = child + 4 < last ? child + 4 : last;                        \
            while (++child < end)                                                                  \
                best = precedes(context, heap[child], heap[best]) ? child : best;                  \
            if (!precedes(context, heap[best], moved))                                             \
                break;                                                                             \
            heap[i] = heap[best];                                                                  \
            i = best;                                                                              \
        }                                                                                          \
        heap[i] = moved;                                                                           \
        return top;                                                                                \
    }

#endif
