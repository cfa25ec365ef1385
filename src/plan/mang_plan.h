// SPDX-License-Identifier: MIT
// Internals of a search on the multi-agent navigation graph.
#ifndef WEND_PLAN_MANG_PLAN_H
#define WEND_PLAN_MANG_PLAN_H

#include "core/heap.h"
#include "core/ids.h"
#include "plan/roadmap.h"
#include "wend/mang_plan.h"

/// State of a red vertex in a search.
typedef struct wend_mang_mark {
    double cost;   ///< of the best path to it, or from it to the goal; INFINITY: none yet
    double tail;   ///< cost from here to the goal, if it is a target; else INFINITY
    uint32_t turn; ///< the search to which this state belongs
    uint32_t via;  ///< the edge by which it was reached; WEND_MANG_NONE: from the start or the goal
    bool closed;
    bool wanted; ///< a backward search must reach it
} wend_mang_mark;

/// Best path to a node of the agent's own cell.
typedef struct wend_mang_start {
    double cost;     ///< INFINITY: unreachable
    double length;   ///< [Units: m]
    uint32_t before; ///< the previous node; WEND_MANG_NONE: none
    uint32_t link;   ///< the link inwards from it; WEND_MANG_NONE: none
    uint32_t entry;  ///< reached from the closest point of this link, whose position is
    double share;    ///< ... 0 at its `from`, 1 at its `to`; WEND_MANG_NONE: straight
    bool outer;      ///< there is no black vertex between it and the border
    double penalty;  ///< of an exit, for passes on the wrong side, minus the bonus
} wend_mang_start;

struct wend_mang_planner {
    wend_allocator allocator;
    wend_roadmap *roadmap; ///< finds where goals join the graph

    // The search. All arrays have as many items as the graph has vertices.
    uint32_t turn; ///< counts searches
    wend_array(wend_mang_mark) marks;
    wend_heap open;
    wend_array(uint32_t) vertices; ///< of the path
    double fit;                    ///< required clearance of an edge between walls
    double min_fit;                ///< the same for the smallest of all agents that search together
    uint32_t own;                  ///< slot of the agent's site; WEND_MANG_NONE: all edges are open
    bool narrow;                   ///< an edge was rejected that the smallest fits through
    uint32_t iterations;
    uint32_t nearest; ///< the closed vertex nearest to the goal
    double left;      ///< and its distance
    uint32_t last;    ///< the vertex at which the best path leaves the graph
    double best;      ///< rank of that path: its cost and the penalty of its exit

    // The agent's own cell.
    wend_array(wend_mang_start) starts; ///< by node of the cell
    uint32_t kept;                      ///< the node of the kept exit; WEND_MANG_NONE: none
    bool kept_is_same;                  ///< otherwise it is only the nearest exit
};

/// Reserves memory for searches on a graph and in a cell of it. False: out of memory.
bool wend_mang_planner_reserve(wend_mang_planner *planner, uint32_t vertices, uint32_t nodes);

/// The mark of a vertex, reset if the search has not reached it yet.
static inline wend_mang_mark *wend_mang_mark_of(wend_mang_planner *planner, uint32_t vertex)
{
    wend_mang_mark *mark = &planner->marks.data[vertex];
    if (mark->turn != planner->turn)
        *mark = (wend_mang_mark){
            .cost = INFINITY, .tail = INFINITY, .turn = planner->turn, .via = WEND_MANG_NONE};
    return mark;
}

/// The site of the agent of a request, whose edges are not in the graph without it (Lemma 2). In
/// first order there are no others.
static inline uint32_t wend_mang_own_site(const wend_mang_graph *graph,
                                          const wend_mang_request *request)
{
    return request->first_order ? WEND_MANG_NONE
                                : wend_id_slot(graph->cells[request->cell].agent.raw);
}

/// True if an edge is on the border of a site's cell.
static inline bool wend_mang_borders(const wend_mang_edge *edge, uint32_t site)
{
    return edge->left_site == site || edge->right_site == site;
}

/// The other end of an edge.
static inline uint32_t wend_mang_across(const wend_mang_edge *edge, uint32_t vertex)
{
    return edge->from == vertex ? edge->to : edge->from;
}

// ---- mang_plan_start.c --------------------------------------------------------------------------

/// Finds the best paths from the agent to all nodes of its cell. If walls leave too little
/// clearance at the agent's position, links that are too narrow are permitted.
void wend_mang_start_paths(wend_mang_planner *planner, const wend_mang_graph *graph,
                           const wend_mang_request *request);

/// The node on the cell's border at this red vertex, or the best of several; WEND_MANG_NONE: none.
uint32_t wend_mang_start_node(const wend_mang_planner *planner, const wend_mang_graph *graph,
                              const wend_mang_request *request, uint32_t vertex);

/// The cost by which a path through a node of the border is ranked, up to that node.
static inline double wend_mang_start_rank(const wend_mang_planner *planner, uint32_t node)
{
    return planner->starts.data[node].cost + planner->starts.data[node].penalty;
}

/// Writes the beginning of a path that leaves the cell at a node of its border: first goal, exit,
/// lead.
void wend_mang_start_write(const wend_mang_planner *planner, const wend_mang_graph *graph,
                           const wend_mang_request *request, uint32_t node, wend_mang_path *path);

// ---- mang_plan_search.c -------------------------------------------------------------------------

/// The clearance that a disc needs between walls: slightly less than its radius, because walls and
/// radii are rounded.
double wend_mang_fit(double radius);

/// Starts a search: resets all vertices.
void wend_mang_search_begin(wend_mang_planner *planner, double radius, double min_radius);

/// Searches from the exits of the agent's cell to the goal. WEND_OK, WEND_NOT_FOUND,
/// WEND_BUDGET_EXHAUSTED.
wend_result wend_mang_search_forward(wend_mang_planner *planner, const wend_mang_graph *graph,
                                     const wend_mang_request *request);

/// Searches from the goal until all wanted vertices are reached, or none remains.
void wend_mang_search_backward(wend_mang_planner *planner, const wend_mang_graph *graph,
                               const wend_mang_goal *goal, uint32_t wanted);

#endif
