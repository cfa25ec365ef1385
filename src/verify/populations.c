// SPDX-License-Identifier: MIT
// Populations: speeds and pre-movement times that are assigned from distributions, as measured on
// people who walk side by side, none in the path of another. RiMEA 7, NIST 1.1, 2.1 and 2.4, IMO 5
// and 7.
#include "verify/guidelines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 5 };

/// Speeds are measured between these lines in x. [Units: m]
#define FIRST_LINE 10.0
#define LAST_LINE  50.0

/// Required probability of the test of Kolmogorov and Smirnov.
#define MIN_P 0.05

static double speed_of(const recording *r, uint32_t agent)
{
    return (LAST_LINE - FIRST_LINE) /
           (verify_time_at(r, agent, LAST_LINE) - verify_time_at(r, agent, FIRST_LINE));
}

/// Times at which agents start to walk. start: [r->agent_count]
static void find_starts(const recording *r, double *start)
{
    measure_agent *agents = xcalloc(r->agent_count, sizeof *agents);
    measure_agents_rule rule = measure_default_agents_rule(r);
    rule.shortest = false;
    problem_list problems = {0};
    xneed(measure_agents(r, &rule, agents, &problems));
    for (uint32_t i = 0; i < r->agent_count; ++i)
        start[i] = agents[i].set_out;
    free(agents);
}

/// Values of one kind, compared with their distribution.
typedef struct sample {
    verify *v;
    chart *c;
    const char *name;
    verify_distribution wanted;
    bool starts; ///< times rather than speeds
    double p[SEEDS], mean[SEEDS], std[SEEDS];
    double least, most; ///< of all seeds
    uint32_t missing;   ///< agents without a value
} sample;

static void look_sample(void *context, const recording *r, uint32_t seed)
{
    sample *found = context;
    double *values = xcalloc(r->agent_count, sizeof *values), *starts = NULL, squares = 0;
    size_t count = 0;
    if (found->starts) {
        starts = xcalloc(r->agent_count, sizeof *starts);
        find_starts(r, starts);
    }
    for (uint32_t i = 0; i < r->agent_count; ++i) {
        double value = starts ? starts[i] : speed_of(r, i);
        if (isfinite(value))
            values[count++] = value;
    }
    found->missing += r->agent_count - (uint32_t)count;
    found->p[seed] = verify_ks(values, count, &found->wanted);
    double mean = verify_mean(values, (int)count);
    for (size_t i = 0; i < count; ++i)
        squares += (values[i] - mean) * (values[i] - mean);
    found->mean[seed] = mean;
    found->std[seed] = sqrt(squares / (double)(count - 1));
    if (count > 0) {
        found->least = seed == 0 ? values[0] : fmin(found->least, values[0]);
        found->most = seed == 0 ? values[count - 1] : fmax(found->most, values[count - 1]);
    }
    if (seed == 0)
        verify_draw_distribution(found->v, found->c, found->name, values, count, &found->wanted);
    free(values);
    free(starts);
}

// ---- NIST 1.1: pre-movement times ---------------------------------------------------------------

enum { KINDS = 4 };

static bool run_1_1(verify *v)
{
    static const verify_distribution wanted[KINDS] = {
        {55, {25.98, 10, 100, WEND_DISTRIBUTION_UNIFORM}},
        {30, {15, 0, 1000, WEND_DISTRIBUTION_GAMMA}},
        {30, {15, 0, 1000, WEND_DISTRIBUTION_LOGNORMAL}},
        {30, {15, 0, 1000, WEND_DISTRIBUTION_WEIBULL}},
    };
    static const char *const names[KINDS] = {"uniform", "gamma", "lognormal", "Weibull"};
    chart *c =
        verify_chart(v, "Share of people who have started (first seed)", "time [s]", "share");
    double p[KINDS], least = 1;
    uint32_t missing = 0;
    for (int k = 0; k < KINDS; ++k) {
        scene *s = verify_scene("populations");
        s->agents[0].def.agent.premovement_time = wanted[k].mean;
        s->agents[0].def.premovement_time = wanted[k].spread;
        sample found = {.v = v, .c = c, .name = names[k], .wanted = wanted[k], .starts = true};
        bool good = verify_each_seed(v, s, SEEDS, look_sample, &found);
        scene_free(s);
        if (!good)
            return false;
        p[k] = verify_median(found.p, SEEDS);
        least = fmin(least, p[k]);
        missing += found.missing;
    }
    return verify_verdict(v, least > MIN_P && missing == 0, least,
                          "median p of %d seeds: uniform %.2f, gamma %.2f, lognormal %.2f, Weibull "
                          "%.2f; %u people did not start",
                          SEEDS, p[0], p[1], p[2], p[3], (unsigned)missing);
}

// ---- NIST 2.1: speed in a corridor --------------------------------------------------------------

#define CORRIDOR_LENGTH 40.0

static bool run_2_1(verify *v)
{
    scene *s = verify_scene("rimea-1");
    s->agents[0].def.agent.preferred_speed = 1;
    recording r;
    bool good = verify_run(v, s, 0, &r);
    scene_free(s);
    if (!good)
        return false;
    double speed = CORRIDOR_LENGTH / verify_last(&r);
    verify_paths(v, "Path", &r);
    recording_free(&r);
    return verify_verdict(v, fabs(speed - 1) <= 0.05, speed, "40 m at %.3f m/s", speed);
}

// ---- NIST 2.4, IMO 7: speeds from a distribution ------------------------------------------------

/// Tolerance of the mean and the standard deviation (ISO 20414 test 5). [Units: m/s]
#define MOMENT_TOLERANCE 0.05
/// Tolerance of the limits (JuPedSim's authors). [Units: m/s]
#define SPEED_TOLERANCE 0.03

static bool run_speeds(verify *v, const scene *s, sample *found)
{
    found->v = v;
    found->c =
        verify_chart(v, "Share of people up to a speed (first seed)", "speed [m/s]", "share");
    found->name = "measured";
    found->wanted.mean = s->agents[0].def.agent.preferred_speed;
    found->wanted.spread = s->agents[0].def.preferred_speed;
    return verify_each_seed(v, s, SEEDS, look_sample, found);
}

static bool run_2_4(verify *v)
{
    scene *s = verify_scene("populations");
    sample found = {0};
    bool good = run_speeds(v, s, &found);
    scene_free(s);
    if (!good)
        return false;
    double p = verify_median(found.p, SEEDS), mean = verify_mean(found.mean, SEEDS);
    double std = verify_mean(found.std, SEEDS);
    bool pass = p > MIN_P && fabs(mean - found.wanted.mean) <= MOMENT_TOLERANCE &&
                fabs(std - found.wanted.spread.std) <= MOMENT_TOLERANCE && found.missing == 0;
    return verify_verdict(v, pass, p,
                          "mean %.3f m/s, standard deviation %.3f m/s, median p of %d seeds %.2f; "
                          "%u people without a speed",
                          mean, std, SEEDS, p, (unsigned)found.missing);
}

static bool run_imo_7(verify *v)
{
    scene *s = verify_scene("populations");
    s->agents[0].def.count = 50;
    verify_populate_imo(s);
    sample found = {0};
    bool good = run_speeds(v, s, &found);
    wend_spread range = s->agents[0].def.preferred_speed;
    scene_free(s);
    if (!good)
        return false;
    double p = verify_median(found.p, SEEDS);
    bool pass = found.least >= range.min - SPEED_TOLERANCE &&
                found.most <= range.max + SPEED_TOLERANCE && p > MIN_P && found.missing == 0;
    return verify_verdict(v, pass, p,
                          "%.2f to %.2f m/s, median p of %d seeds %.2f; %u people without a speed",
                          found.least, found.most, SEEDS, p, (unsigned)found.missing);
}

// ---- RiMEA 7: speeds by age ---------------------------------------------------------------------

enum { AGES = 4 };

typedef struct ages {
    verify *v;
    chart *c;
    const scene *s;
    uint32_t inside[AGES], all[AGES];
    double least[AGES], most[AGES];
} ages;

static void look_7(void *context, const recording *r, uint32_t seed)
{
    ages *found = context;
    wend_vec2 *points = xcalloc(r->agent_count, sizeof *points);
    for (uint32_t i = 0; i < r->agent_count; ++i) {
        const char *role = r->names[r->agents[i].role];
        uint32_t k = 0;
        while (k < AGES && strcmp(found->s->agents[k].role, role) != 0)
            ++k;
        double speed = speed_of(r, i);
        points[i] = (wend_vec2){k + 1, speed};
        if (k == AGES)
            continue;
        const wend_spread *range = &found->s->agents[k].def.preferred_speed;
        found->inside[k] +=
            speed >= range->min - SPEED_TOLERANCE && speed <= range->max + SPEED_TOLERANCE;
        found->least[k] = found->all[k] == 0 ? speed : fmin(found->least[k], speed);
        found->most[k] = found->all[k] == 0 ? speed : fmax(found->most[k], speed);
        ++found->all[k];
    }
    if (seed == 0)
        verify_series(found->v, found->c, "people", CHART_POINTS, points, r->agent_count);
    free(points);
}

static bool run_7(verify *v)
{
    scene *s = verify_scene("rimea-7");
    ages found = {.v = v, .s = s};
    found.c = verify_chart(v, "Speeds (first seed)",
                           "1: under 30, 2: 30 to 50, 3: over 50, 4: impaired", "speed [m/s]");
    bool good = verify_each_seed(v, s, SEEDS, look_7, &found);
    scene_free(s);
    if (!good)
        return false;
    uint32_t inside = 0, all = 0;
    for (int k = 0; k < AGES; ++k) {
        inside += found.inside[k];
        all += found.all[k];
    }
    return verify_verdict(v, inside == all && all == 50 * SEEDS, (double)inside / all,
                          "%u of %u in the range of their age; under 30: %.2f to %.2f, 30 to 50: "
                          "%.2f to %.2f, over 50: %.2f to %.2f, impaired: %.2f to %.2f m/s",
                          (unsigned)inside, (unsigned)all, found.least[0], found.most[0],
                          found.least[1], found.most[1], found.least[2], found.most[2],
                          found.least[3], found.most[3]);
}

// ---- IMO 5: response times ----------------------------------------------------------------------

/// Allowed error (JuPedSim's authors), as in rimea-5. [Units: s]
#define START_ERROR 0.5

typedef struct responses {
    verify *v;
    chart *c;
    double worst, least, most;
} responses;

static void look_5(void *context, const recording *r, uint32_t seed)
{
    responses *found = context;
    double *starts = xcalloc(r->agent_count, sizeof *starts);
    wend_vec2 *points = xcalloc(r->agent_count, sizeof *points);
    find_starts(r, starts);
    for (uint32_t i = 0; i < r->agent_count; ++i) {
        double wanted = r->agents[i].premovement_time, error = fabs(starts[i] - wanted);
        found->worst = error <= found->worst ? found->worst : error; // NAN stays
        found->least = fmin(found->least, wanted);
        found->most = fmax(found->most, wanted);
        points[i] = (wend_vec2){wanted, starts[i]};
    }
    if (seed == 0)
        verify_series(found->v, found->c, "people", CHART_POINTS, points, r->agent_count);
    free(points);
    free(starts);
}

static bool run_imo_5(verify *v)
{
    scene *s = verify_scene("rimea-5");
    for (uint32_t i = 0; i < s->agents_count; ++i) {
        s->agents[i].def.agent.premovement_time = 55;
        s->agents[i].def.premovement_time = (wend_spread){
            .std = 26, .min = 10, .max = 100, .distribution = WEND_DISTRIBUTION_UNIFORM};
    }
    responses found = {.v = v, .least = INFINITY};
    found.c = verify_chart(v, "Start of walking (first seed)", "assigned [s]", "measured [s]");
    bool good = verify_each_seed(v, s, SEEDS, look_5, &found);
    scene_free(s);
    return good &&
           verify_verdict(v, found.worst <= START_ERROR && found.least >= 10 && found.most <= 100,
                          found.worst,
                          "assigned times from %.1f to %.1f s; largest error of a start "
                          "time %.2f s",
                          found.least, found.most, found.worst);
}

const verify_test verify_populations[] = {
    {.name = "rimea-7",
     .source = "RiMEA 7",
     .title = "Speeds by age",
     .setting = "50 adults of four groups with uniform speeds: under 30 years 0.58 to 1.61 m/s, 30 "
                "to 50 1.41 to 1.54, over 50 0.68 to 1.41, impaired 0.46 to 0.76. They walk side "
                "by side. Five seeds.",
     .criterion = "all measured speeds in the range of the group, within 0.03 m/s",
     .figure = "share within",
     .run = run_7},
    {.name = "nist-1.1",
     .source = "NIST 1.1, ISO 20414 1",
     .title = "Distributions of pre-movement times",
     .setting = "100 people with pre-movement times that are uniform (10 to 100 s), gamma, "
                "lognormal and Weibull (mean 30 s, standard deviation 15 s). Five seeds.",
     .criterion = "Kolmogorov-Smirnov test of the times at which people start to walk: median "
                  "p > 0.05 for each distribution",
     .figure = "least p",
     .cost = 0.5,
     .run = run_1_1},
    {.name = "nist-2.1",
     .source = "NIST 2.1, ISO 20414 2",
     .title = "Speed in a corridor",
     .setting = "One person walks 40 m in a corridor 2 m wide at 1 m/s.",
     .criterion = "mean speed 1.00 m/s, within 0.05",
     .figure = "speed [m/s]",
     .run = run_2_1},
    {.name = "nist-2.4",
     .source = "NIST 2.4, ISO 20414 5",
     .title = "Assigned speeds",
     .setting = "100 people with normal speeds, 1.2 ± 0.2 m/s, walk side by side. Five seeds.",
     .criterion = "mean and standard deviation of the measured speeds within 0.05 m/s; "
                  "Kolmogorov-Smirnov test: median p > 0.05",
     .figure = "p",
     .run = run_2_4},
    {.name = "imo-5",
     .source = "IMO 5",
     .title = "Response times",
     .setting = "The ten people of rimea-5 with random response times, uniform from 10 to 100 s. "
                "Five seeds.",
     .criterion = "all start within 0.5 s of the assigned time; times from 10 to 100 s",
     .figure = "largest error [s]",
     .run = run_imo_5},
    {.name = "imo-7",
     .source = "IMO 7",
     .title = "Speeds of a population",
     .setting =
         "50 males of 30 to 50 years with uniform speeds, 0.97 to 1.62 m/s (MSC.1/Circ.1533, "
         "annex 3), walk side by side. Five seeds.",
     .criterion = "all measured speeds in that range, within 0.03 m/s; Kolmogorov-Smirnov test: "
                  "median p > 0.05",
     .figure = "p",
     .run = run_imo_7},
    {0},
};
