// SPDX-License-Identifier: MIT
// Conversion of a scene to the library's floor (see floor.h).
#include "scene/build/floor.h"
#include "scene/shape.h"

#include "polygon/polygons.h"

#include <stdlib.h>

wend_result scene_floor(const scene *s, wend_floor **floor, wend_error *error)
{
    wend_shape *shapes = calloc(s->obstacle_count + (size_t)1, sizeof *shapes);
    if (!shapes) {
        if (error)
            *error = (wend_error){.result = WEND_OUT_OF_MEMORY, .text = "out of memory"};
        return WEND_OUT_OF_MEMORY;
    }
    for (uint32_t i = 0; i < s->obstacle_count; ++i)
        shapes[i] = shape_view(&s->obstacles[i].shape);
    wend_floor_def def = wend_default_floor_def();
    def.bounds = s->bounds;
    def.bounds_count = s->bounds_count;
    def.shapes = shapes;
    def.shape_count = s->obstacle_count;
    wend_result result = wend_floor_create(&def, floor, error);
    free(shapes);
    return result;
}
