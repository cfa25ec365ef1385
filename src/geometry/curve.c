// SPDX-License-Identifier: MIT
// Lines and arcs. Whether a direction lies within an arc is told by cross products; an angle is
// taken only where a length is asked for.
#include "geometry/curve.h"
#include "core/angle.h"
#include "wend/geometry.h"

#define FULL_TURN (4 * WEND_HALF_PI)

static double dot(wend_vec2 a, wend_vec2 b)
{
    return a.x * b.x + a.y * b.y;
}

static double cross(wend_vec2 a, wend_vec2 b)
{
    return a.x * b.y - a.y * b.x;
}

static wend_vec2 minus(wend_vec2 a, wend_vec2 b)
{
    return (wend_vec2){a.x - b.x, a.y - b.y};
}

/// p + t d
static wend_vec2 plus(wend_vec2 p, double t, wend_vec2 d)
{
    return (wend_vec2){p.x + t * d.x, p.y + t * d.y};
}

static double length_of(wend_vec2 a)
{
    return sqrt(a.x * a.x + a.y * a.y);
}

static wend_vec2 unit(wend_vec2 a)
{
    double length = length_of(a);
    return length > 0 ? (wend_vec2){a.x / length, a.y / length} : (wend_vec2){0, 0};
}

/// From a turned by 90 degrees in the sense of an arc.
static wend_vec2 turned(wend_vec2 a, int turn)
{
    return turn > 0 ? (wend_vec2){-a.y, a.x} : (wend_vec2){a.y, -a.x};
}

/// The angle from u to v in the sense of a turn, 0..360 degrees.
static double angle_between(wend_vec2 u, wend_vec2 v, int turn)
{
    double angle = wend_atan2(turn * cross(u, v), dot(u, v));
    return angle < 0 ? angle + FULL_TURN : angle;
}

// ---- one piece ----------------------------------------------------------------------------------

double wend_lane_piece_radius(const wend_lane_piece *piece)
{
    return piece->turn ? length_of(minus(piece->a, piece->centre)) : INFINITY;
}

/// How far an arc turns, whichever way.
static double sweep_of(const wend_lane_piece *arc)
{
    double angle = angle_between(minus(arc->a, arc->centre), minus(arc->b, arc->centre), arc->turn);
    return angle < FULL_TURN - WEND_LANE_NO_TURN ? angle : 0;
}

double wend_lane_piece_turning(const wend_lane_piece *piece)
{
    return piece->turn ? piece->turn * sweep_of(piece) : 0;
}

double wend_lane_piece_length(const wend_lane_piece *piece)
{
    return piece->turn ? wend_lane_piece_radius(piece) * sweep_of(piece)
                       : length_of(minus(piece->b, piece->a));
}

wend_vec2 wend_lane_piece_start_direction(const wend_lane_piece *piece)
{
    return piece->turn ? unit(turned(minus(piece->a, piece->centre), piece->turn))
                       : unit(minus(piece->b, piece->a));
}

wend_vec2 wend_lane_piece_end_direction(const wend_lane_piece *piece)
{
    return piece->turn ? unit(turned(minus(piece->b, piece->centre), piece->turn))
                       : unit(minus(piece->b, piece->a));
}

wend_vec2 wend_lane_piece_at(const wend_lane_piece *piece, double along, wend_vec2 *direction)
{
    if (!(along > 0) || along >= wend_lane_piece_length(piece)) {
        bool at_start = !(along > 0);
        if (direction)
            *direction = at_start ? wend_lane_piece_start_direction(piece)
                                  : wend_lane_piece_end_direction(piece);
        return at_start ? piece->a : piece->b;
    }
    if (!piece->turn) {
        wend_vec2 ahead = unit(minus(piece->b, piece->a));
        if (direction)
            *direction = ahead;
        return plus(piece->a, along, ahead);
    }
    wend_vec2 arm = minus(piece->a, piece->centre);
    double s, c;
    wend_sin_cos(piece->turn * along / length_of(arm), &s, &c);
    wend_vec2 now = {c * arm.x - s * arm.y, s * arm.x + c * arm.y};
    if (direction)
        *direction = unit(turned(now, piece->turn));
    return plus(piece->centre, 1, now);
}

wend_lane_piece wend_lane_piece_part(const wend_lane_piece *piece, double from, double to)
{
    wend_lane_piece part = *piece;
    part.a = wend_lane_piece_at(piece, from, NULL);
    part.b = wend_lane_piece_at(piece, to, NULL);
    part.begin = piece->begin + (from > 0 ? from : 0);
    return part;
}

wend_lane_piece wend_lane_piece_reversed(const wend_lane_piece *piece)
{
    return (wend_lane_piece){piece->b, piece->a, piece->centre, -piece->turn, piece->begin};
}

bool wend_lane_arc_has(const wend_lane_piece *arc, wend_vec2 direction)
{
    wend_vec2 u = minus(arc->turn > 0 ? arc->a : arc->b, arc->centre);
    wend_vec2 v = minus(arc->turn > 0 ? arc->b : arc->a, arc->centre);
    double between = cross(u, v), along = dot(u, v);
    if (between > 0)
        return cross(u, direction) >= 0 && cross(direction, v) >= 0;
    if (between > -WEND_LANE_NO_TURN * along) // no turn, as sweep_of has it
        return cross(u, direction) == 0 && dot(u, direction) > 0;
    return !(cross(v, direction) > 0 && cross(direction, u) > 0);
}

wend_box wend_lane_piece_box(const wend_lane_piece *piece)
{
    wend_vec2 a = piece->a, b = piece->b, o = piece->centre;
    wend_box box = {{a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y},
                    {a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y}};
    if (!piece->turn)
        return box;
    double radius = wend_lane_piece_radius(piece);
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

/// The nearest place to p.
static wend_vec2 nearest_place(const wend_lane_piece *piece, wend_vec2 p)
{
    if (!piece->turn)
        return wend_segment_closest((wend_segment){piece->a, piece->b}, p);
    wend_vec2 d = minus(p, piece->centre);
    if ((d.x != 0 || d.y != 0) && wend_lane_arc_has(piece, d))
        return plus(piece->centre, wend_lane_piece_radius(piece), unit(d));
    return length_of(minus(p, piece->a)) <= length_of(minus(p, piece->b)) ? piece->a : piece->b;
}

double wend_lane_piece_along(const wend_lane_piece *piece, wend_vec2 p, double *distance)
{
    wend_vec2 at = nearest_place(piece, p);
    if (distance)
        *distance = length_of(minus(p, at));
    if (!piece->turn)
        return length_of(minus(at, piece->a));
    double sweep = sweep_of(piece), radius = wend_lane_piece_radius(piece);
    double angle =
        angle_between(minus(piece->a, piece->centre), minus(at, piece->centre), piece->turn);
    // At the ends rounding may lead out of the arc.
    if (angle > sweep)
        angle = angle - sweep < FULL_TURN - angle ? sweep : 0;
    return radius * angle;
}

double wend_lane_piece_distance(const wend_lane_piece *piece, wend_vec2 p)
{
    return length_of(minus(p, nearest_place(piece, p)));
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
static void offer_ends(closest *best, const wend_lane_piece *p, const wend_lane_piece *q)
{
    wend_vec2 a = nearest_place(p, q->a), b = nearest_place(p, q->b);
    offer(best, length_of(minus(q->a, a)), a, q->a);
    offer(best, length_of(minus(q->b, b)), b, q->b);
}

/// A line and an arc: the normal through the centre, and where they cross.
static void offer_line_arc(closest *best, const wend_lane_piece *line, const wend_lane_piece *arc)
{
    wend_vec2 ahead = unit(minus(line->b, line->a));
    double length = length_of(minus(line->b, line->a)), radius = wend_lane_piece_radius(arc);
    double foot = dot(minus(arc->centre, line->a), ahead);
    double height = cross(ahead, minus(arc->centre, line->a)); // of the centre over the line
    wend_vec2 down = height > 0 ? (wend_vec2){ahead.y, -ahead.x} : (wend_vec2){-ahead.y, ahead.x};
    if (foot > 0 && foot < length && wend_lane_arc_has(arc, down))
        offer(best, fabs(fabs(height) - radius), plus(line->a, foot, ahead),
              plus(arc->centre, radius, down));
    double square = (radius - height) * (radius + height);
    for (int side = -1; side < 2 && square >= 0; side += 2) {
        double along = foot + side * sqrt(square);
        wend_vec2 at = plus(line->a, along, ahead);
        if (along > 0 && along < length && wend_lane_arc_has(arc, minus(at, arc->centre)))
            offer(best, 0, at, at);
    }
}

/// Two arcs: the line through their centres, and where they cross.
static void offer_arcs(closest *best, const wend_lane_piece *p, const wend_lane_piece *q)
{
    double apart = length_of(minus(q->centre, p->centre));
    wend_vec2 ahead = unit(minus(q->centre, p->centre));
    double p_radius = wend_lane_piece_radius(p), q_radius = wend_lane_piece_radius(q);
    if (!(apart > 0))
        return;
    for (int sides = 0; sides < 4; ++sides) {
        double on_p = sides & 1 ? p_radius : -p_radius, on_q = sides & 2 ? q_radius : -q_radius;
        wend_vec2 p_way = {ahead.x * on_p, ahead.y * on_p},
                  q_way = {ahead.x * on_q, ahead.y * on_q};
        if (wend_lane_arc_has(p, p_way) && wend_lane_arc_has(q, q_way))
            offer(best, fabs(apart + on_q - on_p), plus(p->centre, 1, p_way),
                  plus(q->centre, 1, q_way));
    }
    double along = (apart + (p_radius - q_radius) * (p_radius + q_radius) / apart) / 2;
    double square = (p_radius - along) * (p_radius + along);
    for (int side = -1; side < 2 && square >= 0; side += 2) {
        double across = side * sqrt(square);
        wend_vec2 at = {p->centre.x + along * ahead.x - across * ahead.y,
                        p->centre.y + along * ahead.y + across * ahead.x};
        if (wend_lane_arc_has(p, minus(at, p->centre)) &&
            wend_lane_arc_has(q, minus(at, q->centre)))
            offer(best, 0, at, at);
    }
}

static closest closest_of(const wend_lane_piece *p, const wend_lane_piece *q)
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

double wend_lane_pieces_distance(const wend_lane_piece *p, const wend_lane_piece *q,
                                 wend_vec2 *on_p, wend_vec2 *on_q)
{
    closest best = closest_of(p, q);
    if (on_p)
        *on_p = best.on_p;
    if (on_q)
        *on_q = best.on_q;
    return best.distance;
}

double wend_lane_piece_wall_distance(const wend_lane_piece *piece, wend_segment wall,
                                     wend_vec2 *on_piece, wend_vec2 *on_wall)
{
    wend_lane_piece line = wend_lane_piece_line(wall.a, wall.b);
    return wend_lane_pieces_distance(piece, &line, on_piece, on_wall);
}
