// SPDX-License-Identifier: MIT
#include "scene/shape.h"

#include "wend/geometry.h"

wend_shape shape_view(const scene_shape *shape)
{
    return (wend_shape){shape->points, shape->ring_ends, shape->ring_count, shape->point_count};
}

bool shape_copy(scene *s, wend_shape shape, scene_shape *copy)
{
    if (!shape.ring_ends)
        return scene_shape_ring(s, shape.points, shape.point_count, copy);
    return scene_shape_rings(s, shape.points, shape.ring_ends, shape.ring_count, copy);
}

scene_obstacle *scene_add_shape(scene *s, wend_shape shape)
{
    scene_obstacle *obstacle = scene_add_obstacle(s);
    if (!obstacle)
        return NULL;
    obstacle->kind = shape.point_count == 1   ? SCENE_POINT
                     : shape.point_count == 2 ? SCENE_SEGMENT
                                              : SCENE_POLYGON;
    return shape_copy(s, shape, &obstacle->shape) ? obstacle : NULL;
}

void polygons_localise(polygons *p, scene *s)
{
    wend_box box = wend_box_of(p->points.data, p->points.count);
    wend_vec2 offset = scene_local_offset(box);
    if (offset.x == 0 && offset.y == 0)
        return;
    for (size_t i = 0; i < p->points.count; ++i) {
        p->points.data[i].x -= offset.x;
        p->points.data[i].y -= offset.y;
    }
    s->origin = (wend_vec2){s->origin.x + offset.x, s->origin.y + offset.y};
}
