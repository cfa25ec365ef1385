// SPDX-License-Identifier: MIT
// The parts of the reader of databases.
#ifndef WEND_RECORD_READ_SQLITE_H
#define WEND_RECORD_READ_SQLITE_H

#include "record/recording_readers.h"
#include "record/safe_db.h"

/// A frame and the number of its floor.
typedef struct frame_geometry {
    uint32_t frame, floor;
} frame_geometry;

typedef struct sqlite_reader {
    safe_db d;
    recording_build *b;
    const recording_hints *hints;
    bool own; ///< it has wend's own tables
    wend_array(frame_geometry) frames;
} sqlite_reader;

/// Does something with the present row. False with a problem.
typedef bool sqlite_row_fn(sqlite_reader *r, sqlite3_stmt *row);
/// Does it with all rows of a question.
bool read_sqlite_rows(sqlite_reader *r, const char *sql, sqlite_row_fn *read);

// wend's own tables (read_sqlite_own.c).

/// Reads what belongs into the build: the run, its scene and its agents. Sets r->own.
bool read_sqlite_run(sqlite_reader *r);
/// Reads what goes by frames, doors and movers, into a recording that is complete otherwise, and
/// makes its floors.
bool read_sqlite_states(sqlite_reader *r, recording *out);

#endif
