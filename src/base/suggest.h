// SPDX-License-Identifier: MIT
// "Did you mean ...?": the known name that is nearest to the typed one.
#ifndef WEND_BASE_SUGGEST_H
#define WEND_BASE_SUGGEST_H

#include <stddef.h>

/// The known name with the fewest slips (a letter too many, too few, wrong, or two exchanged) from
/// typed, or NULL if none is near: more than one slip for every three letters is another word.
/// Case does not count as a difference. The first of equals wins.
const char *suggest_name(const char *typed, const char *const *known, size_t count);

/// Copies s between double quotes for a message, cut to a readable length at a whole UTF-8
/// character. Returns buffer.
enum { SUGGEST_QUOTED_SIZE = 72 };
char *suggest_quote(char buffer[SUGGEST_QUOTED_SIZE], const char *s);

#endif
