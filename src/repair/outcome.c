// SPDX-License-Identifier: MIT
#include "repair/outcome.h"

#include <string.h>

bool outcome_open(repair_outcome *f, const scene *s)
{
    uint32_t count = s->obstacle_count;
    *f = (repair_outcome){.before = *s};
    f->before.obstacles = pool_allocate(&f->memory, count, sizeof *f->before.obstacles);
    f->sets = pool_allocate(&f->memory, count, sizeof *f->sets);
    f->marks = pool_allocate(&f->memory, count, sizeof *f->marks);
    if (!f->before.obstacles || !f->sets || !f->marks)
        return false;
    for (uint32_t i = 0; i < count; ++i) {
        f->before.obstacles[i] = s->obstacles[i];
        f->sets[i] = i;
        if (!wend_array_push(&f->origins, NULL, (repair_origin){i, false}))
            return false;
    }
    return true;
}

void outcome_close(repair_outcome *f)
{
    pool_free(&f->memory);
    wend_array_free(&f->origins, NULL);
}

static uint32_t set_of(repair_outcome *f, uint32_t input)
{
    while (f->sets[input] != input) {
        f->sets[input] = f->sets[f->sets[input]]; // path halving
        input = f->sets[input];
    }
    return input;
}

void outcome_unite(repair_outcome *f, uint32_t one, uint32_t two)
{
    if (one == OUTCOME_NONE || two == OUTCOME_NONE)
        return;
    one = set_of(f, one);
    two = set_of(f, two);
    if (one < two)
        f->sets[two] = one;
    else
        f->sets[one] = two;
}

// ---- names --------------------------------------------------------------------------------------

// The common name (or role) of all obstacles that have one; NULL if there is none, or if they
// differ.
typedef struct common_text {
    const char *text;
    bool differ;
} common_text;

static void add_text(common_text *common, const char *more)
{
    if (more && common->text && strcmp(more, common->text) != 0)
        common->differ = true;
    if (more)
        common->text = more;
}

static const char *agreed(const common_text *common)
{
    return common->differ ? NULL : common->text;
}

bool outcome_end(repair_outcome *f, scene *s)
{
    size_t count = f->before.obstacle_count;
    common_text *names = pool_allocate(&f->memory, count, sizeof *names);
    common_text *roles = pool_allocate(&f->memory, count, sizeof *roles);
    bool *left = pool_allocate(&f->memory, count, sizeof *left);
    if (!names || !roles || !left)
        return false;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t set = set_of(f, i);
        add_text(&names[set], f->before.obstacles[i].name);
        add_text(&roles[set], f->before.obstacles[i].role);
        if (set != i) {
            f->marks[i] |= OUTCOME_UNITED;
            f->marks[set] |= OUTCOME_UNITED;
        }
    }
    for (uint32_t k = 0; k < s->obstacle_count; ++k) {
        repair_origin from = f->origins.data[k];
        if (from.input == OUTCOME_NONE)
            continue;
        uint32_t set = set_of(f, from.input);
        left[set] = true;
        if (from.several) {
            s->obstacles[k].name = agreed(&names[set]);
            s->obstacles[k].role = agreed(&roles[set]);
        }
    }
    for (uint32_t i = 0; i < count; ++i)
        if (left[set_of(f, i)])
            f->marks[i] |= OUTCOME_LEFT;
    return true;
}

bool outcome_label_is_left(repair_outcome *f, const scene *s, uint32_t input, bool role)
{
    const scene_obstacle *was = &f->before.obstacles[input];
    const char *given = role ? was->role : was->name;
    bool left = given == NULL;
    for (uint32_t k = 0; !left && k < s->obstacle_count; ++k) {
        const char *now = role ? s->obstacles[k].role : s->obstacles[k].name;
        left = f->origins.data[k].input != OUTCOME_NONE && now && strcmp(now, given) == 0 &&
               set_of(f, f->origins.data[k].input) == set_of(f, input);
    }
    return left;
}
