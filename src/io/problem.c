// SPDX-License-Identifier: MIT
#include "io/problem.h"

#include <stdlib.h>
#include <string.h>

static void one_line(char *s)
{
    for (; *s; ++s)
        if ((unsigned char)*s < ' ' || *s == 0x7f)
            *s = '?';
}

// A text that did not fit may have been cut inside a UTF-8 character; drop the broken one.
static void drop_broken_tail(char *s)
{
    size_t size = strlen(s), start = size;
    while (start > 0 && size - start < 4) {
        unsigned char c = (unsigned char)s[--start];
        if (c < 0x80)
            return;
        if (c >= 0xc0) {
            size_t wanted = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
            if (size - start < wanted)
                s[start] = 0;
            return;
        }
    }
}

void problem_format(char what[PROBLEM_TEXT_SIZE], const char *format, va_list arguments)
{
    if (vsnprintf(what, PROBLEM_TEXT_SIZE, format, arguments) >= PROBLEM_TEXT_SIZE)
        drop_broken_tail(what);
}

static bool add(problem_list *list, const char *where, const char *format, va_list arguments)
{
    if (!list->items)
        list->items = calloc(PROBLEMS_KEPT, sizeof *list->items);
    if (list->items && list->count < PROBLEMS_KEPT) {
        problem *p = &list->items[list->count];
        snprintf(p->where, sizeof p->where, "%s", where);
        problem_format(p->what, format, arguments);
        one_line(p->where);
        one_line(p->what);
    }
    ++list->count;
    return false;
}

bool problem_add(problem_list *list, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add(list, "", format, arguments);
    va_end(arguments);
    return false;
}

bool problem_at(problem_list *list, size_t line, size_t column, const char *format, ...)
{
    char where[PROBLEM_WHERE_SIZE];
    snprintf(where, sizeof where, "%zu:%zu", line, column);
    va_list arguments;
    va_start(arguments, format);
    add(list, where, format, arguments);
    va_end(arguments);
    return false;
}

bool problem_at_point(problem_list *list, wend_vec2 point, const char *format, ...)
{
    char where[PROBLEM_WHERE_SIZE];
    snprintf(where, sizeof where, "(%.10g, %.10g)", point.x, point.y);
    va_list arguments;
    va_start(arguments, format);
    add(list, where, format, arguments);
    va_end(arguments);
    return false;
}

bool problem_where(problem_list *list, const char *where, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add(list, where, format, arguments);
    va_end(arguments);
    return false;
}

bool problem_no_memory(problem_list *list)
{
    return problem_add(list, "out of memory: close other programs, or use a smaller file");
}

size_t problem_kept(const problem_list *list)
{
    if (!list->items)
        return 0;
    return list->count < PROBLEMS_KEPT ? list->count : PROBLEMS_KEPT;
}

void problem_print(const problem_list *list, FILE *out)
{
    size_t kept = problem_kept(list);
    for (size_t i = 0; i < kept; ++i) {
        const problem *p = &list->items[i];
        fputs("wend: ", out);
        if (list->file)
            fprintf(out, "%s:", list->file);
        if (p->where[0])
            fprintf(out, "%s:", p->where);
        fprintf(out, "%s%s\n", list->file || p->where[0] ? " " : "", p->what);
    }
    if (list->count > kept)
        fprintf(out, "wend: %s%sand %zu more problems\n", list->file ? list->file : "",
                list->file ? ": " : "", list->count - kept);
}

void problem_free(problem_list *list)
{
    free(list->items);
    list->items = NULL;
    list->count = 0;
}
