// SPDX-License-Identifier: MIT
// Internals of lanes, and their construction.
#ifndef WEND_FLOW_LANES_H
#define WEND_FLOW_LANES_H

#include "flow/stream.h"
#include "wend/index.h"
#include "wend/lanes.h"

struct wend_lanes {
    wend_allocator allocator;
    double radius;
    wend_array(wend_lane) lanes;
    wend_lane_pieces pieces; ///< lane by lane
    /// Lanes below this one come from the levels of the bottom, those above it from the top; it may
    /// be the direct one
    uint32_t split;
};

/// An empty set. NULL: out of memory.
wend_lanes *wend_lanes_new(const wend_allocator *allocator, double radius);

/// Adds a lane of these pieces after the others. The begins of its pieces, its length and its
/// headway are computed by wend_lanes_measure. False: out of memory.
bool wend_lanes_add(wend_lanes *lanes, const wend_curve_piece *pieces, size_t count,
                    uint32_t source, uint32_t sink);

/// Adds a copy of a lane of others. False: out of memory.
bool wend_lanes_add_from(wend_lanes *lanes, const wend_lanes *others, size_t number);

// ---- lane_find.c --------------------------------------------------------------------------------

/// Finds the lanes from one side, as the levels have them, without their headways.
wend_result wend_lanes_find_from(wend_flow *flow, const wend_lanes_def *def, bool from_top,
                                 wend_lanes **lanes, wend_error *error);

/// The lanes below `split` from the bottom, the others from the top, which have equally many, with
/// rounded bends. NULL: out of memory.
wend_lanes *wend_lanes_join(const wend_flow *flow, const wend_lanes *bottom, const wend_lanes *top,
                            size_t split);

// ---- shorten.c ----------------------------------------------------------------------------------

/// Shortens lanes as wend_lanes_shorten does, without its bound: gain->shortest is the length of
/// the shortest lane times their number. False: out of memory; they are unchanged.
bool wend_lanes_tighten(wend_lanes *lanes, const wend_flow *flow, const wend_lanes_shortening *how,
                        wend_lanes_gain *gain);

/// Lower bound of the total length: as many direct paths, made taut.
wend_result wend_lanes_bound(const wend_lanes *lanes, const wend_flow *flow, uint64_t seed,
                             double *bound, wend_error *error);

// ---- headway.c ----------------------------------------------------------------------------------

/// Computes the begins of all pieces and the lengths of lanes.
void wend_lanes_measure_lengths(wend_lanes *lanes);

/// As wend_lanes_measure_lengths, and computes the headways for two radii `apart`. False: out of
/// memory.
bool wend_lanes_measure(wend_lanes *lanes, double apart);

/// The longest path along a lane between a point of one piece and a point of a later one that are
/// no farther apart than `apart`; at least `min`.
double wend_lane_pieces_headway(const wend_curve_piece *p, const wend_curve_piece *q, double apart,
                                double min);

// ---- lane_walls.c -------------------------------------------------------------------------------

/// An index of the boxes of pieces, with their numbers. NULL: out of memory.
wend_index *wend_lane_pieces_index(const wend_curve_piece *pieces, size_t count,
                                   const wend_allocator *allocator);

/// Calls visit for all items of an index whose boxes are within that distance of a piece's box.
void wend_lane_pieces_about(const wend_index *index, const wend_curve_piece *piece, double distance,
                            wend_visit_fn *visit, void *context);

/// The walls of a flow's bodies (and point obstacles), and of its openings.
typedef struct wend_lane_walls {
    const wend_flow *flow;
    const wend_allocator *allocator;
    double radius;               ///< of lanes
    wend_array(wend_item) items; ///< of the index
    wend_index *index;           ///< of bodies
    wend_index *openings;
} wend_lane_walls;

/// Builds the indices. False: out of memory.
bool wend_lane_walls_build(wend_lane_walls *walls, const wend_flow *flow, double radius,
                           const wend_allocator *allocator);
void wend_lane_walls_free(wend_lane_walls *walls);

/// The distance between the mutually visible parts of two pieces (a wall counts as a piece), if it
/// is less than limit, else limit; *at is the point on p. Exact, except beside the corner of an
/// opening: there visibility is tested for parts of 2 % of the radius.
double wend_lane_visible_distance(const wend_lane_walls *walls, const wend_curve_piece *p,
                                  const wend_curve_piece *q, double limit, wend_vec2 *at);

/// The distance from a piece to the nearest visible wall of a body, at most limit; *at [opt].
double wend_lane_walls_distance(const wend_lane_walls *walls, const wend_curve_piece *piece,
                                double limit, wend_vec2 *at);

// ---- plain.c ------------------------------------------------------------------------------------

/// Adds clearance-insensitive lanes of the flow, which is solved without a width.
wend_result wend_lanes_add_plain(wend_lanes *lanes, wend_stream *stream, wend_error *error);

#endif
