// SPDX-License-Identifier: MIT
#include "tests/hunt/judge.h"

#include "base/xalloc.h"
#include "run/run.h"
#include "scene/build/floor.h"
#include "scene/check/check.h"
#include "scene/json.h"
#include "wend/path.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Interval of the looks at the agents. [Units: s]
#define LOOK 1.0
/// A run goes on beyond its duration while agents arrive or come nearer than ever, up to this many
/// times as long: it is slow then, but not locked.
#define LONGEST 4.0
/// Plans of a group that count as progress.
enum { MAX_PLANS = 20 };

/// An agent that a contact has pushed into a wall by a rounding still has its way: the search is
/// repeated with these shares of its radius.
static const double SHARES[] = {1, 0.999, 0.99};
enum { SHARE_COUNT = 3 };

typedef struct follower {
    wend_agent_id id;
    uint32_t entry;
    bool judged;
    double radius;
    wend_planner_kind planner;
    wend_group_id group;
    double best;       ///< least length so far
    double group_best; ///< the same for the plan of its group
    uint32_t plans;    ///< of its group
    double since;      ///< time of the last progress
} follower;

typedef struct judging {
    const scene *s;
    scene_run run;
    wend_mesh *mesh;
    wend_path_query *query;
    follower *agents; ///< [count] those at time 0
    uint32_t count;
    uint64_t arrived; ///< at the last look
    double arrival;   ///< time of the look that found the last arrival
    hunt_verdict verdict;
} judging;

const char *hunt_outcome_name(hunt_outcome outcome)
{
    static const char *const NAMES[] = {"arrived", "slow",   "locked",
                                        "invalid", "failed", "crashed"};
    return NAMES[outcome];
}

// ---- ways ---------------------------------------------------------------------------------------

static wend_goal goal_of(const scene *s, const scene_goal *goal)
{
    if (goal->kind == SCENE_GOAL_AREA) {
        const scene_area *area = scene_area_named(s, goal->area);
        return (wend_goal){area->shape.points, area->shape.point_count};
    }
    return (wend_goal){&goal->segment.a, goal->kind == SCENE_GOAL_POINT ? 1 : 2};
}

/// Length of the path of a disc with one of the first shares of the radius, INFINITY if there is
/// none; *straight: it has no bend.
static double way(judging *j, const follower *a, wend_vec2 from, int shares, bool *straight)
{
    wend_path_request request = wend_default_path_request();
    request.from = from;
    request.goal = goal_of(j->s, &j->s->agents[a->entry].goal);
    for (int k = 0; k < shares; ++k) {
        wend_path path;
        request.radius = SHARES[k] * a->radius;
        if (xresult(wend_path_find(j->query, j->mesh, &request, &path, NULL)) == WEND_OK) {
            *straight = path.piece_count <= 1;
            return path.length;
        }
    }
    *straight = false;
    return INFINITY;
}

static double lane_remaining(const judging *j, const follower *a)
{
    wend_agent_state state;
    return wend_world_agent_state(j->run.world, a->id, &state, NULL) == WEND_OK ? state.remaining
                                                                                : INFINITY;
}

// ---- progress -----------------------------------------------------------------------------------

static bool gets_below(double *best, double length)
{
    if (!(length < *best - HUNT_PROGRESS))
        return false;
    *best = length;
    return true;
}

/// Progress of the group's shape along its plan.
static bool group_progresses(judging *j, follower *a)
{
    wend_world_group_state group;
    if (wend_world_group(j->run.world, a->group, &group, NULL) != WEND_OK)
        return false;
    if (group.plans != a->plans && group.plans <= MAX_PLANS)
        a->group_best = INFINITY;
    a->plans = group.plans;
    return gets_below(&a->group_best, group.length - group.along);
}

static void look_at(judging *j, follower *a, wend_vec2 at)
{
    bool straight;
    double length = a->planner == WEND_PLANNER_LANES ? lane_remaining(j, a)
                                                     : way(j, a, at, SHARE_COUNT, &straight);
    bool progress = gets_below(&a->best, length);
    if (a->planner == WEND_PLANNER_GROUP && group_progresses(j, a))
        progress = true;
    if (progress)
        a->since = wend_world_time(j->run.world);
}

/// Looks at all agents. Returns the time of the latest progress of a judged agent that is present,
/// or of the last arrival: those who waited for it may go on now. Negative if there is none left.
static double look(judging *j)
{
    double latest = -1;
    if (j->run.figures.arrived != j->arrived)
        j->arrival = wend_world_time(j->run.world);
    j->arrived = j->run.figures.arrived;
    for (uint32_t i = 0; i < j->count; ++i) {
        follower *a = &j->agents[i];
        wend_agent_def def;
        if (!a->judged || wend_world_agent(j->run.world, a->id, &def, NULL) != WEND_OK)
            continue;
        look_at(j, a, def.position);
        latest = fmax(latest, fmax(a->since, j->arrival));
    }
    return latest;
}

// ---- start and end ------------------------------------------------------------------------------

static bool has_way(judging *j, const follower *a, wend_vec2 at)
{
    bool straight = false;
    if (a->planner == WEND_PLANNER_LANES)
        return true;
    if (a->planner == WEND_PLANNER_GROUP) {
        wend_world_group_state group;
        return wend_world_group(j->run.world, a->group, &group, NULL) == WEND_OK &&
               group.status == WEND_GROUP_FOUND;
    }
    double length = way(j, a, at, 1, &straight);
    return a->planner == WEND_PLANNER_DIRECT ? straight && length < INFINITY : length < INFINITY;
}

static void follow_all(judging *j)
{
    wend_agents agents = wend_world_agents(j->run.world);
    j->agents = xcalloc(agents.slots + 1, sizeof *j->agents);
    for (uint32_t i = 0; i < agents.slots; ++i) {
        wend_agent_def def;
        if (wend_world_agent(j->run.world, agents.ids[i], &def, NULL) != WEND_OK)
            continue;
        follower *a = &j->agents[j->count++];
        *a = (follower){.id = agents.ids[i],
                        .entry = (uint32_t)def.user,
                        .radius = def.radius,
                        .planner = def.planner,
                        .group = def.coherent_group,
                        .best = INFINITY,
                        .group_best = INFINITY};
        a->judged = has_way(j, a, def.position);
        if (!a->judged)
            ++*(a->planner == WEND_PLANNER_DIRECT ? &j->verdict.strayed : &j->verdict.no_way);
    }
}

static void judge_one(judging *j, const follower *a, wend_vec2 at)
{
    hunt_verdict *v = &j->verdict;
    bool straight = true;
    double length = a->planner == WEND_PLANNER_LANES ? lane_remaining(j, a)
                                                     : way(j, a, at, SHARE_COUNT, &straight);
    if (v->time - a->since < HUNT_PATIENCE)
        return;
    if (a->planner == WEND_PLANNER_DIRECT && !straight) {
        ++v->strayed;
        return;
    }
    if (v->locked < HUNT_LISTED)
        v->stuck[v->locked] = (hunt_stuck){a->entry, at, length, a->since};
    ++v->locked;
}

static void judge_all(judging *j)
{
    hunt_verdict *v = &j->verdict;
    uint32_t walking = 0;
    v->time = wend_world_time(j->run.world);
    v->agents = j->count;
    v->arrived = (uint32_t)j->run.figures.arrived;
    v->agent_steps = j->run.figures.agent_steps;
    v->walls_crossed = j->run.figures.walls_crossed;
    v->deepest = j->run.figures.deepest;
    v->hash = wend_world_hash(j->run.world);
    for (uint32_t i = 0; i < j->count; ++i) {
        wend_agent_def def;
        if (!j->agents[i].judged ||
            wend_world_agent(j->run.world, j->agents[i].id, &def, NULL) != WEND_OK)
            continue;
        ++walking;
        judge_one(j, &j->agents[i], def.position);
    }
    bool slow = walking > v->strayed || v->time > j->s->duration + LOOK;
    v->outcome = v->locked ? HUNT_LOCKED : slow ? HUNT_SLOW : HUNT_ARRIVED;
}

/// Steps until the next look. False: the run is over.
static bool run_on(judging *j, double until)
{
    while (wend_world_time(j->run.world) < until) {
        if (run_step(&j->run) != RUN_COMPLETE) {
            j->verdict.outcome = HUNT_FAILED;
            snprintf(j->verdict.text, sizeof j->verdict.text, "%s", j->run.error.text);
            return false;
        }
        if (j->run.figures.inside == 0)
            return false;
    }
    return true;
}

static void judge_run(judging *j)
{
    follow_all(j);
    double latest = look(j);
    for (double at = LOOK; latest >= 0 && run_on(j, at); at += LOOK) {
        latest = look(j);
        if (at - latest > HUNT_PATIENCE + LOOK || at >= LONGEST * j->s->duration)
            break;
    }
    if (j->verdict.outcome != HUNT_FAILED)
        judge_all(j);
}

static void judge_valid(judging *j, const wend_floor *floor)
{
    wend_mesh_def def = wend_default_mesh_def();
    run_def run = {.s = j->s,
                   .world = {.floor = floor},
                   .seconds = LONGEST * j->s->duration,
                   .monitored = true};
    wend_error error = {0};
    if (xresult(wend_mesh_create(floor, &def, &j->mesh, &error)) == WEND_OK &&
        xresult(wend_path_query_create(NULL, &j->query, &error)) == WEND_OK) {
        if (run_open(&j->run, &run))
            judge_run(j);
        else
            error = j->run.error;
        run_close(&j->run);
    }
    if (error.text[0]) {
        j->verdict.outcome = HUNT_INVALID;
        snprintf(j->verdict.text, sizeof j->verdict.text, "%s", error.text);
    }
    wend_path_query_destroy(j->query);
    wend_mesh_destroy(j->mesh);
    free(j->agents);
}

hunt_verdict hunt_judge(const scene *s)
{
    judging j = {.s = s};
    problem_list problems = {.file = "scene"};
    wend_floor *floor = NULL;
    if (scene_check_floor(s, &floor, &problems))
        judge_valid(&j, floor);
    if (problems.count) {
        j.verdict.outcome = HUNT_INVALID;
        snprintf(j.verdict.text, sizeof j.verdict.text, "%s %s", problems.items[0].where,
                 problems.items[0].what);
    }
    wend_floor_destroy(floor);
    problem_free(&problems);
    return j.verdict;
}

hunt_verdict hunt_judge_json(const char *json)
{
    problem_list problems = {.file = "scene"};
    hunt_verdict verdict = {.outcome = HUNT_INVALID};
    text t = {0};
    scene *s = NULL;
    if (text_copy(json, strlen(json), &t, &problems))
        s = scene_read_json(&t, NULL, &problems);
    text_free(&t);
    if (s)
        verdict = hunt_judge(s);
    else if (problems.count)
        snprintf(verdict.text, sizeof verdict.text, "%s %s", problems.items[0].where,
                 problems.items[0].what);
    scene_free(s);
    problem_free(&problems);
    return verdict;
}
