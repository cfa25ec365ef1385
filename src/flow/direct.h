// SPDX-License-Identifier: MIT
// The direct way: the shortest path of a disc from any source to any sink of a flow.
#ifndef WEND_FLOW_DIRECT_H
#define WEND_FLOW_DIRECT_H

#include "flow/stream.h"

/// Zeroed but for the allocator it is empty.
typedef struct wend_direct {
    const wend_allocator *allocator;
    wend_lane_pieces pieces; ///< straight ones, from source to sink
    double length;
    uint32_t source, sink;
} wend_direct;

/// Finds it. It keeps the radius from all bodies, and begins and ends on openings. Around corners
/// it is made of few tangents: shortening makes arcs of them. WEND_NOTHING: there is
/// none.
wend_result wend_direct_find(wend_direct *direct, const wend_flow *flow, double radius,
                             wend_error *error);
void wend_direct_free(wend_direct *direct);

#endif
