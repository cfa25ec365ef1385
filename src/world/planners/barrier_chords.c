// SPDX-License-Identifier: MIT
// Chords across a corridor. In a plan all walls may be one polygon, and both sides of a corridor
// the same wall that has gone round a room. So the length of the way along the walls decides:
// around a corner of a room it is little longer than the straight line; across a corridor or a door
// it is long, or there is none.
#include "flow/domain.h"
#include "geometry/points.h"
#include "wend/geometry.h"
#include "world/planners/barriers.h"

/// A chord is across a corridor only if the way along the walls is longer than this multiple of it:
/// across a corner of a room it is up to 1.42 times as long, across a bay as deep as it is wide,
/// three times.
#define AROUND 2.0

/// Tolerance for rounding at the end of a ray to a wall: extension of the ray, and distance before
/// its end. [Units: lengths]
#define BEYOND 1e-3

/// The half-edge along the wall hit by a ray from p, with p's side on its left; WEND_NONE: none.
static uint32_t wall_seen_from(const wend_mesh *mesh, const wend_ray *ray, wend_vec2 p)
{
    bool left = wend_orient2d(ray->a, ray->b, p) > 0;
    wend_vec2 from = left ? ray->a : ray->b, to = left ? ray->b : ray->a;
    wend_spot spot = wend_mesh_find(mesh, from);
    if (spot.kind != WEND_SPOT_VERTEX)
        return WEND_NONE;
    for (uint32_t h = wend_around(mesh, spot); h != WEND_NONE; h = wend_around_next(mesh, spot, h))
        if (wend_equal(wend_at(mesh, wend_target(mesh, h)), to))
            return wend_is_solid(mesh, h / 3) ? WEND_NONE : h;
    return WEND_NONE;
}

/// The wall at `at` on the side visible from `from`; WEND_NONE: none.
static uint32_t wall_at(const wend_mesh *mesh, wend_vec2 from, wend_vec2 at)
{
    wend_vec2 beyond = {at.x + BEYOND * (at.x - from.x), at.y + BEYOND * (at.y - from.y)};
    wend_ray ray;
    if (wend_mesh_raycast(mesh, from, beyond, &ray, NULL) != WEND_OK || !ray.hit)
        return WEND_NONE;
    return wall_seen_from(mesh, &ray, from);
}

/// True if the straight line from p to q is free, up to rounding at its end.
static bool is_free(const wend_mesh *mesh, wend_vec2 p, wend_vec2 q)
{
    wend_ray ray;
    return wend_mesh_raycast(mesh, p, q, &ray, NULL) == WEND_OK &&
           (!ray.hit || ray.length >= (1 - BEYOND) * wend_distance(p, q));
}

/// True if the way along the walls from `at`, on h, to `to`, on the wall `end`, is at most
/// `length`.
static bool leads_to(const wend_mesh *mesh, uint32_t h, wend_vec2 at, uint32_t end, wend_vec2 to,
                     double length)
{
    if (h == end)
        return true;
    double gone = wend_distance(at, wend_at(mesh, wend_target(mesh, h)));
    for (uint32_t next = wend_flow_next_wall(mesh, h); gone <= length && next != h;
         next = wend_flow_next_wall(mesh, next)) {
        wend_vec2 begin = wend_at(mesh, wend_origin(mesh, next));
        if (next == end)
            return gone + wend_distance(begin, to) <= length;
        gone += wend_distance(begin, wend_at(mesh, wend_target(mesh, next)));
    }
    return false;
}

bool wend_barriers_is_across(const wend_mesh *mesh, wend_segment chord, const wend_vec2 from[2])
{
    wend_vec2 middle = wend_midpoint(chord.a, chord.b);
    if (!is_free(mesh, middle, chord.a) || !is_free(mesh, middle, chord.b))
        return false;
    uint32_t first = wall_at(mesh, from[0], chord.a), second = wall_at(mesh, from[1], chord.b);
    double around = AROUND * wend_distance(chord.a, chord.b);
    return first != WEND_NONE && second != WEND_NONE &&
           !leads_to(mesh, first, chord.a, second, chord.b, around) &&
           !leads_to(mesh, second, chord.b, first, chord.a, around);
}
