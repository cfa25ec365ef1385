// SPDX-License-Identifier: MIT
// Trajectories as PeTrack writes them and as the tools of the Jülich archive read them: a header
// that says the frame rate and the unit, then id, frame, x, y, z.
#include "record/record.h"
#include "record/text_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    HEADER_SIZE = 600,
    NAME_SIZE = 200, ///< of the project in the header
    RATE_SIZE = 40,
};

typedef struct txt_sink {
    record_sink base;
    text_file file;
} txt_sink;

/// The scene's file without folders, as one word: readers look for units ("x/cm", "in m") in every
/// line of the header.
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
    txt_sink *sink = calloc(1, sizeof *sink);
    if (!sink) {
        problem_no_memory(problems);
        return NULL;
    }
    sink->base.kind = &record_txt;
    if (!text_file_open(&sink->file, path, problems)) {
        free(sink);
        return NULL;
    }
    char header[HEADER_SIZE], name[NAME_SIZE], rate[RATE_SIZE];
    project_name(about->file, name);
    write_rate(about->fps, rate);
    snprintf(header, sizeof header,
             "# PeTrack project: %s\n"
             "# framerate: %s fps\n"
             "# z: can be 3d position or height of person (alternating or not)\n"
             "# id frame x/m y/m z/m\n",
             name, rate);
    text_file_words(&sink->file, header);
    return &sink->base;
}

static bool write_frame(record_sink *base, const record_frame *frame)
{
    text_file *file = &((txt_sink *)base)->file;
    for (uint32_t i = 0; i < frame->row_count; ++i) {
        const record_row *row = &frame->rows[i];
        if (!text_file_line(file))
            return false;
        text_file_whole(file, row->number);
        text_file_char(file, ' ');
        text_file_whole(file, frame->number);
        text_file_char(file, ' ');
        text_file_metres(file, row->at.x);
        text_file_char(file, ' ');
        text_file_metres(file, row->at.y);
        text_file_char(file, ' ');
        text_file_char(file, '0'); // on the floor
        text_file_char(file, '\n');
    }
    return true;
}

static bool close_txt(record_sink *base, const record_end *end, problem_list *problems)
{
    (void)end;
    bool done = text_file_close(&((txt_sink *)base)->file, problems);
    free(base);
    return done;
}

static void discard_txt(record_sink *base)
{
    text_file_discard(&((txt_sink *)base)->file);
    free(base);
}

const record_kind record_txt = {
    .name = "txt",
    .endings = "txt",
    .about = "trajectories as PeTrack writes them: id frame x y z",
    .open = open_txt,
    .frame = write_frame,
    .close = close_txt,
    .discard = discard_txt,
};
