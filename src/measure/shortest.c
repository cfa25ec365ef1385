// SPDX-License-Identifier: MIT
// Shortest paths of agents by wend's own planner, on the recording's floors. One mesh at a time is
// kept: a file may have many floors.
#include "measure/ways.h"

#include "record/recording_floors.h"
#include "scene/build/structures.h"
#include "wend/geometry.h"
#include "wend/path.h"

#include <stdlib.h>

/// Expansion limit of a search: far more than any floor plan of a building needs.
enum { BUDGET = 1 << 20 };
/// A disc that touches a wall may be nearer to it by rounding.
#define TOUCHING (1 - 1e-6)
/// Mesh and search of a floor.
typedef struct planner {
    scene_mesh built;
    wend_path_query *query;
} planner;

static void close_planner(planner *p)
{
    wend_path_query_destroy(p->query);
    scene_mesh_free(&p->built);
}

static wend_result open_planner(const recording *r, const scene *s, planner *p, wend_error *error)
{
    *p = (planner){0};
    wend_result result = scene_make_mesh(s, recording_box(r), 0, &p->built, error);
    return result == WEND_OK ? wend_path_query_create(NULL, &p->query, error) : result;
}

/// Length of the shortest path; NAN: none. False: out of memory.
static bool find(planner *p, wend_vec2 from, wend_vec2 to, double radius, double *length)
{
    *length = NAN;
    double room = fmin(wend_floor_clearance(p->built.floor, from, NULL, NULL),
                       wend_floor_clearance(p->built.floor, to, NULL, NULL));
    wend_path_request request = wend_default_path_request();
    request.from = from;
    request.goal = (wend_goal){&to, 1};
    request.radius = fmin(radius, room * TOUCHING);
    request.budget = BUDGET;
    wend_path path;
    wend_result result = wend_path_find(p->query, p->built.mesh, &request, &path, NULL);
    if (result == WEND_NOT_FOUND && request.radius > 0) { // the agent did pass
        request.radius = 0;
        result = wend_path_find(p->query, p->built.mesh, &request, &path, NULL);
    }
    if (result == WEND_OK)
        *length = path.length;
    return result != WEND_OUT_OF_MEMORY;
}

static bool find_for(const recording *r, uint32_t agent, double radius, planner *p,
                     measure_agent *out)
{
    const recorded_agent *a = &r->agents[agent];
    radius = measure_radius(a, radius);
    return find(p, r->at[a->first], r->at[measure_way_end(r, a) - 1], radius > 0 ? radius : 0,
                &out->shortest);
}

/// First floor of an agent; UINT32_MAX: it is in no frame.
static uint32_t floor_of(const recording *r, uint32_t agent)
{
    const recorded_agent *a = &r->agents[agent];
    if (a->count == 0)
        return UINT32_MAX;
    return r->frame_floor ? r->frame_floor[r->frames[a->first]] : 0;
}

/// Agents whose first floor is that number, or all (UINT32_MAX), on the plan s.
static bool find_on(const recording *r, const scene *s, uint32_t number, double radius,
                    measure_agent *agents, problem_list *problems)
{
    planner p;
    wend_error error = {0};
    wend_result result = open_planner(r, s, &p, &error);
    bool done = result != WEND_OUT_OF_MEMORY;
    if (done && result != WEND_OK)
        problem_add(problems, "invalid floor, shortest paths are unknown: %s",
                    wend_error_text(&error));
    for (uint32_t i = 0; done && result == WEND_OK && i < r->agent_count; ++i) {
        uint32_t floor = floor_of(r, i);
        if (floor != UINT32_MAX && (number == UINT32_MAX || floor == number))
            done = find_for(r, i, radius, &p, &agents[i]);
    }
    close_planner(&p);
    return done;
}

/// Floor of wend's own recording, without the doors that were ever open. NULL: out of memory.
static scene *open_floor(const recording *r)
{
    uint32_t doors = r->s->door_count;
    uint8_t *shut = malloc((size_t)doors + 1);
    if (!shut)
        return NULL;
    for (uint32_t i = 0; i < doors; ++i) {
        shut[i] = r->shut && r->frame_count > 0;
        for (uint32_t f = 0; shut[i] && f < r->frame_count; ++f)
            shut[i] = r->shut[(size_t)f * doors + i];
    }
    scene *s = recording_scene_floor(r->s, shut);
    free(shut);
    return s;
}

bool measure_find_shortest(const recording *r, double radius, measure_agent *agents,
                           problem_list *problems)
{
    bool done = true;
    if (r->s) {
        scene *s = open_floor(r);
        done = s && find_on(r, s, UINT32_MAX, radius, agents, problems);
        scene_free(s);
    }
    for (uint32_t f = 0; !r->s && done && f < r->floor_count; ++f)
        done = find_on(r, r->floors[f].floor, f, radius, agents, problems);
    return done || problem_no_memory(problems);
}
