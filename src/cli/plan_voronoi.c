// SPDX-License-Identifier: MIT
// The path of a plan on the Voronoi diagram, with its channel, its curve and its portals.
#include "cli/plan.h"
#include "cli/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Lines are off parabolas and curves by no more than this. [Units: m]
#define LINE_ERROR 1e-3

/// Circles of the channel are so near each other that their outline looks like one line: between
/// two of them it is lower than the circle by 1 % of the radius.
#define CHANNEL_SPACING 0.25

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

/// Copies what belongs to the roadmap, which will be used again. NULL: out of memory.
static void *keep(const void *items, uint32_t count, size_t size)
{
    void *kept = malloc(count > 0 ? count * size : 1);
    if (kept && count > 0)
        memcpy(kept, items, count * size);
    return kept;
}

/// The line of the way, as points and as straight pieces.
static bool keep_line(const plan *p, plan_path *found)
{
    const wend_vec2 *points;
    uint32_t count;
    if (wend_roadmap_points(p->roadmap, LINE_ERROR, &points, &count, NULL) != WEND_OK)
        return false;
    found->points = keep(points, count, sizeof *points);
    found->pieces = malloc(count * sizeof *found->pieces);
    if (!found->points || !found->pieces)
        return false;
    found->point_count = count;
    for (uint32_t i = 1; i < count; ++i)
        found->pieces[i - 1] = (wend_path_piece){points[i - 1], points[i], points[i - 1], 0};
    found->path.pieces = found->pieces;
    found->path.piece_count = count - 1;
    return true;
}

static bool keep_curve(const plan *p, plan_way *way)
{
    const wend_vec2 *points;
    if (wend_roadmap_curve(p->roadmap, LINE_ERROR, &points, &way->curve_count,
                           &way->curve_clearance, NULL) != WEND_OK)
        return false;
    way->curve = keep(points, way->curve_count, sizeof *points);
    for (uint32_t i = 1; i < way->curve_count; ++i)
        way->curve_length += hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y);
    return way->curve != NULL;
}

static bool keep_all(const plan *p, plan_path *found)
{
    const wend_circle *circles;
    const wend_aim *portals;
    plan_way *way = found->way;
    if (!keep_line(p, found) || !keep_curve(p, way) ||
        wend_roadmap_channel(p->roadmap, CHANNEL_SPACING, &circles, &way->circle_count, NULL) !=
            WEND_OK)
        return false;
    way->circles = keep(circles, way->circle_count, sizeof *circles);
    if (!way->circles ||
        wend_roadmap_portals(p->roadmap, 0, &portals, &way->portal_count, NULL) != WEND_OK)
        return false;
    way->portals = keep(portals, way->portal_count, sizeof *portals);
    return way->portals && plan_cover(p, found, way);
}

static wend_roadmap_request request_of(const plan *p, double radius)
{
    wend_roadmap_request request = wend_default_roadmap_request();
    request.from = p->start;
    request.goal = (wend_goal){p->to.points, p->to.count};
    request.radius = radius;
    request.weight = option_number(p->args, "weight", 0);
    request.comfort = option_number(p->args, "comfort", request.comfort);
    request.iterations = (uint32_t)option_number(p->args, "iterations", 0);
    return request;
}

/// The frame of a scene without bounds is a site of the diagram, but no wall.
static double clearance_of(const plan *p, double clearance)
{
    return p->s->bounds_count == 0 && p->s->obstacle_count == 0 ? INFINITY : clearance;
}

int plan_find_way(plan *p, plan_path *found)
{
    if (!p->roadmap && wend_roadmap_create(NULL, &p->roadmap, NULL) != WEND_OK)
        return fail(p->args, "%s: out of memory", p->file);
    wend_roadmap_request request = request_of(p, found->radius);
    wend_roadmap_path path;
    double before = plan_clock();
    wend_result result = wend_roadmap_find(p->roadmap, p->voronoi, &request, &path, &found->error);
    found->us = plan_clock() - before;
    if (wend_failed(result) && result != WEND_NO_MEMORY)
        return fail_usage(p->args, "%s", wend_error_text(&found->error));
    bool none = result == WEND_NOTHING;
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
    found->way = calloc(1, sizeof *found->way);
    if (result == WEND_NO_MEMORY || !found->way)
        return fail(p->args, "%s: out of memory", p->file);
    found->way->cost = path.cost;
    found->way->left = path.left;
    if (!keep_all(p, found))
        return fail(p->args, "%s: out of memory", p->file);
    found->way->curve_clearance = clearance_of(p, found->way->curve_clearance);
    return EXIT_DONE;
}
