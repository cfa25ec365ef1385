// SPDX-License-Identifier: MIT
// What others ask of the planner "map".
#ifndef WEND_WORLD_PLANNERS_MAP_H
#define WEND_WORLD_PLANNERS_MAP_H

#include "wend/world.h"

/// How much longer an agent's path is through a point that it sees. INFINITY: the agent has no map,
/// or there is no path from the point. [Units: m]
double wend_map_detour(const wend_world *world, uint32_t slot, wend_vec2 point);

#endif
