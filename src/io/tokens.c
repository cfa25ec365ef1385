// SPDX-License-Identifier: MIT
#include "io/tokens.h"

#include "core/memory.h"
#include "wend/floor.h"

#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// Longer numbers are refused: no program writes them. POINT is for a locale's decimal point.
enum { NUMBER_MAX_SIZE = 400, POINT_MAX_SIZE = 8 };

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool token_next(tokens *source, token *out)
{
    const char *data = source->t->data;
    size_t size = source->t->size, at = source->at;
    while (at < size && (is_space(data[at]) || (source->has_comments && data[at] == '#'))) {
        if (data[at] == '#')
            while (at < size && data[at] != '\n')
                ++at;
        else
            ++at;
    }
    size_t start = at;
    while (at < size && !is_space(data[at]) && !(source->has_comments && data[at] == '#'))
        ++at;
    source->at = at;
    *out = source->last = (token){data + start, at - start, start};
    return at > start;
}

bool token_is(token t, const char *word)
{
    return t.size == strlen(word) && memcmp(t.bytes, word, t.size) == 0;
}

bool token_problem(const tokens *source, token at, problem_list *problems, const char *format, ...)
{
    char what[PROBLEM_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    problem_format(what, format, arguments);
    va_end(arguments);
    return text_problem(source->t, at.offset, problems, "%s", what);
}

char *token_show(token t, char buffer[TOKEN_SHOWN + 1])
{
    size_t size = t.size < TOKEN_SHOWN ? t.size : TOKEN_SHOWN;
    for (size_t i = 0; i < size; ++i)
        buffer[i] = t.bytes[i] >= ' ' && t.bytes[i] <= '~' ? t.bytes[i] : '?';
    buffer[size] = 0;
    return buffer;
}

static bool unexpected(const tokens *source, token at, problem_list *problems, const char *what,
                       const char *kind)
{
    char shown[TOKEN_SHOWN + 1];
    if (at.size == 0)
        return token_problem(source, at, problems, "the file ends where %s is expected", what);
    return token_problem(source, at, problems, "%s must be %s, not '%s'", what, kind,
                         token_show(at, shown));
}

bool token_number(tokens *source, problem_list *problems, const char *what, double *out)
{
    token at;
    token_next(source, &at);
    if (at.size == 0 || !number_parse(at.bytes, at.size, out))
        return unexpected(source, at, problems, what, "a number");
    return true;
}

bool token_whole(tokens *source, problem_list *problems, const char *what, uint64_t most,
                 uint64_t *out)
{
    WEND_ASSERT(most <= UINT64_MAX / 20);
    token at;
    token_next(source, &at);
    uint64_t value = 0;
    bool good = at.size > 0;
    for (size_t i = 0; good && i < at.size; ++i) {
        value = value * 10 + (uint64_t)(unsigned char)at.bytes[i] - '0';
        good = is_digit(at.bytes[i]) && value <= most;
    }
    if (!good) {
        char kind[64];
        snprintf(kind, sizeof kind, "a whole number from 0 to %llu", (unsigned long long)most);
        return unexpected(source, at, problems, what, kind);
    }
    *out = value;
    return true;
}

bool token_coordinate(tokens *source, problem_list *problems, const char *what, double *out)
{
    if (!token_number(source, problems, what, out))
        return false;
    if (fabs(*out) > WEND_MAX_COORDINATE)
        return token_problem(source, source->last, problems, "%s is %g, beyond %g m", what, *out,
                             WEND_MAX_COORDINATE);
    *out += 0.0;
    return true;
}

// ---- numbers ------------------------------------------------------------------------------------

static size_t skip_digits(const char *bytes, size_t size, size_t at)
{
    while (at < size && is_digit(bytes[at]))
        ++at;
    return at;
}

// Sign, digits, point, digits, exponent: strtod also takes "inf", "nan" and "0x1p3".
static bool is_number(const char *bytes, size_t size)
{
    size_t start = size > 0 && (bytes[0] == '-' || bytes[0] == '+');
    size_t at = skip_digits(bytes, size, start);
    size_t digits = at - start;
    if (at < size && bytes[at] == '.') {
        start = at + 1;
        at = skip_digits(bytes, size, start);
        digits += at - start;
    }
    if (digits == 0)
        return false;
    if (at < size && (bytes[at] == 'e' || bytes[at] == 'E')) {
        ++at;
        if (at < size && (bytes[at] == '-' || bytes[at] == '+'))
            ++at;
        start = at;
        at = skip_digits(bytes, size, start);
        if (at == start)
            return false;
    }
    return at == size;
}

bool number_parse(const char *bytes, size_t size, double *out)
{
    if (size > NUMBER_MAX_SIZE || !is_number(bytes, size))
        return false;
    // strtod wants the point of the present locale.
    const char *point = localeconv()->decimal_point;
    size_t point_size = strlen(point);
    char copy[NUMBER_MAX_SIZE + POINT_MAX_SIZE + 1];
    size_t length = 0;
    if (point_size > POINT_MAX_SIZE)
        return false;
    for (size_t i = 0; i < size; ++i) {
        if (bytes[i] == '.') {
            memcpy(copy + length, point, point_size);
            length += point_size;
        } else {
            copy[length++] = bytes[i];
        }
    }
    copy[length] = 0;
    *out = strtod(copy, NULL);
    return isfinite(*out);
}
