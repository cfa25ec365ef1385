// SPDX-License-Identifier: MIT
// State shared by the parts of floor validation: floor_defects.c checks walls, floor_nesting.c
// containment.
#ifndef WEND_GEOMETRY_FLOOR_CHECKER_H
#define WEND_GEOMETRY_FLOOR_CHECKER_H

#include "geometry/floor_contact.h"
#include "geometry/floor_report.h"

/// Why a ring, and with it all rings of its shape, is ignored.
enum {
    WEND_NOT_SIMPLE = 1, ///< a ring touches itself, so the shape has no defined interior
    WEND_TANGLED = 2,    ///< a ring crosses another or is a misplaced hole, so a downward ray would
                         ///< not be exact or the interior is undefined
};

typedef struct wend_checker {
    const wend_floor *floor;
    uint8_t *unclear; ///< per ring: why it is ignored, or 0
    wend_contact contact;
    wend_report report;
    uint32_t wall; ///< wall whose crossings are searched for
    bool no_memory;
} wend_checker;

/// False if out of memory, or if the maximum number of findings is reached.
static inline bool wend_checker_continues(const wend_checker *c)
{
    return !c->no_memory && !c->report.full && !c->report.no_memory;
}

/// Finds holes that are not inside their polygon, and shapes that lie inside others or outside the
/// bounds. All crossings and contacts must have been found.
void wend_check_nesting(wend_checker *c);

#endif
