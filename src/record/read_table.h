// SPDX-License-Identifier: MIT
// Tables of numbers in a text: lines of fields, under a line of names. What the readers of
// trajectories in text files share.
#ifndef WEND_RECORD_READ_TABLE_H
#define WEND_RECORD_READ_TABLE_H

#include "base/tokens.h"
#include "record/recording_readers.h"

enum { READ_MOST_COLUMNS = 8 };

/// A column that a reader looks for.
typedef struct read_column {
    const char *names; ///< it may be called one of these, whatever their case
    const char *words; ///< "the frame must be a whole number from 0 to 4294967295"
    double least, most;
    bool whole;
    bool length; ///< its name may say the unit: "x/cm"
    bool may_lack;
} read_column;

/// A table that is being read. Lines that start with '#' are comments; fields are separated by
/// commas, semicolons, or else blanks, and may stand in double quotes.
typedef struct read_table {
    const text *t;
    problem_list *problems;
    const read_column *columns; ///< [column_count]
    int column_count;
    bool dashed;      ///< names may have a dash and a number of a program's own behind them
    const int *usual; ///< [column_count] the fields of a table without names; NULL: it needs names

    bool nameless;                 ///< it has no names
    size_t at;                     ///< the next line
    char separator;                ///< between fields
    int fields[READ_MOST_COLUMNS]; ///< which field each column is; -1: none
    double fps, unit;              ///< what names and comments before the first row say; 0: nothing
} read_table;

/// Reads comments and names up to the first row. False with a problem.
bool read_table_header(read_table *r);

/// Reads the next row: values[column_count], NAN for a column that lacks. Says in *line where it
/// stands. *more is false at the end. False with a problem.
bool read_table_next(read_table *r, double *values, size_t *line, bool *more);

bool read_table_has(const read_table *r, int column);

#endif
