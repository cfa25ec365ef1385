// SPDX-License-Identifier: MIT
// Lines and arcs. Whether a direction lies within an arc is decided with cross products; angles are
// computed only for lengths.
#include "geometry/curve.h"
#include "core/angle.h"
#include "wend/geometry.h"

#define FULL_TURN (4 * WEND_HALF_PI)

/// a rotated by 90 degrees in the sense of the arc.
static wend_vec2 turned(wend_vec2 a, int turn)
{
    return turn > 0 ? wend_perp_left(a) : wend_perp_right(a);
}

/// The angle from u to v in the sense of a turn, 0..360 degrees.
static double angle_between(wend_vec2 u, wend_vec2 v, int turn)
{
    double angle = wend_atan2(turn * wend_cross(u, v), wend_dot(u, v));
    return angle < 0 ? angle + FULL_TURN : angle;
}

// ---- one piece ----------------------------------------------------------------------------------

double wend_curve_piece_radius(const wend_curve_piece *piece)
{
    return piece->turn ? wend_distance(piece->a, piece->centre) : INFINITY;
}

/// Absolute turning angle of an arc.
static double sweep_of(const wend_curve_piece *arc)
{
    double angle =
        angle_between(wend_sub(arc->a, arc->centre), wend_sub(arc->b, arc->centre), arc->turn);
    return angle < FULL_TURN - WEND_CURVE_NO_TURN ? angle : 0;
}

double wend_curve_piece_turning(const wend_curve_piece *piece)
{
    return piece->turn ? piece->turn * sweep_of(piece) : 0;
}

double wend_curve_piece_length(const wend_curve_piece *piece)
{
    return piece->turn ? wend_curve_piece_radius(piece) * sweep_of(piece)
                       : wend_distance(piece->b, piece->a);
}

wend_vec2 wend_curve_piece_start_direction(const wend_curve_piece *piece)
{
    return piece->turn ? wend_unit(turned(wend_sub(piece->a, piece->centre), piece->turn))
                       : wend_unit(wend_sub(piece->b, piece->a));
}

wend_vec2 wend_curve_piece_end_direction(const wend_curve_piece *piece)
{
    return piece->turn ? wend_unit(turned(wend_sub(piece->b, piece->centre), piece->turn))
                       : wend_unit(wend_sub(piece->b, piece->a));
}

wend_vec2 wend_curve_piece_at(const wend_curve_piece *piece, double along, wend_vec2 *direction)
{
    if (!(along > 0) || along >= wend_curve_piece_length(piece)) {
        bool at_start = !(along > 0);
        if (direction)
            *direction = at_start ? wend_curve_piece_start_direction(piece)
                                  : wend_curve_piece_end_direction(piece);
        return at_start ? piece->a : piece->b;
    }
    if (!piece->turn) {
        wend_vec2 ahead = wend_unit(wend_sub(piece->b, piece->a));
        if (direction)
            *direction = ahead;
        return wend_add_scaled(piece->a, along, ahead);
    }
    wend_vec2 arm = wend_sub(piece->a, piece->centre);
    double s, c;
    wend_sin_cos(piece->turn * along / wend_length(arm), &s, &c);
    wend_vec2 now = wend_rotate(arm, c, s);
    if (direction)
        *direction = wend_unit(turned(now, piece->turn));
    return wend_add(piece->centre, now);
}

wend_curve_piece wend_curve_piece_part(const wend_curve_piece *piece, double from, double to)
{
    wend_curve_piece part = *piece;
    part.a = wend_curve_piece_at(piece, from, NULL);
    part.b = wend_curve_piece_at(piece, to, NULL);
    part.begin = piece->begin + (from > 0 ? from : 0);
    return part;
}

wend_curve_piece wend_curve_piece_reversed(const wend_curve_piece *piece)
{
    return (wend_curve_piece){piece->b, piece->a, piece->centre, -piece->turn, piece->begin};
}

bool wend_lane_arc_has(const wend_curve_piece *arc, wend_vec2 direction)
{
    wend_vec2 u = wend_sub(arc->turn > 0 ? arc->a : arc->b, arc->centre);
    wend_vec2 v = wend_sub(arc->turn > 0 ? arc->b : arc->a, arc->centre);
    double between = wend_cross(u, v), along = wend_dot(u, v);
    if (between > 0)
        return wend_cross(u, direction) >= 0 && wend_cross(direction, v) >= 0;
    if (between > -WEND_CURVE_NO_TURN * along) // no turn, as in sweep_of
        return wend_cross(u, direction) == 0 && wend_dot(u, direction) > 0;
    return !(wend_cross(v, direction) > 0 && wend_cross(direction, u) > 0);
}

wend_box wend_curve_piece_box(const wend_curve_piece *piece)
{
    wend_vec2 a = piece->a, b = piece->b, o = piece->centre;
    wend_box box = {{a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y},
                    {a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y}};
    if (!piece->turn)
        return box;
    double radius = wend_curve_piece_radius(piece);
    if (wend_lane_arc_has(piece, (wend_vec2){1, 0}))
        box.max.x = fmax(box.max.x, o.x + radius);
    if (wend_lane_arc_has(piece, (wend_vec2){0, 1}))
        box.max.y = fmax(box.max.y, o.y + radius);
    if (wend_lane_arc_has(piece, (wend_vec2){-1, 0}))
        box.min.x = fmin(box.min.x, o.x - radius);
    if (wend_lane_arc_has(piece, (wend_vec2){0, -1}))
        box.min.y = fmin(box.min.y, o.y - radius);
    return box;
}

// ---- a piece and a point ------------------------------------------------------------------------

/// Closest point to p.
static wend_vec2 closest_point(const wend_curve_piece *piece, wend_vec2 p)
{
    if (!piece->turn)
        return wend_segment_closest((wend_segment){piece->a, piece->b}, p);
    wend_vec2 d = wend_sub(p, piece->centre);
    if ((d.x != 0 || d.y != 0) && wend_lane_arc_has(piece, d))
        return wend_add_scaled(piece->centre, wend_curve_piece_radius(piece), wend_unit(d));
    return wend_distance(p, piece->a) <= wend_distance(p, piece->b) ? piece->a : piece->b;
}

double wend_curve_piece_along(const wend_curve_piece *piece, wend_vec2 p, double *distance)
{
    wend_vec2 at = closest_point(piece, p);
    if (distance)
        *distance = wend_distance(p, at);
    if (!piece->turn)
        return wend_distance(at, piece->a);
    double sweep = sweep_of(piece), radius = wend_curve_piece_radius(piece);
    double angle =
        angle_between(wend_sub(piece->a, piece->centre), wend_sub(at, piece->centre), piece->turn);
    // At the ends rounding may leave the arc.
    if (angle > sweep)
        angle = angle - sweep < FULL_TURN - angle ? sweep : 0;
    return radius * angle;
}

double wend_curve_piece_distance(const wend_curve_piece *piece, wend_vec2 p)
{
    return wend_distance(p, closest_point(piece, p));
}

// ---- two pieces ---------------------------------------------------------------------------------

typedef struct closest {
    double distance;
    wend_vec2 on_p, on_q;
} closest;

static void offer(closest *best, double distance, wend_vec2 on_p, wend_vec2 on_q)
{
    if (distance < best->distance)
        *best = (closest){distance, on_p, on_q};
}

static closest swapped(closest best)
{
    return (closest){best.distance, best.on_q, best.on_p};
}

/// The ends of q.
static void offer_ends(closest *best, const wend_curve_piece *p, const wend_curve_piece *q)
{
    wend_vec2 a = closest_point(p, q->a), b = closest_point(p, q->b);
    offer(best, wend_distance(q->a, a), a, q->a);
    offer(best, wend_distance(q->b, b), b, q->b);
}

/// A line and an arc: the normal through the centre, and the intersections.
static void offer_line_arc(closest *best, const wend_curve_piece *line, const wend_curve_piece *arc)
{
    wend_vec2 ahead = wend_unit(wend_sub(line->b, line->a));
    double length = wend_distance(line->b, line->a), radius = wend_curve_piece_radius(arc);
    double projection = wend_dot(wend_sub(arc->centre, line->a), ahead);
    double height =
        wend_cross(ahead, wend_sub(arc->centre, line->a)); // height of the centre above the line
    wend_vec2 down = height > 0 ? wend_perp_right(ahead) : wend_perp_left(ahead);
    if (projection > 0 && projection < length && wend_lane_arc_has(arc, down))
        offer(best, fabs(fabs(height) - radius), wend_add_scaled(line->a, projection, ahead),
              wend_add_scaled(arc->centre, radius, down));
    double square = (radius - height) * (radius + height);
    for (int side = -1; side < 2 && square >= 0; side += 2) {
        double along = projection + side * sqrt(square);
        wend_vec2 at = wend_add_scaled(line->a, along, ahead);
        if (along > 0 && along < length && wend_lane_arc_has(arc, wend_sub(at, arc->centre)))
            offer(best, 0, at, at);
    }
}

/// Two arcs: the line through their centres, and the intersections.
static void offer_arcs(closest *best, const wend_curve_piece *p, const wend_curve_piece *q)
{
    double apart = wend_distance(q->centre, p->centre);
    wend_vec2 ahead = wend_unit(wend_sub(q->centre, p->centre));
    double p_radius = wend_curve_piece_radius(p), q_radius = wend_curve_piece_radius(q);
    if (!(apart > 0))
        return;
    for (int sides = 0; sides < 4; ++sides) {
        double on_p = sides & 1 ? p_radius : -p_radius, on_q = sides & 2 ? q_radius : -q_radius;
        wend_vec2 p_offset = wend_scale(ahead, on_p), q_offset = wend_scale(ahead, on_q);
        if (wend_lane_arc_has(p, p_offset) && wend_lane_arc_has(q, q_offset))
            offer(best, fabs(apart + on_q - on_p), wend_add(p->centre, p_offset),
                  wend_add(q->centre, q_offset));
    }
    double along = (apart + (p_radius - q_radius) * (p_radius + q_radius) / apart) / 2;
    double square = (p_radius - along) * (p_radius + along);
    for (int side = -1; side < 2 && square >= 0; side += 2) {
        double across = side * sqrt(square);
        wend_vec2 at = {p->centre.x + along * ahead.x - across * ahead.y,
                        p->centre.y + along * ahead.y + across * ahead.x};
        if (wend_lane_arc_has(p, wend_sub(at, p->centre)) &&
            wend_lane_arc_has(q, wend_sub(at, q->centre)))
            offer(best, 0, at, at);
    }
}

static closest closest_of(const wend_curve_piece *p, const wend_curve_piece *q)
{
    closest best = {.distance = INFINITY};
    if (!p->turn && !q->turn) {
        best.distance = wend_segments_distance((wend_segment){p->a, p->b},
                                               (wend_segment){q->a, q->b}, &best.on_p, &best.on_q);
        return best;
    }
    if (p->turn && !q->turn)
        return swapped(closest_of(q, p));
    offer_ends(&best, q, p);
    best = swapped(best);
    offer_ends(&best, p, q);
    if (p->turn)
        offer_arcs(&best, p, q);
    else
        offer_line_arc(&best, p, q);
    return best;
}

double wend_lane_pieces_distance(const wend_curve_piece *p, const wend_curve_piece *q,
                                 wend_vec2 *on_p, wend_vec2 *on_q)
{
    closest best = closest_of(p, q);
    if (on_p)
        *on_p = best.on_p;
    if (on_q)
        *on_q = best.on_q;
    return best.distance;
}

double wend_curve_piece_wall_distance(const wend_curve_piece *piece, wend_segment wall,
                                      wend_vec2 *on_piece, wend_vec2 *on_wall)
{
    wend_curve_piece line = wend_curve_piece_line(wall.a, wall.b);
    return wend_lane_pieces_distance(piece, &line, on_piece, on_wall);
}
