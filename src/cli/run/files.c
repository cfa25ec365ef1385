// SPDX-License-Identifier: MIT
// The output files of a run, as one sink: each frame is written to all of them.
#include "cli/report.h"
#include "cli/run/run.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static bool write_all_frames(record_sink *base, const record_frame *frame)
{
    run_files *files = (run_files *)base;
    bool good = true;
    for (int i = 0; i < files->count; ++i) {
        run_file *file = &files->list[i];
        file->failed = !file->sink->kind->frame(file->sink, frame);
        good = good && !file->failed;
    }
    return good;
}

/// Only frames use this sink: run_files_close does the rest.
static const record_kind all_kinds = {.name = "all", .endings = "", .frame = write_all_frames};

static int fail_file(const arguments *args, const char *path, problem_list *problems)
{
    const char *name = strcmp(path, "-") == 0 ? "standard output" : path;
    int code = fail(args, "%s: %s", name,
                    problem_kept(problems) > 0 ? problems->items[0].what : "cannot write");
    problem_free(problems);
    return code;
}

void run_files_choose(run_files *files, const arguments *args)
{
    const char *paths[OPTION_VALUES_MAX];
    *files = (run_files){.base.kind = &all_kinds, .args = args};
    files->count = option_values(args, "output", paths);
    for (int i = 0; i < files->count; ++i)
        files->list[i] = (run_file){.path = paths[i], .kind = record_kind_of(paths[i])};
}

int run_files_open(run_files *files, const record_about *about)
{
    for (int i = 0; i < files->count; ++i) {
        run_file *file = &files->list[i];
        problem_list problems = {.file = file->path};
        file->sink = file->kind->open(file->path, about, &problems);
        if (!file->sink) {
            run_files_discard(files);
            return fail_file(files->args, file->path, &problems);
        }
        problem_free(&problems);
    }
    return EXIT_DONE;
}

static uint64_t size_of(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) ? (uint64_t)status.st_size : 0;
}

/// Closes one file. EXIT_DONE, or the exit code of a reported error.
static int close_file(const run_files *files, run_file *file, const record_end *end)
{
    problem_list problems = {.file = file->path};
    record_sink *sink = file->sink;
    file->sink = NULL;
    if (!end->whole && !file->kind->grows && !file->failed) {
        file->kind->discard(sink);
        return EXIT_DONE;
    }
    file->kept = file->kind->close(sink, end, &problems) && !file->failed;
    if (!file->kept)
        return fail_file(files->args, file->path, &problems);
    file->bytes = size_of(file->path);
    problem_free(&problems);
    return EXIT_DONE;
}

int run_files_close(run_files *files, const record_end *end)
{
    int code = EXIT_DONE;
    for (int i = 0; i < files->count; ++i) {
        int closed = files->list[i].sink ? close_file(files, &files->list[i], end) : EXIT_DONE;
        code = closed != EXIT_DONE ? closed : code;
    }
    return code;
}

void run_files_discard(run_files *files)
{
    for (int i = 0; i < files->count; ++i) {
        run_file *file = &files->list[i];
        if (file->sink)
            file->kind->discard(file->sink);
        file->sink = NULL;
    }
}

void run_files_outcome(const run_files *files, char *words, size_t size)
{
    size_t used = 0;
    words[0] = 0;
    for (int i = 0; i < files->count && used < size; ++i) {
        const run_file *file = &files->list[i];
        used += (size_t)snprintf(words + used, size - used, "%s%s %s", i ? ", " : ": ", file->path,
                                 file->kept ? "keeps the frames before" : "was not written");
    }
}

const char *run_bytes_words(uint64_t bytes, char words[RUN_BYTES_SIZE])
{
    static const char *const units[] = {"bytes", "kB", "MB", "GB", "TB"};
    enum { UNITS = sizeof units / sizeof units[0] };
    double value = (double)bytes;
    int unit = 0;
    // 999.95 would be rounded to 1000.0.
    for (; value >= 999.95 && unit + 1 < UNITS; ++unit)
        value /= 1000;
    snprintf(words, RUN_BYTES_SIZE, unit == 0 ? "%.0f %s" : "%.1f %s", value, units[unit]);
    return words;
}
