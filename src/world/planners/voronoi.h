// SPDX-License-Identifier: MIT
// What the two halves of the planner "voronoi" share: ways that are found once, and ways that are
// planned in every step.
#ifndef WEND_WORLD_PLANNERS_VORONOI_H
#define WEND_WORLD_PLANNERS_VORONOI_H

#include "world/planners/planner.h"

/// What an agent asks for on its way to a goal, without limits. (planner_voronoi.c)
wend_roadmap_request wend_voronoi_request(const wend_world *world, uint32_t slot, uint32_t goal);

/// Plans for all whom the diagram planners, if agents are sites of it; fills the leads.
/// (planner_plan.c)
void wend_voronoi_plan(const wend_planner_step *step);

#endif
