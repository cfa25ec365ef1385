// SPDX-License-Identifier: MIT
// The multi-agent navigation graph: one graph in which every agent of a diagram finds a way that
// keeps as far from all others as can be ("Real-Time Path Planning in Dynamic Virtual Environments
// Using Multiagent Navigation Graphs", Sud et al. 2008).
//
// - Red: the Voronoi graph of obstacles and agents. Its edges are ways for everybody.
// - Black: in the cell of each agent, the Voronoi graph as it would be without that agent. It is a
//   way for that agent alone, from where it stands to the red vertices on the border of its cell.
//
// So red edges everywhere and black edges in its own cell hold, for every agent, the Voronoi graph
// without it (Lemma 2). The vertices of black edges inside of a cell are nobody else's: agents that
// head for them never head for the same place (Lemma 3).
//
// Agents are points here, as they are in the diagram, and every question takes their radii off. In
// the document they are cylinders: there an edge runs in the middle between two rims, here in the
// middle between two centres. The two are the same for agents of one radius.
#ifndef WEND_MANG_H
#define WEND_MANG_H

#include "wend/voronoi.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_mang_def {
    /// c0 of the weight of an edge: length * max(1, comfort / room), where room is the least
    /// distance from the edge to a wall or the rim of an agent. More room than this is worth
    /// nothing. [Limit: > 0] [Units: m]
    double comfort;
    /// Less room than this counts as this: a gap between two agents who walk may be wider when one
    /// gets there, so it is dear, not shut. [Limit: > 0, <= comfort] [Units: m]
    double least_room;
    uint32_t cookie; ///< set by wend_default_mang_def
} wend_mang_def;

/// Comfort 1 m, least room 0.05 m.
WEND_API wend_mang_def wend_default_mang_def(void);

#define WEND_MANG_NONE UINT32_MAX

/// A red vertex.
typedef struct wend_mang_vertex {
    wend_vec2 place;
    double radius;        ///< distance to the sites it is equally far from, radii not taken off
    uint32_t first, ways; ///< its edges in `around`; 1: it ends in a concave corner
} wend_mang_vertex;

/// A red edge, between two sites, or two parts of one.
typedef struct wend_mang_edge {
    uint32_t from, to; ///< vertices
    double length;
    double room;      ///< least distance to a wall or a rim; may be negative
    double wall_room; ///< the same for the walls that it lies beside; INFINITY: there are none
    double weight;
    uint32_t way; ///< where its pieces begin: for wend_mang_edge_pieces
} wend_mang_edge;

/// Where black edges of one agent's cell meet or end.
typedef struct wend_mang_node {
    wend_vec2 place;
    double radius; ///< distance to the nearest sites but the agent; radii not taken off
    uint32_t red;  ///< the red vertex that it is; WEND_MANG_NONE: it lies inside of the cell
    bool joint;    ///< only two pieces of one edge meet there: no vertex
} wend_mang_node;

/// A piece of a black edge. In a cell every link leads from a node to one that comes later, but for
/// the last one, whose nodes are in any order; and no node is the `from` of two links. So going
/// through the links once forwards and once backwards finds the shortest ways between all nodes and
/// the set of those where one starts.
typedef struct wend_mang_link {
    uint32_t from, to; ///< nodes, counted in their cell
    double length, room, wall_room, weight;
    uint32_t left, right; ///< what it lies between: for wend_mang_link_piece
    /// The slots of their sites: these stay the same from one graph to the next.
    uint32_t left_site, right_site;
} wend_mang_link;

/// The cell of an agent. Its nodes: first those on its border, counter-clockwise; then those
/// inside, each after all that come before it on a way to it from the border. There may be unused
/// nodes and links between those of two cells.
typedef struct wend_mang_cell {
    wend_id agent;
    uint32_t first_node, node_count;
    uint32_t first_link, link_count;
} wend_mang_cell;

typedef struct wend_mang_graph {
    const wend_mang_vertex *vertices;
    const wend_mang_edge *edges;
    const uint32_t *around;      ///< [2 * edge_count] edges by vertex; a loop is there twice
    const wend_mang_cell *cells; ///< of agents that have one, in the order of their sites' slots
    const wend_mang_node *nodes;
    const wend_mang_link *links;
    const uint32_t *cell_of; ///< [slot_count] by slot of a site; WEND_MANG_NONE: it is no agent, or
                             ///< shares the cell of another
    uint32_t vertex_count, edge_count, cell_count, node_count, link_count, slot_count;
} wend_mang_graph;

typedef struct wend_mang wend_mang;

WEND_API wend_result wend_mang_create(const wend_allocator *allocator, wend_mang **mang,
                                      wend_error *error);
/// NULL is allowed.
WEND_API void wend_mang_destroy(wend_mang *mang);

/// Makes the graph of a diagram, of all its agents (sites of one point with a radius above 0), in
/// parallel with tasks [opt]. O(n), but for an agent with very many neighbours: O(k^2) for k. Takes
/// memory when it is larger than all before. The same bits for any number of threads. Of agents at
/// the same place (wend_site_change), who share a cell, one has it.
WEND_API wend_result wend_mang_build(wend_mang *mang, const wend_voronoi *voronoi,
                                     const wend_mang_def *def, wend_tasks *tasks,
                                     wend_error *error);

/// The graph that was built last, valid until the next build.
WEND_API const wend_mang_graph *wend_mang_graph_of(const wend_mang *mang);

/// How many vertices and edges there are, red and black, as the document counts them: without
/// joints, and without what ends in a concave corner.
typedef struct wend_mang_size {
    uint32_t red_vertices, black_vertices, red_edges, black_edges;
    size_t bytes;
} wend_mang_size;
WEND_API wend_mang_size wend_mang_measure(const wend_mang *mang);

/// The pieces of a red edge, from its first vertex to its second, until visit returns false. The
/// diagram must be as it was when the graph was built.
WEND_API void wend_mang_edge_pieces(const wend_mang *mang, const wend_voronoi *voronoi,
                                    uint32_t edge, wend_voronoi_piece_fn *visit, void *context);
/// A link as a piece.
WEND_API wend_voronoi_piece wend_mang_link_piece(const wend_mang *mang, const wend_voronoi *voronoi,
                                                 uint32_t cell, uint32_t link);

/// What red edges are drawn in.
#define WEND_MANG_RED 0xd7191cffu
/// Draws the layer "mang": black edges, and red ones over them. The diagram must be as it was when
/// the graph was built.
WEND_API void wend_mang_draw(const wend_mang *mang, const wend_voronoi *voronoi,
                             const wend_draw *draw);

// ---- proximity ----------------------------------------------------------------------------------

/// Of an agent: its nearest other site, and the nearest other agent.
typedef struct wend_proximity {
    wend_id nearest;       ///< site, null: there is none
    double distance;       ///< from its centre to it, radii not taken off
    wend_id agent;         ///< the nearest of the agents beside its cell; null: there is none
    double agent_distance; ///< INFINITY: none
} wend_proximity;

/// For every cell of the graph, in their order: [cell_count]. (wend_voronoi_nearest_two answers for
/// any point.)
WEND_API void wend_mang_proximity(const wend_mang *mang, const wend_voronoi *voronoi,
                                  wend_proximity *proximities);

#ifdef __cplusplus
}
#endif

#endif
