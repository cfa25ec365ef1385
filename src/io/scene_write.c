// SPDX-License-Identifier: MIT
// Writes a scene as JSON: one obstacle, area or entry of agents on a line, only fields that differ
// from their defaults, and every number in the shortest form that reads back as the same double.
// So a file that wend wrote stays the same, byte for byte, when wend reads and writes it again.
#include "io/export_text.h"
#include "io/formats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void write_point(FILE *out, wend_vec2 p)
{
    putc('[', out);
    export_number(out, p.x);
    fputs(", ", out);
    export_number(out, p.y);
    putc(']', out);
}

static void write_points(FILE *out, const wend_vec2 *points, size_t count)
{
    putc('[', out);
    for (size_t i = 0; i < count; ++i) {
        if (i > 0)
            fputs(", ", out);
        write_point(out, points[i]);
    }
    putc(']', out);
}

// `, "key": "value"`, if there is one.
static void write_string_field(FILE *out, const char *key, const char *value)
{
    if (!value)
        return;
    fprintf(out, ", \"%s\": ", key);
    export_string(out, value);
}

// The value, or NULL if it is what a reader takes anyway.
static const char *unusual(const char *value, const char *usual)
{
    return value && strcmp(value, usual) == 0 ? NULL : value;
}

static void write_number_field(FILE *out, const char *key, double value, double usual)
{
    if (value == usual)
        return;
    fprintf(out, ", \"%s\": ", key);
    export_number(out, value);
}

static void write_polygon(FILE *out, const scene_shape *shape)
{
    fputs("\"polygon\": ", out);
    write_points(out, shape->points, shape->ring_count ? shape->ring_ends[0] : 0);
    if (shape->ring_count < 2)
        return;
    fputs(", \"holes\": [", out);
    for (uint32_t i = 1; i < shape->ring_count; ++i) {
        uint32_t start = shape->ring_ends[i - 1];
        if (i > 1)
            fputs(", ", out);
        write_points(out, shape->points + start, shape->ring_ends[i] - start);
    }
    putc(']', out);
}

static void write_obstacle(FILE *out, const scene_obstacle *obstacle)
{
    putc('{', out);
    switch (obstacle->kind) {
    case SCENE_POLYGON:
        write_polygon(out, &obstacle->shape);
        break;
    case SCENE_SEGMENT:
        fputs("\"segment\": ", out);
        write_points(out, obstacle->shape.points, obstacle->shape.point_count);
        break;
    case SCENE_POINT:
        fputs("\"point\": ", out);
        write_point(out, obstacle->shape.points[0]);
        break;
    case SCENE_CIRCLE:
        fputs("\"circle\": ", out);
        write_point(out, obstacle->centre);
        fputs(", \"radius\": ", out);
        export_number(out, obstacle->radius);
        break;
    }
    write_string_field(out, "name", obstacle->name);
    write_string_field(out, "role", obstacle->role);
    putc('}', out);
}

static void write_area(FILE *out, const scene_area *area)
{
    export_string(out, area->name);
    fputs(": ", out);
    if (!area->role && area->shape.ring_count == 1) {
        write_points(out, area->shape.points, area->shape.point_count);
        return;
    }
    putc('{', out);
    write_polygon(out, &area->shape);
    write_string_field(out, "role", area->role);
    putc('}', out);
}

static void write_agents(FILE *out, const scene *s, const scene_agents *agents)
{
    if (agents->in) {
        fputs("{\"in\": ", out);
        export_string(out, agents->in);
    } else {
        fputs("{\"at\": ", out);
        write_point(out, agents->at);
    }
    write_number_field(out, "count", agents->count, 1);
    if (agents->goal.kind != SCENE_GOAL_NONE)
        fputs(", \"goal\": ", out);
    switch (agents->goal.kind) {
    case SCENE_GOAL_NONE:
        break;
    case SCENE_GOAL_AREA:
        export_string(out, agents->goal.area);
        break;
    case SCENE_GOAL_POINT:
        write_point(out, agents->goal.segment.a);
        break;
    case SCENE_GOAL_SEGMENT:
        write_points(out, (wend_vec2[]){agents->goal.segment.a, agents->goal.segment.b}, 2);
        break;
    }
    write_number_field(out, "radius", agents->radius, SCENE_DEFAULT_RADIUS);
    write_number_field(out, "speed", agents->speed, SCENE_DEFAULT_SPEED);
    write_number_field(out, "max_speed", agents->max_speed,
                       fmax(SCENE_DEFAULT_MAX_SPEED, agents->speed));
    write_string_field(out, "group", agents->group);
    write_string_field(out, "guide",
                       unusual(agents->guide, s->guide ? s->guide : SCENE_DEFAULT_GUIDE));
    write_string_field(out, "motion",
                       unusual(agents->motion, s->motion ? s->motion : SCENE_DEFAULT_MOTION));
    putc('}', out);
}

// Begins a line of the outermost object.
static void begin(FILE *out, const char *key)
{
    fprintf(out, ",\n  \"%s\": ", key);
}

static void write_lists(FILE *out, const scene *s)
{
    if (s->obstacle_count > 0) {
        begin(out, "obstacles");
        for (uint32_t i = 0; i < s->obstacle_count; ++i) {
            fputs(i ? ",\n    " : "[\n    ", out);
            write_obstacle(out, &s->obstacles[i]);
        }
        fputs("\n  ]", out);
    }
    if (s->area_count > 0) {
        begin(out, "areas");
        for (uint32_t i = 0; i < s->area_count; ++i) {
            fputs(i ? ",\n    " : "{\n    ", out);
            write_area(out, &s->areas[i]);
        }
        fputs("\n  }", out);
    }
    if (s->agents_count > 0) {
        begin(out, "agents");
        for (uint32_t i = 0; i < s->agents_count; ++i) {
            fputs(i ? ",\n    " : "[\n    ", out);
            write_agents(out, s, &s->agents[i]);
        }
        fputs("\n  ]", out);
    }
}

static void write_top_string(FILE *out, const char *key, const char *value)
{
    if (!value)
        return;
    begin(out, key);
    export_string(out, value);
}

static void write_top_number(FILE *out, const char *key, double value, double usual)
{
    if (value == usual)
        return;
    begin(out, key);
    export_number(out, value);
}

bool scene_write_json(const scene *s, FILE *out)
{
    fputs("{\n  \"wend\": 1", out);
    write_top_string(out, "name", s->name);
    write_top_string(out, "about", s->about);
    if (s->origin.x != 0 || s->origin.y != 0) {
        begin(out, "origin");
        write_point(out, s->origin);
    }
    if (s->bounds) {
        begin(out, "bounds");
        write_points(out, s->bounds, s->bounds_count);
    }
    write_lists(out, s);
    write_top_string(out, "guide", unusual(s->guide, SCENE_DEFAULT_GUIDE));
    write_top_string(out, "motion", unusual(s->motion, SCENE_DEFAULT_MOTION));
    write_top_number(out, "seconds", s->seconds, SCENE_DEFAULT_SECONDS);
    write_top_number(out, "step", s->step, SCENE_DEFAULT_STEP);
    if (s->seed != 0) {
        begin(out, "seed");
        fprintf(out, "%llu", (unsigned long long)s->seed);
    }
    fputs("\n}\n", out);
    return fflush(out) == 0 && !ferror(out);
}
