// SPDX-License-Identifier: MIT
// Outcome of a repair for each obstacle, over all rounds: united, changed or removed.
#ifndef WEND_REPAIR_OUTCOME_H
#define WEND_REPAIR_OUTCOME_H

#include "core/array.h"
#include "scene/scene.h"

/// Origin of an obstacle of the scene.
typedef struct repair_origin {
    uint32_t input; ///< an input obstacle, or OUTCOME_NONE
    bool several;   ///< it consists of further input obstacles: all of the same set
} repair_origin;

#define OUTCOME_NONE UINT32_MAX

enum {
    OUTCOME_LEFT = 1,      ///< a part of it is in the scene
    OUTCOME_UNITED = 2,    ///< it is part of a united obstacle
    OUTCOME_SEGMENT = 4,   ///< it became a segment
    OUTCOME_POINT = 8,     ///< it became a point
    OUTCOME_REPORTED = 16, ///< a line of the report covers it
};

typedef struct repair_outcome {
    scene before;                      ///< a view of the input: obstacles and bounds
    uint32_t *sets;                    ///< for each input obstacle: a forest of sets
    unsigned char *marks;              ///< for each input obstacle
    wend_array(repair_origin) origins; ///< for each obstacle of the current scene
    pool memory;                       ///< of the arrays above without a count
} repair_outcome;

/// False: out of memory. Must be closed in any case.
bool outcome_open(repair_outcome *f, const scene *s);
void outcome_close(repair_outcome *f);

/// Unites the sets of two input obstacles. OUTCOME_NONE is allowed.
void outcome_unite(repair_outcome *f, uint32_t one, uint32_t two);

/// Sets the name and role of each united obstacle if all of its named parts agree, and marks what
/// is left.
bool outcome_end(repair_outcome *f, scene *s);

/// True if the name (or role) of an input obstacle is still on an obstacle made from it, or if it
/// had none.
bool outcome_label_is_left(repair_outcome *f, const scene *s, uint32_t input, bool role);

#endif
