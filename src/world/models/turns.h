// SPDX-License-Identifier: MIT
// Deadlock resolution at narrow passages: alternating right of way between stuck agents.
#ifndef WEND_WORLD_MODELS_TURNS_H
#define WEND_WORLD_MODELS_TURNS_H

#include "world/models/neighbours.h"
#include "world/state/crowd.h"

/// Unit vector of the direction that has the right of way at that time.
wend_vec2 wend_turn_direction(double time);

/// Avoidance share of an agent now: its own unless it is stuck against oncoming agents. If it is
/// and does not have the right of way, its preferred velocity is reversed.
float wend_turn_share(const wend_walker *walker, wend_vec2 direction,
                      wend_preferred_velocity *wish);

/// Agents without progress since these times may be stuck, or are stuck for long. [Units: s]
typedef struct wend_turn_times {
    double stuck, long_stuck;
} wend_turn_times;

/// Updates wend_walker.opposed and blocker1 of the agents that use ORCA or know no neighbours, with
/// the neighbours of the last step.
void wend_turns_update(wend_crowd *crowd, const wend_orca *orca, wend_turn_times times);
/// The same for those whose motion models read neighbours from the Voronoi diagram.
void wend_turns_update_listed(wend_crowd *crowd, const wend_neighbours *lists,
                              wend_turn_times times);

#endif
