// SPDX-License-Identifier: MIT
// What the neighbours of an agent would own in its cell if it were gone: the second-order diagram
// in that cell. It is what the removal of the agent would leave there ("Real-Time Path Planning in
// Dynamic Virtual Environments Using Multiagent Navigation Graphs", Sud et al. 2008, Lemma 2).
//
// Whoever would own a point of the cell borders on it: from the point straight to that neighbour it
// stays the nearest but for the agent, so it also is where that line leaves the cell. Hence every
// region touches the cell's border, in one arc, and what separates them is a tree, whose leaves are
// the breaks of the border. (Where an element and the next along its wall meet there is no edge, so
// the pieces that are left may be several trees.)
//
// The tree is grown from the border inwards. The regions form a ring; one whose two borders meet in
// a vertex that no other neighbour is nearer to is closed by that vertex, and its two neighbours
// become each other's. There always is one. Where rounding hides it, the one that is closest to it
// is taken: the result is a tree in any case.
#ifndef WEND_VORONOI_SECOND_ORDER_H
#define WEND_VORONOI_SECOND_ORDER_H

#include "voronoi/diagram.h"
#include "voronoi/frame.h"

#define WEND_NO_SECOND_NODE UINT32_MAX

/// Where pieces meet or end.
typedef struct wend_second_node {
    wend_vec2 place;
    double radius;   ///< distance to the elements around, which is more than that to the agent
    uint32_t vertex; ///< of the diagram, for a leaf; else WEND_NO_ARC
    uint32_t ways;   ///< pieces that meet there
} wend_second_node;

/// A piece, from a node towards the inside.
typedef struct wend_second_link {
    uint32_t from, to;
    uint32_t left, right; ///< elements
} wend_second_link;

/// A region that is not closed yet.
typedef struct wend_second_region {
    uint32_t element;
    uint32_t previous, next; ///< clockwise and counter-clockwise around the agent
    uint32_t node;           ///< where the border with the previous one has got to;
                             ///< WEND_NO_SECOND_NODE: it is a joint of a wall, and no piece
    wend_vec2 at;            ///< the place of that
    wend_frame frame;
    bool again;         ///< the same element has another region in the cell
    wend_vec2 close_at; ///< where it would be closed
    double close_radius;
    double fault; ///< by how much that is no vertex, as a length; not positive: it is one
} wend_second_region;

/// Memory for one worker, and what it found last. Nodes: first the leaves, counter-clockwise; then
/// each after all that it is linked from. Every link leads to a later node, but for the last.
typedef struct wend_second_work {
    wend_second_region *regions; ///< [capacity]
    wend_second_node *nodes;     ///< [2 * capacity]
    wend_second_link *links;     ///< [2 * capacity]
    uint32_t capacity, node_count, link_count;
} wend_second_work;

/// Room for cells of so many arcs. False: out of memory.
bool wend_second_work_reserve(wend_second_work *work, uint32_t capacity,
                              const wend_allocator *allocator);
void wend_second_work_free(wend_second_work *work, const wend_allocator *allocator);
size_t wend_second_work_bytes(const wend_second_work *work);

/// Finds the tree in the cell of a lone point. [Limit: the cell has at most capacity arcs]
void wend_second_order_find(wend_second_work *work, const wend_voronoi *voronoi, uint32_t element);

#endif
