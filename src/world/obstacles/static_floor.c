// SPDX-License-Identifier: MIT
// The current floor: the bounds and the obstacles in the mesh, for structures that are built from a
// floor.
#include "world/obstacles/obstacles.h"

void wend_standing_free(wend_standing *list, const wend_allocator *allocator)
{
    wend_release(allocator, list->shapes, list->room, sizeof *list->shapes);
    wend_release(allocator, list->slots, list->room, sizeof *list->slots);
    *list = (wend_standing){0};
}

bool wend_standing_list(const wend_obstacles *obstacles, bool movers,
                        const wend_allocator *allocator, wend_standing *list)
{
    *list = (wend_standing){.room = obstacles->things.count};
    if (list->room == 0)
        return true;
    list->shapes = wend_allocate(allocator, list->room, sizeof *list->shapes);
    list->slots = wend_allocate(allocator, list->room, sizeof *list->slots);
    if (!list->shapes || !list->slots)
        return false;
    for (uint32_t i = 0; i < obstacles->things.count; ++i) {
        const wend_thing *thing = &obstacles->things.data[i];
        if (wend_mesh_shape_id_is_null(thing->in_mesh) ||
            (thing->kind == WEND_OBSTACLE_MOVING && !movers))
            continue;
        list->shapes[list->count] = wend_thing_shape(obstacles, thing);
        list->slots[list->count++] = i;
    }
    return true;
}

wend_result wend_standing_floor(const wend_obstacles *obstacles, const wend_standing *list,
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
    wend_standing list;
    wend_result result = WEND_OUT_OF_MEMORY;
    if (wend_standing_list(obstacles, true, allocator, &list))
        result = wend_standing_floor(obstacles, &list, allocator, floor);
    wend_standing_free(&list, allocator);
    return result;
}
