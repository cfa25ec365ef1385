// SPDX-License-Identifier: MIT
#include "tests/hunt/known.h"

#include <string.h>

/// Where only other agents close a passage, the graph has no path.
#define NO_PATH                                                                                    \
    "agents without a path past an oncoming one are not led by gates, and do not make room"
#define GATES                                                                                      \
    "who has come out of a gate is taken for one who enters; who is inside heads for the wall "    \
    "beside an opening"
#define GROUPS "groups that meet block each other"

static const hunt_known KNOWN[] = {
    {"mang+*", "corridor", NO_PATH},
    {"mang+*", "door", NO_PATH},
    {"mang+*", "series", NO_PATH},
    {"*", "series", GATES},
    {"*+social_force", "bends",
     "contacts act through walls; portals do not lead around the end of a wall in a narrow "
     "opening"},
    {"*+boids", "*", "cohesion is stronger than the way to the goal; openings of one body's width"},
    {"mixed", "*", "one of the other causes"},
    {"group+*", "halls", GROUPS},
    {"groups+mixed", "halls", GROUPS},
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
