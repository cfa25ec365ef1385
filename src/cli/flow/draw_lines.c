// SPDX-License-Identifier: MIT
// The field of a flow in its image: stream lines with their direction, bodies by their levels,
// and the critical graph.
#include "base/xalloc.h"
#include "cli/flow/draw.h"
#include "wend/geometry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// Maximum distance of drawn lines from the true ones. [Units: cells]
#define LINE_ERROR 0.25

// [Units: points]
#define STREAM_WIDTH 0.8
#define BODY_WIDTH   2.4
#define GRAPH_WIDTH  0.7
#define LABEL_SIZE   8.0

/// Arrows on stream lines: distance and length in cells; the width is half the length. Shorter
/// lines have none.
enum { ARROW_APART = 240, ARROW_LENGTH = 13 };

/// The fractional parts of multiples of the golden section are distributed evenly.
#define GOLDEN 0.6180339887498949

#define STREAM_COLOUR  WEND_ALPHA(WEND_BLACK, 150)
#define USELESS_COLOUR WEND_ALPHA(WEND_BLACK, 60)
#define GRAPH_COLOUR   0x7a1fa2ffu

// ---- stream lines -------------------------------------------------------------------------------

typedef struct stream_pen {
    const flow_sketch *k;
    const wend_draw *draw;
    uint32_t drawn; ///< number of lines drawn
} stream_pen;

static void draw_arrow(const stream_pen *p, wend_vec2 at)
{
    wend_vec2 along = wend_flow_query(p->k->job->flow, at).direction;
    double length = ARROW_LENGTH * p->k->cells.cell, half = length / 4;
    const wend_vec2 corners[] = {
        {at.x + along.x * length / 2, at.y + along.y * length / 2},
        {at.x - along.x * length / 2 - along.y * half,
         at.y - along.y * length / 2 + along.x * half},
        {at.x - along.x * length / 2 + along.y * half,
         at.y - along.y * length / 2 - along.x * half},
    };
    if (along.x != 0 || along.y != 0)
        p->draw->polygon(p->draw->context, corners, (const uint32_t[]){3}, 1,
                         (wend_ink){.fill = STREAM_COLOUR});
}

static void draw_arrows(const stream_pen *p, const wend_vec2 *points, uint32_t count)
{
    // Arrows of adjacent lines are not side by side.
    double part = fmod(p->drawn * GOLDEN, 1);
    double apart = ARROW_APART * p->k->cells.cell, next = apart * part, done = 0;
    for (uint32_t i = 1; i < count; ++i) {
        wend_vec2 a = points[i - 1], b = points[i];
        double length = wend_distance(b, a);
        for (; next < done + length; next += apart) {
            double share = (next - done) / length;
            draw_arrow(p, (wend_vec2){a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)});
        }
        done += length;
    }
}

/// True if a line is useful. Cells are inexact at borders, so the majority of a few points decides.
static bool is_useful(const flow_sketch *k, const wend_vec2 *points, uint32_t count)
{
    enum { PLACES = 5 };
    int votes = 0;
    for (uint32_t i = 1; i <= PLACES; ++i) {
        uint32_t at = (uint32_t)((uint64_t)(count - 1) * i / (PLACES + 1));
        wend_vec2 a = points[at], b = points[at + 1 < count ? at + 1 : at];
        votes += wend_flow_cell_is_useful(&k->cells, (wend_vec2){(a.x + b.x) / 2, (a.y + b.y) / 2});
    }
    return 2 * votes > PLACES;
}

static bool draw_stream(void *context, double level, const wend_vec2 *points, uint32_t count)
{
    stream_pen *p = context;
    (void)level;
    bool useful = is_useful(p->k, points, count);
    const wend_ink ink = {.line = useful ? STREAM_COLOUR : USELESS_COLOUR, .width = STREAM_WIDTH};
    p->draw->line(p->draw->context, points, count, ink);
    if (useful)
        draw_arrows(p, points, count);
    p->drawn += useful;
    return true;
}

static void draw_streams(const flow_sketch *k, const wend_draw *draw)
{
    char title[100] = "";
    const wend_ink sample = {.line = STREAM_COLOUR, .width = STREAM_WIDTH};
    stream_pen lines = {k, draw, 0};
    if (k->stream_count > 0)
        snprintf(title, sizeof title, "stream lines every %.6g m", k->step);
    if (!draw->layer(draw->context, "streams", title, sample) || k->stream_count == 0)
        return;
    xresult(wend_map_isolines(wend_flow_map(k->job->flow), k->streams, k->stream_count,
                              LINE_ERROR * k->cells.cell, draw_stream, &lines, NULL));
}

// ---- bodies -------------------------------------------------------------------------------------

/// Draws the walls of all bodies in the colours of their levels, and computes their bounding boxes.
static void draw_walls(const flow_sketch *k, wend_box *boxes, const wend_draw *draw)
{
    uint32_t count;
    const wend_map_root *roots = wend_map_roots(wend_flow_map(k->job->flow), &count);
    for (uint32_t i = 0; i < count; ++i) {
        if (roots[i].source == WEND_MAP_NONE || roots[i].parent != WEND_MAP_NONE)
            continue;
        wend_box *box = &boxes[roots[i].source];
        *box = wend_box_add(wend_box_add(*box, roots[i].a), roots[i].b);
        draw->line(
            draw->context, (wend_vec2[]){roots[i].a, roots[i].b}, 2,
            (wend_ink){.line = flow_body_colour(roots[i].distance, k->top), .width = BODY_WIDTH});
    }
}

static void draw_bodies(const flow_sketch *k, const wend_draw *draw)
{
    uint32_t count;
    const wend_flow_body *bodies = wend_flow_bodies(k->job->flow, &count);
    const wend_ink sample = {.line = flow_body_colour(1, 1), .width = BODY_WIDTH};
    char words[40];
    bool shown = count > 0 && !k->job->turns;
    if (!draw->layer(draw->context, "bodies", shown ? "bodies, with their levels" : "", sample) ||
        !shown)
        return;
    wend_box *boxes = xmalloc(count * sizeof *boxes);
    for (uint32_t i = 0; i < count; ++i)
        boxes[i] = wend_box_empty();
    draw_walls(k, boxes, draw);
    for (uint32_t i = WEND_FLOW_TOP + 1; i < count; ++i) {
        snprintf(words, sizeof words, "%.3g", bodies[i].level);
        draw->text(draw->context, boxes[i], words, LABEL_SIZE, WEND_BLACK);
    }
    free(boxes);
}

// ---- the critical graph -------------------------------------------------------------------------

static void draw_graph(const flow_sketch *k, const wend_draw *draw)
{
    char title[60] = "";
    const wend_ink ink = {.line = GRAPH_COLOUR, .width = GRAPH_WIDTH};
    if (k->graph.count > 0)
        snprintf(title, sizeof title, "critical graph, %zu", k->graph.count);
    if (!draw->layer(draw->context, "graph", title, ink))
        return;
    for (size_t i = 0; i < k->graph.count; ++i)
        draw->line(draw->context, &k->graph.data[i].a, 2, ink);
}

void flow_draw_field(const flow_sketch *k, const wend_draw *draw)
{
    draw_streams(k, draw);
    draw_bodies(k, draw);
    draw_graph(k, draw);
}
