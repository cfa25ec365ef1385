// SPDX-License-Identifier: MIT
// What others ask of the planner "map".
#ifndef WEND_WORLD_PLANNERS_MAP_H
#define WEND_WORLD_PLANNERS_MAP_H

#include "wend/world.h"
#include "world/planners/maps.h"

/// An agent's path on the map without tolls, and on that with them. [Units: m]
typedef struct wend_map_pair {
    const wend_shared_map *without;
    double length; ///< path length on the map without tolls
    double around; ///< path length on the map with tolls, including them
} wend_map_pair;

/// Queries both maps for an agent; false: it has none, or there is no path on one.
bool wend_map_find_pair(const wend_world *world, uint32_t slot, wend_map_pair *pair);

/// How much longer an agent's path is through a point that it sees. INFINITY: the agent has no map,
/// or there is no path from the point. [Units: m]
double wend_map_detour(const wend_world *world, uint32_t slot, wend_vec2 point);

#endif
