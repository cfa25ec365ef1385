// SPDX-License-Identifier: MIT
// The JSON scene reader: the outermost object of docs/scene.md. scene_read_shapes, _agents and
// _doors read its lists.
#include "io/scene_read.h"
#include "io/formats.h"
#include "io/json_text.h"

#include <math.h>

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

static void read_lists(reading *r, const field *root)
{
    field bounds = field_member(root, "bounds"), obstacles = field_member(root, "obstacles"),
          doors = field_member(root, "doors"), movers = field_member(root, "movers"),
          areas = field_member(root, "areas"), zones = field_member(root, "zones"),
          fields = field_member(root, "fields"), agents = field_member(root, "agents"),
          goals = field_member(root, "goals"), weights = field_member(root, "weights"),
          flow = field_member(root, "flow");
    read_bounds(r, &bounds);
    read_obstacles(r, &obstacles);
    read_doors(r, &doors);
    read_movers(r, &movers);
    read_areas(r, &areas);
    read_goals(r, &goals);
    read_zones(r, &zones);
    read_weights(r, &weights);
    read_fields(r, &fields);
    read_flow(r, &flow);
    read_all_agents(r, &agents);
}

/// true, or an object of what is unusual.
static void read_barriers(reading *r, const field *f)
{
    static const char *const keys[] = {"weight",    "most_weight", "interval",
                                       "threshold", "slowed",      NULL};
    wend_barriers_def *barriers = &r->s->barriers;
    if (field_is_absent(f))
        return;
    if (json_is_boolean(f->value)) {
        barriers->on = json_is_true(f->value);
        return;
    }
    barriers->on = read_object(r, f, "true, false or an object like {\"weight\": 1.5}", keys);
    if (!json_is_object(f->value))
        return;
    field weight = field_member(f, "weight"), most = field_member(f, "most_weight"),
          interval = field_member(f, "interval"), threshold = field_member(f, "threshold"),
          slowed = field_member(f, "slowed");
    read_number(r, &weight, (number_limits){1, SCENE_MAX_WEIGHT, false}, &barriers->weight);
    barriers->most_weight = fmax(barriers->most_weight, barriers->weight);
    read_number(r, &most, (number_limits){barriers->weight, SCENE_MAX_WEIGHT, false},
                &barriers->most_weight);
    read_number(r, &interval, (number_limits){SCENE_MIN_INTERVAL, SCENE_MAX_INTERVAL, false},
                &barriers->interval);
    read_number(r, &threshold, (number_limits){0, SCENE_MAX_INTERVAL, false}, &barriers->threshold);
    read_number(r, &slowed, (number_limits){0, 1, false}, &barriers->slowed);
}

static void read_run(reading *r, const field *root)
{
    static const char *const biases[] = {"path", "ahead", "visible", "middle", NULL};
    static const char *const ends[] = {"time", "empty", NULL};
    scene *s = r->s;
    field guide = field_member(root, "guide"), motion = field_member(root, "motion"),
          bias = field_member(root, "bias"), ahead = field_member(root, "ahead"),
          points = field_member(root, "points"), seconds = field_member(root, "seconds"),
          until = field_member(root, "until"), step = field_member(root, "step"),
          seed = field_member(root, "seed"), iterations = field_member(root, "iterations"),
          weight = field_member(root, "weight");
    uint64_t portals = s->ahead, most_iterations = s->iterations;
    unsigned end = s->until;
    field barriers = field_member(root, "barriers");
    read_barriers(r, &barriers);
    read_choice(r, &guide, read_guides, &s->guide);
    read_choice(r, &motion, read_motions, &s->motion);
    read_choice(r, &bias, biases, &s->bias);
    read_whole(r, &ahead, 1, SCENE_MAX_AHEAD, &portals);
    read_truth(r, &points, &s->points);
    read_whole(r, &iterations, 0, SCENE_MAX_ITERATIONS, &most_iterations);
    read_number(r, &weight, (number_limits){0, 1, false}, &s->weight);
    read_number(r, &seconds, (number_limits){0, SCENE_MAX_SECONDS, true}, &s->seconds);
    read_option(r, &until, ends, &end);
    read_number(r, &step, (number_limits){SCENE_MIN_STEP, SCENE_MAX_STEP, false}, &s->step);
    read_whole(r, &seed, 0, INT64_MAX, &s->seed);
    s->ahead = (uint32_t)portals;
    s->iterations = (uint32_t)most_iterations;
    s->until = (scene_until)end;
}

static void read_scene(reading *r, const field *root)
{
    static const char *const keys[] = {
        "wend",   "name",     "about",   "origin", "bounds",  "obstacles", "doors",
        "movers", "areas",    "goals",   "zones",  "weights", "fields",    "flow",
        "agents", "guide",    "motion",  "bias",   "ahead",   "points",    "iterations",
        "weight", "barriers", "seconds", "until",  "step",    "seed",      NULL,
    };
    if (!read_version(r, root))
        return;
    read_object(r, root, "an object", keys);
    field name = field_member(root, "name"), about = field_member(root, "about"),
          origin = field_member(root, "origin");
    read_string(r, &name, SCENE_MAX_NAME, &r->s->name);
    read_string(r, &about, SCENE_MAX_ABOUT, &r->s->about);
    read_point(r, &origin, &r->s->origin);
    read_lists(r, root);
    read_run(r, root);
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
