// SPDX-License-Identifier: MIT
// Counter-flow, groups and closing doors: tests 2.8, 2.9 and 4.1 of NIST's Technical Note 1822, and
// lanes in a corridor (as in JuPedSim's benchmark of models).
#include "verify/verify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- 2.8: counter-flow --------------------------------------------------------------------------

enum { SEEDS_2_8 = 8, CASES_2_8 = 4 };

/// Start of the second room in x. [Units: m]
#define SECOND_ROOM 20.0

typedef struct crossing {
    double time;      ///< mean time at which the last of the 100 enters the second room [Units: s]
    uint32_t missing; ///< number of agents of both crowds that did not arrive
} crossing;

/// Time at which all agents that started on the left are to the right of x; INFINITY: never.
static double last_over(const recording *r, double x)
{
    double last = 0;
    for (uint32_t i = 0; i < r->agent_count; ++i) {
        const recorded_agent *agent = &r->agents[i];
        if (agent->count == 0 || r->at[agent->first].x >= x)
            continue;
        size_t k = 0;
        while (k < agent->count && r->at[agent->first + k].x < x)
            ++k;
        if (k == agent->count)
            return INFINITY;
        last = fmax(last, measure_time(r, r->frames[agent->first + k]));
    }
    return last;
}

/// Runs 100 people against `others`.
static bool cross_against(verify *v, uint32_t others, chart *c, const char *name, crossing *out)
{
    scene *s = verify_scene("nist-2.8");
    *out = (crossing){0};
    s->agents[1].def.count = others;
    s->agents_count = others > 0 ? 2 : 1;
    bool good = true;
    for (int seed = 0; good && seed < SEEDS_2_8; ++seed) {
        recording r;
        good = verify_run(v, s, (uint64_t)seed, &r);
        if (!good)
            break;
        out->time += last_over(&r, SECOND_ROOM) / SEEDS_2_8;
        out->missing += 100 + others - verify_arrived(&r);
        if (seed == 0)
            verify_arrivals(v, c, name, &r, SECOND_ROOM, INFINITY);
        recording_free(&r);
    }
    scene_free(s);
    return good;
}

static bool run_2_8(verify *v)
{
    static const uint32_t others[CASES_2_8] = {0, 10, 50, 100};
    static const char *const names[CASES_2_8] = {"against 0", "against 10", "against 50",
                                                 "against 100"};
    crossing found[CASES_2_8];
    chart *c = verify_chart(v, "People across (first seed)", "time [s]", "people");
    for (int i = 0; i < CASES_2_8; ++i)
        if (!cross_against(v, others[i], c, names[i], &found[i]))
            return false;
    uint32_t missing = 0;
    bool rises = true;
    for (int i = 0; i < CASES_2_8; ++i) {
        missing += found[i].missing;
        rises = rises && (i == 0 || found[i].time > found[i - 1].time);
    }
    return verify_verdict(v, missing == 0 && rises, found[3].time / found[0].time,
                          "%.1f s, %.1f s, %.1f s, %.1f s against 0, 10, 50, 100; %u of %u people "
                          "did not cross",
                          found[0].time, found[1].time, found[2].time, found[3].time,
                          (unsigned)missing, (100 + 110 + 150 + 200) * SEEDS_2_8);
}

// ---- 2.9: a group -------------------------------------------------------------------------------

enum { SEEDS_2_9 = 8, CASES_2_9 = 3, FAMILY = 5 };

/// The group starts to the left of this x, where the exit is. [Units: m]
#define FAMILY_END 4.0
#define EXIT_LINE  15.0
/// Allowed time between the first and the last member. [Units: s]
#define MOST_SPREAD 10.0

/// Time between the first and the last member of the group at the exit; INFINITY: not all reach
/// it.
static double family_spread(const recording *r)
{
    double first = INFINITY, last = 0;
    for (uint32_t i = 0; i < r->agent_count; ++i) {
        const recorded_agent *agent = &r->agents[i];
        size_t k = 0;
        if (agent->count == 0 || r->at[agent->first].x >= FAMILY_END)
            continue;
        while (k < agent->count && r->at[agent->first + k].x < EXIT_LINE)
            ++k;
        if (k == agent->count)
            return INFINITY;
        double time = measure_time(r, r->frames[agent->first + k]);
        first = fmin(first, time);
        last = fmax(last, time);
    }
    return last - first;
}

/// Longest spread of all seeds with a planner and a motion model of the group.
static bool leave_as(verify *v, wend_planner_kind planner, wend_motion_kind motion, double *worst,
                     uint32_t *missing)
{
    scene *s = verify_scene("nist-2.9");
    bool good = true;
    *worst = 0;
    for (uint32_t i = 0; i < s->agents_count; ++i)
        if (s->agents[i].def.agent.planner != SCENE_INHERITED) {
            s->agents[i].def.agent.planner = planner;
            s->agents[i].def.agent.motion = motion;
        }
    for (int seed = 0; good && seed < SEEDS_2_9; ++seed) {
        recording r;
        good = verify_run(v, s, (uint64_t)seed, &r);
        if (!good)
            break;
        *worst = fmax(*worst, family_spread(&r));
        *missing += FAMILY + 10 - verify_arrived(&r);
        if (seed == 0)
            verify_paths(v,
                         planner == WEND_PLANNER_GROUP ? "Paths as a group (first seed)"
                                                       : "Paths of independent agents",
                         &r);
        recording_free(&r);
    }
    scene_free(s);
    return good;
}

static bool run_2_9(verify *v)
{
    static const wend_planner_kind planners[CASES_2_9] = {WEND_PLANNER_GROUP, WEND_PLANNER_GROUP,
                                                          WEND_PLANNER_MESH};
    static const wend_motion_kind motions[CASES_2_9] = {WEND_MOTION_GROUP_POTENTIAL,
                                                        WEND_MOTION_ORCA, WEND_MOTION_ORCA};
    double spread[CASES_2_9];
    uint32_t missing = 0;
    for (int i = 0; i < CASES_2_9; ++i)
        if (!leave_as(v, planners[i], motions[i], &spread[i], &missing))
            return false;
    return verify_verdict(v, missing == 0 && spread[0] <= MOST_SPREAD, spread[0],
                          "at most %.1f s between the first and the last with group_potential, "
                          "%.1f s with orca, which treats the shape as a soft bound, %.1f s for "
                          "independent agents; %u people did not leave",
                          spread[0], spread[1], spread[2], (unsigned)missing);
}

// ---- 4.1: an exit closes ------------------------------------------------------------------------

static bool run_4_1(verify *v)
{
    scene *s = verify_scene("nist-4.1");
    recording r;
    bool good = verify_run(v, s, 0, &r);
    scene_free(s);
    if (!good)
        return false;
    double time = verify_last(&r), x = verify_end_of(&r, 0).x;
    int by = isnan(time) ? 0 : x < 0 ? 1 : 2;
    verify_paths(v, "Path; exit 1 is on the left", &r);
    recording_free(&r);
    return verify_verdict(v, by == 2, by, "turns round and leaves by exit %d after %.1f s", by,
                          time);
}

// ---- lanes --------------------------------------------------------------------------------------

enum { SEEDS_LANES = 5 };

#define CORRIDOR_MIDDLE 25.0

/// Results of two opposing crowds, or of one alone.
typedef struct meeting {
    double flow;        ///< of the crowd that walks to the right, over the middle line [Units: 1/s]
    double early, late; ///< mean order of lanes in the first and the last third of the meeting
    double last;        ///< time at which all had arrived; NAN: never [Units: s]
    uint32_t not_there; ///< number of agents that did not arrive
} meeting;

/// Computes the lane order while both crowds are in the middle half of the corridor, and draws it.
static void find_order(verify *v, const recording *r, chart *c, double *early, double *late)
{
    double *order = xcalloc(r->frame_count, sizeof *order);
    wend_vec2 *points = xcalloc(r->frame_count, sizeof *points);
    const wend_box box = {{12.5, 0}, {37.5, 4}};
    xneed(measure_lane_order(r, (wend_vec2){1, 0}, MEASURE_LANE_WIDTH, box, order));
    size_t count = 0;
    for (uint32_t f = 0; f < r->frame_count; ++f)
        if (isfinite(order[f]))
            points[count++] = (wend_vec2){measure_time(r, f), order[f]};
    double sums[3] = {0};
    for (size_t i = 0; i < count; ++i)
        sums[3 * i / count] += points[i].y;
    *early = sums[0] / ((double)count / 3);
    *late = sums[2] / ((double)count / 3);
    if (c)
        verify_series(v, c, "lane order", CHART_LINE, points, count);
    free(order);
    free(points);
}

static bool meet(verify *v, const scene *s, bool both, chart *c, meeting *out)
{
    *out = (meeting){0};
    for (int seed = 0; seed < SEEDS_LANES; ++seed) {
        recording r;
        if (!verify_run(v, s, (uint64_t)seed, &r))
            return false;
        double early = 0, late = 0;
        if (both)
            find_order(v, &r, seed == 0 ? c : NULL, &early, &late);
        out->flow += verify_flow_at(v, &r, CORRIDOR_MIDDLE, NULL, NULL) / SEEDS_LANES;
        out->early += early / SEEDS_LANES;
        out->late += late / SEEDS_LANES;
        out->last += verify_last(&r) / SEEDS_LANES;
        out->not_there += r.agent_count - verify_arrived(&r);
        if (both && seed == 0)
            verify_paths(v, "Paths (first seed)", &r);
        recording_free(&r);
    }
    return true;
}

static bool run_lanes(verify *v)
{
    scene *s = verify_scene("lanes");
    chart *c = verify_chart(v, "Lanes (first seed)", "time [s]", "lane order");
    meeting two, one;
    bool good = meet(v, s, true, c, &two);
    s->agents_count = 1;
    good = good && meet(v, s, false, NULL, &one);
    scene_free(s);
    double ratio = good ? two.flow / one.flow : NAN;
    bool pass = two.not_there == 0 && two.late > two.early && ratio >= 0.8;
    return good &&
           verify_verdict(v, pass, ratio,
                          "flow %.2f/s, alone %.2f/s; lane order from %.2f "
                          "to %.2f; last arrival after %.0f s, alone %.0f s; %u did not arrive",
                          two.flow, one.flow, two.early, two.late, two.last, one.last,
                          (unsigned)two.not_there);
}

const verify_test verify_nist[] = {
    {.name = "nist-2.8",
     .source = "NIST 2.8, IMO 8",
     .title = "Counter-flow",
     .setting = "100 people at the far end of a room of 10 x 10 m walk through a corridor of 10 x "
                "2 m into another room, against 0, 10, 50 and 100 people from its far end. T is "
                "the time at which the last of the 100 enters the second room. Eight seeds.",
     .criterion = "all cross; T(0) < T(10) < T(50) < T(100)",
     .figure = "T(100) / T(0)",
     .cost = 2,
     .run = run_2_8},
    {.name = "nist-2.9",
     .source = "NIST 2.9, ISO 20414 14",
     .title = "A group with a slow member",
     .setting = "A group of four people at 1.25 m/s and one at 0.5 m/s walks from the far end of a "
                "room of 15 x 10 m to its exit of 1 m, among ten others at 0.2 m/s. Eight seeds.",
     .criterion = "all leave; with motion group_potential at most 10 s between the first and the "
                  "last member at the exit",
     .figure = "spread [s]",
     .cost = 0.1,
     .run = run_2_9},
    {.name = "nist-4.1",
     .source = "NIST 4.1",
     .title = "Exit closes",
     .setting = "One person walks to the nearest of two exits, which closes after 1 s.",
     .criterion = "leaves by exit 2",
     .figure = "exit",
     .run = run_4_1},
    {.name = "lanes",
     .source = "JuPedSim's benchmark",
     .title = "Lanes",
     .setting = "50 people walk against 50 in a corridor of 50 x 4 m. Five seeds.",
     .criterion = "all arrive; the lane order increases; flow >= 0.8 of the flow alone",
     .figure = "flow / flow alone",
     .cost = 0.2,
     .run = run_lanes},
    {0},
};
