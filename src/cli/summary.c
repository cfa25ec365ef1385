// SPDX-License-Identifier: MIT
// A scene in figures (see summary.h).
#include "cli/summary.h"

summary summary_of(const scene *s)
{
    summary figures = {.obstacles = s->obstacle_count, .vertices = s->bounds_count};
    for (uint32_t i = 0; i < s->obstacle_count; ++i)
        figures.vertices += s->obstacles[i].shape.point_count;
    for (uint32_t i = 0; i < s->agents_count; ++i)
        figures.agents += s->agents[i].count;
    wend_box box = scene_box(s);
    if (box.min.x <= box.max.x) {
        figures.width = box.max.x - box.min.x;
        figures.height = box.max.y - box.min.y;
    }
    return figures;
}

bool summary_to_json(const summary *figures, json_t *object)
{
    return json_object_set_new(object, "obstacles", json_integer((json_int_t)figures->obstacles)) ==
               0 &&
           json_object_set_new(object, "vertices", json_integer((json_int_t)figures->vertices)) ==
               0 &&
           json_object_set_new(object, "agents", json_integer((json_int_t)figures->agents)) == 0 &&
           json_object_set_new(object, "width", json_real(figures->width)) == 0 &&
           json_object_set_new(object, "height", json_real(figures->height)) == 0;
}

void summary_text(const summary *figures, char *words, size_t size)
{
    snprintf(words, size, "%zu obstacle%s, %zu vertices, %zu agent%s, %.6g x %.6g m",
             figures->obstacles, figures->obstacles == 1 ? "" : "s", figures->vertices,
             figures->agents, figures->agents == 1 ? "" : "s", figures->width, figures->height);
}
