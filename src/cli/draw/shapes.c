// SPDX-License-Identifier: MIT
#include "cli/draw/shapes.h"

#include "scene/draw/draw.h"
#include "scene/frames.h"

#include <math.h>
#include <stdio.h>

static const wend_ink ink = {.fill = WEND_ALPHA(WEND_BLUE, 40), .line = WEND_BLUE, .width = 1.5};

/// A shape of a recording, in the scene's frame.
static wend_group_shape in_scene(const scene *s, wend_group_shape shape)
{
    for (uint32_t i = 0; i < shape.count; ++i) {
        wend_path_piece *piece = &shape.spine[i];
        piece->a = frames_from_metres(s, piece->a);
        piece->b = frames_from_metres(s, piece->b);
        piece->corner = frames_from_metres(s, piece->corner);
        piece->turn = frames_mirrored(s) ? -piece->turn : piece->turn;
    }
    return shape;
}

uint32_t draw_shapes_count(const draw_trails *trajectories, double time)
{
    const recording *r = &trajectories->asked.lines;
    uint32_t count = 0;
    for (uint32_t g = 0; isfinite(time) && g < r->coherent_count; ++g)
        count += recording_shape(r, g, (uint32_t)round(time * r->fps)) != NULL;
    return count;
}

void draw_shapes_describe(const draw_trails *trajectories, const scene *s, double time,
                          const wend_draw *draw)
{
    const recording *r = &trajectories->asked.lines;
    char title[80] = "";
    uint32_t count = draw_shapes_count(trajectories, time);
    if (count > 0)
        snprintf(title, sizeof title, "shapes of groups, %u", count);
    if (!draw->layer(draw->context, "shapes", title, ink) || count == 0)
        return;
    for (uint32_t g = 0; g < r->coherent_count; ++g) {
        const wend_group_shape *recorded = recording_shape(r, g, (uint32_t)round(time * r->fps));
        if (!recorded)
            continue;
        const wend_group_shape shape = in_scene(s, *recorded);
        scene_draw_group_shape(&shape, draw, ink);
    }
}
