// SPDX-License-Identifier: MIT
// Trajectories as a table: frame,id,x,y, a line for each agent in each frame.
#include "record/record.h"
#include "record/text_file.h"

#include <stdlib.h>

typedef struct csv_sink {
    record_sink base;
    text_file file;
} csv_sink;

static record_sink *open_csv(const char *path, const record_about *about, problem_list *problems)
{
    (void)about;
    csv_sink *sink = calloc(1, sizeof *sink);
    if (!sink) {
        problem_no_memory(problems);
        return NULL;
    }
    sink->base.kind = &record_csv;
    if (!text_file_open(&sink->file, path, problems)) {
        free(sink);
        return NULL;
    }
    text_file_words(&sink->file, "frame,id,x,y\n");
    return &sink->base;
}

static bool write_frame(record_sink *base, const record_frame *frame)
{
    text_file *file = &((csv_sink *)base)->file;
    for (uint32_t i = 0; i < frame->row_count; ++i) {
        const record_row *row = &frame->rows[i];
        if (!text_file_line(file))
            return false;
        text_file_whole(file, frame->number);
        text_file_char(file, ',');
        text_file_whole(file, row->number);
        text_file_char(file, ',');
        text_file_metres(file, row->at.x);
        text_file_char(file, ',');
        text_file_metres(file, row->at.y);
        text_file_char(file, '\n');
    }
    return true;
}

static bool close_csv(record_sink *base, const record_end *end, problem_list *problems)
{
    (void)end;
    bool done = text_file_close(&((csv_sink *)base)->file, problems);
    free(base);
    return done;
}

static void discard_csv(record_sink *base)
{
    text_file_discard(&((csv_sink *)base)->file);
    free(base);
}

const record_kind record_csv = {
    .name = "csv",
    .endings = "csv",
    .about = "trajectories as a table: frame,id,x,y",
    .open = open_csv,
    .frame = write_frame,
    .close = close_csv,
    .discard = discard_csv,
};
