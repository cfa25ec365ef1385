// SPDX-License-Identifier: MIT
// What ids of a world are called in its scene (see scene_world.h).
#include "io/scene_world.h"
#include "io/suggest.h"

#include <stdio.h>

void scene_names_free(scene_names *names)
{
    pool_free(&names->memory);
    *names = (scene_names){0};
}

uint32_t scene_names_find(const wend_id *ids, uint32_t count, wend_id id)
{
    for (uint32_t i = 0; i < count && !wend_id_null(id); ++i)
        if (wend_id_equal(ids[i], id))
            return i;
    return UINT32_MAX;
}

static const char *words(const char *what, uint32_t index, const char *name,
                         char out[SCENE_NAMES_SIZE])
{
    char quoted[SUGGEST_QUOTED_SIZE];
    if (name)
        snprintf(out, SCENE_NAMES_SIZE, "%s %s", what, suggest_quote(quoted, name));
    else if (index < UINT32_MAX)
        snprintf(out, SCENE_NAMES_SIZE, "%s %u", what, index + 1);
    else
        snprintf(out, SCENE_NAMES_SIZE, "a %s", what);
    return out;
}

const char *scene_door_words(const scene *s, const scene_names *names, wend_id id,
                             char out[SCENE_NAMES_SIZE])
{
    uint32_t i = scene_names_find(names->doors, names->door_count, id);
    return words("door", i, i < s->door_count ? s->doors[i].name : NULL, out);
}

const char *scene_mover_words(const scene *s, const scene_names *names, wend_id id,
                              char out[SCENE_NAMES_SIZE])
{
    uint32_t i = scene_names_find(names->movers, names->mover_count, id);
    return words("mover", i, i < s->mover_count ? s->movers[i].body.name : NULL, out);
}

const char *scene_goal_name(const scene *s, const scene_names *names, wend_id id)
{
    uint32_t i = scene_names_find(names->goals, names->area_count, id);
    uint32_t k = scene_names_find(names->places, names->goal_count, id);
    return i < s->area_count ? s->areas[i].name : k < s->goal_count ? s->goals[k].name : NULL;
}

uint32_t scene_spawner_entry(const scene_names *names, wend_id id)
{
    return scene_names_find(names->spawners, names->agents_count, id);
}
