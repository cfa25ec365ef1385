// SPDX-License-Identifier: MIT
// Prints rows of figures, given as JSON, as a table.
#ifndef WEND_CLI_TABLE_H
#define WEND_CLI_TABLE_H

#include <jansson.h>
#include <stdio.h>

/// Prints an array of objects: one column for each key, in the order in which the keys first
/// appear, numbers to the right, texts to the left, "-" where a row lacks the key. Lists other than
/// points are left out, and so are keys without a value in any row. Figures that are objects
/// follow, each kind in a table of its own under its key.
void table_print(const json_t *rows, FILE *out);

#endif
