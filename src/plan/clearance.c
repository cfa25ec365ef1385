// SPDX-License-Identifier: MIT
// Clearance of a piece of a path.
#include "plan/disc.h"

#include "core/angle.h"
#include "wend/geometry.h"

/// Angle from a's direction to v's around the corner of an arc, in the sense of its turn, in [0, 2
/// pi).
static double angle_on(const wend_path_piece *arc, wend_vec2 from, wend_vec2 v)
{
    double angle = arc->turn * wend_atan2(wend_cross(from, v), wend_dot(from, v));
    return angle < 0 ? angle + 6.28318530717958647692 : angle;
}

/// An arc whose ends are closer than this many radii is empty; a full turn is then caused by
/// rounding. No path turns so far that its ends meet again.
#define WEND_NO_ARC 1e-5

/// Angular range of the arc.
static double range_of(const wend_path_piece *arc, wend_vec2 a, wend_vec2 b)
{
    double range = angle_on(arc, a, b);
    return wend_distance(b, a) > WEND_NO_ARC * wend_length(a) ? range : 0;
}

/// Distance from the arc to p: along the radius within its angular range; else to an end.
static double arc_to_point(const wend_path_piece *arc, wend_vec2 p)
{
    wend_vec2 a = wend_sub(arc->a, arc->corner), b = wend_sub(arc->b, arc->corner);
    wend_vec2 v = wend_sub(p, arc->corner);
    if (angle_on(arc, a, v) <= range_of(arc, a, b))
        return fabs(wend_length(v) - wend_length(a));
    return fmin(wend_distance(p, arc->a), wend_distance(p, arc->b));
}

/// Distance from the arc to a wall: at an end of either, where the wall is perpendicular to the
/// radius, or 0 where they cross.
static double arc_to_wall(const wend_path_piece *arc, wend_segment wall)
{
    double best = fmin(arc_to_point(arc, wall.a), arc_to_point(arc, wall.b));
    best =
        fmin(best, fmin(wend_segment_distance(wall, arc->a), wend_segment_distance(wall, arc->b)));
    wend_vec2 a = wend_sub(arc->a, arc->corner), b = wend_sub(arc->b, arc->corner);
    double radius = wend_length(a), range = range_of(arc, a, b);
    wend_vec2 projection = wend_segment_closest(wall, arc->corner);
    wend_vec2 v = wend_sub(projection, arc->corner);
    if (wend_length_squared(v) > 0 && angle_on(arc, a, v) <= range)
        best = fmin(best, fabs(wend_length(v) - radius));
    // Where the wall crosses the circle: equally far from the middle of the chord on either side.
    wend_vec2 d = wend_sub(wall.b, wall.a), o = wend_sub(wall.a, arc->corner);
    double dd = wend_length_squared(d), size = sqrt(dd);
    if (dd <= 0)
        return best;
    double middle = -wend_dot(o, d) / dd, off = wend_cross(d, o) / size;
    if (fabs(off) > radius)
        return best;
    double half = sqrt(radius * radius - off * off);
    wend_vec2 along = {d.x / size, d.y / size};
    for (int sign = -1; sign <= 1; sign += 2) {
        wend_vec2 at =
            wend_add_scaled((wend_vec2){off * -along.y, off * along.x}, sign * half, along);
        double t = middle + sign * half / size;
        if (t >= 0 && t <= 1 && angle_on(arc, a, at) <= range)
            return 0;
    }
    return best;
}

static double piece_to_wall(const wend_path_piece *piece, wend_segment wall)
{
    if (piece->turn)
        return arc_to_wall(piece, wall);
    return wend_segments_distance((wend_segment){piece->a, piece->b}, wall, NULL, NULL);
}

static double flood_clearance(wend_path_query *query, const wend_path_piece *piece, double limit)
{
    wend_disc_search *s = query->disc;
    const wend_mesh *mesh = query->mesh;
    uint32_t cell = wend_disc_cell(mesh, piece->a);
    if (cell == WEND_NONE || !wend_flood_begin(query, cell))
        return 0;
    for (size_t i = 0; i < s->flood.count; ++i) {
        const wend_cell *c = &mesh->cells[s->flood.data[i]];
        for (uint32_t k = 0; k < c->count; ++k) {
            const wend_cell_side *side = &mesh->sides[c->first + k];
            wend_vec2 next = mesh->sides[c->first + (k + 1 < c->count ? k + 1 : 0)].at;
            double corner = piece_to_wall(piece, (wend_segment){side->at, side->at});
            limit = fmin(limit, corner);
            double distance = piece_to_wall(piece, (wend_segment){side->at, next});
            if (distance > limit)
                continue;
            if (side->cell == WEND_NONE)
                limit = distance;
            else
                wend_flood_add(query, side->cell);
        }
    }
    return s->failed ? 0 : limit;
}

double wend_path_clearance(wend_path_query *query, const wend_mesh *mesh,
                           const wend_path_piece *piece, double limit)
{
    const wend_mesh *searched = query->mesh;
    query->mesh = mesh;
    double clearance = 0;
    if (wend_disc_reserve(query)) {
        bool failed = query->disc->failed;
        clearance = flood_clearance(query, piece, limit);
        query->disc->failed = failed;
    }
    query->mesh = searched;
    return clearance;
}
