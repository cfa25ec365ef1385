// SPDX-License-Identifier: MIT
// Way portals of a path (Curtis, Snape and Manocha 2012): the path is traced from cell to cell,
// each side that it crosses is clipped to where the disc fits, and portals that are no constraint
// are removed.
//
// The paper takes the length of a side as its clearance, but a corner beside the side may be closer
// than the radius. Here every wall near the side is considered.
#include "plan/portals.h"

#include "core/angle.h"
#include "geometry/predicates.h"
#include "plan/disc.h"
#include "wend/geometry.h"

/// A portal may be removed even if a straight path would pass closer to its end, by this fraction
/// of the radius: a corner then has few portals around it and not one for every cell.
#define WEND_CORNER_PART 0.1

/// A portal narrower than this fraction of the radius is never removed: a tight door can only be
/// passed straight.
#define WEND_TIGHT_PART 1.0

/// Maximum number of consecutive portals removed: bounds the time for long rows of tiny cells.
#define WEND_MAX_DROPPED 32

/// Rounding error as a fraction of a quarter turn.
#define WEND_TURN_ROUNDING 1e-9

/// Number of bisections to find the end of the visible part of a goal.
#define WEND_HALVINGS 8

typedef struct tracer {
    wend_path_query *query;
    const wend_mesh *mesh;
    const wend_path *path;
    wend_portals *portals;
    uint32_t cell;
    double gone;  ///< length of the pieces before
    double reach; ///< distance of a portal's points from all walls
    bool failed;  ///< out of memory
} tracer;

static wend_vec2 unit(wend_vec2 v)
{
    return wend_unit_or(v, (wend_vec2){1, 0});
}

static void push(tracer *t, wend_portal portal)
{
    if (!wend_array_reserve(t->portals, &t->query->allocator, 1)) {
        t->failed = true;
        return;
    }
    t->portals->data[t->portals->count++] = portal;
}

// ---- fitting parts ------------------------------------------------------------------------------

/// A point on a line, up to rounding, and the open part around it.
typedef struct opening {
    double at, low, high, rounding;
} opening;

static void cut_opening(void *context, wend_stretch shut)
{
    opening *o = context;
    if (shut.high <= o->at + o->rounding)
        o->low = fmax(o->low, shut.high);
    else if (shut.low >= o->at - o->rounding)
        o->high = fmin(o->high, shut.low);
    else
        o->low = o->high = o->at; // a wall exactly at the radius: the path fits there
}

/// The portal on the segment from left to right around the point x on it.
static wend_portal cut_portal(tracer *t, wend_vec2 left, wend_vec2 right, wend_vec2 x)
{
    wend_vec2 along = wend_sub(right, left);
    double length = wend_length(along);
    wend_portal portal = {.a = x, .b = x, .right = unit(along), .side = WEND_NONE};
    wend_disc_line line = {left, portal.right, length, t->reach};
    double at = wend_dot(portal.right, wend_sub(x, left));
    opening o = {fmin(fmax(at, 0), length), 0, length, wend_disc_tolerance(t->mesh)};
    wend_disc_shut(t->query, &line, t->cell, cut_opening, &o);
    if (o.high > o.low) {
        portal.a = o.low > 0 ? wend_add_scaled(left, o.low, portal.right) : left;
        portal.b = o.high < length ? wend_add_scaled(left, o.high, portal.right) : right;
        portal.crossing = fmin(fmax((o.at - o.low) / (o.high - o.low), 0), 1);
    }
    return portal;
}

// ---- tracing ------------------------------------------------------------------------------------

static wend_vec2 side_end(const wend_mesh *mesh, uint32_t cell, uint32_t side)
{
    const wend_cell *c = &mesh->cells[cell];
    return mesh->sides[side + 1 < c->first + c->count ? side + 1 : c->first].at;
}

/// The path leaves its cell through a side at x. A side that is crossed back at once, by an arc
/// that bulges out of the cell, is not a portal.
static void cross_side(tracer *t, uint32_t side, wend_vec2 x, double gone)
{
    const wend_cell_side *from = &t->mesh->sides[side];
    wend_portals *portals = t->portals;
    if (portals->count > 0 && portals->data[portals->count - 1].side == from->twin) {
        --portals->count;
    } else {
        wend_portal portal = cut_portal(t, side_end(t->mesh, t->cell, side), from->at, x);
        portal.rest = fmax(t->path->length - gone, 0);
        portal.side = side;
        push(t, portal);
    }
    t->cell = from->cell;
}

/// The side through which the line from a to b leaves a convex cell that it meets: from the right
/// of the line to its left. WEND_NONE: it runs along the cell's border.
static uint32_t exit_side(const wend_mesh *mesh, uint32_t cell, wend_vec2 a, wend_vec2 b)
{
    const wend_cell *c = &mesh->cells[cell];
    const wend_cell_side *sides = mesh->sides + c->first;
    bool left = wend_orient2d_fast(a, b, sides[0].at) > 0, first = left;
    for (uint32_t i = 0; i < c->count; ++i) {
        bool next = i + 1 < c->count ? wend_orient2d_fast(a, b, sides[i + 1].at) > 0 : first;
        if (!left && next)
            return c->first + i;
        left = next;
    }
    return WEND_NONE;
}

/// Traces a straight piece. False: it meets a wall, or does not end, because of rounding.
static bool follow_line(tracer *t, const wend_path_piece *piece)
{
    const wend_mesh *mesh = t->mesh;
    wend_vec2 a = piece->a, b = piece->b, d = wend_sub(b, a);
    for (uint32_t i = 0; i <= mesh->side_count && !t->failed; ++i) {
        uint32_t side = exit_side(mesh, t->cell, a, b);
        if (side == WEND_NONE)
            return true;
        wend_vec2 u = mesh->sides[side].at, v = side_end(mesh, t->cell, side);
        if (wend_orient2d_fast(u, v, b) >= 0)
            return true;
        if (mesh->sides[side].cell == WEND_NONE)
            return false;
        double off_u = wend_cross(d, wend_sub(u, a)), off_v = wend_cross(d, wend_sub(v, a));
        double share = off_v > off_u ? -off_u / (off_v - off_u) : 0.5;
        wend_vec2 x = wend_lerp(u, v, fmin(fmax(share, 0), 1));
        cross_side(t, side, x, t->gone + wend_distance(x, a));
    }
    return false;
}

/// Pseudo-angle from one vector to another in the sense of a turn: 0 to 4 for a full turn. Rounding
/// just below a full turn counts as just below zero.
static double turn_number(wend_vec2 from, wend_vec2 to, int turn)
{
    double c = wend_dot(from, to), s = turn * wend_cross(from, to);
    double share = fabs(c) + fabs(s) > 0 ? c / (fabs(c) + fabs(s)) : 1;
    double number = s >= 0 ? 1 - share : 3 + share;
    return number > 4 - WEND_TURN_ROUNDING ? number - 4 : number;
}

/// The same as an angle. [Units: rad]
static double turn_angle(wend_vec2 from, wend_vec2 to, int turn)
{
    double angle = wend_atan2(turn * wend_cross(from, to), wend_dot(from, to));
    return angle < 0 ? angle + 6.28318530717958647692 : angle;
}

/// Where the circle of an arc leaves a cell through a side from u to v, as a vector from the
/// corner: of the two points on the side's line the one where the turn leads out.
static bool arc_leaves(const wend_path_piece *arc, double radius, wend_vec2 u, wend_vec2 v,
                       wend_vec2 *out)
{
    wend_vec2 e = wend_sub(v, u), to_u = wend_sub(u, arc->corner);
    double length = wend_length(e);
    if (!(length > 0))
        return false;
    e = (wend_vec2){e.x / length, e.y / length};
    double depth = -wend_cross(e, to_u); // of the corner, towards the interior
    double half2 = radius * radius - depth * depth;
    if (half2 <= 0)
        return false;
    *out = wend_add_scaled((wend_vec2){depth * e.y, -depth * e.x}, -arc->turn * sqrt(half2), e);
    double along = wend_dot(e, wend_sub(*out, to_u));
    return along >= 0 && along <= length;
}

static bool follow_arc(tracer *t, const wend_path_piece *arc)
{
    const wend_mesh *mesh = t->mesh;
    wend_vec2 from = wend_sub(arc->a, arc->corner);
    double radius = wend_length(from), now = -WEND_TURN_ROUNDING;
    double end = turn_number(from, wend_sub(arc->b, arc->corner), arc->turn);
    for (uint32_t i = 0; i <= mesh->side_count && !t->failed; ++i) {
        const wend_cell *cell = &mesh->cells[t->cell];
        double best = end;
        uint32_t side = WEND_NONE;
        wend_vec2 at = from, out;
        for (uint32_t k = cell->first; k < cell->first + cell->count; ++k) {
            if (!arc_leaves(arc, radius, mesh->sides[k].at, side_end(mesh, t->cell, k), &out))
                continue;
            double turned = turn_number(from, out, arc->turn);
            if (turned < now || turned >= best)
                continue;
            best = turned;
            side = k;
            at = out;
        }
        if (side == WEND_NONE)
            return true;
        if (mesh->sides[side].cell == WEND_NONE)
            return false;
        now = best;
        double turned = best > 0 ? turn_angle(from, at, arc->turn) : 0;
        cross_side(t, side, wend_add(arc->corner, at), t->gone + radius * turned);
    }
    return false;
}

static double piece_length(const wend_path_piece *piece)
{
    wend_vec2 a = wend_sub(piece->a, piece->corner), b = wend_sub(piece->b, piece->corner);
    if (!piece->turn)
        return wend_length(b);
    return turn_number(a, b, piece->turn) > 0 ? wend_length(a) * turn_angle(a, b, piece->turn) : 0;
}

/// Direction of a piece at its end.
static wend_vec2 heading(const wend_path_piece *piece)
{
    wend_vec2 direction = wend_sub(piece->b, piece->corner);
    return unit(piece->turn
                    ? wend_add_scaled((wend_vec2){0, 0}, piece->turn, wend_perp_left(direction))
                    : direction);
}

static bool contains(const wend_mesh *mesh, uint32_t cell, wend_vec2 p)
{
    const wend_cell *c = &mesh->cells[cell];
    for (uint32_t k = c->first; k < c->first + c->count; ++k)
        if (wend_orient2d_fast(mesh->sides[k].at, side_end(mesh, cell, k), p) < 0)
            return false;
    return true;
}

/// Starts a new piece at p: in the cell where the last one ended, or just beside it because of
/// rounding.
static bool start_piece(tracer *t, wend_vec2 p)
{
    const wend_mesh *mesh = t->mesh;
    if (t->cell != WEND_NONE && contains(mesh, t->cell, p))
        return true;
    uint32_t from = t->cell, to = wend_disc_cell(mesh, p);
    if (to == WEND_NONE)
        return false;
    if (from != WEND_NONE) {
        const wend_cell *c = &mesh->cells[from];
        for (uint32_t k = c->first; k < c->first + c->count && t->cell == from; ++k)
            if (mesh->sides[k].cell == to)
                cross_side(t, k, p, t->gone);
    }
    t->cell = to;
    return true;
}

/// The sides that the path crosses. False: it could not be traced.
static bool list_sides(tracer *t)
{
    t->cell = WEND_NONE;
    for (uint32_t i = 0; i < t->path->piece_count; ++i) {
        const wend_path_piece *piece = &t->path->pieces[i];
        if (!start_piece(t, piece->a))
            return false;
        if (!(piece->turn ? follow_arc(t, piece) : follow_line(t, piece)))
            return false;
        t->gone += piece_length(piece);
    }
    return true;
}

/// A waypoint, with a line across the path.
static wend_portal waypoint_portal(wend_vec2 at, wend_vec2 direction, double rest)
{
    return (wend_portal){
        .a = at, .b = at, .right = wend_perp_right(direction), .rest = rest, .side = WEND_NONE};
}

/// The ends of the pieces as waypoints, for a point that walks along the walls.
static void list_waypoints(tracer *t)
{
    t->portals->count = 0;
    t->gone = 0;
    for (uint32_t i = 0; i + 1 < t->path->piece_count; ++i) {
        const wend_path_piece *piece = &t->path->pieces[i];
        t->gone += piece_length(piece);
        push(t, waypoint_portal(piece->b, heading(piece), fmax(t->path->length - t->gone, 0)));
    }
}

// ---- the goal -----------------------------------------------------------------------------------

static wend_vec2 crossing_of(const wend_portal *portal)
{
    return wend_lerp(portal->a, portal->b, portal->crossing);
}

/// The side of the goal on which the path ends; at a corner, the one that it meets more
/// perpendicularly.
static wend_segment goal_side(wend_goal goal, wend_vec2 end, wend_vec2 direction, double tolerance)
{
    wend_segment best = {goal.points[0], goal.points[1]};
    double best_distance = wend_segment_distance(best, end);
    double best_square = fabs(wend_cross(unit(wend_sub(best.b, best.a)), direction));
    for (uint32_t i = 1; i < goal.count && goal.count > 2; ++i) {
        wend_segment side = {goal.points[i], goal.points[i + 1 < goal.count ? i + 1 : 0]};
        double distance = wend_segment_distance(side, end);
        double square = fabs(wend_cross(unit(wend_sub(side.b, side.a)), direction));
        if (distance < best_distance - tolerance ||
            (distance <= best_distance + tolerance && square > best_square)) {
            best = side;
            best_distance = distance;
            best_square = square;
        }
    }
    return best;
}

static bool is_visible_from(const tracer *t, wend_vec2 from, wend_vec2 to)
{
    wend_ray ray;
    return wend_mesh_raycast(t->mesh, from, to, &ray, NULL) == WEND_OK && !ray.hit;
}

/// The end of the portal, or the furthest visible point towards it from x.
static wend_vec2 visible_end(const tracer *t, wend_vec2 from, wend_vec2 x, wend_vec2 end)
{
    double seen = 0, hidden = 1;
    if (is_visible_from(t, from, end))
        return end;
    for (int i = 0; i < WEND_HALVINGS; ++i) {
        double middle = 0.5 * (seen + hidden);
        if (is_visible_from(t, from, wend_lerp(x, end, middle)))
            seen = middle;
        else
            hidden = middle;
    }
    return wend_lerp(x, end, seen);
}

/// Clips a portal to the part visible from a point.
static void cut_to_sight(tracer *t, wend_portal *portal, wend_vec2 from)
{
    wend_vec2 x = crossing_of(portal);
    portal->a = visible_end(t, from, x, portal->a);
    portal->b = visible_end(t, from, x, portal->b);
    double width = wend_dot(portal->right, wend_sub(portal->b, portal->a));
    double at = wend_dot(portal->right, wend_sub(x, portal->a));
    portal->crossing = width > 0 ? fmin(fmax(at / width, 0), 1) : 0;
}

static void add_goal_portal(tracer *t, wend_goal goal, bool whole)
{
    const wend_path_piece *last = &t->path->pieces[t->path->piece_count - 1];
    wend_vec2 end = last->b, from = t->path->pieces[0].a, direction = heading(last);
    if (t->portals->count > 0)
        from = crossing_of(&t->portals->data[t->portals->count - 1]);
    // The last piece may be so short that its direction is dominated by rounding.
    if (wend_distance(end, from) > wend_disc_tolerance(t->mesh))
        direction = unit(wend_sub(end, from));
    t->cell = wend_disc_cell(t->mesh, end);
    if (!whole || goal.count == 1 || t->cell == WEND_NONE || t->query->radius <= 0) {
        push(t, waypoint_portal(end, direction, 0));
        return;
    }
    wend_segment side = goal_side(goal, end, direction, wend_disc_tolerance(t->mesh));
    bool turned = wend_cross(direction, wend_sub(side.b, side.a)) > 0;
    wend_portal portal = cut_portal(t, turned ? side.b : side.a, turned ? side.a : side.b, end);
    if (wend_equal(side.a, side.b))
        portal.right = wend_perp_right(direction);
    cut_to_sight(t, &portal, from);
    push(t, portal);
}

// ---- removal of portals -------------------------------------------------------------------------

/// True if the straight path passes the portal within its ends, or slightly beside them.
static bool passes(const wend_portal *portal, wend_vec2 from, wend_vec2 to, double width,
                   double slack)
{
    wend_vec2 f = wend_sub(from, portal->a), g = wend_sub(to, portal->a), r = portal->right;
    double before = -wend_cross(r, f), behind = wend_cross(r, g);
    if (before < 0 || behind < 0 || before + behind <= 0)
        return false;
    double x = (wend_dot(r, f) * behind + wend_dot(r, g) * before) / (before + behind);
    return x >= -slack && x <= width + slack;
}

/// True if all straight paths from one segment to another pass all portals from first to last.
static bool all_pass(const wend_portals *portals, size_t first, size_t last, wend_segment from,
                     double radius)
{
    const wend_portal *to = &portals->data[last + 1];
    const double slack = WEND_CORNER_PART * radius;
    for (size_t i = first; i <= last; ++i) {
        const wend_portal *p = &portals->data[i];
        double width = wend_distance(p->b, p->a);
        if ((radius > 0 && width < WEND_TIGHT_PART * radius) ||
            !passes(p, from.a, to->a, width, slack) || !passes(p, from.b, to->b, width, slack) ||
            !passes(p, from.a, to->b, width, slack) || !passes(p, from.b, to->a, width, slack))
            return false;
    }
    return true;
}

static void drop_portals(wend_portals *portals, wend_vec2 start, double radius)
{
    wend_segment from = {start, start};
    size_t kept = 0;
    for (size_t i = 0; i < portals->count;) {
        size_t next = i;
        while (next + 1 < portals->count && next - i < WEND_MAX_DROPPED &&
               all_pass(portals, i, next, from, radius))
            ++next;
        from = (wend_segment){portals->data[next].a, portals->data[next].b};
        portals->data[kept++] = portals->data[next];
        i = next + 1;
    }
    portals->count = kept;
}

bool wend_portals_of_path(wend_path_query *query, const wend_path *path, wend_goal goal, bool whole,
                          wend_portals *portals)
{
    portals->count = 0;
    if (path->piece_count == 0)
        return true;
    if (!wend_disc_reserve(query))
        return false;
    query->disc->failed = false;
    tracer t = {.query = query, .mesh = query->mesh, .path = path, .portals = portals};
    bool followed = false;
    if (query->radius > 0) {
        t.reach = wend_disc_fit(query);
        followed = list_sides(&t);
    }
    if (!followed)
        list_waypoints(&t);
    add_goal_portal(&t, goal, whole);
    if (t.failed || query->disc->failed)
        return false;
    drop_portals(portals, path->pieces[0].a, path->radius);
    return true;
}
