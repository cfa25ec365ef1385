// SPDX-License-Identifier: MIT
// The schema of the scene format: its rows are complete, the JSON Schema made from it accepts every
// built-in scene, format 1 is read as before, and the tables of docs/scene.md are current.
// WEND_REGOLD=1 rewrites those tables.
#include "base/embedded.h"
#include "scene/build/world.h"
#include "scene/builtin/builtin.h"
#include "scene/schema.h"
#include "tests/scene/scene_text.h"

#include <math.h>
#include <stdlib.h>

#define DOCS    WEND_SOURCE_DIR "/docs/scene.md"
#define FORMAT1 WEND_SOURCE_DIR "/tests/scene/format1/"

static void test_rows_are_complete(void **state)
{
    (void)state;
    for (size_t i = 0; schema_objects[i]; ++i)
        for (const key_row *row = schema_objects[i]->rows; row->key; ++row) {
            size_t length = row->about ? strlen(row->about) : 0;
            if (length == 0 || row->about[length - 1] != '.')
                fail_msg("%s of %s is not described", row->key, schema_objects[i]->name);
            assert_ptr_equal(schema_row(schema_objects[i], row->key), row); // no key twice
            assert_true(!row->needs || schema_row(schema_objects[i], row->needs));
            assert_true(!row->excludes || schema_row(schema_objects[i], row->excludes));
            assert_true((row->type == VALUE_NAME) == (row->names != NULL));
        }
}

// ---- built-in scenes ----------------------------------------------------------------------------

static void assert_writes_itself(const char *name, const char *json)
{
    scene *s = read_scene(json);
    char *written = write_out(s);
    if (strcmp(written, json) != 0)
        fail_msg("%s is not as wend writes it", name);
    free(written);
    scene_free(s);
}

static void test_built_in_files_are_as_written(void **state)
{
    (void)state;
    for (size_t i = 0; i < builtin_count(); ++i)
        if (builtin_at(i).json)
            assert_writes_itself(builtin_at(i).name, builtin_at(i).json);
}

static uint64_t hash_after(const scene *s, int steps)
{
    wend_world *world = NULL;
    assert_int_equal(scene_world(s, &(scene_world_options){0}, &world, NULL, NULL), WEND_OK);
    for (int i = 0; i < steps; ++i)
        assert_int_equal(wend_world_step(world, NULL), WEND_OK);
    uint64_t hash = wend_world_hash(world);
    wend_world_destroy(world);
    return hash;
}

// Built-in scenes as they were in format 1.
static void test_format_1_is_the_same_scene(void **state)
{
    (void)state;
    static const char *const names[] = {"barrier-office", "bicycles", "explore", "group-five",
                                        "kerb",           "lanes-1",  "museum",  "trains"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        char path[1000];
        text t = {0};
        problem_list problems = {0};
        builtin_scene now;
        assert_true(builtin_find(names[i], &now));
        snprintf(path, sizeof path, FORMAT1 "%s.json", names[i]);
        assert_true(text_read_file(path, &t, &problems));
        scene *old = read_scene(t.data), *s = read_scene(now.json);
        assert_int_equal(old->format, 1);
        assert_int_equal(s->format, SCENE_FORMAT);
        char *written = write_out(old);
        assert_string_equal(written, now.json);
        assert_true(hash_after(old, 20) == hash_after(s, 20));
        free(written);
        scene_free(old);
        scene_free(s);
        text_free(&t);
    }
}

// ---- round trips --------------------------------------------------------------------------------

// A value within the limits of a row that is not its default. False: no value of its own.
static bool other_value(const key_object *o, const key_row *row, char out[100])
{
    any_object initial;
    o->initial(&initial);
    const char *at = (const char *)&initial + row->at;
    double low = row->min, high = fmin(row->max, row->min + 50);
    if (row->type == VALUE_NUMBER) {
        double value = low + 0.375 * (high - low);
        snprintf(out, 100, "%.10g", value == *(const double *)at ? value + 0.125 : value);
    } else if (row->type == VALUE_WHOLE) {
        snprintf(out, 100, "%.0f", floor(high) - (*(const uint32_t *)at == (uint32_t)high));
    } else {
        return false;
    }
    return true;
}

// A scene with one key of an object that is its own, or its only group's.
static char *scene_with(const char *object, bool of_group, const char *key, const char *value)
{
    char *json = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&json, &size);
    fputs(
        "{\"wend\": 2, \"areas\": {\"a\": [[0, 0], [9, 0], [9, 9], [0, 9]]}, \"agents\": [{\"in\": "
        "\"a\", \"goal\": [20, 5]",
        out);
    if (of_group)
        fprintf(out, ", \"group\": {%s%s\"%s\": %s%s}",
                strcmp(key, "interval") ? "" : "\"count\": 2, ", object, key, value,
                *object ? "}" : "");
    fputs("}]", out);
    if (!of_group)
        fprintf(out, ", \"%s\": {\"%s\": %s}", object, key, value);
    fputs("}", out);
    fclose(out);
    return json;
}

static void assert_keeps(char *json, const char *key, const char *value)
{
    char wanted[200];
    scene *s = read_scene(json);
    char *once = write_out(s);
    scene *again = read_scene(once);
    char *twice = write_out(again);
    snprintf(wanted, sizeof wanted, "\"%s\": %s", key, value);
    if (!strstr(once, wanted))
        fail_msg("%s is not in %s", wanted, once);
    assert_string_equal(once, twice);
    // Worlds with these values can be made.
    assert_true(hash_after(s, 1) == hash_after(again, 1));
    scene_free(s);
    scene_free(again);
    free(once);
    free(twice);
    free(json);
}

// Every number of the parameters of motion and of groups comes back as it was written.
static void test_parameters_are_kept(void **state)
{
    (void)state;
    static const char *const names[] = {"pedestrian", "social_force", "boids", "steer",
                                        "arc",        "potential",    "group"};
    int tried = 0;
    for (size_t i = 0; schema_objects[i]; ++i)
        for (size_t k = 0; k < sizeof names / sizeof *names; ++k) {
            const key_object *o = schema_objects[i];
            char value[100];
            if (strcmp(o->name, names[k]) != 0)
                continue;
            for (const key_row *row = o->rows; row->key; ++row) {
                // Those that depend on others have tests of their own.
                static const char *const apart[] = {"c1",   "sigma1",    "c2",     "sigma2",
                                                    "area", "min_width", "density"};
                bool alone = other_value(o, row, value);
                for (size_t n = 0; n < sizeof apart / sizeof *apart; ++n)
                    alone = alone && strcmp(row->key, apart[n]) != 0;
                bool potential = strcmp(o->name, "potential") == 0,
                     group = potential || strcmp(o->name, "group") == 0;
                if (!alone || strncmp(row->key, "flow_", 5) == 0)
                    continue;
                ++tried;
                assert_keeps(scene_with(potential ? "\"potential\": {"
                                        : group   ? ""
                                                  : o->name,
                                        group, row->key, value),
                             row->key, value);
            }
        }
    assert_true(tried >= 50);
    assert_keeps(scene_with("", true, "times", "[0, 5, 12.5]"), "times", "[0, 5, 12.5]");
    assert_keeps(scene_with("\"potential\": {\"c1\": 0.25, \"sigma2\": 3, \"sigma1\": 2.5, ", true,
                            "c2", "0.5"),
                 "c2", "0.5");
}

// ---- the JSON Schema ----------------------------------------------------------------------------

static bool is_valid(const json_t *root, const json_t *schema, const json_t *value);

static bool has_type(const char *type, const json_t *value)
{
    return !strcmp(type, "object")    ? json_is_object(value)
           : !strcmp(type, "array")   ? json_is_array(value)
           : !strcmp(type, "string")  ? json_is_string(value)
           : !strcmp(type, "boolean") ? json_is_boolean(value)
           : !strcmp(type, "integer") ? json_is_number(value) && json_number_value(value) ==
                                                                     floor(json_number_value(value))
                                      : json_is_number(value);
}

static bool is_in_range(const json_t *schema, const char *low, const char *high, double value,
                        bool exclusive)
{
    const json_t *min = json_object_get(schema, low), *max = json_object_get(schema, high);
    return (!min || json_number_value(min) < value ||
            (!exclusive && json_number_value(min) == value)) &&
           (!max || json_number_value(max) > value ||
            (!exclusive && json_number_value(max) == value));
}

static bool is_valid_object(const json_t *root, const json_t *schema, const json_t *value)
{
    const json_t *properties = json_object_get(schema, "properties"),
                 *others = json_object_get(schema, "additionalProperties"),
                 *with = json_object_get(schema, "dependentRequired");
    const char *key;
    json_t *member, *needed;
    size_t i;
    json_object_foreach((json_t *)value, key, member)
    {
        const json_t *known = json_object_get(properties, key);
        if (!known && json_is_false(others))
            return false;
        if (!is_valid(root, known ? known : others, member))
            return false;
        json_array_foreach(json_object_get(with, key), i, needed)
        {
            if (!json_object_get(value, json_string_value(needed)))
                return false;
        }
    }
    json_array_foreach(json_object_get(schema, "required"), i, needed)
    {
        if (!json_object_get(value, json_string_value(needed)))
            return false;
    }
    return true;
}

static bool is_valid_array(const json_t *root, const json_t *schema, const json_t *value)
{
    const json_t *first = json_object_get(schema, "prefixItems"),
                 *items = json_object_get(schema, "items");
    if (!is_in_range(schema, "minItems", "maxItems", (double)json_array_size(value), false))
        return false;
    for (size_t i = 0; i < json_array_size(value); ++i) {
        const json_t *item = json_array_get(first, i) ? json_array_get(first, i) : items;
        if (json_is_false(item) || !is_valid(root, item, json_array_get(value, i)))
            return false;
    }
    return true;
}

static bool is_listed(const json_t *list, const json_t *value)
{
    for (size_t i = 0; i < json_array_size(list); ++i)
        if (json_equal(json_array_get(list, i), value))
            return true;
    return !list;
}

static size_t count_valid(const json_t *root, const json_t *schemas, const json_t *value)
{
    size_t count = 0;
    for (size_t i = 0; i < json_array_size(schemas); ++i)
        count += is_valid(root, json_array_get(schemas, i), value);
    return count;
}

// Only what the schema uses. schema [opt]
static bool is_valid(const json_t *root, const json_t *schema, const json_t *value)
{
    const char *reference = json_string_value(json_object_get(schema, "$ref")),
               *type = json_string_value(json_object_get(schema, "type"));
    const json_t *any = json_object_get(schema, "anyOf"), *one = json_object_get(schema, "oneOf");
    if (reference) {
        const json_t *named =
            json_object_get(json_object_get(root, "$defs"), strrchr(reference, '/') + 1);
        assert_non_null(named);
        return is_valid(root, named, value);
    }
    if ((type && !has_type(type, value)) || !is_listed(json_object_get(schema, "enum"), value) ||
        (any && count_valid(root, any, value) == 0) || (one && count_valid(root, one, value) != 1))
        return false;
    if (json_is_number(value))
        return is_in_range(schema, "minimum", "maximum", json_number_value(value), false) &&
               is_in_range(schema, "exclusiveMinimum", "exclusiveMaximum", json_number_value(value),
                           true);
    if (json_is_string(value))
        return is_in_range(schema, "minLength", "maxLength", (double)json_string_length(value),
                           false);
    return json_is_object(value)  ? is_valid_object(root, schema, value)
           : json_is_array(value) ? is_valid_array(root, schema, value)
                                  : true;
}

static bool accepts(const json_t *schema, const char *json)
{
    json_t *value = json_loads(json, 0, NULL);
    assert_non_null(value);
    bool valid = is_valid(schema, schema, value);
    json_decref(value);
    return valid;
}

static void test_json_schema(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "[]",
        "{\"wend\": 3}",
        "{\"name\": \"a\"}",
        "{\"wend\": 2, \"guide\": \"mesh\"}",
        "{\"wend\": 2, \"planner\": \"compass\"}",
        "{\"wend\": 2, \"bounds\": [[0, 0], [1, 0]]}",
        "{\"wend\": 2, \"agents\": [{\"at\": [0, 0], \"radius\": 0}]}",
        "{\"wend\": 2, \"agents\": [{\"at\": [0, 0], \"waypoints\": []}]}",
        ("{\"wend\": 2, \"agents\": [{\"at\": [0, 0], \"pursue\": {\"roam\": \"a\", \"chase\": "
         "\"b\"}}]}"),
        "{\"wend\": 2, \"zones\": [{\"area\": \"a\"}]}",
        "{\"wend\": 2, \"origin\": [0, 0, 0]}",
    };
    json_t *schema = schema_to_json();
    assert_non_null(schema);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
        if (accepts(schema, bad[i]))
            fail_msg("accepted: %s", bad[i]);
    for (size_t i = 0; i < builtin_count(); ++i) {
        problem_list problems = {0};
        scene *s = builtin_load(builtin_at(i), &problems);
        assert_non_null(s);
        char *json = write_out(s);
        if (!accepts(schema, json))
            fail_msg("refused: %s", builtin_at(i).name);
        free(json);
        scene_free(s);
    }
    json_decref(schema);
}

// ---- the tables of the documentation ------------------------------------------------------------

static void print_names(FILE *out, const key_row *row)
{
    for (unsigned i = 0; row->names(i, false); ++i)
        fprintf(out, "%s`%s`", i ? " " : "", row->names(i, false));
}

static void print_type(FILE *out, const key_row *row)
{
    static const char *const words[] = {
        [VALUE_NUMBER] = "number",
        [VALUE_WHOLE] = "whole number",
        [VALUE_LONG] = "whole number",
        [VALUE_BOOLEAN] = "true or false",
        [VALUE_STRING] = "string",
        [VALUE_NAME] = "name",
        [VALUE_SPREAD] = "number or spread",
        [VALUE_NUMBERS] = "list of numbers",
        [VALUE_POINT] = "point",
        [VALUE_POINTS] = "list of points",
        [VALUE_RING] = "ring",
        [VALUE_LINES] = "list of lines",
        [VALUE_GOAL] = "goal",
        [VALUE_POLYGON] = "ring",
        [VALUE_HOLES] = "list of rings",
        [VALUE_SEGMENT] = "two points that differ",
        [VALUE_POST] = "point",
        [VALUE_FRAME_POINT] = "point",
        [VALUE_FRAME_SEGMENT] = "two points",
    };
    const key_object *items = row->items;
    if (row->type == VALUE_LIST)
        fprintf(out, "list of objects: %s", items->name);
    else if (row->type == VALUE_MAP)
        fprintf(out, "objects by name: %s", items->name);
    else if (row->type == VALUE_OBJECT)
        fprintf(out, "%s%s%s", items->short_form ? words[items->rows[0].type] : "",
                items->short_form ? " or " : "", items->name);
    else
        fprintf(out, "%s", words[row->type]);
    if (row->unit)
        fprintf(out, ", %s", row->unit);
}

static void print_default(FILE *out, const key_object *o, const key_row *row)
{
    any_object initial;
    o->initial(&initial);
    const void *at = (const char *)&initial + row->at;
    if (row->flags & ROW_REQUIRED)
        fputs("required", out);
    else if (row->otherwise)
        fputs(row->otherwise, out);
    else if (row->flags & ROW_ONE_OF)
        return;
    else if (row->type == VALUE_NUMBER || row->type == VALUE_SPREAD)
        fprintf(out, "%.10g", *(const double *)at);
    else if (row->type == VALUE_WHOLE)
        fprintf(out, "%u", *(const unsigned *)at);
    else if (row->type == VALUE_LONG)
        fputs("0", out);
    else if (row->type == VALUE_NAME)
        fprintf(out, "`%s`", row->names(*(const unsigned *)at, false));
    else if (row->type == VALUE_BOOLEAN)
        fputs(*(const bool *)at == !(row->flags & ROW_NEGATED) ? "true" : "false", out);
    else
        fputs("none", out);
}

static void print_limits(FILE *out, const key_row *row)
{
    const char *between = "";
    bool number = row->type == VALUE_NUMBER || row->type == VALUE_WHOLE ||
                  row->type == VALUE_SPREAD || row->type == VALUE_NUMBERS;
    bool counted = row->type == VALUE_LIST || row->type == VALUE_MAP || row->type == VALUE_LINES;
    if (row->type == VALUE_NAME)
        print_names(out, row), between = "; ";
    else if (number && row->min < row->max)
        fprintf(out, row->flags & ROW_ABOVE ? "above %.10g, up to %s%.10g" : "%.10g to %s%.10g",
                row->min, row->flags & ROW_BELOW ? "below " : "", row->max),
            between = "; ";
    else if (row->type == VALUE_STRING)
        fprintf(out, "%g to %g bytes", row->min, row->max), between = "; ";
    else if (counted && row->max < UINT32_MAX)
        fprintf(out, "%g to %.10g", row->min, row->max), between = "; ";
    if (row->type == VALUE_NUMBERS)
        fputs(" each, ascending", out);
    if (row->needs)
        fprintf(out, "%swith `%s`", between, row->needs), between = "; ";
    if (row->excludes)
        fprintf(out, "%snot with `%s`", between, row->excludes), between = "; ";
    if (row->limits)
        fprintf(out, "%s%s", between, row->limits);
}

static void print_table(FILE *out, const key_object *o)
{
    fputs("| key | type | default | limits | meaning |\n|---|---|---|---|---|\n", out);
    for (const key_row *row = o->rows; row->key; ++row) {
        fprintf(out, "| `%s` | ", row->key);
        print_type(out, row);
        fputs(" | ", out);
        print_default(out, o, row);
        fputs(" | ", out);
        print_limits(out, row);
        fprintf(out, " | %s |\n", row->about);
    }
}

static void print_old_values(FILE *out, const key_object *o, const key_row *row)
{
    for (unsigned i = 0; row->names && row->names(i, false); ++i)
        if (strcmp(row->names(i, false), row->names(i, true)) != 0)
            fprintf(out, "| %s | `%s`: `%s` | `%s`: `%s` |\n", o->name,
                    row->old ? row->old : row->key, row->names(i, true), row->key,
                    row->names(i, false));
}

static void print_old_keys(FILE *out)
{
    fputs("| object | format 1 | format 2 |\n|---|---|---|\n", out);
    for (size_t i = 0; schema_objects[i]; ++i)
        for (const key_row *row = schema_objects[i]->rows; row->key; ++row) {
            if (row->old)
                fprintf(out, "| %s | `%s`%s | `%s`%s |\n", schema_objects[i]->name, row->old,
                        row->flags & ROW_NEGATED ? ": true" : "", row->key,
                        row->flags & ROW_NEGATED ? ": false" : "");
            print_old_values(out, schema_objects[i], row);
        }
}

static void print_keys_of(FILE *out, const char *name, size_t length)
{
    if (length == strlen("format 1") && strncmp(name, "format 1", length) == 0) {
        print_old_keys(out);
        return;
    }
    for (size_t i = 0; schema_objects[i]; ++i)
        if (strlen(schema_objects[i]->name) == length &&
            strncmp(schema_objects[i]->name, name, length) == 0) {
            print_table(out, schema_objects[i]);
            return;
        }
    fail_msg("docs/scene.md has a table of %.*s", (int)length, name);
}

// Every table stands between <!-- keys: NAME --> and <!-- end -->.
static void test_documentation_is_current(void **state)
{
    (void)state;
    static const char begin[] = "<!-- keys: ", end[] = "<!-- end -->";
    problem_list problems = {0};
    text t = {0};
    char *made = NULL;
    size_t size = 0, tables = 0;
    assert_true(text_read_file(DOCS, &t, &problems));
    FILE *out = open_memstream(&made, &size);
    const char *rest = t.data;
    for (const char *next; (next = strstr(rest, begin)) != NULL; ++tables) {
        const char *name = next + strlen(begin), *close = strstr(name, " -->");
        const char *after = strstr(name, end);
        assert_true(close && after);
        fwrite(rest, 1, (size_t)(close - rest), out);
        fputs(" -->\n", out);
        print_keys_of(out, name, (size_t)(close - name));
        rest = after;
    }
    fputs(rest, out);
    assert_int_equal(fclose(out), 0);
    size_t objects = 0;
    while (schema_objects[objects])
        ++objects;
    assert_int_equal(tables, objects + 1);
    const char *regold = getenv("WEND_REGOLD");
    if (regold && regold[0]) {
        FILE *file = fopen(DOCS, "wb");
        assert_non_null(file);
        fputs(made, file);
        assert_int_equal(fclose(file), 0);
    } else if (strcmp(made, t.data) != 0) {
        fail_msg("docs/scene.md is not current: run test_scene_schema with WEND_REGOLD=1");
    }
    free(made);
    text_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_are_complete),
        cmocka_unit_test(test_built_in_files_are_as_written),
        cmocka_unit_test(test_format_1_is_the_same_scene),
        cmocka_unit_test(test_parameters_are_kept),
        cmocka_unit_test(test_json_schema),
        cmocka_unit_test(test_documentation_is_current),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
