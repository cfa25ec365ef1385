// SPDX-License-Identifier: MIT
// The arc of a given radius that joins two pieces of a lane smoothly. Its centre is the
// intersection of the parallels of both at its radius, which are again a line and a circle.
#include "flow/rounding.h"

#include "wend/vec2.h"

/// A line, or a circle.
typedef struct parallel {
    bool round;
    wend_vec2 at;    ///< A point of a line, the centre of a circle
    wend_vec2 ahead; ///< direction of a line
    double radius;
} parallel;

/// The parallel of a piece, to the left (side 1) or right (-1). False: none, because the
/// piece bends more tightly.
static bool parallel_of(const wend_curve_piece *piece, double away, int side, parallel *out)
{
    if (!piece->turn) {
        wend_vec2 ahead = wend_curve_piece_start_direction(piece);
        *out = (parallel){false, wend_add_scaled(piece->a, side * away, wend_perp_left(ahead)),
                          ahead, 0};
        return ahead.x != 0 || ahead.y != 0;
    }
    double radius = wend_curve_piece_radius(piece) - piece->turn * side * away;
    *out = (parallel){.round = true, .at = piece->centre, .radius = radius};
    return radius > 0;
}

/// Intersections of lines and circles. Returns their number.
static uint32_t meet(const parallel *p, const parallel *q, wend_vec2 points[2])
{
    if (p->round && !q->round)
        return meet(q, p, points);
    double x = q->at.x - p->at.x, y = q->at.y - p->at.y;
    if (!q->round) {
        double turn = wend_cross(p->ahead, q->ahead);
        points[0] = wend_add_scaled(p->at, (x * q->ahead.y - y * q->ahead.x) / turn, p->ahead);
        return turn != 0;
    }
    double along, square;
    wend_vec2 ahead = p->ahead;
    if (p->round) {
        double away = sqrt(x * x + y * y);
        ahead = (wend_vec2){x / away, y / away};
        along = (away + (p->radius - q->radius) * (p->radius + q->radius) / away) / 2;
        square = (p->radius - along) * (p->radius + along);
    } else {
        along = x * ahead.x + y * ahead.y;
        double across = x * ahead.y - y * ahead.x;
        square = (q->radius - across) * (q->radius + across);
    }
    if (!(square >= 0))
        return 0;
    double half = sqrt(square);
    wend_vec2 middle = wend_add_scaled(p->at, along, ahead),
              direction = p->round ? wend_perp_left(ahead) : ahead;
    points[0] = wend_add_scaled(middle, half, direction);
    points[1] = wend_add_scaled(middle, -half, direction);
    return 2;
}

bool wend_lane_fillet(const wend_curve_piece *p, const wend_curve_piece *q, double radius, int side,
                      double slack, wend_lane_fillet_arc *fillet)
{
    parallel of_p, of_q;
    wend_vec2 centres[2];
    if (!parallel_of(p, radius, side, &of_p) || !parallel_of(q, radius, side, &of_q))
        return false;
    uint32_t count = meet(&of_p, &of_q, centres);
    bool found = false;
    for (uint32_t i = 0; i < count; ++i) {
        double p_away, q_away;
        double p_along = wend_curve_piece_along(p, centres[i], &p_away);
        double q_along = wend_curve_piece_along(q, centres[i], &q_away);
        // It touches both, not beyond their ends; of two, the one next to their joint.
        if (!(fabs(p_away - radius) <= slack && fabs(q_away - radius) <= slack && p_along > 0) ||
            (found && p_along < fillet->p_along))
            continue;
        wend_vec2 a = wend_curve_piece_at(p, p_along, NULL),
                  b = wend_curve_piece_at(q, q_along, NULL);
        *fillet =
            (wend_lane_fillet_arc){wend_curve_piece_arc(a, b, centres[i], side), p_along, q_along};
        found = true;
    }
    return found;
}
