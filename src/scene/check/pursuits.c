// SPDX-License-Identifier: MIT
// Checks of resources and pursuits: every patch has free ground, and whatever agents gather or
// chase exists.
#include "base/suggest.h"
#include "scene/check/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- resources ----------------------------------------------------------------------------------

// True if the centre of some cell of the patch is free. Cells have their corners at multiples of
// their side, and a small patch covers the cell that contains it (wend/pursuit.h).
static bool has_ground(const wend_floor *ground, const wend_patch *patch, double cell)
{
    double radius = fmax(patch->radius, cell * sqrt(0.5));
    for (double row = floor((patch->position.y - radius) / cell);
         row * cell <= patch->position.y + radius; ++row)
        for (double column = floor((patch->position.x - radius) / cell);
             column * cell <= patch->position.x + radius; ++column) {
            wend_vec2 p = {(column + 0.5) * cell, (row + 0.5) * cell};
            double x = p.x - patch->position.x, y = p.y - patch->position.y;
            if (x * x + y * y <= radius * radius &&
                wend_floor_locate(ground, p, NULL) == WEND_LOCATION_FREE)
                return true;
        }
    return false;
}

static void check_resource(checking *c, uint32_t index)
{
    const scene_resource *field = &c->s->resources[index];
    wend_error error = {0};
    char quoted[SUGGEST_QUOTED_SIZE];
    way w;
    way_start(&w, scene_key(c->s, "resources"));
    way_key(&w, field->name);
    if (wend_resource_def_check(&field->def, &error) != WEND_OK) {
        check_problem(c, &w, &field->def.patches[0].position, "resource %s: %s",
                      suggest_quote(quoted, field->name), wend_error_text(&error));
        return;
    }
    way_key(&w, "patches");
    for (uint32_t i = 0; c->valid && i < field->def.patch_count; ++i) {
        const wend_patch *patch = &field->def.patches[i];
        if (has_ground(c->floor, patch, field->def.cell))
            continue;
        way_item(&w, i);
        check_problem(
            c, &w, &patch->position,
            "patch %u of resource %s at (%.10g, %.10g) has no free ground: move it, or make "
            "it larger",
            i + 1, suggest_quote(quoted, field->name), patch->position.x, patch->position.y);
        way_back(&w);
    }
}

void check_resources(checking *c)
{
    for (uint32_t i = 0; i < c->s->resource_count; ++i)
        check_resource(c, i);
}

// ---- pursuits -----------------------------------------------------------------------------------

// Names to choose from, sorted; may contain duplicates.
typedef struct name_list {
    const char **names;
    size_t count;
} name_list;

static int by_letters(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool has_name(const name_list *list, const char *name)
{
    return list->count > 0 &&
           bsearch(&name, list->names, list->count, sizeof *list->names, by_letters) != NULL;
}

// what: "the resource that agents entry 3 gathers"; lack: "no resource has that name".
static void report_unknown_name(checking *c, const way *w, const name_list *list, const char *what,
                                const char *name, const char *lack)
{
    char quoted[SUGGEST_QUOTED_SIZE], other[SUGGEST_QUOTED_SIZE];
    const char *meant =
        c->problems->count < PROBLEMS_KEPT ? suggest_name(name, list->names, list->count) : NULL;
    check_problem(c, w, NULL, "%s is %s, but %s%s%s%s", what, suggest_quote(quoted, name), lack,
                  meant ? ": did you mean " : "", meant ? suggest_quote(other, meant) : "",
                  meant ? "?" : "");
}

static void check_pursuit(checking *c, uint32_t entry, const name_list *fields,
                          const name_list *roles)
{
    const scene_pursuit *pursuit = &c->s->agents[entry].pursuit;
    bool gathers = pursuit->def.kind == WEND_PURSUIT_GATHER;
    if (!pursuit->what || pursuit->def.kind == WEND_PURSUIT_ROAM)
        return;
    if (has_name(gathers ? fields : roles, pursuit->what))
        return;
    char what[CHECK_WORDS_SIZE];
    way w;
    way_start(&w, "agents");
    way_item(&w, entry);
    way_key(&w, "pursue");
    way_key(&w, gathers ? "gather" : "chase");
    snprintf(what, sizeof what,
             gathers ? "the resource that agents entry %u gathers from"
                     : "the role that agents entry %u chases",
             entry + 1);
    report_unknown_name(c, &w, gathers ? fields : roles, what, pursuit->what,
                        gathers ? "no resource has that name" : "no agents have that role");
}

void check_pursuits(checking *c)
{
    const scene *s = c->s;
    name_list fields = {calloc(s->resource_count + 1, sizeof *fields.names), 0};
    name_list roles = {calloc((size_t)s->agents_count + 1, sizeof *roles.names), 0};
    if (!fields.names || !roles.names) {
        problem_no_memory(c->problems);
    } else {
        for (uint32_t i = 0; i < s->resource_count; ++i)
            fields.names[fields.count++] = s->resources[i].name;
        for (uint32_t i = 0; i < s->agents_count; ++i)
            if (s->agents[i].role)
                roles.names[roles.count++] = s->agents[i].role;
        qsort(fields.names, fields.count, sizeof *fields.names, by_letters);
        qsort(roles.names, roles.count, sizeof *roles.names, by_letters);
        for (uint32_t i = 0; i < s->agents_count; ++i)
            check_pursuit(c, i, &fields, &roles);
    }
    free(fields.names);
    free(roles.names);
}
