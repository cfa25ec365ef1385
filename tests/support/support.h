// SPDX-License-Identifier: MIT
// What several tests share: cmocka, an allocator that fails, the real data, the long tier.
#ifndef WEND_TESTS_SUPPORT_SUPPORT_H
#define WEND_TESTS_SUPPORT_SUPPORT_H

// cmocka.h wants these before it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "wend/base.h"

#include <stdio.h>
#include <stdlib.h>

/// Counts what is allocated and refuses the fail_at-th request, once. Zeroed: never fails.
typedef struct failing_allocator {
    size_t calls;   ///< requests so far
    size_t fail_at; ///< counted from 1; 0: none
    size_t bytes;   ///< held now: 0 at the end, or something leaks
} failing_allocator;

static inline void *failing_allocate(void *context, size_t size)
{
    failing_allocator *memory = context;
    if (++memory->calls == memory->fail_at)
        return NULL;
    void *p = malloc(size);
    if (p)
        memory->bytes += size;
    return p;
}

static inline void failing_release(void *context, void *p, size_t size)
{
    failing_allocator *memory = context;
    memory->bytes -= size;
    free(p);
}

static inline wend_allocator failing_allocator_of(failing_allocator *memory)
{
    return (wend_allocator){failing_allocate, failing_release, memory};
}

/// True in `make test-long`: run the full counts.
static inline bool long_tier(void)
{
    const char *value = getenv("WEND_LONG");
    return value && *value;
}

/// The folder of real maps and plans, which not everybody has: WEND_DATA, or beside the project.
static inline const char *data_folder(void)
{
    const char *folder = getenv("WEND_DATA");
    return folder && *folder ? folder : WEND_SOURCE_DIR "/../shared/data";
}

#endif
