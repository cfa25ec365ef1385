// SPDX-License-Identifier: MIT
// Vadere's .scenario files, of release 2.4 and of the older ones that keep a spawner's fields in
// the source itself.
//
// Obstacles stay obstacles. Targets become areas with the role "exit", sources areas with the role
// "start" and an entry of agents, stairs and measurement areas areas with their role; all are named
// by their id: "target-1". Agents that stand in the file keep their places. Vadere's outer walls
// are as wide as "boundingBoxWidth" and lie inside its bounds, so the scene's bounds are Vadere's
// without them. A source's agents are those of one event: scenes know no spawning over time.
#include "io/area_names.h"
#include "io/formats.h"
#include "io/json_text.h"
#include "io/polygons.h"
#include "io/scene_fields.h"
#include "io/walkable.h"

#include <math.h>
#include <string.h>

// Vadere's own defaults.
#define VADERE_RADIUS    0.195
#define VADERE_SPEED     1.34
#define VADERE_MAX_SPEED 2.2
#define VADERE_BORDER    0.5

// The corner of a rectangle is a sum, x + width, that rounding puts beside the decimal number it
// stands for, and then beside its neighbour's corner. Sums are rounded to this. [Units: 1/m]
#define SUMS_PER_METRE 1e9

static const number_limits any_coordinate = {-WEND_MAX_COORDINATE, WEND_MAX_COORDINATE, false};
static const number_limits any_length = {0, WEND_MAX_COORDINATE, true};

typedef struct vadere {
    reading r;
    area_names names;
    json_t *targets;    ///< from id, as text, to the area's name
    scene_agents usual; ///< what attributesPedestrian says
} vadere;

// A number that must be there.
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
    const char *name = NULL;
    *out = (vadere_shape){0};
    if (field_is_absent(&shape) || field_is_absent(&type))
        return field_problem(&v->r, field_is_absent(&shape) ? f : &shape,
                             "a \"shape\" with a \"type\" is missing here");
    if (!read_choice(&v->r, &type, types, &name))
        return false;
    if (name == types[2])
        return read_circle(v, &shape, out);
    if (name == types[0]) {
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

// ---- the parts of a topography ------------------------------------------------------------------

typedef bool read_part_fn(vadere *v, const field *f, const char *role);

// Each item of a list of the topography; a list that is absent or null is empty.
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

// Adds an area named "prefix-ID"; ids below 1 mean that Vadere was left to choose one.
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

static void id_text(json_int_t id, char out[24])
{
    snprintf(out, 24, "%lld", (long long)id);
}

static bool read_target(vadere *v, const field *f, const char *role)
{
    field fields = inner_fields(f);
    const char *name;
    char id[24];
    if (!add_area(v, &fields, "target", role, &name))
        return false;
    id_text(json_integer_value(json_object_get(fields.value, "id")), id);
    if (!json_object_get(v->targets, id) &&
        json_object_set_new(v->targets, id, json_string(name)) != 0)
        return reading_no_memory(&v->r);
    return true;
}

static bool read_plain_area(vadere *v, const field *f, const char *role)
{
    field fields = inner_fields(f);
    const char *name;
    return add_area(v, &fields, role, role, &name);
}

// The first of the targets is the goal.
static bool read_goal(vadere *v, const field *f, scene_goal *goal)
{
    field ids = field_member(f, "targetIds"), first = field_item(&ids, 0);
    if (!json_is_integer(first.value))
        return true;
    char id[24];
    id_text(json_integer_value(first.value), id);
    const char *name = json_string_value(json_object_get(v->targets, id));
    if (!name)
        return field_problem(&v->r, &first, "there is no target with the id %s", id);
    goal->kind = SCENE_GOAL_AREA;
    goal->area = pool_string(&v->r.s->memory, name, strlen(name));
    return goal->area || reading_no_memory(&v->r);
}

// How many a source sets out in one event; -1 as a limit means none.
static bool read_count(vadere *v, const field *f, uint64_t *count)
{
    field spawner = field_member(f, "spawner");
    bool old = field_is_absent(&spawner);
    field number =
        old ? field_member(f, "spawnNumber") : field_member(&spawner, "eventElementCount");
    field most = old ? field_member(f, "maxSpawnNumberTotal")
                     : field_member(&spawner, "constraintsElementsMax");
    *count = 1;
    if (!json_is_null(number.value) && !read_whole(&v->r, &number, 0, SCENE_MAX_AGENTS, count))
        return false;
    json_int_t limit = json_is_integer(most.value) ? json_integer_value(most.value) : -1;
    if (limit >= 0 && (uint64_t)limit < *count)
        *count = (uint64_t)limit;
    return true;
}

static bool read_source(vadere *v, const field *f, const char *role)
{
    field fields = inner_fields(f);
    const char *name;
    uint64_t count;
    scene_goal goal = {0};
    if (!add_area(v, &fields, "source", role, &name) || !read_count(v, &fields, &count) ||
        !read_goal(v, &fields, &goal))
        return false;
    if (count == 0)
        return true;
    scene_agents *agents = scene_add_agents(v->r.s);
    if (!agents)
        return reading_no_memory(&v->r);
    *agents = v->usual;
    agents->in = name;
    agents->count = (uint32_t)count;
    agents->goal = goal;
    return true;
}

// ---- pedestrians --------------------------------------------------------------------------------

static bool read_pedestrian(vadere *v, const field *f, scene_agents *out)
{
    const number_limits radius = {0, SCENE_MAX_RADIUS, true}, speed = {0, SCENE_MAX_SPEED, true};
    field r = field_member(f, "radius"), mean = field_member(f, "speedDistributionMean"),
          most = field_member(f, "maximumSpeed");
    if (!read_number(&v->r, &r, radius, &out->radius) ||
        !read_number(&v->r, &mean, speed, &out->speed) ||
        !read_number(&v->r, &most, speed, &out->max_speed))
        return false;
    out->max_speed = fmax(out->max_speed, out->speed);
    return true;
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
    one.count = 1;
    if (field_is_absent(&position))
        return field_problem(&v->r, f, "\"position\" is missing here");
    if (!read_pedestrian(v, &attributes, &one) || !read_xy(v, &position, &one.at) ||
        !read_number(&v->r, &own_speed, speed, &one.speed) || !read_goal(v, f, &one.goal))
        return false;
    one.max_speed = fmax(one.max_speed, one.speed);
    scene_agents *agents = scene_add_agents(v->r.s);
    if (!agents)
        return reading_no_memory(&v->r);
    *agents = one;
    return true;
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

static bool read_topography(vadere *v, const field *f)
{
    field pedestrian = field_member(f, "attributesPedestrian");
    return read_bounds(v, f) && read_pedestrian(v, &pedestrian, &v->usual) &&
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
    return read_number(&v->r, &finish, seconds, &v->r.s->seconds) &&
           read_topography(v, &topography);
}

scene *scene_read_vadere(const text *t, const char *path, problem_list *problems)
{
    (void)path;
    json_t *root = json_from_text(t, problems);
    if (!root)
        return NULL;
    vadere v = {
        .r = {.t = t, .problems = problems, .s = scene_new()},
        .targets = json_object(),
        .usual = {.radius = VADERE_RADIUS, .speed = VADERE_SPEED, .max_speed = VADERE_MAX_SPEED},
    };
    bool good = area_names_open(&v.names) && v.r.s && v.targets;
    good = good ? read_root(&v, root) : problem_no_memory(problems);
    area_names_close(&v.names);
    json_decref(v.targets);
    json_decref(root);
    if (!good) {
        scene_free(v.r.s);
        return NULL;
    }
    scene_localise(v.r.s);
    return v.r.s;
}
