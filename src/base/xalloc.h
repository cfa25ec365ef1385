// SPDX-License-Identifier: MIT
// Memory for the command: functions that exit if memory is out. Only the command (cli) and its own
// layers (run, verify, video) may use them; the library and the readers of files return an error
// instead.
#ifndef WEND_BASE_XALLOC_H
#define WEND_BASE_XALLOC_H

#include "core/array.h"
#include "wend/base.h"

/// Prints "wend: out of memory" and exits with status 1. Exit handlers run, so unfinished output
/// files are removed (base/output.h); a database keeps the frames committed so far.
_Noreturn void out_of_memory(void);

void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size);
void *xrealloc(void *memory, size_t size);

/// Returns `memory`, allocated by another function, if it is not NULL.
void *xcheck(void *memory);

/// Returns the result if it is not WEND_OUT_OF_MEMORY.
wend_result xresult(wend_result result);

/// For functions that can only fail with out of memory.
static inline void xneed(bool enough)
{
    if (!enough)
        out_of_memory();
}

/// Reserves space for `more` further elements of a wend_array.
#define xreserve(array, more) xneed(wend_array_reserve(array, NULL, more))

#endif
