// SPDX-License-Identifier: MIT
#include "base/export_text.h"

#include <stdlib.h>
#include <string.h>

// A double keeps any 15 digits, and 17 digits identify a double.
enum { FEWEST_DIGITS = 15, MOST_DIGITS = 17 };

char *number_text(double value, char out[NUMBER_TEXT_SIZE])
{
    value += 0.0; // -0 would be read back as 0
    for (int precision = FEWEST_DIGITS; precision <= MOST_DIGITS; ++precision) {
        snprintf(out, NUMBER_TEXT_SIZE, "%.*g", precision, value);
        if (strtod(out, NULL) == value)
            break;
    }
    // A character that is neither a digit, a sign nor an exponent is the locale's decimal point.
    char *point = out + strspn(out, "-0123456789");
    if (*point && *point != 'e') {
        char *after = point + strcspn(point, "0123456789");
        *point = '.';
        memmove(point + 1, after, strlen(after) + 1);
    }
    return out;
}

void export_number(FILE *out, double value)
{
    char digits[NUMBER_TEXT_SIZE];
    fputs(number_text(value, digits), out);
}

void export_string(FILE *out, const char *s)
{
    putc('"', out);
    for (; *s; ++s) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c < ' ')
            fprintf(out, "\\u%04x", c);
        else
            putc(c, out);
    }
    putc('"', out);
}
