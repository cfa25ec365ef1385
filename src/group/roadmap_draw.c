// SPDX-License-Identifier: MIT
// Drawing of a roadmap: poses as their spines, and edges.
#include "group/roadmap.h"

#include "wend/vec2.h"

#include <stdio.h>

#define EDGE_LINE 0.4 // [Units: points]
#define POSE_LINE 1.2 // [Units: points]

static const wend_ink edge_ink = {.line = WEND_SKY, .width = EDGE_LINE};
static const wend_ink pose_ink = {.line = WEND_BLUE, .width = POSE_LINE};

/// A hinge passes through its bend.
static void draw_edge(const wend_group_motion *motion, const wend_draw *draw)
{
    wend_vec2 line[3] = {motion->from.centre, motion->via, motion->to.centre};
    uint32_t count = 3;
    if (motion->kind == WEND_GROUP_BOX) {
        line[1] = line[2];
        count = 2;
    }
    draw->line(draw->context, line, count, edge_ink);
}

void wend_group_roadmap_draw(const wend_group_roadmap *roadmap, const wend_draw *draw)
{
    char title[80];
    snprintf(title, sizeof title, "roadmap, %zu poses, %zu motions", roadmap->nodes.count,
             roadmap->edges.count);
    if (!draw->layer(draw->context, "roadmap", title, pose_ink))
        return;
    for (size_t i = 0; i < roadmap->edges.count; ++i)
        draw_edge(&roadmap->edges.data[i].motion, draw);
    for (size_t i = 0; i < roadmap->nodes.count; ++i) {
        const wend_group_node *node = &roadmap->nodes.data[i];
        wend_vec2 centre = roadmap->poses.data[i].centre;
        wend_vec2 spine[2] = {wend_add_scaled(centre, -0.5 * node->spine, node->along),
                              wend_add_scaled(centre, 0.5 * node->spine, node->along)};
        draw->line(draw->context, spine, node->spine > 0 ? 2 : 1, pose_ink);
    }
}
