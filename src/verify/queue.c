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

static bool measure_queue(verify *v, double *length, double *away)
{
    queue_paths found = {0};
    uint32_t seeds = cases_seeds(v, SEEDS, SEEDS_THOROUGH);
    scene *s = verify_scene("bottleneck");
    bool good = true;
    for (uint32_t seed = 0; good && seed < seeds; ++seed) {
        recording r;
        good = verify_run(v, s, seed, &r);
        if (!good)
            break;
        for (uint32_t i = 0; i < r.agent_count; ++i)
            measure_path(&r, &r.agents[i], &found);
        if (seed == 0)
            verify_paths(v, "Paths (first seed)", &r);
        recording_free(&r);
    }
    scene_free(s);
    *length = found.lengths / found.people;
    *away = found.away / found.steps;
    return good;
}

static bool run_length(verify *v)
{
    double length, away;
    return measure_queue(v, &length, &away) &&
           verify_verdict(v, length >= 1 && length <= MOST_LENGTH, length,
                          "length / direct distance %.2f; people %.2f", length, PEOPLE_LENGTH);
}

static bool run_away(verify *v)
{
    double length, away;
    return measure_queue(v, &length, &away) &&
           verify_verdict(v, away <= MOST_AWAY, away, "%.1f %% of the steps; people %.0f %%",
                          100 * away, 100 * PEOPLE_AWAY);
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
     .run = run_length},
    {.name = "queue-away",
     .source = "Jülich, 040_c_56_h-",
     .title = "Steps away from the goal in a queue",
     .setting = QUEUE "Share of steps after which the distance to the entrance is larger by more "
                      "than 0.1 mm. Three seeds.",
     .criterion = "at most 15 % (as people in the experiment)",
     .figure = "share of steps",
     .run = run_away},
    {0},
};
