// SPDX-License-Identifier: MIT
// Counter-flow, groups and closing doors: tests 2.8, 2.9 and 4.1 of NIST's Technical Note 1822, and
// lanes in a corridor (as in JuPedSim's benchmark of models).
#include "verify/verify.h"

#include "wend/motion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- 2.8: counter-flow --------------------------------------------------------------------------

enum { SEEDS_2_8 = 8, CASES_2_8 = 4 };

/// Start of the second room in x. [Units: m]
#define SECOND_ROOM 20.0

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

enum { TIME, MISSING, FIGURES_2_8 };

/// Time at which the last of the 100 enters the second room, and number of agents of both crowds
/// that did not arrive.
static void measure_2_8(const recording *r, const void *context, double *figures)
{
    (void)context;
    figures[TIME] = last_over(r, SECOND_ROOM);
    figures[MISSING] = r->agent_count - verify_arrived(r);
}

/// Runs 100 people against `others`.
static bool cross_against(verify *v, uint32_t others, chart *c, const char *name,
                          measure_interval found[FIGURES_2_8])
{
    scene *s = verify_scene("nist-2.8");
    double figures[SEEDS_2_8 * FIGURES_2_8];
    recording first;
    s->agents[1].def.count = others;
    s->agents_count = others > 0 ? 2 : 1;
    bool good = verify_run_seeds(v, s, SEEDS_2_8, measure_2_8, NULL, FIGURES_2_8, figures, &first);
    scene_free(s);
    if (!good)
        return false;
    verify_arrivals(v, c, name, &first, SECOND_ROOM, INFINITY);
    recording_free(&first);
    for (size_t i = 0; i < FIGURES_2_8; ++i)
        found[i] = verify_interval(figures, SEEDS_2_8, FIGURES_2_8, i);
    return true;
}

static bool run_2_8(verify *v)
{
    static const uint32_t others[CASES_2_8] = {0, 10, 50, 100};
    static const char *const names[CASES_2_8] = {"against 0", "against 10", "against 50",
                                                 "against 100"};
    measure_interval found[CASES_2_8][FIGURES_2_8];
    chart *c = verify_chart(v, "People across (first seed)", "time [s]", "people");
    for (int i = 0; i < CASES_2_8; ++i)
        if (!cross_against(v, others[i], c, names[i], found[i]))
            return false;
    double missing = 0;
    bool rises = true;
    char times[CASES_2_8][VERIFY_INTERVAL_SIZE];
    for (int i = 0; i < CASES_2_8; ++i) {
        missing += found[i][MISSING].mean * SEEDS_2_8;
        rises = rises && (i == 0 || found[i][TIME].mean > found[i - 1][TIME].mean);
        verify_interval_text(found[i][TIME], 1, times[i]);
    }
    return verify_verdict(
        v, missing < 0.5 && rises, found[3][TIME].mean / found[0][TIME].mean,
        "%s s, %s s, %s s, %s s against 0, 10, 50, 100; %.0f of %u people did not "
        "cross",
        times[0], times[1], times[2], times[3], missing, (100 + 110 + 150 + 200) * SEEDS_2_8);
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
    const char *motion = v->motion ? v->motion : verify_default_motion();
    const wend_motion_kind own = wend_motion_info_named(motion)->kind;
    const wend_motion_kind motions[CASES_2_9] = {WEND_MOTION_GROUP_POTENTIAL, own, own};
    double spread[CASES_2_9];
    uint32_t missing = 0;
    for (int i = 0; i < CASES_2_9; ++i)
        if (!leave_as(v, planners[i], motions[i], &spread[i], &missing))
            return false;
    return verify_verdict(v, missing == 0 && spread[0] <= MOST_SPREAD, spread[0],
                          "at most %.1f s between the first and the last with group_potential, "
                          "%.1f s with %s, which treats the shape as a soft bound, %.1f s for "
                          "independent agents; %u people did not leave",
                          spread[0], spread[1], motion, spread[2], (unsigned)missing);
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

/// Figures of two opposing crowds, or of one alone.
enum {
    LANES_FLOW,    ///< of the crowd that walks to the right, over the middle line [Units: 1/s]
    LANES_EARLY,   ///< mean order of lanes in the first third of the meeting
    LANES_LATE,    ///< and in its last third
    LANES_LAST,    ///< time at which all had arrived; INFINITY: never [Units: s]
    LANES_MISSING, ///< number of agents that did not arrive
    LANES_FIGURES
};

/// Finds the lane order over time while both crowds are in the middle half of the corridor. Returns
/// the number of points. [points: frame_count]
static size_t find_order(const recording *r, wend_vec2 *points)
{
    double *order = xcalloc(r->frame_count, sizeof *order);
    const wend_box box = {{12.5, 0}, {37.5, 4}};
    xneed(measure_lane_order(r, (wend_vec2){1, 0}, MEASURE_LANE_WIDTH, box, order));
    size_t count = 0;
    for (uint32_t f = 0; f < r->frame_count; ++f)
        if (isfinite(order[f]))
            points[count++] = (wend_vec2){measure_time(r, f), order[f]};
    free(order);
    return count;
}

/// context: whether there are two crowds.
static void measure_lanes(const recording *r, const void *context, double *figures)
{
    double sums[3] = {0}, last = verify_last(r);
    if (*(const bool *)context) {
        wend_vec2 *points = xcalloc(r->frame_count, sizeof *points);
        size_t count = find_order(r, points);
        for (size_t i = 0; i < count; ++i)
            sums[3 * i / count] += points[i].y / ((double)count / 3);
        free(points);
    }
    figures[LANES_FLOW] = verify_flow_of(r, CORRIDOR_MIDDLE);
    figures[LANES_EARLY] = sums[0];
    figures[LANES_LATE] = sums[2];
    figures[LANES_LAST] = isnan(last) ? INFINITY : last;
    figures[LANES_MISSING] = r->agent_count - verify_arrived(r);
}

static void draw_lanes(verify *v, const recording *r)
{
    chart *c = verify_chart(v, "Lanes (first seed)", "time [s]", "lane order");
    wend_vec2 *points = xcalloc(r->frame_count, sizeof *points);
    verify_series(v, c, "lane order", CHART_LINE, points, find_order(r, points));
    free(points);
    verify_paths(v, "Paths (first seed)", r);
}

static bool meet(verify *v, const scene *s, bool both, measure_interval found[LANES_FIGURES])
{
    double figures[SEEDS_LANES * LANES_FIGURES];
    recording first;
    if (!verify_run_seeds(v, s, SEEDS_LANES, measure_lanes, &both, LANES_FIGURES, figures, &first))
        return false;
    if (both)
        draw_lanes(v, &first);
    recording_free(&first);
    for (size_t i = 0; i < LANES_FIGURES; ++i)
        found[i] = verify_interval(figures, SEEDS_LANES, LANES_FIGURES, i);
    return true;
}

static bool run_lanes(verify *v)
{
    scene *s = verify_scene("lanes");
    measure_interval two[LANES_FIGURES], one[LANES_FIGURES];
    bool good = meet(v, s, true, two);
    s->agents_count = 1;
    good = good && meet(v, s, false, one);
    scene_free(s);
    if (!good)
        return false;
    double ratio = two[LANES_FLOW].mean / one[LANES_FLOW].mean;
    double missing = two[LANES_MISSING].mean * SEEDS_LANES;
    bool rises = two[LANES_LATE].mean > two[LANES_EARLY].mean;
    char with[VERIFY_INTERVAL_SIZE], alone[VERIFY_INTERVAL_SIZE];
    return verify_verdict(v, missing < 0.5 && rises && ratio >= 0.8, ratio,
                          "flow %s /s, alone %s /s; lane order from %.2f to %.2f; last arrival "
                          "after %.0f s, alone %.0f s; %.0f did not arrive",
                          verify_interval_text(two[LANES_FLOW], 2, with),
                          verify_interval_text(one[LANES_FLOW], 2, alone), two[LANES_EARLY].mean,
                          two[LANES_LATE].mean, two[LANES_LAST].mean, one[LANES_LAST].mean,
                          missing);
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
