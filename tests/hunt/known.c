// SPDX-License-Identifier: MIT
#include "tests/hunt/known.h"

#include <string.h>

static const hunt_known KNOWN[] = {
    {"group+*", "halls",
     "groups that each fill a third of a small room: no schedule is found (told: "
     "no_place_to_pass)"},
    {NULL, NULL, NULL},
};

bool hunt_known_matches(const char *pattern, const char *name)
{
    if (strcmp(pattern, "*") == 0 || strcmp(pattern, name) == 0)
        return true;
    size_t size = strlen(pattern), length = strlen(name), before = strcspn(name, "+");
    if (size > 1 && pattern[0] == '*') // "*+steer"
        return strcmp(pattern + 1, name + before) == 0;
    return size > 1 && size - 2 == before && before < length && pattern[size - 1] == '*' &&
           strncmp(pattern, name, size - 1) == 0; // "mang+*"
}

const char *hunt_known_cause(const char *pair, const char *family)
{
    for (const hunt_known *k = KNOWN; k->pair; ++k)
        if (hunt_known_matches(k->pair, pair) && hunt_known_matches(k->family, family))
            return k->cause;
    return NULL;
}
