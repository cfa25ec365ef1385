// SPDX-License-Identifier: MIT
// Second-order diagram in the cell of an agent: the regions that its neighbours would own without
// it. This is what the removal of the agent would leave there (Sud et al. 2008, "Real-Time Path
// Planning in Dynamic Virtual Environments Using Multiagent Navigation Graphs", Lemma 2).
//
// The owner of a point of the cell is adjacent to the cell: on the straight line from the point to
// that neighbour it stays the nearest except for the agent, so it also is where that line leaves
// the cell. Hence every region touches the cell's border, in one arc, and the regions are separated
// by a tree whose leaves are the breaks of the border. (Where an element and the next along its
// wall meet there is no edge, so the remaining pieces may form several trees.)
//
// The tree is grown from the border inwards. The regions form a ring; one whose two borders meet in
// a vertex to which no other neighbour is nearer is closed by that vertex, and its two neighbours
// become adjacent. There always is one. If rounding hides it, the one closest to it is used: the
// result is a tree in any case.
#ifndef WEND_VORONOI_SECOND_ORDER_H
#define WEND_VORONOI_SECOND_ORDER_H

#include "voronoi/diagram.h"
#include "voronoi/frame.h"

#define WEND_NO_SECOND_NODE UINT32_MAX

/// A point where pieces meet or end.
typedef struct wend_second_node {
    wend_vec2 position;
    double radius;   ///< distance to the elements around, which is greater than that to the agent
    uint32_t vertex; ///< vertex of the diagram, for a leaf; else WEND_NO_ARC
    uint32_t degree; ///< number of pieces that meet there
} wend_second_node;

/// A piece, from a node towards the interior.
typedef struct wend_second_link {
    uint32_t from, to;
    uint32_t left, right; ///< elements
} wend_second_link;

/// A region that is not closed yet.
typedef struct wend_second_region {
    uint32_t element;
    uint32_t previous, next; ///< clockwise and counter-clockwise around the agent
    uint32_t node; ///< end of the border with the previous one so far; WEND_NO_SECOND_NODE: a joint
                   ///< of a wall, not a piece
    wend_vec2 at;  ///< position of that node
    wend_frame frame;
    bool again;         ///< the same element has another region in the cell
    wend_vec2 close_at; ///< where it would be closed
    double close_radius;
    double fault; ///< how far that is from a vertex, as a length; not positive: it is one
} wend_second_region;

/// Memory of one worker, and its last result. Nodes: first the leaves, counter-clockwise; then each
/// after all its predecessors. Every link leads to a later node, except the last.
typedef struct wend_second_work {
    wend_second_region *regions; ///< [capacity]
    wend_second_node *nodes;     ///< [2 * capacity]
    wend_second_link *links;     ///< [2 * capacity]
    uint32_t capacity, node_count, link_count;
} wend_second_work;

/// Reserves memory for cells of that many arcs. False: out of memory.
bool wend_second_work_reserve(wend_second_work *work, uint32_t capacity,
                              const wend_allocator *allocator);
void wend_second_work_free(wend_second_work *work, const wend_allocator *allocator);
size_t wend_second_work_bytes(const wend_second_work *work);

/// Finds the tree in the cell of a lone point. [Limit: the cell has at most capacity arcs]
void wend_second_order_find(wend_second_work *work, const wend_voronoi *voronoi, uint32_t element);

#endif
