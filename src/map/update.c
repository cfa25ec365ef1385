// SPDX-License-Identifier: MIT
// Incremental update, step 2: re-propagation. First everything invalid is discarded (invalid.c).
// Then the wave runs again: from the windows around the triangles that have lost any, and from new
// or moved sources. Where it brings a shorter path into triangles that have lost nothing it
// continues, and corners that are nearer than before become roots again.
#include "map/entry.h"

#include "geometry/predicates.h"

/// Fraction of changed triangles above which a map is rebuilt.
#define MAX_CHANGED 0.5

// ---- clean triangles ----------------------------------------------------------------------------

/// True if the window covers the other, of the same root.
static bool covers(const wend_map_window *window, const wend_map_window *other)
{
    if (wend_window_is_segment(window))
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

// Only after pruning the entry is it decided which windows of its own root it replaces.
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

// ---- start of the wave --------------------------------------------------------------------------

/// Sends a window of a triangle again, through one edge.
static void resend(wend_map *map, const wend_map_window *window, uint32_t exit)
{
    if (!wend_window_starts(window)) {
        if (wend_window_edge(window) != exit)
            wend_wave_pass(map, window, exit);
    } else if (wend_window_is_segment(window)) {
        wend_map_send_segment(map, window, exit);
    } else if (wend_window_edge(window) == exit) {
        wend_wave_send(map, window, exit);
    }
}

/// Sends surrounding windows into the triangles that have lost some.
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
                resend(map, &map->windows.data[k], exit);
        }
    }
}

/// True if a corner of the window's triangle is in the window. Exact for points; roots in the
/// triangle itself see all of it.
static bool is_visible(const wend_map_window *window, wend_vec2 corner)
{
    if (wend_window_is_segment(window))
        return wend_window_distance(window, corner) < INFINITY;
    if (wend_window_starts(window))
        return true;
    return wend_orient2d_fast(window->origin, window->left, corner) <= 0 &&
           wend_orient2d_fast(window->origin, window->right, corner) >= 0;
}

/// Updates reset corners from the remaining windows around them.
static void query_around(wend_map *map, uint32_t number)
{
    const wend_mesh *mesh = map->lookup.mesh;
    wend_corner corner = map->corners.data[number];
    for (uint32_t h = corner.first;; h = wend_turn_left(mesh, h)) {
        wend_map_block block = map->blocks.data[h / 3];
        for (uint32_t i = block.first; i < block.first + block.count; ++i) {
            const wend_map_window *window = &map->windows.data[i];
            if (!is_visible(window, corner.at))
                continue;
            double length = wend_window_is_segment(window)
                                ? wend_window_height(window, corner.at)
                                : wend_distance(window->origin, corner.at);
            wend_wave_visit(map, h, window->base + length, window->root);
        }
        if (h == corner.last)
            return;
    }
}

// ---- update -------------------------------------------------------------------------------------

/// Determines which sources and seeds are unchanged. False: out of memory.
static bool compare_sources(wend_map *map, const wend_map_input *input)
{
    uint32_t source_count = input->source_count, seed_count = input->seed_count;
    const wend_map_seed *seeds = input->seeds;
    size_t old = map->sources.count + map->seeds.count, new = (size_t)source_count + seed_count;
    size_t count = old > new ? old : new;
    map->stays.count = 0;
    if (!wend_array_reserve(&map->stays, &map->allocator, count))
        return false;
    bool *stays = map->stays.data;
    for (size_t i = 0; i < count; ++i)
        stays[map->stays.count++] = false;
    for (size_t i = 0; i < map->sources.count && i < source_count; ++i) {
        wend_map_source a = map->sources.data[i], b = input->sources[i];
        stays[i] = wend_equal(a.a, b.a) && wend_equal(a.b, b.b) && a.offset == b.offset;
    }
    for (size_t i = 0; i < map->seeds.count && i < seed_count; ++i)
        stays[source_count + i] =
            map->lookup.mesh->changed[seeds[i].spoke / 3] <= map->lookup.layout &&
            map->corner_of.data[seeds[i].spoke] == map->seeds.data[i].corner &&
            seeds[i].offset == map->seeds.data[i].offset;
    return true;
}

/// True if a rebuild is faster: nothing stays, or there is nothing.
static bool is_better_built(const wend_map *map, const wend_mesh *mesh, const wend_map_input *input)
{
    if (map->lookup.mesh != mesh ||
        (input->seed_count > 0 && input->source_count != map->sources.count))
        return true;
    for (uint32_t i = 0; i < input->seed_count; ++i)
        if (input->seeds[i].spoke >= map->corner_of.count)
            return true;
    if (mesh->layout == map->lookup.layout)
        return false;
    uint32_t changed = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; ++t)
        changed += mesh->changed[t] > map->lookup.layout;
    return changed > MAX_CHANGED * mesh->triangle_count;
}

static bool anything_stays(const wend_map *map)
{
    for (size_t i = 0; i < map->stays.count; ++i)
        if (map->stays.data[i])
            return true;
    return false;
}

static bool run(wend_map *map, const wend_map_input *input)
{
    map->updating = true;
    map->retires = false;
    map->orphans.count = map->lost.count = map->dirty.count = map->thinned.count = 0;
    if (!wend_map_invalidate(map) || !wend_map_store_sources(map, input))
        return false;
    wend_wave_begin(map);
    for (size_t i = 0; i < map->orphans.count; ++i)
        query_around(map, map->orphans.data[i]);
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

wend_result wend_map_update_from(wend_map *map, const wend_mesh *mesh, const wend_map_input *input,
                                 wend_error *error)
{
    if (wend_map_has_tolls(map)) {
        wend_map_input tolled = *input;
        tolled.tolls = map->tolls.of_line.data;
        tolled.toll_count = (uint32_t)map->tolls.of_line.count;
        tolled.tolled = true;
        return wend_map_build_from(map, mesh, &tolled, error);
    }
    if (is_better_built(map, mesh, input))
        return wend_map_build_from(map, mesh, input, error);
    wend_result result = wend_map_check_sources(mesh, input, error);
    if (result != WEND_OK) {
        wend_map_forget(map);
        return result;
    }
    bool compared = compare_sources(map, input);
    bool edited = mesh->layout != map->lookup.layout;
    if (compared && edited && !anything_stays(map))
        return wend_map_build_from(map, mesh, input, error);
    if (!compared || !(anything_stays(map) ? run(map, input) : wend_map_rebuild(map, input))) {
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
    const wend_map_input input = {.sources = sources, .source_count = source_count};
    return wend_map_update_from(map, mesh, &input, error);
}
