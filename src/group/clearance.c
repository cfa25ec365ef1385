// SPDX-License-Identifier: MIT
// Distance of a shape from the walls of a floor, or its penetration depth.
//
// A shape consists of the points within half of its width of its spine, so its distance to a wall
// is exactly that of its spine minus half of the width. If the spine meets no wall, it lies in free
// space if one of its points does. A spine that meets walls is as deep in each of them as the
// shortest move out of it: see penetration.
#include "group/clearance.h"
#include "geometry/floor.h"
#include "group/spine.h"

/// A piece of a spine and an oriented box around it: `length` along a direction, and across it.
typedef struct boxed_piece {
    wend_curve_piece curve;
    wend_vec2 along;
    double length, low, high;
} boxed_piece;

typedef struct search {
    const wend_floor *floor;
    const wend_group_shape *shape;
    boxed_piece pieces[WEND_GROUP_PIECES]; // those that are looked at
    uint32_t piece_count;
    wend_box box;  // their box
    double reach;  // walls farther from the spine are ignored
    double enough; // the search stops at a wall this near
    uint32_t wall; // nearest or deepest wall; WEND_NO_WALL: none
    wend_vec2 on_spine, on_wall;
    double depth; // depth of the spine in the deepest wall
    wend_vec2 out;
} search;

/// A segment has two walls at one position, consecutive in its ring: the first suffices.
static bool is_second_side(const wend_floor *floor, uint32_t wall)
{
    const wend_ring *ring = &floor->rings[floor->ring_of[wall]];
    return ring->role == WEND_RING_SEGMENT && wall != ring->first;
}

// ---- nearest wall -------------------------------------------------------------------------------

static boxed_piece boxed(const wend_path_piece *piece)
{
    boxed_piece box = {.curve = wend_spine_curve(piece)};
    wend_vec2 d = wend_sub(piece->b, piece->a);
    box.length = wend_length(d);
    if (box.length > 0)
        box.along = (wend_vec2){d.x / box.length, d.y / box.length};
    if (piece->turn) { // up to its height over the chord, on the side away from the centre
        double radius = wend_curve_piece_radius(&box.curve), half = box.length / 2;
        double height = radius - sqrt(fmax(0, (radius - half) * (radius + half)));
        box.low = piece->turn > 0 ? -height : 0;
        box.high = piece->turn > 0 ? 0 : height;
    }
    return box;
}

/// True if the wall is certainly farther than reach from the box around a piece.
static bool is_beyond(const boxed_piece *box, wend_segment wall, double reach)
{
    wend_vec2 p = wend_sub(wall.a, box->curve.a), q = wend_sub(wall.b, box->curve.a),
              u = box->along;
    double p_across = wend_cross(u, p), q_across = wend_cross(u, q);
    double low = box->low - reach, high = box->high + reach;
    if ((p_across > high && q_across > high) || (p_across < low && q_across < low))
        return true;
    double p_along = wend_dot(p, u), q_along = wend_dot(q, u), end = box->length + reach;
    return (p_along > end && q_along > end) || (p_along < -reach && q_along < -reach);
}

static double distance_to(const boxed_piece *piece, wend_segment wall, wend_vec2 *on_piece,
                          wend_vec2 *on_wall)
{
    if (piece->curve.turn)
        return wend_curve_piece_wall_distance(&piece->curve, wall, on_piece, on_wall);
    return wend_segments_distance((wend_segment){piece->curve.a, piece->curve.b}, wall, on_piece,
                                  on_wall);
}

static bool visit_wall(void *context, uint32_t number)
{
    search *s = context;
    if (is_second_side(s->floor, number))
        return true;
    wend_segment wall = wend_wall_segment(s->floor, number);
    for (uint32_t i = 0; i < s->piece_count; ++i) {
        if (is_beyond(&s->pieces[i], wall, s->reach + s->floor->tolerance))
            continue;
        wend_vec2 on_spine, on_wall;
        double distance = distance_to(&s->pieces[i], wall, &on_spine, &on_wall);
        if (distance > s->reach || (distance == s->reach && number > s->wall))
            continue;
        s->reach = distance;
        s->wall = number;
        s->on_spine = on_spine;
        s->on_wall = on_wall;
    }
    return s->reach > s->enough;
}

/// A point of a piece near its middle.
static wend_vec2 middle_of(const wend_path_piece *piece)
{
    if (piece->turn)
        return piece->a;
    return wend_midpoint(piece->a, piece->b);
}

/// If the limit exceeds this number of widths, searching the wall nearest to one point of the spine
/// first pays: it reduces the range of the main search.
#define FAR_LIMIT 0.5

/// Searches near the next pieces of a spine: a few at a time, since the box around a long and bent
/// spine contains much that is far from it. Returns the number of pieces.
static uint32_t search_near(search *s, uint32_t first)
{
    uint32_t rest = wend_group_shape_pieces(s->shape) - first;
    s->piece_count = rest < WEND_GROUP_PIECES ? rest : WEND_GROUP_PIECES;
    s->box = wend_box_empty();
    for (uint32_t i = 0; i < s->piece_count; ++i) {
        s->pieces[i] = boxed(wend_group_shape_piece(s->shape, first + i));
        s->box = wend_box_join(s->box, wend_curve_piece_box(&s->pieces[i].curve));
    }
    wend_box around = wend_box_inflate(s->box, s->reach + s->floor->tolerance);
    wend_index_along(s->floor->index, (wend_segment){around.min, around.max}, visit_wall, s);
    return s->piece_count;
}

static search nearest_wall(const wend_floor *floor, const wend_group_shape *shape, double limit,
                           double enough)
{
    search s = {.floor = floor,
                .shape = shape,
                .reach = limit + shape->width / 2,
                .enough = enough,
                .wall = WEND_NO_WALL};
    uint32_t count = wend_group_shape_pieces(shape);
    if (limit > FAR_LIMIT * shape->width) {
        wend_vec2 position = middle_of(wend_group_shape_piece(shape, count / 2));
        wend_near near = wend_index_nearest(floor->index, position, s.reach);
        s.reach = fmin(s.reach, near.distance + floor->tolerance);
    }
    uint32_t searched = search_near(&s, 0);
    while (searched < count && s.reach > enough)
        searched += search_near(&s, searched);
    return s;
}

double wend_group_shape_gap(const wend_floor *floor, const wend_group_shape *shape, double limit)
{
    double half = shape->width / 2;
    return fmin(limit, nearest_wall(floor, shape, limit, half).reach - half);
}

// ---- walls that the spine meets -----------------------------------------------------------------

/// A move out of a wall: distance and direction.
typedef struct exit_move {
    double far;
    wend_vec2 direction;
} exit_move;

static void offer(exit_move *best, double far, wend_vec2 direction)
{
    if (far < best->far)
        *best = (exit_move){far, direction};
}

/// Directions within this angle of a wall do not lead into its solid, whatever the rounding.
/// [Units: rad]
#define ALONG_WALL 1e-9

/// The sides of the parallelogram along `side`: leaving through them leads to the left or right of
/// it.
static void offer_sides(exit_move *best, wend_segment spine, wend_segment wall, wend_vec2 side,
                        const wend_vec2 *free)
{
    double length = wend_length(side);
    if (!(length > 0))
        return;
    for (int sign = -1; sign <= 1; sign += 2) {
        wend_vec2 n = {sign * -side.y / length, sign * side.x / length};
        if (free && wend_dot(n, *free) < -ALONG_WALL)
            continue;
        double wall_end =
            fmax(wend_dot(wend_sub(wall.a, spine.a), n), wend_dot(wend_sub(wall.b, spine.a), n));
        double spine_end = fmin(0, wend_dot(wend_sub(spine.b, spine.a), n));
        offer(best, fmax(0, wall_end - spine_end), n);
    }
}

/// The shortest move of a straight spine out of a wall that it meets. The moves that leave it in
/// the wall are those from any of its points to any point of the wall: a parallelogram that
/// contains 0. The shortest move is perpendicular to one of its sides, except where that leads into
/// the solid.
static exit_move penetration(wend_segment spine, wend_segment wall, bool has_solid)
{
    exit_move best = {INFINITY, {1, 0}};
    wend_vec2 along = wend_sub(wall.b, wall.a);
    double length = wend_length(along);
    wend_vec2 free = {along.y / length, -along.x / length}; // the solid lies to the left
    offer_sides(&best, spine, wall, along, has_solid ? &free : NULL);
    offer_sides(&best, spine, wall, wend_sub(spine.b, spine.a), has_solid ? &free : NULL);
    if (best.far == INFINITY) // both are points
        best.far = 0;
    return best;
}

static bool visit_for_depth(void *context, uint32_t number)
{
    search *s = context;
    if (is_second_side(s->floor, number))
        return true;
    wend_segment wall = wend_wall_segment(s->floor, number);
    wend_segment spine = {s->shape->spine[0].a, s->shape->spine[0].b};
    wend_vec2 at;
    if (wend_segments_meet(spine, wall, &at) == WEND_APART)
        return true;
    wend_ring_role role = s->floor->rings[s->floor->ring_of[number]].role;
    exit_move out = penetration(spine, wall, role != WEND_RING_POINT && role != WEND_RING_SEGMENT);
    if (out.far > s->depth || (out.far == s->depth && number < s->wall)) {
        s->depth = out.far;
        s->out = out.direction;
        s->on_wall = at;
        s->wall = number;
    }
    return true;
}

/// The free side of a wall, or any side if it is a point.
static wend_vec2 free_side(const wend_floor *floor, uint32_t wall)
{
    wend_segment segment = wend_wall_segment(floor, wall);
    wend_vec2 along = wend_sub(segment.b, segment.a);
    double length = wend_length(along);
    return length > 0 ? (wend_vec2){along.y / length, -along.x / length} : (wend_vec2){1, 0};
}

/// Depth of the spine in the walls that it meets.
static void find_depth(search *s)
{
    s->depth = 0;
    s->out = free_side(s->floor, s->wall);
    if (wend_group_shape_pieces(s->shape) > 1 || s->shape->spine[0].turn)
        return;
    s->depth = -1;
    s->wall = WEND_NO_WALL;
    wend_index_along(s->floor->index, (wend_segment){s->box.min, s->box.max}, visit_for_depth, s);
    s->depth = fmax(0, s->depth);
}

double wend_group_shape_clearance(const wend_floor *floor, const wend_group_shape *shape,
                                  double limit, wend_vec2 *point, wend_vec2 *direction)
{
    search s = nearest_wall(floor, shape, limit, 0);
    if (s.wall == WEND_NO_WALL || s.reach > 0) {
        wend_location position = wend_floor_locate(floor, shape->spine[0].a, NULL);
        if (position == WEND_LOCATION_SOLID || position == WEND_LOCATION_OUTSIDE)
            return -INFINITY;
        if (s.wall == WEND_NO_WALL)
            return limit;
        wend_vec2 away = wend_sub(s.on_spine, s.on_wall);
        double length = wend_length(away);
        s.out =
            length > 0 ? (wend_vec2){away.x / length, away.y / length} : free_side(floor, s.wall);
    } else {
        find_depth(&s);
    }
    if (point)
        *point = s.on_wall;
    if (direction)
        *direction = s.out;
    return fmin(limit, s.reach - s.depth - shape->width / 2);
}
