// SPDX-License-Identifier: MIT
// Tests 1, 5, 6, 9, 10 and 11 of RiMEA (Richtlinie fuer Mikroskopische Entfluchtungsanalysen, 3.0):
// preferred speeds, pre-movement times, staying on the floor, and assigned or nearest exits.
#include "verify/verify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Tolerated depth in a wall. [Units: m]
#define WALL_MARGIN 0.001

/// Number of rows that are not on the floor.
static uint64_t rows_outside(const recording *r)
{
    measure_outside outside;
    xneed(measure_find_outside(r, WALL_MARGIN, &outside));
    return outside.rows;
}

// ---- 1 ------------------------------------------------------------------------------------------

static bool judge_1(verify *v, const recording *r)
{
    double time = verify_last(r);
    uint64_t outside = rows_outside(r);
    verify_paths(v, "Path", r);
    return verify_verdict(v, time >= 26 && time <= 34 && outside == 0, time,
                          "40 m in %.1f s (expected %.1f s); %llu frames outside the corridor",
                          time, 40 / 1.33, (unsigned long long)outside);
}

/// Runs a scene unchanged with seed 0 and evaluates it.
static bool run_once(verify *v, const char *name, bool (*judge)(verify *v, const recording *r))
{
    scene *s = verify_scene(name);
    recording r;
    bool good = verify_run(v, s, 0, &r);
    if (good) {
        good = judge(v, &r);
        recording_free(&r);
    }
    scene_free(s);
    return good;
}

static bool run_1(verify *v)
{
    return run_once(v, "rimea-1", judge_1);
}

// ---- 5 ------------------------------------------------------------------------------------------

/// Allowed error: two frames of the simulators that the test was written for. [Units: s]
#define REACTION_ERROR 0.5

static bool judge_5(verify *v, const recording *r)
{
    measure_agent *agents = xcalloc(r->agent_count, sizeof *agents);
    wend_vec2 *points = xcalloc(r->agent_count, sizeof *points);
    measure_agents_rule rule = measure_default_agents_rule(r);
    rule.shortest = false;
    problem_list problems = {0};
    xneed(measure_agents(r, &rule, agents, &problems));
    double worst = 0;
    for (uint32_t i = 0; i < r->agent_count; ++i) {
        double error = fabs(agents[i].set_out - r->agents[i].premovement_time);
        worst = error <= worst ? worst : error; // NAN, for an agent that never starts, stays
        points[i] = (wend_vec2){r->agents[i].premovement_time, agents[i].set_out};
    }
    chart *c = verify_chart(v, "Start of walking", "assigned [s]", "measured [s]");
    verify_series(v, c, "as assigned", CHART_LINE, (wend_vec2[]){{0, 0}, {100, 100}}, 2);
    verify_series(v, c, "people", CHART_POINTS, points, r->agent_count);
    free(agents);
    free(points);
    uint32_t arrived = verify_arrived(r);
    return verify_verdict(v, worst <= REACTION_ERROR && arrived == r->agent_count, worst,
                          "%u of %u arrived; largest error of a start time %.2f s",
                          (unsigned)arrived, (unsigned)r->agent_count, worst);
}

static bool run_5(verify *v)
{
    return run_once(v, "rimea-5", judge_5);
}

// ---- 6 ------------------------------------------------------------------------------------------

static bool judge_6(verify *v, const recording *r)
{
    uint64_t outside = rows_outside(r);
    uint32_t arrived = verify_arrived(r);
    verify_paths(v, "Paths", r);
    return verify_verdict(v, outside == 0 && arrived == r->agent_count, (double)outside,
                          "%u of %u arrived; of %zu positions %llu are outside the corridor",
                          (unsigned)arrived, (unsigned)r->agent_count, r->row_count,
                          (unsigned long long)outside);
}

static bool run_6(verify *v)
{
    return run_once(v, "rimea-6", judge_6);
}

// ---- 9 ------------------------------------------------------------------------------------------

/// Runs the scene; *time is the time at which the room is empty, NAN: never. False: could not run.
static bool empty_with(verify *v, const scene *s, chart *c, const char *name, double *time)
{
    recording r;
    if (!verify_run(v, s, 0, &r))
        return false;
    *time = verify_last(&r);
    verify_inside(v, c, name, &r);
    recording_free(&r);
    return true;
}

static bool run_9(verify *v)
{
    scene *s = verify_scene("rimea-9");
    chart *c = verify_chart(v, "People in the room", "time [s]", "people");
    double four = NAN, two = NAN;
    bool good = empty_with(v, s, c, "four exits", &four);
    s->doors[0].def.shut = s->doors[1].def.shut = true; // those of one wall
    good = good && empty_with(v, s, c, "two exits", &two);
    scene_free(s);
    double ratio = two / four;
    return good && verify_verdict(v, ratio >= 1.6 && ratio <= 2.4, ratio,
                                  "%.1f s with four exits, %.1f s with two: %.2f times as long",
                                  four, two, ratio);
}

// ---- 10 -----------------------------------------------------------------------------------------

static bool judge_10(verify *v, const recording *r)
{
    uint32_t right = 0;
    for (uint32_t i = 0; i < r->agent_count; ++i) {
        const recorded_agent *agent = &r->agents[i];
        bool to_main = strcmp(r->names[agent->goal], "main exit") == 0;
        double x = verify_end_of(r, i).x;
        right += agent->arrived && (to_main ? x < 0 : x > 18);
    }
    verify_paths(v, "Paths; the main exit is on the left", r);
    return verify_verdict(v, right == r->agent_count && right == 23, (double)right,
                          "%u of %u left by the assigned exit", (unsigned)right,
                          (unsigned)r->agent_count);
}

static bool run_10(verify *v)
{
    return run_once(v, "rimea-10", judge_10);
}

// ---- 11 -----------------------------------------------------------------------------------------

/// An x between the two exits. [Units: m]
#define BETWEEN_EXITS 24.5

enum { SEEDS_11 = 3, FIGURES_11 = 3 };

/// Numbers of people who left by the near exit and by the far exit, and of all.
static void count_11(const recording *r, const void *context, double *figures)
{
    (void)context;
    for (uint32_t i = 0; i < r->agent_count; ++i)
        if (r->agents[i].arrived)
            ++figures[verify_end_of(r, i).x < BETWEEN_EXITS ? 0 : 1];
    figures[2] = r->agent_count;
}

static bool run_11(verify *v)
{
    scene *s = verify_scene("rimea-11");
    double figures[SEEDS_11 * FIGURES_11] = {0}, sums[FIGURES_11] = {0};
    recording first;
    bool good = verify_run_seeds(v, s, SEEDS_11, count_11, NULL, FIGURES_11, figures, &first);
    if (good) {
        chart *c = verify_chart(v, "People who left (first seed)", "time [s]", "people");
        verify_arrivals(v, c, "near exit", &first, 0, BETWEEN_EXITS);
        verify_arrivals(v, c, "far exit", &first, BETWEEN_EXITS, 30);
        recording_free(&first);
    }
    scene_free(s);
    for (int i = 0; i < SEEDS_11 * FIGURES_11; ++i)
        sums[i % FIGURES_11] += figures[i];
    return good && verify_verdict(v, sums[0] > sums[1] && sums[1] > 0, sums[0] / sums[2],
                                  "near exit %.0f, far exit %.0f, of %.0f people in %d runs",
                                  sums[0], sums[1], sums[2], SEEDS_11);
}

const verify_test verify_rimea[] = {
    {.name = "rimea-1",
     .source = "RiMEA 1",
     .title = "Speed in a corridor",
     .setting = "One person walks 40 m in a corridor 2 m wide at 1.33 m/s.",
     .criterion = "26 s <= T <= 34 s, never outside the corridor",
     .figure = "T [s]",
     .run = run_1},
    {.name = "rimea-5",
     .source = "RiMEA 5",
     .title = "Pre-movement times",
     .setting = "Ten people in a room of 8 x 5 m with an exit of 1 m start walking after 10 to 100 "
                "s. They stand where none is in the path of another.",
     .criterion = "all start within 0.5 s of the assigned time, and leave",
     .figure = "largest error [s]",
     .run = run_5},
    {.name = "rimea-6",
     .source = "RiMEA 6",
     .title = "Around a corner",
     .setting = "20 people turn left in a corridor 2 m wide.",
     .criterion = "no position outside (margin 1 mm), all arrive",
     .figure = "positions outside",
     .run = run_6},
    {.name = "rimea-9",
     .source = "RiMEA 9",
     .title = "A crowd leaves a large room",
     .setting = "1000 people in a room of 30 x 20 m leave by the nearest of four exits of 1 m; "
                "then the two in one long wall are closed.",
     .criterion = "1.6 <= T(2 exits) / T(4 exits) <= 2.4",
     .figure = "T(2) / T(4)",
     .cost = 1.7,
     .run = run_9},
    {.name = "rimea-10",
     .source = "RiMEA 10",
     .title = "Assigned exits",
     .setting = "23 people in twelve cabins; those of cabins 1 to 4 and 7 to 10 are assigned the "
                "main exit, the others the secondary exit.",
     .criterion = "all 23 leave by the assigned exit",
     .figure = "people at the assigned exit",
     .run = run_10},
    {.name = "rimea-11",
     .source = "RiMEA 11",
     .title = "Choice of exit",
     .setting =
         "1000 people fill the left part of a room of 30 x 20 m and choose the quickest of two "
         "exits of 1 m in one wall, 6 m apart. Three seeds.",
     .criterion = "N(near) > N(far) > 0",
     .figure = "share of the near exit",
     .cost = 4,
     .run = run_11},
    {0},
};
