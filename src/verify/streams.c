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

/// Mean lane order in the middle third of the corridor.
static double lane_order(verify *v, const recording *r, chart *c)
{
    const wend_box middle = {{20, 0}, {40, 4}};
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

static bool run_streams(verify *v)
{
    double orders[CASES_MOST_SEEDS], both = 0, alone = 0, last = 0;
    uint32_t seeds = cases_seeds(v, SEEDS_STREAMS, SEEDS_STREAMS_THOROUGH), missing = 0;
    scene *s = verify_scene("streams");
    chart *c = verify_chart(v, "Lanes (first seed)", "time [s]", "lane order");
    bool good = true;
    for (uint32_t i = 0; good && i < 2 * seeds; ++i) {
        recording r;
        s->agents_count = i < seeds ? 2 : 1;
        uint32_t people = cases_people(s);
        good = verify_run(v, s, i % seeds, &r);
        if (!good)
            break;
        double flow = verify_flow_at(v, &r, STREAMS_MIDDLE, NULL, NULL) / seeds;
        missing += people - verify_arrived(&r);
        if (i < seeds) {
            orders[i] = lane_order(v, &r, i == 0 ? c : NULL);
            both += flow;
            last = fmax(last, verify_last(&r));
        } else
            alone += flow;
        if (i == 0)
            verify_paths(v, "Paths (first seed)", &r);
        recording_free(&r);
    }
    scene_free(s);
    if (!good)
        return false;
    double order = measure_interval_of(orders, seeds).mean, ratio = both / alone;
    return verify_verdict(v, missing == 0 && ratio >= LEAST_RATIO && order >= LEAST_ORDER, order,
                          "lane order %.2f +- %.2f, mean of %u seeds and 95 %% interval; flow "
                          "%.2f/s, alone %.2f/s; last arrival after %.0f s; %u did not cross",
                          order, cases_margin(orders, seeds), (unsigned)seeds, both, alone, last,
                          (unsigned)missing);
}

// ---- crossing streams ---------------------------------------------------------------------------

enum { SEEDS_CROSSING = 5, SEEDS_CROSSING_THOROUGH = 20 };

/// An agent below this speed stands. [Units: m/s]
#define STANDING_SPEED 0.1
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

static bool run_crossing(verify *v)
{
    uint32_t seeds = cases_seeds(v, SEEDS_CROSSING, SEEDS_CROSSING_THOROUGH), missing = 0;
    double stop = 0, last = 0;
    scene *s = verify_scene("crossing");
    bool good = true;
    for (uint32_t seed = 0; good && seed < seeds; ++seed) {
        recording r;
        good = verify_run(v, s, seed, &r);
        if (!good)
            break;
        stop = fmax(stop, longest_stop(&r));
        last += verify_last(&r) / seeds;
        missing += cases_people(s) - verify_arrived(&r);
        if (seed == 0)
            verify_paths(v, "Paths (first seed)", &r);
        recording_free(&r);
    }
    scene_free(s);
    return good && verify_verdict(v, missing == 0 && stop <= MOST_STANDING, stop,
                                  "longest time that an agent stands: %.1f s; last arrival after "
                                  "%.0f s (mean of %u seeds); %u did not arrive",
                                  stop, last, (unsigned)seeds, (unsigned)missing);
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

static bool run_counter(verify *v)
{
    double times[SEEDS_COUNTER], most = 0;
    wend_vec2 points[SEEDS_COUNTER];
    uint32_t missing = 0;
    scene *s = verify_scene("nist-2.8");
    bool good = true;
    for (uint32_t seed = 0; good && seed < SEEDS_COUNTER; ++seed) {
        recording r;
        good = verify_run(v, s, seed, &r);
        if (!good)
            break;
        times[seed] = last_over(&r);
        points[seed] = (wend_vec2){seed, times[seed]};
        most = fmax(most, times[seed]);
        missing += cases_people(s) - verify_arrived(&r);
        recording_free(&r);
    }
    scene_free(s);
    if (!good)
        return false;
    chart *c = verify_chart(v, "Last of the first crowd in the second room", "seed", "time [s]");
    verify_series(v, c, "wend", CHART_POINTS, points, SEEDS_COUNTER);
    verify_rule(v, c, "limit", MOST_CROSSING, false);
    return verify_verdict(
        v, missing == 0 && most <= MOST_CROSSING, most,
        "T = %.0f +- %.0f s, mean of %d seeds and 95 %% interval, at most %.0f s; "
        "%u of %u people did not cross",
        measure_interval_of(times, SEEDS_COUNTER).mean, cases_margin(times, SEEDS_COUNTER),
        SEEDS_COUNTER, most, (unsigned)missing, 200 * SEEDS_COUNTER);
}

const verify_test verify_streams[] = {
    {.name = "nist-2.8-seeds",
     .source = "NIST 2.8",
     .title = "Counter-flow on twenty seeds",
     .setting = "The rooms of nist-2.8 with 100 people against 100, on twenty seeds. T is the time "
                "at which the last of the first 100 enters the second room.",
     .criterion = "all cross on every seed, T <= 150 s (wend's own limit)",
     .figure = "longest T [s]",
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
     .run = run_streams},
    {.name = "crossing",
     .source = "wend",
     .title = "Crossing streams",
     .setting = "100 people cross the path of 100 others at right angles, in corridors 4 m wide. "
                "Five seeds.",
     .criterion = "all arrive; no agent is slower than 0.1 m/s for more than 10 s on end (wend's "
                  "own criterion)",
     .figure = "longest stop [s]",
     .run = run_crossing},
    {0},
};
