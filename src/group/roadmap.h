// SPDX-License-Identifier: MIT
// The inside of a roadmap: poses are nodes, motions between them that are free are edges.
//
// A node is free of walls for groups up to an area, an edge likewise: most of them for the largest
// group, those that were found for a smaller one (its start, say) for groups up to that. A query
// looks at the part of the roadmap that is good for its group, and, if it has obstacles, without
// the edges that were found to be blocked by them. `parts` is a forest for just that part of the
// roadmap: two nodes have the same root if there is a way between them.
#ifndef WEND_GROUP_ROADMAP_H
#define WEND_GROUP_ROADMAP_H

#include "core/heap.h"
#include "group/motion.h"
#include "group/sample.h"

#define WEND_GROUP_NO_NODE UINT32_MAX
#define WEND_GROUP_NO_EDGE UINT32_MAX

/// Motions keep this part of the least width from walls. A proof that a motion is free takes steps
/// no smaller.
#define WEND_GROUP_SLACK 0.01

/// Starts and goals may be nearer to walls, by this factor; motions to and from them then, too.
#define WEND_GROUP_TIGHT 0x1p-6

typedef struct wend_group_node {
    wend_vec2 along;    ///< its axis
    double angle;       ///< 0..180 degrees
    double spine;       ///< for the roadmap's area
    double back, ahead; ///< how far the narrowest shape may get along its axis
    double area;        ///< it is free for groups up to that
    double slack;       ///< its motions keep this from walls
    uint32_t first;     ///< of its edges: 2 * edge + end
    bool round;         ///< a disc: it has any axis
} wend_group_node;

/// What a query with obstacles knows about an edge.
typedef enum wend_group_edge_state {
    WEND_GROUP_EDGE_UNSEEN,
    WEND_GROUP_EDGE_CLEAR,
    WEND_GROUP_EDGE_BLOCKED,
} wend_group_edge_state;

typedef struct wend_group_edge {
    wend_group_motion motion; ///< from its first end to its second
    double area;              ///< it is free for groups up to that
    uint32_t next[2];         ///< of each end's edges
    wend_group_edge_state state;
} wend_group_edge;

struct wend_group_roadmap {
    wend_group_roadmap_def def;
    wend_allocator allocator;
    wend_voronoi *voronoi;
    wend_group_sampling sampling;
    wend_array(wend_group_pose) poses; ///< of the nodes
    wend_array(wend_group_node) nodes;
    wend_array(uint32_t) ends; ///< of the edges, two each
    wend_array(wend_group_edge) edges;
    uint64_t tries, motions;
    bool is_provable; ///< the diagram has all that there is: what it has no way for is impossible
    uint32_t crowd;   ///< of a part with more nodes, those that join it with no other are not kept

    // Whom it grows for: everybody, or one query.
    wend_group_walls walls; ///< with the query's obstacles
    double area;
    uint32_t from, to;          ///< nodes of the query, or WEND_GROUP_NO_NODE
    wend_array(uint32_t) parts; ///< a node's parent in the forest

    // A search. (roadmap_search.c)
    wend_heap open;
    wend_array(double) costs;  ///< of the cheapest way to a node so far
    wend_array(uint32_t) vias; ///< the edge that it came by, 2 * edge + the end where it is now
    wend_array(uint32_t) way;  ///< the edges of the way: 2 * edge + the end that it leads to
};

// ---- roadmap_grow.c -----------------------------------------------------------------------------

/// The root of a node's part.
uint32_t wend_group_part(wend_group_roadmap *roadmap, uint32_t node);

/// Makes the forest again, for whom it grows now. False: out of memory.
bool wend_group_parts_make(wend_group_roadmap *roadmap);

/// True if an edge is good for whom it grows now.
static inline bool wend_group_edge_is_good(const wend_group_roadmap *roadmap,
                                           const wend_group_edge *edge)
{
    return edge->area >= roadmap->area && edge->state != WEND_GROUP_EDGE_BLOCKED;
}

/// Adds a node for a pose that is free with that clearance, for groups up to an area, or finds the
/// one that is there. False: out of memory.
bool wend_group_node_add(wend_group_roadmap *roadmap, const wend_group_pose *pose, double area,
                         double clearance, uint32_t *node);

/// Takes back the last nodes and edges, so that this many are left; no edge that is left leads to a
/// node that is not. Where edges were taken back, parts are to be made again, unless each of them
/// led to such a node.
void wend_group_roadmap_cut(wend_group_roadmap *roadmap, size_t nodes, size_t edges);

/// Looks for motions between a node and others that are not yet in its part. False: out of memory.
bool wend_group_node_join(wend_group_roadmap *roadmap, uint32_t node);

/// Looks for a motion between two nodes, no dearer than `most`; adds an edge if there is one.
/// False: out of memory. *edge is WEND_GROUP_NO_EDGE if there is none.
bool wend_group_nodes_join(wend_group_roadmap *roadmap, uint32_t a, uint32_t b, double most,
                           uint32_t *edge);

/// Adds poses that lead out of where a node is: longer and narrower ones along the lines through it
/// that reach farthest, or the same at both ends of its axis. False: out of memory.
/// (roadmap_stretch.c)
bool wend_group_node_stretch(wend_group_roadmap *roadmap, uint32_t node);
bool wend_group_node_slide(wend_group_roadmap *roadmap, uint32_t node);

/// One try of the sampler. (roadmap.c)
wend_group_try wend_group_roadmap_try(wend_group_roadmap *roadmap);

// ---- roadmap_search.c ---------------------------------------------------------------------------

/// The cheapest way from roadmap->from to roadmap->to, by edges that are good for the query.
/// WEND_OK: it is in roadmap->way. WEND_NOTHING, WEND_NO_MEMORY.
wend_result wend_group_roadmap_search(wend_group_roadmap *roadmap);

#endif
