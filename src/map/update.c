// SPDX-License-Identifier: MIT
// A map follows what changes. First everything that is no longer true is forgotten (invalid.c).
// Then the wave runs again: from the windows around the triangles that have lost any, and from
// sources that have come or moved. Where it brings something shorter into triangles that have lost
// nothing it goes on, and corners that are nearer than they were become roots anew.
#include "map/entry.h"

#include "geometry/predicates.h"

/// When more of the triangles than this have changed, a map is built anew.
#define MOST_CHANGED 0.5

// ---- what the wave meets in clean triangles -----------------------------------------------------

/// True if the window covers the other, of the same root.
static bool covers(const wend_map_window *window, const wend_map_window *other)
{
    if (wend_window_is_stretch(window))
        return window->from <= other->from && window->to >= other->to;
    return wend_orient2d_fast(window->origin, window->left, other->left) <= 0 &&
           wend_orient2d_fast(window->origin, window->right, other->right) >= 0;
}

/// True if a window of a clean triangle came over the entry's edge: of the same root, or of
/// another.
static bool is_beside(const wend_map_window *window, const wend_map_entry *entry, bool same_root)
{
    return window->edge == entry->window.edge && window->root != WEND_MAP_NONE &&
           (window->root == entry->window.root) == same_root;
}

// Only when the entry has lost what it loses is it told which windows of its own root it replaces.
bool wend_map_is_news(wend_map *map, wend_map_entry *entry)
{
    wend_map_block *block = &map->blocks.data[wend_window_edge(&entry->window) / 3];
    wend_map_window *windows = map->windows.data + block->first;
    for (uint32_t i = 0; i < block->count; ++i)
        if (is_beside(&windows[i], entry, false) && !wend_entry_lose(map, entry, &windows[i]))
            return false;
    for (uint32_t i = 0; i < block->count; ++i)
        if (is_beside(&windows[i], entry, true) && covers(&windows[i], &entry->window))
            return false;
    for (uint32_t i = 0; i < block->count;)
        if (is_beside(&windows[i], entry, true) && covers(&entry->window, &windows[i]))
            windows[i] = windows[--block->count];
        else
            ++i;
    return true;
}

// ---- where the wave begins ----------------------------------------------------------------------

/// Sends a window of a triangle again, through one edge.
static void send_again(wend_map *map, const wend_map_window *window, uint32_t exit)
{
    if (!wend_window_starts(window)) {
        if (wend_window_edge(window) != exit)
            wend_wave_pass(map, window, exit);
    } else if (wend_window_is_stretch(window)) {
        wend_map_send_stretch(map, window, exit);
    } else if (wend_window_edge(window) == exit) {
        wend_wave_send(map, window, exit);
    }
}

/// Sends into the triangles that have lost windows whatever there is around them.
static void refill(wend_map *map)
{
    const wend_mesh *mesh = map->lookup.mesh;
    for (size_t i = 0; i < map->dirty.count && !map->starved; ++i) {
        uint32_t triangle = map->dirty.data[i];
        if (!wend_map_is_free(mesh, triangle))
            continue;
        for (uint32_t h = 3 * triangle; h < 3 * triangle + 3; ++h) {
            if (wend_is_closed(mesh, h))
                continue;
            uint32_t exit = wend_twin(mesh, h);
            wend_map_block block = map->blocks.data[exit / 3];
            for (uint32_t k = block.first; k < block.first + block.count; ++k)
                send_again(map, &map->windows.data[k], exit);
        }
    }
}

/// True if a corner of the window's triangle is in the window. Exact for points; those that are in
/// the triangle themselves see all of it.
static bool is_seen(const wend_map_window *window, wend_vec2 corner)
{
    if (wend_window_is_stretch(window))
        return wend_window_distance(window, corner) < INFINITY;
    if (wend_window_starts(window))
        return true;
    return wend_orient2d_fast(window->origin, window->left, corner) <= 0 &&
           wend_orient2d_fast(window->origin, window->right, corner) >= 0;
}

/// Corners that have lost what they knew ask the windows that are left around them.
static void ask_around(wend_map *map, uint32_t number)
{
    const wend_mesh *mesh = map->lookup.mesh;
    wend_corner corner = map->corners.data[number];
    for (uint32_t h = corner.first;; h = wend_turn_left(mesh, h)) {
        wend_map_block block = map->blocks.data[h / 3];
        for (uint32_t i = block.first; i < block.first + block.count; ++i) {
            const wend_map_window *window = &map->windows.data[i];
            if (!is_seen(window, corner.at))
                continue;
            double length = wend_window_is_stretch(window)
                                ? wend_stretch_height(window, corner.at)
                                : wend_map_length(window->origin, corner.at);
            wend_wave_see(map, h, window->base + length, window->root);
        }
        if (h == corner.last)
            return;
    }
}

// ---- the update ---------------------------------------------------------------------------------

/// Notes which sources and seeds are what they were. False: out of memory.
static bool compare_sources(wend_map *map, const wend_map_source *sources, uint32_t source_count,
                            const wend_map_seed *seeds, uint32_t seed_count)
{
    size_t old = map->sources.count + map->seeds.count, new = (size_t)source_count + seed_count;
    size_t count = old > new ? old : new;
    map->stays.count = 0;
    if (!wend_array_reserve(&map->stays, &map->allocator, count))
        return false;
    bool *stays = map->stays.data;
    for (size_t i = 0; i < count; ++i)
        stays[map->stays.count++] = false;
    for (size_t i = 0; i < map->sources.count && i < source_count; ++i) {
        wend_map_source a = map->sources.data[i], b = sources[i];
        stays[i] = a.a.x == b.a.x && a.a.y == b.a.y && a.b.x == b.b.x && a.b.y == b.b.y &&
                   a.offset == b.offset;
    }
    for (size_t i = 0; i < map->seeds.count && i < seed_count; ++i)
        stays[source_count + i] =
            map->lookup.mesh->changed[seeds[i].spoke / 3] <= map->lookup.layout &&
            map->corner_of.data[seeds[i].spoke] == map->seeds.data[i].corner &&
            seeds[i].offset == map->seeds.data[i].offset;
    return true;
}

/// True if it is quicker to build anew: nothing stays, or there is nothing.
static bool is_better_built(const wend_map *map, const wend_mesh *mesh, uint32_t source_count,
                            const wend_map_seed *seeds, uint32_t seed_count)
{
    if (map->lookup.mesh != mesh || (seed_count > 0 && source_count != map->sources.count))
        return true;
    for (uint32_t i = 0; i < seed_count; ++i)
        if (seeds[i].spoke >= map->corner_of.count)
            return true;
    if (mesh->layout == map->lookup.layout)
        return false;
    uint32_t changed = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; ++t)
        changed += mesh->changed[t] > map->lookup.layout;
    return changed > MOST_CHANGED * mesh->triangle_count;
}

static bool anything_stays(const wend_map *map)
{
    for (size_t i = 0; i < map->stays.count; ++i)
        if (map->stays.data[i])
            return true;
    return false;
}

static bool run(wend_map *map, const wend_map_source *sources, uint32_t source_count,
                const wend_map_seed *seeds, uint32_t seed_count)
{
    map->updating = true;
    map->retires = false;
    map->orphans.count = map->lost.count = map->dirty.count = map->thinned.count = 0;
    if (!wend_map_invalidate(map) ||
        !wend_map_keep_sources(map, sources, source_count, seeds, seed_count))
        return false;
    wend_wave_begin(map);
    for (size_t i = 0; i < map->orphans.count; ++i)
        ask_around(map, map->orphans.data[i]);
    refill(map);
    if (!wend_map_open_all(map) || !wend_wave_run(map))
        return false;
    if (!wend_map_merge(map))
        return false;
    for (size_t i = 0; i < map->dirty.count; ++i)
        map->states.data[map->dirty.data[i]] = WEND_STATE_CLEAN;
    map->updating = false;
    map->size.rebuilt = false;
    return true;
}

wend_result wend_map_update_seeded(wend_map *map, const wend_mesh *mesh,
                                   const wend_map_source *sources, uint32_t source_count,
                                   const wend_map_seed *seeds, uint32_t seed_count,
                                   wend_error *error)
{
    if (wend_map_has_tolls(map))
        return wend_map_build_tolled_seeded(map, mesh, sources, source_count, seeds, seed_count,
                                            map->tolls.of_line.data,
                                            (uint32_t)map->tolls.of_line.count, error);
    if (is_better_built(map, mesh, source_count, seeds, seed_count))
        return wend_map_build_seeded(map, mesh, sources, source_count, seeds, seed_count, error);
    wend_result result = wend_map_check_sources(mesh, sources, source_count, error);
    if (result != WEND_OK) {
        wend_map_forget(map);
        return result;
    }
    bool compared = compare_sources(map, sources, source_count, seeds, seed_count);
    bool edited = mesh->layout != map->lookup.layout;
    if (compared && edited && !anything_stays(map))
        return wend_map_build_seeded(map, mesh, sources, source_count, seeds, seed_count, error);
    if (!compared ||
        !(anything_stays(map) ? run(map, sources, source_count, seeds, seed_count)
                              : wend_map_rebuild(map, sources, source_count, seeds, seed_count))) {
        wend_map_forget(map);
        return wend_fail_memory(error);
    }
    map->lookup.windows = map->windows.data;
    map->lookup.blocks = map->blocks.data;
    return WEND_OK;
}

wend_result wend_map_update(wend_map *map, const wend_mesh *mesh, const wend_map_source *sources,
                            uint32_t source_count, wend_error *error)
{
    return wend_map_update_seeded(map, mesh, sources, source_count, NULL, 0, error);
}
