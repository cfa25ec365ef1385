// SPDX-License-Identifier: MIT
// Sorting: a fast sort of points with numbers, and a sort of arbitrary items.
#ifndef WEND_GEOMETRY_SORT_H
#define WEND_GEOMETRY_SORT_H

#include "wend/base.h"

typedef struct wend_key {
    wend_vec2 at;
    uint32_t number;
} wend_key;

/// Sorts by x, then y; stable. scratch has capacity for count keys too. [Limit: finite]
void wend_sort_keys(wend_key *keys, wend_key *scratch, size_t count);

/// True if one precedes other.
typedef bool wend_before_fn(const void *context, const void *one, const void *other);

/// The order of uint32_t numbers, for wend_sort.
bool wend_number_precedes(const void *context, const void *one, const void *other);

/// Sorts arbitrary items in place. Not stable: before must define a total order.
void wend_sort(void *items, size_t count, size_t size, wend_before_fn *before, const void *context);

#endif
