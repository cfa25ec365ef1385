// SPDX-License-Identifier: MIT
// Drawing of pieces of a diagram as chains of lines; parabolas in as many straight parts as their
// curvature needs.
#ifndef WEND_VORONOI_PENCIL_H
#define WEND_VORONOI_PENCIL_H

#include "wend/voronoi.h"

enum { WEND_PENCIL_POINTS = 256 };

/// A line that is extended, and drawn when it is full or ends.
typedef struct wend_pencil {
    const wend_draw *draw;
    wend_ink ink;
    double bend; ///< maximum deviation of a line [Units: m]
    uint32_t count;
    wend_vec2 points[WEND_PENCIL_POINTS];
} wend_pencil;

/// Starts a pencil for pieces of that diagram.
void wend_pencil_start(wend_pencil *pencil, const wend_voronoi *voronoi, const wend_draw *draw,
                       wend_ink ink);

/// Maximum deviation of a line from a piece of that diagram, for wend_piece_parts. [Units: m]
double wend_pencil_bend(const wend_voronoi *voronoi);
/// Number of straight parts with which a piece is drawn.
uint32_t wend_piece_parts(const wend_voronoi_piece *piece, double bend);

/// Continues along a piece, which begins where the last one ended; the first may begin anywhere.
void wend_pencil_piece(wend_pencil *pencil, const wend_voronoi_piece *piece);
/// Ends the line; the next piece begins another.
void wend_pencil_lift(wend_pencil *pencil);

#endif
