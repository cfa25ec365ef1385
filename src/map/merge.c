// SPDX-License-Identifier: MIT
// Incremental update, step 3: the windows of the wave are merged with those that were kept, and
// superfluous ones are removed.
#include "map/entry.h"

#include <string.h>

// ---- roots --------------------------------------------------------------------------------------

/// The root that replaced one that had to go, or itself.
static uint32_t heir_of(const wend_map *map, uint32_t root)
{
    while (root != WEND_MAP_NONE && map->roots.data[root].source == WEND_MAP_NONE)
        root = map->roots.data[root].parent;
    return root;
}

/// Roots have the source of their parents: an heir may have another one than the root before it.
static void rename_sources(wend_map *map)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < map->roots.count; ++i) {
            wend_map_root *root = &map->roots.data[i];
            if (root->source == WEND_MAP_NONE || root->parent == WEND_MAP_NONE ||
                map->roots.data[root->parent].source == root->source)
                continue;
            root->source = map->roots.data[root->parent].source;
            changed = true;
        }
    }
}

/// Assigns the children of retired roots to their heirs.
static void bury(wend_map *map)
{
    bool any = false;
    for (size_t i = 0; i < map->roots.count; ++i) {
        wend_map_root *root = &map->roots.data[i];
        uint32_t heir = root->source == WEND_MAP_NONE ? root->parent : heir_of(map, root->parent);
        any |= heir != root->parent;
        root->parent = heir;
    }
    if (any)
        rename_sources(map);
    for (size_t i = 0; i < map->corners.count; ++i)
        map->corners.data[i].parent = heir_of(map, map->corners.data[i].parent);
}

/// Collects unused roots for reuse.
static bool gather_spares(wend_map *map)
{
    map->spare_roots.count = 0;
    for (size_t i = 0; i < map->roots.count; ++i) {
        if (map->roots.data[i].source != WEND_MAP_NONE)
            continue;
        if (!wend_array_reserve(&map->spare_roots, &map->allocator, 1))
            return false;
        map->roots.data[i].parent = WEND_MAP_NONE;
        map->spare_roots.data[map->spare_roots.count++] = (uint32_t)i;
    }
    return true;
}

// ---- windows ------------------------------------------------------------------------------------

/// Removes windows whose root is gone.
static void thin(wend_map *map)
{
    for (size_t i = 0; i < map->thinned.count; ++i) {
        wend_map_block *block = &map->blocks.data[map->thinned.data[i]];
        uint32_t kept = 0;
        for (uint32_t k = 0; k < block->count; ++k) {
            wend_map_window *window = &map->windows.data[block->first + k];
            if (window->root != WEND_MAP_NONE)
                map->windows.data[block->first + kept++] = *window;
        }
        block->count = kept;
    }
}

/// True if an old window is still useful, now that corners may be nearer.
static bool is_of_use(const wend_map *map, const wend_map_window *window)
{
    if (wend_window_starts(window))
        return true;
    wend_map_entry entry = {.window = *window};
    wend_entry_measure(map, &entry);
    return wend_entry_holds(map, &entry);
}

/// In blocks with fewer windows than this useless ones do not matter.
enum { FEW_WINDOWS = 8 };

/// Moves the windows of a triangle to the end of the array, with space for more. The memory must be
/// reserved. Recorded as thinned if some were useless.
static bool move_block(wend_map *map, uint32_t triangle, uint32_t more)
{
    wend_map_block *block = &map->blocks.data[triangle];
    uint32_t first = (uint32_t)map->windows.count, kept = 0, count = block->count;
    bool is_few = count + more <= FEW_WINDOWS;
    for (uint32_t k = 0; k < count; ++k) {
        const wend_map_window *window = &map->windows.data[block->first + k];
        if (is_few || is_of_use(map, window))
            map->windows.data[first + kept++] = *window;
    }
    *block = (wend_map_block){first, kept};
    map->windows.count = first + kept + more;
    if (kept == count)
        return true;
    if (!wend_array_reserve(&map->thinned, &map->allocator, 1))
        return false;
    map->thinned.data[map->thinned.count++] = triangle;
    return true;
}

/// Adds the windows of the log to those of their triangles.
static bool merge_log(wend_map *map)
{
    wend_map_window *log = map->log.data;
    size_t count = map->log.count, capacity = count;
    uint32_t *more = map->marks.data; // number of new windows of each triangle
    memset(more, 0, map->marks.count * sizeof *more);
    map->mark = 0;
    for (size_t i = 0; i < count; ++i) {
        uint32_t t = wend_window_edge(&log[i]) / 3;
        if (more[t]++ == 0)
            capacity += map->blocks.data[t].count;
    }
    if (!wend_array_reserve(&map->windows, &map->allocator, capacity))
        return false;
    map->thinned.count = 0;
    for (size_t i = 0; i < count; ++i) {
        uint32_t t = wend_window_edge(&log[i]) / 3;
        wend_map_block *block = &map->blocks.data[t];
        if (more[t] > 0 && !move_block(map, t, more[t]))
            return false;
        more[t] = 0;
        // A root may have been added and removed again.
        if (map->roots.data[log[i].root].source != WEND_MAP_NONE)
            map->windows.data[block->first + block->count++] = log[i];
    }
    return true;
}

/// Compacts all windows, in the order of triangles, when more than half of the array is gaps.
static bool close_gaps(wend_map *map)
{
    size_t live = 0;
    for (size_t t = 0; t < map->blocks.count; ++t)
        live += map->blocks.data[t].count;
    if (map->windows.count <= 2 * live)
        return true;
    map->log.count = 0;
    if (!wend_array_reserve(&map->log, &map->allocator, live))
        return false;
    for (size_t t = 0; t < map->blocks.count; ++t) {
        wend_map_block *block = &map->blocks.data[t];
        memcpy(map->log.data + map->log.count, map->windows.data + block->first,
               block->count * sizeof *map->log.data);
        block->first = (uint32_t)map->log.count;
        map->log.count += block->count;
    }
    for (size_t i = 0; i < live; ++i)
        map->windows.data[i] = map->log.data[i];
    map->windows.count = live;
    return true;
}

// ---- chains -------------------------------------------------------------------------------------

/// Records for every root through which edges of a triangle its windows may leave it: in the lowest
/// three bits of its mark, whose others are `stamp`.
static void mark_exits(wend_map *map, uint32_t triangle, uint32_t stamp)
{
    wend_map_block block = map->blocks.data[triangle];
    for (uint32_t i = block.first; i < block.first + block.count; ++i) {
        const wend_map_window *window = &map->windows.data[i];
        uint32_t *mark = &map->root_marks.data[window->root];
        if (*mark >> 3 != stamp)
            *mark = stamp << 3;
        *mark |= wend_window_starts(window) ? 7u : 7u & ~(1u << wend_window_edge(window) % 3);
    }
}

/// Removes windows that came through the twin of h from one that no longer exists: it was useless,
/// so are they. True if there were any.
static bool starve(wend_map *map, uint32_t h, uint32_t stamp)
{
    uint32_t twin = wend_twin(map->lookup.mesh, h);
    wend_map_block *block = &map->blocks.data[twin / 3];
    uint32_t kept = 0, count = block->count;
    for (uint32_t i = 0; i < count; ++i) {
        wend_map_window *window = &map->windows.data[block->first + i];
        uint32_t mark = map->root_marks.data[window->root];
        if (wend_window_starts(window) || wend_window_edge(window) != twin ||
            (mark >> 3 == stamp && (mark >> h % 3 & 1))) {
            if (kept < i)
                map->windows.data[block->first + kept] = *window;
            ++kept;
        }
    }
    block->count = kept;
    return kept < count;
}

/// A mark for every root. False: out of memory.
static bool fit_root_marks(wend_map *map)
{
    size_t count = map->roots.count;
    map->root_marks.count = 0;
    if (!wend_array_reserve(&map->root_marks, &map->allocator, count))
        return false;
    while (map->root_marks.count < count)
        map->root_marks.data[map->root_marks.count++] = 0;
    return true;
}

static bool visit(wend_map *map, uint32_t triangle)
{
    if (map->marks.data[triangle] == map->mark)
        return true;
    map->marks.data[triangle] = map->mark;
    if (!wend_array_reserve(&map->stack, &map->allocator, 1))
        return false;
    map->stack.data[map->stack.count++] = triangle;
    return true;
}

/// Every window comes from one of its root in the triangle before: invalidation relies on it. Where
/// windows were removed, those that came from them are removed, too.
static bool close_chains(wend_map *map)
{
    const wend_mesh *mesh = map->lookup.mesh;
    map->mark = 1; // merge_log has left 0 everywhere
    map->stack.count = 0;
    uint32_t stamp = 0;
    if (!fit_root_marks(map))
        return false;
    for (size_t i = 0; i < map->dirty.count; ++i)
        if (!visit(map, map->dirty.data[i]))
            return false;
    for (size_t i = 0; i < map->thinned.count; ++i)
        if (!visit(map, map->thinned.data[i]))
            return false;
    while (map->stack.count > 0) {
        uint32_t triangle = map->stack.data[--map->stack.count];
        map->marks.data[triangle] = 0;
        if (!wend_map_is_free(mesh, triangle))
            continue;
        mark_exits(map, triangle, ++stamp);
        for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h)
            if (!wend_is_closed(mesh, h) && starve(map, h, stamp) &&
                !visit(map, wend_twin(mesh, h) / 3))
                return false;
    }
    return true;
}

bool wend_map_merge(wend_map *map)
{
    thin(map);
    if (!merge_log(map) || !close_chains(map))
        return false;
    if (map->retires)
        bury(map);
    return close_gaps(map) && gather_spares(map);
}
