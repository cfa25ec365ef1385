// SPDX-License-Identifier: MIT
// Bottlenecks: RiMEA 12 in the four parts of its 4th version, and the flow through bottlenecks of
// many widths compared with experiments.
#include "verify/verify.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SEEDS = 5 };

/// Range in x of the bottleneck of scenes/verify/bottleneck.json. [Units: m]
#define NECK_BEGIN 14.0
#define NECK_END   16.8

/// Means over several seeds, with 95 % intervals.
typedef struct means {
    measure_interval flow; ///< through the middle of the bottleneck [Units: 1/s]
    measure_interval last; ///< time at which the last agent has left [Units: s]
} means;

enum { FLOW, LAST, FIGURES_OF_SEED, MOST_SEEDS = 10 };

/// context: the x at which the flow is measured.
static void measure_seed(const recording *r, const void *context, double *figures)
{
    figures[FLOW] = verify_flow_of(r, *(const double *)context);
    figures[LAST] = verify_last(r);
}

/// Runs a scene with several seeds. The flow is measured at x; the N-t curve of the first seed is
/// added to the chart [opt].
static bool run_seeds(verify *v, const scene *s, uint32_t seeds, double x, chart *c,
                      const char *name, means *out)
{
    double figures[MOST_SEEDS * FIGURES_OF_SEED];
    recording first;
    if (!verify_run_seeds(v, s, seeds, measure_seed, &x, FIGURES_OF_SEED, figures, &first))
        return false;
    if (c)
        verify_flow_at(v, &first, x, c, name);
    recording_free(&first);
    out->flow = verify_interval(figures, seeds, FIGURES_OF_SEED, FLOW);
    out->last = verify_interval(figures, seeds, FIGURES_OF_SEED, LAST);
    return true;
}

/// "1.46 ± 0.05"
#define FLOW_TEXT(i) verify_interval_text(i, 2, (char[VERIFY_INTERVAL_SIZE]){0})
#define TIME_TEXT(i) verify_interval_text(i, 1, (char[VERIFY_INTERVAL_SIZE]){0})

// ---- 12 a: position of the goal
// ------------------------------------------------------------------

/// Allowed relative difference of the flows; the guideline gives none.
#define FLOW_SAME 0.1

static bool run_12a(verify *v)
{
    scene *s = verify_scene("bottleneck");
    chart *c = verify_chart(v, "People past the bottleneck (first seed)", "time [s]", "people");
    double middle = (NECK_BEGIN + NECK_END) / 2;
    means far_goal, near_goal;
    bool good = run_seeds(v, s, SEEDS, middle, c, "6.7 m", &far_goal);
    verify_move_x(s, 23.5, NECK_END + 0.5);
    verify_move_x(s, 24, NECK_END + 1);
    good = good && run_seeds(v, s, SEEDS, middle, c, "0.5 m", &near_goal);
    scene_free(s);
    double ratio = good ? near_goal.flow.mean / far_goal.flow.mean : NAN;
    return good && verify_verdict(v, fabs(ratio - 1) <= FLOW_SAME, ratio,
                                  "goal 0.5 m behind the bottleneck: %s /s; 6.7 m: %s /s",
                                  FLOW_TEXT(near_goal.flow), FLOW_TEXT(far_goal.flow));
}

// ---- 12 b: length of the bottleneck
// --------------------------------------------------------------

enum { SEEDS_12B = 10 };

/// Changes the length of the bottleneck; the room behind it keeps its size.
static void lengthen(scene *s, double length)
{
    double more = length - (NECK_END - NECK_BEGIN);
    verify_move_x(s, NECK_END, NECK_END + more);
    verify_move_x(s, 23.5, 23.5 + more);
    verify_move_x(s, 24, 24 + more);
}

static bool run_length(verify *v, double length, chart *c, const char *name, means *out)
{
    scene *s = verify_scene("bottleneck");
    lengthen(s, length);
    bool good = run_seeds(v, s, SEEDS_12B, NECK_BEGIN + length / 2, c, name, out);
    scene_free(s);
    return good;
}

static bool run_12b(verify *v)
{
    chart *c = verify_chart(v, "People past the bottleneck (first seed)", "time [s]", "people");
    means brief, extended;
    if (!run_length(v, 0.2, c, "0.2 m", &brief) || !run_length(v, 5, c, "5 m", &extended))
        return false;
    double longer = extended.last.mean - brief.last.mean;
    return verify_verdict(v, longer > 0, longer, "length 0.2 m: %s s (%s /s); 5 m: %s s (%s /s)",
                          TIME_TEXT(brief.last), FLOW_TEXT(brief.flow), TIME_TEXT(extended.last),
                          FLOW_TEXT(extended.flow));
}

// ---- 12 c: two bottlenecks
// -----------------------------------------------------------------------

/// Positions of the bottleneck and of the exit of scenes/verify/rimea-12.json. [Units: m]
#define FIRST_NECK  10.0
#define SECOND_ROOM 15.0
#define SECOND_NECK 25.0

/// Random excess of the flow behind over the flow before that is allowed. [Units: 1/s]
#define FLOW_MARGIN 0.05

/// Number of waiting people with least <= x <= most in a frame.
static double waiting_in(const recording *r, uint32_t frame, double least, double most)
{
    double waiting = 0;
    measure_window window = measure_default_window(r);
    for (size_t k = r->frame_starts[frame]; k < r->frame_starts[frame + 1]; ++k) {
        size_t row = r->by_frame[k];
        bool here = r->at[row].x >= least && r->at[row].x <= most;
        waiting += here && measure_speed(r, row, window) < MEASURE_WAITING_SPEED;
    }
    return waiting;
}

static double longest_queue(const recording *r, double least, double most)
{
    double longest = 0;
    for (uint32_t f = 0; f < r->frame_count; ++f)
        longest = fmax(longest, waiting_in(r, f, least, most));
    return longest;
}

static void draw_queue(verify *v, chart *c, const char *name, const recording *r, double least,
                       double most)
{
    wend_vec2 *points = xcalloc(r->frame_count, sizeof *points);
    for (uint32_t f = 0; f < r->frame_count; ++f)
        points[f] = (wend_vec2){measure_time(r, f), waiting_in(r, f, least, most)};
    verify_series(v, c, name, CHART_LINE, points, r->frame_count);
    free(points);
}

enum { FLOW_NECK, FLOW_EXIT, QUEUE_NECK, QUEUE_EXIT, FIGURES_12C };

static void measure_12c(const recording *r, const void *context, double *figures)
{
    (void)context;
    figures[FLOW_NECK] = verify_flow_of(r, FIRST_NECK);
    figures[FLOW_EXIT] = verify_flow_of(r, SECOND_NECK);
    figures[QUEUE_NECK] = longest_queue(r, 0, FIRST_NECK);
    figures[QUEUE_EXIT] = longest_queue(r, SECOND_ROOM, SECOND_NECK);
}

static bool run_12c(verify *v)
{
    scene *s = verify_scene("rimea-12");
    double figures[SEEDS * FIGURES_12C];
    recording r;
    bool good = verify_run_seeds(v, s, SEEDS, measure_12c, NULL, FIGURES_12C, figures, &r);
    scene_free(s);
    if (!good)
        return false;
    chart *c = verify_chart(v, "People waiting (first seed)", "time [s]", "people");
    draw_queue(v, c, "before the bottleneck", &r, 0, FIRST_NECK);
    draw_queue(v, c, "before the exit", &r, SECOND_ROOM, SECOND_NECK);
    recording_free(&r);
    measure_interval all[FIGURES_12C];
    for (size_t i = 0; i < FIGURES_12C; ++i)
        all[i] = verify_interval(figures, SEEDS, FIGURES_12C, i);
    double first = all[QUEUE_NECK].mean, second = all[QUEUE_EXIT].mean;
    bool slower = all[FLOW_NECK].mean - all[FLOW_EXIT].mean >= -FLOW_MARGIN;
    return verify_verdict(v, slower && first > second, second / first,
                          "flow %s /s through the bottleneck, %s /s through the exit; longest "
                          "queues %.0f and %.0f people",
                          FLOW_TEXT(all[FLOW_NECK]), FLOW_TEXT(all[FLOW_EXIT]), first, second);
}

// ---- 12 d: width of the bottleneck
// ---------------------------------------------------------------

static bool run_12d(verify *v)
{
    static const double widths[] = {0.8, 1.0, 1.2};
    static const char *const names[] = {"0.8 m", "1.0 m", "1.2 m"};
    chart *c = verify_chart(v, "People past the bottleneck (first seed)", "time [s]", "people");
    means found[3];
    for (int i = 0; i < 3; ++i) {
        scene *s = verify_scene("rimea-12");
        verify_widen(s, widths[i]);
        bool good = run_seeds(v, s, SEEDS, FIRST_NECK, c, names[i], &found[i]);
        scene_free(s);
        if (!good)
            return false;
    }
    double least =
        fmin(found[1].flow.mean - found[0].flow.mean, found[2].flow.mean - found[1].flow.mean);
    return verify_verdict(v, least > 0, least, "%s /s at 0.8 m, %s /s at 1.0 m, %s /s at 1.2 m",
                          FLOW_TEXT(found[0].flow), FLOW_TEXT(found[1].flow),
                          FLOW_TEXT(found[2].flow));
}

// ---- the flow over the width --------------------------------------------------------------------

enum { SEEDS_WIDTHS = 3 };

static const double usual_widths[] = {0.8, 0.9, 1.0, 1.1, 1.2, 1.4, 1.6, 1.8, 2.0, 2.2, 2.5};
static const double held_out_widths[] = {0.85, 0.95, 1.05, 1.15, 1.3, 1.5, 1.7, 1.9, 2.1, 2.35};

static bool measure_widths(verify *v, const double *widths, size_t count, verify_widths *necks)
{
    if (necks->known)
        return true;
    *necks = (verify_widths){0};
    for (size_t i = 0; i < count; ++i) {
        scene *s = verify_scene("bottleneck");
        verify_widen(s, widths[i]);
        means found;
        bool good = run_seeds(v, s, SEEDS_WIDTHS, (NECK_BEGIN + NECK_END) / 2, NULL, NULL, &found);
        scene_free(s);
        if (!good)
            return false;
        necks->width[necks->count] = widths[i];
        necks->flow[necks->count++] = found.flow.mean;
    }
    necks->known = true;
    return true;
}

static bool find_flows(verify *v)
{
    return measure_widths(v, usual_widths, sizeof usual_widths / sizeof *usual_widths,
                          &v->shared->necks);
}

static void add_wend(verify *v, chart *c, const verify_widths *necks, bool by_width)
{
    wend_vec2 points[VERIFY_MOST_CASES];
    for (size_t i = 0; i < necks->count; ++i)
        points[i] = (wend_vec2){necks->width[i], necks->flow[i] / (by_width ? necks->width[i] : 1)};
    chart_series *line = verify_series(v, c, "wend", CHART_LINE, points, necks->count);
    if (line) {
        line->colour = WEND_BLACK;
        line->width = 1.6;
    }
}

/// Draws the experiments and wend; by_width: flow per metre of width.
static void draw_flows(verify *v, const verify_widths *necks, bool by_width)
{
    chart *c = verify_chart(v, by_width ? "Specific flow" : "Flow", "width [m]",
                            by_width ? "flow / width [1/(m s)]" : "flow [1/s]");
    enum { MOST_DATA = 32 };
    for (size_t i = 0; i < verify_measured_flow_count; ++i) {
        const verify_flow_data *set = &verify_measured_flows[i];
        wend_vec2 points[MOST_DATA];
        size_t count = 0;
        for (size_t k = 0; k < set->count && count < MOST_DATA; ++k)
            if (set->data[k].width <= 3)
                points[count++] = (wend_vec2){
                    set->data[k].width, set->data[k].flow / (by_width ? set->data[k].width : 1)};
        chart_series *dots =
            count > 0 ? verify_series(v, c, set->name, CHART_POINTS, points, count) : NULL;
        if (dots)
            dots->width = 4;
    }
    add_wend(v, c, necks, by_width);
}

/// Linear regression of the flows: slope, and share of the variance explained.
static void fit(const verify_widths *necks, double *slope, double *explained)
{
    double n = (double)necks->count, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
    for (size_t i = 0; i < necks->count; ++i) {
        x += necks->width[i] / n;
        y += necks->flow[i] / n;
    }
    for (size_t i = 0; i < necks->count; ++i) {
        double dx = necks->width[i] - x, dy = necks->flow[i] - y;
        xx += dx * dx;
        xy += dx * dy;
        yy += dy * dy;
    }
    *slope = xy / xx;
    *explained = xy * xy / (xx * yy);
}

static bool is_linear(double slope, double explained)
{
    return explained >= 0.95 && slope >= 1.6 && slope <= 2.6;
}

static bool run_linear(verify *v)
{
    if (!find_flows(v))
        return false;
    double slope, explained;
    fit(&v->shared->necks, &slope, &explained);
    draw_flows(v, &v->shared->necks, false);
    return verify_verdict(v, is_linear(slope, explained), slope, "slope %.2f /(m s), R² = %.3f",
                          slope, explained);
}

/// Smallest and largest specific flow. [Units: 1/(m s)]
typedef struct specific {
    double least, least_at, most, most_at;
} specific;

static specific specific_of(const verify_widths *necks)
{
    specific s = {.least = INFINITY};
    for (size_t i = 0; i < necks->count; ++i) {
        double flow = necks->flow[i] / necks->width[i];
        if (flow < s.least) {
            s.least = flow;
            s.least_at = necks->width[i];
        }
        if (flow > s.most) {
            s.most = flow;
            s.most_at = necks->width[i];
        }
    }
    return s;
}

static bool is_specific(specific s)
{
    return s.least >= 1.6 && s.most <= 2.5;
}

static bool run_specific(verify *v)
{
    if (!find_flows(v))
        return false;
    specific s = specific_of(&v->shared->necks);
    draw_flows(v, &v->shared->necks, true);
    return verify_verdict(v, is_specific(s), s.least,
                          "minimum %.2f at %.1f m, maximum %.2f at %.1f m", s.least, s.least_at,
                          s.most, s.most_at);
}

static bool run_held_out(verify *v)
{
    verify_widths necks = {0};
    if (!measure_widths(v, held_out_widths, sizeof held_out_widths / sizeof *held_out_widths,
                        &necks))
        return false;
    double slope, explained;
    fit(&necks, &slope, &explained);
    specific s = specific_of(&necks);
    draw_flows(v, &necks, true);
    return verify_verdict(v, is_specific(s) && is_linear(slope, explained), s.least,
                          "minimum %.2f at %.2f m, maximum %.2f at %.2f m; slope %.2f /(m s), R² "
                          "= %.3f",
                          s.least, s.least_at, s.most, s.most_at, slope, explained);
}

static bool run_data(verify *v)
{
    if (!find_flows(v))
        return false;
    const verify_widths *necks = &v->shared->necks;
    double worst = 0, worst_at = 0;
    size_t near = 0;
    for (size_t i = 0; i < necks->count; ++i) {
        double off = necks->flow[i] - verify_measured_flow(necks->width[i]);
        near += fabs(off) <= 0.5;
        if (fabs(off) > fabs(worst)) {
            worst = off;
            worst_at = necks->width[i];
        }
    }
    draw_flows(v, necks, false);
    return verify_verdict(
        v, near == necks->count, fabs(worst),
        "within the limit at %zu of %zu widths; largest difference at %.1f m: %+.2f/s", near,
        necks->count, worst_at, worst);
}

#define WIDTHS                                                                                     \
    "200 people pass a bottleneck 2.8 m long. Eleven widths from 0.8 to 2.5 m, three seeds each; " \
    "the flow is measured in its middle, from the first to the last crossing."

const verify_test verify_necks[] = {
    {.name = "rimea-12a",
     .source = "RiMEA 12 a",
     .title = "Bottleneck: position of the goal",
     .setting = "200 people pass a bottleneck 1 m wide and 2.8 m long. The goal is 0.5 m or 6.7 m "
                "behind it. Five seeds.",
     .criterion = "the flows differ by at most 10 % (wend's own limit)",
     .figure = "J(near) / J(far)",
     .cost = 1,
     .run = run_12a},
    {.name = "rimea-12b",
     .source = "RiMEA 12 b",
     .title = "Bottleneck: length",
     .setting = "200 people pass a bottleneck 1 m wide and 0.2 m or 5 m long. T is the time at "
                "which the last one has left, 6.7 m behind it. Ten seeds.",
     .criterion = "T(5 m) > T(0.2 m)",
     .figure = "T(5 m) - T(0.2 m) [s]",
     .cost = 2.3,
     .run = run_12b},
    {.name = "rimea-12c",
     .source = "RiMEA 12, 12 c",
     .title = "Two bottlenecks",
     .setting = "150 people in one half of a room of 10 x 10 m walk through a bottleneck of 1 x 5 "
                "m into another room and leave by an exit of 1 m. Five seeds.",
     .criterion = "J(bottleneck) - J(exit) >= -0.05/s; the longest queue is before the bottleneck",
     .figure = "queue 2 / queue 1",
     .cost = 0.4,
     .run = run_12c},
    {.name = "rimea-12d",
     .source = "RiMEA 12 d",
     .title = "Bottleneck: width",
     .setting = "The rooms of rimea-12c with a bottleneck and an exit of 0.8, 1.0 and 1.2 m; the "
                "flow is measured at the entrance of the bottleneck. Five seeds.",
     .criterion = "J(0.8 m) < J(1.0 m) < J(1.2 m)",
     .figure = "smallest increase [1/s]",
     .cost = 1.3,
     .run = run_12d},
    {.name = "bottleneck-linear",
     .source = "experiments 1981-2010",
     .title = "Flow by width",
     .setting = WIDTHS,
     .criterion = "R² >= 0.95, slope 1.6 to 2.6 /(m s)",
     .figure = "slope [1/(m s)]",
     .cost = 2.5,
     .run = run_linear},
    {.name = "bottleneck-specific",
     .source = "experiments 1981-2010",
     .title = "Specific flow by width",
     .setting = WIDTHS,
     .criterion = "1.6 <= J/b <= 2.5 /(m s) at every width",
     .figure = "minimum J/b [1/(m s)]",
     .run = run_specific},
    {.name = "bottleneck-data",
     .source = "experiments 1981-2010",
     .title = "Flow compared with experiments",
     .setting = WIDTHS " Compared with the mean of 7 experiments at each width.",
     .criterion = "|J - measured| <= 0.5/s at every width",
     .figure = "largest |J - measured| [1/s]",
     .run = run_data},
    {.name = "held-out-doors",
     .family = "held out",
     .source = "experiments 1981-2010",
     .title = "Flow by width, other widths",
     .setting = "As bottleneck-linear, at ten other widths from 0.85 to 2.35 m. Three seeds.",
     .criterion = "1.6 <= J/b <= 2.5 /(m s) at every width; R² >= 0.95, slope 1.6 to 2.6 /(m s)",
     .figure = "minimum J/b [1/(m s)]",
     .cost = 2.3,
     .held_out = true,
     .run = run_held_out},
    {0},
};
