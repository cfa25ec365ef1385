// SPDX-License-Identifier: MIT
// What is wrong with an input, and where: the list that readers and checks add to and that the
// command prints as `wend: FILE:LINE:COLUMN: what is wrong and what would be right`.
#ifndef WEND_IO_PROBLEM_H
#define WEND_IO_PROBLEM_H

#include "wend/base.h"

#include <stdarg.h>
#include <stdio.h>

enum {
    PROBLEM_WHERE_SIZE = 64,
    PROBLEM_TEXT_SIZE = 400,
    PROBLEMS_KEPT = 100, ///< further ones are counted, not kept
};

typedef struct problem {
    char where[PROBLEM_WHERE_SIZE]; ///< "12:5", "(3.5, 4)", or empty: the whole file
    char what[PROBLEM_TEXT_SIZE];   ///< one line: what is wrong and what would be right
} problem;

typedef struct problem_list {
    const char *file; ///< for messages; not owned
    problem *items;   ///< allocated at the first problem; PROBLEMS_KEPT of them
    size_t count;     ///< of all problems; at most PROBLEMS_KEPT are in items
} problem_list;

/// Adds a problem with no place, at a line and column (counted from 1), or at a point of the plane.
/// All return false, so that a reader can `return problem_at(...)`. Bytes that would break the line
/// (control characters) are replaced in `what`.
bool problem_add(problem_list *list, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool problem_at(problem_list *list, size_t line, size_t column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool problem_at_point(problem_list *list, wend_vec2 point, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool problem_no_memory(problem_list *list);

/// How many bytes of a control character s starts with: 1 for those of ASCII, 2 for U+0080 to
/// U+009F in UTF-8, which some terminals obey too; else 0.
int control_size(const char *s);
/// Makes a text safe to print on one line: control characters become question marks.
void make_plain(char *s);

/// The words of a problem, cut at the end of a character if they are too long.
void problem_format(char what[PROBLEM_TEXT_SIZE], const char *format, va_list arguments);

/// How many are in items.
size_t problem_kept(const problem_list *list);

/// Prints each as one line, `wend: FILE:WHERE: WHAT`, and a last line if some were not kept.
void problem_print(const problem_list *list, FILE *out);

void problem_free(problem_list *list);

#endif
