// SPDX-License-Identifier: MIT
// Before jansson parses a text, one pass over its brackets checks the limits and stores the
// brackets that are open at the end, so that a truncated file is distinguished from an invalid one.
#include "base/json_text.h"

#include "base/json_position.h"

#include <string.h>
#include <strings.h>

typedef struct outline {
    size_t open[JSON_MOST_LEVELS]; ///< offsets of the brackets that are open at the end
    size_t depth;
    size_t values;
    bool in_string; ///< the text ends inside a string
} outline;

static bool check_limits(const text *t, outline *o, problem_list *problems)
{
    for (size_t i = 0; i < t->size; ++i) {
        char c = t->data[i];
        if (c == '"') {
            i = json_skip_string(t, i) - 1;
            // Not for a text that ends in \", which jansson itself reports as cut short.
            o->in_string = i + 1 == t->size && t->data[i] != '"';
        } else if (c == '[' || c == '{') {
            if (o->depth == JSON_MOST_LEVELS)
                return text_problem(t, i, problems,
                                    "lists and objects are nested more than %d levels deep: "
                                    "%d is the most",
                                    JSON_MOST_LEVELS, JSON_MOST_LEVELS);
            o->open[o->depth++] = i;
        } else if (c == ']' || c == '}') {
            o->depth -= o->depth > 0;
        }
        o->values += c == '[' || c == '{' || c == ',' || c == ':';
        if (o->values > JSON_MOST_VALUES)
            return text_problem(t, i, problems,
                                "the file has more than %d values: split the scene, or simplify it",
                                JSON_MOST_VALUES);
    }
    return true;
}

static bool cut_short(const text *t, const outline *o, problem_list *problems)
{
    if (o->depth == 0)
        return text_problem(t, t->size, problems, "the file is cut short: it ends in the middle");
    size_t start = o->open[o->depth - 1];
    text_position at = text_place(t, start);
    return text_problem(t, t->size, problems,
                        "the file is cut short: it ends inside the %s that begins at %zu:%zu",
                        t->data[start] == '[' ? "list" : "object", at.line, at.column);
}

// A piece of the text between delimiters, at the position where jansson stopped.
typedef struct token {
    size_t start, size;
    char before;    ///< the last byte before it that is not a space, or 0
    char words[44]; ///< its beginning, for messages
} token;

static bool is_single(char c)
{
    return c && strchr("[]{},:", c);
}

static size_t token_end(const text *t, size_t i)
{
    if (t->data[i] == '"')
        return json_skip_string(t, i);
    if (is_single(t->data[i]))
        return i + 1;
    while (i < t->size && !is_single(t->data[i]) && !strchr("\" \t\r\n", t->data[i]))
        ++i;
    return i;
}

// The token that contains the byte before `position`, where jansson stopped.
static token token_at(const text *t, size_t position)
{
    token found = {0};
    for (size_t i = 0; i < t->size && i < position;) {
        if (strchr(" \t\r\n", t->data[i])) {
            ++i;
            continue;
        }
        found.before = found.size ? t->data[found.start + found.size - 1] : 0;
        found.start = i;
        i = token_end(t, i);
        found.size = i - found.start;
    }
    size_t kept = found.size;
    if (kept >= sizeof found.words) {
        kept = sizeof found.words - 4;
        while (kept > 0 && ((unsigned char)t->data[found.start + kept] & 0xc0) == 0x80)
            --kept;
    }
    memcpy(found.words, t->data + found.start, kept);
    strcpy(found.words + kept, kept < found.size ? "..." : "");
    return found;
}

static bool is_number(const char *s)
{
    s += *s == '-';
    if (*s < '0' || *s > '9')
        return false;
    s += *s == '0' ? 1 : strspn(s, "0123456789");
    if (*s == '.') {
        size_t digits = strspn(s + 1, "0123456789");
        if (digits == 0)
            return false;
        s += 1 + digits;
    }
    if (*s == 'e' || *s == 'E') {
        s += 1 + (s[1] == '+' || s[1] == '-');
        size_t digits = strspn(s, "0123456789");
        if (digits == 0)
            return false;
        s += digits;
    }
    return *s == 0;
}

static bool is_not_finite(const char *s)
{
    s += *s == '-' || *s == '+';
    return strcasecmp(s, "nan") == 0 || strcasecmp(s, "inf") == 0 || strcasecmp(s, "infinity") == 0;
}

static bool starts_with(const char *s, const char *start)
{
    return strncmp(s, start, strlen(start)) == 0;
}

// The problem inside a string.
static bool string_problem(const text *t, const token *at, const char *said, problem_list *problems)
{
    if (starts_with(said, "unexpected newline"))
        return text_problem(t, at->start, problems,
                            "this string has no closing quote on its line: add one, or write a "
                            "line break as \\n");
    if (starts_with(said, "control character"))
        return text_problem(t, at->start, problems,
                            "this string has a control character in it: write a tab as \\t and "
                            "others as \\u00XX");
    if (starts_with(said, "invalid escape"))
        return text_problem(t, at->start, problems,
                            "this string has an unknown escape in it: write a backslash as \\\\");
    return text_problem(t, at->start, problems,
                        "%s has a \\u escape in it that stands for no character", at->words);
}

// The problem where a value, a key or a separator is expected.
static bool token_problem(const text *t, const token *at, const char *said, problem_list *problems)
{
    const char *words = at->words;
    if (is_not_finite(words))
        return text_problem(t, at->start, problems, "%s is not a number: numbers must be finite",
                            words);
    if (at->before == ',' && (words[0] == ']' || words[0] == '}'))
        return text_problem(
            t, at->start, problems,
            "there is a comma before this %s with nothing between them: remove the comma", words);
    if (words[0] == '\'')
        return text_problem(t, at->start, problems,
                            "strings are written in double quotes, not in single ones");
    if (words[0] == '/' || words[0] == '#')
        return text_problem(t, at->start, problems, "JSON has no comments: remove this one");
    if (strchr("0123456789+-.", words[0]) && !is_number(words))
        return text_problem(t, at->start, problems,
                            "%s is not a number as JSON writes it: 0.5, -2 and 1e3 are", words);
    if (starts_with(said, "string or '}'") && words[0] >= '0' && words[0] <= '9')
        return text_problem(t, at->start, problems,
                            "expected a key in double quotes, found %s: if that belongs to "
                            "the number before it, write a decimal point",
                            words);
    if (starts_with(said, "string or '}'"))
        return text_problem(t, at->start, problems, "expected a key in double quotes, found %s",
                            words);
    if (starts_with(said, "':'"))
        return text_problem(t, at->start, problems,
                            "a colon is missing between a key and its value, before %s", words);
    if (starts_with(said, "']'"))
        return text_problem(t, at->start, problems, "a comma or a closing ] is missing before %s",
                            words);
    if (starts_with(said, "'}'"))
        return text_problem(t, at->start, problems, "a comma or a closing } is missing before %s",
                            words);
    return text_problem(t, at->start, problems,
                        "expected a value (a number, \"text\", [list] or {object}), found %s",
                        words);
}

static bool syntax_problem(const text *t, const json_error_t *error, const outline *o,
                           problem_list *problems)
{
    size_t position = error->position > 0 ? (size_t)error->position : 0;
    token at = token_at(t, position);
    const char *said = error->text;
    if (!said[0]) // jansson ran out of memory where it has no message for it
        return problem_no_memory(problems);
    switch ((int)json_error_code(error)) {
    case json_error_out_of_memory:
        return problem_no_memory(problems);
    case json_error_premature_end_of_input:
        return cut_short(t, o, problems);
    case json_error_end_of_input_expected:
        return text_problem(t, at.start, problems,
                            "there is more text after the end of the JSON, from %s on: remove it",
                            at.words);
    case json_error_duplicate_key:
        return text_problem(t, at.start, problems,
                            "the key %s appears twice in this object: keep one of the two",
                            at.words);
    case json_error_numeric_overflow:
        return text_problem(t, at.start, problems, "the number %s is too large: %s", at.words,
                            starts_with(said, "too big integer")
                                ? "whole numbers go up to 9223372036854775807"
                                : "numbers must be finite, and the largest is about 1.8e308");
    default:
        break;
    }
    // A word, number or escape may be a valid one that was cut off.
    bool at_the_end = at.start + at.size == t->size && position == t->size;
    if (at_the_end && (o->in_string || (o->depth > 0 && starts_with(said, "invalid token"))))
        return cut_short(t, o, problems);
    if (at.words[0] == '"' && !strstr(said, "expected near"))
        return string_problem(t, &at, said, problems);
    return token_problem(t, &at, said, problems);
}

json_t *json_from_text(const text *t, problem_list *problems)
{
    if (t->size >= 3 && memcmp(t->data, "\xef\xbb\xbf", 3) == 0) {
        text_problem(t, 0, problems,
                     "the file begins with a byte order mark: save it as UTF-8 without one");
        return NULL;
    }
    if (!text_check_utf8(t, problems))
        return NULL;
    if (strspn(t->data, " \t\r\n") == t->size) {
        problem_add(problems, "the file is empty: it should hold a JSON object, {...}");
        return NULL;
    }
    outline o = {0};
    if (!check_limits(t, &o, problems))
        return NULL;
    json_error_t error;
    json_t *root = json_loadb(t->data, t->size, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
    if (!root)
        syntax_problem(t, &error, &o, problems);
    return root;
}
