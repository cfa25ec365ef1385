// SPDX-License-Identifier: MIT
// Reads a command line against a command's table of options.
#ifndef WEND_CLI_OPTIONS_H
#define WEND_CLI_OPTIONS_H

#include "cli/command.h"

/// Fills args from what follows the command's name. Returns -1 to go on, or the exit code when
/// there is nothing left to do: the command line is wrong (complained about), or --help was asked
/// for (printed). args->operands points into words, which is reordered.
int options_read(const command *of, int count, char **words, arguments *args);

#endif
