// SPDX-License-Identifier: MIT
// One round of a repair: the obstacles with a defect, and those near them, are replaced by their
// overlay (overlay.h).
#ifndef WEND_REPAIR_ROUND_H
#define WEND_REPAIR_ROUND_H

#include "polygon/geos.h"
#include "repair/outcome.h"

/// Extent of a round.
typedef enum repair_reach {
    REPAIR_APART,  ///< obstacles with a defect and those near them; obstacles that only touch stay
                   ///< separate
    REPAIR_UNITED, ///< the same, but obstacles that touch are united
    REPAIR_ALL,    ///< all obstacles; those that touch are united
} repair_reach;

typedef struct repair {
    scene *s;
    geos g;
    problem_list *problems;
    repair_outcome outcome;
    double tolerance, grid;
    wend_defect *defects;               ///< first defects of the current scene
    uint32_t defect_count, all_defects; ///< number in defects, and in the scene
} repair;

/// False: a problem was added. If GEOS fails, the scene is unchanged.
bool repair_round(repair *r, repair_reach reach);

#endif
