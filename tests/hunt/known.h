// SPDX-License-Identifier: MIT
// Known locks: pairs and families that still lock, with the cause. The short hunt fails on a lock
// that is not among them, so nothing that works can break unnoticed.
#ifndef WEND_TESTS_HUNT_KNOWN_H
#define WEND_TESTS_HUNT_KNOWN_H

#include <stdbool.h>
#include <stddef.h>

typedef struct hunt_known {
    const char *pair;   ///< name of the pair, or "*"; a part may be "*": "mang+*", "*+steer"
    const char *family; ///< name of the family, or "*"
    const char *cause;
} hunt_known;

/// True if the pattern is the name, or is "*"; the planner or the motion model of a pair may be
/// "*".
bool hunt_known_matches(const char *pattern, const char *name);

/// The cause of a known kind of lock; NULL: it is not known, so it is an error.
const char *hunt_known_cause(const char *pair, const char *family);

#endif
