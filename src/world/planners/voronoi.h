// SPDX-License-Identifier: MIT
// Shared declarations of the two halves of the planner "voronoi": paths that are found once, and
// paths that are planned in every step.
#ifndef WEND_WORLD_PLANNERS_VORONOI_H
#define WEND_WORLD_PLANNERS_VORONOI_H

#include "world/planners/planner.h"

/// The request of an agent for a path to a goal, without limits. (voronoi.c)
wend_roadmap_request wend_voronoi_request(const wend_world *world, uint32_t slot, uint32_t goal);

/// Plans for all agents of the planner "voronoi" if agents are sites of the diagram; fills the
/// leads. (voronoi_agents.c)
void wend_voronoi_plan(const wend_planner_step *step);

/// The lead of an agent that presses on through others, along the path that walls alone leave.
/// False: they leave none, or memory or the budget is spent. (voronoi_agents.c)
bool wend_voronoi_press(const wend_world *world, wend_roadmap *roadmap, uint32_t slot,
                        wend_lead *lead);

#endif
