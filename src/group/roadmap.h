// SPDX-License-Identifier: MIT
// Internals of a roadmap: poses are nodes, free motions between them are edges.
//
// A node is free of walls for groups up to an area, and so is an edge: most of them for the largest
// group, those found for a smaller one (its start, for instance) for groups up to that area. A
// query uses the part of the roadmap that is valid for its group and, if it has obstacles, ignores
// the edges found to be blocked by them. `parts` is a disjoint-set forest for exactly that part of
// the roadmap: two nodes have the same root if a path connects them.
#ifndef WEND_GROUP_ROADMAP_H
#define WEND_GROUP_ROADMAP_H

#include "core/heap.h"
#include "group/motion.h"
#include "group/sample.h"

#define WEND_GROUP_NO_NODE UINT32_MAX
#define WEND_GROUP_NO_EDGE UINT32_MAX

/// Clearance of motions from walls, as a fraction of the minimum width. Proofs that a motion is
/// free take no smaller steps.
#define WEND_GROUP_SLACK 0.01

/// Starts and goals, and motions to and from them, may be nearer to walls by this factor.
#define WEND_GROUP_TIGHT 0x1p-6

typedef struct wend_group_node {
    wend_vec2 along;    ///< its axis
    double angle;       ///< 0..180 degrees
    double spine;       ///< for the roadmap's area
    double back, ahead; ///< how far the narrowest shape can move along its axis
    double area;        ///< free for groups up to this area
    double slack;       ///< clearance of its motions from walls
    uint32_t first;     ///< first of its edges: 2 * edge + end
    bool round;         ///< A disc: it has any axis
} wend_group_node;

/// State of an edge in a query with obstacles.
typedef enum wend_group_edge_state {
    WEND_GROUP_EDGE_UNSEEN,
    WEND_GROUP_EDGE_CLEAR,
    WEND_GROUP_EDGE_BLOCKED,
} wend_group_edge_state;

typedef struct wend_group_edge {
    wend_group_motion motion; ///< from its first end to its second
    double area;              ///< free for groups up to this area
    uint32_t next[2];         ///< next edge of each end
    wend_group_edge_state state;
} wend_group_edge;

struct wend_group_roadmap {
    wend_group_roadmap_def def;
    wend_allocator allocator;
    wend_voronoi *voronoi;
    wend_group_sampling sampling;
    // For snakes, when first needed. (roadmap_snake.c)
    wend_mesh *mesh;
    wend_path_query *disc_paths;
    wend_array(wend_group_pose) poses; ///< poses of the nodes
    wend_array(wend_group_node) nodes;
    wend_array(uint32_t) ends; ///< ends of the edges, two each
    wend_array(wend_group_edge) edges;
    uint64_t tries, motions;
    bool is_provable; ///< the diagram is complete: what it has no path for is impossible
    uint32_t crowd; ///< components with more nodes keep only new nodes that connect them to others

    // The consumer of the growth: all groups, or one query.
    wend_group_walls walls; ///< with the query's obstacles
    double area;
    uint32_t from, to;          ///< nodes of the query, or WEND_GROUP_NO_NODE
    wend_array(uint32_t) parts; ///< parent of each node in the forest

    // A search. (roadmap_search.c)
    wend_heap open;
    wend_array(double) costs;  ///< cost of the cheapest path to a node so far
    wend_array(uint32_t) vias; ///< edge to it, 2 * edge + the end at the node
    wend_array(uint32_t) path; ///< edges of the path: 2 * edge + the end that it leads to
};

// ---- roadmap_grow.c -----------------------------------------------------------------------------

/// The root of a node's component.
uint32_t wend_group_part(wend_group_roadmap *roadmap, uint32_t node);

/// Rebuilds the forest for the current consumer. False: out of memory.
bool wend_group_parts_build(wend_group_roadmap *roadmap);

/// True if an edge is valid for the current consumer.
static inline bool wend_group_edge_is_good(const wend_group_roadmap *roadmap,
                                           const wend_group_edge *edge)
{
    return edge->area >= roadmap->area && edge->state != WEND_GROUP_EDGE_BLOCKED;
}

/// Adds a node for a pose that is free with that clearance, for groups up to an area, or finds the
/// existing one. False: out of memory.
bool wend_group_node_add(wend_group_roadmap *roadmap, const wend_group_pose *pose, double area,
                         double clearance, uint32_t *node);

/// Removes the last nodes and edges, so that these numbers remain; no remaining edge leads to a
/// removed node. Where edges were removed, components must be rebuilt, unless each of them led to a
/// removed node.
void wend_group_roadmap_cut(wend_group_roadmap *roadmap, size_t nodes, size_t edges);

/// Searches motions between a node and others that are not yet in its component. False: out of
/// memory.
bool wend_group_node_join(wend_group_roadmap *roadmap, uint32_t node);

/// Searches a motion between two nodes with a cost of at most `max`; adds an edge if there is one.
/// False: out of memory. *edge is WEND_GROUP_NO_EDGE if there is none.
bool wend_group_nodes_join(wend_group_roadmap *roadmap, uint32_t a, uint32_t b, double max,
                           uint32_t *edge);

/// Adds poses that lead away from a node: longer and narrower ones along the lines through it that
/// reach farthest, or the same shape at both ends of its axis. False: out of memory.
/// (roadmap_stretch.c)
bool wend_group_node_stretch(wend_group_roadmap *roadmap, uint32_t node);
bool wend_group_node_slide(wend_group_roadmap *roadmap, uint32_t node);

/// One attempt of the sampler. (roadmap.c)
wend_group_attempt wend_group_roadmap_attempt(wend_group_roadmap *roadmap);

// ---- roadmap_snake.c ----------------------------------------------------------------------------

/// Searches a snake between two shapes of the query, if the definition of the roadmap permits it: a
/// snake bends, as hinged boxes do. WEND_OK: *plan is the plan. WEND_NOT_FOUND,
/// WEND_OUT_OF_MEMORY.
wend_result wend_group_roadmap_snake(wend_group_roadmap *roadmap, const wend_group_shape *from,
                                     const wend_group_shape *to, uint32_t max_samples,
                                     wend_group_plan **plan);

// ---- roadmap_search.c ---------------------------------------------------------------------------

/// Finds the cheapest path from roadmap->from to roadmap->to, by edges that are valid for the
/// query. WEND_OK: it is in roadmap->path. WEND_NOT_FOUND, WEND_OUT_OF_MEMORY.
wend_result wend_group_roadmap_search(wend_group_roadmap *roadmap);

#endif
