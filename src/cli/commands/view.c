// SPDX-License-Identifier: MIT
// wend view: a recording as one HTML file that replays it in a browser.
#include "base/output.h"
#include "base/text.h"
#include "cli/load_recording.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "replay/page.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { TITLE_SIZE = 300 };
#define MEGABYTE 1e6

/// --title, or the name of the scene or of the file.
static void choose_title(const arguments *args, const recording *r, char title[TITLE_SIZE])
{
    if (option_given(args, "title"))
        snprintf(title, TITLE_SIZE, "%s", option_text(args, "title", ""));
    else
        scene_title(r->s, args->operands[0], title, TITLE_SIZE);
    make_plain(title);
    text_make_utf8(title); // a file name may hold any bytes, and a long title is truncated
}

static int print_result(const arguments *args, const char *path, const recording *r, double bytes,
                        const replay_report *report)
{
    if (args->json)
        return print_json(args, json_pack("{s:o, s:I, s:i, s:i, s:f, s:f, s:I, s:I, s:i, s:i}",
                                          "file", text_to_json(path), "bytes", (json_int_t)bytes,
                                          "agents", (int)r->agent_count, "frames",
                                          (int)r->frame_count, "fps", r->fps, "precision",
                                          report->precision, "rows", (json_int_t)r->row_count,
                                          "knots", (json_int_t)report->knots, "chunks",
                                          (int)report->chunks, "moments", (int)report->moments));
    if (args->quiet || strcmp(path, "-") == 0)
        return EXIT_DONE;
    print_line(stdout, "%s: written (%.2f MB, %u agent%s, %u frame%s, positions within %g mm)",
               path, bytes / MEGABYTE, (unsigned)r->agent_count, r->agent_count == 1 ? "" : "s",
               (unsigned)r->frame_count, r->frame_count == 1 ? "" : "s", 1000 * report->precision);
    return EXIT_DONE;
}

/// Number of bytes written; a pipe has no file position, so its size is that of the data.
static double size_of(FILE *file, const replay_report *report)
{
    long at = ftell(file);
    return at >= 0 ? (double)at : (double)report->bytes;
}

static int write_page(const arguments *args, const recording *r)
{
    const char *path = option_text(args, "output", NULL);
    char title[TITLE_SIZE];
    choose_title(args, r, title);
    const replay_options options = {
        .title = title,
        .precision = option_number(args, "precision", 0),
        .size = (size_t)(MEGABYTE * option_number(args, "max-size", 0)),
    };
    output out;
    if (!output_open(&out, path))
        return fail_output(args, path);
    problem_list problems = {.file = args->operands[0]};
    replay_report report = {0};
    progress bar = progress_start(args);
    progress_show(&bar, 0.5, "packing");
    bool good = view_page_write(r, &options, out.file, &report, &problems);
    double bytes = size_of(out.file, &report);
    progress_end(&bar);
    int code = EXIT_DONE;
    if (!good) {
        output_discard(&out);
        code = fail_problems(args, &problems);
    } else if (!output_commit(&out)) {
        code = fail_output(args, path);
    }
    problem_free(&problems);
    return code == EXIT_DONE ? print_result(args, path, r, bytes, &report) : code;
}

static int run(const arguments *args)
{
    recording r;
    int code = load_recording(args, args->operands[0], &r);
    if (code != EXIT_DONE)
        return code;
    code = write_page(args, &r);
    recording_free(&r);
    return code;
}

CHOICES(page_files, {"html htm -", NULL})

static const option options[] = {
    {OUTPUT("output", page_files, "Output page"), .letter = 'o', .required = true},
    {TEXT("title", "TEXT", "Title of the page (default: name of the scene or file)")},
    {NUMBER("precision", "M", REPLAY_FINEST, REPLAY_COARSEST,
            "Grid of positions in metres (default: the finest that keeps --max-size)")},
    {NUMBER("max-size", "MB", 0.01, 1000, "Maximum size of the data in megabytes (default: 20)"),
     .old = "size"},
    {OPTION_FLOOR},
    {OPTION_FPS},
    {OPTION_UNIT},
    {0},
};

const command command_view = {
    .name = "view",
    .summary = "Create an HTML page that replays a recording",
    .operands = "RUN",
    .operand_kind = ARGUMENT_INPUT,
    .operand_choices = recording_files,
    .options = options,
    .details = "RUN is a recording of wend run (.sqlite, .csv, .txt), of another tool or of an "
               "experiment (also .traj). The page is one self-contained file that needs no network "
               "and no server; it opens from disk in a browser of 2023 or later. Positions are "
               "rounded to a grid of 1 mm to 10 cm; the summary line names it.",
    .examples = "wend run hall -o run.sqlite && wend view run.sqlite -o run.html\n"
                "wend view experiment.txt --unit cm --floor hall.wkt -o experiment.html\n"
                "wend view run.sqlite --precision 0.001 -o fine.html",
    .run = run,
};
