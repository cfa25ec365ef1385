// SPDX-License-Identifier: MIT
#include "scene/fields.h"

#include "base/suggest.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

enum { WORDS_SIZE = 160 };

// ---- fields and their problems ------------------------------------------------------------------

field field_member(const field *object, const char *key)
{
    return (field){json_object_get(object->value, key), {&object->path, key, 0}};
}

field field_item(const field *list, size_t index)
{
    return (field){json_array_get(list->value, index), {&list->path, NULL, index}};
}

bool field_is_absent(const field *f)
{
    return f->value == NULL;
}

static bool field_say(reading *r, const json_path *path, bool at_key, const char *format,
                      va_list arguments)
{
    if (r->problems->count >= PROBLEMS_KEPT) // only counted: skip the search for its position
        return problem_add(r->problems, "%s", "");
    char what[PROBLEM_TEXT_SIZE];
    problem_format(what, format, arguments);
    size_t offset = 0;
    if (at_key)
        json_place_key(r->t, path, &offset);
    else
        json_place(r->t, path, &offset);
    return text_problem(r->t, offset, r->problems, "%s", what);
}

bool field_problem(reading *r, const field *f, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    field_say(r, &f->path, false, format, arguments);
    va_end(arguments);
    return false;
}

bool field_key_problem(reading *r, const field *f, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    field_say(r, &f->path, true, format, arguments);
    va_end(arguments);
    return false;
}

bool reading_no_memory(reading *r)
{
    if (!r->no_memory)
        problem_no_memory(r->problems);
    r->no_memory = true;
    return false;
}

// Description of a value.
static const char *found_words(char out[WORDS_SIZE], const json_t *value)
{
    char quoted[SUGGEST_QUOTED_SIZE];
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        snprintf(out, WORDS_SIZE, "an object");
        break;
    case JSON_ARRAY:
        snprintf(out, WORDS_SIZE,
                 json_array_size(value) == 0   ? "an empty list"
                 : json_array_size(value) == 1 ? "a list of 1 item"
                                               : "a list of %zu items",
                 json_array_size(value));
        break;
    case JSON_STRING:
        snprintf(out, WORDS_SIZE, "the string %s", suggest_quote(quoted, json_string_value(value)));
        break;
    case JSON_INTEGER:
        snprintf(out, WORDS_SIZE, "%lld", (long long)json_integer_value(value));
        break;
    case JSON_REAL:
        snprintf(out, WORDS_SIZE, "%.15g", json_real_value(value));
        break;
    case JSON_TRUE:
        snprintf(out, WORDS_SIZE, "true");
        break;
    case JSON_FALSE:
        snprintf(out, WORDS_SIZE, "false");
        break;
    case JSON_NULL:
        snprintf(out, WORDS_SIZE, "null");
        break;
    }
    return out;
}

// Description of a field: `"radius"`, `item 3 of "polygon"`, `item 1 of item 2 of "holes"`.
static const char *subject_words(char out[WORDS_SIZE], const json_path *path)
{
    size_t used = 0;
    for (; path->up && !path->key && used < WORDS_SIZE; path = path->up)
        used += (size_t)snprintf(out + used, WORDS_SIZE - used, "item %zu of ", path->index + 1);
    char quoted[SUGGEST_QUOTED_SIZE];
    if (used < WORDS_SIZE)
        snprintf(out + used, WORDS_SIZE - used, "%s",
                 path->up ? suggest_quote(quoted, path->key) : "the scene");
    return out;
}

bool field_wrong(reading *r, const field *f, const char *expected)
{
    char subject[WORDS_SIZE], found[WORDS_SIZE];
    return field_problem(r, f, "%s must be %s, found %s", subject_words(subject, &f->path),
                         expected, found_words(found, f->value));
}

// ---- objects, lists, numbers, strings -----------------------------------------------------------

const char *field_suggestion(reading *r, const char *typed, const char *const *names,
                             char out[FIELD_SUGGESTION_SIZE])
{
    out[0] = 0;
    if (r->problems->count >= PROBLEMS_KEPT)
        return out;
    size_t count = 0;
    while (names[count])
        ++count;
    const char *meant = suggest_name(typed, names, count);
    if (meant) {
        snprintf(out, FIELD_SUGGESTION_SIZE, "did you mean \"%s\"?", meant);
        return out;
    }
    size_t used = (size_t)snprintf(out, FIELD_SUGGESTION_SIZE, "expected one of");
    for (size_t i = 0; i < count && used < FIELD_SUGGESTION_SIZE; ++i)
        used += (size_t)snprintf(out + used, FIELD_SUGGESTION_SIZE - used, "%s %s", i ? "," : "",
                                 names[i]);
    return out;
}

bool read_list(reading *r, const field *f, const char *what)
{
    return json_is_array(f->value) || field_wrong(r, f, what);
}

bool read_number(reading *r, const field *f, number_limits limits, double *out)
{
    if (field_is_absent(f))
        return true;
    // Adding 0 turns -0 into 0.
    double value = json_is_number(f->value) ? json_number_value(f->value) + 0.0 : NAN;
    if (value >= limits.least && value <= limits.most && !(limits.above && value == limits.least)) {
        *out = value;
        return true;
    }
    char expected[WORDS_SIZE];
    if (limits.above)
        snprintf(expected, sizeof expected, "a number above %.10g and up to %.10g", limits.least,
                 limits.most);
    else
        snprintf(expected, sizeof expected, "a number from %.10g to %.10g", limits.least,
                 limits.most);
    return field_wrong(r, f, expected);
}

// Beyond this, a double may differ from the whole number in the file.
#define LARGEST_WHOLE_DOUBLE 9007199254740992.0

bool read_whole(reading *r, const field *f, uint64_t least, uint64_t most, uint64_t *out)
{
    if (field_is_absent(f))
        return true;
    uint64_t value = 0;
    bool good = false;
    if (json_is_integer(f->value) && json_integer_value(f->value) >= 0) {
        value = (uint64_t)json_integer_value(f->value);
        good = true;
    } else if (json_is_real(f->value)) { // some programs write 200 as 200.0
        double real = json_real_value(f->value);
        good = real >= 0 && real <= LARGEST_WHOLE_DOUBLE && real == floor(real);
        value = good ? (uint64_t)real : 0;
    }
    if (good && value >= least && value <= most) {
        *out = value;
        return true;
    }
    char expected[WORDS_SIZE];
    snprintf(expected, sizeof expected, "a whole number from %llu to %llu",
             (unsigned long long)least, (unsigned long long)most);
    return field_wrong(r, f, expected);
}

static bool has_control(const char *s)
{
    for (; *s; ++s)
        if (control_size(s) > 0)
            return true;
    return false;
}

bool read_string(reading *r, const field *f, size_t most, const char **out)
{
    if (field_is_absent(f))
        return true;
    if (!json_is_string(f->value))
        return field_wrong(r, f, "a string");
    const char *s = json_string_value(f->value);
    size_t size = json_string_length(f->value);
    char subject[WORDS_SIZE];
    subject_words(subject, &f->path);
    if (size == 0)
        return field_problem(r, f, "%s is empty: give it a text, or leave it out", subject);
    if (size > most)
        return field_problem(r, f, "%s has %zu bytes: %zu is the most", subject, size, most);
    if (has_control(s))
        return field_problem(r, f,
                             "%s has a line break or another control character in it: "
                             "remove it",
                             subject);
    char *copy = pool_string(&r->s->memory, s, size);
    if (!copy)
        return reading_no_memory(r);
    *out = copy;
    return true;
}

bool read_choice(reading *r, const field *f, const char *const *names, unsigned *out)
{
    if (field_is_absent(f))
        return true;
    if (!json_is_string(f->value))
        return field_wrong(r, f, "a name");
    const char *s = json_string_value(f->value);
    for (unsigned i = 0; names[i]; ++i)
        if (strcmp(names[i], s) == 0) {
            *out = i;
            return true;
        }
    char quoted[SUGGEST_QUOTED_SIZE], words[FIELD_SUGGESTION_SIZE];
    return field_problem(r, f, "unknown %s %s: %s", f->path.key, suggest_quote(quoted, s),
                         field_suggestion(r, s, names, words));
}

bool check_key_name(reading *r, const field *f)
{
    char quoted[SUGGEST_QUOTED_SIZE];
    const char *name = f->path.key;
    if (!name[0])
        return field_key_problem(r, f, "this name is empty: give it at least one letter");
    if (strlen(name) > SCENE_MAX_NAME)
        return field_key_problem(r, f, "the name %s has %zu bytes: %d is the most",
                                 suggest_quote(quoted, name), strlen(name), SCENE_MAX_NAME);
    if (has_control(name))
        return field_key_problem(r, f,
                                 "the name %s has a line break or another control character in it: "
                                 "remove it",
                                 suggest_quote(quoted, name));
    return true;
}

// ---- points and shapes --------------------------------------------------------------------------

static bool read_coordinate(reading *r, const field *point, size_t index, double *out)
{
    field f = field_item(point, index);
    double value = json_is_number(f.value) ? json_number_value(f.value) + 0.0 : NAN;
    if (fabs(value) <= WEND_MAX_COORDINATE) {
        *out = value;
        return true;
    }
    char subject[WORDS_SIZE], found[WORDS_SIZE];
    return field_problem(r, &f,
                         "%c of %s must be a number from -" SCENE_MAX_COORDINATE_WORDS
                         " to " SCENE_MAX_COORDINATE_WORDS ", found %s",
                         index == 0 ? 'x' : 'y', subject_words(subject, &point->path),
                         found_words(found, f.value));
}

bool read_point(reading *r, const field *f, wend_vec2 *out)
{
    if (field_is_absent(f))
        return true;
    if (!json_is_array(f->value) || json_array_size(f->value) != 2)
        return field_wrong(r, f, "a point [x, y]");
    bool good = read_coordinate(r, f, 0, &out->x);
    return read_coordinate(r, f, 1, &out->y) && good;
}

void start_shape(reading *r)
{
    r->points.count = 0;
    r->ring_ends.count = 0;
}

bool count_corners(reading *r, const field *f, size_t count)
{
    bool was_good = r->corners <= SCENE_MAX_CORNERS;
    r->corners += count;
    if (r->corners <= SCENE_MAX_CORNERS)
        return true;
    if (was_good) // report once
        field_problem(r, f, "the scene has more than %u corners with this: simplify it",
                      SCENE_MAX_CORNERS);
    return false;
}

bool read_points(reading *r, const field *f, size_t count)
{
    if (!count_corners(r, f, count))
        return false;
    if (!wend_array_reserve(&r->points, NULL, count) || !wend_array_reserve(&r->ring_ends, NULL, 1))
        return reading_no_memory(r);
    bool good = true;
    for (size_t i = 0; i < count; ++i) {
        field item = field_item(f, i);
        wend_vec2 p = {0};
        good = read_point(r, &item, &p) && good;
        r->points.data[r->points.count++] = p;
    }
    r->ring_ends.data[r->ring_ends.count++] = (uint32_t)r->points.count;
    return good;
}

bool read_ring(reading *r, const field *f)
{
    if (!read_list(r, f, "a ring of points [[x, y], [x, y], ...]"))
        return false;
    char subject[WORDS_SIZE];
    size_t start = r->points.count, count = json_array_size(f->value);
    if (json_is_number(json_array_get(f->value, 0))) // report once, not for every number
        return field_problem(r, f,
                             "%s must be a ring of points [[x, y], [x, y], ...], found a "
                             "list of numbers",
                             subject_words(subject, &f->path));
    if (!read_points(r, f, count))
        return false;
    const wend_vec2 *points = r->points.data;
    size_t last = start + count - 1;
    if (count > 1 && points[start].x == points[last].x && points[start].y == points[last].y) {
        --count;
        --r->points.count;
        --r->ring_ends.data[r->ring_ends.count - 1];
    }
    return count >= 3 ||
           field_problem(r, f, "%s has %zu corner%s: a ring needs at least 3 that differ",
                         subject_words(subject, &f->path), count, count == 1 ? "" : "s");
}

bool read_holes(reading *r, const field *f)
{
    if (field_is_absent(f))
        return true;
    if (!read_list(r, f, "a list of rings"))
        return false;
    if (json_is_number(json_array_get(json_array_get(f->value, 0), 0)))
        return field_problem(r, f,
                             "\"holes\" must be a list of rings [[[x, y], ...], ...], found "
                             "a list of points");
    bool good = true;
    size_t count = json_array_size(f->value);
    for (size_t i = 0; i < count && !r->no_memory; ++i) {
        field ring = field_item(f, i);
        good = read_ring(r, &ring) && good;
    }
    return good;
}

bool finish_shape(reading *r, scene_shape *shape)
{
    return scene_shape_rings(r->s, r->points.data, r->ring_ends.data, r->ring_ends.count, shape) ||
           reading_no_memory(r);
}
