// SPDX-License-Identifier: MIT
// What the files of `wend run` share: a run is one scene moved with one seed, and what was measured
// on the way.
#ifndef WEND_CLI_RUN_H
#define WEND_CLI_RUN_H

#include "cli/command.h"
#include "io/overlaps.h"
#include "record/recorder.h"
#include "record/recording.h"

#include <jansson.h>

enum { RUN_EVENT_KINDS = WEND_EVENT_BARRIER + 1 };

/// An agent may be this part of its radius deep in a wall or another before it counts.
#define RUN_DEPTH 0.01

/// What one run gave. Times are simulated unless said otherwise.
typedef struct run_figures {
    uint64_t seed;
    uint64_t agents;  ///< that were there at some time
    uint64_t arrived; ///< of these, at the end of their way
    uint64_t inside;  ///< when it ended, without those who arrived and stay or have no goal
    uint64_t to_come; ///< from spawners that have not been done
    uint64_t stuck;   ///< that got no nearer to their goal for a while, at least once
    uint64_t lost;    ///< of those inside: there is no way to their goal
    double seconds;   ///< how long it lasted
    double last_s;    ///< when the last one arrived; NAN: nobody did
    double mean_s;    ///< from coming to arriving; NAN: nobody did
    uint64_t steps;
    uint64_t agent_steps;       ///< the agents after each step, added up
    double cost;                ///< of all steps [Units: s on the clock]
    double phases[WEND_PHASES]; ///< what of it is which phase's, of one thread [Units: s]
    double measuring;           ///< what looking on has cost [Units: s on the clock]
    double recording;           ///< what telling the files has cost [Units: s on the clock]
    uint64_t walls_crossed;     ///< agent-steps: the centre went through a wall, or is not free
    uint64_t in_walls;          ///< agent-steps: deeper than RUN_DEPTH in a wall
    uint64_t overlaps;          ///< agent-steps: deeper than OVERLAPS_DEPTH in another
    double deepest;             ///< overlap of two at any time, as a part of the smaller radius
    wend_pursuit_sums pursued;  ///< of all pursuits
    uint64_t barriers;          ///< that were put across jams
    wend_event first_barrier;   ///< the first of them
    uint64_t events[RUN_EVENT_KINDS];
    uint64_t hash;
} run_figures;

// ---- who is where (run_watch.c) -----------------------------------------------------------------

/// What is known of whoever is, or was last, in a slot.
typedef struct run_seen {
    wend_id id; ///< null: nobody yet
    bool arrived;
    bool stuck;  ///< once at least
    bool stands; ///< it has no goal
    bool moved;  ///< by the world in this step, out of the way of something
    bool placed; ///< `at` is where it was after the last step
    double came;
    wend_vec2 at;
    wend_vec2 cleared; ///< where the distance to the walls was last measured ...
    double clearance;  ///< ... and what it was
} run_seen;

typedef struct run_walls run_walls;

/// Looks on at a world, independently of what it thinks of itself.
typedef struct run_watch {
    const wend_world *world;
    double step;
    run_seen *seen; ///< [capacity] by slot
    uint32_t capacity;
    run_walls *walls;
    overlaps *overlaps;
    double travelled; ///< times from coming to arriving, added up
    run_figures *figures;
} run_watch;

/// Starts to look on at a new world of that scene. False: out of memory; run_watch_free all the
/// same.
bool run_watch_start(run_watch *watch, const scene *s, const scene_names *names,
                     const wend_world *world, double step, run_figures *figures);
/// After each step. False: out of memory.
bool run_watch_step(run_watch *watch);
/// When the run is over: what is known only then.
void run_watch_end(run_watch *watch);
void run_watch_free(run_watch *watch);

// ---- walls (run_walls.c) ------------------------------------------------------------------------

/// NULL: out of memory.
run_walls *run_walls_create(const scene *s, const scene_names *names);
void run_walls_free(run_walls *walls);
/// Takes the doors as they are now. False: out of memory.
bool run_walls_update(run_walls *walls, const wend_world *world);
/// Looks at an agent that was at seen->at, if seen->placed, and is at body->position: *crossed and
/// *deep are set if it is so. False: out of memory.
bool run_walls_look(run_walls *walls, run_seen *seen, const wend_body *body, double step,
                    bool *crossed, bool *deep);

// ---- the files (run_kinds.c, run_files.c, record_video.c) ---------------------------------------

/// Pictures that move; draws, and so lives here.
extern const record_kind record_video;

/// Every kind. [NULL at the end]
extern const record_kind *const run_kinds[];
/// By the path's ending, without regard to case; "-" is CSV on standard output. NULL: none.
const record_kind *record_kind_of(const char *path);
/// The endings, as ".sqlite, .csv".
void run_kinds_list(char *words, size_t size);

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

// ---- being stopped (run_stop.c) -----------------------------------------------------------------

/// From now on the first INT or TERM only sets a mark; the second does what it did before.
void run_stop_listen(void);
/// The signal that came, or 0.
int run_stop_asked(void);
/// Signals do what they did before.
void run_stop_end(void);

// ---- many runs (run_statistics.c) ---------------------------------------------------------------

/// Of some values, without those that are NAN.
typedef struct run_interval {
    uint32_t count;
    double mean;      ///< NAN if there are none
    double low, high; ///< 95 % for the mean by Student's t; NAN for fewer than two
} run_interval;
run_interval run_interval_of(const double *values, uint32_t count);

/// The t that a variable of so many degrees of freedom exceeds, to either side, with that
/// probability. [Limit: degrees >= 1, 0 < both_tails < 1]
double run_student(uint32_t degrees, double both_tails);

// ---- what is run (run_from.c) -------------------------------------------------------------------

/// What goes before what the scene says; zeroed: nothing.
typedef struct run_asked {
    const char *guide, *motion, *bias, *barriers;
    bool points;
    double step, seconds; ///< NAN: as the scene says
} run_asked;

/// What was typed.
run_asked run_asked_read(const arguments *args);
/// As JSON text, for recordings; free it. NULL: out of memory.
char *run_asked_write(const run_asked *asked);

/// A run that is to be repeated.
typedef struct run_from {
    recording *recorded;
    const char *path;
    run_asked asked; ///< strings are in `options`
    json_t *options;
    uint64_t steps; ///< so many it was; UINT64_MAX: it was cut off, and there is no hash
} run_from;

/// Reads the recording of --from. EXIT_DONE, or the exit code after a complaint; run_from_free in
/// any case.
int run_from_read(run_from *from, const arguments *args, problem_list *problems);
void run_from_free(run_from *from);

// ---- one run (run_loop.c) -----------------------------------------------------------------------

/// What all runs have in common.
typedef struct run_setting {
    const arguments *args;
    const scene *s;
    const char *file; ///< the scene, or where the recorded scene was
    run_asked asked;
    double step, seconds;
    uint64_t every;      ///< steps between two frames of the files
    uint64_t most_steps; ///< it ends after so many, whatever `seconds` says
    uint32_t threads, runs;
    bool until_empty;
    run_files *files;
    const run_from *from; ///< NULL: nothing is repeated
} run_setting;

/// Frames a second of the files.
double run_fps(const run_setting *setting);

/// Makes the world of the scene with figures->seed, and steps it until its time is over. The
/// figures are zero but for the seed. EXIT_DONE, or the exit code after a complaint; being
/// interrupted is one.
int run_once(const run_setting *setting, uint32_t number, wend_tasks *tasks, run_figures *figures);

// ---- telling (run_report.c) ---------------------------------------------------------------------

/// [runs: setting->runs]
void run_print_text(const run_setting *setting, const run_figures *runs);
int run_print_json(const run_setting *setting, const run_figures *runs);
/// One run as JSON text, for its files; free it. NULL: out of memory.
char *run_summary(const run_setting *setting, const run_figures *figures);

#endif
