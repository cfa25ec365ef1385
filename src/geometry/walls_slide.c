// SPDX-License-Identifier: MIT
// A disc that moves among walls: it stops where it touches one and slides along.
//
// The centre is swept against the walls, each grown by the distance that it must keep: the radius,
// or how far it was at the start where that is less. Sweeps and slides are computed with rounding
// and aim a little (the skin) further out; no move is made that has not been verified: its distance
// to every wall is measured, and whether it meets a wall is decided exactly. A move that does not
// pass is shortened, and given up at last. So rounding can cost a disc some of its way, but never
// lets it through.
#include "geometry/points.h"
#include "geometry/walls.h"
#include "wend/geometry.h"

#include <math.h>

/// Stops and turns in one piece of a move. In a corner two are enough; the rest is for round walls.
enum { MOST_SLIDES = 6 };

/// How often a move is shortened that could not be verified, and to which part.
enum { MOST_CUTS = 12 };
#define CUT_TO 0.5

/// A long move is made in pieces that find all their walls in one cell, but not in more than this.
enum { MOST_PIECES = 64 };

/// The walls that matter are kept in a list as long as this; where there are more, they are looked
/// up each time.
enum { SHORTLIST = 24 };

/// Parts of the slack: a wall is touched if no further than SKIN beyond what is to be kept, a sweep
/// stops at STOP beyond, and a slide ends at REST beyond, so that it is not stopped by the next
/// wall of a straight row.
#define SKIN_OF_SLACK 0.5
#define STOP_OF_SKIN  0.25
#define REST_OF_SKIN  0.75

/// A move is along a wall, and not into it, if it gets no nearer than this part of its length.
#define ALONG 0x1p-44

/// More than rounding takes from the distance to a line: parts of the slack, which is thousands of
/// roundings of a coordinate, and of the length of the move.
#define ROUNDING_OF_SLACK 0x1p-6
#define ROUNDING_OF_WAY   0x1p-46

static double dot(wend_vec2 u, wend_vec2 v)
{
    return u.x * v.x + u.y * v.y;
}

static wend_vec2 plus(wend_vec2 u, wend_vec2 v, double factor)
{
    return (wend_vec2){u.x + factor * v.x, u.y + factor * v.y};
}

static wend_vec2 minus(wend_vec2 u, wend_vec2 v)
{
    return (wend_vec2){u.x - v.x, u.y - v.y};
}

static double length(wend_vec2 v)
{
    return sqrt(dot(v, v));
}

// ---- the walls of one piece ---------------------------------------------------------------------

/// A wall that a move may meet, and the distance that is to be kept from it.
typedef struct wall_ahead {
    uint32_t number;
    double kept;
} wall_ahead;

/// One piece of a move: where it began and the walls that it may meet.
typedef struct wall_piece {
    const wend_walls *walls;
    wend_vec2 origin; ///< of the whole move
    wend_vec2 start;  ///< of this piece
    double radius, skin;
    double within;   ///< of start are all walls that matter
    double rounding; ///< a difference of distances that is no rounding any more
    uint32_t count;  ///< in shortlist; SHORTLIST + 1: there are more
    wall_ahead shortlist[SHORTLIST];
} wall_piece;

/// Goes through the walls of a piece.
typedef struct wall_walk {
    uint32_t next;
    wend_wall_scan scan;
} wall_walk;

/// The radius, or the distance at the origin where that is less.
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

/// True if both ends of the move lie on one side of the wall's line and further from it than that.
/// Quick; false means nothing.
static bool far_from_line(const wend_wall *wall, wend_segment move, double distance)
{
    wend_vec2 d = minus(wall->b, wall->a);
    wend_vec2 u = minus(move.a, wall->a), v = minus(move.b, wall->a);
    double at_a = d.x * u.y - d.y * u.x, at_b = d.x * v.y - d.y * v.x;
    if (at_a < 0) {
        at_a = -at_a;
        at_b = -at_b;
    }
    double nearer = at_a < at_b ? at_a : at_b;
    return nearer > 0 && nearer * nearer * wall->per_square > distance * distance;
}

/// True if the move may be made as far as this wall is concerned; `more` is asked beyond what is to
/// be kept.
static bool passes(const wall_piece *piece, wall_ahead ahead, wend_segment move, double more)
{
    const wend_wall *wall = &piece->walls->walls[ahead.number];
    double least = ahead.kept + more;
    if (far_from_line(wall, move, (least > 0 ? least : 0) + piece->rounding))
        return true;
    wend_segment segment = {wall->a, wall->b};
    if (wend_segment_distance(segment, move.a) < least)
        return false;
    double distance = wend_segments_distance(move, segment, NULL, NULL);
    if (distance > 0)
        return distance >= least;
    // They meet. From a wall one may go off to either side, or along.
    return least <= 0 && wend_on_segment(segment, move.a);
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

/// A wall that is touched: the direction away from it, and how far it is.
typedef struct wall_touch {
    wend_vec2 away;
    double distance, kept;
    bool is; ///< false: it is not touched, or
    bool on; ///< the centre is on it, and may go off to either side
} wall_touch;

/// The direction away from a wall; false for one on it, who may go off to either side. Beside a
/// wall it is square to it: the closest point would be too rough where that is very near.
static bool away_from(const wend_wall *wall, wend_vec2 p, wend_vec2 closest, wend_vec2 *away)
{
    wend_vec2 from = minus(p, closest);
    double size = length(from);
    if (!wend_same_place(closest, wall->a) && !wend_same_place(closest, wall->b)) {
        wend_vec2 d = minus(wall->b, wall->a);
        int side = wend_orient2d(wall->a, wall->b, p);
        from = (wend_vec2){-d.y * side, d.x * side};
        size = length(from);
    }
    *away = (wend_vec2){from.x / size, from.y / size};
    return size > 0;
}

static wall_touch touch_of(const wall_piece *piece, wall_ahead ahead, wend_vec2 p)
{
    const wend_wall *wall = &piece->walls->walls[ahead.number];
    wend_vec2 closest = wend_segment_closest((wend_segment){wall->a, wall->b}, p);
    wall_touch touch = {.distance = length(minus(p, closest)), .kept = ahead.kept};
    if (touch.distance <= touch.kept + piece->skin) {
        touch.is = away_from(wall, p, closest, &touch.away);
        touch.on = !touch.is;
    }
    return touch;
}

/// The touched wall that the move goes into most; not `is` if it goes into none by more than
/// `along`.
static wall_touch most_hindered(const wall_piece *piece, wend_vec2 p, wend_vec2 by, double along)
{
    wall_ahead ahead;
    wall_touch worst = {.is = false};
    double most = -along;
    wall_walk walk = start_walk(piece);
    while (next_wall(piece, &walk, &ahead)) {
        wall_touch touch = touch_of(piece, ahead, p);
        if (touch.is && dot(touch.away, by) < most) {
            most = dot(touch.away, by);
            worst = touch;
        }
    }
    return worst;
}

/// What is left of a move when it may not go into the walls that are touched. The directions that
/// are left form an angle; where it is open and less than a right angle away, its nearer side is
/// along the wall that is most in the way. Otherwise nothing is left.
static wend_vec2 without_hindrance(const wall_piece *piece, wend_vec2 p, wend_vec2 by)
{
    double along = ALONG * length(by);
    wall_touch first = most_hindered(piece, p, by, along);
    if (!first.is)
        return by;
    by = plus(by, first.away, -dot(by, first.away));
    return most_hindered(piece, p, by, along).is ? (wend_vec2){0, 0} : by;
}

/// Takes a disc that touches walls as far from them as a slide should be. One that is much too
/// close is not pushed: there may be a wall on its other side.
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
        wend_vec2 out = plus(p, touch.away, push);
        if (verified(piece, p, out, -slack))
            p = out;
    }
    return p;
}

// ---- sweeping -----------------------------------------------------------------------------------

/// When p, moving by `by` in a time of 1, gets as close as r to a corner; 1 if not.
static double meets_corner(wend_vec2 p, wend_vec2 by, wend_vec2 corner, double r)
{
    wend_vec2 m = minus(p, corner);
    double toward = -dot(m, by), outside = dot(m, m) - r * r;
    double root = toward * toward - dot(by, by) * outside;
    if (!(toward > 0) || root < 0)
        return 1;
    return outside <= 0 ? 0 : outside / (toward + sqrt(root));
}

/// The same for the two sides of a wall.
static double meets_side(wend_vec2 p, wend_vec2 by, const wend_wall *wall, double r)
{
    wend_vec2 d = minus(wall->b, wall->a), m = minus(p, wall->a);
    double long_way = length(d);
    if (!(long_way > 0))
        return 1;
    wend_vec2 normal = {-d.y / long_way, d.x / long_way};
    double height = dot(m, normal), climb = dot(by, normal);
    if (height < 0) {
        height = -height;
        climb = -climb;
    }
    if (!(climb < 0) || height < r)
        return 1;
    double t = (r - height) / climb;
    double foot = dot(plus(m, by, t), d) * wall->per_square;
    return foot >= 0 && foot <= 1 ? t : 1;
}

/// The part of the move until the first wall that is not touched yet is.
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

/// Moves p as far as can be verified, at most by `by`, and returns which part of it that was.
static double advance(const wall_piece *piece, wend_vec2 *p, wend_vec2 by)
{
    double part = 1;
    for (int cut = 0; cut <= MOST_CUTS; ++cut, part *= CUT_TO) {
        wend_vec2 to = plus(*p, by, part);
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
    for (int slide = 0; slide < MOST_SLIDES; ++slide) {
        p = settle(piece, p);
        by = without_hindrance(piece, p, by);
        if (by.x == 0 && by.y == 0)
            break;
        double free_part = sweep(piece, p, by);
        double part =
            free_part * advance(piece, &p, (wend_vec2){by.x * free_part, by.y * free_part});
        if (part == 0 || part == 1)
            break;
        by = (wend_vec2){by.x * (1 - part), by.y * (1 - part)};
    }
    return p;
}

wend_vec2 wend_walls_slide_along(const wend_walls *walls, wend_vec2 p, wend_vec2 by, double radius)
{
    wend_vec2 end = {p.x + by.x, p.y + by.y};
    double way = length(by);
    if (!isfinite(p.x + p.y) || !isfinite(end.x + end.y) || !isfinite(way))
        return p;
    if (!walls || walls->count == 0 || way == 0)
        return end;
    radius = radius > 0 ? fmin(radius, WEND_MAX_COORDINATE) : 0;
    wend_vec2 origin = p;
    double skin = SKIN_OF_SLACK * walls->slack;
    double more = radius + WEND_WALLS_GAP * walls->slack;
    // Nothing near: by far the most usual.
    if (way + more <= walls->reach ? !wend_walls_maybe_near(walls, p)
                                   : wend_box_distance(walls->box, p) > way + more)
        return end;
    double stride = fmax(fmax(walls->reach - more, walls->reach / 4), way / MOST_PIECES);
    uint32_t pieces = way > stride ? (uint32_t)ceil(way / stride) : 1;
    wend_vec2 step = {by.x / pieces, by.y / pieces};
    bool straight = true; // so far: then the rounding of pieces does not add up
    for (uint32_t i = 1; i <= pieces; ++i) {
        wall_piece piece; // not set to zero: its list is long
        piece.walls = walls;
        piece.origin = origin;
        piece.start = p;
        piece.radius = radius;
        piece.skin = skin;
        piece.rounding = ROUNDING_OF_SLACK * walls->slack + ROUNDING_OF_WAY * way;
        piece.within = 1.01 * way / pieces + more;
        find_walls(&piece);
        wend_vec2 to = !straight     ? plus(p, step, 1)
                       : i == pieces ? end
                                     : plus(origin, by, (double)i / pieces);
        if (verified(&piece, p, to, skin)) {
            p = to;
        } else {
            p = slide_piece(&piece, step);
            straight = false;
        }
    }
    return p;
}
