// SPDX-License-Identifier: MIT
// Way portals of a path (Curtis, Snape and Manocha 2012, "Way Portals", §5.3): the sides of convex
// cells that it crosses, clipped to where the disc fits. A path is a single line; its portals show
// the free space beside it.
#ifndef WEND_PLAN_PORTALS_H
#define WEND_PLAN_PORTALS_H

#include "core/array.h"
#include "wend/path.h"

/// A portal of the path.
typedef struct wend_portal {
    wend_vec2 a, b;  ///< a is on the left in walking direction; equal if only one point fits
    wend_vec2 right; ///< unit direction from a to b, also if they are equal
    double crossing; ///< where the path crosses it: 0 at a, 1 at b
    double rest;     ///< path length beyond that point [Units: m]
    uint32_t side;   ///< side of the cell that is left; UINT32_MAX: none, the goal or a waypoint
} wend_portal;

typedef wend_array(wend_portal) wend_portals;

/// Lists the portals of the path that the query found last, in path order. The last one is the
/// goal: its point, or the fitting part of its segment or of the area's side around the end of the
/// path, as far as it is visible from the portal before. `whole` is false for a path that does not
/// reach the goal (WEND_BUDGET_EXHAUSTED): then the last portal is its end. No portals for a path
/// without pieces.
///
/// Each point of a portal keeps the radius from all walls. Portals that no straight path from the
/// one before to the one after could miss are removed; after passing one, the next is visible.
/// Allocates from the query's allocator; false: out of memory.
bool wend_portals_of_path(wend_path_query *query, const wend_path *path, wend_goal goal, bool whole,
                          wend_portals *portals);

#endif
