// SPDX-License-Identifier: MIT
// A recording as data of the replay page: compact, with fast random access in time. docs/view.md
// defines the format; viewer/decode.js reads it.
#ifndef WEND_REPLAY_REPLAY_H
#define WEND_REPLAY_REPLAY_H

#include "record/recording.h"

/// Default size limit of the data: half of what the page may have. [Units: bytes]
#define REPLAY_USUAL_SIZE ((size_t)20000000)
/// Maximum number of frames: 4.8 days at 10 frames per second.
#define REPLAY_MAX_FRAMES ((uint32_t)1 << 22)
/// Range of precisions. [Units: m]
#define REPLAY_FINEST   1e-5
#define REPLAY_COARSEST 10.0

/// Zeroed: all defaults.
typedef struct replay_options {
    const char *title; ///< NULL: none [Limit: UTF-8]
    double precision;  ///< 0: the finest of a few that keeps the size [Units: m]
    size_t size;       ///< size limit of the data; 0: REPLAY_USUAL_SIZE [Units: bytes]
} replay_options;

/// Properties of the written data.
typedef struct replay_report {
    double precision; ///< maximum error of x and y of every row [Units: m]
    size_t bytes;
    size_t knots;          ///< number of knots that represent the rows
    uint32_t chunk_frames; ///< frames per chunk
    uint32_t chunks;
    uint32_t moments; ///< number of moments with a navigation graph
} replay_report;

/// Writes the data of a recording: lines of base64, in ASCII. False with a problem: out of memory,
/// or too many frames. File errors remain in the FILE. report [opt].
bool replay_write(const recording *r, const replay_options *options, FILE *out,
                  replay_report *report, problem_list *problems);

#endif
