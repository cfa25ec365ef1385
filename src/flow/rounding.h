// SPDX-License-Identifier: MIT
// Lanes without sharp bends.
#ifndef WEND_FLOW_ROUNDING_H
#define WEND_FLOW_ROUNDING_H

#include "flow/lanes.h"

/// Rounds the bends of lanes, which are put together from levels of the bottom and of the top:
/// those below `split` are lanes of `bottom` as they were found, with the same numbers, those above
/// of `top`; the one at `split` is not touched if it is `direct`. False: out of memory.
bool wend_lanes_round(wend_lanes *lanes, const wend_flow *flow, const wend_lanes *bottom,
                      const wend_lanes *top, bool direct);

// ---- fillet.c -----------------------------------------------------------------------------------

typedef struct wend_lane_fillet_arc {
    wend_lane_piece arc;
    double p_along, q_along; ///< where it leaves the first piece, and comes to the second
} wend_lane_fillet_arc;

/// The arc of that radius, on the left (side 1) or right (-1) of both pieces, that leads from one
/// to the other without a bend. False: there is none that touches them.
bool wend_lane_fillet(const wend_lane_piece *p, const wend_lane_piece *q, double radius, int side,
                      double slack, wend_lane_fillet_arc *fillet);

#endif
