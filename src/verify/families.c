// SPDX-License-Identifier: MIT
// Families of tests: the guideline or the kind of source that a test comes from. A test belongs to
// the family whose key its `family` or, without one, its source starts with.
#include "verify/verify.h"

#include <string.h>

static const verify_family families[] = {
    {"RiMEA", "RiMEA"},     {"NIST", "NIST TN 1822"},
    {"ISO", "ISO 20414"},   {"IMO", "IMO MSC.1/Circ.1533"},
    {"Jülich", "Jülich"},   {"experiment", "Experiments"},
    {"", "Other programs"},
};
enum { FAMILIES = sizeof families / sizeof families[0] };

const verify_family *verify_family_at(size_t index)
{
    return index < FAMILIES ? &families[index] : NULL;
}

const verify_family *verify_family_of(const verify_test *test)
{
    const char *key = test->family ? test->family : test->source;
    const verify_family *family = families;
    while (strncmp(key, family->key, strlen(family->key)) != 0)
        ++family; // ends at the empty key
    return family;
}
