// SPDX-License-Identifier: MIT
// The pages of --help, made from the commands' tables.
#ifndef WEND_CLI_HELP_H
#define WEND_CLI_HELP_H

#include "cli/command.h"

#include <stdio.h>

/// The page of one command.
void help_print(const command *of, FILE *out);

/// The page of wend itself.
void help_print_all(FILE *out);

#endif
