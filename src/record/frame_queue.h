// SPDX-License-Identifier: MIT
// Frames on their way from the thread that simulates to the one that writes: a queue of copies, as
// long as its memory allows.
#ifndef WEND_RECORD_FRAME_QUEUE_H
#define WEND_RECORD_FRAME_QUEUE_H

#include "record/record.h"

typedef struct frame_queue frame_queue;

/// NULL: out of memory.
frame_queue *frame_queue_create(uint32_t doors, uint32_t movers, size_t most_bytes);
/// When both threads are done with it. NULL is allowed.
void frame_queue_free(frame_queue *q);

// ---- for the one that simulates -----------------------------------------------------------------

typedef enum frame_queue_result {
    FRAME_QUEUE_TAKEN,
    FRAME_QUEUE_NO_MEMORY,
    FRAME_QUEUE_REFUSED, ///< the writer has stopped
} frame_queue_result;

/// Adds a copy of the frame. Waits while the queue is full, unless it is empty: a frame of any size
/// finds room sooner or later.
frame_queue_result frame_queue_put(frame_queue *q, const record_frame *frame);
/// No frame will follow.
void frame_queue_end(frame_queue *q);

// ---- for the one that writes --------------------------------------------------------------------

/// The next frame, valid until it is given back; NULL: there was none within `patience` [Units: s],
/// or all have been taken (*over). The goals' names of new agents are copies, other strings are
/// not.
const record_frame *frame_queue_take(frame_queue *q, double patience, bool *over);
/// Gives back what was taken last.
void frame_queue_give_back(frame_queue *q);
/// From now on frames are refused, and those that wait are forgotten.
void frame_queue_refuse(frame_queue *q);

#endif
