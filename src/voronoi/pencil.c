// SPDX-License-Identifier: MIT
// Pieces of a diagram as lines on paper (see pencil.h).
#include "voronoi/pencil.h"

#include <math.h>

/// A line may be off the parabola by no more than this part of the clearance there, which is what
/// it looks like beside,
#define BEND 0.01
/// and than this part of the diagram's size: a fifth of a pixel in a picture of 1,600.
#define BEND_OF_ALL (1.0 / 8000)

enum { MOST_PARTS = 64 };

double wend_pencil_bend(const wend_voronoi *voronoi)
{
    wend_box box = wend_voronoi_box(voronoi);
    return BEND_OF_ALL * fmax(box.max.x - box.min.x, box.max.y - box.min.y);
}

uint32_t wend_piece_parts(const wend_voronoi_piece *piece, double bend)
{
    if (!piece->parabola)
        return 1;
    double radius, least = fmin(piece->radius_a, piece->radius_b);
    wend_vec2 middle = wend_piece_point(piece, 0.5, &radius);
    // The sag under the chord, which a part in n has a share of 1/n^2 of.
    double sag = hypot(middle.x - 0.5 * (piece->a.x + piece->b.x),
                       middle.y - 0.5 * (piece->a.y + piece->b.y));
    double parts = ceil(sqrt(sag / fmin(BEND * fmin(radius, least), bend)));
    return parts > 1 ? parts < MOST_PARTS ? (uint32_t)parts : MOST_PARTS : 1;
}

void wend_pencil_take(wend_pencil *pencil, const wend_voronoi *voronoi, const wend_draw *draw,
                      wend_ink ink)
{
    pencil->draw = draw;
    pencil->ink = ink;
    pencil->bend = wend_pencil_bend(voronoi);
    pencil->count = 0;
}

static void add_point(wend_pencil *pencil, wend_vec2 point)
{
    if (pencil->count == WEND_PENCIL_POINTS) {
        wend_vec2 last = pencil->points[WEND_PENCIL_POINTS - 1];
        wend_pencil_lift(pencil);
        pencil->points[pencil->count++] = last;
    }
    pencil->points[pencil->count++] = point;
}

void wend_pencil_piece(wend_pencil *pencil, const wend_voronoi_piece *piece)
{
    uint32_t parts = wend_piece_parts(piece, pencil->bend);
    if (pencil->count == 0)
        add_point(pencil, piece->a);
    for (uint32_t k = 1; k <= parts; ++k)
        add_point(pencil, wend_piece_point(piece, (double)k / parts, NULL));
}

void wend_pencil_lift(wend_pencil *pencil)
{
    if (pencil->count > 1)
        pencil->draw->line(pencil->draw->context, pencil->points, pencil->count, pencil->ink);
    pencil->count = 0;
}
