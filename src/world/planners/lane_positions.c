// SPDX-License-Identifier: MIT
// Positions on lanes.
#include "geometry/curve.h"
#include "wend/vec2.h"
#include "world/planners/lanes.h"

#include <math.h>

/// The piece of a lane at a distance along it.
static const wend_curve_piece *piece_at(const wend_lane_sets *sets, const wend_world_lane *lane,
                                        double along)
{
    const wend_curve_piece *pieces = sets->pieces.data + lane->first;
    return &pieces[wend_lane_pieces_find(pieces, lane->count, along)];
}

wend_vec2 wend_lane_sets_at(const wend_lane_sets *sets, uint32_t lane, double along,
                            wend_vec2 *direction)
{
    const wend_world_lane *l = &sets->lanes.data[lane];
    double on = fmin(fmax(along, 0), l->length), off = along - on;
    const wend_curve_piece *piece = piece_at(sets, l, on);
    wend_vec2 ahead, p = wend_curve_piece_at(piece, on - piece->begin, &ahead);
    if (direction)
        *direction = ahead;
    return off == 0 ? p : wend_add_scaled(p, off, ahead);
}

double wend_lane_sets_piece_end(const wend_lane_sets *sets, uint32_t lane, double along)
{
    const wend_world_lane *l = &sets->lanes.data[lane];
    const wend_curve_piece *piece = piece_at(sets, l, along);
    bool is_last = piece == &sets->pieces.data[l->first + l->count - 1];
    return is_last ? l->length : piece[1].begin;
}

double wend_lane_sets_along(const wend_lane_sets *sets, uint32_t lane, wend_vec2 p, double from,
                            double to, double *distance)
{
    const wend_world_lane *l = &sets->lanes.data[lane];
    const wend_curve_piece *last = &sets->pieces.data[l->first + l->count - 1];
    double best = from, least = INFINITY;
    for (const wend_curve_piece *piece = piece_at(sets, l, from);
         piece <= last && piece->begin <= to; ++piece) {
        double end = piece < last ? piece[1].begin : l->length;
        // Lower bound of the distance of the piece from p.
        if (wend_distance(p, piece->a) - (end - piece->begin) > least)
            continue;
        double along = piece->begin + wend_curve_piece_along(piece, p, NULL);
        along = fmin(fmax(along, from), to);
        double away = wend_distance(p, wend_lane_sets_at(sets, lane, along, NULL));
        if (away < least) {
            least = away;
            best = along;
        }
    }
    *distance = least;
    return best;
}
