// SPDX-License-Identifier: MIT
// Databases of strangers: SQLite behind limits, and values of any type that must be what the reader
// wants. Only plain tables are read: no view, trigger, virtual table or function of the file runs.
// A damaged file may lead in circles, so all rows and texts together must fit into its size, and
// the work is bounded by it.
#ifndef WEND_RECORD_SAFE_DB_H
#define WEND_RECORD_SAFE_DB_H

#include "io/problem.h"
#include "io/scene.h"

#include <sqlite3.h>

typedef struct safe_db {
    sqlite3 *db;
    problem_list *problems;
    uint64_t rows_left, bytes_left; ///< that may still be read
    uint64_t work_left;             ///< that SQLite may still do, in pieces of some operations
} safe_db;

/// Opens a file, or bytes in memory, which must last until it is closed. False with a problem;
/// safe_db_close it all the same.
bool safe_db_open(safe_db *d, const char *path, problem_list *problems);
bool safe_db_open_bytes(safe_db *d, const void *bytes, size_t size, problem_list *problems);
void safe_db_close(safe_db *d);

/// True if the journal beside a file names a further file, which SQLite would remove when it opens
/// the file for writing: one that a stranger has made up may name any. wend's own never does.
bool safe_db_journal_is_foreign(const char *path);

/// True if there is a plain table of that name, none of whose columns are computed. The name is the
/// caller's: letters and _.
bool safe_db_has(const safe_db *d, const char *table);

/// Asks for rows. False with a problem. Free them with sqlite3_finalize, in either case.
bool safe_db_ask(const safe_db *d, const char *sql, sqlite3_stmt **rows);
/// True if the question can be asked: the tables have these columns.
bool safe_db_can_ask(const safe_db *d, const char *sql);
/// The next row. *more is false at the end. False with a problem.
bool safe_db_next(safe_db *d, sqlite3_stmt *rows, bool *more);

// Values of the present row. Each is false with a problem, which names `what`, if it is of another
// type or out of range; "or none" gives NAN or NULL for NULL.
bool safe_db_whole(const safe_db *d, sqlite3_stmt *rows, int column, const char *what,
                   uint64_t most, uint64_t *value);
bool safe_db_number(const safe_db *d, sqlite3_stmt *rows, int column, const char *what, double most,
                    double *value);
bool safe_db_number_or_none(const safe_db *d, sqlite3_stmt *rows, int column, const char *what,
                            double most, double *value);
/// UTF-8 with no 0 in it, of at most `longest` bytes; valid until the next row.
bool safe_db_text_or_none(safe_db *d, sqlite3_stmt *rows, int column, const char *what,
                          size_t longest, const char **value);

/// Copies the text that `sql` asks for, ?1 in it being the key, into the pool; NULL: there is none.
/// False with a problem.
bool safe_db_lookup(safe_db *d, const char *sql, const char *key, pool *memory, const char **value);

#endif
