// SPDX-License-Identifier: MIT
// What the parts of the check of a floor share: floor_flaws.c looks at walls, floor_nesting.c at
// what lies inside what.
#ifndef WEND_GEOMETRY_FLOOR_CHECKER_H
#define WEND_GEOMETRY_FLOOR_CHECKER_H

#include "geometry/floor_contact.h"
#include "geometry/floor_report.h"

/// Why a ring is overlooked, and all those of its shape with it.
enum {
    WEND_NOT_SIMPLE = 1, ///< one of them touches itself, so nobody knows the shape's inside
    WEND_TANGLED = 2, ///< one of them crosses another ring or is a misplaced hole, so a look down
                      ///< would not be exact or would not know the inside
};

typedef struct wend_checker {
    const wend_floor *floor;
    uint8_t *unclear; ///< for each ring: why it is overlooked, or 0
    wend_contact contact;
    wend_report report;
    uint32_t wall; ///< whose crossings are looked for
    bool no_memory;
} wend_checker;

/// False when there is no memory, or no room for more findings.
static inline bool wend_checker_goes_on(const wend_checker *c)
{
    return !c->no_memory && !c->report.full && !c->report.no_memory;
}

/// Finds holes that are not in their polygon, and shapes that lie inside others or outside the
/// bounds. All crossings and contacts have been found.
void wend_check_nesting(wend_checker *c);

#endif
