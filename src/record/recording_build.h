// SPDX-License-Identifier: MIT
// Builds a recording: a reader of a file, or a sink of a run, adds rows, agents and names in any
// order; finishing sorts and indexes them.
//
//     recording_build b;
//     recording_build_start(&b);
//     bool good = recording_build_row(&b, id, frame, at) && ...
//                 recording_build_finish(&b, &(recording_rate){.stated = 25}, out);
//     if (!good)
//         recording_build_problem(&b, problems);
//     recording_build_free(&b);
#ifndef WEND_RECORD_RECORDING_BUILD_H
#define WEND_RECORD_RECORDING_BUILD_H

#include "core/array.h"
#include "record/recording.h"

/// Frames from the first to the last, each of which costs memory even if it is empty.
#define RECORDING_MAX_FRAMES ((uint32_t)1 << 24)
/// The largest frame that a file may have, and the largest id: a double distinguishes whole
/// numbers up to there.
#define RECORDING_MOST_FRAME ((uint64_t)UINT32_MAX)
#define RECORDING_MOST_ID    ((uint64_t)1 << 53)
/// Range of frame rates. [Units: 1/s]
#define RECORDING_LEAST_FPS 1e-6
#define RECORDING_MOST_FPS  1e6

typedef enum recording_failure {
    RECORDING_NO_FAILURE,
    RECORDING_NO_MEMORY,
    RECORDING_TOO_MANY_ROWS,
    RECORDING_TOO_MANY_FRAMES,
    RECORDING_TWICE, ///< an agent is twice in one frame
} recording_failure;

typedef struct recording_raw_row {
    uint32_t agent, frame;
    wend_vec2 at;
} recording_raw_row;

/// An open hash table of numbers.
typedef struct recording_table {
    uint32_t *slots; ///< [room] numbers + 1; 0: free
    size_t room;     ///< a power of 2, or 0
} recording_table;

typedef struct recording_build {
    /// Agents, names, strings and what else the file says are put here by the caller; rows and
    /// frames by recording_build_finish.
    recording out;
    size_t most_rows; ///< RECORDING_MAX_ROWS at first
    /// The rows of an agent are frame_step apart or more, though not all start in step: frames
    /// between two count as the first of them. False: frame_step is what divides all frames.
    bool strides;

    recording_failure failure; ///< of the first call that has returned false
    uint64_t twice_id;         ///< for RECORDING_TWICE
    uint32_t twice_frame;      ///< as in the file

    // The rest is for recording_build*.c and recording_index.c.
    wend_array(recorded_agent) agents; ///< as they come; count is right, first is not
    wend_array(const char *) names;
    wend_array(recording_raw_row *) blocks; ///< of rows; all but the last are full
    size_t row_count;
    recording_table agent_table, name_table;
    uint64_t secret;                  ///< prevents a file that is made to collide
    uint32_t last_agent;              ///< that a row was added for
    uint32_t first_frame, last_frame; ///< no frames yet: first > last
    uint32_t frame_step;              ///< divides all that two frames differ by; 0: one frame
} recording_build;

void recording_build_start(recording_build *b);
/// Frees what has not been handed over by recording_build_finish.
void recording_build_free(recording_build *b);
/// Adds the problem of a call that has failed; returns false.
bool recording_build_problem(const recording_build *b, problem_list *problems);

/// The number in b->agents of the agent with that id; a new one has no properties. All these
/// functions return false with b->failure.
bool recording_build_agent(recording_build *b, uint64_t id, uint32_t *agent);
/// One row. [Limit: frame <= RECORDING_MOST_FRAME; at is finite]
bool recording_build_row(recording_build *b, uint64_t id, uint32_t frame, wend_vec2 at);
/// There is that frame, with or without rows.
void recording_build_frame(recording_build *b, uint32_t frame);
/// The number of a name; NULL and "" are 0.
bool recording_build_name(recording_build *b, const char *name, uint32_t *number);
/// A copy of a text in the recording's memory. NULL: out of memory.
char *recording_build_string(recording_build *b, const char *bytes, size_t size);

/// Frames per second of the file: `stated` [opt] by the file; else `asked` [opt] by the caller;
/// else guess; else guess_here, which counts only every frame_step-th frame.
typedef struct recording_rate {
    double stated, asked, guess, guess_here;
} recording_rate;

/// Sorts everything, completes the recording and hands it over.
bool recording_build_finish(recording_build *b, const recording_rate *rate, recording *out);

/// Rows per block.
enum { RECORDING_BLOCK = 1 << 14 };

/// Sorts rows and indexes them (recording_index.c): a part of recording_build_finish. The blocks
/// are used up.
bool recording_index_rows(recording_build *b);

#endif
