// SPDX-License-Identifier: MIT
// The database of a recording, as docs/recordings.md describes it: its tables and what goes into
// them. One thread at a time.
//
// Frames are put into a transaction and are in the file when that is committed: all tables are of
// the same moment then, whatever happens afterwards.
#ifndef WEND_RECORD_DATABASE_H
#define WEND_RECORD_DATABASE_H

#include "record/floors.h"
#include "record/record.h"

typedef struct database database;

/// Starts a new file, in the place of an old one, and commits what is known before the first frame.
/// about must outlive it. NULL with a problem.
database *database_create(const char *path, const record_about *about, problem_list *problems);
/// What is not committed is lost.
void database_close(database *d);

/// False if writing fails; later calls then fail too, and what was committed stays.
bool database_frame(database *d, const record_frame *frame);
bool database_commit(database *d);
/// Writes how it ended, commits, and has the system bring the file to the disk.
bool database_end(database *d, const record_end *end);

/// Reason of the failure: a sentence without a full stop.
const char *database_problem(const database *d);
/// Number of committed frames, and number of rows that wait for the next commit.
uint64_t database_frames(const database *d);
uint64_t database_uncommitted(const database *d);

#endif
