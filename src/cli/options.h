// SPDX-License-Identifier: MIT
// Reads a command line against a command's table of options.
#ifndef WEND_CLI_OPTIONS_H
#define WEND_CLI_OPTIONS_H

#include "cli/command.h"

/// Fills args from the words after the command's name. Returns -1 to go on, or the exit status when
/// the command is done: the command line is invalid (reported), or --help was given (printed).
/// args->operands points into words, which is reordered.
int options_read(const command *of, int count, char **words, arguments *args);

/// The option of that index: the command's own first, then the common ones; NULL at the end.
const option *option_at(const command *of, int index);

/// Copies the next word of a list separated by spaces or commas and moves past it. False: at the
/// end.
enum { OPTION_WORD_SIZE = 40 };
bool next_word(const char **list, char word[OPTION_WORD_SIZE]);

/// True if a list separated by spaces or commas has the name.
bool list_has(const char *list, const char *name);

/// True if the path ends with a dot and one of the extensions, separated by spaces, in any case.
bool has_extension(const char *path, const char *extensions);

/// The word of that index over all choices; *about [opt] is set to its description. False: after
/// the last.
bool choice_word(choice_fn *choices, size_t index, char word[OPTION_WORD_SIZE], const char **about);

/// `label` (an option, or what it names) has an unknown value: reports the nearest choice, if any,
/// and all of them. Returns EXIT_BAD_INPUT.
int fail_choice(const arguments *args, const char *label, const char *typed, choice_fn *choices);

/// The value of the option `name` neither has the form, such as "X,Y", nor is one of the names of a
/// scene: reports the nearest name, if any, the form and the names. Returns EXIT_BAD_INPUT.
int fail_name(const arguments *args, const char *name, const char *typed, const char *form,
              const char *const *names, size_t count);

#endif
