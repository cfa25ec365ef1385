// SPDX-License-Identifier: MIT
// A search on the diagram: what is asked is checked, placed, and searched for in slices.
#include "plan/roadmap.h"

#include "geometry/points.h"
#include "wend/geometry.h"

#define ROADMAP_COOKIE 0x77f1006eu

/// About what people keep from walls where they have the choice, and then some. [Units: m]
#define DEFAULT_COMFORT 3.0

wend_roadmap_request wend_default_roadmap_request(void)
{
    return (wend_roadmap_request){.comfort = DEFAULT_COMFORT, .cookie = ROADMAP_COOKIE};
}

wend_result wend_roadmap_create(const wend_allocator *allocator, wend_roadmap **roadmap,
                                wend_error *error)
{
    if (!roadmap)
        return wend_fail(error, WEND_BAD_ARGUMENT, "there must be a place for the roadmap");
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
    wend_array_free(&roadmap->way.arcs, &allocator);
    wend_array_free(&roadmap->way.circles, &allocator);
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

// ---- what is asked ------------------------------------------------------------------------------

static bool is_in_range(wend_vec2 p)
{
    return fabs(p.x) <= WEND_MAX_COORDINATE && fabs(p.y) <= WEND_MAX_COORDINATE;
}

static wend_result check_numbers(const wend_roadmap_request *request, wend_error *error)
{
    if (!(request->radius >= 0) || !isfinite(request->radius))
        return wend_fail(error, WEND_BAD_ARGUMENT, "the radius is %g: it must be 0 or more",
                         request->radius);
    if (!(request->weight >= 0 && request->weight <= 1))
        return wend_fail(error, WEND_BAD_ARGUMENT, "the weight is %g: it must be 0 to 1",
                         request->weight);
    if (!(request->comfort > 0) || !isfinite(request->comfort))
        return wend_fail(error, WEND_BAD_ARGUMENT, "the comfort is %g: it must be above 0",
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
                         "make the request with wend_default_roadmap_request");
    if (wend_id_null(request->agent) && !is_in_range(request->from))
        return wend_fail(error, WEND_BAD_ARGUMENT, "the start is not within %g m of the origin",
                         WEND_MAX_COORDINATE);
    if (!goal.points || goal.count < 1 || goal.count > WEND_MAX_GOAL_POINTS)
        return wend_fail(error, WEND_BAD_ARGUMENT, "the goal has %u points: it must have 1 to %u",
                         (unsigned)(goal.points ? goal.count : 0), (unsigned)WEND_MAX_GOAL_POINTS);
    for (uint32_t i = 0; i < goal.count; i++)
        if (!is_in_range(goal.points[i]))
            return wend_fail(error, WEND_BAD_ARGUMENT,
                             "point %u of the goal (counted from 0) is not within %g m of the "
                             "origin",
                             (unsigned)i, WEND_MAX_COORDINATE);
    return check_numbers(request, error);
}

void wend_roadmap_ask(wend_roadmap *roadmap, const wend_voronoi *voronoi,
                      const wend_roadmap_request *request)
{
    roadmap->voronoi = voronoi;
    roadmap->version = wend_voronoi_version(voronoi);
    roadmap->radius = request->radius;
    roadmap->fit = request->radius - wend_voronoi_tolerance(voronoi);
    roadmap->weight = request->weight;
    roadmap->comfort = request->comfort;
    roadmap->press = request->press;
}

static bool is_there(wend_goal goal, wend_vec2 place)
{
    if (goal.count == 1)
        return wend_same_place(goal.points[0], place);
    if (goal.count == 2)
        return wend_on_segment((wend_segment){goal.points[0], goal.points[1]}, place);
    return wend_polygon_locate(goal.points, goal.count, place) != WEND_OUTSIDE;
}

// ---- running ------------------------------------------------------------------------------------

/// Runs a slice and tells what there is.
static wend_result run(wend_roadmap *roadmap, uint32_t iterations, double seconds,
                       wend_roadmap_path *path, wend_error *error)
{
    wend_result result = wend_roadmap_run(roadmap, iterations, seconds);
    roadmap->state = WEND_ROADMAP_IDLE;
    if (result == WEND_NO_MEMORY || !wend_roadmap_write(roadmap))
        return wend_fail_memory(error);
    roadmap->state = result == WEND_BUDGET_SPENT ? WEND_ROADMAP_SPENT : WEND_ROADMAP_DONE;
    const wend_roadmap_way *way = &roadmap->way;
    *path = (wend_roadmap_path){
        .circles = way->circles.data,
        .circle_count = (uint32_t)way->circles.count,
        .start = way->start,
        .end = way->end,
        .length = roadmap->length,
        .cost = roadmap->cost,
        .bound = wend_roadmap_bound(roadmap),
        .clearance = roadmap->clearance,
        .left = way->left,
        .whole = way->whole,
        .dead_end = roadmap->dead_end,
        .iterations = roadmap->iterations,
    };
    if (result == WEND_NOTHING) {
        path->bound = INFINITY;
        return wend_fail(error, WEND_NOTHING,
                         roadmap->target_count == 0 ? "the goal has no room for the disc around it"
                         : roadmap->nearest == WEND_NO_NODE
                             ? "the start has no way out that is wide enough"
                             : "no way to the goal is wide enough");
    }
    return result;
}

wend_result wend_roadmap_find(wend_roadmap *roadmap, const wend_voronoi *voronoi,
                              const wend_roadmap_request *request, wend_roadmap_path *path,
                              wend_error *error)
{
    if (!roadmap || !voronoi || !request || !path)
        return wend_fail(error, WEND_BAD_ARGUMENT,
                         "a roadmap, a diagram, a request and a path are needed");
    roadmap->state = WEND_ROADMAP_IDLE;
    *path = (wend_roadmap_path){.bound = INFINITY, .start = request->from, .end = request->from};
    wend_result result = wend_roadmap_check(request, error);
    if (result != WEND_OK)
        return result;
    wend_roadmap_clear(roadmap);
    wend_roadmap_ask(roadmap, voronoi, request);
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
        return wend_fail(error, WEND_BAD_ARGUMENT, "a roadmap and a path are needed");
    if (roadmap->state != WEND_ROADMAP_SPENT)
        return wend_fail(error, WEND_BAD_ARGUMENT, "there is no search to go on with");
    wend_result result = wend_roadmap_ready(roadmap, error);
    if (result != WEND_OK) {
        roadmap->state = WEND_ROADMAP_IDLE;
        return result;
    }
    return run(roadmap, iterations, seconds, path, error);
}
