// SPDX-License-Identifier: MIT
// Recordings as text files that appear whole or not at all: trajectories as CSV and in PeTrack's
// format, and the summary of a run as JSON.
//
// Numbers are formatted here, because printf depends on the locale and takes longer than the step
// that made them.
#include "base/output.h"
#include "record/record.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Digits of a coordinate after the decimal point, and their power of ten.
enum { DIGITS = 5 };
#define SCALE 100000u

enum {
    BUFFER_SIZE = 1 << 16,
    LINE_SIZE = 120, ///< no row is longer
    HEADER_SIZE = 600,
    NAME_SIZE = 200, ///< of the project in the header
    RATE_SIZE = 40,
};

typedef struct text_sink {
    record_sink base;
    output out;
    int error; ///< errno of the first write that failed
    size_t used;
    char buffer[BUFFER_SIZE];
} text_sink;

// ---- text ---------------------------------------------------------------------------------------

static bool flush(text_sink *sink)
{
    errno = 0;
    if (sink->error == 0 && fwrite(sink->buffer, 1, sink->used, sink->out.file) < sink->used)
        sink->error = errno ? errno : EIO;
    sink->used = 0;
    return sink->error == 0;
}

static void put_char(text_sink *sink, char c)
{
    if (sink->used == BUFFER_SIZE)
        flush(sink);
    sink->buffer[sink->used++] = c;
}

static void put_text(text_sink *sink, const char *s)
{
    while (*s)
        put_char(sink, *s++);
}

/// Puts a number with leading zeros, if it has fewer digits than `least`.
static void put_digits(text_sink *sink, uint64_t value, int least)
{
    char digits[24];
    int count = 0;
    do
        digits[count++] = (char)('0' + value % 10);
    while ((value /= 10) > 0);
    while (count < least)
        digits[count++] = '0';
    while (count > 0)
        sink->buffer[sink->used++] = digits[--count];
}

static void put_metres(text_sink *sink, double value)
{
    long long scaled = llround(value * SCALE);
    uint64_t size = (uint64_t)(scaled < 0 ? -scaled : scaled);
    if (scaled < 0)
        sink->buffer[sink->used++] = '-';
    put_digits(sink, size / SCALE, 1);
    sink->buffer[sink->used++] = '.';
    put_digits(sink, size % SCALE, DIGITS);
}

// ---- the sink -----------------------------------------------------------------------------------

static bool cannot_write(problem_list *problems, int error)
{
    return problem_add(problems, "cannot write: %s", strerror(error ? error : EIO));
}

static record_sink *open_text(const record_kind *kind, const char *path, const char *header,
                              problem_list *problems)
{
    text_sink *sink = calloc(1, sizeof *sink);
    if (!sink) {
        problem_no_memory(problems);
        return NULL;
    }
    sink->base.kind = kind;
    if (!output_open(&sink->out, path)) {
        cannot_write(problems, errno);
        free(sink);
        return NULL;
    }
    put_text(sink, header);
    return &sink->base;
}

static bool close_text(record_sink *base, const record_end *end, problem_list *problems)
{
    (void)end;
    text_sink *sink = (text_sink *)base;
    flush(sink);
    int error = sink->error;
    if (error)
        output_discard(&sink->out);
    else if (!output_commit(&sink->out))
        error = errno ? errno : EIO;
    free(sink);
    return error == 0 || cannot_write(problems, error);
}

static void discard_text(record_sink *base)
{
    output_discard(&((text_sink *)base)->out);
    free(base);
}

/// Writes frame,id,x,y, or id frame x y z with z = 0.
static bool write_rows(record_sink *base, const record_frame *frame)
{
    text_sink *sink = (text_sink *)base;
    bool csv = base->kind == &record_csv;
    char separator = csv ? ',' : ' ';
    for (uint32_t i = 0; i < frame->row_count; ++i) {
        const record_row *row = &frame->rows[i];
        if (sink->used > BUFFER_SIZE - LINE_SIZE && !flush(sink))
            return false;
        put_digits(sink, csv ? frame->number : row->number, 1);
        put_char(sink, separator);
        put_digits(sink, csv ? row->number : frame->number, 1);
        put_char(sink, separator);
        put_metres(sink, row->at.x);
        put_char(sink, separator);
        put_metres(sink, row->at.y);
        put_text(sink, csv ? "\n" : " 0\n");
    }
    return true;
}

// ---- CSV ----------------------------------------------------------------------------------------

static record_sink *open_csv(const char *path, const record_about *about, problem_list *problems)
{
    (void)about;
    return open_text(&record_csv, path, "frame,id,x,y\n", problems);
}

const record_kind record_csv = {
    .name = "csv",
    .endings = "csv",
    .about = "Trajectories with the columns frame, id, x, y",
    .open = open_csv,
    .frame = write_rows,
    .close = close_text,
    .discard = discard_text,
};

// ---- PeTrack ------------------------------------------------------------------------------------

/// The scene's file without folders, as one word: readers search for units ("x/cm", "in m") in
/// every line of the header.
static void project_name(const char *path, char name[NAME_SIZE])
{
    const char *slash = strrchr(path, '/');
    snprintf(name, NAME_SIZE, "%s", slash ? slash + 1 : path);
    make_plain(name);
    for (char *c = name; *c; ++c)
        if (*c == ' ')
            *c = '_';
}

/// "10", "12.5", "11.111111": in any locale, and without an exponent, which PedPy does not read.
static void write_rate(double fps, char rate[RATE_SIZE])
{
    enum { MILLION = 1000000 };
    unsigned long long millionths = (unsigned long long)llround(fps * MILLION);
    snprintf(rate, RATE_SIZE, "%llu.%06llu", millionths / MILLION, millionths % MILLION);
    char *end = rate + strlen(rate);
    while (end[-1] == '0')
        *--end = 0;
    if (end[-1] == '.')
        end[-1] = 0;
}

static record_sink *open_txt(const char *path, const record_about *about, problem_list *problems)
{
    char header[HEADER_SIZE], name[NAME_SIZE], rate[RATE_SIZE];
    project_name(about->file, name);
    write_rate(about->fps, rate);
    snprintf(header, sizeof header,
             "# PeTrack project: %s\n"
             "# framerate: %s fps\n"
             "# z: can be 3d position or height of person (alternating or not)\n"
             "# id frame x/m y/m z/m\n",
             name, rate);
    return open_text(&record_txt, path, header, problems);
}

const record_kind record_txt = {
    .name = "txt",
    .endings = "txt",
    .about = "Trajectories in the format of PeTrack: id frame x y z",
    .open = open_txt,
    .frame = write_rows,
    .close = close_text,
    .discard = discard_text,
};

// ---- JSON ---------------------------------------------------------------------------------------

static record_sink *open_json(const char *path, const record_about *about, problem_list *problems)
{
    (void)about;
    return open_text(&record_json, path, "", problems); // now, so that a bad name is reported early
}

static bool ignore_frame(record_sink *base, const record_frame *frame)
{
    (void)base, (void)frame;
    return true;
}

static bool close_json(record_sink *base, const record_end *end, problem_list *problems)
{
    if (!end->summary) {
        discard_text(base);
        return problem_add(problems, "cannot write: there is no summary");
    }
    put_text((text_sink *)base, end->summary);
    put_char((text_sink *)base, '\n');
    return close_text(base, end, problems);
}

const record_kind record_json = {
    .name = "json",
    .endings = "json",
    .about = "Summary, as printed with --json",
    .open = open_json,
    .frame = ignore_frame,
    .close = close_json,
    .discard = discard_text,
};
