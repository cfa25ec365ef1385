// SPDX-License-Identifier: MIT
// The verification tests of the Forschungszentrum Juelich (jpscore's documentation): small scenes
// with known results.
#include "verify/verify.h"

#include "core/angle.h"
#include "wend/vec2.h"

#include <math.h>
#include <stdlib.h>

/// Tolerated overlap of two bodies. [Units: m]
#define OVERLAP 1e-3

#define QUARTER_TURN 1.5707963267948966

/// Runs a scene with seed 0 after a change [opt], and frees it.
static bool run_changed(verify *v, const char *name, void (*change)(scene *s), recording *r)
{
    scene *s = verify_scene(name);
    if (change)
        change(s);
    bool good = verify_run(v, s, 0, r);
    scene_free(s);
    return good;
}

/// The deepest overlap of two bodies in any frame.
static double deepest(const recording *r)
{
    measure_collisions found;
    xneed(measure_find_collisions(r, NAN, &found));
    return found.deepest;
}

// ---- free flow ----------------------------------------------------------------------------------

static bool run_free_flow(verify *v)
{
    recording r;
    if (!run_changed(v, "rimea-1", NULL, &r))
        return false;
    wend_vec2 *points = xcalloc(r.row_count, sizeof *points);
    double worst = 0;
    for (size_t i = 0; i < r.row_count; ++i) {
        double speed = measure_speed(&r, i, measure_default_window(&r));
        points[i] = (wend_vec2){measure_time(&r, r.frames[i]), speed};
        worst = fmax(worst, fabs(speed - 1.33));
    }
    chart *c = verify_chart(v, "Speed", "time [s]", "speed [m/s]");
    verify_series(v, c, "speed", CHART_LINE, points, r.row_count);
    verify_rule(v, c, "preferred", 1.33, false);
    free(points);
    recording_free(&r);
    return verify_verdict(v, worst <= 0.0133, worst,
                          "largest difference from 1.33 m/s: %.4f m/s, from the first step on",
                          worst);
}

// ---- rotation -----------------------------------------------------------------------------------

static void turn(scene *s)
{
    verify_turn(s, QUARTER_TURN / 2);
}

static bool run_rotation(verify *v)
{
    recording straight, turned;
    if (!run_changed(v, "juelich-obstacle", NULL, &straight))
        return false;
    bool good = run_changed(v, "juelich-obstacle", turn, &turned);
    if (good) {
        double before = verify_last(&straight), after = verify_last(&turned);
        verify_paths(v, "Path in the rotated scene", &turned);
        verify_verdict(v, fabs(after - before) <= straight.step * 1.001, fabs(after - before),
                       "%.1f s; rotated by 45 degrees: %.1f s", before, after);
        recording_free(&turned);
    }
    recording_free(&straight);
    return good;
}

// ---- a standing person --------------------------------------------------------------------------

static bool run_overtake(verify *v)
{
    recording r;
    if (!run_changed(v, "juelich-overtake", NULL, &r))
        return false;
    double overlap = deepest(&r), time = r.agents[0].arrived ? r.agents[0].left : NAN;
    verify_paths(v, "Path", &r);
    recording_free(&r);
    return verify_verdict(
        v, overlap <= OVERLAP && time <= 10.5, time,
        "10 m at 1 m/s in %.1f s, around the standing person; deepest overlap %.4f m", time,
        overlap);
}

static bool run_narrow(verify *v)
{
    recording r;
    if (!run_changed(v, "juelich-narrow", NULL, &r))
        return false;
    const recorded_agent *walker = &r.agents[0];
    size_t last = walker->first + walker->count - 1;
    double overlap = deepest(&r), speed = measure_speed(&r, last, measure_default_window(&r));
    wend_vec2 at = r.at[last], other = verify_end_of(&r, 1);
    double apart = wend_distance(other, at), touching = walker->radius + r.agents[1].radius;
    bool stands = !walker->arrived && at.x < other.x && speed <= 0.01;
    verify_paths(v, "Path", &r);
    recording_free(&r);
    return verify_verdict(
        v, stands && overlap <= OVERLAP, overlap,
        "stops at %.3f m between centres (two radii are %.3g m); deepest overlap %.4f m", apart,
        touching, overlap);
}

// ---- waypoints ----------------------------------------------------------------------------------

static bool run_stops(verify *v)
{
    recording r;
    if (!run_changed(v, "juelich-stops", NULL, &r))
        return false;
    double time = verify_last(&r);
    verify_paths(v, "Path", &r);
    recording_free(&r);
    return verify_verdict(v, fabs(time - 10) <= 0.2, time,
                          "10 m at 1 m/s with four waypoints in %.1f s", time);
}

// ---- an obstacle hides the exit -----------------------------------------------------------------

static bool run_obstacle(verify *v)
{
    recording r;
    if (!run_changed(v, "juelich-obstacle", NULL, &r))
        return false;
    measure_agent agent;
    measure_agents_rule rule = measure_default_agents_rule(&r);
    measure_outside outside = {0};
    problem_list problems = {0};
    xneed(measure_agents(&r, &rule, &agent, &problems) &&
          measure_find_outside(&r, 0.001, &outside));
    bool arrived = r.agents[0].arrived;
    verify_paths(v, "Path", &r);
    recording_free(&r);
    return verify_verdict(v, arrived && agent.detour <= 1.05 && outside.rows == 0, agent.detour,
                          "%s; path length %.2f m, %.3f times the shortest",
                          arrived ? "arrives" : "does not arrive", agent.length, agent.detour);
}

// ---- cores --------------------------------------------------------------------------------------

static bool run_hash(verify *v, const scene *s, uint32_t threads, uint64_t *hash)
{
    wend_tasks_def def = wend_default_tasks_def();
    def.worker_count = threads;
    wend_error error = {0};
    wend_tasks *before = v->tasks, *tasks = NULL;
    if (wend_tasks_create(&def, &tasks, &error) != WEND_OK)
        return verify_no_run(v, "%s", wend_error_text(&error));
    recording r;
    v->tasks = tasks;
    bool good = verify_run(v, s, 0, &r);
    v->tasks = before;
    if (good) {
        *hash = r.hash;
        if (threads == 1)
            verify_paths(v, "Paths with one thread", &r);
        recording_free(&r);
    }
    wend_tasks_destroy(tasks);
    return good;
}

static bool run_cores(verify *v)
{
    static const uint32_t threads[] = {1, 2, 3, 4, 8};
    enum { CASES = sizeof threads / sizeof *threads };
    scene *s = verify_scene("rimea-12");
    s->duration = 20;
    uint64_t hashes[CASES];
    int different = 0;
    bool good = true;
    for (int i = 0; good && i < CASES; ++i) {
        good = run_hash(v, s, threads[i], &hashes[i]);
        different += good && hashes[i] != hashes[0];
    }
    scene_free(s);
    return good && verify_verdict(v, different == 0, different,
                                  "the state after 20 s with 1, 2, 3, 4 and 8 threads: %d differ; "
                                  "hash %016llx",
                                  different, (unsigned long long)hashes[0]);
}

// ---- walls --------------------------------------------------------------------------------------

static void alone(scene *s)
{
    s->agents_count = 1;
}

static bool run_wall(verify *v)
{
    recording both, one;
    if (!run_changed(v, "juelich-wall", NULL, &both))
        return false;
    bool good = run_changed(v, "juelich-wall", alone, &one);
    if (good) {
        double worst = both.agents[0].count == one.agents[0].count ? 0 : INFINITY;
        for (size_t i = 0; i < one.agents[0].count && isfinite(worst); ++i) {
            wend_vec2 a = both.at[both.agents[0].first + i], b = one.at[one.agents[0].first + i];
            worst = fmax(worst, wend_distance(a, b));
        }
        verify_paths(v, "Paths", &both);
        verify_verdict(v, worst == 0, worst,
                       "largest difference of the paths with and without the other person: %g m",
                       worst);
        recording_free(&one);
    }
    recording_free(&both);
    return good;
}

// ---- places -------------------------------------------------------------------------------------

enum { PLACINGS = 1000, CELLS = 5, BINS = 20 };
#define SQUARE_SIDE 400.0

/// The probability that chi-squared with an even number of degrees of freedom is more than x.
static double chi_squared_tail(double x, int degrees)
{
    double term = 1, sum = 1;
    for (int i = 1; i < degrees / 2; ++i) {
        term *= x / 2 / i;
        sum += term;
    }
    return wend_exp(-x / 2) * sum;
}

/// Probability that uniformly distributed positions are at least as uneven over the cells.
static double evenness(wend_agents agents)
{
    double counts[CELLS * CELLS] = {0}, expected = (double)agents.count / (CELLS * CELLS), sum = 0;
    for (uint32_t i = 0; i < agents.slots; ++i) {
        if (agents.bodies[i].radius < 0)
            continue;
        int x = (int)(agents.bodies[i].position.x / SQUARE_SIDE * CELLS);
        int y = (int)(agents.bodies[i].position.y / SQUARE_SIDE * CELLS);
        ++counts[(x < CELLS ? x : CELLS - 1) + CELLS * (y < CELLS ? y : CELLS - 1)];
    }
    for (int i = 0; i < CELLS * CELLS; ++i)
        sum += (counts[i] - expected) * (counts[i] - expected) / expected;
    return chi_squared_tail(sum, CELLS * CELLS - 1);
}

static bool run_places(verify *v)
{
    scene *s = verify_scene("juelich-places");
    double mean = 0;
    wend_vec2 histogram[BINS + 1] = {{0}};
    bool good = true;
    for (uint64_t seed = 0; good && seed < PLACINGS; ++seed) {
        wend_world *world = NULL;
        wend_error error = {0};
        const scene_world_options options = {.seed = &seed};
        good = scene_world(s, &options, &world, NULL, &error) == WEND_OK ||
               verify_no_run(v, "%s", wend_error_text(&error));
        if (!good)
            break;
        double p = evenness(wend_world_agents(world));
        wend_world_destroy(world);
        mean += p / PLACINGS;
        histogram[p < 1 ? (int)(p * BINS) : BINS - 1].y += 1;
    }
    scene_free(s);
    if (!good)
        return false;
    for (int i = 0; i <= BINS; ++i)
        histogram[i].x = (double)i / BINS;
    histogram[BINS].y = histogram[BINS - 1].y;
    chart *c = verify_chart(v, "p values of 1000 placements", "p", "placements");
    verify_series(v, c, "found", CHART_STEPS, histogram, BINS + 1);
    verify_rule(v, c, "uniform", (double)PLACINGS / BINS, false);
    return verify_verdict(v, fabs(mean - 0.5) <= 0.03, mean,
                          "mean p of chi-squared over %d x %d cells: %.3f", CELLS, CELLS, mean);
}

const verify_test verify_juelich[] = {
    {.name = "juelich-free-flow",
     .source = "Jülich 1",
     .title = "Free flow",
     .setting = "One person in the middle of a corridor.",
     .criterion = "speed always within 1 % of the preferred speed",
     .figure = "largest error [m/s]",
     .run = run_free_flow},
    {.name = "juelich-rotation",
     .source = "Jülich 2",
     .title = "Rotated scene",
     .setting =
         "One person walks around an obstacle; then the whole scene is rotated by 45 degrees.",
     .criterion = "equal times, within a step of 0.1 s",
     .figure = "difference [s]",
     .run = run_rotation},
    {.name = "juelich-overtake",
     .source = "Jülich",
     .title = "Around a standing person",
     .setting =
         "One person walks 10 m at 1 m/s along a corridor 2 m wide; another stands in its middle.",
     .criterion = "arrives within 10.5 s, overlap at most 1 mm",
     .figure = "T [s]",
     .run = run_overtake},
    {.name = "juelich-narrow",
     .source = "Jülich",
     .title = "Stop behind a standing person",
     .setting = "One person walks along a corridor 0.8 m wide in which another stands; there is no "
                "space to pass.",
     .criterion = "stops before the other, overlap at most 1 mm",
     .figure = "deepest overlap [m]",
     .run = run_narrow},
    {.name = "juelich-stops",
     .source = "Jülich",
     .title = "Waypoints",
     .setting = "One person walks 10 m at 1 m/s with four waypoints.",
     .criterion = "10 s, within 0.2 s",
     .figure = "T [s]",
     .run = run_stops},
    {.name = "juelich-obstacle",
     .family = "Jülich",
     .source = "Jülich, Menge 24",
     .title = "Exit behind an obstacle",
     .setting = "One person stands in a trap that opens away from the exit.",
     .criterion = "arrives, path at most 5 % longer than the shortest, never in a wall",
     .figure = "length / shortest",
     .run = run_obstacle},
    {.name = "juelich-cores",
     .source = "Jülich",
     .title = "Number of threads",
     .setting = "150 people for 20 s with 1, 2, 3, 4 and 8 threads.",
     .criterion = "equal states, bit for bit",
     .figure = "runs that differ",
     .cost = 0.2,
     .run = run_cores},
    {.name = "juelich-wall",
     .source = "Jülich",
     .title = "People behind walls",
     .setting = "One person walks along a thin wall, with and without another on its other "
                "side.",
     .criterion = "equal paths, bit for bit",
     .figure = "difference [m]",
     .run = run_wall},
    {.name = "juelich-places",
     .source = "Jülich",
     .title = "Random start positions",
     .setting = "160 people are placed at random in a square of 400 m, 1000 times; chi-squared "
                "test of the numbers in 25 cells.",
     .criterion = "mean p = 0.5, within 0.03",
     .figure = "mean p",
     .run = run_places},
    {0},
};
