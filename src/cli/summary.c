// SPDX-License-Identifier: MIT
// Figures of a scene (see summary.h).
#include "cli/summary.h"

#include "base/figures.h"

json_t *summary_of(const scene *s)
{
    size_t vertices = s->bounds_count, agents = 0;
    for (uint32_t i = 0; i < s->obstacle_count; ++i)
        vertices += s->obstacles[i].shape.point_count;
    for (uint32_t i = 0; i < s->agents_count; ++i)
        agents += s->agents[i].def.count;
    wend_box box = scene_box(s);
    bool empty = !(box.min.x <= box.max.x);
    const figure rows[] = {
        {"obstacles", NULL, NULL, VALUE(s->obstacle_count)},
        {"vertices", NULL, NULL, VALUE(vertices)}, // of the obstacles and the bounds
        {"agents", NULL, NULL, VALUE(agents)},
        {"width", NULL, "m", VALUE(empty ? 0 : box.max.x - box.min.x)},
        {"height", NULL, "m", VALUE(empty ? 0 : box.max.y - box.min.y)},
    };
    return FIGURES(rows, NULL);
}
