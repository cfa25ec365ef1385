// SPDX-License-Identifier: MIT
// What became of each obstacle of a scene that is being repaired, over all rounds: what was united
// with what, and of what nothing is left.
#ifndef WEND_REPAIR_OUTCOME_H
#define WEND_REPAIR_OUTCOME_H

#include "core/array.h"
#include "scene/scene.h"

/// Where an obstacle of the scene comes from.
typedef struct repair_origin {
    uint32_t input; ///< an obstacle that was given, or FATE_NONE
    bool several;   ///< it is made of others too: all that are in the same set
} repair_origin;

#define FATE_NONE UINT32_MAX

enum {
    FATE_LEFT = 1,      ///< something of it is in the scene
    FATE_UNITED = 2,    ///< it is in one obstacle with others
    FATE_SEGMENT = 4,   ///< it became a segment
    FATE_POINT = 8,     ///< it became a point
    FATE_REPORTED = 16, ///< a line of the repair says what became of it
};

typedef struct repair_fates {
    scene before;                      ///< a view of what was given: obstacles and bounds
    uint32_t *sets;                    ///< for each obstacle that was given: a forest of sets
    unsigned char *marks;              ///< for each obstacle that was given
    wend_array(repair_origin) origins; ///< for each obstacle of the scene as it is now
    pool memory;                       ///< of the arrays above without a count
} repair_fates;

/// False: out of memory. Close it in any case.
bool fates_open(repair_fates *f, const scene *s);
void fates_close(repair_fates *f);

/// Says that two obstacles that were given are in one now. FATE_NONE is allowed.
void fates_unite(repair_fates *f, uint32_t one, uint32_t two);

/// Names what was united after all it is made of, if those that have a name (a role) agree, and
/// marks what is left.
bool fates_end(repair_fates *f, scene *s);

/// True if the name, or the role, of an obstacle that was given is still on something that is made
/// of it, or if it had none.
bool fates_label_is_left(repair_fates *f, const scene *s, uint32_t input, bool role);

#endif
