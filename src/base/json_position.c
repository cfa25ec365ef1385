// SPDX-License-Identifier: MIT
#include "base/json_position.h"

#include <string.h>

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static size_t skip_space(const text *t, size_t i)
{
    while (i < t->size && is_space(t->data[i]))
        ++i;
    return i;
}

size_t json_skip_string(const text *t, size_t offset)
{
    for (size_t i = offset + 1; i < t->size; ++i) {
        if (t->data[i] == '\\')
            ++i;
        else if (t->data[i] == '"')
            return i + 1;
    }
    return t->size;
}

// The position after the list or object that opens at i. Brackets are only counted: the text has
// been accepted.
static size_t skip_nested(const text *t, size_t i)
{
    static const bool counts[256] = {
        ['"'] = true, ['['] = true, [']'] = true, ['{'] = true, ['}'] = true};
    size_t depth = 0;
    while (i < t->size) {
        char c = t->data[i];
        if (!counts[(unsigned char)c]) {
            ++i;
        } else if (c == '"') {
            i = json_skip_string(t, i);
        } else {
            ++i;
            depth += c == '[' || c == '{' ? 1 : (size_t)-1;
            if (depth == 0)
                break;
        }
    }
    return i;
}

// The position after the value that starts at i.
static size_t skip_value(const text *t, size_t i)
{
    char first = i < t->size ? t->data[i] : 0;
    if (first == '"')
        return json_skip_string(t, i);
    if (first == '[' || first == '{')
        return skip_nested(t, i);
    while (i < t->size && !is_space(t->data[i]) && !strchr(",]}", t->data[i]))
        ++i;
    return i;
}

static unsigned hex4(const text *t, size_t i)
{
    unsigned value = 0;
    for (size_t end = i + 4; i < end; ++i) {
        char c = i < t->size ? t->data[i] : '0';
        unsigned digit = c >= 'a'   ? (unsigned)(c - 'a') + 10
                         : c >= 'A' ? (unsigned)(c - 'A') + 10
                                    : (unsigned)(c - '0');
        value = value << 4 | (digit & 15);
    }
    return value;
}

// Writes a code point as UTF-8 and returns its number of bytes.
static size_t encode_utf8(unsigned code, char out[4])
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char lead[] = {0, 0xc0, 0xe0, 0xf0};
    for (size_t k = more; k > 0; --k, code >>= 6)
        out[k] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)(lead[more] | code);
    return more + 1;
}

// Decodes the escape whose backslash is at *i, moves *i past it, and returns its number of bytes.
static size_t decode_escape(const text *t, size_t *i, char out[4])
{
    char c = *i + 1 < t->size ? t->data[*i + 1] : 0;
    if (c != 'u') {
        static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
        const char *found = c ? strchr(from, c) : NULL;
        out[0] = found ? to[found - from] : c;
        *i += 2;
        return 1;
    }
    unsigned code = hex4(t, *i + 2);
    *i += 6;
    if (code >= 0xd800 && code < 0xdc00) { // the first half of a pair
        unsigned low = hex4(t, *i + 2);
        code = 0x10000 + ((code - 0xd800) << 10) + ((low - 0xdc00) & 0x3ff);
        *i += 6;
    }
    return encode_utf8(code, out);
}

// True if the string whose quote is at i is `key`.
static bool string_is(const text *t, size_t i, const char *key)
{
    for (++i; i < t->size && t->data[i] != '"';) {
        char bytes[4] = {t->data[i]};
        size_t count = 1;
        if (t->data[i] == '\\')
            count = decode_escape(t, &i, bytes);
        else
            ++i;
        if (strncmp(key, bytes, count) != 0)
            return false;
        key += count;
    }
    return *key == 0;
}

// From the opening bracket at i to the wanted item.
static bool find_item(const text *t, size_t i, size_t index, size_t *offset)
{
    if (i >= t->size || t->data[i] != '[')
        return false;
    i = skip_space(t, i + 1);
    for (size_t k = 0; i < t->size && t->data[i] != ']'; ++k) {
        if (k == index) {
            *offset = i;
            return true;
        }
        i = skip_space(t, skip_value(t, i));
        if (i >= t->size || t->data[i] != ',')
            return false;
        i = skip_space(t, i + 1);
    }
    return false;
}

// From the opening brace at i to the key and the value of the wanted member.
static bool find_member(const text *t, size_t i, const char *key, size_t *key_offset,
                        size_t *offset)
{
    if (i >= t->size || t->data[i] != '{')
        return false;
    i = skip_space(t, i + 1);
    while (i < t->size && t->data[i] == '"') {
        size_t colon = skip_space(t, json_skip_string(t, i));
        if (colon >= t->size || t->data[colon] != ':')
            return false;
        size_t value = skip_space(t, colon + 1);
        if (string_is(t, i, key)) {
            *key_offset = i;
            *offset = value;
            return true;
        }
        i = skip_space(t, skip_value(t, value));
        if (i >= t->size || t->data[i] != ',')
            return false;
        i = skip_space(t, i + 1);
    }
    return false;
}

static bool find(const text *t, const json_path *path, size_t *key_offset, size_t *offset)
{
    const json_path *steps[JSON_PATH_MOST];
    size_t count = 0;
    for (; path->up; path = path->up) {
        if (count == JSON_PATH_MOST)
            return false;
        steps[count++] = path;
    }
    *key_offset = *offset = skip_space(t, 0);
    while (count > 0) {
        const json_path *step = steps[--count];
        bool found = step->key ? find_member(t, *offset, step->key, key_offset, offset)
                               : find_item(t, *offset, step->index, offset);
        if (!found)
            return false;
        if (!step->key)
            *key_offset = *offset;
    }
    return true;
}

bool json_place(const text *t, const json_path *path, size_t *offset)
{
    size_t key;
    return find(t, path, &key, offset);
}

bool json_place_key(const text *t, const json_path *path, size_t *offset)
{
    size_t value;
    return find(t, path, offset, &value);
}
