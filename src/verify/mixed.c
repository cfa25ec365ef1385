// SPDX-License-Identifier: MIT
// Crowds of unequal people: slow walkers in a faster crowd, and wheelchairs.
#include "verify/cases.h"

#include "wend/vec2.h"

#include <math.h>

// ---- slow walkers -------------------------------------------------------------------------------

enum { SEEDS_SLOW = 5, SEEDS_SLOW_THOROUGH = 20 };

#define SLOW_SPEED 0.5
/// Speeds are measured from this time until the end, as means over a second.
#define SLOW_FROM    2.0
#define SLOW_AVERAGE 1.0
/// Limits relative to the preferred speed.
#define MOST_FAST   1.1
#define MEAN_MARGIN 0.1

enum { MOST_SPEED, MEAN_SPEED, SLOW_PEOPLE, SLOW_FIGURES };

static void measure_slow(const recording *r, const void *context, double *figures)
{
    (void)context;
    double most = 0, sum = 0, count = 0;
    size_t from = (size_t)lround(SLOW_FROM * r->fps),
           second = (size_t)lround(SLOW_AVERAGE * r->fps);
    for (uint32_t i = 0; i < r->agent_count; ++i) {
        const recorded_agent *a = &r->agents[i];
        if (!cases_has_role(r, i, "slow") || a->count <= from + second)
            continue;
        const wend_vec2 *at = &r->at[a->first];
        for (size_t k = from; k + second < a->count; ++k)
            most = fmax(most, wend_distance(at[k], at[k + second]) / SLOW_AVERAGE);
        sum += (at[a->count - 1].x - at[from].x) / ((double)(a->count - 1 - from) / r->fps);
        ++count;
    }
    figures[MOST_SPEED] = most;
    figures[MEAN_SPEED] = sum / count;
    figures[SLOW_PEOPLE] = count;
}

static bool run_slow(verify *v)
{
    double figures[CASES_MOST_SEEDS * SLOW_FIGURES], most = 0, people = 0;
    uint32_t seeds = cases_seeds(v, SEEDS_SLOW, SEEDS_SLOW_THOROUGH);
    recording first;
    scene *s = verify_scene("slow-walkers");
    bool good = verify_run_seeds(v, s, seeds, measure_slow, NULL, SLOW_FIGURES, figures, &first);
    if (good) {
        verify_paths(v, "Paths (first seed)", &first);
        recording_free(&first);
    }
    scene_free(s);
    if (!good)
        return false;
    for (uint32_t i = 0; i < seeds; ++i) {
        most = fmax(most, figures[i * SLOW_FIGURES + MOST_SPEED]);
        people += figures[i * SLOW_FIGURES + SLOW_PEOPLE];
    }
    measure_interval mean = verify_interval(figures, seeds, SLOW_FIGURES, MEAN_SPEED);
    char words[VERIFY_INTERVAL_SIZE];
    bool pass =
        most <= MOST_FAST * SLOW_SPEED && fabs(mean.mean - SLOW_SPEED) <= MEAN_MARGIN * SLOW_SPEED;
    return verify_verdict(v, pass, most,
                          "mean speed %s m/s, greatest %.3f m/s over a second, of %.0f people who "
                          "prefer 0.5 m/s",
                          verify_interval_text(mean, 3, words), most, people);
}

// ---- wheelchairs --------------------------------------------------------------------------------

enum { SEEDS_CHAIRS = 3, SEEDS_CHAIRS_THOROUGH = 10, CHAIRS_AT_DOOR = 10, CHAIRS_PER_STREAM = 5 };

#define CHAIR_RADIUS 0.4
#define CHAIR_SPEED  0.7
#define CHAIR_DOOR   1.2
/// Number of other people in each stream.
#define STREAM_COUNT 45

/// Adds wheelchairs that start and end like the agents of an entry.
static void add_chairs(scene *s, uint32_t like, uint32_t count)
{
    scene_agents *chairs = xcheck(scene_add_agents(s));
    *chairs = s->agents[like];
    chairs->role = "wheelchair";
    chairs->def.count = count;
    chairs->def.agent.radius = CHAIR_RADIUS;
    chairs->def.agent.preferred_speed = CHAIR_SPEED;
    chairs->def.preferred_speed = (wend_spread){0};
}

enum { MISSING, LAST, THROUGH_FIGURES };

/// context: number of people in the scene.
static void measure_through(const recording *r, const void *context, double *figures)
{
    figures[MISSING] = *(const uint32_t *)context - verify_arrived(r);
    figures[LAST] = verify_last(r);
}

/// Runs a scene with several seeds. *missing: agents that did not arrive; *last: mean time of the
/// last arrival.
static bool get_through(verify *v, const scene *s, const char *title, uint32_t *missing,
                        double *last)
{
    double figures[CASES_MOST_SEEDS * THROUGH_FIGURES];
    uint32_t seeds = cases_seeds(v, SEEDS_CHAIRS, SEEDS_CHAIRS_THOROUGH), people = cases_people(s);
    recording first;
    if (!verify_run_seeds(v, s, seeds, measure_through, &people, THROUGH_FIGURES, figures, &first))
        return false;
    verify_paths(v, title, &first);
    recording_free(&first);
    *missing = 0;
    for (uint32_t i = 0; i < seeds; ++i)
        *missing += (uint32_t)figures[i * THROUGH_FIGURES + MISSING];
    *last = verify_interval(figures, seeds, THROUGH_FIGURES, LAST).mean;
    return true;
}

static bool run_chairs(verify *v)
{
    uint32_t missing[2];
    double last[2];
    scene *s = verify_scene("bottleneck");
    verify_widen(s, CHAIR_DOOR);
    add_chairs(s, 0, CHAIRS_AT_DOOR);
    bool good = get_through(v, s, "Bottleneck (first seed)", &missing[0], &last[0]);
    scene_free(s);
    if (!good)
        return false;
    s = verify_scene("nist-2.8");
    for (uint32_t i = 0; i < 2; ++i) {
        s->agents[i].def.count = STREAM_COUNT;
        add_chairs(s, i, CHAIRS_PER_STREAM);
    }
    good = get_through(v, s, "Counter-flow (first seed)", &missing[1], &last[1]);
    scene_free(s);
    return good && verify_verdict(v, missing[0] + missing[1] == 0, missing[0] + missing[1],
                                  "bottleneck: %u did not get through, last arrival after %.0f s; "
                                  "counter-flow: %u, %.0f s (means of the seeds)",
                                  (unsigned)missing[0], last[0], (unsigned)missing[1], last[1]);
}

const verify_test verify_mixed[] = {
    {.name = "slow-walkers",
     .source = "wend",
     .title = "Slow walkers in a crowd",
     .setting =
         "Twelve people who prefer 0.5 m/s among 170 others on 30 x 4 m of a corridor. Speeds "
         "from 2 to 32 s. Five seeds.",
     .criterion =
         "none is faster than 1.1 times the preferred speed, averaged over 1 s; mean speed "
         "as preferred +-10 % (wend's own limits)",
     .figure = "greatest speed [m/s]",
     .cost = 0.2,
     .run = run_slow},
    {.name = "wheelchairs",
     .source = "wend",
     .title = "Wheelchairs",
     .setting =
         "Ten people in wheelchairs (radius 0.4 m, 0.7 m/s) and 200 others pass a bottleneck "
         "1.2 m wide; five and 45 others walk against as many in the rooms of nist-2.8. "
         "Three seeds each.",
     .criterion = "all get through (wend's own criterion)",
     .figure = "people who do not get through",
     .cost = 0.6,
     .run = run_chairs},
    {0},
};
