// SPDX-License-Identifier: MIT
#include "base/xalloc.h"

#include <stdio.h>
#include <stdlib.h>

void out_of_memory(void)
{
    fputs("wend: out of memory\n", stderr);
    exit(1);
}

void *xcheck(void *memory)
{
    if (!memory)
        out_of_memory();
    return memory;
}

void *xmalloc(size_t size)
{
    return xcheck(malloc(size > 0 ? size : 1));
}

void *xcalloc(size_t count, size_t size)
{
    return xcheck(calloc(count > 0 ? count : 1, size));
}

void *xrealloc(void *memory, size_t size)
{
    return xcheck(realloc(memory, size > 0 ? size : 1));
}

wend_result xresult(wend_result result)
{
    if (result == WEND_OUT_OF_MEMORY)
        out_of_memory();
    return result;
}
