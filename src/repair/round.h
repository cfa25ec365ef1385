// SPDX-License-Identifier: MIT
// One round of a repair: the obstacles with a defect, and those near them, are replaced by what
// overlay.h makes of them.
#ifndef WEND_REPAIR_ROUND_H
#define WEND_REPAIR_ROUND_H

#include "polygon/geos.h"
#include "repair/outcome.h"

/// How far a round goes.
typedef enum repair_reach {
    REPAIR_APART,  ///< what has a defect and what is near; what only touches stays apart
    REPAIR_UNITED, ///< the same, but what touches is united
    REPAIR_ALL,    ///< everything, and what touches is united
} repair_reach;

typedef struct repair {
    scene *s;
    geos g;
    problem_list *problems;
    repair_fates fates;
    double tolerance, grid;
    wend_defect *defects;               ///< of the scene as it is, the first ones
    uint32_t defect_count, all_defects; ///< in defects, and in the scene
} repair;

/// False: a problem was added. If GEOS fails, the scene stays as it is.
bool repair_round(repair *r, repair_reach reach);

#endif
