// SPDX-License-Identifier: MIT
// Families of tests: the guideline or the kind of source that a test comes from. A test belongs to
// the family with the longest key that its `family` or, without one, its source starts with.
#include "verify/verify.h"

#include <string.h>

static const verify_family families[] = {
    {"RiMEA", {"RiMEA"}},
    {"NIST TN 1822", {"NIST"}},
    {"ISO 20414", {"ISO"}},
    {"IMO MSC.1/Circ.1533", {"IMO"}},
    {"Jülich", {"Jülich"}},
    {"Experiments", {"experiment", "Jülich,", "Zhang", "Weidmann"}}, // "Jülich, ug-180": a data set
    {"wend", {"wend"}},
    {"Held out", {"held out"}},
    {"Other programs", {""}},
};
enum { FAMILIES = sizeof families / sizeof families[0] };

const verify_family *verify_family_at(size_t index)
{
    return index < FAMILIES ? &families[index] : NULL;
}

const verify_family *verify_family_of(const verify_test *test)
{
    const char *from = test->family ? test->family : test->source;
    const verify_family *family = &families[FAMILIES - 1];
    size_t longest = 0;
    for (size_t i = 0; i < FAMILIES; ++i)
        for (const char *const *key = families[i].keys; *key; ++key) {
            size_t length = strlen(*key);
            if (length > longest && strncmp(from, *key, length) == 0) {
                longest = length;
                family = &families[i];
            }
        }
    return family;
}
