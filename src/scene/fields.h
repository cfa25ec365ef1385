// SPDX-License-Identifier: MIT
// Reading fields of a JSON scene. Each function checks type and limits; its message states the
// field, what was expected and what was found.
//
// All return false after adding a problem. For an absent field *out keeps its value: the caller has
// set the default.
#ifndef WEND_SCENE_FIELDS_H
#define WEND_SCENE_FIELDS_H

#include "base/json_position.h"
#include "core/array.h"
#include "scene/scene.h"

#include <jansson.h>

/// State of reading one text.
typedef struct reading {
    const text *t;
    problem_list *problems;
    scene *s;
    bool no_memory; ///< reported; stop
    /// Rings of the current shape, one after the other.
    wend_array(wend_vec2) points;
    wend_array(uint32_t) ring_ends;
    uint64_t corners; ///< number in the scene so far
    uint32_t format;  ///< version of the scene's format
    uint64_t agents;  ///< number in the scene so far
    size_t sources;   ///< number of lines of the current flow that are sources
} reading;

/// A value and its path. The path is linked, so a field must outlive its members and items.
typedef struct field {
    json_t *value; ///< NULL: absent
    json_path path;
} field;

field field_member(const field *object, const char *key);
field field_item(const field *list, size_t index);

bool field_is_absent(const field *f);

/// Adds a problem at the position of the field.
bool field_problem(reading *r, const field *f, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/// Adds a problem at the position of the field's key.
bool field_key_problem(reading *r, const field *f, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/// Adds `"radius" must be EXPECTED, found ...`.
bool field_wrong(reading *r, const field *f, const char *expected);
bool reading_no_memory(reading *r);

/// `did you mean "x"?`, or all allowed names. [names: ends with NULL]
enum { FIELD_SUGGESTION_SIZE = 320 };
const char *field_suggestion(reading *r, const char *typed, const char *const *names,
                             char out[FIELD_SUGGESTION_SIZE]);

/// Checks that the field is a list. what: its description in messages ("a list of obstacles").
bool read_list(reading *r, const field *f, const char *what);

/// Limits of a number.
typedef struct number_limits {
    double least, most;
    bool above; ///< least itself is excluded
} number_limits;

bool read_number(reading *r, const field *f, number_limits limits, double *out);
bool read_whole(reading *r, const field *f, uint64_t least, uint64_t most, uint64_t *out);
/// Not empty, at most `most` bytes, no control characters. Copied into the scene's pool.
bool read_string(reading *r, const field *f, size_t most, const char **out);
/// Reads one of the names, as its index. [names: ends with NULL]
bool read_choice(reading *r, const field *f, const char *const *names, unsigned *out);
bool read_point(reading *r, const field *f, wend_vec2 *out);
/// Reads a name that is itself a key, such as an area's.
bool check_key_name(reading *r, const field *f);

/// Starts a new shape in r->points.
void start_shape(reading *r);
/// Adds a ring to the current shape; a last corner that repeats the first is dropped.
bool read_ring(reading *r, const field *f);
/// Adds a list of rings.
bool read_holes(reading *r, const field *f);
/// Adds `count` points in a list, for a segment.
bool read_points(reading *r, const field *f, size_t count);
/// Copies the current shape into the scene.
bool finish_shape(reading *r, scene_shape *shape);
/// Counts corners towards SCENE_MAX_CORNERS.
bool count_corners(reading *r, const field *f, size_t count);

#endif
