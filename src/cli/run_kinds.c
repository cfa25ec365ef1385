// SPDX-License-Identifier: MIT
// The kinds of files that a run can be written to. This is the list that a new kind goes into.
#include "cli/run.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

const record_kind *const run_kinds[] = {
    &record_sqlite, &record_csv, &record_txt, &record_json, &record_video, NULL,
};

/// The next of the words in a list separated by spaces; false at its end.
static bool next_word(const char **list, const char **word, size_t *size)
{
    *word = *list + strspn(*list, " ");
    *size = strcspn(*word, " ");
    *list = *word + *size;
    return *size > 0;
}

static bool ends_with(const char *path, const char *ending, size_t size)
{
    size_t length = strlen(path);
    return length > size + 1 && path[length - size - 1] == '.' &&
           strncasecmp(path + length - size, ending, size) == 0;
}

const record_kind *record_kind_of(const char *path)
{
    if (strcmp(path, "-") == 0)
        return &record_csv;
    for (const record_kind *const *kind = run_kinds; *kind; ++kind) {
        const char *list = (*kind)->endings, *ending;
        for (size_t size; next_word(&list, &ending, &size);)
            if (ends_with(path, ending, size))
                return *kind;
    }
    return NULL;
}

void run_kinds_list(char *words, size_t size)
{
    size_t used = 0;
    words[0] = 0;
    for (const record_kind *const *kind = run_kinds; *kind; ++kind) {
        const char *list = (*kind)->endings, *ending;
        for (size_t length; next_word(&list, &ending, &length) && used < size;)
            used += (size_t)snprintf(words + used, size - used, "%s.%.*s", used ? ", " : "",
                                     (int)length, ending);
    }
}
