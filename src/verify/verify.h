// SPDX-License-Identifier: MIT
// Shared by the files of `wend verify`. A test is one const entry in a list: its texts, its
// criterion and a function that runs scenes, measures them and reports the result.
//
// All tests share one parameter set, the defaults of a scene, except for the motion model, which
// the caller may choose (verify.motion) to compare models. Preferred speeds are normal, 1.34 +-
// 0.26 m/s, truncated to 0.5..2.2 m/s (Weidmann 1993), unless the test states another. Stochastic
// tests use the mean over several seeds, from 0 on, or from the one that the caller states.
#ifndef WEND_VERIFY_VERIFY_H
#define WEND_VERIFY_VERIFY_H

#include "base/xalloc.h"
#include "draw/chart.h"
#include "measure/measure.h"
#include "measure/statistics.h"
#include "record/recording.h"

#include <stdio.h>

/// Preferred speed unless a test states another: normal, truncated. [Units: m/s]
#define VERIFY_SPEED           1.34
#define VERIFY_SPEED_DEVIATION 0.26
#define VERIFY_SPEED_LEAST     0.5
#define VERIFY_SPEED_MOST      2.2

enum {
    VERIFY_TEXT_SIZE = 400,
    VERIFY_CHARTS = 4, ///< of a test
    VERIFY_SERIES = 9, ///< of a chart
};

typedef struct verify verify;

typedef struct verify_test {
    const char *name;      ///< "rimea-1"
    const char *family;    ///< key of a family (families.c); NULL: the start of `source`
    const char *source;    ///< "RiMEA 1"
    const char *title;     ///< "Speed in a corridor"
    const char *setting;   ///< description of the runs, one or two sentences
    const char *criterion; ///< condition to pass
    const char *figure;    ///< label of the value, with its unit
    double cost;           ///< typical duration, for the progress bar; 0: short [Units: s]
    /// True: a geometry and seeds (VERIFY_HELD_OUT_SEED and up) that no parameter was chosen by.
    bool held_out;
    /// False: not completed (verify_no_run).
    bool (*run)(verify *v);
} verify_test;

/// One list per file of tests. [NULL name at the end]
extern const verify_test verify_rimea[], verify_density[], verify_necks[], verify_nist[],
    verify_juelich[], verify_swaps[], verify_stairs[], verify_populations[], verify_choices[],
    verify_imo[], verify_ring[], verify_experiments[], verify_streams[], verify_mixed[],
    verify_queue[], verify_steps[];

/// Result of a test. Zeroed: none yet.
typedef struct verify_finding {
    const verify_test *test;
    const char *motion; ///< name of the motion model
    const char *known;  ///< cause of a known failure with this model; NULL: it should pass
    bool ran;           ///< false: `found` is the reason
    bool pass;          ///< meets its criterion
    double figure;
    char found[VERIFY_TEXT_SIZE]; ///< the result as text
    double seconds;               ///< duration of the test [Units: s on the clock]
    chart charts[VERIFY_CHARTS];
    chart_series *series[VERIFY_CHARTS]; ///< of the charts, [VERIFY_SERIES] each
    size_t chart_count;
    pool memory; ///< of the charts
} verify_finding;

void verify_finding_free(verify_finding *finding);

enum { VERIFY_MOST_CASES = 16 };

/// Flow through bottlenecks of several widths.
typedef struct verify_widths {
    bool known;
    size_t count;
    double width[VERIFY_MOST_CASES];
    double flow[VERIFY_MOST_CASES]; ///< mean of the seeds [Units: 1/s]
} verify_widths;

/// Speed in a corridor filled to several densities.
typedef struct verify_speeds {
    bool known;
    size_t count;                      ///< of those that fit
    double asked[VERIFY_MOST_CASES];   ///< at the start [Units: 1/m^2, or 1/m in single file]
    double density[VERIFY_MOST_CASES]; ///< measured later
    double speed[VERIFY_MOST_CASES];   ///< [Units: m/s]
    double least_unfit;                ///< smallest density that did not fit; INFINITY: all fit
    double full, full_speed; ///< maximum density if one did not fit, and its speed; otherwise NAN
} verify_speeds;

/// First seed of held-out tests. [Units: added to verify.first_seed]
#define VERIFY_HELD_OUT_SEED 1000

/// Results that several tests evaluate are computed once for each motion model.
typedef struct verify_shared {
    verify_widths necks;
    verify_speeds corridor, file;
} verify_shared;

/// A test in progress.
struct verify {
    verify_finding *finding;
    verify_shared *shared;
    /// [opt] Name of the motion model of all agents for which a scene prescribes none; NULL: the
    /// default of scenes.
    const char *motion;
    wend_tasks *tasks;           ///< [opt]
    void (*tick)(void *context); ///< [opt] called every few steps, for a progress bar
    void *tick_context;
    bool thorough;       ///< all seeds of the tests that otherwise run fewer
    uint64_t first_seed; ///< the seed that tests call 0
};

// ---- all tests (tests.c, families.c, known.c) ---------------------------------------------------

enum { VERIFY_MOST_TESTS = 256 };

/// Tests in the order of the table: grouped by family. NULL: index >= verify_count().
size_t verify_count(void);
const verify_test *verify_at(size_t index);

/// Where tests come from: a guideline, or experiments.
enum { VERIFY_FAMILY_KEYS = 4 };

typedef struct verify_family {
    const char *title; ///< "NIST TN 1822"
    /// Starts of the sources of its tests: "NIST". [NULL at the end]
    const char *keys[VERIFY_FAMILY_KEYS + 1];
} verify_family;

/// In the order of the table; NULL after the last.
const verify_family *verify_family_at(size_t index);
const verify_family *verify_family_of(const verify_test *test);

/// Name of the motion model of scenes that prescribe none.
const char *verify_default_motion(void);

/// Cause of the known failure of a test with a motion model; NULL: none.
const char *verify_known_cause(const char *test, const char *motion);

/// Runs a test and writes the result to *v->finding, which must be zeroed.
void verify_make(verify *v, const verify_test *test);

// ---- for tests: scenes and runs (run.c) --------------------------------------------------------

/// A scene of scenes/verify, which must exist.
scene *verify_scene(const char *name);
/// Moves every corner and position at x == from to x == to: moves a wall, or widens a gap.
void verify_move_x(scene *s, double from, double to);
void verify_move_y(scene *s, double from, double to);
/// Rotates the whole scene around (0, 0). [Units: radians]
void verify_turn(scene *s, double angle);
/// Sets the width of the gap around the line y = 5, which is from 4.5 to 5.5 m in the scene.
void verify_widen(scene *s, double width);

/// Runs a scene with a seed, to which v->first_seed is added, and records every step. If true, the
/// recording must be freed; it refers to the scene.
bool verify_run(verify *v, const scene *s, uint64_t seed, recording *out);

// ---- for tests: several seeds (seeds.c) --------------------------------------------------------

/// Figures of one recording, which may be NAN. Called on several threads at once: it may only read
/// what `context` points to, and must not use the test in progress.
typedef void verify_measure_fn(const recording *r, const void *context, double *figures);

/// Runs a scene with the seeds 0 to seeds - 1 (plus v->first_seed), on the threads of v->tasks, and
/// measures each recording. The figures of a seed are at figures + seed * figure_count. first [opt]
/// becomes the recording of seed 0, as from verify_run, if the result is true.
bool verify_run_seeds(verify *v, const scene *s, uint32_t seeds, verify_measure_fn *measure,
                      const void *context, size_t figure_count, double *figures, recording *first);

/// Receives the recording of a seed. It may use the test in progress.
typedef void verify_look_fn(void *context, const recording *r, uint32_t seed);

/// The same for figures that are not one number per seed, and for charts: runs the seeds on the
/// threads of v->tasks, and calls look for one after the other, in their order, on this thread.
/// Several recordings are in memory at once.
bool verify_each_seed(verify *v, const scene *s, uint32_t seeds, verify_look_fn *look,
                      void *context);

/// Mean and 95 % interval over the seeds of one figure of verify_run_seeds; NAN if that of a seed
/// is NAN.
measure_interval verify_interval(const double *figures, uint32_t seeds, size_t figure_count,
                                 size_t figure);

/// "1.90 ± 0.04": the mean and half the width of its 95 % interval, with a number of decimals.
enum { VERIFY_INTERVAL_SIZE = 48 };
const char *verify_interval_text(measure_interval i, int decimals,
                                 char words[VERIFY_INTERVAL_SIZE]);
/// The same of one value per seed.
const char *verify_mean_text(const double *values, uint32_t seeds, int decimals,
                             char words[VERIFY_INTERVAL_SIZE]);

// ---- for tests: measuring -----------------------------------------------------------------------

/// Time of the last arrival; NAN: not all have arrived.
double verify_last(const recording *r);
uint32_t verify_arrived(const recording *r);
/// Last recorded position of an agent.
wend_vec2 verify_end_of(const recording *r, uint32_t agent);
/// Flow towards greater x over a line across the whole scene at x; NAN: none. [Units: 1/s]
double verify_flow_of(const recording *r, double x);
/// The same; its N-t curve is added to the chart [opt].
double verify_flow_at(verify *v, const recording *r, double x, chart *c, const char *name);

// ---- for tests: verdicts ------------------------------------------------------------------------

/// Sets the result. Always true.
bool verify_verdict(verify *v, bool pass, double figure, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/// Sets the reason why the test was not completed. Always false.
bool verify_no_run(verify *v, const char *format, ...) __attribute__((format(printf, 2, 3)));

// ---- for tests: charts (charts.c) --------------------------------------------------------------

/// A new chart of the finding; NULL if there are too many. The title must outlive the finding.
chart *verify_chart(verify *v, const char *title, const char *x, const char *y);
/// Adds points to it, which are copied.
chart_series *verify_series(verify *v, chart *c, const char *name, chart_mark mark,
                            const wend_vec2 *points, size_t count);
void verify_rule(verify *v, chart *c, const char *name, double at, bool upright);
/// Adds a chart of all paths on the floor.
void verify_paths(verify *v, const char *title, const recording *r);
/// Adds N(t), the cumulative number of crossings.
void verify_n_t(verify *v, chart *c, const char *name, const recording *r,
                const measure_crossings *crossings);
/// Adds the number of agents present over time.
void verify_inside(verify *v, chart *c, const char *name, const recording *r);
/// Adds the cumulative number of arrivals with a last position least < x < most.
void verify_arrivals(verify *v, chart *c, const char *name, const recording *r, double least,
                     double most);

// ---- measured data (data.c) --------------------------------------------------------------------

/// Flow measured by an experiment at a width.
typedef struct verify_flow_datum {
    double width; ///< [Units: m]
    double flow;  ///< [Units: 1/s]
} verify_flow_datum;

typedef struct verify_flow_data {
    const char *name; ///< "Seyfried 2009"
    const verify_flow_datum *data;
    size_t count;
} verify_flow_data;

extern const verify_flow_data verify_measured_flows[];
extern const size_t verify_measured_flow_count;

/// Mean of all experiments at a width; NAN: no measurement.
double verify_measured_flow(double width);

/// Speeds measured by experiments in a range of densities.
typedef struct verify_speed_band {
    double density;           ///< the middle of the bin [Units: 1/m^2, or 1/m in single file]
    double low, median, high; ///< 10, 50 and 90 % [Units: m/s]
} verify_speed_band;

typedef struct verify_speed_data {
    const char *name;
    double bin; ///< width of the bins
    const verify_speed_band *bands;
    size_t count;
} verify_speed_data;

extern const verify_speed_data verify_corridor_speeds, verify_file_speeds, verify_one_way_speeds,
    verify_both_ways_speeds, verify_corner_speeds, verify_main_arm_speeds, verify_side_arm_speeds;

/// Draws the band from the 10th to the 90th percentile.
void verify_band(verify *v, chart *c, const verify_speed_data *data);

// ---- results (results.c, compare.c, page.c) ----------------------------------------------------

/// The findings of all tests with each motion model.
typedef struct verify_results {
    const verify_finding *findings; ///< [test_count * model_count] by test; use verify_result_of
    size_t test_count, model_count;
} verify_results;

const verify_finding *verify_result_of(const verify_results *r, size_t test, size_t model);

typedef struct verify_counts {
    size_t passed, failed;
    size_t known; ///< of those that failed, those with a known cause
    size_t not_run;
} verify_counts;
verify_counts verify_count_results(const verify_results *r, size_t model);

/// "pass", "FAIL" or "not run".
const char *verify_word(const verify_finding *finding);

/// The value with four digits; "-" if it is not finite, empty if the test was not completed.
enum { VERIFY_VALUE_SIZE = 32 };
const char *verify_value_text(const verify_finding *finding, char words[VERIFY_VALUE_SIZE]);

enum { VERIFY_MERGED_SERIES = 40 };

/// A chart with the series of several models.
typedef struct verify_merged {
    chart chart;
    chart_series series[VERIFY_MERGED_SERIES];
    pool memory; ///< of names
} verify_merged;

/// Puts the charts with an index of a test into one: series that are equal with all models, such as
/// measured data, once, the others in one colour per model. False: they show different quantities,
/// are maps, or would have too many series; then nothing needs to be freed.
bool verify_merge(const verify_results *r, size_t test, size_t index, verify_merged *out);
void verify_merged_free(verify_merged *merged);

/// Colour of a model in merged charts.
wend_colour verify_model_colour(size_t model);

/// Writes a self-contained page with plots. False with report->error.
bool verify_write_page(FILE *out, const verify_results *r, chart_report *report);

#endif
