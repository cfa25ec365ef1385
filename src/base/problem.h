// SPDX-License-Identifier: MIT
// Problems of an input, with their positions: the list that readers and checks add to and that the
// command prints as `wend: FILE:LINE:COLUMN: what is wrong and what is allowed`.
#ifndef WEND_BASE_PROBLEM_H
#define WEND_BASE_PROBLEM_H

#include "wend/base.h"

#include <stdarg.h>
#include <stdio.h>

enum {
    PROBLEM_WHERE_SIZE = 64,
    PROBLEM_TEXT_SIZE = 400,
    PROBLEMS_KEPT = 100, ///< further ones are only counted
};

typedef struct problem {
    char where[PROBLEM_WHERE_SIZE]; ///< "12:5", "(3.5, 4)", or empty: the whole file
    char what[PROBLEM_TEXT_SIZE];   ///< one line: what is wrong and what is allowed
} problem;

typedef struct problem_list {
    const char *file; ///< for messages; not owned
    problem *items;   ///< allocated at the first problem; PROBLEMS_KEPT of them
    size_t count;     ///< number of all problems; at most PROBLEMS_KEPT are in items
} problem_list;

/// A position in a text, both counted from 1. Columns count bytes.
typedef struct text_position {
    size_t line, column;
} text_position;

/// Adds a problem without a position, at a position in the file, or at a point of the plane. All
/// return false, so that a reader can `return problem_at(...)`. Control characters are replaced in
/// `what`. A list that is NULL ignores it.
bool problem_add(problem_list *list, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool problem_at(problem_list *list, text_position at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool problem_at_point(problem_list *list, wend_vec2 point, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool problem_no_memory(problem_list *list);

/// Number of bytes of the control character at the start of s: 1 for those of ASCII, 2 for U+0080
/// to U+009F in UTF-8, which some terminals also interpret; 0: none.
int control_size(const char *s);
/// Replaces control characters by question marks, so that a text prints on one line.
void make_plain(char *s);

/// The text of a problem, cut at the end of a character if it is too long.
void problem_format(char what[PROBLEM_TEXT_SIZE], const char *format, va_list arguments);

/// Number of problems in items.
size_t problem_kept(const problem_list *list);

/// Prints each as one line, `wend: FILE:WHERE: WHAT`, and a final line with the number of those not
/// kept.
void problem_print(const problem_list *list, FILE *out);

void problem_free(problem_list *list);

#endif
