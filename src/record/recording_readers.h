// SPDX-License-Identifier: MIT
// The readers of recordings, each in its own file; recording.c has the table of them.
#ifndef WEND_RECORD_RECORDING_READERS_H
#define WEND_RECORD_RECORDING_READERS_H

#include "record/recording_build.h"

/// The caller's value; 0: it is not usable.
double recording_hint(double value);

/// Reads a text into a recording that has just been started, and finishes it. Accepts any bytes.
/// False with problems; the caller frees the build in any case.
typedef bool recording_read_fn(const text *t, const recording_hints *hints, recording_build *b,
                               recording *out, problem_list *problems);
recording_read_fn recording_read_csv, recording_read_txt, recording_read_traj;

/// The same for a database: a file, or bytes in memory, which must last during the call.
bool recording_load_sqlite(const char *path, const recording_hints *hints, recording_build *b,
                           recording *out, problem_list *problems);
bool recording_read_sqlite(const void *bytes, size_t size, const recording_hints *hints,
                           recording_build *b, recording *out, problem_list *problems);

#endif
