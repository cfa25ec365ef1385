// SPDX-License-Identifier: MIT
// What the files of the planner "mang" share.
#ifndef WEND_WORLD_PLANNERS_MANG_H
#define WEND_WORLD_PLANNERS_MANG_H

#include "plan/mang_plan.h"
#include "world/planners/mesh.h"

/// Who plans, and with what.
typedef struct wend_mang_walker {
    wend_world *world;
    const wend_mang_graph *graph;
    wend_mang_planner *planner;
    wend_mang_keep *keep;
    uint32_t slot;
    uint32_t cell; ///< WEND_MANG_NONE: it has none
    uint32_t goal; ///< slot
    wend_vec2 place;
    double radius; ///< a little less than it is
    double stride; ///< that it makes in a step [Units: m]
} wend_mang_walker;

// ---- planner_mang.c
// -------------------------------------------------------------------------------

wend_mang_walker wend_mang_walker_of(wend_world *world, wend_mang_planner *planner, uint32_t slot,
                                     uint32_t goal);

/// What an agent asks for, but for the goal: with the exit that it keeps, if that counts.
wend_mang_request wend_mang_walker_request(const wend_mang_walker *w, bool keeps);

/// How a way leads on.
wend_lead wend_mang_lead_along(const wend_mang_walker *w, const wend_mang_path *path, double rest);

/// Room for all that a step may need. False: out of memory.
bool wend_mang_plan_reserve(wend_world *world, uint32_t workers);

// ---- planner_mang_plan.c: each alone
// --------------------------------------------------------------

/// Finds out where an agent heads, with what it keeps or a plan up to its mark. wants_far: it needs
/// a plan up to its goal.
wend_lead wend_mang_plan_near(const wend_mang_walker *w);

/// Takes down a plan that was made up to the goal.
wend_lead wend_mang_take_far(const wend_mang_walker *w, wend_result result,
                             const wend_mang_path *path);

// ---- planner_mang_far.c: up to the goal
// -----------------------------------------------------------

/// Plans for all who need it, those with one goal together.
void wend_mang_plan_far(const wend_planner_step *step);

#endif
