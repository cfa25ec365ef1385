// SPDX-License-Identifier: MIT
// Untrusted JSON texts: jansson with limits on nesting and size, and errors as problems.
#ifndef WEND_BASE_JSON_TEXT_H
#define WEND_BASE_JSON_TEXT_H

#include "base/text.h"

#include <jansson.h>

/// Maximum nesting of lists and objects; a scene needs 6.
enum { JSON_MOST_LEVELS = 64 };
/// Maximum number of values in a text. Each costs some 50 bytes, so a parsed text stays below 1 GB.
enum { JSON_MOST_VALUES = 1 << 24 };

/// Parses a text of any bytes; NULL with a problem at its line and column. Free with json_decref.
/// Rejects text that is not UTF-8, a byte order mark, a key that appears twice in an object, and
/// texts beyond the limits above. Whole numbers are json_int_t, others double, all finite.
json_t *json_from_text(const text *t, problem_list *problems);

#endif
