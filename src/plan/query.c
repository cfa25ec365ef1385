// SPDX-License-Identifier: MIT
// Path query: the request is checked and located in the mesh, then one of the searches runs.
#include "plan/query.h"

#include "geometry/points.h"
#include "mesh/around.h"
#include "wend/geometry.h"

#include <math.h>

#define PATH_COOKIE 0x77f1005eu

wend_path_request wend_default_path_request(void)
{
    return (wend_path_request){.cookie = PATH_COOKIE};
}

wend_result wend_path_query_create(const wend_allocator *allocator, wend_path_query **query,
                                   wend_error *error)
{
    if (!query)
        return wend_fail(error, WEND_BAD_ARGUMENT, "query must not be NULL");
    *query = wend_allocate(allocator, 1, sizeof **query);
    if (!*query)
        return wend_fail_memory(error);
    **query = (wend_path_query){.allocator = allocator ? *allocator : (wend_allocator){0}};
    return WEND_OK;
}

void wend_path_query_destroy(wend_path_query *query)
{
    if (!query)
        return;
    wend_point_free(query);
    wend_disc_free(query);
    wend_array_free(&query->start_cells, &query->allocator);
    wend_array_free(&query->goal, &query->allocator);
    wend_array_free(&query->pieces, &query->allocator);
    wend_array_free(&query->visited, &query->allocator);
    wend_array_free(&query->seen, &query->allocator);
    wend_allocator allocator = query->allocator;
    wend_release(&allocator, query, 1, sizeof *query);
}

// ---- request ------------------------------------------------------------------------------------

static wend_result check_request(const wend_path_request *request, wend_error *error)
{
    if (request->cookie != PATH_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the request is not initialised: use wend_default_path_request()");
    if (!wend_is_in_range(request->from))
        return wend_fail(error, WEND_BAD_ARGUMENT, "the start is not within %g m of the origin",
                         WEND_MAX_COORDINATE);
    if (!(request->radius >= 0) || !isfinite(request->radius))
        return wend_fail(error, WEND_BAD_ARGUMENT, "radius is %g m: must be 0 or more",
                         request->radius);
    if (request->goal.count < 1 || request->goal.count > WEND_MAX_GOAL_POINTS ||
        !request->goal.points)
        return wend_fail(error, WEND_BAD_ARGUMENT, "the goal has %u points: must be 1 to %u",
                         (unsigned)(request->goal.points ? request->goal.count : 0),
                         (unsigned)WEND_MAX_GOAL_POINTS);
    for (uint32_t i = 0; i < request->goal.count; i++)
        if (!wend_is_in_range(request->goal.points[i]))
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "point %u of the goal (counted from 0) is not within %g m of the "
                             "origin",
                             (unsigned)i, WEND_MAX_COORDINATE);
    return WEND_OK;
}

static bool is_there(const wend_path_request *request)
{
    wend_goal goal = request->goal;
    if (goal.count == 1)
        return wend_equal(goal.points[0], request->from);
    if (goal.count == 2)
        return wend_on_segment((wend_segment){goal.points[0], goal.points[1]}, request->from);
    return wend_polygon_locate(goal.points, goal.count, request->from) != WEND_OUTSIDE;
}

static const char *location_name(const wend_mesh *mesh, wend_vec2 p)
{
    switch (wend_mesh_locate(mesh, p)) {
    case WEND_LOCATION_OUTSIDE:
        return "outside the bounds";
    case WEND_LOCATION_BOUNDARY:
        return "on a wall with no free space beside it";
    case WEND_LOCATION_SOLID:
    case WEND_LOCATION_FREE:
        break;
    }
    return "in an obstacle";
}

// Locates the start and the goal. WEND_NOT_FOUND if not even a point has a path.
static wend_result position(wend_path_query *query, const wend_path_request *request, bool *there,
                            wend_error *error)
{
    const wend_mesh *mesh = query->mesh;
    wend_goal goal = request->goal;
    bool anywhere;
    if (!wend_cells_at(mesh, &query->allocator, request->from, &query->start_cells))
        return wend_fail_memory(error);
    if (query->start_cells.count == 0)
        return wend_fail_at(error, WEND_NOT_FOUND, request->from, "the start is %s",
                            location_name(mesh, request->from));
    *there = is_there(request);
    if (*there)
        return WEND_OK;
    if (!wend_goal_cut(query, mesh, goal, &anywhere))
        return wend_fail_memory(error);
    if (!anywhere && goal.count == 1)
        return wend_fail_at(error, WEND_NOT_FOUND, goal.points[0], "the goal is %s",
                            location_name(mesh, goal.points[0]));
    if (!anywhere)
        return wend_fail_at(error, WEND_NOT_FOUND, goal.points[0],
                            "the goal has no free space on its border");
    if (query->goal.count == 0)
        return wend_fail_at(error, WEND_NOT_FOUND, goal.points[0],
                            "no path: walls separate the start from the goal");
    return WEND_OK;
}

// ---- running ------------------------------------------------------------------------------------

static wend_result run(wend_path_query *query, uint32_t budget, wend_path *path, wend_error *error)
{
    wend_result result = query->radius > 0 ? wend_disc_run(query, budget, error)
                                           : wend_point_run(query, budget, error);
    query->state = result == WEND_BUDGET_EXHAUSTED ? WEND_QUERY_RUNNING : WEND_QUERY_IDLE;
    *path = (wend_path){
        .bound = INFINITY, .radius = query->requested_radius, .expansions = query->expansions};
    if (result != WEND_OK && result != WEND_BUDGET_EXHAUSTED)
        return result;
    path->pieces = query->pieces.data;
    path->piece_count = (uint32_t)query->pieces.count;
    path->length = query->length;
    path->bound = query->bound;
    return result;
}

wend_result wend_path_find(wend_path_query *query, const wend_mesh *mesh,
                           const wend_path_request *request, wend_path *path, wend_error *error)
{
    if (!query || !mesh || !request || !path)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "query, mesh, request and path must not be NULL");
    query->state = WEND_QUERY_IDLE;
    *path = (wend_path){.bound = INFINITY, .radius = request->radius};
    wend_result result = check_request(request, error);
    if (result != WEND_OK)
        return result;
    query->mesh = mesh;
    query->layout = mesh->layout;
    query->from = request->from;
    query->requested_radius = request->radius;
    // Smaller radii are zero: the walls themselves are no more accurate.
    query->radius = request->radius > wend_disc_tolerance(mesh) ? request->radius : 0;
    query->pieces.count = 0;
    query->length = query->bound = 0;
    query->expansions = 0;
    bool there = false;
    result = position(query, request, &there, error);
    if (result != WEND_OK)
        return result;
    if (there) {
        result = query->radius > 0 ? wend_disc_stay(query, error) : WEND_OK;
        path->bound = result == WEND_OK ? 0 : INFINITY;
        return result;
    }
    result = query->radius > 0 ? wend_disc_begin(query, error) : wend_point_begin(query, error);
    return result == WEND_OK ? run(query, request->budget, path, error) : result;
}

wend_result wend_path_continue(wend_path_query *query, uint32_t budget, wend_path *path,
                               wend_error *error)
{
    if (!query || !path)
        return wend_fail(error, WEND_BAD_ARGUMENT, "query and path must not be NULL");
    if (query->state != WEND_QUERY_RUNNING)
        return wend_fail(error, WEND_BAD_ARGUMENT, "there is no search to continue");
    if (query->mesh->layout != query->layout) {
        query->state = WEND_QUERY_IDLE;
        return wend_fail(error, WEND_STALE, "the mesh has changed since the search began");
    }
    return run(query, budget, path, error);
}
