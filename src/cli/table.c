// SPDX-License-Identifier: MIT
// Rows of figures as a table (see table.h).
#include "cli/table.h"

#include "base/figures.h"

#include <stdbool.h>
#include <string.h>

enum {
    COLUMNS_MAX = 32,
};

typedef struct column {
    const char *key;
    int width;
    bool text; ///< aligned to the left; numbers are aligned to the right
} column;

/// Number of characters of a UTF-8 text.
static int width_of(const char *words)
{
    int width = 0;
    for (; *words; ++words)
        width += ((unsigned char)*words & 0xc0) != 0x80;
    return width;
}

static bool is_point(const json_t *list)
{
    return json_array_size(list) == 2 && json_is_real(json_array_get(list, 0));
}

/// The keys of all rows in the order in which they first appear, as wide as their widest cell.
static size_t find_columns(const json_t *rows, column *columns)
{
    size_t count = 0, index;
    json_t *row;
    json_array_foreach(rows, index, row)
    {
        const char *key;
        json_t *value;
        json_object_foreach(row, key, value)
        {
            if (json_is_null(value) || json_is_object(value) ||
                (json_is_array(value) && !is_point(value)))
                continue; // an object has a table of its own
            size_t i = 0;
            while (i < count && strcmp(columns[i].key, key) != 0)
                ++i;
            if (i == COLUMNS_MAX)
                continue;
            if (i == count)
                columns[count++] = (column){.key = key, .width = width_of(key)};
            char cell[FIGURE_TEXT_SIZE];
            figure_text(value, 0, cell);
            if (width_of(cell) > columns[i].width)
                columns[i].width = width_of(cell);
            columns[i].text = columns[i].text || json_is_string(value);
        }
    }
    return count;
}

static void print_cell(const column *c, const char *cell, bool last, FILE *out)
{
    if (c->text && last)
        fputs(cell, out); // no spaces at the end of a line
    else                  // printf would count bytes
        fprintf(out, "%*s%s%*s", c->text ? 0 : c->width - width_of(cell), "", cell,
                c->text ? c->width - width_of(cell) : 0, "");
    fputs(last ? "\n" : "  ", out);
}

static void print_flat(const json_t *rows, FILE *out)
{
    column columns[COLUMNS_MAX];
    size_t count = find_columns(rows, columns), index;
    for (size_t i = 0; i < count; ++i)
        print_cell(&columns[i], columns[i].key, i + 1 == count, out);
    json_t *row;
    json_array_foreach(rows, index, row)
    {
        for (size_t i = 0; i < count; ++i) {
            char cell[FIGURE_TEXT_SIZE];
            figure_text(json_object_get(row, columns[i].key), 0, cell);
            print_cell(&columns[i], cell, i + 1 == count, out);
        }
    }
}

/// Prints the table of the objects that rows have under a key: the first figure of a row, then
/// those of its object. Omitted when out of memory.
static void print_nested(const json_t *rows, const char *key, FILE *out)
{
    json_t *table = json_array(), *row;
    size_t index;
    json_array_foreach(rows, index, row)
    {
        json_t *object = json_object_get(row, key), *line = json_object();
        const char *first = json_object_iter_key(json_object_iter(row));
        bool good = json_is_object(object) && line &&
                    json_object_set(line, first, json_object_get(row, first)) == 0 &&
                    json_object_update(line, object) == 0;
        if (good)
            json_array_append(table, line);
        json_decref(line);
    }
    fprintf(out, "\n%s\n", key);
    print_flat(table, out);
    json_decref(table);
}

/// True if an earlier row has the key.
static bool had_before(const json_t *rows, size_t index, const char *key)
{
    for (size_t i = 0; i < index; ++i)
        if (json_object_get(json_array_get(rows, i), key))
            return true;
    return false;
}

void table_print(const json_t *rows, FILE *out)
{
    print_flat(rows, out);
    json_t *row;
    size_t index;
    json_array_foreach(rows, index, row)
    {
        const char *key;
        json_t *value;
        json_object_foreach(row, key, value)
        {
            if (json_is_object(value) && !had_before(rows, index, key))
                print_nested(rows, key, out);
        }
    }
}
