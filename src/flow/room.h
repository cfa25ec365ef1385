// SPDX-License-Identifier: MIT
// The room that a lane has: walls on either side, and the lanes beside it.
#ifndef WEND_FLOW_ROOM_H
#define WEND_FLOW_ROOM_H

#include "flow/lanes.h"

/// A lane on its own, to be changed.
typedef struct wend_room_lane {
    wend_lane_pieces pieces;
    wend_array(wend_box) boxes; ///< around each piece
    double length;
    uint32_t source, sink;
} wend_room_lane;

typedef struct wend_room {
    const wend_flow *flow;
    const wend_allocator *allocator;
    wend_lane_walls walls;
    double radius;
    double slack; ///< that lanes may be nearer by
    wend_array(wend_room_lane) lanes;
} wend_room;

/// Finds the walls of a flow's domain. False: out of memory; it is to be freed also then.
bool wend_room_make(wend_room *room, const wend_flow *flow, double radius,
                    const wend_allocator *allocator);
void wend_room_free(wend_room *room);

/// Brings boxes, begins and length of a lane up to its pieces. False: out of memory.
bool wend_room_measure(wend_room *room, uint32_t lane);

/// What is in the way of a piece: it would have to keep outside of this circle.
typedef struct wend_room_block {
    wend_vec2 centre;
    double radius;
    bool is_round; ///< one can go around it; else it is in the way as a whole
} wend_room_block;

/// True if a piece keeps clear of walls and of the lanes beside `lane`, and stays in the domain. If
/// not, *block [opt] is what is most in the way. `from_opening` and `to_opening` tell that it
/// begins or ends on one.
bool wend_room_allows(const wend_room *room, uint32_t lane, const wend_lane_piece *piece,
                      bool from_opening, bool to_opening, wend_room_block *block);

#endif
