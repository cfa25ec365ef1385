// SPDX-License-Identifier: MIT
// How a diagram shows itself: its edges as lines, parabolas in as many straight parts as they bend.
#include "wend/voronoi.h"

#include <math.h>
#include <stdio.h>

#define EDGE_LINE 0.6 // [Units: points]

/// A line may be off the parabola by no more than this part of the clearance there, which is what
/// it looks like beside,
#define BEND 0.01
/// and than this part of the diagram's size: a fifth of a pixel in a picture of 1,600.
#define BEND_OF_ALL (1.0 / 8000)

enum { MOST_PARTS = 64, MOST_POINTS = 256 };

static const wend_ink edge_ink = {.line = WEND_PURPLE, .width = EDGE_LINE};

/// A line that grows and is drawn when it is full or ends.
typedef struct pencil {
    const wend_draw *draw;
    double bend; ///< that no line is off by [Units: m]
    wend_vec2 points[MOST_POINTS];
    uint32_t count;
} pencil;

static void draw_line(pencil *p)
{
    if (p->count > 1)
        p->draw->line(p->draw->context, p->points, p->count, edge_ink);
    p->points[0] = p->points[p->count - 1];
    p->count = 1;
}

static void add_point(pencil *p, wend_vec2 point)
{
    if (p->count == MOST_POINTS)
        draw_line(p);
    p->points[p->count++] = point;
}

static uint32_t parts_of(const pencil *p, const wend_voronoi_piece *piece)
{
    if (!piece->parabola)
        return 1;
    double radius, least = fmin(piece->radius_a, piece->radius_b);
    wend_vec2 middle = wend_piece_point(piece, 0.5, &radius);
    // The sag under the chord, which a part in n has a share of 1/n^2 of.
    double sag = hypot(middle.x - 0.5 * (piece->a.x + piece->b.x),
                       middle.y - 0.5 * (piece->a.y + piece->b.y));
    double parts = ceil(sqrt(sag / fmin(BEND * fmin(radius, least), p->bend)));
    return parts > 1 ? parts < MOST_PARTS ? (uint32_t)parts : MOST_PARTS : 1;
}

static bool draw_edge(void *context, const wend_voronoi_edge *edge)
{
    pencil *p = context;
    p->count = 0;
    add_point(p, edge->pieces[0].a);
    for (uint32_t i = 0; i < edge->piece_count; ++i) {
        uint32_t parts = parts_of(p, &edge->pieces[i]);
        for (uint32_t k = 1; k <= parts; ++k)
            add_point(p, wend_piece_point(&edge->pieces[i], (double)k / parts, NULL));
    }
    draw_line(p);
    return true;
}

void wend_voronoi_draw(const wend_voronoi *voronoi, const wend_draw *draw)
{
    wend_box box = wend_voronoi_box(voronoi);
    double size = fmax(box.max.x - box.min.x, box.max.y - box.min.y);
    pencil p = {.draw = draw, .bend = BEND_OF_ALL * size};
    char title[64];
    snprintf(title, sizeof title, "Voronoi diagram, %u edges",
             (unsigned)wend_voronoi_measure(voronoi).edges);
    // Without memory for the longest edge the layer stays empty; there is nobody to tell.
    if (draw->layer(draw->context, "voronoi", title, edge_ink))
        (void)wend_voronoi_edges(voronoi, draw_edge, &p);
}
