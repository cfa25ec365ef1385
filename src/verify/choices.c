// SPDX-License-Identifier: MIT
// Familiar exits, routes, slow people, and a large crowd around a corner: NIST 2.10 and 3.3, ISO
// 20414 tests 7 and 17, RiMEA 15.
#include "verify/guidelines.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_SEEDS = 5 };

/// The slow person: wider than half of the ramp of 1.5 m. [Units: m/s, m]
#define SLOW_SPEED  0.4
#define SLOW_RADIUS 0.4

/// Times at which the last agent arrives.
typedef struct arrivals {
    verify *v;
    chart *c;
    const char *name; ///< of the curve of the first seed
    double last[MOST_SEEDS];
    double others[MOST_SEEDS]; ///< of those who are smaller than the slow person of NIST 2.10
} arrivals;

static void look_arrivals(void *context, const recording *r, uint32_t seed)
{
    arrivals *found = context;
    found->last[seed] = verify_last(r);
    found->others[seed] = 0;
    for (uint32_t i = 0; i < r->agent_count; ++i)
        if (r->agents[i].radius < SLOW_RADIUS * 0.99)
            found->others[seed] = fmax(found->others[seed], r->agents[i].left);
    if (seed == 0)
        verify_arrivals(found->v, found->c, found->name, r, -INFINITY, INFINITY);
}

// ---- NIST 3.3: affiliation ----------------------------------------------------------------------

enum { SEEDS_3_3 = 3, PEOPLE_3_3 = 100 };

/// Middle of the room of scenes/verify/nist-3.3.json. [Units: m]
#define ROOM_MIDDLE 10.0

typedef struct affiliation {
    verify *v;
    const char *title;
    uint32_t second, all; ///< people who left by exit 2, and by either
} affiliation;

static void look_3_3(void *context, const recording *r, uint32_t seed)
{
    affiliation *found = context;
    for (uint32_t i = 0; i < r->agent_count; ++i) {
        found->second += r->agents[i].arrived && verify_end_of(r, i).x > ROOM_MIDDLE;
        found->all += r->agents[i].arrived;
    }
    if (seed == 0)
        verify_paths(found->v, found->title, r);
}

static bool leave_by_shares(verify *v, uint32_t first, const char *title, affiliation *found)
{
    *found = (affiliation){.v = v, .title = title};
    scene *s = verify_scene("nist-3.3");
    s->agents[0].def.count = first;
    s->agents[1].def.count = PEOPLE_3_3 - first;
    bool good = verify_each_seed(v, s, SEEDS_3_3, look_3_3, found);
    scene_free(s);
    return good;
}

static bool run_3_3(verify *v)
{
    affiliation even, shifted;
    if (!leave_by_shares(v, 50, "Paths with shares of 50 and 50 (first seed)", &even) ||
        !leave_by_shares(v, 20, "Paths with shares of 20 and 80 (first seed)", &shifted))
        return false;
    double half = (double)even.second / even.all, most = (double)shifted.second / shifted.all;
    bool all = even.all == PEOPLE_3_3 * SEEDS_3_3 && shifted.all == PEOPLE_3_3 * SEEDS_3_3;
    return verify_verdict(v, all && fabs(half - 0.5) <= 0.1 && most > half, most - half,
                          "share of exit 2: %.2f with 50 and 50, %.2f with 20 and 80", half, most);
}

// ---- ISO 17: routes -----------------------------------------------------------------------------

enum { SEEDS_17 = 3 };

/// Middle of the obstacle of scenes/verify/iso-17.json in x, and a height inside it. [Units: m]
#define OBSTACLE_X 15.0
#define OBSTACLE_Y 9.0

typedef struct routes {
    verify *v;
    const char *title;
    uint32_t above, all;
} routes;

static void look_17(void *context, const recording *r, uint32_t seed)
{
    routes *found = context;
    for (uint32_t i = 0; i < r->agent_count; ++i) {
        const recorded_agent *agent = &r->agents[i];
        size_t k = agent->first, end = agent->first + agent->count;
        while (k < end && r->at[k].x < OBSTACLE_X)
            ++k;
        found->above += k < end && r->at[k].y > OBSTACLE_Y;
        found->all += agent->arrived;
    }
    if (seed == 0)
        verify_paths(found->v, found->title, r);
}

static bool run_17(verify *v)
{
    routes above = {.v = v, .title = "Paths, shorter above (first seed)"};
    routes below = {.v = v, .title = "Paths, shorter below (first seed)"};
    scene *s = verify_scene("iso-17");
    bool good = verify_each_seed(v, s, SEEDS_17, look_17, &above);
    verify_move_y(s, 15, 17); // the obstacle
    verify_move_y(s, 3, 5);
    good = good && verify_each_seed(v, s, SEEDS_17, look_17, &below);
    uint32_t people = s->agents[0].def.count * SEEDS_17;
    scene_free(s);
    uint32_t right = above.above + below.all - below.above;
    bool pass = above.all == people && below.all == people && right == 2 * people;
    return good && verify_verdict(v, pass, right,
                                  "shorter above: %u of %u above; shorter below: %u of %u below",
                                  (unsigned)above.above, (unsigned)above.all,
                                  (unsigned)(below.all - below.above), (unsigned)below.all);
}

// ---- ISO 7: overtaking a slow person ------------------------------------------------------------

/// Greatest loss of time, relative to walking alone; wend's own.
#define OVERTAKING_LOSS 0.1
/// Tolerated overlap. [Units: m]
#define OVERLAP_MARGIN 0.001

static bool run_7(verify *v)
{
    scene *s = verify_scene("iso-7");
    recording r, alone;
    bool good = verify_run(v, s, 0, &r);
    s->agents_count = 1;
    if (good && !verify_run(v, s, 0, &alone)) {
        recording_free(&r);
        good = false;
    }
    scene_free(s);
    if (!good)
        return false;
    double fast = r.agents[0].arrived ? r.agents[0].left : INFINITY;
    double slow = r.agents[1].arrived ? r.agents[1].left : INFINITY;
    double free_time = alone.agents[0].left, nearest = INFINITY;
    double touch = r.agents[0].radius + r.agents[1].radius;
    for (size_t k = 0; k < r.agents[0].count && k < r.agents[1].count; ++k)
        nearest =
            fmin(nearest, wend_distance(r.at[r.agents[0].first + k], r.at[r.agents[1].first + k]));
    verify_paths(v, "Paths", &r);
    recording_free(&r);
    recording_free(&alone);
    double loss = fast / free_time - 1;
    return verify_verdict(
        v, fast < slow && loss <= OVERTAKING_LOSS && nearest >= touch - OVERLAP_MARGIN, loss,
        "%.1f s instead of %.1f s alone, the slow person %.1f s; smallest gap "
        "%.3f m",
        fast, free_time, slow, nearest - touch);
}

// ---- NIST 2.10: people with movement disabilities -----------------------------------------------

enum { SEEDS_2_10 = 5, CASES_2_10 = 2 };

static bool run_2_10(verify *v)
{
    arrivals found[CASES_2_10] = {{.v = v, .name = "control"},
                                  {.v = v, .name = "with a slow person"}};
    chart *c = verify_chart(v, "People who left (first seed)", "time [s]", "people");
    bool good = true;
    for (int i = 0; good && i < CASES_2_10; ++i) {
        scene *s = verify_scene("nist-2.10");
        if (i == 1) {
            s->agents[1].def.agent.preferred_speed = SLOW_SPEED;
            s->agents[1].def.agent.radius = SLOW_RADIUS;
        }
        found[i].c = c;
        good = verify_each_seed(v, s, SEEDS_2_10, look_arrivals, &found[i]);
        scene_free(s);
    }
    if (!good)
        return false;
    char words[CASES_2_10][VERIFY_INTERVAL_SIZE], others[VERIFY_INTERVAL_SIZE];
    for (int i = 0; i < CASES_2_10; ++i)
        verify_mean_text(found[i].last, SEEDS_2_10, 2, words[i]);
    verify_mean_text(found[1].others, SEEDS_2_10, 2, others);
    double ratio = verify_mean(found[1].last, SEEDS_2_10) / verify_mean(found[0].last, SEEDS_2_10);
    return verify_verdict(v, ratio > 1, ratio,
                          "%s s with the slow person, the last of the others %s s; control %s s",
                          words[1], others, words[0]);
}

// ---- RiMEA 15: a large crowd around a corner ----------------------------------------------------

enum { SEEDS_15 = 3, CASES_15 = 3 };

/// Length of the longer corridor of RiMEA 15; the shorter has 50 m. [Units: m]
#define SHORT_LENGTH 50.0
#define LONG_LENGTH  81.0
#define START_LENGTH 6.0

static bool run_15(verify *v)
{
    static const char *const names[CASES_15] = {"short", "corner", "long"};
    chart *c = verify_chart(v, "People who arrived (first seed)", "time [s]", "people");
    double time[CASES_15];
    char words[CASES_15][VERIFY_INTERVAL_SIZE];
    for (int i = 0; i < CASES_15; ++i) {
        scene *s = verify_scene(i == 1 ? "rimea-15-corner" : "rimea-15");
        if (i == 2) {
            verify_move_y(s, SHORT_LENGTH, LONG_LENGTH);
            verify_move_y(s, SHORT_LENGTH - START_LENGTH, LONG_LENGTH - START_LENGTH);
        }
        arrivals found = {.v = v, .c = c, .name = names[i]};
        bool good = verify_each_seed(v, s, SEEDS_15, look_arrivals, &found);
        scene_free(s);
        if (!good)
            return false;
        time[i] = verify_mean(found.last, SEEDS_15);
        verify_mean_text(found.last, SEEDS_15, 2, words[i]);
    }
    return verify_verdict(v, time[0] <= time[1] && time[1] <= time[2], time[1] / time[0],
                          "short %s s, corner %s s, long %s s", words[0], words[1], words[2]);
}

const verify_test verify_choices[] = {
    {.name = "rimea-15",
     .source = "RiMEA 15",
     .title = "A large crowd around a corner",
     .setting = "500 people walk through corridors 20 m wide: straight with 50 m, around a corner, "
                "straight with 81 m. Three seeds.",
     .criterion = "T(short) <= T(corner) <= T(long)",
     .figure = "T(corner) / T(short)",
     .cost = 1.2,
     .run = run_15},
    {.name = "nist-2.10",
     .source = "NIST 2.10",
     .title = "A person with movement disabilities",
     .setting =
         "25 people walk from a room through a planar ramp 6 m long and 1.5 m wide to the "
         "exit of 1 m of another room. 24 walk at 1.25 m/s. The one next to the ramp does so "
         "too (control), or walks at 0.4 m/s and has a radius of 0.4 m. Five seeds.",
     .criterion = "takes longer than the control",
     .figure = "T / T(control)",
     .run = run_2_10},
    {.name = "nist-3.3",
     .source = "NIST 3.3, ISO 20414 16",
     .title = "Familiar exits",
     .setting = "100 people near exit 1 of a room with two exits. Shares of 50 and 50 %, then 20 "
                "and 80 %, are familiar with exits 1 and 2; the scene assigns them. Three seeds.",
     .criterion = "50 and 50 within 10 %; the share of exit 2 is greater with 20 and 80",
     .figure = "increase of the share",
     .cost = 0.2,
     .run = run_3_3},
    {.name = "iso-7",
     .source = "ISO 20414 7",
     .title = "Overtaking a slow person",
     .setting = "One person at 1.25 m/s walks 4 m behind one at 0.5 m/s in a corridor 2 m wide.",
     .criterion = "arrives first, at most 10 % later than alone; overlap at most 1 mm",
     .figure = "loss of time",
     .run = run_7},
    {.name = "iso-17",
     .source = "ISO 20414 17",
     .title = "Route choice by geometry",
     .setting = "20 people walk around an obstacle, which is then moved so that the other of two "
                "routes is the shorter one. Three seeds.",
     .criterion = "all take the shorter route",
     .figure = "people on the shorter route",
     .run = run_17},
    {0},
};
