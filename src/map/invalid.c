// SPDX-License-Identifier: MIT
// Incremental update, step 1: invalidation. A window depends on its root and on the windows it was
// propagated from. Starting at changed triangles and removed sources, dependent windows and roots
// are discarded: from triangle to triangle, from roots to the corners they reached, and from those
// as roots on.
//
// Triangles that lose no window keep all shortest paths, because removing sources or free space
// only increases distances. (Shorter paths are found by the wave.) In the others all windows are
// discarded except those that start there, and are propagated again. Step 2 (update.c)
// re-propagates.
#include "map/wave.h"

#include "wend/geometry.h"

static bool note(wend_map *map, uint32_t triangle, wend_map_state state)
{
    if (map->states.data[triangle] == WEND_STATE_CLEAN) {
        if (!wend_array_reserve(&map->dirty, &map->allocator, 1))
            return false;
        map->dirty.data[map->dirty.count++] = triangle;
    }
    if (state > map->states.data[triangle])
        map->states.data[triangle] = (uint8_t)state;
    return true;
}

/// Marks a window as invalid, to be followed, once.
static bool lose(wend_map *map, uint32_t number)
{
    wend_map_window *window = &map->windows.data[number];
    if (window->root == WEND_MAP_NONE)
        return true;
    if (!wend_array_reserve(&map->lost, &map->allocator, 2))
        return false;
    map->lost.data[map->lost.count++] = window->edge;
    map->lost.data[map->lost.count++] = window->root;
    window->root = WEND_MAP_NONE;
    return true;
}

/// Invalidates the windows of a root in a triangle that came through a half-edge, or (WEND_NONE)
/// start there.
static bool lose_in(wend_map *map, uint32_t triangle, uint32_t root, uint32_t edge)
{
    wend_map_block block = map->blocks.data[triangle];
    for (uint32_t i = block.first; i < block.first + block.count; ++i) {
        const wend_map_window *window = &map->windows.data[i];
        bool starts = wend_window_starts(window);
        bool is_meant = edge == WEND_NONE ? starts : !starts && wend_window_edge(window) == edge;
        if (window->root == root && is_meant && !lose(map, i))
            return false;
    }
    return true;
}

/// Entry of the invalidation list, with a window's flags: not a window, only a triangle whose
/// corners may have been updated. A window without width does that and leaves no record.
#define LOST_UPDATE 0x20000000u

/// Invalidates what a root sends from the sector of a corner.
static bool lose_sector(wend_map *map, const wend_corner *corner, uint32_t root)
{
    for (uint32_t h = corner->first;; h = wend_turn_left(map->lookup.mesh, h)) {
        if (!lose_in(map, h / 3, root, WEND_NONE) ||
            !wend_array_reserve(&map->lost, &map->allocator, 2))
            return false;
        map->lost.data[map->lost.count++] = h | LOST_UPDATE;
        map->lost.data[map->lost.count++] = root;
        if (h == corner->last)
            return true;
    }
}

/// Invalidates the continuations of a window of the root with that edge and flags.
static bool lose_beyond(wend_map *map, uint32_t edge, uint32_t root)
{
    const wend_mesh *mesh = map->lookup.mesh;
    uint32_t own = edge & ~WEND_WINDOW_FLAGS, first = own - own % 3;
    for (uint32_t h = first; h < first + 3; ++h) {
        // A window that starts here has one exit, unless it is a segment's; others do not turn
        // back.
        bool is_exit =
            !(edge & WEND_WINDOW_STARTS) ? h != own : h == own || (edge & WEND_WINDOW_SEGMENT);
        uint32_t twin = wend_twin(mesh, h);
        if (is_exit && !wend_is_closed(mesh, h) && !lose_in(map, twin / 3, root, twin))
            return false;
    }
    return true;
}

/// Resets a corner; what it sent as a root is invalidated.
static bool lose_corner(wend_map *map, uint32_t number)
{
    wend_corner *corner = &map->corners.data[number];
    uint32_t root = corner->root;
    corner->distance = INFINITY;
    corner->parent = corner->root = WEND_MAP_NONE;
    corner->via = WEND_NONE;
    if (!wend_array_reserve(&map->orphans, &map->allocator, 1))
        return false;
    map->orphans.data[map->orphans.count++] = number;
    if (root == WEND_MAP_NONE)
        return true;
    map->roots.data[root].source = map->roots.data[root].parent = WEND_MAP_NONE;
    return lose_sector(map, corner, root);
}

/// Follows the invalidation list: the corners that a window updated in its triangle, and its
/// continuations.
static bool follow(wend_map *map)
{
    while (map->lost.count > 0) {
        uint32_t root = map->lost.data[--map->lost.count];
        uint32_t edge = map->lost.data[--map->lost.count];
        bool is_window = !(edge & LOST_UPDATE);
        uint32_t triangle = (edge & ~(WEND_WINDOW_FLAGS | LOST_UPDATE)) / 3;
        if (is_window && !note(map, triangle, WEND_STATE_DIRTY))
            return false;
        for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h) {
            uint32_t number = map->corner_of.data[h];
            const wend_corner *corner = &map->corners.data[number];
            if (corner->parent == root && corner->via == triangle && !lose_corner(map, number))
                return false;
        }
        if (is_window && !lose_beyond(map, edge, root))
            return false;
    }
    return true;
}

bool wend_map_drop_root(wend_map *map, const wend_corner *corner, uint32_t root)
{
    if (!lose_sector(map, corner, root))
        return false;
    while (map->lost.count > 0) {
        map->lost.count -= 2;
        uint32_t edge = map->lost.data[map->lost.count];
        if (edge & LOST_UPDATE)
            continue;
        if (!wend_array_reserve(&map->thinned, &map->allocator, 1) || !lose_beyond(map, edge, root))
            return false;
        map->thinned.data[map->thinned.count++] = (edge & ~WEND_WINDOW_FLAGS) / 3;
    }
    return true;
}

/// Lists the changed triangles. Their windows are removed, and so are their corners and what those
/// sent as roots.
static bool note_changes(wend_map *map, uint64_t layout)
{
    const wend_mesh *mesh = map->lookup.mesh;
    for (uint32_t t = 0; t < mesh->triangle_count; ++t)
        if (mesh->changed[t] > layout && !note(map, t, WEND_STATE_CHANGED))
            return false;
    for (size_t i = 0; i < map->dirty.count; ++i) {
        uint32_t t = map->dirty.data[i];
        map->blocks.data[t].count = 0;
        for (uint32_t h = 3 * t; h < 3 * t + 3 && h < map->corner_of.count; ++h) {
            uint32_t number = map->corner_of.data[h];
            if (number == WEND_NONE || map->corners.data[number].first == WEND_NONE)
                continue;
            wend_corner *corner = &map->corners.data[number];
            if (!wend_array_reserve(&map->spare_corners, &map->allocator, 1))
                return false;
            map->spare_corners.data[map->spare_corners.count++] = number;
            if (corner->root != WEND_MAP_NONE)
                map->roots.data[corner->root].source = WEND_MAP_NONE;
            corner->first = WEND_NONE;
        }
    }
    return true;
}

/// Half-edges whose corner is removed have none.
static void drop_corners(wend_map *map)
{
    for (size_t h = 0; h < map->corner_of.count; ++h) {
        uint32_t number = map->corner_of.data[h];
        if (number != WEND_NONE && map->corners.data[number].first == WEND_NONE)
            map->corner_of.data[h] = WEND_NONE;
    }
}

/// Invalidates what starts at removed roots, and what came out of changed triangles.
static bool lose_around_changes(wend_map *map)
{
    const wend_mesh *mesh = map->lookup.mesh;
    for (uint32_t t = 0; t < map->blocks.count; ++t) {
        wend_map_block block = map->blocks.data[t];
        for (uint32_t i = block.first; i < block.first + block.count; ++i) {
            const wend_map_window *window = &map->windows.data[i];
            if (window->root == WEND_MAP_NONE)
                continue;
            uint32_t twin = wend_twin(mesh, wend_window_edge(window));
            bool is_lost = wend_window_starts(window)
                               ? map->roots.data[window->root].source == WEND_MAP_NONE
                               : map->states.data[twin / 3] == WEND_STATE_CHANGED;
            if (is_lost && !lose(map, i))
                return false;
        }
    }
    return true;
}

/// Triangles that are not clean keep only valid windows that start there.
static void clear_dirty(wend_map *map)
{
    for (size_t i = 0; i < map->dirty.count; ++i) {
        wend_map_block *block = &map->blocks.data[map->dirty.data[i]];
        uint32_t kept = 0;
        for (uint32_t k = 0; k < block->count; ++k) {
            wend_map_window *window = &map->windows.data[block->first + k];
            if (window->root != WEND_MAP_NONE && wend_window_starts(window))
                map->windows.data[block->first + kept++] = *window;
        }
        block->count = kept;
    }
}

/// Invalidates what a removed source started.
static bool lose_source(wend_map *map, const wend_map_source *source)
{
    if (!wend_map_find_source(map, source))
        return false;
    for (size_t k = 0; k < map->stack.count; ++k) {
        wend_map_block block = map->blocks.data[map->stack.data[k]];
        for (uint32_t w = block.first; w < block.first + block.count; ++w) {
            const wend_map_window *window = &map->windows.data[w];
            if (window->root != WEND_MAP_NONE && wend_window_starts(window) &&
                map->roots.data[window->root].source == WEND_MAP_NONE && !lose(map, w))
                return false;
        }
    }
    return true;
}

/// Sources near a new free triangle must be located again.
static void relocate(wend_map *map, uint32_t triangle)
{
    const wend_mesh *mesh = map->lookup.mesh;
    wend_box box = wend_box_empty();
    for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h)
        box = wend_box_add(box, wend_at(mesh, wend_origin(mesh, h)));
    for (size_t i = 0; i < map->sources.count; ++i) {
        wend_map_source source = map->sources.data[i];
        if (wend_box_meets(box, wend_box_of(&source.a, 2)))
            map->stays.data[i] = false;
    }
}

/// Sources in changed parts of the mesh must be opened again.
static void relocate_sources(wend_map *map, uint64_t layout)
{
    const wend_mesh *mesh = map->lookup.mesh;
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        if (!(mesh->changed[t] > layout))
            continue;
        if (wend_map_is_free(mesh, t))
            relocate(map, t);
        wend_map_block block = t < map->blocks.count ? map->blocks.data[t] : (wend_map_block){0, 0};
        for (uint32_t i = block.first; i < block.first + block.count; ++i) {
            const wend_map_window *window = &map->windows.data[i];
            if (wend_window_starts(window) && wend_map_is_source(map, window->root))
                map->stays.data[map->roots.data[window->root].source] = false;
        }
    }
}

/// Resets the corners that were updated by removed roots.
static bool lose_children(wend_map *map)
{
    for (uint32_t i = 0; i < map->corners.count; ++i) {
        const wend_corner *corner = &map->corners.data[i];
        if (corner->first != WEND_NONE && corner->parent != WEND_MAP_NONE &&
            map->roots.data[corner->parent].source == WEND_MAP_NONE && !lose_corner(map, i))
            return false;
    }
    return true;
}

/// Sources that do not stay are no longer roots, and what they started is invalidated.
static bool close_sources(wend_map *map)
{
    for (uint32_t i = 0; i < map->roots.count; ++i) {
        if (!wend_map_is_source(map, i) || map->stays.data[map->roots.data[i].source])
            continue;
        uint32_t corner = map->corner_of_root.data[i];
        map->roots.data[i].source = WEND_MAP_NONE;
        if (corner != WEND_NONE && map->corners.data[corner].first != WEND_NONE &&
            !lose_sector(map, &map->corners.data[corner], i))
            return false;
    }
    for (size_t i = 0; i < map->sources.count; ++i)
        if (!map->stays.data[i] && !lose_source(map, &map->sources.data[i]))
            return false;
    return true;
}

static bool is_point(const wend_map_source *source)
{
    return source->a.x == source->b.x && source->a.y == source->b.y;
}

/// True if a triangle that a source touches has lost a window.
static bool is_touched(wend_map *map, const wend_map_source *source, bool *touched)
{
    *touched = false;
    if (!wend_map_find_source(map, source))
        return false;
    for (size_t i = 0; i < map->stack.count && !*touched; ++i)
        *touched = map->states.data[map->stack.data[i]] != WEND_STATE_CLEAN;
    return true;
}

/// A segment updates corners on it, and walls that it ends at, beyond what its windows store: where
/// these have been reset it must be opened again. *more: any has.
static bool reopen_segments(wend_map *map, bool *more)
{
    *more = false;
    for (size_t i = 0; i < map->sources.count; ++i) {
        bool touched;
        if (!map->stays.data[i] || is_point(&map->sources.data[i]))
            continue;
        if (!is_touched(map, &map->sources.data[i], &touched))
            return false;
        if (!touched)
            continue;
        map->stays.data[i] = false;
        *more = true;
    }
    return true;
}

bool wend_map_invalidate(wend_map *map)
{
    uint64_t layout = map->lookup.layout;
    bool edited = map->lookup.mesh->layout != layout;
    if (edited) {
        relocate_sources(map, layout);
        if (!wend_map_fit(map) || !note_changes(map, layout))
            return false;
        drop_corners(map);
        // New corners must exist before the list is followed, which reads them.
        if (!wend_map_renew_corners(map))
            return false;
    }
    if (!close_sources(map) || (edited && !lose_around_changes(map)))
        return false;
    for (bool more = true; more;)
        if (!lose_children(map) || !follow(map) || !reopen_segments(map, &more) ||
            (more && !close_sources(map)))
            return false;
    clear_dirty(map);
    return true;
}
