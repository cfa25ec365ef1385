// SPDX-License-Identifier: MIT
// Way portals against way points, on the four scenes of Curtis, Snape and Manocha 2012: cost (Table
// 1), dependence of the last arrival on the step (Table 2), collisions (Figure 6), area used
// (Figures 2 and 3), and the drift to the outside of curves.
#include "bench/bench_portals.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/bench_mesh.h"
#include "bench/bench_scenes.h"
#include "scene/builtin/infinity.h"

enum {
    STEPS = 5,
    SINGLE = 1,    ///< step for costs: the longest with one substep, because a step of the paper is
                   ///< one optimisation and one update
    USUAL = 3,     ///< step for areas
    COST_RUNS = 3, ///< the fastest counts
    MIDDLE_PIECES = 64, ///< of the quarter of infinity's middle line that offsets are measured from
};

static const struct {
    double seconds;
    const char *key;
} steps[STEPS] = {{0.01, "0.01"}, {0.02, "0.02"}, {0.05, "0.05"}, {0.1, "0.1"}, {0.2, "0.2"}};

/// Published figures: milliseconds for all agents of a step on the authors' machine (all cores),
/// and last arrival for each step (0: not published).
typedef struct paper {
    const char *scene;
    double point_ms, segment_ms;
    double last[STEPS];
} paper;

static const paper papers[] = {
    {"16-blocks", 0.24, 0.28, {104.6, 105.4, 107.7, 110.3, 114.8}},
    {"infinity", 0.26, 0.36, {210.7, 211.4, 212.3, 214.0, 215.6}},
    {"dungeon", 0.28, 0.32, {138.0, 137.8, 138.7, 140.3, 139.8}},
    {"castle", 1.46, 1.6, {0}},
};

// ---- infinity's middle line ---------------------------------------------------------------------

/// Part of the loop's centre line that counts as a curve: from here (see infinity_middle) its
/// radius is below half of the loop's reach. [Limit: 0..1]
#define CURVE_FROM 0.5

// Distance of p from the centre line, outwards. Only in the right bend, away from start and end.
static double outward(wend_vec2 p)
{
    wend_vec2 q = {p.x, fabs(p.y)};
    double best = INFINITY, offset = NAN;
    for (int i = 0; p.x > 0 && i < MIDDLE_PIECES; ++i) {
        wend_vec2 a = infinity_middle((double)i / MIDDLE_PIECES);
        wend_vec2 b = infinity_middle((i + 1.0) / MIDDLE_PIECES);
        double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
        double along = ((q.x - a.x) * dx + (q.y - a.y) * dy) / square;
        along = fmin(1, fmax(0, along));
        double x = a.x + along * dx - q.x, y = a.y + along * dy - q.y, distance = x * x + y * y;
        if (distance < best) {
            best = distance;
            double cross = dx * (q.y - a.y) - dy * (q.x - a.x); // the outside is on the left
            offset = i < CURVE_FROM * MIDDLE_PIECES ? NAN : cross / sqrt(square);
        }
    }
    return offset;
}

// ---- parts of a row -----------------------------------------------------------------------------

// Sets row[key][step] for each of the steps.
static bool set_object(json_t *row, const char *key, const double *figures)
{
    json_t *object = json_object();
    bool good = object && json_object_set_new(row, key, object) == 0;
    for (int i = 0; good && i < STEPS; ++i)
        good = bench_real(object, steps[i].key, figures[i]);
    return good;
}

// Spread of the last arrivals; NAN if one of them is.
static double spread(const double *figures)
{
    double least = INFINITY, most = 0;
    for (int i = 0; i < STEPS; ++i) {
        if (isnan(figures[i]))
            return NAN;
        least = fmin(least, figures[i]);
        most = fmax(most, figures[i]);
    }
    return (most - least) / least;
}

static bool set_substeps(json_t *row)
{
    json_t *object = json_object();
    bool good = object && json_object_set_new(row, "substeps", object) == 0;
    for (int i = 0; good && i < STEPS; ++i)
        good = bench_whole(object, steps[i].key, portals_substeps(steps[i].seconds));
    return good;
}

static bool set_cost(json_t *row, const char *key, const portals_cost *cost)
{
    json_t *object = json_object();
    return object && json_object_set_new(row, key, object) == 0 &&
           bench_real(object, "plan", cost->planner) && bench_real(object, "index", cost->index) &&
           bench_real(object, "neighbours", cost->neighbours) &&
           bench_real(object, "planes", cost->planes) &&
           bench_real(object, "programs", cost->programs) &&
           bench_real(object, "move", cost->move) &&
           bench_real(object, "integrate", cost->integrate);
}

// Table 1: the fastest of some runs, points and portals alternating.
static bool add_costs(json_t *row, const scene *s, const paper *p)
{
    portals_cost best[2] = {{.all = INFINITY}, {.all = INFINITY}};
    portals_run run = {0};
    for (int i = 0; i < 2 * COST_RUNS; ++i) {
        portals_setup setup = {.s = s, .points = i % 2 == 0, .step = steps[SINGLE].seconds};
        if (!portals_measure(&setup, &run))
            return false;
        if (run.cost.all < best[i % 2].all)
            best[i % 2] = run.cost;
    }
    double paper_point = 1000 * p->point_ms / run.agents;
    double paper_segment = 1000 * p->segment_ms / run.agents;
    return bench_whole(row, "agents", run.agents) && bench_real(row, "us_point", best[0].all) &&
           bench_real(row, "us_segment", best[1].all) &&
           bench_real(row, "ratio", best[1].all / best[0].all) &&
           bench_real(row, "cost_step", steps[SINGLE].seconds) &&
           bench_real(row, "paper_us_point", paper_point) &&
           bench_real(row, "paper_us_segment", paper_segment) &&
           bench_real(row, "paper_ratio", paper_segment / paper_point) &&
           set_cost(row, "us_parts", &best[1]);
}

// Table 2 and Figure 6: every step, portals and points.
static bool add_steps(json_t *row, const scene *s, const paper *p)
{
    double last[2][STEPS], collisions[2][STEPS], us[2][STEPS];
    uint32_t remaining = 0;
    for (int points = 0; points < 2; ++points)
        for (int i = 0; i < STEPS; ++i) {
            portals_setup setup = {.s = s, .points = points == 1, .step = steps[i].seconds};
            portals_run run;
            if (!portals_measure(&setup, &run))
                return false;
            last[points][i] = run.last;
            collisions[points][i] = run.collisions;
            us[points][i] = run.cost.all;
            remaining += points ? 0 : run.remaining;
        }
    return bench_real(row, "last_spread", spread(last[0])) &&
           bench_whole(row, "remaining", remaining) && set_object(row, "last_s", last[0]) &&
           set_object(row, "last_s_point", last[1]) &&
           (p->last[0] == 0 || set_object(row, "paper_last_s", p->last)) &&
           set_object(row, "collisions", collisions[0]) &&
           set_object(row, "collisions_point", collisions[1]) && set_substeps(row) &&
           set_object(row, "us", us[0]) && set_object(row, "us_with_points", us[1]);
}

// ---- area ---------------------------------------------------------------------------------------

/// Area and drift of both kinds of targets.
typedef struct usage {
    double ratio;    ///< of the areas, portals over points
    double drift[2]; ///< of portals, of points
} usage;

// With the scene's bias, or another [opt]; the drift is measured by offset [opt].
static bool measure_usage(const scene *s, const char *bias, double (*offset)(wend_vec2), usage *u)
{
    swept used[2];
    memset(used, 0, sizeof used);
    bool good = true;
    for (int points = 0; good && points < 2; ++points) {
        portals_setup setup = {.s = s,
                               .points = points == 1,
                               .step = steps[USUAL].seconds,
                               .bias = bias,
                               .used = &used[points],
                               .offset = offset};
        portals_run run;
        good = swept_create(&used[points], scene_box(s), 0) && portals_measure(&setup, &run);
        u->drift[points] = good ? run.drift : NAN;
    }
    if (good)
        u->ratio = swept_area(&used[0]) / swept_area(&used[1]);
    swept_free(&used[0]);
    swept_free(&used[1]);
    return good;
}

// The loop with narrower and wider corridors.
static bool add_widths(json_t *row)
{
    static const char *const keys[] = {"area_ratio_narrow", "area_ratio_wide"};
    const double widths[] = {0.8 * INFINITY_WIDTH, 1.2 * INFINITY_WIDTH};
    for (int i = 0; i < 2; ++i) {
        scene *s = infinity_scene(widths[i]);
        usage u;
        bool good = s && measure_usage(s, NULL, NULL, &u);
        scene_free(s);
        if (!good || !bench_real(row, keys[i], u.ratio))
            return false;
    }
    json_t *list = json_pack("[f,f,f]", widths[0], INFINITY_WIDTH, widths[1]);
    return list && json_object_set_new(row, "widths", list) == 0;
}

// Looking ahead cuts curves; aiming at the centre of the portals shows the effect of inertia alone.
static bool add_drift(json_t *row, const scene *s, const usage *ahead)
{
    usage middle;
    if (!measure_usage(s, "middle", outward, &middle))
        return false;
    json_t *object = json_object();
    return object && json_object_set_new(row, "drift", object) == 0 &&
           bench_real(object, "portals", ahead->drift[0]) &&
           bench_real(object, "points", ahead->drift[1]) &&
           bench_real(object, "portals_middle", middle.drift[0]) &&
           bench_real(object, "points_middle", middle.drift[1]);
}

static bool add_area(json_t *row, const scene *s, bool loop)
{
    usage u;
    if (!measure_usage(s, NULL, loop ? outward : NULL, &u) ||
        !bench_real(row, "area_ratio", u.ratio))
        return false;
    return !loop || (add_widths(row) && add_drift(row, s, &u));
}

// ---- rows ---------------------------------------------------------------------------------------

static bool add_row(json_t *rows, const paper *p)
{
    scene *s = bench_scene_load(p->scene);
    if (!s)
        return true; // the error has been reported
    json_t *row = json_pack("{s:s}", "case", p->scene);
    bool good = row && json_array_append_new(rows, row) == 0 && add_costs(row, s, p) &&
                add_area(row, s, strcmp(p->scene, "infinity") == 0) && add_steps(row, s, p);
    scene_free(s);
    return good;
}

bool bench_portals(json_t *rows)
{
    for (size_t i = 0; i < sizeof papers / sizeof papers[0]; ++i)
        if (!add_row(rows, &papers[i]))
            return false;
    return true;
}
