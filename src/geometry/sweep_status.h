// SPDX-License-Identifier: MIT
// Status of a sweep: the edges that the sweep line currently meets, from the lowest to the highest.
// A list for neighbours, and a search tree over it (a treap) for the position of a new edge.
// Contains no geometry: the caller compares.
#ifndef WEND_GEOMETRY_SWEEP_STATUS_H
#define WEND_GEOMETRY_SWEEP_STATUS_H

#include "core/memory.h"

/// No edge: the end of the list, the child that a leaf does not have.
#define WEND_NO_EDGE UINT32_MAX

/// An edge in the status. Lower edges are in the left subtree.
typedef struct wend_status_node {
    uint32_t parent, left, right;
    uint32_t priority; ///< at least that of its children
    uint32_t below, above;
} wend_status_node;

typedef struct wend_status {
    wend_status_node *nodes; ///< one for each edge, in the status or not
    uint32_t capacity;
    uint32_t root;
} wend_status;

/// Creates an empty status for the edges 0 <= e < capacity. False: out of memory.
bool wend_status_init(wend_status *status, uint32_t capacity, const wend_allocator *allocator);

void wend_status_free(wend_status *status, const wend_allocator *allocator);

/// Inserts an edge directly above `below` (WEND_NO_EDGE: at the bottom).
void wend_status_insert(wend_status *status, uint32_t edge, uint32_t below);

void wend_status_remove(wend_status *status, uint32_t edge);

/// Replaces an edge by another at the same position.
void wend_status_replace(wend_status *status, uint32_t old, uint32_t edge);

#endif
