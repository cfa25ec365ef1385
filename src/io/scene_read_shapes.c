// SPDX-License-Identifier: MIT
// Obstacles and areas of a JSON scene.
#include "io/scene_read.h"

#include <math.h>
#include <string.h>

// In the order of scene_obstacle_kind.
static const char *const kind_keys[] = {"polygon", "segment", "point", "circle"};
enum { KINDS = sizeof kind_keys / sizeof *kind_keys };

// ---- one shape ----------------------------------------------------------------------------------

static bool read_circle(reading *r, const field *f, bool has_unknown, scene_obstacle *body)
{
    static const number_limits positive = {0, SCENE_MAX_RADIUS, true};
    field centre = field_member(f, "circle"), radius = field_member(f, "radius");
    wend_vec2 c = {0};
    double size = 0;
    bool good = read_point(r, &centre, &c);
    if (field_is_absent(&radius))
        return field_misses(r, f, has_unknown, "a circle needs a \"radius\", in metres");
    if (!read_number(r, &radius, positive, &size) || !good)
        return false;
    // What must fit is the polygon that stands for the circle.
    double reach = size * (1 + SCENE_CIRCLE_RELATIVE_ERROR);
    if (fmax(fabs(c.x), fabs(c.y)) + reach > WEND_MAX_COORDINATE)
        return field_problem(
            r, &centre,
            "this circle reaches beyond the coordinates from -" SCENE_MAX_COORDINATE_WORDS
            " to " SCENE_MAX_COORDINATE_WORDS ": move it, or make it smaller");
    if (r->corners > SCENE_MAX_CORNERS) // said before; a circle takes memory before it is counted
        return false;
    if (!scene_circle(r->s, body, c, size))
        return reading_no_memory(r);
    return count_corners(r, f, body->shape.point_count);
}

static bool read_segment(reading *r, const field *f, bool may_be_point, scene_shape *shape)
{
    field segment = field_member(f, "segment");
    if (!json_is_array(segment.value) || json_array_size(segment.value) != 2)
        return field_wrong(r, &segment, "a segment [[x, y], [x, y]]");
    if (!read_points(r, &segment, 2))
        return false;
    const wend_vec2 *ends = r->points.data;
    if (ends[0].x == ends[1].x && ends[0].y == ends[1].y)
        return field_problem(r, &segment,
                             "the ends of this segment are the same: move one of them%s",
                             may_be_point ? ", or make it a \"point\"" : "");
    return finish_shape(r, shape);
}

static bool read_point_obstacle(reading *r, const field *f, scene_shape *shape)
{
    field point = field_member(f, "point");
    wend_vec2 p = {0};
    if (!read_point(r, &point, &p) || !count_corners(r, f, 1))
        return false;
    return scene_shape_ring(r->s, &p, 1, shape) || reading_no_memory(r);
}

bool read_polygon(reading *r, const field *f, scene_shape *shape)
{
    field polygon = field_member(f, "polygon"), holes = field_member(f, "holes");
    bool good = read_ring(r, &polygon);
    return read_holes(r, &holes) && good && finish_shape(r, shape);
}

// The one kind that the object has.
static bool find_kind(reading *r, const field *f, bool has_unknown, body_rule rule,
                      scene_obstacle_kind *kind)
{
    size_t found = 0;
    for (size_t i = KINDS; i-- > 0;)
        if (rule.kinds & 1u << i && json_object_get(f->value, kind_keys[i])) {
            ++found;
            *kind = (scene_obstacle_kind)i;
        }
    if (found == 0)
        return field_misses(r, f, has_unknown, rule.words);
    return found == 1 || field_problem(r, f, "%s, found %zu of them", rule.words, found);
}

bool read_body(reading *r, const field *f, bool has_unknown, body_rule rule, scene_obstacle *body)
{
    if (!find_kind(r, f, has_unknown, rule, &body->kind))
        return false;
    field name = field_member(f, "name"), holes = field_member(f, "holes"),
          radius = field_member(f, "radius");
    bool good = read_string(r, &name, SCENE_MAX_NAME, &body->name);
    if (!field_is_absent(&holes) && body->kind != SCENE_POLYGON)
        good = field_problem(r, &holes, "\"holes\" belong to a polygon, not to a %s",
                             kind_keys[body->kind]);
    if (!field_is_absent(&radius) && body->kind != SCENE_CIRCLE)
        good = field_problem(r, &radius, "\"radius\" belongs to a circle, not to a %s",
                             kind_keys[body->kind]);
    start_shape(r);
    switch (body->kind) {
    case SCENE_POLYGON:
        return read_polygon(r, f, &body->shape) && good;
    case SCENE_SEGMENT:
        return read_segment(r, f, rule.kinds & 1u << SCENE_POINT, &body->shape) && good;
    case SCENE_POINT:
        return read_point_obstacle(r, f, &body->shape) && good;
    case SCENE_CIRCLE:
        return read_circle(r, f, has_unknown, body) && good;
    }
    return false;
}

// ---- obstacles and areas ------------------------------------------------------------------------

static bool read_obstacle(reading *r, const field *f)
{
    static const char *const keys[] = {"polygon", "segment", "point", "circle", "holes",
                                       "radius",  "name",    "role",  NULL};
    static const body_rule rule = {
        1u << SCENE_POLYGON | 1u << SCENE_SEGMENT | 1u << SCENE_POINT | 1u << SCENE_CIRCLE,
        "an obstacle has exactly one of \"polygon\", \"segment\", \"point\" and \"circle\"",
    };
    bool good = read_object(r, f, "an object like {\"polygon\": [...]}", keys);
    if (!json_is_object(f->value))
        return false;
    scene_obstacle *obstacle = scene_add_obstacle(r->s);
    if (!obstacle)
        return reading_no_memory(r);
    field role = field_member(f, "role");
    bool has_unknown = !good;
    good = read_string(r, &role, SCENE_MAX_NAME, &obstacle->role) && good;
    return read_body(r, f, has_unknown, rule, obstacle) && good;
}

static bool read_area(reading *r, const field *f)
{
    static const char *const keys[] = {"polygon", "holes", "role", NULL};
    if (!check_key_name(r, f))
        return false;
    scene_area *area = scene_add_area(r->s);
    char *name = pool_string(&r->s->memory, f->path.key, strlen(f->path.key));
    if (!area || !name)
        return reading_no_memory(r);
    area->name = name;
    start_shape(r);
    if (json_is_array(f->value))
        return read_ring(r, f) && finish_shape(r, &area->shape);
    bool good = read_object(r, f, "a ring of points or an object {\"polygon\": [...]}", keys);
    if (!json_is_object(f->value))
        return false;
    bool has_unknown = !good;
    field role = field_member(f, "role");
    good = read_string(r, &role, SCENE_MAX_NAME, &area->role) && good;
    if (!json_object_get(f->value, "polygon"))
        return field_misses(r, f, has_unknown, "an area needs a \"polygon\", a ring of points");
    return read_polygon(r, f, &area->shape) && good;
}

void read_items(reading *r, const field *f, const char *what, read_item_fn *read)
{
    if (field_is_absent(f) || !read_list(r, f, what))
        return;
    size_t count = json_array_size(f->value);
    for (size_t i = 0; i < count && !r->no_memory; ++i) {
        field item = field_item(f, i);
        read(r, &item);
    }
}

void read_obstacles(reading *r, const field *f)
{
    read_items(r, f, "a list of obstacles", read_obstacle);
}

void read_areas(reading *r, const field *f)
{
    if (field_is_absent(f))
        return;
    if (!json_is_object(f->value)) {
        field_wrong(r, f, "an object of areas by name, like {\"exit\": [[x, y], ...]}");
        return;
    }
    const char *key;
    json_t *value;
    json_object_foreach(f->value, key, value)
    {
        field area = {value, {&f->path, key, 0}};
        if (!r->no_memory)
            read_area(r, &area);
    }
}
