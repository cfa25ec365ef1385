// SPDX-License-Identifier: MIT
// A recording as the data of the replay page: small, and quick to play from any moment.
// docs/view.md has the form; viewer/decode.js reads it.
#ifndef WEND_RECORD_REPLAY_H
#define WEND_RECORD_REPLAY_H

#include "record/recording.h"

/// The data is kept below this if nothing else is said: half of what the page may have. [Units:
/// bytes]
#define REPLAY_USUAL_SIZE ((size_t)20000000)
/// Recordings with more frames are refused: 4.8 days at 10 frames a second.
#define REPLAY_MAX_FRAMES ((uint32_t)1 << 22)
/// The precisions that may be asked for. [Units: m]
#define REPLAY_FINEST   1e-5
#define REPLAY_COARSEST 10.0

/// Zeroed: nothing is asked for.
typedef struct replay_options {
    const char *title; ///< NULL: none [Limit: UTF-8]
    double precision;  ///< 0: the finest of a few that keeps the size [Units: m]
    size_t size;       ///< that the data should keep; 0: REPLAY_USUAL_SIZE [Units: bytes]
} replay_options;

/// What was written.
typedef struct replay_report {
    double precision; ///< x and y of every row are within this [Units: m]
    size_t bytes;
    size_t knots;          ///< that stand for the rows
    uint32_t chunk_frames; ///< frames in a piece that is unpacked at once
    uint32_t chunks;
    uint32_t moments; ///< for which the navigation graph is told
} replay_report;

/// Writes the data of a recording: lines of base64, in ASCII. False with a problem: out of memory,
/// or too many frames. Errors of the file are left in it. report [opt].
bool replay_write(const recording *r, const replay_options *options, FILE *out,
                  replay_report *report, problem_list *problems);

#endif
