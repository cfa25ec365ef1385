// SPDX-License-Identifier: MIT
// Independence of the time step: the same door, corridor and counter-flow with steps of 0.05, 0.1
// and 0.2 s, and overlaps of bodies in built-in scenes.
#include "verify/cases.h"

#include "run/run.h"
#include "scene/builtin/builtin.h"

#include <math.h>
#include <stdio.h>

enum { STEPS = 3, STANDARD = 1 };
static const double steps[STEPS] = {0.05, 0.1, 0.2};

/// Largest relative difference from the mean with the standard step.
#define MOST_DIFFERENCE 0.05

/// Runs a scene with each step and compares the means of the one figure of each seed.
static bool run_steps(verify *v, scene *s, uint32_t seeds, verify_measure_fn *value,
                      const char *unit)
{
    double values[CASES_MOST_SEEDS], margins[STEPS], worst = 0, chance = 0;
    measure_interval means[STEPS];
    wend_vec2 points[STEPS * CASES_MOST_SEEDS];
    size_t count = 0;
    for (int i = 0; i < STEPS; ++i) {
        s->world.step = steps[i];
        if (!verify_run_seeds(v, s, seeds, value, NULL, 1, values, NULL))
            return false;
        for (uint32_t seed = 0; seed < seeds; ++seed)
            points[count++] = (wend_vec2){steps[i], values[seed]};
        means[i] = verify_interval(values, seeds, 1, 0);
        margins[i] = (means[i].high - means[i].low) / 2;
    }
    for (int i = 0; i < STEPS; ++i) {
        double off = fabs(means[i].mean / means[STANDARD].mean - 1);
        if (off <= worst)
            continue;
        worst = off; // or NAN
        chance = sqrt(margins[i] * margins[i] + margins[STANDARD] * margins[STANDARD]) /
                 means[STANDARD].mean;
    }
    char words[STEPS][VERIFY_INTERVAL_SIZE];
    chart *c = verify_chart(v, "Each seed", "time step [s]", unit);
    verify_series(v, c, "wend", CHART_POINTS, points, count);
    return verify_verdict(v, worst <= MOST_DIFFERENCE, worst,
                          "%s, %s, %s (%s) with 0.05, 0.1, 0.2 s; largest difference %.1f ± "
                          "%.1f %%; means of %u seeds and 95 %% intervals",
                          verify_interval_text(means[0], 2, words[0]),
                          verify_interval_text(means[1], 2, words[1]),
                          verify_interval_text(means[2], 2, words[2]), unit, 100 * worst,
                          100 * chance, (unsigned)seeds);
}

// ---- door, corridor, counter-flow ---------------------------------------------------------------

#define DOOR_WIDTH       1.2
#define DOOR_MIDDLE      15.4
#define CORRIDOR_DENSITY 2.0
#define CORRIDOR_FROM    10.0
#define OTHER_ROOM_LEFT  10.0
#define OTHER_ROOM_RIGHT 20.0

enum {
    DOOR_SEEDS = 12,
    DOOR_SEEDS_THOROUGH = 32,
    CORRIDOR_SEEDS = 4,
    CORRIDOR_SEEDS_THOROUGH = 10,
    COUNTER_SEEDS = 16,
    COUNTER_SEEDS_THOROUGH = 240,
    COUNTER_PEOPLE = 50
};

static void door_flow(const recording *r, const void *context, double *flow)
{
    (void)context;
    *flow = verify_flow_of(r, DOOR_MIDDLE);
}

static bool run_door(verify *v)
{
    scene *s = verify_scene("bottleneck");
    verify_widen(s, DOOR_WIDTH);
    bool good =
        run_steps(v, s, cases_seeds(v, DOOR_SEEDS, DOOR_SEEDS_THOROUGH), door_flow, "flow [1/s]");
    scene_free(s);
    return good;
}

/// Mean speed in a field of the filled corridor, over agents and frames.
static void corridor_speed(const recording *r, const void *context, double *speed)
{
    (void)context;
    measure_window window = measure_default_window(r);
    double sum = 0, count = 0;
    for (uint32_t f = (uint32_t)lround(CORRIDOR_FROM * r->fps); f < r->frame_count; ++f)
        for (size_t k = r->frame_starts[f]; k < r->frame_starts[f + 1]; ++k) {
            size_t row = r->by_frame[k];
            if (r->at[row].x < 86 || r->at[row].x > 96)
                continue;
            sum += measure_speed(r, row, window);
            ++count;
        }
    *speed = sum / count;
}

static bool run_corridor(verify *v)
{
    scene *s = verify_scene("speed-density-uo");
    cases_fill(s, CORRIDOR_DENSITY);
    bool good = run_steps(v, s, cases_seeds(v, CORRIDOR_SEEDS, CORRIDOR_SEEDS_THOROUGH),
                          corridor_speed, "speed [m/s]");
    scene_free(s);
    return good;
}

/// Mean time at which agents enter the room opposite to where they start.
static void crossing_time(const recording *r, const void *context, double *time)
{
    (void)context;
    *time = 0;
    for (uint32_t i = 0; i < r->agent_count; ++i) {
        const recorded_agent *a = &r->agents[i];
        bool left = a->count > 0 && r->at[a->first].x < OTHER_ROOM_LEFT;
        *time += cases_time_at(r, i, left ? OTHER_ROOM_RIGHT : OTHER_ROOM_LEFT) / r->agent_count;
    }
}

static bool run_counter(verify *v)
{
    scene *s = verify_scene("nist-2.8");
    s->agents[0].def.count = s->agents[1].def.count = COUNTER_PEOPLE;
    bool good = run_steps(v, s, cases_seeds(v, COUNTER_SEEDS, COUNTER_SEEDS_THOROUGH),
                          crossing_time, "mean crossing time [s]");
    scene_free(s);
    return good;
}

// ---- overlaps -----------------------------------------------------------------------------------

/// Limits of agent-steps with an overlap, and of its depth as a share of the smaller radius.
#define MOST_OVERLAPS 0.002
#define MOST_DEPTH    0.1
/// Depth at which the centre of a body reaches the border of the other, of the same radius or
/// larger.
#define CENTRE_DEPTH 1.0

/// Runs end at this time. [Units: s]
#define OVERLAP_SECONDS 60.0

static const char *const crowded[] = {"castle", "16-blocks", "dungeon", "hall"};
enum { CROWDED = sizeof crowded / sizeof *crowded };

static bool tick(void *context)
{
    verify *v = context;
    if (v->tick)
        v->tick(v->tick_context);
    return true;
}

/// Runs a built-in scene. *share: of agent-steps with an overlap; *depth: the deepest.
static bool find_overlaps(verify *v, const char *name, double step, double *share, double *depth)
{
    builtin_scene builtin = {0};
    problem_list problems = {.file = name};
    scene *s = builtin_find(name, &builtin) ? xcheck(builtin_load(builtin, &problems)) : NULL;
    if (!s)
        return verify_no_run(v, "no built-in scene %s", name);
    scene_run r;
    const run_def def = {.s = s,
                         .world = {.inherited_motion = v->motion, .step = step, .tasks = v->tasks},
                         .seconds = fmin(s->duration, OVERLAP_SECONDS),
                         .until_empty = s->until == SCENE_UNTIL_EMPTY,
                         .monitored = true};
    bool good = run_open(&r, &def) && run_to_end(&r, tick, v) == RUN_COMPLETE;
    if (good) {
        *share = (double)r.figures.overlaps / (double)r.figures.agent_steps;
        *depth = r.figures.deepest;
    } else
        verify_no_run(v, "%s: %s", name, wend_error_text(&r.error));
    run_close(&r);
    scene_free(s);
    return good;
}

/// The worst run so far by one figure.
typedef struct worst_run {
    double value, step;
    const char *name;
} worst_run;

static void keep_worst(worst_run *worst, double value, const char *name, double step)
{
    if (value > worst->value)
        *worst = (worst_run){value, step, name};
}

/// Runs all scenes with the steps and reports the worst; passes if the limits hold in each run.
static bool judge_overlaps(verify *v, const double *with, size_t count, double most_share,
                           double most_depth)
{
    worst_run share = {0, 0, "none"}, depth = share;
    chart *c = verify_chart(v, "Deepest overlap", "time step [s]", "overlap [radii]");
    size_t good = 0;
    for (int k = 0; k < CROWDED; ++k) {
        wend_vec2 points[STEPS];
        for (size_t i = 0; i < count; ++i) {
            double found, deepest;
            if (!find_overlaps(v, crowded[k], with[i], &found, &deepest))
                return false;
            good += found <= most_share && deepest <= most_depth;
            keep_worst(&share, found, crowded[k], with[i]);
            keep_worst(&depth, deepest, crowded[k], with[i]);
            points[i] = (wend_vec2){with[i], deepest};
        }
        verify_series(v, c, crowded[k], CHART_POINTS, points, count);
    }
    verify_rule(v, c, "limit", most_depth, false);
    return verify_verdict(v, good == CROWDED * count, depth.value,
                          "limits hold in %zu of %zu runs; largest share %.2f %% (%s, %g s), "
                          "deepest %.2f radii (%s, %g s)",
                          good, CROWDED * count, 100 * share.value, share.name, share.step,
                          depth.value, depth.name, depth.step);
}

static bool run_overlaps(verify *v)
{
    return judge_overlaps(v, steps, STEPS, MOST_OVERLAPS, MOST_DEPTH);
}

static bool run_long_step(verify *v)
{
    return judge_overlaps(v, (double[]){0.5}, 1, 1, CENTRE_DEPTH);
}

#define SAME "means with 0.05 and 0.2 s within 5 % of that with 0.1 s (wend's own limit)"

const verify_test verify_steps[] = {
    {.name = "steps-door",
     .source = "wend",
     .title = "Time step: door",
     .setting =
         "Flow of 200 people through a bottleneck 1.2 m wide with steps of 0.05, 0.1 and 0.2 "
         "s. Twelve seeds (thorough: 32).",
     .criterion = SAME,
     .figure = "largest relative difference",
     .cost = 3.6,
     .run = run_door},
    {.name = "steps-corridor",
     .source = "wend",
     .title = "Time step: corridor",
     .setting =
         "Mean speed in the corridor of speed-density-uo filled to 2 /m², with steps of 0.05, "
         "0.1 and 0.2 s. Four seeds (thorough: 10).",
     .criterion = SAME,
     .figure = "largest relative difference",
     .cost = 3.6,
     .run = run_corridor},
    {.name = "steps-counter",
     .source = "wend",
     .title = "Time step: counter-flow",
     .setting = "50 people against 50 in the rooms of nist-2.8, with steps of 0.05, 0.1 and 0.2 s: "
                "mean time at which they enter the other room. 16 seeds (thorough: 240); chance "
                "with 16 exceeds the limit.",
     .criterion = SAME,
     .figure = "largest relative difference",
     .cost = 3.5,
     .run = run_counter},
    {.name = "steps-overlap",
     .source = "wend",
     .title = "Time step: overlaps",
     .setting = "The first 60 s of the built-in scenes castle, 16-blocks, dungeon and hall with "
                "steps of 0.05, 0.1 and 0.2 s.",
     .criterion = "in every run overlaps in at most 0.2 % of agent-steps, none deeper than 10 % of "
                  "the smaller radius (wend's own limits)",
     .figure = "deepest overlap [radii]",
     .cost = 1.8,
     .run = run_overlaps},
    {.name = "steps-long",
     .source = "wend",
     .title = "Time step: half a second",
     .setting = "The first 60 s of the built-in scenes castle, 16-blocks, dungeon and hall with a "
                "step of 0.5 s.",
     .criterion = "no centre inside another body (wend's own criterion)",
     .figure = "deepest overlap [radii]",
     .cost = 0.2,
     .run = run_long_step},
    {0},
};
