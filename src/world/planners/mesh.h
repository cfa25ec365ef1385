// SPDX-License-Identifier: MIT
// What planners that follow portals share, and the two halves of the planner "mesh".
#ifndef WEND_WORLD_PLANNERS_MESH_H
#define WEND_WORLD_PLANNERS_MESH_H

#include "world/planners/planner.h"

/// Follows the portals that an agent has, from whatever structure they came. (planner_mesh.c)
bool wend_portals_follow(const wend_planner_step *step, uint32_t slot, wend_steering_target *aim);

/// Keeps the first portals of a way that starts at `start`, for an agent that is at `from`. `more`
/// is what comes after it. (planner_search.c)
void wend_portals_keep(const wend_portals *portals, wend_vec2 from, wend_vec2 start, double radius,
                       double more, wend_found *found);

/// The budget of a search: one whose budget was too small gets more and more. (planner_search.c)
uint32_t wend_search_budget(const wend_world *world, uint32_t slot);

/// The shortest path from an agent to a goal, as portals. (planner_search.c)
wend_result wend_mesh_find_way(const wend_planner_step *step, wend_searcher *searcher,
                               uint32_t slot, uint32_t goal, wend_found *found);

/// Pushes a place off the walls that are nearer than the radius. False: it is not free then, or not
/// to be seen from where it was. (planner_search.c)
bool wend_push_off_walls(const wend_obstacles *obstacles, double radius, wend_vec2 *place);

enum { WEND_GOAL_BORDER = 8 };

/// The border of all places from which a disc can touch a goal that is a point or a segment. How
/// far it is from the goal. (planner_search.c)
double wend_goal_border(wend_goal goal, double radius, wend_vec2 points[WEND_GOAL_BORDER]);

#endif
