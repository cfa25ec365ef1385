// SPDX-License-Identifier: MIT
#include "core/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void *wend_allocate(const wend_allocator *allocator, size_t count, size_t size)
{
    if (count == 0 || size == 0 || count > SIZE_MAX / size)
        return NULL;
    if (allocator && allocator->allocate)
        return allocator->allocate(allocator->context, count * size);
    return malloc(count * size);
}

void wend_release(const wend_allocator *allocator, void *memory, size_t count, size_t size)
{
    if (!memory)
        return;
    if (allocator && allocator->release)
        allocator->release(allocator->context, memory, count * size);
    else
        free(memory);
}

static void write_text(wend_error *error, wend_result result, const char *format, va_list arguments)
{
    *error = (wend_error){.result = result};
    vsnprintf(error->text, sizeof error->text, format, arguments);
}

wend_result wend_fail(wend_error *error, wend_result result, const char *format, ...)
{
    if (error) {
        va_list arguments;
        va_start(arguments, format);
        write_text(error, result, format, arguments);
        va_end(arguments);
    }
    return result;
}

wend_result wend_fail_at(wend_error *error, wend_result result, wend_vec2 place, const char *format,
                         ...)
{
    if (error) {
        va_list arguments;
        va_start(arguments, format);
        write_text(error, result, format, arguments);
        va_end(arguments);
        error->has_place = true;
        error->place = place;
    }
    return result;
}

wend_result wend_fail_memory(wend_error *error)
{
    return wend_fail(error, WEND_NO_MEMORY,
                     "out of memory: free some, or give wend an allocator with more");
}

const char *wend_result_name(wend_result result)
{
    switch (result) {
    case WEND_OK:
        return "ok";
    case WEND_PARTIAL:
        return "partial";
    case WEND_BUDGET_SPENT:
        return "budget spent";
    case WEND_BUFFER_TOO_SMALL:
        return "buffer too small";
    case WEND_NOTHING:
        return "nothing";
    case WEND_NO_MEMORY:
        return "no memory";
    case WEND_BAD_ARGUMENT:
        return "bad argument";
    case WEND_UNSOUND:
        return "unsound";
    case WEND_STALE:
        return "stale id";
    }
    return "unknown result";
}

const char *wend_error_text(const wend_error *error)
{
    if (!error)
        return wend_result_name(WEND_OK);
    return error->text[0] ? error->text : wend_result_name(error->result);
}
