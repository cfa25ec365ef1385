// SPDX-License-Identifier: MIT
// Planning on the multi-agent navigation graph: Algorithm 1 of Sud et al. 2008 ("Real-Time Path
// Planning in Dynamic Virtual Environments Using Multiagent Navigation Graphs"), for single agents
// or for many agents with a common goal.
//
// A path starts at the agent, follows the black edges of its own cell to a red vertex on the cell's
// border, the exit, and then red edges to the goal. Walls block an edge that is narrower than the
// agent; other agents only make it expensive. The agent walks only towards the first goal, which
// lies inside its own cell, so no two agents have the same (Lemma 3).
//
// Three details differ from the paper:
// - Green edges lead to the black vertices, as in the paper, and also to the closest points of
//   those black edges that end at the border. With the vertices alone, an agent that has passed the
//   last vertex before its exit would be sent back to it.
// - The first goal is the first vertex further away than `reach`. If that is the exit, which is not
//   inside the cell, the first goal is a point halfway to it on the black edge.
// - The exit of the previous plan can be given a bonus, so that plans do not oscillate.
#ifndef WEND_MANG_PLAN_H
#define WEND_MANG_PLAN_H

#include "wend/mang.h"
#include "wend/roadmap.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- goals --------------------------------------------------------------------------------------

/// A red vertex from which the goal is reached, and the cost from there.
typedef struct wend_mang_target {
    uint32_t vertex;
    double cost; ///< [Limit: at least the distance from the vertex to the goal's box]
} wend_mang_target;

enum { WEND_MANG_TARGETS = 2 * WEND_ROADMAP_GOALS };

/// A goal as input of the search.
typedef struct wend_mang_goal {
    wend_mang_target targets[WEND_MANG_TARGETS];
    uint32_t count;
    wend_box box; ///< bounding box of the end points of paths to the goal
} wend_mang_goal;

/// A search and its memory, reused between searches. Use one per thread; any number may search one
/// graph concurrently.
typedef struct wend_mang_planner wend_mang_planner;

/// Creates a search. allocator [opt].
WEND_API wend_result wend_mang_planner_create(const wend_allocator *allocator,
                                              wend_mang_planner **planner, wend_error *error);
/// Destroys a search. NULL is allowed.
WEND_API void wend_mang_planner_destroy(wend_mang_planner *planner);

/// Connects a goal to the graph of a diagram, as in wend_roadmap: its points join at the centres of
/// the empty circles in which they lie deepest, and from there along the edge to both its vertices,
/// as far as walls leave clearance for the radius. Returns WEND_NOT_FOUND if the goal is not in
/// free space. The diagram must not have changed since the graph was built. Does not allocate.
WEND_API wend_result wend_mang_join(wend_mang_planner *planner, const wend_mang *mang,
                                    const wend_voronoi *voronoi, wend_goal goal, double radius,
                                    wend_mang_goal *join, wend_error *error);

// ---- single agent -------------------------------------------------------------------------------

/// The red vertex at which a path leaves its agent's cell, identified by the two sites beyond it.
/// Sites persist from one graph to the next, vertices do not.
typedef struct wend_mang_exit {
    uint32_t left, right; ///< slots of the sites beside the black edge that ends there, as seen
                          ///< from the exit
    wend_vec2 position;
} wend_mang_exit;

/// The side on which an agent passes another one whose cell is adjacent to its own.
typedef struct wend_mang_pass {
    uint32_t site; ///< slot of the other agent's site
    bool on_left;  ///< passes it with the other on its right; otherwise with the other on its left
} wend_mang_pass;

typedef struct wend_mang_request {
    uint32_t cell;  ///< cell of the agent in the graph
    wend_vec2 from; ///< position of the agent, in its cell
    double radius;  ///< [Limit: >= 0] [Units: m]
    double reach;   ///< minimum distance of the first goal, if there is such a vertex [Units: m]
    const wend_mang_goal *goal;
    /// [opt] Exit of the previous plan. If it no longer exists, the nearest exit is used.
    const wend_mang_exit *kept;
    /// Amount by which a path through `kept` may be more expensive than the cheapest path.
    /// [Limit: >= 0] [Units: m]
    double bonus;
    /// [opt] Agents to pass on a given side: an exit beside one of them that leads past it on the
    /// other side is avoided, as if its path cost `pass_cost` more for each. Not a wall: if walls
    /// block all other exits, it is used.
    const wend_mang_pass *passes;
    uint32_t pass_count;
    double pass_cost;    ///< [Limit: >= 0] [Units: m]
    uint32_t iterations; ///< maximum number of vertices to expand; 0: no limit
    /// For comparison (Sud et al. 2008, Figure 5a): straight to the red vertices of its own cell.
    /// Several agents may then have the same first goal.
    bool first_order;
    uint32_t cookie; ///< set by wend_default_mang_request
} wend_mang_request;

/// All values 0 or NULL: no goal yet, no previous exit, no passes, no iteration limit.
WEND_API wend_mang_request wend_default_mang_request(void);

typedef struct wend_mang_path {
    wend_vec2 first;          ///< the first goal
    wend_mang_exit exit;      ///< where the path leaves the cell
    const uint32_t *vertices; ///< red vertices from the exit on; valid until the next use of the
                              ///< planner
    uint32_t vertex_count;
    double cost;   ///< total, without the bonus and the cost of passes
    double length; ///< total; the part beyond the last vertex counts with its cost [Units: m]
    double lead;   ///< length up to the exit [Units: m]
    bool whole;    ///< reaches the goal; else the reachable vertex nearest to it
    uint32_t iterations;
} wend_mang_path;

/// Finds the cheapest path.
/// - WEND_OK: path is the cheapest.
/// - WEND_BUDGET_EXHAUSTED: path leads to the vertex closest to the goal so far.
/// - WEND_NOT_FOUND: walls leave no path. path leads to the reachable vertex closest to the goal;
///   vertex_count is 0 if none is reachable.
/// - WEND_BAD_ARGUMENT, WEND_OUT_OF_MEMORY: path is not valid.
///
/// Allocates only if the graph is larger than all before.
WEND_API wend_result wend_mang_find(wend_mang_planner *planner, const wend_mang_graph *graph,
                                    const wend_mang_request *request, wend_mang_path *path,
                                    wend_error *error);

/// Finds the path inside the agent's own cell to the exit `kept`, without a search: vertex_count is
/// 1. Returns WEND_NOT_FOUND if the exit no longer exists or walls block the path.
WEND_API wend_result wend_mang_lead(wend_mang_planner *planner, const wend_mang_graph *graph,
                                    const wend_mang_request *request, wend_mang_path *path,
                                    wend_error *error);

/// Hash of the sites adjacent to a cell: equal as long as the same sites meet at its border.
WEND_API uint64_t wend_mang_around(const wend_mang_graph *graph, uint32_t cell);

// ---- many agents, one goal ----------------------------------------------------------------------

/// Searches backwards from the goal of the first request to the cells of all requests.
/// wend_mang_spread_path then returns the path of each, equal to that of wend_mang_find without a
/// budget. The search uses the largest radius; *narrow [opt] is true if an agent with the smallest
/// radius could pass where it cannot: such agents need searches of their own. Returns like
/// wend_mang_find. [Limit: all requests have the same goal]
WEND_API wend_result wend_mang_spread(wend_mang_planner *planner, const wend_mang_graph *graph,
                                      const wend_mang_request *requests, uint32_t count,
                                      bool *narrow, uint32_t *iterations, wend_error *error);

/// The path of one of the requests. Returns WEND_OK or WEND_NOT_FOUND; also the latter if the path
/// would follow the border of the agent's own cell: such agents need searches of their own.
WEND_API wend_result wend_mang_spread_path(wend_mang_planner *planner, const wend_mang_graph *graph,
                                           const wend_mang_request *request, wend_mang_path *path,
                                           wend_error *error);

// ---- settings in a world ------------------------------------------------------------------------

/// Settings of agents with the planner mang.
typedef struct wend_mang_plan_def {
    wend_mang_def graph;
    /// Hysteresis: the exit is kept until another path is cheaper by more than this fraction of the
    /// previous plan's cost. A path therefore never costs more than the cheapest plus that. 0:
    /// always the cheapest; plans may oscillate. [Limit: 0..1]
    double replan_threshold;
    /// Interval of complete replanning up to the goal; a change of walls also causes it. In
    /// between, an agent replans only if the sites adjacent to its cell have changed. [Limit: > 0]
    /// [Units: s]
    double replan_interval;
    bool first_order; ///< as in wend_mang_request
    uint32_t cookie;  ///< set by wend_default_mang_plan_def
} wend_mang_plan_def;

/// The graph's defaults, replan_threshold 0.2, replan_interval 1 s.
WEND_API wend_mang_plan_def wend_default_mang_plan_def(void);

/// WEND_BAD_ARGUMENT if a value is outside its limits.
WEND_API wend_result wend_mang_plan_def_check(const wend_mang_plan_def *def, wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
