// SPDX-License-Identifier: MIT
// Coherent groups of a scene: from entries of agents to a shape with a start and a goal.
//
// Every entry whose planner is "group" is a coherent group. Entries with the same name ("group")
// form one group; the first of them defines its shape.
#ifndef WEND_SCENE_BUILD_GROUPS_H
#define WEND_SCENE_BUILD_GROUPS_H

#include "scene/scene.h"
#include "wend/world_groups.h"

/// True if the agents of an entry belong to a coherent group. planner: that of all agents;
/// SCENE_INHERITED: the scene's.
bool scene_agents_stay_together(const scene *s, const scene_agents *agents,
                                wend_planner_kind planner);

/// First entry of the coherent group that an entry belongs to.
uint32_t scene_group_first(const scene *s, uint32_t entry, wend_planner_kind planner);

/// True if the entry belongs to the coherent group with that first entry.
bool scene_group_has(const scene *s, uint32_t first, uint32_t entry, wend_planner_kind planner);

/// Iterates over coherent groups by their first entries: start with UINT32_MAX. UINT32_MAX: no
/// more.
uint32_t scene_group_next(const scene *s, uint32_t entry, wend_planner_kind planner);

/// Size, start and goal of a coherent group.
typedef struct scene_held_group {
    uint32_t first, last; ///< entries
    uint32_t members;
    double speed; ///< of the slowest member [Units: m/s]
    wend_group_size size;
    wend_vec2 start; ///< centroid of its area
    wend_vec2 goal; ///< centroid of its area, the point, or the middle of the segment; the first of
                    ///< several
} scene_held_group;

/// Fills in the group with that first entry. WEND_BAD_ARGUMENT, with a message about entry
/// group->last, if the entries contradict each other or cannot be a coherent group (no start area,
/// shape too small and so on).
wend_result scene_held_group_of(const scene *s, uint32_t first, wend_planner_kind planner,
                                scene_held_group *group, wend_error *error);

/// The same for one of several groups, with radii and speeds drawn with that seed.
/// scene_held_group_of is the first of them, with the scene's seed.
wend_result scene_held_group_at(const scene *s, uint32_t first, wend_planner_kind planner,
                                uint64_t seed, uint32_t number, scene_held_group *group,
                                wend_error *error);

/// Number of groups of the entries with that first entry.
uint32_t scene_group_count(const scene *s, uint32_t first);
/// Time at which one of them appears; INFINITY: never, its time is after "spawn_end". [Units: s]
double scene_group_start(const scene *s, uint32_t first, uint32_t number);
/// Member k of an entry in one of its groups, with values drawn from the spreads.
wend_agent_def scene_group_member(const scene *s, uint32_t entry, uint64_t seed, uint32_t number,
                                  uint32_t k);

/// Position i of those that a group may go to, with all waypoints and choices, and the waypoint it
/// belongs to; the last one is the goal. False: there are no more.
bool scene_group_target(const scene *s, uint32_t first, uint32_t i, uint32_t *stop,
                        wend_vec2 *middle);

/// Adds the group to a world, without members, and plans its path; a group without a path is added
/// too, and does not move. route: null for a single goal. Other results are those of
/// wend_world_add_group.
wend_result scene_add_held_group(const scene *s, const scene_held_group *group, uint64_t seed,
                                 wend_route_id route, double start, wend_world *world,
                                 wend_group_id *id, wend_error *error);

/// The centroid of the shape's outer ring; the mean of its corners if that has no area.
wend_vec2 scene_shape_middle(const scene_shape *shape);

/// The roundest pose of a shape of that size at `middle` that is free of walls. False: none is, and
/// the pose is the narrowest.
bool scene_group_pose(const wend_floor *floor, wend_group_size size, wend_vec2 middle,
                      wend_group_pose *pose);

#endif
