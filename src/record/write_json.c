// SPDX-License-Identifier: MIT
// What a run gave, without trajectories: the object that `wend run --json` prints.
#include "record/record.h"
#include "record/text_file.h"

#include <stdlib.h>

typedef struct json_sink {
    record_sink base;
    text_file file;
} json_sink;

static record_sink *open_json(const char *path, const record_about *about, problem_list *problems)
{
    (void)about;
    json_sink *sink = calloc(1, sizeof *sink);
    if (!sink) {
        problem_no_memory(problems);
        return NULL;
    }
    sink->base.kind = &record_json;
    if (text_file_open(&sink->file, path, problems)) // now, so that a bad name is known at once
        return &sink->base;
    free(sink);
    return NULL;
}

static bool take_frame(record_sink *base, const record_frame *frame)
{
    (void)base;
    (void)frame;
    return true;
}

static void discard_json(record_sink *base)
{
    text_file_discard(&((json_sink *)base)->file);
    free(base);
}

static bool close_json(record_sink *base, const record_end *end, problem_list *problems)
{
    text_file *file = &((json_sink *)base)->file;
    if (!end->summary) {
        discard_json(base);
        return problem_add(problems, "cannot write: there is no summary");
    }
    text_file_words(file, end->summary);
    text_file_words(file, "\n");
    bool done = text_file_close(file, problems);
    free(base);
    return done;
}

const record_kind record_json = {
    .name = "json",
    .endings = "json",
    .about = "only what is printed with --json",
    .open = open_json,
    .frame = take_frame,
    .close = close_json,
    .discard = discard_json,
};
