// SPDX-License-Identifier: MIT
// Walls of a floor, offset towards the free side by the radius of a disc.
//
// Every ring becomes one closed curve: its walls are shifted; at a convex corner they are joined by
// tangents of the disc around it, at a reflex one by the point where the shifted walls meet, or, if
// one of them is too short for that, by a detour to where they would meet for a smaller radius.
//
//     -------o                   |   //////    o: points of the curve
//             \                  |   //////
//     /////+   o        ---------o   //////    left: a convex corner, outside of the arc;
//     /////|   |                     //////    right: a reflex one, where the walls meet
//     /////|   |        ///////////////////
//
// Proof: let the radius r grow from 0. The curve starts as the ring itself, which winds once around
// its solid. All its pieces move to their right at speed 1, or along themselves (the detours at a
// reflex corner), and none ever shrinks to nothing. So the winding number of a point never
// decreases, and increases by one whenever a piece sweeps over it. Every point within r of a wall
// is swept over, by the piece of the wall or corner that it is nearest to: the tangents reach
// further than the arc, and the part cut off at a reflex corner lies nearer to the other wall or,
// if that is short, to its other end. No point further than r and the arc's error from the ring is
// swept over. Adding up the winding numbers of all curves is therefore sufficient, even if curves
// overlap.
//
// Before that, reflex corners are removed where the wall across, from the corner before to the one
// after, is so short that the disc does not fit there anyway and the wall's middle is no further
// from the region that it closes off than the arc's error permits. Walls in small steps are cheap
// then.
//
// For a radius of 0 the curves are the rings themselves.
#include "mesh/inflate.h"

#include "core/angle.h"
#include "geometry/predicates.h"

#include <math.h>

/// The lattice in tolerances of a scene of that size: much finer than the tolerance, and 2^10 times
/// the error of a crossing (see wend_segments_meet), so that crossings are rounded to the nearest
/// point.
#define LATTICE_TOLERANCES 0x1p-6

/// Added to the radius, in lattice steps: more than rounding subtracts. A crossing moves the walls
/// there by less than a step, and so do the few crossings that this causes in turn.
#define ROUNDING_STEPS 8

/// Maximum fraction of its length that a wall loses at a reflex corner, so that something remains
/// of a wall between two of them.
#define MAX_CUT 0.49

/// Maximum length of walls across reflex corners as a fraction of the radius, so that the region
/// behind them is solid anyway: it is within their length of a corner.
#define MAX_ACROSS 0.9

/// Maximum angle between consecutive tangents.
#define MAX_TURN WEND_HALF_PI

/// Maximum number of points of a mesh.
#define MAX_POINTS (UINT32_MAX / 8)

typedef struct maker {
    wend_curves *curves;
    const wend_allocator *allocator;
    double radius; ///< including the rounding margin
    double turn;   ///< maximum angle between consecutive tangents, for the arc's error [Units: rad]
    double across; ///< maximum length of a wall across reflex corners [Units: m]
    uint32_t first;             ///< where the present curve begins
    wend_array(wend_vec2) ring; ///< the present ring, without some reflex corners
} maker;

wend_vec2 wend_curves_round(double lattice, wend_vec2 p)
{
    return (wend_vec2){rint(p.x / lattice) * lattice, rint(p.y / lattice) * lattice};
}

bool wend_curves_add(wend_curves *curves, wend_vec2 p, const wend_allocator *allocator)
{
    if (curves->points.count >= MAX_POINTS || !wend_array_reserve(&curves->points, allocator, 1))
        return false;
    curves->points.data[curves->points.count++] = p;
    curves->box = wend_box_add(curves->box, p);
    return true;
}

/// Adds a point to the current curve, unless it equals the last one.
static bool add(maker *m, wend_vec2 p)
{
    wend_curves *curves = m->curves;
    if (!curves->exact)
        p = wend_curves_round(curves->lattice, p);
    if (curves->points.count > m->first &&
        wend_equal(curves->points.data[curves->points.count - 1], p))
        return true;
    return wend_curves_add(curves, p, m->allocator);
}

static bool end_curve(maker *m)
{
    wend_curves *curves = m->curves;
    while (curves->points.count > m->first + 1 &&
           wend_equal(curves->points.data[curves->points.count - 1], curves->points.data[m->first]))
        --curves->points.count;
    m->first = (uint32_t)curves->points.count;
    if (!wend_array_reserve(&curves->ends, m->allocator, 1))
        return false;
    curves->ends.data[curves->ends.count++] = m->first;
    return true;
}

/// A wall as seen from a corner.
typedef struct arm {
    wend_vec2 along; ///< unit vector in the ring's direction
    double length;   ///< 0: none
} arm;

static arm arm_between(wend_vec2 a, wend_vec2 b)
{
    double x = b.x - a.x, y = b.y - a.y;
    // Scaled, so that the squares of a tiny wall do not underflow.
    double size = fmax(fabs(x), fabs(y));
    if (!(size > 0))
        return (arm){0};
    x /= size;
    y /= size;
    double length = sqrt(x * x + y * y);
    return (arm){{x / length, y / length}, length * size};
}

/// The corners of the tangents around the disc at p: from direction `normal` on, through the given
/// angle to the left.
static bool add_arc(maker *m, wend_vec2 p, wend_vec2 normal, double angle)
{
    double pieces = fmax(ceil(angle / m->turn), 1), sine, cosine;
    wend_sin_cos(angle / (2 * pieces), &sine, &cosine);
    double reach = m->radius / cosine;
    wend_vec2 to = {normal.x * cosine - normal.y * sine, normal.x * sine + normal.y * cosine};
    double step_x = cosine * cosine - sine * sine, step_y = 2 * sine * cosine;
    for (double i = 0; i < pieces; ++i) {
        if (!add(m, wend_add_scaled(p, reach, to)))
            return false;
        to = (wend_vec2){to.x * step_x - to.y * step_y, to.x * step_y + to.y * step_x};
    }
    return true;
}

/// The walls turn away from the free side by `angle` to the right.
static bool add_reflex(maker *m, wend_vec2 p, arm in, arm out, double angle)
{
    double r = m->radius, sine, cosine;
    wend_sin_cos(angle / 2, &sine, &cosine);
    double maximum = MAX_CUT * fmin(in.length, out.length);
    bool fits = r * sine <= maximum * cosine;
    // The walls meet when they have moved by `far`; that cuts off `back` of each.
    double back = fits ? r * sine / cosine : maximum;
    double far = fits ? r : maximum * cosine / sine;
    wend_vec2 base = {p.x - back * in.along.x, p.y - back * in.along.y};
    wend_vec2 meet = {base.x + far * in.along.y, base.y - far * in.along.x};
    if (fits)
        return add(m, meet);
    wend_vec2 next = wend_add_scaled(p, back, out.along);
    return add(m, (wend_vec2){base.x + r * in.along.y, base.y - r * in.along.x}) && add(m, meet) &&
           add(m, (wend_vec2){next.x + r * out.along.y, next.y - r * out.along.x});
}

static bool add_corner(maker *m, wend_vec2 before, wend_vec2 p, wend_vec2 after)
{
    arm in = arm_between(before, p), out = arm_between(p, after);
    double cross = wend_cross(in.along, out.along);
    double dot = wend_dot(in.along, out.along);
    int side = wend_orient2d_fast(before, p, after);
    if (side == 0 && dot > 0)
        return true;
    // A wall that runs back along itself has its end here.
    double angle = side == 0 ? 2 * WEND_HALF_PI : wend_atan2(fabs(cross), dot);
    wend_vec2 normal = wend_perp_right(in.along);
    return side >= 0 ? add_arc(m, p, normal, angle) : add_reflex(m, p, in, out, angle);
}

/// True if p is a reflex corner, or collinear, and can be removed.
static bool is_needless(const maker *m, wend_vec2 before, wend_vec2 p, wend_vec2 after)
{
    if (wend_distance_squared(after, before) > m->across * m->across)
        return false;
    int side = wend_orient2d_fast(before, p, after);
    return side < 0 || (side == 0 && wend_on_segment((wend_segment){before, after}, p));
}

/// Fills m->ring: no equal neighbours, reflex corners removed where permitted.
static bool simplify(maker *m, const wend_vec2 *ring, uint32_t count)
{
    m->ring.count = 0;
    if (!wend_array_reserve(&m->ring, m->allocator, count))
        return false;
    wend_vec2 *kept = m->ring.data;
    size_t n = 0;
    for (uint32_t i = 0; i < count; ++i) {
        while (n >= 2 && is_needless(m, kept[n - 2], kept[n - 1], ring[i]))
            --n;
        if (n == 0 || !wend_equal(kept[n - 1], ring[i]))
            kept[n++] = ring[i];
    }
    while (n >= 2 && wend_equal(kept[n - 1], kept[0]))
        --n;
    m->ring.count = n;
    return true;
}

static bool add_ring(maker *m, const wend_vec2 *ring, uint32_t count)
{
    if (!simplify(m, ring, count))
        return false;
    const wend_vec2 *kept = m->ring.data;
    size_t n = m->ring.count;
    bool added = n != 1 || add_arc(m, kept[0], (wend_vec2){1, 0}, 4 * WEND_HALF_PI);
    for (size_t i = 0; i < n && n > 1 && added; ++i)
        added = add_corner(m, kept[i > 0 ? i - 1 : n - 1], kept[i], kept[i + 1 < n ? i + 1 : 0]);
    return added && end_curve(m);
}

/// The ring unchanged. (A ring without interior is not a curve.)
static bool add_exact_ring(maker *m, const wend_floor *floor, const wend_ring *ring)
{
    if (ring->role == WEND_RING_POINT || ring->role == WEND_RING_SEGMENT)
        return true;
    bool added = true;
    for (uint32_t i = 0; i < ring->count && added; ++i)
        added = add(m, floor->points[ring->first + i]);
    return added && end_curve(m);
}

// ---- entry point --------------------------------------------------------------------------------

/// Bounding box of the result, which determines the lattice.
static wend_box find_reach(const wend_floor *floor, double by, const wend_mesh_def *def)
{
    wend_box reach = floor->box;
    if (floor->wall_count > 0) {
        reach = wend_box_add(reach, (wend_vec2){floor->box.min.x - by, floor->box.min.y - by});
        reach = wend_box_add(reach, (wend_vec2){floor->box.max.x + by, floor->box.max.y + by});
    }
    for (uint32_t i = 0; i < def->line_count && !floor->has_bounds; ++i)
        reach = wend_box_add(wend_box_add(reach, def->lines[i].a), def->lines[i].b);
    return reach;
}

bool wend_curves_make(wend_curves *curves, const wend_floor *floor, double radius, double arc_error,
                      const wend_mesh_def *def)
{
    *curves = (wend_curves){.box = floor->box, .exact = radius == 0};
    curves->lattice =
        wend_tolerance(find_reach(floor, radius + arc_error, def)) * LATTICE_TOLERANCES;
    double half = wend_atan2(sqrt(arc_error * (2 * radius + arc_error)), radius);
    maker m = {.curves = curves,
               .allocator = &def->allocator,
               .radius = radius + ROUNDING_STEPS * curves->lattice,
               .turn = fmin(2 * half, MAX_TURN),
               .across = fmin(2 * sqrt(arc_error * (2 * radius + arc_error)), MAX_ACROSS * radius)};
    bool made = true;
    for (uint32_t i = 0; i < floor->ring_count && made; ++i)
        made = curves->exact
                   ? add_exact_ring(&m, floor, &floor->rings[i])
                   : add_ring(&m, floor->points + floor->rings[i].first, floor->rings[i].count);
    wend_array_free(&m.ring, &def->allocator);
    return made && wend_curves_add_runs(curves, floor, radius, def);
}

void wend_curves_free(wend_curves *curves, const wend_allocator *allocator)
{
    wend_array_free(&curves->points, allocator);
    wend_array_free(&curves->ends, allocator);
    wend_array_free(&curves->runs, allocator);
}
