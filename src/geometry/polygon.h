// SPDX-License-Identifier: MIT
// Faults that keep a ring from being simple; wend_polygon_check writes the messages.
#ifndef WEND_GEOMETRY_POLYGON_H
#define WEND_GEOMETRY_POLYGON_H

#include "wend/geometry.h"

typedef enum wend_fault_kind {
    WEND_FAULT_NONE,
    WEND_FAULT_REPEAT, ///< neighbouring vertices are equal
    WEND_FAULT_MEET,   ///< other vertices are equal
    WEND_FAULT_FOLD,   ///< the ring runs back over itself at a vertex
    WEND_FAULT_TOUCH,  ///< a vertex lies on an edge
    WEND_FAULT_CROSS,  ///< two edges cross
} wend_fault_kind;

/// One improper contact of a ring with itself.
typedef struct wend_ring_fault {
    wend_fault_kind kind;
    uint32_t first, second; ///< vertices, or the edges that start there (TOUCH, CROSS); in order
    wend_vec2 position;
} wend_ring_fault;

/// Finds the first improper contact of a ring, or none. [Limit: 3 <= count < UINT32_MAX, finite]
/// False: out of memory.
bool wend_ring_find_fault(const wend_vec2 *ring, uint32_t count, const wend_allocator *allocator,
                          wend_ring_fault *fault);

#endif
