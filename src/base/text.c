// SPDX-License-Identifier: MIT
#include "base/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

static bool too_large(problem_list *problems)
{
    return problem_add(problems, "the file is larger than %zu MB, which is the most wend reads",
                       TEXT_MAX_SIZE >> 20);
}

// Reads to the end of a stream whose size is unknown, or that grows while it is read.
static bool read_stream(FILE *in, size_t expected, text *out, problem_list *problems)
{
    size_t capacity = expected + 1; // one more, so that an exact estimate reaches the end at once
    char *data = malloc(capacity + 1);
    size_t size = 0;
    while (data) {
        size += fread(data + size, 1, capacity - size, in);
        if (size > TEXT_MAX_SIZE) {
            free(data);
            return too_large(problems);
        }
        if (size < capacity)
            break;
        capacity = capacity < 4096 ? 4096 : capacity * 2;
        if (capacity > TEXT_MAX_SIZE)
            capacity = TEXT_MAX_SIZE + 1;
        char *grown = realloc(data, capacity + 1);
        if (!grown)
            free(data);
        data = grown;
    }
    if (!data)
        return problem_no_memory(problems);
    if (ferror(in)) {
        free(data);
        return problem_add(problems, "cannot be read: %s", strerror(errno));
    }
    data[size] = 0;
    *out = (text){data, size};
    return true;
}

bool text_read_file(const char *path, text *out, problem_list *problems)
{
    if (strcmp(path, "-") == 0)
        return read_stream(stdin, 0, out, problems);
    FILE *in = fopen(path, "rb");
    if (!in)
        return problem_add(problems, "cannot be opened: %s", strerror(errno));
    struct stat status;
    bool good = false;
    if (fstat(fileno(in), &status) != 0)
        problem_add(problems, "cannot be read: %s", strerror(errno));
    else if (S_ISDIR(status.st_mode))
        problem_add(problems, "is a folder: give a file inside it");
    else if (status.st_size > 0 && (uintmax_t)status.st_size > TEXT_MAX_SIZE)
        too_large(problems);
    else
        good = read_stream(in, S_ISREG(status.st_mode) ? (size_t)status.st_size : 0, out, problems);
    fclose(in);
    return good;
}

bool path_has_extension(const char *path, const char *list)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash ? slash : path, '.');
    size_t size;
    for (; dot && *list; list += size + strspn(list + size, " ")) {
        size = strcspn(list, " ");
        if (strlen(dot + 1) == size && strncasecmp(list, dot + 1, size) == 0)
            return true;
    }
    return false;
}

bool text_copy(const void *data, size_t size, text *out, problem_list *problems)
{
    if (size > TEXT_MAX_SIZE)
        return too_large(problems);
    char *copy = malloc(size + 1);
    if (!copy)
        return problem_no_memory(problems);
    if (size > 0)
        memcpy(copy, data, size);
    copy[size] = 0;
    *out = (text){copy, size};
    return true;
}

void text_free(text *t)
{
    free(t->data);
    *t = (text){0};
}

text_position text_place(const text *t, size_t offset)
{
    text_position at = {1, 1};
    size_t start = 0;
    for (size_t i = 0; i < offset && i < t->size; ++i)
        if (t->data[i] == '\n') {
            ++at.line;
            start = i + 1;
        }
    at.column = offset - start + 1;
    return at;
}

// The length of the valid UTF-8 character that starts here (RFC 3629: no overlong forms, no
// surrogates, nothing beyond U+10FFFF), or 0. Reading p[1..3] is safe: a 0 follows the text.
static size_t utf8_length(const unsigned char *p)
{
    if (p[0] == 0)
        return 0;
    if (p[0] < 0x80)
        return 1;
    unsigned char low = 0x80, high = 0xbf;
    size_t more;
    if (p[0] >= 0xc2 && p[0] <= 0xdf) {
        more = 1;
    } else if (p[0] >= 0xe0 && p[0] <= 0xef) {
        more = 2;
        low = p[0] == 0xe0 ? 0xa0 : 0x80;
        high = p[0] == 0xed ? 0x9f : 0xbf;
    } else if (p[0] >= 0xf0 && p[0] <= 0xf4) {
        more = 3;
        low = p[0] == 0xf0 ? 0x90 : 0x80;
        high = p[0] == 0xf4 ? 0x8f : 0xbf;
    } else {
        return 0;
    }
    for (size_t i = 1; i <= more; ++i) {
        if (p[i] < low || p[i] > high)
            return 0;
        low = 0x80;
        high = 0xbf;
    }
    return more + 1;
}

bool text_check_utf8(const text *t, problem_list *problems)
{
    for (size_t i = 0; i < t->size;) {
        size_t length = utf8_length((const unsigned char *)t->data + i);
        if (length == 0)
            return text_problem(t, i, problems,
                                "byte 0x%02x is not UTF-8 text: save the file as UTF-8",
                                (unsigned)(unsigned char)t->data[i]);
        i += length;
    }
    return true;
}

void text_make_utf8(char *s)
{
    while (*s) {
        size_t length = utf8_length((const unsigned char *)s);
        if (length == 0)
            *s = '?';
        s += length ? length : 1;
    }
}
