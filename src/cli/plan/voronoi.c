// SPDX-License-Identifier: MIT
// The path of a plan on the Voronoi diagram, with its channel, its curve and its portals.
#include "base/xalloc.h"
#include "cli/plan/plan.h"
#include "cli/report.h"
#include "plan/coverage.h"
#include "wend/vec2.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Maximum distance of lines from parabolas and curves. [Units: m]
#define LINE_ERROR 1e-3

/// Distance of the circles of the channel, in radii: small enough that their outline looks like one
/// line. Between two circles it is lower by 1 % of the radius.
#define CHANNEL_SPACING 0.25

/// Maximum number of expansions of the search for the shortest path, a tenth of a second; beyond it
/// there is no comparison.
enum { MOST_EXPANSIONS = 100000 };

void plan_way_free(plan_way *way)
{
    if (!way)
        return;
    free(way->circles);
    free(way->curve);
    free(way->portals);
    free(way->triangles);
    free(way);
}

/// Copies an array of the roadmap, which is overwritten by the next query.
static void *keep(const void *items, uint32_t count, size_t size)
{
    void *kept = xmalloc(count * size);
    if (count > 0)
        memcpy(kept, items, count * size);
    return kept;
}

/// Copies the line of the path as points and straight pieces.
static void keep_line(const plan *p, plan_path *found)
{
    const wend_vec2 *points;
    uint32_t count;
    xresult(wend_roadmap_points(p->roadmap, LINE_ERROR, &points, &count, NULL));
    found->points = keep(points, count, sizeof *points);
    found->pieces = xmalloc(count * sizeof *found->pieces);
    found->point_count = count;
    for (uint32_t i = 1; i < count; ++i)
        found->pieces[i - 1] = (wend_path_piece){points[i - 1], points[i], points[i - 1], 0};
    found->path.pieces = found->pieces;
    found->path.piece_count = count - 1;
}

static void keep_curve(const plan *p, plan_way *way)
{
    const wend_vec2 *points;
    xresult(wend_roadmap_curve(p->roadmap, LINE_ERROR, &points, &way->curve_count,
                               &way->curve_clearance, NULL));
    way->curve = keep(points, way->curve_count, sizeof *points);
    for (uint32_t i = 1; i < way->curve_count; ++i)
        way->curve_length += wend_distance(points[i], points[i - 1]);
}

/// Copies the triangles that the shortest path of the same disc crosses.
static void keep_triangles(const plan *p, const plan_path *found, plan_way *way)
{
    wend_path_request request = wend_default_path_request();
    request.from = p->start;
    request.goal = (wend_goal){p->to.points, p->to.count};
    request.radius = found->radius;
    request.budget = MOST_EXPANSIONS;
    wend_path path;
    if (xresult(wend_path_find(p->query, p->built.mesh, &request, &path, NULL)) != WEND_OK)
        return; // the disc does not fit at an end, or the search is too long
    uint32_t count = 0;
    double error = plan_points_error(found->radius);
    wend_path_points(&path, error, NULL, 0, &count);
    wend_vec2 *points = xmalloc(count * sizeof *points);
    wend_path_points(&path, error, points, count, &count);
    wend_crossed_triangles crossed = {0};
    xresult(wend_path_triangles(p->built.mesh, points, count, &crossed, NULL));
    free(points);
    way->triangles = crossed.corners.data;
    way->triangle_count = (uint32_t)(crossed.corners.count / 3);
    way->triangles_area = crossed.area;
}

static void keep_all(const plan *p, plan_path *found)
{
    const wend_circle *circles;
    const wend_steering_target *portals;
    plan_way *way = found->way;
    keep_line(p, found);
    keep_curve(p, way);
    xresult(wend_roadmap_channel(p->roadmap, CHANNEL_SPACING, &circles, &way->circle_count, NULL));
    way->circles = keep(circles, way->circle_count, sizeof *circles);
    xresult(wend_roadmap_portals(p->roadmap, 0, &portals, &way->portal_count, NULL));
    way->portals = keep(portals, way->portal_count, sizeof *portals);
    way->free_area = p->s->bounds_count > 0 ? wend_mesh_measure(p->built.mesh).area : INFINITY;
    xresult(wend_circles_area(way->circles, way->circle_count, &way->circles_area, NULL));
    keep_triangles(p, found, way);
}

static wend_roadmap_request request_of(const plan *p, double radius)
{
    wend_roadmap_request request = wend_default_roadmap_request();
    request.from = p->start;
    request.goal = (wend_goal){p->to.points, p->to.count};
    request.radius = radius;
    request.clearance_weight = option_number(p->args, "clearance-weight", 0);
    request.comfort = option_number(p->args, "comfort", request.comfort);
    request.iterations = (uint32_t)option_number(p->args, "budget", 0);
    return request;
}

/// The frame of a scene without bounds is a site of the diagram but not a wall.
static double clearance_of(const plan *p, double clearance)
{
    return p->s->bounds_count == 0 && p->s->obstacle_count == 0 ? INFINITY : clearance;
}

int plan_find_way(plan *p, plan_path *found)
{
    if (!p->roadmap)
        xresult(wend_roadmap_create(NULL, &p->roadmap, NULL));
    wend_roadmap_request request = request_of(p, found->radius);
    wend_roadmap_path path;
    double before = plan_clock();
    wend_result result =
        xresult(wend_roadmap_find(p->roadmap, p->voronoi, &request, &path, &found->error));
    found->us = plan_clock() - before;
    if (wend_failed(result))
        return fail_usage(p->args, "%s", wend_error_text(&found->error));
    bool none = result == WEND_NOT_FOUND;
    found->status = none ? PLAN_NONE : result == WEND_OK ? PLAN_FOUND : PLAN_PARTIAL;
    found->path = (wend_path){
        .length = none ? INFINITY : path.length,
        .bound = path.bound,
        .radius = found->radius,
        .expansions = path.iterations,
    };
    found->clearance = none ? INFINITY : clearance_of(p, path.clearance);
    if (none)
        return EXIT_DONE;
    found->way = xcalloc(1, sizeof *found->way);
    found->way->cost = path.cost;
    found->way->left = path.gap_to_goal;
    keep_all(p, found);
    found->way->curve_clearance = clearance_of(p, found->way->curve_clearance);
    return EXIT_DONE;
}
