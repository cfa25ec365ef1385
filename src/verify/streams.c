// SPDX-License-Identifier: MIT
// Streams that meet: continuous counter-flow with lanes, crossing streams, and counter-flow through
// a corridor of 2 m on many seeds.
#include "verify/cases.h"

#include <math.h>
#include <stdlib.h>

// ---- continuous counter-flow --------------------------------------------------------------------

enum { SEEDS_STREAMS = 3, SEEDS_STREAMS_THOROUGH = 10 };

#define STREAMS_MIDDLE 30.0
/// Width of the lanes in the measurement of order. [Units: m]
#define LANE_WIDTH 0.4
/// Order is measured while both streams fill the corridor. [Units: s]
#define ORDER_FROM     60.0
#define ORDER_TO       180.0
#define ORDER_INTERVAL 0.5

#define LEAST_RATIO 0.8
#define LEAST_ORDER 0.6

/// Widths of the corridors in the scenes. [Units: m]
#define STREAMS_WIDTH  4.0
#define CROSSING_WIDTH 4.0
#define COUNTER_WIDTH  2.0

/// Mean lane order in the middle third of the corridor. Adds its course to the chart [opt].
static double lane_order(verify *v, const recording *r, chart *c)
{
    const wend_box middle = {{20, 0}, {40, recording_box(r).max.y}};
    double *order = xcalloc(r->frame_count, sizeof *order);
    wend_vec2 *points = xcalloc(r->frame_count, sizeof *points);
    xneed(measure_lane_order(r, (wend_vec2){1, 0}, LANE_WIDTH, middle, order));
    uint32_t stride = (uint32_t)lround(ORDER_INTERVAL * r->fps);
    size_t count = 0;
    double sum = 0, steady = 0;
    for (uint32_t f = 0; f < r->frame_count; f += stride) {
        double time = measure_time(r, f);
        if (isnan(order[f]))
            continue;
        points[count++] = (wend_vec2){time, order[f]};
        if (time >= ORDER_FROM && time <= ORDER_TO) {
            sum += order[f];
            ++steady;
        }
    }
    if (c)
        verify_series(v, c, "lane order", CHART_LINE, points, count);
    free(order);
    free(points);
    return sum / steady;
}

enum { ORDER, FLOW, LAST, MISSING, STREAM_FIGURES };

/// context: the scene.
static void measure_streams(const recording *r, const void *context, double *figures)
{
    figures[ORDER] = lane_order(NULL, r, NULL);
    figures[FLOW] = verify_flow_of(r, STREAMS_MIDDLE);
    figures[LAST] = verify_last(r);
    figures[MISSING] = cases_people(context) - verify_arrived(r);
}

/// Sum of a figure over the seeds.
static double total(const double *figures, uint32_t seeds, size_t figure_count, size_t figure)
{
    double sum = 0;
    for (uint32_t i = 0; i < seeds; ++i)
        sum += figures[i * figure_count + figure];
    return sum;
}

/// Largest of a figure over the seeds.
static double most_of(const double *figures, uint32_t seeds, size_t figure_count, size_t figure)
{
    double most = 0;
    for (uint32_t i = 0; i < seeds; ++i)
        most = fmax(most, figures[i * figure_count + figure]);
    return most;
}

/// Mean figures over the seeds of both streams and of one alone.
typedef struct streams_found {
    measure_interval order;
    double both, alone, last, missing;
} streams_found;

/// In a corridor of a width, with streams of a rate. [Units: m, 1/s]
static bool find_streams(verify *v, double width, double rate, uint32_t seeds, streams_found *out)
{
    double figures[2][CASES_MOST_SEEDS * STREAM_FIGURES]; // both streams, one alone
    scene *s = verify_scene("streams");
    verify_move_y(s, STREAMS_WIDTH, width);
    for (uint32_t i = 0; i < s->agents_count; ++i) {
        s->agents[i].def.count =
            (uint32_t)lround(s->agents[i].def.count * rate / s->agents[i].def.rate);
        s->agents[i].def.rate = rate;
    }
    chart *c = verify_chart(v, "Lanes (first seed)", "time [s]", "lane order");
    bool good = true;
    for (uint32_t i = 0; good && i < 2; ++i) {
        recording first;
        s->agents_count = 2 - i;
        good =
            verify_run_seeds(v, s, seeds, measure_streams, s, STREAM_FIGURES, figures[i], &first);
        if (good && i == 0) {
            lane_order(v, &first, c);
            verify_paths(v, "Paths (first seed)", &first);
        }
        if (good)
            recording_free(&first);
    }
    scene_free(s);
    if (!good)
        return false;
    *out = (streams_found){.order = verify_interval(figures[0], seeds, STREAM_FIGURES, ORDER),
                           .both = total(figures[0], seeds, STREAM_FIGURES, FLOW) / seeds,
                           .alone = total(figures[1], seeds, STREAM_FIGURES, FLOW) / seeds,
                           .last = most_of(figures[0], seeds, STREAM_FIGURES, LAST),
                           .missing = total(figures[0], seeds, STREAM_FIGURES, MISSING) +
                                      total(figures[1], seeds, STREAM_FIGURES, MISSING)};
    return true;
}

static bool are_streams(const streams_found *f)
{
    return f->missing == 0 && f->both >= LEAST_RATIO * f->alone && f->order.mean >= LEAST_ORDER;
}

static bool run_streams(verify *v)
{
    uint32_t seeds = cases_seeds(v, SEEDS_STREAMS, SEEDS_STREAMS_THOROUGH);
    streams_found f;
    char words[VERIFY_INTERVAL_SIZE];
    return find_streams(v, STREAMS_WIDTH, 2, seeds, &f) &&
           verify_verdict(v, are_streams(&f), f.order.mean,
                          "lane order %s, mean of %u seeds and 95 %% interval; flow %.2f/s, alone "
                          "%.2f/s; last arrival after %.0f s; %.0f did not cross",
                          verify_interval_text(f.order, 2, words), (unsigned)seeds, f.both, f.alone,
                          f.last, f.missing);
}

static bool run_held_out_streams(verify *v)
{
    static const double widths[] = {3.2, 5.4}, rates[] = {1.6, 2.4};
    uint32_t seeds = cases_seeds(v, SEEDS_STREAMS, SEEDS_STREAMS_THOROUGH);
    streams_found f[2];
    char words[2][VERIFY_INTERVAL_SIZE];
    for (int i = 0; i < 2; ++i)
        if (!find_streams(v, widths[i], rates[i], seeds, &f[i]))
            return false;
    return verify_verdict(
        v, are_streams(&f[0]) && are_streams(&f[1]), fmin(f[0].order.mean, f[1].order.mean),
        "lane order %s at %.1f m and %s at %.1f m; flow %.2f and %.2f of one "
        "stream alone; %.0f did not cross",
        verify_interval_text(f[0].order, 2, words[0]), widths[0],
        verify_interval_text(f[1].order, 2, words[1]), widths[1], f[0].both / f[0].alone,
        f[1].both / f[1].alone, f[0].missing + f[1].missing);
}

// ---- crossing streams ---------------------------------------------------------------------------

enum { SEEDS_CROSSING = 5, SEEDS_CROSSING_THOROUGH = 20 };

/// An agent below this speed stands. [Units: m/s]
#define STANDING_SPEED 0.1
/// Middle of both corridors in scenes/verify/crossing.json.
#define CROSSING_AXIS 27.0
/// Longest time that an agent may stand. [Units: s]
#define MOST_STANDING 10.0

/// Longest time that any agent stands without interruption. [Units: s]
static double longest_stop(const recording *r)
{
    measure_window window = measure_default_window(r);
    uint32_t longest = 0;
    for (uint32_t i = 0; i < r->agent_count; ++i) {
        uint32_t frames = 0;
        for (size_t k = 0; k < r->agents[i].count; ++k) {
            double speed = measure_speed(r, r->agents[i].first + k, window);
            frames = speed < STANDING_SPEED ? frames + 1 : 0;
            longest = frames > longest ? frames : longest;
        }
    }
    return longest / r->fps;
}

enum { CROSSING_STOP, CROSSING_LAST, CROSSING_MISSING, CROSSING_FIGURES };

/// context: the scene.
static void look_at_crossing(const recording *r, const void *context, double *figures)
{
    figures[CROSSING_STOP] = longest_stop(r);
    figures[CROSSING_LAST] = verify_last(r);
    figures[CROSSING_MISSING] = cases_people(context) - verify_arrived(r);
}

/// In corridors of a width, with a number of people in each stream.
static bool cross(verify *v, double width, uint32_t people)
{
    const double low = CROSSING_AXIS - CROSSING_WIDTH / 2,
                 high = CROSSING_AXIS + CROSSING_WIDTH / 2;
    double figures[CASES_MOST_SEEDS * CROSSING_FIGURES];
    uint32_t seeds = cases_seeds(v, SEEDS_CROSSING, SEEDS_CROSSING_THOROUGH);
    recording first;
    scene *s = verify_scene("crossing");
    verify_move_x(s, low, CROSSING_AXIS - width / 2);
    verify_move_x(s, high, CROSSING_AXIS + width / 2);
    verify_move_y(s, low, CROSSING_AXIS - width / 2);
    verify_move_y(s, high, CROSSING_AXIS + width / 2);
    for (uint32_t i = 0; i < s->agents_count; ++i)
        s->agents[i].def.count = people;
    bool good =
        verify_run_seeds(v, s, seeds, look_at_crossing, s, CROSSING_FIGURES, figures, &first);
    if (good) {
        verify_paths(v, "Paths (first seed)", &first);
        recording_free(&first);
    }
    scene_free(s);
    if (!good)
        return false;
    double stop = most_of(figures, seeds, CROSSING_FIGURES, CROSSING_STOP),
           missing = total(figures, seeds, CROSSING_FIGURES, CROSSING_MISSING);
    char words[VERIFY_INTERVAL_SIZE];
    return verify_verdict(
        v, missing == 0 && stop <= MOST_STANDING, stop,
        "longest time that an agent stands: %.1f s; last arrival after %s s (mean of %u seeds and "
        "95 %% interval); %.0f did not arrive",
        stop,
        verify_interval_text(verify_interval(figures, seeds, CROSSING_FIGURES, CROSSING_LAST), 0,
                             words),
        (unsigned)seeds, missing);
}

static bool run_crossing(verify *v)
{
    return cross(v, CROSSING_WIDTH, 100);
}

static bool run_held_out_crossing(verify *v)
{
    return cross(v, 3, 80);
}

// ---- counter-flow on many seeds -----------------------------------------------------------------

enum { SEEDS_COUNTER = 20 };

#define SECOND_ROOM   20.0
#define MOST_CROSSING 150.0

/// Time at which the last agent of the first crowd enters the second room, as in nist-2.8.
static double last_over(const recording *r)
{
    double last = 0;
    for (uint32_t i = 0; i < r->agent_count; ++i)
        if (r->agents[i].count > 0 && r->at[r->agents[i].first].x < SECOND_ROOM)
            last = fmax(last, cases_time_at(r, i, SECOND_ROOM));
    return last;
}

enum { COUNTER_TIME, COUNTER_MISSING, COUNTER_FIGURES };

/// context: the scene.
static void measure_counter(const recording *r, const void *context, double *figures)
{
    figures[COUNTER_TIME] = last_over(r);
    figures[COUNTER_MISSING] = cases_people(context) - verify_arrived(r);
}

/// Through a corridor of a width, `people` against `people`.
static bool counter(verify *v, double width, uint32_t people)
{
    const double middle = 5;
    double figures[SEEDS_COUNTER * COUNTER_FIGURES];
    wend_vec2 points[SEEDS_COUNTER];
    scene *s = verify_scene("nist-2.8");
    verify_move_y(s, middle - COUNTER_WIDTH / 2, middle - width / 2);
    verify_move_y(s, middle + COUNTER_WIDTH / 2, middle + width / 2);
    for (uint32_t i = 0; i < s->agents_count; ++i)
        s->agents[i].def.count = people;
    uint32_t all = cases_people(s) * SEEDS_COUNTER;
    bool good =
        verify_run_seeds(v, s, SEEDS_COUNTER, measure_counter, s, COUNTER_FIGURES, figures, NULL);
    scene_free(s);
    if (!good)
        return false;
    for (uint32_t i = 0; i < SEEDS_COUNTER; ++i)
        points[i] = (wend_vec2){i, figures[i * COUNTER_FIGURES + COUNTER_TIME]};
    chart *c = verify_chart(v, "Last of the first crowd in the second room", "seed", "time [s]");
    verify_series(v, c, "wend", CHART_POINTS, points, SEEDS_COUNTER);
    verify_rule(v, c, "limit", MOST_CROSSING, false);
    double most = most_of(figures, SEEDS_COUNTER, COUNTER_FIGURES, COUNTER_TIME),
           missing = total(figures, SEEDS_COUNTER, COUNTER_FIGURES, COUNTER_MISSING);
    char words[VERIFY_INTERVAL_SIZE];
    return verify_verdict(
        v, missing == 0 && most <= MOST_CROSSING, most,
        "T = %s s, mean of %d seeds and 95 %% interval, at most %.0f s; %.0f of %u people did not "
        "cross",
        verify_interval_text(verify_interval(figures, SEEDS_COUNTER, COUNTER_FIGURES, COUNTER_TIME),
                             0, words),
        SEEDS_COUNTER, most, missing, (unsigned)all);
}

static bool run_counter(verify *v)
{
    return counter(v, COUNTER_WIDTH, 100);
}

static bool run_held_out_counter(verify *v)
{
    return counter(v, 1.7, 60);
}

const verify_test verify_streams[] = {
    {.name = "nist-2.8-seeds",
     .source = "NIST 2.8",
     .title = "Counter-flow on twenty seeds",
     .setting = "The rooms of nist-2.8 with 100 people against 100, on twenty seeds. T is the time "
                "at which the last of the first 100 enters the second room.",
     .criterion = "all cross on every seed, T <= 150 s (wend's own limit)",
     .figure = "longest T [s]",
     .cost = 3.5,
     .run = run_counter},
    {.name = "streams",
     .source = "wend",
     .title = "Continuous counter-flow",
     .setting = "A stream of 2 persons per second from each end of a corridor of 60 x 4 m, for 180 "
                "s, and one stream alone. Lane order in the middle third every 0.5 s from 60 to "
                "180 s, lanes of 0.4 m. Three seeds.",
     .criterion = "all cross; flow >= 0.8 of the flow alone (as lanes); lane order >= 0.6 (wend's "
                  "own limit)",
     .figure = "lane order",
     .cost = 2.8,
     .run = run_streams},
    {.name = "crossing",
     .source = "wend",
     .title = "Crossing streams",
     .setting = "100 people cross the path of 100 others at right angles, in corridors 4 m wide. "
                "Five seeds.",
     .criterion = "all arrive; no agent is slower than 0.1 m/s for more than 10 s on end (wend's "
                  "own criterion)",
     .figure = "longest stop [s]",
     .cost = 0.3,
     .run = run_crossing},
    {.name = "held-out-counter",
     .family = "held out",
     .source = "NIST 2.8",
     .title = "Counter-flow in another corridor",
     .setting = "As nist-2.8-seeds, 60 people against 60 in a corridor 1.7 m wide.",
     .criterion = "all cross on every seed, T <= 150 s (wend's own limit)",
     .figure = "longest T [s]",
     .cost = 2,
     .held_out = true,
     .run = run_held_out_counter},
    {.name = "held-out-streams",
     .family = "held out",
     .source = "wend",
     .title = "Continuous counter-flow in other corridors",
     .setting = "As streams, 1.6 persons per second in a corridor 3.2 m wide and 2.4 in 5.4 m. "
                "Three seeds.",
     .criterion = "all cross; flow >= 0.8 of the flow alone; lane order >= 0.6 (wend's own limits)",
     .figure = "lower lane order",
     .cost = 5,
     .held_out = true,
     .run = run_held_out_streams},
    {.name = "held-out-crossing",
     .family = "held out",
     .source = "wend",
     .title = "Crossing streams in other corridors",
     .setting = "As crossing, 80 people across the path of 80 others in corridors 3 m wide. Five "
                "seeds.",
     .criterion = "all arrive; no agent is slower than 0.1 m/s for more than 10 s on end (wend's "
                  "own criterion)",
     .figure = "longest stop [s]",
     .cost = 0.3,
     .held_out = true,
     .run = run_held_out_crossing},
    {0},
};
