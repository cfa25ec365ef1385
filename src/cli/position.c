// SPDX-License-Identifier: MIT
// Positions on the command line (see position.h).
#include "cli/position.h"

#include "base/xalloc.h"
#include "cli/options.h"
#include "cli/report.h"
#include "scene/frames.h"
#include "wend/path.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The characters are checked because strtod also accepts "inf", "nan" and "0x1p3".
bool place_number(const char **rest, double *value)
{
    size_t length = strspn(*rest, "0123456789+-.eE");
    char *end = NULL;
    *value = length > 0 ? strtod(*rest, &end) : 0;
    if (length == 0 || end != *rest + length || !isfinite(*value))
        return false;
    *rest = end;
    return true;
}

bool place_point(const char **rest, wend_vec2 *p)
{
    if (!place_number(rest, &p->x) || **rest != ',')
        return false;
    ++*rest;
    return place_number(rest, &p->y);
}

/// Reads "X,Y" or "X,Y:X,Y" and returns the number of points; 0: neither.
static uint32_t read_points(const char *rest, wend_vec2 points[2])
{
    if (!place_point(&rest, &points[0]))
        return 0;
    if (*rest == 0)
        return 1;
    if (*rest++ != ':' || !place_point(&rest, &points[1]) || *rest != 0)
        return 0;
    return 2;
}

// ---- names --------------------------------------------------------------------------------------

/// The value is neither coordinates nor the name of an area or a goal.
static int refuse_name(const arguments *args, const char *name, const scene *s, const char *typed)
{
    size_t count = 0;
    const char **names = xcalloc(s->area_count + (size_t)s->goal_count + 1, sizeof *names);
    for (uint32_t i = 0; i < s->area_count; ++i)
        names[count++] = s->areas[i].name;
    for (uint32_t i = 0; i < s->goal_count; ++i)
        names[count++] = s->goals[i].name;
    const char *form = strchr(typed, ':') ? "a segment X,Y:X,Y" : "X,Y";
    char alone[80];
    snprintf(alone, sizeof alone, "%s in metres; the scene has no areas or goals", form);
    int code = fail_name(args, name, typed, count ? form : alone, names, count);
    free(names);
    return code;
}

static int take_area(const arguments *args, const char *name, typed_place *place)
{
    // The outer ring is enough: a path from outside meets it before any hole.
    place->points = place->area->shape.points;
    place->count = place->area->shape.ring_ends[0];
    if (place->count > WEND_MAX_GOAL_POINTS)
        return fail_usage(args, "--%s %s: the area has more than %d corners", name, place->typed,
                          WEND_MAX_GOAL_POINTS);
    return EXIT_DONE;
}

static int take_goal(const arguments *args, const char *name, const scene_goal_place *goal,
                     double time, typed_place *place)
{
    wend_segment at;
    if (!scene_goal_at(goal, time, &at))
        return fail_usage(args, "--%s %s: the goal is absent at %.10g s", name, place->typed, time);
    place->own[0] = at.a;
    place->own[1] = at.b;
    place->count = at.a.x == at.b.x && at.a.y == at.b.y ? 1 : 2;
    return EXIT_DONE;
}

int place_check_range(const arguments *args, const char *name, const char *typed,
                      const wend_vec2 *points, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        if (!wend_is_in_range(points[i]))
            return fail_usage(args, "--%s %s: out of range (expected coordinates from -%s to %s)",
                              name, typed, SCENE_MAX_COORDINATE_WORDS, SCENE_MAX_COORDINATE_WORDS);
    return EXIT_DONE;
}

int place_read(const arguments *args, const char *name, const char *typed, const scene *s,
               double time, typed_place *place)
{
    *place = (typed_place){.typed = typed};
    place->count = read_points(place->typed, place->own);
    place->points = place->own;
    for (uint32_t i = 0; i < place->count; ++i)
        place->own[i] = frames_from_file(s, place->own[i]);
    if (place->count > 0)
        return place_check_range(args, name, typed, place->own, place->count);
    place->area = scene_area_named(s, typed);
    if (place->area)
        return take_area(args, name, place);
    const scene_goal_place *goal = scene_goal_named(s, typed);
    return goal ? take_goal(args, name, goal, time, place) : refuse_name(args, name, s, typed);
}
