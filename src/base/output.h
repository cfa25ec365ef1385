// SPDX-License-Identifier: MIT
// A file that appears under its name whole or not at all. Data is written to a temporary file
// beside it, which output_commit renames; a failure, an exit and the signals INT, TERM, HUP and
// PIPE remove it. Devices and FIFOs, which cannot be replaced, and "-", standard output, are
// written directly.
#ifndef WEND_BASE_OUTPUT_H
#define WEND_BASE_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

/// Maximum number of open outputs: those of a command line, and a few more.
enum { OUTPUT_MOST = 44 };

typedef struct output {
    FILE *file; ///< write here; binary and buffered
    char *path; ///< path of the result: the name with symbolic links followed
    int slot;   ///< index of the temporary file in the table; -1: written directly
} output;

/// Opens an output. False with errno, and nothing to discard. fail_output reports it.
bool output_open(output *out, const char *name);

/// The file's name until it is committed, for another program that writes it; NULL: it is written
/// directly.
const char *output_temporary(const output *out);

/// Flushes it to disk and renames it. False with errno, and no file is left behind. Reports errors
/// of all previous writes, so that these need not be checked one by one.
bool output_commit(output *out);

/// Closes it and removes the temporary file.
void output_discard(output *out);

/// True if both names denote one file, or both denote standard output.
bool output_same_file(const char *a, const char *b);

/// Makes signals and exit remove unfinished outputs. Called once, by command_main.
void output_guard(void);

#endif
