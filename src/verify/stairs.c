// SPDX-License-Identifier: MIT
// Stairs: RiMEA 2, 3 and 13, NIST 5.1 and ISO 20414 test 12. wend has one floor, so that stairs are
// planar: a zone in which preferred speeds are multiplied by a factor. Steps, landings and the
// direction of the stairs have no other effect.
#include "verify/guidelines.h"

#include <math.h>
#include <stdlib.h>

/// Factors of the speed on stairs, upwards and downwards. JuPedSim's tests have 0.5 and 0.65 m/s.
#define FACTOR_UP   0.5
#define FACTOR_DOWN 0.65

// ---- 2 and 3: one person ------------------------------------------------------------------------

/// Range in x of the stairs of scenes/verify/stairs.json. [Units: m]
#define STAIRS_BEGIN 5.0
#define STAIRS_END   15.0

#define SPEED_TOLERANCE 0.05

static bool run_speed(verify *v, double factor)
{
    scene *s = verify_scene("stairs");
    s->zones[0].factor = factor;
    double speed = factor * s->agents[0].def.agent.preferred_speed;
    double expected = (STAIRS_END - STAIRS_BEGIN) / speed;
    recording r;
    bool good = verify_run(v, s, 0, &r);
    scene_free(s);
    if (!good)
        return false;
    double time = verify_time_at(&r, 0, STAIRS_END) - verify_time_at(&r, 0, STAIRS_BEGIN);
    verify_paths(v, "Path; the stairs are from x = 5 to 15 m", &r);
    recording_free(&r);
    return verify_verdict(v, fabs(time - expected) <= SPEED_TOLERANCE * expected, time,
                          "10 m of stairs in %.2f s, expected %.2f s at %g m/s", time, expected,
                          speed);
}

static bool run_2(verify *v)
{
    return run_speed(v, FACTOR_UP);
}

static bool run_3(verify *v)
{
    return run_speed(v, FACTOR_DOWN);
}

// ---- 13: congestion in front of stairs ----------------------------------------------------------

enum { SEEDS_13 = 3, BINS_13 = 16, MIN_MOMENTS = 20 };

#define CORRIDOR_BEGIN 0.0
#define CORRIDOR_END   12.0
#define STAIRS_13_END  15.0
#define CORRIDOR_WIDTH 2.0
#define BIN_WIDTH      0.5
/// Required difference of the flows (JuPedSim's authors). [Units: 1/s]
#define FLOW_DIFFERENCE 0.05
/// The control without stairs is wend's own: without it, slow walkers who reach the stairs late are
/// taken for congestion.
#define FACTOR_LEVEL 1.0

/// Results of one factor, all seeds.
typedef struct climb {
    verify *v;
    chart *c;
    const char *names[2];    ///< of the curves at the two lines
    double corridor, stairs; ///< mean flows at the start of the corridor and of the stairs
    double speed[BINS_13];   ///< sums by density on the stairs, then means
    size_t count[BINS_13];
    double mean; ///< mean speed on the stairs, of all moments
    uint32_t missing;
} climb;

static void look_13(void *context, const recording *r, uint32_t seed)
{
    climb *found = context;
    chart *c = seed == 0 ? found->c : NULL;
    found->corridor += verify_flow_at(found->v, r, CORRIDOR_BEGIN, c, found->names[0]) / SEEDS_13;
    found->stairs += verify_flow_at(found->v, r, CORRIDOR_END, c, found->names[1]) / SEEDS_13;
    found->missing += r->agent_count - verify_arrived(r);
    const wend_vec2 ring[] = {{CORRIDOR_END, 0},
                              {STAIRS_13_END, 0},
                              {STAIRS_13_END, CORRIDOR_WIDTH},
                              {CORRIDOR_END, CORRIDOR_WIDTH}};
    measure_moment *moments = xcalloc((size_t)r->frame_count + 1, sizeof *moments);
    measure_moments(r, (measure_area){ring, 4}, measure_default_window(r), moments);
    for (uint32_t f = 0; f < r->frame_count; ++f) {
        int bin = (int)(moments[f].density / BIN_WIDTH);
        if (moments[f].count == 0 || bin >= BINS_13 || isnan(moments[f].speed))
            continue;
        found->speed[bin] += moments[f].speed;
        ++found->count[bin];
    }
    free(moments);
}

static bool climb_with(verify *v, double factor, climb *out)
{
    scene *s = verify_scene("rimea-13");
    s->zones[0].factor = factor;
    bool good = verify_each_seed(v, s, SEEDS_13, look_13, out);
    scene_free(s);
    double count = 0, sum = 0;
    for (int i = 0; good && i < BINS_13; ++i) {
        sum += out->speed[i];
        count += (double)out->count[i];
        out->speed[i] /= (double)out->count[i];
    }
    out->mean = sum / count;
    return good;
}

static void draw_speeds(verify *v, chart *c, const char *name, const climb *found)
{
    wend_vec2 points[BINS_13];
    size_t count = 0;
    for (int i = 0; i < BINS_13; ++i)
        if (found->count[i] >= MIN_MOMENTS)
            points[count++] = (wend_vec2){(i + 0.5) * BIN_WIDTH, found->speed[i]};
    verify_series(v, c, name, CHART_LINE, points, count);
}

static bool run_13(verify *v)
{
    chart *c = verify_chart(v, "People past a line (first seed)", "time [s]", "people");
    climb up = {.v = v, .c = c, .names = {"corridor, up", "stairs, up"}};
    climb down = {.v = v, .c = c, .names = {"corridor, down", "stairs, down"}};
    climb level = {.v = v, .c = c, .names = {"corridor, level", "no stairs"}};
    if (!climb_with(v, FACTOR_UP, &up) || !climb_with(v, FACTOR_DOWN, &down) ||
        !climb_with(v, FACTOR_LEVEL, &level))
        return false;
    c = verify_chart(v, "Speed on the stairs", "density [1/m²]", "speed [m/s]");
    draw_speeds(v, c, "up", &up);
    draw_speeds(v, c, "down", &down);
    int shared = 0, faster = 0;
    for (int i = 0; i < BINS_13; ++i)
        if (up.count[i] >= MIN_MOMENTS && down.count[i] >= MIN_MOMENTS) {
            ++shared;
            faster += down.speed[i] > up.speed[i];
        }
    double difference = up.corridor - up.stairs, lost = level.stairs - up.stairs;
    uint32_t missing = up.missing + down.missing + level.missing;
    return verify_verdict(v,
                          difference > FLOW_DIFFERENCE && lost > FLOW_DIFFERENCE && shared > 0 &&
                              faster == shared && missing == 0,
                          lost,
                          "up: %.2f/s into the corridor, %.2f/s onto the stairs; down: %.2f/s, "
                          "%.2f/s; without stairs: %.2f/s, %.2f/s; faster downwards in %d of %d "
                          "densities; mean speed %.2f m/s up, %.2f down, %.2f without; %u did not "
                          "arrive",
                          up.corridor, up.stairs, down.corridor, down.stairs, level.corridor,
                          level.stairs, faster, shared, up.mean, down.mean, level.mean,
                          (unsigned)missing);
}

// ---- NIST 5.1: congestion -----------------------------------------------------------------------

/// Densities are means over this time in fields of 2 x 2 m. [Units: s]
#define PEAK_SECONDS 5.0

enum { SEEDS_5_1 = 5 };

/// Peak densities before the exit of the room, in the middle of the corridor, before the stairs.
typedef struct peaks {
    double exit[SEEDS_5_1], corridor[SEEDS_5_1], stairs[SEEDS_5_1];
} peaks;

static void look_5_1(void *context, const recording *r, uint32_t seed)
{
    peaks *found = context;
    found->exit[seed] = verify_peak_density(r, (wend_box){{-2, 0}, {0, 2}}, PEAK_SECONDS);
    found->corridor[seed] = verify_peak_density(r, (wend_box){{5, 0}, {7, 2}}, PEAK_SECONDS);
    found->stairs[seed] = verify_peak_density(r, (wend_box){{10, 0}, {12, 2}}, PEAK_SECONDS);
}

static bool run_5_1(verify *v)
{
    peaks found;
    scene *s = verify_scene("rimea-13");
    bool good = verify_each_seed(v, s, SEEDS_5_1, look_5_1, &found);
    scene_free(s);
    if (!good)
        return false;
    chart *c = verify_chart(v, "Peak densities", "seed", "density [1/m²]");
    const double *const sets[] = {found.exit, found.corridor, found.stairs};
    static const char *const names[] = {"room exit", "corridor", "before the stairs"};
    char words[3][VERIFY_INTERVAL_SIZE];
    for (int k = 0; k < 3; ++k) {
        wend_vec2 points[SEEDS_5_1];
        for (int i = 0; i < SEEDS_5_1; ++i)
            points[i] = (wend_vec2){i, sets[k][i]};
        verify_series(v, c, names[k], CHART_POINTS, points, SEEDS_5_1);
        verify_mean_text(sets[k], SEEDS_5_1, 2, words[k]);
    }
    double ratio = verify_mean(found.exit, SEEDS_5_1) / verify_mean(found.corridor, SEEDS_5_1);
    return verify_verdict(v, ratio > 1, ratio,
                          "peak density %s /m² at the room exit, %s /m² in the middle of the "
                          "corridor, %s /m² before the stairs",
                          words[0], words[1], words[2]);
}

// ---- ISO 12: widths of stairs -------------------------------------------------------------------

enum { WIDTHS = 5, SEEDS_12 = 3 };

/// Middle of the stairs of scenes/verify/iso-12.json. [Units: m]
#define STAIRS_MIDDLE 16.5

typedef struct flows {
    verify *v;
    chart *c;
    const char *name;
    double flow[SEEDS_12];
} flows;

static void look_12(void *context, const recording *r, uint32_t seed)
{
    flows *found = context;
    found->flow[seed] =
        verify_flow_at(found->v, r, STAIRS_MIDDLE, seed == 0 ? found->c : NULL, found->name);
}

/// Slope of the line of least squares.
static double slope_of(const double *x, const double *y, int count)
{
    double mx = verify_mean(x, count), my = verify_mean(y, count), xy = 0, xx = 0;
    for (int i = 0; i < count; ++i) {
        xy += (x[i] - mx) * (y[i] - my);
        xx += (x[i] - mx) * (x[i] - mx);
    }
    return xy / xx;
}

static bool run_12(verify *v)
{
    static const double widths[WIDTHS] = {1.0, 1.2, 1.4, 1.6, 1.8};
    static const char *const names[WIDTHS] = {"1.0 m", "1.2 m", "1.4 m", "1.6 m", "1.8 m"};
    double flow[WIDTHS];
    wend_vec2 points[WIDTHS];
    flows found = {.v = v};
    found.c =
        verify_chart(v, "People past the middle of the stairs (first seed)", "time [s]", "people");
    for (int i = 0; i < WIDTHS; ++i) {
        scene *s = verify_scene("iso-12");
        verify_widen(s, widths[i]);
        found.name = names[i];
        bool good = verify_each_seed(v, s, SEEDS_12, look_12, &found);
        scene_free(s);
        if (!good)
            return false;
        flow[i] = verify_mean(found.flow, SEEDS_12);
        points[i] = (wend_vec2){widths[i], flow[i]};
    }
    chart *c = verify_chart(v, "Flow and width", "width [m]", "flow [1/s]");
    verify_series(v, c, "wend", CHART_LINE, points, WIDTHS);
    double slope = slope_of(widths, flow, WIDTHS);
    return verify_verdict(v, slope > 0 && flow[WIDTHS - 1] > flow[0], slope,
                          "%.2f, %.2f, %.2f, %.2f, %.2f /s at 1.0, 1.2, 1.4, 1.6, 1.8 m; slope "
                          "%.2f /(m s)",
                          flow[0], flow[1], flow[2], flow[3], flow[4], slope);
}

const verify_test verify_stairs[] = {
    {.name = "rimea-2",
     .source = "RiMEA 2",
     .title = "Speed up stairs",
     .setting = "One person at 1 m/s walks up stairs 2 m wide and 10 m long, where the speed is "
                "0.5 m/s. The stairs are planar: a zone with a speed factor of 0.5.",
     .criterion = "T within 5 % of 20 s",
     .figure = "T [s]",
     .run = run_2},
    {.name = "rimea-3",
     .source = "RiMEA 3",
     .title = "Speed down stairs",
     .setting = "As rimea-2, downwards: a planar zone with a speed factor of 0.65.",
     .criterion = "T within 5 % of 15.4 s",
     .figure = "T [s]",
     .run = run_3},
    {.name = "rimea-13",
     .source = "RiMEA 13, IMO 11",
     .title = "Congestion in front of stairs",
     .setting =
         "150 people leave a room of 5 x 8 m through a corridor of 12 x 2 m with stairs of 3 m "
         "behind it. The stairs are planar: a zone with a speed factor of 0.5 upwards and 0.65 "
         "downwards, and 1 as a control. Three seeds.",
     .criterion = "flow onto the stairs (up) less than into the corridor, and less than without "
                  "stairs, by more than 0.05/s; faster downwards than upwards at every density on "
                  "the stairs",
     .figure = "flow without stairs - with [1/s]",
     .cost = 0.3,
     .run = run_13},
    {.name = "nist-5.1",
     .source = "NIST 5.1",
     .title = "Congestion",
     .setting = "The scene of rimea-13, upwards: peak densities over 5 s in fields of 2 x 2 m "
                "before the exit of the room, in the middle of the corridor and before the "
                "(planar) stairs. Five seeds.",
     .criterion = "peak density at the exit of the room greater than in the corridor",
     .figure = "ratio of densities",
     .cost = 0.2,
     .run = run_5_1},
    {.name = "iso-12",
     .source = "ISO 20414 12",
     .title = "Widths of stairs",
     .setting = "150 people walk from a room to stairs 5 m long and 1.0 to 1.8 m wide. The stairs "
                "are planar: a zone with a speed factor of 0.5. Three seeds.",
     .criterion = "flow increases with width: positive slope, J(1.8 m) > J(1.0 m)",
     .figure = "slope [1/(m s)]",
     .cost = 1,
     .run = run_12},
    {0},
};
