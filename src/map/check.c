// SPDX-License-Identifier: MIT
// Is a map as it should be? What can be seen of it without another map to compare with.
#include "map/wave.h"

/// Distances are sums of as many roundings as a path has turns; far from the origin those of the
/// coordinates count, which a tolerance of the mesh is thousands of times of.
#define CHECK_SHARE 0x1p-44

static wend_result check_root(const wend_map *map, uint32_t number, wend_error *error)
{
    const wend_map_root *root = &map->roots.data[number];
    if (root->source == WEND_MAP_NONE)
        return WEND_OK;
    size_t bodies = map->bodies.ends.count;
    if (root->source >= (bodies > 0 ? bodies : map->sources.count + map->seeds.count))
        return wend_fail_at(error, WEND_UNSOUND, root->a, "a root here names no source");
    if (root->parent == WEND_MAP_NONE)
        return WEND_OK;
    if (root->parent >= map->roots.count || map->roots.data[root->parent].source == WEND_MAP_NONE)
        return wend_fail_at(error, WEND_UNSOUND, root->a, "the parent of the root here is gone");
    const wend_map_root *parent = &map->roots.data[root->parent];
    if (parent->source != root->source)
        return wend_fail_at(error, WEND_UNSOUND, root->a,
                            "the root here and its parent have different sources");
    double length = wend_map_length(root->a, wend_map_foot(parent, root->a));
    double told = parent->distance + length + wend_tolls_before(map, number);
    double slack = wend_mesh_tolerance(map->lookup.mesh) + CHECK_SHARE * root->distance;
    if (!(fabs(told - root->distance) <= slack))
        return wend_fail_at(error, WEND_UNSOUND, root->a,
                            "the root here is at %g m, its parent says %g m", root->distance, told);
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
        return wend_fail_at(error, WEND_UNSOUND, at, "a window is in a triangle that is not free");
    if ((size_t)block.first + block.count > map->windows.count)
        return wend_fail_at(error, WEND_UNSOUND, at, "the windows here lie beyond the array");
    for (uint32_t i = block.first; i < block.first + block.count; ++i) {
        const wend_map_window *window = &map->windows.data[i];
        if (wend_window_edge(window) / 3 != triangle)
            return wend_fail_at(error, WEND_UNSOUND, at, "a window here is another triangle's");
        if (window->root >= map->roots.count ||
            map->roots.data[window->root].source == WEND_MAP_NONE)
            return wend_fail_at(error, WEND_UNSOUND, at, "the root of a window here is gone");
        const wend_map_root *root = &map->roots.data[window->root];
        if (root->a.x != window->origin.x || root->a.y != window->origin.y ||
            root->distance != window->base)
            return wend_fail_at(error, WEND_UNSOUND, at, "a window here is at odds with its root");
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
        return wend_fail_at(error, WEND_UNSOUND, corner->at, "the corner here has another number");
    wend_vec2 at = wend_at(mesh, wend_origin(mesh, corner->first));
    if (at.x != corner->at.x || at.y != corner->at.y)
        return wend_fail_at(error, WEND_UNSOUND, corner->at, "the corner here is elsewhere");
    if (!(corner->distance < INFINITY))
        return WEND_OK;
    if (corner->parent >= map->roots.count ||
        map->roots.data[corner->parent].source == WEND_MAP_NONE)
        return wend_fail_at(error, WEND_UNSOUND, corner->at, "the corner here has no parent");
    if (corner->root != WEND_MAP_NONE && map->corner_of_root.data[corner->root] != number)
        return wend_fail_at(error, WEND_UNSOUND, corner->at, "the root here is another corner's");
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
