// SPDX-License-Identifier: MIT
// GeoJSON (RFC 7946): polygons, lines and points with a role in their properties.
//
// A feature's "role" (or "wend:role") determines what its shapes are: "bounds" and "walkable" are
// free area (walkable.h), "obstacle", "building", "wall" and no role are obstacles, any other role
// is that of an area. A shape with role "obstacle" or "area" has no role in the scene, or the one
// in its property "kind". A feature's name is its property "name" or its id. Lines and points are
// obstacles too; an area must be a polygon. Without free area the bounds are the box around
// everything plus BOUNDS_MARGIN.
//
// Coordinates are longitude and latitude, as in the standard, if possible: the file has no other
// "crs", and they fit in a box of GEOGRAPHIC_WIDEST degrees. They are then projected
// (geographic.h), and "about" states the centre. Otherwise they are metres; a note is added if they
// are in the range of longitudes and latitudes and no "crs" states metres.
#include "base/json_text.h"
#include "formats/formats.h"
#include "formats/geojson.h"
#include "repair/walkable.h"
#include "scene/area_names.h"
#include "scene/fields.h"
#include "scene/geographic.h"
#include "scene/shape.h"
#include "wend/geometry.h"

#include <math.h>
#include <string.h>

// Margin of the bounds of a file without free area. [Units: m]
#define BOUNDS_MARGIN 10.0
// Limit of nested collections; the standard discourages any nesting.
enum { DEEPEST = 3 };

typedef enum meaning {
    MEANS_FREE,
    MEANS_OBSTACLE,
    MEANS_AREA,
} meaning;

typedef struct element {
    meaning means;
    const char *role, *name; ///< NULL: none
} element;

typedef struct geojson {
    reading r;
    polygons shapes;
    wend_array(element) elements; ///< one for each shape
    area_names names;
} geojson;

// ---- properties ---------------------------------------------------------------------------------

// A non-empty string; other values, as exported by GIS programs, are ignored.
static bool read_label(geojson *g, const field *object, const char *key, const char **out)
{
    field f = field_member(object, key);
    if (!json_is_string(f.value) || json_string_length(f.value) == 0)
        return true;
    return read_string(&g->r, &f, AREA_NAME_BASE, out);
}

static bool is_one_of(const char *word, const char *const *list)
{
    for (; *list; ++list)
        if (strcmp(word, *list) == 0)
            return true;
    return false;
}

bool geojson_role_is_free(const char *role)
{
    static const char *const roles[] = {GEOJSON_BOUNDS, "walkable", NULL};
    return is_one_of(role, roles);
}

bool geojson_role_is_solid(const char *role)
{
    static const char *const roles[] = {GEOJSON_OBSTACLE, "building", "wall", NULL};
    return is_one_of(role, roles);
}

static bool read_properties(geojson *g, const field *feature, element *e)
{
    field properties = field_member(feature, "properties");
    if (!read_label(g, feature, "id", &e->name) || !read_label(g, &properties, "name", &e->name) ||
        !read_label(g, &properties, "role", &e->role) ||
        !read_label(g, &properties, "wend:role", &e->role))
        return false;
    if (!e->role || geojson_role_is_solid(e->role))
        e->means = MEANS_OBSTACLE;
    else
        e->means = geojson_role_is_free(e->role) ? MEANS_FREE : MEANS_AREA;
    // These two have no role of their own; "kind" may have one.
    if (e->role && (strcmp(e->role, GEOJSON_OBSTACLE) == 0 || strcmp(e->role, GEOJSON_AREA) == 0)) {
        e->role = NULL;
        return read_label(g, &properties, GEOJSON_KIND, &e->role);
    }
    return true;
}

// ---- coordinates --------------------------------------------------------------------------------

static bool read_position(geojson *g, const field *f)
{
    const number_limits limits = {-WEND_MAX_COORDINATE, WEND_MAX_COORDINATE, false};
    if (!json_is_array(f->value) || json_array_size(f->value) < 2)
        return field_wrong(&g->r, f, "a position [x, y]");
    field x = field_item(f, 0), y = field_item(f, 1);
    wend_vec2 p = {0};
    if (!read_number(&g->r, &x, limits, &p.x) || !read_number(&g->r, &y, limits, &p.y) ||
        !count_corners(&g->r, f, 1))
        return false;
    return polygons_add_point(&g->shapes, p) || reading_no_memory(&g->r);
}

static bool read_positions(geojson *g, const field *f)
{
    if (!read_list(&g->r, f, "a list of positions"))
        return false;
    size_t count = json_array_size(f->value);
    for (size_t i = 0; i < count; ++i) {
        field position = field_item(f, i);
        if (!read_position(g, &position))
            return false;
    }
    return true;
}

static bool end_shape(geojson *g, const element *e)
{
    return (polygons_end_shape(&g->shapes) && wend_array_push(&g->elements, NULL, *e)) ||
           reading_no_memory(&g->r);
}

static bool read_polygon(geojson *g, const field *f, const element *e)
{
    if (!read_list(&g->r, f, "a list of rings"))
        return false;
    size_t count = json_array_size(f->value);
    for (size_t i = 0; i < count; ++i) {
        field ring = field_item(f, i);
        size_t first = g->shapes.points.count;
        uint32_t corners;
        if (!read_positions(g, &ring))
            return false;
        const wend_vec2 *points = g->shapes.points.data;
        size_t end = g->shapes.points.count;
        if (end > first &&
            (points[first].x != points[end - 1].x || points[first].y != points[end - 1].y))
            return field_problem(
                &g->r, &ring, "this ring is not closed: its last position must repeat its first");
        if (!polygons_end_ring(&g->shapes, 3, &corners))
            return reading_no_memory(&g->r);
        if (corners < 3)
            return field_problem(&g->r, &ring, "this ring has %u corners: it needs at least 3",
                                 corners);
    }
    return count == 0 || end_shape(g, e);
}

static bool not_an_area(geojson *g, const field *f, const element *e)
{
    return e->means != MEANS_OBSTACLE &&
           !field_problem(&g->r, f, "role \"%s\" needs a polygon: this has no area",
                          e->role ? e->role : GEOJSON_AREA);
}

static bool read_dot(geojson *g, const field *f, const element *e)
{
    if (not_an_area(g, f, e) || !read_position(g, f))
        return false;
    if (!polygons_end_ring(&g->shapes, 1, NULL))
        return reading_no_memory(&g->r);
    return end_shape(g, e);
}

// A line of n positions is n - 1 segments.
static bool read_line(geojson *g, const field *f, const element *e)
{
    if (not_an_area(g, f, e) || !read_list(&g->r, f, "a list of positions"))
        return false;
    size_t count = json_array_size(f->value);
    if (count < 2)
        return field_problem(&g->r, f, "a line needs at least 2 positions");
    for (size_t i = 0; i + 1 < count; ++i) {
        field from = field_item(f, i), to = field_item(f, i + 1);
        uint32_t ends;
        if (!read_position(g, &from) || !read_position(g, &to))
            return false;
        if (!polygons_end_ring(&g->shapes, 2, &ends))
            return reading_no_memory(&g->r);
        if (ends == 2 && !end_shape(g, e))
            return false;
    }
    return true;
}

// ---- geometries ---------------------------------------------------------------------------------

typedef bool read_shape_fn(geojson *g, const field *coordinates, const element *e);

static const struct shape_type {
    const char *name;
    read_shape_fn *read;
    bool several; ///< read takes a list of these
} shape_types[] = {
    {"Polygon", read_polygon, false}, {"MultiPolygon", read_polygon, true},
    {"LineString", read_line, false}, {"MultiLineString", read_line, true},
    {"Point", read_dot, false},       {"MultiPoint", read_dot, true},
};

static bool read_shapes(geojson *g, const field *geometry, const struct shape_type *type,
                        const element *e)
{
    field coordinates = field_member(geometry, "coordinates");
    if (!json_is_array(coordinates.value))
        return field_problem(&g->r, geometry, "this %s has no list of \"coordinates\"", type->name);
    if (!type->several)
        return type->read(g, &coordinates, e);
    size_t count = json_array_size(coordinates.value);
    for (size_t i = 0; i < count; ++i) {
        field item = field_item(&coordinates, i);
        if (!type->read(g, &item, e))
            return false;
    }
    return true;
}

static bool read_object_of(geojson *g, const field *f, const element *e, int depth);

static bool read_members(geojson *g, const field *f, const char *key, const element *e, int depth)
{
    field list = field_member(f, key);
    if (!json_is_array(list.value))
        return field_problem(&g->r, f, "this has no list of \"%s\"", key);
    if (depth >= DEEPEST)
        return field_problem(&g->r, f, "collections are nested more than %d deep: flatten them",
                             DEEPEST);
    size_t count = json_array_size(list.value);
    for (size_t i = 0; i < count; ++i) {
        field item = field_item(&list, i);
        if (!read_object_of(g, &item, e, depth + 1))
            return false;
    }
    return true;
}

static bool read_feature(geojson *g, const field *f, int depth)
{
    element e = {.means = MEANS_OBSTACLE};
    field geometry = field_member(f, "geometry");
    if (!read_properties(g, f, &e))
        return false;
    if (field_is_absent(&geometry) || json_is_null(geometry.value))
        return true;
    return read_object_of(g, &geometry, &e, depth);
}

static bool read_object_of(geojson *g, const field *f, const element *e, int depth)
{
    const char *type = json_string_value(json_object_get(f->value, "type"));
    if (!type)
        return field_problem(&g->r, f, "this is not GeoJSON: an object with a \"type\" is needed");
    for (size_t i = 0; i < sizeof shape_types / sizeof shape_types[0]; ++i)
        if (strcmp(type, shape_types[i].name) == 0)
            return read_shapes(g, f, &shape_types[i], e);
    if (strcmp(type, "GeometryCollection") == 0)
        return read_members(g, f, "geometries", e, depth);
    if (strcmp(type, "FeatureCollection") == 0)
        return read_members(g, f, "features", e, depth);
    if (strcmp(type, "Feature") == 0 && depth <= DEEPEST)
        return read_feature(g, f, depth + 1);
    field member = field_member(f, "type");
    return field_problem(&g->r, &member,
                         "unknown or misplaced type: GeoJSON has FeatureCollection, Feature, "
                         "Polygon, MultiPolygon, LineString, Point and collections of them");
}

// ---- the scene ----------------------------------------------------------------------------------

typedef enum units {
    UNITS_UNSAID,
    UNITS_DEGREES,
    UNITS_METRES,
} units;

static bool ends_with(const char *s, const char *end)
{
    size_t length = strlen(s), tail = strlen(end);
    return length >= tail && strcmp(s + length - tail, end) == 0;
}

// "crs" is part of GeoJSON 2008, and is still written for projected coordinates.
static units read_crs(const json_t *root)
{
    const json_t *properties = json_object_get(json_object_get(root, "crs"), "properties");
    const char *name = json_string_value(json_object_get(properties, "name"));
    static const char *const geographic_names[] = {"CRS84", "CRS83", ":4326", ":4258", "WGS84"};
    if (!name)
        return UNITS_UNSAID;
    for (size_t i = 0; i < sizeof geographic_names / sizeof geographic_names[0]; ++i)
        if (ends_with(name, geographic_names[i]))
            return UNITS_DEGREES;
    return UNITS_METRES;
}

static bool could_be_degrees(wend_box box)
{
    return box.min.x >= -180 && box.max.x <= 180 && box.min.y >= -90 && box.max.y <= 90;
}

static bool to_metres(geojson *g, units said)
{
    wend_vec2 *points = g->shapes.points.data;
    size_t count = g->shapes.points.count;
    wend_box box = wend_box_of(points, count);
    bool plausible = geographic_plausible(box);
    if (said == UNITS_UNSAID && !plausible && could_be_degrees(box))
        g->r.s->note = "the coordinates are taken as metres: longitudes and latitudes of a plan "
                       "would be less than 1 degree apart; a \"crs\" in the file would say it";
    if (said == UNITS_METRES || (said == UNITS_UNSAID && !plausible))
        return true;
    if (!plausible)
        return problem_add(g->r.problems,
                           "the longitudes and latitudes are out of range or more than %g degrees "
                           "apart: cut out a smaller part",
                           GEOGRAPHIC_WIDEST);
    geographic plane = geographic_at(box);
    for (size_t i = 0; i < count; ++i)
        points[i] = geographic_project(&plane, points[i]);
    g->r.s->plane = plane;
    char about[120];
    int length =
        snprintf(about, sizeof about, "Projected to metres around longitude %.7f, latitude %.7f.",
                 plane.centre.x, plane.centre.y);
    g->r.s->about = pool_string(&g->r.s->memory, about, (size_t)length);
    return g->r.s->about || reading_no_memory(&g->r);
}

static bool add_obstacle(scene *s, wend_shape shape, const element *e)
{
    scene_obstacle *obstacle = scene_add_shape(s, shape);
    if (!obstacle)
        return false;
    obstacle->name = e->name;
    obstacle->role = e->role;
    return true;
}

static bool add_area(geojson *g, wend_shape shape, const element *e)
{
    scene_area *area = scene_add_area(g->r.s);
    if (!area)
        return false;
    const char *base = e->name ? e->name : e->role ? e->role : GEOJSON_AREA;
    area->name = area_name(&g->names, g->r.s, base, !e->name);
    area->role = e->role;
    return area->name && shape_copy(g->r.s, shape, &area->shape);
}

static bool set_bounds(geojson *g, const polygons *free_area)
{
    if (free_area->spans.count > 0)
        return walkable_set(g->r.s, free_area, g->r.problems);
    wend_vec2 corners[4];
    box_corners(
        box_grown(wend_box_of(g->shapes.points.data, g->shapes.points.count), BOUNDS_MARGIN),
        corners);
    return scene_set_bounds(g->r.s, corners, 4) || reading_no_memory(&g->r);
}

static bool build(geojson *g)
{
    polygons free_area = {0};
    bool good = true;
    polygons_localise(&g->shapes, g->r.s);
    for (size_t i = 0; good && i < g->shapes.spans.count; ++i) {
        const element *e = &g->elements.data[i];
        wend_shape shape = polygons_get(&g->shapes, i);
        if (e->means == MEANS_FREE)
            good = polygons_add(&free_area, shape);
        else
            good = e->means == MEANS_AREA ? add_area(g, shape, e) : add_obstacle(g->r.s, shape, e);
    }
    good = good ? set_bounds(g, &free_area) : reading_no_memory(&g->r);
    polygons_free(&free_area);
    return good;
}

// The name and about of the collection, if valid for a scene.
static bool read_title(geojson *g, const field *whole)
{
    field name = field_member(whole, "name"), about = field_member(whole, "about");
    size_t name_size = json_string_length(name.value), about_size = json_string_length(about.value);
    return (name_size == 0 || name_size > SCENE_MAX_NAME ||
            read_string(&g->r, &name, SCENE_MAX_NAME, &g->r.s->name)) &&
           (about_size == 0 || about_size > SCENE_MAX_ABOUT ||
            read_string(&g->r, &about, SCENE_MAX_ABOUT, &g->r.s->about));
}

static bool read_root(geojson *g, json_t *root)
{
    const element plain = {.means = MEANS_OBSTACLE};
    field whole = {.value = root};
    if (!read_object_of(g, &whole, &plain, 0))
        return false;
    if (g->shapes.spans.count == 0)
        return problem_add(g->r.problems, "there is no polygon, line or point in it");
    return read_title(g, &whole) && to_metres(g, read_crs(root)) && build(g);
}

scene *scene_read_geojson(const text *t, const char *path, problem_list *problems)
{
    (void)path;
    json_t *root = json_from_text(t, problems);
    if (!root)
        return NULL;
    geojson g = {.r = {.t = t, .problems = problems, .s = scene_new()}};
    bool good = area_names_open(&g.names) && g.r.s;
    good = good ? read_root(&g, root) : problem_no_memory(problems);
    area_names_close(&g.names);
    polygons_free(&g.shapes);
    wend_array_free(&g.elements, NULL);
    json_decref(root);
    return scene_finish(g.r.s, good);
}
