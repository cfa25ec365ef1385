// SPDX-License-Identifier: MIT
// What the files of `wend run` share: from what was typed to runs (run/run.h), their files and what
// is printed.
#ifndef WEND_CLI_RUN_RUN_H
#define WEND_CLI_RUN_RUN_H

#include "cli/command.h"
#include "measure/statistics.h"
#include "record/recording.h"
#include "run/run.h"

#include <jansson.h>

// ---- files (formats.c, files.c) -----------------------------------------------------------------

/// Every kind. [NULL at the end]
extern const record_kind *const run_kinds[];
/// By the path's ending, without regard to case; "-" is CSV on standard output. NULL: none.
const record_kind *record_kind_of(const char *path);

/// One that was asked for.
typedef struct run_file {
    const char *path;
    const record_kind *kind;
    record_sink *sink; ///< NULL: not open
    bool failed;       ///< it could not take a frame
    bool kept;         ///< when it was closed
    uint64_t bytes;    ///< how large it is then; 0 for standard output
} run_file;

/// All that were asked for; they are one sink.
typedef struct run_files {
    record_sink base;
    const arguments *args;
    run_file list[OPTION_VALUES_MAX];
    int count;
} run_files;

/// Those of -o, which check_usage has found good.
void run_files_choose(run_files *files, const arguments *args);
/// Opens them all, or none. EXIT_DONE, or the exit code after a complaint.
int run_files_open(run_files *files, const record_about *about);
/// Finishes them; of a run that is not whole, those that grow. EXIT_DONE, or the exit code after a
/// complaint; one whose frame has failed is complained about here.
int run_files_close(run_files *files, const record_end *end);
/// Those that are still open: only what grows is left.
void run_files_discard(run_files *files);
/// What became of them when the run was interrupted, as ": a.csv was not written, ...".
void run_files_fates(const run_files *files, char *words, size_t size);

/// "12.3 MB"
enum { RUN_BYTES_SIZE = 32 };
const char *run_bytes_words(uint64_t bytes, char words[RUN_BYTES_SIZE]);

// ---- interruption (signals.c) ------------------------------------------------------------------

/// From now on the first INT or TERM only sets a mark; the second does what it did before.
void run_stop_listen(void);
/// The signal that came, or 0.
int run_stop_asked(void);
/// Signals do what they did before.
void run_stop_end(void);

// ---- what is run (reproduce.c) -----------------------------------------------------------------

/// What goes before what the scene says; zeroed: nothing.
typedef struct run_asked {
    const char *planner, *motion, *bias, *barriers;
    bool points;
    double step, seconds; ///< NAN: as the scene says
} run_asked;

/// What was typed.
run_asked run_asked_read(const arguments *args);
/// As JSON text, for recordings; free it.
char *run_asked_write(const run_asked *asked);

/// A run that is to be repeated.
typedef struct run_from {
    recording *recorded;
    const char *path;
    run_asked asked; ///< strings are in `options`
    json_t *options;
    uint64_t steps; ///< number of steps; UINT64_MAX: it was cut off, and there is no hash
} run_from;

/// Reads the recording of --reproduce. EXIT_DONE, or the exit code after a complaint; run_from_free
/// in any case.
int run_from_read(run_from *from, const arguments *args, problem_list *problems);
void run_from_free(run_from *from);

// ---- one run (loop.c) ---------------------------------------------------------------------------

/// What all runs have in common.
typedef struct run_setting {
    const arguments *args;
    const scene *s;
    const wend_floor *floor; ///< of the scene
    const char *file;        ///< the scene, or where the recorded scene was
    run_asked asked;
    double step, seconds;
    uint64_t every;      ///< steps between two frames of the files
    uint64_t most_steps; ///< it ends after these, whatever `seconds` is
    uint32_t threads, runs;
    bool until_empty;
    run_files *files;
    const run_from *from; ///< NULL: nothing is repeated
} run_setting;

/// Frames per second of the files.
double run_fps(const run_setting *setting);

/// Runs the scene once with a seed. number: of the run, from 0. EXIT_DONE with the figures, or the
/// exit code after a message; an interruption is one.
int run_once(const run_setting *setting, uint32_t number, uint64_t seed, wend_tasks *tasks,
             run_figures *figures);

// ---- output (report.c) --------------------------------------------------------------------------

/// [runs: setting->runs]
void run_print_text(const run_setting *setting, const run_figures *runs);
int run_print_json(const run_setting *setting, const run_figures *runs);
/// One run as JSON text, for its files; free it. NULL: out of memory.
char *run_summary(const run_setting *setting, const run_figures *figures);

#endif
