// SPDX-License-Identifier: MIT
// Drawing of a diagram: its edges as lines.
#include "voronoi/diagram.h"
#include "voronoi/pencil.h"

#include <stdio.h>

#define EDGE_LINE 0.6 // [Units: points]

static const wend_ink edge_ink = {.line = WEND_PURPLE, .width = EDGE_LINE};

static bool draw_edge(void *context, const wend_voronoi_edge *edge)
{
    wend_pencil *pencil = context;
    for (uint32_t i = 0; i < edge->piece_count; ++i)
        wend_pencil_piece(pencil, &edge->pieces[i]);
    wend_pencil_lift(pencil);
    return true;
}

void wend_voronoi_draw(const wend_voronoi *voronoi, const wend_draw *draw)
{
    wend_pencil pencil;
    char title[64] = "Voronoi diagram";
    wend_pencil_start(&pencil, voronoi, draw, edge_ink);
    // Without bounds there are also edges along the frame, which are not visible: no number is
    // shown.
    if (voronoi->boundary.has_bounds)
        snprintf(title, sizeof title, "Voronoi diagram, %u edges",
                 (unsigned)wend_voronoi_measure(voronoi).edges);
    // Without memory for the longest edge the layer stays empty.
    if (draw->layer(draw->context, "voronoi", title, edge_ink))
        (void)wend_voronoi_edges(voronoi, draw_edge, &pencil);
}
