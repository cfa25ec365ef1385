// SPDX-License-Identifier: MIT
// Tables of numbers (see read_table.h).
#include "record/read_table.h"

#include <math.h>
#include <string.h>
#include <strings.h>

enum { NO_FIELD = -1, MOST_FIELDS = 1000 };

// ---- lines and fields ---------------------------------------------------------------------------

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static void skip_blanks(token *t)
{
    while (t->size > 0 && is_blank(t->bytes[0])) {
        ++t->bytes;
        ++t->offset;
        --t->size;
    }
}

static void drop_blanks(token *t)
{
    while (t->size > 0 && (is_blank(t->bytes[t->size - 1]) || t->bytes[t->size - 1] == '\r'))
        --t->size;
}

/// The next line that is not empty, without the blanks around it. False: there is none.
static bool next_line(read_table *r, token *line)
{
    const char *data = r->t->data;
    while (r->at < r->t->size) {
        size_t start = r->at;
        const char *newline = memchr(data + start, '\n', r->t->size - start);
        size_t end = newline ? (size_t)(newline - data) : r->t->size;
        r->at = end + 1;
        *line = (token){data + start, end - start, start};
        skip_blanks(line);
        drop_blanks(line);
        if (line->size > 0)
            return true;
    }
    return false;
}

/// Takes the first field off a line, without the blanks and quotes around it. False: the line is
/// used up.
static bool next_field(char separator, token *line, token *field)
{
    if (line->size == 0)
        return false;
    size_t size = 0;
    if (separator == ' ') {
        while (size < line->size && !is_blank(line->bytes[size]))
            ++size;
    } else {
        const char *end = memchr(line->bytes, separator, line->size);
        size = end ? (size_t)(end - line->bytes) : line->size;
    }
    *field = (token){line->bytes, size, line->offset};
    size_t taken = size < line->size ? size + 1 : size;
    line->bytes += taken;
    line->offset += taken;
    line->size -= taken;
    skip_blanks(line);
    skip_blanks(field);
    drop_blanks(field);
    if (field->size >= 2 && field->bytes[0] == '"' && field->bytes[field->size - 1] == '"') {
        ++field->bytes;
        ++field->offset;
        field->size -= 2;
    }
    return true;
}

static char find_separator(token line)
{
    if (memchr(line.bytes, ',', line.size))
        return ',';
    return memchr(line.bytes, ';', line.size) ? ';' : ' ';
}

// ---- comments -----------------------------------------------------------------------------------

/// What follows the word in a line, whatever its case, from `at` on; NULL: it is not there.
static const char *behind_word(const char *at, const char *end, const char *word)
{
    size_t size = strlen(word);
    for (; (size_t)(end - at) >= size; ++at)
        if (strncasecmp(at, word, size) == 0)
            return at + size;
    return NULL;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// The unit that a line names at its start; 0: none.
static double unit_at(const char *at, const char *end)
{
    static const struct {
        const char *name;
        double metres;
    } units[] = {
        {"m", 1},
        {"metre", 1},
        {"metres", 1},
        {"meter", 1},
        {"meters", 1},
        {"cm", 0.01},
        {"centimetre", 0.01},
        {"centimetres", 0.01},
        {"centimeter", 0.01},
        {"centimeters", 0.01},
        {"mm", 0.001},
    };
    size_t size = 0;
    while (at + size < end && is_letter(at[size]))
        ++size;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; ++i)
        if (strlen(units[i].name) == size && strncasecmp(at, units[i].name, size) == 0)
            return units[i].metres;
    return 0;
}

/// The first number behind "framerate"; 0: there is none.
static double find_rate(const char *start, const char *end)
{
    const char *at = behind_word(start, end, "framerate");
    while (at && at < end && !is_digit(*at))
        ++at;
    size_t size = 0;
    while (at && at + size < end && (is_digit(at[size]) || at[size] == '.'))
        ++size;
    double fps;
    bool good = size > 0 && number_parse(at, size, &fps) && fps >= RECORDING_LEAST_FPS &&
                fps <= RECORDING_MOST_FPS;
    return good ? fps : 0;
}

/// "framerate: 25 fps", "x/cm", "in metres".
static void read_comment(read_table *r, token line)
{
    static const char *const marks[] = {"x/", "in "};
    const char *end = line.bytes + line.size;
    if (r->fps == 0)
        r->fps = find_rate(line.bytes, end);
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; ++i)
        for (const char *at = behind_word(line.bytes, end, marks[i]); at && r->unit == 0;
             at = behind_word(at, end, marks[i]))
            r->unit = unit_at(at, end);
}

// ---- names of columns ---------------------------------------------------------------------------

/// The size of the name in a list that the field starts with, and that ends there or before a mark;
/// 0: none.
static size_t match_name(const read_table *r, const read_column *column, token field)
{
    for (const char *name = column->names; *name;) {
        size_t size = strcspn(name, " ");
        if (field.size >= size && strncasecmp(field.bytes, name, size) == 0) {
            char mark = field.size > size ? field.bytes[size] : 0;
            if (!mark || (r->dashed && mark == '-') || (column->length && mark == '/'))
                return size;
        }
        name += size;
        name += strspn(name, " ");
    }
    return 0;
}

/// True if the field is the name of the column, perhaps with its unit, which is put into *unit.
static bool is_named(const read_table *r, const read_column *column, token field, double *unit)
{
    size_t size = match_name(r, column, field);
    if (size == 0 || size == field.size || field.bytes[size] != '/')
        return size > 0;
    double found = unit_at(field.bytes + size + 1, field.bytes + field.size);
    if (found > 0)
        *unit = found;
    return found > 0;
}

/// Finds the columns in a line of names. Returns the first that is missing; column_count: none is.
static int find_columns(const read_table *r, token line, int *fields, double *unit)
{
    token field;
    char separator = find_separator(line);
    for (int c = 0; c < READ_MOST_COLUMNS; ++c)
        fields[c] = NO_FIELD;
    for (int i = 0; i < MOST_FIELDS && next_field(separator, &line, &field); ++i)
        for (int c = 0; c < r->column_count; ++c)
            if (fields[c] == NO_FIELD && is_named(r, &r->columns[c], field, unit))
                fields[c] = i;
    int missing = 0;
    while (missing < r->column_count &&
           (fields[missing] != NO_FIELD || r->columns[missing].may_lack))
        ++missing;
    return missing;
}

/// The name of a column that messages use.
static const char *first_name(const read_column *column, char out[40])
{
    snprintf(out, 40, "%.*s", (int)strcspn(column->names, " "), column->names);
    return out;
}

/// There is no line of names.
static bool no_names(read_table *r, size_t offset, int missing)
{
    char name[40];
    if (r->usual) {
        memcpy(r->fields, r->usual, (size_t)r->column_count * sizeof *r->usual);
        r->nameless = true;
        return true;
    }
    if (offset == r->t->size)
        return text_problem(r->t, offset, r->problems,
                            "the file is empty: it must start with a line of names of columns");
    return text_problem(r->t, offset, r->problems,
                        "there is no column %s: the first line must name the columns",
                        first_name(&r->columns[missing], name));
}

bool read_table_header(read_table *r)
{
    if (r->t->size >= 3 && memcmp(r->t->data, "\xef\xbb\xbf", 3) == 0)
        r->at = 3; // the mark that some programs put before UTF-8
    bool named = false, commented = false;
    token line;
    for (size_t start = r->at; next_line(r, &line); start = r->at) {
        bool comment = line.bytes[0] == '#';
        if (comment) {
            ++line.bytes;
            ++line.offset;
            --line.size;
            skip_blanks(&line);
            read_comment(r, line);
            commented = true;
        }
        int fields[READ_MOST_COLUMNS];
        double unit = 0;
        int missing = find_columns(r, line, fields, &unit);
        if (missing == r->column_count) {
            memcpy(r->fields, fields, sizeof r->fields);
            named = true;
            r->unit = unit > 0 ? unit : r->unit;
        }
        if (comment)
            continue;
        r->separator = find_separator(line);
        if (missing == r->column_count)
            return true;
        r->at = start; // this is the first row
        return named || no_names(r, line.offset, missing);
    }
    if (!commented)
        r->usual = NULL; // a table without names and rows is none
    return named || no_names(r, r->t->size, 0);
}

// ---- rows ---------------------------------------------------------------------------------------

/// A number as programs mostly write them: at most 15 digits, no exponent. Both the digits and the
/// power of ten are exact doubles then, so that dividing them rounds once, as reading must. False:
/// it is another.
static bool parse_plain(const char *bytes, size_t size, double *out)
{
    size_t i = size > 0 && bytes[0] == '-', digits = 0;
    bool negative = i > 0, point = false;
    uint64_t value = 0, power = 1;
    for (; i < size; ++i) {
        if (bytes[i] == '.' && !point) {
            point = true;
            continue;
        }
        if (bytes[i] < '0' || bytes[i] > '9' || ++digits > 15)
            return false;
        value = value * 10 + (uint64_t)(bytes[i] - '0');
        power *= point ? 10 : 1;
    }
    double number = (double)value / (double)power;
    *out = negative ? -number : number;
    return digits > 0;
}

static bool read_number(const read_table *r, const read_column *column, token field, double *value)
{
    bool good =
        parse_plain(field.bytes, field.size, value) || number_parse(field.bytes, field.size, value);
    good = good && *value >= column->least && *value <= column->most &&
           (!column->whole || floor(*value) == *value);
    char shown[TOKEN_SHOWN + 1];
    return good || text_problem(r->t, field.offset, r->problems, "%s, not '%s'", column->words,
                                token_show(field, shown));
}

bool read_table_next(read_table *r, double *values, size_t *place, bool *more)
{
    token line, field;
    do
        *more = next_line(r, &line);
    while (*more && line.bytes[0] == '#');
    if (!*more)
        return true;
    *place = line.offset;
    int wanted = 0, found = 0;
    for (int c = 0; c < r->column_count; ++c) {
        values[c] = NAN;
        wanted += read_table_has(r, c);
    }
    for (int i = 0; found < wanted && next_field(r->separator, &line, &field); ++i)
        for (int c = 0; c < r->column_count; ++c)
            if (r->fields[c] == i) {
                if (!read_number(r, &r->columns[c], field, &values[c]))
                    return false;
                ++found;
            }
    if (found == wanted)
        return true;
    if (r->nameless)
        return text_problem(r->t, *place, r->problems, "this line has fewer than %d fields",
                            wanted);
    return text_problem(r->t, *place, r->problems,
                        "this line has fewer fields than there are names of columns");
}

bool read_table_has(const read_table *r, int column)
{
    return r->fields[column] != NO_FIELD;
}
