// SPDX-License-Identifier: MIT
// Way portals of a path (Curtis, Snape, Manocha 2012, section 5.3): the sides of convex cells that
// it crosses, shortened to where the disc fits. A path says one way; its portals say how much room
// there is beside it.
#ifndef WEND_PLAN_PORTALS_H
#define WEND_PLAN_PORTALS_H

#include "core/array.h"
#include "wend/path.h"

/// A gate on the way.
typedef struct wend_portal {
    wend_vec2 a, b;  ///< the walker has a on its left; equal where there is room for one place only
    wend_vec2 right; ///< the direction from a to b, of length 1, also where they are equal
    double crossing; ///< where the path crosses it: 0 at a, 1 at b
    double rest;     ///< of the path behind that place [Units: m]
    uint32_t side;   ///< of the cell that is left; UINT32_MAX: none, the goal or a mere place
} wend_portal;

typedef wend_array(wend_portal) wend_portals;

/// Lists the portals of the path that the query has found just now, in the order of the path; the
/// last one is the goal: its point, or what fits of its segment or of the area's side around the
/// place where the path ends, as far as it is seen from the portal before. `whole` is false for a
/// path that does not reach the goal (WEND_BUDGET_SPENT): then the last portal is its end. No
/// portals for a path without pieces.
///
/// Each point of a portal keeps the radius from all walls. Portals that no straight way from the
/// one before to the one behind could miss are left out; so whoever has passed one sees the next.
/// Memory comes from the query's allocator; false: out of memory.
bool wend_portals_of_path(wend_path_query *query, const wend_path *path, wend_goal goal, bool whole,
                          wend_portals *portals);

#endif
