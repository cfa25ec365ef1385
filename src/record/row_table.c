// SPDX-License-Identifier: MIT
// A virtual table of SQLite that exists only by its name (an eponymous one) and reads an array.
#include "record/row_table.h"

#include <stdlib.h>

typedef struct opened_table {
    sqlite3_vtab base;
    const row_table *table;
} opened_table;

typedef struct cursor {
    sqlite3_vtab_cursor base;
    uint32_t row;
} cursor;

static const row_table *table_of(const sqlite3_vtab_cursor *at)
{
    return ((const opened_table *)at->pVtab)->table;
}

static int open_table(sqlite3 *db, void *table, int count, const char *const *words,
                      sqlite3_vtab **out, char **error)
{
    (void)count, (void)words, (void)error;
    int result = sqlite3_declare_vtab(db, "CREATE TABLE rows(frame INTEGER, id INTEGER,"
                                          " pos_x REAL, pos_y REAL, ori_x REAL, ori_y REAL)");
    opened_table *opened = result == SQLITE_OK ? calloc(1, sizeof *opened) : NULL;
    if (!opened)
        return result == SQLITE_OK ? SQLITE_NOMEM : result;
    opened->table = table;
    *out = &opened->base;
    return SQLITE_OK;
}

static int close_table(sqlite3_vtab *opened)
{
    free(opened);
    return SQLITE_OK;
}

/// There is one way to read it: all rows in their order.
static int choose_way(sqlite3_vtab *opened, sqlite3_index_info *info)
{
    const row_table *table = ((opened_table *)opened)->table;
    info->estimatedCost = (double)table->count;
    return SQLITE_OK;
}

static int open_cursor(sqlite3_vtab *opened, sqlite3_vtab_cursor **out)
{
    (void)opened;
    cursor *c = calloc(1, sizeof *c);
    if (!c)
        return SQLITE_NOMEM;
    *out = &c->base;
    return SQLITE_OK;
}

static int close_cursor(sqlite3_vtab_cursor *c)
{
    free(c);
    return SQLITE_OK;
}

static int begin(sqlite3_vtab_cursor *c, int number, const char *words, int count,
                 sqlite3_value **values)
{
    (void)number, (void)words, (void)count, (void)values;
    ((cursor *)c)->row = 0;
    return SQLITE_OK;
}

static int go_on(sqlite3_vtab_cursor *c)
{
    ++((cursor *)c)->row;
    return SQLITE_OK;
}

static int is_over(sqlite3_vtab_cursor *c)
{
    return ((cursor *)c)->row >= table_of(c)->count;
}

static int read_column(sqlite3_vtab_cursor *c, sqlite3_context *out, int column)
{
    const row_table *table = table_of(c);
    const record_row *row = &table->rows[((cursor *)c)->row];
    switch (column) {
    case 0:
        sqlite3_result_int64(out, table->frame);
        break;
    case 1:
        sqlite3_result_int64(out, row->number);
        break;
    case 2:
        sqlite3_result_double(out, row->at.x);
        break;
    case 3:
        sqlite3_result_double(out, row->at.y);
        break;
    case 4:
        sqlite3_result_double(out, (double)row->facing_x);
        break;
    default:
        sqlite3_result_double(out, (double)row->facing_y);
        break;
    }
    return SQLITE_OK;
}

static int read_rowid(sqlite3_vtab_cursor *c, sqlite3_int64 *out)
{
    *out = ((cursor *)c)->row;
    return SQLITE_OK;
}

static const sqlite3_module module = {
    .xConnect = open_table,
    .xBestIndex = choose_way,
    .xDisconnect = close_table,
    .xOpen = open_cursor,
    .xClose = close_cursor,
    .xFilter = begin,
    .xNext = go_on,
    .xEof = is_over,
    .xColumn = read_column,
    .xRowid = read_rowid,
};

int row_table_connect(sqlite3 *db, row_table *table)
{
    return sqlite3_create_module(db, "wend_rows", &module, table);
}
