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

wend_result wend_fail_at(wend_error *error, wend_result result, wend_vec2 position,
                         const char *format, ...)
{
    if (error) {
        va_list arguments;
        va_start(arguments, format);
        write_text(error, result, format, arguments);
        va_end(arguments);
        error->has_position = true;
        error->position = position;
    }
    return result;
}

wend_result wend_fail_memory(wend_error *error)
{
    return wend_fail(error, WEND_OUT_OF_MEMORY, "out of memory");
}

const char *wend_result_name(wend_result result)
{
    switch (result) {
    case WEND_OK:
        return "ok";
    case WEND_PARTIAL:
        return "partial";
    case WEND_BUDGET_EXHAUSTED:
        return "budget exhausted";
    case WEND_BUFFER_TOO_SMALL:
        return "buffer too small";
    case WEND_NOT_FOUND:
        return "not found";
    case WEND_OUT_OF_MEMORY:
        return "out of memory";
    case WEND_BAD_ARGUMENT:
        return "bad argument";
    case WEND_INVALID_GEOMETRY:
        return "invalid geometry";
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
