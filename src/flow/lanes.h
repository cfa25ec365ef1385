// SPDX-License-Identifier: MIT
// The inside of lanes, and how they are found.
#ifndef WEND_FLOW_LANES_H
#define WEND_FLOW_LANES_H

#include "flow/stream.h"
#include "wend/index.h"

struct wend_lanes {
    wend_allocator allocator;
    double radius;
    wend_array(wend_lane) lanes;
    wend_lane_pieces pieces; ///< lane by lane
    uint32_t split; ///< lanes below this one come from the bottom's levels, those above it from the
                    ///< top's; it may be the direct one
};

/// No lanes yet. NULL: out of memory.
wend_lanes *wend_lanes_new(const wend_allocator *allocator, double radius);

/// Adds a lane of these pieces after the others. Where its pieces begin, its length and its headway
/// are left to wend_lanes_measure. False: out of memory.
bool wend_lanes_add(wend_lanes *lanes, const wend_lane_piece *pieces, size_t count, uint32_t source,
                    uint32_t sink);

/// Adds a copy of a lane of others. False: out of memory.
bool wend_lanes_add_from(wend_lanes *lanes, const wend_lanes *others, size_t number);

// ---- headway.c ----------------------------------------------------------------------------------

/// Fills in where all pieces begin and how long lanes are.
void wend_lanes_measure_lengths(wend_lanes *lanes);

/// The same, and their headways, for two radii `apart`. False: out of memory.
bool wend_lanes_measure(wend_lanes *lanes, double apart);

/// The longest way along a lane between a place of one piece of it and a place of a later one that
/// are no farther apart than `apart`; `least` if it is no longer than that.
double wend_lane_pieces_headway(const wend_lane_piece *p, const wend_lane_piece *q, double apart,
                                double least);

// ---- lane_walls.c -------------------------------------------------------------------------------

/// An index of the pieces, by their boxes, numbered as they are. NULL: out of memory.
wend_index *wend_lane_pieces_index(const wend_lane_piece *pieces, size_t count,
                                   const wend_allocator *allocator);

/// Calls visit for all items of an index whose boxes come as near to a piece's box.
void wend_lane_pieces_about(const wend_index *index, const wend_lane_piece *piece, double distance,
                            wend_visit_fn *visit, void *context);

/// The walls of a flow's bodies (and obstacles that are points), and of its openings.
typedef struct wend_lane_walls {
    const wend_flow *flow;
    const wend_allocator *allocator;
    double radius;               ///< of lanes
    wend_array(wend_item) items; ///< of the index
    wend_index *index;           ///< of bodies
    wend_index *openings;
} wend_lane_walls;

/// False: out of memory.
bool wend_lane_walls_make(wend_lane_walls *walls, const wend_flow *flow, double radius,
                          const wend_allocator *allocator);
void wend_lane_walls_free(wend_lane_walls *walls);

/// The distance between two pieces (a wall is one, too) where nothing is between them, if it is
/// less than limit; *at is where on p. Exact, but beside the corner of an opening, where parts of
/// pieces that are 2 % of the radius long are in sight as a whole, or not.
double wend_lane_sight(const wend_lane_walls *walls, const wend_lane_piece *p,
                       const wend_lane_piece *q, double limit, wend_vec2 *at);

/// The same from a piece to the nearest wall of a body; *at [opt].
double wend_lane_walls_distance(const wend_lane_walls *walls, const wend_lane_piece *piece,
                                double limit, wend_vec2 *at);

// ---- plain.c ------------------------------------------------------------------------------------

/// Adds clearance-insensitive lanes of the flow, which is solved without a width.
wend_result wend_lanes_add_plain(wend_lanes *lanes, wend_stream *stream, wend_error *error);

#endif
