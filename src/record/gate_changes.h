// SPDX-License-Identifier: MIT
// Finds the gates of a world whose state changes from frame to frame (see gate_changes.c).
#ifndef WEND_RECORD_GATE_CHANGES_H
#define WEND_RECORD_GATE_CHANGES_H

#include "core/array.h"
#include "record/record.h"

/// Zeroed it is before the first frame.
typedef struct gate_changes {
    wend_array(record_gate) last;    ///< by number, as last recorded
    wend_array(record_gate) changed; ///< in the last frame that was looked at, by number
} gate_changes;

void gate_changes_free(gate_changes *c);
/// Looks at the gates of the world of a scene. False: out of memory.
bool gate_changes_find(gate_changes *c, const wend_world *world, const scene *s);

/// True if both have the same mouths and the same axis.
bool record_gate_has_mouths_of(const record_gate *one, const record_gate *other);

#endif
