// SPDX-License-Identifier: MIT
// Looks on at a world and tells a sink, a frame every so many steps.
#ifndef WEND_RECORD_RECORDER_H
#define WEND_RECORD_RECORDER_H

#include "record/record.h"

typedef struct recorder recorder;

/// Starts to look on at a world that has not been stepped yet, and tells the first frame. The
/// sink, the world and what about points to must outlive it. NULL: out of memory, or the sink has
/// failed (*sink_failed [opt]).
recorder *recorder_start(const wend_world *world, const record_about *about, uint64_t every,
                         record_sink *sink, bool *sink_failed);
/// After each step. False: out of memory, or the sink has failed.
bool recorder_step(recorder *r);
bool recorder_sink_failed(const recorder *r);
/// Completes `end` (left, time, hash) for the sink's close; valid until the recorder is freed.
void recorder_end(recorder *r, record_end *end);
void recorder_free(recorder *r);

/// How many frames it has told.
uint64_t recorder_frames(const recorder *r);

#endif
