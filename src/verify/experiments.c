// SPDX-License-Identifier: MIT
// Speeds and densities of streams compared with the Hermes experiments (Zhang, Klingsch,
// Schadschneider and Seyfried 2011 and 2012): a one-way corridor, a bidirectional corridor, a
// corner and a T-junction, with the population of these experiments. As there, a measurement is the
// density and the mean speed in a field at one time. The densities of a test are the bins of the
// measured band; the speed at a density is the median of its measurements.
#include "verify/cases.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Time between two measurements. [Units: s]
#define SAMPLE_INTERVAL 1.0

/// A bin with fewer measurements is left out, as in the data.
enum { LEAST_SAMPLES = 20 };

/// Required share of densities with speeds in the measured range (RiMEA 16).
#define SHARE_IN_BAND 0.75

enum { SEEDS = 2, SEEDS_THOROUGH = 5, MOST_FIELDS = 3, MOST_BANDS = 2 };

/// A rectangle in which density and speed are measured.
typedef struct field {
    wend_box box;
    int band; ///< index of the data it is compared with
} field;

/// The runs of a test.
typedef struct setting {
    const char *scene;
    const double *cases; ///< [count] densities at the start, or spawn rates of each stream
    size_t count;
    bool rates;       ///< cases are rates
    double transient; ///< measurements start at this time [Units: s]
    field fields[MOST_FIELDS];
    int field_count;
    const verify_speed_data *bands[MOST_BANDS];
    const char *titles[MOST_BANDS]; ///< of the charts
    int band_count;
} setting;

/// Density and speed at one time. x: density; y: speed
typedef wend_array(wend_vec2) samples;

static void add_samples(const recording *r, const field *f, double from, samples *out)
{
    const wend_vec2 ring[] = {
        f->box.min, {f->box.max.x, f->box.min.y}, f->box.max, {f->box.min.x, f->box.max.y}};
    measure_moment *moments = xcalloc(r->frame_count, sizeof *moments);
    measure_moments(r, (measure_area){ring, 4}, measure_default_window(r), moments);
    uint32_t stride = (uint32_t)lround(SAMPLE_INTERVAL * r->fps);
    for (uint32_t k = (uint32_t)lround(from * r->fps); k < r->frame_count; k += stride) {
        if (isnan(moments[k].speed))
            continue;
        xreserve(out, 1);
        out->data[out->count++] = (wend_vec2){moments[k].density, moments[k].speed};
    }
    free(moments);
}

static void set_case(const setting *t, scene *s, double value)
{
    if (!t->rates)
        cases_fill(s, value);
    for (uint32_t i = 0; t->rates && i < s->agents_count; ++i)
        s->agents[i].def.rate = value;
}

typedef struct collection {
    const setting *t;
    samples *out; ///< [t->band_count]
} collection;

static void look(void *context, const recording *r, uint32_t seed)
{
    const collection *c = context;
    (void)seed;
    for (int k = 0; k < c->t->field_count; ++k)
        add_samples(r, &c->t->fields[k], c->t->transient, &c->out[c->t->fields[k].band]);
}

/// Runs all cases and collects the measurements of each band.
static bool collect(verify *v, const setting *t, samples *out)
{
    scene *s = verify_scene(t->scene);
    uint32_t seeds = cases_seeds(v, SEEDS, SEEDS_THOROUGH);
    collection c = {.t = t, .out = out};
    bool good = true;
    for (size_t i = 0; good && i < t->count; ++i) {
        set_case(t, s, t->cases[i]);
        good = verify_each_seed(v, s, seeds, look, &c);
    }
    scene_free(s);
    return good;
}

// ---- comparison ---------------------------------------------------------------------------------

/// Comparison with all bands of a test.
typedef struct comparison {
    size_t bands;         ///< number of measured densities
    size_t found, inside; ///< of these, simulated ones, and those with a speed in the band
    double worst, worst_at;
    char words[VERIFY_TEXT_SIZE / 2]; ///< median speed by density
} comparison;

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// Median speed of the measurements in a bin; NAN: too few.
static double median_in(const samples *all, double density, double bin)
{
    double *speeds = xcalloc(all->count + 1, sizeof *speeds);
    size_t count = 0;
    for (size_t i = 0; i < all->count; ++i) {
        double offset = all->data[i].x - density;
        if (offset >= -bin / 2 && offset < bin / 2)
            speeds[count++] = all->data[i].y;
    }
    qsort(speeds, count, sizeof *speeds, by_value);
    double median = count >= LEAST_SAMPLES ? measure_quantile(speeds, count, 0.5) : NAN;
    free(speeds);
    return median;
}

static void add_words(comparison *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add_words(comparison *c, const char *format, ...)
{
    size_t used = strlen(c->words);
    va_list words;
    va_start(words, format);
    vsnprintf(c->words + used, sizeof c->words - used, format, words);
    va_end(words);
}

static void compare(verify *v, const samples *all, const verify_speed_data *data, const char *title,
                    comparison *out)
{
    wend_vec2 medians[VERIFY_MOST_CASES];
    size_t count = 0;
    add_words(out, "%s%s", out->bands > 0 ? "; " : "", title);
    for (size_t i = 0; i < data->count; ++i) {
        const verify_speed_band *band = &data->bands[i];
        double speed = median_in(all, band->density, data->bin), off = speed - band->median;
        ++out->bands;
        if (isnan(speed))
            continue;
        ++out->found;
        out->inside += speed >= band->low && speed <= band->high;
        medians[count++] = (wend_vec2){band->density, speed};
        add_words(out, " %.2f: %.2f", band->density, speed);
        if (fabs(off) > fabs(out->worst)) {
            out->worst = off;
            out->worst_at = band->density;
        }
    }
    chart *c = verify_chart(v, title, "density [1/m²]", "speed [m/s]");
    verify_band(v, c, data);
    chart_series *dots = verify_series(v, c, "wend", CHART_POINTS, all->data, all->count);
    if (dots) {
        dots->colour = WEND_ALPHA(WEND_VERMILION, 90);
        dots->width = 2;
    }
    chart_series *line = verify_series(v, c, "wend, median", CHART_LINE, medians, count);
    if (line)
        line->colour = WEND_VERMILION;
}

static bool run_setting(verify *v, const setting *t)
{
    samples all[MOST_BANDS] = {{0}};
    bool good = collect(v, t, all);
    comparison found = {0};
    for (int i = 0; i < t->band_count; ++i) {
        if (good)
            compare(v, &all[i], t->bands[i], t->titles[i], &found);
        free(all[i].data);
    }
    double share = found.found > 0 ? (double)found.inside / (double)found.found : NAN;
    return good &&
           verify_verdict(v, share >= SHARE_IN_BAND && 2 * found.found >= found.bands, share,
                          "%zu of %zu densities (%zu measured); largest difference at "
                          "%.2f/m²: %+.2f m/s; median speed (m/s) by density (1/m²): %s",
                          found.inside, found.found, found.bands, found.worst_at, found.worst,
                          found.words);
}

#define CASES(array) .cases = array, .count = sizeof array / sizeof array[0]

static bool run_uo(verify *v)
{
    static const double densities[] = {0.25, 0.75, 1.25, 1.75, 2.25, 2.75, 3.25, 3.75};
    static const setting t = {.scene = "speed-density-uo",
                              CASES(densities),
                              .transient = 10,
                              .fields = {{{{86, 0}, {88, 3}}, 0}, {{{94, 0}, {96, 3}}, 0}},
                              .field_count = 2,
                              .bands = {&verify_one_way_speeds},
                              .titles = {"One way"},
                              .band_count = 1};
    return run_setting(v, &t);
}

static bool run_bot(verify *v)
{
    static const double rates[] = {0.5, 1, 1.5, 2, 3, 4, 6, 8};
    static const setting t = {
        .scene = "speed-density-bot",
        CASES(rates),
        .rates = true,
        .transient = 20,
        .fields = {{{{9.5, 0}, {11.5, 3.6}}, 0}, {{{12.5, 0}, {14.5, 3.6}}, 0}},
        .field_count = 2,
        .bands = {&verify_both_ways_speeds},
        .titles = {"Both ways"},
        .band_count = 1};
    return run_setting(v, &t);
}

static bool run_eo(verify *v)
{
    static const double densities[] = {0.25, 0.5, 1, 1.5, 2, 2.5};
    static const setting t = {.scene = "corner-eo",
                              CASES(densities),
                              .transient = 10,
                              .fields = {{{{78, 0}, {80.4, 2.4}}, 0}, {{{81.6, 3.6}, {84, 6}}, 0}},
                              .field_count = 2,
                              .bands = {&verify_corner_speeds},
                              .titles = {"Corner"},
                              .band_count = 1};
    return run_setting(v, &t);
}

static bool run_ko(verify *v)
{
    static const double densities[] = {0.25, 0.5, 0.75, 1, 1.5, 2.5};
    static const setting t = {.scene = "merge-ko",
                              CASES(densities),
                              .transient = 10,
                              .fields = {{{{70, 3.6}, {72.4, 6}}, 0},
                                         {{{66.4, 0}, {68.8, 2.4}}, 1},
                                         {{{73.6, 0}, {76, 2.4}}, 1}},
                              .field_count = 3,
                              .bands = {&verify_main_arm_speeds, &verify_side_arm_speeds},
                              .titles = {"Main arm", "Side arms"},
                              .band_count = 2};
    return run_setting(v, &t);
}

// ---- flow ---------------------------------------------------------------------------------------

/// Allowed specific flow. [Units: 1/(m s)]
#define LEAST_FLOW 1.2
#define MOST_FLOW  2.0

/// Density at the start, and the times between which the flow is measured.
#define CROWDED   2.5
#define FLOW_FROM 10.0
#define FLOW_TO   40.0

enum { SEEDS_FLOW = 3, SEEDS_FLOW_THOROUGH = 10 };

/// context: the segment.
static void flow_through(const recording *r, const void *context, double *flow)
{
    *flow = cases_flow(r, *(const wend_segment *)context, FLOW_FROM, FLOW_TO);
}

/// Flow around a corner or behind a junction of arms of one width.
typedef struct flow_case {
    const char *scene;
    void (*widen)(scene *s, double width); ///< from ARM_WIDTH
    wend_segment (*line)(double width);    ///< across the arm behind it
} flow_case;

/// Width of the arms of scenes/verify/corner-eo.json and merge-ko.json. [Units: m]
#define ARM_WIDTH 2.4
/// x of the outer wall behind the corner, and of the middle of the main arm.
#define CORNER_WALL 84.0
#define MERGE_AXIS  71.2
/// The flow is measured this far behind the inner corner at a junction. [Units: m]
#define MERGE_BEHIND 1.2

static void widen_corner(scene *s, double width)
{
    verify_move_y(s, ARM_WIDTH, width);
    verify_move_x(s, CORNER_WALL - ARM_WIDTH, CORNER_WALL - width);
}

static wend_segment corner_line(double width)
{
    return (wend_segment){{CORNER_WALL - width, width}, {CORNER_WALL, width}};
}

static void widen_merge(scene *s, double width)
{
    verify_move_y(s, ARM_WIDTH, width);
    verify_move_x(s, MERGE_AXIS - ARM_WIDTH / 2, MERGE_AXIS - width / 2);
    verify_move_x(s, MERGE_AXIS + ARM_WIDTH / 2, MERGE_AXIS + width / 2);
}

static wend_segment merge_line(double width)
{
    double y = width + MERGE_BEHIND;
    return (wend_segment){{MERGE_AXIS - width / 2, y}, {MERGE_AXIS + width / 2, y}};
}

static const flow_case corner_case = {"corner-eo", widen_corner, corner_line},
                       merge_case = {"merge-ko", widen_merge, merge_line};

static bool find_flow(verify *v, const flow_case *c, double width, uint32_t seeds,
                      measure_interval *flow)
{
    double flows[CASES_MOST_SEEDS];
    wend_segment at = c->line(width);
    recording first;
    scene *s = verify_scene(c->scene);
    c->widen(s, width);
    cases_fill(s, CROWDED);
    bool good = verify_run_seeds(v, s, seeds, flow_through, &at, 1, flows, &first);
    if (good) {
        verify_paths(v, "Paths (first seed)", &first);
        recording_free(&first);
        *flow = verify_interval(flows, seeds, 1, 0);
    }
    scene_free(s);
    return good;
}

static bool is_flow(measure_interval flow)
{
    return flow.mean >= LEAST_FLOW && flow.mean <= MOST_FLOW;
}

static bool run_flow(verify *v, const flow_case *c)
{
    measure_interval flow;
    uint32_t seeds = cases_seeds(v, SEEDS_FLOW, SEEDS_FLOW_THOROUGH);
    char words[VERIFY_INTERVAL_SIZE];
    return find_flow(v, c, ARM_WIDTH, seeds, &flow) &&
           verify_verdict(v, is_flow(flow), flow.mean,
                          "J/b = %s /(m s), mean of %u seeds and 95 %% interval",
                          verify_interval_text(flow, 2, words), (unsigned)seeds);
}

static bool run_corner_flow(verify *v)
{
    return run_flow(v, &corner_case);
}

static bool run_merge_flow(verify *v)
{
    return run_flow(v, &merge_case);
}

static bool run_held_out(verify *v, const flow_case *c)
{
    static const double widths[] = {1.8, 3.4};
    measure_interval flow[2];
    uint32_t seeds = cases_seeds(v, SEEDS_FLOW, SEEDS_FLOW_THOROUGH);
    char words[2][VERIFY_INTERVAL_SIZE];
    for (int i = 0; i < 2; ++i)
        if (!find_flow(v, c, widths[i], seeds, &flow[i]))
            return false;
    return verify_verdict(v, is_flow(flow[0]) && is_flow(flow[1]), fmin(flow[0].mean, flow[1].mean),
                          "J/b = %s /(m s) at %.1f m, %s at %.1f m, means of %u seeds and 95 %% "
                          "intervals",
                          verify_interval_text(flow[0], 2, words[0]), widths[0],
                          verify_interval_text(flow[1], 2, words[1]), widths[1], (unsigned)seeds);
}

static bool run_held_out_corner(verify *v)
{
    return run_held_out(v, &corner_case);
}

static bool run_held_out_merge(verify *v)
{
    return run_held_out(v, &merge_case);
}

#define BAND                                                                                       \
    "median speed between the 10th and 90th percentile of the measured speeds at 75 % of the "     \
    "densities; at least half of the measured densities occur"
#define POPULATION " Preferred speed 1.55 +- 0.18 m/s, as in the experiments."
#define FLOWS      "1.2 <= J/b <= 2.0 /(m s) (wend's own limits; "

const verify_test verify_experiments[] = {
    {.name = "speed-density-uo",
     .source = "Zhang 2011, uo",
     .title = "One-way speeds compared with experiments",
     .setting = "A one-way corridor 3 m wide is filled over 130 m to eight densities from 0.25 to "
                "3.75 /m²; two fields of 2 x 3 m, every second from 10 to 40 s. Two seeds. 571 "
                "measurements in a corridor 3 m wide." POPULATION,
     .criterion = BAND,
     .figure = "share within",
     .cost = 4.3,
     .run = run_uo},
    {.name = "speed-density-bot",
     .source = "Zhang 2012, bot",
     .title = "Counter-flow speeds compared with experiments",
     .setting = "A corridor of 24 x 3.6 m with balanced streams of 0.5 to 8 persons per second "
                "from each end; two fields of 2 x 3.6 m in its middle, every second from 20 to 60 "
                "s. Two seeds. 304 measurements in a corridor 3.6 m wide." POPULATION,
     .criterion = BAND,
     .figure = "share within",
     .cost = 1,
     .run = run_bot},
    {.name = "corner-eo",
     .source = "Zhang 2011, eo",
     .title = "Speeds at a corner compared with experiments",
     .setting = "A corridor 2.4 m wide with a corner of 90 degrees is filled before it to six "
                "densities from 0.25 to 2.5 /m²; a field of 2.4 x 2.4 m before and behind the "
                "corner, every second from 10 to 40 s. Two seeds. 384 measurements." POPULATION,
     .criterion = BAND,
     .figure = "share within",
     .cost = 1,
     .run = run_eo},
    {.name = "corner-flow",
     .source = "Zhang 2011, eo",
     .title = "Flow around a corner",
     .setting =
         "The corridor of corner-eo filled to 2.5 /m² before the corner; flow behind it from "
         "10 to 40 s. Three seeds." POPULATION,
     .criterion = FLOWS "the densest measured bin has 1.5)",
     .figure = "J/b [1/(m s)]",
     .cost = 0.6,
     .run = run_corner_flow},
    {.name = "merge-ko",
     .source = "Zhang 2011, ko",
     .title = "Speeds at a T-junction compared with experiments",
     .setting = "Two arms 2.4 m wide that merge into a third are filled to six densities from 0.25 "
                "to 2.5 /m²; a field of 2.4 x 2.4 m in each arm at the junction, every second from "
                "10 to 40 s. Two seeds. 222 measurements in the main arm, 421 in the side "
                "arms." POPULATION,
     .criterion = BAND,
     .figure = "share within",
     .cost = 1.4,
     .run = run_ko},
    {.name = "merge-flow",
     .source = "Zhang 2011, ko",
     .title = "Flow behind a T-junction",
     .setting = "The arms of merge-ko filled to 2.5 /m²; flow in the main arm from 10 to 40 s. "
                "Three seeds." POPULATION,
     .criterion = FLOWS "the densest measured bin has 1.7)",
     .figure = "J/b [1/(m s)]",
     .cost = 0.8,
     .run = run_merge_flow},
    {.name = "held-out-corner",
     .family = "held out",
     .source = "Zhang 2011, eo",
     .title = "Flow around a corner of other widths",
     .setting = "As corner-flow, in corridors 1.8 and 3.4 m wide. Three seeds." POPULATION,
     .criterion = FLOWS "the densest measured bin has 1.5)",
     .figure = "smaller J/b [1/(m s)]",
     .cost = 1.2,
     .held_out = true,
     .run = run_held_out_corner},
    {.name = "held-out-merge",
     .family = "held out",
     .source = "Zhang 2011, ko",
     .title = "Flow behind a T-junction of other widths",
     .setting = "As merge-flow, in arms 1.8 and 3.4 m wide. Three seeds." POPULATION,
     .criterion = FLOWS "the densest measured bin has 1.7)",
     .figure = "smaller J/b [1/(m s)]",
     .cost = 1.5,
     .held_out = true,
     .run = run_held_out_merge},
    {0},
};
