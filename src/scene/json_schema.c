// SPDX-License-Identifier: MIT
// The JSON Schema of the scene format (draft 2020-12), for the completion and checks of editors.
#include "scene/schema.h"

#include <stdio.h>

enum { REF_SIZE = 80 };

static json_t *reference(const char *name)
{
    char path[REF_SIZE];
    snprintf(path, sizeof path, "#/$defs/%s", name);
    for (char *c = path; *c; ++c)
        *c = *c == ' ' ? '_' : *c;
    return json_pack("{s:s}", "$ref", path);
}

static json_t *array_of(json_t *items, uint32_t min, double max)
{
    json_t *array = json_pack("{s:s, s:o}", "type", "array", "items", items);
    if (array && min > 0)
        json_object_set_new(array, "minItems", json_integer(min));
    if (array && max < UINT32_MAX)
        json_object_set_new(array, "maxItems", json_integer((json_int_t)max));
    return array;
}

static json_t *points_of(uint32_t min, double max)
{
    return array_of(reference("point"), min, max);
}

static json_t *number_of(const key_row *row)
{
    bool whole = row->type == VALUE_WHOLE || row->type == VALUE_LONG;
    json_t *number = json_pack("{s:s}", "type", whole ? "integer" : "number");
    const char *min = row->flags & ROW_ABOVE ? "exclusiveMinimum" : "minimum",
               *max = row->flags & ROW_BELOW ? "exclusiveMaximum" : "maximum";
    if (row->min < row->max) { // the limits of a spread are those of its key
        json_object_set_new(number, min, json_real(row->min));
        json_object_set_new(number, max, json_real(row->max));
    }
    return number;
}

static json_t *names_of(const key_row *row)
{
    json_t *names = json_array();
    for (unsigned i = 0; names && row->names(i, false); ++i)
        json_array_append_new(names, json_string(row->names(i, false)));
    return json_pack("{s:o}", "enum", names);
}

static json_t *value_of(const key_row *row);

static json_t *object_of(const key_object *o)
{
    return o->short_form
               ? json_pack("{s:[o, o]}", "anyOf", value_of(&o->rows[0]), reference(o->name))
               : reference(o->name);
}

static json_t *value_of(const key_row *row)
{
    switch (row->type) {
    case VALUE_NUMBER:
    case VALUE_WHOLE:
    case VALUE_LONG:
        return number_of(row);
    case VALUE_BOOLEAN:
        return json_pack("{s:s}", "type", "boolean");
    case VALUE_STRING:
        return json_pack("{s:s, s:i, s:i}", "type", "string", "minLength", (int)row->min,
                         "maxLength", (int)row->max);
    case VALUE_NAME:
        return names_of(row);
    case VALUE_SPREAD:
        return json_pack("{s:[o, o]}", "anyOf", number_of(row), reference(schema_spread.name));
    case VALUE_NUMBERS:
        return array_of(number_of(row), 0, UINT32_MAX);
    case VALUE_POINT:
    case VALUE_POST:
    case VALUE_FRAME_POINT:
        return reference("point");
    case VALUE_POINTS:
        return points_of(1, UINT32_MAX);
    case VALUE_RING:
    case VALUE_POLYGON:
        return points_of(3, UINT32_MAX);
    case VALUE_HOLES:
        return array_of(points_of(3, UINT32_MAX), 0, UINT32_MAX);
    case VALUE_LINES:
        return array_of(points_of(2, UINT32_MAX), 1, row->max);
    case VALUE_SEGMENT:
    case VALUE_FRAME_SEGMENT:
        return points_of(2, 2);
    case VALUE_GOAL:
        return json_pack("{s:[{s:s}, o, o, o]}", "anyOf", "type", "string",
                         array_of(json_pack("{s:s}", "type", "string"), 1, SCENE_MAX_CHOICES),
                         reference("point"), points_of(2, 2));
    case VALUE_OBJECT:
        return object_of(row->items);
    case VALUE_LIST:
        return array_of(object_of(row->items), (uint32_t)row->min, row->max);
    case VALUE_MAP:
        return json_pack("{s:s, s:o}", "type", "object", "additionalProperties",
                         object_of(row->items));
    }
    return NULL;
}

// A row for an editor. Some defaults exist only as a description.
static json_t *property_of(const key_row *row)
{
    char about[SCHEMA_WORDS_SIZE * 2];
    snprintf(about, sizeof about, "%s%s%s%s%s%s%s", row->about, row->unit ? " Unit: " : "",
             row->unit ? row->unit : "", row->unit ? "." : "",
             row->otherwise && row->otherwise[0] ? " Default: " : "",
             row->otherwise ? row->otherwise : "", row->otherwise && row->otherwise[0] ? "." : "");
    json_t *property = value_of(row);
    if (property)
        json_object_set_new(property, "description", json_string(about));
    return property;
}

static json_t *definition_of(const key_object *o)
{
    json_t *properties = json_object(), *required = json_array(), *one_of = json_array(),
           *with = json_object();
    for (const key_row *row = o->rows; row->key; ++row) {
        json_object_set_new(properties, row->key, property_of(row));
        if (row->flags & ROW_REQUIRED)
            json_array_append_new(required, json_string(row->key));
        if (row->flags & ROW_ONE_OF)
            json_array_append_new(one_of, json_pack("{s:[s]}", "required", row->key));
        if (row->needs)
            json_object_set_new(with, row->key, json_pack("[s]", row->needs));
    }
    json_t *definition =
        json_pack("{s:s, s:o, s:o, s:b, s:o}", "type", "object", "properties", properties,
                  "required", required, "additionalProperties", 0, "dependentRequired", with);
    if (json_array_size(one_of) > 0)
        json_object_set(definition, "oneOf", one_of);
    json_decref(one_of);
    return definition;
}

json_t *schema_to_json(void)
{
    json_t *defs = json_pack("{s:{s:s, s:[o, o], s:b, s:i}}", "point", "type", "array",
                             "prefixItems", json_pack("{s:s}", "type", "number"),
                             json_pack("{s:s}", "type", "number"), "items", 0, "minItems", 2);
    for (size_t i = 1; schema_objects[i] && defs; ++i) {
        char name[REF_SIZE];
        snprintf(name, sizeof name, "%s", schema_objects[i]->name);
        for (char *c = name; *c; ++c)
            *c = *c == ' ' ? '_' : *c;
        json_object_set_new(defs, name, definition_of(schema_objects[i]));
    }
    json_t *root = definition_of(&schema_scene);
    json_object_set_new(root, "$schema",
                        json_string("https://json-schema.org/draft/2020-12/schema"));
    json_object_set_new(root, "title", json_string("wend scene"));
    json_object_set_new(root, "$defs", defs);
    return root;
}
