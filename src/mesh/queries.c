// SPDX-License-Identifier: MIT
// Point location and connectivity.
#include "mesh/around.h"

#include "geometry/predicates.h"

/// True if p, which lies on no wall, is outside the bounds: walls that cross the ray to its right
/// are counted.
static bool is_outside_bounds(const wend_mesh *mesh, wend_vec2 p)
{
    const wend_obstacle *bounds = &mesh->bounds;
    bool inside = false;
    for (uint32_t i = 0; i < bounds->corner_count; ++i) {
        wend_vec2 a = wend_at(mesh, bounds->corners[i]);
        wend_vec2 b = wend_at(mesh, bounds->corners[i + 1 < bounds->corner_count ? i + 1 : 0]);
        if ((a.y <= p.y) != (b.y <= p.y) && (wend_orient2d_fast(a, b, p) > 0) == (a.y < b.y))
            inside = !inside;
    }
    return bounds->corner_count > 0 && !inside;
}

wend_location wend_mesh_locate(const wend_mesh *mesh, wend_vec2 p)
{
    if (!wend_in_box(mesh, p))
        return WEND_LOCATION_OUTSIDE;
    wend_spot spot = wend_mesh_find(mesh, p);
    if (spot.kind == WEND_SPOT_VERTEX && wend_origin(mesh, spot.edge) >= 4)
        return WEND_LOCATION_BOUNDARY;
    if (spot.kind == WEND_SPOT_EDGE && wend_is_fixed(mesh, spot.edge))
        return WEND_LOCATION_BOUNDARY;
    if (!wend_is_solid(mesh, spot.edge / 3))
        return WEND_LOCATION_FREE;
    return is_outside_bounds(mesh, p) ? WEND_LOCATION_OUTSIDE : WEND_LOCATION_SOLID;
}

/// The part of the free space that a triangle belongs to; WEND_NONE: it is solid.
static uint32_t part_of(const wend_mesh *mesh, uint32_t triangle)
{
    return wend_is_solid(mesh, triangle) ? WEND_NONE : mesh->cells[mesh->cell_of[triangle]].part;
}

// A point on a wall belongs to all parts around it.
bool wend_mesh_connected(const wend_mesh *mesh, wend_vec2 p, wend_vec2 q)
{
    wend_spot at_p, at_q;
    if (!wend_find_free(mesh, p, &at_p) || !wend_find_free(mesh, q, &at_q))
        return false;
    uint32_t last = WEND_NONE;
    for (uint32_t h = wend_around(mesh, at_p); h != WEND_NONE;
         h = wend_around_next(mesh, at_p, h)) {
        uint32_t part = part_of(mesh, h / 3);
        if (part == last || part == WEND_NONE)
            continue;
        last = part;
        for (uint32_t k = wend_around(mesh, at_q); k != WEND_NONE;
             k = wend_around_next(mesh, at_q, k))
            if (part_of(mesh, k / 3) == part)
                return true;
    }
    return false;
}
