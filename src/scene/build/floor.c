// SPDX-License-Identifier: MIT
// Conversion of a scene to the library's floor (see floor.h).
#include "scene/build/floor.h"
#include "scene/shape.h"

#include "polygon/polygons.h"

#include <stdlib.h>

static wend_result make_floor(const scene *s, bool doors, wend_floor **floor, wend_error *error)
{
    size_t room = (size_t)s->obstacle_count + s->door_count + 1;
    wend_shape *shapes = calloc(room, sizeof *shapes);
    if (!shapes) {
        if (error)
            *error = (wend_error){.result = WEND_OUT_OF_MEMORY, .text = "out of memory"};
        return WEND_OUT_OF_MEMORY;
    }
    uint32_t count = s->obstacle_count;
    for (uint32_t i = 0; i < s->obstacle_count; ++i)
        shapes[i] = shape_view(&s->obstacles[i].shape);
    for (uint32_t i = 0; doors && i < s->door_count; ++i)
        if (s->doors[i].def.shut)
            shapes[count++] = shape_view(&s->doors[i].body.shape);
    wend_floor_def def = wend_default_floor_def();
    def.bounds = s->bounds;
    def.bounds_count = s->bounds_count;
    def.shapes = shapes;
    def.shape_count = count;
    wend_result result = wend_floor_create(&def, floor, error);
    free(shapes);
    return result;
}

wend_result scene_floor(const scene *s, wend_floor **floor, wend_error *error)
{
    return make_floor(s, false, floor, error);
}

wend_result scene_floor_with_doors(const scene *s, wend_floor **floor, wend_error *error)
{
    return make_floor(s, true, floor, error);
}

void scene_hold_doors(scene *s, double time)
{
    for (uint32_t i = 0; i < s->door_count; ++i) {
        wend_door_def *def = &s->doors[i].def;
        def->shut = wend_door_shut_at(def, time);
        def->toggle_times = NULL;
        def->toggle_count = 0;
        def->period = 0;
    }
}
