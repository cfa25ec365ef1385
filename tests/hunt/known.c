// SPDX-License-Identifier: MIT
#include "tests/hunt/known.h"

#include <string.h>

static const hunt_known KNOWN[] = {
    {"*", "series",
     "who has come out of a gate is taken for one who enters; who is inside heads for the wall "
     "beside an opening"},
    {"*+social_force", "bends", "one follows beside another around a bend of one body's width"},
    {"*+boids", "*", "cohesion is stronger than the way to the goal; openings of one body's width"},
    {"group+*", "halls", "groups that meet block each other"},
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
