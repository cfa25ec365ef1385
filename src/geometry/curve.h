// SPDX-License-Identifier: MIT
// Lines and arcs, the pieces of lanes and of the spines of groups: lengths, points and distances in
// closed form.
//
// Results are exact up to rounding: a few 1e-16 of the largest coordinate (and of the radius of an
// arc). The closest points of two pieces are at an end of one of them, at an intersection, or on a
// common normal. All candidates are evaluated, so a test with a wrong sign costs no more than
// rounding.
#ifndef WEND_GEOMETRY_CURVE_H
#define WEND_GEOMETRY_CURVE_H

#include "wend/geometry.h"

#include <math.h>

/// An arc that is less than this short of 360 degrees because of rounding has no turn: its ends are
/// one point. [Units: rad]
#define WEND_CURVE_NO_TURN 1e-9

static inline wend_curve_piece wend_curve_piece_line(wend_vec2 a, wend_vec2 b)
{
    return (wend_curve_piece){.a = a, .b = b};
}

/// An arc around centre, counter-clockwise for turn 1, clockwise for -1.
static inline wend_curve_piece wend_curve_piece_arc(wend_vec2 a, wend_vec2 b, wend_vec2 centre,
                                                    int turn)
{
    return (wend_curve_piece){a, b, centre, turn, 0};
}

/// The radius of an arc; INFINITY for a line.
double wend_curve_piece_radius(const wend_curve_piece *piece);

/// Turning angle, counter-clockwise > 0; 0 for a line. [Units: rad]
double wend_curve_piece_turning(const wend_curve_piece *piece);

double wend_curve_piece_length(const wend_curve_piece *piece);

/// The point at arc length `along` from a, and the direction there [opt]. Clamped to a and b.
wend_vec2 wend_curve_piece_at(const wend_curve_piece *piece, double along, wend_vec2 *direction);

/// Unit directions at the ends; {0, 0} for a line of length zero.
wend_vec2 wend_curve_piece_start_direction(const wend_curve_piece *piece);
wend_vec2 wend_curve_piece_end_direction(const wend_curve_piece *piece);

/// The part of a piece between two arc lengths, in the same direction; `begin` increases by `from`.
wend_curve_piece wend_curve_piece_part(const wend_curve_piece *piece, double from, double to);

/// The piece from b to a; begin is kept.
wend_curve_piece wend_curve_piece_reversed(const wend_curve_piece *piece);

/// Bounding box.
wend_box wend_curve_piece_box(const wend_curve_piece *piece);

/// The box enlarged by a margin on all sides.
static inline wend_box wend_box_inflate(wend_box box, double by)
{
    return (wend_box){{box.min.x - by, box.min.y - by}, {box.max.x + by, box.max.y + by}};
}

/// Bounding box, enlarged by a margin on all sides.
static inline wend_box wend_curve_piece_box_around(const wend_curve_piece *piece, double by)
{
    return wend_box_inflate(wend_curve_piece_box(piece), by);
}

/// Arc length of the point closest to p; *distance [opt].
double wend_curve_piece_along(const wend_curve_piece *piece, wend_vec2 p, double *distance);
double wend_curve_piece_distance(const wend_curve_piece *piece, wend_vec2 p);

/// Distance between two pieces, 0 if they meet; *on_p and *on_q [opt] are the closest points.
double wend_lane_pieces_distance(const wend_curve_piece *p, const wend_curve_piece *q,
                                 wend_vec2 *on_p, wend_vec2 *on_q);

/// Distance between a piece and a wall.
double wend_curve_piece_wall_distance(const wend_curve_piece *piece, wend_segment wall,
                                      wend_vec2 *on_piece, wend_vec2 *on_wall);

/// The piece that contains an arc length of a lane; before the start and beyond the end, the first
/// and the last. [Limit: count > 0]
static inline uint32_t wend_lane_pieces_find(const wend_curve_piece *pieces, uint32_t count,
                                             double along)
{
    uint32_t low = 0, high = count; // the result is in low..high - 1
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (pieces[middle].begin <= along)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/// True if the direction from the centre lies within the arc, ends included up to rounding.
bool wend_lane_arc_has(const wend_curve_piece *arc, wend_vec2 direction);

#endif
