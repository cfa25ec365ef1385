// SPDX-License-Identifier: MIT
// The JSON scene reader: one function for each kind of object in docs/scene.md, on top of
// scene_fields.h. It goes on after a problem, so that one reading finds all of them.
#include "io/formats.h"
#include "io/json_text.h"
#include "io/scene_fields.h"

#include <math.h>
#include <string.h>

static const char *const guides[] = {"direct", "mesh",  "voronoi", "mang",
                                     "map",    "lanes", "group",   NULL};
static const char *const motions[] = {"orca", "force", "steer", "flock", "field", NULL};

static const number_limits positive_radius = {0, SCENE_MAX_RADIUS, true};
static const number_limits any_speed = {0, SCENE_MAX_SPEED, false};

// ---- obstacles ----------------------------------------------------------------------------------

static const char *const obstacle_keys[] = {"polygon", "segment", "point", "circle", "holes",
                                            "radius",  "name",    "role",  NULL};
enum { OBSTACLE_KINDS = 4 }; // the first keys

static bool read_circle(reading *r, const field *f, bool has_unknown, scene_obstacle *obstacle)
{
    field centre = field_member(f, "circle"), radius = field_member(f, "radius");
    wend_vec2 c = {0};
    double size = 0;
    bool good = read_point(r, &centre, &c);
    if (field_is_absent(&radius))
        return field_misses(r, f, has_unknown, "a circle needs a \"radius\", in metres");
    if (!read_number(r, &radius, positive_radius, &size) || !good)
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
    if (!scene_circle(r->s, obstacle, c, size))
        return reading_no_memory(r);
    return count_corners(r, f, obstacle->shape.point_count);
}

static bool read_segment(reading *r, const field *f, scene_obstacle *obstacle)
{
    field segment = field_member(f, "segment");
    if (!json_is_array(segment.value) || json_array_size(segment.value) != 2)
        return field_wrong(r, &segment, "a segment [[x, y], [x, y]]");
    if (!read_points(r, &segment, 2))
        return false;
    const wend_vec2 *ends = r->points.data;
    if (ends[0].x == ends[1].x && ends[0].y == ends[1].y)
        return field_problem(r, &segment,
                             "the ends of this segment are the same: move one of them, or make it "
                             "a \"point\"");
    return finish_shape(r, &obstacle->shape);
}

static bool read_point_obstacle(reading *r, const field *f, scene_obstacle *obstacle)
{
    field point = field_member(f, "point");
    wend_vec2 p = {0};
    if (!read_point(r, &point, &p) || !count_corners(r, f, 1))
        return false;
    return scene_shape_ring(r->s, &p, 1, &obstacle->shape) || reading_no_memory(r);
}

static bool read_polygon(reading *r, const field *f, scene_shape *shape)
{
    field polygon = field_member(f, "polygon"), holes = field_member(f, "holes");
    bool good = read_ring(r, &polygon);
    return read_holes(r, &holes) && good && finish_shape(r, shape);
}

// The one kind that the obstacle has, as an index of obstacle_keys.
static bool find_kind(reading *r, const field *f, bool has_unknown, size_t *kind)
{
    static const char rule[] =
        "an obstacle has exactly one of \"polygon\", \"segment\", \"point\" and \"circle\"";
    size_t found = 0, first = 0;
    for (size_t i = OBSTACLE_KINDS; i-- > 0;)
        if (json_object_get(f->value, obstacle_keys[i])) {
            ++found;
            first = i;
        }
    *kind = first;
    if (found == 0)
        return field_misses(r, f, has_unknown, rule);
    return found == 1 || field_problem(r, f, "%s, found %zu of them", rule, found);
}

static bool read_obstacle(reading *r, const field *f)
{
    bool good = read_object(r, f, "an object like {\"polygon\": [...]}", obstacle_keys);
    bool has_unknown = !good;
    size_t kind;
    if (!json_is_object(f->value) || !find_kind(r, f, has_unknown, &kind))
        return false;
    static const scene_obstacle_kind kinds[OBSTACLE_KINDS] = {SCENE_POLYGON, SCENE_SEGMENT,
                                                              SCENE_POINT, SCENE_CIRCLE};
    scene_obstacle *obstacle = scene_add_obstacle(r->s);
    if (!obstacle)
        return reading_no_memory(r);
    obstacle->kind = kinds[kind];

    field name = field_member(f, "name"), role = field_member(f, "role");
    good = read_string(r, &name, SCENE_MAX_NAME, &obstacle->name) && good;
    good = read_string(r, &role, SCENE_MAX_NAME, &obstacle->role) && good;
    field holes = field_member(f, "holes"), radius = field_member(f, "radius");
    if (!field_is_absent(&holes) && obstacle->kind != SCENE_POLYGON)
        good = field_problem(r, &holes, "\"holes\" belong to a polygon, not to a %s",
                             obstacle_keys[kind]);
    if (!field_is_absent(&radius) && obstacle->kind != SCENE_CIRCLE)
        good = field_problem(r, &radius, "\"radius\" belongs to a circle, not to a %s",
                             obstacle_keys[kind]);
    start_shape(r);
    switch (obstacle->kind) {
    case SCENE_POLYGON:
        return read_polygon(r, f, &obstacle->shape) && good;
    case SCENE_SEGMENT:
        return read_segment(r, f, obstacle) && good;
    case SCENE_POINT:
        return read_point_obstacle(r, f, obstacle) && good;
    case SCENE_CIRCLE:
        return read_circle(r, f, has_unknown, obstacle) && good;
    }
    return false;
}

// ---- areas and agents ---------------------------------------------------------------------------

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

static bool read_goal(reading *r, const field *f, scene_goal *goal)
{
    if (field_is_absent(f))
        return true;
    if (json_is_string(f->value)) {
        goal->kind = SCENE_GOAL_AREA;
        return read_string(r, f, SCENE_MAX_NAME, &goal->area);
    }
    if (!json_is_array(f->value) || json_array_size(f->value) != 2)
        return field_wrong(r, f, "an area's name, a point [x, y] or a segment [[x, y], [x, y]]");
    if (!json_is_array(json_array_get(f->value, 0)) &&
        !json_is_array(json_array_get(f->value, 1))) {
        goal->kind = SCENE_GOAL_POINT;
        bool good = read_point(r, f, &goal->segment.a);
        goal->segment.b = goal->segment.a;
        return good;
    }
    goal->kind = SCENE_GOAL_SEGMENT;
    field a = field_item(f, 0), b = field_item(f, 1);
    bool good = read_point(r, &a, &goal->segment.a);
    return read_point(r, &b, &goal->segment.b) && good;
}

static bool read_start(reading *r, const field *f, bool has_unknown, scene_agents *agents)
{
    field in = field_member(f, "in"), at = field_member(f, "at"), count = field_member(f, "count");
    static const char rule[] =
        "agents need either \"in\", an area's name, or \"at\", a point [x, y]";
    if (field_is_absent(&in) && field_is_absent(&at))
        return field_misses(r, f, has_unknown, rule);
    if (!field_is_absent(&in) && !field_is_absent(&at))
        return field_problem(r, f, "%s, found both", rule);
    uint64_t number = 1;
    bool good = read_string(r, &in, SCENE_MAX_NAME, &agents->in);
    good = read_point(r, &at, &agents->at) && good;
    if (read_whole(r, &count, 1, SCENE_MAX_AGENTS, &number))
        agents->count = (uint32_t)number;
    else
        good = false;
    if (good && agents->count != 1 && !agents->in)
        return field_problem(r, &count,
                             "only 1 agent can stand at a place, found a \"count\" of "
                             "%u: give more of them an area with \"in\"",
                             agents->count);
    return good;
}

static bool read_agents(reading *r, const field *f)
{
    static const char *const keys[] = {"in",        "at",    "count", "goal",   "radius", "speed",
                                       "max_speed", "group", "guide", "motion", NULL};
    bool good = read_object(r, f, "an object like {\"in\": \"hall\", \"goal\": \"exit\"}", keys);
    if (!json_is_object(f->value))
        return false;
    bool has_unknown = !good;
    scene_agents *agents = scene_add_agents(r->s);
    if (!agents)
        return reading_no_memory(r);
    agents->count = 1;
    agents->radius = SCENE_DEFAULT_RADIUS;
    agents->speed = SCENE_DEFAULT_SPEED;

    field goal = field_member(f, "goal"), radius = field_member(f, "radius"),
          speed = field_member(f, "speed"), max_speed = field_member(f, "max_speed"),
          group = field_member(f, "group"), guide = field_member(f, "guide"),
          motion = field_member(f, "motion");
    good = read_start(r, f, has_unknown, agents) && good;
    good = read_goal(r, &goal, &agents->goal) && good;
    good = read_number(r, &radius, positive_radius, &agents->radius) && good;
    bool good_speed = read_number(r, &speed, any_speed, &agents->speed);
    agents->max_speed = fmax(SCENE_DEFAULT_MAX_SPEED, agents->speed);
    good_speed = read_number(r, &max_speed, any_speed, &agents->max_speed) && good_speed;
    if (good_speed && agents->max_speed < agents->speed)
        good_speed = field_problem(r, &max_speed,
                                   "\"max_speed\" must be at least \"speed\", which is %.10g, "
                                   "found %.10g",
                                   agents->speed, agents->max_speed);
    good = read_string(r, &group, SCENE_MAX_NAME, &agents->group) && good;
    good = read_choice(r, &guide, guides, &agents->guide) && good;
    return read_choice(r, &motion, motions, &agents->motion) && good && good_speed;
}

// ---- the whole ----------------------------------------------------------------------------------

static void read_obstacles(reading *r, const field *f)
{
    if (field_is_absent(f) || !read_list(r, f, "a list of obstacles"))
        return;
    size_t count = json_array_size(f->value);
    for (size_t i = 0; i < count && !r->no_memory; ++i) {
        field item = field_item(f, i);
        read_obstacle(r, &item);
    }
}

static void read_areas(reading *r, const field *f)
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

static void read_all_agents(reading *r, const field *f)
{
    if (field_is_absent(f) || !read_list(r, f, "a list of agents"))
        return;
    uint64_t total = 0;
    size_t count = json_array_size(f->value);
    for (size_t i = 0; i < count && !r->no_memory; ++i) {
        field item = field_item(f, i);
        if (!read_agents(r, &item))
            continue;
        bool was_good = total <= SCENE_MAX_AGENTS;
        total += r->s->agents[r->s->agents_count - 1].count;
        if (was_good && total > SCENE_MAX_AGENTS)
            field_problem(r, &item,
                          "with this entry there are more than %u agents, which is the most",
                          SCENE_MAX_AGENTS);
    }
}

static void read_bounds(reading *r, const field *f)
{
    scene_shape shape;
    start_shape(r);
    if (field_is_absent(f) || !read_ring(r, f) || !finish_shape(r, &shape))
        return;
    r->s->bounds = shape.points;
    r->s->bounds_count = shape.point_count;
}

// True if this is a scene of a version that can be read.
static bool read_version(reading *r, const field *root)
{
    if (!json_is_object(root->value))
        return field_wrong(r, root, "an object {\"wend\": 1, ...}");
    field version = field_member(root, "wend");
    if (field_is_absent(&version))
        return field_problem(r, root,
                             "the key \"wend\" is missing: a scene begins with "
                             "\"wend\": 1, the version of its format");
    return (json_is_number(version.value) && json_number_value(version.value) == 1) ||
           field_wrong(r, &version, "1, the version of the format");
}

static void read_scene(reading *r, const field *root)
{
    static const char *const keys[] = {"wend",      "name",  "about",  "origin", "bounds",
                                       "obstacles", "areas", "agents", "guide",  "motion",
                                       "seconds",   "step",  "seed",   NULL};
    if (!read_version(r, root))
        return;
    read_object(r, root, "an object", keys);
    scene *s = r->s;
    field name = field_member(root, "name"), about = field_member(root, "about"),
          origin = field_member(root, "origin"), bounds = field_member(root, "bounds"),
          obstacles = field_member(root, "obstacles"), areas = field_member(root, "areas"),
          agents = field_member(root, "agents"), guide = field_member(root, "guide"),
          motion = field_member(root, "motion"), seconds = field_member(root, "seconds"),
          step = field_member(root, "step"), seed = field_member(root, "seed");
    read_string(r, &name, SCENE_MAX_NAME, &s->name);
    read_string(r, &about, SCENE_MAX_ABOUT, &s->about);
    read_point(r, &origin, &s->origin);
    read_bounds(r, &bounds);
    read_obstacles(r, &obstacles);
    read_areas(r, &areas);
    read_all_agents(r, &agents);
    read_choice(r, &guide, guides, &s->guide);
    read_choice(r, &motion, motions, &s->motion);
    read_number(r, &seconds, (number_limits){0, SCENE_MAX_SECONDS, true}, &s->seconds);
    read_number(r, &step, (number_limits){SCENE_MIN_STEP, SCENE_MAX_STEP, false}, &s->step);
    read_whole(r, &seed, 0, INT64_MAX, &s->seed);
}

scene *scene_read_json(const text *t, const char *path, problem_list *problems)
{
    (void)path; // a JSON scene names no second file
    size_t before = problems->count;
    json_t *root = json_from_text(t, problems);
    if (!root)
        return NULL;
    reading r = {.t = t, .problems = problems, .s = scene_new()};
    if (!r.s)
        reading_no_memory(&r);
    else if (text_copy(t->data, t->size, &r.s->source, problems))
        read_scene(&r, &(field){.value = root});
    json_decref(root);
    wend_array_free(&r.points, NULL);
    wend_array_free(&r.ring_ends, NULL);
    if (problems->count > before) {
        scene_free(r.s);
        return NULL;
    }
    return r.s;
}
