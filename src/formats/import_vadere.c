// SPDX-License-Identifier: MIT
// Vadere's .scenario files, of release 2.4 and of older ones that store a spawner's fields in the
// source itself.
//
// Targets become areas with the role "exit", sources areas with the role "start" and an entry of
// agents, stairs and measurement areas areas with their role; all are named by their id:
// "target-1". Placed pedestrians keep their positions. Vadere's outer walls are as wide as
// "boundingBoxWidth" and lie inside its bounds, so the scene's bounds are Vadere's without them.
// vadere_agents.c reads the agents.
#include "base/json_text.h"
#include "formats/formats.h"
#include "formats/vadere.h"
#include "polygon/polygons.h"
#include "repair/walkable.h"
#include "scene/shape.h"

#include <math.h>
#include <string.h>

// Vadere's default of "boundingBoxWidth". [Units: m]
#define VADERE_BORDER 0.5

// A corner of a rectangle is a sum, x + width, which rounding moves off the decimal number and off
// its neighbour's corner. Sums are therefore rounded to this. [Units: 1/m]
#define SUMS_PER_METRE 1e9

static const number_limits any_coordinate = {-WEND_MAX_COORDINATE, WEND_MAX_COORDINATE, false};
static const number_limits any_length = {0, WEND_MAX_COORDINATE, true};

// A required number.
static bool read_needed(vadere *v, const field *object, const char *key, number_limits limits,
                        double *out)
{
    field f = field_member(object, key);
    if (field_is_absent(&f))
        return field_problem(&v->r, object, "\"%s\" is missing here", key);
    return read_number(&v->r, &f, limits, out);
}

static bool read_xy(vadere *v, const field *object, wend_vec2 *out)
{
    return read_needed(v, object, "x", any_coordinate, &out->x) &&
           read_needed(v, object, "y", any_coordinate, &out->y);
}

static double sum(double a, double b)
{
    double rounded = round((a + b) * SUMS_PER_METRE) / SUMS_PER_METRE;
    return fabs(rounded - (a + b)) < 1 / SUMS_PER_METRE ? rounded : a + b;
}

// ---- shapes -------------------------------------------------------------------------------------

// {x, y, width, height} as a box.
static bool read_box(vadere *v, const field *f, wend_box *box)
{
    double width, height;
    if (!read_xy(v, f, &box->min) || !read_needed(v, f, "width", any_length, &width) ||
        !read_needed(v, f, "height", any_length, &height))
        return false;
    box->max = (wend_vec2){sum(box->min.x, width), sum(box->min.y, height)};
    return true;
}

static bool read_polygon(vadere *v, const field *f, polygons *out)
{
    field list = field_member(f, "points");
    if (!json_is_array(list.value))
        return field_problem(&v->r, f, "this POLYGON has no list of \"points\"");
    size_t count = json_array_size(list.value);
    if (!count_corners(&v->r, f, count))
        return false;
    for (size_t i = 0; i < count; ++i) {
        field item = field_item(&list, i);
        wend_vec2 p;
        if (!read_xy(v, &item, &p))
            return false;
        if (!polygons_add_point(out, p))
            return reading_no_memory(&v->r);
    }
    uint32_t corners;
    if (!polygons_end_ring(out, 3, &corners) || !polygons_end_shape(out))
        return reading_no_memory(&v->r);
    return corners >= 3 ||
           field_problem(&v->r, &list, "this polygon has %u corners: it needs at least 3", corners);
}

typedef struct vadere_shape {
    bool is_circle;
    scene_shape rings;
    wend_vec2 centre;
    double radius;
} vadere_shape;

static bool read_circle(vadere *v, const field *f, vadere_shape *out)
{
    field centre = field_member(f, "center");
    out->is_circle = true;
    if (field_is_absent(&centre))
        return field_problem(&v->r, f, "this CIRCLE has no \"center\"");
    return read_xy(v, &centre, &out->centre) &&
           read_needed(v, f, "radius", any_length, &out->radius);
}

static bool read_shape(vadere *v, const field *f, vadere_shape *out)
{
    static const char *const types[] = {"RECTANGLE", "POLYGON", "CIRCLE", NULL};
    field shape = field_member(f, "shape"), type = field_member(&shape, "type");
    unsigned kind = 0;
    *out = (vadere_shape){0};
    if (field_is_absent(&shape) || field_is_absent(&type))
        return field_problem(&v->r, field_is_absent(&shape) ? f : &shape,
                             "a \"shape\" with a \"type\" is missing here");
    if (!read_choice(&v->r, &type, types, &kind))
        return false;
    if (kind == 2)
        return read_circle(v, &shape, out);
    if (kind == 0) {
        wend_box box;
        wend_vec2 corners[4];
        if (!read_box(v, &shape, &box) || !count_corners(&v->r, f, 4))
            return false;
        box_corners(box, corners);
        return scene_shape_ring(v->r.s, corners, 4, &out->rings) || reading_no_memory(&v->r);
    }
    polygons polygon = {0};
    bool good = read_polygon(v, &shape, &polygon);
    if (good && !shape_copy(v->r.s, polygons_get(&polygon, 0), &out->rings))
        good = reading_no_memory(&v->r);
    polygons_free(&polygon);
    return good;
}

// ---- topography ---------------------------------------------------------------------------------

typedef bool read_part_fn(vadere *v, const field *f, const char *role);

// Calls a function for each item of a list of the topography; an absent or null list is empty.
static bool read_parts(vadere *v, const field *topography, const char *key, read_part_fn *read,
                       const char *role)
{
    field list = field_member(topography, key);
    if (field_is_absent(&list) || json_is_null(list.value))
        return true;
    if (!read_list(&v->r, &list, "a list"))
        return false;
    size_t count = json_array_size(list.value);
    for (size_t i = 0; i < count; ++i) {
        field item = field_item(&list, i);
        if (!read(v, &item, role))
            return false;
    }
    return true;
}

// Some releases put an element's fields into "attributes".
static field inner_fields(const field *f)
{
    field attributes = field_member(f, "attributes");
    field shape = field_member(&attributes, "shape");
    return field_is_absent(&shape) ? *f : attributes;
}

static bool read_obstacle(vadere *v, const field *f, const char *role)
{
    (void)role;
    field fields = inner_fields(f);
    vadere_shape shape;
    if (!read_shape(v, &fields, &shape))
        return false;
    scene_obstacle *obstacle = scene_add_obstacle(v->r.s);
    if (!obstacle)
        return reading_no_memory(&v->r);
    if (shape.is_circle)
        return scene_circle(v->r.s, obstacle, shape.centre, shape.radius) ||
               reading_no_memory(&v->r);
    obstacle->kind = SCENE_POLYGON;
    obstacle->shape = shape.rings;
    return true;
}

// Adds an area named "prefix-ID"; ids below 1 mean that Vadere chooses one.
static bool add_area(vadere *v, const field *f, const char *prefix, const char *role,
                     const char **name)
{
    vadere_shape shape;
    if (!read_shape(v, f, &shape))
        return false;
    json_int_t id = json_integer_value(json_object_get(f->value, "id"));
    char base[60];
    if (id > 0)
        snprintf(base, sizeof base, "%s-%lld", prefix, (long long)id);
    else
        snprintf(base, sizeof base, "%s", prefix);
    *name = area_name(&v->names, v->r.s, base, id <= 0);
    scene_area *area = *name ? scene_add_area(v->r.s) : NULL;
    if (!area)
        return reading_no_memory(&v->r);
    area->name = *name;
    area->role = role;
    if (shape.is_circle) {
        scene_obstacle circle = {0};
        if (!scene_circle(v->r.s, &circle, shape.centre, shape.radius))
            return reading_no_memory(&v->r);
        shape.rings = circle.shape;
    }
    area->shape = shape.rings;
    return true;
}

static bool read_target(vadere *v, const field *f, const char *role)
{
    field fields = inner_fields(f);
    const char *name;
    return add_area(v, &fields, "target", role, &name) && vadere_keep_target(v, &fields, name);
}

static bool read_plain_area(vadere *v, const field *f, const char *role)
{
    field fields = inner_fields(f);
    const char *name;
    return add_area(v, &fields, role, role, &name);
}

static bool read_source(vadere *v, const field *f, const char *role)
{
    field fields = inner_fields(f);
    const char *name;
    return add_area(v, &fields, "source", role, &name) && vadere_read_source(v, &fields, name);
}

static bool read_dynamic(vadere *v, const field *f, const char *role)
{
    (void)role;
    const number_limits speed = {0, SCENE_MAX_SPEED, true};
    const char *type = json_string_value(json_object_get(f->value, "type"));
    if (type && strcmp(type, "PEDESTRIAN") != 0)
        return true;
    field attributes = field_member(f, "attributes"), position = field_member(f, "position"),
          own_speed = field_member(f, "freeFlowSpeed");
    scene_agents one = v->usual;
    one.def.count = 1;
    if (field_is_absent(&position))
        return field_problem(&v->r, f, "\"position\" is missing here");
    if (!vadere_read_pedestrian(v, &attributes, &one) ||
        !read_xy(v, &position, &one.def.agent.position) ||
        !read_number(&v->r, &own_speed, speed, &one.def.agent.preferred_speed) ||
        !vadere_read_way(v, f, &one))
        return false;
    if (!field_is_absent(&own_speed))
        one.def.preferred_speed = (wend_spread){0};
    one.def.agent.max_speed = fmax(one.def.agent.max_speed, one.def.agent.preferred_speed);
    return vadere_add_agents(v, f, &one);
}

// ---- the file -----------------------------------------------------------------------------------

static bool read_bounds(vadere *v, const field *topography)
{
    field attributes = field_member(topography, "attributes"),
          bounds = field_member(&attributes, "bounds"),
          width = field_member(&attributes, "boundingBoxWidth");
    const number_limits border = {0, WEND_MAX_COORDINATE, false};
    wend_box box;
    double wall = VADERE_BORDER;
    if (field_is_absent(&bounds))
        return field_problem(&v->r, topography, "\"attributes\" with \"bounds\" are missing here");
    if (!read_box(v, &bounds, &box) || !read_number(&v->r, &width, border, &wall))
        return false;
    if (json_is_false(json_object_get(attributes.value, "bounded")))
        wall = 0;
    if (!(box.max.x - box.min.x > 2 * wall && box.max.y - box.min.y > 2 * wall))
        return field_problem(&v->r, &bounds,
                             "these bounds leave no room between walls of %g m: enlarge them, or "
                             "reduce \"boundingBoxWidth\"",
                             wall);
    wend_vec2 corners[4];
    wend_box inner = {{sum(box.min.x, wall), sum(box.min.y, wall)},
                      {sum(box.max.x, -wall), sum(box.max.y, -wall)}};
    box_corners(inner, corners);
    return scene_set_bounds(v->r.s, corners, 4) || reading_no_memory(&v->r);
}

static void note_list(vadere *v, const field *f, const char *key, vadere_loss loss)
{
    if (json_array_size(json_object_get(f->value, key)) > 0)
        v->losses |= loss;
}

static bool read_topography(vadere *v, const field *f)
{
    field pedestrian = field_member(f, "attributesPedestrian");
    note_list(v, f, "stairs", VADERE_STAIRS);
    note_list(v, f, "targetChangers", VADERE_CHANGERS);
    note_list(v, f, "absorbingAreas", VADERE_ABSORBERS);
    return read_bounds(v, f) && vadere_read_pedestrian(v, &pedestrian, &v->usual) &&
           read_parts(v, f, "obstacles", read_obstacle, NULL) &&
           read_parts(v, f, "targets", read_target, "exit") &&
           read_parts(v, f, "sources", read_source, "start") &&
           read_parts(v, f, "stairs", read_plain_area, "stairs") &&
           read_parts(v, f, "measurementAreas", read_plain_area, "measurement") &&
           read_parts(v, f, "dynamicElements", read_dynamic, NULL);
}

static bool read_root(vadere *v, json_t *root)
{
    const number_limits seconds = {0, SCENE_MAX_SECONDS, true};
    field whole = {.value = root}, scenario = field_member(&whole, "scenario"),
          topography = field_member(&scenario, "topography"), name = field_member(&whole, "name"),
          simulation = field_member(&scenario, "attributesSimulation"),
          finish = field_member(&simulation, "finishTime");
    if (!json_is_object(topography.value))
        return field_problem(&v->r, field_is_absent(&scenario) ? &whole : &scenario,
                             "this is not a Vadere scenario: \"scenario\" with a \"topography\" is "
                             "needed");
    if (json_is_string(name.value) && json_string_length(name.value) > 0 &&
        !read_string(&v->r, &name, SCENE_MAX_NAME, &v->r.s->name))
        return false;
    if (!read_number(&v->r, &finish, seconds, &v->r.s->duration))
        return false;
    v->finish = v->r.s->duration;
    return read_topography(v, &topography) && vadere_note(v);
}

scene *scene_read_vadere(const text *t, const char *path, problem_list *problems)
{
    (void)path;
    json_t *root = json_from_text(t, problems);
    if (!root)
        return NULL;
    vadere v = {
        .r = {.t = t, .problems = problems, .s = scene_new()},
        .target_ids = json_object(),
        .usual = vadere_usual(),
    };
    bool good = area_names_open(&v.names) && v.r.s && v.target_ids;
    good = good ? read_root(&v, root) : problem_no_memory(problems);
    area_names_close(&v.names);
    json_decref(v.target_ids);
    wend_array_free(&v.targets, NULL);
    json_decref(root);
    return scene_finish(v.r.s, good);
}
