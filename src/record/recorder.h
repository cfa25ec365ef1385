// SPDX-License-Identifier: MIT
// Records the agents that a tracker follows: a sink gets a frame every `every` steps.
#ifndef WEND_RECORD_RECORDER_H
#define WEND_RECORD_RECORDER_H

#include "record/record.h"
#include "record/tracker.h"

typedef struct recorder recorder;

/// Starts to record the agents of a tracker that has been started and not stepped yet, and writes
/// the first frame. The sink, the tracker and what about points to must outlive it. NULL: out of
/// memory, or the sink has failed (*sink_failed [opt]).
recorder *recorder_start(const tracker *agents, const record_about *about, uint64_t every,
                         record_sink *sink, bool *sink_failed);
/// Call it after each tracker_step. False: out of memory, or the sink has failed.
bool recorder_step(recorder *r);
bool recorder_sink_failed(const recorder *r);
/// Completes `end` (left, time, hash) for the sink's close; valid until the recorder is freed.
void recorder_end(recorder *r, record_end *end);
void recorder_free(recorder *r);

/// Number of frames recorded so far.
uint64_t recorder_frames(const recorder *r);

#endif
