// SPDX-License-Identifier: MIT
// A text file of numbers that appears whole or not at all: what write_csv and write_txt share.
//
// Numbers are written by hand: printf would follow the locale, and take longer than the step that
// made them.
#ifndef WEND_RECORD_TEXT_FILE_H
#define WEND_RECORD_TEXT_FILE_H

#include "io/output.h"
#include "io/problem.h"

#include <stdint.h>

/// No line is longer than this. [Units: bytes]
enum { TEXT_FILE_LINE = 120 };

typedef struct text_file {
    output out;
    char *buffer;
    size_t used;
    int error; ///< errno of a write that failed
} text_file;

/// False with a problem, and with nothing to discard.
bool text_file_open(text_file *file, const char *path, problem_list *problems);
/// Makes sure of room for a line: call it before each. False: something could not be written;
/// text_file_close says what.
bool text_file_line(text_file *file);
/// Writes what has been put and gives the file its name. False with a problem, and nothing is left.
bool text_file_close(text_file *file, problem_list *problems);
/// Nothing is left of it.
void text_file_discard(text_file *file);

// Into a line:
void text_file_char(text_file *file, char c);
void text_file_whole(text_file *file, uint64_t value);
/// In metres with five digits behind the point: a hundredth of a millimetre.
void text_file_metres(text_file *file, double value);

/// Any text, between lines. False as text_file_line.
bool text_file_words(text_file *file, const char *words);

#endif
