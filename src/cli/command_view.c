// SPDX-License-Identifier: MIT
// wend view: a recording as one HTML file that plays in a browser.
#include "cli/load_recording.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/view_page.h"
#include "io/output.h"
#include "io/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { TITLE_SIZE = 300 };
#define MEGABYTE 1e6

/// "walk" for "runs/walk.sqlite".
static void title_of_file(const char *path, char title[TITLE_SIZE])
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    size_t length = dot && dot != name ? (size_t)(dot - name) : strlen(name);
    snprintf(title, TITLE_SIZE, "%.*s", (int)(length < TITLE_SIZE ? length : TITLE_SIZE), name);
}

/// What --title says, or the scene's name, or the file's.
static void choose_title(const arguments *args, const recording *r, char title[TITLE_SIZE])
{
    const char *said = option_text(args, "title", r->s ? r->s->name : NULL);
    if (said && *said)
        snprintf(title, TITLE_SIZE, "%s", said);
    else if (strcmp(args->operands[0], "-") == 0)
        snprintf(title, TITLE_SIZE, "Replay");
    else
        title_of_file(args->operands[0], title);
    make_plain(title);
    text_make_utf8(title); // a file's name may be any bytes, and a long title is cut
}

static int tell(const arguments *args, const char *path, const recording *r, double bytes,
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
    print_line(stdout, "%s: written (%.2f MB, %u agent%s, %u frame%s, places within %g mm)", path,
               bytes / MEGABYTE, (unsigned)r->agent_count, r->agent_count == 1 ? "" : "s",
               (unsigned)r->frame_count, r->frame_count == 1 ? "" : "s", 1000 * report->precision);
    return EXIT_DONE;
}

/// Counts what has been written; a pipe has no place to tell.
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
        .size = (size_t)(MEGABYTE * option_number(args, "size", 0)),
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
    return code == EXIT_DONE ? tell(args, path, r, bytes, &report) : code;
}

static bool is_page(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && (strcmp(dot, ".html") == 0 || strcmp(dot, ".htm") == 0);
}

static int run(const arguments *args)
{
    const char *path = option_text(args, "output", NULL);
    if (!path)
        return fail_usage(args, "say where the page goes: -o FILE.html");
    bool standard = strcmp(path, "-") == 0;
    if (standard && args->json)
        return fail_usage(args, "both --json and -o want standard output: name a file for -o");
    if (!standard && !is_page(path))
        return fail_usage(args, "%s: a page's name ends with .html", path);
    recording r;
    int code = load_recording(args, args->operands[0], &r);
    if (code != EXIT_DONE)
        return code;
    code = write_page(args, &r);
    recording_free(&r);
    return code;
}

static const option options[] = {
    {.name = "output",
     .letter = 'o',
     .kind = OPTION_TEXT,
     .value = "FILE",
     .about = "the page, .html; - is standard output"},
    {.name = "title",
     .kind = OPTION_TEXT,
     .value = "TEXT",
     .about = "of the page; if not given the scene's name, or the file's"},
    {.name = "precision",
     .kind = OPTION_NUMBER,
     .value = "M",
     .about = "keep places to so many metres; if not given the finest that keeps the size",
     .least = REPLAY_FINEST,
     .most = REPLAY_COARSEST},
    {.name = "size",
     .kind = OPTION_NUMBER,
     .value = "MB",
     .about = "of the data, that the precision is chosen for; 20 if not given",
     .least = 0.01,
     .most = 1000},
    OPTIONS_RECORDING,
    {0},
};

const command command_view = {
    .name = "view",
    .summary = "Make a page that replays a recording in a browser",
    .operands = "RUN",
    .least_operands = 1,
    .most_operands = 1,
    .options = options,
    .details =
        "RUN is a recording: what wend run -o has written (.sqlite, .csv, .txt), or that of\n"
        "another tool or an experiment (also .traj). The page is one file that needs no\n"
        "network and no server: send it, and open it from disk in a browser of 2023 or\n"
        "later. Places are rounded to a grid of 1 mm to 10 cm, the finest that keeps the\n"
        "data below --size; the line that is printed says which.",
    .examples = "wend run hall -o run.sqlite && wend view run.sqlite -o run.html\n"
                "wend view experiment.txt --unit cm --floor hall.wkt -o experiment.html\n"
                "wend view run.sqlite --precision 0.001 -o fine.html",
    .run = run,
};
