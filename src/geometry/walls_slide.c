// SPDX-License-Identifier: MIT
// Sliding of a disc among walls: it stops where it touches a wall and slides along it.
//
// The centre is swept against the walls, each inflated by the distance to keep: the radius, or the
// distance at the start if that is less. Sweeps and slides are computed with rounding and aim
// slightly (the skin) further out. Every move is verified before it is made: its distance to every
// wall is measured, and whether it meets a wall is decided exactly. A move that fails is shortened,
// and finally abandoned. Rounding can therefore shorten a move, but never lets the disc through a
// wall.
#include "geometry/points.h"
#include "geometry/walls.h"
#include "wend/geometry.h"

#include <math.h>

/// Maximum number of stops in one piece of a move. A corner takes two; the rest is for round walls.
enum { MAX_SLIDES = 6 };

/// Maximum number of times an unverified move is shortened, and the factor.
enum { MAX_CUTS = 12 };
#define CUT_TO 0.5

/// Long moves are made in pieces whose walls are all in one cell, but at most this many.
enum { MAX_PIECES = 64 };

/// Capacity of the list of relevant walls; if there are more, they are looked up each time.
enum { SHORTLIST = 24 };

/// Fractions of the slack: a wall is touched up to SKIN beyond the distance to keep, a sweep stops
/// at STOP beyond, and a slide ends at REST beyond, so that the next wall of a straight row does
/// not stop it.
#define SKIN_OF_SLACK 0.5
#define STOP_OF_SKIN  0.25
#define REST_OF_SKIN  0.75

/// A move is along a wall, not into it, if it approaches by at most this fraction of its length.
#define ALONG 0x1p-44

/// Bound of the rounding error of the distance to a line: fractions of the slack, which is
/// thousands of roundings of a coordinate, and of the length of the move.
#define ROUNDING_OF_SLACK 0x1p-6
#define ROUNDING_OF_MOVE  0x1p-46

// ---- the walls of one piece ---------------------------------------------------------------------

/// A wall that a move may meet, and the distance to keep from it.
typedef struct wall_ahead {
    uint32_t number;
    double kept;
} wall_ahead;

/// One piece of a move: its start and the walls that it may meet.
typedef struct wall_piece {
    const wend_walls *walls;
    wend_vec2 origin; ///< of the whole move
    wend_vec2 start;  ///< of this piece
    double radius, skin;
    double within;   ///< all relevant walls are within this distance of start
    double rounding; ///< differences of distances above this are not rounding
    uint32_t count;  ///< in shortlist; SHORTLIST + 1: more
    wall_ahead shortlist[SHORTLIST];
} wall_piece;

/// Iterates over the walls of a piece.
typedef struct wall_walk {
    uint32_t next;
    wend_wall_scan scan;
} wall_walk;

/// The radius, or the distance at the origin if that is less.
static double find_kept(const wall_piece *piece, uint32_t number)
{
    const wend_walls *walls = piece->walls;
    double beyond = wend_walls_beyond(walls, piece->radius);
    if (wend_walls_rough(&walls->walls[number], piece->origin) > beyond)
        return piece->radius;
    double at_first = wend_segment_distance(wend_walls_segment(walls, number), piece->origin);
    return at_first < piece->radius ? at_first : piece->radius;
}

static wall_walk start_walk(const wall_piece *piece)
{
    wall_walk walk;
    walk.next = 0;
    if (piece->count > SHORTLIST)
        walk.scan = wend_walls_scan(piece->walls, piece->start, piece->within);
    return walk;
}

static bool next_wall(const wall_piece *piece, wall_walk *walk, wall_ahead *ahead)
{
    if (piece->count > SHORTLIST) {
        if (!wend_walls_next(&walk->scan, &ahead->number))
            return false;
        ahead->kept = find_kept(piece, ahead->number);
        return true;
    }
    if (walk->next == piece->count)
        return false;
    *ahead = piece->shortlist[walk->next++];
    return true;
}

static void find_walls(wall_piece *piece)
{
    const wend_walls *walls = piece->walls;
    double beyond = wend_walls_beyond(walls, piece->within);
    uint32_t number;
    wend_wall_scan scan = wend_walls_scan(walls, piece->start, piece->within);
    piece->count = 0;
    while (wend_walls_next(&scan, &number)) {
        if (wend_walls_rough(&walls->walls[number], piece->start) > beyond)
            continue;
        if (piece->count == SHORTLIST) {
            piece->count = SHORTLIST + 1;
            return;
        }
        piece->shortlist[piece->count++] = (wall_ahead){number, find_kept(piece, number)};
    }
}

// ---- verifying ----------------------------------------------------------------------------------

/// True if both ends of the move lie on one side of the wall's line and further from it than the
/// given distance. Fast; false: undecided.
static bool far_from_line(const wend_wall *wall, wend_segment move, double distance)
{
    wend_vec2 d = wend_sub(wall->b, wall->a);
    wend_vec2 u = wend_sub(move.a, wall->a), v = wend_sub(move.b, wall->a);
    double at_a = wend_cross(d, u), at_b = wend_cross(d, v);
    if (at_a < 0) {
        at_a = -at_a;
        at_b = -at_b;
    }
    double nearer = at_a < at_b ? at_a : at_b;
    return nearer > 0 && nearer * nearer * wall->per_square > distance * distance;
}

/// True if this wall permits the move; `more` is required beyond the distance to keep.
static bool passes(const wall_piece *piece, wall_ahead ahead, wend_segment move, double more)
{
    const wend_wall *wall = &piece->walls->walls[ahead.number];
    double minimum = ahead.kept + more;
    if (far_from_line(wall, move, (minimum > 0 ? minimum : 0) + piece->rounding))
        return true;
    wend_segment segment = {wall->a, wall->b};
    if (wend_segment_distance(segment, move.a) < minimum)
        return false;
    double distance = wend_segments_distance(move, segment, NULL, NULL);
    if (distance > 0)
        return distance >= minimum;
    // They meet. From a point on a wall, moves to either side or along it are permitted.
    return minimum <= 0 && wend_on_segment(segment, move.a);
}

static bool verified(const wall_piece *piece, wend_vec2 from, wend_vec2 to, double more)
{
    wall_ahead ahead;
    wall_walk walk = start_walk(piece);
    while (next_wall(piece, &walk, &ahead)) {
        if (!passes(piece, ahead, (wend_segment){from, to}, more))
            return false;
    }
    return true;
}

// ---- touching -----------------------------------------------------------------------------------

/// A wall that is touched: the direction away from it, and the distance.
typedef struct wall_touch {
    wend_vec2 away;
    double distance, kept;
    bool is; ///< false: it is not touched, or ...
    bool on; ///< ... the centre is on it, and may leave to either side
} wall_touch;

/// Direction away from a wall; false for a centre on it, which may leave to either side. Beside a
/// wall it is perpendicular to it: the direction to the closest point would be too inaccurate at
/// short distances.
static bool away_from(const wend_wall *wall, wend_vec2 p, wend_vec2 closest, wend_vec2 *away)
{
    wend_vec2 from = wend_sub(p, closest);
    double size = wend_length(from);
    if (!wend_equal(closest, wall->a) && !wend_equal(closest, wall->b)) {
        wend_vec2 d = wend_sub(wall->b, wall->a);
        int side = wend_orient2d(wall->a, wall->b, p);
        from = (wend_vec2){-d.y * side, d.x * side};
        size = wend_length(from);
    }
    *away = (wend_vec2){from.x / size, from.y / size};
    return size > 0;
}

static wall_touch touch_of(const wall_piece *piece, wall_ahead ahead, wend_vec2 p)
{
    const wend_wall *wall = &piece->walls->walls[ahead.number];
    wend_vec2 closest = wend_segment_closest((wend_segment){wall->a, wall->b}, p);
    wall_touch touch = {.distance = wend_distance(p, closest), .kept = ahead.kept};
    if (touch.distance <= touch.kept + piece->skin) {
        touch.is = away_from(wall, p, closest, &touch.away);
        touch.on = !touch.is;
    }
    return touch;
}

/// The touched wall that the move enters most; not `is` if it enters none by more than `along`.
static wall_touch most_obstructing(const wall_piece *piece, wend_vec2 p, wend_vec2 by, double along)
{
    wall_ahead ahead;
    wall_touch worst = {.is = false};
    double maximum = -along;
    wall_walk walk = start_walk(piece);
    while (next_wall(piece, &walk, &ahead)) {
        wall_touch touch = touch_of(piece, ahead, p);
        if (touch.is && wend_dot(touch.away, by) < maximum) {
            maximum = wend_dot(touch.away, by);
            worst = touch;
        }
    }
    return worst;
}

/// The remainder of a move that must not enter the touched walls. The permitted directions form an
/// angle; if it is open and less than a right angle away, its nearer side is along the most
/// obstructing wall. Otherwise nothing remains.
static wend_vec2 without_obstruction(const wall_piece *piece, wend_vec2 p, wend_vec2 by)
{
    double along = ALONG * wend_length(by);
    wall_touch first = most_obstructing(piece, p, by, along);
    if (!first.is)
        return by;
    by = wend_add_scaled(by, -wend_dot(by, first.away), first.away);
    return most_obstructing(piece, p, by, along).is ? (wend_vec2){0, 0} : by;
}

/// Moves a disc that touches walls to the distance of a slide. A disc that is much too close is not
/// pushed: there may be a wall on its other side.
static wend_vec2 settle(const wall_piece *piece, wend_vec2 p)
{
    wall_ahead ahead;
    double slack = piece->walls->slack;
    wall_walk walk = start_walk(piece);
    while (next_wall(piece, &walk, &ahead)) {
        wall_touch touch = touch_of(piece, ahead, p);
        double push = touch.kept + REST_OF_SKIN * piece->skin - touch.distance;
        if (!touch.is || push <= 0 || touch.kept < piece->radius - slack)
            continue;
        wend_vec2 out = wend_add_scaled(p, push, touch.away);
        if (verified(piece, p, out, -slack))
            p = out;
    }
    return p;
}

// ---- sweeping -----------------------------------------------------------------------------------

/// Time at which p, moving by `by` in unit time, comes within r of a corner; 1 if never.
static double meets_corner(wend_vec2 p, wend_vec2 by, wend_vec2 corner, double r)
{
    wend_vec2 m = wend_sub(p, corner);
    double toward = -wend_dot(m, by), outside = wend_length_squared(m) - r * r;
    double root = toward * toward - wend_length_squared(by) * outside;
    if (!(toward > 0) || root < 0)
        return 1;
    return outside <= 0 ? 0 : outside / (toward + sqrt(root));
}

/// The same for the two sides of a wall.
static double meets_side(wend_vec2 p, wend_vec2 by, const wend_wall *wall, double r)
{
    wend_vec2 d = wend_sub(wall->b, wall->a), m = wend_sub(p, wall->a);
    double wall_length = wend_length(d);
    if (!(wall_length > 0))
        return 1;
    wend_vec2 normal = {-d.y / wall_length, d.x / wall_length};
    double height = wend_dot(m, normal), climb = wend_dot(by, normal);
    if (height < 0) {
        height = -height;
        climb = -climb;
    }
    if (!(climb < 0) || height < r)
        return 1;
    double t = (r - height) / climb;
    double projection = wend_dot(wend_add_scaled(m, t, by), d) * wall->per_square;
    return projection >= 0 && projection <= 1 ? t : 1;
}

/// The fraction of the move until it touches the first wall that is not touched yet.
static double sweep(const wall_piece *piece, wend_vec2 p, wend_vec2 by)
{
    wall_ahead ahead;
    double first = 1;
    wall_walk walk = start_walk(piece);
    while (next_wall(piece, &walk, &ahead)) {
        wall_touch touch = touch_of(piece, ahead, p);
        if (touch.is || touch.on)
            continue;
        const wend_wall *wall = &piece->walls->walls[ahead.number];
        double r = ahead.kept + STOP_OF_SKIN * piece->skin;
        first = fmin(first, meets_side(p, by, wall, r));
        first = fmin(first, meets_corner(p, by, wall->a, r));
        first = fmin(first, meets_corner(p, by, wall->b, r));
    }
    return first;
}

// ---- the move -----------------------------------------------------------------------------------

/// Moves p as far as can be verified, at most by `by`, and returns the fraction moved.
static double advance(const wall_piece *piece, wend_vec2 *p, wend_vec2 by)
{
    double part = 1;
    for (int cut = 0; cut <= MAX_CUTS; ++cut, part *= CUT_TO) {
        wend_vec2 to = wend_add_scaled(*p, part, by);
        if (verified(piece, *p, to, -piece->walls->slack)) {
            *p = to;
            return part;
        }
    }
    return 0;
}

static wend_vec2 slide_piece(wall_piece *piece, wend_vec2 by)
{
    wend_vec2 p = piece->start;
    for (int slide = 0; slide < MAX_SLIDES; ++slide) {
        p = settle(piece, p);
        by = without_obstruction(piece, p, by);
        if (by.x == 0 && by.y == 0)
            break;
        double free_part = sweep(piece, p, by);
        double part = free_part * advance(piece, &p, wend_scale(by, free_part));
        if (part == 0 || part == 1)
            break;
        by = (wend_vec2){by.x * (1 - part), by.y * (1 - part)};
    }
    return p;
}

wend_vec2 wend_walls_slide_along(const wend_walls *walls, wend_vec2 p, wend_vec2 by, double radius)
{
    wend_vec2 end = wend_add(p, by);
    double length = wend_length(by);
    if (!isfinite(p.x + p.y) || !isfinite(end.x + end.y) || !isfinite(length))
        return p;
    if (!walls || walls->count == 0 || length == 0)
        return end;
    radius = radius > 0 ? fmin(radius, WEND_MAX_COORDINATE) : 0;
    wend_vec2 origin = p;
    double skin = SKIN_OF_SLACK * walls->slack;
    double more = radius + WEND_WALLS_GAP * walls->slack;
    // No wall near: the most frequent case.
    if (length + more <= walls->reach ? !wend_walls_maybe_near(walls, p)
                                      : wend_box_distance(walls->box, p) > length + more)
        return end;
    double stride = fmax(fmax(walls->reach - more, walls->reach / 4), length / MAX_PIECES);
    uint32_t pieces = length > stride ? (uint32_t)ceil(length / stride) : 1;
    wend_vec2 step = {by.x / pieces, by.y / pieces};
    bool straight = true; // so far: then the rounding errors of pieces do not add up
    for (uint32_t i = 1; i <= pieces; ++i) {
        wall_piece piece; // not zeroed: its list is long
        piece.walls = walls;
        piece.origin = origin;
        piece.start = p;
        piece.radius = radius;
        piece.skin = skin;
        piece.rounding = ROUNDING_OF_SLACK * walls->slack + ROUNDING_OF_MOVE * length;
        piece.within = 1.01 * length / pieces + more;
        find_walls(&piece);
        wend_vec2 to = !straight     ? wend_add(p, step)
                       : i == pieces ? end
                                     : wend_add_scaled(origin, (double)i / pieces, by);
        if (verified(&piece, p, to, skin)) {
            p = to;
        } else {
            p = slide_piece(&piece, step);
            straight = false;
        }
    }
    return p;
}
