// SPDX-License-Identifier: MIT
// The current floor: the bounds and the obstacles in the mesh, for structures that are built from a
// floor.
#include "world/obstacles/obstacles.h"

void wend_shape_list_free(wend_shape_list *list, const wend_allocator *allocator)
{
    wend_release(allocator, list->shapes, list->room, sizeof *list->shapes);
    wend_release(allocator, list->slots, list->room, sizeof *list->slots);
    *list = (wend_shape_list){0};
}

bool wend_obstacles_list(const wend_obstacles *obstacles, bool movers,
                         const wend_allocator *allocator, wend_shape_list *list)
{
    *list = (wend_shape_list){.room = obstacles->list.count};
    if (list->room == 0)
        return true;
    list->shapes = wend_allocate(allocator, list->room, sizeof *list->shapes);
    list->slots = wend_allocate(allocator, list->room, sizeof *list->slots);
    if (!list->shapes || !list->slots)
        return false;
    for (uint32_t i = 0; i < obstacles->list.count; ++i) {
        const wend_world_obstacle *obstacle = &obstacles->list.data[i];
        if (wend_mesh_shape_id_is_null(obstacle->in_mesh) ||
            (obstacle->kind == WEND_OBSTACLE_MOVING && !movers))
            continue;
        list->shapes[list->count] = wend_obstacle_shape(obstacles, obstacle);
        list->slots[list->count++] = i;
    }
    return true;
}

wend_result wend_obstacles_floor_of(const wend_obstacles *obstacles, const wend_shape_list *list,
                                    const wend_allocator *allocator, wend_floor **floor)
{
    wend_floor_def def = wend_default_floor_def();
    def.bounds = obstacles->bounds.count > 0 ? obstacles->bounds.data : NULL;
    def.bounds_count = (uint32_t)obstacles->bounds.count;
    def.shapes = list->shapes;
    def.shape_count = list->count;
    def.tolerance = wend_mesh_tolerance(obstacles->mesh);
    def.allocator = *allocator;
    return wend_floor_create(&def, floor, NULL);
}

wend_result wend_obstacles_floor(const wend_obstacles *obstacles, const wend_allocator *allocator,
                                 wend_floor **floor)
{
    wend_shape_list list;
    wend_result result = WEND_OUT_OF_MEMORY;
    if (wend_obstacles_list(obstacles, true, allocator, &list))
        result = wend_obstacles_floor_of(obstacles, &list, allocator, floor);
    wend_shape_list_free(&list, allocator);
    return result;
}
