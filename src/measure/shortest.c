// SPDX-License-Identifier: MIT
// The shortest ways that agents could have gone, by wend's own planner on the recording's floors.
// One mesh at a time is kept: a file may have many floors.
#include "measure/ways.h"

#include "io/scene_floor.h"
#include "record/recording_floors.h"
#include "wend/geometry.h"
#include "wend/path.h"

#include <stdlib.h>

/// Expansions after which a search is given up: far more than any plan of a building needs.
enum { BUDGET = 1 << 20 };
/// A disc that touches a wall may be nearer to it by a rounding.
#define TOUCHING (1 - 1e-6)
/// What is free around everything where the floor has no bounds; a shortest way does not go so far.
/// [Units: m]
#define MARGIN 10.0

/// A floor to plan on.
typedef struct planner {
    wend_floor *floor;
    wend_mesh *mesh;
    wend_path_query *query;
} planner;

static void close_planner(planner *p)
{
    wend_path_query_destroy(p->query);
    wend_mesh_destroy(p->mesh);
    wend_floor_destroy(p->floor);
}

static wend_box frame_around(wend_box box)
{
    if (box.min.x > box.max.x) // neither walls nor rows
        box = (wend_box){{0, 0}, {0, 0}};
    double margin = MARGIN + 2 * fmax(box.max.x - box.min.x, box.max.y - box.min.y);
    return (wend_box){{box.min.x - margin, box.min.y - margin},
                      {box.max.x + margin, box.max.y + margin}};
}

static wend_result open_planner(const recording *r, const scene *s, planner *p, wend_error *error)
{
    *p = (planner){0};
    uint32_t flaws;
    wend_result result = scene_floor(s, &p->floor, error);
    if (result == WEND_OK)
        result = wend_floor_flaws(p->floor, NULL, 0, &flaws, error);
    if (result != WEND_OK)
        return result;
    wend_mesh_def def = wend_default_mesh_def();
    def.frame = frame_around(wend_box_join(wend_floor_box(p->floor), recording_box(r)));
    result = wend_mesh_create(p->floor, &def, &p->mesh, error);
    return result == WEND_OK ? wend_path_query_create(NULL, &p->query, error) : result;
}

/// The length of the shortest way; NAN: there is none. False: out of memory.
static bool find(planner *p, wend_vec2 from, wend_vec2 to, double radius, double *length)
{
    *length = NAN;
    double room = fmin(wend_floor_clearance(p->floor, from, NULL, NULL),
                       wend_floor_clearance(p->floor, to, NULL, NULL));
    wend_path_request request = wend_default_path_request();
    request.from = from;
    request.goal = (wend_goal){&to, 1};
    request.radius = fmin(radius, room * TOUCHING);
    request.budget = BUDGET;
    wend_path path;
    wend_result result = wend_path_find(p->query, p->mesh, &request, &path, NULL);
    if (result == WEND_NOTHING && request.radius > 0) { // it got through nevertheless
        request.radius = 0;
        result = wend_path_find(p->query, p->mesh, &request, &path, NULL);
    }
    if (result == WEND_OK)
        *length = path.length;
    return result != WEND_NO_MEMORY;
}

static bool find_for(const recording *r, uint32_t agent, double radius, planner *p,
                     measure_agent *out)
{
    const recorded_agent *a = &r->agents[agent];
    radius = measure_radius(a, radius);
    return find(p, r->at[a->first], r->at[measure_way_end(r, a) - 1], radius > 0 ? radius : 0,
                &out->shortest);
}

/// Which of the recording's floors an agent came to; UINT32_MAX: it is in no frame.
static uint32_t floor_of(const recording *r, uint32_t agent)
{
    const recorded_agent *a = &r->agents[agent];
    if (a->count == 0)
        return UINT32_MAX;
    return r->frame_floor ? r->frame_floor[r->frames[a->first]] : 0;
}

/// Those who came to that floor, or all (number UINT32_MAX), on the plan s.
static bool find_on(const recording *r, const scene *s, uint32_t number, double radius,
                    measure_agent *agents, problem_list *problems)
{
    planner p;
    wend_error error = {0};
    wend_result result = open_planner(r, s, &p, &error);
    bool done = result != WEND_NO_MEMORY;
    if (done && result != WEND_OK)
        problem_add(problems, "the floor is not sound, so the shortest ways are not known: %s",
                    wend_error_text(&error));
    for (uint32_t i = 0; done && result == WEND_OK && i < r->agent_count; ++i) {
        uint32_t floor = floor_of(r, i);
        if (floor != UINT32_MAX && (number == UINT32_MAX || floor == number))
            done = find_for(r, i, radius, &p, &agents[i]);
    }
    close_planner(&p);
    return done;
}

/// The floor of wend's own recording, without the doors that were ever open. NULL: out of memory.
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
