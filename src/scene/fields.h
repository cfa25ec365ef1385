// SPDX-License-Identifier: MIT
// Reading fields of a JSON scene: each function checks type and limits, and says what was found,
// what is right, and where.
//
// All return false after adding a problem, and leave *out as it was for a field that is absent: the
// caller has put the default there.
#ifndef WEND_SCENE_FIELDS_H
#define WEND_SCENE_FIELDS_H

#include "base/json_position.h"
#include "core/array.h"
#include "scene/scene.h"

#include <jansson.h>

/// One reading of one text.
typedef struct reading {
    const text *t;
    problem_list *problems;
    scene *s;
    bool no_memory; ///< said once; stop
    /// The rings of the shape in work, one after the other.
    wend_array(wend_vec2) points;
    wend_array(uint32_t) ring_ends;
    uint64_t corners; ///< in the scene so far
    uint32_t format;  ///< the version of a scene's format
    uint64_t agents;  ///< in the scene so far
    size_t sources;   ///< lines of a flow in work that are sources
} reading;

/// A value and the way to it. The way is linked, so a field must outlive its members and items.
typedef struct field {
    json_t *value; ///< NULL: absent
    json_path path;
} field;

field field_member(const field *object, const char *key);
field field_item(const field *list, size_t index);

bool field_is_absent(const field *f);

/// Adds a problem at the field's place.
bool field_problem(reading *r, const field *f, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/// Adds a problem at the place of the field's key.
bool field_key_problem(reading *r, const field *f, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/// Adds `"radius" must be EXPECTED, found ...`.
bool field_wrong(reading *r, const field *f, const char *expected);
bool reading_no_memory(reading *r);

/// `did you mean "x"?`, or all the names that are allowed. [names: ends with NULL]
enum { FIELD_SUGGESTION_SIZE = 320 };
const char *field_suggestion(reading *r, const char *typed, const char *const *names,
                             char out[FIELD_SUGGESTION_SIZE]);

/// A list; what says of what ("a list of obstacles").
bool read_list(reading *r, const field *f, const char *what);

/// What a number may be.
typedef struct number_limits {
    double least, most;
    bool above; ///< least itself is not allowed
} number_limits;

bool read_number(reading *r, const field *f, number_limits limits, double *out);
bool read_whole(reading *r, const field *f, uint64_t least, uint64_t most, uint64_t *out);
/// Not empty, at most `most` bytes, no control characters. Copied into the scene's pool.
bool read_string(reading *r, const field *f, size_t most, const char **out);
/// One of the names, as its index. [names: ends with NULL]
bool read_choice(reading *r, const field *f, const char *const *names, unsigned *out);
bool read_point(reading *r, const field *f, wend_vec2 *out);
/// A name that is a key itself, such as an area's.
bool check_key_name(reading *r, const field *f);

/// Starts a new shape in r->points.
void start_shape(reading *r);
/// Adds a ring to the shape in work; a last corner that repeats the first is dropped.
bool read_ring(reading *r, const field *f);
/// Adds a list of rings.
bool read_holes(reading *r, const field *f);
/// Adds `count` points in a list, for a segment.
bool read_points(reading *r, const field *f, size_t count);
/// Copies the shape in work into the scene.
bool finish_shape(reading *r, scene_shape *shape);
/// Counts corners against SCENE_MAX_CORNERS.
bool count_corners(reading *r, const field *f, size_t count);

#endif
