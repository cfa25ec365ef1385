// SPDX-License-Identifier: MIT
// The inside of a search on the multi-agent navigation graph.
#ifndef WEND_PLAN_MANG_PLAN_H
#define WEND_PLAN_MANG_PLAN_H

#include "core/heap.h"
#include "plan/roadmap.h"
#include "wend/mang_plan.h"

/// What a search knows of a red vertex.
typedef struct wend_mang_mark {
    double cost;   ///< of the best way to it, or from it to the goal; INFINITY: none yet
    double tail;   ///< of the goal, if that is reached from here; INFINITY: it isn't
    uint32_t turn; ///< the search in which all this counts
    uint32_t via;  ///< the edge that it was reached by; WEND_MANG_NONE: from the start or the goal
    bool closed;
    bool wanted; ///< a search backwards has to get here
} wend_mang_mark;

/// How a node of the agent's own cell is best reached.
typedef struct wend_mang_start {
    double cost;     ///< INFINITY: not at all
    double length;   ///< [Units: m]
    uint32_t before; ///< the node before it; WEND_MANG_NONE: none
    uint32_t link;   ///< the link that leads inwards from it; WEND_MANG_NONE: none
    uint32_t entry;  ///< reached from the closest point of this link, that is at
    double share;    ///< ... 0 at its `from`, 1 at its `to`; WEND_MANG_NONE: straight
    bool outer;      ///< no black vertex lies between it and the border
} wend_mang_start;

struct wend_mang_planner {
    wend_allocator allocator;
    wend_roadmap *roadmap; ///< finds where goals join

    // The search. All arrays have as many items as the graph has vertices.
    uint32_t turn; ///< counts searches
    wend_array(wend_mang_mark) marks;
    wend_heap open;
    wend_array(uint32_t) vertices; ///< of the way
    double fit;                    ///< an edge must have this room between walls
    double least_fit;              ///< the same for the smallest of all who search together
    bool narrow;                   ///< an edge was refused that the smallest fits through
    uint32_t iterations;
    uint32_t nearest; ///< the closed vertex nearest to the goal
    double left;      ///< and how far that is
    uint32_t last;    ///< the vertex at which the best way leaves the graph
    double best;      ///< what that way costs, the bonus taken off

    // The agent's own cell.
    wend_array(wend_mang_start) starts; ///< by node of the cell
    uint32_t kept;                      ///< the node of the kept exit; WEND_MANG_NONE: none
    bool kept_is_same;                  ///< else it is only the nearest
};

/// Room for searches on a graph and in a cell of it. False: out of memory.
bool wend_mang_planner_reserve(wend_mang_planner *planner, uint32_t vertices, uint32_t nodes);

/// The mark of a vertex, fresh if the search has not met it yet.
static inline wend_mang_mark *wend_mang_mark_of(wend_mang_planner *planner, uint32_t vertex)
{
    wend_mang_mark *mark = &planner->marks.data[vertex];
    if (mark->turn != planner->turn)
        *mark = (wend_mang_mark){
            .cost = INFINITY, .tail = INFINITY, .turn = planner->turn, .via = WEND_MANG_NONE};
    return mark;
}

/// The other end of an edge.
static inline uint32_t wend_mang_across(const wend_mang_edge *edge, uint32_t vertex)
{
    return edge->from == vertex ? edge->to : edge->from;
}

// ---- mang_plan_start.c --------------------------------------------------------------------------

/// Finds the best ways from the agent to all nodes of its cell. For one that stands where walls
/// leave too little room to leave it, links count that are too narrow.
void wend_mang_start_ways(wend_mang_planner *planner, const wend_mang_graph *graph,
                          const wend_mang_request *request);

/// The node on the cell's border that is this red vertex, or the best of several; WEND_MANG_NONE:
/// none.
uint32_t wend_mang_start_node(const wend_mang_planner *planner, const wend_mang_graph *graph,
                              const wend_mang_request *request, uint32_t vertex);

/// What a way through a node may cost less.
static inline double wend_mang_bonus(const wend_mang_planner *planner,
                                     const wend_mang_request *request, uint32_t node)
{
    return node == planner->kept ? request->bonus : 0;
}

/// Writes how a way begins that leaves the cell at a node of its border: first goal, exit, lead.
void wend_mang_start_write(const wend_mang_planner *planner, const wend_mang_graph *graph,
                           const wend_mang_request *request, uint32_t node, wend_mang_path *path);

// ---- mang_plan_search.c -------------------------------------------------------------------------

/// The room that a disc needs between walls: a little less than its radius, for walls and radii
/// were rounded.
double wend_mang_fit(double radius);

/// Begins a search: nothing is known of any vertex.
void wend_mang_search_begin(wend_mang_planner *planner, double radius, double least_radius);

/// Searches from the exits of the agent's cell to the goal. WEND_OK, WEND_NOTHING,
/// WEND_BUDGET_SPENT.
wend_result wend_mang_search_forward(wend_mang_planner *planner, const wend_mang_graph *graph,
                                     const wend_mang_request *request);

/// Searches from the goal until all wanted vertices are reached, or none is left.
void wend_mang_search_backward(wend_mang_planner *planner, const wend_mang_graph *graph,
                               const wend_mang_goal *goal, uint32_t wanted);

#endif
