// SPDX-License-Identifier: MIT
// Search on the diagram: requests are checked, located, and searched in slices.
#include "plan/roadmap.h"

#include "geometry/points.h"
#include "wend/geometry.h"

#define ROADMAP_COOKIE 0x77f1006eu

/// More than the usual distance that people keep from walls if they can. [Units: m]
#define DEFAULT_COMFORT 3.0

wend_roadmap_request wend_default_roadmap_request(void)
{
    return (wend_roadmap_request){.comfort = DEFAULT_COMFORT, .cookie = ROADMAP_COOKIE};
}

wend_result wend_roadmap_create(const wend_allocator *allocator, wend_roadmap **roadmap,
                                wend_error *error)
{
    if (!roadmap)
        return wend_fail(error, WEND_BAD_ARGUMENT, "roadmap must not be NULL");
    *roadmap = wend_allocate(allocator, 1, sizeof **roadmap);
    if (!*roadmap)
        return wend_fail_memory(error);
    **roadmap = (wend_roadmap){.allocator = allocator ? *allocator : (wend_allocator){0}};
    return WEND_OK;
}

void wend_roadmap_destroy(wend_roadmap *roadmap)
{
    if (!roadmap)
        return;
    wend_allocator allocator = roadmap->allocator;
    wend_array_free(&roadmap->nodes, &allocator);
    wend_array_free(&roadmap->open, &allocator);
    wend_array_free(&roadmap->table, &allocator);
    wend_array_free(&roadmap->route.arcs, &allocator);
    wend_array_free(&roadmap->route.circles, &allocator);
    wend_array_free(&roadmap->chain, &allocator);
    wend_array_free(&roadmap->pieces, &allocator);
    wend_array_free(&roadmap->points, &allocator);
    wend_array_free(&roadmap->curve, &allocator);
    wend_array_free(&roadmap->channel, &allocator);
    wend_array_free(&roadmap->samples, &allocator);
    wend_array_free(&roadmap->beads, &allocator);
    wend_array_free(&roadmap->ends, &allocator);
    wend_array_free(&roadmap->aims, &allocator);
    wend_array_free(&roadmap->portals, &allocator);
    wend_release(&allocator, roadmap, 1, sizeof *roadmap);
}

// ---- request ------------------------------------------------------------------------------------

static wend_result check_numbers(const wend_roadmap_request *request, wend_error *error)
{
    if (!(request->radius >= 0) || !isfinite(request->radius))
        return wend_fail(error, WEND_BAD_ARGUMENT, "radius is %g m: must be 0 or more",
                         request->radius);
    if (!(request->clearance_weight >= 0 && request->clearance_weight <= 1))
        return wend_fail(error, WEND_BAD_ARGUMENT, "clearance_weight is %g: must be 0 to 1",
                         request->clearance_weight);
    if (!(request->comfort > 0) || !isfinite(request->comfort))
        return wend_fail(error, WEND_BAD_ARGUMENT, "comfort is %g m: must be above 0",
                         request->comfort);
    if (!(request->seconds >= 0) || !(request->dead_end >= 0))
        return wend_fail(error, WEND_BAD_ARGUMENT, "seconds and dead_end must be 0 or more");
    return WEND_OK;
}

wend_result wend_roadmap_check(const wend_roadmap_request *request, wend_error *error)
{
    wend_goal goal = request->goal;
    if (request->cookie != ROADMAP_COOKIE)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "the request is not initialised: use wend_default_roadmap_request()");
    if (wend_site_id_is_null(request->agent) && !wend_is_in_range(request->from))
        return wend_fail(error, WEND_BAD_ARGUMENT, "the start is not within %g m of the origin",
                         WEND_MAX_COORDINATE);
    if (!goal.points || goal.count < 1 || goal.count > WEND_MAX_GOAL_POINTS)
        return wend_fail(error, WEND_BAD_ARGUMENT, "the goal has %u points: must be 1 to %u",
                         (unsigned)(goal.points ? goal.count : 0), (unsigned)WEND_MAX_GOAL_POINTS);
    for (uint32_t i = 0; i < goal.count; i++)
        if (!wend_is_in_range(goal.points[i]))
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "point %u of the goal (counted from 0) is not within %g m of the "
                             "origin",
                             (unsigned)i, WEND_MAX_COORDINATE);
    return check_numbers(request, error);
}

void wend_roadmap_read_request(wend_roadmap *roadmap, const wend_voronoi *voronoi,
                               const wend_roadmap_request *request)
{
    roadmap->voronoi = voronoi;
    roadmap->version = wend_voronoi_version(voronoi);
    roadmap->radius = request->radius;
    roadmap->fit = request->radius - wend_voronoi_tolerance(voronoi);
    roadmap->weight = request->clearance_weight;
    roadmap->comfort = request->comfort;
    roadmap->press = request->press;
}

static bool is_there(wend_goal goal, wend_vec2 position)
{
    if (goal.count == 1)
        return wend_equal(goal.points[0], position);
    if (goal.count == 2)
        return wend_on_segment((wend_segment){goal.points[0], goal.points[1]}, position);
    return wend_polygon_locate(goal.points, goal.count, position) != WEND_OUTSIDE;
}

// ---- execution ----------------------------------------------------------------------------------

/// Runs a slice and writes the result.
static wend_result run(wend_roadmap *roadmap, uint32_t iterations, double seconds,
                       wend_roadmap_path *path, wend_error *error)
{
    wend_result result = wend_roadmap_run(roadmap, iterations, seconds);
    roadmap->state = WEND_ROADMAP_IDLE;
    if (result == WEND_OUT_OF_MEMORY || !wend_roadmap_write(roadmap))
        return wend_fail_memory(error);
    roadmap->state = result == WEND_BUDGET_EXHAUSTED ? WEND_ROADMAP_SPENT : WEND_ROADMAP_DONE;
    const wend_roadmap_route *route = &roadmap->route;
    *path = (wend_roadmap_path){
        .circles = route->circles.data,
        .circle_count = (uint32_t)route->circles.count,
        .start = route->start,
        .end = route->end,
        .length = roadmap->length,
        .cost = roadmap->cost,
        .bound = wend_roadmap_bound(roadmap),
        .clearance = roadmap->clearance,
        .gap_to_goal = route->left,
        .whole = route->whole,
        .dead_end = roadmap->dead_end,
        .iterations = roadmap->iterations,
    };
    if (result == WEND_NOT_FOUND) {
        path->bound = INFINITY;
        return wend_fail(error, WEND_NOT_FOUND,
                         roadmap->target_count == 0 ? "the disc does not fit at the goal"
                         : roadmap->nearest == WEND_NO_NODE
                             ? "no path from the start is wide enough"
                             : "no path to the goal is wide enough");
    }
    return result;
}

wend_result wend_roadmap_find(wend_roadmap *roadmap, const wend_voronoi *voronoi,
                              const wend_roadmap_request *request, wend_roadmap_path *path,
                              wend_error *error)
{
    if (!roadmap || !voronoi || !request || !path)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "roadmap, diagram, request and path must not be NULL");
    roadmap->state = WEND_ROADMAP_IDLE;
    *path = (wend_roadmap_path){.bound = INFINITY, .start = request->from, .end = request->from};
    wend_result result = wend_roadmap_check(request, error);
    if (result != WEND_OK)
        return result;
    wend_roadmap_clear(roadmap);
    wend_roadmap_read_request(roadmap, voronoi, request);
    result = wend_roadmap_begin(roadmap, request, error);
    path->start = path->end = roadmap->start;
    if (result != WEND_OK)
        return result;
    if (is_there(request->goal, roadmap->start))
        wend_roadmap_stay(roadmap);
    return run(roadmap, request->iterations, request->seconds, path, error);
}

wend_result wend_roadmap_continue(wend_roadmap *roadmap, uint32_t iterations, double seconds,
                                  wend_roadmap_path *path, wend_error *error)
{
    if (!roadmap || !path)
        return wend_fail(error, WEND_BAD_ARGUMENT, "roadmap and path must not be NULL");
    if (roadmap->state != WEND_ROADMAP_SPENT)
        return wend_fail(error, WEND_BAD_ARGUMENT, "there is no search to continue");
    wend_result result = wend_roadmap_ready(roadmap, error);
    if (result != WEND_OK) {
        roadmap->state = WEND_ROADMAP_IDLE;
        return result;
    }
    return run(roadmap, iterations, seconds, path, error);
}
