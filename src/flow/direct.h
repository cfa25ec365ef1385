// SPDX-License-Identifier: MIT
// The direct path: the shortest path of a disc from any source to any sink of a flow.
#ifndef WEND_FLOW_DIRECT_H
#define WEND_FLOW_DIRECT_H

#include "flow/stream.h"

/// Zeroed except for the allocator it is empty.
typedef struct wend_direct {
    const wend_allocator *allocator;
    wend_lane_pieces pieces; ///< straight pieces, from source to sink
    double length;
    uint32_t source, sink;
} wend_direct;

/// Finds the direct path. It keeps the radius from all bodies, and begins and ends on openings.
/// Around corners it consists of a few tangents: shortening turns them into arcs. WEND_NOT_FOUND:
/// no such path.
wend_result wend_direct_find(wend_direct *direct, const wend_flow *flow, double radius,
                             wend_error *error);
void wend_direct_free(wend_direct *direct);

#endif
