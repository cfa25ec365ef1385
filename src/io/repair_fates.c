// SPDX-License-Identifier: MIT
#include "io/repair_fates.h"

#include <stdlib.h>
#include <string.h>

bool fates_open(repair_fates *f, const scene *s)
{
    uint32_t count = s->obstacle_count;
    *f = (repair_fates){.before = *s};
    f->before.obstacles = calloc((size_t)count + 1, sizeof *f->before.obstacles);
    f->sets = calloc((size_t)count + 1, sizeof *f->sets);
    f->marks = calloc((size_t)count + 1, sizeof *f->marks);
    if (!f->before.obstacles || !f->sets || !f->marks ||
        !wend_array_reserve(&f->origins, NULL, (size_t)count + 1))
        return false;
    for (uint32_t i = 0; i < count; ++i) {
        f->before.obstacles[i] = s->obstacles[i];
        f->sets[i] = i;
        f->origins.data[f->origins.count++] = (repair_origin){i, false};
    }
    return true;
}

void fates_close(repair_fates *f)
{
    free(f->before.obstacles);
    free(f->sets);
    free(f->marks);
    wend_array_free(&f->origins, NULL);
}

static uint32_t set_of(repair_fates *f, uint32_t input)
{
    while (f->sets[input] != input) {
        f->sets[input] = f->sets[f->sets[input]]; // halves the way for the next who asks
        input = f->sets[input];
    }
    return input;
}

void fates_unite(repair_fates *f, uint32_t one, uint32_t two)
{
    if (one == FATE_NONE || two == FATE_NONE)
        return;
    one = set_of(f, one);
    two = set_of(f, two);
    if (one < two)
        f->sets[two] = one;
    else
        f->sets[one] = two;
}

// ---- names --------------------------------------------------------------------------------------

// The text that all who have one have; NULL if there is none, or if they differ.
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

bool fates_end(repair_fates *f, scene *s)
{
    size_t count = f->before.obstacle_count;
    common_text *names = calloc(count + 1, sizeof *names);
    common_text *roles = calloc(count + 1, sizeof *roles);
    bool *left = calloc(count + 1, sizeof *left);
    bool good = names && roles && left;
    for (uint32_t i = 0; good && i < count; ++i) {
        uint32_t set = set_of(f, i);
        add_text(&names[set], f->before.obstacles[i].name);
        add_text(&roles[set], f->before.obstacles[i].role);
        if (set != i) {
            f->marks[i] |= FATE_UNITED;
            f->marks[set] |= FATE_UNITED;
        }
    }
    for (uint32_t k = 0; good && k < s->obstacle_count; ++k) {
        repair_origin from = f->origins.data[k];
        if (from.input == FATE_NONE)
            continue;
        uint32_t set = set_of(f, from.input);
        left[set] = true;
        if (from.several) {
            s->obstacles[k].name = agreed(&names[set]);
            s->obstacles[k].role = agreed(&roles[set]);
        }
    }
    for (uint32_t i = 0; good && i < count; ++i)
        if (left[set_of(f, i)])
            f->marks[i] |= FATE_LEFT;
    free(names);
    free(roles);
    free(left);
    return good;
}

static bool is_left(repair_fates *f, const scene *s, uint32_t input, bool role)
{
    const scene_obstacle *was = &f->before.obstacles[input];
    const char *given = role ? was->role : was->name;
    bool left = given == NULL;
    for (uint32_t k = 0; !left && k < s->obstacle_count; ++k) {
        const char *now = role ? s->obstacles[k].role : s->obstacles[k].name;
        left = f->origins.data[k].input != FATE_NONE && now && strcmp(now, given) == 0 &&
               set_of(f, f->origins.data[k].input) == set_of(f, input);
    }
    return left;
}

bool fates_name_is_left(repair_fates *f, const scene *s, uint32_t input)
{
    return is_left(f, s, input, false);
}

bool fates_role_is_left(repair_fates *f, const scene *s, uint32_t input)
{
    return is_left(f, s, input, true);
}
