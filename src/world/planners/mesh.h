// SPDX-License-Identifier: MIT
// Functions of planners that follow portals, and the two halves of the planner "mesh".
#ifndef WEND_WORLD_PLANNERS_MESH_H
#define WEND_WORLD_PLANNERS_MESH_H

#include "world/planners/planner.h"

/// Follows an agent's portals, whatever planner found them. (mesh.c)
bool wend_portals_follow(const wend_planner_step *step, uint32_t slot, wend_steering_target *aim);

/// Stores the first portals of a path that starts at `start`, for an agent at `from`. `more` is the
/// path length beyond it. (mesh_search.c)
void wend_portals_keep(const wend_portals *portals, wend_vec2 from, wend_vec2 start, double radius,
                       double more, wend_found *found);

/// The budget of a search; it doubles with each failure. 0: no limit. (mesh_search.c)
uint32_t wend_search_budget(const wend_world *world, uint32_t slot);

enum { WEND_GOAL_BORDER = 8 };

/// The shortest path from an agent to a goal. request->from is its start, next to the agent if that
/// touches walls; request->goal may use the border, which must outlive it. (mesh_search.c)
wend_result wend_mesh_shortest(const wend_world *world, wend_searcher *searcher, uint32_t slot,
                               uint32_t goal, wend_path_request *request,
                               wend_vec2 border[WEND_GOAL_BORDER], wend_path *path);

/// The shortest path from an agent to a goal, as portals. (mesh_search.c)
wend_result wend_mesh_find_way(const wend_planner_step *step, wend_searcher *searcher,
                               uint32_t slot, uint32_t goal, wend_found *found);

/// Pushes a position off the walls that are nearer than the radius. False: the result is not free,
/// or not visible from the original position. (mesh_search.c)
bool wend_push_off_walls(const wend_obstacles *obstacles, double radius, wend_vec2 *place);

/// The border (an octagon) of the positions at which a disc can touch a goal that is a point or a
/// segment. Returns its distance from the goal. (mesh_search.c)
double wend_goal_border(wend_goal goal, double radius, wend_vec2 points[WEND_GOAL_BORDER]);

#endif
