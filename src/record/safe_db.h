// SPDX-License-Identifier: MIT
// Reads untrusted SQLite files safely. Only ordinary tables are read; views, triggers, virtual
// tables and generated columns are never evaluated. Row counts, text sizes and total work are
// bounded by the file size, so that a corrupt file cannot cause unbounded work.
//
// The first problem ends the reading: later calls fail without another, so that a reader of a row
// checks `failed` once.
#ifndef WEND_RECORD_SAFE_DB_H
#define WEND_RECORD_SAFE_DB_H

#include "base/problem.h"
#include "scene/scene.h"

#include <sqlite3.h>

typedef struct safe_db {
    sqlite3 *db;
    problem_list *problems;
    uint64_t rows_left, bytes_left; ///< that may still be read
    uint64_t work_left;             ///< that SQLite may still do, in pieces of some operations
    bool failed;                    ///< a problem has been added
} safe_db;

/// Opens a file, or bytes in memory, which must last until it is closed. False with a problem;
/// safe_db_close it all the same.
bool safe_db_open(safe_db *d, const char *path, problem_list *problems);
bool safe_db_open_bytes(safe_db *d, const void *bytes, size_t size, problem_list *problems);
void safe_db_close(safe_db *d);

/// True if the journal beside a file names a further file, which SQLite would remove when it opens
/// the file for writing: a forged journal may name any file. wend's own journals name none.
bool safe_db_journal_is_foreign(const char *path);

/// True if there is an ordinary table of that name without generated columns. [Limit: the name has
/// letters and _ only]
bool safe_db_has(const safe_db *d, const char *table);

/// Prepares a query. False with a problem. Free it with sqlite3_finalize in either case.
bool safe_db_ask(safe_db *d, const char *sql, sqlite3_stmt **rows);
/// True if the query can be prepared: the tables have these columns.
bool safe_db_can_ask(const safe_db *d, const char *sql);
/// Steps to the next row. False at the end, and if the reading has failed.
bool safe_db_next(safe_db *d, sqlite3_stmt *rows);

// Values of the present row; 0 or NULL with a problem, which names `what`, if one has another type
// or is out of range. "or none" gives NAN or NULL for NULL.
uint64_t safe_db_whole(safe_db *d, sqlite3_stmt *rows, int column, const char *what, uint64_t most);
double safe_db_number(safe_db *d, sqlite3_stmt *rows, int column, const char *what, double most);
double safe_db_number_or_none(safe_db *d, sqlite3_stmt *rows, int column, const char *what,
                              double most);
/// x and y, in this column and the next, within WEND_MAX_COORDINATE.
wend_vec2 safe_db_point(safe_db *d, sqlite3_stmt *rows, int column, const char *x, const char *y);
/// UTF-8 without a 0, of at most `longest` bytes; valid until the next row.
const char *safe_db_text_or_none(safe_db *d, sqlite3_stmt *rows, int column, const char *what,
                                 size_t longest);

/// Copies the text that `sql` selects for the key, its ?1, into the pool; NULL: there is none, or
/// the reading has failed.
const char *safe_db_lookup(safe_db *d, const char *sql, const char *key, pool *memory);

/// Adds a problem, unless the reading has failed before; returns false.
#define safe_db_problem(d, ...) problem_add(safe_db_fail_(d), __VA_ARGS__)
bool safe_db_no_memory(safe_db *d);
/// Marks the reading as failed. Returns the list for the problem; NULL if it had failed before.
problem_list *safe_db_fail_(safe_db *d);

#endif
