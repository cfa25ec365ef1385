// SPDX-License-Identifier: MIT
// SQLite's file (see database_file.h).
#define _XOPEN_SOURCE 700 // realpath
#include "record/database_file.h"

#include "record/safe_db.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *database_file_why(sqlite3 *db, char why[DATABASE_FILE_WHY])
{
    int error = db ? sqlite3_system_errno(db) : 0;
    int code = db ? sqlite3_errcode(db) & 0xff : SQLITE_NOMEM;
    const char *words = db ? sqlite3_errmsg(db) : "out of memory";
    // SQLite keeps the system's last error even when something else went wrong since.
    bool by_system = error && (code == SQLITE_IOERR || code == SQLITE_CANTOPEN);
    snprintf(why, DATABASE_FILE_WHY, "%s%s%s%s", words, by_system ? " (" : "",
             by_system ? strerror(error) : "", by_system ? ")" : "");
    return why;
}

/// True if another program has a transaction on the file that changes it.
static bool is_written(const char *path)
{
    if (safe_db_journal_is_foreign(path)) // no program writes with such a journal
        return false;
    sqlite3 *db = NULL;
    bool busy = sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
                sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_BUSY;
    sqlite3_close(db);
    return busy;
}

/// Removes a file and what SQLite may have left beside it.
static bool remove_old(const char *path)
{
    static const char *const endings[] = {"", "-journal", "-wal", "-shm"};
    size_t size = strlen(path) + 10;
    char *name = malloc(size);
    bool good = name != NULL;
    for (int i = 0; i < 4 && good; ++i) {
        snprintf(name, size, "%s%s", path, endings[i]);
        good = unlink(name) == 0 || errno == ENOENT;
    }
    int error = name ? errno : ENOMEM;
    free(name);
    errno = error;
    return good;
}

/// The name of the file with links followed, in a form that SQLite does not interpret ("file:...",
/// ":memory:"). To be freed; NULL: out of memory.
static char *plain_name(const char *path)
{
    char *name = realpath(path, NULL);
    if (name)
        return name;
    size_t size = strlen(path) + 3;
    name = malloc(size);
    if (name)
        snprintf(name, size, "%s%s", path[0] == '/' ? "" : "./", path);
    return name;
}

static bool remove_existing(const char *path, problem_list *problems)
{
    struct stat found;
    if (stat(path, &found) == 0) {
        if (!S_ISREG(found.st_mode))
            return problem_add(problems,
                               "is not a regular file: a database cannot be written there");
        if (is_written(path))
            return problem_add(problems, "another program is writing it");
    }
    return remove_old(path) ||
           problem_add(problems, "the old file cannot be replaced: %s", strerror(errno));
}

/// Creates an empty file, which SQLite accepts: the system reports failures better than SQLite.
static bool make_empty(const char *path, problem_list *problems)
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0)
        return problem_add(problems, "cannot be created: %s", strerror(errno));
    close(file);
    return true;
}

sqlite3 *database_file_create(const char *path, problem_list *problems)
{
    if (strcmp(path, "-") == 0) {
        problem_add(problems, "a database cannot be written to standard output: give it a name");
        return NULL;
    }
    char why[DATABASE_FILE_WHY];
    sqlite3 *db = NULL;
    char *name = plain_name(path);
    if (!name) {
        problem_no_memory(problems);
        return NULL;
    }
    bool good = remove_existing(name, problems) && make_empty(name, problems);
    // One thread at a time: no locks inside SQLite.
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (good && sqlite3_open_v2(name, &db, flags, NULL) != SQLITE_OK) {
        good = problem_add(problems, "cannot be created: %s", database_file_why(db, why));
        sqlite3_close(db);
        unlink(name);
    }
    free(name);
    return good ? db : NULL;
}
