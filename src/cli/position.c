// SPDX-License-Identifier: MIT
// Places that are typed (see place.h).
#include "cli/position.h"

#include "base/suggest.h"
#include "cli/report.h"
#include "scene/frames.h"
#include "wend/path.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The characters are checked because strtod also takes "inf", "nan" and "0x1p3".
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

/// "X,Y" or "X,Y:X,Y": how many points, 0 if it is neither.
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

/// What was typed is neither coordinates nor the name of an area or a goal.
static int refuse_name(const arguments *args, const char *name, const scene *s, const char *typed)
{
    char quoted[SUGGEST_QUOTED_SIZE];
    size_t count = 0;
    const char **names = calloc(s->area_count + (size_t)s->goal_count + 1, sizeof *names);
    for (uint32_t i = 0; names && i < s->area_count; ++i)
        names[count++] = s->areas[i].name;
    for (uint32_t i = 0; names && i < s->goal_count; ++i)
        names[count++] = s->goals[i].name;
    const char *meant = names ? suggest_name(typed, names, count) : NULL;
    const char *first = names && count > 0 ? names[0] : NULL;
    free(names);
    if (meant)
        return fail_usage(args, "--%s %s: the scene has no such place: did you mean %s?", name,
                          typed, suggest_quote(quoted, meant));
    const char *points = strchr(typed, ':') ? "a segment, X,Y:X,Y" : "X,Y";
    if (first)
        return fail_usage(args, "--%s %s: give %s, or the name of a place of the scene, such as %s",
                          name, typed, points, suggest_quote(quoted, first));
    return fail_usage(args, "--%s %s: give %s, numbers in metres; the scene has no areas or goals",
                      name, typed, points);
}

static int take_area(const arguments *args, const char *name, typed_place *place)
{
    // The outside is enough: who comes from outside meets it before any hole.
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
        return fail_usage(args, "--%s %s: that goal is not there at %.10g s", name, place->typed,
                          time);
    place->own[0] = at.a;
    place->own[1] = at.b;
    place->count = at.a.x == at.b.x && at.a.y == at.b.y ? 1 : 2;
    return EXIT_DONE;
}

int place_read(const arguments *args, const char *name, const char *typed, const scene *s,
               double time, typed_place *place)
{
    *place = (typed_place){.typed = typed};
    place->count = read_points(place->typed, place->own);
    for (uint32_t i = 0; i < place->count; ++i) {
        wend_vec2 p = place->own[i] = frames_from_file(s, place->own[i]);
        if (!wend_is_in_range(p))
            return fail_usage(args, "--%s %s: coordinates go from -%s to %s", name, place->typed,
                              SCENE_MAX_COORDINATE_WORDS, SCENE_MAX_COORDINATE_WORDS);
    }
    place->points = place->own;
    if (place->count > 0)
        return EXIT_DONE;
    place->area = scene_area_named(s, typed);
    if (place->area)
        return take_area(args, name, place);
    const scene_goal_place *goal = scene_goal_named(s, typed);
    return goal ? take_goal(args, name, goal, time, place) : refuse_name(args, name, s, typed);
}
