// SPDX-License-Identifier: MIT
// Position swaps: symmetric scenes in which purely velocity-based rules deadlock (RVO2's example
// Circle; two agents that walk towards each other on one line).
#include "verify/verify.h"

#include "core/angle.h"

#include <math.h>

/// Tolerated overlap of two bodies. [Units: m]
#define OVERLAP 1e-3

#define FULL_TURN 6.283185307179586

/// Runs a scene; passes if all arrive and no two overlap by more than OVERLAP.
static bool swap(verify *v, const scene *s)
{
    recording r;
    if (!verify_run(v, s, 0, &r))
        return false;
    measure_collisions collisions;
    xneed(measure_find_collisions(&r, NAN, &collisions));
    uint32_t arrived = verify_arrived(&r), all = r.agent_count;
    double time = verify_last(&r);
    verify_paths(v, "Paths", &r);
    recording_free(&r);
    return verify_verdict(v, arrived == all && collisions.deepest <= OVERLAP, collisions.deepest,
                          "%u of %u arrived, the last after %.1f s; deepest overlap %.4f m",
                          (unsigned)arrived, (unsigned)all, time, collisions.deepest);
}

static bool run_head_on(verify *v)
{
    scene *s = verify_scene("head-on");
    bool good = swap(v, s);
    scene_free(s);
    return good;
}

/// Spaces `count` entries like the first, itself included, evenly on the circle of its position.
static void fill_circle(scene *s, uint32_t count)
{
    double radius = s->agents[0].def.agent.position.x;
    for (uint32_t i = 1; i < count; ++i) {
        scene_agents *agent = xcheck(scene_add_agents(s));
        wend_vec2 at;
        wend_sin_cos(FULL_TURN * i / count, &at.y, &at.x);
        at = (wend_vec2){radius * at.x, radius * at.y};
        *agent = s->agents[0];
        agent->def.agent.position = at;
        agent->goal.segment.a = agent->goal.segment.b = (wend_vec2){-at.x, -at.y};
    }
}

/// Longest time until the last arrival. [Units: s]
#define CIRCLE_TIME 60.0

enum { CASES = 4 };

typedef struct circle_case {
    uint32_t count;
    const char *title;
} circle_case;

static bool run_circles(verify *v, const circle_case cases[CASES])
{
    double deepest = 0, longest = 0;
    uint32_t missing = 0;
    bool good = true;
    for (int i = 0; good && i < CASES; ++i) {
        scene *s = verify_scene("circle");
        fill_circle(s, cases[i].count);
        recording r;
        good = verify_run(v, s, 0, &r);
        if (good) {
            measure_collisions collisions;
            xneed(measure_find_collisions(&r, NAN, &collisions));
            deepest = fmax(deepest, collisions.deepest);
            longest = fmax(longest, verify_last(&r));
            missing += cases[i].count - verify_arrived(&r);
            verify_paths(v, cases[i].title, &r);
            recording_free(&r);
        }
        scene_free(s);
    }
    return good &&
           verify_verdict(v, missing == 0 && longest <= CIRCLE_TIME && deepest <= OVERLAP, deepest,
                          "%u did not arrive; last arrival after at most %.1f s; deepest "
                          "overlap %.4f m",
                          (unsigned)missing, longest, deepest);
}

static bool run_circle(verify *v)
{
    static const circle_case cases[CASES] = {
        {60, "60 people"}, {80, "80 people"}, {100, "100 people"}, {120, "120 people"}};
    return run_circles(v, cases);
}

static bool run_held_out(verify *v)
{
    static const circle_case cases[CASES] = {
        {65, "65 people"}, {85, "85 people"}, {105, "105 people"}, {115, "115 people"}};
    return run_circles(v, cases);
}

const verify_test verify_swaps[] = {
    {.name = "head-on",
     .source = "godot#84938",
     .title = "Head-on",
     .setting = "Two people walk towards each other on one line.",
     .criterion = "both arrive, overlap at most 1 mm",
     .figure = "deepest overlap [m]",
     .run = run_head_on},
    {.name = "circle",
     .source = "RVO2, Circle",
     .title = "Opposite positions on a circle",
     .setting = "60, 80, 100 and 120 people on a circle of 40 m walk to the opposite position.",
     .criterion = "all arrive within 60 s (wend's own limit), overlap at most 1 mm",
     .figure = "deepest overlap [m]",
     .cost = 0.1,
     .run = run_circle},
    {.name = "held-out-circle",
     .family = "held out",
     .source = "RVO2, Circle",
     .title = "Opposite positions, other numbers",
     .setting = "As circle, with 65, 85, 105 and 115 people.",
     .criterion = "all arrive within 60 s (wend's own limit), overlap at most 1 mm",
     .figure = "deepest overlap [m]",
     .cost = 0.1,
     .held_out = true,
     .run = run_held_out},
    {0},
};
