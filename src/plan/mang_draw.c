// SPDX-License-Identifier: MIT
// How a multi-agent navigation graph shows itself: black edges, and red ones over them.
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

void wend_mang_draw(const wend_mang *mang, const wend_voronoi *voronoi, const wend_draw *draw)
{
    wend_mang_size size = wend_mang_measure(mang);
    wend_pencil pencil;
    char title[64];
    snprintf(title, sizeof title, "black, %u edges", (unsigned)size.black_edges);
    if (draw->layer(draw->context, "mang", title, black_ink)) {
        wend_pencil_take(&pencil, voronoi, draw, black_ink);
        draw_black(mang, voronoi, &pencil);
    }
    snprintf(title, sizeof title, "red, %u edges", (unsigned)size.red_edges);
    if (draw->layer(draw->context, "mang", title, red_ink)) {
        wend_pencil_take(&pencil, voronoi, draw, red_ink);
        draw_red(mang, voronoi, &pencil);
    }
}
