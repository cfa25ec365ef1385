// SPDX-License-Identifier: MIT
// Texts generated from the commands' tables: --help, the man page, completions.
#ifndef WEND_CLI_HELP_H
#define WEND_CLI_HELP_H

#include "cli/command.h"

#include <stdio.h>

/// --help of one command.
void help_print(const command *of, FILE *out);

/// --help of wend itself.
void help_print_all(FILE *out);

/// The names of a choice of that option as "a, b"; of file extensions as ".a, .b".
enum { HELP_TEXT_SIZE = 1000 };
void help_names(const option *o, const char *names, char text[HELP_TEXT_SIZE]);

/// An option's text, with the values that have no description.
void help_text(const option *o, char text[HELP_TEXT_SIZE]);

/// The man page, as roff (man.c).
void help_print_man(FILE *out);

/// Completions of the last of the words after "wend" (complete.c): lines of a
/// candidate, a tab and its description. The candidate ":files" stands for files, its description
/// for their extensions ("svg|png"; empty: any).
void help_print_completions(int count, char **words, FILE *out);

#endif
