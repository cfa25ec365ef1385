// SPDX-License-Identifier: MIT
// The groups of a scene that stay together: from what entries of agents say to a shape with a start
// and a goal.
//
// Agents of an entry whose planner is "group" are a group. Entries of one name ("group") are one
// group together: the first of them says how it is held.
#ifndef WEND_SCENE_BUILD_GROUPS_H
#define WEND_SCENE_BUILD_GROUPS_H

#include "scene/scene.h"
#include "wend/world_groups.h"

/// True if the agents of an entry stay together. planner: that of all; SCENE_INHERITED: the
/// scene's.
bool scene_agents_stay_together(const scene *s, const scene_agents *agents,
                                wend_planner_kind planner);

/// The first entry of the group that the agents of an entry belong to, who stay together.
uint32_t scene_group_first(const scene *s, uint32_t entry, wend_planner_kind planner);

/// True if the agents of an entry belong to the group with that first entry.
bool scene_group_has(const scene *s, uint32_t first, uint32_t entry, wend_planner_kind planner);

/// The next group after an entry, by its first entry: start with UINT32_MAX. UINT32_MAX: no more.
uint32_t scene_group_next(const scene *s, uint32_t entry, wend_planner_kind planner);

/// What a group's shape must hold, where it starts and where it goes.
typedef struct scene_held_group {
    uint32_t first, last; ///< of its entries
    uint32_t members;
    double speed; ///< of its slowest [Units: m/s]
    wend_group_size size;
    wend_vec2 start, goal; ///< the middles of its areas, or the point that it goes to
} scene_held_group;

/// Fills in the group with that first entry. WEND_BAD_ARGUMENT, with a sentence about what one of
/// its entries says (group->last tells which): they don't start in an area, the shape is too small,
/// and so on.
wend_result scene_held_group_of(const scene *s, uint32_t first, wend_planner_kind planner,
                                scene_held_group *group, wend_error *error);

/// Adds such a group to a world, without members, and plans its way; if there is none it is there
/// all the same, and stands. Other results are those of wend_world_add_group.
wend_result scene_add_held_group(const scene *s, const scene_held_group *group, uint64_t seed,
                                 wend_world *world, wend_group_id *id, wend_error *error);

/// The middle of an area, or of a segment.
wend_vec2 scene_shape_middle(const scene_shape *shape);

/// The roundest shape of a size that has its middle there and is free of walls; false: none is, and
/// the pose is the narrowest.
bool scene_group_pose(const wend_floor *floor, wend_group_size size, wend_vec2 middle,
                      wend_group_pose *pose);

#endif
