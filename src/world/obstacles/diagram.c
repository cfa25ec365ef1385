// SPDX-License-Identifier: MIT
// The diagram as a part of the world: creation from the floor, copies and hashes.
#include "world/obstacles/diagram.h"

#include "core/ids.h"
#include "world/models/motion.h"

bool wend_diagram_holds(const wend_world_obstacle *obstacle)
{
    return obstacle->kind == WEND_OBSTACLE_MOVING ? obstacle->point_count > 0
                                                  : !wend_mesh_shape_id_is_null(obstacle->in_mesh);
}

void wend_diagram_own(wend_diagram *diagram, wend_site_id site, wend_site_owner owner)
{
    uint32_t slot = wend_id_slot(site.raw);
    while (diagram->owners.count <= slot)
        diagram->owners.data[diagram->owners.count++] =
            (wend_site_owner){WEND_NO_OWNER, WEND_NO_OWNER};
    diagram->owners.data[slot] = owner;
}

// ---- creation -----------------------------------------------------------------------------------

static wend_result create_voronoi(wend_world *world, const wend_shape_list *list,
                                  wend_voronoi **voronoi)
{
    const wend_obstacles *obstacles = &world->obstacles;
    wend_floor *floor;
    wend_result result = wend_obstacles_floor_of(obstacles, list, &world->allocator, &floor);
    if (result != WEND_OK)
        return result;
    wend_voronoi_def options = wend_default_voronoi_def();
    options.frame = wend_mesh_box(obstacles->mesh);
    options.tasks = world->tasks;
    options.allocator = world->allocator;
    result = wend_voronoi_create(floor, &options, voronoi, NULL);
    wend_floor_destroy(floor);
    return result;
}

/// Records the obstacles and the owners of their sites; memory is reserved.
static void record_obstacles(wend_diagram *diagram, const wend_obstacles *obstacles,
                             const wend_shape_list *list)
{
    for (size_t i = 0; i < obstacles->list.count; ++i)
        diagram->obstacles.data[i] = (wend_diagram_obstacle){0};
    diagram->obstacles.count = obstacles->list.count;
    for (uint32_t i = 0; i < list->count; ++i) {
        uint32_t slot = list->slots[i];
        wend_site_id site = wend_voronoi_shape(diagram->voronoi, i);
        diagram->obstacles.data[slot] =
            (wend_diagram_obstacle){.id = {wend_id_of_slot(&obstacles->ids, slot)}, .site = site};
        wend_diagram_own(diagram, site, (wend_site_owner){WEND_NO_OWNER, slot});
    }
    diagram->walls = obstacles->trail;
    wend_hash hash = wend_hash_start();
    wend_hash_u64(&hash, obstacles->trail);
    diagram->trail = wend_hash_end(&hash);
}

static wend_result create_from(wend_world *world, const wend_shape_list *list)
{
    wend_diagram *diagram = &world->diagram;
    diagram->obstacles.count = diagram->agents.count = diagram->owners.count = 0;
    if (!wend_array_reserve(&diagram->obstacles, &world->allocator, world->obstacles.list.count) ||
        !wend_array_reserve(&diagram->owners, &world->allocator, list->count))
        return WEND_OUT_OF_MEMORY;
    wend_result result = create_voronoi(world, list, &diagram->voronoi);
    if (result == WEND_OK)
        record_obstacles(diagram, &world->obstacles, list);
    return result;
}

/// Creates the diagram of the fixed obstacles and doors in the mesh. False: out of memory.
static bool create(wend_world *world)
{
    wend_shape_list list;
    wend_result result = WEND_OUT_OF_MEMORY;
    if (wend_obstacles_list(&world->obstacles, false, &world->allocator, &list))
        result = create_from(world, &list);
    wend_shape_list_free(&list, &world->allocator);
    // Geometry that the mesh accepted is valid. Should the diagram refuse it, there is no diagram.
    return result != WEND_OUT_OF_MEMORY;
}

bool wend_diagram_wants_agents(const wend_world *world)
{
    return world->crowd.needs & WEND_NEEDS_AGENT_SITES;
}

bool wend_diagram_follow(wend_world *world)
{
    wend_diagram *diagram = &world->diagram;
    if (!(world->crowd.needs & WEND_NEEDS_DIAGRAM))
        return true;
    if (!diagram->voronoi && !create(world))
        return false;
    if (!diagram->voronoi)
        return true;
    wend_voronoi_set_tasks(diagram->voronoi, world->tasks);
    return wend_diagram_change(world);
}

// ---- free, copy, hash ---------------------------------------------------------------------------

void wend_diagram_free(wend_diagram *diagram, const wend_allocator *allocator)
{
    wend_voronoi_destroy(diagram->voronoi);
    wend_array_free(&diagram->obstacles, allocator);
    wend_array_free(&diagram->agents, allocator);
    wend_array_free(&diagram->owners, allocator);
    wend_array_free(&diagram->changes, allocator);
    wend_array_free(&diagram->notes, allocator);
    wend_array_free(&diagram->boxes, allocator);
    *diagram = (wend_diagram){0};
}

static bool copy_voronoi(wend_diagram *to, const wend_diagram *from,
                         const wend_allocator *allocator)
{
    // Equal trails: the last copy is still valid.
    if (to->voronoi && from->voronoi && to->trail == from->trail)
        return true;
    wend_voronoi_destroy(to->voronoi);
    to->voronoi = NULL;
    if (from->voronoi && wend_voronoi_copy(from->voronoi, allocator, &to->voronoi, NULL) != WEND_OK)
        return false;
    to->trail = from->trail;
    return true;
}

bool wend_diagram_copy(wend_diagram *to, const wend_diagram *from, const wend_allocator *allocator)
{
    to->walls = from->walls;
    to->movers = from->movers;
    to->has_agents = from->has_agents;
    return copy_voronoi(to, from, allocator) &&
           wend_array_copy(&to->obstacles, &from->obstacles, allocator) &&
           wend_array_copy(&to->agents, &from->agents, allocator) &&
           wend_array_copy(&to->owners, &from->owners, allocator);
}

void wend_diagram_hash(const wend_diagram *diagram, wend_hash *hash)
{
    wend_hash_u64(hash, diagram->voronoi ? diagram->trail : 0);
}
