// SPDX-License-Identifier: MIT
// Reads all rows, sorts them by agent and frame, and cuts them into trails.
#include "io/trails.h"

#include "core/array.h"
#include "io/scene.h"
#include "io/tokens.h"
#include "wend/floor.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/// What a row must have.
typedef enum column {
    FRAME,
    ID,
    X,
    Y,
    COLUMNS,
} column;

static const char *const column_names[COLUMNS] = {"frame", "id", "x", "y"};

#define MOST_FRAME ((double)UINT32_MAX)
#define MOST_ID    9007199254740992.0 // a double tells whole numbers apart up to here

enum { NO_FIELD = -1, MOST_FIELDS = 1000 };

typedef struct row {
    uint64_t id;
    uint32_t frame;
    wend_vec2 at;
    size_t offset; ///< of its line, for problems that show later
} row;

typedef struct reader {
    const text *t;
    problem_list *problems;
    size_t at;           ///< the start of the next line
    char separator;      ///< between fields
    int fields[COLUMNS]; ///< which field of a line each column is
    wend_array(row) rows;
} reader;

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

/// The next line that is not empty, without the blanks around it. False: there is none.
static bool next_line(reader *r, token *line)
{
    const char *data = r->t->data;
    while (r->at < r->t->size) {
        size_t start = r->at;
        const char *newline = memchr(data + start, '\n', r->t->size - start);
        size_t end = newline ? (size_t)(newline - data) : r->t->size;
        r->at = end + 1;
        *line = (token){data + start, end - start, start};
        skip_blanks(line);
        while (line->size > 0 &&
               (is_blank(line->bytes[line->size - 1]) || line->bytes[line->size - 1] == '\r'))
            --line->size;
        if (line->size > 0)
            return true;
    }
    return false;
}

static bool is_comment(token line)
{
    return line.bytes[0] == '#';
}

/// Takes the first field off a line, without the blanks around it. False: the line is used up.
static bool next_field(char separator, token *line, token *field)
{
    if (line->size == 0)
        return false;
    size_t size = 0;
    while (size < line->size &&
           (separator == ' ' ? !is_blank(line->bytes[size]) : line->bytes[size] != separator))
        ++size;
    *field = (token){line->bytes, size, line->offset};
    size_t taken = size < line->size ? size + 1 : size;
    line->bytes += taken;
    line->offset += taken;
    line->size -= taken;
    skip_blanks(line);
    skip_blanks(field);
    while (field->size > 0 && is_blank(field->bytes[field->size - 1]))
        --field->size;
    return true;
}

// ---- the header ---------------------------------------------------------------------------------

static char find_separator(token line)
{
    if (memchr(line.bytes, ',', line.size))
        return ',';
    return memchr(line.bytes, ';', line.size) ? ';' : ' ';
}

/// True if the field is the name, or the name with its unit, "x/m".
static bool is_named(token field, const char *name)
{
    size_t size = strlen(name);
    if (field.size < size || strncasecmp(field.bytes, name, size) != 0)
        return false;
    return field.size == size ||
           (field.size == size + 2 && memcmp(field.bytes + size, "/m", 2) == 0);
}

/// Finds the columns in a line of names. Returns the first that is missing, COLUMNS if none is.
static int find_columns(token line, int fields[COLUMNS])
{
    token field;
    char separator = find_separator(line);
    for (int c = 0; c < COLUMNS; ++c)
        fields[c] = NO_FIELD;
    for (int i = 0; i < MOST_FIELDS && next_field(separator, &line, &field); ++i)
        for (int c = 0; c < COLUMNS; ++c)
            if (fields[c] == NO_FIELD && is_named(field, column_names[c]))
                fields[c] = i;
    int c = 0;
    while (c < COLUMNS && fields[c] != NO_FIELD)
        ++c;
    return c;
}

/// Finds the names of the columns: in the first line, or in a comment before it.
static bool read_header(reader *r)
{
    if (r->t->size >= 3 && memcmp(r->t->data, "\xef\xbb\xbf", 3) == 0)
        r->at = 3; // the mark that some programs put before UTF-8
    bool named = false;
    token line;
    for (size_t start = r->at; next_line(r, &line); start = r->at) {
        bool comment = is_comment(line);
        if (comment) {
            ++line.bytes;
            --line.size;
            skip_blanks(&line);
        }
        int fields[COLUMNS];
        int missing = find_columns(line, fields);
        if (missing == COLUMNS) {
            memcpy(r->fields, fields, sizeof fields);
            named = true;
        }
        if (comment)
            continue;
        r->separator = find_separator(line);
        if (missing == COLUMNS)
            return true;
        r->at = start; // this is the first row
        return named || text_problem(r->t, line.offset, r->problems,
                                     "there is no column %s: the first line must name the "
                                     "columns, as frame,id,x,y does",
                                     column_names[missing]);
    }
    return named || text_problem(r->t, r->t->size, r->problems,
                                 "the file is empty: it must start with a line like frame,id,x,y");
}

// ---- rows ---------------------------------------------------------------------------------------

static bool read_number(const reader *r, token field, column c, double *value)
{
    static const char *const wanted[COLUMNS] = {
        "the frame must be a whole number from 0 to 4294967295",
        "the id must be a whole number from 0 to 9007199254740992",
        "x must be a number of at most " SCENE_MAX_COORDINATE_WORDS " m",
        "y must be a number of at most " SCENE_MAX_COORDINATE_WORDS " m",
    };
    bool place = c == X || c == Y;
    bool good = number_parse(field.bytes, field.size, value);
    if (good && place)
        good = fabs(*value) <= WEND_MAX_COORDINATE;
    else if (good)
        good =
            *value >= 0 && *value <= (c == FRAME ? MOST_FRAME : MOST_ID) && floor(*value) == *value;
    char shown[TOKEN_SHOWN + 1];
    return good || text_problem(r->t, field.offset, r->problems, "%s, not '%s'", wanted[c],
                                token_show(field, shown));
}

static bool read_row(reader *r, token line)
{
    double values[COLUMNS];
    token field;
    size_t start = line.offset;
    int found = 0;
    for (int i = 0; found < COLUMNS && next_field(r->separator, &line, &field); ++i)
        for (int c = 0; c < COLUMNS; ++c)
            if (r->fields[c] == i) {
                if (!read_number(r, field, (column)c, &values[c]))
                    return false;
                ++found;
            }
    if (found < COLUMNS)
        return text_problem(r->t, start, r->problems,
                            "this line has fewer fields than there are names of columns");
    if (r->rows.count == TRAILS_MAX_POINTS)
        return text_problem(r->t, start, r->problems, "the file has more than %zu million rows",
                            TRAILS_MAX_POINTS >> 20);
    if (!wend_array_reserve(&r->rows, NULL, 1))
        return problem_no_memory(r->problems);
    r->rows.data[r->rows.count++] = (row){
        (uint64_t)values[ID], (uint32_t)values[FRAME], {values[X] + 0.0, values[Y] + 0.0}, start};
    return true;
}

static int compare_rows(const void *a, const void *b)
{
    const row *x = a, *y = b;
    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    if (x->frame != y->frame)
        return x->frame < y->frame ? -1 : 1;
    return (x->offset > y->offset) - (x->offset < y->offset);
}

/// The least difference of two frames of one agent; 0 if no agent is in two. False with a problem
/// where an agent is twice in one frame.
static bool find_stride(const reader *r, uint32_t *stride)
{
    *stride = 0;
    for (size_t i = 1; i < r->rows.count; ++i) {
        const row *last = &r->rows.data[i - 1], *next = &r->rows.data[i];
        if (last->id != next->id)
            continue;
        uint32_t apart = next->frame - last->frame;
        if (apart == 0)
            return text_problem(r->t, next->offset, r->problems,
                                "agent %llu is in frame %lu already", (unsigned long long)next->id,
                                (unsigned long)next->frame);
        if (*stride == 0 || apart < *stride)
            *stride = apart;
    }
    return true;
}

// ---- trails -------------------------------------------------------------------------------------

static bool cut_trails(reader *r, trails *out)
{
    uint32_t stride;
    if (!find_stride(r, &stride))
        return false;
    wend_array(trail) list = {0};
    size_t count = r->rows.count;
    out->points = malloc((count + 1) * sizeof *out->points);
    out->frames = malloc((count + 1) * sizeof *out->frames);
    if (!out->points || !out->frames)
        return problem_no_memory(r->problems);
    for (size_t i = 0; i < count; ++i) {
        const row *last = i > 0 ? &r->rows.data[i - 1] : NULL, *next = &r->rows.data[i];
        bool other = !last || last->id != next->id;
        if (other || next->frame - last->frame != stride) {
            bool room = wend_array_reserve(&list, NULL, 1);
            out->list = list.data;
            if (!room)
                return problem_no_memory(r->problems);
            list.data[list.count++] = (trail){.id = next->id, .first = i};
            out->agent_count += other;
        }
        ++list.data[list.count - 1].count;
        out->points[i] = next->at;
        out->frames[i] = next->frame;
    }
    out->point_count = count;
    out->count = list.count;
    return true;
}

bool trails_read(const text *t, trails *out, problem_list *problems)
{
    *out = (trails){0};
    reader r = {.t = t, .problems = problems};
    bool good = read_header(&r);
    token line;
    while (good && next_line(&r, &line))
        good = is_comment(line) || read_row(&r, line);
    if (good && r.rows.count > 0)
        qsort(r.rows.data, r.rows.count, sizeof *r.rows.data, compare_rows);
    good = good && cut_trails(&r, out);
    wend_array_free(&r.rows, NULL);
    if (!good)
        trails_free(out);
    return good;
}

bool trails_load(const char *path, trails *out, problem_list *problems)
{
    text t;
    *out = (trails){0};
    if (!text_read_file(path, &t, problems))
        return false;
    bool good = trails_read(&t, out, problems);
    text_free(&t);
    return good;
}

void trails_free(trails *t)
{
    free(t->points);
    free(t->frames);
    free(t->list);
    *t = (trails){0};
}

wend_box trails_box(const trails *t)
{
    wend_box box = wend_box_empty();
    for (size_t i = 0; i < t->point_count; ++i)
        box = wend_box_add(box, t->points[i]);
    return box;
}
