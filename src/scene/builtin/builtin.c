// SPDX-License-Identifier: MIT
// Scenes in the binary (see builtin.h).
#include "scene/builtin/builtin.h"

#include "base/embedded.h"
#include "base/suggest.h"
#include "scene/builtin/city.h"
#include "scene/builtin/groups.h"
#include "scene/builtin/infinity.h"
#include "scene/builtin/lanes.h"
#include "scene/builtin/lines.h"
#include "scene/builtin/mars.h"
#include "scene/builtin/orchard.h"
#include "scene/builtin/squares.h"
#include "scene/builtin/town.h"
#include "scene/json.h"

#include <string.h>

enum { SUGGESTED_NAMES = 128 }; ///< number of names compared with a misspelt one

/// Generated scenes, listed after the files.
static const builtin_scene generated[] = {
    {.name = "infinity", .generate = builtin_infinity},
    {.name = "lines-20", .generate = builtin_lines, .number = 20},
    {.name = "lines-40", .generate = builtin_lines, .number = 40},
    {.name = "lines-60", .generate = builtin_lines, .number = 60},
    {.name = "lines-100", .generate = builtin_lines, .number = 100},
    {.name = "lines-200", .generate = builtin_lines, .number = 200},
    {.name = "city", .generate = builtin_city},
    {.name = "city-random-10", .generate = builtin_city_random, .number = 10},
    {.name = "city-random-20", .generate = builtin_city_random, .number = 20},
    {.name = "city-random-50", .generate = builtin_city_random, .number = 50},
    {.name = "city-diagonal", .generate = builtin_city_diagonal},
    {.name = "city-cross-10", .generate = builtin_city_cross, .number = 10},
    {.name = "city-cross-40", .generate = builtin_city_cross, .number = 40},
    {.name = "crowd-10", .generate = builtin_crowd, .number = 10},
    {.name = "crowd-25", .generate = builtin_crowd, .number = 25},
    {.name = "crowd-50", .generate = builtin_crowd, .number = 50},
    {.name = "crowd-100", .generate = builtin_crowd, .number = 100},
    {.name = "crowd-200", .generate = builtin_crowd, .number = 200},
    {.name = "fruit-10", .generate = builtin_fruit, .number = 10},
    {.name = "fruit-100", .generate = builtin_fruit, .number = 100},
    {.name = "mars-10", .generate = builtin_mars, .number = 10},
    {.name = "mars-50", .generate = builtin_mars, .number = 50},
    {.name = "profiling-0", .generate = builtin_profiling, .number = 2},
    {.name = "profiling-1", .generate = builtin_profiling, .number = 4},
    {.name = "profiling-2", .generate = builtin_profiling, .number = 6},
    {.name = "profiling-3", .generate = builtin_profiling, .number = 8},
    {.name = "profiling-4", .generate = builtin_profiling, .number = 10},
    {.name = "profiling-5", .generate = builtin_profiling, .number = 14},
    {.name = "profiling-6", .generate = builtin_profiling, .number = 20},
    {.name = "lanes-many", .generate = builtin_lanes, .number = 40},
    {.name = "lanes-400", .generate = builtin_lanes, .number = 400},
    {.name = "group-narrow", .generate = builtin_group_narrow, .number = 100},
    {.name = "group-cylinders", .generate = builtin_group_cylinders, .number = 100},
    {.name = "group-trees", .generate = builtin_group_trees, .number = 100},
    {.name = "group-city", .generate = builtin_group_city, .number = 100},
    {.name = "group-narrow-80", .generate = builtin_group_narrow, .number = 80},
    {.name = "group-narrow-120", .generate = builtin_group_narrow, .number = 120},
    {.name = "group-cylinders-80", .generate = builtin_group_cylinders, .number = 80},
    {.name = "group-cylinders-120", .generate = builtin_group_cylinders, .number = 120},
    {.name = "group-trees-80", .generate = builtin_group_trees, .number = 80},
    {.name = "group-trees-120", .generate = builtin_group_trees, .number = 120},
    {.name = "group-city-80", .generate = builtin_group_city, .number = 80},
    {.name = "group-city-120", .generate = builtin_group_city, .number = 120},
    {.name = "crowd-1000", .generate = builtin_crowd, .number = 1000},
    {.name = "crowd-10000", .generate = builtin_crowd, .number = 10000},
};
enum { GENERATED_COUNT = sizeof generated / sizeof generated[0] };

size_t builtin_count(void)
{
    return embedded_scenes.count + GENERATED_COUNT;
}

builtin_scene builtin_at(size_t index)
{
    if (index >= embedded_scenes.count)
        return generated[index - embedded_scenes.count];
    return (builtin_scene){.name = embedded_scenes.files[index].name,
                           .json = embedded_scenes.files[index].text};
}

bool builtin_find(const char *name, builtin_scene *found)
{
    for (size_t i = 0; i < builtin_count(); ++i) {
        *found = builtin_at(i);
        if (strcmp(found->name, name) == 0)
            return true;
    }
    return false;
}

const char *builtin_suggest(const char *typed)
{
    const char *names[SUGGESTED_NAMES];
    size_t count = 0;
    for (; count < builtin_count() && count < SUGGESTED_NAMES; ++count)
        names[count] = builtin_at(count).name;
    return suggest_name(typed, names, count);
}

scene *builtin_load(builtin_scene builtin, problem_list *problems)
{
    scene *s = NULL;
    if (builtin.generate) {
        s = builtin.generate(builtin.number);
        if (!s)
            problem_no_memory(problems);
    } else {
        text t;
        if (text_copy(builtin.json, strlen(builtin.json), &t, problems)) {
            s = scene_read_json(&t, NULL, problems);
            text_free(&t);
        }
    }
    if (s && !s->name)
        s->name = builtin.name;
    if (s)
        scene_clear_zeros(s);
    return s;
}
