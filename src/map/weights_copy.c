// SPDX-License-Identifier: MIT
// A time map that is and does the same as another.
#include "map/weights.h"

#include <string.h>

static bool copy_layer(wend_time_map *to, wend_time_layer *layer, const wend_time_layer *from,
                       const wend_mesh *mesh)
{
    const wend_allocator *allocator = &to->allocator;
    if (!layer->map && wend_map_create(allocator, &layer->map, NULL) != WEND_OK)
        return false;
    layer->given = from->given;
    layer->built = wend_map_copy(layer->map, from->map, mesh) &&
                   wend_array_copy(&layer->sources, &from->sources, allocator) &&
                   wend_array_copy(&layer->seeds, &from->seeds, allocator) &&
                   wend_array_copy(&layer->joints, &from->joints, allocator);
    return layer->built;
}

bool wend_time_map_copy(wend_time_map *to, const wend_time_map *from, const wend_mesh *mesh)
{
    wend_time_map_clear(to);
    if (!from->mesh)
        return true;
    bool done = wend_array_copy(&to->joints, &from->joints, &to->allocator);
    for (uint32_t i = 0; i < from->layer_count && done; ++i)
        done = copy_layer(to, &to->layers[i], &from->layers[i], mesh);
    if (!done) {
        wend_time_map_clear(to);
        return false;
    }
    to->mesh = mesh;
    to->layout = from->layout;
    to->form = from->form;
    to->layer_count = from->layer_count;
    to->kept = from->kept;
    memcpy(to->speeds, from->speeds, from->layer_count * sizeof *from->speeds);
    return true;
}
