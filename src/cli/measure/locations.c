// SPDX-License-Identifier: MIT
// Measurement lines and areas of the command line, in the frame of the recorded positions.
#include "cli/measure/figures.h"

#include "base/xalloc.h"
#include "cli/options.h"
#include "cli/position.h"
#include "cli/report.h"
#include "scene/frames.h"
#include "wend/floor.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Maximum number of corners of an area on the command line.
enum { MOST_CORNERS = 64 };

/// Reads "X,Y:X,Y:..." and returns the number of points; 0: another form, or too many points.
static uint32_t read_points(const char *rest, wend_vec2 points[MOST_CORNERS])
{
    for (uint32_t count = 0; count < MOST_CORNERS;) {
        if (!place_point(&rest, &points[count]) || !wend_is_in_range(points[count]))
            return 0;
        ++count;
        if (*rest == 0)
            return count;
        if (*rest++ != ':')
            return 0;
    }
    return 0;
}

/// Splits "NAME=X,Y:X,Y": *typed moves behind "NAME=". Returns the name; without one, the value.
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

/// Without --line, all doors of the scene are measurement lines.
static void use_doors(measured *m)
{
    const scene *s = m->run.s;
    for (uint32_t i = 0; s && i < s->door_count; ++i) {
        if (m->line_count == MEASURED_MOST_PLACES) {
            print_note(m->args, m->file,
                       "too many doors: only the first are measured; choose others with --line");
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
    const char **names = xcalloc(doors + (size_t)1, sizeof *names);
    char(*texts)[MEASURED_NAME_SIZE] = xcalloc(doors + (size_t)1, sizeof *texts);
    size_t count = 0;
    for (uint32_t i = 0; i < doors; ++i)
        if (has_length(measure_door_line(&m->run, i))) {
            name_door(s, i, texts[count]);
            names[count] = texts[count];
            ++count;
        }
    int code = fail_name(m->args, "line", typed,
                         count ? "X,Y:X,Y" : "X,Y:X,Y in metres; the recording has no doors", names,
                         count);
    free(texts);
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
            return fail_usage(m->args, "--line %s: the two ends are equal", whole);
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

/// Adds an area of the scene, converted to the frame of the positions.
static int use_area(measured *m, const scene_area *area)
{
    const scene_shape *shape = &area->shape;
    if (shape->ring_count != 1)
        return fail_usage(
            m->args,
            "--area %s: the area has holes (expected one without; give the corners of a part)",
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
    const char **names = xcalloc(count + (size_t)1, sizeof *names);
    for (uint32_t i = 0; i < count; ++i)
        names[i] = s->areas[i].name;
    int code = fail_name(m->args, "area", typed,
                         count ? "a box X,Y:X,Y, corners X,Y:X,Y:X,Y..."
                               : "a box X,Y:X,Y or corners X,Y:X,Y:X,Y... in metres; the recording "
                                 "has no areas",
                         names, count);
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
    // The interval may also be that of collisions, which is the last one.
    static const char *const about_lines[] = {"direction", "all-crossings", "strip", "interval"};
    size_t checked = strcmp(option_text(m->args, "plot", ""), "collisions") == 0 ? 3 : 4;
    for (size_t i = 0; i < checked && code == EXIT_DONE && m->line_count == 0; ++i)
        if (option_given(m->args, about_lines[i]))
            code = fail_usage(m->args, "--%s requires --line X,Y:X,Y", about_lines[i]);
    count = option_values(m->args, "area", typed);
    for (int i = 0; i < count && code == EXIT_DONE; ++i)
        code = read_area(m, typed[i]);
    return code;
}
