// SPDX-License-Identifier: MIT
#include "base/tokens.h"

#include "core/memory.h"
#include "wend/floor.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Maximum sizes of a number, which no program exceeds, and of a locale's decimal point.
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

char *token_show(token t, char buffer[TOKEN_SHOWN + 1])
{
    size_t size = t.size < TOKEN_SHOWN ? t.size : TOKEN_SHOWN;
    for (size_t i = 0; i < size; ++i)
        buffer[i] = t.bytes[i] >= ' ' && t.bytes[i] <= '~' ? t.bytes[i] : '?';
    buffer[size] = 0;
    return buffer;
}

// Adds the problem of an unexpected token.
static void unexpected(tokens *source, const char *what, const char *kind)
{
    char shown[TOKEN_SHOWN + 1];
    if (source->last.size == 0)
        token_problem(source, source->last, "the file ends where %s is expected", what);
    else
        token_problem(source, source->last, "%s must be %s, not '%s'", what, kind,
                      token_show(source->last, shown));
}

double token_number(tokens *source, const char *what)
{
    token at;
    double value = 0;
    if (source->failed)
        return 0;
    token_next(source, &at);
    if (at.size > 0 && number_parse(at.bytes, at.size, &value))
        return value;
    unexpected(source, what, "a number");
    return 0;
}

uint64_t token_whole(tokens *source, const char *what, uint64_t most)
{
    WEND_ASSERT(most <= UINT64_MAX / 20);
    token at;
    uint64_t value = 0;
    if (source->failed)
        return 0;
    bool good = token_next(source, &at);
    for (size_t i = 0; good && i < at.size; ++i) {
        value = value * 10 + (uint64_t)(unsigned char)at.bytes[i] - '0';
        good = is_digit(at.bytes[i]) && value <= most;
    }
    if (good)
        return value;
    char kind[64];
    snprintf(kind, sizeof kind, "a whole number from 0 to %llu", (unsigned long long)most);
    unexpected(source, what, kind);
    return 0;
}

uint64_t token_count(tokens *source, const char *what)
{
    return token_whole(source, what, TEXT_MAX_SIZE);
}

double token_coordinate(tokens *source, const char *what)
{
    double value = token_number(source, what);
    if (fabs(value) > WEND_MAX_COORDINATE)
        token_problem(source, source->last, "%s is %g, beyond %g m", what, value,
                      WEND_MAX_COORDINATE);
    return value + 0.0;
}

wend_vec2 token_point(tokens *source)
{
    wend_vec2 point;
    point.x = token_coordinate(source, "an x");
    point.y = token_coordinate(source, "a y");
    return point;
}

void token_skip_numbers(tokens *source, uint64_t count, const char *what)
{
    for (uint64_t i = 0; i < count && !source->failed; ++i)
        token_number(source, what);
}

bool token_end(tokens *source, const char *what)
{
    token rest;
    if (!source->failed && token_next(source, &rest))
        token_problem(source, rest, "there is more after the last %s", what);
    return !source->failed;
}

bool token_no_memory(tokens *source)
{
    return problem_no_memory(token_fail_(source));
}

problem_list *token_fail_(tokens *source)
{
    problem_list *problems = source->failed ? NULL : source->problems;
    source->failed = true;
    return problems;
}

// ---- numbers ------------------------------------------------------------------------------------

static size_t skip_digits(const char *bytes, size_t size, size_t at)
{
    while (at < size && is_digit(bytes[at]))
        ++at;
    return at;
}

// Sign, digits, point, digits, exponent: strtod also accepts "inf", "nan" and "0x1p3".
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
    // strtod expects the decimal point of the current locale.
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
