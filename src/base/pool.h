// SPDX-License-Identifier: MIT
// Memory that is freed as a whole.
#ifndef WEND_BASE_POOL_H
#define WEND_BASE_POOL_H

#include <stddef.h>
#include <stdint.h>

/// A chain of blocks. A zeroed pool is empty.
typedef struct pool {
    struct pool_block *blocks;
    size_t used; ///< total number of bytes
} pool;

/// Zeroed memory, aligned for any type; NULL only when out of memory.
void *pool_allocate(pool *p, size_t count, size_t size);
/// A copy of the bytes, followed by a 0.
char *pool_string(pool *p, const char *bytes, size_t size);
void pool_free(pool *p);

#endif
