// SPDX-License-Identifier: MIT
// Shared declarations of the planner "mang".
#ifndef WEND_WORLD_PLANNERS_MANG_H
#define WEND_WORLD_PLANNERS_MANG_H

#include "plan/mang_plan.h"
#include "world/planners/mesh.h"

/// The agent that plans, and what it plans with.
typedef struct wend_mang_walker {
    wend_world *world;
    const wend_mang_graph *graph;
    wend_mang_planner *planner;
    wend_mang_keep *keep;
    uint32_t slot;
    uint32_t cell; ///< WEND_MANG_NONE: none
    uint32_t goal; ///< slot of the goal
    wend_vec2 place;
    double radius; ///< slightly less than the agent's radius
    double stride; ///< distance walked in a step [Units: m]
} wend_mang_walker;

// ---- mang.c -------------------------------------------------------------------------------------

wend_mang_walker wend_mang_walker_of(wend_world *world, wend_mang_planner *planner, uint32_t slot,
                                     uint32_t goal);

/// The request of an agent, without the goal; with the exit of its kept plan if `keeps` is set.
wend_mang_request wend_mang_walker_request(const wend_mang_walker *w, bool keeps);

/// The lead along a path, `rest` being its length beyond `path`.
wend_lead wend_mang_lead_along(const wend_mang_walker *w, const wend_mang_path *path, double rest);

/// Reserves memory for a step. False: out of memory.
bool wend_mang_plan_reserve(wend_world *world, uint32_t workers);

// ---- mang_plan.c: plans of single agents --------------------------------------------------------

/// Determines where an agent heads, from its kept plan or a plan up to its mark. wants_far: it
/// needs a plan up to its goal.
wend_lead wend_mang_plan_near(const wend_mang_walker *w);

/// Stores a plan that was made up to the goal.
wend_lead wend_mang_take_far(const wend_mang_walker *w, wend_result result,
                             const wend_mang_path *path);

// ---- mang_far.c: plans up to the goal -----------------------------------------------------------

/// Plans for all agents that need it, jointly for those with the same goal.
void wend_mang_plan_far(const wend_planner_step *step);

#endif
