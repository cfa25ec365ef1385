// SPDX-License-Identifier: MIT
// Ways on the multi-agent navigation graph: Algorithm 1 of "Real-Time Path Planning in Dynamic
// Virtual Environments Using Multiagent Navigation Graphs" (Sud et al. 2008), for one agent after
// the other, or for many with one goal at once.
//
// A way starts at the agent, leads along the black edges of its own cell to a red vertex on the
// cell's border, the exit, and on along red edges to the goal. Walls shut an edge that is narrower
// than the agent; others only make it dear. Only its beginning is walked: the first goal, which
// lies inside of the agent's cell, so that no two agents have the same (Lemma 3).
//
// Three things are not as printed:
// - Green edges lead to the black vertices, as printed, and to the closest points of those black
//   edges that end at the border. With the vertices alone, one that has passed the last vertex
//   before its exit would be sent back to it.
// - The first goal is the first vertex that is further away than `reach`. If that is the exit,
//   which is not inside, it is a place half-way to it on the black edge.
// - The exit of the plan before may be given a bonus, so that plans don't flip to and fro.
#ifndef WEND_MANG_PLAN_H
#define WEND_MANG_PLAN_H

#include "wend/mang.h"
#include "wend/roadmap.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- goals --------------------------------------------------------------------------------------

/// A red vertex from which a goal is reached, and what the way from there costs.
typedef struct wend_mang_target {
    uint32_t vertex;
    double cost; ///< [Limit: no less than the distance from the vertex to the goal's box]
} wend_mang_target;

enum { WEND_MANG_TARGETS = 2 * WEND_ROADMAP_GOALS };

/// A goal as the search takes it.
typedef struct wend_mang_goal {
    wend_mang_target targets[WEND_MANG_TARGETS];
    uint32_t count;
    wend_box box; ///< around the places where ways to the goal end
} wend_mang_goal;

/// A search: its memory, reused from one to the next. One for each thread; any number may work on
/// one graph at once.
typedef struct wend_mang_planner wend_mang_planner;

WEND_API wend_result wend_mang_planner_create(const wend_allocator *allocator,
                                              wend_mang_planner **planner, wend_error *error);
/// NULL is allowed.
WEND_API void wend_mang_planner_destroy(wend_mang_planner *planner);

/// Where a goal joins the graph of a diagram, as in wend_roadmap: its places join at the centres of
/// the empty circles in which they lie deepest, and from there along the edge to both its vertices,
/// as far as walls leave room for the radius. WEND_NOTHING: it is not in free space. The diagram
/// must be as it was when the graph was built. Takes no memory.
WEND_API wend_result wend_mang_join(wend_mang_planner *planner, const wend_mang *mang,
                                    const wend_voronoi *voronoi, wend_goal goal, double radius,
                                    wend_mang_goal *join, wend_error *error);

// ---- one way ------------------------------------------------------------------------------------

/// Where a way leaves its agent's cell: a red vertex, known by the two sites beyond it. These stay
/// the same from one graph to the next, vertices don't.
typedef struct wend_mang_exit {
    uint32_t left, right; ///< slots of the sites beside the black edge that ends there, as they are
                          ///< seen from the exit
    wend_vec2 place;
} wend_mang_exit;

typedef struct wend_mang_request {
    uint32_t cell;  ///< of the graph: who goes
    wend_vec2 from; ///< where it stands, in its cell
    double radius;  ///< [Limit: >= 0] [Units: m]
    double reach;   ///< a first goal is further away than this, if there is one [Units: m]
    const wend_mang_goal *goal;
    /// [opt] The exit of the plan before. If it is not there any more, the nearest one.
    const wend_mang_exit *kept;
    /// What a way through it may cost more than the best: the way found costs no more than the best
    /// and this. [Limit: >= 0] [Units: m]
    double bonus;
    uint32_t iterations; ///< most vertices to expand; 0: no limit
    /// For comparison (Figure 5a): straight to the red vertices of its own cell. Then several may
    /// have the same first goal.
    bool first_order;
    uint32_t cookie; ///< set by wend_default_mang_request
} wend_mang_request;

WEND_API wend_mang_request wend_default_mang_request(void);

typedef struct wend_mang_path {
    wend_vec2 first;          ///< the first goal
    wend_mang_exit exit;      ///< where it leaves its cell
    const uint32_t *vertices; ///< red, from the exit on; valid until the planner is used again
    uint32_t vertex_count;
    double cost;   ///< of all of it, without the bonus
    double length; ///< of all of it; behind its last vertex, the cost [Units: m]
    double lead;   ///< of it, up to the exit [Units: m]
    bool whole;    ///< it gets to the goal; else to the vertex nearest to it
    uint32_t iterations;
} wend_mang_path;

/// Finds the best way.
/// - WEND_OK: here it is.
/// - WEND_BUDGET_SPENT: path leads to the vertex nearest to the goal so far.
/// - WEND_NOTHING: walls leave no way. path leads to the vertex nearest to the goal that can be
///   reached; there are no vertices if none can.
/// - WEND_BAD_ARGUMENT, WEND_NO_MEMORY: there is no path.
/// Memory is taken when a graph is larger than all before.
WEND_API wend_result wend_mang_find(wend_mang_planner *planner, const wend_mang_graph *graph,
                                    const wend_mang_request *request, wend_mang_path *path,
                                    wend_error *error);

/// The way inside of its own cell to an exit that is known, without a search: vertex_count is 1.
/// WEND_NOTHING: there is no such exit any more, or walls are in the way.
WEND_API wend_result wend_mang_lead(wend_mang_planner *planner, const wend_mang_graph *graph,
                                    const wend_mang_request *request, wend_mang_path *path,
                                    wend_error *error);

/// One number for who is around a cell: equal as long as the same sites meet at its border.
WEND_API uint64_t wend_mang_around(const wend_mang_graph *graph, uint32_t cell);

// ---- many ways to one goal ----------------------------------------------------------------------

/// Searches backwards from the goal of the first request, up to the cells of all; then
/// wend_mang_take gives each its way, the same that wend_mang_find finds for it without a budget.
/// For the largest radius of all; *narrow [opt] says whether one with the smallest could go where
/// it can't: those should ask for themselves. [Limit: all have the same goal] WEND_OK or as above.
WEND_API wend_result wend_mang_spread(wend_mang_planner *planner, const wend_mang_graph *graph,
                                      const wend_mang_request *requests, uint32_t count,
                                      bool *narrow, uint32_t *iterations, wend_error *error);

/// The way of one of the requests. WEND_OK or WEND_NOTHING.
WEND_API wend_result wend_mang_take(wend_mang_planner *planner, const wend_mang_graph *graph,
                                    const wend_mang_request *request, wend_mang_path *path,
                                    wend_error *error);

// ---- in a world ---------------------------------------------------------------------------------

/// How agents whose guide is mang plan.
typedef struct wend_mang_plan_def {
    wend_mang_def graph;
    /// An exit is kept until another way is cheaper by more than this part of what the last plan
    /// cost, up to its mark. So a way never costs more than the best and that. 0: always the best,
    /// and plans that flip to and fro. [Limit: 0..1]
    double regret;
    /// So often a plan is made up to the goal, and whenever something is new about the walls. In
    /// between it is made anew only if other sites have come to be around the agent's cell.
    /// [Limit: > 0] [Units: s]
    double renew;
    bool first_order; ///< as in wend_mang_request
    uint32_t cookie;  ///< set by wend_default_mang_plan_def
} wend_mang_plan_def;

/// The graph's default, regret 0.2, renewed every second.
WEND_API wend_mang_plan_def wend_default_mang_plan_def(void);

WEND_API wend_result wend_mang_plan_def_check(const wend_mang_plan_def *def, wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
