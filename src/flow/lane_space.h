// SPDX-License-Identifier: MIT
// The space around a lane: walls on either side, and the adjacent lanes.
#ifndef WEND_FLOW_LANE_SPACE_H
#define WEND_FLOW_LANE_SPACE_H

#include "flow/lanes.h"

/// A single lane under modification.
typedef struct wend_lane_space_lane {
    wend_lane_pieces pieces;
    wend_array(wend_box) boxes; ///< around each piece
    double length;
    uint32_t source, sink;
} wend_lane_space_lane;

typedef struct wend_lane_space {
    const wend_flow *flow;
    const wend_allocator *allocator;
    wend_lane_walls walls;
    double radius;
    double slack; ///< tolerance of distances
    wend_array(wend_lane_space_lane) lanes;
} wend_lane_space;

/// Finds the walls of a flow's domain. False: out of memory; it must be freed in that case too.
bool wend_lane_space_build(wend_lane_space *space, const wend_flow *flow, double radius,
                           const wend_allocator *allocator);
void wend_lane_space_free(wend_lane_space *space);

/// Updates boxes, begins and length of a lane from its pieces. False: out of memory.
bool wend_lane_space_measure(wend_lane_space *space, uint32_t lane);

/// An obstacle to a piece: it would have to stay outside this circle.
typedef struct wend_lane_space_block {
    wend_vec2 centre;
    double radius;
    bool is_round; ///< it can be passed; otherwise it blocks as a whole
} wend_lane_space_block;

/// True if a piece keeps clear of walls and of the lanes adjacent to `lane`, and stays in the
/// domain. Otherwise *block [opt] is the worst obstacle. `from_opening` and `to_opening`: it begins
/// or ends on one.
bool wend_lane_space_allows(const wend_lane_space *space, uint32_t lane,
                            const wend_curve_piece *piece, bool from_opening, bool to_opening,
                            wend_lane_space_block *block);

#endif
