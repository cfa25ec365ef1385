// SPDX-License-Identifier: MIT
// Lanes without sharp bends.
#ifndef WEND_FLOW_ROUNDING_H
#define WEND_FLOW_ROUNDING_H

#include "flow/lanes.h"

/// Rounds the bends of lanes, which are combined from levels of the bottom and of the top: those
/// below `split` are lanes of `bottom` as found, with the same indices, those above of `top`; the
/// one at `split` is not modified if it is `direct`. False: out of memory.
bool wend_lanes_round(wend_lanes *lanes, const wend_flow *flow, const wend_lanes *bottom,
                      const wend_lanes *top, bool direct);

// ---- fillet.c -----------------------------------------------------------------------------------

typedef struct wend_lane_fillet_arc {
    wend_curve_piece arc;
    double p_along, q_along; ///< where it leaves the first piece, and meets the second
} wend_lane_fillet_arc;

/// The arc of that radius, on the left (side 1) or right (-1) of both pieces, that leads smoothly
/// from one to the other. False: none touches both.
bool wend_lane_fillet(const wend_curve_piece *p, const wend_curve_piece *q, double radius, int side,
                      double slack, wend_lane_fillet_arc *fillet);

#endif
