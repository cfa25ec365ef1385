// SPDX-License-Identifier: MIT
// A whole file as text: read within a size limit, checked to be UTF-8, with line and column of any
// byte.
#ifndef WEND_BASE_TEXT_H
#define WEND_BASE_TEXT_H

#include "base/problem.h"

/// Larger files are rejected before they are read. [Units: bytes]
#define TEXT_MAX_SIZE ((size_t)256 << 20)

/// A file's bytes; data[size] is 0, which is not part of the text.
typedef struct text {
    char *data;
    size_t size;
} text;

/// Reads a whole file ("-" is standard input). False with a problem if it cannot be read, or is too
/// large.
bool text_read_file(const char *path, text *out, problem_list *problems);

/// True if the file's extension is in a list: in lower case, separated by spaces, without the dot.
/// The case of the extension is ignored.
bool path_has_extension(const char *path, const char *list);

/// Copies bytes from memory. False with a problem if out of memory or too large.
bool text_copy(const void *data, size_t size, text *out, problem_list *problems);

void text_free(text *t);

text_position text_place(const text *t, size_t offset);

/// False with a problem at the first byte that is not part of valid UTF-8, or is NUL.
bool text_check_utf8(const text *t, problem_list *problems);

/// Replaces each byte that is not part of valid UTF-8 by a question mark.
void text_make_utf8(char *s);

/// Adds a problem at the position of a byte; returns false.
#define text_problem(t, offset, problems, ...)                                                     \
    problem_at(problems, text_place(t, offset), __VA_ARGS__)

#endif
