// SPDX-License-Identifier: MIT
// GeoJSON: a FeatureCollection of bounds, obstacles and areas with "role" and "name", and the
// scene's name and about as members of the collection. Agents are omitted. Coordinates are those of
// the scene's source, in metres: its origin is added, and a "crs" states that they are not degrees.
#include "base/export_text.h"
#include "formats/formats.h"
#include "formats/geojson.h"
#include "polygon/polygons.h"
#include "scene/shape.h"

#include <string.h>

typedef struct writing {
    FILE *out;
    wend_vec2 origin;
    bool started; ///< a feature has been written
} writing;

static void write_point(writing *w, wend_vec2 p)
{
    putc('[', w->out);
    export_number(w->out, p.x + w->origin.x);
    fputs(", ", w->out);
    export_number(w->out, p.y + w->origin.y);
    putc(']', w->out);
}

// Rings are closed in GeoJSON, lines are not.
static void write_points(writing *w, const wend_vec2 *points, uint32_t count, bool closed)
{
    putc('[', w->out);
    for (uint32_t i = 0; i < count + closed; ++i) {
        if (i > 0)
            fputs(", ", w->out);
        write_point(w, points[i < count ? i : 0]);
    }
    putc(']', w->out);
}

static void write_geometry(writing *w, wend_shape shape)
{
    const char *type = shape.point_count == 1   ? "Point"
                       : shape.point_count == 2 ? "LineString"
                                                : "Polygon";
    fprintf(w->out, "\"geometry\": {\"type\": \"%s\", \"coordinates\": ", type);
    if (shape.point_count == 1) {
        write_point(w, shape.points[0]);
    } else if (shape.point_count == 2) {
        write_points(w, shape.points, 2, false);
    } else {
        uint32_t rings = shape_rings(shape);
        putc('[', w->out);
        for (uint32_t r = 0; r < rings; ++r) {
            uint32_t begin, end;
            shape_ring(shape, r, &begin, &end);
            if (r > 0)
                fputs(", ", w->out);
            write_points(w, shape.points + begin, end - begin, true);
        }
        putc(']', w->out);
    }
    putc('}', w->out);
}

static void write_property(writing *w, const char *key, const char *value)
{
    fprintf(w->out, ", \"%s\": ", key);
    export_string(w->out, value);
}

static void write_feature(writing *w, wend_shape shape, const char *role, const char *kind,
                          const char *name)
{
    fputs(w->started ? ",\n    " : "\n    ", w->out);
    w->started = true;
    fputs("{\"type\": \"Feature\", \"properties\": {\"role\": ", w->out);
    export_string(w->out, role);
    if (kind)
        write_property(w, GEOJSON_KIND, kind);
    if (name)
        write_property(w, "name", name);
    fputs("}, ", w->out);
    write_geometry(w, shape);
    putc('}', w->out);
}

static void write_obstacle(writing *w, const scene_obstacle *obstacle)
{
    bool plain = obstacle->role && geojson_role_is_solid(obstacle->role) &&
                 strcmp(obstacle->role, GEOJSON_OBSTACLE) != 0;
    write_feature(w, shape_view(&obstacle->shape), plain ? obstacle->role : GEOJSON_OBSTACLE,
                  plain ? NULL : obstacle->role, obstacle->name);
}

static void write_area(writing *w, const scene_area *area)
{
    bool plain = area->role && !geojson_role_is_solid(area->role) &&
                 !geojson_role_is_free(area->role) && strcmp(area->role, GEOJSON_AREA) != 0;
    write_feature(w, shape_view(&area->shape), plain ? area->role : GEOJSON_AREA,
                  plain ? NULL : area->role, area->name);
}

static void write_title(FILE *out, const char *key, const char *value)
{
    if (!value)
        return;
    fprintf(out, ",\n  \"%s\": ", key);
    export_string(out, value);
}

bool scene_write_geojson(const scene *s, FILE *out)
{
    writing w = {.out = out, .origin = s->origin};
    fputs("{\n  \"type\": \"FeatureCollection\"", out);
    write_title(out, "name", s->name);
    write_title(out, "about", s->about);
    fputs(",\n  \"crs\": {\"type\": \"name\", \"properties\": {\"name\": \"" GEOJSON_LOCAL_CRS
          "\"}},\n  \"features\": [",
          out);
    if (s->bounds)
        write_feature(&w, (wend_shape){.points = s->bounds, .point_count = s->bounds_count},
                      GEOJSON_BOUNDS, NULL, NULL);
    for (uint32_t i = 0; i < s->obstacle_count; ++i)
        write_obstacle(&w, &s->obstacles[i]);
    for (uint32_t i = 0; i < s->area_count; ++i)
        write_area(&w, &s->areas[i]);
    fputs("\n  ]\n}\n", out);
    return !ferror(out);
}
