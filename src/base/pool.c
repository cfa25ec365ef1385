// SPDX-License-Identifier: MIT
// Memory that is freed as a whole: a chain of blocks, each larger than the previous one.
#include "base/pool.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BLOCK = 4096, LARGEST_BLOCK = 1 << 20 };

struct pool_block {
    struct pool_block *next;
    size_t size, used;
    alignas(max_align_t) char data[];
};

void *pool_allocate(pool *p, size_t count, size_t size)
{
    const size_t unit = alignof(max_align_t);
    if (size > 0 && count > (SIZE_MAX / 2) / size)
        return NULL;
    size_t bytes = count * size > 0 ? (count * size + unit - 1) / unit * unit : unit;
    struct pool_block *block = p->blocks;
    if (!block || block->size - block->used < bytes) {
        size_t wanted = block ? block->size * 2 : FIRST_BLOCK;
        if (wanted > LARGEST_BLOCK)
            wanted = LARGEST_BLOCK;
        if (wanted < bytes)
            wanted = bytes;
        block = calloc(1, sizeof *block + wanted);
        if (!block)
            return NULL;
        block->size = wanted;
        block->next = p->blocks;
        p->blocks = block;
    }
    void *memory = block->data + block->used;
    block->used += bytes;
    p->used += bytes;
    return memory;
}

char *pool_string(pool *p, const char *bytes, size_t size)
{
    char *copy = pool_allocate(p, size + 1, 1);
    if (copy && size > 0)
        memcpy(copy, bytes, size);
    return copy;
}

void pool_free(pool *p)
{
    while (p->blocks) {
        struct pool_block *next = p->blocks->next;
        free(p->blocks);
        p->blocks = next;
    }
    p->used = 0;
}
