// SPDX-License-Identifier: MIT
// The optimal string alignment distance (Levenshtein with transpositions of neighbours), by rows.
#include "base/suggest.h"

#include <string.h>

// Longer names get no suggestion: the rows below have a fixed size.
enum { LONGEST = 60 };

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

// [Limit: neither is longer than LONGEST]
static size_t slips_between(const char *a, const char *b)
{
    size_t length_a = strlen(a), length_b = strlen(b);
    size_t rows[3][LONGEST + 1];
    size_t *before = rows[0], *last = rows[1], *row = rows[2];
    for (size_t j = 0; j <= length_b; ++j)
        last[j] = j;
    for (size_t i = 1; i <= length_a; ++i) {
        row[0] = i;
        for (size_t j = 1; j <= length_b; ++j) {
            char x = lower(a[i - 1]), y = lower(b[j - 1]);
            row[j] = least(last[j - 1] + (x != y), least(last[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && x == lower(b[j - 2]) && y == lower(a[i - 2]))
                row[j] = least(row[j], before[j - 2] + 1);
        }
        size_t *oldest = before;
        before = last;
        last = row;
        row = oldest;
    }
    return last[length_b];
}

const char *suggest_name(const char *typed, const char *const *known, size_t count)
{
    size_t length = strlen(typed);
    if (length > LONGEST)
        return NULL;
    const char *nearest = NULL;
    size_t fewest = length < 3 ? 2 : length / 3 + 1; // maximum number of errors, plus one
    for (size_t i = 0; i < count; ++i) {
        if (strlen(known[i]) > LONGEST)
            continue;
        size_t slips = slips_between(typed, known[i]);
        // A name with no letter right is a different one.
        if (slips < fewest && (slips < length || slips < strlen(known[i]))) {
            nearest = known[i];
            fewest = slips;
        }
    }
    return nearest;
}

char *suggest_quote(char buffer[SUGGEST_QUOTED_SIZE], const char *s)
{
    static const char dots[] = "...\"";
    const size_t room = SUGGEST_QUOTED_SIZE - sizeof dots - 1;
    size_t size = strlen(s), kept = size;
    if (size > room) {
        kept = room;
        while (kept > 0 && ((unsigned char)s[kept] & 0xc0) == 0x80)
            --kept;
    }
    buffer[0] = '"';
    memcpy(buffer + 1, s, kept);
    strcpy(buffer + 1 + kept, kept < size ? dots : "\"");
    return buffer;
}
