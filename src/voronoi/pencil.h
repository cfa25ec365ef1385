// SPDX-License-Identifier: MIT
// Pieces of a diagram as lines on paper: chains of them, parabolas in as many straight parts as
// they bend.
#ifndef WEND_VORONOI_PENCIL_H
#define WEND_VORONOI_PENCIL_H

#include "wend/voronoi.h"

enum { WEND_PENCIL_POINTS = 256 };

/// A line that grows, and is drawn when it is full or ends.
typedef struct wend_pencil {
    const wend_draw *draw;
    wend_ink ink;
    double bend; ///< that no line is off by [Units: m]
    uint32_t count;
    wend_vec2 points[WEND_PENCIL_POINTS];
} wend_pencil;

/// One for pieces of that diagram.
void wend_pencil_take(wend_pencil *pencil, const wend_voronoi *voronoi, const wend_draw *draw,
                      wend_ink ink);

/// How far a line may be off a piece of that diagram, for wend_piece_parts. [Units: m]
double wend_pencil_bend(const wend_voronoi *voronoi);
/// How many straight parts a piece is drawn with.
uint32_t wend_piece_parts(const wend_voronoi_piece *piece, double bend);

/// Goes on along a piece, which begins where the last one ended; the first may begin anywhere.
void wend_pencil_piece(wend_pencil *pencil, const wend_voronoi_piece *piece);
/// The line ends; the next piece begins another.
void wend_pencil_lift(wend_pencil *pencil);

#endif
