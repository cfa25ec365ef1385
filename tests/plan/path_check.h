// SPDX-License-Identifier: MIT
// Whether a path of a disc is one: by distances to every wall of the floor, one by one, without the
// mesh. Slow and plain, so that it can be trusted more than the search.
#ifndef WEND_TESTS_PLAN_PATH_CHECK_H
#define WEND_TESTS_PLAN_PATH_CHECK_H

#include "geometry/floor.h"
#include "wend/path.h"
#include "wend/vec2.h"

#include <math.h>
#include <stdlib.h>

#define TWO_PI 6.283185307179586477

/// The walls of a floor and their ends, each once.
typedef struct plain_walls {
    wend_segment *walls;
    wend_vec2 *corners;
    uint32_t wall_count, corner_count;
    double slack; ///< the floor's tolerance: so much nearer is no fault, for points are rounded
} plain_walls;

static inline wend_vec2 vec(double x, double y)
{
    return (wend_vec2){x, y};
}

static inline wend_vec2 minus(wend_vec2 a, wend_vec2 b)
{
    return vec(a.x - b.x, a.y - b.y);
}

/// a + t b
static inline wend_vec2 plus(wend_vec2 a, double t, wend_vec2 b)
{
    return vec(a.x + t * b.x, a.y + t * b.y);
}

static inline double dot(wend_vec2 a, wend_vec2 b)
{
    return a.x * b.x + a.y * b.y;
}

static inline double cross(wend_vec2 a, wend_vec2 b)
{
    return a.x * b.y - a.y * b.x;
}

/// Turned by 90 degrees, counter-clockwise.
static inline wend_vec2 left_of(wend_vec2 a)
{
    return vec(-a.y, a.x);
}

static inline double distance(wend_vec2 a, wend_vec2 b)
{
    return sqrt(dot(minus(b, a), minus(b, a)));
}

// fmin and fmax are calls, for they care about what is not a number.
static inline double least(double a, double b)
{
    return a < b ? a : b;
}

static inline double most(double a, double b)
{
    return a > b ? a : b;
}

// ---- walls --------------------------------------------------------------------------------------

static inline bool same_wall(wend_segment s, wend_segment t)
{
    return (wend_equal(s.a, t.a) && wend_equal(s.b, t.b)) ||
           (wend_equal(s.a, t.b) && wend_equal(s.b, t.a));
}

static inline void plain_walls_free(plain_walls *plain)
{
    free(plain->walls);
    free(plain->corners);
    *plain = (plain_walls){0};
}

/// False: out of memory.
static inline bool plain_walls_of(const wend_floor *floor, plain_walls *plain)
{
    *plain = (plain_walls){.slack = floor->tolerance};
    plain->walls = malloc((floor->wall_count + 1) * sizeof *plain->walls);
    plain->corners = malloc((floor->wall_count + 1) * sizeof *plain->corners);
    if (!plain->walls || !plain->corners) {
        plain_walls_free(plain);
        return false;
    }
    for (uint32_t i = 0; i < floor->wall_count; i++) {
        wend_segment wall = wend_wall_segment(floor, i);
        bool known = false;
        for (uint32_t k = 0; k < plain->wall_count && !known; k++)
            known = same_wall(plain->walls[k], wall);
        if (!known)
            plain->walls[plain->wall_count++] = wall;
        known = false;
        for (uint32_t k = 0; k < plain->corner_count && !known; k++)
            known = wend_equal(plain->corners[k], wall.a);
        if (!known)
            plain->corners[plain->corner_count++] = wall.a;
    }
    return true;
}

// ---- distances ----------------------------------------------------------------------------------

static inline double point_distance(wend_vec2 p, wend_segment s)
{
    wend_vec2 along = minus(s.b, s.a);
    double square = dot(along, along);
    double t = square > 0 ? dot(minus(p, s.a), along) / square : 0;
    return distance(p, plus(s.a, most(0, least(1, t)), along));
}

/// Where segments nearly touch, rounding may take a crossing for none; but then an end of one is
/// as near to the other.
static inline bool segments_cross(wend_segment s, wend_segment t)
{
    wend_vec2 u = minus(s.b, s.a), v = minus(t.b, t.a);
    double a = cross(u, minus(t.a, s.a)), b = cross(u, minus(t.b, s.a));
    double c = cross(v, minus(s.a, t.a)), d = cross(v, minus(s.b, t.a));
    return ((a < 0 && b > 0) || (a > 0 && b < 0)) && ((c < 0 && d > 0) || (c > 0 && d < 0));
}

static inline double straight_distance(wend_segment s, wend_segment wall)
{
    if (segments_cross(s, wall))
        return 0;
    return least(least(point_distance(s.a, wall), point_distance(s.b, wall)),
                 least(point_distance(wall.a, s), point_distance(wall.b, s)));
}

/// An arc from angle `from` on, by `sweep` [Limit: 0 <= sweep <= 2 pi] in the direction of turn.
typedef struct plain_arc {
    wend_vec2 centre;
    double radius, from, sweep;
    int turn; ///< 1 counter-clockwise, -1 clockwise
} plain_arc;

/// How far one has to turn from an angle to another one, 0 to 2 pi.
static inline double turn_between(double from, double to, int turn)
{
    double by = fmod(turn * (to - from), TWO_PI);
    return by < 0 ? by + TWO_PI : by;
}

static inline wend_vec2 arc_place(const plain_arc *arc, double angle)
{
    return vec(arc->centre.x + arc->radius * cos(angle), arc->centre.y + arc->radius * sin(angle));
}

static inline double arc_distance_at(const plain_arc *arc, double angle, wend_segment wall,
                                     double best)
{
    if (turn_between(arc->from, angle, arc->turn) > arc->sweep)
        return best;
    return least(best, point_distance(arc_place(arc, angle), wall));
}

// The place of a line's crossing with the circle, if it is on the arc and on the wall.
static inline bool arc_meets(const plain_arc *arc, wend_segment wall)
{
    wend_vec2 along = minus(wall.b, wall.a), off = minus(wall.a, arc->centre);
    double a = dot(along, along), b = dot(along, off), c = dot(off, off);
    double under = b * b - a * (c - arc->radius * arc->radius);
    if (a == 0 || under < 0)
        return false;
    for (int sign = -1; sign <= 1; sign += 2) {
        double t = (-b + sign * sqrt(under)) / a;
        wend_vec2 out = plus(off, t, along);
        if (t >= 0 && t <= 1 &&
            turn_between(arc->from, atan2(out.y, out.x), arc->turn) <= arc->sweep)
            return true;
    }
    return false;
}

/// Where the distance from a place on the circle to the wall is least, the line to the nearest
/// place of the wall runs through the centre: towards or from an end of the wall, or square to it;
/// or the arc meets the wall, or ends.
static inline double arc_distance(const plain_arc *arc, wend_segment wall)
{
    if (arc_meets(arc, wall))
        return 0;
    double end = arc->from + arc->turn * arc->sweep;
    double best = least(point_distance(arc_place(arc, arc->from), wall),
                        point_distance(arc_place(arc, end), wall));
    const wend_vec2 ways[3] = {minus(wall.a, arc->centre), minus(wall.b, arc->centre),
                               left_of(minus(wall.b, wall.a))};
    for (int i = 0; i < 3; i++) {
        if (ways[i].x == 0 && ways[i].y == 0)
            continue;
        best = arc_distance_at(arc, atan2(ways[i].y, ways[i].x), wall, best);
        best = arc_distance_at(arc, atan2(-ways[i].y, -ways[i].x), wall, best);
    }
    return best;
}

// ---- clear of all walls -------------------------------------------------------------------------

// True if the boxes around the two are further apart than that in x or in y.
static inline bool are_far(wend_segment s, wend_segment wall, double far)
{
    return least(wall.a.x, wall.b.x) - most(s.a.x, s.b.x) > far ||
           least(s.a.x, s.b.x) - most(wall.a.x, wall.b.x) > far ||
           least(wall.a.y, wall.b.y) - most(s.a.y, s.b.y) > far ||
           least(s.a.y, s.b.y) - most(wall.a.y, wall.b.y) > far;
}

/// True if no wall is nearer than radius, but for the slack.
static inline bool straight_is_clear(const plain_walls *plain, wend_segment s, double radius)
{
    for (uint32_t i = 0; i < plain->wall_count; i++)
        if (!are_far(s, plain->walls[i], radius) &&
            straight_distance(s, plain->walls[i]) < radius - plain->slack)
            return false;
    return true;
}

static inline bool place_is_clear(const plain_walls *plain, wend_vec2 p, double radius)
{
    return straight_is_clear(plain, (wend_segment){p, p}, radius);
}

/// The same for an arc of that radius. A wall twice as far from the centre is far enough.
static inline bool arc_is_clear(const plain_walls *plain, const plain_arc *arc)
{
    wend_segment centre = {arc->centre, arc->centre};
    for (uint32_t i = 0; i < plain->wall_count; i++)
        if (!are_far(centre, plain->walls[i], 2 * arc->radius) &&
            arc_distance(arc, plain->walls[i]) < arc->radius - plain->slack)
            return false;
    return true;
}

// ---- a whole path -------------------------------------------------------------------------------

/// Turns of less than this may come out as nearly a whole turn, by rounding. [Units: rad]
#define TURN_ROUNDING 1e-6

static inline plain_arc arc_of(const wend_path_piece *piece, double radius)
{
    wend_vec2 a = minus(piece->a, piece->corner), b = minus(piece->b, piece->corner);
    plain_arc arc = {piece->corner, radius, atan2(a.y, a.x), 0, piece->turn};
    arc.sweep = turn_between(arc.from, atan2(b.y, b.x), piece->turn);
    if (arc.sweep > TWO_PI - TURN_ROUNDING)
        arc.sweep = 0;
    return arc;
}

static inline double piece_length(const wend_path_piece *piece, double radius)
{
    return piece->turn ? radius * arc_of(piece, radius).sweep : distance(piece->a, piece->b);
}

static inline const char *check_arc(const plain_walls *plain, const wend_path_piece *piece,
                                    double radius)
{
    bool is_corner = false;
    for (uint32_t i = 0; i < plain->corner_count && !is_corner; i++)
        is_corner = wend_equal(plain->corners[i], piece->corner);
    if (!is_corner)
        return "an arc is not around a corner";
    if (fabs(distance(piece->a, piece->corner) - radius) > plain->slack ||
        fabs(distance(piece->b, piece->corner) - radius) > plain->slack)
        return "an arc has another radius";
    plain_arc arc = arc_of(piece, radius);
    return arc_is_clear(plain, &arc) ? NULL : "an arc is too near to a wall";
}

/// How a piece heads at its end or at its beginning.
static inline wend_vec2 heading(const wend_path_piece *piece, bool at_end)
{
    wend_vec2 way = minus(piece->b, piece->a);
    if (piece->turn)
        way = left_of(minus(at_end ? piece->b : piece->a, piece->corner));
    double length = hypot(way.x, way.y) * (piece->turn < 0 ? -1 : 1);
    return length != 0 ? vec(way.x / length, way.y / length) : vec(0, 0);
}

/// Two neighbours head the same way where they meet. A direction of a short straight piece is as
/// good as its length: what counts is how far it leads astray.
static inline bool is_smooth(const plain_walls *plain, const wend_path_piece *one,
                             const wend_path_piece *next, double radius)
{
    wend_vec2 u = heading(one, true), v = heading(next, false);
    double reach = least(one->turn ? radius : distance(one->a, one->b),
                         next->turn ? radius : distance(next->a, next->b));
    // Where start or corner is just the radius away, the angle of a tangent is known to 1e-8.
    double astray = 1e-7 * radius + plain->slack;
    return reach <= astray || (fabs(cross(u, v)) * reach <= astray && dot(u, v) > 0);
}

/// What is wrong with a path from there, or NULL. Where it should end is left to the caller.
static inline const char *check_path(const plain_walls *plain, const wend_path *path,
                                     wend_vec2 from)
{
    double length = 0, radius = path->radius;
    for (uint32_t i = 0; i < path->piece_count; i++) {
        const wend_path_piece *piece = &path->pieces[i];
        if (!wend_equal(piece->a, i ? piece[-1].b : from))
            return i ? "two pieces do not join" : "the path starts elsewhere";
        if (piece->turn && (piece->turn < -1 || piece->turn > 1 || radius == 0))
            return "a turn that is none";
        const char *wrong = NULL;
        if (piece->turn)
            wrong = check_arc(plain, piece, radius);
        else if (!straight_is_clear(plain, (wend_segment){piece->a, piece->b}, radius))
            wrong = "a straight piece is too near to a wall";
        if (wrong)
            return wrong;
        if (i && radius > 0 && !is_smooth(plain, piece - 1, piece, radius))
            return "the path has a kink";
        length += piece_length(piece, radius);
    }
    if (!(fabs(length - path->length) <= 1e-9 * length + plain->slack))
        return "the length is not that of the pieces";
    return NULL;
}

#endif
