// SPDX-License-Identifier: MIT
// "Did you mean ...?": the known name that is nearest to the typed one.
#ifndef WEND_BASE_SUGGEST_H
#define WEND_BASE_SUGGEST_H

#include <stddef.h>

/// The known name with the fewest errors (an additional, missing or wrong letter, or two exchanged
/// ones) relative to typed, or NULL if none is similar: at most one error for every three letters.
/// Case is ignored. The first of equals wins.
const char *suggest_name(const char *typed, const char *const *known, size_t count);

/// Copies s between double quotes for a message, truncated to a readable length at a whole UTF-8
/// character. Returns buffer.
enum { SUGGEST_QUOTED_SIZE = 72 };
char *suggest_quote(char buffer[SUGGEST_QUOTED_SIZE], const char *s);

#endif
