// SPDX-License-Identifier: MIT
// Clearance test of a disc. Visits all cells near a piece of the path by a flood fill through open
// sides: everything that is near and not hidden can be reached this way, and what is hidden is no
// nearer than what hides it.
#include "plan/disc.h"

#include "core/angle.h"
#include "geometry/points.h"

#define WEND_PI 3.14159265358979323846

/// A wall is nearer than a corner if it is by this fraction: more than rounding.
#define WEND_NEARER_SHARE 1e-9

// ---- flood fill ---------------------------------------------------------------------------------

bool wend_flood_begin(wend_path_query *query, uint32_t cell)
{
    wend_disc_search *s = query->disc;
    if (++s->flood_stamp == 0) {
        for (size_t i = 0; i < s->cell_stamp.count; ++i)
            s->cell_stamp.data[i] = 0;
        s->flood_stamp = 1;
    }
    s->flood.count = 0;
    if (!wend_array_reserve(&s->flood, &query->allocator, 1)) {
        s->failed = true;
        return false;
    }
    s->cell_stamp.data[cell] = s->flood_stamp;
    s->flood.data[s->flood.count++] = cell;
    return true;
}

void wend_flood_add(wend_path_query *query, uint32_t cell)
{
    wend_disc_search *s = query->disc;
    if (s->cell_stamp.data[cell] == s->flood_stamp)
        return;
    if (!wend_array_reserve(&s->flood, &query->allocator, 1)) {
        s->failed = true;
        return;
    }
    s->cell_stamp.data[cell] = s->flood_stamp;
    s->flood.data[s->flood.count++] = cell;
}

uint32_t wend_disc_cell(const wend_mesh *mesh, wend_vec2 p)
{
    wend_spot spot = wend_mesh_find(mesh, p);
    if (spot.kind == WEND_SPOT_OUT)
        return WEND_NONE;
    uint32_t cell = mesh->cell_of[spot.edge / 3];
    if (cell != WEND_NONE || spot.kind == WEND_SPOT_FACE)
        return cell;
    if (spot.kind == WEND_SPOT_EDGE) {
        uint32_t twin = wend_twin(mesh, spot.edge);
        return twin == WEND_NONE ? WEND_NONE : mesh->cell_of[twin / 3];
    }
    uint32_t h = spot.edge;
    do {
        if (mesh->cell_of[h / 3] != WEND_NONE)
            return mesh->cell_of[h / 3];
        h = wend_turn_left(mesh, h);
    } while (h != WEND_NONE && h != spot.edge);
    return WEND_NONE;
}

// ---- straight pieces ----------------------------------------------------------------------------

/// A straight piece in its own frame: x along it from 0 to length, y to its left.
typedef struct strip {
    wend_vec2 from, direction;
    double length;
} strip;

static wend_vec2 in_strip(const strip *s, wend_vec2 p)
{
    wend_vec2 v = wend_sub(p, s->from);
    return (wend_vec2){wend_dot(s->direction, v), wend_cross(s->direction, v)};
}

static double strip_distance2(const strip *s, wend_vec2 q)
{
    double x = q.x < 0 ? q.x : q.x > s->length ? q.x - s->length : 0;
    return x * x + q.y * q.y;
}

/// True if the side from a to b (in the strip's frame) certainly stays at least reach away.
static bool is_far(const strip *s, wend_vec2 a, wend_vec2 b, double reach)
{
    return (a.y >= reach && b.y >= reach) || (a.y <= -reach && b.y <= -reach) ||
           (a.x <= -reach && b.x <= -reach) ||
           (a.x >= s->length + reach && b.x >= s->length + reach);
}

static double point_to_line2(wend_vec2 p, wend_vec2 a, wend_vec2 b)
{
    wend_vec2 ab = wend_sub(b, a), ap = wend_sub(p, a);
    double t = wend_dot(ap, ab), whole = wend_length_squared(ab);
    t = t <= 0 || whole <= 0 ? 0 : t >= whole ? 1 : t / whole;
    wend_vec2 off = {ap.x - t * ab.x, ap.y - t * ab.y};
    return wend_length_squared(off);
}

/// Squared distance between the piece and a wall, both in the strip's frame.
static double wall_distance2(const strip *s, wend_vec2 a, wend_vec2 b)
{
    // They cross if the wall meets y = 0 between the ends.
    if ((a.y < 0) != (b.y < 0)) {
        double x = a.x + (b.x - a.x) * (a.y / (a.y - b.y));
        if (x >= 0 && x <= s->length)
            return 0;
    }
    double d = fmin(strip_distance2(s, a), strip_distance2(s, b));
    d = fmin(d, point_to_line2((wend_vec2){0, 0}, a, b));
    return fmin(d, point_to_line2((wend_vec2){s->length, 0}, a, b));
}

static void add_blocker(wend_path_query *query, uint32_t vertex, int side)
{
    wend_disc_search *s = query->disc;
    for (size_t i = 0; i < s->blockers.count; ++i)
        if (s->blockers.data[i].vertex == vertex)
            return;
    if (!wend_array_reserve(&s->blockers, &query->allocator, 1)) {
        s->failed = true;
        return;
    }
    s->blockers.data[s->blockers.count++] = (wend_disc_blocker){vertex, side};
}

/// Visits one cell; records blockers and continues the flood fill. Returns the depth of the end of
/// the piece in the cell (negative: outside).
static double visit_cell(wend_path_query *query, const strip *piece, uint32_t number, double reach,
                         bool *blocked)
{
    const wend_mesh *mesh = query->mesh;
    const wend_cell *cell = &mesh->cells[number];
    const wend_cell_side *sides = mesh->sides + cell->first;
    wend_vec2 end = {piece->length, 0};
    double depth = INFINITY;
    wend_vec2 a = in_strip(piece, sides[0].at), first = a;
    for (uint32_t i = 0; i < cell->count; ++i) {
        bool last = i + 1 == cell->count;
        wend_vec2 b = last ? first : in_strip(piece, sides[i + 1].at);
        double inside = wend_cross_from(a, b, end);
        depth = inside < depth ? inside : depth;
        if (!is_far(piece, a, b, reach)) {
            if (strip_distance2(piece, a) < reach * reach) {
                add_blocker(query, sides[i].vertex, a.y > 0 ? 1 : -1);
                *blocked = true;
            }
            if (sides[i].cell != WEND_NONE) {
                wend_flood_add(query, sides[i].cell);
            } else if (wall_distance2(piece, a, b) < reach * reach) {
                *blocked = true;
                add_blocker(query, sides[i].vertex, a.y > 0 ? 1 : -1);
                add_blocker(query, sides[last ? 0 : i + 1].vertex, b.y > 0 ? 1 : -1);
            }
        }
        a = b;
    }
    return depth;
}

/// True if p lies in the cell, without exact predicates.
static bool is_inside(const wend_mesh *mesh, uint32_t number, wend_vec2 p)
{
    const wend_cell *cell = &mesh->cells[number];
    const wend_cell_side *sides = mesh->sides + cell->first;
    for (uint32_t i = 0; i < cell->count; ++i) {
        wend_vec2 b = sides[i + 1 < cell->count ? i + 1 : 0].at;
        if (wend_cross_from(sides[i].at, b, p) < 0)
            return false;
    }
    return true;
}

bool wend_disc_clear(wend_path_query *query, wend_vec2 from, wend_vec2 direction, double length,
                     uint32_t *cell)
{
    wend_disc_search *s = query->disc;
    strip piece = {from, direction, length};
    double reach = s->reach;
    bool blocked = false;
    double deepest = -INFINITY;
    s->blockers.count = 0;
    if (!is_inside(query->mesh, *cell, from)) {
        uint32_t containing = wend_disc_cell(query->mesh, from);
        if (containing == WEND_NONE)
            return false;
        *cell = containing;
    }
    if (!wend_flood_begin(query, *cell))
        return false;
    for (size_t i = 0; i < s->flood.count; ++i) {
        uint32_t number = s->flood.data[i];
        double depth = visit_cell(query, &piece, number, reach, &blocked);
        if (depth > deepest) {
            deepest = depth;
            *cell = number;
        }
    }
    return !blocked && !s->failed;
}

wend_disc_blocker wend_disc_nearest(const wend_path_query *query, wend_vec2 from,
                                    wend_vec2 direction, double length)
{
    const wend_disc_search *s = query->disc;
    const wend_disc_blocker none = {WEND_NONE, 0};
    wend_disc_blocker nearest = none;
    strip piece = {from, direction, length};
    double minimum = s->reach;
    for (size_t i = 0; i < s->blockers.count; ++i) {
        wend_vec2 q = in_strip(&piece, wend_at(query->mesh, s->blockers.data[i].vertex));
        double distance = sqrt(strip_distance2(&piece, q));
        if (distance < minimum) {
            minimum = distance;
            bool beside = q.x > 0 && q.x < length && q.y != 0;
            nearest = beside ? s->blockers.data[i] : none;
        }
    }
    minimum *= 1 - WEND_NEARER_SHARE;
    for (size_t i = 0; i < s->flood.count && nearest.vertex != WEND_NONE; ++i) {
        const wend_cell *cell = &query->mesh->cells[s->flood.data[i]];
        const wend_cell_side *sides = query->mesh->sides + cell->first;
        for (uint32_t k = 0; k < cell->count; ++k) {
            wend_vec2 a = in_strip(&piece, sides[k].at);
            wend_vec2 b = in_strip(&piece, sides[k + 1 < cell->count ? k + 1 : 0].at);
            if (sides[k].cell == WEND_NONE && wall_distance2(&piece, a, b) < minimum * minimum)
                return none;
        }
    }
    return nearest;
}

double wend_disc_clearance(wend_path_query *query, wend_vec2 p, uint32_t cell, double limit)
{
    wend_disc_search *s = query->disc;
    const wend_mesh *mesh = query->mesh;
    double best2 = limit * limit;
    if (!wend_flood_begin(query, cell))
        return 0;
    for (size_t i = 0; i < s->flood.count; ++i) {
        const wend_cell *c = &mesh->cells[s->flood.data[i]];
        for (uint32_t k = 0; k < c->count; ++k) {
            const wend_cell_side *side = &mesh->sides[c->first + k];
            wend_vec2 b = mesh->sides[c->first + (k + 1 < c->count ? k + 1 : 0)].at;
            wend_vec2 to_corner = wend_sub(side->at, p);
            best2 = fmin(best2, wend_length_squared(to_corner));
            double d2 = point_to_line2(p, side->at, b);
            if (d2 >= best2)
                continue;
            if (side->cell != WEND_NONE)
                wend_flood_add(query, side->cell);
            else
                best2 = d2;
        }
    }
    return sqrt(best2);
}

// ---- turns --------------------------------------------------------------------------------------

/// Angle from the normal at arrival to the direction v, in the sense of the turn, in [0, 2 pi).
static double turn_to(const wend_disc_root *root, wend_vec2 v)
{
    wend_vec2 left = wend_perp_left(root->in);
    wend_vec2 normal = {-root->side * left.x, -root->side * left.y};
    double angle = root->side * wend_atan2(wend_cross(normal, v), wend_dot(normal, v));
    return angle < 0 ? angle + 2 * WEND_PI : angle;
}

/// Clips the wall from a to b (relative to the corner) to the part within reach of it.
static bool clip_to_circle(wend_vec2 *a, wend_vec2 *b, double reach)
{
    wend_vec2 d = wend_sub(*b, *a);
    double dd = wend_length_squared(d), ad = wend_dot(*a, d), c = wend_dot(*a, *a) - reach * reach;
    double root2 = ad * ad - dd * c;
    if (dd <= 0)
        return c < 0;
    if (root2 <= 0)
        return false;
    double root = sqrt(root2), t0 = (-ad - root) / dd, t1 = (-ad + root) / dd;
    if (t1 <= 0 || t0 >= 1)
        return false;
    wend_vec2 start = *a;
    *a = t0 > 0 ? wend_add_scaled(start, t0, d) : *a;
    *b = t1 < 1 ? wend_add_scaled(start, t1, d) : *b;
    return true;
}

/// A wall within 2 r of the corner stops the turn where its normals first point at the wall: there
/// the disc between them would need 2 r. A disc at the arrival is clear, so a wall on both sides of
/// the arrival's normal is beyond reach.
static double stop_at(const wend_disc_root *root, wend_vec2 a, wend_vec2 b, double turn)
{
    double first = turn_to(root, a), second = turn_to(root, b);
    double stop = fmin(first, second);
    // A span of more than half a turn reaches around behind the arrival: its nearer end is the
    // larger angle.
    if (fabs(first - second) > WEND_PI)
        stop = fmax(first, second);
    return fmin(stop, turn);
}

double wend_disc_turn_limit(wend_path_query *query, const wend_disc_root *root, double turn,
                            bool *open)
{
    wend_disc_search *s = query->disc;
    const wend_mesh *mesh = query->mesh;
    double reach = 2 * s->reach;
    wend_vec2 centre = root->centre;
    *open = true;
    if (!wend_flood_begin(query, root->cell))
        return 0;
    for (size_t i = 0; i < s->flood.count; ++i) {
        const wend_cell *c = &mesh->cells[s->flood.data[i]];
        for (uint32_t k = 0; k < c->count; ++k) {
            const wend_cell_side *side = &mesh->sides[c->first + k];
            const wend_cell_side *next = &mesh->sides[c->first + (k + 1 < c->count ? k + 1 : 0)];
            wend_vec2 a = wend_sub(side->at, centre), b = wend_sub(next->at, centre);
            bool own = side->vertex == root->vertex || next->vertex == root->vertex;
            if (side->vertex != root->vertex && wend_length_squared(a) < reach * reach) {
                turn = stop_at(root, a, a, turn);
                *open = false;
            }
            if (!own && point_to_line2((wend_vec2){0, 0}, a, b) >= reach * reach)
                continue;
            if (side->cell != WEND_NONE) {
                wend_flood_add(query, side->cell);
            } else if (!own && clip_to_circle(&a, &b, reach)) {
                turn = stop_at(root, a, b, turn);
                *open = false;
            }
        }
    }
    return turn;
}
