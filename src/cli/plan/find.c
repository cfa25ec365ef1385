// SPDX-License-Identifier: MIT
// The paths of a plan, one for each radius, with their figures.
#include "base/xalloc.h"
#include "cli/plan/plan.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/touch.h"
#include "core/clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Maximum distance between points of an arc. The path's own points are exact at the ends of arcs;
/// between them are tangents, whose corners are farther out by 4e-5 of the radius. [Units: degrees]
#define POINTS_APART 1.0

const char *plan_status_name(plan_status status)
{
    static const char *const names[] = {"found", "partial", "none"};
    return names[status];
}

double plan_clock(void)
{
    enum { MICROSECONDS = 1000000 }; // in a second
    return MICROSECONDS * wend_clock();
}

double plan_points_error(double radius)
{
    const double degree = 3.14159265358979323846 / 180;
    // Distance by which the intersection of two adjacent tangents is outside the arc.
    return radius > 0 ? radius / cos(POINTS_APART * degree / 2) - radius : 1;
}

/// Copies the pieces, which belong to the query and are overwritten by the next one.
static void keep_pieces(plan_path *found)
{
    size_t size = found->path.piece_count * sizeof *found->pieces;
    found->pieces = xmalloc(size);
    if (size)
        memcpy(found->pieces, found->path.pieces, size);
    found->path.pieces = found->pieces;
}

static void keep_points(plan_path *found, wend_vec2 start)
{
    double error = plan_points_error(found->radius);
    uint32_t count = 0;
    wend_path_points(&found->path, error, NULL, 0, &count);
    found->points = xmalloc((count + (size_t)1) * sizeof *found->points);
    wend_path_points(&found->path, error, found->points, count, &count);
    found->point_count = count;
    if (count == 0) // start and goal are equal
        found->points[found->point_count++] = start;
}

double plan_clearance(const plan *p, const wend_path_piece *piece, double limit)
{
    // The mesh of a scene without bounds has a border that is not a wall.
    if (p->s->bounds_count == 0 && p->s->obstacle_count == 0)
        return limit;
    return wend_path_clearance(p->query, p->built.mesh, piece, limit);
}

static void measure_clearance(const plan *p, plan_path *found)
{
    const wend_path_piece here = {p->start, p->start, p->start, 0};
    found->clearance = plan_clearance(p, &here, INFINITY);
    for (uint32_t i = 0; i < found->path.piece_count; ++i)
        found->clearance = plan_clearance(p, &found->pieces[i], found->clearance);
}

static wend_segment side_of(const plan *p, uint32_t side)
{
    return (wend_segment){p->to.points[side], p->to.points[side + 1 < p->to.count ? side + 1 : 0]};
}

/// Finds the shortest path to a position from which the disc touches a side of the goal. `border`
/// holds the goal of the request.
static wend_result find_touching(plan *p, wend_path_request *request, plan_path *found,
                                 wend_vec2 border[WEND_TOUCH_POINTS])
{
    uint32_t sides = p->to.count > 2 ? p->to.count : 1, best = sides;
    double least = INFINITY;
    wend_error ignored;
    for (uint32_t i = 0; i <= sides; ++i) {
        // The last search repeats the best one: a path lasts until the next.
        uint32_t side = i < sides ? i : best;
        if (side == sides)
            return WEND_NOT_FOUND;
        request->goal = (wend_goal){
            border, wend_touch_border(side_of(p, side), TOUCH_REACH * request->radius, border)};
        wend_result result =
            xresult(wend_path_find(p->query, p->built.mesh, request, &found->path, &ignored));
        if (i == sides)
            return result;
        if (result != WEND_NOT_FOUND && !wend_failed(result) && found->path.length < least) {
            least = found->path.length;
            best = i;
        }
    }
    return WEND_NOT_FOUND;
}

/// First words of the messages about goals on which the centre of a disc does not fit.
#define GOAL_IS "the goal is closer to a wall than"

/// Replaces the message of a path that does not exist, if the reason is that no disc of that radius
/// can touch the goal.
static void explain(const plan *p, plan_path *found)
{
    uint32_t sides = p->to.count > 2 ? p->to.count : 1;
    // The start or a wall between may be the reason as well.
    if (strncmp(found->error.text, GOAL_IS, sizeof GOAL_IS - 1) != 0)
        return;
    wend_segment *segments = xcalloc(sides, sizeof *segments);
    for (uint32_t i = 0; i < sides; ++i)
        segments[i] = side_of(p, i);
    double widest = touch_widest(p->built.floor, wend_mesh_box(p->built.mesh), segments, sides,
                                 found->radius * (1 + TOUCH_SLACK));
    free(segments);
    if (widest >= found->radius * (1 - TOUCH_SLACK)) {
        snprintf(found->error.text, sizeof found->error.text,
                 "the disc can touch the goal, but no path leads there");
        return;
    }
    char why[160];
    touch_describe(why, sizeof why, found->radius, widest);
    snprintf(found->error.text, sizeof found->error.text, "the goal: %s", why);
}

static int find_one(plan *p, plan_path *found)
{
    wend_path_request request = wend_default_path_request();
    wend_vec2 border[WEND_TOUCH_POINTS];
    request.from = p->start;
    request.goal = (wend_goal){p->to.points, p->to.count};
    request.radius = found->radius;
    request.budget = (uint32_t)option_number(p->args, "budget", 0);
    double before = plan_clock();
    wend_result result =
        xresult(wend_path_find(p->query, p->built.mesh, &request, &found->path, &found->error));
    if (result == WEND_NOT_FOUND && found->radius > 0) {
        result = find_touching(p, &request, found, border);
        if (result == WEND_NOT_FOUND)
            explain(p, found);
    }
    found->us = plan_clock() - before;
    if (result == WEND_NOT_FOUND) {
        found->status = PLAN_NONE;
        found->path = (wend_path){.length = INFINITY,
                                  .bound = INFINITY,
                                  .radius = found->radius,
                                  .expansions = found->path.expansions};
        found->clearance = INFINITY;
        return EXIT_DONE;
    }
    if (wend_failed(result))
        return fail_usage(p->args, "%s", wend_error_text(&found->error));
    found->status = result == WEND_OK ? PLAN_FOUND : PLAN_PARTIAL;
    keep_pieces(found);
    keep_points(found, p->start);
    measure_clearance(p, found);
    return EXIT_DONE;
}

int plan_find(plan *p, const double *radii, int count)
{
    xresult(wend_path_query_create(NULL, &p->query, NULL));
    int code = EXIT_DONE;
    progress bar = progress_start(p->args);
    for (int i = 0; i < count && code == EXIT_DONE; ++i) {
        progress_show(&bar, (double)i / count, "planning");
        p->paths[i] = (plan_path){.radius = radii[i]};
        p->path_count = i + 1;
        code = p->voronoi ? plan_find_way(p, &p->paths[i]) : find_one(p, &p->paths[i]);
    }
    progress_end(&bar);
    return code;
}

void plan_free(plan *p)
{
    for (int i = 0; i < p->path_count; ++i) {
        free(p->paths[i].pieces);
        free(p->paths[i].points);
        plan_way_free(p->paths[i].way);
    }
    wend_path_query_destroy(p->query);
    wend_roadmap_destroy(p->roadmap);
    wend_voronoi_destroy(p->voronoi);
    scene_mesh_free(&p->built);
}
