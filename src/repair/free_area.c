// SPDX-License-Identifier: MIT
#include "repair/free_area.h"
#include "scene/shape.h"

#include "polygon/overlay.h"
#include "repair/walkable.h"

#include <stdlib.h>

bool free_area_polygons(geos *g, const scene *s, polygons *out)
{
    wend_vec2 corners[4];
    wend_box box = scene_box(s);
    if (box.min.x > box.max.x)
        return true;
    box_corners(box_grown(box, SCENE_OPEN_MARGIN), corners);
    wend_shape *shapes = calloc((size_t)s->obstacle_count + 1, sizeof *shapes);
    if (!shapes)
        return false;
    overlay_input in = {.shapes = shapes, .bounds = corners, .bounds_count = 4};
    if (s->bounds) {
        in.bounds = s->bounds;
        in.bounds_count = s->bounds_count;
    }
    for (uint32_t i = 0; i < s->obstacle_count; ++i)
        if (s->obstacles[i].shape.point_count >= 3)
            shapes[in.shape_count++] = shape_view(&s->obstacles[i].shape);
    overlay made;
    bool good = overlay_make(g, &in, &made);
    free(shapes);
    for (size_t i = 0; good && i < made.rest.spans.count; ++i)
        good = polygons_add(out, polygons_get(&made.rest, i));
    overlay_free(&made);
    return good;
}
