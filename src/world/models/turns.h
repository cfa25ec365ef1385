// SPDX-License-Identifier: MIT
// Taking turns at narrow places: who gives way to whom among those who are stuck.
#ifndef WEND_WORLD_MODELS_TURNS_H
#define WEND_WORLD_MODELS_TURNS_H

#include "world/models/neighbours.h"
#include "world/state/crowd.h"

/// The direction that has the right of way at that time.
wend_vec2 wend_turn_direction(double time);

/// How much an agent gives way now: its own share unless it is stuck against others. Then its wish
/// is turned round if it is not its turn.
float wend_turn_share(const wend_walker *walker, wend_vec2 direction,
                      wend_preferred_velocity *wish);

/// Finds out who is stuck against others, with the neighbours of the step just made. Those who got
/// no nearer since that time are stuck for long.
void wend_turns_update(wend_crowd *crowd, const wend_orca *orca, double since);
/// The same where nobody moves by ORCA, with the neighbours that the diagram knows.
void wend_turns_update_listed(wend_crowd *crowd, const wend_neighbours *lists, double since);

#endif
