// SPDX-License-Identifier: MIT
// Drawing of pieces of a diagram as lines (see pencil.h).
#include "voronoi/pencil.h"

#include "wend/vec2.h"

#include <math.h>

/// Maximum deviation of a line from the parabola as a fraction of the clearance there,
#define BEND 0.01
/// and of the diagram's size: a fifth of a pixel in a picture of 1,600.
#define BEND_OF_ALL (1.0 / 8000)

enum { MAX_PARTS = 64 };

double wend_pencil_bend(const wend_voronoi *voronoi)
{
    wend_box box = wend_voronoi_box(voronoi);
    return BEND_OF_ALL * fmax(box.max.x - box.min.x, box.max.y - box.min.y);
}

uint32_t wend_piece_parts(const wend_voronoi_piece *piece, double bend)
{
    if (!piece->parabola)
        return 1;
    double radius, minimum = fmin(piece->radius_a, piece->radius_b);
    wend_vec2 middle = wend_piece_point(piece, 0.5, &radius);
    // The sag below the chord; a part in n has 1/n^2 of it.
    double sag = wend_distance(middle, wend_midpoint(piece->a, piece->b));
    double parts = ceil(sqrt(sag / fmin(BEND * fmin(radius, minimum), bend)));
    return parts > 1 ? parts < MAX_PARTS ? (uint32_t)parts : MAX_PARTS : 1;
}

void wend_pencil_start(wend_pencil *pencil, const wend_voronoi *voronoi, const wend_draw *draw,
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
