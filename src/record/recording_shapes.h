// SPDX-License-Identifier: MIT
// Shapes of coherent groups in a recording (see recording_shapes.c).
#ifndef WEND_RECORD_RECORDING_SHAPES_H
#define WEND_RECORD_RECORDING_SHAPES_H

#include "core/array.h"
#include "record/recording.h"

/// Finds which shapes change from frame to frame. Zeroed it is before the first frame.
typedef struct shape_changes {
    wend_array(uint64_t) last; ///< by group, a hash of its shape; 0: not there
    /// In the last frame that was looked at, whose pieces they use; a group that has gone has a
    /// shape of count 0.
    wend_array(record_shape) changed;
} shape_changes;

void shape_changes_free(shape_changes *c);
/// False: out of memory.
bool shape_changes_find(shape_changes *c, const record_frame *frame);

/// Makes a shape of pieces, in the memory of a recording. False: out of memory.
bool recording_make_shape(recording *r, const wend_path_piece *pieces, uint32_t count, double width,
                          wend_group_shape *shape);

/// Hands over the shapes of all groups, in any order. Memory comes from malloc.
void recording_set_shapes(recording *r, recorded_shape *shapes, size_t count);

#endif
