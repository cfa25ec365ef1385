// SPDX-License-Identifier: MIT
#include "io/export_text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// 15 digits are always kept by a double, 17 always tell two doubles apart.
enum { FEWEST_DIGITS = 15, MOST_DIGITS = 17 };

void export_number(FILE *out, double value)
{
    char digits[40];
    value += 0.0; // -0 would be read back as 0
    for (int precision = FEWEST_DIGITS; precision <= MOST_DIGITS; ++precision) {
        snprintf(digits, sizeof digits, "%.*g", precision, value);
        if (strtod(digits, NULL) == value)
            break;
    }
    // What is neither a digit, a sign nor an exponent is the locale's decimal point.
    size_t before = strspn(digits, "-0123456789");
    size_t after = strcspn(digits + before, "0123456789") + before;
    bool exponent = digits[before] == 'e' || digits[before] == 0;
    if (exponent)
        fputs(digits, out);
    else
        fprintf(out, "%.*s.%s", (int)before, digits, digits + after);
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
