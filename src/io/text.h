// SPDX-License-Identifier: MIT
// A whole file as text: read within a size limit, checked to be UTF-8, with line and column of any
// byte.
#ifndef WEND_IO_TEXT_H
#define WEND_IO_TEXT_H

#include "io/problem.h"

/// Larger files are refused before they are read. [Units: bytes]
#define TEXT_MAX_SIZE ((size_t)256 << 20)

/// A file's bytes; data[size] is 0, which is not part of the text.
typedef struct text {
    char *data;
    size_t size;
} text;

/// Reads a whole file ("-" is standard input). False with a problem if it can't, or is too large.
bool text_read_file(const char *path, text *out, problem_list *problems);

/// Copies bytes that are in memory. False with a problem if out of memory or too large.
bool text_copy(const void *data, size_t size, text *out, problem_list *problems);

void text_free(text *t);

/// Line and column, both from 1, of the byte at offset. Columns count bytes.
void text_place(const text *t, size_t offset, size_t *line, size_t *column);

/// False with a problem at the first byte that is not part of valid UTF-8, or is NUL.
bool text_check_utf8(const text *t, problem_list *problems);

/// Puts a question mark for each byte that is not part of valid UTF-8.
void text_make_utf8(char *s);

/// Adds a problem at the line and column of a byte; returns false.
bool text_problem(const text *t, size_t offset, problem_list *problems, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
