// SPDX-License-Identifier: MIT
// What guides that follow portals share, and the two halves of the guide "mesh".
#ifndef WEND_WORLD_GUIDE_MESH_H
#define WEND_WORLD_GUIDE_MESH_H

#include "world/guide.h"

/// Follows the portals that an agent has, from whatever structure they came. (guide_mesh.c)
bool wend_portals_follow(const wend_guide_step *step, uint32_t slot, wend_aim *aim);

/// Keeps the first portals of a way that starts at `start`, for an agent that is at `from`. `more`
/// is what comes after it. (guide_search.c)
void wend_portals_keep(const wend_portals *portals, wend_vec2 from, wend_vec2 start, double radius,
                       double more, wend_found *found);

/// The budget of a search: one whose budget was too small gets more and more. (guide_search.c)
uint32_t wend_search_budget(const wend_world *world, uint32_t slot);

/// The shortest path from an agent to a goal, as portals. (guide_search.c)
wend_result wend_mesh_find_way(const wend_guide_step *step, wend_searcher *searcher, uint32_t slot,
                               uint32_t goal, wend_found *found);

#endif
