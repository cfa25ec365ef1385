// SPDX-License-Identifier: MIT
// The corners of the free space, one for each free sector around a vertex, and the lengths of
// edges.
#include "map/wave.h"

#include "geometry/predicates.h"

/// The rightmost spoke of the sector that contains h; h itself if there is no wall around the
/// vertex.
static uint32_t rightmost(const wend_mesh *mesh, uint32_t h)
{
    uint32_t spoke = h;
    while (!wend_is_closed(mesh, spoke)) {
        spoke = wend_turn_right(mesh, spoke);
        if (spoke == h)
            break;
    }
    return spoke;
}

// Of two collinear walls one is behind the other, or they are the two sides of one, which ends
// here.
bool wend_sector_is_wide(wend_vec2 at, wend_vec2 first, wend_vec2 last)
{
    int side = wend_orient2d_fast(at, first, last);
    return side < 0 || (side == 0 && wend_equal(first, last));
}

/// The corner that half-edge h starts at, for all of its sector.
static wend_corner build_corner(wend_map *map, uint32_t h, uint32_t number)
{
    const wend_mesh *mesh = map->lookup.mesh;
    wend_corner corner = {.at = wend_at(mesh, wend_origin(mesh, h)),
                          .distance = INFINITY,
                          .parent = WEND_MAP_NONE,
                          .via = WEND_NONE,
                          .root = WEND_MAP_NONE,
                          .first = rightmost(mesh, h)};
    uint32_t spoke = corner.first;
    for (;;) {
        map->corner_of.data[spoke] = number;
        corner.last = spoke;
        if (wend_is_closed(mesh, wend_prev(spoke)))
            break;
        spoke = wend_turn_left(mesh, spoke);
        if (spoke == corner.first)
            break;
    }
    corner.turns = wend_is_closed(mesh, corner.first) &&
                   wend_sector_is_wide(corner.at, wend_corner_first_wall(mesh, &corner),
                                       wend_corner_last_wall(mesh, &corner));
    return corner;
}

static bool add_corner(wend_map *map, uint32_t h)
{
    uint32_t number;
    if (map->spare_corners.count > 0) {
        number = map->spare_corners.data[--map->spare_corners.count];
    } else {
        if (!wend_array_reserve(&map->corners, &map->allocator, 1))
            return false;
        number = (uint32_t)map->corners.count++;
    }
    map->corners.data[number] = build_corner(map, h, number);
    if (!map->updating)
        return true;
    if (!wend_array_reserve(&map->orphans, &map->allocator, 1))
        return false;
    map->orphans.data[map->orphans.count++] = number;
    return true;
}

static void measure_edge(wend_map *map, uint32_t h)
{
    const wend_mesh *mesh = map->lookup.mesh;
    if (wend_map_edge_of(mesh, h) != h)
        return;
    double length =
        wend_distance(wend_at(mesh, wend_origin(mesh, h)), wend_at(mesh, wend_target(mesh, h)));
    map->edges.data[h] = (wend_map_edge){length, 1 / length, {WEND_NONE, WEND_NONE}};
}

/// Reserves memory for all half-edges; new ones have no corner yet.
static bool fit_arrays(wend_map *map)
{
    size_t half_edges = 3 * (size_t)map->lookup.mesh->triangle_count, old = map->corner_of.count;
    size_t more = half_edges > old ? half_edges - old : 0;
    if (!wend_array_reserve(&map->corner_of, &map->allocator, more) ||
        !wend_array_reserve(&map->edges, &map->allocator, more))
        return false;
    for (size_t h = old; h < half_edges; ++h)
        map->corner_of.data[h] = WEND_NONE;
    map->corner_of.count = map->edges.count = half_edges;
    return true;
}

/// A bucket for the length of an edge: a finer order of the wave prunes hardly more.
static void choose_buckets(wend_map *map)
{
    const wend_mesh *mesh = map->lookup.mesh;
    double length = 0;
    uint32_t count = 0;
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; ++h)
        if (wend_map_is_free(mesh, h / 3) && wend_map_edge_of(mesh, h) == h) {
            length += map->edges.data[h].length;
            ++count;
        }
    map->queue.per_metre = count > 0 && length > 0 ? count / length : 1;
}

bool wend_map_build_corners(wend_map *map)
{
    const wend_mesh *mesh = map->lookup.mesh;
    map->corners.count = map->corner_of.count = map->edges.count = 0;
    map->spare_corners.count = 0;
    if (!fit_arrays(map))
        return false;
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; ++h) {
        if (!wend_map_is_free(mesh, h / 3))
            continue;
        if (map->corner_of.data[h] == WEND_NONE && !add_corner(map, h))
            return false;
        measure_edge(map, h);
    }
    choose_buckets(map);
    return wend_heap_reserve(&map->heap, (uint32_t)map->corners.count);
}

bool wend_map_renew_corners(wend_map *map)
{
    const wend_mesh *mesh = map->lookup.mesh;
    if (!fit_arrays(map))
        return false;
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; ++h)
        if (map->corner_of.data[h] == WEND_NONE && wend_map_is_free(mesh, h / 3) &&
            !add_corner(map, h))
            return false;
    for (size_t i = 0; i < map->dirty.count; ++i) {
        uint32_t triangle = map->dirty.data[i];
        if (map->states.data[triangle] != WEND_STATE_CHANGED || !wend_map_is_free(mesh, triangle))
            continue;
        for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h)
            measure_edge(map, wend_map_edge_of(mesh, h));
    }
    return wend_heap_reserve(&map->heap, (uint32_t)map->corners.count);
}
