// SPDX-License-Identifier: MIT
// The fundamental diagram: speed in a corridor that is filled to some density (RiMEA 4), compared
// with measured speeds. The corridor is straight and much longer than the distance walked, so that
// its ends do not affect the measurement in its middle.
#include "verify/verify.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// Measurements start at this time and last until the end, as the guideline requires. [Units: s]
#define TRANSIENT 10.0

/// Approximate uncertainty of means over a minute in fields of 4 m^2. [Units: m/s]
#define SPEED_NOISE 0.02

/// Relative shortfall of the density that is explained by rounding of the number of people; a
/// larger one means that the corridor is full. One person is a thousandth or more.
#define AS_ASKED 1e-6

/// Start of each field; fields are 2 m long. [Units: m]
static const double fields[] = {109, 119, 129};
enum { FIELDS = sizeof fields / sizeof fields[0] };
#define FIELD_LENGTH 2.0
/// Length of the area "start". [Units: m]
#define FILLED 160.0

/// A corridor to be filled.
typedef struct filling {
    const char *scene;
    const double *asked; ///< [count] densities
    size_t count;
    double walls;     ///< y of the upper wall if not as in the scene; otherwise 0 [Units: m]
    double width;     ///< density times this is people per metre [Units: m]
    double low, high; ///< range in y of the fields
    double across;    ///< high - low; 1 in single file, where people per metre are counted
} filling;

static const double corridor_asked[] = {0.5, 1, 2, 3, 4, 5, 6};
static const double file_asked[] = {0.5, 1, 1.5, 2};
static const double held_out_asked[] = {0.75, 1.5, 2.5, 3.5};
#define CORRIDOR_WIDTH 4.0 ///< of scenes/verify/rimea-4.json
#define HELD_OUT_WIDTH 6.0

static const filling corridor_filling = {
    "rimea-4", corridor_asked, sizeof corridor_asked / sizeof *corridor_asked, 0, 4, 1, 3, 2};
static const filling file_filling = {
    "rimea-4-single", file_asked, sizeof file_asked / sizeof *file_asked, 0, 1, 0, 0.6, 1};
static const filling held_out_filling = {
    "rimea-4",          held_out_asked,    sizeof held_out_asked / sizeof *held_out_asked,
    HELD_OUT_WIDTH,     HELD_OUT_WIDTH,    1,
    HELD_OUT_WIDTH - 1, HELD_OUT_WIDTH - 2};

/// Mean density and speed of the people in the fields.
static void measure_fields(const recording *r, const filling *f, double *density, double *speed)
{
    measure_moment *moments = xcalloc(r->frame_count, sizeof *moments);
    double people = 0, sum = 0;
    size_t looks = 0;
    for (int i = 0; i < FIELDS; ++i) {
        double x = fields[i], end = fields[i] + FIELD_LENGTH;
        const wend_vec2 ring[] = {{x, f->low}, {end, f->low}, {end, f->high}, {x, f->high}};
        measure_moments(r, (measure_area){ring, 4}, measure_default_window(r), moments);
        for (uint32_t k = (uint32_t)(TRANSIENT * r->fps); k < r->frame_count; ++k, ++looks) {
            people += moments[k].count;
            sum += moments[k].count > 0 ? moments[k].count * moments[k].speed : 0;
        }
    }
    free(moments);
    *density = people / (double)looks / (FIELD_LENGTH * f->across);
    *speed = sum / people;
}

/// Runs one density. *there is the density at the start: less than `asked` if the corridor is full.
static bool run_density(verify *v, scene *s, const filling *f, double asked, double *there,
                        double *density, double *speed)
{
    s->agents[0].def.count = (uint32_t)lround(asked * FILLED * f->width);
    recording r;
    if (!verify_run(v, s, 0, &r))
        return false;
    *there = (double)(r.frame_starts[1] - r.frame_starts[0]) / (FILLED * f->width);
    measure_fields(&r, f, density, speed);
    recording_free(&r);
    return true;
}

/// Fills the corridor to each density, up to the first that does not fit.
static bool find_speeds(verify *v, const filling *f, verify_speeds *out)
{
    if (out->known)
        return true;
    *out = (verify_speeds){.least_unfit = INFINITY, .full = NAN, .full_speed = NAN};
    scene *s = verify_scene(f->scene);
    if (f->walls > 0)
        verify_move_y(s, CORRIDOR_WIDTH, f->walls);
    bool good = true;
    for (size_t i = 0; good && i < f->count && isinf(out->least_unfit); ++i) {
        double there, density, speed;
        good = run_density(v, s, f, f->asked[i], &there, &density, &speed);
        if (!good)
            break;
        if (there < f->asked[i] * (1 - AS_ASKED)) {
            out->least_unfit = f->asked[i];
            out->full = there;
            out->full_speed = speed;
            break;
        }
        out->asked[out->count] = f->asked[i];
        out->density[out->count] = density;
        out->speed[out->count++] = speed;
    }
    scene_free(s);
    out->known = good;
    return good;
}

// ---- charts -------------------------------------------------------------------------------------

/// Step of Weidmann's curve. [Units: 1/m^2]
#define CURVE_STEP 0.1
enum { CURVE_POINTS = 54 };

static void add_wend(verify *v, chart *c, const wend_vec2 *points, size_t count)
{
    chart_series *line = verify_series(v, c, "wend", CHART_LINE, points, count);
    if (line)
        line->colour = WEND_VERMILION;
    chart_series *dots = verify_series(v, c, "wend", CHART_POINTS, points, count);
    if (dots) {
        dots->colour = WEND_VERMILION;
        dots->width = 5;
    }
}

static void add_weidmann(verify *v, chart *c, const wend_vec2 points[CURVE_POINTS])
{
    chart_series *line = verify_series(v, c, "Weidmann 1993", CHART_LINE, points, CURVE_POINTS);
    if (line)
        line->colour = WEND_BLUE;
}

/// Draws speed and specific flow by density. Weidmann's curve holds for areas only.
static void draw_speeds(verify *v, const verify_speeds *speeds, const verify_speed_data *data,
                        const char *x, bool weidmann)
{
    wend_vec2 speed[VERIFY_MOST_CASES], flow[VERIFY_MOST_CASES];
    wend_vec2 curve[CURVE_POINTS], curve_flow[CURVE_POINTS];
    for (size_t i = 0; i < speeds->count; ++i) {
        double density = speeds->density[i];
        speed[i] = (wend_vec2){density, speeds->speed[i]};
        flow[i] = (wend_vec2){density, density * speeds->speed[i]};
    }
    for (int i = 0; i < CURVE_POINTS; ++i) {
        double density = CURVE_STEP * (i + 1);
        curve[i] = (wend_vec2){density, measure_weidmann(density)};
        curve_flow[i] = (wend_vec2){density, density * measure_weidmann(density)};
    }
    chart *c = verify_chart(v, "Speed and density", x, "speed [m/s]");
    verify_band(v, c, data);
    if (weidmann)
        add_weidmann(v, c, curve);
    add_wend(v, c, speed, speeds->count);
    c = verify_chart(v, "Flow and density", x, weidmann ? "flow [1/(m s)]" : "flow [1/s]");
    if (weidmann)
        add_weidmann(v, c, curve_flow);
    add_wend(v, c, flow, speeds->count);
}

// ---- RiMEA 4 ------------------------------------------------------------------------------------

/// Largest increase of the speed from one density to the next.
static double largest_rise(const verify_speeds *speeds)
{
    double rise = -INFINITY;
    for (size_t i = 1; i < speeds->count; ++i)
        rise = fmax(rise, speeds->speed[i] - speeds->speed[i - 1]);
    return rise;
}

/// "0.5/m2: 1.27, 1/m2: 1.24"
static void list_speeds(const verify_speeds *speeds, char *words, size_t size)
{
    size_t used = 0;
    *words = 0;
    for (size_t i = 0; i < speeds->count && used < size; ++i) {
        int more = snprintf(words + used, size - used, "%s%.3g: %.2f", i > 0 ? ", " : "",
                            speeds->asked[i], speeds->speed[i]);
        used += more > 0 ? (size_t)more : size;
    }
}

static bool run_4(verify *v)
{
    verify_speeds *speeds = &v->shared->corridor;
    if (!find_speeds(v, &corridor_filling, speeds))
        return false;
    draw_speeds(v, speeds, &verify_corridor_speeds, "density [1/m²]", true);
    char words[VERIFY_TEXT_SIZE / 2], unfit[VERIFY_TEXT_SIZE / 3] = "";
    list_speeds(speeds, words, sizeof words);
    if (isfinite(speeds->least_unfit))
        snprintf(unfit, sizeof unfit,
                 "; densities from %g on do not fit: maximum %.2f, with %.2f m/s",
                 speeds->least_unfit, speeds->full, speeds->full_speed);
    double rise = largest_rise(speeds);
    return verify_verdict(v, rise <= SPEED_NOISE && speeds->count > 1, rise,
                          "mean speed (m/s) by density (1/m²): %s%s", words, unfit);
}

static bool run_4_single(verify *v)
{
    verify_speeds *speeds = &v->shared->file;
    if (!find_speeds(v, &file_filling, speeds))
        return false;
    draw_speeds(v, speeds, &verify_file_speeds, "density [1/m]", false);
    char words[VERIFY_TEXT_SIZE / 2];
    list_speeds(speeds, words, sizeof words);
    double rise = largest_rise(speeds);
    return verify_verdict(v, rise <= SPEED_NOISE && speeds->count > 1, rise,
                          "mean speed (m/s) by density (1/m): %s", words);
}

// ---- against experiments ------------------------------------------------------------------------

/// Required share of densities with speeds in the measured range (RiMEA 16).
#define SHARE_IN_BAND 0.75

static const verify_speed_band *band_at(const verify_speed_data *data, double density)
{
    for (size_t i = 0; i < data->count; ++i)
        if (fabs(data->bands[i].density - density) <= data->bin / 2)
            return &data->bands[i];
    return NULL;
}

static bool compare(verify *v, const verify_speeds *speeds, const verify_speed_data *data)
{
    size_t inside = 0, count = 0;
    double worst = 0, worst_at = 0;
    for (size_t i = 0; i < speeds->count; ++i) {
        const verify_speed_band *band = band_at(data, speeds->density[i]);
        if (!band)
            continue;
        ++count;
        inside += speeds->speed[i] >= band->low && speeds->speed[i] <= band->high;
        double off = speeds->speed[i] - band->median;
        if (fabs(off) > fabs(worst)) {
            worst = off;
            worst_at = speeds->density[i];
        }
    }
    double share = count > 0 ? (double)inside / (double)count : NAN;
    return verify_verdict(v, share >= SHARE_IN_BAND, share,
                          "%zu of %zu densities; largest difference at density %.1f: %+.2f m/s",
                          inside, count, worst_at, worst);
}

static bool run_speeds(verify *v)
{
    verify_speeds *speeds = &v->shared->corridor;
    if (!find_speeds(v, &corridor_filling, speeds))
        return false;
    draw_speeds(v, speeds, &verify_corridor_speeds, "density [1/m²]", true);
    return compare(v, speeds, &verify_corridor_speeds);
}

static bool run_file_speeds(verify *v)
{
    verify_speeds *speeds = &v->shared->file;
    if (!find_speeds(v, &file_filling, speeds))
        return false;
    draw_speeds(v, speeds, &verify_file_speeds, "density [1/m]", false);
    return compare(v, speeds, &verify_file_speeds);
}

// ---- Weidmann
// ------------------------------------------------------------------------------------

/// Largest density that is compared with Weidmann's curve, and the tolerated difference.
#define WEIDMANN_MOST   4.0
#define WEIDMANN_MARGIN 0.10

static bool compare_weidmann(verify *v, const filling *f, verify_speeds *speeds)
{
    if (!find_speeds(v, f, speeds))
        return false;
    draw_speeds(v, speeds, &verify_corridor_speeds, "density [1/m²]", true);
    size_t count = 0, required = 0;
    for (size_t i = 0; i < f->count; ++i)
        required += f->asked[i] <= WEIDMANN_MOST;
    double worst = 0, worst_at = 0;
    for (size_t i = 0; i < speeds->count && speeds->asked[i] <= WEIDMANN_MOST; ++i, ++count) {
        double off = speeds->speed[i] - measure_weidmann(speeds->density[i]);
        if (fabs(off) > fabs(worst)) {
            worst = off;
            worst_at = speeds->asked[i];
        }
    }
    char words[VERIFY_TEXT_SIZE / 2];
    list_speeds(speeds, words, sizeof words);
    return verify_verdict(v, count == required && fabs(worst) <= WEIDMANN_MARGIN, fabs(worst),
                          "largest difference at %g/m²: %+.2f m/s; mean speed (m/s) by density "
                          "(1/m²): %s",
                          worst_at, worst, words);
}

static bool run_weidmann(verify *v)
{
    return compare_weidmann(v, &corridor_filling, &v->shared->corridor);
}

static bool run_held_out(verify *v)
{
    verify_speeds speeds = {0};
    return compare_weidmann(v, &held_out_filling, &speeds);
}

const verify_test verify_density[] = {
    {.name = "rimea-4",
     .source = "RiMEA 4",
     .title = "Fundamental diagram",
     .setting =
         "A straight corridor 4 m wide is filled over 160 m with people whose preferred speed is "
         "1.2 to 1.4 m/s; three fields of 2 x 2 m; the mean over 60 s, without the first 10 s. "
         "Densities 0.5, 1, 2, 3, 4, 5, 6 /m², as far as that number of discs fits.",
     .criterion = "speed does not rise with density (by more than 0.02 m/s)",
     .figure = "largest rise [m/s]",
     .cost = 4,
     .run = run_4},
    {.name = "rimea-4-single",
     .source = "RiMEA 4",
     .title = "Fundamental diagram in single file",
     .setting = "As rimea-4, in a corridor 0.6 m wide, where bodies cannot pass each other; "
                "densities 0.5, 1, 1.5, 2 /m.",
     .criterion = "speed does not rise with density (by more than 0.02 m/s)",
     .figure = "largest rise [m/s]",
     .cost = 0.6,
     .run = run_4_single},
    {.name = "weidmann",
     .source = "Weidmann 1993",
     .title = "Corridor speeds compared with Weidmann",
     .setting = "The speeds of rimea-4 at 0.5, 1, 2, 3 and 4 /m² compared with Weidmann's curve at "
                "the density measured in the fields.",
     .criterion = "|v - Weidmann| <= 0.10 m/s at every density (wend's own limit)",
     .figure = "largest difference [m/s]",
     .run = run_weidmann},
    {.name = "speed-density",
     .source = "Jülich, ug-180",
     .title = "Corridor speeds compared with experiments",
     .setting = "The speeds of rimea-4 compared with 434 measurements in a corridor 1.8 m wide.",
     .criterion = "speed between the 10th and 90th percentile of the measured speeds at 75 % of "
                  "the densities",
     .figure = "share within",
     .run = run_speeds},
    {.name = "speed-density-single",
     .source = "Jülich, single file",
     .title = "Single-file speeds compared with experiments",
     .setting = "The speeds of rimea-4-single compared with 2746 measurements in single file.",
     .criterion = "speed between the 10th and 90th percentile of the measured speeds at 75 % of "
                  "the densities",
     .figure = "share within",
     .run = run_file_speeds},
    {.name = "held-out-densities",
     .family = "held out",
     .source = "Weidmann 1993",
     .title = "Corridor speeds at other densities",
     .setting = "As weidmann, in a corridor 6 m wide at 0.75, 1.5, 2.5 and 3.5 /m².",
     .criterion = "|v - Weidmann| <= 0.10 m/s at every density (wend's own limit)",
     .figure = "largest difference [m/s]",
     .cost = 3,
     .held_out = true,
     .run = run_held_out},
    {0},
};
