// SPDX-License-Identifier: MIT
// Multi-agent navigation graph (MaNG): one graph that contains, for every agent, a roadmap of
// maximum clearance from walls and all other agents (Sud, Andersen, Curtis, Lin and Manocha 2008:
// "Real-Time Path Planning in Dynamic Virtual Environments Using Multiagent Navigation Graphs").
//
// - Red edges: the Voronoi graph of obstacles and agents, shared by all agents.
// - Black edges: inside the cell of each agent, the Voronoi graph without that agent. They are for
//   that agent only and connect its position with the red vertices on the border of its cell.
//
// Red edges everywhere and black edges in its own cell contain, for every agent, the Voronoi graph
// without it (Lemma 2). The black vertices inside a cell belong to one agent: agents that move to
// them never move to the same point (Lemma 3).
//
// Agents are points, as in the diagram; queries subtract their radii. Sud et al. use cylinders:
// there an edge runs halfway between two circles, here halfway between two centres. The two agree
// for agents of equal radius.
#ifndef WEND_MANG_H
#define WEND_MANG_H

#include "wend/voronoi.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_mang_def {
    /// c0 in the weight of an edge: length * max(1, comfort / clearance), where clearance is the
    /// minimum distance from the edge to a wall or an agent's circle. Clearance beyond this does
    /// not reduce the weight. [Limit: > 0] [Units: m]
    double comfort;
    /// The same for a red edge beside an agent. Such a gap will have moved before another agent
    /// gets there, so that its clearance says little; the black edges in an agent's own cell are
    /// the gaps that it faces now, and count with `comfort`. For agents that avoid each other on
    /// their way a small value is better; those that only follow their paths need `comfort`, too.
    /// [Limit: 0..comfort] [Units: m]
    double agent_comfort;
    /// Smaller clearances count as this: a gap between two walking agents may be wider on arrival,
    /// so it is expensive, not closed. [Limit: > 0, <= comfort] [Units: m]
    double min_clearance;
    uint32_t cookie; ///< set by wend_default_mang_def
} wend_mang_def;

/// comfort 1 m, agent_comfort 1 m (in worlds 0.1 m), min_clearance 0.05 m.
WEND_API wend_mang_def wend_default_mang_def(void);

/// No vertex, no cell.
#define WEND_MANG_NONE UINT32_MAX

/// A red vertex.
typedef struct wend_mang_vertex {
    wend_vec2 position;
    double radius;          ///< distance to its equidistant sites; radii not subtracted
    uint32_t first, degree; ///< its edges in `around`; degree 1: a concave corner
} wend_mang_vertex;

/// A red edge, between two sites or two parts of one.
typedef struct wend_mang_edge {
    uint32_t from, to; ///< vertices
    double length;
    double clearance;      ///< minimum distance to a wall or an agent's circle; may be negative
    double wall_clearance; ///< the same for adjacent walls only; INFINITY: none
    double weight;
    uint32_t left_site, right_site; ///< slots of the adjacent sites, at its start; WEND_MANG_NONE
                                    ///< in graphs of a raster
    uint32_t first_piece;           ///< first piece, for wend_mang_edge_pieces
} wend_mang_edge;

/// A point where black edges of one agent's cell meet or end.
typedef struct wend_mang_node {
    wend_vec2 position;
    double radius; ///< distance to the nearest sites except the agent; radii not subtracted
    uint32_t red;  ///< the red vertex at this point; WEND_MANG_NONE: inside the cell
    bool joint;    ///< connects two pieces of one edge: not a vertex
} wend_mang_node;

/// A piece of a black edge. In a cell every link leads from a node to a later node, except the last
/// link, whose nodes are in any order; and no node is the `from` of two links. One forward and one
/// backward pass over the links therefore find the shortest paths from a set of start nodes to all
/// nodes.
typedef struct wend_mang_link {
    uint32_t from, to; ///< nodes, numbered within the cell
    double length, clearance, wall_clearance, weight;
    uint32_t left, right; ///< adjacent elements, for wend_mang_link_piece
    /// Slots of the adjacent sites; unlike nodes, these persist from one graph to the next.
    uint32_t left_site, right_site;
} wend_mang_link;

/// The cell of an agent. Its nodes: first those on its border, counter-clockwise; then those
/// inside, each after all its predecessors on paths from the border. Between the nodes and links of
/// two cells there may be unused ones.
typedef struct wend_mang_cell {
    wend_site_id agent;
    uint32_t first_node, node_count;
    uint32_t first_link, link_count;
} wend_mang_cell;

typedef struct wend_mang_graph {
    const wend_mang_vertex *vertices;
    const wend_mang_edge *edges;
    const uint32_t *around;      ///< [2 * edge_count] edges by vertex; a loop occurs twice
    const wend_mang_cell *cells; ///< of agents that own a cell, in the order of their sites' slots
    const wend_mang_node *nodes;
    const wend_mang_link *links;
    const uint32_t *cell_of; ///< [slot_count] by site slot; WEND_MANG_NONE: not an agent, or shares
                             ///< the cell of another
    uint32_t vertex_count, edge_count, cell_count, node_count, link_count, slot_count;
} wend_mang_graph;

/// A navigation graph and the memory to build it, reused between builds.
typedef struct wend_mang wend_mang;

/// Creates an empty graph. allocator [opt].
WEND_API wend_result wend_mang_create(const wend_allocator *allocator, wend_mang **mang,
                                      wend_error *error);
/// Destroys a graph. NULL is allowed.
WEND_API void wend_mang_destroy(wend_mang *mang);

/// Builds the graph of a diagram for all its agents (sites of one point with a radius above 0), in
/// parallel with tasks [opt]. O(n), except O(k^2) for an agent with k neighbours. Allocates only if
/// the graph is larger than all before. The result is bit-identical for any number of threads. Of
/// agents at the same position (see wend_site_change), which share a cell, one owns it.
WEND_API wend_result wend_mang_build(wend_mang *mang, const wend_voronoi *voronoi,
                                     const wend_mang_def *def, wend_tasks *tasks,
                                     wend_error *error);

/// The graph built last; valid until the next build.
WEND_API const wend_mang_graph *wend_mang_graph_of(const wend_mang *mang);

/// Numbers of red and black vertices and edges, counted as by Sud et al.: without joints and
/// without edges that end in a concave corner.
typedef struct wend_mang_size {
    uint32_t red_vertices, black_vertices, red_edges, black_edges;
    size_t bytes;
} wend_mang_size;
WEND_API wend_mang_size wend_mang_measure(const wend_mang *mang);

/// Calls visit for the pieces of a red edge, from its first vertex to its second, until visit
/// returns false. The diagram must not have changed since the graph was built.
WEND_API void wend_mang_edge_pieces(const wend_mang *mang, const wend_voronoi *voronoi,
                                    uint32_t edge, wend_voronoi_piece_fn *visit, void *context);
/// A link as a piece of a diagram edge.
WEND_API wend_voronoi_piece wend_mang_link_piece(const wend_mang *mang, const wend_voronoi *voronoi,
                                                 uint32_t cell, uint32_t link);

/// Colour of red edges.
#define WEND_MANG_RED 0xd7191cffu
/// Draws the layer "mang": black edges, with red edges on top. The diagram must not have changed
/// since the graph was built.
WEND_API void wend_mang_draw(const wend_mang *mang, const wend_voronoi *voronoi,
                             const wend_draw *draw);

// ---- proximity ----------------------------------------------------------------------------------

/// Neighbours of an agent: the nearest other site and the nearest other agent.
typedef struct wend_proximity {
    wend_site_id nearest;  ///< null: none
    double distance;       ///< from the agent's centre; radii not subtracted
    wend_site_id agent;    ///< the nearest of the agents with adjacent cells; null: none
    double agent_distance; ///< INFINITY: none
} wend_proximity;

/// Writes the neighbours of every cell of the graph, in their order: [cell_count].
/// wend_voronoi_nearest_two does the same for any point.
WEND_API void wend_mang_proximity(const wend_mang *mang, const wend_voronoi *voronoi,
                                  wend_proximity *proximities);

#ifdef __cplusplus
}
#endif

#endif
