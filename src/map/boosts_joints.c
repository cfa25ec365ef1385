// SPDX-License-Identifier: MIT
// Positions of boosts on the mesh: corners, sector by sector, and points in the open.
#include "map/boosts.h"

#include "geometry/points.h"
#include "mesh/around.h"
#include "wend/vec2.h"

static bool push(wend_time_map *map, wend_time_joint joint)
{
    if (!wend_array_reserve(&map->joints, &map->allocator, 1))
        return false;
    map->joints.data[map->joints.count++] = joint;
    return true;
}

/// True for the first half-edge of a sector: of the free triangles between two walls at a corner.
static bool starts_sector(const wend_mesh *mesh, uint32_t h)
{
    return !wend_is_solid(mesh, h / 3) && wend_is_closed(mesh, h);
}

static bool add_corner(wend_time_map *map, const wend_mesh *mesh, wend_spot spot,
                       wend_time_joint joint)
{
    bool walled = false;
    for (uint32_t h = wend_around(mesh, spot); h != WEND_NONE;
         h = wend_around_next(mesh, spot, h)) {
        walled |= wend_is_closed(mesh, h);
        joint.spoke = h;
        if (starts_sector(mesh, h) && !push(map, joint))
            return false;
    }
    // Around an isolated point there are no walls: it is one sector.
    return walled || wend_is_solid(mesh, joint.spoke / 3) || push(map, joint);
}

bool wend_time_joints_add(wend_time_map *map, const wend_mesh *mesh, wend_time_joint joint)
{
    wend_spot spot;
    if (!wend_find_free(mesh, joint.at, &spot))
        return true;
    if (spot.kind == WEND_SPOT_VERTEX)
        return add_corner(map, mesh, spot, joint);
    if (spot.kind == WEND_SPOT_EDGE && wend_is_fixed(mesh, spot.edge) &&
        wend_is_solid(mesh, spot.edge / 3) == wend_is_solid(mesh, wend_twin(mesh, spot.edge) / 3))
        return true;
    return push(map, joint);
}

wend_map_result wend_time_joint_result(const wend_time_layer *layer, const wend_time_joint *joint)
{
    return joint->spoke == WEND_NONE ? wend_map_query(layer->map, joint->at)
                                     : wend_map_corner_result(layer->map, joint->spoke);
}

wend_result wend_map_corner(const wend_mesh *mesh, wend_vec2 p, double reach, wend_vec2 *corner)
{
    double min = reach;
    bool found = false;
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        if (!wend_is_used(mesh, t) || wend_is_solid(mesh, t))
            continue;
        for (uint32_t h = 3 * t; h < 3 * t + 3; ++h) {
            uint32_t vertex = wend_origin(mesh, h);
            wend_vec2 at = wend_at(mesh, vertex);
            double distance = wend_distance(at, p);
            if (vertex < 4 || !(distance <= min) ||
                (found && distance == min && !wend_is_before(at, *corner)))
                continue;
            min = distance;
            *corner = at;
            found = true;
        }
    }
    return found ? WEND_OK : WEND_NOT_FOUND;
}
