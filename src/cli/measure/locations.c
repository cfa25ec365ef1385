// SPDX-License-Identifier: MIT
// Where it is measured: from what was typed to lines and areas, in the frame of the positions.
#include "cli/measure/figures.h"

#include "base/suggest.h"
#include "cli/report.h"
#include "scene/frames.h"
#include "wend/floor.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Corners of an area that is typed.
enum { MOST_CORNERS = 64 };

/// Reads a number and moves behind it. The characters are checked because strtod also takes "inf",
/// "nan" and "0x1p3".
static bool read_number(const char **rest, double *value)
{
    size_t length = strspn(*rest, "0123456789+-.eE");
    char *end = NULL;
    *value = length > 0 ? strtod(*rest, &end) : 0;
    if (length == 0 || end != *rest + length || !(fabs(*value) <= WEND_MAX_COORDINATE))
        return false;
    *rest = end;
    return true;
}

/// "X,Y:X,Y:...": how many points; 0 if it is something else, or there are too many.
static uint32_t read_points(const char *rest, wend_vec2 points[MOST_CORNERS])
{
    for (uint32_t count = 0; count < MOST_CORNERS;) {
        if (!read_number(&rest, &points[count].x) || *rest++ != ',' ||
            !read_number(&rest, &points[count].y))
            return 0;
        ++count;
        if (*rest == 0)
            return count;
        if (*rest++ != ':')
            return 0;
    }
    return 0;
}

/// What was typed is neither coordinates nor one of the names.
static int refuse_name(const measured *m, const char *option_name, const char *typed,
                       const char *form, const char *what, const char *const *names, size_t count)
{
    char quoted[SUGGEST_QUOTED_SIZE];
    const char *meant = suggest_name(typed, names, count);
    if (meant)
        return fail_usage(m->args, "--%s %s: the scene has no such %s: did you mean %s?",
                          option_name, typed, what, suggest_quote(quoted, meant));
    if (count > 0)
        return fail_usage(m->args, "--%s %s: give %s, or a name of the scene's %ss, such as %s",
                          option_name, typed, form, what, suggest_quote(quoted, names[0]));
    return fail_usage(m->args, "--%s %s: give %s in metres; the recording has no %s with a name",
                      option_name, typed, form, what);
}

/// Takes a name of the user's own, "NAME=X,Y:X,Y", off what was typed. Returns what to call it.
static const char *take_name(const char **typed, char name[MEASURED_NAME_SIZE])
{
    const char *equals = strchr(*typed, '=');
    if (!equals || equals == *typed)
        return *typed;
    snprintf(name, MEASURED_NAME_SIZE, "%.*s", (int)(equals - *typed), *typed);
    *typed = equals + 1;
    return name;
}

// ---- lines --------------------------------------------------------------------------------------

static void set_line(measured *m, const char *name, wend_segment at)
{
    measured_line *line = &m->lines[m->line_count++];
    snprintf(line->name, sizeof line->name, "%s", name);
    const char *way = option_text(m->args, "direction", "both");
    line->line = (measure_line){
        .at = at,
        .direction = strcmp(way, "left") == 0    ? MEASURE_TO_LEFT
                     : strcmp(way, "right") == 0 ? MEASURE_TO_RIGHT
                                                 : MEASURE_BOTH,
        .every = option_given(m->args, "all-crossings"),
    };
}

static void name_door(const scene *s, uint32_t door, char name[MEASURED_NAME_SIZE])
{
    if (s->doors[door].body.name)
        snprintf(name, MEASURED_NAME_SIZE, "%s", s->doors[door].body.name);
    else
        snprintf(name, MEASURED_NAME_SIZE, "door %u", (unsigned)door + 1);
}

static bool has_length(wend_segment s)
{
    return s.a.x != s.b.x || s.a.y != s.b.y;
}

/// Without --line, the doors of the scene are lines.
static void use_doors(measured *m)
{
    const scene *s = m->run.s;
    for (uint32_t i = 0; s && i < s->door_count; ++i) {
        if (m->line_count == MEASURED_MOST_PLACES) {
            tell_note(m->args, m->file, "only its first doors are lines: name others by --line");
            return;
        }
        char name[MEASURED_NAME_SIZE];
        name_door(s, i, name);
        wend_segment at = measure_door_line(&m->run, i);
        if (has_length(at))
            set_line(m, name, at);
    }
}

static int refuse_door(const measured *m, const char *typed)
{
    const scene *s = m->run.s;
    uint32_t doors = s ? s->door_count : 0;
    const char **names = calloc(doors + (size_t)1, sizeof *names);
    size_t count = 0;
    for (uint32_t i = 0; names && i < doors; ++i)
        if (s->doors[i].body.name)
            names[count++] = s->doors[i].body.name;
    int code = refuse_name(m, "line", typed, "X,Y:X,Y", "door", names, count);
    free(names);
    return code;
}

static int read_line(measured *m, const char *typed)
{
    wend_vec2 points[MOST_CORNERS];
    char own[MEASURED_NAME_SIZE];
    const char *whole = typed, *called = take_name(&typed, own);
    uint32_t count = read_points(typed, points);
    if (count == 2) {
        wend_segment at = {points[0], points[1]};
        if (!has_length(at))
            return fail_usage(m->args, "--line %s: a line has two ends", whole);
        set_line(m, called, at);
        return EXIT_DONE;
    }
    const scene *s = m->run.s;
    for (uint32_t i = 0; s && i < s->door_count; ++i) {
        char name[MEASURED_NAME_SIZE];
        name_door(s, i, name);
        if (strcmp(name, whole) == 0 && has_length(measure_door_line(&m->run, i))) {
            set_line(m, name, measure_door_line(&m->run, i));
            return EXIT_DONE;
        }
    }
    return refuse_door(m, whole);
}

// ---- areas --------------------------------------------------------------------------------------

static int set_area(measured *m, const char *name, const wend_vec2 *points, uint32_t count)
{
    measured_area *area = &m->areas[m->area_count];
    wend_error error;
    wend_result sound = wend_polygon_check(points, count, NULL, &error);
    if (sound != WEND_OK)
        return fail_usage(m->args, "--area %s: %s", name, wend_error_text(&error));
    wend_vec2 *ring = pool_allocate(&m->memory, count, sizeof *ring);
    if (!ring)
        return fail(m->args, "%s: out of memory", m->file);
    memcpy(ring, points, count * sizeof *ring);
    snprintf(area->name, sizeof area->name, "%s", name);
    area->area = (measure_area){ring, count};
    area->size = fabs(wend_polygon_area(ring, count));
    ++m->area_count;
    return EXIT_DONE;
}

/// An area of the scene, brought to where the positions are.
static int use_area(measured *m, const scene_area *area)
{
    const scene_shape *shape = &area->shape;
    if (shape->ring_count != 1)
        return fail_usage(m->args, "--area %s: it has holes; give the corners of a part of it",
                          area->name);
    wend_vec2 *points = pool_allocate(&m->memory, shape->point_count, sizeof *points);
    if (!points)
        return fail(m->args, "%s: out of memory", m->file);
    for (uint32_t i = 0; i < shape->point_count; ++i)
        points[i] = frames_to_metres(m->run.s, shape->points[i]);
    return set_area(m, area->name, points, shape->point_count);
}

static int refuse_area(const measured *m, const char *typed)
{
    const scene *s = m->run.s;
    uint32_t count = s ? s->area_count : 0;
    const char **names = calloc(count + (size_t)1, sizeof *names);
    for (uint32_t i = 0; names && i < count; ++i)
        names[i] = s->areas[i].name;
    int code = refuse_name(m, "area", typed, "X,Y:X,Y (a box) or X,Y:X,Y:X,Y... (corners)", "area",
                           names, names ? count : 0);
    free(names);
    return code;
}

static int read_area(measured *m, const char *typed)
{
    wend_vec2 points[MOST_CORNERS];
    char own[MEASURED_NAME_SIZE];
    const char *whole = typed, *called = take_name(&typed, own);
    uint32_t count = read_points(typed, points);
    if (count == 2) {
        wend_vec2 a = points[0], b = points[1];
        points[1] = (wend_vec2){b.x, a.y};
        points[2] = b;
        points[3] = (wend_vec2){a.x, b.y};
        count = 4;
    }
    if (count > 2)
        return set_area(m, called, points, count);
    const scene_area *area = m->run.s ? scene_area_named(m->run.s, whole) : NULL;
    return area ? use_area(m, area) : refuse_area(m, whole);
}

int measured_read_places(measured *m)
{
    const char *typed[OPTION_VALUES_MAX];
    int code = EXIT_DONE, count = option_values(m->args, "line", typed);
    for (int i = 0; i < count && code == EXIT_DONE; ++i)
        code = read_line(m, typed[i]);
    if (count == 0)
        use_doors(m);
    static const char *const about_lines[] = {"direction", "all-crossings", "interval", "strip"};
    for (size_t i = 0; i < 4 && code == EXIT_DONE && m->line_count == 0; ++i)
        if (option_given(m->args, about_lines[i]))
            code = fail_usage(m->args, "--%s requires --line X,Y:X,Y", about_lines[i]);
    count = option_values(m->args, "area", typed);
    for (int i = 0; i < count && code == EXIT_DONE; ++i)
        code = read_area(m, typed[i]);
    return code;
}
