// SPDX-License-Identifier: MIT
// Copy of a mesh with identical numbering: both stay the same under the same edits, including which
// of several equal results a query finds first.
#include "mesh/mesh.h"

#include <string.h>

static bool copy_arrays(wend_mesh *to, const wend_mesh *from)
{
    wend_sized_array new[WEND_SIZED_ARRAYS], old[WEND_SIZED_ARRAYS];
    wend_mesh_list_arrays(to, new);
    wend_mesh_list_arrays((wend_mesh *)from, old); // read only
    for (int i = 0; i < WEND_SIZED_ARRAYS; ++i) {
        size_t count = (size_t)from->capacity * old[i].each;
        *new[i].data = wend_allocate(&to->allocator, count, old[i].size);
        if (!*new[i].data)
            return false;
        memcpy(*new[i].data, *old[i].data, count * old[i].size);
    }
    return true;
}

static bool copy_obstacle(wend_mesh *to, wend_obstacle *copy, const wend_obstacle *obstacle)
{
    if (obstacle->ring_count == 0)
        return true;
    if (!wend_obstacle_make(to, copy, obstacle->ring_count, obstacle->corner_count))
        return false;
    memcpy(copy->corners, obstacle->corners, obstacle->corner_count * sizeof *copy->corners);
    memcpy(copy->ring_ends, obstacle->ring_ends, obstacle->ring_count * sizeof *copy->ring_ends);
    copy->solid = obstacle->solid;
    return true;
}

static bool copy_obstacles(wend_mesh *to, const wend_mesh *from)
{
    if (!wend_array_reserve(&to->obstacles, &to->allocator, from->obstacles.count))
        return false;
    for (size_t i = 0; i < from->obstacles.count; ++i) {
        wend_obstacle *copy = &to->obstacles.data[to->obstacles.count++];
        *copy = (wend_obstacle){0};
        if (!copy_obstacle(to, copy, &from->obstacles.data[i]))
            return false;
    }
    return copy_obstacle(to, &to->bounds, &from->bounds);
}

/// A mesh with the same numbers and no memory of its own yet.
static void start_copy(wend_mesh *to, const wend_mesh *from, const wend_allocator *allocator)
{
    memcpy(to, from, sizeof *to);
    to->allocator = allocator ? *allocator : (wend_allocator){0};
    wend_sized_array arrays[WEND_SIZED_ARRAYS];
    wend_mesh_list_arrays(to, arrays);
    for (int i = 0; i < WEND_SIZED_ARRAYS; ++i)
        *arrays[i].data = NULL;
    memset(&to->vertices, 0, sizeof to->vertices);
    memset(&to->obstacles, 0, sizeof to->obstacles);
    memset(&to->lines, 0, sizeof to->lines);
    to->ids = (wend_id_pool){.allocator = to->allocator};
    to->bounds = (wend_obstacle){0};
    to->hints = NULL;
    // It builds its own gates when it is searched.
    atomic_init(&to->gated, 0);
    atomic_init(&to->gating, false);
}

wend_result wend_mesh_copy(const wend_mesh *mesh, const wend_allocator *allocator, wend_mesh **copy,
                           wend_error *error)
{
    *copy = wend_allocate(allocator, 1, sizeof **copy);
    if (!*copy)
        return wend_fail_memory(error);
    start_copy(*copy, mesh, allocator);
    if (copy_arrays(*copy, mesh) &&
        wend_array_copy(&(*copy)->vertices, &mesh->vertices, &(*copy)->allocator) &&
        wend_array_copy(&(*copy)->lines, &mesh->lines, &(*copy)->allocator) &&
        wend_id_pool_copy(&(*copy)->ids, &mesh->ids, &(*copy)->allocator) &&
        copy_obstacles(*copy, mesh) && wend_hints_copy(*copy, mesh))
        return WEND_OK;
    wend_mesh_destroy(*copy);
    *copy = NULL;
    return wend_fail_memory(error);
}
