// SPDX-License-Identifier: MIT
// How the tables of the schema are written: rows, objects and their defaults.
#ifndef WEND_SCENE_SCHEMA_ROWS_H
#define WEND_SCENE_SCHEMA_ROWS_H

#include "scene/schema.h"

#include <stddef.h>

#define AT(type, member)        .at = offsetof(type, member)
#define BOTH(type, first, then) .at = offsetof(type, first), .more = offsetof(type, then)
// Fills an object with the defaults.
#define INITIAL(function, type, ...)                                                               \
    static void function(void *object)                                                             \
    {                                                                                              \
        *(type *)object = __VA_ARGS__;                                                             \
    }
// A row: key, key in format 1 (0: the same), type, and further fields.
#define ROW(name, old_name, kind, ...)                                                             \
    {                                                                                              \
        .key = name, .old = old_name, .type = VALUE_##kind, __VA_ARGS__                            \
    }
// An object: name, article, example, rows, struct, and defaults.
#define OBJECT(label, a_or_an, like, table, type, ...)                                             \
    {                                                                                              \
        .name = label, .article = a_or_an, .example = like, .rows = table, .size = sizeof(type),   \
        .initial = __VA_ARGS__                                                                     \
    }
#define TIME .min = 0, .max = SCENE_MAX_SECONDS, .unit = "s"

// Parameters of motion, in schema_motion.c.
extern const key_object schema_pedestrian, schema_social_force, schema_boids, schema_steer,
    schema_arc, schema_potential;

#endif
