// SPDX-License-Identifier: MIT
// From a path to way portals: the path is followed from cell to cell, each side that it crosses is
// cut to where the disc fits, and what is no constraint is left out.
//
// The document takes the length of a side as the clearance, but a corner beside the side may be
// nearer than the radius. Here every wall near the side is looked at.
#include "plan/portals.h"

#include "core/angle.h"
#include "geometry/predicates.h"
#include "plan/disc.h"
#include "wend/geometry.h"

/// A portal may be left out though a straight way would pass it closer to its end, by this part of
/// the radius: so a corner has few portals around it and not one for every cell.
#define WEND_CORNER_PART 0.1

/// A portal narrower than this part of the radius is never left out: in a tight door there is no
/// way but straight through.
#define WEND_TIGHT_PART 1.0

/// So many portals in a row are left out at most: bounds the time for long rows of tiny cells.
#define WEND_MOST_LEFT_OUT 32

/// How much of a quarter turn rounding may be.
#define WEND_TURN_ROUNDING 1e-9

/// How often the seen part of a goal is halved to find its end.
#define WEND_HALVINGS 8

typedef struct tracer {
    wend_path_query *query;
    const wend_mesh *mesh;
    const wend_path *path;
    wend_portals *portals;
    uint32_t cell;
    double gone;  ///< length of the pieces before
    double reach; ///< a portal's points are so far from all walls
    bool failed;  ///< out of memory
} tracer;

static wend_vec2 right_of(wend_vec2 d)
{
    return (wend_vec2){d.y, -d.x};
}

static wend_vec2 unit(wend_vec2 v)
{
    double size = wend_norm(v);
    return size > 0 ? (wend_vec2){v.x / size, v.y / size} : (wend_vec2){1, 0};
}

static void push(tracer *t, wend_portal portal)
{
    if (!wend_array_reserve(t->portals, &t->query->allocator, 1)) {
        t->failed = true;
        return;
    }
    t->portals->data[t->portals->count++] = portal;
}

// ---- where the disc fits ------------------------------------------------------------------------

/// A place on a line, known to a rounding, and the open stretch around it.
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
        o->low = o->high = o->at; // a wall just at the radius: the path does fit there
}

/// The portal on the segment from left to right around the place x on it.
static wend_portal cut_portal(tracer *t, wend_vec2 left, wend_vec2 right, wend_vec2 x)
{
    wend_vec2 along = wend_minus(right, left);
    double length = wend_norm(along);
    wend_portal portal = {.a = x, .b = x, .right = unit(along), .side = WEND_NONE};
    wend_disc_line line = {left, portal.right, length, t->reach};
    double at = wend_dot(portal.right, wend_minus(x, left));
    opening o = {fmin(fmax(at, 0), length), 0, length, wend_disc_tolerance(t->mesh)};
    wend_disc_shut(t->query, &line, t->cell, cut_opening, &o);
    if (o.high > o.low) {
        portal.a = o.low > 0 ? wend_ahead(left, o.low, portal.right) : left;
        portal.b = o.high < length ? wend_ahead(left, o.high, portal.right) : right;
        portal.crossing = fmin(fmax((o.at - o.low) / (o.high - o.low), 0), 1);
    }
    return portal;
}

// ---- from cell to cell --------------------------------------------------------------------------

static wend_vec2 side_end(const wend_mesh *mesh, uint32_t cell, uint32_t side)
{
    const wend_cell *c = &mesh->cells[cell];
    return mesh->sides[side + 1 < c->first + c->count ? side + 1 : c->first].at;
}

/// The path leaves its cell through a side at x. A side that is crossed back at once, by an arc
/// that looks out of the cell, was no portal.
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

/// Follows a straight piece. False: it meets a wall, or does not end, by rounding.
static bool follow_line(tracer *t, const wend_path_piece *piece)
{
    const wend_mesh *mesh = t->mesh;
    wend_vec2 a = piece->a, b = piece->b, d = wend_minus(b, a);
    for (uint32_t i = 0; i <= mesh->side_count && !t->failed; ++i) {
        uint32_t side = exit_side(mesh, t->cell, a, b);
        if (side == WEND_NONE)
            return true;
        wend_vec2 u = mesh->sides[side].at, v = side_end(mesh, t->cell, side);
        if (wend_orient2d_fast(u, v, b) >= 0)
            return true;
        if (mesh->sides[side].cell == WEND_NONE)
            return false;
        double off_u = wend_cross(d, wend_minus(u, a)), off_v = wend_cross(d, wend_minus(v, a));
        double share = off_v > off_u ? -off_u / (off_v - off_u) : 0.5;
        wend_vec2 x = wend_ahead(u, fmin(fmax(share, 0), 1), wend_minus(v, u));
        cross_side(t, side, x, t->gone + wend_norm(wend_minus(x, a)));
    }
    return false;
}

/// A number that grows with the angle from one vector to another in the sense of a turn: 0 to 4
/// for a whole turn. A hair less than a whole turn is a hair less than none.
static double turn_number(wend_vec2 from, wend_vec2 to, int turn)
{
    double c = wend_dot(from, to), s = turn * wend_cross(from, to);
    double share = fabs(c) + fabs(s) > 0 ? c / (fabs(c) + fabs(s)) : 1;
    double number = s >= 0 ? 1 - share : 3 + share;
    return number > 4 - WEND_TURN_ROUNDING ? number - 4 : number;
}

/// The angle of the same. [Units: rad]
static double turn_angle(wend_vec2 from, wend_vec2 to, int turn)
{
    double angle = wend_atan2(turn * wend_cross(from, to), wend_dot(from, to));
    return angle < 0 ? angle + 6.28318530717958647692 : angle;
}

/// Where the circle of an arc leaves a cell through a side from u to v, as a vector from the
/// corner: of the two places on the side's line the one where the turn leads out.
static bool arc_leaves(const wend_path_piece *arc, double radius, wend_vec2 u, wend_vec2 v,
                       wend_vec2 *out)
{
    wend_vec2 e = wend_minus(v, u), to_u = wend_minus(u, arc->corner);
    double length = wend_norm(e);
    if (!(length > 0))
        return false;
    e = (wend_vec2){e.x / length, e.y / length};
    double depth = -wend_cross(e, to_u); // of the corner, to the inside
    double half2 = radius * radius - depth * depth;
    if (half2 <= 0)
        return false;
    *out = wend_ahead((wend_vec2){depth * e.y, -depth * e.x}, -arc->turn * sqrt(half2), e);
    double along = wend_dot(e, wend_minus(*out, to_u));
    return along >= 0 && along <= length;
}

static bool follow_arc(tracer *t, const wend_path_piece *arc)
{
    const wend_mesh *mesh = t->mesh;
    wend_vec2 from = wend_minus(arc->a, arc->corner);
    double radius = wend_norm(from), now = -WEND_TURN_ROUNDING;
    double end = turn_number(from, wend_minus(arc->b, arc->corner), arc->turn);
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
        cross_side(t, side, wend_ahead(arc->corner, 1, at), t->gone + radius * turned);
    }
    return false;
}

static double piece_length(const wend_path_piece *piece)
{
    wend_vec2 a = wend_minus(piece->a, piece->corner), b = wend_minus(piece->b, piece->corner);
    if (!piece->turn)
        return wend_norm(b);
    return turn_number(a, b, piece->turn) > 0 ? wend_norm(a) * turn_angle(a, b, piece->turn) : 0;
}

/// How a piece heads at its end.
static wend_vec2 heading(const wend_path_piece *piece)
{
    wend_vec2 way = wend_minus(piece->b, piece->corner);
    return unit(piece->turn ? wend_ahead((wend_vec2){0, 0}, piece->turn, wend_left_of(way)) : way);
}

static bool holds(const wend_mesh *mesh, uint32_t cell, wend_vec2 p)
{
    const wend_cell *c = &mesh->cells[cell];
    for (uint32_t k = c->first; k < c->first + c->count; ++k)
        if (wend_orient2d_fast(mesh->sides[k].at, side_end(mesh, cell, k), p) < 0)
            return false;
    return true;
}

/// A new piece starts at p: in the cell where the last one ended, or by rounding just beside it.
static bool start_piece(tracer *t, wend_vec2 p)
{
    const wend_mesh *mesh = t->mesh;
    if (t->cell != WEND_NONE && holds(mesh, t->cell, p))
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

/// The sides that the path crosses. False: it could not be followed.
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

/// A place to pass, with a line across the way.
static wend_portal place_portal(wend_vec2 at, wend_vec2 way, double rest)
{
    return (wend_portal){.a = at, .b = at, .right = right_of(way), .rest = rest, .side = WEND_NONE};
}

/// The ends of the pieces: way points, for a point that walks along the walls.
static void list_places(tracer *t)
{
    t->portals->count = 0;
    t->gone = 0;
    for (uint32_t i = 0; i + 1 < t->path->piece_count; ++i) {
        const wend_path_piece *piece = &t->path->pieces[i];
        t->gone += piece_length(piece);
        push(t, place_portal(piece->b, heading(piece), fmax(t->path->length - t->gone, 0)));
    }
}

// ---- the goal -----------------------------------------------------------------------------------

static wend_vec2 crossing_of(const wend_portal *portal)
{
    return wend_ahead(portal->a, portal->crossing, wend_minus(portal->b, portal->a));
}

/// The side of the goal that the path ends on; where it ends in a corner, the one that it meets
/// more squarely.
static wend_segment goal_side(wend_goal goal, wend_vec2 end, wend_vec2 way, double tolerance)
{
    wend_segment best = {goal.points[0], goal.points[1]};
    double best_distance = wend_segment_distance(best, end);
    double best_square = fabs(wend_cross(unit(wend_minus(best.b, best.a)), way));
    for (uint32_t i = 1; i < goal.count && goal.count > 2; ++i) {
        wend_segment side = {goal.points[i], goal.points[i + 1 < goal.count ? i + 1 : 0]};
        double distance = wend_segment_distance(side, end);
        double square = fabs(wend_cross(unit(wend_minus(side.b, side.a)), way));
        if (distance < best_distance - tolerance ||
            (distance <= best_distance + tolerance && square > best_square)) {
            best = side;
            best_distance = distance;
            best_square = square;
        }
    }
    return best;
}

static bool sees(const tracer *t, wend_vec2 from, wend_vec2 to)
{
    wend_ray ray;
    return wend_mesh_raycast(t->mesh, from, to, &ray, NULL) == WEND_OK && !ray.hit;
}

/// The end of the portal, or the furthest place towards it from x that is seen.
static wend_vec2 seen_end(const tracer *t, wend_vec2 from, wend_vec2 x, wend_vec2 end)
{
    double seen = 0, hidden = 1;
    if (sees(t, from, end))
        return end;
    for (int i = 0; i < WEND_HALVINGS; ++i) {
        double middle = 0.5 * (seen + hidden);
        if (sees(t, from, wend_ahead(x, middle, wend_minus(end, x))))
            seen = middle;
        else
            hidden = middle;
    }
    return wend_ahead(x, seen, wend_minus(end, x));
}

/// Cuts a portal to what is seen from a place.
static void cut_to_sight(tracer *t, wend_portal *portal, wend_vec2 from)
{
    wend_vec2 x = crossing_of(portal);
    portal->a = seen_end(t, from, x, portal->a);
    portal->b = seen_end(t, from, x, portal->b);
    double width = wend_dot(portal->right, wend_minus(portal->b, portal->a));
    double at = wend_dot(portal->right, wend_minus(x, portal->a));
    portal->crossing = width > 0 ? fmin(fmax(at / width, 0), 1) : 0;
}

static void add_goal_portal(tracer *t, wend_goal goal, bool whole)
{
    const wend_path_piece *last = &t->path->pieces[t->path->piece_count - 1];
    wend_vec2 end = last->b, from = t->path->pieces[0].a, way = heading(last);
    if (t->portals->count > 0)
        from = crossing_of(&t->portals->data[t->portals->count - 1]);
    // The last piece may be so short that its direction is rounding.
    if (wend_norm(wend_minus(end, from)) > wend_disc_tolerance(t->mesh))
        way = unit(wend_minus(end, from));
    t->cell = wend_disc_cell(t->mesh, end);
    if (!whole || goal.count == 1 || t->cell == WEND_NONE || t->query->radius <= 0) {
        push(t, place_portal(end, way, 0));
        return;
    }
    wend_segment side = goal_side(goal, end, way, wend_disc_tolerance(t->mesh));
    bool turned = wend_cross(way, wend_minus(side.b, side.a)) > 0;
    wend_portal portal = cut_portal(t, turned ? side.b : side.a, turned ? side.a : side.b, end);
    if (wend_same_place(side.a, side.b))
        portal.right = right_of(way);
    cut_to_sight(t, &portal, from);
    push(t, portal);
}

// ---- what can be left out -----------------------------------------------------------------------

/// True if the straight way passes the portal within its ends, or a little beside them.
static bool passes(const wend_portal *portal, wend_vec2 from, wend_vec2 to, double width,
                   double slack)
{
    wend_vec2 f = wend_minus(from, portal->a), g = wend_minus(to, portal->a), r = portal->right;
    double before = -wend_cross(r, f), behind = wend_cross(r, g);
    if (before < 0 || behind < 0 || before + behind <= 0)
        return false;
    double x = (wend_dot(r, f) * behind + wend_dot(r, g) * before) / (before + behind);
    return x >= -slack && x <= width + slack;
}

/// True if all ways from one segment to another pass all portals from first to last.
static bool all_pass(const wend_portals *portals, size_t first, size_t last, wend_segment from,
                     double radius)
{
    const wend_portal *to = &portals->data[last + 1];
    const double slack = WEND_CORNER_PART * radius;
    for (size_t i = first; i <= last; ++i) {
        const wend_portal *p = &portals->data[i];
        double width = wend_norm(wend_minus(p->b, p->a));
        if ((radius > 0 && width < WEND_TIGHT_PART * radius) ||
            !passes(p, from.a, to->a, width, slack) || !passes(p, from.b, to->b, width, slack) ||
            !passes(p, from.a, to->b, width, slack) || !passes(p, from.b, to->a, width, slack))
            return false;
    }
    return true;
}

static void leave_out(wend_portals *portals, wend_vec2 start, double radius)
{
    wend_segment from = {start, start};
    size_t kept = 0;
    for (size_t i = 0; i < portals->count;) {
        size_t next = i;
        while (next + 1 < portals->count && next - i < WEND_MOST_LEFT_OUT &&
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
        list_places(&t);
    add_goal_portal(&t, goal, whole);
    if (t.failed || query->disc->failed)
        return false;
    leave_out(portals, path->pieces[0].a, path->radius);
    return true;
}
