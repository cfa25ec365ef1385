// SPDX-License-Identifier: MIT
// Sorting: points that carry a number, quickly, and anything at all.
#ifndef WEND_GEOMETRY_SORT_H
#define WEND_GEOMETRY_SORT_H

#include "wend/base.h"

typedef struct wend_key {
    wend_vec2 at;
    uint32_t number;
} wend_key;

/// Sorts by x, then y; equal places keep their order. scratch has room for count keys, too.
/// [Limit: finite]
void wend_sort_keys(wend_key *keys, wend_key *scratch, size_t count);

/// True if one is to come before other.
typedef bool wend_before_fn(const void *context, const void *one, const void *other);

/// Sorts any items in place. Equal items come in any order: let before tell them apart.
void wend_sort(void *items, size_t count, size_t size, wend_before_fn *before, const void *context);

#endif
