// SPDX-License-Identifier: MIT
// Tests of MSC.1/Circ.1533, annex 3 (IMO), and those of NIST's Technical Note 1822 with the same
// setting: exit flow, corner, counter-flow, a large room, assigned exits. imo-5 and imo-7 are in
// populations.c. Those of IMO have its panel of males of 30 to 50 years. The circular itself was
// not at hand: its criteria are those that public test suites quote from it.
#include "verify/guidelines.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- IMO 4, NIST 5.2: flow through an exit ------------------------------------------------------

enum { SEEDS_4 = 5 };

/// Position of the exit of scenes/verify/imo-4.json, and the greatest flow of both guidelines.
#define EXIT_LINE 8.0
#define MAX_FLOW  1.33

typedef struct exits {
    verify *v;
    chart *c;
    double whole[SEEDS_4];   ///< people divided by the time from 0 to the last
    double between[SEEDS_4]; ///< people divided by the time from the first to the last
    uint32_t missing;
} exits;

static void look_4(void *context, const recording *r, uint32_t seed)
{
    exits *found = context;
    double first = INFINITY, last = 0;
    for (uint32_t i = 0; i < r->agent_count; ++i) {
        double time = verify_time_at(r, i, EXIT_LINE);
        found->missing += isnan(time);
        first = fmin(first, time);
        last = fmax(last, time);
    }
    found->whole[seed] = r->agent_count / last;
    found->between[seed] = r->agent_count / (last - first);
    if (seed == 0) {
        verify_flow_at(found->v, r, EXIT_LINE, found->c, "wend");
        verify_paths(found->v, "Paths (first seed)", r);
    }
}

static bool leave(verify *v, bool whole)
{
    exits found = {.v = v};
    found.c = verify_chart(v, "People past the exit (first seed)", "time [s]", "people");
    scene *s = verify_scene("imo-4");
    if (whole)
        verify_populate_imo(s);
    bool good = verify_each_seed(v, s, SEEDS_4, look_4, &found);
    scene_free(s);
    if (!good)
        return false;
    char words[2][VERIFY_INTERVAL_SIZE];
    verify_mean_text(found.whole, SEEDS_4, 2, words[0]);
    verify_mean_text(found.between, SEEDS_4, 2, words[1]);
    double flow = verify_mean(whole ? found.whole : found.between, SEEDS_4);
    return verify_verdict(v, flow <= MAX_FLOW && found.missing == 0, flow,
                          "from 0 to the last person %s /s, from the first to the last %s /s; "
                          "laboratory: 1.7 to 2.8 /s at 1 m; %u people did not leave",
                          words[0], words[1], (unsigned)found.missing);
}

static bool run_4(verify *v)
{
    return leave(v, true);
}

static bool run_5_2(verify *v)
{
    return leave(v, false);
}

// ---- IMO 6, NIST 2.3: corner --------------------------------------------------------------------

enum { SEEDS_6 = 5 };

/// Time within which all must be out (JuPedSim's authors). [Units: s]
#define CORNER_TIME 60.0

typedef struct corner {
    verify *v;
    uint64_t outside;
    double last[SEEDS_6]; ///< NAN: not all have arrived
} corner;

static void look_6(void *context, const recording *r, uint32_t seed)
{
    corner *found = context;
    found->outside += verify_outside(r);
    found->last[seed] = verify_last(r);
    if (seed == 0)
        verify_paths(found->v, "Paths (first seed)", r);
}

static bool turn(verify *v, bool imo, double most)
{
    corner found = {.v = v};
    scene *s = verify_scene("rimea-6");
    if (imo)
        verify_populate_imo(s);
    bool good = verify_each_seed(v, s, SEEDS_6, look_6, &found);
    scene_free(s);
    if (!good)
        return false;
    double worst = 0;
    for (int i = 0; i < SEEDS_6; ++i)
        worst = found.last[i] <= worst ? worst : found.last[i]; // NAN stays
    return verify_verdict(v, found.outside == 0 && worst < most, worst,
                          "%llu positions outside the corridor; last arrival after %.1f s",
                          (unsigned long long)found.outside, worst);
}

static bool run_6(verify *v)
{
    return turn(v, true, INFINITY);
}

static bool run_2_3(verify *v)
{
    return turn(v, false, CORNER_TIME);
}

// ---- IMO 8: counter-flow ------------------------------------------------------------------------

enum { SEEDS_8 = 8, CASES_8 = 4 };

/// End of the first and start of the second room of scenes/verify/nist-2.8.json. [Units: m]
#define FIRST_ROOM  10.0
#define SECOND_ROOM 20.0

typedef struct crossing {
    verify *v;
    chart *c;
    const char *name;
    double last[SEEDS_8]; ///< the last of room 1 enters room 2; INFINITY: never
    uint32_t missing;
} crossing;

static void look_8(void *context, const recording *r, uint32_t seed)
{
    crossing *found = context;
    found->missing += r->agent_count - verify_arrived(r);
    found->last[seed] = 0;
    for (uint32_t i = 0; i < r->agent_count; ++i) {
        const recorded_agent *agent = &r->agents[i];
        if (agent->count == 0 || r->at[agent->first].x > FIRST_ROOM)
            continue;
        double time = verify_time_at(r, i, SECOND_ROOM);
        found->last[seed] = fmax(found->last[seed], isnan(time) ? INFINITY : time);
    }
    if (seed == 0)
        verify_arrivals(found->v, found->c, found->name, r, SECOND_ROOM, INFINITY);
}

static bool run_8(verify *v)
{
    static const uint32_t others[CASES_8] = {0, 10, 50, 100};
    static const char *const names[CASES_8] = {"against 0", "against 10", "against 50",
                                               "against 100"};
    double time[CASES_8];
    char words[CASES_8][VERIFY_INTERVAL_SIZE];
    bool increasing = true;
    crossing found = {.v = v};
    found.c = verify_chart(v, "People across (first seed)", "time [s]", "people");
    for (int i = 0; i < CASES_8; ++i) {
        scene *s = verify_scene("nist-2.8");
        verify_populate_imo(s);
        s->agents[1].def.count = others[i];
        s->agents_count = others[i] > 0 ? 2 : 1;
        found.name = names[i];
        bool good = verify_each_seed(v, s, SEEDS_8, look_8, &found);
        scene_free(s);
        if (!good)
            return false;
        time[i] = verify_mean(found.last, SEEDS_8);
        verify_mean_text(found.last, SEEDS_8, 2, words[i]);
        increasing = increasing && (i == 0 || time[i] > time[i - 1]);
    }
    return verify_verdict(v, increasing && found.missing == 0, time[3] / time[0],
                          "%s s, %s s, %s s, %s s against 0, 10, 50, 100; %u people did not "
                          "cross",
                          words[0], words[1], words[2], words[3], (unsigned)found.missing);
}

// ---- IMO 9: a large room ------------------------------------------------------------------------

static bool run_9(verify *v)
{
    chart *c = verify_chart(v, "People in the room", "time [s]", "people");
    scene *s = verify_scene("rimea-9");
    verify_populate_imo(s);
    double time[2] = {NAN, NAN};
    bool good = true;
    for (int i = 0; good && i < 2; ++i) {
        recording r;
        s->doors[0].def.shut = s->doors[1].def.shut = i == 1;
        good = verify_run(v, s, 0, &r);
        if (!good)
            break;
        time[i] = verify_last(&r);
        verify_inside(v, c, i == 0 ? "four exits" : "two exits", &r);
        recording_free(&r);
    }
    scene_free(s);
    double ratio = time[1] / time[0];
    return good && verify_verdict(v, ratio >= 1.6 && ratio <= 2.4, ratio,
                                  "%.1f s with four exits, %.1f s with two: %.2f times as long",
                                  time[0], time[1], ratio);
}

// ---- IMO 10, NIST 3.1: assigned exits -----------------------------------------------------------

enum { SEEDS_10 = 5, PEOPLE_10 = 23 };

/// Range in x of the cabins of scenes/verify/rimea-10.json. [Units: m]
#define CABINS_BEGIN 0.0
#define CABINS_END   18.0

typedef struct allocation {
    verify *v;
    uint32_t right;
} allocation;

static void look_10(void *context, const recording *r, uint32_t seed)
{
    allocation *found = context;
    for (uint32_t i = 0; i < r->agent_count; ++i) {
        bool to_main = strcmp(r->names[r->agents[i].goal], "main exit") == 0;
        double x = verify_end_of(r, i).x;
        found->right += r->agents[i].arrived && (to_main ? x < CABINS_BEGIN : x > CABINS_END);
    }
    if (seed == 0)
        verify_paths(found->v, "Paths (first seed); the main exit is on the left", r);
}

static bool allocate(verify *v, bool imo)
{
    allocation found = {.v = v};
    scene *s = verify_scene("rimea-10");
    if (imo)
        verify_populate_imo(s);
    bool good = verify_each_seed(v, s, SEEDS_10, look_10, &found);
    scene_free(s);
    return good && verify_verdict(v, found.right == PEOPLE_10 * SEEDS_10, found.right,
                                  "%u of %d left by the assigned exit", (unsigned)found.right,
                                  PEOPLE_10 * SEEDS_10);
}

static bool run_10(verify *v)
{
    return allocate(v, true);
}

static bool run_3_1(verify *v)
{
    return allocate(v, false);
}

const verify_test verify_imo[] = {
    {.name = "nist-2.3",
     .source = "NIST 2.3, ISO 20414 4",
     .title = "Around a corner",
     .setting = "20 people turn left in a corridor 2 m wide. Five seeds.",
     .criterion = "no position outside (margin 1 mm), all out in less than 60 s",
     .figure = "T [s]",
     .run = run_2_3},
    {.name = "nist-3.1",
     .source = "NIST 3.1, ISO 20414 8",
     .title = "Assigned exits",
     .setting = "The 23 people of rimea-10, each with an assigned exit. Five seeds.",
     .criterion = "all leave by the assigned exit",
     .figure = "people at the assigned exit",
     .run = run_3_1},
    {.name = "nist-5.2",
     .source = "NIST 5.2, ISO 20414 11",
     .title = "Greatest flow through an exit",
     .setting = "100 people in a room of 8 x 5 m leave by an exit of 1 m. The flow is the number "
                "of people divided by the time from the first to the last. Five seeds.",
     .criterion = "at most 1.33 /(m s)",
     .figure = "flow [1/(m s)]",
     .cost = 0.2,
     .run = run_5_2},
    {.name = "imo-4",
     .source = "IMO 4",
     .title = "Exit flow",
     .setting = "As nist-5.2, with males of 30 to 50 years. IMO asks for the flow over the entire "
                "period: the number of people divided by the time from 0 to the last. Five seeds.",
     .criterion = "at most 1.33 /s",
     .figure = "flow [1/s]",
     .cost = 0.2,
     .run = run_4},
    {.name = "imo-6",
     .source = "IMO 6",
     .title = "Around a corner",
     .setting = "20 males of 30 to 50 years turn left in a corridor 2 m wide. Five seeds.",
     .criterion = "no position outside (margin 1 mm), all arrive",
     .figure = "T [s]",
     .run = run_6},
    {.name = "imo-8",
     .source = "IMO 8",
     .title = "Counter-flow",
     .setting = "As nist-2.8, with males of 30 to 50 years. Eight seeds.",
     .criterion = "all cross; T(0) < T(10) < T(50) < T(100)",
     .figure = "T(100) / T(0)",
     .cost = 2.7,
     .run = run_8},
    {.name = "imo-9",
     .source = "IMO 9",
     .title = "A crowd leaves a large room",
     .setting = "As rimea-9, with males of 30 to 50 years.",
     .criterion = "1.6 <= T(2 exits) / T(4 exits) <= 2.4",
     .figure = "T(2) / T(4)",
     .cost = 2,
     .run = run_9},
    {.name = "imo-10",
     .source = "IMO 10",
     .title = "Assigned exits",
     .setting = "As nist-3.1, with males of 30 to 50 years. Five seeds.",
     .criterion = "all leave by the assigned exit",
     .figure = "people at the assigned exit",
     .run = run_10},
    {0},
};
