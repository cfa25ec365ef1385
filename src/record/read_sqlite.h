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

/// A shape of a coherent group.
typedef struct raw_shape {
    uint32_t group, frame;
    uint32_t first, count; ///< pieces; none: the group is not there
    double width;
} raw_shape;

typedef struct sqlite_reader {
    safe_db d;
    recording_build *b;
    const recording_hints *hints;
    recording *out; ///< set when the rows are complete
    bool own;       ///< the database has wend's own tables
    wend_array(frame_geometry) frames;
    wend_array(raw_shape) shapes;
    wend_array(wend_path_piece) pieces; ///< of these shapes
    uint32_t most_gates;                ///< number of states of gates
    uint32_t most_stuck;                ///< number of rows of agents that get stuck
    uint32_t *last_stuck1;              ///< by agent: the last of these rows, plus 1; 0: none
} sqlite_reader;

/// Processes the present row; a failure is recorded in r->d.
typedef void sqlite_row_fn(sqlite_reader *r, sqlite3_stmt *row);
/// Processes all rows of a query. False if the reading has failed.
bool read_sqlite_rows(sqlite_reader *r, const char *sql, sqlite_row_fn *read);
/// Records why the build has failed.
bool read_sqlite_build_failed(sqlite_reader *r);

// wend's own tables (read_sqlite_own.c).

/// Reads the run, its scene and its agents into the build. Sets r->own.
bool read_sqlite_run(sqlite_reader *r);
/// Reads the states of doors and moving obstacles per frame into r->out, which is otherwise
/// complete, and makes its floors.
bool read_sqlite_states(sqlite_reader *r);
/// Checks that a file with so many rows may have states of that many items for all frames. False
/// with a problem about `what`.
bool read_sqlite_states_fit(sqlite_reader *r, uint32_t items, const char *what);
/// The agent of that id; UINT32_MAX: there is none.
uint32_t read_sqlite_find_agent(const recording *out, uint64_t id);
/// The recording's number of a frame of the file.
uint32_t read_sqlite_frame(const recording *out, uint64_t frame);

/// Reads coherent groups into r->out (read_sqlite_shapes.c).
void read_sqlite_shapes(sqlite_reader *r);

/// Reads the states of gates into r->out (read_sqlite_gates.c).
void read_sqlite_gates(sqlite_reader *r);

#endif
