// SPDX-License-Identifier: MIT
// Validation of a map, as far as possible without another map to compare with.
#include "map/wave.h"

/// Distances are sums with as many roundings as a path has turns; far from the origin those of the
/// coordinates matter, which are thousands of times smaller than a tolerance of the mesh.
#define CHECK_SHARE 0x1p-44

static wend_result check_root(const wend_map *map, uint32_t number, wend_error *error)
{
    const wend_map_root *root = &map->roots.data[number];
    if (root->source == WEND_MAP_NONE)
        return WEND_OK;
    size_t bodies = map->bodies.ends.count;
    if (root->source >= (bodies > 0 ? bodies : map->sources.count + map->seeds.count))
        return wend_fail_at(error, WEND_INVALID_GEOMETRY, root->a, "root without a source");
    if (root->parent == WEND_MAP_NONE)
        return WEND_OK;
    if (root->parent >= map->roots.count || map->roots.data[root->parent].source == WEND_MAP_NONE)
        return wend_fail_at(error, WEND_INVALID_GEOMETRY, root->a, "root with a removed parent");
    const wend_map_root *parent = &map->roots.data[root->parent];
    if (parent->source != root->source)
        return wend_fail_at(error, WEND_INVALID_GEOMETRY, root->a,
                            "root and parent have different sources");
    double length = wend_distance(root->a, wend_map_projection(parent, root->a));
    double expected = parent->distance + length + wend_tolls_before(map, number);
    double slack = wend_mesh_tolerance(map->lookup.mesh) + CHECK_SHARE * root->distance;
    if (!(fabs(expected - root->distance) <= slack))
        return wend_fail_at(error, WEND_INVALID_GEOMETRY, root->a,
                            "root has distance %g m, expected %g m from its parent", root->distance,
                            expected);
    return WEND_OK;
}

static wend_result check_triangle(const wend_map *map, uint32_t triangle, wend_error *error)
{
    const wend_mesh *mesh = map->lookup.mesh;
    wend_map_block block = map->blocks.data[triangle];
    if (block.count == 0)
        return WEND_OK;
    wend_vec2 at = wend_at(mesh, wend_origin(mesh, 3 * triangle));
    if (!wend_map_is_free(mesh, triangle))
        return wend_fail_at(error, WEND_INVALID_GEOMETRY, at,
                            "window in a triangle that is not free");
    if ((size_t)block.first + block.count > map->windows.count)
        return wend_fail_at(error, WEND_INVALID_GEOMETRY, at, "windows beyond the array");
    for (uint32_t i = block.first; i < block.first + block.count; ++i) {
        const wend_map_window *window = &map->windows.data[i];
        if (wend_window_edge(window) / 3 != triangle)
            return wend_fail_at(error, WEND_INVALID_GEOMETRY, at, "window of another triangle");
        if (window->root >= map->roots.count ||
            map->roots.data[window->root].source == WEND_MAP_NONE)
            return wend_fail_at(error, WEND_INVALID_GEOMETRY, at, "window with a removed root");
        const wend_map_root *root = &map->roots.data[window->root];
        if (!wend_equal(root->a, window->origin) || root->distance != window->base)
            return wend_fail_at(error, WEND_INVALID_GEOMETRY, at, "window does not match its root");
    }
    return WEND_OK;
}

static wend_result check_corner(const wend_map *map, uint32_t number, wend_error *error)
{
    const wend_mesh *mesh = map->lookup.mesh;
    const wend_corner *corner = &map->corners.data[number];
    if (corner->first == WEND_NONE)
        return WEND_OK;
    if (map->corner_of.data[corner->first] != number || map->corner_of.data[corner->last] != number)
        return wend_fail_at(error, WEND_INVALID_GEOMETRY, corner->at, "corner with a wrong index");
    wend_vec2 at = wend_at(mesh, wend_origin(mesh, corner->first));
    if (!wend_equal(at, corner->at))
        return wend_fail_at(error, WEND_INVALID_GEOMETRY, corner->at, "corner at a wrong position");
    if (!(corner->distance < INFINITY))
        return WEND_OK;
    if (corner->parent >= map->roots.count ||
        map->roots.data[corner->parent].source == WEND_MAP_NONE)
        return wend_fail_at(error, WEND_INVALID_GEOMETRY, corner->at, "corner without a parent");
    if (corner->root != WEND_MAP_NONE && map->corner_of_root.data[corner->root] != number)
        return wend_fail_at(error, WEND_INVALID_GEOMETRY, corner->at, "root of another corner");
    return WEND_OK;
}

wend_result wend_map_check(const wend_map *map, wend_error *error)
{
    if (!wend_map_is_current(&map->lookup))
        return WEND_OK;
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < map->roots.count && result == WEND_OK; ++i)
        result = check_root(map, i, error);
    for (uint32_t t = 0; t < map->blocks.count && result == WEND_OK; ++t)
        result = check_triangle(map, t, error);
    for (uint32_t i = 0; i < map->corners.count && result == WEND_OK; ++i)
        result = check_corner(map, i, error);
    return result;
}
