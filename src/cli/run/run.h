// SPDX-License-Identifier: MIT
// Shared by the files of `wend run`: settings of the command line, runs (run/run.h), their files
// and the output.
#ifndef WEND_CLI_RUN_RUN_H
#define WEND_CLI_RUN_RUN_H

#include "cli/command.h"
#include "measure/statistics.h"
#include "record/recording.h"
#include "run/run.h"

#include <jansson.h>

// ---- files (formats.c, files.c) -----------------------------------------------------------------

/// All kinds. [NULL at the end]
extern const record_kind *const run_kinds[];
/// The kind for a path's extension, in any case; "-" is CSV on standard output. NULL: none.
const record_kind *record_kind_of(const char *path);

/// One output file.
typedef struct run_file {
    const char *path;
    const record_kind *kind;
    record_sink *sink; ///< NULL: not open
    bool failed;       ///< writing a frame failed
    bool kept;         ///< the file exists after closing
    uint64_t bytes;    ///< size after closing; 0 for standard output
} run_file;

/// All output files, as one sink.
typedef struct run_files {
    record_sink base;
    const arguments *args;
    run_file list[OPTION_VALUES_MAX];
    int count;
} run_files;

/// Chooses the files of -o, which check_usage has accepted.
void run_files_choose(run_files *files, const arguments *args);
/// Opens all files, or none. EXIT_DONE, or the exit code of a reported error.
int run_files_open(run_files *files, const record_about *about);
/// Finishes the files; of an interrupted run only those whose kind `grows`. EXIT_DONE, or the exit
/// code of a reported error; a failed frame is reported here.
int run_files_close(run_files *files, const record_end *end);
/// Discards the files that are still open; only those whose kind `grows` remain.
void run_files_discard(run_files *files);
/// Outcome of the files of an interrupted run, as ": a.csv was not written, ...".
void run_files_outcome(const run_files *files, char *words, size_t size);

/// "12.3 MB"
enum { RUN_BYTES_SIZE = 32 };
const char *run_bytes_words(uint64_t bytes, char words[RUN_BYTES_SIZE]);

// ---- interruption (signals.c) ------------------------------------------------------------------

/// From now on the first INT or TERM only sets a flag; the second has its previous effect.
void run_stop_listen(void);
/// The signal received, or 0.
int run_stop_asked(void);
/// Restores the previous signal handlers.
void run_stop_end(void);

// ---- overrides (reproduce.c) --------------------------------------------------------------------

/// Options that override the scene; zeroed: none.
typedef struct run_asked {
    const char *planner, *motion, *bias, *barriers;
    bool points;
    double step, seconds; ///< NAN: from the scene
} run_asked;

/// The options of the command line.
run_asked run_asked_read(const arguments *args);
/// As JSON text, for recordings; free it.
char *run_asked_write(const run_asked *asked);

/// A recorded run to reproduce.
typedef struct run_from {
    recording *recorded;
    const char *path;
    run_asked asked; ///< strings are in `options`
    json_t *options;
    uint64_t steps; ///< number of steps; UINT64_MAX: the recording is incomplete and has no hash
} run_from;

/// Reads the recording of --reproduce. EXIT_DONE, or the exit code of a reported error; call
/// run_from_free in either case.
int run_from_read(run_from *from, const arguments *args, problem_list *problems);
void run_from_free(run_from *from);

// ---- one run (loop.c) ---------------------------------------------------------------------------

/// Settings shared by all runs.
typedef struct run_setting {
    const arguments *args;
    const scene *s;
    const wend_floor *floor; ///< of the scene
    const char *file;        ///< the scene, or the recording that holds it
    run_asked asked;
    double step, seconds;
    uint64_t every;      ///< steps between two frames of the files
    uint64_t most_steps; ///< maximum number of steps, whatever `seconds` is
    uint32_t threads, runs;
    bool until_empty;
    run_files *files;
    const run_from *from; ///< NULL: no run is reproduced
} run_setting;

/// Frames per second of the files.
double run_fps(const run_setting *setting);

/// Runs the scene once with a seed. number: of the run, from 0. EXIT_DONE with the figures, or the
/// exit code of a reported error or interruption.
int run_once(const run_setting *setting, uint32_t number, uint64_t seed, wend_tasks *tasks,
             run_figures *figures);

// ---- output (report.c) --------------------------------------------------------------------------

/// [runs: setting->runs]
void run_print_text(const run_setting *setting, const run_figures *runs);
int run_print_json(const run_setting *setting, const run_figures *runs);
/// One run as JSON text, for its files; free it. NULL: out of memory.
char *run_summary(const run_setting *setting, const run_figures *figures);

#endif
