// SPDX-License-Identifier: MIT
// A sink that measures the coherence of groups during a run, from the frames that a recording would
// have: `wend measure` finds the same figures in the recording.
#ifndef WEND_RUN_COHERENCE_SINK_H
#define WEND_RUN_COHERENCE_SINK_H

#include "measure/coherence.h"

/// *out is filled frame by frame, and must outlive the sink. NULL: out of memory.
record_sink *coherence_sink_create(double fps, coherence *out);

#endif
