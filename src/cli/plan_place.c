// SPDX-License-Identifier: MIT
// Where a plan starts and ends: from what was typed to points of the scene.
#include "cli/plan.h"
#include "cli/report.h"
#include "io/frames.h"
#include "io/ground.h"
#include "io/polygons.h"
#include "io/suggest.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- numbers ------------------------------------------------------------------------------------

/// Reads a number and moves behind it. The characters are checked because strtod also takes "inf",
/// "nan" and "0x1p3".
static bool read_number(const char **rest, double *value)
{
    size_t length = strspn(*rest, "0123456789+-.eE");
    char *end = NULL;
    *value = length > 0 ? strtod(*rest, &end) : 0;
    if (length == 0 || end != *rest + length || !isfinite(*value))
        return false;
    *rest = end;
    return true;
}

/// "X,Y"
static bool read_point(const char **rest, wend_vec2 *p)
{
    if (!read_number(rest, &p->x) || **rest != ',')
        return false;
    ++*rest;
    return read_number(rest, &p->y);
}

/// "X,Y" or "X,Y:X,Y": how many points, 0 if it is neither.
static uint32_t read_points(const char *rest, wend_vec2 points[2])
{
    if (!read_point(&rest, &points[0]))
        return 0;
    if (*rest == 0)
        return 1;
    if (*rest++ != ':' || !read_point(&rest, &points[1]) || *rest != 0)
        return 0;
    return 2;
}

int plan_read_radii(const arguments *args, double radii[PLAN_MOST_RADII])
{
    const char *typed = option_text(args, "radius", "0"), *rest = typed;
    for (int count = 0; count < PLAN_MOST_RADII;) {
        double radius;
        if (!read_number(&rest, &radius) || radius < 0 || radius > SCENE_MAX_RADIUS)
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

// ---- areas --------------------------------------------------------------------------------------

/// What was typed is neither coordinates nor the name of an area.
static int refuse_name(const arguments *args, const char *name, const scene *s, const char *typed)
{
    char quoted[SUGGEST_QUOTED_SIZE];
    const char **names = calloc(s->area_count + (size_t)1, sizeof *names);
    for (uint32_t i = 0; names && i < s->area_count; ++i)
        names[i] = s->areas[i].name;
    const char *meant = names ? suggest_name(typed, names, s->area_count) : NULL;
    free(names);
    if (meant)
        return fail_usage(args, "--%s %s: the scene has no such area: did you mean %s?", name,
                          typed, suggest_quote(quoted, meant));
    if (s->area_count > 0)
        return fail_usage(args,
                          "--%s %s: give X,Y, or the name of an area of the scene, such as %s",
                          name, typed, suggest_quote(quoted, s->areas[0].name));
    return fail_usage(args, "--%s %s: give X,Y, two numbers in metres; the scene has no areas",
                      name, typed);
}

int plan_read_place(const arguments *args, const char *name, const scene *s, plan_place *place)
{
    *place = (plan_place){.typed = option_text(args, name, "")};
    place->count = read_points(place->typed, place->own);
    for (uint32_t i = 0; i < place->count; ++i) {
        wend_vec2 p = place->own[i] = frames_from_file(s, place->own[i]);
        if (!(fabs(p.x) <= WEND_MAX_COORDINATE && fabs(p.y) <= WEND_MAX_COORDINATE))
            return fail_usage(args, "--%s %s: coordinates go from -%s to %s", name, place->typed,
                              SCENE_MAX_COORDINATE_WORDS, SCENE_MAX_COORDINATE_WORDS);
    }
    place->points = place->own;
    if (place->count > 0)
        return EXIT_DONE;
    place->area = scene_area_named(s, place->typed);
    if (!place->area)
        return refuse_name(args, name, s, place->typed);
    // The outside is enough: who comes from outside meets it before any hole.
    place->points = place->area->shape.points;
    place->count = place->area->shape.ring_ends[0];
    if (place->count > WEND_MAX_GOAL_POINTS)
        return fail_usage(args, "--%s %s: the area has more than %d corners", name, place->typed,
                          WEND_MAX_GOAL_POINTS);
    return EXIT_DONE;
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

int plan_choose_start(const arguments *args, const plan_place *from, const wend_floor *floor,
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
