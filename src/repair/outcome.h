// SPDX-License-Identifier: MIT
// Outcome of a repair for each obstacle, over all rounds: united, changed or removed.
#ifndef WEND_REPAIR_OUTCOME_H
#define WEND_REPAIR_OUTCOME_H

#include "core/array.h"
#include "scene/scene.h"

/// Origin of an obstacle of the scene.
typedef struct repair_origin {
    uint32_t input; ///< an input obstacle, or FATE_NONE
    bool several;   ///< it consists of further input obstacles: all of the same set
} repair_origin;

#define FATE_NONE UINT32_MAX

enum {
    FATE_LEFT = 1,      ///< a part of it is in the scene
    FATE_UNITED = 2,    ///< it is part of a united obstacle
    FATE_SEGMENT = 4,   ///< it became a segment
    FATE_POINT = 8,     ///< it became a point
    FATE_REPORTED = 16, ///< a line of the report covers it
};

typedef struct repair_fates {
    scene before;                      ///< a view of the input: obstacles and bounds
    uint32_t *sets;                    ///< for each input obstacle: a forest of sets
    unsigned char *marks;              ///< for each input obstacle
    wend_array(repair_origin) origins; ///< for each obstacle of the current scene
    pool memory;                       ///< of the arrays above without a count
} repair_fates;

/// False: out of memory. Must be closed in any case.
bool fates_open(repair_fates *f, const scene *s);
void fates_close(repair_fates *f);

/// Unites the sets of two input obstacles. FATE_NONE is allowed.
void fates_unite(repair_fates *f, uint32_t one, uint32_t two);

/// Sets the name and role of each united obstacle if all of its named parts agree, and marks what
/// is left.
bool fates_end(repair_fates *f, scene *s);

/// True if the name (or role) of an input obstacle is still on an obstacle made from it, or if it
/// had none.
bool fates_label_is_left(repair_fates *f, const scene *s, uint32_t input, bool role);

#endif
