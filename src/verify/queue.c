// SPDX-License-Identifier: MIT
// Paths in a queue before a bottleneck: their length and steps away from the goal, compared with
// people in an experiment of the Forschungszentrum Juelich (run 040_c_56_h-, bottleneck of 0.5 m,
// evaluated by the same definitions).
#include "verify/cases.h"

#include "wend/vec2.h"

#include <math.h>

enum { SEEDS = 3, SEEDS_THOROUGH = 10 };

/// Entrance of the bottleneck; the queue is before it. [Units: m]
static const wend_vec2 entrance = {14, 5};

/// Time between two places of a path. [Units: s]
#define PLACE_INTERVAL 0.2
/// Agents that start nearer to where they enter have no length. [Units: m]
#define LEAST_WAY 1.0
/// Increase of the distance to the entrance that is a step away. [Units: m]
#define AWAY 1e-4

/// Width of the bottleneck, and of that of the held-out test. [Units: m]
#define WIDTH          1.0
#define HELD_OUT_WIDTH 1.3

#define MOST_LENGTH 1.6
#define MOST_AWAY   0.15
/// Values of people in the experiment.
#define PEOPLE_LENGTH 1.49
#define PEOPLE_AWAY   0.15

typedef struct queue_paths {
    double lengths; ///< sum of length / direct distance of `people` agents
    double people;
    double steps, away;
} queue_paths;

/// Measures the path of an agent up to the bottleneck.
static void measure_path(const recording *r, const recorded_agent *a, queue_paths *out)
{
    size_t stride = (size_t)lround(PLACE_INTERVAL * r->fps);
    const wend_vec2 *at = &r->at[a->first];
    double length = 0;
    size_t last = 0;
    for (size_t k = stride; k < a->count && at[k].x < entrance.x; k += stride) {
        length += wend_distance(at[last], at[k]);
        ++out->steps;
        out->away += wend_distance(at[k], entrance) > wend_distance(at[last], entrance) + AWAY;
        last = k;
    }
    double direct = a->count > 0 ? wend_distance(at[0], at[last]) : 0;
    if (direct > LEAST_WAY) {
        out->lengths += length / direct;
        ++out->people;
    }
}

enum { LENGTH, AWAY_PERCENT, FIGURES };

static void measure_queue(const recording *r, const void *context, double *figures)
{
    (void)context;
    queue_paths found = {0};
    for (uint32_t i = 0; i < r->agent_count; ++i)
        measure_path(r, &r->agents[i], &found);
    figures[LENGTH] = found.lengths / found.people;
    figures[AWAY_PERCENT] = 100 * found.away / found.steps;
}

/// Means of the figures over the seeds.
static bool find_paths(verify *v, double width, measure_interval out[FIGURES])
{
    double figures[CASES_MOST_SEEDS * FIGURES];
    uint32_t seeds = cases_seeds(v, SEEDS, SEEDS_THOROUGH);
    recording first;
    scene *s = verify_scene("bottleneck");
    verify_widen(s, width);
    bool good = verify_run_seeds(v, s, seeds, measure_queue, NULL, FIGURES, figures, &first);
    if (good) {
        for (size_t i = 0; i < FIGURES; ++i)
            out[i] = verify_interval(figures, seeds, FIGURES, i);
        verify_paths(v, "Paths (first seed)", &first);
        recording_free(&first);
    }
    scene_free(s);
    return good;
}

static bool is_length(measure_interval length)
{
    return length.mean >= 1 && length.mean <= MOST_LENGTH;
}

static bool is_away(measure_interval away)
{
    return away.mean <= 100 * MOST_AWAY;
}

static bool run_length(verify *v)
{
    measure_interval found[FIGURES];
    char words[VERIFY_INTERVAL_SIZE];
    return find_paths(v, WIDTH, found) &&
           verify_verdict(v, is_length(found[LENGTH]), found[LENGTH].mean,
                          "length / direct distance %s; people %.2f",
                          verify_interval_text(found[LENGTH], 2, words), PEOPLE_LENGTH);
}

static bool run_away(verify *v)
{
    measure_interval found[FIGURES];
    char words[VERIFY_INTERVAL_SIZE];
    return find_paths(v, WIDTH, found) &&
           verify_verdict(v, is_away(found[AWAY_PERCENT]), found[AWAY_PERCENT].mean / 100,
                          "%s %% of the steps; people %.0f %%",
                          verify_interval_text(found[AWAY_PERCENT], 1, words), 100 * PEOPLE_AWAY);
}

static bool run_held_out(verify *v)
{
    measure_interval found[FIGURES];
    char words[FIGURES][VERIFY_INTERVAL_SIZE];
    return find_paths(v, HELD_OUT_WIDTH, found) &&
           verify_verdict(v, is_length(found[LENGTH]) && is_away(found[AWAY_PERCENT]),
                          found[LENGTH].mean,
                          "length / direct distance %s, %s %% of the steps away; people %.2f and "
                          "%.0f %%",
                          verify_interval_text(found[LENGTH], 2, words[LENGTH]),
                          verify_interval_text(found[AWAY_PERCENT], 1, words[AWAY_PERCENT]),
                          PEOPLE_LENGTH, 100 * PEOPLE_AWAY);
}

#define QUEUE                                                                                      \
    "200 people pass a bottleneck 1 m wide; their places every 0.2 s, from the start to the "      \
    "bottleneck. "

const verify_test verify_queue[] = {
    {.name = "queue-length",
     .source = "Jülich, 040_c_56_h-",
     .title = "Length of paths in a queue",
     .setting = QUEUE "Length over the straight line, of those who go more than 1 m. Three seeds.",
     .criterion = "1.0 <= length / direct <= 1.6 (wend's own limits; people 1.49)",
     .figure = "length / direct",
     .cost = 0.4,
     .run = run_length},
    {.name = "queue-away",
     .source = "Jülich, 040_c_56_h-",
     .title = "Steps away from the goal in a queue",
     .setting = QUEUE "Share of steps after which the distance to the entrance is larger by more "
                      "than 0.1 mm. Three seeds.",
     .criterion = "at most 15 % (as people in the experiment)",
     .figure = "share of steps",
     .cost = 0.4,
     .run = run_away},
    {.name = "held-out-queue",
     .family = "held out",
     .source = "Jülich, 040_c_56_h-",
     .title = "Paths in a queue before another bottleneck",
     .setting = "As queue-length and queue-away, before a bottleneck 1.3 m wide. Three seeds.",
     .criterion = "length / direct and share of steps away as there",
     .figure = "length / direct",
     .cost = 0.4,
     .held_out = true,
     .run = run_held_out},
    {0},
};
