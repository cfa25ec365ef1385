// SPDX-License-Identifier: MIT
// Memory and properties of a mesh.
#include "mesh/mesh.h"

#include <math.h>
#include <string.h>

enum { MESH_COOKIE = 0x6d657368 };

wend_mesh_def wend_default_mesh_def(void)
{
    return (wend_mesh_def){.frame = {{1, 1}, {0, 0}}, .cookie = MESH_COOKIE};
}

bool wend_mesh_def_valid(const wend_mesh_def *def)
{
    return def && def->cookie == MESH_COOKIE;
}

static void free_obstacle(const wend_mesh *mesh, wend_obstacle *obstacle)
{
    wend_release(&mesh->allocator, obstacle->corners, obstacle->corner_count, sizeof(uint32_t));
    wend_release(&mesh->allocator, obstacle->ring_ends, obstacle->ring_count, sizeof(uint32_t));
    *obstacle = (wend_obstacle){0};
}

bool wend_obstacle_make(const wend_mesh *mesh, wend_obstacle *obstacle, uint32_t ring_count,
                        uint32_t corner_count)
{
    *obstacle = (wend_obstacle){.ring_count = ring_count, .corner_count = corner_count};
    obstacle->corners = wend_allocate(&mesh->allocator, corner_count, sizeof(uint32_t));
    obstacle->ring_ends = wend_allocate(&mesh->allocator, ring_count, sizeof(uint32_t));
    if (obstacle->corners && obstacle->ring_ends)
        return true;
    free_obstacle(mesh, obstacle);
    return false;
}

void wend_obstacle_free(const wend_mesh *mesh, wend_obstacle *obstacle)
{
    free_obstacle(mesh, obstacle);
}

void wend_mesh_list_arrays(wend_mesh *mesh, wend_sized_array arrays[WEND_SIZED_ARRAYS])
{
    const wend_sized_array list[WEND_SIZED_ARRAYS] = {
        {(void **)&mesh->edges, sizeof *mesh->edges, 3},
        {(void **)&mesh->flags, sizeof *mesh->flags, 3},
        {(void **)&mesh->stack, sizeof *mesh->stack, 3},
        {(void **)&mesh->state, sizeof *mesh->state, 1},
        {(void **)&mesh->cell_of, sizeof *mesh->cell_of, 1},
        {(void **)&mesh->touched, sizeof *mesh->touched, 1},
        {(void **)&mesh->changed, sizeof *mesh->changed, 1},
        {(void **)&mesh->cells, sizeof *mesh->cells, 1},
        {(void **)&mesh->sides, sizeof *mesh->sides, 3},
        {(void **)&mesh->part_sizes, sizeof *mesh->part_sizes, 1},
        {(void **)&mesh->loose, sizeof *mesh->loose, 1},
        {(void **)&mesh->seeds, sizeof *mesh->seeds, 1},
        {(void **)&mesh->marks, sizeof *mesh->marks, 1},
        {(void **)&mesh->order, sizeof *mesh->order, 1},
        {(void **)&mesh->gates, sizeof *mesh->gates, 3},
    };
    memcpy(arrays, list, sizeof list);
}

static bool grow_arrays(wend_mesh *mesh, uint32_t capacity)
{
    wend_sized_array arrays[WEND_SIZED_ARRAYS];
    void *fresh[WEND_SIZED_ARRAYS];
    wend_mesh_list_arrays(mesh, arrays);
    for (int i = 0; i < WEND_SIZED_ARRAYS; ++i) {
        fresh[i] =
            wend_allocate(&mesh->allocator, (size_t)capacity * arrays[i].each, arrays[i].size);
        if (!fresh[i]) {
            while (i-- > 0)
                wend_release(&mesh->allocator, fresh[i], (size_t)capacity * arrays[i].each,
                             arrays[i].size);
            return false;
        }
    }
    for (int i = 0; i < WEND_SIZED_ARRAYS; ++i) {
        size_t old = (size_t)mesh->capacity * arrays[i].each;
        if (old > 0)
            memcpy(fresh[i], *arrays[i].data, old * arrays[i].size);
        wend_release(&mesh->allocator, *arrays[i].data, old, arrays[i].size);
        *arrays[i].data = fresh[i];
    }
    for (uint32_t i = mesh->capacity; i < capacity; ++i)
        mesh->changed[i] = 0;
    mesh->capacity = capacity;
    ++mesh->layout;
    return true;
}

bool wend_mesh_reserve(wend_mesh *mesh, uint32_t triangles, uint32_t vertices)
{
    if (!wend_array_reserve(&mesh->vertices, &mesh->allocator, vertices))
        return false;
    uint64_t wanted = (uint64_t)mesh->triangle_count - mesh->unused + triangles;
    if (wanted <= mesh->capacity)
        return true;
    uint64_t capacity = (uint64_t)mesh->capacity + mesh->capacity / 2;
    capacity = capacity > wanted ? capacity : wanted;
    if (capacity > WEND_NONE / 3 - 1)
        capacity = WEND_NONE / 3 - 1;
    return capacity >= wanted && grow_arrays(mesh, (uint32_t)capacity);
}

void wend_mesh_destroy(wend_mesh *mesh)
{
    if (!mesh)
        return;
    wend_allocator allocator = mesh->allocator;
    wend_hints_destroy(mesh);
    wend_sized_array arrays[WEND_SIZED_ARRAYS];
    wend_mesh_list_arrays(mesh, arrays);
    for (int i = 0; i < WEND_SIZED_ARRAYS; ++i)
        wend_release(&allocator, *arrays[i].data, (size_t)mesh->capacity * arrays[i].each,
                     arrays[i].size);
    for (size_t i = 0; i < mesh->obstacles.count; ++i)
        free_obstacle(mesh, &mesh->obstacles.data[i]);
    free_obstacle(mesh, &mesh->bounds);
    wend_array_free(&mesh->obstacles, &allocator);
    wend_array_free(&mesh->lines, &allocator);
    wend_array_free(&mesh->vertices, &allocator);
    wend_id_pool_free(&mesh->ids);
    wend_release(&allocator, mesh, 1, sizeof *mesh);
}

wend_mesh_shape_id wend_mesh_shape(const wend_mesh *mesh, uint32_t shape)
{
    return (wend_mesh_shape_id){wend_id_of_slot(&mesh->ids, shape)};
}

uint64_t wend_mesh_version(const wend_mesh *mesh)
{
    return mesh->version;
}

double wend_mesh_tolerance(const wend_mesh *mesh)
{
    return mesh->tolerance;
}

wend_box wend_mesh_box(const wend_mesh *mesh)
{
    return mesh->box;
}

static double triangle_area(const wend_mesh *mesh, uint32_t triangle)
{
    wend_vec2 a = wend_at(mesh, mesh->edges[3 * triangle].origin);
    wend_vec2 b = wend_at(mesh, mesh->edges[3 * triangle + 1].origin);
    wend_vec2 c = wend_at(mesh, mesh->edges[3 * triangle + 2].origin);
    return 0.5 * ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
}

static size_t bytes_of(const wend_obstacle *obstacle)
{
    return sizeof(uint32_t) * ((size_t)obstacle->corner_count + obstacle->ring_count);
}

static size_t allocated_bytes(const wend_mesh *mesh)
{
    wend_sized_array arrays[WEND_SIZED_ARRAYS];
    size_t bytes =
        sizeof *mesh + bytes_of(&mesh->bounds) + mesh->vertices.capacity * sizeof(wend_vertex) +
        mesh->obstacles.capacity * sizeof(wend_obstacle) +
        mesh->lines.capacity * sizeof(wend_mesh_line) + wend_hints_bytes(mesh) +
        (mesh->ids.generations.capacity + mesh->ids.free_slots.capacity) * sizeof(uint32_t);
    wend_mesh_list_arrays((wend_mesh *)mesh, arrays);
    for (int i = 0; i < WEND_SIZED_ARRAYS; ++i)
        bytes += (size_t)mesh->capacity * arrays[i].each * arrays[i].size;
    for (size_t i = 0; i < mesh->obstacles.count; ++i)
        bytes += bytes_of(&mesh->obstacles.data[i]);
    return bytes;
}

wend_mesh_size wend_mesh_measure(const wend_mesh *mesh)
{
    wend_mesh_size size = {.vertices = mesh->vertex_count - 4,
                           .cells = mesh->cell_count,
                           .components = mesh->part_count,
                           .bytes = allocated_bytes(mesh)};
    uint32_t halves = 0, borders = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        if (!wend_is_used(mesh, t) || wend_is_solid(mesh, t))
            continue;
        ++size.triangles;
        size.area += triangle_area(mesh, t);
        for (uint32_t h = 3 * t; h < 3 * t + 3; ++h) {
            uint32_t twin = wend_twin(mesh, h);
            ++halves;
            borders += twin == WEND_NONE || wend_is_solid(mesh, twin / 3);
        }
    }
    size.edges = (halves + borders) / 2;
    return size;
}
