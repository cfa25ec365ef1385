// SPDX-License-Identifier: MIT
// SQLite's file: a new one in the place of an old one, and why something went wrong with it.
#ifndef WEND_RECORD_DATABASE_FILE_H
#define WEND_RECORD_DATABASE_FILE_H

#include "base/problem.h"

#include <sqlite3.h>

/// Makes an empty database; a file of that name is removed, unless another program is writing it as
/// a database. NULL with a problem.
sqlite3 *database_file_create(const char *path, problem_list *problems);

enum { DATABASE_FILE_WHY = 240 };
/// Why the last call failed, in SQLite's and the system's words.
const char *database_file_why(sqlite3 *db, char why[DATABASE_FILE_WHY]);

#endif
