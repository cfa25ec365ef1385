// SPDX-License-Identifier: MIT
// SQLite behind limits (see safe_db.h).
#include "record/safe_db.h"

#include "base/text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/// Minimum size of a row in a file: its length, its number, the length of its header, a type.
/// [Units: bytes]
enum { LEAST_ROW = 4 };
/// A text that the file has in UTF-16 may grow when it is read.
enum { UTF8_GROWTH = 2 };
/// Operations of SQLite's machine in a piece of work, and those that a byte of the file may cost: a
/// dozen queries that visit each row with some operations each.
enum { WORK_PIECE = 1000, WORK_PER_BYTE = 16 };
/// Pieces of work that any file may cost, for its schema and what is beside it.
enum { LEAST_WORK = 1000 };
/// Maximum time to wait for another process that writes the file. [Units: ms]
enum { BUSY_TIMEOUT = 5000 };

problem_list *safe_db_fail_(safe_db *d)
{
    problem_list *problems = d->failed ? NULL : d->problems;
    d->failed = true;
    return problems;
}

bool safe_db_no_memory(safe_db *d)
{
    return problem_no_memory(safe_db_fail_(d));
}

/// Adds the problem that SQLite reports.
static bool sqlite_problem(safe_db *d)
{
    if (d->db && d->work_left == 0)
        return safe_db_problem(d, "is damaged: reading it does not end");
    return safe_db_problem(d, "cannot be read as a database: %s",
                           d->db ? sqlite3_errmsg(d->db) : "out of memory");
}

// ---- opening ------------------------------------------------------------------------------------

/// What a query may do: read tables, and ask for the size of the file and for columns.
static int authorize(void *context, int action, const char *a, const char *b, const char *c,
                     const char *e)
{
    (void)context, (void)b, (void)c, (void)e;
    bool good =
        action == SQLITE_SELECT || action == SQLITE_READ || action == SQLITE_TRANSACTION ||
        (action == SQLITE_PRAGMA && (strcmp(a, "table_xinfo") == 0 ||
                                     strcmp(a, "page_count") == 0 || strcmp(a, "page_size") == 0));
    return good ? SQLITE_OK : SQLITE_DENY;
}

/// Called after each piece of work. Not 0: the query is aborted, as are all later ones.
static int count_work(void *context)
{
    safe_db *d = context;
    if (d->work_left > 0)
        --d->work_left;
    return d->work_left == 0;
}

/// Makes a connection safe for untrusted files.
static bool guard(safe_db *d)
{
    static const struct {
        int id, most;
    } limits[] = {
        {SQLITE_LIMIT_LENGTH, (int)TEXT_MAX_SIZE},
        {SQLITE_LIMIT_SQL_LENGTH, 1 << 20},
        {SQLITE_LIMIT_COLUMN, 200},
        {SQLITE_LIMIT_EXPR_DEPTH, 50},
        {SQLITE_LIMIT_COMPOUND_SELECT, 3},
        {SQLITE_LIMIT_VDBE_OP, 25000},
        {SQLITE_LIMIT_FUNCTION_ARG, 8},
        {SQLITE_LIMIT_ATTACHED, 0},
        {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50},
        {SQLITE_LIMIT_VARIABLE_NUMBER, 10},
        {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
        {SQLITE_LIMIT_WORKER_THREADS, 0},
    };
    static const int off[] = {SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_ENABLE_VIEW,
                              SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER,
                              SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION,
                              SQLITE_DBCONFIG_TRUSTED_SCHEMA};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; ++i)
        sqlite3_limit(d->db, limits[i].id, limits[i].most);
    for (size_t i = 0; i < sizeof off / sizeof off[0]; ++i)
        sqlite3_db_config(d->db, off[i], 0, NULL);
    sqlite3_db_config(d->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_busy_timeout(d->db, BUSY_TIMEOUT);
    bool good = sqlite3_exec(d->db, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0", NULL, NULL,
                             NULL) == SQLITE_OK;
    sqlite3_set_authorizer(d->db, authorize, NULL);
    sqlite3_progress_handler(d->db, WORK_PIECE, count_work, d);
    return good;
}

static uint64_t ask_number(const safe_db *d, const char *sql)
{
    sqlite3_stmt *rows = NULL;
    uint64_t number = 0;
    if (sqlite3_prepare_v2(d->db, sql, -1, &rows, NULL) == SQLITE_OK &&
        sqlite3_step(rows) == SQLITE_ROW)
        number = (uint64_t)sqlite3_column_int64(rows, 0);
    sqlite3_finalize(rows);
    return number;
}

/// Starts to read: all tables are of one moment from here on.
static int begin(safe_db *d)
{
    int result = sqlite3_exec(d->db, "BEGIN", NULL, NULL, NULL);
    if (result == SQLITE_OK)
        result = sqlite3_exec(d->db, "SELECT 1 FROM sqlite_schema LIMIT 1", NULL, NULL, NULL);
    if (result != SQLITE_OK)
        return sqlite3_extended_errcode(d->db);
    uint64_t size = ask_number(d, "PRAGMA page_count") * ask_number(d, "PRAGMA page_size");
    d->rows_left = size / LEAST_ROW;
    d->bytes_left = size * UTF8_GROWTH;
    d->work_left = LEAST_WORK + size / WORK_PIECE * WORK_PER_BYTE;
    return SQLITE_OK;
}

static int open_file(safe_db *d, const char *path, int flags)
{
    int result = sqlite3_open_v2(path, &d->db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (result == SQLITE_OK)
        result = guard(d) ? begin(d) : sqlite3_extended_errcode(d->db);
    return result;
}

/// True if the run that wrote the file was killed: SQLite must first roll back what the journal
/// beside the file holds.
static bool is_unfinished(int result)
{
    return result == SQLITE_READONLY_ROLLBACK || result == SQLITE_READONLY_RECOVERY ||
           result == SQLITE_READONLY_CANTINIT;
}

bool safe_db_journal_is_foreign(const char *path)
{
    static const unsigned char mark[8] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
    unsigned char end[sizeof mark];
    size_t size = strlen(path) + sizeof "-journal";
    char *name = malloc(size);
    if (!name)
        return true;
    snprintf(name, size, "%s-journal", path);
    FILE *journal = fopen(name, "rb");
    bool found = journal && fseek(journal, -(long)sizeof mark, SEEK_END) == 0 &&
                 fread(end, 1, sizeof end, journal) == sizeof end &&
                 memcmp(end, mark, sizeof mark) == 0;
    if (journal)
        fclose(journal);
    free(name);
    return found;
}

bool safe_db_open(safe_db *d, const char *path, problem_list *problems)
{
    *d = (safe_db){.problems = problems, .work_left = LEAST_WORK};
    struct stat status;
    if (stat(path, &status) != 0)
        return problem_add(problems, "cannot be opened: %s", strerror(errno));
    if (!S_ISREG(status.st_mode))
        return problem_add(problems, "is not a regular file, as a database must be");
    // "./" keeps SQLite from taking the name for an address.
    size_t size = strlen(path) + 3;
    char *name = malloc(size);
    if (!name)
        return problem_no_memory(problems);
    snprintf(name, size, "%s%s", path[0] == '/' ? "" : "./", path);
    int result = open_file(d, name, SQLITE_OPEN_READONLY);
    if ((is_unfinished(result) || result == SQLITE_CANTOPEN) && safe_db_journal_is_foreign(name)) {
        free(name);
        return problem_add(problems, "the journal beside it is not its own: it names another file");
    }
    if (is_unfinished(result) || result == SQLITE_CANTOPEN) {
        safe_db_close(d);
        result = open_file(d, name, SQLITE_OPEN_READWRITE);
    }
    free(name);
    if (is_unfinished(result))
        return problem_add(problems,
                           "the program that wrote it was killed: open it first with write "
                           "permission");
    return result == SQLITE_OK || sqlite_problem(d);
}

bool safe_db_open_bytes(safe_db *d, const void *bytes, size_t size, problem_list *problems)
{
    *d = (safe_db){.problems = problems, .work_left = LEAST_WORK};
    if (sqlite3_open_v2(":memory:", &d->db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        return sqlite_problem(d);
    // SQLite does not write to a read-only database.
    if (sqlite3_deserialize(d->db, "main", (unsigned char *)bytes, (sqlite3_int64)size,
                            (sqlite3_int64)size, SQLITE_DESERIALIZE_READONLY) != SQLITE_OK)
        return sqlite_problem(d);
    return (guard(d) && begin(d) == SQLITE_OK) || sqlite_problem(d);
}

void safe_db_close(safe_db *d)
{
    sqlite3_close(d->db);
    d->db = NULL;
}

// ---- rows ---------------------------------------------------------------------------------------

/// True if the table has a generated column, whose expression the file chooses.
static bool computes(const safe_db *d, const char *table)
{
    enum { HIDDEN = 6 }; // the column of the result that is not 0 for these
    char sql[100];
    sqlite3_stmt *rows = NULL;
    snprintf(sql, sizeof sql, "PRAGMA table_xinfo(%s)", table);
    bool found = sqlite3_prepare_v2(d->db, sql, -1, &rows, NULL) != SQLITE_OK;
    while (!found && sqlite3_step(rows) == SQLITE_ROW)
        found = sqlite3_column_int(rows, HIDDEN) != 0;
    sqlite3_finalize(rows);
    return found;
}

bool safe_db_has(const safe_db *d, const char *table)
{
    // A view or a virtual table has no root page.
    static const char sql[] = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 "
                              "AND name = ?1";
    sqlite3_stmt *rows = NULL;
    bool found = sqlite3_prepare_v2(d->db, sql, -1, &rows, NULL) == SQLITE_OK &&
                 sqlite3_bind_text(rows, 1, table, -1, SQLITE_STATIC) == SQLITE_OK &&
                 sqlite3_step(rows) == SQLITE_ROW;
    sqlite3_finalize(rows);
    return found && !computes(d, table);
}

bool safe_db_ask(safe_db *d, const char *sql, sqlite3_stmt **rows)
{
    *rows = NULL;
    return sqlite3_prepare_v2(d->db, sql, -1, rows, NULL) == SQLITE_OK || sqlite_problem(d);
}

bool safe_db_can_ask(const safe_db *d, const char *sql)
{
    sqlite3_stmt *rows = NULL;
    bool good = sqlite3_prepare_v2(d->db, sql, -1, &rows, NULL) == SQLITE_OK;
    sqlite3_finalize(rows);
    return good;
}

bool safe_db_next(safe_db *d, sqlite3_stmt *rows)
{
    if (d->failed)
        return false;
    int result = sqlite3_step(rows);
    if (result == SQLITE_DONE)
        return false;
    if (result != SQLITE_ROW)
        return sqlite_problem(d);
    if (d->rows_left == 0)
        return safe_db_problem(d, "is damaged: it returns more rows than fit into it");
    --d->rows_left;
    return true;
}

// ---- values -------------------------------------------------------------------------------------

uint64_t safe_db_whole(safe_db *d, sqlite3_stmt *rows, int column, const char *what, uint64_t most)
{
    int64_t whole = sqlite3_column_int64(rows, column);
    if (sqlite3_column_type(rows, column) == SQLITE_INTEGER && whole >= 0 &&
        (uint64_t)whole <= most)
        return (uint64_t)whole;
    safe_db_problem(d, "%s in it is no whole number from 0 to %llu", what,
                    (unsigned long long)most);
    return 0;
}

double safe_db_number(safe_db *d, sqlite3_stmt *rows, int column, const char *what, double most)
{
    int type = sqlite3_column_type(rows, column);
    double value = sqlite3_column_double(rows, column) + 0.0; // never -0
    if ((type == SQLITE_INTEGER || type == SQLITE_FLOAT) && fabs(value) <= most)
        return value;
    safe_db_problem(d, "%s in it is no number, or is beyond %g", what, most);
    return 0;
}

double safe_db_number_or_none(safe_db *d, sqlite3_stmt *rows, int column, const char *what,
                              double most)
{
    return sqlite3_column_type(rows, column) == SQLITE_NULL
               ? NAN
               : safe_db_number(d, rows, column, what, most);
}

wend_vec2 safe_db_point(safe_db *d, sqlite3_stmt *rows, int column, const char *x, const char *y)
{
    wend_vec2 at;
    at.x = safe_db_number(d, rows, column, x, WEND_MAX_COORDINATE);
    at.y = safe_db_number(d, rows, column + 1, y, WEND_MAX_COORDINATE);
    return at;
}

const char *safe_db_text_or_none(safe_db *d, sqlite3_stmt *rows, int column, const char *what,
                                 size_t longest)
{
    int type = sqlite3_column_type(rows, column);
    if (type == SQLITE_NULL)
        return NULL;
    const char *bytes = type == SQLITE_TEXT ? (const char *)sqlite3_column_text(rows, column) : "";
    text t = {(char *)bytes, bytes ? (size_t)sqlite3_column_bytes(rows, column) : 0};
    if (type != SQLITE_TEXT)
        safe_db_problem(d, "%s in it is no text", what);
    else if (!bytes)
        safe_db_no_memory(d);
    else if (t.size > longest)
        safe_db_problem(d, "%s in it is longer than %zu bytes", what, longest);
    else if (t.size > d->bytes_left)
        safe_db_problem(d, "is damaged: it returns more text than fits into it");
    else if (!text_check_utf8(&t, NULL))
        safe_db_problem(d, "%s in it is no UTF-8 text", what);
    else
        d->bytes_left -= t.size;
    return d->failed ? NULL : bytes;
}

const char *safe_db_lookup(safe_db *d, const char *sql, const char *key, pool *memory)
{
    sqlite3_stmt *rows;
    const char *found = NULL, *copy = NULL;
    if (safe_db_ask(d, sql, &rows) &&
        sqlite3_bind_text(rows, 1, key, -1, SQLITE_STATIC) != SQLITE_OK)
        sqlite_problem(d);
    if (safe_db_next(d, rows))
        found = safe_db_text_or_none(d, rows, 0, key, TEXT_MAX_SIZE);
    if (found) {
        copy = pool_string(memory, found, strlen(found));
        if (!copy)
            safe_db_no_memory(d);
    }
    sqlite3_finalize(rows);
    return copy;
}
