// SPDX-License-Identifier: MIT
// How wide the discs of a plan are, and where in an area they start.
#include "cli/plan.h"
#include "cli/report.h"
#include "io/ground.h"
#include "io/polygons.h"
#include "wend/geometry.h"

#include <math.h>

// ---- radii --------------------------------------------------------------------------------------

int plan_read_radii(const arguments *args, double radii[PLAN_MOST_RADII])
{
    const char *typed = option_text(args, "radius", "0"), *rest = typed;
    for (int count = 0; count < PLAN_MOST_RADII;) {
        double radius;
        if (!place_number(&rest, &radius) || radius < 0 || radius > SCENE_MAX_RADIUS)
            break;
        radii[count++] = radius;
        if (*rest == 0)
            return count;
        if (*rest++ != ',')
            break;
    }
    fail_usage(args, "--radius %s: give a number from 0 to %.10g, or up to %d, separated by commas",
               typed, SCENE_MAX_RADIUS, PLAN_MOST_RADII);
    return 0;
}

// ---- the start ----------------------------------------------------------------------------------

/// The centre of gravity of a ring. Taken around its first corner, so that a ring far from the
/// origin loses nothing.
static wend_vec2 ring_centre(const wend_vec2 *ring, uint32_t count)
{
    double area = 0;
    wend_vec2 sum = {0, 0}, o = ring[0];
    for (uint32_t i = 1; i + 1 < count; ++i) {
        wend_vec2 a = {ring[i].x - o.x, ring[i].y - o.y};
        wend_vec2 b = {ring[i + 1].x - o.x, ring[i + 1].y - o.y};
        double twice = a.x * b.y - a.y * b.x;
        area += twice;
        sum.x += twice * (a.x + b.x) / 3;
        sum.y += twice * (a.y + b.y) / 3;
    }
    return area == 0 ? o : (wend_vec2){o.x + sum.x / area, o.y + sum.y / area};
}

/// True if a disc fits at p, which lies in the area.
static bool has_room(const scene_area *area, const wend_floor *floor, wend_vec2 p, double radius)
{
    return shape_covers(shape_view(&area->shape), p) &&
           wend_floor_locate(floor, p, NULL) == WEND_PLACE_FREE &&
           wend_floor_clearance(floor, p, NULL, NULL) >= radius;
}

/// The centre if there is room, else the place with room that is nearest to it, on a grid over the
/// area. False: there is none.
static bool find_room(const scene_area *area, const wend_floor *floor, double radius,
                      wend_vec2 *place)
{
    enum { STEPS = 40 };
    uint32_t count = area->shape.ring_ends[0];
    wend_vec2 centre = ring_centre(area->shape.points, count);
    wend_box box = wend_box_of(area->shape.points, count);
    double nearest = INFINITY;
    *place = centre;
    if (has_room(area, floor, centre, radius))
        return true;
    for (int i = 0; i <= STEPS; ++i)
        for (int j = 0; j <= STEPS; ++j) {
            wend_vec2 p = {box.min.x + (box.max.x - box.min.x) * i / STEPS,
                           box.min.y + (box.max.y - box.min.y) * j / STEPS};
            double distance = hypot(p.x - centre.x, p.y - centre.y);
            if (distance < nearest && has_room(area, floor, p, radius)) {
                nearest = distance;
                *place = p;
            }
        }
    return nearest < INFINITY;
}

int plan_choose_start(const arguments *args, const typed_place *from, const wend_floor *floor,
                      double radius, wend_vec2 *start)
{
    *start = from->points[0];
    if (from->count == 1)
        return EXIT_DONE;
    if (from->count == 2)
        return fail_usage(args, "--from %s: a path starts at one point, X,Y, or in an area",
                          from->typed);
    if (find_room(from->area, floor, radius, start) || find_room(from->area, floor, 0, start))
        return EXIT_DONE;
    return fail_usage(args, "--from %s: no free place was found in the area: give X,Y",
                      from->typed);
}
