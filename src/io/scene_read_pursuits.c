// SPDX-License-Identifier: MIT
// Fields of a JSON scene, and what agents do who have no goal.
#include "io/scene_read.h"

#include <string.h>

static const number_limits any_time = {0, SCENE_MAX_SECONDS, false};

// ---- fields -------------------------------------------------------------------------------------

static bool read_patch(reading *r, const field *f, wend_patch *patch)
{
    static const char *const keys[] = {"at", "radius", "amount", "worth", NULL};
    static const number_limits any_radius = {0, SCENE_MAX_RADIUS, true};
    static const number_limits any_amount = {0, SCENE_MAX_AMOUNT, true};
    static const number_limits any_worth = {0, SCENE_MAX_WORTH, true};
    bool good =
        read_object(r, f, "an object like {\"at\": [x, y], \"radius\": 3, \"amount\": 100}", keys);
    if (!json_is_object(f->value))
        return false;
    field at = field_member(f, "at"), radius = field_member(f, "radius"),
          amount = field_member(f, "amount"), worth = field_member(f, "worth");
    if (field_is_absent(&at) || field_is_absent(&radius) || field_is_absent(&amount))
        good = field_misses(r, f, !good,
                            "a patch needs \"at\", a point [x, y], a \"radius\" and an \"amount\"");
    *patch = (wend_patch){.worth = SCENE_DEFAULT_WORTH};
    good = read_point(r, &at, &patch->place) && good;
    good = read_number(r, &radius, any_radius, &patch->radius) && good;
    good = read_number(r, &amount, any_amount, &patch->amount) && good;
    return read_number(r, &worth, any_worth, &patch->worth) && good;
}

static bool read_patches(reading *r, const field *f, scene_field *out)
{
    if (!json_is_array(f->value) || json_array_size(f->value) == 0)
        return field_wrong(r, f, "a list of one patch or more");
    size_t count = json_array_size(f->value);
    if (count > SCENE_MAX_PATCHES)
        return field_problem(r, f, "\"patches\" has %zu of them: %u is the most", count,
                             SCENE_MAX_PATCHES);
    wend_patch *patches = pool_allocate(&r->s->memory, count, sizeof *patches);
    if (!patches)
        return reading_no_memory(r);
    bool good = true;
    for (size_t i = 0; i < count && !r->no_memory; ++i) {
        field item = field_item(f, i);
        good = read_patch(r, &item, &patches[i]) && good;
    }
    out->patches = patches;
    out->patch_count = (uint32_t)count;
    return good;
}

static bool read_field(reading *r, const field *f)
{
    static const char *const keys[] = {"cell", "patches", NULL};
    static const number_limits any_cell = {SCENE_MIN_CELL, SCENE_MAX_RADIUS, false};
    if (!check_key_name(r, f))
        return false;
    bool good = read_object(r, f, "an object like {\"patches\": [...]}", keys);
    if (!json_is_object(f->value))
        return false;
    scene_field *out = scene_add_field(r->s);
    char *name = pool_string(&r->s->memory, f->path.key, strlen(f->path.key));
    if (!out || !name)
        return reading_no_memory(r);
    out->name = name;
    field cell = field_member(f, "cell"), patches = field_member(f, "patches");
    if (!read_number(r, &cell, any_cell, &out->cell))
        good = false;
    if (field_is_absent(&patches))
        return field_misses(r, f, !good, "a field needs \"patches\", a list of them");
    return read_patches(r, &patches, out) && good;
}

void read_fields(reading *r, const field *f)
{
    if (field_is_absent(f))
        return;
    if (!json_is_object(f->value)) {
        field_wrong(r, f, "an object of fields by name, like {\"orchard\": {\"patches\": [...]}}");
        return;
    }
    if (json_object_size(f->value) > SCENE_MAX_FIELDS) {
        field_problem(r, f, "there are %zu fields: %d is the most", json_object_size(f->value),
                      SCENE_MAX_FIELDS);
        return;
    }
    const char *key;
    json_t *value;
    json_object_foreach(f->value, key, value)
    {
        field item = {value, {&f->path, key, 0}};
        if (!r->no_memory)
            read_field(r, &item);
    }
}

// ---- pursuits -----------------------------------------------------------------------------------

/// What a kind of pursuit is called, and the keys beside that one.
typedef struct pursuit_words {
    const char *name;
    scene_pursuit_kind kind;
    const char *keys[5]; ///< [NULL at the end]
} pursuit_words;

static const pursuit_words kinds[] = {
    {"roam", SCENE_ROAM, {"roam", "wait", "wait_spread", NULL}},
    {"gather", SCENE_GATHER, {"gather", "reach", "rate", "enough", NULL}},
    {"chase", SCENE_CHASE, {"chase", "reach", NULL}},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

// The one kind that the object has. NULL after saying what is wrong.
static const pursuit_words *find_kind(reading *r, const field *f)
{
    static const char rule[] = "\"pursue\" has exactly one of \"roam\", \"gather\" and \"chase\"";
    static const char *const keys[] = {"roam",  "gather", "chase",  "wait", "wait_spread",
                                       "reach", "rate",   "enough", NULL};
    const pursuit_words *found = NULL;
    size_t count = 0;
    for (size_t i = KINDS; i-- > 0;)
        if (json_object_get(f->value, kinds[i].name)) {
            ++count;
            found = &kinds[i];
        }
    if (count == 1)
        return found;
    if (count > 1)
        field_problem(r, f, "%s, found %zu of them", rule, count);
    else
        field_misses(r, f, !read_object(r, f, "an object", keys), rule);
    return NULL;
}

static bool read_pursuit_values(reading *r, const field *f, scene_pursuit *pursuit)
{
    static const number_limits any_reach = {0, SCENE_MAX_RADIUS, false};
    static const number_limits any_rate = {0, SCENE_MAX_RATE, false};
    field wait = field_member(f, "wait"), spread = field_member(f, "wait_spread"),
          reach = field_member(f, "reach"), rate = field_member(f, "rate"),
          enough = field_member(f, "enough");
    bool good = read_number(r, &wait, any_time, &pursuit->wait);
    good = read_number(r, &spread, any_time, &pursuit->wait_spread) && good;
    good = read_number(r, &reach, any_reach, &pursuit->reach) && good;
    good = read_number(r, &rate, any_rate, &pursuit->rate) && good;
    good = read_number(r, &enough, (number_limits){0, 1, false}, &pursuit->enough) && good;
    return pursuit->enough < 1
               ? good
               : field_problem(r, &enough,
                               "\"enough\" must be below 1: with 1 there is nowhere "
                               "enough to stay");
}

bool read_pursuit(reading *r, const field *f, scene_agents *agents)
{
    if (field_is_absent(f))
        return true;
    if (!json_is_object(f->value))
        return field_wrong(r, f, "an object like {\"roam\": \"terrain\"}");
    if (agents->goal.kind != SCENE_GOAL_NONE)
        return field_problem(r, f,
                             "agents have either a \"goal\" or something to \"pursue\", "
                             "found both");
    const pursuit_words *kind = find_kind(r, f);
    if (!kind)
        return false;
    bool good = read_object(r, f, "an object", kind->keys);
    field what = field_member(f, kind->name);
    agents->pursuit = scene_default_pursuit(kind->kind);
    good = read_string(r, &what, SCENE_MAX_NAME, &agents->pursuit.what) && good;
    return read_pursuit_values(r, f, &agents->pursuit) && good;
}
