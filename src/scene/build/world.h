// SPDX-License-Identifier: MIT
// Conversion of a scene to a world, seeded with the scene's seed.
//
//     scene_world_options options = {.tasks = tasks};
//     scene_names names;
//     if (scene_world(s, &options, &world, &names, &error) == WEND_OK)
//         while (wend_world_step(world, &error) == WEND_OK)
//             ...
//     scene_names_free(&names);
//     wend_world_destroy(world);
//
// An entry with "at" is an agent (or a spawner there, if it spawns later or has a value with a
// spread); one with "in" is a spawner. Agents with the same goal share one goal object. Every
// agent's `user` is the index of its entry in scene.agents.
#ifndef WEND_SCENE_BUILD_WORLD_H
#define WEND_SCENE_BUILD_WORLD_H

#include "scene/scene.h"
#include "wend/world.h"

/// Options that override the scene. A zeroed struct changes nothing.
typedef struct scene_world_options {
    const char *planner; ///< for all agents; NULL: the scene's
    const char *motion;  ///< for all agents; NULL: the scene's
    /// For agents that inherit the scene's motion model; NULL: the scene's. `motion` overrides it.
    const char *inherited_motion;
    const char *bias;     ///< "path", "ahead", "visible" or "middle"; NULL: the scene's
    uint32_t ahead;       ///< 0: the scene's
    double step;          ///< [Units: s] 0: the scene's
    const uint64_t *seed; ///< NULL: the scene's
    bool points;          ///< steer to points instead of portals; false: as in the scene
    const char *barriers; ///< "on" or "off"; NULL: the scene's
    /// All other fields of the world's def: substeps, arcs and so on. NULL: the defaults. Its
    /// floor, frame, step, seed, bias, portals_ahead, arc.points, clearance_weight, gates,
    /// barriers, pedestrian, tasks and allocator are not used, nor is its search_budget if the
    /// scene has one.
    const wend_world_def *def;
    const wend_floor *floor; ///< the scene's, valid (scene_check_floor); NULL: built here
    wend_tasks *tasks;       ///< [opt] must outlive the world
    wend_allocator allocator;
} scene_world_options;

/// From the world's ids and numbers back to the scene. Owned by the caller, who must keep the scene
/// as long. Zeroed is empty.
typedef struct scene_names {
    wend_agent_id *agents;       ///< [scene.agents_count] null: the entry is a spawner
    wend_spawner_id *spawners;   ///< [scene.agents_count] null: the entry is an agent
    wend_obstacle_id *doors;     ///< [scene.door_count]
    wend_obstacle_id *movers;    ///< [scene.mover_count]
    wend_goal_id *goals;         ///< [scene.area_count] null: the area is no agent's goal
    wend_goal_id *places;        ///< [scene.goal_count] named goals; null: no agent's goal
    wend_resource_id *resources; ///< [scene.resource_count]
    wend_boost_id *boosts;       ///< [scene.boost_count]
    const char **groups; ///< [group_count] groups[0] is NULL; wend_agent_def.group is an index
    const char **roles;  ///< [role_count] roles[0] is NULL; wend_agent_def.role is an index
    uint32_t group_count, role_count;
    /// Pointers into the scene:
    uint32_t agents_count, door_count, mover_count, area_count, goal_count, resource_count,
        boost_count;
    pool memory;
} scene_names;

void scene_names_free(scene_names *names);

/// The world of a scene, at time 0. names [opt] is empty on failure. WEND_INVALID_GEOMETRY if the
/// floor has defects (scene_check lists them); WEND_BAD_ARGUMENT, with a message, for what cannot
/// be run: an unknown planner or motion model, a missing area, an area with holes;
/// WEND_OUT_OF_MEMORY.
wend_result scene_world(const scene *s, const scene_world_options *options, wend_world **world,
                        scene_names *names, wend_error *error);

/// The world's frame for a scene without bounds: a box around everything in it, with a margin.
wend_box scene_world_frame(const scene *s);

#endif
