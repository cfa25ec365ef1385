// SPDX-License-Identifier: MIT
// The scene format as a table: one row per key. The reader, the writer, the range checks, the notes
// of lossy exports, the JSON Schema and the tables of docs/scene.md are derived from these rows.
//
// To add a key, add a row to schema.c. Rules that a row cannot express ("max_speed" is at least
// "preferred_speed") are functions, one per object, in rules.c.
#ifndef WEND_SCENE_SCHEMA_H
#define WEND_SCENE_SCHEMA_H

#include "scene/fields.h"
#include "scene/json.h"

/// The version of the format that is written. Version 1 can be read.
enum { SCENE_FORMAT = 2 };

typedef enum value_type {
    VALUE_NUMBER,  ///< double
    VALUE_WHOLE,   ///< uint32_t
    VALUE_LONG,    ///< uint64_t
    VALUE_BOOLEAN, ///< bool
    VALUE_STRING,  ///< const char *; min and max count bytes
    VALUE_NAME,    ///< an enum, by its names
    VALUE_SPREAD,  ///< double, and a wend_spread at `more`
    VALUE_NUMBERS, ///< ascending: double *, and uint32_t at `more`
    VALUE_POINT,   ///< wend_vec2
    VALUE_POINTS,  ///< wend_vec2 *, and uint32_t at `more`
    VALUE_RING,    ///< the same
    VALUE_LINES,   ///< of a flow; tag 1: the sinks
    VALUE_GOAL,    ///< scene_goal
    // Parts of a scene_shape.
    VALUE_POLYGON,
    VALUE_HOLES, ///< read and written with the polygon
    VALUE_SEGMENT,
    VALUE_POST, ///< one point
    // Parts of a wend_goal_frame; with `more`, of the only one of an array (see VALUE_LIST).
    VALUE_FRAME_POINT,
    VALUE_FRAME_SEGMENT,
    VALUE_OBJECT, ///< a struct
    VALUE_LIST,   ///< of objects: a pointer to structs, and their uint32_t number at `more`
    VALUE_MAP,    ///< the same by name: their first member is `const char *name`
} value_type;

enum {
    ROW_REQUIRED = 1,
    ROW_ONE_OF = 2,  ///< an object has exactly one of these; see object.tag_at
    ROW_ABOVE = 4,   ///< min itself is not allowed
    ROW_BELOW = 8,   ///< max itself is not allowed
    ROW_NEGATED = 16 ///< the stored value is the opposite, as was that of the old key
};

typedef struct key_object key_object;

typedef struct key_row {
    const char *key;
    const char *old; ///< in format 1; NULL: the same
    value_type type;
    unsigned flags;
    size_t at, more; ///< offsets in the object's struct
    double min, max; ///< of numbers, of the length of a string in bytes, of the number of items
    scene_name_fn *names;    ///< of VALUE_NAME
    const key_object *items; ///< of VALUE_OBJECT, VALUE_LIST and VALUE_MAP
    unsigned tag;            ///< of a row that is ROW_ONE_OF
    const char *needs;       ///< a key that is required with this one
    const char *excludes;    ///< a key that excludes this one
    /// Sets a default that depends on rows above. [opt]
    void (*derive)(const struct key_row *row, void *object);
    /// Whether it is written; NULL: if it differs from the default
    bool (*given)(const void *object);
    scene_part part;       ///< of the scene's own keys: the part they belong to
    const char *otherwise; ///< the default as a description; NULL: its value
    const char *limits;    ///< further limits as a description
    const char *unit;
    const char *about; ///< description
} key_row;

struct key_object {
    const char *name;    ///< "door"
    const char *article; ///< "a"
    const char *example;
    const key_row *rows; ///< up to one without a key
    size_t size;
    /// Sets the defaults of a struct.
    void (*initial)(void *object);
    /// Further rules, called for an object whose rows are all valid. [opt]
    bool (*check)(reading *r, const field *f, void *object);
    bool tagged;
    size_t tag_at;   ///< if tagged: offset of the enum that selects a ROW_ONE_OF row
    bool short_form; ///< the value of the first row may stand for the whole object
};

/// The value of a VALUE_SPREAD row.
typedef struct spread_value {
    double mean;
    wend_spread spread;
} spread_value;

/// Space for the struct of any object.
typedef union any_object {
    scene scene;
    scene_agents agents;
    spread_value spread;
} any_object;

extern const key_object schema_scene, schema_spread;
/// All objects, for generators. Ends with NULL.
extern const key_object *const schema_objects[];

/// The key in a format. [Limit: the object has it]
const char *schema_key(const key_object *o, const char *key, uint32_t format);
const key_row *schema_row(const key_object *o, const char *key);
/// The rows of a spread as they are for a VALUE_SPREAD row.
enum { SPREAD_ROWS = 6 };
void schema_spread_rows(const key_row *of, key_row rows[SPREAD_ROWS]);

/// True if a row has the same value in two structs of its object.
bool schema_same(const key_row *row, const void *a, const void *b);
/// True if a row has its default in a struct.
bool schema_is_default(const key_object *o, const key_row *row, const void *value,
                       const void *initial);
/// Number of items of a VALUE_LIST, VALUE_MAP and so on.
uint32_t schema_count(const key_row *row, const void *value);

/// Expected value of a row: "a number from 0 to 1".
enum { SCHEMA_WORDS_SIZE = 400 };
const char *schema_expected(const key_row *row, bool old, char out[SCHEMA_WORDS_SIZE]);

/// The JSON Schema (draft 2020-12) of the format. NULL: out of memory.
json_t *schema_to_json(void);

// The rules, in rules.c.
bool check_obstacle(reading *r, const field *f, void *object);
bool check_door(reading *r, const field *f, void *object);
bool check_mover(reading *r, const field *f, void *object);
bool check_goal_place(reading *r, const field *f, void *object);
bool check_flow_lines(reading *r, const field *f, void *object);
bool check_waypoint(reading *r, const field *f, void *object);
bool check_entry(reading *r, const field *f, void *object);
bool check_spread(reading *r, const field *f, void *object);
bool check_barriers(reading *r, const field *f, void *object);
bool check_pedestrian(reading *r, const field *f, void *object);
bool check_potential(reading *r, const field *f, void *object);

#endif
