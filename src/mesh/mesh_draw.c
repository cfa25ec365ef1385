// SPDX-License-Identifier: MIT
// Drawing of a mesh: its cells in alternating light colours, its triangles as thin lines.
#include "wend/mesh.h"

#include <stdio.h>

#define CELL_LINE     0.5  // [Units: points]
#define TRIANGLE_LINE 0.25 // [Units: points]

typedef struct pencil {
    const wend_draw *draw;
    uint32_t drawn;
} pencil;

static wend_ink cell_ink(uint32_t number)
{
    static const wend_colour fills[] = {WEND_SKY, WEND_GREEN, WEND_YELLOW, WEND_ORANGE,
                                        WEND_PURPLE};
    wend_colour fill = fills[number % (sizeof fills / sizeof fills[0])];
    return (wend_ink){.fill = WEND_ALPHA(fill, 0x38), .line = WEND_BLUE, .width = CELL_LINE};
}

static bool draw_cell(void *context, const wend_vec2 *points, const bool *walls, uint32_t count)
{
    pencil *p = context;
    (void)walls;
    p->draw->polygon(p->draw->context, points, &count, 1, cell_ink(p->drawn++));
    return true;
}

static const wend_ink triangle_ink = {.line = WEND_ALPHA(WEND_DARK_GREY, 0xa0),
                                      .width = TRIANGLE_LINE};

/// Draws each edge once: an inner one from its first end, a wall from the side that has it.
static bool draw_triangle(void *context, const wend_vec2 *points, const bool *walls, uint32_t count)
{
    pencil *p = context;
    for (uint32_t i = 0; i < count; ++i) {
        wend_vec2 ends[2] = {points[i], points[i + 1 < count ? i + 1 : 0]};
        bool before = ends[0].x < ends[1].x || (ends[0].x == ends[1].x && ends[0].y < ends[1].y);
        if (before || walls[i])
            p->draw->line(p->draw->context, ends, 2, triangle_ink);
    }
    return true;
}

void wend_mesh_draw(const wend_mesh *mesh, const wend_draw *draw)
{
    pencil p = {.draw = draw};
    wend_mesh_size size = wend_mesh_measure(mesh);
    char title[64];
    snprintf(title, sizeof title, "cells, %u", (unsigned)size.cells);
    // Without memory for the largest cell the layer stays empty.
    if (draw->layer(draw->context, "cells", title, cell_ink(0)))
        (void)wend_mesh_cells(mesh, draw_cell, &p);
    snprintf(title, sizeof title, "triangles, %u", (unsigned)size.triangles);
    if (draw->layer(draw->context, "triangles", title, triangle_ink))
        wend_mesh_triangles(mesh, draw_triangle, &p);
}
