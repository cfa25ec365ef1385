// SPDX-License-Identifier: MIT
// Lines and arcs, the pieces of lanes and of the spines of groups: lengths, places, distances, in
// closed form.
//
// Results are exact but for rounding: places and distances to a few 1e-16 of the largest coordinate
// (and of the radius of an arc). Where two pieces come nearest is at an end of one of them, where
// they cross, or on a normal to both: all of these are looked at, so that a test which rounding
// turns the wrong way costs no more than rounding.
#ifndef WEND_GEOMETRY_CURVE_H
#define WEND_GEOMETRY_CURVE_H

#include "wend/lanes.h"

#include <math.h>

/// An arc that rounding leaves so little short of 360 degrees has no turn at all: its ends are one
/// place. [Units: rad]
#define WEND_LANE_NO_TURN 1e-9

static inline wend_lane_piece wend_lane_piece_line(wend_vec2 a, wend_vec2 b)
{
    return (wend_lane_piece){.a = a, .b = b};
}

/// An arc around centre, counter-clockwise for turn 1, clockwise for -1.
static inline wend_lane_piece wend_lane_piece_arc(wend_vec2 a, wend_vec2 b, wend_vec2 centre,
                                                  int turn)
{
    return (wend_lane_piece){a, b, centre, turn, 0};
}

/// The radius of an arc; INFINITY for a line.
double wend_lane_piece_radius(const wend_lane_piece *piece);

/// How far it turns, counter-clockwise > 0; 0 for a line. [Units: rad]
double wend_lane_piece_turning(const wend_lane_piece *piece);

double wend_lane_piece_length(const wend_lane_piece *piece);

/// The place so far from a along the piece, and the direction there [opt]. From the length on that
/// is b; places before a and beyond b are a and b.
wend_vec2 wend_lane_piece_at(const wend_lane_piece *piece, double along, wend_vec2 *direction);

/// The directions at its ends, of length 1; {0, 0} for a line without length.
wend_vec2 wend_lane_piece_start_direction(const wend_lane_piece *piece);
wend_vec2 wend_lane_piece_end_direction(const wend_lane_piece *piece);

/// The part of a piece from one place along it to another, in the same direction; `begin` moves on
/// by `from`.
wend_lane_piece wend_lane_piece_part(const wend_lane_piece *piece, double from, double to);

/// The same from b to a; begin is kept.
wend_lane_piece wend_lane_piece_reversed(const wend_lane_piece *piece);

/// The smallest box around it.
wend_box wend_lane_piece_box(const wend_lane_piece *piece);

/// The same, and so much on all sides of it.
static inline wend_box wend_lane_piece_box_around(const wend_lane_piece *piece, double by)
{
    wend_box box = wend_lane_piece_box(piece);
    return (wend_box){{box.min.x - by, box.min.y - by}, {box.max.x + by, box.max.y + by}};
}

/// The nearest place of the piece to p: how far along the piece; *distance [opt].
double wend_lane_piece_along(const wend_lane_piece *piece, wend_vec2 p, double *distance);
double wend_lane_piece_distance(const wend_lane_piece *piece, wend_vec2 p);

/// The distance between two pieces, 0 where they meet; *on_p and *on_q [opt] are the places.
double wend_lane_pieces_distance(const wend_lane_piece *p, const wend_lane_piece *q,
                                 wend_vec2 *on_p, wend_vec2 *on_q);

/// The same for a piece and a wall.
double wend_lane_piece_wall_distance(const wend_lane_piece *piece, wend_segment wall,
                                     wend_vec2 *on_piece, wend_vec2 *on_wall);

/// The piece of a lane that a place along it is on; before its start and beyond its end, the first
/// and the last. [Limit: count > 0]
static inline uint32_t wend_lane_pieces_find(const wend_lane_piece *pieces, uint32_t count,
                                             double along)
{
    uint32_t low = 0, high = count; // it is in low..high - 1
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (pieces[middle].begin <= along)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/// True if the direction from its centre lies within an arc, ends included but for rounding.
bool wend_lane_arc_has(const wend_lane_piece *arc, wend_vec2 direction);

#endif
