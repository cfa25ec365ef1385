// SPDX-License-Identifier: MIT
// Shared by the files of `wend verify`. A test is one const entry in a list: its texts, its
// criterion and a function that runs scenes, measures them and reports the result.
//
// All tests share one parameter set, the defaults of a scene: radius 0.25 m, time step 0.1 s.
// Preferred speeds are normal, 1.34 +- 0.26 m/s, truncated to 0.5..2.2 m/s (Weidmann 1993), unless
// the test states another. Stochastic tests use the mean over several seeds, from 0 on.
#ifndef WEND_VERIFY_VERIFY_H
#define WEND_VERIFY_VERIFY_H

#include "base/xalloc.h"
#include "draw/chart.h"
#include "measure/measure.h"
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
    const char *source;    ///< "RiMEA 1"
    const char *title;     ///< "Speed in a corridor"
    const char *setting;   ///< description of the runs, one or two sentences
    const char *criterion; ///< condition to pass
    const char *figure;    ///< label of the value, with its unit
    const char *known;     ///< cause of a known failure; NULL: it should pass
    /// False: not completed (verify_no_run).
    bool (*run)(verify *v);
} verify_test;

/// One list per file of tests, in the order of the table. [NULL name at the end]
extern const verify_test verify_rimea[], verify_density[], verify_necks[], verify_nist[],
    verify_juelich[], verify_swaps[], verify_experiments[], verify_streams[], verify_mixed[],
    verify_queue[], verify_steps[];

/// Result of a test. Zeroed: none yet.
typedef struct verify_finding {
    const verify_test *test;
    bool ran;  ///< false: `found` is the reason
    bool pass; ///< meets its criterion
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

/// Results that several tests evaluate are computed once.
typedef struct verify_shared {
    verify_widths necks;
    verify_speeds corridor, file;
} verify_shared;

/// A test in progress.
struct verify {
    verify_finding *finding;
    verify_shared *shared;
    wend_tasks *tasks;           ///< [opt]
    void (*tick)(void *context); ///< [opt] called every few steps, for a progress bar
    void *tick_context;
    bool thorough; ///< all seeds of the tests that otherwise run fewer
};

// ---- all tests (tests.c) -----------------------------------------------------------------------

/// In the order of the table. [Limit: index < verify_count()]
size_t verify_count(void);
const verify_test *verify_at(size_t index);

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

/// Runs a scene and records every step. If true, the recording must be freed; it refers to the
/// scene.
bool verify_run(verify *v, const scene *s, uint64_t seed, recording *out);

// ---- for tests: measuring -----------------------------------------------------------------------

/// Time of the last arrival; NAN: not all have arrived.
double verify_last(const recording *r);
uint32_t verify_arrived(const recording *r);
/// Last recorded position of an agent.
wend_vec2 verify_end_of(const recording *r, uint32_t agent);
/// Flow towards greater x over a line across the whole scene at x; NAN: none. Its N-t curve is
/// added to the chart [opt]. [Units: 1/s]
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

// ---- results (tests.c, page.c) ------------------------------------------------------------------

typedef struct verify_counts {
    size_t passed, failed;
    size_t known; ///< of those that failed, those with a known reason
    size_t not_run;
} verify_counts;
verify_counts verify_count_results(const verify_finding *findings, size_t count);

/// "pass", "FAIL" or "not run".
const char *verify_word(const verify_finding *finding);

/// Writes a self-contained page with plots. False with report->error.
bool verify_write_page(FILE *out, const verify_finding *findings, size_t count,
                       chart_report *report);

#endif
