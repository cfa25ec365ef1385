// SPDX-License-Identifier: MIT
// The scenes inside the binary (see builtin.h).
#include "io/builtin.h"

#include "io/builtin_infinity.h"
#include "io/embedded.h"
#include "io/formats.h"
#include "io/suggest.h"

#include <stdio.h>
#include <string.h>

enum {
    CITY_BLOCKS = 98,     ///< along each side
    SUGGESTED_NAMES = 64, ///< that a misspelt name is compared with
};
#define CITY_BLOCK  15.0 ///< side of a block [Units: m]
#define CITY_STREET 5.0  ///< between blocks, and around the city [Units: m]

/// A pool that is full has returned NULL somewhere: the scene is not whole.
static scene *whole(scene *s, bool good)
{
    if (good)
        return s;
    scene_free(s);
    return NULL;
}

static bool add_square(scene *s, wend_vec2 corner, double side)
{
    wend_vec2 ring[] = {corner,
                        {corner.x + side, corner.y},
                        {corner.x + side, corner.y + side},
                        {corner.x, corner.y + side}};
    scene_obstacle *block = scene_add_obstacle(s);
    if (!block)
        return false;
    block->kind = SCENE_POLYGON;
    return scene_shape_ring(s, ring, 4, &block->shape);
}

static bool add_area(scene *s, const char *name, wend_box box)
{
    wend_vec2 ring[] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    scene_area *area = scene_add_area(s);
    if (!area)
        return false;
    area->name = name;
    return scene_shape_ring(s, ring, 4, &area->shape);
}

static bool add_agents(scene *s, const char *in, uint32_t count, const char *goal)
{
    scene_agents *agents = scene_add_agents(s);
    if (!agents)
        return false;
    agents->in = in;
    agents->count = count;
    agents->goal = (scene_goal){.kind = SCENE_GOAL_AREA, .area = goal};
    agents->radius = SCENE_DEFAULT_RADIUS;
    agents->speed = SCENE_DEFAULT_SPEED;
    agents->max_speed = SCENE_DEFAULT_MAX_SPEED;
    return true;
}

/// Square blocks in rows and columns, with a street between them and around all.
static scene *city(void)
{
    scene *s = scene_new();
    if (!s)
        return NULL;
    const double pitch = CITY_BLOCK + CITY_STREET;
    const double side = CITY_BLOCKS * pitch + CITY_STREET;
    s->about = "9604 square blocks of 15 m in a grid of streets 5 m wide";
    s->seconds = 3600;
    wend_vec2 ring[] = {{0, 0}, {side, 0}, {side, side}, {0, side}};
    scene_shape bounds;
    bool good = scene_shape_ring(s, ring, 4, &bounds);
    if (good) {
        s->bounds = bounds.points;
        s->bounds_count = bounds.point_count;
    }
    for (int row = 0; row < CITY_BLOCKS; ++row)
        for (int column = 0; column < CITY_BLOCKS; ++column)
            good =
                good &&
                add_square(s, (wend_vec2){CITY_STREET + column * pitch, CITY_STREET + row * pitch},
                           CITY_BLOCK);
    good = good && add_area(s, "west", (wend_box){{0, 0}, {CITY_STREET, side}}) &&
           add_area(s, "east", (wend_box){{side - CITY_STREET, 0}, {side, side}}) &&
           add_agents(s, "west", 1000, "east") && add_agents(s, "east", 1000, "west");
    return whole(s, good);
}

/// Listed after the files.
static const builtin_scene generated[] = {
    {.name = "infinity", .generate = builtin_infinity},
    {.name = "city", .generate = city},
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
        s = builtin.generate();
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
