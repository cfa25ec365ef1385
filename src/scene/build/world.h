// SPDX-License-Identifier: MIT
// From a scene to a world that moves: everything of the scene is in it, seeded by the scene's seed.
//
//     scene_world_options options = {.tasks = tasks};
//     scene_names names;
//     if (scene_world(s, &options, &world, &names, &error) == WEND_OK)
//         while (wend_world_step(world, &error) == WEND_OK)
//             ...
//     scene_names_free(&names);
//     wend_world_destroy(world);
//
// An entry of agents "at" a place is an agent (or a spawner there, if it comes later or has a value
// with a spread), one "in" an area is a spawner. Goals are shared by all who have the same one.
// Every agent's `user` is the number of its entry in scene.agents.
#ifndef WEND_SCENE_BUILD_WORLD_H
#define WEND_SCENE_BUILD_WORLD_H

#include "scene/scene.h"
#include "wend/world.h"

/// What is other than the scene says. A zeroed one changes nothing.
typedef struct scene_world_options {
    const char *planner;  ///< for all agents; NULL: as the scene says
    const char *motion;   ///< for all agents; NULL: as the scene says
    const char *bias;     ///< "path", "ahead", "visible" or "middle"; NULL: as the scene says
    uint32_t ahead;       ///< 0: as the scene says
    double step;          ///< [Units: s] 0: as the scene says
    const uint64_t *seed; ///< NULL: as the scene says
    bool points;          ///< way points, also if the scene says nothing of them
    const char *barriers; ///< "on" or "off"; NULL: as the scene says
    /// The rest of the world's def: sub-steps, arcs and so on. NULL: the defaults. Its floor,
    /// frame, step, seed, bias, ahead, arc.points, weight, barriers, tasks and allocator are not
    /// used, nor is its search_budget where the scene has one.
    const wend_world_def *def;
    const wend_floor *floor; ///< the scene's, valid (scene_check_floor); NULL: built here
    wend_tasks *tasks;       ///< [opt] must outlive the world
    wend_allocator allocator;
} scene_world_options;

/// What the world's ids and numbers are called in the scene: kept by the caller, who must keep the
/// scene, too. Zeroed is empty.
typedef struct scene_names {
    wend_agent_id *agents; ///< [scene.agents_count] of an entry that is an agent; null: a spawner
    wend_spawner_id
        *spawners;           ///< [scene.agents_count] of an entry that is a spawner; null: an agent
    wend_obstacle_id *doors; ///< [scene.door_count]
    wend_obstacle_id *movers; ///< [scene.mover_count]
    wend_goal_id *goals; ///< [scene.area_count] of areas that somebody goes to; null: nobody does
    wend_goal_id
        *places; ///< [scene.goal_count] of goals that are no areas; null: nobody goes there
    wend_resource_id *resources; ///< [scene.resource_count]
    wend_boost_id *boosts;       ///< [scene.boost_count]
    const char **groups; ///< [group_count] groups[0] is NULL; wend_agent_def.group is an index
    const char **roles;  ///< [role_count] roles[0] is NULL; wend_agent_def.role is an index
    uint32_t group_count, role_count;
    /// The scene's:
    uint32_t agents_count, door_count, mover_count, area_count, goal_count, resource_count,
        boost_count;
    pool memory;
} scene_names;

void scene_names_free(scene_names *names);

/// The world of a scene, at time 0. names [opt] are left empty if it fails. Results: WEND_OK;
/// WEND_INVALID_GEOMETRY if the floor has defects (scene_check says them all); WEND_BAD_ARGUMENT
/// with a sentence for what can't be run: an unknown planner or motion, an area that is not there
/// or has holes; WEND_OUT_OF_MEMORY.
wend_result scene_world(const scene *s, const scene_world_options *options, wend_world **world,
                        scene_names *names, wend_error *error);

/// The world's frame where a scene has no bounds: around everything in it, with room to spare.
wend_box scene_world_frame(const scene *s);

#endif
