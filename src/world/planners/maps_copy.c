// SPDX-License-Identifier: MIT
// Maps as a part of the world: freeing, copies and hashes. A copy keeps meshes and maps that have
// not changed since the last copy.
#include "world/planners/maps.h"

#include "map/boosts.h"
#include "world/world.h"

void wend_map_memory_free(wend_map_memory *memory, const wend_allocator *allocator)
{
    wend_array_free(&memory->wants, allocator);
    wend_array_free(&memory->chains, allocator);
    wend_array_free(&memory->picks, allocator);
    wend_array_free(&memory->of_slot, allocator);
    wend_array_free(&memory->weights, allocator);
    wend_array_free(&memory->sources, allocator);
    wend_array_free(&memory->goals, allocator);
    wend_array_free(&memory->corners, allocator);
    wend_array_free(&memory->speeds, allocator);
    wend_array_free(&memory->lines, allocator);
    wend_array_free(&memory->tolls, allocator);
    wend_array_free(&memory->no_tolls, allocator);
}

/// Drops all entries from index `count` on.
static void cut_list(wend_maps *maps, size_t count, const wend_allocator *allocator)
{
    while (maps->list.count > count) {
        wend_shared_map *map = &maps->list.data[--maps->list.count];
        wend_time_map_destroy(map->map);
        wend_array_free(&map->goals, allocator);
    }
}

static void cut_classes(wend_maps *maps, size_t count)
{
    while (maps->classes.count > count)
        wend_mesh_destroy(maps->classes.data[--maps->classes.count].mesh);
}

void wend_maps_free(wend_maps *maps, const wend_allocator *allocator)
{
    cut_list(maps, 0, allocator);
    cut_classes(maps, 0);
    wend_array_free(&maps->list, allocator);
    wend_array_free(&maps->classes, allocator);
}

// ---- copies -------------------------------------------------------------------------------------

static uint32_t class_number(const wend_maps *maps, double radius)
{
    uint32_t i = 0;
    while (i < maps->classes.count && maps->classes.data[i].radius != radius)
        ++i;
    return i;
}

const wend_mesh *wend_maps_mesh(const wend_maps *maps, const wend_shared_map *map)
{
    return maps->classes.data[class_number(maps, map->key.radius)].mesh;
}

/// True if the copy already has the mesh of a class.
static bool has_mesh(const wend_maps *to, const wend_maps *from, uint32_t number)
{
    return number < to->classes.count && number < from->classes.count &&
           to->classes.data[number].mesh && from->classes.data[number].mesh &&
           to->classes.data[number].trail == from->classes.data[number].trail;
}

/// True if the copy already has a map, on a mesh that it has too.
static bool has_map(const wend_maps *to, const wend_maps *from, size_t number)
{
    const wend_shared_map *map = &from->list.data[number];
    return number < to->list.count && to->list.data[number].map && map->map &&
           to->list.data[number].trail == map->trail && to->list.data[number].state != 0 &&
           has_mesh(to, from, class_number(from, map->key.radius));
}

/// Marks the maps of the copy that are out of date, before the meshes under them are destroyed and
/// their memory is reused.
static void mark_stale(wend_maps *to, const wend_maps *from)
{
    for (size_t i = 0; i < to->list.count; ++i)
        if (i >= from->list.count || !has_map(to, from, i))
            to->list.data[i].state = 0;
}

static bool copy_class(wend_maps *to, const wend_maps *from, uint32_t number,
                       const wend_allocator *allocator)
{
    const wend_map_class *class = &from->classes.data[number];
    if (number == to->classes.count)
        to->classes.data[to->classes.count++] = (wend_map_class){0};
    wend_map_class *copy = &to->classes.data[number];
    wend_mesh *mesh = copy->mesh;
    if (!has_mesh(to, from, number)) {
        wend_mesh_destroy(mesh);
        *copy = (wend_map_class){0};
        mesh = NULL;
        if (class->mesh && wend_mesh_copy(class->mesh, allocator, &mesh, NULL) != WEND_OK)
            return false;
    }
    *copy = *class;
    copy->mesh = mesh;
    return true;
}

static bool copy_map(wend_maps *to, const wend_maps *from, uint32_t number,
                     const wend_allocator *allocator)
{
    const wend_shared_map *map = &from->list.data[number];
    if (number == to->list.count)
        to->list.data[to->list.count++] = (wend_shared_map){.used = 0};
    wend_shared_map *copy = &to->list.data[number];
    uint32_t class = class_number(from, map->key.radius);
    // A map on a mesh that is gone is rebuilt when it is needed, in the copy as in the original.
    bool stale = class == from->classes.count || map->mesh != from->classes.data[class].trail;
    bool serves = copy->state != 0;
    copy->key = map->key;
    copy->used = map->used;
    copy->trail = copy->state = copy->mesh = 0;
    if (!map->map) {
        wend_time_map_destroy(copy->map);
        copy->map = NULL;
    } else if (!stale && !serves) {
        if (!copy->map && wend_time_map_create(allocator, &copy->map, NULL) != WEND_OK)
            return false;
        if (!wend_time_map_copy(copy->map, map->map, to->classes.data[class].mesh))
            return false;
    }
    if (!wend_array_copy(&copy->goals, &map->goals, allocator))
        return false;
    copy->trail = map->trail;
    copy->mesh = map->mesh;
    copy->state = stale ? 0 : map->state;
    return true;
}

bool wend_maps_copy(wend_maps *to, const wend_maps *from, const wend_allocator *allocator)
{
    mark_stale(to, from);
    cut_list(to, from->list.count, allocator);
    cut_classes(to, from->classes.count);
    if (!wend_array_reserve(&to->list, allocator, from->list.count - to->list.count) ||
        !wend_array_reserve(&to->classes, allocator, from->classes.count - to->classes.count))
        return false;
    for (uint32_t i = 0; i < from->classes.count; ++i)
        if (!copy_class(to, from, i, allocator))
            return false;
    for (uint32_t i = 0; i < from->list.count; ++i)
        if (!copy_map(to, from, i, allocator))
            return false;
    return true;
}

void wend_maps_hash(const wend_maps *maps, wend_hash *hash)
{
    for (size_t i = 0; i < maps->classes.count; ++i) {
        const wend_map_class *class = &maps->classes.data[i];
        wend_hash_double(hash, class->radius);
        wend_hash_u64(hash, class->trail);
        wend_hash_double(hash, class->made);
        wend_hash_u64(hash, class->used);
    }
    for (size_t i = 0; i < maps->list.count; ++i) {
        const wend_shared_map *map = &maps->list.data[i];
        wend_hash_u64(hash, (uint64_t)map->key.what << 2 | map->key.tolled << 1 | map->key.is_stop);
        wend_hash_double(hash, map->key.radius);
        wend_hash_u64(hash, map->used);
        wend_hash_u64(hash, map->trail);
    }
}
