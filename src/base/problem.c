// SPDX-License-Identifier: MIT
#include "base/problem.h"

#include <stdlib.h>
#include <string.h>

int control_size(const char *s)
{
    unsigned char first = (unsigned char)s[0], second = first ? (unsigned char)s[1] : 0;
    if (first == 0xc2 && second >= 0x80 && second <= 0x9f)
        return 2;
    return (first < ' ' && first) || first == 0x7f;
}

void make_plain(char *s)
{
    char *to = s;
    while (*s) {
        int control = control_size(s);
        *to++ = control ? '?' : *s;
        s += control ? control : 1;
    }
    *to = 0;
}

static void print_on_one_line(const char *s, FILE *out)
{
    while (*s) {
        int control = control_size(s);
        putc(control ? '?' : *s, out);
        s += control ? control : 1;
    }
}

// A truncated text may end inside a UTF-8 character; removes its bytes.
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
    if (!list)
        return false;
    if (!list->items)
        list->items = calloc(PROBLEMS_KEPT, sizeof *list->items);
    if (list->items && list->count < PROBLEMS_KEPT) {
        problem *p = &list->items[list->count];
        snprintf(p->where, sizeof p->where, "%s", where);
        problem_format(p->what, format, arguments);
        make_plain(p->where);
        make_plain(p->what);
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

bool problem_at(problem_list *list, text_position at, const char *format, ...)
{
    char where[PROBLEM_WHERE_SIZE];
    snprintf(where, sizeof where, "%zu:%zu", at.line, at.column);
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
        if (list->file) {
            print_on_one_line(list->file, out);
            putc(':', out);
        }
        if (p->where[0])
            fprintf(out, "%s:", p->where);
        fprintf(out, "%s%s\n", list->file || p->where[0] ? " " : "", p->what);
    }
    if (list->count > kept) {
        fputs("wend: ", out);
        print_on_one_line(list->file ? list->file : "", out);
        fprintf(out, "%sand %zu more problems\n", list->file ? ": " : "", list->count - kept);
    }
}

void problem_free(problem_list *list)
{
    free(list->items);
    list->items = NULL;
    list->count = 0;
}
