// SPDX-License-Identifier: MIT
// Drawing of a multi-agent navigation graph: black edges, with red ones on top.
#include "voronoi/diagram.h"
#include "voronoi/pencil.h"
#include "wend/mang.h"

#include <stdio.h>

// [Units: points]
#define RED_LINE   1.2
#define BLACK_LINE 0.8

static const wend_ink red_ink = {.line = WEND_MANG_RED, .width = RED_LINE};
static const wend_ink black_ink = {.line = WEND_BLACK, .width = BLACK_LINE};

static bool draw_piece(void *context, const wend_voronoi_piece *piece)
{
    wend_pencil_piece(context, piece);
    return true;
}

static void draw_black(const wend_mang *mang, const wend_voronoi *voronoi, wend_pencil *pencil)
{
    const wend_mang_graph *graph = wend_mang_graph_of(mang);
    for (uint32_t cell = 0; cell < graph->cell_count; ++cell)
        for (uint32_t link = 0; link < graph->cells[cell].link_count; ++link) {
            wend_voronoi_piece piece = wend_mang_link_piece(mang, voronoi, cell, link);
            wend_pencil_piece(pencil, &piece);
            wend_pencil_lift(pencil);
        }
}

static void draw_red(const wend_mang *mang, const wend_voronoi *voronoi, wend_pencil *pencil)
{
    uint32_t count = wend_mang_graph_of(mang)->edge_count;
    for (uint32_t edge = 0; edge < count; ++edge) {
        wend_mang_edge_pieces(mang, voronoi, edge, draw_piece, pencil);
        wend_pencil_lift(pencil);
    }
}

typedef struct title {
    char text[64];
} title;

/// Without bounds there are also edges along the frame, which are not visible: no number is shown.
static title title_of(const wend_voronoi *voronoi, const char *colour, uint32_t edges)
{
    title out;
    if (voronoi->boundary.has_bounds)
        snprintf(out.text, sizeof out.text, "%s, %u edges", colour, (unsigned)edges);
    else
        snprintf(out.text, sizeof out.text, "%s edges", colour);
    return out;
}

void wend_mang_draw(const wend_mang *mang, const wend_voronoi *voronoi, const wend_draw *draw)
{
    wend_mang_size size = wend_mang_measure(mang);
    wend_pencil pencil;
    title black = title_of(voronoi, "black", size.black_edges);
    title red = title_of(voronoi, "red", size.red_edges);
    if (draw->layer(draw->context, "mang", black.text, black_ink)) {
        wend_pencil_start(&pencil, voronoi, draw, black_ink);
        draw_black(mang, voronoi, &pencil);
    }
    if (draw->layer(draw->context, "mang", red.text, red_ink)) {
        wend_pencil_start(&pencil, voronoi, draw, red_ink);
        draw_red(mang, voronoi, &pencil);
    }
}
