// SPDX-License-Identifier: MIT
// The JSON scene reader: reads objects by their rows in the schema. It continues after a problem,
// so one call reports all of them.
#include "base/json_text.h"
#include "base/suggest.h"
#include "scene/schema.h"

#include <string.h>

static bool read_object(reading *r, const field *f, const key_object *o, void *value);

static const char *key_in(const reading *r, const key_row *row)
{
    return r->format == 1 && row->old ? row->old : row->key;
}

static bool is_there(const reading *r, const field *f, const key_object *o, const char *key)
{
    return json_object_get(f->value, schema_key(o, key, r->format)) != NULL;
}

static bool wrong_value(reading *r, const field *f, const key_row *row)
{
    char expected[SCHEMA_WORDS_SIZE];
    return field_wrong(r, f, schema_expected(row, r->format == 1, expected));
}

// ---- simple values ------------------------------------------------------------------------------

static bool read_real(reading *r, const field *f, const key_row *row, double *out)
{
    // Adding 0 turns -0 into 0.
    double value = json_is_number(f->value) ? json_number_value(f->value) + 0.0 : -1;
    if (!(value >= row->min && value <= row->max) ||
        (row->flags & ROW_ABOVE && value == row->min) ||
        (row->flags & ROW_BELOW && value == row->max) || !json_is_number(f->value))
        return wrong_value(r, f, row);
    *out = value;
    return true;
}

static bool read_name(reading *r, const field *f, const key_row *row, void *out)
{
    enum { MOST_NAMES = 16 };
    const char *names[MOST_NAMES + 1] = {0};
    for (unsigned i = 0; i < MOST_NAMES && row->names(i, false); ++i)
        names[i] = row->names(i, r->format == 1);
    const char *typed = json_string_value(f->value);
    unsigned value;
    for (unsigned i = 0; typed && r->format > 1 && names[i]; ++i)
        if (strcmp(row->names(i, true), typed) == 0 && strcmp(names[i], typed) != 0)
            return field_problem(r, f, "unknown %s \"%s\": it is called \"%s\" since format 2",
                                 row->key, typed, names[i]);
    if (!read_choice(r, f, names, &value))
        return false;
    memcpy(out, &value, sizeof value);
    return true;
}

static bool read_boolean(reading *r, const field *f, const key_row *row, bool *out)
{
    if (!json_is_boolean(f->value))
        return wrong_value(r, f, row);
    *out = json_is_true(f->value) != (row->flags & ROW_NEGATED && r->format > 1);
    return true;
}

static bool read_spread(reading *r, const field *f, const key_row *of, double *mean,
                        wend_spread *spread)
{
    key_row rows[SPREAD_ROWS];
    key_object o = schema_spread;
    spread_value value = {.mean = *mean};
    schema_spread_rows(of, rows);
    o.rows = rows;
    if (!read_object(r, f, &o, &value))
        return false;
    *mean = value.mean;
    if (value.spread.std > 0)
        *spread = value.spread;
    return true;
}

static void put_array(const key_row *row, void *value, const void *items, size_t count)
{
    memcpy((char *)value + row->at, &items, sizeof items);
    *(uint32_t *)((char *)value + row->more) = (uint32_t)count;
}

static bool read_numbers(reading *r, const field *f, const key_row *row, void *value)
{
    if (!json_is_array(f->value))
        return wrong_value(r, f, row);
    size_t count = json_array_size(f->value);
    double *numbers = pool_allocate(&r->s->memory, count, sizeof *numbers);
    if (!numbers)
        return reading_no_memory(r);
    const number_limits limits = {row->min, row->max, false};
    for (size_t i = 0; i < count; ++i) {
        field item = field_item(f, i);
        if (!read_number(r, &item, limits, &numbers[i]))
            return false;
        if (i > 0 && numbers[i] <= numbers[i - 1])
            return field_problem(r, &item,
                                 "\"%s\" must be in ascending order, found %.10g after %.10g",
                                 key_in(r, row), numbers[i], numbers[i - 1]);
    }
    put_array(row, value, numbers, count);
    return true;
}

// ---- shapes -------------------------------------------------------------------------------------

static bool read_ends(reading *r, const field *f, const key_row *row, wend_vec2 *a, wend_vec2 *b)
{
    if (!json_is_array(f->value) || json_array_size(f->value) != 2)
        return wrong_value(r, f, row);
    field first = field_item(f, 0), second = field_item(f, 1);
    bool good = read_point(r, &first, a);
    return read_point(r, &second, b) && good;
}

static bool read_segment(reading *r, const field *f, const key_row *row, scene_shape *shape)
{
    wend_vec2 ends[2] = {{0}};
    if (!read_ends(r, f, row, &ends[0], &ends[1]) || !count_corners(r, f, 2))
        return false;
    if (ends[0].x == ends[1].x && ends[0].y == ends[1].y)
        return field_problem(r, f, "the ends of this segment are the same: move one of them");
    return scene_shape_ring(r->s, ends, 2, shape) || reading_no_memory(r);
}

static bool read_post(reading *r, const field *f, scene_shape *shape)
{
    wend_vec2 p = {0};
    if (!read_point(r, f, &p) || !count_corners(r, f, 1))
        return false;
    return scene_shape_ring(r->s, &p, 1, shape) || reading_no_memory(r);
}

// The polygon of an object with holes is a member of that object.
static bool read_polygon(reading *r, const field *f, const field *parent, scene_shape *shape)
{
    start_shape(r);
    bool good = read_ring(r, f);
    if (parent) {
        field holes = field_member(parent, "holes");
        good = read_holes(r, &holes) && good;
    }
    return good && finish_shape(r, shape);
}

static bool read_ring_row(reading *r, const field *f, const key_row *row, void *value)
{
    scene_shape shape = {0};
    if (!read_polygon(r, f, NULL, &shape))
        return false;
    put_array(row, value, shape.points, shape.point_count);
    return true;
}

static bool read_path(reading *r, const field *f, const key_row *row, void *value)
{
    scene_shape shape;
    if (!json_is_array(f->value) || json_array_size(f->value) == 0 ||
        json_is_number(json_array_get(f->value, 0)))
        return wrong_value(r, f, row);
    start_shape(r);
    if (!read_points(r, f, json_array_size(f->value)) || !finish_shape(r, &shape))
        return false;
    put_array(row, value, shape.points, shape.point_count);
    return true;
}

// Adds the lines of a flow to the current shape: sources, then sinks. check_flow_lines takes them.
static bool read_lines(reading *r, const field *f, const key_row *row)
{
    size_t count = json_array_size(f->value);
    if (!json_is_array(f->value) || count == 0)
        return wrong_value(r, f, row);
    if (count > WEND_MAX_OPENINGS)
        return field_problem(r, f, "too many lines: %zu, the limit is %d", count,
                             WEND_MAX_OPENINGS);
    if (row->tag == 0)
        start_shape(r);
    bool good = true;
    for (size_t i = 0; i < count && !r->no_memory; ++i) {
        field line = field_item(f, i);
        size_t points = json_array_size(line.value);
        if (!json_is_array(line.value) || points < 2 ||
            !json_is_array(json_array_get(line.value, 0)))
            return field_wrong(r, &line, "a line of two points or more, like [[x, y], [x, y]]");
        good = read_points(r, &line, points) && good;
    }
    if (row->tag == 0)
        r->sources = r->ring_ends.count;
    return good;
}

// Creates the only frame of a goal that is given by a point or segment.
static bool read_frame(reading *r, const field *f, const key_row *row, void *value)
{
    wend_goal_frame *frame = value;
    if (row->more) {
        frame = pool_allocate(&r->s->memory, 1, sizeof *frame);
        if (!frame)
            return reading_no_memory(r);
        put_array(row, value, frame, 1);
    }
    if (row->type == VALUE_FRAME_SEGMENT)
        return read_ends(r, f, row, &frame->a, &frame->b);
    bool good = read_point(r, f, &frame->a);
    frame->b = frame->a;
    return good;
}

// ---- goals --------------------------------------------------------------------------------------

// A list of names. A single name needs no choice.
static bool read_goal_names(reading *r, const field *f, scene_goal *goal)
{
    size_t count = json_array_size(f->value);
    if (count > SCENE_MAX_CHOICES)
        return field_problem(r, f, "too many goals to choose from: %zu, the limit is %d", count,
                             SCENE_MAX_CHOICES);
    goal->areas = pool_allocate(&r->s->memory, count, sizeof *goal->areas);
    if (!goal->areas)
        return reading_no_memory(r);
    for (size_t i = 0; i < count; ++i) {
        field item = field_item(f, i);
        if (!read_string(r, &item, SCENE_MAX_NAME, &goal->areas[i]))
            return false;
    }
    goal->area_count = (uint32_t)count;
    goal->kind = count == 1 ? SCENE_GOAL_AREA : SCENE_GOAL_AREAS;
    goal->area = count == 1 ? goal->areas[0] : NULL;
    return true;
}

static bool read_goal(reading *r, const field *f, const key_row *row, scene_goal *goal)
{
    const json_t *first = json_array_get(f->value, 0), *second = json_array_get(f->value, 1);
    if (json_is_string(f->value)) {
        goal->kind = SCENE_GOAL_AREA;
        return read_string(r, f, SCENE_MAX_NAME, &goal->area);
    }
    if (json_is_string(first))
        return read_goal_names(r, f, goal);
    if (json_is_array(first) || json_is_array(second)) {
        goal->kind = SCENE_GOAL_SEGMENT;
        return read_ends(r, f, row, &goal->segment.a, &goal->segment.b);
    }
    if (!json_is_array(f->value) || json_array_size(f->value) != 2)
        return wrong_value(r, f, row);
    goal->kind = SCENE_GOAL_POINT;
    bool good = read_point(r, f, &goal->segment.a);
    goal->segment.b = goal->segment.a;
    return good;
}

// ---- lists --------------------------------------------------------------------------------------

/// The list, or object, of objects that is being read.
typedef struct list_work {
    const key_row *row;
    char *items;
    uint32_t count, capacity, total;
} list_work;

// Invalid items are not kept, so a long list of them takes no memory.
static bool read_item(reading *r, const field *f, list_work *w)
{
    const key_object *o = w->row->items;
    if (w->row->type == VALUE_MAP && !check_key_name(r, f))
        return false;
    if (w->count == w->capacity) {
        uint32_t wanted = w->capacity < 8 ? 16 : w->capacity * 2;
        wanted = wanted < w->total ? wanted : w->total;
        char *grown = pool_allocate(&r->s->memory, wanted, o->size);
        if (!grown)
            return reading_no_memory(r);
        if (w->count > 0)
            memcpy(grown, w->items, w->count * o->size);
        w->items = grown;
        w->capacity = wanted;
    }
    void *item = w->items + w->count * o->size;
    o->initial(item);
    if (w->row->type == VALUE_MAP) {
        const char *name = pool_string(&r->s->memory, f->path.key, strlen(f->path.key));
        if (!name)
            return reading_no_memory(r);
        memcpy(item, &name, sizeof name);
    }
    bool good = read_object(r, f, o, item);
    w->count += good;
    return good;
}

static bool read_items(reading *r, const field *f, const key_row *row, void *value)
{
    bool map = row->type == VALUE_MAP;
    if (map ? !json_is_object(f->value) : !json_is_array(f->value))
        return wrong_value(r, f, row);
    size_t count = map ? json_object_size(f->value) : json_array_size(f->value);
    if ((double)count < row->min || (double)count > row->max)
        return field_problem(r, f, "\"%s\" must have %.10g to %.10g items, found %zu",
                             key_in(r, row), row->min, row->max, count);
    list_work w = {.row = row, .total = (uint32_t)count};
    bool good = true;
    if (map) {
        const char *key;
        json_t *item;
        json_object_foreach(f->value, key, item)
        {
            field named = {item, {&f->path, key, 0}};
            good = !r->no_memory && read_item(r, &named, &w) && good;
        }
    } else {
        for (size_t i = 0; i < count && !r->no_memory; ++i) {
            field item = field_item(f, i);
            good = read_item(r, &item, &w) && good;
        }
    }
    put_array(row, value, w.items, w.count);
    return good;
}

// ---- objects ------------------------------------------------------------------------------------

static bool read_value(reading *r, const field *f, const field *parent, const key_row *row,
                       void *value)
{
    void *at = (char *)value + row->at;
    uint64_t whole;
    switch (row->type) {
    case VALUE_NUMBER:
        return read_real(r, f, row, at);
    case VALUE_WHOLE:
        if (!read_whole(r, f, (uint64_t)row->min, (uint64_t)row->max, &whole))
            return false;
        *(uint32_t *)at = (uint32_t)whole;
        return true;
    case VALUE_LONG:
        return read_whole(r, f, 0, INT64_MAX, at);
    case VALUE_BOOLEAN:
        return read_boolean(r, f, row, at);
    case VALUE_STRING:
        return read_string(r, f, (size_t)row->max, at);
    case VALUE_NAME:
        return read_name(r, f, row, at);
    case VALUE_SPREAD:
        return read_spread(r, f, row, at, (wend_spread *)(void *)((char *)value + row->more));
    case VALUE_NUMBERS:
        return read_numbers(r, f, row, value);
    case VALUE_POINT:
        return read_point(r, f, at);
    case VALUE_POINTS:
        return read_path(r, f, row, value);
    case VALUE_RING:
        return read_ring_row(r, f, row, value);
    case VALUE_LINES:
        return read_lines(r, f, row);
    case VALUE_GOAL:
        return read_goal(r, f, row, at);
    case VALUE_POLYGON:
        return read_polygon(r, f, parent, at);
    case VALUE_HOLES:
        return true;
    case VALUE_SEGMENT:
        return read_segment(r, f, row, at);
    case VALUE_POST:
        return read_post(r, f, at);
    case VALUE_FRAME_POINT:
    case VALUE_FRAME_SEGMENT:
        return read_frame(r, f, row, value);
    case VALUE_OBJECT:
        return read_object(r, f, row->items, at);
    case VALUE_LIST:
    case VALUE_MAP:
        return read_items(r, f, row, value);
    }
    return false;
}

static bool unknown_key(reading *r, const field *f, const key_object *o)
{
    enum { MOST_KEYS = 64 };
    const char *names[MOST_KEYS + 1] = {0}, *key = f->path.key;
    char quoted[SUGGEST_QUOTED_SIZE], words[FIELD_SUGGESTION_SIZE];
    suggest_quote(quoted, key);
    size_t count = 0;
    for (const key_row *row = o->rows; row->key && count < MOST_KEYS; ++row) {
        names[count++] = key_in(r, row);
        if (r->format > 1 && row->old && strcmp(row->old, key) == 0)
            return field_key_problem(r, f, "unknown key %s: it is called \"%s\" since format 2",
                                     quoted, row->key);
        if (r->format == 1 && row->old && strcmp(row->key, key) == 0)
            return field_key_problem(
                r, f, "unknown key %s: format 1 calls it \"%s\"; use \"wend\": 2 for new keys",
                quoted, row->old);
    }
    return field_key_problem(r, f, "unknown key %s: %s", quoted,
                             field_suggestion(r, key, names, words));
}

static bool check_keys(reading *r, const field *f, const key_object *o)
{
    bool good = true;
    const char *key;
    json_t *value;
    json_object_foreach(f->value, key, value)
    {
        const key_row *row = o->rows;
        while (row->key && strcmp(key_in(r, row), key) != 0)
            ++row;
        if (!row->key)
            good = unknown_key(r, &(field){value, {&f->path, key, 0}}, o);
    }
    return good;
}

// `a door must have exactly one of "polygon" and "segment", found 2`.
static bool wrong_alternatives(reading *r, const field *f, const key_object *o, size_t found)
{
    char names[SCHEMA_WORDS_SIZE];
    size_t used = 0, left = 0;
    for (const key_row *row = o->rows; row->key; ++row)
        left += (row->flags & ROW_ONE_OF) != 0;
    for (const key_row *row = o->rows; row->key && used < sizeof names; ++row)
        if (row->flags & ROW_ONE_OF)
            used += (size_t)snprintf(names + used, sizeof names - used, "\"%s\"%s", key_in(r, row),
                                     left-- > 2  ? ", "
                                     : left == 1 ? " and "
                                                 : "");
    return field_problem(r, f, "%s %s must have exactly one of %s, found %zu", o->article, o->name,
                         names, found);
}

static bool wrong_company(reading *r, const field *f, const key_object *o, const key_row *row)
{
    const char *key = key_in(r, row),
               *needs = row->needs ? schema_key(o, row->needs, r->format) : "";
    if (row->needs && schema_row(o, row->needs)->flags & ROW_ONE_OF)
        return field_problem(r, f, "\"%s\" is only allowed with \"%s\": remove it", key, needs);
    if (row->needs)
        return field_problem(r, f, "\"%s\" needs \"%s\": add it, or remove \"%s\"", key, needs,
                             key);
    return field_problem(r, f, "%s %s has either \"%s\" or \"%s\", found both", o->article, o->name,
                         schema_key(o, row->excludes, r->format), key);
}

static bool read_row(reading *r, const field *f, const key_object *o, const key_row *row,
                     void *value, size_t *alternatives)
{
    field member = field_member(f, key_in(r, row));
    if (row->derive)
        row->derive(row, value);
    if (field_is_absent(&member))
        return true;
    if (row->flags & ROW_ONE_OF && ++*alternatives > 1)
        return true;
    if (row->flags & ROW_ONE_OF && o->tagged)
        memcpy((char *)value + o->tag_at, &row->tag, sizeof row->tag);
    if ((row->needs && !is_there(r, f, o, row->needs)) ||
        (row->excludes && is_there(r, f, o, row->excludes)))
        return wrong_company(r, &member, o, row);
    return read_value(r, &member, f, row, value);
}

static bool is_short_form(const field *f, const key_object *o)
{
    switch (o->short_form ? o->rows[0].type : VALUE_OBJECT) {
    case VALUE_NUMBER:
        return json_is_number(f->value);
    case VALUE_STRING:
        return json_is_string(f->value);
    case VALUE_BOOLEAN:
        return json_is_boolean(f->value);
    case VALUE_POLYGON:
        return json_is_array(f->value);
    default:
        return false;
    }
}

// Missing keys are not reported if the object has an unknown key, which may be one of them
// misspelt.
static bool read_object(reading *r, const field *f, const key_object *o, void *value)
{
    if (is_short_form(f, o))
        return read_value(r, f, NULL, &o->rows[0], value);
    if (!json_is_object(f->value))
        return wrong_value(r, f, &(key_row){.type = VALUE_OBJECT, .items = o});
    bool known = check_keys(r, f, o), good = known;
    size_t alternatives = 0;
    bool has_alternatives = false;
    for (const key_row *row = o->rows; row->key && !r->no_memory; ++row) {
        char expected[SCHEMA_WORDS_SIZE];
        has_alternatives = has_alternatives || row->flags & ROW_ONE_OF;
        good = read_row(r, f, o, row, value, &alternatives) && good;
        if (row->flags & ROW_REQUIRED && known && !is_there(r, f, o, row->key))
            good = field_problem(r, f, "%s %s needs \"%s\", %s", o->article, o->name,
                                 key_in(r, row), schema_expected(row, r->format == 1, expected));
    }
    if (has_alternatives && alternatives != 1 && (known || alternatives > 1))
        good = wrong_alternatives(r, f, o, alternatives);
    return good && !r->no_memory && (!o->check || o->check(r, f, value));
}

// ---- the scene ----------------------------------------------------------------------------------

static void read_scene(reading *r, const field *root)
{
    if (!json_is_object(root->value)) {
        field_wrong(r, root, "an object {\"wend\": 2, ...}");
        return;
    }
    field version = field_member(root, "wend");
    const key_row *row = schema_row(&schema_scene, "wend");
    if (field_is_absent(&version))
        field_problem(
            r, root,
            "the key \"wend\" is missing: a scene starts with \"wend\": %d, the version of "
            "its format",
            SCENE_FORMAT);
    else if (read_value(r, &version, root, row, r->s)) {
        r->format = r->s->format;
        read_object(r, root, &schema_scene, r->s);
    }
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
