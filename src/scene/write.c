// SPDX-License-Identifier: MIT
// Writes a scene as JSON by the rows of the schema: one list entry per line, only keys that differ
// from their defaults, and every number in the shortest form that reads back as the same double.
// Reading and writing a file that wend wrote gives the same bytes.
#include "base/export_text.h"
#include "scene/schema.h"

#include <string.h>

static void write_object(FILE *out, const key_object *o, const void *value);

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
        fputs(i ? ", " : "", out);
        write_point(out, points[i]);
    }
    putc(']', out);
}

static void write_ends(FILE *out, wend_vec2 a, wend_vec2 b)
{
    write_points(out, (wend_vec2[]){a, b}, 2);
}

static void write_holes(FILE *out, const scene_shape *shape)
{
    for (uint32_t i = 1; i < shape->ring_count; ++i) {
        uint32_t start = shape->ring_ends[i - 1];
        fputs(i > 1 ? ", " : "[", out);
        write_points(out, shape->points + start, shape->ring_ends[i] - start);
    }
    putc(']', out);
}

static void write_lines(FILE *out, const scene_flow *flow, bool sinks)
{
    const char *between = "[";
    for (uint32_t i = 0; i < flow->def.opening_count; ++i) {
        if (flow->openings[i].is_sink != sinks)
            continue;
        fputs(between, out);
        write_points(out, flow->openings[i].points, flow->openings[i].count);
        between = ", ";
    }
    putc(']', out);
}

static void write_goal(FILE *out, const scene_goal *goal)
{
    switch (goal->kind) {
    case SCENE_GOAL_NONE:
        break;
    case SCENE_GOAL_AREA:
        export_string(out, goal->area);
        break;
    case SCENE_GOAL_POINT:
        write_point(out, goal->segment.a);
        break;
    case SCENE_GOAL_SEGMENT:
        write_ends(out, goal->segment.a, goal->segment.b);
        break;
    case SCENE_GOAL_AREAS:
        for (uint32_t i = 0; i < goal->area_count; ++i) {
            fputs(i ? ", " : "[", out);
            export_string(out, goal->areas[i]);
        }
        putc(']', out);
        break;
    }
}

static void write_spread(FILE *out, const key_row *of, double mean, const wend_spread *spread)
{
    key_row rows[SPREAD_ROWS];
    key_object o = schema_spread;
    spread_value value = {mean, *spread};
    schema_spread_rows(of, rows);
    o.rows = rows;
    if (spread->std == 0)
        export_number(out, mean);
    else
        write_object(out, &o, &value);
}

// Entries of the scene's own lists have a line each, and so do frames and patches.
static void write_items(FILE *out, const key_row *row, const char *items, uint32_t count)
{
    bool map = row->type == VALUE_MAP;
    const char *line = schema_row(&schema_scene, row->key) == row ? "\n    "
                       : row->min > 0                             ? "\n      "
                                                                  : NULL;
    putc(map ? '{' : '[', out);
    for (uint32_t i = 0; i < count; ++i, items += row->items->size) {
        fputs(i == 0 ? "" : line ? "," : ", ", out);
        fputs(line ? line : "", out);
        if (map) {
            export_string(out, *(const char *const *)(const void *)items);
            fputs(": ", out);
        }
        write_object(out, row->items, items);
    }
    if (line)
        fprintf(out, "%.*s", (int)strlen(line) - 2, line);
    putc(map ? '}' : ']', out);
}

static void write_value(FILE *out, const key_row *row, const void *value)
{
    const void *at = (const char *)value + row->at, *more = (const char *)value + row->more;
    const void *array = row->more ? *(const void *const *)at : NULL;
    const wend_goal_frame *frame = row->more ? array : value;
    switch (row->type) {
    case VALUE_NUMBER:
        export_number(out, *(const double *)at);
        break;
    case VALUE_WHOLE:
        fprintf(out, "%lu", (unsigned long)*(const uint32_t *)at);
        break;
    case VALUE_LONG:
        fprintf(out, "%llu", (unsigned long long)*(const uint64_t *)at);
        break;
    case VALUE_BOOLEAN:
        fputs(*(const bool *)at == !(row->flags & ROW_NEGATED) ? "true" : "false", out);
        break;
    case VALUE_STRING:
        export_string(out, *(const char *const *)at);
        break;
    case VALUE_NAME:
        export_string(out, row->names(*(const unsigned *)at, false));
        break;
    case VALUE_SPREAD:
        write_spread(out, row, *(const double *)at, more);
        break;
    case VALUE_NUMBERS:
        for (uint32_t i = 0; i < schema_count(row, value); ++i) {
            fputs(i ? ", " : "[", out);
            export_number(out, ((const double *)array)[i]);
        }
        putc(']', out);
        break;
    case VALUE_POINT:
        write_point(out, *(const wend_vec2 *)at);
        break;
    case VALUE_POINTS:
    case VALUE_RING:
        write_points(out, array, schema_count(row, value));
        break;
    case VALUE_LINES:
        write_lines(out, value, row->tag);
        break;
    case VALUE_GOAL:
        write_goal(out, at);
        break;
    case VALUE_POLYGON:
        write_points(out, ((const scene_shape *)at)->points,
                     ((const scene_shape *)at)->ring_count ? *((const scene_shape *)at)->ring_ends
                                                           : 0);
        break;
    case VALUE_HOLES:
        write_holes(out, at);
        break;
    case VALUE_SEGMENT:
        write_points(out, ((const scene_shape *)at)->points, 2);
        break;
    case VALUE_POST:
        write_point(out, *((const scene_shape *)at)->points);
        break;
    case VALUE_FRAME_POINT:
        write_point(out, frame->a);
        break;
    case VALUE_FRAME_SEGMENT:
        write_ends(out, frame->a, frame->b);
        break;
    case VALUE_OBJECT:
        write_object(out, row->items, at);
        break;
    case VALUE_LIST:
    case VALUE_MAP:
        write_items(out, row, array, schema_count(row, value));
        break;
    }
}

// The value of the first row stands for the object if the object has a short form and no other
// value.
static void write_object(FILE *out, const key_object *o, const void *value)
{
    any_object initial;
    o->initial(&initial);
    bool is_short = o->short_form;
    for (const key_row *row = o->rows + 1; row->key && is_short; ++row)
        is_short = schema_is_default(o, row, value, &initial);
    if (is_short) {
        write_value(out, &o->rows[0], value);
        return;
    }
    const char *between = "";
    putc('{', out);
    for (const key_row *row = o->rows; row->key; ++row) {
        if (schema_is_default(o, row, value, &initial))
            continue;
        fprintf(out, "%s\"%s\": ", between, row->key);
        write_value(out, row, value);
        between = ", ";
    }
    putc('}', out);
}

bool scene_write_json(const scene *s, FILE *out)
{
    any_object initial;
    schema_scene.initial(&initial);
    fprintf(out, "{\n  \"wend\": %d", SCENE_FORMAT);
    for (const key_row *row = schema_scene.rows; row->key; ++row) {
        if (schema_is_default(&schema_scene, row, s, &initial))
            continue;
        fprintf(out, ",\n  \"%s\": ", row->key);
        write_value(out, row, s);
    }
    fputs("\n}\n", out);
    return fflush(out) == 0 && !ferror(out);
}
