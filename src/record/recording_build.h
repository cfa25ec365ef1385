// SPDX-License-Identifier: MIT
// A recording in the making: whoever reads a file, or listens to a run, adds rows, agents and names
// as they come, in any order; finishing sorts and indexes them.
//
//     recording_build b;
//     recording_build_start(&b);
//     bool good = recording_build_row(&b, id, frame, at) && ...
//                 recording_build_finish(&b, &(recording_rate){.told = 25}, out);
//     if (!good)
//         recording_build_problem(&b, problems);
//     recording_build_free(&b);
#ifndef WEND_RECORD_RECORDING_BUILD_H
#define WEND_RECORD_RECORDING_BUILD_H

#include "core/array.h"
#include "record/recording.h"

/// Frames from the first to the last, each of which costs memory even if it is empty.
#define RECORDING_MAX_FRAMES ((uint32_t)1 << 24)
/// The largest frame that a file may have, and the largest id: a double tells whole numbers apart
/// up to there.
#define RECORDING_MOST_FRAME ((uint64_t)UINT32_MAX)
#define RECORDING_MOST_ID    ((uint64_t)1 << 53)
/// Frames a second. [Units: 1/s]
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
    uint32_t *agent_table, *name_table; ///< open hash tables of numbers + 1; 0: free
    size_t agent_room, name_room;       ///< of the tables, powers of 2
    uint64_t secret;                    ///< so that a file can't be made to collide
    uint32_t last_agent;                ///< that a row was added for
    uint32_t first_frame, last_frame;   ///< no frames yet: first > last
    uint32_t frame_step;                ///< divides all that two frames differ by; 0: one frame
} recording_build;

void recording_build_start(recording_build *b);
/// Frees what has not been handed over by recording_build_finish.
void recording_build_free(recording_build *b);
/// Says in words why a call has failed; returns false.
bool recording_build_problem(const recording_build *b, problem_list *problems);

/// Which of b->agents has that id; one that is new is told nothing of. All these are false with
/// b->failure if it can't be.
bool recording_build_agent(recording_build *b, uint64_t id, uint32_t *agent);
/// One row. [Limit: frame <= RECORDING_MOST_FRAME; at is finite]
bool recording_build_row(recording_build *b, uint64_t id, uint32_t frame, wend_vec2 at);
/// There is that frame, with or without rows.
void recording_build_frame(recording_build *b, uint32_t frame);
/// The number of a name; NULL and "" are 0.
bool recording_build_name(recording_build *b, const char *name, uint32_t *number);
/// A copy of a text in the recording's memory. NULL: out of memory.
char *recording_build_string(recording_build *b, const char *bytes, size_t size);

/// How many of the file's frames are a second. told [opt] is what the file says; else asked [opt],
/// what the caller says; else guess; else guess_here, which counts only every frame_step-th.
typedef struct recording_rate {
    double told, asked, guess, guess_here;
} recording_rate;

/// Sorts everything, completes the recording and hands it over.
bool recording_build_finish(recording_build *b, const recording_rate *rate, recording *out);

/// Rows per block.
enum { RECORDING_BLOCK = 1 << 14 };

/// Sorts rows and indexes them (recording_index.c): a part of recording_build_finish. The blocks
/// are used up.
bool recording_index_rows(recording_build *b);

#endif
