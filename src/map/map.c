// SPDX-License-Identifier: MIT
// A path map: creation, build, copy, sizes.
#include "map/wave.h"

#include "wend/geometry.h"

#include <inttypes.h>
#include <string.h>

wend_result wend_map_create(const wend_allocator *allocator, wend_map **map, wend_error *error)
{
    wend_allocator own = allocator ? *allocator : (wend_allocator){0};
    *map = wend_allocate(&own, 1, sizeof **map);
    if (!*map)
        return wend_fail_memory(error);
    **map = (wend_map){.allocator = own};
    wend_heap_init(&(*map)->heap, &own);
    return WEND_OK;
}

void wend_map_destroy(wend_map *map)
{
    if (!map)
        return;
    wend_allocator own = map->allocator;
    wend_array_free(&map->corners, &own);
    wend_array_free(&map->corner_of, &own);
    wend_array_free(&map->edges, &own);
    wend_array_free(&map->sources, &own);
    wend_array_free(&map->seeds, &own);
    wend_array_free(&map->roots, &own);
    wend_array_free(&map->corner_of_root, &own);
    wend_array_free(&map->spare_roots, &own);
    wend_array_free(&map->spare_corners, &own);
    wend_array_free(&map->blocks, &own);
    wend_array_free(&map->windows, &own);
    wend_array_free(&map->log, &own);
    wend_array_free(&map->spans, &own);
    wend_array_free(&map->queue.entries, &own);
    wend_array_free(&map->marks, &own);
    wend_array_free(&map->stack, &own);
    wend_array_free(&map->states, &own);
    wend_array_free(&map->dirty, &own);
    wend_array_free(&map->lost, &own);
    wend_array_free(&map->orphans, &own);
    wend_array_free(&map->thinned, &own);
    wend_array_free(&map->root_marks, &own);
    wend_array_free(&map->stays, &own);
    wend_array_free(&map->bodies.of_corner, &own);
    wend_array_free(&map->bodies.walls, &own);
    wend_array_free(&map->bodies.ends, &own);
    wend_array_free(&map->bodies.open, &own);
    wend_array_free(&map->tolls.of_line, &own);
    wend_array_free(&map->tolls.of_edge, &own);
    wend_array_free(&map->tolls.seen, &own);
    wend_heap_free(&map->heap);
    wend_release(&own, map, 1, sizeof *map);
}

const wend_map_lookup *wend_map_lookup_of(const wend_map *map)
{
    return &map->lookup;
}

const wend_allocator *wend_map_allocator(const wend_map *map)
{
    return &map->allocator;
}

// ---- build --------------------------------------------------------------------------------------

wend_result wend_map_check_sources(const wend_mesh *mesh, const wend_map_input *input,
                                   wend_error *error)
{
    const wend_map_source *sources = input->sources;
    uint32_t count = input->source_count;
    if (count > WEND_MAP_MAX_SOURCES)
        return wend_fail(error, WEND_BAD_ARGUMENT, "%" PRIu32 " sources: the limit is %d", count,
                         WEND_MAP_MAX_SOURCES);
    for (uint32_t i = 0; i < count; ++i) {
        if (!wend_in_box(mesh, sources[i].a) || !wend_in_box(mesh, sources[i].b))
            return wend_fail_at(error, WEND_BAD_ARGUMENT, sources[i].a,
                                "source %" PRIu32 " is outside the bounding box of the mesh", i);
        if (!(sources[i].offset >= 0 && sources[i].offset <= WEND_MAP_MAX_OFFSET))
            return wend_fail_at(error, WEND_BAD_ARGUMENT, sources[i].a,
                                "source %" PRIu32 ": offset is %g m, but must be 0 to %g", i,
                                sources[i].offset, WEND_MAP_MAX_OFFSET);
    }
    return WEND_OK;
}

void wend_map_forget(wend_map *map)
{
    map->lookup.mesh = NULL;
    map->roots.count = map->corner_of_root.count = map->spare_roots.count = 0;
    map->sources.count = map->seeds.count = 0;
    map->blocks.count = map->states.count = map->marks.count = 0;
    map->dirty.count = map->lost.count = map->orphans.count = 0;
    map->updating = map->starved = false;
    map->bodies.def = NULL;
    map->bodies.ends.count = 0;
    map->tolls.of_line.count = map->tolls.of_edge.count = map->tolls.seen.count = 0;
    map->size = (wend_map_size){0};
}

/// Reserves memory for all triangles; new ones have no windows.
bool wend_map_fit(wend_map *map)
{
    size_t limit = map->lookup.mesh->triangle_count, old = map->blocks.count;
    size_t more = limit > old ? limit - old : 0;
    if (!wend_array_reserve(&map->blocks, &map->allocator, more) ||
        !wend_array_reserve(&map->states, &map->allocator, more) ||
        !wend_array_reserve(&map->marks, &map->allocator, more))
        return false;
    for (size_t i = old; i < limit; ++i) {
        map->blocks.data[i] = (wend_map_block){0, 0};
        map->states.data[i] = WEND_STATE_CLEAN;
        map->marks.data[i] = 0;
    }
    map->blocks.count = map->states.count = map->marks.count = limit;
    map->lookup.layout = map->lookup.mesh->layout;
    map->lookup.triangle_limit = (uint32_t)limit;
    return true;
}

bool wend_map_adopt_mesh(wend_map *map, const wend_mesh *mesh)
{
    map->lookup = (wend_map_lookup){.mesh = mesh};
    map->mark = 0;
    wend_box box = wend_mesh_box(mesh);
    double tolerance = wend_mesh_tolerance(mesh);
    map->margin = map->leeway = WEND_MAP_MARGIN * tolerance;
    map->reach = wend_distance(box.min, box.max);
    map->nudge = tolerance;
    return wend_map_fit(map) && wend_map_build_corners(map);
}

bool wend_map_sort_log(wend_map *map)
{
    size_t count = map->log.count;
    wend_map_block *blocks = map->blocks.data;
    map->windows.count = 0;
    // One more, so that the array exists even without windows.
    if (!wend_array_reserve(&map->windows, &map->allocator, count + 1))
        return false;
    for (size_t i = 0; i < count; ++i)
        ++blocks[wend_window_edge(&map->log.data[i]) / 3].count;
    uint32_t first = 0;
    for (size_t t = 0; t < map->blocks.count; ++t) {
        blocks[t].first = first;
        first += blocks[t].count;
        blocks[t].count = 0;
    }
    for (size_t i = 0; i < count; ++i) {
        wend_map_block *block = &blocks[wend_window_edge(&map->log.data[i]) / 3];
        map->windows.data[block->first + block->count++] = map->log.data[i];
    }
    map->windows.count = count;
    map->lookup.windows = map->windows.data;
    map->lookup.blocks = blocks;
    return true;
}

bool wend_map_store_sources(wend_map *map, const wend_map_input *input)
{
    map->sources.count = map->seeds.count = 0;
    if (!wend_array_reserve(&map->sources, &map->allocator, input->source_count) ||
        !wend_array_reserve(&map->seeds, &map->allocator, input->seed_count))
        return false;
    for (uint32_t i = 0; i < input->source_count; ++i)
        map->sources.data[map->sources.count++] = input->sources[i];
    for (const wend_map_seed *seed = input->seeds; map->seeds.count < input->seed_count; ++seed)
        map->seeds.data[map->seeds.count++] =
            (wend_map_kept_seed){map->corner_of.data[seed->spoke], seed->offset};
    return true;
}

bool wend_map_open_all(wend_map *map)
{
    for (uint32_t i = 0; i < map->sources.count; ++i)
        if (!(map->updating && map->stays.data[i]) &&
            !wend_map_open_source(map, &map->sources.data[i], i))
            return false;
    for (uint32_t i = 0; i < map->seeds.count; ++i) {
        uint32_t number = (uint32_t)map->sources.count + i;
        if (map->updating && map->stays.data[number])
            continue;
        const wend_corner *corner = &map->corners.data[map->seeds.data[i].corner];
        wend_map_seed seed = {corner->first, map->seeds.data[i].offset};
        if (!wend_map_open_seed(map, &seed, number))
            return false;
    }
    return !map->starved;
}

/// Builds on existing corners.
static bool run(wend_map *map, const wend_map_input *input)
{
    map->size.rebuilt = true;
    if (!wend_map_store_sources(map, input))
        return false;
    wend_wave_begin(map);
    return wend_map_open_all(map) && wend_wave_run(map) && wend_map_sort_log(map);
}

wend_result wend_map_build_from(wend_map *map, const wend_mesh *mesh, const wend_map_input *input,
                                wend_error *error)
{
    wend_map_forget(map);
    wend_result result = wend_map_check_sources(mesh, input, error);
    if (result == WEND_OK && input->tolled)
        result = wend_tolls_check(mesh, input, error);
    if (result != WEND_OK)
        return result;
    if (wend_tolls_store(map, input) && wend_map_adopt_mesh(map, mesh) && wend_tolls_assign(map) &&
        run(map, input))
        return WEND_OK;
    wend_map_forget(map);
    return wend_fail_memory(error);
}

bool wend_map_rebuild(wend_map *map, const wend_map_input *input)
{
    for (size_t i = 0; i < map->corners.count; ++i) {
        wend_corner *corner = &map->corners.data[i];
        corner->distance = INFINITY;
        corner->parent = corner->root = WEND_MAP_NONE;
        corner->via = WEND_NONE;
    }
    for (size_t i = 0; i < map->blocks.count; ++i)
        map->blocks.data[i] = (wend_map_block){0, 0};
    map->roots.count = map->corner_of_root.count = map->spare_roots.count = 0;
    map->tolls.seen.count = 0;
    return run(map, input);
}

wend_result wend_map_build(wend_map *map, const wend_mesh *mesh, const wend_map_source *sources,
                           uint32_t source_count, wend_error *error)
{
    const wend_map_input input = {.sources = sources, .source_count = source_count};
    return wend_map_build_from(map, mesh, &input, error);
}

// ---- copies -------------------------------------------------------------------------------------

bool wend_map_copy(wend_map *to, const wend_map *from, const wend_mesh *mesh)
{
    wend_map_forget(to);
    const wend_allocator *own = &to->allocator;
    if (!from->lookup.mesh)
        return true;
    if (!wend_array_copy(&to->corners, &from->corners, own) ||
        !wend_array_copy(&to->corner_of, &from->corner_of, own) ||
        !wend_array_copy(&to->edges, &from->edges, own) ||
        !wend_array_copy(&to->sources, &from->sources, own) ||
        !wend_array_copy(&to->seeds, &from->seeds, own) ||
        !wend_array_copy(&to->roots, &from->roots, own) ||
        !wend_array_copy(&to->corner_of_root, &from->corner_of_root, own) ||
        !wend_array_copy(&to->spare_roots, &from->spare_roots, own) ||
        !wend_array_copy(&to->spare_corners, &from->spare_corners, own) ||
        !wend_array_copy(&to->blocks, &from->blocks, own) ||
        !wend_array_copy(&to->windows, &from->windows, own) ||
        !wend_array_copy(&to->marks, &from->marks, own) ||
        !wend_array_copy(&to->states, &from->states, own) ||
        !wend_array_copy(&to->tolls.of_line, &from->tolls.of_line, own) ||
        !wend_array_copy(&to->tolls.of_edge, &from->tolls.of_edge, own) ||
        !wend_array_copy(&to->tolls.seen, &from->tolls.seen, own) ||
        !wend_heap_reserve(&to->heap, (uint32_t)from->corners.count)) {
        wend_map_forget(to);
        return false;
    }
    to->log.count = to->spans.count = 0;
    to->lookup = from->lookup;
    to->lookup.mesh = mesh;
    to->lookup.windows = to->windows.data;
    to->lookup.blocks = to->blocks.data;
    to->queue.per_metre = from->queue.per_metre;
    to->margin = from->margin;
    to->leeway = from->leeway;
    to->reach = from->reach;
    to->nudge = from->nudge;
    to->mark = from->mark;
    to->size = from->size;
    return true;
}

// ---- sizes --------------------------------------------------------------------------------------

wend_map_size wend_map_measure(const wend_map *map)
{
    wend_map_size size = map->size;
    if (!map->lookup.mesh)
        return size;
    size.triangles = wend_mesh_measure(map->lookup.mesh).triangles;
    size.windows = size.roots = size.max_windows = 0;
    for (size_t t = 0; t < map->blocks.count; ++t) {
        uint32_t count = map->blocks.data[t].count;
        size.windows += count;
        size.max_windows = count > size.max_windows ? count : size.max_windows;
    }
    for (size_t i = 0; i < map->roots.count; ++i)
        size.roots += map->roots.data[i].source != WEND_MAP_NONE;
    size.bytes = sizeof *map + map->corners.capacity * sizeof *map->corners.data +
                 map->corner_of.capacity * sizeof *map->corner_of.data +
                 map->edges.capacity * sizeof *map->edges.data +
                 map->roots.capacity * sizeof *map->roots.data +
                 map->corner_of_root.capacity * sizeof *map->corner_of_root.data +
                 map->blocks.capacity * sizeof *map->blocks.data +
                 map->windows.capacity * sizeof *map->windows.data +
                 map->log.capacity * sizeof *map->log.data +
                 map->spans.capacity * sizeof *map->spans.data +
                 map->queue.entries.capacity * sizeof *map->queue.entries.data +
                 map->marks.capacity * sizeof *map->marks.data +
                 map->sources.capacity * sizeof *map->sources.data +
                 map->seeds.capacity * sizeof *map->seeds.data +
                 map->states.capacity * sizeof *map->states.data +
                 map->tolls.of_line.capacity * sizeof *map->tolls.of_line.data +
                 map->tolls.of_edge.capacity * sizeof *map->tolls.of_edge.data +
                 map->tolls.seen.capacity * sizeof *map->tolls.seen.data +
                 sizeof(uint32_t) *
                     (map->spare_roots.capacity + map->spare_corners.capacity +
                      map->stack.capacity + map->dirty.capacity + map->lost.capacity +
                      map->orphans.capacity + map->root_marks.capacity + map->thinned.capacity) +
                 map->heap.entries.capacity * sizeof *map->heap.entries.data +
                 map->heap.limit * sizeof *map->heap.positions;
    const wend_bodies_run *bodies = &map->bodies;
    size.bytes += sizeof(uint32_t) * (bodies->of_corner.capacity + bodies->walls.capacity +
                                      bodies->ends.capacity) +
                  bodies->open.capacity * sizeof *bodies->open.data;
    return size;
}
